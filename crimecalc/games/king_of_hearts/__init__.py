"""The King of Hearts Has Five Sons: the setup, and what follows from who showed what."""

from crimecalc.games.king_of_hearts.case import Case
from crimecalc.games.king_of_hearts.rules import (
    COURTS,
    HEARTS,
    hand_size,
    read_card,
    setup,
)
from crimecalc.games.king_of_hearts.simulation import ASK, Games, simulate
from crimecalc.inference.case import Asked
from crimecalc.inference.hand import Hand
from crimecalc.inference.questions import Question, Questions

__all__ = [
    "ASK",
    "COURTS",
    "HEARTS",
    "Asked",
    "Case",
    "Games",
    "Hand",
    "Question",
    "Questions",
    "hand_size",
    "read_card",
    "setup",
    "simulate",
]
