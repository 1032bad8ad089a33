"""The things that hands do: one small value for each kind of step.

A step is only a record. Whether it can be carried out is decided by :mod:`crimecalc.setup.layout`, how
it reads by :mod:`crimecalc.setup.prose`, what it does to real cards by the engines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "Cut",
    "Deal",
    "Discard",
    "Observe",
    "RandomStep",
    "Scramble",
    "Shuffle",
    "Sort",
    "Split",
    "Stack",
    "Step",
    "Take",
    "TurnOver",
]


@dataclass(frozen=True, slots=True)
class Sort:
    """One pile for each rank (or suit), named after it."""

    pile: str
    by: Literal["rank", "suit"]
    suits: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnOver:
    """Each pile as a whole, which reverses it."""

    piles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scramble:
    """Pile-scramble shuffle: piles of one size change places as wholes, uniformly."""

    piles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Complete shuffle of one pile: every order equally likely."""

    pile: str


@dataclass(frozen=True, slots=True)
class Cut:
    """Random cut of one pile: a uniform cyclic shift."""

    pile: str


@dataclass(frozen=True, slots=True)
class Stack:
    """Piles put on one another; the first named ends on top."""

    piles: tuple[str, ...]
    into: str


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards dealt from the top, one at a time in rotation, each on top of its pile."""

    pile: str
    into: tuple[str, ...]
    count: int | None


@dataclass(frozen=True, slots=True)
class Take:
    """Cards pulled out all at once; they keep their order and go on top of the target."""

    pile: str
    positions: tuple[int, ...]
    into: str


@dataclass(frozen=True, slots=True)
class Split:
    """A pile split from the top, keeping the order inside each part."""

    pile: str
    sizes: tuple[int, ...]
    into: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """Piles put into the box, unseen."""

    piles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Observe:
    """What is looked at in the end: some piles in order, then some as unordered sets of cards."""

    piles: tuple[str, ...]
    unordered: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, in the order of the entries of an outcome."""
        return (*self.piles, *self.unordered)


RandomStep = Scramble | Shuffle | Cut
Step = Sort | TurnOver | RandomStep | Stack | Deal | Take | Split | Discard | Observe
