"""In a Grove: who is the murderer, given what each player has seen."""

from crimecalc.games.in_a_grove.bluffing import Bluffing, bluffing
from crimecalc.games.in_a_grove.chips import Games
from crimecalc.games.in_a_grove.discoverer import (
    Discoverer,
    InformationSets,
    Option,
    discoverer_value,
    information_sets,
)
from crimecalc.games.in_a_grove.rounds import POLICIES, right_accusations
from crimecalc.games.in_a_grove.rules import BLANK, deck, murderer, murderer_distribution, setup
from crimecalc.games.in_a_grove.simulation import simulate
from crimecalc.games.in_a_grove.witness import Witness

__all__ = [
    "BLANK",
    "POLICIES",
    "Bluffing",
    "Discoverer",
    "Games",
    "InformationSets",
    "Option",
    "Witness",
    "bluffing",
    "deck",
    "discoverer_value",
    "information_sets",
    "murderer",
    "murderer_distribution",
    "right_accusations",
    "setup",
    "simulate",
]
