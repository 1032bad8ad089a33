"""Pictures of Forgotten Crime: how sure one is, when to accuse, and what policies score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import nan
from typing import Any

from crimecalc import charts
from crimecalc.canvas import Picture, draw_on
from crimecalc.cards import Card
from crimecalc.checks import found
from crimecalc.errors import InvalidInput
from crimecalc.games.forgotten_crime.belief import read_cards
from crimecalc.games.forgotten_crime.policies import (
    CARDS,
    AccusingPolicy,
    accuse_after,
    accuse_when_certain,
    best_probability,
    best_threshold_policy,
    compare_policies,
    optimal_policy,
)
from crimecalc.games.forgotten_crime.table import certainty
from crimecalc.rational import exact_fraction

__all__ = ["accusing", "certainty_curves", "policy_map", "policy_scores", "policy_values"]

_BANDS = {
    "below 1/8": (Fraction(0), Fraction(1, 8)),
    "from 1/8": (Fraction(1, 8), Fraction(1, 4)),
    "from 1/4": (Fraction(1, 4), Fraction(1, 2)),
    "from 1/2": (Fraction(1, 2), Fraction(1)),
    "certain": (Fraction(1), Fraction(2)),
}


def certainty_curves(axes: Any = None) -> Picture:
    """How sure one can be after each number of cards: shares of games by the most probable pair's probability.

    Args:
        axes: the matplotlib Axes to draw on; None for a picture of its own.

    Raises:
        InvalidInput: if ``axes`` are no Axes.
        MissingExtra: if matplotlib is not installed.

    Source: :func:`~crimecalc.games.forgotten_crime.table.certainty`.

    >>> certainty_curves()
    <Picture 'How sure one can be, by cards drawn': 7 × 3.6 inches>
    """
    cards = range(CARDS + 1)
    sure = [certainty(k) for k in cards]
    shares = {
        name: [belief.probability({p for p in belief if low <= p < high}) for belief in sure]
        for name, (low, high) in _BANDS.items()
    }
    with draw_on(axes) as picture:
        (panel,) = picture.axes
        charts.stacked(panel, list(map(str, cards)), shares)
        panel.set(xlabel="cards drawn", ylabel="share of games")
        charts.legend_outside(picture, "right", "best pair's\nprobability", upwards=True)
        charts.title(picture, "How sure one can be, by cards drawn")
    return picture


def policy_map(policy: AccusingPolicy | None = None, threshold: Any = None, axes: Any = None) -> Picture:
    """Where a policy draws and where it accuses: a mark for each information state up to symmetry.

    Where both marks stand at the same height, cards drawn and probability are not enough to decide.

    Args:
        policy: by default the optimal one.
        threshold: an integer or Fraction from 0 to 1 at which a line is drawn.
        axes: the matplotlib Axes to draw on; None for a picture of its own.

    Raises:
        InvalidInput: if an argument makes no sense.
        MissingExtra: if matplotlib is not installed.

    >>> policy_map(threshold=Fraction(3, 7))
    <Picture 'Where the policy “optimal” draws and accuses; a mark is a state': 7 × 3.8 inches>
    """
    chosen = _policy(policy)
    bound = None if threshold is None else exact_fraction(threshold, "policy_map: threshold")
    if bound is not None and not 0 <= bound <= 1:
        raise InvalidInput(f"policy_map: threshold: expected a probability from 0 to 1, found {bound}")
    states: dict[str, tuple[list[float], list[Fraction]]] = {"draw": ([], []), "accuse": ([], [])}
    for state in chosen.policy.game.states:
        action, aside = ("accuse", 0.15) if chosen.policy.stops[state.index] else ("draw", -0.15)
        states[action][0].append(CARDS - state.left + aside)
        states[action][1].append(best_probability(state.belief))
    with draw_on(axes, size=(7, 3.8)) as picture:
        (panel,) = picture.axes
        charts.dots(panel, states)
        if bound is not None:
            charts.mark(panel, str(bound), up=bound)
        panel.set(xlabel="cards drawn", ylabel="probability of the best pair", ylim=(0, 1.05))
        panel.set_xticks(range(CARDS + 1))
        charts.legend_outside(picture, "right")
        charts.title(picture, f"Where the policy “{chosen.name}” draws and accuses; a mark is a state")
    return picture


def policy_scores(policies: Sequence[AccusingPolicy] | None = None, axes: Any = None) -> Picture:
    """The final scores of policies, a panel for each.

    Args:
        policies: by default the optimal, the best threshold, the certain one, and that which accuses after 8 cards.
        axes: as many matplotlib Axes to draw on; None for a picture of its own.

    Raises:
        InvalidInput: if an argument makes no sense.
        MissingExtra: if matplotlib is not installed.

    >>> policy_scores([optimal_policy()])
    <Picture 'Final scores by policy | optimal: 2.159 on average': 4 × 2.6 inches>
    """
    if policies is None:
        policies = [optimal_policy(), best_threshold_policy()[1], accuse_when_certain(), accuse_after(8)]
    if isinstance(policies, (str, AccusingPolicy)) or not isinstance(policies, Sequence) or not policies:
        raise InvalidInput(f"policy_scores: expected a list of policies, at least one; found {found(policies)}")
    scores = [_policy(policy).scores() for policy in policies]
    highest = max(score for exact in scores for score in exact if score != "loss")
    labels = ["loss", *range(highest + 1)]
    columns = min(len(policies), 2)
    rows = -(-len(policies) // columns)
    size = (1 + 3 * columns, 0.6 + 2 * rows)
    spare = rows * columns - len(policies) if axes is None else 0
    shape = (rows, columns) if axes is None else (1, len(policies))
    with draw_on(axes, rows=shape[0], columns=shape[1], size=size, share="both") as picture:
        for panel, policy, exact in zip(picture.axes, policies, scores, strict=False):
            charts.bars(panel, list(map(str, labels)), {"": [exact[label] for label in labels]})
            panel.patches[0].set(facecolor="white", hatch="///")
            panel.set_title(f"{policy.name}: {float(policy.value):.3f} on average", fontsize="medium")
            panel.set(xlabel="final score (points)", ylabel="probability")
            panel.label_outer()
        for panel in picture.axes[len(policies) :][:spare]:
            panel.set_visible(False)
        top = max(float(exact.max_probability) for exact in scores)
        picture.axes[0].set_ylim(0, 1.05 * top)
        charts.title(picture, "Final scores by policy")
    return picture


def policy_values(axes: Any = None) -> Picture:
    """The expected scores of the optimal, the best threshold, the certain and every ``accuse_after`` policy.

    Args:
        axes: the matplotlib Axes to draw on; None for a picture of its own.

    Raises:
        InvalidInput: if ``axes`` are no Axes.
        MissingExtra: if matplotlib is not installed.

    Source: :func:`~crimecalc.games.forgotten_crime.policies.compare_policies`.
    """
    frame = compare_policies()
    values = list(frame["expected score"])
    with draw_on(axes, size=(7, 4.4)) as picture:
        (panel,) = picture.axes
        notes = [f"{float(value):.3f}" for value in values]
        charts.bars(panel, list(frame["policy"]), {"": values}, sideways=True, notes=notes)
        panel.set(xlabel="expected score (points)", ylabel="policy")
        charts.title(picture, "Expected score by policy")
    return picture


def accusing(deck: Iterable[str | Card], policy: AccusingPolicy | None = None, axes: Any = None) -> Picture:
    """What drawing on and accusing are worth after each card of one deck.

    Args:
        deck: cards in the order in which they are drawn, as many as are of interest.
        policy: the policy that is followed; by default the optimal one.
        axes: the matplotlib Axes to draw on; None for a picture of its own.

    Raises:
        InvalidInput: if an argument makes no sense.
        ImpossibleEvidence: if no crime gives these cards together.
        MissingExtra: if matplotlib is not installed.

    >>> accusing("A♠ A♣ 2♥ 4♠".split())
    <Picture 'What drawing and accusing are worth, card by card': 7 × 3.6 inches>
    """
    cards, chosen = read_cards(deck), _policy(policy)
    advice = [chosen.advise(cards[:k]) for k in range(len(cards) + 1)]
    drawing: list[Any] = [told.value_of_drawing for told in advice]
    if drawing[-1] is None:  # nothing is left to draw, so the line ends
        drawing[-1] = nan
    values: dict[str, list[Any]] = {
        "draw on, then follow the policy": drawing,
        "accuse now": [told.value_of_accusing for told in advice],
    }
    first = next((k for k, told in enumerate(advice) if told.action == "accuse"), None)
    with draw_on(axes) as picture:
        (panel,) = picture.axes
        charts.curves(panel, range(len(advice)), values)
        if first is not None:
            charts.mark(panel, "accuse here", right=first)
        panel.set_xticks(range(len(advice)), ["none", *map(str, cards)])
        panel.set(xlabel="last card drawn", ylabel="expected score (points)")
        charts.from_zero(panel)
        charts.legend_outside(picture, "below")
        charts.title(picture, "What drawing and accusing are worth, card by card")
    return picture


def _policy(policy: AccusingPolicy | None) -> AccusingPolicy:
    if policy is None:
        return optimal_policy()
    if not isinstance(policy, AccusingPolicy):
        raise InvalidInput(f"policy: expected an AccusingPolicy, found {found(policy)}")
    return policy
