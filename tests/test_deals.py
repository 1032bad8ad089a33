from __future__ import annotations

import pickle
from fractions import Fraction
from math import comb, factorial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import crimecalc as cc
import plain_case
from crimecalc.inference import counting
from crimecalc.inference.asking import answers
from crimecalc.inference.clues import chances
from crimecalc.inference.deals import SOLUTION, Clue, Deals, Has, HasOneOf, Lacks, Showed

CLUE = {
    "who": ["Green", "Plum", "White"],
    "what": ["rope", "dagger", "pipe", "poison"],
}


def holds(deal: dict[Any, Any], clue: Clue) -> Fraction:
    """Probability of a clue in a deal, straight from what it says."""
    held = {card for card in clue.about if deal[card] == clue.seat}
    if isinstance(clue, Has):
        return Fraction(bool(held))
    if isinstance(clue, Lacks):
        return Fraction(not held)
    if isinstance(clue, HasOneOf):
        return Fraction(bool(held))
    if clue.card not in held:
        return Fraction(0)
    weight = dict(zip(clue.asked, clue.preference, strict=True))
    total = sum(weight[card] for card in held)
    return weight[clue.card] / total if total else Fraction(1, len(held))


def brute_force(deals: Deals) -> list[tuple[dict[Any, Any], Fraction]]:
    found = []
    clues = [
        clue for number, clue in enumerate(deals.clues) if isinstance(clue, Showed) or clue not in deals.clues[:number]
    ]
    everything = plain_case.deals(
        list(deals.categories.values()), list(deals.set_aside.values()), list(deals.hands.values())
    )
    seats = dict(enumerate(deals.hands)) | {SOLUTION: SOLUTION}
    for plain in everything:
        deal = {card: seats[holder] for card, holder in plain.items()}
        weight = Fraction(1)
        for clue in clues:
            weight *= holds(deal, clue)
        if weight:
            found.append((deal, weight))
    return found


@st.composite
def tables(draw: st.DrawFn) -> Deals:
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    categories = {
        f"category {number}": [f"{'abc'[number]}{card}" for card in range(size)] for number, size in enumerate(sizes)
    }
    aside = {name: draw(st.integers(0, min(2, len(cards)))) for name, cards in categories.items()}
    left = sum(sizes) - sum(aside.values())
    seats = draw(st.integers(1, 4))
    cuts = sorted(draw(st.lists(st.integers(0, left), min_size=seats - 1, max_size=seats - 1)))
    hands = [high - low for low, high in zip([0, *cuts], [*cuts, left], strict=True)]
    return Deals(categories, dict(zip(["west", "north", "east", "south"], hands, strict=False)), aside)


@st.composite
def clues(draw: st.DrawFn, deals: Deals) -> Clue:
    seats = st.sampled_from(list(deals.hands))
    cards = st.sampled_from(deals.cards)
    several = st.lists(cards, min_size=1, max_size=4, unique=True)
    kind = draw(st.sampled_from(["has", "lacks", "one of", "showed", "showed"]))
    if kind == "has":
        return Has(draw(seats | st.just(SOLUTION)), draw(cards))
    if kind == "lacks":
        return Lacks(draw(seats | st.just(SOLUTION)), draw(cards))
    if kind == "one of":
        return HasOneOf(draw(seats | st.just(SOLUTION)), draw(several))
    asked = draw(several)
    weights: st.SearchStrategy[int | Fraction] = st.sampled_from([0, 1, 2, Fraction(1, 3)])
    preference = draw(st.none() | st.fixed_dictionaries(dict.fromkeys(asked, weights)))
    return Showed(draw(seats), draw(st.sampled_from(asked)), asked, preference)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Deals, list[Clue]]:
    deals = draw(tables())
    return deals, draw(st.lists(clues(deals), max_size=6))


