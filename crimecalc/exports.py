"""How distributions show themselves, and what they become in pandas, LaTeX, sympy and matplotlib.

Other libraries are imported only when asked for.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Any, Literal

from crimecalc import pictures, rendering
from crimecalc.canvas import Picture
from crimecalc.checks import check_choice, check_limit
from crimecalc.outcomes import OutcomeTable
from crimecalc.rational import exact_fraction

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Shown", "outcome_index"]


class Shown(Mapping[Any, Fraction]):
    """The part of a distribution that is shown: a mapping of outcomes to probabilities with a common total."""

    _names: tuple[str, ...] | None
    _table: OutcomeTable | None

    @property
    def _counts(self) -> dict[Any, int]:
        """All outcomes in ascending order with their counts."""
        raise NotImplementedError

    @property
    def worlds(self) -> int:
        """Total of all counts."""
        raise NotImplementedError

    def _count_values(self) -> list[int]:
        """All counts, without unpacking outcomes."""
        raise NotImplementedError

    def to_frame(self) -> pd.DataFrame:
        """All outcomes as a DataFrame: numerator and denominator in lowest terms, and the float.

        The index holds the outcomes; named entries become index levels, written as text.

        >>> from crimecalc.distribution import Distribution
        >>> list(Distribution({"a": 2, "b": 4}).to_frame()["numerator"])
        [1, 2]
        """
        import pandas as pd

        fractions = [Fraction(n, self.worlds) for n in self._counts.values()]
        return pd.DataFrame(
            {
                "numerator": [fraction.numerator for fraction in fractions],
                "denominator": [fraction.denominator for fraction in fractions],
                "probability": [float(fraction) for fraction in fractions],
            },
            index=outcome_index(list(self._counts), self._names),
        )

    def to_text(
        self, limit: int | None = rendering.ROWS_SHOWN, by: Literal["outcome", "probability"] = "outcome"
    ) -> str:
        """Outcomes and probabilities as text, in ascending order or the most probable first.

        Args:
            limit: how many outcomes; None for all.
            by: what they are ordered by. By probability, a rounded percentage stands beside each.

        >>> from crimecalc.distribution import Distribution
        >>> print(Distribution({"a": 1, "b": 3, "c": 3}).to_text(2, by="probability"))
        outcome  probability  about
        b        3/7          42.9%
        c        3/7          42.9%
        a        1/7          14.3%
        """
        check_limit("to_text", limit)
        check_choice("to_text: by", by, ("outcome", "probability"))
        if by == "outcome":
            header, rows, more = self._cells(limit)
            return rendering.text_table(header, [[rendering.written(cell) for cell in row] for row in rows], more)
        count = rendering.shown(len(self), limit)
        first = heapq.nlargest(count, self._counts, key=self._counts.__getitem__)
        text = [[*map(rendering.written, self._row(o)), rendering.percent(self[o])] for o in first]
        header = [*(self._names or ["outcome"]), "probability", "about"]
        return rendering.text_table(header, text, rendering.left_out(len(self), count, "outcomes"))

    def to_latex(self, limit: int | None = None) -> str:
        r"""A LaTeX ``tabular`` of outcomes and probabilities, at most ``limit`` outcomes long.

        >>> from crimecalc.distribution import Distribution
        >>> print(Distribution({"♠": 1, "♥": 2}).to_latex())
        \begin{tabular}{ll}
        \hline
        outcome & probability \\
        \hline
        $\spadesuit$ & $\frac{1}{3}$ \\
        $\heartsuit$ & $\frac{2}{3}$ \\
        \hline
        \end{tabular}
        """
        check_limit("to_latex", limit)
        header, rows, more = self._cells(limit)
        return rendering.latex_table(header, rows, more)

    def to_sympy(self, name: str = "X") -> Any:
        """The same distribution for sympy, exact.

        Returns:
            A finite random variable (``sympy.stats``) if every outcome is a rational number, otherwise
            a dict of outcomes to ``sympy.Rational``.

        >>> from crimecalc.distribution import Distribution
        >>> from sympy.stats import E
        >>> E(Distribution({1: 1, 2: 3}).to_sympy())
        7/4
        """
        return _as_sympy(self, name)

    def plot(
        self,
        kind: Literal["bars", "profile"] | None = None,
        *,
        limit: int = 30,
        by: Literal["outcome", "probability"] = "outcome",
        axes: Any = None,
    ) -> Picture:
        """The distribution as a picture; needs matplotlib (``pip install "crimecalc[plot]"``).

        Args:
            kind: ``"bars"`` is a bar for each outcome, on a scale if all outcomes are numbers; ``"profile"`` shows all
                probabilities, the highest first, however many there are. None draws bars, but the profile
                where bars would leave out more than half of all probability.
            limit: how many outcomes get a bar, 1 to 200, the most probable ones; the others share the last bar.
                Numbers on a scale are never left out.
            by: in which order the bars come: as outcomes are listed, or the most probable first.
            axes: the matplotlib Axes to draw on; None for a picture of its own.

        Raises:
            InvalidInput: if an argument makes no sense.
            MissingExtra: if matplotlib is not installed.

        >>> from crimecalc.distribution import Distribution
        >>> Distribution({"a": 1, "b": 2}).plot()
        <Picture '2 outcomes': 7 × 1.72 inches>
        """
        return pictures.outcome_bars(self, kind, limit, by, axes)

    def __repr__(self) -> str:
        outcomes, worlds = rendering.plural(len(self), "outcome"), rendering.plural(self.worlds, "world")
        return f"<Distribution: {outcomes}, {worlds}>"

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        header, rows, more = self._cells(rendering.ROWS_SHOWN)
        return rendering.html_table(header, [[rendering.written(cell) for cell in row] for row in rows], more=more)

    def _cells(self, limit: int | None) -> tuple[list[str], list[list[object]], str]:
        """Header, rows and a line on what was left out, of the table in which this shows itself."""
        count = rendering.shown(len(self), limit)
        if self._table is not None and "_counts" not in self.__dict__:
            # A glance at a few outcomes must not unpack millions.
            outcomes: list[Any] = self._table.codec.decode(self._table.rows[:, :count])
        else:
            outcomes = list(self._counts)[:count]
        header = [*(self._names or ["outcome"]), "probability"]
        return header, [self._row(outcome) for outcome in outcomes], rendering.left_out(len(self), count, "outcomes")

    def _row(self, outcome: Any) -> list[object]:
        """The entries of an outcome as a person reads them, and its probability."""
        entries = outcome if self._names is not None else [outcome]
        return [*map(rendering.describe, entries), self[outcome]]


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


def _as_sympy(probabilities: Mapping[Any, Fraction], name: str) -> Any:
    """A finite random variable if every outcome is a number, otherwise a dict of exact Rationals."""
    import sympy
    from sympy.stats import FiniteRV

    def rational(value: Fraction) -> Any:
        return sympy.Rational(value.numerator, value.denominator)

    if all(isinstance(outcome, Rational) and not isinstance(outcome, bool) for outcome in probabilities):
        return FiniteRV(name, {rational(exact_fraction(o, "outcome")): rational(p) for o, p in probabilities.items()})
    return {outcome: rational(probability) for outcome, probability in probabilities.items()}
