"""What pictures are drawn on: the one style of all, and the value that shows and saves a picture.

matplotlib is imported only when something is drawn, and never its ``pyplot``, so no picture changes a setting or opens
a figure of whoever asks for it.

The settings of matplotlib are those of the whole process, and much of a figure reads them late. So threads draw and
save one at a time, each under the style, and afterwards the settings are what they were. Code of your own in
another thread that reads ``rcParams`` meanwhile finds the style, and what it sets is undone, as with any
``rc_context``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from os import PathLike
from threading import RLock
from typing import TYPE_CHECKING, Any, Literal

from crimecalc.checks import found, path_ending
from crimecalc.errors import InvalidInput, MissingExtra
from crimecalc.rational import is_whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Picture", "draw_on", "need_matplotlib"]

_STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.labelsize": 10,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "font.family": "DejaVu Sans",  # comes with matplotlib and has the four suits
    "font.size": 9,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "hatch.linewidth": 0.7,
    "legend.frameon": False,
    "lines.linewidth": 1.6,
    "lines.markersize": 4.5,
}
_ALWAYS: dict[str, Any] = {
    "svg.hashsalt": "crimecalc",  # otherwise the ids in an SVG are random
    "text.parse_math": False,  # a dollar sign in a label is a dollar sign
}
_DPI = 100
_FORMATS = (".png", ".svg", ".pdf")

_SETTINGS = RLock()
"""Held while the settings of matplotlib are not those of the user; the same thread may save while it draws."""


@dataclass(frozen=True, eq=False, repr=False)
class Picture:
    """A picture that shows itself in a notebook, writes itself to a file, and may be changed by means of matplotlib.

    As its figure may change at any time, a picture equals only itself; whether two show the same tell their ``svg``.

    All texts are in DejaVu Sans, which is the same everywhere. It lacks some scripts, such as Chinese and Japanese; a
    character that it lacks is drawn as a box, and matplotlib warns of it. For those, draw on ``axes`` of your own:
    there the fonts are those of your ``rcParams``.

    Attributes:
        figure: the matplotlib Figure; it belongs to no window and not to ``pyplot``, unless ``axes`` were given.
        axes: the matplotlib Axes drawn on, one for each panel.
        own: whether the figure is new; otherwise ``axes`` were given.
    """

    figure: Figure
    axes: tuple[Axes, ...]
    own: bool = True

    @property
    def svg(self) -> str:
        """The picture as SVG; the same text whenever the same is drawn with the same matplotlib."""
        return self._written("svg", _DPI).decode("utf-8")

    def save(self, path: str | PathLike[str], dpi: int = 200) -> None:
        """Write the picture to a file.

        Args:
            path: its name, which ends in ``.png``, ``.svg`` or ``.pdf``, in small or capital letters.
            dpi: dots per inch of a PNG.

        Raises:
            InvalidInput: for another ending, or if ``dpi`` is no positive whole number.
        """
        target = path_ending("save", path, _FORMATS)
        if not is_whole(dpi, 1):
            raise InvalidInput(f"save: dpi: expected a positive whole number, found {found(dpi)}")
        target.write_bytes(self._written(target.suffix.lower()[1:], dpi))

    def _written(self, kind: str, dpi: int) -> bytes:
        undated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
        buffer = BytesIO()
        with _style(self.own):
            self.figure.savefig(buffer, format=kind, dpi=dpi, metadata=undated.get(kind))
        return buffer.getvalue()

    def _repr_png_(self) -> tuple[bytes, dict[str, int]] | None:
        """What a notebook shows; nothing where ``pyplot`` will show the same figure itself."""
        pyplot = sys.modules.get("matplotlib.pyplot")
        number = getattr(self.figure, "number", None)
        if pyplot is not None and number is not None and pyplot.fignum_exists(number):
            return None
        width, height = (round(_DPI * inches) for inches in self.figure.get_size_inches())
        return self._written("png", 2 * _DPI), {"width": width, "height": height}

    def __repr__(self) -> str:
        width, height = self.figure.get_size_inches()
        panels = [f"{axes.get_title('left')} {axes.get_title()}" for axes in self.axes]
        about = " | ".join(filter(None, (" ".join(text.split()) for text in (self.figure.get_suptitle(), *panels))))
        return f"<Picture{f' {about!r}' if about else ''}: {width:g} × {height:g} inches>"


def need_matplotlib() -> None:
    """Import what pictures need.

    Raises:
        MissingExtra: if matplotlib is not installed.
    """
    try:
        import matplotlib.figure
        import matplotlib.style  # noqa: F401
    except ImportError as error:
        raise MissingExtra('pictures need matplotlib, which is not there: pip install "crimecalc[plot]"') from error


@contextmanager
def _style(own: bool) -> Iterator[None]:
    """The style for a while: all of it for figures of our own, and for others only what no setting should change."""
    need_matplotlib()
    import matplotlib.style

    with _SETTINGS, matplotlib.style.context(["default", _STYLE, _ALWAYS] if own else [_ALWAYS]):
        yield


@contextmanager
def draw_on(
    axes: Any = None,
    *,
    rows: int = 1,
    columns: int = 1,
    size: tuple[float, float] = (7, 3.6),
    share: Literal["x", "y", "both"] | None = None,
) -> Iterator[Picture]:
    """A picture to draw on, in the style of all.

    Args:
        axes: the matplotlib Axes to use, a sequence of them where there are several panels; None for a new figure.
        rows: how many rows of panels.
        columns: how many panels in a row.
        size: width and height of a new figure, in inches.
        share: which scales all panels of a new figure share.

    Raises:
        InvalidInput: if ``axes`` is none of this, or of another number.
        MissingExtra: if matplotlib is not installed.

    >>> with draw_on(columns=2) as picture:
    ...     left, right = picture.axes
    ...     line = left.plot([1, 2], [3, 4])
    >>> picture
    <Picture: 7 × 3.6 inches>
    """
    with _style(axes is None):
        from matplotlib.figure import Figure

        if axes is None:
            figure = Figure(figsize=size, layout="constrained")
            shared = {"sharex": share in ("x", "both"), "sharey": share in ("y", "both")}
            panels = figure.subplots(rows, columns, squeeze=False, **shared).flat  # type: ignore[call-overload]
            yield Picture(figure, tuple(panels))
            return
        given = _given_axes(axes, rows * columns)
        root: Any = given[0].figure
        while not isinstance(root, Figure):
            root = root.figure
        yield Picture(root, given, False)


def _given_axes(axes: Any, count: int) -> tuple[Axes, ...]:
    from matplotlib.axes import Axes

    given = tuple(getattr(axes, "flat", axes)) if hasattr(axes, "__iter__") else (axes,)
    if len(given) != count or not all(isinstance(one, Axes) for one in given):
        expected = "one matplotlib Axes" if count == 1 else f"{count} matplotlib Axes"
        raise InvalidInput(f"axes: expected {expected}, or None for a new picture; found {found(axes)}")
    return given
