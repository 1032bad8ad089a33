from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from crimecalc.cli import main

play_module = sys.modules["crimecalc.cli.play"]


def run(*arguments: str, keys: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(main, list(arguments), input=keys)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_advice_shows_the_table_the_advice_and_both_values() -> None:
    status, output = run("advise", "forgotten-crime", "7D", "AS", "4C")
    assert status == 0
    assert "Cards seen: 7♦ A♠ 4♣ (9 cards left in the deck)" in output
    assert "♦        ·           ·           7           1/4       1/4         1/2" in output
    assert "with probability 1/12 (0.083)\n(11 other pairs just as probable)\n" in output
    assert "Accusing now is worth 3/4 (0.750)" in output
    assert "Drawing on is worth 285191/136080 (2.096)" in output
    assert "Advice: draw a card" in output
    assert max(len(line) for line in output.splitlines()) <= 80


def test_cards_may_be_written_with_commas_or_in_one_word() -> None:
    plain = run("advise", "forgotten-crime", "7D", "AS", "4C")
    assert run("advise", "forgotten-crime", "7D,AS,4C") == run("advise", "forgotten-crime", "7D AS 4C") == plain


def test_a_terminal_may_hand_over_several_keys_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pressed = iter(["\x1b[A", "dd", "as", "♦"])
    monkeypatch.setattr("click.getchar", lambda: next(pressed))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    keys = play_module._keys()
    assert [next(keys) for _ in range(5)] == ["d", "d", "a", "s", "♦"]


def test_advice_without_cards_is_about_the_start() -> None:
    output = run("advise", "forgotten-crime")[1]
    assert "Cards seen: none yet (12 cards left in the deck)" in output
    assert "Drawing on is worth 32320919/14968800 (2.159)" in output


def test_advice_as_json_has_fractions_as_strings() -> None:
    said = json.loads(run("advise", "forgotten-crime", "--json", "A♠", "A♣", "2♥")[1])
    assert said["seen"] == ["A♠", "A♣", "2♥"]
    assert (said["cards_left"], said["action"], said["tie"]) == (9, "accuse", False)
    assert (said["criminal"], said["accomplice"], said["win_probability"]) == ("♥", "♦", "2/7")
    assert (said["value_of_accusing"], said["value_of_drawing"]) == ("18/7", "10781/4536")
    assert set(said["suspects"]["♠"]) == {"criminal", "accomplice", "innocent"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["advise", "chess"], "'chess' is not one of 'forgotten-crime', 'deadcert'"),
        (["advise", "forgotten-crime", "K♠"], "K♠ is never in the deck"),
        (["advise", "forgotten-crime", "A♠", "A♠"], "A♠ is named twice"),
        (["advise", "forgotten-crime", "xyz"], "unknown"),
        (["advise", "forgotten-crime", *["A♠", "A♣", "2♥", "2♦", "4♠", "4♣", "5♥", "6♦"]], "no crime gives"),
        (["play", "forgotten-crime", "--seed", "-1"], "-1 is not in the range"),
    ],
)
def test_what_makes_no_sense_exits_with_2(arguments: list[str], message: str) -> None:
    status, output = run(*arguments)
    assert status == 2
    assert message in output


def test_a_game_is_played_card_by_card_and_reviewed() -> None:
    status, output = run("play", "forgotten-crime", "--seed", "5", keys="dx asd")
    assert status == 0
    assert output.count("You turn over") == 2
    assert "[d]raw, [a]ccuse, [q]uit: d" in output
    assert "Criminal: [s] ♠, [c] ♣, [h] ♥, [d] ♦: s" in output
    assert "Accomplice: [c] ♣, [h] ♥, [d] ♦: d" in output
    assert "The solution cards: K" in output
    assert "What the optimal player would have done at each card:" in output
    assert output.count("accusing is worth") == 3


def test_the_right_accusation_scores_the_cards_left() -> None:
    output = run("play", "forgotten-crime", "--seed", "5", keys="dash")[1]
    solution = output.split("The solution cards: ")[1].splitlines()[0]
    keys = {"♠": "s", "♣": "c", "♥": "h", "♦": "d"}
    king, jack = solution.rstrip(".").split(" and ")
    output = run("play", "forgotten-crime", "--seed", "5", keys=f"da{keys[king[-1]]}{keys[jack[-1]]}")[1]
    assert "Both right: you score 11 points." in output
    assert (
        "Not right: you lose."
        in run("play", "forgotten-crime", "--seed", "5", keys=f"da{keys[jack[-1]]}{keys[king[-1]]}")[1]
    )


def test_after_the_last_card_only_the_accusation_is_left() -> None:
    output = run("play", "forgotten-crime", "--seed", "5", keys="d" * 13 + "asd")[1]
    assert "0 cards left. [a]ccuse, [q]uit: a" in output
    assert "no card" not in output.lower().split("what the optimal")[0]


def test_hints_show_beliefs_and_advice() -> None:
    output = run("play", "forgotten-crime", "--seed", "5", "--hints", keys="dq")[1]
    assert output.count("Advice: draw a card") == 2
    assert "innocent" in output
    assert output.endswith("You give up.\n")


@pytest.mark.exhaustive
def test_the_end_of_the_input_ends_the_game() -> None:
    command = [sys.executable, "-m", "crimecalc", "play", "forgotten-crime", "--seed", "1"]
    result = subprocess.run(command, input="d", capture_output=True, text=True, check=False, encoding="utf-8")
    assert result.returncode == 0
    assert result.stdout.endswith("You give up.\n")
