"""What is claimed of the crimes of Forgotten Crime, found a second time with cards as text, and made to fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from itertools import permutations, product
from types import SimpleNamespace
from typing import Any

import pytest

import crimecalc as cc
import plain_forgotten_table as plain
from crimecalc.claims import forgotten_crime
from crimecalc.claims.claim import CLAIMS
from crimecalc.games import forgotten_crime as fc
from crimecalc.setup.steps import Scramble, Shuffle, Step, Take, TurnOver
from findings import findings_of

NAMES = [name for name, claim in CLAIMS.items() if claim.check_it.__module__ == forgotten_crime.__name__]

pytestmark = pytest.mark.exhaustive  # the verdicts are checked in the default run

found = findings_of("forgotten-crime")


# --- the figures, a second time ---------------------------------------------------------------


def by_outcome(games: Iterator[plain.Game]) -> Counter[tuple[str, str, frozenset[str]]]:
    return Counter((game.king, game.jack, frozenset(game.deck)) for game in games)


@cache
def printed() -> Counter[tuple[str, str, frozenset[str]]]:
    return by_outcome(plain.printed())


@cache
def designers() -> Counter[tuple[str, str, frozenset[str]]]:
    return by_outcome(plain.designers())


@cache
def crimes() -> frozenset[frozenset[str]]:
    """Decks of all crimes of spades and clubs, made from the rules of play alone."""
    decks = set()
    for truth in product(*plain.BLOCKS):
        for criminal, accomplice in product(product(*plain.BLOCKS), repeat=2):
            lies = [sum(a != b for a, b in zip(said, truth, strict=True)) for said in (criminal, accomplice)]
            if lies == [2, 1]:
                answers = zip(plain.SUITS, (criminal, accomplice, truth, truth), strict=True)
                decks.add(frozenset(rank + suit for suit, said in answers for rank in said))
    return frozenset(decks)


def parts() -> Iterator[tuple[str, ...]]:
    """Which suits are the criminal, the accomplice and the innocents."""
    for culprits in permutations(plain.SUITS, 2):
        yield (*culprits, *(suit for suit in plain.SUITS if suit not in culprits))


def renamed(deck: frozenset[str], names: tuple[str, ...]) -> frozenset[str]:
    suits = dict(zip(plain.SUITS, names, strict=True))
    return frozenset(card[:-1] + suits[card[-1]] for card in deck)


def test_both_setups_by_hand_make_every_crime_equally_often() -> None:
    assert {deck for _, _, deck in printed()} == {deck for _, _, deck in designers()} == crimes()
    assert {*printed().values()} == {4}  # and as many with hearts and diamonds, both innocent, the other way round
    assert {*designers().values()} == {16}
    worlds, outcomes = [24 * made.total() for made in (printed(), designers())], 12 * len(crimes())
    assert found("equivalence").evidence == (
        f"distance 0; {worlds[0]:,} and {worlds[1]:,} worlds, {outcomes:,} and {outcomes:,} outcomes"
    )
    assert found("as-likely").evidence == (
        f"{outcomes:,} crimes by the rules of play; each setup makes {outcomes:,}, each with 1/{outcomes}"
    )
    assert f"{worlds[0]:,} against {worlds[1]:,}" in found("simpler").evidence


def test_each_deck_by_hand_fits_one_pair_of_culprits() -> None:
    owners = Counter(renamed(deck, names) for deck in crimes() for names in parts())
    assert {*owners.values()} == {1}
    assert found("solution-cards").evidence.endswith(
        f"{2 * len(owners):,} of {2 * len(owners):,} outcomes of both setups"
    )
    assert "12 pairs" in found("roles").evidence


def test_lies_and_answers_counted_by_hand() -> None:
    for made in (printed(), designers()):
        assert {plain.lies(deck) for _, _, deck in made} == {(2, 1, 0, 0)}
    outcomes = 2 * 12 * len(crimes())
    assert found("lies").evidence == f"2, 1 and 0 lies in {outcomes:,} outcomes of both setups"
    assert found("one-truth").evidence == (
        f"the innocents answer differently to 0 of {3 * outcomes:,} questions; {3**3} combinations of true answers"
    )
    assert found("suspects").evidence.startswith("3, 3, 3, 3 answers")
    assert found("questions").evidence.startswith(f"{4 * outcomes:,} of {4 * outcomes:,} suspects")
    assert found("jacks-and-kings").evidence == (
        f"one of them is in the deck in 0 of {outcomes:,} outcomes of both setups"
    )


def test_a_third_of_all_decks_by_hand_hold_the_seven_of_diamonds() -> None:
    holding = sum("7♦" in renamed(deck, names) for deck in crimes() for names in parts())
    assert found("seven-of-diamonds").evidence.endswith(f"in {holding:,} outcomes with the 7♦")


def test_the_first_card_of_the_unshuffled_deck_is_the_criminals_by_hand() -> None:
    # The cards from pile 1 go on top of the deck last, and pile 1 is the criminal's.
    assert {game.deck[-1][-1] == game.king[-1] for game in plain.printed()} == {True}
    ours = [sum(card[-1] == king[-1] for card in deck) for king, _, deck in printed()]
    assert {Fraction(count, 12) for count in ours} == {Fraction(1, 4)}
    assert "probability 1/4, or 1 without" in found("shuffle-the-deck").evidence


def test_shuffles_left_out_by_hand_miss_as_much_as_is_said() -> None:
    whole = {outcome: Fraction(1, len(printed())) for outcome in printed()}
    short = by_outcome(plain.printed(still="A23"))
    distance = sum((abs(Fraction(short[o], short.total()) - whole[o]) for o in whole), Fraction(0)) / 2
    assert set(short) <= set(whole)
    # Without the shuffle of the four piles, one pair of culprits is left of twelve.
    assert f"simplified setup: distances {distance}, {distance}, {distance}, 2/3, {1 - Fraction(1, 12)}, " in (
        found("forget-which").evidence
    )


@pytest.mark.exhaustive
@pytest.mark.parametrize("cards", [0, 1, 11, 12])
def test_accusing_after_some_cards_by_hand(cards: int) -> None:
    bits = {
        rank + suit: 1 << 9 * suit_number + number
        for suit_number, suit in enumerate(plain.SUITS)
        for number, rank in enumerate("A23456789")
    }
    groups: dict[tuple[int, tuple[str, ...]], int] = {}
    for names in parts():
        for deck in crimes():
            held = [bits[card] for card in renamed(deck, names)]
            whole = sum(held)
            seen = {0: [0], 1: held, 11: [whole - bit for bit in held], 12: [whole]}
            for cards_seen in seen[cards]:
                groups[cards_seen, names[:2]] = groups.get((cards_seen, names[:2]), 0) + 1
    best: dict[int, int] = {}
    for (cards_seen, _), count in groups.items():
        best[cards_seen] = max(best.get(cards_seen, 0), count)
    shown, _, ends = (
        found("any-time").evidence.removeprefix("right after 0 to 12 cards with probability ").partition(";")
    )
    if cards in (0, 12):
        assert Fraction(ends.split()[-1 if cards else -3]) == Fraction(sum(best.values()), sum(groups.values()))
    assert Fraction(shown.split(", ")[cards]) == Fraction(sum(best.values()), sum(groups.values()))


def test_scores_by_hand() -> None:
    left = [12 - cards for cards in range(13)]
    shown = ", ".join(map(str, left))
    assert f"one can score {', '.join(map(str, sorted(left)))}, as many" in found("scores").evidence
    assert found("point-a-card").evidence == (
        f"after 0 to 12 cards it scores {shown}; the deck of either setup holds {shown}"
    )


def test_decks_by_hand_are_used_up_after_twelve_cards() -> None:
    sizes = {len(deck) for made in (printed(), designers()) for _, _, deck in made}
    assert found("empty-deck").evidence == (
        f"whoever would draw for ever accuses after {max(sizes)} cards, and the setups make decks of {min(sizes)}; "
        "right with 1, for 0 points"
    )


def test_a_blind_accusation_by_hand() -> None:
    pairs = list(permutations(plain.SUITS, 2))
    both = [pair == pairs[0] for pair in pairs]
    one = [(pair[0] == pairs[0][0]) != (pair[1] == pairs[0][1]) for pair in pairs]
    chances = [Fraction(sum(which), len(pairs)) for which in (both, one)]
    assert found("both-right").evidence == (
        f"a blind accusation is right on both with {chances[0]}, on just one with {chances[1]}, "
        f"and loses with {1 - chances[0]}"
    )


# --- each can fail ----------------------------------------------------------------------------

Change = Callable[[cc.Setup], cc.Setup]


def instead(old: Callable[[Any], bool], *new: Step) -> Change:
    """A setup with the first step of a kind replaced."""

    def change(setup: cc.Setup) -> cc.Setup:
        return setup.replaced(next(at for at, step in enumerate(setup.steps) if old(step)), *new)

    return change


def taken(pile: str, into: str) -> Callable[[Any], bool]:
    return lambda step: isinstance(step, Take) and (step.pile, step.into) == (pile, into)


def both_of_one_pile(setup: cc.Setup) -> cc.Setup:
    """The King and the Jack of pile 1 are set aside."""
    kept = instead(taken("pile 1", "boxed"), Take("pile 1", (-1,), "accomplice"))
    boxed = instead(taken("pile 2", "accomplice"), Take("pile 2", (-1,), "boxed"))
    return boxed(kept(setup))


def all_alike(setup: cc.Setup) -> cc.Setup:
    """From pile 2 the cards of the innocents' piles."""
    return instead(taken("pile 2", "deck"), Take("pile 2", (1, 4, 7), "deck"))(setup)


