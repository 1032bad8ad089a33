"""Are two setups the same game? A proof, or the clearest counterexample."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import Any, Literal

from crimecalc import pictures
from crimecalc.canvas import Picture
from crimecalc.certificate import LISTS_UP_TO, MAX_WORLDS, as_text, certify
from crimecalc.distribution import Distribution
from crimecalc.engine.exact import DEFAULT_MAX_STATES, distribution
from crimecalc.engine.tabletop import Table
from crimecalc.engine.witness import falls_in_words, find_world
from crimecalc.errors import NotEquivalent
from crimecalc.outcomes import Outcome
from crimecalc.rendering import describe, html_table, plural, wrapped
from crimecalc.setup import Setup, observation_of
from crimecalc.setup.diagram import Diagram, diagram_of_both

__all__ = ["Comparison", "Witness", "compare", "prove_equivalent"]


@dataclass(frozen=True)
class Witness:
    """An outcome that two setups do not give with the same probability.

    Attributes:
        outcome: the outcome whose probabilities differ most.
        probabilities: its probability in either setup.
        table: a table with real cards that ends in it, in the setup in which it is more likely.
        steps: what each random step did on that table, in words.
    """

    outcome: Outcome
    probabilities: tuple[Fraction, Fraction]
    table: Table
    steps: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two setups and the exact distributions of their outcomes, held against each other.

    It is true exactly if the setups are equivalent.

    Attributes:
        setups: the two setups.
        distributions: the exact distribution of each.
        max_states: the limit that was kept, also when a counterexample is traced back.
    """

    setups: tuple[Setup, Setup]
    distributions: tuple[Distribution, Distribution]
    max_states: int = DEFAULT_MAX_STATES

    @cached_property
    def equivalent(self) -> bool:
        """Whether every outcome has the same probability in both setups."""
        return self.distributions[0] == self.distributions[1]

    @property
    def names(self) -> tuple[str, str]:
        """The names of the setups, told apart where they are the same."""
        a, b = (setup.name for setup in self.setups)
        return (f"{a} (first)", f"{b} (second)") if a == b else (a, b)

    @cached_property
    def total_variation(self) -> Fraction:
        """Total variation distance between the two distributions; 0 exactly if equivalent."""
        return self.distributions[0].total_variation(self.distributions[1])

    @property
    def worlds(self) -> tuple[int, int]:
        """How many worlds each setup has."""
        return self.distributions[0].worlds, self.distributions[1].worlds

    @property
    def outcomes(self) -> tuple[int, int]:
        """How many different outcomes each setup has."""
        return len(self.distributions[0]), len(self.distributions[1])

    @cached_property
    def witness(self) -> Witness | None:
        """The counterexample, or None if the setups are equivalent."""
        if self.equivalent:
            return None
        a, b = self.distributions
        (outcome,) = a.most_different(b, 1)
        # An outcome of the one may not even have the shape of the other's.
        probabilities = tuple(exact[outcome] if outcome in exact else Fraction(0) for exact in (a, b))
        reached = self.setups[0] if probabilities[0] >= probabilities[1] else self.setups[1]
        table = find_world(reached, outcome, self.max_states)
        return Witness(outcome, (probabilities[0], probabilities[1]), table, falls_in_words(table))

    def certificate(
        self, lists_up_to: int = LISTS_UP_TO, max_worlds: int = MAX_WORLDS, progress: bool | None = None
    ) -> dict[str, Any]:
        """This comparison written down, for anybody to check with a program that knows nothing of this one.

        It holds both setups, how many worlds each has and how often each outcome happens, the verdict, and a world
        that leads to the counterexample if there is one. Its fields are described in :mod:`crimecalc.checker`, which
        checks it by carrying out every world card by card, so setups with too many worlds are refused. A complete
        shuffle of n cards counts as n! worlds, except where it is the last thing done to a pile whose order is not
        looked at afterwards.

        Args:
            lists_up_to: longer lists of outcomes are replaced by their SHA-256 digest and the distribution of each
                observed pile.
            max_worlds: how many worlds a setup may have.
            progress: show a bar; None for one after two seconds if somebody watches.

        Returns:
            Plain values that :mod:`json` writes.

        Raises:
            InvalidInput: if a card is neither a playing card nor text, or there is too much to be checked.
            TooManyStates: if a setup has more worlds than allowed.

        >>> cut = Setup("abc", name="cut").cut("deck").observe("deck")
        >>> compare(cut, cut).certificate()["results"][0]["counts"]
        [[[['a', 'b', 'c']], 1], [[['b', 'c', 'a']], 1], [[['c', 'a', 'b']], 1]]
        """
        return certify(self, lists_up_to, max_worlds, progress)

    def certificate_text(
        self, lists_up_to: int = LISTS_UP_TO, max_worlds: int = MAX_WORLDS, progress: bool | None = None
    ) -> str:
        """The :meth:`certificate` as the text of a file, JSON to be written in UTF-8; takes its arguments.

        >>> cut = Setup("abc", name="cut").cut("deck").observe("deck")
        >>> print(compare(cut, cut).certificate_text().splitlines()[1])
         "format": "crimecalc certificate",
        """
        return as_text(self.certificate(lists_up_to, max_worlds, progress))

    def diagram(self) -> Diagram:
        """Both setups as one picture, side by side: equal steps face each other, what differs is marked.

        >>> cut = Setup("abc", name="cut").cut("deck").observe("deck")
        >>> compare(cut, cut.renamed("again")).diagram().title
        'cut / again'
        """
        return diagram_of_both(*self.setups, self.names, [self.verdict])

    def plot(
        self, kind: Literal["bars", "dots", "profile"] | None = None, *, limit: int = 12, axes: Any = None
    ) -> Picture:
        """Both distributions in one picture; needs matplotlib (``pip install "crimecalc[plot]"``).

        Args:
            kind: ``"bars"`` shows outcomes with both probabilities side by side, where not all fit those that differ
                most; ``"dots"`` shows how many outcomes have each pair of probabilities, and those that are equal
                lie on the diagonal; ``"profile"`` shows the probabilities in each, the highest first. None draws
                bars where they show all outcomes or the setups are not equivalent, otherwise dots.
            limit: how many outcomes get bars, 1 to 200.
            axes: the matplotlib Axes to draw on; None for a picture of its own.

        Raises:
            InvalidInput: if an argument makes no sense.
            MissingExtra: if matplotlib is not installed.

        >>> cut = Setup("abc", name="cut").cut("deck").observe("deck")
        >>> compare(cut, Setup("abc", name="shuffle").shuffle("deck").observe("deck")).plot()
        <Picture 'NOT EQUIVALENT: the total variation distance is 1/2.': 7 × 3.56 inches>
        """
        return pictures.two_setups(self, kind, limit, axes)

    def __bool__(self) -> bool:
        return self.equivalent

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Comparison):
            return NotImplemented
        return self.setups == other.setups

    def __hash__(self) -> int:
        return hash(self.setups)

    def __str__(self) -> str:
        return "\n\n".join(self.paragraphs)

    __repr__ = __str__

    @property
    def paragraphs(self) -> list[str]:
        """What is printed: the two setups in figures; the verdict, with the counterexample if there is one."""
        figures = []
        for name, exact in zip(self.names, self.distributions, strict=True):
            figures += [*wrapped(name), *wrapped(_counted(exact), lead="  ", indent=2)]
        found = wrapped(self.verdict)
        for line in self.explanation:
            found += wrapped(line, indent=len(line) - len(line.lstrip()) + 2)
        return ["\n".join(figures), "\n".join(found)]

    @property
    def verdict(self) -> str:
        """The verdict in one sentence."""
        if self.equivalent:
            return "EQUIVALENT: every outcome has exactly the same probability in both setups."
        return f"NOT EQUIVALENT: the total variation distance is {self.total_variation}."

    @property
    def explanation(self) -> list[str]:
        """The counterexample, line by line; nothing if the setups are equivalent."""
        witness = self.witness
        if witness is None:
            return []
        lines = []
        names, other_names = (exact.names or () for exact in self.distributions)
        looks = [_observed(setup) for setup in self.setups]
        if looks[0] != looks[1]:
            lines.append(f"Note that the setups do not observe the same: {' / '.join(looks)}.")
        shown = describe(witness.outcome)
        if names == other_names:
            entries = zip(names, witness.table.outcome, strict=True)
            shown = " | ".join(f"{name}: {describe(entry)}" for name, entry in entries)
        lines.append(f"Counterexample: {shown}")
        for name, probability in zip(self.names, witness.probabilities, strict=True):
            lines.append(f"  has probability {probability} in {name}")
        lines.append(f"To reach it in {self.names[self.setups.index(witness.table.setup)]}:")
        lines += [f"  {step}" for step in witness.steps] or ["  no step is left to chance"]
        return lines

    def _repr_html_(self) -> str:
        rows = [
            [name, f"{exact.worlds:,}", f"{len(exact):,}", f"yes, 1/{len(exact):,}" if exact.is_uniform() else "no"]
            for name, exact in zip(self.names, self.distributions, strict=True)
        ]
        table = html_table(["setup", "worlds", "outcomes", "all equally likely"], rows)
        told = "<br>".join(
            "&nbsp;" * (len(line) - len(line.lstrip())) + escape(line.lstrip()) for line in self.explanation
        )
        return f"{table}\n<p><strong>{escape(self.verdict)}</strong></p>" + (f"\n<p>{told}</p>" if told else "")


