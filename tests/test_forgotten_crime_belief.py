"""What to believe in Forgotten Crime, against counting over the enumerated setup."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import crimecalc as cc
from crimecalc.games import forgotten_crime
from crimecalc.games.forgotten_crime.belief import ANSWERS, all_crimes
from crimecalc.games.forgotten_crime.symmetry import ORDERS, canonical
from test_forgotten_crime import crimes_of


@cache
def outcomes() -> tuple[tuple[Any, frozenset[Any]], ...]:
    """Culprits and deck of every outcome of the enumerated designer's setup."""
    exact = cc.distribution(forgotten_crime.designer_setup())
    return tuple(((king.suit, jack.suit), frozenset(deck)) for (king,), (jack,), deck in exact)


def fitting(seen: list[cc.Card]) -> list[tuple[Any, frozenset[Any]]]:
    return [(pair, deck) for pair, deck in outcomes() if deck >= set(seen)]


@st.composite
def cards_of_a_deck(draw: st.DrawFn) -> list[cc.Card]:
    _, deck = draw(st.sampled_from(outcomes()))
    return draw(st.lists(st.sampled_from(sorted(deck)), unique=True, max_size=12))


@pytest.mark.exhaustive
@settings(max_examples=15)
@given(cards_of_a_deck())
def test_the_posterior_counts_the_outcomes_that_hold_the_cards(seen: list[cc.Card]) -> None:
    left = fitting(seen)
    counts = Counter(pair for pair, _ in left)
    assert forgotten_crime.posterior(seen) == cc.Distribution(counts)
    if len(left) < 3_000:  # to name all of more takes long
        assert len(forgotten_crime.crimes(seen)) == len(left)


@pytest.mark.exhaustive
@settings(max_examples=15)
@given(cards_of_a_deck().filter(lambda seen: len(seen) < 12))
def test_the_next_card_is_one_of_those_left_in_the_decks_that_fit(seen: list[cc.Card]) -> None:
    left = fitting(seen)
    counts: dict[cc.Card, int] = {}
    for _, deck in left:
        for card in deck - set(seen):
            counts[card] = counts.get(card, 0) + 1
    assert forgotten_crime.next_card(seen) == cc.Distribution(counts)


@pytest.mark.exhaustive
def test_the_crimes_made_from_the_rules_are_those_of_the_setups() -> None:
    assert forgotten_crime.crimes() == crimes_of("simplified")
    decks = {frozenset(ANSWERS[card] for card in deck) for deck in all_crimes().decks.tolist()}
    assert decks == {deck for _, deck in outcomes()}


def test_cards_may_be_written_or_made_and_come_in_any_order() -> None:
    assert forgotten_crime.posterior(["7♦", "AS"]) == forgotten_crime.posterior([cc.Card("A♠"), "7d"])
    assert forgotten_crime.posterior([])[("♠", "♣")] == Fraction(1, 12)


@pytest.mark.parametrize(
    ("seen", "message"),
    [
        (["A♠", "2♠"], "♠ answers question 1 with A♠ and with 2♠; expected one answer"),
        (["K♠"], "K♠ is never in the deck; expected answers, Ace to 9"),
        (["J♠"], "J♠ is never in the deck"),
        (["10♠"], "10♠ is never in the deck"),
        (["A♠", "AS"], "A♠ is named twice"),
        (["1♠"], "unknown rank '1'"),
        (["A"], "unknown card 'A'"),
        ("A♠", "expected a list of cards, found 'A♠'"),
        (5, "expected a list of cards, found 5"),
        ([5], "unknown card 5"),
    ],
)
def test_cards_that_cannot_be_seen_are_refused(seen: Any, message: str) -> None:
    for ask in (
        forgotten_crime.posterior,
        forgotten_crime.crimes,
        forgotten_crime.next_card,
        forgotten_crime.optimal_policy().advise,
    ):
        with pytest.raises(cc.InvalidInput, match=message):
            ask(seen)


def test_cards_that_no_crime_gives_together_are_impossible_evidence() -> None:
    four_lies = ["A♠", "A♣", "2♥", "2♦", "4♠", "4♣", "5♥", "6♦"]
    for ask in (
        forgotten_crime.posterior,
        forgotten_crime.crimes,
        forgotten_crime.next_card,
        forgotten_crime.optimal_policy().advise,
    ):
        with pytest.raises(cc.ImpossibleEvidence, match="no crime gives"):
            ask(four_lies)


def test_no_card_comes_after_the_twelfth() -> None:
    _, deck = outcomes()[0]
    with pytest.raises(cc.InvalidInput, match="all twelve cards"):
        forgotten_crime.next_card(sorted(deck))
    assert len(forgotten_crime.posterior(sorted(deck))) == 1


@given(cards_of_a_deck(), st.permutations(range(4)), st.permutations(range(3)), st.data())
def test_renaming_suspects_questions_and_answers_keeps_the_canonical_form(
    seen: list[cc.Card], suspects: list[int], questions: list[int], data: st.DataObject
) -> None:
    import numpy as np

    table = np.zeros((4, 3, 3), dtype=bool)
    for card in seen:
        table.reshape(36)[ANSWERS.index(card)] = True
    renamed = table[suspects][:, questions]
    for question in range(3):
        renamed[:, question] = renamed[:, question][:, data.draw(st.permutations(range(3)))]
    keys = canonical(np.stack([table.reshape(36), renamed.reshape(36)]))
    assert keys[0] == keys[1]
    assert len(ORDERS) == 24
