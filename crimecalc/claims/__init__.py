"""Countable sentences of the four rulebooks, each checked by computing.

A claim holds, fails, or is ambiguous: then it depends on how the sentence is taken.

>>> from crimecalc import claims
>>> claims.get("forgotten-crime/equivalence").check().verdict
'holds'
"""

# These enter their claims as they are imported, so they stand in the order of the rulebooks.
from crimecalc.claims import forgotten_crime_setup as _1  # noqa: F401  # isort: skip
from crimecalc.claims import forgotten_crime as _2  # noqa: F401  # isort: skip
from crimecalc.claims import king_of_hearts as _3  # noqa: F401  # isort: skip
from crimecalc.claims import in_a_grove_cards as _4  # noqa: F401  # isort: skip
from crimecalc.claims import in_a_grove as _5  # noqa: F401  # isort: skip
from crimecalc.claims import deadcert_cards as _6  # noqa: F401  # isort: skip
from crimecalc.claims import deadcert_open as _7  # noqa: F401  # isort: skip
from crimecalc.claims import deadcert as _8  # noqa: F401  # isort: skip
from crimecalc.claims.claim import Claim, Finding, Findings, Reading, Verdict
from crimecalc.claims.registry import check, get, names

__all__ = ["Claim", "Finding", "Findings", "Reading", "Verdict", "check", "get", "names"]
