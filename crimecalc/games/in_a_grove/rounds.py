"""Rounds of In a Grove, many at once: all that there can be, or those on tables that were dealt.

A player's belief is a count over all the rounds that look the same from the player's seat: over every deal, every
position that the discoverer may leave unseen, and every choice of those who accuse at random.

Players are numbered by their turn, the discoverer first. The cards of the players lie in a ring: player ``t`` knows
cards ``t`` and ``t + 1`` of it, the last player the last and the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from crimecalc.checks import choice_of_each
from crimecalc.engine.exact import distribution
from crimecalc.games.in_a_grove.chips import NOTHING
from crimecalc.games.in_a_grove.rules import POSITIONS, deck, numbers, position_of_murderer, setup

__all__ = [
    "POLICIES",
    "Deals",
    "Policy",
    "Rounds",
    "Tables",
    "deals",
    "play",
    "policies_of",
    "right_accusations",
    "rounds",
    "swaps",
]

Policy = Literal["random", "honest", "honest without swap", "reasoning", "reasoning without swap"]

POLICIES: tuple[Policy, ...] = ("random", "honest", "honest without swap", "reasoning", "reasoning without swap")
"""How somebody plays, as the package's own documentation says."""

Numbers = NDArray[np.int8]


@dataclass(frozen=True)
class Deals:
    """Every deal of the cards, each equally probable.

    Attributes:
        ring: numbers of the players' cards in the deck; shape (deals, players).
        victim: the victim's; shape (deals,).
        suspects: the suspects'; shape (deals, 3).
    """

    ring: Numbers
    victim: Numbers
    suspects: Numbers


@cache
def deals(players: int) -> Deals:
    """Every deal, enumerated by the exact engine from the setup."""
    number = numbers(players)
    outcomes = distribution(setup(players), progress=False)
    cards = np.array([[number[card] for pile in outcome for card in pile] for outcome in outcomes], dtype=np.int8)
    return Deals(cards[:, :players], cards[:, players], cards[:, players + 1 :])


@dataclass(frozen=True)
class Tables:
    """What lies on many tables, and what chance decides there; all arrays in the same order.

    Attributes:
        ring: numbers of the players' cards in the deck; shape (tables, players).
        victim: the victim's; shape (tables,).
        suspects: the suspects' as they are dealt; shape (tables, 3).
        unseen: the position that the discoverer does not look at; shape (tables,).
        guesses: the position that each player accuses who accuses at random, by turn; shape (players, tables).
    """

    ring: Numbers
    victim: Numbers
    suspects: Numbers
    unseen: Numbers
    guesses: Numbers

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.ring.shape[1])


@dataclass(frozen=True)
class Rounds:
    """How a round goes on many tables.

    Attributes:
        tables: where it is played.
        swap: the position swapped with the victim, or :data:`NOTHING`; shape (tables,).
        lying: numbers of the suspects that lie there in the end; shape (tables, 3).
        accused: the position that each player accuses, or :data:`NOTHING`; shape (players who accuse, tables).
        murderer: the murderer's position; shape (tables,).
    """

    tables: Tables
    swap: Numbers
    lying: Numbers
    accused: Numbers
    murderer: Numbers


def policies_of(what: str, given: Any, count: int, noun: str) -> tuple[Policy, ...]:
    """How each of some players plays: one policy for all, or one for each.

    Raises:
        InvalidInput: if one is unknown, or there are more or fewer; ``what`` is the argument, ``noun`` who they are.

    >>> policies_of("policy", "honest", 2, "seats")
    ('honest', 'honest')
    """
    policies = choice_of_each(what, given, count, noun, POLICIES)
    return tuple(POLICIES[POLICIES.index(policy)] for policy in policies)


def swaps(policy: Policy) -> bool:
    """Whether a discoverer who plays so may swap.

    >>> swaps("honest"), swaps("honest without swap"), swaps("random")
    (True, False, False)
    """
    return policy in ("honest", "reasoning")


