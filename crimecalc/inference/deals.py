"""Who holds what: exact counting of deals under clues, for games of the Clue family.

Some cards are set aside by category, unseen (the solution); the rest is dealt in hands of known sizes. Clues say
who has or lacks a card, who has at least one of several, and who showed which. What is counted are deals:
a solution together with a hand, as a set, for each seat. Each deal counts with the product of the
probabilities of what was seen, so the result is a posterior over deals that are equally likely before.

No deal is ever written out: see :mod:`~crimecalc.inference.counting`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from crimecalc.distribution import Distribution
from crimecalc.errors import ImpossibleEvidence, InvalidInput
from crimecalc.inference.clues import SOLUTION, Clue, Has, HasOneOf, Lacks, Showed
from crimecalc.inference.counting import Plan
from crimecalc.inference.grid import Grid
from crimecalc.inference.numbered import Numbered
from crimecalc.rational import is_whole
from crimecalc.rendering import listed, plural

__all__ = ["NOTHING_LEFT", "SOLUTION", "Clue", "Deals", "Has", "HasOneOf", "Lacks", "Showed"]

NOTHING_LEFT = "no deal agrees with all that is known"
"""What is said where something is asked of deals of which there are none."""


class Deals:
    """All deals of some cards that agree with what is known; immutable.

    Args:
        categories: the cards of each category; every card once.
        hands: how many cards each seat is dealt; either a mapping of seats to numbers, or numbers for the
            seats 0, 1, 2 and so on.
        set_aside: how many cards of each category are set aside as the solution, by default 1.

    Raises:
        InvalidInput: if the hands do not hold exactly the cards that are not set aside, or a card, seat
            or number makes no sense.

    Source: the rules that Clue, Cluedo and The King of Hearts Has Five Sons have in common.

    >>> deals = Deals({"who": ["Green", "Plum"], "what": ["rope", "dagger", "pipe"]}, hands=[2, 1])
    >>> deals.weight
    Fraction(18, 1)
    >>> deals = deals.given(Lacks(0, "rope"), HasOneOf(1, ["Plum", "rope"]))
    >>> dict(deals.holder("rope"))
    {1: Fraction(4, 5), 'solution': Fraction(1, 5)}
    >>> deals.solution()["Green", "rope"]
    Fraction(1, 5)
    """

    _clues: tuple[Clue, ...]

    def __init__(
        self,
        categories: Mapping[str, Iterable[Hashable]],
        hands: Mapping[Any, int] | Sequence[int],
        set_aside: Mapping[str, int] | None = None,
    ) -> None:
        if not isinstance(categories, Mapping) or not categories:
            raise InvalidInput(f"categories: expected a mapping of names to cards, found {categories!r}")
        cards = {name: _cards(name, of_it) for name, of_it in categories.items()}
        for name in cards:
            if not isinstance(name, str):
                raise InvalidInput(f"categories: expected names as text, found {name!r}")
        aside = _aside(cards, set_aside)
        sizes = _hand_sizes(hands)
        everything = [card for of_it in cards.values() for card in of_it]
        for card, times in Counter(everything).items():
            if times > 1:
                raise InvalidInput(f"categories: {card} is there {times} times; expected each card once")
        to_deal = len(everything) - sum(aside.values())
        if sum(sizes.values()) != to_deal:
            raise InvalidInput(
                f"hands: expected {plural(to_deal, 'card')} in all, as {sum(aside.values())} of {len(everything)} are "
                f"set aside; found {sum(sizes.values())}"
            )
        self.__dict__.update(_categories=cards, _hands=sizes, _aside=aside, _clues=())

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Deals do not change; {name!r} cannot be set")

    @property
    def categories(self) -> dict[str, tuple[Hashable, ...]]:
        """The cards of each category."""
        return dict(self.__dict__["_categories"])

    @property
    def hands(self) -> dict[Any, int]:
        """How many cards each seat holds."""
        return dict(self.__dict__["_hands"])

    @property
    def set_aside(self) -> dict[str, int]:
        """How many cards of each category are set aside."""
        return dict(self.__dict__["_aside"])

    @property
    def clues(self) -> tuple[Clue, ...]:
        """What is known, in the order in which it was given."""
        return self._clues

    @cached_property
    def cards(self) -> tuple[Hashable, ...]:
        """All cards, category by category."""
        return tuple(card for of_it in self.categories.values() for card in of_it)

    @cached_property
    def holders(self) -> tuple[Hashable, ...]:
        """All seats, then ``"solution"``."""
        return (*self.hands, SOLUTION)

    def given(self, *clues: Clue) -> Deals:
        """The deals that agree with these clues as well.

        Raises:
            InvalidInput: if a clue names an unknown card or seat.
            ImpossibleEvidence: if no deal agrees with all that is known; the first clue is named with which it
                became so.

        >>> Deals({"what": ["rope", "dagger", "pipe"]}, [2]).given(Has("solution", "rope"), Has(0, "rope"))
        Traceback (most recent call last):
        ...
        crimecalc.errors.ImpossibleEvidence: no deal is left with which this would agree: seat 0 has rope
        """
        for clue in clues:
            self._check(clue)
        made = self.assuming(*clues)
        if clues and not made.weight:
            possible = bisect_left(range(len(clues)), True, key=lambda n: not self.assuming(*clues[: n + 1]).weight)
            raise ImpossibleEvidence(f"no deal is left with which this would agree: {clues[possible]}")
        return made

    def assuming(self, *clues: Clue) -> Deals:
        """The same as :meth:`given`, but what is wrong or impossible is noticed only when something is asked."""
        made = Deals.__new__(Deals)
        own = {name: self.__dict__[name] for name in ("_categories", "_hands", "_aside")}
        made.__dict__.update(own, _clues=(*self._clues, *clues))
        return made

    def _check(self, clue: Clue) -> None:
        if not isinstance(clue, (Has, Lacks, HasOneOf, Showed)):
            raise InvalidInput(f"given: expected clues (Has, Lacks, HasOneOf, Showed), found {clue!r}")
        self.check_seat(clue.seat)
        if isinstance(clue, Showed) and clue.seat == SOLUTION:
            raise InvalidInput(f"given: the solution shows nothing; found {clue}")
        for card in clue.about:
            self.check_card(card)

    def check_seat(self, seat: Hashable) -> None:
        """Refuse what is neither a seat nor ``"solution"``."""
        if not _is_among(seat, self.holders):
            raise InvalidInput(f"unknown seat {seat!r}; expected one of {listed(map(repr, self.holders))}")

    def check_card(self, card: Hashable) -> None:
        """Refuse what is no card of these deals."""
        if not _is_among(card, self.numbered.number):
            raise InvalidInput(f"unknown card {card!r}; expected one of {listed(self.cards)}")

    # --- asking -------------------------------------------------------------------------------

    @cached_property
    def weight(self) -> Fraction:
        """Weighted number of deals: each with the probability of all that was shown, if it were the deal."""
        return self._plan.total() * self._plan.scale

    def solution(self) -> Distribution:
        """Posterior distribution of the solution: tuples with the card of each category.

        Where several (or none) of a category are set aside, its entry is the tuple of them.

        >>> dict(Deals({"what": ["rope", "dagger", "pipe"]}, [2]).given(Has(0, "rope")).solution())
        {('dagger',): Fraction(1, 2), ('pipe',): Fraction(1, 2)}
        """
        return self._solution

    @cached_property
    def _solution(self) -> Distribution:
        numbered = self.numbered
        weights = Plan(numbered.prepared, uncounted=numbered.aside_holders).totals(numbered.masks).tolist()
        if not any(weights):
            raise ImpossibleEvidence(NOTHING_LEFT)
        single = [count == 1 for count in self.set_aside.values()]
        found = {
            tuple(cards[0] if one else cards for cards, one in zip(solution, single, strict=True)): weight
            for solution, weight in zip(numbered.solutions, weights, strict=True)
        }
        return Distribution(found, names=tuple(self.categories))

    def holder(self, card: Hashable) -> Distribution:
        """Posterior distribution of who holds a card: over seats and ``"solution"``.

        Raises:
            InvalidInput: if there is no such card.
        """
        self.check_card(card)
        return self.marginals()[card]

    def marginals(self) -> dict[Any, Distribution]:
        """For every card the distribution of its holder, all in one pass."""
        return dict(self._marginals)

    @cached_property
    def _marginals(self) -> dict[Hashable, Distribution]:
        seats = len(self.hands)
        weights = self._plan.marginals()
        if not weights.any():
            raise ImpossibleEvidence(NOTHING_LEFT)
        found = {}
        for card, row in zip(self.cards, weights.tolist(), strict=True):
            found[card] = Distribution(dict(zip(self.holders, [*row[:seats], sum(row[seats:])], strict=True)))
        return found

    def expected(self, seat: Hashable) -> dict[Any, Fraction]:
        """For every card the probability that a seat (or the solution) holds it; they add up to its hand size.

        Raises:
            InvalidInput: if there is no such seat.
        """
        self.check_seat(seat)
        return {card: holder[seat] for card, holder in self.marginals().items()}

    # --- comparing and showing ----------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, Deals) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)

    @cached_property
    def _key(self) -> tuple[object, ...]:
        aside = self.set_aside
        cards = tuple((name, frozenset(of_it), aside[name]) for name, of_it in self.categories.items())
        again = Counter(clue for clue in self._clues if isinstance(clue, Showed))  # only these weigh each time
        return cards, frozenset(self.hands.items()), frozenset(self._clues), frozenset(again.items())

    def __repr__(self) -> str:
        sizes = ", ".join(plural(len(what), noun) for what, noun in ((self.cards, "card"), (self.hands, "hand")))
        return f"<Deals: {sizes}, {plural(len(self.clues), 'clue')}>"

    def grid(self, seats: Mapping[Any, str] | None = None) -> Grid:
        """Who can hold what, with probabilities.

        Args:
            seats: what the seats are called; by default by their names, numbers as ``"seat 0"``.
        """
        names = {seat: f"seat {seat}" if isinstance(seat, int) else str(seat) for seat in self.hands}
        return Grid(self.marginals(), {**names, **(seats or {}), SOLUTION: SOLUTION})

    def __str__(self) -> str:
        return str(self.grid())

    def _repr_html_(self) -> str:
        return self.grid()._repr_html_()

    @cached_property
    def numbered(self) -> Numbered:
        """The same with numbers for cards and holders, for those who count."""
        return Numbered(self.__dict__["_categories"], self.__dict__["_hands"], self.__dict__["_aside"], self._clues)

    @cached_property
    def _plan(self) -> Plan:
        return Plan(self.numbered.prepared)


def _cards(name: str, cards: Iterable[Hashable]) -> tuple[Hashable, ...]:
    if isinstance(cards, str) or not isinstance(cards, Iterable):
        raise InvalidInput(f"categories: expected a list of cards for {name!r}, found {cards!r}")
    found = tuple(cards)
    for card in found:
        try:
            hash(card)
        except TypeError:
            raise InvalidInput(f"categories: a card must be hashable, found {card!r} in {name!r}") from None
    return found


def _is_among(value: Hashable, known: Container[Hashable]) -> bool:
    try:
        return value in known
    except TypeError:  # what cannot be hashed is none of them
        return False


def _aside(cards: Mapping[str, Sequence[Hashable]], set_aside: Mapping[str, int] | None) -> dict[str, int]:
    if set_aside is None:
        set_aside = dict.fromkeys(cards, 1)
    if not isinstance(set_aside, Mapping) or set(set_aside) != set(cards):
        raise InvalidInput(f"set_aside: expected a number for each of {listed(cards)}, found {set_aside!r}")
    for name, count in set_aside.items():
        if not is_whole(count, 0, len(cards[name])):
            raise InvalidInput(f"set_aside: expected 0 to {len(cards[name])} cards for {name!r}, found {count!r}")
    return {name: set_aside[name] for name in cards}


def _hand_sizes(hands: Mapping[Any, int] | Sequence[int]) -> dict[Hashable, int]:
    if isinstance(hands, str) or not isinstance(hands, (Mapping, Sequence)) or not hands:
        raise InvalidInput(f"hands: expected numbers of cards, at least one hand, found {hands!r}")
    sizes: dict[Any, int] = dict(hands.items() if isinstance(hands, Mapping) else enumerate(hands))
    for seat, size in sizes.items():
        if not is_whole(size, 0):
            raise InvalidInput(f"hands: expected a number of cards, 0 or more, for seat {seat!r}, found {size!r}")
    if None in sizes:
        raise InvalidInput("hands: no seat can be called None, which stands for nobody")
    if SOLUTION in sizes:
        raise InvalidInput(f"hands: no seat can be called {SOLUTION!r}, which stands for what is set aside")
    return sizes
