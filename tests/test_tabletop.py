from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given

import crimecalc as cc
from crimecalc.cards import label_key
from crimecalc.engine.tabletop import count_worlds, play, reference_distribution, worlds
from crimecalc.errors import InvalidInput, SetupError, TooManyStates
from crimecalc.seeds import Seed
from strategies import setups

MIXED = cc.Setup("abcd").shuffle("deck").cut("deck").observe("deck")


@pytest.mark.parametrize("seed", [3, 2**80, np.random.SeedSequence(3), np.random.default_rng(3), np.int64(3)])
def test_every_kind_of_seed_is_taken(seed: Seed) -> None:
    assert sorted(cc.tabletop(MIXED, seed=seed).outcome[0], key=label_key) == list("abcd")


def test_the_same_seed_gives_the_same_table() -> None:
    assert cc.tabletop(MIXED, seed=5) == cc.tabletop(MIXED, seed=5)
    assert len({cc.tabletop(MIXED, seed=seed).outcome for seed in range(50)}) > 10


def test_a_strange_seed_is_refused() -> None:
    for wrong in ("x", 1.5, True, -3):
        with pytest.raises(InvalidInput, match="seed: expected an int"):
            cc.tabletop(MIXED, seed=wrong)  # type: ignore[arg-type]


def test_the_trace_tells_every_step() -> None:
    table = cc.tabletop(MIXED, seed=1)
    assert len(table.trace) == 3
    assert str(table).splitlines()[0] == "Setup"
    assert str(table).splitlines()[-1] == "outcome: " + " ".join(str(card) for card in table.outcome[0])


def test_a_table_can_be_played_again_from_its_falls() -> None:
    table = cc.tabletop(MIXED, seed=9)
    falls = iter(table.falls)
    assert play(MIXED, lambda *_: next(falls)) == table


def test_a_setup_without_observation_has_no_outcome() -> None:
    for ask in (cc.tabletop, reference_distribution, cc.distribution, lambda setup: cc.sample(setup, 10)):
        with pytest.raises(SetupError, match=r"'Setup' observes nothing; end it with .observe"):
            ask(cc.Setup("ab").shuffle("deck"))


def test_every_world_is_played_once() -> None:
    setup = cc.Setup("abcdef").split("deck", [2, 2, 2], ["x", "y", "z"]).scramble("x", "y", "z").cut("x").shuffle("y")
    assert count_worlds(setup) == 6 * 2 * 2
    played = Counter(worlds(setup.observe("x", "y", "z")))
    assert sum(played.values()) == 24
    assert set(played.values()) == {1}


def test_too_many_worlds_are_refused_with_the_step() -> None:
    with pytest.raises(TooManyStates, match=r"step 2: shuffle falls in 3,628,800 ways") as caught:
        worlds(cc.Setup(range(10)).cut("deck").shuffle("deck").observe("deck"))
    assert (caught.value.step, caught.value.states, caught.value.limit) == (2, 36_288_000, 2_000_000)


@given(setups())
def test_a_random_table_is_one_of_the_worlds(setup: cc.Setup) -> None:
    assert cc.tabletop(setup, seed=1).outcome in set(worlds(setup))
