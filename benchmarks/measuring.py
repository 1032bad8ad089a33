"""How the report measures: in turns, the median of some rounds, the clock stopped while a result is checked."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import NamedTuple, TypeVar

__all__ = [
    "FULL",
    "NOT_MEASURED",
    "QUICK",
    "Measurement",
    "Rounds",
    "Row",
    "compared",
    "duration",
    "interleaved",
    "require",
    "timed",
    "within",
    "yes",
]

T = TypeVar("T")
Measurement = Callable[[], float]
"""Does some work, checks what came of it with the clock stopped, and returns the seconds of the work."""

NOT_MEASURED = "not measured"


class Rounds(NamedTuple):
    """How often each kind of row is measured."""

    plain: int
    brute_force: int
    sampler: int
    shuffle: int
    policy: int
    memory: int
    deals: int
    plain_deals: int
    ranking: int


FULL = Rounds(plain=3, brute_force=21, sampler=9, shuffle=51, policy=9, memory=3, deals=31, plain_deals=3, ranking=5)
QUICK = Rounds(plain=1, brute_force=3, sampler=1, shuffle=11, policy=3, memory=1, deals=3, plain_deals=1, ranking=1)


class Row(NamedTuple):
    """A line of the table."""

    work: str
    crimecalc: str
    baseline: str = "–"
    its_time: str = "–"
    ratio: str = "–"
    target: str = "–"
    met: str = "–"


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """How many seconds some work took, and what came of it."""
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def interleaved(rounds: int, *measurements: Measurement) -> list[float]:
    """The median of each measurement; they take turns, so that a slow minute is slow for all of them."""
    measurements[0]()  # crimecalc's, warm from here on
    taken = [[measurement() for measurement in measurements] for _ in range(rounds)]
    return [median(seconds) for seconds in zip(*taken, strict=True)]


def require(holds: bool, what: str) -> None:
    """Stop where a result is wrong: its time would mean nothing."""
    if not holds:
        raise RuntimeError(f"{what}: the result is wrong")


def compared(work: str, ours: float, baseline: str, theirs: float, target: int | None) -> Row:
    """A line about two times; without a target it is for information."""
    ratio = theirs / ours
    shown = f"{ratio:.0f}x" if ratio >= 100 else f"{ratio:.1f}x"
    row = Row(work, duration(ours), baseline, duration(theirs), shown)
    return row if target is None else row._replace(target=f"at least {target}x", met=yes(ratio >= target))


def within(work: str, ours: float, limit: float) -> Row:
    """A line about a time that shall stay under a limit, in seconds."""
    target = f"under {limit:g} s" if limit >= 1 else f"under {1000 * limit:g} ms"
    return Row(work, duration(ours), target=target, met=yes(ours < limit))


def duration(seconds: float) -> str:
    """A time as a person reads it."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.1f} ms"


def yes(met: bool) -> str:
    """Whether a target is met, so that a miss cannot be overlooked."""
    return "yes" if met else "NO"
