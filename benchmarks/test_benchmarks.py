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
import sdd_deals
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
from clue_games import Found, Game, at_once, built, clues_again, counted_plainly, facts, found, is_consistent
from crimecalc.games import forgotten_crime
from crimecalc.inference.deals import Deals
from plain_forgotten_crime import Outcome, count
from rows_deals import KING_OF_HEARTS, SIX, THREE

P = ParamSpec("P")
T = TypeVar("T")

TABLES = 1_000_000
SIMPLIFIED, DESIGNER = forgotten_crime.setups()
SHUFFLE_OF_52 = shuffle_of_52()

proof = pytest.mark.benchmark(group="both setups enumerated and compared")
policy = pytest.mark.benchmark(group="the optimal policy of Forgotten Crime")
deals_by_pysdd = pytest.mark.benchmark(group="deals of Cluedo and all holders, without weights")
king_of_hearts = pytest.mark.benchmark(group="a case in The King of Hearts after ten questions")
both_sizes = pytest.mark.parametrize("game", [THREE, SIX], ids=["3 players", "6 players"])
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


@king_of_hearts
def test_a_case_in_the_king_of_hearts(benchmark: Benchmark) -> None:
    assert is_consistent(KING_OF_HEARTS, benchmark(found, KING_OF_HEARTS))


@king_of_hearts
def test_a_case_in_the_king_of_hearts_in_plain_python(benchmark: Benchmark) -> None:
    counts = benchmark.pedantic(lambda: counted_plainly(KING_OF_HEARTS), rounds=1)
    assert counts.solution == dict(found(KING_OF_HEARTS).solution)
    benchmark.extra_info["deals"] = counts.deals


@both_sizes
def test_a_case_in_cluedo(benchmark: Benchmark, game: Game) -> None:
    assert is_consistent(game, benchmark(found, game))


@both_sizes
def test_the_posterior_in_cluedo(benchmark: Benchmark, game: Game) -> None:
    def counted() -> Found:
        return at_once(game, clues_again(game))

    assert benchmark(counted) == found(game)


@deals_by_pysdd
@both_sizes
def test_deals_of_cluedo(benchmark: Benchmark, game: Game) -> None:
    clues = facts(game)

    def counted() -> Deals:
        deals = Deals(game.categories, [*map(len, game.hands)]).given(*clues)
        deals.marginals()
        return deals

    assert benchmark(counted).weight > 1


@deals_by_pysdd
@both_sizes
def test_deals_of_cluedo_by_pysdd(benchmark: Benchmark, game: Game) -> None:
    pytest.importorskip("pysdd")
    sizes, clues = [*map(len, game.hands)], facts(game)
    counts = benchmark(sdd_deals.count, game.categories, sizes, clues, holders=True)
    assert counts.deals == Deals(game.categories, sizes).given(*clues).weight


@pytest.mark.parametrize(("game", "questions"), [(KING_OF_HEARTS, 120), (SIX, 324)], ids=["King of Hearts", "Cluedo"])
def test_all_questions_ranked(benchmark: Benchmark, game: Game, questions: int) -> None:
    assert len(benchmark.pedantic(lambda: built(game).questions(), rounds=3)) == questions
