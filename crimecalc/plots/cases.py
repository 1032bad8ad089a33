"""Pictures of what is known in a game of the Clue family: who holds what, and how far everybody is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from crimecalc import charts
from crimecalc.canvas import Picture, draw_on
from crimecalc.checks import found
from crimecalc.errors import InvalidInput
from crimecalc.inference.case import FamilyCase
from crimecalc.inference.grid import Grid

__all__ = ["entropies", "who_holds_what"]

_WIDTH = 5.4
"""Inches for all columns of a table together, so that it is as wide as other pictures; more only if there are many."""


def who_holds_what(cases: FamilyCase | Grid | Mapping[Any, FamilyCase | Grid], axes: Any = None) -> Picture:
    """For each card how probable each holder is, in per cent; the darker, the more probable.

    Args:
        cases: a case of any game of the family, or its grid; several of the same game, each with what stands above
            it, are shown side by side.
        axes: as many matplotlib Axes to draw on; None for a picture of its own.

    Raises:
        InvalidInput: if an argument makes no sense.
        MissingExtra: if matplotlib is not installed.

    >>> from crimecalc.games import king_of_hearts
    >>> who_holds_what(king_of_hearts.Case(players=4, seat=0, hand="JC QD KS 3H 7H"))
    <Picture 'Who can hold what': 5.2 × 6.5 inches>
    """
    named = {str(name): case for name, case in cases.items()} if isinstance(cases, Mapping) else {"": cases}
    if not named:
        raise InvalidInput("who_holds_what: expected at least one case, found none")
    grids = {name: _grid(case) for name, case in named.items()}
    first = next(iter(grids.values()))
    if any(list(grid.chances) != list(first.chances) for grid in grids.values()):
        raise InvalidInput("who_holds_what: expected cases of the same game, with the same cards")
    columns = max(len(grid.holders) for grid in grids.values()) * len(grids)
    cell = min(max(_WIDTH / columns, 0.5), 0.72)
    size = (1.6 + cell * columns, 1 + 0.25 * len(first.chances))
    with draw_on(axes, columns=len(grids), size=size, share="y") as picture:
        for panel, (name, grid) in zip(picture.axes, grids.items(), strict=True):
            chances = [[100 * row[holder] for holder in grid.holders] for row in grid.chances.values()]
            holders = [_seat(holder) for holder in grid.holders.values()]
            image = charts.heat_map(
                panel, list(map(str, grid.chances)), holders, chances, [list(map(_percent, row)) for row in chances]
            )
            panel.set(xlabel="holder (seat)", ylabel="card")
            for last in _ends(named[name]):
                panel.axhline(last - 0.5, color="black", linewidth=1)
            if name:
                panel.set_title(name, fontsize="medium")
            panel.label_outer()
        charts.colour_bar(picture, image, "probability (%)")
        charts.title(picture, "Who can hold what")
    return picture


def entropies(cases: FamilyCase | Mapping[Any, FamilyCase | Sequence[FamilyCase]], axes: Any = None) -> Picture:
    """How many bits each player still misses to the solution after each question.

    Args:
        cases: a case with its history, or several by what they are called in the legend; a sequence of cases instead
            of one gives those after 0, 1, 2, … questions.
        axes: the matplotlib Axes to draw on; None for a picture of its own.

    Raises:
        InvalidInput: if an argument makes no sense.
        MissingExtra: if matplotlib is not installed.

    >>> from crimecalc.games import king_of_hearts
    >>> case = king_of_hearts.Case(players=4, seat=0, hand="JC QD KS 3H 7H")
    >>> picture = entropies(case.asked(court="KH", heart="9H", by=0, shown_by=2, card="9H"))
    >>> [round(float(bits), 3) for bits in picture.axes[0].lines[0].get_ydata()]
    [6.17, 5.929]
    """
    named = cases if isinstance(cases, Mapping) else {_who(cases): cases}
    if not named:
        raise InvalidInput("entropies: expected at least one case, found none")
    bits = {str(name): [case.solution().entropy() for case in _line(case)] for name, case in named.items()}
    longest = max(map(len, bits.values()))
    with draw_on(axes) as picture:
        (panel,) = picture.axes
        for number, (name, left) in enumerate(bits.items()):
            charts.curves(panel, range(len(left)), {name: left}, first=number)
        panel.set(xlabel="questions asked", ylabel="entropy of the solution (bits)")
        charts.from_zero(panel)
        panel.set_xticks(range(0, longest, 1 + longest // 26))
        charts.legend(panel)
        charts.title(picture, "What is still missing to the solution")
    return picture


def _grid(case: Any) -> Grid:
    if isinstance(case, FamilyCase):
        return case.grid
    if not isinstance(case, Grid):
        raise InvalidInput(f"who_holds_what: expected a case, found {found(case)}")
    return case


def _line(case: Any) -> list[FamilyCase]:
    """The cases after each question."""
    if isinstance(case, FamilyCase):
        line = [case]
        while line[-1].history:
            line.append(line[-1].undo())
        return line[::-1]
    line = list(case) if isinstance(case, Iterable) and not isinstance(case, str) else []
    if not line or not all(isinstance(one, FamilyCase) for one in line):
        raise InvalidInput(f"entropies: expected a case, or a list of cases; found {found(case)}")
    return line


def _who(case: Any) -> str:
    seat = getattr(case, "seat", None)
    return "spectator" if seat is None else f"seat {seat}"


def _seat(holder: str) -> str:
    return holder.removeprefix("seat ")


def _percent(chance: Fraction) -> str:
    """A number of per cent as it stands in a cell; what is not certain never looks so."""
    if chance in (0, 100):
        return "100" if chance else ""
    return str(min(max(round(chance), 1), 99))


def _ends(case: FamilyCase | Grid) -> list[int]:
    """After how many cards a category ends, the last left out; a grid does not tell."""
    if not isinstance(case, FamilyCase):
        return []
    return list(accumulate(len(cards) for cards in case.CATEGORIES.values()))[:-1]
