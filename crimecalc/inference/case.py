"""A player's case in a game of the Clue family: the hand, every question so far, and what follows.

A game gives its cards, its hands and how cards are read; everything else is here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Self

from crimecalc.checks import check_choice
from crimecalc.distribution import Distribution
from crimecalc.errors import ImpossibleEvidence, InvalidInput
from crimecalc.inference.asking import answers
from crimecalc.inference.clues import Clue, Has, HasOneOf, Lacks, Showed
from crimecalc.inference.deals import Deals
from crimecalc.inference.grid import Grid
from crimecalc.inference.hand import Hand
from crimecalc.inference.questions import Questions, rank
from crimecalc.rational import exact_fraction, is_whole
from crimecalc.rendering import listed, plural

__all__ = ["Asked", "FamilyCase"]


@dataclass(frozen=True)
class Asked:
    """A question and what came of it.

    Attributes:
        cards: the cards asked for, one of each category.
        by: the seat that asked.
        shown_by: the seat that showed a card; None if nobody could.
        card: the card shown, where it was seen.
        to: the one seat that was asked; None if the question went round.
    """

    cards: tuple[Any, ...]
    by: int
    shown_by: int | None
    card: Any = None
    to: int | None = None

    def __str__(self) -> str:
        shown = str(self.card) if self.card is not None else "a card"
        answer = "nobody shows" if self.shown_by is None else f"seat {self.shown_by} shows {shown}"
        to = "" if self.to is None else f" seat {self.to}"
        return f"seat {self.by} asks{to} for {listed(self.cards)}: {answer}"


@dataclass(frozen=True, repr=False)
class FamilyCase:
    """What one seat knows; immutable. The games say how it is made and what is asked; see there.

    Every seat but the asker's answers in turn, going left, until one holds a card asked for and shows one. Which
    question somebody chooses tells nothing about the own hand, choices between cards to show are independent,
    and what the own seat shows tells it nothing.

    Attributes:
        players: how many seats.
        sizes: how many cards each seat holds.
        seat: the own seat, or None.
        hand: the own cards.
        preference: how much each category is preferred by those who can choose what to show; they add up to 1.
        answering: ``"all"`` or ``"one"``.
        history: all questions so far.
    """

    players: int
    sizes: tuple[int, ...]
    seat: int | None
    hand: frozenset[Any]
    preference: tuple[Fraction, ...]
    answering: str
    history: tuple[Asked, ...]

    CATEGORIES: ClassVar[dict[str, tuple[Any, ...]]]
    """The cards of each category."""

    def __init__(
        self,
        sizes: Sequence[int],
        seat: int | None,
        hand: Iterable[Any] | str | None,
        shows: Any,
        answering: str,
    ) -> None:
        players = len(sizes)
        own = self._read_hand(() if hand is None else hand)
        check_choice("answering", answering, ("all", "one"))
        if seat is None and own:
            raise InvalidInput(f"hand: a spectator (seat=None) has none, found {plural(len(own), 'card')}")
        if seat is not None:
            self._check_seat("seat", seat, players)
            if len(own) != sizes[seat]:
                raise InvalidInput(
                    f"hand: expected {plural(sizes[seat], 'card')} for seat {seat} of {players}, found {len(own)}"
                )
        weights = tuple(self._preference_for(shows).values())
        self.__dict__.update(
            players=players,
            sizes=tuple(sizes),
            seat=seat,
            hand=own,
            preference=tuple(weight / sum(weights) for weight in weights) if any(weights) else _even(weights),
            answering=answering,
            history=(),
        )

    # --- what a game says ---------------------------------------------------------------------

    @classmethod
    def read_card(cls, card: Any) -> Any:
        """A card of the game, however it is written."""
        raise NotImplementedError

    @classmethod
    def _preference_for(cls, shows: Any) -> dict[str, Fraction]:
        """How much each category is preferred by those who can choose what to show."""
        if shows == "uniform":
            return dict.fromkeys(cls.CATEGORIES, Fraction(1))
        if isinstance(shows, str) and shows in cls.CATEGORIES:
            return {name: Fraction(name == shows) for name in cls.CATEGORIES}
        if isinstance(shows, Mapping) and set(shows) == set(cls.CATEGORIES):
            weights = {name: exact_fraction(shows[name], f"shows: {name}") for name in cls.CATEGORIES}
            if min(weights.values()) >= 0:
                return weights
        names = listed(map(repr, cls.CATEGORIES))
        raise InvalidInput(
            f"shows: expected 'uniform', one of {names}, or a weight of at least 0 for each of them; found {shows!r}"
        )

    @classmethod
    def _read_hand(cls, hand: Iterable[Any] | str) -> frozenset[Any]:
        """Cards of a hand, each named once."""
        if isinstance(hand, str):
            hand = [card for card in hand.split(",") if card.strip()]
        if not isinstance(hand, Iterable):
            raise InvalidInput(f"hand: expected a list of cards, found {hand!r}")
        try:
            found = [cls.read_card(card) for card in hand]
        except InvalidInput as error:
            raise InvalidInput(f"hand: {error}") from None
        for card in found:
            if found.count(card) > 1:
                raise InvalidInput(f"hand: {card} is named {found.count(card)} times; expected each card once")
        return frozenset(found)

    # --- questions so far ---------------------------------------------------------------------

    def _asked(
        self, cards: Mapping[str, Any], by: int, shown_by: int | None, card: Any = None, to: int | None = None
    ) -> Self:
        """The case after one more question."""
        number = len(self.history) + 1
        try:
            asked = self._read_question(cards, by, shown_by, card, to)
            self._check_own(asked)
            belief = self.belief.given(*self._clues(asked))
        except ImpossibleEvidence as error:
            raise ImpossibleEvidence(f"question {number}: {error}") from None
        except InvalidInput as error:
            raise type(error)(f"question {number}: {error}") from None
        made = self._with((*self.history, asked))
        made.__dict__["belief"] = belief
        return made

    def _with(self, history: tuple[Asked, ...]) -> Self:
        made = type(self).__new__(type(self))
        made.__dict__.update({field.name: getattr(self, field.name) for field in fields(self)} | {"history": history})
        return made

    def recorded(self, history: Iterable[Asked]) -> Self:
        """The case after more questions, taken as they were recorded and not checked one by one.

        What makes no sense goes unnoticed; use it for what is known to have happened.

        Raises:
            InvalidInput: if something is no :class:`Asked`.
            ImpossibleEvidence: when something is asked of the case, if no deal agrees with all that was recorded.
        """
        if not isinstance(history, Iterable):
            raise InvalidInput(f"recorded: expected a list of questions, found {history!r}")
        asked = tuple(history)
        for question in asked:
            if not isinstance(question, Asked):
                raise InvalidInput(f"recorded: expected questions as Asked, found {question!r}")
        made = self._with((*self.history, *asked))
        made.__dict__["belief"] = self.belief.assuming(*(clue for question in asked for clue in self._clues(question)))
        return made

    def undo(self) -> Self:
        """The case before the last question.

        Raises:
            InvalidInput: if nothing was asked yet.
        """
        if not self.history:
            raise InvalidInput("undo: nothing was asked yet")
        return self._with(self.history[:-1])

    def _read_question(
        self, cards: Mapping[str, Any], by: int, shown_by: int | None, card: Any, to: int | None
    ) -> Asked:
        asked = self._read_cards(cards)
        self._check_seat("by", by, self.players)
        if shown_by is not None:
            self._check_seat("shown_by", shown_by, self.players)
            if shown_by == by:
                raise InvalidInput(f"shown_by: seat {by} asks and so shows nothing itself")
        to = self._read_to(by, shown_by, to)
        if card is None and by == self.seat and shown_by is not None:
            raise InvalidInput(f"card: expected the card that seat {shown_by} showed to seat {by}, found None")
        if card is not None:
            card = self._read_as("card", card)
            if card not in asked:
                raise InvalidInput(f"card: expected one of those asked for, {listed(asked)}; found {card}")
            if shown_by is None:
                raise InvalidInput(f"card: nobody showed a card (shown_by is None), found {card}")
            if self.seat not in (by, shown_by):
                who = "a spectator" if self.seat is None else f"seat {self.seat}"
                raise InvalidInput(
                    f"card: seat {shown_by} showed it to seat {by} only, so {who} cannot have seen {card}"
                )
        return Asked(asked, by, shown_by, card, to)

    def _read_to(self, by: int, shown_by: int | None, to: int | None) -> int | None:
        if self.answering == "all":
            if to is not None:
                raise InvalidInput(f"to: expected None, as the question goes round (answering='all'); found {to!r}")
            return None
        to = shown_by if to is None else to
        if to is None:
            raise InvalidInput("to: expected the seat that was asked, as only one answers (answering='one')")
        self._check_seat("to", to, self.players)
        if to == by or shown_by not in (None, to):
            raise InvalidInput(f"to: expected the one seat that was asked by seat {by}, found {to}")
        return to

    def _read_cards(self, cards: Mapping[str, Any]) -> tuple[Any, ...]:
        """The cards of a question, in the order of the categories."""
        return tuple(self._read_of(name, cards[name]) for name in self.CATEGORIES)

    def _read_of(self, name: str, card: Any) -> Any:
        """A card of one category."""
        found = self._read_as(name, card)
        if found not in self.CATEGORIES[name]:
            raise InvalidInput(f"{name}: expected one of {listed(self.CATEGORIES[name])}; found {found}")
        return found

    def _read_as(self, what: str, card: Any) -> Any:
        """A card that is the argument of this name."""
        try:
            return self.read_card(card)
        except InvalidInput as error:
            raise InvalidInput(f"{what}: {error}") from None

    @staticmethod
    def _check_seat(what: str, seat: Any, players: int) -> None:
        if not is_whole(seat, 0, players - 1):
            raise InvalidInput(f"{what}: expected a seat from 0 to {players - 1}, found {seat!r}")

    def _order(self, by: int, to: int | None) -> list[int]:
        """The seats that are asked, in turn."""
        return [to] if to is not None else [(by + step) % self.players for step in range(1, self.players)]

    def _check_own(self, asked: Asked) -> None:
        """What the own seat does must agree with the own hand."""
        if self.seat is None or self.seat == asked.by:
            return
        order = self._order(asked.by, asked.to)
        mine = [card for card in asked.cards if card in self.hand]
        if self.seat == asked.shown_by:
            if not mine or (asked.card is not None and asked.card not in mine):
                shown = asked.card if asked.card is not None else " or ".join(map(str, asked.cards))
                raise ImpossibleEvidence(f"seat {self.seat} is said to show {shown}, which is not in its hand")
        elif (
            mine
            and self.seat in order
            and (asked.shown_by is None or order.index(self.seat) < order.index(asked.shown_by))
        ):
            raise ImpossibleEvidence(f"seat {self.seat} is said to be passed over, but holds {listed(mine)}")

    def _clues(self, asked: Asked) -> list[Clue]:
        """What a question tells about hands."""
        order = self._order(asked.by, asked.to)
        passed = order if asked.shown_by is None else order[: order.index(asked.shown_by)]
        clues: list[Clue] = [Lacks(seat, card) for seat in passed for card in asked.cards if seat != self.seat]
        if asked.shown_by is None or asked.shown_by == self.seat:
            return clues
        if asked.card is None:
            return [*clues, HasOneOf(asked.shown_by, asked.cards)]
        return [*clues, Showed(asked.shown_by, asked.card, asked.cards, self._preference(asked.cards))]

    def _preference(self, cards: tuple[Any, ...]) -> dict[Any, Fraction]:
        return dict(zip(cards, self.preference, strict=True))

    # --- what follows -------------------------------------------------------------------------

    @cached_property
    def belief(self) -> Deals:
        """All deals that agree with what is known."""
        deals = Deals(self.CATEGORIES, self.sizes)
        own: list[Clue] = [Has(self.seat, card) for card in self.cards if card in self.hand]
        return deals.given(*own, *(clue for asked in self.history for clue in self._clues(asked)))

    @property
    def cards(self) -> tuple[Any, ...]:
        """All cards, category by category."""
        return tuple(card for of_one_kind in self.CATEGORIES.values() for card in of_one_kind)

    @property
    def deals(self) -> Fraction:
        """Weighted number of deals left: the sum of the probabilities of all that was seen, over all deals.

        A deal is a solution and a hand, as a set, for each seat.
        """
        return self.belief.weight

    def solution(self) -> Distribution:
        """Posterior distribution of the solution, one card of each category."""
        return self.belief.solution()

    def holder(self, card: Any) -> Distribution:
        """Posterior distribution of who holds a card: over the numbers of seats and ``"solution"``.

        Raises:
            InvalidInput: if there is no such card.
        """
        return self.belief.holder(self.read_card(card))

    def hand_of(self, seat: int) -> Hand:
        """For each card the probability that a seat holds it, and the expected number of each category.

        Raises:
            InvalidInput: if there is no such seat.
        """
        self._check_seat("seat", seat, self.players)
        return Hand(self.belief, seat, self.read_card)

    def _asker(self, by: int | None) -> int:
        if by is None and self.seat is None:
            raise InvalidInput("by: expected the seat that asks, as a spectator (seat=None) asks nothing")
        asker = self.seat if by is None else by
        self._check_seat("by", asker, self.players)
        assert asker is not None
        return asker

    def _answers_to(self, cards: Mapping[str, Any], by: int | None, to: int | None) -> Distribution:
        """Distribution of the answer to a question: (who shows, which card)."""
        asker, asked = self._asker(by), self._read_cards(cards)
        order = self._order(asker, self._read_to(asker, None, to))
        return answers(self.belief, asked, order, self._preference(asked)).distribution

    def _ranked(self, by: int | None, only: Mapping[str, Any], progress: bool | None = None) -> Questions:
        """Every question, the one that tells most about the solution first.

        Args:
            by: the seat that asks; by default the own. What another seat is shown is not seen.
            only: for each category the card that is asked for, or None for any.
            progress: show a bar; None for one after two seconds if somebody watches.
        """
        asker = self._asker(by)
        choices = [
            cards if only[name] is None else (self._read_of(name, only[name]),)
            for name, cards in self.CATEGORIES.items()
        ]
        opponents = self._order(asker, None) if self.answering == "one" else [None]
        return rank(
            self.belief,
            choices,
            orders={to: self._order(asker, to) for to in opponents},
            preference=self.preference,
            sees=asker == self.seat,
            progress=progress,
        )

    # --- showing ------------------------------------------------------------------------------

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        asked = plural(len(self.history), "question")
        return f"<{type(self).__name__} of {who}, {self.players} players, {asked}>"

    @property
    def grid(self) -> Grid:
        """Who can hold what, with probabilities."""
        return self.belief.grid({} if self.seat is None else {self.seat: f"seat {self.seat} (you)"})

    def __str__(self) -> str:
        return str(self.grid)

    def _repr_html_(self) -> str:
        return self.grid._repr_html_()


def _even(weights: Sequence[Fraction]) -> tuple[Fraction, ...]:
    return (Fraction(1, len(weights)),) * len(weights)
