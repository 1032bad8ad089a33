"""The chips of In a Grove over whole games: who loses chips, who takes them, and when a game ends.

How players come to accuse does not matter here: a function plays each round, many games at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from crimecalc.checks import check_seat
from crimecalc.games.in_a_grove.rules import POSITIONS
from crimecalc.rendering import html_table, plural, text_table
from crimecalc.tally import Counts, added, mean, standard_error

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CHIPS", "LIMIT", "NOTHING", "Games", "OpenRules", "PlayRound", "play_games", "settle_chips"]

CHIPS = 5
"""Accusation chips that everybody starts with."""

LIMIT = 8
"""Chips with which somebody loses."""

NOTHING = -1
"""No swap, or no accusation."""

Numbers = NDArray[np.intp]


@dataclass(frozen=True)
class OpenRules:
    """What the rules leave open.

    Attributes:
        turn: to which side the turn passes in a round.
        several: who loses where several reach the limit in one round: all of them, the one with most chips (all that
            have as many), or the first in turn. Up to four players there are never two with different numbers.
        without: what happens to players without an accusation chip when a round begins: they lose, all of them, or
            accuse nobody in that round.

    Source: the rules of In a Grove, which do not say.
    """

    turn: Literal["left", "right"] = "left"
    several: Literal["all", "most", "first"] = "all"
    without: Literal["loses", "skips"] = "loses"


PlayRound: TypeAlias = Callable[[Numbers, Numbers, NDArray[np.bool_]], tuple[Numbers, Numbers]]
"""What plays one round of many games. It is given the numbers of the games, shape (games,); the seats by turn, the
discoverer's first, shape (players,); and who, by turn, has a chip to accuse with, shape (games, players). It
returns the position that each accuses, by turn, or :data:`NOTHING`, shape (games, players); and the murderer's
position, shape (games,)."""


@dataclass(frozen=True)
class Games:
    """Many games played to the end.

    Attributes:
        n: how many games.
        players: how many play; seat 0 is the first discoverer, seat 1 is on its left.
        rounds: how often a game lasted so many rounds.
        losses: how often each seat lost; a game may have several losers (above all where several had no chip left
            to accuse with), or none if it was broken off.
        unfinished: games that were broken off: after the most rounds, or because nobody had a chip to accuse with.
        chips_moved: how many chips went to another player, in all rounds of all games.
        both_at_limit: games in which two players or more came to eight chips in the same round.
        without_chip: turns at which a player had no accusation chip.
        games_without_chip: games in which that happened.
    """

    n: int
    players: int
    rounds: Counts[int]
    losses: Counts[int]
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
        check_seat("loss_rate", seat, self.players)
        return self.losses[seat] / self.n

    def __add__(self, other: Games) -> Games:
        """The results of both; everything is counted, so everything adds up.

        Raises:
            InvalidInput: if they are not of as many players.
        """
        if not isinstance(other, Games):
            return NotImplemented
        return added(self, other, "players")

    def to_frame(self) -> pd.DataFrame:
        """Losses by seat, and their share of the games."""
        import pandas as pd

        index = pd.Index(range(self.players), name="seat")
        losses = [self.losses[seat] for seat in index]
        return pd.DataFrame({"losses": losses, "share": [self.loss_rate(seat) for seat in index]}, index=index)

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        rows = [[f"seat {s}", f"{self.losses[s]:,}", f"{self.loss_rate(s):.3f}"] for s in range(self.players)]
        rows.append(["broken off", f"{self.unfinished:,}", f"{self.unfinished / self.n:.3f}"])
        return ["loser", "games", "share"], rows

    @property
    def _caption(self) -> str:
        error = f" (standard error {self.standard_error:.2f})" if self.n > 1 else ""
        return f"{plural(self.n, 'game')}, {self.mean_rounds:.2f} rounds on average{error}"

    @property
    def _open_cases(self) -> tuple[str, ...]:
        return (
            f"chips that change hands: {self.chips_moved_a_round:.2f} a round",
            f"two players or more at {LIMIT} chips in one round: {plural(self.both_at_limit, 'game')}",
            f"no chip left to accuse with: {plural(self.without_chip, 'turn')} "
            f"in {plural(self.games_without_chip, 'game')}",
        )

    def __str__(self) -> str:
        return "\n".join([self._caption, text_table(*self._cells()), *self._open_cases])

    def _repr_html_(self) -> str:
        header, rows = self._cells()
        return html_table(header, rows, caption=self._caption, more="; ".join(self._open_cases))

    def __repr__(self) -> str:
        return f"<Games: {self.n:,} of {self.players} players, {self.mean_rounds:.2f} rounds on average>"


def play_games(play_round: PlayRound, n: int, players: int, rules: OpenRules, most_rounds: int) -> Games:
    """Play games round by round until each has a loser, or is broken off.

    Args:
        play_round: plays one round of those games that are not over.
        n: how many games.
        players: how many play.
        rules: what the rules leave open.
        most_rounds: where a game is broken off.

    Source: the rules of In a Grove.
    """
    step = 1 if rules.turn == "left" else -1
    accusing = np.full((n, players), CHIPS)
    liars = np.zeros((n, players), dtype=np.intp)
    rounds = np.full(n, most_rounds)
    lost = np.zeros((n, players), dtype=bool)
    several = np.zeros(n, dtype=bool)
    without = np.zeros(n, dtype=np.intp)
    moved = 0
    playing = np.arange(n)
    for number in range(most_rounds):
        # The role of the discoverer passes to the right, whichever way the turn goes within a round.
        turns = (-number + step * np.arange(players)) % players
        has_chip = accusing[playing][:, turns] > 0
        without[playing] += (~has_chip).sum(axis=1)
        out = ~(has_chip.all(axis=1) if rules.without == "loses" else has_chip.any(axis=1))
        if rules.without == "loses":
            lost[np.ix_(playing[out], turns)] = ~has_chip[out]
        rounds[playing[out]] = number
        playing, has_chip = playing[~out], has_chip[~out]
        if not len(playing):
            break
        accused, murderer = play_round(playing, turns, has_chip)
        spent, taken = settle_chips(accused, murderer)
        accusing[playing[:, None], turns] -= spent
        liars[playing[:, None], turns] += taken
        moved += int((taken.sum(axis=1) - (taken > 0).sum(axis=1)).sum())  # who takes chips gets the own one back
        chips = (accusing + liars)[playing][:, turns]
        reached = chips >= LIMIT
        over = reached.any(axis=1)
        several[playing] |= reached.sum(axis=1) > 1
        lost[playing[:, None], turns] = _losers(rules, chips, reached)
        rounds[playing[over]] = number + 1
        playing = playing[~over]
    return Games(
        n=n,
        players=players,
        rounds=Counts(Counter(rounds.tolist())),
        losses=Counts(dict(enumerate(lost.sum(axis=0).tolist()))),
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


def _losers(rules: OpenRules, chips: Numbers, reached: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Who loses, by turn."""
    losing = reached
    if rules.several == "most":
        losing = reached & (chips == chips.max(axis=1)[:, None])
    elif rules.several == "first":
        losing = reached & (reached.cumsum(axis=1) == 1)
    return losing
