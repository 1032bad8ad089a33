"""Times crimecalc against its baselines, side by side, and says whether the targets are met.

Run as ``python benchmarks/report.py``, or with ``--quick`` as a smoke test.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import crimecalc as cc
import permuted_sampler
import plain_solo
import plain_stopping_game
import sdd_deals
from baselines import (
    GAME,
    KNOWN,
    OPTIMUM,
    compile_brute_force,
    counted,
    counted_exactly,
    forget_policy,
    has_compiler,
    plain_outcome,
    run_brute_force,
    same_distribution,
    shuffle_of_52,
)
from crimecalc.games import deadcert, forgotten_crime, in_a_grove
from crimecalc.rendering import text_table
from measuring import (
    FULL,
    NOT_MEASURED,
    QUICK,
    Rounds,
    Row,
    compared,
    duration,
    interleaved,
    require,
    timed,
    yes,
)
from plain_forgotten_crime import Outcome, count
from rows_deals import deals_rows

TABLES = 1_000_000
SOLO = 0.6153
"""About how often SOLOplay is won by the policy that is timed."""
SIMPLIFIED, DESIGNER = forgotten_crime.setups()
SHUFFLE_OF_52 = shuffle_of_52()

PROOF = "both setups enumerated and compared"
SAMPLING = f"{TABLES:,} tables of the simplified setup"

PROVE = "import crimecalc as cc; from crimecalc.games import forgotten_crime as fc; cc.prove_equivalent(*fc.setups())"
PEAK_OF_CHILD = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""Runs a command and prints its peak memory.

On Linux a process starts with the peak of the one that started it, here the report with all its tables;
hence a small process in between.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure everything, print the table and return the exit status."""
    parser = argparse.ArgumentParser(description="Time crimecalc against its baselines.")
    parser.add_argument("--quick", action="store_true", help="a smoke run: fewer rounds, exit status always 0")
    quick: bool = parser.parse_args(arguments).quick
    rounds = QUICK if quick else FULL
    rows = [
        simplified_against_plain_python(rounds.plain) if quick else proof_against_plain_python(rounds.plain),
        proof_against_brute_force(rounds.brute_force),
        *sampler_against_permuted(rounds.sampler),
        two_cards_of_52(rounds.shuffle),
        policy_against_plain_induction(rounds.policy),
        *at_the_table(rounds),
        information_sets_of_a_grove(rounds.policy),
        *solo_games(rounds.plain, 2_000 if quick else 65_536),
        peak_memory("peak memory of prove_equivalent", ["-c", PROVE], rounds.memory),
        peak_memory("peak memory of crimecalc prove", ["-m", "crimecalc", "prove", "forgotten-crime"], rounds.memory),
        *deals_rows(rounds),
    ]
    print(text_table([name.replace("_", " ") for name in Row._fields], rows))
    if not sdd_deals.available():
        print(sdd_deals.MISSING)
    # A target that could not be measured was not shown to be met.
    return 0 if quick or all(row.met in ("yes", "–") for row in rows) else 1


# --- rows -----------------------------------------------------------------------------------------


def proof_against_plain_python(rounds: int) -> Row:
    """The proof, against a loop over all worlds in plain Python."""

    def enumerated_and_compared() -> tuple[list[Counter[Outcome]], bool]:
        counts = [count("simplified"), count("designer")]
        return counts, same_distribution(*counts)

    def plain() -> float:
        seconds, (counts, same) = timed(enumerated_and_compared)
        require(same and [counted(found) for found in counts] == list(KNOWN.values()), "plain Python")
        return seconds

    ours, theirs = interleaved(rounds, proof, plain)
    return compared(PROOF, ours, "plain Python", theirs, 50)


