from __future__ import annotations

import pickle
from collections import Counter
from math import inf, sqrt

import pytest

import crimecalc as cc
from crimecalc.checks import check_choice, each_of, found
from crimecalc.tally import Counts, mean, rate_error, standard_error


def test_counts_are_equal_by_what_was_counted_and_add_up() -> None:
    counts = Counts({"a": 2, "b": 0})
    assert counts == Counts(Counter("aa")) == {"a": 2}
    assert hash(counts) == hash(Counts({"a": 2}))
    assert pickle.loads(pickle.dumps(counts)) == counts
    assert (counts["b"], "b" in counts, list(counts), len(counts)) == (0, False, ["a"], 1)
    assert counts + Counts({"b": 1, "a": 1}) == {"a": 3, "b": 1}
    assert counts.get("b", 7) == 7
    with pytest.raises(TypeError):
        counts["a"] = 3  # type: ignore[index]
    with pytest.raises(TypeError):
        _ = counts + {"a": 1}  # type: ignore[operator]


def test_errors_of_means_and_shares_agree() -> None:
    counts = Counts({0: 30, 1: 70})
    assert mean(counts) == 0.7
    assert rate_error(70, 100) == pytest.approx(standard_error(counts) * sqrt(0.99))
    assert standard_error({5: 1}) == inf


def test_what_is_found_is_named_in_short() -> None:
    assert found("x" * 1000) == "'" + "x" * 199 + "…"
    with pytest.raises(cc.InvalidInput, match="turn: expected 'left' or 'right', found int"):
        check_choice("turn", 10**5000, ["left", "right"])
    with pytest.raises(cc.InvalidInput, match="turn: expected 'left', found 'up'"):
        check_choice("turn", "up", ["left"])
    with pytest.raises(
        cc.InvalidInput, match=r"policy: expected one for all, or one for each of the seats, 3 in all; found \['a'\]"
    ):
        each_of("policy", ["a"], 3, "seats")
