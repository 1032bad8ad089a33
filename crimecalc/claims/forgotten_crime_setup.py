"""What the rules of Forgotten Crime say of its cards and of where each goes in the setups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any

from crimecalc.cards import Deck
from crimecalc.claims.claim import Reading, claim
from crimecalc.comparison import compare
from crimecalc.engine.exact import distribution
from crimecalc.games import forgotten_crime as fc
from crimecalc.rendering import describe
from crimecalc.setup import Setup
from crimecalc.setup.steps import Deal, Discard, Shuffle, Sort, Split, Stack, Step, Take

__all__: list[str] = []

_SUITS = "♠♣♥♦"
_PILES = ("pile 1", "pile 2", "pile 3", "pile 4")
_MINI_PILES = ("first", "second", "third")
_HALF = Fraction(1, 2)


def _setups() -> tuple[Setup, Setup]:
    return fc.simplified_setup(), fc.designer_setup()


def _upto(setup: Setup, kind: type[Step]) -> int:
    """Index of the first step of a kind."""
    return next(index for index, step in enumerate(setup.steps) if isinstance(step, kind))


def _first(setup: Setup, steps: int) -> Setup:
    return Setup.of(setup.deck, setup.steps[:steps], setup.name)


def _sizes(setup: Setup, steps: int, piles: Iterable[str] = ()) -> list[int]:
    """How many cards piles hold after so many steps, by default all piles."""
    where = setup.layouts[steps].where
    return [len(where[pile]) for pile in piles or where]


def _numbers(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))


def _words(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


# --- the cards --------------------------------------------------------------------------------


@claim("forgotten-crime/cards", "Cards", "Aces to 9s, Jacks and Kings are 44 cards.")
def _cards() -> Reading:
    decks = [Counter(card.rank for card in setup.deck) for setup in _setups()]  # type: ignore[attr-defined]
    holds = all(deck == dict.fromkeys([*"A23456789JK"], 4) for deck in decks)
    sizes = _numbers(sorted(set(decks[0].values())))
    return Reading(holds, f"{decks[0].total()} cards, {len(decks[0])} ranks of {sizes}: {_words(decks[0])}")


@claim("forgotten-crime/unused", "Cards", "No 10 is needed, and neither a Queen nor a Joker.")
def _unused() -> Reading:
    standard = set(Deck.standard().labels)  # without Jokers
    left = [sorted(standard - set(setup.deck), key=str) for setup in _setups()]
    others = sum(len(set(setup.deck) - standard) for setup in _setups())
    holds = all(Counter(card.rank for card in cards) == {"10": 4, "Q": 4} for cards in left)  # type: ignore[attr-defined]
    return Reading(
        holds and not others,
        f"{len(left[0])} of {len(standard)} cards are left over: {describe(tuple(left[0]))}; {others} Jokers are used",
    )


@claim("forgotten-crime/start", "Setup", "In the beginning 2 cards are the solution, and 12 make the deck.")
def _start() -> Reading:
    piles = [setup.piles for setup in _setups()]
    holds = all(found == {"criminal": 1, "accomplice": 1, "deck": 12} for found in piles)
    shown = sorted({_numbers(f"{name} {size}" for name, size in found.items()) for found in piles})
    return Reading(holds, f"{' or '.join(shown)}, in both setups")


# --- from the sort to four piles --------------------------------------------------------------


@claim(
    "forgotten-crime/sorted-piles",
    "Setup, step 1",
    "Sorting by rank makes 11 piles of 4 in a row: ascending, the Jacks next to last and the Kings last.",
)
def _sorted_piles() -> Reading:
    piles = [setup.layouts[1].where for setup in _setups()]
    sizes = [_sizes(setup, 1) for setup in _setups()]
    holds = sizes == [[4] * 11] * 2 and all([*found] == [*"A23456789JK"] for found in piles)
    return Reading(holds, f"{len(piles[0])} piles of {_numbers(sorted(set(sizes[0])))}: {_words(piles[0])}")


@claim(
    "forgotten-crime/turned-over",
    "Setup, step 1",
    "A pile with ♠ lowest and ♦ highest, turned over in one piece, has ♠ highest and ♦ lowest.",
)
def _turned_over() -> Reading:
    seen = [
        {tuple(card.suit.value for card in pile) for setup in _setups() for pile in _lying(setup, steps)}
        for steps in (1, 2)
    ]
    holds = seen == [{tuple(reversed(_SUITS))}, {tuple(_SUITS)}]
    orders = [_numbers("".join(order) for order in sorted(found)) for found in seen]
    return Reading(holds, f"from the top {orders[0]}, then {orders[1]}")


def _lying(setup: Setup, steps: int) -> Any:
    """All piles after so many steps, none of which is left to chance."""
    first = _first(setup, steps)
    (piles,) = distribution(first.observe(*first.piles))
    return piles


@claim(
    "forgotten-crime/suit-order",
    "Setup, step 1",
    "The order of the suits may be any, so long as all piles have the same.",
)
def _suit_order() -> tuple[Reading, Reading]:
    printed = distribution(fc.simplified_setup())
    same = [
        distribution(setup("".join(order))) == printed
        for order in permutations(_SUITS)
        for setup in (fc.simplified_setup, fc.designer_setup)
    ]
    ranks = list(fc.simplified_setup().layouts[1].where)
    swapped = [distribution(_reordered(rank, (1, 0, 2, 3))) == printed for rank in ranks]
    other = [distribution(_reordered("7", order)) == printed for order in list(permutations(range(4)))[1:]]
    return (
        Reading(
            all(same),
            f"by both setups {sum(same)} of {len(same)} are the same game",
            "all piles have one of the 24 orders",
        ),
        Reading(
            not any((*swapped, *other)),
            f"{sum(swapped)} of {len(swapped)} piles may have two suits exchanged, "
            f"{sum(other)} of {len(other)} other orders of the 7s are the same game",
            "one pile in another order is to spoil it",
        ),
    )


def _reordered(rank: str, order: tuple[int, ...]) -> Setup:
    """The printed setup with one sorted pile in another order."""
    setup = fc.simplified_setup()
    at = _upto(setup, Sort)
    singles = ("1st", "2nd", "3rd", "4th")
    laid = Stack(tuple(singles[place] for place in order), rank)
    return setup.replaced(at, setup.steps[at], Split(rank, (1, 1, 1, 1), singles), laid)


@claim("forgotten-crime/piles-of-12", "Setup, step 2", "Three piles of 12 make one of 36.")
def _piles_of_12() -> Reading:
    stacks = [
        [(_sizes(setup, at, step.piles), _sizes(setup, at + 1, [step.into])) for at, step in _of_kind(setup, Stack)]
        for setup in _setups()
    ]
    expected = [*[([4, 4, 4], [12])] * 3, ([12, 12, 12], [36])]
    holds = all(found[:4] == expected for found in stacks)
    return Reading(holds, _numbers(f"{'+'.join(map(str, piles))} = {size}" for piles, (size,) in stacks[0][:4]))


def _of_kind(setup: Setup, kind: type[Any]) -> list[tuple[int, Any]]:
    return [(index, step) for index, step in enumerate(setup.steps) if isinstance(step, kind)]


@claim(
    "forgotten-crime/stack",
    "Setup, step 3",
    "Under the Kings lie the Jacks, and under these the 36 answers.",
)
def _stack() -> Reading:
    found = []
    for setup in _setups():
        table = _first(setup, _upto(setup, Deal))
        for pile in ("kings", "jacks"):
            table = table.take("stack", range(1, 5), into=pile)
        seen = distribution(table.observe("kings", "jacks"))
        tops = {tuple("".join(card.rank for card in pile) for pile in outcome) for outcome in seen}
        found.append((tops, table.piles["stack"]))
    tops, rest = found[0]
    shown = _numbers(", ".join(top) for top in sorted(tops))
    return Reading(found == [({("KKKK", "JJJJ")}, 36)] * 2, f"from the top {shown}, then {rest} cards")


@claim("forgotten-crime/deal", "Setup, step 4", "Dealing 44 cards into four piles makes 11 each.")
def _deal() -> Reading:
    found = []
    for setup in _setups():
        at = _upto(setup, Deal)
        found.append((_sizes(setup, at), _sizes(setup, at + 1)))
    return Reading(found == [([44], [11] * 4)] * 2, f"{_numbers(found[0][0])} cards into {_numbers(found[0][1])}")


@claim("forgotten-crime/first-dealt", "Setup, step 4", "The card that a pile gets first ends up lowest.")
def _first_dealt() -> Reading:
    bottoms = []
    for setup in _setups():
        at = _upto(setup, Deal)
        stack, piles = setup.layouts[at].where["stack"], setup.layouts[at + 1].where
        bottoms.append([stack.index(piles[pile][-1]) + 1 for pile in _PILES])
    return Reading(bottoms == [[1, 2, 3, 4]] * 2, f"at the bottom lie cards {_numbers(bottoms[0])} of the stack")


@claim(
    "forgotten-crime/king-below-jack",
    "Setup, step 5",
    "In each of the four piles the King lies lowest, with the Jack directly on it.",
)
def _king_below_jack() -> Reading:
    worlds, lowest = 0, set()
    for setup in _setups():
        table = _first(setup, _upto(setup, Take))
        for pile in _PILES:
            table = table.take(pile, [-2, -1], into=f"lowest of {pile}")
        exact = distribution(table.observe(*(f"lowest of {pile}" for pile in _PILES)))
        worlds += exact.worlds
        lowest |= {tuple(card.rank for card in cards) for outcome in exact for cards in outcome}
    found = _numbers(" ".join(ranks) for ranks in sorted(lowest))
    return Reading(lowest == {("J", "K")}, f"the two lowest cards are {found} in {worlds:,} worlds of both setups")


# --- which cards are taken --------------------------------------------------------------------


@claim(
    "forgotten-crime/set-aside",
    "Setup, step 5",
    "The King of pile 1 and the Jack of pile 2 are set aside, the other Jack and King boxed, piles 3 and 4 untouched.",
)
def _set_aside() -> Reading:
    ranks, left = _after_solution(fc.simplified_setup())
    return Reading(ranks == {("K", "J", "JK")} and left == [9, 9, 11, 11], _aside(ranks, left))


@claim(
    "forgotten-crime/designer-set-aside",
    "Designer's original setup, step 5",
    "Twice one bottom card is kept and three are boxed; the two that are kept make the solution.",
)
def _designer_set_aside() -> Reading:
    ranks, left = _after_solution(fc.designer_setup())
    return Reading(ranks == {("K", "J", "JJJKKK")} and left == [9, 9, 9, 9], _aside(ranks, left))


def _after_solution(setup: Setup) -> tuple[set[tuple[str, ...]], list[int]]:
    """Ranks of the solution cards and of those boxed, in every world, and what is left in the piles."""
    at = _upto(setup, Discard)
    table = _first(setup, at).observe("criminal", "accomplice", unordered=["boxed"])
    ranks = {tuple("".join(sorted(card.rank for card in pile)) for pile in seen) for seen in distribution(table)}
    return ranks, _sizes(setup, at, _PILES)


def _aside(ranks: set[tuple[str, ...]], left: list[int]) -> str:
    found = _numbers(f"{king} and {jack} aside, {boxed} boxed" for king, jack, boxed in sorted(ranks))
    return f"{found}; {_numbers(left)} cards left in the piles"


@claim(
    "forgotten-crime/ribbon",
    "Setup, step 6",
    "Pulled one by one instead of at once, the cards would be others, as the count changes.",
)
def _ribbon() -> Reading:
    setup = fc.simplified_setup()
    all_piles, two, upward = (
        compare(setup, _one_by_one(setup, *how))
        for how in ((("pile 2", "pile 3", "pile 4"), 1), (("pile 3", "pile 4"), 1), (("pile 3", "pile 4"), -1))
    )
    right = set(two.distributions[0])
    possible = two.distributions[1].probability(right.__contains__)
    return Reading(
        not all_piles and not two and upward.equivalent,
        f"one by one from piles 2, 3 and 4: distance {all_piles.total_variation}; from 3 and 4 only: distance "
        f"{two.total_variation}, a possible game in {possible} of all tables; the 7th first, then the 4th, the 1st: "
        f"distance {upward.total_variation}",
    )


def _one_by_one(setup: Setup, piles: tuple[str, ...], order: int) -> Setup:
    """The cards of some piles pulled one after the other, from the top (1) or from below (-1)."""
    for index, step in reversed(_of_kind(setup, Take)):
        if step.pile in piles and step.into == "deck":
            singles = [Take(step.pile, (position,), step.into) for position in step.positions[::order]]
            setup = setup.replaced(index, *singles)
    return setup


@claim(
    "forgotten-crime/piles-3-and-4",
    "Setup, step 6; Designer's original setup, step 6",
    "Piles 3 and 4 give the deck their 1st, 4th and 7th card each.",
)
def _piles_3_and_4() -> Reading:
    taken = [_pulled(setup, pile)[1] for setup in _setups() for pile in ("pile 3", "pile 4")]
    found = "; ".join(sorted({_numbers(places) for places in taken}))
    return Reading(all(places == [1, 4, 7] for places in taken), f"cards {found} from the top, in both setups")


@claim(
    "forgotten-crime/pile-2",
    "Setup, step 6; Designer's original setup, step 6",
    "Pile 2 gives the deck its 1st, 4th and lowest card, or by the designer the 8th instead of the lowest.",
)
def _pile_2() -> Reading:
    sizes, taken = zip(*(_pulled(setup, "pile 2") for setup in _setups()), strict=True)
    return Reading(
        taken == ([1, 4, 9], [1, 4, 8]) and sizes == (9, 9),
        f"of its {_numbers(sorted(set(sizes)))} cards {_numbers(taken[0])} from the top are taken, "
        f"or {_numbers(taken[1])}",
    )


def _pulled(setup: Setup, pile: str) -> tuple[int, list[int]]:
    """How many cards a pile has before any go into the deck, and which of them do, from the top."""
    at = next(at for at, step in _of_kind(setup, Take) if step.pile == pile and step.into == "deck")
    before, deck = setup.layouts[at].where[pile], setup.layouts[-1].where["deck"]
    return len(before), [number for number, place in enumerate(before, start=1) if place in deck]


@claim(
    "forgotten-crime/mini-piles",
    "Setup, step 7",
    "Pile 1 is cut, in order, into three mini-piles of three cards each.",
)
def _mini_piles() -> Reading:
    found = []
    for setup in _setups():
        at = _upto(setup, Split)
        pile, parts = setup.layouts[at].where["pile 1"], setup.layouts[at + 1].where
        found.append([[pile.index(place) + 1 for place in parts[part]] for part in setup.steps[at].into])  # type: ignore[union-attr]
    holds = found == [[[1, 2, 3], [4, 5, 6], [7, 8, 9]]] * 2
    return Reading(holds, f"cards {_numbers('-'.join(map(str, part)) for part in found[0])} from the top")


@claim(
    "forgotten-crime/other-six",
    "Setup, step 7",
    "The deck gets the first mini-pile's highest card, the second's middle and the third's lowest; 6 are boxed.",
)
def _other_six() -> Reading:
    taken, boxed = _of_mini_piles(fc.simplified_setup())
    return Reading(taken == [[1], [2], [3]] and boxed == 6, f"{_taken(taken)} into the deck, {boxed} cards not")


@claim(
    "forgotten-crime/designer-mini-piles",
    "Designer's original setup, step 7",
    "The first mini-pile gives the deck its highest card, each other one of its two lower cards by chance.",
)
def _designer_mini_piles() -> Reading:
    setup = fc.designer_setup()
    taken, boxed = _of_mini_piles(setup)
    shuffled = [_sizes(setup, at, [step.pile]) for at, step in _of_kind(setup, Shuffle) if step.pile != "deck"]
    chances = [_place_chances(setup, part) for part in ("second", "third")]
    holds = taken[0] == [1] and boxed == 6 and shuffled == [[2], [2]] and chances == [{2: _HALF, 3: _HALF}] * 2
    second, third = (_numbers(f"place {at} with {chance}" for at, chance in each.items()) for each in chances)
    shown = f"first: place {_numbers(taken[0])}; second: {second}; third: {third}; {boxed} cards boxed"
    return Reading(holds, shown)


def _of_mini_piles(setup: Setup) -> tuple[list[list[int]], int]:
    """Where the cards that go into the deck lay in each mini-pile, and how many go into the box."""
    parts = setup.layouts[_upto(setup, Split) + 1].where
    deck = setup.layouts[-1].where["deck"]
    taken = [[parts[name].index(place) + 1 for place in parts[name] if place in deck] for name in _MINI_PILES]
    return taken, sum(len(parts[name]) for name in _MINI_PILES) - sum(map(len, taken))


def _taken(taken: list[list[int]]) -> str:
    return _numbers(f"place {_words(places)} of the {name}" for name, places in zip(_MINI_PILES, taken, strict=True))


def _place_chances(setup: Setup, part: str) -> dict[int, Fraction]:
    """How likely each card of a mini-pile goes into the deck, by its place before anything was taken from it."""
    split = setup.steps[_upto(setup, Split)]
    numbered = Setup([1, 2, 3]).split("deck", [3], [part])
    for step in setup.steps[setup.steps.index(split) + 2 :]:
        if isinstance(step, (Take, Shuffle)) and step.pile == part:
            numbered = numbered.then(step if isinstance(step, Shuffle) else replace(step, into=f"to {step.into}"))
    return dict(distribution(numbered.observe("to deck")).map(lambda outcome: outcome[0][0]))


@claim(
    "forgotten-crime/outside-the-box",
    "Setup, step 8",
    "In the end 14 cards are not boxed: 12 in the deck and 2 for the solution.",
)
def _outside() -> Reading:
    found = []
    for setup in _setups():
        deck = [setup.layouts[index + 1].where["deck"] for index, step in _of_kind(setup, Take) if step.into == "deck"]
        outside = sum(setup.piles.values())
        found.append(([*map(len, deck)], outside, len(setup.deck) - outside))
    holds = found == [([3, 6, 9, 10, 11, 12], 14, 30)] * 2
    deck_sizes, outside, boxed = found[0]
    return Reading(holds, f"the deck grows to {_numbers(deck_sizes)}; {outside} cards outside the box, {boxed} in it")


@claim("forgotten-crime/box", "Setup, step 8", "Boxed cards never return.")
def _box() -> Reading:
    back, boxed = 0, []
    for setup in _setups():
        outside = [{p for name, pile in t.where.items() if name != "boxed" for p in pile} for t in setup.layouts]
        back += sum(len(after - before) for before, after in pairwise(outside))
        boxed.append(len(outside[0] - outside[-1]))
    return Reading(not back, f"{back} of the {_numbers(sorted(set(boxed)))} cards boxed come back")
