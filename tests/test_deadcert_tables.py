from __future__ import annotations

import pickle
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from typing import Any

import numpy as np
import pytest

import crimecalc as cc
import plain_deadcert_tables as plain
from crimecalc.games import deadcert
from crimecalc.games.deadcert import Split, covert, open_play, simulate_coop, simulate_covert, simulate_open
from crimecalc.games.deadcert.covert import _values, gather
from crimecalc.games.deadcert.hands import EMPTY, Hands
from crimecalc.games.deadcert.open_play import play_coop, play_open
from crimecalc.games.deadcert.results import CoopGames, TableGames
from crimecalc.games.deadcert.tables import numbered, shuffled
from crimecalc.tally import Counts

SPLITS = (Split(3, 3, 3), Split(9, 0, 0), Split(1, 2, 6))


def plain_deck(split: Split, deck: Any) -> list[plain.Card]:
    cards = numbered(split)
    return [
        plain.Snoop(int(cards.snoop[card]), int(cards.kind[card]))
        if cards.snoop[card]
        else plain.Suspect(int(cards.name[card]), int(cards.kind[card]))
        for card in deck
    ]


# --- open play and co-op: nothing is left to chance once the cards are shuffled ----------------


@pytest.mark.parametrize("players", [2, 4, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (3, 5, 6))])
def test_open_play_goes_as_it_goes_one_by_one(players: int) -> None:
    rng = random.Random(players)
    for split in SPLITS:
        decks = shuffled(split, 60, np.random.default_rng(players))
        mixed = tuple(rng.choice(deadcert.OPEN_POLICIES) for _ in range(players))
        for policies in (mixed, ("exchange",) * players, ("patient",) * players):
            winner, turns = play_open(policies, split, decks)
            for game, deck in enumerate(decks):
                expected = plain.play_open(policies, rng, deck=plain_deck(split, deck))
                assert (winner[game] if winner[game] >= 0 else None, turns[game]) == expected


@pytest.mark.exhaustive
@pytest.mark.parametrize("players", range(2, 7))
def test_the_co_op_variant_goes_as_it_goes_one_by_one(players: int) -> None:
    rng = random.Random(players)
    for split in SPLITS:
        decks = shuffled(split, 80, np.random.default_rng(players))
        mixed = tuple(rng.choice(deadcert.COOP_POLICIES) for _ in range(players))
        for policies in (mixed, ("team",) * players):
            success, turns = play_coop(policies, split, decks)
            for game, deck in enumerate(decks):
                assert (success[game], turns[game]) == plain.play_coop(policies, rng, deck=plain_deck(split, deck))


def test_a_co_op_game_without_exchanges_ends_with_the_killers_third_card() -> None:
    games = simulate_coop("keep", 20_000, seed=1, players=3)
    exact = deadcert.killer_card_draw(3)
    assert games.mean_length == pytest.approx(
        float(exact.expectation()), abs=4 * sqrt(float(exact.variance()) / games.n)
    )


@pytest.mark.exhaustive
def test_more_detectives_succeed_more_often_together() -> None:
    rates = [simulate_coop("team", 3000, seed=1, players=players).success_probability for players in range(2, 7)]
    assert rates == sorted(rates)
    assert rates[0] + 0.2 < rates[-1]


@pytest.mark.exhaustive
def test_patient_detectives_leave_no_game_without_a_winner() -> None:
    games = simulate_open("patient", 4000, seed=1, players=4)
    assert games.no_winner == 0
    assert simulate_open("exchange", 4000, seed=1, players=4).no_winner > 0.4
    assert all(abs(games.win_rate(seat) - 0.25) < 5 * games.standard_error(seat) for seat in range(4))


