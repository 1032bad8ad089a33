"""Policies of Forgotten Crime played on random tables: the check of the exact figures from the other side.

The tables are set up by the sampler from a physical setup, card by card; no figure of the exact policy but
where it stops, and whom it accuses there, is used.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from crimecalc.cards import Card, Suit
from crimecalc.engine.sampling import sample_tables
from crimecalc.errors import InvalidInput
from crimecalc.games.forgotten_crime.belief import ANSWER_NUMBER, ANSWERS
from crimecalc.games.forgotten_crime.policies import CARDS, AccusingPolicy
from crimecalc.games.forgotten_crime.setups import deck_in_order, simplified_setup
from crimecalc.games.forgotten_crime.symmetry import ORDERS, canonical_of_columns, columns_of
from crimecalc.seeds import Seed
from crimecalc.setup import Setup
from crimecalc.tally import Counts, mean, standard_error

__all__ = ["Simulation", "simulate"]

_SUITS = list(Suit)
_COLUMNS = 3


@dataclass(frozen=True)
class Simulation:
    """Many games played by one policy.

    Attributes:
        n: how many games.
        scores: how often each final score came up; losses as "loss".
        draws: how often so many cards were drawn.
    """

    n: int
    scores: Counts[int | str]
    draws: Counts[int]

    @cached_property
    def mean_score(self) -> float:
        """Mean score a game, losses as 0."""
        return mean(self._points)

    @cached_property
    def standard_error(self) -> float:
        """Standard error of :attr:`mean_score`."""
        return standard_error(self._points)

    @property
    def _points(self) -> Counter[int]:
        """How often each number of points came up, losses as 0."""
        points: Counter[int] = Counter()
        for score, times in self.scores.items():
            points[score if isinstance(score, int) else 0] += times
        return points

    @property
    def win_rate(self) -> float:
        """Share of right accusations."""
        return 1 - self.scores["loss"] / self.n


def simulate(
    policy: AccusingPolicy,
    n: int,
    seed: Seed = None,
    setup: Setup | None = None,
    executor: Executor | None = None,
    progress: bool | None = None,
) -> Simulation:
    """Play a policy on ``n`` tables.

    Args:
        policy: where to stop; it accuses the most probable pair, of several equally probable ones any.
        n: how many games.
        seed: as in :func:`~crimecalc.engine.sampling.sample`.
        setup: a setup of Forgotten Crime; the simplified one if None.
        executor: as in :func:`~crimecalc.engine.sampling.sample`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        InvalidInput: if the setup does not end with the criminal, the accomplice and a deck of twelve answers.

    >>> from crimecalc.games.forgotten_crime.policies import accuse_at_once
    >>> simulate(accuse_at_once(), n=1000, seed=1).draws
    Counts({0: 1000})
    """
    if not isinstance(policy, AccusingPolicy):
        raise InvalidInput(f"simulate: expected an AccusingPolicy, found {type(policy).__name__}")
    chosen = simplified_setup() if setup is None else setup
    in_order = deck_in_order(chosen)
    if not all(isinstance(label, Card) for label in chosen.deck.labels):
        raise InvalidInput("simulate: expected a setup of playing cards")
    table = _Decisions(policy)
    scores: Counter[int | str] = Counter()
    draws: Counter[int] = Counter()
    answers = np.array([ANSWER_NUMBER.get(card, -1) for card in chosen.deck.labels])  # type: ignore[call-overload]
    suits = np.array([_SUITS.index(card.suit) for card in chosen.deck.labels])  # type: ignore[attr-defined]
    for cards in sample_tables(in_order, n, seed, executor, progress):
        culprits = np.concatenate([suits[cards["criminal"]], suits[cards["accomplice"]]], axis=1)
        decks = answers[cards["deck"]]
        # Each suspect answers each question once, or it is not this game.
        if (np.sort(decks // 3, axis=1) != np.arange(CARDS)).any():
            raise InvalidInput(f"simulate: {chosen!r} makes decks that are no deck of Forgotten Crime")
        drawn, accused = table.play(decks)
        right = (accused == culprits).all(axis=1)
        for number, times in enumerate(np.bincount(drawn, minlength=CARDS + 1).tolist()):
            won = int((right & (drawn == number)).sum())
            draws[number] += times
            scores[CARDS - number] += won
            scores["loss"] += times - won
    return Simulation(int(n), Counts(scores), Counts(draws))


class _Decisions:
    """A policy's decisions, looked up for many games at once.

    What was seen in a game is three columns of 8 bits (see :mod:`~crimecalc.games.forgotten_crime.symmetry`),
    together the index of an array that remembers the decision for every set of cards met so far: 0 if it is
    not known yet, 1 to draw, otherwise 2 plus the number of the accused pair of suspects.
    """

    def __init__(self, policy: AccusingPolicy) -> None:
        self.policy = policy.policy
        self.stops = np.array(self.policy.stops)
        self.known = np.zeros(1 << 8 * _COLUMNS, dtype=np.uint8)
        states = self.policy.game.states
        flags = np.zeros((len(states), len(ANSWERS)), dtype=bool)
        for state in states:
            flags[state.index, [ANSWER_NUMBER[card] for card in state.seen]] = True  # type: ignore[index]
        forms = canonical_of_columns(columns_of(flags))
        self.number = dict(zip(forms.keys.tolist(), range(len(states)), strict=True))
        # The accused in the canonical form: in which rows they stand.
        self.rows = np.zeros((len(states), 2), dtype=np.intp)
        for state, order in zip(states, ORDERS[forms.orders].tolist(), strict=True):
            self.rows[state.index] = [order.index(_SUITS.index(suspect)) for suspect in state.belief.mode()]

    def play(self, decks: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Cards drawn and the accused (numbers of suits), for decks as numbers of answers in drawing order."""
        games = len(decks)
        drawn = np.zeros(games, dtype=np.intp)
        accused = np.zeros((games, 2), dtype=np.intp)
        playing = np.arange(games)
        seen = np.zeros(games, dtype=np.int64)
        for number in range(CARDS + 1):
            decision = self._decide(seen)
            stopping = decision > 1
            drawn[playing[stopping]] = number
            accused[playing[stopping]] = np.stack(divmod(decision[stopping] - 2, 4), axis=1)
            playing, seen = playing[~stopping], seen[~stopping]
            if not len(playing):
                break
            suspect, answer = np.divmod(decks[playing, number], 9)
            column, rank = np.divmod(answer, 3)
            seen += (rank + 1) << (8 * column + 2 * suspect)
        return drawn, accused

    def _decide(self, seen: NDArray[np.int64]) -> NDArray[np.uint8]:
        decision = self.known[seen]
        if not decision.all():
            new = np.unique(seen[decision == 0])
            columns = new[:, None] >> 8 * np.arange(_COLUMNS) & 255
            forms = canonical_of_columns(columns)
            states = np.array([self.number[key] for key in forms.keys.tolist()])
            suspects = ORDERS[forms.orders[:, None], self.rows[states]]
            self.known[new] = np.where(self.stops[states], 2 + 4 * suspects[:, 0] + suspects[:, 1], 1)
            decision = self.known[seen]
        return decision
