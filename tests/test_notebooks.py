"""The notebooks share one look, link each other, and are there as they come out of a clean kernel."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parent.parent / "notebooks"
PATHS = sorted(FOLDER.glob("*.ipynb"))
NAMES = [path.stem for path in PATHS]
NOTEBOOKS: dict[str, dict[str, Any]] = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in PATHS}
START = "00_start_here"
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}

every_notebook = pytest.mark.parametrize("name", NAMES)


def cells(name: str, kind: str) -> list[dict[str, Any]]:
    return [cell for cell in NOTEBOOKS[name]["cells"] if cell["cell_type"] == kind]


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def prose(name: str) -> str:
    return "\n\n".join(source(cell) for cell in cells(name, "markdown"))


def title(name: str) -> str:
    return source(NOTEBOOKS[name]["cells"][0])


def headings(name: str, depth: int = 2) -> list[str]:
    return re.findall(rf"^{'#' * depth} (.+)$", prose(name), re.MULTILINE)


def links(text: str) -> list[tuple[str, str]]:
    """What is linked in Markdown, with the words of each link."""
    return [(target, words) for words, target in re.findall(r"\[([^\]]+)\]\(([^)]+)\)", text)]


def outputs(cell: dict[str, Any]) -> list[str]:
    """All outputs of a cell that are text, pictures in SVG included."""
    found = []
    for output in cell["outputs"]:
        data = {"text": output["text"]} if "text" in output else output["data"]
        found += ["".join(text) for kind, text in data.items() if kind != "image/png"]
    return found


def test_there_are_seven_notebooks_numbered_in_order() -> None:
    assert [name[:2] for name in NAMES] == [f"{number:02}" for number in range(7)]
    assert NAMES[0] == START


# --- one look ---------------------------------------------------------------------------------


@every_notebook
def test_a_notebook_begins_with_its_title_and_what_one_needs(name: str) -> None:
    first = NOTEBOOKS[name]["cells"][0]
    assert first["cell_type"] == "markdown"
    assert title(name).startswith("# ")
    assert headings(name, 1) == [title(name).splitlines()[0][2:]]
    for said in (
        "You need to know what a probability",
        "To run the notebook, install `crimecalc` with its `notebook` extra",
    ):
        assert title(name).count(said) == 1


def test_all_notebooks_say_in_the_same_words_how_to_install_and_cite() -> None:
    installing = {line for name in NAMES for line in title(name).splitlines() if line.startswith("To run")}
    citing = {source(cells(name, "markdown")[-1]) for name in NAMES}
    assert len(installing) == len(citing) == 1


@every_notebook
def test_the_sections_are_numbered_and_the_last_says_how_to_cite(name: str) -> None:
    *sections, last = headings(name)
    assert [section.partition(" ")[0] for section in sections] == [f"{n}." for n in range(1, len(sections) + 1)]
    assert sections
    assert last == "How to cite"
    assert "cite()" in source(NOTEBOOKS[name]["cells"][-1])
    printed = "\n".join(outputs(NOTEBOOKS[name]["cells"][-1]))
    assert "SHA-256" in printed
    assert "@misc{crimecalc-" in printed
    assert re.search(r"^crimecalc \d+\.\d+\.\d+", printed, re.MULTILINE)


@every_notebook
def test_all_imports_stand_in_the_first_code_cell(name: str) -> None:
    imported = [
        [node for node in ast.walk(ast.parse(source(cell))) if isinstance(node, (ast.Import, ast.ImportFrom))]
        for cell in cells(name, "code")
    ]
    assert imported[0]
    assert not any(imported[1:])
    assert NOTEBOOKS[name]["cells"][1] is cells(name, "code")[0]


@every_notebook
def test_pictures_are_drawn_by_the_library(name: str) -> None:
    code = "\n".join(source(cell) for cell in cells(name, "code"))
    assert not re.search(r"matplotlib|\bplt\b|\baxes\b", code)
    images = [kind for cell in cells(name, "code") for out in cell["outputs"] for kind in out.get("data", {})]
    assert {"image/png", "image/svg+xml"} & set(images), "no picture is shown"


@every_notebook
def test_no_cell_is_empty_and_none_is_left_out_of_the_check(name: str) -> None:
    for cell in NOTEBOOKS[name]["cells"]:
        assert source(cell).strip()
        assert "NBVAL" not in source(cell)


# --- links ------------------------------------------------------------------------------------


@every_notebook
def test_every_link_leads_to_a_notebook_that_exists(name: str) -> None:
    for target, _ in links(prose(name)):
        assert (FOLDER / target).is_file(), target
        assert "/" not in target


@every_notebook
def test_the_head_links_the_start_and_the_next_notebook(name: str) -> None:
    linked = dict(links(title(name).splitlines()[-1]))
    nearby = ([] if name == START else [START]) + NAMES[NAMES.index(name) + 1 :][:1]
    assert list(linked) == [f"{other}.ipynb" for other in nearby]
    for other in nearby:
        assert linked[f"{other}.ipynb"] == headings(other, 1)[0]


def test_the_first_notebook_links_all_others_under_their_titles() -> None:
    listed = dict(links(prose(START).partition("## 1.")[2]))
    assert listed == {f"{other}.ipynb": headings(other, 1)[0] for other in NAMES if other != START}


# --- as a clean kernel leaves them ------------------------------------------------------------


@every_notebook
def test_a_notebook_was_run_from_top_to_bottom_without_errors(name: str) -> None:
    code = cells(name, "code")
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    kinds = {output["output_type"] for cell in code for output in cell["outputs"]}
    assert kinds <= {"stream", "execute_result", "display_data"}
    assert all(out.get("name", "stdout") == "stdout" for cell in code for out in cell["outputs"])
    for cell in code:
        for output in cell["outputs"]:
            assert output.get("execution_count", cell["execution_count"]) == cell["execution_count"]


@every_notebook
def test_a_notebook_holds_no_trace_of_where_and_when_it_was_run(name: str) -> None:
    notebook = NOTEBOOKS[name]
    assert (notebook["metadata"], notebook["nbformat"], notebook["nbformat_minor"]) == (METADATA, 4, 5)
    assert all(cell["metadata"] == {} for cell in notebook["cells"])
    for cell in notebook["cells"]:
        texts = [source(cell), *(outputs(cell) if cell["cell_type"] == "code" else [])]
        for text in texts:
            assert not re.search(r"(?<![\w.<])/(work|home|tmp|usr|opt|root|Users)/|\b[A-Z]:\\|object at 0x", text)


def test_the_ids_of_cells_are_unique() -> None:
    for name in NAMES:
        ids = [cell["id"] for cell in NOTEBOOKS[name]["cells"]]
        assert len(ids) == len(set(ids)), name
