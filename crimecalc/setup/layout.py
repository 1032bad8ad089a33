"""Which places make up which pile between two steps, without knowing how any shuffle fell.

Every card lies in a *place*, a number from 0 on. What hands do never depends on faces, so which places
make up a pile, from top to bottom, is known when a setup is written; only which card lies in a place
depends on chance. A deterministic step regroups places and moves no card; a random step exchanges the
cards of its places; a sort lays known cards into its places.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from crimecalc.cards import Card, Deck
from crimecalc.errors import SetupError
from crimecalc.rendering import about, plural
from crimecalc.setup.steps import (
    Cut,
    Deal,
    Discard,
    Observe,
    Scramble,
    Shuffle,
    Sort,
    Split,
    Stack,
    Step,
    Take,
    TurnOver,
)

__all__ = ["Layout", "Places", "step_verb"]

Places = tuple[int, ...]
_LARGEST = 10**15


@dataclass(frozen=True)
class Layout:
    """The table after some steps of a setup.

    Args:
        deck: the cards that the setup starts from.
        where: for each pile its places, top to bottom.
        fate: for each name that was used and is free again, what became of the pile.
        labels: a card for each place. Cards that shuffles may have exchanged form a group; within a
            group the labels say which cards there are, not where they lie.
        groups: for each place the number of its group.
        taken: number of steps carried out.
        observed: the observation, once it is made.
    """

    deck: Deck
    where: Mapping[str, Places]
    fate: Mapping[str, str]
    labels: tuple[Hashable, ...]
    groups: tuple[int, ...]
    taken: int = 0
    observed: Observe | None = None

    @classmethod
    def start(cls, deck: Deck) -> Layout:
        """One pile named ``deck`` in the deck's stated order."""
        places = tuple(range(len(deck)))
        return cls(deck, MappingProxyType({"deck": places}), MappingProxyType({}), deck.cards, places)

    def after(self, step: Step) -> Layout:
        """The table after one more step.

        Raises:
            SetupError: if hands cannot do it; the message names the step, the pile, what was found and
                what was expected.
        """
        if self.observed is not None:
            raise self.wrong(step, f"the setup ended with observe in step {self.taken}; nothing can follow it")
        table = self._carry_out(step)
        return replace(table, taken=self.taken + 1)

    def _carry_out(self, step: Step) -> Layout:
        self._check_values(step)
        match step:
            case Sort():
                return self._sort(step)
            case TurnOver(piles):
                self._existing(step, piles)
                turned = {name: self.where[name][::-1] for name in piles}
                return self._with({**self.where, **turned})
            case Scramble(piles):
                return self._scramble(step)
            case Shuffle(pile) | Cut(pile):
                self._existing(step, [pile])
                return self._mixed([pile])
            case Stack(piles, into):
                self._existing(step, piles)
                places = sum((self.where[name] for name in piles), ())
                return self._replaced(step, piles, {into: places}, f"was stacked into {into!r}")
            case Deal():
                return self._deal(step)
            case Take():
                return self._take(step)
            case Split():
                return self._split(step)
            case Discard(piles):
                self._existing(step, piles)
                return self._replaced(step, piles, {}, "was put into the box")
            case Observe(piles, unordered):
                self._existing(step, (*piles, *unordered))
                return replace(self, observed=step)
            case _:
                raise SetupError(f"step {self.taken + 1}: expected a step of a setup, found {step!r}")

    def _check_values(self, step: Step) -> None:
        """Refuse what makes no sense on any table: no piles, one named twice, numbers out of bounds."""
        match step:
            case Sort(pile, by, suits):
                self._names(step, (pile,))
                if not isinstance(by, str) or by not in ("rank", "suit"):
                    raise self.wrong(step, f"by={by!r}; expected 'rank' or 'suit'")
                if not isinstance(suits, tuple) or not suits or len(set(suits)) < len(suits):
                    raise self.wrong(step, f"suits={suits!r}; expected different suits, at least one")
            case Shuffle(pile) | Cut(pile):
                self._names(step, (pile,))
            case Stack(piles, into):
                self._names(step, piles)
                self._names(step, (into,))
            case Deal(pile, into, count):
                self._names(step, (pile,))
                self._names(step, into)
                if count is not None:
                    self._numbers(step, "count", (count,), least=1)
            case Take(pile, positions, into):
                self._names(step, (pile,))
                self._names(step, (into,))
                self._numbers(step, "positions", positions)
            case Split(pile, sizes, into):
                self._names(step, (pile,))
                self._names(step, into)
                self._numbers(step, "sizes", sizes, least=1)
            case Observe(piles, unordered):
                both = (*piles, *unordered) if isinstance(piles, tuple) and isinstance(unordered, tuple) else None
                self._names(step, both)
            case TurnOver(piles) | Scramble(piles) | Discard(piles):
                self._names(step, piles)

    def _names(self, step: Step, names: object) -> None:
        if not isinstance(names, tuple):
            raise self.wrong(step, f"expected a tuple of names in a step, found {names!r}")
        for name in names:
            if not isinstance(name, str) or not name.strip():
                hint = "; write the names one by one, not as a list" if isinstance(name, (list, tuple)) else ""
                raise self.wrong(step, f"a pile's name is text that is not empty, found {name!r}{hint}")
        if not names:
            raise self.wrong(step, "expected at least one pile, found none")
        for name in names:
            if names.count(name) > 1:
                raise self.wrong(step, f"pile {name!r} is named twice; expected each pile once")

    def _numbers(self, step: Step, what: str, numbers: object, least: int | None = None) -> None:
        if not isinstance(numbers, tuple):
            raise self.wrong(step, f"{what}: expected a tuple of numbers in a step, found {numbers!r}")
        if not numbers:
            raise self.wrong(step, f"{what}: expected at least one number, found none")
        for number in numbers:
            if not isinstance(number, int) or isinstance(number, bool):
                raise self.wrong(step, f"{what}: expected a whole number, found {number!r}")
            if abs(number) > _LARGEST:
                raise self.wrong(step, f"{what}: expected a number that a pile may have, found {about(abs(number))}")
            if least is not None and number < least:
                raise self.wrong(step, f"{what}: expected at least {least}, found {number}")

    # --- steps with more to them --------------------------------------------------------------

    def _sort(self, step: Sort) -> Layout:
        self._existing(step, [step.pile])
        places = self.where[step.pile]
        inside = set(places)
        groups = {self.groups[place] for place in places}
        if any(group in groups and place not in inside for place, group in enumerate(self.groups)):
            raise self.wrong(
                step,
                f"which cards lie in pile {step.pile!r} depends on how a shuffle falls; "
                "expected a pile whose cards are known",
            )
        piles = self._sorted_cards(step, [self.labels[place] for place in places])
        targets, labels, group_of, at = {}, list(self.labels), list(self.groups), iter(places)
        for name, pile_cards in piles.items():
            targets[name] = tuple(next(at) for _ in pile_cards)
            for place, card in zip(targets[name], pile_cards, strict=True):
                labels[place], group_of[place] = card, place
        # A group is named after one of its places, so a fresh single place is a fresh group.
        table = replace(self, labels=tuple(labels), groups=tuple(group_of))
        return table._replaced(step, [step.pile], targets, f"was sorted by {step.by}")

    def _sorted_cards(self, step: Sort, found: Sequence[Hashable]) -> dict[str, list[Card]]:
        """The cards of each new pile, top to bottom."""
        known = []
        for card in found:
            if not isinstance(card, Card):
                raise self.wrong(step, f"found {card!r}; expected cards with a rank and a suit")
            if card.suit not in step.suits:
                raise self.wrong(step, f"found {card}; expected only the suits {''.join(step.suits)}")
            known.append(card)
        ranks = list(dict.fromkeys(card.rank for card in self.deck if isinstance(card, Card)))
        upward = sorted(known, key=lambda card: (ranks.index(card.rank), step.suits.index(card.suit)))
        piles: dict[str, list[Card]] = {name: [] for name in (ranks if step.by == "rank" else step.suits)}
        for card in upward:
            piles[card.rank if step.by == "rank" else card.suit.value].insert(0, card)
        return {name: pile for name, pile in piles.items() if pile}

    def _scramble(self, step: Scramble) -> Layout:
        self._existing(step, step.piles)
        if len(step.piles) < 2:
            raise self.wrong(step, f"expected at least 2 piles, found {len(step.piles)}: {step.piles[0]!r}")
        sizes = [len(self.where[name]) for name in step.piles]
        if len(set(sizes)) > 1:
            found = ", ".join(f"{name!r} has {size}" for name, size in zip(step.piles, sizes, strict=True))
            raise self.wrong(step, f"expected piles of one size, found unequal piles: {found}")
        return self._mixed(step.piles)

    def _deal(self, step: Deal) -> Layout:
        self._existing(step, [step.pile])
        source = self.where[step.pile]
        if step.pile in step.into:
            raise self.wrong(step, f"pile {step.pile!r} cannot be dealt onto itself")
        count = len(source) if step.count is None else step.count
        if count > len(source):
            raise self.wrong(step, f"pile {step.pile!r} has {plural(len(source), 'card')}; expected at least {count}")
        if count < len(step.into):
            raise self.wrong(
                step,
                f"{plural(count, 'card')} cannot be dealt into {len(step.into)} piles; "
                "expected at least one card for each",
            )
        where = dict(self.where)
        for index, name in enumerate(step.into):
            where[name] = source[index : count : len(step.into)][::-1] + where.get(name, ())
        return self._left(step.pile, source[count:], where, f"was dealt out in step {self.taken + 1}")

    def _take(self, step: Take) -> Layout:
        self._existing(step, [step.pile])
        source = self.where[step.pile]
        size = len(source)
        for position in step.positions:
            if not 1 <= abs(position) <= size:
                raise self.wrong(
                    step,
                    f"position {position} is outside pile {step.pile!r} ({plural(size, 'card')}); "
                    f"expected 1 to {size} from the top or -1 to -{size} from the bottom",
                )
        chosen = [position - 1 if position > 0 else size + position for position in step.positions]
        if len(set(chosen)) < len(chosen):
            raise self.wrong(
                step, f"positions {list(step.positions)} name a card of pile {step.pile!r} twice; expected each once"
            )
        pulled = tuple(source[index] for index in sorted(chosen))
        rest = tuple(place for index, place in enumerate(source) if index not in set(chosen))
        if step.into == step.pile:
            return self._with({**self.where, step.pile: pulled + rest})
        where = {**self.where, step.into: pulled + self.where.get(step.into, ())}
        return self._left(step.pile, rest, where, f"gave its last card to {step.into!r} in step {self.taken + 1}")

    def _split(self, step: Split) -> Layout:
        self._existing(step, [step.pile])
        source = self.where[step.pile]
        if len(step.sizes) != len(step.into):
            raise self.wrong(
                step,
                f"found {plural(len(step.sizes), 'size')} for {plural(len(step.into), 'pile')}; "
                "expected one size for each",
            )
        if sum(step.sizes) != len(source):
            raise self.wrong(
                step,
                f"pile {step.pile!r} has {plural(len(source), 'card')}; "
                f"expected sizes that add up to it, found {list(step.sizes)} ({sum(step.sizes)})",
            )
        targets, at = {}, 0
        for name, size in zip(step.into, step.sizes, strict=True):
            targets[name] = source[at : at + size]
            at += size
        return self._replaced(step, [step.pile], targets, "was split")

    # --- shared -------------------------------------------------------------------------------

    def wrong(self, step: Step | str, problem: str) -> SetupError:
        """The error that says what is wrong with the next step, given as a value or by its verb."""
        return SetupError(f"step {self.taken + 1}: {step if isinstance(step, str) else step_verb(step)}: {problem}")

    def _existing(self, step: Step, names: Sequence[str]) -> None:
        """Refuse piles that are not on the table."""
        for name in names:
            if name in self.where:
                continue
            if name in self.fate:
                raise self.wrong(step, f"pile {name!r} {self.fate[name]}; expected {self._on_table()}")
            raise self.wrong(step, f"there is no pile {name!r}; expected {self._on_table()}")

    def _on_table(self) -> str:
        names = [repr(name) for name in self.where]
        if not names:
            return "a pile, but none is on the table"
        return "one of " + ", ".join(names[:12]) + (", …" if len(names) > 12 else "")

    def _with(self, where: Mapping[str, Places], fate: Mapping[str, str] | None = None) -> Layout:
        fates = self.fate if fate is None else fate
        live = {name: reason for name, reason in fates.items() if name not in where}
        return replace(self, where=MappingProxyType(dict(where)), fate=MappingProxyType(live))

    def _replaced(self, step: Step, gone: Sequence[str], new: Mapping[str, Places], reason: str) -> Layout:
        """Some piles taken away and others laid down; a new name must be free."""
        where = {name: places for name, places in self.where.items() if name not in gone}
        for name in new:
            if name in where:
                raise self.wrong(
                    step,
                    f"there is a pile {name!r} already ({plural(len(where[name]), 'card')}); expected a free name",
                )
        fate = {**self.fate, **dict.fromkeys(gone, f"{reason} in step {self.taken + 1}")}
        return self._with({**where, **new}, fate)

    def _left(self, pile: str, rest: Places, where: Mapping[str, Places], reason: str) -> Layout:
        """What a pile keeps after cards were taken from it; an empty pile is none."""
        if rest:
            return self._with({**where, pile: rest})
        return self._with(
            {name: places for name, places in where.items() if name != pile}, {**self.fate, pile: reason}
        )

    def _mixed(self, names: Sequence[str]) -> Layout:
        """A random step may have exchanged any cards of these piles."""
        joined = {self.groups[place] for name in names for place in self.where[name]}
        target = min(joined)
        return replace(self, groups=tuple(target if group in joined else group for group in self.groups))


def step_verb(step: Step) -> str:
    """The method that writes a step."""
    return "turn_over" if isinstance(step, TurnOver) else type(step).__name__.lower()
