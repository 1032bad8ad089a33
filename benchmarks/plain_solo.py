"""SOLOplay of DEADCERT: London played card by card in plain Python, sharing no code with crimecalc.

One game is one shuffled deck, a hand that is a list in the order of fetching, and three filed stacks that are lists
from the top down. Nothing is worked out for many games at once. It is the slow baseline of the benchmarks and, in the
tests, the second opinion on the fast simulation.

What the rules leave open is decided as follows. The hand starts empty. Three cards are fetched a turn and looked at
together, and only then are cards filed until seven are left. Once the third card of the killer has been seen, the
killer's cards and the snoops are kept, and fetching goes on until the fresh stack is empty. Cards filed by then lie
underneath all that were filed before, so the game is settled by the stacks as they are at that moment, and by the
snoops that were never filed. Each packet holds the level 1 snoop of its own type and one level 2 snoop, and a filed
snoop goes to the stack of its packet's type.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import sqrt

MOTIVE, MEANS, OPPORTUNITY = KINDS = (0, 1, 2)
PAIRS = ((MOTIVE, MEANS), (MOTIVE, OPPORTUNITY), (MEANS, OPPORTUNITY))
"""The types that a suspect on two cards can appear under, in the order of a split."""
SUSPECTS_OF_A_KIND = 16
KILLER = 0
PER_TURN = 3
HAND_LIMIT = 7
READINGS = ("same_stack", "split_tops")
FILED_SNOOPS = ("lost", "usable_if_reclaimed")
Split = tuple[int, int, int]


@dataclass(frozen=True)
class Suspect:
    """A card that lists evidence of one type against the suspect of this name."""

    name: int
    kind: int


@dataclass(frozen=True)
class Snoop:
    """A card that reclaims two filed cards: of its own type at level 1, of any type at level 2."""

    level: int
    kind: int
    """The type of its packet, and so of the stack to which it is filed."""


Card = Suspect | Snoop


def deck(split: Split) -> list[Card]:
    """The 54 cards of an episode, sorted: 48 suspect cards over 37 names, and six snoops."""
    if sum(split) != 9 or min(split) < 0:
        raise ValueError(f"a split shares nine suspects out over three pairs of types, not {split}")
    types_of_names: list[tuple[int, ...]] = [KINDS]  # the killer, on all three types
    for pair, doubles in zip(PAIRS, split, strict=True):
        types_of_names += [pair] * doubles
    for kind in KINDS:
        used = sum(kind in types for types in types_of_names)
        types_of_names += [(kind,)] * (SUSPECTS_OF_A_KIND - used)
    cards: list[Card] = [Suspect(name, kind) for name, types in enumerate(types_of_names) for kind in types]
    cards += [Snoop(level, kind) for level in (1, 2) for kind in KINDS]
    return cards


def play(
    policy: str,
    rng: random.Random,
    split: Split = (3, 3, 3),
    reading: str = "same_stack",
    filed_snoops: str = "lost",
) -> bool:
    """Play one game and tell whether all three cards of the killer can be had in the end.

    Args:
        policy: "A", "B", "B2", "F" or "C" with a number, as told apart in `card_to_file`.
        rng: Shuffles the deck and draws the cards to file.
        split: How many suspects are on motive and means, on motive and opportunity, on means and opportunity.
        reading: "same_stack" if both cards that a level 2 snoop reclaims lie on one stack, "split_tops" if they
            may also lie on two.
        filed_snoops: "lost" if a filed snoop never comes back, "usable_if_reclaimed" if one that is reclaimed on
            the way may be played.
    """
    check_names(policy, reading, filed_snoops)
    fresh = deck(split)
    rng.shuffle(fresh)
    hand: list[Card] = []
    stacks: tuple[list[Card], ...] = ([], [], [])
    types_seen: dict[int, set[int]] = {}
    while True:
        fetched, fresh = fresh[:PER_TURN], fresh[PER_TURN:]
        hand += fetched
        for card in fetched:
            if isinstance(card, Suspect):
                types_seen.setdefault(card.name, set()).add(card.kind)
        if len(types_seen.get(KILLER, ())) == 3:
            break  # identified: from here on only cards that no longer matter are filed
        while len(hand) > HAND_LIMIT:
            card = card_to_file(policy, rng, hand, stacks, types_seen)
            hand.remove(card)
            stacks[card.kind].append(card)
    snoops = frozenset(card for card in hand + fresh if isinstance(card, Snoop))
    levels = killer_levels(stacks)
    if filed_snoops == "lost":
        return within_reach(levels, snoops, reading)
    return within_reach_by_search(stacks, levels, snoops, reading)


def card_to_file(
    policy: str,
    rng: random.Random,
    hand: list[Card],
    stacks: tuple[list[Card], ...],
    types_seen: dict[int, set[int]],
) -> Card:
    """The next card that a policy files from a hand.

    B: any card of the hand.
    B2: any suspect card of the hand.
    F: the suspect card that was fetched earliest.
    A: any suspect card whose name has been seen on fewer than two types; if there is none, any suspect card.
    C with a number: any suspect card whose name has been seen on two types or more, while the stack of the card's
        type holds fewer cards than the number; if there is none, as A.

    Where there are several such cards, each is as likely as the others.
    """
    if policy == "B":
        return rng.choice(hand)
    suspects = [card for card in hand if isinstance(card, Suspect)]
    if policy == "B2":
        return rng.choice(suspects)
    if policy == "F":
        return suspects[0]
    if policy.startswith("C"):
        low_stack = int(policy[1:])
        leads = [card for card in suspects if len(types_seen[card.name]) >= 2 and len(stacks[card.kind]) < low_stack]
        if leads:
            return rng.choice(leads)
    others = [card for card in suspects if len(types_seen[card.name]) < 2]
    return rng.choice(others or suspects)


def killer_levels(stacks: tuple[list[Card], ...]) -> tuple[int, ...]:
    """For each type the level at which the killer's card was filed, 1 at the top; 0 if it never was."""
    levels = [0, 0, 0]
    for kind, stack in enumerate(stacks):
        for level, card in enumerate(stack, start=1):
            if isinstance(card, Suspect) and card.name == KILLER:
                levels[kind] = level
    return tuple(levels)


