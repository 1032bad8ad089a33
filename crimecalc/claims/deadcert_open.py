"""Countable sentences of the rules of DEADCERT about the formats, OPENplay and its co-op variant.

What depends on how people play is simulated with a fixed seed; a difference counts as one from three standard errors.
"""

from __future__ import annotations

from itertools import pairwise, product
from math import hypot

import numpy as np

from crimecalc.claims.claim import Reading, claim
from crimecalc.errors import InvalidInput
from crimecalc.games.deadcert.board import NOWHERE, Board
from crimecalc.games.deadcert.draw import killer_card_draw
from crimecalc.games.deadcert.open_play import COOP_POLICIES, OpenPolicy, simulate_coop, simulate_open
from crimecalc.games.deadcert.rules import CARDS, DEFAULT, DETECTIVES, TYPES
from crimecalc.games.deadcert.shares import check_players, open_play_seats, open_play_winner
from crimecalc.games.deadcert.tables import numbered, shuffled
from crimecalc.rendering import listed

__all__ = ["NOISE", "ONE", "SEED", "suspects"]

SEED = 1
NOISE = 3
"""Standard errors from which a difference counts as one."""

ONE = np.arange(1)
"""The only game of a single table."""


# --- formats ----------------------------------------------------------------------------------


@claim(
    "deadcert/players",
    "Play Formats, Comparison Table",
    "2 to 6 play OPENplay, 2 to 5 COVERTplay, and one plays SOLOplay.",
)
def _players() -> Reading:
    able = {name: [number for number in range(1, 13) if _can_play(number, name)] for name in DETECTIVES}
    printed = {"OPENplay": range(2, 7), "COVERTplay": range(2, 6), "SOLOplay": range(1, 2)}
    found = "; ".join(f"{name}: {listed(numbers)}" for name, numbers in able.items())
    return Reading(able == {name: list(numbers) for name, numbers in printed.items()}, found)


def _can_play(players: int, name: str) -> bool:
    try:
        check_players(players, name)
    except InvalidInput:
        return False
    return True


def suspects(kind: int) -> list[int]:
    """The numbers of a type's suspects, the killer's card first, those on one card last."""
    cards = numbered(DEFAULT)
    return np.flatnonzero((cards.kind == kind) & (cards.snoop == 0)).tolist()


@claim(
    "deadcert/three-chief-suspects",
    "OPENplay (4a), Object of Game",
    "Each detective has three chief suspects, one for each type of evidence.",
)
def _three_chiefsuspects() -> Reading:
    board = _everything_laid()
    cards = numbered(DEFAULT)
    chief = board.chief[0, :, 0]
    filed = int((board.filed_by[:, 0] == 0).sum())
    kinds = sorted(cards.kind[chief[chief != NOWHERE]].tolist())
    found = f"of all suspects laid in turn {len(kinds)} stay, of types {listed(TYPES[kind] for kind in kinds)}"
    return Reading(kinds == [0, 1, 2], f"{found}, and {filed} are filed")


def _everything_laid() -> Board:
    """A table of OPENplay on which one detective fetches all cards and makes every suspect a chief suspect."""
    board = Board(2, DEFAULT, np.arange(CARDS, dtype=np.int8)[None])
    for _ in range(CARDS):
        card = board.fetch(ONE)
        if board.cards.snoop[card[0]] == 0:
            board.lay(0, ONE, card, np.zeros(1, dtype=np.int8))
    return board


@claim("deadcert/empty-handed", "OPENplay (4a), Start of Episode", "Everybody begins an episode without cards.")
def _empty_handed() -> Reading:
    low, high = DETECTIVES["OPENplay"]
    right = True
    for players in range(low, high + 1):
        board = Board(players, DEFAULT, np.arange(CARDS, dtype=np.int8)[None])
        chief, filed = int((board.chief != NOWHERE).sum()), int((board.filed_by != NOWHERE).sum())
        right &= (chief, filed, int(board.fetched[0])) == (0, 0, 0)
    return Reading(right, f"{chief} chief suspects, {filed} filed cards, {len(board.decks)} cards in the stack")


# --- OPENplay ---------------------------------------------------------------------------------


@claim(
    "deadcert/open-swap",
    "OPENplay (4a), Each Turn",
    "A snoop swaps a chief suspect with another detective's of the same type; one of level 1 that of its own type.",
)
def _open_swap() -> Reading:
    cards = numbered(DEFAULT)
    right, swapped = True, dict.fromkeys((1, 2), 0)
    for snoop, kind in product([*cards.level1.tolist(), *cards.level2.tolist()], range(len(TYPES))):
        board = Board(2, DEFAULT, np.arange(CARDS, dtype=np.int8)[None])
        for seat, place in ((0, -1), (1, 0)):
            for other in range(len(TYPES)):
                board.lay(
                    seat, ONE, np.array([suspects(other)[place]], dtype=np.int8), np.array([seat], dtype=np.int8)
                )
        board.strength[suspects(kind)[0]] = 1  # of this type the other one's is better
        before = board.chief[:, :, 0].copy()
        board.swap(0, ONE, np.array([snoop], dtype=np.int8))
        changed = (board.chief[:, :, 0] != before).any(axis=0)
        level = int(cards.snoop[snoop])
        may = level == 2 or cards.kind[snoop] == kind
        right &= changed.tolist() == [may and other == kind for other in range(len(TYPES))]
        right &= not may or board.chief[0, kind, 0] == before[1, kind]
        swapped[level] += bool(changed.any())
    found = ", ".join(f"level {level}: {times} of 9" for level, times in swapped.items())
    return Reading(bool(right), f"swaps for a better one of the three types, each snoop in turn: {found}")


