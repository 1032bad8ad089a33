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

__all__ = ["MAX_STATES", "Masks", "Plan", "Prepared", "prepare"]

MAX_STATES = 2_000_000
"""Numbers that are held at once, at most, for one count."""

_BLOCK = 4_000_000
"""Numbers that are held at once where many counts are made together."""

Masks = NDArray[np.bool_]
"""Who may hold what, in each of some cases; shape (cards, holders, cases)."""

Box = tuple[slice, ...]
Window = tuple[Sequence[int], Sequence[int]]
"""The least and the most cards that each holder can have."""

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
        prepared: what is known, as :func:`prepare` gives it.
        uncounted: holders for whom the masks see to it that they get exactly what they hold.
    """

    prepared: Prepared
    uncounted: frozenset[int] = frozenset()

    # --- results ------------------------------------------------------------------------------

    @property
    def scale(self) -> Fraction:
        """By what the integers that are counted must be multiplied."""
        return self.prepared.scale

    def total(self) -> int:
        """Weight of all deals."""
        if not self.prepared.scale:
            return 0
        (end,) = self._forward(None, len(self._layers))
        return int(end.sum())

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
        found: NDArray[Any] = np.zeros(self.prepared.size, dtype=self._dtype)
        if not self.prepared.scale:
            return found
        layers = self._layers
        before = self._forward(None, len(layers), keep=True)
        after = self._one
        for layer, here in zip(reversed(layers), reversed(before[:-1]), strict=True):
            back: NDArray[Any] = np.zeros((*layer.shape, 1), dtype=self._dtype)
            for move in layer.moves:
                for old, new, factor in move.steps:
                    rest = after[new][move.target] * (factor * move.weight)
                    back[old][move.source] += rest
                    found[layer.card, move.holder] += (here[old][move.source] * rest).sum()
            after = back
        for card, holder in self.prepared.known:
            found[card, holder] = after.sum()
        return found

    # --- sweeping -----------------------------------------------------------------------------

    def _blocks(self, masks: Masks) -> list[Masks]:
        size = max(1, _BLOCK // max(prod(layer.shape) for layer in self._layers)) if self._layers else masks.shape[2]
        return [masks[:, :, at : at + size] for at in range(0, masks.shape[2], size)]

    def _total(self, masks: Masks) -> NDArray[Any]:
        if not self.prepared.scale:
            return np.zeros(masks.shape[2], dtype=self._dtype)
        (end,) = self._forward(masks, len(self._layers))
        total: NDArray[Any] = end.reshape(-1, masks.shape[2]).sum(axis=0) * self._possible(masks)
        return total

    def _joint(self, masks: Masks) -> dict[tuple[int, ...], NDArray[Any]]:
        """Deal all cards but the last, then follow each way in which those may go."""
        if not self.prepared.scale:
            return {}
        known = dict(self.prepared.known)
        free = len(self._layers) - sum(card not in known for card in self.prepared.last)
        (start,) = self._forward(masks, free)
        paths: dict[tuple[int, ...], NDArray[Any]] = {(): start * self._possible(masks)}
        for number in range(free, len(self._layers)):
            paths = {
                (*path, move.holder): moved
                for path, numbers in paths.items()
                for move in self._layers[number].moves
                if (moved := self._moved(number, [move], numbers, masks)).any()
            }
        places = [card for card in self.prepared.last if card not in known]
        found = {}
        for path, numbers in paths.items():
            held = known | dict(zip(places, path, strict=True))
            found[tuple(held[card] for card in self.prepared.last)] = numbers.reshape(-1, masks.shape[2]).sum(axis=0)
        return found

    def _possible(self, masks: Masks) -> NDArray[np.bool_]:
        """In which cases the cards whose holder is known may be there; shape (cases,)."""
        possible = np.ones(masks.shape[2], dtype=bool)
        for card, holder in self.prepared.known:
            possible &= masks[card, holder]
        return possible

    def _forward(self, masks: Masks | None, until: int, keep: bool = False) -> list[NDArray[Any]]:
        """The numbers after the first cards (or after each number of them), the cases on the last axis.

        Without masks there is one case, in which everything may be anywhere.
        """
        numbers = self._one if masks is None else np.repeat(self._one, masks.shape[2], axis=-1)
        kept = [numbers]
        for number in range(until):
            numbers = self._moved(number, self._layers[number].moves, numbers, masks)
            kept = [*kept, numbers] if keep else [numbers]
        return kept

    def _moved(self, number: int, moves: Iterable[Move], numbers: NDArray[Any], masks: Masks | None) -> NDArray[Any]:
        layers = self._layers
        shape = layers[number + 1].shape if number + 1 < len(layers) else self._one.shape[:-1]
        found = np.zeros((*shape, numbers.shape[-1]), dtype=self._dtype)
        for move in moves:
            allowed = None if masks is None else masks[layers[number].card, move.holder]
            if allowed is not None and not allowed.any():
                continue
            everywhere = allowed is None or allowed.all()
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
    def _dtype(self) -> type:
        return np.int64 if self.prepared.bound <= INT64_MAX else object

    @cached_property
    def _one(self) -> NDArray[Any]:
        """The numbers before the first card and after the last: a single 1."""
        return np.ones((1,) * (len(self._axes) + 2), dtype=self._dtype)

    @cached_property
    def _axes(self) -> tuple[int, ...]:
        """Holders whose cards are counted: all but one, who has what the others have not."""
        capacities = self.prepared.capacities
        counted = [holder for holder in range(len(capacities)) if holder not in self.uncounted]
        implied = max(counted, key=capacities.__getitem__)
        return tuple(holder for holder in counted if capacities[holder] and holder != implied)

    @cached_property
    def _layers(self) -> list[Layer]:
        prepared = self.prepared
        if not prepared.scale:
            return []
        least, most = _windows(prepared)
        statuses: dict[Status, int] = {(None,) * len(prepared.factors): 0}
        layers = []
        for number, card in enumerate(prepared.order):
            shape = (len(statuses), *(most[number][axis] - least[number][axis] + 1 for axis in self._axes))
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
            before, then = (least[number], most[number]), (least[number + 1], most[number + 1])
            others = {axis: _slices(axis, 0, before, then) for axis in self._axes}
            touched = [(place, factor) for place, factor in enumerate(prepared.factors) if card in factor.scope]
            for holder, weight in enumerate(prepared.rows[card]):
                if not weight:
                    continue
                boxes = others | {holder: _slices(holder, 1, before, then)} if holder in others else others
                if all(boxes.values()):
                    source, target = zip(*boxes.values(), strict=True) if boxes else ((), ())
                    steps = _steps(statuses, after, touched, card, holder)
                    moves.append(Move(holder, weight, source, target, steps))
            layers.append(Layer(card, tuple(moves), shape))
            statuses = after
        return layers


class Prepared(NamedTuple):
    """A problem in integers, its cards in order.

    Attributes:
        size: how many cards and holders there are in all.
        scale: by what counts must be multiplied; 0 if no deal is possible.
        known: cards of which the holder is known, and that holder.
        capacities: how many of the other cards each holder gets.
        order: the other cards as they are dealt.
        last: those, and known ones, of which :meth:`Plan.joint` tells who holds them.
        rows: the weights of each of them at each holder.
        factors: the clues that are left, their cards in that order.
        bound: no number on the way can be larger.
    """

    size: tuple[int, int]
    scale: Fraction
    known: tuple[tuple[int, int], ...]
    capacities: tuple[int, ...]
    order: tuple[int, ...]
    last: tuple[int, ...]
    rows: Mapping[int, tuple[int, ...]]
    factors: tuple[Factor, ...]
    bound: int


def prepare(settled: Settled, last: tuple[int, ...] = ()) -> Prepared:
    """Bring a problem into integers and its cards into a good order.

    Args:
        settled: what is known.
        last: cards to deal last, so that :meth:`Plan.joint` can tell who holds them.
    """
    if not settled.scale:
        return Prepared(settled.size, Fraction(0), (), settled.capacities, (), last, {}, (), 0)
    order = _order(settled.rows, settled.factors, last)
    place = {card: number for number, card in enumerate(order)}
    unit = 1
    rows = {}
    for card in order:
        rows[card], common = _in_integers(settled.rows[card])
        unit *= common
    factors = []
    for factor in settled.factors:
        values, common = _in_integers(factor.values)
        unit *= common
        factors.append(replace(factor, values=values).reordered(sorted(factor.scope, key=place.__getitem__)))
    # A bound for the number of ways to deal the first cards (or the last) with given counts: without clues they
    # are not more than all deals, as the holder whose cards are not counted has at least as many as any other.
    deals = factorial(len(order)) // prod(map(factorial, settled.capacities))
    bound = deals * prod(max(row) for row in rows.values()) * prod(max(factor.values) for factor in factors)
    scale = settled.scale / unit
    return Prepared(settled.size, scale, settled.known, settled.capacities, order, last, rows, tuple(factors), bound)


def _in_integers(weights: Sequence[Any]) -> tuple[tuple[int, ...], int]:
    """Weights as integers, and by what they were multiplied."""
    common = lcm(*(weight.denominator for weight in weights))
    return tuple(int(weight * common) for weight in weights), common


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


def _windows(prepared: Prepared) -> tuple[list[list[int]], list[list[int]]]:
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


def _slices(holder: int, more: int, before: Window, after: Window) -> tuple[slice, slice] | None:
    """Which counts of a holder can change by one card more or none, and what they become; None if none can."""
    (low, high), (least, most) = (before[0][holder], before[1][holder]), (after[0][holder], after[1][holder])
    first, final = max(low, least - more), min(high, most - more)
    if first > final:
        return None
    return slice(first - low, final - low + 1), slice(first + more - least, final + more - least + 1)


def _steps(
    statuses: Mapping[Status, int],
    after: dict[Status, int],
    touched: Sequence[tuple[int, Factor]],
    card: int,
    holder: int,
) -> tuple[tuple[int, int, int], ...]:
    """What becomes of each status when a card goes to a holder; new ones are numbered as they come."""
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
