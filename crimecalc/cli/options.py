"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from crimecalc.engine.exact import DEFAULT_MAX_STATES

__all__ = ["max_states", "max_worlds"]

Command = TypeVar("Command", bound=Callable[..., Any])


def max_states(command: Command) -> Command:
    """The option ``--max-states``."""
    return _limit("--max-states", DEFAULT_MAX_STATES, "States that may be held at once.")(command)


def max_worlds(most: int, told: str) -> Callable[[Command], Command]:
    """The option ``--max-worlds``: how many there may be if nothing is said, and what it is about."""
    return _limit("--max-worlds", most, told)


def _limit(name: str, usual: int, told: str) -> Callable[[Command], Command]:
    return click.option(name, type=click.IntRange(min=1), default=usual, show_default=True, help=told)
