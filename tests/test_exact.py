from __future__ import annotations

import pickle
import time
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, factorial, perm

import pytest
from hypothesis import given
from hypothesis import strategies as st

import crimecalc as cc
from crimecalc.engine.tabletop import reference_distribution
from crimecalc.errors import InvalidInput, TooManyStates
from strategies import setups

FULL_DECK = cc.Setup(cc.Deck.standard())


@given(setups(max_steps=10))
def test_the_exact_engine_equals_the_reference_world_by_world(setup: cc.Setup) -> None:
    exact, reference = cc.distribution(setup), reference_distribution(setup)
    assert exact == reference
    assert list(exact) == list(reference)
    for outcome in reference:
        assert exact[outcome] == reference[outcome]
    assert sum(exact.count(outcome) for outcome in exact) == exact.worlds
    assert reference.worlds % exact.worlds == 0


def test_two_cards_of_a_shuffled_deck_are_2652_worlds() -> None:
    exact = cc.distribution(FULL_DECK.shuffle("deck").take("deck", [2, -2], into="hand").observe("hand"))
    assert exact.worlds == len(exact) == 52 * 51
    assert exact.is_uniform()


def test_two_cards_of_a_shuffled_deck_take_milliseconds() -> None:
    setup = FULL_DECK.shuffle("deck").take("deck", [2, -2], into="hand").observe("hand")
    cc.distribution(setup)
    begun = time.perf_counter()
    cc.distribution(setup)
    # Ten times the stated bound, so that a busy machine does not fail the tests.
    assert time.perf_counter() - begun < 0.1


@pytest.mark.exhaustive
def test_a_poker_hand_seen_as_a_set_is_a_combination() -> None:
    exact = cc.distribution(FULL_DECK.shuffle("deck").deal("deck", ["hand"], count=3).observe(unordered=["hand"]))
    assert exact.worlds == len(exact) == comb(52, 3)
    assert next(iter(exact)) == (cc.cards("A♠ 2♠ 3♠"),)


def test_a_shuffled_pile_seen_as_a_whole_set_is_one_world() -> None:
    exact = cc.distribution(FULL_DECK.shuffle("deck").observe(unordered=["deck"]))
    assert (exact.worlds, len(exact)) == (1, 1)


def test_shuffling_twice_costs_no_more_than_once() -> None:
    once = FULL_DECK.shuffle("deck")
    twice = once.cut("deck").shuffle("deck")
    look: Callable[[cc.Setup], cc.Setup] = lambda setup: setup.take("deck", [1, 2], into="two").observe("two")  # noqa: E731
    assert cc.distribution(look(twice), max_states=52 * 51) == cc.distribution(look(once))


def test_cards_of_two_shuffles_that_meet_in_a_third() -> None:
    setup = (
        cc.Setup(cc.Deck.standard("A 2 3 4 5 6 J Q K", "♠♥"))
        .split("deck", [9, 9], ["spades", "hearts"])
        .shuffle("spades")
        .shuffle("hearts")
        .take("spades", [1], into="solution")
        .take("hearts", [1], into="solution")
        .stack("spades", "hearts", into="rest")
        .shuffle("rest")
        .deal("rest", ["you", "me"], count=6)
        .observe("solution", unordered=["you"])
    )
    exact = cc.distribution(setup)
    assert len(exact) == 81 * comb(16, 3)
    assert exact.is_uniform()


def test_alike_cards_are_counted_by_their_copies() -> None:
    deck = ["killer"] * 3 + ["other"] * 51
    exact = cc.distribution(
        cc.Setup(deck).shuffle("deck").take("deck", range(1, 6), into="five").observe(unordered=["five"])
    )
    killers = exact.map(lambda outcome: outcome[0].count("killer"))
    # Hypergeometric: the textbook formula.
    assert killers == cc.Distribution({k: comb(3, k) * comb(51, 5 - k) for k in range(4)})


def test_the_order_of_alike_cards_is_seen_without_spelling_out_their_orders() -> None:
    deck = ["killer"] * 3 + ["other"] * 51
    exact = cc.distribution(cc.Setup(deck).shuffle("deck").observe("deck"))
    assert len(exact) == comb(54, 3)
    assert exact.worlds == factorial(54)
    assert exact.is_uniform()


def test_alike_cards_dealt_to_several_hands_take_no_detour() -> None:
    hands = list("vwxyz")
    setup = cc.Setup("a" * 30 + "b" * 30).shuffle("deck").deal("deck", hands).observe(unordered=hands)
    # Each hand of 12 holds 0 to 12 of the 30 a's: the coefficient of x^30 in (1 + x + ... + x^12)^5.
    counts = [1]
    for _ in hands:
        counts = [sum(counts[max(0, n - 12) : n + 1]) for n in range(len(counts) + 12)]
    exact = cc.distribution(setup, max_states=20_000)
    assert len(exact) == counts[30] == 17_151
    assert exact.worlds == factorial(60) // factorial(12) ** 5


