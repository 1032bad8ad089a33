from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import isnan
from typing import Any

import pytest

pytest.importorskip("matplotlib")

import crimecalc as cc
from crimecalc import plots
from crimecalc.analysis import riffle_variation
from crimecalc.canvas import Picture
from crimecalc.games import cluedo, deadcert, in_a_grove, king_of_hearts
from crimecalc.games import forgotten_crime as fc

CASE = king_of_hearts.Case(players=4, seat=0, hand="JC QD KS 3H 7H")
LATER = CASE.asked(court="KH", heart="9H", by=0, shown_by=2, card="9H").asked(court="QS", heart="4H", by=1, shown_by=3)
GAMES = {policy: in_a_grove.simulate(policy, n=200, seed=1, players=3) for policy in in_a_grove.POLICIES[:2]}
SOLO = {policy: deadcert.simulate_solo(policy, games=200, seed=1) for policy in ("A", "B2")}
CUT = cc.Setup("abc", name="cut").cut("deck").observe("deck")

PICTURES: dict[str, Callable[[Any], Picture]] = {
    "accusing": lambda axes: plots.accusing(["A♠", "A♣"], axes=axes),
    "certainty_curves": lambda axes: plots.certainty_curves(axes),
    "draws": lambda axes: plots.draws(axes=axes),
    "entropies": lambda axes: plots.entropies(LATER, axes=axes),
    "losses": lambda axes: plots.losses(GAMES, axes=axes),
    "murderer": lambda axes: plots.murderer(axes=axes),
    "policy_map": lambda axes: plots.policy_map(threshold=Fraction(3, 7), axes=axes),
    "policy_scores": lambda axes: plots.policy_scores([fc.accuse_after(3), fc.accuse_at_once()], axes),
    "policy_values": lambda axes: plots.policy_values(axes),
    "riffle_curves": lambda axes: plots.riffle_curves((5, 12), times=4, axes=axes),
    "sample_counts": lambda axes: plots.sample_counts(cc.sample(CUT, n=30, seed=1), axes=axes),
    "solo_win_rates": lambda axes: plots.solo_win_rates(SOLO, Fraction(1, 2), axes=axes),
    "swap_values": lambda axes: plots.swap_values(axes),
    "who_holds_what": lambda axes: plots.who_holds_what({"before": CASE, "after": LATER}, axes),
}


@cache
def picture_of(name: str) -> Picture:
    """Each picture as it is without axes of the user."""
    return PICTURES[name](None)


def first(picture: Picture) -> Any:
    return picture.axes[0]


def upwards(line: Any) -> list[float]:
    return list(line.get_ydata())


def heights(panel: Any) -> list[float]:
    return [float(bar.get_height()) for bar in panel.patches]


def marks(picture: Picture) -> list[list[list[float]]]:
    made: list[Any] = list(picture.axes[0].collections)
    return [dots.get_offsets().tolist() for dots in made]


def floats(numbers: Any) -> list[float]:
    return [float(number) for number in numbers]


def test_every_function_of_the_package_is_drawn_here() -> None:
    assert set(PICTURES) == set(plots.__all__) - {"Picture"}


@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_has_a_title_named_axes_and_room_for_itself(name: str) -> None:
    picture = picture_of(name)
    assert picture.figure.get_suptitle()
    picture.figure.draw_without_rendering()
    box = picture.figure.get_tightbbox()
    width, height = picture.figure.get_size_inches()
    assert -0.01 <= box.x0 < box.x1 <= width + 0.01  # nothing is cut off
    assert -0.01 <= box.y0 < box.y1 <= height + 0.01
    shown = [panel for panel in picture.axes if panel.get_visible()]
    assert any(panel.get_ylabel() for panel in shown)
    categories = {"losses", "swap_values"}  # whose labels say what they are
    assert name in categories or any(panel.get_xlabel() for panel in shown)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", PICTURES)
def test_every_picture_can_be_drawn_on_axes_of_the_user(name: str) -> None:
    from matplotlib.figure import Figure

    count = len(picture_of(name).axes)
    panels = list(Figure().subplots(1, count, squeeze=False).flat)
    picture = PICTURES[name](panels[0] if count == 1 else panels)
    assert list(picture.axes) == panels
    assert not picture.own
    assert all(panel.has_data() for panel in picture.axes)


# --- Forgotten Crime ------------------------------------------------------------------------------


def test_certainty_is_stacked_to_1_after_each_number_of_cards() -> None:
    panel = first(picture_of("certainty_curves"))
    stack = heights(panel)
    for k in range(13):
        assert sum(stack[k::13]) == pytest.approx(1)
        assert stack[4 * 13 + k] == pytest.approx(float(fc.certainty(k)[1]))
    assert stack[2] == float(fc.certainty(2).probability(lambda p: p < Fraction(1, 8)))


def test_the_policy_map_has_a_mark_for_each_state() -> None:
    best = fc.optimal_policy()
    draw, accuse = marks(plots.policy_map())
    assert len(draw) == best.policy.stops.count(False)
    assert len(accuse) == best.policy.stops.count(True)
    _, at_once = marks(plots.policy_map(fc.accuse_at_once()))
    assert [y for x, y in at_once if x < 1] == [1 / 12]


