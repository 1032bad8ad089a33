"""Steps carried out imperfectly, named by their piles: a riffle in place of a shuffle, swaps instead of a scramble."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from crimecalc.analysis.fixing import fixed, size_of
from crimecalc.analysis.mixing import Cuts, Mixing, Overhand, Riffle, Swaps
from crimecalc.analysis.shuffling import imperfect
from crimecalc.checks import found
from crimecalc.distribution import Distribution
from crimecalc.engine.exact import DEFAULT_MAX_STATES
from crimecalc.errors import InvalidInput, SetupError
from crimecalc.progress import Bar
from crimecalc.rendering import quoted
from crimecalc.setup import Setup, observation_of
from crimecalc.setup.layout import step_verb
from crimecalc.setup.steps import Scramble

__all__ = ["Variant", "cut", "overhand", "riffle", "swap", "vary"]


@dataclass(frozen=True)
class Variant:
    """What hands do in place of the random step that mixes some piles.

    Args:
        piles: one pile, whose cards a shuffle or a cut mixes; or the piles that a scramble mixes, in any order.
        how: how they are mixed instead.

    Raises:
        InvalidInput: if these are no names of piles, or no way of mixing.
    """

    piles: tuple[str, ...]
    how: Mixing

    def __post_init__(self) -> None:
        if not self.piles or not all(isinstance(name, str) for name in self.piles):
            raise InvalidInput(f"expected the names of piles, found {found(self.piles)}")
        if not isinstance(self.how, Mixing):
            raise InvalidInput(f"expected a way of mixing, as in Riffle(), found {found(self.how)}")

    def index_in(self, setup: Setup) -> int:
        """Index of the step that it takes the place of.

        Raises:
            SetupError: if the setup has no such step, or several.
        """
        if not isinstance(setup, Setup):
            raise InvalidInput(f"expected a Setup, found {found(setup)}")
        fitting = [index for index in setup.random_steps if set(_mixed(setup.steps[index])) == set(self.piles)]
        if len(fitting) != 1:
            steps = [f"{index + 1} ({step_verb(setup.steps[index])})" for index in fitting] or ["none"]
            raise SetupError(
                f"expected one step of {setup.name!r} that mixes {quoted(self.piles)}, found {', '.join(steps)}"
            )
        return fitting[0]


def _mixed(step: Any) -> Sequence[str]:
    return step.piles if isinstance(step, Scramble) else (step.pile,)


def riffle(pile: str, times: int = 1) -> Variant:
    """Riffle a pile so many times instead of shuffling it; see :class:`~crimecalc.analysis.mixing.Riffle`.

    >>> riffle("deck", times=3)
    Variant(piles=('deck',), how=Riffle(times=3))
    """
    return Variant((pile,), Riffle(times))


def overhand(pile: str, times: int = 1, cut: Fraction = Fraction(1, 2)) -> Variant:
    """Shuffle a pile overhand so many times; see :class:`~crimecalc.analysis.mixing.Overhand`.

    >>> overhand("deck").how.cut
    Fraction(1, 2)
    """
    return Variant((pile,), Overhand(times, cut))


def cut(pile: str, times: int = 1) -> Variant:
    """Cut a pile at random so many times, which is the same as once.

    >>> cut("deck").how
    Cuts(times=1)
    """
    return Variant((pile,), Cuts(times))


def swap(*piles: str, times: int = 1) -> Variant:
    """Exchange two cards of a pile at random, or two of several piles, so many times.

    See :class:`~crimecalc.analysis.mixing.Swaps`.

    >>> swap("first", "second", "third", times=4).how
    Swaps(times=4)
    """
    return Variant(piles, Swaps(times))


def vary(
    setup: Setup, *variants: Variant, max_states: int = DEFAULT_MAX_STATES, progress: bool | None = None
) -> Distribution:
    """The exact distribution of a setup's outcomes if some random steps are carried out imperfectly.

    Args:
        setup: any setup with an observation.
        variants: what is done in the place of which steps.
        max_states: see :func:`~crimecalc.engine.exact.distribution`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        InvalidInput: if there is no variant, or something else in its place.
        SetupError: if a variant fits no step or several, or two of them fit the same.
        TooManyStates: if too many cards are mixed, or there are too many states to enumerate.

    >>> setup = Setup("abc").shuffle("deck").take("deck", [1], into="top").observe("top")
    >>> print(vary(setup, riffle("deck", times=2)))
    top  probability
    a    15/32
    b    5/16
    c    7/32
    """
    observation_of(setup, "vary")
    for variant in variants or (None,):
        if not isinstance(variant, Variant):
            raise InvalidInput(f"vary: expected variants, as in riffle('deck'), found {found(variant)}")
    by_index = {variant.index_in(setup): variant for variant in variants}
    if len(by_index) < len(variants):
        raise SetupError("vary: expected variants of different steps, found two of the same")
    if len(variants) == 1:
        ((index, variant),) = by_index.items()
        return imperfect(setup, index, variant.how, max_states, progress)
    with Bar(progress, None, verb="vary", noun="variants") as bar:
        return _varied(setup, by_index, max_states, bar)


def _varied(setup: Setup, by_index: dict[int, Variant], max_states: int, bar: Bar) -> Distribution:
    index = max(by_index)  # from the last, so that the others keep their place
    how = by_index[index].how
    rest = {other: variant for other, variant in by_index.items() if other != index}
    if not rest:
        bar.advance()
        return imperfect(setup, index, how, max_states, progress=False)
    weights: dict[Any, Fraction] = {}
    for fall, chance in how.falls(size_of(setup, index)).items():
        made = _varied(fixed(setup, {index: fall}), rest, max_states, bar)
        for outcome, probability in made.items():
            weights[outcome] = weights.get(outcome, Fraction(0)) + chance * probability
    return Distribution(weights, names=made.names)
