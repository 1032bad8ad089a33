"""A setup as a picture, and two setups side by side."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from crimecalc.checks import path_ending
from crimecalc.rendering import plural
from crimecalc.setup.drawing import (
    BAR,
    GREY,
    INK,
    LINE,
    bar,
    clean,
    drawn,
    lines_of,
    shortened,
    text_element,
    title_element,
    wrapped_lines,
)
from crimecalc.setup.steps import Step
from crimecalc.setup.strips import Item, items_of, phrase, plainly

if TYPE_CHECKING:
    from crimecalc.setup.setup import Setup

__all__ = ["Diagram", "aligned", "diagram_of", "diagram_of_both", "same_step"]

_MARGIN, _NUMBER, _GAP = 8, 26, 8
_TEXT, _TEXT_LINE, _TEXT_LINES = 12, 14, 3
_NOTE, _NOTE_LINES = 11, 6
_ONE_PHRASE, _ONE_PICTURE = 202, 582
_PAIR_PHRASE, _PAIR_PICTURE = 134, 388
_MIDDLE = 72

_LEGEND = (
    "A strip of cards is a pile, its top card at the left; its size stands after its name. A number in a card is its "
    "position from the top in the pile that it comes from; “?” is any card of the pile. Hatched cards are taken or "
    "dealt, crossed ones go into the box. Rings number piles in the order in which they are dealt to, or stacked from "
    "the top."
)


@dataclass(frozen=True, repr=False)
class Diagram:
    """A picture as the text of an SVG file; a notebook shows it.

    Two diagrams are equal if the same is drawn.

    Attributes:
        svg: the text.
        title: what the picture is called.
        width: in pixels.
        height: in pixels.
    """

    svg: str
    title: str = field(compare=False)
    width: int = field(compare=False)
    height: int = field(compare=False)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture into a file.

        Args:
            path: its name, which ends in ``.svg``, in small or capital letters.

        Raises:
            InvalidInput: for another ending.
        """
        path_ending("save", path, [".svg"]).write_text(self.svg, encoding="utf-8", newline="\n")

    def _repr_svg_(self) -> str:
        """What a notebook shows: the picture, made smaller where its column is narrower."""
        fixed, fitting = (
            f'width="{self.width}" height="{self.height}"',
            f'width="100%" style="max-width: {self.width}px"',
        )
        return self.svg.replace(fixed, fitting, 1)

    def __repr__(self) -> str:
        return f"<Diagram {self.title!r}: {self.width} × {self.height} pixels>"


@dataclass(frozen=True)
class _Row:
    """One step as it is drawn on one side."""

    number: int
    told: str
    verb: str
    phrase: list[str]
    lines: list[list[tuple[int, Item]]]

    @property
    def height(self) -> int:
        return max(len(self.phrase) * _TEXT_LINE + 2, len(self.lines) * LINE - 2) + 4


def diagram_of(setup: Setup) -> Diagram:
    """One setup, a row for each step.

    Args:
        setup: any setup.

    Returns:
        The picture: the number of the step, what hands do, and the piles that it touches.
    """
    rows = _rows(setup, _ONE_PHRASE, _ONE_PICTURE)
    width = 2 * _MARGIN + _NUMBER + _ONE_PHRASE + _GAP + _ONE_PICTURE
    parts, y = _head([(setup.name, _MARGIN, width - 2 * _MARGIN)], [_start(setup)], [])
    for row in rows:
        parts.append(_line(0, y, width))
        parts.append(_drawn_row(row, _MARGIN, y, _ONE_PHRASE))
        y += row.height
    told = f"{plural(len(setup.deck), 'card')}, {plural(len(setup.steps), 'step')}, drawn row by row."
    return _finished(parts, y, width, setup.name, told)


