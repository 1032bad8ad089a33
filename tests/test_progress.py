"""Bars: when they appear, and that they change nothing."""

from __future__ import annotations

import importlib.util
import inspect
import io
import multiprocessing
import sys
import threading
import time
import types
import warnings
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import crimecalc as cc
from crimecalc import analysis, checker, cli, progress
from crimecalc.chunks import in_chunks
from crimecalc.engine.witness import find_world
from crimecalc.games import cluedo, deadcert, forgotten_crime, in_a_grove, king_of_hearts
from crimecalc.inference.stopping import StoppingGame
from crimecalc.progress import Bar

HAND = cc.Setup("aabc", name="hand").cut("deck").shuffle("deck").take("deck", [1, 2], into="hand").observe("hand")
CASE = king_of_hearts.Case(players=4, seat=0, hand="JC QD KS 3H 7H")
CLUEDO = cluedo.Case(6, 0, ["Green", "Plum", "dagger"])

WORK: dict[str, Callable[..., Any]] = {
    "distribution": lambda **how: cc.distribution(HAND, **how),
    "compare": lambda **how: cc.compare(HAND, HAND, **how),
    "prove_equivalent": lambda **how: cc.prove_equivalent(HAND, HAND, **how),
    "find_world": lambda **how: find_world(HAND, (("a", "b"),), **how),
    "certificate": lambda **how: cc.compare(HAND, HAND, progress=False).certificate(**how),
    "certificate_text": lambda **how: cc.compare(HAND, HAND, progress=False).certificate_text(**how),
    "sample": lambda **how: cc.sample(HAND, 1000, seed=1, **how),
    "ablation": lambda **how: analysis.ablation(HAND, **how),
    "simplify": lambda **how: analysis.simplify(HAND, **how),
    "leakage": lambda **how: analysis.leakage(HAND, **how),
    "peek": lambda **how: analysis.peek(HAND, pile="deck", **how),
    "slips": lambda **how: analysis.slips(HAND, **how),
    "imperfect": lambda **how: analysis.imperfect(HAND, 1, analysis.Riffle(), **how),
    "how_many": lambda **how: analysis.how_many(HAND, 1, within=Fraction(1, 10), **how),
    "vary": lambda **how: analysis.vary(HAND.without(0), analysis.riffle("deck"), **how),
    "questions": lambda **how: CASE.questions(court="KH", **how),
    "best_question": lambda **how: CASE.best_question(court="KH", **how),
    "suggestions": lambda **how: CLUEDO.questions(suspect="White", weapon="rope", **how),
    "forgotten crime": lambda **how: forgotten_crime.simulate(forgotten_crime.accuse_at_once(), 100, seed=1, **how),
    "king of hearts": lambda **how: king_of_hearts.simulate("random", 5, seed=1, **how),
    "in a grove": lambda **how: in_a_grove.simulate("honest", 5, seed=1, **how),
    "simulate_solo": lambda **how: deadcert.simulate_solo("A", 20, seed=1, **how),
    "search_solo": lambda **how: deadcert.search_solo(20, seed=1, candidates=[deadcert.Leads(6)], **how),
    "simulate_open": lambda **how: deadcert.simulate_open("keep", 5, seed=1, **how),
    "simulate_coop": lambda **how: deadcert.simulate_coop("keep", 5, seed=1, **how),
    "simulate_covert": lambda **how: deadcert.simulate_covert("fetch", 5, seed=1, **how),
}
"""Everything that has a bar of its own and takes ``progress``, on something small."""


class Terminal(io.StringIO):
    """A stream that says that somebody watches."""

    def isatty(self) -> bool:
        """It does."""
        return True


