"""What is claimed of OPENplay and its co-op variant, found a second time game by game, and made to fail."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import hypot
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import plain_deadcert
import plain_deadcert_tables as plain
import plain_solo
from crimecalc.claims import deadcert_open
from crimecalc.claims.claim import CLAIMS
from crimecalc.distribution import Distribution
from crimecalc.games.deadcert.board import NOWHERE, Board
from crimecalc.games.deadcert.formats import DETECTIVES
from findings import findings_of

NAMES = [name for name, claim in CLAIMS.items() if claim.check_it.__module__ == deadcert_open.__name__]
PLAYERS = (2, 3, 4, 5, 6)

pytestmark = pytest.mark.exhaustive  # the verdicts are checked in the default run

found = findings_of("deadcert")


# --- the figures, a second time ---------------------------------------------------------------


def test_so_many_play_as_are_printed() -> None:
    printed = {"OPENplay": "2, 3, 4, 5, 6", "COVERTplay": "2, 3, 4, 5", "SOLOplay": "1"}
    assert found("players").evidence == "; ".join(f"{name}: {numbers}" for name, numbers in printed.items())


@pytest.mark.parametrize("players", PLAYERS)
def test_a_table_by_hand_has_all_cards_in_the_stack_at_first(players: int) -> None:
    table = plain.Table(players, plain.cards())
    assert (sum(map(len, table.filed)), {card for row in table.chiefs for card in row}) == (0, {None})
    assert found("empty-handed").evidence.startswith(
        f"all {len(table.fresh)} cards are in the stack, from which 2 to 6"
    )


def test_as_many_people_play_at_as_many_tables_as_packs() -> None:
    most = {"OPENplay": 6, "COVERTplay": 5, "SOLOplay": 1}
    people = ", ".join(f"{5 * number} people in {name}" for name, number in most.items())
    assert found("group-formats").evidence == f"5 packs: {people}"
    assert found("co-op-format").evidence == "teams of 2, 3, 4, 5, 6 can play it; as many play OPENplay"


def test_each_format_is_won_about_as_often_as_played_one_by_one() -> None:
    told = [int(word) for word in found("formats").evidence.partition("wins")[2].split() if word.isdigit()]
    rng, games = Random(6), 40
    open_ = sum(plain.play_open(("patient",) * 3, rng)[0] is not None for _ in range(games)) / games
    solo, error = plain_solo.win_rate("C6", 200, seed=2)
    assert abs(told[0] / 50 - open_) < 0.1
    assert abs(told[2] / 50 - solo) < 4 * (0.07**2 + error**2) ** 0.5


def test_of_all_suspects_laid_by_hand_three_stay() -> None:
    chief: dict[int, plain.Card] = {}
    filed = []
    for card in plain.cards():
        if isinstance(card, plain.Suspect):
            filed += [chief[card.type]] if card.type in chief else []
            chief[card.type] = card
    assert sorted(chief) == [0, 1, 2]
    assert found("three-chief-suspects").evidence.endswith(f"and {len(filed)} are filed")


def test_each_level_of_snoops_allows_as_many_swaps_as_by_the_plain_rule() -> None:
    for level, times in ((1, 3), (2, 9)):
        allowed = sum(len(plain.Snoop(level, number).allowed) for number in range(3))
        assert allowed == times
        assert f"in {allowed} of 9 at level {level}" in found("open-swap").evidence


KILLERS = [plain.Suspect(plain.KILLER, kind) for kind in range(3)]


def singles(kind: int) -> list[plain.Card]:
    """Suspects of a type who are on no other card."""
    return [card for card in plain.cards() if isinstance(card, plain.Suspect) and card.type == kind and card.name > 9]


def on_top(first: list[plain.Card]) -> list[plain.Card]:
    return [*first, *(card for card in plain.cards() if card not in first)]


def test_each_snoop_is_fetched_once_by_hand() -> None:
    table = plain.Table(4, plain.cards())
    snoops = [card for card in (table.fetch() for _ in range(54)) if isinstance(card, plain.Snoop)]
    assert len(snoops) == len(set(snoops))
    assert found("used-snoops").evidence.startswith(f"{50 * len(snoops)} snoops are fetched in 50 games")
    assert found("used-snoops").evidence.endswith("exchanged after that 0 are snoops")


def test_turns_by_hand_are_cards_fetched_and_cards_exchanged() -> None:
    turns: list[list[int]] = [[], []]
    for players in PLAYERS:
        others = singles(2)[:players]
        for first, lengths in zip((others[0], singles(0)[0]), turns, strict=True):
            deck = on_top([first, *others[1:], *KILLERS])
            lengths.append(plain.play_open(("exchange",) * players, Random(0), deck=deck)[1])
    cards = ", ".join(str(players + 3) for players in PLAYERS)
    more = {late - early for early, late in zip(*turns, strict=True)}
    assert found("one-card-a-turn").evidence == (
        f"games that end when {cards} cards have been fetched take {', '.join(map(str, turns[0]))} turns, "
        f"and {', '.join(map(str, more))} more with one exchange"
    )


def test_a_team_by_hand_wins_only_with_both_earlier_cards_visible() -> None:
    snoops: list[plain.Card] = [card for card in plain.cards() if isinstance(card, plain.Snoop)]
    rivals: list[plain.Card] = [plain.Suspect(9, 2), plain.Suspect(9, 1)]  # on means and opportunity
    won = {}
    for first, second in product((True, False), repeat=2):
        before = [*(snoops[:2] if second else rivals), snoops[2] if first else singles(0)[0], snoops[3]]
        won[first, second] = plain.play_coop(("keep", "keep"), Random(0), deck=on_top([*before, *KILLERS]))
    assert won == {
        (True, True): (True, 7),
        (True, False): (False, 7),
        (False, True): (False, 7),
        (False, False): (False, 7),
    }
    assert found("co-op-win").evidence == (
        "two detectives, the third card in turn 7: won with 0 of the earlier two filed, lost with 1, 1, 2"
    )


@pytest.mark.parametrize("players", PLAYERS)
def test_winners_are_as_many_and_as_likely_as_by_hand(players: int) -> None:
    ways = list(product(range(players), repeat=3))
    apart = sum(len(set(way)) == 3 for way in ways)
    for way in ways:
        chiefs: plain.Chiefs = [
            [plain.Suspect(plain.KILLER, kind) if way[kind] == seat else None for kind in range(3)]
            for seat in range(players)
        ]
        assert (plain.winner_of(chiefs) is None) == (len(set(way)) == 3)
    nobody = plain_deadcert.open_play_split(players)["different"]
    assert nobody == plain_deadcert.open_play_winner(players).get(None, 0)
    assert f"{players} players: {apart} ways, probability {nobody}" in found("no-winner").evidence
    several = f"{players} players: {len(ways) - apart} of {len(ways)} ways, probability {1 - nobody}"
    assert several in found("two-or-three").evidence


def test_the_last_card_is_the_third_as_often_as_counted() -> None:
    last = plain_deadcert.killer_card_draw(3)[54]
    assert found("before-the-end").readings[0].evidence == f"the third is the last card with probability {last}"


def test_what_is_wanting_by_hand_has_been_filed() -> None:
    rng, wanting = Random(4), 0
    for _ in range(500):
        chief: set[tuple[int, int]] = set()
        for draw, card in enumerate(plain.shuffled((3, 3, 3), rng)):
            if isinstance(card, plain.Suspect) and (draw % 6, card.type) not in chief:
                chief.add((draw % 6, card.type))
            elif isinstance(card, plain.Suspect):
                wanting += card.name == plain.KILLER
    told, _of, all_, *_ = found("neglected").evidence.split()
    assert told == all_
    # Each of 1,500 cards is filed with nearly 5/8: a difference of two counts has an error below 30.
    assert abs(int(told) - wanting) < 120


@pytest.mark.parametrize(("policy", "reading"), [("patient", 1), ("keep", 2)])
def test_games_end_early_as_often_as_played_one_by_one(policy: str, reading: int) -> None:
    rng, games = Random(3), 120
    early = [sum(plain.play_open((policy,) * n, rng)[1] < 54 for _ in range(games)) for n in (2, 4, 6)]
    assert all((2 * times > games) == found("before-the-end").readings[reading].holds for times in early)


@pytest.mark.exhaustive
def test_six_succeed_more_often_than_two_played_one_by_one() -> None:
    rng, games = Random(5), 250
    for policy, who in (("keep", "do nothing else"), ("team", "filed cards for each other")):
        two, six = (sum(plain.play_coop((policy,) * n, rng)[0] for _ in range(games)) / games for n in (2, 6))
        error = hypot(*((rate * (1 - rate) / games) ** 0.5 for rate in (two, six)))
        assert six - two > 3 * error
        words = found("co-op").evidence.partition(f"{who}: ")[2].split(" ±")[0].split(", ")
        for rate, share in ((two, words[0]), (six, words[-1])):
            assert abs(rate - float(share)) < 4 * (0.25 / games + 0.013**2) ** 0.5


# --- made to fail -----------------------------------------------------------------------------


class Dealt(Board):
    """A board on which somebody has a chief suspect from the start."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.chief[0, 0] = 3


