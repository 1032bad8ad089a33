"""Checks a certificate from scratch: ``python checker.py FILE``, or ``crimecalc check FILE``.

A certificate says that two setups of cards are the same game, or that they are not. This file believes nothing
that it says: it carries out every world of both setups (every way in which all scrambles, cuts and shuffles can
fall) card by card on Python lists, counts the outcomes, and compares what it found with every field. It needs
Python 3.11 and its standard library, and shares no code with what wrote the certificate. Read it from the top.

- A certificate is a JSON object in UTF-8 with the fields of ``TOP``; fractions are text, as in ``"1/3"``.
- A setup has a name, a deck (cards as text, top card first, all in the pile ``deck``) and steps. Position 1 is the
  top card of a pile, -1 its bottom card. A text such as ``7♦`` or ``10♥`` is a playing card.
- An outcome has a list of cards for each observed pile; where order does not count, they ascend. Ascending is: text
  by code points, then playing cards by suit (♠ ♣ ♥ ♦) and rank (ace to king); outcomes ascend entry by entry.
- Counts are in lowest terms. Up to ``lists_up_to`` outcomes are listed; of more, there are the SHA-256 digest of
  the list, as JSON in UTF-8 without spaces, and the same for each observed pile alone (``marginals``).
- ``digest`` is the SHA-256 digest of all other fields, as JSON in UTF-8 without spaces and with sorted keys.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from itertools import permutations
from math import factorial, gcd
from time import monotonic
from typing import Any

MAX_BYTES, MAX_VALUES, MAX_DIGITS, MAX_TEXT = 64_000_000, 6_000_000, 60, 200
MAX_CARDS, MAX_STEPS, MAX_LISTED, MAX_WORLDS = 1_000, 400, 100_000, 5_000_000

SURROGATES = set(range(0xD800, 0xE000))
SUITS, RANKS = "♠♣♥♦", ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
PLAYING_CARDS = {rank + suit: (1, s, r) for s, suit in enumerate(SUITS) for r, rank in enumerate(RANKS)}
FORMAT, VERSION = "crimecalc certificate", 1
TOP = {"format": "a text", "version": "a number", "lists_up_to": "a number", "setups": "a list"}
TOP |= dict.fromkeys(["results", "verdict", "total_variation", "witness", "digest"], "a value")
STEPS = {
    "sort": {"pile": "a name", "by": "rank or suit", "suits": "different suits"},
    **{do: {"piles": "different names"} for do in ("turn_over", "scramble", "discard")},
    **{do: {"pile": "a name"} for do in ("shuffle", "cut")},
    "stack": {"piles": "different names", "into": "a name"},
    "deal": {"pile": "a name", "into": "different names", "count": "a number or null"},
    "take": {"pile": "a name", "positions": "numbers", "into": "a name"},
    "split": {"pile": "a name", "sizes": "numbers", "into": "different names"},
    "observe": {"piles": "different names", "unordered": "different names"},
}

Step = dict[str, Any]
Piles = dict[str, list[str]]  # top card first; no list is ever changed, so that branches may share them
Outcome = tuple[tuple[str, ...], ...]
Tell = Callable[[int, int], None]


class Malformed(Exception):
    """The file is no certificate, or asks for more than is allowed; nothing was confirmed or refuted."""


class DoesNotHold(Exception):
    """A field of the certificate is not what was found: where, what was expected, what is there."""


@dataclass(frozen=True)
class Report:
    """What came of a check: the verdict confirmed, or the first field that does not hold."""

    verdict: str | None = None
    total_variation: str | None = None
    worlds: tuple[int, ...] = ()
    outcomes: tuple[int, ...] = ()
    field: str | None = None
    expected: str | None = None
    found: str | None = None

    def __bool__(self) -> bool:
        return self.field is None

    def __str__(self) -> str:
        if self.field is not None:
            return f"DOES NOT HOLD: {self.field}\n  expected {self.expected}\n  found {self.found}"
        counted = zip(("first", "second"), self.worlds, self.outcomes, strict=True)
        lines = [f"  {which} setup: {n:,} worlds carried out, {k:,} different outcomes" for which, n, k in counted]
        head = f"CONFIRMED: {self.verdict}; the total variation distance is {self.total_variation}"
        return "\n".join([head, *lines])


def need(holds: bool, message: str) -> None:
    """Refuse a file that is not as it must be."""
    if not holds:
        raise Malformed(message)


def shown(value: Any) -> str:
    """A value from a stranger's file in a message: short, and without control characters."""
    if isinstance(value, (list, dict)):
        return f"{'a list' if isinstance(value, list) else 'an object'} with {len(value)} entries"
    return repr(value[:80] + "…" if isinstance(value, str) and len(value) > 80 else value)


