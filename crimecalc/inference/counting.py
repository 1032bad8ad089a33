"""Counting deals by dynamic programming over cards.

Cards are dealt out one by one in an order chosen once. What the cards dealt so far leave to remember
is how many each holder has and, for each clue that is neither settled nor untouched, what it has come to. So the work
grows with the sizes of the hands and with how many clues overlap, never with the number of deals.

How many cards the holders have is spelled out as an array with an axis for each, except one, who has whatever the
others have not. Weights are scaled to integers; where a bound on them passes 63 bits they are Python's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import factorial, lcm, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crimecalc.errors import TooManyStates
from crimecalc.inference.simplify import Factor, Settled
from crimecalc.packing import INT64_MAX

__all__ = ["MAX_STATES", "Masks", "Plan"]

MAX_STATES = 2_000_000
"""Numbers that are held at once, at most, for one count."""

_BLOCK = 4_000_000
"""Numbers that are held at once where many counts are made together."""

Masks = NDArray[np.bool_]
"""Who may hold what, in each of some cases; shape (cards, holders, cases)."""

Box = tuple[slice, ...]
Status = tuple[tuple[int, ...] | None, ...]
"""What is left of each factor; None before its first card and once it no longer matters."""


class Move(NamedTuple):
    """One card going to one holder.

    Attributes:
        holder: to whom.
        weight: of the card there.
        source: where the numbers are that move, among those before the card.
        target: where they go, among those after it.
        steps: for each status before: its number, the number of the status after, and a factor.
    """

    holder: int
    weight: int
    source: Box
    target: Box
    steps: tuple[tuple[int, int, int], ...]


class Layer(NamedTuple):
    """All that can happen to one card; ``shape`` is that of the numbers before it, statuses first."""

    card: int
    moves: tuple[Move, ...]
    shape: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """A problem made ready for counting.

    Args:
        settled: what is known.
        last: cards to deal last, so that :meth:`joint` can tell who holds them.
        uncounted: holders for whom the masks see to it that they get exactly what they hold.
    """

    settled: Settled
    last: tuple[int, ...] = ()
    uncounted: frozenset[int] = frozenset()

    # --- results ------------------------------------------------------------------------------

    @property
    def scale(self) -> Fraction:
        """By what the integers that are counted must be multiplied."""
        return self._prepared.scale

    def total(self) -> int:
        """Weight of all deals."""
        whole = np.ones((*self.settled.size, 1), dtype=bool)
        return int(self.totals(whole)[0])

    def totals(self, masks: Masks) -> NDArray[Any]:
        """Weight of all deals in each case; shape (cases,)."""
        return np.concatenate([self._total(block) for block in self._blocks(masks)])

    def joint(self, masks: Masks) -> dict[tuple[int, ...], NDArray[Any]]:
        """For each way in which the last cards lie, by holder: its weight in each case."""
        blocks = [(block.shape[2], self._joint(block)) for block in self._blocks(masks)]
        ways = dict.fromkeys(held for _, weights in blocks for held in weights)
        return {
            held: np.concatenate([weights.get(held, np.zeros(cases, dtype=self._dtype)) for cases, weights in blocks])
            for held in ways
        }

    def marginals(self) -> NDArray[Any]:
        """For each card and holder, the weight of all deals in which it lies there; shape (cards, holders)."""
        found: NDArray[Any] = np.zeros(self.settled.size, dtype=self._dtype)
        if not self._prepared.scale:
            return found
        masks = np.ones((*self.settled.size, 1), dtype=bool)
        layers = self._layers
        before = self._forward(masks, len(layers), keep=True)
        after = self._one
        for layer, here in zip(reversed(layers), reversed(before[:-1]), strict=True):
            back: NDArray[Any] = np.zeros((*layer.shape, 1), dtype=self._dtype)
            for move in layer.moves:
                for old, new, factor in move.steps:
                    rest = after[new][move.target] * (factor * move.weight)
                    back[old][move.source] += rest
                    found[layer.card, move.holder] += (here[old][move.source] * rest).sum()
            after = back
        for card, holder in self._prepared.known:
            found[card, holder] = after.sum()
        return found

    # --- sweeping -----------------------------------------------------------------------------

    def _blocks(self, masks: Masks) -> list[Masks]:
        size = max(1, _BLOCK // max(prod(layer.shape) for layer in self._layers)) if self._layers else masks.shape[2]
        return [masks[:, :, at : at + size] for at in range(0, masks.shape[2], size)]

    def _total(self, masks: Masks) -> NDArray[Any]:
        if not self._prepared.scale:
            return np.zeros(masks.shape[2], dtype=self._dtype)
        (end,) = self._forward(masks, len(self._layers))
        total: NDArray[Any] = end.reshape(-1, masks.shape[2]).sum(axis=0) * self._possible(masks)
        return total

    def _joint(self, masks: Masks) -> dict[tuple[int, ...], NDArray[Any]]:
        """Deal all cards but the last, then follow each way in which those may go."""
        if not self._prepared.scale:
            return {}
        known = dict(self._prepared.known)
        free = len(self._layers) - sum(card not in known for card in self.last)
        (start,) = self._forward(masks, free)
        paths: dict[tuple[int, ...], NDArray[Any]] = {(): start * self._possible(masks)}
        for number in range(free, len(self._layers)):
            paths = {
                (*path, move.holder): moved
                for path, numbers in paths.items()
                for move in self._layers[number].moves
                if (moved := self._moved(number, [move], numbers, masks)).any()
            }
        places = [card for card in self.last if card not in known]
        found = {}
        for path, numbers in paths.items():
            held = known | dict(zip(places, path, strict=True))
            found[tuple(held[card] for card in self.last)] = numbers.reshape(-1, masks.shape[2]).sum(axis=0)
        return found

    def _possible(self, masks: Masks) -> NDArray[np.bool_]:
        """In which cases the cards whose holder is known may be there; shape (cases,)."""
        possible = np.ones(masks.shape[2], dtype=bool)
        for card, holder in self._prepared.known:
            possible &= masks[card, holder]
        return possible

    def _forward(self, masks: Masks, until: int, keep: bool = False) -> list[NDArray[Any]]:
        """The numbers after the first cards (or after each number of them), the cases on the last axis."""
        numbers = np.repeat(self._one, masks.shape[2], axis=-1)
        kept = [numbers]
        for number in range(until):
            numbers = self._moved(number, self._layers[number].moves, numbers, masks)
            kept = [*kept, numbers] if keep else [numbers]
        return kept

    def _moved(self, number: int, moves: Iterable[Move], numbers: NDArray[Any], masks: Masks) -> NDArray[Any]:
        layers = self._layers
        shape = layers[number + 1].shape if number + 1 < len(layers) else self._one.shape[:-1]
        found = np.zeros((*shape, masks.shape[2]), dtype=self._dtype)
        for move in moves:
            allowed = masks[layers[number].card, move.holder]
            if not allowed.any():
                continue
            everywhere = allowed.all()
            for old, new, factor in move.steps:
                part = numbers[old][move.source]
                if factor * move.weight != 1:
                    part = part * (factor * move.weight)
                if not everywhere:
                    part = part * allowed
                found[new][move.target] += part
        return found

    # --- preparing ----------------------------------------------------------------------------

    @cached_property
    def _prepared(self) -> _Prepared:
        return _prepare(self.settled, self.last)

    @cached_property
    def _dtype(self) -> type:
        return np.int64 if self._prepared.bound <= INT64_MAX else object

    @cached_property
    def _one(self) -> NDArray[Any]:
        """The numbers before the first card and after the last: a single 1."""
        return np.ones((1,) * (len(self._axes) + 2), dtype=self._dtype)

    @cached_property
    def _axes(self) -> tuple[int, ...]:
        """Holders whose cards are counted: all but one, who has what the others have not."""
        capacities = self._prepared.capacities
        counted = [holder for holder in range(len(capacities)) if holder not in self.uncounted]
        implied = max(counted, key=capacities.__getitem__)
        return tuple(holder for holder in counted if capacities[holder] and holder != implied)

    @cached_property
    def _layers(self) -> list[Layer]:
        prepared = self._prepared
        if not prepared.scale:
            return []
        least, most = _windows(prepared)
        statuses: dict[Status, int] = {(None,) * len(prepared.factors): 0}
        layers = []
        for number, card in enumerate(prepared.order):
            ranges = [(least[number][h], most[number][h]) for h in self._axes]
            shape = (len(statuses), *(high - low + 1 for low, high in ranges))
            if prod(shape) > MAX_STATES:
                raise TooManyStates(
                    f"counting the deals would need {prod(shape):,} numbers at once; the limit is {MAX_STATES:,}. "
                    "Count with fewer hands or fewer clues",
                    step=number + 1,
                    states=prod(shape),
                    limit=MAX_STATES,
                )
            after: dict[Status, int] = {}
            moves = []
            for holder, weight in enumerate(prepared.rows[card]):
                boxes = self._boxes(holder, ranges, least[number + 1], most[number + 1]) if weight else None
                if boxes is not None:
                    steps = _steps(statuses, after, prepared.factors, card, holder)
                    moves.append(Move(holder, weight, *boxes, steps))
            layers.append(Layer(card, tuple(moves), shape))
            statuses = after
        return layers

    def _boxes(
        self, holder: int, ranges: Sequence[tuple[int, int]], least: Sequence[int], most: Sequence[int]
    ) -> tuple[Box, Box] | None:
        """Which numbers move when a card goes to a holder, and where to; None if there are none."""
        source, target = [], []
        for axis, (low, high) in zip(self._axes, ranges, strict=True):
            more = axis == holder
            first, final = max(low, least[axis] - more), min(high, most[axis] - more)
            if first > final:
                return None
            source.append(slice(first - low, final - low + 1))
            target.append(slice(first + more - least[axis], final + more - least[axis] + 1))
        return tuple(source), tuple(target)


class _Prepared(NamedTuple):
    """A problem in integers, its cards in order.

    Attributes:
        scale: by what counts must be multiplied; 0 if no deal is possible.
        known: cards of which the holder is known, and that holder.
        capacities: how many of the other cards each holder gets.
        order: the other cards as they are dealt.
        rows: the weights of each of them at each holder.
        factors: the clues that are left, their cards in that order.
        bound: no number on the way can be larger.
    """

    scale: Fraction
    known: tuple[tuple[int, int], ...]
    capacities: tuple[int, ...]
    order: tuple[int, ...]
    rows: Mapping[int, tuple[int, ...]]
    factors: tuple[Factor, ...]
    bound: int


def _prepare(settled: Settled, last: tuple[int, ...]) -> _Prepared:
    if not settled.scale:
        return _Prepared(Fraction(0), (), settled.capacities, (), {}, (), 0)
    order = _order(settled.rows, settled.factors, last)
    place = {card: number for number, card in enumerate(order)}
    scale = settled.scale
    rows = {}
    for card in order:
        common = lcm(*(weight.denominator for weight in settled.rows[card]))
        rows[card] = tuple(int(weight * common) for weight in settled.rows[card])
        scale /= common
    factors = []
    for factor in settled.factors:
        common = lcm(*(value.denominator for value in factor.values))
        whole = replace(factor, values=tuple(int(value * common) for value in factor.values))
        factors.append(whole.reordered(sorted(factor.scope, key=place.__getitem__)))
        scale /= common
    # A bound for the number of ways to deal the first cards (or the last) with given counts: without clues they
    # are not more than all deals, as the holder whose cards are not counted has at least as many as any other.
    deals = factorial(len(order)) // prod(map(factorial, settled.capacities))
    bound = deals * prod(max(row) for row in rows.values()) * prod(max(factor.values) for factor in factors)
    return _Prepared(scale, settled.known, settled.capacities, order, rows, tuple(factors), bound)


def _order(rows: Mapping[int, object], factors: Sequence[Factor], last: tuple[int, ...]) -> tuple[int, ...]:
    """The cards in an order in which few clues are open at once; those without any first."""
    left = [card for card in rows if card not in last]
    opened: set[int] = set()
    order: list[int] = []

    def cost(card: int) -> tuple[int, int]:
        mine = [number for number, factor in enumerate(factors) if card in factor.scope]
        new = sum(number not in opened for number in mine)
        closed = sum(not any(other != card and other in left for other in factors[number].scope) for number in mine)
        return new - closed, new - len(mine)

    untouched = [card for card in left if not any(card in factor.scope for factor in factors)]
    order += untouched
    left = [card for card in left if card not in untouched]
    while left:
        card = min(left, key=cost)
        left.remove(card)
        order.append(card)
        opened |= {number for number, factor in enumerate(factors) if card in factor.scope}
    return (*order, *(card for card in last if card in rows))


def _windows(prepared: _Prepared) -> tuple[list[list[int]], list[list[int]]]:
    """How many cards each holder has at least and at most, before each card and in the end."""
    can = [[bool(weight) for weight in prepared.rows[card]] for card in prepared.order]
    before = [[0] * len(prepared.capacities)]
    for row in can:
        before.append([have + more for have, more in zip(before[-1], row, strict=True)])
    most = [[min(pair) for pair in zip(have, prepared.capacities, strict=True)] for have in before]
    least = [
        [max(0, room - (all_ - have)) for room, all_, have in zip(prepared.capacities, before[-1], row, strict=True)]
        for row in before
    ]
    return least, most


def _steps(
    statuses: Mapping[Status, int], after: dict[Status, int], factors: Sequence[Factor], card: int, holder: int
) -> tuple[tuple[int, int, int], ...]:
    """What becomes of each status when a card goes to a holder; new ones are numbered as they come."""
    touched = [(number, factor) for number, factor in enumerate(factors) if card in factor.scope]
    steps = []
    for status, old in statuses.items():
        left = list(status)
        weight = 1
        for number, factor in touched:
            values = factor.values if factor.scope[0] == card else left[number]
            if values is None:
                continue
            values = factor.half(values, holder in factor.holders)
            settled = len(set(values)) == 1
            left[number] = None if settled else values
            weight *= values[0] if settled else 1
        if weight:
            steps.append((old, after.setdefault(tuple(left), len(after)), weight))
    return tuple(steps)
