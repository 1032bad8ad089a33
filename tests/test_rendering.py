from __future__ import annotations

from fractions import Fraction

from crimecalc.rendering import describe, html_table, latex_table, plural, shown, text_table


def test_text_columns_are_aligned() -> None:
    assert text_table(["a", "long header"], [["longer cell", "x"]], "more") == (
        "a            long header\nlonger cell  x\nmore"
    )


def test_html_is_escaped_and_captioned() -> None:
    html = html_table(["<a>"], [["b & c"]], caption="x < y", more="…")
    assert "<th>&lt;a&gt;</th>" in html
    assert "<td>b &amp; c</td>" in html
    assert "<caption>x &lt; y</caption>" in html
    assert '<td colspan="1">…</td>' in html


def test_latex_sets_fractions_and_suits() -> None:
    latex = latex_table(["50%"], [[Fraction(1, 3)], [Fraction(2)], ["7♦"]], "…")
    assert r"50\% \\" in latex
    assert r"$\frac{1}{3}$ \\" in latex
    assert r"$2$ \\" in latex
    assert r"7$\diamondsuit$ \\" in latex
    assert r"\multicolumn{1}{l}{\dots{}} \\" in latex


def test_nested_outcomes_are_described_without_brackets() -> None:
    assert describe((("a", "b"), ())) == "a b | "
    assert describe(("a", 1)) == "a 1"
    assert describe("a") == "a"


def test_counts_go_with_their_nouns() -> None:
    assert plural(1, "pile") == "1 pile"
    assert plural(1200, "pile") == "1,200 piles"


def test_one_last_row_is_shown_rather_than_counted() -> None:
    assert (shown(13, 12), shown(14, 12), shown(5, None)) == (13, 12, 5)
