from __future__ import annotations

import json
import pickle
import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from math import comb, sqrt
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import crimecalc as cc
import plain_solo
from crimecalc.games import deadcert
from crimecalc.games.deadcert import Leads, Split, Table, simulate_solo, solo_win_probability
from crimecalc.games.deadcert.board import partners
from crimecalc.games.deadcert.reach import reached
from crimecalc.games.deadcert.solo import SoloGames, _Games, _lowest
from crimecalc.games.deadcert.tables import kind_of, numbered, shuffled, snoop_of
from crimecalc.tally import Counts

REFERENCE = json.loads((Path(__file__).parent / "reference" / "deadcert.json").read_text(encoding="utf-8"))
GAMES = 60_000


# --- exact ------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_filing_in_order_wins_as_often_as_counted() -> None:
    assert str(solo_win_probability("F")) == REFERENCE["solo_win_probability"]["F_same_stack_exact"]


@cache
def levels_when_filed(*places: int) -> dict[tuple[int, ...], Fraction]:
    """The levels of the killer's cards filed at such places among all, card by card; the others are in any order."""
    ways: dict[Any, int] = {(0, 0, 0): 1}  # heights of the stacks, the killer's cards apart
    levels: dict[Any, dict[Any, int]] = {}  # by the levels of the killer's cards so far
    levels[()] = ways
    for place in range(1, max(places) + 1):
        after: dict[Any, dict[Any, int]] = {}
        for known, by_height in levels.items():
            for height, times in by_height.items():
                if place in places:
                    stack = len(known)  # the first is of type 0, the second of type 1
                    sums = after.setdefault((*known, height[stack] + 1), {})
                    sums[height] = sums.get(height, 0) + times
                    continue
                sums = after.setdefault(known, {})
                for kind in range(3):
                    if height[kind] < 15:
                        higher = tuple(number + (other == kind) for other, number in enumerate(height))
                        sums[higher] = sums.get(higher, 0) + times * (15 - height[kind])
        levels = after
    total = sum(times for by_height in levels.values() for times in by_height.values())
    return {known: Fraction(sum(by_height.values()), total) for known, by_height in levels.items()}


