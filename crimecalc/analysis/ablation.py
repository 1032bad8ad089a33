"""Which shuffles of a setup matter: each is left out in turn, and the outcomes are held against each other."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from crimecalc.comparison import Comparison, Witness
from crimecalc.distribution import Distribution
from crimecalc.engine.exact import DEFAULT_MAX_STATES, distribution
from crimecalc.listing import Listing
from crimecalc.progress import Bar
from crimecalc.rendering import about, left_out, listed, shown
from crimecalc.setup import Setup, observation_of
from crimecalc.setup.layout import step_verb

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Ablated", "Ablation", "ablation", "pile_distances"]


def pile_distances(a: Distribution, b: Distribution) -> dict[str, Fraction]:
    """Total variation distance between two distributions for each observed pile alone.

    Args:
        a: the distribution of a setup.
        b: that of another that observes the same piles.

    >>> import crimecalc as cc
    >>> setup = Setup("abc").cut("deck").split("deck", [1, 2], into=["top", "rest"]).observe("top", unordered=["rest"])
    >>> pile_distances(cc.distribution(setup), cc.distribution(setup.without(0)))
    {'top': Fraction(2, 3), 'rest': Fraction(2, 3)}
    """
    return {name: a.marginal(name).total_variation(b.marginal(name)) for name in a.names or ()}


@dataclass(frozen=True)
class Ablated:
    """What becomes of a setup without one of its random steps.

    Attributes:
        index: the step's index in the setup's steps, from 0.
        comparison: the setup held against the one without the step.
        piles: for each observed pile the total variation distance of what is seen in it alone.
    """

    index: int
    comparison: Comparison
    piles: tuple[tuple[str, Fraction], ...]

    @property
    def total_variation(self) -> Fraction:
        """How far the outcomes are from the setup's; 0 if the step makes no difference."""
        return self.comparison.total_variation

    @property
    def outcomes(self) -> int:
        """How many outcomes are left."""
        return self.comparison.outcomes[1]

    @cached_property
    def witness(self) -> Witness | None:
        """An outcome whose probability changes most, with a table that ends in it; None if none changes."""
        return self.comparison.witness

    @property
    def verb(self) -> str:
        """What kind of step it is."""
        return step_verb(self.comparison.setups[0].steps[self.index])

    def __str__(self) -> str:
        return f"without step {self.index + 1} ({self.verb}): total variation {self.total_variation}"

    @property
    def affected(self) -> tuple[str, ...]:
        """The observed piles that by themselves are not what they were."""
        return tuple(name for name, distance in self.piles if distance)


class Ablation(Listing[Ablated]):
    """A setup without each of its random steps in turn."""

    def to_frame(self) -> pd.DataFrame:
        """A row for each random step, with the distance of each observed pile in a column of its own."""
        import pandas as pd

        rows = [
            {
                "step": one.index + 1,
                "verb": one.verb,
                "total_variation": one.total_variation,
                "outcomes": one.outcomes,
                **dict(one.piles),
            }
            for one in self
        ]
        return pd.DataFrame(rows)

    def _cells(self, limit: int | None) -> tuple[list[str], list[list[str]], str]:
        count = shown(len(self), limit)
        rows = [
            [
                str(one.index + 1),
                one.verb,
                str(one.total_variation),
                about(one.outcomes),
                listed(one.affected) or ("none alone" if one.total_variation else "–"),
            ]
            for one in self[:count]
        ]
        header = ["without step", "verb", "total variation", "outcomes", "piles affected"]
        return header, rows, left_out(len(self), count, "random steps")

    def __repr__(self) -> str:
        return f"<Ablation: {len(self)} random steps>"


def ablation(setup: Setup, max_states: int = DEFAULT_MAX_STATES, progress: bool | None = None) -> Ablation:
    """Leave out each scramble, shuffle and cut in turn, and say what difference it makes.

    Args:
        setup: any setup with an observation.
        max_states: see :func:`~crimecalc.engine.exact.distribution`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        SetupError: if the setup observes nothing.
        TooManyStates: if it has too many states to enumerate.

    >>> setup = Setup("aabb").cut("deck").shuffle("deck").take("deck", [1], into="top").observe("top")
    >>> print(ablation(setup))
    without step  verb     total variation  outcomes  piles affected
    1             cut      0                2         –
    2             shuffle  0                2         –
    """
    observation_of(setup, "ablation")
    found = []
    with Bar(progress, len(setup.random_steps) + 1, verb="ablation", noun="setups") as bar:
        whole = distribution(setup, max_states, progress=False)
        bar.advance()
        for index in setup.random_steps:
            without = setup.without(index)
            left = distribution(without, max_states, progress=False)
            comparison = Comparison((setup, without), (whole, left), max_states)
            found.append(Ablated(index, comparison, tuple(pile_distances(whole, left).items())))
            bar.advance()
    return Ablation(found)
