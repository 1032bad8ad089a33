from __future__ import annotations

from typing import Any

import pytest

import crimecalc as cc
from crimecalc.catalogue import Catalogue


@pytest.fixture
def shelf() -> Catalogue[str]:
    made: Catalogue[str] = Catalogue("book", ["grove", "harbour"])
    made.add("harbour/tides", "Tides")
    made.add("grove/story", "In a Grove")
    made.add("grove/stones", "Stones")
    return made


def test_entries_are_a_mapping_game_by_game_in_the_order_in_which_they_were_added(shelf: Catalogue[str]) -> None:
    assert list(shelf) == ["grove/story", "grove/stones", "harbour/tides"]
    assert dict(shelf) == {"grove/story": "In a Grove", "grove/stones": "Stones", "harbour/tides": "Tides"}
    assert len(shelf) == 3
    assert "grove/story" in shelf
    assert "grove" not in shelf


def test_names_are_those_of_one_game_or_all(shelf: Catalogue[str]) -> None:
    assert shelf.names() == tuple(shelf)
    assert shelf.names("grove") == ("grove/story", "grove/stones")
    for strange in ("gro", "grove/story", ["grove"]):
        with pytest.raises(cc.InvalidInput, match=r"game: expected 'grove' or 'harbour', found"):
            shelf.names(strange)  # type: ignore[arg-type]


def test_a_name_that_is_not_there_brings_those_that_are_like_it(shelf: Catalogue[str]) -> None:
    with pytest.raises(cc.InvalidInput) as close:
        _ = shelf["grove/stories"]
    assert str(close.value) == "there is no book 'grove/stories'; did you mean grove/stones or grove/story?"
    with pytest.raises(cc.InvalidInput) as far:
        _ = shelf["xyz"]
    expected = "expected one of grove/story, grove/stones, harbour/tides"
    assert str(far.value) == f"there is no book 'xyz'; {expected}"


@pytest.mark.parametrize("strange", [None, 3, ("grove", "story"), ["grove/story"], b"grove/story"])
def test_what_is_no_name_is_refused(shelf: Catalogue[str], strange: Any) -> None:
    with pytest.raises(cc.InvalidInput, match=r"there is no book .*; expected one of grove/story"):
        _ = shelf[strange]
    assert shelf.get(strange) is None


def test_strange_things_are_not_in_it(shelf: Catalogue[str]) -> None:
    strangers: list[Any] = [None, 3, ["grove/story"], {"grove/story"}]
    assert not any(strange in shelf for strange in strangers)


def test_a_name_that_is_not_there_can_have_a_stand_in(shelf: Catalogue[str]) -> None:
    assert shelf.get("grove/stories") is None
    assert shelf.get("grove/stories", "none") == "none"
    assert shelf.get("grove/story", "none") == "In a Grove"


def test_a_name_is_given_once(shelf: Catalogue[str]) -> None:
    with pytest.raises(cc.InvalidInput, match="there is a book 'grove/story' already"):
        shelf.add("grove/story", "another")
    assert shelf["grove/story"] == "In a Grove"


@pytest.mark.parametrize("name", ["forest/story", "grove/", "grove", ""])
def test_a_name_begins_with_a_game(shelf: Catalogue[str], name: str) -> None:
    with pytest.raises(cc.InvalidInput, match="book: expected a name 'game/what', found"):
        shelf.add(name, "another")


def test_a_very_long_name_is_not_echoed_whole(shelf: Catalogue[str]) -> None:
    with pytest.raises(cc.InvalidInput) as error:
        _ = shelf["grove/" + "x" * 100_000]
    assert len(str(error.value)) < 500
