"""Countable sentences of the four rulebooks, each checked by computing.

A claim holds, fails, or is ambiguous: then it depends on how the sentence is taken.

>>> from crimecalc import claims
>>> claims.get("forgotten-crime/equivalence").check().verdict
'holds'
"""

# These enter their claims as they are imported.
from crimecalc.claims import deadcert as _deadcert  # noqa: F401
from crimecalc.claims import forgotten_crime as _forgotten_crime  # noqa: F401
from crimecalc.claims import in_a_grove as _in_a_grove  # noqa: F401
from crimecalc.claims import king_of_hearts as _king_of_hearts  # noqa: F401
from crimecalc.claims.claim import Claim, Finding, Findings, Reading, Verdict
from crimecalc.claims.registry import check, get, names

__all__ = ["Claim", "Finding", "Findings", "Reading", "Verdict", "check", "get", "names"]
