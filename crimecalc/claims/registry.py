"""All claims under their names, and how to check them."""

from __future__ import annotations

from crimecalc.claims.claim import CLAIMS, Claim, Findings
from crimecalc.progress import Bar

__all__ = ["check", "get", "names"]


def names(game: str | None = None) -> tuple[str, ...]:
    """The names of all claims, or of those on one game.

    Args:
        game: one of :data:`~crimecalc.games.GAMES`, or None for all.

    Raises:
        InvalidInput: if there is no such game.

    >>> from crimecalc import claims
    >>> "forgotten-crime/equivalence" in claims.names("forgotten-crime")
    True
    """
    return CLAIMS.names(game)


def get(name: str) -> Claim:
    """A claim by its name.

    Args:
        name: one of :func:`names`.

    Raises:
        InvalidInput: if there is no such claim.

    >>> from crimecalc import claims
    >>> claims.get("forgotten-crime/equivalence").check().evidence
    'distance 0; 186,624 and 746,496 worlds, 23,328 and 23,328 outcomes'
    """
    return CLAIMS[name]


def check(game: str | None = None, *, progress: bool | None = None) -> Findings:
    """Check all claims, or those on one game.

    Args:
        game: as in :func:`names`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        InvalidInput: if there is no such game.

    >>> from crimecalc import claims
    >>> claims.check("king-of-hearts").as_expected
    True
    """
    chosen = names(game)
    findings = []
    with Bar(progress, len(chosen), verb="claims", noun="claims") as bar:
        for name in chosen:
            findings.append(CLAIMS[name].check())
            bar.advance()
    return Findings(findings)
