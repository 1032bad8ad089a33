from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, product
from math import factorial
from typing import Any

import pytest

import crimecalc as cc
from crimecalc.games.cluedo import CATEGORIES, Case, hand_sizes, read_card
from crimecalc.inference.counting import Plan

CARDS = [card for cards in CATEGORIES.values() for card in cards]


def test_all_eighteen_cards_are_dealt() -> None:
    assert {players: hand_sizes(players) for players in range(3, 7)} == {
        3: (6, 6, 6),
        4: (5, 5, 4, 4),
        5: (4, 4, 4, 3, 3),
        6: (3, 3, 3, 3, 3, 3),
    }


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_spectator_counts_every_deal(players: int) -> None:
    case = Case(players, None)
    deals = 324 * factorial(18)
    for size in hand_sizes(players):
        deals //= factorial(size)
    assert case.deals == deals
    assert case.solution() == cc.Distribution(
        {(s, w, r): 1 for s in CARDS[:6] for w in CARDS[6:12] for r in CARDS[12:]}
    )
    assert case.holder("Rope")["solution"] == Fraction(1, 6)
    assert case.holder("Hall")["solution"] == Fraction(1, 9)


def test_cards_are_read_by_name_or_by_a_word_of_it() -> None:
    assert all(read_card(card.upper()) == card for card in CARDS)
    assert [read_card(card) for card in ("plum", "Mrs. White", "pipe", "Mr Green", "knife", "billiard")] == [
        "Professor Plum", "Mrs White", "Lead Pipe", "Reverend Green", "Dagger", "Billiard Room",
    ]  # fmt: skip


def test_hands_may_be_unequal_in_any_order_of_seats() -> None:
    case = Case(5, 4, "Plum, Rope, Hall, Study", hands=[3, 4, 3, 4, 4])
    assert [sum(case.hand_of(seat).values()) for seat in range(5)] == [3, 4, 3, 4, 4]
    with pytest.raises(cc.InvalidInput, match="hand: expected 3 cards for seat 4 of 5, found 4"):
        Case(5, 4, "Plum, Rope, Hall, Study")


def table(seed: int, players: int) -> tuple[tuple[str, ...], list[list[str]]]:
    rng = random.Random(seed)
    solution = tuple(rng.choice(cards) for cards in CATEGORIES.values())
    rest = [card for card in CARDS if card not in solution]
    rng.shuffle(rest)
    hands = []
    for size in hand_sizes(players):
        hands.append(rest[:size])
        rest = rest[size:]
    return solution, hands


def play(seed: int, players: int, seat: int, questions: int, shows: Any = "uniform") -> tuple[Case, tuple[str, ...]]:
    """A case after some suggestions in a game that was dealt and answered at random."""
    solution, hands = table(seed, players)
    rng = random.Random(1000 + seed)
    case = Case(players, seat, hands[seat], shows=shows)
    for number in range(questions):
        by = number % players
        asked: dict[str, Any] = {name: rng.choice(cards) for name, cards in CATEGORIES.items()}
        shower, card = None, None
        for step in range(1, players):
            held = [card for card in asked.values() if card in hands[(by + step) % players]]
            if held:
                shower, card = (by + step) % players, rng.choice(held)
                break
        case = case.asked(**asked, by=by, shown_by=shower, card=card if seat in (by, shower) else None)
    return case, solution


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", range(3))
def test_the_truth_stays_possible_and_hands_keep_their_sizes(players: int, seed: int) -> None:
    case, solution = play(seed, players, seed % players, 12)
    assert case.solution()[solution] > 0
    for seat, size in enumerate(hand_sizes(players)):
        assert sum(case.hand_of(seat).values()) == size
    for name in CATEGORIES:
        marginal = case.solution().marginal(name)
        assert all(case.holder(card)["solution"] == marginal[card,] for card in CATEGORIES[name])


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in (1, 2, 3))])
def test_a_late_case_agrees_with_the_deals_written_down(seed: int) -> None:
    """Three players, so that one opponent's hand fixes the other's: every deal by two loops."""
    case, _ = play(seed, 3, 0, 14)
    expected: dict[tuple[str, ...], Fraction] = {}
    total = Fraction(0)
    for solution, first, weight in written_down(case):
        assert len(first) == 6
        expected[solution] = expected.get(solution, Fraction(0)) + weight
        total += weight
    assert case.deals == total
    assert case.solution() == cc.Distribution(expected)


