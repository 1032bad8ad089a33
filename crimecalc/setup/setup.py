"""Setup: the validated sequence of steps that hands carry out."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from typing import Any, Literal

from crimecalc.cards import Deck, Suit
from crimecalc.errors import InvalidInput, SetupError
from crimecalc.setup import prose
from crimecalc.setup.piles import Piles, step_verb
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

__all__ = ["Setup"]


class Setup:
    """What hands do to named piles, written down as an immutable value.

    A new setup has one pile named ``deck``. Each method adds a step and returns a new setup; a step
    that hands could not carry out raises :class:`~crimecalc.errors.SetupError` at once. Setups are equal
    when they start from the same deck and have the same steps, whatever they are called.

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
     1. Shuffle the pile “deck” (3 cards) completely.
     2. Take the top card of “deck” and make it the new pile “hand”.
     3. In the end, look at “hand” (1 card).
    """

    deck: Deck
    name: str
    steps: tuple[Step, ...]
    tables: tuple[Piles, ...]

    def __init__(self, deck: Deck | Iterable[Hashable], name: str = "Setup") -> None:
        if not isinstance(name, str):
            raise InvalidInput(f"a setup's name is text, found {name!r}")
        made = deck if isinstance(deck, Deck) else Deck(deck)
        self.__dict__.update(deck=made, name=name, steps=(), tables=(Piles.start(made),))

    @classmethod
    def of(cls, deck: Deck, steps: Iterable[Step], name: str = "Setup") -> Setup:
        """A setup from steps that are already written; each is checked as if it were written now."""
        setup = cls(deck, name)
        for step in steps:
            setup = setup.then(step)
        return setup

    def then(self, step: Step) -> Setup:
        """The setup with one more step, given as a value from :mod:`crimecalc.setup.steps`."""
        table = self.tables[-1].after(step)
        made = Setup.__new__(Setup)
        made.__dict__.update(deck=self.deck, name=self.name, steps=(*self.steps, step), tables=(*self.tables, table))
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Setup does not change; {name!r} cannot be set")

    # --- steps --------------------------------------------------------------------------------

    def sort(self, pile: str, by: Literal["rank", "suit"] = "rank", suits: str | Iterable[str] = "♠♣♥♦") -> Setup:
        """Sort a pile face up into one pile for each rank (or suit), named after it.

        From the bottom up, cards of one rank lie in the order of ``suits``; cards of one suit lie in the
        order in which the starting deck first names their ranks. The cards of the pile must be known:
        all of the deck, or cards that only ever mixed among themselves.
        """
        if by not in ("rank", "suit"):
            raise self._wrong("sort", f"by={by!r}; expected 'rank' or 'suit'")
        try:
            order = tuple(Suit.parse(suit).value for suit in suits)
        except (InvalidInput, TypeError) as error:
            raise self._wrong("sort", f"suits={suits!r}: {error}") from None
        if not order or len(set(order)) < len(order):
            raise self._wrong("sort", f"suits={suits!r}; expected different suits, at least one")
        return self.then(Sort(self._name("sort", pile), by, order))

    def turn_over(self, *piles: str) -> Setup:
        """Turn each pile over as a whole, which reverses it."""
        return self.then(TurnOver(self._names("turn_over", piles)))

    def scramble(self, *piles: str) -> Setup:
        """Pile-scramble shuffle: piles of one size change places as wholes, all orders equally likely."""
        return self.then(Scramble(self._names("scramble", piles)))

    def shuffle(self, pile: str) -> Setup:
        """Shuffle a pile completely: all orders equally likely."""
        return self.then(Shuffle(self._name("shuffle", pile)))

    def cut(self, pile: str) -> Setup:
        """Random cut: as many cards as chance decides go from the top to the bottom."""
        return self.then(Cut(self._name("cut", pile)))

    def stack(self, *piles: str, into: str) -> Setup:
        """Put piles on one another, the first named on top; ``into`` may reuse one of their names."""
        return self.then(Stack(self._names("stack", piles), self._name("stack", into)))

    def deal(self, pile: str, into: Sequence[str], count: int | None = None) -> Setup:
        """Deal from the top, one card at a time in rotation, each laid on top of its pile.

        Piles of ``into`` that exist grow, the others are new. ``count`` stops early and leaves the rest in
        the pile; without it all cards are dealt and the pile is gone.
        """
        names = self._names("deal", into)
        if count is not None:
            self._whole("deal", "count", count, positive=True)
        return self.then(Deal(self._name("deal", pile), names, count))

    def take(self, pile: str, positions: Iterable[int], into: str) -> Setup:
        """Pull cards out of a pile all at once, so that the count does not change as you go.

        Position 1 is the top card, -1 the bottom card. The cards keep the order in which they lay in the
        pile, however the positions are listed, and go on top of ``into`` where that pile exists.
        """
        found = self._wholes("take", "positions", positions)
        return self.then(Take(self._name("take", pile), found, self._name("take", into)))

    def split(self, pile: str, sizes: Iterable[int], into: Sequence[str]) -> Setup:
        """Split a pile from the top into parts of these sizes, keeping the order inside each."""
        found = self._wholes("split", "sizes", sizes, positive=True)
        return self.then(Split(self._name("split", pile), found, self._names("split", into)))

    def discard(self, *piles: str) -> Setup:
        """Put piles into the box, out of the game and unseen."""
        return self.then(Discard(self._names("discard", piles)))

    def observe(self, *piles: str, unordered: Sequence[str] = ()) -> Setup:
        """Say what is looked at in the end: piles in order, then piles as unordered sets of cards."""
        loose = self._names("observe", unordered, least=0)
        return self.then(Observe(self._names("observe", piles, least=0 if loose else 1), loose))

    # --- reading ------------------------------------------------------------------------------

    @cached_property
    def random_steps(self) -> tuple[int, ...]:
        """Indexes into :attr:`steps` (from 0) of the scrambles, shuffles and cuts."""
        return tuple(index for index, step in enumerate(self.steps) if isinstance(step, RandomStep))

    @property
    def observation(self) -> Observe | None:
        """What is looked at in the end, once it is said."""
        return self.tables[-1].observed

    @property
    def piles(self) -> dict[str, int]:
        """How many cards each pile on the table holds after the last step."""
        return {name: len(places) for name, places in self.tables[-1].where.items()}

    def without(self, index: int) -> Setup:
        """The same setup with one scramble, shuffle or cut skipped.

        Args:
            index: one of :attr:`random_steps`.
        """
        if isinstance(index, bool) or index not in self.random_steps:
            raise SetupError(
                f"without: {index!r} is no index of a scramble, shuffle or cut; "
                f"expected one of {list(self.random_steps)}"
            )
        steps = self.steps[:index] + self.steps[index + 1 :]
        verb = step_verb(self.steps[index])
        return Setup.of(self.deck, steps, f"{self.name} without step {index + 1} ({verb})")

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
        return prose.text(self.name, self.deck, self.steps, self.tables)

    def __repr__(self) -> str:
        return f"<Setup {self.name!r}: {len(self.deck)} cards, {len(self.steps)} steps>"

    def _repr_html_(self) -> str:
        return prose.html(self.name, self.deck, self.steps, self.tables)

    # --- checking arguments -------------------------------------------------------------------

    def _wrong(self, verb: str, problem: str) -> SetupError:
        return SetupError(f"step {len(self.steps) + 1}: {verb}: {problem}")

    def _name(self, verb: str, name: object) -> str:
        if not isinstance(name, str) or not name.strip():
            raise self._wrong(verb, f"a pile's name is text that is not empty, found {name!r}")
        return str.__str__(name)

    def _names(self, verb: str, names: object, least: int = 1) -> tuple[str, ...]:
        if isinstance(names, str) or not isinstance(names, Iterable):
            raise self._wrong(verb, f"expected a list of pile names, found {names!r}")
        found = tuple(self._name(verb, name) for name in names)
        if len(found) < least:
            raise self._wrong(verb, "expected at least one pile, found none")
        for name in found:
            if found.count(name) > 1:
                raise self._wrong(verb, f"pile {name!r} is named twice; expected each pile once")
        return found

    def _whole(self, verb: str, what: str, number: object, positive: bool = False) -> int:
        try:
            if isinstance(number, bool):
                raise TypeError
            found = int(number.__index__())  # type: ignore[attr-defined]
        except (AttributeError, TypeError):
            raise self._wrong(verb, f"{what}: expected a whole number, found {number!r}") from None
        if positive and found < 1:
            raise self._wrong(verb, f"{what}: expected at least 1, found {found}")
        return found

    def _wholes(self, verb: str, what: str, numbers: object, positive: bool = False) -> tuple[int, ...]:
        if isinstance(numbers, str) or not isinstance(numbers, Iterable):
            raise self._wrong(verb, f"{what}: expected a list of whole numbers, found {numbers!r}")
        found = tuple(self._whole(verb, what, number, positive) for number in numbers)
        if not found:
            raise self._wrong(verb, f"{what}: expected at least one number, found none")
        return found
