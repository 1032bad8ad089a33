"""DEADCERT, COVERTplay: many games at once through all four stages, by named policies."""

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
from crimecalc.games.deadcert.board import NOWHERE
from crimecalc.games.deadcert.formats import check_players
from crimecalc.games.deadcert.hands import EMPTY, Flags, Games, Hands
from crimecalc.games.deadcert.results import TableGames
from crimecalc.games.deadcert.rules import TYPES, Split, read_split
from crimecalc.games.deadcert.snoops import LEVEL_TWO
from crimecalc.games.deadcert.tables import shuffled
from crimecalc.seeds import Seed, seed_sequence
from crimecalc.tally import Counts

__all__ = ["COVERT_POLICIES", "CovertPolicy", "exposed", "gather", "simulate_covert"]

CovertPolicy = Literal["fetch", "snoop", "declare"]
COVERT_POLICIES: tuple[CovertPolicy, ...] = ("fetch", "snoop", "declare")
"""How a detective plays COVERTplay. All keep the cards whose names they have seen on most types, and lock down the
best pair. Fetch: three cards in every round; snoops are filed first. Snoop: play a snoop whenever one can be played;
they are kept before leads seen on one type. Declare: the same, and once the fresh stack is empty declare a lead seen
on one type whenever that is allowed."""

FETCH, FETCH_AFTER_SNOOP, FETCH_AFTER_DECLARE = 3, 1, 5
FILED_TO_DECLARE = 5
"""So many cards must be in filed stacks before somebody may declare."""

SNOOPED_CARDS = 2

CHUNK = 2048
"""Games played at once; part of what a seed means."""


def simulate_covert(
    policy: CovertPolicy | Sequence[CovertPolicy],
    games: int,
    seed: Seed = None,
    *,
    players: int = 4,
    split: Split | tuple[int, int, int] | None = None,
    most_rounds: int = 100,
    executor: Executor | None = None,
    progress: bool | None = None,
) -> TableGames:
    """Play COVERTplay many times.

    Hands start empty. Whoever holds all three of the killer's cards at the end of a round wins. Everybody sees a card
    that is declared, but nobody fetches one: to declare is to take cards out of the game. A game is without a winner
    when it is broken off: detectives who hold one or two of the killer's cards do not let them go.

    Args:
        policy: how detectives play; one for all or one for each seat. All keep the cards whose names they have seen on
            most types, and lock down the best pair. ``"fetch"``: three cards in every round; snoops are filed first.
            ``"snoop"``: play a snoop whenever one can be played. ``"declare"``: the same, and once the fresh stack is
            empty declare a lead seen on one type whenever that is allowed.
        games: how many games.
        seed: as in :func:`~crimecalc.engine.sampling.sample`.
        players: 2 to 5; seat 0 gathers first in every round, seat 1 is on its left.
        split: as in :func:`~crimecalc.games.deadcert.rules.census`.
        most_rounds: where a game is broken off.
        executor: as in :func:`~crimecalc.engine.sampling.sample`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        InvalidInput: if an argument makes no sense.

    Source: the rules of DEADCERT, sections 4b and 5. They leave open whose filed cards are fetched once the fresh
    stack is empty: here the top of any stack of the others, own ones last.

    >>> games = simulate_covert("snoop", games=200, seed=1, players=3)
    >>> sum(games.wins.values()) == games.n
    True
    """
    count = whole_number(games, "simulate_covert: games", "games")
    most = whole_number(most_rounds, "simulate_covert: most_rounds", "rounds")
    seats = check_players(players, "COVERTplay")
    policies = choice_of_each("simulate_covert: policy", policy, seats, "seats", COVERT_POLICIES)
    work, source = partial(_one_chunk, policies, read_split(split), most), seed_sequence(seed)
    return added_up(work, count, CHUNK, source, executor, progress, verb="simulate_covert", noun="games")


def _one_chunk(
    policies: tuple[str, ...], split: Split, most_rounds: int, n: int, seed: np.random.SeedSequence
) -> TableGames:
    rng = np.random.default_rng(seed.spawn(1)[0])
    players = len(policies)
    hands = Hands(players, split, shuffled(split, n, rng), rng)
    number = np.arange(n)
    winner = np.full(n, NOWHERE, dtype=np.int8)
    rounds = np.full(n, most_rounds)
    identified = np.zeros(players, dtype=np.intp)
    for played in range(1, most_rounds + 1):
        hands.snooped[:] = False
        for seat, policy in enumerate(policies):
            gather(hands, seat, policy)
        for seat, policy in enumerate(policies):
            everything = hands.analyse(seat)
            hands.keep(seat, everything, _values(hands, seat, policy, everything))
        won = np.full(len(number), NOWHERE, dtype=np.int8)
        for seat in range(players):
            won[hands.holds_killer(seat)] = seat
        over = won != NOWHERE
        winner[number[over]], rounds[number[over]] = won[over], played
        identified += _know_the_killer(hands)[:, over].sum(axis=1)
        if over.any():
            hands.only(~over)
            number = number[~over]
        if not len(number):
            break
        for seat in range(players):
            hands.lock(seat)
    identified += _know_the_killer(hands).sum(axis=1)
    return TableGames(
        n,
        players,
        "round",
        Counts(Counter(seat if seat != NOWHERE else None for seat in winner.tolist())),
        Counts(Counter(rounds.tolist())),
        Counts(dict(enumerate(identified.tolist()))),
    )


