from __future__ import annotations

import json
import pickle
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

import crimecalc as cc
import plain_grove
from crimecalc.games import in_a_grove
from crimecalc.games.in_a_grove import (
    Bluffing,
    Discoverer,
    Game,
    Games,
    Lead,
    Witness,
    bluffing,
    murderer,
    murderer_distribution,
    simulate,
)
from crimecalc.games.in_a_grove.bluffing import _exact, _payoff
from crimecalc.games.in_a_grove.chips import settle_chips
from crimecalc.games.in_a_grove.rounds import rounds
from crimecalc.rendering import percent
from crimecalc.tally import Counts

REFERENCE = json.loads((Path(__file__).parent / "reference" / "in_a_grove.json").read_text(encoding="utf-8"))
PLAYERS = (2, 3, 4)


def card(written: str) -> str:
    return "blank" if written == "B" else written


# --- the murderer -----------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_the_murderer_is_distributed_as_counted(players: int) -> None:
    expected = REFERENCE[f"{players}_players"]["murderer_number_distribution"]
    found = murderer_distribution(players)
    assert {number: str(found[card(number)]) for number in expected} == expected


@pytest.mark.parametrize("players", [2, 3])
def test_the_murderer_of_2021_is_distributed_as_counted(players: int) -> None:
    expected = REFERENCE["revised_2021_edition"]["murderer_number_distribution_2_or_3_players"]
    found = murderer_distribution(players, edition="2021")
    assert {number: str(found[number]) for number in expected} == expected


@pytest.mark.parametrize(
    ("players", "edition"), [(2, "2010"), (3, "2010"), (4, "2010"), (2, "2021"), (3, "2021"), (4, "2021"), (5, "2021")]
)
def test_the_setup_gives_the_same_murderers(players: int, edition: Any) -> None:
    """Every ordering of the deck through the engine; only the suspects are looked at."""
    setup = in_a_grove.setup(players, edition)
    seen = cc.Setup.of(setup.deck, setup.steps[:-1]).observe("suspects")
    exact = cc.distribution(seen).map(lambda outcome: murderer(outcome[0]))
    assert exact == murderer_distribution(players, edition)
    assert sum(setup.piles.values()) == players + 4


def test_the_murderer_follows_the_rule() -> None:
    for suspects in permutations(plain_grove.DECKS[4], 3):
        assert murderer(suspects) == suspects[plain_grove.murderer_at(suspects)]
    assert murderer([7, " Blank", 2]) == "7"
    assert murderer(iter(["7", "blank", "5"])) == "5"
    assert murderer(["blank", "blank", "5"]) == "5"


# --- the discoverer ---------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_the_discoverers_options_are_as_counted(players: int) -> None:
    for sample in REFERENCE[f"{players}_players"]["discoverer_info_sets_sample"]:
        known = [card(written) for written in sample["known"]]
        first, second = (card(written) for written in sample["viewed"])
        found = Discoverer(players, known, {0: first, 1: second})
        moves = set()
        for name, option in zip(("noswap", "swap_x", "swap_y", "swap_unseen"), found.options(), strict=True):
            assert [str(chance) for chance in option.chances] == sample["P"][name]
            assert str(option.probability) == sample["best_per_option"][name]
            if option.probability == found.best().probability:
                moves |= {f"{name}:{'xyz'[place]}" for place in option.equally_good}
        assert str(found.best().probability) == sample["best"]
        assert moves == set(sample["best_moves"])


@pytest.mark.parametrize("players", PLAYERS)
def test_the_discoverers_value_is_as_counted(players: int) -> None:
    summary = REFERENCE[f"{players}_players"]["discoverer_summary"]
    assert len(in_a_grove.information_sets(players)) == summary["n_info_sets"]
    assert str(in_a_grove.discoverer_value(players, swap=False)) == summary["expected_best_noswap"]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("swap", [True, False])
def test_every_ordering_of_the_deck_gives_the_same_value(players: int, swap: bool) -> None:
    """The second way: all deals from the engine, played at once."""
    played = rounds(players, ("honest" if swap else "honest without swap",), (True,))
    right = int((played.accused[0] == played.murderer).sum())
    assert Fraction(right, len(played.murderer)) == in_a_grove.discoverer_value(players, swap)


