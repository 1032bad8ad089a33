"""Whole games of In a Grove, chips and all, played many times by named policies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, fields
from functools import cached_property, partial, reduce
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from crimecalc.chunks import in_chunks, whole_number
from crimecalc.engine.sampling import sample_tables
from crimecalc.errors import InvalidInput
from crimecalc.games.in_a_grove.rounds import NOTHING, POLICIES, Policy, Tables, play
from crimecalc.games.in_a_grove.rules import POSITIONS, deck, seats, setup
from crimecalc.rational import is_whole
from crimecalc.rendering import html_table, listed, text_table
from crimecalc.seeds import Seed, seed_sequence
from crimecalc.setup import Setup
from crimecalc.tally import mean, standard_error

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Games", "settle_chips", "simulate"]

CHIPS = 5
"""Accusation chips that everybody starts with."""

LIMIT = 8
"""Chips with which somebody loses."""

CHUNK = 4096
"""Games played at once; part of what a seed means."""

Numbers = NDArray[np.intp]


@dataclass(frozen=True)
class Games:
    """Many games played to the end.

    Attributes:
        n: how many games.
        players: how many play; seat 0 is the first discoverer.
        rounds: how often a game lasted so many rounds.
        losses: how often each seat lost; a game may have several losers, or none if it was broken off.
        unfinished: games that were broken off after the most rounds.
        chips_moved: how many chips went to another player, in all rounds of all games.
        both_at_limit: games in which two players came to eight chips in the same round.
        without_chip: turns at which a player had no accusation chip.
        games_without_chip: games in which that happened.
    """

    n: int
    players: int
    rounds: Counter[int]
    losses: Counter[int]
    unfinished: int
    chips_moved: int
    both_at_limit: int
    without_chip: int
    games_without_chip: int

    @cached_property
    def mean_rounds(self) -> float:
        """Mean number of rounds in a game."""
        return mean(self.rounds)

    @cached_property
    def standard_error(self) -> float:
        """Standard error of :attr:`mean_rounds`."""
        return standard_error(self.rounds)

    @property
    def chips_moved_a_round(self) -> float:
        """How many chips go to another player in a round, on average."""
        return self.chips_moved / sum(rounds * times for rounds, times in self.rounds.items())

    def loss_rate(self, seat: int) -> float:
        """Share of the games that a seat lost.

        Raises:
            InvalidInput: if there is no such seat.
        """
        if not is_whole(seat, 0, self.players - 1):
            raise InvalidInput(f"loss_rate: expected a seat from 0 to {self.players - 1}, found {seat!r}")
        return self.losses[seat] / self.n

    def __hash__(self) -> int:
        return hash((self.n, self.players, frozenset(self.rounds.items()), frozenset(self.losses.items())))

    def to_frame(self) -> pd.DataFrame:
        """Losses by seat."""
        import pandas as pd

        index = pd.Index(range(self.players), name="seat")
        return pd.DataFrame({"losses": [self.losses[seat] for seat in index]}, index=index)

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        rows = [[f"seat {s}", f"{self.losses[s]:,}", f"{self.loss_rate(s):.3f}"] for s in range(self.players)]
        rows.append(["broken off", f"{self.unfinished:,}", f"{self.unfinished / self.n:.3f}"])
        return ["loser", "games", "share"], rows

    @property
    def _caption(self) -> str:
        error = f" (standard error {self.standard_error:.2f})" if self.n > 1 else ""
        return f"{self.n:,} games, {self.mean_rounds:.2f} rounds on average{error}"

    @property
    def _open_cases(self) -> str:
        return (
            f"chips that change hands: {self.chips_moved_a_round:.2f} a round\n"
            f"two players at {LIMIT} chips in one round: {self.both_at_limit:,} games\n"
            f"no chip left to accuse with: {self.without_chip:,} turns in {self.games_without_chip:,} games"
        )

    def __str__(self) -> str:
        return f"{self._caption}\n{text_table(*self._cells())}\n{self._open_cases}"

    def _repr_html_(self) -> str:
        return html_table(*self._cells(), caption=f"{self._caption}; {'; '.join(self._open_cases.splitlines())}")

    def __repr__(self) -> str:
        return f"<Games: {self.n:,} of {self.players} players, {self.mean_rounds:.2f} rounds on average>"


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
    progress: bool = False,
) -> Games:
    """Play ``n`` games to the end, in the edition of 2010.

    Everybody starts with five accusation chips. Whoever is right takes the own chip back. The chips at each wrong
    suspect go, as liar chips, to whoever accused it last. Who has eight chips or more of both kinds loses and the game
    ends; otherwise the discoverer's role passes to the right.

    Args:
        policy: how everybody plays, one of ``"random"``, ``"honest"``, ``"honest without swap"``, ``"reasoning"``,
            ``"reasoning without swap"`` (see :data:`~crimecalc.games.in_a_grove.rounds.POLICIES`); one for all or one
            for each seat.
        n: how many games.
        seed: as in :func:`~crimecalc.engine.sampling.sample`.
        players: 2 to 4.
        turn: to which side the turn passes in a round; the rules do not say.
        several: who loses where several reach eight in one round: all of them, the one with most chips (all that
            have as many), or the first in turn.
        without: what happens to a player without an accusation chip when a round begins: the player loses, or
            accuses nobody in that round. By the latter most games never end, as all chips turn into liar chips.
        most_rounds: where a game is broken off; it also is when nobody has a chip left to accuse with.
        executor: as in :func:`~crimecalc.engine.sampling.sample`.
        progress: show a progress bar.

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
    by_seat: tuple[Policy, ...] = ()
    if isinstance(policy, Sequence):
        by_seat = (policy,) * players if isinstance(policy, str) else tuple(policy)
    if len(by_seat) != players or any(how not in POLICIES for how in by_seat):
        known = listed(map(repr, POLICIES))
        raise InvalidInput(f"simulate: policy: expected {known}, or one of these for each seat; found {policy!r}")
    for what, given, allowed in (
        ("turn", turn, ("left", "right")),
        ("several", several, ("all", "most", "first")),
        ("without", without, ("loses", "skips")),
    ):
        if given not in allowed:
            raise InvalidInput(f"simulate: {what}: expected {' or '.join(map(repr, allowed))}, found {given!r}")
    plan = _Play(players, by_seat, 1 if turn == "left" else -1, several, without, most)
    chunks = in_chunks(
        partial(_one_chunk, plan),
        count,
        CHUNK,
        seed_sequence(seed),
        executor,
        progress,
        verb="simulate",
        noun="games",
    )
    return reduce(_together, chunks)


