"""What is claimed of COVERTplay and SOLOplay, found a second time card by card, and made to fail."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import plain_deadcert
import plain_deadcert_tables as plain
import plain_solo
from crimecalc.claims import deadcert
from crimecalc.claims.claim import CLAIMS
from crimecalc.distribution import Distribution
from crimecalc.games.deadcert import covert, killer_cards_among, simulate_solo, solo
from crimecalc.games.deadcert.hands import Hands
from crimecalc.tally import Counts
from findings import findings_of

NAMES = [name for name, claim in CLAIMS.items() if claim.check_it.__module__ == deadcert.__name__]
SUSPECTS = [card for card in plain.cards() if isinstance(card, plain.Suspect)]
SNOOPS = [plain.Snoop(level, number) for level in (1, 2) for number in range(3)]

pytestmark = pytest.mark.exhaustive  # the verdicts are checked in the default run

found = findings_of("deadcert")


# --- the figures, a second time ---------------------------------------------------------------


def of_type(kind: int) -> list[plain.Card]:
    """The suspects of a type that are on no other card."""
    return [card for card in SUSPECTS if card.type == kind and card.name > 9]


def table(policy: str, *hands: list[plain.Card], fresh: bool = True) -> plain.CovertGame:
    """A table at which these hands are held, and their cards are known."""
    held = [card for hand in hands for card in hand]
    deck = [card for card in plain.cards() if card not in held] if fresh else []
    game = plain.CovertGame((policy,) * len(hands), deck, Random(1))
    for detective, hand in zip(game.detectives, hands, strict=True):
        detective.hand = list(hand)
        detective.seen.update(card for card in hand if isinstance(card, plain.Suspect))
    return game


def test_three_cards_are_fetched_by_hand() -> None:
    game = table("fetch", [], [])
    game.fetch(0, 3)
    assert found("fetch").evidence == f"{len(game.detectives[0].gathered)} gathered, {len(game.fresh)} of 54 left"


def test_a_snoop_takes_two_of_seven_by_hand() -> None:
    for snoop in SNOOPS[:5]:
        game = table("snoop", [snoop], [*of_type(0)[:3], *of_type(1)[:2], *of_type(2)[:2]])
        game.gather()
        lost, gathered = 7 - len(game.detectives[1].hand), len(game.detectives[0].gathered)
        assert found("snoop").evidence == f"{lost} of 7 and {gathered - lost} new are {gathered}"


def test_the_second_snoop_of_a_round_finds_nobody_by_hand() -> None:
    game = table("snoop", [SNOOPS[3]], [SNOOPS[4]], of_type(0)[:7])
    game.gather()
    left = len(game.detectives[2].hand)
    assert f"{left} are left after the first snoop and {left} after" in found("snooped-once").evidence


@pytest.mark.exhaustive
def test_declaring_brings_five_cards_by_hand_and_takes_one_away() -> None:
    gathered = {}
    for filed, fresh in ((5, False), (4, False), (5, True)):
        game = table("declare", of_type(0)[:1], [], fresh=fresh)
        for card in [*of_type(1)[:3], *of_type(2)[:3]][:filed]:
            game.detectives[1].file(card)
        before = len(game.all_cards())
        game.detectives[1].policy = "fetch"
        if game.declare(0):
            game.fetch(0, 5)
        else:
            game.fetch(0, 3)
        gathered[filed, fresh] = len(game.detectives[0].gathered)
        assert len(game.declared) == (gathered[filed, fresh] == 5)
        assert len(game.all_cards()) == before  # but what was declared is not fetched again
    assert found("declare").evidence == (
        f"{gathered[5, False]} cards; {gathered[4, False]} with four filed, {gathered[5, True]} with fresh cards left"
    )
    assert found("declaring-shortens").readings[0].evidence == "1 card fewer each time"


@pytest.mark.exhaustive
def test_games_with_declaring_last_as_long_as_played_one_by_one() -> None:
    rng, games = Random(2), 100
    told = found("declaring-shortens").readings[1].evidence.split(" ")
    for policy, words in (("declare", told[0]), ("snoop", told[4].rstrip(","))):
        rounds = [plain.play_covert((policy,) * 4, rng, most_rounds=60)[1] for _ in range(games)]
        # The simulation of 200 games has an error of its own.
        error = np.std(rounds) * (1 / games + 1 / 200) ** 0.5
        assert abs(np.mean(rounds) - float(words)) < 4 * error


def test_a_locked_pair_leaves_five_in_hand_and_one_snoop_takes_it_by_hand() -> None:
    killer = [card for card in SUSPECTS if card.name == plain.KILLER]
    game = table("fetch", [*killer[:2], *of_type(2)[:5]], [])
    game.lock_down(game.detectives[0])
    game.fetch(0, 3)
    game.analyse()
    game.file()
    first = game.detectives[0]
    assert (
        found("lock-down").evidence
        == f"{len(first.hand)} in hand beside {len(first.locked)} in lock down, 7 otherwise"
    )
    able = [snoop for snoop in SNOOPS if set(plain.exposed_to(snoop, first)) & set(first.locked)]
    assert found("lock-breaker").evidence == f"{len(able)} of {len(SNOOPS)} snoops, of level {able[0].level}"


def test_of_three_pairs_one_is_locked_by_hand() -> None:
    game = table("fetch", [card for name in range(3) for card in [c for c in SUSPECTS if c.name == name][:2]], [])
    locked = []
    for _ in range(3):
        game.lock_down(game.detectives[0])
        locked.append(len(game.detectives[0].locked) // 2)
    (number,) = set(locked)
    assert found("one-lock").evidence == (
        f"after each of 3 lock downs {number} of 3 pairs lies there, {len(game.detectives[0].hand)} cards are in hand"
    )


def test_only_all_three_cards_of_the_killer_win_by_hand() -> None:
    killer = [card for card in SUSPECTS if card.name == plain.KILLER]
    ways = []
    for held in [held for number in range(4) for held in combinations(killer, number)] * 2:
        detective = table("fetch", list(held), []).detectives[0]
        ways.append(detective.killer_cards() == plain.KILLER_CARDS)
    assert found("press-conference").evidence == (
        f"of {len(ways)} ways to hold some of the 3 cards, {sum(ways)} win: with {len(killer)} of them, two in lock down "
        "or not"
    )


@pytest.mark.parametrize(("split", "reading"), [((3, 3, 3), 0), ((9, 0, 0), 1)])
def test_with_one_card_left_the_killer_is_as_certain_as_believed(split: plain.Three, reading: int) -> None:
    deck = plain.cards(split)
    certain = seen_thrice = 0
    singles = [15 - sum(split[pair] for pair in range(3) if kind in plain.PAIRS[pair]) for kind in range(3)]
    for left in deck:
        seen: dict[str, set[int]] = {}
        for card in deck:
            if card != left and isinstance(card, plain.Suspect):
                seen.setdefault(str(card.name), set()).add(card.type)
        types = {name: frozenset(kinds) for name, kinds in seen.items()}
        belief = plain_deadcert.belief((singles[0], singles[1], singles[2]), split, types)
        assert belief is not None
        certain += sum(chance > 0 for chance in belief.values()) == 1
        seen_thrice += any(len(kinds) == 3 for kinds in types.values())
    assert found("identified").readings[reading].evidence == (
        f"with one card left the killer is certain with probability {Fraction(certain, 54)}, and all three "
        f"cards are seen with {Fraction(seen_thrice, 54)}"
    )


def test_a_card_among_many_is_taken_as_seldom_as_counted_pair_by_pair() -> None:
    by_type: list[Fraction] = []
    by_any: list[Fraction] = []
    for same in range(2, 8):
        hand = [*of_type(0)[:same], *of_type(1)[: 7 - same]]
        game = table("snoop", [], hand)
        for snoop, risks in ((SNOOPS[0], by_type), (SNOOPS[3], by_any)):
            taken = list(combinations(plain.exposed_to(snoop, game.detectives[1]), 2))
            risks.append(Fraction(sum(hand[0] in pair for pair in taken), len(taken)))
    for reading, risks in zip(found("camouflage").readings, (by_type, by_any), strict=True):
        assert reading.evidence == f"probability {', '.join(map(str, risks))} with 2 to 7 cards of its type"


def test_seven_cards_are_left_by_hand() -> None:
    game = table("fetch", of_type(0)[:7], [])
    game.fetch(0, 3)
    game.analyse()
    up_to = len(game.detectives[0].hand)
    game.file()
    left = len(game.detectives[0].hand)
    assert (
        found("seven-in-hand").evidence == f"SOLOplay: {left} of up to {up_to} after each filing; COVERTplay: {left}"
    )
    assert found("solo-fetch").evidence == f"{up_to - left} more than are kept, up to {up_to} in hand"


def test_the_killer_is_known_as_late_as_counted() -> None:
    turns = plain_deadcert.identification_turn(3)
    mean, late = sum(turn * chance for turn, chance in turns.items()), sum(turns[turn] for turn in turns if turn > 9)
    assert found("mostly-fetching").evidence.endswith(
        f"turn {float(mean):.1f} ({mean}) of 18 on average, in the second half with probability {late}"
    )


def test_what_is_slid_underneath_by_hand_lies_deeper() -> None:
    detective = plain.Detective("fetch")
    cards = [card for card in SUSPECTS if card.type == 0]
    for card in cards:
        detective.file(card)
    assert detective.stacks[0] == cards  # the top card first
    reach = sum(plain_deadcert.snoops_for(level) is not None for level in range(1, len(cards) + 1))
    assert found("filed-earlier").evidence == (
        f"filed one by one, {len(cards)} cards are at levels 1 to {len(cards)}; snoops reach the first {reach}"
    )


def test_strong_leads_are_better_filed_early_and_kept_late_played_one_by_one() -> None:
    rates = {policy: plain_solo.win_rate(policy, 700, seed=3) for policy in ("A", "C6", "C54")}
    for worse in ("A", "C54"):
        gain, errors = rates["C6"][0] - rates[worse][0], np.hypot(rates["C6"][1], rates[worse][1])
        assert gain > 3 * errors
    for what, worse in (("strong-leads-first", "A"), ("weak-leads-later", "C54")):
        low, other, _error = map(float, re.findall(r"0\.\d+", found(what).evidence))
        for share, policy in ((low, "C6"), (other, worse)):
            assert abs(share - rates[policy][0]) < 4 * rates[policy][1] + 0.02


def test_all_cards_filed_by_hand_make_three_stacks() -> None:
    detective = plain.Detective("fetch")
    for card in plain.cards():
        detective.file(card)
    sizes = ", ".join(str(len(stack)) for stack in detective.stacks)
    assert found("filed-stacks").evidence.startswith(f"COVERTplay: {len(plain.cards())} filed cards are {sizes}; ")
    assert "lies in 3 stacks" in found("filed-stacks").evidence


# --- made to fail -----------------------------------------------------------------------------


def on_top(hands: Hands, owner: int, games: Any, card: Any) -> None:
    """A card is put on the stack, not slid underneath."""
    for game, one in zip(games, card, strict=True):
        kind = int(hands.kind[one])
        size = hands._stack.shape[2]
        top = (hands._top[owner, kind, game] - 1) % size
        hands._top[owner, kind, game] = top
        hands._stack[owner, kind, top, game] = one
        hands.filed[owner, kind, game] += 1


def on_one_stack(hands: Hands, owner: int, games: Any, _card: Any) -> None:
    hands.filed[owner, 0, games] += 1


def snooped_again(hands: Hands, seat: int, policy: str) -> None:
    hands.snooped[:] = False
    covert.gather(hands, seat, policy)


def the_other_way(policy: str, *_: Any, **__: Any) -> Any:
    rounds = {"snoop": 9, "declare": 5}[policy]
    return SimpleNamespace(mean_length=float(rounds), lengths=Counts({rounds - 1: 50, rounds + 1: 50}))


def always_alike(_policy: Any, games: int, seed: int) -> Any:
    return simulate_solo("B2", games, seed)


def all_in_hand(*_: Any) -> Any:
    return SimpleNamespace(deepest={0: 10}, n=10)


def everything(hands: Hands, _snoop: int, other: int, games: Any) -> Any:
    return np.ones((len(hands.hand[other]) + 2, len(games)), dtype=bool)


def no_step(*_: Any) -> None:
    return None


@pytest.mark.parametrize(
    ("what", "owner", "name", "instead", "verdict"),
    [
        ("seven-in-hand", solo, "HAND", 6, "fails"),
        ("seven-in-hand", Hands, "keep", lambda hands, *_: hands.hand.fill(54), "fails"),
        ("fetch", covert, "FETCH", 4, "fails"),
        ("snoop", covert, "SNOOPED_CARDS", 1, "fails"),
        ("snoop", covert, "FETCH_AFTER_SNOOP", 2, "fails"),
        ("snooped-once", deadcert, "gather", snooped_again, "fails"),
        ("declare", covert, "FETCH_AFTER_DECLARE", 4, "fails"),
        ("declare", covert, "FILED_TO_DECLARE", 4, "fails"),
        ("declare", covert, "FILED_TO_DECLARE", 6, "fails"),
        ("declaring-shortens", deadcert, "simulate_covert", the_other_way, "holds"),
        ("lock-down", Hands, "lock", no_step, "fails"),
        ("one-lock", Hands, "lock", no_step, "fails"),
        ("press-conference", Hands, "holds_killer", lambda *_: [True], "fails"),
        ("identified", deadcert, "possible_killers", lambda seen, _: {1: Fraction(seen, 54)}, "fails"),
        ("identified", deadcert, "possible_killers", lambda seen, _: {1: killer_cards_among(seen)[3]}, "holds"),
        ("lock-breaker", Hands, "lock", no_step, "fails"),
        ("lock-breaker", deadcert, "exposed", everything, "fails"),
        ("camouflage", deadcert, "exposed", everything, "fails"),
        ("mostly-fetching", deadcert, "identification_turn", lambda _: Distribution({9: 2, 10: 1}), "fails"),
        ("solo-fetch", solo, "PER_TURN", 2, "fails"),
        ("filed-earlier", Hands, "file", on_top, "fails"),
        ("filed-stacks", Hands, "file", on_one_stack, "fails"),
        ("filed-stacks", solo, "kind_of", lambda card: (card >= 18).view(np.int8), "fails"),
        ("filed-stacks", deadcert, "PER_TURN", 2, "fails"),
        ("filed-earlier", deadcert, "snoops_needed", lambda _: 1, "fails"),
        ("strong-leads-first", deadcert, "simulate_solo", always_alike, "fails"),
        ("weak-leads-later", deadcert, "simulate_solo", always_alike, "fails"),
        ("snoops-decide", deadcert, "simulate_solo", all_in_hand, "fails"),
        ("deeper-is-riskier", deadcert, "band", lambda _: "easily", "fails"),
    ],
)
def test_a_wrong_rule_is_found(
    monkeypatch: pytest.MonkeyPatch, what: str, owner: Any, name: str, instead: Any, verdict: str
) -> None:
    monkeypatch.setattr(owner, name, instead)
    assert CLAIMS[f"deadcert/{what}"].check().verdict == verdict
