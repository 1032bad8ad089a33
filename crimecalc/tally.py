"""Mean and standard error of numbers that were counted."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, sqrt

__all__ = ["mean", "standard_error"]


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
