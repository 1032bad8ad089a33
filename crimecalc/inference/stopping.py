"""When to stop looking: exact optimal stopping for games in which evidence is turned up piece by piece.

One of several *worlds* is real. Each holds the same number of pieces of evidence, which are revealed one at
a time; before each, the player may stop and is paid what the belief and the number of pieces left are
worth. All that a player knows is which pieces were seen: an *information state*. The states form levels by
the number of pieces seen, and the best policy follows by backward induction from the last level.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from crimecalc.cards import label_key
from crimecalc.distribution import Distribution
from crimecalc.errors import ImpossibleEvidence, InvalidInput
from crimecalc.packing import INT64_MAX
from crimecalc.rational import exact_fraction
from crimecalc.rendering import describe

__all__ = ["Policy", "Rule", "State", "StoppingGame"]

Payoff = Callable[[Distribution, int], Any]
"""What stopping is worth, exactly: a function of the belief over answers and the number of pieces left."""

Rule = Callable[[Distribution, int], bool]
"""Whether to stop: a function of the belief over answers and the number of pieces left."""

_Chances = tuple[tuple[int, Fraction], ...]
_Reached = tuple[NDArray[np.bool_], NDArray[np.intp]]  # the pieces seen, as flags, and the worlds that remain

Canonical = Callable[[NDArray[np.bool_]], NDArray[Any]]
"""Symmetry: from states (rows; columns are pieces, true if seen) to rows that are equal for equivalent states."""


@dataclass(frozen=True, eq=False)
class State:
    """An information state: all states that the game's symmetries make one, by one of them.

    Attributes:
        index: number of the state within its game, root 0.
        seen: the pieces seen, in ascending order.
        left: how many pieces are left to reveal.
        weight: total weight of the worlds in which just these pieces could have been seen.
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
    next_states: _Chances


