from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from crimecalc.cli import main

PROVE = ["prove", "forgotten-crime", "--samples", "20000"]


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


@pytest.fixture
def own_setups(tmp_path: Path) -> Path:
    (tmp_path / "parts.py").write_text("LETTERS = 'abcd'\n", encoding="utf-8")
    file = tmp_path / "mine.py"
    file.write_text(
        "import crimecalc as cc\n"
        "from parts import LETTERS\n"
        "shuffled = cc.Setup(LETTERS, name='shuffled').shuffle('deck').observe('deck')\n"
        "cut = cc.Setup(LETTERS, name='cut').cut('deck').observe('deck')\n"
        "blind = cc.Setup(LETTERS, name='blind').cut('deck')\n"
        "big = cc.Setup(range(52), name='big').shuffle('deck').observe('deck')\n"
        "number = 3\n",
        encoding="utf-8",
    )
    return file


def test_the_main_job_proves_forgotten_crime() -> None:
    status, output = run(*PROVE)
    assert status == 0
    assert "186,624 worlds, 23,328 outcomes, each equally likely (1/23,328)" in output
    assert "746,496 worlds, 23,328 outcomes, each equally likely (1/23,328)" in output
    assert "\nEQUIVALENT: " in output
    assert output.count("fits the exact distribution") == 2
    assert len(re.findall(r"p = 0\.\d{4}", output)) == 2
    assert "20,000 random tables of each setup (seed 1)" in output
    assert max(len(line) for line in output.splitlines()) <= 80
    assert "\x1b" not in output


def test_json_says_the_same_as_one_object() -> None:
    status, output = run(*PROVE, "--json", "--seed", "5")
    assert status == 0
    said = json.loads(output)
    assert [setup["worlds"] for setup in said["setups"]] == [186_624, 746_496]
    assert [setup["outcomes"] for setup in said["setups"]] == [23_328, 23_328]
    assert [setup["uniform"] for setup in said["setups"]] == [True, True]
    assert [setup["probability_of_each"] for setup in said["setups"]] == ["1/23328", "1/23328"]
    assert (said["equivalent"], said["total_variation"], said["counterexample"]) == (True, "0", None)
    assert (said["monte_carlo"]["samples"], said["monte_carlo"]["seed"]) == (20_000, 5)
    assert all(0 < check["p_value"] < 1 and check["fits"] for check in said["monte_carlo"]["checks"])


def test_the_same_seed_prints_the_same() -> None:
    assert run(*PROVE, "--seed", "3") == run(*PROVE, "--seed", "3")
    assert run(*PROVE, "--seed", "3") != run(*PROVE, "--seed", "4")


def test_the_cross_check_can_be_left_out() -> None:
    status, output = run("prove", "forgotten-crime", "--samples", "0")
    assert status == 0
    assert "Cross-check" not in output
    assert json.loads(run("prove", "forgotten-crime", "--samples", "0", "--json")[1])["monte_carlo"] is None


def test_two_setups_of_ones_own_that_differ_exit_with_1(own_setups: Path) -> None:
    arguments = "prove", f"{own_setups}:shuffled", f"{own_setups}:cut", "--samples", "2000"
    status, output = run(*arguments)
    assert status == 1
    assert "NOT EQUIVALENT: the total variation distance is 5/6." in output
    assert "Counterexample: deck: a b c d" in output
    assert "has probability 1/24 in shuffled" in output
    assert "has probability 1/4 in cut" in output
    status, output = run(*arguments, "--json")
    assert status == 1
    counterexample = json.loads(output)["counterexample"]
    assert counterexample["outcome"] == [["a", "b", "c", "d"]]
    assert counterexample["probabilities"] == ["1/24", "1/4"]
    assert counterexample["reached_in"] == "cut"
    assert len(counterexample["steps"]) == 1


