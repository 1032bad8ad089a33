"""Outcomes of a setup as packed integers, until somebody looks at one.

An outcome is a tuple with one entry for each observed pile. Two setups that start from the same cards
and observe piles of the same sizes pack their outcomes alike, so that comparing a million of them is
comparing two sorted arrays.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crimecalc.cards import label_key
from crimecalc.packing import INT64_MAX, BitFields, Counts, Words, merge

__all__ = ["Outcome", "OutcomeCodec", "OutcomeTable", "PileShape", "multiset_fields"]

Outcome = tuple[tuple[Hashable, ...], ...]
"""One entry, a tuple of cards, for each observed pile."""


class PileShape(NamedTuple):
    """What is looked at in one observed pile: how many cards, and whether their order counts."""

    size: int
    ordered: bool


def multiset_fields(copies: Sequence[int]) -> BitFields:
    """Fields for a multiset of cards: for each label a field wide enough for all its copies."""
    return BitFields(tuple(count.bit_length() for count in copies))


@dataclass(frozen=True)
class OutcomeCodec:
    """How the outcomes of one observation become words and back.

    Args:
        labels: the different cards, in the order of :func:`~crimecalc.cards.label_key`.
        copies: how many of each there are.
        piles: the shape of each observed pile, in the order of the observation.

    An ordered pile takes one field a card; an unordered one takes a field for each label that holds how
    many copies are *absent*, so that ascending words are outcomes in ascending order.
    """

    labels: tuple[Hashable, ...]
    copies: tuple[int, ...]
    piles: tuple[PileShape, ...]

    @cached_property
    def fields(self) -> BitFields:
        """The fields of one outcome."""
        return BitFields(tuple(width for pile in self.piles for width in self._pile_widths(pile)))

    def _pile_widths(self, pile: PileShape) -> tuple[int, ...]:
        if pile.ordered:
            return ((len(self.labels) - 1).bit_length(),) * pile.size
        return multiset_fields(self.copies).widths

    @cached_property
    def first_fields(self) -> tuple[int, ...]:
        """Index of each pile's first field."""
        found, at = [], 0
        for pile in self.piles:
            found.append(at)
            at += len(self._pile_widths(pile))
        return tuple(found)

    @cached_property
    def _index(self) -> dict[Hashable, int]:
        return {label: index for index, label in enumerate(self.labels)}

    @cached_property
    def absent_mask(self) -> Words:
        """Words to XOR between counts of cards present (as piles are added up) and cards absent."""
        row = [0] * self.fields.words
        for pile, first in zip(self.piles, self.first_fields, strict=True):
            if not pile.ordered:
                for field in range(first, first + len(self.labels)):
                    word, shift = self.fields.places[field]
                    row[word] |= ((1 << self.fields.widths[field]) - 1) << shift
        return np.array(row, dtype=np.uint64)[:, None]

    def add_cards(self, rows: Words, pile: int, position: int, cards: NDArray[Any]) -> None:
        """Add to each row the card (a number of a label) that lies at a position of a pile."""
        first = self.first_fields[pile]
        if self.piles[pile].ordered:
            word, shift = self.fields.places[first + position]
            rows[word] |= cards.astype(np.uint64) << np.uint64(shift)
            return
        places = np.array(self.fields.places[first : first + len(self.labels)], dtype=np.intp)
        index = cards.astype(np.intp)  # numpy looks up by small integers slowly
        units = np.left_shift(np.uint64(1), places[:, 1].astype(np.uint64)).take(index)
        if len(rows) == 1:
            rows[0] += units
        else:
            rows[places[:, 0].take(index), np.arange(len(cards))] += units

    def encode(self, outcome: object) -> tuple[int, ...] | None:
        """The words of an outcome as Python integers, or None if it is no outcome of this shape."""
        if not isinstance(outcome, tuple) or len(outcome) != len(self.piles):
            return None
        values: list[int] = []
        for pile, entry in zip(self.piles, outcome, strict=True):
            if not isinstance(entry, tuple) or len(entry) != pile.size:
                return None
            try:
                indexes = [self._index[label] for label in entry]
            except (KeyError, TypeError):
                return None
            if pile.ordered:
                values += indexes
                continue
            if indexes != sorted(indexes):
                return None
            present = Counter(indexes)
            for index, copies in enumerate(self.copies):
                if present[index] > copies:
                    return None
                values.append(((1 << copies.bit_length()) - 1) ^ present[index])
        return tuple(self.fields.pack(values))

    def normal(self, outcome: object) -> object:
        """An outcome with its unordered entries in ascending order, however they were written."""
        if not isinstance(outcome, tuple) or len(outcome) != len(self.piles):
            return outcome
        return tuple(
            entry if pile.ordered or not isinstance(entry, tuple) else tuple(sorted(entry, key=label_key))
            for pile, entry in zip(self.piles, outcome, strict=True)
        )

    def decode(self, rows: Words) -> list[Outcome]:
        """The outcomes that rows stand for, in the order of the rows."""
        n = rows.shape[1]
        names = np.empty(len(self.labels), dtype=object)
        names[:] = self.labels
        entries: list[list[tuple[Hashable, ...]]] = []
        for pile, first in zip(self.piles, self.first_fields, strict=True):
            if pile.ordered:
                indexes = np.empty((n, pile.size), dtype=np.int64)
                for position in range(pile.size):
                    indexes[:, position] = self.fields.extract(rows, first + position)
            else:
                present = np.empty((n, len(self.labels)), dtype=np.int64)
                for index, copies in enumerate(self.copies):
                    full = np.uint64((1 << copies.bit_length()) - 1)
                    present[:, index] = self.fields.extract(rows, first + index) ^ full
                flat = np.broadcast_to(np.arange(len(self.labels)), present.shape).ravel()
                indexes = np.repeat(flat, present.ravel()).reshape(n, pile.size)
            entries.append([tuple(row) for row in names[indexes].tolist()])
        return list(zip(*entries, strict=True))

    def project(self, piles: Sequence[int]) -> OutcomeCodec:
        """The codec of the same observation reduced to some of its piles."""
        return OutcomeCodec(self.labels, self.copies, tuple(self.piles[pile] for pile in piles))


