"""Exact numbers: what counts as one, and logarithms of their ratios."""

from __future__ import annotations

from fractions import Fraction
from math import log, log1p, log2
from numbers import Rational
from typing import Any

from crimecalc.errors import InexactNumber

__all__ = ["exact_fraction", "is_whole", "log2_of", "log2_ratio"]


def exact_fraction(value: Any, what: str) -> Fraction:
    """An integer or Fraction as a Fraction; anything inexact is refused.

    Raises:
        InexactNumber: for a float or anything else that is not a rational number.

    >>> exact_fraction(3, "weight")
    Fraction(3, 1)
    """
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    reason = (
        f"a float holds only the nearest binary fraction, here {Fraction(value)}; write Fraction({str(value)!r})"
        if isinstance(value, float) and value - value == 0
        else "only these are exact"
    )
    raise InexactNumber(f"{what}: expected an integer or a Fraction, found {value!r}: {reason}")


def is_whole(value: object, low: int, high: int | None = None) -> bool:
    """Whether a value is an int (no bool) from ``low`` to ``high``, or of any size without a ``high``.

    >>> is_whole(3, 0, 3), is_whole(True, 0), is_whole(3.0, 0)
    (True, False, False)
    """
    return type(value) is int and value >= low and (high is None or value <= high)


def log2_ratio(numerator: int, denominator: int) -> float:
    """log2 of a ratio of at least 1 of integers of any size, to the last digits also where it is near 1."""
    if numerator < 2 * denominator:
        return log1p(float(Fraction(numerator - denominator, denominator))) / log(2)
    # Python takes logarithms of integers of any size, so nothing overflows on the way.
    return log2(numerator) - log2(denominator) if numerator > 2**1000 else log2(Fraction(numerator, denominator))


def log2_of(numerator: int, denominator: int) -> float:
    """log2 of any positive ratio of integers of any size; exactly 0 where they are equal.

    >>> log2_of(1, 4), log2_of(10**400, 10**400)
    (-2.0, 0.0)
    """
    if numerator < denominator:
        return -log2_ratio(denominator, numerator)
    return log2_ratio(numerator, denominator)
