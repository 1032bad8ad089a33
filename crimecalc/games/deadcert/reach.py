"""DEADCERT, SOLOplay: whether snoops bring back the killer's cards, for many games at once."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from crimecalc.games.deadcert.rules import TYPES
from crimecalc.games.deadcert.snoops import CARDS_EACH, Reading, deepest_level

__all__ = ["reached"]


def reached(
    levels: NDArray[np.integer],
    level1: NDArray[np.integer],
    level2: NDArray[np.integer],
    reading: Reading,
    usable: bool,
) -> NDArray[np.bool_]:
    """Whether all of the killer's cards can be brought back.

    Args:
        levels: the level of the killer's card of each type, 0 in hand; shape (3, games).
        level1: the level at which each snoop of level 1 was filed in the stack of its type, 0 in hand; shape
            (3, games).
        level2: the same for the three snoops of level 2, each in the stack of its packet; shape (3, games).
        reading: one of :data:`~crimecalc.games.deadcert.snoops.READINGS`.
        usable: whether a filed snoop may be played once it has been brought back, which is known for both cards from
            the same stack only; otherwise it is lost.

    Returns:
        Shape (games,).

    >>> one = np.array([[4], [4], [5]])
    >>> hand = np.zeros_like(one)
    >>> reached(one, hand, hand, "same_stack", False), reached(one - 1, hand, hand, "same_stack", False)
    (array([False]), array([ True]))
    """
    if usable:
        assert reading == "same_stack"
        return _with_reclaimed(levels, level1, level2)
    own = level1 == 0
    others = (level2 == 0).sum(axis=0)
    left = np.maximum(levels.astype(np.intp) - CARDS_EACH * own, 0)
    if reading == "split_tops":
        return np.asarray(left.sum(axis=0) <= CARDS_EACH * others)
    return np.asarray((-(-left // CARDS_EACH)).sum(axis=0) <= others)


def _with_reclaimed(
    levels: NDArray[np.integer], level1: NDArray[np.integer], level2: NDArray[np.integer]
) -> NDArray[np.bool_]:
    """The same if snoops that come back on the way may be played.

    What has been done is how many snoops were played on each stack. As many as the snoops in hand allow can be played
    on, so all such states are gone through, from none played on.
    """
    plays = [-(-array.astype(np.intp) // CARDS_EACH) for array in (levels, level1, level2)]
    goal, own, others = plays  # how many snoops on the stack it takes to bring each card back
    most = deepest_level() // CARDS_EACH
    can: dict[tuple[int, ...], NDArray[np.bool_]] = {}
    for done in product(range(most + 1), repeat=len(TYPES)):
        if not any(done):
            can[done] = np.ones(levels.shape[1], dtype=bool)
            continue
        here = np.zeros(levels.shape[1], dtype=bool)
        for stack in range(len(TYPES)):
            if done[stack]:
                before = (*done[:stack], done[stack] - 1, *done[stack + 1 :])
                # The stack's own snoop is used as soon as it is in hand and the stack is played on.
                spent = sum(done[t] - (own[t] < done[t]) for t in range(len(TYPES)))
                in_hand = sum((others[t] <= before[t]).astype(np.intp) for t in range(len(TYPES)))
                here |= can[before] & (spent <= in_hand)
        can[done] = here
    won = np.zeros(levels.shape[1], dtype=bool)
    for done, here in can.items():
        won |= here & (goal <= np.array(done)[:, None]).all(axis=0)
    return won
