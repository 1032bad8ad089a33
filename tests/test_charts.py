from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import pytest

matplotlib = pytest.importorskip("matplotlib")

from crimecalc import charts  # noqa: E402
from crimecalc.canvas import draw_on  # noqa: E402

SERIES = {f"series {n}": [n + 1, 2 * n + 1] for n in range(len(charts.LOOKS))}


def greyness(colour: str) -> float:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def test_every_look_is_told_apart_by_each_of_its_parts_alone() -> None:
    for part in ("colour", "hatch", "dashes", "marker"):
        assert len({getattr(look, part) for look in charts.LOOKS}) == len(charts.LOOKS)
    assert len({charts.look(number)[:3] for number in range(64)}) == 64


def test_hatches_are_seen_on_what_they_fill() -> None:
    for look in charts.LOOKS:
        assert greyness(look.fill) > 0.4  # hatches are black


def test_bars_begin_at_zero_and_are_as_high_as_the_numbers() -> None:
    with draw_on() as picture:
        (panel,) = picture.axes
        charts.bars(panel, ["left", "right"], SERIES)
    bars: list[Any] = list(panel.patches)
    assert [bar.get_height() for bar in bars] == [height for heights in SERIES.values() for height in heights]
    assert {bar.get_y() for bar in bars} == {0}
    assert panel.get_ylim()[0] == 0
    for one, other in combinations(bars, 2):  # side by side, not over each other
        first, second = sorted((one, other), key=lambda bar: bar.get_x())
        assert first.get_x() + first.get_width() <= second.get_x() + 1e-9


def test_no_two_series_of_bars_have_the_same_colour_or_the_same_hatch() -> None:
    with draw_on() as picture:
        charts.bars(picture.axes[0], ["left", "right"], SERIES)
    looks = [(bar.get_facecolor(), bar.get_hatch()) for bar in picture.axes[0].patches[::2]]
    assert len({colour for colour, _ in looks}) == len({hatch for _, hatch in looks}) == len(SERIES)


def test_sideways_bars_have_the_first_label_on_top() -> None:
    with draw_on() as picture:
        (panel,) = picture.axes
        charts.bars(panel, ["first", "second"], {"": [Fraction(1, 3), 1]}, sideways=True, notes=["1/3", "1"])
    first, second = panel.patches
    assert first.get_width() == pytest.approx(1 / 3)  # type: ignore[attr-defined]
    bottom, top = panel.get_ylim()
    assert bottom > top
    assert panel.get_xlim()[0] == 0
    assert [text.get_text() for text in panel.texts] == ["1/3", "1"]
    assert second.get_width() == 1  # type: ignore[attr-defined]


def test_error_bars_reach_as_far_as_is_said() -> None:
    with draw_on() as picture:
        (panel,) = picture.axes
        charts.bars(panel, ["a", "b"], {"": [10, 20]}, {"": [1, 3]})
    (lines,) = panel.containers[0].lines[2]  # type: ignore[attr-defined]
    assert [[y for _, y in segment] for segment in lines.get_segments()] == [[9, 11], [17, 23]]


def test_columns_stand_at_their_numbers_however_many() -> None:
    with draw_on(columns=2) as picture:
        few, many = picture.axes
        charts.columns(few, [Fraction(1, 2), 3], [Fraction(1, 4), Fraction(3, 4)])
        charts.columns(many, range(1000), range(1000))
    middles = [bar.get_x() + bar.get_width() / 2 for bar in few.patches]  # type: ignore[attr-defined]
    assert middles == [0.5, 3]
    segments = many.collections[0].get_segments()  # type: ignore[attr-defined]
    assert [segment[1].tolist() for segment in segments] == [[n, n] for n in range(1000)]


