"""A table that can be cited: exact content, what it is about, how it is made, and a digest."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from crimecalc.checks import check_limit, found
from crimecalc.citation import VERSION, Citation, cite
from crimecalc.errors import InvalidInput
from crimecalc.packing import INT64_MAX
from crimecalc.rational import is_whole
from crimecalc.rendering import (
    ROWS_SHOWN,
    html_table,
    latex_table,
    latex_text,
    left_out,
    markdown_table,
    shown,
    text_table,
    wrapped,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Column", "Row", "Table"]

Row = tuple[Any, ...]

_PAGE = 40
"""Rows of a table that fit on a page; longer ones may break across pages."""

_WIDE = 4
"""Columns that fit on a page in letters of the usual size."""

_KEY = 8
"""Digits of the digest that tell tables of one name apart where they are cited."""


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Attributes:
        name: its name, in lower case with underscores.
        kind: ``"key"`` for what a row is about, a text or whole number; ``"count"`` for a whole number; ``"exact"``
            for a whole number or Fraction, written with numerator, denominator and float; ``"rounded"`` for a float,
            such as an estimate, a standard error or a logarithm. None stands for what does not apply.
        digits: decimal places that are shown of a float.
    """

    name: str
    kind: Literal["key", "count", "exact", "rounded"]
    digits: int = 4

    @property
    def title(self) -> str:
        """The name as it stands over the column."""
        return self.name.replace("_", " ")


