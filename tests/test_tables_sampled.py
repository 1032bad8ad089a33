"""Tables of random games: small ones with another seed against those that are kept, and against what is exact."""

from __future__ import annotations

import json
from fractions import Fraction
from math import isfinite, sqrt
from pathlib import Path
from typing import Any

import pytest

from crimecalc import tables
from crimecalc.errors import InvalidInput
from crimecalc.tables import TABLES, Table
from made_tables import exactly, made

GOLDEN = Path(__file__).parent / "golden"
REFERENCE = json.loads((Path(__file__).parent / "reference" / "deadcert.json").read_text(encoding="utf-8"))
SAMPLED = [name for name in tables.names() if TABLES[name].sampled]
ERRORS = 4.5
"""Standard errors that an estimate may be off: beyond, it would be once in 100,000."""


def kept(name: str) -> dict[tuple[str, ...], dict[str, Any]]:
    """The rows that are kept, by their keys."""
    copy = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    found = {}
    for row in copy["rows"]:
        keys = tuple(cell for cell, (_, kind) in zip(row, copy["columns"], strict=True) if kind == "key")
        found[keys] = {title: cell for cell, (title, _) in zip(row, copy["columns"], strict=True)}
    return found


def rows_of(table: Table) -> dict[tuple[str, ...], dict[str, Any]]:
    titles = [column.name for column in table.columns]
    keys = sum(column.kind == "key" for column in table.columns)
    return {tuple(map(str, row[:keys])): dict(zip(titles, row, strict=True)) for row in table.rows}


def of_shares(share: float, n: int, error: float) -> float:
    """The standard error of the difference between a share of few games and one that is kept with its error."""
    return sqrt(share * (1 - share) / n + error**2)


def test_few_solo_games_are_won_as_often_as_those_that_are_kept() -> None:
    n = 1000
    table, before = rows_of(made("deadcert/solo-policies", n=n, seed=7)), kept("deadcert/solo-policies")
    assert table.keys() == before.keys()
    spread = spread_of_turns()
    for policy, row in table.items():
        share, error = float(before[policy]["won"]), float(before[policy]["standard_error"])
        assert abs(row["won"] - share) < ERRORS * of_shares(share, n, error)
        assert row["standard_error"] == pytest.approx(sqrt(row["won"] * (1 - row["won"]) / n), rel=0.01)
        # Whatever is filed, the killer is identified when the third card comes.
        assert abs(
            row["mean_turn"] - float(Fraction(REFERENCE["solo_identification_turn_mean"]))
        ) < ERRORS * spread / sqrt(n)


def spread_of_turns() -> float:
    turns = dict(exactly(made("deadcert/identification-turn")))
    mean = sum(turn * chance for turn, chance in turns.items())
    return sqrt(sum((turn - mean) ** 2 * chance for turn, chance in turns.items()))


def test_what_is_kept_of_solo_games_fits_what_is_exact() -> None:
    exact = Fraction(REFERENCE["solo_win_probability"]["F_same_stack_exact"])
    # Filing in order and filing at random win equally often: the suspects filed are in random order either way.
    known = {policy: row["exactly"] for (policy,), row in kept("deadcert/solo-policies").items()}
    assert {policy: text for policy, text in known.items() if text} == {"F": str(exact), "B2": str(exact)}
    for policy in ("F", "B2"):
        row = kept("deadcert/solo-policies")[policy,]
        assert abs(float(row["won"]) - float(exact)) < ERRORS * float(row["standard_error"])
    found = {
        policy: row["exactly"] for (policy,), row in rows_of(made("deadcert/solo-policies", n=1000, seed=7)).items()
    }
    assert found == {policy: text and Fraction(text) for policy, text in known.items()}


def test_the_policy_that_loses_snoops_is_kept_as_counted_elsewhere() -> None:
    written = REFERENCE["solo_win_probability"]["A_same_stack_monte_carlo"]
    share, error = float(written.split()[0]), float(written.split("se ")[1].split(",")[0])
    row = kept("deadcert/solo-policies")["A",]
    assert abs(float(row["won"]) - share) < ERRORS * sqrt(error**2 + float(row["standard_error"]) ** 2)


def test_few_games_of_the_coop_variant_succeed_as_often_as_those_that_are_kept() -> None:
    n = 500
    table, before = rows_of(made("deadcert/co-op", n=n, seed=7)), kept("deadcert/co-op")
    assert table.keys() == before.keys()
    for way, row in table.items():
        share, error = float(before[way]["success"]), float(before[way]["standard_error"])
        assert abs(row["success"] - share) < ERRORS * of_shares(share, n, error)
        # No game lasts longer than the cards, so turns cannot spread by more than half of them.
        assert abs(row["mean_turns"] - float(before[way]["mean_turns"])) < ERRORS * 27 / sqrt(n)


@pytest.mark.exhaustive
@pytest.mark.parametrize("n", [2, pytest.param(20, marks=pytest.mark.exhaustive)])
def test_few_games_of_the_king_of_hearts_last_as_long_as_those_that_are_kept(n: int) -> None:
    table, before = rows_of(made("king-of-hearts/game-length", n=n, seed=7)), kept("king-of-hearts/game-length")
    assert table.keys() == before.keys()
    for policy, row in table.items():
        one = float(before[policy]["standard_deviation"])
        error = sqrt(one**2 / n + float(before[policy]["standard_error"]) ** 2)
        assert abs(row["questions"] - float(before[policy]["questions"])) < ERRORS * error
        assert row["standard_deviation"] == pytest.approx(row["standard_error"] * sqrt(n))


QUICK = [name for name in SAMPLED if name != "king-of-hearts/game-length"]
"""All but games of good questions, which take a third of a second each."""


@pytest.mark.parametrize("name", [*QUICK, pytest.param("king-of-hearts/game-length", marks=pytest.mark.exhaustive)])
def test_number_and_seed_make_the_table(name: str) -> None:
    one, again, other = (tables.get(name, n=3, seed=seed, progress=False) for seed in (5, 5, 6))
    assert one == again
    assert one.rows != other.rows
    assert one.sampled
    assert "seed 5" in one.caption
    assert "3 random games" in one.caption
    assert one.how == f"crimecalc.tables.get({name!r}, {rest_of(one)})"


def rest_of(table: Table) -> str:
    return ", ".join(f"{key}={value!r}" for key, value in table.parameters)


@pytest.mark.parametrize("name", SAMPLED)
def test_a_single_game_has_no_finite_standard_error(name: str) -> None:
    table = made(name, n=1, seed=3)
    assert all(row["standard_error"] is None for row in rows_of(table).values())
    text = table.to_json()
    assert "Infinity" not in text  # JSON has none
    assert all(row["standard_error"] is None for row in json.loads(text)["rows"])
    assert not any(map(isfinite, table.frame["standard_error"]))


@pytest.mark.parametrize("name", SAMPLED)
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"n": 0}, "expected a positive whole number of games, found 0"),
        ({"n": True}, "expected a positive whole number of games, found True"),
        ({"n": 2.0}, "n: expected a text, a whole number, .* found 2.0"),
        ({"seed": -1}, "seed: expected an int of at least 0"),
        ({"seed": None}, "seed: expected a text, a whole number, .* found None"),
        ({"progress": "no"}, "progress: expected True, False or None, found 'no'"),
    ],
)  # fmt: skip
def test_strange_numbers_of_games_and_seeds_are_refused(name: str, wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        tables.get(name, **{"n": 1, "progress": False} | wrong)
