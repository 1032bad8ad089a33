"""DEADCERT, OPENplay and its co-op variant, played to the end by named policies, many games at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from crimecalc.checks import choice_of_each
from crimecalc.chunks import added_up, whole_number
from crimecalc.games.deadcert.board import NOWHERE, Board, Games
from crimecalc.games.deadcert.formats import check_players
from crimecalc.games.deadcert.results import CoopGames, TableGames
from crimecalc.games.deadcert.rules import CARDS, TYPES, Split, read_split
from crimecalc.games.deadcert.tables import KILLER, shuffled
from crimecalc.seeds import Seed, seed_sequence
from crimecalc.tally import Counts

__all__ = ["COOP_POLICIES", "OPEN_POLICIES", "CoopPolicy", "OpenPolicy", "simulate_coop", "simulate_open"]

OpenPolicy = Literal["keep", "swap", "exchange", "patient"]
OPEN_POLICIES: tuple[OpenPolicy, ...] = ("keep", "swap", "exchange", "patient")
"""How a detective plays OPENplay. All fetch, and take a new card as chief suspect if it is a stronger lead than the
one before. Keep: snoops are abandoned; filed cards are exchanged only when there is nothing left to fetch. Swap: use
snoops where that makes an own chief suspect stronger. Exchange: moreover give up a turn for a filed card of a prime
suspect that is stronger than the own chief suspect. Patient: the same. Nobody ends the game so that another wins; who
is patient does not end it without a winner either."""

CoopPolicy = Literal["keep", "team"]
COOP_POLICIES: tuple[CoopPolicy, ...] = ("keep", "team")
"""How a detective plays the co-op variant. Keep: fetch, and never use snoops or filed cards. Team: promote filed cards
of prime suspects that are stronger than the own chief suspect, the colleagues' too by a snoop."""

CHUNK = 4096
"""Games played at once; part of what a seed means."""


def simulate_open(
    policy: OpenPolicy | Sequence[OpenPolicy],
    games: int,
    seed: Seed = None,
    *,
    players: int = 4,
    split: Split | tuple[int, int, int] | None = None,
    executor: Executor | None = None,
    progress: bool | None = None,
) -> TableGames:
    """Play OPENplay many times.

    Everybody remembers all that was read out, and where each card was filed. A lead is as strong as the number of
    types on which its name was read out. The game ends when all three of the killer's cards are chief suspects, or
    without a winner when everybody passes with nothing left to fetch; these passes count as turns.

    Args:
        policy: how detectives play; one for all or one for each seat. ``"keep"``: take a new card as chief suspect if
            it is a stronger lead, abandon snoops, and exchange filed cards only when there is nothing left to fetch.
            ``"swap"``: moreover use snoops where that makes an own chief suspect stronger. ``"exchange"``: moreover
            give up a turn for a filed card of a prime suspect that is stronger than the own chief suspect.
            ``"patient"``: the same. Nobody ends the game so that another wins; who is patient does not end it without
            a winner either.
        games: how many games.
        seed: as in :func:`~crimecalc.engine.sampling.sample`.
        players: 2 to 6, seat 0 first, seat 1 on its left.
        split: as in :func:`~crimecalc.games.deadcert.rules.census`.
        executor: as in :func:`~crimecalc.engine.sampling.sample`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        InvalidInput: if an argument makes no sense.

    Source: the rules of DEADCERT, section 4a.

    >>> games = simulate_open("patient", games=500, seed=1, players=3)
    >>> sum(games.wins.values()) == games.n
    True
    """
    count = whole_number(games, "simulate_open: games", "games")
    seats = check_players(players, "OPENplay")
    policies = choice_of_each("simulate_open: policy", policy, seats, "seats", OPEN_POLICIES)
    work = partial(_open_chunk, policies, read_split(split))
    source = seed_sequence(seed)
    return added_up(work, count, CHUNK, source, executor, progress, verb="simulate_open", noun="games")


