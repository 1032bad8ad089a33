from __future__ import annotations

import pytest
from scipy import stats

import crimecalc as cc
from crimecalc.distribution import Distribution
from crimecalc.errors import InvalidInput
from crimecalc.goodness import goodness_of_fit

DIE = Distribution(dict.fromkeys(range(6), 1))
THROWS = dict(enumerate([16, 18, 16, 14, 12, 12]))


def test_large_cells_give_the_tests_of_the_textbook() -> None:
    expected = stats.chisquare(list(THROWS.values()))
    found = goodness_of_fit(THROWS, DIE)
    assert (found.statistic, found.p_value) == pytest.approx((expected.statistic, expected.pvalue))
    assert (found.degrees_of_freedom, found.cells, found.n) == (5, 6, 88)
    expected = stats.power_divergence(list(THROWS.values()), lambda_="log-likelihood")
    many = {face: count * 100 for face, count in THROWS.items()}
    assert goodness_of_fit(many, DIE, "G").statistic == pytest.approx(expected.statistic * 100)


def test_both_tests_accept_a_right_sample_with_many_small_cells() -> None:
    setup = cc.Setup(range(10)).shuffle("deck").take("deck", [1, 2, 3, 4], into="hand").observe("hand")
    exact, sample = cc.distribution(setup), cc.sample(setup, n=26_000, seed=6)
    assert len(exact) == 5040
    for test in ("chi-square", "G"):
        assert sample.goodness_of_fit(exact, test).p_value > 0.001


def test_counts_beyond_64_bits_are_refused() -> None:
    with pytest.raises(InvalidInput, match=r"fewer than 2\*\*63 observations"):
        goodness_of_fit({0: 2**63 - 1, 1: 2**63 - 1}, DIE)


def test_small_cells_are_pooled_until_each_expects_five() -> None:
    found = goodness_of_fit({0: 10}, Distribution({0: 10, 1: 3, 2: 2, 3: 4, 4: 1}))
    # Of 10 observations cell 0 expects 5; the other four together expect the other 5.
    assert found.cells == 2
    assert found.statistic == pytest.approx(10.0)


def test_a_rest_too_small_for_a_cell_joins_the_last_one() -> None:
    found = goodness_of_fit({0: 8, 1: 4}, Distribution({0: 6, 1: 5, 2: 1}))
    assert (found.cells, found.degrees_of_freedom) == (2, 1)


def test_a_sample_too_small_to_tell_says_nothing() -> None:
    found = goodness_of_fit({0: 1}, DIE)
    assert (found.p_value, found.degrees_of_freedom) == (1.0, 0)
    assert str(found) == "1 observation cannot be tested: too few for two cells"


def test_an_impossible_observation_is_decisive() -> None:
    found = goodness_of_fit({0: 99, "ace": 1}, DIE)
    assert (found.p_value, found.impossible, found.statistic) == (0.0, 1, float("inf"))
    assert str(found) == "1 of 100 observations are impossible"


def test_wrong_questions_are_refused() -> None:
    with pytest.raises(InvalidInput, match="nothing was observed"):
        goodness_of_fit({}, DIE)
    for wrong in (10.9, -1, True):
        with pytest.raises(InvalidInput, match="counts: expected a whole number of at least 0 for 0"):
            goodness_of_fit({0: wrong}, DIE)  # type: ignore[dict-item]
    with pytest.raises(InvalidInput, match="expected a Distribution to fit, found dict"):
        goodness_of_fit(THROWS, THROWS)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="expected a mapping of outcomes to counts, found list"):
        goodness_of_fit([1], DIE)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="expected 'chi-square' or 'G'"):
        goodness_of_fit(THROWS, DIE, "t")  # type: ignore[arg-type]