def _know_the_killer(hands: Hands) -> Flags:
    """Which detectives have seen all of the killer's cards; shape (players, games)."""
    return np.asarray(hands.known[:, hands.killer[0]] == len(TYPES))


def _values(hands: Hands, seat: int, policy: str, cards: NDArray[np.int8]) -> NDArray[np.int8]:
    """How dear cards are to a detective, from 1; shape as the cards."""
    leads = np.array([1, 2, 4, 5], dtype=np.int8)[hands.known[seat, cards, hands.games]]
    return np.where(hands.snoop[cards] > 0, np.int8(1 if policy == "fetch" else 3), leads)


# --- gathering --------------------------------------------------------------------------------


def gather(hands: Hands, seat: int, policy: str) -> None:
    """A detective's choice in stage 1, and the cards that come of it.

    Args:
        hands: the tables.
        seat: whose turn it is.
        policy: how this detective plays, one of :data:`COVERT_POLICIES`.

    Source: the rules of DEADCERT, section 4b, stage 1.
    """
    fetches = np.full(len(hands.fetched), FETCH)
    if policy in ("snoop", "declare"):
        snooped = _snoop(hands, seat)
        fetches[snooped] = FETCH_AFTER_SNOOP
        if policy == "declare":
            fetches[_declare(hands, seat, ~snooped)] = FETCH_AFTER_DECLARE
    for number in range(fetches.max(initial=0)):
        hands.fetch(seat, np.flatnonzero(fetches > number))


def _snoop(hands: Hands, seat: int) -> Flags:
    """Play the first snoop that can be played, on the opponent who shows most; where that was done."""
    n = len(hands.fetched)
    played = np.zeros(n, dtype=bool)
    victim = np.full(n, NOWHERE)
    snoop = np.full(n, EMPTY, dtype=np.int8)
    *others, lock_breaker = hands.level2.tolist()
    for card in (lock_breaker, *hands.level1.tolist(), *others):
        able = hands.holds(seat, card) & ~played
        most = np.zeros(n, dtype=np.intp)
        for step in range(1, hands.players):
            other = (seat + step) % hands.players
            shown = exposed(hands, card, other, slice(None)).sum(axis=0) * ~hands.snooped[other]
            better = able & (shown > most)
            victim[better], snoop[better] = other, card
            most = np.maximum(most, shown)
        played |= able & (most > 0)
    games = np.flatnonzero(played)
    for other in range(hands.players):
        for card in np.unique(snoop[played]).tolist():
            _take(hands, seat, other, card, games[(victim[games] == other) & (snoop[games] == card)])
    place = (hands.hand[seat][:, games] == snoop[games]).argmax(axis=0)
    hands.file(seat, games, hands.drop(seat, games, place))
    return played


def exposed(hands: Hands, snoop: int, other: int, games: Games | slice) -> Flags:
    """Which of an opponent's cards a snoop may take: the hand's and, last, the pair in lock down.

    Args:
        hands: the tables.
        snoop: number of the snoop card.
        other: the opponent's seat.
        games: which games; shape (games,), or a slice of all.

    Returns:
        Shape (9, games).

    Source: the rules of DEADCERT, sections 4b and 5.
    """
    hand, locked = hands.hand[other][:, games], hands.locked[other][:, games]
    if snoop == hands.level2[LEVEL_TWO - 1]:
        return np.concatenate([np.zeros(hand.shape, dtype=bool), locked != EMPTY])
    there = hand != EMPTY
    if hands.snoop[snoop] == 1:
        there &= hands.kind[hand] == hands.kind[snoop]
    return np.concatenate([there, np.zeros(locked.shape, dtype=bool)])


def _take(hands: Hands, seat: int, other: int, snoop: int, games: Games) -> None:
    """Snoop two cards at random, or the only one."""
    if not len(games):
        return
    hands.snooped[other, games] = True
    open_ = exposed(hands, snoop, other, games)
    rows = len(hands.hand[other])
    for _ in range(SNOOPED_CARDS):
        some = open_.any(axis=0)
        place = hands.any_of(open_)
        open_[place, np.arange(len(games))] = False
        for array, first, where in ((hands.hand, 0, place < rows), (hands.locked, rows, place >= rows)):
            now = some & where
            row = place[now] - first
            card = array[other, row, games[now]]
            array[other, row, games[now]] = EMPTY
            hands.gather(seat, games[now], card)


def _declare(hands: Hands, seat: int, allowed: Flags) -> Flags:
    """Declare a lead seen on one type, where it is allowed and there is one; where that was done."""
    filed = hands.filed.sum(axis=(0, 1), dtype=np.intp)
    hand = hands.hand[seat]
    poor = (hands.known[seat, hand, hands.games] == 1) & (hands.snoop[hand] == 0)
    declared: Flags = allowed & ~hands.fresh_left() & (filed >= FILED_TO_DECLARE) & poor.any(axis=0)
    games = np.flatnonzero(declared)
    card = hands.drop(seat, games, hands.any_of(poor[:, games]))
    for everybody in range(hands.players):
        hands.note(everybody, games, card)
    return declared
