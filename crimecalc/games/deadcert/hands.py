"""DEADCERT, COVERTplay: what detectives hold, know and have filed, in many games at once.

An empty place holds card 54. The game is the last axis of every array.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crimecalc.games.deadcert.board import Flags, Games, partners
from crimecalc.games.deadcert.rules import CARDS, HAND, TYPES, Split
from crimecalc.games.deadcert.tables import Numbers, numbered

__all__ = ["EMPTY", "Flags", "Games", "Hands"]

GATHERED = 5
"""The most cards that a detective gathers in a round."""

PAIR = 2

EMPTY = CARDS
"""The card of an empty place."""

_STACK = CARDS // len(TYPES)
"""The most cards that a stack of one type holds, as there are no more; snoops included."""


class Hands:
    """Everything on the tables, and what each detective has seen.

    Attributes:
        players: how many detectives.
        fetched: how many cards of the fresh stack are gone; shape (games,).
        hand: cards in hand, those in lock down apart; shape (players, 7, games).
        gathered: cards gathered in this round; shape (players, 5, games).
        locked: the pair in lock down, or empty; shape (players, 2, games).
        known: on how many types each detective has seen each card's name, 0 for card 54; shape (players, 55, games).
        filed: how many cards each stack holds; shape (players, 3, games).
        snooped: who has been snooped in this round; shape (players, games).
    """

    def __init__(self, players: int, split: Split, decks: Numbers, rng: np.random.Generator) -> None:
        n = len(decks)
        cards = numbered(split)
        self.players = players
        self.rng = rng
        self.name = np.append(cards.name, np.int8(-1))
        self.kind = np.append(cards.kind, np.int8(-1))
        self.snoop = np.append(cards.snoop, np.int8(0))
        self.killer, self.level1, self.level2 = cards.killer, cards.level1, cards.level2
        self.partners = partners(split)
        self.decks = np.ascontiguousarray(decks.T)
        self.fetched = np.zeros(n, dtype=np.intp)
        self.hand = np.full((players, HAND, n), EMPTY, dtype=np.int8)
        self.gathered = np.full((players, GATHERED, n), EMPTY, dtype=np.int8)
        self.locked = np.full((players, PAIR, n), EMPTY, dtype=np.int8)
        self.seen = np.zeros((players, CARDS + 1, n), dtype=bool)
        self.known = np.zeros((players, CARDS + 1, n), dtype=np.int8)
        self.snooped = np.zeros((players, n), dtype=bool)
        self.filed = np.zeros((players, len(TYPES), n), dtype=np.int8)
        self._stack = np.full((players, len(TYPES), _STACK, n), EMPTY, dtype=np.int8)
        self._top = np.zeros((players, len(TYPES), n), dtype=np.int8)

    def only(self, which: Flags) -> None:
        """Keep some of the games."""
        names = "decks fetched hand gathered locked seen known snooped filed _stack _top"
        for name in names.split():
            setattr(self, name, getattr(self, name)[..., which])

    @property
    def games(self) -> Games:
        """The numbers of all games that are kept."""
        return np.arange(len(self.fetched))

    def fresh_left(self) -> Flags:
        """Where there are fresh cards; shape (games,)."""
        return np.asarray(self.fetched < CARDS)

    # --- stacks -------------------------------------------------------------------------------

    def file(self, owner: int, games: Games, card: Numbers) -> None:
        """Slide cards underneath the stacks of their types."""
        kind = self.kind[card]
        place = (self._top[owner, kind, games] + self.filed[owner, kind, games]) % _STACK
        self._stack[owner, kind, place, games] = card
        self.filed[owner, kind, games] += 1

    def _take_top(self, owner: NDArray[np.intp], kind: NDArray[np.intp], games: Games) -> Numbers:
        top = self._top[owner, kind, games]
        card: Numbers = self._stack[owner, kind, top, games]
        self._top[owner, kind, games] = (top + 1) % _STACK
        self.filed[owner, kind, games] -= 1
        return card

    # --- gathering ----------------------------------------------------------------------------

    def gather(self, seat: int, games: Games, card: Numbers) -> None:
        """Lay cards face down before a detective; no more than five in a round."""
        place = (self.gathered[seat][:, games] == EMPTY).argmax(axis=0)
        self.gathered[seat, place, games] = card

    def fetch(self, seat: int, games: Games) -> None:
        """Fetch a card: a fresh one, else the top of any stack of the others, else of an own one, else nothing."""
        fresh = self.fetched[games] < CARDS
        now = games[fresh]
        self.gather(seat, now, self.decks[self.fetched[now], now])
        self.fetched[now] += 1
        later = games[~fresh]
        if not len(later):
            return
        there = self.filed[:, :, later] > 0
        others = there.copy()
        others[seat] = False
        open_ = np.where(others.any(axis=(0, 1)), others, there).reshape(-1, len(later))
        stack = self.any_of(open_)
        some = open_.any(axis=0)
        owner, kind = np.divmod(stack[some], len(TYPES))
        self.gather(seat, later[some], self._take_top(owner, kind, later[some]))

    def any_of(self, open_: Flags) -> Games:
        """One of the places that are open, at random, in each game; meaningless where none is."""
        return np.asarray(np.where(open_, self.rng.random(open_.shape, dtype=np.float32), -1).argmax(axis=0))

    def holds(self, seat: int, card: int) -> Flags:
        """Where a detective has a card in hand; shape (games,)."""
        return np.asarray((self.hand[seat] == card).any(axis=0))

    def drop(self, seat: int, games: Games, place: Games) -> Numbers:
        """Take cards out of a hand and return them."""
        card: Numbers = self.hand[seat, place, games]
        self.hand[seat, place, games] = EMPTY
        return card

    # --- the other stages ---------------------------------------------------------------------

    def analyse(self, seat: int) -> Numbers:
        """Note what was gathered, and return it with the hand; shape (12, games)."""
        for card in self.gathered[seat]:
            self.note(seat, self.games, card)
        everything = np.concatenate([self.hand[seat], self.gathered[seat]])
        self.gathered[seat] = EMPTY
        return everything

    def note(self, seat: int, games: Games, card: Numbers) -> None:
        """A detective sees cards, one in each of these games or none."""
        new = (card != EMPTY) & ~self.seen[seat, card, games]
        self.seen[seat, card[new], games[new]] = True
        for same in self.partners[card[new]].T:
            here = same < CARDS
            self.known[seat, same[here], games[new][here]] += 1

    def keep(self, seat: int, everything: Numbers, value: Numbers) -> None:
        """Keep the cards of the highest value, at random among equals, and file the rest in any order.

        Args:
            seat: whose cards they are.
            everything: the cards, or 54 for none; shape (cards, games).
            value: from 1 for what is least dear; shape (cards, games).
        """
        games = self.games
        order = np.where(everything == EMPTY, 0, value) + self.rng.random(value.shape, dtype=np.float32)
        ranked = np.take_along_axis(everything, (-order).argsort(axis=0), axis=0)
        room = HAND - (self.locked[seat] != EMPTY).sum(axis=0)
        rest = ranked.copy()
        rest[np.arange(len(ranked))[:, None] < room] = EMPTY
        kept = ranked[:HAND].copy()
        kept[np.arange(HAND)[:, None] >= room] = EMPTY
        self.hand[seat] = kept
        lots = self.rng.random(rest.shape, dtype=np.float32).argsort(axis=0)
        for card in np.take_along_axis(rest, lots, axis=0):
            there = card != EMPTY
            self.file(seat, games[there], card[there])

    def holds_killer(self, seat: int) -> Flags:
        """Where a detective has all of the killer's cards, in lock down or not; shape (games,)."""
        held = np.concatenate([self.hand[seat], self.locked[seat]])
        return np.asarray(np.isin(held, self.killer).sum(axis=0) == len(self.killer))

    def lock(self, seat: int) -> None:
        """Lock down the pair in hand that has been seen on most types, unless the pair locked before is as strong."""
        games = self.games
        hand = self.hand[seat]
        pairs = [(one, two) for one in range(HAND) for two in range(one)]
        strength = np.zeros((len(pairs), len(games)), dtype=np.int8)
        for number, (one, two) in enumerate(pairs):
            same = (self.name[hand[one]] == self.name[hand[two]]) & (self.snoop[hand[one]] == 0)
            same &= hand[one] != EMPTY
            strength[number] = np.where(same, self.known[seat, hand[one], games], 0)
        most = strength.max(axis=0)
        better = most > self.known[seat, self.locked[seat, 0], games]
        chosen = np.array(pairs)[self.any_of(strength == most)][better]
        where = games[better]
        for place, mine in enumerate(chosen.T):
            before = self.locked[seat, place, where].copy()
            self.locked[seat, place, where] = self.hand[seat, mine, where]
            self.hand[seat, mine, where] = before
