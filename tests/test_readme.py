"""The README: its code blocks run from top to bottom in one namespace, and what is made from the library is up to date.

Run as ``python tests/test_readme.py`` it writes the table of claims and the picture anew.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from sybil import Example, Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

import crimecalc as cc
from crimecalc import claims
from crimecalc.games import GAMES
from crimecalc.rendering import markdown_table, plural

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PICTURE = ROOT / "notebooks" / "pictures" / "hide_a_card.svg"
EXAMPLES = list(Sybil([PythonCodeBlockParser()]).parse(README).examples())

START, END = "<!-- claims: made from crimecalc.claims -->\n", "<!-- end of claims -->\n"


def claims_block() -> str:
    """All claims as they stand in the README, a table for each game.

    The verdicts are those that are known; that they come out is checked where the claims are.
    """
    parts = []
    for game, title in GAMES.items():
        known = [claims.get(name) for name in claims.names(game)]
        verdicts = Counter(claim.expected for claim in known)
        counted = ", ".join(f"{verdicts[verdict]} {word}" for verdict, word in WORDS.items() if verdicts[verdict])
        rows = [[claim.says, claim.where, claim.expected] for claim in known]
        table = markdown_table(["claim", "where", "verdict"], rows)
        heading = f"{title}: {plural(len(known), 'claim')}, {counted}"
        parts.append(f"<details>\n<summary>{heading}</summary>\n\n{table}\n\n</details>\n")
    return "\n".join(parts)


WORDS: dict[claims.Verdict, str] = {"holds": "hold", "fails": "fail", "ambiguous": "ambiguous"}


def drawn_setup() -> cc.Setup:
    """The setup of the README's first example."""
    namespace: dict[str, object] = {}
    (block,) = re.findall(
        r"^>>> import crimecalc as cc\n(.*?)^>>> print", README.read_text(encoding="utf-8"), re.S | re.M
    )
    exec("import crimecalc as cc\n" + re.sub(r"^(>>>|\.\.\.) ", "", block, flags=re.M), namespace)  # noqa: S102
    hidden = namespace["hidden"]
    assert isinstance(hidden, cc.Setup)
    return hidden


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"line {example.line}")
def test_readme_block_prints_what_it_says(example: Example) -> None:
    example.evaluate()


def test_readme_has_a_tour() -> None:
    assert len(EXAMPLES) >= 5


def test_the_table_of_claims_is_made_from_the_claims() -> None:
    text = README.read_text(encoding="utf-8")
    assert text.partition(START)[2].partition(END)[0] == claims_block()


def test_the_picture_is_the_diagram_of_the_first_example() -> None:
    assert PICTURE.read_text(encoding="utf-8") == drawn_setup().diagram().svg


def test_every_file_that_the_readme_links_is_there() -> None:
    text = README.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


if __name__ == "__main__":
    before, _, rest = README.read_text(encoding="utf-8").partition(START)
    README.write_text(f"{before}{START}{claims_block()}{END}{rest.partition(END)[2]}", encoding="utf-8")
    drawn_setup().diagram().save(PICTURE)
