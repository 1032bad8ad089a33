"""What is claimed of the chips of In a Grove, found a second time chip by chip, and made to fail."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import plain_grove as plain
from crimecalc.claims import in_a_grove
from crimecalc.claims.claim import CLAIMS
from crimecalc.games.in_a_grove import chips
from findings import findings_of

NAMES = [name for name, claim in CLAIMS.items() if claim.check_it.__module__ == in_a_grove.__name__]
PLAYERS = (2, 3, 4)

pytestmark = pytest.mark.exhaustive  # the verdicts are checked in the default run

found = findings_of("in-a-grove")


# --- the figures, a second time ---------------------------------------------------------------


def test_rights_and_rounds_are_as_many_as_counted() -> None:
    total = 0
    for players in PLAYERS:
        every = list(product(range(3), repeat=players + 1))
        right = sum(said == murderer for *accused, murderer in every for said in accused)
        assert f"{players} players: 0 of {right} right chips lost" in found("right-chips").evidence
        total += len(every)
    assert found("top-chip").evidence == f"in {total} of {total} rounds of two, three and four players"


def test_no_more_liar_chips_appear_than_there_are_players() -> None:
    for players in PLAYERS:
        most = 0
        for accused in product(range(3), repeat=players):
            game = plain.play_game(players, scripted([accused]), 1, "left", "all", "skips")
            assert 5 * players - sum(game.accusing) == sum(game.liars)
            most = max(most, sum(game.liars))
        assert f"{players} players: up to {most}" in found("liar-chips").evidence


def scripted(lines: list[tuple[int, ...]]) -> plain.Script:
    """Players accuse like this, by turn, round by round; the murderer lies at 0."""

    def script(number: int, _order: list[int], _has_chip: list[bool]) -> tuple[list[int | None], int]:
        return list(lines[number]), 0

    return script


def always_wrong(unlucky: int) -> plain.Script:
    """One seat alone is wrong in every round."""

    def script(_number: int, order: list[int], has_chip: list[bool]) -> tuple[list[int | None], int]:
        said = [1 if seat == unlucky else 0 for seat in order]
        return [place if chip else None for place, chip in zip(said, has_chip, strict=True)], 0

    return script


def test_chips_run_out_after_as_many_rounds_as_by_hand() -> None:
    games = [
        plain.play_game(players, always_wrong(seat), 20, "left", "all", "loses")
        for players in PLAYERS
        for seat in range(players)
    ]
    (rounds,) = {game.rounds for game in games}
    assert found("five-chips").evidence.endswith(f"can accuse {rounds} times")
    assert found("always-a-chip").evidence.startswith(
        f"it cannot always be carried out: the accusation chips can run out after {rounds} rounds"
    )


def test_the_role_goes_around_as_by_hand() -> None:
    for players in PLAYERS:
        order = [0]
        while len(order) < 5:
            order.append((order[-1] or players) - 1)  # seat 1 is on the left of seat 0
        assert f"{players} players: seats {', '.join(map(str, order))}" in found("to-the-right").evidence


@pytest.mark.parametrize(("players", "rounds"), [(2, 5), (3, 3)])
def test_as_many_rounds_without_a_loser_are_followed_by_another_as_by_hand(players: int, rounds: int) -> None:
    ways = [way for way in product(range(3), repeat=players) if next(filter(None, way), 1) == 1]
    followed = 0
    for lines in product(ways, repeat=rounds):
        discoverers: list[int] = []

        def script(number: int, order: list[int], _: list[bool]) -> tuple[list[int | None], int]:
            discoverers.append(order[0])  # noqa: B023 - called at once
            return list(lines[number]), 0  # noqa: B023

        game = plain.play_game(players, script, rounds, "left", "all", "skips")
        assert game.losers or game.rounds == rounds
        assert discoverers == [-number % players for number in range(game.rounds)]
        followed += game.rounds - 1
    text = f"{players} players: after {followed:,} of {followed:,} rounds without a loser"
    assert text in found("another-round").evidence


@pytest.mark.parametrize(("players", "rounds"), [(2, 5), (3, 3)])
def test_as_many_ways_end_the_game_as_by_hand(players: int, rounds: int) -> None:
    ways = [way for way in product(range(3), repeat=players) if next(filter(None, way), 1) == 1]
    most = ended = 0
    for lines in product(ways, repeat=rounds):
        game = plain.play_game(players, scripted([*lines]), rounds, "left", "all", "skips")
        assert bool(game.at_limit) == bool(game.losers)
        ended += bool(game.losers)
        most = max(most, *game.at_limit, 0)
    text = f"{players} players, {rounds} rounds: {ended:,} of {len(ways) ** rounds:,} ways end it, up to {most} chips"
    assert text in found("eight-chips").evidence


def test_two_of_four_lose_at_once_in_the_fourth_round_and_not_before() -> None:
    gains = set()
    for accused in product(range(3), repeat=4):
        game = plain.play_game(4, scripted([accused]), 1, "left", "all", "skips")
        gains.add(tuple(one + other - 5 for one, other in zip(game.accusing, game.liars, strict=True)))
    held: set[tuple[int, ...]] = {(5, 5, 5, 5)}
    first = 0
    for number in range(5):
        held = {
            tuple(have[seat] + gain[(seat + number) % 4] for seat in range(4)) for have, gain in product(held, gains)
        }
        if any(sum(count >= 8 for count in have) > 1 for have in held):
            first = number + 1
            break
        held = {have for have in held if max(have) < 8}
    assert found("one-loser").readings[1].evidence == f"two can come to 8 chips at once in round {first}"
    assert found("one-loser").readings[0].evidence == "there are 10 or 15 chips, two losers would need 16"


def test_who_skips_for_want_of_chips_keeps_a_game_from_ending() -> None:
    # All chips of both have turned into liar chips, five each: nobody can lose any more.
    def both_wrong(_number: int, _order: list[int], has_chip: list[bool]) -> tuple[list[int | None], int]:
        return [place if chip else None for place, chip in zip((1, 2), has_chip, strict=True)], 0

    game = plain.play_game(2, both_wrong, 99, "left", "all", "skips")
    assert (game.broken_off, game.rounds, game.liars) == (True, 5, (5, 5))
    loses, skips = found("somebody-loses").readings
    assert (loses.holds, skips.holds) == (True, False)
    assert loses.evidence == (
        "of 200 honest games each these have no end: 0 with 2 players, 0 with 3 players, 0 with 4 players"
    )


# --- made to fail -----------------------------------------------------------------------------


def break_constants(monkeypatch: pytest.MonkeyPatch, **values: int) -> None:
    for name, value in values.items():
        monkeypatch.setattr(chips, name, value)
        monkeypatch.setattr(in_a_grove, name, value)


@pytest.mark.parametrize(
    ("what", "values", "verdict"),
    [
        ("five-chips", {"CHIPS": 4}, "fails"),
        ("eight-chips", {"LIMIT": 7}, "fails"),
        ("eight-chips", {"LIMIT": 9}, "fails"),
        ("one-loser", {"LIMIT": 11}, "holds"),
        ("one-loser", {"LIMIT": 7}, "fails"),
        ("another-round", {"LIMIT": 7}, "fails"),
        ("another-round", {"LIMIT": 9}, "fails"),
    ],
)
def test_other_numbers_of_chips_are_found(
    monkeypatch: pytest.MonkeyPatch, what: str, values: dict[str, int], verdict: str
) -> None:
    break_constants(monkeypatch, **values)
    assert CLAIMS[f"in-a-grove/{what}"].check().verdict == verdict


def settled_wrongly(how: str) -> Any:
    def settle(accused: NDArray[np.intp], murderer: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        spent, taken = chips.settle_chips(accused, murderer)
        if how == "right ones are lost":
            spent = np.ones_like(spent)
        elif how == "the first takes":
            taken = taken[:, ::-1]
        else:
            taken = np.maximum(taken - 1, 0)
        return spent, taken

    return settle


@pytest.mark.parametrize(
    ("what", "how"),
    [
        ("right-chips", "right ones are lost"),
        ("top-chip", "the first takes"),
        ("liar-chips", "the own chip comes back"),
    ],
)
def test_chips_that_are_settled_wrongly_are_found(monkeypatch: pytest.MonkeyPatch, what: str, how: str) -> None:
    monkeypatch.setattr(in_a_grove, "settle_chips", settled_wrongly(how))
    assert CLAIMS[f"in-a-grove/{what}"].check().verdict == "fails"


@pytest.mark.parametrize("what", ["to-the-right", "another-round"])
def test_a_role_that_goes_the_other_way_is_found(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def mirrored(play_round: chips.PlayRound, n: int, players: int, rules: chips.OpenRules, most_rounds: int) -> Any:
        return chips.play_games(
            lambda games, turns, chip: play_round(games, -turns % players, chip), n, players, rules, most_rounds
        )

    monkeypatch.setattr(in_a_grove, "play_games", mirrored)
    assert CLAIMS[f"in-a-grove/{what}"].check().verdict == "fails"


def test_games_that_always_end_and_never_lack_chips_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_a_grove, "simulate", lambda *_, **__: SimpleNamespace(games_without_chip=0, unfinished=0))
    assert CLAIMS["in-a-grove/somebody-loses"].check().verdict == "holds"
    assert CLAIMS["in-a-grove/always-a-chip"].check().verdict == "fails"
    break_constants(monkeypatch, CHIPS=100, LIMIT=1000)
    assert CLAIMS["in-a-grove/always-a-chip"].check().verdict == "holds"