def simulate_coop(
    policy: CoopPolicy | Sequence[CoopPolicy],
    games: int,
    seed: Seed = None,
    *,
    players: int = 4,
    split: Split | tuple[int, int, int] | None = None,
    executor: Executor | None = None,
    progress: bool | None = None,
) -> CoopGames:
    """Play the co-op variant of OPENplay many times.

    The team succeeds if two of the killer's cards are chief suspects when the third is fetched. A snoop also brings a
    colleague's filed card to somebody who has no chief suspect of that type to give for it.

    Args:
        policy: how detectives play; one for all or one for each seat. ``"keep"``: fetch, and never use snoops or filed
            cards. ``"team"``: promote filed cards of prime suspects that are stronger than the own chief suspect, the
            colleagues' too by a snoop.
        games: how many games.
        seed: as in :func:`~crimecalc.engine.sampling.sample`.
        players: 2 to 6, seat 0 first, seat 1 on its left.
        split: as in :func:`~crimecalc.games.deadcert.rules.census`.
        executor: as in :func:`~crimecalc.engine.sampling.sample`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        InvalidInput: if an argument makes no sense.

    Source: the rules of DEADCERT, section 7.

    >>> few, many = (simulate_coop("team", 2000, seed=1, players=players) for players in (2, 6))
    >>> few.success_probability < many.success_probability
    True
    """
    count = whole_number(games, "simulate_coop: games", "games")
    seats = check_players(players, "OPENplay")
    policies = choice_of_each("simulate_coop: policy", policy, seats, "seats", COOP_POLICIES)
    work = partial(_coop_chunk, policies, read_split(split))
    source = seed_sequence(seed)
    return added_up(work, count, CHUNK, source, executor, progress, verb="simulate_coop", noun="games")


# --- open play --------------------------------------------------------------------------------


def _open_chunk(policies: tuple[str, ...], split: Split, n: int, seed: np.random.SeedSequence) -> TableGames:
    rng = np.random.default_rng(seed.spawn(1)[0])
    winner, turns = play_open(policies, split, shuffled(split, n, rng))
    wins = Counter(seat if seat != NOWHERE else None for seat in winner.tolist())
    return TableGames(n, len(policies), "turn", Counts(wins), Counts(Counter(turns.tolist())))


def play_open(
    policies: tuple[str, ...], split: Split, decks: NDArray[np.int8]
) -> tuple[NDArray[np.int8], NDArray[np.intp]]:
    """Play OPENplay with these cards.

    Args:
        policies: of each seat.
        split: of the cards.
        decks: numbers of the cards, top card first; shape (games, 54).

    Returns:
        The winners, -1 for nobody, and the numbers of turns; both of shape (games,).
    """
    players = len(policies)
    board = Board(players, split, decks)
    number = np.arange(len(decks))
    winner = np.full(len(decks), NOWHERE, dtype=np.int8)
    turns = np.zeros(len(decks), dtype=np.intp)
    passes = np.zeros(len(decks), dtype=np.intp)
    turn = 0
    while len(number):
        seat = turn % players
        turn += 1
        done = _open_turn(board, seat, policies[seat])
        passes = np.where(done, 0, passes + 1)
        presented = board.all_presented()
        over = presented | (passes == players)
        winner[number[presented]] = board.winner()[presented]
        turns[number[over]] = turn
        if over.any():
            board.only(~over)
            number, passes = number[~over], passes[~over]
    return winner, turns


def _open_turn(board: Board, seat: int, policy: str) -> NDArray[np.bool_]:
    """A turn of one seat in all games; where it did something."""
    games = np.arange(len(board.fetched))
    done = np.zeros(len(games), dtype=bool)
    empty = board.fetched == CARDS
    patient = policy == "patient"
    asking = games if policy in ("exchange", "patient") else games[empty]
    if len(asking):
        against = board.ends_against(seat, asking, patient)
        everybody = np.ones(board.players, dtype=bool)
        card = board.best_filed(seat, asking, everybody, np.ones(against.shape, dtype=bool), against)
        found = card != NOWHERE
        board.take(seat, asking[found], card[found])
        done[asking[found]] = True
    fetching = games[~done & ~empty]
    done[fetching] = True
    card = board.fetch(fetching)
    snoop = board.cards.snoop[card] > 0
    if policy != "keep":
        board.swap(seat, fetching[snoop], card[snoop])
    _place(board, seat, fetching[~snoop], card[~snoop], board.ends_against(seat, fetching[~snoop], patient))
    return done