def diagram_of_both(a: Setup, b: Setup, names: tuple[str, str], notes: Sequence[str] = ()) -> Diagram:
    """Two setups side by side; equal steps face each other, what differs is marked.

    Equal steps bear no mark even where their piles differ in size; the step that made the difference does.

    Args:
        a: the setup at the left.
        b: the setup at the right.
        names: what they are called.
        notes: sentences for the head.
    """
    side = _NUMBER + _PAIR_PHRASE + _GAP + _PAIR_PICTURE
    width = 2 * (_MARGIN + side) + _MIDDLE
    lefts = (_MARGIN, _MARGIN + side + _MIDDLE)
    sides = [_rows(setup, _PAIR_PHRASE, _PAIR_PICTURE) for setup in (a, b)]
    notes = [*notes, *_differences(a, b)]
    heads = [(name, left, side) for name, left in zip(names, lefts, strict=True)]
    parts, y = _head(heads, [f"Both start with {_start(a)}"] if a.deck == b.deck else [_start(a), _start(b)], notes)
    for pair in aligned(a, b):
        shown = [None if at is None else rows[at] for at, rows in zip(pair, sides, strict=True)]
        height = max(row.height for row in shown if row is not None)
        parts.append(_line(0, y, width))
        kind = _kind(a, b, pair)
        for row, left in zip(shown, lefts, strict=True):
            if row is None:
                continue
            more = f' data-differs="{kind}"' if kind else ""
            parts.append(_drawn_row(row, left, y, _PAIR_PHRASE, more))
            if kind:
                at = left + side + 2 if left == lefts[0] else left - BAR - 2
                parts.append(bar(kind, at, y + 2, height - 4))
        if kind:
            middle = lefts[0] + side + _MIDDLE // 2
            word = "≠ differs" if kind == "differs" else "◂ only here" if pair[1] is None else "only here ▸"
            parts.append(
                text_element(middle, y + height // 2 + 3, word, 9, ' text-anchor="middle" font-weight="bold"')
            )
        y += height
    title = f"{names[0]} / {names[1]}"
    return _finished(parts, y, width, title, "Two setups side by side, row by row; steps that differ are marked.")


def aligned(a: Setup, b: Setup) -> list[tuple[int | None, int | None]]:
    """Which steps of two setups face each other: pairs of indices, None where nothing stands on that side.

    As many equal steps as possible face each other (see :func:`same_step`); among such ways, as many as possible of
    one kind with the same piles; among those, as many as possible of one kind. Steps of different kinds never do.

    >>> from crimecalc.setup import Setup
    >>> deck = Setup("abc")
    >>> aligned(deck.cut("deck"), deck.shuffle("deck").cut("deck"))
    [(None, 0), (0, 1)]
    """
    left, right = ([_Step.of(setup, index) for index in range(len(setup.steps))] for setup in (a, b))
    start = 0
    while start < min(len(left), len(right)) and left[start].same(right[start]):
        start += 1
    left, right = left[start:], right[start:]
    base = min(len(left), len(right)) + 1  # more than there can be pairs, so that one better pair outweighs all others
    # best[i][j]: the most that the steps from i and from j on can score
    best = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in reversed(range(len(left))):
        for j in reversed(range(len(right))):
            skipped = max(best[i + 1][j], best[i][j + 1])
            score = left[i].score(right[j], base)
            best[i][j] = max(skipped, score + best[i + 1][j + 1]) if score else skipped
    pairs: list[tuple[int | None, int | None]] = [(at, at) for at in range(start)]
    i = j = 0
    while i < len(left) or j < len(right):
        both = i < len(left) and j < len(right)
        score = left[i].score(right[j], base) if both else 0
        if score and best[i][j] == score + best[i + 1][j + 1]:
            pairs.append((start + i, start + j))
            i, j = i + 1, j + 1
        elif i < len(left) and best[i][j] == best[i + 1][j]:
            pairs.append((start + i, None))
            i += 1
        else:
            pairs.append((None, start + j))
            j += 1
    return pairs


def same_step(a: Setup, i: int, b: Setup, j: int) -> bool:
    """Whether hands are told the same by step ``i`` of one setup and step ``j`` of another, both from 0.

    They are if the steps are written alike, or if they differ only in how positions and numbers of cards are given.
    The piles may hold different numbers of cards.

    >>> from crimecalc.setup import Setup
    >>> deck = Setup("abc")
    >>> same_step(deck.take("deck", [-1, 1], into="hand"), 0, deck.take("deck", [1, 3], into="hand"), 0)
    True
    """
    return _Step.of(a, i).same(_Step.of(b, j))


@dataclass(frozen=True, slots=True)
class _Step:
    """A step by what it is compared with others: as written, with positions counted from the top, its piles."""

    step: Step
    plain: Step
    piles: tuple[object, ...]

    @classmethod
    def of(cls, setup: Setup, index: int) -> _Step:
        step = setup.steps[index]
        names = [getattr(step, name, None) for name in ("pile", "piles", "unordered", "into")]
        return cls(step, plainly(step, setup.layouts[index]), (type(step), *names))

    def same(self, other: _Step) -> bool:
        return self.step == other.step or self.plain == other.plain

    def score(self, other: _Step, base: int) -> int:
        if self.same(other):
            return base**2
        if self.piles == other.piles:
            return base
        return 1 if type(self.step) is type(other.step) else 0


def _kind(a: Setup, b: Setup, pair: tuple[int | None, int | None]) -> str:
    """How the steps that face each other differ; nothing if they are equal."""
    left, right = pair
    if left is None or right is None:
        return "only"
    return "" if same_step(a, left, b, right) else "differs"


def _differences(a: Setup, b: Setup) -> list[str]:
    if a.deck != b.deck:
        return ["The setups start from different decks."]
    return ["Both setups have the same steps."] if not any(_kind(a, b, pair) for pair in aligned(a, b)) else []


def _start(setup: Setup) -> str:
    return f"{plural(len(setup.deck), 'card')}: {setup.deck}"


def _rows(setup: Setup, phrase_width: int, picture_width: int) -> list[_Row]:
    rows = []
    for index, (step, told) in enumerate(zip(setup.steps, setup.instructions, strict=True)):
        before, after = setup.layouts[index : index + 2]
        lines = lines_of(items_of(step, before, after), picture_width)
        verb, *words = phrase(step, before)
        room = phrase_width - 6  # the verb is bold
        most = max(_TEXT_LINES, len(lines) * LINE // _TEXT_LINE)
        texts = wrapped_lines([verb, *map(clean, words)], room, _TEXT, most)
        rows.append(_Row(index + 1, told, verb, texts, lines))
    return rows


def _drawn_row(row: _Row, x: int, y: int, phrase_width: int, more: str = "") -> str:
    parts = [f'<g data-step="{row.number}"{more}>', title_element(row.told)]
    parts.append(text_element(x + _NUMBER - 8, y + 15, str(row.number), _TEXT, f' text-anchor="end" fill="{GREY}"'))
    for index, line in enumerate(row.phrase):
        verb = "" if index else row.verb
        bold = f'<tspan font-weight="bold">{verb}</tspan>' if verb else ""
        parts.append(
            f'<text x="{x + _NUMBER}" y="{y + 15 + index * _TEXT_LINE}" font-size="{_TEXT}">'
            f"{bold}{escape(line.removeprefix(verb))}</text>"
        )
    start = x + _NUMBER + phrase_width + _GAP
    for index, items in enumerate(row.lines):
        parts += [drawn(item, start + at, y + 3 + index * LINE) for at, item in items]
    return "".join([*parts, "</g>"])


def _line(x: int, y: int, width: int) -> str:
    return f'<path d="M{x} {y}h{width}" stroke="#c8c8c8"/>'


def _head(names: Sequence[tuple[str, int, int]], starts: Sequence[str], notes: Sequence[str]) -> tuple[list[str], int]:
    """Names, decks, notes and the legend; and the height at which they end."""
    parts, y = [], 8
    left, whole = names[0][1], names[-1][1] + names[-1][2] - names[0][1]
    texts = [wrapped_lines(clean(name).split(), width, 14, 2, bold=True) for name, _, width in names]
    for (_, x, _), lines in zip(names, texts, strict=True):
        parts += [
            text_element(x, y + 17 + 17 * index, line, 14, ' font-weight="bold"') for index, line in enumerate(lines)
        ]
    y += 17 * max(map(len, texts)) + 17
    for (_, x, width), start in zip(names, starts, strict=False):
        told = clean(start)
        short = shortened(told, width if len(starts) > 1 else whole, _NOTE)
        full = title_element(told) if short != told else ""
        parts.append(f"<g>{full}{text_element(x, y, short, _NOTE)}</g>")
    for text, bold in (*((note, True) for note in notes), (_LEGEND, False)):
        more = ' font-weight="bold"' if bold else f' fill="{GREY}"'
        for line in wrapped_lines(clean(text).split(), whole, _NOTE, _NOTE_LINES, bold):
            y += 16
            parts.append(text_element(left, y, line, _NOTE, more))
    return parts, y + 10


def _finished(parts: Sequence[str], height: int, width: int, title: str, told: str) -> Diagram:
    """The whole text. Nothing in it has an identifier, so any number of pictures can stand on one page."""
    height += _MARGIN
    name = clean(title)
    body = "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" aria-label="{escape(name)}" '
            f'font-family="sans-serif" fill="{INK}">',
            f"<title>{escape(name)}</title>",
            f"<desc>{told}</desc>",
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            *parts,
            "</svg>",
        ]
    )
    return Diagram(body, name, width, height)
