"""DEADCERT: London: episodes, draws, beliefs, snoops, and all formats played to the end.

How the nine suspects on two cards are spread over the pairs of types is not printed. It is the ``split`` that most
functions take, three numbers for motive and means, motive and opportunity, means and opportunity; (3, 3, 3) is
taken where none is given. ``posterior`` can also weigh all splits.

Policies are words, described where they are used: in ``simulate_solo``, ``simulate_open``, ``simulate_coop`` and
``simulate_covert``.
"""

from crimecalc.games.deadcert.belief import PRIORS, UNSEEN, names_possible, posterior, prior_over_splits
from crimecalc.games.deadcert.covert import COVERT_POLICIES, simulate_covert
from crimecalc.games.deadcert.draw import (
    identification_turn,
    killer_card_draw,
    killer_cards_among,
    possible_killers,
    prime_suspects_exposed,
    snoops_among,
)
from crimecalc.games.deadcert.formats import careers, episodes, most_people, packs_needed
from crimecalc.games.deadcert.open_play import COOP_POLICIES, OPEN_POLICIES, simulate_coop, simulate_open
from crimecalc.games.deadcert.policies import POLICIES as SOLO_POLICIES
from crimecalc.games.deadcert.policies import Leads, Table
from crimecalc.games.deadcert.results import CoopGames, TableGames
from crimecalc.games.deadcert.rules import (
    TYPES,
    Census,
    Split,
    cards,
    census,
    setup,
    splits,
)
from crimecalc.games.deadcert.shares import open_play_seats, open_play_split, open_play_winner
from crimecalc.games.deadcert.snoops import (
    BANDS,
    READINGS,
    SnoopReach,
    band,
    deepest_level,
    reclaimable,
    snoop_reach,
    snoops_needed,
)
from crimecalc.games.deadcert.solo import SoloGames, SoloSearch, search_solo, simulate_solo
from crimecalc.games.deadcert.solo_exact import solo_win_probability

__all__ = [
    "BANDS",
    "COOP_POLICIES",
    "COVERT_POLICIES",
    "OPEN_POLICIES",
    "PRIORS",
    "READINGS",
    "SOLO_POLICIES",
    "TYPES",
    "UNSEEN",
    "Census",
    "CoopGames",
    "Leads",
    "SnoopReach",
    "SoloGames",
    "SoloSearch",
    "Split",
    "Table",
    "TableGames",
    "band",
    "cards",
    "careers",
    "census",
    "deepest_level",
    "episodes",
    "identification_turn",
    "killer_card_draw",
    "killer_cards_among",
    "most_people",
    "names_possible",
    "open_play_seats",
    "open_play_split",
    "open_play_winner",
    "packs_needed",
    "possible_killers",
    "posterior",
    "prime_suspects_exposed",
    "prior_over_splits",
    "reclaimable",
    "search_solo",
    "setup",
    "simulate_coop",
    "simulate_covert",
    "simulate_open",
    "simulate_solo",
    "snoop_reach",
    "snoops_among",
    "snoops_needed",
    "solo_win_probability",
    "splits",
]
