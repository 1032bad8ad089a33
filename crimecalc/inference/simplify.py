"""What follows from clues without counting: cards whose holder is known, and clues that are settled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

__all__ = ["Factor", "Problem", "Settled", "settle"]


@dataclass(frozen=True)
class Factor:
    """A weight that depends on which of a few cards one party holds.

    Args:
        holders: who: holders that count as one for this purpose.
        scope: the cards.
        values: the weight; by how many of the cards are held (from none to all), or by which: then
            there is one for each set of cards, in the order of binary numbers whose first digit stands for the
            first card.
        by_count: which of the two.
    """

    holders: frozenset[int]
    scope: tuple[int, ...]
    values: tuple[Any, ...]
    by_count: bool

    def half(self, values: tuple[Any, ...], held: bool) -> tuple[Any, ...]:
        """What is left of values once it is known whether the first card is held."""
        if self.by_count:
            return values[1:] if held else values[:-1]
        middle = len(values) // 2
        return values[middle:] if held else values[:middle]

    def reordered(self, scope: Sequence[int]) -> Factor:
        """The same with its cards in another order."""
        if self.by_count or tuple(scope) == self.scope:
            return replace(self, scope=tuple(scope))
        digits = [len(scope) - 1 - scope.index(card) for card in self.scope]
        values = [0] * len(self.values)
        for number, value in enumerate(self.values):
            held = [number >> (len(digits) - 1 - place) & 1 for place in range(len(digits))]
            values[sum(bit << digit for bit, digit in zip(held, digits, strict=True))] = value
        return replace(self, scope=tuple(scope), values=tuple(values))

    def known(self, card: int, held: bool) -> Factor:
        """The factor of the other cards, once it is known whether this one is held."""
        first = self.reordered([card, *(other for other in self.scope if other != card)])
        return replace(first, scope=first.scope[1:], values=self.half(first.values, held))


@dataclass(frozen=True)
class Problem:
    """What is known of a deal: who has how many cards, and what weighs how much.

    Args:
        capacities: how many cards each holder has.
        rows: for each card its weight at each holder, an integer or a Fraction; 0 where it cannot be.
        factors: weights that depend on more than one card.
    """

    capacities: tuple[int, ...]
    rows: tuple[tuple[Any, ...], ...]
    factors: tuple[Factor, ...]


class Settled(NamedTuple):
    """A problem without what is certain.

    Attributes:
        size: how many cards and holders there are in all.
        scale: weight of what is certain; 0 if that is impossible.
        known: cards of which the holder is certain, and that holder.
        capacities: how many more cards each holder has.
        rows: the other cards and their weights.
        factors: those about at least two of the other cards.
    """

    size: tuple[int, int]
    scale: Fraction
    known: tuple[tuple[int, int], ...]
    capacities: tuple[int, ...]
    rows: dict[int, list[Any]]
    factors: tuple[Factor, ...]


def settle(problem: Problem) -> Settled:
    """Follow up what is certain until nothing more is.

    A card that only one holder can have is there; a holder who can have only as many cards as it has (or
    has all it can) has those; a clue about cards of which all but one are certain is a weight of that one.
    """
    size = len(problem.rows), len(problem.capacities)
    impossible = Settled(size, Fraction(0), (), problem.capacities, {}, ())
    scale = Fraction(1)
    rows = {card: list(row) for card, row in enumerate(problem.rows)}
    capacities = list(problem.capacities)
    factors = list(problem.factors)
    known: dict[int, int] = {}
    found = True
    while found:
        found = False
        for card, row in list(rows.items()):
            possible = [holder for holder, weight in enumerate(row) if weight]
            if len(possible) < 2:
                scale *= row[possible[0]] if possible else 0
                if possible:
                    known[card] = possible[0]
                    capacities[possible[0]] -= 1
                del rows[card]
                found = True
        if not scale or min(capacities) < 0:
            return impossible
        for holder, capacity in enumerate(capacities):
            mine = [row for row in rows.values() if row[holder]]
            if len(mine) < capacity:
                return impossible
            if mine and not capacity:
                found = True
                for row in mine:
                    row[holder] = 0
            elif len(mine) == capacity and any(sum(map(bool, row)) > 1 for row in mine):
                found = True
                for row in mine:
                    row[:] = [weight if place == holder else 0 for place, weight in enumerate(row)]
        left = []
        for factor in factors:
            factor = _narrowed(factor, rows, known)
            if len(set(factor.values)) == 1:
                scale *= factor.values[0]
            elif len(factor.scope) == 1:
                found = True
                row = rows[factor.scope[0]]
                row[:] = [weight * factor.values[holder in factor.holders] for holder, weight in enumerate(row)]
            else:
                left.append(factor)
        factors = left
    return Settled(size, scale, tuple(known.items()), tuple(capacities), rows, tuple(factors))


def _narrowed(factor: Factor, rows: dict[int, list[Any]], known: dict[int, int]) -> Factor:
    """A factor without the cards of which it is certain whether its party has them."""
    for card in factor.scope:
        if card in known:
            factor = factor.known(card, known[card] in factor.holders)
            continue
        inside = [holder in factor.holders for holder, weight in enumerate(rows[card]) if weight]
        if inside and (all(inside) or not any(inside)):
            factor = factor.known(card, inside[0])
    return factor