def written_down(case: Case) -> Any:
    """All (solution, hand of seat 1, weight) that agree with a case of seat 0 of 3, from the rules of answering."""
    for solution in product(*CATEGORIES.values()):
        if set(solution) & case.hand:
            continue
        rest = [card for card in CARDS if card not in case.hand and card not in solution]
        for chosen in combinations(rest, 6):
            first = set(chosen)
            hands = [case.hand, first, set(rest) - first]
            weight = Fraction(1)
            for asked in case.history:
                seat = next((s % 3 for s in (asked.by + 1, asked.by + 2) if hands[s % 3] & set(asked.cards)), None)
                if seat != asked.shown_by:
                    weight = Fraction(0)
                    break
                if asked.card is not None and seat != 0:
                    held = hands[seat or 0] & set(asked.cards)
                    weight *= Fraction(int(asked.card in held), len(held))
            if weight:
                yield solution, first, weight


def test_a_kind_that_is_always_shown_first_tells_more() -> None:
    asked: dict[str, Any] = {"suspect": "Plum", "weapon": "Rope", "room": "Hall"}
    hand = "Green, White, Dagger, Spanner, Study, Kitchen"
    uniform = Case(3, 0, hand).asked(**asked, by=0, shown_by=1, card="Hall")
    suspects_first = Case(3, 0, hand, shows="suspect").asked(**asked, by=0, shown_by=1, card="Hall")
    assert suspects_first.holder("Plum")[1] == 0
    assert uniform.holder("Plum")[1] > 0
    weights = {"suspect": 1, "weapon": 1, "room": 1}
    assert Case(3, 0, hand, shows=weights).asked(**asked, by=0, shown_by=1, card="Hall").deals == uniform.deals


def test_the_answers_to_a_suggestion_add_up_and_weigh_what_follows() -> None:
    case, _ = play(5, 4, 0, 6)
    asked: dict[str, Any] = {"suspect": "Scarlett", "weapon": "Revolver", "room": "Lounge"}
    answers = case.answers(**asked)
    assert sum(answers.values()) == 1
    for (shower, card), chance in answers.items():
        after = case.asked(**asked, by=0, shown_by=shower, card=card)
        assert after.deals / case.deals == chance
    (question,) = case.questions(**asked)
    known = [
        chance
        for (shower, card), chance in answers.items()
        if len(case.asked(**asked, by=0, shown_by=shower, card=card).solution()) == 1
    ]
    assert question.solution_known == sum(known)
    left = sum(
        float(chance) * case.asked(**asked, by=0, shown_by=shower, card=card).solution().entropy()
        for (shower, card), chance in answers.items()
    )
    assert question.information_gain == pytest.approx(case.solution().entropy() - left, abs=1e-11)


def test_suggestions_can_be_limited_to_the_room_one_is_in() -> None:
    case = Case(3, 0, "Plum, Green, Rope, Dagger, Hall, Study")
    assert len(case.questions(room="Kitchen")) == 36
    assert case.best_question(room="Kitchen").room == "Kitchen"
    assert case.best_question() == case.questions()[0]
    assert len(case.questions()) == 324


def test_few_states_are_held_where_cards_are_dealt_in_a_good_order() -> None:
    """Six players, twelve suggestions; in the order of the cards it would be many more."""
    case, _ = play(2, 6, 0, 12)
    plan = Plan(case.belief.numbered.prepared)
    assert max(layer.shape[0] for layer in plan._layers) <= 8
