"""A shuffle of cards some of which are alike, revealed only as far as it is seen (*deferred reveal*).

Before a shuffle only the multiset of its cards matters. Seen places are then filled one at a time with
each card that is left, weighted by its copies; pools are filled card by card with as many copies as
each can take. Two ways that differ in nothing that is seen are never told apart in the first place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import comb, factorial, perm, prod

import numpy as np
from numpy.typing import NDArray

from crimecalc.engine.program import Blocks
from crimecalc.engine.visibility import SEEN, Stage
from crimecalc.packing import BitFields, Counts, Words

__all__ = ["Revealed", "reveal"]

_INT64_MAX = 2**63 - 1
Check = Callable[[int, int], None]


@dataclass(frozen=True)
class Revealed:
    """The different ways in which the seen part of a shuffle can fall.

    Attributes:
        parents: for each way the state before the shuffle; shape (n,).
        columns: for each place seen after the shuffle the card that comes there; shape (n,).
        pools: for each pool fed by the shuffle the multiset of cards that join it; shape (words, n).
        counts: the weight of each way, that of its parent included; shape (n,).
    """

    parents: NDArray[np.intp]
    columns: dict[int, NDArray[np.uint16]]
    pools: dict[int, Words]
    counts: Counts


def reveal(stage: Stage, pool: Words, counts: Counts, multisets: BitFields, check: Check) -> Revealed:
    """Reveal a shuffle in every state.

    Args:
        stage: the shuffle and what matters around it.
        pool: the multiset of the shuffled cards in every state; shape (words, states).
        counts: the weight of every state.
        multisets: how multisets are packed.
        check: told the step and the number of states before they are made.
    """
    move = stage.move
    assert isinstance(move, Blocks)
    seen = [place for place in move.places if stage.after.get(place) == SEEN]
    sizes: dict[int, int] = {}
    for place in move.places:
        mark = stage.after.get(place, SEEN)
        if mark != SEEN:
            sizes[mark] = sizes.get(mark, 0) + 1
    n = len(move.places)
    shown = len(seen) + sum(sizes.values())
    ways = perm(n, len(seen)) * _multinomial([*sizes.values(), n - shown])
    if int(counts.sum()) * ways > _INT64_MAX and counts.dtype != object:
        counts = counts.astype(object)
    left = _Left(pool, counts, np.arange(len(counts)), multisets)
    columns: dict[int, NDArray[np.uint16]] = {}
    for place in seen:
        origin, column, left = left.reveal_one(lambda states: check(move.step, states))
        columns = {done: known[origin] for done, known in columns.items()}
        columns[place] = column
    if not sizes:
        return Revealed(left.parents, columns, {}, left.counts)
    origin, pools, left = left.fill(sizes, lambda states: check(move.step, states))
    return Revealed(left.parents, {place: column[origin] for place, column in columns.items()}, pools, left.counts)


def _multinomial(parts: list[int]) -> int:
    return factorial(sum(parts)) // prod(factorial(part) for part in parts)


@dataclass(frozen=True)
class _Left:
    """States in the middle of a shuffle: what is left to reveal, the weight, the state before it."""

    pool: Words
    counts: Counts
    parents: NDArray[np.intp]
    multisets: BitFields

    def copies(self, label: int) -> NDArray[np.int64]:
        """How many copies of a card are left, in every state."""
        return self.multisets.extract(self.pool, label).astype(np.int64)

    def unit(self, label: int) -> Words:
        return np.array(self.multisets.unit(label), dtype=np.uint64)[:, None]

    def reveal_one(self, check: Callable[[int], None]) -> tuple[NDArray[np.intp], NDArray[np.uint16], _Left]:
        """One more place: each card that is left, in every state."""
        labels = range(len(self.multisets.widths))
        left = [self.copies(label) for label in labels]
        rows = [np.flatnonzero(copies) for copies in left]
        check(sum(len(row) for row in rows))
        origin = np.concatenate(rows)
        column = np.repeat(np.arange(len(rows), dtype=np.uint16), [len(row) for row in rows])
        pool = np.concatenate([self.pool[:, rows[label]] - self.unit(label) for label in labels], axis=1)
        times = np.concatenate([copies[row] for copies, row in zip(left, rows, strict=True)])
        return origin, column, _Left(pool, self.counts[origin] * times, self.parents[origin], self.multisets)

    def fill(
        self, sizes: dict[int, int], check: Callable[[int], None]
    ) -> tuple[NDArray[np.intp], dict[int, Words], _Left]:
        """Fill pools of given sizes, label by label, so that no order of drawing is ever spelled out."""
        origin, counts = np.arange(len(self.counts)), self.counts
        pools = [np.zeros_like(self.pool) for _ in sizes]
        room = [np.full(len(counts), size, dtype=np.int64) for size in sizes.values()]
        copies_of = [self.copies(label) for label in range(len(self.multisets.widths))]
        later: NDArray[np.int64] = np.stack(copies_of).sum(axis=0)
        for label, copies_left in enumerate(copies_of):
            if not copies_left.any():
                continue
            all_copies = copies_left[origin]
            rows = np.flatnonzero(all_copies)
            copies = all_copies[rows]
            later[rows] -= copies
            # Whatever these cards do not fill, later ones must be able to.
            missing = np.stack(room)[:, rows].sum(axis=0) - later[rows]
            parts = [((0,) * len(room), np.flatnonzero(all_copies == 0))]
            for taken in _splits(int(copies.max()), [int(free[rows].max()) for free in room]):
                fits = (copies >= sum(taken)) & (missing <= sum(taken))
                for free, number in zip(room, taken, strict=True):
                    fits &= free[rows] >= number
                parts.append((taken, rows[fits]))
            parts = [(taken, part) for taken, part in parts if len(part)]
            check(sum(len(part) for _, part in parts))
            chosen = np.concatenate([part for _, part in parts])
            lengths = [len(part) for _, part in parts]
            counts = counts[chosen] * np.concatenate([_ways(all_copies[part], taken) for taken, part in parts])
            for index in range(len(pools)):
                given = np.repeat(np.array([taken[index] for taken, _ in parts]), lengths)
                pools[index] = pools[index][:, chosen] + self.unit(label) * given.astype(np.uint64)
                room[index] = room[index][chosen] - given
            origin, later = origin[chosen], later[chosen]
        left = _Left(self.pool[:, :0], counts, self.parents[origin], self.multisets)
        return origin, dict(zip(sizes, pools, strict=True)), left


def _splits(copies: int, room: list[int]) -> Iterator[tuple[int, ...]]:
    """Every way to give at most ``copies`` like cards to pools with so much room."""
    if not room:
        yield ()
        return
    for number in range(min(copies, room[0]) + 1):
        for rest in _splits(copies - number, room[1:]):
            yield (number, *rest)


def _ways(copies: NDArray[np.int64], taken: tuple[int, ...]) -> Counts:
    """In how many ways the taken numbers can be picked out of so many copies."""
    distinct, inverse = np.unique(copies, return_inverse=True)
    ways = []
    for left in distinct.tolist():
        total = 1
        for number in taken:
            total *= comb(left, number)
            left -= number
        ways.append(total)
    fits = max(ways) <= _INT64_MAX
    result: Counts = np.array(ways, dtype=np.int64 if fits else object)[inverse]
    return result
