"""The King of Hearts Has Five Sons: the setup, and what follows from who showed what."""

from crimecalc.games.king_of_hearts.case import Case
from crimecalc.games.king_of_hearts.setup import (
    COURTS,
    HEARTS,
    hand_size,
    read_card,
    setup,
)
from crimecalc.games.king_of_hearts.simulation import Games, simulate

__all__ = ["COURTS", "HEARTS", "Case", "Games", "hand_size", "read_card", "setup", "simulate"]
