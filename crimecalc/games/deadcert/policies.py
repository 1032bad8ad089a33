"""DEADCERT, SOLOplay: policies of what to file, for many games at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from crimecalc.checks import check_choice, found
from crimecalc.errors import InvalidInput
from crimecalc.games.deadcert.rules import CARDS
from crimecalc.games.deadcert.tables import Numbers, snoop_of
from crimecalc.rational import is_whole
from crimecalc.rendering import listed

__all__ = ["POLICIES", "Leads", "SoloPolicy", "Table", "in_order", "read_policy"]


class CardsOfGames(Protocol):
    """What is known of the cards of many games, by card; the game is the last axis."""

    @property
    def draw_of(self) -> Numbers:
        """At which draw each card comes, from 0; shape (54, games)."""

    @property
    def level(self) -> Numbers:
        """The level of each card, 0 if it was not filed, and a row for no card; shape (55, games)."""

    @property
    def partners(self) -> NDArray[np.intp]:
        """For each card all cards of its name, and card 54 for none; shape (55, 3)."""


@dataclass(frozen=True, eq=False)
class Table:
    """What a policy knows when it files a card, for many games; all arrays of shape (cards in hand, games).

    Cards are filed one by one, so a policy is asked again for each, with one card fewer in hand. The arrays cannot be
    written to, and are not to be kept: the next question may reuse them.

    Attributes:
        kind: number of each card's type of evidence.
        strength: on how many types the card's name has been seen so far; 0 for a snoop.
        height: how many cards the stack of the card's type holds.
        turn: the turn, from 1.
    """

    kind: NDArray[Any]
    strength: NDArray[Any]
    height: NDArray[Any]
    turn: int
    # Cards and names are numbered alike in all games, the killer's first, so a policy must not see them.
    _hand: Numbers = field(repr=False)
    _cards: CardsOfGames = field(repr=False)

    @property
    def snoop(self) -> NDArray[Any]:
        """0 for a suspect, otherwise the snoop's level; shape (cards in hand, games)."""
        return snoop_of(self._hand).astype(self.kind.dtype, copy=False)

    @property
    def fetched(self) -> NDArray[Any]:
        """At which draw each card was fetched, from 0; shape (cards in hand, games)."""
        draw_of = self._cards.draw_of
        place = self._hand.astype(np.intp) * draw_of.shape[1] + np.arange(self._hand.shape[1])
        fetched: NDArray[Any] = draw_of.take(place)
        return fetched.astype(self.kind.dtype, copy=False)

    @property
    def deepest(self) -> NDArray[Any]:
        """The deepest level at which a card of the same name was filed, 0 for none; shape (cards in hand, games)."""
        games = np.arange(self._hand.shape[1])
        level = self._cards.level
        same = self._cards.partners[self._hand] * level.shape[1]  # shape (cards in hand, games, 3)
        deepest: NDArray[Any] = level.take(same + games[:, None]).max(axis=2)
        return deepest.astype(self.kind.dtype, copy=False)

    def for_strangers(self) -> Table:
        """The same with whole numbers of full size, which can be reckoned with, and which cannot be written to."""
        wide = {}
        for name in ("kind", "strength", "height"):
            wide[name] = getattr(self, name).astype(np.int64)
            wide[name].setflags(write=False)
        return Table(**wide, turn=self.turn, _hand=self._hand, _cards=self._cards)


SoloPolicy: TypeAlias = Callable[[Table], NDArray[Any]]
"""Gives every card in hand a priority, any number; the card of the lowest is filed, of several one at random."""


