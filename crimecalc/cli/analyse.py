"""``crimecalc ablation``, ``simplify``, ``leakage`` and ``slips``: a setup taken apart."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Any, TypeVar

import click

from crimecalc.analysis import Slips
from crimecalc.analysis import ablation as ablation_of
from crimecalc.analysis import leakage as leakage_of
from crimecalc.analysis import peek as peek_at
from crimecalc.analysis import simplify as simplify_setup
from crimecalc.analysis import slips as slips_of
from crimecalc.analysis.leakage import MOST as WAYS
from crimecalc.analysis.simplify import MOST, SETUPS_SHOWN
from crimecalc.cli import options
from crimecalc.cli.rows import hinted, rows_asked_for
from crimecalc.cli.setups import read_setup
from crimecalc.rendering import WIDTH, left_out, plural, shown, text_table, wrapped
from crimecalc.setup import Setup
from crimecalc.setup.layout import step_verb

__all__ = ["ablation", "leakage", "simplify", "slips"]

NARROWEST = 12
"""Columns that a column of a table keeps, however many there are."""

_NO_BREAK = "\u00a0"
"""Stands for a space at which no line ends."""

Command = TypeVar("Command", bound=Callable[..., Any])


def _on_a_setup(command: Command) -> Command:
    """The argument and the options that all these commands share."""
    decorators = [
        click.argument("setup", metavar="SETUP"),
        click.option("--limit", type=click.IntRange(min=1), help="Rows shown of a long table."),
        click.option("--all", "show_all", is_flag=True, help="Show all rows."),
        options.max_states,
        click.option(
            "--json", "as_json", is_flag=True, help="Print one JSON object with everything, fractions as strings."
        ),
    ]
    for decorator in reversed(decorators):
        command = decorator(command)
    return command


@click.command(short_help="Say which shuffles of a setup matter.")
@_on_a_setup
def ablation(setup: str, limit: int | None, show_all: bool, max_states: int, as_json: bool) -> None:
    """Leave out each scramble, shuffle and cut in turn, and say what difference it makes.

    SETUP is forgotten-crime, forgotten-crime:designer, or a setup of your own as FILE.py:NAME.

    The total variation distance says how far the outcomes are from the setup's: 0 if the step makes no
    difference, 1 if no outcome is left that the setup can give. Piles are affected if what is seen in them alone is
    not what it was.
    """
    rows = rows_asked_for(limit, show_all)
    chosen = read_setup(setup)
    found = ablation_of(chosen, max_states)
    if as_json:
        made = [
            {
                "step": one.index + 1,
                "verb": step_verb(chosen.steps[one.index]),
                "total_variation": str(one.total_variation),
                "outcomes": one.outcomes,
                "piles": {name: str(distance) for name, distance in one.piles},
                "affected": list(one.affected),
            }
            for one in found
        ]
        _echo_json(chosen, made)
        return
    click.echo(_head(chosen))
    click.echo(hinted(f"\n{_fitted(*found._cells(rows))}") if len(found) else "No random step can be left out.")


@click.command(short_help="Search for simpler setups with the same outcomes.")
@_on_a_setup
@click.option(
    "--most", type=click.IntRange(min=1), default=MOST, show_default=True, help="Fixed arrangements that are tried."
)
def simplify(setup: str, limit: int | None, show_all: bool, max_states: int, as_json: bool, most: int) -> None:
    """Search for simpler setups that give exactly the same game.

    SETUP is forgotten-crime, forgotten-crime:designer, or a setup of your own as FILE.py:NAME.

    Random steps are replaced by fixed arrangements, as many together as possible; then steps that do nothing are left
    out. Each setup found is proved equivalent. What was not searched is said.
    """
    rows = rows_asked_for(limit, show_all, SETUPS_SHOWN)
    chosen = read_setup(setup)
    found = simplify_setup(chosen, most, max_states)
    if as_json:
        made = [
            {
                "random_steps": len(one.setup.random_steps),
                "steps": len(one.setup.steps),
                "changes": list(one.changes),
                "equivalent": one.proof.equivalent,
                "instructions": list(one.setup.instructions),
            }
            for one in found
        ]
        told = {name: [index + 1 for index in getattr(found, name)] for name in ("unseen", "idle", "impossible")}
        _echo_json(chosen, made, **told, searched=list(found.searched))
        return
    click.echo(hinted(found.described(rows)))


@click.command(short_help="Say what a remembered shuffle or a peek gives away.")
@_on_a_setup
@click.option(
    "--size",
    type=click.IntRange(min=1),
    help="Random steps that are remembered together, at most; 1 if not given.",
)
@click.option(
    "--most", type=click.IntRange(min=1), default=WAYS, show_default=True, help="Ways to fall that are gone through."
)
@click.option(
    "--peek",
    metavar="PILE[:POSITION]",
    help="Instead: cards that are seen. All of a pile, its card at a position (-1 is the bottom), or the whole box.",
)
def leakage(
    setup: str,
    limit: int | None,
    show_all: bool,
    max_states: int,
    as_json: bool,
    size: int | None,
    most: int,
    peek: str | None,
) -> None:
    """Say what somebody learns about each pile who remembers how a shuffle fell, or who peeks.

    SETUP is forgotten-crime, forgotten-crime:designer, or a setup of your own as FILE.py:NAME.

    Bits are the mutual information of what is known and the pile. The probability of the best guess of the pile's
    cards stands before and after; "certain" says whether only one possibility is left. What tells most comes first. A
    peek says nothing about its own pile.

    \b
      crimecalc leakage forgotten-crime --size 2
      crimecalc leakage forgotten-crime --peek box
      crimecalc leakage forgotten-crime --peek deck:1
    """
    rows = rows_asked_for(limit, show_all)
    if size is not None and peek is not None:
        raise click.UsageError("expected either --size or --peek, found both")
    chosen = read_setup(setup)
    if peek is None:
        found = leakage_of(chosen, size=size or 1, most=most, max_states=max_states)
    else:
        pile, position = _pile_and_position(chosen, peek)
        found = peek_at(chosen, pile=pile, position=position, max_states=max_states)
    if as_json:
        made = [
            {
                "secret": leak.secret,
                "steps": [index + 1 for index in leak.steps],
                "pile": leak.pile,
                "bits": leak.bits,
                "before": str(leak.before),
                "after": str(leak.after),
                "certain": leak.certain,
            }
            for leak in found
        ]
        _echo_json(chosen, made, skipped=list(found.skipped))
        return
    click.echo(_head(chosen))
    header, cells, more = found._cells(rows)
    if len(found):
        click.echo(hinted(f"\n{_fitted(header, [[_together(secret), *rest] for secret, *rest in cells], more)}"))
    elif found.skipped:
        click.echo(f"\n{_folded(more)}")
    else:
        click.echo("No random step can be remembered." if peek is None else "Nothing else is observed.")


@click.command(short_help="Say what each slip of the hand does to a setup.")
@_on_a_setup
def slips(setup: str, limit: int | None, show_all: bool, max_states: int, as_json: bool) -> None:
    """Say what each slip of the hand does: whether it spoils the game, changes it, or is harmless.

    SETUP is forgotten-crime, forgotten-crime:designer, or a setup of your own as FILE.py:NAME.

    Slips are positions off by one, counting one by one, dealing to the bottom, piles not turned over, stacking in the
    other order, steps skipped or done twice, and a pile taken for another. A game is spoiled if its outcome is one
    that the setup cannot give; total variation is the distance of the outcomes from the setup's.
    """
    rows = rows_asked_for(limit, show_all)
    chosen = read_setup(setup)
    found = slips_of(chosen, max_states=max_states)
    if as_json:
        made = [
            {
                "step": slip.index + 1,
                "what": slip.what,
                "completed": slip.completed,
                "harmless": slip.harmless,
                "total_variation": None if slip.total_variation is None else str(slip.total_variation),
                "spoiled": None if slip.spoiled is None else str(slip.spoiled),
                "reason": slip.reason or None,
            }
            for slip in found
        ]
        _echo_json(chosen, made)
        return
    click.echo(_head(chosen))
    click.echo(hinted(_slips_in_words(found, rows)))


def _slips_in_words(found: Slips, rows: int | None) -> str:
    """Slips in three tables: what changes the game, what is harmless, and what cannot be completed."""
    harmless = found.harmless()
    changing = Slips(slip for slip in found.completed() if not slip.harmless)
    stuck = Slips(slip for slip in found if not slip.completed)
    verb = "changes" if len(changing) == 1 else "change"
    counts = f"{len(changing):,} {verb} the game, {len(harmless):,} harmless, {len(stuck):,} cannot be completed"
    parts = [f"{plural(len(found), 'slip')}: {counts}"]
    if len(changing):
        parts.append(f"What changes the game, the worst first:\n{_fitted(*changing._cells(rows))}")
    if len(harmless):
        parts.append(f"Harmless:\n{_named(harmless, rows, 'harmless slips')}")
    if len(stuck):
        parts.append(f"Cannot be completed, and so is noticed:\n{_named(stuck, rows, 'slips that are noticed')}")
    return "\n\n".join(parts)


# --- what is asked ------------------------------------------------------------------------------


def _pile_and_position(setup: Setup, text: str) -> tuple[str, int | None]:
    """What is peeked at, from PILE or PILE:POSITION; a pile's name may have a colon in it."""
    pile, separator, position = text.rpartition(":")
    if text in setup.piles or not separator:
        return text, None
    if not re.fullmatch("[+-]?[0-9]{1,9}", position):
        raise click.UsageError(f"--peek: expected a position from 1 or -1 after the colon, found {position!r}")
    return pile, int(position)


