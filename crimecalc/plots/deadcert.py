"""Pictures of DEADCERT: London: what is seen as cards are fetched, and how often policies win."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crimecalc import charts
from crimecalc.canvas import Picture, draw_on
from crimecalc.checks import found
from crimecalc.errors import InvalidInput
from crimecalc.games.deadcert.draw import (
    killer_cards_among,
    possible_killers,
    prime_suspects_exposed,
    snoops_among,
)
from crimecalc.games.deadcert.rules import CARDS, KILLER_CARDS, SNOOPS, Split
from crimecalc.games.deadcert.solo import SoloGames
from crimecalc.rational import exact_fraction
from crimecalc.rendering import plural

__all__ = ["draws", "solo_win_rates"]


def draws(split: Split | tuple[int, int, int] | None = None, axes: Any = None) -> Picture:
    """What is known by the number of cards fetched: the killer's cards and snoops seen, and the names still possible.

    Args:
        split: as in :func:`~crimecalc.games.deadcert.rules.census`.
        axes: two matplotlib Axes to draw on, the upper first; None for a picture of its own.

    Raises:
        InvalidInput: if an argument makes no sense.
        MissingExtra: if matplotlib is not installed.

    >>> draws()
    <Picture 'What is known by cards fetched': 7 × 6.4 inches>
    """
    cards = range(CARDS + 1)
    killer = [killer_cards_among(k) for k in cards]
    seen = {
        f"the killer's {word} card": [among.probability(range(least, KILLER_CARDS + 1)) for among in killer]
        for least, word in enumerate(("first", "second", "third"), 1)
    }
    seen["all six snoops"] = [snoops_among(k)[SNOOPS] for k in cards]
    names = {
        "exposed prime suspects": [prime_suspects_exposed(k, split).expectation() for k in cards],
        "names still possible": [possible_killers(k, split).expectation() for k in cards],
    }
    with draw_on(axes, rows=2, size=(7, 6.4)) as picture:
        upper, lower = picture.axes
        charts.curves(upper, cards, seen)
        upper.set(xlabel="cards fetched", ylabel="probability to have been seen", ylim=(0, 1.05))
        charts.curves(lower, cards, names)
        lower.set(xlabel="cards fetched", ylabel="names, on average")
        charts.from_zero(lower)
        for panel in picture.axes:
            charts.legend(panel)
        charts.title(picture, "What is known by cards fetched")
    return picture


def solo_win_rates(games: SoloGames | Mapping[Any, SoloGames], exact: Any = None, axes: Any = None) -> Picture:
    """How many games of SOLOplay each policy won, with two standard errors each way.

    Args:
        games: simulated games by the name of the policy.
        exact: a probability to win, an integer or Fraction, at which a line is drawn.
        axes: the matplotlib Axes to draw on; None for a picture of its own.

    Raises:
        InvalidInput: if an argument makes no sense.
        MissingExtra: if matplotlib is not installed.

    >>> from crimecalc.games.deadcert import simulate_solo, solo_win_probability
    >>> solo_win_rates({"B2": simulate_solo("B2", games=100, seed=1)}, solo_win_probability("B2"))
    <Picture 'SOLOplay won by policy, 100 games each; error bars: two standard errors': 7 × 3.6 inches>
    """
    named = games if isinstance(games, Mapping) else {"": games}
    if not named:
        raise InvalidInput("solo_win_rates: expected the games of at least one policy, found none")
    for played in named.values():
        if not isinstance(played, SoloGames):
            raise InvalidInput(f"solo_win_rates: expected SoloGames, as simulate_solo gives, found {found(played)}")
    win = None if exact is None else exact_fraction(exact, "solo_win_rates: exact")
    rates = [100 * played.win_probability for played in named.values()]
    errors = [200 * played.standard_error for played in named.values()]
    with draw_on(axes) as picture:
        (panel,) = picture.axes
        charts.bars(panel, list(map(str, named)), {"": rates}, {"": errors})
        panel.set(xlabel="policy", ylabel="games won (%)")
        if win is not None:
            charts.mark(panel, f"exact:\n{100 * float(win):.2f} %", up=100 * win)
        counts = " or ".join(sorted({plural(played.n, "game") for played in named.values()}))
        charts.title(picture, f"SOLOplay won by policy, {counts} each; error bars: two standard errors")
    return picture
