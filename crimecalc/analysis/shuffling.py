"""Imperfect shuffling of a setup: what comes of a pile that was riffled a few times, and how often is often enough."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from math import factorial, gcd, lcm
from typing import TYPE_CHECKING

import numpy as np

from crimecalc.analysis.fixing import fixed, seen_random_steps, size_of
from crimecalc.analysis.mixing import (
    MOST_ARRANGED,
    MOST_CARDS,
    MOST_TIMES,
    Cuts,
    Mixing,
    Overhand,
    Riffle,
    Swaps,
    Weights,
    check_times,
    riffle_separation,
    riffle_variation,
)
from crimecalc.checks import check_limit, found
from crimecalc.distribution import Distribution
from crimecalc.engine.exact import DEFAULT_MAX_STATES, check_max_states, distribution
from crimecalc.engine.program import Blocks, lower
from crimecalc.engine.tabletop import Fall
from crimecalc.engine.visibility import SEEN, view
from crimecalc.errors import InvalidInput, TooManyStates
from crimecalc.outcomes import OutcomeTable
from crimecalc.packing import INT64_MAX, merge
from crimecalc.progress import Bar
from crimecalc.rational import exact_fraction
from crimecalc.rendering import ROWS_SHOWN, about, html_table, left_out, percent, shown, text_table, written
from crimecalc.setup import Setup, observation_of
from crimecalc.setup.steps import Cut, Shuffle

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Cuts",
    "HowMany",
    "Mixing",
    "Overhand",
    "Riffle",
    "Swaps",
    "how_many",
    "imperfect",
    "riffle_separation",
    "riffle_variation",
]

_LONGEST = 24
"""Fractions of more characters are not written in a table."""


_RIFFLE = Riffle()


def imperfect(
    setup: Setup,
    index: int,
    how: Mixing,
    max_states: int = DEFAULT_MAX_STATES,
    progress: bool | None = None,
) -> Distribution:
    """The exact distribution of a setup's outcomes if one of its random steps is not carried out perfectly.

    All other random steps are perfect.

    Args:
        setup: any setup with an observation.
        index: one of its :attr:`~crimecalc.setup.setup.Setup.random_steps`, a shuffle, scramble or cut.
        how: what hands do in its place with the cards of the pile, or with the piles of a scramble.
        max_states: see :func:`~crimecalc.engine.exact.distribution`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        SetupError: if the setup observes nothing, or the step is no random step.
        InvalidInput: if ``how`` is no model.
        TooManyStates: if too many cards are mixed, or there are too many states to enumerate.

    >>> setup = Setup("abc").shuffle("deck").take("deck", [1], into="top").observe("top")
    >>> print(imperfect(setup, 0, Riffle()))
    top  probability
    a    5/8
    b    1/4
    c    1/8
    """
    observation_of(setup, "imperfect")
    _check_how("imperfect", how)
    check_max_states(max_states)
    size = size_of(setup, index)
    if size > how.most:
        raise _too_many("imperfect", setup, index, size, "")
    with Bar(progress, None, verb="imperfect", noun="ways") as bar:
        mixture = _Mixture(setup, index, max_states, bar)
        return mixture.mixed(next(how.weighed(size, how.times)))


def _check_how(verb: str, how: object) -> None:
    if not isinstance(how, Mixing):
        raise InvalidInput(f"{verb}: how: expected one of Riffle(), Overhand(), Swaps(), Cuts(), found {found(how)}")


def _too_many(verb: str, setup: Setup, index: int, size: int, reason: str) -> TooManyStates:
    states, limit = factorial(size), factorial(MOST_ARRANGED)
    what = "cards" if isinstance(setup.steps[index], (Shuffle, Cut)) else "piles"
    return TooManyStates(
        f"{verb}: step {index + 1} mixes {size} {what}, which can come to lie in {about(states)} ways; the limit is "
        f"{limit:,}, for {MOST_ARRANGED} {what}{reason}",
        step=index + 1,
        states=states,
        limit=limit,
    )


class _Mixture:
    """A setup in which one step falls in ways that somebody else weighs."""

    def __init__(self, setup: Setup, index: int, max_states: int, bar: Bar) -> None:
        step = setup.steps[index]
        # A cut falls in its own few ways only, a shuffle of the same pile in all.
        self.setup = setup.replaced(index, Shuffle(step.pile)) if isinstance(step, Cut) else setup
        self.index = index
        self.max_states = max_states
        self.bar = bar
        self.tables: dict[Fall, OutcomeTable] = {}
        self.alike = self._alike()

    def _alike(self) -> list[list[int]]:
        """Places (of cards or piles) that make no difference to one another in what follows."""
        stages = view(lower(self.setup, "imperfect")).stages
        stage = next(stage for stage in stages if stage.move.step == self.index + 1)
        assert isinstance(stage.move, Blocks)
        same: dict[tuple[int | None, ...], list[int]] = {}
        for number, block in enumerate(stage.move.blocks):
            marks = tuple(stage.after.get(place) for place in block)
            if SEEN not in marks:
                same.setdefault(marks, []).append(number)
        return list(same.values())

    def mixed(self, weighted: Weights) -> Distribution:
        """The distribution if the step falls with these weights."""
        kept = np.flatnonzero(weighted.weights != 0)
        arranged, weights = weighted.falls[kept], weighted.weights[kept]
        for places in self.alike:
            arranged[:, places] = np.sort(arranged[:, places], axis=1)
        together: dict[Fall, int] = {}
        for fall, weight in zip(map(tuple, arranged.tolist()), weights.tolist(), strict=True):
            together[fall] = together.get(fall, 0) + weight
        tables = [(self._table(fall), weight) for fall, weight in together.items()]
        sizes = [int(table.reduced_counts.sum()) for table, _ in tables]
        common = lcm(*sizes)
        divisor = gcd(*together.values())
        total = common * sum(together.values()) // divisor
        kind = np.int64 if total <= INT64_MAX else object
        counts = [
            table.reduced_counts.astype(kind) * (weight // divisor * (common // size))
            for (table, weight), size in zip(tables, sizes, strict=True)
        ]
        rows, merged, _ = merge(np.concatenate([table.rows for table, _ in tables], axis=1), np.concatenate(counts))
        codec = tables[0][0].codec
        return Distribution.from_table(OutcomeTable(codec, rows, merged, 1), self.names)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the entries of the outcomes are called."""
        return observation_of(self.setup, "imperfect").names

    def _table(self, fall: Fall) -> OutcomeTable:
        if fall not in self.tables:
            made = fixed(self.setup, {self.index: fall})
            try:
                table = distribution(made, self.max_states, progress=False).table
            except TooManyStates as error:
                raise self._renumbered(error, len(made.steps) - len(self.setup.steps)) from None
            assert table is not None
            self.tables[fall] = table
            self.bar.advance()
        return self.tables[fall]

    def _renumbered(self, error: TooManyStates, more: int) -> TooManyStates:
        """An error of a setup that has more steps where this one has the step that falls, with this one's numbers."""
        number = error.step - more if error.step > self.index + 1 + more else error.step
        message = str(error).replace(f"step {error.step}:", f"step {number}:", 1)
        return TooManyStates(message, step=number, states=error.states, limit=error.limit)


