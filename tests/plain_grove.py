"""In a Grove player by player, from the rules alone: the second way in which the tests get its numbers.

A deal is a tuple: the players' cards in a ring by turn, the victim, the three suspects. A player's belief is a list of the
deals that look the same from where the player sits. Nothing is shared with the library but how cards are written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
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


# --- rounds in which some have no chip, and everybody plays in a way of their own ----------------


def play_round(
    players: int, policies: tuple[str, ...], chips: tuple[bool, ...], deal: Deal, unseen: int, guesses: Sequence[int]
) -> tuple[list[int | None], int]:  # fmt: skip
    """Whom each accuses, by turn, and where the murderer lies; the guesses are for those who accuse at random."""
    swap, accuse = opening(players, policies[0], deal, unseen)
    suspects = lying(players, deal, swap)
    accused: list[int | None] = []
    for turn, policy in enumerate(policies):
        if not chips[turn]:
            accused.append(None)
        elif policy == "random":
            accused.append(guesses[turn])
        elif turn == 0:
            accused.append(accuse)
        else:
            accused.append(whom(players, policies, chips, deal, suspects, unseen, swap, tuple(accused)))
    return accused, murderer_at(suspects)


def opening(players: int, policy: str, deal: Deal, unseen: int) -> tuple[int | None, int | None]:
    """The discoverer's swap, with a chip or without one, and whom the discoverer would accuse."""
    if policy == "random":
        return None, None
    first = deal[players + 1 :]
    looked = tuple((place, first[place]) for place in range(3) if place != unseen)
    return discover(players, (deal[0], deal[1]), looked, not policy.endswith("without swap"))


def whom(
    players: int, policies: tuple[str, ...], chips: tuple[bool, ...], deal: Deal, suspects: tuple[str, ...],
    unseen: int, swap: int | None, accused: tuple[int | None, ...],
) -> int:  # fmt: skip
    """Whom the next player accuses, who does not look below the chip that was laid last."""
    turn = len(accused)
    laid = [unseen, *(place for place in accused if place is not None)]
    known = deal[turn], deal[(turn + 1) % players]
    looked = tuple((place, suspects[place]) for place in range(3) if place != laid[-1])
    if policies[turn].startswith("honest"):
        chances = alone(players, known, looked)
    else:
        chances = informed(players, policies[:turn], chips[:turn], known, looked, unseen, swap, accused)
    return chances.index(max(chances))


@cache
def informed(
    players: int, policies: tuple[str, ...], chips: tuple[bool, ...], known: tuple[str, str],
    looked: tuple[tuple[int, str], ...], unseen: int, swap: int | None, accused: tuple[int | None, ...],
) -> tuple[Fraction, ...]:  # fmt: skip
    """What a player believes who knows how each of those before plays, and which of them had a chip."""
    turn = len(accused)
    found = []
    for deal in completions(players, {turn: known[0], (turn + 1) % players: known[1]}):
        suspects = lying(players, deal, swap)
        if any(suspects[place] != card for place, card in looked):
            continue
        swapped, accuse = opening(players, policies[0], deal, unseen)
        if swapped != swap or (accuse is not None and chips[0] and accuse != accused[0]):
            continue
        # An accusation at random is made as often in every deal, so it tells nothing.
        if all(
            whom(players, policies, chips, deal, suspects, unseen, swap, accused[:before]) == accused[before]
            for before in range(1, turn)
            if chips[before] and policies[before] != "random"
        ):
            found.append(murderer_at(suspects))
    return shares(found)


# --- whole games --------------------------------------------------------------------------------

Script = Callable[[int, list[int], list[bool]], tuple[list[int | None], int]]
"""How a round goes, given its number from 0, the seats by turn, and who of them has an accusation chip: whom each
accuses, by turn, and where the murderer lies."""


@dataclass(frozen=True)
class Game:
    """How a game went: rounds played, seats that lost, accusation and liar chips of each seat in the end."""

    rounds: int
    losers: tuple[int, ...]
    accusing: tuple[int, ...]
    liars: tuple[int, ...]
    chips_moved: int
    without_chip: int

    @property
    def broken_off(self) -> bool:
        """Whether nobody lost."""
        return not self.losers

    @property
    def at_limit(self) -> list[int]:
        """The chips of those who have eight or more."""
        together = [one + other for one, other in zip(self.accusing, self.liars, strict=True)]
        return [chips for chips in together if chips >= 8]


def play_game(players: int, script: Script, most_rounds: int, turn: str, several: str, without: str) -> Game:
    """One game, chip by chip."""
    accusing, liars = [5] * players, [0] * players
    moved = turns_without = 0
    discoverer = 0
    losers: list[int] = []
    played = 0
    while played < most_rounds:
        order = [discoverer]
        while len(order) < players:
            order.append((order[-1] + (1 if turn == "left" else players - 1)) % players)
        empty = [seat for seat in order if accusing[seat] == 0]
        turns_without += len(empty)
        if empty and without == "loses":
            losers = empty
            break
        if len(empty) == players:
            break
        accused, murderer = script(played, order, [accusing[seat] > 0 for seat in order])
        stacks: dict[int, list[int]] = {0: [], 1: [], 2: []}
        for seat, place in zip(order, accused, strict=True):
            assert (place is None) == (seat in empty)
            if place is not None:
                accusing[seat] -= 1
                stacks[place].append(seat)
        for place, stack in stacks.items():
            if place == murderer:
                for seat in stack:
                    accusing[seat] += 1
            elif stack:
                liars[stack[-1]] += len(stack)
                moved += len(stack) - 1
        played += 1
        assert sum(accusing) + sum(liars) == 5 * players
        losers = [seat for seat in order if accusing[seat] + liars[seat] >= 8]
        if losers:
            if several == "first":
                losers = losers[:1]
            elif several == "most":
                most = max(accusing[seat] + liars[seat] for seat in losers)
                losers = [seat for seat in losers if accusing[seat] + liars[seat] == most]
            break
        discoverer = (discoverer - 1) % players
    return Game(played, tuple(sorted(losers)), tuple(accusing), tuple(liars), moved, turns_without)
