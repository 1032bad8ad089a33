"""In a Grove: who is the murderer, given what each player has seen.

How players play is named by a policy:

- ``"random"``: accuse any position; as discoverer swap nothing.
- ``"honest"``: accuse the position that is most probable by the cards that one has seen oneself, whatever chips lie
  there. As discoverer swap if that makes the best accusation more probable.
- ``"reasoning"``: the same by all that one has seen, chips and marker included, knowing how those before play.
- ``"honest without swap"`` and ``"reasoning without swap"``: the same, but as discoverer swap nothing.

Of several equally probable positions the lowest is accused, and of several equally good swaps that of the lowest
position is made. Everybody knows that.
"""

from crimecalc.games.in_a_grove.bluffing import Bluffing, Game, Lead, Reply, bluffing
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
from crimecalc.games.in_a_grove.witness import Accusation, Witness

__all__ = [
    "BLANK",
    "POLICIES",
    "Accusation",
    "Bluffing",
    "Discoverer",
    "Game",
    "Games",
    "InformationSets",
    "Lead",
    "Option",
    "Reply",
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
