from __future__ import annotations

import copy
import pickle
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import bibtex
from crimecalc.citation import AUTHORS, RELEASED, VERSION, Citation, cite
from crimecalc.errors import InvalidInput

ROOT = Path(__file__).parents[1]


def test_version_day_and_authors_are_those_of_the_citation_file() -> None:
    said = dict(re.findall(r"^([\w-]+): \"?([^\"\n]+)\"?$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE))
    assert said["version"] == VERSION
    assert said["date-released"] == RELEASED
    names = re.findall(r"^  - name: (.+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    assert names == [AUTHORS]
    assert said["title"] == "crimecalc"


def test_version_and_authors_are_those_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == VERSION
    assert [author["name"] for author in project["authors"]] == [AUTHORS]


def test_the_version_is_the_last_of_the_changelog_or_still_to_come() -> None:
    headings = re.findall(r"^## \[([^\]]+)\](?: - (.+))?$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    released = [(version, day) for version, day in headings if version != "Unreleased"]
    assert headings
    if released:
        assert released[0] == (VERSION, RELEASED)


def test_the_library_is_cited_as_software() -> None:
    (entry,) = bibtex.parsed(cite().bibtex)
    assert (entry.kind, entry.key) == ("software", "crimecalc")
    assert entry.fields == {
        # In braces of their own: no first and last name, and nothing to be written in lower case.
        "author": f"{{{AUTHORS}}}",
        "title": "{crimecalc}",
        "version": VERSION,
        "year": RELEASED[:4],
    }
    assert cite().plain == f"{AUTHORS} ({RELEASED[:4]}). crimecalc, version {VERSION}."


def test_what_is_cited_is_escaped_in_bibtex_alone() -> None:
    made = cite("Odds & ends: 50 % of {all_cards}", "a_b = '#1'", key="odds")
    (entry,) = bibtex.parsed(made.bibtex)
    assert (entry.kind, entry.key) == ("misc", "odds")
    assert entry.fields["title"] == r"{Odds \& ends: 50 \% of \{all\_cards\}}"
    assert bibtex.from_latex(entry.fields["note"]) == "a_b = '#1'"
    assert entry.fields["howpublished"] == "crimecalc"
    expected = f"Odds & ends: 50 % of {{all_cards}}. In: crimecalc, version {VERSION}; a_b = '#1'."
    assert made.plain == f"{AUTHORS} ({RELEASED[:4]}). {expected}"


def test_a_citation_is_the_text_of_both() -> None:
    made = cite("Deals", "a note", "deals")
    assert made == f"{made.plain}\n\n{made.bibtex}"
    assert isinstance(made, str)
    assert made == Citation(made.plain, made.bibtex)
    assert hash(made) == hash(str(made))
    for same in (pickle.loads(pickle.dumps(made)), copy.copy(made), copy.deepcopy(made)):
        assert isinstance(same, Citation)
        assert (same, same.plain, same.bibtex) == (made, made.plain, made.bibtex)


def test_a_citation_cannot_be_changed() -> None:
    made = cite()
    for name in ("plain", "bibtex", "other"):
        with pytest.raises(AttributeError):
            setattr(made, name, "another")
    assert made == cite()


@pytest.mark.parametrize("wrong", [{"what": 1}, {"note": None}, {"key": ""}, {"key": "a b,}"}, {"key": 5}])
def test_what_would_spoil_an_entry_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match=rf"cite: {next(iter(wrong))}: expected "):
        cite(**wrong)


@pytest.mark.parametrize("broken", ["no entry", "@misc{key, title = {a}", "@misc{key, title = {a}, title = {b}}"])
def test_the_reader_of_these_tests_refuses_what_is_no_entry(broken: str) -> None:
    with pytest.raises((ValueError, StopIteration)):
        bibtex.parsed(broken)
