"""The games that ship with crimecalc, each a module or package of its own."""

__all__ = ["GAMES"]

GAMES = {
    "forgotten-crime": "Forgotten Crime",
    "king-of-hearts": "The King of Hearts Has Five Sons",
    "in-a-grove": "In a Grove",
    "deadcert": "DEADCERT: London",
}
"""The games with tables and claims: what each is called on the command line and in names, and its title."""
