"""One table with real cards in Python lists, step by step: the reference.

Written to be read and believed, not to be fast. It shares nothing with the other engines but the
setup: it keeps its own piles, moves every card, and follows the steps as a person would.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations
from math import factorial, prod
from typing import Any

from crimecalc.cards import label_key
from crimecalc.distribution import Distribution
from crimecalc.errors import TooManyStates
from crimecalc.outcomes import Outcome
from crimecalc.rendering import describe, wrapped
from crimecalc.seeds import Seed, seed_sequence
from crimecalc.setup import Setup, observation_of
from crimecalc.setup.layout import step_verb
from crimecalc.setup.steps import (
    Cut,
    Deal,
    Discard,
    Observe,
    RandomStep,
    Scramble,
    Shuffle,
    Sort,
    Split,
    Stack,
    Step,
    Take,
    TurnOver,
)

__all__ = ["Fall", "Piles", "Table", "count_worlds", "play", "reference_distribution", "tabletop", "ways_of", "worlds"]

Fall = tuple[int, ...]
"""How one random step fell, counted from 0: entry ``i`` says which pile (scramble) or which card from
the top (shuffle, cut) comes to place ``i``."""
Piles = dict[str, list[Any]]
"""The piles on the table by name, each a list of cards from top to bottom."""


@dataclass(frozen=True, repr=False)
class Table:
    """One run of a setup.

    Attributes:
        setup: the setup that was carried out.
        outcome: one entry for each observed pile, a tuple of cards.
        falls: how each of the setup's random steps fell, in order.
        trace: a line for each step: what was done, and the piles that it left changed.
    """

    setup: Setup
    outcome: Outcome
    falls: tuple[Fall, ...]
    trace: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<Table of {self.setup.name!r}: {describe(self.outcome)}>"

    def __str__(self) -> str:
        lines = [self.setup.name]
        for line in (*self.trace, f"outcome: {describe(self.outcome)}"):
            lines += wrapped(line, indent=15)
        return "\n".join(lines)


def tabletop(setup: Setup, seed: Seed = None) -> Table:
    """Carry out a setup once with real cards.

    Args:
        setup: a setup with an observation.
        seed: an int of at least 0, a ``SeedSequence`` or ``Generator``, or None for a table that differs
            every time.

    Raises:
        SetupError: if the setup observes nothing.

    >>> from crimecalc.setup import Setup
    >>> setup = Setup("abc").turn_over("deck").take("deck", [1, 2], into="hand").observe("hand")
    >>> print(tabletop(setup, seed=1))
    Setup
     1. turn_over  deck: c b a
     2. take       deck: a | hand: c b
     3. observe    hand: c b
    outcome: c b
    """
    words = seed_sequence(seed).generate_state(8)
    rng = random.Random(b"".join(int(word).to_bytes(4, "little") for word in words))

    def fall_at_random(_: int, step: RandomStep, piles: Piles) -> Fall:
        size = _choices(step, piles)
        if isinstance(step, Cut):
            return _shift(size, rng.randrange(size))
        return tuple(rng.sample(range(size), size))

    return play(setup, fall_at_random)


def play(setup: Setup, fall: Callable[[int, RandomStep, Piles], Fall]) -> Table:
    """Carry out a setup once, asking how each random step falls.

    Args:
        setup: a setup with an observation.
        fall: called with the number of the step (from 1), the step and the piles before it.
    """
    observation_of(setup, "tabletop")
    piles: Piles = {"deck": list(setup.deck)}
    trace: list[str] = []
    falls: list[Fall] = []
    outcome: Outcome = ()
    for number, step in enumerate(setup.steps, start=1):
        before = {name: tuple(pile) for name, pile in piles.items()}
        if isinstance(step, Observe):
            outcome = _look(step, piles)
            changed: Piles = {name: piles[name] for name in step.names}
        else:
            if isinstance(step, RandomStep):
                falls.append(fall(number, step, piles))
            _do(step, piles, falls[-1] if falls else (), setup)
            changed = {name: pile for name, pile in piles.items() if before.get(name) != tuple(pile)}
        shown = " | ".join(f"{name}: {describe(tuple(pile))}" for name, pile in changed.items())
        if isinstance(step, Discard):
            shown = "into the box: " + ", ".join(step.piles)
        trace.append(f"{number:>2}. {step_verb(step):<9}  {shown or 'nothing has changed'}")
    return Table(setup, outcome, tuple(falls), tuple(trace))


def worlds(setup: Setup, limit: int = 2_000_000) -> Iterator[Outcome]:
    """The outcome of every world: every way in which all random steps can fall, one after another.

    Every shuffle is spelled out in full, so this is for small setups.

    Raises:
        TooManyStates: if there are more than ``limit`` worlds.
    """
    observation_of(setup, "worlds")
    total = count_worlds(setup)
    if total > limit:
        at = max(setup.random_steps, key=lambda index: ways_of(setup, index))
        raise TooManyStates(
            f"step {at + 1}: {step_verb(setup.steps[at])} falls in {ways_of(setup, at):,} ways; all {total:,} worlds "
            f"together are more than the limit of {limit:,}; use distribution(setup), or raise the limit",
            step=at + 1,
            states=total,
            limit=limit,
        )
    return _all_outcomes(setup, 0, {"deck": list(setup.deck)})


def reference_distribution(setup: Setup, limit: int = 2_000_000) -> Distribution:
    """The exact distribution of a small setup by playing every world card by card.

    >>> from crimecalc.setup import Setup
    >>> print(reference_distribution(Setup("aab").shuffle("deck").observe("deck")))
    deck   probability
    a a b  1/3
    a b a  1/3
    b a a  1/3
    """
    step = observation_of(setup, "reference_distribution")
    return Distribution(Counter(worlds(setup, limit)), names=step.names)


def _all_outcomes(setup: Setup, index: int, piles: Piles) -> Iterator[Outcome]:
    """Outcomes of every world that goes on from these piles before step ``index``."""
    for at in range(index, len(setup.steps)):
        step = setup.steps[at]
        if isinstance(step, Observe):
            yield _look(step, piles)
        elif isinstance(step, RandomStep):
            for fall in _falls(step, piles):
                branch = {name: list(pile) for name, pile in piles.items()}
                _do(step, branch, fall, setup)
                yield from _all_outcomes(setup, at + 1, branch)
            return
        else:
            _do(step, piles, (), setup)


def _falls(step: RandomStep, piles: Piles) -> Iterator[Fall]:
    size = _choices(step, piles)
    if isinstance(step, Cut):
        return (_shift(size, by) for by in range(size))
    return permutations(range(size))


def _choices(step: RandomStep, piles: Piles) -> int:
    """How many things change places: piles in a scramble, cards in a shuffle or cut."""
    return len(step.piles) if isinstance(step, Scramble) else len(piles[step.pile])


def ways_of(setup: Setup, index: int) -> int:
    """In how many ways a random step falls, a shuffle spelled out; ``index`` is one of the setup's random steps.

    >>> setup = Setup("abcd").shuffle("deck").cut("deck")
    >>> ways_of(setup, 0), ways_of(setup, 1)
    (24, 4)
    """
    step = setup.steps[index]
    if isinstance(step, Scramble):
        return factorial(len(step.piles))
    assert isinstance(step, (Shuffle, Cut))
    size = len(setup.layouts[index].where[step.pile])
    return size if isinstance(step, Cut) else factorial(size)


def _shift(size: int, by: int) -> Fall:
    return tuple((by + place) % size for place in range(size))


def _look(step: Observe, piles: Piles) -> Outcome:
    ordered = [tuple(piles[name]) for name in step.piles]
    loose = [tuple(sorted(piles[name], key=label_key)) for name in step.unordered]
    return (*ordered, *loose)


def _do(step: Step, piles: Piles, fall: Fall, setup: Setup) -> None:
    """Carry out one step on piles of cards, each a list from top to bottom."""
    match step:
        case Sort():
            _sort(step, piles, setup)
        case TurnOver(names):
            for name in names:
                piles[name].reverse()
        case Scramble(names):
            lying = [piles[name] for name in names]
            for name, source in zip(names, fall, strict=True):
                piles[name] = lying[source]
        case Shuffle(name) | Cut(name):
            pile = piles[name]
            piles[name] = [pile[source] for source in fall]
        case Stack(names, into):
            stacked = [card for name in names for card in piles.pop(name)]
            piles[into] = stacked
        case Deal(name, into, count):
            pile = piles[name]
            for turn in range(len(pile) if count is None else count):
                piles.setdefault(into[turn % len(into)], []).insert(0, pile.pop(0))
            if not pile:
                del piles[name]
        case Take(name, positions, into):
            pile = piles[name]
            wanted = {p - 1 if p > 0 else len(pile) + p for p in positions}
            pulled = [card for index, card in enumerate(pile) if index in wanted]
            piles[name] = [card for index, card in enumerate(pile) if index not in wanted]
            piles[into] = pulled + piles.get(into, [])
            if not piles[name]:
                del piles[name]
        case Split(name, sizes, into):
            pile = piles.pop(name)
            for size, target in zip(sizes, into, strict=True):
                piles[target], pile = pile[:size], pile[size:]
        case Discard(names):
            for name in names:
                del piles[name]
        case Observe():
            raise AssertionError("an observation moves no card")


def _sort(step: Sort, piles: Piles, setup: Setup) -> None:
    """Lay out, card by card and face up, one pile for each rank or suit."""
    pile = piles.pop(step.pile)
    ranks = list(dict.fromkeys(card.rank for card in setup.deck if hasattr(card, "rank")))
    if step.by == "rank":
        order = [(rank, suit) for rank in ranks for suit in step.suits]
    else:
        order = [(rank, suit) for suit in step.suits for rank in ranks]
    for rank, suit in order:
        for card in pile:
            if (card.rank, card.suit) == (rank, suit):
                piles.setdefault(rank if step.by == "rank" else suit, []).insert(0, card)


def count_worlds(setup: Setup) -> int:
    """In how many ways all random steps can fall, every shuffle spelled out."""
    return prod(ways_of(setup, index) for index in setup.random_steps)