# --- covert play ------------------------------------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("policies", "split"),
    [
        (["fetch"] * 2, Split(3, 3, 3)),
        (["snoop"] * 3, Split(3, 3, 3)),
        (["declare", "snoop", "fetch"], Split(1, 2, 6)),
        (["declare"] * 4, Split(3, 3, 3)),
        (["snoop", "fetch", "declare", "snoop", "snoop"], Split(9, 0, 0)),
    ],
)
def test_covert_play_is_won_as_often_as_one_by_one(policies: Any, split: Split) -> None:
    n = 500
    games = simulate_covert(policies, 6000, seed=2, players=len(policies), split=split, most_rounds=30)
    rng = random.Random(3)
    wins: Counter[int | None] = Counter()
    knew: Counter[int] = Counter()
    rounds = []
    for _ in range(n):
        winner, length, identified = plain.play_covert(policies, rng, split.doubles, most_rounds=30)
        wins[winner] += 1
        rounds.append(length)
        knew.update(seat for seat, known in enumerate(identified) if known)
    for seat in [*range(len(policies)), None]:
        rate = games.win_rate(seat)
        assert abs(rate - wins[seat] / n) < 4 * sqrt(rate * (1 - rate) * (1 / n + 1 / games.n))
        if seat is not None:
            rate = games.identified[seat] / games.n
            assert abs(rate - knew[seat] / n) < 4 * sqrt(rate * (1 - rate) * (1 / n + 1 / games.n))
    assert games.mean_length == pytest.approx(float(np.mean(rounds)), abs=4 * float(np.std(rounds)) / sqrt(n))


def one_table(players: int, seed: int = 1) -> Hands:
    """An empty table with all cards in the fresh stack."""
    split = Split(3, 3, 3)
    return Hands(players, split, shuffled(split, 1, np.random.default_rng(seed)), np.random.default_rng(seed))


def card_of(hands: Hands, *, name: int = -1, kind: int = 0, snoop: int = 0) -> int:
    """The number of a card."""
    for card in range(54):
        if hands.snoop[card] == snoop and hands.kind[card] == kind and (snoop or hands.name[card] == name):
            return card
    raise AssertionError


def give(hands: Hands, seat: int, *cards: int) -> None:
    for place, card in enumerate(cards):
        hands.hand[seat, place, 0] = card
        hands.note(seat, hands.games, np.array([card], dtype=np.int8))


def others_of(hands: Hands, kind: int, count: int) -> list[int]:
    """Suspects of a type that are on one card."""
    names = hands.name.tolist()
    single = [
        card
        for card in range(54)
        if hands.kind[card] == kind and not hands.snoop[card] and names.count(names[card]) == 1
    ]
    return single[:count]


def test_three_cards_are_fetched_or_one_after_a_snoop() -> None:
    hands = one_table(2)
    gather(hands, 0, "snoop")
    assert (hands.gathered[0, :, 0] != EMPTY).sum() == 3
    hands = one_table(2)
    give(hands, 0, card_of(hands, kind=1, snoop=1))
    give(hands, 1, *others_of(hands, 1, 4), *others_of(hands, 0, 3))
    gather(hands, 0, "snoop")
    gathered = hands.gathered[0, :, 0][hands.gathered[0, :, 0] != EMPTY]
    assert len(gathered) == 3
    assert sum(hands.kind[card] == 1 and card in others_of(hands, 1, 4) for card in gathered) == 2
    assert hands.filed[0].ravel().tolist() == [0, 1, 0]
    assert (hands.hand[1, :, 0] != EMPTY).sum() == 5


def test_nobody_is_snooped_twice_in_a_round() -> None:
    hands = one_table(3)
    give(hands, 0, card_of(hands, kind=1, snoop=1))
    give(hands, 1, card_of(hands, kind=0, snoop=2))
    give(hands, 2, *others_of(hands, 1, 5))
    hands.snooped[:] = False
    gather(hands, 0, "snoop")
    assert hands.snooped[:, 0].tolist() == [False, False, True]
    gather(hands, 1, "snoop")  # seat 2 has been snooped, seat 0 has nothing left in hand
    assert (hands.gathered[1, :, 0] != EMPTY).sum() == 3
    assert hands.holds(1, card_of(hands, kind=0, snoop=2))[0]


