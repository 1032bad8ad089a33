"""Does a sample fit a distribution? Pearson's chi-square and the G test, small cells pooled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import special

from crimecalc import rendering
from crimecalc.cards import label_key
from crimecalc.checks import check_choice
from crimecalc.distribution import Distribution
from crimecalc.errors import InvalidInput
from crimecalc.packing import INT64_MAX

__all__ = ["GoodnessOfFit", "Test", "goodness_of_fit", "goodness_of_fit_counts"]

SMALLEST_EXPECTED = {"chi-square": 5, "G": 50}
"""Expected count below which a cell is pooled; the customary bound for the chi-square approximation.

The G statistic follows chi-square only for larger cells: with thousands of cells of 5 it rejects what is right.
"""

SUSPICIOUS = 1e-6
"""A p-value below this is taken for a sample that does not fit."""

Test = Literal["chi-square", "G"]


@dataclass(frozen=True)
class GoodnessOfFit:
    """How well observed counts fit a distribution.

    Attributes:
        test: "chi-square" or "G".
        statistic: the test statistic; infinite if something impossible was observed.
        degrees_of_freedom: cells after pooling, less one.
        p_value: probability of a statistic at least as large if the distribution is right.
        n: how many observations.
        cells: how many cells were left after pooling.
        impossible: how many observations have probability 0.
    """

    test: Test
    statistic: float
    degrees_of_freedom: int
    p_value: float
    n: int
    cells: int
    impossible: int

    @property
    def fits(self) -> bool:
        """Whether the sample is no reason to doubt the distribution: a p-value of at least one in a million."""
        return self.p_value >= SUSPICIOUS

    def __str__(self) -> str:
        if not self.degrees_of_freedom and not self.impossible:
            return f"{rendering.plural(self.n, 'observation')} cannot be tested: too few for two cells"
        if self.impossible:
            return f"{self.impossible:,} of {self.n:,} observations are impossible"
        freedom = rendering.plural(self.degrees_of_freedom, "degree")
        return f"{self.test} {self.statistic:,.1f}, {freedom} of freedom, p = {self.p_value:.4f}"


def goodness_of_fit(counts: Mapping[Any, int], distribution: Distribution, test: Test = "chi-square") -> GoodnessOfFit:
    """Hold observed counts against an exact distribution.

    Neighbouring outcomes (in ascending order, so whatever was observed) are pooled until each cell
    expects at least 5 observations (50 for the G test).

    Args:
        counts: how often each outcome was observed.
        distribution: what is expected.
        test: "chi-square" (Pearson) or "G" (log-likelihood ratio).

    Raises:
        InvalidInput: if nothing was observed, or the test is unknown.

    Source: Cochran, *Some Methods for Strengthening the Common chi-square Tests*, Biometrics 1954, for the
    pooling of small cells.

    >>> coin = Distribution({"heads": 1, "tails": 1})
    >>> print(goodness_of_fit({"heads": 60, "tails": 40}, coin))
    chi-square 4.0, 1 degree of freedom, p = 0.0455
    """
    if not isinstance(counts, Mapping):
        raise InvalidInput(f"counts: expected a mapping of outcomes to counts, found {type(counts).__name__}")
    _check_distribution(distribution)
    outcomes = sorted(set(distribution) | set(counts), key=label_key)
    for outcome, count in counts.items():
        if isinstance(count, bool) or not isinstance(count, (int, np.integer)) or count < 0:
            raise InvalidInput(f"counts: expected a whole number of at least 0 for {outcome!r}, found {count!r}")
    if sum(map(int, counts.values())) > INT64_MAX:
        raise InvalidInput("counts: expected fewer than 2**63 observations in all")
    observed = np.array([counts.get(outcome, 0) for outcome in outcomes], dtype=np.int64)
    weights = [distribution.count(outcome) if outcome in distribution else 0 for outcome in outcomes]
    return goodness_of_fit_counts(observed, weights, test)


def _check_distribution(distribution: object) -> None:
    if not isinstance(distribution, Distribution):
        raise InvalidInput(f"expected a Distribution to fit, found {type(distribution).__name__}")


def goodness_of_fit_counts(
    observed: NDArray[np.int64], weights: Sequence[int], test: Test = "chi-square"
) -> GoodnessOfFit:
    """The same for counts and integer weights that stand side by side, in the order of pooling."""
    check_choice("test", test, ("chi-square", "G"))
    n, total = int(observed.sum()), sum(weights)
    if n < 1:
        raise InvalidInput("goodness of fit: nothing was observed; expected at least one observation")
    possible = np.array([weight > 0 for weight in weights])
    impossible = n - int(observed[possible].sum())
    if impossible:
        return GoodnessOfFit(test, float("inf"), int(possible.sum()) - 1, 0.0, n, int(possible.sum()), impossible)
    starts, cell_weights = _pooled(weights, n, total, SMALLEST_EXPECTED[test])
    cells = np.add.reduceat(observed, starts)
    if len(starts) == 1:
        return GoodnessOfFit(test, 0.0, 0, 1.0, n, 1, 0)
    expected = np.array([float(Fraction(weight * n, total)) for weight in cell_weights])
    statistic, freedom = _statistic(cells, expected, test), len(starts) - 1
    return GoodnessOfFit(test, statistic, freedom, float(special.chdtrc(freedom, statistic)), n, len(starts), 0)


def _statistic(observed: NDArray[np.int64], expected: NDArray[np.float64], test: Test) -> float:
    if test == "G":
        return float(2 * special.xlogy(observed, observed / expected).sum())
    return float(((observed - expected) ** 2 / expected).sum())


def _pooled(weights: Sequence[int], n: int, total: int, least: int) -> tuple[list[int], list[int]]:
    """Where each cell begins, and its weight; the last cell takes what is too small for one of its own."""
    starts, cell_weights, begun, weight = [], [], 0, 0
    for index, more in enumerate(weights):
        weight += more
        if weight * n >= least * total:
            starts.append(begun)
            cell_weights.append(weight)
            begun, weight = index + 1, 0
    if not starts:
        return [0], [total]
    cell_weights[-1] += weight
    return starts, cell_weights
