"""The README's code blocks, run from top to bottom in one namespace."""

from __future__ import annotations

from pathlib import Path

import pytest
from sybil import Example, Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

README = Path(__file__).parent.parent / "README.md"
EXAMPLES = list(Sybil([PythonCodeBlockParser()]).parse(README).examples())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"line {example.line}")
def test_readme_block_prints_what_it_says(example: Example) -> None:
    example.evaluate()


def test_readme_has_a_tour() -> None:
    assert len(EXAMPLES) >= 5
