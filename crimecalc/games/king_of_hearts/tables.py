"""Many tables of The King of Hearts Has Five Sons at once: dealing, asking, showing, and who may know by now."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from crimecalc.engine.sampling import sample_tables
from crimecalc.games.king_of_hearts.rules import COURTS, HEARTS, setup
from crimecalc.setup import Setup

__all__ = ["CARDS", "Rounds", "Tables", "answer", "cannot_know", "choose", "deal"]

CARDS = (*COURTS, *HEARTS)
"""All cards; the numbers in arrays are their places here."""

Numbers = NDArray[np.intp]


@dataclass(frozen=True)
class Tables:
    """Dealt tables.

    Attributes:
        players: how many seats.
        holders: who holds each card, ``players`` for the solution; shape (tables, 22).
        solutions: numbers of the two cards of the solution; shape (tables, 2).
    """

    players: int
    holders: Numbers
    solutions: Numbers


@dataclass(frozen=True)
class Rounds:
    """Some rounds of questions at many tables, each array of shape (tables, rounds).

    Attributes:
        by: who asks.
        court: number of the court card asked for.
        heart: number of the heart asked for.
        shower: who shows; -1 for nobody.
        shown: number of the card shown; -1 for none.
    """

    by: Numbers
    court: Numbers
    heart: Numbers
    shower: Numbers
    shown: Numbers

    def then(self, more: Rounds) -> Rounds:
        """These rounds and some more."""
        pairs = zip(vars(self).values(), vars(more).values(), strict=True)
        return Rounds(*(np.concatenate(pair, axis=1) for pair in pairs))


def deal(players: int, n: int, seed: np.random.SeedSequence) -> Tables:
    """Deal ``n`` tables from the physical setup."""
    seats = [f"seat {seat}" for seat in range(players)]
    dealt = setup(players)
    dealt = Setup.of(dealt.deck, dealt.steps[:-1]).observe("court", "heart", *seats)
    place = {card: number for number, card in enumerate(CARDS)}
    numbers = np.array([place[card] for card in dealt.deck.labels])  # type: ignore[index]
    holders = np.empty((n, len(CARDS)), dtype=np.intp)
    rows = np.arange(n)[:, None]
    (piles,) = sample_tables(dealt, n, seed, progress=False)
    solutions = numbers[np.concatenate([piles["court"], piles["heart"]], axis=1)]
    holders[rows, solutions] = players
    for seat, name in enumerate(seats):
        holders[rows, numbers[piles[name]]] = seat
    return Tables(players, holders, solutions)


def choose(
    tables: Tables, by: Numbers, own_cards: NDArray[np.bool_], rng: np.random.Generator
) -> tuple[Numbers, Numbers]:
    """Court cards and hearts to ask for, at random; both of shape (tables, rounds).

    Args:
        tables: the tables.
        by: who asks in each round, the same at every table; shape (rounds,).
        own_cards: whether who asks in a round may ask for own cards; shape (rounds,).
        rng: where chance comes from.
    """
    chosen = []
    for first, last in ((0, len(COURTS)), (len(COURTS), len(CARDS))):
        keys = rng.random((len(tables.holders), len(by), last - first))
        own = tables.holders[:, None, first:last] == by[:, None]
        keys[own & ~own_cards[:, None]] = -1
        chosen.append(first + keys.argmax(axis=2))
    court, heart = chosen
    return court, heart


def answer(
    tables: Tables, by: Numbers, court: Numbers, heart: Numbers, chance: Fraction, rng: np.random.Generator
) -> Rounds:
    """Let the others answer questions.

    Args:
        tables: the tables.
        by: who asks in each round, the same at every table; shape (rounds,).
        court: court cards asked for; shape (tables, rounds).
        heart: hearts asked for; shape (tables, rounds).
        chance: probability that who holds both shows the court card.
        rng: where chance comes from.
    """
    asker = np.broadcast_to(by, court.shape)
    shower, shown = _answers(tables.holders, tables.players, asker, court, heart)
    both = (_held(tables.holders, court) == _held(tables.holders, heart)) & (shown >= 0)
    shows_heart = rng.integers(chance.denominator, size=court.shape) >= chance.numerator
    return Rounds(asker, court, heart, shower, np.where(both & shows_heart, heart, shown))


def cannot_know(tables: Tables, said: Rounds, chance: Fraction) -> NDArray[np.bool_]:
    """Who certainly cannot know the solution yet, seen from above; shape (tables, rounds, players).

    Where a card of the solution could change places with one in somebody else's hand and all would have gone as it
    did, the solution is open. (Where none can, it may still be open.)
    """
    n, rounds = said.by.shape
    rows = np.arange(n)
    open_ = np.zeros((n, rounds, tables.players), dtype=bool)
    # What somebody who holds both may show.
    chosen = ((said.shown == said.court) & (chance > 0)) | ((said.shown == said.heart) & (chance < 1))
    for card in range(len(CARDS)):
        aside = tables.solutions[:, int(card >= len(COURTS))]
        holders = tables.holders.copy()
        owner = tables.holders[:, card]
        holders[rows, aside] = owner
        holders[:, card] = tables.players
        shower, only = _answers(holders, tables.players, said.by, said.court, said.heart)
        both = (_held(holders, said.court) == _held(holders, said.heart)) & (only >= 0)
        possible = np.where(both, chosen, only == said.shown)
        for seat in range(tables.players):
            sees = (said.by == seat) & (said.shower >= 0)
            agrees = (shower == said.shower) & (possible | ~sees)
            other = (owner != seat) & (owner != tables.players)
            open_[:, :, seat] |= np.logical_and.accumulate(agrees, axis=1) & other[:, None]
    return open_


def _held(holders: Numbers, cards: Numbers) -> Numbers:
    return np.take_along_axis(holders, cards, axis=1)


def _answers(holders: Numbers, players: int, by: Numbers, court: Numbers, heart: Numbers) -> tuple[Numbers, Numbers]:
    """Who shows, and which card where there is no choice (where there is: the court card); -1 for nobody."""
    after_court, after_heart = (
        np.where((held == players) | (held == by), players, (held - by) % players)
        for held in (_held(holders, court), _held(holders, heart))
    )
    first = np.minimum(after_court, after_heart)
    shows = first < players
    shower = np.where(shows, (by + first) % players, -1)
    return shower, np.where(shows, np.where(after_court == first, court, heart), -1)
