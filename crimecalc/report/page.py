"""A static HTML page that stands alone: its look, its parts, and how text and pictures get into it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from importlib import resources

from crimecalc.citation import VERSION, Citation, cite
from crimecalc.claims import Finding
from crimecalc.rendering import html_table, plural
from crimecalc.tables import Table

__all__ = ["Section", "bordered", "citation", "figure", "findings", "page", "paragraphs", "table"]

ROWS = 20
"""Rows of a long table that are shown at once."""

_STYLE = resources.files("crimecalc.report").joinpath("style.css").read_text(encoding="utf-8")

_SIGNS = {"holds": "✓", "fails": "✗", "ambiguous": "?"}


@dataclass(frozen=True)
class Section:
    """A part of a page.

    Attributes:
        name: its anchor.
        title: its heading.
        body: its HTML.
    """

    name: str
    title: str
    body: str

    @property
    def html(self) -> str:
        """The section as HTML."""
        return f'<section id="{escape(self.name)}">\n<h2>{escape(self.title)}</h2>\n{self.body}\n</section>'


def page(title: str, lead: str, sections: Iterable[Section], links: dict[str, str], here: str) -> str:
    """A whole page.

    Args:
        title: its heading.
        lead: what it is about, as HTML.
        sections: its parts.
        links: the pages of the report: file names with their titles.
        here: the file name of this page.
    """
    parts = list(sections)
    jumps = [f'<a href="#{escape(part.name)}">{escape(part.title)}</a>' for part in parts]
    pages = [
        f'<a href="{escape(file)}"{" aria-current=page" if file == here else ""}>{escape(name)}</a>'
        for file, name in links.items()
    ]
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta name="generator" content="crimecalc {VERSION}">',
            '<link rel="icon" href="data:,">',  # or a browser asks for one
            f"<title>{escape(title)} – crimecalc</title>",
            f"<style>\n{_STYLE}</style>",
            "</head>",
            "<body>",
            f'<nav aria-label="Pages">{" ".join(pages)}</nav>',
            "<main>",
            f"<h1>{escape(title)}</h1>",
            lead,
            f"<p>On this page: {' · '.join(jumps)}</p>" if len(parts) > 1 else "",
            *(part.html for part in parts),
            "</main>",
            f"<footer><p>Made by <code>crimecalc report</code>, version {VERSION}. All probabilities are exact "
            "unless a standard error stands beside them.</p>",
            citation(cite()),
            "</footer>",
            "</body>",
            "</html>",
            "",
        ]
    )


def paragraphs(*texts: str) -> str:
    """Texts as paragraphs, escaped."""
    return "\n".join(f"<p>{escape(text)}</p>" for text in texts)


def citation(cited: Citation) -> str:
    """How to cite something, folded away."""
    return (
        f"<details><summary>How to cite</summary>\n<p>{escape(cited.plain)}</p>\n"
        f"<pre>{escape(cited.bibtex)}</pre>\n</details>"
    )


def bordered(html: str, label: str) -> str:
    """Something wide, which scrolls by itself where the page is narrow."""
    return f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(label)}">\n{html}\n</div>'


def table(made: Table) -> str:
    """A table with where it comes from, and how to cite it; a long one has all its rows folded away."""
    header, rows, more = made.cells(ROWS)
    parts = [f"<h3>{escape(made.title)}</h3>", bordered(html_table(header, rows, made.caption, more), made.title)]
    if more:
        all_rows = html_table(*made.cells(None)[:2])
        parts.append(
            f"<details><summary>All {plural(len(made), 'row')}</summary>\n{bordered(all_rows, made.title)}\n</details>"
        )
    origin = f"{escape(made.source)}. Made by <code>{escape(made.how)}</code>. SHA-256 <code>{made.sha256}</code>"
    return "\n".join([*parts, f'<p class="origin">{origin}</p>', citation(made.cite())])


def figure(svg: str, caption: str, call: str) -> str:
    """A picture as an image inside the page, with its caption and the call that makes it."""
    data = b64encode(svg.encode("utf-8")).decode("ascii")
    return (
        f'<figure>\n<img alt="{escape(caption)}" src="data:image/svg+xml;base64,{data}">\n'
        f"<figcaption>{escape(caption)} <code>{escape(call)}</code></figcaption>\n</figure>"
    )


def findings(found: Iterable[Finding]) -> str:
    """Claims with what came out of them, as a list; each reading of an ambiguous one on a line of its own."""
    items = []
    for finding in found:
        claim = finding.claim
        lines = [f"<p class=evidence>{escape(line)}</p>" for line in finding.lines]
        items.append(
            f'<li class="{finding.verdict}" id="{escape(claim.id)}">\n'
            f'<p><span class="verdict">{_SIGNS[finding.verdict]} {finding.verdict}</span> – {escape(claim.says)}</p>\n'
            f"<p class=evidence>{escape(claim.where)}. <code>{escape(claim.id)}</code></p>\n{''.join(lines)}\n</li>"
        )
    return '<ul class="claims">\n' + "\n".join(items) + "\n</ul>"
