"""``crimecalc table``: a table that can be cited."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from crimecalc.cli.rows import hinted, rows_asked_for
from crimecalc.games import GAMES
from crimecalc.rendering import ROWS_SHOWN, text_table
from crimecalc.tables import TABLES, Table, get, names

__all__ = ["table"]

FORMATS: dict[str, Callable[[Table], str]] = {
    "csv": Table.to_csv,
    "md": Table.to_markdown,
    "tex": Table.to_latex,
    "html": Table.to_html,
    "json": Table.to_json,
}
"""How a table can be written, by the ending of a file."""


@click.command(short_help="Print a table that can be cited, or list all.")
@click.argument("name", required=False)
@click.option("--format", "form", type=click.Choice([*FORMATS]), help="Write all rows in this format.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
@click.option("--cite", is_flag=True, help="Print how to cite it, plain and as BibTeX; in a .bib file BibTeX alone.")
@click.option(
    "-p",
    "--parameter",
    "given",
    multiple=True,
    metavar="KEY=VALUE",
    help="A parameter of the table, as in players=3, n=1000 or split=4,3,2; may be repeated.",
)
@click.option("--limit", type=click.IntRange(min=1), help=f"Rows shown of a long table (default: {ROWS_SHOWN}).")
@click.option("--all", "show_all", is_flag=True, help="Show all rows.")
def table(
    name: str | None,
    form: str | None,
    output: Path | None,
    cite: bool,
    given: tuple[str, ...],
    limit: int | None,
    show_all: bool,
) -> None:
    """Print a table by its NAME; without one, list all tables.

    Exact tables are the same on every machine, and so is their SHA-256 digest. Tables of random games state how many
    there were, the seed, and standard errors.

    The format is that of --format, or follows from the ending of the output file; without either, the first rows are
    printed as text.
    """
    if name is None:
        if form or output or cite or given or limit or show_all:
            raise click.UsageError("expected the NAME of a table; without one, all are listed and no option applies")
        click.echo(_list_of_tables())
        return
    rows = rows_asked_for(limit, show_all)
    if form is None and output is not None and not cite:
        form = output.suffix.lower().removeprefix(".")
        if form not in FORMATS:
            raise click.UsageError(f"--output: expected a file ending with .{', .'.join(FORMATS)}, or --format")
    if cite and form is not None:
        raise click.UsageError("expected --format or --cite, found both")
    if (cite or form is not None) and (limit is not None or show_all):
        raise click.UsageError(
            "--limit and --all are for the text: in a format all rows are written, in a citation none"
        )
    made = get(name, **_parameters(name, given))
    if cite:
        text = made.cite().bibtex if output is not None and output.suffix.lower() == ".bib" else str(made.cite())
    elif form is not None:
        text = FORMATS[form](made)
    else:
        text = hinted(made.described(rows))
    if output is None and form is not None:
        # What other programs read must not depend on what the terminal can show.
        click.echo(text.encode("utf-8"), nl=False)
    elif output is None:
        click.echo(text)
    else:
        output.write_text(text if text.endswith("\n") else f"{text}\n", encoding="utf-8", newline="\n")


def _list_of_tables() -> str:
    """All names with what they are about, game by game."""
    parts = []
    for game, title in GAMES.items():
        rows = [[f"  {name}", _without_game(TABLES[name].title, title)] for name in names(game)]
        parts.append("\n".join([title, *text_table(["", ""], rows).splitlines()[1:]]))
    return "\n\n".join(parts)


def _without_game(title: str, game: str) -> str:
    """A title as it stands under the name of the game."""
    for word in ("of", "in"):
        title = title.replace(f" {word} {game}", "")
    return title


def _parameters(table_name: str, given: tuple[str, ...]) -> dict[str, Any]:
    """All parameters of a command line."""
    parameters: dict[str, Any] = {}
    for text in given:
        name, value = _parameter(table_name, text)
        if name in parameters:
            raise click.UsageError(f"--parameter: expected each once, found {name} twice")
        parameters[name] = value
    return parameters


def _parameter(table_name: str, text: str) -> tuple[str, Any]:
    """A parameter as it stands on the command line: whole numbers and fractions are such, commas make a tuple."""
    name, separator, value = text.partition("=")
    if not separator or not name:
        raise click.UsageError(f"--parameter: expected KEY=VALUE, found {text!r}")
    name = name.strip().replace("-", "_")
    if isinstance(dict(TABLES[table_name].defaults).get(name), str):
        return name, Fraction(value) if re.fullmatch(_FRACTION, value) else value  # an edition is a word
    parts = [_value(part.strip()) for part in value.split(",")]
    return name, parts[0] if len(parts) == 1 else tuple(parts)


def _value(text: str) -> Any:
    if re.fullmatch(r"[+-]?\d{1,18}", text):
        return int(text)
    return Fraction(text) if re.fullmatch(_FRACTION, text) else text


_FRACTION = r"[+-]?\d{1,18}/0*[1-9]\d{0,17}"