def test_snoops_are_played_in_order_on_who_shows_most() -> None:
    hands = one_table(4)
    give(hands, 0, card_of(hands, kind=0, snoop=2), card_of(hands, kind=1, snoop=2), card_of(hands, kind=2, snoop=1))
    give(hands, 1, *others_of(hands, 2, 2))
    give(hands, 2, *others_of(hands, 2, 2))
    give(hands, 3, *others_of(hands, 0, 5))
    gather(hands, 0, "snoop")
    # Level 1 before level 2, and of two who show as many cards of its type the nearest to the left.
    assert not hands.holds(0, card_of(hands, kind=2, snoop=1))[0]
    assert hands.snooped[:, 0].tolist() == [False, True, False, False]
    hands.snooped[:] = False
    hands.gathered[:] = EMPTY
    gather(hands, 0, "snoop")
    # Then the first of level 2, on who shows most cards of any type.
    assert not hands.holds(0, card_of(hands, kind=0, snoop=2))[0]
    assert hands.snooped[:, 0].tolist() == [False, False, False, True]


def test_a_locked_pair_is_snooped_by_the_third_of_level_2_alone() -> None:
    hands = one_table(3)
    pair = card_of(hands, name=0, kind=0), card_of(hands, name=0, kind=1)
    give(hands, 0, card_of(hands, kind=0, snoop=1), card_of(hands, kind=2, snoop=2))
    give(hands, 2, *pair)
    hands.lock(2)
    assert sorted(hands.locked[2, :, 0].tolist()) == sorted(pair)
    gather(hands, 0, "snoop")
    assert set(pair) < set(hands.gathered[0, :, 0].tolist())
    assert (hands.locked[2, :, 0] == EMPTY).all()
    assert hands.holds(0, card_of(hands, kind=0, snoop=1))[0]


@pytest.mark.parametrize(("filed", "fresh", "fetched"), [(5, False, 5), (4, False, 3), (5, True, 3)])
def test_declaring_needs_an_empty_stack_and_five_filed_cards(filed: int, fresh: bool, fetched: int) -> None:
    hands = one_table(2)
    weak = others_of(hands, 0, 1)
    give(hands, 0, *weak)
    rest = [*others_of(hands, 1, 3), *others_of(hands, 2, 3)][:filed]
    for card in rest:
        hands.file(1, hands.games, np.array([card], dtype=np.int8))
    if not fresh:
        hands.fetched[:] = 54
    gather(hands, 0, "declare")
    assert (hands.gathered[0, :, 0] != EMPTY).sum() == fetched
    assert hands.holds(0, weak[0])[0] == (fetched == 3)
    assert hands.known[1, weak[0], 0] == (fetched == 5)  # it lies face up


def test_the_strongest_pair_is_locked_and_an_equal_one_left_alone() -> None:
    hands = one_table(2)
    names = hands.name.tolist()
    doubles = [name for name in range(1, 37) if names.count(name) == 2][:2]
    pairs = [[card for card in range(54) if names[card] == name] for name in doubles]
    give(hands, 0, *pairs[0])
    hands.lock(0)
    locked = hands.locked[0, :, 0].tolist()
    give(hands, 0, *pairs[1])
    hands.lock(0)
    assert hands.locked[0, :, 0].tolist() == locked
    killer = hands.killer.tolist()
    give(hands, 0, *pairs[1], *killer[:2])
    hands.note(0, hands.games, np.array([killer[2]], dtype=np.int8))
    hands.lock(0)
    assert sorted(hands.locked[0, :, 0].tolist()) == sorted(killer[:2])
    assert set(pairs[0]) <= set(hands.hand[0, :, 0].tolist())


def cards_on_the_table(hands: Hands, game: int) -> Counter[int]:
    found = Counter(hands.decks[hands.fetched[game] :, game].tolist())
    for places in (hands.hand, hands.gathered, hands.locked):
        found.update(places[..., game].ravel().tolist())
    for owner in range(hands.players):
        for kind in range(3):
            top, size = hands._top[owner, kind, game], hands.filed[owner, kind, game]
            stack = [int(hands._stack[owner, kind, (top + place) % 18, game]) for place in range(size)]
            assert all(hands.kind[card] == kind for card in stack)
            found.update(stack)
    del found[EMPTY]
    return found


