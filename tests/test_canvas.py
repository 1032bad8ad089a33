from __future__ import annotations

import os
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

import crimecalc as cc
from crimecalc.canvas import Picture, draw_on

DIE = cc.Distribution(dict.fromkeys(range(1, 7), 1))


def drawn() -> Picture:
    pytest.importorskip("matplotlib")
    return DIE.plot()


def test_without_matplotlib_one_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(cc.MissingExtra, match=r'pictures need matplotlib.*pip install "crimecalc\[plot\]"'):
        DIE.plot()
    assert issubclass(cc.MissingExtra, cc.CrimecalcError)
    assert issubclass(cc.MissingExtra, ImportError)


def test_matplotlib_is_imported_only_to_draw_and_pyplot_never() -> None:
    pytest.importorskip("matplotlib")
    program = (
        "import sys, crimecalc as cc, crimecalc.plots\n"
        "assert 'matplotlib' not in sys.modules\n"
        "assert cc.Distribution({1: 1}).plot().svg\n"
        "assert 'matplotlib' in sys.modules and 'matplotlib.pyplot' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_drawing_and_saving_leave_the_settings_of_the_user_alone(tmp_path: Path) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    with matplotlib.rc_context({"font.size": 17, "axes.grid": False}):
        before = dict(matplotlib.rcParams)
        picture = DIE.plot()
        picture.save(tmp_path / "die.pdf")
        assert picture.svg
        assert dict(matplotlib.rcParams) == before


def test_a_picture_of_its_own_does_not_depend_on_the_settings_of_the_user() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    plain = DIE.plot().svg
    with matplotlib.rc_context({"font.size": 17, "axes.facecolor": "black", "svg.hashsalt": "other"}):
        assert DIE.plot().svg == plain


def test_threads_draw_the_same_picture_and_leave_the_settings_of_the_user_alone() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    expected = DIE.plot().svg
    together = Barrier(6)

    def draw(_: int) -> list[str]:
        together.wait(60)
        return [DIE.plot().svg for _ in range(3)]

    with matplotlib.rc_context({"font.size": 17, "axes.grid": False}):
        before = dict(matplotlib.rcParams)
        with ThreadPoolExecutor(6) as pool:
            drawn_at_once = [svg for made in pool.map(draw, range(6)) for svg in made]
        assert dict(matplotlib.rcParams) == before
    assert drawn_at_once == [expected] * 18


def test_other_threads_wait_while_one_draws_and_also_go_on_after_an_error() -> None:
    pytest.importorskip("matplotlib")
    with ThreadPoolExecutor(1) as pool:
        with draw_on() as picture:
            other = pool.submit(DIE.plot)
            assert picture.svg  # the thread that draws may save
            with pytest.raises(TimeoutError):
                other.result(0.05)
        assert len(other.result(60).axes[0].patches) == 6
        with pytest.raises(ZeroDivisionError), draw_on():
            _ = 1 // 0
        assert len(pool.submit(DIE.plot).result(60).axes[0].patches) == 6


def test_a_picture_equals_only_itself_as_its_figure_may_change() -> None:
    first, second = drawn(), drawn()
    assert first.svg == second.svg
    assert first != second
    assert len({first, second, first}) == 2
    was = first.svg
    first.axes[0].set_title("changed")
    assert first.svg != was


def test_what_the_font_lacks_is_a_box_with_a_warning_and_own_axes_have_the_fonts_of_the_user() -> None:
    matplotlib = pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    with pytest.warns(UserWarning, match=r"missing from font\(s\) DejaVu Sans"):
        assert cc.Distribution({"日本": 1, "a": 1}).plot().svg
    hooked = cc.Distribution({"\u1d8a": 1, "a": 1})  # a letter of STIXGeneral, which comes with matplotlib
    with pytest.warns(UserWarning, match=r"missing from font\(s\) DejaVu Sans"):
        assert hooked.plot().svg
    with matplotlib.rc_context({"font.family": "STIXGeneral"}), warnings.catch_warnings():
        warnings.simplefilter("error")
        assert hooked.plot(axes=Figure().subplots()).svg


def test_the_same_picture_is_the_same_svg_without_a_date() -> None:
    first, second = drawn().svg, drawn().svg
    assert first == second
    assert "<dc:date>" not in first
    assert first.lstrip().startswith("<?xml")


def test_a_picture_is_saved_in_the_format_that_its_name_says(tmp_path: Path) -> None:
    picture = drawn()
    starts = {"die.png": b"\x89PNG", "die.svg": b"<?xml", "die.PDF": b"%PDF"}
    for name, start in starts.items():
        picture.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
    picture.save(str(tmp_path / "small.png"), dpi=50)
    assert (tmp_path / "small.png").stat().st_size < (tmp_path / "die.png").stat().st_size
    for bad in ("die.jpg", "die", 7):
        with pytest.raises(cc.InvalidInput, match=r"save: path: expected a path that ends in \.png, \.svg or \.pdf"):
            picture.save(bad)  # type: ignore[arg-type]
    with pytest.raises(cc.InvalidInput, match="save: dpi: expected a positive whole number, found 0"):
        picture.save("die.png", dpi=0)


def test_a_notebook_shows_a_picture_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setitem(os.environ, "MPLBACKEND", "agg")
    from matplotlib import pyplot

    shown = DIE.plot()._repr_png_()
    assert shown is not None
    assert shown[0].startswith(b"\x89PNG")
    assert shown[1] == {"width": 700, "height": 360}
    assert pyplot.get_fignums() == []
    figure, axes = pyplot.subplots()
    on_mine = DIE.plot(axes=axes)
    assert on_mine.figure is figure
    assert on_mine._repr_png_() is None  # pyplot shows it at the end of the cell
    pyplot.close(figure)
    assert on_mine._repr_png_() is not None


def test_axes_of_the_user_are_drawn_on_also_within_a_subfigure() -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    figure = Figure()
    panel = figure.add_subfigure(figure.add_gridspec(1, 2)[1]).subplots()
    picture = DIE.plot(axes=panel)
    assert picture.figure is figure
    assert picture.axes == (panel,)
    assert not picture.own
    assert len(panel.patches) == 6
    assert picture._repr_png_() is not None
    assert repr(picture) == "<Picture '6 outcomes, each equally likely (1/6)': 6.4 × 4.8 inches>"


@pytest.mark.parametrize("bad", [3, "axes", [], [None, None]])
def test_what_is_no_axes_is_refused(bad: object) -> None:
    pytest.importorskip("matplotlib")
    with pytest.raises(cc.InvalidInput, match="axes: expected one matplotlib Axes, or None for a new picture"):
        DIE.plot(axes=bad)


def test_several_panels_need_as_many_axes() -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    panels = Figure().subplots(2, 2)
    with draw_on(panels, rows=2, columns=2) as picture:
        assert picture.axes == tuple(panels.flat)
    with (
        pytest.raises(cc.InvalidInput, match="axes: expected 2 matplotlib Axes"),
        draw_on(panels, columns=2),
    ):
        pass