def test_information_sets_tell_where_a_swap_helps_and_where_the_murderer_is_certain() -> None:
    sets = in_a_grove.information_sets(3)
    assert (len(sets.swap_helps()), len(sets.certain())) == (31, 63)
    frame = sets.to_frame()
    assert int(frame["swap_helps"].sum()) == 31
    assert sum(frame["probability"]) / len(frame) == in_a_grove.discoverer_value(3)
    assert str(sets).splitlines()[-1] == "… and 198 more of 210 information sets"
    assert "198 more" in sets._repr_html_()
    assert sets[:3] == in_a_grove.information_sets(3)[:3]
    assert all(found.best().swap is not None for found in sets.swap_helps())


def test_knowledge_is_equal_by_meaning() -> None:
    found = Discoverer(3, ["8", "blank"], {1: 6, 0: 3})
    assert found == Discoverer(3, ["blank", 8], {0: "3", 1: "6"})
    assert pickle.loads(pickle.dumps(found)) == found
    assert found.unseen == 2
    assert eval(repr(found)) == found  # noqa: S307
    assert replace(found, knows=("4", "8")) == Discoverer(3, ["8", "4"], {0: "3", 1: "6"})
    told = Witness(2, ["6", "4"], {0: "3", 1: "7"}, [2], others="random", unseen=0)
    assert told == Witness(2, ["4", "6"], {1: "7", 0: "3"}, (2,), others=["random"], unseen=0)
    assert eval(repr(told)) == told  # noqa: S307
    assert told != Witness(2, ["4", "6"], {1: "7", 0: "3"}, [2])


def test_a_table_shows_where_suspects_were_seen() -> None:
    sets = in_a_grove.InformationSets([Discoverer(2, ["6", "4"], {0: "3", 2: "7"})])
    assert "0: 3, 2: 7" in str(sets)
    assert sets.to_frame()["sees"].tolist() == [((0, "3"), (2, "7"))]
    assert list(sets[:0].to_frame().columns) == list(sets.to_frame().columns)
    assert in_a_grove.information_sets(2).to_frame()["swap"].isna().sum() == 65


# --- later players ----------------------------------------------------------------------------