def read(data: bytes) -> Any:
    """The JSON value in a file, refused where it could be read in two ways or takes too much memory."""

    def fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        need(len(dict(pairs)) == len(pairs), "a field is given twice in one object")
        return dict(pairs)

    def number(text: str) -> int:
        whole = len(text) <= MAX_DIGITS and text.lstrip("-").isdigit()
        need(whole, f"expected whole numbers, up to {MAX_DIGITS} digits")
        return int(text)

    need(len(data) <= MAX_BYTES, f"the file has more than {MAX_BYTES:,} bytes")
    need(sum(map(data.count, (b",", b"[", b"{"))) <= MAX_VALUES, f"the file has more than {MAX_VALUES:,} values")
    hooks: dict[str, Any] = dict.fromkeys(["parse_int", "parse_float", "parse_constant"], number)
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=fields, **hooks)
    except (RecursionError, ValueError) as error:
        raise Malformed(f"the file is not JSON in UTF-8: {str(error)[:200]}") from None


def fits(value: Any, kind: str) -> bool:
    """Whether a value is of the kind that a field must be."""
    match kind:
        case "a text" | "a name":  # one that can be written in UTF-8, a name not all blanks
            text = isinstance(value, str) and len(value) <= MAX_TEXT and not set(map(ord, value)) & SURROGATES
            return text and (kind == "a text" or value.strip() != "")
        case "a number" | "a number or null":  # true and false are none
            return type(value) is int or (value is None and kind == "a number or null")
        case "rank or suit" | "a suit":
            return value in (["rank", "suit"] if kind == "rank or suit" else list(SUITS))
        case "a list":
            return isinstance(value, list) and len(value) <= MAX_CARDS
        case "texts" | "numbers":
            return fits(value, "a list") and all(fits(entry, f"a {kind[:-1]}") for entry in value)
        case "different names" | "different suits":
            one = f"a {kind[10:-1]}"
            return fits(value, "a list") and all(fits(entry, one) for entry in value) and len({*value}) == len(value)
    return True


def an_object(where: str, value: Any, kinds: dict[str, str]) -> dict[str, Any]:
    """An object with exactly these fields, each of its kind."""
    need(isinstance(value, dict), f"{where}: expected an object, found {shown(value)}")
    for name in {**kinds, **value}:
        need(name in value, f"{where}: the field {shown(name)} is missing")
        need(name in kinds, f"{where}: the field {shown(name)} is unknown")
        need(fits(value[name], kinds[name]), f"{where}.{name}: expected {kinds[name]}, found {shown(value[name])}")
    return dict(value)


def named(step: Step, *keys: str) -> list[str]:
    """The piles that a step names under some keys."""
    values = [step[key] for key in keys if key in step]
    return [name for value in values for name in (value if isinstance(value, list) else [value])]


