from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from crimecalc.cli import main

COMMANDS = ["ablation", "simplify", "leakage", "slips"]


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def printed(*arguments: str) -> str:
    """What a command prints that succeeds; every line fits a terminal."""
    status, output = run(*arguments)
    assert status == 0, output
    assert max(map(len, output.splitlines())) <= 80
    return output


def said(*arguments: str) -> dict[str, Any]:
    status, output = run(*arguments, "--json")
    assert status == 0, output
    answer: dict[str, Any] = json.loads(output)
    return answer


@pytest.fixture
def own(tmp_path: Path) -> str:
    file = tmp_path / "mine.py"
    file.write_text(
        "import crimecalc as cc\n"
        "draw = cc.Setup('abcd', name='draw').shuffle('deck').take('deck', [1], into='hand').observe('hand')\n"
        "boxed = cc.Setup('abcd', name='boxed').shuffle('deck').take('deck', [1], into='hand').discard('deck')\n"
        "boxed = boxed.observe('hand')\n"
        "twice = cc.Setup('abc', name='twice').cut('deck').turn_over('deck').cut('deck').observe('deck')\n"
        "still = cc.Setup('ab', name='still').observe('deck')\n"
        "blind = cc.Setup('ab', name='blind').cut('deck')\n"
        "big = cc.Setup(range(9), name='big').shuffle('deck').observe('deck')\n"
        "LEFT, RIGHT = 'the left-hand pile of the first player', 'the right-hand pile of the second player'\n"
        "wordy = (\n"
        "    cc.Setup('abcdef', name='a name ' * 20).cut('deck').split('deck', [3, 3], into=[LEFT, RIGHT])\n"
        "    .shuffle(LEFT).observe(LEFT, RIGHT)\n"
        ")\n",
        encoding="utf-8",
    )
    return str(file)


def test_ablation_says_which_shuffles_of_forgotten_crime_matter() -> None:
    output = printed("ablation", "forgotten-crime")
    assert output.startswith("Forgotten Crime, simplified setup: 7 random steps, 30 steps\n")
    assert "13            scramble  11/12            1,944     criminal, accomplice, deck" in output
    assert "29            shuffle   0                23,328    –" in output
    assert output == printed("ablation", "forgotten-crime:simplified")


def test_ablation_as_json_has_every_step_and_pile() -> None:
    answer = said("ablation", "forgotten-crime:designer", "--limit", "1")
    assert answer["setup"] == "Forgotten Crime, designer's setup"
    assert [row["step"] for row in answer["rows"]] == [3, 5, 7, 9, 13, 28, 31, 34, 37]
    assert answer["rows"][6] == {
        "step": 31,
        "verb": "shuffle",
        "total_variation": "1/6",
        "outcomes": 23_328,
        "piles": {"criminal": "0", "accomplice": "0", "deck": "1/6"},
        "affected": ["deck"],
    }


@pytest.mark.exhaustive
def test_simplify_fixes_two_shuffles_of_the_designer() -> None:
    output = printed("simplify", "forgotten-crime:designer")
    assert "\n2 simpler setups found, each proved equivalent\n\n1. 7 random steps, 33 steps\n" in output
    assert "   - step 31: “second” stays in place\n" in output
    assert "   - step 2 left out: turn over each of the piles" in output
    assert "Tried 4 arrangements of 1 set of random steps.\n" in output


def test_simplify_as_json_has_the_instructions_and_what_was_searched(own: str) -> None:
    answer = said("simplify", f"{own}:twice")
    assert answer["setup"] == "twice"
    assert (answer["unseen"], answer["impossible"]) == ([], [])
    assert any("Tried 6 arrangements of 2 sets of random steps." in sentence for sentence in answer["searched"])
    assert len(answer["rows"]) == 6
    for row in answer["rows"]:
        assert (row["random_steps"], row["equivalent"], len(row["instructions"])) == (1, True, row["steps"])
        assert row["changes"]


def test_how_many_arrangements_are_tried_can_be_set(own: str) -> None:
    assert "there are more than 1 arrangements" in " ".join(printed("simplify", f"{own}:twice", "--most", "1").split())


@pytest.mark.exhaustive
def test_a_remembered_scramble_gives_the_criminal_away() -> None:
    output = printed("leakage", "forgotten-crime", "--all")
    assert "step 13: scramble  criminal    2.0000  25.0%         100%   always" in output
    assert "step 24: scramble  criminal    0.0000  25.0%         25.0%  never" in output
    row = next(row for row in said("leakage", "forgotten-crime")["rows"] if (row["steps"], row["pile"]) == ([13], "criminal"))  # fmt: skip
    assert row == {
        "secret": "step 13: scramble",
        "steps": [13],
        "pile": "criminal",
        "bits": 2.0,
        "before": "1/4",
        "after": "1",
        "certain": True,
    }


def test_steps_can_be_remembered_together_and_lines_end_between_them(own: str) -> None:
    assert sorted(row["steps"] for row in said("leakage", f"{own}:twice", "--size", "2")["rows"]) == [[1], [1, 3], [3]]
    output = printed("leakage", f"{own}:wordy", "--size", "2")
    assert re.search(r"\nstep 1: cut, +the left-hand [^\n]*\nstep 3: shuffle +", output)


def test_a_step_that_falls_in_too_many_ways_is_named(own: str) -> None:
    assert printed("leakage", f"{own}:big") == (
        "big: 1 random step, 2 steps\n\nnot gone through, as it falls in too many ways: step 1: shuffle\n"
    )
    answer = said("leakage", f"{own}:big")
    assert (answer["rows"], answer["skipped"]) == ([], ["step 1: shuffle"])


