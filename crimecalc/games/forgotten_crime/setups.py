"""Forgotten Crime's two setups of the 44 cards, step by step."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from crimecalc.cards import Deck
from crimecalc.distribution import Distribution
from crimecalc.engine.exact import distribution
from crimecalc.errors import InvalidInput
from crimecalc.games.forgotten_crime.crimes import QUESTIONS, crime
from crimecalc.setup import Setup, observation_of
from crimecalc.setup.steps import Observe

__all__ = [
    "crime_distribution",
    "deck_distribution",
    "deck_in_order",
    "designer_setup",
    "setups",
    "simplified_setup",
]

_RANKS = (*QUESTIONS[0], *QUESTIONS[1], *QUESTIONS[2], "J", "K")
_PILES = ("pile 1", "pile 2", "pile 3", "pile 4")
_MINI_PILES = ("first", "second", "third")


def simplified_setup(suits: str | Iterable[str] = "♠♣♥♦") -> Setup:
    """The simpler setup that is printed for players with a real deck.

    Args:
        suits: the order of the suits in every pile, from the bottom up as the piles lie face up.

    Source: the rules of Forgotten Crime, Setup.

    >>> simplified_setup().piles
    {'criminal': 1, 'accomplice': 1, 'deck': 12}
    """
    return (
        _four_piles("Forgotten Crime, simplified setup", suits)
        .take("pile 1", [-1], into="criminal")
        .take("pile 1", [-1], into="boxed")
        .take("pile 2", [-1], into="boxed")
        .take("pile 2", [-1], into="accomplice")
        .discard("boxed")
        .take("pile 3", [1, 4, 7], into="deck")
        .take("pile 4", [1, 4, 7], into="deck")
        .take("pile 2", [1, 4, -1], into="deck")
        .discard("pile 3", "pile 4", "pile 2")
        .split("pile 1", [3, 3, 3], into=_MINI_PILES)
        .scramble(*_MINI_PILES)
        .take("first", [1], into="deck")
        .take("second", [2], into="deck")
        .take("third", [-1], into="deck")
        .discard(*_MINI_PILES)
        .shuffle("deck")
        .observe("criminal", "accomplice", unordered=["deck"])
    )


def designer_setup(suits: str | Iterable[str] = "♠♣♥♦") -> Setup:
    """The setup by the game's designer.

    Args:
        suits: the order of the suits in every pile, from the bottom up as the piles lie face up.

    Source: the rules of Forgotten Crime, Designer's original setup.

    >>> len(designer_setup().random_steps) - len(simplified_setup().random_steps)
    2
    """
    return (
        _four_piles("Forgotten Crime, designer's setup", suits)
        .take("pile 1", [-1], into="criminal")
        .take("pile 2", [-1], into="boxed")
        .take("pile 3", [-1], into="boxed")
        .take("pile 4", [-1], into="boxed")
        .take("pile 2", [-1], into="accomplice")
        .take("pile 1", [-1], into="boxed")
        .take("pile 3", [-1], into="boxed")
        .take("pile 4", [-1], into="boxed")
        .discard("boxed")
        .take("pile 3", [1, 4, 7], into="deck")
        .take("pile 4", [1, 4, 7], into="deck")
        .take("pile 2", [1, 4, 8], into="deck")
        .discard("pile 3", "pile 4", "pile 2")
        .split("pile 1", [3, 3, 3], into=_MINI_PILES)
        .scramble(*_MINI_PILES)
        .take("first", [1], into="deck")
        .take("second", [1], into="boxed")
        .shuffle("second")
        .take("second", [1], into="deck")
        .take("third", [1], into="boxed")
        .shuffle("third")
        .take("third", [1], into="deck")
        .discard(*_MINI_PILES, "boxed")
        .shuffle("deck")
        .observe("criminal", "accomplice", unordered=["deck"])
    )


def deck_in_order(setup: Setup) -> Setup:
    """The same setup with its deck looked at in the order in which it is drawn, top card first.

    Raises:
        InvalidInput: if the setup does not end with the criminal, the accomplice and an unordered deck of twelve.

    >>> deck_in_order(simplified_setup()).observation.piles
    ('criminal', 'accomplice', 'deck')
    """
    observation_of(setup, "deck_in_order")
    expected = Observe(("criminal", "accomplice"), ("deck",))
    if setup.observation != expected or setup.piles != {"criminal": 1, "accomplice": 1, "deck": 12}:
        raise InvalidInput(
            "expected a setup that leaves and observes the criminal, the accomplice and an unordered deck of 12, "
            f"found {setup!r}"
        )
    return setup.replaced(len(setup.steps) - 1, Observe(("criminal", "accomplice", "deck"), ()), name=setup.name)


def setups() -> tuple[Setup, Setup]:
    """The two setups whose equivalence is claimed: the simplified one and the designer's.

    >>> [setup.name for setup in setups()]
    ['Forgotten Crime, simplified setup', "Forgotten Crime, designer's setup"]
    """
    return simplified_setup(), designer_setup()


def _four_piles(name: str, suits: str | Iterable[str]) -> Setup:
    """The steps that both setups share: from the sorted deck to four piles of eleven."""
    setup = Setup(Deck.standard(_RANKS), name=name).sort("deck", by="rank", suits=suits).turn_over(*_RANKS)
    mixed = []
    for number, ranks in enumerate(QUESTIONS, start=1):
        mixed.append(f"answers {number}")
        setup = setup.scramble(*ranks).stack(*ranks, into=mixed[-1])
    return (
        setup.scramble(*mixed)
        .stack(*mixed, into="answers")
        .stack("K", "J", "answers", into="stack")
        .deal("stack", into=_PILES)
        .scramble(*_PILES)
    )


@lru_cache(maxsize=4)
def crime_distribution(setup: Setup) -> Distribution:
    """Exact distribution of the crime that a setup of Forgotten Crime produces.

    >>> len(crime_distribution(simplified_setup()))
    23328
    """
    return distribution(setup).map(crime)


def deck_distribution(setup: Setup) -> Distribution:
    """Exact distribution of the twelve cards of the deck, as a sorted tuple, without the culprits.

    >>> deck_distribution(designer_setup()).is_uniform()
    True
    """
    return distribution(setup).map(lambda outcome: outcome[2])