def twice(setup: cc.Setup) -> cc.Setup:
    """Every scramble twice, and the last shuffle as well."""
    steps = [again for step in setup.steps for again in [step] * (2 if isinstance(step, (Scramble, Shuffle)) else 1)]
    return cc.Setup.of(setup.deck, steps)


sevens_wrong = instead(lambda step: isinstance(step, TurnOver), TurnOver(tuple("A2345689JK")))
jack_in_deck = instead(taken("pile 3", "deck"), Take("pile 3", (1, 4, -2), "deck"))
innocents_differ = instead(taken("pile 4", "deck"), Take("pile 4", (1, 4, 8), "deck"))
two_middle_cards = instead(taken("third", "deck"), Take("third", (2,), "deck"))

WRONG_GAME: dict[str, Change] = {
    "suspects": sevens_wrong,
    "questions": sevens_wrong,
    "jacks-and-kings": jack_in_deck,
    "roles": both_of_one_pile,
    "one-truth": innocents_differ,
    "lies": all_alike,
    "solution-cards": all_alike,
}
WRONG_CHANCES: dict[str, Change] = {
    "forget-which": twice,
    "shuffle-the-deck": twice,
    "equivalence": two_middle_cards,
    "as-likely": two_middle_cards,
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("what", WRONG_GAME)
def test_it_fails_for_a_setup_of_another_game(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Always the same suits in the same parts: fewer outcomes, for which all this still holds.
    setup = fc.simplified_setup()
    small = setup.without(setup.steps.index(Scramble(("pile 1", "pile 2", "pile 3", "pile 4"))))
    for table, verdict in ((small, "holds"), (WRONG_GAME[what](small), "fails")):
        monkeypatch.setattr(fc, "simplified_setup", partial(identity, table))
        monkeypatch.setattr(fc, "designer_setup", partial(identity, table))
        assert CLAIMS[f"forgotten-crime/{what}"].check().verdict == verdict


def identity(setup: cc.Setup) -> cc.Setup:
    return setup


@pytest.mark.exhaustive
@pytest.mark.parametrize("what", WRONG_CHANCES)
def test_it_fails_for_a_setup_with_other_chances(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fc, "simplified_setup", partial(identity, WRONG_CHANCES[what](fc.simplified_setup())))
    assert CLAIMS[f"forgotten-crime/{what}"].check().verdict == "fails"


def test_the_designers_setup_is_not_simpler(monkeypatch: pytest.MonkeyPatch) -> None:
    printed_setup, designers_setup = fc.setups()
    monkeypatch.setattr(fc, "simplified_setup", lambda: designers_setup)
    monkeypatch.setattr(fc, "designer_setup", lambda: printed_setup)
    assert CLAIMS["forgotten-crime/simpler"].check().verdict == "fails"


accuse_after, crime = fc.accuse_after, fc.crime
accuses_soon = accuse_after(11)
OTHERWISE: dict[str, tuple[str, Any]] = {
    "seven-of-diamonds": ("crime", lambda outcome: replace(crime(outcome), truth=("A", "4", "8"))),
    "any-time": ("accuse_after", lambda cards: accuse_after(max(cards, 1))),
    "scores": ("accuse_after", lambda cards: accuse_after(max(cards, 1))),
    "point-a-card": ("accuse_after", lambda cards: accuse_after(cards // 2)),
    "both-right": ("accuse_at_once", lambda: SimpleNamespace(scores=lambda: {"loss": Fraction(7, 12)})),
    "empty-deck": ("accuse_when", lambda _rule: accuses_soon),
}


@pytest.mark.parametrize("what", OTHERWISE)
def test_it_fails_if_the_library_said_otherwise(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fc, *OTHERWISE[what])
    assert CLAIMS[f"forgotten-crime/{what}"].check().verdict == "fails"


def eleven_cards(setup: cc.Setup) -> cc.Setup:
    """One mini-pile gives no card to the deck."""
    return instead(taken("first", "deck"))(setup)


@pytest.mark.parametrize("what", ["scores", "point-a-card", "empty-deck"])
def test_what_is_said_of_cards_left_fails_for_a_setup_with_a_smaller_deck(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fc, "simplified_setup", partial(identity, eleven_cards(fc.simplified_setup())))
    assert CLAIMS[f"forgotten-crime/{what}"].check().verdict == "fails"


def test_chances_fail_for_a_setup_with_the_same_culprits_always(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = fc.simplified_setup()
    still = setup.without(setup.steps.index(Scramble(("pile 1", "pile 2", "pile 3", "pile 4"))))
    for name in ("simplified_setup", "designer_setup"):
        monkeypatch.setattr(fc, name, partial(identity, still))
    assert CLAIMS["forgotten-crime/any-time"].check().verdict == "fails"


def test_every_claim_is_made_to_fail() -> None:
    assert {name.partition("/")[2] for name in NAMES} == {*WRONG_GAME, *WRONG_CHANCES, *OTHERWISE, "simpler"}
