"""A setup, written down: the steps, their validation and their prose."""

from crimecalc.setup.setup import Setup, observation_of

__all__ = ["Setup", "observation_of"]
