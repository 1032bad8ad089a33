"""A shuffle of cards some of which are alike, revealed only as far as it is seen (*deferred reveal*).

Before a shuffle only the multiset of its cards matters. Seen places are then filled one at a time with
each card that is left, weighted by its copies; pools are filled card by card with as many copies as
each can take. Two ways that differ in nothing that is seen are never told apart in the first place.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import comb, factorial, perm, prod

import numpy as np
from numpy.typing import NDArray

from crimecalc.engine.program import Blocks
from crimecalc.engine.visibility import SEEN, Stage
from crimecalc.packing import INT64_MAX, BitFields, Counts, Words

__all__ = ["Revealed", "reveal"]

Check = Callable[[int], None]


@dataclass(frozen=True)
class Revealed:
    """The different ways in which the seen part of a shuffle can fall.

    Attributes:
        parents: for each way the state before the shuffle; shape (n,).
        columns: for each place seen after the shuffle the card that comes there; shape (n,).
        pools: for each pool fed by the shuffle the multiset of cards that join it; shape (words, n).
        counts: the weight of each way, that of its parent included; shape (n,).
        weight: a factor that all these share: in how many ways a scramble falls that differ in nothing seen.
    """

    parents: NDArray[np.intp]
    columns: dict[int, NDArray[np.uint16]]
    pools: dict[int, Words]
    counts: Counts
    weight: int


def reveal(stage: Stage, pool: Words, counts: Counts, multisets: BitFields, check: Check) -> Revealed:
    """Reveal a shuffle in every state.

    Args:
        stage: the shuffle and what matters around it.
        pool: the multiset of the shuffled cards in every state; shape (words, states).
        counts: the weight of every state.
        multisets: how multisets are packed.
        check: told the number of states before they are made.
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
    if int(counts.sum()) * ways > INT64_MAX and counts.dtype != object:
        counts = counts.astype(object)
    # A complete shuffle is counted only as far as it is seen.
    weight = 1 if move.shuffle else factorial(n - shown) * prod(factorial(size) for size in sizes.values())
    left = _Left(pool, counts, np.arange(len(counts)), multisets)
    kinds, times = np.unique(np.sort(left.copies, axis=0), axis=1, return_counts=True)
    needed = (_ways_to_show(kind, len(seen), list(sizes.values())) for kind in kinds.T.tolist())
    check(sum(count * ways for count, ways in zip(times.tolist(), needed, strict=True)))
    columns: dict[int, NDArray[np.uint16]] = {}
    for place in seen:
        origin, column, left = left.reveal_one()
        columns = {done: known[origin] for done, known in columns.items()}
        columns[place] = column
    if not sizes:
        return Revealed(left.parents, columns, {}, left.counts, weight)
    origin, pools, left = left.fill(sizes, check)
    columns = {place: column[origin] for place, column in columns.items()}
    return Revealed(left.parents, columns, pools, left.counts, weight)


def _multinomial(parts: list[int]) -> int:
    return factorial(sum(parts)) // prod(factorial(part) for part in parts)


def _ways_to_show(copies: list[int], seen: int, sizes: list[int]) -> int:
    """How many different ways there are, at least, to fill seen places and pools from these numbers of copies.

    Exact without pools and for two kinds of cards, otherwise a lower bound: that of a row of seen places alone, or
    of one kind of card alone in places and pools.
    """
    most_rows = _rows(copies, seen)
    return max(most_rows, *(_ways_of_one(held, sum(copies) - held, [1] * seen + sizes) for held in set(copies)))


def _rows(copies: list[int], length: int) -> int:
    """How many different rows of so many cards can be laid from these numbers of copies."""
    singles = copies.count(1)
    # Of the cards without a copy, k take part in any order.
    rows = [perm(singles, n) for n in range(length + 1)]
    for most in copies:
        if most > 1:
            rows = [sum(comb(n, k) * rows[n - k] for k in range(min(most, n) + 1)) for n in range(length + 1)]
    return rows[length]


def _ways_of_one(held: int, others: int, sizes: list[int]) -> int:
    """In how many ways the copies of one card can be given to places, if other cards fill what is left."""
    least, most = max(0, sum(sizes) - others), min(held, sum(sizes))
    ways = [1] + [0] * most
    for size in sizes:
        running = list(accumulate(ways))
        ways = [running[n] - (running[n - size - 1] if n > size else 0) for n in range(most + 1)]
    return sum(ways[least:])


@dataclass(frozen=True)
class _Left:
    """States in the middle of a shuffle: what is left to reveal, the weight, the state before it."""

    pool: Words
    counts: Counts
    parents: NDArray[np.intp]
    multisets: BitFields

    @cached_property
    def copies(self) -> NDArray[np.int64]:
        """How many copies of each card are left, in every state; shape (labels, states)."""
        labels = range(len(self.multisets.widths))
        return np.stack([self.multisets.extract(self.pool, label) for label in labels]).astype(np.int64)

    def unit(self, label: int) -> Words:
        return np.array(self.multisets.unit(label), dtype=np.uint64)[:, None]

    def reveal_one(self) -> tuple[NDArray[np.intp], NDArray[np.uint16], _Left]:
        """One more place: each card that is left, in every state."""
        column, origin = np.nonzero(self.copies)
        units = np.concatenate([self.unit(label) for label in range(len(self.copies))], axis=1)
        pool = self.pool[:, origin] - units[:, column]
        counts = self.counts[origin] * self.copies[column, origin]
        return origin, column.astype(np.uint16), _Left(pool, counts, self.parents[origin], self.multisets)

    def fill(
        self, sizes: dict[int, int], check: Callable[[int], None]
    ) -> tuple[NDArray[np.intp], dict[int, Words], _Left]:
        """Fill pools of given sizes, label by label and pool by pool: no order of drawing is spelled out."""
        origin, counts = np.arange(len(self.counts)), self.counts
        pools = [np.zeros_like(self.pool) for _ in sizes]
        room = np.array([*sizes.values()])[:, None].repeat(len(counts), axis=1)
        later = self.copies.sum(axis=0)
        for label in np.flatnonzero(self.copies.any(axis=1)).tolist():
            left = self.copies[label, origin]
            later = later - left
            for index in range(len(pools)):
                # What neither later cards nor the pools that follow can take up has to go in here.
                least = np.maximum(room[: index + 1].sum(axis=0) - later, 0)
                most = np.minimum(left, room[index])
                spread = most - least + 1
                check(int(spread.sum()))
                parent = np.arange(len(spread)).repeat(spread)
                given = np.arange(len(parent)) - (spread.cumsum() - spread)[parent] + least[parent]
                counts = counts[parent] * _combinations(left[parent], given)
                origin, later, left, room = origin[parent], later[parent], left[parent] - given, room[:, parent]
                room[index] -= given
                pools = [pool[:, parent] for pool in pools]
                pools[index] = pools[index] + self.unit(label) * given.astype(np.uint64)
        parents = self.parents[origin]
        return origin, dict(zip(sizes, pools, strict=True)), _Left(self.pool[:, :0], counts, parents, self.multisets)


def _combinations(n: NDArray[np.int64], k: NDArray[np.int64]) -> Counts:
    """Binomial coefficients, as Python integers where one is beyond 63 bits."""
    pairs, which = np.unique(np.stack([n, k]), axis=1, return_inverse=True)
    values = [comb(of, taken) for of, taken in pairs.T.tolist()]
    return np.array(values, dtype=np.int64 if max(values) <= INT64_MAX else object)[which]
