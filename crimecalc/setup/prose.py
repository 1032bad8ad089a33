"""Steps as numbered sentences that a person can follow with real cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from crimecalc.cards import Deck
from crimecalc.rendering import plural, quoted, wrapped
from crimecalc.setup.layout import Layout
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

__all__ = ["html", "sentence", "text"]

_FACE_DOWN = (
    "Keep every pile face down unless a step says otherwise. Top and bottom are as the pile lies on the table."
)


def text(name: str, deck: Deck, steps: Sequence[Step], sentences: Sequence[str]) -> str:
    """The whole setup: its name, the cards, and its sentences, numbered."""
    lines = [name, *wrapped(_start(deck, steps)), *wrapped(_FACE_DOWN)]
    for number, line in enumerate(sentences, start=1):
        lead = f"{number:>2}. "
        lines += wrapped(line, lead, indent=len(lead))
    return "\n".join(lines)


def html(name: str, deck: Deck, steps: Sequence[Step], sentences: Sequence[str]) -> str:
    """The same as an HTML list."""
    items = [f"<li>{escape(line)}</li>" for line in sentences]
    head = f"<p><strong>{escape(name)}</strong><br>{escape(_start(deck, steps))}<br>{escape(_FACE_DOWN)}</p>"
    return "\n".join([head, "<ol>", *items, "</ol>"])


def sentence(step: Step, before: Layout) -> str:
    """One step as a sentence, for the table as it lies before the step."""

    def size(pile: str) -> str:
        return plural(len(before.where[pile]), "card")

    match step:
        case Sort():
            return _sort(step, before)
        case TurnOver(piles):
            each = "the pile" if len(piles) == 1 else "each of the piles"
            return f"Turn over {each} {_listed(piles)} as a whole, which reverses its order."
        case Scramble(piles):
            return (
                f"Scramble the piles {_listed(piles)} ({size(piles[0])} each): let them change places as wholes, "
                "every pile kept as it is, so often that nobody can tell them apart; "
                f"call them in the end, from left to right, {_listed(piles)}."
            )
        case Shuffle(pile):
            return f"Shuffle the pile {_quoted(pile)} ({size(pile)}) completely."
        case Cut(pile):
            return (
                f"Cut the pile {_quoted(pile)} ({size(pile)}) and complete the cut, again and again, "
                "until nobody can know which card is on top."
            )
        case Stack([pile], into):
            return f"Call the pile {_quoted(pile)} {_quoted(into)} from now on."
        case Stack(piles, into):
            return (
                f"Stack the piles {_listed(piles)} into one pile {_quoted(into)}, "
                f"{_quoted(piles[0])} on top and {_quoted(piles[-1])} at the bottom."
            )
        case Deal():
            return _deal(step, before)
        case Take():
            return _take(step, before)
        case Split(pile, sizes, into):
            parts = _joined(
                f"{_quoted(name)} ({plural(count, 'card')})" for name, count in zip(into, sizes, strict=True)
            )
            return f"Split the pile {_quoted(pile)} from the top, keeping the order inside each part, into {parts}."
        case Discard(piles):
            return f"Put {_listed(piles)} into the box, unseen."
        case Observe(piles, unordered):
            looked_at = [f"{_quoted(pile)} ({size(pile)})" for pile in piles]
            if any(len(before.where[pile]) > 1 for pile in piles):
                looked_at[-1] += " in order from the top"
            looked_at += [f"{_quoted(pile)} ({size(pile)}) in any order" for pile in unordered]
            return f"In the end, look at {_joined(looked_at)}."


def _start(deck: Deck, steps: Sequence[Step]) -> str:
    order = "in any order" if isinstance(steps[0] if steps else None, Sort) else "from the top"
    return f"Start with a pile “deck” of {plural(len(deck), 'card')}, {order}: {deck}."


def _sort(step: Sort, before: Layout) -> str:
    after = before.after(step)
    names = [name for name in after.where if name not in before.where or name == step.pile]
    sizes = {len(after.where[name]) for name in names}
    each = f"of {plural(sizes.pop(), 'card')} each" if len(sizes) == 1 else "of the cards there are"
    held = {getattr(before.labels[place], "suit", "") for place in before.where[step.pile]}
    inside = (
        f"in every pile the suits lie in the order {' '.join(suit for suit in step.suits if suit in held)} "
        "from the bottom up"
        if step.by == "rank"
        else "in every pile the ranks rise from the bottom up in the order of the starting deck"
    )
    return (
        f"Sort the pile {_quoted(step.pile)} face up by {step.by} into {plural(len(names), 'pile')} {each}, "
        f"{_listed(names)}; {inside}."
    )


def _deal(step: Deal, before: Layout) -> str:
    pile, held = _quoted(step.pile), len(before.where[step.pile])
    what = f"the {plural(held, 'card')} of {pile}" if step.count in (None, held) else ""
    what = what or f"{plural(step.count or 0, 'card')} from the top of {pile}"
    if len(step.into) == 1:
        return (
            f"Deal {what} one at a time onto {_quoted(step.into[0])}, "
            "each on top of the one before, which reverses their order."
        )
    return f"Deal {what} one at a time in turn to {_listed(step.into)}, each card onto its pile."


def _take(step: Take, before: Layout) -> str:
    held = len(before.where[step.pile])
    # A pile's bottom card is called so even where it was counted from the top.
    places = sorted(position if position > 0 else held + 1 + position for position in step.positions)
    if places == [1]:
        what = "the top card"
    elif places == [held]:
        what = "the bottom card"
    else:
        what = f"the {_joined(_ordinal(place, held) for place in places)}"
        what += f" {'card' if len(places) == 1 else 'cards'} from the top"
    at_once = ", all at once," if len(places) > 1 else ""
    if step.into == step.pile:
        return f"Take {what} of {_quoted(step.pile)}{at_once} and put {_it(places)} on top of it."
    if step.into in before.where:
        return f"Take {what} of {_quoted(step.pile)}{at_once} and put {_it(places)} on top of {_quoted(step.into)}."
    return f"Take {what} of {_quoted(step.pile)}{at_once} and make {_it(places)} the new pile {_quoted(step.into)}."


def _it(places: Sequence[int]) -> str:
    return "it" if len(places) == 1 else "them, in the order in which they lay,"


def _ordinal(place: int, held: int) -> str:
    if place == held and held > 1:
        return f"{place}{_suffix(place)} (the bottom)"
    return f"{place}{_suffix(place)}"


def _suffix(number: int) -> str:
    if 10 <= number % 100 <= 20:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _quoted(name: str) -> str:
    return quoted([name])


def _listed(names: Iterable[str]) -> str:
    return _joined(_quoted(name) for name in names)


def _joined(parts: Iterable[str]) -> str:
    found = list(parts)
    return found[0] if len(found) == 1 else ", ".join(found[:-1]) + " and " + found[-1]
