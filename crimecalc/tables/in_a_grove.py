"""Tables on In a Grove."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from crimecalc.games import in_a_grove
from crimecalc.games.in_a_grove.rules import EDITIONS
from crimecalc.rendering import describe
from crimecalc.tables.registry import count, exact, key, table
from crimecalc.tables.table import Row

__all__: list[str] = []

_SUSPECTS = "Rules of In a Grove, deck and murderer"
_DISCOVERER = "Rules of In a Grove, the discoverer; edition of 2010"
_PLAYERS = (2, 3, 4)


@table(
    "in-a-grove/murderer",
    title="The murderer's number in In a Grove",
    caption="The murderer's number in In a Grove, for each edition and number of players, without a swap.",
    source=_SUSPECTS,
    columns=[key("edition"), key("players"), key("murderer"), exact("probability")],
)
def murderer() -> Iterator[Row]:
    """A row for each edition, number of players and number of a murderer."""
    for edition, numbers_of_players in EDITIONS.items():
        for players in numbers_of_players:
            for number, probability in in_a_grove.murderer_distribution(players, edition).items():
                yield edition, players, int(number), probability


def _murderer_among(players: int, first: str) -> Callable[..., Iterator[Row]]:
    def rows(edition: Any = first) -> Iterator[Row]:
        for number, probability in in_a_grove.murderer_distribution(players, edition).items():
            yield int(number), probability

    return rows


for _number in sorted({players for numbers in EDITIONS.values() for players in numbers}):
    table(
        f"in-a-grove/murderer-{_number}-players",
        title=f"The murderer's number in In a Grove among {_number} players",
        caption=f"The murderer's number in In a Grove among {_number} players (edition of {{edition}}), no swap.",
        source=_SUSPECTS,
        columns=[key("murderer"), exact("probability")],
    )(_murderer_among(_number, next(edition for edition, numbers in EDITIONS.items() if _number in numbers)))


@table(
    "in-a-grove/information-sets",
    title="Information sets of the discoverer in In a Grove",
    caption="Everything that the discoverer of In a Grove may know among {players} players: the two cards from "
    "the passing, the two suspects seen at positions 0 and 1, and the best accusation without a swap and "
    "with one; of several equally good the lowest position.",
    source=_DISCOVERER,
    columns=[
        key("knows"),
        key("sees"),
        exact("without_swap"),
        key("swap"),
        key("accuse"),
        exact("probability"),
    ],
)
def information_sets(players: int = 4) -> Iterator[Row]:
    """A row for each information set; all are equally probable."""
    for found in in_a_grove.information_sets(players):
        best = found.best()
        swap = "none" if best.swap is None else str(best.swap)
        sees = describe(tuple(card for _, card in found.sees))
        yield describe(found.knows), sees, found.best(swap=False).probability, swap, best.accuse, best.probability


@table(
    "in-a-grove/swap-value",
    title="What the swap is worth in In a Grove",
    caption="How often the discoverer of In a Grove accuses the murderer by best play, without and with the swap;"
    " in how many of the equally probable information sets the swap helps, and in how many the murderer "
    "is certain.",
    source=_DISCOVERER,
    columns=[
        key("players"),
        exact("without_swap"),
        exact("with_swap"),
        exact("gain"),
        count("information_sets"),
        count("swap_helps"),
        count("certain"),
    ],
)
def swap_value() -> Iterator[Row]:
    """A row for each number of players."""
    for players in _PLAYERS:
        without, best = (in_a_grove.discoverer_value(players, swap) for swap in (False, True))
        sets = in_a_grove.information_sets(players)
        yield players, without, best, best - without, len(sets), len(sets.swap_helps()), len(sets.certain())


@table(
    "in-a-grove/right-accusations",
    title="Right accusations in In a Grove, by policy and turn",
    caption="How often each player of a round of In a Grove accuses the murderer, by turn, if all play by the "
    "same policy; of several equally probable positions the lowest is accused. Honest players go by the "
    "cards they have seen themselves, reasoning ones also by the chips of others.",
    source="Rules of In a Grove, accusations; edition of 2010",
    columns=[key("players"), key("policy"), key("turn"), exact("probability")],
)
def right_accusations() -> Iterator[Row]:
    """A row for each number of players, policy and turn; the discoverer has turn 0."""
    for players in _PLAYERS:
        for policy in in_a_grove.POLICIES:
            for turn, probability in enumerate(in_a_grove.right_accusations(players, policy)):
                yield players, policy, turn, probability


@table(
    "in-a-grove/bluffing",
    title="What bluffing is worth in In a Grove",
    caption="What a round of In a Grove among two is worth to the discoverer, in liar chips that the second "
    "player takes more: by best play, by honest play that the second player can read, and the difference,"
    " which is what bluffing is worth.",
    source="Rules of In a Grove, chips; edition of 2010",
    columns=[key("play"), exact("chips")],
)
def bluffing() -> Iterator[Row]:
    """Three rows; the bounds of the value are the same wherever it is known exactly."""
    found = in_a_grove.bluffing()
    (worth, _), (honest, _) = found.worth, found.honest
    yield "best", found.value
    yield "honest", honest
    yield "what bluffing is worth", worth
