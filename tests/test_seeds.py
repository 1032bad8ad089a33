from __future__ import annotations

import numpy as np
import pytest

from crimecalc.errors import InvalidInput
from crimecalc.seeds import seed_sequence


def test_equal_seeds_give_equal_states() -> None:
    states = [seed_sequence(seed).generate_state(4).tolist() for seed in (7, np.int64(7), np.random.SeedSequence(7))]
    assert states[0] == states[1] == states[2]


def test_a_generator_gives_fresh_entropy_each_time() -> None:
    generator = np.random.default_rng(7)
    assert seed_sequence(generator).entropy != seed_sequence(generator).entropy


@pytest.mark.parametrize("wrong", ["x", -1, 1.5, True, b"seed"])
def test_a_strange_seed_is_refused(wrong: object) -> None:
    with pytest.raises(InvalidInput, match="seed: expected an int of at least 0"):
        seed_sequence(wrong)  # type: ignore[arg-type]
