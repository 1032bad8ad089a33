"""Countable sentences of the rules of DEADCERT about COVERTplay and SOLOplay; those about all else come first.

What depends on how people play is simulated, as in :mod:`~crimecalc.claims.deadcert_open`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import hypot
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crimecalc.claims.claim import Reading, claim
from crimecalc.claims.deadcert_open import NOISE, ONE, SEED, suspects
from crimecalc.games.deadcert.covert import SNOOPED_CARDS, exposed, gather, simulate_covert
from crimecalc.games.deadcert.draw import identification_turn, killer_cards_among, possible_killers
from crimecalc.games.deadcert.hands import EMPTY, Hands
from crimecalc.games.deadcert.policies import Table
from crimecalc.games.deadcert.rules import CARDS, DEFAULT, TYPES, Split
from crimecalc.games.deadcert.snoops import band, snoops_needed
from crimecalc.games.deadcert.solo import PER_TURN, simulate_solo
from crimecalc.games.deadcert.tables import numbered
from crimecalc.rendering import listed
from crimecalc.tally import standard_error

__all__: list[str] = []

LONGEST = 60
"""Rounds after which games of COVERTplay are broken off."""


# --- COVERTplay -------------------------------------------------------------------------------


def _table(players: int, *hands: Sequence[int], fresh: bool = True) -> Hands:
    """A table of COVERTplay on which these hands are held, with an unshuffled stack."""
    table = Hands(players, DEFAULT, np.arange(CARDS, dtype=np.int8)[None], np.random.default_rng(SEED))
    for seat, held in enumerate(hands):
        for place, card in enumerate(held):
            table.hand[seat, place, 0] = card
            table.note(seat, ONE, np.array([card], dtype=np.int8))
    if not fresh:
        table.fetched[:] = CARDS
    return table


def _kept(table: Hands, seat: int) -> int:
    """How many cards a detective has in hand after filing what is too much."""
    everything = table.analyse(seat)
    table.keep(seat, everything, np.ones(everything.shape, dtype=np.int8))
    return int((table.hand[seat] != EMPTY).sum())


def _in_hand() -> list[int]:
    """How many cards are in hand whenever a card has to be filed in SOLOplay."""
    found: list[int] = []

    def look(table: Table) -> NDArray[Any]:
        found.append(len(table.kind))
        return table.strength

    simulate_solo(look, 20, SEED)
    return found


@claim("deadcert/seven-in-hand", "Play Formats, Comparison Table", "In COVERTplay and SOLOplay seven cards are kept.")
def _seven_in_hand() -> Reading:
    in_hand = _in_hand()
    alone = min(in_hand) - 1  # one more is filed when a policy is asked
    covert = set()
    for policy in ("fetch", "declare"):
        table = _table(2, suspects(0)[-7:], fresh=policy == "fetch")
        for card in suspects(1):
            table.file(1, ONE, np.array([card], dtype=np.int8))
        gather(table, 0, policy)
        covert.add(_kept(table, 0))
    found = f"SOLOplay: {alone} of up to {max(in_hand)} after each filing; COVERTplay: {listed(sorted(covert))}"
    return Reading(alone == 7 and covert == {7}, found)


def _gathered(table: Hands, seat: int) -> int:
    return int((table.gathered[seat] != EMPTY).sum())


@claim("deadcert/fetch", "COVERTplay (4b), Stage 1", "A detective who fetches gathers three new cards.")
def _fetch() -> Reading:
    table = _table(2)
    gather(table, 0, "fetch")
    number = _gathered(table, 0)
    return Reading(number == 3, f"{number} gathered, {CARDS - int(table.fetched[0])} of {CARDS} left")


@claim(
    "deadcert/snoop",
    "COVERTplay (4b), Stage 1",
    "With a snoop two cards come from an opponent's hand of seven, and a third is fetched.",
)
def _snoop() -> Reading:
    found = set()
    for snoop in (*numbered(DEFAULT).level1.tolist(), *numbered(DEFAULT).level2.tolist()[:-1]):
        table = _table(2, [snoop], [*suspects(0)[-3:], *suspects(1)[-2:], *suspects(2)[-2:]])
        before = int((table.hand[1] != EMPTY).sum())
        gather(table, 0, "snoop")
        lost = before - int((table.hand[1] != EMPTY).sum())
        found.add((before, lost, int(table.fetched[0]), _gathered(table, 0)))
    words = "; ".join(f"{lost} of {held} and {new} new are {all_}" for held, lost, new, all_ in sorted(found))
    return Reading(found == {(7, 2, 1, 3)}, words)


@claim("deadcert/snooped-once", "COVERTplay (4b), Stage 1", "Nobody is snooped twice in the same round.")
def _snooped_once() -> Reading:
    cards = numbered(DEFAULT)
    table = _table(3, [int(cards.level2[0])], [int(cards.level2[1])], suspects(0)[-7:])
    table.hand[0, 1:, 0] = EMPTY
    left = []
    for seat in (0, 1):
        gather(table, seat, "snoop")
        left.append(int((table.hand[2] != EMPTY).sum()))
    found = f"of 7 cards {left[0]} are left after the first snoop and {left[1]} after a second detective's turn"
    return Reading(left[0] < 7 and left[1] == left[0], found)


@claim(
    "deadcert/declare",
    "COVERTplay (4b), Stage 1",
    "Who declares fetches five cards, if the fresh stack is used up and five cards at least are filed.",
)
def _declare() -> Reading:
    found = {(filed, fresh): _declared(filed, fresh)[0] for filed in (4, 5) for fresh in (True, False)}
    words = f"{found[5, False]} cards; {found[4, False]} with four filed, {found[5, True]} with fresh cards left"
    return Reading(found == {(5, False): 5, (4, False): 3, (5, True): 3, (4, True): 3}, words)


def _declared(filed: int, fresh: bool) -> tuple[int, int]:
    """How many cards somebody who would declare gathers, and by how many those in hands and stacks change."""
    table = _table(2, suspects(0)[-1:], fresh=fresh)
    for card in [*suspects(1)[-3:], *suspects(2)[-3:]][:filed]:
        table.file(1, ONE, np.array([card], dtype=np.int8))
    gather(table, 0, "declare")
    held = int((table.hand != EMPTY).sum()) + int((table.gathered != EMPTY).sum()) + int(table.filed.sum())
    return _gathered(table, 0), held - (filed + 1)


@claim(
    "deadcert/declaring-shortens",
    "Hints & Tips (9)",
    "Declaring shortens the episode, as fewer cards are in circulation.",
    "ambiguous",
)
def _declaring_shortens() -> tuple[Reading, ...]:
    _, change = _declared(5, fresh=False)
    without, with_it = (
        simulate_covert(policy, 200, SEED, players=4, most_rounds=LONGEST) for policy in ("snoop", "declare")
    )
    error = hypot(standard_error(without.lengths), standard_error(with_it.lengths))
    gain = without.mean_length - with_it.mean_length
    rounds = f"{with_it.mean_length:.1f} rounds instead of {without.mean_length:.1f}, counted up to {LONGEST}"
    return (
        Reading(
            change < 0,
            f"{-change} card fewer each time",
            taken_as="the cards in circulation are meant, and declared ones are not fetched again",
        ),
        Reading(
            gain > NOISE * error,
            f"{rounds}, standard error {error:.1f}; a card of the killer may be declared as well",
            taken_as="the rounds are meant, and any lead seen once is declared",
        ),
    )


@claim(
    "deadcert/lock-down",
    "COVERTplay (4b), Stage 4",
    "While a pair is in lock down the hand is five cards instead of seven.",
)
def _lock_down() -> Reading:
    killer = numbered(DEFAULT).killer.tolist()
    kept = []
    for pair in (False, True):
        table = _table(2, [*killer[:2], *suspects(2)[-5:]])
        if pair:
            table.lock(0)
        gather(table, 0, "fetch")
        kept.append((_kept(table, 0), int((table.locked[0] != EMPTY).sum())))
    found = f"{kept[1][0]} in hand beside {kept[1][1]} in lock down, {kept[0][0]} otherwise"
    return Reading(kept == [(7, 0), (5, 2)], found)


@claim("deadcert/one-lock", "COVERTplay (4b), Stage 4", "A detective has no more than one pair in lock down.")
def _one_lock() -> Reading:
    cards = numbered(DEFAULT)
    pairs = [np.flatnonzero(cards.name == name).tolist()[:2] for name in range(3)]
    table = _table(2, [card for pair in pairs for card in pair])
    locked = []
    for _ in pairs:
        table.lock(0)
        locked.append(int((table.locked[0] != EMPTY).sum()) // 2)
    left = int((table.hand[0] != EMPTY).sum())
    lying = f"{listed(sorted(set(locked)))} of {len(pairs)} pairs lies there"
    return Reading(set(locked) == {1}, f"after each of {len(pairs)} lock downs {lying}, {left} cards are in hand")


@claim("deadcert/lock-breaker", "COVERTplay (4b), Stage 4", "Just one snoop takes a pair that is in lock down.")
def _lock_breaker() -> Reading:
    cards = numbered(DEFAULT)
    table = _table(2, [], cards.killer.tolist()[:2])
    table.lock(1)
    snoops = [*cards.level1.tolist(), *cards.level2.tolist()]
    able = [int(cards.snoop[snoop]) for snoop in snoops if exposed(table, snoop, 1, ONE).any()]
    locked = int((table.locked[1] != EMPTY).sum())
    return Reading(able == [2] and locked == 2, f"{len(able)} of {len(snoops)} snoops, of level {listed(able)}")


@claim(
    "deadcert/press-conference",
    "COVERTplay (4b), Stage 4",
    "The winner holds the killer's cards: for motive, means and opportunity.",
)
def _press_conference() -> Reading:
    killer = numbered(DEFAULT).killer.tolist()
    wins, tried = [], 0
    for number, pair in product(range(len(killer) + 1), (False, True)):
        for held in combinations(killer, number):
            table = _table(2, held)
            if pair:
                table.lock(0)
            tried += 1
            if table.holds_killer(0)[0]:
                wins.append(number)
    found = f"of {tried} ways to hold some of the {len(killer)} cards, {len(wins)} win"
    return Reading(wins == [3, 3], f"{found}: with {listed(sorted(set(wins)))} of them, two in lock down or not")


@claim(
    "deadcert/camouflage",
    "Hints & Tips (9)",
    "More cards of its type in hand make it less likely that a vital card is snooped.",
    "ambiguous",
)
def _camouflage() -> tuple[Reading, ...]:
    cards = numbered(DEFAULT)
    readings = []
    for snoop, taken_as in (
        (int(cards.level1[0]), "the snoop is of level 1 and takes cards of the type"),
        (int(cards.level2[0]), "the snoop is of level 2 and takes any two"),
    ):
        risks = []
        for same in range(2, 8):
            table = _table(2, [snoop], [*suspects(0)[:1], *suspects(0)[-(same - 1) :], *suspects(1)[-7:]][:7])
            risks.append(Fraction(SNOOPED_CARDS, int(exposed(table, snoop, 1, ONE).sum())))
        falls = all(one > two for one, two in pairwise(risks))
        found = f"probability {listed(risks)} with 2 to 7 cards of its type"
        readings.append(Reading(falls, found, taken_as=taken_as))
    return tuple(readings)


# --- SOLOplay ---------------------------------------------------------------------------------


@claim("deadcert/mostly-fetching", "SOLOplay (4c), Stage 1", "For most of the game cards are fetched.")
def _mostly_fetching() -> Reading:
    turns = CARDS // PER_TURN
    known = identification_turn(PER_TURN)
    mean, late = known.expectation(), known.probability(lambda turn: 2 * turn > turns)
    found = f"the killer is known in turn {float(mean):.1f} ({mean}) of {turns} on average"
    return Reading(2 * late > 1, f"{found}, in the second half with probability {late}")


@claim(
    "deadcert/identified",
    "SOLOplay (4c), Stage 1",
    "The murderer is identified when the third card that names them is seen.",
    "ambiguous",
)
def _identified() -> tuple[Reading, ...]:
    readings = []
    for split, taken_as in (
        (DEFAULT, "three suspects are on each pair of types"),
        (Split(9, 0, 0), "nine suspects are on motive and means, and the detective knows that"),
    ):
        known = [possible_killers(seen, split)[1] for seen in range(CARDS + 1)]
        third = [killer_cards_among(seen)[len(TYPES)] for seen in range(CARDS + 1)]
        found = f"with one card left the killer is certain with probability {known[CARDS - 1]}"
        seen = f"all three cards are seen with {third[CARDS - 1]}"
        readings.append(Reading(known == third, f"{found}, and {seen}", taken_as=taken_as))
    return tuple(readings)


@claim("deadcert/solo-fetch", "SOLOplay (4c), Stage 1", "Three new cards are fetched in a turn.")
def _solo_fetch() -> Reading:
    in_hand = _in_hand()
    more = max(in_hand) - (min(in_hand) - 1)
    return Reading(more == 3, f"{more} more than are kept, up to {max(in_hand)} in hand")


@claim(
    "deadcert/filed-stacks",
    "COVERTplay (4b), Stage 3; SOLOplay (4c), Stage 3",
    "What is filed makes three stacks, by type of evidence.",
)
def _filed_stacks() -> Reading:
    table, right = _table(2), True
    for card, kind in enumerate(numbered(DEFAULT).kind.tolist()):
        before = table.filed[0, :, 0].copy()
        table.file(0, ONE, np.array([card], dtype=np.int8))
        right &= (table.filed[0, :, 0] - before).tolist() == [kind == other for other in range(len(TYPES))]
    sizes = table.filed[0, :, 0].tolist()
    solo = _solo_stacks()
    return Reading(
        right and sizes == [18, 18, 18] and bool(solo) and solo == [len(TYPES)] * len(solo),
        f"COVERTplay: {CARDS} filed cards are {listed(sizes)}; SOLOplay: all that is filed lies in "
        f"{listed(sorted(set(solo)))} stacks, in {len(solo)} looks",
    )


def _solo_stacks() -> list[int]:
    """In how many stacks all filed cards of SOLOplay are, 0 if some are in none; where a hand has every type."""
    found: list[int] = []

    def look(table: Table) -> NDArray[Any]:
        heights = np.array([np.where(table.kind == kind, table.height, -1).max(axis=0) for kind in range(len(TYPES))])
        filed = PER_TURN * table.turn - len(table.kind)
        for stacks in heights.T[(heights >= 0).all(axis=0)].tolist():
            found.append(len(stacks) * (sum(stacks) == filed))
        return table.strength

    simulate_solo(look, 20, SEED)
    return found


@claim(
    "deadcert/filed-earlier",
    "SOLOplay (4c), Stage 3",
    "Cards are slid underneath, so those filed earlier are easier to bring back.",
)
def _filed_earlier() -> Reading:
    order = suspects(0)
    table = _table(2, fresh=False)
    for card in order:
        table.file(1, ONE, np.array([card], dtype=np.int8))
    level = {}
    for number in range(len(order)):
        table.fetch(0, ONE)
        level[int(table.gathered[0, 0, 0])] = number + 1
        table.gathered[0] = EMPTY
    needed = [snoops_needed(level[card]) or CARDS for card in order]
    found = f"filed one by one, {len(order)} cards are at levels {level[order[0]]} to {level[order[-1]]}"
    reach = sum(number < CARDS for number in needed)
    right = [level[card] for card in order] == sorted(level.values()) and needed == sorted(needed)
    return Reading(right and needed[0] < needed[-1], f"{found}; snoops reach the first {reach}")


def _low_stacks_against(worse: str, filing: str) -> Reading:
    """Whether it wins more often, beyond the noise, to file strong leads on low stacks than by another policy."""
    one, two = (simulate_solo(policy, 10_000, SEED) for policy in ("C6", worse))
    error = hypot(one.standard_error, two.standard_error)
    gain = one.win_probability - two.win_probability
    found = f"strong leads filed on stacks of fewer than 6 cards, otherwise weak ones: {one.win_probability:.3f} won"
    other = f"{filing} at all times: {two.win_probability:.3f}"
    return Reading(gain > NOISE * error, f"{found}; {other}; standard error {error:.3f}")


@claim(
    "deadcert/strong-leads-first",
    "SOLOplay (4c), Stage 3",
    "At first strong leads should be filed and weak ones kept.",
)
def _strong_leads_first() -> Reading:
    return _low_stacks_against("A", "weak ones")


@claim(
    "deadcert/weak-leads-later",
    "SOLOplay (4c), Stage 3",
    "Once the stacks are high, strong leads should be kept and weak ones filed.",
)
def _weak_leads_later() -> Reading:
    return _low_stacks_against("C54", "strong ones")


@claim(
    "deadcert/snoops-decide",
    "Snoop Cards (5)",
    "In SOLOplay snoops usually decide in the end whether the game is won.",
)
def _snoops_decide() -> Reading:
    filed = {"A": "weak leads", "B2": "any suspect", "C6": "strong leads on low stacks", "D": "the best way found"}
    shares = {}
    for policy in filed:
        games = simulate_solo(policy, 4000, SEED)
        shares[policy] = 1 - games.deepest[0] / games.n
    found = listed(f"{share:.3f} ({filed[policy]})" for policy, share in shares.items())
    found = f"share of games in which a card of the killer has to be brought back, by what is filed: {found}"
    return Reading(min(shares.values()) > 0.5, found)


@claim(
    "deadcert/deeper-is-riskier",
    "SOLOplay (4c), Snoop Reach",
    "From easily to impossible, each row of the diagram is harder to bring back than the one before.",
)
def _deeper_is_riskier() -> Reading:
    games = simulate_solo("B", 10_000, SEED)
    played, won = Counter[str](), Counter[str]()
    for level in sorted(games.deepest):
        played[band(level)] += games.deepest[level]
        won[band(level)] += games.won_from[level]
    shares = {word: won[word] / played[word] for word in played if word != "in hand"}
    falling = all(one > two for one, two in pairwise(shares.values()))
    found = ", ".join(f"{word} {share:.3f}" for word, share in shares.items())
    found = f"share of games won, by where the killer's deepest card lies, filing any cards: {found}"
    return Reading(falling and len(shares) == 5, found)
