"""``crimecalc case``: who holds what, what is the solution, and what should be asked?"""

from __future__ import annotations

import json
from typing import Any

import click

from crimecalc.cli.rows import hinted, rows_asked_for
from crimecalc.errors import InvalidInput
from crimecalc.games.case_file import name_of, read_case
from crimecalc.inference.case import FamilyCase
from crimecalc.inference.clues import SOLUTION
from crimecalc.inference.questions import Questions
from crimecalc.rendering import ROWS_SHOWN, plural, written

__all__ = ["case"]


@click.command(short_help="Say who holds what and what to ask, from a file.")
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--top", type=click.IntRange(min=1), help=f"Solutions and questions shown; {ROWS_SHOWN} if not given.")
@click.option("--all", "show_all", is_flag=True, help="Show all solutions and questions.")
@click.option("--by", type=click.IntRange(min=0), help="Rank the questions of this seat instead of the own.")
@click.option("--room", help="In Cluedo: rank only suggestions in this room.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with everything, fractions as strings.")
def case(file: str, top: int | None, show_all: bool, by: int | None, room: str | None, as_json: bool) -> None:
    """Say who can hold what, what the solution is, and which questions tell most.

    FILE is a case in a game of the Clue family as a TOML file. Seats are numbered from 0, going left; any of
    them may be the own one.

    \b
      game = "king-of-hearts"       # the default; or "cluedo"
      players = 4
      seat = 0                      # without seat and hand: a spectator
      hand = "JC QD KS 3H 7H"       # or a list; in Cluedo with commas
      shows = "uniform"             # or "court", "heart", "1/3" (for the court
                                    # card); in Cluedo a kind, or a weight for
                                    # each: {suspect = 2, weapon = 1, room = 1}
      answering = "all"             # or "one", if only one opponent is asked
      # hands = [5, 4, 5, 4]        # in Cluedo, where seat 0 was not dealt first
    \b
      [[questions]]                 # one for each question, in order
      court = "KH"                  # in Cluedo: suspect, weapon, room
      heart = "9H"
      by = 0
      shown_by = 1                  # or "nobody"
      card = "KH"                   # where the own seat saw it
      # to = 1                      # with answering = "one": who was asked
    """
    rows = rows_asked_for(top, show_all, name="--top")
    found = read_case(file)
    ranked = _ranked(found, by, room)
    if as_json:
        click.echo(json.dumps(_as_json(found, ranked), indent=2))
        return
    who = "a spectator" if found.seat is None else f"seat {found.seat}"
    click.echo(f"{name_of(found)}, {found.players} players, {who}, {plural(len(found.history), 'question')} so far")
    for number, asked in enumerate(found.history, start=1):
        click.echo(f"{number:3}. {asked}")
    click.echo(f"\nWeighted number of deals left: {written(found.deals)}\n\nWho can hold what:\n{found}")
    told = f"\nThe solution:\n{found.solution().to_text(rows, by='probability')}"
    if ranked is not None:
        whose = "" if by is None else f" of seat {by}"
        told += f"\n\nThe best questions{whose}:\n{ranked.table(rows)}"
    click.echo(hinted(told))


def _ranked(found: Any, by: int | None, room: str | None) -> Questions | None:
    """The questions to ask, the best first; None for a spectator who names no seat."""
    if room is not None and "room" not in found.CATEGORIES:
        raise InvalidInput(f"--room: expected it for Cluedo only, found {room!r}")
    if by is None and found.seat is None:
        if room is not None:
            raise InvalidInput("--by: expected the seat that asks, as a spectator asks nothing")
        return None
    if room is None:
        ranked: Questions = found.questions(by=by)
    else:
        ranked = found.questions(by=by, room=room)
    return ranked


def _as_json(found: FamilyCase, ranked: Questions | None) -> dict[str, Any]:
    solution = found.solution()
    return {
        "game": name_of(found),
        "players": found.players,
        "seat": found.seat,
        "questions": [str(asked) for asked in found.history],
        "deals": str(found.deals),
        "holders": {
            str(card): {str(seat): str(holder[seat]) for seat in (*range(found.players), SOLUTION)}
            for card, holder in found.belief.marginals().items()
        },
        "solution": [
            {**{name: str(card) for name, card in zip(found.CATEGORIES, key, strict=True)}, "probability": str(chance)}
            for key, chance in sorted(solution.items(), key=lambda item: -item[1])
        ],
        "best_questions": None
        if ranked is None
        else [
            {
                key: value if isinstance(value, (int, float)) else str(value)
                for key, value in question.as_dict().items()
            }
            for question in ranked
        ],
    }
