from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

pytest.importorskip("matplotlib")

import crimecalc as cc
from crimecalc.canvas import Picture
from crimecalc.cards import label_key
from crimecalc.pictures import paired

CUT = cc.Setup("abc", name="cut").cut("deck").observe("deck")
SHUFFLE = cc.Setup("abc", name="shuffle").shuffle("deck").observe("deck")
LONG_CUT = cc.Setup("abcd", name="long cut").cut("deck").observe("deck")
LONG_SHUFFLE = cc.Setup("abcd", name="long shuffle").shuffle("deck").observe("deck")


def widths(picture: Picture) -> list[Any]:
    return [bar.get_width() for bar in picture.axes[0].patches]  # type: ignore[attr-defined]


def labels(picture: Picture) -> list[str]:
    return [label.get_text() for label in picture.axes[0].get_yticklabels()]


def test_every_outcome_has_a_bar_as_long_as_its_probability() -> None:
    exact = cc.Distribution({"a": 1, "b": 5, "c": 2})
    picture = exact.plot()
    assert labels(picture) == ["a", "b", "c"]
    assert widths(picture) == [float(probability) for probability in exact.values()]
    assert [text.get_text() for text in picture.axes[0].texts] == ["1/8", "5/8", "1/4"]
    assert picture.axes[0].get_xlabel() == "probability"
    assert labels(exact.plot(by="probability")) == ["b", "c", "a"]


def test_numbers_stand_on_a_scale() -> None:
    exact = cc.Distribution({Fraction(-1, 2): 1, 0: 2, 7: 1})
    for shown in (exact, cc.Distribution({(k,): p for k, p in exact.items()}, names=["gain"])):
        panel = shown.plot().axes[0]
        bars: list[Any] = list(panel.patches)
        assert [bar.get_x() + bar.get_width() / 2 for bar in bars] == pytest.approx([-0.5, 0, 7])
        assert [bar.get_height() for bar in bars] == [0.25, 0.5, 0.25]
        assert panel.get_xlabel() == ("outcome" if shown is exact else "gain")


@pytest.mark.parametrize("outcomes", [[True, False], [10**400, 1], [1, "loss"]])
def test_what_is_not_only_numbers_gets_labels(outcomes: list[Any]) -> None:
    picture = cc.Distribution(dict.fromkeys(outcomes, 1)).plot()
    assert widths(picture) == [0.5, 0.5]


def test_outcomes_that_are_left_out_share_the_last_bar() -> None:
    exact = cc.Distribution({f"o{number:02}": number for number in range(1, 21)})
    picture = exact.plot(limit=8)
    assert labels(picture) == [*(f"o{number:02}" for number in range(13, 21)), "… 12 more"]
    assert sum(widths(picture)) == pytest.approx(1)
    assert widths(picture)[-1] == float(sum(exact[f"o{number:02}"] for number in range(1, 13)))
    assert labels(exact.plot(limit=8, by="probability"))[:2] == ["o20", "o19"]
    assert len(labels(exact.plot(limit=19))) == 20  # a last outcome is never replaced by "1 more"


def test_many_small_outcomes_are_drawn_as_a_profile() -> None:
    exact = cc.Distribution({f"o{number}": 1 + number % 2 for number in range(1000)})
    panel = exact.plot().axes[0]
    values, edges, _ = panel.patches[0].get_data()  # type: ignore[attr-defined]
    assert list(edges) == [0, 500, 1000]
    assert list(values) == [2 / 1500, 1 / 1500]
    assert len(exact.plot("bars", limit=5).axes[0].patches) == 6
    ticks = [label.get_text() for label in panel.get_yticklabels()]
    assert ticks == ["1/750", "1/1,500", "0"]


def test_a_profile_unpacks_no_outcome() -> None:
    exact = cc.distribution(cc.Setup(list(range(7))).shuffle("deck").observe("deck"))
    picture = exact.plot()
    assert "_counts" not in exact.__dict__
    assert repr(picture) == "<Picture '5,040 outcomes, each equally likely (1/5,040)': 7 × 3.6 inches>"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kind": "pie"}, "plot: kind: expected 'bars' or 'profile', found 'pie'"),
        ({"limit": 0}, "plot: limit: expected 1 to 200 bars, found 0"),
        ({"limit": 10**9}, "plot: limit: expected 1 to 200 bars, found 1000000000"),
        ({"limit": 201, "kind": "profile"}, "plot: limit: expected 1 to 200 bars, found 201"),
        ({"by": "name"}, "plot: by: expected 'outcome' or 'probability', found 'name'"),
    ],
)
def test_what_plot_does_not_know_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(cc.InvalidInput, match=message):
        cc.Distribution({"a": 1}).plot(**arguments)