@dataclass(frozen=True, repr=False)
class HowMany:
    """How often to mix so that the outcomes are nearly what they should be.

    Attributes:
        how: the model, done once.
        within: how near is near enough.
        distances: the total variation distance of the outcomes from the perfect setup's after 1, 2, ... times.
    """

    how: Mixing
    within: Fraction
    distances: tuple[Fraction, ...]

    @property
    def times(self) -> int | None:
        """The smallest number of times that is enough; None if none of those tried is."""
        return next((times for times, far in enumerate(self.distances, 1) if far <= self.within), None)

    def to_frame(self) -> pd.DataFrame:
        """A row for each number of times, distances as Fractions."""
        import pandas as pd

        rows = [(times, far, far <= self.within) for times, far in enumerate(self.distances, 1)]
        return pd.DataFrame(rows, columns=["times", "total_variation", "within"])

    def table(self, limit: int | None = ROWS_SHOWN) -> str:
        """The first distances as text; all for a limit of None.

        Raises:
            InvalidInput: if the limit is neither None nor a positive whole number.
        """
        check_limit("table", limit)
        header, rows, more = self._cells(limit)
        return text_table(header, rows, more)

    def _cells(self, limit: int | None) -> tuple[list[str], list[list[str]], str]:
        count = shown(len(self.distances), limit)
        rows = []
        for times, far in enumerate(self.distances[:count], 1):
            # A fraction of so many bits is longer than anybody reads, and may be longer than Python writes.
            short = far.denominator.bit_length() < 8 * _LONGEST
            rows.append([str(times), percent(far), str(far) if short else "…" * (_LONGEST + 1)])
        header = [f"{self.how.noun}s", "total variation", "exactly"]
        if any(len(row[2]) > _LONGEST for row in rows):
            header, rows = header[:2], [row[:2] for row in rows]
        lines = [left_out(len(self.distances), count, "rows"), self._verdict()]
        return header, rows, "\n".join(filter(None, lines))

    def _verdict(self) -> str:
        tried = str(self.how.again(self.times or len(self.distances)))
        return f"{'not within' if self.times is None else 'within'} {written(self.within)} after {tried}"

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        return f"<HowMany: {self._verdict()}>"

    def _repr_html_(self) -> str:
        header, rows, more = self._cells(ROWS_SHOWN)
        return html_table(header, rows, more=more)


