"""What stands on the page of each game beside its claims and tables: the proof, and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from crimecalc import plots
from crimecalc.comparison import Comparison, compare
from crimecalc.games import deadcert, forgotten_crime, in_a_grove, king_of_hearts
from crimecalc.games.in_a_grove.rounds import Policy
from crimecalc.report.page import bordered, figure

if TYPE_CHECKING:
    from crimecalc.canvas import Picture

__all__ = ["LEADS", "made", "pictures", "proof", "proof_html"]

LEADS = {
    "forgotten-crime": "Four suspects answer three questions; the criminal lies twice, the accomplice once. The "
    "game's app prints a setup that is simpler than the designer's, and says that it gives exactly the same result.",
    "king-of-hearts": "A court card and a heart are hidden, the others dealt. Players ask each other for cards until "
    "somebody knows the hidden two.",
    "in-a-grove": "Everybody has seen two cards and looks at two of three suspects. The largest number is the "
    "murderer, or the smallest if the 5 is there.",
    "deadcert": "Thirty-seven names stand on 48 cards, and one of them had motive, means and opportunity.",
}
"""What each game is about."""

SEED = 1
"""Of all simulated games in the report."""

Made = tuple[str, str, Callable[[], "Picture"]]
"""A caption, the code that makes the picture, and what makes it here."""


def proof() -> Comparison:
    """The two setups of Forgotten Crime held against each other."""
    return compare(*forgotten_crime.setups())


def proof_html(comparison: Comparison) -> str:
    """A comparison in figures, both setups side by side, and the instructions of each."""
    names = [setup.name for setup in comparison.setups]
    parts = [
        bordered(comparison._repr_html_(), "The setups in figures"),
        "<p>Every way in which the shuffles can fall was counted. To repeat it: "
        "<code>crimecalc prove forgotten-crime</code>.</p>",
        f"<h3>{escape(names[0])} beside {escape(names[1])}</h3>",
        bordered(comparison.diagram().svg, f"{names[0]} beside {names[1]}"),
    ]
    for setup in comparison.setups:
        parts.append(
            f"<details><summary>{escape(setup.name)}: the instructions</summary>\n{setup._repr_html_()}\n</details>"
        )
    return "\n".join(parts)


def pictures(game: str, games: int) -> Iterator[str]:
    """The pictures of a game as HTML.

    Args:
        game: one of :data:`~crimecalc.games.GAMES`.
        games: how many games are played where games are simulated.
    """
    for caption, code, make in made(game, games):
        yield figure(make().svg, caption, code)


def made(game: str, games: int) -> list[Made]:
    """The pictures of a game with the code that makes each; arguments as in :func:`pictures`."""
    return _PICTURES[game](games)


def _forgotten_crime(_games: int) -> list[Made]:
    return [
        (
            "How certain one can be by the number of cards drawn.",
            f"{_PLOTS}plots.certainty_curves()",
            plots.certainty_curves,
        ),
        (
            "Where the optimal policy draws and where it accuses; no simple threshold does as well.",
            f"from fractions import Fraction\n{_PLOTS}plots.policy_map(threshold=Fraction(3, 7))",
            lambda: plots.policy_map(threshold=Fraction(3, 7)),
        ),
        ("What each policy scores on average.", f"{_PLOTS}plots.policy_values()", plots.policy_values),
        ("Final scores by policy.", f"{_PLOTS}plots.policy_scores()", plots.policy_scores),
    ]


def _king_of_hearts(_games: int) -> list[Made]:
    start = king_of_hearts.Case(players=4, seat=0, hand="JC QD KS 3H 7H")
    case = start.asked(court="KH", heart="9H", by=0, shown_by=2, card="9H")
    case = case.asked(court="QS", heart="4H", by=1, shown_by=3).asked(court="QD", heart="AH", by=2, shown_by=3)
    code = (
        f"{_PLOTS}from crimecalc.games import king_of_hearts\n"
        'start = king_of_hearts.Case(players=4, seat=0, hand="JC QD KS 3H 7H")\n'
        'case = start.asked(court="KH", heart="9H", by=0, shown_by=2, card="9H")\n'
        'case = case.asked(court="QS", heart="4H", by=1, shown_by=3)\n'
        'case = case.asked(court="QD", heart="AH", by=2, shown_by=3)\n'
    )
    return [
        (
            "Who can hold what before any question, and after three, as seat 0 sees it (probabilities in per cent).",
            f'{code}plots.who_holds_what({{"before": start, "after three questions": case}})',
            lambda: plots.who_holds_what({"before": start, "after three questions": case}),
        ),
        (
            "How open the solution still is, question by question.",
            f"{code}plots.entropies(case)",
            lambda: plots.entropies(case),
        ),
    ]


def _in_a_grove(games: int) -> list[Made]:
    policies: tuple[Policy, ...] = ("random", "honest", "reasoning")

    def losses() -> Picture:
        played = {one: in_a_grove.simulate(one, n=games, seed=SEED, players=4, progress=False) for one in policies}
        return plots.losses(played)

    return [
        ("The murderer's number among four players.", f"{_PLOTS}plots.murderer(4)", lambda: plots.murderer(4)),
        ("What the swap is worth to the discoverer.", f"{_PLOTS}plots.swap_values()", plots.swap_values),
        (
            f"Who loses among four who all play alike: {games:,} games each, seed {SEED}, two standard errors.",
            f"{_PLOTS}from crimecalc.games import in_a_grove\n"
            f"policies = {policies}\n"
            f"played = {{one: in_a_grove.simulate(one, n={games}, seed={SEED}, players=4) for one in policies}}\n"
            "plots.losses(played)",
            losses,
        ),
    ]


def _deadcert(games: int) -> list[Made]:
    def solo() -> Picture:
        policies = deadcert.SOLO_POLICIES
        played = {one: deadcert.simulate_solo(one, games=games, seed=SEED, progress=False) for one in policies}
        return plots.solo_win_rates(played, deadcert.solo_win_probability("F"))

    return [
        ("What is known by the number of cards fetched.", f"{_PLOTS}plots.draws()", plots.draws),
        (
            f"How often SOLOplay is won by each policy: {games:,} games each, seed {SEED}, two standard errors.",
            f"{_PLOTS}from crimecalc.games import deadcert\n"
            f"played = {{one: deadcert.simulate_solo(one, games={games}, seed={SEED}) for one in "
            "deadcert.SOLO_POLICIES}\n"
            'plots.solo_win_rates(played, deadcert.solo_win_probability("F"))',
            solo,
        ),
    ]


_PLOTS = "from crimecalc import plots\n"

_PICTURES: dict[str, Callable[[int], list[Made]]] = {
    "forgotten-crime": _forgotten_crime,
    "king-of-hearts": _king_of_hearts,
    "in-a-grove": _in_a_grove,
    "deadcert": _deadcert,
}
