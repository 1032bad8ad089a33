"""Who can hold what, drawn as a grid of probabilities."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from crimecalc.rendering import html_table, percent, text_table

__all__ = ["Grid"]

_WIDE = 7
"""Up to so many columns have their full names."""


@dataclass(frozen=True)
class Grid:
    """A row for each card and a column for each holder.

    Attributes:
        chances: for each card the probability of each holder.
        holders: what each holder is called.
    """

    chances: Mapping[Any, Mapping[Any, Fraction]]
    holders: Mapping[Hashable, str]

    @property
    def _is_wide(self) -> bool:
        """Whether it would not fit a terminal with full names and decimals."""
        return len(self.holders) > _WIDE

    @property
    def _header(self) -> list[str]:
        return ["card", *(name.removeprefix("seat ") if self._is_wide else name for name in self.holders.values())]

    @property
    def _cells(self) -> list[list[str]]:
        digits = 0 if self._is_wide else 1
        return [[str(c), *(percent(row[h], digits) for h in self.holders)] for c, row in self.chances.items()]

    def __str__(self) -> str:
        return text_table(self._header, self._cells)

    def _repr_html_(self) -> str:
        shades = [[None, *(float(chance[holder]) for holder in self.holders)] for chance in self.chances.values()]
        return html_table(self._header, self._cells, caption="Who can hold what", shades=shades)
