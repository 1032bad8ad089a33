from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from hypothesis import given

import crimecalc as cc
from crimecalc.engine.tabletop import play
from crimecalc.engine.witness import falls_in_words
from crimecalc.errors import CrimecalcError, ImpossibleEvidence, InvalidInput, NotEquivalent, TooManyStates
from strategies import setups

SHUFFLED = cc.Setup("abcd", name="shuffled").shuffle("deck").observe("deck")
CUT = cc.Setup("abcd", name="cut").cut("deck").observe("deck")


def test_a_proof_is_true_and_has_no_witness() -> None:
    again = SHUFFLED.renamed("again")
    proof = cc.prove_equivalent(SHUFFLED, again)
    assert proof
    assert proof.equivalent
    assert proof.total_variation == 0
    assert proof.witness is None
    assert proof.worlds == (24, 24)
    assert proof.outcomes == (24, 24)
    assert "EQUIVALENT: every outcome has exactly the same probability" in str(proof)


def test_a_claim_that_fails_raises_with_the_counterexample() -> None:
    with pytest.raises(NotEquivalent, match="NOT EQUIVALENT: the total variation distance is 5/6") as caught:
        cc.prove_equivalent(SHUFFLED, CUT)
    comparison = caught.value.comparison
    assert not comparison
    assert isinstance(caught.value, CrimecalcError)
    assert comparison.total_variation == Fraction(5, 6)
    assert comparison.witness is not None
    assert comparison.witness.probabilities == (Fraction(1, 24), Fraction(1, 4))
    assert pickle.loads(pickle.dumps(caught.value)).comparison == comparison


def test_the_witness_is_the_largest_difference_and_can_be_played() -> None:
    witness = cc.compare(CUT, SHUFFLED).witness
    assert witness is not None
    assert witness.table.setup == CUT
    assert witness.table.outcome == witness.outcome
    falls = iter(witness.table.falls)
    assert play(CUT, lambda *_: next(falls)).outcome == witness.outcome


def test_piles_are_compared_in_order_whatever_they_are_called() -> None:
    other = cc.Setup("abcd").shuffle("deck").stack("deck", into="heap").observe("heap")
    assert cc.compare(SHUFFLED, other)


def test_setups_that_observe_different_piles_differ_altogether() -> None:
    two = cc.Setup("abcd").shuffle("deck").split("deck", [2, 2], ["x", "y"]).observe("x", "y")
    comparison = cc.compare(SHUFFLED, two)
    assert comparison.total_variation == 1
    assert (
        "Note that the setups do not observe the same: 4 cards in order / 2 cards in order, 2 cards in order."
        in " ".join(str(comparison).split())
    )


def test_decks_in_another_order_or_with_other_cards_can_be_compared() -> None:
    assert cc.compare(SHUFFLED, cc.Setup("dcba").shuffle("deck").observe("deck"))
    assert cc.compare(CUT, cc.Setup("bcda").cut("deck").observe("deck"))
    assert cc.compare(SHUFFLED, cc.Setup("abce").shuffle("deck").observe("deck")).total_variation == 1
    rich = cc.Setup("abcd!").split("deck", [4, 1], ["deck", "rest"])
    assert cc.compare(SHUFFLED, rich.shuffle("deck").observe("deck"))


@pytest.mark.exhaustive
@given(setups(), setups())
def test_comparing_agrees_with_the_distributions(a: cc.Setup, b: cc.Setup) -> None:
    comparison = cc.compare(a, b)
    p, q = dict(cc.distribution(a)), dict(cc.distribution(b))
    assert comparison.equivalent == (p == q) == (comparison.total_variation == 0)
    differences = {o: abs(p.get(o, Fraction(0)) - q.get(o, Fraction(0))) for o in p | q}
    assert comparison.total_variation == sum(differences.values()) / 2
    witness = comparison.witness
    assert (witness is None) == comparison.equivalent
    if witness is not None:
        assert differences[witness.outcome] == max(differences.values())
        assert witness.table.outcome == witness.outcome
        assert len(witness.steps) == len(witness.table.falls)


@given(setups(max_steps=10))
def test_every_outcome_can_be_reached_on_the_table(setup: cc.Setup) -> None:
    for outcome in list(cc.distribution(setup))[:40]:
        assert cc.find_world(setup, outcome).outcome == outcome


def test_an_impossible_outcome_cannot_be_reached() -> None:
    with pytest.raises(ImpossibleEvidence, match="'cut' never ends in the outcome b a c d"):
        cc.find_world(CUT, (tuple("bacd"),))


def test_the_falls_are_told_in_words() -> None:
    piles = cc.Setup("abcd").split("deck", [2, 2], ["x", "y"]).scramble("x", "y").stack("x", "y", into="deck")
    told = cc.compare(cc.Setup("dcba").observe("deck"), piles.cut("deck").shuffle("deck").observe("deck"))
    assert "no step is left to chance" in str(told)
    table = cc.find_world(piles.cut("deck").observe("deck"), (tuple("bcda"),))
    words = falls_in_words(table)
    assert words[0] in (
        "step 2: “x”, “y” stay in place",
        "step 2: “x”, “y” are now the former “y”, “x”",
    )
    assert words[1] in (
        "step 4: 1 of the 4 cards went from the top of “deck” to the bottom",
        "step 4: 3 of the 4 cards went from the top of “deck” to the bottom",
    )


def test_html_shows_the_verdict() -> None:
    assert "<strong>NOT EQUIVALENT" in cc.compare(SHUFFLED, CUT)._repr_html_()
    assert "<strong>EQUIVALENT" in cc.compare(CUT, CUT)._repr_html_()


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(InvalidInput, match="compare: expected a Setup, found str"):
        cc.compare(SHUFFLED, "cut")  # type: ignore[arg-type]
    with pytest.raises(TooManyStates):
        cc.compare(SHUFFLED, CUT, max_states=10)
