"""Piles and marks as SVG: how wide a thing is, and the elements that draw it.

Lengths are whole numbers of pixels. The width of a text is an upper estimate for common sans-serif fonts, as
nobody knows which font will show it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from html import escape
from itertools import accumulate, takewhile

from crimecalc.rendering import plural
from crimecalc.setup.strips import CardShown, Gap, Item, Mark, More, Pile

__all__ = [
    "BAR",
    "GREY",
    "INK",
    "LINE",
    "bar",
    "clean",
    "drawn",
    "item_width",
    "lines_of",
    "shortened",
    "text_element",
    "text_width",
    "title_element",
    "wrapped_lines",
]

LINE = 30
"""Height of a line of piles: the label, the cards and the space below."""

INK = "#222222"
GREY = "#5a5a5a"
_CARD, _HEIGHT, _WIDEST, _DOTS = 12, 14, 24, 16
_LABEL, _SMALL = 10, 8
_TOP = 12
"""From the top of a line of piles to its cards."""

_NAME = 100
"""A pile's name may be as wide as this, or as its cards."""

_MARK, _RING, _SPACE = 20, 15, 6

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_WIDTHS = (
    (" ijl.,:;'|!()[]ftrI/-", 42),
    ("mwMW@%&—…“”", 100),
    ("ABCDEFGHJKLNOPQRSTUVXYZ", 80),
    ("+=<>~^#", 84),
)
_PERCENT = {char: width for chars, width in _WIDTHS for char in chars}

_FILLS = {
    "moved": "#d8ecf8",
    "unknown": "#fbf0c8",
    "boxed": "#e4e4e4",
}

BAR = 6
"""How wide the bar beside a step is."""

_BARS = {
    "differs": ("#fbe3d3", 'stroke="#d55e00" stroke-width="3"'),
    "only": ("#e3f1fa", 'stroke="#0072b2" stroke-width="4" stroke-linecap="round"'),
}

_SIGNS = {
    "arrow": "M2 7H17M13 3L17 7L13 11",
    "sort": "M3 2H7M3 7H12M3 12H17",
    "turn": "M5 12V7A4.5 4.5 0 0 1 14 7V11M10.5 8L14 12L17.5 8",
    "scramble": "M3 2L17 12M3 12L17 2M12.5 12H17V7.5M12.5 2H17V6.5M7.5 2H3V6.5M7.5 12H3V7.5",
    "shuffle": "M1 2H4C9 2 9 12 14 12H18M1 12H4C9 12 9 2 14 2H18M1 7H18M15 -1L18 2L15 5M15 9L18 12L15 15",
    "cut": "M15.5 4.5A6.5 6.5 0 1 0 16.5 8.5M16 0V5H11",
    "box": "M4 5V13H16V5M4 5L1 2M16 5L19 2M10 -1V8M7 5L10 8L13 5",
    "eye": "M1 7Q10 -3 19 7Q10 17 1 7ZM7.5 7A2.5 2.5 0 1 0 12.5 7A2.5 2.5 0 1 0 7.5 7",
}


def clean(text: str) -> str:
    r"""Text on one line, without characters that XML cannot hold.

    >>> clean("a\x00  b")
    'a� b'
    """
    return " ".join(_NOT_XML.sub("\ufffd", text).split())


def text_width(text: str, size: int, bold: bool = False) -> int:
    """How wide a text may be, in pixels, for a font of this size.

    >>> text_width("pile", 10), text_width("WWWW", 10)
    (22, 41)
    """
    percent = sum(_char_width(char) for char in text)
    return percent * size * (112 if bold else 100) // 10_000 + 1


def _char_width(char: str) -> int:
    if char in _PERCENT:
        return _PERCENT[char]
    if char.isascii():
        return 66
    return 0 if unicodedata.combining(char) else 105