def win_if_filed(places: tuple[int, ...], split_tops: bool) -> Fraction:
    if not places:
        return Fraction(1)
    won = Fraction(0)
    for levels, chance in levels_when_filed(*places).items():
        cost = sum(max(0, level - 2) if split_tops else max(0, (level - 1) // 2) for level in levels)
        won += chance * (cost <= (6 if split_tops else 3))
    return won


@pytest.mark.exhaustive
@pytest.mark.parametrize("split_tops", [False, True])
def test_filing_at_random_wins_as_often_as_in_order(split_tops: bool) -> None:
    """Turn by turn: snoops and killer's cards fetched, and the places at which the killer's cards in hand are filed."""
    won = Fraction(0)
    states: dict[Any, Fraction] = {(0, 0, ()): Fraction(1)}  # snoops, killer's cards in hand, places of those filed
    for turn in range(1, 19):
        after: dict[Any, Fraction] = {}
        left = 54 - 3 * (turn - 1)
        for (snoops, held, places), chance in states.items():
            missing = 3 - held - len(places)
            for more in range(min(4, 7 - snoops)):
                for new in range(min(missing, 3 - more) + 1):
                    rest = left - (6 - snoops) - missing
                    ways = comb(6 - snoops, more) * comb(missing, new) * comb(rest, 3 - more - new)
                    share = chance * Fraction(ways, comb(left, 3))
                    if new == missing:
                        won += share * win_if_filed(places, split_tops)
                    else:
                        key = snoops + more, held + new, places
                        after[key] = after.get(key, Fraction(0)) + share
        hand = 3 * turn - max(0, 3 * (turn - 1) - 7)
        for size in range(hand, 7, -1):
            before, after = after, {}
            place = 3 * turn - size + 1
            for (snoops, held, places), chance in before.items():
                goes = Fraction(held, size - snoops)
                for key, share in (
                    ((snoops, held, places), chance * (1 - goes)),
                    ((snoops, held - 1, (*places, place)), chance * goes),
                ):
                    if share:
                        after[key] = after.get(key, Fraction(0)) + share
        states = after
    assert won == solo_win_probability("B2", "split_tops" if split_tops else "same_stack")


# --- simulated --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "reading"),
    [
        ("F", "same_stack"),
        ("B2", "split_tops"),
        pytest.param("F", "split_tops", marks=pytest.mark.exhaustive),
        pytest.param("B2", "same_stack", marks=pytest.mark.exhaustive),
    ],
)
def test_simulated_games_are_won_as_often_as_exactly(policy: str, reading: Any) -> None:
    games = simulate_solo(policy, GAMES, seed=1, reading=reading, split=(4, 3, 2))
    assert abs(games.win_probability - solo_win_probability(policy, reading)) < 4 * games.standard_error


@pytest.mark.exhaustive
def test_the_killer_is_identified_as_early_as_exactly() -> None:
    games = simulate_solo("F", GAMES, seed=2)
    exact = deadcert.identification_turn()
    assert set(games.turns) <= set(exact)
    assert games.mean_turn == pytest.approx(float(exact.expectation()), abs=4 * sqrt(float(exact.variance()) / GAMES))


@pytest.mark.exhaustive
def test_a_weak_lead_first_wins_as_often_as_counted() -> None:
    expected, error = 0.46431, 0.00025
    games = simulate_solo("A", 4 * GAMES, seed=3)
    assert str(expected) in REFERENCE["solo_win_probability"]["A_same_stack_monte_carlo"]
    assert abs(games.win_probability - expected) < 4 * sqrt(games.standard_error**2 + error**2)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("policy", "split", "reading", "filed"),
    [
        ("A", (9, 0, 0), "same_stack", "lost"),
        ("B", (3, 3, 3), "same_stack", "lost"),
        ("B", (3, 3, 3), "split_tops", "lost"),
        ("B", (3, 3, 3), "same_stack", "usable"),
        ("C6", (3, 3, 3), "split_tops", "lost"),
        ("C2", (1, 7, 1), "same_stack", "lost"),
    ],
)
def test_games_agree_with_playing_them_one_by_one(policy: str, split: Any, reading: Any, filed: Any) -> None:
    games = simulate_solo(policy, GAMES, 4, split, reading, filed_snoops=filed)
    plain = "lost" if filed == "lost" else "usable_if_reclaimed"
    rate, error = plain_solo.win_rate(policy, 4000, seed=5, split=split, reading=reading, filed_snoops=plain)
    assert abs(games.win_probability - rate) < 4 * sqrt(games.standard_error**2 + error**2)


def test_what_comes_back_on_the_way_agrees_with_a_search() -> None:
    """With filed snoops usable: the killer's cards and snoops at any levels, against the plain search over ways to play."""
    rng = random.Random(1)
    some: list[tuple[list[list[int]], bool]] = []
    while len(some) < 400:
        stacks, level = [], np.zeros((3, 3), dtype=int)  # rows: killer, level 1, level 2; columns: types
        for kind in range(3):
            filed = [row for row in range(3) if rng.random() < 0.6]
            places = sorted(rng.sample(range(1, 11), len(filed)))
            stack: list[Any] = [plain_solo.Suspect(30, kind) for _ in range(10)]
            for row, place in zip(rng.sample(filed, len(filed)), places, strict=True):
                level[row, kind] = place
                stack[place - 1] = plain_solo.Suspect(0, kind) if row == 0 else plain_solo.Snoop(row, kind)
            stacks.append(stack)
        in_hand = frozenset(plain_solo.Snoop(row, kind) for row in (1, 2) for kind in range(3) if not level[row, kind])
        expected = plain_solo.within_reach_by_search(tuple(stacks), tuple(level[0].tolist()), in_hand, "same_stack")
        some.append((level.tolist(), expected))
    levels = np.array([level for level, _ in some]).transpose(1, 2, 0)
    found = reached(levels[0], levels[1], levels[2], "same_stack", usable=True)
    assert found.tolist() == [expected for _, expected in some]
    assert 50 < found.sum() < 350


@pytest.mark.exhaustive
def test_strong_leads_filed_early_win_more_often() -> None:
    games = {policy: simulate_solo(policy, GAMES, seed=6) for policy in ("A", "C2", "C6")}
    assert games["A"].win_probability + 0.03 < games["C2"].win_probability < games["C6"].win_probability - 0.05