def _together(some: Games, more: Games) -> Games:
    """The results of both: everything is counted, so everything adds up."""
    counts = {field.name: getattr(some, field.name) + getattr(more, field.name) for field in fields(Games)}
    return Games(**{**counts, "players": some.players})


@dataclass(frozen=True)
class _Play:
    """How all games are played."""

    players: int
    policies: tuple[Policy, ...]
    step: int
    several: str
    without: str
    most_rounds: int


def _one_chunk(plan: _Play, n: int, seed: np.random.SeedSequence) -> Games:
    players = plan.players
    rng = np.random.default_rng(seed.spawn(1)[0])
    dealt = setup(players)
    accusing = np.full((n, players), CHIPS)
    liars = np.zeros((n, players), dtype=np.intp)
    rounds = np.full(n, plan.most_rounds)
    lost = np.zeros((n, players), dtype=bool)
    several = np.zeros(n, dtype=bool)
    without = np.zeros(n, dtype=np.intp)
    moved = 0
    playing = np.arange(n)
    for number in range(plan.most_rounds):
        # The role of the discoverer passes to the right, whichever way the turn goes within a round.
        turns = (-number + plan.step * np.arange(players)) % players
        has_chip = accusing[playing][:, turns] > 0
        without[playing] += (~has_chip).sum(axis=1)
        out = ~(has_chip.all(axis=1) if plan.without == "loses" else has_chip.any(axis=1))
        if plan.without == "loses":
            lost[np.ix_(playing[out], turns)] = ~has_chip[out]
        rounds[playing[out]] = number
        playing, has_chip = playing[~out], has_chip[~out]
        if not len(playing):
            break
        accused, murderer = _round(plan, dealt, turns, has_chip, rng)
        spent, taken = settle_chips(accused, murderer)
        accusing[playing[:, None], turns] -= spent
        liars[playing[:, None], turns] += taken
        moved += int((taken.sum(axis=1) - ((taken > 0) & spent.astype(bool)).sum(axis=1)).sum())
        chips = (accusing + liars)[playing][:, turns]
        reached = chips >= LIMIT
        over = reached.any(axis=1)
        several[playing] |= reached.sum(axis=1) > 1
        losing = _losers(plan, chips, reached)
        lost[playing[:, None], turns] = losing
        rounds[playing[over]] = number + 1
        playing = playing[~over]
    return Games(
        n=n,
        players=players,
        rounds=Counter(rounds.tolist()),
        losses=+Counter(dict(enumerate(lost.sum(axis=0).tolist()))),
        unfinished=int((~lost.any(axis=1)).sum()),
        chips_moved=moved,
        both_at_limit=int(several.sum()),
        without_chip=int(without.sum()),
        games_without_chip=int((without > 0).sum()),
    )