def test_a_stack_adds_up_and_gets_darker() -> None:
    with draw_on() as picture:
        (panel,) = picture.axes
        charts.stacked(panel, ["a", "b"], {"low": [1, 2], "middle": [3, 4], "high": [5, 6]})
    bars: list[Any] = list(panel.patches)
    assert [(bar.get_y(), bar.get_height()) for bar in bars] == [(0, 1), (0, 2), (1, 3), (2, 4), (4, 5), (6, 6)]
    shades = [greyness(matplotlib.colors.to_hex(bar.get_facecolor())) for bar in bars[::2]]
    assert shades == sorted(shades, reverse=True)
    assert min(a - b for a, b in pairwise(shades)) > 0.15


def test_lines_have_dashes_and_marks_of_their_own() -> None:
    with draw_on() as picture:
        (panel,) = picture.axes
        charts.curves(panel, [1, 2], SERIES)
    assert [list(line.get_ydata()) for line in panel.lines] == list(SERIES.values())  # type: ignore[arg-type]
    for part in ("get_color", "get_marker"):
        assert len({getattr(line, part)() for line in panel.lines}) == len(SERIES)
    assert len({line._dash_pattern[0:2].__repr__() for line in panel.lines}) == len(SERIES)  # type: ignore[attr-defined]


def test_steps_reach_from_edge_to_edge() -> None:
    with draw_on() as picture:
        (panel,) = picture.axes
        charts.stairs(panel, {"": [0, 2, 3]}, {"": [Fraction(1, 2), 0]})
    values, edges, _ = panel.patches[0].get_data()  # type: ignore[attr-defined]
    assert (list(values), list(edges)) == ([0.5, 0], [0, 2, 3])


def test_dots_of_two_series_differ_in_shape_and_filling() -> None:
    with draw_on() as picture:
        (panel,) = picture.axes
        charts.dots(panel, {"hollow": ([1], [2]), "filled": ([3], [4])})
    hollow, filled = panel.collections
    assert [dots.get_offsets().tolist() for dots in (hollow, filled)] == [[[1, 2]], [[3, 4]]]  # type: ignore[union-attr]
    assert len(hollow.get_facecolor()) == 0
    assert len(filled.get_facecolor()) == 1
    assert hollow.get_paths()[0].vertices.shape != filled.get_paths()[0].vertices.shape  # type: ignore[union-attr]


def test_what_stands_in_a_cell_is_seen_on_its_shade() -> None:
    with draw_on() as picture:
        (panel,) = picture.axes
        image = charts.heat_map(panel, ["x", "y"], ["a", "b"], [[0, 100], [50, 60]], [["", "100"], ["50", "60"]])
    assert image.get_array().tolist() == [[0, 100], [50, 60]]  # type: ignore[union-attr]
    assert [(text.get_text(), text.get_color()) for text in panel.texts] == [
        ("", "black"),
        ("100", "white"),
        ("50", "black"),
        ("60", "white"),
    ]


def test_labels_are_taken_word_for_word_and_kept_short() -> None:
    with draw_on() as picture:
        (panel,) = picture.axes
        charts.bars(panel, ["$x^2$", "a\n b", "c" * 200], {"": [1, 1, 1]}, sideways=True)
        charts.title(picture, "costs $1 and $2")
    assert picture.svg
    labels = panel.get_yticklabels()
    assert [label.get_text() for label in labels][:2] == ["$x^2$", "a b"]
    assert not labels[0].get_parse_math()
    assert len(labels[2].get_text()) == 48
    assert "costs $1 and $2" in repr(picture)


def test_a_legend_names_every_series_once() -> None:
    with draw_on(columns=2) as picture:
        for panel in picture.axes:
            charts.curves(panel, [1, 2], {"one": [1, 2], "two": [2, 1]})
        charts.legend(picture.axes[1], "inside")
        charts.legend_outside(picture, "right", "outside", upwards=True)
    (outside,) = picture.figure.legends
    assert [text.get_text() for text in outside.get_texts()] == ["two", "one"]
    inside = picture.axes[1].get_legend()
    assert inside is not None
    assert [text.get_text() for text in inside.get_texts()] == ["one", "two"]
