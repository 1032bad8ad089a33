"""In a Grove: its cards, who is the murderer, and how the cards are dealt."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, islice
from typing import Any, Literal

from crimecalc.cards import Deck
from crimecalc.checks import check_choice, found
from crimecalc.distribution import Distribution
from crimecalc.errors import InvalidInput
from crimecalc.rational import is_whole
from crimecalc.rendering import describe
from crimecalc.setup import Setup

__all__ = [
    "BLANK",
    "EDITIONS",
    "POSITIONS",
    "Edition",
    "deck",
    "murderer",
    "murderer_distribution",
    "numbers",
    "position_of_murderer",
    "read_card",
    "seats",
    "setup",
]

BLANK = "blank"
"""The white card, which is no number and never the murderer."""

POSITIONS = (0, 1, 2)
"""The three places of suspects on the table."""

Edition = Literal["2010", "2021"]

_NUMBERS = ("2", "3", "4", "5", "6", "7", "8")
_TURNING = "5"
_DECKS: dict[Edition, dict[int, tuple[str, ...]]] = {
    "2010": {
        2: (BLANK, "3", "4", "5", "6", "7"),
        3: (BLANK, "3", "4", "5", "6", "7", "8"),
        4: (BLANK, *_NUMBERS),
    },
    "2021": {
        2: _NUMBERS,
        3: _NUMBERS,
        4: (BLANK, *_NUMBERS),
        5: (BLANK, BLANK, *_NUMBERS),
    },
}


EDITIONS = {edition: tuple(decks) for edition, decks in _DECKS.items()}
"""How many can play each edition."""


def deck(players: int, edition: Edition = "2010") -> tuple[str, ...]:
    """The cards that so many play with.

    Args:
        players: 2 to 4; in the edition of 2021 also 5.
        edition: ``"2010"``, whose discoverer may swap, or ``"2021"``.

    Raises:
        InvalidInput: if so many cannot play, or there is no such edition.

    Source: the rules of In a Grove: without the 2 for three players, without 2 and 8 for two. The edition of 2021 has
    the numbers 2 to 8 and no blank for two or three players, one for four, two for five.

    >>> deck(2)
    ('blank', '3', '4', '5', '6', '7')
    """
    check_choice("edition", edition, _DECKS)
    decks = _DECKS[edition]
    if not is_whole(players, 0) or players not in decks:
        raise InvalidInput(
            f"players: expected {min(decks)} to {max(decks)} in the edition of {edition}, found {found(players)}"
        )
    return decks[players]


def read_card(card: Any) -> str:
    """A card as it is written: ``"blank"`` or a number from ``"2"`` to ``"8"``, which may be an int.

    Spaces around it and capital letters make no difference.

    Raises:
        InvalidInput: if there is no such card.

    >>> read_card(7), read_card(" Blank")
    ('7', 'blank')
    """
    written = str(card) if is_whole(card, 2, 8) else card.strip().lower() if isinstance(card, str) else ""
    if written not in (BLANK, *_NUMBERS):
        raise InvalidInput(f"unknown card {found(card)}; expected 'blank' or a number from '2' to '8'")
    return written


def numbers(players: int) -> dict[str, int]:
    """The place of each card in the deck of 2010, from 0."""
    return {card: place for place, card in enumerate(deck(players))}


def position_of_murderer(suspects: tuple[str, ...]) -> int:
    """The place, from 0, of the murderer among cards that are known to be right."""
    numbers = [place for place, card in enumerate(suspects) if card != BLANK]
    choose = min if _TURNING in suspects else max
    return choose(numbers, key=suspects.__getitem__)  # one digit each, so text sorts as numbers do


def murderer(suspects: Iterable[Any]) -> str:
    """The murderer among the three suspects: the largest number, or the smallest if the 5 is there.

    Args:
        suspects: three cards in any order.

    Raises:
        InvalidInput: if these are not three cards that can lie together.

    Source: the rules of In a Grove.

    >>> murderer(["4", "8", "blank"]), murderer(["4", "8", "5"]), murderer(["8", "5", "blank"])
    ('8', '4', '5')
    """
    if isinstance(suspects, (str, bytes)) or not isinstance(suspects, Iterable):
        raise InvalidInput(f"murderer: expected three cards, found {found(suspects)}")
    cards = tuple(read_card(card) for card in islice(suspects, len(POSITIONS) + 1))
    numbers = [card for card in cards if card != BLANK]
    if len(cards) != len(POSITIONS) or not numbers or len(set(numbers)) < len(numbers):
        raise InvalidInput(
            f"murderer: expected three cards, different numbers and at most two blanks, found {describe(cards)!r}"
        )
    return cards[position_of_murderer(cards)]


def murderer_distribution(players: int, edition: Edition = "2010") -> Distribution:
    """Distribution of the murderer's number, as text such as ``"8"``, without a swap.

    Raises:
        InvalidInput: as in :func:`deck`.

    Source: the rules of In a Grove; all choices of three suspects are counted.

    >>> print(murderer_distribution(2))
    outcome  probability
    3        1/5
    4        1/5
    5        3/20
    6        3/20
    7        3/10
    """
    counts: dict[str, int] = {}
    for suspects in combinations(deck(players, edition), len(POSITIONS)):
        number = suspects[position_of_murderer(suspects)]
        counts[number] = counts.get(number, 0) + 1
    return Distribution(counts)


def seats(players: int) -> tuple[str, ...]:
    """The piles that are dealt to players: the discoverer, then in turn.

    >>> seats(3)
    ('player 0', 'player 1', 'player 2')
    """
    return tuple(f"player {number}" for number in range(players))


def setup(players: int, edition: Edition = "2010") -> Setup:
    """The setup: a card for each player, one for the victim, three suspects in a row.

    Everything is observed, in order; a card that is left over is put away unseen.

    Args:
        players: as in :func:`deck`.
        edition: as in :func:`deck`.

    Raises:
        InvalidInput: as in :func:`deck`.

    Source: the rules of In a Grove.

    >>> setup(2).piles
    {'player 0': 1, 'player 1': 1, 'victim': 1, 'suspects': 3}
    """
    cards = deck(players, edition)
    made = Setup(Deck(cards), name=f"In a Grove, {players} players, edition of {edition}").shuffle("deck")
    for pile in (*seats(players), "victim"):
        made = made.take("deck", [1], into=pile)
    made = made.take("deck", [1, 2, 3], into="suspects")
    if len(cards) > players + 1 + len(POSITIONS):
        made = made.discard("deck")
    return made.observe(*seats(players), "victim", "suspects")
