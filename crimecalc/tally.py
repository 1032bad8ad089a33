"""What was counted in many games: how often each thing happened, mean and standard error."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import fields, replace
from math import inf, sqrt
from typing import Any, TypeVar, cast

from crimecalc.errors import InvalidInput

__all__ = ["Counts", "added", "mean", "rate_error", "standard_error"]

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Counts(Mapping[K, int]):
    """How often each thing happened; immutable, 0 for what never did, and ``+`` adds two of them up.

    Args:
        counts: the times of each; what happened 0 times is left out.

    >>> first = Counts({"win": 2, "loss": 1})
    >>> first["draw"], first + Counts({"win": 1})
    (0, Counts({'win': 3, 'loss': 1}))
    """

    def __init__(self, counts: Mapping[K, int] | None = None) -> None:
        self._counts = {key: times for key, times in (counts or {}).items() if times}

    def __getitem__(self, key: K) -> int:
        return self._counts.get(key, 0)

    def get(self, key: K, default: Any = None) -> Any:
        """How often something happened, or the default where it never did."""
        return self._counts.get(key, default)

    def __contains__(self, key: object) -> bool:
        return key in self._counts

    def __iter__(self) -> Iterator[K]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __add__(self, other: Counts[K]) -> Counts[K]:
        if not isinstance(other, Counts):
            return NotImplemented
        return Counts({key: self[key] + other[key] for key in (*self, *other)})

    def __hash__(self) -> int:
        return hash(frozenset(self._counts.items()))

    def __repr__(self) -> str:
        return f"Counts({self._counts!r})"


def added(one: T, other: T, *alike: str) -> T:
    """The results of two runs of games as one: all fields added up, but those in which they have to be ``alike``.

    Raises:
        InvalidInput: if they are not.
    """
    for name in alike:
        if getattr(one, name) != getattr(other, name):
            raise InvalidInput(f"expected games with {name} {getattr(one, name)!r} to add, found {other!r}")
    names = [field.name for field in fields(cast(Any, one)) if field.name not in alike]
    return cast(T, replace(cast(Any, one), **{name: getattr(one, name) + getattr(other, name) for name in names}))


def mean(counts: Mapping[int, int]) -> float:
    """Mean of numbers, from how often each came up.

    >>> mean({3: 2, 5: 2})
    4.0
    """
    return sum(number * times for number, times in counts.items()) / sum(counts.values())


def standard_error(counts: Mapping[int, int]) -> float:
    """Standard error of the :func:`mean`; infinite for a single number.

    >>> standard_error({3: 2, 5: 2}) ** 2
    0.3333333333333333
    """
    n, middle = sum(counts.values()), mean(counts)
    if n == 1:
        return inf
    squares = sum((number - middle) ** 2 * times for number, times in counts.items())
    return sqrt(squares / n / (n - 1))


def rate_error(times: int, n: int) -> float:
    """Standard error of the share ``times / n``; infinite for a single one, which tells nothing of how others differ.

    >>> rate_error(50, 100)
    0.05
    """
    return sqrt(times * (n - times) / n**3) if n > 1 else inf
