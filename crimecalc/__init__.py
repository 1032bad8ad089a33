"""Prove that two card-game setups are the same game, and compute what is likely at the table.

The usual import is ``import crimecalc as cc``.
"""

from crimecalc.cards import Card, Deck, Suit, cards
from crimecalc.citation import VERSION, cite
from crimecalc.comparison import Comparison, Witness, compare, prove_equivalent
from crimecalc.distribution import Distribution
from crimecalc.engine.exact import distribution
from crimecalc.engine.sampling import Sample, sample
from crimecalc.engine.tabletop import Table, tabletop
from crimecalc.engine.witness import find_world
from crimecalc.errors import (
    CrimecalcError,
    ImpossibleEvidence,
    InexactNumber,
    InvalidInput,
    MissingExtra,
    NotEquivalent,
    SetupError,
    TooManyStates,
)
from crimecalc.goodness import GoodnessOfFit, goodness_of_fit
from crimecalc.setup import Setup

__all__ = [
    "Card",
    "Comparison",
    "CrimecalcError",
    "Deck",
    "Distribution",
    "GoodnessOfFit",
    "ImpossibleEvidence",
    "InexactNumber",
    "InvalidInput",
    "MissingExtra",
    "NotEquivalent",
    "Sample",
    "Setup",
    "SetupError",
    "Suit",
    "Table",
    "TooManyStates",
    "Witness",
    "cards",
    "cite",
    "compare",
    "distribution",
    "find_world",
    "goodness_of_fit",
    "prove_equivalent",
    "sample",
    "tabletop",
]

__version__ = VERSION
