"""Distributions and samples for other libraries: pandas and sympy, imported only when asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Any

from crimecalc import rendering
from crimecalc.rational import exact_fraction

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["as_sympy", "outcome_index"]


def outcome_index(outcomes: list[Any], names: Sequence[str] | None) -> pd.Index[Any]:
    """Outcomes as the index of a DataFrame: a level for each named entry, or the outcomes as they are."""
    import pandas as pd

    if names is None:
        objects = pd.Series(outcomes, dtype=object)
        return pd.Index(objects, tupleize_cols=False, name="outcome")
    levels = [[rendering.describe(outcome[i]) for outcome in outcomes] for i in range(len(names))]
    if len(names) == 1:
        return pd.Index(levels[0], name=names[0])
    return pd.MultiIndex.from_arrays(levels, names=list(names))


def as_sympy(probabilities: Mapping[Any, Fraction], name: str) -> Any:
    """A finite random variable if every outcome is a number, otherwise a dict of exact Rationals."""
    import sympy
    from sympy.stats import FiniteRV

    def rational(value: Fraction) -> Any:
        return sympy.Rational(value.numerator, value.denominator)

    if all(isinstance(outcome, Rational) and not isinstance(outcome, bool) for outcome in probabilities):
        return FiniteRV(name, {rational(exact_fraction(o, "outcome")): rational(p) for o, p in probabilities.items()})
    return {outcome: rational(probability) for outcome, probability in probabilities.items()}
