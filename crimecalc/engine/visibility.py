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
from crimecalc.setup.layout import Places

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


def view(program: Program, absorbing: bool = False) -> Views:
    """Walk a program backwards and mark the places that matter at every point.

    Args:
        program: the moves.
        absorbing: whether moves that only mix again what was just mixed completely count as idle.
    """
    absorbed = _absorbed(program.moves) if absorbing else set()
    pools = _PoolNumbers()
    pile_marks = tuple(SEEN if shape.ordered else pools.new() for shape in program.codec.piles)
    marks: dict[int, int] = {}
    for places, mark in zip(program.piles, pile_marks, strict=True):
        marks.update(dict.fromkeys(places, mark))
    stages: list[Stage] = []
    for number in reversed(range(len(program.moves))):
        move = program.moves[number]
        if number in absorbed:
            stages.append(Stage(move, marks, marks, idle=True))
            continue
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
    if isinstance(move, Rotation) and any(after.get(place) == SEEN for place in move.places):
        return dict.fromkeys(move.places, SEEN), False
    fates = _fates(move, after)
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


def _fates(move: Blocks | Rotation, after: Marks) -> dict[int, tuple[int | None, ...]]:
    """For each place of a move the marks of the places to which its card may go, in an order fit for comparing."""
    if isinstance(move, Blocks):
        # All cards at the same height of their blocks have the same fate.
        by_height = [tuple(after.get(place) for place in places) for places in zip(*move.blocks, strict=True)]
        return {place: by_height[j] for block in move.blocks for j, place in enumerate(block)}
    n = len(move.places)
    marks = [after.get(place) for place in move.places]
    if len(set(marks)) == 1:
        return dict.fromkeys(move.places, (marks[0],))
    return {place: tuple(marks[(i - s) % n] for s in range(n)) for i, place in enumerate(move.places)}


def _absorbed(moves: Sequence[Move]) -> set[int]:
    """Numbers of the moves that mix again what lies in a uniformly random order already.

    After a complete shuffle any rearrangement of its places that chance makes regardless of the cards
    leaves every order equally likely; so does, after a scramble, any rearrangement of its blocks as wholes,
    and after a cut another cut of the same pile.
    """
    absorbed: set[int] = set()
    uniform: list[frozenset[Places]] = []  # blocks in uniformly random order
    circles: list[Places] = []  # places uniformly rotated
    for number, move in enumerate(moves):
        singles = frozenset((place,) for place in move.places)
        parts = frozenset(move.blocks) if isinstance(move, Blocks) else singles
        if not isinstance(move, Lay):
            again = any(parts <= family or singles <= family for family in uniform)
            if again or (isinstance(move, Rotation) and {move.places, move.places[::-1]} & set(circles)):
                absorbed.add(number)
                continue
        touched = set(move.places)
        uniform = [family for family in uniform if not any(touched & set(block) for block in family)]
        circles = [circle for circle in circles if not touched & set(circle)]
        if isinstance(move, Blocks):
            uniform.append(parts)
        elif isinstance(move, Rotation):
            circles.append(move.places)
    return absorbed


def _companions(move: Blocks | Rotation) -> dict[int, int]:
    """What moves together: for each place the number of its block; one number for a rotation."""
    if isinstance(move, Blocks):
        return {place: number for number, block in enumerate(move.blocks) for place in block}
    return dict.fromkeys(move.places, 0)
