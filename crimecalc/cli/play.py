"""``crimecalc play``: Forgotten Crime in the terminal, one card a keypress."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

import click

from crimecalc.cards import Card, Suit
from crimecalc.cli.suspects import advice_in_words, answers_table, points
from crimecalc.engine.tabletop import tabletop
from crimecalc.games.forgotten_crime import deck_in_order, optimal_policy, simplified_setup
from crimecalc.rendering import plural, wrapped

__all__ = ["play"]

T = TypeVar("T")


@click.command()
@click.argument("game", type=click.Choice(["forgotten-crime"]), expose_value=False)
@click.option("--seed", type=click.IntRange(min=0), help="Play a game that can be played again.")
@click.option("--hints", is_flag=True, help="Show what the cards imply and the optimal player's advice.")
def play(seed: int | None, hints: bool) -> None:
    """Play a game: draw cards one by one, and accuse when you dare.

    Each suit is a suspect. Ace to 3 answer question 1, 4 to 6 question 2, 7 to 9 question 3; only one
    answer to a question is true. The criminal lies on two questions, the accomplice on one, the others never.

    Keys: d (or space) draws a card, a accuses, q gives up. An accusation is two suits: s, c, h or d for the
    criminal, then for the accomplice. If both are right, you score a point for each card left.
    """
    king, jack, deck = tabletop(deck_in_order(simplified_setup()), seed).outcome
    culprits = tuple(card.suit for card in (*king, *jack) if isinstance(card, Card))
    drawn: list[Card] = []
    left = [card for card in deck if isinstance(card, Card)]
    keys = _keys()
    while True:
        click.echo(f"\n{answers_table(drawn, beliefs=hints)}")
        if hints:
            click.echo(f"\n{advice_in_words(optimal_policy().advise(drawn))}")
        choices = {"d": "d", " ": "d", "a": "a"} if left else {"a": "a"}
        prompt = "[d]raw, [a]ccuse, [q]uit: " if left else "[a]ccuse, [q]uit: "
        if _choice(f"\n{plural(len(left), 'card')} left. {prompt}", choices, keys) == "a":
            break
        drawn.append(left.pop(0))
        click.echo(f"You turn over {drawn[-1]}.")
    criminal = _suspect("Criminal", [], keys)
    accused = criminal, _suspect("Accomplice", [criminal], keys)
    click.echo(f"\nThe solution cards: {king[0]} and {jack[0]}.")
    if accused == culprits:
        click.echo(click.style(f"Both right: you score {plural(len(left), 'point')}.", fg="green", bold=True))
    else:
        click.echo(click.style("Not right: you lose.", fg="red", bold=True))
    click.echo(f"\n{_review(drawn)}")


def _suspect(role: str, taken: Sequence[Suit], keys: Iterator[str]) -> Suit:
    free = [suit for suit in Suit if suit not in taken]
    shown = ", ".join(f"[{suit.name[0].lower()}] {suit}" for suit in free)
    choices = {suit.name[0].lower(): suit for suit in free} | {suit.value: suit for suit in free}
    return _choice(f"{role}: {shown}: ", choices, keys)


def _choice(prompt: str, choices: Mapping[str, T], keys: Iterator[str]) -> T:
    """What one of some keys stands for; other keys do nothing, q (or the end of the input) ends the game."""
    click.echo(prompt, nl=False)
    for key in keys:
        if key == "q":
            break
        if key in choices:
            click.echo(key)
            return choices[key]
    click.echo("q\nYou give up.")
    raise click.exceptions.Exit(0)


def _keys() -> Iterator[str]:
    """The keys pressed, one by one; a terminal may hand over several at once."""
    if sys.stdin is None:
        return
    if not sys.stdin.isatty():
        # click reads the keyboard itself, also past a pipe; what is piped in is meant to be read.
        while key := sys.stdin.read(1):
            yield key.lower()
        return
    while True:
        pressed = click.getchar()
        if not pressed.startswith("\x1b"):  # arrows and the like
            yield from pressed.lower()


def _review(drawn: Sequence[Card]) -> str:
    """What the optimal player would have done at each card."""
    lines = ["What the optimal player would have done at each card:"]
    for number in range(len(drawn) + 1):
        advice = optimal_policy().advise(drawn[:number])
        after = f"after {drawn[number - 1]}" if number else "at the start"
        values = f"accusing is worth {points(advice.value_of_accusing)}"
        if advice.value_of_drawing is not None:
            values += f", drawing {points(advice.value_of_drawing)}"
        what = f"accuse {advice.criminal} with {advice.accomplice}" if advice.action == "accuse" else "draw"
        lines += wrapped(f"  {after}: {what}; {values}", indent=4)
    return "\n".join(lines)
