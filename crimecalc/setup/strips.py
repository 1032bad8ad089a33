"""What a diagram shows of one step: a short phrase, and the piles that the step touches.

A picture is a row of piles and marks, read from left to right. Nothing here knows how wide or high a thing is;
that is decided by :mod:`crimecalc.setup.drawing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from crimecalc.setup.layout import Layout
from crimecalc.setup.steps import (
    Cut,
    Deal,
    Discard,
    Observe,
    Scramble,
    Shuffle,
    Sort,
    Split,
    Stack,
    Step,
    Take,
    TurnOver,
)

__all__ = [
    "CARDS_SHOWN",
    "PILES_SHOWN",
    "CardShown",
    "Gap",
    "Item",
    "Mark",
    "More",
    "Pile",
    "items_of",
    "phrase",
    "plainly",
]

CARDS_SHOWN = 15
"""A pile of more cards is drawn shortened."""

PILES_SHOWN = 24
"""Of more piles in one step, those in the middle are only counted."""

_HEAD, _TAIL = 9, 3
_FEW = 3

Look = Literal["plain", "moved", "unknown", "boxed"]


@dataclass(frozen=True, slots=True)
class CardShown:
    """One card of a pile.

    Attributes:
        look: what happens to it.
        text: what is written on it: its position in the pile it comes from, or nothing.
        edge: whether the card above it came from another pile.
    """

    look: Look = "plain"
    text: str = ""
    edge: bool = False


@dataclass(frozen=True, slots=True)
class Gap:
    """Cards of a long pile that are not drawn.

    Attributes:
        cards: how many.
        moved: how many of them the step moves.
    """

    cards: int
    moved: int


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile as it is drawn.

    Attributes:
        name: its name.
        size: how many cards it has.
        cards: what is drawn of them, the top card first.
        place: its place in the order of piles that are dealt to or stacked, from 1, or None.
        note: a word beside its name.
        cut: whether a cut goes through it.
    """

    name: str
    size: int
    cards: tuple[CardShown | Gap, ...]
    place: int | None = None
    note: str = ""
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign between piles."""

    kind: Literal["arrow", "sort", "turn", "scramble", "shuffle", "cut", "box", "eye"]


@dataclass(frozen=True, slots=True)
class More:
    """Piles that are only counted."""

    piles: int


Item = Pile | Mark | More
_ARROW = Mark("arrow")


def phrase(step: Step, before: Layout) -> tuple[str, ...]:
    """What hands do, in a few words; the first part is the verb, and no part is to be broken if it fits a line.

    >>> from crimecalc.cards import Deck
    >>> phrase(Take("deck", (1, -1), "my hand"), Layout.start(Deck("abc")))
    ('take', '1,', '3', 'of', 'deck', 'into', 'my hand')
    """
    match step:
        case Sort(pile, by):
            return "sort", pile, "by", by
        case TurnOver(piles):
            return "turn over", *_commas(piles)
        case Scramble(piles):
            return "scramble", *_commas(piles)
        case Shuffle(pile):
            return "shuffle", pile
        case Cut(pile):
            return "cut", pile
        case Stack([pile], into):
            return "rename", pile, "to", into
        case Stack(piles, into):
            return "stack", *_commas(piles), "into", into
        case Deal(pile, into, count):
            some = () if count in (None, len(before.where[pile])) else (f"{count:,}", "of")
            return "deal", *some, pile, "to", *_commas(into)
        case Take(pile, positions, into):
            taken = sorted(index + 1 for index in _indices(positions, len(before.where[pile])))
            return "take", *_commas([str(position) for position in taken]), "of", pile, "into", into
        case Split(pile, _, into):
            return "split", pile, "into", *_commas(into)
        case Discard(piles):
            return "discard", *_commas(piles)
        case Observe(piles, unordered):
            return "observe", *_commas([*piles, *(f"{pile} (any order)" for pile in unordered)])


def _commas(names: Sequence[str]) -> list[str]:
    return [*(f"{name}," for name in names[:-1]), names[-1]]


def plainly(step: Step, before: Layout) -> Step:
    """The same step with its positions in order from the top and its number of cards written out.

    >>> from crimecalc.cards import Deck
    >>> plainly(Take("deck", (-1, 1), "hand"), Layout.start(Deck("abc")))
    Take(pile='deck', positions=(1, 3), into='hand')
    """
    match step:
        case Take(pile, positions, into):
            indices = _indices(positions, len(before.where[pile]))
            return Take(pile, tuple(sorted(index + 1 for index in indices)), into)
        case Deal(pile, into, None):
            return Deal(pile, into, len(before.where[pile]))
        case _:
            return step


def items_of(step: Step, before: Layout, after: Layout) -> tuple[Item, ...]:
    """The piles that a step touches and the signs between them.

    Args:
        step: the step.
        before: the table before it.
        after: the table after it.

    >>> from crimecalc.cards import Deck
    >>> table = Layout.start(Deck("ab"))
    >>> shuffled, mark, _ = items_of(Shuffle("deck"), table, table)
    >>> [card.text for card in shuffled.cards], mark
    (['1', '2'], Mark(kind='shuffle'))
    """

    def size(name: str) -> int:
        return len(before.where[name])

    match step:
        case Sort(pile):
            names = [name for name in after.where if name not in before.where or name == pile]
            sorted_piles = [_pile(name, [CardShown()] * len(after.where[name])) for name in names]
            return _pile(pile, [CardShown()] * size(pile)), Mark("sort"), _ARROW, *_joined(sorted_piles)
        case TurnOver(piles):
            return Mark("turn"), *_joined([_pile(name, _numbered(range(size(name), 0, -1))) for name in piles])
        case Scramble(piles):
            return _joined([_pile(name, [CardShown()] * size(name)) for name in piles], Mark("scramble"))
        case Shuffle(pile):
            shuffled = _pile(pile, [CardShown("unknown", "?")] * size(pile))
            return _pile(pile, _numbered(range(1, size(pile) + 1))), Mark("shuffle"), shuffled
        case Cut(pile):
            return _pile(pile, _numbered(range(1, size(pile) + 1)), cut=True), Mark("cut")
        case Stack(piles, into):
            return _stack(piles, into, before)
        case Deal(pile, into, count):
            dealt = size(pile) if count is None else count
            source = [*_numbered(range(1, dealt + 1), "moved"), *[CardShown()] * (size(pile) - dealt)]
            targets = []
            for index, name in enumerate(into):
                new = _numbered(reversed(range(index + 1, dealt + 1, len(into))), "moved")
                old = [CardShown()] * (len(after.where[name]) - len(new))
                targets.append(_pile(name, [*new, *old], place=index + 1 if len(into) > 1 else None))
            return _pile(pile, source), _ARROW, *_joined(targets)
        case Take():
            return _take(step, before, after)
        case Split(pile, sizes, into):
            parts, at = [], 1
            for name, count in zip(into, sizes, strict=True):
                parts.append(_pile(name, _numbered(range(at, at + count))))
                at += count
            return _pile(pile, _segments(parts)), _ARROW, *_joined(parts)
        case Discard(piles):
            boxed = [_pile(name, [CardShown("boxed")] * size(name)) for name in piles]
            return *_joined(boxed), _ARROW, Mark("box")
        case Observe(piles, unordered):
            seen = [_pile(name, _numbered(range(1, size(name) + 1))) for name in piles]
            seen += [_pile(name, [CardShown()] * size(name), note="any order") for name in unordered]
            return Mark("eye"), *_joined(seen)


def _stack(piles: Sequence[str], into: str, before: Layout) -> tuple[Item, ...]:
    several = len(piles) > 1
    parts = [
        _pile(name, _numbered(range(1, len(before.where[name]) + 1)), place=place if several else None)
        for place, name in enumerate(piles, start=1)
    ]
    cards = [card for part in parts for card in _edged(_numbered(range(1, part.size + 1)))]
    return *_joined(parts), _ARROW, _pile(into, cards)


def _take(step: Take, before: Layout, after: Layout) -> tuple[Item, ...]:
    held = len(before.where[step.pile])
    taken = _indices(step.positions, held)
    source = [CardShown("moved", str(index + 1)) if index in taken else CardShown() for index in range(held)]
    new = [card for card in source if card.look == "moved"]
    target = [*new, *[CardShown()] * (len(after.where[step.into]) - len(new))]
    return _pile(step.pile, source), _ARROW, _pile(step.into, target)


def _indices(positions: Iterable[int], held: int) -> frozenset[int]:
    return frozenset(position - 1 if position > 0 else held + position for position in positions)


def _numbered(numbers: Iterable[int], look: Look = "plain") -> list[CardShown]:
    return [CardShown(look, str(number)) for number in numbers]


def _edged(cards: Sequence[CardShown]) -> list[CardShown]:
    return [CardShown(cards[0].look, cards[0].text, edge=True), *cards[1:]]


def _segments(parts: Iterable[Pile]) -> list[CardShown]:
    """The cards of a pile that will fall into parts, numbered from the top, with an edge before each part."""
    cards: list[CardShown] = []
    for part in parts:
        cards += _edged(_numbered(range(len(cards) + 1, len(cards) + part.size + 1)))
    return cards


def _joined(piles: Sequence[Pile], between: Mark | None = None) -> tuple[Item, ...]:
    """Piles in a row; of very many only the first and the last few."""
    some: list[Pile | More] = list(piles)
    if len(piles) > PILES_SHOWN:
        some = [*piles[: PILES_SHOWN - _FEW - 1], More(len(piles) - PILES_SHOWN + 1), *piles[-_FEW:]]
    items: list[Item] = []
    for pile in some:
        items += [between, pile] if items and between else [pile]
    return tuple(items)


def _pile(name: str, cards: Sequence[CardShown], place: int | None = None, note: str = "", cut: bool = False) -> Pile:
    return Pile(name, len(cards), _shortened(cards), place, note, cut)


def _shortened(cards: Sequence[CardShown]) -> tuple[CardShown | Gap, ...]:
    """What is drawn of a pile: all of a short one; of a long one rather the cards that differ from others."""
    if len(cards) <= CARDS_SHOWN:
        return tuple(cards)
    runs = [list(run) for _, run in groupby(cards)]
    for head, tail in ((2, 1), (0, 0)):  # first leave out the middle of each run of alike cards, then all of it
        drawn: list[CardShown | Gap] = []
        for run in runs:
            keep = head + tail + 1
            drawn += run if len(run) <= keep else [*run[:head], _gap(run[head : len(run) - tail]), *run[:tail]]
        if len(drawn) <= CARDS_SHOWN:
            return tuple(drawn)
    return *cards[:_HEAD], _gap(cards[_HEAD:-_TAIL]), *cards[-_TAIL:]


def _gap(cards: Sequence[CardShown]) -> Gap:
    return Gap(len(cards), sum(card.look == "moved" for card in cards))
