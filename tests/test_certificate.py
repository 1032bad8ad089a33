from __future__ import annotations

import ast
import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings

import crimecalc as cc
from crimecalc import certificate, checker
from crimecalc.cli import main
from crimecalc.setup.steps import Sort
from strategies import setups

DECK = cc.Deck.standard("A 2 3", "♠♥")
EVERY_STEP = (
    cc.Setup(DECK, name="every step")
    .sort("deck", by="rank")
    .turn_over("A", "2")
    .scramble("A", "2", "3")
    .stack("A", "2", "3", into="deck")
    .cut("deck")
    .deal("deck", ["x", "y"], count=4)
    .shuffle("x")
    .take("deck", [-1], into="x")
    .split("x", [1, 2], into=["seen", "box"])
    .discard("box")
    .shuffle("y")
    .observe("seen", unordered=["y"])
)
CUT = cc.Setup("abc", name="cut").cut("deck").observe("deck")
SHUFFLED = cc.Setup("abc", name="shuffled").shuffle("deck").observe("deck")


def check(document: object, max_worlds: int = checker.MAX_WORLDS) -> checker.Report:
    return checker.check(json.dumps(document).encode(), max_worlds)


def sealed(document: dict[str, Any]) -> dict[str, Any]:
    """The certificate with its digest made to fit, as a forger would."""
    rest = {name: value for name, value in document.items() if name != "digest"}
    text = json.dumps(rest, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return {**rest, "digest": sha256(text.encode()).hexdigest()}


def holds(document: object) -> bool:
    try:
        return check(document).field is None
    except checker.Malformed:
        return False


def pair(a: cc.Setup = CUT, b: cc.Setup = SHUFFLED, **limits: Any) -> dict[str, Any]:
    return cc.compare(a, b).certificate(**limits)


@pytest.mark.parametrize("lists_up_to", [0, 3, 2_000])
@pytest.mark.parametrize(("a", "b"), [(EVERY_STEP, EVERY_STEP), (EVERY_STEP, EVERY_STEP.without(6)), (CUT, SHUFFLED)])
def test_a_certificate_of_every_kind_of_step_holds(a: cc.Setup, b: cc.Setup, lists_up_to: int) -> None:
    comparison = cc.compare(a, b)
    report = checker.check(comparison.certificate_text(lists_up_to).encode())
    assert report.field is None
    assert report.verdict == ("equivalent" if comparison else "not equivalent")
    assert report.total_variation == str(comparison.total_variation)
    assert report.outcomes == comparison.outcomes


def test_the_steps_have_the_fields_of_their_classes() -> None:
    steps = pair(EVERY_STEP, EVERY_STEP)["setups"][0]["steps"]
    assert steps[0] == {"do": "sort", "pile": "deck", "by": "rank", "suits": ["♠", "♣", "♥", "♦"]}
    assert steps[5] == {"do": "deal", "pile": "deck", "into": ["x", "y"], "count": 4}
    assert [list(step) for step in steps] == [["do", *checker.STEPS[step["do"]]] for step in steps]
    assert {step["do"] for step in steps} == set(checker.STEPS)


def test_a_tiny_certificate_says_this() -> None:
    said = pair()
    assert list(said) == list(checker.TOP)
    assert said["results"][0] == {
        "observed": [{"pile": "deck", "cards": 3, "ordered": True}],
        "skipped": [],
        "worlds": 3,
        "outcomes": 3,
        "total": 3,
        "counts": [[[["a", "b", "c"]], 1], [[["b", "c", "a"]], 1], [[["c", "a", "b"]], 1]],
    }
    assert (said["verdict"], said["total_variation"]) == ("not equivalent", "1/2")
    assert said["witness"] == {
        "outcome": [["a", "b", "c"]],
        "probabilities": ["1/3", "1/6"],
        "setup": 1,
        "falls": [{"step": 1, "fall": [0, 1, 2]}],
    }


def test_a_shuffle_whose_order_nobody_sees_counts_no_worlds() -> None:
    twice = cc.Setup("abcde").shuffle("deck").split("deck", [2, 3], into=["x", "y"]).shuffle("x").shuffle("y")
    assert pair(*[twice.observe("x", unordered=["y"])] * 2)["results"][0]["skipped"] == [4]
    boxed = pair(*[twice.discard("x").observe("y")] * 2)["results"][0]
    assert (boxed["skipped"], boxed["worlds"]) == ([3], 120 * 6)
    again = twice.take("y", [1], into="x").observe(unordered=["x"])
    assert pair(again, again)["results"][0]["skipped"] == []


def test_the_text_is_json_that_keeps_its_order() -> None:
    comparison = cc.compare(EVERY_STEP, EVERY_STEP.without(4))
    assert json.loads(comparison.certificate_text()) == comparison.certificate()
    assert comparison.certificate_text() == comparison.certificate_text()


@settings(max_examples=25)
@given(setups(), setups())
def test_random_setups_certify_and_check(a: cc.Setup, b: cc.Setup) -> None:
    comparison = cc.compare(a, b)
    for lists_up_to in (2_000, 1):
        report = check(comparison.certificate(lists_up_to))
        assert report.field is None, report
        assert report.total_variation == str(comparison.total_variation)


@settings(max_examples=20)
@given(setups())
def test_a_random_setup_without_a_shuffle_certifies_and_checks(setup: cc.Setup) -> None:
    for index in setup.random_steps:
        assert holds(pair(setup, setup.without(index)))


@pytest.mark.exhaustive
def test_the_proof_of_forgotten_crime_checks(comparison: cc.Comparison) -> None:
    report = checker.check(comparison.certificate_text().encode())
    assert report == checker.Report("equivalent", "0", (186_624, 746_496), (23_328, 23_328))


# --- nothing false passes -------------------------------------------------------------------------


def containers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every object, list and leaf inside a certificate."""
    yield path
    for key, inner in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        yield from containers(inner, (*path, key))


def at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def changed(document: dict[str, Any], path: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    """The certificate with one value changed, deleted or added to, in several ways."""
    value = at(document, path)
    others: list[Any] = [None, [], {}, "x", 7, 1.5, True]
    if type(value) is int:
        others += [value + 1, -value - 1, str(value), float(value)]
    elif isinstance(value, str):
        others += [value + "x", "", "b"]
    elif isinstance(value, list):
        others += [value[:-1], [*value, *value[:1]], [*value, 1], value[::-1]]
    elif isinstance(value, dict):
        others += [{**value, "more": 1}, *[{k: v for k, v in value.items() if k != name} for name in value]]
    for other in others:
        if json.dumps(other) != json.dumps(value) and path:
            made = copy.deepcopy(document)
            at(made, path[:-1])[path[-1]] = other
            yield made
        elif not path and isinstance(other, dict):
            yield other


@pytest.mark.parametrize("lists_up_to", [2_000, pytest.param(2, marks=pytest.mark.exhaustive)])
def test_every_change_of_a_certificate_is_caught(lists_up_to: int) -> None:
    document = pair(EVERY_STEP.without(4), EVERY_STEP.without(6).without(4), lists_up_to=lists_up_to)
    small = pair(CUT, SHUFFLED, lists_up_to=lists_up_to)
    assert holds(document)
    assert holds(small)
    for path in containers(small):
        assert not any(holds(made) for made in changed(small, path)), path
    for path in containers(document["setups"]):
        assert not any(holds(made) for made in changed(document, ("setups", *path))), path


@pytest.mark.exhaustive
@pytest.mark.parametrize("lists_up_to", [2_000, 2])
def test_a_false_result_is_caught_even_where_the_digest_was_made_to_fit(lists_up_to: int) -> None:
    document = pair(lists_up_to=lists_up_to)
    for path in containers(document):
        if path and path[0] in ("format", "version", "results", "verdict", "total_variation", "witness"):
            assert not any(holds(sealed(made)) for made in changed(document, path)), path


def test_the_first_field_that_does_not_hold_is_named() -> None:
    document = pair()
    document["results"][1]["counts"][2][1] = 3
    report = check(document)
    assert (report.field, report.expected, report.found) == ("results[1].counts[2][1]", "1", "3")
    assert str(report) == "DOES NOT HOLD: results[1].counts[2][1]\n  expected 1\n  found 3"
    other = pair()
    other["setups"][0]["name"] = "renamed"
    assert check(other).field == "digest"


def test_a_world_that_leads_elsewhere_is_no_witness() -> None:
    document = pair()
    document["witness"]["falls"][0]["fall"] = [1, 2, 0]
    assert check(sealed(document)).field == "witness.falls, where they lead[0][0]"
    document["witness"]["falls"][0]["fall"] = [1, 0, 2]
    assert check(sealed(document)).field == "witness.falls, step 1: can it fall so?"


# --- hostile files --------------------------------------------------------------------------------

GOOD = json.dumps(pair(EVERY_STEP, EVERY_STEP))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe{}", "not JSON in UTF-8"),
        (b"[" * 100_000, "recursion"),
        (b'{"a":' * 50_000, "recursion"),
        (b"[" + b"{}," * 3_500_000, "more than 6,000,000 values"),
        (b" " * 64_000_001, "more than 64,000,000 bytes"),
        (b'{"format": 1, "format": 1}', "given twice"),
        (b"NaN", "whole numbers"),
        (b"-Infinity", "whole numbers"),
        (b"1e999", "whole numbers"),
        (b"9" * 5_000, "up to 60 digits"),
        (b"[]", "expected an object, found a list"),
        (b"null", "expected an object, found None"),
        (b"{}", "'format' is missing"),
        (GOOD.replace('"version": 1', '"version": 2').encode(), "version 1"),
        (GOOD.replace('"version": 1', '"version": true').encode(), "expected a number, found True"),
        (GOOD.replace('"setups"', '"\\u001b[31m": 1, "setups"').encode(), "'\\x1b[31m' is unknown"),
        (GOOD.replace('"cut"', '"dance"').encode(), "found 'dance'"),
        (GOOD.replace("every step", "\\ud800").encode(), "expected a text"),
        (GOOD.replace("every step", "x" * 201).encode(), "expected a text"),
        (GOOD.replace('"count": 4', '"count": 5').encode(), "a size for each pile"),
    ],
)  # fmt: skip
def test_a_hostile_file_gets_one_clear_line(data: bytes, message: str) -> None:
    with pytest.raises(checker.Malformed) as caught:
        checker.check(data)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([], "1 to 400 steps"),
        ([{"do": "cut", "pile": "deck"}], "ends with observe"),
        ([{"do": "observe", "piles": ["deck"], "unordered": []}] * 2, "ends with observe"),
        ([{"do": "observe", "piles": [], "unordered": []}], "at least one"),
        ([{"do": "observe", "piles": ["deck"], "unordered": ["deck"]}], "different piles"),
        ([{"do": "cut", "pile": "x"}], "on the table"),
        ([{"do": "cut"}], "'pile' is missing"),
        ([{"do": ["cut"]}], "found a list"),
        ([["cut"]], "found None"),
        ([{"do": "cut", "pile": " "}], "expected a name"),
        ([{"do": "sort", "pile": "deck", "by": "rank", "suits": ["♠"]}], "playing cards of the suits"),
        ([{"do": "sort", "pile": "deck", "by": "size", "suits": ["♠"]}], "rank or suit"),
        ([{"do": "sort", "pile": "deck", "by": "rank", "suits": ["♠", "♠"]}], "different suits"),
        ([{"do": "scramble", "piles": ["deck"]}], "at least 2 piles"),
        ([{"do": "turn_over", "piles": []}], "at least one"),
        ([{"do": "take", "pile": "deck", "positions": [5], "into": "x"}], "positions"),
        ([{"do": "take", "pile": "deck", "positions": [0], "into": "x"}], "positions"),
        ([{"do": "take", "pile": "deck", "positions": [1, -4], "into": "x"}], "positions"),
        ([{"do": "take", "pile": "deck", "positions": [], "into": "x"}], "positions"),
        ([{"do": "split", "pile": "deck", "sizes": [5, -1], "into": ["x", "y"]}], "a size for each"),
        ([{"do": "split", "pile": "deck", "sizes": [-1, 5], "into": ["x", "y"]}], "a size for each"),
        ([{"do": "split", "pile": "deck", "sizes": [2, 5], "into": ["x", "y"]}], "a size for each"),
        ([{"do": "split", "pile": "deck", "sizes": [2], "into": ["x", "y"]}], "a size for each"),
        ([{"do": "deal", "pile": "deck", "into": ["deck"], "count": None}], "itself"),
        ([{"do": "deal", "pile": "deck", "into": ["x", "y"], "count": 1}], "deal a card to each pile"),
        ([{"do": "deal", "pile": "deck", "into": ["x", "y"], "count": 5}], "deal a card to each pile"),
        ([{"do": "deal", "pile": "deck", "into": [], "count": None}], "to each pile"),
        ([{"do": "discard", "piles": ["deck"]}, {"do": "cut", "pile": "deck"}], "on the table"),
        ([{"do": "cut", "pile": "deck"}] * 401, "1 to 400 steps"),
        ([{"do": "cut", "pile": "deck"}] * 399, "more than 5,000,000 worlds"),
    ],
)  # fmt: skip
def test_a_step_that_cannot_be_carried_out_is_refused(steps: list[Any], message: str) -> None:
    document = pair(cc.Setup("abcd").cut("deck").observe("deck"), CUT)
    document["setups"][0]["steps"] = steps
    with pytest.raises(checker.Malformed, match=message):
        check(document)


@pytest.mark.parametrize(
    "step",
    [
        {"do": "stack", "piles": ["x"], "into": "y"},
        {"do": "split", "pile": "x", "sizes": [2], "into": ["y"]},
    ],
)
def test_a_pile_is_never_put_where_another_one_lies(step: dict[str, Any]) -> None:
    document = pair(*[cc.Setup("abcd").split("deck", [2, 2], into=["x", "y"]).observe("y")] * 2)
    document["setups"][0]["steps"].insert(1, step)
    with pytest.raises(checker.Malformed, match="where another one lies"):
        check(document)


def test_a_sort_of_cards_that_nobody_knows_is_refused() -> None:
    document = pair(*[cc.Setup(DECK).shuffle("deck").split("deck", [3, 3], into=["x", "y"]).observe("y")] * 2)
    sort = {"do": "sort", "pile": "x", "by": "suit", "suits": ["♠", "♥"]}
    document["setups"][0]["steps"].insert(2, sort)
    with pytest.raises(checker.Malformed, match="depends on how a shuffle falls"):
        check(document)


def test_too_many_worlds_are_refused_before_the_first() -> None:
    with pytest.raises(checker.Malformed, match=r"setups\[1\].steps\[0\] \(shuffle\): there are more than 5 worlds"):
        check(pair(), max_worlds=5)
    assert check(pair(), max_worlds=6).field is None


# --- what cannot be written -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (cc.Deck([1, 2]), "found 1 .int."),
        (cc.Deck(["7♦", "x"]), "would be read as a playing card"),
        (cc.Deck(["\ud800"]), "written in UTF-8"),
        (cc.Deck(["x" * 201]), "up to 200 characters"),
        (cc.Deck(["x"] * 1_001), "1,001 cards"),
    ],
)
def test_a_deck_that_cannot_be_written_is_refused(deck: cc.Deck, message: str) -> None:
    setup = cc.Setup(deck).observe("deck")
    with pytest.raises(cc.InvalidInput, match=message):
        cc.compare(setup, setup).certificate()


def test_what_nobody_could_check_is_refused() -> None:
    setup = cc.Setup([f"card {n}" for n in range(52)]).shuffle("deck").take("deck", [1], into="hand").observe("hand")
    comparison = cc.compare(setup, setup)
    with pytest.raises(cc.TooManyStates, match=r"step 1 \(shuffle\) alone falls in about 8.1 × 10\^67 ways"):
        comparison.certificate()
    with pytest.raises(cc.InvalidInput, match="lists_up_to"):
        comparison.certificate(lists_up_to=-1)
    with pytest.raises(cc.InvalidInput, match="max_worlds"):
        comparison.certificate(max_worlds=0)
    odd = cc.Setup(DECK).then(Sort("deck", "rank", ("♠", "♥", "x"))).observe("A")
    with pytest.raises(cc.InvalidInput, match="expected suits"):
        cc.compare(odd, odd).certificate()


def test_the_limits_are_those_of_the_checker() -> None:
    ours = (certificate._MAX_CARDS, certificate._MAX_STEPS, certificate._MAX_TEXT, certificate._MAX_LISTED)
    assert ours == (checker.MAX_CARDS, checker.MAX_STEPS, checker.MAX_TEXT, checker.MAX_LISTED)
    assert (certificate._MAX_DIGITS, certificate.MAX_WORLDS) == (checker.MAX_DIGITS, checker.MAX_WORLDS)


# --- alone, and on the command line ---------------------------------------------------------------


def test_the_checker_imports_only_the_standard_library() -> None:
    tree = ast.parse(Path(checker.__file__).read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert all(node.level == 0 for node in froms)
    names = {name.partition(".")[0] for name in imported | {node.module or "" for node in froms}}
    assert names <= sys.stdlib_module_names


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    made = {name: tmp_path / f"{name}.json" for name in ("good", "false", "malformed")}
    document = pair()
    made["good"].write_text(json.dumps(document), encoding="utf-8")
    document["total_variation"] = "1/3"
    made["false"].write_text(json.dumps(document), encoding="utf-8")
    made["malformed"].write_text('{"format": NaN}', encoding="utf-8")
    return {**made, "missing": tmp_path / "missing.json"}


STATUSES = {"good": 0, "false": 1, "malformed": 2, "missing": 2}


@pytest.mark.parametrize("name", STATUSES)
def test_the_checker_runs_alone(name: str, files: dict[str, Path]) -> None:
    command = [sys.executable, "-I", str(checker.__file__), str(files[name])]
    result = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
    assert result.returncode == STATUSES[name], result.stderr
    assert len(result.stderr.splitlines()) == (STATUSES[name] == 2)


@pytest.mark.parametrize("name", STATUSES)
def test_the_command_says_by_its_status_what_came_of_it(name: str, files: dict[str, Path]) -> None:
    result = CliRunner().invoke(main, ["check", str(files[name])])
    assert result.exit_code == STATUSES[name]
    first = {0: "CONFIRMED: not equivalent; the total", 1: "DOES NOT HOLD: total_variation", 2: "Error: "}
    assert result.output.startswith(first[STATUSES[name]])


def test_the_report_as_json(files: dict[str, Path]) -> None:
    said = json.loads(CliRunner().invoke(main, ["check", str(files["false"]), "--json"]).output)
    assert (said["confirmed"], said["field"], said["expected"]) == (False, "total_variation", "'1/2'")
    said = json.loads(CliRunner().invoke(main, ["check", str(files["good"]), "--json"]).output)
    assert (said["confirmed"], said["verdict"], said["worlds"]) == (True, "not equivalent", [3, 6])


def test_prove_writes_a_certificate_that_check_confirms(tmp_path: Path) -> None:
    source, file = tmp_path / "mine.py", tmp_path / "c.json"
    source.write_text(
        "import crimecalc as cc\n"
        "a = cc.Setup('abc', name='a').cut('deck').observe('deck')\n"
        "b = cc.Setup('abc', name='b').shuffle('deck').observe('deck')\n"
        "big = cc.Setup('abcdefghijkl').shuffle('deck').take('deck', [1], into='x').observe('x')\n",
        encoding="utf-8",
    )
    arguments = ["prove", f"{source}:a", f"{source}:b", "--samples", "0", "--certificate", str(file)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1
    assert "Certificate written; check it with: crimecalc check " in result.output
    assert CliRunner().invoke(main, ["check", str(file)]).exit_code == 0
    assert json.loads(CliRunner().invoke(main, [*arguments, "--json"]).output)["equivalent"] is False
    result = CliRunner().invoke(main, [*arguments[:1], f"{source}:big", f"{source}:big", *arguments[3:]])
    assert result.exit_code == 2
    assert "479,001,600 worlds" in result.output
    result = CliRunner().invoke(main, [*arguments[:-1], str(tmp_path / "no" / "folder")])
    assert result.exit_code == 3


def test_the_limit_of_worlds_can_be_set(files: dict[str, Path]) -> None:
    result = CliRunner().invoke(main, ["check", str(files["good"]), "--max-worlds", "2"])
    assert result.exit_code == 2
    assert "more than 2 worlds" in result.output
