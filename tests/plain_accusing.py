"""Forgotten Crime up to names, counted from the rules: the second way to every figure on what the cards tell.

Two sets of cards are alike if renaming suspects, questions and the answers of a question turns one into the other. For
each kind of set the crimes that agree with one of them are counted; how a game gets from kind to kind is counted in
ways to draw, so everything is an integer up to the last division. It shares no code with crimecalc, nor with the
induction over all sets of cards in ``plain_stopping``, which knows of no names.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import perm
from typing import NamedTuple

import numpy as np

from plain_stopping import PAIRS, all_crimes

SUSPECTS = "♠♣♥♦"
QUESTIONS = ("A23", "456", "789")
PLACES = 12
Column = tuple[int | None, ...]
"""What the suspects answered to one question, in order; None where it was not seen."""
Kind = tuple[Column, Column, Column]


class State(NamedTuple):
    """What is known of the sets of cards of one kind."""

    seen: int
    crimes: int
    """Crimes that agree with one of these sets."""
    pairs: tuple[int, ...]
    """How many of them each pair of culprits commits."""
    after: Counter[Kind]
    """The kinds after one more card, each with the number of cards that lead there."""

    @property
    def best(self) -> Fraction:
        """The chance of the most probable pair."""
        return Fraction(max(self.pairs), self.crimes)

    def certain(self, who: str) -> bool:
        """Whether the criminal, the accomplice or both are known."""
        possible = [pair for pair, times in zip(PAIRS, self.pairs, strict=True) if times]
        place = {"criminal": slice(0, 1), "accomplice": slice(1, 2), "both": slice(0, 2)}[who]
        return len({pair[place] for pair in possible}) == 1


Rule = Callable[[Kind, State], bool]
"""Whether to accuse."""


def renamed(column: Iterable[int | None]) -> Column:
    """The answers of a question numbered in the order in which they come."""
    names: dict[int, int] = {}
    return tuple(None if answer is None else names.setdefault(answer, len(names)) for answer in column)


@cache
def images(column: Column) -> tuple[Column, ...]:
    """A column under every renaming of the suspects, its answers renamed."""
    return tuple(renamed(column[suspect] for suspect in order) for order in permutations(range(4)))


def kind_of(columns: Iterable[Column]) -> Kind:
    """What all sets of cards that are alike have in common."""
    moved = zip(*(images(renamed(column)) for column in columns), strict=True)
    first, second, third = min((sorted(image, key=_order) for image in moved), key=lambda image: [*map(_order, image)])
    return first, second, third


@cache
def _order(column: Column) -> tuple[int, ...]:
    return tuple(-1 if answer is None else answer for answer in column)


def kind_of_cards(cards: str) -> Kind:
    """The kind of a set of cards, written as in ``"A♠ 5♣"``."""
    columns: list[list[int | None]] = [[None] * 4 for _ in range(3)]
    for card in cards.split():
        rank, suit = tuple(card)
        (number,) = [number for number, ranks in enumerate(QUESTIONS) if rank in ranks]
        columns[number][SUSPECTS.index(suit)] = QUESTIONS[number].index(rank)
    return kind_of(tuple(column) for column in columns)


@cache
def states() -> dict[Kind, State]:
    """All kinds that a game can get to, by the number of cards seen."""
    answers, pairs = all_crimes()
    found: dict[Kind, State] = {}
    row = ((None,) * 4,) * 3
    waiting = [kind_of(row)]
    for kind in waiting:
        if kind in found:
            continue
        agree = np.ones(len(answers), dtype=bool)
        unseen = []
        for suspect, number in product(range(4), range(3)):
            answer = kind[number][suspect]
            if answer is None:
                unseen.append((suspect, number))
            else:
                agree &= answers[:, 3 * suspect + number] == answer
        left = answers[agree]
        after: Counter[Kind] = Counter()
        for suspect, number in unseen:
            for answer in set(left[:, 3 * suspect + number].tolist()):
                columns = [list(column) for column in kind]
                columns[number][suspect] = answer
                after[kind_of(tuple(column) for column in columns)] += 1
        by_pair = np.bincount(pairs[agree], minlength=len(PAIRS)).tolist()
        found[kind] = State(PLACES - len(unseen), len(left), tuple(by_pair), after)
        waiting += after
    return found


def reached(stops: Rule) -> dict[Kind, Fraction]:
    """The chance that a game passes through each kind, if it ends in those that a rule says and after all cards."""
    orders: defaultdict[Kind, int] = defaultdict(int)
    chances = {}
    first = next(iter(states()))
    orders[first] = 1
    for kind, state in states().items():  # in the order of the cards seen, as they were found
        chances[kind] = Fraction(orders[kind] * state.crimes, states()[first].crimes * perm(PLACES, state.seen))
        if not stops(kind, state):
            for following, cards in state.after.items():
                orders[following] += orders[kind] * cards
    return chances


@cache
def drawing() -> dict[Kind, Fraction]:
    """The expected score of drawing and then playing best, for each kind with a card left."""
    worth: dict[Kind, Fraction] = {}
    found = {}
    for kind, state in reversed(states().items()):
        left = PLACES - state.seen
        accusing = left * state.best
        if left:
            sums = [cards * states()[after].crimes * worth[after] for after, cards in state.after.items()]
            found[kind] = sum(sums, Fraction(0)) / (state.crimes * left)
        worth[kind] = max(accusing, found.get(kind, Fraction(0)))
    return found


def accuses(kind: Kind, state: State) -> bool:
    """What is best in a kind; where both are worth the same, to accuse."""
    return state.seen == PLACES or (PLACES - state.seen) * state.best >= drawing()[kind]


def figures(stops: Rule) -> tuple[Fraction, Fraction, Fraction]:
    """Expected score, chance of a right accusation and mean number of cards drawn, by a rule of when to accuse."""
    score = right = cards = Fraction(0)
    for kind, chance in reached(stops).items():
        state = states()[kind]
        if state.seen == PLACES or stops(kind, state):
            score += chance * state.best * (PLACES - state.seen)
            right += chance * state.best
            cards += chance * state.seen
    return score, right, cards
