"""Clues about who holds what: the evidence from which :mod:`~crimecalc.inference.deals` counts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, ClassVar

from crimecalc.cards import label_key
from crimecalc.errors import InvalidInput
from crimecalc.rational import exact_fraction
from crimecalc.rendering import listed

__all__ = ["SOLUTION", "Clue", "Has", "HasOneOf", "Lacks", "Showed", "chances", "checked_preference"]

SOLUTION = "solution"
"""The holder of all cards that are set aside."""


@dataclass(frozen=True)
class _OneCard:
    """A seat and a card; the children say what is between them."""

    seat: Hashable
    card: Hashable

    _verb: ClassVar[str]

    @property
    def about(self) -> tuple[Hashable, ...]:
        """The cards that the clue names."""
        return (self.card,)

    def __str__(self) -> str:
        return f"{_who(self.seat)} {self._verb} {self.card}"


@dataclass(frozen=True)
class Has(_OneCard):
    """A seat (or the solution) holds a card.

    >>> print(Has(2, "rope"))
    seat 2 has rope
    """

    _verb = "has"


@dataclass(frozen=True)
class Lacks(_OneCard):
    """A seat (or the solution) does not hold a card.

    >>> print(Lacks("solution", "rope"))
    the solution lacks rope
    """

    _verb = "lacks"


@dataclass(frozen=True)
class HasOneOf:
    """A seat (or the solution) holds at least one of some cards.

    Args:
        seat: who.
        cards: at least one card, each named once; their order does not matter.

    >>> HasOneOf(2, ["rope", "dagger"]) == HasOneOf(2, ["dagger", "rope"])
    True
    """

    seat: Hashable
    cards: frozenset[Hashable]

    def __init__(self, seat: Hashable, cards: Iterable[Hashable]) -> None:
        object.__setattr__(self, "seat", seat)
        object.__setattr__(self, "cards", frozenset(_checked_cards("HasOneOf", cards)))

    @property
    def about(self) -> tuple[Hashable, ...]:
        """The cards that the clue names."""
        return tuple(sorted(self.cards, key=label_key))

    def __str__(self) -> str:
        return f"{_who(self.seat)} has one of {listed(self.about)}"


@dataclass(frozen=True)
class Showed:
    """A seat, asked for some cards, showed this one; how likely that was depends on what else it held.

    Args:
        seat: who showed.
        card: the card shown, one of those asked for.
        asked: all cards asked for, each named once.
        preference: a weight for each card asked for, an integer or a Fraction, not negative. Of several
            cards that it holds, a seat shows each with probability in proportion to the weight, and one whose
            weight is 0 only where it holds no other kind; these are equally likely among
            themselves. Without weights, all cards held are equally likely.

    Raises:
        InvalidInput: if the card is not among those asked for, or the weights are not for these.

    >>> print(Showed(1, "K♥", ["K♥", "9♥"]))
    seat 1 showed K♥ when asked for 9♥, K♥
    """

    seat: Hashable
    card: Hashable
    asked: tuple[Hashable, ...]
    preference: tuple[Fraction, ...]

    def __init__(
        self,
        seat: Hashable,
        card: Hashable,
        asked: Iterable[Hashable],
        preference: Mapping[Any, int | Fraction] | None = None,
    ) -> None:
        cards = _checked_cards("Showed", asked)
        if card not in cards:
            raise InvalidInput(f"Showed: expected one of the cards asked for, {listed(cards)}, found {card}")
        weights = checked_preference("Showed", cards, preference)
        total = sum(weights.values())
        in_order = tuple(sorted(cards, key=label_key))
        if len(cards) > _MOST_ASKED and len(set(weights.values())) > 1:
            raise InvalidInput(
                f"Showed: expected at most {_MOST_ASKED} cards where some are preferred, found {len(cards)}"
            )
        object.__setattr__(self, "seat", seat)
        object.__setattr__(self, "card", card)
        object.__setattr__(self, "asked", in_order)
        shares = tuple(weights[c] / total if total else Fraction(1, len(cards)) for c in in_order)
        object.__setattr__(self, "preference", shares)

    @cached_property
    def others(self) -> tuple[Hashable, ...]:
        """The cards asked for beside the one that was shown."""
        return tuple(card for card in self.asked if card != self.card)

    @property
    def is_even(self) -> bool:
        """Whether no card is preferred, so that only the number of cards held matters."""
        return len(set(self.preference)) == 1

    @cached_property
    def weights(self) -> tuple[Fraction, ...]:
        """Probability of showing the card, for each set of the :attr:`others` that may be held as well.

        The sets are in the order of binary numbers, whose first digit stands for the first of the others.
        """
        preference = dict(zip(self.asked, self.preference, strict=True))
        return tuple(
            chances([self.card, *(card for card, also in zip(self.others, held, strict=True) if also)], preference)[
                self.card
            ]
            for held in product([False, True], repeat=len(self.others))
        )

    @property
    def about(self) -> tuple[Hashable, ...]:
        """The cards that the clue names."""
        return self.asked

    def __str__(self) -> str:
        return f"{_who(self.seat)} showed {self.card} when asked for {listed(self.asked)}"


_MOST_ASKED = 12
"""Every set of these that may be held has a weight of its own."""

Clue = Has | Lacks | HasOneOf | Showed
"""Anything that :meth:`~crimecalc.inference.deals.Deals.given` takes."""


def chances(held: Iterable[Any], preference: Mapping[Any, int | Fraction]) -> dict[Any, Fraction]:
    """With what probability each of the cards held is the one that is shown; see :class:`Showed`.

    >>> chances(["K♥", "9♥"], {"K♥": Fraction(1, 3), "9♥": Fraction(2, 3)})
    {'K♥': Fraction(1, 3), '9♥': Fraction(2, 3)}
    >>> chances(["9♥"], {"K♥": 1, "9♥": 0})
    {'9♥': Fraction(1, 1)}
    """
    cards = tuple(held)
    total = sum(preference[card] for card in cards)
    if not total:
        return dict.fromkeys(cards, Fraction(1, len(cards)))
    return {card: Fraction(preference[card]) / total for card in cards}


def checked_preference(
    verb: str, cards: Sequence[Hashable], preference: Mapping[Any, int | Fraction] | None
) -> dict[Hashable, Fraction]:
    """A weight for each card, 1 without any; see :class:`Showed`.

    Raises:
        InvalidInput: if the weights are not for these cards, or one is negative.
        InexactNumber: if one is a float.
    """
    if preference is None:
        return dict.fromkeys(cards, Fraction(1))
    if not isinstance(preference, Mapping) or set(preference) != set(cards):
        raise InvalidInput(f"{verb}: expected a preference for each of {listed(cards)}, found {preference!r}")
    weights = {card: exact_fraction(preference[card], f"{verb}: preference for {card}") for card in cards}
    if min(weights.values()) < 0:
        raise InvalidInput(f"{verb}: a preference cannot be negative, found {min(weights.values())}")
    return weights


def _who(seat: Hashable) -> str:
    return "the solution" if seat == SOLUTION else f"seat {seat}"


def _checked_cards(what: str, cards: Iterable[Hashable]) -> tuple[Hashable, ...]:
    if isinstance(cards, str) or not isinstance(cards, Iterable):
        raise InvalidInput(f"{what}: expected a list of cards, found {cards!r}")
    found = tuple(cards)
    try:
        different = len(set(found))
    except TypeError:
        raise InvalidInput(f"{what}: a card must be hashable, found {cards!r}") from None
    if not found or different < len(found):
        raise InvalidInput(f"{what}: expected at least one card, each named once, found {listed(found) or 'none'}")
    return found
