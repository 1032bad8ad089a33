from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import crimecalc as cc
from crimecalc.games import cluedo, king_of_hearts
from crimecalc.games.case_file import read_case

SAMPLE = Path(__file__).parent / "reference" / "king_of_hearts_case.toml"

HEAD = 'players = 4\nseat = 0\nhand = "JC QD KS 3H 7H"\n'
QUESTION = '[[questions]]\ncourt = "KH"\nheart = "9H"\nby = 3\nshown_by = 1\n'


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "case.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_sample_file_is_the_case_that_python_makes() -> None:
    case = (
        king_of_hearts.Case(4, 0, "JC QD KS 3H 7H")
        .asked(court="KH", heart="9H", by=0, shown_by=2, card="9H")
        .asked(court="QS", heart="4H", by=1, shown_by=3)
        .asked(court="QD", heart="AH", by=2, shown_by=3)
        .asked(court="KS", heart="10H", by=3, shown_by=0, card="KS")
        .asked(court="KS", heart="2H", by=0, shown_by=None)
    )
    assert read_case(SAMPLE) == case


def test_a_hand_may_be_a_list_and_probabilities_are_text(tmp_path: Path) -> None:
    text = 'players = 4\nseat = 0\nhand = ["JC", "QD", "KS", "3H", "7H"]\nshows = "2/3"\nanswering = "one"\n'
    case = read_case(written(tmp_path, text + QUESTION.replace("shown_by = 1", 'shown_by = "nobody"\nto = 2')))
    plain = king_of_hearts.Case(4, 0, "JC QD KS 3H 7H", shows=Fraction(2, 3), answering="one")
    assert case == plain.asked(court="KH", heart="9H", by=3, shown_by=None, to=2)


def test_a_spectator_has_neither_seat_nor_hand(tmp_path: Path) -> None:
    assert read_case(written(tmp_path, "players = 5\n")) == king_of_hearts.Case(5, None)


def test_cluedo_is_written_the_same_way(tmp_path: Path) -> None:
    text = (
        'game = "cluedo"\nplayers = 3\nseat = 0\nhand = ["Plum", "Green", "Rope", "Dagger", "Hall", "Study"]\n'
        '[shows]\nsuspect = "1/2"\nweapon = 1\nroom = 1\n'
        '[[questions]]\nsuspect = "White"\nweapon = "Spanner"\nroom = "Hall"\nby = 0\nshown_by = 2\ncard = "Spanner"\n'
    )
    shows: dict[str, int | Fraction] = {"suspect": Fraction(1, 2), "weapon": 1, "room": 1}
    case = cluedo.Case(3, 0, "Plum, Green, Rope, Dagger, Hall, Study", shows=shows)
    expected = case.asked(suspect="White", weapon="Spanner", room="Hall", by=0, shown_by=2, card="Spanner")
    assert read_case(written(tmp_path, text)) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("players = ", r"case\.toml: this is no TOML: .*end of document"),
        ("seat = 0\n", "players: expected a value, found none"),
        ('game = "chess"\nplayers = 4\n', "game: expected one of 'king-of-hearts', 'cluedo', found 'chess'"),
        ("players = 3\n", "players: expected 2, 4, 5 or 10"),
        (HEAD + 'colour = "red"\n', "unknown key 'colour'; expected some of game, players, seat"),
        (HEAD.replace("7H", "7S"), "7♠ is not in this game"),
        (HEAD + 'shows = "1/0"\n', "shows: expected a probability as text, as in \"3/10\", found '1/0'"),
        (HEAD + 'shows = "1e-3000000"\n', "shows: expected a probability as text"),
        ("players = " + 5000 * "9", "a number is too long, or something is nested too deeply"),
        ("players = 0x" + 5000 * "f", "a number is too long, or something is nested too deeply"),
        ("x = " + 5000 * "[" + 5000 * "]", "a number is too long, or something is nested too deeply"),
        ('game = "cluedo"\nplayers = 3\nshows = {suspect = true, weapon = 1, room = 1}\n', "shows: suspect: expected"),
        (HEAD + "shows = 0.5\n", "shows: expected a probability as text, as in \"3/10\", found 0.5"),
        (HEAD + "questions = 3\n", r"questions: expected a table \[\[questions\]\] for each, found 3"),
        (HEAD + QUESTION + QUESTION.replace("by = 3", "by = 4"), "question 2: by: expected a seat from 0 to 3, found 4"),
        (HEAD + QUESTION.replace("by = 3\n", "", 1), "question 1: by: expected a value, found none"),
        (HEAD + QUESTION.replace("shown_by = 1\n", ""), r"shown_by: expected a value \(a seat, or 'nobody'\), found none"),
        (HEAD + QUESTION.replace("shown_by = 1", 'shown_by = "Ann"'), "shown_by: expected a seat or 'nobody', found 'Ann'"),
        (HEAD + QUESTION + 'hart = "2H"\n', "question 1: unknown key 'hart'; did you mean 'heart'"),
        (HEAD + QUESTION.replace("9H", "KS"), "question 1: heart: expected one of A♥"),
        (HEAD + QUESTION + 'card = "2H"\n', "question 1: card: expected one of those asked for"),
    ],
)  # fmt: skip
def test_an_error_names_the_question_and_the_key(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(cc.InvalidInput, match=message):
        read_case(written(tmp_path, text))


def test_an_impossible_question_is_named(tmp_path: Path) -> None:
    text = (
        HEAD + QUESTION.replace("by = 3", 'by = 0\ncard = "KH"', 1) + QUESTION.replace("shown_by = 1", "shown_by = 2")
    )
    with pytest.raises(cc.ImpossibleEvidence, match="question 2: no deal is left"):
        read_case(written(tmp_path, text))


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    file = tmp_path / "case.toml"
    file.write_text("players = 5\n", encoding="utf-8-sig")
    assert read_case(file) == king_of_hearts.Case(5, None)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(cc.InvalidInput, match="expected the path of a file, found None"):
        read_case(None)  # type: ignore[arg-type]
    with pytest.raises(cc.InvalidInput, match=r"nowhere\.toml: the file cannot be read"):
        read_case(tmp_path / "nowhere.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(cc.InvalidInput, match=r"bytes\.toml: expected text in UTF-8"):
        read_case(tmp_path / "bytes.toml")
