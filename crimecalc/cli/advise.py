"""``crimecalc advise``: what do the cards imply, and what to do?"""

from __future__ import annotations

import json

import click

from crimecalc.cli.suspects import advice_as_json, advise_on

__all__ = ["advise"]


@click.command(short_help="Say what the cards imply, and what to do next.")
@click.argument("game", type=click.Choice(["forgotten-crime"]), expose_value=False)
@click.argument("cards", nargs=-1, metavar="[CARD]...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, fractions as strings.")
def advise(cards: tuple[str, ...], as_json: bool) -> None:
    """Say what the cards turned over so far imply, and what the optimal player does next.

    Cards are written as a rank and a suit: 7♦ or 7D.
    """
    seen = " ".join(cards).replace(",", " ").split()
    if as_json:
        click.echo(json.dumps(advice_as_json(seen), indent=2))
    else:
        click.echo(advise_on(seen))
