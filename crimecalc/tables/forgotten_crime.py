"""Tables on Forgotten Crime."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from crimecalc.analysis import ablation
from crimecalc.cards import Suit
from crimecalc.games import forgotten_crime
from crimecalc.games.forgotten_crime import QUESTIONS, Crime
from crimecalc.games.forgotten_crime.crimes import SHARED_LIES
from crimecalc.games.forgotten_crime.policies import CARDS
from crimecalc.rendering import listed
from crimecalc.tables.registry import count, exact, key, table
from crimecalc.tables.table import Row

__all__: list[str] = []

_SETUP = "Rules of Forgotten Crime, Setup and Designer's original setup"
_PLAY = "Rules of Forgotten Crime, Play and Scoring"

_KINDS: dict[str, tuple[list[Any], Callable[[Crime], Any]]] = {
    "criminal": (list(Suit), lambda found: found.criminal),
    "accomplice": (list(Suit), lambda found: found.accomplice),
    "true answer to question 1": (list(QUESTIONS[0]), lambda found: found.truth[0]),
    "true answer to question 2": (list(QUESTIONS[1]), lambda found: found.truth[1]),
    "true answer to question 3": (list(QUESTIONS[2]), lambda found: found.truth[2]),
    "question the criminal answers truly": ([1, 2, 3], lambda found: found.truthful_question),
    "lies of criminal and accomplice": (list(SHARED_LIES), lambda found: found.shared_lie),
}
"""What crimes are told apart by: the kinds that there are, and which of them a crime is."""


@table(
    "forgotten-crime/crimes",
    title="Crimes of Forgotten Crime by kind, in both setups",
    caption="Crimes of Forgotten Crime by kind, in the simplified and in the designer's setup: how many there "
    "are, and the probability of each kind.",
    source=_SETUP,
    columns=[key("by"), key("kind"), count("crimes"), exact("simplified"), exact("designer")],
)
def crimes() -> Iterator[Row]:
    """A row for each kind; the crimes are those of either setup."""
    made = [forgotten_crime.crime_distribution(setup) for setup in forgotten_crime.setups()]
    for by, (kinds, kind_of) in _KINDS.items():
        simplified, designer = (distribution.map(kind_of) for distribution in made)
        counts = Counter(map(kind_of, made[0]))
        for kind in kinds:
            yield by, str(kind), counts[kind], simplified[kind], designer[kind]


@table(
    "forgotten-crime/shared-lies",
    title="Lies on the same question in Forgotten Crime",
    caption="On which questions and how the criminal and the accomplice of Forgotten Crime lie together.",
    source=_PLAY,
    columns=[key("lies"), exact("probability")],
)
def shared_lies() -> Iterator[Row]:
    """A row for each way."""
    yield from forgotten_crime.shared_lie().items()


@table(
    "forgotten-crime/certainty",
    title="Certainty after so many cards of Forgotten Crime",
    caption="How certain one can be in Forgotten Crime after so many cards: the distribution of the probability "
    "of the most probable pair of criminal and accomplice.",
    source=_PLAY,
    columns=[key("cards"), key("best_pair"), exact("probability")],
)
def certainty() -> Iterator[Row]:
    """A row for each number of cards and each probability that the best pair can then have."""
    for cards in range(CARDS + 1):
        for best, probability in forgotten_crime.certainty(cards).items():
            yield cards, str(best), probability


@table(
    "forgotten-crime/draws-until-certain",
    title="Cards of Forgotten Crime until the culprits are certain",
    caption="After how many cards of Forgotten Crime the criminal, the accomplice, and both are certain.",
    source=_PLAY,
    columns=[key("cards"), exact("criminal"), exact("accomplice"), exact("both")],
)
def draws_until_certain() -> Iterator[Row]:
    """A row for each number of cards."""
    draws = [forgotten_crime.draws_until_certain(who) for who in ("criminal", "accomplice", "both")]
    for cards in range(CARDS + 1):
        yield cards, *(distribution.get(cards, Fraction(0)) for distribution in draws)


@table(
    "forgotten-crime/optimal-policy",
    title="The optimal policy of Forgotten Crime",
    caption="The optimal policy of Forgotten Crime: what to do in each state of knowledge, up to the names of "
    "suspects and answers, and the expected score of either action. “reached” is the probability that a "
    "game passes through it.",
    source=_PLAY,
    columns=[
        key("cards_seen"),
        count("cards_left"),
        key("action"),
        count("best_pairs"),
        exact("win_probability"),
        exact("accusing"),
        exact("drawing"),
        exact("reached"),
    ],
)
def optimal_policy() -> Iterator[Row]:
    """A row for each state up to symmetry."""
    frame = forgotten_crime.optimal_policy().to_frame()
    columns = [
        "cards seen",
        "cards left",
        "action",
        "pairs",
        "win probability",
        "value of accusing",
        "value of drawing",
        "reached",
    ]
    yield from frame[columns].itertuples(index=False, name=None)


@table(
    "forgotten-crime/policies",
    title="Policies of Forgotten Crime compared",
    caption="Policies of Forgotten Crime compared: expected score, probability of a right accusation, and cards "
    "drawn on average.",
    source=_PLAY,
    columns=[key("policy"), exact("score"), exact("win_probability"), exact("cards_drawn")],
)
def policies() -> Iterator[Row]:
    """A row for each policy, the best first."""
    frame = forgotten_crime.compare_policies()
    columns = ["policy", "expected score", "win probability", "cards drawn"]
    yield from frame[columns].itertuples(index=False, name=None)


@table(
    "forgotten-crime/shuffles",
    title="What the shuffles of Forgotten Crime are good for",
    caption="What each random step of the setups of Forgotten Crime is good for: the total variation distance, "
    "and how many outcomes are left, if it is left out. Steps are counted from 1.",
    source=_SETUP,
    columns=[
        key("setup"),
        key("step"),
        key("verb"),
        exact("total_variation"),
        count("outcomes"),
        key("piles_affected"),
    ],
)
def shuffles() -> Iterator[Row]:
    """A row for each random step of either setup."""
    for name, setup in zip(("simplified", "designer"), forgotten_crime.setups(), strict=True):
        for left_out in ablation(setup):
            piles = listed(left_out.affected) or "none"
            yield name, left_out.index + 1, left_out.verb, left_out.total_variation, left_out.outcomes, piles