def shortened(text: str, width: int, size: int, bold: bool = False) -> str:
    """The text, or as much of its beginning as fits, with an ellipsis.

    >>> shortened("a pile with a long name", 60, 10)
    'a pile w…'
    """
    if text_width(text, size, bold) <= width:
        return text
    each = size * (112 if bold else 100)
    ends = accumulate((_char_width(char) * each for char in text), initial=(_char_width("…") * each))
    count = sum(1 for _ in takewhile(lambda end: end // 10_000 + 1 <= width, ends)) - 1
    return f"{text[: max(count, 0)].rstrip()}…"


def wrapped_lines(parts: Sequence[str], width: int, size: int, most: int, bold: bool = False) -> list[str]:
    """Text in lines of at most a width; the last of ``most`` lines ends with an ellipsis if there is more.

    Args:
        parts: the text; a part is broken only if it is wider than a line.
        width: of a line, in pixels.
        size: of the font.
        most: how many lines there may be.
        bold: whether the font is bold.

    >>> wrapped_lines(["take", "1,", "4", "of", "pile 1", "into", "the deck"], 80, 10, most=2)
    ['take 1, 4 of', 'pile 1 into t…']
    """
    words: list[str] = []
    for part in parts:
        words += [part] if text_width(part, size, bold) <= width else part.split(" ")
    lines: list[str] = []
    while words and len(lines) < most - 1:
        count = 1
        while count < len(words) and text_width(" ".join(words[: count + 1]), size, bold) <= width:
            count += 1
        line, words = " ".join(words[:count]), words[count:]
        if text_width(line, size, bold) > width:  # one word that is too long for a line goes on in the next
            part = shortened(line, width, size, bold).removesuffix("…") or line[0]
            words = [line[len(part) :], *words]
            line = part
        lines.append(line)
    return [*lines, shortened(" ".join(words), width, size, bold)] if words else lines


def text_element(x: int, y: int, text: str, size: int, more: str = "") -> str:
    """A text whose base line begins at a point; ``more`` are further attributes."""
    return f'<text x="{x}" y="{y}" font-size="{size}"{more}>{escape(text)}</text>'


def title_element(text: str) -> str:
    """What is told of the element that holds it, in full."""
    return f"<title>{escape(clean(text))}</title>"


def bar(kind: str, x: int, y: int, height: int) -> str:
    """The bar beside a step: stripes if it ``differs``, dots if it is the ``only`` one.

    The pattern is drawn mark by mark, as programs that print or convert make large images of a pattern.
    """
    fill, look = _BARS[kind]
    start, mark = (x, "h6") if kind == "differs" else (x + 3, "h0")
    marks = "".join(f"M{start} {at}{mark}" for at in range(y + 5, y + height - 3, 6))
    return (
        f'<rect data-bar="{kind}" x="{x}" y="{y}" width="{BAR}" height="{height}" fill="{fill}" stroke="{INK}" '
        f'stroke-width="0.5"/><path d="{marks}" {look}/>'
    )


# --- items ------------------------------------------------------------------------------------


def _label(pile: Pile) -> str:
    """Name and size; the name is shortened where it would be much wider than the cards."""
    tail = f" ({pile.size:,}{', ' + pile.note if pile.note else ''})"
    room = max(_NAME, sum(map(_cell_width, pile.cards)) - text_width(tail, _LABEL))
    return shortened(clean(pile.name), room, _LABEL) + tail


def _cell_width(card: CardShown | Gap) -> int:
    if isinstance(card, Gap):
        return _DOTS
    return min(max(_CARD, 5 * len(card.text) + 2), _WIDEST)


def _ring_width(pile: Pile) -> int:
    return 0 if pile.place is None else max(_RING, 6 * len(str(pile.place)) + 6) + 3


def item_width(item: Item) -> int:
    """How wide an item is, with nothing around it."""
    match item:
        case Mark():
            return _MARK
        case More():
            return text_width(_more(item), _LABEL)
        case _:
            return _ring_width(item) + max(text_width(_label(item), _LABEL), sum(map(_cell_width, item.cards)))


def _more(item: More) -> str:
    return f"… {plural(item.piles, 'pile')} more …"


def lines_of(items: Sequence[Item], width: int) -> list[list[tuple[int, Item]]]:
    """Items in lines of at most a width, each with its place from the left.

    A mark stays on the line of the pile that follows it.
    """
    groups: list[list[Item]] = [[]]
    for item in items:
        if groups[-1] and not isinstance(groups[-1][-1], Mark):
            groups.append([])
        groups[-1].append(item)
    lines: list[list[tuple[int, Item]]] = [[]]
    x = 0
    for group in groups:
        needed = sum(item_width(item) + _SPACE for item in group) - _SPACE
        if lines[-1] and x + needed > width:
            lines.append([])
            x = 0
        for item in group:
            lines[-1].append((x, item))
            x += item_width(item) + _SPACE
    return lines


def drawn(item: Item, x: int, y: int) -> str:
    """An item whose line of piles begins at a height."""
    match item:
        case Mark(kind):
            return (
                f'<path data-mark="{kind}" transform="translate({x} {y + _TOP})" d="{_SIGNS[kind]}" fill="none" '
                f'stroke="{INK}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"/>'
            )
        case More():
            return text_element(x, y + _TOP + 11, _more(item), _LABEL, f' fill="{GREY}"')
        case _:
            return _drawn_pile(item, x, y)


def _drawn_pile(pile: Pile, x: int, y: int) -> str:
    label, top = _label(pile), y + _TOP
    told = "" if label.startswith(f"{clean(pile.name)} (") else title_element(pile.name)
    parts = [f'<g data-pile="">{told}']
    if pile.place is not None:
        wide = _ring_width(pile) - 3
        parts.append(
            f'<rect x="{x}" y="{top}" width="{wide}" height="{_HEIGHT}" rx="7" fill="#ffffff" stroke="{INK}"/>'
            + text_element(x + wide // 2, top + 11, str(pile.place), 9, ' text-anchor="middle"')
        )
        x += wide + 3
    parts.append(text_element(x, y + 9, label, _LABEL))
    lines: list[str] = []
    texts: list[str] = []
    middle = x + sum(map(_cell_width, pile.cards[: len(pile.cards) // 2]))
    parts.append(f'<g fill="#ffffff" stroke="{INK}">')
    for index, card in enumerate(pile.cards):
        wide = _cell_width(card)
        if isinstance(card, Gap):
            parts.append(_drawn_gap(card, x, top))
        else:
            parts.append(_drawn_card(card, x, top, wide))
            texts.append(_drawn_text(card, x, top, wide))
            if index and card.edge:
                lines.append(f"M{x} {top - 2}v{_HEIGHT + 4}")
        x += wide
    parts.append("</g>")
    if lines:
        parts.append(f'<path d="{"".join(lines)}" stroke="{INK}" stroke-width="3"/>')
    if any(texts):
        parts.append(f'<g font-size="{_SMALL}" text-anchor="middle">{"".join(texts)}</g>')
    if pile.cut and len(pile.cards) > 1:
        parts.append(
            f'<path d="M{middle} {top - 3}v{_HEIGHT + 6}" stroke="#d55e00" stroke-width="3" stroke-dasharray="4 2"/>'
        )
    return "".join([*parts, "</g>"])


def _drawn_card(card: CardShown, x: int, y: int, wide: int) -> str:
    fill = f' fill="{_FILLS[card.look]}"' if card.look in _FILLS else ""
    found = f'<rect data-card="{card.look}" x="{x}" y="{y}" width="{wide}" height="{_HEIGHT}"{fill}/>'
    if card.look == "boxed":
        found += f'<path d="M{x} {y}l{wide} {_HEIGHT}m0 -{_HEIGHT}l-{wide} {_HEIGHT}"/>'
    if card.look == "moved":
        found += f'<path data-hatch="" d="{_hatching(x, y, wide)}" stroke="#4499cc" stroke-width="1.2"/>'
    return found


def _hatching(x: int, y: int, wide: int) -> str:
    """Lines from the lower left to the upper right."""
    lines = [
        (max(0, k - _HEIGHT), min(k, _HEIGHT), min(k, wide), max(0, k - wide)) for k in range(4, wide + _HEIGHT, 4)
    ]
    return "".join(f"M{x + a} {y + b}L{x + c} {y + d}" for a, b, c, d in lines)


def _drawn_text(card: CardShown, x: int, y: int, wide: int) -> str:
    if not card.text:
        return ""
    size = (wide - 2) * 3 // (2 * len(card.text)) or 1
    more = f' font-size="{size}"' if size < _SMALL else ""
    if card.look == "moved":  # a light edge, so that the hatching does not run into the number
        more += ' font-weight="bold" stroke="#ffffff" stroke-width="3" paint-order="stroke"'
    return f'<text x="{x + wide // 2}" y="{y + 10}"{more}>{card.text}</text>'


def _drawn_gap(gap: Gap, x: int, y: int) -> str:
    told = f"{plural(gap.cards, 'card')}" + (f", {gap.moved:,} of them moved" if gap.moved else "")
    dots = "".join(f"M{x + at} {y + 7}h2" for at in (3, 7, 11))
    return (
        f'<g data-gap="{gap.cards}"><title>{told}</title>'
        f'<rect x="{x}" y="{y}" width="{_DOTS}" height="{_HEIGHT}" stroke="none"/>'
        f'<path d="M{x} {y}h{_DOTS}m0 {_HEIGHT}h-{_DOTS}" stroke-dasharray="2 2"/>'
        f'<path d="{dots}" stroke-width="2"/></g>'
    )
