"""What the second and later players know in In a Grove."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

import numpy as np

from crimecalc.errors import ImpossibleEvidence, InvalidInput
from crimecalc.games.in_a_grove.discoverer import Option, check_position, read_knowledge, unseen_position
from crimecalc.games.in_a_grove.rounds import NOTHING, rounds
from crimecalc.games.in_a_grove.rules import POSITIONS, deck, position_of_murderer
from crimecalc.rendering import listed

__all__ = ["Witness"]


@dataclass(frozen=True)
class Witness:
    """What the second, third or fourth player knows, in the edition of 2010; positions of suspects are 0, 1 and 2.

    Args:
        players: 2 to 4.
        knows: the two cards from the passing: first the one that the player before in turn knows as well, then the
            other. If the turn goes to the left, that is the own card, then the one received; if it goes to the
            right, the one received, then the own.
        sees: the two suspects that were looked at, by position: those without the previous player's chip.
        accused: the positions that the players before accused, the discoverer's first.
        swapped: the position with the marker, where the discoverer swapped a suspect; None for no swap.
        others: what is assumed of the players before: None for nothing (they might accuse anybody), ``"honest"`` (they
            accuse who is most probable by the cards they have seen themselves), or ``"reasoning"`` (who is
            most probable by all they have seen, each knowing that those before do the same). Of several equally
            probable positions they accuse the lowest.
        swaps: whether the discoverer is assumed to make the best swap (none, where none is better), or never any.
        unseen: the position that the discoverer did not look at; everybody sees which. Needed with ``others``.

    Raises:
        InvalidInput: if a card is known twice or not in the deck, or the positions do not fit together.
        ImpossibleEvidence: where the others cannot have played so.

    Source: the rules of In a Grove.

    >>> alone = Witness(4, knows=["blank", "2"], sees={1: "5", 2: "4"}, accused=[0])
    >>> print(alone.best())
    no swap, accuse 2: 3/4
    >>> print(Witness(4, ["blank", "2"], {1: "5", 2: "4"}, [0], others="honest", unseen=2).best())
    no swap, accuse 0: 1
    """

    players: int
    knows: tuple[str, ...]
    sees: tuple[tuple[int, str], ...]
    accused: tuple[int, ...]
    swapped: int | None
    others: Literal["honest", "reasoning"] | None
    swaps: bool
    unseen: int | None

    def __init__(
        self,
        players: int,
        knows: Iterable[Any],
        sees: Mapping[int, Any],
        accused: Sequence[int],
        swapped: int | None = None,
        others: Literal["honest", "reasoning"] | None = None,
        swaps: bool = False,
        unseen: int | None = None,
    ) -> None:
        if isinstance(knows, (set, frozenset)):
            raise InvalidInput(f"knows: expected the two cards in order, found a set, {knows!r}")
        own, seen = read_knowledge(players, knows, sees)
        if isinstance(accused, str) or not isinstance(accused, Sequence) or not 1 <= len(accused) < players:
            raise InvalidInput(
                f"accused: expected the positions accused by the 1 to {players - 1} players before, found {accused!r}"
            )
        for position in accused:
            check_position("accused", position)
        hidden = unseen_position(seen.items())
        if hidden != accused[-1]:
            raise InvalidInput(
                f"sees: expected the two suspects without the previous player's chip, which lies at {accused[-1]}; "
                f"found positions {listed(sorted(seen))}"
            )
        if others not in (None, "honest", "reasoning"):
            raise InvalidInput(f"others: expected None, 'honest' or 'reasoning', found {others!r}")
        for what, stated in (("swapped", swapped), ("unseen", unseen)):
            if stated is not None:
                check_position(what, stated)
        if others is not None and unseen is None:
            raise InvalidInput("unseen: expected the position that the discoverer did not look at, found None")
        if others is not None and swapped is not None and not swaps:
            raise ImpossibleEvidence(f"a suspect was swapped at {swapped}, but it is assumed that nobody swaps")
        self.__dict__.update(
            players=players,
            knows=own,
            sees=tuple(sorted(seen.items())),
            accused=tuple(accused),
            swapped=swapped,
            others=others,
            swaps=bool(swaps),
            unseen=unseen,
        )
        _ = self._option  # what cannot have happened is refused here, not later

    def options(self) -> tuple[Option, ...]:
        """The one option that there is: to accuse, as the suspects lie."""
        return (self._option,)

    def best(self) -> Option:
        """The same, for symmetry with :class:`~crimecalc.games.in_a_grove.discoverer.Discoverer`."""
        return self._option

    @cached_property
    def _option(self) -> Option:
        counts = self._counts_of_all() if self.others is None else self._counts_of_play()
        total = sum(counts)
        if not total:
            raise ImpossibleEvidence(
                f"players who are {self.others} would not have accused {listed(self.accused)} "
                "with any cards that are left"
            )
        first, second, third = (Fraction(count, total) for count in counts)
        return Option(None, (first, second, third))

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
        name: Any = self.others if self.swaps else f"{self.others} without swap"
        turn = len(self.accused)
        played = rounds(self.players, (name,) * turn, (True,) * turn)
        number = {card: place for place, card in enumerate(deck(self.players))}
        same = played.tables.unseen == self.unseen
        same &= played.swap == (NOTHING if self.swapped is None else self.swapped)
        for place, card in enumerate(self.knows):
            same &= played.tables.ring[:, (turn + place) % self.players] == number[card]
        for position, card in self.sees:
            same &= played.lying[:, position] == number[card]
        for before, position in enumerate(self.accused):
            same &= played.accused[before] == position
        return [int(count) for count in np.bincount(played.murderer[same], minlength=len(POSITIONS))]