@given(st.lists(st.sampled_from("aab"), min_size=2, max_size=7), st.data())
def test_hands_from_alike_cards_follow_the_multivariate_hypergeometric_law(
    deck: list[str], data: st.DataObject
) -> None:
    first = data.draw(st.integers(1, len(deck) - 1))
    second = data.draw(st.integers(1, len(deck) - first))
    sizes = [first, second, len(deck) - first - second]
    names = ["x", "y", "rest"] if sizes[2] else ["x", "y"]
    setup = cc.Setup(deck).shuffle("deck").split("deck", sizes[: len(names)], names).observe(unordered=["x", "y"])
    seen = [
        (tuple(sorted(order[:first])), tuple(sorted(order[first : first + second]))) for order in permutations(deck)
    ]
    expected = cc.Distribution({outcome: seen.count(outcome) for outcome in set(seen)})
    assert cc.distribution(setup) == expected


@pytest.mark.exhaustive
def test_counts_beyond_64_bits_stay_exact() -> None:
    # 52 cards of which 26 are red: 26 of them in view, in order.
    setup = cc.Setup("r" * 26 + "b" * 26).shuffle("deck").take("deck", range(1, 17), into="seen").observe("seen")
    exact = cc.distribution(setup)
    assert exact.worlds == perm(52, 16) > 2**64
    assert exact[(("r",) * 16,)] == Fraction(perm(26, 16), perm(52, 16))
    assert sum(exact.values()) == 1


def test_counts_beyond_64_bits_stay_exact_over_many_scrambles() -> None:
    setup = cc.Setup("abcdefgh").split("deck", [2, 2, 2, 2], list("wxyz"))
    for _ in range(16):
        setup = setup.scramble("w", "x", "y", "z").cut("w")
    exact = cc.distribution(setup.observe("w"))
    assert exact.worlds == (24 * 2) ** 16 > 2**64
    assert exact == cc.distribution(setup.observe("w", "x")).marginal("w")
    assert sum(exact.values()) == 1


def test_decks_of_more_than_64_different_cards_pack_into_several_words() -> None:
    setup = cc.Setup(range(100)).shuffle("deck").take("deck", [1, 2], into="two").observe(unordered=["two"])
    exact = cc.distribution(setup)
    assert set(exact) == {(pair,) for pair in combinations(range(100), 2)}
    assert list(exact) == sorted(exact)
    assert exact[((3, 99),)] == Fraction(1, 4950)
    ordered = cc.distribution(cc.Setup(range(300)).cut("deck").observe("deck"))
    assert len(ordered) == 300
    assert ordered[((*range(7, 300), *range(7)),)] == Fraction(1, 300)


def test_unseen_piles_cost_nothing() -> None:
    setup = FULL_DECK.split("deck", [1, 51], ["top", "rest"]).shuffle("rest").cut("rest").observe("top")
    assert len(cc.distribution(setup, max_states=1)) == 1


def test_a_scramble_counts_every_order_of_the_piles_also_of_unseen_ones() -> None:
    piles = cc.Setup("abcdef").split("deck", [2, 2, 2], ["x", "y", "z"])
    assert cc.distribution(piles.scramble("x", "y", "z").observe("x")).worlds == 6
    assert cc.distribution(piles.scramble("y", "z").observe("x")).worlds == 2
    assert cc.distribution(piles.cut("z").observe("x")).worlds == 2
    singles = cc.Setup("abc").split("deck", [1, 1, 1], ["x", "y", "z"]).scramble("x", "y", "z")
    assert cc.distribution(singles.observe("x")).worlds == 6
    assert (
        cc.distribution(
            cc.Setup("aab").split("deck", [1, 1, 1], ["x", "y", "z"]).scramble("x", "y", "z").observe("x")
        ).worlds
        == 6
    )


@pytest.mark.parametrize(
    ("setup", "step", "states"),
    [
        (FULL_DECK.cut("deck").shuffle("deck").observe("deck"), 2, factorial(52)),
        (FULL_DECK.shuffle("deck").take("deck", range(1, 6), into="five").observe("five"), 1, perm(52, 5)),
        (cc.Setup("a" * 30 + "b" * 30).shuffle("deck").observe("deck"), 1, comb(60, 30)),
        (cc.Setup(range(24)).split("deck", [2] * 12, [str(i) for i in range(12)]).scramble(*[str(i) for i in range(12)]).observe(*[str(i) for i in range(12)]), 2, factorial(12)),
    ],
)  # fmt: skip
def test_work_that_would_not_fit_is_refused_before_it_grows(setup: cc.Setup, step: int, states: int) -> None:
    begun = time.perf_counter()
    with pytest.raises(TooManyStates, match=rf"step {step}: .*limit is 1,000,000.*Observe fewer cards") as caught:
        cc.distribution(setup, max_states=1_000_000)
    assert time.perf_counter() - begun < 1
    assert caught.value.step == step
    assert caught.value.limit == 1_000_000
    assert caught.value.states == states
    assert pickle.loads(pickle.dumps(caught.value)).states == states


