from __future__ import annotations

import pickle
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import log2
from typing import Any

import pytest
from hypothesis import assume, given, settings

import crimecalc as cc
from crimecalc.analysis import ablation, fixed, leakage, peek, simplify, slips
from crimecalc.analysis.fixing import falls, seen_random_steps, ways
from crimecalc.engine.tabletop import count_worlds, play, reference_distribution
from crimecalc.games import forgotten_crime
from crimecalc.setup.steps import Cut, Discard, Observe, Stack, Take, TurnOver
from strategies import setups

SIMPLIFIED, DESIGNER = forgotten_crime.setups()
FEW = settings(max_examples=15)


def all_worlds(setup: cc.Setup) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """How all random steps fall, and the outcome, in every world, card by card."""
    for combination in product(*(falls(setup, index) for index in setup.random_steps)):
        script = dict(zip(setup.random_steps, combination, strict=True))
        yield combination, play(setup, lambda number, *_, script=script: script[number - 1]).outcome


def small(setup: cc.Setup) -> bool:
    return 1 < count_worlds(setup) <= 800 and bool(setup.random_steps)


# --- fixed arrangements -----------------------------------------------------------------------


@FEW
@given(setups())
def test_a_fixed_setup_is_the_setup_in_the_worlds_in_which_it_falls_so(setup: cc.Setup) -> None:
    assume(small(setup))
    worlds = list(all_worlds(setup))
    for place, index in enumerate(setup.random_steps):
        assert len(list(falls(setup, index))) == ways(setup, index)
        for fall in list(falls(setup, index))[:7]:
            left = cc.Distribution(Counter(outcome for fell, outcome in worlds if fell[place] == fall))
            assert cc.distribution(fixed(setup, {index: fall})) == left
    everything = dict(zip(setup.random_steps, worlds[-1][0], strict=True))
    assert dict(cc.distribution(fixed(setup, everything)).items()) == {worlds[-1][1]: 1}


@FEW
@given(setups())
def test_steps_that_cannot_be_seen_make_no_difference(setup: cc.Setup) -> None:
    assume(small(setup))
    whole = reference_distribution(setup)
    for index in set(setup.random_steps) - set(seen_random_steps(setup)):
        assert all(
            reference_distribution(fixed(setup, {index: fall})) == whole for fall in list(falls(setup, index))[:6]
        )


# --- ablation ---------------------------------------------------------------------------------


@FEW
@given(setups())
def test_ablation_agrees_with_playing_every_world(setup: cc.Setup) -> None:
    assume(small(setup))
    whole = reference_distribution(setup)
    for one in ablation(setup):
        left = reference_distribution(setup.without(one.index))
        distance = sum((abs(whole[o] - left[o]) for o in {*whole, *left}), Fraction(0)) / 2
        assert (one.total_variation, one.outcomes) == (distance, len(left))
        assert (one.witness is None) == (distance == 0)
        for place, (name, far) in enumerate(one.piles):
            marginals = [exact.map(lambda outcome, place=place: outcome[place]) for exact in (whole, left)]  # type: ignore[misc]
            assert far == marginals[0].total_variation(marginals[1])
            assert (name in one.affected) == (far > 0)


def test_every_shuffle_of_the_simplified_setup_matters_but_the_last() -> None:
    found = ablation(SIMPLIFIED)
    assert [one.total_variation > 0 for one in found] == [True] * 6 + [False]
    assert found[4].affected == ("criminal", "accomplice", "deck")
    assert all(one.affected == ("deck",) for one in (*found[:4], found[5]))
    assert [str(one.total_variation) for one in found[:5]] == ["41/54", "41/54", "41/54", "2/3", "11/12"]
    assert found.to_frame()["outcomes"].tolist() == [5616, 5616, 5616, 7776, 1944, 7776, 23328]
    assert "<td>11/12</td>" in found._repr_html_()


