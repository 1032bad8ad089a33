from __future__ import annotations

import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from crimecalc.cards import RANKS, Card, Deck, Suit, cards, label_key
from crimecalc.errors import CrimecalcError, InvalidInput


@pytest.mark.parametrize("text", ["7♦", "7D", "7d", " 7♦ ", "7♦\ufe0f", "7♢"])
def test_one_card_is_read_from_every_way_of_writing_it(text: str) -> None:
    assert Card(text) == Card("7", "♦") == Card("7", Suit.DIAMONDS)


@pytest.mark.parametrize("text", ["10♥", "10h", "TH", "th"])
def test_tens_are_written_with_two_digits(text: str) -> None:
    assert str(Card(text)) == repr(Card(text)) == "10♥"


@pytest.mark.parametrize("text", ["", "♦", "7", "1♦", "11♦", "7X", "joker", None, 7, "7♦♦"])
def test_an_unknown_card_is_refused(text: object) -> None:
    with pytest.raises(InvalidInput, match="unknown"):
        Card(text)  # type: ignore[arg-type]


def test_cards_are_values() -> None:
    assert len({Card("AS"), Card("A♠"), Card("a", "s")}) == 1
    assert pickle.loads(pickle.dumps(Card("AS"))) == Card("AS")
    with pytest.raises(AttributeError):
        Card("AS").rank = "K"  # type: ignore[misc]


def test_cards_sort_by_suit_then_rank() -> None:
    assert sorted(cards("2♣ K♠ A♦ 10♠ 9♠")) == list(cards("9♠ 10♠ K♠ 2♣ A♦"))
    assert max(cards("2♣ A♦")) == Card("A♦")
    with pytest.raises(TypeError):
        assert Card("A♦") < "K♦"


def test_a_suit_equals_its_sign() -> None:
    assert Card("7d").suit == "♦"
    assert {"♦": 1}[Card("7d").suit] == 1


def test_the_standard_deck_is_the_52_cards_suit_by_suit() -> None:
    deck = Deck.standard()
    assert len(deck) == len(set(deck)) == 52
    assert deck.cards[:14] == (*(Card(rank, "♠") for rank in RANKS), Card("A♣"))


def test_a_deck_is_equal_by_its_cards_in_order() -> None:
    assert Deck.standard("A 2", "♠♥") == Deck(cards("A♠ 2♠ A♥ 2♥")) == Deck.standard(["A", "2"], ["S", "H"])
    assert Deck("ab") != Deck("ba")
    assert hash(Deck("ab")) == hash(Deck(["a", "b"]))


def test_a_deck_counts_copies() -> None:
    deck = Deck("banana")
    assert deck.labels == ("a", "b", "n")
    assert deck.copies == (3, 1, 2)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [([], "at least one card"), ([["x"]], "hashable"), ([float("nan")], "equal itself"), (3, "iterable")],
)
def test_a_deck_that_cannot_be_is_refused(wrong: object, named: str) -> None:
    with pytest.raises(InvalidInput, match=named):
        Deck(wrong)  # type: ignore[arg-type]


def test_playing_cards_in_one_text_are_not_taken_for_letters() -> None:
    for wrong in ("A♠ K♠", "A♠", "a b"):
        with pytest.raises(
            InvalidInput, match=r"a string is a deck of its single characters.*write Deck\(cards\(…\)\)"
        ):
            Deck(wrong)
    assert repr(Deck(["7♦"])) == "Deck('7♦')"
    assert repr(Deck(cards("7♦, 8♦"))) == "Deck(7♦ 8♦)"


class Bare:
    """A value that is written by where it is stored."""


def test_cards_that_cannot_be_written_down_are_refused() -> None:
    with pytest.raises(InvalidInput, match="written by what it is, not where it is stored"):
        Deck([Bare()])


def test_equal_numbers_of_any_type_have_one_key() -> None:
    assert label_key(1) == label_key(1.0) == label_key(True) == label_key(Decimal(1)) == label_key(1 + 0j)
    assert label_key(np.float64(0.5)) == label_key(Fraction(1, 2)) == label_key(np.float32(0.5))
    assert label_key(np.True_) == label_key(1)
    assert sorted([float("inf"), 10**400, 0.1, Decimal("0.05")], key=label_key) == [
        Decimal("0.05"),
        0.1,
        10**400,
        float("inf"),
    ]


@pytest.mark.parametrize(
    ("make", "wrong"),
    [
        (cards, 5),
        (cards, None),
        (Deck.standard, 5),
        (Deck.standard, [[1]]),
        (Card, [1]),
        (Deck, {"a", "b"}),
        (Card, "Aſ"),
    ],
)
def test_what_is_no_card_gets_one_clear_error(make: Callable[[Any], object], wrong: object) -> None:
    with pytest.raises(InvalidInput, match=r"expected|found"):
        make(wrong)


class Blank:
    """Different values that all look the same."""

    def __repr__(self) -> str:
        return "blank"


def test_different_cards_that_look_alike_are_refused() -> None:
    with pytest.raises(InvalidInput, match="two that are written blank"):
        Deck([Blank(), Blank()])
    one = Blank()
    assert Deck([one, one]).copies == (2,)


def test_a_standard_deck_with_a_card_twice_is_refused() -> None:
    with pytest.raises(InvalidInput, match="A♠ would be in the deck 2 times"):
        Deck.standard("A A")
    with pytest.raises(InvalidInput, match="unknown rank 'B'"):
        Deck.standard("B")
    with pytest.raises(CrimecalcError, match="unknown suit"):
        Deck.standard("A", "x")


def test_labels_of_any_types_have_one_order() -> None:
    mixed = [frozenset("ba"), ("b", 2), ("b", 1), Card("A♠"), "b", "a", 2, Fraction(1, 2), True]
    assert sorted(mixed, key=label_key) == [
        Fraction(1, 2), True, 2, "a", "b", Card("A♠"), ("b", 1), ("b", 2), frozenset("ab"),
    ]  # fmt: skip
