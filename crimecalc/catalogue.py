"""What can be looked up by a name: tables, claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar

from crimecalc.checks import check_choice, found
from crimecalc.errors import InvalidInput
from crimecalc.rendering import listed

__all__ = ["Catalogue"]

T = TypeVar("T")


class Catalogue(Mapping[str, T]):
    """Values by their names, game by game and then in the order in which they were added. A name is ``game/what``.

    Args:
        noun: what there is one of under each name.
        games: the games that there are, in order.

    >>> shelf = Catalogue("book", ["grove", "harbour"])
    >>> shelf.add("grove/story", "In a Grove")
    >>> shelf["grove/story"], shelf.names("grove"), shelf.names("harbour")
    ('In a Grove', ('grove/story',), ())
    >>> shelf["grove/stories"]
    Traceback (most recent call last):
    ...
    crimecalc.errors.InvalidInput: there is no book 'grove/stories'; did you mean grove/story?
    """

    def __init__(self, noun: str, games: Iterable[str]) -> None:
        self._noun = noun
        self._games = tuple(games)
        self._entries: dict[str, T] = {}

    def add(self, name: str, entry: T) -> None:
        """Add an entry.

        Raises:
            InvalidInput: if the name does not begin with a game, or is taken.
        """
        game, _, what = name.partition("/")
        if game not in self._games or not what:
            raise InvalidInput(f"{self._noun}: expected a name 'game/what', found {name!r}")
        if name in self._entries:
            raise InvalidInput(f"there is a {self._noun} {name!r} already")
        self._entries[name] = entry

    def names(self, game: str | None = None) -> tuple[str, ...]:
        """All names, or those of one game.

        Raises:
            InvalidInput: if there is no such game.
        """
        if game is not None:
            check_choice("game", game, self._games)
        return tuple(name for name in self if game is None or name.partition("/")[0] == game)

    def __getitem__(self, name: str) -> T:
        if name in self:
            return self._entries[name]
        close = get_close_matches(name[:_LONGEST], self, n=3, cutoff=0.5) if isinstance(name, str) else []
        hint = f"did you mean {' or '.join(close)}?" if close else f"expected one of {listed(self)}"
        raise InvalidInput(f"there is no {self._noun} {found(name)}; {hint}")

    def get(self, name: str, default: Any = None) -> Any:
        """The entry, or ``default`` where there is none of that name."""
        return self._entries.get(name, default) if isinstance(name, str) else default

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._entries, key=lambda name: self._games.index(name.partition("/")[0])))

    def __len__(self) -> int:
        return len(self._entries)


_LONGEST = 100
"""So many characters of a name that is not there are held against those that are."""
