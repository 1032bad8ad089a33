"""Cluedo (Clue in North America): one player's case, three to six players, hands that may differ in size.

It stands on the same counting as The King of Hearts Has Five Sons and adds only its cards and how they are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import Literal, Self

from crimecalc.distribution import Distribution
from crimecalc.errors import InvalidInput
from crimecalc.inference.case import FamilyCase
from crimecalc.inference.questions import Question, Questions
from crimecalc.rational import is_whole
from crimecalc.rendering import listed

__all__ = ["CATEGORIES", "ROOMS", "SUSPECTS", "WEAPONS", "Case", "hand_sizes", "read_card"]

SUSPECTS = ("Miss Scarlett", "Colonel Mustard", "Mrs White", "Reverend Green", "Mrs Peacock", "Professor Plum")
"""The six suspects."""

WEAPONS = ("Candlestick", "Dagger", "Lead Pipe", "Revolver", "Rope", "Spanner")
"""The six weapons."""

ROOMS = (
    "Ballroom",
    "Billiard Room",
    "Conservatory",
    "Dining Room",
    "Hall",
    "Kitchen",
    "Library",
    "Lounge",
    "Study",
)
"""The nine rooms."""

CATEGORIES: dict[str, tuple[str, ...]] = {"suspect": SUSPECTS, "weapon": WEAPONS, "room": ROOMS}
"""The three kinds of cards; one of each is the solution."""

_ELSEWHERE = {"mr green": "Reverend Green", "knife": "Dagger", "wrench": "Spanner"}
"""Names in the North American edition."""


def hand_sizes(players: int) -> tuple[int, ...]:
    """How many of the 18 cards each seat is dealt, one by one from seat 0 on: the first seats may have one more.

    Raises:
        InvalidInput: for fewer than three or more than six players.

    Source: the rules of Cluedo (Hasbro): all cards that are left are dealt out, even if unevenly.

    >>> hand_sizes(4)
    (5, 5, 4, 4)
    """
    if not is_whole(players, 3, 6):
        raise InvalidInput(f"players: expected 3 to 6, found {players!r}")
    dealt = sum(map(len, CATEGORIES.values())) - len(CATEGORIES)
    return tuple(dealt // players + (seat < dealt % players) for seat in range(players))


def read_card(card: str) -> str:
    """A card by its name, or by any word of it that no other card has, in either case.

    Raises:
        InvalidInput: if there is no such card, or more than one.

    >>> read_card("plum"), read_card("Lead pipe"), read_card("wrench")
    ('Professor Plum', 'Lead Pipe', 'Spanner')
    """
    names = [name for cards in CATEGORIES.values() for name in cards]
    if not isinstance(card, str):
        raise InvalidInput(f"expected the name of a card, as in 'Plum', found {card!r}")
    text = " ".join(card.replace(".", " ").split()).lower()
    if text in _ELSEWHERE:
        return _ELSEWHERE[text]
    exact = [name for name in names if name.lower() == text]
    found = exact or [name for name in names if text in name.lower().split()]
    if len(found) > 1:
        raise InvalidInput(f"{card!r} could be {' or '.join(found)}")
    if not found:
        words = {word: name for name in names for word in (name.lower(), *name.lower().split())}
        close = list(dict.fromkeys(words[word] for word in get_close_matches(text, words)))
        hint = f"did you mean {' or '.join(close)}?" if close else f"expected one of {listed(names)}"
        raise InvalidInput(f"{card!r} is no card; {hint}")
    return found[0]


class Case(FamilyCase):
    """What one seat knows in Cluedo; immutable.

    Args:
        players: 3 to 6. Seats are numbered from 0; the left neighbour of a seat is the next one.
        seat: the own seat; None for a spectator, who has no hand.
        hand: the own cards, as a list or in one string with commas.
        shows: which card a player shows who holds several of those asked for: ``"uniform"``, or the kind that is
            shown whenever there is one (``"suspect"``, ``"weapon"``, ``"room"``), or a mapping of the three
            kinds to weights; see :class:`~crimecalc.inference.clues.Showed`.
        answering: ``"all"`` if a question goes round until somebody shows a card, ``"one"`` if only the one
            opponent who is asked answers (``to=``).
        hands: how many cards each seat holds, where they were not dealt one by one from seat 0 on.

    Raises:
        InvalidInput: if the number of players, the seat, the hand or the sizes make no sense.

    Source: the rules of Cluedo (Hasbro).

    >>> case = Case(3, seat=0, hand="Plum, Green, Rope, Dagger, Hall, Study")
    >>> len(case.solution())
    112
    >>> case = case.asked(suspect="White", weapon="Spanner", room="Hall", by=0, shown_by=2, card="Spanner")
    >>> dict(case.holder("White"))
    {2: Fraction(15, 37), 'solution': Fraction(22, 37)}
    """

    CATEGORIES = CATEGORIES

    def __init__(
        self,
        players: int,
        seat: int | None,
        hand: str | Iterable[str] | None = None,
        shows: Literal["uniform", "suspect", "weapon", "room"] | Mapping[str, int | Fraction] = "uniform",
        answering: Literal["all", "one"] = "all",
        hands: Sequence[int] | None = None,
    ) -> None:
        sizes = hand_sizes(players)
        if hands is not None:
            whole = isinstance(hands, Sequence) and all(is_whole(size, 0) for size in hands)
            if not whole or sorted(hands, reverse=True) != list(sizes):
                raise InvalidInput(f"hands: expected the sizes {list(sizes)} in some order, found {hands!r}")
            sizes = tuple(hands)
        super().__init__(sizes, seat, hand, shows, answering)

    @classmethod
    def read_card(cls, card: str) -> str:
        """A card by its name."""
        return read_card(card)

    def asked(
        self,
        *,
        suspect: str,
        weapon: str,
        room: str,
        by: int,
        shown_by: int | None,
        card: str | None = None,
        to: int | None = None,
    ) -> Self:
        """The case after one more suggestion.

        Args:
            suspect: the suspect named.
            weapon: the weapon named.
            room: the room named.
            by: the seat that made the suggestion.
            shown_by: the seat that showed a card; None if nobody could. Every seat between the two, going left,
                held none of the three.
            card: the card shown, where the own seat saw it; None if it did not.
            to: the one seat that was asked, with ``answering="one"`` only; it may be left out where it
                showed a card.

        Raises:
            InvalidInput: if a card or seat makes no sense; the error names the question's number and the argument.
            ImpossibleEvidence: if no deal agrees with this and all before.
        """
        return self._asked({"suspect": suspect, "weapon": weapon, "room": room}, by, shown_by, card, to)

    def answers(
        self, suspect: str, weapon: str, room: str, by: int | None = None, to: int | None = None
    ) -> Distribution:
        """Distribution of the answer to a suggestion: (who shows, which card), or (None, None).

        Args:
            suspect: the suspect named.
            weapon: the weapon named.
            room: the room named.
            by: the seat that makes the suggestion; by default the own.
            to: the one seat that is asked, with ``answering="one"`` only.
        """
        return self._answers_to({"suspect": suspect, "weapon": weapon, "room": room}, by, to)

    def questions(
        self,
        by: int | None = None,
        suspect: str | None = None,
        weapon: str | None = None,
        room: str | None = None,
        progress: bool | None = None,
    ) -> Questions:
        """Every suggestion, the one that tells most about the solution first.

        Args:
            by: the seat that makes the suggestion; by default the own. What another seat is shown is not seen.
            suspect: only suggestions that name this suspect.
            weapon: only suggestions that name this weapon.
            room: only suggestions in this room, where the own piece is.
            progress: show a bar; None for one after two seconds if somebody watches.
        """
        return self._ranked(by, {"suspect": suspect, "weapon": weapon, "room": room}, progress)

    def best_question(
        self,
        by: int | None = None,
        suspect: str | None = None,
        weapon: str | None = None,
        room: str | None = None,
        progress: bool | None = None,
    ) -> Question:
        """The suggestion that tells most; the first of :meth:`questions`, with the same arguments."""
        return self.questions(by, suspect, weapon, room, progress)[0]
