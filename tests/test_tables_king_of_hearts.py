"""Every exact figure of the tables on The King of Hearts a second time, from the rules alone."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from pathlib import Path
from typing import Any

import pytest

import plain_first_question
from made_tables import exactly, made

REFERENCE = json.loads((Path(__file__).parent / "reference" / "king_of_hearts.json").read_text(encoding="utf-8"))
PLAYERS = (2, 4, 5, 10)
SHOWS = {"uniform": Fraction(1, 2), "court": Fraction(1), "heart": Fraction(0)}
OWN = {"none_held": "neither", "court_held": "court", "heart_held": "heart", "both_held": "both"}
MODELS = {"uniform": "uniform", "always_court": "court", "always_heart": "heart"}


def test_deals_are_counted_seat_by_seat() -> None:
    expected = []
    for players in PLAYERS:
        left, hands = 20, 1
        while left:
            hands *= comb(left, 20 // players)
            left -= 20 // players
        expected.append((players, 20 // players, 12 * 10, hands, 12 * 10 * hands))
    assert exactly(made("king-of-hearts/deals")) == expected


def test_the_way_in_which_deals_are_counted_is_that_of_laying_cards_down() -> None:
    """Six cards for three seats, in every order."""
    laid = {tuple(frozenset(order[seat : seat + 2]) for seat in (0, 2, 4)) for order in permutations(range(6))}
    assert len(laid) == comb(6, 2) * comb(4, 2) * comb(2, 2)


@pytest.mark.parametrize("players", PLAYERS)
def test_hands_hold_as_many_court_cards_as_all_choices_of_cards(players: int) -> None:
    """With the solution set aside, 11 court cards and 9 hearts are dealt."""
    size = 20 // players
    held = Counter(sum(card < 11 for card in hand) for hand in combinations(range(20), size))
    rows = exactly(made("king-of-hearts/hands", players=players))
    assert [row[:2] for row in rows] == [(courts, size - courts) for courts in range(size + 1)]
    assert [row[2] for row in rows] == [Fraction(held[courts], held.total()) for courts in range(size + 1)]


@pytest.mark.parametrize(
    ("players", "shows"),
    [
        (4, "uniform"),
        (5, "uniform"),
        pytest.param(10, "uniform", marks=pytest.mark.exhaustive),
        (4, "court"),
        (4, "heart"),
        (5, "heart"),
    ],
)
def test_the_first_question_tells_what_all_places_of_the_two_cards_say(players: int, shows: str) -> None:
    table = made("king-of-hearts/first-question", players=players, shows=shows)
    size = 20 // players
    asked = set()
    for courts, hearts, own, first, nobody, known, bits in table.rows:
        assert courts + hearts == size
        expected = plain_first_question.first_question(players, courts, hearts, own, SHOWS[shows])
        assert (first, nobody, known) == expected[:3]
        assert bits == pytest.approx(expected.bits, abs=1e-11)
        asked.add((courts, own))
    assert asked == {
        (courts, own)
        for courts in range(size + 1)
        for own in OWN.values()
        if size - courts <= 9
        and not (own in ("court", "both") and courts == 0)
        and not (own in ("heart", "both") and courts == size)
    }
    assert len(table) == len(asked)


@pytest.mark.parametrize("shows", SHOWS)
def test_the_first_question_tells_what_was_counted_deal_by_deal(shows: str) -> None:
    checked = 0
    for row in REFERENCE["first_question"]:
        if MODELS[row["responder_model"]] != shows:
            continue
        table = made("king-of-hearts/first-question", players=row["n_players"], shows=shows)
        kind = row["courts_in_hand"], row["hearts_in_hand"], OWN[row["question_type"]]
        (found,) = [published for published in table.rows if published[:3] == kind]
        assert found[3:5] == (Fraction(row["P_first_neighbour_shows"]), Fraction(row["P_nobody_shows"]))
        assert found[6] == pytest.approx(row["expected_information_gain_bits"], abs=1e-11)
        checked += 1
    assert checked == len(REFERENCE["first_question"]) / len(MODELS)


def test_the_chance_that_nobody_shows_is_that_both_cards_are_the_solution_or_ones_own() -> None:
    """The closed form: the solution is one of as many pairs as can be, and own cards are shown by nobody."""
    for players in (4, 5):
        for courts, hearts, own, _, nobody, known, _ in first_questions(players):
            pairs: dict[str, Any] = {
                "neither": (12 - courts) * (10 - hearts),
                "court": 10 - hearts,
                "heart": 12 - courts,
                "both": 1,
            }
            assert nobody == Fraction(1, pairs[own])
            assert known == (nobody if own == "neither" else Fraction(int((12 - courts) * (10 - hearts) == 1)))


def first_questions(players: int) -> tuple[tuple[Any, ...], ...]:
    return made("king-of-hearts/first-question", players=players, shows="uniform").rows
