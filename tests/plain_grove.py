"""In a Grove player by player, from the rules alone: the second way in which the tests get its numbers.

A deal is a tuple: the players' cards in a ring by turn, the victim, the three suspects. A player's belief is a list of the
deals that look the same from where the player sits. Nothing is shared with the library but how cards are written.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations

BLANK = "blank"
DECKS = {
    2: (BLANK, *"34567"),
    3: (BLANK, *"345678"),
    4: (BLANK, *"2345678"),
}
Deal = tuple[str, ...]


def murderer_at(suspects: tuple[str, ...]) -> int:
    numbers = sorted(int(card) for card in suspects if card != BLANK)
    return suspects.index(str(numbers[0] if 5 in numbers else numbers[-1]))


def completions(players: int, known: dict[int, str]) -> Iterator[Deal]:
    """Every deal that has these cards at these places."""
    rest = [card for card in DECKS[players] if card not in known.values()]
    for order in permutations(rest):
        cards = iter(order)
        yield tuple(known[place] if place in known else next(cards) for place in range(players + 4))


def shares(positions: list[int]) -> tuple[Fraction, ...]:
    return tuple(Fraction(positions.count(place), len(positions)) for place in range(3))


def lying(players: int, deal: Deal, swap: int | None) -> tuple[str, ...]:
    suspects = list(deal[players + 1 :])
    if swap is not None:
        suspects[swap] = deal[players]
    return tuple(suspects)


@cache
def discover(
    players: int, known: tuple[str, str], looked: tuple[tuple[int, str], ...], swaps: bool
) -> tuple[int | None, int]:
    """The discoverer's best swap and accusation: the first of the best, no swap before any."""
    places = {0: known[0], 1: known[1], **{players + 1 + position: card for position, card in looked}}
    deals = list(completions(players, places))
    best: tuple[Fraction, int | None, int] | None = None
    for swap in (None, 0, 1, 2) if swaps else (None,):
        chances = shares([murderer_at(lying(players, deal, swap)) for deal in deals])
        for place in range(3):
            if best is None or chances[place] > best[0]:
                best = (chances[place], swap, place)
    assert best is not None
    return best[1], best[2]


@cache
def belief(
    players: int, known: tuple[str, str], looked: tuple[tuple[int, str], ...], accused: tuple[int, ...], swap: int | None,
    unseen: int, swaps: bool, reasoning: bool,
) -> tuple[Fraction, ...] | None:  # fmt: skip
    """What a later player believes who knows how those before play; None if they cannot have played so."""
    turn = len(accused)
    places = {turn: known[0], (turn + 1) % players: known[1]}
    found = []
    for deal in completions(players, places):
        suspects = lying(players, deal, swap)
        if all(suspects[place] == card for place, card in looked) and went_so(
            players, deal, suspects, accused, swap, unseen, swaps, reasoning
        ):
            found.append(murderer_at(suspects))
    return shares(found) if found else None


def went_so(
    players: int, deal: Deal, suspects: tuple[str, ...], accused: tuple[int, ...], swap: int | None, unseen: int,
    swaps: bool, reasoning: bool,
) -> bool:  # fmt: skip
    """Whether those before would have played so in this deal."""
    first = deal[players + 1 :]
    seen = tuple((place, first[place]) for place in range(3) if place != unseen)
    if discover(players, (deal[0], deal[1]), seen, swaps) != (swap, accused[0]):
        return False
    for turn in range(1, len(accused)):
        known = deal[turn], deal[(turn + 1) % players]
        looked = tuple((place, suspects[place]) for place in range(3) if place != accused[turn - 1])
        if reasoning:
            chances = belief(players, known, looked, accused[:turn], swap, unseen, swaps, reasoning)
        else:
            chances = alone(players, known, looked)
        assert chances is not None
        if chances.index(max(chances)) != accused[turn]:
            return False
    return True


def alone(players: int, known: tuple[str, ...], looked: tuple[tuple[int, str], ...]) -> tuple[Fraction, ...]:
    """What a player believes by own cards alone."""
    (hidden,) = {0, 1, 2} - {place for place, _ in looked}
    found = []
    for card in DECKS[players]:
        if card not in known and card not in dict(looked).values():
            row = {**dict(looked), hidden: card}
            found.append(murderer_at((row[0], row[1], row[2])))
    return shares(found)