# --- simplify ---------------------------------------------------------------------------------


def largest_fixings(setup: cc.Setup) -> tuple[int, int]:
    """How many of the steps that can be seen can be fixed together, and in how many ways, by looking at all worlds."""
    whole = reference_distribution(setup)
    worlds = list(all_worlds(setup))
    seen = [place for place, index in enumerate(setup.random_steps) if index in seen_random_steps(setup)]
    for size in range(len(seen), 0, -1):
        found = 0
        for places in combinations(seen, size):
            by_fall: dict[Any, Counter[Any]] = {}
            for fell, outcome in worlds:
                by_fall.setdefault(tuple(fell[place] for place in places), Counter())[outcome] += 1
            found += sum(cc.Distribution(counts) == whole for counts in by_fall.values())
        if found:
            return size, found
    return 0, 0


@pytest.mark.exhaustive
@FEW
@given(setups())
def test_as_many_steps_are_fixed_as_looking_at_all_worlds_finds(setup: cc.Setup) -> None:
    assume(small(setup))
    size, number = largest_fixings(setup)
    found = simplify(setup)
    before = len(setup.random_steps)
    for one in found:
        assert reference_distribution(one.setup) == reference_distribution(setup)
        assert one.proof.equivalent
        assert one.proof.setups == (setup, one.setup)
        assert len(one.setup.random_steps) == before - size
        assert one.changes
    if size:
        assert len(found) == number
    for index in found.impossible:
        assert not any(
            cc.distribution(fixed(setup, {index: fall})) == cc.distribution(setup) for fall in falls(setup, index)
        )


@pytest.mark.exhaustive
def test_the_designers_setup_loses_two_shuffles_and_becomes_the_printed_one() -> None:
    found = simplify(DESIGNER)
    assert len(found) == 2
    for one in found:
        assert len(one.setup.random_steps) == len(DESIGNER.random_steps) - 2
        assert cc.compare(one.setup, SIMPLIFIED).equivalent
    # Of the small piles the first gives its first card, the second its second, the third its third, as printed.
    assert found[0].changes[:2] == (
        "step 31: “second” stays in place",
        "step 34: the cards of “third” from the top are now those that lay at 2 1",
    )
    assert [change.split(":")[0] for change in found[0].changes[2:]] == [
        f"step {number} left out" for number in (2, 16, 17, 20, 21)
    ]
    assert [DESIGNER.steps[index] for index in found.unseen] == [DESIGNER.steps[36]]
    assert len(found.impossible) == 6
    assert "2 simpler setups found, each proved equivalent" in str(found)


@pytest.mark.exhaustive
def test_nothing_of_the_simplified_setup_can_be_fixed_but_the_last_shuffle() -> None:
    found = simplify(SIMPLIFIED)
    assert found.unseen == (28,)
    assert found.impossible == SIMPLIFIED.random_steps[:-1]
    assert all(len(one.setup.random_steps) == 7 for one in found)
    assert "What is observed cannot tell step 29 (shuffle" in str(found)
    assert found.idle == (1,)


def test_a_search_that_would_never_end_stops_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = cc.Setup("abcabc").split("deck", [3, 3], into=["x", "y"])
    for _ in range(4):
        setup = setup.cut("x").cut("y")
    setup = setup.observe("x", "y")
    monkeypatch.setattr(sys.modules["crimecalc.analysis.simplify"], "_MOST_SETS", 30)
    found = simplify(setup, most=1)
    assert "Only 30 sets of random steps were looked at" in str(found)


def test_what_was_not_searched_is_said() -> None:
    setup = cc.Setup("abcde", name="twice").shuffle("deck").shuffle("deck").observe("deck")
    found = simplify(setup, most=3)
    assert "Not all arrangements of 2 sets were tried: there are more than 3 arrangements." in str(found)
    assert [len(one.setup.random_steps) for one in found] == [1, 1]
    whole = simplify(setup)
    assert len(whole) == 240
    assert whole[:1][0] == whole[0]
    assert "No simpler setup found" in str(simplify(cc.Setup("ab").shuffle("deck").observe("deck")))


