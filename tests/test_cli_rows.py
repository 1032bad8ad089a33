"""Long results on the command line: shortened, with a word on how to see all."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import crimecalc as cc
from crimecalc.cli import main

HINT = "\n\nThe option --all shows all.\n"
CASE = 'players = 4\nseat = 0\nhand = "JC QD KS 3H 7H"\n'


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def commands(tmp_path: Path) -> dict[str, list[str]]:
    """Each command with a result that is too long."""
    case = tmp_path / "case.toml"
    case.write_text(CASE, encoding="utf-8")
    own = tmp_path / "own.py"
    own.write_text(
        "import crimecalc as cc\n"
        'names = [f"p{i}" for i in range(16)]\n'
        'own = cc.Setup("abcd" * 4).shuffle("deck").deal("deck", names)\n'
        "for name in names:\n"
        "    own = own.turn_over(name)\n"
        'own = own.observe("p1", "p2")\n'
        'mixed = cc.Setup("ab")\n'
        "for _ in range(15):\n"
        '    mixed = mixed.cut("deck")\n'
        'mixed = mixed.observe("deck")\n',
        encoding="utf-8",
    )
    seen = [f"Name {number}:motive" for number in range(14)]
    return {
        "slips": [f"{own}:own"],
        "ablation": [f"{own}:mixed"],
        "leakage": [f"{own}:mixed"],
        "case": [str(case)],
        "advise": ["deadcert", *seen],
    }


@pytest.mark.parametrize("command", ["slips", "ablation", "leakage", "case", "advise"])
def test_what_is_shortened_says_how_to_see_all(command: str, commands: dict[str, list[str]]) -> None:
    short, whole = run(command, *commands[command]), run(command, *commands[command], "--all")
    assert "\n… and " in short
    assert short.endswith(HINT)
    assert "… and " not in whole
    assert "--all" not in whole
    assert len(whole) > len(short)


@pytest.mark.parametrize(("command", "option"), [("slips", "--limit"), ("case", "--top"), ("advise", "--limit")])
def test_some_and_all_rows_are_refused_together(command: str, option: str, commands: dict[str, list[str]]) -> None:
    result = CliRunner().invoke(main, [command, *commands[command], option, "3", "--all"])
    assert result.exit_code == 2
    assert f"expected either {option} or --all, found both" in result.stderr


def test_all_rows_are_for_deadcert_only() -> None:
    result = CliRunner().invoke(main, ["advise", "forgotten-crime", "--all"])
    assert result.exit_code == 2
    assert "--all: expected it for deadcert only" in result.stderr


def test_a_sample_shows_all_its_outcomes_if_asked() -> None:
    sample = cc.sample(
        cc.Setup("abcdefghijklmnop").shuffle("deck").take("deck", [1], into="x").observe("x"), 999, seed=1
    )
    assert str(sample).splitlines()[-1] == "… and 4 more of 16 outcomes seen"
    assert len(sample.to_text(None).splitlines()) == 17
    assert str(sample) == sample.to_text()
    with pytest.raises(cc.InvalidInput, match="to_text: limit: expected at least 1, or None for all, found 0"):
        sample.to_text(0)
