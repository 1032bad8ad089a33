"""The baselines are right, otherwise being faster than they are would mean nothing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import crimecalc as cc
import permuted_sampler
from baselines import KNOWN, compile_brute_force, counted, has_compiler, plain_outcome, run_brute_force
from crimecalc.games import forgotten_crime
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
