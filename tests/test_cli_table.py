from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from crimecalc import tables
from crimecalc.cli import main
from crimecalc.cli.table import FORMATS
from crimecalc.games import GAMES
from crimecalc.tables import TABLES
from made_tables import made

HANDS = "king-of-hearts/hands"
LONG = "in-a-grove/information-sets"


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["table", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def printed(*arguments: str) -> str:
    status, output = run(*arguments)
    assert status == 0, output
    return output


def test_without_a_name_all_tables_are_listed_game_by_game() -> None:
    lines = printed().splitlines()
    assert [line for line in lines if line and not line.startswith(" ")] == list(GAMES.values())
    listed = [line.split(maxsplit=1) for line in lines if line.startswith(" ")]
    assert [name for name, _ in listed] == list(tables.names())
    for name, about in listed:
        game = GAMES[name.partition("/")[0]]  # named above, so it is left out here
        assert about in (TABLES[name].title.replace(f" {word} {game}", "") for word in ("of", "in"))
        assert game not in about
    assert max(map(len, lines)) < 80


def test_a_table_is_shown_as_it_shows_itself() -> None:
    assert printed(HANDS) == f"{made(HANDS)}\n"
    assert "… and 78 more of 90 rows" in printed(LONG, "-p", "players=2").splitlines()


def test_more_or_fewer_rows_can_be_asked_for() -> None:
    few, whole = made(LONG, players=2).described(3), made(LONG, players=2).described(None)
    assert printed(LONG, "-p", "players=2", "--limit", "3") == f"{few}\n\nThe option --all shows all.\n"
    assert printed(LONG, "-p", "players=2", "--all") == f"{whole}\n"
    status, output = run(LONG, "--all", "--limit", "3")
    assert (status, "expected either --limit or --all, found both" in output) == (2, True)
    status, output = run(LONG, "--limit", "0")
    assert (status, "0 is not in the range x>=1" in output) == (2, True)


@pytest.mark.parametrize("form", FORMATS)
def test_a_format_is_the_text_of_the_library(form: str, tmp_path: Path) -> None:
    text = FORMATS[form](made(HANDS))
    assert printed(HANDS, "--format", form) == text
    written = tmp_path / "table.txt"
    assert printed(HANDS, "--format", form, "-o", str(written)) == ""
    assert written.read_bytes() == text.encode("utf-8")
    by_ending = tmp_path / f"table.{form}"
    assert printed(HANDS, "-o", str(by_ending)) == ""
    assert by_ending.read_bytes() == text.encode("utf-8")


def test_every_format_that_a_table_can_be_written_in_can_be_asked_for() -> None:
    made_as = {form.__name__ for form in FORMATS.values()}
    assert made_as == {name for name in dir(tables.Table) if name.startswith("to_")} - {"to_text"}


def test_a_file_without_an_ending_needs_a_format(tmp_path: Path) -> None:
    for name in ("table", "table.docx"):
        status, output = run(HANDS, "-o", str(tmp_path / name))
        assert status == 2
        assert "--output: expected a file ending with .csv, .md, .tex, .html, .json, or --format" in output
        assert not (tmp_path / name).exists()


def test_a_file_that_cannot_be_written_is_an_error_without_a_traceback(tmp_path: Path) -> None:
    status, output = run(HANDS, "-o", str(tmp_path / "nowhere" / "table.csv"))
    assert status != 0
    assert "nowhere" in output
    assert "Traceback" not in output


def test_a_citation_is_that_of_the_table(tmp_path: Path) -> None:
    cited = made(HANDS).cite()
    assert printed(HANDS, "--cite") == f"{cited}\n"
    assert printed(HANDS, "--cite", "-o", str(tmp_path / "hands.bib")) == ""
    assert (tmp_path / "hands.bib").read_text("utf-8") == f"{cited.bibtex}\n"
    assert printed(HANDS, "--cite", "-o", str(tmp_path / "hands.txt")) == ""
    assert (tmp_path / "hands.txt").read_text("utf-8") == f"{cited}\n"
    status, output = run(HANDS, "--cite", "--format", "csv")
    assert (status, "expected --format or --cite, found both" in output) == (2, True)


@pytest.mark.parametrize(
    ("name", "given", "parameters"),
    [
        (HANDS, ["players=5"], {"players": 5}),
        (HANDS, ["players = 5"], {"players": 5}),
        ("deadcert/exposed-suspects", ["split=9,0,0"], {"split": (9, 0, 0)}),
        ("deadcert/exposed-suspects", ["split=9, 0, 0"], {"split": (9, 0, 0)}),
        ("deadcert/identification-turn", ["per-turn=1", "players=2"], {"per_turn": 1, "players": 2}),
        ("in-a-grove/murderer-3-players", ["edition=2021"], {"edition": "2021"}),
        ("king-of-hearts/first-question", ["shows=court"], {"shows": "court"}),
        ("king-of-hearts/first-question", ["shows=1/3", "players=5"], {"shows": Fraction(1, 3), "players": 5}),
        ("deadcert/co-op", ["n=2", "seed=5"], {"n": 2, "seed": 5}),
    ],
)
def test_parameters_are_those_of_the_library(name: str, given: list[str], parameters: dict[str, Any]) -> None:
    arguments = [part for text in given for part in ("-p", text)]
    assert printed(name, "--format", "json", *arguments) == made(name, **parameters).to_json()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["king-of-hearts/hand"], "did you mean king-of-hearts/hands"),
        ([HANDS, "-p", "players"], "--parameter: expected KEY=VALUE, found 'players'"),
        ([HANDS, "-p", "=4"], "--parameter: expected KEY=VALUE, found '=4'"),
        ([HANDS, "-p", "seats=4"], f"{HANDS} has no parameter 'seats'; expected players"),
        ([HANDS, "-p", "players=3"], "players: expected 2, 4, 5 or 10"),
        ([HANDS, "-p", "players=4.0"], "players: expected 2, 4, 5 or 10"),
        ([HANDS, "-p", "players="], "players: expected 2, 4, 5 or 10"),
        ([HANDS, "-p", "players=4", "-p", "players=5"], "--parameter: expected each once, found players twice"),
        (["king-of-hearts/deals", "-p", "players=4"], "king-of-hearts/deals has no parameter 'players'; it has none"),
        (["deadcert/exposed-suspects", "-p", "split=9,0"], "split: expected a Split or its three numbers"),
        (["deadcert/co-op", "-p", "n=0"], "expected a positive whole number of games, found 0"),
        (["in-a-grove/murderer-3-players", "-p", "edition=1999"], "edition: expected '2010' or '2021', found '1999'"),
        ([HANDS, "--format", "docx"], "'docx' is not one of 'csv', 'md', 'tex', 'html', 'json'"),
        (["--format", "csv"], "expected the NAME of a table; without one, all are listed and no option applies"),
        (["-p", "players=4"], "expected the NAME of a table"),
        (["--cite"], "expected the NAME of a table"),
        (["--all"], "expected the NAME of a table"),
        (["--limit", "3"], "expected the NAME of a table"),
        ([HANDS, "--format", "csv", "--limit", "3"], "--limit and --all are for the text: in a format all rows"),
        ([HANDS, "-o", "table.csv", "--all"], "--limit and --all are for the text"),
        ([HANDS, "--cite", "--limit", "3"], "--limit and --all are for the text"),
    ],
)
def test_what_makes_no_sense_ends_with_the_reason_and_status_2(arguments: list[str], message: str) -> None:
    status, output = run(*arguments)
    assert status == 2, output
    assert message in " ".join(output.split())


