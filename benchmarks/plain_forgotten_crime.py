"""Forgotten Crime's setups played out in plain Python, sharing no code with crimecalc.

Every world is one way in which all pile shuffles fall; in every world all 44 cards are moved. The last
shuffle of the deck is left out, because the deck is looked at as a set. This is the slow baseline
of the benchmarks and, in the tests, the second opinion on the fast engine.

A card is a number from 0 to 43: four times its rank (Ace 0 ... 9 8, Jack 9, King 10) plus its suit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

JACKS, KINGS = 9, 10
SUITS = range(4)
Outcome = tuple[int, int, int]
"""The criminal's King, the accomplice's Jack, and the deck as a bit mask of cards."""

SHUFFLES = {
    "simplified": ("answers 1", "answers 2", "answers 3", "blocks", "piles", "mini-piles"),
    "designer": ("answers 1", "answers 2", "answers 3", "blocks", "piles", "mini-piles", "second", "third"),
}
"""The random steps of each setup in order, the deck's last shuffle excepted."""


def outcomes(setup: str, skipped: str | None = None) -> Iterator[Outcome]:
    """The outcome of every world of a setup, with one of its shuffles left out if asked."""
    sizes = {"piles": 4, "second": 2, "third": 2}
    options = [
        [tuple(range(sizes.get(name, 3)))] if name == skipped else list(permutations(range(sizes.get(name, 3))))
        for name in SHUFFLES[setup]
    ]
    for falls in product(*options):
        yield one_world(setup, falls)


def one_world(setup: str, falls: tuple[tuple[int, ...], ...]) -> Outcome:
    """Play one world: every pile from the sorted deck on, every card moved."""
    # Face down, the first suit of the order lies on top of each pile of four.
    ranks = [[4 * rank + suit for suit in SUITS] for rank in range(11)]
    blocks = []
    for question in range(3):
        block = []
        for source in falls[question]:
            block += ranks[3 * question + source]
        blocks.append(block)
    stack = ranks[KINGS] + ranks[JACKS]
    for source in falls[3]:
        stack += blocks[source]
    dealt: list[list[int]] = [[], [], [], []]
    for index, card in enumerate(stack):
        dealt[index % 4].insert(0, card)
    one, two, three, four = (dealt[source] for source in falls[4])
    deck = [three[0], three[3], three[6], four[0], four[3], four[6]]
    if setup == "simplified":
        criminal, accomplice = one[-1], two[-2]
        rest = two[:-2]
        deck += [rest[0], rest[3], rest[-1]]
    else:
        criminal = one[-1]
        one, two, three, four = one[:-1], two[:-1], three[:-1], four[:-1]
        accomplice = two[-1]
        two = two[:-1]
        deck += [two[0], two[3], two[7]]
    minis = [one[0:3], one[3:6], one[6:9]]
    first, second, third = (minis[source] for source in falls[5])
    if setup == "simplified":
        deck += [first[0], second[1], third[2]]
    else:
        deck += [first[0], second[1:][falls[6][0]], third[1:][falls[7][0]]]
    mask = 0
    for card in deck:
        mask |= 1 << card
    return criminal, accomplice, mask


def count(setup: str, skipped: str | None = None) -> Counter[Outcome]:
    """How many worlds lead to each outcome."""
    return Counter(outcomes(setup, skipped))
