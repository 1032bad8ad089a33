"""DEADCERT: who is the killer, given which names were seen on which types of evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice
from math import factorial
from typing import Any, Literal

from crimecalc.checks import check_choice, found
from crimecalc.distribution import Distribution
from crimecalc.errors import ImpossibleEvidence, InvalidInput
from crimecalc.games.deadcert.rules import (
    DOUBLES,
    NAMES,
    ON_EACH_TYPE,
    PAIRS,
    PRIME,
    TYPES,
    Split,
    is_snoop,
    read_split,
    splits,
)
from crimecalc.games.deadcert.sightings import ways_for_others
from crimecalc.rational import exact_fraction
from crimecalc.rendering import describe, listed, plural

__all__ = ["PRIORS", "UNSEEN", "Prior", "names_possible", "posterior", "prior_over_splits"]

UNSEEN = "unseen"
"""All names that were not seen on any card yet, together."""

Prior = Literal["uniform", "multinomial", "decks"]
PRIORS: tuple[Prior, ...] = ("uniform", "multinomial", "decks")
"""How probable the splits are: all alike; as if each suspect on two cards had a pair of types at random; or in
proportion to the number of ways to put the 37 names on the cards."""

_ALL = frozenset(range(len(TYPES)))


def prior_over_splits(prior: Prior | Mapping[Any, Any]) -> Distribution:
    """Weights over splits as a distribution over :class:`~crimecalc.games.deadcert.rules.Split`.

    Args:
        prior: one of :data:`PRIORS`, or a mapping of splits to weights, integers or Fractions.

    Raises:
        InvalidInput: if it is neither.
        InexactNumber: if a weight is a float.

    >>> prior_over_splits("multinomial")[Split(9, 0, 0)]
    Fraction(1, 19683)
    """
    if isinstance(prior, Mapping):
        weights: dict[Split, Any] = {}
        for given, weight in prior.items():
            if given is None:
                raise InvalidInput("prior: expected splits with their weights, found None as a split")
            split = read_split(given)
            exact = exact_fraction(weight, f"prior: {given}")
            if exact < 0 or isinstance(weight, bool):
                raise InvalidInput(f"prior: {given}: expected a weight of 0 or more, found {found(weight)}")
            weights[split] = weights.get(split, 0) + exact
        if not any(weights.values()):
            raise InvalidInput(f"prior: expected weights of 0 or more, not all 0, found {found(dict(prior))}")
        return Distribution(weights)
    if not isinstance(prior, str) or prior not in PRIORS:
        known = ", ".join(map(repr, PRIORS))
        raise InvalidInput(f"prior: expected {known} or a mapping of splits to weights, found {found(prior)}")
    if prior == "uniform":
        return Distribution(dict.fromkeys(splits(), 1))
    return Distribution(
        {
            split: _arrangements(split.doubles)
            if prior == "multinomial"
            else _arrangements((*split.doubles, *split.singles))
            for split in splits()
        }
    )


def _arrangements(sizes: tuple[int, ...]) -> int:
    """In how many ways names can be put into groups of these sizes."""
    ways = factorial(sum(sizes))
    for size in sizes:
        ways //= factorial(size)
    return ways


def posterior(
    seen: Mapping[str, str | Iterable[str]],
    split: Split | tuple[int, int, int] | None = None,
    prior: Prior | Mapping[Any, Any] | None = None,
) -> Distribution:
    """Probability of each name to be the killer's, given the types on which names were seen.

    The cards were shuffled, and any name is as likely as any other to be anybody; the order of the cards and how many
    snoops came with them make no difference.

    Args:
        seen: for each name that was seen the types of its cards, one of ``"motive"``, ``"means"`` and
            ``"opportunity"``, or several of them.
        split: how the suspects on two cards are spread. The rules do not say; (3, 3, 3) is taken if neither this nor a
            prior is given.
        prior: how probable the splits are: ``"uniform"`` for all 55 alike, ``"multinomial"`` if each suspect on two
            cards has a pair of types at random, ``"decks"`` in proportion to the ways to put names on cards, or a
            mapping of splits to weights, integers or Fractions.

    Returns:
        A distribution over the names that were seen and ``"unseen"``, which stands for all others together. A name
        that was seen is never less probable than one that was not.

    Raises:
        InvalidInput: if an argument makes no sense, or both split and prior are given.
        InexactNumber: if a weight of the prior is a float.
        ImpossibleEvidence: if names cannot have been seen so.

    Source: the rules of DEADCERT, sections 4 and 6.

    >>> print(posterior({"Ada": ["motive", "means"], "Bob": "motive", "Cy": "opportunity"}))
    outcome  probability
    Ada      37/155
    Bob      3/62
    Cy       7/155
    unseen   207/310
    """
    names = _read_seen(seen)
    if split is not None and prior is not None:
        raise InvalidInput("posterior: expected either a split or a prior over splits, found both")
    weighed = Distribution({read_split(split): 1}) if prior is None else prior_over_splits(prior)
    kinds = Counter(names.values())
    weight_of: dict[Any, int] = dict.fromkeys((*kinds, UNSEEN), 0)
    for spread in weighed:
        times = weighed.count(spread)
        for kind in weight_of:
            weight_of[kind] += times * _injections(spread, kinds, kind)
    weights = {name: weight_of[types] for name, types in names.items()} | {UNSEEN: weight_of[UNSEEN]}
    if not any(weights.values()):
        raise ImpossibleEvidence(_why_impossible(names, weighed))
    return Distribution(weights)


def names_possible(
    seen: Mapping[str, str | Iterable[str]],
    split: Split | tuple[int, int, int] | None = None,
    prior: Prior | Mapping[Any, Any] | None = None,
) -> int:
    """How many names can still be the killer's, those not seen yet included.

    Args:
        seen: as in :func:`posterior`.
        split: as in :func:`posterior`.
        prior: as in :func:`posterior`.

    Raises:
        InvalidInput: as in :func:`posterior`.
        ImpossibleEvidence: as in :func:`posterior`.

    >>> names_possible({"Ada": "motive"}), names_possible({"Ada": ["motive", "means", "opportunity"]})
    (37, 1)
    """
    killer = posterior(seen, split, prior)
    return len(killer) - 1 + NAMES - len(seen) if UNSEEN in killer else len(killer)


def _injections(split: Split, kinds: Mapping[frozenset[int], int], killer: Any) -> int:
    """In how many ways the seen names can be those that the cards show, if the killer is of one kind of names.

    Args:
        split: how the suspects on two cards are spread.
        kinds: how many names were seen on exactly these types.
        killer: the types on which the killer was seen, or :data:`UNSEEN`.
    """
    others = {types: count - (types == killer) for types, count in kinds.items()}
    if others.get(_ALL, 0):
        return 0  # nobody else is on all three types
    first, second, third = (others.get(frozenset(pair), 0) for pair in PAIRS)
    motive, means, opportunity = (others.get(frozenset({number}), 0) for number in range(len(TYPES)))
    ways = ways_for_others(split, (first, second, third), (motive, means, opportunity))
    for count in others.values():
        ways *= factorial(count)
    return ways


def _read_seen(seen: Any) -> dict[str, frozenset[int]]:
    """For each name the numbers of the types on which it was seen."""
    if not isinstance(seen, Mapping):
        raise InvalidInput(f"seen: expected a mapping of names to types of evidence, found {found(seen)}")
    names = {}
    for name, types in seen.items():
        if isinstance(name, str) and is_snoop(name):
            raise InvalidInput(f"seen: snoops are no suspects; expected them to be left out, found {found(name)}")
        if not isinstance(name, str) or not name.strip() or name == UNSEEN:
            raise InvalidInput(f"seen: expected names, none of them empty or {UNSEEN!r}, found {found(name)}")
        listed_types = [types] if isinstance(types, str) else types
        if isinstance(types, (bytes, Mapping)) or not isinstance(listed_types, Iterable):
            raise InvalidInput(f"seen: {name}: expected types of evidence, found {found(types)}")
        numbers = []
        for kind in islice(listed_types, len(TYPES) + 1):
            check_choice(f"seen: {name}", kind, TYPES)
            numbers.append(TYPES.index(kind))
        if len(set(numbers)) < len(numbers):
            raise InvalidInput(f"seen: {name}: a type is named twice; expected each card once, found {found(types)}")
        if not numbers:
            raise InvalidInput(f"seen: {name}: expected at least one of {listed(TYPES)}, found none")
        names[name] = frozenset(numbers)
    return names


def _why_impossible(names: Mapping[str, frozenset[int]], splits_possible: Distribution) -> str:
    """Why names cannot have been seen so, as far as one sentence can say it."""
    everywhere = [name for name, types in names.items() if types == _ALL]
    if len(everywhere) > 1:
        return f"{listed(everywhere)} were seen on all three types; only the killer is"
    for number, kind in enumerate(TYPES):
        count = sum(number in types for types in names.values())
        if count > ON_EACH_TYPE:
            return f"{count} names were seen on {kind}; there are {ON_EACH_TYPE}"
    if len(names) > NAMES:
        return f"{len(names)} names were seen; there are {NAMES}"
    twice = sum(len(types) > 1 for types in names.values())
    if twice > PRIME:
        return f"{twice} names were seen on two types or more; there are {PRIME}"
    one = len(splits_possible) == 1
    spread = f"by the split {describe(splits_possible.mode().doubles)}" if one else "by any of these splits"
    way_out = "; prior='uniform' takes all splits into account" if one else ""
    seen = [sum(types == set(pair) for types in names.values()) for pair in PAIRS]
    kinds = [f"{plural(n, 'name')} on {TYPES[p]} and {TYPES[q]}" for n, (p, q) in zip(seen, PAIRS, strict=True)]
    told = f"{DOUBLES} are on two types, and {listed(kinds)} were seen{way_out}"
    return f"names cannot have been seen so {spread}: {told}"
