"""What can be looked up by a name: tables, claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar

from crimecalc.checks import found
from crimecalc.errors import InvalidInput
from crimecalc.rendering import listed

__all__ = ["Catalogue"]

T = TypeVar("T")


class Catalogue(Mapping[str, T]):
    """Values by their names, in the order in which they were added. A name is ``game/what``.

    Args:
        noun: what there is one of under each name.

    >>> shelf = Catalogue("book")
    >>> shelf.add("grove/story", "In a Grove")
    >>> shelf["grove/story"], shelf.names("grove"), shelf.names("harbour")
    ('In a Grove', ('grove/story',), ())
    >>> shelf["grove/stories"]
    Traceback (most recent call last):
    ...
    crimecalc.errors.InvalidInput: there is no book 'grove/stories'; did you mean grove/story?
    """

    def __init__(self, noun: str) -> None:
        self._noun = noun
        self._entries: dict[str, T] = {}

    def add(self, name: str, entry: T) -> None:
        """Add an entry.

        Raises:
            InvalidInput: if the name is taken.
        """
        if name in self._entries:
            raise InvalidInput(f"there is a {self._noun} {name!r} already")
        self._entries[name] = entry

    def names(self, game: str | None = None) -> tuple[str, ...]:
        """All names, or those of one game."""
        return tuple(name for name in self._entries if game is None or name.partition("/")[0] == game)

    def __getitem__(self, name: str) -> T:
        if name in self:
            return self._entries[name]
        close = get_close_matches(name, self._entries, n=3, cutoff=0.5) if isinstance(name, str) else []
        hint = f"did you mean {' or '.join(close)}?" if close else f"expected one of {listed(self._entries)}"
        raise InvalidInput(f"there is no {self._noun} {found(name)}; {hint}")

    def get(self, name: str, default: Any = None) -> Any:
        """The entry, or ``default`` where there is none of that name."""
        return self._entries.get(name, default) if isinstance(name, str) else default

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)
