"""``crimecalc check``: does a certificate hold?"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import click

from crimecalc.checker import MAX_WORLDS, Malformed, check_file
from crimecalc.cli import options
from crimecalc.progress import Bar

__all__ = ["check"]


@click.command(short_help="Check a certificate from scratch.")
@click.argument("file", type=click.Path(dir_okay=False))
@options.max_worlds(MAX_WORLDS, "Worlds of each setup that may be carried out.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check(file: str, max_worlds: int, as_json: bool) -> None:
    """Check a certificate that "crimecalc prove --certificate FILE" wrote.

    Carries out every world of both setups card by card, counts the outcomes and compares every field. The
    program that does it is one file, checker.py, that shares no code with the engines and runs alone.

    \b
    Exit status:
      0  confirmed: every field holds
      1  something does not hold; the first such field is named
      2  the file is no certificate, or needs more worlds than allowed
    """
    try:
        with Bar(None, None, verb="check", noun="worlds") as bar:
            report = check_file(file, max_worlds, bar.reach)
    except Malformed as error:
        raise click.ClickException(str(error)) from error
    confirmed = report.field is None
    if as_json:
        click.echo(json.dumps({"confirmed": confirmed, **asdict(report)}, indent=2))
    else:
        first, *rest = str(report).splitlines()
        click.echo("\n".join([click.style(first, fg="green" if confirmed else "red", bold=True), *rest]))
    sys.exit(0 if confirmed else 1)
