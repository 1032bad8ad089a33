"""Forgotten Crime: its setups, its crimes, what to believe at the table, and when to accuse."""

from crimecalc.games.forgotten_crime.belief import crimes, next_card, posterior
from crimecalc.games.forgotten_crime.crimes import QUESTIONS, Crime, Lie, crime
from crimecalc.games.forgotten_crime.policies import (
    AccusingPolicy,
    Advice,
    accuse_after,
    accuse_at_once,
    accuse_when,
    accuse_when_certain,
    best_probability,
    best_threshold_policy,
    compare_policies,
    optimal_policy,
    stopping_game,
    threshold_policy,
)
from crimecalc.games.forgotten_crime.setups import (
    crime_distribution,
    deck_distribution,
    deck_in_order,
    designer_setup,
    setups,
    simplified_setup,
)
from crimecalc.games.forgotten_crime.simulation import Simulation, simulate
from crimecalc.games.forgotten_crime.table import (
    certainty,
    draws_until_certain,
    shared_lie,
    suspects,
    truthful_question,
)

__all__ = [
    "QUESTIONS",
    "AccusingPolicy",
    "Advice",
    "Crime",
    "Lie",
    "Simulation",
    "accuse_after",
    "accuse_at_once",
    "accuse_when",
    "accuse_when_certain",
    "best_probability",
    "best_threshold_policy",
    "certainty",
    "compare_policies",
    "crime",
    "crime_distribution",
    "crimes",
    "deck_distribution",
    "deck_in_order",
    "designer_setup",
    "draws_until_certain",
    "next_card",
    "optimal_policy",
    "posterior",
    "setups",
    "shared_lie",
    "simplified_setup",
    "simulate",
    "stopping_game",
    "suspects",
    "threshold_policy",
    "truthful_question",
]
