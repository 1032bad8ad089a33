from __future__ import annotations

import pickle
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np
import pytest

import crimecalc as cc
from crimecalc.games.king_of_hearts import Case, Games, simulate, simulation
from crimecalc.games.king_of_hearts.tables import CARDS, answer, cannot_know, choose, deal
from crimecalc.tally import Counts

HALF = Fraction(1, 2)


def test_tables_are_dealt_evenly_with_one_card_of_each_kind_set_aside() -> None:
    tables = deal(5, 50, np.random.SeedSequence(1))
    for holders, solution in zip(tables.holders.tolist(), tables.solutions.tolist(), strict=True):
        assert Counter(holders) == {0: 4, 1: 4, 2: 4, 3: 4, 4: 4, 5: 2}
        assert [holders[card] for card in solution] == [5, 5]
        assert solution[0] < 12 <= solution[1]


@pytest.mark.parametrize("chance", [Fraction(0), Fraction(1, 3), Fraction(1)])
def test_questions_are_answered_by_the_rules(chance: Fraction) -> None:
    tables = deal(4, 40, np.random.SeedSequence(2))
    rng = np.random.default_rng(3)
    by = np.arange(6) % 4
    said = answer(tables, by, *choose(tables, by, by == 1, rng), chance, rng)
    for game in range(40):
        for turn in range(6):
            holder = tables.holders[game].tolist()
            cards = [int(said.court[game, turn]), int(said.heart[game, turn])]
            if by[turn] != 1:
                assert by[turn] not in [holder[card] for card in cards]
            order = [(int(by[turn]) + step) % 4 for step in (1, 2, 3)]
            shower = next((seat for seat in order if seat in [holder[card] for card in cards]), -1)
            assert said.shower[game, turn] == shower
            held = [card for card in cards if holder[card] == shower]
            assert said.shown[game, turn] in (held or [-1])
            if len(held) == 2 and chance in (0, 1):
                assert said.shown[game, turn] == held[int(chance == 0)]


def test_who_is_told_not_to_know_yet_does_not() -> None:
    tables = deal(4, 12, np.random.SeedSequence(4))
    rng = np.random.default_rng(5)
    by = np.arange(20) % 4
    said = answer(tables, by, *choose(tables, by, np.ones(20, dtype=bool), rng), HALF, rng)
    open_ = cannot_know(tables, said, HALF)
    plan = simulation._Play(4, ("random",) * 4, (Fraction(1),) * 4, HALF, 100)
    told = 0
    for game, turn, seat in np.argwhere(open_[:, 5::7]).tolist():
        assert not simulation._knows(plan, tables, said, game, seat, 5 + 7 * turn + 1)
        told += 1
    assert told > 50
    assert not open_[:, -1].all()


def test_asking_at_once_finds_who_knows_first_as_one_by_one_does() -> None:
    """The same tables and questions, once halved with swaps, once turn by turn and seat by seat."""
    tables = deal(4, 6, np.random.SeedSequence(6))
    plan = simulation._Play(4, ("random",) * 4, (Fraction(1),) * 4, HALF, 72)
    games = simulation._at_once(plan, tables, np.random.default_rng(7))
    rng = np.random.default_rng(7)
    by = np.arange(24) % 4
    said = answer(tables, by, *choose(tables, by, plan.own_cards(by), rng), HALF, rng)
    checked = 0
    for game, found in enumerate(games):
        if found.turns > 24:
            continue
        hands = [[CARDS[card] for card in np.flatnonzero(tables.holders[game] == seat)] for seat in range(4)]
        cases = [Case(4, seat, hand) for seat, hand in enumerate(hands)]
        first = None
        for turn in range(24):
            cases = [case.recorded([simulation._seen(said, game, turn, seat)]) for seat, case in enumerate(cases)]
            order = [(turn + step) % 4 for step in range(4)]
            first = next((seat for seat in order if len(cases[seat].solution()) == 1), None)
            if first is not None:
                break
        assert (found.turns, found.winner) == (turn + 1, first)
        checked += 1
    assert checked >= 2


@pytest.mark.exhaustive
def test_games_depend_on_number_and_seed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "CHUNK", 8)
    alone = simulate("random", 20, seed=3)
    with ThreadPoolExecutor(2) as pool:
        assert simulate("random", 20, seed=3, executor=pool) == alone
    assert simulate("random", 20, seed=np.random.SeedSequence(3)) == alone
    assert simulate("random", 20, seed=4) != alone
    slow = simulate(["random", "best", "random", "random"], 2, seed=3, most_turns=2)
    assert simulate(["random", "best", "random", "random"], 2, seed=3, most_turns=2) == slow
    assert hash(pickle.loads(pickle.dumps(alone))) == hash(alone)


@pytest.mark.exhaustive
def test_whoever_waits_until_certain_never_guesses_wrong() -> None:
    games = simulate("not in hand", 40, seed=1, players=5)
    assert sum(games.wins[seat] for seat in range(5)) == games.n == 40
    assert games.wrong_guesses == Counts()
    assert sum(games.turns.values()) == 40


