"""A setup lowered to moves over places: what the fast engines carry out.

Deterministic steps are gone: they only regroup places (see :mod:`crimecalc.setup.layout`). What is left
is the first layout of the cards, the random steps as exchanges between places, and the observed places.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import factorial

from crimecalc.outcomes import OutcomeCodec, PileShape
from crimecalc.setup import Setup, observation_of
from crimecalc.setup.layout import Places, step_verb
from crimecalc.setup.steps import Cut, Scramble, Shuffle, Sort

__all__ = ["Blocks", "Lay", "Move", "Program", "Rotation", "lower"]


@dataclass(frozen=True)
class Blocks:
    """Blocks of places exchange their cards as wholes, in every order equally likely.

    Args:
        step: number of the setup's step, from 1.
        blocks: the places of each block, top to bottom.
        shuffle: whether this is a complete shuffle, of blocks of one place; its ways are then counted
            only as far as they are seen.
    """

    step: int
    blocks: tuple[Places, ...]
    shuffle: bool

    @property
    def places(self) -> Places:
        """All places, block by block."""
        return tuple(place for block in self.blocks for place in block)

    @property
    def ways(self) -> int:
        """In how many orders the blocks can come to lie."""
        return factorial(len(self.blocks))

    @property
    def single(self) -> bool:
        """Whether the blocks are single cards, so that the order before the move does not matter."""
        return len(self.blocks[0]) == 1


@dataclass(frozen=True)
class Rotation:
    """The cards of a row of places move on in a circle, every distance equally likely."""

    step: int
    places: Places

    @property
    def ways(self) -> int:
        """How many distances there are."""
        return len(self.places)


@dataclass(frozen=True)
class Lay:
    """Known cards come to lie in some places, whatever lay there before (a sort)."""

    step: int
    places: Places
    cards: tuple[int, ...]


Move = Blocks | Rotation | Lay


@dataclass(frozen=True)
class Program:
    """A setup as moves over places.

    Args:
        names: for each step of the setup its verb, for messages.
        start: for each place the card that lies there at first, an index into the codec's labels.
        moves: what happens to the places, in order.
        piles: the places of each observed pile, top to bottom.
        codec: how outcomes are packed.
        pile_names: the names of the observed piles.
    """

    names: tuple[str, ...]
    start: tuple[int, ...]
    moves: tuple[Move, ...]
    piles: tuple[Places, ...]
    codec: OutcomeCodec
    pile_names: tuple[str, ...]


def lower(setup: Setup, verb: str) -> Program:
    """Lower a setup to a program, for the function named ``verb``.

    Raises:
        SetupError: if the setup observes nothing.
    """
    observed = observation_of(setup, verb)
    index: dict[Hashable, int] = {label: i for i, label in enumerate(setup.deck.labels)}
    moves: list[Move] = []
    for number, (step, before, after) in enumerate(
        zip(setup.steps, setup.layouts, setup.layouts[1:], strict=False), start=1
    ):
        match step:
            case Scramble(piles):
                moves.append(Blocks(number, tuple(before.where[name] for name in piles), shuffle=False))
            case Shuffle(pile):
                moves.append(Blocks(number, tuple((place,) for place in before.where[pile]), shuffle=True))
            case Cut(pile):
                moves.append(Rotation(number, before.where[pile]))
            case Sort(pile):
                places = before.where[pile]
                moves.append(Lay(number, places, tuple(index[after.labels[place]] for place in places)))
            case _:
                pass
    table = setup.layouts[-1]
    looked_at = tuple(table.where[name] for name in observed.names)
    shapes = tuple(PileShape(len(table.where[name]), name in observed.piles) for name in observed.names)
    return Program(
        names=tuple(step_verb(step) for step in setup.steps),
        start=tuple(index[card] for card in setup.deck),
        moves=tuple(moves),
        piles=looked_at,
        codec=OutcomeCodec(setup.deck.labels, setup.deck.copies, shapes),
        pile_names=observed.names,
    )
