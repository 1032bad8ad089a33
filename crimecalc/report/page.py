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
"""Rows of a long table that are shown until somebody asks for all; also in the style sheet."""

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
    """How to cite something: as a sentence, and as a BibTeX entry that is folded away."""
    return (
        f'<p class="origin">Cite as: {escape(cited.plain)}</p>\n'
        f"<details><summary>BibTeX</summary>\n<pre>{escape(cited.bibtex)}</pre>\n</details>"
    )


def bordered(html: str, label: str) -> str:
    """Something wide, which scrolls by itself where the page is narrow."""
    return f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(label)}">\n{html}\n</div>'


def table(made: Table) -> str:
    """A table with where it comes from, and how to cite it; of a long one the first rows are shown until asked."""
    header, rows, _ = made.cells(None)
    body = bordered(html_table(header, rows), made.title)
    if len(rows) > ROWS + ROWS // 2:  # a few more rows are no reason to hide any
        box = escape(f"all-{made.name}")
        label = f'<label for="{box}">Show all {plural(len(rows), "row")}</label>'
        body = f'<div class="long">\n<input type="checkbox" id="{box}"> {label}\n{body}\n</div>'
    origin = f"{escape(made.source)}. Made by <code>{escape(made.how)}</code>."
    return "\n".join(
        [
            f"<h3>{escape(made.title)}</h3>",
            f'<p class="caption">{escape(made.caption)}</p>',
            body,
            f'<p class="origin">{origin}</p>',
            citation(made.cite()),
        ]
    )


def figure(svg: str, caption: str, code: str) -> str:
    """A picture as an image inside the page, with its caption and the code that makes it."""
    data = b64encode(svg.encode("utf-8")).decode("ascii")
    image = f'<img alt="{escape(caption)}" src="data:image/svg+xml;base64,{data}">'
    return (
        f"<figure>\n{bordered(image, caption)}\n<figcaption>{escape(caption)}</figcaption>\n"
        f"<details><summary>Code</summary>\n<pre>{escape(code)}</pre>\n</details>\n</figure>"
    )


def findings(found: Iterable[Finding]) -> str:
    """Claims with what came out of them, as a list; each reading of an ambiguous one on a line of its own."""
    items = []
    unclear = []
    for finding in found:
        claim = finding.claim
        if finding.verdict != "holds":
            unclear.append(f'<a href="#{escape(claim.id)}">{escape(claim.id)}</a> ({finding.verdict})')
        lines = [f"<p class=evidence>{escape(line)}</p>" for line in finding.lines]
        items.append(
            f'<li class="{finding.verdict}" id="{escape(claim.id)}">\n'
            f'<p><span class="verdict">{_SIGNS[finding.verdict]} {finding.verdict}</span> – {escape(claim.says)}</p>\n'
            f"<p class=evidence>{escape(claim.where)}. <code>{escape(claim.id)}</code></p>\n{''.join(lines)}\n</li>"
        )
    jumps = f"<p>Not all is clear: {', '.join(unclear)}.</p>\n" if unclear else ""
    return jumps + '<ul class="claims">\n' + "\n".join(items) + "\n</ul>"
