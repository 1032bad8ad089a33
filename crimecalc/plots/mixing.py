"""Pictures of shuffles: how fast riffles mix."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from crimecalc import charts
from crimecalc.analysis.mixing import riffle_variation
from crimecalc.canvas import Picture, draw_on
from crimecalc.checks import found
from crimecalc.errors import InvalidInput
from crimecalc.rational import is_whole

__all__ = ["riffle_curves"]


def riffle_curves(cards: int | Iterable[int] = (12, 32, 52), times: int = 12, axes: Any = None) -> Picture:
    """How far riffled cards still are from uniformly random order, by the number of riffles.

    Args:
        cards: how many cards, or several such numbers; each gets a line.
        times: the most riffles that are shown, from 1 to 1,000.
        axes: the matplotlib Axes to draw on; None for a picture of its own.

    Raises:
        InvalidInput: if an argument makes no sense.
        MissingExtra: if matplotlib is not installed.

    Source: :func:`~crimecalc.analysis.mixing.riffle_variation`.

    >>> riffle_curves(52, times=10)
    <Picture 'How far riffled cards are from uniformly random order': 7 × 3.6 inches>
    """
    if not is_whole(times, 1, 1000):
        raise InvalidInput(f"riffle_curves: times: expected 1 to 1000 riffles, found {found(times)}")
    counts = tuple(cards) if isinstance(cards, Iterable) else (cards,)
    if not counts:
        raise InvalidInput("riffle_curves: cards: expected at least one number of cards, found none")
    riffles = range(1, times + 1)
    far = {f"{count} cards": [riffle_variation(count, done) for done in riffles] for count in counts}
    with draw_on(axes) as picture:
        (panel,) = picture.axes
        charts.curves(panel, riffles, far)
        panel.set(xlabel="riffles", ylabel="total variation distance", ylim=(0, 1.05))
        panel.set_xticks(range(1, times + 1, 1 + times // 20))
        charts.legend(panel)
        charts.title(picture, "How far riffled cards are from uniformly random order")
    return picture
