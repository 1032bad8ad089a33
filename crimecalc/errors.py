"""The errors that crimecalc raises: one family, each child for one kind of trouble."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from crimecalc.comparison import Comparison

__all__ = [
    "CrimecalcError",
    "ImpossibleEvidence",
    "InexactNumber",
    "InvalidInput",
    "MissingExtra",
    "NotEquivalent",
    "SetupError",
    "TooManyStates",
]


class CrimecalcError(Exception):
    """Every error that crimecalc raises on purpose."""


class InvalidInput(CrimecalcError, ValueError):
    """An argument that makes no sense; the message says what was found and what was expected."""


class InexactNumber(InvalidInput, TypeError):
    """A float (or another inexact number) where only integers and Fractions are exact."""


class MissingExtra(CrimecalcError, ImportError):
    """A library that crimecalc needs for this alone is not installed; the message says how to install it."""


class SetupError(InvalidInput):
    """A step that hands cannot carry out; raised where the step is written."""


class ImpossibleEvidence(CrimecalcError, ValueError):
    """Something was said to be seen that cannot happen, so no belief follows from it."""


class TooManyStates(CrimecalcError):
    """Exact work refused before it starts, because it would not fit.

    Attributes:
        step: number of the setup's step, counted from 1 as in the printed instructions.
        states: how many states that step would need.
        limit: how many are allowed (``max_states``).
    """

    def __init__(self, message: str, *, step: int, states: int, limit: int) -> None:
        super().__init__(message)
        self.step = step
        self.states = states
        self.limit = limit

    def __reduce__(self) -> tuple[object, ...]:
        return _too_many_states, (str(self), self.step, self.states, self.limit)


def _too_many_states(message: str, step: int, states: int, limit: int) -> TooManyStates:
    """Rebuild the error on the other side of a process boundary."""
    return TooManyStates(message, step=step, states=states, limit=limit)


class NotEquivalent(CrimecalcError):
    """Two setups were claimed to be the same game and are not.

    Attributes:
        comparison: the whole :class:`~crimecalc.comparison.Comparison`, with the counterexample.
    """

    def __init__(self, comparison: Comparison) -> None:
        super().__init__(comparison)
        self.comparison = comparison

    def __str__(self) -> str:
        return str(self.comparison)
