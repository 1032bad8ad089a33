"""A case written down in a small TOML file: who sits where, the own hand, and the questions in order."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from typing import Any

from crimecalc.errors import CrimecalcError, InvalidInput
from crimecalc.games import cluedo, king_of_hearts
from crimecalc.inference.case import FamilyCase
from crimecalc.rendering import listed

__all__ = ["name_of", "read_case"]

GAMES: dict[str, type[king_of_hearts.Case | cluedo.Case]] = {
    "king-of-hearts": king_of_hearts.Case,
    "cluedo": cluedo.Case,
}
"""The games of which a case can be written down."""

_NOBODY = "nobody"


def read_case(path: str | Path) -> FamilyCase:
    r"""Read a case from a TOML file.

    The file names the ``game`` (``"king-of-hearts"`` if it does not, or ``"cluedo"``), the number of ``players``,
    the own ``seat`` and ``hand`` (both left out for a spectator), and, where they are not the usual ones, ``shows``
    and ``answering`` (and ``hands`` for Cluedo), all as in the game's ``Case``; a probability is written as text,
    ``"1/3"``. Then comes, for each question in order, a table ``[[questions]]`` with the cards asked for by category,
    ``by``, ``shown_by`` (a seat, or ``"nobody"``), and ``card`` where the own seat saw it.

    Raises:
        InvalidInput: if the file cannot be read, or something in it makes no sense; the error names the
            question, counted from 1, and the key.
        ImpossibleEvidence: if a question cannot have been answered as it is written.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "case.toml")
    ...     _ = file.write_text('players = 4\nseat = 0\nhand = "JC QD KS 3H 7H"')
    ...     read_case(file)
    <Case of seat 0, 4 players, 0 questions>
    """
    if not isinstance(path, (str, Path)):
        raise InvalidInput(f"expected the path of a file, found {path!r}")
    try:
        return _read(_load(Path(path)))
    except CrimecalcError:
        raise
    except (ValueError, RecursionError):  # numbers of thousands of digits, tables within tables within tables
        raise InvalidInput(f"{path}: a number is too long, or something is nested too deeply") from None


def _read(said: dict[str, Any]) -> FamilyCase:
    """A case from what the file says."""
    name = said.pop("game", "king-of-hearts")
    if not isinstance(name, str) or name not in GAMES:
        raise InvalidInput(f"game: expected one of {listed(map(repr, GAMES))}, found {name!r}")
    game = GAMES[name]
    questions = said.pop("questions", [])
    keys = ["players", "seat", "hand", "shows", "answering", *(["hands"] if name == "cluedo" else [])]
    _check_keys("", said, ["game", *keys, "questions"], ["players"])
    if "shows" in said:
        said["shows"] = _shows(said["shows"])
    case: Any = game(**{"seat": None, **said})
    if not isinstance(questions, list) or not all(isinstance(question, dict) for question in questions):
        raise InvalidInput(f"questions: expected a table [[questions]] for each, found {questions!r}")
    for number, question in enumerate(questions, start=1):
        needed = [*game.CATEGORIES, "by", "shown_by"]
        _check_keys(f"question {number}: ", question, [*needed, "card", "to"], needed)
        shown_by = None if question["shown_by"] == _NOBODY else question["shown_by"]
        if shown_by is not None and isinstance(shown_by, str):
            raise InvalidInput(f"question {number}: shown_by: expected a seat or {_NOBODY!r}, found {shown_by!r}")
        case = case.asked(**{**question, "shown_by": shown_by})
    found: FamilyCase = case
    return found


def name_of(case: FamilyCase) -> str:
    """What the case's game is called in a file."""
    return next(name for name, game in GAMES.items() if isinstance(case, game))


def _load(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InvalidInput(f"{path}: the file cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidInput(f"{path}: expected text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(f"{path}: this is no TOML: {error}") from None


def _check_keys(where: str, said: Mapping[str, Any], allowed: list[str], needed: list[str]) -> None:
    for key in said:
        if key not in allowed:
            close = get_close_matches(key, allowed, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"expected some of {listed(allowed)}"
            raise InvalidInput(f"{where}unknown key {key!r}; {hint}")
    for key in needed:
        if key not in said:
            nobody = f" (a seat, or {_NOBODY!r})" if key == "shown_by" else ""
            raise InvalidInput(f"{where}{key}: expected a value{nobody}, found none")


def _shows(given: Any) -> Any:
    """A way of showing, with probabilities read from text."""
    if isinstance(given, Mapping):
        return {name: _fraction(f"shows: {name}", weight) for name, weight in given.items()}
    if isinstance(given, (float, int)) or (isinstance(given, str) and not given.isidentifier()):
        return _fraction("shows", given)
    return given


def _fraction(what: str, given: Any) -> Fraction:
    """A probability or weight; only short numbers, since with an exponent they may be of any size."""
    if type(given) is int or (
        isinstance(given, str) and re.fullmatch(r"\d{1,18}(/\d{1,18}|\.\d{1,18})?", given.strip())
    ):
        try:
            return Fraction(given)
        except ZeroDivisionError:
            pass
    raise InvalidInput(f'{what}: expected a probability as text, as in "3/10", found {given!r}')
