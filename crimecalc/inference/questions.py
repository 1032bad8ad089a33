"""Questions ranked by what they tell about the solution."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from crimecalc.inference.asking import NOBODY, answers
from crimecalc.inference.deals import Deals
from crimecalc.listing import Listing
from crimecalc.progress import Bar
from crimecalc.rendering import left_out, listed, percent, plural, shown

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FIGURES", "Question", "Questions", "rank"]

FIGURES = ("information_gain", "first_neighbour_shows", "nobody_shows", "solution_known")
"""What is told of every question."""


@dataclass(frozen=True)
class Question:
    """A question that may be asked, and what to expect of it.

    The cards asked for are attributes as well, each by the name of its category, as in ``question.court``.

    Attributes:
        categories: the names of the categories.
        cards: the cards asked for, in the order of the categories.
        to: the one seat that is asked; None if the question goes round.
        information_gain: by how many bits the answer lowers the entropy of the solution, on average.
        first_neighbour_shows: probability that the first seat that is asked shows a card.
        nobody_shows: probability that no seat that is asked can.
        solution_known: probability that only one solution is possible afterwards.
    """

    categories: tuple[str, ...]
    cards: tuple[Any, ...]
    to: Any
    information_gain: float
    first_neighbour_shows: Fraction
    nobody_shows: Fraction
    solution_known: Fraction

    @property
    def named(self) -> dict[str, Any]:
        """The card of each category, as ``asked`` takes them."""
        return dict(zip(self.categories, self.cards, strict=True))

    def as_dict(self) -> dict[str, Any]:
        """The cards, whom it is put to if that is one seat, and all figures."""
        to = {} if self.to is None else {"to": self.to}
        return {**self.named, **to, **{name: getattr(self, name) for name in FIGURES}}

    def __getattr__(self, name: str) -> Any:
        if name in self.__dict__.get("categories", ()):
            return self.named[name]
        raise AttributeError(f"a question has no {name!r}")

    def __str__(self) -> str:
        whom = "" if self.to is None else f" (ask seat {self.to})"
        return f"{listed(self.cards)}{whom}: {self.information_gain:.4f} bits"


class Questions(Listing[Question]):
    """Questions in descending order of information gain; immutable."""

    @property
    def equally_good(self) -> Questions:
        """Those that tell as much as the first."""
        return Questions(question for question in self if question.information_gain == self[0].information_gain)

    def to_frame(self) -> pd.DataFrame:
        """All questions as a DataFrame, probabilities as Fractions."""
        import pandas as pd

        return pd.DataFrame([question.as_dict() for question in self])

    @property
    def _names(self) -> list[str]:
        return list(self[0].categories) if self else []

    @property
    def _to(self) -> bool:
        return any(question.to is not None for question in self)

    def _cells(self, limit: int | None) -> tuple[list[str], list[list[str]], str]:
        count = shown(len(self), limit)
        header = [*self._names, *(["of seat"] if self._to else []), "bits", "first shows", "nobody", "solved after"]
        rows = [
            [
                *map(str, question.cards),
                *([str(question.to)] if self._to else []),
                f"{question.information_gain:.4f}",
                percent(question.first_neighbour_shows),
                percent(question.nobody_shows),
                percent(question.solution_known),
            ]
            for question in self[:count]
        ]
        return header, rows, left_out(len(self), count, "questions")

    def __repr__(self) -> str:
        return f"<Questions: {plural(len(self), 'question')}>"


def rank(
    deals: Deals,
    choices: Sequence[Sequence[Hashable]],
    orders: Mapping[Any, Sequence[Hashable]],
    preference: Sequence[Fraction],
    sees: bool,
    progress: bool | None = None,
) -> Questions:
    """All questions with one card of each category, most informative first.

    Args:
        deals: what is known.
        choices: the cards that may be asked for, category by category.
        orders: the seats that answer in turn, for each way in which the question can be put: None, or the
            one seat that is asked.
        preference: how much each category is preferred by who can choose what to show.
        sees: whether the card that is shown is seen, or only who shows.
        progress: show a bar; None for one after two seconds if somebody watches.

    Equally informative questions stay in the order of the cards.
    """
    names = tuple(deals.categories)
    alike = _Alike(deals)
    known: dict[object, tuple[float, Fraction, Fraction, Fraction]] = {}
    found = []
    ways = [(cards, to, order) for cards in product(*choices) for to, order in orders.items()]
    with Bar(progress, len(ways), verb="questions", noun="questions") as bar:
        for cards, to, order in ways:
            kind = (tuple(map(alike.kind, cards)), to)
            if kind not in known:
                joint = answers(deals, cards, order, dict(zip(cards, preference, strict=True)))
                said, view = joint.distribution, joint if sees else joint.unseen()
                known[kind] = (
                    view.information_gain,
                    sum((p for (seat, _), p in said.items() if seat == order[0]), Fraction(0)),
                    said[NOBODY],
                    view.solution_known,
                )
            found.append(Question(names, cards, to, *known[kind]))
            bar.advance()
    return Questions(sorted(found, key=lambda question: -question.information_gain))


class _Alike:
    """Which cards can change places without changing anything that is known."""

    def __init__(self, deals: Deals) -> None:
        settled = deals.numbered.settled
        touched = {card for factor in settled.factors for card in factor.scope}
        known = dict(settled.known)
        category = {card: name for name, cards in deals.categories.items() for card in cards}
        self._kinds: dict[Hashable, Hashable] = {}
        for number, card in enumerate(deals.cards):
            place = known[number] if number in known else tuple(settled.rows[number])
            self._kinds[card] = card if number in touched else (category[card], place)

    def kind(self, card: Hashable) -> Hashable:
        """Equal for cards that are alike."""
        return self._kinds[card]
