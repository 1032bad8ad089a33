"""What is claimed of the cards and snoops of DEADCERT, found a second time card by card, and made to fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, permutations, product
from types import SimpleNamespace
from typing import Any

import pytest

import plain_deadcert
import plain_deadcert_tables as plain
import plain_solo
from crimecalc.claims import deadcert_cards
from crimecalc.claims.claim import CLAIMS
from crimecalc.games.deadcert import rules, snoops
from findings import findings_of

NAMES = [name for name, claim in CLAIMS.items() if claim.check_it.__module__ == deadcert_cards.__name__]
SPLITS = [(one, two, 9 - one - two) for one in range(10) for two in range(10 - one)]
SNOOPS = [plain_solo.Snoop(level, kind) for level in (1, 2) for kind in range(3)]

pytestmark = pytest.mark.exhaustive  # the verdicts are checked in the default run

found = findings_of("deadcert")


# --- the figures, a second time ---------------------------------------------------------------


def test_suspects_are_as_many_as_in_decks_made_by_hand() -> None:
    counted: Counter[tuple[int, ...]] = Counter()
    for split in SPLITS:
        deck = plain.cards(split)
        suspects = [card for card in deck if isinstance(card, plain.Suspect)]
        copies = Counter(card.name for card in suspects)
        counted[len(deck), *(list(copies.values()).count(number) for number in (1, 2, 3))] += 1
        assert len(set(suspects)) == len(suspects)  # nobody is on two cards of the same type
        assert Counter(card.type for card in suspects) == {0: 16, 1: 16, 2: 16}
    ((deck_size, one, two, three),) = counted
    assert found("cards-in-play").evidence == f"{deck_size} cards in 55 of {len(SPLITS)} splits"
    assert found("suspects").evidence.startswith(f"{one + two + three} suspects in")
    assert found("on-one-card").evidence.startswith(f"{one} suspects on one card")
    assert found("prime-suspects").evidence.startswith(f"{two + three} suspects on two or three cards")
    assert found("on-two-cards").evidence.startswith(f"{two} suspects on two cards")
    assert found("one-killer").evidence.startswith(f"{three} suspect on all three types")
    assert found("two-types").evidence == (
        f"{two * len(SPLITS)} of {two * len(SPLITS)} such suspects in {len(SPLITS)} splits"
    )
    assert found("sixteen-of-each").evidence.startswith("16 suspects for each of 3 types")


@pytest.mark.exhaustive
def test_who_turns_over_all_cards_finds_ten_prime_suspects() -> None:
    for split in ((3, 3, 3), (9, 0, 0)):
        assert plain_deadcert.prime_suspects_exposed(54, split) == {10: 1}
    assert found("prime-suspects").evidence.endswith("finds 10 with probability 1")


def test_packets_and_packs_add_up_by_hand() -> None:
    packet = [card for card in plain.cards() if card.type == 0]
    assert {Counter(card.type for card in plain.cards(split))[kind] for split in SPLITS for kind in range(3)} == {18}
    assert found("packet").evidence.startswith(f"{len(packet) - 2} + 2 = {len(packet)} cards, by the deck")
    assert f"; {len(packet)} by the census" in found("packet").evidence
    a_set = len(packet) + 2
    assert found("packs").evidence.startswith(
        f"3 sets of {a_set} cards are {3 * a_set}, and {15 * a_set} in 5 packs; of each set {len(packet)} are in play"
    )
    episodes = {(victim, scene, time) for victim in "ABCDE" for scene in "ABCDE" for time in "ABCDE"}
    assert found("packets").evidence.startswith(f"{3 * 5} packets; {len(episodes)} ways")
    details = {len(episode) for episode in episodes}
    assert found("detail-cards").evidence == (
        f"from 5 packs {len(episodes)} episodes can be made, so {max(details)} choices describe one; three sets of 20 "
        f"have {3 * a_set - len(plain.cards())} cards not in play: as many detail cards as summary cards"
    )


def test_the_numbers_fit_on_the_cards_in_one_way_with_one_killer() -> None:
    ways = [(37 - two - three, two, three) for two in range(38) for three in range(38 - two)]
    fitting = [way for way in ways if way[0] + 2 * way[1] + 3 * way[2] == 3 * 16]
    assert [way for way in fitting if way[2] == 1] == [(27, 9, 1)]
    assert f"of {len(fitting)} ways to put 37 names" in found("numbers-agree").evidence
    assert found("numbers-agree").evidence.startswith("27 + 2 × 9 + 3 = 48 cards")
    assert found("numbers-agree").evidence.endswith("one has a single killer: 27, 9 and 1")


def test_there_are_three_snoops_of_either_level_by_hand() -> None:
    levels = sorted(card.level for card in plain.cards() if isinstance(card, plain.Snoop))
    assert found("six-snoops").evidence.startswith(f"{len(levels)} snoops of levels {', '.join(map(str, levels))}")


def reach(levels: tuple[int, ...], hand: Any, reading: str = "same_stack") -> bool:
    return plain_solo.within_reach(levels, frozenset(hand), reading)


def test_snoops_reach_as_many_places_as_by_the_plain_rule() -> None:
    kinds = ("motive", "means", "opportunity")
    for kind in range(3):
        only = [other for other in range(3) if reach(tuple(int(k == other) for k in range(3)), [SNOOPS[kind]])]
        assert only == [kind]
        assert f"the one for {kinds[kind]} brings back {kinds[kind]}" in found("level-one").evidence
    places = list(product(range(7), repeat=3))
    for number, words in ((1, "1 snoop"), (2, "2 snoops"), (3, "3 snoops")):
        one = sum(reach(place, SNOOPS[:number]) for place in places)
        two = sum(reach(place, SNOOPS[3 : 3 + number]) for place in places)
        assert f"{one} or {two} ({words})" in found("level-two").evidence


def test_pairs_of_types_are_brought_back_as_by_the_plain_rule() -> None:
    pairs = [tuple(one + other for one, other in zip(first, second, strict=True)) for first, second in PAIRS]
    for reading, (place, holds) in {"same_stack": (0, False), "split_tops": (1, True)}.items():
        able = sum(reach(pair, [SNOOPS[3]], reading) for pair in pairs)
        evidence = found("two-of-any").readings[place]
        assert (evidence.holds, evidence.evidence) == (holds, f"{able} of {len(pairs)} pairs of types")


ONE_OF = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
PAIRS = [(one, two) for number, one in enumerate(ONE_OF) for two in ONE_OF[number:]]


def test_levels_are_reached_as_by_taking_cards_off_the_stack() -> None:
    needed = {level: plain_deadcert.snoops_for(level) for level in range(1, 17)}
    by_number: dict[int | None, list[int]] = {}
    for level, number in needed.items():
        by_number.setdefault(number, []).append(level)
    assert by_number == {1: [1, 2], 2: [3, 4], 3: [5, 6], 4: [7, 8], None: list(range(9, 17))}
    for number, levels in by_number.items():
        takes = "all are too few" if number is None else f"{number} snoop"
        assert f"{levels[0]}-{levels[-1]} ({takes}" in found("snoop-reach").evidence
    smaller, deeper = found("levels-below-8").readings
    assert smaller.evidence.endswith(f"{sum(needed[level] is not None for level in range(1, 8))} of 7 of these levels")
    assert deeper.evidence.startswith(f"level {max(level for level, n in needed.items() if n)} is the last")
    assert (smaller.holds, deeper.holds) == (False, True)


def test_as_many_sets_of_snoops_reach_each_level_as_tried_one_by_one() -> None:
    hands = [hand for number in range(7) for hand in combinations(SNOOPS, number)]
    ways = [sum(reach((level, 0, 0), hand) for hand in hands) for level in range(1, 17)]
    assert (
        found("easiest").evidence
        == f"{ways[0]} of {len(hands)} sets of snoops reach levels 1, 2, at most {ways[2]} any other"
    )
    assert found("deeper").evidence.endswith(", ".join(f"level {n} by {way}" for n, way in enumerate(ways[:10], 1)))


def test_careers_are_as_many_as_put_together_packet_by_packet() -> None:
    def put_together(packs: int) -> int:
        return len(set(product(permutations(range(packs)), repeat=2)))  # the motives' packs in order

    assert found("career").evidence.startswith(f"{put_together(2)} of 28 choices of 2 episodes")
    assert f"; {put_together(3)} of 2,925 choices of 3 episodes" in found("career").evidence
    assert found("career").evidence.endswith(f"{put_together(5):,} careers of {5 * 54} cards in play")


def test_48_people_need_eight_tables_of_six_and_no_tables_of_five() -> None:
    base, expanded, covert = found("48-people").readings
    assert base.evidence.startswith(f"{5 * 6} people")
    assert expanded.evidence == f"{48 // 6} packs: {48 // 6 * 6} people"
    assert covert.evidence == f"{48 // 5} packs: {48 // 5 * 5} people, {48 // 5 + 1} packs: {48 // 5 * 5 + 5} people"
    assert (base.holds, expanded.holds, covert.holds) == (False, True, False)


# --- made to fail -----------------------------------------------------------------------------

Cards = tuple[tuple[str, str], ...]


def changed(how: Callable[[str, str], tuple[str, str] | None]) -> Callable[[Any], Cards]:
    """Cards of which each is replaced, or left out for None."""

    def wrong(split: Any) -> Cards:
        made = [how(*card) for card in rules.cards(split)]
        return tuple(card for card in made if card is not None)

    return wrong


def without(name: str) -> Callable[[Any], Cards]:
    return changed(lambda called, kind: None if called == name else (called, kind))


def dealt(made: Callable[[Any], Cards]) -> Callable[[Any], Any]:
    """A setup with these cards."""
    return lambda split: SimpleNamespace(deck=Dealt(made(split)))


class Dealt(tuple[tuple[str, str], ...]):
    """The cards of a setup."""

    @property
    def labels(self) -> Cards:
        """All of them."""
        return tuple(self)


class NoSnoops(rules.Census):
    """A census without snoops."""

    def by_type(self) -> dict[str, dict[str, int]]:
        """Only suspects."""
        return {kind: {"suspect": 16} for kind in super().by_type()}


def all_motives(name: str, kind: str) -> tuple[str, str]:
    return (name, "motive") if name == "prime 2" else (name, kind)


def two_of_a_name(name: str, kind: str) -> tuple[str, str]:
    return ("prime 2" if name == "suspect 11" else name, kind)


def two_killers(name: str, kind: str) -> tuple[str, str]:
    return ("killer" if name == "prime 2" else name, kind)


def fewer_snoops(name: str, kind: str) -> tuple[str, str] | None:
    return None if name == "snoop, level 2" and kind == "means" else (name, kind)


def other_levels(name: str, kind: str) -> tuple[str, str]:
    return (name.replace("level 1", "level 2"), kind)


@pytest.mark.parametrize(
    ("what", "name", "instead", "verdict"),
    [
        ("packet", "setup", dealt(changed(fewer_snoops)), "fails"),
        ("packet", "setup", dealt(without("suspect 11")), "fails"),
        ("packet", "census", NoSnoops, "fails"),
        ("packs", "setup", dealt(without("suspect 11")), "fails"),
        ("detail-cards", "episodes", lambda packs: packs**2, "fails"),
        ("detail-cards", "setup", dealt(without("suspect 11")), "fails"),
        ("packs", "DETAIL_AND_SUMMARY", 1, "fails"),
        ("packets", "episodes", lambda packs: packs**2, "fails"),
        ("packets", "PACKS", 4, "fails"),
        ("cards-in-play", "setup", lambda split: SimpleNamespace(deck=rules.cards(split)[1:]), "fails"),
        ("sixteen-of-each", "cards", without("suspect 37"), "fails"),
        ("suspects", "cards", without("suspect 37"), "fails"),
        ("on-one-card", "cards", changed(two_of_a_name), "fails"),
        ("prime-suspects", "cards", without("prime 3"), "fails"),
        ("prime-suspects", "prime_suspects_exposed", lambda _: {10: 0}, "fails"),
        ("on-two-cards", "cards", changed(two_killers), "fails"),
        ("one-killer", "cards", changed(two_killers), "fails"),
        ("one-killer", "cards", without("killer"), "fails"),
        ("two-types", "cards", changed(all_motives), "fails"),
        ("numbers-agree", "NAMES", 36, "fails"),
        ("numbers-agree", "SUSPECT_CARDS", 51, "fails"),
        ("six-snoops", "cards", changed(fewer_snoops), "fails"),
        ("six-snoops", "cards", changed(other_levels), "fails"),
        ("level-one", "reclaimable", lambda *_: True, "fails"),
        ("level-two", "reclaimable", lambda *_: True, "fails"),
        ("two-of-any", "reclaimable", lambda *_: True, "holds"),
        ("snoop-reach", "band", lambda level: snoops.band(level + 1), "fails"),
        ("levels-below-8", "snoops_needed", lambda level: 1 if level == 8 else None, "holds"),
        ("levels-below-8", "snoops_needed", lambda _: 1, "fails"),
        ("easiest", "reclaimable", lambda levels, _own, more: levels[0] <= 4 * more, "fails"),
        ("deeper", "reclaimable", lambda levels, _own, more: levels[0] > more, "fails"),
        ("career", "careers", lambda packs: packs, "fails"),
        ("career", "episodes", lambda packs: packs, "fails"),
        ("48-people", "most_people", lambda *_: 48, "holds"),
        ("48-people", "most_people", lambda packs, *_: 5 * packs, "fails"),
    ],
)  # fmt: skip
def test_a_wrong_rule_is_found(
    monkeypatch: pytest.MonkeyPatch, what: str, name: str, instead: Any, verdict: str
) -> None:
    monkeypatch.setattr(deadcert_cards, name, instead)
    assert CLAIMS[f"deadcert/{what}"].check().verdict == verdict