def test_help_fits_a_terminal() -> None:
    output = printed("--help")
    assert max(len(line) for line in output.splitlines()) <= 80
    assert "--cite" in output
    assert "table" in CliRunner().invoke(main, ["--help"]).output


@pytest.mark.exhaustive
def test_a_closed_pipe_ends_without_a_word() -> None:
    command = [sys.executable, "-m", "crimecalc", "table", "deadcert/splits", "--format", "csv"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        error = process.stderr.read()
    assert process.returncode == 141
    assert error == ""


@pytest.mark.parametrize("encoding", ["latin-1", pytest.param("ascii", marks=pytest.mark.exhaustive)])
def test_what_other_programs_read_is_written_in_utf_8_whatever_the_terminal_shows(encoding: str) -> None:
    command = [sys.executable, "-m", "crimecalc", "table", "king-of-hearts/first-question", "--format", "json"]
    result = subprocess.run(
        command, capture_output=True, check=False, env={**os.environ, "PYTHONIOENCODING": encoding}
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode("utf-8") == made("king-of-hearts/first-question").to_json()
    assert "“" in result.stdout.decode("utf-8")


@pytest.mark.skipif(os.name != "posix", reason="a shell closes the stream")
@pytest.mark.parametrize(
    "command", ["table deadcert/open-play", pytest.param("claims king-of-hearts", marks=pytest.mark.exhaustive)]
)
def test_without_a_standard_output_nothing_looks_like_success(command: str) -> None:
    shell = ["sh", "-c", f"{sys.executable} -m crimecalc {command} >&-"]
    result = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert result.returncode == 3
    assert result.stderr == "Error: there is no standard output to write to\n"


@pytest.mark.exhaustive
def test_the_module_writes_a_table_as_the_library_does() -> None:
    command = [sys.executable, "-m", "crimecalc", "table", HANDS, "--format", "md"]
    result = subprocess.run(command, capture_output=True, check=False)
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.decode("utf-8").replace("\r\n", "\n") == made(HANDS).to_markdown()
