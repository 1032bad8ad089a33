"""Claims: each comes out as it is known to, and all of them can be listed, looked up and written down."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from crimecalc import claims
from crimecalc.catalogue import Catalogue
from crimecalc.claims import registry
from crimecalc.claims.claim import CLAIMS, Check, Claim, Finding, Findings, Reading, claim
from crimecalc.cli import main
from crimecalc.errors import InvalidInput
from crimecalc.games import GAMES
from findings import finding

FEWEST = {"forgotten-crime": 10, "king-of-hearts": 6, "in-a-grove": 8, "deadcert": 12}
YES, NO = Reading(True, "1 of 1", "one way"), Reading(False, "0 of 1", "another way")


LONG = {
    "forgotten-crime/suspects",
    "forgotten-crime/solution-cards",
    "forgotten-crime/as-likely",
    "forgotten-crime/forget-which",
    "king-of-hearts/deduction",
    "king-of-hearts/anybody",
    "in-a-grove/something-else",
    "in-a-grove/swap",
    "in-a-grove/somebody-loses",
    "deadcert/formats",
    "forgotten-crime/suit-order",
    "forgotten-crime/any-time",
    "forgotten-crime/ribbon",
    "king-of-hearts/wrong-cannot-win",
    "king-of-hearts/game-continues",
    "in-a-grove/two-known",
    "deadcert/declaring-shortens",
    "deadcert/before-the-end",
    "deadcert/identified",
    "deadcert/co-op",
}
"""Claims that take a third of a second or more."""

ALL = [pytest.param(name, marks=[pytest.mark.exhaustive] if name in LONG else []) for name in claims.names()]


@pytest.mark.parametrize("name", ALL)
def test_a_claim_comes_out_as_it_is_known_to(name: str) -> None:
    assert finding(name).verdict == claims.get(name).expected


@pytest.mark.parametrize("name", ALL)
def test_a_claim_says_where_it_stands_what_it_says_and_what_was_found(name: str) -> None:
    found = finding(name)
    assert len(found.claim.where) >= 3
    assert found.claim.says.endswith(".")
    assert all(reading.evidence for reading in found.readings)
    assert found.evidence not in found.claim.says
    assert (found.verdict == "ambiguous") <= all(reading.taken_as for reading in found.readings)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_claims(game: str) -> None:
    names = claims.names(game)
    assert len(names) >= FEWEST[game]
    assert all(claims.get(name).game == game for name in names)


def test_names_are_in_the_order_of_the_games_and_complete() -> None:
    assert claims.names() == tuple(name for game in GAMES for name in claims.names(game))
    assert set(claims.names()) == set(CLAIMS)


def of(*readings: Reading, expected: claims.Verdict = "holds") -> Finding:
    return Claim("deadcert/made-up", "nowhere", "Something.", expected, lambda: readings).check()


@pytest.mark.parametrize(
    ("readings", "verdict"),
    [((YES,), "holds"), ((NO,), "fails"), ((YES, YES), "holds"), ((NO, NO), "fails"), ((YES, NO), "ambiguous")],
)
def test_the_verdict_is_that_of_all_readings_or_ambiguous(readings: tuple[Reading, ...], verdict: str) -> None:
    assert of(*readings).verdict == verdict


def test_a_reading_is_told_with_how_it_was_taken() -> None:
    assert of(YES, NO).lines == ("holds if one way: 1 of 1", "fails if another way: 0 of 1")
    assert str(of(YES, NO)).splitlines() == [
        "ambiguous: Something. (nowhere)",
        "  - holds if one way: 1 of 1",
        "  - fails if another way: 0 of 1",
    ]
    assert of(Reading(True, "1 of 1")).evidence == "1 of 1"


def test_findings_are_counted_by_verdict() -> None:
    findings = Findings([of(YES), of(NO), of(YES, NO), of(YES)])
    assert [len(findings.with_verdict(verdict)) for verdict in ("holds", "fails", "ambiguous")] == [2, 1, 1]
    assert not findings.as_expected
    assert Findings([of(YES), of(NO, expected="fails")]).as_expected
    assert findings.summary == "4 claims: 2 hold, 1 fail, 1 ambiguous; not all came out as they are known to."
    assert repr(findings) == "<Findings: 2 of 4 claims hold>"


def test_findings_become_a_table() -> None:
    findings = Findings([of(YES, NO), of(NO)])
    frame = findings.to_frame()
    assert list(frame.columns) == ["id", "game", "where", "says", "verdict", "expected", "evidence"]
    assert frame["verdict"].tolist() == ["ambiguous", "fails"]
    assert findings.to_markdown().splitlines()[2] == "| Something. | nowhere | ambiguous |"
    assert "deadcert/made-up  ambiguous  Something." in findings.table()
    assert "<td>deadcert/made-up</td><td>ambiguous</td>" in findings._repr_html_()
    assert findings[:1][0].readings == (YES, NO)


def test_findings_are_printed_one_by_one_with_a_sum_at_the_end() -> None:
    findings = Findings([of(YES, NO), of(NO)])
    assert str(findings) == "\n\n".join([str(findings[0]), str(findings[1]), findings.summary])
    assert max(map(len, str(Findings([finding("king-of-hearts/four-or-five")])).splitlines())) < 80


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("made-up", "claim: expected a name 'game/what', found 'made-up'"),
        ("nogame/what", "claim: expected a name 'game/what', found 'nogame/what'"),
        ("deadcert/", "claim: expected a name 'game/what', found 'deadcert/'"),
        ("deadcert/packet", "there is a claim 'deadcert/packet' already"),
    ],
)
def test_a_claim_needs_a_new_name_that_begins_with_a_game(name: str, message: str) -> None:
    def check() -> Reading:
        return YES

    known: Check = check
    with pytest.raises(InvalidInput, match=f"^{message}$"):
        claim(name, where="nowhere", says="Something.")(known)


def test_a_reading_that_neither_holds_nor_fails_is_refused() -> None:
    with pytest.raises(InvalidInput, match="holds: expected True or False, found 1"):
        Reading(1, "1 of 1")  # type: ignore[arg-type]


@pytest.mark.parametrize("look_up", [claims.names, claims.check])
def test_an_unknown_game_is_refused(look_up: object) -> None:
    with pytest.raises(InvalidInput, match=r"game: expected 'forgotten-crime', .* or 'deadcert', found 'chess'"):
        look_up("chess")  # type: ignore[operator]


def test_an_unknown_claim_is_refused_with_those_that_are_alike() -> None:
    with pytest.raises(InvalidInput, match=r"no claim 'deadcert/pakets'; did you mean deadcert/packets"):
        claims.get("deadcert/pakets")


# --- on the command line ----------------------------------------------------------------------


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """Only these claims are left."""
    left = ("king-of-hearts/hearts", "king-of-hearts/four-or-five", "deadcert/packet")
    only(monkeypatch, *map(claims.get, left))
    return left


def only(monkeypatch: pytest.MonkeyPatch, *left: Claim) -> None:
    """Leave no other claims than these."""
    made: Catalogue[Claim] = Catalogue("claim", GAMES)
    for each in left:
        made.add(each.id, each)
    monkeypatch.setattr(registry, "CLAIMS", made)


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["claims", *arguments])
    return result.exit_code, result.output


def test_the_command_prints_every_claim_with_its_evidence(few: tuple[str, ...]) -> None:
    status, text = run()
    assert status == 0
    for name in few:
        assert f"{finding(name).verdict}  {name}\n  {finding(name).claim.says}" in text
        assert all(line[:60] in text for line in finding(name).lines)
    assert text.splitlines()[-1] == "3 claims: 2 hold, 0 fail, 1 ambiguous."


@pytest.mark.usefixtures("few")
def test_one_game_is_chosen_by_its_name() -> None:
    status, text = run("deadcert")
    assert status == 0
    assert "deadcert/packet" in text
    assert "king-of-hearts" not in text


@pytest.mark.usefixtures("few")
def test_one_verdict_can_be_asked_for_while_all_are_counted() -> None:
    status, text = run("--only", "ambiguous")
    assert status == 0
    assert "king-of-hearts/four-or-five" in text
    assert "deadcert/packet" not in text
    assert text.splitlines()[-1] == "3 claims: 2 hold, 0 fail, 1 ambiguous."


def test_a_verdict_that_there_is_not_is_refused() -> None:
    with pytest.raises(InvalidInput, match="with_verdict: expected 'holds', 'fails' or 'ambiguous', found 'fail'"):
        Findings([]).with_verdict("fail")  # type: ignore[arg-type]


@pytest.mark.usefixtures("few")
def test_json_has_all_readings() -> None:
    status, text = run("king-of-hearts", "--json")
    assert status == 0
    assert json.loads(text) == claims.check("king-of-hearts").to_json()
    assert {row["verdict"] for row in json.loads(text)} == {"holds", "ambiguous"}


@pytest.mark.usefixtures("few")
def test_markdown_is_the_table_of_the_library() -> None:
    assert run("king-of-hearts", "--markdown") == (0, claims.check("king-of-hearts").to_markdown() + "\n")


@pytest.mark.usefixtures("few")
def test_a_claim_that_should_hold_and_does_not_ends_with_status_1(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Claim("king-of-hearts/hearts", "nowhere", "Something.", "holds", lambda: NO)
    only(monkeypatch, broken, claims.get("king-of-hearts/four-or-five"))
    status, text = run("king-of-hearts")
    assert status == 1
    assert "expected: holds" in text
    assert "not all came out as they are known to" in text
    assert run("king-of-hearts", "--json")[0] == 1


@pytest.mark.parametrize("arguments", [["chess"], ["--json", "--markdown"], ["--all"]])
def test_a_command_that_makes_no_sense_ends_with_status_2(arguments: list[str]) -> None:
    assert run(*arguments)[0] == 2