def test_bars_of_scores_are_their_probabilities() -> None:
    policies = [fc.accuse_after(3), fc.accuse_when_certain()]
    picture = plots.policy_scores(policies)
    labels = ["loss", *range(10)]
    for panel, policy in zip(picture.axes, policies, strict=True):
        scores = policy.scores()
        assert heights(panel) == floats(scores[label] for label in labels)
        assert panel.patches[0].get_hatch() != panel.patches[1].get_hatch()
    three = plots.policy_scores([*policies, fc.accuse_at_once()])
    assert [panel.get_visible() for panel in three.axes] == [True, True, True, False]


def test_policies_are_compared_by_their_exact_values() -> None:
    panel = first(picture_of("policy_values"))
    frame = fc.compare_policies()
    assert [bar.get_width() for bar in panel.patches] == floats(frame["expected score"])
    assert [label.get_text() for label in panel.get_yticklabels()] == list(frame["policy"])


def test_along_a_deck_the_values_are_those_of_the_advice() -> None:
    deck = ["A♠", "4♠", "7♠", "A♣", "4♣", "8♣", "A♥", "5♥", "8♥", "A♦", "5♦", "8♦"]
    best = fc.optimal_policy()
    advice = [best.advise(deck[:k]) for k in range(13)]
    drawing, now, here = first(plots.accusing(deck)).lines
    assert upwards(now) == floats(told.value_of_accusing for told in advice)
    assert upwards(drawing)[:12] == floats(told.value_of_drawing for told in advice[:12])
    assert isnan(upwards(drawing)[12])  # nothing is left to draw
    assert list(here.get_xdata()) == [[told.action for told in advice].index("accuse")] * 2
    assert len(plots.accusing(["A♠"]).axes[0].lines) == 2  # not yet


# --- the Clue family ------------------------------------------------------------------------------


def test_cells_are_the_probabilities_of_the_holders() -> None:
    before, after = plots.who_holds_what({"before": CASE, "after": LATER}).axes
    for panel, case in ((before, CASE), (after, LATER)):
        shades = panel.images[0].get_array()
        assert shades is not None
        for card, row in zip(case.cards, shades.tolist(), strict=True):
            assert row == floats(100 * case.holder(card)[place] for place in (0, 1, 2, 3, "solution"))
    written = [text.get_text() for text in after.texts]
    assert written[:5] == ["100", "", "", "", ""]
    assert written.count("100") == 6  # five own cards and the one shown
    assert [label.get_text() for label in before.get_xticklabels()] == ["0 (you)", "1", "2", "3", "solution"]


def test_two_tables_side_by_side_and_panels_of_lines_are_as_wide_as_other_pictures() -> None:
    for name in ("who_holds_what", "draws", "policy_scores"):
        assert picture_of(name).figure.get_size_inches()[0] == pytest.approx(7), name


def test_a_line_is_drawn_between_the_kinds_of_cards() -> None:
    case = cluedo.Case(3, seat=0, hand="Plum, Green, Rope, Dagger, Hall, Study")
    panel = first(plots.who_holds_what(case))
    assert [line.get_ydata()[0] for line in panel.lines] == [5.5, 11.5]
    assert len(plots.who_holds_what(case.grid).axes[0].lines) == 0


def test_entropies_follow_the_questions() -> None:
    entropy = [case.solution().entropy() for case in (CASE, LATER.undo(), LATER)]
    panel = first(plots.entropies({"one": LATER, "two": [CASE, LATER]}))
    one, two = panel.lines
    assert upwards(one) == entropy
    assert upwards(two) == [entropy[0], entropy[2]]
    assert one.get_color() != two.get_color()
    assert one.get_marker() != two.get_marker()
    assert "bits" in panel.get_ylabel()


# --- In a Grove, DEADCERT, shuffles ----------------------------------------------------------------


def test_bars_of_the_murderer_are_the_probabilities() -> None:
    panel = first(plots.murderer((2, 4)))
    two, four = in_a_grove.murderer_distribution(2), in_a_grove.murderer_distribution(4)
    numbers = "2345678"
    assert heights(panel) == floats([two[n] for n in numbers] + [four[n] for n in numbers])
    assert len(heights(plots.murderer(3, "2021").axes[0])) == 7


def test_losses_have_error_bars_of_two_standard_errors() -> None:
    panel = first(plots.losses(GAMES))
    rates = [played.loss_rate(seat) for played in GAMES.values() for seat in range(3)]
    assert heights(panel) == pytest.approx([100 * rate for rate in rates])
    half = [
        (high - low) / 2 for bars in panel.containers[::2] for ((_, low), (_, high)) in bars.lines[2][0].get_segments()
    ]
    assert half == pytest.approx([200 * (rate * (1 - rate) / 200) ** 0.5 for rate in rates])
    assert "two standard errors" in panel.figure.get_suptitle()


def test_the_swap_is_worth_the_difference() -> None:
    panel = first(picture_of("swap_values"))
    values = [in_a_grove.discoverer_value(players, swap) for swap in (False, True) for players in (2, 3, 4)]
    assert heights(panel) == floats(values)


