from __future__ import annotations

from collections import Counter
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import crimecalc as cc
from crimecalc.engine import sampling
from crimecalc.engine.sampling import CHUNK
from crimecalc.errors import InvalidInput
from crimecalc.seeds import seed_sequence
from strategies import setups

HAND = cc.Setup(cc.Deck.standard()).shuffle("deck").take("deck", [1, 3], into="hand").cut("deck").observe("hand")
MORE_THAN_A_CHUNK = CHUNK + 1000


@given(setups(max_steps=10), st.integers(0, 2**32))
def test_the_sampler_fits_the_exact_distribution(setup: cc.Setup, seed: int) -> None:
    exact = cc.distribution(setup)
    fit = cc.sample(setup, n=3000, seed=seed).goodness_of_fit(exact)
    assert fit.impossible == 0
    # Some hundreds of samples a run: one in a thousand million of these fails by chance.
    assert fit.p_value > 1e-9


def test_large_shuffles_and_scrambles_fit_too() -> None:
    piles = [f"p{i}" for i in range(8)]
    setup = (
        cc.Setup(range(16)).cut("deck").split("deck", [2] * 8, piles).scramble(*piles).stack("p0", "p7", into="end")
    )
    setup = setup.observe("p1", unordered=["end"])
    fit = cc.sample(setup, n=200_000, seed=3).goodness_of_fit(cc.distribution(setup))
    assert fit.degrees_of_freedom == 335
    assert fit.p_value > 1e-6
    assert cc.sample(HAND, 200_000, seed=4).goodness_of_fit(cc.distribution(HAND)).p_value > 1e-6


def test_a_wrong_distribution_does_not_fit() -> None:
    biased = cc.Setup("aab").shuffle("deck").take("deck", [1], into="up").observe("up")
    fair = cc.Setup("ab").shuffle("deck").take("deck", [1], into="up").observe("up")
    assert cc.sample(biased, 5000, seed=1).goodness_of_fit(cc.distribution(fair)).p_value < 1e-9


def test_the_same_seed_gives_the_same_sample() -> None:
    assert cc.sample(HAND, 5000, seed=7) == cc.sample(HAND, 5000, seed=7)
    assert cc.sample(HAND, 5000, seed=7) != cc.sample(HAND, 5000, seed=8)
    assert hash(cc.sample(HAND, 5000, seed=7)) == hash(cc.sample(HAND, 5000, seed=7))


def test_a_seed_sequence_gives_the_same_sample_however_often_it_is_used() -> None:
    sequence = np.random.SeedSequence(7)
    assert cc.sample(HAND, 5000, sequence) == cc.sample(HAND, 5000, sequence) == cc.sample(HAND, 5000, 7)


def test_a_generator_moves_on() -> None:
    generator = np.random.default_rng(7)
    first, second = cc.sample(HAND, 5000, generator), cc.sample(HAND, 5000, generator)
    assert first != second
    assert first == cc.sample(HAND, 5000, np.random.default_rng(7))


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "executor",
    [
        lambda: ThreadPoolExecutor(3),
        lambda: ProcessPoolExecutor(2, mp_context=get_context("spawn")),
    ],
    ids=["threads", "processes"],
)
def test_the_result_does_not_depend_on_the_workers(executor: type[Executor]) -> None:
    alone = cc.sample(HAND, MORE_THAN_A_CHUNK, seed=11)
    with executor() as pool:
        assert cc.sample(HAND, MORE_THAN_A_CHUNK, seed=11, executor=pool) == alone


def test_counts_add_up_to_the_tables() -> None:
    made = cc.sample(HAND, MORE_THAN_A_CHUNK, seed=2)
    counts = made.counts()
    assert sum(counts.values()) == made.n == MORE_THAN_A_CHUNK
    assert set(counts) <= set(cc.distribution(HAND))
    assert isinstance(counts, Counter)
    frame = made.to_frame()
    assert list(frame.columns) == ["count", "frequency"]
    assert frame["count"].sum() == made.n
    assert frame.index.name == "hand"


def test_very_many_tables_are_counted_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    coin = cc.Setup("ht").shuffle("deck").take("deck", [1], into="up").observe("up")
    kept = cc.sample(coin, 5 * CHUNK, seed=1)
    monkeypatch.setattr(sampling, "_PENDING", 2 * CHUNK)
    assert cc.sample(coin, 5 * CHUNK, seed=1) == kept


def test_progress_shows_a_bar(capsys: pytest.CaptureFixture[str]) -> None:
    assert cc.sample(HAND, 1000, seed=1, progress=True) == cc.sample(HAND, 1000, seed=1)
    assert "sample" in capsys.readouterr().err


def test_a_sample_does_not_change() -> None:
    made = cc.sample(HAND, 10, seed=1)
    with pytest.raises(AttributeError, match="does not change"):
        made.n = 5


def test_too_many_tables_and_strange_executors_are_refused() -> None:
    for huge in (10**13, 10**30):
        with pytest.raises(InvalidInput, match="expected at most"):
            cc.sample(HAND, huge)
    with pytest.raises(InvalidInput, match=r"executor: expected a concurrent\.futures\.Executor, found 5"):
        cc.sample(HAND, 10, executor=5)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [0, -1, 1.5, True, "10", None])
def test_the_number_of_tables_must_be_positive(wrong: object) -> None:
    with pytest.raises(InvalidInput, match="n: expected a positive whole number"):
        cc.sample(HAND, wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", ["x", -1, 1.5, True])
def test_a_strange_seed_is_refused(wrong: object) -> None:
    with pytest.raises(InvalidInput, match="seed: expected an int of at least 0"):
        cc.sample(HAND, 10, seed=wrong)  # type: ignore[arg-type]


def test_without_a_seed_samples_differ() -> None:
    assert seed_sequence(None).entropy != seed_sequence(None).entropy
    assert cc.sample(HAND, 1000) != cc.sample(HAND, 1000)


def test_a_sample_shows_itself() -> None:
    made = cc.sample(HAND, 5000, seed=1)
    assert repr(made).startswith("<Sample: 5,000 tables, ")
    assert str(made).splitlines()[0].split() == ["hand", "count", "frequency"]
    assert "outcomes seen" in str(made)
    assert "<table>" in made._repr_html_()
