"""Policies played on random tables that the sampler sets up from the physical setups."""

from __future__ import annotations

from collections import Counter

import pytest

import crimecalc as cc
from crimecalc.engine.sampling import sample_tables
from crimecalc.games import forgotten_crime
from crimecalc.games.forgotten_crime import AccusingPolicy, simulate

POLICIES = [
    forgotten_crime.optimal_policy(),
    forgotten_crime.accuse_when_certain(),
    forgotten_crime.best_threshold_policy()[1],
    forgotten_crime.accuse_after(7),
]


@pytest.mark.exhaustive
@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
@pytest.mark.parametrize(
    "setup",
    [
        pytest.param(forgotten_crime.simplified_setup(), id="simplified"),
        pytest.param(forgotten_crime.designer_setup(), id="designer", marks=pytest.mark.exhaustive),
    ],
)
def test_the_mean_score_is_within_four_standard_errors(policy: AccusingPolicy, setup: cc.Setup) -> None:
    played = simulate(policy, n=100_000, seed=12, setup=setup)
    assert abs(played.mean_score - float(policy.value)) < 4 * played.standard_error
    assert cc.goodness_of_fit(played.draws, policy.draws()).p_value > 1e-6
    assert cc.goodness_of_fit(played.scores, policy.scores()).p_value > 1e-6
    assert sum(played.scores.values()) == sum(played.draws.values()) == played.n


@pytest.mark.exhaustive
def test_the_vectorised_game_is_the_game_played_by_hand() -> None:
    """Card by card with the posterior, on the very tables of the simulation."""
    setup = forgotten_crime.deck_in_order(forgotten_crime.simplified_setup())
    best = forgotten_crime.optimal_policy()
    labels = setup.deck.labels
    scores: Counter[int | str] = Counter()
    for tables in sample_tables(setup, n=150, seed=8):
        for king, jack, deck in zip(tables["criminal"], tables["accomplice"], tables["deck"], strict=True):
            seen: list[cc.Card] = []
            while (advice := best.advise(seen)).action == "draw":
                seen.append(labels[deck[len(seen)]])
            accused = cc.Card("K", advice.criminal), cc.Card("J", advice.accomplice)
            chance = sum(p == advice.win_probability for p in forgotten_crime.posterior(seen).values())
            right = accused == (labels[king[0]], labels[jack[0]])
            scores["several" if chance > 1 else 12 - len(seen) if right else "loss"] += 1
    played = simulate(best, n=150, seed=8)
    # Where several pairs are equally probable either may be accused; all other games must agree.
    assert (
        sum(abs(played.scores[key] - scores[key]) for key in {*played.scores, *scores} - {"several"})
        == scores["several"]
    )


def test_the_same_seed_plays_the_same_games() -> None:
    best = forgotten_crime.optimal_policy()
    assert simulate(best, 2000, seed=5) == simulate(best, 2000, seed=5)
    assert simulate(best, 2000, seed=5) != simulate(best, 2000, seed=6)


def test_other_setups_are_refused() -> None:
    other = cc.Setup(cc.Deck.standard()).shuffle("deck").observe("deck")
    with pytest.raises(cc.InvalidInput, match="expected a setup that leaves and observes the criminal"):
        simulate(forgotten_crime.optimal_policy(), 10, seed=1, setup=other)


def test_setups_that_make_no_decks_of_the_game_are_refused() -> None:
    policy = forgotten_crime.accuse_after(1)
    loose = (
        cc.Setup(forgotten_crime.simplified_setup().deck)
        .sort("deck")
        .take("K", [1], into="criminal")
        .take("J", [1], into="accomplice")
        .stack("A", "2", "3", "4", "5", "6", "7", "8", "9", into="all")
        .shuffle("all")
        .deal("all", ["deck"], count=12)
        .discard("all", "K", "J")
        .observe("criminal", "accomplice", unordered=["deck"])
    )
    letters = cc.Setup("abcdefghijklmn").split("deck", [1, 1, 12], ["criminal", "accomplice", "deck"])
    letters = letters.observe("criminal", "accomplice", unordered=["deck"])
    for setup, message in ((loose, "no deck of Forgotten Crime"), (letters, "playing cards"), (5, "expected a Setup")):
        with pytest.raises(cc.InvalidInput, match=message):
            simulate(policy, 100, seed=1, setup=setup)  # type: ignore[arg-type]
    with pytest.raises(cc.InvalidInput, match="expected an AccusingPolicy, found Policy"):
        simulate(policy.policy, 100, seed=1)  # type: ignore[arg-type]


def test_one_game_has_no_standard_error() -> None:
    assert simulate(forgotten_crime.accuse_at_once(), 1, seed=1).standard_error == float("inf")


def test_tables_come_one_by_one_and_are_those_that_a_sample_counts() -> None:
    setup = cc.Setup("abcd").shuffle("deck").split("deck", [2, 2], ["x", "y"]).observe("y", "x")
    counted: Counter[object] = Counter()
    for tables in sample_tables(setup, n=70_000, seed=3):
        for x, y in zip(tables["x"], tables["y"], strict=True):
            counted[tuple("abcd"[card] for card in y), tuple("abcd"[card] for card in x)] += 1
    assert counted == cc.sample(setup, n=70_000, seed=3).counts()
    with pytest.raises(cc.SetupError, match=r"found \['x'\] observed unordered"):
        next(sample_tables(cc.Setup("ab").stack("deck", into="x").observe(unordered=["x"]), n=1, seed=1))
