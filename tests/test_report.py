"""The report: complete, self-contained pages that say what the library says."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from base64 import b64decode
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from crimecalc import claims, report, tables
from crimecalc.errors import InvalidInput
from crimecalc.games import GAMES
from crimecalc.report import content
from findings import finding
from made_tables import made

pytest.importorskip("matplotlib")

pytestmark = pytest.mark.exhaustive  # every table and claim is made: half a minute

FILES = ["index.html", *(f"{game}.html" for game in GAMES)]
VOID = {"meta", "link", "img", "br", "input"}


class Outline(HTMLParser):
    """Elements of a page, and whether each one that is opened is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.images: list[dict[str, str]] = []
        self.resources: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what opens."""
        given = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self.open.append(tag)
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a":
            self.links.append(given["href"])
        if tag == "img":
            self.images.append(given)
        if tag in ("img", "script", "iframe", "source", "image"):
            self.resources.append(given.get("src", ""))
        if tag == "link":
            self.resources.append(given["href"])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what opens and closes at once."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Nothing but what was opened last may close."""
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("reports") / "new" / "folder"
    assert report.write(target, games=3) == [target / name for name in FILES]
    return target


@pytest.fixture(scope="module")
def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def test_there_is_an_index_and_a_page_for_each_game(contents: dict[str, str]) -> None:
    assert set(contents) == set(FILES)


@pytest.mark.parametrize("file", FILES)
def test_a_page_is_well_formed_and_its_anchors_are_unique(contents: dict[str, str], file: str) -> None:
    outline = Outline(contents[file])
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))


@pytest.mark.parametrize("file", FILES)
def test_a_page_needs_nothing_but_itself(contents: dict[str, str], file: str) -> None:
    outline = Outline(contents[file])
    assert all(resource.startswith("data:") for resource in outline.resources)
    drawn_elsewhere = re.sub(r"data:image/svg\+xml;base64,[\w+/=]+", "", contents[file])
    addresses = set(re.findall(r"https?://[^\s\"'<>)]+", drawn_elsewhere))
    assert addresses <= {"http://www.w3.org/2000/svg"}  # the name of a vocabulary, which nothing fetches
    assert "<script" not in contents[file]
    assert "@import" not in contents[file]


@pytest.mark.parametrize("file", FILES)
def test_every_link_leads_somewhere(contents: dict[str, str], file: str) -> None:
    for link in Outline(contents[file]).links:
        page, _, anchor = link.partition("#")
        assert (page or file) in contents
        assert not anchor or anchor in Outline(contents[page or file]).ids


@pytest.mark.parametrize("game", GAMES)
def test_every_claim_and_every_table_is_on_its_page(contents: dict[str, str], game: str) -> None:
    html = contents[f"{game}.html"]
    text = unescape(html)
    assert set(claims.names(game)) <= set(Outline(html).ids)
    for name in tables.names(game):
        parameters = {"n": 3} if tables.TABLES[name].sampled else {}
        table = made(name, **parameters)
        assert table.sha256 in html
        assert table.how in text
        assert table.cite().bibtex in text
        assert all(cell in text for row in table.cells(None)[1] for cell in row)


@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_drawings_that_are_described(contents: dict[str, str], game: str) -> None:
    images = Outline(contents[f"{game}.html"]).images
    assert len(images) >= 2
    for image in images:
        assert len(image["alt"]) > 10
        drawing = ET.fromstring(b64decode(image["src"].partition(",")[2]))  # noqa: S314 - our own
        assert drawing.tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("game", GAMES)
def test_the_code_under_a_picture_makes_it(game: str) -> None:
    for _, code, make in content.made(game, 5):
        *before, last = code.splitlines()
        namespace: dict[str, Any] = {}
        exec("\n".join(before), namespace)  # noqa: S102 - our own
        assert eval(last, namespace).svg == make().svg  # noqa: S307 - our own


def test_the_proof_stands_on_the_page_of_forgotten_crime(contents: dict[str, str]) -> None:
    html = contents["forgotten-crime.html"]
    assert "EQUIVALENT: every outcome has exactly the same probability in both setups." in html
    assert all(count in html for count in ("186,624", "746,496", "23,328"))
    assert 'role="img"' in html


def test_the_index_counts_claims_and_tables(contents: dict[str, str]) -> None:
    for game, title in GAMES.items():
        found = [finding(name).verdict for name in claims.names(game)]
        counts = [found.count(verdict) for verdict in ("holds", "fails", "ambiguous")]
        cells = "".join(f"<td>{cell}</td>" for cell in (title, *counts, len(tables.names(game))))
        assert cells in contents["index.html"]


@pytest.mark.parametrize("folder", ["", 5, None])
def test_a_folder_that_is_no_path_is_refused(folder: object) -> None:
    with pytest.raises(InvalidInput, match="report: expected a folder, found"):
        report.write(folder)  # type: ignore[arg-type]


def test_a_file_in_the_place_of_the_folder_is_refused_before_anything_is_computed(tmp_path: Path) -> None:
    taken = tmp_path / "report"
    taken.write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidInput, match="expected a folder, found a file"):
        report.write(taken)
    assert taken.read_text(encoding="utf-8") == "mine"


def test_what_cannot_be_written_is_refused_before_anything_is_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deadcert.html").mkdir()
    monkeypatch.setattr("crimecalc.report.files.pages", lambda **_: pytest.fail("computed in vain"))
    with pytest.raises(InvalidInput, match=r"expected a file that can be written, found .*deadcert.html"):
        report.write(tmp_path)
    with pytest.raises(OSError, match="made"):
        report.write("/proc/made/here")


def test_a_number_of_games_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="report: games: expected a positive whole number"):
        report.write(tmp_path, games=0)
