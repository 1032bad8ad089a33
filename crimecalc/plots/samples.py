"""A picture of samples: how often each outcome came up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from crimecalc import charts
from crimecalc.canvas import Picture, draw_on
from crimecalc.checks import found
from crimecalc.distribution import Distribution
from crimecalc.engine.sampling import Sample
from crimecalc.errors import InvalidInput
from crimecalc.rendering import plural

__all__ = ["sample_counts"]

_STEPS = 110


def sample_counts(
    samples: Sample | Mapping[Any, Sample], exact: Distribution | None = None, axes: Any = None
) -> Picture:
    """How many outcomes came up how often. If all are equally likely, the numbers crowd around one.

    Args:
        samples: one sample, or several by what they are called in the legend.
        exact: the distribution whose outcomes are counted, those that never came up included; None for those that
            came up.
        axes: the matplotlib Axes to draw on; None for a picture of its own.

    Raises:
        InvalidInput: if an argument makes no sense.
        MissingExtra: if matplotlib is not installed.

    >>> from crimecalc import Setup, sample
    >>> cut = Setup("abc").cut("deck").observe("deck")
    >>> sample_counts(sample(cut, n=300, seed=1))
    <Picture 'How often each outcome came up, 300 tables': 7 × 3.6 inches>
    """
    named = samples if isinstance(samples, Mapping) else {"": samples}
    for one in named.values():
        if not isinstance(one, Sample):
            raise InvalidInput(f"sample_counts: expected a Sample, found {found(one)}")
    if not named:
        raise InvalidInput("sample_counts: expected at least one sample, found none")
    if exact is not None and not isinstance(exact, Distribution):
        raise InvalidInput(f"sample_counts: exact: expected a Distribution, found {found(exact)}")
    times: dict[str, Counter[int]] = {}
    for name, one in named.items():
        counts = one.counts()
        times[str(name)] = Counter(counts.values() if exact is None else (counts[outcome] for outcome in exact))
    most = max(max(counted) for counted in times.values())
    wide = 1 + most // _STEPS  # how many numbers share a step
    edges = range(0, most + wide + 1, wide)
    heights = {
        name: [sum(counted[number] for number in range(low, low + wide)) for low in edges[:-1]]
        for name, counted in times.items()
    }
    with draw_on(axes) as picture:
        (panel,) = picture.axes
        charts.stairs(panel, {name: [edge - 0.5 for edge in edges] for name in heights}, heights)
        panel.set(xlabel="times that an outcome came up", ylabel="number of outcomes")
        if len(named) > 1:
            charts.legend(panel)
        tables = " or ".join(sorted({plural(one.n, "table") for one in named.values()}))
        charts.title(picture, f"How often each outcome came up, {tables}")
    return picture