def test_lines_by_cards_fetched_are_the_exact_ones() -> None:
    seen, names = plots.draws((9, 0, 0)).axes
    first, _, third, snoops = (upwards(line) for line in seen.lines)
    exposed, possible = (upwards(line) for line in names.lines)
    for k in (0, 9, 27, 54):
        killer = deadcert.killer_cards_among(k)
        assert first[k] == float(1 - killer[0])
        assert third[k] == float(killer[3])
        assert snoops[k] == float(deadcert.snoops_among(k)[6])
        assert exposed[k] == float(deadcert.prime_suspects_exposed(k).expectation())
        assert possible[k] == float(deadcert.possible_killers(k, (9, 0, 0)).expectation())


def test_win_rates_have_error_bars_of_two_standard_errors_and_the_exact_line() -> None:
    panel = first(plots.solo_win_rates(SOLO, Fraction(1, 2)))
    assert heights(panel) == [100 * played.win_probability for played in SOLO.values()]
    segments = panel.containers[0].lines[2][0].get_segments()
    half = [(high - low) / 2 for (_, low), (_, high) in segments]
    assert half == pytest.approx([200 * played.standard_error for played in SOLO.values()])
    assert set(panel.lines[-1].get_ydata()) == {50}
    assert len(plots.solo_win_rates(SOLO["A"]).axes[0].patches) == 1


def test_riffle_curves_are_the_exact_distances() -> None:
    panel = first(plots.riffle_curves((5, 12), times=4))
    for line, cards in zip(panel.lines, (5, 12), strict=True):
        assert upwards(line) == floats(riffle_variation(cards, times) for times in range(1, 5))


def test_counts_of_samples_count_every_outcome() -> None:
    shuffled = cc.Setup("abc", name="shuffle").shuffle("deck").observe("deck")
    sample = cc.sample(CUT, n=300, seed=1)
    few = cc.sample(CUT, n=30, seed=1)
    panel = first(plots.sample_counts({"cut": sample, "few": few}, cc.distribution(shuffled)))
    values, edges, _ = panel.patches[0].get_data()
    assert sum(values) == 6
    assert values[0] == 3  # what a cut never gives
    width = edges[1] - edges[0]
    for times in sample.counts().values():
        assert values[int((times + 0.5) // width)] >= 1
    assert sum(first(plots.sample_counts(sample)).patches[0].get_data()[0]) == 3


wrong: Any = plots  # the type checker need not see what follows


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: wrong.policy_map("best"), "policy: expected an AccusingPolicy, found 'best'"),
        (lambda: wrong.policy_map(threshold=2), "policy_map: threshold: expected a probability from 0 to 1, found 2"),
        (lambda: wrong.policy_scores([]), "policy_scores: expected a list of policies, at least one"),
        (lambda: wrong.policy_scores(fc.accuse_at_once()), "policy_scores: expected a list of policies"),
        (lambda: wrong.who_holds_what("case"), "who_holds_what: expected a case, found 'case'"),
        (lambda: wrong.who_holds_what({}), "who_holds_what: expected at least one case, found none"),
        (lambda: wrong.entropies("case"), "entropies: expected a case, or a list of cases; found 'case'"),
        (lambda: wrong.entropies({}), "entropies: expected at least one case, found none"),
        (lambda: wrong.murderer(()), "murderer: players: expected at least one number of players, found none"),
        (lambda: wrong.murderer(9), "players: expected 2 to 4 in the edition of 2010, found 9"),
        (lambda: wrong.losses(SOLO), "losses: expected Games, as simulate gives, found <SoloGames"),
        (lambda: wrong.losses({}), "losses: expected games of at least one policy, all of as many players"),
        (lambda: wrong.solo_win_rates(GAMES), "solo_win_rates: expected SoloGames, as simulate_solo gives"),
        (lambda: wrong.solo_win_rates({}), "solo_win_rates: expected the games of at least one policy, found none"),
        (lambda: wrong.solo_win_rates(SOLO, 0.5), "solo_win_rates: exact"),
        (lambda: wrong.riffle_curves(times=0), "riffle_curves: times: expected 1 to 1000 riffles, found 0"),
        (lambda: wrong.riffle_curves(()), "riffle_curves: cards: expected at least one number of cards, found none"),
        (lambda: wrong.sample_counts({}), "sample_counts: expected at least one sample, found none"),
        (lambda: wrong.sample_counts("cut"), "sample_counts: expected a Sample, found 'cut'"),
    ],
)
def test_what_cannot_be_drawn_is_refused(call: Callable[[], Picture], message: str) -> None:
    with pytest.raises(cc.InvalidInput) as caught:
        call()
    assert str(caught.value).startswith(message)


def test_cases_of_different_games_are_not_mixed() -> None:
    other = cluedo.Case(3, seat=0, hand="Plum, Green, Rope, Dagger, Hall, Study")
    with pytest.raises(cc.InvalidInput, match="who_holds_what: expected cases of the same game"):
        plots.who_holds_what({"a": CASE, "b": other})
