from __future__ import annotations

import pickle
from fractions import Fraction
from math import log, log2
from typing import Any

import numpy as np
import pandas as pd
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from sympy.stats import E, variance

import crimecalc as cc
from crimecalc.distribution import Distribution
from crimecalc.errors import CrimecalcError, ImpossibleEvidence, InexactNumber, InvalidInput

HALF = Fraction(1, 2)
weights = st.dictionaries(
    st.integers(-5, 5), st.integers(0, 9) | st.fractions(0, 3, max_denominator=12), min_size=1
).filter(lambda mapping: any(mapping.values()))


@pytest.fixture
def engine_made() -> Distribution:
    """A distribution over packed outcomes: the first of a, a, b, c in order, the next two as a set."""
    setup = cc.Setup("aabc").shuffle("deck").split("deck", [1, 2, 1], ["top", "two", "rest"])
    return cc.distribution(setup.observe("top", unordered=["two"]))


@pytest.fixture
def typed_in() -> Distribution:
    """The same, counted by hand over the 12 ordered draws of different worlds."""
    return Distribution(
        {
            (("a",), ("a", "b")): Fraction(4, 24),
            (("a",), ("a", "c")): Fraction(4, 24),
            (("a",), ("b", "c")): Fraction(4, 24),
            (("b",), ("a", "a")): Fraction(2, 24),
            (("b",), ("a", "c")): Fraction(4, 24),
            (("c",), ("a", "a")): Fraction(2, 24),
            (("c",), ("a", "b")): Fraction(4, 24),
        },
        names=["top", "two"],
    )


def test_equality_is_by_probability_not_by_count() -> None:
    assert (
        Distribution({"a": 1, "b": 2})
        == Distribution({"b": 20, "a": 10})
        == Distribution({"a": Fraction(1, 3), "b": Fraction(2, 3)})
    )
    assert Distribution({"a": 1, "b": 2}) != Distribution({"a": 2, "b": 1})
    assert Distribution({"a": 1}) != {"a": 1}


def test_equal_distributions_have_equal_hashes(engine_made: Distribution, typed_in: Distribution) -> None:
    assert engine_made == typed_in
    assert typed_in == engine_made
    assert hash(engine_made) == hash(typed_in)


def test_packed_and_typed_in_distributions_answer_alike(engine_made: Distribution, typed_in: Distribution) -> None:
    assert list(engine_made) == list(typed_in)
    assert dict(engine_made) == dict(typed_in)
    assert engine_made.worlds == 24 // 2
    assert engine_made.marginal("two") == typed_in.marginal("two")
    assert engine_made.marginal("two", "top") == typed_in.marginal("two", "top")
    assert engine_made.names == typed_in.names == ("top", "two")
    pd.testing.assert_frame_equal(engine_made.to_frame(), typed_in.to_frame())
    assert str(engine_made) == str(typed_in)


def test_an_outcome_that_cannot_happen_has_probability_zero(engine_made: Distribution, typed_in: Distribution) -> None:
    strangers = [
        (("z",), ("a", "b")),
        (("a",), ("a", "a", "b")),
        (("b",), ("b", "c")),
        ((["a"],), ("b", "c")),
    ]
    for distribution in (engine_made, typed_in):
        for stranger in strangers:
            assert distribution[stranger] == 0
            assert distribution.count(stranger) == 0
            assert stranger not in distribution
    assert engine_made[("a",), ("b", "a")] == engine_made[("a",), ("a", "b")] > 0  # the pair is a set
    assert engine_made.probability({(("a",), ("b", "a"))}) == engine_made[("a",), ("a", "b")]
    assert Distribution({"a": 1})["b"] == Distribution({"a": 1})[["b"]] == 0


@pytest.mark.parametrize("wrong", ["x", (), (("a",),), ("a", "ab"), [("a",), ("a", "b")], 0, None])
def test_what_has_not_the_shape_of_an_outcome_is_refused(engine_made: Distribution, wrong: object) -> None:
    with pytest.raises(InvalidInput, match="an outcome has one tuple of cards for each of top, two, as in"):
        _ = engine_made[wrong]
    with pytest.raises(InvalidInput, match="an outcome has one"):
        engine_made.count(wrong)
    assert wrong not in engine_made
    if isinstance(wrong, tuple):
        with pytest.raises(InvalidInput, match="an outcome has one"):
            engine_made.probability({wrong})


def test_comparisons_want_distributions_and_maps_want_functions(typed_in: Distribution) -> None:
    for wrong in (
        lambda: typed_in.total_variation("x"),  # type: ignore[arg-type]
        lambda: typed_in.most_different(3, 1),  # type: ignore[arg-type]
        lambda: typed_in.map(3),  # type: ignore[arg-type]
        lambda: typed_in.map(lambda _: [1]),  # type: ignore[arg-type, return-value]
        lambda: typed_in.expectation("x"),  # type: ignore[arg-type]
        lambda: typed_in.to_latex(limit=0),
    ):
        with pytest.raises(InvalidInput, match="expected"):
            wrong()


