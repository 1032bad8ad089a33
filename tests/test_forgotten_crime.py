"""Forgotten Crime's setups, by enumeration over all worlds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Any, Literal

import pytest

import crimecalc as cc
import plain_forgotten_crime as plain
from conftest import PROOF
from crimecalc.cards import RANKS
from crimecalc.engine.tabletop import worlds
from crimecalc.games import forgotten_crime
from crimecalc.games.forgotten_crime import QUESTIONS, Crime, Lie, crime, crime_distribution, deck_distribution

Which = Literal["simplified", "designer"]
SETUPS = {"simplified": forgotten_crime.simplified_setup, "designer": forgotten_crime.designer_setup}

# Independent reference values, from a plain enumeration that moves every card.
WORLDS = {"simplified": 186_624, "designer": 746_496}
OUTCOMES = 23_328
WORLDS_PER_OUTCOME = {"simplified": 8, "designer": 32}

ABLATION: dict[Which, dict[str, Fraction]] = {
    "simplified": {
        "answers 1": Fraction(41, 54),
        "answers 2": Fraction(41, 54),
        "answers 3": Fraction(41, 54),
        "blocks": Fraction(2, 3),
        "piles": Fraction(11, 12),
        "mini-piles": Fraction(2, 3),
        "deck": Fraction(0),
    },
    "designer": {
        "answers 1": Fraction(13, 18),
        "answers 2": Fraction(13, 18),
        "answers 3": Fraction(13, 18),
        "blocks": Fraction(2, 3),
        "piles": Fraction(11, 12),
        "mini-piles": Fraction(1, 3),
        "second": Fraction(1, 6),
        "third": Fraction(1, 6),
        "deck": Fraction(0),
    },
}
"""Exact total variation distance from the setup when one random step, named as in the plain enumeration, is
left out; each was also counted by the plain enumeration (see the exhaustive test)."""

ABLATION_CASES = [(which, name) for which, steps in ABLATION.items() for name in steps]


@cache
def exact(which: Which) -> cc.Distribution:
    return cc.distribution(SETUPS[which]())


@cache
def crimes_of(which: Which) -> cc.Distribution:
    return crime_distribution(SETUPS[which]())


@cache
def counted_plainly(which: Which) -> Counter[plain.Outcome]:
    return plain.count(which)


def card(number: int) -> cc.Card:
    """A card of the plain enumeration."""
    ranks = [rank for rank in RANKS if rank not in ("10", "Q")]
    return cc.Card(ranks[number // 4], "♠♣♥♦"[number % 4])


def in_cards(outcome: plain.Outcome) -> Any:
    king, jack, mask = outcome
    deck = sorted(card(number) for number in range(44) if mask >> number & 1)
    return (card(king),), (card(jack),), tuple(deck)


def total_variation(a: Counter[Any], b: Counter[Any]) -> Fraction:
    total_a, total_b = sum(a.values()), sum(b.values())
    return Fraction(sum(abs(a[o] * total_b - b[o] * total_a) for o in a | b), 2 * total_a * total_b)


def test_the_two_setups_are_equivalent(comparison: cc.Comparison, state_proof: pytest.Stash) -> None:
    assert comparison.equivalent
    assert comparison.total_variation == 0
    assert comparison.worlds == (WORLDS["simplified"], WORLDS["designer"])
    assert comparison.outcomes == (OUTCOMES, OUTCOMES)
    worlds_of_each = " and ".join(f"{count:,}" for count in comparison.worlds)
    verdict = "equivalent" if comparison else "NOT equivalent"
    state_proof[PROOF] = f"Forgotten Crime: {verdict}, {comparison.outcomes[0]:,} outcomes, {worlds_of_each} worlds"


@pytest.mark.parametrize("which", ["simplified", pytest.param("designer", marks=pytest.mark.exhaustive)])
def test_every_outcome_is_equally_likely(which: Which) -> None:
    distribution = exact(which)
    assert len(distribution) == OUTCOMES
    assert distribution.is_uniform()
    assert set(distribution.values()) == {Fraction(1, OUTCOMES)}
    assert {distribution.count(outcome) for outcome in distribution} == {WORLDS_PER_OUTCOME[which]}
    assert distribution.worlds == WORLDS[which]


def test_the_simplified_setup_equals_a_plain_enumeration_of_every_world() -> None:
    counted = counted_plainly("simplified")
    assert sum(counted.values()) == WORLDS["simplified"]
    assert {in_cards(outcome): n for outcome, n in counted.items()} == {
        outcome: exact("simplified").count(outcome) for outcome in exact("simplified")
    }


@pytest.mark.exhaustive
def test_the_designers_setup_equals_a_plain_enumeration_of_every_world() -> None:
    counted = counted_plainly("designer")
    assert sum(counted.values()) == WORLDS["designer"]
    assert {in_cards(outcome): n for outcome, n in counted.items()} == {
        outcome: exact("designer").count(outcome) for outcome in exact("designer")
    }


@pytest.mark.exhaustive
@pytest.mark.parametrize("which", SETUPS)
def test_the_reference_table_agrees_in_every_world(which: Which) -> None:
    setup = SETUPS[which]()
    # The deck's last shuffle has 12! orders that an unordered observation cannot tell apart.
    counted = Counter(worlds(setup.without(setup.random_steps[-1])))
    assert sum(counted.values()) == WORLDS[which]
    assert counted == {outcome: exact(which).count(outcome) for outcome in exact(which)}


@pytest.mark.exhaustive
@pytest.mark.parametrize("which", ["simplified", pytest.param("designer", marks=pytest.mark.exhaustive)])
def test_in_every_world_each_pile_has_its_king_at_the_bottom_and_its_jack_above(which: Which) -> None:
    setup = SETUPS[which]()
    scrambled = next(i for i, step in enumerate(setup.steps) if getattr(step, "piles", ())[:1] == ("pile 1",))
    piles = ["pile 1", "pile 2", "pile 3", "pile 4"]
    on_table = cc.distribution(cc.Setup.of(setup.deck, setup.steps[: scrambled + 1]).observe(*piles))
    assert on_table.worlds == 6**4 * 24
    for outcome in on_table:
        for pile in outcome:
            assert len(pile) == 11
            assert [lowest.rank for lowest in pile[-2:]] == ["J", "K"]
            assert len({lowest.suit for lowest in pile}) == 1


@pytest.mark.parametrize("suits", ["".join(order) for order in permutations("♠♣♥♦")])
def test_any_suit_order_gives_the_same_game(suits: str) -> None:
    for which in SETUPS:
        assert cc.distribution(SETUPS[which](suits)) == exact("simplified")


@pytest.mark.parametrize("which", ["simplified", pytest.param("designer", marks=pytest.mark.exhaustive)])
def test_the_criminal_lies_twice_the_accomplice_once_and_the_innocents_never(which: Which) -> None:
    for outcome in exact(which):
        (king,), (jack,), deck = outcome
        assert (king.rank, jack.rank, len(deck), len(set(deck))) == ("K", "J", 12, 12)
        answers = {(suspect, number): None for suspect in cc.Suit for number in range(3)}
        for said in deck:
            (number,) = [number for number, ranks in enumerate(QUESTIONS) if said.rank in ranks]
            answers[said.suit, number] = said.rank
        innocents = [suspect for suspect in cc.Suit if suspect not in (king.suit, jack.suit)]
        assert len(innocents) == 2
        lies = Counter(
            suspect for (suspect, number), answer in answers.items() if answer != answers[innocents[0], number]
        )
        assert lies == {king.suit: 2, jack.suit: 1}
        # The same facts through the game's own reading of the outcome.
        found = crime(outcome)
        assert (found.criminal, found.accomplice) == (king.suit, jack.suit)
        assert Counter(lie.suspect for lie in found.lies) == lies


@pytest.mark.exhaustive
def test_the_twelve_cards_determine_both_culprits() -> None:
    culprits: dict[Any, set[Any]] = {}
    for king, jack, deck in exact("simplified"):
        culprits.setdefault(deck, set()).add((king, jack))
    assert len(culprits) == OUTCOMES
    assert {len(found) for found in culprits.values()} == {1}


@pytest.mark.exhaustive
def test_every_lawful_crime_happens_equally_often() -> None:
    crimes = crimes_of("simplified")
    assert crimes == crimes_of("designer")
    assert crimes.is_uniform()
    # Counted from the rules: 12 pairs of culprits, 27 truths, 3 questions on which the criminal is truthful,
    # 2 x 2 false answers for it, 3 questions on which the accomplice lies, 2 false answers there.
    assert len(crimes) == 12 * 27 * 3 * 4 * 3 * 2 == OUTCOMES


@pytest.mark.exhaustive
def test_a_blind_accusation_is_right_once_in_twelve() -> None:
    pairs = crimes_of("simplified").map(lambda found: (found.criminal, found.accomplice))
    assert set(pairs.values()) == {Fraction(1, 12)}


@pytest.mark.exhaustive
def test_the_deck_alone_is_as_good_as_uniform() -> None:
    decks = deck_distribution(forgotten_crime.designer_setup())
    assert len(decks) == OUTCOMES
    assert decks.is_uniform()


@pytest.mark.parametrize(("which", "name"), ABLATION_CASES)
def test_the_proof_can_fail_when_a_random_step_is_left_out(which: Which, name: str) -> None:
    setup = SETUPS[which]()
    index = dict(zip(ABLATION[which], setup.random_steps, strict=True))[name]
    comparison = cc.compare(setup, setup.without(index))
    assert comparison.total_variation == ABLATION[which][name]
    assert comparison.equivalent == (name == "deck")
    if comparison.witness is not None:
        assert comparison.witness.table.outcome == comparison.witness.outcome


@pytest.mark.exhaustive
@pytest.mark.parametrize(("which", "name"), ABLATION_CASES)
def test_distances_without_a_random_step_agree_outcome_by_outcome(which: Which, name: str) -> None:
    setup = SETUPS[which]()
    index = dict(zip(ABLATION[which], setup.random_steps, strict=True))[name]
    comparison = cc.compare(setup, setup.without(index))
    if comparison.witness is not None:
        a, b = comparison.distributions
        differences = {outcome: abs(a[outcome] - b[outcome]) for outcome in {*a, *b}}
        assert sum(differences.values()) / 2 == comparison.total_variation
        assert differences[comparison.witness.outcome] == max(differences.values())


@pytest.mark.exhaustive
@pytest.mark.parametrize(("which", "name"), [case for case in ABLATION_CASES if case[1] != "deck"])
def test_the_distances_agree_with_a_plain_enumeration(which: Which, name: str) -> None:
    whole = Counter(dict.fromkeys(counted_plainly(which), WORLDS_PER_OUTCOME[which]))
    assert total_variation(whole, plain.count(which, skipped=name)) == ABLATION[which][name]


def test_distances_of_the_simplified_setup_agree_with_a_plain_enumeration() -> None:
    whole = counted_plainly("simplified")
    for name in ("answers 1", "piles"):
        assert total_variation(whole, plain.count("simplified", skipped=name)) == ABLATION["simplified"][name]


@pytest.mark.parametrize("which", SETUPS)
def test_a_sample_of_the_setup_fits(which: Which) -> None:
    fit = cc.sample(SETUPS[which](), n=300_000, seed=44).goodness_of_fit(exact(which))
    assert fit.degrees_of_freedom > 10_000
    assert fit.p_value > 1e-6


def test_a_crime_reads_as_a_value() -> None:
    deck = cc.cards("A♠ 5♠ 9♠ 2♣ 4♣ 7♣ A♥ 4♥ 9♥ A♦ 4♦ 9♦")
    found = crime((cc.cards("K♣"), cc.cards("J♠"), deck))
    assert found == Crime(
        cc.Suit.CLUBS,
        cc.Suit.SPADES,
        ("A", "4", "9"),
        (Lie(cc.Suit.SPADES, 2, "5"), Lie(cc.Suit.CLUBS, 1, "2"), Lie(cc.Suit.CLUBS, 3, "7")),
    )
    assert found == crime((cc.cards("K♣"), cc.cards("J♠"), deck[::-1]))


@pytest.mark.parametrize(
    ("king", "jack", "deck", "message"),
    [
        ("J♣", "J♠", "", "expected a King for the criminal, found J♣"),
        ("K♣ K♠", "J♠", "", "expected a King for the criminal, found K♣ K♠"),
        ("K♣", "K♠", "", "expected a Jack for the accomplice, found K♠"),
        ("K♣", "J♣", "", "♣ is both criminal and accomplice"),
        ("K♣", "J♠", "A♠ 2♠", "♠ answers question 1 twice"),
        ("K♣", "J♠", "K♦", "the deck holds K♦; expected answers"),
        ("K♣", "J♠", "A♠ 5♠ 9♠ 2♣ 4♣ 7♣ A♥ 4♥ 9♥ A♦ 4♦", "♦ does not answer question 3"),
        ("K♣", "J♠", "A♠ 5♠ 9♠ 2♣ 4♣ 7♣ A♥ 4♥ 9♥ A♦ 4♦ 8♦", "the innocents ♥ and ♦ answer 9 and 8"),
        ("K♣", "J♠", "A♠ 4♠ 9♠ 2♣ 4♣ 7♣ A♥ 4♥ 9♥ A♦ 4♦ 9♦", "♠ is the accomplice and lies on 0"),
    ],
)
def test_cards_that_are_no_crime_are_refused(king: str, jack: str, deck: str, message: str) -> None:
    with pytest.raises(cc.InvalidInput, match=f"no crime: .*{message}"):
        crime((cc.cards(king), cc.cards(jack), cc.cards(deck)))


def test_something_else_is_no_crime() -> None:
    with pytest.raises(cc.InvalidInput, match="no crime: expected the criminal's King"):
        crime("K♣")


def test_suit_orders_that_miss_a_suit_are_refused() -> None:
    with pytest.raises(cc.SetupError, match="expected only the suits"):
        forgotten_crime.simplified_setup("♠♣♥")
