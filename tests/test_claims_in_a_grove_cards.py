"""What is claimed of the cards of In a Grove, found a second time deal by deal, and made to fail."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import plain_grove as plain
from crimecalc.claims import in_a_grove_cards
from crimecalc.claims.claim import CLAIMS
from crimecalc.errors import InvalidInput
from crimecalc.games.in_a_grove import rules
from crimecalc.games.in_a_grove.rounds import rounds
from findings import findings_of

NAMES = [name for name, claim in CLAIMS.items() if claim.check_it.__module__ == in_a_grove_cards.__name__]
FULL = plain.DECKS[4]
SETS = list(combinations(FULL, 3))

pytestmark = pytest.mark.exhaustive  # the verdicts are checked in the default run

found = findings_of("in-a-grove")


# --- the figures, a second time ---------------------------------------------------------------


def test_the_cards_are_as_listed_by_hand() -> None:
    assert found("cards").evidence == f"{len(FULL)} cards: 1 blank, numbers {', '.join(FULL[1:])}"
    for players, without in ((2, "2, 8"), (3, "2"), (4, "")):
        assert f"{players} players {f'without {without}' if without else 'have all'}" in found("fewer-cards").evidence
        left_out = [card for card in FULL if card not in plain.DECKS[players]]
        assert ", ".join(left_out) == without


def test_as_many_cards_as_each_deck_has_are_dealt() -> None:
    for players, deck in plain.DECKS.items():
        suspects = len(deck) - players - 1
        assert f"{players} + 1 + {suspects} of {len(deck)} cards" in found("deal").evidence


def test_the_box_names_fewer_players_than_the_text() -> None:
    only, at_least = found("players").readings
    assert (only.holds, at_least.holds) == ({3, 4} == set(plain.DECKS), {3, 4} <= set(plain.DECKS)) == (False, True)


def test_each_three_suspects_have_the_murderer_of_the_plain_rule() -> None:
    guilty = {}
    for cards in SETS:
        guilty[cards] = {order[plain.murderer_at(order)] for order in permutations(cards)}
    assert found("one-murderer").evidence.endswith(f"in {len(SETS)} of {len(SETS)} sets of three")
    assert all(len(names) == 1 for names in guilty.values())
    with_blank = [cards for cards in SETS if "blank" in cards]
    assert found("blank").evidence == f"the murderer in 0 of the {len(with_blank)} sets of three that have it"
    with_five = [cards for cards in SETS if "5" in cards]
    itself = sum(guilty[cards] == {"5"} for cards in with_five)
    assert (
        found("five").evidence
        == f"in {len(with_five)} of {len(with_five)} sets of three; {itself} times that is the 5 itself"
    )
    rest = len(SETS) - len(with_five)
    assert found("largest").evidence == f"in {rest} of {rest} sets of three"


def passed(players: int) -> list[list[frozenset[str]]]:
    """For each deal the pairs that the players have had in hand, after each card was passed to the right."""
    every = []
    for deal in permutations(plain.DECKS[players], players):
        received = [deal[(seat + 1) % players] for seat in range(players)]  # the left neighbour's card
        every.append([frozenset({own, got}) for own, got in zip(deal, received, strict=True)])
    return every


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_has_had_two_cards_in_hand(players: int) -> None:
    hands = passed(players)
    with_blank = Fraction(sum("blank" in pair for deal in hands for pair in deal), players * len(hands))
    assert all(len(pair) == 2 for deal in hands for pair in deal)
    assert f"{players} players: two different ones in all" in found("two-known").evidence
    assert f"deals, {with_blank} with the blank" in found("two-known").evidence.split(f"{players} players")[1]


def test_two_players_alone_know_the_same_pair() -> None:
    different = {players: all(len(set(deal)) == players for deal in passed(players)) for players in (2, 3, 4)}
    assert different == {2: False, 3: True, 4: True}
    assert [reading.holds for reading in found("something-else").readings] == [True, False, False]
    assert "5,040 of 5,040 deals of 3, 40,320 of 40,320 deals of 4" in found("something-else").evidence


@pytest.mark.parametrize("players", [2, 3])
def test_honest_players_disagree_as_often_as_played_deal_by_deal(players: int) -> None:
    policies, chips = ("honest",) * players, (True,) * players
    every = [
        plain.play_round(players, policies, chips, deal, unseen, ())[0]
        for deal, unseen in product(permutations(plain.DECKS[players]), range(3))
    ]
    share = Fraction(sum(len(set(accused)) > 1 for accused in every), len(every))
    assert f"{players} players: {share}" in found("sometimes-differ").evidence


def test_any_two_suspects_are_as_good_to_look_at() -> None:
    total = Counter[tuple[int, ...]]()
    count = 0
    for known in combinations(plain.DECKS[3], 2):
        for seen in permutations([card for card in plain.DECKS[3] if card not in known], 2):
            count += 1
            for pair in combinations(range(3), 2):
                looked = tuple(zip(pair, seen, strict=True))
                places = {0: known[0], 1: known[1], **{4 + place: card for place, card in looked}}
                swap, accuse = plain.discover(3, known, looked, True)
                deals = list(plain.completions(3, places))
                right = sum(plain.murderer_at(plain.lying(3, deal, swap)) == accuse for deal in deals)
                total[pair] += right * 2  # of six orders of the three other cards
    (value,) = {Fraction(right, count * 12) for right in total.values()}
    assert found("discoverer-looks").evidence == (
        f"3 pairs; the best accusation of three players' discoverer is right with probability {value}"
    )


def test_the_victim_may_be_any_card_that_is_not_seen() -> None:
    for players, deck in plain.DECKS.items():
        victims = Counter(deal[players] for deal in plain.completions(players, {
            0: deck[0], 1: deck[1], players + 1: deck[2], players + 2: deck[3],
        }))  # fmt: skip
        assert len(set(victims.values())) == 1
        assert f"{players} players: one of {len(victims)} cards" in found("victim-unseen").evidence


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.exhaustive)])
def test_the_discoverer_swaps_as_often_as_deal_by_deal(players: int) -> None:
    swaps = total = 0
    for deal, unseen in product(permutations(plain.DECKS[players]), range(3)):
        looked = tuple((place, deal[players + 1 + place]) for place in range(3) if place != unseen)
        swap, _ = plain.discover(players, (deal[0], deal[1]), looked, True)
        swaps += swap is not None
        total += 1
    assert f"{players} players: {Fraction(swaps, total)}" in found("swap").evidence


def test_two_suspects_are_left_beside_any_chip() -> None:
    assert {len({0, 1, 2} - {chip}) for chip in range(3)} == {2}
    looks = 3 * 3 * len(plain.DECKS)
    assert (
        found("two-left").evidence
        == f"2 suspects are left for every chip; {looks} of {looks} looks are allowed or refused so"
    )


# --- made to fail -----------------------------------------------------------------------------


def no_deck_for_two(players: int) -> tuple[str, ...]:
    if players == 2:
        raise InvalidInput("two cannot play")
    return rules.deck(players)


def same_cards(players: int) -> Any:
    """Deals in which everybody has the same card, and the victim can be told from the suspects."""
    suspects = np.array(list(permutations(range(len(plain.DECKS[players])), 3)))
    return SimpleNamespace(
        ring=np.zeros((len(suspects), players), dtype=int), suspects=suspects, victim=suspects[:, 0]
    )


def best_where_lowest(_players: int, _knows: Any, sees: Any) -> Any:
    return SimpleNamespace(best=lambda: SimpleNamespace(probability=Fraction(1, 1 + min(sees))))


def played(change: str) -> Any:
    """Rounds in which a swap is not what it should be."""

    def wrong(*how: Any) -> Any:
        right = rounds(*how)
        swap, lying = right.swap.copy(), right.lying.copy()
        if change == "never":
            swap[:], lying = -1, right.tables.suspects
        elif change == "nothing happens":
            lying = right.tables.suspects
        else:  # the victim was looked at
            swap[right.tables.victim == 0] = -1
            lying[right.tables.victim == 0] = right.tables.suspects[right.tables.victim == 0]
        return replace(right, swap=swap, lying=lying)

    return wrong


@pytest.mark.parametrize(
    ("what", "name", "instead", "verdict"),
    [
        ("cards", "deck", lambda players: rules.deck(players)[:-1], "fails"),
        ("cards", "deck", lambda players: (*rules.deck(players), "blank"), "fails"),
        ("fewer-cards", "setup", lambda players: rules.setup(players, "2021"), "fails"),
        ("players", "deck", no_deck_for_two, "holds"),
        ("players", "deck", lambda players: rules.deck(2) if players == 2 else no_deck_for_two(2), "fails"),
        ("deal", "setup", lambda players: rules.setup(min(players + 1, 4)), "fails"),
        ("one-murderer", "murderer", lambda cards: cards[0], "fails"),
        ("blank", "murderer", lambda cards: "blank" if "blank" in cards else max(cards), "fails"),
        ("largest", "murderer", lambda cards: min(cards), "fails"),
        ("five", "murderer", lambda cards: max(card for card in cards if card != "blank"), "fails"),
        ("two-known", "deals", same_cards, "fails"),
        ("something-else", "deals", same_cards, "fails"),
        ("sometimes-differ", "rounds", lambda *_: SimpleNamespace(accused=np.zeros((4, 9))), "fails"),
        ("discoverer-looks", "Discoverer", best_where_lowest, "fails"),
        ("victim-unseen", "deals", same_cards, "fails"),
        ("swap", "rounds", played("never"), "fails"),
        ("swap", "rounds", played("nothing happens"), "fails"),
        ("swap", "rounds", played("by the victim"), "fails"),
        ("two-left", "Witness", lambda *_: None, "fails"),
    ],
)
def test_a_wrong_rule_is_found(
    monkeypatch: pytest.MonkeyPatch, what: str, name: str, instead: Any, verdict: str
) -> None:
    monkeypatch.setattr(in_a_grove_cards, name, instead)
    assert CLAIMS[f"in-a-grove/{what}"].check().verdict == verdict
