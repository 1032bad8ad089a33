"""DEADCERT: how many detectives play each format, how many episodes and careers there are, how many play at once."""

from __future__ import annotations

from math import factorial
from typing import Any, Literal

from crimecalc.checks import check_choice, check_flag, found
from crimecalc.errors import InvalidInput
from crimecalc.games.deadcert.rules import TYPES
from crimecalc.rational import is_whole

__all__ = ["DETECTIVES", "Format", "careers", "check_players", "episodes", "most_people", "packs_needed"]

Format = Literal["OPENplay", "COVERTplay", "SOLOplay"]
DETECTIVES: dict[str, tuple[int, int]] = {"OPENplay": (2, 6), "COVERTplay": (2, 5), "SOLOplay": (1, 1)}
"""How few and how many detectives play each format."""

_MOST_PACKS = 1000


def check_players(players: Any, format: str) -> int:  # noqa: A002 - the rules' own word
    """So many detectives as may play a format.

    Raises:
        InvalidInput: if so many may not.

    >>> check_players(6, "OPENplay")
    6
    """
    low, high = DETECTIVES[format]
    if not is_whole(players, low, high):
        raise InvalidInput(f"players: expected {low} to {high} detectives in {format}, found {found(players)}")
    return int(players)


def _packs(packs: Any) -> int:
    if not is_whole(packs, 1, _MOST_PACKS):
        raise InvalidInput(f"packs: expected 1 to {_MOST_PACKS} packs, found {found(packs)}")
    return int(packs)


def episodes(packs: int = 5) -> int:
    """How many episodes can be made from packs: a packet of each type from any of them.

    Args:
        packs: how many evidence packs there are; five in the game.

    Raises:
        InvalidInput: if it is no number from 1 to 1000.

    >>> episodes(5)
    125
    """
    return int(_packs(packs) ** len(TYPES))


def careers(packs: int = 5, ordered: bool = False) -> int:
    """How many careers there are: so many episodes as packs, which use every packet once.

    Args:
        packs: as in :func:`episodes`.
        ordered: whether it makes a difference which episode is played first.

    Raises:
        InvalidInput: if an argument makes no sense.

    Source: the rules of DEADCERT, section 8.

    >>> careers(5), careers(5, ordered=True)
    (14400, 1728000)
    """
    check_flag("ordered", ordered)
    return int(factorial(_packs(packs)) ** (len(TYPES) if ordered else len(TYPES) - 1))


def most_people(packs: int = 5, format: Format = "OPENplay") -> int:  # noqa: A002 - the rules' own word
    """How many people can play in group mode, with an episode from each pack at the same time.

    Args:
        packs: as in :func:`episodes`.
        format: ``"OPENplay"``, ``"COVERTplay"`` or ``"SOLOplay"``.

    Raises:
        InvalidInput: if an argument makes no sense.

    Source: the rules of DEADCERT, sections 3 and 8; the 48 people named there are eight packs of OPENplay.

    >>> most_people(5), most_people(8)
    (30, 48)
    """
    check_choice("format", format, DETECTIVES)
    return _packs(packs) * DETECTIVES[format][1]


def packs_needed(people: int, format: Format = "OPENplay") -> int:  # noqa: A002 - the rules' own word
    """How many packs so many people need who play at the same time.

    Args:
        people: how many.
        format: as in :func:`most_people`.

    Raises:
        InvalidInput: if an argument makes no sense.

    >>> packs_needed(48), packs_needed(48, "COVERTplay")
    (8, 10)
    """
    check_choice("format", format, DETECTIVES)
    if not is_whole(people, DETECTIVES[format][0]):
        raise InvalidInput(f"people: expected at least {DETECTIVES[format][0]} in {format}, found {found(people)}")
    return -(-people // DETECTIVES[format][1])
