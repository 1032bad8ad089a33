from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

import crimecalc as cc
from crimecalc.errors import InvalidInput, SetupError
from crimecalc.setup.steps import Cut, Deal, Observe, Scramble, Shuffle, Sort, Split, Stack, Step, Take, TurnOver

FOUR = cc.Setup("abcd")
PILES = FOUR.split("deck", [1, 1, 2], ["x", "y", "z"])


def test_a_setup_starts_with_the_deck() -> None:
    assert cc.Setup(cc.Deck("abc")).piles == {"deck": 3}
    assert cc.Setup("abc") == cc.Setup(cc.Deck("abc"))


def test_each_method_returns_a_new_setup() -> None:
    longer = FOUR.shuffle("deck")
    assert FOUR.steps == ()
    assert longer.steps == (Shuffle("deck"),)
    with pytest.raises(AttributeError, match="does not change"):
        FOUR.steps = ()


def test_setups_are_equal_by_deck_and_steps_whatever_their_name() -> None:
    assert cc.Setup("ab", name="one").cut("deck") == cc.Setup("ab", name="two").cut("deck")
    assert hash(cc.Setup("ab", name="one").cut("deck")) == hash(cc.Setup("ab").cut("deck"))
    assert cc.Setup("ab").cut("deck") != cc.Setup("ab").shuffle("deck")
    assert cc.Setup("ab") != cc.Setup("ba")


def test_a_setup_survives_pickling() -> None:
    setup = PILES.scramble("x", "y").observe("z", unordered=["x"])
    again = pickle.loads(pickle.dumps(setup))
    assert again == setup
    assert again.name == setup.name