# --- what is answered ---------------------------------------------------------------------------


def _size(setup: Setup) -> str:
    return f"{plural(len(setup.random_steps), 'random step')}, {plural(len(setup.steps), 'step')}"


def _head(setup: Setup) -> str:
    return "\n".join(wrapped(f"{setup.name}: {_size(setup)}"))


def _echo_json(setup: Setup, rows: list[dict[str, Any]], **more: object) -> None:
    click.echo(json.dumps({"setup": setup.name, "rows": rows, **more}, indent=2))


def _named(found: Slips, limit: int | None, noun: str) -> str:
    """A table of slips of which only what went wrong is to be said."""
    count = shown(len(found), limit)
    rows = [[str(slip.index + 1), slip.what] for slip in found[:count]]
    return _fitted(["step", "slip"], rows, left_out(len(found), count, noun))


def _together(secret: str) -> str:
    """Remembered steps such that a line ends between two of them, not inside one."""
    return re.sub(r"(step \d+:) ", lambda match: match[0].replace(" ", _NO_BREAK), secret)


def _folded(more: str) -> str:
    return "\n".join(line for sentence in more.splitlines() for line in wrapped(sentence, "", 2))


def _fitted(header: Sequence[str], rows: Iterable[Sequence[str]], more: str = "") -> str:
    """A table that fits a terminal: the widest columns are made narrower, and their cells go on in the next line."""
    lines = [list(header), *(list(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    while sum(widths) + 2 * (len(widths) - 1) > WIDTH and max(widths) > NARROWEST:
        widths[widths.index(max(widths))] -= 1
    folded: list[list[str]] = []
    for line in lines:
        cells = [textwrap.wrap(cell, width, break_on_hyphens=False) for cell, width in zip(line, widths, strict=True)]
        folded += [[part.replace(_NO_BREAK, " ") for part in parts] for parts in zip_longest(*cells, fillvalue="")]
    return text_table(folded[0], folded[1:], _folded(more))
