"""What the discoverer knows in In a Grove, whether to swap, and whom to accuse."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

from crimecalc.errors import InvalidInput
from crimecalc.games.in_a_grove.rules import POSITIONS, deck, position_of_murderer, read_card
from crimecalc.listing import Listing
from crimecalc.rational import is_whole
from crimecalc.rendering import describe, left_out, plural, shown

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Discoverer",
    "InformationSets",
    "Option",
    "check_position",
    "discoverer_value",
    "information_sets",
    "read_knowledge",
    "unseen_position",
]


@dataclass(frozen=True)
class Option:
    """Something the discoverer may do before accusing, or a witness as it stands.

    Attributes:
        swap: the position whose suspect changes places with the victim; None for no swap.
        chances: for each position the probability that the murderer lies there afterwards.
    """

    swap: int | None
    chances: tuple[Fraction, Fraction, Fraction]

    @property
    def probability(self) -> Fraction:
        """Probability that the best accusation is right."""
        return max(self.chances)

    @property
    def accuse(self) -> int:
        """The most probable position; the lowest of several."""
        return self.chances.index(self.probability)

    @property
    def equally_good(self) -> tuple[int, ...]:
        """All most probable positions."""
        return tuple(position for position in POSITIONS if self.chances[position] == self.probability)

    def __str__(self) -> str:
        what = "no swap" if self.swap is None else f"swap {self.swap}"
        return f"{what}, accuse {self.accuse}: {self.probability}"


@dataclass(frozen=True)
class Discoverer:
    """What the discoverer knows, in the edition of 2010; positions of suspects are 0, 1 and 2.

    Args:
        players: 2 to 4.
        knows: the two cards from the passing, the own one and the one received, in either order.
        sees: the two suspects that were looked at, by position.

    Raises:
        InvalidInput: if a card is known twice or not in the deck, or these are not two cards and two suspects.

    Source: the rules of In a Grove.

    >>> finds = Discoverer(3, knows=["blank", "8"], sees={0: "3", 1: "6"})
    >>> for option in finds.options():
    ...     print(option)
    no swap, accuse 0: 1/3
    swap 0, accuse 0: 1/2
    swap 1, accuse 0: 2/3
    swap 2, accuse 0: 1/3
    >>> best = finds.best()
    >>> best.swap, best.accuse, best.probability
    (1, 0, Fraction(2, 3))
    """

    players: int
    knows: tuple[str, ...]
    sees: tuple[tuple[int, str], ...]

    def __init__(self, players: int, knows: Iterable[Any], sees: Mapping[int, Any]) -> None:
        own, seen = read_knowledge(players, knows, sees)
        in_order = sorted(own, key=deck(players).index)  # which of them was the own one does not matter
        self.__dict__.update(players=players, knows=tuple(in_order), sees=tuple(sorted(seen.items())))

    @property
    def unseen(self) -> int:
        """The position that was not looked at."""
        return unseen_position(self.sees)

    def options(self) -> tuple[Option, ...]:
        """No swap, then a swap of each position with the unseen victim."""
        return self._options

    @cached_property
    def _options(self) -> tuple[Option, ...]:
        known = {*self.knows, *dict(self.sees).values()}
        worlds = list(permutations([card for card in deck(self.players) if card not in known], 2))
        found = []
        for swap in (None, *POSITIONS):
            counts = [0, 0, 0]
            for suspect, victim in worlds:
                lying = dict(self.sees) | {self.unseen: suspect}
                if swap is not None:
                    lying[swap] = victim
                counts[position_of_murderer(tuple(lying[position] for position in POSITIONS))] += 1
            first, second, third = (Fraction(count, len(worlds)) for count in counts)
            found.append(Option(swap, (first, second, third)))
        return tuple(found)

    def best(self, swap: bool = True) -> Option:
        """The option with the most probable accusation; of several no swap, or that of the lowest position.

        Args:
            swap: whether swapping is considered.
        """
        return max(self._options if swap else self._options[:1], key=lambda option: option.probability)

    @property
    def swap_helps(self) -> bool:
        """Whether a swap makes the best accusation more probable."""
        return self.best().probability > self.best(swap=False).probability

    @property
    def certain(self) -> bool:
        """Whether the murderer can be accused with certainty, after a swap or without."""
        return self.best().probability == 1


def check_position(what: str, position: Any) -> None:
    """Refuse what is no position of a suspect; ``what`` is the argument."""
    if not is_whole(position, 0, len(POSITIONS) - 1):
        raise InvalidInput(f"{what}: expected positions 0, 1 or 2, found {position!r}")


def unseen_position(sees: Iterable[tuple[int, str]]) -> int:
    """The one position that is not among those seen."""
    (unseen,) = set(POSITIONS) - {position for position, _ in sees}
    return unseen


def read_knowledge(
    players: int, knows: Iterable[Any], sees: Mapping[int, Any]
) -> tuple[tuple[str, ...], dict[int, str]]:
    """Two known cards and two suspects by position, checked.

    Raises:
        InvalidInput: as in :class:`Discoverer`.
    """
    cards = deck(players)
    if isinstance(knows, str) or not isinstance(knows, Iterable):
        raise InvalidInput(f"knows: expected the two cards from the passing, found {knows!r}")
    own = tuple(read_card(card) for card in knows)
    if len(own) != 2:
        raise InvalidInput(f"knows: expected the two cards from the passing, found {plural(len(own), 'card')}")
    if not isinstance(sees, Mapping):
        raise InvalidInput(f"sees: expected a mapping of positions to cards, found {sees!r}")
    for position in sees:
        check_position("sees", position)
    seen = {position: read_card(card) for position, card in sees.items()}
    if len(seen) != 2:
        raise InvalidInput(f"sees: expected two of the three suspects, found {len(seen)}")
    for number, card in enumerate((*own, *seen.values())):
        if card not in cards:
            raise InvalidInput(f"{card} is not in the deck for {players} players: {describe(cards)}")
        if card in (*own, *seen.values())[:number]:
            raise InvalidInput(f"{card} is known twice; expected each card once")
    return own, seen


class InformationSets(Listing[Discoverer]):
    """All information sets of the discoverer, equally probable: what is known and which two suspects are seen.

    Which positions are looked at makes no difference, so they are 0 and 1 throughout.
    """

    def swap_helps(self) -> InformationSets:
        """Those in which a swap is strictly better."""
        return InformationSets(found for found in self if found.swap_helps)

    def certain(self) -> InformationSets:
        """Those in which the murderer can be accused with certainty."""
        return InformationSets(found for found in self if found.certain)

    def to_frame(self) -> pd.DataFrame:
        """All of them as a DataFrame, probabilities as Fractions; ``swap`` is -1 for no swap."""
        import pandas as pd

        rows = [
            {
                "knows": describe(found.knows),
                "sees": describe(tuple(card for _, card in found.sees)),
                "without_swap": found.best(swap=False).probability,
                "swap": -1 if found.best().swap is None else found.best().swap,
                "accuse": found.best().accuse,
                "probability": found.best().probability,
                "swap_helps": found.swap_helps,
                "certain": found.certain,
            }
            for found in self
        ]
        return pd.DataFrame(rows)

    def _cells(self, limit: int | None) -> tuple[list[str], list[list[str]], str]:
        count = shown(len(self), limit)
        rows = []
        for found in self[:count]:
            best = found.best()
            swap = "" if best.swap is None else str(best.swap)
            known, seen = describe(found.knows), describe(tuple(card for _, card in found.sees))
            rows.append(
                [known, seen, str(found.best(swap=False).probability), swap, str(best.accuse), str(best.probability)]
            )
        header = ["knows", "sees at 0 and 1", "without swap", "swap", "accuse", "probability"]
        return header, rows, left_out(len(self), count, "information sets")

    def __repr__(self) -> str:
        return f"<InformationSets: {len(self):,}>"


def information_sets(players: int) -> InformationSets:
    """Everything the discoverer may know, as equally probable information sets.

    Args:
        players: 2 to 4.

    >>> sets = information_sets(2)
    >>> len(sets), len(sets.swap_helps()), len(sets.certain())
    (90, 25, 62)
    """
    cards = deck(players)
    return InformationSets(
        Discoverer(players, knows, {0: first, 1: second})
        for knows in combinations(cards, 2)
        for first, second in combinations([card for card in cards if card not in knows], 2)
    )


def discoverer_value(players: int, swap: bool = True) -> Fraction:
    """Probability that the discoverer accuses the murderer, by the best swap and accusation in every case.

    Args:
        players: 2 to 4.
        swap: whether swapping is allowed.

    >>> discoverer_value(2, swap=False)
    Fraction(127, 180)
    """
    sets = information_sets(players)
    return sum((found.best(swap).probability for found in sets), Fraction(0)) / len(sets)
