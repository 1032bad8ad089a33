"""Optimal accusing in Forgotten Crime without symmetry: the second way to every figure.

All sets of cards seen are enumerated, not only those that are different up to renaming: for each of the
4,096 sets of (suspect, question) places that may have been revealed, crimes are grouped by the answers there.
Everything is an integer: a value times the number of crimes times the factorial of the cards left. It shares no
code with crimecalc.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import factorial

import numpy as np
from numpy.typing import NDArray

PLACES = 12
PAIRS = list(permutations(range(4), 2))


def all_crimes() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each crime its 12 answers (0 to 2; by suspect, then question), and the number of its culprits."""
    answers, pairs = [], []
    for number, (criminal, accomplice) in enumerate(PAIRS):
        for truth in product(range(3), repeat=3):
            for said_by_criminal in product(range(3), repeat=3):
                for said_by_accomplice in product(range(3), repeat=3):
                    lies = [
                        sum(a != b for a, b in zip(said, truth, strict=True))
                        for said in (said_by_criminal, said_by_accomplice)
                    ]
                    if lies != [2, 1]:
                        continue
                    said = [truth] * 4
                    said[criminal], said[accomplice] = said_by_criminal, said_by_accomplice
                    answers.append([answer for row in said for answer in row])
                    pairs.append(number)
    return np.array(answers), np.array(pairs)


class PlainTable:
    """For each set of places revealed, every group of crimes that agree there."""

    def __init__(self) -> None:
        answers, pairs = all_crimes()
        self.weights: list[NDArray[np.int64]] = []
        self.best: list[NDArray[np.int64]] = []
        self.group_of: list[NDArray[np.int32]] = []
        self.example: list[NDArray[np.intp]] = []
        for places in range(1 << PLACES):
            group = np.zeros(len(answers), dtype=np.int32)
            if places:  # the groups of a smaller set, each divided by the answer at one more place
                last = places.bit_length() - 1
                codes = 3 * self.group_of[places & ~(1 << last)] + answers[:, last]
                number = np.cumsum(np.bincount(codes) > 0, dtype=np.int32) - 1
                group = number[codes]
            example = np.zeros(int(group.max()) + 1, dtype=np.intp)
            example[group] = np.arange(len(group))
            counts = np.bincount(group * len(PAIRS) + pairs, minlength=len(example) * len(PAIRS))
            by_pair = counts.reshape(len(example), len(PAIRS))
            self.weights.append(by_pair.sum(axis=1))
            self.best.append(by_pair.max(axis=1))
            self.group_of.append(group)
            self.example.append(example)
        self.crimes, self.pairs = len(answers), pairs

    def optimal_value(self) -> Fraction:
        """Expected score of the best policy, by backward induction over sets of places."""
        values: list[NDArray[np.int64]] = [np.zeros(0, dtype=np.int64)] * (1 << PLACES)
        for places in sorted(range(1 << PLACES), key=int.bit_count, reverse=True):
            left = PLACES - places.bit_count()
            stopping = self.best[places] * left * factorial(left)
            drawing = np.zeros(len(stopping), dtype=np.int64)
            for place in range(PLACES):
                if not places >> place & 1:
                    more = places | 1 << place
                    # Each group of the larger set belongs to the group of one of its crimes here.
                    np.add.at(drawing, self.group_of[places][self.example[more]], values[more])
            values[places] = np.maximum(stopping, drawing)
        return Fraction(int(values[0][0]), self.crimes * factorial(PLACES))

    @cache  # noqa: B019
    def certainty(self, k: int) -> dict[Fraction, Fraction]:
        """Distribution of the best pair's probability after k cards in random order."""
        found: dict[Fraction, int] = {}
        sets = [places for places in range(1 << PLACES) if places.bit_count() == k]
        for places in sets:
            kinds, times = np.unique(self.best[places] << 32 | self.weights[places], return_counts=True)
            for kind, count in zip(kinds.tolist(), times.tolist(), strict=True):
                best, weight = kind >> 32, kind & 0xFFFFFFFF
                found[Fraction(best, weight)] = found.get(Fraction(best, weight), 0) + weight * count
        return {chance: Fraction(count, self.crimes * len(sets)) for chance, count in found.items()}
