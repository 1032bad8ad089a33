"""``crimecalc play``: Forgotten Crime in the terminal, one card a keypress."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from crimecalc.cards import Card, Suit
from crimecalc.cli.forgotten_crime import advice_in_words, answers_table, points
from crimecalc.engine.tabletop import tabletop
from crimecalc.games.forgotten_crime import deck_in_order, optimal_policy, simplified_setup
from crimecalc.rendering import plural

__all__ = ["play"]


@click.command()
@click.argument("game", type=click.Choice(["forgotten-crime"]))
@click.option("--seed", type=click.IntRange(min=0), help="Play a game that can be played again.")
@click.option("--hints", is_flag=True, help="Show what the cards imply and the optimal player's advice.")
def play(game: str, seed: int | None, hints: bool) -> None:
    """Play a game: draw cards one by one, and accuse when you dare.

    Keys: d (or space) draws a card, a accuses, q gives up. An accusation is two suits: s, c, h or d for the
    criminal, then for the accomplice. If both are right, you score a point for each card left.
    """
    assert game == "forgotten-crime"
    king, jack, deck = tabletop(deck_in_order(simplified_setup()), seed).outcome
    culprits = tuple(card.suit for card in (*king, *jack) if isinstance(card, Card))
    drawn: list[Card] = []
    left = [card for card in deck if isinstance(card, Card)]
    while True:
        click.echo(f"\n{answers_table(drawn, beliefs=hints)}")
        if hints:
            click.echo(f"\n{advice_in_words(optimal_policy().advise(drawn))}")
        if _key(f"\n{plural(len(left), 'card')} left. {'[d]raw, ' if left else ''}[a]ccuse, [q]uit: ",
                "ad q" if left else "aq") == "a":  # fmt: skip
            break
        drawn.append(left.pop(0))
        click.echo(f"You turn over {drawn[-1]}.")
    criminal = _suspect("Criminal", [])
    accused = criminal, _suspect("Accomplice", [criminal])
    click.echo(f"\nThe solution cards: {king[0]} and {jack[0]}.")
    if accused == culprits:
        click.echo(click.style(f"Both right: you score {plural(len(left), 'point')}.", fg="green", bold=True))
    else:
        click.echo(click.style("Not right: you lose.", fg="red", bold=True))
    click.echo(f"\n{_review(drawn)}")


def _suspect(role: str, taken: Sequence[Suit]) -> Suit:
    signs = {suit.name[0].lower(): suit for suit in Suit if suit not in taken}
    shown = ", ".join(f"[{key}] {suit}" for key, suit in signs.items())
    return signs[_key(f"{role}: {shown}: ", "".join(signs) + "q")]


def _key(prompt: str, allowed: str) -> str:
    """One of some keys; a space draws, q (or the end of the input) ends the game."""
    click.echo(prompt, nl=False)
    while True:
        # click reads the keyboard itself, also past a pipe; what is piped in is meant to be read.
        key = (
            click.getchar() if sys.stdin and sys.stdin.isatty() else (sys.stdin.read(1) if sys.stdin else "") or "q"
        ).lower()
        if key == "q":
            click.echo("q\nYou give up.")
            raise click.exceptions.Exit(0)
        if key in allowed:
            click.echo(key)
            return "d" if key == " " else key


def _piped() -> str:
    return (sys.stdin.read(1) if sys.stdin else "") or "q"


def _review(drawn: Sequence[Card]) -> str:
    """What the optimal player would have done at each card."""
    lines = ["What the optimal player would have done at each card:"]
    for number in range(len(drawn) + 1):
        advice = optimal_policy().advise(drawn[:number])
        after = f"after {drawn[number - 1]}" if number else "at the start"
        values = f"accusing {points(advice.value_of_accusing)}"
        if advice.value_of_drawing is not None:
            values += f", drawing {points(advice.value_of_drawing)}"
        what = f"accuse {advice.criminal}, {advice.accomplice}" if advice.action == "accuse" else "draw"
        lines.append(f"  {after}: {what} ({values})")
    return "\n".join(lines)
