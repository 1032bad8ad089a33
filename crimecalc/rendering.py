"""The one way in which crimecalc writes tables: as text, HTML, LaTeX or Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from math import log10
from typing import Any

__all__ = [
    "ROWS_SHOWN",
    "about",
    "describe",
    "html_table",
    "latex_table",
    "latex_text",
    "left_out",
    "listed",
    "markdown_table",
    "percent",
    "plural",
    "quoted",
    "shown",
    "text_table",
    "wrapped",
    "written",
]

WIDTH = 79
"""Columns of a line of text: fits a terminal of 80."""

ROWS_SHOWN = 12
"""Rows of a long table that are shown where nobody asked for more."""

_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "♠": r"$\spadesuit$",
    "♣": r"$\clubsuit$",
    "♥": r"$\heartsuit$",
    "♦": r"$\diamondsuit$",
    "…": r"\dots{}",
    "–": "--",
    "“": "``",
    "”": "''",
    "±": r"$\pm$",
    "×": r"$\times$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
}


def describe(value: Any) -> str:
    """A value as a person reads it: the entries of a tuple with spaces between, not with brackets.

    >>> describe((("K♠",), ("A♠", "2♠")))
    'K♠ | A♠ 2♠'
    """
    if isinstance(value, tuple) and value and all(isinstance(part, tuple) for part in value):
        return " | ".join(describe(part) for part in value)
    if isinstance(value, tuple):
        parts = [str(part) for part in value]
        return (", " if any(" " in part for part in parts) else " ").join(parts)
    return str(value)


def about(count: int) -> str:
    """A count as a person reads it, also where it has more digits than that.

    >>> about(1_326), about(8_066 * 10**64)
    ('1,326', 'about 8.1 × 10^67')
    """
    if count < 10**18:
        return f"{count:,}"
    power = int(log10(count))  # Python takes logarithms of integers of any size
    power += (count >= 10 ** (power + 1)) - (count < 10**power)
    tenths = round(Fraction(count, 10 ** (power - 1)))
    if tenths == 100:
        power, tenths = power + 1, 10
    return f"about {tenths // 10}.{tenths % 10} × 10^{power}"


def written(value: object) -> str:
    """A value as text; a Fraction of thousands of digits rounded.

    >>> written(Fraction(1, 3)), written(Fraction(10**9000, 3 * 10**9000 - 1))
    ('1/3', 'about 0.333333')
    """
    try:
        return str(value)
    except ValueError:  # Python writes no number of more than 4,300 digits
        if isinstance(value, Fraction) and value.denominator > 1:
            return f"about {float(value):.6g}"
        return about(int(value)) if isinstance(value, (int, Fraction)) else "…"


def plural(count: int, noun: str) -> str:
    """A count with its noun.

    >>> plural(1, "world"), plural(186624, "world")
    ('1 world', '186,624 worlds')
    """
    return f"{about(count)} {noun}{'' if count == 1 else 's'}"


def listed(values: Iterable[Any]) -> str:
    """Values as they stand in a sentence, with commas between.

    >>> listed([1, "two"])
    '1, two'
    """
    return ", ".join(map(str, values))


def percent(probability: Fraction, digits: int = 1) -> str:
    """A probability as a person reads it in a table; what is not certain never looks so.

    >>> [percent(Fraction(n, 3000)) for n in (0, 1, 1000, 2999, 3000)]
    ['·', '<0.1%', '33.3%', '>99.9%', 'yes']
    >>> percent(Fraction(1, 3), digits=0)
    '33%'
    """
    if probability in (0, 1):
        return "yes" if probability else "·"
    unit = 10**digits  # steps in one per cent
    steps = round(100 * unit * probability)
    sign = "<" if steps == 0 else ">" if steps == 100 * unit else ""
    return f"{sign}{min(max(steps, 1), 100 * unit - 1) / unit:.{digits}f}%"


def quoted(names: Iterable[str]) -> str:
    """Names of piles as they stand in a sentence, with commas between.

    >>> quoted(["A", "2"])
    '“A”, “2”'
    """
    return ", ".join(f"“{name}”" for name in names)


def wrapped(text: str, lead: str = "", indent: int = 0) -> list[str]:
    """Text in lines that fit a terminal: the first after ``lead``, the others indented."""
    return textwrap.wrap(text, WIDTH, initial_indent=lead, subsequent_indent=" " * indent, break_on_hyphens=False)


def shown(total: int, limit: int | None) -> int:
    """How many of ``total`` rows to show; a last row is never replaced by "1 more"."""
    return total if limit is None or total <= limit + 1 else limit


def left_out(total: int, count: int, noun: str) -> str:
    """The line that says how many rows of a table are not shown; nothing if all are.

    >>> left_out(100, 12, "outcomes")
    '… and 88 more of 100 outcomes'
    """
    return f"… and {total - count:,} more of {total:,} {noun}" if total > count else ""


def text_table(header: Sequence[str], rows: Iterable[Sequence[str]], more: str = "") -> str:
    """Columns aligned with spaces; the last line says what was left out.

    >>> print(text_table(["outcome", "probability"], [["a", "1/3"], ["b", "2/3"]]))
    outcome  probability
    a        1/3
    b        2/3
    """
    lines = [list(header), *(list(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    text = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
    return "\n".join([*text, more] if more else text)


def html_table(
    header: Sequence[str],
    rows: Iterable[Sequence[str]],
    caption: str = "",
    more: str = "",
    shades: Sequence[Sequence[float | None]] | None = None,
) -> str:
    """A plain HTML table; every text is escaped.

    Args:
        header: titles of the columns.
        rows: the cells.
        caption: what the table is about.
        more: the line that says what was left out.
        shades: for each cell how dark it is, from 0 to 1, or None for no shade.
    """
    parts = ["<table>"]
    if caption:
        parts.append(f"<caption>{escape(caption)}</caption>")
    parts.append("<thead><tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in header) + "</tr></thead>")
    parts.append("<tbody>")
    for number, row in enumerate(rows):
        styles = [""] * len(row) if shades is None else [_shade(shade) for shade in shades[number]]
        parts.append(
            "<tr>" + "".join(f"<td{style}>{escape(c)}</td>" for c, style in zip(row, styles, strict=True)) + "</tr>"
        )
    if more:
        parts.append(f'<tr><td colspan="{len(header)}">{escape(more)}</td></tr>')
    return "\n".join([*parts, "</tbody>", "</table>"])


def _shade(shade: float | None) -> str:
    """A blue that text stays readable on, in light and in dark notebooks."""
    return "" if shade is None else f' style="background-color: rgba(30, 110, 200, {0.6 * shade:.2f})"'


def latex_text(value: object) -> str:
    r"""Text with LaTeX's special characters escaped, fractions set as fractions.

    >>> print(latex_text("50 %"), latex_text(Fraction(1, 3)))
    50 \% $\frac{1}{3}$
    """
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return f"${value.numerator}$"
        return rf"$\frac{{{value.numerator}}}{{{value.denominator}}}$"
    return "".join(_LATEX.get(char, char) for char in str(value))


def latex_table(header: Sequence[str], rows: Iterable[Sequence[object]], more: str = "") -> str:
    r"""A ``tabular`` with rules drawn by ``\hline``, so that it needs no package."""
    lines = [rf"\begin{{tabular}}{{{'l' * len(header)}}}", r"\hline"]
    lines += [" & ".join(latex_text(cell) for cell in header) + r" \\", r"\hline"]
    lines += [" & ".join(latex_text(cell) for cell in row) + r" \\" for row in rows]
    if more:
        lines.append(rf"\multicolumn{{{len(header)}}}{{l}}{{{latex_text(more)}}} \\")
    return "\n".join([*lines, r"\hline", r"\end{tabular}"])


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    r"""A table for Markdown; what would end a cell is escaped.

    >>> print(markdown_table(["outcome", "probability"], [["a | b", "1/3"]]))
    | outcome | probability |
    |---|---|
    | a \| b | 1/3 |
    """

    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(_markdown_text(cell) for cell in cells)} |"

    return "\n".join([line(header), "|" + "---|" * len(header), *map(line, rows)])


def _markdown_text(text: str) -> str:
    for special in ("\\", "|", "*", "_", "`", "<", "["):
        text = text.replace(special, f"\\{special}")
    return text.replace("\n", " ")
