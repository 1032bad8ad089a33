"""Setups named on the command line: those that ship with crimecalc, and those of Python files."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from traceback import extract_tb

import click

from crimecalc.games import forgotten_crime
from crimecalc.setup import Setup

__all__ = ["SETUPS", "read_setup"]

SETUPS: dict[str, dict[str, Callable[[], Setup]]] = {
    "forgotten-crime": {
        "simplified": forgotten_crime.simplified_setup,
        "designer": forgotten_crime.designer_setup,
    }
}
"""The setups of each game by name; the first is meant where none is named."""


def read_setup(reference: str) -> Setup:
    """A setup that is known by name, or one from a Python file.

    Args:
        reference: as on the command line: ``forgotten-crime``, ``forgotten-crime:designer`` or ``FILE.py:NAME``.

    Raises:
        click.UsageError: if there is none.
    """
    game, _, name = reference.partition(":")
    if game in SETUPS:
        known = SETUPS[game]
        if reference == game:
            name = next(iter(known))
        if name not in known:
            raise click.UsageError(f"{game} has no setup {name!r}; expected one of: {', '.join(known)}")
        return known[name]()
    file = reference.rpartition(":")[0]
    if not file.endswith(".py") and not Path(file).is_file() and not Path(reference).is_file():
        games = ", ".join(f"{game}:{name}" for game, setups in SETUPS.items() for name in setups)
        raise click.UsageError(f"unknown game {game!r}; expected {games}, or a setup as FILE.py:NAME")
    return _load(reference)


def _load(reference: str) -> Setup:
    """A setup from a Python file, given as FILE.py:NAME."""
    file, separator, name = reference.rpartition(":")
    if not separator or not name.isidentifier():
        raise click.UsageError(f"{reference!r}: expected a setup as FILE.py:NAME")
    if not Path(file).is_file():
        raise click.UsageError(f"{reference!r}: there is no file {file!r}")
    modules, path, folder = set(sys.modules), list(sys.path), Path(file).resolve().parent
    sys.path.insert(0, str(folder))  # as "python FILE.py" would
    try:
        with redirect_stdout(sys.stderr):  # what the file prints is no part of the result
            found = runpy.run_path(file)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a stranger's file does, nothing was proven or refuted
        lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == file]
        where = f" in line {lines[-1]}" if lines else ""
        raise click.UsageError(
            f"{reference!r}: the file failed{where} with {type(error).__name__}: {error}"
        ) from error
    finally:
        # Another file may mean another module by the same name.
        sys.path[:] = path
        for module in set(sys.modules) - modules:
            origin = getattr(sys.modules[module], "__file__", None)
            if origin and folder in Path(origin).resolve().parents:
                del sys.modules[module]
    if not isinstance(found.get(name), Setup):
        made = ", ".join(sorted(key for key, value in found.items() if isinstance(value, Setup))) or "none"
        raise click.UsageError(f"{reference!r}: the file makes no Setup named {name!r}; it makes: {made}")
    setup: Setup = found[name]
    return setup.renamed(name) if setup.name == "Setup" else setup
