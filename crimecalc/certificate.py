"""A comparison written down so that anybody can check it with a program of their own.

A certificate is plain JSON: both setups, what was counted, the verdict. How it is written, field by field, stands at
the top of :mod:`crimecalc.checker`, one file that shares no code with this library and checks a certificate from
scratch.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from dataclasses import fields
from functools import partial
from hashlib import sha256
from math import gcd, prod
from typing import TYPE_CHECKING, Any

from crimecalc import checker
from crimecalc.cards import RANKS, Card, Suit
from crimecalc.checks import found
from crimecalc.distribution import Distribution
from crimecalc.engine.tabletop import ways_of
from crimecalc.errors import InvalidInput, TooManyStates
from crimecalc.outcomes import Outcome
from crimecalc.progress import Bar
from crimecalc.rational import is_whole
from crimecalc.rendering import about, plural
from crimecalc.setup import Setup, observation_of
from crimecalc.setup.layout import step_verb
from crimecalc.setup.steps import Discard, Shuffle, Sort, Step

if TYPE_CHECKING:
    from crimecalc.comparison import Comparison, Witness

__all__ = ["LISTS_UP_TO", "MAX_WORLDS", "as_text", "certify", "check_certifiable"]

FORMAT, VERSION = "crimecalc certificate", 1
LISTS_UP_TO = 2_000
"""Longer lists of outcomes are left out, and their digest is given."""
MAX_WORLDS = 5_000_000
"""How many worlds of a setup the checker carries out where nobody allows more."""

# What the checker reads; it has these numbers a second time, as it shares nothing.
_MAX_CARDS, _MAX_STEPS, _MAX_TEXT, _MAX_LISTED, _MAX_DIGITS = 1_000, 400, 200, 100_000, 60
_PLAYING_CARDS = {str(Card(rank, suit)) for rank in RANKS for suit in Suit}


def certify(
    comparison: Comparison,
    lists_up_to: int = LISTS_UP_TO,
    max_worlds: int = MAX_WORLDS,
    progress: bool | None = None,
) -> dict[str, Any]:
    """The certificate of a comparison; see :meth:`crimecalc.comparison.Comparison.certificate`."""
    check_certifiable(comparison.setups, lists_up_to, max_worlds)
    results = []
    with Bar(progress, 2, verb="certificate", noun="setups") as bar:
        for setup, exact in zip(comparison.setups, comparison.distributions, strict=True):
            results.append(_result(setup, exact, lists_up_to))
            bar.advance()
    document: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "lists_up_to": lists_up_to,
        "setups": [_setup(setup) for setup in comparison.setups],
        "results": results,
        "verdict": "equivalent" if comparison else "not equivalent",
        "total_variation": str(comparison.total_variation),
        "witness": comparison.witness and _witness(comparison.witness),
    }
    digest = sha256(_digested(document, sort_keys=True)).hexdigest()
    whole = {**document, "digest": digest}
    _accepted(lambda: checker.read(as_text(whole).encode()))
    return whole


def _accepted(read: Callable[[], object]) -> None:
    """Refuse what the checker would not even begin to check."""
    try:
        read()
    except checker.Malformed as error:
        raise InvalidInput(f"certificate: nobody could check it: {error}") from None


def as_text(document: dict[str, Any]) -> str:
    """A certificate as it is written to a file: what fits on one line stands on one.

    >>> print(as_text({"deck": ["7♦", "K♠"], "worlds": 2}), end="")
    {
     "deck": ["7♦", "K♠"],
     "worlds": 2
    }
    """
    return _lines(document, 0, top=True) + "\n"


def check_certifiable(
    setups: tuple[Setup, Setup], lists_up_to: int = LISTS_UP_TO, max_worlds: int = MAX_WORLDS
) -> None:
    """Refuse, before anything is counted, a certificate that cannot be written or that nobody could check.

    Raises:
        InvalidInput: if a limit makes no sense, a card or a name cannot be written, or there is too much of them.
        TooManyStates: if a setup has more worlds than allowed.
    """
    if not is_whole(lists_up_to, 0, _MAX_LISTED):
        raise InvalidInput(f"certificate: lists_up_to: expected 0 to {_MAX_LISTED:,}, found {found(lists_up_to)}")
    if not is_whole(max_worlds, 1, 10 ** (_MAX_DIGITS - 1)):
        raise InvalidInput(f"certificate: max_worlds: expected 1 to 10^{_MAX_DIGITS - 1}, found {found(max_worlds)}")
    for setup in setups:
        observation_of(setup, "certificate")
        for label in setup.deck.labels:
            _written(label)
        if len(setup.deck) > _MAX_CARDS or len(setup.steps) > _MAX_STEPS:
            raise InvalidInput(
                f"certificate: {setup.name!r} has {plural(len(setup.deck), 'card')} and "
                f"{plural(len(setup.steps), 'step')}; expected up to {_MAX_CARDS:,} cards and {_MAX_STEPS} steps"
            )
        _text(setup.name, "the name of a setup")
        for step in setup.steps:
            _step(step)
        total = _worlds(setup)
        if total <= max_worlds:
            written = _setup(setup)
            _accepted(partial(checker.Setup, setup.name, written, max_worlds))
        else:
            at = max((i for i in setup.random_steps if i not in _skipped(setup)), key=lambda i: ways_of(setup, i))
            raise TooManyStates(
                f"certificate: {setup.name!r} has {about(total)} worlds, of which a checker would carry out each; the "
                f"limit is {about(max_worlds)}, and step {at + 1} ({step_verb(setup.steps[at])}) alone falls in "
                f"{about(ways_of(setup, at))} ways; observe unordered what is shuffled last, or raise max_worlds",
                step=at + 1,
                states=total,
                limit=max_worlds,
            )


# --- the parts ------------------------------------------------------------------------------------


def _setup(setup: Setup) -> dict[str, Any]:
    return {
        "name": _text(setup.name, "the name of a setup"),
        "deck": [_written(label) for label in setup.deck],
        "steps": [_step(step) for step in setup.steps],
    }


def _step(step: Step) -> dict[str, Any]:
    """A step with exactly the fields of its class."""
    values = {field.name: getattr(step, field.name) for field in fields(step)}
    said: dict[str, Any] = {"do": step_verb(step)}
    for name, value in values.items():
        entries = list(value) if isinstance(value, tuple) else [value]
        plain = [_text(entry, f"{said['do']}: {name}") if not _is_number(entry) else entry for entry in entries]
        said[name] = plain if isinstance(value, tuple) else plain[0]
    if isinstance(step, Sort) and not set(step.suits) <= set(Suit):
        raise InvalidInput(f"certificate: sort: expected suits of {' '.join(Suit)}, found {step.suits!r}")
    return said


def _is_number(value: object) -> bool:
    return value is None or type(value) is int


def _written(label: Hashable) -> str:
    """A card as text; text that looks like a playing card is none, and would be taken for one."""
    if isinstance(label, Card):
        return str(label)
    if not isinstance(label, str):
        raise InvalidInput(
            f"certificate: a card must be a playing card or text, so that it can be written down; found {label!r} "
            f"({type(label).__name__})"
        )
    if str.__str__(label) in _PLAYING_CARDS:
        raise InvalidInput(f"certificate: the text {label!r} would be read as a playing card; write Card({label!r})")
    return _text(label, "a card")


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise InvalidInput(f"certificate: {what}: expected text, found {value!r}")
    text = str.__str__(value)  # also of an enumeration's member, which may print itself otherwise
    if len(text) > _MAX_TEXT or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise InvalidInput(
            f"certificate: {what}: expected up to {_MAX_TEXT} characters that can be written in UTF-8, found {text!r}"
        )
    return text


def _result(setup: Setup, exact: Distribution, lists_up_to: int) -> dict[str, Any]:
    seen = observation_of(setup, "certificate")
    observed = [{"pile": name, "cards": setup.piles[name], "ordered": name in seen.piles} for name in seen.names]
    counted = _counts(exact, lists_up_to)
    if "sha256" in counted:
        counted["marginals"] = [{"pile": name, **_counts(exact.marginal(name), lists_up_to)} for name in seen.names]
    skipped = [index + 1 for index in _skipped(setup)]
    return {"observed": observed, "skipped": skipped, "worlds": _worlds(setup), **counted}


def _counts(exact: Distribution, lists_up_to: int) -> dict[str, Any]:
    counts = {outcome: exact.count(outcome) for outcome in exact}
    divisor = gcd(*counts.values())
    said = {"outcomes": len(counts), "total": exact.worlds // divisor}
    listed = [[_outcome(outcome), count // divisor] for outcome, count in counts.items()]
    if len(listed) <= lists_up_to:
        return {**said, "counts": listed}
    return {**said, "sha256": sha256(_digested(listed)).hexdigest()}


def _outcome(outcome: Outcome) -> list[list[str]]:
    return [[_written(label) for label in entry] for entry in outcome]


def _witness(witness: Witness) -> dict[str, Any]:
    setup, (a, b) = witness.table.setup, witness.probabilities
    falls = zip(setup.random_steps, witness.table.falls, strict=True)
    return {
        "outcome": _outcome(witness.outcome),
        "probabilities": [str(a), str(b)],
        "setup": 1 if a > b else 2,
        "falls": [{"step": index + 1, "fall": list(fall)} for index, fall in falls],
    }


# --- counting worlds ------------------------------------------------------------------------------


def _skipped(setup: Setup) -> list[int]:
    """Indexes of the shuffles after which nothing is done to their pile until it is seen unordered, or never seen."""
    return [
        index
        for index in setup.random_steps
        if isinstance(step := setup.steps[index], Shuffle) and _order_is_lost(setup, index, step.pile)
    ]


def _order_is_lost(setup: Setup, index: int, pile: str) -> bool:
    for step in setup.steps[index + 1 : -1]:
        named = {entry for field in ("pile", "piles", "into") for entry in _listed(getattr(step, field, ()))}
        if pile in named:
            return isinstance(step, Discard)
    return pile not in observation_of(setup, "certificate").piles


def _listed(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


def _worlds(setup: Setup) -> int:
    """How many worlds there are with the shuffles left out that make no difference."""
    skipped = _skipped(setup)
    return prod(ways_of(setup, index) for index in setup.random_steps if index not in skipped)


# --- writing --------------------------------------------------------------------------------------


WIDTH = 118


def _digested(value: object, sort_keys: bool = False) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=sort_keys).encode("utf-8")


def _lines(value: Any, depth: int, top: bool = False) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    plain = isinstance(value, list) and not any(isinstance(entry, (list, dict)) for entry in value)
    if not isinstance(value, (list, dict)) or not value or plain or (len(flat) + depth <= WIDTH and not top):
        return flat
    space = "\n" + " " * (depth + 1)
    if isinstance(value, dict):
        parts = [f"{json.dumps(key, ensure_ascii=False)}: {_lines(entry, depth + 1)}" for key, entry in value.items()]
        return "{" + space + f",{space}".join(parts) + "\n" + " " * depth + "}"
    return "[" + space + f",{space}".join(_lines(entry, depth + 1) for entry in value) + "\n" + " " * depth + "]"
