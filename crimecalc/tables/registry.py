"""All tables under their names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from inspect import Parameter, signature
from math import isfinite
from typing import Any

from crimecalc.catalogue import Catalogue
from crimecalc.checks import found
from crimecalc.errors import InvalidInput
from crimecalc.games import GAMES
from crimecalc.progress import Bar
from crimecalc.rational import is_whole
from crimecalc.rendering import listed
from crimecalc.tables.table import Column, Row, Table

__all__ = ["TABLES", "Recipe", "count", "exact", "get", "key", "names", "rounded", "table"]

Make = Callable[..., Iterable[Row]]


def key(name: str) -> Column:
    """A column that says what a row is about."""
    return Column(name, "key")


def count(name: str) -> Column:
    """A column of whole numbers."""
    return Column(name, "count")


def exact(name: str, digits: int = 4) -> Column:
    """A column of exact numbers."""
    return Column(name, "exact", digits)


def rounded(name: str, digits: int = 4) -> Column:
    """A column of floats."""
    return Column(name, "rounded", digits)


@dataclass(frozen=True)
class Recipe:
    """How a table is made.

    Attributes:
        name: the table's name.
        title: what it is about, in a few words.
        caption: what it shows; ``{name}`` stands for a parameter.
        source: where the facts stand that it follows from.
        columns: its columns.
        make: makes the rows.
        defaults: its parameters and what they are where nothing is said.
    """

    name: str
    title: str
    caption: str
    source: str
    columns: tuple[Column, ...]
    make: Make
    defaults: tuple[tuple[str, Any], ...]

    @property
    def sampled(self) -> bool:
        """Whether it holds estimates from random games."""
        return "seed" in dict(self.defaults)

    def table(self, progress: bool | None, **parameters: Any) -> Table:
        """Make the table; arguments as in :func:`get`."""
        defaults = dict(self.defaults)
        for name, value in parameters.items():
            if name not in defaults:
                known = f"expected {listed(defaults)}" if defaults else "it has none"
                raise InvalidInput(f"{self.name} has no parameter {name!r}; {known}")
            _check_value(f"{self.name}: {name}", value)
        chosen = {name: parameters.get(name, value) for name, value in defaults.items()}
        rows = []
        with Bar(progress, None, verb="table", noun="rows") as bar:
            for row in self.make(**chosen):
                rows.append(
                    tuple(None if isinstance(value, float) and not isfinite(value) else value for value in row)
                )
                bar.advance()
        caption = self.caption.format(**chosen)
        return Table(self.name, tuple(chosen.items()), self.title, caption, self.source, self.columns, tuple(rows))


TABLES: Catalogue[Recipe] = Catalogue("table", GAMES)
"""How each table is made, game by game."""


def table(name: str, title: str, caption: str, source: str, columns: Sequence[Column]) -> Callable[[Make], Make]:
    """Enter a function that makes rows as a table; its keyword arguments are the table's parameters.

    Args:
        name: the table's name, ``game/what``.
        title: what it is about, in a few words.
        caption: what it shows; ``{name}`` stands for a parameter.
        source: where the facts stand that it follows from.
        columns: its columns.
    """

    def enter(make: Make) -> Make:
        parameters = signature(make).parameters.values()
        assert all(parameter.default is not Parameter.empty for parameter in parameters), "a table needs no argument"
        defaults = tuple((each.name, each.default) for each in parameters)
        TABLES.add(name, Recipe(name, title, caption, source, tuple(columns), make, defaults))
        return make

    return enter


def _check_value(what: str, value: Any) -> None:
    """Refuse what cannot stand in the call that makes the table, and None: without a seed each table is another."""
    if isinstance(value, tuple):
        for part in value:
            _check_value(what, part)
    elif not isinstance(value, (str, bool, Fraction)) and not is_whole(value, -(10**18)):
        raise InvalidInput(
            f"{what}: expected a text, a whole number, a Fraction, or a tuple of these, found {found(value)}"
        )


def names(game: str | None = None) -> tuple[str, ...]:
    """The names of all tables, or of one game's.

    Args:
        game: one of :data:`~crimecalc.games.GAMES`, or None for all.

    Raises:
        InvalidInput: if there is no such game.

    >>> names("forgotten-crime")[:2]
    ('forgotten-crime/crimes', 'forgotten-crime/shared-lies')
    """
    return TABLES.names(game)


def get(name: str, *, progress: bool | None = None, **parameters: Any) -> Table:
    """Make a table.

    Args:
        name: one of :func:`names`.
        progress: show a bar; None for one after two seconds if somebody watches.
        parameters: the table's own, such as ``players`` or ``split``; ``n`` and ``seed`` where games are simulated.

    Raises:
        InvalidInput: if there is no such table or parameter, or a parameter makes no sense.

    >>> print(get("in-a-grove/murderer-2-players").to_text())
    murderer  probability  about
    3         1/5          0.2000
    4         1/5          0.2000
    5         3/20         0.1500
    6         3/20         0.1500
    7         3/10         0.3000
    """
    return TABLES[name].table(progress, **parameters)