def simplified_against_plain_python(rounds: int) -> Row:
    """The quick stand-in for the row above: one setup, so that nobody waits for the other."""

    def exactly() -> float:
        seconds, exact = timed(lambda: cc.distribution(SIMPLIFIED))
        require(counted_exactly(exact) == KNOWN["simplified"], "crimecalc's enumeration")
        return seconds

    def plain() -> float:
        seconds, counts = timed(lambda: count("simplified"))
        require(counted(counts) == KNOWN["simplified"], "plain Python")
        return seconds

    ours, theirs = interleaved(rounds, exactly, plain)
    return compared("simplified setup alone enumerated", ours, "plain Python", theirs, 50)


def proof_against_brute_force(rounds: int) -> Row:
    """The proof, against the same loop over all worlds in C."""
    if not has_compiler():
        (ours,) = interleaved(rounds, proof)
        no_compiler = "brute force in C: no cc on PATH"
        return Row(PROOF, duration(ours), no_compiler, target="at least 1x", met=NOT_MEASURED)
    with tempfile.TemporaryDirectory() as directory:
        program = compile_brute_force(Path(directory))

        def brute_force() -> float:
            # The best of three, by its own clock: neither starting it nor its first touch of memory counts.
            found = run_brute_force(program, repeats=3)
            require(found.same and found.counted == KNOWN, "brute force in C")
            return found.seconds

        ours, theirs = interleaved(rounds, proof, brute_force)
    return compared(PROOF, ours, "brute force in C", theirs, 1)


def sampler_against_permuted(rounds: int) -> list[Row]:
    """The sampler, against numpy's ``permuted`` in either layout; the target is about the usual one."""
    exact = cc.distribution(SIMPLIFIED)
    possible = exact.keys()
    possible_plainly = {plain_outcome(outcome) for outcome in possible}

    def sampler() -> float:
        seconds, sample = timed(lambda: cc.sample(SIMPLIFIED, TABLES, seed=1))
        # So many tables leave no outcome out.
        require(sample.n == TABLES and sample.counts().keys() == possible, "crimecalc's sample")
        return seconds

    def permuted(layout: str) -> float:
        seconds, tables = timed(lambda: permuted_sampler.sample(TABLES, seed=1, layout=layout))
        counts = permuted_sampler.outcome_counts(tables)
        require(counts.total() == TABLES and counts.keys() == possible_plainly, f"permuted, {layout}")
        return seconds

    ours, rows, columns = interleaved(rounds, sampler, lambda: permuted("rows"), lambda: permuted("columns"))
    return [
        compared(SAMPLING, ours, "permuted, a row for each table", rows, 5),
        compared(SAMPLING, ours, "permuted, a column for each table", columns, None),
    ]


def two_cards_of_52(rounds: int) -> Row:
    """The second and the second-last card of a shuffle of 52, exactly."""

    def exactly() -> float:
        seconds, exact = timed(lambda: cc.distribution(SHUFFLE_OF_52))
        require((exact.worlds, len(exact), exact.is_uniform()) == (2_652, 2_652, True), "two cards of 52")
        return seconds

    (ours,) = interleaved(rounds, exactly)
    return Row("two cards of a shuffle of 52", duration(ours), target="under 10 ms", met=yes(ours < 0.010))


def policy_against_plain_induction(rounds: int) -> Row:
    """The whole policy of Forgotten Crime from nothing, against dicts and Fractions."""

    def solved() -> float:
        forget_policy()
        seconds, policy = timed(forgotten_crime.optimal_policy)
        require((policy.value, policy.states) == (OPTIMUM, 894), "crimecalc's policy")
        return seconds

    def plain() -> float:
        seconds, found = timed(plain_stopping_game.solve)
        require(found == (OPTIMUM, 894), "plain backward induction")
        return seconds

    ours, theirs = interleaved(rounds, solved, plain)
    row = compared("the optimal policy from nothing", ours, "plain backward induction", theirs, 3)
    met = yes(theirs / ours >= 3 and ours < 0.3)
    return row._replace(target="at least 3x, under 0.3 s", met=met)


