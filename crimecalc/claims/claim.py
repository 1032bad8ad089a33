"""A sentence of a rulebook as a statement that is checked by computing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from crimecalc.catalogue import Catalogue
from crimecalc.checks import check_choice
from crimecalc.errors import InvalidInput
from crimecalc.games import GAMES
from crimecalc.listing import Listing
from crimecalc.rendering import left_out, markdown_table, plural, shown, wrapped

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CLAIMS", "Claim", "Finding", "Findings", "Reading", "Verdict", "claim"]

Verdict = Literal["holds", "fails", "ambiguous"]
VERDICTS: tuple[Verdict, ...] = ("holds", "fails", "ambiguous")


@dataclass(frozen=True)
class Reading:
    """What was found when a sentence was checked, taken in one way.

    Attributes:
        holds: whether it is true.
        evidence: the figures that show it.
        taken_as: how the sentence was taken, where there are several ways; otherwise empty.
    """

    holds: bool
    evidence: str
    taken_as: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.holds, bool):
            raise InvalidInput(f"Reading: holds: expected True or False, found {self.holds!r}")


Check = Callable[[], "Reading | tuple[Reading, ...]"]


@dataclass(frozen=True)
class Claim:
    """Something countable that a rulebook says.

    Attributes:
        id: its stable name, ``game/what``.
        where: where it stands.
        says: what it says, in our own words.
        expected: the verdict that is known to come out, to which the tests hold it.
        check_it: computes the readings.
    """

    id: str
    where: str
    says: str
    expected: Verdict
    check_it: Callable[[], Reading | tuple[Reading, ...]]

    @property
    def game(self) -> str:
        """The game, as in :data:`~crimecalc.games.GAMES`."""
        return self.id.partition("/")[0]

    def check(self) -> Finding:
        """Compute what it says, and compare."""
        readings = self.check_it()
        return Finding(self, (readings,) if isinstance(readings, Reading) else readings)

    def __repr__(self) -> str:
        return f"<Claim {self.id}: {self.says}>"


@dataclass(frozen=True)
class Finding:
    """What came out of a check.

    Attributes:
        claim: what was checked.
        readings: one, or one for each way to take the sentence.
    """

    claim: Claim
    readings: tuple[Reading, ...]

    @property
    def verdict(self) -> Verdict:
        """``"holds"`` or ``"fails"`` if all readings agree, otherwise ``"ambiguous"``."""
        verdicts = {reading.holds for reading in self.readings}
        if len(verdicts) > 1:
            return "ambiguous"
        return "holds" if verdicts == {True} else "fails"

    @property
    def as_expected(self) -> bool:
        """Whether that is what is known to come out."""
        return self.verdict == self.claim.expected

    @property
    def lines(self) -> tuple[str, ...]:
        """The evidence of each reading; where a sentence can be taken in several ways, with how it was taken."""
        return tuple(
            f"{'holds' if reading.holds else 'fails'} if {reading.taken_as}: {reading.evidence}"
            if reading.taken_as
            else reading.evidence
            for reading in self.readings
        )

    @property
    def evidence_lines(self) -> list[str]:
        """The :attr:`lines` for a terminal, as a list."""
        return [part for line in self.lines for part in wrapped(line, "  - ", 4)]

    @property
    def evidence(self) -> str:
        """The evidence of all readings, in one text."""
        return "; ".join(self.lines)

    def __repr__(self) -> str:
        return f"<Finding: {self.claim.id} {self.verdict}>"

    def __str__(self) -> str:
        head = wrapped(f"{self.verdict}: {self.claim.says} ({self.claim.where})", indent=2)
        return "\n".join([*head, *self.evidence_lines])


class Findings(Listing[Finding]):
    """What came out of many checks."""

    @property
    def as_expected(self) -> bool:
        """Whether everything came out as it is known to."""
        return all(finding.as_expected for finding in self)

    def with_verdict(self, verdict: Verdict) -> Findings:
        """Those with this verdict.

        Raises:
            InvalidInput: if it is none of ``"holds"``, ``"fails"`` and ``"ambiguous"``.

        >>> from crimecalc import claims
        >>> claims.check("king-of-hearts").with_verdict("fails")
        <Findings: 0 of 0 claims hold>
        """
        check_choice("with_verdict", verdict, VERDICTS)
        return Findings(finding for finding in self if finding.verdict == verdict)

    @property
    def summary(self) -> str:
        """How many claims hold, fail and are ambiguous, in a sentence."""
        held, failed, ambiguous = (len(self.with_verdict(verdict)) for verdict in VERDICTS)
        found = f"{plural(len(self), 'claim')}: {held} hold, {failed} fail, {ambiguous} ambiguous"
        return found + ("." if self.as_expected else "; not all came out as they are known to.")

    def to_frame(self) -> pd.DataFrame:
        """A row for each claim: id, game, where, says, verdict, expected, evidence."""
        import pandas as pd

        columns = ["id", "game", "where", "says", "verdict", "expected", "evidence"]
        return pd.DataFrame([[row[name] for name in columns] for row in self.to_json()], columns=columns)

    def to_json(self) -> list[dict[str, Any]]:
        """Plain values for :mod:`json`, with the readings of each claim."""
        return [
            {
                "id": finding.claim.id,
                "game": finding.claim.game,
                "where": finding.claim.where,
                "says": finding.claim.says,
                "verdict": finding.verdict,
                "expected": finding.claim.expected,
                "evidence": finding.evidence,
                "readings": [
                    {"taken_as": reading.taken_as, "holds": reading.holds, "evidence": reading.evidence}
                    for reading in finding.readings
                ],
            }
            for finding in self
        ]

    def to_markdown(self) -> str:
        """All of them as a table for Markdown: what each says, where it stands, and the verdict."""
        rows = [[finding.claim.says, finding.claim.where, finding.verdict] for finding in self]
        return markdown_table(["claim", "where", "verdict"], rows)

    def __str__(self) -> str:
        return "\n\n".join([*map(str, self), self.summary])

    def __repr__(self) -> str:
        held = len(self.with_verdict("holds"))
        return f"<Findings: {held} of {len(self)} claims hold>"

    def _cells(self, limit: int | None) -> tuple[list[str], list[list[str]], str]:
        count = shown(len(self), limit)
        rows = [[finding.claim.id, finding.verdict, finding.claim.says, finding.evidence] for finding in self[:count]]
        return ["claim", "verdict", "says", "evidence"], rows, left_out(len(self), count, "claims")


CLAIMS: Catalogue[Claim] = Catalogue("claim", GAMES)
"""All claims, game by game."""


def claim(name: str, where: str, says: str, expected: Verdict = "holds") -> Callable[[Check], Check]:
    """Enter a check as a claim; arguments as in :class:`Claim`.

    Raises:
        InvalidInput: if the name does not begin with a game, or is taken.
    """

    def enter(check: Check) -> Check:
        CLAIMS.add(name, Claim(name, where, says, expected, check))
        return check

    return enter
