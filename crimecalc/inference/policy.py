"""Where to stop in a game of evidence revealed piece by piece, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from crimecalc.distribution import Distribution
from crimecalc.errors import InvalidInput

if TYPE_CHECKING:
    from crimecalc.inference.stopping import StoppingGame

__all__ = ["Chances", "Policy", "Rule", "State"]

Rule = Callable[[Distribution, int], bool]
"""Whether to stop: a function of the belief over answers and the number of pieces left."""

Chances = tuple[tuple[int, Fraction], ...]
"""Numbers of the states that may follow a state, each with its probability."""


@dataclass(frozen=True, eq=False)
class State:
    """An information state: all states that the game's symmetries make one, by one of them.

    Attributes:
        index: number of the state within its game, root 0.
        seen: the pieces seen, in ascending order; where an order is given, each with its place in it, from 0.
        left: how many pieces are left to reveal.
        weight: total weight of the worlds in which just these pieces could have been seen, in lowest terms.
        belief: posterior over the answers.
        stopping: what stopping is worth.
        next_states: index of each state that may follow, with its probability; empty if no piece is left.
    """

    index: int
    seen: tuple[Hashable, ...]
    left: int
    weight: int
    belief: Distribution
    stopping: Fraction
    next_states: Chances


class Policy:
    """Where to stop in a stopping game, and what follows from it, exactly.

    Attributes:
        game: the game.
        values: for each of the game's states the expected payoff of following the policy from there.
        drawing: for each state the expected payoff of revealing one more piece and following the policy
            then; None where nothing is left.
        stops: for each state whether the policy stops there.
    """

    def __init__(self, game: StoppingGame, rule: Rule | None) -> None:
        self.game = game
        states = game.states
        values: list[Fraction] = [Fraction(0)] * len(states)
        drawing: list[Fraction | None] = [None] * len(states)
        stops = [True] * len(states)
        for state in reversed(states):
            values[state.index] = state.stopping
            if not state.left:
                continue
            going_on = sum((chance * values[index] for index, chance in state.next_states), Fraction(0))
            drawing[state.index] = going_on
            stop = state.stopping >= going_on if rule is None else _said(rule, state)
            if not stop:
                values[state.index], stops[state.index] = going_on, False
        self.values, self.drawing, self.stops = tuple(values), tuple(drawing), tuple(stops)

    @property
    def value(self) -> Fraction:
        """Expected payoff from the start."""
        return self.values[0]

    @cached_property
    def reached(self) -> tuple[Fraction, ...]:
        """For each state the probability that the policy passes through it."""
        reached = [Fraction(0)] * len(self.game.states)
        reached[0] = Fraction(1)
        for state in self.game.states:
            if reached[state.index] and not self.stops[state.index]:
                for index, chance in state.next_states:
                    reached[index] += reached[state.index] * chance
        return tuple(reached)

    @property
    def ends(self) -> tuple[tuple[State, Fraction], ...]:
        """The states in which the policy stops, each with the probability that it stops there."""
        return tuple(
            (state, self.reached[state.index])
            for state in self.game.states
            if self.stops[state.index] and self.reached[state.index]
        )

    @property
    def ties(self) -> tuple[State, ...]:
        """The states in which stopping is worth exactly as much as going on."""
        return tuple(state for state in self.game.states if self.drawing[state.index] == state.stopping)

    def outcomes(self, result: Callable[[State], Distribution]) -> Distribution:
        """Distribution of what comes of the game, given its distribution in each state where the policy stops."""
        weights: dict[Any, Fraction] = {}
        for state, reached in self.ends:
            for outcome, probability in result(state).items():
                weights[outcome] = weights.get(outcome, Fraction(0)) + reached * probability
        return Distribution(weights)

    def __repr__(self) -> str:
        return f"<Policy: value {self.value}, {len(self.game.states):,} information states>"


def _said(rule: Rule, state: State) -> bool:
    answer = rule(state.belief, state.left)
    if not isinstance(answer, (bool, np.bool_)):
        raise InvalidInput(f"rule: expected True to stop or False to go on, found {answer!r}")
    return bool(answer)
