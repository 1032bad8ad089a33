"""One seat's case in The King of Hearts Has Five Sons."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from numbers import Rational
from typing import Any, Literal, Self

from crimecalc.cards import Card, cards
from crimecalc.distribution import Distribution
from crimecalc.errors import InvalidInput
from crimecalc.games.king_of_hearts.rules import CATEGORIES, hand_size, read_card
from crimecalc.inference.case import FamilyCase
from crimecalc.inference.questions import Question, Questions
from crimecalc.rational import exact_fraction

__all__ = ["Case"]


class Case(FamilyCase):
    """What one seat knows in The King of Hearts Has Five Sons; immutable.

    Args:
        players: 2, 4, 5 or 10. Seats are numbered from 0; the left neighbour of a seat is the next one.
        seat: the own seat; None for a spectator, who has no hand.
        hand: the own cards, written in one string or as a list.
        shows: which card a player shows who holds both: ``"uniform"`` (either, equally likely), ``"court"``,
            ``"heart"``, or the probability of showing the court card as a Fraction.
        answering: ``"all"`` if a question goes round to the left until somebody shows a card, ``"one"`` if
            only the one opponent who is asked answers (``to=``).

    Raises:
        InvalidInput: if the number of players, the seat or the hand makes no sense.

    Source: the rules of The King of Hearts Has Five Sons. Where they are silent: a player may ask for own cards;
    which question somebody asks tells nothing about the own hand; choices between two cards to show
    are independent; the order of turns is not enforced.

    >>> case = Case(4, seat=0, hand="JC QD KS 3H 7H")
    >>> case.deals
    Fraction(54486432, 1)
    >>> case = case.asked(court="KH", heart="9H", by=0, shown_by=1, card="KH")
    >>> case.solution()["J♦", "A♥"], case.holder("9H")[1]
    (Fraction(3, 196), Fraction(1, 7))
    >>> print(case.best_question())
    J♣, 9♥: 0.5917 bits
    """

    CATEGORIES = CATEGORIES

    def __init__(
        self,
        players: int,
        seat: int | None,
        hand: str | Iterable[str | Card] | None = None,
        shows: Literal["uniform", "court", "heart"] | Fraction = "uniform",
        answering: Literal["all", "one"] = "all",
    ) -> None:
        super().__init__([hand_size(players)] * players, seat, hand, shows, answering)

    @classmethod
    def read_card(cls, card: str | Card) -> Card:
        """A card of the game, as a card or written, as in ``10H``."""
        return read_card(card)

    @classmethod
    def _read_hand(cls, hand: Iterable[Any] | str) -> frozenset[Card]:
        """Cards of a hand, each named once."""
        return super()._read_hand(cards(hand) if isinstance(hand, str) else hand)

    @classmethod
    def _preference_for(cls, shows: Any) -> dict[str, Fraction]:
        """How much each kind of card is preferred by those who hold both."""
        if isinstance(shows, (Rational, float)) and not isinstance(shows, bool):
            chance = exact_fraction(shows, "shows")
            if not 0 <= chance <= 1:
                raise InvalidInput(f"shows: expected a probability from 0 to 1 for the court card, found {shows}")
            return {"court": chance, "heart": 1 - chance}
        if not isinstance(shows, str) or shows not in ("uniform", *CATEGORIES):
            raise InvalidInput(
                "shows: expected 'uniform', 'court', 'heart' or the probability of showing the court card "
                f"as a Fraction, found {shows!r}"
            )
        return super()._preference_for(shows)

    def asked(
        self,
        *,
        court: str | Card,
        heart: str | Card,
        by: int,
        shown_by: int | None,
        card: str | Card | None = None,
        to: int | None = None,
    ) -> Self:
        """The case after one more question.

        Args:
            court: the court card asked for.
            heart: the heart asked for.
            by: the seat that asked.
            shown_by: the seat that showed a card; None if nobody could. Every seat between the two, going left,
                held neither.
            card: the card shown, where the own seat saw it; None if it did not.
            to: the one seat that was asked, with ``answering="one"`` only; it may be left out where it
                showed a card.

        Raises:
            InvalidInput: if a card or seat makes no sense; the error names the question's number and the argument.
            ImpossibleEvidence: if no deal agrees with this and all before.
        """
        return self._asked({"court": court, "heart": heart}, by, shown_by, card, to)

    def answers(
        self, court: str | Card, heart: str | Card, by: int | None = None, to: int | None = None
    ) -> Distribution:
        """Distribution of the answer to a question: (who shows, which card), or (None, None).

        Args:
            court: the court card asked for.
            heart: the heart asked for.
            by: the seat that asks; by default the own.
            to: the one seat that is asked, with ``answering="one"`` only.

        >>> print(Case(4, 0, "JC QD KS 3H 7H").answers("KS", "9H"))
        shown_by  card  probability
        1         9♥    7/24
        2         9♥    7/24
        3         9♥    7/24
        None      None  1/8
        """
        return self._answers_to({"court": court, "heart": heart}, by, to)

    def questions(
        self,
        by: int | None = None,
        court: str | Card | None = None,
        heart: str | Card | None = None,
        progress: bool | None = None,
    ) -> Questions:
        """Every question, the one that tells most about the solution first.

        Args:
            by: the seat that asks; by default the own. What another seat is shown is not seen.
            court: only questions for this court card.
            heart: only questions for this heart.
            progress: show a bar; None for one after two seconds if somebody watches.

        >>> best = Case(4, 0, "JC QD KS 3H 7H").questions()[0]
        >>> best.court, best.heart, round(best.information_gain, 6), best.first_neighbour_shows
        (J♣, A♥, 0.543564, Fraction(7, 24))
        """
        return self._ranked(by, {"court": court, "heart": heart}, progress)

    def best_question(
        self,
        by: int | None = None,
        court: str | Card | None = None,
        heart: str | Card | None = None,
        progress: bool | None = None,
    ) -> Question:
        """The question that tells most about the solution; the first of :meth:`questions`, with the same arguments."""
        return self.questions(by, court, heart, progress)[0]