@pytest.mark.parametrize(
    ("write", "message"),
    [
        (lambda: PILES.shuffle("w"), r"step 2: shuffle: there is no pile 'w'; expected one of 'x', 'y', 'z'"),
        (lambda: PILES.cut("deck"), r"step 2: cut: pile 'deck' was split in step 1; expected one of 'x'"),
        (lambda: PILES.discard("x").turn_over("x"), r"step 3: turn_over: pile 'x' was put into the box in step 2"),
        (lambda: PILES.discard("x", "y", "z").cut("x"), r"expected a pile, but none is on the table"),
        (lambda: PILES.scramble("x", "z"), r"step 2: scramble: expected piles of one size, found unequal piles: 'x' has 1, 'z' has 2"),
        (lambda: PILES.scramble("x"), r"step 2: scramble: expected at least 2 piles, found 1"),
        (lambda: PILES.scramble("x", "x"), r"step 2: scramble: pile 'x' is named twice"),
        (lambda: PILES.scramble(["x", "y"]), r"found \['x', 'y'\]; write the names one by one"),  # type: ignore[arg-type]
        (lambda: PILES.scramble(), r"step 2: scramble: expected at least one pile, found none"),
        (lambda: PILES.stack("x", "y", into="z"), r"step 2: stack: there is a pile 'z' already \(2 cards\); expected a free name"),
        (lambda: FOUR.split("deck", [2, 2], ["x", "x"]), r"step 1: split: pile 'x' is named twice"),
        (lambda: FOUR.split("deck", [2, 1], ["x", "y"]), r"step 1: split: pile 'deck' has 4 cards; expected sizes that add up to it, found \[2, 1\] \(3\)"),
        (lambda: FOUR.split("deck", [4], ["x", "y"]), r"step 1: split: found 1 size for 2 piles"),
        (lambda: FOUR.split("deck", [4, 0], ["x", "y"]), r"step 1: split: sizes: expected at least 1, found 0"),
        (lambda: FOUR.take("deck", [5], into="x"), r"step 1: take: position 5 is outside pile 'deck' \(4 cards\); expected 1 to 4 from the top or -1 to -4"),
        (lambda: FOUR.take("deck", [0], into="x"), r"step 1: take: position 0 is outside"),
        (lambda: FOUR.take("deck", [-5], into="x"), r"step 1: take: position -5 is outside"),
        (lambda: FOUR.take("deck", [1, -4], into="x"), r"step 1: take: positions \[1, -4\] name a card of pile 'deck' twice"),
        (lambda: FOUR.take("deck", [1.0], into="x"), r"step 1: take: positions: expected a whole number, found 1.0"),  # type: ignore[list-item]
        (lambda: FOUR.take("deck", [True], into="x"), r"step 1: take: positions: expected a whole number, found True"),
        (lambda: FOUR.take("deck", 1, into="x"), r"step 1: take: positions: expected a list of whole numbers, found 1"),  # type: ignore[arg-type]
        (lambda: FOUR.take("deck", [], into="x"), r"step 1: take: positions: expected at least one number"),
        (lambda: FOUR.take("deck", [1], into=""), r"step 1: take: a pile's name is text that is not empty, found ''"),
        (lambda: FOUR.take("deck", [1], into=3), r"step 1: take: a pile's name is text that is not empty, found 3"),  # type: ignore[arg-type]
        (lambda: FOUR.deal("deck", {"x", "y"}), r"step 1: deal: into: expected a list of pile names, found \{"),  # type: ignore[arg-type]
        (lambda: FOUR.take("deck", range(1, 10**9), into="x"), r"position 5 is outside pile 'deck'"),
        (lambda: FOUR.deal("deck", "xy"), r"step 1: deal: into: expected a list of pile names, found 'xy'"),
        (lambda: FOUR.deal("deck", ["x"], count=5), r"step 1: deal: pile 'deck' has 4 cards; expected at least 5"),
        (lambda: FOUR.deal("deck", ["x", "y"], count=1), r"step 1: deal: 1 card cannot be dealt into 2 piles"),
        (lambda: FOUR.deal("deck", ["x"], count=0), r"step 1: deal: count: expected at least 1, found 0"),
        (lambda: FOUR.deal("deck", ["deck"]), r"step 1: deal: pile 'deck' cannot be dealt onto itself"),
        (lambda: FOUR.sort("deck"), r"step 1: sort: found 'a'; expected cards with a rank and a suit"),
        (lambda: cc.Setup(cc.Deck.standard()).sort("deck", by="colour"), r"step 1: sort: by='colour'; expected 'rank' or 'suit'"),  # type: ignore[arg-type]
        (lambda: cc.Setup(cc.Deck.standard()).sort("deck", suits="♠♣"), r"step 1: sort: found A♥; expected only the suits ♠♣"),
        (lambda: cc.Setup(cc.Deck.standard()).sort("deck", suits="♠♠♥♦"), r"step 1: sort: .*expected different suits"),
        (lambda: cc.Setup(cc.Deck.standard()).sort("deck", suits="xyz"), r"step 1: sort: suits='xyz': unknown suit 'x'"),
        (lambda: FOUR.observe(), r"step 1: observe: expected at least one pile, found none"),
        (lambda: FOUR.observe("deck", unordered=["deck"]), r"step 1: observe: pile 'deck' is named twice"),
        (lambda: FOUR.observe(unordered="deck"), r"step 1: observe: unordered: expected a list of pile names, found 'deck'"),
        (lambda: FOUR.observe("deck").cut("deck"), r"step 2: cut: the setup ended with observe in step 1"),
    ],
)  # fmt: skip
def test_a_wrong_step_is_refused_where_it_is_written(write: Callable[[], object], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        write()


def test_a_wrong_deck_or_name_is_refused() -> None:
    with pytest.raises(InvalidInput, match="at least one card"):
        cc.Setup([])
    with pytest.raises(InvalidInput, match="name is text"):
        cc.Setup("ab", name=3)  # type: ignore[arg-type]


def test_sorting_needs_known_cards() -> None:
    deck = cc.Setup(cc.Deck.standard("A 2", "♠♥"))
    halves = deck.shuffle("deck").split("deck", [2, 2], ["x", "y"])
    with pytest.raises(SetupError, match="which cards lie in pile 'x' depends on how a shuffle falls"):
        halves.sort("x")
    # Cards that only mixed among themselves are known again once they are together.
    assert halves.stack("x", "y", into="deck").sort("deck").piles == {"A": 2, "2": 2}
    assert deck.split("deck", [2, 2], ["x", "y"]).shuffle("x").sort("x").piles == {"y": 2, "A": 1, "2": 1}


def test_sorting_by_rank_lays_the_first_suit_at_the_bottom() -> None:
    setup = cc.Setup(cc.Deck.standard("A 2")).sort("deck", by="rank", suits="♦♥♣♠").observe("2", "A")
    assert cc.tabletop(setup).outcome == (cc.cards("2♠ 2♣ 2♥ 2♦"), cc.cards("A♠ A♣ A♥ A♦"))


def test_sorting_by_suit_lays_the_first_rank_at_the_bottom() -> None:
    setup = cc.Setup(cc.Deck.standard("9 A 2", "♥♣")).sort("deck", by="suit").observe("♣", "♥")
    assert list(setup.piles) == ["♣", "♥"]
    assert cc.tabletop(setup).outcome == (cc.cards("2♣ A♣ 9♣"), cc.cards("2♥ A♥ 9♥"))


def test_a_pile_that_is_used_up_frees_its_name() -> None:
    assert FOUR.split("deck", [2, 2], ["deck", "x"]).piles == {"deck": 2, "x": 2}
    assert PILES.stack("z", "x", into="z").piles == {"y": 1, "z": 3}
    assert FOUR.deal("deck", ["x", "y"]).piles == {"x": 2, "y": 2}
    assert FOUR.take("deck", [1, 2, 3, 4], into="x").piles == {"x": 4}
    assert PILES.discard("x").take("z", [1], into="x").piles == {"x": 1, "y": 1, "z": 1}


def test_dealing_onto_a_pile_makes_it_grow() -> None:
    setup = PILES.deal("z", ["x", "y"]).observe("x", "y")
    assert cc.tabletop(setup).outcome == (("c", "a"), ("d", "b"))


def test_dealing_stops_at_the_count_and_leaves_the_rest() -> None:
    setup = cc.Setup("abcdefg").deal("deck", ["x", "y"], count=5).observe("x", "y", "deck")
    assert cc.tabletop(setup).outcome == (("e", "c", "a"), ("d", "b"), ("f", "g"))


def test_cards_are_taken_all_at_once_and_keep_their_order() -> None:
    setup = cc.Setup("abcdefg").take("deck", [-1, 4, 1], into="hand").observe("hand", "deck")
    assert cc.tabletop(setup).outcome == (("a", "d", "g"), ("b", "c", "e", "f"))


def test_cards_taken_go_on_top_of_a_pile_that_exists() -> None:
    setup = PILES.take("z", [-1], into="x").observe("x")
    assert cc.tabletop(setup).outcome == (("d", "a"),)
    assert cc.tabletop(FOUR.take("deck", [3], into="deck").observe("deck")).outcome == (tuple("cabd"),)


def test_the_first_named_pile_is_stacked_on_top() -> None:
    assert cc.tabletop(PILES.stack("z", "x", "y", into="deck").observe("deck")).outcome == (tuple("cdab"),)


def test_random_steps_are_the_scrambles_shuffles_and_cuts() -> None:
    setup = PILES.scramble("x", "y").turn_over("z").cut("z").shuffle("z")
    assert setup.random_steps == (1, 3, 4)
    assert [type(setup.steps[index]).__name__ for index in setup.random_steps] == ["Scramble", "Cut", "Shuffle"]


def test_a_random_step_can_be_left_out() -> None:
    setup = PILES.scramble("x", "y").cut("z").observe("z")
    assert setup.without(1) == PILES.cut("z").observe("z")
    assert setup.without(1).name == "Setup without step 2 (scramble)"
    for wrong in (0, 3, 7, -1, True, 1.0):
        with pytest.raises(SetupError, match=r"expected one of \[1, 2\]"):
            setup.without(wrong)  # type: ignore[arg-type]


def test_a_setup_can_be_made_from_steps() -> None:
    setup = cc.Setup.of(cc.Deck("ab"), [Shuffle("deck")], name="made")
    assert setup == cc.Setup("ab").shuffle("deck")
    with pytest.raises(SetupError, match="step 1: scramble: there is no pile 'x'"):
        cc.Setup.of(cc.Deck("ab"), [Scramble(("x", "y"))])


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (Split("deck", (2, 2), ("x", "x")), "pile 'x' is named twice"),
        (Deal("deck", ("x", "x"), None), "pile 'x' is named twice"),
        (Split("deck", (5, -1), ("x", "y")), "sizes: expected at least 1, found -1"),
        (Take("deck", (), "x"), "positions: expected at least one number"),
        (Stack((), "x"), "expected at least one pile"),
        (Observe((), ()), "expected at least one pile"),
        (Deal("deck", (), None), "expected at least one pile"),
        (Scramble(()), "expected at least one pile"),
        (Sort("deck", "colour", ("♠",)), "by='colour'"),  # type: ignore[arg-type]
        (Take("deck", [1], "x"), "positions: expected a tuple of numbers in a step"),  # type: ignore[arg-type]
        (TurnOver(5), "expected a tuple of names in a step, found 5"),  # type: ignore[arg-type]
        (TurnOver("ab"), "expected a tuple of names in a step, found 'ab'"),  # type: ignore[arg-type]
        (Observe(("deck",), None), "expected a tuple of names"),  # type: ignore[arg-type]
        (Sort("deck", "rank", None), "suits=None; expected different suits"),  # type: ignore[arg-type]
        (Take("deck", (10**5000,), "x"), "expected a number that a pile may have, found about 1.0 × 10.5000"),
        ("shuffle", "expected a step of a setup, found 'shuffle'"),
    ],
)  # fmt: skip
def test_steps_made_by_hand_are_checked_too(step: Step, message: str) -> None:
    with pytest.raises(SetupError, match=f"step 1: .*{message}"):
        FOUR.then(step)


def test_a_step_can_be_replaced() -> None:
    setup = PILES.scramble("x", "y").observe("z")
    assert setup.replaced(1) == setup.without(1)
    assert setup.replaced(1, Cut("z"), Shuffle("z")) == PILES.cut("z").shuffle("z").observe("z")
    assert setup.replaced(1, Cut("z"), name="other").name == "other"
    for wrong in (-1, 3, True):
        with pytest.raises(SetupError, match="expected 0 to 2"):
            setup.replaced(wrong)


def test_a_setup_gives_its_instructions_one_by_one() -> None:
    assert PILES.cut("z").instructions[1].startswith("Cut the pile “z” (2 cards)")


def test_renaming_keeps_the_steps() -> None:
    renamed = PILES.renamed("other")
    assert renamed == PILES
    assert renamed.name == "other"
