"""Cards, suits and decks: what a setup starts from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, total_ordering
from itertools import pairwise
from typing import Any

from crimecalc.errors import InvalidInput

__all__ = ["RANKS", "Card", "Deck", "Suit", "cards", "label_key", "with_cards"]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_RANK_INDEX = {rank: index for index, rank in enumerate(RANKS)}


class Suit(StrEnum):
    """One of the four suits; it equals its sign, so ``Suit.SPADES == "♠"``.

    >>> Suit("♥").name
    'HEARTS'
    """

    SPADES = "♠"
    CLUBS = "♣"
    HEARTS = "♥"
    DIAMONDS = "♦"

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read a suit from its sign or its English initial, in either case.

        >>> Suit.parse("d") is Suit.DIAMONDS
        True
        """
        sign = text.strip("\ufe0f ") if isinstance(text, str) else ""
        suit = _SUIT_SIGNS.get(sign.upper()) if sign.isascii() or sign in _SUIT_SIGNS else None
        if suit is None:
            raise InvalidInput(f"unknown suit {text!r}; expected one of ♠ ♣ ♥ ♦ or S C H D")
        return suit

    @classmethod
    def parse_all(cls, suits: str | Iterable[str]) -> tuple[Suit, ...]:
        """Read several suits, from an iterable or from one string with or without spaces.

        >>> Suit.parse_all("♠♥") == Suit.parse_all("S H")
        True
        """
        if isinstance(suits, str):
            suits = suits.replace("\ufe0f", "").replace(" ", "")
        if not isinstance(suits, Iterable):
            raise InvalidInput(f"expected suits, as in ♠♣♥♦, found {suits!r}")
        return tuple(cls.parse(suit) for suit in suits)


_SUIT_SIGNS = {suit.value: suit for suit in Suit}
_SUIT_SIGNS |= {suit.name[0]: suit for suit in Suit}
_SUIT_SIGNS |= dict(zip("♤♧♡♢", Suit, strict=True))
_SUIT_INDEX = {suit: index for index, suit in enumerate(Suit)}


@total_ordering
@dataclass(frozen=True, slots=True, init=False, repr=False)
class Card:
    """A playing card: a rank and a suit, written ``7♦``.

    Takes either the rank and the suit, or the written card alone; ``7D``, ``7d`` and ``7♦`` are the
    same card, tens are ``10♥``. Cards sort by suit (♠ ♣ ♥ ♦), then by rank from ace to king.

    Raises:
        InvalidInput: if the rank or the suit is unknown.

    >>> Card("7d"), Card("10", "♥")
    (7♦, 10♥)
    >>> Card("7♦").suit == "♦"
    True
    """

    rank: str
    suit: Suit

    def __init__(self, rank: str, suit: str | None = None) -> None:
        if suit is None:
            if not isinstance(rank, str) or len(rank.strip("\ufe0f ")) < 2:
                raise InvalidInput(f"unknown card {rank!r}; expected a rank and a suit, as in 7♦")
            text = rank.strip("\ufe0f ")
            rank, suit = text[:-1], text[-1]
        name = rank.strip().upper() if isinstance(rank, str) else rank
        name = "10" if name == "T" else name
        if not isinstance(name, str) or name not in _RANK_INDEX:
            raise InvalidInput(f"unknown rank {rank!r}; expected one of {' '.join(RANKS)}, as in 7♦ or 7D")
        object.__setattr__(self, "rank", name)
        object.__setattr__(self, "suit", Suit.parse(suit))

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    __repr__ = __str__

    def __reduce__(self) -> tuple[type[Card], tuple[str, str]]:
        return Card, (self.rank, self.suit.value)

    @property
    def sort_index(self) -> tuple[int, int]:
        """Place of the suit and of the rank in their standard orders, both from 0."""
        return _SUIT_INDEX[self.suit], _RANK_INDEX[self.rank]

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return self.sort_index < other.sort_index


def cards(text: str | Iterable[str | Card]) -> tuple[Card, ...]:
    """Read several cards, from one string or from an iterable of strings and cards.

    >>> cards("7♦ AS 10h")
    (7♦, A♠, 10♥)
    """
    if not isinstance(text, Iterable):
        raise InvalidInput(f"expected cards, as in '7♦ A♠', found {text!r}")
    parts = text.replace(",", " ").split() if isinstance(text, str) else text
    return tuple(part if isinstance(part, Card) else Card(part) for part in parts)


def with_cards(outcome: object) -> object:
    """An outcome with every written playing card as a card.

    >>> with_cards(("7D", "joker", ("K♠",)))
    (7♦, 'joker', (K♠,))
    """
    if isinstance(outcome, tuple):
        return tuple(with_cards(part) for part in outcome)
    if type(outcome) is not str:
        return outcome
    try:
        return Card(outcome)
    except InvalidInput:
        return outcome