def test_a_peek_into_the_box_and_at_a_card(own: str) -> None:
    assert "the box    hand   2.0000  25.0%         100%   always" in printed(
        "leakage", f"{own}:boxed", "--peek", "box"
    )
    output = printed("leakage", f"{own}:draw", "--peek", "deck:-1")
    assert "card 3 of “deck”  hand   0.4150  25.0%         33.3%  never" in output
    (row,) = said("leakage", f"{own}:draw", "--peek", "deck")["rows"]
    assert (row["secret"], row["steps"], row["before"], row["after"]) == ("all of “deck”", [], "1/4", "1")
    assert "Nothing else is observed." in printed("leakage", f"{own}:draw", "--peek", "hand")


@pytest.mark.exhaustive
def test_slips_of_forgotten_crime_are_listed_with_the_harmless_ones() -> None:
    output = printed("slips", "forgotten-crime", "--limit", "2")
    assert "\n111 slips: 51 change the game, 18 harmless, 42 cannot be completed\n" in output
    assert "2     “J” not turned over  1                100%\n" in output
    assert "… and 49 more of 51 slips" in output
    assert "\nHarmless:\nstep  slip\n2     skipped\n2     done twice\n… and 16 more of 18 harmless slips\n" in output


def test_slips_as_json_have_exact_probabilities(own: str) -> None:
    answer = said("slips", f"{own}:draw")
    assert [row["step"] for row in answer["rows"]] == [1, 1, 2, 2, 2]
    skipped, twice, *_, stuck = answer["rows"]
    assert (skipped["what"], skipped["total_variation"], skipped["spoiled"]) == ("skipped", "3/4", "0")
    assert (twice["harmless"], twice["total_variation"], twice["reason"]) == (True, "0", None)
    assert (stuck["completed"], stuck["harmless"], stuck["total_variation"], stuck["spoiled"]) == (
        False,
        False,
        None,
        None,
    )
    assert "in the end [2] cards would be looked at" in stuck["reason"]


def test_one_slip_changes_the_game(own: str) -> None:
    assert "\n5 slips: 1 changes the game, 2 harmless, 2 cannot be completed\n" in printed("slips", f"{own}:draw")


@pytest.mark.parametrize("command", COMMANDS)
def test_long_words_are_wrapped(command: str, own: str) -> None:
    assert printed(command, f"{own}:wordy").startswith("a name a name ")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("ablation", "No random step can be left out."),
        ("simplify", "No simpler setup found"),
        ("leakage", "No random step can be remembered."),
        ("slips", "0 slips: "),
    ],
)
def test_a_setup_in_which_nothing_happens_is_analysed_too(command: str, message: str, own: str) -> None:
    assert message in printed(command, f"{own}:still")
    assert said(command, f"{own}:still")["rows"] == []


def test_all_rows_can_be_shown(own: str) -> None:
    assert "… and 5 more of 6 simpler setups" in printed("simplify", f"{own}:twice", "--limit", "1")
    assert "\n6. 1 random step, " in printed("simplify", f"{own}:twice", "--all")
    assert "… and 6 more of 7 random steps" in printed("ablation", "forgotten-crime", "--limit", "1")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing argument"),
        (["chess"], "unknown game 'chess'; expected forgotten-crime:simplified, forgotten-crime:designer, or a setup"),
        (["chess:simplified"], "unknown game 'chess'"),
        (["forgotten-crime:mine"], "forgotten-crime has no setup 'mine'; expected one of: simplified, designer"),
        (["forgotten-crime:"], "forgotten-crime has no setup ''"),
        (["nowhere.py:draw"], "there is no file 'nowhere.py'"),
        (["FILE"], "expected a setup as FILE.py:NAME"),
        (["FILE:chess"], "the file makes no Setup named 'chess'; it makes: big, blind, boxed, draw, still, twice, wordy"),
        (["FILE:blind"], "observes nothing"),
        (["FILE:draw", "--limit", "0"], "0 is not in the range"),
        (["FILE:draw", "--limit", "3", "--all"], "expected either --limit or --all, found both"),
        (["forgotten-crime", "--max-states", "100"], "the limit is 100"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_exits_with_2(command: str, arguments: list[str], message: str, own: str) -> None:
    status, output = run(
        command, *(word.replace("FILE", own) if word.startswith("FILE") else word for word in arguments)
    )
    assert status == 2
    assert message in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--peek", "sleeve"], "no pile 'sleeve' is there in the end"),
        (["--peek", "sleeve:1"], "no pile 'sleeve' is there in the end"),
        (["--peek", "deck:top"], "--peek: expected a position from 1 or -1 after the colon, found 'top'"),
        (["--peek", "deck:"], "after the colon, found ''"),
        (["--peek", "deck:0"], "expected a position from 1 or -1, found 0"),
        (["--peek", "deck:4"], "“deck” has 3 cards"),
        (["--peek", "box"], "puts nothing into the box"),
        (["--peek", "deck", "--size", "2"], "expected either --size or --peek, found both"),
        (["--size", "0"], "0 is not in the range"),
    ],
)
def test_a_peek_that_makes_no_sense_exits_with_2(arguments: list[str], message: str, own: str) -> None:
    status, output = run("leakage", f"{own}:draw", *arguments)
    assert status == 2
    assert message in output


@pytest.mark.parametrize("command", COMMANDS)
def test_help_fits_a_terminal_and_says_how_a_setup_is_named(command: str) -> None:
    output = " ".join(printed(command, "--help").split())
    assert "SETUP is forgotten-crime, forgotten-crime:designer, or a setup of your own as FILE.py:NAME." in output