def test_two_setups_of_ones_own_that_match_exit_with_0(own_setups: Path) -> None:
    assert run("prove", f"{own_setups}:cut", f"{own_setups}:cut", "--samples", "2000")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Usage"),
        (["prove"], "Missing argument"),
        (["prove", "chess"], "unknown game 'chess'; expected one of: forgotten-crime"),
        (["prove", "forgotten-crime", "--samples", "-1"], "-1 is not in the range"),
        (["prove", "forgotten-crime", "--samples", "many"], "'many' is not a valid integer"),
        (["prove", "forgotten-crime", "--seed", "-1"], "-1 is not in the range"),
        (["prove", "forgotten-crime", "--loud"], "No such option"),
        (["prove", "nowhere.py:a", "nowhere.py:b"], "there is no file 'nowhere.py'"),
        (["prove", "FILE:cut"], "expected a second one to compare it with"),
        (["prove", "FILE:cut", "FILE"], "expected a setup as FILE.py:NAME"),
        (["prove", "FILE:cut", "FILE:number"], "the file makes no Setup named 'number'; it makes: big, blind, cut, shuffled"),
        (["prove", "FILE:cut", "FILE:blind"], "'blind' observes nothing"),
        (["prove", "FILE:cut", "FILE:big"], "step 1: shuffle would need"),
        (["prove", "BROKEN:a", "BROKEN:b"], "the file failed in line 1 with ZeroDivisionError"),
        (["prove", "QUITS:a", "QUITS:b"], "the file failed in line 2 with SystemExit"),
        (["dance"], "No such command"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_exits_with_2(arguments: list[str], message: str, own_setups: Path) -> None:
    broken = own_setups.parent / "broken.py"
    broken.write_text("1 / 0\n", encoding="utf-8")
    quits = own_setups.parent / "quits.py"
    quits.write_text("import sys\nsys.exit(0)\n", encoding="utf-8")
    places = {"FILE": str(own_setups), "BROKEN": str(broken), "QUITS": str(quits)}
    status, output = run(*[re.sub("FILE|BROKEN|QUITS", lambda found: places[found[0]], word) for word in arguments])
    assert status == 2
    assert message in output


@pytest.mark.exhaustive
def test_what_a_file_prints_does_not_spoil_the_json(own_setups: Path) -> None:
    chatty = own_setups.parent / "chatty.py"
    chatty.write_text("print('hello')\n" + own_setups.read_text(encoding="utf-8"), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "crimecalc",
        "prove",
        f"{chatty}:cut",
        f"{chatty}:cut",
        "--samples",
        "0",
        "--json",
    ]
    result = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
    assert json.loads(result.stdout)["equivalent"] is True
    assert "hello" in result.stderr


def test_two_files_may_import_different_modules_of_one_name(tmp_path: Path) -> None:
    for folder, letters in (("v1", "abc"), ("v2", "xyz")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "common.py").write_text(f"DECK = {letters!r}\n", encoding="utf-8")
        (tmp_path / folder / "game.py").write_text(
            "from common import DECK\nimport crimecalc as cc\nX = cc.Setup(DECK, name='X').shuffle('deck').observe('deck')\n",
            encoding="utf-8",
        )
    status, output = run("prove", f"{tmp_path}/v1/game.py:X", f"{tmp_path}/v2/game.py:X", "--samples", "0")
    assert status == 1
    assert "the total variation distance is 1" in output
    assert "has probability 0 in X (second)" in output


def test_a_fault_of_the_program_is_no_refutation(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise MemoryError("no more")

    monkeypatch.setattr(sys.modules["crimecalc.cli.prove"], "compare", fails)
    status, output = run("prove", "forgotten-crime")
    assert status == 3
    assert "MemoryError: no more" in output


def test_a_closed_pipe_is_no_refutation() -> None:
    command = [sys.executable, "-m", "crimecalc", "prove", "forgotten-crime", "--samples", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        error = process.stderr.read()
    assert process.returncode == 141
    assert error == ""


@pytest.mark.exhaustive
def test_output_that_cannot_be_written_is_no_refutation() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no device that is always full")
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "crimecalc", "prove", "forgotten-crime", "--samples", "0"]
        assert subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False).returncode == 3


def test_colour_can_be_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["prove", "forgotten-crime", "--samples", "0"]
    assert "\x1b[" in CliRunner().invoke(main, arguments, color=True).output
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in CliRunner().invoke(main, arguments, color=True).output


def test_the_limit_of_states_can_be_set() -> None:
    status, output = run("prove", "forgotten-crime", "--samples", "0", "--max-states", "100")
    assert status == 2
    assert "the limit is 100" in output


def test_help_fits_a_terminal_and_names_the_exit_status() -> None:
    status, output = run("prove", "--help")
    assert status == 0
    assert "1  they are not; a counterexample is printed" in output
    assert max(len(line) for line in output.splitlines()) <= 80


def test_the_module_runs_as_the_command() -> None:
    command = [sys.executable, "-m", "crimecalc", "prove", "forgotten-crime", "--samples", "1000"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
    assert result.returncode == 0, result.stderr
    assert "EQUIVALENT" in result.stdout
    assert result.stderr == ""


@pytest.mark.exhaustive
def test_a_terminal_without_suit_signs_still_shows_something(own_setups: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "crimecalc",
        "prove",
        f"{own_setups}:cut",
        f"{own_setups}:shuffled",
        "--samples",
        "0",
    ]
    environment = {"PYTHONIOENCODING": "ascii"}
    result = subprocess.run(command, capture_output=True, check=False, env=environment)
    assert result.returncode == 1, result.stderr
    assert b"NOT EQUIVALENT" in result.stdout
