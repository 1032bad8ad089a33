from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

import crimecalc as cc
from crimecalc.games.king_of_hearts import COURTS, HEARTS, Case, hand_size, setup

REFERENCE = json.loads((Path(__file__).parent / "reference" / "king_of_hearts.json").read_text(encoding="utf-8"))
SCENARIOS = {scenario["id"]: scenario for scenario in REFERENCE["scenarios"]}


def build(scenario: dict[str, Any]) -> Case:
    shows = Fraction(scenario["p_show_court_if_both"])
    case = Case(scenario["n_players"], scenario["observer"], scenario["own_hand"], shows=shows)
    for said in scenario["history"]:
        case = case.asked(
            court=said["court"], heart=said["heart"], by=said["asker"], shown_by=said["shower"], card=said["card"]
        )
    return case


@pytest.mark.parametrize("name", [name for name, scenario in SCENARIOS.items() if scenario["possible"]])
def test_a_scenario_comes_out_as_counted_deal_by_deal(name: str) -> None:
    scenario = SCENARIOS[name]
    case = build(scenario)
    assert case.deals == Fraction(scenario["total_weight"])
    expected = {tuple(key.split("|")): Fraction(value) for key, value in scenario["posterior_nonzero"].items()}
    solution = case.solution()
    assert len(solution) == len(expected)
    assert {key: solution[key] for key in expected} == expected
    assert solution.entropy() == pytest.approx(scenario["entropy_bits"], abs=1e-11)
    for card, value in (scenario["court_marginal"] | scenario["heart_marginal"]).items():
        assert case.holder(card)["solution"] == Fraction(value)
    for card, places in scenario.get("ownership_marginals", {}).items():
        found = case.holder(card)
        assert {place: str(found[place if place == "solution" else int(place)]) for place in places} == places


@pytest.mark.parametrize("name", [name for name, scenario in SCENARIOS.items() if not scenario["possible"]])
def test_an_impossible_scenario_raises_at_its_last_question(name: str) -> None:
    scenario = SCENARIOS[name]
    with pytest.raises(cc.ImpossibleEvidence, match=f"question {len(scenario['history'])}: "):
        build(scenario)
    build(scenario | {"history": scenario["history"][:-1]})


def row_name(row: dict[str, Any]) -> str:
    hand = f"{row['courts_in_hand']}+{row['hearts_in_hand']}"
    return f"{row['n_players']}-{hand}-{row['question_type']}-{row['responder_model']}"


@pytest.mark.parametrize("row", REFERENCE["first_question"], ids=row_name)
def test_the_first_question_brings_what_was_counted(row: dict[str, Any]) -> None:
    courts, hearts = row["courts_in_hand"], row["hearts_in_hand"]
    shows = {"uniform": "uniform", "always_court": "court", "always_heart": "heart"}[row["responder_model"]]
    case = Case(row["n_players"], 0, [*COURTS[:courts], *HEARTS[:hearts]], shows=shows)  # type: ignore[arg-type]
    court = COURTS[0] if row["question_type"] in ("court_held", "both_held") else COURTS[-1]
    heart = HEARTS[0] if row["question_type"] in ("heart_held", "both_held") else HEARTS[-1]
    answers = case.answers(court, heart)
    expected = {}
    for key, value in row["outcome_probs"].items():
        seat, _, card = key.partition(":")
        expected[(None, None) if key == "nobody" else (int(seat), court if card == "court" else heart)] = Fraction(
            value
        )
    assert dict(answers) == {key: value for key, value in expected.items() if value}
    (question,) = case.questions(court=court, heart=heart)
    assert question.first_neighbour_shows == Fraction(row["P_first_neighbour_shows"])
    assert question.nobody_shows == Fraction(row["P_nobody_shows"])
    assert question.information_gain == pytest.approx(row["expected_information_gain_bits"], abs=1e-11)


@pytest.mark.parametrize("players", [2, 4, 5, 10])
def test_the_setup_and_the_counting_agree_on_the_solution(players: int) -> None:
    exact = cc.distribution(setup(players))
    assert len(exact) == 120
    assert exact.map(lambda outcome: (outcome[0][0], outcome[1][0])) == Case(players, seat=None).solution()


