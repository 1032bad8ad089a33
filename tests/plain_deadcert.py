"""DEADCERT: London by brute force, from the rules alone: the second way in which the tests get its numbers.

Draws are followed card by card instead of being put into a formula, beliefs are counted by giving every name that was
seen every role that it may have, and open play by going through all positions of the killer's cards. Nothing is shared
with the library.

Types are numbers: 0 motive, 1 means, 2 opportunity. Doubles are given by pairs of types: motive and means, motive and
opportunity, means and opportunity.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

CARDS = 54
SNOOPS = 6
KILLER_CARDS = 3
TYPES = (0, 1, 2)
PAIRS = ((0, 1), (0, 2), (1, 2))
Three = tuple[int, int, int]
Weight = int | Fraction
Deck = tuple[Weight, Three, Three]
"""A weight, the number of singles on each type, the number of doubles on each pair of types."""
Role = frozenset[int]
"""The types that a name is on; the killer is on all three."""
KILLER: Role = frozenset(TYPES)
UNSEEN = "unseen"


# Draws, card by card.


def marked_among(marked: int, k: int) -> dict[int, Fraction]:
    """How many of so many marked cards are among the first k of the deck."""
    chances = {0: Fraction(1)}
    for drawn in range(k):
        after: defaultdict[int, Fraction] = defaultdict(Fraction)
        for found, chance in chances.items():
            hit = Fraction(marked - found, CARDS - drawn)
            after[found + 1] += chance * hit
            after[found] += chance * (1 - hit)
        chances = {found: chance for found, chance in after.items() if chance}
    return chances


def snoops_among(k: int) -> dict[int, Fraction]:
    return marked_among(SNOOPS, k)


def killer_cards_among(k: int) -> dict[int, Fraction]:
    return marked_among(KILLER_CARDS, k)


def killer_card_draw(r: int) -> dict[int, Fraction]:
    """The draw, from 1, that brings the killer's r-th card."""
    result = {}
    for draw in range(1, CARDS + 1):
        one_short = killer_cards_among(draw - 1).get(r - 1, Fraction(0))
        chance = one_short * Fraction(KILLER_CARDS - (r - 1), CARDS - (draw - 1))
        if chance:
            result[draw] = chance
    return result


