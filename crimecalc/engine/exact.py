"""Every world counted: the exact distribution of a setup's outcomes.

The states of all worlds are carried along together as columns of small integers, one for each place
whose card matters, with one integer weight a state. A random move multiplies states, equal states merge
with their weights, and what can no longer matter is dropped (see :mod:`crimecalc.engine.visibility`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crimecalc.distribution import Distribution
from crimecalc.engine.choices import Choice, choice_of
from crimecalc.engine.program import Blocks, Lay, Program, lower
from crimecalc.engine.reveal import Revealed, reveal
from crimecalc.engine.visibility import SEEN, Marks, Stage, view
from crimecalc.errors import InvalidInput, TooManyStates
from crimecalc.outcomes import OutcomeTable, multiset_fields
from crimecalc.packing import INT64_MAX, BitFields, Counts, Words, merge
from crimecalc.progress import Bar
from crimecalc.rendering import about
from crimecalc.setup import Setup

__all__ = ["DEFAULT_MAX_STATES", "Entry", "Record", "check_max_states", "distribution", "enumerate_worlds"]

MAX_BYTES = 2**30
"""Memory that the states of one step may take, whatever their number; the work on them takes a few times more."""

DEFAULT_MAX_STATES = 5_000_000
"""States held at once unless told otherwise; a state of a few dozen cards takes about 100 bytes."""


@dataclass(frozen=True)
class States:
    """All states after some moves.

    Attributes:
        columns: for each seen place the card in it, in every state; shape (n,).
        pools: for each pool the multiset of its cards, in every state; shape (words, n).
        counts: the weight of each state; shape (n,), int64 or Python integers.
        scale: a factor that all weights share.
    """

    columns: dict[int, NDArray[Any]]
    pools: dict[int, Words]
    counts: Counts
    scale: int = 1

    def __len__(self) -> int:
        return len(self.counts)


class Entry(NamedTuple):
    """One random move of a run: what mattered, the states before it, and where each state came from.

    ``kept[i]`` is the row, before equal states were merged, that state ``i`` stands for. For a
    :class:`Choice` row ``r`` is state ``r % states`` in way ``r // states``.
    """

    stage: Stage
    states: int
    kept: NDArray[np.intp]
    fall: Choice | Revealed


@dataclass
class Record:
    """What a run leaves behind so that a world can be traced back from an outcome.

    Attributes:
        entries: the random moves that mattered, in order.
        final: for each outcome of the table the state that it came from.
    """

    entries: list[Entry] = field(default_factory=list)
    final: NDArray[np.intp] | None = None


def distribution(setup: Setup, max_states: int = DEFAULT_MAX_STATES, progress: bool | None = None) -> Distribution:
    """The exact distribution of a setup's outcomes, over every way in which its shuffles can fall.

    An outcome is a tuple with one entry for each observed pile, in the order of ``observe``; an entry
    is a tuple of cards, top to bottom, or sorted where the pile is observed unordered.

    Worlds are counted so: a scramble of k piles falls in k! ways, a cut of n cards in n ways, and a
    complete shuffle in as many ways as what is seen of it can differ: it is revealed only as far as it is
    seen, so that two seen cards of 52 make 2,652 worlds, a hand of five seen as a set 2,598,960,
    and a pile that is only ever seen as a whole set makes one.

    Args:
        setup: a setup with an observation; nothing about any game is assumed.
        max_states: how many states may be held at once.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        SetupError: if the setup observes nothing.
        TooManyStates: before a step that would exceed ``max_states``.

    >>> from crimecalc.cards import Deck
    >>> setup = Setup(Deck.standard()).shuffle("deck").take("deck", [-1], into="last").observe("last")
    >>> distribution(setup).is_uniform(), len(distribution(setup))
    (True, 52)
    """
    program = lower(setup, "distribution")
    check_max_states(max_states)
    return Distribution.from_table(enumerate_worlds(program, max_states, progress=progress), program.pile_names)


def check_max_states(max_states: object) -> None:
    """Refuse a limit that is none."""
    if isinstance(max_states, bool) or not isinstance(max_states, (int, np.integer)) or max_states < 1:
        raise InvalidInput(f"max_states: expected a whole number of at least 1, found {max_states!r}")


def enumerate_worlds(
    program: Program,
    max_states: int = DEFAULT_MAX_STATES,
    record: Record | None = None,
    progress: bool | None = False,
    verb: str = "distribution",
) -> OutcomeTable:
    """Run a program over every world; with ``record``, keep what is needed to trace worlds back."""
    views = view(program, absorbing=True)
    engine = _Engine(program, max_states, record)
    states = engine.start(views.first)
    last = max((i for i, stage in enumerate(views.stages) if not stage.idle), default=0)
    with Bar(progress, len(views.stages) + 1, verb=verb, noun="moves") as bar:
        for number, stage in enumerate(views.stages):
            # What follows the last move merges outcomes anyway.
            states = engine.after(stage, states, merging=number != last)
            bar.advance()
        return engine.finish(states, views.pile_marks)


class _Engine:
    """The moves of one program, applied to all states at once."""

    def __init__(self, program: Program, max_states: int, record: Record | None) -> None:
        labels = len(program.codec.labels)
        self.program = program
        self.max_states = max_states
        self.record = record
        self.dtype = np.min_scalar_type(labels - 1)
        self.label_bits = (labels - 1).bit_length()
        self.multisets = multiset_fields(program.codec.copies)
        self.card_units = np.array([self.multisets.unit(i) for i in range(labels)], dtype=np.uint64).T

    def start(self, marks: Marks) -> States:
        """The one state before the first move."""
        states = States({}, {}, np.ones(1, dtype=np.int64))
        return self._laid(states, marks, marks, self.program.start)

    def after(self, stage: Stage, states: States, merging: bool = True) -> States:
        """All states after one more move, equal ones merged if asked."""
        move = stage.move
        if isinstance(move, Lay):
            cards = dict(zip(move.places, move.cards, strict=True))
            return self._laid(states, {p: m for p, m in stage.after.items() if p in cards}, stage.after, cards)
        if stage.idle:
            ways = 1 if isinstance(move, Blocks) and move.shuffle else move.ways
            return replace(states, scale=states.scale * ways)
        fall: Choice | Revealed
        n = len(states)
        if isinstance(move, Blocks) and move.single and max(self.program.codec.copies) > 1:
            pool = states.pools[stage.before[move.places[0]]]
            fall = reveal(stage, pool, states.counts, self.multisets, lambda needed: self.check(stage, needed))
            states = self._revealed(stage, states, fall)
        else:
            if isinstance(move, Blocks) and move.single:
                stage, states = self._spread(stage, move, states)
            fall = choice_of(stage, lambda maps: self.check(stage, maps * n))
            states = self._chosen(stage, states, fall)
        kept = np.arange(len(states))
        if merging:
            states, kept = self._merged(states)
        if self.record is not None:
            self.record.entries.append(Entry(stage, n, kept, fall))
        return states

    def check(self, stage: Stage, states: int) -> None:
        """Refuse a step that needs too many states, or too much memory for them, before they are made."""
        seen = sum(mark == SEEN for mark in stage.after.values())
        pools = len(set(stage.after.values()) - {SEEN})
        size = seen * np.dtype(self.dtype).itemsize + 8 * (self.multisets.words * (pools + 1) + 2)
        fitting = MAX_BYTES // size
        if states <= min(self.max_states, fitting):
            return
        step = stage.move.step
        if states > self.max_states:
            limit, what, raised = self.max_states, "", ", or raise max_states"
        else:
            limit, what, raised = fitting, f" of {size:,} bytes each", ""
        raise TooManyStates(
            f"step {step}: {self.program.names[step - 1]} would need {about(states)} states at once; the limit is "
            f"{limit:,}{what}. Observe fewer cards, observe piles unordered, draw a sample instead{raised}",
            step=step,
            states=states,
            limit=limit,
        )

    def finish(self, states: States, pile_marks: tuple[int, ...]) -> OutcomeTable:
        """Pack the observed piles and merge equal outcomes."""
        codec = self.program.codec
        rows = np.zeros((codec.fields.words, len(states)), dtype=np.uint64)
        for pile, (places, mark) in enumerate(zip(self.program.piles, pile_marks, strict=True)):
            if mark == SEEN:
                for position, place in enumerate(places):
                    codec.add_cards(rows, pile, position, states.columns[place])
            else:
                first = codec.first_fields[pile]
                self.multisets.move(states.pools[mark], 0, len(codec.labels), codec.fields, first, rows)
        rows ^= codec.absent_mask
        merged, counts, first_rows = merge(rows, states.counts)
        if self.record is not None:
            self.record.final = first_rows
        return OutcomeTable(codec, merged, counts, states.scale)

    # --- moves --------------------------------------------------------------------------------

    def _laid(self, states: States, marks: Marks, after: Marks, cards: Any) -> States:
        """Known cards laid into places; ``cards[place]`` is the card."""
        columns, pools = dict(states.columns), dict(states.pools)
        for mark in set(after.values()) - {SEEN} - set(pools):
            pools[mark] = np.zeros((self.multisets.words, len(states)), dtype=np.uint64)
        for place, mark in marks.items():
            if mark == SEEN:
                columns[place] = np.full(len(states), cards[place], dtype=self.dtype)
            else:
                pools[mark] = pools[mark] + self.card_units[:, cards[place], None]
        return replace(states, columns=columns, pools=pools)

    def _spread(self, stage: Stage, move: Blocks, states: States) -> tuple[Stage, States]:
        """The pool that goes into a shuffle, laid out in its places in ascending order.

        Where no two cards are alike a shuffle is then a choice like any other.
        """
        pool = stage.before[move.places[0]]
        # Without copies each field of a multiset is one bit: bit i, from the top bit of word 0, is card i.
        octets = np.ascontiguousarray(states.pools[pool].T, dtype=">u8").view(np.uint8)
        held = np.unpackbits(octets, axis=1)
        lying = (np.flatnonzero(held.view(bool)) % held.shape[1]).astype(self.dtype)
        columns = states.columns | dict(zip(move.places, lying.reshape(len(states), -1).T.copy(), strict=True))
        before = {**stage.before, **dict.fromkeys(move.places, SEEN)}
        pools = {mark: words for mark, words in states.pools.items() if mark != pool}
        return replace(stage, before=before), replace(states, columns=columns, pools=pools)

    def _chosen(self, stage: Stage, states: States, choice: Choice) -> States:
        """Every state, once for each way in which a move can fall."""
        maps, n = len(choice.sources), len(states)
        total = maps * n
        moved = set(stage.move.places)
        columns = {place: np.tile(column, maps) for place, column in states.columns.items() if place not in moved}
        pools = {}
        for mark in set(stage.after.values()) - {SEEN}:
            pool = states.pools.get(mark)
            pools[mark] = (
                np.zeros((self.multisets.words, total), dtype=np.uint64) if pool is None else np.tile(pool, maps)
            )
        for row in zip(*choice.blocks, strict=True):  # one place of each block: cards move within it
            if stage.before.get(row[0]) != SEEN:
                continue
            lying = np.stack([states.columns[place] for place in row])
            for unit, sources in zip(choice.units, choice.sources.T, strict=True):
                target = stage.after.get(row[unit])
                if target == SEEN:
                    columns[row[unit]] = lying[sources].reshape(total)
                elif target is not None:
                    add_cards(pools[target], self.card_units, lying[sources].reshape(total))
        for fate in choice.pool_fates:
            grown = pools[fate.target].reshape(self.multisets.words, maps, n)
            grown[:, fate.ways] += states.pools[fate.pool][:, None, :]
        counts = states.counts
        if counts.dtype != object and int(counts.sum()) * maps > INT64_MAX:
            counts = counts.astype(object)
        return States(columns, pools, np.tile(counts, maps), states.scale * choice.weight)

    def _revealed(self, stage: Stage, states: States, fall: Revealed) -> States:
        """Every state, once for each way in which the seen cards of a shuffle can differ."""
        parents = fall.parents
        moved = set(stage.move.places)
        columns = {place: column[parents] for place, column in states.columns.items() if place not in moved}
        columns.update((place, column.astype(self.dtype)) for place, column in fall.columns.items())
        pools = {mark: states.pools[mark][:, parents] for mark in states.pools if mark in stage.after.values()}
        for mark, words in fall.pools.items():
            pools[mark] = pools[mark] + words if mark in pools else words
        return States(columns, pools, fall.counts, states.scale * fall.weight)

    def _merged(self, states: States) -> tuple[States, NDArray[np.intp]]:
        """Equal states made one, their weights added; and for each the first that it was made from."""
        places = list(states.columns)
        layout = BitFields((self.label_bits,) * len(places))
        rows = np.zeros((layout.words if places else 0, len(states)), dtype=np.uint64)
        for place, (word, shift) in zip(places, layout.places, strict=True):
            rows[word] |= states.columns[place].astype(np.uint64) << np.uint64(shift)
        _, counts, kept = merge(np.concatenate([rows, *states.pools.values()]), states.counts)
        columns = {place: column[kept] for place, column in states.columns.items()}
        pools = {mark: pool[:, kept] for mark, pool in states.pools.items()}
        return States(columns, pools, counts, states.scale), kept


def add_cards(rows: Words, units: Words, column: NDArray[Any]) -> None:
    """Add to packed rows what each card of a column stands for; units have shape (words, cards)."""
    index = column.astype(np.intp)  # numpy looks up by small integers slowly
    for word in range(len(units)):
        if units[word].any():
            rows[word] += units[word].take(index)
