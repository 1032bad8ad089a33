"""Deals counted one by one, straight from the rules: the second way in which the tests get every number.

Nothing here knows of clues, weights of cards or dynamic programming. A deal is a dict of cards to holders, and what
was seen has a probability in each deal.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import log2
from typing import Any, NamedTuple

Deal = dict[Any, Any]
SOLUTION = "solution"


class Question(NamedTuple):
    """Who asked for what, who showed (None: nobody), and which card was seen (None: it was not seen)."""

    cards: tuple[Hashable, ...]
    by: int
    shown_by: int | None
    card: Hashable = None
    to: int | None = None


def deals(categories: Sequence[Sequence[Hashable]], aside: Sequence[int], sizes: Sequence[int]) -> Iterator[Deal]:
    """Every deal: what is set aside of each category, and a hand for each seat."""
    everything = [card for cards in categories for card in cards]
    for chosen in product(*(combinations(cards, count) for cards, count in zip(categories, aside, strict=True))):
        solution = {card for cards in chosen for card in cards}
        rest = [card for card in everything if card not in solution]
        for hands in partitions(rest, sizes):
            yield dict.fromkeys(solution, SOLUTION) | hands


def partitions(cards: Sequence[Hashable], sizes: Sequence[int], seat: int = 0) -> Iterator[Deal]:
    """Every way to deal cards into hands of these sizes."""
    if seat == len(sizes):
        yield {}
        return
    for hand in combinations(cards, sizes[seat]):
        held = set(hand)
        for others in partitions([card for card in cards if card not in held], sizes, seat + 1):
            yield dict.fromkeys(hand, seat) | others


def order(players: int, question: Question) -> list[int]:
    if question.to is not None:
        return [question.to]
    return [(question.by + step) % players for step in range(1, players)]


def replies(deal: Deal, players: int, question: Question, court: Fraction) -> dict[tuple[Any, Any], Fraction]:
    """What happens after a question, by the rules: who shows which card, with what probability.

    Of two cards that somebody holds the first is shown with probability ``court``; of three, each equally likely.
    """
    for seat in order(players, question):
        held = [card for card in question.cards if deal[card] == seat]
        if len(held) == 2 and len(question.cards) == 2:
            return {(seat, held[0]): court, (seat, held[1]): 1 - court}
        if held:
            return {(seat, card): Fraction(1, len(held)) for card in held}
    return {(None, None): Fraction(1)}


def likelihood(deal: Deal, players: int, seat: int | None, question: Question, court: Fraction) -> Fraction:
    """Probability of what was seen of a question; what the own seat chooses to show does not count."""
    found = Fraction(0)
    for (shower, card), chance in replies(deal, players, question, court).items():
        if shower != question.shown_by:
            continue
        if shower == seat and seat is not None:
            return Fraction(question.card is None or deal[question.card] == seat)
        if question.card in (None, card):
            found += chance
    return found


def weighted(
    categories: Sequence[Sequence[Hashable]],
    sizes: Sequence[int],
    seat: int | None,
    hand: Iterable[Hashable],
    questions: Iterable[Question],
    court: Fraction = Fraction(1, 2),
) -> list[tuple[Deal, Fraction]]:
    """All deals that are possible, with their weights."""
    own, asked = set(hand), list(questions)
    found = []
    for deal in deals(categories, [1] * len(categories), sizes):
        if seat is not None and {card for card, holder in deal.items() if holder == seat} != own:
            continue
        weight = Fraction(1)
        for question in asked:
            weight *= likelihood(deal, len(sizes), seat, question, court)
        if weight:
            found.append((deal, weight))
    return found


def solution_of(deal: Deal, categories: Sequence[Sequence[Hashable]]) -> tuple[Hashable, ...]:
    return tuple(card for cards in categories for card in cards if deal[card] == SOLUTION)


def entropy(weights: Iterable[Fraction]) -> float:
    found = [weight for weight in weights if weight]
    total = sum(found)
    return -sum(float(weight / total) * log2(weight / total) for weight in found)


def information(joint: Mapping[tuple[Any, Any], Fraction]) -> float:
    """Entropy of the second entry minus what is left of it, on average, once the first is known."""
    total = sum(joint.values())
    firsts = {first for first, _ in joint}
    seconds: dict[Any, Fraction] = {}
    for (_, second), weight in joint.items():
        seconds[second] = seconds.get(second, Fraction(0)) + weight
    left = 0.0
    for known in firsts:
        part = [weight for (first, _), weight in joint.items() if first == known]
        left += float(sum(part) / total) * entropy(part)
    return entropy(seconds.values()) - left
