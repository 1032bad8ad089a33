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


@claim("forgotten-crime/unused", "Cards", "Of a standard deck the 10s and the Queens are left over.")
def _unused() -> Reading:
    left = [sorted(set(Deck.standard().labels) - set(setup.deck), key=str) for setup in _setups()]
    holds = all(Counter(card.rank for card in cards) == {"10": 4, "Q": 4} for cards in left)  # type: ignore[attr-defined]
    return Reading(holds, f"{len(left[0])} of {len(Deck.standard())} cards: {describe(tuple(left[0]))}")


@claim("forgotten-crime/start", "Setup", "A game starts with two solution cards and a deck of 12.")
def _start() -> Reading:
    piles = [setup.piles for setup in _setups()]
    holds = all(found == {"criminal": 1, "accomplice": 1, "deck": 12} for found in piles)
    return Reading(holds, "; ".join(_numbers(f"{name} {size}" for name, size in found.items()) for found in piles))


# --- from the sort to four piles --------------------------------------------------------------


@claim(
    "forgotten-crime/sorted-piles",
    "Setup, step 1",
    "Sorted by rank, the cards make 11 piles of 4, from Ace to 9, then the Jacks, then the Kings.",
)
def _sorted_piles() -> Reading:
    piles = [setup.layouts[1].where for setup in _setups()]
    sizes = [_sizes(setup, 1) for setup in _setups()]
    holds = sizes == [[4] * 11] * 2 and all([*found] == [*"A23456789JK"] for found in piles)
    return Reading(holds, f"{len(piles[0])} piles of {_numbers(sorted(set(sizes[0])))}: {_words(piles[0])}")


@claim(
    "forgotten-crime/turned-over",
    "Setup, step 1",
    "With ♠ at the bottom, then ♣, ♥ and ♦, a pile turned over as a whole has ♠ on top and ♦ at the bottom.",
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
        Reading(all(same), f"{sum(same)} of {len(same)} are the same game", "all 24 orders, in both setups"),
        Reading(
            not any((*swapped, *other)),
            f"{sum(swapped)} of {len(swapped)} piles may have two suits exchanged, "
            f"{sum(other)} of {len(other)} other orders of the 7s are the same game",
            "one pile in another order spoils it",
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
    "The Kings lie on top of the Jacks, and these on the 36 answers.",
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
    "Twice one bottom card is set aside and three are boxed; the two set aside are the solution cards.",
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
    "forgotten-crime/pile-2",
    "Setup, step 6; Designer's original setup, step 6",
    "From pile 2 come its 1st, its 4th and its bottom card; the designer takes the 8th for the last.",
)
def _pile_2() -> Reading:
    taken, left = [], []
    for setup in _setups():
        at = next(at for at, step in _of_kind(setup, Take) if step.pile == "pile 2" and step.into == "deck")
        pile, after = (setup.layouts[step].where["pile 2"] for step in (at, at + 1))
        taken.append([number for number, place in enumerate(pile, start=1) if place not in after])
        left.append(len(pile))
    return Reading(
        taken == [[1, 4, 9], [1, 4, 8]] and left == [9, 9],
        f"the pile has {_numbers(sorted(set(left)))} cards; taken are {_numbers(taken[0])}, or {_numbers(taken[1])}",
    )


@claim(
    "forgotten-crime/mini-piles",
    "Setup, step 7",
    "Pile 1 splits into three mini-piles: its cards 1 to 3, 4 to 6 and 7 to 9.",
)
def _mini_piles() -> Reading:
    found = []
    for setup in _setups():
        at = _upto(setup, Split)
        pile, parts = setup.layouts[at].where["pile 1"], setup.layouts[at + 1].where
        found.append([[pile.index(place) + 1 for place in parts[part]] for part in setup.steps[at].into])  # type: ignore[union-attr]
    holds = found == [[[1, 2, 3], [4, 5, 6], [7, 8, 9]]] * 2
    return Reading(holds, _numbers("-".join(map(str, part)) for part in found[0]))


@claim(
    "forgotten-crime/other-six",
    "Setup, step 7",
    "The top, the middle and the bottom card of the mini-piles go into the deck, the other 6 into the box.",
)
def _other_six() -> Reading:
    taken, boxed = _of_mini_piles(fc.simplified_setup())
    return Reading(taken == [[1], [2], [3]] and boxed == 6, f"{_taken(taken)} into the deck, {boxed} not")


@claim(
    "forgotten-crime/designer-mini-piles",
    "Designer's original setup, step 7",
    "The top card of the first mini-pile goes into the deck, of the others one of the two below, shuffled.",
)
def _designer_mini_piles() -> Reading:
    setup = fc.designer_setup()
    taken, boxed = _of_mini_piles(setup)
    shuffled = [_sizes(setup, at, [step.pile]) for at, step in _of_kind(setup, Shuffle) if step.pile != "deck"]
    chances = [_place_chances(setup, part) for part in ("second", "third")]
    holds = taken[0] == [1] and boxed == 6 and shuffled == [[2], [2]] and chances == [{2: _HALF, 3: _HALF}] * 2
    shown = "; ".join(_numbers(f"place {place}: {chance}" for place, chance in each.items()) for each in chances)
    return Reading(holds, f"first: place {_numbers(taken[0])}; second and third: {shown}; {boxed} boxed")


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
    "Outside the box lie the two solution cards and a deck of 12.",
)
def _outside() -> Reading:
    found = []
    for setup in _setups():
        deck = [setup.layouts[index + 1].where["deck"] for index, step in _of_kind(setup, Take) if step.into == "deck"]
        outside = sum(setup.piles.values())
        found.append(([*map(len, deck)], outside, len(setup.deck) - outside))
    holds = found == [([3, 6, 9, 10, 11, 12], 14, 30)] * 2
    deck_sizes, outside, boxed = found[0]
    return Reading(holds, f"deck grows {_numbers(deck_sizes)}; {outside} cards outside the box, {boxed} in it")


@claim("forgotten-crime/box", "Setup, step 8", "What went into the box stays out of the game.")
def _box() -> Reading:
    back, boxed = 0, []
    for setup in _setups():
        outside = [{p for name, pile in t.where.items() if name != "boxed" for p in pile} for t in setup.layouts]
        back += sum(len(after - before) for before, after in pairwise(outside))
        boxed.append(len(outside[0] - outside[-1]))
    return Reading(not back, f"{back} of the {_numbers(sorted(set(boxed)))} cards boxed come back")