@pytest.mark.exhaustive
def test_the_best_policy_found_beats_the_rules_own() -> None:
    found, rules = (simulate_solo(policy, GAMES, seed=8) for policy in ("D", "C6"))
    assert found.win_probability - rules.win_probability > 0.03
    ranked = deadcert.search_solo(3000, seed=1, candidates=[Leads(0), Leads(6), Leads(6, "highest", "lowest", 8)])
    assert [leads.low for leads, _ in ranked] == [6, 6, 0]
    assert ranked[0][0].hopeless == 8
    assert ranked[1][1] == simulate_solo("C6", 3000, seed=1)
    assert str(ranked).splitlines()[0].split() == ["low", "weak", "strong", "hopeless", "won", "standard", "error"]
    assert ranked.to_frame()["low"].tolist() == [6, 6, 0]


def test_hopeless_leads_and_orders_are_ranked_as_said() -> None:
    """Five cards in hand: a snoop, a weak lead, strong ones on a low and a high stack, and one that is hopeless."""
    columns = {
        "kind": [0, 0, 1, 2, 1], "strength": [0, 1, 2, 2, 2], "height": [2, 2, 7, 3, 7],
            }  # fmt: skip
    arrays = {name: np.array(column, dtype=np.int8)[:, None] for name, column in columns.items()}
    level, hand = np.zeros((55, 1), dtype=np.int8), np.array([[16], [4], [20], [40], [22]], dtype=np.int8)
    same = np.full((55, 3), 54)
    same[22, :2] = 22, 5
    level[5] = 9
    table = Table(**arrays, turn=9, _hand=hand, _cards=SimpleNamespace(level=level, partners=same))
    ranks = {
        leads: np.argsort(leads(table)[:, 0]).tolist() for leads in (Leads(6, hopeless=8), Leads(3, "any", "lowest"))
    }
    assert ranks[Leads(6, hopeless=8)] == [4, 3, 1, 2, 0]
    assert ranks[Leads(3, "any", "lowest")][:2] == [1, 3]
    assert Leads(0, weak="highest")(table)[1, 0] < Leads(0, weak="lowest")(table)[1, 0]


def test_the_best_policy_is_the_one_that_was_found() -> None:
    assert deadcert.SOLO_POLICIES["D"] == Leads(6, weak="highest", strong="lowest", hopeless=8)


def test_the_deepest_level_of_a_name_counts_not_the_last() -> None:
    level, hand = np.zeros((55, 1), dtype=np.int8), np.array([[5], [6]], dtype=np.int8)
    level[25], level[26], level[46] = 8, 9, 3
    names = np.full((55, 3), 54)
    names[5, :2], names[6] = (5, 25), (6, 26, 46)
    same = dict.fromkeys(("kind", "height"), np.zeros((2, 1), dtype=np.int8))
    table = Table(
        **same,
        strength=np.full((2, 1), 2, dtype=np.int8),
        turn=9,
        _hand=hand,
        _cards=SimpleNamespace(level=level, partners=names),
    )
    assert table.deepest.tolist() == [[8], [9]]
    first, second = Leads(0, hopeless=8)(table)[:, 0]
    assert second < first  # level 8 is still within reach


def test_a_card_in_hand_knows_how_deep_others_of_its_name_lie() -> None:

    def any_suspect(table: Table) -> Any:
        return np.where(table.snoop > 0, 127, 0).astype(np.int8)

    found: list[tuple[Any, Any]] = []

    def watching(table: Table) -> Any:
        found.append((table._hand.copy(), table.deepest))
        return any_suspect(table)

    split = Split(3, 3, 3)
    games = _Games(numbered(split), partners(split), shuffled(Split(3, 3, 3), 400, np.random.default_rng(3)))
    lowered = 0
    for turn in range(1, 12):
        n = games.still_open(turn)
        games.fetch(turn, n)
        games.file(watching, turn, np.random.default_rng(turn))
        if not found:
            continue
        hand, _ = found[-1]
        any_ = games.hand
        after = Table(any_, any_, any_, turn, any_, games).deepest
        for game in range(0, n, 7):
            for place, card in enumerate(games.hand[:, game]):
                others = np.flatnonzero((games.name == games.name[card]) & (games.name[card] < 37))
                levels = [0, *(int(games.level[other, game]) for other in others)]
                assert after[place, game] == max(levels)
                lowered += max(levels) > 0
        assert hand.shape[1] == n
    assert lowered > 5


