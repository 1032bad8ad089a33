"""Which places matter, and how: found once, by walking a program backwards.

At every point of a program a place is

- *hidden*: no later move can bring its card into view;
- *seen*: which card lies just there can matter;
- in a *pool*: only which cards lie in the pool matters, not which lies where. The places that end in one
  unordered pile form a pool; so do the places that go into a shuffle, because it forgets their order.

A random move is *idle* when nothing that matters depends on how it falls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crimecalc.engine.program import Blocks, Lay, Move, Program, Rotation

__all__ = ["SEEN", "Stage", "Views", "view"]

SEEN = 0
"""The mark of a seen place; pools have marks from 1 on, hidden places none."""

Marks = Mapping[int, int]
"""For each place that matters, :data:`SEEN` or the mark of its pool."""


@dataclass(frozen=True)
class Stage:
    """A move with what matters before and after it."""

    move: Move
    before: Marks
    after: Marks
    idle: bool


@dataclass(frozen=True)
class Views:
    """A program's moves in order, each with what matters around it.

    Attributes:
        stages: one for each move.
        first: what matters before the first move.
        pile_marks: the mark of each observed pile, :data:`SEEN` for a pile observed in order.
    """

    stages: tuple[Stage, ...]
    first: Marks
    pile_marks: tuple[int, ...]


def view(program: Program) -> Views:
    """Walk a program backwards and mark the places that matter at every point."""
    pools = _PoolNumbers()
    pile_marks = tuple(SEEN if shape.ordered else pools.new() for shape in program.codec.piles)
    marks: dict[int, int] = {}
    for places, mark in zip(program.piles, pile_marks, strict=True):
        marks.update(dict.fromkeys(places, mark))
    stages: list[Stage] = []
    for move in reversed(program.moves):
        moved = set(move.places)
        before = {place: mark for place, mark in marks.items() if place not in moved}
        if isinstance(move, Lay):
            idle = False
        else:
            sources, idle = _before_exchange(move, marks, pools)
            before.update(sources)
        stages.append(Stage(move, before, marks, idle))
        marks = before
    return Views(tuple(reversed(stages)), marks, pile_marks)


class _PoolNumbers:
    """Hands out marks for pools, the same mark for the same key."""

    def __init__(self) -> None:
        self._count = 0
        self._known: dict[object, int] = {}

    def new(self) -> int:
        self._count += 1
        return self._count

    def of(self, key: object) -> int:
        if key not in self._known:
            self._known[key] = self.new()
        return self._known[key]


def _before_exchange(move: Blocks | Rotation, after: Marks, pools: _PoolNumbers) -> tuple[dict[int, int], bool]:
    """Marks of the move's places before it, and whether it is idle."""
    fates = {place: tuple(after.get(target) for target in targets) for place, targets in _targets(move).items()}
    if all(len(set(fate)) == 1 and fate[0] != SEEN for fate in fates.values()):
        # Wherever a card goes, it goes to the same pool, or out of sight.
        return {place: fate[0] for place, fate in fates.items() if fate[0] is not None}, True
    if isinstance(move, Blocks) and move.single:
        pool = pools.new()
        return dict.fromkeys(fates, pool), False
    before: dict[int, int] = {}
    companions = _companions(move)
    for place, fate in fates.items():
        marks = set(fate)
        if SEEN in marks:
            before[place] = SEEN
        elif len(marks) == 1:
            if fate[0] is not None:
                before[place] = fate[0]
        else:
            # Cards that go to the same pool in every case need not be told apart.
            before[place] = pools.of((move.step, companions[place], fate))
    return before, False


def _targets(move: Blocks | Rotation) -> dict[int, Sequence[int]]:
    """For each place of a move the places to which its card may go, in an order fit for comparing."""
    if isinstance(move, Blocks):
        columns = list(zip(*move.blocks, strict=True))
        return {place: columns[j] for block in move.blocks for j, place in enumerate(block)}
    n = len(move.places)
    return {place: [move.places[(i - s) % n] for s in range(n)] for i, place in enumerate(move.places)}


def _companions(move: Blocks | Rotation) -> dict[int, int]:
    """What moves together: for each place the number of its block; one number for a rotation."""
    if isinstance(move, Blocks):
        return {place: number for number, block in enumerate(move.blocks) for place in block}
    return dict.fromkeys(move.places, 0)