@pytest.mark.exhaustive
def test_the_best_question_beats_asking_at_random() -> None:
    games = simulate(["best", "random", "random", "random"], 8, seed=1)
    assert games.wins[0] >= 5  # a quarter would be 2
    assert games.mean_turns < simulate("random", 64, seed=1).mean_turns


def test_a_low_threshold_leads_to_wrong_guesses_and_a_game_without_a_winner() -> None:
    games = simulate("random", 20, seed=1, name=Fraction(1, 120))
    assert set(games.turns) == {1}  # everybody names a solution after the first question
    assert sum(games.wrong_guesses.values()) + sum(games.wins[seat] for seat in range(4)) <= 80
    assert games.wins[None] > 10
    assert games.wins[None] + sum(games.wins[seat] for seat in range(4)) == 20


@pytest.mark.exhaustive
def test_who_guessed_wrong_asks_no_more() -> None:
    plan = simulation._Play(4, ("random",) * 4, (Fraction(1, 120), *[Fraction(1)] * 3), HALF, 240)
    tables = deal(4, 3, np.random.SeedSequence(8))
    for game in range(3):
        played = simulation._one_by_one(plan, tables, game, np.random.default_rng(9))
        assert played.wrong == (0,)
        assert played.winner in (1, 2, 3)


def test_the_asker_may_name_first() -> None:
    """All name after any question; seat 1 asks the second one once seat 0 has guessed wrong, and so on to the left."""
    low = Fraction(1, 120)
    plan = simulation._Play(4, ("random",) * 4, (Fraction(1), Fraction(1), low, Fraction(1)), HALF, 240)
    tables = deal(4, 1, np.random.SeedSequence(8))
    assert simulation._one_by_one(plan, tables, 0, np.random.default_rng(9)).wrong == (2,)
    eager = simulation._Play(4, ("random",) * 4, (Fraction(1), low, Fraction(1), low), HALF, 240)
    order = simulation._one_by_one(eager, tables, 0, np.random.default_rng(9)).wrong
    assert order == (1, 3)
    assert simulation._round(2, 4) == [2, 3, 0, 1]


def test_a_game_is_broken_off_after_the_most_turns() -> None:
    games = simulate("random", 5, seed=1, most_turns=2)
    assert (games.turns, games.wins) == (Counts({2: 5}), Counts({None: 5}))
    slow = simulate("best", 2, seed=1, most_turns=1)
    assert (slow.turns, slow.wins[None]) == (Counts({1: 2}), 2)


def test_results_show_themselves() -> None:
    games = Games(4, 2, Counts({3: 2, 5: 2}), Counts({0: 3, None: 1}), Counts({1: 2}))
    assert (games.mean_turns, games.win_rate(0), games.win_rate(None)) == (4, 0.75, 0.25)
    assert games.standard_error == pytest.approx((1 / 3) ** 0.5)
    assert str(games).splitlines() == [
        "4 games, 4.00 questions on average (standard error 0.58)",
        "winner  games  share  wrong guesses",
        "seat 0  3      0.750  0",
        "seat 1  0      0.000  2",
        "nobody  1      0.250",
    ]
    assert "<caption>4 games" in games._repr_html_()
    with pytest.raises(cc.InvalidInput, match="win_rate: expected a seat from 0 to 1, or None, found 7"):
        games.win_rate(7)
    one = Games(1, 2, Counts({3: 1}), Counts({0: 1}), Counts())
    assert (one.standard_error, str(one).splitlines()[0]) == (inf, "1 games, 3.00 questions on average")
    assert games.to_frame().loc[1, "wrong_guesses"] == 2
    assert repr(games) == "<Games: 4 of 2 players, 4.00 questions on average>"


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"ask": "worst"}, "ask: expected 'best', 'random' or 'not in hand', found 'worst'"),
        ({"ask": ["best"]}, "ask: expected one for all, or one for each of the seats, 4 in all"),
        ({"n": 0}, "n: expected a positive whole number of games, found 0"),
        ({"players": 3}, "players: expected 2, 4, 5 or 10"),
        ({"name": "sure"}, "name: expected 'certain' or a probability as a Fraction, found 'sure'"),
        ({"name": Fraction(3, 2)}, "name: expected a probability above 0 and at most 1, found 3/2"),
        ({"name": True}, "name: expected 'certain' or a probability as a Fraction, found True"),
        ({"name": 0.9}, "name: expected an integer or a Fraction, found 0.9"),
        ({"shows": "both"}, "shows: expected 'uniform'"),
        ({"shows": Fraction(1, 10**20)}, "shows: expected a denominator below"),
        ({"most_turns": 0}, "most_turns: expected a positive whole number of questions"),
        ({"seed": -1}, "seed: expected an int"),
        ({"executor": 3}, "executor: expected a concurrent.futures.Executor"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(cc.InvalidInput, match=message):
        simulate(**{"ask": "random", "n": 5, **changed})