def one_winner(board: Board) -> Any:
    return np.zeros(board.chief_of.shape[1], dtype=np.int8)


def nobody_wins(board: Board) -> Any:
    return one_winner(board) + NOWHERE


def no_step(*_: Any) -> None:
    return None


def as_good_with_any(*_: Any, **__: Any) -> Any:
    return SimpleNamespace(success_probability=0.5, standard_error=0.01)


def better_with_fewer(*_: Any, players: int) -> Any:
    return SimpleNamespace(success_probability=1 / players, standard_error=0.01)


def hardly_better(*_: Any, players: int) -> Any:
    return SimpleNamespace(success_probability=0.5 + players / 1000, standard_error=0.01)


def games_of(length: int) -> Callable[..., Any]:
    return lambda _policy, games, *_, **__: SimpleNamespace(lengths={length: games})


@pytest.mark.parametrize(
    ("what", "owner", "name", "instead"),
    [
        ("players", deadcert_open, "check_players", no_step),
        ("three-chief-suspects", Board, "lay", no_step),
        ("empty-handed", deadcert_open, "Board", Dealt),
        ("empty-handed", Board, "file", no_step),
        ("formats", deadcert_open, "DETECTIVES", {**DETECTIVES, "TEAMplay": (2, 4)}),
        ("formats", deadcert_open, "simulate_solo", lambda *_: SimpleNamespace(wins=0)),
        ("co-op-format", deadcert_open, "simulate_coop", as_good_with_any),
        ("group-formats", deadcert_open, "most_people", lambda packs, _: 6 * packs),
        ("used-snoops", Board, "best_filed", lambda _, _seat, games, *__: np.full(len(games), 16)),
        ("used-snoops", Board, "swap", no_step),
        ("one-card-a-turn", deadcert_open, "play_open", lambda players, *_: (None, [len(players) + 3] * 2)),
        ("one-card-a-turn", deadcert_open, "play_open", lambda *_: (None, [9, 10])),
        ("co-op-win", deadcert_open, "play_coop", lambda *_: ([True], [7])),
        ("co-op-win", deadcert_open, "play_coop", lambda *_: ([False], [7])),
        ("co-op-win", Board, "lay", no_step),
        ("open-swap", Board, "swap", no_step),
        ("two-or-three", Board, "winner", nobody_wins),
        ("two-or-three", deadcert_open, "open_play_winner", lambda _: Distribution({None: 1})),
        ("no-winner", Board, "winner", one_winner),
        ("no-winner", deadcert_open, "open_play_seats", lambda _: Distribution({(0, 0, 1): 1})),
        ("neglected", Board, "file", no_step),
        ("neglected", Board, "lay", no_step),
        ("co-op", deadcert_open, "simulate_coop", as_good_with_any),
        ("co-op", deadcert_open, "simulate_coop", better_with_fewer),
        ("co-op", deadcert_open, "simulate_coop", hardly_better),
    ],
)
def test_a_wrong_rule_is_found(
    monkeypatch: pytest.MonkeyPatch, what: str, owner: Any, name: str, instead: Any
) -> None:
    monkeypatch.setattr(owner, name, instead)
    assert CLAIMS[f"deadcert/{what}"].check().verdict == "fails"


def test_games_that_end_otherwise_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadcert_open, "simulate_open", games_of(53))
    assert CLAIMS["deadcert/before-the-end"].check().verdict == "holds"
    monkeypatch.setattr(deadcert_open, "simulate_open", games_of(54))
    monkeypatch.setattr(deadcert_open, "killer_card_draw", lambda _: {54: Fraction(1, 2)})
    assert CLAIMS["deadcert/before-the-end"].check().verdict == "fails"
