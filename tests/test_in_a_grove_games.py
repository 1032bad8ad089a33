from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import Any, Literal, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

import plain_grove
from crimecalc.games.in_a_grove import Games, discoverer_value, simulate, simulation
from crimecalc.games.in_a_grove.chips import NOTHING, OpenRules, PlayRound, play_games
from crimecalc.games.in_a_grove.rounds import Policy, Rounds, Tables, play, rounds
from crimecalc.tally import Counts

PLAYERS = (2, 3, 4)
WITH_FIVE = (*PLAYERS, 5)
"""Only with five can two come to eight chips or more together and have different numbers of them."""

Turn: TypeAlias = Literal["left", "right"]
Several: TypeAlias = Literal["all", "most", "first"]
Without: TypeAlias = Literal["loses", "skips"]
TURNS: tuple[Turn, ...] = ("left", "right")
SEVERAL: tuple[Several, ...] = ("all", "most", "first")
WITHOUT: tuple[Without, ...] = ("loses", "skips")
OPEN_RULES = [OpenRules(*chosen) for chosen in product(TURNS, SEVERAL, WITHOUT)]
SCRIPTS, ALONE, LONG = 300, 6, 40


class Scripts:
    """Whom each seat accuses in each round of many games, unless it has no chip, and where the murderer lies.

    Attributes:
        accused: shape (games, rounds, seats).
        murderer: shape (games, rounds).
    """

    def __init__(self, players: int, n: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.murderer = rng.integers(3, size=(n, LONG))
        # Some are often right, others often wrong; whoever is wrong mostly picks the place after the murderer's.
        right = rng.random((n, LONG, players)) < rng.choice([0, 0.2, 0.4, 0.7, 0.95], size=(n, 1, players))
        beside = np.where(rng.random((n, LONG, players)) < rng.random((n, 1, 1)), 1, 2)
        away = np.where(right, 0, beside)
        for game in range(1, n, 2):  # by chance alone, hardly ever do two have eight chips
            step = 1 if game % 4 == 1 else -1
            gained = dict.fromkeys(rng.choice(players, size=players // 2, replace=False).tolist(), 0)
            for number in range(LONG):
                order = [(-number + step * place) % players for place in range(players)]
                away[game, number] = giving(order, gained, rng)
        self.accused = (self.murderer[:, :, None] + away) % 3

    def game(self, game: int) -> plain_grove.Script:
        """One of the games, for the plain replay."""

        def script(number: int, order: list[int], has_chip: list[bool]) -> tuple[list[int | None], int]:
            said = self.accused[game, number].tolist()
            accused = [said[seat] if chip else None for seat, chip in zip(order, has_chip, strict=True)]
            return accused, int(self.murderer[game, number])

        return script

    def games(self, first: int = 0) -> PlayRound:
        """All games from one on, for the library, which plays a round of all of them in turn."""
        number = -1

        def play_round(
            playing: NDArray[np.intp], turns: NDArray[np.intp], has_chip: NDArray[np.bool_]
        ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
            nonlocal number
            number += 1
            accused = self.accused[first + playing, number][:, turns]
            return np.where(has_chip, accused, NOTHING), self.murderer[first + playing, number]

        return play_round


def giving(order: list[int], gained: dict[int, int], rng: np.random.Generator) -> list[int]:
    """A round in which some give chips to takers, who shall come to eight together, so gain the third together.

    Returns how far from the murderer each seat accuses.
    """
    givers: dict[int, list[int]] = {taker: [] for taker in gained}
    for seat in order:
        after = [taker for taker in gained if order.index(taker) > order.index(seat)]
        if seat not in gained and after and rng.random() < 0.8:
            givers[rng.choice(after)].append(seat)
    reach = [gained[taker] + len(seats) >= 3 for taker, seats in givers.items()]
    away = [0] * len(order)
    for place, (taker, seats) in enumerate(givers.items(), start=1):
        if seats and (all(reach) or gained[taker] + len(seats) < 3):
            gained[taker] += len(seats)
            for seat in (*seats, taker):
                away[seat] = place
    return away


@cache
def scripts(players: int) -> Scripts:
    return Scripts(players, SCRIPTS, seed=players)


@cache
def replayed(players: int, rules: OpenRules, most_rounds: int) -> tuple[plain_grove.Game, ...]:
    """Every script in the plain way."""
    written = scripts(players)
    return tuple(
        plain_grove.play_game(
            players, written.game(game), most_rounds, turn=rules.turn, several=rules.several, without=rules.without
        )
        for game in range(SCRIPTS)
    )


def counted(players: int, games: list[plain_grove.Game] | tuple[plain_grove.Game, ...]) -> Games:
    """The same as the library counts it."""
    return Games(
        n=len(games),
        players=players,
        rounds=Counts(Counter(game.rounds for game in games)),
        losses=Counts(Counter(seat for game in games for seat in game.losers)),
        unfinished=sum(game.broken_off for game in games),
        chips_moved=sum(game.chips_moved for game in games),
        both_at_limit=sum(len(game.at_limit) > 1 for game in games),
        without_chip=sum(game.without_chip for game in games),
        games_without_chip=sum(game.without_chip > 0 for game in games),
    )


# --- chips over whole games -------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (3, 4)), 5])
@pytest.mark.parametrize("rules", OPEN_RULES, ids=lambda rules: f"{rules.turn}-{rules.several}-{rules.without}")
def test_games_go_as_they_do_chip_by_chip(players: int, rules: OpenRules) -> None:
    for most_rounds in (7, LONG):
        games = replayed(players, rules, most_rounds)
        found = play_games(scripts(players).games(), SCRIPTS, players, rules, most_rounds)
        assert found == counted(players, games)
    for game in range(ALONE):
        alone = play_games(scripts(players).games(first=game), 1, players, rules, LONG)
        assert alone == counted(players, games[game : game + 1])


@pytest.mark.exhaustive
def test_the_scripts_lead_to_every_open_case() -> None:
    for players, rules in product(WITH_FIVE, OPEN_RULES):
        games = replayed(players, rules, LONG)
        assert 20 < sum(game.broken_off for game in replayed(players, rules, 7)) < SCRIPTS - 20
        assert sum(game.without_chip > 0 for game in games) > 20
        assert sum(len(game.at_limit) > 0 for game in games) > 20
        if rules.without == "loses":
            assert sum(len(game.losers) > 1 and not game.at_limit for game in games) > 5
        else:
            assert sum(game.rounds < LONG and game.broken_off for game in games) > 5
            assert players == 2 or any(game.without_chip > 0 and game.at_limit for game in games)


@pytest.mark.parametrize(("players", "most"), [(4, {2}), (5, {1, 2})])
def test_two_come_to_eight_chips_together_in_some_scripts(players: int, most: set[int]) -> None:
    """Not with three, who have 15 chips; with four each of the two has eight, as each takes one other chip."""
    for rules in OPEN_RULES:
        several = [game for game in replayed(players, rules, LONG) if len(game.at_limit) > 1]
        tied = [game for game in several if len(set(game.at_limit)) == 1]
        assert len(tied) > 10
        assert len(several) - len(tied) > 2 if players == 5 else len(several) == len(tied)
        assert {len(game.losers) for game in several} == {"all": {2}, "most": most, "first": {1}}[rules.several]


def test_the_discoverer_and_the_turn_pass_as_the_rules_say() -> None:
    for turn, expected in (
        ("left", [[0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 0, 1], [1, 2, 3, 0], [0, 1, 2, 3]]),
        ("right", [[0, 3, 2, 1], [3, 2, 1, 0], [2, 1, 0, 3], [1, 0, 3, 2], [0, 3, 2, 1]]),
    ):
        seen: list[list[int]] = []

        def all_are_right(
            playing: NDArray[np.intp], turns: NDArray[np.intp], has_chip: NDArray[np.bool_], seen: Any = seen
        ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
            seen.append(turns.tolist())
            assert has_chip.all()
            return np.ones(has_chip.shape, dtype=np.intp), np.ones(len(playing), dtype=np.intp)

        rules = OpenRules(turn=turn)  # type: ignore[arg-type]
        games = play_games(all_are_right, 3, 4, rules, 5)
        assert seen == expected
        assert games.rounds == Counts({5: 3})
        assert (games.unfinished, games.chips_moved, games.losses) == (3, 0, Counts())


# --- rounds in which some have no chip --------------------------------------------------------


def plain_round(played: Rounds, row: int, policies: tuple[Policy, ...], chips: tuple[bool, ...]) -> list[int]:
    """One of the rounds in the plain way: accusations by turn, then the murderer's position."""
    tables = played.tables
    cards = plain_grove.DECKS[tables.players]
    numbers = [*tables.ring[row].tolist(), int(tables.victim[row]), *tables.suspects[row].tolist()]
    deal = tuple(cards[number] for number in numbers)
    guesses = tables.guesses[:, row].tolist()
    accused, murderer = plain_grove.play_round(tables.players, policies, chips, deal, int(tables.unseen[row]), guesses)
    return [*(NOTHING if place is None else place for place in accused), murderer]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("policies", "chips"),
    [
        (("honest", "honest"), (False, True)),
        (("honest", "reasoning"), (False, True)),
        (("reasoning", "honest"), (True, False)),
        (("random", "reasoning"), (False, True)),
        (("honest", "honest", "reasoning"), (False, True, True)),
        (("honest", "honest", "reasoning"), (True, False, True)),
        (("honest", "honest", "reasoning"), (False, False, True)),
        (("honest without swap", "honest", "honest"), (True, False, True)),
        (("reasoning", "reasoning", "reasoning"), (False, True, True)),
        (("reasoning without swap", "reasoning", "reasoning"), (True, False, True)),
        (("reasoning", "random", "reasoning"), (False, True, True)),
        (("reasoning", "random", "reasoning"), (True, False, True)),
        (("random", "reasoning", "reasoning"), (True, True, True)),
        (("honest", "honest", "honest", "honest"), (False, True, False, True)),
        (("honest", "honest", "reasoning", "honest"), (True, False, True, True)),
    ],
    ids=lambda case: "-".join("chip" if has is True else "none" if has is False else has for has in case),
)  # fmt: skip
def test_rounds_with_a_player_without_a_chip_go_as_a_plain_recursion_finds(
    policies: tuple[Policy, ...], chips: tuple[bool, ...]
) -> None:
    played = rounds(len(policies), policies, chips)
    rows = random.Random(1).sample(range(len(played.murderer)), 40)
    found = [[*played.accused[:, row].tolist(), int(played.murderer[row])] for row in rows]
    assert found == [plain_round(played, row, policies, chips) for row in rows]


def test_a_discoverer_without_a_chip_swaps_all_the_same() -> None:
    with_chip, without = (rounds(3, ("honest",), (chip,)) for chip in (True, False))
    assert (with_chip.swap == without.swap).all()
    assert (without.swap != NOTHING).any()
    assert (without.accused == NOTHING).all()


# --- simulated games, card by card ------------------------------------------------------------


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch) -> list[Rounds]:
    """The rounds that simulated games play from now on."""
    seen: list[Rounds] = []

    def recording(tables: Tables, policies: tuple[Policy, ...], chips: tuple[bool, ...]) -> Rounds:
        seen.append(play(tables, policies, chips))
        return seen[-1]

    monkeypatch.setattr(simulation, "play", recording)
    return seen


@pytest.mark.exhaustive
@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize(
    "policies",
    [
        ("honest", "random"),
        ("reasoning", "random", "honest without swap"),
        ("random", "reasoning", "reasoning"),
        ("honest", "random", "random", "honest without swap"),
    ],
    ids="-".join,
)
def test_simulated_games_go_as_the_same_cards_do_in_plain_games(
    recorded: list[Rounds], policies: tuple[Policy, ...], turn: Turn
) -> None:
    players = len(policies)
    turns_without = 0
    for seed in range(8):
        recorded.clear()
        found = simulate(policies, 1, seed, players=players, turn=turn, without="skips", most_rounds=LONG)

        def script(number: int, order: list[int], has_chip: list[bool]) -> tuple[list[int | None], int]:
            by_turn = tuple(policies[seat] for seat in order)
            *accused, murderer = plain_round(recorded[number], 0, by_turn, tuple(has_chip))
            return [None if place == NOTHING else place for place in accused], murderer

        game = plain_grove.play_game(players, script, LONG, turn=turn, several="all", without="skips")
        assert len(recorded) == game.rounds
        assert found == counted(players, [game])
        turns_without += game.without_chip
    assert turns_without > 0


# --- simulated rounds against what is exact ---------------------------------------------------


def moved(accused: tuple[int | None, ...], murderer: int) -> int:
    """Chips that go to another player: all at a wrong suspect but that of whoever takes them."""
    return sum(max(0, accused.count(place) - 1) for place in range(3) if place != murderer)


def counts_over_all_rounds(
    players: int, policy: str, of: Callable[[tuple[int | None, ...], int], int]
) -> Counter[int]:
    """How often each number comes up over every deal and every position that the discoverer may leave unseen."""
    found: Counter[int] = Counter()
    for deal in permutations(plain_grove.DECKS[players], players + 4):
        for unseen in range(3):
            accused, murderer = plain_grove.play_round(
                players, (policy,) * players, (True,) * players, deal, unseen, ()
            )
            found[of(tuple(accused), murderer)] += 1
    return found


def agrees(total: int, n: int, exact: Counter[int]) -> bool:
    """Whether a sum over ``n`` rounds lies within 4.5 standard errors of what is exact."""
    times = sum(exact.values())
    mean = sum(number * count for number, count in exact.items()) / times
    variance = sum((number - mean) ** 2 * count for number, count in exact.items()) / times
    return bool(abs(total / n - mean) < 4.5 * (variance / n) ** 0.5)


@pytest.mark.parametrize("policy", ["honest", "honest without swap", "reasoning"])
def test_chips_change_hands_as_often_as_in_all_rounds_of_two(policy: Policy) -> None:
    n = 20_000
    games = simulate(policy, n, seed=5, players=2, most_rounds=1)
    assert games.unfinished == n
    assert agrees(games.chips_moved, n, counts_over_all_rounds(2, policy, moved))


@pytest.mark.parametrize("players", PLAYERS)
def test_chips_of_those_who_accuse_at_random_change_hands_as_often_as_counted(players: int) -> None:
    n = 20_000
    exact = Counter(moved(accused, 0) for accused in product(range(3), repeat=players))
    assert players != 2 or Fraction(exact[1], exact.total()) == Fraction(2, 9)
    assert agrees(simulate("random", n, seed=6, players=players, most_rounds=1).chips_moved, n, exact)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_simulated_discoverer_is_right_as_often_as_the_exact_value_says(
    recorded: list[Rounds], players: int
) -> None:
    n = 20_000
    for policy, swap in (("honest", True), ("honest without swap", False)):
        recorded.clear()
        simulate(policy, n, seed=7, players=players, most_rounds=1)  # type: ignore[arg-type]
        assert sum(len(played.murderer) for played in recorded) == n
        right = sum(int((played.accused[0] == played.murderer).sum()) for played in recorded)
        value = discoverer_value(players, swap)
        wrong = value.denominator - value.numerator
        assert agrees(right, n, Counter({1: value.numerator, 0: wrong}))


def test_simulated_players_are_right_as_often_as_in_all_rounds_of_three(recorded: list[Rounds]) -> None:
    n = 20_000
    simulate("reasoning", n, seed=8, players=3, most_rounds=1)
    everything = rounds(3, ("reasoning",) * 3, (True,) * 3)
    for turn in range(3):
        exact = Counter((everything.accused[turn] == everything.murderer).astype(int).tolist())
        right = sum(int((played.accused[turn] == played.murderer).sum()) for played in recorded)
        assert agrees(right, n, exact)