def identification_turn(per_turn: int) -> dict[int, Fraction]:
    """The turn, from 1, in which the killer's third card is fetched."""
    result: defaultdict[int, Fraction] = defaultdict(Fraction)
    for draw, chance in killer_card_draw(3).items():
        result[(draw - 1) // per_turn + 1] += chance
    return dict(result)


def prime_suspects_exposed(k: int, split: Three) -> dict[int, Fraction]:
    """How many names, the killer's included, have at least two of their cards among the first k."""
    return exposed_by_draw(split)[k]


@cache
def exposed_by_draw(split: Three) -> list[dict[int, Fraction]]:
    """The same after every number of draws.

    A state says for each pair of types how many doubles have been seen once and how many twice, then how many cards of
    the killer have been seen. Its count is the number of ways to draw the cards so far, in order, that lead to it.
    """
    states: dict[tuple[int, ...], int] = {(0,) * 7: 1}
    result = []
    for drawn in range(CARDS + 1):
        exposed: Counter[int] = Counter()
        for state, ways in states.items():
            exposed[sum(state[1:6:2]) + (state[6] >= 2)] += ways
        total = sum(states.values())
        result.append({names: Fraction(ways, total) for names, ways in sorted(exposed.items())})
        after: defaultdict[tuple[int, ...], int] = defaultdict(int)
        for state, ways in states.items():
            for next_state, cards in one_more_card(state, split, drawn):
                after[next_state] += ways * cards
        states = after
    return result


def one_more_card(state: tuple[int, ...], split: Three, drawn: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """The states after one more draw, each with the number of cards that lead there."""
    left = CARDS - drawn
    for pair, doubles in enumerate(split):
        once, twice = state[2 * pair : 2 * pair + 2]
        untouched = doubles - once - twice
        left -= 2 * untouched + once
        if untouched:
            yield (*state[: 2 * pair], once + 1, twice, *state[2 * pair + 2 :]), 2 * untouched
        if once:
            yield (*state[: 2 * pair], once - 1, twice + 1, *state[2 * pair + 2 :]), once
    killers = KILLER_CARDS - state[6]
    left -= killers
    if killers:
        yield (*state[:6], state[6] + 1), killers
    if left:  # a single or a snoop
        yield state, left


# Beliefs, by giving roles to names.


def roles(singles: Three, doubles: Three) -> Counter[Role]:
    """How many names of a deck have each role."""
    result: Counter[Role] = Counter({KILLER: 1})
    for kind, names in zip(TYPES, singles, strict=True):
        result[frozenset({kind})] = names
    for pair, names in zip(PAIRS, doubles, strict=True):
        result[frozenset(pair)] = names
    return result


def assignments(seen: Sequence[tuple[str, Role]], free: Counter[Role]) -> Iterator[tuple[str, int]]:
    """Every way to give the names seen a role, with the name of the killer and the number of injections it stands for.

    A role that several names have in the deck is tried once, and counted as often as it is still free.
    """
    if not seen:
        yield UNSEEN, 1
        return
    (name, types), rest = seen[0], seen[1:]
    for role, names in free.items():
        if names and types <= role:
            for killer, ways in assignments(rest, free - Counter({role: 1})):
                yield (name if role == KILLER else killer), names * ways


def belief(singles: Three, doubles: Three, seen: Mapping[str, frozenset[int]]) -> dict[str, Fraction] | None:
    """For each name the chance that it is the killer's, given the types it was seen on, and for the unseen together.

    None if what was seen cannot be of this deck.
    """
    return belief_over([(1, singles, doubles)], seen)


def belief_over(decks: Sequence[Deck], seen: Mapping[str, frozenset[int]]) -> dict[str, Fraction] | None:
    """The same if it is not known which of several decks is played.

    The decks must have as many names and as many cards of each type as one another: then each injection of the names
    seen is as likely as any other, and so is it that just these cards come up, apart from the weights of the decks.
    """
    if UNSEEN in seen:
        raise ValueError(f"no suspect can be called {UNSEEN!r}")
    if len({size(singles, doubles) for _, singles, doubles in decks}) > 1:
        raise ValueError("the decks differ in their number of names or of cards of a type")
    counts = {name: Fraction(0) for name in (*seen, UNSEEN)}
    for weight, singles, doubles in decks:
        for killer, ways in assignments(list(seen.items()), roles(singles, doubles)):
            counts[killer] += weight * ways
    total = sum(counts.values())
    return {name: count / total for name, count in counts.items()} if total else None


def size(singles: Three, doubles: Three) -> tuple[int, ...]:
    """The number of names of a deck, and its number of cards of each type."""
    held = roles(singles, doubles)
    return held.total(), *(sum(names for role, names in held.items() if kind in role) for kind in TYPES)


# Open play, by positions.


def open_play_split(players: int) -> dict[str, Fraction]:
    """Whether one player draws all three cards of the killer, or two players do, or three.

    The seats fetch one card each in turn until the deck is used up.
    """
    counts = {"same": 0, "two": 0, "different": 0}
    for positions in combinations(range(CARDS), KILLER_CARDS):
        seats = {position % players for position in positions}
        counts[("same", "two", "different")[len(seats) - 1]] += 1
    return {split: Fraction(count, sum(counts.values())) for split, count in counts.items()}


def open_play_winner(players: int) -> dict[int | None, Fraction]:
    """Who draws two cards of the killer or three; None if nobody does."""
    counts: Counter[int | None] = Counter()
    for positions in combinations(range(CARDS), KILLER_CARDS):
        (seat, times), *_ = Counter(position % players for position in positions).most_common(1)
        counts[seat if times > 1 else None] += 1
    return {seat: Fraction(count, counts.total()) for seat, count in counts.items()}


# Snoops, card by card.


def snoops_for(level: int) -> int | None:
    """How few snoops bring back a card that lies so deep in a stack of its type, all six in hand; None if none do.

    Each takes the two cards on top: a snoop of level 1 from the stack of its own type, one of level 2 from any.
    """
    for played in range(SNOOPS + 1):
        for snoops in combinations([*((1, kind) for kind in TYPES), *((2, number) for number in range(3))], played):
            stack = list(range(16, 0, -1))  # the stack of type 0, the top last
            for snoop, kind in snoops:
                if snoop == 2 or kind == 0:
                    del stack[-2:]
            if level not in stack:
                return played
    return None


# Who can still be the killer.


def possible_killers_by_draw(split: Three) -> list[Fraction]:
    """After every number of draws, how many names can be the killer's on average.

    All sets of cards are counted by what they show: how many names were seen on each type alone and on each pair of
    types, and which of the killer's cards. A name can be the killer's if every other name that was seen finds a role:
    those seen on two types one of the doubles there, those on one type a single or a double that is left.
    """
    first, second, third = split  # of motive and means, motive and opportunity, means and opportunity
    singles = 15 - first - second, 15 - first - third, 15 - second - third
    mean = [0] * (CARDS + 1)
    for on_pairs, ways in sightings(singles, split).items():
        alone: NDArray[np.int64] = np.indices(ways.shape)
        for killer in range(1 << KILLER_CARDS):
            types = [kind for kind in TYPES if killer >> kind & 1]
            once = [alone[kind] + (types == [kind]) for kind in TYPES]
            twice = [seen + (tuple(types) == pair) for seen, pair in zip(on_pairs, PAIRS, strict=True)]
            unseen = 37 - sum(once) - sum(twice)
            if len(types) == KILLER_CARDS:
                possible = np.ones(ways.shape, dtype=np.int64)
            else:
                possible = unseen * finds_roles(once, twice, singles, split)
                for kind in TYPES:
                    fewer = [seen - (other == kind) for other, seen in zip(TYPES, once, strict=True)]
                    possible += once[kind] * finds_roles(fewer, twice, singles, split)
                for number in range(3):
                    rest = [seen - (other == number) for other, seen in enumerate(twice)]
                    possible += twice[number] * finds_roles(once, rest, singles, split)
            cards = alone.sum(axis=0) + 2 * sum(on_pairs) + len(types)
            for seen in np.unique(cards[ways > 0]).tolist():
                here = cards == seen
                # At most as many as there are sets of cards, times the names: less than 2**63.
                worth = int((ways * possible)[here].sum())
                for snoops in range(SNOOPS + 1):
                    mean[seen + snoops] += worth * comb(SNOOPS, snoops)
    return [Fraction(worth, comb(CARDS, drawn)) for drawn, worth in enumerate(mean)]


def sightings(singles: Three, split: Three) -> dict[Three, NDArray[np.int64]]:
    """In how many ways so many names are seen on each pair of types, and, as entries of an array, on each type alone."""
    found: dict[Three, NDArray[np.int64]] = {}
    base = np.zeros((17, 17, 17), dtype=np.int64)
    for numbers in product(*(range(names + 1) for names in singles)):
        base[numbers] = prod(comb(names, seen) for names, seen in zip(singles, numbers, strict=True))
    ways_of_pairs = []
    for names in split:
        # Of so many names on two cards some are seen on both, some on the first alone, some on the second.
        ways_of_pairs.append(
            [
                (
                    both,
                    first,
                    second,
                    comb(names, both) * comb(names - both, first) * comb(names - both - first, second),
                )
                for both, first, second in product(range(names + 1), repeat=3)
                if both + first + second <= names
            ]
        )
    for chosen in product(*ways_of_pairs):
        shift = [0, 0, 0]
        for (_, first, second, _), (one, other) in zip(chosen, PAIRS, strict=True):
            shift[one] += first
            shift[other] += second
        on_pairs = chosen[0][0], chosen[1][0], chosen[2][0]
        times = prod(ways for *_, ways in chosen)
        where = tuple(slice(shift[kind], shift[kind] + singles[kind] + 1) for kind in TYPES)
        part = tuple(slice(names + 1) for names in singles)
        found.setdefault(on_pairs, np.zeros_like(base))[where] += times * base[part]
    return found


def finds_roles(once: Sequence[Any], twice: Sequence[Any], singles: Three, split: Three) -> Any:
    """Whether names seen on one type and on two types all find a role other than the killer's.

    What is more on a type than there are singles needs doubles that are left: by Hall's theorem they are enough if they
    are for every set of types, and any two types are on all pairs of types between them.
    """
    left = [names - seen for names, seen in zip(split, twice, strict=True)]
    more = [np.maximum(seen - names, 0) for seen, names in zip(once, singles, strict=True)]
    fits = (left[0] >= 0) & (left[1] >= 0) & (left[2] >= 0) & (sum(more) <= sum(left))
    for kind in TYPES:
        fits = fits & (more[kind] <= sum(doubles for doubles, pair in zip(left, PAIRS, strict=True) if kind in pair))
    return fits