def test_equal_cards_are_filed_equally_often() -> None:
    rng = np.random.default_rng(1)
    shape = (9, 20_000)
    for priority in (np.zeros(shape, dtype=np.int8), np.zeros(shape), np.zeros(shape, dtype=int)):
        chosen = np.bincount(_lowest(priority, shape, rng).astype(int), minlength=9)
        assert abs(chosen - 20_000 / 9).max() < 5 * sqrt(20_000 / 9)


def test_games_depend_on_number_and_seed_alone() -> None:
    alone = simulate_solo("C6", 20_000, seed=3)
    with ThreadPoolExecutor(2) as pool:
        assert simulate_solo(Leads(6), 20_000, seed=3, executor=pool) == alone
    assert simulate_solo("C6", 20_000, seed=4) != alone
    assert hash(pickle.loads(pickle.dumps(alone))) == hash(alone)


def low_stack(table: Table) -> Any:
    return table.height + 100 * table.snoop


def test_a_function_can_be_sent_to_other_processes() -> None:
    with ProcessPoolExecutor(1) as pool:
        assert simulate_solo(low_stack, 9000, seed=1, executor=pool) == simulate_solo(low_stack, 9000, seed=1)


def test_any_function_is_a_policy() -> None:
    def first_fetched(table: Table) -> Any:
        assert table.kind.shape == table.height.shape == table.fetched.shape
        assert table.height.max() <= 18
        assert 1 <= table.turn <= 18
        return np.where(table.snoop > 0, 1e9, table.fetched.astype(float))

    assert simulate_solo(first_fetched, 20_000, seed=1) == simulate_solo("F", 20_000, seed=1)


def test_a_policy_can_neither_change_the_games_nor_know_the_killer() -> None:
    def writing(table: Table) -> Any:
        table.height[:] = 0
        return table.strength

    with pytest.raises(ValueError, match="read-only"):
        simulate_solo(writing, 10, seed=1)
    assert not {"name", "depths"} & {field for field in vars(Table) if not field.startswith("_")}
    with pytest.raises(cc.InvalidInput, match="expected a number for each card in hand, found NaN"):
        simulate_solo(lambda table: table.strength * float("nan"), 10, seed=1)
    large = simulate_solo(lambda table: 1000 * table.strength + 10**6 * table.snoop, 9000, seed=1)
    assert large == simulate_solo(lambda table: table.strength + 1000.0 * table.snoop, 9000, seed=1)


