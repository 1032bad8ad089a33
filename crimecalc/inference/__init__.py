"""Thinking at the table, for any game."""

from crimecalc.inference.policy import Policy, Rule, State
from crimecalc.inference.stopping import StoppingGame

__all__ = ["Policy", "Rule", "State", "StoppingGame"]
