"""Can a setup be simpler? Random steps replaced by fixed arrangements, and steps that do nothing left out.

A setup of which some random steps are fixed has fewer worlds, all equally likely. If the steps fall in ``c`` ways
together, one world in ``c`` is left, so every probability is a multiple of ``c`` over the number of all worlds.
Where that cannot be, no arrangement needs to be tried; all others are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, product
from math import gcd, prod
from typing import TYPE_CHECKING, Any

from crimecalc.analysis.fixing import arranged, falls, fixed, seen_random_steps, ways
from crimecalc.comparison import Comparison
from crimecalc.distribution import Distribution
from crimecalc.engine.exact import DEFAULT_MAX_STATES, distribution
from crimecalc.engine.tabletop import Fall
from crimecalc.engine.witness import fall_in_words
from crimecalc.errors import InvalidInput, SetupError
from crimecalc.listing import Listing
from crimecalc.progress import Bar
from crimecalc.rational import is_whole
from crimecalc.rendering import about, left_out, listed, plural, shown, wrapped
from crimecalc.setup import Setup, observation_of
from crimecalc.setup.layout import step_verb
from crimecalc.setup.steps import Discard, Observe, RandomStep

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Simpler", "Simplification", "simplify"]

MOST = 2_000
"""Arrangements that are tried unless told otherwise."""

SETUPS_SHOWN = 4
"""Simpler setups that are shown where nobody asked for more: each takes several lines."""

_MOST_SETS = 100_000
"""Sets of random steps that are looked at; with fewer than 17 random steps there are not so many."""


@dataclass(frozen=True)
class Simpler:
    """A simpler setup with exactly the same outcomes.

    Attributes:
        setup: the setup.
        changes: what was changed, a sentence each.
        proof: the setup that was asked about, held against this one.
    """

    setup: Setup
    changes: tuple[str, ...]
    proof: Comparison

    def __str__(self) -> str:
        lines = [line for change in self.changes for line in wrapped(change, "- ", 2)]
        return "\n".join([*lines, self.proof.verdict])


class Simplification(Listing[Simpler]):
    """The simplest setups that were found.

    Attributes:
        setup: the setup that was asked about.
        unseen: indexes of the random steps that what is observed cannot tell from doing nothing; they are kept, as
            they may matter to what is not observed.
        idle: indexes of other steps that could be left out without a difference, each by itself.
        impossible: indexes of random steps of which it is plain that they cannot be fixed, alone or with others,
            however they fall; of the other steps arrangements were tried.
        searched: what was searched, a sentence each, with what was left out.
    """

    setup: Setup
    unseen: tuple[int, ...]
    idle: tuple[int, ...]
    impossible: tuple[int, ...]
    searched: tuple[str, ...]

    def __init__(
        self,
        found: Iterable[Simpler],
        setup: Setup,
        unseen: tuple[int, ...] = (),
        idle: tuple[int, ...] = (),
        impossible: tuple[int, ...] = (),
        searched: tuple[str, ...] = (),
    ) -> None:
        super().__init__(found)
        self.setup, self.unseen, self.idle, self.impossible, self.searched = setup, unseen, idle, impossible, searched

    def _like(self, items: tuple[Simpler, ...]) -> Simplification:
        return Simplification(items, *self._facts())

    def _facts(self) -> tuple[Any, ...]:
        return self.setup, self.unseen, self.idle, self.impossible, self.searched

    def to_frame(self) -> pd.DataFrame:
        """A row for each setup that was found."""
        import pandas as pd

        rows = [
            {
                "random_steps": len(one.setup.random_steps),
                "steps": len(one.setup.steps),
                "changes": "; ".join(one.changes),
                "equivalent": one.proof.equivalent,
            }
            for one in self
        ]
        return pd.DataFrame(rows, columns=["random_steps", "steps", "changes", "equivalent"])

    def _cells(self, limit: int | None) -> tuple[list[str], list[list[str]], str]:
        count = shown(len(self), limit)
        rows = [
            [str(len(one.setup.random_steps)), str(len(one.setup.steps)), "; ".join(one.changes)]
            for one in self[:count]
        ]
        return ["random steps", "steps", "changes"], rows, left_out(len(self), count, "setups")

    def described(self, limit: int | None = SETUPS_SHOWN) -> str:
        """The first setups with what was changed, all for a limit of None, and what was searched."""
        count = shown(len(self), limit)
        found = f"{plural(len(self), 'simpler setup')} found, each proved equivalent"
        lines = [*wrapped(f"{self.setup.name}: {_size(self.setup)}"), found if len(self) else "No simpler setup found"]
        for number, one in enumerate(self[:count], start=1):
            lines += ["", f"{number}. {_size(one.setup)}"]
            lines += [line for change in one.changes for line in wrapped(change, "   - ", 5)]
        if count < len(self):
            lines += ["", left_out(len(self), count, "simpler setups")]
        told = [line for sentence in self.searched for line in wrapped(sentence, "", 2)]
        return "\n".join([*lines, "", *told])

    def __str__(self) -> str:
        return self.described()

    def __repr__(self) -> str:
        return f"<Simplification of {self.setup.name!r}: {plural(len(self), 'simpler setup')}>"


def simplify(
    setup: Setup, most: int = MOST, max_states: int = DEFAULT_MAX_STATES, progress: bool | None = None
) -> Simplification:
    """Search for simpler setups with exactly the same outcomes.

    First random steps are replaced by fixed arrangements, every one in which they can fall, as many steps together as
    possible; then steps that do nothing are left out. Steps that put cards into the box are kept.

    Args:
        setup: any setup with an observation.
        most: how many arrangements are tried; what is left out because of it is said.
        max_states: see :func:`~crimecalc.engine.exact.distribution`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        SetupError: if the setup observes nothing.
        InvalidInput: if ``most`` makes no sense.
        TooManyStates: if it has too many states to enumerate.

    >>> twice = Setup("abc", name="twice").cut("deck").turn_over("deck").cut("deck").observe("deck")
    >>> found = simplify(twice)
    >>> [len(one.setup.random_steps) for one in found][:1], found[0].proof.equivalent
    ([1], True)
    """
    observation_of(setup, "simplify")
    if not is_whole(most, 1):
        raise InvalidInput(f"most: expected a positive whole number of arrangements, found {most!r}")
    with Bar(progress, None, verb="simplify", noun="setups tried") as bar:
        return _searched(_Search(setup, max_states, bar), most)


def _searched(search: _Search, most: int) -> Simplification:
    setup = search.setup
    found, searched, impossible = search.fixings(most)
    idle = search.idle(setup)
    simpler = []
    for chosen in found or [{}]:
        made = fixed(setup, chosen)
        changes = [fall_in_words(setup, index, fall) for index, fall in sorted(chosen.items())]
        origin = [
            index
            for index in range(len(setup.steps))
            for _ in range(len(arranged(setup, index, chosen[index])) if index in chosen else 1)
        ]
        dropped = search.without_idle(made, origin)
        changes += dropped.words
        if changes:
            name = f"{setup.name}, simplified"
            simpler.append(search.proved(dropped.setup.renamed(name), tuple(changes)))
    kept = sorted(simpler, key=lambda one: (len(one.setup.random_steps), len(one.setup.steps)))
    return Simplification(kept, setup, search.unseen, idle, impossible, (*search.about_unseen(), *searched))


@dataclass(frozen=True)
class _Dropped:
    setup: Setup
    words: tuple[str, ...]


class _Search:
    """One setup, its distribution, and what is tried against it."""

    def __init__(self, setup: Setup, max_states: int, bar: Bar) -> None:
        self.setup = setup
        self.max_states = max_states
        self.bar = bar
        self.exact = self.counted(setup)
        self.seen = seen_random_steps(setup)
        self.unseen = tuple(index for index in setup.random_steps if index not in self.seen)

    def counted(self, setup: Setup) -> Distribution:
        exact = distribution(setup, self.max_states, progress=False)
        self.bar.advance()
        return exact

    def same(self, other: Setup) -> bool:
        """Whether another setup has the same outcomes."""
        return self.exact == self.counted(other)

    def proved(self, setup: Setup, changes: tuple[str, ...]) -> Simpler:
        exact = self.exact, self.counted(setup)
        comparison = Comparison((self.setup, setup), exact, self.max_states)
        assert comparison.equivalent
        return Simpler(setup, changes, comparison)

    def named(self, index: int) -> str:
        """A random step as it is named in a sentence."""
        return f"{index + 1} ({step_verb(self.setup.steps[index])}, {about(ways(self.setup, index))} ways)"

    def about_unseen(self) -> list[str]:
        if not self.unseen:
            return []
        what = "step" if len(self.unseen) == 1 else "steps"
        return [
            f"What is observed cannot tell {what} {listed(map(self.named, self.unseen))} from doing nothing; kept, as "
            "it may matter to what is not observed."
        ]

    def fixings(self, most: int) -> tuple[list[dict[int, Fall]], list[str], tuple[int, ...]]:
        """The largest sets of random steps that can be fixed, how, what was searched, and which cannot be fixed."""
        number = {index: ways(self.setup, index) for index in self.seen}
        divisor = _common_divisor(self.exact, prod(number.values()))
        # If a step cannot be fixed by itself, it cannot be fixed with others: their ways multiply.
        open_ = [index for index in self.seen if divisor % number[index] == 0]
        impossible = tuple(index for index in self.seen if index not in open_)
        said = []
        if impossible:
            said.append(
                f"No arrangement of {listed(map(self.named, impossible))} can be fixed: the worlds that are left "
                "would not add up to these probabilities."
            )
        found: list[dict[int, Fall]] = []
        tried = sets = seen = skipped = 0
        for size in range(len(open_), 0, -1):
            for chosen in combinations(open_, size):
                seen += 1
                if seen > _MOST_SETS:
                    break
                total = prod(number[index] for index in chosen)
                if divisor % total:
                    continue
                sets += 1
                if tried + total <= most:
                    arrangements: Iterable[tuple[Fall, ...]] = product(*(falls(self.setup, i) for i in chosen))
                else:  # as everything lies, which is always worth a trial, if any is left
                    skipped += 1
                    in_place = tuple(next(falls(self.setup, index)) for index in chosen)
                    arrangements = [in_place] if tried < most else []
                for arrangement in arrangements:
                    tried += 1
                    fixing = dict(zip(chosen, arrangement, strict=True))
                    if self.same(fixed(self.setup, fixing)):
                        found.append(fixing)
            if found or seen > _MOST_SETS:
                break
        said.append(f"Tried {plural(tried, 'arrangement')} of {plural(sets, 'set')} of random steps.")
        if skipped:
            said.append(
                f"Not all arrangements of {plural(skipped, 'set')} were tried: there are more than {most:,} "
                "arrangements. Raise most to try more."
            )
        if seen > _MOST_SETS:
            said.append(f"Only {_MOST_SETS:,} sets of random steps were looked at, of the most steps first.")
        said.append(
            "Other steps were left out one at a time, unless they put cards into the box. Other orders of steps, and "
            "other steps in their place, were not looked for."
        )
        return found, said, impossible

    def idle(self, setup: Setup) -> tuple[int, ...]:
        """Indexes of the steps, random ones apart, that make no difference when they are left out alone."""
        return tuple(
            index
            for index, step in enumerate(setup.steps)
            if not isinstance(step, (RandomStep, Discard, Observe)) and self._without(setup, index) is not None
        )

    def without_idle(self, setup: Setup, origin: list[int]) -> _Dropped:
        """The setup without steps that do nothing, one after the other from the last.

        Args:
            setup: a setup with the same outcomes.
            origin: for each of its steps the index of the step that it comes from.
        """
        words = []
        for index in range(len(setup.steps) - 1, -1, -1):
            if not isinstance(setup.steps[index], (RandomStep, Discard, Observe)):
                less = self._without(setup, index)
                if less is not None:
                    sentence = setup.instructions[index]
                    words.append(f"step {origin.pop(index) + 1} left out: {sentence[0].lower()}{sentence[1:]}")
                    setup = less
        return _Dropped(setup, tuple(reversed(words)))

    def _without(self, setup: Setup, index: int) -> Setup | None:
        """The setup without one step, if hands can carry it out and nothing changes."""
        try:
            less = setup.replaced(index)
        except SetupError:
            return None
        return less if _same_shape(setup, less) and self.same(less) else None


def _size(setup: Setup) -> str:
    return f"{plural(len(setup.random_steps), 'random step')}, {plural(len(setup.steps), 'step')}"


def _same_shape(a: Setup, b: Setup) -> bool:
    seen = [(setup.observation, [setup.piles[name] for name in _looked_at(setup)]) for setup in (a, b)]
    return seen[0] == seen[1]


def _looked_at(setup: Setup) -> tuple[str, ...]:
    return observation_of(setup, "simplify").names


def _common_divisor(exact: Distribution, worlds: int) -> int:
    """The largest number that divides how many of so many worlds lead to each outcome."""
    return gcd(*(exact.count(outcome) for outcome in exact)) * worlds // exact.worlds
