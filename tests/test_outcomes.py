"""Packing: rows of small numbers and outcomes, to words and back."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crimecalc.cards import Deck, label_key
from crimecalc.outcomes import OutcomeCodec, PileShape
from crimecalc.packing import BitFields, merge


@st.composite
def packed_rows(draw: st.DrawFn) -> tuple[BitFields, list[list[int]]]:
    widths = draw(st.lists(st.integers(0, 20), min_size=1, max_size=12))
    row = st.tuples(*(st.integers(0, (1 << width) - 1) for width in widths)).map(list)
    return BitFields(tuple(widths)), draw(st.lists(row, min_size=1, max_size=8))


def words_of(fields: BitFields, rows: list[list[int]]) -> Any:
    return np.array([fields.pack(row) for row in rows], dtype=np.uint64).T


@given(packed_rows())
def test_fields_come_back_as_they_were_packed(case: tuple[BitFields, list[list[int]]]) -> None:
    fields, rows = case
    words = words_of(fields, rows)
    for index in range(len(fields.widths)):
        assert fields.extract(words, index).tolist() == [row[index] for row in rows]


@given(packed_rows())
def test_packed_rows_sort_as_their_fields(case: tuple[BitFields, list[list[int]]]) -> None:
    fields, rows = case
    ordered, _, _ = merge(words_of(fields, rows), np.ones(len(rows), dtype=np.int64))
    unpacked = [fields.extract(ordered, index).tolist() for index in range(len(fields.widths))]
    assert list(zip(*unpacked, strict=True)) == sorted({tuple(row) for row in rows})


@given(packed_rows(), st.data())
def test_fields_move_to_another_layout(case: tuple[BitFields, list[list[int]]], data: st.DataObject) -> None:
    fields, rows = case
    first = data.draw(st.integers(0, len(fields.widths) - 1))
    count = data.draw(st.integers(1, len(fields.widths) - first))
    before = data.draw(st.lists(st.integers(0, 30), max_size=4))
    other = BitFields((*before, *fields.widths[first : first + count]))
    out = np.zeros((other.words, len(rows)), dtype=np.uint64)
    fields.move(words_of(fields, rows), first, count, other, len(before), out)
    for offset in range(count):
        assert other.extract(out, len(before) + offset).tolist() == [row[first + offset] for row in rows]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 2**62)), min_size=1, max_size=20))
def test_merging_adds_counts_exactly(rows: list[tuple[int, int]]) -> None:
    words = np.array([[value for value, _ in rows]], dtype=np.uint64)
    counts = np.array([count for _, count in rows], dtype=object)
    merged, sums, first = merge(words, counts)
    expected: Counter[int] = Counter()
    for value, count in rows:
        expected[value] += count
    assert dict(zip(merged[0].tolist(), sums.tolist(), strict=True)) == expected
    assert [rows[index][0] for index in first.tolist()] == merged[0].tolist()


@st.composite
def outcomes(draw: st.DrawFn) -> tuple[OutcomeCodec, tuple[Any, ...]]:
    deck = Deck(draw(st.lists(st.integers(0, 90), min_size=1, max_size=80)))
    order = list(draw(st.permutations(list(deck))))
    piles, entries, at = [], [], 0
    for _ in range(draw(st.integers(1, 3))):
        size = draw(st.integers(1, 12))
        entry = order[at : at + size]
        at += size
        if not entry:
            break
        ordered = draw(st.booleans())
        piles.append(PileShape(len(entry), ordered))
        entries.append(tuple(entry if ordered else sorted(entry, key=label_key)))
    return OutcomeCodec(deck.labels, deck.copies, tuple(piles)), tuple(entries)


@given(outcomes())
def test_an_outcome_comes_back_as_it_was_packed(case: tuple[OutcomeCodec, tuple[Any, ...]]) -> None:
    codec, outcome = case
    words = codec.encode(outcome)
    assert words is not None
    assert codec.decode(np.array([words], dtype=np.uint64).T) == [outcome]


@pytest.mark.parametrize(
    "stranger",
    ["x", (), ((1,),), ((1, 2), (3,), (4,)), ((1, 2), (9,)), ((2, 1), (3,)), (([1], 2), (3,)), ((1, 1), (3,))],
)
def test_what_is_no_outcome_has_no_words(stranger: Any) -> None:
    codec = OutcomeCodec((1, 2, 3), (1, 1, 1), (PileShape(2, ordered=False), PileShape(1, ordered=True)))
    assert codec.encode(((1, 2), (3,))) is not None
    assert codec.encode(stranger) is None