class Setup:
    """A setup that has been read: every step can be carried out, and there are not too many worlds."""

    def __init__(self, where: str, value: Any, max_worlds: int) -> None:
        fields = an_object(where, value, {"name": "a text", "deck": "texts", "steps": "a list"})
        self.deck, self.steps = fields["deck"], fields["steps"]
        some = len(self.deck) > 0 and 0 < len(self.steps) <= MAX_STEPS
        need(some, f"{where}: expected cards, and 1 to {MAX_STEPS} steps")
        for at, step in enumerate(self.steps):
            do = step.get("do") if isinstance(step, dict) else None
            known = isinstance(do, str) and do in STEPS
            need(known, f"{where}.steps[{at}].do: expected one of {', '.join(STEPS)}, found {shown(do)}")
            an_object(f"{where}.steps[{at}]", step, {"do": "a name", **STEPS[str(do)]})
        ascending = sorted(set(self.deck), key=lambda card: PLAYING_CARDS.get(card, (0, card)))
        self.order = {card: number for number, card in enumerate(ascending)}
        self.ranks = list(dict.fromkeys(card[:-1] for card in self.deck if card in PLAYING_CARDS))
        self.sizes: dict[int, list[tuple[str, int]]] = {}  # of the piles that a sort makes, by index of the step
        self.random: dict[int, int] = {}  # how many piles or cards change places, by index of the random step
        self.where, self.skipped, self.worlds = where, list[int](), 1
        self.try_out(where, max_worlds)

    def try_out(self, where: str, max_worlds: int) -> None:
        """Carry out one world, in which no random step changes anything.

        In every world the same piles have the same sizes: only piles of one size change places, and a sort is
        held to it. So what can be done here can be done in every world.
        """
        piles, boxed, moved = {"deck": self.deck}, 0, 0
        for at, step in enumerate(self.steps):
            do, here = step["do"], f"{where}.steps[{at}] ({step['do']})"
            sources = named(step, "pile", "piles", "unordered")
            there = sources != [] and len({*sources}) == len(sources) and all(name in piles for name in sources)
            need(there, f"{here}: expected different piles that are on the table, at least one")
            size = len(sources) if do == "scramble" else len(piles[sources[0]])
            if do in ("scramble", "shuffle", "cut"):
                self.random[at] = size
            if do == "shuffle" and self.makes_no_difference(at):
                self.skipped.append(at)
            elif at in self.random:
                self.worlds *= size if do == "cut" else factorial(size)
            need(self.worlds <= max_worlds, f"{here}: there are more than {max_worlds:,} worlds, the limit")
            # A step is carried out once for each world so far, so this bounds the time.
            moved += self.worlds * (
                5 + len(piles) + sum(len(piles.get(name, "")) for name in {*sources, *named(step, "into")})
            )
            need(moved <= 100 * (max_worlds + 10_000), f"{here}: there are too many cards to move in too many worlds")
            boxed += sum(len(piles[name]) for name in sources) if do == "discard" else 0
            self.carry_out(at, piles, tuple(range(size)))
            need((do == "observe") == (at == len(self.steps) - 1), f"{here}: a setup ends with observe, once")
            need(all(piles.values()), f"{here}: this leaves an empty pile")
            there = sum(map(len, piles.values())) + boxed == len(self.deck)
            need(there, f"{here}: this puts a pile where another one lies")
        seen, order = named(self.steps[-1], "piles", "unordered"), self.steps[-1]["piles"]
        self.observed = [{"pile": name, "cards": len(piles[name]), "ordered": name in order} for name in seen]

    def makes_no_difference(self, at: int) -> bool:
        """Whether a shuffle is the last thing done to its pile before it is seen unordered, or never seen.

        Such a shuffle is skipped. Proof that this is exact: its fall changes the order inside its pile and nothing
        else. Until the pile goes into the box, is looked at as an unordered set, or the setup ends, no step names
        it; so no card leaves it or joins it, and all other piles go the same way whatever the fall. An unordered
        set shows no order. So all n! falls give the same outcome, and skipping the shuffle divides the count of
        every outcome by the same n!, which changes no probability.
        """
        pile = self.steps[at]["pile"]
        later = [step for step in self.steps[at + 1 : -1] if pile in named(step, "pile", "piles", "into")]
        return bool(later[0]["do"] == "discard") if later else pile not in named(self.steps[-1], "piles")

    def outcomes(self, max_worlds: int, tell: Tell, before: int, whole: int) -> Counter[Outcome]:
        """Carry out every world, of ``whole`` in all, after ``before``; in how many does each outcome happen?"""
        found, done = Counter[Outcome](), 0
        # An outcome has a tuple for each pile; this bounds the memory.
        room = 1_000 + 30 * max_worlds // (20 + len(self.deck) + 30 * len(self.observed))

        def go_on(at: int, piles: Piles) -> None:
            nonlocal done
            if at == len(self.steps) - 1:
                found[self.look(piles)] += 1
                done += 1
                if not done % 4_096:
                    tell(before + done, whole)
                need(len(found) <= room, f"a setup has more than {room:,} outcomes, too many to hold")
                return
            for fall in self.falls(at) if at in self.random and at not in self.skipped else [None]:
                branch = dict(piles)
                self.carry_out(at, branch, fall)
                go_on(at + 1, branch)

        go_on(0, {"deck": self.deck})
        return found

    def falls(self, at: int) -> Iterable[tuple[int, ...]]:
        """All falls of a random step: which pile, or which card from the top (from 0), comes to each place."""
        size = self.random[at]
        if self.steps[at]["do"] == "cut":
            return (tuple((shift + place) % size for place in range(size)) for shift in range(size))
        return permutations(range(size))

    def look(self, piles: Piles) -> Outcome:
        """What the last step shows."""
        seen, order = self.steps[-1], self.order.__getitem__
        loose = [tuple(sorted(piles[name], key=order)) for name in seen["unordered"]]
        return (*[tuple(piles[name]) for name in seen["piles"]], *loose)

    def carry_out(self, at: int, piles: Piles, fall: tuple[int, ...] | None) -> None:
        """Do one step; a random step without a fall leaves all as it lies."""
        step, here = self.steps[at], f"{self.where}.steps[{at}]"
        match step["do"]:
            case "sort":
                pile, suits, made = piles.pop(step["pile"]), step["suits"], dict[str, list[str]]()
                known = all(card in PLAYING_CARDS and card[-1] in suits for card in pile)
                need(known, f"{here}: expected playing cards of the suits named")
                # From the bottom up: suits as named, ranks as the deck names them first; a list has the top first.
                for card in sorted(pile, key=lambda c: (self.ranks.index(c[:-1]), suits.index(c[-1])), reverse=True):
                    made.setdefault(card[:-1] if step["by"] == "rank" else card[-1], []).append(card)
                sizes = [(name, len(cards)) for name, cards in sorted(made.items())]
                same = self.sizes.setdefault(at, sizes) == sizes
                need(same, f"{here}: which cards are sorted depends on how a shuffle falls")
                piles.update(made)
            case "turn_over":
                for name in step["piles"]:
                    piles[name] = piles[name][::-1]
            case "scramble":
                before = [piles[name] for name in step["piles"]]
                alike = len(before) > 1 and len({*map(len, before)}) == 1
                need(alike, f"{here}: expected at least 2 piles, all of one size")
                for place, name in enumerate(step["piles"]):
                    piles[name] = before[fall[place] if fall else place]
            case "shuffle" | "cut" if fall:
                pile = piles[step["pile"]]
                piles[step["pile"]] = [pile[source] for source in fall]
            case "stack":
                piles[step["into"]] = [card for name in step["piles"] for card in piles.pop(name)]
            case "deal":
                pile, into = piles.pop(step["pile"]), step["into"]
                count = len(pile) if step["count"] is None else step["count"]
                need(0 < len(into) <= count <= len(pile), f"{here}: expected to deal a card to each pile, or more")
                need(step["pile"] not in into, f"{here}: a pile cannot be dealt onto itself")
                for turn, name in enumerate(into):
                    piles[name] = pile[turn : count : len(into)][::-1] + piles.get(name, [])
                if count < len(pile):
                    piles[step["pile"]] = pile[count:]
            case "take":
                pile = piles.pop(step["pile"])
                wanted = {number - 1 if number > 0 else len(pile) + number for number in step["positions"]}
                pulled = [card for place, card in enumerate(pile) if place in wanted]
                need(len(pulled) == len(step["positions"]) > 0, f"{here}: expected different positions in it")
                if len(pulled) < len(pile):
                    piles[step["pile"]] = [card for place, card in enumerate(pile) if place not in wanted]
                piles[step["into"]] = pulled + piles.get(step["into"], [])
            case "split":
                pile = piles.pop(step["pile"])
                fitting = len(step["sizes"]) == len(step["into"]) and all(size > 0 for size in step["sizes"])
                need(fitting and sum(step["sizes"]) == len(pile), f"{here}: expected a size for each pile")
                for size, name in zip(step["sizes"], step["into"], strict=True):
                    piles[name], pile = pile[:size], pile[size:]
            case "discard":
                for name in step["piles"]:
                    del piles[name]


