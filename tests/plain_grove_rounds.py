"""In a Grove over all deals at once, from the rules alone: the second way to what is published as tables.

Every ordering of the deck is gone through, and those that look the same to a player are put on one heap: the shares of
the heap are what the player believes. Nothing is shared with the library but how cards are written.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import linprog

import plain_grove
from plain_grove import BLANK, DECKS, Deal

REVISED = {2: "2345678", 3: "2345678", 4: (BLANK, *"2345678"), 5: (BLANK, BLANK, *"2345678")}
"""The decks of the edition of 2021."""

SWAPS = (None, 0, 1, 2)


@cache
def murderer_at(suspects: tuple[str, ...]) -> int:
    return plain_grove.murderer_at(suspects)


def murderers(deck: Iterable[str]) -> dict[str, Fraction]:
    """The murderer among three cards of a deck; of several blanks each is a card of its own."""
    found = Counter(suspects[murderer_at(suspects)] for suspects in combinations(deck, 3))
    return {card: Fraction(times, found.total()) for card, times in found.items()}


class Best(NamedTuple):
    """The best that a discoverer can do."""

    probability: Fraction
    swap: int | None
    accuse: int


def best_of(heap: list[Deal], players: int, swaps: Iterable[int | None]) -> Best:
    """The first of the best swaps and accusations, no swap before any, in deals that look the same."""
    found = None
    for swap in swaps:
        places = Counter(murderer_at(plain_grove.lying(players, deal, swap)) for deal in heap)
        for place in range(3):
            chance = Fraction(places[place], len(heap))
            if found is None or chance > found.probability:
                found = Best(chance, swap, place)
    assert found is not None
    return found


@cache
def information_sets(players: int) -> dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[Best, Best]]:
    """What the discoverer may know and see at positions 0 and 1, with the best without a swap and with one.

    The two cards from the passing are known in no order. Two suspects seen the other way round are left out: everything
    is then the other way round.
    """
    order = {card: place for place, card in enumerate(DECKS[players])}
    heaps: defaultdict[Any, list[Deal]] = defaultdict(list)
    for deal in permutations(DECKS[players]):
        sees = deal[players + 1 : players + 3]
        if order[sees[0]] < order[sees[1]]:
            heaps[tuple(sorted(deal[:2], key=order.__getitem__)), sees].append(deal)
    assert len({len(heap) for heap in heaps.values()}) == 1
    return {known: (best_of(heap, players, SWAPS[:1]), best_of(heap, players, SWAPS)) for known, heap in heaps.items()}


def right_accusations(players: int, policy: str) -> list[Fraction]:
    """How often each player accuses the murderer if all play by a policy, by turn."""
    if policy == "random":
        return [Fraction(1, 3)] * players
    may_swap, reasons = not policy.endswith("without swap"), policy.startswith("reasoning")
    deals = list(permutations(DECKS[players]))
    right = [0] * players
    for unseen in range(3):
        looked = [place for place in range(3) if place != unseen]
        first = [
            plain_grove.discover(
                players, (deal[0], deal[1]), tuple((place, deal[players + 1 + place]) for place in looked), may_swap
            )
            for deal in deals
        ]
        lying = [plain_grove.lying(players, deal, swap) for deal, (swap, _) in zip(deals, first, strict=True)]
        murderer = [murderer_at(suspects) for suspects in lying]
        history: list[tuple[Hashable, ...]] = list(first)
        for turn in range(players):
            if turn:
                accused = accusations(turn, players, deals, lying, murderer, history, reasons)
                history = [(*before, place) for before, place in zip(history, accused, strict=True)]
            right[turn] += sum(before[-1] == place for before, place in zip(history, murderer, strict=True))
    return [Fraction(times, 3 * len(deals)) for times in right]


def accusations(
    turn: int,
    players: int,
    deals: list[Deal],
    lying: list[tuple[str, ...]],
    murderer: list[int],
    history: list[tuple[Hashable, ...]],
    reasons: bool,
) -> list[int]:
    """Whom the player of a later turn accuses in each deal: by own cards, or by all deals that went so."""
    seen = []
    for deal, suspects, before in zip(deals, lying, history, strict=True):
        looked = tuple((place, suspects[place]) for place in range(3) if place != before[-1])
        seen.append((deal[turn], deal[(turn + 1) % players], looked, *(before if reasons else ())))
    if not reasons:
        return [by_own_cards(players, first, second, looked) for first, second, looked in seen]
    heaps: defaultdict[Any, list[int]] = defaultdict(lambda: [0, 0, 0])
    for key, place in zip(seen, murderer, strict=True):
        heaps[key][place] += 1
    return [heaps[key].index(max(heaps[key])) for key in seen]


@cache
def by_own_cards(players: int, first: str, second: str, looked: tuple[tuple[int, str], ...]) -> int:
    chances = plain_grove.alone(players, (first, second), looked)
    return chances.index(max(chances))


# Two players and their chips.


def chips(murderer: int, accused: int, reply: int) -> int:
    """Liar chips that the second player takes, less those of the discoverer: who accused last takes the whole stack."""
    if accused == reply:
        return 0 if accused == murderer else 2
    return (reply != murderer) - (accused != murderer)


def hands() -> list[tuple[str, ...]]:
    """The two cards that both of two players know."""
    return list(combinations(DECKS[2], 2))


def deals_of(known: tuple[str, ...]) -> list[Deal]:
    return [(*known, *rest) for rest in permutations([card for card in DECKS[2] if card not in known])]


def seen_after(deal: Deal, swap: int | None, accuse: int) -> tuple[Hashable, ...]:
    """What the second player knows: what was done, and the two suspects without the chip."""
    suspects = plain_grove.lying(2, deal, swap)
    return swap, accuse, tuple(suspects[place] for place in range(3) if place != accuse)


def honest_actions(known: tuple[str, ...]) -> set[tuple[Any, Any]]:
    """What is seen at positions 0 and 1, with a swap and an accusation that are then as often right as any."""
    heaps: defaultdict[Any, list[Deal]] = defaultdict(list)
    for deal in deals_of(known):
        heaps[deal[3:5]].append(deal)
    found = set()
    for seen, heap in heaps.items():
        right = {
            (swap, accuse): sum(murderer_at(plain_grove.lying(2, deal, swap)) == accuse for deal in heap)
            for swap in SWAPS
            for accuse in range(3)
        }
        found |= {(seen, action) for action, times in right.items() if times == max(right.values())}
    return found


def value_from_the_other_side(known: tuple[str, ...], honest: bool = False) -> float:
    """What the round is worth to the discoverer: the second player makes the discoverer's best choices as bad as possible.

    A linear program over what the second player does in each case, with the best that the discoverer can then reach in
    each case as further unknowns.
    """
    told: dict[Any, int] = {}
    entries: dict[tuple[Any, Any], Counter[tuple[int, int]]] = defaultdict(Counter)
    for deal in deals_of(known):
        for swap in SWAPS:
            murderer = murderer_at(plain_grove.lying(2, deal, swap))
            for accuse in range(3):
                case = told.setdefault(seen_after(deal, swap, accuse), len(told))
                for reply in range(3):
                    entries[deal[3:5], (swap, accuse)][case, reply] += chips(murderer, accuse, reply)
    if honest:
        entries = {key: entries[key] for key in honest_actions(known)}
    sets = {seen: number for number, seen in enumerate(dict.fromkeys(seen for seen, _ in entries))}
    replies = 3 * len(told)
    at_most = np.zeros((len(entries), replies + len(sets)))
    for number, ((seen, _), row) in enumerate(entries.items()):
        for (case, reply), value in row.items():
            at_most[number, 3 * case + reply] = value
        at_most[number, replies + sets[seen]] = -1
    ones = np.zeros((len(told), replies + len(sets)))
    for case in told.values():
        ones[case, 3 * case : 3 * case + 3] = 1
    cost = np.concatenate([np.zeros(replies), np.ones(len(sets))])
    bounds = [(0, None)] * replies + [(None, None)] * len(sets)
    found: Any = linprog(cost, at_most, np.zeros(len(entries)), ones, np.ones(len(told)), bounds)
    assert found.success
    return float(found.fun) / 24
