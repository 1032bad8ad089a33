"""DEADCERT, OPENplay: what lies on many tables, and what detectives do there by what all have heard.

A lead is as strong as the number of types of evidence on which its name has been read out. Everybody remembers
all of it, and where every card was filed. The game is the last axis of every array.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from crimecalc.games.deadcert.rules import CARDS, TYPES, Split
from crimecalc.games.deadcert.tables import Cards, Numbers, numbered

__all__ = ["NOWHERE", "Board", "Flags", "Games", "partners"]

NOWHERE = -1
"""The seat of a card that is no chief suspect, or not filed; the chief suspect of who has none."""

PRIME_STRENGTH = 2
"""Leads of at least this strength are known to be prime suspects."""

Games = NDArray[np.intp]
Flags = NDArray[np.bool_]


@lru_cache(maxsize=64)
def partners(split: Split) -> NDArray[np.intp]:
    """For each card all cards of the same name, itself included; missing ones are card 54. Shape (55, 3)."""
    name = numbered(split).name
    found = np.full((CARDS + 1, len(TYPES)), CARDS, dtype=np.intp)
    for card in range(CARDS):
        if not numbered(split).snoop[card]:
            same = np.flatnonzero(name == name[card])
            found[card, : len(same)] = same
    return found


class Board:
    """Tables on which the same seat is to move.

    Attributes:
        players: how many detectives.
        decks: the cards by draw; shape (54, games).
        fetched: how many cards have been fetched; shape (games,).
        strength: how strong each card is as a lead; the last row is for no card, 0. Shape (55, games).
        chief: the chief suspect of each seat and type, or :data:`NOWHERE`; shape (players, 3, games).
        chief_of: for each card the seat whose chief suspect it is; shape (54, games).
        filed_by: for each card the seat that filed it; shape (54, games).
        when: a number that grows with each card that is filed; shape (54, games).
    """

    def __init__(self, players: int, split: Split, decks: Numbers) -> None:
        n = len(decks)
        self.players = players
        self.cards: Cards = numbered(split)
        self.partners = partners(split)
        self.decks = np.ascontiguousarray(decks.T)
        self.fetched = np.zeros(n, dtype=np.intp)
        self.strength = np.zeros((CARDS + 1, n), dtype=np.int8)
        self.chief = np.full((players, len(TYPES), n), NOWHERE, dtype=np.int8)
        self.chief_of = np.full((CARDS, n), NOWHERE, dtype=np.int8)
        self.filed_by = np.full((CARDS, n), NOWHERE, dtype=np.int8)
        self.when = np.zeros((CARDS, n), dtype=np.int16)
        self.clock = 0

    def only(self, which: Flags) -> None:
        """Keep some of the games."""
        for name in ("decks", "fetched", "strength", "chief", "chief_of", "filed_by", "when"):
            setattr(self, name, getattr(self, name)[..., which])

    @property
    def holders(self) -> Numbers:
        """Which seats have the killer's cards as chief suspects, by type; shape (3, games)."""
        return self.chief_of[self.cards.killer]

    def all_presented(self) -> Flags:
        """Whether all of the killer's cards are chief suspects."""
        return np.asarray((self.holders != NOWHERE).all(axis=0))

    def winner(self) -> Numbers:
        """The seat with at least two of the killer's cards as chief suspects, or :data:`NOWHERE`."""
        first, second, third = self.holders
        other = np.where(second == third, second, np.int8(NOWHERE))
        return np.asarray(np.where((first == second) | (first == third), first, other), dtype=np.int8)

    def chief_strength(self, seat: int, games: Games) -> Numbers:
        """How strong a seat's chief suspects are, 0 where there is none; shape (3, games)."""
        strength: Numbers = self.strength[self.chief[seat][:, games], games]
        return strength

    def ends_against(self, seat: int, games: Games, split_too: bool) -> Flags:
        """Whether the game would end with another seat winning, if a seat presented the killer's card of a type.

        Args:
            seat: who would present it.
            games: the games; shape (games,).
            split_too: whether an end without a winner counts as well.

        Returns:
            Shape (3, games), by type.
        """
        holders = self.holders[:, games]
        against = np.zeros(holders.shape, dtype=bool)
        for kind in range(len(TYPES)):
            one, other = np.delete(holders, kind, axis=0)
            presented = (one != NOWHERE) & (other != NOWHERE) & (one != seat) & (other != seat)
            against[kind] = presented if split_too else presented & (one == other)
        return against

    def best_filed(self, seat: int, games: Games, owners: Flags, allowed: Flags, against: Flags) -> Numbers:
        """The filed card of a prime suspect by which a seat's chief suspect becomes stronger by most.

        Of several the own ones, then those of the nearest seat to the left; then by type, then the one filed first.

        Args:
            seat: who would take it.
            games: the games; shape (games,).
            owners: whose filed cards may be taken; shape (players,).
            allowed: of which types; shape (3, games).
            against: where the killer's card must not be taken; shape (3, games).

        Returns:
            The card, or :data:`NOWHERE`; shape (games,).
        """
        suspects = np.flatnonzero(self.cards.snoop == 0)
        kind = self.cards.kind[suspects]
        owner = self.filed_by[np.ix_(suspects, games)]
        strength = self.strength[np.ix_(suspects, games)]
        gain = strength - self.chief_strength(seat, games)[kind]
        open_ = (owner != NOWHERE) & owners[owner] & (strength >= PRIME_STRENGTH) & (gain > 0) & allowed[kind]
        for number, card in enumerate(self.cards.killer):
            open_[np.searchsorted(suspects, card)] &= ~against[number]
        near = self.players - 1 - (owner - seat) % self.players
        # One number for the order of preference; the largest is best.
        worth = ((gain.astype(np.int64) * self.players + near) * len(TYPES) + (len(TYPES) - 1 - kind[:, None])) << 16
        worth -= self.when[np.ix_(suspects, games)]
        worth[~open_] = -1
        best = worth.argmax(axis=0)
        return np.where(worth.max(axis=0) < 0, NOWHERE, suspects[best]).astype(np.int8)

    def take(self, seat: int, games: Games, card: Numbers) -> None:
        """Exchange a seat's chief suspect with a filed card; the old one is filed where the card was."""
        heap = self.filed_by[card, games]
        self.filed_by[card, games] = NOWHERE
        self.lay(seat, games, card, heap)

    def lay(self, seat: int, games: Games, card: Numbers, heap: Numbers) -> None:
        """Make cards a seat's chief suspects; those before are filed by the seats of the heap."""
        kind = self.cards.kind[card]
        before = self.chief[seat, kind, games]
        self.chief[seat, kind, games] = card
        self.chief_of[card, games] = seat
        had = before != NOWHERE
        self.chief_of[before[had], games[had]] = NOWHERE
        self.file(games[had], before[had], heap[had])

    def file(self, games: Games, card: Numbers, heap: Numbers) -> None:
        """File cards in the heaps of these seats."""
        self.clock += 1
        self.filed_by[card, games] = heap
        self.when[card, games] = self.clock

    def fetch(self, games: Games) -> Numbers:
        """Fetch the next card; a suspect is read out to everybody."""
        card = self.decks[self.fetched[games], games]
        self.fetched[games] += 1
        for same in self.partners[card].T:
            here = same < CARDS
            self.strength[same[here], games[here]] += 1
        return card

    def swap(self, seat: int, games: Games, snoop: Numbers) -> None:
        """Swap chief suspects where that gains most; of several with the nearest seat to the left, then by type."""
        # A swap makes no other card a chief suspect, so it cannot end the game for somebody else.
        own = self.chief_strength(seat, games)
        best = np.zeros(len(games), dtype=np.int8)
        other_seat = np.full(len(games), NOWHERE, dtype=np.int8)
        other_kind = np.zeros(len(games), dtype=np.int8)
        for step in range(1, self.players):
            other = (seat + step) % self.players
            theirs = self.chief_strength(other, games)
            for kind in range(len(TYPES)):
                allowed = (self.cards.snoop[snoop] == 2) | (self.cards.kind[snoop] == kind)
                gain = theirs[kind] - own[kind]
                better = allowed & (gain > best)
                best[better], other_seat[better], other_kind[better] = gain[better], other, kind
        there = other_seat != NOWHERE
        games, other_seat, other_kind = games[there], other_seat[there], other_kind[there]
        mine, yours = self.chief[seat, other_kind, games], self.chief[other_seat, other_kind, games]
        self.chief[seat, other_kind, games], self.chief[other_seat, other_kind, games] = yours, mine
        self.chief_of[yours, games] = seat
        had = mine != NOWHERE
        self.chief_of[mine[had], games[had]] = other_seat[had]