@given(cases())
def test_counting_agrees_with_writing_down_every_deal(case: tuple[Deals, list[Clue]]) -> None:
    deals, said = case
    expected = brute_force(deals.assuming(*said))
    if not expected:
        with pytest.raises(cc.ImpossibleEvidence):
            deals.given(*said)
        return
    known = deals.given(*said)
    assert known.weight == sum(weight for _, weight in expected)
    for card, holder in known.marginals().items():
        for seat in known.holders:
            weight = sum(weight for deal, weight in expected if deal[card] == seat)
            assert holder[seat] == weight / known.weight
    solutions: dict[tuple[Any, ...], Fraction] = {}
    for deal, weight in expected:
        entry = []
        for name, cards in known.categories.items():
            aside = tuple(card for card in cards if deal[card] == SOLUTION)
            entry.append(aside[0] if known.set_aside[name] == 1 else aside)
        solutions[tuple(entry)] = solutions.get(tuple(entry), Fraction(0)) + weight
    assert known.solution() == cc.Distribution(solutions)


@given(cases())
def test_weights_too_large_for_63_bits_are_counted_as_well(case: tuple[Deals, list[Clue]]) -> None:
    deals, said = case
    often = deals.assuming(*said * 60)
    expected = brute_force(often)
    assert often.weight == sum(weight for _, weight in expected)
    if expected:
        card = deals.cards[0]
        assert often.holder(card)["west"] == sum(w for deal, w in expected if deal[card] == "west") / often.weight


def test_without_clues_deals_are_counted_by_multinomials() -> None:
    deals = Deals(CLUE, [2, 2, 1])
    assert deals.weight == 3 * 4 * factorial(5) // (2 * 2)


def test_a_card_shown_twice_weighs_twice() -> None:
    shown = Showed(0, "rope", ["rope", "Plum"])
    once = Deals(CLUE, [2, 2, 1]).given(shown)
    twice = once.given(shown)
    both = Deals(CLUE, [2, 2, 1]).given(Has(0, "rope"), Has(0, "Plum")).weight
    alone = Deals(CLUE, [2, 2, 1]).given(Has(0, "rope"), Lacks(0, "Plum")).weight
    assert (once.weight, twice.weight) == (alone + both / 2, alone + both / 4)


def test_a_preference_of_zero_still_shows_what_is_alone() -> None:
    prefers = {"rope": 0, "Plum": 1}
    known = Deals(CLUE, [2, 2, 1]).given(Showed(0, "rope", ["rope", "Plum"], prefers))
    assert known.holder("Plum")[0] == 0
    assert chances(["rope"], prefers) == {"rope": 1}


def test_more_cards_than_a_hand_holds_are_impossible() -> None:
    deals = Deals(CLUE, [2, 2, 1]).given(Has(0, "rope"), Has(0, "dagger"))
    with pytest.raises(cc.ImpossibleEvidence, match="no deal is left with which this would agree: seat 0 has pipe"):
        deals.given(Has(0, "pipe"))


def test_hands_that_cannot_be_filled_are_impossible() -> None:
    everything = [card for cards in CLUE.values() for card in cards]
    deals = Deals(CLUE, [5, 0])
    with pytest.raises(cc.ImpossibleEvidence):
        deals.given(*(Lacks(0, card) for card in everything[:3]))
    assert deals.given(*(Lacks(0, card) for card in [everything[0], everything[4]])).weight == 1


def test_two_seats_that_must_share_one_card_are_impossible() -> None:
    with pytest.raises(cc.ImpossibleEvidence, match="seat 1 has one of dagger, rope"):
        Deals(CLUE, [2, 2, 1]).given(
            Has(SOLUTION, "rope"), HasOneOf(0, ["rope", "dagger"]), HasOneOf(1, ["rope", "dagger"])
        )


def test_the_solution_can_be_told_about_too() -> None:
    wrong_guess = [Lacks(SOLUTION, "rope")]
    assert Deals(CLUE, [2, 2, 1]).given(*wrong_guess).solution()["Plum", "rope"] == 0
    one = Deals(CLUE, [2, 2, 1]).given(HasOneOf(SOLUTION, ["rope", "Plum"]))
    assert len(one.solution()) == 4 + 3 - 1


