"""Values that are a list of alike values and show themselves as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Self, TypeVar, overload

from crimecalc.checks import check_limit
from crimecalc.rendering import ROWS_SHOWN, html_table, text_table

__all__ = ["Listing"]

T = TypeVar("T")


class Listing(Sequence[T]):
    """An immutable sequence; a slice of it is one of the same kind.

    Printed, a long one shows its first rows; ``table(None)`` is the text of all, ``to_frame()`` has all where there is
    one.

    Args:
        items: what it holds.
    """

    def __init__(self, items: Iterable[T]) -> None:
        self._items = tuple(items)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Self: ...
    def __getitem__(self, index: int | slice) -> T | Self:
        return self._like(self._items[index]) if isinstance(index, slice) else self._items[index]

    def _like(self, items: tuple[T, ...]) -> Self:
        """A listing of the same kind that holds some of the items, with whatever else it tells."""
        return type(self)(items)

    def _facts(self) -> tuple[object, ...]:
        """What it tells beside its items, by which two listings may differ."""
        return ()

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        return iter(self._items)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._items == other._items and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._items)

    def table(self, limit: int | None = ROWS_SHOWN) -> str:
        """The first of them as text; all for a limit of None.

        Raises:
            InvalidInput: if the limit is neither None nor a positive whole number.
        """
        check_limit("table", limit)
        return text_table(*self._cells(limit))

    def __str__(self) -> str:
        return self.table()

    def _repr_html_(self) -> str:
        header, rows, more = self._cells(ROWS_SHOWN)
        return html_table(header, rows, more=more)

    def _cells(self, limit: int | None) -> tuple[list[str], list[list[str]], str]:
        """Header, rows and a line on what was left out, of the table in which it shows itself."""
        raise NotImplementedError
