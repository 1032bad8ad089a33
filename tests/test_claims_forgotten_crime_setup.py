"""What is claimed of the setups of Forgotten Crime, found a second time with cards as text, and made to fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import permutations

import pytest

import crimecalc as cc
import plain_forgotten_table as plain
from crimecalc.claims import forgotten_crime_setup
from crimecalc.claims.claim import CLAIMS
from crimecalc.games import forgotten_crime as fc
from crimecalc.setup.steps import Deal, Discard, Shuffle, Sort, Split, Stack, Step, Take, TurnOver
from findings import findings_of

NAMES = [name for name, claim in CLAIMS.items() if claim.check_it.__module__ == forgotten_crime_setup.__name__]

pytestmark = pytest.mark.exhaustive  # the verdicts are checked in the default run

found = findings_of("forgotten-crime")


# --- the figures, a second time ---------------------------------------------------------------

PRINTED, DESIGNERS = list(plain.printed()), list(plain.designers())


def test_the_cards_are_as_listed_by_hand() -> None:
    cards = {rank + suit for rank in "A23456789JK" for suit in plain.SUITS}
    assert found("cards").evidence == f"{len(cards)} cards, 11 ranks of {len(cards) // 11}: A 2 3 4 5 6 7 8 9 J K"
    assert found("sorted-piles").evidence.startswith("11 piles of 4: A 2 3")
    left = [rank + suit for suit in plain.SUITS for rank in ("10", "Q") if rank + suit not in cards]
    shown = " ".join(sorted(left, key=lambda card: card[:-1]))
    assert found("unused").evidence == f"8 of {len(cards) + 8} cards are left over: {shown}; 0 Jokers are used"


def test_a_pile_turned_over_by_hand_lies_the_other_way_round() -> None:
    face_up = "♠♣♥♦"[::-1]  # from the top
    assert found("turned-over").evidence == f"from the top {face_up}, then {face_up[::-1]}"


def test_the_stack_is_as_big_as_counted() -> None:
    assert found("piles-of-12").evidence.count("4+4+4 = 12") == 3
    assert found("piles-of-12").evidence.endswith("12+12+12 = 36")
    stack = [card for rank in ("K", "J", *"A23456789") for card in [rank] * 4]
    assert found("stack").evidence == f"from the top {''.join(stack[:4])}, {''.join(stack[4:8])}, then 36 cards"
    piles = plain.four_piles(plain.BLOCKS)
    sizes = ", ".join(str(len(pile)) for pile in piles)
    assert found("deal").evidence == f"{len(stack)} cards into {sizes}"


def test_the_first_four_cards_dealt_by_hand_lie_lowest() -> None:
    piles: list[list[int]] = [[], [], [], []]
    for card in range(1, 45):
        piles[(card - 1) % 4].insert(0, card)
    assert found("first-dealt").evidence.startswith(f"at the bottom lie cards {', '.join(str(p[-1]) for p in piles)}")


def test_in_every_stack_dealt_by_hand_the_king_lies_below_the_jack() -> None:
    every = list(plain.stacks())
    for blocks in every:
        for pile in plain.four_piles(blocks):
            assert [card[:-1] for card in pile[-2:]] == ["J", "K"]
            assert len({card[-1] for card in pile}) == 1
    assert f"{2 * 24 * len(every):,} worlds" in found("king-below-jack").evidence


def test_14_cards_lie_outside_the_box_and_30_in_it_in_every_world_by_hand() -> None:
    for game in (*PRINTED, *DESIGNERS):
        outside = {game.king, game.jack, *game.deck}
        assert (len(outside), len(game.deck), len(game.box), outside & {*game.box}) == (14, 12, 30, set())
    assert "14 cards outside the box, 30 in it" in found("outside-the-box").evidence
    assert found("box").evidence == "0 of the 30 cards boxed come back"
    assert found("start").evidence == "criminal 1, accomplice 1, deck 12, in both setups"


def test_the_solution_cards_are_a_king_and_a_jack_by_hand() -> None:
    for games, boxed in ((PRINTED, "JK"), (DESIGNERS, "JJJKKK")):
        for game in games:
            assert (game.king, game.jack) == ("K♠", "J♣")
        what = "set-aside" if boxed == "JK" else "designer-set-aside"
        assert found(what).evidence.startswith(f"K and J aside, {boxed} boxed")
    # What is left of the piles lies in the box in the end: pile 3 and 4 with all their Kings and Jacks, or not.
    assert Counter(card[0] for card in PRINTED[0].box if card[0] in "JK") == {"J": 3, "K": 3}


@pytest.mark.exhaustive
def test_pulled_one_by_one_by_hand_the_accomplice_never_lies() -> None:
    shifted = list(plain.printed(one_by_one=(2, 3, 4)))
    assert {plain.lies(deck) for deck in {game.deck for game in shifted}} == {(0, 0, 0, 0), (2, 0, 0, 0), (3, 0, 0, 0)}
    assert {plain.lies(deck) for deck in {game.deck for game in PRINTED}} == {(2, 1, 0, 0)}
    two = list(plain.printed(one_by_one=(3, 4)))
    right = {frozenset(game.deck) for game in PRINTED}
    possible = sum(frozenset(game.deck) in right for game in two)
    assert Fraction(possible, len(two)) == Fraction(1, 2)
    assert found("ribbon").evidence == (
        "one by one from piles 2, 3 and 4: distance 1; from 3 and 4 only: distance "
        f"{1 - Fraction(possible, len(two))}, a possible game in {Fraction(possible, len(two))} of all tables; "
        "the 7th first, then the 4th, the 1st: distance 0"
    )


def test_the_8th_card_of_pile_2_gives_by_hand_what_the_bottom_card_gives() -> None:
    assert Counter(frozenset(game.deck) for game in plain.printed(bottom=8)) == Counter(
        frozenset(game.deck) for game in PRINTED
    )
    assert found("pile-2").evidence == "of its 9 cards 1, 4, 9 from the top are taken, or 1, 4, 8"


def test_piles_3_and_4_give_by_hand_cards_from_these_places() -> None:
    stacks = list(plain.stacks())
    for games, ways in ((PRINTED, 6), (DESIGNERS, 24)):  # orders of the mini-piles, and cards of them
        for number, game in [*enumerate(games)][::7]:
            for pile in plain.four_piles(stacks[number // ways])[2:]:
                places = [place for place, card in enumerate(pile, start=1) if card in game.deck]
                shown = ", ".join(map(str, places))
                assert found("piles-3-and-4").evidence == f"cards {shown} from the top, in both setups"


def test_nine_cards_split_by_hand_into_three_times_three() -> None:
    nine = [str(number) for number in range(1, 10)]
    shown = ", ".join("-".join(nine[at : at + 3]) for at in (0, 3, 6))
    assert found("mini-piles").evidence == f"cards {shown} from the top"
    assert found("other-six").evidence.endswith(f" {len(nine) - 3} cards not")
    assert found("designer-mini-piles").evidence.count("place 2 with 1/2, place 3 with 1/2") == 2


def answers_of_the_busiest(deck: tuple[str, ...], parts: dict[str, str], sevens: dict[str, str]) -> int:
    """Most answers of one suspect if the piles are shuffled so, and the 7s lay in another order of suits."""
    suits = [sevens[parts[card[-1]]] if card[0] == "7" else parts[card[-1]] for card in deck]
    return max(map(suits.count, plain.SUITS))


@pytest.mark.exhaustive
def test_piles_in_another_order_mix_the_suspects_up_by_hand() -> None:
    decks = {game.deck for game in PRINTED}
    for order in list(permutations(plain.SUITS))[1:]:
        sevens = dict(zip(plain.SUITS, order, strict=True))
        assert any(
            answers_of_the_busiest(deck, dict(zip(plain.SUITS, parts, strict=True)), sevens) > 3
            for parts in permutations(plain.SUITS)
            for deck in decks
        )
    evidence = found("suit-order").evidence
    assert "48 of 48 are the same game" in evidence
    assert "0 of 11 piles may have two suits exchanged, 0 of 23 other orders" in evidence


# --- each can fail ----------------------------------------------------------------------------

RIGHT = fc.simplified_setup()
Change = Callable[[cc.Setup], cc.Setup]


def instead(old: Callable[[Step], bool], *new: Step) -> Change:
    """A setup with the first step of a kind replaced."""

    def change(setup: cc.Setup) -> cc.Setup:
        return setup.replaced(next(at for at, step in enumerate(setup.steps) if old(step)), *new)

    return change


def ending(kind: type[Step], *new: Step) -> Change:
    """A setup that ends where the first step of a kind was, with other steps."""

    def change(setup: cc.Setup) -> cc.Setup:
        at = next(at for at, step in enumerate(setup.steps) if isinstance(step, kind))
        return cc.Setup.of(setup.deck, [*setup.steps[:at], *new])

    return change


def whole_deck(_: cc.Setup) -> cc.Setup:
    return cc.Setup(cc.Deck.standard())


def with_a_joker(setup: cc.Setup) -> cc.Setup:
    return cc.Setup([*setup.deck.labels, "Joker"])


def by_suit(setup: cc.Setup) -> cc.Setup:
    return cc.Setup(setup.deck).sort("deck", by="suit")


def fewer_stacks(setup: cc.Setup) -> cc.Setup:
    return cc.Setup.of(setup.deck, setup.steps[:4])


def last_stack(step: Step) -> bool:
    return isinstance(step, Stack) and step.into == "stack"


jacks_on_top = instead(last_stack, Stack(("J", "K", "answers"), "stack"))
eleven = instead(lambda step: isinstance(step, Take) and step.pile == "first")
two_middle_cards = instead(lambda step: isinstance(step, Take) and step.pile == "third", Take("third", (2,), "deck"))
boxed_comes_back = instead(lambda step: isinstance(step, Discard), Take("boxed", (1,), "deck"), Discard(("boxed",)))

WRONG = {
    "cards": whole_deck,
    "unused": whole_deck,
    "start": eleven,
    "sorted-piles": by_suit,
    "turned-over": instead(lambda step: isinstance(step, TurnOver), TurnOver(tuple("A2345689JK"))),
    "piles-3-and-4": instead(
        lambda step: isinstance(step, Take) and step.pile == "pile 4" and step.into == "deck",
        Take("pile 4", (1, 4, 8), "deck"),
    ),
    "piles-of-12": fewer_stacks,
    "stack": jacks_on_top,
    "deal": ending(Deal, Deal("stack", ("pile 1", "pile 2", "pile 3", "pile 4"), 40)),
    "first-dealt": ending(Deal, Deal("stack", ("pile 2", "pile 1", "pile 3", "pile 4"), None)),
    "king-below-jack": jacks_on_top,
    "set-aside": jacks_on_top,
    "designer-set-aside": jacks_on_top,
    "pile-2": instead(
        lambda step: isinstance(step, Take) and step.pile == "pile 2" and step.into == "deck",
        Take("pile 2", (1, 4, 7), "deck"),
    ),
    "mini-piles": ending(Split, Split("pile 1", (2, 3, 4), ("first", "second", "third"))),
    "other-six": two_middle_cards,
    "designer-mini-piles": instead(lambda step: step == Shuffle("third")),
    "outside-the-box": eleven,
    "box": boxed_comes_back,
}


def identity(setup: cc.Setup, *_: object) -> cc.Setup:
    return setup


@pytest.mark.parametrize("what", WRONG)
def test_it_fails_for_a_wrong_setup(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("simplified_setup", "designer_setup"):
        if what == "designer-mini-piles" and name == "simplified_setup":
            continue  # it has no such step
        wrong = WRONG[what](getattr(fc, name)())
        monkeypatch.setattr(fc, name, partial(identity, wrong))
    assert CLAIMS[f"forgotten-crime/{what}"].check().verdict == "fails"


def test_a_joker_in_the_deck_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fc, "designer_setup", partial(identity, with_a_joker(fc.designer_setup())))
    assert CLAIMS["forgotten-crime/unused"].check().verdict == "fails"


@pytest.mark.exhaustive
def test_the_order_of_suits_can_matter_and_one_pile_can_be_harmless(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong_for_some(suits: str = "♠♣♥♦") -> cc.Setup:
        setup = RIGHT.replaced(0, Sort("deck", "rank", tuple(suits)))
        return setup if suits < "♦" else two_middle_cards(setup)

    monkeypatch.setattr(fc, "simplified_setup", wrong_for_some)
    monkeypatch.setattr(forgotten_crime_setup, "_reordered", partial(identity, RIGHT))
    finding = CLAIMS["forgotten-crime/suit-order"].check()
    assert finding.verdict == "fails"
    assert (
        finding.readings[0].evidence
        == f"by both setups {24 + sum(''.join(o) < '♦' for o in permutations(plain.SUITS))} of 48 are the same game"
    )
    assert "11 of 11 piles" in finding.readings[1].evidence


@pytest.mark.exhaustive
def test_pulling_one_by_one_could_be_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forgotten_crime_setup, "_one_by_one", identity)
    assert CLAIMS["forgotten-crime/ribbon"].check().verdict == "fails"


def test_every_claim_is_made_to_fail() -> None:
    assert {name.partition("/")[2] for name in NAMES} == {*WRONG, "suit-order", "ribbon"}