def test_a_small_comparison_shows_every_outcome_in_both_setups() -> None:
    picture = cc.compare(CUT, SHUFFLE).plot()
    assert labels(picture) == ["a b c", "a c b", "b a c", "b c a", "c a b", "c b a"]
    assert widths(picture) == pytest.approx([1 / 3, 0, 0, 1 / 3, 1 / 3, 0, *[1 / 6] * 6])
    (legend,) = picture.figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["cut", "shuffle"]
    assert repr(picture).startswith("<Picture 'NOT EQUIVALENT: the total variation distance is 1/2.'")


def test_of_a_large_comparison_those_that_differ_most_are_shown() -> None:
    comparison = cc.compare(LONG_CUT, LONG_SHUFFLE)
    picture = comparison.plot(limit=5)
    assert labels(picture)[:4] == ["a b c d", "b c d a", "c d a b", "d a b c"]
    assert widths(picture) == pytest.approx([0.25] * 4 + [0] + [1 / 24] * 5)
    assert "The 5 that differ most, of 24 that do; 24 outcomes in all." in repr(picture)


def test_dots_count_the_outcomes_with_each_pair_of_probabilities() -> None:
    comparison = cc.compare(LONG_CUT, LONG_SHUFFLE)
    assert paired(*comparison.distributions) == Counter(
        {(Fraction(1, 4), Fraction(1, 24)): 4, (Fraction(0), Fraction(1, 24)): 20}
    )
    panel = comparison.plot("dots").axes[0]
    spots = panel.collections[0].get_offsets().tolist()  # type: ignore[union-attr]
    assert sorted(spots) == [[0, 1 / 24], [0.25, 1 / 24]]
    assert {text.get_text() for text in panel.texts} == {"4 outcomes", "20 outcomes", "equal in both"}


def test_equivalent_setups_have_all_their_dots_on_the_diagonal() -> None:
    comparison = cc.compare(LONG_SHUFFLE, LONG_SHUFFLE.renamed("again"))
    panel = comparison.plot().axes[0]
    assert all(right == up for right, up in panel.collections[0].get_offsets().tolist())  # type: ignore[union-attr]
    bars = comparison.plot("bars")
    assert "The first 12 outcomes; 24 outcomes in all." in repr(bars)
    assert len(comparison.plot("profile").axes[0].patches) == 2


def test_setups_of_other_shapes_and_of_the_same_name_are_drawn_too() -> None:
    two = cc.Setup("abc", name="cut").cut("deck").split("deck", [1, 2], into=["x", "y"]).observe("x", "y")
    picture = cc.compare(CUT, two).plot()
    assert widths(picture) == pytest.approx([1 / 3 if p else 0 for p in (0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0)])
    (legend,) = picture.figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["cut (first)", "cut (second)"]


def test_packed_and_plain_outcomes_differ_most_alike() -> None:
    packed = cc.compare(LONG_CUT, LONG_SHUFFLE).distributions
    plain = [cc.Distribution({outcome: exact.count(outcome) for outcome in exact}) for exact in packed]
    everything = packed[0].most_different(packed[1], 100)
    assert everything == plain[0].most_different(plain[1], 100)
    assert sorted(everything, key=label_key) == list(packed[1])


def test_comparisons_refuse_what_they_do_not_know() -> None:
    comparison = cc.compare(CUT, SHUFFLE)
    with pytest.raises(cc.InvalidInput, match="plot: kind: expected 'bars', 'dots' or 'profile', found 'pie'"):
        comparison.plot("pie")  # type: ignore[arg-type]
    for limit in (None, 201, 10**9):
        with pytest.raises(cc.InvalidInput, match=f"plot: limit: expected 1 to 200 bars, found {limit}"):
            comparison.plot(limit=limit)  # type: ignore[arg-type]


def test_the_tallest_pictures_of_bars_can_be_written() -> None:
    exact = cc.Distribution({f"o{number}": 1 for number in range(500)})
    for picture in (exact.plot("bars", limit=200), cc.Distribution({f"p{n}": n + 1 for n in range(201)}).plot("bars")):
        assert picture.figure.get_size_inches()[1] < 50
    assert len(labels(exact.plot("bars", limit=200))) == 201
