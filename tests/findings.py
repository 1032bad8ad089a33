"""What came out of claims, each checked once for all tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from crimecalc import claims

__all__ = ["finding", "findings_of"]


@cache
def finding(name: str) -> claims.Finding:
    """What came out of a claim."""
    return claims.get(name).check()


def findings_of(game: str) -> Callable[[str], claims.Finding]:
    """A function that tells what came out of a game's claims, by what follows the game in their names."""
    return lambda what: finding(f"{game}/{what}")
