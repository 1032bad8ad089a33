"""Whole games of In a Grove, chips and all, played many times by named policies."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from crimecalc.checks import check_choice
from crimecalc.chunks import added_up, whole_number
from crimecalc.engine.sampling import sample_tables
from crimecalc.games.in_a_grove.chips import NOTHING, Games, OpenRules, play_games
from crimecalc.games.in_a_grove.rounds import Policy, Tables, play, policies_of
from crimecalc.games.in_a_grove.rules import POSITIONS, deck, numbers, seats, setup
from crimecalc.seeds import Seed, seed_sequence
from crimecalc.setup import Setup

__all__ = ["simulate"]

CHUNK = 4096
"""Games played at once; part of what a seed means."""

Numbers = NDArray[np.intp]


def simulate(
    policy: Policy | Sequence[Policy],
    n: int,
    seed: Seed = None,
    *,
    players: int = 4,
    turn: Literal["left", "right"] = "left",
    several: Literal["all", "most", "first"] = "all",
    without: Literal["loses", "skips"] = "loses",
    most_rounds: int = 1000,
    executor: Executor | None = None,
    progress: bool | None = None,
) -> Games:
    """Play ``n`` games to the end, in the edition of 2010.

    Everybody starts with five accusation chips. Whoever is right takes the own chip back. The chips at each wrong
    suspect go, as liar chips, to whoever accused it last. Who has eight chips or more of both kinds loses and the game
    ends; otherwise the discoverer's role passes to the right.

    Args:
        policy: how everybody plays, one of :data:`~crimecalc.games.in_a_grove.POLICIES`; one for all or one for each
            seat. Seat 1 is on the left of seat 0. Who reasons knows how the others play.
        n: how many games.
        seed: as in :func:`~crimecalc.engine.sampling.sample`.
        players: 2 to 4.
        turn: to which side the turn passes in a round; the rules do not say.
        several: who loses where several reach eight chips in one round, as in
            :class:`~crimecalc.games.in_a_grove.chips.OpenRules`.
        without: what happens to players without an accusation chip when a round begins, as there. If they lose, all
            of them do; if they skip, most games of two or three never end, as all chips turn into liar chips.
        most_rounds: where a game is broken off; it also is when nobody has a chip left to accuse with.
        executor: as in :func:`~crimecalc.engine.sampling.sample`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        InvalidInput: if an argument makes no sense.

    Source: the rules of In a Grove; they leave open what ``turn``, ``several`` and ``without`` decide.

    >>> games = simulate("honest", n=1000, seed=1, players=3)
    >>> games.unfinished, sum(games.rounds.values())
    (0, 1000)
    """
    count = whole_number(n, "simulate: n", "games")
    most = whole_number(most_rounds, "simulate: most_rounds", "rounds")
    deck(players)
    check_choice("simulate: turn", turn, ("left", "right"))
    check_choice("simulate: several", several, ("all", "most", "first"))
    check_choice("simulate: without", without, ("loses", "skips"))
    plan = _Play(
        players, policies_of("simulate: policy", policy, players, "seats"), OpenRules(turn, several, without), most
    )
    work, source = partial(_one_chunk, plan), seed_sequence(seed)
    return added_up(work, count, CHUNK, source, executor, progress, verb="simulate", noun="games")


@dataclass(frozen=True)
class _Play:
    """How all games are played."""

    players: int
    policies: tuple[Policy, ...]
    rules: OpenRules
    most_rounds: int


def _one_chunk(plan: _Play, n: int, seed: np.random.SeedSequence) -> Games:
    rng = np.random.default_rng(seed.spawn(1)[0])
    dealt = setup(plan.players)

    def play_round(_games: Numbers, turns: Numbers, has_chip: NDArray[np.bool_]) -> tuple[Numbers, Numbers]:
        return _round(plan, dealt, turns, has_chip, rng)

    return play_games(play_round, n, plan.players, plan.rules, plan.most_rounds)


def _round(
    plan: _Play, dealt: Setup, turns: Numbers, has_chip: NDArray[np.bool_], rng: np.random.Generator
) -> tuple[Numbers, Numbers]:
    """Deal and play one round of many games: accusations by turn, shape (games, players), and the murderer."""
    games, players = has_chip.shape
    accused = np.full((games, players), NOTHING, dtype=np.intp)
    murderer = np.zeros(games, dtype=np.intp)
    (piles,) = sample_tables(dealt, games, rng, progress=False)
    place = numbers(players)
    number: NDArray[np.int8] = np.array([place[str(label)] for label in dealt.deck.labels], dtype=np.int8)
    ring: NDArray[np.int8] = number[np.concatenate([piles[seat] for seat in seats(players)], axis=1)]
    victim: NDArray[np.int8] = number[piles["victim"][:, 0]]
    suspects: NDArray[np.int8] = number[piles["suspects"]]
    unseen = rng.integers(len(POSITIONS), size=(games,), dtype=np.int8)
    guesses = rng.integers(len(POSITIONS), size=(players, games), dtype=np.int8)
    policies = tuple(plan.policies[seat] for seat in turns.tolist())
    # Who follows a player without a chip sees less, so these games are played apart.
    for chips in np.unique(has_chip, axis=0):
        same = np.flatnonzero((has_chip == chips).all(axis=1))
        tables = Tables(ring[same], victim[same], suspects[same], unseen[same], guesses[:, same])
        played = play(tables, policies, tuple(chips.tolist()))
        accused[same] = played.accused.T
        murderer[same] = played.murderer
    return accused, murderer
