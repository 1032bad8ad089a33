"""When to accuse in Forgotten Crime: the optimal policy and others, with the same exact figures.

A right accusation scores as many points as cards are left, a wrong one scores nothing, so what accusing is worth
is the probability of the most probable pair of culprits times the cards left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from crimecalc.cards import Card, Suit
from crimecalc.distribution import Distribution
from crimecalc.errors import InvalidInput
from crimecalc.games.forgotten_crime.belief import ANSWERS, PAIRS, all_crimes, posterior, read_cards
from crimecalc.games.forgotten_crime.symmetry import canonical
from crimecalc.inference.policy import Policy, Rule, State
from crimecalc.inference.stopping import StoppingGame
from crimecalc.progress import Bar
from crimecalc.rational import exact_fraction
from crimecalc.rendering import describe, html_table, plural, text_table

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "CARDS",
    "AccusingPolicy",
    "Advice",
    "accuse_after",
    "accuse_at_once",
    "accuse_when",
    "accuse_when_certain",
    "best_probability",
    "best_threshold_policy",
    "check_cards",
    "compare_policies",
    "optimal_policy",
    "stopping_game",
    "threshold_policy",
]

CARDS = 12
"""Cards in the deck before the first is drawn."""


@dataclass(frozen=True)
class Advice:
    """What to do after some cards, and why.

    Attributes:
        action: "accuse" or "draw".
        criminal: the criminal of the most probable pair.
        accomplice: the accomplice of the most probable pair.
        win_probability: the probability of that pair.
        value_of_accusing: expected score of accusing now.
        value_of_drawing: expected score of drawing and following the policy then; None if the deck is empty.
        equally_probable: how many pairs have that probability; the one named is the first of them.
    """

    action: Literal["accuse", "draw"]
    criminal: Suit
    accomplice: Suit
    win_probability: Fraction
    value_of_accusing: Fraction
    value_of_drawing: Fraction | None
    equally_probable: int = 1

    @property
    def tie(self) -> bool:
        """Whether accusing and drawing are worth the same."""
        return self.value_of_accusing == self.value_of_drawing


def best_probability(belief: Distribution) -> Fraction:
    """Probability of the most probable pair.

    >>> best_probability(posterior(["A♠", "A♣", "2♥"]))
    Fraction(2, 7)
    """
    if not isinstance(belief, Distribution):
        raise InvalidInput(f"best_probability: expected a Distribution, found {type(belief).__name__}")
    return belief[belief.mode()]


@cache
def stopping_game() -> StoppingGame:
    """Forgotten Crime as a game of evidence revealed card by card.

    >>> len(stopping_game().states)
    894
    """
    table = all_crimes()
    return StoppingGame.from_arrays(
        ANSWERS,
        table.decks,
        PAIRS,
        table.pairs,
        payoff=lambda belief, left: left * best_probability(belief),
        canonical=canonical,
    )


class AccusingPolicy:
    """A rule for when to accuse the most probable pair, with its exact figures.

    Attributes:
        name: what the policy is called in tables.
        policy: the policy over the game's information states.
    """

    def __init__(self, name: str, policy: Policy) -> None:
        self.name = name
        self.policy = policy

    @property
    def value(self) -> Fraction:
        """Expected score from the start."""
        return self.policy.value

    @cached_property
    def win_probability(self) -> Fraction:
        """Probability that the accusation is right, also if it scores 0 because the deck is empty."""
        return self.scores().probability(lambda score: score != "loss")

    @property
    def states(self) -> int:
        """How many information states there are, up to symmetry."""
        return len(self.policy.game.states)

    @property
    def ties(self) -> int:
        """In how many of the states accusing and drawing are worth the same."""
        return len(self.policy.ties)

    def scores(self) -> Distribution:
        """Distribution of the final score: 0 to 12, or "loss".

        >>> accuse_at_once().scores()[12], accuse_at_once().scores()["loss"]
        (Fraction(1, 12), Fraction(11, 12))
        """

        def score(state: State) -> Distribution:
            right = best_probability(state.belief)
            return Distribution({state.left: right, "loss": 1 - right})

        return self.policy.outcomes(score)

    def draws(self) -> Distribution:
        """Distribution of the number of cards drawn when accusing.

        >>> dict(accuse_after(3).draws())
        {3: Fraction(1, 1)}
        """
        return self.policy.outcomes(lambda state: Distribution({CARDS - state.left: 1}))

    def advise(self, seen: Iterable[str | Card] = ()) -> Advice:
        """What the policy does after these cards.

        Raises:
            InvalidInput: for cards that cannot be in the deck, see
                :func:`~crimecalc.games.forgotten_crime.belief.read_cards`.
            ImpossibleEvidence: if no crime gives these cards together.

        >>> optimal_policy().advise().action
        'draw'
        """
        cards = read_cards(seen)
        belief = posterior(cards)  # not the state's belief, which names the suspects of an equivalent state
        return self._advice(self.policy.game.state(cards), belief)

    def _advice(self, state: State, belief: Distribution) -> Advice:
        criminal, accomplice = belief.mode()
        best = best_probability(belief)
        return Advice(
            action="accuse" if self.policy.stops[state.index] else "draw",
            criminal=criminal,
            accomplice=accomplice,
            win_probability=best,
            value_of_accusing=state.stopping,
            value_of_drawing=self.policy.drawing[state.index],
            equally_probable=list(belief.values()).count(best),
        )

    def to_frame(self) -> pd.DataFrame:
        """The whole policy: a row for each information state up to symmetry, exact figures as Fractions.

        Each state is shown by one of the sets of cards that are the same but for names. "pairs" counts
        the most probable pairs, of which the first is named. "reached" is the probability that a game played by
        the policy passes through the state.
        """
        import pandas as pd

        rows = []
        for state in self.policy.game.states:
            advice = self._advice(state, state.belief)
            rows.append(
                {
                    "cards seen": describe(state.seen) or "none",
                    "cards left": state.left,
                    "action": advice.action,
                    "tie": advice.tie,
                    "criminal": advice.criminal.value,
                    "accomplice": advice.accomplice.value,
                    "pairs": advice.equally_probable,
                    "win probability": advice.win_probability,
                    "value of accusing": advice.value_of_accusing,
                    "value of drawing": advice.value_of_drawing,
                    "reached": self.policy.reached[state.index],
                }
            )
        return pd.DataFrame(rows)

    def __repr__(self) -> str:
        return f"<AccusingPolicy {self.name!r}: value {self.value} (about {float(self.value):.4f})>"

    def __str__(self) -> str:
        return text_table(*self._cells())

    def _repr_html_(self) -> str:
        header, rows = self._cells()
        return html_table(header, rows, caption=self.name)

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        figures: list[tuple[str, Fraction]] = [
            ("expected score", self.value),
            ("win probability", self.win_probability),
            ("cards drawn on average", self.draws().expectation()),
        ]
        return ["figure", "exact", "about"], [[name, str(x), f"{float(x):.6f}"] for name, x in figures]


@cache
def optimal_policy() -> AccusingPolicy:
    """The policy of highest expected score; where accusing and drawing tie, it accuses.

    >>> optimal_policy().value
    Fraction(32320919, 14968800)
    """
    return AccusingPolicy("optimal", stopping_game().optimal())


def accuse_at_once() -> AccusingPolicy:
    """Accuse before the first card.

    >>> accuse_at_once().value
    Fraction(1, 1)
    """
    return accuse_after(0)


@cache
def accuse_when_certain() -> AccusingPolicy:
    """Accuse as soon as only one pair of culprits is possible.

    >>> accuse_when_certain().value
    Fraction(51, 28)
    """
    return accuse_when(lambda belief, _: len(belief) == 1, "only when certain")


def accuse_after(k: int) -> AccusingPolicy:
    """Accuse after ``k`` cards, whatever they show.

    Raises:
        InvalidInput: if ``k`` is no whole number from 0 to 12.
    """
    check_cards("accuse_after", k)
    return _accuse_after(int(k))


@cache
def _accuse_after(k: int) -> AccusingPolicy:
    name = "at once" if k == 0 else f"after {plural(k, 'card')}"
    return accuse_when(lambda _, left: left <= CARDS - k, name)


def check_cards(verb: str, k: object) -> None:
    """Refuse what is no number of cards that can have been drawn."""
    if isinstance(k, bool) or not isinstance(k, (int, np.integer)) or not 0 <= k <= CARDS:
        raise InvalidInput(f"{verb}: expected a whole number of cards from 0 to {CARDS}, found {k!r}")


def threshold_policy(p: Any) -> AccusingPolicy:
    """Accuse as soon as the most probable pair has at least probability ``p``.

    Args:
        p: an integer or Fraction from 0 to 1.

    Raises:
        InexactNumber: if ``p`` is a float.
        InvalidInput: if it is not between 0 and 1.

    >>> threshold_policy(1).value == accuse_when_certain().value
    True
    """
    bound = exact_fraction(p, "threshold_policy")
    if not 0 <= bound <= 1:
        raise InvalidInput(f"threshold_policy: expected a probability from 0 to 1, found {p}")
    return accuse_when(lambda belief, _: best_probability(belief) >= bound, f"at probability {bound} or more")


@cache
def best_threshold_policy() -> tuple[Fraction, AccusingPolicy]:
    """The best of all threshold policies, with its threshold.

    Only probabilities that the most probable pair can have make a difference, so these are all that
    need trying; of equally good thresholds the highest is given.
    """
    bounds = sorted({best_probability(state.belief) for state in stopping_game().states}, reverse=True)
    best = max(bounds, key=lambda bound: threshold_policy(bound).value)
    return best, threshold_policy(best)


def compare_policies(progress: bool | None = None) -> pd.DataFrame:
    """The optimal, the best threshold, the certain and every ``accuse_after`` policy in a table, best first.

    Columns: the expected score, the probability of a win and the cards drawn on average as Fractions, then the
    expected score as a float and as a share of the optimum.

    Args:
        progress: show a bar; None for one after two seconds if somebody watches.
    """
    import pandas as pd

    made: list[Callable[[], AccusingPolicy]] = [
        optimal_policy,
        lambda: best_threshold_policy()[1],
        accuse_when_certain,
    ]
    made += [partial(accuse_after, k) for k in range(CARDS + 1)]
    figures = []
    with Bar(progress, len(made), verb="compare_policies", noun="policies") as bar:
        for make in made:
            policy = make()
            figures.append((policy.name, policy.value, policy.win_probability, policy.draws().expectation()))
            bar.advance()
    figures.sort(key=lambda row: row[1], reverse=True)
    table = pd.DataFrame(figures, columns=["policy", "expected score", "win probability", "cards drawn"])
    table["about"] = [float(value) for _, value, *_ in figures]
    table["share of the optimum"] = [float(value / figures[0][1]) for _, value, *_ in figures]
    return table


def accuse_when(rule: Rule, name: str = "own rule") -> AccusingPolicy:
    """Accuse as soon as a rule of your own says so, or the deck is empty.

    Args:
        rule: a function of the belief over pairs and of the number of cards left that says True or False.
        name: what the policy is called in tables.

    >>> accuse_when(lambda belief, left: len(belief) <= 2).value > accuse_when_certain().value
    True
    """
    return AccusingPolicy(name, stopping_game().follow(rule))
