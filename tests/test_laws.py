"""Laws of composition: what hands do twice, one after another, or back again."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

import crimecalc as cc
from strategies import one_more_step, setups


@st.composite
def unfinished(draw: st.DrawFn) -> cc.Setup:
    """A setup before its observation."""
    setup = draw(setups(max_steps=5))
    return cc.Setup.of(setup.deck, setup.steps[:-1])


def seen(setup: cc.Setup) -> cc.Distribution:
    """The distribution of everything on the table."""
    return cc.distribution(setup.observe(*sorted(setup.piles)))


@given(unfinished(), st.data())
def test_turning_over_twice_changes_nothing(setup: cc.Setup, data: st.DataObject) -> None:
    pile = data.draw(st.sampled_from(sorted(setup.piles)))
    assert seen(setup.turn_over(pile).turn_over(pile)) == seen(setup)


@given(unfinished(), st.data())
def test_one_scramble_is_as_good_as_two(setup: cc.Setup, data: st.DataObject) -> None:
    pile = data.draw(st.sampled_from(sorted(setup.piles)))
    parts = setup.piles[pile]
    names = [f"part {i}" for i in range(min(parts, 3))]
    each = parts // len(names)
    rest = parts - each * len(names)
    setup = setup.split(pile, [each] * len(names) + [rest] * (rest > 0), names + ["rest"] * (rest > 0))
    if len(names) > 1:
        once = setup.scramble(*names)
        assert seen(once.scramble(*names)) == seen(once)
        assert seen(once.scramble(*names[:2])) == seen(once)


@given(unfinished(), st.data())
def test_a_shuffle_swallows_what_mixes_its_pile_before_and_after(setup: cc.Setup, data: st.DataObject) -> None:
    pile = data.draw(st.sampled_from([name for name, size in setup.piles.items() if size <= 5] or [""]))
    assume(pile)
    shuffled = seen(setup.shuffle(pile))
    assert seen(setup.shuffle(pile).cut(pile)) == shuffled
    assert seen(setup.cut(pile).shuffle(pile)) == shuffled
    assert seen(setup.turn_over(pile).shuffle(pile)) == shuffled
    assert seen(setup.shuffle(pile).turn_over(pile)) == shuffled


@given(unfinished(), st.data())
def test_one_cut_is_as_good_as_two(setup: cc.Setup, data: st.DataObject) -> None:
    pile = data.draw(st.sampled_from(sorted(setup.piles)))
    assert seen(setup.cut(pile).cut(pile)) == seen(setup.cut(pile))
    assert seen(setup.turn_over(pile).cut(pile)) == seen(setup.cut(pile).turn_over(pile))


@given(unfinished(), st.data())
def test_splitting_and_stacking_again_changes_nothing(setup: cc.Setup, data: st.DataObject) -> None:
    pile = data.draw(st.sampled_from(sorted(setup.piles)))
    size = setup.piles[pile]
    if size > 1:
        at = data.draw(st.integers(1, size - 1))
        again = setup.split(pile, [at, size - at], ["upper", "lower"]).stack("upper", "lower", into=pile)
        assert seen(again) == seen(setup)


@given(unfinished(), st.data())
def test_dealing_to_one_pile_turns_it_over(setup: cc.Setup, data: st.DataObject) -> None:
    pile = data.draw(st.sampled_from(sorted(setup.piles)))
    assert seen(setup.deal(pile, ["dealt"]).stack("dealt", into=pile)) == seen(setup.turn_over(pile))


@given(unfinished(), st.data())
def test_taking_in_steps_from_the_bottom_up_is_taking_at_once(setup: cc.Setup, data: st.DataObject) -> None:
    pile = data.draw(st.sampled_from(sorted(setup.piles)))
    size = setup.piles[pile]
    places = sorted(data.draw(st.sets(st.integers(1, size), min_size=1)))
    at_once = setup.take(pile, places, into="hand")
    one_by_one = setup
    for place in reversed(places):
        one_by_one = one_by_one.take(pile, [place], into="hand")
    assert seen(at_once) == seen(one_by_one)


@given(unfinished(), st.data())
def test_a_scramble_of_single_cards_is_a_shuffle(setup: cc.Setup, data: st.DataObject) -> None:
    pile = data.draw(st.sampled_from([name for name, size in setup.piles.items() if 2 <= size <= 4] or [""]))
    assume(pile)
    names = [f"card {i}" for i in range(setup.piles[pile])]
    scrambled = setup.split(pile, [1] * len(names), names).scramble(*names).stack(*names, into=pile)
    assert seen(scrambled) == seen(setup.shuffle(pile))


@given(unfinished(), st.data())
def test_the_order_in_which_separate_piles_are_handled_does_not_matter(setup: cc.Setup, data: st.DataObject) -> None:
    piles = sorted(setup.piles)
    if len(piles) > 1:
        x, y = data.draw(st.permutations(piles))[:2]
        assert seen(setup.cut(x).turn_over(y).cut(y)) == seen(setup.turn_over(y).cut(y).cut(x))


@given(unfinished(), st.data())
def test_looking_at_less_is_a_marginal(setup: cc.Setup, data: st.DataObject) -> None:
    longer = data.draw(one_more_step(setup, "more"))
    piles = sorted(longer.piles)
    some = data.draw(st.lists(st.sampled_from(piles), min_size=1, unique=True))
    assert cc.distribution(longer.observe(*some)) == seen(longer).marginal(*some)
