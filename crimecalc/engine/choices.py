"""How a scramble or a cut can fall, as far as it matters: a few index maps of equal weight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crimecalc.engine.program import Blocks, Rotation
from crimecalc.engine.visibility import SEEN, Marks, Stage
from crimecalc.setup.layout import Places

__all__ = ["Choice", "choice_of"]

Maps = NDArray[Any]


class PoolFate(NamedTuple):
    """A pool whose cards all join another pool in the maps ``ways``."""

    pool: int
    target: int
    ways: NDArray[np.intp]


@dataclass(frozen=True)
class Choice:
    """All ways in which a move can fall that differ in anything that matters.

    Attributes:
        blocks: what moves as a whole: the blocks of a scramble, the single places of a shuffle or cut.
        units: the numbers of those blocks that matter after the move.
        sources: for each map and each of these the block whose cards come there; shape (maps, units).
        weight: in how many ways each map falls, the same for all.
        pool_fates: which pools join which pools in which maps.
    """

    blocks: tuple[Places, ...]
    units: tuple[int, ...]
    sources: Maps
    weight: int
    pool_fates: tuple[PoolFate, ...]


def choice_of(stage: Stage, check: Callable[[int], None]) -> Choice:
    """The choice that a random move offers; ``check`` hears the number of maps before they are made."""
    move = stage.move
    if isinstance(move, Rotation):
        n = len(move.places)
        check(n)
        blocks: tuple[Places, ...] = tuple((place,) for place in move.places)
        units, maps, weight = tuple(range(n)), (np.arange(n)[:, None] + np.arange(n)) % n, 1
    else:
        assert isinstance(move, Blocks)
        blocks, groups = move.blocks, _alike(move, stage.after)
        k, sizes = len(blocks), [len(group) for group in groups]
        alike = factorial(k - sum(sizes)) * prod(factorial(size) for size in sizes)
        check(factorial(k) // alike)
        units, maps = tuple(number for group in groups for number in group), _assignments(k, sizes)
        weight = 1 if move.shuffle else alike
    return Choice(blocks, units, maps, weight, tuple(_pool_fates(stage, blocks, units, maps)))


def _alike(move: Blocks, after: Marks) -> list[list[int]]:
    """Block positions that matter, those together that it makes no difference to exchange."""
    groups: dict[object, list[int]] = {}
    for number, block in enumerate(move.blocks):
        marks = tuple(after.get(place) for place in block)
        if all(mark is None for mark in marks):
            continue
        key = number if SEEN in marks else marks
        groups.setdefault(key, []).append(number)
    return list(groups.values())


def _assignments(units: int, sizes: list[int]) -> Maps:
    """Every way to pick groups of the given sizes out of units: ascending within a group.

    Shape (ways, sum of sizes).
    """
    maps = np.zeros((1, 0), dtype=np.min_scalar_type(units))
    for size in sizes:
        left = units - maps.shape[1]
        if 2 * size > left:
            # Fewer units stay than go: pick those that stay.
            staying = _picked(maps, units, left - size)
            origin, free = staying[:, : maps.shape[1]], _free(staying, units)
            going = np.nonzero(free)[1].reshape(len(staying), size).astype(maps.dtype)
            maps = np.concatenate([origin, going], axis=1)
        else:
            maps = _picked(maps, units, size)
    return maps


def _picked(maps: Maps, units: int, size: int) -> Maps:
    """Every way to pick ``size`` more units, ascending, where each row has picked some already."""
    for place in range(size):
        free = _free(maps, units)
        if place:
            free &= np.arange(units) > maps[:, -1:]
        # Leave as many units to the right as are still needed: no way is begun in vain.
        to_the_right = free[:, ::-1].cumsum(axis=1)[:, ::-1]
        rows, chosen = np.nonzero(free & (to_the_right >= size - place))
        maps = np.concatenate([maps[rows], chosen[:, None].astype(maps.dtype)], axis=1)
    return maps


def _free(maps: Maps, units: int) -> NDArray[np.bool_]:
    free = np.ones((len(maps), units), dtype=bool)
    free[np.arange(len(maps))[:, None], maps] = False
    return free


def _pool_fates(
    stage: Stage, blocks: tuple[tuple[int, ...], ...], units: tuple[int, ...], maps: Maps
) -> list[PoolFate]:
    """What becomes of the pools that a move splits off, whose cards travel together."""
    fates = []
    done = {SEEN, *stage.after.values()}  # a pool that goes on unchanged is no matter of this move
    for number, block in enumerate(blocks):
        for j, place in enumerate(block):
            pool = stage.before.get(place, SEEN)
            if pool in done:
                continue
            done.add(pool)
            for column, target in enumerate(units):
                mark = stage.after.get(blocks[target][j])
                ways = np.flatnonzero(maps[:, column] == number)
                if mark is not None and len(ways):
                    fates.append(PoolFate(pool, mark, ways))
    return fates
