"""A setup as a picture: what is drawn, read back from the SVG."""

from __future__ import annotations

import copy
import pickle
import re
from functools import cache
from itertools import pairwise, zip_longest
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import crimecalc as cc
from crimecalc.games import forgotten_crime
from crimecalc.setup.diagram import Diagram, aligned, diagram_of_both, same_step
from crimecalc.setup.drawing import clean, item_width, lines_of, shortened, text_width, wrapped_lines
from crimecalc.setup.steps import Deal, Observe, Step, Take
from crimecalc.setup.strips import CARDS_SHOWN, CardShown, Gap, Mark, More, Pile, items_of, phrase
from strategies import setups
from test_prose import EVERY_STEP

SVG = "{http://www.w3.org/2000/svg}"
NAMES = st.text(min_size=1, max_size=60).filter(str.strip)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[cc.Setup, cc.Setup]:
    """Two random setups, or one and the same without some of its shuffles and observing nothing."""
    a, b = draw(setups(max_steps=6)), draw(setups(max_steps=6))
    if draw(st.booleans()):
        b = cc.Setup.of(a.deck, a.steps[:-1])
        for index in sorted(draw(st.sets(st.sampled_from(b.random_steps))) if b.random_steps else (), reverse=True):
            b = b.replaced(index, *draw(st.sampled_from([(), (b.steps[index],) * 2])))
    return a, b


def read(diagram: Diagram) -> ElementTree.Element:
    return ElementTree.fromstring(diagram.svg)  # noqa: S314 - our own text


def both(a: cc.Setup, b: cc.Setup) -> Diagram:
    return diagram_of_both(a, b, ("left", "right"))


def rows(diagram: Diagram) -> list[ElementTree.Element]:
    return read(diagram).findall(f".//{SVG}g[@data-step]")