# --- leakage ----------------------------------------------------------------------------------


def information(pairs: Counter[tuple[Any, Any]]) -> tuple[float, Fraction, Fraction, bool]:
    """Mutual information, best guesses before and after, and whether anything is certain, from a joint count."""
    total = sum(pairs.values())
    secrets: Counter[Any] = Counter()
    cards: Counter[Any] = Counter()
    for (secret, seen), times in pairs.items():
        secrets[secret] += times
        cards[seen] += times
    bits = sum(n / total * log2(n * total / secrets[s] / cards[c]) for (s, c), n in pairs.items())
    best: dict[Any, int] = {}
    for (secret, _), times in pairs.items():
        best[secret] = max(best.get(secret, 0), times)
    certain = any(best[s] == secrets[s] for s in secrets)
    return bits, Fraction(max(cards.values()), total), Fraction(sum(best.values()), total), certain


@pytest.mark.exhaustive
@FEW
@given(setups())
def test_leakage_agrees_with_counting_all_worlds(setup: cc.Setup) -> None:
    assume(small(setup) and count_worlds(setup) <= 150)
    worlds = list(all_worlds(setup))
    names = cc.distribution(setup).names or ()
    found = {(leak.steps, leak.pile): leak for leak in leakage(setup, size=2)}
    for size in (1, 2):
        for places in combinations(range(len(setup.random_steps)), size):
            steps = tuple(setup.random_steps[place] for place in places)
            for at, pile in enumerate(names):
                pairs = Counter((tuple(fell[p] for p in places), outcome[at]) for fell, outcome in worlds)
                leak = found[steps, pile]
                bits, *exact = information(pairs)
                assert leak.bits == pytest.approx(bits, abs=1e-9)
                assert [leak.before, leak.after, leak.certain] == exact


