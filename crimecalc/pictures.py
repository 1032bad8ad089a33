"""Pictures of a distribution, and of two that are held against each other."""

from __future__ import annotations

import heapq
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from numbers import Rational
from typing import TYPE_CHECKING, Any, Literal

from crimecalc import charts, rendering
from crimecalc.canvas import Picture, draw_on
from crimecalc.cards import label_key
from crimecalc.checks import check_choice, found
from crimecalc.errors import InvalidInput
from crimecalc.rational import is_whole

if TYPE_CHECKING:
    from crimecalc.comparison import Comparison
    from crimecalc.distribution import Distribution
    from crimecalc.exports import Shown

__all__ = ["Pair", "check_plot", "outcome_bars", "paired", "profile", "profiles", "two_setups"]

Pair = tuple[Fraction, Fraction]
"""The probabilities of one outcome in two distributions."""

_WRITTEN = 6
"""Fractions of so many characters are written out."""

_FEW = 6
"""So many numbers are marked one by one on a scale."""

_MOST = 200
"""So many outcomes at most get bars with labels: more would be a picture that no page holds."""

_LONG = 10**9
"""Fractions with a denominator like this are not written on a scale."""


def check_plot(kind: str | None, limit: Any, allowed: Sequence[str], by: str = "outcome") -> None:
    """Refuse what ``plot`` does not know.

    Raises:
        InvalidInput: naming the argument.
    """
    if kind is not None:
        check_choice("plot: kind", kind, allowed)
    check_choice("plot: by", by, ("outcome", "probability"))
    if not is_whole(limit, 1, _MOST):
        raise InvalidInput(f"plot: limit: expected 1 to {_MOST} bars, found {found(limit)}")


def outcome_bars(exact: Shown, kind: Literal["bars", "profile"] | None, limit: int, by: str, axes: Any) -> Picture:
    """A distribution as :meth:`crimecalc.distribution.Distribution.plot` promises."""
    check_plot(kind, limit, ("bars", "profile"), by)
    numbers = None if kind == "profile" else _as_numbers(exact)
    if numbers is not None:
        with draw_on(axes) as picture:
            (panel,) = picture.axes
            charts.columns(panel, numbers, list(exact.values()))
            panel.set(xlabel=_heading(exact), ylabel="probability")
            charts.title(picture, _in_figures(exact))
        return picture
    count = rendering.shown(len(exact), limit)
    if kind == "profile" or (kind is None and _covered(exact, count) < Fraction(1, 2)):
        return profile(exact, axes)
    chosen = list(exact)
    if by == "probability" or count < len(exact):
        chosen = heapq.nlargest(count, exact, key=exact.__getitem__)
    if by == "outcome" and count < len(exact):
        kept = set(chosen)
        chosen = [outcome for outcome in exact if outcome in kept]
    labels = [_label(exact, outcome) for outcome in chosen]
    heights = [exact[outcome] for outcome in chosen]
    if count < len(exact):
        labels.append(f"… {len(exact) - count:,} more")
        heights.append(1 - sum(heights, Fraction(0)))
    with draw_on(axes, size=_tall(len(labels))) as picture:
        (panel,) = picture.axes
        charts.bars(panel, labels, {"": heights}, sideways=True, notes=_written(heights))
        if count < len(exact):
            panel.patches[-1].set(facecolor="white", hatch="///")
        panel.set(xlabel="probability", ylabel=_heading(exact))
        charts.title(picture, _in_figures(exact))
    return picture


def profile(exact: Shown, axes: Any = None) -> Picture:
    """All probabilities side by side, the highest first; a glance tells how even they are."""
    return profiles({"": exact}, _in_figures(exact), axes)


