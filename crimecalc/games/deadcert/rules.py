"""DEADCERT: London: the cards of an episode, and the setup."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from crimecalc.cards import Deck
from crimecalc.checks import found
from crimecalc.errors import InvalidInput
from crimecalc.rational import is_whole
from crimecalc.rendering import html_table, text_table
from crimecalc.setup import Setup

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "CARDS",
    "DEFAULT",
    "DOUBLES",
    "HAND",
    "KILLER_CARDS",
    "NAMES",
    "ON_EACH_TYPE",
    "PAIRS",
    "PRIME",
    "SNOOPS",
    "SUSPECT_CARDS",
    "TYPES",
    "Census",
    "Split",
    "cards",
    "census",
    "is_snoop",
    "read_split",
    "setup",
    "splits",
]

TYPES = ("motive", "means", "opportunity")
"""The types of evidence, each with a packet and a stack of its own."""

PAIRS = tuple(combinations(range(len(TYPES)), 2))
"""The pairs of types, as numbers: motive and means, motive and opportunity, means and opportunity."""

NAMES, PRIME, KILLER_CARDS, ON_EACH_TYPE, SNOOPS = 37, 10, 3, 16, 6
SUSPECT_CARDS = ON_EACH_TYPE * len(TYPES)
CARDS = SUSPECT_CARDS + SNOOPS
"""Cards in play."""

DOUBLES = PRIME - 1
"""Suspects on two cards."""

HAND = 7
"""Cards that a detective keeps in SOLOplay and COVERTplay, a pair in lock down among them."""


@dataclass(frozen=True, order=True)
class Split:
    """How the nine suspects on two cards are spread over the pairs of types; the rules do not say.

    Args:
        motive_means: how many are on a motive and a means card.
        motive_opportunity: how many are on a motive and an opportunity card.
        means_opportunity: how many are on a means and an opportunity card.

    Raises:
        InvalidInput: if these are not nine in all.

    Source: the rules of DEADCERT, sections 4 and 6: ten prime suspects, nine of them on two cards of different types.

    >>> Split(3, 3, 3).singles
    (9, 9, 9)
    """

    motive_means: int
    motive_opportunity: int
    means_opportunity: int

    def __post_init__(self) -> None:
        if not all(is_whole(number, 0, DOUBLES) for number in self.doubles) or sum(self.doubles) != DOUBLES:
            raise InvalidInput(
                f"Split: expected three numbers of 0 or more that add up to {DOUBLES}, found {found(self.doubles)}"
            )

    @property
    def doubles(self) -> tuple[int, int, int]:
        """The three numbers, in the order of :data:`PAIRS`."""
        return self.motive_means, self.motive_opportunity, self.means_opportunity

    @property
    def singles(self) -> tuple[int, int, int]:
        """How many suspects of each type are on one card only."""
        first, second, third = (
            ON_EACH_TYPE
            - 1  # the killer
            - sum(count for pair, count in zip(PAIRS, self.doubles, strict=True) if number in pair)
            for number in range(len(TYPES))
        )
        return first, second, third


DEFAULT = Split(3, 3, 3)
"""The split that is taken where none is given."""


def read_split(split: Any) -> Split:
    """A split, or its three numbers, as a :class:`Split`; the default for None.

    Raises:
        InvalidInput: if it is none.

    >>> read_split((4, 3, 2))
    Split(motive_means=4, motive_opportunity=3, means_opportunity=2)
    """
    if split is None:
        return DEFAULT
    if isinstance(split, Split):
        return split
    if not isinstance(split, tuple) or len(split) != len(PAIRS):
        raise InvalidInput(f"split: expected a Split or its three numbers, as in (3, 3, 3), found {found(split)}")
    return Split(*split)


def splits() -> tuple[Split, ...]:
    """All splits, in ascending order.

    >>> len(splits()), splits()[0]
    (55, Split(motive_means=0, motive_opportunity=0, means_opportunity=9))
    """
    return tuple(
        Split(first, second, DOUBLES - first - second)
        for first in range(DOUBLES + 1)
        for second in range(DOUBLES + 1 - first)
    )


@dataclass(frozen=True)
class Census:
    """The cards in play, by type and kind.

    Attributes:
        split: how the suspects on two cards are spread.
    """

    split: Split

    def __post_init__(self) -> None:
        if not isinstance(self.split, Split):
            raise InvalidInput(f"Census: expected a Split, found {found(self.split)}")

    @property
    def singles(self) -> tuple[int, int, int]:
        """How many suspects are on one card only, by its type."""
        return self.split.singles

    @property
    def doubles(self) -> tuple[int, int, int]:
        """How many suspects are on two cards, by pair of types."""
        return self.split.doubles

    @property
    def names(self) -> int:
        """How many suspects there are."""
        return sum(self.singles) + sum(self.doubles) + 1

    @property
    def suspect_cards(self) -> int:
        """How many cards name a suspect."""
        return sum(self.singles) + 2 * sum(self.doubles) + KILLER_CARDS

    @property
    def cards(self) -> int:
        """How many cards are in play, snoops included."""
        return self.suspect_cards + SNOOPS

    def by_type(self) -> dict[str, dict[str, int]]:
        """For each type how many cards there are of each kind; its own level 1 snoop and one of level 2 among them.

        >>> census(Split(5, 4, 0)).by_type()["motive"]
        {'single': 6, 'double': 9, 'killer': 1, 'level 1 snoop': 1, 'level 2 snoop': 1}
        """
        kinds = {}
        for number, name in enumerate(TYPES):
            double = sum(count for pair, count in zip(PAIRS, self.doubles, strict=True) if number in pair)
            kinds[name] = {"single": self.singles[number], "double": double, "killer": 1} | dict.fromkeys(_SNOOPS, 1)
        return kinds

    def to_frame(self) -> pd.DataFrame:
        """Cards by type (rows) and kind (columns)."""
        import pandas as pd

        return pd.DataFrame(self.by_type()).T.rename_axis(index="type", columns="kind")

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        kinds = self.by_type()
        header = ["type", *kinds[TYPES[0]], "all"]
        counted = [[*row.values(), sum(row.values())] for row in kinds.values()]
        total = [sum(column) for column in zip(*counted, strict=True)]
        rows = [[name, *map(str, row)] for name, row in zip((*TYPES, "all"), (*counted, total), strict=True)]
        return header, rows

    def __str__(self) -> str:
        return text_table(*self._cells())

    def _repr_html_(self) -> str:
        return html_table(*self._cells(), caption="Cards in play, by type and kind")


_SNOOPS = ("level 1 snoop", "level 2 snoop")


def census(split: Split | tuple[int, int, int] | None = None) -> Census:
    """The cards in play, by type and kind.

    Args:
        split: a :class:`Split` or its three numbers; (3, 3, 3) if None.

    Raises:
        InvalidInput: if it is no split.

    Source: the rules of DEADCERT, section 4: 16 suspects of each type, 37 names; which two snoops lie in a packet is
    not printed, here one of level 1 for its own type and one of level 2.

    >>> print(census())
    type         single  double  killer  level 1 snoop  level 2 snoop  all
    motive       9       6       1       1              1              18
    means        9       6       1       1              1              18
    opportunity  9       6       1       1              1              18
    all          27      18      3       3              3              54
    """
    return Census(read_split(split))


def cards(
    split: Split | tuple[int, int, int] | None = None, names: Sequence[str] | None = None
) -> tuple[tuple[str, str], ...]:
    """The 54 cards in play, packet by packet: suspects as (name, type), then the packet's two snoops.

    Args:
        split: as in :func:`census`.
        names: 37 different names, first the killer's, then those on two cards in the order of the split, then those on
            one card: motive, means, opportunity. Made up if None.

    Raises:
        InvalidInput: if it is no split, or these are not 37 different names.

    >>> cards()[0], cards()[17], cards()[-2]
    (('killer', 'motive'), ('snoop, level 2', 'motive'), ('snoop, level 1', 'opportunity'))
    """
    spread = read_split(split)
    called = _made_up_names() if names is None else _read_names(names)
    doubles = iter(called[1:PRIME])
    singles = iter(called[PRIME:])
    on: list[list[str]] = [[called[0]] for _ in TYPES]
    for pair, count in zip(PAIRS, spread.doubles, strict=True):
        for name in [next(doubles) for _ in range(count)]:
            for number in pair:
                on[number].append(name)
    for number, count in enumerate(spread.singles):
        on[number] += [next(singles) for _ in range(count)]
    return tuple(
        (name, kind)
        for kind, packet in zip(TYPES, on, strict=True)
        for name in (*packet, "snoop, level 1", "snoop, level 2")
    )


def _made_up_names() -> tuple[str, ...]:
    primes = [f"prime {number}" for number in range(2, PRIME + 1)]
    return ("killer", *primes, *(f"suspect {number}" for number in range(PRIME + 1, NAMES + 1)))


def _read_names(names: Any) -> tuple[str, ...]:
    if isinstance(names, (str, bytes)) or not isinstance(names, Sequence):  # the first name is the killer's
        raise InvalidInput(f"names: expected {NAMES} different names in order, found {found(names)}")
    called = tuple(names)
    right = all(isinstance(name, str) and name.strip() and not is_snoop(name) for name in called)
    if not right or len(called) != NAMES or len(set(called)) != NAMES:
        raise InvalidInput(f"names: expected {NAMES} different names, none empty or a snoop's, found {found(called)}")
    return called


def is_snoop(name: str) -> bool:
    """Whether a name is that of a snoop card.

    >>> is_snoop("snoop, level 1"), is_snoop("Snoopy")
    (True, False)
    """
    return re.match(r"snoop\b", name.strip(), re.IGNORECASE) is not None


def setup(
    split: Split | tuple[int, int, int] | None = None, look: int = CARDS, names: Sequence[str] | None = None
) -> Setup:
    """An episode as a setup: the cards in play are shuffled, and the first of them fetched.

    Args:
        split: as in :func:`census`.
        look: how many cards are fetched and observed, in order, 1 to 54. Every order of all of them is far too many
            to enumerate; a few can be.
        names: as in :func:`cards`.

    Raises:
        InvalidInput: if an argument makes no sense.

    Source: the rules of DEADCERT, section 4.

    >>> import crimecalc as cc
    >>> first = cc.distribution(setup(look=1))
    >>> first[(("killer", "motive"),),]
    Fraction(1, 54)
    """
    if not is_whole(look, 1, CARDS):
        raise InvalidInput(f"look: expected 1 to {CARDS} cards, found {found(look)}")
    made = Setup(Deck(cards(split, names)), name="DEADCERT: London, an episode").shuffle("deck")
    if look == CARDS:
        return made.observe("deck")
    return made.take("deck", range(1, look + 1), into="fetched").discard("deck").observe("fetched")
