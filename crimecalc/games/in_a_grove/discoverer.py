"""What the discoverer knows in In a Grove, whether to swap, and whom to accuse."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, islice, permutations
from typing import TYPE_CHECKING, Any

from crimecalc.checks import check_flag, found
from crimecalc.errors import InvalidInput
from crimecalc.games.in_a_grove.rules import POSITIONS, deck, position_of_murderer, read_card
from crimecalc.listing import Listing
from crimecalc.rational import is_whole
from crimecalc.rendering import describe, left_out, shown

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
        sees: the two suspects that were looked at, by position: a mapping, or a tuple of pairs.

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

    def __init__(
        self, players: int, knows: Iterable[Any], sees: Mapping[int, Any] | tuple[tuple[int, Any], ...]
    ) -> None:
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
        options = []
        for swap in (None, *POSITIONS):
            counts = [0, 0, 0]
            for suspect, victim in worlds:
                lying = dict(self.sees) | {self.unseen: suspect}
                if swap is not None:
                    lying[swap] = victim
                counts[position_of_murderer(tuple(lying[position] for position in POSITIONS))] += 1
            first, second, third = (Fraction(count, len(worlds)) for count in counts)
            options.append(Option(swap, (first, second, third)))
        return tuple(options)

    def best(self, swap: bool = True) -> Option:
        """The option with the most probable accusation; of several no swap, or that of the lowest position.

        Args:
            swap: whether swapping is considered.

        Raises:
            InvalidInput: if that is neither True nor False.
        """
        check_flag("swap", swap)
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
        raise InvalidInput(f"{what}: expected positions 0, 1 or 2, found {found(position)}")


def unseen_position(sees: Iterable[tuple[int, str]]) -> int:
    """The one position that is not among those seen."""
    (unseen,) = set(POSITIONS) - {position for position, _ in sees}
    return unseen


def read_knowledge(
    players: int, knows: Iterable[Any], sees: Mapping[int, Any] | tuple[tuple[int, Any], ...]
) -> tuple[tuple[str, ...], dict[int, str]]:
    """Two known cards and two suspects by position, checked.

    Raises:
        InvalidInput: as in :class:`Discoverer`.
    """
    cards = deck(players)
    if isinstance(knows, (str, bytes)) or not isinstance(knows, Iterable):
        raise InvalidInput(f"knows: expected the two cards from the passing, found {found(knows)}")
    own = tuple(read_card(card) for card in islice(knows, 3))
    if len(own) != 2:
        raise InvalidInput(f"knows: expected the two cards from the passing, found {describe(own) or 'none'}")
    pairs = tuple(sees.items()) if isinstance(sees, Mapping) else sees
    if not isinstance(pairs, tuple) or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
        raise InvalidInput(f"sees: expected a mapping of positions to cards, found {found(sees)}")
    for position, _ in pairs:
        check_position("sees", position)
    seen = {position: read_card(card) for position, card in pairs}
    if len(seen) != 2 or len(pairs) != 2:
        raise InvalidInput(f"sees: expected two of the three suspects, found {describe(tuple(p for p, _ in pairs))}")
    for number, card in enumerate((*own, *seen.values())):
        if card not in cards:
            raise InvalidInput(f"{card} is not in the deck for {players} players: {describe(cards)}")
        if card in (*own, *seen.values())[:number]:
            raise InvalidInput(f"{card} is known twice; expected each card once")
    return own, seen


class InformationSets(Listing[Discoverer]):
    """Information sets of the discoverer: what is known and which two suspects are seen.

    Args:
        sets: what a discoverer may know.

    Raises:
        InvalidInput: if one of them is no :class:`Discoverer`.
    """

    def __init__(self, sets: Iterable[Discoverer]) -> None:
        if not isinstance(sets, Iterable):
            raise InvalidInput(f"InformationSets: expected Discoverers, found {found(sets)}")
        super().__init__(sets)
        for one in self:
            if not isinstance(one, Discoverer):
                raise InvalidInput(f"InformationSets: expected Discoverers, found {found(one)}")

    def swap_helps(self) -> InformationSets:
        """Those in which a swap is strictly better."""
        return InformationSets(one for one in self if one.swap_helps)

    def certain(self) -> InformationSets:
        """Those in which the murderer can be accused with certainty."""
        return InformationSets(one for one in self if one.certain)

    def to_frame(self) -> pd.DataFrame:
        """All of them as a DataFrame: what is known and seen as tuples, probabilities as Fractions.

        ``swap`` is missing (NA) for no swap.
        """
        import pandas as pd

        columns: dict[str, Any] = {
            "knows": [one.knows for one in self],
            "sees": [one.sees for one in self],
            "without_swap": [one.best(swap=False).probability for one in self],
            "swap": pd.array([one.best().swap for one in self], dtype="Int64"),
            "accuse": [one.best().accuse for one in self],
            "probability": [one.best().probability for one in self],
            "swap_helps": [one.swap_helps for one in self],
            "certain": [one.certain for one in self],
        }
        return pd.DataFrame(columns)

    def _cells(self, limit: int | None) -> tuple[list[str], list[list[str]], str]:
        count = shown(len(self), limit)
        rows = [
            [
                describe(one.knows),
                _described(one.sees),
                str(one.best(swap=False).probability),
                "none" if one.best().swap is None else str(one.best().swap),
                str(one.best().accuse),
                str(one.best().probability),
            ]
            for one in self[:count]
        ]
        header = ["knows", "sees", "without swap", "swap", "accuse", "probability"]
        return header, rows, left_out(len(self), count, "information sets")

    def __repr__(self) -> str:
        return f"<InformationSets: {len(self):,}>"


def _described(sees: tuple[tuple[int, str], ...]) -> str:
    """What is seen, as a person reads it."""
    return ", ".join(f"{position}: {card}" for position, card in sees)


def information_sets(players: int) -> InformationSets:
    """Everything the discoverer may know, as equally probable information sets.

    Which positions are looked at makes no difference, so they are 0 and 1 throughout.

    Args:
        players: 2 to 4.

    Raises:
        InvalidInput: if so many cannot play.

    Source: the rules of In a Grove, edition of 2010.

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

    Raises:
        InvalidInput: if so many cannot play, or ``swap`` is neither True nor False.

    Source: the rules of In a Grove, edition of 2010; the mean over all information sets.

    >>> discoverer_value(2, swap=False)
    Fraction(127, 180)
    """
    sets = information_sets(players)
    return sum((one.best(swap).probability for one in sets), Fraction(0)) / len(sets)