def label_key(label: Any) -> tuple[Any, ...]:
    """Sort key that orders labels and outcomes of any types, the same in every deck.

    Numbers come first, then text, cards, tuples (entry by entry) and everything else by type and
    written form. Within a type the order is the natural one.

    >>> sorted([("b", 1), "joker", Card("2♣"), 3, Card("K♠")], key=label_key)
    [3, 'joker', K♠, 2♣, ('b', 1)]
    """
    number = _as_number(label)
    if number is not None:
        return (0, number)
    if isinstance(label, str):
        return (1, str.__str__(label))
    if isinstance(label, Card):
        return (2, *label.sort_index)
    if isinstance(label, tuple):
        return (3, tuple(label_key(part) for part in label))
    if isinstance(label, frozenset):
        return (4, tuple(sorted(label_key(part) for part in label)))
    return (5, type(label).__name__, repr(label))


def _equals_itself(label: Any) -> bool:
    try:
        return bool(label == label)
    except (TypeError, ValueError):  # some libraries' missing values can be neither true nor false
        return False


def _as_number(label: Any) -> Fraction | float | None:
    """A number as one that can be compared with all others, whatever library it is from."""
    if isinstance(label, complex) and not label.imag:
        label = label.real
    if type(label).__name__ in ("bool", "bool_"):
        return Fraction(bool(label))
    try:
        return Fraction(*label.as_integer_ratio())
    except (AttributeError, TypeError):
        return None
    except (OverflowError, ValueError):  # infinite
        return float(label)


@dataclass(frozen=True, repr=False)
class Deck:
    """The cards that a setup starts from, top card first; copies are allowed.

    Args:
        cards: the labels from the top of the deck to the bottom. Any hashable values will do; equal
            labels are indistinguishable copies.

    Raises:
        InvalidInput: if there are no cards, one of them cannot be a label, or playing cards are given as one text.

    >>> Deck(["killer", "other", "other"])
    Deck('killer' 'other' 'other')
    """

    cards: tuple[Hashable, ...]

    def __init__(self, cards: Iterable[Hashable]) -> None:
        if isinstance(cards, str) and (any(map(str.isspace, cards)) or any(sign in cards for sign in Suit)):
            raise InvalidInput(
                f"a string is a deck of its single characters, found {cards!r}; for playing cards write Deck(cards(…))"
            )
        if isinstance(cards, (set, frozenset)):
            raise InvalidInput(f"a deck has its cards in a stated order; found a set, {cards!r}")
        try:
            found = tuple(cards)
        except TypeError:
            raise InvalidInput(f"a deck is made from an iterable of cards, not {cards!r}") from None
        if not found:
            raise InvalidInput("a deck needs at least one card; found none")
        for label in found:
            try:
                hash(label)
            except TypeError:
                raise InvalidInput(f"a card must be hashable, so that it can be counted; found {label!r}") from None
            if type(label).__repr__ is object.__repr__:
                raise InvalidInput(f"a card must be written by what it is, not where it is stored; found {label!r}")
            if not _equals_itself(label):
                raise InvalidInput(f"a card must equal itself; found {label!r}")
        object.__setattr__(self, "cards", found)
        for label, other in pairwise(self.labels):
            if label_key(label) == label_key(other):
                raise InvalidInput(f"different cards must look different; found two that are written {label!r}")

    @classmethod
    def standard(cls, ranks: str | Iterable[str] = RANKS, suits: str | Iterable[str] = "♠♣♥♦") -> Deck:
        """A deck of playing cards: the first suit from its first rank to its last, then the next.

        Args:
            ranks: ranks in order, as an iterable or in one string with spaces between them.
            suits: suits in order.

        Raises:
            InvalidInput: if a rank or suit is unknown or named twice.

        >>> Deck.standard(ranks="J K", suits="♠♥")
        Deck(J♠ K♠ J♥ K♥)
        >>> len(Deck.standard())
        52
        """
        if not isinstance(ranks, Iterable):
            raise InvalidInput(f"expected ranks, as in 'A 2 3', found {ranks!r}")
        rank_list = ranks.split() if isinstance(ranks, str) else list(ranks)
        found = [Card(rank, suit) for suit in Suit.parse_all(suits) for rank in rank_list]
        for card, times in Counter(found).items():
            if times > 1:
                raise InvalidInput(f"{card} would be in the deck {times} times; name each rank and suit once")
        return cls(found)

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.cards)

    def __getitem__(self, index: int) -> Hashable:
        return self.cards[index]

    def __str__(self) -> str:
        return " ".join(str(card) for card in self.cards)

    def __repr__(self) -> str:
        # Text in quotation marks, so that "7♦" is not taken for the playing card.
        return f"Deck({' '.join(repr(card) if isinstance(card, str) else str(card) for card in self.cards)})"

    @cached_property
    def labels(self) -> tuple[Hashable, ...]:
        """The different labels in the order of :func:`label_key`."""
        return tuple(sorted(set(self.cards), key=label_key))

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """How many cards carry each of :attr:`labels`."""
        times = Counter(self.cards)
        return tuple(times[label] for label in self.labels)