def test_a_policy_sees_names_stacks_and_snoops_rightly() -> None:
    """Every card in hand, followed from the decks themselves."""
    tables: list[Table] = []

    def watching(table: Table) -> Any:
        arrays = {name: value.copy() for name, value in vars(table).items() if name not in ("turn", "_cards")}
        cards = table._cards
        then = SimpleNamespace(level=cards.level.copy(), partners=cards.partners, draw_of=cards.draw_of)
        tables.append(Table(**arrays, turn=table.turn, _cards=then))
        return np.where(table.snoop > 0, 127, table.fetched).astype(np.int8)

    simulate_solo(watching, 300, seed=9)
    # The same decks, in the order in which the games are played: the killer's third card last first.
    rng = np.random.default_rng(np.random.SeedSequence(9, spawn_key=(0,)).spawn(1)[0])
    decks, cards = shuffled(Split(3, 3, 3), 300, rng), numbered(Split(3, 3, 3))
    last = [max(np.flatnonzero(cards.name[deck] == 0)) for deck in decks]
    decks = decks[np.argsort(-np.array(last), kind="stable")]
    for game in (0, 5, 17):
        hand: list[int] = []
        height = [0, 0, 0]
        depth: dict[int, int] = {}
        asked = iter(table for table in tables if game < table.kind.shape[1])
        for turn in range(1, sorted(last, reverse=True)[game] // 3 + 1):
            hand += range(3 * turn - 3, 3 * turn)
            seen = cards.name[decks[game][: 3 * turn]].tolist()
            while len(hand) > 7:
                table = next(asked)
                assert table.turn == turn
                assert sorted(table.fetched[:, game]) == sorted(hand)
                for place, draw in enumerate(table.fetched[:, game]):
                    card = decks[game][draw]
                    assert table.kind[place, game] == cards.kind[card]
                    assert table.snoop[place, game] == cards.snoop[card]
                    expected = 0 if cards.snoop[card] else seen.count(cards.name[card])
                    assert table.strength[place, game] == expected
                    assert table.height[place, game] == height[cards.kind[card]]
                    assert table.deepest[place, game] == depth.get(cards.name[card], 0)
                filed = min(draw for draw in hand if not cards.snoop[decks[game][draw]])
                height[cards.kind[decks[game][filed]]] += 1
                name = cards.name[decks[game][filed]]
                depth[name] = max(depth.get(name, 0), height[cards.kind[decks[game][filed]]])
                hand.remove(filed)


def test_numbers_of_cards_tell_their_type_and_snoop() -> None:
    for split in deadcert.splits():
        cards = numbered(split)
        numbers = np.arange(54, dtype=np.int8)
        assert kind_of(numbers).tolist() == cards.kind.tolist()
        assert snoop_of(numbers).tolist() == cards.snoop.tolist()


def test_results_show_themselves() -> None:
    games = SoloGames(4, 3, Counts({10: 4}), Counts({0: 1, 2: 1, 9: 2}), Counts({0: 1, 2: 1, 9: 1}))
    assert games.win_probability == 0.75
    assert games.standard_error == pytest.approx(sqrt(0.75 * 0.25 / 4))
    assert str(games).splitlines() == [
        "4 games, won with probability 0.75000 (standard error 0.21651)",
        "the killer's deepest card  games  share  won",
        "in hand                    1      0.250  1.000",
        "easily                     1      0.250  1.000",
        "impossible                 2      0.500  0.500",
        "all                        4      1.000  0.750",
    ]
    assert repr(games) == "<SoloGames: 4, won 0.7500 ± 0.2165>"
    assert "<caption>4 games" in games._repr_html_()
    assert games.to_frame().values.tolist()[-1] == ["impossible", 2, 1]
    assert (games + games).wins == 6


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: simulate_solo("Z", 10), "policy: expected 'A', 'B', 'B2', 'C6', 'D', 'F', another 'C' with a number"),
        (lambda: simulate_solo("C-1", 10), "policy: expected 'A'"),
        (lambda: simulate_solo(3, 10), "policy: expected .* or a function, found 3"),  # type: ignore[arg-type]
        (lambda: simulate_solo("A", 0), "games: expected a positive whole number of games, found 0"),
        (lambda: simulate_solo("A", 10, split=(1, 2, 3)), "Split: expected three numbers"),
        (lambda: simulate_solo("A", 10, reading="both"), "reading: expected 'same_stack' or 'split_tops'"),  # type: ignore[arg-type]
        (lambda: simulate_solo("B", 10, reading="split_tops", filed_snoops="usable"), "filed_snoops: expected 'lost' with"),
        (lambda: simulate_solo(lambda _: [[1], [1, 2]], 10), "expected a number for each card in hand, shape"),  # type: ignore[arg-type, return-value]
        (lambda: simulate_solo(np.array([1, 2]), 5), "or a function, found array"),  # type: ignore[arg-type]
        (lambda: simulate_solo(lambda table: table.kind[0], 10), "policy: expected a number for each card in hand, shape"),
        (lambda: Leads(-1), "Leads: low: expected 0 to 54 cards, found -1"),
        (lambda: Leads(3, hopeless=0), "Leads: hopeless: expected None or a level from 1, found 0"),
        (lambda: deadcert.search_solo(10, 1, ["A"]), "candidates: expected Leads, at least one, found"),  # type: ignore[list-item]
        (lambda: Leads(3, weak="some"), "Leads: weak: expected 'any', 'lowest' or 'highest', found 'some'"),  # type: ignore[arg-type]
        (lambda: solo_win_probability("A"), "policy: expected 'B2' or 'F', found 'A'"),
        (lambda: solo_win_probability("F", "both"), "reading: expected 'same_stack' or 'split_tops'"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_with_the_reason(make: Any, message: str) -> None:
    with pytest.raises(cc.InvalidInput, match=message):
        make()
