"""The pages of the report, and how they get into a folder."""

from __future__ import annotations

import os
from html import escape
from pathlib import Path
from typing import Any

from crimecalc import claims, tables
from crimecalc.canvas import need_matplotlib
from crimecalc.checks import found
from crimecalc.chunks import whole_number
from crimecalc.claims import Findings
from crimecalc.claims.claim import VERDICTS
from crimecalc.errors import InvalidInput
from crimecalc.games import GAMES
from crimecalc.progress import Bar
from crimecalc.rendering import html_table
from crimecalc.report.content import LEADS, pictures, proof, proof_html
from crimecalc.report.page import Section, bordered, figure, page, paragraphs, table
from crimecalc.report.page import findings as findings_html

__all__ = ["pages", "write"]

GAMES_EACH = 5_000
"""Games that are played for each bar of a picture where nothing else is said."""

_PROOF = (
    "import crimecalc as cc\nfrom crimecalc.games import forgotten_crime\ncc.compare(*forgotten_crime.setups()).plot()"
)

_INDEX = "index.html"
_LINKS = {_INDEX: "Overview"} | {f"{game}.html": title for game, title in GAMES.items()}


def pages(*, games: int | None = None, progress: bool | None = None) -> dict[str, str]:
    """The pages by file name: an index and one for each game. Each stands alone, pictures and all.

    Args:
        games: how many games are played for each row of a table, and each bar of a picture, that is simulated; None
            for what the tables say themselves, and 5,000 for each bar.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        InvalidInput: if ``games`` is no positive whole number.
        MissingExtra: if matplotlib is not installed.
    """
    need_matplotlib()
    number = None if games is None else whole_number(games, "report: games", "games")
    made = {}
    everything: dict[str, Findings] = {}
    with Bar(progress, len(tables.names()) + 2 * len(GAMES), verb="report", noun="parts") as bar:
        for game in GAMES:
            everything[game] = claims.check(game, progress=False)
            bar.advance()
            made[f"{game}.html"] = _game(game, everything[game], number, bar)
            bar.advance()
    return {_INDEX: _index(everything)} | made


def write(directory: str | Path, *, games: int | None = None, progress: bool | None = None) -> list[Path]:
    """Write the report into a folder, which is made if it does not exist.

    Args:
        directory: the folder.
        games: as in :func:`pages`.
        progress: as in :func:`pages`.

    Returns:
        The files that were written, the index first.

    Raises:
        InvalidInput: if the folder is no path, there is a file of that name, or something in it cannot be written.
        OSError: if it cannot be made.
        MissingExtra: if matplotlib is not installed.
    """
    if not isinstance(directory, (str, Path)) or not str(directory):
        raise InvalidInput(f"report: expected a folder, found {found(directory)}")
    folder = Path(directory)
    if folder.exists() and not folder.is_dir():
        raise InvalidInput(f"report: expected a folder, found a file {str(folder)!r}")
    folder.mkdir(parents=True, exist_ok=True)  # what cannot be written is to be found out before the long work
    files = {name: folder / name for name in _LINKS}
    for file in files.values():
        if file.is_dir() or not os.access(file if file.exists() else folder, os.W_OK):
            raise InvalidInput(f"report: expected a file that can be written, found {str(file)!r}")
    for name, html in pages(games=games, progress=progress).items():
        files[name].write_text(html, encoding="utf-8", newline="\n")
    return list(files.values())


def _index(everything: dict[str, Findings]) -> str:
    rows = [
        [
            GAMES[game],
            *(str(len(found.with_verdict(verdict))) for verdict in VERDICTS),
            str(len(tables.names(game))),
        ]
        for game, found in everything.items()
    ]
    overview = html_table(["game", "claims hold", "fail", "ambiguous", "tables"], rows)
    sections = [
        Section("overview", "What was checked", bordered(overview, "Overview")),
        *(
            Section(
                game,
                title,
                f"{paragraphs(LEADS[game], everything[game].summary)}\n"
                f'<p><a href="{game}.html">Claims, tables and pictures</a></p>',
            )
            for game, title in GAMES.items()
        ),
    ]
    lead = paragraphs(
        "Exact answers on four deduction card games: what their rulebooks say, checked by computing; tables "
        "that can be cited; and the proof that the two printed setups of Forgotten Crime are the same game."
    )
    return page("Four games, exactly", lead, sections, _LINKS, _INDEX)


def _game(game: str, found: Findings, games: int | None, bar: Bar) -> str:
    sections = [Section("claims", "What the rulebook says", paragraphs(found.summary) + findings_html(found))]
    if game == "forgotten-crime":
        comparison = proof()
        picture = figure(comparison.plot().svg, "The outcomes of both setups by their probability.", _PROOF)
        sections.insert(0, Section("proof", "The proof", f"{proof_html(comparison)}\n{picture}"))
    drawn = "\n".join(pictures(game, games or GAMES_EACH))
    sections.append(Section("pictures", "Pictures", drawn))
    parts = []
    for name in tables.names(game):
        parameters: dict[str, Any] = {"n": games} if games and tables.TABLES[name].sampled else {}
        parts.append(table(tables.get(name, progress=False, **parameters)))
        bar.advance()
    sections.append(Section("tables", "Tables", "\n".join(parts)))
    return page(GAMES[game], f"<p>{escape(LEADS[game])}</p>", sections, _LINKS, f"{game}.html")
