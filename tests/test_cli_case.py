from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

from click.testing import CliRunner

from crimecalc.cli import main
from crimecalc.games.case_file import read_case

SAMPLE = str(Path(__file__).parent / "reference" / "king_of_hearts_case.toml")


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["case", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_the_sample_case_is_answered_with_grid_solution_and_questions() -> None:
    status, output = run(SAMPLE)
    assert status == 0
    assert "4 players, seat 0, 5 questions so far" in output
    assert "  5. seat 0 asks for K♠, 2♥: nobody shows" in output
    assert "Weighted number of deals left: 132720" in output
    assert "2♥    ·             ·       ·       ·       yes" in output
    assert "K♥     2♥     143/632      22.6%" in output
    assert "K♥     2♥     0.7715  ·            22.6%   22.6%" in output
    assert max(map(len, output.splitlines())) <= 80


def test_fewer_rows_can_be_asked_for() -> None:
    output = run(SAMPLE, "--top", "2")[1]
    assert "… and 7 more of 9 outcomes" in output
    assert "… and 118 more of 120 questions" in output


def test_json_has_everything_with_fractions_as_strings() -> None:
    said = json.loads(run(SAMPLE, "--json")[1])
    case = read_case(SAMPLE)
    assert Fraction(said["deals"]) == case.deals
    assert said["solution"][0] == {"court": "K♥", "heart": "2♥", "probability": "143/632"}
    assert Fraction(said["holders"]["Q♠"]["2"]) == case.holder("QS")[2]
    assert len(said["best_questions"]) == 120
    assert said["best_questions"][0]["solution_known"] == "143/632"


def test_another_seat_asks_without_our_seeing_the_card() -> None:
    output = run(SAMPLE, "--by", "1", "--top", "1")[1]
    assert "The best questions of seat 1:" in output
    (best,) = read_case(SAMPLE).questions(by=1)[:1]  # type: ignore[attr-defined]
    assert f"{best.court}     {best.heart}" in output
    assert f"{best.information_gain:.4f}" in output
    status, output = run(SAMPLE, "--by", "4")
    assert (status, "by: expected a seat from 0 to 3, found 4" in output) == (2, True)


def test_a_spectator_gets_no_questions_unless_a_seat_is_named(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_text('game = "cluedo"\nplayers = 6\n', encoding="utf-8")
    assert "The best questions" not in run(str(file))[1]
    assert json.loads(run(str(file), "--json")[1])["best_questions"] is None
    assert "… and 24 more of 36 questions" in run(str(file), "--by", "2", "--room", "Hall")[1]
    assert "--room: expected it for Cluedo only" in run(SAMPLE, "--room", "Hall")[1]
    assert "--by: expected the seat that asks" in run(str(file), "--room", "Hall")[1]


def test_what_makes_no_sense_ends_with_status_2(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_text("players = 3\n", encoding="utf-8")
    status, output = run(str(file))
    assert status == 2
    assert "Error: players: expected 2, 4, 5 or 10" in output
    assert run(str(tmp_path / "nowhere.toml"))[0] == 2
