"""Rows of small numbers packed exactly into 64-bit words, sorted and merged.

Counting worlds means merging equal rows. A row is a handful of small numbers (which card lies in a
slot, how many copies of a card a pile holds), so it fits into a few machine words in which every
number has bits of its own: two rows are equal exactly when their words are. Nothing is hashed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["INT64_MAX", "BitFields", "Counts", "Words", "merge"]

Words = NDArray[np.uint64]
"""Packed rows: shape (words, rows)."""
Counts = NDArray[Any]
"""Integer weights: int64 while every sum provably fits, otherwise Python integers (object)."""

WORD_BITS = 64
INT64_MAX = 2**63 - 1
"""Sums of weights that may pass this are kept as Python integers."""


@dataclass(frozen=True)
class BitFields:
    """Fields of given widths in bits, laid out from the top bit of word 0; none straddles two words.

    Rows compare word by word as their fields compare one by one.
    """

    widths: tuple[int, ...]

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """For each field its word and its shift within the word."""
        found, word, used = [], 0, 0
        for width in self.widths:
            if used + width > WORD_BITS:
                word, used = word + 1, 0
            used += width
            found.append((word, WORD_BITS - used if width else 0))
        return tuple(found)

    @cached_property
    def words(self) -> int:
        """How many words one row takes; at least one."""
        return self.places[-1][0] + 1 if self.places else 1

    def unit(self, field: int) -> list[int]:
        """The words of a row with 1 in one field and zero elsewhere."""
        row = [0] * self.words
        word, shift = self.places[field]
        row[word] = 1 << shift
        return row

    def pack(self, values: Sequence[int]) -> list[int]:
        """The words of one row, as Python integers; each value must fit its field."""
        row = [0] * self.words
        for value, (word, shift) in zip(values, self.places, strict=True):
            row[word] |= value << shift
        return row

    def extract(self, rows: Words, field: int) -> Words:
        """One field of every row, as numbers."""
        word, shift = self.places[field]
        mask = (1 << self.widths[field]) - 1
        found: Words = (rows[word] >> np.uint64(shift)) & np.uint64(mask)
        return found

    def move(self, rows: Words, first: int, count: int, other: BitFields, target: int, out: Words) -> None:
        """OR ``count`` fields from ``first`` on into ``out``, whose fields are ``other``'s from ``target``.

        Fields that keep their distance travel together, so that a whole pile usually costs one shift.
        """
        run: tuple[int, int, int, int] | None = None  # source word, shift right (may be negative), word, mask
        for offset in range(count):
            word, shift = self.places[first + offset]
            to_word, to_shift = other.places[target + offset]
            mask = ((1 << self.widths[first + offset]) - 1) << shift
            if run is not None and run[:3] == (word, shift - to_shift, to_word):
                run = (*run[:3], run[3] | mask)
                continue
            _move_run(rows, run, out)
            run = (word, shift - to_shift, to_word, mask)
        _move_run(rows, run, out)


def _move_run(rows: Words, run: tuple[int, int, int, int] | None, out: Words) -> None:
    if run is None:
        return
    word, right, to_word, mask = run
    bits = rows[word] & np.uint64(mask)
    out[to_word] |= bits >> np.uint64(right) if right >= 0 else bits << np.uint64(-right)


def merge(rows: Words, counts: Counts) -> tuple[Words, Counts, NDArray[np.intp]]:
    """Sort rows and merge equal ones, adding their counts.

    Args:
        rows: packed rows, shape (words, n), n at least 1.
        counts: weights, shape (n,); the caller has seen to it that their sum fits their type.

    Returns:
        The different rows in ascending order, their summed counts, and for each the index of one
        original row.
    """
    order = np.argsort(rows[0]) if len(rows) == 1 else np.lexsort(rows[::-1])
    ordered = rows[:, order]
    changed = np.empty(len(order), dtype=bool)
    changed[0] = True
    np.any(ordered[:, 1:] != ordered[:, :-1], axis=0, out=changed[1:])
    if changed.all():
        return ordered, counts[order], order
    starts = np.flatnonzero(changed)
    return ordered[:, starts], np.add.reduceat(counts[order], starts), order[starts]
