from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import crimecalc as cc
from crimecalc.analysis import Overhand, Riffle, Swaps, imperfect, overhand, riffle, swap, vary
from crimecalc.analysis import cut as cut_of
from crimecalc.analysis.fixing import fixed

SETUP = (
    cc.Setup("abcdef", name="two steps").split("deck", [2, 2, 2], into=["x", "y", "z"]).scramble("x", "y", "z")
    .stack("x", "y", "z", into="s").shuffle("s").take("s", [1, 2], into="hand").observe("hand")
)  # fmt: skip


def test_a_variant_takes_the_place_of_the_step_that_mixes_its_piles() -> None:
    assert vary(SETUP, riffle("s", times=2)) == imperfect(SETUP, 3, Riffle(2))
    assert vary(SETUP, overhand("s", cut=Fraction(1, 3))) == imperfect(SETUP, 3, Overhand(1, Fraction(1, 3)))
    assert vary(SETUP, swap("z", "x", "y", times=3)) == imperfect(SETUP, 1, Swaps(3))
    once = cc.Setup("abcd").cut("deck").observe("deck")
    assert vary(once, cut_of("deck", times=5)) == cc.distribution(once)


def test_two_imperfect_steps_are_a_mixture_over_both() -> None:
    small = (
        cc.Setup("abcd").split("deck", [2, 2], into=["x", "y"]).scramble("x", "y").stack("x", "y", into="s")
        .shuffle("s").observe("s")
    )  # fmt: skip
    found = vary(small, swap("x", "y"), riffle("s"))
    expected: Counter[Any] = Counter()
    falls = (Swaps().falls(2).items(), Riffle().falls(4).items())
    for (first, chance), (second, other) in product(*falls):
        (outcome,) = cc.distribution(fixed(small, {1: first, 3: second}))
        expected[outcome] += chance * other  # type: ignore[assignment]
    assert dict(found.items()) == dict(expected)
    assert found != cc.distribution(small)


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: vary(SETUP), cc.InvalidInput, "expected variants, as in riffle"),
        (lambda: vary(SETUP, Riffle()), cc.InvalidInput, "expected variants, as in riffle"),  # type: ignore[arg-type]
        (lambda: vary(SETUP, riffle("deck")), cc.SetupError, "expected one step of 'two steps' that mixes “deck”, found none"),
        (lambda: vary(SETUP, riffle("s"), overhand("s")), cc.SetupError, "expected variants of different steps"),
        (lambda: vary(SETUP.replaced(3, *[SETUP.steps[3]] * 2), riffle("s")), cc.SetupError, r"found 4 \(shuffle\), 5"),
        (lambda: riffle("s", times=0), cc.InvalidInput, "times: expected a whole number from 1"),
        (lambda: swap(), cc.InvalidInput, "expected the names of piles"),
        (lambda: riffle(3), cc.InvalidInput, "expected the names of piles"),  # type: ignore[arg-type]
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_with_the_reason(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()
