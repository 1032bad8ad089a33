"""Countable sentences of the rules of In a Grove about chips and whole games; those about cards come first.

Sentences are found by their paragraph, as in :mod:`~crimecalc.claims.in_a_grove_cards`.
"""

from __future__ import annotations

from itertools import pairwise, product
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crimecalc.claims.claim import Reading, claim
from crimecalc.claims.in_a_grove_cards import PLAYERS
from crimecalc.games.in_a_grove.chips import CHIPS, LIMIT, NOTHING, Games, OpenRules, play_games, settle_chips
from crimecalc.games.in_a_grove.rules import POSITIONS
from crimecalc.games.in_a_grove.simulation import simulate
from crimecalc.rendering import listed

__all__: list[str] = []

Numbers = NDArray[np.intp]


def _settled(players: int) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Every way to accuse with every murderer: accusations, murderers, chips lost and chips taken."""
    every = np.array(list(product(POSITIONS, repeat=players + 1)))
    accused, guilty = every[:, :players], every[:, players]
    return accused, guilty, *settle_chips(accused, guilty)


@claim("in-a-grove/right-chips", "Accusations", "Whoever accused the murderer takes the chip back.")
def _right_chips() -> Reading:
    right, found = True, []
    for players in PLAYERS:
        accused, guilty, spent, _ = _settled(players)
        correct = accused == guilty[:, None]
        right &= not spent[correct].any() and bool((spent[~correct] == 1).all())
        found.append(f"{players} players: {int(spent[correct].sum())} of {int(correct.sum())} right chips lost")
    return Reading(right, "; ".join(found))


@claim(
    "in-a-grove/top-chip",
    "Accusations",
    "All chips at a wrong suspect go to the player whose chip is on top.",
)
def _top_chip() -> Reading:
    right = total = 0
    for players in PLAYERS:
        every, guilty, _, taken = _settled(players)
        for accused, culprit, got in zip(every.tolist(), guilty.tolist(), taken.tolist(), strict=True):
            expected = [0] * players
            for position in POSITIONS:
                stack = [player for player, said in enumerate(accused) if said == position]
                if stack and position != culprit:
                    expected[stack[-1]] += len(stack)
            right += got == expected
            total += 1
    return Reading(right == total, f"in {right} of {total} rounds of two, three and four players")


@claim("in-a-grove/liar-chips", "Accusations", "Each chip that is taken so is turned into a liar chip.")
def _liar_chips() -> Reading:
    right, found = True, []
    for players in PLAYERS:
        _, _, spent, taken = _settled(players)
        right &= bool((spent.sum(axis=1) == taken.sum(axis=1)).all())
        found.append(f"{players} players: up to {int(taken.sum(axis=1).max())}")
    return Reading(right, f"as many appear as accusation chips go, in any round; {'; '.join(found)}")


BROKEN_OFF = 20
"""Rounds after which games with somebody who is always wrong are broken off."""


def _always_wrong(players: int) -> tuple[Games, Numbers]:
    """A game for each seat that alone accuses a wrong suspect in every round; and who was the discoverer in each."""
    discoverers: list[int] = []

    def play_round(playing: Numbers, turns: Numbers, has_chip: NDArray[np.bool_]) -> tuple[Numbers, Numbers]:
        discoverers.append(int(turns[0]))
        accused = np.where(turns == playing[:, None], 1, 0)
        return np.where(has_chip, accused, NOTHING), np.zeros(len(playing), dtype=np.intp)

    games = play_games(play_round, players, players, OpenRules(), most_rounds=BROKEN_OFF)
    return games, np.array(discoverers)


@claim("in-a-grove/five-chips", "Set-up", "Everybody starts with five accusation chips.")
def _five_chips() -> Reading:
    lengths = {rounds for players in PLAYERS for rounds in _always_wrong(players)[0].rounds}
    found = f"whoever is wrong in every round, alone, can accuse {listed(sorted(lengths))} times"
    return Reading(lengths == {5}, found)


@claim(
    "in-a-grove/always-a-chip",
    "Accusations",
    "The discoverer and, in turn, all others accuse with an accusation chip, for which liar chips do not serve.",
    "fails",
)
def _always_a_chip() -> Reading:
    without = {p: simulate("honest", 300, seed=1, players=p).games_without_chip for p in PLAYERS}
    short = min(rounds for rounds in _always_wrong(max(PLAYERS))[0].rounds)
    found = listed(f"{times} with {players} players" for players, times in without.items())
    return Reading(
        not any(without.values()) and short == BROKEN_OFF,
        f"it cannot always be carried out: the accusation chips can run out after {short} rounds; of 300 honest games "
        f"each it came to that in {found}",
    )


@claim("in-a-grove/to-the-right", "Last paragraph", "The discoverer's role passes to the right after each round.")
def _to_the_right() -> Reading:
    right, found = True, []
    for players in PLAYERS:
        order = _always_wrong(players)[1].tolist()
        right &= order == [-number % players for number in range(len(order))]  # seat 1 is on the left of seat 0
        found.append(f"{players} players: seats {', '.join(map(str, order))}")
    return Reading(right, f"{'; '.join(found)}, counted to the left")


class _Round(NamedTuple):
    """A round of many games.

    Attributes:
        discoverer: whose seat it is.
        games: the games in which it is played.
        undecided: those in which nobody has eight chips after it.
    """

    discoverer: int
    games: Numbers
    undecided: Numbers


def _all_games(players: int, most: int) -> tuple[Games, Numbers, list[_Round]]:
    """Every way in which the first rounds can go, a game for each: the chips of each seat in the end, and the rounds.

    The murderer lies at 0; the two other suspects can be exchanged, so the first wrong accusation is at 1.
    """
    every = np.array([way for way in product(POSITIONS, repeat=players) if [*filter(None, way), 1][0] == 1])
    n = len(every) ** most
    chips = np.full((n, players), CHIPS)
    played: list[_Round] = []

    def play_round(playing: Numbers, turns: Numbers, has_chip: NDArray[np.bool_]) -> tuple[Numbers, Numbers]:
        accused = np.where(has_chip, every[playing // len(every) ** len(played) % len(every)], NOTHING)
        murderer = np.zeros(len(playing), dtype=np.intp)
        spent, taken = settle_chips(accused, murderer)
        chips[playing[:, None], turns] += taken - spent
        played.append(_Round(int(turns[0]), playing, playing[(chips[playing] < 8).all(axis=1)]))
        return accused, murderer

    return play_games(play_round, n, players, OpenRules(without="skips"), most), chips, played


ROUNDS = {2: 5, 3: 3, 4: 3}
"""Rounds that are gone through in every way."""


@claim("in-a-grove/eight-chips", "Last paragraph", "Whoever has eight or more chips of both kinds has lost.")
def _eight_chips() -> Reading:
    right, found = True, []
    for players, most in ROUNDS.items():
        games, chips, _ = _all_games(players, most)
        right &= all(games.losses[seat] == int((chips[:, seat] >= 8).sum()) for seat in range(players))
        over = games.n - games.unfinished
        found.append(
            f"{players} players, {most} rounds: {over:,} of {games.n:,} ways end it, up to {int(chips.max())} chips"
        )
    return Reading(right, f"exactly then the game is over; {'; '.join(found)}")


@claim("in-a-grove/one-loser", "Last paragraph", "It is one player who loses.", "ambiguous")
def _one_loser() -> tuple[Reading, ...]:
    few = [players * CHIPS for players in (2, 3)]
    script = _two_at_once(4)
    losers = sum(_played(4, script).losses.values())
    found = f"two can come to {LIMIT} chips at once in round {len(script)}" if script else "two never do at once"
    return (
        Reading(
            max(few) < 2 * LIMIT,
            f"there are {' or '.join(map(str, few))} chips, two losers would need {2 * LIMIT}",
            taken_as="two or three play",
        ),
        Reading(losers < 2, found, taken_as="four play"),
    )


def _two_at_once(players: int) -> tuple[tuple[int, ...], ...]:
    """The shortest way to accuse in which two come to the limit in the same round, or an empty one.

    Only so many rounds are tried as everybody has chips for, whatever happens.
    """
    accused, guilty, spent, taken = _settled(players)
    ways = {
        tuple(gain): tuple(way)
        for gain, way, place in zip((taken - spent).tolist(), accused.tolist(), guilty.tolist(), strict=True)
        if place == 0
    }
    reached: dict[tuple[int, ...], tuple[tuple[int, ...], ...]] = {(CHIPS,) * players: ()}
    for number in range(CHIPS):
        after: dict[tuple[int, ...], tuple[tuple[int, ...], ...]] = {}
        for (chips, script), (gain, way) in product(reached.items(), ways.items()):
            now = tuple(chips[seat] + gain[(seat + number) % players] for seat in range(players))
            after.setdefault(now, (*script, way))
        for chips, script in after.items():
            if sum(count >= LIMIT for count in chips) > 1:
                return script
        reached = {chips: script for chips, script in after.items() if max(chips) < LIMIT}
    return ()


def _played(players: int, script: tuple[tuple[int, ...], ...]) -> Games:
    """One game in which players accuse like this, by turn; the murderer lies at 0."""
    lines = iter(script)

    def play_round(playing: Numbers, _turns: Numbers, _has_chip: NDArray[np.bool_]) -> tuple[Numbers, Numbers]:
        return np.array([next(lines)]), np.zeros(len(playing), dtype=np.intp)

    return play_games(play_round, 1, players, OpenRules(), len(script))


@claim(
    "in-a-grove/another-round",
    "Last paragraph",
    "If nobody loses, another round follows, with the discoverer's right neighbour as the next discoverer.",
)
def _another_round() -> Reading:
    right, found = True, []
    for players, most in ROUNDS.items():
        _, _, played = _all_games(players, most)
        followed = total = 0
        for before, after in pairwise(played):
            right &= set(before.undecided.tolist()) == set(after.games.tolist())
            right &= after.discoverer == (before.discoverer - 1) % players  # seat 1 is on the left of seat 0
            followed += int(np.isin(before.undecided, after.games).sum())
            total += len(before.undecided)
        right &= total > 0
        found.append(f"{players} players: after {followed:,} of {total:,} rounds without a loser")
    return Reading(right, f"another round, and no other than then; {'; '.join(found)}")


@claim("in-a-grove/somebody-loses", "Last paragraph", "Rounds are played until somebody loses.", "ambiguous")
def _somebody_loses() -> tuple[Reading, ...]:
    readings = []
    ways: tuple[tuple[Literal["loses", "skips"], str], ...] = (
        ("loses", "whoever has no accusation chip left loses as well"),
        ("skips", "whoever has none left accuses nobody"),
    )
    for without, taken_as in ways:
        games = {p: simulate("honest", 200, seed=1, players=p, without=without, most_rounds=200) for p in PLAYERS}
        found = listed(f"{one.unfinished} with {players} players" for players, one in games.items())
        ended = not any(one.unfinished for one in games.values())
        readings.append(Reading(ended, f"of 200 honest games each these have no end: {found}", taken_as=taken_as))
    return tuple(readings)
