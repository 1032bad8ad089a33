"""Deals of games of the Clue family counted by PySDD: a sentential decision diagram is compiled, then counted.

Who holds a card is one variable for each holder that single clues leave possible, card by card on a right-linear
vtree; how many cards a hand has is built as a diagram that counts. Every part of this was the fastest of what was
tried; see README.md.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from crimecalc.inference.clues import SOLUTION, Clue, Has, HasOneOf, Lacks

__all__ = ["MISSING", "Counts", "available", "count"]

MISSING = "The rows against PySDD are left out: it is not installed (pip install pysdd)."


class Counts(NamedTuple):
    """What was counted.

    Attributes:
        deals: how many deals there are.
        holders: for each card and holder in how many of them it lies there; only possible ones, and only on demand.
    """

    deals: int
    holders: dict[Hashable, dict[Hashable, int]]


def available() -> bool:
    """Whether PySDD is installed."""
    return importlib.util.find_spec("pysdd") is not None


def count(
    categories: Mapping[str, Sequence[Hashable]], sizes: Sequence[int], clues: Sequence[Clue], holders: bool
) -> Counts:
    """Count all deals that agree with some clues without weights, and on demand where each card lies in them."""
    sdd: Any = importlib.import_module("pysdd.sdd")
    may = _possible_holders(categories, sizes, clues)
    known = {card: places[0] for card, places in may.items() if len(places) == 1}
    one_of = [
        clue for clue in clues if isinstance(clue, HasOneOf) and all(known.get(c) != clue.seat for c in clue.cards)
    ]
    unknown = [card for card in may if card not in known]
    unknown.sort(key=lambda card: -sum(card in clue.cards for clue in one_of))
    pairs = [(card, holder) for card in unknown for holder in may[card]]
    number = {pair: place for place, pair in enumerate(pairs, start=1)}

    variables = len(pairs)
    manager = sdd.SddManager.from_vtree(sdd.Vtree(variables, [*range(1, variables + 1)], "right"))
    parts = []
    for clue in one_of:
        some = manager.false()
        for card in clue.about:
            if (card, clue.seat) in number:
                some |= manager.literal(number[card, clue.seat])
        parts.append(some)
    # Cards from the last on: what is joined first lies at the bottom of the diagram.
    parts += [_exactly(manager, 1, [number[card, holder] for holder in may[card]]) for card in reversed(unknown)]
    places: list[tuple[Hashable, int, Sequence[Hashable]]] = [
        *((SOLUTION, 1, cards) for cards in categories.values()),
        *((seat, size, list(may)) for seat, size in enumerate(sizes)),
    ]
    for holder, size, cards in places:
        left = size - sum(known.get(card) == holder for card in cards)
        mine = [number[card, holder] for card in unknown if card in cards and (card, holder) in number]
        parts.append(_exactly(manager, left, mine))
    whole = manager.true()
    for part in parts:
        whole &= part

    deals: int = whole.global_model_count()
    found: dict[Hashable, dict[Hashable, int]] = {}
    if holders:
        counter = sdd.WmcManager(whole, log_mode=False)
        counter.propagate()  # in floating point, but exact below 2**53
        found = {card: {holder: deals} for card, holder in known.items()} | {card: {} for card in unknown}
        for (card, holder), variable in number.items():
            if there := round(counter.literal_derivative(manager.literal(variable))):
                found[card][holder] = there
    return Counts(deals, found)


def _possible_holders(
    categories: Mapping[str, Sequence[Hashable]], sizes: Sequence[int], clues: Sequence[Clue]
) -> dict[Hashable, list[Hashable]]:
    """Who may hold each card, as far as single clues tell and hands that are known whole."""
    may: dict[Hashable, list[Hashable]] = {
        card: [*range(len(sizes)), SOLUTION] for cards in categories.values() for card in cards
    }
    for clue in clues:
        if isinstance(clue, Has):
            may[clue.card] = [holder for holder in may[clue.card] if holder == clue.seat]
        elif isinstance(clue, Lacks):
            may[clue.card] = [holder for holder in may[clue.card] if holder != clue.seat]
    full = [seat for seat, size in enumerate(sizes) if sum(places == [seat] for places in may.values()) == size]
    return {
        card: places if len(places) == 1 else [holder for holder in places if holder not in full]
        for card, places in may.items()
    }


def _exactly(manager: Any, wanted: int, variables: Sequence[int]) -> Any:
    """A diagram that is true where so many of the variables are."""
    # For each number up to the one that is wanted: exactly so many of the variables looked at, the last ones first.
    counted = [manager.true()] + [manager.false()] * wanted
    for variable in reversed(variables):
        yes, no = manager.literal(variable), manager.literal(-variable)
        counted = [
            (no & same) | (yes & fewer) if fewer is not None else no & same
            for same, fewer in zip(counted, [None, *counted[:-1]], strict=True)
        ]
    return counted[wanted]