def right_accusations(players: int, policy: Policy | Sequence[Policy] = "honest") -> tuple[Fraction, ...]:
    """Probability that each player of a round accuses the murderer, by turn, the discoverer first.

    Everybody has a chip to accuse with, and each player knows how those before play.

    Args:
        players: 2 to 4.
        policy: how they play, one of :data:`POLICIES`; one for all, or one for each by turn.

    Raises:
        InvalidInput: if so many cannot play, or a policy is unknown.

    Source: the rules of In a Grove, edition of 2010; every deal is counted.

    >>> print(*right_accusations(2, "honest"), *right_accusations(2, "reasoning"))
    38/45 13/20 38/45 41/45
    """
    deck(players)
    played = rounds(players, policies_of("policy", policy, players, "players"), (True,) * players)
    right = (played.accused == played.murderer).sum(axis=1).tolist()
    return tuple(Fraction(times, len(played.murderer)) for times in right)


# Only the last few are kept: with four players at random, all that there can be takes 200 MB.
@lru_cache(maxsize=6)
def rounds(players: int, policies: tuple[Policy, ...], chips: tuple[bool, ...]) -> Rounds:
    """Every way in which the first players of a round can play, each equally probable.

    Args:
        players: 2 to 4.
        policies: how each of the first players plays, by turn.
        chips: which of them has a chip left to accuse with.

    >>> rounds(2, ("honest", "random"), (True, True)).accused.shape
    (2, 6480)
    """
    all_deals = deals(players)
    guessing = [turn for turn, policy in enumerate(policies) if policy == "random" and chips[turn]]
    shape = (len(all_deals.victim), len(POSITIONS), *[len(POSITIONS)] * len(guessing))
    deal, unseen, *choices = np.indices(shape, dtype=np.int32).reshape(len(shape), -1)
    guesses = np.zeros((len(policies), len(deal)), dtype=np.int8)
    for turn, choice in zip(guessing, choices, strict=True):
        guesses[turn] = choice
    ring, victim, suspects = all_deals.ring[deal], all_deals.victim[deal], all_deals.suspects[deal]
    return play(Tables(ring, victim, suspects, unseen.astype(np.int8), guesses), policies, chips)


def play(tables: Tables, policies: tuple[Policy, ...], chips: tuple[bool, ...]) -> Rounds:
    """Let the first players of a round play.

    A player without a chip accuses nobody, but may swap as discoverer. Who follows looks at the two suspects without
    the chip that was laid last; while there is none, at those that the discoverer looked at.

    Args:
        tables: where it is played.
        policies: as in :func:`rounds`.
        chips: as in :func:`rounds`.
    """
    swap, accuse = _discover(tables, policies[0])
    lying = tables.suspects.copy()
    swapped = np.flatnonzero(swap != NOTHING)
    lying[swapped, swap[swapped]] = tables.victim[swapped]
    accused = np.full((len(policies), len(swap)), NOTHING, dtype=np.int8)
    before = Rounds(tables, swap, lying, accused, _murderer(tables.players, lying))
    for turn, policy in enumerate(policies):
        if not chips[turn]:
            continue
        if policy == "random":
            accused[turn] = tables.guesses[turn]
        elif turn == 0:
            accused[turn] = accuse
        elif policy.startswith("honest"):
            last, cards = _looked(before, turn)
            accused[turn] = _by_own_cards(tables.players)[(last, *cards)]
        else:
            known, decisions = _reasoned(tables.players, policies[:turn], chips[:turn])
            accused[turn] = decisions[np.searchsorted(known, _seen(before, turn))]
    return before


def _looked(before: Rounds, turn: int) -> tuple[Numbers, list[Numbers]]:
    """The position that a later player does not look at, and the cards that this player knows."""
    last = before.tables.unseen
    for accused in before.accused[:turn]:
        last = np.where(accused == NOTHING, last, accused)
    return last, _cards(before.tables.ring, before.lying, turn, last)


def _cards(ring: Numbers, lying: Numbers, turn: int, hidden: Numbers) -> list[Numbers]:
    """The two cards that a player knows from the passing, and the suspects at the positions that are not hidden."""
    everything = np.arange(len(hidden))
    seen = [lying[everything, position] for position in _others(hidden)]
    return [ring[:, turn], ring[:, (turn + 1) % ring.shape[1]], *seen]


def _seen(before: Rounds, turn: int) -> NDArray[np.int64]:
    """All that a later player has seen, as one number for each table."""
    last, cards = _looked(before, turn)
    return _code([*cards, last, before.tables.unseen, before.swap + 1, *(before.accused[:turn] + 1)])


