from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import crimecalc as cc
from crimecalc.checks import path_ending


class Named:
    """A path of somebody else's making."""

    def __init__(self, name: Any) -> None:
        self.name = name

    def __fspath__(self) -> Any:
        return self.name

    def __repr__(self) -> str:
        return f"Named({self.name!r})"


@pytest.mark.parametrize("path", ["x/a.svg", "x/a.SVG", Path("x/a.Svg"), Named("x/a.svg")])
def test_a_path_keeps_its_name_whatever_the_case_of_its_ending(path: Any) -> None:
    found = path_ending("save", path, [".png", ".svg"])
    assert found.parent == Path("x")
    assert found.name == Path(path).name


@pytest.mark.parametrize(
    "path", ["a.jpg", "svg", ".svg", "", "a.svg.txt", Path("a"), b"a.svg", 7, None, Named(b"a.svg")]
)
def test_a_path_with_another_ending_is_refused_by_one_sentence(path: Any) -> None:
    for endings, expected in (([".svg"], ".svg"), ([".png", ".svg"], ".png or .svg")):
        with pytest.raises(cc.InvalidInput) as caught:
            path_ending("save", path, endings)
        assert str(caught.value) == f"save: path: expected a path that ends in {expected}; found {path!r}"