def settle_chips(accused: NDArray[np.integer], murderer: NDArray[np.integer]) -> tuple[Numbers, Numbers]:
    """What becomes of the chips at the end of a round.

    Args:
        accused: the position that each player accused, by turn, or -1 for none; shape (rounds, players).
        murderer: the murderer's position; shape (rounds,).

    Returns:
        How many accusation chips each player loses, and how many liar chips each takes; both of shape
        (rounds, players).

    Source: the rules of In a Grove.

    >>> spent, taken = settle_chips(np.array([[0, 1, 0, 2]]), np.array([1]))
    >>> spent.tolist(), taken.tolist()
    ([[1, 0, 1, 1]], [[0, 0, 2, 1]])
    """
    wrong = (accused != NOTHING) & (accused != murderer[:, None])
    taken = np.zeros(accused.shape, dtype=np.intp)
    for position in POSITIONS:
        here = wrong & (accused == position)
        last = accused.shape[1] - 1 - here[:, ::-1].argmax(axis=1)
        taken[np.arange(len(accused)), last] += here.sum(axis=1)
    return wrong.astype(np.intp), taken


def _round(
    plan: _Play, dealt: Setup, turns: Numbers, has_chip: NDArray[np.bool_], rng: np.random.Generator
) -> tuple[Numbers, Numbers]:
    """Deal and play one round of many games: accusations by turn, shape (games, players), and the murderer."""
    games, players = has_chip.shape
    accused = np.full((games, players), NOTHING, dtype=np.intp)
    murderer = np.zeros(games, dtype=np.intp)
    (piles,) = sample_tables(dealt, games, rng)
    cards = deck(players)
    number: NDArray[np.int8] = np.array([cards.index(str(label)) for label in dealt.deck.labels], dtype=np.int8)
    ring: NDArray[np.int8] = number[np.concatenate([piles[seat] for seat in seats(players)], axis=1)]
    victim: NDArray[np.int8] = number[piles["victim"][:, 0]]
    suspects: NDArray[np.int8] = number[piles["suspects"]]
    unseen = rng.integers(len(POSITIONS), size=(games,), dtype=np.int8)
    guesses = rng.integers(len(POSITIONS), size=(players, games), dtype=np.int8)
    policies = tuple(plan.policies[seat] for seat in turns.tolist())
    # Who follows a player without a chip sees less, so these games are played apart.
    for chips in np.unique(has_chip, axis=0):
        same = np.flatnonzero((has_chip == chips).all(axis=1))
        tables = Tables(players, ring[same], victim[same], suspects[same], unseen[same], guesses[:, same])
        played = play(tables, policies, tuple(chips.tolist()))
        accused[same] = played.accused.T
        murderer[same] = played.murderer
    return accused, murderer


def _losers(plan: _Play, chips: Numbers, reached: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Who loses, by turn."""
    losing = reached
    if plan.several == "most":
        losing = reached & (chips == chips.max(axis=1)[:, None])
    elif plan.several == "first":
        losing = reached & (reached.cumsum(axis=1) == 1)
    return losing