@pytest.mark.exhaustive
@FEW
@given(setups())
def test_peeking_agrees_with_counting_all_worlds(setup: cc.Setup) -> None:
    assume(small(setup) and count_worlds(setup) <= 400)
    observed = setup.observation
    assert observed is not None
    names = (*observed.piles, *observed.unordered)
    for pile in setup.piles:
        for position in {1, -1, (setup.piles[pile] + 1) // 2}:
            steps = (*setup.steps[:-1], type(observed)((*[n for n in names if n != pile], pile), ()))
            pairs: dict[str, Counter[Any]] = {name: Counter() for name in names if name != pile}
            for _, outcome in all_worlds(cc.Setup.of(setup.deck, steps)):
                *others, own = outcome
                for name, entry in zip(pairs, others, strict=True):
                    seen = entry if name in observed.piles else tuple(sorted(entry, key=str))
                    pairs[name][own[position - (position > 0)], seen] += 1
            found = peek(setup, pile=pile, position=position)
            assert [leak.pile for leak in found] == list(pairs)
            for leak in found:
                bits, *exact = information(pairs[leak.pile])
                assert leak.bits == pytest.approx(bits, abs=1e-9)
                assert [leak.before, leak.after, leak.certain] == exact


@FEW
@given(setups())
def test_a_look_at_the_box_or_a_pile_agrees_with_counting_all_worlds(setup: cc.Setup) -> None:
    assume(small(setup) and count_worlds(setup) <= 400)
    observed = setup.observation
    assert observed is not None
    names = (*observed.piles, *observed.unordered)
    boxed = [step for step in setup.steps if isinstance(step, Discard)]
    for known in [*(["box"] if boxed else []), *setup.piles]:
        rest = tuple(name for name in setup.piles if name not in names)
        everything = Observe(observed.piles, (*observed.unordered, *rest))
        pairs: dict[str, Counter[Any]] = {name: Counter() for name in names if name != known}
        for _, outcome in all_worlds(cc.Setup.of(setup.deck, (*setup.steps[:-1], everything))):
            lying = dict(zip((*names, *rest), outcome, strict=True))
            there = Counter(card for pile in lying.values() for card in pile)
            seen = Counter(setup.deck) - there if known == "box" else Counter(lying[known])
            for name, counts in pairs.items():
                counts[frozenset(seen.items()), lying[name]] += 1
        found = peek(setup) if known == "box" else peek(setup, pile=known)
        assert {leak.pile for leak in found} == set(pairs)
        for leak in found:
            bits, *exact = information(pairs[leak.pile])
            assert leak.bits == pytest.approx(bits, abs=1e-9)
            assert [leak.before, leak.after, leak.certain] == exact


@pytest.mark.exhaustive
def test_the_box_of_forgotten_crime_tells_everything() -> None:
    assert all(leak.after == 1 and leak.certain for leak in peek(SIMPLIFIED))


def test_who_remembers_the_four_piles_knows_both_culprits() -> None:
    by_step = {(leak.steps, leak.pile): leak for leak in leakage(SIMPLIFIED)}
    piles = by_step[(12,), "criminal"]
    assert (piles.bits, piles.certain) == (2.0, True)
    assert (piles.before, piles.after) == (Fraction(1, 4), Fraction(1))
    assert by_step[(2,), "criminal"].bits == 0
    assert by_step[(8,), "deck"].bits == pytest.approx(log2(3), abs=1e-12)
    assert all(leak.bits == 0 for (steps, _), leak in by_step.items() if steps == (28,))


@pytest.mark.exhaustive
def test_what_tells_most_comes_first() -> None:
    found = leakage(SIMPLIFIED)
    assert [leak.pile for leak in found[:2]] == ["criminal", "accomplice"]
    assert str(found).splitlines()[1].split()[-3:] == ["25.0%", "100%", "always"]
    assert str(found[0]) == "step 13: scramble tells 2.0000 bits about “criminal”: best guess 25.0% before, 100% after"


def test_what_falls_in_too_many_ways_is_named() -> None:
    setup = cc.Setup("abcdefgh").shuffle("deck").cut("deck").take("deck", [1], into="top").observe("top")
    found = leakage(setup, most=100)
    assert found.skipped == ("step 1: shuffle",)
    assert "not gone through, as it falls in too many ways: step 1: shuffle" in str(found)
    assert len(found) == 1
    assert found[:1].skipped == found.skipped
    assert found[:1] == found != leakage(setup.without(0))
    assert found.to_frame()["bits"].tolist() == [0.0]


# --- slips ------------------------------------------------------------------------------------


@FEW
@given(setups())
def test_slips_agree_with_playing_every_world(setup: cc.Setup) -> None:
    assume(small(setup))
    whole = reference_distribution(setup)
    for slip in slips(setup):
        if slip.setup is None:
            assert slip.reason
            assert not slip.reason.startswith("step")
            continue
        assume(count_worlds(slip.setup) <= 6000)
        exact = reference_distribution(slip.setup)
        assert slip.total_variation == sum((abs(whole[o] - exact[o]) for o in {*whole, *exact}), Fraction(0)) / 2
        assert slip.spoiled == sum((p for o, p in exact.items() if o not in whole), Fraction(0))
        assert slip.harmless == (exact == whole)


def is_crime(outcome: Any) -> bool:
    try:
        forgotten_crime.crime(outcome)
    except cc.InvalidInput:
        return False
    return True


@pytest.mark.exhaustive
def test_slips_of_forgotten_crime_spoil_the_game_exactly_where_there_is_no_crime() -> None:
    by_support = slips(SIMPLIFIED)
    some = [slip for slip in by_support if slip.setup is not None and 0 < (slip.spoiled or 0) < 1][::20]
    for slip in some:
        assert slip.setup is not None
        assert slip.spoiled == cc.distribution(slip.setup).probability(lambda outcome: not is_crime(outcome))
    kinds = {slip.what: slip for slip in by_support}
    assert kinds["counting “pile 3” one by one"].spoiled == 1
    assert kinds["dealing each card to the bottom"].spoiled == 1
    assert not kinds["“second” taken for “first”"].harmless
    assert [slip.what for slip in by_support.harmless() if slip.index == 1][:1] == ["skipped"]
    order = [(slip.completed, slip.spoiled or 0) for slip in by_support]
    assert order == sorted(order, reverse=True)


def test_slips_are_what_they_say() -> None:
    setup = (
        cc.Setup("abcdefgh").split("deck", [4, 4], into=["x", "y"]).cut("x").stack("x", "y", into="z")
        .deal("z", into=["l", "r"]).take("l", [1, -1], into="hand").discard("r").observe("hand")
    )  # fmt: skip
    steps = {(slip.index, slip.what): slip.setup and slip.setup.steps[slip.index] for slip in slips(setup)}
    assert steps[1, "“y” taken for “x”"] == Cut("y")
    assert steps[2, "stacking in the other order"] == Stack(("y", "x"), "z")
    assert steps[4, "2nd card instead of the 1st of “l”"] == Take("l", (2, 4), "hand")
    assert steps[4, "3rd card instead of the 4th of “l”"] == Take("l", (1, 3), "hand")
    assert {what for index, what in steps if index == 4} == {
        "2nd card instead of the 1st of “l”", "3rd card instead of the 4th of “l”", "counting “l” one by one",
        "“r” taken for “l”", "skipped", "done twice",
    }  # fmt: skip
    assert steps[4, "counting “l” one by one"] == Take("l", (1,), "hand")
    made = next(slip.setup for slip in slips(setup) if slip.what == "counting “l” one by one")
    assert made is not None
    assert made.steps[5] == Take("l", (-1,), "hand")
    dealt = next(slip.setup for slip in slips(setup) if slip.what == "dealing each card to the bottom")
    assert dealt is not None
    assert dealt.steps[4] == TurnOver(("l", "r"))
    assert "skipped" in {what for index, what in steps if index == 5}


def test_every_kind_of_slip_is_tried() -> None:
    deck = cc.Deck.standard("A 2 3", "♠♥")
    setup = (
        cc.Setup(deck, name="all kinds").sort("deck", by="rank", suits="♠♥").turn_over("A", "2").scramble("A", "2", "3")
        .stack("A", "2", "3", into="s").cut("s").deal("s", into=["x", "y"]).take("x", [1, 3], into="hand")
        .discard("x", "y").observe("hand")
    )  # fmt: skip
    words = [slip.what for slip in slips(setup)]
    for expected in (
        "“A” not turned over", "stacking in the other order", "dealing each card to the bottom",
        "counting “x” one by one", "2nd card instead of the 1st of “x”", "2nd card instead of the 3rd of “x”",
        "“y” taken for “x”", "skipped", "done twice",
    ):  # fmt: skip
        assert expected in words
    judged = slips(setup, valid=lambda outcome: outcome[0][0] == cc.Card("A", "♠"))
    assert {slip.spoiled for slip in judged if slip.completed} != {0}


@pytest.mark.exhaustive
def test_all_worlds_of_forgotten_crime_give_the_same_figures() -> None:
    """Every world of the simplified setup card by card; the last shuffle, which cannot be seen, apart."""
    setup = SIMPLIFIED.without(SIMPLIFIED.random_steps[-1])
    steps = setup.random_steps
    whole: Counter[Any] = Counter()
    without: dict[int, Counter[Any]] = {index: Counter() for index in steps}
    told: dict[tuple[int, int], Counter[Any]] = {(index, pile): Counter() for index in steps for pile in range(3)}
    for fell, outcome in all_worlds(setup):
        whole[outcome] += 1
        for index, fall in zip(steps, fell, strict=True):
            if fall == tuple(range(len(fall))):
                without[index][outcome] += 1
            for pile in range(3):
                told[index, pile][fall, outcome[pile]] += 1
    exact = cc.Distribution(whole)
    for one in ablation(SIMPLIFIED)[:-1]:
        left = cc.Distribution(without[one.index])
        assert (one.total_variation, one.outcomes) == (exact.total_variation(left), len(left))
    names = ("criminal", "accomplice", "deck")
    for leak in leakage(SIMPLIFIED):
        if leak.steps[0] in steps:
            bits, *rest = information(told[leak.steps[0], names.index(leak.pile)])
            assert leak.bits == pytest.approx(bits, abs=1e-9)
            assert [leak.before, leak.after, leak.certain] == rest


# --- all of them ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: ablation(cc.Setup("ab").cut("deck")), cc.SetupError, "observes nothing"),
        (lambda: simplify("x"), cc.InvalidInput, "simplify: expected a Setup"),  # type: ignore[arg-type]
        (lambda: simplify(SIMPLIFIED, most=0), cc.InvalidInput, "most: expected a positive whole number"),
        (lambda: leakage(SIMPLIFIED, size=0), cc.InvalidInput, "size: expected a positive whole number, found 0"),
        (lambda: peek(SIMPLIFIED, pile="attic"), cc.SetupError, "peek: no pile 'attic' is there in the end"),
        (lambda: peek(SIMPLIFIED, pile="deck", position=13), cc.SetupError, "expected a position from 1 or -1, found 13"),
        (lambda: peek(SIMPLIFIED, position=1), cc.SetupError, "the box has no order"),
        (lambda: peek(cc.Setup("ab").cut("deck").observe("deck")), cc.SetupError, "puts nothing into the box"),
        (lambda: slips(SIMPLIFIED, valid=3), cc.InvalidInput, "valid: expected a function of an outcome, found 3"),  # type: ignore[arg-type]
        (lambda: fixed(SIMPLIFIED, {0: (0, 1)}), cc.SetupError, "0 is no index of a scramble, shuffle or cut"),
        (lambda: fixed(SIMPLIFIED, {2: (0, 0, 1)}), cc.SetupError, "expected an arrangement of the numbers 0 to 2"),
        (lambda: fixed(SIMPLIFIED, {2: ("2", "A", "3")}), cc.SetupError, "which say what comes to each place, found"),  # type: ignore[dict-item]
        (lambda: fixed(SIMPLIFIED, {2: 5}), cc.SetupError, "expected an arrangement of the numbers"),  # type: ignore[dict-item]
        (lambda: fixed(SIMPLIFIED, {2.0: (0, 1, 2)}), cc.SetupError, "2.0 is no index"),  # type: ignore[dict-item]
        (lambda: fixed(SIMPLIFIED, None), cc.SetupError, "expected a Setup and a mapping"),  # type: ignore[arg-type]
        (lambda: peek(SIMPLIFIED, pile=["deck"]), cc.SetupError, "pile: expected the name of a pile or 'box'"),  # type: ignore[arg-type]
        (lambda: fixed(cc.Setup("abc").cut("deck"), {0: (1, 0, 2)}), cc.SetupError, "step 1: expected a cut"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_with_the_reason(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make()


def test_results_are_values_that_show_themselves() -> None:
    setup = cc.Setup("abcd", name="draw").cut("deck").take("deck", [1], into="top").observe("top")
    for found in (ablation(setup), leakage(setup), slips(setup), simplify(setup)):
        assert "<table>" in found._repr_html_()
        assert len(found.to_frame()) == len(found)
        assert repr(found).startswith("<")
        assert pickle.loads(pickle.dumps(found)) == found
    assert str(ablation(setup)[0]) == "without step 1 (cut): total variation 3/4"
