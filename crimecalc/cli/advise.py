"""``crimecalc advise``: what do the cards imply, and what to do?"""

from __future__ import annotations

import json

import click

from crimecalc.cli.advise_deadcert import killer_as_json, killer_in_words, split_from_text
from crimecalc.cli.rows import hinted, rows_asked_for
from crimecalc.cli.suspects import advice_as_json, advise_on
from crimecalc.errors import InvalidInput
from crimecalc.games.deadcert import PRIORS
from crimecalc.games.deadcert.belief import Prior
from crimecalc.rendering import ROWS_SHOWN

__all__ = ["advise"]


@click.command(short_help="Say what the cards imply, and what to do next.")
@click.argument("game", type=click.Choice(["forgotten-crime", "deadcert"]))
@click.argument("cards", nargs=-1, metavar="[CARD]...")
@click.option("--split", metavar="N,N,N", help="In deadcert: the split of the nine; 3,3,3 if nothing is given.")
@click.option("--prior", type=click.Choice(PRIORS), help="In deadcert: how probable splits are, instead of a split.")
@click.option("--limit", type=click.IntRange(min=1), help=f"In deadcert: rows shown; {ROWS_SHOWN} if not given.")
@click.option("--all", "show_all", is_flag=True, help="In deadcert: show all rows.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, fractions as strings.")
def advise(
    game: str,
    cards: tuple[str, ...],
    split: str | None,
    prior: Prior | None,
    limit: int | None,
    show_all: bool,
    as_json: bool,
) -> None:
    """Say what the cards seen so far imply, and what to do next.

    In forgotten-crime the cards are those turned over, each written as a rank and a suit: 7♦ or 7D. Says what the
    optimal player does next.

    In deadcert a card is a sighting, NAME:TYPE, with the type motive, means or opportunity; several at once with a
    plus. Says who can be the killer. Nine suspects are on two cards: the split is how many of them are on motive and
    means, on motive and opportunity, and on means and opportunity. Snoops tell nothing and are left out.

    \b
      crimecalc advise forgotten-crime 7D AS 4C
      crimecalc advise deadcert Ada:motive+means "Bob Hill:means"
    """
    if game == "forgotten-crime":
        _refuse_outside_deadcert(split=split, prior=prior, limit=limit, all=show_all or None)
        seen = " ".join(cards).replace(",", " ").split()
        click.echo(json.dumps(advice_as_json(seen), indent=2) if as_json else advise_on(seen))
        return
    if split is not None and prior is not None:
        raise InvalidInput("expected either --split or --prior, found both")
    rows = rows_asked_for(limit, show_all)
    spread = None if split is None else split_from_text(split)
    if as_json:
        click.echo(json.dumps(killer_as_json(cards, spread, prior), indent=2))
    else:
        click.echo(hinted(killer_in_words(cards, spread, prior, rows)))


def _refuse_outside_deadcert(**options: object) -> None:
    for name, value in options.items():
        if value is not None:
            raise InvalidInput(f"--{name}: expected it for deadcert only, found {value!r}")
