"""The first question of The King of Hearts Has Five Sons by counting, from the rules: a second way to its figures.

What the answer depends on is where the two cards asked for lie, so for every solution all places of these two are gone
through, each as often as the rest of the deal can go with it. Nothing is shared with the library.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import plain_case

COURTS, HEARTS = 12, 10
Card = tuple[str, int]
Answer = tuple[Any, Any]
"""Who shows which card."""


class Figures(NamedTuple):
    """Who shows a card, how probably the solution is known then, and bits."""

    first_neighbour: Fraction
    nobody: Fraction
    known: Fraction
    bits: float


def places(asked: tuple[Card, Card], away: set[Card], players: int) -> Iterator[tuple[dict[Card, Any], Fraction]]:
    """Where the cards asked for may lie among the other players, those in ``away`` lying elsewhere."""
    size = 20 // players
    free = [card for card in asked if card not in away]
    for seats in product(range(1, players), repeat=len(free)):
        chance = Fraction(1)
        for number, seat in enumerate(seats):
            room = size - seats[:number].count(seat)
            chance *= Fraction(room, size * (players - 1) - number)
        yield dict(zip(free, seats, strict=True)), chance


def first_question(players: int, courts: int, hearts: int, own: str, court: Fraction = Fraction(1, 2)) -> Figures:
    """What seat 0 learns who holds so many courts and hearts, and asks for one of each, own ones or not.

    Of two cards that somebody holds the court is shown with probability ``court``.
    """
    hand = {("court", number) for number in range(courts)} | {("heart", number) for number in range(hearts)}
    asked = (
        ("court", 0 if own in ("court", "both") else courts),
        ("heart", 0 if own in ("heart", "both") else hearts),
    )
    question = plain_case.Question(cards=asked, by=0, shown_by=None)
    joint: defaultdict[tuple[Answer, tuple[int, int]], Fraction] = defaultdict(Fraction)
    answers: dict[tuple[bool, ...], defaultdict[Answer, Fraction]] = {}
    for pair in product(range(courts, COURTS), range(hearts, HEARTS)):
        solution = {("court", pair[0]), ("heart", pair[1])}
        # Solutions are alike but for whether they hold a card that was asked for.
        alike = tuple(card in solution for card in asked)
        if alike not in answers:
            answers[alike] = defaultdict(Fraction)
            for lying, chance in places(asked, hand | solution, players):
                deal: plain_case.Deal = dict.fromkeys(hand, 0) | dict.fromkeys(solution, plain_case.SOLUTION) | lying
                for answer, likely in plain_case.replies(deal, players, question, court).items():
                    answers[alike][answer] += chance * likely
        for answer, weight in answers[alike].items():
            joint[answer, pair] += weight
    joint = defaultdict(Fraction, {key: weight for key, weight in joint.items() if weight})
    solutions = Counter(answer for answer, _ in joint)

    def share(wanted: Callable[[Answer], bool]) -> Fraction:
        sums = [weight for (answer, _), weight in joint.items() if wanted(answer)]
        return sum(sums, Fraction(0)) / sum(joint.values())

    return Figures(
        share(lambda answer: answer[0] == 1),
        share(lambda answer: answer[0] is None),
        share(lambda answer: solutions[answer] == 1),
        plain_case.information(joint),
    )
