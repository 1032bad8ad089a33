"""What to believe in Forgotten Crime once some cards of the deck were turned over.

All 23,328 crimes are equally likely (proven by enumeration over both setups), so a belief is a count of
the crimes that hold the cards seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from crimecalc.cards import Card, Suit
from crimecalc.distribution import Distribution
from crimecalc.errors import ImpossibleEvidence, InvalidInput
from crimecalc.games.forgotten_crime.crimes import QUESTION_OF, QUESTIONS, Crime, crime
from crimecalc.rendering import describe

__all__ = ["ANSWERS", "ANSWER_NUMBER", "PAIRS", "all_crimes", "crimes", "next_card", "posterior", "read_cards"]

ANSWERS = tuple(Card(rank, suit) for suit in Suit for ranks in QUESTIONS for rank in ranks)
"""The 36 cards that answer a question: by suspect, then by question, then by answer."""

PAIRS = tuple(permutations(Suit, 2))
"""The twelve pairs of a criminal and an accomplice."""

ANSWER_NUMBER = {card: number for number, card in enumerate(ANSWERS)}


class CrimeTable(NamedTuple):
    """All crimes as arrays.

    Attributes:
        decks: for each crime the numbers of its twelve cards in :data:`ANSWERS`; shape (crimes, 12).
        pairs: for each crime the number of its culprits in :data:`PAIRS`; shape (crimes,).
    """

    decks: NDArray[np.intp]
    pairs: NDArray[np.intp]


@cache
def all_crimes() -> CrimeTable:
    """Every crime that the rules allow, made from the rules alone.

    Source: the rules of Forgotten Crime, Play.

    >>> all_crimes().decks.shape
    (23328, 12)
    """
    # The culprits, the three true answers, the question on which the criminal is truthful, by how much its
    # two lies are off, the question on which the accomplice lies, and by how much that lie is off.
    shape = (len(PAIRS), 3, 3, 3, 3, 2, 2, 3, 2)
    pair, *truth, honest, off_1, off_2, lied, off = np.indices(shape).reshape(len(shape), -1)
    said = np.repeat(np.stack(truth, axis=1)[:, None, :], 4, axis=1)
    crime_number = np.arange(len(pair))
    suits = {suit: number for number, suit in enumerate(Suit)}
    criminal, accomplice = np.array([[suits[suit] for suit in culprits] for culprits in PAIRS])[pair].T
    said[crime_number, criminal, (honest + 1) % 3] += 1 + off_1
    said[crime_number, criminal, (honest + 2) % 3] += 1 + off_2
    said[crime_number, accomplice, lied] += 1 + off
    first = 9 * np.arange(4)[:, None] + 3 * np.arange(3)
    table = CrimeTable((said % 3 + first).reshape(len(pair), 12), pair.copy())
    for array in table:
        array.flags.writeable = False  # everybody shares it
    return table


def read_cards(seen: Iterable[str | Card]) -> tuple[Card, ...]:
    """Cards turned over from the deck, as cards, in the order given.

    Raises:
        InvalidInput: for an unknown card, one that answers no question, one named twice, or two answers of
            one suspect to one question.

    >>> read_cards(["7♦", Card("AS")])
    (7♦, A♠)
    """
    if isinstance(seen, str) or not isinstance(seen, Iterable):
        raise InvalidInput(f"seen: expected a list of cards, found {seen!r}")
    found: dict[tuple[Suit, int], Card] = {}
    for entry in seen:
        card = entry if isinstance(entry, Card) else Card(entry)
        if card.rank not in QUESTION_OF:
            raise InvalidInput(f"{card} is never in the deck; expected answers, Ace to 9")
        asked = card.suit, QUESTION_OF[card.rank]
        if found.get(asked) == card:
            raise InvalidInput(f"{card} is named twice; expected each card once")
        if asked in found:
            raise InvalidInput(
                f"{card.suit} answers question {asked[1] + 1} with {found[asked]} and with {card}; "
                "expected one answer of each suspect to each question"
            )
        found[asked] = card
    return tuple(found.values())


def posterior(seen: Iterable[str | Card] = ()) -> Distribution:
    """Posterior distribution of (criminal, accomplice) once these cards were turned over, in any order.

    Args:
        seen: cards, as :class:`~crimecalc.cards.Card` or written.

    Raises:
        InvalidInput: see :func:`read_cards`.
        ImpossibleEvidence: if no crime gives these cards together.

    >>> posterior().is_uniform(), len(posterior())
    (True, 12)
    >>> posterior(["A♠", "A♣", "2♥", "2♦", "4♠", "4♣", "5♥", "6♦"])
    Traceback (most recent call last):
    ...
    crimecalc.errors.ImpossibleEvidence: no crime gives A♠ A♣ 2♥ 2♦ 4♠ 4♣ 5♥ 6♦ together
    >>> posterior(["A♠", "2♣", "3♥"]).marginal("criminal")["♠",]
    Fraction(1, 3)
    """
    cards = read_cards(seen)
    counts = np.bincount(all_crimes().pairs[_matching(cards)], minlength=len(PAIRS)).tolist()
    held = {pair: count for pair, count in zip(PAIRS, counts, strict=True) if count}
    return Distribution(held, names=("criminal", "accomplice"))


def crimes(seen: Iterable[str | Card] = ()) -> Distribution:
    """Posterior distribution of the whole crime once these cards were turned over.

    Raises:
        InvalidInput, ImpossibleEvidence: as in :func:`posterior`.

    >>> len(crimes()), len(crimes(["A♠", "2♣", "3♥"]))
    (23328, 216)
    """
    return Distribution(dict.fromkeys(map(_crime, _matching(read_cards(seen)).tolist()), 1))


def next_card(seen: Iterable[str | Card] = ()) -> Distribution:
    """Distribution of the card that is turned over next.

    Raises:
        InvalidInput, ImpossibleEvidence: as in :func:`posterior`; also if all twelve cards were seen.

    >>> next_card()["7♦"]
    Fraction(1, 36)
    """
    cards = read_cards(seen)
    if len(cards) == 12:
        raise InvalidInput("seen: all twelve cards of the deck were turned over; expected at most 11")
    counts = np.bincount(all_crimes().decks[_matching(cards)].ravel(), minlength=len(ANSWERS)).tolist()
    return Distribution({card: n for card, n in zip(ANSWERS, counts, strict=True) if card not in cards})


def _matching(cards: tuple[Card, ...]) -> NDArray[np.intp]:
    """Numbers of the crimes whose deck holds these cards."""
    decks = all_crimes().decks
    held = np.ones(len(decks), dtype=bool)
    for card in cards:
        number = ANSWER_NUMBER[card]
        held &= decks[:, number // 3] == number
    matching = np.flatnonzero(held)
    if not len(matching):
        raise ImpossibleEvidence(f"no crime gives {describe(cards)} together")
    return matching


@cache
def _crime(number: int) -> Crime:
    table = all_crimes()
    criminal, accomplice = PAIRS[table.pairs[number]]
    deck = tuple(ANSWERS[card] for card in table.decks[number].tolist())
    return crime(((Card("K", criminal),), (Card("J", accomplice),), deck))