@dataclass(frozen=True, eq=False)
class OutcomeTable:
    """Different outcomes in ascending order with their counts.

    Args:
        codec: how rows are read.
        rows: the different outcomes, ascending; shape (words, n).
        counts: a positive weight for each; shape (n,), int64 or Python integers.
        scale: a common factor of all counts that is kept out of the array, so that it stays small.
    """

    codec: OutcomeCodec
    rows: Words
    counts: Counts
    scale: int

    def __post_init__(self) -> None:
        self.rows.flags.writeable = False
        self.counts.flags.writeable = False

    def __len__(self) -> int:
        return int(self.rows.shape[1])

    @cached_property
    def total(self) -> int:
        """Sum of all counts, the common factor included."""
        return int(self.counts.sum()) * self.scale

    def count_list(self) -> list[int]:
        """All counts as Python integers, the common factor included."""
        return [count * self.scale for count in self.counts.tolist()]

    def outcomes(self) -> list[Outcome]:
        """All outcomes, unpacked."""
        return self.codec.decode(self.rows)

    def find(self, outcome: object) -> int | None:
        """Index of an outcome, or None if it never happens."""
        words = self.codec.encode(outcome)
        if words is None:
            return None
        index = bisect_left(range(len(self)), words, key=self._row)
        return index if index < len(self) and self._row(index) == words else None

    def _row(self, index: int) -> tuple[int, ...]:
        return tuple(self.rows[:, index].tolist())

    def project(self, piles: Sequence[int]) -> OutcomeTable:
        """The table of some of the piles only, counts added up."""
        codec = self.codec.project(piles)
        rows = np.zeros((codec.fields.words, len(self)), dtype=np.uint64)
        for target, pile in enumerate(piles):
            shape = self.codec.piles[pile]
            count = shape.size if shape.ordered else len(self.codec.labels)
            self.codec.fields.move(
                rows=self.rows,
                first=self.codec.first_fields[pile],
                count=count,
                other=codec.fields,
                target=codec.first_fields[target],
                out=rows,
            )
        merged, counts, _ = merge(rows, self.counts)
        return OutcomeTable(codec, merged, counts, self.scale)

    @cached_property
    def reduced_counts(self) -> Counts:
        """Counts divided by their greatest common divisor: equal for equal distributions."""
        reduced: Counts = self.counts // np.gcd.reduce(self.counts)
        return reduced

    def same_distribution(self, other: OutcomeTable) -> bool:
        """Whether two tables with the same codec give every outcome the same probability."""
        return (
            self.rows.shape == other.rows.shape
            and bool(np.array_equal(self.rows, other.rows))
            and bool(np.array_equal(self.reduced_counts, other.reduced_counts))
        )

    def counts_in(self, other: OutcomeTable) -> list[int]:
        """How often each outcome of this table comes up in another with the same codec, common factor included."""
        rows = np.concatenate([self.rows, other.rows], axis=1)
        order = np.lexsort(rows[::-1])
        ordered = rows[:, order]
        changed = np.any(ordered[:, 1:] != ordered[:, :-1], axis=0)
        group = np.empty(len(order), dtype=np.intp)
        group[order] = np.concatenate([[0], np.cumsum(changed)])
        there = np.zeros(int(group.max()) + 1, dtype=other.counts.dtype)
        there[group[len(self) :]] = other.counts
        return [count * other.scale for count in there[group[: len(self)]].tolist()]

    def differences(self, other: OutcomeTable) -> tuple[Words, Counts, int]:
        """For two tables with the same codec: outcomes, differences of probability, their denominator.

        The differences are integers over the denominator, this table's minus the other's, for every
        outcome of either, ascending.
        """
        mine, theirs = self.reduced_counts, other.reduced_counts
        total, other_total = int(mine.sum()), int(theirs.sum())
        if 2 * total * other_total > INT64_MAX:
            mine, theirs = mine.astype(object), theirs.astype(object)
        rows, counts, _ = merge(
            np.concatenate([self.rows, other.rows], axis=1),
            np.concatenate([mine * other_total, theirs * -total]),
        )
        return rows, counts, total * other_total