def compare(a: Setup, b: Setup, max_states: int = DEFAULT_MAX_STATES, progress: bool | None = None) -> Comparison:
    """Compare two setups by the exact distribution of what they observe.

    Observed piles are compared in order, whatever they are called.

    Args:
        a: a setup with an observation.
        b: another.
        max_states: see :func:`~crimecalc.engine.exact.distribution`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        SetupError: if a setup observes nothing.
        TooManyStates: if a setup has too many states to enumerate.

    >>> shuffled = Setup("abc", name="shuffle").shuffle("deck").observe("deck")
    >>> cut = Setup("abc", name="cut").cut("deck").observe("deck")
    >>> print(compare(shuffled, cut))
    shuffle
      6 worlds, 6 outcomes, each equally likely (1/6)
    cut
      3 worlds, 3 outcomes, each equally likely (1/3)
    <BLANKLINE>
    NOT EQUIVALENT: the total variation distance is 1/2.
    Counterexample: deck: a b c
      has probability 1/6 in shuffle
      has probability 1/3 in cut
    To reach it in cut:
      step 1: “deck” stays in place
    """
    for setup in (a, b):
        observation_of(setup, "compare")
    exact = distribution(a, max_states, progress), distribution(b, max_states, progress)
    return Comparison((a, b), exact, max_states)


