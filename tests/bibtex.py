"""Just enough of BibTeX to read back an entry, and of LaTeX to see that it is well formed."""

from __future__ import annotations

import re
from typing import NamedTuple


class Entry(NamedTuple):
    """One entry: its kind, its key, and its fields as they are between their braces."""

    kind: str
    key: str
    fields: dict[str, str]


def depths(text: str) -> list[int]:
    """How many braces are open after each character, as BibTeX counts them, also those after a backslash."""
    found, depth = [], 0
    for char in text:
        depth += {"{": 1, "}": -1}.get(char, 0)
        found.append(depth)
    return found


def parsed(text: str) -> list[Entry]:
    """All entries of a text that holds nothing else.

    Raises:
        ValueError: if it cannot be read.
    """
    found, place = [], 0
    while text[place:].strip():
        start = re.compile(r"\s*@(\w+)\{([^\s,{}]+),").match(text, place)
        if start is None:
            raise ValueError(f"no entry: {text[place:]!r}")
        inside = depths(text[start.start() :])
        first = text.index("{", start.start()) - start.start()
        end = start.start() + next(n for n, depth in enumerate(inside) if n > first and depth == 0)
        found.append(Entry(start[1], start[2], _fields(text[start.end() : end])))
        place = end + 1
    return found


def _fields(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    rest = text
    while rest.strip():
        start = re.match(r"\s*(\w+)\s*=\s*\{", rest)
        if start is None or start[1] in found:
            raise ValueError(f"no field: {rest!r}")
        inside = depths(rest[start.end() - 1 :])
        end = start.end() - 1 + inside.index(0)
        found[start[1]] = rest[start.end() : end]
        rest = rest[end + 1 :].removeprefix(",")
    return found


def balanced(text: str) -> bool:
    """Whether braces are, as LaTeX counts them: not after a backslash, nor in a comment."""
    depth = 0
    for line in text.splitlines():
        line = re.sub(r"\\.", "", line)
        for char in line.partition("%")[0]:
            depth += {"{": 1, "}": -1}.get(char, 0)
            if depth < 0:
                return False
    return depth == 0


def from_latex(text: str) -> str:
    """Text as it was before its special characters were escaped."""
    return re.sub(r"\\([&%$#_{}])", r"\1", text)
