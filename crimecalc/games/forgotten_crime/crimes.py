"""The crime that a dealt game of Forgotten Crime hides.

Each suit is a suspect. Ace to 3 answer question 1, 4 to 6 question 2, 7 to 9 question 3; only one answer to a
question is true. The criminal lies on two questions, the accomplice on one, the innocents on none.
A game is a King (its suit is the criminal), a Jack (its suit is the accomplice) and a deck of twelve answers.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from crimecalc.cards import Card, Suit
from crimecalc.errors import InvalidInput
from crimecalc.rendering import describe

__all__ = ["QUESTIONS", "QUESTION_OF", "SHARED_LIES", "Crime", "Lie", "crime"]

QUESTIONS = (("A", "2", "3"), ("4", "5", "6"), ("7", "8", "9"))
"""The ranks that answer each of the three questions."""

QUESTION_OF = {rank: number for number, ranks in enumerate(QUESTIONS) for rank in ranks}
"""For each rank that is an answer its question, from 0."""

SHARED_LIES = ("different questions", "same question, different answers", "same question, same answer")
"""How the accomplice's lie can stand to the two of the criminal."""


@dataclass(frozen=True)
class Lie:
    """One false answer.

    Attributes:
        suspect: who lied.
        question: on which question, 1 to 3.
        answer: the rank that was answered instead of the true one.
    """

    suspect: Suit
    question: int
    answer: str


@dataclass(frozen=True)
class Crime:
    """What a dealt game of Forgotten Crime hides.

    Attributes:
        criminal: the suspect who lies on two questions.
        accomplice: the suspect who lies on one.
        truth: the true answers to the three questions, as ranks.
        lies: the three false answers, by suspect and question.
    """

    criminal: Suit
    accomplice: Suit
    truth: tuple[str, str, str]
    lies: tuple[Lie, ...]

    @property
    def truthful_question(self) -> int:
        """The one question on which the criminal tells the truth, 1 to 3."""
        lied = {lie.question for lie in self.lies if lie.suspect == self.criminal}
        (question,) = {1, 2, 3} - lied
        return question

    @property
    def shared_lie(self) -> str:
        """How the accomplice's lie stands to the criminal's; one of :data:`SHARED_LIES`."""
        (lie,) = [lie for lie in self.lies if lie.suspect == self.accomplice]
        others = [o.answer for o in self.lies if o.suspect == self.criminal and o.question == lie.question]
        if not others:
            return SHARED_LIES[0]
        return SHARED_LIES[1 + (others[0] == lie.answer)]

    def __str__(self) -> str:
        lies = ", ".join(f"{lie.suspect} said {lie.answer} to question {lie.question}" for lie in self.lies)
        return f"criminal {self.criminal}, accomplice {self.accomplice}, truth {' '.join(self.truth)}; {lies}"


def crime(outcome: Hashable) -> Crime:
    """Read the crime off an outcome of either setup.

    Args:
        outcome: the criminal's King, the accomplice's Jack and the deck of twelve answers, each entry a
            tuple of cards; the order inside the deck does not matter.

    Raises:
        InvalidInput: if the cards are no crime: the message says which rule they break.

    Source: the rules of Forgotten Crime, Play.

    >>> from crimecalc.cards import cards
    >>> deck = cards("A♠ 5♠ 9♠ A♣ 4♣ 7♣ A♥ 4♥ 9♥ A♦ 4♦ 9♦")
    >>> print(crime((cards("K♣"), cards("J♠"), deck)))
    Traceback (most recent call last):
    ...
    crimecalc.errors.InvalidInput: no crime: ♣ is the criminal and lies on 1 of the questions; expected 2
    >>> deck = cards("A♠ 5♠ 9♠ 2♣ 4♣ 7♣ A♥ 4♥ 9♥ A♦ 4♦ 9♦")
    >>> print(crime((cards("K♣"), cards("J♠"), deck)))
    criminal ♣, accomplice ♠, truth A 4 9; ♠ said 5 to question 2, ♣ said 2 to question 1, ♣ said 7 to question 3
    """
    criminal, accomplice, deck = _entries(outcome)
    if criminal == accomplice:
        raise InvalidInput(f"no crime: {criminal} is both criminal and accomplice; expected two suspects")
    answers = _answers(deck)
    innocents = [suit for suit in Suit if suit not in (criminal, accomplice)]
    truth = []
    for number in range(len(QUESTIONS)):
        said = [answers[suit][number] for suit in innocents]
        if said[0] != said[1]:
            raise InvalidInput(
                f"no crime: the innocents {innocents[0]} and {innocents[1]} answer {said[0]} and {said[1]} to "
                f"question {number + 1}; expected the same, the true answer"
            )
        truth.append(said[0])
    lies = tuple(
        Lie(suit, number + 1, answers[suit][number])
        for suit in Suit
        for number in range(len(QUESTIONS))
        if answers[suit][number] != truth[number]
    )
    for suit, role, expected in ((criminal, "criminal", 2), (accomplice, "accomplice", 1)):
        found = sum(lie.suspect == suit for lie in lies)
        if found != expected:
            raise InvalidInput(
                f"no crime: {suit} is the {role} and lies on {found} of the questions; expected {expected}"
            )
    return Crime(criminal, accomplice, (truth[0], truth[1], truth[2]), lies)


def _entries(outcome: Hashable) -> tuple[Suit, Suit, tuple[Card, ...]]:
    if not isinstance(outcome, tuple) or len(outcome) != 3 or not all(isinstance(e, tuple) for e in outcome):
        raise InvalidInput(
            f"no crime: expected the criminal's King, the accomplice's Jack and the deck, found {describe(outcome)}"
        )
    king, jack, deck = outcome
    culprits = []
    for entry, rank, role in ((king, "K", "criminal"), (jack, "J", "accomplice")):
        if len(entry) != 1 or not isinstance(entry[0], Card) or entry[0].rank != rank:
            name = "King" if rank == "K" else "Jack"
            raise InvalidInput(f"no crime: expected a {name} for the {role}, found {describe(entry) or 'no card'}")
        culprits.append(entry[0].suit)
    return culprits[0], culprits[1], deck


def _answers(deck: tuple[Hashable, ...]) -> dict[Suit, list[str]]:
    """What each suspect answers to the three questions."""
    answers: dict[Suit, dict[int, str]] = {suit: {} for suit in Suit}
    for card in deck:
        if not isinstance(card, Card) or card.rank not in QUESTION_OF:
            raise InvalidInput(f"no crime: the deck holds {card}; expected answers, Ace to 9")
        number = QUESTION_OF[card.rank]
        if number in answers[card.suit]:
            raise InvalidInput(f"no crime: {card.suit} answers question {number + 1} twice; expected once")
        answers[card.suit][number] = card.rank
    for suit, said in answers.items():
        for number in range(len(QUESTIONS)):
            if number not in said:
                raise InvalidInput(f"no crime: {suit} does not answer question {number + 1}; expected one answer")
    return {suit: [said[number] for number in range(len(QUESTIONS))] for suit, said in answers.items()}