def test_probabilities_sum_to_one(engine_made: Distribution) -> None:
    assert sum(engine_made.values()) == 1
    assert sum(engine_made.count(outcome) for outcome in engine_made) == engine_made.worlds


@pytest.mark.parametrize("wrong", [0.5, np.float64(0.25), complex(1), "1", None, float("inf"), float("nan")])
def test_inexact_weights_are_refused_with_the_reason(wrong: object) -> None:
    with pytest.raises(InexactNumber, match=r"'a': expected an integer or a Fraction.*exact|binary fraction"):
        Distribution({"a": wrong})
    with pytest.raises(TypeError):
        Distribution({"a": wrong})


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({float("nan"): 1}, "must equal itself"),
        ({}, "positive weight"),
        ({"a": 0}, "positive weight"),
        ({"a": -1}, "negative"),
        ([1, 2], "mapping"),
    ],
)
def test_weights_that_are_no_distribution_are_refused(wrong: Any, named: str) -> None:
    with pytest.raises(InvalidInput, match=named):
        Distribution(wrong)


def test_whole_numbers_of_other_libraries_are_exact_too() -> None:
    assert Distribution({"a": np.int64(1), "b": sympy.Rational(1, 2)}) == Distribution({"a": 2, "b": 1})


def test_zero_weights_are_dropped() -> None:
    assert list(Distribution({"a": 0, "b": 1})) == ["b"]


def test_names_must_fit_the_outcomes() -> None:
    with pytest.raises(InvalidInput, match="tuples of 2 entries, found"):
        Distribution({"ab": 1}, names=["x", "y"])
    with pytest.raises(InvalidInput, match="different names"):
        Distribution({("a", "b"): 1}, names=["x", "x"])
    for wrong in ("xy", [], [1, 2]):
        with pytest.raises(InvalidInput, match="names: expected a list of texts"):
            Distribution({("a", "b"): 1}, names=wrong)  # type: ignore[arg-type]


def test_marginal_wants_known_names(typed_in: Distribution) -> None:
    with pytest.raises(InvalidInput, match="no entry is named 'bottom'; expected one of 'top', 'two'"):
        typed_in.marginal("bottom")
    with pytest.raises(InvalidInput, match="different names"):
        typed_in.marginal("top", "top")
    with pytest.raises(InvalidInput, match="at least one"):
        typed_in.marginal()
    with pytest.raises(InvalidInput, match="no names; use map"):
        Distribution({1: 1}).marginal("top")


def test_a_marginal_is_what_would_be_observed_alone() -> None:
    setup = cc.Setup("aabcd").shuffle("deck").split("deck", [2, 3], ["x", "y"])
    assert cc.distribution(setup.observe("x", unordered=["y"])).marginal("y") == cc.distribution(
        setup.observe(unordered=["y"])
    )


def test_conditioning_on_the_impossible_raises(typed_in: Distribution) -> None:
    with pytest.raises(ImpossibleEvidence, match="in none of 7 outcomes"):
        typed_in.given(lambda outcome: outcome[0] == ("z",))
    with pytest.raises(CrimecalcError):
        typed_in.given(set())


def test_events_are_functions_or_sets() -> None:
    die = Distribution(dict.fromkeys(range(1, 7), 1))
    assert die.probability(lambda face: face > 4) == die.probability({5, 6}) == Fraction(1, 3)
    assert die.given({5, 6}) == Distribution({5: 1, 6: 1})
    for wrong in ((5, 6), 5, "5", [[5]]):
        with pytest.raises(InvalidInput, match="an event is a"):
            die.probability(wrong)  # type: ignore[arg-type]


def test_given_keeps_names(typed_in: Distribution) -> None:
    assert typed_in.given(lambda outcome: outcome[0] == ("b",)).names == ("top", "two")


@given(weights, weights)
def test_total_variation_is_a_metric_bounded_by_one(a: dict[int, Any], b: dict[int, Any]) -> None:
    p, q = Distribution(a), Distribution(b)
    distance = p.total_variation(q)
    assert distance == q.total_variation(p)
    assert 0 <= distance <= 1
    assert (distance == 0) == (p == q)
    # The other definition: the largest difference of probability over all events.
    assert distance == sum((max(p[o] - q[o], Fraction(0)) for o in range(-5, 6)), Fraction(0))


@given(weights)
def test_moments_agree_with_sympy(mapping: dict[int, Any]) -> None:
    distribution = Distribution(mapping)
    variable = distribution.to_sympy()
    assert E(variable) == sympy.Rational(*distribution.expectation().as_integer_ratio())
    assert variance(variable) == sympy.Rational(*distribution.variance().as_integer_ratio())


@given(weights)
def test_entropy_is_the_sum_over_outcomes(mapping: dict[int, Any]) -> None:
    distribution = Distribution(mapping)
    expected = -sum(float(p) * log2(p) for p in distribution.values())
    assert distribution.entropy() == pytest.approx(expected, abs=1e-12)