def written(value: Any, sort_keys: bool = False) -> bytes:
    """A value as it is digested."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=sort_keys).encode("utf-8")


def counts(setup: Setup, found: dict[Outcome, int], lists_up_to: int) -> dict[str, Any]:
    """What is said of a distribution: how many outcomes, their total, and the list or its digest."""
    divisor = gcd(*found.values())
    ascending = sorted(found, key=lambda outcome: [[setup.order[card] for card in pile] for pile in outcome])
    said: dict[str, Any] = {"outcomes": len(found), "total": sum(found.values()) // divisor}
    rows = ([[list(pile) for pile in outcome], found[outcome] // divisor] for outcome in ascending)
    if len(found) <= lists_up_to:
        return {**said, "counts": list(rows)}
    return {**said, "sha256": sha256(b"[" + b",".join(map(written, rows)) + b"]").hexdigest()}


def result(setup: Setup, found: dict[Outcome, int], lists_up_to: int) -> dict[str, Any]:
    """What is said of one setup."""
    said = counts(setup, found, lists_up_to)
    if "sha256" in said:
        said["marginals"] = []
        for entry, pile in enumerate(setup.observed):
            marginal: Counter[Outcome] = Counter()
            for outcome, count in found.items():
                marginal[(outcome[entry],)] += count
            said["marginals"].append({"pile": pile["pile"], **counts(setup, marginal, lists_up_to)})
    skipped = [at + 1 for at in setup.skipped]
    return {"observed": setup.observed, "skipped": skipped, "worlds": setup.worlds, **said}


def hold(where: str, expected: Any, found: Any) -> None:
    """Compare a field with what was expected, entry by entry."""
    if isinstance(expected, dict) and isinstance(found, dict):
        an_object(where, found, dict.fromkeys(expected, "a value"))
        for name, value in expected.items():
            hold(f"{where}.{name}", value, found[name])
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for at, value in enumerate(expected):
            hold(f"{where}[{at}]", value, found[at])
    elif type(expected) is not type(found) or expected != found:
        raise DoesNotHold(where, shown(expected), shown(found))


def hold_witness(said: Any, setups: list[Setup], found: list[Counter[Outcome]], most: Fraction) -> None:
    """An outcome whose probabilities differ most, and a world that leads to it, carried out anew."""
    an_object("witness", said, {**dict.fromkeys(["outcome", "probabilities", "falls"], "a list"), "setup": "a number"})
    same = [outcome for outcome in found[0] | found[1] if [list(pile) for pile in outcome] == said["outcome"]]
    a, b = (Fraction(n.get(same[0], 0) if same else 0, setup.worlds) for n, setup in zip(found, setups, strict=True))
    hold("witness.outcome, by how much its probabilities differ", str(most), str(abs(a - b)))
    hold("witness.probabilities", [str(a), str(b)], said["probabilities"])
    hold("witness.setup", 1 if a > b else 2, said["setup"])
    setup = setups[0 if a > b else 1]
    for entry in said["falls"]:
        an_object("witness.falls", entry, {"step": "a number", "fall": "numbers"})
    hold("witness.falls, steps", [at + 1 for at in setup.random], [entry["step"] for entry in said["falls"]])
    piles, falls = {"deck": setup.deck}, {entry["step"] - 1: tuple(entry["fall"]) for entry in said["falls"]}
    for at in range(len(setup.steps) - 1):
        if at in falls:
            possible = sorted(falls[at]) == list(range(setup.random[at]))
            possible = possible and (setup.steps[at]["do"] != "cut" or falls[at] in setup.falls(at))
            hold(f"witness.falls, step {at + 1}: can it fall so?", True, possible)
        setup.carry_out(at, piles, falls.get(at))
    hold("witness.falls, where they lead", [list(pile) for pile in setup.look(piles)], said["outcome"])


def check(data: bytes, max_worlds: int = MAX_WORLDS, tell: Tell = lambda *_: None) -> Report:
    """Check what is in a certificate's file, carrying out at most ``max_worlds`` worlds of each setup.

    From time to time ``tell`` is called with how many worlds were carried out, and how many there are in both setups.
    """
    said = an_object("the file", read(data), TOP)
    need([said["format"], said["version"]] == [FORMAT, VERSION], f"expected format {FORMAT!r}, version {VERSION}")
    need(0 <= said["lists_up_to"] <= MAX_LISTED, f"lists_up_to: expected 0 to {MAX_LISTED:,}")
    need(len(said["setups"]) == 2, f"setups: expected two, found {len(said['setups'])}")
    setups = [Setup(f"setups[{at}]", setup, max_worlds) for at, setup in enumerate(said["setups"])]
    try:
        first, second = (setup.worlds for setup in setups)
        begun = zip(setups, (0, first), strict=True)
        found = [setup.outcomes(max_worlds, tell, before, first + second) for setup, before in begun]
        tell(first + second, first + second)
        results = [result(*each, said["lists_up_to"]) for each in zip(setups, found, strict=True)]
        hold("results", results, said["results"])
        worlds = [setup.worlds for setup in setups]
        # The difference of two probabilities as an integer over the product of the numbers of worlds.
        gaps = [abs(found[0].get(o, 0) * worlds[1] - found[1].get(o, 0) * worlds[0]) for o in found[0] | found[1]]
        distance, most = (Fraction(number, worlds[0] * worlds[1]) for number in (sum(gaps), max(gaps)))
        verdict, variation = "not equivalent" if most else "equivalent", str(distance / 2)
        hold("verdict", verdict, said["verdict"])
        hold("total_variation", variation, said["total_variation"])
        if most and said["witness"] is not None:
            hold_witness(said["witness"], setups, found, most)
        else:
            hold("witness", "an outcome that tells the setups apart" if most else None, said["witness"])
        rest = {name: value for name, value in said.items() if name != "digest"}
        hold("digest", sha256(written(rest, sort_keys=True)).hexdigest(), said["digest"])
    except DoesNotHold as error:
        return Report(None, None, (), (), *error.args)
    return Report(verdict, variation, tuple(worlds), tuple(map(len, found)))


def check_file(file: str, max_worlds: int = MAX_WORLDS, tell: Tell = lambda *_: None) -> Report:
    """Check a certificate in a file, which may not be readable: see :func:`check`."""
    try:
        with open(file, "rb") as stream:
            return check(stream.read(MAX_BYTES + 1), max_worlds, tell)
    except (OSError, ValueError) as error:
        raise Malformed(f"the file cannot be read: {error}") from None


def say(done: int, whole: int, start: float = monotonic()) -> None:
    """Say on a terminal how far a check is that takes over two seconds; the line is wiped at the end."""
    if sys.stderr.isatty() and monotonic() - start > 2:
        said = f"{done:,} of {whole:,} worlds carried out" if done < whole else ""
        print(f"{said:60}", end="\r", file=sys.stderr, flush=True)


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):  # a terminal may have no ♠
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        need(len(sys.argv) == 2, "expected one argument, the file of a certificate")
        REPORT = check_file(sys.argv[1], tell=say)
    except Malformed as problem:
        print(f"Error: {problem}", file=sys.stderr)
        sys.exit(2)
    print(REPORT)
    sys.exit(0 if REPORT else 1)
