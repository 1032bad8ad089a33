"""The King of Hearts Has Five Sons: the setup, and what follows from who showed what."""

from crimecalc.games.king_of_hearts.case import Case
from crimecalc.games.king_of_hearts.setup import (
    COURTS,
    HEARTS,
    hand_size,
    read_card,
    setup,
    setup_distribution,
)

__all__ = ["COURTS", "HEARTS", "Case", "hand_size", "read_card", "setup", "setup_distribution"]
