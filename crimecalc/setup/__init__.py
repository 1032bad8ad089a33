"""A setup, written down: the steps, their validation and their prose."""

from crimecalc.setup.setup import Setup

__all__ = ["Setup"]
