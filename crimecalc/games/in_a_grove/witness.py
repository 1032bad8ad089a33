"""What the second and later players know in In a Grove."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from crimecalc.checks import found
from crimecalc.errors import ImpossibleEvidence, InvalidInput
from crimecalc.games.in_a_grove.chips import NOTHING
from crimecalc.games.in_a_grove.discoverer import Option, check_position, read_knowledge, unseen_position
from crimecalc.games.in_a_grove.rounds import Policy, policies_of, rounds, swaps
from crimecalc.games.in_a_grove.rules import POSITIONS, deck, numbers, position_of_murderer
from crimecalc.rendering import listed

__all__ = ["Accusation", "Witness"]


@dataclass(frozen=True)
class Accusation(Option):
    """What a later player may do: accuse somebody, as the suspects lie. There is no swap to choose."""

    def __str__(self) -> str:
        return f"accuse {self.accuse}: {self.probability}"


@dataclass(frozen=True)
class Witness:
    """What the second, third or fourth player knows, in the edition of 2010; positions of suspects are 0, 1 and 2.

    Args:
        players: 2 to 4.
        knows: the two cards from the passing: first the one that the player before in turn knows as well, then the
            other. If the turn goes to the left, that is the own card, then the one received; if it goes to the
            right, the one received, then the own. With two players both know both, and the order does not matter.
        sees: the two suspects that were looked at, by position: those without the previous player's chip. A mapping,
            or a tuple of pairs.
        accused: the positions that the players before accused, the discoverer's first.
        swapped: the position with the marker, where the discoverer swapped a suspect; None for no swap.
        others: what is assumed of the players before: None for nothing (they might accuse anybody), or how
            they play, one of :data:`~crimecalc.games.in_a_grove.POLICIES`; one for all or one for each of them. They
            are taken to have had a chip to accuse with, and of several equally probable positions to accuse the
            lowest: a chip at another one tells that these are not equally probable.
        unseen: the position that the discoverer did not look at; everybody sees which. Needed with ``others``, as what
            the discoverer's chip tells depends on it; without, it makes no difference and is dropped.

    Raises:
        InvalidInput: if a card is known twice or not in the deck, or the positions do not fit together.
        ImpossibleEvidence: where the others cannot have played so: a suspect was swapped by somebody who swaps
            nothing, say.

    Source: the rules of In a Grove.

    >>> alone = Witness(4, knows=["blank", "2"], sees={1: "5", 2: "4"}, accused=[0])
    >>> print(alone.best())
    accuse 2: 3/4
    >>> print(Witness(4, ["blank", "2"], {1: "5", 2: "4"}, [0], others="honest", unseen=2).best())
    accuse 0: 1
    """

    players: int
    knows: tuple[str, ...]
    sees: tuple[tuple[int, str], ...]
    accused: tuple[int, ...]
    swapped: int | None
    others: tuple[Policy, ...] | None
    unseen: int | None

    def __init__(
        self,
        players: int,
        knows: Iterable[Any],
        sees: Mapping[int, Any] | tuple[tuple[int, Any], ...],
        accused: Sequence[int],
        swapped: int | None = None,
        *,
        others: Policy | Sequence[Policy] | None = None,
        unseen: int | None = None,
    ) -> None:
        if isinstance(knows, (set, frozenset)):
            raise InvalidInput(f"knows: expected the two cards in order, found a set, {found(knows)}")
        own, seen = read_knowledge(players, knows, sees)
        if players == 2:
            own = tuple(sorted(own, key=deck(players).index))
        if isinstance(accused, (str, bytes)) or not isinstance(accused, Sequence) or not 1 <= len(accused) < players:
            before = "the player before" if players == 2 else f"the 1 to {players - 1} players before"
            raise InvalidInput(f"accused: expected the positions accused by {before}, found {found(accused)}")
        for position in accused:
            check_position("accused", position)
        hidden = unseen_position(seen.items())
        if hidden != accused[-1]:
            raise InvalidInput(
                f"sees: expected the two suspects without the previous player's chip, which lies at {accused[-1]}; "
                f"found positions {listed(sorted(seen))}"
            )
        policies = None if others is None else policies_of("others", others, len(accused), "players before")
        for what, stated in (("swapped", swapped), ("unseen", unseen)):
            if stated is not None:
                check_position(what, stated)
        if others is not None and unseen is None:
            raise InvalidInput("unseen: expected the position that the discoverer did not look at, found None")
        if policies is not None and swapped is not None and not swaps(policies[0]):
            raise ImpossibleEvidence(
                f"a suspect was swapped at {swapped}, but the discoverer is assumed to swap none: "
                f"others={policies[0]!r}"
            )
        self.__dict__.update(
            players=players,
            knows=own,
            sees=tuple(sorted(seen.items())),
            accused=tuple(accused),
            swapped=swapped,
            others=policies,
            unseen=None if policies is None else unseen,
        )
        _ = self._option  # what cannot have happened is refused here, not later

    def options(self) -> tuple[Accusation, ...]:
        """The one option that there is: to accuse, as the suspects lie."""
        return (self._option,)

    def best(self) -> Accusation:
        """The same, for symmetry with :class:`~crimecalc.games.in_a_grove.discoverer.Discoverer`."""
        return self._option

    @cached_property
    def _option(self) -> Accusation:
        counts = self._counts_of_all() if self.others is None else self._counts_of_play()
        total = sum(counts)
        if not total:
            raise ImpossibleEvidence(
                f"with no cards that are left would the players before have accused {listed(self.accused)} and "
                f"swapped {'none' if self.swapped is None else self.swapped}: others={self.others!r}, "
                f"unseen={self.unseen}; of equally probable positions they accuse the lowest"
            )
        first, second, third = (Fraction(count, total) for count in counts)
        return Accusation(None, (first, second, third))

    def _counts_of_all(self) -> list[int]:
        """With how many of the cards that may lie at the accused position the murderer is at each position."""
        counts = [0] * len(POSITIONS)
        seen = dict(self.sees)
        for card in deck(self.players):
            if card not in self.knows and card not in seen.values():
                lying = seen | {self.accused[-1]: card}
                counts[position_of_murderer(tuple(lying[position] for position in POSITIONS))] += 1
        return counts

    def _counts_of_play(self) -> list[int]:
        """In how many rounds that look like this one the murderer is at each position."""
        assert self.others is not None
        turn = len(self.accused)
        played = rounds(self.players, self.others, (True,) * turn)
        number = numbers(self.players)
        same = played.tables.unseen == self.unseen
        same &= played.swap == (NOTHING if self.swapped is None else self.swapped)
        for place, card in enumerate(self.knows):
            same &= played.tables.ring[:, (turn + place) % self.players] == number[card]
        for position, card in self.sees:
            same &= played.lying[:, position] == number[card]
        for before, position in enumerate(self.accused):
            same &= played.accused[before] == position
        return [int(count) for count in np.bincount(played.murderer[same], minlength=len(POSITIONS))]
