"""The rows of the report about deals: one seat's case in games of the Clue family, and its baselines."""

from __future__ import annotations

from itertools import pairwise
from math import log2

import sdd_deals
from clue_games import (
    Game,
    at_once,
    built,
    cluedo_game,
    clues_again,
    counted_plainly,
    facts,
    found,
    is_consistent,
    king_of_hearts_game,
)
from crimecalc.inference.deals import Deals
from measuring import Rounds, Row, compared, duration, interleaved, require, timed, within

__all__ = ["deals_rows"]

KING_OF_HEARTS = king_of_hearts_game(players=4, questions=10, seed=2)
THREE = cluedo_game(players=3, questions=12, seed=2)
SIX = cluedo_game(players=6, questions=12, seed=2)


def deals_rows(rounds: Rounds) -> list[Row]:
    """All rows about deals; those against PySDD only where it is installed."""
    return [
        whole_case("King of Hearts, 4 players, 10 questions: the case", KING_OF_HEARTS, rounds.deals, 0.020),
        whole_case("Cluedo, 3 players, 12 suggestions: the case", THREE, rounds.deals, 0.010),
        posterior("Cluedo, 3 players, 12 suggestions: posterior alone", THREE, rounds.deals),
        whole_case("Cluedo, 6 players, 12 suggestions: the case", SIX, rounds.deals, 0.200),
        ranking("King of Hearts: 120 questions ranked", KING_OF_HEARTS, 120, rounds.ranking, 2),
        ranking("Cluedo, 6 players: 324 suggestions ranked", SIX, 324, rounds.ranking, None),
        case_against_plain_python(rounds.plain_deals),
        *(counting_against_pysdd(3, THREE, rounds.deals) if sdd_deals.available() else []),
        *(counting_against_pysdd(6, SIX, rounds.deals) if sdd_deals.available() else []),
    ]


def whole_case(work: str, game: Game, rounds: int, limit: float) -> Row:
    """A case from nothing, with the posteriors of the solution and of every card's holder."""
    (ours,) = interleaved(rounds, lambda: case_measured(game))
    return within(work, ours, limit)


def case_measured(game: Game) -> float:
    """The seconds in which crimecalc does so."""
    seconds, result = timed(lambda: found(game))
    require(is_consistent(game, result), "crimecalc's case")
    return seconds


def posterior(work: str, game: Game, rounds: int) -> Row:
    """The same posteriors where all clues are given together, so that deals are not counted after each."""
    expected = found(game)

    def counted() -> float:
        clues = clues_again(game)
        seconds, result = timed(lambda: at_once(game, clues))
        require(result == expected, "crimecalc's posterior")
        return seconds

    (ours,) = interleaved(rounds, counted)
    return Row(work, duration(ours))


def ranking(work: str, game: Game, questions: int, rounds: int, limit: float | None) -> Row:
    """Every question that seat 0 may ask next, in a case that exists already."""

    def ranked() -> float:
        case = built(game)
        most = log2(len(case.solution()))
        seconds, found = timed(case.questions)
        gains = [question.information_gain for question in found]
        bounded = all(0 <= gain <= most + 1e-12 for gain in gains)
        falling = all(gain >= other for gain, other in pairwise(gains))
        different = {question.cards for question in found}
        require(bounded and falling and len(different) == len(found) == questions, "the ranking")
        return seconds

    (ours,) = interleaved(rounds, ranked)
    return Row(work, duration(ours)) if limit is None else within(work, ours, limit)


def case_against_plain_python(rounds: int) -> Row:
    """The case in The King of Hearts, against dealing out the cards in every way."""
    case, (solution, holders) = built(KING_OF_HEARTS), found(KING_OF_HEARTS)
    expected = case.deals, dict(solution), {card: dict(holder) for card, holder in holders.items()}

    def plain() -> float:
        seconds, counts = timed(lambda: counted_plainly(KING_OF_HEARTS))
        require((counts.weight, counts.solution, counts.holders) == expected, "plain Python's deals")
        return seconds

    ours, theirs = interleaved(rounds, lambda: case_measured(KING_OF_HEARTS), plain)
    return compared("King of Hearts, 4 players, 10 questions: the case", ours, "plain Python", theirs, None)


def counting_against_pysdd(players: int, game: Game, rounds: int) -> list[Row]:
    """The deals that agree with a game's clues, taken without weights: their number, and the holders of all cards."""
    sizes = [*map(len, game.hands)]
    clues = facts(game)
    marginals = Deals(game.categories, sizes).given(*clues).marginals()
    deals = Deals(game.categories, sizes).given(*clues).weight
    expected = {card: {place: chance * deals for place, chance in held.items()} for card, held in marginals.items()}

    def ours(holders: bool) -> float:
        def counted() -> tuple[object, object]:
            made = Deals(game.categories, sizes).given(*clues)
            return made.weight, made.marginals() if holders else None

        seconds, result = timed(counted)
        require(result == (deals, marginals if holders else None), "crimecalc's count")
        return seconds

    def pysdd(holders: bool) -> float:
        seconds, counts = timed(lambda: sdd_deals.count(game.categories, sizes, clues, holders))
        require(counts.deals == deals and counts.holders == (expected if holders else {}), "PySDD's count")
        return seconds

    number, their_number, whole, their_whole = interleaved(
        rounds, lambda: ours(False), lambda: pysdd(False), lambda: ours(True), lambda: pysdd(True)
    )
    name = f"Cluedo, {players} players, no weights"
    return [
        compared(f"{name}: deals counted", number, "PySDD", their_number, None),
        compared(f"{name}: deals and all holders", whole, "PySDD", their_whole, None),
    ]
