"""``crimecalc claims``: what the rulebooks say, checked."""

from __future__ import annotations

import json
import sys

import click

from crimecalc.claims import Findings, Verdict, check
from crimecalc.claims.claim import VERDICTS
from crimecalc.games import GAMES
from crimecalc.rendering import wrapped

__all__ = ["claims"]

_COLOURS = {"holds": "green", "fails": "red", "ambiguous": "yellow"}


@click.command(short_help="Check what the rulebooks say.")
@click.argument("game", required=False, type=click.Choice([*GAMES]))
@click.option("--only", type=click.Choice(VERDICTS), help="Show only the claims with this verdict; all are checked.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list with all readings.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print a table for Markdown.")
def claims(game: str | None, only: Verdict | None, as_json: bool, as_markdown: bool) -> None:
    """Check every countable claim of the rulebooks, or of one GAME's, by computing.

    A claim holds, fails, or is ambiguous: then the readings that decide it are told.

    \b
    Exit status:
      0  everything came out as it is known to
      1  a claim that should hold does not, or another came out otherwise than known
    """
    if as_json and as_markdown:
        raise click.UsageError("expected --json or --markdown, found both")
    found = check(game)
    findings = found if only is None else found.with_verdict(only)
    if as_json:
        click.echo(json.dumps(findings.to_json(), ensure_ascii=False, indent=2))
    elif as_markdown:
        click.echo(findings.to_markdown())
    else:
        click.echo(f"{_in_words(findings)}\n\n{found.summary}")
    sys.exit(0 if found.as_expected else 1)


def _in_words(findings: Findings) -> str:
    parts = []
    for game, title in GAMES.items():
        here = [finding for finding in findings if finding.claim.game == game]
        if here:
            parts.append(click.style(title, bold=True))
        for finding in here:
            claim = finding.claim
            head = f"{click.style(finding.verdict, fg=_COLOURS[finding.verdict], bold=True)}  {claim.id}"
            lines = [*wrapped(f"{claim.says} ({claim.where})", "  ", 2), *finding.evidence_lines]
            if not finding.as_expected:
                lines.append(click.style(f"  expected: {claim.expected}", fg="red", bold=True))
            parts.append("\n".join([head, *lines]))
    return "\n\n".join(parts)
