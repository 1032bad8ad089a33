"""Random work in chunks of a fixed size, each with its own seed.

What comes out depends on the number and the seed alone, never on who carries the chunks out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from functools import reduce
from operator import add
from typing import Any, TypeVar

import numpy as np

from crimecalc.checks import found
from crimecalc.errors import InvalidInput
from crimecalc.progress import Bar, check_progress
from crimecalc.rendering import about

__all__ = ["added_up", "in_chunks", "whole_number"]

T = TypeVar("T")

_MOST = 10**12
"""More than anybody has the time for; a number above it is a slip."""


def whole_number(n: Any, what: str, noun: str) -> int:
    """How many random tables or games to make; ``what`` is the argument.

    Raises:
        InvalidInput: if it is no positive whole number.
    """
    if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or n < 1:
        raise InvalidInput(f"{what}: expected a positive whole number of {noun}, found {found(n)}")
    if n > _MOST:
        raise InvalidInput(f"{what}: expected at most {_MOST:,} {noun}, found {about(int(n))}")
    return int(n)


def in_chunks(
    work: Callable[[int, np.random.SeedSequence], T],
    n: int,
    size: int,
    seed: np.random.SeedSequence,
    executor: Executor | None,
    progress: bool | None,
    *,
    verb: str,
    noun: str,
) -> Iterator[T]:
    """The results of all chunks, in order.

    Args:
        work: makes one chunk, from how many and a seed; it must survive pickling where processes work.
        n: how many in all.
        size: how many in a chunk.
        seed: from which each chunk's seed is spawned.
        executor: who carries out the chunks; None for this process.
        progress: see :class:`~crimecalc.progress.Bar`.
        verb: what it is called in errors.
        noun: what there are ``n`` of.

    Raises:
        InvalidInput: if the executor is none.
    """
    if executor is not None and not isinstance(executor, Executor):
        raise InvalidInput(f"{verb}: executor: expected a concurrent.futures.Executor, found {found(executor)}")
    check_progress(verb, progress)
    numbers = range(-(-n // size))

    def sizes() -> Iterator[int]:
        return (min(size, n - number * size) for number in numbers)

    # Spawned by hand: SeedSequence.spawn counts its calls, and a second run would differ.
    seeds = (
        np.random.SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, number), pool_size=seed.pool_size)
        for number in numbers
    )
    results: Iterator[T] = (map if executor is None else executor.map)(work, sizes(), seeds)
    bar = Bar(progress, n, verb=verb, noun=noun)
    try:
        for done in sizes():
            with bar.running():
                result = next(results)
            bar.advance(done)
            yield result
    finally:
        bar.close()


def added_up(
    work: Callable[[int, np.random.SeedSequence], T],
    n: int,
    size: int,
    seed: np.random.SeedSequence,
    executor: Executor | None,
    progress: bool | None,
    *,
    verb: str,
    noun: str,
) -> T:
    """The results of all chunks added up; arguments as in :func:`in_chunks`."""
    chunks: Iterator[Any] = in_chunks(work, n, size, seed, executor, progress, verb=verb, noun=noun)
    total: T = reduce(add, chunks)
    return total
