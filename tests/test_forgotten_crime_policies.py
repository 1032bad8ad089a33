"""When to accuse: exact figures, each in two ways."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given

import crimecalc as cc
from crimecalc.errors import InexactNumber, InvalidInput
from crimecalc.games import forgotten_crime
from crimecalc.games.forgotten_crime import AccusingPolicy
from crimecalc.games.forgotten_crime.policies import CARDS, best_probability, stopping_game
from plain_stopping import PlainTable
from test_forgotten_crime import crimes_of
from test_forgotten_crime_belief import cards_of_a_deck

OPTIMUM = Fraction(32_320_919, 14_968_800)

# Independent reference values, from a plain enumeration.
CERTAIN_VALUE = Fraction(51, 28)
FIRST_CERTAIN = {
    6: Fraction(1, 1386),
    7: Fraction(16, 2079),
    8: Fraction(169, 2970),
    9: Fraction(989, 5940),
    10: Fraction(61, 180),
    11: Fraction(37, 99),
    12: Fraction(1, 18),
}


@pytest.fixture(scope="module")
def plain() -> PlainTable:
    return PlainTable()


def all_policies() -> list[AccusingPolicy]:
    named = [forgotten_crime.optimal_policy(), forgotten_crime.accuse_when_certain()]
    thresholds = [forgotten_crime.threshold_policy(Fraction(n, 10)) for n in range(11)]
    return named + thresholds + [forgotten_crime.accuse_after(k) for k in range(13)]


def test_the_optimal_value_agrees_with_a_plain_induction_over_all_sets_of_cards(plain: PlainTable) -> None:
    assert forgotten_crime.optimal_policy().value == OPTIMUM
    assert plain.optimal_value() == OPTIMUM


def test_certainty_agrees_with_plain_counting(plain: PlainTable) -> None:
    for k in range(CARDS + 1):
        assert dict(forgotten_crime.certainty(k)) == plain.certainty(k)


def test_accusing_after_k_cards_agrees_with_plain_counting(plain: PlainTable) -> None:
    for k in range(CARDS + 1):
        right = sum(chance * weight for chance, weight in plain.certainty(k).items())
        policy = forgotten_crime.accuse_after(k)
        assert policy.win_probability == right
        assert policy.value == right * (CARDS - k)
        assert dict(policy.draws()) == {k: 1}


def test_accusing_only_when_certain_has_its_reference_values() -> None:
    certain = forgotten_crime.accuse_when_certain()
    assert certain.value == CERTAIN_VALUE
    assert certain.win_probability == 1
    assert dict(certain.draws()) == FIRST_CERTAIN
    assert dict(forgotten_crime.draws_until_certain()) == FIRST_CERTAIN
    assert dict(certain.scores()) == {CARDS - k: p for k, p in FIRST_CERTAIN.items()}


@pytest.mark.parametrize("policy", all_policies(), ids=lambda policy: policy.name)
def test_the_figures_of_a_policy_agree_with_one_another(policy: AccusingPolicy) -> None:
    scores, draws = policy.scores(), policy.draws()
    assert sum(scores.values()) == sum(draws.values()) == 1
    assert policy.value == scores.expectation(lambda score: 0 if score == "loss" else score)
    assert policy.win_probability == 1 - scores["loss"]
    assert set(draws) <= set(range(CARDS + 1))
    assert policy.value <= OPTIMUM
    assert policy.states == 894


def test_the_optimal_policy_is_consistent_state_by_state() -> None:
    best = forgotten_crime.optimal_policy().policy
    for state in best.game.states:
        drawing = best.drawing[state.index]
        if drawing is None:
            assert state.left == 0
            assert best.stops[state.index]
            continue
        assert drawing == sum(chance * best.values[index] for index, chance in state.next_states)
        assert best.values[state.index] == max(drawing, state.stopping)
        assert best.stops[state.index] == (state.stopping >= drawing)
    assert forgotten_crime.optimal_policy().ties == sum(
        best.drawing[state.index] == state.stopping for state in best.game.states
    )


@pytest.mark.exhaustive
def test_the_best_threshold_beats_all_others() -> None:
    bound, policy = forgotten_crime.best_threshold_policy()
    assert policy.value == forgotten_crime.threshold_policy(bound).value
    probabilities = sorted({best_probability(state.belief) for state in stopping_game().states})
    assert bound in probabilities
    # Between two of these probabilities all thresholds are the same policy, so trying one in each gap is enough.
    for lower, upper in zip([Fraction(0), *probabilities], probabilities, strict=False):
        assert forgotten_crime.threshold_policy((lower + upper) / 2).value <= policy.value
    assert forgotten_crime.threshold_policy(0).value == forgotten_crime.accuse_at_once().value == 1


def test_the_table_of_policies_is_sorted_by_score() -> None:
    table = forgotten_crime.compare_policies()
    assert list(table["expected score"]) == sorted(table["expected score"], reverse=True)
    assert table["policy"][0] == "optimal"
    assert table["expected score"][0] == OPTIMUM
    assert {"only when certain", "at once", "after 12 cards"} <= set(table["policy"])


@given(cards_of_a_deck())
def test_advice_is_about_the_cards_seen(seen: list[cc.Card]) -> None:
    advice = forgotten_crime.optimal_policy().advise(seen)
    belief = forgotten_crime.posterior(seen)
    left = CARDS - len(seen)
    assert advice.win_probability == max(belief.values()) == belief[advice.criminal, advice.accomplice]
    assert advice.equally_probable == sum(chance == advice.win_probability for chance in belief.values())
    assert advice.value_of_accusing == left * advice.win_probability
    if left:
        assert advice.value_of_drawing is not None
        assert (advice.action == "accuse") == (advice.value_of_accusing >= advice.value_of_drawing)
        assert advice.tie == (advice.value_of_accusing == advice.value_of_drawing)
        # One step by hand: the best of both values after each next card.
        following = forgotten_crime.next_card(seen)
        if len(following) <= 8:
            worth: Any = 0
            for card, chance in following.items():
                after = forgotten_crime.optimal_policy().advise([*seen, card])
                worth += chance * max(after.value_of_accusing, after.value_of_drawing or 0)
            assert worth == advice.value_of_drawing
    else:
        assert (advice.action, advice.value_of_drawing) == ("accuse", None)


def test_the_whole_policy_is_a_readable_table() -> None:
    frame = forgotten_crime.optimal_policy().to_frame()
    assert len(frame) == 894
    assert frame.loc[0, "cards seen"] == "none"
    assert frame.loc[0, "value of drawing"] == OPTIMUM
    assert sum(frame.query("action == 'accuse'")["reached"]) == 1
    assert set(frame["action"]) == {"accuse", "draw"}


def test_policies_show_themselves() -> None:
    best = forgotten_crime.optimal_policy()
    assert repr(best) == "<AccusingPolicy 'optimal': value 32320919/14968800 (about 2.1592)>"
    assert "expected score" in str(best)
    assert "<caption>optimal</caption>" in best._repr_html_()


def test_a_rule_of_ones_own_is_a_policy_like_any_other() -> None:
    two_pairs = forgotten_crime.accuse_when(lambda belief, _: len(belief) <= 2, name="two pairs")
    assert CERTAIN_VALUE < two_pairs.value < OPTIMUM
    assert two_pairs.name == "two pairs"
    never = forgotten_crime.accuse_when(lambda _, __: False)
    assert never.value == 0
    assert never.win_probability == 1
    assert never.draws() == cc.Distribution({12: 1})


@pytest.mark.parametrize("wrong", [-1, 13, 1.5, True, "3"])
def test_a_strange_number_of_cards_is_refused(wrong: Any) -> None:
    for ask in (forgotten_crime.accuse_after, forgotten_crime.certainty):
        with pytest.raises(InvalidInput, match=f"{ask.__name__}: expected a whole number of cards from 0 to 12"):
            ask(wrong)


def test_beliefs_must_be_beliefs() -> None:
    strangers: list[Any] = [None, {}, forgotten_crime.next_card()]
    for wrong in strangers:
        with pytest.raises(InvalidInput, match="suspects: expected a Distribution over pairs"):
            forgotten_crime.suspects(wrong)
    with pytest.raises(InvalidInput, match="best_probability: expected a Distribution"):
        forgotten_crime.best_probability({})  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="rule: expected a function"):
        forgotten_crime.accuse_when(None)  # type: ignore[arg-type]


def test_a_strange_threshold_is_refused() -> None:
    with pytest.raises(InexactNumber, match="threshold_policy"):
        forgotten_crime.threshold_policy(0.5)
    with pytest.raises(InvalidInput, match="a probability from 0 to 1, found 2"):
        forgotten_crime.threshold_policy(2)
    with pytest.raises(InvalidInput, match="expected 'criminal', 'accomplice' or 'both'"):
        forgotten_crime.draws_until_certain("all")  # type: ignore[arg-type]


@pytest.mark.exhaustive
@pytest.mark.parametrize("who", ["criminal", pytest.param("accomplice", marks=pytest.mark.exhaustive), "both"])
def test_when_somebody_is_certain_agrees_with_counting_prefixes(who: Any, plain: PlainTable) -> None:
    # P(certain after k cards), counted over sets of places without symmetry, is the running total.
    pairs = list(permutations(range(4), 2))
    part = {"criminal": 0, "accomplice": 1}
    certain = [0] * (CARDS + 1)
    crimes_pairs = plain.pairs
    for places in range(1 << CARDS):
        group = plain.group_of[places]
        labels = crimes_pairs if who == "both" else _part(crimes_pairs, pairs, part[who])
        certain[places.bit_count()] += _alone(group, labels)
    sets = [sum(places.bit_count() == k for places in range(1 << CARDS)) for k in range(CARDS + 1)]
    totals = [Fraction(crimes, count * plain.crimes) for crimes, count in zip(certain, sets, strict=True)]
    first = {k: totals[k] - (totals[k - 1] if k else 0) for k in range(CARDS + 1)}
    assert dict(forgotten_crime.draws_until_certain(who)) == {k: p for k, p in first.items() if p}


def _part(pairs_of_crimes: Any, pairs: list[tuple[int, int]], index: int) -> Any:
    import numpy as np

    return np.array([pair[index] for pair in pairs])[pairs_of_crimes]


def _alone(group: Any, labels: Any) -> int:
    """How many crimes lie in groups whose crimes all have one label."""
    import numpy as np

    one = np.zeros(group.max() + 1, dtype=int)
    one[group] = labels  # the label of one of its crimes
    others = np.zeros(len(one), dtype=bool)
    others[group[one[group] != labels]] = True
    return int((~others)[group].sum())


@pytest.mark.exhaustive
def test_lies_are_shared_as_counted_over_the_outcomes() -> None:
    how = {"different questions": 0, "same question, different answers": 0, "same question, same answer": 0}
    truthful = {1: 0, 2: 0, 3: 0}
    for found, n in ((found, 1) for found in crimes_of("designer")):
        mine = {lie.question: lie.answer for lie in found.lies if lie.suspect == found.criminal}
        ((question, answer),) = [(lie.question, lie.answer) for lie in found.lies if lie.suspect == found.accomplice]
        kind = (
            "different questions"
            if question not in mine
            else "same question, same answer"
            if mine[question] == answer
            else "same question, different answers"
        )
        how[kind] += n
        truthful[({1, 2, 3} - set(mine)).pop()] += n
    assert forgotten_crime.shared_lie() == cc.Distribution(how)
    assert forgotten_crime.truthful_question() == cc.Distribution(truthful)


def test_each_suspect_has_one_role() -> None:
    for seen in ([], ["A♠", "2♣", "3♥"]):
        table = forgotten_crime.suspects(forgotten_crime.posterior(seen))
        assert all(sum(chances.values()) == 1 for chances in table.values())
        assert sum(chances["criminal"] for chances in table.values()) == 1
        assert sum(chances["accomplice"] for chances in table.values()) == 1
