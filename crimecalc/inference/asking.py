"""What a question would bring: the answers to expect, and how much they tell about the solution."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import fsum, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crimecalc.distribution import Distribution
from crimecalc.errors import ImpossibleEvidence, InvalidInput
from crimecalc.inference.clues import SOLUTION, chances, checked_preference
from crimecalc.inference.counting import Plan, prepare
from crimecalc.inference.deals import NOTHING_LEFT, Deals
from crimecalc.packing import INT64_MAX
from crimecalc.rational import log2_of

__all__ = ["NOBODY", "Answers", "answers"]

NOBODY = (None, None)
"""The answer where none of those asked holds any of the cards."""

Answer = tuple[Hashable, Hashable]


@dataclass(frozen=True, eq=False)
class Answers:
    """What may be answered to a question, jointly with the solution.

    Attributes:
        outcomes: the possible answers, each who shows and which card; :data:`NOBODY` if none can.
        weights: for each of them its weight with each solution, integers; shape (outcomes, solutions).
    """

    outcomes: tuple[Answer, ...]
    weights: NDArray[Any]

    @cached_property
    def distribution(self) -> Distribution:
        """Distribution of the answer: (who shows, which card)."""
        totals = self.weights.sum(axis=1).tolist()
        return Distribution(dict(zip(self.outcomes, totals, strict=True)), names=("shown_by", "card"))

    def unseen(self) -> Answers:
        """The same for somebody who sees who shows, but not which card."""
        found: dict[Answer, Any] = {}
        for (seat, _), weights in zip(self.outcomes, self.weights, strict=True):
            found[seat, None] = found.get((seat, None), 0) + weights
        return Answers(tuple(found), np.array(list(found.values())))

    @cached_property
    def information_gain(self) -> float:
        """Mutual information of answer and solution in bits: by how much the answer lowers the entropy.

        Source: Cover and Thomas, *Elements of Information Theory*, section 2.4.
        """
        weights = self.weights
        row, column = np.nonzero(weights)
        joint = weights[row, column].astype(object)  # products need not fit in 63 bits
        shown, solved = weights.sum(axis=1)[row].astype(object), weights.sum(axis=0)[column].astype(object)
        total = joint.sum()
        terms = [n / total * log2_of(n * total, r * s) for n, r, s in zip(joint, shown, solved, strict=True)]
        return max(0.0, fsum(terms))  # summed without rounding on the way, so that alike questions come out alike

    @cached_property
    def solution_known(self) -> Fraction:
        """Probability that only one solution is possible after the answer."""
        rows = self.weights.sum(axis=1).tolist()
        alone = np.count_nonzero(self.weights, axis=1) == 1
        return Fraction(sum(row for row, one in zip(rows, alone.tolist(), strict=True) if one), sum(rows))


def answers(
    deals: Deals,
    cards: Sequence[Hashable],
    order: Sequence[Hashable],
    preference: Mapping[Any, int | Fraction] | None = None,
) -> Answers:
    """All answers to the question for some cards, with their weights.

    Args:
        deals: what is known.
        cards: the cards asked for, each named once.
        order: the seats that are asked, one after the other until one holds a card asked for and shows one.
        preference: which card is shown, as in :class:`~crimecalc.inference.clues.Showed`.

    Raises:
        InvalidInput: if a card or seat is unknown or named twice.
        ImpossibleEvidence: if no deal agrees with what is known.

    >>> deals = Deals({"who": ["Green", "Plum"], "what": ["rope", "dagger", "pipe"]}, hands=[2, 1])
    >>> found = answers(deals, ["Plum", "rope"], order=[1])
    >>> print(found.distribution)
    shown_by  card  probability
    1         Plum  1/6
    1         rope  2/9
    None      None  11/18
    """
    seats = list(deals.hands)
    for what, given in (("cards", cards), ("order", order)):
        if isinstance(given, str) or not isinstance(given, Sequence):
            raise InvalidInput(f"answers: {what}: expected a list, found {given!r}")
    for seat in order:
        deals.check_seat(seat)
    for card in cards:
        deals.check_card(card)
    if not cards or len(set(cards)) < len(cards):
        raise InvalidInput(f"answers: expected at least one card, each named once, found {cards!r}")
    if not set(order) <= set(seats) or len(set(order)) < len(order):
        raise InvalidInput(f"answers: expected some of the seats {seats}, each named once, found {order!r}")
    if not deals.weight:
        raise ImpossibleEvidence(NOTHING_LEFT)
    weight = checked_preference("answers", cards, preference)
    names = [*seats, *[SOLUTION] * len(deals.categories)]
    numbered = deals.numbered
    last = tuple(numbered.number[card] for card in cards)
    plan = Plan(prepare(numbered.settled, last), uncounted=numbered.aside_holders)
    parts: list[tuple[Answer, Fraction, NDArray[Any]]] = []
    for places, weights in plan.joint(numbered.masks).items():
        holder = {card: names[place] for card, place in zip(cards, places, strict=True)}
        shower = next((seat for seat in order if seat in holder.values()), None)
        if shower is None:
            parts.append((NOBODY, Fraction(1), weights))
            continue
        held = [card for card in cards if holder[card] == shower]
        parts += [((shower, card), chance, weights) for card, chance in chances(held, weight).items() if chance]
    scale = lcm(*(chance.denominator for _, chance, _ in parts))
    if scale * int(deals.weight / plan.scale) > INT64_MAX:
        parts = [(answer, chance, weights.astype(object)) for answer, chance, weights in parts]
    found: dict[Answer, NDArray[Any]] = {}
    for answer, chance, weights in parts:
        found[answer] = found.get(answer, 0) + weights * int(chance * scale)
    return Answers(tuple(found), np.array(list(found.values())))