def _winners(players: int) -> dict[tuple[int, ...], int]:
    """Who wins by whose chief suspects the killer's cards are, or :data:`NOWHERE`."""
    ways = list(product(range(players), repeat=len(TYPES)))
    board = Board(players, DEFAULT, np.tile(np.arange(CARDS, dtype=np.int8), (len(ways), 1)))
    board.chief_of[board.cards.killer] = np.array(ways).T
    return dict(zip(ways, board.winner().tolist(), strict=True))


@claim(
    "deadcert/two-or-three",
    "OPENplay (4a), Object of Game",
    "Whoever has two or three of the killer's cards as chief suspects when the third is presented wins.",
)
def _two_or_three() -> Reading:
    right, found = True, []
    for players in range(DETECTIVES["OPENplay"][0], DETECTIVES["OPENplay"][1] + 1):
        several = {way: [seat for seat in way if way.count(seat) > 1] for way in _winners(players)}
        won = {way: seat for way, seat in _winners(players).items() if several[way]}
        right &= all(set(several[way]) == {seat} for way, seat in won.items())
        chance = open_play_seats(players).probability(lambda seats: len(set(seats)) < len(seats))
        right &= chance == 1 - open_play_winner(players).probability(lambda seat: seat is None)
        found.append(f"{players} players: {len(won)} of {players ** len(TYPES)} ways, probability {chance}")
    return Reading(right, f"always one winner; by fetching in turn: {'; '.join(found)}")


@claim(
    "deadcert/no-winner",
    "OPENplay (4a), Object of Game",
    "Nobody wins if the killer's three cards are with three detectives.",
)
def _no_winner() -> Reading:
    right, found = True, []
    for players in range(DETECTIVES["OPENplay"][0], DETECTIVES["OPENplay"][1] + 1):
        apart = {way: seat for way, seat in _winners(players).items() if len(set(way)) == len(TYPES)}
        right &= set(apart.values()) <= {NOWHERE}
        chance = open_play_winner(players).probability(lambda seat: seat is None)
        right &= chance == open_play_seats(players).probability(lambda seats: len(set(seats)) == len(seats))
        found.append(f"{players} players: {len(apart)} ways, probability {chance}")
    return Reading(right, f"by fetching in turn: {'; '.join(found)}")


@claim(
    "deadcert/before-the-end",
    "OPENplay (4a), Start of Episode",
    "Mostly all three cards are presented before the fresh stack is used up.",
    "ambiguous",
)
def _before_the_end() -> tuple[Reading, ...]:
    last = killer_card_draw(len(TYPES))[CARDS]
    prompt = [_over_early(policy, players) for policy in ("exchange", "patient") for players in (2, 4, 6)]
    slow = [_over_early(policy, players) for policy in ("keep", "swap") for players in (2, 4, 6)]
    return (
        Reading(
            2 * last < 1,
            f"the third is the last card with probability {last}",
            taken_as="each is presented when it is fetched",
        ),
        Reading(
            2 * min(prompt) > GAMES,
            f"at least {min(prompt)} of {GAMES} games, by policy and number of detectives",
            taken_as="filed cards of prime suspects are exchanged at once",
        ),
        Reading(
            2 * min(slow) > GAMES,
            f"{min(slow)} to {max(slow)} of {GAMES} games",
            taken_as="they are exchanged when nothing is left to fetch",
        ),
    )


GAMES = 500
"""Games of OPENplay for each policy and number of detectives."""


def _over_early(policy: OpenPolicy, players: int) -> int:
    """How many games are over in fewer turns than there are cards, so that one at least is left.

    Who exchanges has fetched even fewer cards, so there may be more such games.
    """
    lengths = simulate_open(policy, GAMES, SEED, players=players).lengths
    return sum(times for turns, times in lengths.items() if turns < CARDS)


@claim(
    "deadcert/neglected",
    "OPENplay (4a), Start of Episode",
    "If the stack is used up without an end, the cards that are wanting are in filed stacks.",
)
def _neglected() -> Reading:
    players = DETECTIVES["OPENplay"][1]
    games = np.arange(GAMES)
    board = Board(players, DEFAULT, shuffled(DEFAULT, GAMES, np.random.default_rng(SEED)))
    for draw in range(CARDS):
        seat = draw % players
        card = board.fetch(games)
        first = (board.cards.snoop[card] == 0) & (board.chief[seat, board.cards.kind[card], games] == NOWHERE)
        heap = np.full(GAMES, seat, dtype=np.int8)
        board.lay(seat, games[first], card[first], heap[first])
        board.file(games[~first], card[~first], heap[~first])
    presented = board.holders != NOWHERE
    filed = board.filed_by[board.cards.killer] != NOWHERE
    wanting = int((~presented).sum())
    found = (
        f"{int(filed.sum())} of {wanting} such cards in {GAMES} games of {players} who keep their first chief suspects"
    )
    return Reading(bool((filed == ~presented).all()) and wanting > 0, found)


@claim(
    "deadcert/co-op",
    "Co-op Variant (7), Object of Game",
    "The more detectives play the co-op variant, the better are the chances of success.",
)
def _co_op() -> Reading:
    right, found = True, []
    for policy in COOP_POLICIES:
        games = [simulate_coop(policy, 1500, SEED, players=players) for players in range(2, 7)]
        chances = [one.success_probability for one in games]
        gain = (chances[-1] - chances[0]) / hypot(games[0].standard_error, games[-1].standard_error)
        right &= gain > NOISE and all(few < more for few, more in pairwise(chances))
        error = max(one.standard_error for one in games)
        shares = ", ".join(f"{chance:.3f}" for chance in chances)
        found.append(f"{policy!r}: {shares} ± {error:.3f}, from 2 to 6 by {gain:.0f} standard errors")
    return Reading(right, f"won with 2 to 6 detectives by policy {'; '.join(found)}")
