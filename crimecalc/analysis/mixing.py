"""Models of imperfect shuffling: how likely each order of a pile is that was riffled or otherwise mixed a few times.

Each model of shuffling gives every arrangement an exact probability. Arrangements are written as
:data:`~crimecalc.engine.tabletop.Fall`: entry ``i`` says which card from the top comes to place ``i``, both from 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import islice, pairwise, permutations, product
from math import comb, factorial
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from crimecalc.checks import found
from crimecalc.distribution import Distribution
from crimecalc.engine.tabletop import Fall
from crimecalc.errors import InvalidInput
from crimecalc.packing import INT64_MAX
from crimecalc.rational import exact_fraction, is_whole

__all__ = [
    "MOST_ARRANGED",
    "MOST_CARDS",
    "MOST_TIMES",
    "Cuts",
    "Mixing",
    "Overhand",
    "Riffle",
    "Swaps",
    "Weights",
    "check_times",
    "riffle_separation",
    "riffle_variation",
]

MOST_ARRANGED = 8
"""So many cards can be gone through in all their arrangements, 8! = 40,320."""

_MOST_WORK = 100_000_000
"""Numbers get longer with every riffle; this much is a matter of seconds."""

MOST_CARDS = 1_000
MOST_TIMES = 1_000


def check_times(what: str, times: object) -> None:
    """Refuse a number of times that is none, or too many; ``what`` is the argument."""
    if not is_whole(times, 1, MOST_TIMES):
        raise InvalidInput(f"{what}: expected a whole number from 1 to {MOST_TIMES:,}, found {found(times)}")


class Weights(NamedTuple):
    """Different arrangements, shape (arrangements, cards), and an integer weight of each, shape (arrangements,)."""

    falls: NDArray[np.intp]
    weights: NDArray[Any]


# --- models -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Model(ABC):
    """A way of mixing, done some number of times, each time independently."""

    times: int = 1

    noun: ClassVar[str]
    """What is done once."""
    most: ClassVar[int] = MOST_ARRANGED
    """Of how many cards the arrangements can be gone through."""

    def __post_init__(self) -> None:
        check_times(f"{type(self).__name__}: times", self.times)

    def again(self, times: int) -> Self:
        """The same way of mixing, done another number of times.

        Raises:
            InvalidInput: if it is no whole number from 1 to 1,000.

        >>> Riffle().again(7)
        Riffle(times=7)
        """
        return replace(self, times=times)

    def falls(self, n: int) -> Distribution:
        """The exact distribution of how ``n`` cards (or piles) come to lie.

        Args:
            n: how many there are, at most 8 (a cut: at most 1,000).

        Raises:
            InvalidInput: if ``n`` is no whole number, or there are too many arrangements to go through.

        >>> print(Riffle().falls(3))
        outcome  probability
        0 1 2    1/2
        0 2 1    1/8
        1 0 2    1/8
        1 2 0    1/8
        2 0 1    1/8
        """
        if not is_whole(n, 1, self.most):
            raise InvalidInput(
                f"{type(self).__name__}: falls: expected from 1 to {self.most:,} cards, found {found(n)}"
            )
        arranged, weights = next(self.weighed(n, self.times))
        return Distribution(dict(zip(map(tuple, arranged.tolist()), weights.tolist(), strict=True)))

    @abstractmethod
    def weighed(self, n: int, first: int) -> Iterator[Weights]:
        """The arrangements after ``first`` times, after one time more, and so on without end."""

    def __str__(self) -> str:
        return f"{self.times:,} {self.noun}{'' if self.times == 1 else 's'}"


@dataclass(frozen=True)
class Riffle(_Model):
    """Riffle shuffles after Gilbert, Shannon and Reeds.

    The pile is cut in two where ``n`` tosses of a coin say, and the next card to fall comes from either part with a
    probability in proportion to its size; so all pairs of a cut and an interleaving are equally likely. An
    arrangement of ``n`` cards with ``r`` rising sequences comes after ``times`` riffles with probability
    C(2^times + n − r, n) / 2^(times · n).

    Args:
        times: how many riffles.

    Raises:
        InvalidInput: if it is no whole number from 1 to 1,000.

    Source: Gilbert, *Theory of shuffling* (Bell Laboratories, 1955), and Reeds (1981); the probability is theorem 1 of
    Bayer and Diaconis, *Trailing the dovetail shuffle to its lair*, Annals of Applied Probability 2 (1992).

    >>> print(Riffle(7), Riffle().falls(4)[0, 1, 2, 3], sep=", ")
    7 riffles, 5/16
    """

    noun = "riffle"

    def weighed(self, n: int, first: int) -> Iterator[Weights]:
        """As their rising sequences say."""
        arranged = _arrangements(n)
        places = np.argsort(arranged, axis=1)
        rising = 1 + (places[:, 1:] < places[:, :-1]).sum(axis=1)
        times = first
        while True:
            by_rising = np.array([0, *_riffle_counts(n, times)], dtype=object)
            yield Weights(arranged, by_rising[rising])
            times += 1


@dataclass(frozen=True)
class Overhand(_Model):
    """Overhand shuffles: packets fall off the top one after another, each onto those before.

    Each of the gaps between two neighbouring cards is a break between packets independently with one probability. The
    packets end in reversed order; cards keep their order within a packet.

    Args:
        times: how many overhand shuffles.
        cut: the probability of a break, an integer or Fraction from 0 to 1.

    Raises:
        InvalidInput: if one of them is out of bounds.
        InexactNumber: if the probability is a float.

    Source: Pemantle, *Randomization time for the overhand shuffle*, Journal of Theoretical Probability 2 (1989).

    >>> print(Overhand(cut=Fraction(1, 3)).falls(3))
    outcome  probability
    0 1 2    4/9
    1 2 0    2/9
    2 0 1    2/9
    2 1 0    1/9
    """

    cut: Fraction = Fraction(1, 2)

    noun = "overhand shuffle"

    def __post_init__(self) -> None:
        super().__post_init__()
        exact = exact_fraction(self.cut, "Overhand: cut")
        if not 0 <= exact <= 1:
            raise InvalidInput(f"Overhand: cut: expected a probability from 0 to 1, found {found(self.cut)}")
        object.__setattr__(self, "cut", exact)

    def weighed(self, n: int, first: int) -> Iterator[Weights]:
        """One shuffle after another, whatever the breaks."""
        broken, whole = self.cut.numerator, self.cut.denominator - self.cut.numerator
        once: dict[Fall, int] = {}
        for breaks in product([False, True], repeat=n - 1):
            weight = broken ** sum(breaks) * whole ** (n - 1 - sum(breaks))
            starts = [0, *(gap + 1 for gap in range(n - 1) if breaks[gap]), n]
            packets = [range(start, end) for start, end in pairwise(starts)]
            if weight:
                once[tuple(card for packet in reversed(packets) for card in packet)] = weight
        return islice(_repeated(n, once), first - 1, None)

    def __str__(self) -> str:
        return f"{super().__str__()}, each gap a break with probability {self.cut}"


@dataclass(frozen=True)
class Swaps(_Model):
    """Random transpositions: two places are chosen independently, and their cards exchanged.

    Each place is equally likely; with probability 1/n both are the same and nothing happens.

    Args:
        times: how many swaps.

    Raises:
        InvalidInput: if it is no whole number from 1 to 1,000.

    Source: Diaconis and Shahshahani, *Generating a random permutation with random transpositions*, Zeitschrift für
    Wahrscheinlichkeitstheorie und verwandte Gebiete 57 (1981).

    >>> Swaps().falls(3)[0, 1, 2], Swaps().falls(3)[1, 0, 2]
    (Fraction(1, 3), Fraction(2, 9))
    """

    noun = "random swap"

    def weighed(self, n: int, first: int) -> Iterator[Weights]:
        """One swap after another, of any two places."""
        once: dict[Fall, int] = {tuple(range(n)): n}
        for j in range(n):
            for i in range(j):
                fall = list(range(n))
                fall[i], fall[j] = j, i
                once[tuple(fall)] = 2
        return islice(_repeated(n, once), first - 1, None)


@dataclass(frozen=True)
class Cuts(_Model):
    """Uniform random cuts; any number of them is the same as one.

    Args:
        times: how many cuts.

    Raises:
        InvalidInput: if it is no whole number from 1 to 1,000.

    >>> list(Cuts().falls(3)), Cuts(5).falls(3) == Cuts().falls(3)
    ([(0, 1, 2), (1, 2, 0), (2, 0, 1)], True)
    """

    noun = "random cut"
    most = MOST_CARDS

    def weighed(self, n: int, first: int) -> Iterator[Weights]:
        """All cuts alike, again and again."""
        del first  # it makes no difference
        places = np.arange(n)
        same = Weights((places[:, None] + places) % n, np.ones(n, dtype=object))
        while True:
            yield same


Mixing = Riffle | Overhand | Swaps | Cuts
"""A model of how cards are mixed."""


def _arrangements(n: int) -> NDArray[np.intp]:
    """All arrangements in ascending order, shape (n!, n)."""
    return np.array(list(permutations(range(n))), dtype=np.intp).reshape(factorial(n), n)


def _repeated(n: int, once: dict[Fall, int]) -> Iterator[Weights]:
    """The arrangements after one time, two times, ... of what has these weights."""
    arranged = _arrangements(n)
    scale = n ** np.arange(n)[::-1]
    keys = arranged @ scale  # ascending, as the arrangements are
    by_weight: dict[int, list[NDArray[np.intp]]] = {}
    for fall, weight in once.items():
        # Undone last: where the card lay that this fall brought to each place.
        before = arranged[:, np.argsort(fall)]
        by_weight.setdefault(weight, []).append(np.searchsorted(keys, before @ scale))
    weights = np.zeros(len(arranged), dtype=np.int64)
    weights[0] = 1
    total, factor = 1, sum(once.values())
    while True:
        total *= factor
        if total > INT64_MAX:
            weights = weights.astype(object)
        after = np.zeros_like(weights)
        for weight, sources in by_weight.items():
            part = np.zeros_like(weights)
            for source in sources:
                part += weights[source]
            after += weight * part
        weights = after
        yield Weights(arranged, weights.astype(object))


# --- closed forms -------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _eulerian(n: int) -> tuple[int, ...]:
    """How many arrangements of n cards have 1, 2, ..., n rising sequences: the Eulerian numbers."""
    row = [1]
    for size in range(2, n + 1):
        padded = [0, *row, 0]
        row = [(r + 1) * padded[r + 1] + (size - r) * padded[r] for r in range(size)]
    return tuple(row)


def _riffle_counts(n: int, times: int) -> list[int]:
    """C(2^times + n − r, n) for r = 1, ..., n."""
    packets = 2**times
    counts = [comb(packets + n - 1, n)]
    for r in range(1, n):
        counts.append(counts[-1] * (packets - r) // (packets + n - r))
    return counts


def _check_pile(what: str, n: int, times: int) -> None:
    if not is_whole(n, 1, MOST_CARDS):
        raise InvalidInput(f"{what}: n: expected from 1 to {MOST_CARDS:,} cards, found {found(n)}")
    check_times(f"{what}: times", times)
    if n * n * times > _MOST_WORK:
        expected = f"expected n * n * times up to {_MOST_WORK:,}"
        raise InvalidInput(f"{what}: {n} cards riffled {times} times take too long; {expected}")


def riffle_variation(n: int, times: int) -> Fraction:
    """Total variation distance between ``n`` cards riffled ``times`` times and ``n`` cards in uniformly random order.

    Args:
        n: how many different cards, from 1 to 1,000.
        times: how many riffles, from 1 to 1,000.

    Raises:
        InvalidInput: if one of them is no such number.

    Source: Bayer and Diaconis, *Trailing the dovetail shuffle to its lair*, Annals of Applied Probability 2 (1992),
    table 1.

    >>> riffle_variation(3, 1), round(1000 * riffle_variation(52, 7))
    (Fraction(1, 3), 334)
    """
    _check_pile("riffle_variation", n, times)
    whole, orders = 2 ** (times * n), factorial(n)
    far = sum(
        alike * abs(count * orders - whole)
        for alike, count in zip(_eulerian(n), _riffle_counts(n, times), strict=True)
    )
    return Fraction(far, 2 * whole * orders)


def riffle_separation(n: int, times: int) -> Fraction:
    """Separation distance of ``n`` cards riffled ``times`` times: 1 − n! · the least probability of an order.

    Args:
        n: how many different cards, from 1 to 1,000.
        times: how many riffles, from 1 to 1,000.

    Raises:
        InvalidInput: if one of them is no such number.

    Source: Aldous and Diaconis, *Shuffling cards and stopping times*, American Mathematical Monthly 93 (1986); Bayer
    and Diaconis (1992).

    >>> riffle_separation(3, 1), riffle_separation(3, 2)
    (Fraction(1, 1), Fraction(5, 8))
    """
    _check_pile("riffle_separation", n, times)
    return 1 - Fraction(factorial(n) * min(_riffle_counts(n, times)), 2 ** (times * n))
