"""Seeds: whatever numpy users pass, as one SeedSequence."""

from __future__ import annotations

import numpy as np

from crimecalc.checks import found
from crimecalc.errors import InvalidInput

__all__ = ["Seed", "seed_sequence"]

Seed = int | np.integer | np.random.SeedSequence | np.random.Generator | None
"""An int of at least 0, a SeedSequence, a Generator (fresh entropy is drawn from it), or None for chance."""


def seed_sequence(seed: Seed) -> np.random.SeedSequence:
    """A SeedSequence from any of the accepted kinds of seed.

    Raises:
        InvalidInput: if the seed is of no such kind.

    >>> seed_sequence(7).entropy
    7
    """
    if isinstance(seed, np.random.SeedSequence):
        return seed
    if isinstance(seed, np.random.Generator):
        return np.random.SeedSequence(int.from_bytes(seed.bytes(16), "little"))
    if seed is None:
        return np.random.SeedSequence()
    if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool) and seed >= 0:
        return np.random.SeedSequence(int(seed))
    expected = "an int of at least 0, None, a SeedSequence or a Generator"
    raise InvalidInput(f"seed: expected {expected}, found {found(seed)}")