@dataclass(frozen=True, eq=False)
class Table:
    """A table that can be cited; immutable.

    Attributes:
        name: its stable name, ``game/what``.
        parameters: what it was made with, as pairs of a name and a value.
        title: what it is about, in a few words.
        caption: what it shows, in a sentence or two.
        source: where the facts stand that it follows from: a game and a section of its rules.
        columns: its columns.
        rows: its rows, an entry for each column.
    """

    name: str
    parameters: tuple[tuple[str, Any], ...]
    title: str
    caption: str
    source: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    @property
    def how(self) -> str:
        """The call that makes it, after ``import crimecalc.tables``, and that of Fraction if it names one."""
        arguments = [repr(self.name), *(f"{name}={value!r}" for name, value in self.parameters)]
        return f"crimecalc.tables.get({', '.join(arguments)})"

    @property
    def version(self) -> str:
        """The version of the library that made it."""
        return VERSION

    @property
    def sampled(self) -> bool:
        """Whether it holds estimates from random games; then ``n`` and ``seed`` are among its parameters."""
        return "seed" in dict(self.parameters)

    @cached_property
    def sha256(self) -> str:
        """SHA-256 of its name, its parameters, its columns and its exact values, in hexadecimal.

        Floats are left out, so the digest is the same on every machine, whatever libraries are installed; the order
        of the rows makes no difference. Of a table of random games it covers what was played, not what came out.
        """
        places = [place for place, column in enumerate(self.columns) if column.kind != "rounded"]
        rows = [[None if row[place] is None else str(row[place]) for place in places] for row in self.rows]
        names = [[self.columns[place].name, self.columns[place].kind] for place in places]
        given = {name: _plain(value) for name, value in self.parameters}
        content = {"name": self.name, "parameters": given, "columns": names, "rows": sorted(rows, key=json.dumps)}
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return sha256(text.encode("utf-8")).hexdigest()

    @property
    def frame(self) -> pd.DataFrame:
        """All rows as a new DataFrame.

        An exact column becomes three: integers ``numerator`` and ``denominator``, and the float under its own name.
        Where there are several exact columns, theirs are ``NAME_numerator`` and ``NAME_denominator``. Integers of more
        than 63 bits are kept as Python's.
        """
        import pandas as pd

        columns: dict[str, Any] = {}
        one = sum(column.kind == "exact" for column in self.columns) == 1
        for place, column in enumerate(self.columns):
            values = [row[place] for row in self.rows]
            if column.kind == "exact":
                lead = "" if one else f"{column.name}_"
                parts = [(None, None) if value is None else Fraction(value).as_integer_ratio() for value in values]
                columns[f"{lead}numerator"] = _integers([part[0] for part in parts])
                columns[f"{lead}denominator"] = _integers([part[1] for part in parts])
            if column.kind in ("exact", "rounded"):
                columns[column.name] = pd.Series([None if v is None else float(v) for v in values], dtype="float64")
            elif all(value is None or is_whole(value, -INT64_MAX) for value in values):
                columns[column.name] = _integers(values)
            else:
                columns[column.name] = pd.Series(values, dtype="object")
        return pd.DataFrame(columns)

    def cite(self) -> Citation:
        """How to cite it: a text with a plain citation and a BibTeX entry, each also on its own.

        >>> from crimecalc import tables
        >>> print(tables.get("forgotten-crime/shared-lies").cite().plain[:59])
        The crimecalc maintainers (2026). Lies on the same question
        """
        key = f"crimecalc-{self.name.replace('/', '-')}-{self.sha256[:_KEY]}"
        return cite(self.title, f"{self.how}, {self._digest}", key=key)

    # --- written down -----------------------------------------------------------------------------

    def to_text(self, limit: int | None = ROWS_SHOWN) -> str:
        """The first rows as text, all for a limit of None.

        Raises:
            InvalidInput: if the limit is neither None nor a positive whole number.
        """
        check_limit("to_text", limit)
        return text_table(*self.cells(limit))

    def to_csv(self, path: str | Path | None = None) -> str:
        """The :attr:`frame` as CSV; also written to a file if there is a path."""
        return _written(self.frame.to_csv(index=False, lineterminator="\n"), path)

    def to_markdown(self, path: str | Path | None = None) -> str:
        """All rows as a table for Markdown under its caption; also written to a file if there is a path."""
        header, rows, _ = self.cells(None)
        text = f"{self.caption}\n\n{markdown_table(header, rows)}\n\n{self.origin}\n"
        return _written(text, path)

    def to_latex(self, path: str | Path | None = None) -> str:
        """All rows for LaTeX, with caption and label; also written to a file if there is a path.

        A table of more than a page is a ``longtable``, which needs the package of that name.
        """
        return _written(self._latex(None), path)

    def to_html(self, path: str | Path | None = None) -> str:
        """All rows as an HTML table with its caption and origin; also written to a file if there is a path."""
        origin = f"<figcaption>{escape(self.origin)}</figcaption>"
        return _written(f"<figure>\n{self._html(None)}\n{origin}\n</figure>\n", path)

    def to_json(self, path: str | Path | None = None) -> str:
        """Everything as JSON, exact values as text such as ``"1/3"``; also written to a file if there is a path.

        What is missing is null, and so is a standard error that is infinite, as that of a single game.
        """
        names = [column.name for column in self.columns]
        content = {
            "name": self.name,
            "parameters": {name: _plain(value) for name, value in self.parameters},
            "title": self.title,
            "caption": self.caption,
            "how": self.how,
            "source": self.source,
            "version": self.version,
            "sha256": self.sha256,
            "columns": [{"name": column.name, "kind": column.kind} for column in self.columns],
            "rows": [dict(zip(names, map(_plain, row), strict=True)) for row in self.rows],
        }
        return _written(json.dumps(content, ensure_ascii=False, indent=1) + "\n", path)

    # --- shown ------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return (self.name, self.parameters, self.columns, self.rows) == (
            other.name,
            other.parameters,
            other.columns,
            other.rows,
        )

    def __hash__(self) -> int:
        return hash((self.name, self.sha256))

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        return f"<Table {self.name}: {len(self.rows):,} rows>"

    def described(self, limit: int | None = ROWS_SHOWN) -> str:
        """Caption, rows as in :meth:`to_text`, and where the table comes from."""
        return "\n".join([*wrapped(self.caption), "", self.to_text(limit), "", *wrapped(self.origin)])

    def __str__(self) -> str:
        return self.described()

    def _repr_html_(self) -> str:
        return self._html(ROWS_SHOWN)

    def _repr_latex_(self) -> str:
        return self._latex(ROWS_SHOWN)

    @property
    def origin(self) -> str:
        """Source, call, version and digest in a sentence each, as they stand under the table."""
        return f"{self.source}. Made by {self.how} of crimecalc {self.version}. {self._digest}."

    @property
    def _digest(self) -> str:
        """The digest, and what it does not cover."""
        return f"SHA-256 {self.sha256}{', estimates left out' if self.sampled else ''}"

    def cells(self, limit: int | None) -> tuple[list[str], list[list[str]], str]:
        """Header, rows as text, and a line on what was left out; all rows for a limit of None."""
        return self._cells(_text, limit)

    def _html(self, limit: int | None) -> str:
        header, rows, more = self.cells(limit)
        return html_table(header, rows, caption=self.caption, more=more)

    def _latex(self, limit: int | None) -> str:
        body = latex_table(*self._cells(_as_is, limit))
        caption = rf"\caption{{{latex_text(self.caption)}}}"
        label = rf"\label{{crimecalc:{self.name}:{self.sha256[:_KEY]}}}"
        origin = f"% {self.origin}"
        shape = [r"\renewcommand{\arraystretch}{1.3}"]  # or fractions touch the rules
        if len(self.columns) > _WIDE:
            shape += [r"\footnotesize", r"\setlength{\tabcolsep}{3pt}"]
        if limit is None and len(self.rows) > _PAGE:  # a tabular does not break across pages
            body = body.replace(r"\begin{tabular}", r"\begin{longtable}").replace(r"\end{tabular}", r"\end{longtable}")
            first, head, titles, line, *rest = body.split("\n")
            top = [first, f"{caption}{label} \\\\", head, titles, line, r"\endhead"]
            needs = r"% needs \usepackage{longtable}"
            return "\n".join([origin, needs, r"\begingroup", *shape, *top, *rest, r"\endgroup", ""])
        return "\n".join([origin, r"\begin{table}", r"\centering", *shape, caption, label, body, r"\end{table}", ""])

    def _cells(self, write: Callable[[Column, Any], Any], limit: int | None) -> tuple[list[str], list[list[Any]], str]:
        """Header, rows and a line on what was left out; exact columns with fractions have a float beside."""
        fractional = {
            column.name
            for place, column in enumerate(self.columns)
            if column.kind == "exact" and any(Fraction(row[place] or 0).denominator > 1 for row in self.rows)
        }
        header = []
        for column in self.columns:
            header += [column.title, "about"] if column.name in fractional else [column.title]
        count = shown(len(self.rows), limit)
        lines = []
        for row in self.rows[:count]:
            line = []
            for column, value in zip(self.columns, row, strict=True):
                line.append(write(column, value))
                if column.name in fractional:
                    line.append("–" if value is None else f"{float(value):.{column.digits}f}")
            lines.append(line)
        return header, lines, left_out(len(self.rows), count, "rows")


def _text(column: Column, value: Any) -> str:
    if value is None:
        return "–"
    if column.kind == "rounded":
        return f"{value:.{column.digits}f}"
    return f"{value:,}" if column.kind == "count" else str(value)


def _as_is(column: Column, value: Any) -> Any:
    """As text, but a Fraction as one, which LaTeX sets."""
    return value if isinstance(value, Fraction) else _text(column, value)


def _integers(values: Sequence[int | None]) -> pd.Series[Any]:
    """Whole numbers as a column: missing ones as NA, and Python's own integers where 63 bits are not enough."""
    import pandas as pd

    if any(value is not None and abs(value) > INT64_MAX for value in values):
        return pd.Series(values, dtype="object")
    return pd.Series(values, dtype="Int64" if None in values else "int64")


def _plain(value: Any) -> Any:
    """A value as JSON has it: a Fraction as text, for numbers of any size."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        return list(map(_plain, value))
    return value


def _written(text: str, path: str | Path | None) -> str:
    if path is not None:
        if not isinstance(path, (str, Path)):
            raise InvalidInput(f"path: expected the path of a file, found {found(path)}")
        Path(path).write_text(text, encoding="utf-8", newline="\n")
    return text
