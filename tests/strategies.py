"""Random small setups, made from every kind of step."""

from __future__ import annotations

from hypothesis import strategies as st

from crimecalc.cards import Deck
from crimecalc.engine.tabletop import count_worlds
from crimecalc.setup import Setup

MAX_WORLDS = 6_000
STEPS = (
    "turn_over",
    "scramble",
    "scramble",
    "shuffle",
    "cut",
    "stack",
    "deal",
    "take",
    "split",
    "split",
    "discard",
    "sort",
)


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """Different cards, cards of which some are alike, or playing cards that can be sorted."""
    kind = draw(st.sampled_from(["different", "alike", "playing cards"]))
    if kind == "different":
        return Deck("abcdefgh"[: draw(st.integers(1, 8) | st.integers(5, 8))])
    if kind == "alike":
        return Deck(draw(st.lists(st.sampled_from("aabc"), min_size=3, max_size=8)))
    ranks, suits = draw(st.sampled_from([("A 2", "♠♣"), ("A 2 3", "♠♥"), ("A 2", "♠♣♥♦"), ("7 8 9", "♦")]))
    return Deck.standard(ranks, suits)


@st.composite
def setups(draw: st.DrawFn, max_steps: int = 9) -> Setup:
    """A setup of which every world can be played."""
    setup = Setup(draw(decks()))
    for number in range(draw(st.integers(0, max_steps) | st.integers(5, max_steps))):
        longer = draw(one_more_step(setup, f"p{number}"))
        if count_worlds(longer) <= MAX_WORLDS:
            setup = longer
    names = draw(st.permutations(sorted(setup.piles)))
    assert names
    looked_at = names[: draw(st.integers(1, len(names)))]
    cut = draw(st.integers(0, len(looked_at)))
    return setup.observe(*looked_at[:cut], unordered=looked_at[cut:])


@st.composite
def one_more_step(draw: st.DrawFn, setup: Setup, fresh: str) -> Setup:
    """The setup with one more step, or as it is where the step drawn cannot be carried out."""
    sizes = setup.piles
    name = draw(st.sampled_from(sorted(sizes)))
    size = sizes[name]
    kind = draw(st.sampled_from(STEPS))
    others = sorted(sizes)
    match kind:
        case "turn_over" | "discard":
            chosen = draw(st.lists(st.sampled_from(others), min_size=1, max_size=2, unique=True))
            if kind == "turn_over":
                return setup.turn_over(*chosen)
            return setup.discard(*chosen) if len(chosen) < len(sizes) else setup
        case "scramble":
            same = [other for other in others if sizes[other] == size]
            return setup.scramble(*draw(st.permutations(same))) if len(same) > 1 else setup
        case "shuffle" | "cut":
            return setup.shuffle(name) if kind == "shuffle" else setup.cut(name)
        case "stack":
            chosen = draw(st.lists(st.sampled_from(others), min_size=1, max_size=3, unique=True))
            return setup.stack(*chosen, into=draw(st.sampled_from([fresh, chosen[0]])))
        case "deal":
            into = draw(st.sampled_from([[fresh], [fresh, f"{fresh}'"], [fresh, *others[:1]]]))
            if name in into or size < len(into):
                return setup
            return setup.deal(name, into, draw(st.none() | st.integers(len(into), size)))
        case "take":
            places = st.integers(1, size) | st.integers(-size, -1)
            positions = draw(st.lists(places, min_size=1, max_size=3, unique_by=lambda p: p % (size + 1)))
            return setup.take(name, positions, into=draw(st.sampled_from([fresh, *others])))
        case "split":
            parts = draw(st.integers(1, min(3, size)))
            even = size % parts == 0
            sizes_drawn = [size // parts] * parts if even else [1] * (parts - 1) + [size - parts + 1]
            return setup.split(name, sizes_drawn, [f"{fresh}.{part}" for part in range(parts)])
        case _:
            table = setup.layouts[-1]
            known = all(hasattr(card, "rank") for card in setup.deck) and len(table.where) == 1 and not table.fate
            return setup.sort(name, by=draw(st.sampled_from(["rank", "suit"]))) if known else setup