def watch(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Let somebody watch stderr; bars that nobody asked for appear at once."""
    made = Terminal()
    monkeypatch.setattr(sys, "stderr", made)  # in the test itself: pytest puts back its own when a test begins
    monkeypatch.setattr(progress, "DELAY", 0.0)
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    return made


@pytest.mark.parametrize("name", WORK)
def test_a_bar_changes_no_result_and_is_gone_in_the_end(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert forgotten_crime.stopping_game().states  # found once, with a bar of its own
    terminal = watch(monkeypatch)
    plain = WORK[name](progress=False)
    assert terminal.getvalue() == ""
    for how in ({"progress": True}, {}):
        before = len(terminal.getvalue())
        assert WORK[name](**how) == plain
        shown = terminal.getvalue()[before:]
        assert "/" in shown
        assert shown.endswith("\r")
        assert shown.rstrip("\r").rpartition("\r")[2].strip() == ""
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", WORK)
def test_what_is_neither_true_nor_false_nor_none_is_refused(name: str) -> None:
    with pytest.raises(cc.InvalidInput, match="progress: expected True, False or None, found 'no'"):
        WORK[name](progress="no")


def test_quick_work_shows_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = watch(monkeypatch)
    monkeypatch.setattr(progress, "DELAY", 1000.0)
    cc.distribution(HAND)
    cc.sample(HAND, 1000, seed=1)
    assert terminal.getvalue() == ""
    cc.distribution(HAND, progress=True)
    assert "distribution" in terminal.getvalue()


def test_a_bar_appears_and_its_clock_runs_while_one_step_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = watch(monkeypatch)
    monkeypatch.setattr(progress, "DELAY", 0.02)
    monkeypatch.setattr(progress, "_BEAT", 0.02)
    before = threading.active_count()
    with Bar(None, 7, verb="wait", noun="steps") as bar:
        assert terminal.getvalue() == ""
        until = time.monotonic() + 10
        while terminal.getvalue().count("0/7") < 3 and time.monotonic() < until:
            time.sleep(0.01)
        bar.advance(6)
    assert terminal.getvalue().count("0/7") >= 3
    assert threading.active_count() == before


def test_a_long_chunk_shows_a_bar_and_a_generator_left_half_way_none(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = watch(monkeypatch)
    monkeypatch.setattr(progress, "DELAY", 0.02)
    monkeypatch.setattr(progress, "_BEAT", 0.02)

    def work(n: int, seed: np.random.SeedSequence) -> int:
        until = time.monotonic() + 10
        while not seed.spawn_key[-1] and "0/2" not in terminal.getvalue() and time.monotonic() < until:
            time.sleep(0.01)
        return n

    before = threading.active_count()
    chunks = in_chunks(work, 2, 1, np.random.SeedSequence(1), None, None, verb="work", noun="chunks")
    assert next(chunks) == 1
    shown = terminal.getvalue()
    assert "0/2" in shown
    assert threading.active_count() == before
    time.sleep(0.1)
    assert terminal.getvalue() == shown
    assert list(chunks) == [1]
    assert terminal.getvalue().endswith("\r")


def test_without_a_block_a_bar_appears_with_the_first_step_after_the_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = watch(monkeypatch)
    monkeypatch.setattr(progress, "DELAY", 2.0)
    now = 100.0
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    bar = Bar(None, 50_000, verb="play", noun="games")
    now = 101.9
    bar.advance(10_000)
    assert terminal.getvalue() == ""
    now = 102.0
    bar.advance(10_000)
    assert "play:  40%" in terminal.getvalue()
    assert "20.0k/50.0k" in terminal.getvalue()
    assert "00:02<00:03" in terminal.getvalue()  # since the work began, not since the bar was made
    bar.close()
    bar.advance(10_000)
    assert terminal.getvalue().endswith("\r")


def test_nobody_watches_a_file_a_closed_stream_or_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    watch(monkeypatch)
    assert progress.watched()
    with monkeypatch.context() as patch:
        patch.setattr(multiprocessing, "parent_process", object)
        assert not progress.watched()
    closed = io.StringIO()
    closed.close()
    for stream in (io.StringIO(), closed, None):
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stderr", stream)
            assert not progress.watched()


def test_a_notebook_is_watched_and_warns_of_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    shell = types.SimpleNamespace(config={"IPKernelApp": {}})
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    monkeypatch.setattr(progress, "DELAY", 0.0)
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cc.distribution(HAND)
    assert "distribution" in stream.getvalue()
    shell.config = {}
    assert not progress.watched()


def test_the_environment_turns_bars_off(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = watch(monkeypatch)
    monkeypatch.setenv("TQDM_DISABLE", "1")
    assert cc.distribution(HAND, progress=True) == cc.distribution(HAND)
    assert terminal.getvalue() == ""


def test_a_terminal_that_goes_away_does_not_end_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone(Terminal):
        def write(self, text: str) -> int:
            raise OSError(f"nobody reads {text!r}")

    monkeypatch.setattr(sys, "stderr", Gone())
    monkeypatch.setattr(progress, "DELAY", 0.0)
    assert len(cc.distribution(HAND)) == 7
    assert cc.sample(HAND, 1000, seed=1, progress=True).n == 1000


def test_the_steps_of_work_with_a_bar_show_none_unless_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = watch(monkeypatch)
    with Bar(None, 2, verb="outer", noun="steps"):
        cc.distribution(HAND)
        assert "distribution" not in terminal.getvalue()
        cc.distribution(HAND, progress=True)
        assert "distribution" in terminal.getvalue()
    with pytest.raises(ZeroDivisionError), Bar(False, 2, verb="outer", noun="steps"):
        raise ZeroDivisionError
    before = len(terminal.getvalue())
    cc.distribution(HAND)
    assert "distribution" in terminal.getvalue()[before:]


def test_a_bar_is_gone_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = watch(monkeypatch)
    before = threading.active_count()
    with pytest.raises(cc.TooManyStates):
        cc.distribution(HAND, max_states=1, progress=True)
    assert terminal.getvalue().endswith("\r")
    assert threading.active_count() == before


def test_comparing_policies_shows_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = watch(monkeypatch)
    forgotten_crime.compare_policies()
    assert "compare_policies" in terminal.getvalue()


def test_finding_information_states_shows_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = watch(monkeypatch)
    game = StoppingGame({"a": 1, "b": 1}, lambda world: [world, "c"], lambda world: world, lambda _, left: left)
    assert len(game.states) == 6
    assert "states" in terminal.getvalue()


@pytest.mark.exhaustive
def test_the_checker_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = cc.Setup("abcdefgh").shuffle("deck").take("deck", [1], into="top").observe("top")
    data = cc.compare(setup, setup).certificate_text().encode()
    told: list[tuple[int, int]] = []
    assert checker.check(data, tell=lambda done, whole: told.append((done, whole))) == checker.check(data)
    counts = [done for done, _ in told]
    assert counts == sorted(counts)
    assert len(counts) > 10
    assert told[-1] == (80_640, 80_640)
    assert {whole for _, whole in told} == {80_640}
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    checker.say(4_096, 80_640, start=time.monotonic())
    assert terminal.getvalue() == ""
    checker.say(4_096, 80_640, start=time.monotonic() - 3)
    assert terminal.getvalue().strip() == "4,096 of 80,640 worlds carried out"
    checker.say(80_640, 80_640, start=time.monotonic() - 3)
    assert terminal.getvalue().split("\r")[1].strip() == ""


@pytest.mark.parametrize(
    "command",
    [
        "slips",
        "check",
        *(pytest.param(name, marks=pytest.mark.exhaustive) for name in ("ablation", "simplify", "leakage", "prove")),
    ],
)
def test_commands_show_bars_on_stderr_and_print_the_same(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "import crimecalc as cc\n"
        'own = cc.Setup("abcdef").shuffle("deck").take("deck", [1], into="top").observe("top")\n'
    )
    certificate = tmp_path / "proof.json"
    own = f"{file}:own"
    shuffled = cc.Setup("abcdef").shuffle("deck").observe("deck")
    certificate.write_text(cc.compare(shuffled, shuffled).certificate_text(), encoding="utf-8")
    arguments = {"check": [str(certificate)], "prove": [own, own, "--samples", "1000"]}.get(command, [own])
    quiet = CliRunner().invoke(cli.main, [command, *arguments])
    monkeypatch.setattr(progress, "watched", lambda: True)
    monkeypatch.setattr(progress, "DELAY", 0.0)
    watched = CliRunner().invoke(cli.main, [command, *arguments])
    assert (quiet.exit_code, quiet.stderr) == (0, "")
    assert (watched.exit_code, watched.stdout) == (0, quiet.stdout)
    assert "\r" in watched.stderr


def test_progress_comes_last_is_none_if_nothing_is_said_and_is_explained() -> None:
    rooms = [cc, analysis, cluedo, deadcert, forgotten_crime, in_a_grove, king_of_hearts]
    offered = {value for room in rooms for name in room.__all__ if callable(value := getattr(room, name))}
    methods = {
        method
        for one in offered
        if isinstance(one, type)
        for method in vars(one).values()
        if inspect.isfunction(method) and not method.__name__.startswith("_")
    }
    seen = 0
    for function in {one for one in offered if inspect.isfunction(one)} | methods:
        parameters = inspect.signature(function).parameters
        if "progress" in parameters:
            seen += 1
            assert list(parameters)[-1] == "progress", function
            assert parameters["progress"].default is None, function
            assert "progress:" in str(function.__doc__) or "argument" in str(function.__doc__), function
    assert seen >= 20
