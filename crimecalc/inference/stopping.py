"""When to stop looking: exact optimal stopping for games in which evidence is turned up piece by piece.

One of several *worlds* is real. Each holds the same number of pieces of evidence, which are revealed one at
a time; before each, the player may stop and is paid what the belief and the number of pieces left are
worth. All that a player knows is which pieces were seen: an *information state*. The states form levels by
the number of pieces seen, and the best policy follows by backward induction from the last level.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from crimecalc.cards import label_key
from crimecalc.checks import check_choice
from crimecalc.distribution import Distribution
from crimecalc.errors import ImpossibleEvidence, InvalidInput
from crimecalc.inference.policy import Chances, Policy, Rule, State
from crimecalc.packing import INT64_MAX
from crimecalc.progress import Bar
from crimecalc.rational import exact_fraction
from crimecalc.rendering import describe, plural

__all__ = ["Policy", "Rule", "State", "StoppingGame"]

Payoff = Callable[[Distribution, int], Any]
"""What stopping is worth, exactly: a function of the belief over answers and the number of pieces left."""


_Reached = tuple[NDArray[np.bool_], NDArray[np.intp]]  # the pieces seen, as flags, and the worlds that remain

Symmetry = Callable[[NDArray[np.bool_]], NDArray[Any]]
"""Symmetry: from states (rows; columns are pieces, true if seen) to rows that are equal for equivalent states."""


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
            exchanges. Symmetries must preserve weights, payoffs and the policy's rules; only the weights are
            checked.

    Attributes:
        pieces: all pieces in ascending order; where an order is given, each with its place in it, from 0.
        answers: all answers in ascending order.
        size: how many pieces each world reveals.
        order: as given.
        payoff: as given.

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
        canonical: Symmetry | None = None,
    ) -> None:
        if not isinstance(worlds, Mapping):
            raise InvalidInput(f"worlds: expected a mapping of worlds to weights, found {type(worlds).__name__}")
        for name, function in (("evidence", evidence), ("answer", answer)):
            if not callable(function):
                raise InvalidInput(f"{name}: expected a function of a world, found {function!r}")
        weights = {world: exact_fraction(weight, f"weight of {world!r}") for world, weight in worlds.items()}
        weights = {world: weight for world, weight in weights.items() if weight}
        if not weights or min(weights.values()) < 0:
            raise InvalidInput("worlds: expected weights that are not negative, one of them positive")
        revealed = [tuple(evidence(world)) for world in weights]
        sizes = {len(pieces) for pieces in revealed}
        if len(sizes) > 1:
            raise InvalidInput(f"evidence: expected as many pieces in every world, found {sorted(sizes)}")
        named = [answer(world) for world in weights]
        try:
            pieces = sorted({piece for found in revealed for piece in found}, key=label_key)
            answers = sorted(set(named), key=label_key)
        except TypeError as error:
            raise InvalidInput(f"expected pieces and answers that can be hashed: {error}") from None
        piece_number = {piece: number for number, piece in enumerate(pieces)}
        answer_number = {found: number for number, found in enumerate(answers)}
        numbers = [[piece_number[piece] for piece in found] for found in revealed]
        common = lcm(*(weight.denominator for weight in weights.values()))
        self._set(
            pieces,
            np.array(numbers, dtype=np.intp).reshape(len(numbers), *sizes),
            answers,
            np.array([answer_number[name] for name in named], dtype=np.intp),
            payoff,
            [int(weight * common) for weight in weights.values()],
            order,
            canonical,
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
        canonical: Symmetry | None = None,
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
        given = [1] * len(revealed) if weights is None else [_whole_weight(weight) for weight in weights]
        game._set(pieces, np.asarray(revealed), answers, np.asarray(answer), payoff, given, order, canonical)
        return game

    def _set(
        self,
        pieces: Sequence[Hashable],
        revealed: NDArray[Any],
        answers: Sequence[Hashable],
        answer: NDArray[Any],
        payoff: Payoff,
        weights: list[int],
        order: Literal["random", "given"],
        canonical: Symmetry | None,
    ) -> None:
        check_choice("order", order, ("random", "given"))
        if not callable(payoff):
            raise InvalidInput(f"payoff: expected a function of a belief and the pieces left, found {payoff!r}")
        _check_numbers("revealed", revealed, 2, len(pieces))
        _check_numbers("answer", answer, 1, len(answers))
        if not len(revealed) or len(revealed) != len(answer) or len(revealed) != len(weights):
            raise InvalidInput(
                "expected at least one world, and as many weights and answers as worlds; found "
                f"{len(revealed)} worlds, {len(weights)} weights, {len(answer)} answers"
            )
        for name, things in (("pieces", pieces), ("answers", answers)):
            if len(set(things)) < len(things):
                raise InvalidInput(f"{name}: expected different ones, found {describe(tuple(things))}")
        if (np.diff(np.sort(revealed, axis=1), axis=1) == 0).any():
            raise InvalidInput("evidence: expected different pieces in a world, found one twice")
        self.order: Literal["random", "given"] = order
        self.payoff, self._canonical = payoff, canonical
        self.pieces, self.answers, self._named = tuple(pieces), tuple(answers), frozenset(pieces)
        self.size = revealed.shape[1]
        if order == "given":
            # A piece at its place in the order: then what was seen says in which order it was seen.
            codes, revealed = np.unique(revealed + len(pieces) * np.arange(self.size), return_inverse=True)
            revealed = revealed.reshape(len(answer), self.size)
            self.pieces = tuple((code // len(pieces), pieces[code % len(pieces)]) for code in codes.tolist())
        self._revealed, self._answer = revealed, answer
        divisor = gcd(*weights)
        lowest = [weight // divisor for weight in weights]
        fits = sum(lowest) * max(self.size, 1) <= INT64_MAX
        self._weights: NDArray[Any] = np.array(lowest, dtype=np.int64 if fits else object)
        self._even = len(set(lowest)) == 1
        self._number = {piece: index for index, piece in enumerate(self.pieces)}

    def __repr__(self) -> str:
        worlds, pieces = plural(len(self._weights), "world"), plural(self.size, "piece")
        return f"<StoppingGame: {worlds}, {pieces} each, in {self.order} order>"

    # --- information states -------------------------------------------------------------------

    @cached_property
    def states(self) -> tuple[State, ...]:
        """All information states, one for each class under the symmetries, the root first, level by level.

        A bar shows if finding them takes over two seconds and somebody watches.
        """
        made: list[State] = []
        self._found: list[dict[bytes, int]] = []
        level: list[_Reached] = [(np.zeros(len(self.pieces), dtype=bool), np.arange(len(self._weights)))]
        with Bar(None, self.size + 1, verb="states", noun="levels") as bar:
            for seen in range(self.size + 1):
                keys = self._keys(np.array([mask for mask, _ in level]))
                self._found.append({key: len(made) + i for i, key in enumerate(keys)})
                followers, next_level = self._followers(level, seen, first=len(made) + len(level))
                for (mask, worlds), next_states in zip(level, followers, strict=True):
                    made.append(self._state(len(made), mask, worlds, self.size - seen, next_states))
                level = next_level
                bar.advance()
        return tuple(made)

    def state(self, seen: Iterable[Hashable]) -> State:
        """The information state in which just these pieces were seen (in this order, where one is given).

        Its :attr:`State.seen` may show an equivalent state.

        Raises:
            InvalidInput: if a piece is unknown or named twice.
            ImpossibleEvidence: if no world reveals these pieces together.
        """
        if isinstance(seen, Iterable):
            found = list(seen)
        else:
            raise InvalidInput(f"seen: expected a list of pieces, found {seen!r}")
        for piece in found:
            if not isinstance(piece, Hashable) or piece not in self._named:
                raise InvalidInput(f"unknown evidence {describe(piece)}; expected pieces that some world reveals")
            if found.count(piece) > 1:
                raise InvalidInput(f"evidence {describe(piece)} is named twice; expected each piece once")
        states = self.states  # finds the states by their keys, too
        placed: list[Hashable] = found if self.order == "random" else list(enumerate(found))
        numbers = [self._number[piece] for piece in placed if piece in self._number]
        if len(numbers) == len(found) <= self.size:
            mask = np.zeros(len(self.pieces), dtype=bool)
            mask[numbers] = True
            (key,) = self._keys(mask[None])
            if key in self._found[len(found)]:
                return states[self._found[len(found)][key]]
        raise ImpossibleEvidence(f"no world reveals {describe(tuple(found))} together")

    def _keys(self, masks: NDArray[np.bool_]) -> list[bytes]:
        rows = masks if self._canonical is None else np.asarray(self._canonical(masks.copy()))
        if rows.ndim != 2 or len(rows) != len(masks) or rows.dtype == object:
            raise InvalidInput(
                f"canonical: expected a row of numbers for each of {len(masks)} states, "
                f"found shape {rows.shape} of {rows.dtype}"
            )
        return [row.tobytes() for row in np.ascontiguousarray(rows)]

    def _followers(self, level: list[_Reached], seen: int, first: int) -> tuple[list[Chances], list[_Reached]]:
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
        weights_of: dict[bytes, int] = {}
        weights = totals[origins, pieces].tolist()
        for key, mask, number, piece, weight in zip(
            self._keys(candidates), candidates, origins.tolist(), pieces.tolist(), weights, strict=True
        ):
            if key not in known:
                known[key] = first + len(next_level)
                worlds = level[number][1]
                next_level.append((mask, worlds[(self._shown(worlds, seen) == piece).any(axis=1)]))
            if weights_of.setdefault(key, weight) != weight:
                raise InvalidInput("canonical: states that a symmetry exchanges have equal weights; these have not")
            following[number][known[key]] = following[number].get(known[key], 0) + weight
        chances: list[Chances] = []
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
            return np.bincount(shown.ravel(), minlength=len(self.pieces))
        totals = np.zeros(len(self.pieces), dtype=self._weights.dtype)
        np.add.at(totals, shown.ravel(), np.repeat(self._weights[worlds], shown.shape[1]))
        return totals

    def _state(
        self,
        index: int,
        mask: NDArray[np.bool_],
        worlds: NDArray[np.intp],
        left: int,
        next_states: Chances,
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
        """The policy that stops where a rule says so, and where nothing is left to reveal.

        Raises:
            InvalidInput: if the rule is no function, or its answer is neither True nor False.
        """
        if not callable(rule):
            raise InvalidInput(f"rule: expected a function of a belief and the pieces left, found {rule!r}")
        return Policy(self, rule)


def _whole_weight(weight: object) -> int:
    found = exact_fraction(weight, "weight")
    if found.denominator != 1 or found < 1:
        raise InvalidInput(f"weight: expected a whole number of at least 1, found {weight!r}")
    return int(found)


def _check_numbers(name: str, numbers: NDArray[Any], dimensions: int, count: int) -> None:
    """Refuse an array that does not hold numbers from 0 up to a count."""
    if numbers.ndim != dimensions or numbers.dtype.kind not in "iu":
        raise InvalidInput(
            f"{name}: expected whole numbers in {plural(dimensions, 'dimension')}, "
            f"found {numbers.dtype} in {numbers.ndim}"
        )
    if numbers.size and not 0 <= numbers.min() <= numbers.max() < count:
        raise InvalidInput(f"{name}: expected numbers from 0 to {count - 1}, found {numbers.min()} to {numbers.max()}")
