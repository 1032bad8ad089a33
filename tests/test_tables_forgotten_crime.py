"""Every figure of the tables on Forgotten Crime a second time, from the rules alone."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import plain_accusing as plain
import plain_forgotten_crime
from crimecalc.games import forgotten_crime
from made_tables import exactly, made
from plain_accusing import PLACES, QUESTIONS, SUSPECTS, State
from plain_stopping import PAIRS, all_crimes

REFERENCE = json.loads((Path(__file__).parent / "reference" / "forgotten_crime.json").read_text(encoding="utf-8"))
CRIMES = 23_328
PILES = ("criminal", "accomplice", "deck")

# --- crimes -----------------------------------------------------------------------------------

Facts = dict[str, str]


def facts(criminal: int, accomplice: int, answers: list[tuple[int, ...]]) -> Facts:
    """What a crime is told apart by, from the answers of each suspect."""
    truth = next(given for suspect, given in enumerate(answers) if suspect not in (criminal, accomplice))
    lies = [[said != true for said, true in zip(answers[who], truth, strict=True)] for who in (criminal, accomplice)]
    question = lies[1].index(True)
    if not lies[0][question]:
        together = "different questions"
    elif answers[criminal][question] == answers[accomplice][question]:
        together = "same question, same answer"
    else:
        together = "same question, different answers"
    return {
        "criminal": SUSPECTS[criminal],
        "accomplice": SUSPECTS[accomplice],
        **{
            f"true answer to question {number}": QUESTIONS[number - 1][answer]
            for number, answer in enumerate(truth, 1)
        },
        "question the criminal answers truly": str(lies[0].index(False) + 1),
        "lies of criminal and accomplice": together,
    }


@cache
def lawful_crimes() -> Counter[tuple[str, str]]:
    """How many crimes that the rules allow are of each kind."""
    answers, pairs = all_crimes()
    assert len(pairs) == CRIMES
    found: Counter[tuple[str, str]] = Counter()
    for row, pair in zip(answers.tolist(), pairs.tolist(), strict=True):
        criminal, accomplice = PAIRS[pair]
        given = [tuple(row[place : place + 3]) for place in range(0, PLACES, 3)]
        found.update(facts(criminal, accomplice, given).items())
    return found


@cache
def dealt(setup: str) -> Counter[plain_forgotten_crime.Outcome]:
    """How many worlds of a setup lead to each outcome, every card moved."""
    return plain_forgotten_crime.count(setup)


def dealt_crimes(setup: str) -> Counter[tuple[str, str]]:
    """How many worlds of a setup, in which every card is moved, end in a crime of each kind."""
    found: Counter[tuple[str, str]] = Counter()
    for (king, jack, deck), times in dealt(setup).items():
        answers = [
            tuple(
                next(answer for answer in range(3) if deck >> 4 * (3 * number + answer) + suit & 1)
                for number in range(3)
            )
            for suit in range(4)
        ]
        for fact in facts(king % 4, jack % 4, answers).items():
            found[fact] += times
    return found


@pytest.mark.exhaustive
def test_crimes_of_each_kind_are_those_that_the_rules_allow() -> None:
    expected = lawful_crimes()
    rows = exactly(made("forgotten-crime/crimes"))
    assert {(by, kind): number for by, kind, number, *_ in rows} == expected
    assert len(rows) == len(expected) == 23
    for *_, number, simplified, designer in rows:
        assert simplified == designer == Fraction(number, CRIMES)


@pytest.mark.exhaustive
@pytest.mark.parametrize("setup", ["simplified", "designer"])
def test_crimes_of_each_kind_are_dealt_as_often_as_moving_every_card_finds(setup: str) -> None:
    worlds = REFERENCE["worlds"][setup]
    column = 3 if setup == "simplified" else 4
    expected = {fact: Fraction(times, worlds) for fact, times in dealt_crimes(setup).items()}
    assert {row[:2]: row[column] for row in exactly(made("forgotten-crime/crimes"))} == expected


def test_lies_are_shared_as_often_as_the_rules_allow() -> None:
    expected = {kind: Fraction(n, CRIMES) for (by, kind), n in lawful_crimes().items() if by.startswith("lies")}
    assert dict(exactly(made("forgotten-crime/shared-lies"))) == expected


# --- what the cards tell ----------------------------------------------------------------------


def to_the_end(*_: Any) -> bool:
    """A rule by which nobody accuses before the last card."""
    return False


@cache
def on_the_way() -> list[tuple[State, Fraction]]:
    """All kinds of sets of cards with the chance that they are the first of a deck."""
    return [(plain.states()[kind], chance) for kind, chance in plain.reached(to_the_end).items()]


@pytest.mark.exhaustive
def test_certainty_is_distributed_as_counted_over_all_kinds_of_cards() -> None:
    expected: Counter[tuple[int, str]] = Counter()
    for state, chance in on_the_way():
        expected[state.seen, str(state.best)] += chance  # type: ignore[assignment]
    rows = exactly(made("forgotten-crime/certainty"))
    assert {(cards, best): probability for cards, best, probability in rows} == expected
    assert len(rows) == len(expected)


@pytest.mark.exhaustive
def test_draws_until_certain_are_as_counted_over_all_kinds_of_cards() -> None:
    certain = {
        who: [
            sum((chance for state, chance in on_the_way() if state.seen == cards and state.certain(who)), Fraction(0))
            for cards in range(PLACES + 1)
        ]
        for who in ("criminal", "accomplice", "both")
    }
    expected = [
        (cards, *(by_then[cards] - (by_then[cards - 1] if cards else 0) for by_then in certain.values()))
        for cards in range(PLACES + 1)
    ]
    assert exactly(made("forgotten-crime/draws-until-certain")) == expected


# --- accusing ---------------------------------------------------------------------------------


def test_the_optimal_policy_is_the_plain_one_in_every_state() -> None:
    reached = plain.reached(plain.accuses)
    kinds = set()
    for cards, left, action, pairs, right, accusing, drawing, chance in exactly(
        made("forgotten-crime/optimal-policy")
    ):
        kind = plain.kind_of_cards("" if cards == "none" else cards)
        state = plain.states()[kind]
        kinds.add(kind)
        assert left == PLACES - state.seen
        assert pairs == state.pairs.count(max(state.pairs))
        assert right == state.best
        assert accusing == left * state.best
        assert drawing == plain.drawing().get(kind)
        assert action == ("accuse" if plain.accuses(kind, state) else "draw")
        assert chance == reached[kind]
    assert kinds == set(plain.states())
    assert len(made("forgotten-crime/optimal-policy")) == len(kinds)


@pytest.mark.exhaustive
def test_policies_score_what_a_plain_induction_finds() -> None:
    expected = {
        "optimal": plain.figures(plain.accuses),
        "only when certain": plain.figures(from_probability(Fraction(1))),
        **{
            "at once" if number == 0 else f"after {number} card{'s' * (number > 1)}": plain.figures(after(number))
            for number in range(PLACES + 1)
        },
    }
    # Only probabilities that the best pair can have make a difference, so trying these is trying all.
    thresholds = {bound: plain.figures(from_probability(bound)) for bound in all_bests()}
    best = max(thresholds, key=lambda bound: (thresholds[bound], bound))
    assert thresholds[best][0] > max(figures[0] for bound, figures in thresholds.items() if bound != best)
    expected[f"at probability {best} or more"] = thresholds[best]
    rows = exactly(made("forgotten-crime/policies"))
    assert {name: tuple(figures) for name, *figures in rows} == expected
    assert [row[1] for row in rows] == sorted((row[1] for row in rows), reverse=True)
    assert len(rows) == len(expected)


def after(number: int) -> plain.Rule:
    return lambda _, state: state.seen >= number


def from_probability(bound: Fraction) -> plain.Rule:
    return lambda _, state: state.best >= bound


def all_bests() -> set[Fraction]:
    return {state.best for state in plain.states().values()}


# --- shuffles ---------------------------------------------------------------------------------


def without(setup: str, name: str) -> list[Any]:
    """A row of the reference, by moving every card in every world."""
    whole, left = dealt(setup), plain_forgotten_crime.count(setup, name)
    piles = [pile for place, pile in enumerate(PILES) if distance(seen(whole, place), seen(left, place))]
    return [name, str(distance(whole, left)), len(left), ", ".join(piles) or "none"]


def seen(outcomes: Counter[Any], place: int) -> Counter[Any]:
    found: Counter[Any] = Counter()
    for outcome, times in outcomes.items():
        found[outcome[place]] += times
    return found


def distance(a: Counter[Any], b: Counter[Any]) -> Fraction:
    scale = Fraction(a.total(), b.total())
    return sum((abs(a[outcome] - scale * b[outcome]) for outcome in a | b), Fraction(0)) / (2 * a.total())


def printed_steps(setup: int) -> list[tuple[int, str]]:
    """The steps that are random by the printed instructions, with what they do."""
    text = str(forgotten_crime.setups()[setup])
    return [
        (int(number), verb.lower())
        for number, verb in re.findall(r"^ ?(\d+)\. (Scramble|Shuffle) the piles?", text, flags=re.MULTILINE)
    ]


def test_shuffles_are_worth_what_moving_every_card_finds() -> None:
    rows = exactly(made("forgotten-crime/shuffles"))
    for place, setup in enumerate(("simplified", "designer")):
        expected = [
            (setup, *step, Fraction(far), outcomes, piles)
            for step, (_, far, outcomes, piles) in zip(printed_steps(place), REFERENCE["shuffles"][setup], strict=True)
        ]
        assert [row for row in rows if row[0] == setup] == expected
    assert len(rows) == 16


@pytest.mark.exhaustive
@pytest.mark.parametrize("setup", ["simplified", "designer"])
def test_the_reference_on_shuffles_is_what_moving_every_card_finds(setup: str) -> None:
    assert set(dealt(setup).values()) == {REFERENCE["worlds_per_outcome"][setup]}
    names = plain_forgotten_crime.SHUFFLES[setup]
    # The deck is looked at as a set, so nothing can be told of its own shuffle, which comes last.
    assert [without(setup, name) for name in names] == REFERENCE["shuffles"][setup][:-1]
    assert REFERENCE["shuffles"][setup][-1] == ["deck", "0", CRIMES, "none"]
