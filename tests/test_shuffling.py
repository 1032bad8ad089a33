"""Imperfect shuffling against hands that mix a pile card by card, against published figures, and against itself."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError
from fractions import Fraction
from itertools import pairwise, product
from math import comb, factorial, prod
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import crimecalc as cc
from crimecalc.analysis.fixing import falls, ways
from crimecalc.analysis.shuffling import (
    Cuts,
    Mixing,
    Overhand,
    Riffle,
    Swaps,
    how_many,
    imperfect,
    riffle_separation,
    riffle_variation,
)
from crimecalc.engine.tabletop import play
from crimecalc.setup.steps import Cut
from strategies import setups

Pile = tuple[int, ...]
Chances = dict[Pile, Fraction]
THIRD = Fraction(1, 3)

MODELS: list[Mixing] = [Riffle(), Overhand(), Overhand(cut=THIRD), Swaps(), Cuts()]


# --- hands --------------------------------------------------------------------------------------


def drop(left: Pile, right: Pile, chance: Fraction) -> Iterator[tuple[Pile, Fraction]]:
    """Two packets dropped into one, each next card from the bottom of either in proportion to its size."""
    size = len(left) + len(right)
    if not size:
        yield (), chance
    if left:
        for above, total in drop(left[:-1], right, chance * Fraction(len(left), size)):
            yield (*above, left[-1]), total
    if right:
        for above, total in drop(left, right[:-1], chance * Fraction(len(right), size)):
            yield (*above, right[-1]), total


def one_riffle(pile: Pile) -> Iterator[tuple[Pile, Fraction]]:
    n = len(pile)
    for top in range(n + 1):
        yield from drop(pile[:top], pile[top:], Fraction(comb(n, top), 2**n))


def one_overhand(cut: Fraction) -> Callable[[Pile], Iterator[tuple[Pile, Fraction]]]:
    """Cards slide off the top one by one; after a break those that follow go on top of all before."""

    def mix(pile: Pile) -> Iterator[tuple[Pile, Fraction]]:
        for breaks in product([True, False], repeat=len(pile) - 1):
            made: list[int] = []
            packet = [pile[0]]
            chance = Fraction(1)
            for card, broken in zip(pile[1:], breaks, strict=True):
                chance *= cut if broken else 1 - cut
                if broken:
                    made, packet = packet + made, []
                packet.append(card)
            yield (*packet, *made), chance

    return mix


def one_swap(pile: Pile) -> Iterator[tuple[Pile, Fraction]]:
    n = len(pile)
    for i, j in product(range(n), repeat=2):
        made = list(pile)
        made[i], made[j] = pile[j], pile[i]
        yield tuple(made), Fraction(1, n * n)


def one_cut(pile: Pile) -> Iterator[tuple[Pile, Fraction]]:
    for top in range(len(pile)):
        yield pile[top:] + pile[:top], Fraction(1, len(pile))


def by_hand(how: Mixing, n: int) -> Chances:
    """How likely each order of a pile is after every way in which hands can mix it, one time after another."""
    mix = one_overhand(how.cut) if isinstance(how, Overhand) else HANDS[type(how)]
    piles: Chances = {tuple(range(n)): Fraction(1)}
    for _ in range(how.times):
        after: Chances = {}
        for pile, before in piles.items():
            for made, chance in mix(pile):
                after[made] = after.get(made, Fraction(0)) + before * chance
        piles = after
    return {pile: chance for pile, chance in piles.items() if chance}


HANDS: dict[type, Callable[[Pile], Iterator[tuple[Pile, Fraction]]]] = {
    Riffle: one_riffle,
    Swaps: one_swap,
    Cuts: one_cut,
}


def uniform(n: int) -> cc.Distribution:
    return cc.distribution(whole_pile(n)).map(lambda outcome: outcome[0])


def whole_pile(n: int) -> cc.Setup:
    return cc.Setup(range(n)).shuffle("deck").observe("deck")


def rising_sequences(pile: Pile) -> int:
    """How often one must go through a pile from the top to pick up the cards 0, 1, 2, ... in their order."""
    wanted, passes = 0, 0
    while wanted < len(pile):
        passes += 1
        for card in pile:
            wanted += card == wanted
    return passes


# --- models -------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", MODELS, ids=str)
@pytest.mark.parametrize("n", range(1, 6))
@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_pile_falls_as_hands_mix_it(how: Mixing, n: int, times: int) -> None:
    model = how.again(times)
    assert dict(model.falls(n)) == by_hand(model, n)


@pytest.mark.parametrize("how", MODELS, ids=str)
def test_six_cards_fall_as_hands_mix_them(how: Mixing) -> None:
    assert dict(how.falls(6)) == by_hand(how, 6)


def test_what_a_pile_falls_into_is_probable_by_its_rising_sequences() -> None:
    for n, times in product(range(1, 7), [1, 2, 5]):
        exact = Riffle(times).falls(n)
        assert sum(exact.values()) == 1
        for pile in uniform(n):
            r = rising_sequences(pile)
            assert exact[pile] == Fraction(comb(2**times + n - r, n), 2 ** (times * n))


def test_a_riffled_pile_has_two_rising_sequences_at_most_and_one_dealt_apart_may_have_more() -> None:
    assert max(map(rising_sequences, Riffle().falls(6))) == 2
    assert (0, 3, 1, 4, 2) in Riffle().falls(5)
    assert (0, 2, 4, 1, 3) not in Riffle().falls(5)
    assert (4, 3, 2, 1, 0) not in Riffle(2).falls(5)
    assert (4, 3, 2, 1, 0) in Riffle(3).falls(5)
    assert Riffle().falls(3)[1, 2, 0] == Riffle().falls(3)[2, 0, 1] == Fraction(1, 8)


def test_neighbours_stay_together_in_an_overhand_shuffle_unless_there_is_a_break() -> None:
    exact = Overhand(cut=Fraction(1, 5)).falls(6)
    for card in range(5):
        together = sum(chance for pile, chance in exact.items() if (card, card + 1) in pairwise(pile))
        assert together == Fraction(4, 5)


def test_an_overhand_shuffle_without_breaks_does_nothing_and_with_all_turns_the_order_round() -> None:
    assert dict(Overhand(cut=Fraction(0)).falls(4)) == {(0, 1, 2, 3): 1}
    assert dict(Overhand(cut=Fraction(1)).falls(4)) == {(3, 2, 1, 0): 1}
    assert dict(Overhand(2, cut=Fraction(1)).falls(4)) == {(0, 1, 2, 3): 1}


@pytest.mark.parametrize(("n", "times"), [(2, 1), (4, 3), (5, 10), (6, 40), (7, 2)])
def test_swaps_leave_as_many_cards_in_place_as_their_eigenvalue_says(n: int, times: int) -> None:
    """Diaconis and Shahshahani 1981: places left alone decay with the eigenvalue 1 − 2/n."""
    exact = Swaps(times).falls(n)
    in_place = exact.expectation(lambda pile: sum(card == place for place, card in enumerate(pile)))
    assert in_place == 1 + (n - 1) * Fraction(n - 2, n) ** times


def test_one_cut_is_as_good_as_many() -> None:
    assert Cuts().falls(52) == Cuts(9).falls(52)
    assert len(Cuts().falls(52)) == 52


def test_models_are_values() -> None:
    assert Riffle(2) == Riffle().again(2) != Riffle(3)
    assert Overhand(2, THIRD).again(5) == Overhand(5, THIRD)
    assert len({Riffle(1), Riffle(), Swaps(1), Cuts(1)}) == 3
    assert all(pickle.loads(pickle.dumps(how)) == how for how in MODELS)
    with pytest.raises(FrozenInstanceError):
        Riffle().times = 2  # type: ignore[misc]


def test_models_say_what_they_are() -> None:
    assert str(Riffle()) == "1 riffle"
    assert str(Swaps(1000)) == "1,000 random swaps"
    assert str(Cuts(2)) == "2 random cuts"
    assert str(Overhand(3, THIRD)) == "3 overhand shuffles, each gap a break with probability 1/3"
    assert repr(Overhand()) == "Overhand(times=1, cut=Fraction(1, 2))"


@pytest.mark.parametrize("times", [0, -1, 1.0, True, "2", None, 1001])
@pytest.mark.parametrize("model", [Riffle, Overhand, Swaps, Cuts])
def test_a_number_of_times_is_whole_and_positive(model: Any, times: Any) -> None:
    with pytest.raises(cc.InvalidInput, match="times: expected a whole number from 1 to 1,000"):
        model(times)


def test_a_break_has_an_exact_probability() -> None:
    assert Overhand(cut=1).cut == 1  # type: ignore[arg-type]
    with pytest.raises(cc.InexactNumber, match="Overhand: cut"):
        Overhand(cut=0.5)  # type: ignore[arg-type]
    for wrong in (Fraction(-1, 2), Fraction(3, 2)):
        with pytest.raises(cc.InvalidInput, match="probability from 0 to 1"):
            Overhand(cut=wrong)


@pytest.mark.parametrize("n", [0, 9, 3.0, True, None])
def test_too_many_cards_to_arrange_are_refused(n: Any) -> None:
    for how in (Riffle(), Overhand(), Swaps()):
        with pytest.raises(cc.InvalidInput, match="falls: expected from 1 to 8 cards"):
            how.falls(n)


# --- closed forms -------------------------------------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.parametrize("n", range(1, 7))
@pytest.mark.parametrize("times", [1, 2, 3, 6])
def test_closed_forms_are_what_going_through_all_orders_gives(n: int, times: int) -> None:
    exact = Riffle(times).falls(n)
    assert riffle_variation(n, times) == exact.total_variation(uniform(n))
    assert riffle_separation(n, times) == max(1 - factorial(n) * exact[pile] for pile in uniform(n))


@pytest.mark.parametrize("n", [3, 4, 5])
def test_closed_forms_are_what_riffling_by_hand_gives(n: int) -> None:
    for times in (1, 2, 3):
        chances = by_hand(Riffle(times), n)
        even = Fraction(1, factorial(n))
        missing = factorial(n) - len(chances)
        assert riffle_variation(n, times) == (sum(abs(p - even) for p in chances.values()) + missing * even) / 2
        least = 0 if missing else min(chances.values())
        assert riffle_separation(n, times) == 1 - factorial(n) * least


def test_seven_riffles_of_52_cards_are_where_bayer_and_diaconis_have_them() -> None:
    """Bayer and Diaconis 1992, table 1."""
    published = ["1.000", "1.000", "1.000", "1.000", ".924", ".614", ".334", ".167", ".085", ".043"]
    found = [round(1000 * riffle_variation(52, times)) for times in range(1, 11)]
    assert found == [round(1000 * Fraction(value)) for value in published]


def test_separation_is_the_chance_that_two_cards_of_a_pile_get_the_same_label() -> None:
    """An inverse riffle labels each card at random with one of 2^times; while two have the same, their order stays."""
    for n, times in product([1, 2, 10, 52, 104], range(1, 16)):
        differ = prod((1 - Fraction(i, 2**times) for i in range(n)), start=Fraction(1))
        assert riffle_separation(n, times) == 1 - differ
    assert [round(1000 * riffle_separation(52, times)) for times in range(5, 13)] == [
        1000, 1000, 1000, 996, 932, 732, 479, 278,
    ]  # fmt: skip


def test_more_riffles_are_never_worse_and_separation_is_the_larger_distance() -> None:
    for n in (2, 8, 32, 52):
        variation = [riffle_variation(n, times) for times in range(1, 20)]
        separation = [riffle_separation(n, times) for times in range(1, 20)]
        assert variation == sorted(variation, reverse=True)
        assert separation == sorted(separation, reverse=True)
        assert all(far <= farther for far, farther in zip(variation, separation, strict=True))


@pytest.mark.parametrize("form", [riffle_variation, riffle_separation])
def test_closed_forms_refuse_what_is_no_number_of_cards_or_riffles(form: Any) -> None:
    for n in (0, 1001, 52.0, True):
        with pytest.raises(cc.InvalidInput, match="n: expected from 1 to 1,000 cards"):
            form(n, 7)
    for times in (0, 1001, 7.0):
        with pytest.raises(cc.InvalidInput, match="times: expected a whole number"):
            form(52, times)


# --- setups -------------------------------------------------------------------------------------


def played(setup: cc.Setup, index: int, how: Mixing) -> cc.Distribution:
    """All worlds played with real cards, one step falling as hands mix and the others in all ways alike."""
    size = len(next(falls(setup, index)))
    each = [
        by_hand(how, size) if at == index else {fall: Fraction(1, ways(setup, at)) for fall in falls(setup, at)}
        for at in setup.random_steps
    ]
    weights: dict[Any, Fraction] = {}
    for world in product(*(chances.items() for chances in each)):
        fallen = iter(world)
        outcome = play(setup, lambda *_, fallen=fallen: next(fallen)[0]).outcome
        weights[outcome] = weights.get(outcome, Fraction(0)) + prod((p for _, p in world), start=Fraction(1))
    return cc.Distribution(weights)


@pytest.mark.exhaustive
@settings(max_examples=40)
@given(setups(max_steps=6), st.sampled_from([*MODELS, Riffle(2), Overhand(2, THIRD)]), st.data())
def test_an_imperfect_step_is_what_is_played_with_real_cards(
    setup: cc.Setup, how: Mixing, data: st.DataObject
) -> None:
    assume(setup.random_steps)
    index = data.draw(st.sampled_from(setup.random_steps))
    size = len(next(falls(setup, index)))
    worlds = prod(ways(setup, at) for at in setup.random_steps if at != index)
    assume(size <= 5 and worlds * factorial(size) <= 2_000)
    assert imperfect(setup, index, how) == played(setup, index, how)


def mixed_setup() -> cc.Setup:
    """A cut, a scramble and a shuffle, cards alike, and a pile seen as a set."""
    setup = cc.Setup("aabcde").cut("deck").split("deck", [2, 2, 2], ["x", "y", "z"]).scramble("x", "y", "z")
    setup = setup.stack("z", "x", into="rest").shuffle("rest").take("rest", [1], into="top")
    return setup.observe("top", "y", unordered=["rest"])


@pytest.mark.exhaustive
@pytest.mark.parametrize("how", MODELS, ids=str)
@pytest.mark.parametrize("index", mixed_setup().random_steps)
def test_every_kind_of_step_can_be_imperfect(how: Mixing, index: int) -> None:
    setup = mixed_setup()
    exact = imperfect(setup, index, how)
    assert exact.names == ("top", "y", "rest")
    if ways(setup, index) <= 6:
        assert exact == played(setup, index, how)


def test_a_cut_carried_out_as_a_cut_is_perfect() -> None:
    setup = cc.Setup("abcdefghij").cut("deck").take("deck", [1, 2], into="hand").observe("hand")
    assert isinstance(setup.steps[0], Cut)
    assert imperfect(setup, 0, Cuts(3)) == cc.distribution(setup)


def test_a_step_that_is_not_seen_may_be_as_bad_as_it_likes() -> None:
    setup = cc.Setup("abcde").shuffle("deck").shuffle("deck").observe("deck")
    assert imperfect(setup, 0, Swaps()) == cc.distribution(setup)
    assert imperfect(setup, 1, Overhand()) == cc.distribution(setup)


def test_a_fully_seen_pile_shows_how_it_fell() -> None:
    for how in MODELS:
        shown = imperfect(whole_pile(5), 0, how.again(2))
        assert shown.map(lambda outcome: outcome[0]) == how.again(2).falls(5)


def test_counts_that_pass_63_bits_stay_exact() -> None:
    setup = cc.Setup("abc").shuffle("deck").observe("deck")
    exact = imperfect(setup, 0, Riffle(200))
    assert exact[(("c", "b", "a"),)] == Fraction(comb(2**200, 3), 2**600)


# --- how many -----------------------------------------------------------------------------------


def small_setup() -> cc.Setup:
    """A scramble of three piles, of which one is seen, and a shuffle of the others, with cards alike."""
    setup = cc.Setup("aabcde").split("deck", [2, 2, 2], ["x", "y", "z"]).scramble("x", "y", "z")
    setup = setup.stack("z", "x", into="rest").shuffle("rest").take("rest", [1], into="top")
    return setup.observe("top", "y", unordered=["rest"])


@pytest.mark.parametrize("how", MODELS, ids=str)
@pytest.mark.parametrize("index", small_setup().random_steps)
def test_how_many_is_the_first_number_of_times_that_is_near_enough(how: Mixing, index: int) -> None:
    setup = small_setup()
    perfect = cc.distribution(setup)
    result = how_many(setup, index, within=Fraction(1, 20), how=how.again(3), most=8)
    expected = []
    for times in range(1, 9):
        expected.append(imperfect(setup, index, how.again(times)).total_variation(perfect))
        if expected[-1] <= Fraction(1, 20):
            break
    assert result.distances == tuple(expected)
    assert result.times == (len(expected) if expected[-1] <= Fraction(1, 20) else None)
    assert result.how == how


@pytest.mark.parametrize("n", [2, 4, 5])
def test_a_formula_gives_the_distances_that_all_arrangements_give(n: int) -> None:
    setup = whole_pile(n)
    result = how_many(setup, 0, within=Fraction(1, 50))
    perfect = cc.distribution(setup)
    gone_through = [imperfect(setup, 0, Riffle(times)).total_variation(perfect) for times in range(1, 12)]
    assert list(result.distances) == gone_through[: len(result.distances)]
    assert result.times == len(result.distances)


@st.composite
def seen_shuffles(draw: st.DrawFn) -> tuple[cc.Setup, int]:
    """A random setup of at most five cards that are shuffled, and perhaps seen as they then lie."""
    setup = draw(setups(max_steps=5))
    table = cc.Setup.of(setup.deck, setup.steps[:-1])
    pile = draw(st.sampled_from(sorted(table.piles)))
    assume(table.piles[pile] <= 5)
    index = len(table.steps)
    table = table.shuffle(pile).turn_over(*draw(st.sampled_from([[pile], sorted(table.piles)])))
    if draw(st.booleans()) and table.piles[pile] > 1:
        table = table.deal(pile, [f"{pile} left", f"{pile} right"])
        pile = f"{pile} left"
    return table.observe(*draw(st.sampled_from([[pile], sorted(table.piles)]))), index


@given(seen_shuffles())
def test_a_formula_is_used_only_where_it_gives_what_all_arrangements_give(case: tuple[cc.Setup, int]) -> None:
    setup, index = case
    perfect = cc.distribution(setup)
    gone_through = [imperfect(setup, index, Riffle(times)).total_variation(perfect) for times in (1, 2)]
    assert list(how_many(setup, index, within=0, most=2).distances) == (
        gone_through if gone_through[0] else gone_through[:1]
    )


def test_a_whole_pack_takes_thirteen_riffles_to_come_within_one_per_cent() -> None:
    setup = cc.Setup(cc.Deck.standard(), name="pack").shuffle("deck").observe("deck")
    result = how_many(setup, 0, how=Riffle())
    assert result.times == 13
    assert result.distances == tuple(riffle_variation(52, times) for times in range(1, 14))
    assert how_many(setup, 0, within=Fraction(1, 2)).times == 7


def test_a_formula_holds_where_the_cards_go_on_to_be_seen_elsewhere() -> None:
    setup = cc.Setup(range(20)).turn_over("deck").shuffle("deck").deal("deck", ["left", "right"])
    setup = setup.observe("right", "left")
    assert how_many(setup, 1, within=Fraction(1, 4)).distances[-1] == riffle_variation(20, 6)


def test_distances_fall_with_every_riffle() -> None:
    result = how_many(small_setup(), 1, within=0, most=12)
    assert result.times is None
    assert all(far > nearer for far, nearer in pairwise(result.distances))


def test_cuts_never_make_a_shuffle() -> None:
    result = how_many(whole_pile(4), 0, how=Cuts(), most=5)
    assert result.times is None
    assert result.distances == (Fraction(20, 24),) * 5
    assert str(result).endswith("not within 1/100 after 5 random cuts")


def test_nothing_further_is_tried_once_it_is_near_enough() -> None:
    assert how_many(whole_pile(4), 0, within=1, most=50).distances == (riffle_variation(4, 1),)


REFUSED: dict[str, tuple[cc.Setup, int, Mixing, str]] = {
    "not all seen": (
        cc.Setup(range(52)).shuffle("deck").take("deck", [1], into="top").observe("top"),
        0,
        Riffle(),
        "not all cards of “deck” are seen in their order",
    ),
    "seen as a set": (
        cc.Setup(range(20)).shuffle("deck").split("deck", [19, 1], ["x", "y"]).observe("y", unordered=["x"]),
        0,
        Riffle(),
        "not all cards of “deck” are seen",
    ),
    "mixed again": (
        cc.Setup(range(20)).shuffle("deck").cut("deck").observe("deck"),
        0,
        Riffle(),
        "another random step matters too",
    ),
    "order unknown": (
        cc.Setup(range(20)).shuffle("deck").shuffle("deck").observe("deck"),
        1,
        Riffle(),
        "another random step matters too",
    ),
    "cards alike": (
        cc.Setup([0, *range(19)]).shuffle("deck").observe("deck"),
        0,
        Riffle(),
        "some cards of “deck” are alike",
    ),
    "no riffle": (cc.Setup(range(20)).shuffle("deck").observe("deck"), 0, Swaps(), "for riffles only"),
    "a cut": (cc.Setup(range(20)).cut("deck").observe("deck"), 0, Riffle(), "for the shuffle of a pile only"),
    "too large": (cc.Setup(range(1001)).shuffle("deck").observe("deck"), 0, Riffle(), "at most 1,000 cards"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_no_formula_fits_is_refused_with_the_reason(case: str) -> None:
    setup, index, how, reason = REFUSED[case]
    with pytest.raises(cc.TooManyStates, match=reason) as refused:
        how_many(setup, index, how=how)
    size = len(next(falls(setup, index)))
    assert (refused.value.step, refused.value.states, refused.value.limit) == (index + 1, factorial(size), 40_320)


def test_imperfect_steps_of_many_cards_are_refused() -> None:
    with pytest.raises(cc.TooManyStates, match=r"step 1 mixes 52 cards, which can come to lie in about 8\.1 × 10\^67"):
        imperfect(whole_pile(52), 0, Riffle())


def test_a_refusal_names_the_step_of_the_setup_itself() -> None:
    setup = cc.Setup("abcdefgh").split("deck", [3, 5], ["x", "y"]).shuffle("x").shuffle("y").observe("x", "y")
    with pytest.raises(cc.TooManyStates, match=r"^step 3: shuffle") as refused:
        imperfect(setup, 1, Swaps(), max_states=20)
    assert refused.value.step == 3


def test_arguments_that_make_no_sense_are_refused() -> None:
    setup = whole_pile(3)

    def enough(setup: Any, step: Any, how: Any) -> object:
        return how_many(setup, step, how=how)

    verbs: list[Callable[[Any, Any, Any], object]] = [imperfect, enough]
    for verb in verbs:
        with pytest.raises(cc.SetupError, match="observes nothing"):
            verb(cc.Setup("abc").shuffle("deck"), 0, Riffle())
        with pytest.raises(cc.InvalidInput, match="expected a Setup"):
            verb("abc", 0, Riffle())
        for index in (1, 2, -1, True, "0"):
            with pytest.raises(cc.SetupError, match="no index of a scramble, shuffle or cut"):
                verb(setup, index, Riffle())
        for how in (Riffle, 7, None):
            with pytest.raises(cc.InvalidInput, match=r"how: expected one of Riffle\(\)"):
                verb(setup, 0, how)
    with pytest.raises(cc.InexactNumber, match="within"):
        how_many(setup, 0, within=0.01)  # type: ignore[arg-type]
    with pytest.raises(cc.InvalidInput, match="within: expected a distance from 0 to 1"):
        how_many(setup, 0, within=2)
    with pytest.raises(cc.InvalidInput, match="most: expected a whole number"):
        how_many(setup, 0, most=0)
    with pytest.raises(cc.InvalidInput, match="max_states"):
        imperfect(setup, 0, Riffle(), max_states=0)


def test_a_result_shows_itself() -> None:
    result = how_many(whole_pile(3), 0, within=Fraction(1, 10))
    assert str(result).splitlines() == [
        "riffles  total variation  exactly",
        "1        33.3%            1/3",
        "2        14.6%            7/48",
        "3        6.8%             13/192",
        "within 1/10 after 3 riffles",
    ]
    assert repr(result) == "<HowMany: within 1/10 after 3 riffles>"
    assert "<td>33.3%</td>" in result._repr_html_()
    assert result.table(1).splitlines()[-2:] == ["… and 2 more of 3 rows", "within 1/10 after 3 riffles"]
    assert result == how_many(whole_pile(3), 0, within=Fraction(1, 10))
    with pytest.raises(cc.InvalidInput, match="limit"):
        result.table(0)


def test_a_result_becomes_a_frame_of_fractions() -> None:
    frame = how_many(whole_pile(3), 0, within=Fraction(1, 10)).to_frame()
    assert list(frame["times"]) == [1, 2, 3]
    assert list(frame["total_variation"]) == [THIRD, Fraction(7, 48), Fraction(13, 192)]
    assert list(frame["within"]) == [False, False, True]