def profiles(shown: dict[str, Shown], heading: str, axes: Any = None) -> Picture:
    """The probabilities of one or more distributions, each sorted by itself."""
    edges: dict[str, Sequence[int]] = {}
    heights: dict[str, Sequence[Fraction]] = {}
    for name, exact in shown.items():
        alike = sorted(Counter(exact._count_values()).items(), reverse=True)
        edges[name] = [0, *accumulate(times for _, times in alike)]
        heights[name] = [Fraction(count, exact.worlds) for count, _ in alike]
    with draw_on(axes) as picture:
        (panel,) = picture.axes
        charts.stairs(panel, edges, heights, filled=len(shown) == 1)
        panel.set(xlabel="number of outcomes, the most probable first", ylabel="probability of each outcome")
        panel.xaxis.set_major_formatter("{x:,.0f}")
        different = {height for tall in heights.values() for height in tall}
        _exact_ticks(panel.yaxis, different)
        if len(shown) > 1:
            charts.legend(panel)
        charts.title(picture, heading)
    return picture


def two_setups(
    comparison: Comparison, kind: Literal["bars", "dots", "profile"] | None, limit: int, axes: Any
) -> Picture:
    """A comparison as :meth:`crimecalc.comparison.Comparison.plot` promises."""
    check_plot(kind, limit, ("bars", "dots", "profile"))
    heading = comparison.verdict
    names = (charts.short(comparison.names[0], 60), charts.short(comparison.names[1], 60))
    if names[0] == names[1]:  # what told them apart was left out
        names = (f"first: {names[0]}", f"second: {names[1]}")
    a, b = comparison.distributions
    if kind == "profile":
        return profiles(dict(zip(names, (a, b), strict=True)), heading, axes)
    pairs = paired(a, b)
    total = sum(pairs.values())
    fits = rendering.shown(total, limit) == total
    if kind == "dots" or (kind is None and comparison.equivalent and not fits):
        return _pair_dots(names, pairs, heading, axes)
    if fits:
        chosen = sorted({*a, *b}, key=label_key)
    else:
        chosen = a.most_different(b, limit)
        differ = sum(times for pair, times in pairs.items() if pair[0] != pair[1])
        counted = rendering.plural(total, "outcome")
        shown = f"The {limit} that differ most, of {differ:,} that do" if differ else f"The first {limit} outcomes"
        heading = f"{heading} {shown}; {counted} in all."
    rows = [(_label(a, outcome), (_probability(a, outcome), _probability(b, outcome))) for outcome in chosen]
    return _pair_bars(names, rows, heading, _heading(a), axes)


def paired(a: Distribution, b: Distribution) -> Counter[Pair]:
    """How many outcomes have each pair of probabilities, those that only one can give included."""
    pairs = {(Fraction(m, a.worlds), Fraction(n, b.worlds)): times for (m, n), times in a.paired_counts(b).items()}
    only_b = {(Fraction(0), Fraction(n, b.worlds)): times for (n, m), times in b.paired_counts(a).items() if m == 0}
    return Counter(pairs | only_b)


def _pair_bars(
    names: tuple[str, str], rows: Sequence[tuple[str, Pair]], heading: str, entries: str, axes: Any
) -> Picture:
    """Outcomes with their probabilities in two distributions, side by side."""
    series = {name: [pair[side] for _, pair in rows] for side, name in enumerate(names)}
    width, height = _tall(len(rows), 0.36)
    with draw_on(axes, size=(width, height + 0.4)) as picture:
        (panel,) = picture.axes
        charts.bars(panel, [label for label, _ in rows], series, sideways=True)
        highest = {probability for _, pair in rows for probability in pair}
        _exact_ticks(panel.xaxis, highest)
        panel.set(xlabel="probability", ylabel=entries)
        charts.legend_outside(picture, "below")
        charts.title(picture, heading)
    return picture


