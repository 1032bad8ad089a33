"""DEADCERT: which filed cards snoops can bring back in SOLOplay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, Literal

from crimecalc.checks import check_choice, found
from crimecalc.errors import InvalidInput
from crimecalc.games.deadcert.rules import ON_EACH_TYPE, TYPES
from crimecalc.listing import Listing
from crimecalc.rational import is_whole
from crimecalc.rendering import left_out, shown

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "BANDS",
    "LEVEL_TWO",
    "READINGS",
    "Reading",
    "SnoopReach",
    "band",
    "deepest_level",
    "reclaimable",
    "snoop_reach",
    "snoops_needed",
]

Reading = Literal["same_stack", "split_tops"]
READINGS: tuple[Reading, ...] = ("same_stack", "split_tops")
"""How a snoop of level 2 takes two cards: both from one stack, or one from each of two stacks if that is better."""

LEVEL_TWO = 3
"""Snoops of level 2 in an episode; of level 1 there is one for each type."""

CARDS_EACH = 2
"""Cards that a snoop brings back, from the top."""

BANDS = ("in hand", "easily", "possible", "risky", "very risky", "impossible")
"""The words of the rules for how a card can be brought back, by how many snoops that takes: 0 to 4, or too many."""

_ON_ONE_STACK = 1 + LEVEL_TWO


def deepest_level() -> int:
    """The deepest level of a stack that snoops can reach.

    >>> deepest_level()
    8
    """
    return CARDS_EACH * _ON_ONE_STACK


def snoops_needed(level: int) -> int | None:
    """How many snoops it takes to reach a level of one stack; None if all of them are not enough.

    Args:
        level: 1 for the top of the stack, up to 18, as snoops can be filed as well; 0 for a card in hand, which needs
            none.

    Raises:
        InvalidInput: if there is no such level.

    Source: the rules of DEADCERT, sections 4c and 5: a snoop brings back two cards from the top; one of level 1 and
    three of level 2 work on the same stack.

    >>> [snoops_needed(level) for level in range(1, 10)]
    [1, 1, 2, 2, 3, 3, 4, 4, None]
    """
    if not is_whole(level, 0, ON_EACH_TYPE + 2):
        raise InvalidInput(f"level: expected 0 (in hand) or 1 to {ON_EACH_TYPE + 2}, found {found(level)}")
    needed = -(-level // CARDS_EACH)
    return needed if needed <= _ON_ONE_STACK else None


def band(level: int) -> str:
    """How well a filed card can be brought back, in the words of the rules.

    Args:
        level: as in :func:`snoops_needed`.

    Raises:
        InvalidInput: if there is no such level.

    >>> [band(level) for level in (2, 4, 6, 8, 9)]
    ['easily', 'possible', 'risky', 'very risky', 'impossible']
    """
    needed = snoops_needed(level)
    return BANDS[-1] if needed is None else BANDS[needed]


class SnoopReach(Listing[tuple[int, int | None, str]]):
    """Levels of a stack, how many snoops each takes (None if there are not enough), and the rules' word for it."""

    def to_frame(self) -> pd.DataFrame:
        """A row for each level; snoops are missing (NA) where there are not enough."""
        import pandas as pd

        frame = pd.DataFrame(list(self), columns=["level", "snoops", "reach"]).astype({"snoops": "Int64"})
        return frame.set_index("level")

    def _cells(self, limit: int | None) -> tuple[list[str], list[list[str]], str]:
        count = shown(len(self), limit)
        rows = [[str(level), "–" if needed is None else str(needed), word] for level, needed, word in self[:count]]
        return ["level", "snoops", "reach"], rows, left_out(len(self), count, "levels")

    def __repr__(self) -> str:
        return f"<SnoopReach: {len(self)} levels>"


def snoop_reach() -> SnoopReach:
    """How well a card can be brought back from each level of a stack, derived from what snoops do.

    Source: the rules of DEADCERT, section 4c, whose table this is.

    >>> print(snoop_reach()[6:9])
    level  snoops  reach
    7      4       very risky
    8      4       very risky
    9      –       impossible
    """
    return SnoopReach((level, snoops_needed(level), band(level)) for level in range(1, ON_EACH_TYPE + 1))


def reclaimable(
    levels: Sequence[int] | Mapping[str, int],
    level1: Sequence[Any] | AbstractSet[str] = TYPES,
    level2: int = LEVEL_TWO,
    reading: Reading = "same_stack",
) -> bool:
    """Whether all of the killer's cards can be brought back from the stacks.

    Args:
        levels: the level of the killer's motive, means and opportunity card, 0 for one in hand; three numbers, or a
            mapping by type, in which a card in hand may be left out.
        level1: for which types there is a snoop of level 1 in hand; types, or three flags (True or 1) by type.
        level2: how many snoops of level 2 are in hand, 0 to 3.
        reading: one of :data:`READINGS`; the rules say "2 of ANY Card".

    Raises:
        InvalidInput: if an argument makes no sense.

    Source: the rules of DEADCERT, sections 4c and 5.

    >>> reclaimable((4, 4, 4)), reclaimable((4, 4, 5)), reclaimable((3, 3, 0), [], 3)
    (True, False, False)
    >>> reclaimable((3, 3, 0), [], 3, reading="split_tops")
    True
    """
    check_choice("reading", reading, READINGS)
    depth = _read_levels(levels)
    flags = _read_level1(level1)
    if not is_whole(level2, 0, LEVEL_TWO):
        raise InvalidInput(f"level2: expected 0 to {LEVEL_TWO} snoops of level 2, found {found(level2)}")
    left = [max(0, level - CARDS_EACH * own) for level, own in zip(depth, flags, strict=True)]
    if reading == "split_tops":
        return sum(left) <= CARDS_EACH * level2
    return sum(-(-cards // CARDS_EACH) for cards in left) <= level2


def _read_levels(levels: Any) -> tuple[int, ...]:
    if isinstance(levels, Mapping):
        for kind in levels:
            check_choice("levels", kind, TYPES)
        given = tuple(levels.get(kind, 0) for kind in TYPES)
    else:  # a set would have no order, and bytes are numbers by accident
        given = tuple(levels) if isinstance(levels, (list, tuple)) else ()
    if len(given) != len(TYPES):
        raise InvalidInput(f"levels: expected three levels, found {found(levels)}")
    for level in given:
        snoops_needed(level)
    return given


def _read_level1(level1: Any) -> tuple[bool, ...]:
    given = tuple(level1) if isinstance(level1, (list, tuple, set, frozenset)) else None
    flags = isinstance(level1, (list, tuple)) and len(level1) == len(TYPES)
    if given is not None and flags and all(isinstance(flag, (bool, int)) and flag in (0, 1) for flag in given):
        return tuple(bool(flag) for flag in given)
    for kind in given or ():
        check_choice("level1", kind, TYPES)
    if given is None or len(set(given)) < len(given):
        raise InvalidInput(f"level1: expected a list of different types, or three flags, found {found(level1)}")
    return tuple(kind in given for kind in TYPES)
