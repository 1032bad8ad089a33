"""What is seen at the table of Forgotten Crime, as exact distributions."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from crimecalc.cards import Suit
from crimecalc.checks import check_choice
from crimecalc.distribution import Distribution
from crimecalc.errors import InvalidInput
from crimecalc.games.forgotten_crime.belief import PAIRS, crimes
from crimecalc.games.forgotten_crime.policies import (
    accuse_after,
    accuse_when,
    best_probability,
    check_cards,
)

__all__ = ["certainty", "draws_until_certain", "shared_lie", "suspects", "truthful_question"]


def certainty(k: int) -> Distribution:
    """How sure one can be after ``k`` cards: distribution of the most probable pair's probability.

    Args:
        k: how many cards were turned over, 0 to 12.

    Raises:
        InvalidInput: if ``k`` is no whole number from 0 to 12.

    >>> dict(certainty(0)), dict(certainty(12))
    ({Fraction(1, 12): Fraction(1, 1)}, {Fraction(1, 1): Fraction(1, 1)})
    """
    check_cards("certainty", k)
    return accuse_after(k).policy.outcomes(lambda state: Distribution({best_probability(state.belief): 1}))


def draws_until_certain(who: Literal["criminal", "accomplice", "both"] = "both") -> Distribution:
    """How many cards must be turned over until the criminal, the accomplice or both are certain.

    >>> draws_until_certain()[6]
    Fraction(1, 1386)
    """
    parts = {"criminal": slice(0, 1), "accomplice": slice(1, 2), "both": slice(0, 2)}
    check_choice("draws_until_certain", who, parts)
    part = parts[who]
    return accuse_when(lambda belief, _: len({pair[part] for pair in belief}) == 1).draws()


def shared_lie() -> Distribution:
    """Whether the criminal and the accomplice lie on the same question, and with the same answer.

    >>> for outcome, probability in shared_lie().items():
    ...     print(probability, outcome)
    1/3 different questions
    1/3 same question, different answers
    1/3 same question, same answer
    """
    return crimes().map(lambda found: found.shared_lie)


def truthful_question() -> Distribution:
    """The one question on which the criminal tells the truth, 1 to 3.

    >>> truthful_question().is_uniform()
    True
    """
    return crimes().map(lambda found: found.truthful_question)


def suspects(belief: Distribution) -> dict[Suit, dict[str, Fraction]]:
    """For each suspect the probability of each role, from a belief over pairs of culprits.

    >>> from crimecalc.games.forgotten_crime.belief import posterior
    >>> suspects(posterior())[Suit.HEARTS]["innocent"]
    Fraction(1, 2)
    """
    if not isinstance(belief, Distribution) or not set(belief) <= set(PAIRS):
        raise InvalidInput("suspects: expected a Distribution over pairs of culprits, as posterior() gives")
    table = {}
    for suit in Suit:
        guilty = sum((p for (criminal, _), p in belief.items() if criminal == suit), Fraction(0))
        helping = sum((p for (_, accomplice), p in belief.items() if accomplice == suit), Fraction(0))
        table[suit] = {"criminal": guilty, "accomplice": helping, "innocent": 1 - guilty - helping}
    return table