def look(row: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return row.findall(f".//{SVG}rect[@data-card='{kind}']")


def texts(row: ElementTree.Element) -> list[str]:
    return ["".join(element.itertext()) for element in row.iter(f"{SVG}text")]


def marks(row: ElementTree.Element) -> list[str | None]:
    return [element.get("data-mark") for element in row.iter(f"{SVG}path") if element.get("data-mark")]


def named(step: Step) -> set[str]:
    """All piles that a step names."""
    found: set[str] = set()
    for name in ("pile", "piles", "into", "unordered"):
        value = getattr(step, name, ())
        found |= {value} if isinstance(value, str) else set(value)
    return found


def piles(setup: cc.Setup, index: int = 0) -> list[Pile]:
    items = items_of(setup.steps[index], *setup.layouts[index : index + 2])
    return [item for item in items if isinstance(item, Pile)]


def pile_texts(setup: cc.Setup, index: int = 0) -> dict[str, str]:
    """What is written on the cards of each pile; of two drawings of one pile the later."""
    return {
        pile.name: " ".join("…" if isinstance(card, Gap) else card.text or "." for card in pile.cards)
        for pile in piles(setup, index)
    }


# --- the text ---------------------------------------------------------------------------------


@given(setups())
@settings(max_examples=60)
def test_every_setup_is_drawn_as_xml_with_a_row_for_each_step_and_its_sentence(setup: cc.Setup) -> None:
    diagram = setup.diagram()
    assert diagram.svg.startswith("<svg")
    root = read(diagram)
    assert root.get("role") == "img"
    assert (root.get("width"), root.get("height")) == (str(diagram.width), str(diagram.height))
    assert root.get("viewBox") == f"0 0 {diagram.width} {diagram.height}"
    assert root.findtext(f"{SVG}title") == setup.name
    assert [row.get("data-step") for row in rows(diagram)] == [str(n + 1) for n in range(len(setup.steps))]
    assert [row.findtext(f"{SVG}title") for row in rows(diagram)] == list(setup.instructions)


@given(setups())
@settings(max_examples=60)
def test_every_pile_that_a_step_names_is_drawn_with_its_size(setup: cc.Setup) -> None:
    for row, step, before, after in zip(
        rows(setup.diagram()), setup.steps, setup.layouts, setup.layouts[1:], strict=False
    ):
        labels = [label.replace(", any order)", ")") for label in texts(row)]
        for name in named(step):
            sizes = {len(table.where[name]) for table in (before, after) if name in table.where}
            assert any(f"{name} ({size})" in labels for size in sizes)


@given(setups())
@settings(max_examples=60)
def test_the_filled_cards_are_the_positions_taken_or_dealt(setup: cc.Setup) -> None:
    for row, step, before in zip(rows(setup.diagram()), setup.steps, setup.layouts, strict=False):
        moved = 0
        if isinstance(step, Take):
            moved = len(step.positions)
        elif isinstance(step, Deal):
            moved = len(before.where[step.pile]) if step.count is None else step.count
        assert len(look(row, "moved")) == 2 * moved  # once where they lie, once where they go


def check_bounds(diagram: Diagram) -> None:
    lines = [int(d) for d in re.findall(r'<path d="M0 (\d+)h', diagram.svg)]
    for row, top, end in zip(rows(diagram), lines, [*lines[1:], diagram.height], strict=True):
        for element in [*row.iter(f"{SVG}rect"), *row.iter(f"{SVG}text")]:
            x, y = int(element.get("x", -1)), int(element.get("y", -1))
            assert top <= y
            assert y + int(element.get("height", 0)) <= end
            assert x >= 0
            assert x + int(element.get("width", 0)) <= diagram.width
            if element.tag == f"{SVG}text" and element.get("text-anchor") is None:
                assert x + text_width("".join(element.itertext()), int(element.get("font-size", 0))) <= diagram.width


@given(setups())
@settings(max_examples=40)
def test_nothing_is_drawn_outside_the_picture_and_no_row_into_another(setup: cc.Setup) -> None:
    check_bounds(setup.diagram())


def test_rows_of_several_lines_hold_what_they_draw() -> None:
    names = [f"a pile with a long name, the {'very ' * (number % 9)}number {number}" for number in range(100)]
    wide = cc.Setup(range(1000)).deal("deck", names).scramble(*names).stack(*names, into="all").discard("all")
    for setup in (wide, *forgotten_crime.setups()):
        check_bounds(setup.diagram())
        assert any(
            len({label.get("y") for label in row.findall(f"{SVG}g/{SVG}text")}) > 2 for row in rows(setup.diagram())
        )


@given(NAMES, NAMES, st.lists(st.text(max_size=8), min_size=2, max_size=5))
@settings(max_examples=60)
def test_names_and_labels_of_any_characters_are_drawn_as_xml(name: str, pile: str, labels: list[str]) -> None:
    if pile == "deck":
        return
    setup = cc.Setup(labels, name=name).split("deck", [1, len(labels) - 1], [pile, f"{pile}&<"]).discard(pile)
    for diagram in (setup.diagram(), diagram_of_both(setup, setup.renamed("b"), (name, "b"))):
        root = read(diagram)
        diagram.svg.encode()
        shown = "\n".join(root.itertext())
        assert clean(pile) in shown
        assert clean(name) in shown


def test_the_same_setup_gives_the_same_text() -> None:
    again = cc.Setup.of(EVERY_STEP.deck, EVERY_STEP.steps, EVERY_STEP.name)
    assert EVERY_STEP.diagram() == again.diagram()
    assert EVERY_STEP.diagram().svg == again.diagram().svg
    assert hash(EVERY_STEP.diagram()) == hash(again.diagram())
    assert EVERY_STEP.diagram() != EVERY_STEP.renamed("another").diagram()


def test_a_picture_can_stand_on_a_page_twice_and_says_its_name_without_identifiers() -> None:
    quoted = EVERY_STEP.renamed('the "best" & <last>')
    other = cc.Setup(EVERY_STEP.deck).shuffle("deck").observe("deck")
    for diagram in (EVERY_STEP.diagram(), quoted.diagram(), both(quoted, other), both(other, EVERY_STEP)):
        root = read(diagram)
        assert not any(element.get("id") for element in root.iter())
        assert not re.search(r"url\(|href|labelledby|describedby", diagram.svg)
        assert root.get("role") == "img"
        assert root.get("aria-label") == root[0].text == diagram.title
        assert [child.tag for child in root[:2]] == [f"{SVG}title", f"{SVG}desc"]
        assert root[1].text


def test_what_happens_to_a_card_is_told_by_more_than_its_colour() -> None:
    cells = [cell for row in rows(EVERY_STEP.diagram()) for cell in row.iter(f"{SVG}rect") if cell.get("data-card")]
    looks = {(cell.get("data-card"), cell.get("fill")) for cell in cells}
    assert len(looks) == len({name for name, _ in looks}) == len({fill for _, fill in looks}) == 4
    for row in rows(EVERY_STEP.diagram()):
        paths = [path.get("d", "") for path in row.iter(f"{SVG}path")]
        assert len(row.findall(f".//{SVG}path[@data-hatch]")) == len(look(row, "moved"))
        assert sum("m0 -14" in path for path in paths) == len(look(row, "boxed"))  # a cross
        assert texts(row).count("?") == len(look(row, "unknown"))


def test_no_face_of_a_card_is_drawn_in_a_row() -> None:
    for row in rows(EVERY_STEP.diagram()):
        assert not re.search("[♠♣♥♦]", " ".join(texts(row)))


# --- the steps --------------------------------------------------------------------------------


def test_each_kind_of_step_has_its_mark() -> None:
    found = {row.get("data-step"): marks(row) for row in rows(EVERY_STEP.diagram())}
    assert found == {
        "1": ["sort", "arrow"],
        "2": ["turn"],
        "3": ["scramble"],
        "4": ["arrow"],
        "5": ["cut"],
        "6": ["arrow"],
        "7": ["arrow"],
        "8": ["shuffle"],
        "9": ["arrow"],
        "10": ["arrow"],
        "11": ["arrow", "box"],
        "12": ["eye"],
    }


def test_phrases_say_in_a_few_words_what_hands_do() -> None:
    assert [
        " ".join(phrase(step, before)) for step, before in zip(EVERY_STEP.steps, EVERY_STEP.layouts, strict=False)
    ] == [
        "sort deck by rank",
        "turn over A",
        "scramble A, 2",
        "stack A, 2 into all",
        "cut all",
        "deal 3 of all to left, right",
        "take 1 of all into left",
        "shuffle left",
        "split left into one, two",
        "rename right to last",
        "discard two",
        "observe one, last (any order)",
    ]


def test_cards_carry_the_position_that_they_had() -> None:
    deck = cc.Setup("abcdefg")
    assert pile_texts(deck.turn_over("deck")) == {"deck": "7 6 5 4 3 2 1"}
    assert pile_texts(deck.take("deck", [-1, 2], into="hand")) == {"deck": ". 2 . . . . 7", "hand": "2 7"}
    assert pile_texts(deck.deal("deck", ["a", "b", "c"], count=6)) == {
        "deck": "1 2 3 4 5 6 .",
        "a": "4 1",
        "b": "5 2",
        "c": "6 3",
    }
    halves = deck.split("deck", [3, 4], ["upper", "lower"])
    assert pile_texts(halves) == {"deck": "1 2 3 4 5 6 7", "upper": "1 2 3", "lower": "4 5 6 7"}
    assert pile_texts(halves.stack("lower", "upper", into="deck"), 1)["deck"] == "1 2 3 4 1 2 3"
    assert pile_texts(deck.shuffle("deck"))["deck"] == "? ? ? ? ? ? ?"


@given(setups())
@settings(max_examples=60)
def test_numbers_on_cards_agree_with_the_places_of_the_layout(setup: cc.Setup) -> None:
    for index, step in enumerate(setup.steps):
        before, after = setup.layouts[index : index + 2]
        if not isinstance(step, Take | Deal):
            continue
        _, *targets = piles(setup, index)
        for pile in targets:
            assert len(pile.cards) == len(after.where[pile.name])
            for card, place in zip(pile.cards, after.where[pile.name], strict=True):
                assert isinstance(card, CardShown)
                if card.text:
                    assert before.where[step.pile][int(card.text) - 1] == place
                else:
                    assert place not in before.where[step.pile] or pile.name == step.pile


def test_piles_dealt_to_and_stacked_are_numbered_in_order_and_the_parts_of_a_stack_set_apart() -> None:
    setup = cc.Setup("abcde").deal("deck", ["a", "b"]).stack("b", "a", into="c")
    assert [(pile.name, pile.place) for pile in piles(setup)] == [("deck", None), ("a", 1), ("b", 2)]
    assert [(pile.name, pile.place) for pile in piles(setup, 1)] == [("b", 1), ("a", 2), ("c", None)]
    stacked = piles(setup, 1)[-1].cards
    assert [isinstance(card, CardShown) and card.edge for card in stacked] == [True, False, True, False, False]


def test_cards_put_into_the_box_are_crossed_out_and_a_cut_goes_through_its_pile() -> None:
    setup = cc.Setup("abcde").cut("deck").split("deck", [2, 3], ["x", "y"]).discard("x", "y")
    cut, _, boxed = rows(setup.diagram())
    assert len(look(boxed, "boxed")) == 5
    assert "stroke-dasharray" in ElementTree.tostring(cut, encoding="unicode")
    assert [pile.cut for pile in piles(setup)] == [True]


def test_a_long_pile_is_shortened_and_shows_the_cards_taken() -> None:
    setup = cc.Setup(range(1000)).take("deck", [1, 500, 501, -1], into="hand")
    source, hand = piles(setup)
    assert len(source.cards) <= CARDS_SHOWN
    assert [card.text for card in source.cards if isinstance(card, CardShown) and card.look == "moved"] == [
        "1",
        "500",
        "501",
        "1000",
    ]
    assert source.size == sum(card.cards if isinstance(card, Gap) else 1 for card in source.cards)
    assert "deck (1,000)" in texts(rows(setup.diagram())[0])
    assert len(hand.cards) == 4


@given(st.sets(st.integers(1, 60), min_size=1))
def test_drawn_and_hidden_cards_of_a_long_pile_add_up(positions: set[int]) -> None:
    source, target = piles(cc.Setup(range(60)).take("deck", sorted(positions), into="hand"))
    for pile, size in ((source, 60), (target, len(positions))):
        moved = sum(card.moved if isinstance(card, Gap) else card.look == "moved" for card in pile.cards)
        assert moved == len(positions)
        assert sum(card.cards if isinstance(card, Gap) else 1 for card in pile.cards) == size
        assert len(pile.cards) <= CARDS_SHOWN


def test_of_very_many_piles_the_middle_is_counted_and_none_is_lost() -> None:
    names = [f"p{number}" for number in range(100)]
    setup = cc.Setup(range(100)).split("deck", [1] * 100, names).scramble(*names)
    items = items_of(setup.steps[1], *setup.layouts[1:])
    drawn = sum(isinstance(item, Pile) for item in items)
    assert drawn + sum(item.piles for item in items if isinstance(item, More)) == 100
    assert drawn < 30
    sentence = rows(setup.diagram())[1].findtext(f"{SVG}title") or ""
    assert all(f"“{name}”" in sentence for name in names)


def test_wide_steps_wrap_into_lines_and_a_mark_stays_with_the_pile_after_it() -> None:
    setup = forgotten_crime.simplified_setup()
    for index, step in enumerate(setup.steps):
        lines = lines_of(items_of(step, *setup.layouts[index : index + 2]), 388)
        for line in lines:
            assert all(x + item_width(item) <= 388 for x, item in line)
            assert all(x + item_width(item) < after for (x, item), (after, _) in pairwise(line))
        for line in lines[:-1]:
            assert not isinstance(line[-1][1], Mark)


def test_texts_are_shortened_and_wrapped_to_their_width() -> None:
    name = "a pile with quite a long name"
    for width in (30, 80, 200):
        assert text_width(shortened(name, width, 10), 10) <= width
        for lines in (wrapped_lines(name.split(), width, 10, 3), wrapped_lines(["W" * 40], width, 10, 3)):
            assert len(lines) <= 3
            assert all(text_width(line, 10) <= width for line in lines)
    assert shortened(name, 200, 10) == name
    assert wrapped_lines(name.split(), 80, 10, 9) == ["a pile with", "quite a long", "name"]


# --- two setups -------------------------------------------------------------------------------


def most_equal(a: cc.Setup, b: cc.Setup) -> int:
    """How many equal steps can face each other, found by trying everything."""

    @cache
    def most(i: int, j: int) -> int:
        if i == len(a.steps) or j == len(b.steps):
            return 0
        skipped = max(most(i + 1, j), most(i, j + 1))
        return max(skipped, 1 + most(i + 1, j + 1)) if same_step(a, i, b, j) else skipped

    return most(0, 0)


@given(pairs())
@settings(max_examples=60)
def test_steps_face_each_other_in_order_and_as_many_equal_ones_as_can(pair: tuple[cc.Setup, cc.Setup]) -> None:
    a, b = pair
    faced = aligned(a, b)
    assert [left for left, _ in faced if left is not None] == list(range(len(a.steps)))
    assert [right for _, right in faced if right is not None] == list(range(len(b.steps)))
    couples = [(left, right) for left, right in faced if left is not None and right is not None]
    assert all(type(a.steps[left]) is type(b.steps[right]) for left, right in couples)
    assert sum(same_step(a, left, b, right) for left, right in couples) == most_equal(a, b)


def test_alike_steps_face_each_other_where_equal_ones_are_not_to_be_had() -> None:
    deck = cc.Setup("abcdef")
    a = deck.cut("deck").take("deck", [1], into="x").take("deck", [1], into="y")
    b = deck.take("deck", [2], into="y").cut("deck")
    assert aligned(a, b) == [(None, 0), (0, 1), (1, None), (2, None)]  # the equal cuts before all
    a, b = (cc.Setup.of(deck.deck, setup.steps[slice(*part)]) for setup, part in ((a, (1, 3)), (b, (0, 1))))
    assert aligned(a, b) == [(0, None), (1, 0)]  # then the same piles
    assert aligned(cc.Setup.of(deck.deck, a.steps[:1]), b) == [(0, 0)]  # then the same kind
    assert aligned(deck.cut("deck"), deck.shuffle("deck")) == [(0, None), (None, 0)]


def test_steps_that_only_count_otherwise_are_the_same_and_those_that_move_other_cards_are_not() -> None:
    deck = cc.Setup("abcdef")
    last = deck.take("deck", [-1, 1], into="x")
    for other, same in (([1, 6], True), ([6, 1], True), ([1, 5], False), ([-1], False)):
        assert same_step(last, 0, deck.take("deck", other, into="x"), 0) is same
    assert same_step(deck.deal("deck", ["x", "y"]), 0, deck.deal("deck", ["x", "y"], count=6), 0)
    assert not same_step(deck.deal("deck", ["x", "y"]), 0, deck.deal("deck", ["x", "y"], count=5), 0)
    # the bottom card stays the bottom card where the piles are not of one size
    assert same_step(last, 0, cc.Setup("abc").take("deck", [-1, 1], into="x"), 0)


@given(pairs())
@settings(max_examples=60)
def test_the_marked_steps_are_exactly_those_that_differ(pair: tuple[cc.Setup, cc.Setup]) -> None:
    a, b = pair
    expected: list[str | None] = []
    for left, right in aligned(a, b):
        if left is None or right is None:
            expected.append("only")
        else:
            expected += [None, None] if same_step(a, left, b, right) else ["differs", "differs"]
    diagram = both(a, b)
    assert [row.get("data-differs") for row in rows(diagram)] == expected
    labels = texts(read(diagram))
    assert labels.count("≠ differs") == expected.count("differs") // 2
    assert labels.count("◂ only here") + labels.count("only here ▸") == expected.count("only")
    bars = [bar.get("data-bar") for bar in read(diagram).iter(f"{SVG}rect") if bar.get("data-bar")]
    assert bars == [kind for kind in expected if kind]


@given(setups())
@settings(max_examples=30)
def test_equal_setups_have_no_mark(setup: cc.Setup) -> None:
    diagram = both(setup, setup.renamed("other"))
    assert all(row.get("data-differs") is None for row in rows(diagram))
    assert "Both setups have the same steps." in texts(read(diagram))
    assert "only here" not in diagram.svg


def test_different_decks_are_told_in_the_head() -> None:
    a, b = cc.Setup("abc").cut("deck"), cc.Setup("abd").cut("deck")
    told = texts(read(both(a, b)))
    assert "The setups start from different decks." in told
    assert {"3 cards: a b c", "3 cards: a b d"} <= set(told)
    assert "The setups start from different decks." not in texts(read(both(a, a)))


def test_steps_that_face_each_other_stand_on_one_line() -> None:
    a, b = forgotten_crime.setups()
    found: dict[str, list[tuple[int, int]]] = {"left": [], "right": []}
    diagram = both(a, b)
    for row in rows(diagram):
        number = next(row.iter(f"{SVG}text"))
        side = "left" if int(number.get("x", 0)) < diagram.width // 2 else "right"
        found[side].append((int("".join(number.itertext())) - 1, int(number.get("y", 0))))
    heights = {side: dict(entries) for side, entries in found.items()}
    for left, right in aligned(a, b):
        if left is not None and right is not None:
            assert heights["left"][left] == heights["right"][right]


def test_a_comparison_of_forgotten_crime_fits_a_screen_and_says_its_verdict() -> None:
    comparison = cc.compare(*forgotten_crime.setups())
    diagram = comparison.diagram()
    assert diagram.width <= 1200
    assert diagram.height / len(aligned(*comparison.setups)) < 50
    assert comparison.verdict in texts(read(diagram))
    assert diagram.title == " / ".join(comparison.names)
    observed = [step for setup in comparison.setups for step in setup.steps if isinstance(step, Observe)]
    assert texts(read(diagram)).count("deck (12, any order)") == len(observed) == 2


# --- the value --------------------------------------------------------------------------------


def test_a_diagram_shows_itself_and_is_written_as_utf8(tmp_path: Path) -> None:
    diagram = EVERY_STEP.diagram()
    size = f'width="{diagram.width}" height="{diagram.height}"'
    assert diagram._repr_svg_().replace(f'width="100%" style="max-width: {diagram.width}px"', size) == diagram.svg
    assert diagram._repr_svg_() != diagram.svg
    assert repr(diagram) == f"<Diagram 'every step': {diagram.width} × {diagram.height} pixels>"
    for path in (tmp_path / "a.svg", str(tmp_path / "b.SVG")):
        diagram.save(path)
        assert Path(path).read_bytes() == diagram.svg.encode("utf-8")


def test_a_diagram_is_immutable_and_survives_copies() -> None:
    diagram = EVERY_STEP.diagram()
    with pytest.raises(AttributeError):
        diagram.svg = ""  # type: ignore[misc]
    assert copy.deepcopy(diagram) == diagram == pickle.loads(pickle.dumps(diagram))


@pytest.mark.parametrize("path", ["a.png", "svg", "", 7, None, Path("a.svg.txt")])
def test_only_svg_files_are_written(path: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(cc.InvalidInput, match=r"save: path: expected a path that ends in \.svg; found"):
        EVERY_STEP.diagram().save(path)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_a_setup_without_steps_and_one_of_a_single_card_are_drawn() -> None:
    assert rows(cc.Setup("a").diagram()) == []
    single = cc.Setup("a").cut("deck").shuffle("deck").deal("deck", ["b"]).turn_over("b").discard("b")
    assert [len(look(row, "moved")) for row in rows(single.diagram())] == [0, 0, 2, 0, 0]
    for left, right in zip_longest(rows(both(cc.Setup("a"), single)), rows(single.diagram())):
        assert left.get("data-step") == right.get("data-step")