def test_entropy_holds_for_counts_beyond_floats() -> None:
    huge = 10**400
    assert Distribution({0: huge, 1: huge}).entropy() == pytest.approx(1.0)
    assert Distribution({0: huge, 1: 1}).entropy() == pytest.approx(0.0)
    # p log(1/p) + (1 - p) log(1/(1 - p)) with p = 1e-20, to all digits.
    p = 1e-20
    assert Distribution({0: 10**20, 1: 1}).entropy() == pytest.approx((-p * log(p) + p) / log(2), rel=1e-12)


def test_expectation_takes_exact_functions_only() -> None:
    coin = Distribution({"heads": 1, "tails": 1})
    assert coin.expectation(len) == Fraction(5)
    with pytest.raises(InexactNumber, match="expectation at 'heads'"):
        coin.expectation(lambda _: 0.5)
    with pytest.raises(InexactNumber):
        coin.expectation()


def test_mode_is_the_first_of_the_most_probable() -> None:
    assert Distribution({"b": 2, "a": 2, "c": 1}).mode() == "a"


def test_uniform_means_all_that_can_happen_equally_likely() -> None:
    assert Distribution({"a": HALF, "b": HALF, "c": 0}).is_uniform()
    assert not Distribution({"a": 1, "b": 2}).is_uniform()


def test_map_adds_up_what_becomes_equal() -> None:
    assert Distribution({-1: 1, 0: 1, 1: 2}).map(abs) == Distribution({0: 1, 1: 3})


def test_a_frame_holds_lowest_terms_beside_the_float() -> None:
    frame = Distribution({"a": 2, "b": 4}).to_frame()
    assert list(frame.columns) == ["numerator", "denominator", "probability"]
    assert list(frame.loc["a"]) == [1, 3, 1 / 3]


def test_a_frame_keeps_integers_beyond_64_bits() -> None:
    frame = Distribution({"a": 1, "b": 10**30}).to_frame()
    assert frame.loc["b", "numerator"] == 10**30


def test_outcomes_without_numbers_become_rationals() -> None:
    assert Distribution({"a": 1, "b": 2}).to_sympy() == {"a": sympy.Rational(1, 3), "b": sympy.Rational(2, 3)}


def test_a_long_distribution_prints_shortened() -> None:
    text = str(Distribution(dict.fromkeys(range(100), 1)))
    assert text.endswith("… and 88 more of 100 outcomes")
    assert len(text.splitlines()) == 14


def test_html_and_latex_escape_what_they_show() -> None:
    odd = Distribution({"<b>&_": 1, "♥": 1})
    assert "&lt;b&gt;&amp;_" in odd._repr_html_()
    assert r"<b>\&\_ & $\frac{1}{2}$ \\" in odd.to_latex()
    assert r"\heartsuit" in odd.to_latex()


def test_latex_can_be_shortened() -> None:
    latex = Distribution(dict.fromkeys(range(10), 1)).to_latex(limit=3)
    assert r"\dots{} and 7 more of 10 outcomes" in latex


def test_distributions_do_not_change(engine_made: Distribution) -> None:
    with pytest.raises(AttributeError, match="does not change"):
        engine_made.worlds = 3
    assert engine_made.table is not None
    with pytest.raises(ValueError, match="read-only"):
        engine_made.table.counts[0] = 99
    assert pickle.loads(pickle.dumps(engine_made)) == engine_made


def test_the_largest_difference_is_the_same_packed_or_not(engine_made: Distribution) -> None:
    other = cc.distribution(
        cc.Setup("aabc").cut("deck").split("deck", [1, 2, 1], ["top", "two", "rest"]).observe("top", unordered=["two"])
    )
    unpacked = Distribution(dict(engine_made)), Distribution(dict(other))
    assert engine_made.total_variation(other) == unpacked[0].total_variation(unpacked[1])
    (worst,) = engine_made.most_different(other, 1)
    assert [worst] == unpacked[0].most_different(unpacked[1], 1)
    assert abs(engine_made[worst] - other[worst]) == max(
        abs(engine_made[o] - other[o]) for o in {*engine_made, *other}
    )


def test_written_cards_are_found_as_cards_and_texts_as_texts() -> None:
    cards = cc.Distribution({(cc.Card("7♦"), "x"): 1, (cc.Card("8♦"), "x"): 3})
    assert cards["7D", "x"] == Fraction(1, 4)
    assert ("7d", "x") in cards
    assert cards.probability({("8D", "x")}) == Fraction(3, 4)
    texts = cc.Distribution({"7D": 1, "8D": 1})
    assert [texts["7D"], texts["9D"], texts[cc.Card("7♦")]] == [Fraction(1, 2), 0, 0]


def test_an_unordered_entry_is_found_in_any_order_by_in_as_well() -> None:
    two = cc.distribution(
        cc.Setup(cc.Deck.standard("A 2 3", "♠"))
        .shuffle("deck")
        .take("deck", [1, 2], into="two")
        .observe(unordered=["two"])
    )
    hand = (("3♠", "A♠"),)
    assert two[hand] == Fraction(1, 3)
    assert hand in two
