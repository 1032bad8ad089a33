"""The baselines are right, otherwise being faster than they are would mean nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import crimecalc as cc
import permuted_sampler
import plain_deals
import sdd_deals
from baselines import KNOWN, compile_brute_force, counted, has_compiler, plain_outcome, run_brute_force
from clue_games import (
    Game,
    built,
    cluedo_game,
    counted_plainly,
    facts,
    found,
    is_consistent,
    king_of_hearts_game,
)
from crimecalc.games import forgotten_crime
from crimecalc.inference.deals import Deals
from plain_forgotten_crime import count


def test_plain_python_counts_what_crimecalc_counts() -> None:
    counts = count("simplified")
    assert counted(counts) == KNOWN["simplified"]
    assert cc.Distribution(counts) == cc.distribution(forgotten_crime.simplified_setup()).map(plain_outcome)


@pytest.mark.skipif(not has_compiler(), reason="no C compiler named cc on PATH")
def test_brute_force_counts_the_known_worlds(tmp_path: Path) -> None:
    found = run_brute_force(compile_brute_force(tmp_path), repeats=1)
    assert found.counted == KNOWN
    assert found.same


@pytest.mark.parametrize("layout", permuted_sampler.LAYOUTS)
def test_permuted_sampler_fits_the_exact_distribution(layout: str) -> None:
    exact = cc.distribution(forgotten_crime.simplified_setup()).map(plain_outcome)
    tables = permuted_sampler.sample(300_000, seed=1, layout=layout)
    fit = cc.goodness_of_fit(permuted_sampler.outcome_counts(tables), exact)
    assert fit.impossible == 0
    assert fit.cells == 23_328  # enough tables that no outcome had to be pooled with another
    assert fit.p_value > 1e-3, fit


@pytest.mark.parametrize("layout", permuted_sampler.LAYOUTS)
def test_permuted_sampler_shuffles_the_deck(layout: str) -> None:
    """The outcome does not show the deck's order, so that it is looked at here."""
    tables = permuted_sampler.sample(100_000, seed=1, layout=layout)
    anywhere = cc.Distribution(dict.fromkeys(range(12), 1))
    for looked_for in (np.argmin, np.argmax):
        lies_at = Counter(looked_for(tables.deck, axis=1).tolist())
        assert cc.goodness_of_fit(lies_at, anywhere).p_value > 1e-3


def test_permuted_sampler_fills_a_last_chunk_that_is_not_full() -> None:
    tables = permuted_sampler.sample(1_001, seed=1, chunk=100)
    assert [len(part) for part in tables] == [1_001] * 3
    assert permuted_sampler.outcome_counts(tables).total() == 1_001


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("play", "players", "questions"),
    [
        (king_of_hearts_game, 2, 4),
        (king_of_hearts_game, 4, 16),
        (king_of_hearts_game, 10, 60),
        (cluedo_game, 3, 10),
        (cluedo_game, 4, 18),
        (cluedo_game, 6, 40),
    ],
)
def test_plain_python_deals_what_crimecalc_counts(
    play: Callable[[int, int, int], Game], players: int, questions: int, seed: int
) -> None:
    game = play(players, questions, seed)
    counts, case, result = counted_plainly(game), built(game), found(game)
    assert is_consistent(game, result)
    assert counts.weight == case.deals
    assert counts.solution == dict(result.solution)
    assert counts.holders == {card: dict(holder) for card, holder in result.holders.items()}


def test_plain_python_deals_what_can_be_counted_by_hand() -> None:
    """Seat 1 shows c, and holds one card beside it: a, which it was asked for as well, or d or e."""
    counts = plain_deals.count([["a", "b"], ["c", "d", "e"]], [1, 2], ["b"], [(("a", "c"), 0, 1, "c")])
    assert (counts.deals, counts.weight) == (2, Fraction(2))
    assert counts.solution == {("a", "d"): Fraction(1, 2), ("a", "e"): Fraction(1, 2)}
    assert counts.holders["c"] == {1: 1}
    both = plain_deals.count([["a", "b", "f"], ["c", "d"]], [1, 2], ["b"], [(("a", "c"), 0, 1, "c")])
    assert (both.deals, both.weight) == (2, Fraction(3, 2))  # with a as well, c is shown every other time
    assert both.holders["a"] == {1: Fraction(1, 3), "solution": Fraction(2, 3)}


@pytest.mark.parametrize("players", [3, 4, 6])
@pytest.mark.parametrize("seed", [1, 2])
def test_pysdd_counts_what_crimecalc_counts(players: int, seed: int) -> None:
    pytest.importorskip("pysdd")
    game = cluedo_game(players, 12, seed)
    clues = facts(game)
    deals = Deals(game.categories, [*map(len, game.hands)]).given(*clues)
    counts = sdd_deals.count(game.categories, [*map(len, game.hands)], clues, holders=True)
    assert counts.deals == deals.weight
    expected = {
        card: {place: chance * deals.weight for place, chance in held.items()}
        for card, held in deals.marginals().items()
    }
    assert counts.holders == expected