@lru_cache(maxsize=200)
def _reasoned(
    players: int, policies: tuple[Policy, ...], chips: tuple[bool, ...]
) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """Whom to accuse by all that can be seen after some players: what is seen (ascending), and the position."""
    before = rounds(players, policies, chips)
    codes = _seen(before, len(policies))
    known, first = np.unique(codes, return_index=True)
    return known, _counts(codes, before.murderer).argmax(axis=1)[first].astype(np.int8)


def _discover(tables: Tables, policy: Policy) -> tuple[Numbers, Numbers]:
    """The discoverer's swap and accusation, the accusation meaningless where it is at random."""
    if policy == "random":
        nothing = np.full(len(tables.victim), NOTHING, dtype=np.int8)
        return nothing, nothing
    index = (tables.unseen, *_cards(tables.ring, tables.suspects, 0, tables.unseen))
    swap, accuse = _as_discoverer(tables.players, swaps(policy))
    return swap[index], accuse[index]


@cache
def _as_discoverer(players: int, may_swap: bool) -> tuple[Numbers, Numbers]:
    """The discoverer's best swap and accusation; both of the shape of :func:`_by_own_cards`."""
    all_deals = deals(players)
    shape = _shape(players)
    swap, accuse = np.full(shape, NOTHING, dtype=np.int8), np.zeros(shape, dtype=np.int8)
    for unseen in POSITIONS:
        hidden = np.full(len(all_deals.victim), unseen, dtype=np.int8)
        cards = _cards(all_deals.ring, all_deals.suspects, 0, hidden)
        best = np.full(len(hidden), NOTHING, dtype=np.int64)
        for option in (NOTHING, *POSITIONS) if may_swap else (NOTHING,):
            lying = all_deals.suspects.copy()
            if option != NOTHING:
                lying[:, option] = all_deals.victim
            counts = _counts(_code(cards), _murderer(players, lying))
            better = counts.max(axis=1) > best
            best[better] = counts.max(axis=1)[better]
            index = (unseen, *(card[better] for card in cards))
            swap[index] = option
            accuse[index] = counts.argmax(axis=1)[better]
    return swap, accuse


@cache
def _by_own_cards(players: int) -> Numbers:
    """Whom to accuse by own cards alone.

    Shape (3, cards, cards, cards, cards): the position not looked at, the two cards known from the passing, and the
    suspects at the other positions, the lower one first.
    """
    return _as_discoverer(players, may_swap=False)[1]


def _shape(players: int) -> tuple[int, ...]:
    return (len(POSITIONS), *[len(deck(players))] * 4)


def _others(position: Numbers) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The two other positions, the lower one first."""
    pairs = np.array([[other for other in POSITIONS if other != position] for position in POSITIONS], dtype=np.intp)
    return pairs[position, 0], pairs[position, 1]


def _code(columns: Sequence[NDArray[np.integer]]) -> NDArray[np.int64]:
    """One number for each row of columns of numbers below 8."""
    codes = np.zeros(len(columns[0]), dtype=np.int64)
    for column in columns:
        codes = codes * 8 + column
    return codes


def _counts(seen: NDArray[np.int64], murderer: Numbers) -> NDArray[np.int64]:
    """For each round, in how many that look the same the murderer is at each position; shape (rounds, 3)."""
    _, group = np.unique(seen, return_inverse=True)
    counts = np.bincount(len(POSITIONS) * group + murderer, minlength=len(POSITIONS) * (group.max() + 1))
    return counts.reshape(-1, len(POSITIONS))[group]


@cache
def _positions(players: int) -> Numbers:
    """The murderer's position for any three cards; shape (cards, cards, cards), -1 where they cannot lie together."""
    cards = deck(players)
    found = np.full((len(cards),) * 3, NOTHING, dtype=np.int8)
    for index in np.ndindex(found.shape):
        if len(set(index)) == len(index):
            found[index] = position_of_murderer(tuple(cards[number] for number in index))
    return found


def _murderer(players: int, lying: Numbers) -> Numbers:
    found: Numbers = _positions(players)[lying[:, 0], lying[:, 1], lying[:, 2]]
    return found