def test_no_card_is_lost_or_doubled_in_covert_play() -> None:
    split, policies = Split(3, 3, 3), ("snoop", "declare", "fetch", "snoop")
    rng = np.random.default_rng(4)
    hands = Hands(4, split, shuffled(split, 40, rng), rng)
    declared: list[Counter[int]] = [Counter() for _ in range(40)]
    for _ in range(30):
        hands.snooped[:] = False
        for seat, policy in enumerate(policies):
            gather(hands, seat, policy)
        for game in range(40):
            missing = Counter(range(54)) - cards_on_the_table(hands, game)
            assert not declared[game] - missing  # what was declared never comes back
            assert len(missing) <= len(declared[game]) + 1
            declared[game] = missing
            assert (hands.gathered[..., game] != EMPTY).sum(axis=1).max() <= 5
        for seat, policy in enumerate(policies):
            everything = hands.analyse(seat)
            hands.keep(seat, everything, _values(hands, seat, policy, everything))
            hands.lock(seat)
        held = (hands.hand != EMPTY).sum(axis=1) + (hands.locked != EMPTY).sum(axis=1)
        assert held.max() <= 7
        pairs = hands.name[hands.locked]
        assert (pairs[:, 0] == pairs[:, 1]).all()
    assert sum(map(len, declared)) > 20


# --- results ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "play",
    [simulate_open, *(pytest.param(play, marks=pytest.mark.exhaustive) for play in (simulate_covert, simulate_coop))],
)
def test_games_depend_on_number_and_seed_alone(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (open_play, covert):
        monkeypatch.setattr(module, "CHUNK", 40)
    policy = {simulate_open: "exchange", simulate_covert: "snoop", simulate_coop: "team"}[play]
    alone = play(policy, 70, seed=3, players=3)
    with ThreadPoolExecutor(2) as pool:
        assert play([policy] * 3, 70, seed=3, players=3, executor=pool) == alone
    assert play(policy, 70, seed=4, players=3) != alone
    assert hash(pickle.loads(pickle.dumps(alone))) == hash(alone)


def test_results_show_themselves() -> None:
    games = TableGames(4, 2, "round", Counts({0: 3, None: 1}), Counts({8: 2, 10: 2}), Counts({0: 3, 1: 1}))
    assert str(games).splitlines() == [
        "4 games of 2, 9.00 rounds on average",
        "winner  games  share   standard error  knew the killer",
        "seat 0  3      0.7500  0.2165          0.7500",
        "seat 1  0      0.0000  0.0000          0.2500",
        "nobody  1      0.2500  0.2165",
    ]
    assert games.to_frame().loc["nobody", "wins"] == 1
    assert "<caption>4 games of 2" in games._repr_html_()
    assert (games + games).win_rate(None) == 0.25
    team = CoopGames(4, 3, 1, Counts({40: 4}))
    assert repr(team) == "<CoopGames: 4 games of 3, won 0.2500 ± 0.2165, 40.00 turns on average>"
    assert (team + team).successes == 2
    assert team.to_frame().loc[3, "share"] == 0.25
    with pytest.raises(cc.InvalidInput, match="expected games with unit 'round' to add"):
        _ = games + TableGames(4, 2, "turn", Counts(), Counts({1: 4}))
    with pytest.raises(cc.InvalidInput, match="win_rate: expected a seat from 0 to 1, or None, found 2"):
        games.win_rate(2)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: simulate_open("keep", 10, players=7), "players: expected 2 to 6 detectives in OPENplay, found 7"),
        (lambda: simulate_coop("keep", 10, players=1), "players: expected 2 to 6 detectives in OPENplay, found 1"),
        (lambda: simulate_covert("fetch", 10, players=6), "players: expected 2 to 5 detectives in COVERTplay, found 6"),
        (lambda: simulate_open("sly", 10), "policy: expected 'keep', 'swap', 'exchange' or 'patient', found 'sly'"),  # type: ignore[arg-type]
        (lambda: simulate_coop("swap", 10), "policy: expected 'keep' or 'team', found 'swap'"),  # type: ignore[arg-type]
        (lambda: simulate_covert(["fetch"], 10), "or one for each of the seats, 4 in all"),
        (lambda: simulate_covert("fetch", 10, most_rounds=0), "most_rounds: expected a positive whole number of rounds"),
        (lambda: simulate_open("keep", 0), "games: expected a positive whole number of games, found 0"),
        (lambda: simulate_open("keep", 10, split=(9, 9, 9)), "Split: expected three numbers"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_with_the_reason(make: Any, message: str) -> None:
    with pytest.raises(cc.InvalidInput, match=message):
        make()
