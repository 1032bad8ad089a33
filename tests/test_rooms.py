"""The order of the rooms: data flows one way, and no engine knows a game."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

import crimecalc

PACKAGE = Path(crimecalc.__file__).parent

ROOMS = [
    "errors",
    "rational",
    "rendering",
    "checks",
    "listing",
    "progress",
    "canvas",
    "charts",
    "tally",
    "catalogue",
    "cards",
    "packing",
    "seeds",
    "chunks",
    "outcomes",
    "pictures",
    "exports",
    "distribution",
    "setup.steps",
    "setup.layout",
    "setup.prose",
    "setup.strips",
    "setup.drawing",
    "setup.diagram",
    "setup.setup",
    "setup",
    "engine",
    "engine.tabletop",
    "engine.program",
    "engine.visibility",
    "engine.choices",
    "engine.reveal",
    "engine.exact",
    "goodness",
    "engine.sampling",
    "engine.witness",
    "checker",
    "certificate",
    "comparison",
    "analysis.fixing",
    "analysis.mixing",
    "analysis.shuffling",
    "analysis.variants",
    "analysis.ablation",
    "analysis.simplify",
    "analysis.leakage",
    "analysis.slips",
    "analysis",
    "inference",
    "inference.policy",
    "inference.stopping",
    "inference.clues",
    "inference.simplify",
    "inference.counting",
    "inference.numbered",
    "inference.grid",
    "inference.deals",
    "inference.hand",
    "inference.asking",
    "inference.questions",
    "inference.case",
    "games",
    "games.forgotten_crime.crimes",
    "games.forgotten_crime.setups",
    "games.forgotten_crime.belief",
    "games.forgotten_crime.symmetry",
    "games.forgotten_crime.policies",
    "games.forgotten_crime.table",
    "games.forgotten_crime.simulation",
    "games.forgotten_crime",
    "games.king_of_hearts.rules",
    "games.king_of_hearts.case",
    "games.king_of_hearts.tables",
    "games.king_of_hearts.simulation",
    "games.king_of_hearts",
    "games.cluedo",
    "games.case_file",
    "games.in_a_grove.rules",
    "games.in_a_grove.discoverer",
    "games.in_a_grove.chips",
    "games.in_a_grove.rounds",
    "games.in_a_grove.witness",
    "games.in_a_grove.simulation",
    "games.in_a_grove.bluffing",
    "games.in_a_grove",
    "games.deadcert.rules",
    "games.deadcert.formats",
    "games.deadcert.sightings",
    "games.deadcert.draw",
    "games.deadcert.belief",
    "games.deadcert.snoops",
    "games.deadcert.shares",
    "games.deadcert.tables",
    "games.deadcert.reach",
    "games.deadcert.results",
    "games.deadcert.board",
    "games.deadcert.open_play",
    "games.deadcert.hands",
    "games.deadcert.covert",
    "games.deadcert.policies",
    "games.deadcert.solo",
    "games.deadcert.solo_exact",
    "games.deadcert",
    "plots.forgotten_crime",
    "plots.cases",
    "plots.in_a_grove",
    "plots.deadcert",
    "plots.mixing",
    "plots.samples",
    "plots",
    "citation",
    "tables.table",
    "tables.registry",
    "tables.forgotten_crime",
    "tables.king_of_hearts",
    "tables.in_a_grove",
    "tables.deadcert",
    "tables",
    "claims.claim",
    "claims.forgotten_crime_setup",
    "claims.forgotten_crime",
    "claims.king_of_hearts",
    "claims.in_a_grove_cards",
    "claims.in_a_grove",
    "claims.deadcert_cards",
    "claims.deadcert_open",
    "claims.deadcert",
    "claims.registry",
    "claims",
    "report.page",
    "report.content",
    "report.files",
    "report",
    "cli.rows",
    "cli.suspects",
    "cli.options",
    "cli.setups",
    "cli.prove",
    "cli.check",
    "cli.analyse",
    "cli.advise_deadcert",
    "cli.advise",
    "cli.play",
    "cli.case",
    "cli.table",
    "cli.claims",
    "cli.report",
    "cli",
]
"""A module may import from rooms above it only."""


def module_file(room: str) -> Path:
    path = PACKAGE.joinpath(*room.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def imported_rooms(room: str) -> set[str]:
    tree = ast.parse(module_file(room).read_text(encoding="utf-8"))
    only_for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    found = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.ImportFrom)
            and node not in only_for_types
            and (node.module or "").startswith("crimecalc")
        ):
            base = (node.module or "").removeprefix("crimecalc").removeprefix(".")
            for name in node.names:
                inner = f"{base}.{name.name}".removeprefix(".")
                found.add(inner if inner in ROOMS else base)
    return found


def test_every_module_has_its_room() -> None:
    files = {path for path in PACKAGE.rglob("*.py") if path not in (PACKAGE / "__init__.py", PACKAGE / "__main__.py")}
    assert files == {module_file(room) for room in ROOMS}


@pytest.mark.parametrize("room", ROOMS)
def test_a_module_imports_only_from_rooms_above_it(room: str) -> None:
    above = set(ROOMS[: ROOMS.index(room)])
    inside = {other for other in ROOMS if room == other.rpartition(".")[0]}  # a package shows what it holds
    assert imported_rooms(room) <= above | inside


@pytest.mark.parametrize("room", ["", *ROOMS])
def test_every_name_that_a_module_offers_is_there(room: str) -> None:
    module = importlib.import_module(f"crimecalc.{room}".rstrip("."))
    offered = getattr(module, "__all__", [])
    assert [name for name in offered if not hasattr(module, name)] == []
    assert len(set(offered)) == len(offered)


def test_every_module_is_about_one_thing() -> None:
    long = {room: len(module_file(room).read_text(encoding="utf-8").splitlines()) for room in ROOMS}
    # The checker of certificates has to be one file, as it shares no code with anything.
    assert {room: lines for room, lines in long.items() if lines > (450 if room == "checker" else 420)} == {}
