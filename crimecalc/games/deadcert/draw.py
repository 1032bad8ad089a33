"""DEADCERT: what lies where in the shuffled cards, exactly: the killer's cards, snoops and prime suspects.

All of it by counting sets of places among the 54; the order of the cards within does not matter.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from crimecalc.checks import found
from crimecalc.distribution import Distribution
from crimecalc.errors import InvalidInput
from crimecalc.games.deadcert.formats import DETECTIVES
from crimecalc.games.deadcert.rules import (
    CARDS,
    DOUBLES,
    KILLER_CARDS,
    NAMES,
    SNOOPS,
    SUSPECT_CARDS,
    Split,
    read_split,
)
from crimecalc.games.deadcert.sightings import sightings
from crimecalc.rational import is_whole

__all__ = [
    "identification_turn",
    "killer_card_draw",
    "killer_cards_among",
    "possible_killers",
    "prime_suspects_exposed",
    "snoops_among",
]


def _fetched(k: Any) -> int:
    if not is_whole(k, 0, CARDS):
        raise InvalidInput(f"k: expected 0 to {CARDS} cards, found {found(k)}")
    return int(k)


def _hypergeometric(special: int, k: int) -> Distribution:
    drawn = range(min(special, k) + 1)
    return Distribution({number: comb(special, number) * comb(CARDS - special, k - number) for number in drawn})


def killer_card_draw(r: int) -> Distribution:
    """At which draw the killer's first, second or third card comes, counted from 1.

    Args:
        r: 1, 2 or 3.

    Raises:
        InvalidInput: if it is none of these.

    >>> killer_card_draw(3)[54], killer_card_draw(1).expectation()
    (Fraction(1, 18), Fraction(55, 4))
    """
    if not is_whole(r, 1, KILLER_CARDS):
        raise InvalidInput(f"r: expected 1, 2 or 3, found {found(r)}")
    return Distribution(
        {draw: comb(draw - 1, r - 1) * comb(CARDS - draw, KILLER_CARDS - r) for draw in range(1, CARDS + 1)}
    )


def killer_cards_among(k: int) -> Distribution:
    """How many of the killer's cards are among the first ``k``.

    Args:
        k: 0 to 54 cards.

    Raises:
        InvalidInput: if there are not so many.

    >>> killer_cards_among(27)[3]
    Fraction(25, 212)
    """
    return _hypergeometric(KILLER_CARDS, _fetched(k))


def snoops_among(k: int) -> Distribution:
    """How many snoops are among the first ``k`` cards.

    Args:
        k: 0 to 54 cards.

    Raises:
        InvalidInput: if there are not so many.

    >>> snoops_among(9).expectation()
    Fraction(1, 1)
    """
    return _hypergeometric(SNOOPS, _fetched(k))


def prime_suspects_exposed(k: int, split: Split | tuple[int, int, int] | None = None) -> Distribution:
    """How many names are on two or more of the first ``k`` cards, so that they are known as prime suspects.

    Args:
        k: 0 to 54 cards.
        split: as in :func:`~crimecalc.games.deadcert.rules.census`. It makes no difference: only how many
            cards a name is on counts.

    Raises:
        InvalidInput: if there are not so many cards, or it is no split.

    >>> prime_suspects_exposed(9).expectation(), prime_suspects_exposed(54)[10]
    (Fraction(610, 2067), Fraction(1, 1))
    """
    read_split(split)
    drawn = _fetched(k)
    # Of each name on two cards none, one or both are drawn: 1 + 2 x + x^2, exposed by both; of the killer 1 + 3 x, and
    # exposed by 3 x^2 + x^3.
    plain = SUSPECT_CARDS - 2 * DOUBLES - KILLER_CARDS + SNOOPS
    counts: dict[int, int] = {}
    for doubles in range(DOUBLES + 1):
        for killer, (ways, size) in ((False, (1, 0)), (False, (3, 1)), (True, (3, 2)), (True, (1, 3))):
            left = drawn - 2 * doubles - size
            once = sum(
                comb(DOUBLES - doubles, single) * 2**single * comb(plain, left - single)
                for single in range(min(DOUBLES - doubles, left) + 1)
            )
            exposed = doubles + killer
            counts[exposed] = counts.get(exposed, 0) + comb(DOUBLES, doubles) * ways * once
    return Distribution(counts)


def identification_turn(per_turn: int = 3, players: int = 1) -> Distribution:
    """In which turn or round the killer's third card is fetched, counted from 1.

    Args:
        per_turn: how many cards each detective fetches; three in SOLOplay and COVERTplay.
        players: how many detectives fetch in a round. In COVERTplay cards are private: after that round each of the
            three cards has been in somebody's hand, but one detective need not know it.

    Raises:
        InvalidInput: if an argument makes no sense.

    Source: the rules of DEADCERT, sections 4b and 4c: nothing but fetches.

    >>> identification_turn().expectation(), identification_turn(players=5).mode()
    (Fraction(2983, 212), 4)
    """
    if not is_whole(per_turn, 1, CARDS):
        raise InvalidInput(f"per_turn: expected 1 to {CARDS} cards, found {found(per_turn)}")
    if not is_whole(players, 1, DETECTIVES["OPENplay"][1]):
        raise InvalidInput(f"players: expected 1 to {DETECTIVES['OPENplay'][1]}, found {found(players)}")
    return killer_card_draw(KILLER_CARDS).map(lambda draw: -(-draw // (per_turn * players)))


def possible_killers(k: int, split: Split | tuple[int, int, int] | None = None) -> Distribution:
    """How many names can still be the killer after ``k`` cards, those not seen yet included.

    Args:
        k: 0 to 54 cards.
        split: as in :func:`~crimecalc.games.deadcert.rules.census`; it is known to the detective.

    Raises:
        InvalidInput: if there are not so many cards, or it is no split.

    >>> possible_killers(0)[37], possible_killers(54)[1]
    (Fraction(1, 1), Fraction(1, 1))
    >>> possible_killers(53)[1], possible_killers(53, (9, 0, 0))[1]
    (Fraction(17, 18), Fraction(53, 54))
    """
    drawn = _fetched(k)
    found_so = sightings(read_split(split))
    counts = np.zeros(NAMES + 1, dtype=np.int64)  # each counts sets of cards among the 54, so it stays below 2^51
    for snoops in range(SNOOPS + 1):
        here = found_so.cards == drawn - snoops
        np.add.at(counts, found_so.possible[here], found_so.ways[here] * comb(SNOOPS, snoops))
    return Distribution(dict(enumerate(counts.tolist())))
