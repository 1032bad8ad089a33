"""A table as a value and in every form, and the registry that makes them. What the figures are is tested elsewhere."""

from __future__ import annotations

import csv
import io
import json
import pickle
import random
import re
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from hashlib import sha256
from html import escape
from html.parser import HTMLParser
from math import comb, inf
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import bibtex
import crimecalc.tables
from crimecalc import tables
from crimecalc.errors import InvalidInput
from crimecalc.games import GAMES
from crimecalc.games.deadcert import Split
from crimecalc.tables import TABLES, Column, Table
from made_tables import made
from test_tables_golden import CASES_OF_TESTS, EXACT, file_of, kept

LARGE = 10**25
ODD = Table(
    "grove/odd",
    (("split", (Fraction(1, 3), "a|b")), ("players", 3)),
    "Odds & ends",
    "What is <odd> & 50 % of it: “a_b” {c}",
    "Rules, section #1",
    (Column("what_it_is", "key"), Column("times", "count"), Column("chance", "exact"), Column("bits", "rounded", 2)),
    (
        ("a | b * c", 1234, Fraction(1, 3), 0.125),
        ("<i>x</i> & [y]", LARGE, Fraction(2), 1.0),
        ("50 % of a_b {c} \\ # $", None, None, None),
        ("K♠ — “q”", 0, Fraction(-LARGE, 7), -0.5),
    ),
)
"""Everything that can go wrong: signs that mean something to some format, numbers of any size, nothing at all."""

QUICK: list[tuple[str, dict[str, Any]]] = [
    ("king-of-hearts/deals", {}),
    ("king-of-hearts/hands", {"players": 5}),
    ("king-of-hearts/first-question", {"shows": Fraction(1, 3)}),
    ("in-a-grove/murderer-3-players", {"edition": "2021"}),
    ("in-a-grove/information-sets", {"players": 2}),
    ("deadcert/exposed-suspects", {"split": (4, 3, 2)}),
    ("deadcert/snoop-reach", {}),
    ("deadcert/co-op", {"n": 2, "seed": 5}),
]
EVERY = [*(made(name, **parameters) for name, parameters in QUICK), ODD]


@pytest.fixture(params=EVERY, ids=lambda table: table.name)
def table(request: pytest.FixtureRequest) -> Table:
    found: Table = request.param
    return found


# --- the frame --------------------------------------------------------------------------------


def test_an_exact_column_has_whole_numerator_and_denominator_beside_its_float() -> None:
    frame = made("king-of-hearts/hands").frame
    assert list(frame.columns) == ["courts", "hearts", "numerator", "denominator", "probability"]
    assert frame.dtypes.astype(str).tolist() == ["int64"] * 4 + ["float64"]
    assert Fraction(int(frame["numerator"][0]), int(frame["denominator"][0])) == Fraction(comb(9, 5), comb(20, 5))
    assert (frame["numerator"] / frame["denominator"] == frame["probability"]).all()


def test_several_exact_columns_have_names_of_their_own() -> None:
    frame = made("deadcert/open-play").frame
    assert list(frame.columns) == [
        "players",
        *(f"{name}{part}" for name in ("same", "two", "different") for part in ("_numerator", "_denominator", "")),
    ]


def test_whole_numbers_of_any_size_stay_whole_and_what_is_missing_is_missing() -> None:
    frame = ODD.frame
    assert frame["numerator"].tolist() == [1, 2, None, -LARGE]
    assert [type(number) for number in frame["numerator"]][:2] == [int, int]
    assert frame["times"].tolist() == [1234, LARGE, None, 0]
    assert frame["chance"].tolist()[:2] == [1 / 3, 2.0]
    assert pd.isna(frame["chance"][2])
    few = replace(ODD, rows=ODD.rows[::2]).frame
    assert few["denominator"].dtype == "Int64"
    assert few["times"].tolist() == [1234, pd.NA]
    solo = made("deadcert/snoop-reach").frame
    assert solo["snoops"].dtype == "Int64"
    assert solo["snoops"].isna().sum() == 8