def test_what_was_only_assumed_raises_when_something_is_asked() -> None:
    nothing = Deals(CLUE, [2, 2, 1]).assuming(Has(0, "rope"), Has(1, "rope"))
    assert nothing.weight == 0
    for ask in (
        nothing.solution,
        nothing.marginals,
        lambda: nothing.expected(0),
        lambda: answers(nothing, ["rope"], [0]),
    ):
        with pytest.raises(cc.ImpossibleEvidence, match="no deal agrees with all that is known"):
            ask()


def test_many_cards_in_one_clue_do_not_blow_up() -> None:
    cards = [f"card {number}" for number in range(40)]
    deals = Deals({"all": cards}, [13, 13, 13]).given(HasOneOf(0, cards[:20]), HasOneOf(1, cards[20:]))
    every = 40 * comb(39, 13) * comb(26, 13)
    one_misses = comb(20, 13) * 27 * comb(26, 13)
    both_miss = comb(20, 13) ** 2 * 14
    assert deals.weight == every - 2 * one_misses + both_miss
    assert sum(deals.expected(0).values()) == 13


def test_counting_that_would_not_fit_is_refused_before_it_starts() -> None:
    cards = [f"card {number}" for number in range(120)]
    with pytest.raises(cc.TooManyStates, match=r"counting the deals would need [\d,]+ numbers at once"):
        _ = Deals({"all": cards}, [17] * 7, {"all": 1}).weight


def test_too_many_solutions_are_refused_before_they_are_listed() -> None:
    cards = [f"card {number}" for number in range(30)]
    deals = Deals({"all": cards}, [12, 12], {"all": 6})
    assert deals.holder("card 1")[SOLUTION] == Fraction(1, 5)
    with pytest.raises(cc.TooManyStates, match="at least 593,775 solutions to list; the limit is 100,000"):
        deals.solution()


def test_a_card_of_many_may_be_shown() -> None:
    cards = [f"card {number}" for number in range(24)]
    deals = Deals({"all": cards}, [11, 12]).given(Showed(0, "card 0", cards[:20]))
    # Each card of the hand among the 20 is as likely to be shown.
    assert deals.weight == Fraction(sum(comb(20, k) * comb(4, 11 - k) * 13 for k in range(7, 12)), 20)


def test_many_cases_are_counted_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    clue = [HasOneOf(0, ["rope", "Plum"]), HasOneOf(1, ["rope", "White"])]
    expected = Deals(CLUE, [2, 2, 1]).given(*clue).solution()
    monkeypatch.setattr(counting, "_BLOCK", 7)
    assert Deals(CLUE, [2, 2, 1]).given(*clue).solution() == expected