@pytest.mark.parametrize("sample", REFERENCE["second_player_sample"])
def test_the_second_player_believes_as_counted(sample: dict[str, Any]) -> None:
    places = [place for place in range(3) if place != sample["accused"]]
    sees = dict(zip(places, map(card, sample["viewed"]), strict=True))
    known = [card(sample["shared"]), card(sample["private"])]
    alone = Witness(sample["n_players"], known, sees, [sample["accused"]])
    assert [str(chance) for chance in alone.best().chances] == sample["naive"]
    told = Witness(sample["n_players"], known, sees, [sample["accused"]], others="honest without swap", unseen=2)
    assert [str(chance) for chance in told.options()[0].chances] == sample["post"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("reasoning", [False, True])
@pytest.mark.parametrize("swaps", [False, True])
def test_later_players_believe_as_a_plain_recursion_over_deals_finds(
    players: int, reasoning: bool, swaps: bool
) -> None:
    rng = random.Random(players)
    possible = 0
    for _ in range(12):
        turn = rng.randrange(1, players)
        deal = rng.sample(plain_grove.DECKS[players], players + 4)
        unseen = rng.randrange(3)
        first = {place: deal[players + 1 + place] for place in range(3) if place != unseen}
        swap, accuse = plain_grove.discover(players, (deal[0], deal[1]), tuple(first.items()), swaps)
        suspects = plain_grove.lying(players, tuple(deal), swap)
        accused = [accuse]
        for later in range(1, turn):
            looked = tuple((place, suspects[place]) for place in range(3) if place != accused[-1])
            chances = plain_grove.alone(players, (deal[later], deal[(later + 1) % players]), looked)
            if reasoning:
                known = deal[later], deal[(later + 1) % players]
                believed = plain_grove.belief(players, known, looked, tuple(accused), swap, unseen, swaps, True)
                assert believed is not None
                chances = believed
            accused.append(chances.index(max(chances)) if rng.random() < 0.8 else rng.randrange(3))
        sees = {place: suspects[place] for place in range(3) if place != accused[-1]}
        known = deal[turn], deal[(turn + 1) % players]
        expected = plain_grove.belief(
            players, known, tuple(sees.items()), tuple(accused), swap, unseen, swaps, reasoning
        )
        others = ("reasoning" if reasoning else "honest") + ("" if swaps else " without swap")
        arguments: dict[str, Any] = {"swapped": swap, "others": others, "unseen": unseen}
        if expected is None:
            with pytest.raises(
                cc.ImpossibleEvidence, match="with no cards that are left would the players before have accused"
            ):
                Witness(players, known, sees, accused, **arguments)
            continue
        possible += 1
        assert Witness(players, known, sees, accused, **arguments).best().chances == expected
        assert Witness(players, known, sees, accused).best().chances == plain_grove.alone(
            players, known, tuple(sees.items())
        )
    assert possible >= 6


# --- what is refused --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Discoverer(3, ["8", "8"], {0: "3", 1: "6"}), "8 is known twice; expected each card once"),
        (lambda: Discoverer(3, ["8", "3"], {0: "3", 1: "6"}), "3 is known twice"),
        (lambda: Discoverer(3, ["2", "3"], {0: "4", 1: "6"}), "2 is not in the deck for 3 players: blank 3 4 5 6 7 8"),
        (lambda: Discoverer(2, ["8", "3"], {0: "4", 1: "6"}), "8 is not in the deck for 2 players"),
        (lambda: Discoverer(3, ["8"], {0: "3", 1: "6"}), "knows: expected the two cards from the passing, found 8"),
        (lambda: Discoverer(3, ["8", "4"], {0: "3", 1: "6", 2: "7"}), "sees: expected two of the three suspects, found 0 1 2"),
        (lambda: Discoverer(3, ["8", "4"], {0: "3"}), "sees: expected two of the three suspects, found 0"),
        (lambda: Discoverer(3, ["8", "4"], {0: "3", 3: "6"}), "sees: expected positions 0, 1 or 2, found 3"),
        (lambda: Discoverer(3, ["8", "9"], {0: "3", 1: "6"}), "unknown card '9'; expected 'blank' or a number"),
        (lambda: Discoverer(5, ["8", "7"], {0: "3", 1: "6"}), "players: expected 2 to 4 in the edition of 2010, found 5"),
        (lambda: murderer_distribution(6, "2021"), "players: expected 2 to 5 in the edition of 2021, found 6"),
        (lambda: murderer_distribution(3, "1999"), "edition: expected '2010' or '2021', found '1999'"),  # type: ignore[arg-type]
        (lambda: Discoverer(3, ["8", "4"], {0: "3", True: "6"}), "sees: expected positions 0, 1 or 2, found True"),
        (lambda: Witness(3, {"8", "4"}, {0: "3", 1: "6"}, [2]), "knows: expected the two cards in order, found a set"),
        (lambda: Witness(3, ["8", "4"], {0: "3", 1: "6"}, [2.0]), "accused: expected positions 0, 1 or 2"),  # type: ignore[list-item]
        (lambda: simulate([["random"]] * 4, 5), "policy: expected 'random'"),  # type: ignore[list-item]
        (lambda: murderer_distribution(3, ["2010"]), "edition: expected '2010' or '2021'"),  # type: ignore[arg-type]
        (lambda: murderer(["3", "3", "4"]), "expected three cards, different numbers"),
        (lambda: murderer(["3", "4"]), "expected three cards"),
        (lambda: Witness(3, ["8", "4"], {0: "3", 1: "6"}, [0]), "sees: expected the two suspects without the previous"),
        (lambda: Witness(3, ["8", "4"], {0: "3", 1: "6"}, []), "accused: expected the positions accused by the 1 to 2"),
        (lambda: Witness(2, ["6", "4"], {0: "3", 1: "7"}, [1, 2]), "accused: expected the positions accused by the player before, found"),
        (lambda: Witness(3, ["8", "4"], {0: "3", 1: "6"}, [2], others="honest"), "unseen: expected the position"),
        (lambda: Witness(3, ["8", "4"], {0: "3", 1: "6"}, [2], others="sly"), "others: expected 'random', 'honest'"),  # type: ignore[arg-type]
        (lambda: Witness(3, ["8", "4"], {0: "3", 1: "6"}, [2], swapped=5), "swapped: expected positions 0, 1 or 2"),
        (lambda: Discoverer(3, ["8", "4"], ((0, "3"), (0, "5"), (1, "6"))), "sees: expected two of the three suspects, found 0 0 1"),
        (lambda: Discoverer(3, ["8", "4"], {0: "3", 1: "3"}), "3 is known twice"),
        (lambda: Discoverer(3, "84", {0: "3", 1: "6"}), "knows: expected the two cards from the passing, found '84'"),
        (lambda: murderer("248"), "murderer: expected three cards, found '248'"),
        (lambda: murderer(["blank"] * 3), "at most two blanks, found 'blank blank blank'"),
        (lambda: Witness(3, ["8", "4"], {0: "3", 1: "6"}, "2"), "accused: expected the positions"),  # type: ignore[arg-type]
        (lambda: Witness(3, ["8", "4"], {0: "3", 1: "6"}, [2], others="honest", unseen=5), "unseen: expected positions"),
        (lambda: simulate("random", 5, players=2) + simulate("random", 5, players=3), "games with players 2 to add"),
        (lambda: simulate("random", 5).loss_rate(10**5000), "expected a seat from 0 to 3, found int"),
        (lambda: in_a_grove.information_sets(2).table(-1), "table: limit: expected at least 1, or None for all, found -1"),
        (lambda: in_a_grove.discoverer_value(3, swap="no"), "swap: expected True or False, found 'no'"),  # type: ignore[arg-type]
        (lambda: in_a_grove.InformationSets([1]), "InformationSets: expected Discoverers, found 1"),  # type: ignore[list-item]
        (lambda: Discoverer(3, ["8", "4"], ("3", "6")), "sees: expected a mapping of positions to cards"),  # type: ignore[arg-type]
        (lambda: Discoverer(3, [10**5000, "4"], {0: "3", 1: "6"}), "unknown card int; expected"),
        (lambda: in_a_grove.right_accusations(3, ["honest"]), "one for each of the players, 3 in all"),
        (lambda: Witness(4, ["8", "4"], {0: "3", 1: "6"}, [2], others=["honest"] * 2, unseen=2), "or one for each of the players before, 1 in all"),
        (lambda: simulate("sly", 5), "policy: expected 'random', .* found 'sly'"),  # type: ignore[arg-type]
        (lambda: simulate(["random"], 5), "or one for each of the seats, 4 in all"),
        (lambda: simulate("random", 0), "n: expected a positive whole number of games, found 0"),
        (lambda: simulate("random", 5, players=7), "players: expected 2 to 4"),
        (lambda: simulate("random", 5, turn="up"), "turn: expected 'left' or 'right', found 'up'"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_with_the_reason(make: Any, message: str) -> None:
    with pytest.raises(cc.InvalidInput, match=message):
        make()


def test_a_swap_that_nobody_makes_is_impossible() -> None:
    with pytest.raises(
        cc.ImpossibleEvidence, match="the discoverer is assumed to swap none: others='honest without swap'"
    ):
        Witness(3, ["8", "4"], {0: "3", 1: "6"}, [2], swapped=1, others="honest without swap", unseen=2)


# --- chips ------------------------------------------------------------------------------------


def test_chips_go_to_whoever_accused_last() -> None:
    accused = np.array([[0, 0, 0, 1], [2, 2, 1, 2], [-1, 0, 0, -1]])
    spent, taken = settle_chips(accused, np.array([1, 2, 1]))
    assert spent.tolist() == [[1, 1, 1, 0], [0, 0, 1, 0], [0, 1, 1, 0]]
    assert taken.tolist() == [[0, 0, 3, 0], [0, 0, 1, 0], [0, 0, 2, 0]]


def test_chips_are_neither_made_nor_lost() -> None:
    rng = np.random.default_rng(1)
    spent, taken = settle_chips(rng.integers(-1, 3, size=(500, 4)), rng.integers(3, size=500))
    assert (spent.sum(axis=1) == taken.sum(axis=1)).all()


def test_games_depend_on_number_and_seed_alone() -> None:
    alone = simulate("honest", 5000, seed=3, players=3)
    with ThreadPoolExecutor(2) as pool:
        assert simulate("honest", 5000, seed=3, players=3, executor=pool) == alone
    assert simulate("honest", 5000, seed=4, players=3) != alone


def test_reasoning_players_are_right_more_often_than_honest_ones() -> None:
    for players in PLAYERS:
        honest, reasoning = (in_a_grove.right_accusations(players, policy) for policy in ("honest", "reasoning"))
        assert honest[0] == reasoning[0] == in_a_grove.discoverer_value(players)
        assert all(better > worse for better, worse in zip(reasoning[1:], honest[1:], strict=True))


def test_who_accuses_at_random_is_right_in_a_third_of_the_rounds() -> None:
    assert in_a_grove.right_accusations(3, ["random", "honest", "random"])[::2] == (Fraction(1, 3), Fraction(1, 3))


def test_seats_may_play_differently() -> None:
    games = simulate(["random", "reasoning", "reasoning"], 4000, seed=2, players=3)
    assert games.loss_rate(0) > 1.5 * games.loss_rate(1)
    with pytest.raises(cc.InvalidInput, match="loss_rate: expected a seat from 0 to 2, found 3"):
        games.loss_rate(3)


def test_results_show_themselves() -> None:
    games = Games(4, 2, Counts({3: 2, 5: 2}), Counts({0: 3}), 1, 8, 0, 2, 1)
    assert (games.mean_rounds, games.loss_rate(0), games.chips_moved_a_round) == (4, 0.75, 0.5)
    assert str(games).splitlines() == [
        "4 games, 4.00 rounds on average (standard error 0.58)",
        "loser       games  share",
        "seat 0      3      0.750",
        "seat 1      0      0.000",
        "broken off  1      0.250",
        "chips that change hands: 0.50 a round",
        "two players or more at 8 chips in one round: 0 games",
        "no chip left to accuse with: 2 turns in 1 game",
    ]
    assert "<caption>4 games" in games._repr_html_()
    assert games.to_frame().loc[0, "losses"] == 3


# --- bluffing ---------------------------------------------------------------------------------


def test_bluffing_is_solved_without_a_gap() -> None:
    solved = bluffing()
    assert solved.gap == 0
    assert solved.lower == Fraction(23, 90)
    assert solved.honest == (Fraction(-1, 90), Fraction(-1, 90))
    assert solved.worth == (Fraction(4, 15), Fraction(4, 15))
    assert len(solved.games) == 15
    assert solved.value == sum(solved.to_frame()["lower"]) / 15 == Fraction(23, 90)
    assert (
        str(solved).splitlines()[0]
        == "Liar chips a round that the second player takes, less those that the discoverer takes"
    )
    assert str(solved).splitlines()[-1].split() == ["all", "23/90", "-1/90", "4/15", percent(solved.bluffs)]
    assert "<caption>Liar chips a round" in solved._repr_html_()


def test_a_best_strategy_bluffs_with_some_cards_and_not_with_others() -> None:
    for game in bluffing().games:
        seen = {lead.seen for lead in game.leads}
        assert len(seen) == 12
        for cards in seen:
            assert sum(lead.probability for lead in game.leads if lead.seen == cards) == 1
        for lead in game.leads:
            options = Discoverer(2, game.known, dict(enumerate(lead.seen))).options()
            best = max(option.probability for option in options)
            (chosen,) = [option for option in options if option.swap == lead.swap]
            assert lead.bluff == (chosen.chances[lead.accuse] < best)
    assert 0 < bluffing().bluffs < 1


def test_a_value_that_is_known_within_bounds_only_is_not_given_as_one() -> None:
    rare = Lead(("5", "6"), None, 0, Fraction(1, 4), bluff=True)
    leads = (
        rare,
        replace(rare, probability=Fraction(3, 4), bluff=False),
        Lead(("6", "7"), 1, 1, Fraction(1), bluff=True),
    )
    game = Game(("3", "4"), Fraction(0), Fraction(1, 3), (Fraction(-1, 6), Fraction(0)), leads, ())
    with pytest.raises(cc.InvalidInput, match="value: known within 1/3 only"):
        _ = Bluffing((game,)).value
    assert repr(Bluffing((game,))) == "<Bluffing: value 0.000000 to 0.333333, worth 0.000000 to 0.500000>"
    assert game.bluffs == Fraction(5, 8)
    other = replace(game, leads=leads[:2])
    both = Bluffing((game, other))
    assert str(both).splitlines()[-2].split()[-1] == "25.0%"
    assert both.worth == game.worth == (Fraction(0), Fraction(1, 2))
    assert both.honest == (Fraction(-1, 6), Fraction(0))
    assert both.to_frame()["worth_upper"].tolist() == [Fraction(1, 2)] * 2
    assert game.to_frame()["swap"].isna().tolist() == [True, True, False]


def test_a_solvers_weights_become_probabilities() -> None:
    third = Fraction(1, 3)
    assert _exact({"a": -1e-17, "b": 1 / 3, "c": 2 / 3 + 1e-12}) == {"a": 0, "b": third, "c": 2 * third}
    assert _exact({"a": 0.5, "b": 1.0}) == {"a": third, "b": 2 * third}


def test_a_round_that_cannot_be_solved_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = type("Failed", (), {"success": False, "message": "no luck"})()
    monkeypatch.setattr(sys.modules["crimecalc.games.in_a_grove.bluffing"], "linprog", lambda *_, **__: failed)
    with pytest.raises(RuntimeError, match="could not be solved: no luck"):
        bluffing.__wrapped__()


def test_replies_are_probabilities_for_all_that_can_be_seen() -> None:
    for game in bluffing().games:
        seen = {(reply.swapped, reply.accused, reply.seen) for reply in game.replies}
        assert len(seen) == 4 * 3 * 12
        assert sum(reply.probability for reply in game.replies) == len(seen)


def test_each_of_those_before_may_play_differently() -> None:
    seen: Any = {"knows": ["4", "3"], "sees": {0: "7", 2: "blank"}, "accused": [1, 1], "swapped": 0, "unseen": 2}
    told = Witness(3, **seen, others=["honest", "honest without swap"])
    assert str(told.best()) == "accuse 1: 1"
    with pytest.raises(cc.ImpossibleEvidence, match="assumed to swap none: others='honest without swap'"):
        Witness(3, **seen, others=["honest without swap", "honest"])
    assert Witness(3, ["8", "4"], {0: "3", 1: "6"}, [2], unseen=1) == Witness(3, ["8", "4"], {0: "3", 1: "6"}, [2])


def test_payoffs_are_the_liar_chips_that_change_hands() -> None:
    for murderer_at in range(3):
        for accused in range(3):
            for reply in range(3):
                _, taken = settle_chips(np.array([[accused, reply]]), np.array([murderer_at]))
                assert _payoff(murderer_at, accused, reply) == taken[0, 1] - taken[0, 0]


@pytest.mark.parametrize("known", [("blank", "6"), ("4", "5")])
def test_the_value_of_a_game_agrees_with_the_second_players_program(known: tuple[str, str]) -> None:
    """The same game from the other side: the second player makes the discoverer's best choices as bad as possible."""
    hidden = [number for number in plain_grove.DECKS[2] if number not in known]
    actions = [(swap, accuse) for swap in (None, 0, 1, 2) for accuse in range(3)]
    told: dict[Any, int] = {}
    entries: dict[tuple[Any, Any], dict[tuple[int, int], int]] = {}
    for deal in permutations(hidden):
        for swap, accuse in actions:
            suspects = plain_grove.lying(2, (*known, deal[3], *deal[:3]), swap)
            saw = told.setdefault((swap, accuse, tuple(suspects[p] for p in range(3) if p != accuse)), len(told))
            for reply in range(3):
                key = saw, reply
                _, taken = settle_chips(np.array([[accuse, reply]]), np.array([plain_grove.murderer_at(suspects)]))
                row = entries.setdefault((deal[:2], (swap, accuse)), {})
                row[key] = row.get(key, 0) + int(taken[0, 1] - taken[0, 0])
    sets = {seen: number for number, seen in enumerate(dict.fromkeys(seen for seen, _ in entries))}
    size = 3 * len(told) + len(sets)
    at_most = np.zeros((len(entries), size))
    for number, ((seen, _), row) in enumerate(entries.items()):
        for (saw, reply), value in row.items():
            at_most[number, 3 * saw + reply] = value
        at_most[number, 3 * len(told) + sets[seen]] = -1
    ones = np.zeros((len(told), size))
    for saw in told.values():
        ones[saw, 3 * saw : 3 * saw + 3] = 1
    cost = np.concatenate([np.zeros(3 * len(told)), np.ones(len(sets))])
    bounds = [(0, None)] * (3 * len(told)) + [(None, None)] * len(sets)
    found: Any = linprog(cost, at_most, np.zeros(len(entries)), ones, np.ones(len(told)), bounds)
    (game,) = [game for game in bluffing().games if game.known == known]
    assert found.fun / 24 == pytest.approx(float(game.lower), abs=1e-9)
