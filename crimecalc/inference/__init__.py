"""Thinking at the table, for any game."""

from crimecalc.inference.policy import Policy, State
from crimecalc.inference.stopping import StoppingGame

__all__ = ["Policy", "State", "StoppingGame"]
