"""DEADCERT, OPENplay: which detectives draw the killer's cards, exactly."""

from __future__ import annotations

from crimecalc.distribution import Distribution
from crimecalc.games.deadcert.formats import check_players
from crimecalc.games.deadcert.rules import CARDS, KILLER_CARDS

__all__ = ["open_play_seats", "open_play_split", "open_play_winner"]

_WORDS = {1: "same", 2: "two", 3: "different"}


def open_play_seats(players: int) -> Distribution:
    """Who draws the killer's first, second and third card, as seats from 0 in the order of play.

    Everybody fetches one card in turn, and nothing else is done.

    Args:
        players: 2 to 6.

    Raises:
        InvalidInput: if so many cannot play.

    Source: the rules of DEADCERT, section 4a.

    >>> open_play_seats(2)[0, 1, 0]
    Fraction(7, 53)
    """
    count = check_players(players, "OPENplay")
    # In how many ways the killer's first cards lie among the draws so far, by who drew them.
    ways: dict[tuple[int, ...], int] = {(): 1}
    for draw in range(CARDS):
        for seats, times in list(ways.items()):
            if len(seats) < KILLER_CARDS:
                more = (*seats, draw % count)
                ways[more] = ways.get(more, 0) + times
    complete = {seats: times for seats, times in ways.items() if len(seats) == KILLER_CARDS}
    return Distribution(complete, names=["first", "second", "third"])


def open_play_split(players: int) -> Distribution:
    """Whether the same detective draws all of the killer's cards, two do, or three different ones.

    Args:
        players: 2 to 6.

    Raises:
        InvalidInput: if so many cannot play.

    Source: the rules of DEADCERT, section 4a.

    >>> print(open_play_split(4))
    outcome    probability
    different  21/53
    same       25/477
    two        263/477
    """
    return open_play_seats(players).map(lambda seats: _WORDS[len(set(seats))])


def open_play_winner(players: int) -> Distribution:
    """Which seat draws two or three of the killer's cards; None where three different ones draw them.

    Args:
        players: 2 to 6.

    Raises:
        InvalidInput: if so many cannot play.

    >>> open_play_winner(5)[None] == open_play_split(5)["different"]
    True
    """
    return open_play_seats(players).map(lambda seats: next((seat for seat in seats if seats.count(seat) > 1), None))
