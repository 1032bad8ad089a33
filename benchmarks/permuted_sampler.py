"""Random tables of Forgotten Crime's simplified setup with numpy alone, sharing no code with crimecalc.

Every table is played in full: all 44 cards are moved at every step, and every shuffle, the deck's last one
included, is drawn with ``numpy.random.Generator.permuted``. This is the baseline for the sampler.

Cards are numbered as in :mod:`plain_forgotten_crime`; the top card of a pile comes first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plain_forgotten_crime import Outcome

__all__ = ["CHUNK", "LAYOUTS", "Tables", "outcome_counts", "sample"]

CHUNK = 8_192
"""Tables made at once: from 1,000 to 1,000,000 the fastest, within what can be measured, in both layouts."""

CARDS = np.arange(44, dtype=np.uint8)
JACKS, KINGS = CARDS[36:40], CARDS[40:44]


class Tables(NamedTuple):
    """What lies on many tables in the end.

    Attributes:
        criminal: the King on each table; shape (n,).
        accomplice: the Jack on each table; shape (n,).
        deck: the deck of each table, top to bottom; shape (n, 12).
    """

    criminal: NDArray[np.uint8]
    accomplice: NDArray[np.uint8]
    deck: NDArray[np.uint8]


def sample(n: int, seed: int, layout: str = "rows", chunk: int = CHUNK) -> Tables:
    """Set up ``n`` random tables.

    Args:
        n: how many tables.
        seed: seed of the random numbers.
        layout: one of :data:`LAYOUTS`.
        chunk: how many tables are made at once.
    """
    rng = np.random.default_rng(seed)
    tables = Tables(np.empty(n, np.uint8), np.empty(n, np.uint8), np.empty((n, 12), np.uint8))
    for start in range(0, n, chunk):
        part = slice(start, min(start + chunk, n))
        made = LAYOUTS[layout](part.stop - start, rng)
        tables.criminal[part], tables.accomplice[part], tables.deck[part] = made
    return tables


def outcome_counts(tables: Tables) -> Counter[Outcome]:
    """How often each outcome came up, the deck looked at as a set."""
    one = np.uint64(1)
    packed = np.bitwise_or.reduce(one << tables.deck.astype(np.uint64), axis=1)
    packed |= tables.criminal.astype(np.uint64) << np.uint64(44)
    packed |= tables.accomplice.astype(np.uint64) << np.uint64(50)
    values, times = np.unique(packed, return_counts=True)
    return Counter(
        {
            (value >> 44 & 63, value >> 50, value & (1 << 44) - 1): count
            for value, count in zip(values.tolist(), times.tolist(), strict=True)
        }
    )


def _tables_in_rows(n: int, rng: np.random.Generator) -> Tables:
    """One chunk, a row of 44 cards for each table: what one would write down first."""

    def scrambled(piles: NDArray[np.uint8]) -> NDArray[np.uint8]:
        return np.take_along_axis(piles, _orders(n, piles.shape[1], rng)[:, :, None], axis=1)

    cards = np.tile(CARDS, (n, 1))
    answers = cards[:, :36].reshape(n, 3, 3, 4)
    blocks = np.stack([scrambled(answers[:, question]) for question in range(3)], axis=1)
    blocks = scrambled(blocks.reshape(n, 3, 12))
    stack = np.concatenate([cards[:, KINGS], cards[:, JACKS], blocks.reshape(n, 36)], axis=1)
    # Dealt to four piles in turn: the card that is dealt last lies on top.
    piles = scrambled(stack.reshape(n, 11, 4)[:, ::-1].swapaxes(1, 2))
    minis = scrambled(piles[:, 0, :9].reshape(n, 3, 3))
    parts = [piles[:, 2, [0, 3, 6]], piles[:, 3, [0, 3, 6]], piles[:, 1, [0, 3, 8]], minis[:, [0, 1, 2], [0, 1, 2]]]
    return Tables(piles[:, 0, 10], piles[:, 1, 9], _shuffled(np.concatenate(parts, axis=1), rng))


def _tables_in_columns(n: int, rng: np.random.Generator) -> Tables:
    """The same with a row for each place and a column for each table, which moves long runs of memory."""

    def scrambled(piles: NDArray[np.uint8]) -> NDArray[np.uint8]:
        orders = np.ascontiguousarray(_orders(n, len(piles), rng).T)
        return np.take_along_axis(piles, orders[:, None], axis=0)

    cards = np.repeat(CARDS[:, None], n, axis=1)
    answers = cards[:36].reshape(3, 3, 4, n)
    blocks = np.stack([scrambled(answers[question]) for question in range(3)])
    blocks = scrambled(blocks.reshape(3, 12, n))
    stack = np.concatenate([cards[KINGS], cards[JACKS], blocks.reshape(36, n)])
    piles = scrambled(stack.reshape(11, 4, n)[::-1].swapaxes(0, 1))
    minis = scrambled(piles[0, :9].reshape(3, 3, n))
    parts = [piles[2, [0, 3, 6]], piles[3, [0, 3, 6]], piles[1, [0, 3, 8]], minis[[0, 1, 2], [0, 1, 2]]]
    return Tables(piles[0, 10], piles[1, 9], _shuffled(np.concatenate(parts).T, rng))


LAYOUTS: dict[str, Callable[[int, np.random.Generator], Tables]] = {
    "rows": _tables_in_rows,
    "columns": _tables_in_columns,
}
"""How the cards lie in memory: a row for each table, or a column for each table."""


def _orders(n: int, size: int, rng: np.random.Generator) -> NDArray[np.intp]:
    """For each of ``n`` tables an order of ``size`` piles; shape (n, size)."""
    # Shuffled in place and as full words: numpy permutes small integers at half the speed.
    orders = np.tile(np.arange(size), (n, 1))
    return rng.permuted(orders, axis=1, out=orders)


def _shuffled(deck: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Every row of cards shuffled completely."""
    words = deck.astype(np.intp, order="C")  # for speed, as in _orders
    return rng.permuted(words, axis=1, out=words).astype(np.uint8)
