"""What the baselines of both the benchmarks and the report share: how they run and what they must count."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from collections.abc import Collection
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import crimecalc as cc
from crimecalc.games import forgotten_crime
from crimecalc.games.forgotten_crime import symmetry
from crimecalc.games.forgotten_crime.belief import all_crimes
from crimecalc.games.forgotten_crime.policies import stopping_game
from plain_forgotten_crime import SUITS, Outcome

__all__ = [
    "GAME",
    "KNOWN",
    "OPTIMUM",
    "BruteForce",
    "Counted",
    "card_number",
    "compile_brute_force",
    "counted",
    "counted_exactly",
    "forget_policy",
    "has_compiler",
    "plain_outcome",
    "run_brute_force",
    "same_distribution",
    "shuffle_of_52",
]


class Counted(NamedTuple):
    """An enumeration in short.

    Attributes:
        worlds: how many worlds there are.
        outcomes: how many different outcomes.
        least: worlds of the least frequent outcome.
        most: worlds of the most frequent outcome.
    """

    worlds: int
    outcomes: int
    least: int
    most: int


KNOWN = {
    "simplified": Counted(186_624, 23_328, 8, 8),
    "designer": Counted(746_496, 23_328, 32, 32),
}
"""What every way of enumerating the two setups must find: 8 and 32 worlds an outcome."""


OPTIMUM = Fraction(32_320_919, 14_968_800)
"""Expected score of the best play of Forgotten Crime."""

GAME = ("A♠", "4♠", "2♣", "8♥", "A♥")
"""Five cards as they may be turned over in a game."""


def forget_policy() -> None:
    """Make crimecalc solve Forgotten Crime anew when it is asked next: it remembers the crimes and the policy."""
    for remembered in (all_crimes, stopping_game, forgotten_crime.optimal_policy, symmetry._renamed_columns):
        remembered.cache_clear()


def counted(counts: Counter[Outcome]) -> Counted:
    """The result of the plain Python enumeration in short."""
    return Counted(counts.total(), len(counts), min(counts.values()), max(counts.values()))


def counted_exactly(exact: cc.Distribution) -> Counted:
    """The result of crimecalc in short."""
    counts = [exact.count(outcome) for outcome in exact]
    return Counted(exact.worlds, len(exact), min(counts), max(counts))


def same_distribution(a: Counter[Outcome], b: Counter[Outcome]) -> bool:
    """Whether every outcome has the same probability by either count, in whole numbers."""
    worlds_a, worlds_b = a.total(), b.total()
    return a.keys() == b.keys() and all(a[outcome] * worlds_b == b[outcome] * worlds_a for outcome in a)


class BruteForce(NamedTuple):
    """What the C program printed.

    Attributes:
        counted: the enumeration of each setup in short.
        same: whether it found the setups equivalent.
        seconds: what enumerating and comparing took, by its own clock.
    """

    counted: dict[str, Counted]
    same: bool
    seconds: float


def has_compiler() -> bool:
    """Whether there is a C compiler."""
    return shutil.which("cc") is not None


def compile_brute_force(directory: Path) -> Path:
    """Compile the C program into a directory."""
    program = directory / "brute_force"
    source = Path(__file__).with_name("brute_force.c")
    subprocess.run(["cc", "-O3", "-o", str(program), str(source)], check=True)
    return program


def run_brute_force(program: Path, repeats: int) -> BruteForce:
    """Run the C program, which reports the best of some repetitions."""
    printed = subprocess.run([str(program), str(repeats)], check=True, capture_output=True, text=True).stdout
    *numbers, seconds = printed.split()
    values = [int(number) for number in numbers]
    found = {"simplified": Counted(*values[:4]), "designer": Counted(*values[4:8])}
    return BruteForce(found, values[8] == 1, float(seconds))


def shuffle_of_52() -> cc.Setup:
    """A shuffle of 52 cards of which the second and the second-last are looked at."""
    return (
        cc.Setup(cc.Deck.standard(), name="shuffle of 52")
        .shuffle("deck")
        .take("deck", [2], into="second")
        .take("deck", [-2], into="second-last")
        .observe("second", "second-last")
    )


def card_number(card: cc.Card) -> int:
    """The number that stands for a card in the baselines."""
    ranks = [rank for question in forgotten_crime.QUESTIONS for rank in question]
    return len(SUITS) * [*ranks, "J", "K"].index(card.rank) + list(cc.Suit).index(card.suit)


def plain_outcome(outcome: tuple[Collection[cc.Card], ...]) -> Outcome:
    """An outcome of crimecalc's setups, as the baselines write it."""
    (criminal,), (accomplice,), deck = outcome
    return card_number(criminal), card_number(accomplice), sum(1 << card_number(card) for card in deck)
