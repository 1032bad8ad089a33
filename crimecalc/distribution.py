"""The exact finite distribution: outcomes with integer counts over one common total."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import Any

from crimecalc import rendering
from crimecalc.cards import label_key, with_cards
from crimecalc.errors import ImpossibleEvidence, InvalidInput
from crimecalc.exports import Shown
from crimecalc.outcomes import OutcomeTable
from crimecalc.rational import exact_fraction, log2_ratio

__all__ = ["Distribution"]

Event = Callable[[Any], bool] | Collection[Hashable]
"""A set of outcomes, or a function that says of an outcome whether it belongs."""


class Distribution(Shown):
    """An immutable distribution over finitely many outcomes, exact throughout.

    It is a mapping from outcomes to probabilities. Outcomes are listed in ascending order; an outcome
    that cannot happen has probability 0. Playing cards in an outcome that is looked up may be written, as in
    ``"7♦"`` or ``"7D"``. Two distributions are equal when every outcome has the same
    probability in both, whatever the counts.

    Args:
        weights: a weight for each outcome, an integer or a Fraction, not negative; zeros are dropped.
        names: what the entries of the outcomes are called, where outcomes are tuples of one length.

    Raises:
        InexactNumber: if a weight is a float.
        InvalidInput: if a weight is negative, all are zero, or the names do not fit the outcomes.

    >>> die = Distribution({face: 1 for face in range(1, 7)})
    >>> die[6], die.worlds, die.expectation()
    (Fraction(1, 6), 6, Fraction(7, 2))
    >>> die.map(lambda face: face % 2 == 0) == Distribution({True: Fraction(1, 2), False: Fraction(1, 2)})
    True
    """

    _names: tuple[str, ...] | None
    _table: OutcomeTable | None

    def __init__(self, weights: Mapping[Any, Any], names: Sequence[str] | None = None) -> None:
        if not isinstance(weights, Mapping):
            raise InvalidInput(
                f"a distribution is made from a mapping of outcomes to weights, found {type(weights).__name__}"
            )
        exact = {
            outcome: weight if type(weight) is int else exact_fraction(weight, repr(outcome))
            for outcome, weight in weights.items()
        }
        for outcome, weight in exact.items():
            if outcome != outcome:
                raise InvalidInput(f"an outcome must equal itself; found {outcome!r}")
            if weight < 0:
                raise InvalidInput(f"{outcome!r}: a weight cannot be negative, found {weight}")
        common = lcm(*{weight.denominator for weight in exact.values()})
        counts = {outcome: int(exact[outcome] * common) for outcome in sorted(exact, key=label_key) if exact[outcome]}
        self.__dict__.update(_table=None, _names=_checked_names(names, exact), _counts=counts)
        if not counts:
            raise InvalidInput("a distribution needs an outcome with a positive weight; found none")

    @classmethod
    def from_table(cls, table: OutcomeTable, names: Sequence[str] | None = None) -> Distribution:
        """A distribution over packed outcomes, which are unpacked only when somebody looks at them."""
        made = cls.__new__(cls)
        made.__dict__.update(_table=table, _names=tuple(names) if names is not None else None)
        return made

    @classmethod
    def _of(cls, counts: dict[Any, int], names: tuple[str, ...] | None) -> Distribution:
        """A distribution over counts that are known to be positive and in order."""
        made = cls.__new__(cls)
        made.__dict__.update(_table=None, _names=names, _counts=counts)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Distribution does not change; {name!r} cannot be set")

    @cached_property
    def _counts(self) -> dict[Any, int]:
        assert self._table is not None
        return dict(zip(self._table.outcomes(), self._table.count_list(), strict=True))

    @property
    def table(self) -> OutcomeTable | None:
        """The packed outcomes behind this distribution, where it came from an engine."""
        return self._table

    @property
    def names(self) -> tuple[str, ...] | None:
        """Names of the entries of each outcome, if they have any."""
        return self._names

    @cached_property
    def worlds(self) -> int:
        """Total of all counts: the common denominator of all probabilities.

        Where a setup was enumerated, what differs in nothing that is seen was not counted twice; see
        :func:`~crimecalc.engine.exact.distribution`.
        """
        return self._table.total if self._table is not None else sum(self._counts.values())

    def count(self, outcome: object) -> int:
        """In how many of the :attr:`worlds` an outcome happens; 0 if it never does.

        Raises:
            InvalidInput: if it has not the shape of an outcome, where that is known.

        >>> Distribution({"a": 1, "b": 2}).count("b")
        2
        """
        return self._count(self._in_shape(outcome))

    def _in_shape(self, outcome: object) -> object:
        """An outcome as it is listed; what none looks like is refused, lest a slip be taken for probability 0."""
        self._check_shape(outcome)
        return self._as_listed(outcome)

    def _as_listed(self, outcome: object) -> object:
        """An outcome with unordered entries in order and, where it is none as it stands, written cards as cards."""
        found = outcome if self._table is None or self._count(outcome) else self._table.codec.normal(outcome)
        if self._count(found):
            return found
        read = with_cards(outcome)
        return self._table.codec.normal(read) if self._table is not None else read

    def _check_shape(self, outcome: object) -> None:
        if self._names is None:
            return
        fits = isinstance(outcome, tuple) and len(outcome) == len(self._names)
        if self._table is not None:
            fits = fits and all(isinstance(entry, tuple) for entry in outcome)  # type: ignore[attr-defined]
        if not fits:
            entry = "tuple of cards" if self._table is not None else "entry"
            raise InvalidInput(
                f"an outcome has one {entry} for each of {', '.join(self._names)}, as in {self._first()!r}; "
                f"found {outcome!r}"
            )

    def _first(self) -> object:
        """The first outcome, without unpacking all of them."""
        return self._table.codec.decode(self._table.rows[:, :1])[0] if self._table else next(iter(self))

    def _count(self, outcome: object) -> int:
        if self._table is None or "_counts" in self.__dict__:
            try:
                return self._counts.get(outcome, 0)
            except TypeError:  # what cannot be hashed is no outcome
                return 0
        index = self._table.find(outcome)
        return 0 if index is None else int(self._table.counts[index]) * self._table.scale

    def __getitem__(self, outcome: object) -> Fraction:
        return Fraction(self.count(outcome), self.worlds)

    def __contains__(self, outcome: object) -> bool:
        return self._count(self._as_listed(outcome)) > 0

    def __iter__(self) -> Iterator[Any]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._table) if self._table is not None else len(self._counts)

    # --- asking -------------------------------------------------------------------------------

    def probability(self, event: Event) -> Fraction:
        """Probability of an event: a set of outcomes, or a function that is true for them.

        >>> Distribution({1: 1, 2: 1, 3: 2}).probability(lambda n: n > 1)
        Fraction(3, 4)
        """
        happens = self._predicate(event)
        return Fraction(sum(n for outcome, n in self._counts.items() if happens(outcome)), self.worlds)

    def map(self, function: Callable[[Any], Hashable], names: Sequence[str] | None = None) -> Distribution:
        """Distribution of a function of the outcome.

        >>> dict(Distribution({-1: 1, 0: 1, 1: 1}).map(abs))
        {0: Fraction(1, 3), 1: Fraction(2, 3)}
        """
        _check_callable("map", function)
        counts: dict[Hashable, int] = {}
        for outcome, n in self._counts.items():
            value = function(outcome)
            try:
                counts[value] = counts.get(value, 0) + n
            except TypeError:
                raise InvalidInput(
                    f"map at {outcome!r}: expected a value that can be hashed, found {value!r}"
                ) from None
        return Distribution(counts, names)

    def marginal(self, *names: str) -> Distribution:
        """Distribution of the named entries alone, in the order given; outcomes stay tuples.

        Raises:
            InvalidInput: if the entries have no names, or a name is unknown or given twice.

        >>> joint = Distribution({("a", 1): 1, ("a", 2): 2, ("b", 1): 3}, names=["letter", "digit"])
        >>> dict(joint.marginal("letter"))
        {('a',): Fraction(1, 2), ('b',): Fraction(1, 2)}
        """
        if self._names is None:
            raise InvalidInput("marginal: the entries of these outcomes have no names; use map instead")
        for name in names:
            if name not in self._names:
                known = ", ".join(repr(known) for known in self._names)
                raise InvalidInput(f"marginal: no entry is named {name!r}; expected one of {known}")
        if not names or len(set(names)) < len(names):
            raise InvalidInput(f"marginal: expected different names, at least one, found {names!r}")
        chosen = [self._names.index(name) for name in names]
        if self._table is not None:
            return Distribution.from_table(self._table.project(chosen), names)
        return self.map(lambda outcome: tuple(outcome[index] for index in chosen), names)

    def given(self, event: Event) -> Distribution:
        """The posterior distribution once an event is known to have happened.

        Raises:
            ImpossibleEvidence: if the event has probability 0.

        >>> dict(Distribution({1: 1, 2: 1, 3: 2}).given(lambda n: n != 3))
        {1: Fraction(1, 2), 2: Fraction(1, 2)}
        """
        happens = self._predicate(event)
        counts = {outcome: n for outcome, n in self._counts.items() if happens(outcome)}
        if not counts:
            raise ImpossibleEvidence(f"the event happens in none of {rendering.plural(len(self), 'outcome')}")
        return Distribution._of(counts, self._names)

    def expectation(self, function: Callable[[Any], Any] | None = None) -> Fraction:
        """Expected value of the outcome, or of a function of it whose values are exact.

        Raises:
            InexactNumber: if a value is a float.

        >>> Distribution({"a": 1, "bcd": 1}).expectation(len)
        Fraction(2, 1)
        """
        if function is not None:
            _check_callable("expectation", function)
        total = Fraction(0)
        for outcome, n in self._counts.items():
            value = outcome if function is None else function(outcome)
            total += n * exact_fraction(value, f"expectation at {outcome!r}")
        return total / self.worlds

    def variance(self, function: Callable[[Any], Any] | None = None) -> Fraction:
        """Variance of the outcome, or of a function of it whose values are exact.

        Raises:
            InexactNumber: if a value is a float.

        >>> Distribution({face: 1 for face in range(1, 7)}).variance()
        Fraction(35, 12)
        """
        mean = self.expectation(function)

        def squared_deviation(outcome: Any) -> Fraction:
            value = outcome if function is None else function(outcome)
            return (exact_fraction(value, f"variance at {outcome!r}") - mean) ** 2

        return self.expectation(squared_deviation)

    def entropy(self) -> float:
        """Shannon entropy in bits, as a float computed from the exact counts.

        >>> Distribution({"heads": 1, "tails": 1}).entropy()
        1.0
        """
        total = self.worlds
        sizes: dict[int, int] = {}
        for n in self._count_values():
            sizes[n] = sizes.get(n, 0) + 1
        return sum(float(Fraction(times * n, total)) * log2_ratio(total, n) for n, times in sizes.items())

    def mode(self) -> Any:
        """A most probable outcome; the first in ascending order if there are several.

        >>> Distribution({"a": 1, "b": 2, "c": 2}).mode()
        'b'
        """
        return max(self._counts, key=self._counts.__getitem__)

    def is_uniform(self) -> bool:
        """Whether every outcome that can happen is equally probable.

        >>> Distribution({"a": 3, "b": 3}).is_uniform()
        True
        """
        return len(set(self._count_values())) == 1

    def _count_values(self) -> list[int]:
        return self._table.count_list() if self._table is not None else list(self._counts.values())

    def _predicate(self, event: Event) -> Callable[[Any], bool]:
        if callable(event):
            return event
        if isinstance(event, (str, tuple)) or not isinstance(event, Iterable):
            raise InvalidInput(
                f"an event is a function of the outcome or a set of outcomes, found {event!r}; "
                "for one outcome write {…}"
            )
        try:
            chosen = frozenset(event)
        except TypeError as error:
            raise InvalidInput(f"an event is a set of outcomes, found {event!r}: {error}") from None
        return {self._in_shape(outcome) for outcome in chosen}.__contains__

    # --- comparing ----------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        tables = self._tables(other)
        if tables is not None:
            return tables[0].same_distribution(tables[1])
        return len(self) == len(other) and self._lowest_terms == other._lowest_terms

    def _tables(self, other: Distribution) -> tuple[OutcomeTable, OutcomeTable] | None:
        """Both packed tables, where they can be compared without unpacking."""
        if not isinstance(other, Distribution):
            raise InvalidInput(f"expected a Distribution to compare with, found {type(other).__name__}")
        if self._table is None or other._table is None or self._table.codec != other._table.codec:
            return None
        return self._table, other._table

    @cached_property
    def _lowest_terms(self) -> dict[Any, int]:
        divisor = gcd(*self._counts.values())
        return {outcome: n // divisor for outcome, n in self._counts.items()}

    def __hash__(self) -> int:
        return hash(frozenset(self._lowest_terms.items()))

    @property
    def max_probability(self) -> Fraction:
        """Probability of the most probable outcome: that of the best guess.

        >>> Distribution({"a": 1, "b": 3}).max_probability
        Fraction(3, 4)
        """
        return Fraction(max(self._count_values()), self.worlds)

    def paired_counts(self, other: Distribution) -> Counter[tuple[int, int]]:
        """How many outcomes that can happen here have each pair of counts, here and in another distribution.

        >>> sorted(Distribution({"a": 1, "b": 1}).paired_counts(Distribution({"a": 3, "c": 1})).items())
        [((1, 0), 1), ((1, 3), 1)]
        """
        tables = self._tables(other)
        if tables is not None:
            return Counter(zip(self._count_values(), tables[0].counts_in(tables[1]), strict=True))
        return Counter((count, other._count(outcome)) for outcome, count in self._counts.items())

    def total_variation(self, other: Distribution) -> Fraction:
        """Total variation distance: half the sum of all absolute differences of probability.

        Source: Levin, Peres and Wilmer, *Markov Chains and Mixing Times*, proposition 4.2.

        >>> Distribution({"a": 1, "b": 1}).total_variation(Distribution({"a": 1}))
        Fraction(1, 2)
        """
        tables = self._tables(other)
        if tables is not None:
            _, differences, denominator = tables[0].differences(tables[1])
            return Fraction(int(abs(differences).sum()), 2 * denominator)
        return sum((abs(self._minus(other, o)) for o in self._counts | other._counts), Fraction(0)) / 2

    def most_different(self, other: Distribution, count: int) -> list[Any]:
        """The outcomes whose two probabilities differ most, so many; alike ones in ascending order.

        >>> Distribution({"a": 1, "b": 1}).most_different(Distribution({"a": 1, "c": 2}), 2)
        ['c', 'b']
        """
        tables = self._tables(other)
        if tables is not None:
            rows, differences, _ = tables[0].differences(tables[1])
            first = (-abs(differences)).argsort(kind="stable")[:count]
            return tables[0].codec.decode(rows[:, first])
        outcomes = sorted(self._counts | other._counts, key=label_key)
        return sorted(outcomes, key=lambda outcome: abs(self._minus(other, outcome)), reverse=True)[:count]

    def _minus(self, other: Distribution, outcome: object) -> Fraction:
        return Fraction(self._count(outcome), self.worlds) - Fraction(other._count(outcome), other.worlds)


def _checked_names(names: Sequence[str] | None, outcomes: Mapping[Any, Any]) -> tuple[str, ...] | None:
    if names is None:
        return None
    if (
        not isinstance(names, Sequence)
        or isinstance(names, str)
        or not names
        or not all(isinstance(name, str) for name in names)
    ):
        raise InvalidInput(f"names: expected a list of texts, at least one, found {names!r}")
    for outcome in outcomes:
        if not isinstance(outcome, tuple) or len(outcome) != len(names):
            raise InvalidInput(
                f"names {tuple(names)!r}: expected outcomes that are tuples of {len(names)} entries, found {outcome!r}"
            )
    if len(set(names)) < len(names):
        raise InvalidInput(f"names {tuple(names)!r}: expected different names")
    return tuple(names)


def _check_callable(verb: str, function: object) -> None:
    if not callable(function):
        raise InvalidInput(f"{verb}: expected a function of the outcome, found {function!r}")