def _place(board: Board, seat: int, games: Games, card: NDArray[np.int8], against: NDArray[np.bool_]) -> None:
    """A fetched suspect becomes a chief suspect if it is stronger than the one before; otherwise it is filed."""
    kind = board.cards.kind[card]
    stronger = board.strength[card, games] > board.chief_strength(seat, games)[kind, np.arange(len(games))]
    refused = (board.cards.name[card] == KILLER) & against[kind, np.arange(len(games))]
    chief = stronger & ~refused
    heap = np.full(len(games), seat, dtype=np.int8)
    board.lay(seat, games[chief], card[chief], heap[chief])
    board.file(games[~chief], card[~chief], heap[~chief])


# --- co-op ------------------------------------------------------------------------------------


def _coop_chunk(policies: tuple[str, ...], split: Split, n: int, seed: np.random.SeedSequence) -> CoopGames:
    rng = np.random.default_rng(seed.spawn(1)[0])
    success, turns = play_coop(policies, split, shuffled(split, n, rng))
    return CoopGames(n, len(policies), int(success.sum()), Counts(Counter(turns.tolist())))


def play_coop(
    policies: tuple[str, ...], split: Split, decks: NDArray[np.int8]
) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Play the co-op variant with these cards; arguments as in :func:`play_open`.

    Returns:
        Whether the teams succeeded, and the numbers of turns; both of shape (games,).
    """
    players = len(policies)
    board = Board(players, split, decks)
    number = np.arange(len(decks))
    success = np.zeros(len(decks), dtype=bool)
    turns = np.zeros(len(decks), dtype=np.intp)
    turn = 0
    while len(number):
        seat = turn % players
        turn += 1
        over, won = _coop_turn(board, seat, policies[seat])
        success[number[over]] = won[over]
        turns[number[over]] = turn
        if over.any():
            board.only(~over)
            number = number[~over]
    return success, turns


def _coop_turn(board: Board, seat: int, policy: str) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """A turn of one seat in all games; where the game is over, and where the team succeeded."""
    games = np.arange(len(board.fetched))
    own = np.arange(board.players) == seat
    promoted = np.zeros(len(games), dtype=bool)
    if policy == "team":
        never = np.zeros((len(TYPES), len(games)), dtype=bool)
        card = board.best_filed(seat, games, own, ~never, never)
        promoted = card != NOWHERE
        board.take(seat, games[promoted], card[promoted])
    fetching = games[~promoted]
    card = board.fetch(fetching)
    snoop = board.cards.snoop[card] > 0
    if policy == "team":
        _rebalance(board, seat, fetching[snoop], card[snoop], ~own)
    third = board.strength[card, fetching] == len(TYPES)
    over = np.zeros(len(games), dtype=bool)
    over[fetching[third]] = True
    won = over & ((board.holders != NOWHERE).sum(axis=0) == len(TYPES) - 1)
    kept = ~snoop & ~third
    nothing = np.zeros((len(TYPES), int(kept.sum())), dtype=bool)
    _place(board, seat, fetching[kept], card[kept], nothing)
    return over, won


def _rebalance(board: Board, seat: int, games: Games, snoop: NDArray[np.int8], others: NDArray[np.bool_]) -> None:
    """Swap a chief suspect with a colleague's filed card of a type that the snoop allows."""
    kinds = np.arange(len(TYPES))[:, None]
    allowed = (board.cards.snoop[snoop] == 2) | (board.cards.kind[snoop] == kinds)
    card = board.best_filed(seat, games, others, allowed, np.zeros(allowed.shape, dtype=bool))
    found = card != NOWHERE
    board.take(seat, games[found], card[found])