def test_deals_are_equal_by_meaning() -> None:
    one, other = HasOneOf(0, ["rope", "Plum"]), Lacks(1, "pipe")
    deals = Deals(CLUE, [2, 2, 1])
    turned = Deals({name: list(reversed(cards)) for name, cards in CLUE.items()}, {1: 2, 2: 1, 0: 2})
    assert turned == deals
    assert deals != Deals(dict(reversed(CLUE.items())), [2, 2, 1])  # its solutions are written the other way round
    assert deals.given(one, one) == deals.given(one)
    twice, weights = Showed(0, "rope", ["rope", "Plum"]), {"rope": 2, "Plum": 2}
    assert twice == Showed(0, "rope", ["Plum", "rope"], weights)
    assert deals.given(twice, twice) != deals.given(twice)
    assert deals.given(one, other) == turned.given(other).given(one)
    assert hash(deals.given(one, other)) == hash(turned.given(other, one))
    assert deals.given(one) != deals.given(other)
    assert pickle.loads(pickle.dumps(deals.given(one))) == deals.given(one)
    with pytest.raises(AttributeError, match="Deals do not change"):
        deals.hands = {}  # type: ignore[misc]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Deals({}, [1]), "categories: expected a mapping of names to cards"),
        (lambda: Deals({"a": "xyz"}, [2]), "categories: expected a list of cards for 'a', found 'xyz'"),
        (lambda: Deals({"a": ["x", "x"]}, [1]), "x is there 2 times"),
        (lambda: Deals({"a": ["x", "y"]}, [2]), "hands: expected 1 card in all, as 1 of 2 are set aside; found 2"),
        (lambda: Deals({"a": ["x", "y"]}, []), "hands: expected numbers of cards, at least one hand"),
        (lambda: Deals({"a": ["x", "y"]}, {"solution": 1}), "no seat can be called 'solution'"),
        (lambda: Deals({"a": ["x", "y"]}, {None: 1}), "no seat can be called None"),
        (lambda: Deals({1: ["x", "y"]}, [1]), "categories: expected names as text, found 1"),  # type: ignore[dict-item]
        (lambda: Deals({"a": [[], "y"]}, [1]),  # type: ignore[list-item]
 r"a card must be hashable, found \[\] in 'a'"),
        (lambda: HasOneOf(0, [[]]),  # type: ignore[list-item]
 "a card must be hashable"),
        (lambda: Deals(CLUE, [2, 2, 1]).holder([]), r"unknown card \[\]"),  # type: ignore[arg-type]
        (lambda: Showed(0, 0, range(20), {card: card for card in range(20)}), "expected at most 12 cards where some"),
        (lambda: answers(Deals(CLUE, [2, 2, 1]), "rope", [0]), "answers: cards: expected a list, found 'rope'"),
        (lambda: answers(Deals(CLUE, [2, 2, 1]), ["rope"], [7]), "unknown seat 7"),
        (lambda: answers(Deals(CLUE, [2, 2, 1]), ["rope"], [0, 0]), "expected some of the seats"),
        (lambda: answers(Deals(CLUE, [2, 2, 1]), ["rope"], [0], {}), "expected a preference for each of rope"),
        (lambda: Deals({"a": ["x", "y"]}, [-1, 2]), "expected a number of cards, 0 or more, for seat 0, found -1"),
        (lambda: Deals({"a": ["x", "y"]}, [1.0]),  # type: ignore[list-item]
 "for seat 0, found 1.0"),
        (lambda: Deals({"a": ["x", "y"]}, [1], {"b": 1}), "set_aside: expected a number for each of a"),
        (lambda: Deals({"a": ["x", "y"]}, [1], {"a": 3}), "set_aside: expected 0 to 2 cards for 'a', found 3"),
        (lambda: Deals(CLUE, [2, 2, 1]).given("rope"),  # type: ignore[arg-type]
 "expected clues .* found 'rope'"),
        (lambda: Deals(CLUE, [2, 2, 1]).given(Has(7, "rope")), "unknown seat 7; expected one of 0, 1, 2, 'solution'"),
        (lambda: Deals(CLUE, [2, 2, 1]).given(Has(0, "gun")), "unknown card 'gun'; expected one of Green"),
        (lambda: Deals(CLUE, [2, 2, 1]).holder("gun"), "unknown card 'gun'"),
        (lambda: Deals(CLUE, [2, 2, 1]).given(Showed(SOLUTION, "rope", ["rope"])), "the solution shows nothing"),
        (lambda: HasOneOf(0, []), "expected at least one card, each named once, found none"),
        (lambda: HasOneOf(0, "rope"), "expected a list of cards, found 'rope'"),
        (lambda: Showed(0, "rope", ["Plum"]), "expected one of the cards asked for, Plum, found rope"),
        (lambda: Showed(0, "rope", ["rope"], {"rope": -1}), "a preference cannot be negative"),
        (lambda: Showed(0, "rope", ["rope"], {"Plum": 1}), "expected a preference for each of rope"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_with_the_reason(make: Any, message: str) -> None:
    with pytest.raises(cc.InvalidInput, match=message):
        make()


def test_a_preference_must_be_exact() -> None:
    with pytest.raises(cc.InexactNumber, match="preference for rope"):
        Showed(0, "rope", ["rope", "Plum"], {"rope": 0.5, "Plum": 1})  # type: ignore[dict-item]