def how_many(
    setup: Setup,
    step: int,
    within: Fraction | int = Fraction(1, 100),
    how: Mixing = _RIFFLE,
    most: int = 100,
    max_states: int = DEFAULT_MAX_STATES,
    progress: bool | None = None,
) -> HowMany:
    """How often a pile must be mixed for the outcomes to be nearly those of the perfect setup.

    A riffled pile of different cards in a known order, all of which are then seen in their order, may be of up to
    1,000 cards; any other pile is gone through in all its arrangements.

    Args:
        setup: any setup with an observation.
        step: the index, from 0, of one of its :attr:`~crimecalc.setup.setup.Setup.random_steps`.
        within: the total variation distance that is near enough, an integer or Fraction from 0 to 1.
        how: what hands do in place of the step; its own number of times does not matter.
        most: how many times to try at most, up to 1,000.
        max_states: see :func:`~crimecalc.engine.exact.distribution`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        SetupError: if the setup observes nothing, or the step is no random step.
        InvalidInput: if another argument makes no sense.
        InexactNumber: if ``within`` is a float.
        TooManyStates: if too many cards are mixed, or there are too many states to enumerate.

    Source: for whole packs Bayer and Diaconis, *Trailing the dovetail shuffle to its lair*, Annals of Applied
    Probability 2 (1992).

    >>> setup = Setup("abc").shuffle("deck").take("deck", [1], into="top").observe("top")
    >>> print(how_many(setup, 0, within=Fraction(1, 10)))
    riffles  total variation  exactly
    1        29.2%            7/24
    2        13.5%            13/96
    3        6.5%             25/384
    within 1/10 after 3 riffles
    """
    observation_of(setup, "how_many")
    near = exact_fraction(within, "how_many: within")
    if not 0 <= near <= 1:
        raise InvalidInput(f"how_many: within: expected a distance from 0 to 1, found {found(within)}")
    _check_how("how_many", how)
    check_times("how_many: most", most)
    check_max_states(max_states)
    size = size_of(setup, step)
    distances = []
    with Bar(progress, None, verb="how_many", noun="ways") as bar:
        for distance in islice(_distances(setup, step, how, size, max_states, bar), most):
            distances.append(distance)
            if distance <= near:
                break
    return HowMany(how.again(1), near, tuple(distances))


def _distances(setup: Setup, step: int, how: Mixing, size: int, max_states: int, bar: Bar) -> Iterator[Fraction]:
    """Distances from the perfect setup after 1, 2, ... times, without end."""
    reason = _not_in_closed_form(setup, step, how)
    if not reason:
        yield from (riffle_variation(size, times) for times in range(1, MOST_TIMES + 1))
        return
    if size > how.most:
        raise _too_many("how_many", setup, step, size, f". It is not reckoned by a formula because {reason}")
    perfect = distribution(setup, max_states, progress=False)
    mixture = _Mixture(setup, step, max_states, bar)
    last, distance = None, Fraction(1)
    for weighted in how.weighed(size, 1):
        if weighted is not last:
            last, distance = weighted, mixture.mixed(weighted).total_variation(perfect)
        yield distance


def _not_in_closed_form(setup: Setup, step: int, how: Mixing) -> str:
    """Why outcomes and arrangements of riffled cards do not correspond one to one; empty if they do."""
    shuffle = setup.steps[step]
    if not isinstance(how, Riffle):
        return "there is one for riffles only"
    if not isinstance(shuffle, Shuffle):
        return "there is one for the shuffle of a pile only"
    if len(setup.layouts[step].where[shuffle.pile]) > MOST_CARDS:
        return f"there is one for at most {MOST_CARDS:,} cards"
    stages = view(lower(setup, "how_many")).stages
    stage = next(stage for stage in stages if stage.move.step == step + 1)
    if any(stage.after.get(place) != SEEN for place in stage.move.places):
        return f"not all cards of “{shuffle.pile}” are seen in their order"
    before = setup.layouts[step]
    # As all places are seen after the step, all are before it, and whatever else matters does so however it falls.
    others = seen_random_steps(fixed(setup, {step: tuple(range(len(stage.move.places)))}))
    if others:
        return "another random step matters too"
    if len({before.labels[place] for place in stage.move.places}) < len(stage.move.places):
        return f"some cards of “{shuffle.pile}” are alike"
    return ""
