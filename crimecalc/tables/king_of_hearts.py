"""Tables on The King of Hearts Has Five Sons."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb, factorial, sqrt
from typing import Any

from crimecalc.games import king_of_hearts
from crimecalc.games.king_of_hearts import ASK, COURTS, HEARTS, Case, hand_size
from crimecalc.games.king_of_hearts.rules import DEALT
from crimecalc.tables.registry import count, exact, key, rounded, table
from crimecalc.tables.table import Row

__all__: list[str] = []

_RULES = "Rules of The King of Hearts Has Five Sons"
_PLAYERS = (2, 4, 5, 10)


@table(
    "king-of-hearts/deals",
    title="Deals of The King of Hearts Has Five Sons",
    caption="In how many ways the cards of The King of Hearts Has Five Sons can lie: a solution, and a hand for "
    "each seat, in no order.",
    source=_RULES,
    columns=[key("players"), count("cards_each"), count("solutions"), count("deals_of_a_solution"), count("deals")],
)
def deals() -> Iterator[Row]:
    """A row for each number of players among whom the cards can be dealt evenly."""
    solutions = len(COURTS) * len(HEARTS)
    for players in _PLAYERS:
        each = hand_size(players)
        hands = factorial(DEALT) // factorial(each) ** players
        yield players, each, solutions, hands, solutions * hands


@table(
    "king-of-hearts/hands",
    title="Hands in The King of Hearts Has Five Sons",
    caption="How many court cards and hearts a hand holds, among {players} players.",
    source=_RULES,
    columns=[key("courts"), key("hearts"), exact("probability")],
)
def hands(players: int = 4) -> Iterator[Row]:
    """A row for each number of court cards."""
    each = hand_size(players)
    courts, hearts = len(COURTS) - 1, len(HEARTS) - 1
    for held in range(each + 1):
        yield held, each - held, Fraction(comb(courts, held) * comb(hearts, each - held), comb(DEALT, each))


@table(
    "king-of-hearts/first-question",
    title="The first question of The King of Hearts Has Five Sons",
    caption="The first question of a game among {players} players, by the hand of who asks and by which of the "
    "two cards are own ones: who shows a card, and how much the answer tells about the solution (who "
    "holds both cards shows by the rule “{shows}”).",
    source=_RULES,
    columns=[
        key("courts_in_hand"),
        key("hearts_in_hand"),
        key("asks_for_own"),
        exact("first_neighbour_shows"),
        exact("nobody_shows"),
        exact("solution_known"),
        rounded("bits", 6),
    ],
)
def first_question(players: int = 4, shows: Any = "uniform") -> Iterator[Row]:
    """A row for each hand and kind of question; all hands with as many court cards are alike."""
    each = hand_size(players)
    for courts in range(each + 1):
        hearts = each - courts
        if hearts > len(HEARTS) - 1:
            continue
        case = Case(players, 0, [*COURTS[:courts], *HEARTS[:hearts]], shows=shows)
        for own, court, heart in (
            ("neither", courts, hearts),
            ("court", 0, hearts),
            ("heart", courts, 0),
            ("both", 0, 0),
        ):
            if (own in ("court", "both") and not courts) or (own in ("heart", "both") and not hearts):
                continue
            asked = case.best_question(court=COURTS[court], heart=HEARTS[heart])
            figures = (asked.first_neighbour_shows, asked.nobody_shows, asked.solution_known, asked.information_gain)
            yield courts, hearts, own, *figures


@table(
    "king-of-hearts/game-length",
    title="Length of a game of The King of Hearts Has Five Sons, by policy",
    caption="How long a game of The King of Hearts Has Five Sons lasts if all {players} players choose their "
    "questions in the same way and name the solution when they are certain: means of {n:,} random games "
    "each, seed {seed}.",
    source=f"{_RULES}; simulated",
    columns=[
        key("policy"),
        rounded("questions", 2),
        rounded("standard_error", 2),
        rounded("standard_deviation", 2),
    ],
)
def game_length(players: int = 4, n: int = 100, seed: int = 1) -> Iterator[Row]:
    """A row for each policy of asking."""
    for ask in ASK:
        games = king_of_hearts.simulate(ask, n=n, seed=seed, players=players, progress=False)
        yield ask, games.mean_turns, games.standard_error, games.standard_error * sqrt(n)
