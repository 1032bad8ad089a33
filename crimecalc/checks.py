"""Checks of arguments that several rooms make, each with one clear error."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from crimecalc.errors import InvalidInput
from crimecalc.rational import is_whole
from crimecalc.rendering import listed

__all__ = [
    "check_choice",
    "check_flag",
    "check_limit",
    "check_seat",
    "choice_of_each",
    "each_of",
    "found",
    "path_ending",
]

_LONGEST = 200


def found(value: object) -> str:
    """A value as it stands in an error: short, and also where Python cannot write it.

    >>> found("x"), found(10**5000)
    ("'x'", 'int')
    """
    try:
        text = repr(value)
    except Exception:  # whatever a stranger's repr does, the error is about the argument
        return type(value).__name__
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def check_choice(what: str, value: object, allowed: Iterable[str]) -> None:
    """Refuse what is none of the words that are allowed; ``what`` is the argument.

    Raises:
        InvalidInput: naming the words.

    >>> check_choice("turn", "left", ["left", "right"])
    """
    words = tuple(allowed)
    if not isinstance(value, str) or value not in words:
        raise InvalidInput(f"{what}: expected {_either(list(map(repr, words)))}, found {found(value)}")


def check_flag(what: str, value: object) -> None:
    """Refuse what is neither True nor False; ``what`` is the argument.

    Raises:
        InvalidInput: if it is anything else, such as ``"no"``, which Python takes for true.
    """
    if not isinstance(value, bool):
        raise InvalidInput(f"{what}: expected True or False, found {found(value)}")


def check_limit(what: str, limit: object) -> None:
    """Refuse what is no number of rows to show; ``what`` is the function that was called.

    Raises:
        InvalidInput: if it is neither None, for all, nor a positive whole number.

    >>> check_limit("table", None)
    """
    if limit is not None and not is_whole(limit, 1):
        raise InvalidInput(f"{what}: limit: expected at least 1, or None for all, found {found(limit)}")


def path_ending(what: str, path: object, endings: Sequence[str]) -> Path:
    """A path whose name ends in one of ``endings``, in small or capital letters; ``what`` is the function called.

    Raises:
        InvalidInput: if it ends otherwise, or is no path.

    >>> path_ending("save", "a.SVG", [".png", ".svg"]).suffix
    '.SVG'
    """
    text = os.fspath(path) if isinstance(path, (str, os.PathLike)) else None
    if not isinstance(text, str) or Path(text).suffix.lower() not in endings:
        raise InvalidInput(f"{what}: path: expected a path that ends in {_either(endings)}; found {found(path)}")
    return Path(text)


def check_seat(what: str, seat: object, players: int, *, nobody: bool = False) -> None:
    """Refuse what is no seat; ``what`` is the function that was called, ``nobody`` whether None is one.

    Raises:
        InvalidInput: naming the seats.

    >>> check_seat("win_rate", None, 4, nobody=True)
    """
    if not (is_whole(seat, 0, players - 1) or (nobody and seat is None)):
        or_none = ", or None" if nobody else ""
        raise InvalidInput(f"{what}: expected a seat from 0 to {players - 1}{or_none}, found {found(seat)}")


def each_of(what: str, value: Any, count: int, noun: str) -> tuple[Any, ...]:
    """What each of ``count`` seats gets: a sequence as it is, anything else the same for all.

    Raises:
        InvalidInput: if a sequence is of another length.

    >>> each_of("policy", "random", 3, "seats")
    ('random', 'random', 'random')
    """
    if isinstance(value, str) or not isinstance(value, Sequence):
        return (value,) * count
    if len(value) != count:
        raise InvalidInput(
            f"{what}: expected one for all, or one for each of the {noun}, {count} in all; found {found(value)}"
        )
    return tuple(value)


def choice_of_each(what: str, value: Any, count: int, noun: str, allowed: Iterable[str]) -> tuple[Any, ...]:
    """What each of ``count`` seats chose, as in :func:`each_of`; each must be one of the words that are allowed.

    Raises:
        InvalidInput: if a sequence is of another length, or a word is not allowed.

    >>> choice_of_each("policy", ["left", "right"], 2, "seats", ["left", "right"])
    ('left', 'right')
    """
    words = tuple(allowed)
    chosen = each_of(what, value, count, noun)
    for choice in chosen:
        check_choice(what, choice, words)
    return chosen


def _either(words: Sequence[str]) -> str:
    *others, last = words
    return f"{listed(others)} or {last}" if others else last
