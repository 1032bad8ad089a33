"""What somebody learns who remembers how a shuffle fell, or who peeks at cards that nobody should see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import fsum, prod
from typing import TYPE_CHECKING, Any

from crimecalc.analysis.fixing import falls, fixed, free_names, seen_random_steps, ways
from crimecalc.checks import found
from crimecalc.distribution import Distribution
from crimecalc.engine.exact import DEFAULT_MAX_STATES, distribution
from crimecalc.errors import InvalidInput, SetupError
from crimecalc.listing import Listing
from crimecalc.progress import Bar
from crimecalc.rational import is_whole, log2_of
from crimecalc.rendering import left_out, listed, percent, plural, shown
from crimecalc.setup import Setup, observation_of
from crimecalc.setup.layout import step_verb
from crimecalc.setup.steps import Discard, Observe, Stack, Take

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["BOX", "Leak", "Leakage", "leakage", "peek"]

BOX = "box"
"""All cards that were put into the box."""

MOST = 2_000
"""Ways to fall that are gone through unless told otherwise."""


@dataclass(frozen=True)
class Leak:
    """What a secret tells about an observed pile.

    Attributes:
        secret: what is known: random steps, or cards, in words.
        steps: indexes of the random steps that are remembered; none for cards.
        pile: the observed pile.
        bits: mutual information of the secret and the pile, in bits.
        before: the probability of the best guess of the pile's cards without the secret.
        after: the same with it, on average.
        certain: whether some secret leaves only one possibility for the pile.
    """

    secret: str
    steps: tuple[int, ...]
    pile: str
    bits: float
    before: Fraction
    after: Fraction
    certain: bool

    @property
    def how_certain(self) -> str:
        """Whether the secret leaves only one possibility, in words."""
        return "always" if self.after == 1 else "in some cases" if self.certain else "never"

    def __str__(self) -> str:
        guess = f"best guess {_chance(self.before)} before, {_chance(self.after)} after"
        return f"{self.secret} tells {self.bits:.4f} bits about “{self.pile}”: {guess}"


class Leakage(Listing[Leak]):
    """What secrets tell about the observed piles, what tells most first.

    Attributes:
        skipped: what was left out because it falls in too many ways, in words.
    """

    def __init__(self, leaks: Iterable[Leak], skipped: tuple[str, ...] = ()) -> None:
        super().__init__(leaks)
        self.skipped = skipped

    def _like(self, items: tuple[Leak, ...]) -> Leakage:
        return Leakage(items, self.skipped)

    def _facts(self) -> tuple[Any, ...]:
        return (self.skipped,)

    def to_frame(self) -> pd.DataFrame:
        """A row for each secret and pile, probabilities as Fractions."""
        import pandas as pd

        names = ["secret", "pile", "bits", "before", "after", "certain"]
        return pd.DataFrame([[getattr(leak, name) for name in names] for leak in self], columns=names)

    def _cells(self, limit: int | None) -> tuple[list[str], list[list[str]], str]:
        count = shown(len(self), limit)
        rows = [
            [leak.secret, leak.pile, f"{leak.bits:.4f}", _chance(leak.before), _chance(leak.after), leak.how_certain]
            for leak in self[:count]
        ]
        more = [left_out(len(self), count, "secrets and piles")]
        more += [f"not gone through, as it falls in too many ways: {name}" for name in self.skipped]
        header = ["who knows", "about", "bits", "guess before", "after", "certain"]
        return header, rows, "\n".join(line for line in more if line)

    def __repr__(self) -> str:
        return f"<Leakage: {plural(len(self), 'row')}>"


def _chance(probability: Fraction) -> str:
    return "100%" if probability == 1 else percent(probability)


def leakage(
    setup: Setup,
    size: int = 1,
    most: int = MOST,
    max_states: int = DEFAULT_MAX_STATES,
    progress: bool | None = None,
) -> Leakage:
    """What somebody learns about each observed pile who remembers how random steps fell and knows the starting order.

    Args:
        setup: any setup with an observation.
        size: how many random steps are remembered together, at most.
        most: in how many ways remembered steps may fall; what falls in more is named, not gone through.
        max_states: see :func:`~crimecalc.engine.exact.distribution`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Returns:
        For each set of random steps and each observed pile mutual information in bits, computed from exact counts, and
        exact probabilities of the best guess. Steps that cannot be seen tell nothing.

    Raises:
        SetupError: if the setup observes nothing.
        InvalidInput: if an argument makes no sense.
        TooManyStates: if there are too many states to enumerate.

    >>> setup = Setup("abcd").cut("deck").take("deck", [1], into="top").observe("top")
    >>> print(leakage(setup))
    who knows    about  bits    guess before  after  certain
    step 1: cut  top    2.0000  25.0%         100%   always
    """
    observation_of(setup, "leakage")
    for what, number in (("size", size), ("most", most)):
        if not is_whole(number, 1):
            raise InvalidInput(f"leakage: {what}: expected a positive whole number, found {found(number)}")
    secrets, skipped = [], []
    for count in range(1, min(size, len(setup.random_steps)) + 1):
        # What a later step mixes again tells nothing by itself, but it does beside the later step.
        seen = set(seen_random_steps(setup, absorbing=count == 1))
        for steps in combinations(setup.random_steps, count):
            matter = [index for index in steps if index in seen]
            secret = listed(f"step {index + 1}: {step_verb(setup.steps[index])}" for index in steps)
            if prod(ways(setup, index) for index in matter) > most:
                skipped.append(secret)
            else:
                secrets.append((secret, steps, matter))
    number = sum(prod(ways(setup, index) for index in matter) for _, _, matter in secrets)
    leaks = []
    with Bar(progress, number + 1, verb="leakage", noun="ways") as bar:
        whole = distribution(setup, max_states, progress=False)
        bar.advance()
        for secret, steps, matter in secrets:
            known = []
            for fall in product(*(falls(setup, index) for index in matter)):
                made = fixed(setup, dict(zip(matter, fall, strict=True)))
                known.append(distribution(made, max_states, progress=False))
                bar.advance()
            for pile in whole.names or ():
                cases = [(1, exact.marginal(pile)) for exact in known]
                leaks.append(_leak(secret, steps, pile, whole.marginal(pile), cases))
    return Leakage(sorted(leaks, key=lambda leak: (-leak.after, -leak.bits, leak.steps)), tuple(skipped))


def peek(
    setup: Setup,
    *,
    pile: str = BOX,
    position: int | None = None,
    max_states: int = DEFAULT_MAX_STATES,
    progress: bool | None = None,
) -> Leakage:
    """What somebody learns about each observed pile who peeks at cards.

    Args:
        setup: any setup with an observation.
        pile: a pile that is on the table in the end, or ``"box"`` for all cards that were put into the box.
        position: which card of the pile is seen, from 1 at the top or from -1 at the bottom; None for all of them, in
            any order. What it tells about other piles is reported, not what it tells about its own.
        max_states: see :func:`~crimecalc.engine.exact.distribution`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        SetupError: if the setup observes nothing, or there is no such pile or card.
        TooManyStates: if there are too many states to enumerate.

    >>> setup = Setup("abc").shuffle("deck").take("deck", [1], into="hand").discard("deck").observe("hand")
    >>> print(peek(setup))
    who knows  about  bits    guess before  after  certain
    the box    hand   1.5850  33.3%         100%   always
    """
    observed = observation_of(setup, "peek")
    if not isinstance(pile, str):
        raise SetupError(f"peek: pile: expected the name of a pile or 'box', found {found(pile)}")
    names = observed.names
    if pile == BOX and BOX not in setup.piles:
        if position is not None:
            raise SetupError("peek: the box has no order; expected no position")
        wider, box = _with_box(setup, observed)
        return _peeked("the box", wider, box, names, max_states, progress)
    cards = setup.piles.get(pile)
    if cards is None:
        raise SetupError(f"peek: no pile {pile!r} is there in the end; expected one of {list(setup.piles)} or 'box'")
    if position is None:
        wider, others = _also_observing(setup, observed, pile), [name for name in names if name != pile]
        return _peeked(f"all of “{pile}”", wider, pile, others, max_states, progress)
    if isinstance(position, bool) or not isinstance(position, int) or not 1 <= abs(position) <= cards:
        raise SetupError(
            f"peek: “{pile}” has {plural(cards, 'card')}; expected a position from 1 or -1, found {found(position)}"
        )
    place = position if position > 0 else cards + 1 + position
    wider, peeked, others = _with_card(setup, observed, pile, place)
    return _peeked(f"card {place} of “{pile}”", wider, peeked, others, max_states, progress)


# --- what a secret tells ----------------------------------------------------------------------


def _leak(
    secret: str, steps: tuple[int, ...], pile: str, whole: Distribution, cases: list[tuple[int, Distribution]]
) -> Leak:
    """What secrets with these weights tell about a pile, from its distribution with each."""
    total = sum(weight for weight, _ in cases)
    # Equal terms are added up first, so that few logarithms are taken and few roundings add up.
    terms: Counter[tuple[Fraction, Fraction]] = Counter()
    after = Fraction(0)
    for weight, exact in cases:
        after += Fraction(weight, total) * exact.max_probability
        for (here, there), outcomes in exact.paired_counts(whole).items():
            terms[Fraction(here, exact.worlds), Fraction(there, whole.worlds)] += weight * outcomes
    bits = fsum(
        float(Fraction(times, total) * chance) * log2_of(ratio.numerator, ratio.denominator)
        for (chance, before), times in terms.items()
        for ratio in [chance / before]
    )
    certain = any(len(exact) == 1 for _, exact in cases)
    return Leak(secret, steps, pile, max(bits, 0.0), whole.max_probability, after, certain)


def _peeked(
    secret: str, wider: Setup, seen: str, piles: Sequence[str], max_states: int, progress: bool | None
) -> Leakage:
    """What the cards of one observed pile tell about others."""
    leaks = []
    with Bar(progress, len(piles) + 1, verb="peek", noun="piles") as bar:
        joint = distribution(wider, max_states, progress=False)
        bar.advance()
        for pile in piles:
            exact = joint.marginal(pile, seen)
            known: dict[Hashable, dict[Hashable, int]] = {}
            whole: Counter[Hashable] = Counter()
            for outcome in exact:
                cards, times = outcome[:1], exact.count(outcome)
                known.setdefault(outcome[1:], {})[cards] = times
                whole[cards] += times
            cases = [(sum(counts.values()), Distribution(counts)) for counts in known.values()]
            leaks.append(_leak(secret, (), pile, Distribution(whole), cases))
            bar.advance()
    return Leakage(leaks)


def _with_box(setup: Setup, observed: Observe) -> tuple[Setup, str]:
    """The same setup with every card that goes into the box kept in one pile that is observed in any order."""
    steps: list[Any] = []
    boxes: list[str] = []
    free = free_names(setup, len(setup.steps) + 1, BOX)
    for step in setup.steps[:-1]:
        if isinstance(step, Discard):
            boxes.append(free[len(boxes)])
            steps.append(Stack(step.piles, boxes[-1]))
        else:
            steps.append(step)
    if not boxes:
        raise SetupError(f"peek: {setup.name!r} puts nothing into the box")
    box = free[len(boxes)]
    steps += [Stack(tuple(boxes), box), Observe(observed.piles, (*observed.unordered, box))]
    return Setup.of(setup.deck, steps, setup.name), box


def _also_observing(setup: Setup, observed: Observe, pile: str) -> Setup:
    piles = tuple(name for name in observed.piles if name != pile)
    wider = Observe(piles, (*(name for name in observed.unordered if name != pile), pile))
    return Setup.of(setup.deck, (*setup.steps[:-1], wider), setup.name)


def _with_card(setup: Setup, observed: Observe, pile: str, place: int) -> tuple[Setup, str, list[str]]:
    """The same setup with one card taken out of a pile and observed, its new pile, and the other piles."""
    (peeked,) = free_names(setup, 1, "card")
    piles = tuple(name for name in observed.piles if name != pile)
    unordered = tuple(name for name in observed.unordered if name != pile)
    steps = (*setup.steps[:-1], Take(pile, (place,), peeked), Observe((*piles, peeked), unordered))
    return Setup.of(setup.deck, steps, setup.name), peeked, [*piles, *unordered]