def test_the_largest_number_of_63_bits_is_an_int64_and_the_next_is_not() -> None:
    columns = (Column("number", "count"),)
    fits = replace(ODD, columns=columns, rows=((2**63 - 1,), (-(2**63) + 1,)))
    assert fits.frame["number"].dtype == "int64"
    assert fits.frame["number"].tolist() == [2**63 - 1, -(2**63) + 1]
    wide = replace(ODD, columns=columns, rows=((2**63,), (0,)))
    assert wide.frame["number"].dtype == "object"
    assert wide.frame["number"].tolist() == [2**63, 0]


def test_a_table_without_rows_has_its_columns() -> None:
    none = replace(ODD, rows=())
    assert list(none.frame.columns) == list(ODD.frame.columns)
    assert none.to_csv() == "what_it_is,times,numerator,denominator,chance,bits\n"
    assert len(none) == 0
    for text in (none.to_text(), none.to_markdown(), none.to_latex(), none.to_html(), none.to_json(), str(none)):
        assert text


def test_every_frame_is_a_new_one(table: Table) -> None:
    first = table.frame
    before = table.frame
    first[first.columns[0]] = "spoilt"
    assert first.iloc[0, 0] == "spoilt"
    pd.testing.assert_frame_equal(table.frame, before)


# --- the digest -------------------------------------------------------------------------------


