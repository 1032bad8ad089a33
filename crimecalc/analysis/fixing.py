"""Random steps that fall in one known way: the same setup with a fixed arrangement in their place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations

from crimecalc.checks import found
from crimecalc.engine.program import lower
from crimecalc.engine.tabletop import Fall, ways_of
from crimecalc.engine.visibility import view
from crimecalc.errors import SetupError
from crimecalc.setup import Setup
from crimecalc.setup.steps import Cut, RandomStep, Scramble, Shuffle, Split, Stack, Step

__all__ = ["arranged", "falls", "fixed", "free_names", "seen_random_steps", "size_of", "ways"]


def _random_step(setup: Setup, index: int) -> RandomStep:
    if type(index) is not int or index not in setup.random_steps:
        raise SetupError(
            f"{found(index)} is no index of a scramble, shuffle or cut; expected one of {list(setup.random_steps)}"
        )
    step = setup.steps[index]
    assert isinstance(step, RandomStep)
    return step


def size_of(setup: Setup, index: int) -> int:
    """How many piles or cards a random step mixes."""
    step = _random_step(setup, index)
    return len(step.piles) if isinstance(step, Scramble) else len(setup.layouts[index].where[step.pile])


def ways(setup: Setup, index: int) -> int:
    """In how many ways a random step can fall, every shuffle spelled out.

    Args:
        setup: any setup.
        index: one of its :attr:`~crimecalc.setup.setup.Setup.random_steps`.

    Raises:
        SetupError: if it is none of these.

    >>> setup = Setup("abcd").shuffle("deck").cut("deck")
    >>> ways(setup, 0), ways(setup, 1)
    (24, 4)
    """
    _random_step(setup, index)
    return ways_of(setup, index)


def falls(setup: Setup, index: int) -> Iterator[Fall]:
    """Every way in which a random step can fall, first as everything lies.

    >>> list(falls(Setup("abc").cut("deck"), 0))
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """
    size = size_of(setup, index)
    if isinstance(setup.steps[index], Cut):
        return (tuple((shift + place) % size for place in range(size)) for shift in range(size))
    return permutations(range(size))


def fixed(setup: Setup, chosen: Mapping[int, Fall], name: str | None = None) -> Setup:
    """A setup in which some random steps always fall in the same way.

    The arrangement is written with splits and stacks, so it is a setup like any other.

    Args:
        setup: any setup.
        chosen: for each random step how it falls, see :data:`~crimecalc.engine.tabletop.Fall`.
        name: what the setup is called.

    Raises:
        SetupError: if one of them is no random step, or cannot fall so.

    >>> setup = Setup("abc").cut("deck").observe("deck")
    >>> import crimecalc as cc
    >>> print(cc.distribution(fixed(setup, {0: (1, 2, 0)})))
    deck   probability
    b c a  1
    """
    if not isinstance(setup, Setup) or not isinstance(chosen, Mapping):
        raise SetupError(f"fixed: expected a Setup and a mapping of its random steps, found {found(chosen)}")
    for index in chosen:
        _random_step(setup, index)
    made = setup
    for index in sorted(chosen, reverse=True):  # from the last, so that the others keep their place
        made = made.replaced(index, *arranged(setup, index, chosen[index]))
    return made.renamed(name or setup.name)


def arranged(setup: Setup, index: int, fall: Fall) -> list[Step]:
    """What hands do instead of a random step, so that it falls so; nothing where everything stays in place.

    Raises:
        SetupError: if it is no random step, or cannot fall so.

    >>> arranged(Setup("ab").shuffle("deck"), 0, (0, 1))
    []
    """
    step = _random_step(setup, index)
    size = size_of(setup, index)
    numbers = isinstance(fall, (tuple, list)) and all(type(source) is int for source in fall)
    if not numbers or sorted(fall) != list(range(size)):
        raise SetupError(
            f"step {index + 1}: expected an arrangement of the numbers 0 to {size - 1}, which say what comes to each "
            f"place, found {found(fall)}"
        )
    fall = tuple(fall)
    if fall == tuple(range(size)):
        return []
    if isinstance(step, Scramble):
        (pile,) = free_names(setup, 1, "part")
        cards = len(setup.layouts[index].where[step.piles[0]])
        return [Stack(tuple(step.piles[source] for source in fall), pile), Split(pile, (cards,) * size, step.piles)]
    if isinstance(step, Cut):
        top, rest = free_names(setup, 2, "part")
        if fall != tuple((fall[0] + place) % size for place in range(size)):
            raise SetupError(f"step {index + 1}: expected a cut, as in {(*range(1, size), 0)}, found {found(fall)}")
        return [Split(step.pile, (fall[0], size - fall[0]), (top, rest)), Stack((rest, top), step.pile)]
    assert isinstance(step, Shuffle)
    singles = free_names(setup, size, "part")
    return [Split(step.pile, (1,) * size, singles), Stack(tuple(singles[source] for source in fall), step.pile)]


def free_names(setup: Setup, count: int, word: str) -> tuple[str, ...]:
    """Names of piles that the setup never uses: a word with numbers.

    >>> free_names(Setup("ab").split("deck", [1, 1], into=["part 1", "rest"]), 2, "part")
    ('part 2', 'part 3')
    """
    used = {name for layout in setup.layouts for name in layout.where}
    numbers = range(1, len(used) + count + 1)
    return tuple(name for name in (f"{word} {number}" for number in numbers) if name not in used)[:count]


def seen_random_steps(setup: Setup, absorbing: bool = False) -> tuple[int, ...]:
    """The random steps whose fall can make a difference to what is observed; the others are idle.

    Args:
        setup: any setup with an observation.
        absorbing: whether a step counts as idle, too, if what it mixes is mixed again completely later. By itself such
            a step makes no difference; together with the later one it does.

    Raises:
        SetupError: if the setup observes nothing.

    >>> setup = Setup("abc").cut("deck").shuffle("deck")
    >>> seen_random_steps(setup.observe(unordered=["deck"])), seen_random_steps(setup.observe("deck"))
    ((), (0, 1))
    >>> seen_random_steps(setup.observe("deck"), absorbing=True)
    (1,)
    """
    if absorbing:
        return _not_idle(setup, absorbing)
    # A complete shuffle hides what was mixed before. A cut in its place brings every card everywhere, too, and hides
    # nothing; so what is seen behind cuts might be seen behind shuffles that are fixed.
    different = []
    for index in setup.random_steps:
        steps: list[Step] = []
        for number, step in enumerate(setup.steps):
            if number == index:
                place = len(steps)
            steps += [step] if number == index else _hiding_nothing(setup, number)
        if place in _not_idle(Setup.of(setup.deck, steps), absorbing):
            different.append(index)
    return tuple(different)


def _hiding_nothing(setup: Setup, index: int) -> list[Step]:
    """A step, or cuts in place of a shuffle or of a scramble of single cards, which is one."""
    step = setup.steps[index]
    if isinstance(step, Shuffle):
        return [Cut(step.pile)]
    if isinstance(step, Scramble) and len(setup.layouts[index].where[step.piles[0]]) == 1:
        (pile,) = free_names(setup, 1, "part")
        return [Stack(step.piles, pile), Cut(pile), Split(pile, (1,) * len(step.piles), step.piles)]
    return [step]


def _not_idle(setup: Setup, absorbing: bool) -> tuple[int, ...]:
    stages = view(lower(setup, "analysis"), absorbing).stages
    seen = {stage.move.step - 1 for stage in stages if not stage.idle}
    return tuple(index for index in setup.random_steps if index in seen)
