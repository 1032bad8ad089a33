"""Every table against its golden copy in ``tests/golden``, row by row.

The copies are written by ``python tests/test_tables_golden.py``, which takes a minute or two; names after it write these
tables alone, as in ``python tests/test_tables_golden.py king-of-hearts/hands``. Read the difference before it is kept: a
copy changes only if a figure was wrong or a table got another form.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from crimecalc import tables
from crimecalc.tables import TABLES, Table
from made_tables import made

GOLDEN = Path(__file__).parent / "golden"

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("king-of-hearts/hands", {"players": 2}),
    ("king-of-hearts/hands", {"players": 5}),
    ("king-of-hearts/hands", {"players": 10}),
    ("king-of-hearts/first-question", {"players": 5}),
    ("king-of-hearts/first-question", {"shows": "court"}),
    ("in-a-grove/murderer-2-players", {"edition": "2021"}),
    ("in-a-grove/murderer-3-players", {"edition": "2021"}),
    ("in-a-grove/murderer-4-players", {"edition": "2021"}),
    ("in-a-grove/information-sets", {"players": 2}),
    ("in-a-grove/information-sets", {"players": 3}),
    ("deadcert/exposed-suspects", {"split": (9, 0, 0)}),
    ("deadcert/identification-turn", {"players": 5}),
]
"""Tables that are kept with other parameters too."""

CASES: list[tuple[str, dict[str, Any]]] = [*((name, {}) for name in tables.names()), *VARIANTS]
LONG = {"in-a-grove/right-accusations", "forgotten-crime/crimes", "forgotten-crime/policies"}
"""Tables that take two seconds, and that no other quick test makes."""

EXACT = [(name, parameters) for name, parameters in CASES if not TABLES[name].sampled]


CASES_OF_TESTS = [pytest.param(*case, marks=[pytest.mark.exhaustive] if case[0] in LONG else []) for case in EXACT]
"""The exact ones as parameters of tests, long ones marked."""


def file_of(name: str, parameters: dict[str, Any]) -> Path:
    """Where the golden copy of a table is kept."""
    game, _, what = name.partition("/")
    given = [
        f"{key}={','.join(map(str, value)) if isinstance(value, tuple) else value}"
        for key, value in parameters.items()
    ]
    return GOLDEN / game / f"{'.'.join([what, *given])}.json"


def as_text(table: Table) -> list[list[str | None]]:
    """Exact values as they are, floats to the places that are shown."""
    return [
        [
            None if value is None else f"{value:.{column.digits}f}" if column.kind == "rounded" else str(value)
            for column, value in zip(table.columns, row, strict=True)
        ]
        for row in table.rows
    ]


def golden_text(table: Table) -> str:
    """A golden copy: JSON with a row in each line, for differences that can be read."""

    def line(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)

    rows = ",\n".join(f"    {line(row)}" for row in as_text(table))
    parameters = {key: list(value) if isinstance(value, tuple) else value for key, value in table.parameters}
    return (
        "{\n"
        f'  "name": {line(table.name)},\n'
        f'  "parameters": {line(parameters)},\n'
        f'  "columns": {line([[column.name, column.kind] for column in table.columns])},\n'
        f'  "rows": [\n{rows}\n  ],\n'
        f'  "sha256": {line(table.sha256)}\n'
        "}\n"
    )


def kept(name: str, parameters: dict[str, Any]) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(file_of(name, parameters).read_text(encoding="utf-8"))
    return content


@pytest.mark.parametrize(
    ("name", "parameters"),
    CASES_OF_TESTS,
    ids=[file_of(*case).stem for case in EXACT],
)
def test_an_exact_table_is_its_golden_copy(name: str, parameters: dict[str, Any]) -> None:
    table, copy = made(name, **parameters), kept(name, parameters)
    assert copy["name"] == name
    assert copy["columns"] == [[column.name, column.kind] for column in table.columns]
    rounded = [place for place, column in enumerate(table.columns) if column.kind == "rounded"]
    assert len(copy["rows"]) == len(table)
    for row, found in zip(copy["rows"], as_text(table), strict=True):
        for place in rounded:  # floats may differ in their last digit from machine to machine
            unit = 10.0 ** -table.columns[place].digits
            assert float(found[place] or "nan") == pytest.approx(float(row[place]), abs=1.5 * unit)
            found[place] = row[place]
        assert found == row
    assert copy["sha256"] == table.sha256


def test_every_table_has_a_golden_copy_and_every_copy_a_table() -> None:
    assert {path for path in GOLDEN.rglob("*") if path.is_file()} == {file_of(*case) for case in CASES}
    assert {name for name, _ in CASES} == set(tables.names())


@pytest.mark.parametrize("name", [name for name in tables.names() if TABLES[name].sampled])
def test_the_copy_of_a_sampled_table_says_how_it_was_sampled(name: str) -> None:
    copy = kept(name, {})
    assert copy["parameters"] == dict(TABLES[name].defaults)
    assert copy["parameters"]["n"] >= 100
    assert "standard_error" in [column for column, _ in copy["columns"]]
    assert copy["columns"] == [[column.name, column.kind] for column in TABLES[name].columns]


def write(chosen: list[str]) -> None:
    """Write the golden copies of these tables, of all if there are none."""
    for name, parameters in CASES:
        if not chosen or name in chosen:
            path = file_of(name, parameters)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(golden_text(made(name, **parameters)), encoding="utf-8", newline="\n")
            print(path.relative_to(GOLDEN))


if __name__ == "__main__":
    write(sys.argv[1:])