def within_reach(levels: tuple[int, ...], snoops: frozenset[Snoop], reading: str) -> bool:
    """Whether the snoops in hand are enough to reclaim the killer's filed cards.

    On each stack the level 1 snoop of its type goes first, since it is of no use anywhere else. If a level 2 snoop
    takes two cards of one stack, the snoops still needed are counted by stacks; if not, the cards to be taken are
    counted together.
    """
    any_kind = sum(snoop.level == 2 for snoop in snoops)
    missing = 0
    for kind, level in enumerate(levels):
        own = sum(snoop.level == 1 and snoop.kind == kind for snoop in snoops)
        left = max(0, level - 2 * own)
        missing += (left + 1) // 2 if reading == "same_stack" else left
    return missing <= (any_kind if reading == "same_stack" else 2 * any_kind)


def within_reach_by_search(
    stacks: tuple[list[Card], ...], levels: tuple[int, ...], snoops: frozenset[Snoop], reading: str
) -> bool:
    """Whether some order of reclaims gets the killer's filed cards, if a snoop reclaimed on the way may be played.

    What has been taken from each stack and the snoops in hand are all that matters, and every state that can be
    come by is looked at. A snoop once played goes underneath and is out of the game.
    """
    start = ((0, 0, 0), snoops)
    found = {start}
    unexplored = [start]
    while unexplored:
        taken, in_hand = unexplored.pop()
        if all(taken[kind] >= levels[kind] for kind in KINDS):
            return True
        for snoop in in_hand:
            for first, second in stacks_to_take_from(snoop, reading):
                now = list(taken)
                reclaimed = []
                for kind in (first, second):
                    if now[kind] < len(stacks[kind]):  # a short stack gives fewer cards
                        reclaimed.append(stacks[kind][now[kind]])
                        now[kind] += 1
                kept = in_hand - {snoop} | {card for card in reclaimed if isinstance(card, Snoop)}
                state = ((now[MOTIVE], now[MEANS], now[OPPORTUNITY]), kept)
                if state not in found:
                    found.add(state)
                    unexplored.append(state)
    return False


def stacks_to_take_from(snoop: Snoop, reading: str) -> list[tuple[int, int]]:
    """The stacks from which a snoop may take its first and its second card."""
    if snoop.level == 1:
        return [(snoop.kind, snoop.kind)]
    one_stack = [(kind, kind) for kind in KINDS]
    return one_stack if reading == "same_stack" else [*one_stack, *PAIRS]


def check_names(policy: str, reading: str, filed_snoops: str) -> None:
    """Refuse a policy or a reading that there is not, rather than play some other one."""
    if policy not in ("A", "B", "B2", "F") and not (policy.startswith("C") and policy[1:].isdecimal()):
        raise ValueError(f"there is no policy {policy!r}")
    if reading not in READINGS:
        raise ValueError(f"a reading is one of {READINGS}, not {reading!r}")
    if filed_snoops not in FILED_SNOOPS:
        raise ValueError(f"filed snoops are one of {FILED_SNOOPS}, not {filed_snoops!r}")


def win_rate(
    policy: str,
    games: int,
    seed: int,
    split: Split = (3, 3, 3),
    reading: str = "same_stack",
    filed_snoops: str = "lost",
) -> tuple[float, float]:
    """The share of games won out of so many, and its standard error."""
    rng = random.Random(seed)
    wins = sum(play(policy, rng, split, reading, filed_snoops) for _ in range(games))
    rate = wins / games
    return rate, sqrt(rate * (1 - rate) / games)
