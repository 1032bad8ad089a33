"""Countable sentences of the rules of DEADCERT about cards, suspects, snoops, and episodes.

How the suspects on two cards are spread over the pairs of types is not printed, so cards are counted in every split.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise, product
from math import comb

from crimecalc.claims.claim import Reading, claim
from crimecalc.games.deadcert.draw import prime_suspects_exposed
from crimecalc.games.deadcert.formats import careers, episodes, most_people, packs_needed
from crimecalc.games.deadcert.rules import (
    CARDS,
    KILLER_CARDS,
    NAMES,
    SUSPECT_CARDS,
    TYPES,
    Split,
    cards,
    census,
    is_snoop,
    setup,
    splits,
)
from crimecalc.games.deadcert.snoops import LEVEL_TWO, READINGS, band, reclaimable, snoops_needed
from crimecalc.rendering import listed, plural

__all__: list[str] = []

DETAIL_AND_SUMMARY = 2
"""Cards of a packet that are not in play."""

PACKS = 5


def _types_of(split: Split) -> dict[str, list[str]]:
    """The types of evidence on which each suspect is, card by card."""
    found: dict[str, list[str]] = {}
    for name, kind in cards(split):
        if not is_snoop(name):
            found.setdefault(name, []).append(kind)
    return found


def _in_every_split(what: str, expected: int, count: dict[int, int]) -> Reading:
    """What was counted, as how often each number came up among the splits."""
    found = listed(f"{number} {what}" for number in count)
    return Reading(set(count) == {expected}, f"{found} in {sum(count.values())} of {len(splits())} splits")


def _suspects_on(*copies: int) -> dict[int, int]:
    """How many suspects are on so many cards, as how often each number comes up among the splits."""
    return Counter(sum(len(kinds) in copies for kinds in _types_of(split).values()) for split in splits())


# --- packets ----------------------------------------------------------------------------------


def _packets() -> set[tuple[int, int, int]]:
    """Suspects and snoops in each packet, in every split: in the shuffled deck; and all by the census."""
    found = set()
    for split in splits():
        counted = census(split).by_type()
        for kind in TYPES:
            names = [card[0] for card in setup(split).deck.labels if card[1] == kind]  # type: ignore[index]
            snoops = sum(map(is_snoop, names))
            found.add((len(names) - snoops, snoops, sum(counted[kind].values())))
    return found


@claim("deadcert/packet", "Initial Set Up, Evidence Packets", "A packet holds 16 suspects and 2 snoops, 18 in all.")
def _packet() -> Reading:
    found = _packets()
    shown = "; ".join(f"{one} + {two} = {one + two} cards" for one, two, _ in sorted(found))
    return Reading(
        found == {(16, 2, 18)},
        f"{shown}, by the deck that is shuffled; {listed(sorted({all_ for *_, all_ in found}))} by the census; for "
        f"each of {len(TYPES)} types in {len(splits())} splits",
    )


@claim("deadcert/packs", "Initial Set Up", "Each of five packs has 60 cards, in three sets of 20.")
def _packs() -> Reading:
    sets = {suspects + snoops + DETAIL_AND_SUMMARY for suspects, snoops, _ in _packets()}
    packs = [len(TYPES) * a_set for a_set in sets]
    found = f"{len(TYPES)} sets of {listed(sets)} cards are {listed(packs)}"
    return Reading(
        sets == {20} and packs == [60],
        f"{found}, and {listed(PACKS * pack for pack in packs)} in {PACKS} packs; of each set "
        f"{listed(a_set - DETAIL_AND_SUMMARY for a_set in sets)} are in play, the two others are counted as printed",
    )


@claim(
    "deadcert/detail-cards",
    "Creating a Murder Episode",
    "Three detail cards lie on the table: victim, crime scene, time of death.",
)
def _detail_cards() -> Reading:
    chosen = {packs: [number for number in range(10) if packs**number == episodes(packs)] for packs in range(2, 9)}
    rest = {20 * len(TYPES) - len(setup(split).deck) for split in splits()}
    found = (
        f"from {PACKS} packs {episodes(PACKS)} episodes can be made, so {listed(chosen[PACKS])} choices describe one"
    )
    return Reading(
        all(numbers == [3] for numbers in chosen.values()) and rest == {3 * DETAIL_AND_SUMMARY},
        f"{found}; three sets of 20 have {listed(rest)} cards not in play: as many detail cards as summary cards",
    )


@claim("deadcert/packets", "Initial Set Up, Evidence Packets", "Five packs make 15 evidence packets.")
def _packets_of_the_set() -> Reading:
    packets = list(product(range(PACKS), TYPES))
    choices = sum(len({kind for _, kind in three}) == len(TYPES) for three in combinations(packets, len(TYPES)))
    found = f"{len(packets)} packets; {choices} ways to take one of each type, as many as episodes"
    return Reading(len(packets) == 15 and choices == episodes(PACKS), found)


@claim("deadcert/cards-in-play", "Creating a Murder Episode", "54 cards are in play.")
def _cards_in_play() -> Reading:
    return _in_every_split("cards", 54, Counter(len(setup(split).deck) for split in splits()))


# --- suspects ---------------------------------------------------------------------------------


@claim(
    "deadcert/sixteen-of-each",
    "Raw Recruit Briefing, A Typical Rookie Error",
    "There are 16 suspects with a motive, 16 with the means and 16 with an opportunity.",
)
def _sixteen_of_each() -> Reading:
    found = Counter(sum(kind in kinds for kinds in _types_of(split).values()) for split in splits() for kind in TYPES)
    each = listed(f"{number} suspects" for number in found)
    return Reading(set(found) == {16}, f"{each} for each of {len(TYPES)} types in all {len(splits())} splits")


@claim("deadcert/suspects", "Creating a Murder Episode, The 37 Suspects", "There are 37 suspects.")
def _suspects() -> Reading:
    return _in_every_split("suspects", 37, _suspects_on(1, 2, 3))


@claim("deadcert/on-one-card", "Creating a Murder Episode, The 37 Suspects", "27 suspects have a single card.")
def _on_one_card() -> Reading:
    return _in_every_split("suspects on one card", 27, _suspects_on(1))


@claim(
    "deadcert/prime-suspects",
    "Creating a Murder Episode, The 37 Suspects",
    "10 suspects are prime suspects, on several cards.",
)
def _prime_suspects() -> Reading:
    counted = _in_every_split("suspects on two or three cards", 10, _suspects_on(2, 3))
    seen = prime_suspects_exposed(CARDS)[10]
    return Reading(
        counted.holds and seen == 1, f"{counted.evidence}; who sees all cards finds 10 with probability {seen}"
    )


@claim(
    "deadcert/on-two-cards", "Creating a Murder Episode, The 37 Suspects", "9 prime suspects are on just two cards."
)
def _on_two_cards() -> Reading:
    return _in_every_split("suspects on two cards", 9, _suspects_on(2))


@claim(
    "deadcert/one-killer",
    "Creating a Murder Episode, The 37 Suspects",
    "Exactly one suspect is on three cards, one of each type: the murderer.",
)
def _one_killer() -> Reading:
    found = Counter(sum(sorted(kinds) == sorted(TYPES) for kinds in _types_of(split).values()) for split in splits())
    on_three = set(_suspects_on(3)) == {1}
    counted = _in_every_split("suspect on all three types", 1, found)
    return Reading(counted.holds and on_three, counted.evidence)


@claim("deadcert/two-types", "Checklists (6)", "The nine suspects on two cards are on two different types.")
def _two_types() -> Reading:
    pairs = [tuple(sorted(kinds)) for split in splits() for kinds in _types_of(split).values() if len(kinds) == 2]
    different = sum(one != two for one, two in pairs)
    return Reading(different == len(pairs) > 0, f"{different} of {len(pairs)} such suspects in {len(splits())} splits")


@claim(
    "deadcert/numbers-agree",
    "Creating a Murder Episode, The 37 Suspects",
    "27 suspects on one card, 9 on two and 1 on three are 37 suspects on the 48 suspect cards.",
)
def _numbers_agree() -> Reading:
    census_ = census()
    ways = [
        (NAMES - two - three, two, three)
        for two, three in product(range(NAMES + 1), repeat=2)
        if NAMES + two + 2 * three == SUSPECT_CARDS and two + three <= NAMES
    ]
    one_on_three = [way for way in ways if way[2] == 1]
    total = census_.suspect_cards
    shown = " or ".join(f"{one}, {two} and {three}" for one, two, three in one_on_three)
    found = f"{sum(census_.singles)} + 2 × {sum(census_.doubles)} + {KILLER_CARDS} = {total} cards"
    return Reading(
        one_on_three == [(27, 9, 1)] and total == SUSPECT_CARDS == 48,
        f"{found}; of {len(ways)} ways to put {NAMES} names on them one has a single killer: {shown}",
    )


# --- snoops -----------------------------------------------------------------------------------


@claim("deadcert/six-snoops", "Snoop Cards (5)", "Each episode has six snoops among its cards, three of either level.")
def _six_snoops() -> Reading:
    found = Counter(tuple(sorted(n[-1] for n, _ in cards(split) if is_snoop(n))) for split in splits())
    levels = listed(f"{len(one)} snoops of levels {', '.join(one)}" for one in found)
    return Reading(set(found) == {("1", "1", "1", "2", "2", "2")}, f"{levels} in {sum(found.values())} splits")


@claim("deadcert/level-one", "Snoop Cards (5)", "A snoop of level 1 works on one type only, another for each type.")
def _level_one() -> Reading:
    works = {kind: [other for other in TYPES if reclaimable({other: 1}, [kind], 0)] for kind in TYPES}
    found = "; ".join(f"the one for {kind} brings back {listed(others)}" for kind, others in works.items())
    return Reading(all(others == [kind] for kind, others in works.items()), f"of the {len(TYPES)} types {found}")


@claim(
    "deadcert/level-two",
    "SOLOplay (4c), Stage 3",
    "Snoops of level 2 are more flexible than as many of level 1.",
)
def _level_two() -> Reading:
    levels = list(product(range(7), repeat=len(TYPES)))
    right, found = True, []
    for number in range(1, len(TYPES) + 1):
        by_two = {one for one in levels if reclaimable(one, [], number)}
        for kinds in combinations(TYPES, number):
            by_one = {one for one in levels if reclaimable(one, list(kinds), 0)}
            right &= by_one < by_two
        found.append(f"{len(by_one)} or {len(by_two)} ({plural(number, 'snoop')})")
    return Reading(
        right,
        f"of {len(levels)} ways in which the killer's cards lie within level 6, snoops of level 1 or as many of "
        f"level 2 reach {'; '.join(found)}",
    )


@claim(
    "deadcert/two-of-any",
    "Snoop Cards (5), Level 2",
    "In SOLOplay a snoop of level 2 brings back two cards of any type.",
    "ambiguous",
)
def _two_of_any() -> tuple[Reading, ...]:
    taken_as = {"same_stack": "both are taken from one stack", "split_tops": "each may be from another stack"}
    readings = []
    for reading in READINGS:
        pairs = [{one: 2} if one == two else {one: 1, two: 1} for one, two in product(TYPES, repeat=2) if one <= two]
        able = sum(reclaimable(pair, [], 1, reading) for pair in pairs)
        found = f"{able} of {len(pairs)} pairs of types"
        readings.append(Reading(able == len(pairs), found, taken_as=taken_as[reading]))
    return tuple(readings)


# --- the reach of snoops ----------------------------------------------------------------------


LEVELS = range(1, 17)
"""Levels of a stack of all suspects of a type."""


@claim(
    "deadcert/snoop-reach",
    "SOLOplay (4c), Snoop Reach",
    "Levels 1-2 are reached easily, 3-4 possibly, 5-6 at a risk, 7-8 at a great risk, deeper ones never.",
)
def _snoop_reach() -> Reading:
    words = ["easily", "possible", "risky", "very risky"]
    printed = {level: words[(level - 1) // 2] if level <= 8 else "impossible" for level in LEVELS}
    derived = {level: band(level) for level in LEVELS}
    by_word: dict[str, list[int]] = {}
    for level, word in derived.items():
        by_word.setdefault(word, []).append(level)
    found = []
    for word, levels in by_word.items():
        needed = snoops_needed(levels[0])
        takes = "all are too few" if needed is None else plural(needed, "snoop")
        found.append(f"{word} {levels[0]}-{levels[-1]} ({takes})")
    return Reading(derived == printed, ", ".join(found))


@claim(
    "deadcert/levels-below-8",
    "SOLOplay (4c), Stage 3",
    "Below level 8 no card can be brought back.",
    "ambiguous",
)
def _levels_below_8() -> tuple[Reading, ...]:
    smaller = [level for level in LEVELS if level < 8]
    deeper = [level for level in LEVELS if level > 8]
    deepest = max(level for level in LEVELS if snoops_needed(level) is not None)
    return (
        Reading(
            all(snoops_needed(level) is None for level in smaller),
            f"all six snoops in hand reach {sum(snoops_needed(level) is not None for level in smaller)} of "
            f"{len(smaller)} of these levels",
            taken_as="below means smaller numbers",
        ),
        Reading(
            all(snoops_needed(level) is None for level in deeper),
            f"level {deepest} is the last that they reach, with {snoops_needed(deepest)} snoops, as in the diagram",
            taken_as="below means deeper in the stack",
        ),
    )


def _snoops_that_reach(level: int) -> int:
    """How many of the 64 sets of snoops that may be in hand bring back the motive card from a level."""
    return sum(
        comb(LEVEL_TWO, more)
        for own in product((False, True), repeat=len(TYPES))
        for more in range(LEVEL_TWO + 1)
        if reclaimable((level, 0, 0), own, more)
    )


@claim(
    "deadcert/easiest",
    "SOLOplay (4c), Stage 3",
    "No other cards are brought back as easily as those at levels 1 and 2.",
)
def _easiest() -> Reading:
    ways = {level: _snoops_that_reach(level) for level in LEVELS}
    best = [level for level in LEVELS if ways[level] == max(ways.values())]
    found = f"{max(ways.values())} of 64 sets of snoops reach levels {listed(best)}"
    return Reading(best == [1, 2], f"{found}, at most {max(ways[level] for level in LEVELS if level > 2)} any other")


@claim("deadcert/deeper", "SOLOplay (4c), Stage 3", "The deeper a card lies, the less easily it is brought back.")
def _deeper() -> Reading:
    ways = [_snoops_that_reach(level) for level in LEVELS]
    falling = all(one >= two for one, two in pairwise(ways)) and ways[0] > ways[-1]
    found = listed(f"level {level} by {number}" for level, number in zip(LEVELS, ways[:10], strict=False))
    return Reading(falling, f"reached by so many of 64 sets of snoops: {found}")


# --- modes of play ----------------------------------------------------------------------------


@claim(
    "deadcert/career",
    "Modes of Play (8), Career Mode",
    "The episodes of a career use every card, and each only once.",
)
def _career() -> Reading:
    right, found = True, []
    for packs in (2, 3):
        every = list(product(range(packs), repeat=len(TYPES)))
        sets = list(combinations(every, packs))
        complete = sum(all(len(set(used)) == packs for used in zip(*chosen, strict=True)) for chosen in sets)
        right &= len(every) == episodes(packs) and 0 < complete == careers(packs)
        found.append(
            f"{complete} of {len(sets):,} choices of {packs} episodes from {packs} packs use every packet once"
        )
    coloured = PACKS * census().cards
    right &= {coloured} == {PACKS * len(TYPES) * (one + two) for one, two, _ in _packets()}
    return Reading(
        right, f"{'; '.join(found)}; with {PACKS} packs {careers(PACKS):,} careers of {coloured} cards in play"
    )


@claim(
    "deadcert/48-people", "Modes of Play (8), Group Mode", "Up to 48 people can play at the same time.", "ambiguous"
)
def _people() -> tuple[Reading, ...]:
    base, packs = most_people(PACKS), packs_needed(48)
    covert = [most_people(number, "COVERTplay") for number in range(1, 49)]
    needed = packs_needed(48, "COVERTplay")
    return (
        Reading(
            base == 48,
            f"{base} people at {PACKS} tables",
            taken_as="OPENplay with the five packs of the game is meant",
        ),
        Reading(
            most_people(packs) == 48,
            f"{packs} packs: {most_people(packs)} people",
            taken_as="OPENplay with an expanded set is meant",
        ),
        Reading(
            48 in covert,
            f"{needed - 1} packs: {covert[needed - 2]} people, {needed} packs: {covert[needed - 1]} people",
            taken_as="exactly 48 in COVERTplay are meant",
        ),
    )
