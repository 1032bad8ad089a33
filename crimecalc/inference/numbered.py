"""Deals under clues with numbers for cards and holders, ready to be counted."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np

from crimecalc.errors import TooManyStates
from crimecalc.inference.clues import SOLUTION, Clue, HasOneOf, Lacks, Showed
from crimecalc.inference.counting import Masks, Prepared, prepare
from crimecalc.inference.simplify import Factor, Problem, Settled, settle

__all__ = ["MOST_SOLUTIONS", "Numbered"]

MOST_SOLUTIONS = 100_000
"""So many solutions are listed at most."""


@dataclass(frozen=True)
class Numbered:
    """What is known of a deal. Cards are numbered category by category.

    Holders are numbered, too: the seats, then for each category what is set aside of it.

    Args:
        categories: the cards of each category.
        hands: how many cards each seat holds.
        aside: how many cards of each category are set aside.
        clues: what is known.
    """

    categories: Mapping[str, Sequence[Hashable]]
    hands: Mapping[Hashable, int]
    aside: Mapping[str, int]
    clues: tuple[Clue, ...]

    @cached_property
    def number(self) -> dict[Hashable, int]:
        """The number of each card."""
        return {card: n for n, card in enumerate(card for listed in self.categories.values() for card in listed)}

    @cached_property
    def aside_holders(self) -> frozenset[int]:
        """The holders that stand for what is set aside."""
        return frozenset(range(len(self.hands), len(self.hands) + len(self.categories)))

    @cached_property
    def problem(self) -> Problem:
        """What the clues say."""
        holders: dict[Hashable, frozenset[int]] = {seat: frozenset({n}) for n, seat in enumerate(self.hands)}
        holders[SOLUTION] = self.aside_holders
        rows: list[list[Any]] = [
            [1] * len(self.hands) + [int(other == name) for other in self.categories]
            for name, listed in self.categories.items()
            for _ in listed
        ]
        factors = []
        clues = [clue for clue in dict.fromkeys(self.clues) if not isinstance(clue, Showed)]
        # What was shown weighs again when it is shown again.
        for clue in [*clues, *(clue for clue in self.clues if isinstance(clue, Showed))]:
            where = holders[clue.seat]
            if isinstance(clue, HasOneOf):
                scope = tuple(self.number[card] for card in clue.about)
                factors.append(Factor(where, scope, (0, *[1] * len(scope)), by_count=True))
                continue
            row = rows[self.number[clue.card]]
            lacks = isinstance(clue, Lacks)
            row[:] = [0 if (place in where) == lacks else weight for place, weight in enumerate(row)]
            if isinstance(clue, Showed) and clue.others:
                scope = tuple(self.number[card] for card in clue.others)
                even = tuple(Fraction(1, held + 1) for held in range(len(scope) + 1))
                factors.append(Factor(where, scope, even if clue.is_even else clue.weights, by_count=clue.is_even))
        capacities = (*self.hands.values(), *self.aside.values())
        return Problem(capacities, tuple(map(tuple, rows)), tuple(factors))

    @cached_property
    def settled(self) -> Settled:
        """The same without what is certain."""
        return settle(self.problem)

    @cached_property
    def prepared(self) -> Prepared:
        """The same, ready to be counted."""
        return prepare(self.settled)

    @cached_property
    def solutions(self) -> list[tuple[tuple[Hashable, ...], ...]]:
        """Everything that may be set aside, by category, as far as single cards tell."""
        choices: list[Iterable[tuple[Hashable, ...]]] = []
        count = 1
        for place, (name, listed) in enumerate(self.categories.items(), start=len(self.hands)):
            possible = [card for card in listed if self.problem.rows[self.number[card]][place]]
            count *= comb(len(possible), self.aside[name])
            if count > MOST_SOLUTIONS:
                raise TooManyStates(
                    f"there would be at least {count:,} solutions to list; the limit is {MOST_SOLUTIONS:,}. "
                    "Ask who holds single cards instead",
                    step=len(choices) + 1,
                    states=count,
                    limit=MOST_SOLUTIONS,
                )
            choices.append(combinations(possible, self.aside[name]))
        return list(product(*choices))

    @cached_property
    def masks(self) -> Masks:
        """For each of the :attr:`solutions` who may hold what; shape (cards, holders, solutions)."""
        seats = len(self.hands)
        inside = np.zeros((len(self.number), len(self.solutions)), dtype=bool)
        for case, solution in enumerate(self.solutions):
            for cards in solution:
                inside[[self.number[card] for card in cards], case] = True
        masks = np.empty((len(self.number), seats + len(self.categories), len(self.solutions)), dtype=bool)
        masks[:, :seats] = ~inside[:, None]
        masks[:, seats:] = inside[:, None]
        return masks
