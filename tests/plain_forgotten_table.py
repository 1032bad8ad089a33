"""Forgotten Crime set up by hand: cards as text, piles as lists with the top card first, every shuffle spelled out.

Nothing here knows of setups, engines or crimes. The shuffle of the four piles only decides which suit plays which part,
so it is left out: pile 1 is the criminal's and always of spades, pile 2 the accomplice's and of clubs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, permutations, product
from typing import NamedTuple

SUITS = "♠♣♥♦"
BLOCKS = ("A23", "456", "789")

Pile = list[str]


class Game(NamedTuple):
    """What lies outside the box, and what is in it."""

    king: str
    jack: str
    deck: tuple[str, ...]
    box: Pile


def four_piles(blocks: Sequence[Sequence[str]]) -> list[Pile]:
    """Four piles dealt from the stack of Kings, Jacks and answers, the blocks of answers in this order."""
    stack = [rank + suit for rank in ("K", "J", *(rank for block in blocks for rank in block)) for suit in SUITS]
    piles: list[Pile] = [[], [], [], []]
    for number, card in enumerate(stack):
        piles[number % 4].insert(0, card)
    return piles


def stacks(still: str = "") -> Iterator[list[tuple[str, ...]]]:
    """Every order of the blocks, and of the ranks in each but one that lies still: 6 x 6 x 6 x 6, or x 1."""
    for order in permutations(BLOCKS):
        orders = ([tuple(block)] if block == still else permutations(block) for block in order)
        yield from (list(ranks) for ranks in product(*orders))


def pull(pile: Pile, *places: int, one_by_one: bool = False) -> Pile:
    """Cards pulled out of a pile by their places from the top, the first being 1."""
    pulled = [] if one_by_one else [pile[place - 1] for place in places]
    for place in places if one_by_one else ():
        pulled.append(pile.pop(place - 1))
    for card in pulled:
        if card in pile:
            pile.remove(card)
    return pulled


def printed(one_by_one: Sequence[int] = (), bottom: int = 9, still: str = "") -> Iterator[Game]:
    """Every way in which the printed setup can fall, or one carried out in another way.

    Args:
        one_by_one: the piles of which cards are pulled one after the other.
        bottom: the place of the third card from pile 2.
        still: a block whose three ranks are not shuffled.
    """
    for blocks, minis in product(stacks(still), permutations(range(3))):
        first, second, third, fourth = four_piles(blocks)
        king, jack_boxed = first.pop(), first.pop()
        king_boxed, jack = second.pop(), second.pop()
        deck = pull(third, 1, 4, 7, one_by_one=3 in one_by_one)
        deck += pull(fourth, 1, 4, 7, one_by_one=4 in one_by_one)
        deck += pull(second, 1, 4, 7 if 2 in one_by_one else bottom, one_by_one=2 in one_by_one)
        parts = [first[3 * part : 3 * part + 3] for part in minis]
        for part, place in zip(parts, (1, 2, 3), strict=True):
            deck += pull(part, place)
        yield Game(king, jack, tuple(deck), [jack_boxed, king_boxed, *third, *fourth, *second, *chain(*parts)])


def designers() -> Iterator[Game]:
    """Every way in which the designer's setup can fall."""
    for blocks, minis, places in product(stacks(), permutations(range(3)), product((2, 3), repeat=2)):
        piles = four_piles(blocks)
        kings = [pile.pop() for pile in piles]
        jacks = [pile.pop() for pile in piles]
        first, second, third, fourth = piles
        deck = pull(third, 1, 4, 7) + pull(fourth, 1, 4, 7) + pull(second, 1, 4, 8)
        parts = [first[3 * part : 3 * part + 3] for part in minis]
        for part, place in zip(parts, (1, *places), strict=True):
            deck += pull(part, place)
        box = [*kings[1:], jacks[0], *jacks[2:], *third, *fourth, *second, *chain(*parts)]
        yield Game(kings[0], jacks[1], tuple(deck), box)


def lies(deck: Iterable[str]) -> tuple[int, ...]:
    """How often spades, clubs, hearts and diamonds answer otherwise than hearts, who are innocent."""
    cards = list(deck)
    said = [{question(card): card[:-1] for card in cards if card[-1] == suit} for suit in SUITS]
    return tuple(sum(answers[number] != said[2][number] for number in range(3)) for answers in said)


def question(card: str) -> int:
    """Which question a card answers, from 0."""
    (number,) = [number for number, block in enumerate(BLOCKS) if card[:-1] in block]
    return number
