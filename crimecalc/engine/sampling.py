"""Random tables, many at once: the independent check of the exact engine.

The cards of all tables of a chunk lie side by side, one array for each place. A scramble draws, for each
table, which pile comes where, and moves every card of these piles; cards that no later step can bring
into view are dropped. No probability is ever looked up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from crimecalc import exports, rendering
from crimecalc.checks import check_limit
from crimecalc.chunks import in_chunks, whole_number
from crimecalc.distribution import Distribution
from crimecalc.engine.program import Blocks, Lay, Program, Rotation, lower
from crimecalc.engine.visibility import Stage, Views, view
from crimecalc.errors import SetupError
from crimecalc.goodness import GoodnessOfFit, Test, goodness_of_fit, goodness_of_fit_counts
from crimecalc.outcomes import OutcomeTable
from crimecalc.packing import Words, merge
from crimecalc.seeds import Seed, seed_sequence
from crimecalc.setup import Setup

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CHUNK", "Sample", "sample", "sample_tables"]

CHUNK = 65_536
"""Tables made at once; part of what a seed means, so that no other number of workers changes a result."""

_SMALL = 6  # up to so many piles, all orders are listed and one is drawn
_PENDING = 2**22  # tables kept one by one before they are counted

Rows = dict[int, NDArray[Any]]
_Counted = tuple[Words, NDArray[np.int64]]


def sample(
    setup: Setup, n: int, seed: Seed = None, executor: Executor | None = None, progress: bool | None = None
) -> Sample:
    """Set up ``n`` random tables.

    Args:
        setup: a setup with an observation.
        n: how many tables.
        seed: an int, a ``SeedSequence`` or a ``Generator`` (from which fresh entropy is drawn); None for a
            sample that differs every time. The same ``n`` and seed give the same sample, whatever the
            executor.
        executor: any ``concurrent.futures.Executor``, to share the work among its workers.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        SetupError: if the setup observes nothing.
        InvalidInput: if ``n`` is not a positive whole number, or the seed is none of the above.

    >>> coin = Setup(["heads", "tails"]).shuffle("deck").take("deck", [1], into="up").observe("up")
    >>> sample(coin, n=1000, seed=7).n
    1000
    """
    number = whole_number(n, "sample: n", "tables")
    program = lower(setup, "sample")
    parts: list[Words] = []
    counted: _Counted | None = None
    for rows in _chunks(_Plan(program, view(program)), number, seed, executor, progress):
        parts.append(rows)
        if sum(part.shape[1] for part in parts) >= _PENDING:
            counted, parts = _count(parts, counted), []
    return Sample(program, number, parts, counted)


def sample_tables(
    setup: Setup, n: int, seed: Seed = None, executor: Executor | None = None, progress: bool | None = None
) -> Iterator[dict[str, NDArray[np.intp]]]:
    """Random tables one by one instead of counted, for what is played on them: the same tables as :func:`sample`.

    Takes the arguments of :func:`sample`; the setup must observe all its piles in order.

    Yields:
        For some tables at a time, for each observed pile the numbers of its cards in ``setup.deck.labels``;
        shape (tables, cards), top card first.

    Raises:
        SetupError: if a pile is observed unordered; otherwise as in :func:`sample`.

    >>> setup = Setup("ab").shuffle("deck").observe("deck")
    >>> [table["deck"].shape for table in sample_tables(setup, n=10, seed=1)]
    [(10, 2)]
    """
    program = lower(setup, "sample_tables")
    loose = [name for name, pile in zip(program.pile_names, program.codec.piles, strict=True) if not pile.ordered]
    if loose:
        raise SetupError(f"sample_tables: expected piles observed in order, found {loose} observed unordered")
    fields, firsts = program.codec.fields, program.codec.first_fields
    number = whole_number(n, "sample: n", "tables")
    for rows in _chunks(_Plan(program, view(program)), number, seed, executor, progress):
        yield {
            name: np.stack([fields.extract(rows, first + i) for i in range(pile.size)], axis=1).astype(np.intp)
            for name, pile, first in zip(program.pile_names, program.codec.piles, firsts, strict=True)
        }


class Sample:
    """The outcomes of many random tables.

    Attributes:
        n: how many tables were set up.
    """

    n: int
    _program: Program
    _parts: list[Words]
    _counted: _Counted | None

    def __init__(self, program: Program, n: int, parts: list[Words], counted: _Counted | None) -> None:
        self.__dict__.update(n=n, _program=program, _parts=parts, _counted=counted)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Sample does not change; {name!r} cannot be set")

    @cached_property
    def _table(self) -> OutcomeTable:
        rows, counts = _count(self._parts, self._counted)
        self.__dict__.update(_parts=[], _counted=(rows, counts))  # each table by itself is needed no more
        return OutcomeTable(self._program.codec, rows, counts, 1)

    def counts(self) -> Counter[Any]:
        """How often each outcome came up; outcomes as in :func:`~crimecalc.engine.exact.distribution`.

        >>> sample(Setup("a").observe("deck"), n=5).counts()
        Counter({(('a',),): 5})
        """
        return Counter(dict(zip(self._table.outcomes(), self._table.count_list(), strict=True)))

    def to_frame(self) -> pd.DataFrame:
        """Outcomes with their count and frequency; the index has a level for each observed pile."""
        import pandas as pd

        counts = self._table.count_list()
        return pd.DataFrame(
            {"count": counts, "frequency": [count / self.n for count in counts]},
            index=exports.outcome_index(self._table.outcomes(), self._program.pile_names),
        )

    def goodness_of_fit(self, distribution: Distribution, test: Test = "chi-square") -> GoodnessOfFit:
        """Hold the sample against an exact distribution; see :mod:`crimecalc.goodness`.

        >>> from crimecalc.engine.exact import distribution
        >>> coin = Setup(["heads", "tails"]).shuffle("deck").take("deck", [1], into="up").observe("up")
        >>> sample(coin, n=10_000, seed=1).goodness_of_fit(distribution(coin)).fits
        True
        """
        exact = distribution.table if isinstance(distribution, Distribution) else None
        if exact is None or exact.codec != self._program.codec:
            return goodness_of_fit(self.counts(), distribution, test)
        # Side by side without unpacking: the exact counts enter with weight 0 into what was observed.
        rows = np.concatenate([exact.rows, self._table.rows], axis=1)
        nothing = np.zeros(len(exact), dtype=np.int64)
        _, observed, _ = merge(rows, np.concatenate([nothing, self._table.counts]))
        zeros = np.zeros(len(self._table), dtype=exact.counts.dtype)
        _, weights, _ = merge(rows, np.concatenate([exact.counts, zeros]))
        return goodness_of_fit_counts(observed, weights.tolist(), test)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sample):
            return NotImplemented
        return self.n == other.n and self.counts() == other.counts()

    def __hash__(self) -> int:
        return hash((self.n, frozenset(self.counts().items())))

    def __repr__(self) -> str:
        return f"<Sample: {rendering.plural(self.n, 'table')}, {rendering.plural(len(self._table), 'outcome')}>"

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self, limit: int | None = rendering.ROWS_SHOWN) -> str:
        """Outcomes with their count and frequency as text, the first of them; all for a limit of None.

        Raises:
            InvalidInput: if the limit is neither None nor a positive whole number.

        >>> print(sample(Setup("a").observe("deck"), n=5).to_text(None))
        deck  count  frequency
        a     5      1.000000
        """
        check_limit("to_text", limit)
        return rendering.text_table(*self._cells(limit))

    def _repr_html_(self) -> str:
        header, rows, more = self._cells()
        return rendering.html_table(header, rows, more=more)

    def _cells(self, limit: int | None = rendering.ROWS_SHOWN) -> tuple[list[str], list[list[str]], str]:
        table = self._table
        count = rendering.shown(len(table), limit)
        outcomes = table.codec.decode(table.rows[:, :count])
        rows = [
            [*(rendering.describe(entry) for entry in outcome), f"{times:,}", f"{times / self.n:.6f}"]
            for outcome, times in zip(outcomes, table.counts[:count].tolist(), strict=True)
        ]
        more = rendering.left_out(len(table), count, "outcomes seen")
        return [*self._program.pile_names, "count", "frequency"], rows, more


def _chunks(plan: _Plan, n: int, seed: Seed, executor: Executor | None, progress: bool | None) -> Iterator[Words]:
    """The packed outcomes of all chunks, in order."""
    work = partial(_one_chunk, plan)
    return in_chunks(work, n, CHUNK, seed_sequence(seed), executor, progress, verb="sample", noun="tables")


def _count(parts: Sequence[Words], before: _Counted | None) -> _Counted:
    """Equal outcomes counted together with what was counted before."""
    rows = np.concatenate([*([before[0]] if before else []), *parts], axis=1)
    counts = np.ones(rows.shape[1], dtype=np.int64)
    if before:
        counts[: len(before[1])] = before[1]
    merged, sums, _ = merge(rows, counts)
    return merged, sums


# --- one chunk --------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Plan:
    """What every chunk needs, made once: the program, and what is needed when."""

    program: Program
    views: Views


def _one_chunk(plan: _Plan, n: int, seed: np.random.SeedSequence) -> Words:
    """Set up ``n`` tables and pack what is observed; shape (words, n)."""
    rng = np.random.default_rng(seed)
    program, views = plan.program, plan.views
    kind = np.min_scalar_type(len(program.codec.labels) - 1)
    rows: Rows = {place: np.full(n, program.start[place], dtype=kind) for place in views.first}
    for stage in views.stages:
        move = stage.move
        if isinstance(move, Lay):
            laid = dict(zip(move.places, move.cards, strict=True))
            rows = {p: np.full(n, laid[p], dtype=kind) if p in laid else rows[p] for p in stage.after}
        elif not stage.idle:
            rows = _moved(stage, rows, rng, n)
    packed = np.zeros((program.codec.fields.words, n), dtype=np.uint64)
    for pile, places in enumerate(program.piles):
        for position, place in enumerate(places):
            program.codec.add_cards(packed, pile, position, rows[place])
    packed ^= program.codec.absent_mask
    return packed


def _moved(stage: Stage, rows: Rows, rng: np.random.Generator, n: int) -> Rows:
    """Carry out a scramble, shuffle or cut on every table and drop what is no longer needed."""
    move = stage.move
    assert not isinstance(move, Lay)
    blocks = move.blocks if isinstance(move, Blocks) else tuple((place,) for place in move.places)
    needed = [number for number, block in enumerate(blocks) if any(place in stage.after for place in block)]
    gather = _blended if len(blocks) <= _SMALL else _taken
    after = {place: rows[place] for place in stage.after if place in rows}
    for number, sources in _drawn(move, len(blocks), needed, rng, n):
        columns = [j for j, place in enumerate(blocks[number]) if place in stage.after]
        arriving = gather([[rows[block[j]] for block in blocks] for j in columns], sources)
        after.update(zip([blocks[number][j] for j in columns], arriving, strict=True))
    return after


def _blended(columns: list[list[NDArray[Any]]], sources: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """For each column the card from the block that ``sources`` names, in every table, for few blocks.

    Masking every block's cards and joining what is left beats looking them up one by one.
    """
    kind = columns[0][0].dtype
    masks = [np.negative((sources == block).astype(kind)) for block in range(len(columns[0]))]  # all bits or none
    for lying in columns:
        arriving = lying[0] & masks[0]
        for cards, mask in zip(lying[1:], masks[1:], strict=True):
            arriving |= cards & mask
        yield arriving


def _taken(columns: list[list[NDArray[Any]]], sources: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """The same for any number of blocks, by looking up."""
    n = len(sources)
    where = sources.astype(np.intp) * n + np.arange(n)
    for lying in columns:
        yield np.concatenate(lying).take(where, mode="clip")


def _drawn(
    move: Blocks | Rotation, size: int, needed: list[int], rng: np.random.Generator, n: int
) -> Iterator[tuple[int, NDArray[Any]]]:
    """For each needed position of a move: which of the things that move comes there, in each of ``n`` tables."""
    if isinstance(move, Rotation):
        shift = rng.integers(0, size, size=n)
        yield from ((number, (shift + number) % size) for number in needed)
    elif size > _SMALL:
        yield from _first_of_shuffle(size, needed, rng, n)
    else:
        orders = np.array(list(zip(*permutations(range(size)), strict=True)), dtype=np.uint8)
        # Looking up by small integers is slow in numpy, drawing them is fast: hence the conversion here
        # and the one where outcomes are packed.
        drawn = rng.integers(0, orders.shape[1], size=n, dtype=np.uint16).astype(np.intp)
        yield from ((number, orders[number].take(drawn, mode="clip")) for number in needed)


def _first_of_shuffle(
    size: int, needed: list[int], rng: np.random.Generator, n: int
) -> Iterator[tuple[int, NDArray[Any]]]:
    """What a complete shuffle brings to the needed positions (Fisher and Yates), for every table."""
    lanes = np.arange(n)
    left = np.empty((size, n), dtype=np.min_scalar_type(size))
    left[:] = np.arange(size)[:, None]
    for done, number in enumerate(needed):
        chosen = rng.integers(done, size, size=n)
        yield number, left[chosen, lanes]
        left[chosen, lanes] = left[done]