class StoppingGame:
    """A game of evidence that is revealed piece by piece, with all its information states.

    Args:
        worlds: the possible worlds with their weights (integers or Fractions); a Distribution will do.
        evidence: the pieces that a world reveals, different hashable values, the same number in each world.
        answer: what the player wants to know about a world.
        payoff: what stopping is worth, given the belief over answers and the number of pieces left.
        order: "random" if every order of a world's pieces is equally likely, "given" if they come in the
            order in which ``evidence`` lists them.
        canonical: the game's symmetries, if any. It is given many states at once, as rows of flags in the
            order of :attr:`pieces`, and returns rows that are equal exactly for states that a symmetry
            exchanges. Symmetries must preserve weights, payoffs and the policy's rules.

    Raises:
        InvalidInput: if worlds disagree in the number of pieces, repeat one, or have no positive weight.
        InexactNumber: if a weight or a payoff is a float.

    Source: backward induction over information states, as in Ferguson, *Optimal Stopping and Applications*,
    chapter 2.

    >>> urns = {"mostly red": 1, "mostly blue": 1}
    >>> balls = {"mostly red": ["r1", "r2", "b1"], "mostly blue": ["r1", "b1", "b2"]}
    >>> game = StoppingGame(
    ...     urns, balls.__getitem__, answer=lambda urn: urn, payoff=lambda belief, left: left * max(belief.values())
    ... )
    >>> game.optimal().value, game.follow(lambda belief, left: len(belief) == 1).value
    (Fraction(3, 2), Fraction(1, 1))
    """

    def __init__(
        self,
        worlds: Mapping[Any, Any],
        evidence: Callable[[Any], Iterable[Hashable]],
        answer: Callable[[Any], Hashable],
        payoff: Payoff,
        order: Literal["random", "given"] = "random",
        canonical: Canonical | None = None,
    ) -> None:
        if order not in ("random", "given"):
            raise InvalidInput(f"order: expected 'random' or 'given', found {order!r}")
        weights = {world: exact_fraction(weight, f"weight of {world!r}") for world, weight in worlds.items()}
        weights = {world: weight for world, weight in weights.items() if weight}
        if not weights or min(weights.values()) < 0:
            raise InvalidInput("worlds: expected weights that are not negative, one of them positive")
        revealed = [tuple(evidence(world)) for world in weights]
        sizes = {len(pieces) for pieces in revealed}
        if len(sizes) > 1:
            raise InvalidInput(f"evidence: expected as many pieces in every world, found {sorted(sizes)}")
        for world, pieces in zip(weights, revealed, strict=True):
            if len(set(pieces)) < len(pieces):
                raise InvalidInput(f"evidence of {world!r}: expected different pieces, found {describe(pieces)}")
        if order == "given":
            # A piece at its place in the order: then what was seen says in which order it was seen.
            revealed = [tuple(enumerate(pieces)) for pieces in revealed]
        self.order: Literal["random", "given"] = order
        self.payoff = payoff
        self._canonical = canonical
        named, found = [answer(world) for world in weights], {p for pieces in revealed for p in pieces}
        all_pieces, all_answers = (tuple(sorted(things, key=label_key)) for things in (found, set(named)))
        piece_number = {piece: index for index, piece in enumerate(all_pieces)}
        answer_number = {answer: index for index, answer in enumerate(all_answers)}
        numbers = [[piece_number[piece] for piece in pieces] for pieces in revealed]
        common = lcm(*(weight.denominator for weight in weights.values()))
        scaled = [int(weight * common) for weight in weights.values()]
        self._set(
            all_pieces,
            np.array(numbers, dtype=np.intp).reshape(len(numbers), *sizes),
            all_answers,
            np.array([answer_number[name] for name in named], dtype=np.intp),
            scaled,
        )

    @classmethod
    def from_arrays(
        cls,
        pieces: Sequence[Hashable],
        revealed: NDArray[np.integer],
        answers: Sequence[Hashable],
        answer: NDArray[np.integer],
        payoff: Payoff,
        weights: Sequence[int] | None = None,
        order: Literal["random", "given"] = "random",
        canonical: Canonical | None = None,
    ) -> StoppingGame:
        """The same game from arrays, for many worlds.

        Args:
            pieces: all pieces of evidence, in ascending order.
            revealed: for each world the numbers of the pieces that it reveals; shape (worlds, pieces of one).
            answers: all answers, in ascending order.
            answer: for each world the number of its answer; shape (worlds,).
            payoff: as above.
            weights: for each world a positive integer; all equal if None.
            order: as above.
            canonical: as above.
        """
        game = cls.__new__(cls)
        game.payoff, game.order, game._canonical = payoff, order, canonical
        given = [1] * len(revealed) if weights is None else [int(exact_fraction(w, "weight")) for w in weights]
        game._set(tuple(pieces), np.asarray(revealed), tuple(answers), np.asarray(answer), given)
        return game

    def _set(
        self,
        pieces: tuple[Hashable, ...],
        revealed: NDArray[np.integer],
        answers: tuple[Hashable, ...],
        answer: NDArray[np.integer],
        weights: list[int],
    ) -> None:
        self.pieces, self.answers = pieces, answers
        self.size = revealed.shape[1]
        self._revealed, self._answer = revealed, answer
        fits = sum(weights) * max(self.size, 1) <= INT64_MAX
        self._weights: NDArray[Any] = np.array(weights, dtype=np.int64 if fits else object)
        self._even = len(set(weights)) == 1
        self._number = {piece: index for index, piece in enumerate(pieces)}

    # --- information states -------------------------------------------------------------------

    @cached_property
    def states(self) -> tuple[State, ...]:
        """All information states, one for each class under the symmetries, the root first, level by level."""
        made: list[State] = []
        self._found: list[dict[bytes, int]] = []
        level: list[_Reached] = [(np.zeros(len(self.pieces), dtype=bool), np.arange(len(self._weights)))]
        for seen in range(self.size + 1):
            keys = self._keys(np.array([mask for mask, _ in level]))
            self._found.append({key: len(made) + i for i, key in enumerate(keys)})
            followers, next_level = self._followers(level, seen, first=len(made) + len(level))
            for (mask, worlds), next_states in zip(level, followers, strict=True):
                made.append(self._state(len(made), mask, worlds, self.size - seen, next_states))
            level = next_level
        return tuple(made)

    def state(self, seen: Iterable[Hashable]) -> State:
        """The information state in which just these pieces were seen (in this order, where one is given).

        Its :attr:`State.seen` may show an equivalent state.

        Raises:
            InvalidInput: if a piece is unknown or named twice.
            ImpossibleEvidence: if no world reveals these pieces together.
        """
        pieces = list(seen) if self.order == "random" else list(enumerate(seen))
        mask = np.zeros(len(self.pieces), dtype=bool)
        for piece in pieces:
            if piece not in self._number:
                raise InvalidInput(f"unknown evidence {describe(piece)}; expected pieces that some world reveals")
            if mask[self._number[piece]]:
                raise InvalidInput(f"evidence {describe(piece)} is named twice; expected each piece once")
            mask[self._number[piece]] = True
        states = self.states
        if len(pieces) <= self.size:
            (key,) = self._keys(mask[None])
            if key in self._found[len(pieces)]:
                return states[self._found[len(pieces)][key]]
        raise ImpossibleEvidence(f"no world reveals {describe(tuple(pieces))} together")

    def _keys(self, masks: NDArray[np.bool_]) -> list[bytes]:
        rows = masks if self._canonical is None else self._canonical(masks)
        return [row.tobytes() for row in np.ascontiguousarray(rows)]

    def _followers(self, level: list[_Reached], seen: int, first: int) -> tuple[list[_Chances], list[_Reached]]:
        """For each state of a level what may follow, and the next level; its states are numbered from ``first``."""
        if seen == self.size:
            return [()] * len(level), []
        totals = np.array([self._piece_weights(worlds, seen) for _, worlds in level])
        totals[np.array([mask for mask, _ in level])] = 0
        origins, pieces = np.nonzero(totals)
        candidates = np.array([mask for mask, _ in level])[origins]
        candidates[np.arange(len(pieces)), pieces] = True
        following: list[dict[int, int]] = [{} for _ in level]
        next_level: list[_Reached] = []
        known: dict[bytes, int] = {}
        weights = totals[origins, pieces].tolist()
        for key, mask, number, piece, weight in zip(
            self._keys(candidates), candidates, origins.tolist(), pieces.tolist(), weights, strict=True
        ):
            if key not in known:
                known[key] = first + len(next_level)
                worlds = level[number][1]
                next_level.append((mask, worlds[(self._shown(worlds, seen) == piece).any(axis=1)]))
            following[number][known[key]] = following[number].get(known[key], 0) + weight
        chances: list[_Chances] = []
        for (_, worlds), found in zip(level, following, strict=True):
            ways = int(self._weights[worlds].sum()) * (self.size - seen if self.order == "random" else 1)
            chances.append(tuple((index, Fraction(weight, ways)) for index, weight in found.items()))
        return chances, next_level

    def _shown(self, worlds: NDArray[np.intp], seen: int) -> NDArray[np.integer]:
        """The pieces that worlds may reveal next; pieces seen before are among them."""
        return self._revealed[worlds] if self.order == "random" else self._revealed[worlds, seen : seen + 1]

    def _piece_weights(self, worlds: NDArray[np.intp], seen: int) -> NDArray[Any]:
        """For each piece the weight of the worlds that may reveal it next."""
        shown = self._shown(worlds, seen)
        if self._even:
            weighted: NDArray[Any] = np.bincount(shown.ravel(), minlength=len(self.pieces)) * self._weights[0]
            return weighted
        totals = np.zeros(len(self.pieces), dtype=self._weights.dtype)
        np.add.at(totals, shown.ravel(), np.repeat(self._weights[worlds], shown.shape[1]))
        return totals

    def _state(
        self,
        index: int,
        mask: NDArray[np.bool_],
        worlds: NDArray[np.intp],
        left: int,
        next_states: _Chances,
    ) -> State:
        totals = np.zeros(len(self.answers), dtype=self._weights.dtype)
        np.add.at(totals, self._answer[worlds], self._weights[worlds])
        belief = Distribution._of({self.answers[i]: int(totals[i]) for i in np.flatnonzero(totals).tolist()}, None)
        return State(
            index=index,
            seen=tuple(self.pieces[piece] for piece in np.flatnonzero(mask).tolist()),
            left=left,
            weight=belief.worlds,
            belief=belief,
            stopping=exact_fraction(self.payoff(belief, left), "payoff"),
            next_states=next_states,
        )

    # --- policies -----------------------------------------------------------------------------

    def optimal(self) -> Policy:
        """The policy of highest value, by backward induction; where stopping and going on tie, it stops."""
        return Policy(self, None)

    def follow(self, rule: Rule) -> Policy:
        """The policy that stops where a rule says so, and where nothing is left to reveal."""
        return Policy(self, rule)


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
            stop = state.stopping >= going_on if rule is None else bool(rule(state.belief, state.left))
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