@dataclass(frozen=True)
class Leads:
    """A policy of the rules' own kind: strong leads are filed early, weak ones late; snoops never.

    A lead is strong when its name has been seen on two types or more. It is filed before weak ones while the stack of
    its type is low, and after them from then on.

    Args:
        low: a stack of fewer cards is low.
        weak: which weak lead is filed: any, or one whose stack is the lowest or the highest.
        strong: which strong lead is filed, likewise.
        hopeless: a strong lead is filed first of all where another card of its name lies deeper than this; None if
            that makes no difference. Below level 8 no snoop reaches.

    Raises:
        InvalidInput: if an argument makes no sense.

    Source: the rules of DEADCERT, section 4c.

    >>> Leads(6)
    Leads(low=6, weak='any', strong='any', hopeless=None)
    """

    low: int = 0
    weak: Literal["any", "lowest", "highest"] = "any"
    strong: Literal["any", "lowest", "highest"] = "any"
    hopeless: int | None = None

    def __post_init__(self) -> None:
        if not is_whole(self.low, 0, CARDS):
            raise InvalidInput(f"Leads: low: expected 0 to {CARDS} cards, found {found(self.low)}")
        check_choice("Leads: weak", self.weak, tuple(_ORDERS))
        check_choice("Leads: strong", self.strong, tuple(_ORDERS))
        if self.hopeless is not None and not is_whole(self.hopeless, 1, CARDS):
            raise InvalidInput(f"Leads: hopeless: expected None or a level from 1, found {found(self.hopeless)}")

    def __call__(self, table: Table) -> NDArray[Any]:
        """The priority of every card in hand; shape (cards in hand, games)."""
        # Products of small numbers instead of choices between them: they take a third of the time.
        strong = (table.strength > 1).view(np.int8)
        early = (table.height < self.low).view(np.int8) & strong
        priority = _BETWEEN + strong * (_LATE - _BETWEEN) + early * (_EARLY - _LATE)
        if self.hopeless is not None:
            dead = (table.deepest > self.hopeless).view(np.int8) & strong
            priority += dead * (_FIRST - priority)
        priority += (table.strength == 0).view(np.int8) * (NEVER - _BETWEEN)  # a snoop
        for which, order in ((strong ^ np.int8(1), self.weak), (strong, self.strong)):
            if order != "any":
                priority += which * table.height * _ORDERS[order]
        return priority


_FIRST, _EARLY, _BETWEEN, _LATE, NEVER = (np.int8(rank) for rank in (-100, -60, -20, 20, 60))
"""Ranks of cards, so far apart that the height of a stack, at most 18, never leads from one to the next."""

_ORDERS = {"any": np.int8(0), "lowest": np.int8(1), "highest": np.int8(-1)}


def in_order(table: Table) -> NDArray[Any]:
    """File the suspects that were fetched first."""
    return np.where(table.snoop > 0, NEVER, table.fetched)


def _any_suspect(table: Table) -> NDArray[Any]:
    return np.where(table.snoop > 0, NEVER, _BETWEEN)


def _any_card(table: Table) -> NDArray[Any]:
    return np.zeros(table.snoop.shape, dtype=np.int8)


POLICIES: dict[str, SoloPolicy] = {
    "A": Leads(0),
    "B": _any_card,
    "B2": _any_suspect,
    "C6": Leads(6),
    "D": Leads(6, weak="highest", strong="lowest", hopeless=8),
    "F": in_order,
}
"""Policies by name. A: a weak lead, any; a strong one only if there is no other. B: any card, snoops included. B2: any
suspect. C6: any strong lead while its stack has fewer than six cards, otherwise as A. D: the best that was found (see
:func:`~crimecalc.games.deadcert.solo.search_solo`). F: the suspect fetched first."""


@dataclass(frozen=True)
class _Strangers:
    """A policy that is not one of ours; a class of its own, so that other processes can be sent it."""

    policy: SoloPolicy

    def __call__(self, table: Table) -> NDArray[Any]:
        return self.policy(table.for_strangers())


def read_policy(policy: Any) -> SoloPolicy:
    """A policy by its name, or a function as it is.

    Raises:
        InvalidInput: if it is neither.

    >>> read_policy("C3")
    Leads(low=3, weak='any', strong='any', hopeless=None)
    """
    if isinstance(policy, str):
        if policy in POLICIES:
            return POLICIES[policy]
        if policy[:1] == "C" and policy[1:].isdecimal() and policy.isascii() and len(policy) < 4:
            return Leads(int(policy[1:]))
    elif isinstance(policy, Leads) or any(policy is known for known in POLICIES.values()):
        return policy  # type: ignore[no-any-return]
    elif callable(policy):
        return _Strangers(policy)
    known = listed(map(repr, POLICIES))
    raise InvalidInput(
        f"simulate_solo: policy: expected {known}, another 'C' with a number, or a function, found {found(policy)}"
    )
