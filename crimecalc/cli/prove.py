"""``crimecalc prove``: are two setups the same game?"""

from __future__ import annotations

import json
import math
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from crimecalc.certificate import MAX_WORLDS, check_certifiable
from crimecalc.cli import options
from crimecalc.cli.setups import read_setup
from crimecalc.comparison import Comparison, compare
from crimecalc.engine.sampling import sample
from crimecalc.games import forgotten_crime
from crimecalc.goodness import GoodnessOfFit
from crimecalc.rendering import plural
from crimecalc.seeds import seed_sequence
from crimecalc.setup import Setup

__all__ = ["prove"]

CLAIMS: dict[str, Callable[[], tuple[Setup, Setup]]] = {"forgotten-crime": forgotten_crime.setups}
"""The games of which two setups are claimed to be the same."""


@click.command()
@click.argument("first", metavar="GAME|FILE.py:NAME")
@click.argument("second", metavar="[FILE.py:NAME]", required=False)
@click.option(
    "--samples",
    type=click.IntRange(min=0),
    default=1_000_000,
    show_default=True,
    help="Random tables of each setup for the cross-check; 0 leaves it out.",
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Seed of the cross-check.")
@options.max_states
@click.option(
    "--certificate",
    type=click.Path(dir_okay=False),
    help="Write the result to this file, for 'crimecalc check'.",
)
@options.max_worlds(MAX_WORLDS, "Worlds in a certificate.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, fractions as strings.")
def prove(
    first: str,
    second: str | None,
    samples: int,
    seed: int,
    max_states: int,
    certificate: str | None,
    max_worlds: int,
    as_json: bool,
) -> None:
    """Prove that two setups give exactly the same game.

    Takes the name of a game of which two setups are known (forgotten-crime), or two setups: of your own, each as
    FILE.py:NAME, where NAME is a Setup that the Python file makes, or forgotten-crime:simplified and
    forgotten-crime:designer.

    \b
    Exit status:
      0  the setups are equivalent
      1  they are not; a counterexample is printed
      2  the command makes no sense, or needs more states (for a certificate:
         more worlds) than allowed
      3  the output could not be written; 130, 141: interrupted
    """
    setups = _two_setups(first, second)
    if certificate is not None:
        check_certifiable(setups, max_worlds=max_worlds)  # before the work, not after it
    comparison = compare(*setups, max_states=max_states)
    if certificate is not None:
        Path(certificate).write_text(
            comparison.certificate_text(max_worlds=max_worlds), encoding="utf-8", newline="\n"
        )
    if not as_json:
        click.echo(_result(comparison))
    checks = _cross_check(comparison, samples, seed)
    if as_json:
        click.echo(json.dumps(_as_json(comparison, samples, seed, checks), indent=2))
    elif checks:
        click.echo(f"\nCross-check: {plural(samples, 'random table')} of each setup (seed {seed})")
        for name, check in zip(comparison.names, checks, strict=True):
            click.echo(f"{name}\n  {_fits(check)}\n  {check}")
    if certificate is not None and not as_json:
        click.echo(f"\nCertificate written; check it with: crimecalc check {shlex.quote(certificate)}")
    sys.exit(0 if comparison else 1)


def _two_setups(first: str, second: str | None) -> tuple[Setup, Setup]:
    if second is not None:
        return read_setup(first), read_setup(second)
    if first in CLAIMS:
        return CLAIMS[first]()
    known = ", ".join(sorted(CLAIMS))
    if ":" in first:
        raise click.UsageError(f"found one setup, {first!r}; expected a second one to compare it with")
    raise click.UsageError(f"unknown game {first!r}; expected one of: {known}, or two setups as FILE.py:NAME")


def _cross_check(comparison: Comparison, samples: int, seed: int) -> list[GoodnessOfFit]:
    """Hold a sample of each setup, drawn by the other engine, against its exact distribution."""
    if not samples:
        return []
    seeds = seed_sequence(seed).spawn(2)
    return [
        sample(setup, samples, own_seed).goodness_of_fit(exact)
        for setup, exact, own_seed in zip(comparison.setups, comparison.distributions, seeds, strict=True)
    ]


def _result(comparison: Comparison) -> str:
    figures, found = comparison.paragraphs
    verdict, *rest = found.splitlines()
    styled = click.style(verdict, fg="green" if comparison else "red", bold=True)
    return "\n".join([figures, "", styled, *rest])


def _fits(check: GoodnessOfFit) -> str:
    if not check.degrees_of_freedom and not check.impossible:
        return "says nothing"
    if check.fits:
        return "fits the exact distribution"
    return click.style("does NOT fit the exact distribution", fg="red", bold=True)


def _as_json(comparison: Comparison, samples: int, seed: int, checks: list[GoodnessOfFit]) -> dict[str, Any]:
    setups = []
    for setup, exact in zip(comparison.setups, comparison.distributions, strict=True):
        uniform = exact.is_uniform()
        setups.append(
            {
                "name": setup.name,
                "worlds": exact.worlds,
                "outcomes": len(exact),
                "uniform": uniform,
                "probability_of_each": f"1/{len(exact)}" if uniform else None,
            }
        )
    witness = comparison.witness
    counterexample = witness and {
        "outcome": [[str(card) for card in entry] for entry in witness.table.outcome],
        "probabilities": [str(probability) for probability in witness.probabilities],
        "reached_in": witness.table.setup.name,
        "steps": list(witness.steps),
    }
    cross_check = [
        {
            "name": setup.name,
            "statistic": check.statistic if math.isfinite(check.statistic) else None,
            "degrees_of_freedom": check.degrees_of_freedom,
            "p_value": check.p_value,
            "impossible": check.impossible,
            "fits": check.fits,
        }
        for setup, check in zip(comparison.setups, checks, strict=bool(checks))
    ]
    return {
        "setups": setups,
        "equivalent": comparison.equivalent,
        "total_variation": str(comparison.total_variation),
        "counterexample": counterexample,
        "monte_carlo": {"samples": samples, "seed": seed, "checks": cross_check} if checks else None,
    }
