"""Pictures of In a Grove: who the murderer is, who loses, and what the discoverer's swap is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from crimecalc import charts
from crimecalc.canvas import Picture, draw_on
from crimecalc.checks import found
from crimecalc.errors import InvalidInput
from crimecalc.games.in_a_grove.chips import Games
from crimecalc.games.in_a_grove.discoverer import discoverer_value
from crimecalc.games.in_a_grove.rules import Edition, murderer_distribution
from crimecalc.rendering import plural
from crimecalc.tally import rate_error

__all__ = ["losses", "murderer", "swap_values"]


def murderer(players: int | Iterable[int] = (2, 3, 4), edition: Edition = "2010", axes: Any = None) -> Picture:
    """How probable each number is as the murderer, before anything is seen or swapped.

    Args:
        players: for how many players, or for several such numbers, whose bars stand side by side.
        edition: as in :func:`~crimecalc.games.in_a_grove.rules.deck`.
        axes: the matplotlib Axes to draw on; None for a picture of its own.

    Raises:
        InvalidInput: if so many cannot play, or an argument makes no sense.
        MissingExtra: if matplotlib is not installed.

    >>> murderer(4)
    <Picture 'The murderer, 4 players, edition of 2010': 7 × 3.6 inches>
    """
    counts = tuple(players) if isinstance(players, Iterable) else (players,)
    exact = {f"{count} players": murderer_distribution(count, edition) for count in counts}
    if not exact:
        raise InvalidInput("murderer: players: expected at least one number of players, found none")
    numbers = sorted({number for among in exact.values() for number in among})
    with draw_on(axes) as picture:
        (panel,) = picture.axes
        series = {name: [among[number] for number in numbers] for name, among in exact.items()}
        charts.bars(panel, numbers, series)
        panel.set(xlabel="number of the murderer", ylabel="probability")
        if len(exact) > 1:
            charts.legend(panel)
        whom = f", {next(iter(exact))}" if len(exact) == 1 else ""
        charts.title(picture, f"The murderer{whom}, edition of {edition}")
    return picture


def losses(games: Games | Mapping[Any, Games], axes: Any = None) -> Picture:
    """How often each seat lost, with two standard errors each way.

    Args:
        games: simulated games; several by what they are called in the legend, all of as many players.
        axes: the matplotlib Axes to draw on; None for a picture of its own.

    Raises:
        InvalidInput: if an argument makes no sense.
        MissingExtra: if matplotlib is not installed.

    >>> from crimecalc.games.in_a_grove import simulate
    >>> losses(simulate("random", n=100, seed=1, players=3))
    <Picture 'Games lost by seat, 3 players, 100 games; error bars: two standard errors': 7 × 3.6 inches>
    """
    named = games if isinstance(games, Mapping) else {"": games}
    for played in named.values():
        if not isinstance(played, Games):
            raise InvalidInput(f"losses: expected Games, as simulate gives, found {found(played)}")
    sizes = sorted({played.players for played in named.values()})
    if len(sizes) != 1:
        raise InvalidInput(
            f"losses: expected games of at least one policy, all of as many players; found {sizes or 'none'}"
        )
    seats = range(sizes[0])
    rates = {str(name): [100 * played.loss_rate(seat) for seat in seats] for name, played in named.items()}
    errors = {
        str(name): [200 * rate_error(played.losses[seat], played.n) for seat in seats]
        for name, played in named.items()
    }
    with draw_on(axes) as picture:
        (panel,) = picture.axes
        labels = ["seat 0\n(first discoverer)", *(f"seat {seat}" for seat in seats[1:])]
        charts.bars(panel, labels, rates, errors)
        panel.set(ylabel="games lost (%)")
        if isinstance(games, Mapping):
            charts.legend_outside(picture, "right")
        played_by = " or ".join(sorted({plural(played.n, "game") for played in named.values()}))
        charts.title(picture, f"Games lost by seat, {sizes[0]} players, {played_by}; error bars: two standard errors")
    return picture


def swap_values(axes: Any = None) -> Picture:
    """How often the discoverer is right by the best accusation, with and without the right to swap.

    Args:
        axes: the matplotlib Axes to draw on; None for a picture of its own.

    Raises:
        InvalidInput: if ``axes`` are no Axes.
        MissingExtra: if matplotlib is not installed.

    Source: :func:`~crimecalc.games.in_a_grove.discoverer.discoverer_value`.
    """
    players = (2, 3, 4)
    series = {
        "without swap": [discoverer_value(count, swap=False) for count in players],
        "with the best swap": [discoverer_value(count) for count in players],
    }
    with draw_on(axes) as picture:
        (panel,) = picture.axes
        charts.bars(panel, [f"{count} players" for count in players], series)
        panel.set(ylabel="probability to accuse the murderer", ylim=(0, 1))
        charts.legend_outside(picture, "right")
        charts.title(picture, "What the discoverer's swap is worth, edition of 2010")
    return picture
