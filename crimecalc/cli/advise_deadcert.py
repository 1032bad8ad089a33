"""DEADCERT on a terminal: who is the killer, given the names seen so far, as a table and in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from unicodedata import normalize

from crimecalc.errors import InvalidInput
from crimecalc.games.deadcert import TYPES, UNSEEN, Split, names_possible, posterior
from crimecalc.games.deadcert.belief import Prior
from crimecalc.games.deadcert.rules import DEFAULT, DOUBLES, NAMES
from crimecalc.rendering import left_out, percent, plural, shown, text_table, wrapped

__all__ = ["killer_as_json", "killer_in_words", "read_sightings", "split_from_text"]


def read_sightings(sightings: Iterable[str]) -> dict[str, list[str]]:
    """Sightings as a person writes them: for each name the types on which it was seen.

    Raises:
        InvalidInput: if one has no colon, or a name is named twice on one type. Names and types are not checked here.

    >>> read_sightings(["Ada:means", "Bob: the Younger:motive", "Ada:motive"])
    {'Ada': ['means', 'motive'], 'Bob: the Younger': ['motive']}
    """
    seen: dict[str, list[str]] = {}
    for sighting in sightings:
        written, colon, types = sighting.rpartition(":")
        if not colon:
            raise InvalidInput(f"expected sightings as NAME:TYPE, as in Ada:motive, found {sighting!r}")
        name = " ".join(normalize("NFC", written).split())  # the same name may reach us in other bytes
        if not name.isprintable():
            raise InvalidInput(f"expected a name that can be printed, found {name!r}")
        if any(f":{kind}" in name for kind in TYPES):
            raise InvalidInput(f"expected each sighting as an argument of its own, found {sighting!r}")
        alike = [other for other in seen if other != name and other.casefold() == name.casefold()]
        if alike:
            raise InvalidInput(f"{name} and {alike[0]} differ in capitals only; expected one spelling")
        on = seen.setdefault(name, [])
        for kind in (part.strip() for part in types.split("+")):
            if kind in on:
                raise InvalidInput(f"{name}: {kind} is named twice; expected each card once")
            on.append(kind)
    return seen


def split_from_text(text: str) -> Split:
    """A split written as three numbers.

    Raises:
        InvalidInput: if it is none.

    >>> split_from_text("4,3,2")
    Split(motive_means=4, motive_opportunity=3, means_opportunity=2)
    """
    try:
        first, second, third = map(int, text.split(","))
        return Split(first, second, third)
    except ValueError:
        raise InvalidInput(
            f"--split: expected three numbers of 0 or more that add up to {DOUBLES}, as in 3,3,3, found {text!r}"
        ) from None


@dataclass(frozen=True)
class _Killer:
    """Who the killer can be.

    Attributes:
        seen: for each name that was seen the types of its cards, in the order of the types.
        possible: how many names can still be the killer's.
        chances: the probability of each name that was seen, the most probable first.
        others: how many names were not seen yet.
        others_chance: the probability that one of these is the killer's.
    """

    seen: dict[str, list[str]]
    possible: int
    chances: dict[str, Fraction]
    others: int
    others_chance: Fraction

    @property
    def chance_of_each_other(self) -> Fraction | None:
        """The probability of each name that was not seen; None if all were."""
        return self.others_chance / self.others if self.others else None

    @property
    def best(self) -> str | None:
        """A most probable name; None if none was seen yet.

        A name that was seen is never less probable than one that was not: in any world in which one not seen is the
        killer's, the two could change places, as the killer is on a card of each type.
        """
        return next(iter(self.chances), None)

    @property
    def best_chance(self) -> Fraction:
        return self.others_chance / self.others if self.best is None else self.chances[self.best]

    @property
    def equally_probable(self) -> int:
        """How many names are as probable as the best one, itself included."""
        alike = sum(chance == self.best_chance for chance in self.chances.values())
        return alike + (self.others if self.chance_of_each_other == self.best_chance else 0)


def _killer(sightings: Iterable[str], split: Split | None, prior: Prior | None) -> _Killer:
    seen = read_sightings(sightings)
    killer = posterior(seen, split, prior)
    return _Killer(
        seen={name: sorted(types, key=TYPES.index) for name, types in seen.items()},
        possible=names_possible(seen, split, prior),
        chances={name: killer[name] for name in sorted(seen, key=lambda name: (-killer[name], name))},
        others=NAMES - len(seen),
        others_chance=killer[UNSEEN],
    )


def killer_in_words(
    sightings: Sequence[str], split: Split | None = None, prior: Prior | None = None, limit: int | None = None
) -> str:
    """What some sightings imply about the killer, as text.

    >>> print(killer_in_words(["Ada:motive+means+opportunity"]))
    Names seen: 1, on 3 cards (split 3,3,3, assumed)
    <BLANKLINE>
    name              seen on                   probability  about
    Ada               motive+means+opportunity  1            yes
    one of 36 unseen  ·                         0            ·
    <BLANKLINE>
    1 name can still be the killer's
    36 names not seen yet: none of them is the killer's
    Best guess: Ada is certainly the killer
    """
    killer = _killer(sightings, split, prior)
    cards = sum(map(len, killer.seen.values()))
    names = f"{len(killer.seen)}, on {plural(cards, 'card')}" if cards else "none yet"
    numbers = ",".join(map(str, (split or DEFAULT).doubles))
    spread = f"split {numbers}{'' if split else ', assumed'}" if prior is None else f"prior: {prior}"
    head = f"Names seen: {names} ({spread})"
    lines = [f"{plural(killer.possible, 'name')} can still be the killer's", *_about_others(killer), _guess(killer)]
    told = "\n".join(line for sentence in lines for line in wrapped(sentence, indent=2))
    return "\n\n".join([head, *([_table(killer, limit)] if killer.seen else []), told])


def _table(killer: _Killer, limit: int | None) -> str:
    """Probability of each name that was seen, and of all others together; the most probable first."""
    rows = [(name, "+".join(killer.seen[name]), chance) for name, chance in killer.chances.items()]
    if killer.others:
        others = f"one of {killer.others} unseen" if killer.others > 1 else "the only one unseen"
        rows.append((others, "·", killer.others_chance))
    rows.sort(key=lambda row: -row[2])
    count = shown(len(rows), limit)
    cells = [[name, on, str(chance), percent(chance)] for name, on, chance in rows[:count]]
    return text_table(["name", "seen on", "probability", "about"], cells, left_out(len(rows), count, "rows"))


def _about_others(killer: _Killer) -> list[str]:
    each = killer.chance_of_each_other
    if each is None:
        return ["All names were seen"]
    names = f"{plural(killer.others, 'name')} not seen yet"
    one = killer.others == 1
    if not each:
        return [f"{names}: {'it is not' if one else 'none of them is'} the killer's"]
    return [f"{names}: {'it' if one else 'each'} is the killer's with probability {_chance(each)}"]


def _guess(killer: _Killer) -> str:
    """The best guess in one sentence."""
    if killer.best is None:
        return "Best guess: any name, as none was seen yet"
    if killer.best_chance == 1:
        return f"Best guess: {killer.best} is certainly the killer"
    sentence = f"Best guess: {killer.best} is the killer with probability {_chance(killer.best_chance)}"
    alike = killer.equally_probable - 1
    if alike:
        sentence += f" ({plural(alike, 'other name')} just as probable)"
    if killer.others_chance > killer.best_chance:
        sentence += f", but more likely it is a name not seen yet, {_chance(killer.others_chance)}"
    return sentence


def _chance(probability: Fraction) -> str:
    return f"{probability} ({percent(probability)})"


def killer_as_json(sightings: Sequence[str], split: Split | None = None, prior: Prior | None = None) -> dict[str, Any]:
    """The same for programs, with all names, fractions as strings."""
    killer = _killer(sightings, split, prior)
    each = killer.chance_of_each_other
    return {
        "seen": killer.seen,
        "split": list((split or DEFAULT).doubles) if prior is None else None,
        "prior": prior,
        "names_possible": killer.possible,
        "names_unseen": killer.others,
        "probability_of_each_unseen": None if each is None else str(each),
        "killer": {name: str(chance) for name, chance in killer.chances.items()} | {UNSEEN: str(killer.others_chance)},
        "best_guess": killer.best,
        "win_probability": str(killer.best_chance),
        "equally_probable": killer.equally_probable,
    }
