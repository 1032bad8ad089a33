"""Games of the Clue family in which deals are counted: a seeded game makes each, from then on it is data."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import plain_deals
from crimecalc.distribution import Distribution
from crimecalc.games import cluedo, king_of_hearts
from crimecalc.inference.clues import SOLUTION, Clue, Has, Showed
from crimecalc.inference.deals import Deals

__all__ = [
    "Found",
    "Game",
    "Question",
    "at_once",
    "built",
    "cluedo_game",
    "clues_again",
    "counted_plainly",
    "facts",
    "found",
    "is_consistent",
    "king_of_hearts_game",
]


class Question(NamedTuple):
    """A question that goes round, and what seat 0 saw of the answer.

    Attributes:
        cards: the cards asked for, one of each category.
        by: the seat that asked.
        shown_by: the seat that showed a card; None if nobody could.
        card: the card shown, where seat 0 asked.
    """

    cards: tuple[Hashable, ...]
    by: int
    shown_by: int | None
    card: Hashable | None


class Game(NamedTuple):
    """A game so far, with all cards face up; seat 0 sees its own hand and the questions.

    Attributes:
        categories: the cards of each category, of which one each is set aside.
        hands: what each seat was dealt.
        solution: the cards set aside.
        questions: what was asked, in turn.
    """

    categories: Mapping[str, tuple[Hashable, ...]]
    hands: tuple[tuple[Hashable, ...], ...]
    solution: tuple[Hashable, ...]
    questions: tuple[Question, ...]


def king_of_hearts_game(players: int, questions: int, seed: int) -> Game:
    """A game of The King of Hearts Has Five Sons."""
    sizes = [king_of_hearts.hand_size(players)] * players
    return _played(king_of_hearts.Case.CATEGORIES, sizes, questions, Random(seed))


def cluedo_game(players: int, questions: int, seed: int) -> Game:
    """A game of Cluedo."""
    return _played(cluedo.CATEGORIES, cluedo.hand_sizes(players), questions, Random(seed))


def _played(
    categories: Mapping[str, tuple[Hashable, ...]], sizes: Sequence[int], questions: int, random: Random
) -> Game:
    """Deal, then let the seats ask in turn for cards that they do not hold, and show any card asked for."""
    solution = tuple(random.choice(cards) for cards in categories.values())
    rest = [card for cards in categories.values() for card in cards if card not in solution]
    random.shuffle(rest)
    hands = tuple(tuple(rest[sum(sizes[:seat]) : sum(sizes[: seat + 1])]) for seat in range(len(sizes)))
    asked = []
    for number in range(questions):
        by = number % len(sizes)
        named = tuple(random.choice([c for c in cards if c not in hands[by]]) for cards in categories.values())
        others = [(by + step) % len(sizes) for step in range(1, len(sizes))]
        shown_by = next((seat for seat in others if set(named) & set(hands[seat])), None)
        shown = None if shown_by is None else random.choice([card for card in named if card in hands[shown_by]])
        asked.append(Question(named, by, shown_by, shown if by == 0 else None))
    return Game(categories, hands, solution, tuple(asked))


class Found(NamedTuple):
    """What is asked of crimecalc: the posterior of the solution and, for each card, of its holder."""

    solution: Distribution
    holders: dict[Any, Distribution]


def built(game: Game) -> cluedo.Case | king_of_hearts.Case:
    """The case of seat 0, built from nothing, one question after the other."""
    case: Any
    own: Any = game.hands[0]
    if game.categories == cluedo.CATEGORIES:
        case = cluedo.Case(len(game.hands), seat=0, hand=own)
    else:
        case = king_of_hearts.Case(len(game.hands), seat=0, hand=own)
    for asked in game.questions:
        named = dict(zip(game.categories, asked.cards, strict=True))
        case = case.asked(**named, by=asked.by, shown_by=asked.shown_by, card=asked.card)
    made: cluedo.Case | king_of_hearts.Case = case
    return made


def found(game: Game) -> Found:
    """The case built, and all that follows from it about single cards and the solution."""
    case = built(game)
    return Found(case.solution(), {card: case.holder(card) for card in case.cards})


def at_once(game: Game, clues: Sequence[Clue]) -> Found:
    """The same without a case, from all clues together."""
    deals = Deals(game.categories, [*map(len, game.hands)]).given(*clues)
    return Found(deals.solution(), deals.marginals())


def clues_again(game: Game) -> list[Clue]:
    """All clues of a game as new objects: one that was counted with remembers its weights."""
    return [
        Showed(clue.seat, clue.card, clue.asked, dict(zip(clue.asked, clue.preference, strict=True)))
        if isinstance(clue, Showed)
        else clue
        for clue in built(game).belief.clues
    ]


def facts(game: Game) -> list[Clue]:
    """The clues of a game without weights: a card that was shown is only known to be there."""
    return [Has(clue.seat, clue.card) if isinstance(clue, Showed) else clue for clue in built(game).belief.clues]


def counted_plainly(game: Game) -> plain_deals.Counts:
    """The same game counted by the baseline in plain Python."""
    return plain_deals.count([*game.categories.values()], [*map(len, game.hands)], game.hands[0], game.questions)


def is_consistent(game: Game, result: Found) -> bool:
    """Whether solution and holders agree, hands have their sizes, and the true deal is possible."""
    solution, holders = result
    aside: dict[Hashable, Fraction] = {}
    for cards, chance in solution.items():
        for card in cards:
            aside[card] = aside.get(card, Fraction(0)) + chance
    sizes = [sum(holder[seat] for holder in holders.values()) for seat in range(len(game.hands))]
    return (
        {card: holder[SOLUTION] for card, holder in holders.items() if holder[SOLUTION]} == aside
        and sizes == [*map(len, game.hands)]
        and solution[game.solution] > 0
        and all(holders[card][seat] > 0 for seat, hand in enumerate(game.hands) for card in hand)
    )
