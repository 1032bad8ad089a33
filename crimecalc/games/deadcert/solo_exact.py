"""DEADCERT, SOLOplay: the exact probability to win by policies that ignore names.

Such a policy files suspects in an order that has nothing to do with what they say. Up to the turn in which the
killer's third card comes, any of the suspects fetched before may be the killer's other two cards, so it makes no
difference in which order they were filed: all such policies win equally often, and here they are filed as they were
fetched. The killer's card that is filed as the ``q``-th of all lies under a random selection of ``q`` - 1 others, and
its level follows. The third card is in hand.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from crimecalc.checks import check_choice
from crimecalc.games.deadcert.rules import CARDS, HAND, KILLER_CARDS, ON_EACH_TYPE, SNOOPS, SUSPECT_CARDS, TYPES
from crimecalc.games.deadcert.snoops import READINGS, Reading, reclaimable
from crimecalc.games.deadcert.solo import PER_TURN

__all__ = ["EXACT", "solo_win_probability"]

EXACT = ("B2", "F")
"""Policies that ignore names and keep their snoops: file any suspect, or the suspect fetched first."""

_OTHERS = ON_EACH_TYPE - 1
"""Suspects of each type beside the killer."""


def solo_win_probability(policy: str, reading: Reading = "same_stack") -> Fraction:
    """Probability to win SOLOplay by a policy that ignores names and keeps its snoops, whatever the split.

    It is the same for all of them.

    Args:
        policy: ``"B2"`` or ``"F"``, as in :func:`~crimecalc.games.deadcert.solo.simulate_solo`.
        reading: one of :data:`~crimecalc.games.deadcert.snoops.READINGS`.

    Raises:
        InvalidInput: if it is no such policy or reading.

    Source: the rules of DEADCERT, sections 4c and 5.

    >>> float(solo_win_probability("F"))
    0.45453...
    """
    check_choice("policy", policy, EXACT)
    check_choice("reading", reading, READINGS)
    return _in_order(reading)


def _filed_before(turn: int) -> int:
    """How many cards have been filed before a turn, from 1."""
    return max(0, PER_TURN * (turn - 1) - HAND)


@cache
def _win_with_one(filed: int, reading: Reading) -> Fraction:
    """Probability to win if one of the killer's cards is the ``filed``-th card that was filed."""
    above = filed - 1
    ways = sum(
        comb(_OTHERS, same) * comb(2 * _OTHERS, above - same)
        for same in range(min(_OTHERS, above) + 1)
        if reclaimable((same + 1, 0, 0), reading=reading)
    )
    return Fraction(ways, comb(len(TYPES) * _OTHERS, above))


@cache
def _win_with_two(first: int, second: int, reading: Reading) -> Fraction:
    """The same if two of them are, of different types."""
    above, between = first - 1, second - first - 1
    won = 0
    for own in range(min(_OTHERS, above) + 1):  # of the first card's type, above it
        for other in range(min(_OTHERS, above - own) + 1):  # of the second card's type, above both
            if not reclaimable((own + 1, other + 1, 0), reading=reading):
                break
            ways = comb(_OTHERS, own) * comb(_OTHERS, other) * comb(_OTHERS, above - own - other)
            if not ways:
                continue
            # Which cards lie between: more of the second card's type, or any others that are left.
            for more in range(min(_OTHERS - other, between) + 1):
                if not reclaimable((own + 1, other + more + 1, 0), reading=reading):
                    break
                left = 2 * _OTHERS - (above - other)
                won += ways * comb(_OTHERS - other, more) * comb(left, between - more)
    total = comb(len(TYPES) * _OTHERS, above) * comb(len(TYPES) * _OTHERS - above, between)
    return Fraction(won, total)


def _in_order(reading: Reading) -> Fraction:
    """By the places of the killer's cards among the suspects, and how many snoops come before the third."""
    won = Fraction(0)
    for third in range(KILLER_CARDS, SUSPECT_CARDS + 1):
        by_turn: dict[int, int] = {}
        for snoops in range(SNOOPS + 1):
            ways = comb(third - 1 + snoops, snoops) * comb(SUSPECT_CARDS - third + SNOOPS - snoops, SNOOPS - snoops)
            turn = -(-(third + snoops) // PER_TURN)
            by_turn[turn] = by_turn.get(turn, 0) + ways
        for turn, ways in by_turn.items():
            won += ways * _with_two_before(third, _filed_before(turn), reading)
    return won / comb(CARDS, SNOOPS) / comb(SUSPECT_CARDS, KILLER_CARDS)


@cache
def _with_two_before(third: int, filed: int, reading: Reading) -> Fraction:
    """The sum of the probabilities to win over all places of the other two cards, if the first so many are filed."""
    kept = comb(max(0, third - 1 - filed), 2)
    return kept + _filed_one(third, filed, reading) + _filed_two(min(filed, third - 1), reading)


def _filed_one(third: int, filed: int, reading: Reading) -> Fraction:
    one = sum((_win_with_one(place, reading) for place in range(1, min(filed, third - 1) + 1)), Fraction(0))
    return one * max(0, third - 1 - filed)


@cache
def _filed_two(filed: int, reading: Reading) -> Fraction:
    return sum((_win_with_two(*pair, reading) for pair in combinations(range(1, filed + 1), 2)), Fraction(0))
