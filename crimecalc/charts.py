"""The few kinds of chart of which all pictures are made, drawn from plain numbers and labels.

Colours are those of Okabe and Ito, which the colour-blind tell apart; hatches, dashes and markers say the same again,
for print in grey.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from crimecalc.canvas import Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.image import AxesImage

__all__ = [
    "LOOKS",
    "Look",
    "bars",
    "colour_bar",
    "columns",
    "curves",
    "dots",
    "from_zero",
    "heat_map",
    "legend",
    "legend_outside",
    "look",
    "mark",
    "short",
    "stacked",
    "stairs",
    "title",
]

Numbers: TypeAlias = Sequence[Any]
"""Numbers of any kind; they become floats here and nowhere else."""

Series: TypeAlias = Mapping[str, Numbers]
"""What is drawn in one colour, by the name that stands in the legend."""


class Look(NamedTuple):
    """How a series is told apart: each part alone is enough."""

    colour: str
    fill: str
    hatch: str
    dashes: str | tuple[int, tuple[int, ...]]
    marker: str


LOOKS = (
    Look("#0072b2", "#56b4e9", "", "-", "o"),
    Look("#d55e00", "#e69f00", "///", "--", "s"),
    Look("#009e73", "#ffffff", "...", "-.", "^"),
    Look("#000000", "#999999", "\\\\\\", ":", "D"),
    Look("#cc79a7", "#cc79a7", "xxx", (0, (6, 1, 1, 1, 1, 1)), "v"),
    Look("#e69f00", "#f0e442", "|||", (0, (8, 3)), "P"),
    Look("#56b4e9", "#009e73", "++", (0, (1, 3)), "X"),
    Look("#7f7f7f", "#d55e00", "oo", (0, (4, 1, 1, 1)), "*"),
)
"""Looks in the order in which series take them; they repeat after the last."""

_EDGE: dict[str, Any] = {"edgecolor": "black", "linewidth": 0.6}


# --- kinds of chart --------------------------------------------------------------------------------


def bars(
    axes: Axes,
    labels: Sequence[str],
    series: Series,
    errors: Series | None = None,
    *,
    sideways: bool = False,
    notes: Sequence[str] | None = None,
) -> None:
    """Bars from 0, those of several series side by side.

    Args:
        axes: where.
        labels: what stands at each group of bars.
        series: for each series a number for each label.
        errors: the same for the half-lengths of error bars.
        sideways: bars go to the right, the first label on top, which leaves room for long labels.
        notes: for each label what is written at the end of its bars; only for a single series.
    """
    thick = 0.8 / len(series)
    for number, (name, heights) in enumerate(series.items()):
        style = look(number)
        places = [place + (number - (len(series) - 1) / 2) * thick for place in range(len(labels))]
        far = list(map(float, errors[name])) if errors is not None else None
        settings: dict[str, Any] = {"color": style.fill, "hatch": style.hatch, "label": name, **_EDGE}
        settings |= {"capsize": 3, "error_kw": {"elinewidth": 1.2}} if far is not None else {}
        if sideways:
            made = axes.barh(places, list(map(float, heights)), thick, xerr=far, **settings)
        else:
            made = axes.bar(places, list(map(float, heights)), thick, yerr=far, **settings)
        if notes is not None:
            axes.bar_label(made, labels=list(notes), padding=3, fontsize="small")
    along = axes.yaxis if sideways else axes.xaxis
    _name_ticks(along, range(len(labels)), labels)
    along.grid(False)
    if sideways:
        axes.margins(x=0.12 if notes is not None else 0.05)
        axes.set(xlim=(0, None), ylim=(len(labels) - 0.4, -0.6))
    else:
        from_zero(axes)


def columns(axes: Axes, places: Numbers, heights: Numbers) -> None:
    """Bars from 0 that stand on a scale of numbers."""
    from matplotlib.ticker import MaxNLocator

    at, tall = list(map(float, places)), list(map(float, heights))
    gaps = [b - a for a, b in zip(sorted(at), sorted(at)[1:], strict=False)]
    span = max(at) - min(at)
    thick = max(0.8 * min(gaps), span / 250) if gaps else 0.8
    if len(at) > 200:  # as many rectangles would take long
        axes.vlines(at, 0, tall, color=look(0).colour, linewidth=1)
    else:
        axes.bar(at, tall, thick, color=look(0).fill, **_EDGE)
    axes.set_xlim(min(at) - max(thick, span / 40), max(at) + max(thick, span / 40))
    axes.xaxis.grid(False)
    if all(place == int(place) for place in at):
        axes.xaxis.set_major_locator(MaxNLocator("auto", integer=True, steps=[1, 2, 5, 10]))
    axes.set_ylim(0, 1.05 * max(tall))


def stacked(axes: Axes, labels: Sequence[str], series: Series) -> None:
    """Bars on top of each other, from the lightest series to the darkest: for series that have an order."""
    from matplotlib import colormaps

    shades = colormaps["cividis_r"]
    bottom = [0.0] * len(labels)
    for number, (name, heights) in enumerate(series.items()):
        shade = shades(number / max(len(series) - 1, 1))
        tall = list(map(float, heights))
        axes.bar(range(len(labels)), tall, 0.8, bottom, color=shade, label=name, edgecolor="white", linewidth=0.5)
        bottom = [low + more for low, more in zip(bottom, tall, strict=True)]
    _name_ticks(axes.xaxis, range(len(labels)), labels)
    axes.xaxis.grid(False)
    axes.set_ylim(0, 1.02 * max(bottom))


def curves(axes: Axes, places: Numbers, series: Series, first: int = 0) -> None:
    """A line for each series over the same numbers, with a mark at some or all of them.

    Args:
        axes: where.
        places: the numbers to the right.
        series: for each series a number upwards for each of them.
        first: how many series the panel holds already.
    """
    at = list(map(float, places))
    for number, (name, heights) in enumerate(series.items(), first):
        style = look(number)
        every: Any = (2 * number % 6, 6) if len(at) > 30 else 1  # marks of lines that run together stand apart
        axes.plot(
            at,
            list(map(float, heights)),
            color=style.colour,
            linestyle=style.dashes,
            marker=style.marker,
            markevery=every,
            label=name,
        )


def stairs(axes: Axes, edges: Mapping[str, Numbers], heights: Series, *, filled: bool = False) -> None:
    """A line of steps for each series: ``heights[name][i]`` from ``edges[name][i]`` to ``edges[name][i + 1]``."""
    for number, (name, tall) in enumerate(heights.items()):
        style = look(number)
        settings: dict[str, Any] = {"color": style.colour, "linestyle": style.dashes, "label": name, "linewidth": 1.6}
        if filled:
            settings = {"facecolor": style.fill, "edgecolor": style.colour, "label": name, "fill": True}
        axes.stairs(list(map(float, tall)), list(map(float, edges[name])), **settings)
    axes.set_ylim(0, 1.05 * max(max(map(float, tall)) for tall in heights.values()))


def dots(axes: Axes, series: Mapping[str, tuple[Numbers, Numbers]], sizes: Numbers | None = None) -> None:
    """Dots for each series, given by both numbers of each; those of the first are hollow.

    Args:
        axes: where.
        series: for each the numbers to the right and the numbers upwards.
        sizes: areas of the dots, in square points; for all series alike.
    """
    for number, (name, (right, up)) in enumerate(series.items()):
        style = look(number)
        face = "none" if number == 0 else style.colour
        areas: Any = list(map(float, sizes)) if sizes is not None else 22
        points = list(map(float, right)), list(map(float, up))
        axes.scatter(*points, s=areas, marker=style.marker, facecolor=face, edgecolor=style.colour, label=name)


def heat_map(
    axes: Axes,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Numbers],
    notes: Sequence[Sequence[str]],
) -> AxesImage:
    """Cells from white (0) to black (100), with something written in each.

    Args:
        axes: where.
        rows: labels, the first on top.
        columns: labels.
        values: for each row a number from 0 to 100, in per cent, for each column.
        notes: for each row what is written in each cell.

    Returns:
        What :func:`colour_bar` explains.
    """
    shades = [list(map(float, row)) for row in values]
    image = axes.imshow(shades, cmap="Greys", vmin=0, vmax=100, aspect="auto")
    for row, written in enumerate(notes):
        for column, text in enumerate(written):
            ink = "white" if shades[row][column] > 55 else "black"
            axes.text(column, row, text, ha="center", va="center", color=ink, fontsize="small")
    _name_ticks(axes.xaxis, range(len(columns)), columns)
    _name_ticks(axes.yaxis, range(len(rows)), rows)
    axes.grid(False)
    return image


def colour_bar(picture: Picture, image: AxesImage, label: str) -> None:
    """Say at the side of all panels what the shades of a :func:`heat_map` mean."""
    made = picture.figure.colorbar(image, ax=list(picture.axes), label=label, shrink=0.6)
    made.ax.grid(False)


def from_zero(axes: Axes) -> None:
    """Let the scale upwards begin at 0 and end a little above all that was drawn."""
    axes.set_ylim(0, 1.05 * float(axes.dataLim.y1) or 1)


# --- words ------------------------------------------------------------------------------------------


def legend(axes: Axes, heading: str = "") -> None:
    """Name the series of a panel, inside it where most room is."""
    axes.legend(title=heading or None, alignment="left")


def legend_outside(
    picture: Picture, where: Literal["right", "below"], heading: str = "", *, upwards: bool = False
) -> None:
    """Name the series of the first panel, which stand for those of all, outside the panels.

    Args:
        picture: whose.
        where: at which side; on axes of others, whose figure may have no room, inside, except for a stack.
        heading: what the series are.
        upwards: the first series stands lowest, as in a stack of bars.
    """
    handles, labels = picture.axes[0].get_legend_handles_labels()
    settings: dict[str, Any] = {"title": heading or None, "alignment": "left"}
    if not picture.own and upwards:  # a stack leaves no room inside
        picture.axes[-1].legend(
            handles, labels, loc="center left", bbox_to_anchor=(1.01, 0.5), reverse=True, **settings
        )
    elif not picture.own:
        legend(picture.axes[0], heading)
    elif where == "right":
        picture.figure.legend(handles, labels, loc="outside right center", reverse=upwards, **settings)
    else:
        picture.figure.legend(handles, labels, loc="outside lower center", ncols=min(len(labels), 2), **settings)


def mark(axes: Axes, text: str, *, right: Any = None, up: Any = None) -> None:
    """A thin line across at one number, named at its end."""
    line: dict[str, Any] = {"color": "black", "linewidth": 1, "linestyle": (0, (1, 1)), "zorder": 1.5}
    if right is not None:
        axes.axvline(float(right), **line)
        spot, offset = (float(right), 0.98), (3, 0)
        axes.annotate(text, spot, offset, xycoords=axes.get_xaxis_transform(), textcoords="offset points", va="top")
    else:
        axes.axhline(float(up), **line)
        spot, offset = (1, float(up)), (3, 0)
        axes.annotate(text, spot, offset, xycoords=axes.get_yaxis_transform(), textcoords="offset points", va="center")


def title(picture: Picture, text: str) -> None:
    """Say what a picture shows; on axes of others only where it is a single panel without a title."""
    if picture.own:
        letters = int(11 * picture.figure.get_size_inches()[0])  # what fits, at the size of titles
        picture.figure.suptitle("\n".join(textwrap.wrap(text, letters)), x=0.01, ha="left", fontsize=11)
    elif len(picture.axes) == 1 and not picture.axes[0].get_title():
        picture.axes[0].set_title("\n".join(textwrap.wrap(text, 60)))


def look(number: int) -> Look:
    """The look of a series; a number past the last begins again with other hatches, dashes and markers.

    >>> look(0) == LOOKS[0], len({look(n) for n in range(64)})
    (True, 64)
    """
    round_, place = divmod(number, len(LOOKS))
    second = LOOKS[(place + round_) % len(LOOKS)]
    return LOOKS[place]._replace(hatch=second.hatch, dashes=second.dashes, marker=second.marker)


def short(text: str, longest: int = 48) -> str:
    r"""A label on one line, its middle left out where it is too long.

    >>> short("one\ntwo"), short("abcdefghij", 5)
    ('one two', 'ab…ij')
    """
    line = " ".join(text.split())
    if len(line) <= longest:
        return line
    kept = longest - 1
    return f"{line[: kept - kept // 2]}…{line[len(line) - kept // 2 :]}"


def _name_ticks(axis: Axis, places: Sequence[int], labels: Sequence[str]) -> None:
    # The setting says nothing about ticks, which matplotlib makes when it draws.
    axis.set_ticks(list(places), list(map(short, labels)), parse_math=False)
