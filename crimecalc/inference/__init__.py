"""Thinking at the table, for any game."""