def _pair_dots(names: tuple[str, str], pairs: Counter[Pair], heading: str, axes: Any) -> Picture:
    """How many outcomes have each pair of probabilities; on the diagonal both are the same."""
    most = max(pairs.values())
    places = list(pairs)
    right, up = ([pair[side] for pair in places] for side in (0, 1))
    far = float(max(*right, *up))
    with draw_on(axes, size=(6, 5)) as picture:
        (panel,) = picture.axes
        panel.plot([0, 1.15 * far], [0, 1.15 * far], color="black", linewidth=1, linestyle="--", zorder=1)
        panel.annotate("equal in both", (1.15 * far, 1.15 * far), (0, 4), textcoords="offset points", ha="right")
        charts.dots(panel, {"": (right, up)}, [20 + 200 * pairs[pair] / most for pair in places])
        for pair in heapq.nlargest(2 * _FEW, places, key=pairs.__getitem__):
            spot = float(pair[0]), float(pair[1])
            told = rendering.plural(pairs[pair], "outcome")
            panel.annotate(told, spot, (10, -10), textcoords="offset points", va="top", fontsize="small")
        for axis, numbers in ((panel.xaxis, right), (panel.yaxis, up)):
            _exact_ticks(axis, numbers)
        panel.set(xlim=(-0.06 * far, 1.35 * far), ylim=(-0.1 * far, 1.25 * far))
        panel.set(xlabel=f"probability in {names[0]}")
        panel.set(ylabel="\n".join(textwrap.wrap(f"probability in {names[1]}", 45)))
        charts.title(picture, heading)
    return picture


# --- numbers and words --------------------------------------------------------------------------------


def _as_numbers(exact: Shown) -> list[float] | None:
    """The outcomes on a scale, if all are numbers."""
    if exact._table is not None:
        return None
    outcomes: Iterable[Any] = exact
    if exact._names is not None and len(exact._names) == 1:
        outcomes = [outcome[0] for outcome in exact]
    numbers = []
    for outcome in outcomes:
        if not isinstance(outcome, Rational) or isinstance(outcome, bool):
            return None
        try:
            numbers.append(float(outcome))
        except OverflowError:
            return None
    return numbers


def _covered(exact: Shown, count: int) -> Fraction:
    """The probability of the most probable outcomes, so many of them."""
    return Fraction(sum(heapq.nlargest(count, exact._count_values())), exact.worlds)


def _probability(exact: Distribution, outcome: Any) -> Fraction:
    """The probability of an outcome that may not even have the shape of the others."""
    return exact[outcome] if outcome in exact else Fraction(0)


def _in_figures(exact: Shown) -> str:
    counted = rendering.plural(len(exact), "outcome")
    even = len(set(exact._count_values())) == 1
    return f"{counted}, each equally likely (1/{len(exact):,})" if even and len(exact) > 1 else counted


def _heading(exact: Shown) -> str:
    return charts.short(" | ".join(exact._names or ["outcome"]))


def _label(exact: Shown, outcome: Any) -> str:
    entries = outcome if exact._names is not None else [outcome]
    return " | ".join(map(rendering.describe, entries))


def _written(probabilities: Sequence[Fraction]) -> list[str]:
    """Probabilities as they stand beside bars: exact if all are short, otherwise all in per cent."""
    exact = [rendering.written(probability) for probability in probabilities]
    if max(map(len, exact)) <= _WRITTEN:
        return exact
    return [rendering.percent(probability) for probability in probabilities]


def _tall(rows: int, each: float = 0.24) -> tuple[float, float]:
    """The size of a picture with so many rows of labels, in inches."""
    return 7, 1 + each * max(rows, 3)


def _exact_ticks(axis: Any, numbers: Iterable[Fraction]) -> None:
    """Fractions written out on a scale from 0, if they are few and short; of two that would touch only the larger."""
    marked = sorted(set(numbers) - {0}, reverse=True)
    if len(marked) > _FEW or any(number.denominator >= _LONG for number in marked):
        return
    kept: list[Fraction] = []
    for number in [*marked, Fraction(0)]:
        if not kept or kept[-1] - number >= marked[0] / 20:
            kept.append(number)
    written = [f"{n.numerator:,}" if n.denominator == 1 else f"{n.numerator:,}/{n.denominator:,}" for n in kept]
    axis.set_ticks(list(map(float, kept)), written, parse_math=False)
