"""The King of Hearts Has Five Sons: its cards, and how they are dealt."""

from __future__ import annotations

from collections.abc import Iterable

from crimecalc.cards import Card, Deck
from crimecalc.errors import InvalidInput
from crimecalc.rational import is_whole
from crimecalc.setup import Setup

__all__ = ["CATEGORIES", "COURTS", "HEARTS", "hand_size", "read_card", "setup"]

COURTS = tuple(Card(rank, suit) for rank in "JQK" for suit in "♣♦♥♠")
"""The twelve court cards: J♣ J♦ J♥ J♠ Q♣ … K♠."""

HEARTS = tuple(Card(rank, "♥") for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10"))
"""The ten hearts: A♥ to 10♥. Jack, queen and king of hearts are court cards."""

CATEGORIES: dict[str, tuple[Card, ...]] = {"court": COURTS, "heart": HEARTS}
"""Both kinds of cards; one of each is the solution."""

DEALT = len(COURTS) + len(HEARTS) - 2
"""How many cards are dealt."""


def hand_size(players: int) -> int:
    """How many cards each of the players is dealt.

    Raises:
        InvalidInput: if the twenty cards cannot be dealt evenly: 2, 4, 5 and 10 players can play.

    Source: the rules of The King of Hearts Has Five Sons; they recommend four or five players.

    >>> hand_size(4), hand_size(5)
    (5, 4)
    """
    if not is_whole(players, 2) or players not in (2, 4, 5, 10):
        raise InvalidInput(
            f"players: expected 2, 4, 5 or 10, as {DEALT} cards are dealt evenly to at least two; found {players!r}"
        )
    return DEALT // players


def read_card(card: str | Card) -> Card:
    """A card of the game.

    Raises:
        InvalidInput: if it is no card, or not one of these 22.

    >>> read_card("10H"), read_card("qs")
    (10♥, Q♠)
    """
    found = card if isinstance(card, Card) else Card(card)
    if found not in COURTS and found not in HEARTS:
        raise InvalidInput(f"{found} is not in this game; expected a Jack, Queen or King, or one of A♥ to 10♥")
    return found


def setup(players: int = 4, look: int | Iterable[int] | None = None) -> Setup:
    """The setup: a court card and a heart are set aside as the solution, the rest is dealt.

    Args:
        players: 2, 4, 5 or 10.
        look: the seat, or the seats, from 0, whose hands are looked at beside the solution; None for the
            solution alone.

    Raises:
        InvalidInput: if the cards cannot be dealt evenly, or there is no such seat.

    Source: the rules of The King of Hearts Has Five Sons.

    >>> print(setup(4, look=2).instructions[-1])
    In the end, look at “court” (1 card), “heart” (1 card) and “seat 2” (5 cards) in any order.
    >>> from crimecalc.engine.exact import distribution
    >>> distribution(setup())[("K♥",), ("5♥",)]
    Fraction(1, 120)
    """
    hand_size(players)
    looked = [] if look is None else list(look) if isinstance(look, Iterable) else [look]
    for seat in looked:
        if not is_whole(seat, 0, players - 1):
            raise InvalidInput(f"look: expected seats from 0 to {players - 1}, or None, found {look!r}")
    seats = [f"seat {seat}" for seat in range(players)]
    return (
        Setup(Deck([*COURTS, *HEARTS]), name=f"The King of Hearts Has Five Sons, {players} players")
        .split("deck", [len(COURTS), len(HEARTS)], into=["courts", "hearts"])
        .shuffle("courts")
        .shuffle("hearts")
        .take("courts", [1], into="court")
        .take("hearts", [1], into="heart")
        .stack("courts", "hearts", into="rest")
        .shuffle("rest")
        .deal("rest", into=seats)
        .observe("court", "heart", unordered=[seats[seat] for seat in looked])
    )
