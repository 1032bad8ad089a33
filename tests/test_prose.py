from __future__ import annotations

import re

import crimecalc as cc
from crimecalc.games import forgotten_crime

EVERY_STEP = (
    cc.Setup(cc.Deck.standard("A 2", "♠♣"), name="every step")
    .sort("deck")
    .turn_over("A")
    .scramble("A", "2")
    .stack("A", "2", into="all")
    .cut("all")
    .deal("all", ["left", "right"], count=3)
    .take("all", [-1], into="left")
    .shuffle("left")
    .split("left", [1, 2], ["one", "two"])
    .stack("right", into="last")
    .discard("two")
    .observe("one", unordered=["last"])
)


def test_every_step_prints_as_a_numbered_instruction() -> None:
    assert str(EVERY_STEP).splitlines() == [
        "every step",
        "Start with a pile “deck” of 4 cards, in any order: A♠ 2♠ A♣ 2♣.",
        "Keep every pile face down unless a step says otherwise. Top and bottom are as",
        "the pile lies on the table.",
        " 1. Sort the pile “deck” face up by rank into 2 piles of 2 cards each, “A” and",
        "    “2”; in every pile the suits lie in the order ♠ ♣ from the bottom up.",
        " 2. Turn over the pile “A” as a whole, which reverses its order.",
        " 3. Scramble the piles “A” and “2” (2 cards each): let them change places as",
        "    wholes, every pile kept as it is, so often that nobody can tell them apart;",
        "    call them in the end, from left to right, “A” and “2”.",
        " 4. Stack the piles “A” and “2” into one pile “all”, “A” on top and “2” at the",
        "    bottom.",
        " 5. Cut the pile “all” (4 cards) and complete the cut, again and again, until",
        "    nobody can know which card is on top.",
        " 6. Deal 3 cards from the top of “all” one at a time in turn to “left” and",
        "    “right”, each card onto its pile.",
        " 7. Take the top card of “all” and put it on top of “left”.",
        " 8. Shuffle the pile “left” (3 cards) completely.",
        " 9. Split the pile “left” from the top, keeping the order inside each part,",
        "    into “one” (1 card) and “two” (2 cards).",
        "10. Call the pile “right” “last” from now on.",
        "11. Put “two” into the box, unseen.",
        "12. In the end, look at “one” (1 card) and “last” (1 card) in any order.",
    ]


def test_instructions_fit_a_terminal() -> None:
    for setup in (EVERY_STEP, *forgotten_crime.setups()):
        assert max(len(line) for line in str(setup).splitlines()) <= 79


def test_the_ribbon_is_pulled_at_once_and_positions_count_from_the_top() -> None:
    text = re.sub(r"\s+", " ", str(forgotten_crime.designer_setup()))
    assert "Take the 1st, 4th and 8th cards from the top of “pile 2”, all at once, and put them" in text


def test_ordinals_are_english() -> None:
    setup = cc.Setup(range(30)).take("deck", [2, 3, 11, 12, 13, 21, 22], into="hand")
    assert "the 2nd, 3rd, 11th, 12th, 13th, 21st and 22nd cards from the top" in re.sub(r"\s+", " ", str(setup))


def test_html_escapes_names() -> None:
    html = cc.Setup("ab", name="<i>").turn_over("deck").observe("deck")._repr_html_()
    assert "&lt;i&gt;" in html
    assert html.count("<li>") == 2


def test_repr_is_short() -> None:
    assert repr(EVERY_STEP) == "<Setup 'every step': 4 cards, 12 steps>"