def prove_equivalent(
    a: Setup, b: Setup, max_states: int = DEFAULT_MAX_STATES, progress: bool | None = None
) -> Comparison:
    """Prove that two setups give the same game; takes the arguments of :func:`compare`.

    Returns:
        The comparison, if every outcome has exactly the same probability in both.

    Raises:
        NotEquivalent: otherwise; the error carries the comparison with its counterexample.

    >>> cut_twice = Setup("abc").cut("deck").cut("deck").observe("deck")
    >>> prove_equivalent(Setup("abc").cut("deck").observe("deck"), cut_twice).total_variation
    Fraction(0, 1)
    """
    comparison = compare(a, b, max_states, progress)
    if not comparison:
        raise NotEquivalent(comparison)
    return comparison


def _observed(setup: Setup) -> str:
    """What a setup looks at in the end: the numbers of cards, and whether their order counts."""
    seen = observation_of(setup, "compare")
    looks = [f"{plural(setup.piles[name], 'card')} in order" for name in seen.piles]
    looks += [f"{plural(setup.piles[name], 'card')} in any order" for name in seen.unordered]
    return ", ".join(looks)


def _counted(exact: Distribution) -> str:
    counted = f"{plural(exact.worlds, 'world')}, {plural(len(exact), 'outcome')}"
    if len(exact) == 1:
        return counted
    if exact.is_uniform():
        return f"{counted}, each equally likely (1/{len(exact):,})"
    return f"{counted}, not all equally likely"
