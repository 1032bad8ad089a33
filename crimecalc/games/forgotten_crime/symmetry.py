"""The symmetries of Forgotten Crime: which states of knowledge are the same but for names.

Suspects may change names, so may questions, and within a question the three answers. Two sets of cards seen
that such a renaming exchanges ask for the same decision. The cards seen are written down as a table of four
suspects by three questions; a column's entry is 0 for no answer yet, otherwise the number of the answer.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["ORDERS", "CanonicalForms", "canonical", "canonical_of_columns", "columns_of"]

ORDERS = np.array(list(permutations(range(4))))
"""The 24 orders in which the suspects can be listed: which suspect stands in each row."""

_COLUMN_BITS = 8
_BLOCK = 2048  # states at once, so that the arrays stay in the processor's cache


class CanonicalForms(NamedTuple):
    """States in their canonical form.

    Attributes:
        keys: equal exactly for equivalent states; shape (states,).
        orders: for each state the number in :data:`ORDERS` that brings it into this form; shape (states,).
    """

    keys: NDArray[np.int32]
    orders: NDArray[np.intp]


def canonical(seen: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Canonical forms of states given as flags over the 36 answers; shape (states, 36) to (states, 1)."""
    return canonical_of_columns(columns_of(seen)).keys[:, None]


def columns_of(seen: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The three columns of each state as numbers of 8 bits; shape (states, 3)."""
    answers = seen.reshape(-1, 4, 3, 3) @ np.array([1, 2, 3])
    columns: NDArray[np.intp] = (answers << 2 * np.arange(4)[:, None]).sum(axis=1)
    return columns


def canonical_of_columns(columns: NDArray[np.intp]) -> CanonicalForms:
    """Canonical forms of states given by their columns, which may stand in any order; shape (states, 3).

    For each order of the suspects every column is renamed by first appearance and the columns are sorted;
    the smallest of the 24 results is the canonical form.
    """
    parts = [_canonical_block(columns[at : at + _BLOCK]) for at in range(0, len(columns), _BLOCK)]
    return CanonicalForms(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _canonical_block(columns: NDArray[np.intp]) -> CanonicalForms:
    first, second, third = _renamed_columns()[columns.T]
    low, high = np.minimum(first, second), np.maximum(first, second)
    least, most = np.minimum(low, third), np.maximum(high, third)
    middle = np.maximum(low, np.minimum(high, third))
    keys = least << 2 * _COLUMN_BITS | middle << _COLUMN_BITS | most
    orders = keys.argmin(axis=1)
    return CanonicalForms(keys[np.arange(len(keys)), orders], orders)


@cache
def _renamed_columns() -> NDArray[np.int32]:
    """Each of the 256 columns under each order of the suspects, its answers numbered by first appearance."""
    answers = np.arange(1 << _COLUMN_BITS)[:, None] >> 2 * np.arange(4) & 3
    renamed = np.zeros((len(answers), len(ORDERS)), dtype=np.int32)
    for number, order in enumerate(ORDERS):
        names = np.zeros((len(answers), 4), dtype=np.int32)  # by answer, 0 for none yet
        for row, suspect in enumerate(order):
            answer = answers[:, suspect]
            every = np.arange(len(answers))
            fresh = (answer > 0) & (names[every, answer] == 0)
            names[every[fresh], answer[fresh]] = names.max(axis=1)[fresh] + 1
            renamed[:, number] |= names[every, answer] << 2 * row
    return renamed
