"""Each test times what its name says, after pytest-benchmark; see README.md for how to run them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, ParamSpec, Protocol, TypeVar

import pytest

import crimecalc as cc
import permuted_sampler
import plain_stopping_game
from baselines import (
    GAME,
    KNOWN,
    OPTIMUM,
    compile_brute_force,
    counted,
    counted_exactly,
    forget_policy,
    has_compiler,
    run_brute_force,
    same_distribution,
    shuffle_of_52,
)
from crimecalc.games import forgotten_crime
from plain_forgotten_crime import Outcome, count

P = ParamSpec("P")
T = TypeVar("T")

TABLES = 1_000_000
SIMPLIFIED, DESIGNER = forgotten_crime.setups()
SHUFFLE_OF_52 = shuffle_of_52()

proof = pytest.mark.benchmark(group="both setups enumerated and compared")
policy = pytest.mark.benchmark(group="the optimal policy of Forgotten Crime")
sampling = pytest.mark.benchmark(group="1,000,000 tables of the simplified setup")


class Benchmark(Protocol):
    """What is used of pytest-benchmark's fixture, which is not annotated itself."""

    extra_info: dict[str, Any]

    def __call__(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Time a function over many rounds and return what it returned."""
        ...

    def pedantic(self, target: Callable[[], T], /, *, rounds: int) -> T:
        """The same over so many rounds exactly."""
        ...


@proof
def test_both_setups_enumerated_and_compared(benchmark: Benchmark) -> None:
    def enumerated_and_compared() -> cc.Comparison:
        # A new comparison each time: one that exists remembers its verdict.
        comparison = cc.compare(SIMPLIFIED, DESIGNER)
        assert comparison.equivalent
        return comparison

    comparison = benchmark(enumerated_and_compared)
    found = [counted_exactly(exact) for exact in comparison.distributions]
    assert found == [KNOWN["simplified"], KNOWN["designer"]]


@proof
@pytest.mark.exhaustive
def test_both_setups_enumerated_and_compared_in_plain_python(benchmark: Benchmark) -> None:
    def enumerated_and_compared() -> list[Counter[Outcome]]:
        counts = [count("simplified"), count("designer")]
        assert same_distribution(*counts)
        return counts

    counts = benchmark.pedantic(enumerated_and_compared, rounds=1)
    assert [counted(found) for found in counts] == [KNOWN["simplified"], KNOWN["designer"]]


@proof
@pytest.mark.skipif(not has_compiler(), reason="no C compiler named cc on PATH")
def test_both_setups_enumerated_and_compared_by_brute_force_in_c(benchmark: Benchmark, tmp_path: Path) -> None:
    found = benchmark(run_brute_force, compile_brute_force(tmp_path), repeats=1)
    assert found.counted == KNOWN
    assert found.same
    benchmark.extra_info["seconds without starting the program"] = found.seconds


@sampling
def test_a_million_tables_sampled(benchmark: Benchmark) -> None:
    sample = benchmark(cc.sample, SIMPLIFIED, TABLES, seed=1)
    assert sample.n == TABLES
    assert len(sample.counts()) == KNOWN["simplified"].outcomes


@sampling
@pytest.mark.parametrize("layout", permuted_sampler.LAYOUTS)
def test_a_million_tables_sampled_with_permuted(benchmark: Benchmark, layout: str) -> None:
    tables = benchmark(permuted_sampler.sample, TABLES, seed=1, layout=layout)
    assert len(permuted_sampler.outcome_counts(tables)) == KNOWN["simplified"].outcomes


@pytest.mark.benchmark(group="two cards of a shuffle of 52")
def test_second_and_second_last_of_52_shuffled_cards_exactly(benchmark: Benchmark) -> None:
    exact = benchmark(cc.distribution, SHUFFLE_OF_52)
    assert (exact.worlds, len(exact)) == (2_652, 2_652)
    assert exact.is_uniform()


@policy
def test_the_optimal_policy_solved_from_nothing(benchmark: Benchmark) -> None:
    def solved() -> Fraction:
        forget_policy()
        return forgotten_crime.optimal_policy().value

    assert benchmark(solved) == OPTIMUM


@policy
def test_the_optimal_policy_solved_by_plain_backward_induction(benchmark: Benchmark) -> None:
    assert benchmark.pedantic(plain_stopping_game.solve, rounds=3) == (OPTIMUM, 894)


def test_advice_after_five_cards(benchmark: Benchmark) -> None:
    best = forgotten_crime.optimal_policy()
    assert benchmark(best.advise, GAME).action in ("accuse", "draw")


def test_a_million_games_by_the_optimal_policy(benchmark: Benchmark) -> None:
    best = forgotten_crime.optimal_policy()
    games = benchmark.pedantic(lambda: forgotten_crime.simulate(best, TABLES, seed=1), rounds=1)
    assert abs(games.mean_score - float(OPTIMUM)) < 4 * games.standard_error
