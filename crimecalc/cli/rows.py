"""How much of a long result is shown on the command line, and how to see all of it."""

from __future__ import annotations

import click

from crimecalc.rendering import ROWS_SHOWN

__all__ = ["hinted", "rows_asked_for"]


def rows_asked_for(limit: int | None, show_all: bool, usual: int = ROWS_SHOWN, name: str = "--limit") -> int | None:
    """How many rows to show; None for all.

    Args:
        limit: how many were asked for, if any.
        show_all: whether all were asked for.
        usual: how many there are if nothing was asked for.
        name: the option that is ``limit``.

    Raises:
        click.UsageError: if both were asked for.

    >>> rows_asked_for(None, False), rows_asked_for(3, False), rows_asked_for(None, True)
    (12, 3, None)
    """
    if show_all and limit is not None:
        raise click.UsageError(f"expected either {name} or --all, found both")
    return None if show_all else limit or usual


def hinted(text: str) -> str:
    """A result with a last line that says how to see all of it, where something was left out.

    >>> print(hinted("a\\n… and 2 more of 3 letters"))
    a
    … and 2 more of 3 letters
    <BLANKLINE>
    The option --all shows all.
    """
    short = any(line.startswith("… and ") for line in text.splitlines())
    return f"{text}\n\nThe option --all shows all." if short else text