def at_the_table(rounds: Rounds) -> list[Row]:
    """Advice once the policy is solved, and a million games played by it."""
    best = forgotten_crime.optimal_policy()
    seen = [*GAME]

    def advised() -> float:
        seconds, advice = timed(lambda: best.advise(seen))
        require(advice.value_of_accusing == 7 * advice.win_probability, "advice")
        return seconds

    def played() -> float:
        seconds, games = timed(lambda: forgotten_crime.simulate(best, TABLES, seed=1))
        require(abs(games.mean_score - float(OPTIMUM)) < 4 * games.standard_error, "the games' mean score")
        return seconds

    (advice,) = interleaved(rounds.shuffle, advised)
    (games,) = interleaved(rounds.memory, played)
    return [
        Row("advice after five cards", duration(advice), target="under 5 ms", met=yes(advice < 0.005)),
        Row(f"{TABLES:,} games by the optimal policy", duration(games), target="under 5 s", met=yes(games < 5)),
    ]


def information_sets_of_a_grove(rounds: int) -> Row:
    """Every information set of the discoverer of In a Grove, for all numbers of players, with the best swap."""

    def solved() -> float:
        seconds, values = timed(lambda: [in_a_grove.discoverer_value(players) for players in (2, 3, 4)])
        require(values == [Fraction(38, 45), Fraction(107, 140), Fraction(199, 280)], "the discoverer's values")
        return seconds

    (ours,) = interleaved(rounds, solved)
    work = "In a Grove: all 720 information sets"
    return Row(work, duration(ours), target="under 2 s", met=yes(ours < 2))


def solo_games(rounds: int, games: int) -> list[Row]:
    """Games of DEADCERT's SOLOplay, against playing them one by one in plain Python; and a million of them."""

    def played(n: int) -> float:
        seconds, found = timed(lambda: deadcert.simulate_solo("C6", n, seed=1))
        require(abs(found.win_probability - SOLO) < 5 * found.standard_error, "games of SOLOplay")
        return seconds

    def plain() -> float:
        seconds, (rate, error) = timed(lambda: plain_solo.win_rate("C6", games, seed=1))
        require(abs(rate - SOLO) < 5 * error, "plain games of SOLOplay")
        return seconds

    ours, theirs = interleaved(rounds, lambda: played(games), plain)
    (million,) = interleaved(rounds if games > 2_000 else 1, lambda: played(TABLES))
    return [
        compared(f"{games:,} games of SOLOplay", ours, "plain Python", theirs, 30),
        Row(f"{TABLES:,} games of SOLOplay", duration(million), target="under 30 s", met=yes(million < 30)),
    ]


def peak_memory(work: str, arguments: Sequence[str], rounds: int) -> Row:
    """The most memory that a Python process ever held; it fails unless the setups are equivalent."""
    target = "under 300 MB"
    if importlib.util.find_spec("resource") is None:
        return Row(work, NOT_MEASURED, target=target, met=NOT_MEASURED)
    command = [sys.executable, "-c", PEAK_OF_CHILD, sys.executable, *arguments]
    unit = 1 if sys.platform == "darwin" else 1024
    peak = max(
        int(subprocess.run(command, check=True, capture_output=True, text=True).stdout) * unit for _ in range(rounds)
    )
    return Row(work, f"{peak / 1e6:.0f} MB", target=target, met=yes(peak < 300_000_000))


# --- the proof ------------------------------------------------------------------------------------


def proof() -> float:
    """The seconds in which crimecalc enumerates both setups, which exist already, and compares them."""

    def enumerated_and_compared() -> tuple[cc.Comparison, bool]:
        comparison = cc.compare(SIMPLIFIED, DESIGNER)
        return comparison, comparison.equivalent

    seconds, (comparison, same) = timed(enumerated_and_compared)
    found = [counted_exactly(exact) for exact in comparison.distributions]
    require(same and found == list(KNOWN.values()), "crimecalc's proof")
    return seconds


if __name__ == "__main__":
    sys.exit(main())
