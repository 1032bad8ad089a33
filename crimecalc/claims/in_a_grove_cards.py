"""Countable sentences of the rules of In a Grove about the cards, the murderer, and what players see.

The edition of 2010 is meant. Its rules have no headings, so a sentence is found by its paragraph: the introduction,
the set-up (the cards), the round (up to the discoverer's accusation), the accusations (of all others), the last
paragraph (who loses), and the information on the box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
from numpy.typing import NDArray

from crimecalc.claims.claim import Reading, claim
from crimecalc.errors import InvalidInput
from crimecalc.games.in_a_grove.chips import NOTHING
from crimecalc.games.in_a_grove.discoverer import Discoverer
from crimecalc.games.in_a_grove.rounds import deals, rounds
from crimecalc.games.in_a_grove.rules import BLANK, POSITIONS, deck, murderer, numbers, seats, setup
from crimecalc.games.in_a_grove.witness import Witness
from crimecalc.rendering import listed

__all__ = ["PLAYERS"]

PLAYERS = (2, 3, 4)
"""So many have a deck of their own in the text."""

# --- the cards --------------------------------------------------------------------------------


@claim("in-a-grove/cards", "Set-up", "There are eight suspect cards: a blank one, and the numbers 2 to 8.")
def _cards() -> Reading:
    cards = deck(max(PLAYERS))
    found = sorted(int(card) for card in cards if card != BLANK)
    right = cards.count(BLANK) == 1 and found == list(range(2, 9))
    return Reading(right, f"{len(cards)} cards: {cards.count(BLANK)} blank, numbers {listed(found)}")


@claim("in-a-grove/fewer-cards", "Set-up", "Three play without the 2, two without the 2 and the 8.")
def _fewer_cards() -> Reading:
    everything = set(deck(4))
    missing = {players: sorted(everything - set(setup(players).deck.labels)) for players in PLAYERS}
    found = "; ".join(
        f"{players} players {f'without {listed(cards)}' if cards else 'have all'}"
        for players, cards in missing.items()
    )
    return Reading(missing == {2: ["2", "8"], 3: ["2"], 4: []}, found)


@claim("in-a-grove/players", "INFO, No. Players", "Three or four play.", "ambiguous")
def _players() -> tuple[Reading, ...]:
    able = [players for players in range(1, 10) if _has_a_deck(players)]
    found = f"the text has cards for {listed(able)} players"
    return (
        Reading(set(able) == {3, 4}, found, taken_as="nobody else can"),
        Reading(set(able) >= {3, 4}, found, taken_as="they can, and perhaps others"),
    )


def _has_a_deck(players: int) -> bool:
    try:
        deck(players)
    except InvalidInput:
        return False
    return True


@claim(
    "in-a-grove/deal",
    "Set-up",
    "A card goes to each player and one to the victim, and the rest are exactly three suspects.",
)
def _deal() -> Reading:
    right, found = True, []
    for players in PLAYERS:
        piles = setup(players).piles
        right &= piles == {**dict.fromkeys(seats(players), 1), "victim": 1, "suspects": 3}
        right &= sum(piles.values()) == len(deck(players))
        found.append(f"{players} + {piles['victim']} + {piles['suspects']} of {len(deck(players))} cards")
    return Reading(right, "; ".join(found))


# --- the murderer -----------------------------------------------------------------------------


def _sets_of_suspects() -> dict[tuple[str, ...], set[str]]:
    """Any three suspects of the full deck, and the murderer in each order in which they can lie."""
    found: dict[tuple[str, ...], set[str]] = {}
    for cards in combinations(deck(4), len(POSITIONS)):
        found[cards] = {murderer(order) for order in permutations(cards)}
    return found


@claim("in-a-grove/one-murderer", "Accusations", "The revealed suspects show which one is the murderer.")
def _one_murderer() -> Reading:
    found = _sets_of_suspects()
    one = [cards for cards, names in found.items() if len(names) == 1 and names <= set(cards)]
    return Reading(len(one) == len(found), f"exactly one, in any order, in {len(one)} of {len(found)} sets of three")


@claim("in-a-grove/blank", "Accusations", "The blank card cannot be the one that is guilty.")
def _blank() -> Reading:
    with_it = {cards: names for cards, names in _sets_of_suspects().items() if BLANK in cards}
    times = sum(BLANK in names for names in with_it.values())
    return Reading(not times, f"the murderer in {times} of the {len(with_it)} sets of three that have it")


@claim("in-a-grove/largest", "Accusations", "Where no suspect is the 5, the highest number is guilty.")
def _largest() -> Reading:
    return _is_the(max, with_five=False)


@claim("in-a-grove/five", "Accusations", "Where a suspect is the 5, the lowest number is guilty.")
def _five() -> Reading:
    return _is_the(min, with_five=True)


def _is_the(which: Callable[[list[int]], int], with_five: bool) -> Reading:
    sets = {cards: names for cards, names in _sets_of_suspects().items() if ("5" in cards) == with_five}
    times = sum(names == {str(which([int(c) for c in cards if c != BLANK]))} for cards, names in sets.items())
    itself = sum(names == {"5"} for names in sets.values())
    more = f"; {itself} times that is the 5 itself" if with_five else ""
    return Reading(times == len(sets), f"in {times} of {len(sets)} sets of three{more}")


# --- what is seen -----------------------------------------------------------------------------


def _passed(players: int, place: int) -> NDArray[np.int8]:
    """The two cards that a player has had in hand, in every deal; shape (deals, 2)."""
    ring = deals(players).ring
    return np.sort(ring[:, [place, (place + 1) % players]], axis=1)


@claim("in-a-grove/two-known", "Round", "After the passing each player has seen two cards, one of them perhaps blank.")
def _two_known() -> Reading:
    right, found = True, []
    for players in PLAYERS:
        hands = np.stack([_passed(players, place) for place in range(players)])
        right &= bool((hands[..., 0] != hands[..., 1]).all())
        blank = Fraction(int((hands == numbers(players)[BLANK]).any(axis=-1).sum()), hands[..., 0].size)
        right &= 0 < blank < 1
        found.append(f"{players} players: two different ones in all {hands.shape[1]:,} deals, {blank} with the blank")
    return Reading(right, "; ".join(found))


@claim("in-a-grove/something-else", "Introduction", "No two players have seen the same.", "ambiguous")
def _something_else() -> tuple[Reading, ...]:
    def all_differ(players: int) -> int:
        hands = np.stack([_passed(players, place) for place in range(players)], axis=1)
        same = [(hands[:, one] == hands[:, two]).all(axis=1) for one, two in combinations(range(players), 2)]
        return int((~np.any(same, axis=0)).sum())

    more, two = {players: all_differ(players) for players in (3, 4)}, all_differ(2)
    deals_of = {players: len(deals(players).victim) for players in PLAYERS}
    pairs = len(list(combinations(POSITIONS, 2)))
    found = ", ".join(f"{n:,} of {deals_of[players]:,} deals of {players}" for players, n in more.items())
    return (
        Reading(
            all(more[players] == deals_of[players] for players in more),
            f"no two players know the same pair in {found} players",
            taken_as="three or four play, and the cards from the passing are meant",
        ),
        Reading(
            two == deals_of[2],
            f"the pairs differ in {two} of {deals_of[2]} deals",
            taken_as="two play, and the cards from the passing are meant",
        ),
        Reading(
            pairs >= max(PLAYERS),
            f"there are {pairs} pairs of suspects to look at for {max(PLAYERS)} players",
            taken_as="four play, and the suspects looked at are meant",
        ),
    )


@claim("in-a-grove/sometimes-differ", "Introduction", "Sometimes not everybody accuses the same suspect.")
def _sometimes_differ() -> Reading:
    right, found = True, []
    for players in PLAYERS:
        accused = rounds(players, ("honest",) * players, (True,) * players).accused
        agreed = int((accused == accused[0]).all(axis=0).sum())
        share = 1 - Fraction(agreed, accused.shape[1])
        right &= 0 < share < 1
        found.append(f"{players} players: {share}")
    return Reading(
        right, f"probability that they disagree if each accuses who is likeliest by the own cards: {'; '.join(found)}"
    )


@claim("in-a-grove/discoverer-looks", "Round", "Of three suspects the discoverer looks at two, no matter which.")
def _discoverer_looks() -> Reading:
    values = {}
    for pair in combinations(POSITIONS, 2):
        sets = [
            Discoverer(3, known, dict(zip(pair, seen, strict=True))).best().probability
            for known in combinations(deck(3), 2)
            for seen in permutations([card for card in deck(3) if card not in known], 2)
        ]
        values[pair] = sum(sets, Fraction(0)) / len(sets)
    same = len(set(values.values())) == 1
    chance = listed(sorted(set(values.values())))
    return Reading(
        len(values) == 3 and same,
        f"{len(values)} pairs; the best accusation of three players' discoverer is right with probability {chance}",
    )


@claim("in-a-grove/victim-unseen", "Round", "The discoverer cannot know the card that is swapped in, the victim.")
def _victim_unseen() -> Reading:
    right, found = True, []
    for players in PLAYERS:
        every = deals(players)
        seen = np.column_stack([_passed(players, 0), every.suspects[:, :2]])
        victims: dict[tuple[int, ...], Counter[int]] = {}
        for cards, victim in zip(map(tuple, seen.tolist()), every.victim.tolist(), strict=True):
            victims.setdefault(cards, Counter())[victim] += 1
        uniform = all(len(set(count.values())) == 1 for count in victims.values())
        choices = {len(count) for count in victims.values()}
        right &= uniform and choices == {len(deck(players)) - 4}
        found.append(f"{players} players: one of {listed(sorted(choices))} cards")
    return Reading(right, f"{'; '.join(found)}, all equally likely")


@claim(
    "in-a-grove/swap",
    "Round",
    "If she likes, the discoverer exchanges a suspect for the victim, whose card she may not look at.",
)
def _swap() -> Reading:
    right, found = True, []
    for players in PLAYERS:
        played = rounds(players, ("honest",), (True,))
        tables, swap = played.tables, played.swap
        lying = tables.suspects.copy()
        swapped = np.flatnonzero(swap != NOTHING)
        lying[swapped, swap[swapped]] = tables.victim[swapped]
        right &= bool((lying == played.lying).all()) and set(swap.tolist()) == {NOTHING, *POSITIONS}
        looked = [tables.suspects[np.arange(len(swap)), (tables.unseen + step) % len(POSITIONS)] for step in (1, 2)]
        seen = np.column_stack([tables.ring[:, :2], tables.unseen, *looked])
        decided: dict[tuple[int, ...], set[int]] = {}
        for cards, place in zip(map(tuple, seen.tolist()), swap.tolist(), strict=True):
            decided.setdefault(cards, set()).add(place)
        right &= all(len(places) == 1 for places in decided.values())
        found.append(f"{players} players: {Fraction(len(swapped), len(swap))}")
    return Reading(right, f"share of honest rounds with a swap, the same whatever the victim is: {'; '.join(found)}")


@claim(
    "in-a-grove/two-left",
    "Accusations",
    "Later players check two suspects, but not the one with the previous player's chip: these two are always there.",
)
def _two_left() -> Reading:
    right, tried = 0, 0
    for players in PLAYERS:
        *known, one, two = deck(players)[:4]
        for accused, pair in product(POSITIONS, combinations(POSITIONS, 2)):
            tried += 1
            try:
                Witness(players, known, {pair[0]: one, pair[1]: two}, [accused])
            except InvalidInput:
                right += accused in pair
            else:
                right += accused not in pair
    looks = len(POSITIONS) - 1
    return Reading(
        right == tried, f"{looks} suspects are left for every chip; {right} of {tried} looks are allowed or refused so"
    )
