"""Every figure of the tables on In a Grove a second time, from the rules alone."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import plain_grove_rounds as plain
from made_tables import exactly, made
from plain_grove import DECKS

REFERENCE = json.loads((Path(__file__).parent / "reference" / "in_a_grove.json").read_text(encoding="utf-8"))
PLAYERS = (2, 3, 4)
BY_EDITION: dict[str, dict[int, Any]] = {"2010": DECKS, "2021": plain.REVISED}
POLICIES = ("random", "honest", "honest without swap", "reasoning", "reasoning without swap")


def test_the_murderer_is_as_often_who_it_is_as_in_all_choices_of_three_cards() -> None:
    expected = {
        (edition, players, int(number)): chance
        for edition, decks in BY_EDITION.items()
        for players, deck in decks.items()
        for number, chance in plain.murderers(deck).items()
    }
    rows = exactly(made("in-a-grove/murderer"))
    assert {row[:3]: row[3] for row in rows} == expected
    assert len(rows) == len(expected)


@pytest.mark.parametrize(
    ("players", "edition"), [(players, edition) for edition, decks in BY_EDITION.items() for players in decks]
)
def test_the_murderer_of_one_table_is_that_of_all_choices_of_three_cards(players: int, edition: str) -> None:
    table = made(f"in-a-grove/murderer-{players}-players", edition=edition)
    expected = plain.murderers(BY_EDITION[edition][players])
    assert dict(exactly(table)) == {int(number): chance for number, chance in expected.items()}
    assert len(table) == len(dict(table.rows))


def test_the_murderer_is_distributed_as_in_the_reference() -> None:
    for players in PLAYERS:
        expected = REFERENCE[f"{players}_players"]["murderer_number_distribution"]
        found = dict(exactly(made(f"in-a-grove/murderer-{players}-players", edition="2010")))
        assert {str(number): str(chance) for number, chance in found.items()} == {
            number: chance for number, chance in expected.items() if chance != "0"
        }
    for players in (2, 3):
        found = dict(exactly(made(f"in-a-grove/murderer-{players}-players", edition="2021")))
        expected = REFERENCE["revised_2021_edition"]["murderer_number_distribution_2_or_3_players"]
        assert {str(number): str(chance) for number, chance in found.items()} == expected


@pytest.mark.parametrize("players", PLAYERS)
def test_information_sets_are_those_of_all_orderings_of_the_deck(players: int) -> None:
    rows = exactly(made("in-a-grove/information-sets", players=players))
    expected = {
        (" ".join(knows), " ".join(sees)): (
            without.probability,
            "none" if best.swap is None else str(best.swap),
            best.accuse,
            best.probability,
        )
        for (knows, sees), (without, best) in plain.information_sets(players).items()
    }
    assert {row[:2]: row[2:] for row in rows} == expected
    assert len(rows) == len(expected) == REFERENCE[f"{players}_players"]["discoverer_summary"]["n_info_sets"]


def test_the_swap_is_worth_what_all_orderings_of_the_deck_say() -> None:
    expected = []
    for players in PLAYERS:
        sets = list(plain.information_sets(players).values())
        without, best = (sum((pair[way].probability for pair in sets), Fraction(0)) / len(sets) for way in range(2))
        helps = sum(best.probability > without.probability for without, best in sets)
        certain = sum(best.probability == 1 for _, best in sets)
        expected.append((players, without, best, best - without, len(sets), helps, certain))
        assert str(without) == REFERENCE[f"{players}_players"]["discoverer_summary"]["expected_best_noswap"]
    assert exactly(made("in-a-grove/swap-value")) == expected


def accusations(players: int) -> dict[str, list[Fraction]]:
    """How often each is right, by policy, as published."""
    rows = [row for row in exactly(made("in-a-grove/right-accusations")) if row[0] == players]
    assert [(policy, turn) for _, policy, turn, _ in rows] == [(p, turn) for p in POLICIES for turn in range(players)]
    return {policy: [row[3] for row in rows if row[1] == policy] for policy in POLICIES}


@pytest.mark.exhaustive
@pytest.mark.parametrize("players", [2, 3, 4])
def test_right_accusations_are_those_in_all_orderings_of_the_deck(players: int) -> None:
    assert accusations(players) == {policy: plain.right_accusations(players, policy) for policy in POLICIES}


@pytest.mark.exhaustive
def test_the_discoverer_among_four_is_right_as_often_as_in_all_information_sets() -> None:
    sets = list(plain.information_sets(4).values())
    for policy, published in accusations(4).items():
        swaps = "without" not in policy
        mean = sum((pair[swaps].probability for pair in sets), Fraction(0)) / len(sets)
        assert published[0] == (Fraction(1, 3) if policy == "random" else mean)
    assert accusations(4)["random"] == [Fraction(1, 3)] * 4


def test_bluffing_is_worth_what_the_second_players_side_of_the_game_says() -> None:
    published = dict(exactly(made("in-a-grove/bluffing")))
    hands = plain.hands()
    for play in ("best", "honest"):
        worth = sum(plain.value_from_the_other_side(known, honest=play == "honest") for known in hands) / len(hands)
        assert worth == pytest.approx(float(published[play]), abs=1e-9)
    assert published["what bluffing is worth"] == published["best"] - published["honest"]
    assert list(published) == ["best", "honest", "what bluffing is worth"]
