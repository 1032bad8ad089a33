"""Tables made once for all tests."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from crimecalc import tables
from crimecalc.tables import Table


@cache
def made(name: str, **parameters: Any) -> Table:
    """A table as the library makes it; parameters that can be looked up, as a table's are."""
    return tables.get(name, progress=False, **parameters)


def exactly(table: Table) -> list[tuple[Any, ...]]:
    """The rows of a table, its floats left out, a probability of 1 as a Fraction like any other."""
    places = [place for place, column in enumerate(table.columns) if column.kind != "rounded"]
    kinds = [table.columns[place].kind for place in places]
    return [
        tuple(
            Fraction(row[place]) if kind == "exact" and row[place] is not None else row[place]
            for place, kind in zip(places, kinds, strict=True)
        )
        for row in table.rows
    ]