def test_the_limit_is_the_number_of_states_and_no_less() -> None:
    setup = cc.Setup(range(4)).shuffle("deck").observe("deck")
    assert len(cc.distribution(setup, max_states=24)) == 24
    with pytest.raises(TooManyStates):
        cc.distribution(setup, max_states=23)


def test_only_setups_have_a_distribution() -> None:
    for wrong in (0, "many", 1.5, True):
        with pytest.raises(InvalidInput, match="max_states: expected a whole number of at least 1"):
            cc.distribution(cc.Setup("ab").observe("deck"), max_states=wrong)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="expected a Setup, found str"):
        cc.distribution("deck")  # type: ignore[arg-type]


def test_what_mixes_a_shuffled_pile_again_costs_nothing() -> None:
    look: Callable[[cc.Setup], cc.Setup] = lambda setup: setup.take("deck", [1], into="one").observe("one")  # noqa: E731
    shuffled = FULL_DECK.shuffle("deck")
    quarters = ["q1", "q2", "q3", "q4"]
    split = shuffled.split("deck", [13] * 4, quarters)
    for again in (
        shuffled.cut("deck"),
        shuffled.turn_over("deck").cut("deck"),
        split.scramble(*quarters).stack(*quarters, into="deck"),
        split.cut("q1").shuffle("q2").stack(*quarters, into="deck"),
    ):
        assert cc.distribution(look(again), max_states=52) == cc.distribution(look(shuffled))
    piles = [f"p{i}" for i in range(12)]
    dozen = cc.Setup(range(24)).split("deck", [2] * 12, piles).scramble(*piles)
    assert cc.distribution(dozen.scramble(*piles).observe("p3"), max_states=12) == cc.distribution(dozen.observe("p3"))


def test_mixing_more_than_the_shuffled_pile_is_not_left_out() -> None:
    deck = cc.Setup("abcd").split("deck", [2, 2], ["x", "y"]).shuffle("x").stack("x", "y", into="deck").cut("deck")
    assert cc.distribution(deck.observe("deck")) == reference_distribution(deck.observe("deck"))
    assert len(cc.distribution(deck.observe("deck"))) == 8


@pytest.mark.parametrize(
    ("setup", "outcomes"),
    [
        (cc.Setup(range(300)).shuffle("deck").split("deck", [298, 2], ["x", "y"]).observe(unordered=["x"]), comb(300, 2)),
        (cc.Setup(range(1000)).cut("deck").observe("deck"), 1000),
        (cc.Setup([*range(999), 0]).shuffle("deck").take("deck", [1], into="x").observe(unordered=["x"]), 999),
        (cc.Setup(range(3000)).cut("deck").take("deck", [7], into="x").observe("x"), 3000),
    ],
    ids=["all but two", "a large cut", "two alike of many", "one of a larger cut"],
)  # fmt: skip
def test_large_decks_take_seconds_at_most(setup: cc.Setup, outcomes: int) -> None:
    begun = time.perf_counter()
    exact = cc.distribution(setup)
    assert len(exact) == outcomes
    assert exact.is_uniform() or setup.deck.copies[0] == 2
    assert time.perf_counter() - begun < 10


def test_alike_cards_in_many_pools_are_refused_before_they_grow() -> None:
    setup = (
        cc.Setup("ab" * 14).split("deck", [14, 14], ["x", "y"]).shuffle("x").stack("x", "y", into="deck").cut("deck")
    )
    begun = time.perf_counter()
    with pytest.raises(TooManyStates, match="step 4: cut would need"):
        cc.distribution(setup.take("deck", range(1, 9), into="hand").observe(unordered=["hand"]), max_states=20_000)
    many = [str(i) for i in range(60)]
    with pytest.raises(TooManyStates, match=r"step 1: shuffle would need 118,264,581,564,861,424 states"):
        cc.distribution(cc.Setup("ab" * 30).shuffle("deck").deal("deck", many).observe(unordered=many))
    assert time.perf_counter() - begun < 15


def test_states_that_take_too_much_memory_are_refused() -> None:
    setup = (
        cc.Setup(range(2000)).cut("deck").split("deck", [1000, 1000], ["x", "y"]).cut("x").stack("y", "x", into="deck")
    )
    with pytest.raises(TooManyStates, match="bytes each"):
        cc.distribution(setup.cut("deck").take("deck", [1], into="one").observe("one"))


def test_numbers_of_thousands_of_digits_are_told_in_short() -> None:
    with pytest.raises(TooManyStates, match=r"would need about 3\.3 × 10\^5735 states"):
        cc.distribution(cc.Setup(range(2000)).shuffle("deck").observe("deck"))
    piles = [str(i) for i in range(2000)]
    exact = cc.distribution(cc.Setup(range(2000)).split("deck", [1] * 2000, piles).scramble(*piles).observe("7"))
    assert repr(exact) == "<Distribution: 2,000 outcomes, about 3.3 × 10^5735 worlds>"
