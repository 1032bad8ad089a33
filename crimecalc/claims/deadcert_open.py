"""Countable sentences of the rules of DEADCERT about the formats, OPENplay and its co-op variant.

What depends on how people play is simulated with a fixed seed; a difference counts as one from three standard errors.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import pairwise, product
from math import hypot

import numpy as np
from numpy.typing import NDArray

from crimecalc.claims.claim import Reading, claim
from crimecalc.errors import InvalidInput
from crimecalc.games.deadcert.board import NOWHERE, Board
from crimecalc.games.deadcert.covert import simulate_covert
from crimecalc.games.deadcert.draw import killer_card_draw
from crimecalc.games.deadcert.formats import DETECTIVES, check_players, most_people
from crimecalc.games.deadcert.open_play import (
    COOP_POLICIES,
    OpenPolicy,
    play_coop,
    play_open,
    simulate_coop,
    simulate_open,
)
from crimecalc.games.deadcert.rules import CARDS, DEFAULT, TYPES, cards, setup
from crimecalc.games.deadcert.shares import open_play_seats, open_play_winner
from crimecalc.games.deadcert.solo import simulate_solo
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


@claim("deadcert/formats", "Play Formats", "The game has three formats.")
def _formats() -> Reading:
    games = 50
    open_, covert = simulate_open("patient", games, SEED, players=3), simulate_covert("snoop", games, SEED, players=3)
    won = {
        "OPENplay": games - open_.wins[None],
        "COVERTplay": games - covert.wins[None],
        "SOLOplay": simulate_solo("C6", games, SEED).wins,
    }
    found = listed(f"{number} in {name}" for name, number in won.items())
    return Reading(
        set(won) == set(DETECTIVES) and all(won.values()),
        f"{listed(DETECTIVES)}; of {games} games each, somebody wins {found}",
    )


@claim("deadcert/co-op-format", "Play Formats, Comparison Table", "The co-op variant is one of OPENplay only.")
def _co_op_format() -> Reading:
    teams = [number for number in range(1, 13) if _can_be_a_team(number)]
    same = [name for name in DETECTIVES if teams == [number for number in range(1, 13) if _can_play(number, name)]]
    return Reading(same == ["OPENplay"], f"teams of {listed(teams)} can play it; as many play {listed(same)}")


def _can_be_a_team(players: int) -> bool:
    try:
        simulate_coop("keep", 1, SEED, players=players)
    except InvalidInput:
        return False
    return True


@claim("deadcert/group-formats", "Play Formats, Comparison Table", "Group mode goes with all three formats.")
def _group_formats() -> Reading:
    packs = 5
    most = {name: max(number for number in range(1, 13) if _can_play(number, name)) for name in DETECTIVES}
    people = {name: most_people(packs, name) for name in most}  # type: ignore[arg-type]
    found = listed(f"{number} people in {name}" for name, number in people.items())
    return Reading(
        len(people) == 3 and all(people[name] == packs * most[name] > 0 for name in people), f"{packs} packs: {found}"
    )


def suspects(kind: int) -> list[int]:
    """The numbers of a type's suspects, the killer's card first, those on one card last."""
    cards = numbered(DEFAULT)
    return np.flatnonzero((cards.kind == kind) & (cards.snoop == 0)).tolist()


@claim(
    "deadcert/three-chief-suspects",
    "OPENplay (4a), Object of Game",
    "Each detective has three chief suspects, one for each type of evidence.",
)
def _three_chief_suspects() -> Reading:
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


@claim("deadcert/empty-handed", "OPENplay (4a), Start of Episode", "Nobody has a card when an episode begins.")
def _empty_handed() -> Reading:
    deck = set(setup(DEFAULT).deck.labels)
    numbers: dict[Hashable, int] = {card: number for number, card in enumerate(cards(DEFAULT))}
    low, high = DETECTIVES["OPENplay"]
    right = len(deck) == len(numbers)
    for players in range(low, high + 1):
        board = Board(players, DEFAULT, shuffled(DEFAULT, 20, np.random.default_rng(SEED)))
        games = np.arange(20)
        held = [_held(board)]
        stack = sorted(numbers[card] for card in deck)
        right &= all(sorted(board.decks[:, game].tolist()) == stack for game in games)
        for seat in range(players):
            card = board.fetch(games)
            board.file(games, card, np.full(len(games), seat, dtype=np.int8))
            held.append(_held(board))
        right &= held == list(range(players + 1))
    return Reading(
        right, f"all {len(stack)} cards are in the stack, from which {low} to {high} detectives fetch in turn"
    )


def _held(board: Board) -> float:
    """How many cards detectives have on a table, chief suspects and filed cards."""
    return float(((board.chief != NOWHERE).sum() + (board.filed_by != NOWHERE).sum()) / board.decks.shape[1])


# --- OPENplay ---------------------------------------------------------------------------------


@claim(
    "deadcert/open-swap",
    "OPENplay (4a), Each Turn",
    "By a snoop two detectives' chief suspects of one type change places; one of level 1 is for its own type only.",
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
    found = listed(f"in {times} of 9 at level {level}" for level, times in swapped.items())
    tried = "three snoops of a level, each tried on each of the three types, swap for a better suspect"
    return Reading(bool(right), f"{tried} {found}")


@claim(
    "deadcert/used-snoops",
    "OPENplay (4a), Fetch",
    "A snoop is filed once it was fetched, used or not, and never comes back.",
)
def _used_snoops() -> Reading:
    players, games = 4, np.arange(50)
    board = Board(players, DEFAULT, shuffled(DEFAULT, len(games), np.random.default_rng(SEED)))
    times = swaps = 0
    for draw in range(CARDS):
        seat = draw % players
        card = board.fetch(games)
        snoop = board.cards.snoop[card] > 0
        first = ~snoop & (board.chief[seat, board.cards.kind[card], games] == NOWHERE)
        heap = np.full(len(games), seat, dtype=np.int8)
        board.lay(seat, games[first], card[first], heap[first])
        board.file(games[~first], card[~first], heap[~first])
        before = board.chief.copy()
        board.swap(seat, games[snoop], card[snoop])
        times += int(snoop.sum())
        swaps += int((board.chief != before).any(axis=(0, 1)).sum())
    anybody, everywhere = np.ones(players, dtype=bool), np.ones((len(TYPES), len(games)), dtype=bool)
    taken = []
    for seat in [*range(players)] * CARDS:
        card = board.best_filed(seat, games, anybody, everywhere, ~everywhere)
        found = card != NOWHERE
        board.take(seat, games[found], card[found])
        taken += card[found].tolist()
    back = sum(bool(board.cards.snoop[card]) for card in taken)
    return Reading(
        times == 6 * len(games) and back == 0 and swaps > 0 and bool(taken),
        f"{times} snoops are fetched in {len(games)} games, {swaps} of them used; of {len(taken)} filed cards "
        f"exchanged after that {back} are snoops",
    )


def _stack(first: list[int]) -> NDArray[np.int8]:
    """A stack with these cards on top; shape (54,)."""
    return np.array([*first, *(card for card in range(CARDS) if card not in first)], dtype=np.int8)


@claim(
    "deadcert/one-card-a-turn",
    "OPENplay (4a), Each Turn",
    "In a turn one card is fetched or one filed card exchanged.",
)
def _one_card_a_turn() -> Reading:
    motive, means, opportunity = numbered(DEFAULT).killer.tolist()
    fetched, more = [], []
    for players in range(DETECTIVES["OPENplay"][0], DETECTIVES["OPENplay"][1] + 1):
        others = suspects(2)[-players:]
        decks = []
        # In the second stack the first card is a motive as well, so that the killer's is filed, and exchanged later.
        for first in (others[0], suspects(0)[-1]):
            decks.append(_stack([first, *others[1:], motive, means, opportunity]))
        _, turns = play_open(("exchange",) * players, DEFAULT, np.array(decks))
        fetched.append((players + 3, int(turns[0])))
        more.append(int(turns[1] - turns[0]))
    return Reading(
        all(cards == turns for cards, turns in fetched) and set(more) == {1},
        f"games that end when {listed(cards for cards, _ in fetched)} cards have been fetched take "
        f"{listed(turns for _, turns in fetched)} turns, and {listed(sorted(set(more)))} more with one exchange",
    )


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
    shown = f"ways for the cards to lie, and chance by fetching in turn: {'; '.join(found)}"
    return Reading(right, f"always one winner; {shown}")


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
    return Reading(right, f"ways for the cards to lie, and chance by fetching in turn: {'; '.join(found)}")


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
            f"at least {min(prompt)} of {GAMES} games, with 2, 4 or 6 detectives, patient or not",
            taken_as="filed cards of prime suspects are exchanged at once",
        ),
        Reading(
            2 * min(slow) > GAMES,
            f"{min(slow)} to {max(slow)} of {GAMES} games, with 2, 4 or 6 detectives, using snoops or not",
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
        f"{int(filed.sum())} of {wanting} such cards in {GAMES} games of {players} detectives who keep their first "
        "chief suspects"
    )
    return Reading(bool((filed == ~presented).all()) and wanting > 0, found)


@claim(
    "deadcert/co-op-win",
    "Co-op Variant (7), Object of Game",
    "The team wins only if both earlier cards of the killer are chief suspects when the third comes.",
)
def _co_op_win() -> Reading:
    motive, means, opportunity = numbered(DEFAULT).killer.tolist()
    name, kind = numbered(DEFAULT).name, numbered(DEFAULT).kind
    prime = next(name[card] for card in suspects(2) if name[card] in name[suspects(1)] and card != opportunity)
    rival = {place: int(np.flatnonzero((name == prime) & (kind == place))[0]) for place in (1, 2)}
    fillers = np.flatnonzero(numbered(DEFAULT).snoop).tolist()
    won: dict[tuple[bool, bool], bool] = {}
    lengths = set()
    for first, second in product((True, False), repeat=2):
        # Seat 0 has a motive before the killer's, or seat 1 a prime suspect with means, if a card is to be filed.
        before = [*(fillers[:2] if second else [rival[2], rival[1]]), fillers[2] if first else suspects(0)[-1]]
        deck = _stack([*before, fillers[3], motive, means, opportunity])
        success, turns = play_coop(("keep", "keep"), DEFAULT, deck[None])
        won[first, second] = bool(success[0])
        lengths.add(int(turns[0]))
    filed = {how: [2 - sum(visible) for visible, success in won.items() if success == how] for how in (True, False)}
    return Reading(
        filed == {True: [0], False: [1, 1, 2]} and lengths == {7},
        f"two detectives, the third card in turn {listed(lengths)}: won with {listed(filed[True])} of the earlier two "
        f"filed, lost with {listed(filed[False])}",
    )


@claim(
    "deadcert/co-op",
    "Co-op Variant (7), Object of Game",
    "The more detectives play the co-op variant, the better are the chances of success.",
)
def _co_op() -> Reading:
    right, found = True, []
    who = {"keep": "who fetch and do nothing else", "team": "who also bring back filed cards for each other"}
    for policy in COOP_POLICIES:
        games = [simulate_coop(policy, 1500, SEED, players=players) for players in range(2, 7)]
        chances = [one.success_probability for one in games]
        gain = (chances[-1] - chances[0]) / hypot(games[0].standard_error, games[-1].standard_error)
        right &= gain > NOISE and all(few < more for few, more in pairwise(chances))
        error = max(one.standard_error for one in games)
        shares = ", ".join(f"{chance:.3f}" for chance in chances)
        found.append(f"{who[policy]}: {shares} ± {error:.3f}, from 2 to 6 by {gain:.0f} standard errors")
    return Reading(right, f"share of games won by 2, 3, 4, 5, 6 detectives {'; '.join(found)}")
