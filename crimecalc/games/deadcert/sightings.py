"""DEADCERT: in how many ways names can have been seen on some types of evidence but not on others.

What was seen comes down to seven numbers: how many names were seen on each single type, on each pair of types and on
all three. Sets of suspect cards with the same numbers are counted with polynomials, exactly in 64-bit integers,
as there are 2^48 sets of suspect cards in all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from crimecalc.games.deadcert.rules import NAMES, ON_EACH_TYPE, PAIRS, TYPES, Split

__all__ = ["Sightings", "sightings", "ways_for_others"]

Counts = NDArray[np.int64]


@lru_cache(maxsize=1024)
def _ways_once(doubles: tuple[int, int, int], singles: tuple[int, int, int]) -> Counts:
    """In how many ways so many names are seen on each type, if no name is seen twice.

    Args:
        doubles: names on each pair of types that are seen on one of both, or on neither.
        singles: names on each type only.

    Returns:
        Shape (17, 17, 17), by how many are seen on motive, means and opportunity.
    """
    ways = np.zeros((ON_EACH_TYPE + 1,) * len(TYPES), dtype=np.int64)
    ways[0, 0, 0] = 1
    for pair, count in zip(PAIRS, doubles, strict=True):
        for _ in range(count):
            ways = ways + _moved(ways, pair[0]) + _moved(ways, pair[1])
    for number, count in enumerate(singles):
        for _ in range(count):
            ways = ways + _moved(ways, number)
    ways.setflags(write=False)
    return ways


def _moved(array: Counts, axis: int) -> Counts:
    """The array for one more along an axis; what would leave it is nothing."""
    moved = np.zeros_like(array)
    to: list[slice] = [slice(None)] * array.ndim
    origin = list(to)
    to[axis], origin[axis] = slice(1, None), slice(None, -1)
    moved[tuple(to)] = array[tuple(origin)]
    return moved


def ways_for_others(split: Split, pairs: tuple[int, int, int], once: tuple[int, int, int]) -> int:
    """How many sets of cards of the 36 others, all but the killer, show so many names so.

    Args:
        split: how the names on two cards are spread.
        pairs: how many names are seen on exactly each pair of types.
        once: how many are seen on exactly one type, by type.

    >>> ways_for_others(Split(3, 3, 3), (0, 0, 0), (1, 0, 0))
    15
    """
    left = [count - seen for count, seen in zip(split.doubles, pairs, strict=True)]
    if min(*left, *pairs, *once) < 0 or max(once) > ON_EACH_TYPE:
        return 0
    ways = int(_ways_once((left[0], left[1], left[2]), split.singles)[once])
    for count, seen in zip(split.doubles, pairs, strict=True):
        ways *= comb(count, seen)
    return ways


@dataclass(frozen=True, eq=False)
class Sightings:
    """Everything that can have been seen, as the seven numbers; all arrays in the same order.

    Attributes:
        ways: by how many sets of suspect cards.
        possible: how many names can still be the killer then, those not seen included.
        cards: how many suspect cards have been seen.
    """

    ways: Counts
    possible: Counts
    cards: Counts


@lru_cache(maxsize=4)
def sightings(split: Split) -> Sightings:
    """Everything that can have been seen in an episode with this split."""
    size = ON_EACH_TYPE + 1
    most = [count + 1 for count in split.doubles]  # the killer may be seen on two types and look like any other
    others = np.zeros((*(count + 1 for count in most), size, size, size), dtype=np.int64)
    for pairs in np.ndindex(*most):
        left = tuple(count - seen for count, seen in zip(split.doubles, pairs, strict=True))
        times = np.prod([comb(count, seen) for count, seen in zip(split.doubles, pairs, strict=True)])
        others[pairs] = _ways_once((left[0], left[1], left[2]), split.singles) * int(times)
    numbers = np.indices(others.shape, dtype=np.int64)
    seen_names = numbers.sum(axis=0)
    cards = 2 * numbers[:3].sum(axis=0) + numbers[3:].sum(axis=0)
    # The killer is not seen yet, or looks like a name of one of the six kinds.
    ways = others + sum(_moved(others, axis) for axis in range(others.ndim))
    possible = (NAMES - seen_names) * (others > 0)
    for axis in range(others.ndim):
        possible += numbers[axis] * (_moved(others, axis) > 0)
    open_, found = ways > 0, others > 0  # the killer is seen on less than three types, or on all
    return Sightings(
        ways=np.concatenate([ways[open_], others[found]]),
        possible=np.concatenate([possible[open_], np.ones(int(found.sum()), dtype=np.int64)]),
        cards=np.concatenate([cards[open_], cards[found] + len(TYPES)]),
    )
