"""Setup: the validated sequence of steps that hands carry out."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from itertools import islice
from operator import index as whole
from typing import Any, Literal

from crimecalc.cards import Deck, Suit
from crimecalc.errors import InvalidInput, SetupError
from crimecalc.rendering import plural
from crimecalc.setup import prose
from crimecalc.setup.diagram import Diagram, diagram_of
from crimecalc.setup.layout import Layout, step_verb
from crimecalc.setup.steps import (
    Cut,
    Deal,
    Discard,
    Observe,
    RandomStep,
    Scramble,
    Shuffle,
    Sort,
    Split,
    Stack,
    Step,
    Take,
    TurnOver,
)

__all__ = ["Setup", "observation_of"]


def observation_of(setup: object, verb: str) -> Observe:
    """What a setup observes, for whatever is about to carry it out.

    Raises:
        InvalidInput: if it is no setup.
        SetupError: if it observes nothing.
    """
    if not isinstance(setup, Setup):
        raise InvalidInput(f"{verb}: expected a Setup, found {type(setup).__name__}")
    if setup.observation is None:
        raise SetupError(f"{verb}: {setup.name!r} observes nothing; end it with .observe(...)")
    return setup.observation


class Setup:
    """What hands do to named piles, written down as an immutable value.

    A new setup has one pile named ``deck``. Each method adds a step and returns a new setup; a step
    that hands could not carry out raises :class:`~crimecalc.errors.SetupError` at once. Setups are equal
    when they start from the same deck and have the same steps, whatever they are called.

    All methods that add a step raise ``SetupError`` for a pile that is not on the table, a name that is in
    use or given twice, and numbers that do not fit, naming the step, the pile, what was found and what was
    expected.

    Args:
        deck: the cards, top first: a :class:`~crimecalc.cards.Deck` or an iterable of labels.
        name: what the setup is called in print.

    Source: the words follow card-based cryptography, where a *pile-scramble shuffle* permutes piles
    as wholes (Ishikawa, Chida and Mizuki, *Efficient Card-Based Protocols for Generating a Hidden Random
    Permutation Without Fixed Points*, UCNC 2015) and a *random cut* is a uniform cyclic shift.

    >>> setup = Setup(["red", "blue", "green"], name="draw one").shuffle("deck")
    >>> setup = setup.take("deck", [1], into="hand").observe("hand")
    >>> print(setup)
    draw one
    Start with a pile “deck” of 3 cards, from the top: red blue green.
    Keep every pile face down unless a step says otherwise. Top and bottom are as
    the pile lies on the table.
     1. Shuffle the pile “deck” (3 cards) completely.
     2. Take the top card of “deck” and make it the new pile “hand”.
     3. In the end, look at “hand” (1 card).
    """

    deck: Deck
    name: str
    steps: tuple[Step, ...]
    layouts: tuple[Layout, ...]

    def __init__(self, deck: Deck | Iterable[Hashable], name: str = "Setup") -> None:
        if not isinstance(name, str):
            raise InvalidInput(f"a setup's name is text, found {name!r}")
        made = deck if isinstance(deck, Deck) else Deck(deck)
        self.__dict__.update(deck=made, name=name, steps=(), layouts=(Layout.start(made),))

    @classmethod
    def of(cls, deck: Deck, steps: Iterable[Step], name: str = "Setup") -> Setup:
        """A setup from steps that are already written; each is checked as if it were written now."""
        setup = cls(deck, name)
        if not isinstance(steps, Iterable):
            raise SetupError(f"expected a list of steps, found {steps!r}")
        for step in steps:
            setup = setup.then(step)
        return setup

    def then(self, step: Step) -> Setup:
        """The setup with one more step, given as a value from :mod:`crimecalc.setup.steps`."""
        layout = self.layouts[-1].after(step)
        made = Setup.__new__(Setup)
        made.__dict__.update(
            deck=self.deck, name=self.name, steps=(*self.steps, step), layouts=(*self.layouts, layout)
        )
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Setup does not change; {name!r} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Setup does not change; {name!r} cannot be deleted")

    # --- steps --------------------------------------------------------------------------------

    def sort(self, pile: str, by: Literal["rank", "suit"] = "rank", suits: str | Iterable[str] = "♠♣♥♦") -> Setup:
        """Sort a pile face up into one pile for each rank (or suit), named after it.

        From the bottom up, cards of one rank lie in the order of ``suits``; cards of one suit lie in the
        order in which the starting deck first names their ranks. The cards of the pile must be known:
        all of the deck, or cards that only ever mixed among themselves.

        >>> Setup(Deck.standard("A 2")).sort("deck", by="rank", suits="♠♣♥♦").piles
        {'A': 4, '2': 4}
        """
        try:
            order = tuple(suit.value for suit in Suit.parse_all(suits))
        except InvalidInput as error:
            raise self._wrong("sort", f"suits={suits!r}: {error}") from None
        return self.then(Sort(pile, by, order))

    def turn_over(self, *piles: str) -> Setup:
        """Turn each pile over as a whole, which reverses it.

        >>> Setup("abc").turn_over("deck").instructions
        ('Turn over the pile “deck” as a whole, which reverses its order.',)
        """
        return self.then(TurnOver(piles))

    def scramble(self, *piles: str) -> Setup:
        """Pile-scramble shuffle: piles of one size change places as wholes, all orders equally likely.

        >>> Setup("abcd").split("deck", [2, 2], into=["x", "y"]).scramble("x", "y").random_steps
        (1,)
        """
        return self.then(Scramble(piles))

    def shuffle(self, pile: str) -> Setup:
        """Shuffle a pile completely: all orders equally likely.

        >>> Setup("abc").shuffle("deck").instructions
        ('Shuffle the pile “deck” (3 cards) completely.',)
        """
        return self.then(Shuffle(pile))

    def cut(self, pile: str) -> Setup:
        """Random cut: some cards go from the top to the bottom, every number from 0 on equally likely.

        >>> Setup("abc").cut("deck").random_steps
        (0,)
        """
        return self.then(Cut(pile))

    def stack(self, *piles: str, into: str) -> Setup:
        """Put piles on one another, the first named on top; ``into`` may reuse one of their names.

        >>> Setup("abc").split("deck", [1, 2], into=["x", "y"]).stack("y", "x", into="deck").piles
        {'deck': 3}
        """
        return self.then(Stack(piles, into))

    def deal(self, pile: str, into: Sequence[str], count: int | None = None) -> Setup:
        """Deal from the top, one card at a time in rotation, each laid on top of its pile.

        Piles of ``into`` that exist grow, the others are new. ``count`` stops early and leaves the rest in
        the pile; without it all cards are dealt and the pile is gone.

        >>> Setup("abcde").deal("deck", ["left", "right"], count=3).piles
        {'deck': 2, 'left': 2, 'right': 1}
        """
        names = self._listed("deal", "into", into, "pile names")
        return self.then(Deal(pile, names, None if count is None else _whole(count)))

    def take(self, pile: str, positions: Iterable[int], into: str) -> Setup:
        """Pull cards out of a pile all at once: no card that is pulled shifts the count of another.

        Position 1 is the top card, -1 the bottom card. The cards keep the order in which they lay in the
        pile, however the positions are listed, and go on top of ``into`` where that pile exists.

        >>> Setup("abcde").take("deck", [1, 4, -1], into="hand").piles
        {'deck': 2, 'hand': 3}
        """
        numbers = self._listed("take", "positions", positions, "whole numbers")
        return self.then(Take(pile, tuple(map(_whole, numbers)), into))

    def split(self, pile: str, sizes: Iterable[int], into: Sequence[str]) -> Setup:
        """Split a pile from the top into parts of these sizes, keeping the order inside each.

        >>> Setup("abcde").split("deck", [2, 3], into=["upper", "lower"]).piles
        {'upper': 2, 'lower': 3}
        """
        numbers = self._listed("split", "sizes", sizes, "whole numbers")
        return self.then(Split(pile, tuple(map(_whole, numbers)), self._listed("split", "into", into, "pile names")))

    def discard(self, *piles: str) -> Setup:
        """Put piles into the box, out of the game and unseen.

        >>> Setup("abc").split("deck", [1, 2], into=["x", "y"]).discard("y").piles
        {'x': 1}
        """
        return self.then(Discard(piles))

    def observe(self, *piles: str, unordered: Sequence[str] = ()) -> Setup:
        """Say what is looked at in the end: piles in order, then piles as unordered sets of cards.

        >>> setup = Setup("abc").split("deck", [1, 2], into=["top", "rest"])
        >>> setup.observe("top", unordered=["rest"]).instructions[-1]
        'In the end, look at “top” (1 card) and “rest” (2 cards) in any order.'
        """
        return self.then(Observe(piles, self._listed("observe", "unordered", unordered, "pile names")))

    # --- reading ------------------------------------------------------------------------------

    @cached_property
    def random_steps(self) -> tuple[int, ...]:
        """Indexes into :attr:`steps` (from 0) of the scrambles, shuffles and cuts."""
        return tuple(index for index, step in enumerate(self.steps) if isinstance(step, RandomStep))

    @property
    def instructions(self) -> tuple[str, ...]:
        """One sentence for each of :attr:`steps`, as printed."""
        return tuple(prose.sentence(step, layout) for step, layout in zip(self.steps, self.layouts, strict=False))

    @property
    def observation(self) -> Observe | None:
        """What is looked at in the end, once it is said."""
        return self.layouts[-1].observed

    @property
    def piles(self) -> dict[str, int]:
        """How many cards each pile on the table holds after the last step."""
        return {name: len(places) for name, places in self.layouts[-1].where.items()}

    def diagram(self) -> Diagram:
        """The setup as a picture: a row for each step, with the piles that it touches as strips of cards.

        Returns:
            SVG that a notebook shows; :meth:`~crimecalc.setup.diagram.Diagram.save` writes it into a file.

        >>> Setup("abc", name="a cut").cut("deck").observe("deck").diagram().title
        'a cut'
        """
        return diagram_of(self)

    def without(self, index: int) -> Setup:
        """The same setup with one scramble, shuffle or cut skipped.

        Args:
            index: one of :attr:`random_steps`.

        Raises:
            SetupError: if it is none of them.

        >>> Setup("abc").cut("deck").shuffle("deck").without(0) == Setup("abc").shuffle("deck")
        True
        """
        if isinstance(index, bool) or not isinstance(index, int) or index not in self.random_steps:
            raise SetupError(
                f"without: {index!r} is no index of a scramble, shuffle or cut; "
                f"expected one of {list(self.random_steps)}"
            )
        verb = step_verb(self.steps[index])
        return self.replaced(index, name=f"{self.name} without step {index + 1} ({verb})")

    def replaced(self, index: int, *steps: Step, name: str | None = None) -> Setup:
        """The same setup with the step at one index replaced by others (or by none), for trying variants.

        Args:
            index: an index into :attr:`steps`, from 0.
            steps: values from :mod:`crimecalc.setup.steps`.
            name: what the variant is called.

        >>> from crimecalc.setup.steps import Cut
        >>> setup = Setup("abc").shuffle("deck").observe("deck")
        >>> setup.replaced(0, Cut("deck"), name="only cut").random_steps
        (0,)
        """
        if isinstance(index, bool) or not isinstance(index, int) or index not in range(len(self.steps)):
            raise SetupError(f"replaced: {index!r} is no index of a step; expected 0 to {len(self.steps) - 1}")
        made = (*self.steps[:index], *steps, *self.steps[index + 1 :])
        return Setup.of(self.deck, made, name or f"{self.name} with another step {index + 1}")

    def renamed(self, name: str) -> Setup:
        """The same setup under another name."""
        return Setup.of(self.deck, self.steps, name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Setup):
            return NotImplemented
        return self.deck == other.deck and self.steps == other.steps

    def __hash__(self) -> int:
        return hash((self.deck, self.steps))

    def __reduce__(self) -> tuple[Any, ...]:
        return Setup.of, (self.deck, self.steps, self.name)

    def __str__(self) -> str:
        return prose.text(self.name, self.deck, self.steps, self.instructions)

    def __repr__(self) -> str:
        return f"<Setup {self.name!r}: {plural(len(self.deck), 'card')}, {plural(len(self.steps), 'step')}>"

    def _repr_html_(self) -> str:
        return prose.html(self.name, self.deck, self.steps, self.instructions)

    def _wrong(self, verb: str, problem: str) -> SetupError:
        return self.layouts[-1].wrong(verb, problem)

    def _listed(self, verb: str, what: str, values: object, expected: str) -> tuple[Any, ...]:
        """An argument that lists several things, as a tuple; one text is not taken for its letters."""
        if isinstance(values, (str, set, frozenset)) or not isinstance(values, Iterable):
            raise self._wrong(verb, f"{what}: expected a list of {expected}, found {values!r}")
        # One entry too many is enough to be refused; nobody should wait for the rest.
        return tuple(islice(values, len(self.deck) + 1))


def _whole(number: Any) -> Any:
    """Whole numbers of any library as int; what is none is left for the check of the step."""
    if isinstance(number, (bool, type)):
        return number
    try:
        return whole(number)
    except TypeError:
        return number
