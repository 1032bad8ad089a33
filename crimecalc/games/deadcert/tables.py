"""DEADCERT: shuffled cards on many tables at once, as numbers, for whoever plays on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from crimecalc.engine.sampling import sample_tables
from crimecalc.games.deadcert.rules import CARDS, NAMES, ON_EACH_TYPE, TYPES, Split, cards, setup

__all__ = ["KILLER", "Cards", "Numbers", "kind_of", "numbered", "shuffled", "snoop_of"]

Numbers = NDArray[np.int8]

KILLER = 0
"""The killer's number among the names; snoops have the number 37."""


@dataclass(frozen=True, eq=False)
class Cards:
    """The 54 cards in play by their numbers, in the order of :func:`~crimecalc.games.deadcert.rules.cards`.

    Attributes:
        name: number of the name, 0 the killer's, 37 for snoops; shape (54,).
        kind: number of the type of evidence; a snoop's is that of its packet; shape (54,).
        snoop: 0 for a suspect, 1 or 2 for a snoop of that level; shape (54,).
        place: the number of each card among the labels of the setup's deck; shape (54,).
    """

    name: Numbers
    kind: Numbers
    snoop: Numbers
    place: Numbers

    @property
    def killer(self) -> Numbers:
        """The numbers of the killer's cards, by type; shape (3,)."""
        return np.flatnonzero(self.name == KILLER).astype(np.int8)

    @property
    def level1(self) -> Numbers:
        """The numbers of the snoops of level 1, by type; shape (3,)."""
        return np.flatnonzero(self.snoop == 1).astype(np.int8)

    @property
    def level2(self) -> Numbers:
        """The numbers of the snoops of level 2, by packet; shape (3,)."""
        return np.flatnonzero(self.snoop == 2).astype(np.int8)


def kind_of(card: Numbers) -> Numbers:
    """The type of evidence of cards by their number: a packet has 18. This is faster than to look them up.

    Args:
        card: numbers of cards; any shape.

    >>> kind_of(np.array([0, 17, 18, 52], dtype=np.int8))
    array([0, 0, 1, 2], dtype=int8)
    """
    return (card >= _PACKET).view(np.int8) + (card >= 2 * _PACKET).view(np.int8)


def snoop_of(card: Numbers) -> Numbers:
    """The snoop level of cards by their number, 0 for suspects: a packet is 16 suspects, then a snoop of either level.

    Args:
        card: numbers of cards; any shape.

    >>> snoop_of(np.array([0, 17, 18, 52], dtype=np.int8))
    array([0, 2, 0, 1], dtype=int8)
    """
    above = card - kind_of(card) * np.int8(_PACKET) - np.int8(ON_EACH_TYPE - 1)
    level: Numbers = np.maximum(above, np.int8(0))
    return level


_PACKET = CARDS // len(TYPES)


@lru_cache(maxsize=64)
def numbered(split: Split) -> Cards:
    """The cards of an episode as numbers."""
    deck = cards(split)
    suspects = dict.fromkeys(name for name, _ in deck if not name.startswith("snoop"))
    names = {name: number for number, name in enumerate(suspects)}
    place = {label: number for number, label in enumerate(setup(split).deck.labels)}
    return Cards(
        name=np.array([names.get(name, NAMES) for name, _ in deck], dtype=np.int8),
        kind=np.array([TYPES.index(kind) for _, kind in deck], dtype=np.int8),
        snoop=np.array([int(name[-1]) if name.startswith("snoop") else 0 for name, _ in deck], dtype=np.int8),
        place=np.array([place[label] for label in deck], dtype=np.int8),
    )


def shuffled(split: Split, n: int, rng: np.random.Generator) -> Numbers:
    """Shuffled decks: the numbers of their cards, top card first; shape (n, 54).

    >>> shuffled(Split(3, 3, 3), 2, np.random.default_rng(1)).shape
    (2, 54)
    """
    number = np.argsort(numbered(split).place).astype(np.int8)
    made = sample_tables(setup(split), n, rng, progress=False)
    return np.concatenate([number.take(tables["deck"]) for tables in made])
