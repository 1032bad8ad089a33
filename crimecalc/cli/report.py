"""``crimecalc report``: everything on HTML pages."""

from __future__ import annotations

import click

from crimecalc.rendering import listed
from crimecalc.report import write

__all__ = ["report"]


@click.command(short_help="Write claims, proof, tables and pictures as HTML pages.")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False),
    required=True,
    metavar="DIR",
    help="The folder to write to; it is made if there is none.",
)
@click.option(
    "--games",
    type=click.IntRange(min=1),
    help="Games of each simulated row or bar; of themselves these are 100 to 100,000. 10 take half a minute in all.",
)
def report(output: str, games: int | None) -> None:
    """Write a report: one page for each game and an index.

    The pages hold everything themselves, so they open from a file, without a network. It takes about a minute;
    pictures need matplotlib, the extra "plot".
    """
    files = write(output, games=games)
    click.echo(f"wrote {listed(file.name for file in files)} to {output}; open {files[0]}")
