"""What a slip of the hand does: each systematic slip, whether the setup can still be completed, what comes of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from crimecalc.checks import found
from crimecalc.distribution import Distribution
from crimecalc.engine.exact import DEFAULT_MAX_STATES, distribution
from crimecalc.errors import InvalidInput, SetupError
from crimecalc.listing import Listing
from crimecalc.progress import Bar
from crimecalc.rendering import left_out, percent, plural, shown
from crimecalc.setup import Setup, observation_of
from crimecalc.setup.layout import Layout
from crimecalc.setup.steps import Cut, Deal, Discard, Shuffle, Split, Stack, Step, Take, TurnOver

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Slip", "Slips", "slips"]


@dataclass(frozen=True)
class Slip:
    """Something that went wrong in one step, and what comes of it.

    Attributes:
        index: the step's index in the setup's steps, from 0.
        what: what went wrong, in words.
        setup: the setup with the slip; None if hands cannot carry it out to the end.
        reason: why it cannot be carried out; empty if it can.
        total_variation: how far the outcomes are from the setup's; None if it cannot be carried out.
        spoiled: the probability of an outcome that should not happen; None likewise.
    """

    index: int
    what: str
    setup: Setup | None
    reason: str
    total_variation: Fraction | None
    spoiled: Fraction | None

    @property
    def completed(self) -> bool:
        """Whether the setup can be carried out to the end, so that the slip may go unnoticed."""
        return self.setup is not None

    @property
    def harmless(self) -> bool:
        """Whether nothing changes."""
        return self.total_variation == 0

    def __str__(self) -> str:
        if self.total_variation is None or self.spoiled is None:
            return f"step {self.index + 1}: {self.what}: cannot be completed ({self.reason})"
        far = "harmless" if self.harmless else f"total variation {self.total_variation}, spoiled {self.spoiled}"
        return f"step {self.index + 1}: {self.what}: {far}"


class Slips(Listing[Slip]):
    """Slips of the hand, the worst first.

    Those come first that spoil most games, then those that change most, then the harmless ones, and last those
    that cannot be completed and so are noticed.
    """

    def harmless(self) -> Slips:
        """Those that change nothing."""
        return Slips(slip for slip in self if slip.harmless)

    def completed(self) -> Slips:
        """Those after which the setup can be carried out to the end."""
        return Slips(slip for slip in self if slip.completed)

    def to_frame(self) -> pd.DataFrame:
        """A row for each slip, probabilities as Fractions; None where the setup cannot be completed."""
        import pandas as pd

        names = ["step", "what", "completed", "total_variation", "spoiled", "reason"]
        rows = [[slip.index + 1, *(getattr(slip, name) for name in names[1:])] for slip in self]
        return pd.DataFrame(rows, columns=names)

    def _cells(self, limit: int | None) -> tuple[list[str], list[list[str]], str]:
        count = shown(len(self), limit)
        rows = []
        for slip in self[:count]:
            cells = ["–", "cannot be completed"]
            if slip.total_variation is not None and slip.spoiled is not None:
                cells = [str(slip.total_variation), "100%" if slip.spoiled == 1 else percent(slip.spoiled)]
            rows.append([str(slip.index + 1), slip.what, *cells])
        return ["step", "slip", "total variation", "spoiled"], rows, left_out(len(self), count, "slips")

    def __repr__(self) -> str:
        return f"<Slips: {plural(len(self), 'slip')}>"


def slips(
    setup: Setup,
    valid: Callable[[Any], bool] | None = None,
    max_states: int = DEFAULT_MAX_STATES,
    progress: bool | None = None,
) -> Slips:
    """What each systematic slip of the hand does to a setup.

    Slips are: a position off by one; counting one by one instead of pulling all at once; dealing each card to the
    bottom; piles not turned over; stacking in the other order; a step skipped, or done twice; and a pile taken for
    another of the same size, in steps that take from, deal, split, shuffle, cut or box a pile.

    Args:
        setup: any setup with an observation.
        valid: says of an outcome whether the game can be played with it; if None, those that the setup can give.
        max_states: see :func:`~crimecalc.engine.exact.distribution`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        SetupError: if the setup observes nothing.
        InvalidInput: if ``valid`` is no function.
        TooManyStates: if there are too many states to enumerate.

    >>> setup = Setup("abcd", name="draw").shuffle("deck").take("deck", [1], into="hand").observe("hand")
    >>> print(slips(setup))
    step  slip                                   total variation  spoiled
    1     skipped                                3/4              ·
    1     done twice                             0                ·
    2     2nd card instead of the 1st of “deck”  0                ·
    2     skipped                                –                cannot be completed
    2     done twice                             –                cannot be completed
    """
    observation_of(setup, "slips")
    if valid is not None and not callable(valid):
        raise InvalidInput(f"slips: valid: expected a function of an outcome, found {found(valid)}")
    made = [
        (index, *slip) for index, step in enumerate(setup.steps[:-1]) for slip in _slips_of(step, setup.layouts[index])
    ]
    results = []
    with Bar(progress, len(made), verb="slips", noun="slips") as bar:
        judge = _Judge(setup, valid, max_states)
        for slip in made:
            results.append(judge.judged(*slip))
            bar.advance()
    return Slips(sorted(results, key=_badness))


def _badness(slip: Slip) -> tuple[Any, ...]:
    if slip.total_variation is None or slip.spoiled is None:
        return 1, 0, 0, slip.index
    return 0, -slip.spoiled, -slip.total_variation, slip.index


class _Judge:
    """One setup, its distribution, and what is held against it."""

    def __init__(self, setup: Setup, valid: Callable[[Any], bool] | None, max_states: int) -> None:
        self.setup = setup
        self.valid = valid
        self.max_states = max_states
        self.exact = distribution(setup, max_states, progress=False)
        self.sizes = self._sizes(setup)
        self.known: dict[Setup, tuple[Fraction, Fraction]] = {}

    def _sizes(self, setup: Setup) -> list[int]:
        observed = observation_of(setup, "slips")
        return [setup.piles[name] for name in observed.names]

    def judged(self, index: int, what: str, steps: tuple[Step, ...]) -> Slip:
        """What comes of a setup in which one step was carried out as others."""
        try:
            made = self.setup.replaced(index, *steps, name=f"{self.setup.name}, step {index + 1}: {what}")
        except SetupError as error:
            # The number would be that of a step in the setup with the slip.
            return Slip(index, what, None, re.sub(r"^step \d+: ", "", str(error)), None, None)
        sizes = self._sizes(made)
        if sizes != self.sizes:
            reason = f"in the end {sizes} cards would be looked at, expected {self.sizes}"
            return Slip(index, what, None, reason, None, None)
        if made not in self.known:
            exact = distribution(made, self.max_states, progress=False)
            self.known[made] = self.exact.total_variation(exact), self._spoiled(exact)
        distance, spoiled = self.known[made]
        return Slip(index, what, made, "", distance, spoiled)

    def _spoiled(self, exact: Distribution) -> Fraction:
        if self.valid is not None:
            valid = self.valid
            return exact.probability(lambda outcome: not valid(outcome))
        pairs = exact.paired_counts(self.exact)
        return Fraction(sum(here * times for (here, there), times in pairs.items() if not there), exact.worlds)


# --- the slips ----------------------------------------------------------------------------------


def _slips_of(step: Step, before: Layout) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """Every slip in one step: what went wrong, and the steps that were carried out instead."""
    yield from _own_slips(step, before)
    yield "skipped", ()
    yield "done twice", (step, step)
    yield from _other_piles(step, before)


def _own_slips(step: Step, before: Layout) -> Iterator[tuple[str, tuple[Step, ...]]]:
    if isinstance(step, Take):
        size = len(before.where[step.pile])
        places = [position if position > 0 else size + 1 + position for position in step.positions]
        for number, place in enumerate(places):
            for wrong in (place - 1, place + 1):
                if 1 <= wrong <= size and wrong not in places:
                    positions = (*places[:number], wrong, *places[number + 1 :])
                    what = f"{_ordinal(wrong)} card instead of the {_ordinal(place)} of “{step.pile}”"
                    yield what, (replace(step, positions=positions),)
        if len(places) > 1:
            singles = tuple(Take(step.pile, (position,), step.into) for position in step.positions)
            yield f"counting “{step.pile}” one by one", singles
    elif isinstance(step, Deal):
        fresh = tuple(name for name in step.into if name not in before.where)
        if len(fresh) == len(step.into):  # cards dealt to the bottom of a new pile lie the other way round
            yield "dealing each card to the bottom", (step, TurnOver(step.into))
    elif isinstance(step, Stack) and len(step.piles) > 1:
        yield "stacking in the other order", (replace(step, piles=step.piles[::-1]),)
    elif isinstance(step, TurnOver):
        for name in step.piles if len(step.piles) > 1 else ():
            rest = tuple(other for other in step.piles if other != name)
            yield f"“{name}” not turned over", (TurnOver(rest),)


def _other_piles(step: Step, before: Layout) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """One pile taken for another of the same size that is on the table."""
    if isinstance(step, (Take, Deal, Split, Shuffle, Cut)):
        size = len(before.where[step.pile])
        for name, places in before.where.items():
            if name != step.pile and len(places) == size:
                yield f"“{name}” taken for “{step.pile}”", (replace(step, pile=name),)
    elif isinstance(step, Discard):
        for number, right in enumerate(step.piles):
            for name, places in before.where.items():
                if name not in step.piles and len(places) == len(before.where[right]):
                    piles = (*step.piles[:number], name, *step.piles[number + 1 :])
                    yield f"“{name}” put into the box instead of “{right}”", (Discard(piles),)


def _ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