def digest(name: str, parameters: dict[str, Any], columns: list[list[str]], rows: list[list[Any]]) -> str:
    """The digest from what is written about it: name, parameters, columns and rows of exact values, rows in order."""
    places = [place for place, (_, kind) in enumerate(columns) if kind != "rounded"]
    kept_rows = [[row[place] for place in places] for row in rows]
    content = {
        "columns": [columns[place] for place in places],
        "name": name,
        "parameters": dict(sorted(parameters.items())),
        "rows": sorted(kept_rows, key=lambda row: json.dumps(row)),
    }
    return sha256(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


@pytest.mark.parametrize(("name", "parameters"), EXACT, ids=[file_of(*case).stem for case in EXACT])
def test_the_digest_can_be_computed_from_a_golden_copy(name: str, parameters: dict[str, Any]) -> None:
    copy = kept(name, parameters)
    assert digest(name, copy["parameters"], copy["columns"], copy["rows"]) == copy["sha256"]


def test_the_digest_can_be_computed_from_the_json_of_a_table(table: Table) -> None:
    said = json.loads(table.to_json())
    columns = [[column["name"], column["kind"]] for column in said["columns"]]
    rows = [[None if row[name] is None else str(row[name]) for name, _ in columns] for row in said["rows"]]
    assert digest(said["name"], said["parameters"], columns, rows) == said["sha256"] == table.sha256


def test_the_order_of_the_rows_and_floats_make_no_difference_to_the_digest() -> None:
    rows = list(ODD.rows)
    for seed in range(5):
        random.Random(seed).shuffle(rows)
        assert replace(ODD, rows=tuple(rows)).sha256 == ODD.sha256
    rounded = tuple((*row[:3], 0.7) for row in ODD.rows)
    assert replace(ODD, rows=rounded).sha256 == ODD.sha256
    digits = (*ODD.columns[:3], Column("bits", "rounded", 5))
    assert replace(ODD, columns=digits).sha256 == ODD.sha256


@pytest.mark.parametrize("column", [0, 1, 2])
@pytest.mark.parametrize("row", range(4))
def test_any_other_exact_value_is_another_digest(row: int, column: int) -> None:
    rows = [list(values) for values in ODD.rows]
    rows[row][column] = {0: "other", 1: 77, 2: Fraction(1, 77)}[column]
    assert replace(ODD, rows=tuple(map(tuple, rows))).sha256 != ODD.sha256


def test_name_and_columns_belong_to_the_digest_and_what_is_said_of_them_does_not() -> None:
    for other in (
        {"name": "grove/even"},
        {"columns": (Column("what", "key"), *ODD.columns[1:])},
        {"columns": (Column("what_it_is", "count"), *ODD.columns[1:])},
        {"rows": ODD.rows[1:]},
        {"rows": (*ODD.rows, ODD.rows[0])},
        {"parameters": (("players", 3),)},
    ):
        assert replace(ODD, **other).sha256 != ODD.sha256
    for same in (replace(ODD, title="x"), replace(ODD, caption="x"), replace(ODD, source="x")):
        assert same.sha256 == ODD.sha256


def test_tables_with_other_parameters_have_other_digests() -> None:
    assert made("king-of-hearts/hands", players=4) == made("king-of-hearts/hands")
    assert made("king-of-hearts/hands", players=5).sha256 != made("king-of-hearts/hands").sha256
    # Which of two cards is shown changes how much is learnt, in bits, but not who shows one.
    uniform, court = (made("king-of-hearts/first-question", shows=shows) for shows in ("uniform", "court"))
    assert uniform != court
    assert uniform.sha256 != court.sha256
    few, other = (made("deadcert/co-op", n=10, seed=seed) for seed in (1, 2))
    assert few.sha256 != other.sha256


# --- how it is made and cited -----------------------------------------------------------------


def test_the_call_that_is_given_makes_an_equal_table(table: Table) -> None:
    if table is ODD:
        assert table.how == "crimecalc.tables.get('grove/odd', split=(Fraction(1, 3), 'a|b'), players=3)"
        return
    again = eval(table.how, {"crimecalc": crimecalc, "Fraction": Fraction})  # noqa: S307
    assert again == table
    assert (again.caption, again.how, again.sha256) == (table.caption, table.how, table.sha256)


def test_parameters_that_are_not_given_stand_in_the_call() -> None:
    assert made("deadcert/identification-turn").how == (
        "crimecalc.tables.get('deadcert/identification-turn', per_turn=3, players=1)"
    )


def test_a_citation_says_what_was_made_and_how(table: Table) -> None:
    said = table.cite()
    (entry,) = bibtex.parsed(said.bibtex)
    assert entry.kind == "misc"
    assert entry.key == f"crimecalc-{table.name.replace('/', '-')}-{table.sha256[:8]}"
    assert bibtex.from_latex(entry.fields["title"]) == f"{{{table.title}}}"
    assert entry.fields["version"] == table.version == crimecalc.__version__
    assert re.fullmatch(r"\d{4}", entry.fields["year"])
    note = bibtex.from_latex(entry.fields["note"])
    assert note == f"{table.how}, SHA-256 {table.sha256}{', estimates left out' if table.sampled else ''}"
    for part in (table.title, table.how, table.sha256, table.version):
        assert part in said.plain
    assert all(bibtex.balanced(value) for value in entry.fields.values())


@pytest.mark.exhaustive
def test_all_tables_can_be_cited_in_one_paper() -> None:
    entries = bibtex.parsed(
        "\n".join(made(name, **parameters).cite().bibtex for name, parameters in EXACT if not parameters)
    )
    assert len({entry.key for entry in entries}) == len(entries)
    assert len({TABLES[name].title for name in tables.names()}) == len(tables.names())


# --- written down -----------------------------------------------------------------------------


def test_csv_gives_the_exact_values_back(table: Table) -> None:
    exact = [column.name for column in table.columns if column.kind == "exact"]
    read = list(csv.DictReader(io.StringIO(table.to_csv())))
    assert len(read) == len(table)
    for line, row in zip(read, table.rows, strict=True):
        for column, value in zip(table.columns, row, strict=True):
            if column.kind == "exact":
                lead = "" if len(exact) == 1 else f"{column.name}_"
                parts = line[f"{lead}numerator"], line[f"{lead}denominator"]
                assert (None if parts == ("", "") else Fraction(f"{parts[0]}/{parts[1]}")) == value
            elif column.kind == "rounded":
                assert (float(line[column.name]) if line[column.name] else None) == value
            else:
                assert line[column.name] == ("" if value is None else str(value))
    assert "\r" not in table.to_csv()


def test_json_gives_everything_back(table: Table) -> None:
    said = json.loads(table.to_json())
    for key in ("name", "title", "caption", "how", "source", "version", "sha256"):
        assert said[key] == getattr(table, key)
    assert list(said["parameters"]) == [key for key, _ in table.parameters]
    assert [(column["name"], column["kind"]) for column in said["columns"]] == [
        (c.name, c.kind) for c in table.columns
    ]
    for line, row in zip(said["rows"], table.rows, strict=True):
        for column, value in zip(table.columns, row, strict=True):
            found = line[column.name]
            if column.kind == "exact":
                assert (None if found is None else Fraction(found)) == value
            elif column.kind == "rounded":
                assert found == (value if value is None or abs(value) < inf else None)
            else:
                assert found == value


def markdown_cells(line: str) -> list[str]:
    """The cells of a line, as a reader of Markdown splits it: at bars that are not escaped."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def test_markdown_has_a_cell_for_each_value(table: Table) -> None:
    lines = table.to_markdown().splitlines()
    assert lines[0] == table.caption
    assert lines[-1] == table.origin
    header, rule, *rows = [line for line in lines[2:-2] if line]
    assert len(rows) == len(table)
    width = len(markdown_cells(header))
    assert rule == "|" + "---|" * width
    assert all(len(markdown_cells(re.sub(r"\\\\", "", row))) == width for row in rows)


def test_markdown_escapes_what_means_something() -> None:
    rows = ODD.to_markdown().splitlines()[4:8]
    assert rows[0].startswith(r"| a \| b \* c | 1,234 | 1/3 | 0.3333 | 0.12 |")
    assert rows[1].startswith(r"| \<i>x\</i> & \[y] |")
    assert rows[2].startswith(r"| 50 % of a\_b {c} \\ # $ | – | – | – | – |")
    spoken = re.sub(r"\\(.)", r"\1", rows[2])
    assert spoken.startswith("| 50 % of a_b {c} \\ # $ |")


class Reader(HTMLParser):
    """What a page shows: every tag opened is closed, and the texts of the cells row by row."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.caption = ""

    def handle_starttag(self, tag: str, _: list[tuple[str, str | None]]) -> None:  # noqa: D102
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:  # noqa: D102
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:  # noqa: D102
        if self.open and self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data
        elif self.open and self.open[-1] == "caption":
            self.caption += data


def read_html(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


def test_html_shows_all_cells_and_runs_none(table: Table) -> None:
    page = read_html(table.to_html())
    assert page.caption == table.caption
    assert len(page.rows) == len(table) + 1
    assert len({len(row) for row in page.rows}) == 1
    keys = [[str(value) for value, c in zip(row, table.columns, strict=True) if c.kind == "key"] for row in table.rows]
    places = [n for n, column in enumerate(page.rows[0]) if column.replace(" ", "_") in key_names(table)]
    assert [[row[place] for place in places] for row in page.rows[1:]] == keys


def key_names(table: Table) -> list[str]:
    return [column.name for column in table.columns if column.kind == "key"]


def test_html_and_latex_of_a_notebook_show_the_first_rows_and_how_many_more() -> None:
    long = made("in-a-grove/information-sets", players=2)
    page = read_html(long._repr_html_())
    assert len(page.rows) == 1 + 12 + 1
    assert page.rows[-1] == ["… and 78 more of 90 rows"]
    assert r"\dots{} and 78 more of 90 rows" in long._repr_latex_()
    assert "longtable" not in long._repr_latex_()
    short = made("king-of-hearts/deals")
    assert short._repr_html_() in short.to_html()
    assert f"<figcaption>{escape(short.origin)}</figcaption>" in short.to_html()
    assert short._repr_latex_() == short.to_latex()


def latex_rows(text: str) -> list[str]:
    """Lines of the body, between the rules."""
    return [line for line in text.splitlines() if line.endswith(r" \\") and not line.startswith(r"\caption")]


def cells_of(line: str) -> list[str]:
    return re.split(r"(?<!\\)&", line.removesuffix(r"\\"))


def test_latex_is_well_formed(table: Table) -> None:
    for text in (table.to_latex(), table._repr_latex_()):
        assert bibtex.balanced(text)
        opened = re.findall(r"\\begin\{(\w+)\}", text)
        assert sorted(opened) == sorted(re.findall(r"\\end\{(\w+)\}", text))
        (form,) = re.findall(r"\\begin\{(?:tabular|longtable)\}\{(l+)\}", text)
        lines = [line for line in latex_rows(text) if not line.startswith(r"\multicolumn")]
        assert {len(cells_of(line)) for line in lines} == {len(form)}
        assert text.count(r"\caption{") == text.count(r"\label{") == 1
        assert not re.search(r"[^\x00-\x7f]", re.sub(r"^%.*$", "", text, flags=re.MULTILINE).replace("—", ""))
    assert len(latex_rows(table.to_latex())) == len(table) + 1


def test_latex_escapes_what_means_something() -> None:
    text = ODD.to_latex()
    assert r"\caption{What is <odd> \& 50 \% of it: ``a\_b'' \{c\}}" in text
    assert r"50 \% of a\_b \{c\} \textbackslash{} \# \$ & -- & -- & -- & -- \\" in text
    assert r"a | b * c & 1,234 & $\frac{1}{3}$ & 0.3333 & 0.12 \\" in text
    assert r"K$\spadesuit$" in text
    assert rf"\label{{crimecalc:grove/odd:{ODD.sha256[:8]}}}" in text


@pytest.mark.parametrize("rows", [1, 40, 41, 60])
def test_a_table_of_more_than_a_page_may_break_across_pages(rows: int) -> None:
    text = replace(ODD, rows=ODD.rows[:1] * rows).to_latex()
    assert (r"\begin{longtable}" in text) == (rows > 40)
    assert (r"\begin{table}" in text) == (r"\begin{tabular}" in text) == (rows <= 40)
    assert ("usepackage{longtable}" in text) == (rows > 40)
    if rows > 40:
        lines = [line for line in text.splitlines() if not line.startswith("%")]
        while not lines[0].startswith(r"\begin{longtable}{"):  # the shape of the table comes first
            del lines[0]
        assert lines[2:6] == [r"\hline", lines[3], r"\hline", r"\endhead"]  # the titles stand on every page
        assert text.count(r"\begingroup") == text.count(r"\endgroup") == 1
        assert re.fullmatch(r"\\caption\{.*\}\\label\{crimecalc:grove/odd:[0-9a-f]{8}\} \\\\", lines[1])


def test_text_shows_as_many_rows_as_asked_for() -> None:
    long = made("in-a-grove/information-sets", players=2)
    assert long.to_text().splitlines()[-1] == "… and 78 more of 90 rows"
    assert len(long.to_text(None).splitlines()) == 91
    assert long.to_text(3).splitlines()[-1] == "… and 87 more of 90 rows"
    assert len(long.to_text(89).splitlines()) == 91  # a last row is not replaced by a line
    assert long.to_text(12) == long.to_text()
    assert str(long) == long.described()
    assert long.described(None).count("\n") > 90
    for wrong in (0, -1, True, 2.0, "3"):
        with pytest.raises(InvalidInput, match="to_text: limit: expected at least 1, or None for all, found"):
            long.to_text(wrong)  # type: ignore[arg-type]


def test_what_is_shown_fits_a_terminal_but_for_the_rows(table: Table) -> None:
    rows = set(table.to_text().splitlines())
    others = [line for line in str(table).splitlines() if line not in rows and table.how not in line]
    assert max(len(line) for line in others) <= max(79, len(table.sha256) + 9)


FORMATS: list[Callable[..., str]] = [Table.to_csv, Table.to_markdown, Table.to_latex, Table.to_html, Table.to_json]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.__name__)
def test_what_is_written_to_a_file_is_what_is_returned(form: Callable[..., str], tmp_path: Path) -> None:
    text = form(ODD)
    for path in (tmp_path / "as a path", str(tmp_path / "as a text")):
        assert form(ODD, path) == text
        assert Path(path).read_bytes() == text.encode("utf-8")
    assert text.endswith("\n")
    for wrong in (3, b"bytes", ["a"], io.StringIO()):
        with pytest.raises(InvalidInput, match="path: expected the path of a file, found"):
            form(ODD, wrong)


# --- a value ----------------------------------------------------------------------------------


def test_tables_are_equal_by_meaning() -> None:
    again = replace(ODD)
    assert again == ODD
    assert hash(again) == hash(ODD)
    assert len({ODD, again}) == 1
    for other in (
        replace(ODD, name="grove/even"),
        replace(ODD, parameters=()),
        replace(ODD, columns=(*ODD.columns[:3], Column("bits", "rounded", 5))),
        replace(ODD, rows=ODD.rows[::-1]),
        "grove/odd",
    ):
        assert other != ODD
    assert pickle.loads(pickle.dumps(ODD)) == ODD
    assert ODD.sha256 == pickle.loads(pickle.dumps(ODD)).sha256


def test_a_table_cannot_be_changed(table: Table) -> None:
    for attribute in ("name", "rows", "caption", "columns", "parameters"):
        with pytest.raises(FrozenInstanceError):
            setattr(table, attribute, "other")
    for attribute in ("how", "version", "frame", "origin"):
        with pytest.raises(AttributeError):
            setattr(table, attribute, "other")
    assert isinstance(table.rows, tuple)
    assert all(isinstance(row, tuple) for row in table.rows)


def test_a_table_says_what_it_is_in_a_line(table: Table) -> None:
    assert repr(table) == f"<Table {table.name}: {len(table.rows):,} rows>"
    assert len(table) == len(table.rows)


# --- the registry -----------------------------------------------------------------------------


def test_names_are_of_games_and_in_their_order() -> None:
    assert set(tables.names()) == set(TABLES)
    assert [name for game in GAMES for name in tables.names(game)] == list(tables.names())
    for game in GAMES:
        assert all(re.fullmatch(rf"{game}/[a-z0-9-]+", name) for name in tables.names(game))
    with pytest.raises(InvalidInput, match=r"game: expected .*'forgotten-crime'.*, found 'grove'"):
        tables.names("grove")


@pytest.mark.parametrize("name", tables.names())
def test_every_table_says_what_it_is_about_and_where_it_follows_from(name: str) -> None:
    recipe = TABLES[name]
    assert recipe.name == name
    assert GAMES[name.partition("/")[0]].partition(":")[0] in recipe.title
    assert "Rules" in recipe.source
    assert recipe.sampled == ("simulated" in recipe.source) == ("n" in dict(recipe.defaults))
    titles = [column.name for column in recipe.columns]
    assert len(set(titles)) == len(titles)
    assert all(re.fullmatch(r"[a-z_]+", title) for title in titles)
    assert recipe.columns[0].kind == "key"
    for parameter in dict(recipe.defaults):  # a reader of the table alone has to know them
        assert f"{{{parameter}" in recipe.caption or parameter in ("edition", "players", "split")


@pytest.mark.parametrize(("name", "parameters"), CASES_OF_TESTS, ids=[file_of(*case).stem for case in EXACT])
def test_a_row_has_an_entry_of_its_kind_for_each_column_and_keys_of_its_own(
    name: str, parameters: dict[str, Any]
) -> None:
    found = made(name, **parameters)
    kinds = {"key": (str, int), "count": (int,), "exact": (int, Fraction), "rounded": (float,)}
    for row in found.rows:
        for column, value in zip(found.columns, row, strict=True):
            assert value is None or type(value) in kinds[column.kind], (column, value)
    width = sum(column.kind == "key" for column in found.columns)
    assert [column.kind for column in found.columns[:1]] == ["key"]
    if name not in ("forgotten-crime/optimal-policy", "in-a-grove/information-sets", "forgotten-crime/shuffles"):
        assert len({row[:width] for row in found.rows}) == len(found)
    assert "{" not in found.caption


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: tables.get("king-of-hearts/hand"), r"there is no table 'king-of-hearts/hand'; did you mean king-of-hearts/hands"),
        (lambda: tables.get("whist"), r"there is no table 'whist'; expected one of .*forgotten-crime/crimes, "),
        (lambda: tables.get(None), "there is no table None; expected one of"),  # type: ignore[arg-type]
        (lambda: tables.get(["king-of-hearts/hands"]), "there is no table "),  # type: ignore[arg-type]
        (lambda: tables.get("king-of-hearts/hands", player=4), "king-of-hearts/hands has no parameter 'player'; expected players"),
        (lambda: tables.get("king-of-hearts/deals", players=4), "king-of-hearts/deals has no parameter 'players'; it has none"),
        (lambda: tables.get("deadcert/exposed-suspects", n=4), "deadcert/exposed-suspects has no parameter 'n'; expected split"),
        (lambda: tables.get("king-of-hearts/hands", players=4.0), "king-of-hearts/hands: players: expected a text, a whole number, a Fraction, or a tuple of these, found 4.0"),
        (lambda: tables.get("king-of-hearts/first-question", shows=0.5), "shows: expected a text, .* found 0.5"),
        (lambda: tables.get("deadcert/exposed-suspects", split=[3, 3, 3]), r"split: expected a text, .* found \[3, 3, 3\]"),
        (lambda: tables.get("deadcert/exposed-suspects", split=(3, 3, 3.0)), "split: expected a text, .* found 3.0"),
        (lambda: tables.get("deadcert/exposed-suspects", split=Split(3, 3, 3)), r"split: expected a text, .* found Split\("),
        (lambda: tables.get("deadcert/exposed-suspects", split=None), "split: expected a text, .* found None"),
        (lambda: tables.get("deadcert/exposed-suspects", split=(3, 3, 4)), "Split: expected three numbers of 0 or more that add up to 9"),
        (lambda: tables.get("king-of-hearts/hands", players=3), "players: expected 2, 4, 5 or 10"),
        (lambda: tables.get("king-of-hearts/hands", players=True), "players: expected 2, 4, 5 or 10.* found True"),
        (lambda: tables.get("king-of-hearts/hands", players="4"), "players: expected 2, 4, 5 or 10.* found '4'"),
        (lambda: tables.get("in-a-grove/information-sets", players=5), "players: expected 2 to 4 in the edition of 2010, found 5"),
        (lambda: tables.get("in-a-grove/murderer-5-players", edition="2010"), "players: expected 2 to 4 in the edition of 2010, found 5"),
        (lambda: tables.get("in-a-grove/murderer-2-players", edition=2010), "edition: expected '2010' or '2021', found 2010"),
        (lambda: tables.get("deadcert/identification-turn", per_turn=0), "per_turn: expected 1 to 54 cards, found 0"),
        (lambda: tables.get("deadcert/solo-policies", n=1, reading="both"), "reading: expected 'same_stack' or 'split_tops', found 'both'"),
    ],
)  # fmt: skip
def test_what_makes_no_table_is_refused_with_the_reason(make: Callable[[], object], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        make()