@pytest.mark.parametrize("players", [4, 5])
def test_the_setup_and_the_counting_agree_on_a_hand(players: int) -> None:
    """The counting starts from one seat's hand, the setup from the deck."""
    exact = cc.distribution(setup(players, look=players - 1))
    size = hand_size(players)
    assert len(exact) == 120 * comb(20, size)
    assert exact.is_uniform()
    hand = (*COURTS[2:4], *HEARTS[: size - 2])
    joint = {(court, heart): exact[(court,), (heart,), hand] for court in COURTS for heart in HEARTS}
    assert sum(joint.values()) == Fraction(1, comb(22, size)) * hands_left(hand)
    assert cc.Distribution(joint) == Case(players, players - 1, hand).solution()


def hands_left(hand: tuple[cc.Card, ...]) -> Fraction:
    """How much likelier a hand is than a random one of 22 cards, as a card of either kind is set aside."""
    courts = sum(card in COURTS for card in hand)
    solutions = Fraction((12 - courts) * (10 - len(hand) + courts), 120)
    return solutions * Fraction(comb(22, len(hand)), comb(20, len(hand)))


@pytest.mark.parametrize("players", [0, 1, 3, 6, 7, 20, 4.0, "4", True])
def test_other_numbers_of_players_are_refused_with_the_reason(players: Any) -> None:
    with pytest.raises(cc.InvalidInput, match="players: expected 2, 4, 5 or 10, as 20 cards are dealt evenly"):
        setup(players)


def test_only_seats_at_the_table_can_be_looked_at() -> None:
    with pytest.raises(cc.InvalidInput, match="look: expected seats from 0 to 3, or None, found 4"):
        setup(4, look=4)


def test_when_nobody_shows_what_the_asker_has_not_the_solution_is_known() -> None:
    known = Case(4, 0, "JC QD KS 3H 7H").asked(court="KH", heart="9H", by=0, shown_by=None)
    assert known.solution()["K♥", "9♥"] == 1
    assert known.questions()[0].information_gain == 0
    assert all(question.solution_known == 1 for question in known.questions())


@pytest.mark.parametrize("shows", ["uniform", "court", "heart", Fraction(1, 3)])
def test_the_weights_of_all_answers_add_up_to_the_deals_before(shows: Any) -> None:
    case = Case(5, 1, "JC QD 3H 7H", shows=shows).asked(court="KH", heart="AH", by=2, shown_by=0)
    after = []
    for shower in (2, 3, 4, 0):
        for card in ("QS", "9H"):
            try:
                after.append(case.asked(court="QS", heart="9H", by=1, shown_by=shower, card=card).deals)
            except cc.ImpossibleEvidence:
                continue
    after.append(case.asked(court="QS", heart="9H", by=1, shown_by=None).deals)
    assert sum(after) == case.deals


def test_choosing_by_a_fraction_lies_between_the_extremes() -> None:
    def neighbour_has_heart(shows: Any) -> Fraction:
        case = Case(4, 0, "JC QD KS 3H 7H", shows=shows)
        return case.asked(court="KH", heart="9H", by=0, shown_by=1, card="KH").holder("9H")[1]

    chances = [neighbour_has_heart(shows) for shows in ("heart", Fraction(1, 3), "uniform", Fraction(2, 3), "court")]
    assert chances == sorted(chances)
    assert neighbour_has_heart(Fraction(1, 2)) == neighbour_has_heart("uniform")
    assert (chances[0], chances[-1]) == (Fraction(0), Fraction(1, 4))


def test_hands_of_all_opponents_are_as_large_as_dealt() -> None:
    case = (
        Case(10, 3, "JC 3H")
        .asked(court="KH", heart="AH", by=2, shown_by=7)
        .asked(court="KH", heart="2H", by=3, shown_by=8, card="2H")
    )
    assert [sum(case.hand_of(seat).values()) for seat in range(10)] == [2] * 10
