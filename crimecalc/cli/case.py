"""``crimecalc case``: who holds what, what is the solution, and what should be asked?"""

from __future__ import annotations

import json
from typing import Any

import click

from crimecalc.errors import InvalidInput
from crimecalc.games.case_file import read_case
from crimecalc.inference.case import Case
from crimecalc.inference.clues import SOLUTION
from crimecalc.inference.questions import Questions
from crimecalc.rendering import left_out, percent, plural, shown, text_table

__all__ = ["case"]


@click.command(short_help="Say who holds what and what to ask, from a file.")
@click.argument("file", type=click.Path(dir_okay=False))
@click.option(
    "--top", type=click.IntRange(min=1), default=12, show_default=True, help="Solutions and questions shown."
)
@click.option("--by", type=click.IntRange(min=0), help="Rank the questions of this seat instead of the own.")
@click.option("--room", help="In Cluedo: rank only suggestions in this room.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, fractions as strings.")
def case(file: str, top: int, by: int | None, room: str | None, as_json: bool) -> None:
    """Say who can hold what, what the solution is, and which questions tell most.

    FILE is a case in a game of the Clue family as a TOML file:

    \b
      game = "king-of-hearts"       # or "cluedo"
      players = 4
      seat = 0                      # without seat and hand: a spectator
      hand = "JC QD KS 3H 7H"
      shows = "uniform"             # or "court", "heart", "1/3"
    \b
      [[questions]]                 # one for each question, in order
      court = "KH"                  # in Cluedo: suspect, weapon, room
      heart = "9H"
      by = 0
      shown_by = 1                  # or "nobody"
      card = "KH"                   # where the own seat saw it
    """
    found = read_case(file)
    ranked = _ranked(found, by, room)
    if as_json:
        click.echo(json.dumps(_as_json(found, ranked), indent=2))
        return
    who = "a spectator" if found.seat is None else f"seat {found.seat}"
    click.echo(f"{found.players} players, {who}, {plural(len(found.history), 'question')} so far")
    for number, asked in enumerate(found.history, start=1):
        click.echo(f"{number:3}. {asked}")
    click.echo(f"\nWeighted number of deals left: {found.deals}\n\nWho can hold what:\n{found}")
    click.echo(f"\nThe solution:\n{_solutions(found, top)}")
    if ranked is not None:
        click.echo(f"\nThe best questions:\n{ranked.table(top)}")


def _ranked(found: Case, by: int | None, room: str | None) -> Questions | None:
    """The questions to ask, the best first; None for a spectator who names no seat."""
    if by is None and found.seat is None:
        return None
    if room is not None and "room" not in found.CATEGORIES:
        raise InvalidInput(f"--room: expected it for Cluedo only, found {room!r}")
    return found.ranked(by, {} if room is None else {"room": room})


def _solutions(found: Case, top: int) -> str:
    """The most probable solutions."""
    solution = found.solution()
    ordered = sorted(solution, key=solution.__getitem__, reverse=True)
    count = shown(len(ordered), top)
    rows = [[*map(str, key), str(solution[key]), percent(solution[key])] for key in ordered[:count]]
    header = [*found.CATEGORIES, "probability", "about"]
    return text_table(header, rows, left_out(len(ordered), count, "possible solutions"))


def _as_json(found: Case, ranked: Questions | None) -> dict[str, Any]:
    solution = found.solution()
    return {
        "players": found.players,
        "seat": found.seat,
        "questions_so_far": len(found.history),
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
                **{name: str(card) for name, card in question.named.items()},
                **({} if question.to is None else {"to": question.to}),
                "information_gain": question.information_gain,
                "first_neighbour_shows": str(question.first_neighbour_shows),
                "nobody_shows": str(question.nobody_shows),
                "solution_known": str(question.solution_known),
            }
            for question in ranked
        ],
    }
