"""Deals of games of the Clue family counted one by one in plain Python, sharing no code with crimecalc.

Every solution is gone through, then the hands of one seat after the other, from the cards that are left. A hand that
contradicts a question is dropped before the next seat is dealt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import lcm
from typing import NamedTuple

__all__ = ["Counts", "Question", "count"]

Cards = frozenset[Hashable]
Question = tuple[tuple[Hashable, ...], int, int | None, Hashable | None]
"""The cards asked for, the seat that asks, the seat that shows one of them, and the card where seat 0 asks.

Every seat between the two, going up and round, holds none; if nobody shows a card, neither does any other seat.
"""


class Counts(NamedTuple):
    """What was counted.

    Attributes:
        deals: how many deals there are.
        weight: the sum of their weights, each the probability of all that seat 0 was shown.
        solution: the probability of each possible solution.
        holders: for each card the probability of each possible holder, a seat or ``"solution"``.
    """

    deals: int
    weight: Fraction
    solution: dict[tuple[Hashable, ...], Fraction]
    holders: dict[Hashable, dict[Hashable, Fraction]]


class Seat:
    """What the questions say about the hand of one seat.

    Attributes:
        size: how many cards it is dealt.
        known: cards that it has.
        lacks: cards that it does not have.
        one_of: sets of cards of each of which it has at least one.
        shown: sets of cards of which it showed one to seat 0, each held as often as any other.
    """

    def __init__(self, seat: int, size: int, known: Iterable[Hashable]) -> None:
        self.seat = seat
        self.size = size
        self.known = set(known)
        self.lacks: set[Hashable] = set()
        self.one_of: list[Cards] = []
        self.shown: list[Cards] = []

    def learn(self, question: Question, seats: int) -> None:
        """Note what a question says about the seat."""
        cards, by, shown_by, card = question
        if self.seat == shown_by:
            if card is None:
                self.one_of.append(frozenset(cards))
            else:
                self.known.add(card)
                self.shown.append(frozenset(cards))
        elif self.seat != by and (shown_by is None or (self.seat - by) % seats < (shown_by - by) % seats):
            self.lacks.update(cards)

    def hands(self, left: Cards, unit: int) -> Iterator[tuple[Cards, int]]:
        """Every hand from the cards that are left, with its weight; what was shown weighs a unit each."""
        if not self.known <= left or self.known & self.lacks:
            return
        free = left - self.known - self.lacks
        for more in combinations(free, self.size - len(self.known)):
            hand = self.known.union(more)
            if all(hand & cards for cards in self.one_of):
                weight = 1
                for cards in self.shown:
                    weight *= unit // len(hand & cards)
                yield frozenset(hand), weight


def count(
    categories: Sequence[Sequence[Hashable]],
    sizes: Sequence[int],
    hand: Iterable[Hashable],
    questions: Sequence[Question],
) -> Counts:
    """Count all deals that agree with the hand of seat 0 and the questions.

    Args:
        categories: the cards of each category, of which one each is set aside.
        sizes: how many cards each seat is dealt.
        hand: the cards of seat 0.
        questions: what was asked and shown; who holds several of the cards shows each equally often.
    """
    seats = [Seat(seat, size, hand if seat == 0 else ()) for seat, size in enumerate(sizes)]
    for question in questions:
        for seat in seats:
            seat.learn(question, len(seats))
    unit = lcm(*range(1, len(categories) + 1))
    held: Counter[tuple[Hashable, Hashable]] = Counter()
    deals = 0

    def dealt(number: int, left: Cards, weight: int) -> int:
        """Deal the cards that are left to the seats from this number on; return the weight of all these deals."""
        nonlocal deals
        if number == len(seats):
            deals += 1
            return weight
        total = 0
        for cards, more in seats[number].hands(left, unit):
            below = dealt(number + 1, left - cards, weight * more)
            total += below
            if below:
                for card in cards:
                    held[card, number] += below
        return total

    everything = frozenset(card for cards in categories for card in cards)
    solutions = {solution: dealt(0, everything.difference(solution), 1) for solution in product(*categories)}
    for solution, weight in solutions.items():
        for card in solution:
            held[card, "solution"] += weight
    total = sum(solutions.values())
    holders: dict[Hashable, dict[Hashable, Fraction]] = {card: {} for card in everything}
    for (card, holder), weight in held.items():
        if weight:
            holders[card][holder] = Fraction(weight, total)
    return Counts(
        deals,
        Fraction(total, unit ** sum(len(seat.shown) for seat in seats)),
        {solution: Fraction(weight, total) for solution, weight in solutions.items() if weight},
        holders,
    )
