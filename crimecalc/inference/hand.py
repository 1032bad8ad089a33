"""What a seat may hold."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from crimecalc.errors import InvalidInput
from crimecalc.inference.deals import Deals
from crimecalc.rendering import html_table, percent, plural, text_table

__all__ = ["Hand"]


class Hand(Mapping[Any, Fraction]):
    """For each card the probability that a seat holds it.

    Args:
        deals: what is known.
        seat: whose hand.
        read_card: reads a card that is looked up.

    Attributes:
        size: how many cards the hand has; all probabilities add up to it.
        expected: for each category the expected number of its cards.

    >>> hand = Hand(Deals({"who": ["Green", "Plum"], "what": ["rope", "pipe"]}, hands=[1, 1]), 0, str)
    >>> hand["rope"], hand.expected
    (Fraction(1, 4), {'who': Fraction(1, 2), 'what': Fraction(1, 2)})
    """

    def __init__(self, deals: Deals, seat: Hashable, read_card: Callable[[Any], Any]) -> None:
        self._read_card = read_card
        self._chances = deals.expected(seat)
        self.size = deals.hands[seat]
        self.expected: dict[str, Fraction] = {
            name: sum((self._chances[card] for card in cards), Fraction(0)) for name, cards in deals.categories.items()
        }

    @property
    def certain(self) -> tuple[Any, ...]:
        """The cards that are certainly in the hand."""
        return tuple(card for card, chance in self._chances.items() if chance == 1)

    def __getitem__(self, card: Any) -> Fraction:
        return self._chances[self._read_card(card)]

    def __contains__(self, card: object) -> bool:
        try:
            return self._read_card(card) in self._chances
        except InvalidInput:
            return False

    def __iter__(self) -> Iterator[Any]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __repr__(self) -> str:
        return f"<Hand of {plural(self.size, 'card')}, {len(self.certain)} of them certain>"

    @property
    def _cells(self) -> list[list[str]]:
        possible = sorted(self._chances.items(), key=lambda item: -item[1])
        return [[str(card), str(chance), percent(chance)] for card, chance in possible if chance]

    def __str__(self) -> str:
        return text_table(["card", "probability", "about"], self._cells)

    def _repr_html_(self) -> str:
        return html_table(["card", "probability", "about"], self._cells)
