"""DEADCERT: London at the table, game by game and card by card: the second way in which the tests get its rates.

One game is played at a time, with heaps that are lists of cards, so that each step can be read beside the rulebook.
Nothing is shared with the library.

Types are numbers: 0 motive, 1 means, 2 opportunity. Names are numbers too: 0 is the killer's, 1 to 9 are on two cards
each, all others on one. A split says how many of the nine are on motive and means, on motive and opportunity, on means
and opportunity. The first card of a deck is the top one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

TYPES = (0, 1, 2)
PAIRS = ((0, 1), (0, 2), (1, 2))
CARDS_OF_A_TYPE = 16
KILLER = 0
KILLER_CARDS = 3
HAND = 7
LOCKED_PAIRS = 2
"""The number of the second-level snoop card that is for pairs in lock down."""
Three = tuple[int, int, int]


@dataclass(frozen=True)
class Suspect:
    """A suspect card."""

    name: int
    type: int


@dataclass(frozen=True)
class Snoop:
    """A snoop card: of the first level for the type of its number, of the second level for all types."""

    level: int
    number: int

    @property
    def type(self) -> int:
        """The type of the stack in which the card is filed."""
        return self.number

    @property
    def allowed(self) -> tuple[int, ...]:
        """The types that it is good for in open play."""
        return (self.number,) if self.level == 1 else TYPES


Card = Suspect | Snoop
Chiefs = list[list[Suspect | None]]
"""The chief suspects: by seat, then by type."""


def cards(split: Three = (3, 3, 3)) -> list[Card]:
    """All cards in play, not shuffled."""
    roles: list[tuple[int, ...]] = [TYPES]
    for pair, doubles in zip(PAIRS, split, strict=True):
        roles += [pair] * doubles
    for kind in TYPES:
        roles += [(kind,)] * (CARDS_OF_A_TYPE - sum(kind in role for role in roles))
    suspects = [Suspect(name, kind) for name, role in enumerate(roles) for kind in role]
    return [*suspects, *(Snoop(level, number) for level in (1, 2) for number in TYPES)]


def shuffled(split: Three, rng: Random) -> list[Card]:
    deck = cards(split)
    rng.shuffle(deck)
    return deck


def to_the_left(seat: int, players: int) -> list[int]:
    """The other seats, the nearest first."""
    return [(seat + step) % players for step in range(1, players)]


# Open play and its co-op variant.


class Table:
    """What lies on the table, all of it known to everybody."""

    def __init__(self, players: int, deck: Sequence[Card]) -> None:
        self.players = players
        self.fresh = list(deck)
        self.chiefs: Chiefs = [[None] * len(TYPES) for _ in range(players)]
        self.filed: list[list[Suspect]] = [[] for _ in range(players)]
        self.read: defaultdict[int, set[int]] = defaultdict(set)

    def strength(self, card: Suspect | None) -> int:
        """On how many types the card's name has been read out."""
        return 0 if card is None else len(self.read[card.name])

    def gain(self, seat: int, card: Suspect) -> int:
        """How much stronger the card is than the seat's chief suspect of its type."""
        return self.strength(card) - self.strength(self.chiefs[seat][card.type])

    def fetch(self) -> Card:
        """Take the top card of the fresh evidence, and read it out if it is a suspect's."""
        card = self.fresh.pop(0)
        if isinstance(card, Suspect):
            self.read[card.name].add(card.type)
        return card

    def lay(self, seat: int, card: Suspect, heap: int) -> None:
        """Make the card a chief suspect of the seat, and file the one before in the heap of that number."""
        before = self.chiefs[seat][card.type]
        self.chiefs[seat][card.type] = card
        if before is not None:
            self.filed[heap].append(before)

    def with_chief(self, seat: int, card: Suspect) -> Chiefs:
        """The chief suspects if the seat made the card one of its own."""
        after = [list(row) for row in self.chiefs]
        after[seat][card.type] = card
        return after

    def with_swap(self, seat: int, other: int, kind: int) -> Chiefs:
        """The chief suspects if two seats swapped theirs of that type."""
        after = [list(row) for row in self.chiefs]
        after[seat][kind], after[other][kind] = after[other][kind], after[seat][kind]
        return after

    def worth_promoting(
        self, seat: int, owners: Iterable[int], allowed: Sequence[int] = TYPES
    ) -> Iterator[tuple[int, Suspect]]:
        """Filed cards of prime suspects from which the seat gains: by owner, then type, then time of filing."""
        for owner in owners:
            for kind in allowed:
                for card in self.filed[owner]:
                    if card.type == kind and self.strength(card) >= 2 and self.gain(seat, card) > 0:
                        yield owner, card

    def promote_best(self, seat: int, candidates: Sequence[tuple[int, Suspect]]) -> None:
        """Exchange the chief suspect for the candidate that gains most, the first of several."""
        owner, card = max(candidates, key=lambda candidate: self.gain(seat, candidate[1]))
        self.filed[owner].remove(card)
        self.lay(seat, card, heap=owner)


def killer_holders(chiefs: Chiefs) -> list[int]:
    """The seats that have the killer's cards for chief suspects, once for each card."""
    return [seat for seat, row in enumerate(chiefs) for card in row if card is not None and card.name == KILLER]


def winner_of(chiefs: Chiefs) -> int | None:
    """Who has at least two of the killer's cards, if all three are chief suspects."""
    holders = killer_holders(chiefs)
    if len(holders) == KILLER_CARDS:
        for seat in holders:
            if holders.count(seat) >= 2:
                return seat
    return None


def gives_it_away(chiefs: Chiefs, seat: int, policy: str) -> bool:
    """Whether another than this seat has won, or, for who is patient, it is over without a winner."""
    if len(killer_holders(chiefs)) < KILLER_CARDS or winner_of(chiefs) == seat:
        return False
    return policy == "patient" or winner_of(chiefs) is not None


def play_open(
    policies: Sequence[str], rng: Random, split: Three = (3, 3, 3), deck: Sequence[Card] | None = None
) -> tuple[int | None, int]:
    """One game of open play: who won, if anybody, and the number of turns."""
    assert set(policies) <= {"keep", "swap", "exchange", "patient"}
    players = len(policies)
    table = Table(players, shuffled(split, rng) if deck is None else deck)
    turns = passes = 0
    while passes < players:
        seat = turns % players
        turns += 1
        passed = not open_turn(table, seat, policies[seat])
        passes = passes + 1 if passed else 0
        if len(killer_holders(table.chiefs)) == KILLER_CARDS:
            return winner_of(table.chiefs), turns
    return None, turns


def open_turn(table: Table, seat: int, policy: str) -> bool:
    """A turn of open play; whether anything was done in it."""
    if policy in ("exchange", "patient") or not table.fresh:
        candidates = [
            (owner, card)
            for owner, card in table.worth_promoting(seat, [seat, *to_the_left(seat, table.players)])
            if not gives_it_away(table.with_chief(seat, card), seat, policy)
        ]
        if candidates:
            table.promote_best(seat, candidates)
            return True
    if not table.fresh:
        return False
    card = table.fetch()
    if isinstance(card, Snoop):
        if policy != "keep":
            swap_chiefs(table, seat, card)
    elif table.gain(seat, card) > 0 and not gives_it_away(table.with_chief(seat, card), seat, policy):
        table.lay(seat, card, heap=seat)
    else:
        table.filed[seat].append(card)
    return True


def swap_chiefs(table: Table, seat: int, snoop: Snoop) -> None:
    """Swap a chief suspect with the seat where most is gained; without a gain the snoop card is abandoned."""
    best = 0
    choice: tuple[int, int] | None = None
    for other in to_the_left(seat, table.players):
        for kind in snoop.allowed:
            card = table.chiefs[other][kind]
            if card is None or gives_it_away(table.with_swap(seat, other, kind), seat, "swap"):
                continue
            if table.gain(seat, card) > best:
                best = table.gain(seat, card)
                choice = other, kind
    if choice is not None:
        table.chiefs = table.with_swap(seat, *choice)


def play_coop(
    policies: Sequence[str], rng: Random, split: Three = (3, 3, 3), deck: Sequence[Card] | None = None
) -> tuple[bool, int]:
    """One game of the co-op variant: whether the team succeeded, and the number of turns."""
    assert set(policies) <= {"keep", "team"}
    players = len(policies)
    table = Table(players, shuffled(split, rng) if deck is None else deck)
    turns = 0
    while True:
        seat = turns % players
        turns += 1
        success = coop_turn(table, seat, policies[seat])
        if success is not None:
            return success, turns


def coop_turn(table: Table, seat: int, policy: str) -> bool | None:
    """A turn of the co-op variant; whether the team has succeeded, or None if the game goes on."""
    if policy == "team":
        own = list(table.worth_promoting(seat, [seat]))
        if own:
            table.promote_best(seat, own)
            return None
    card = table.fetch()
    if isinstance(card, Snoop):
        if policy == "team":
            others = list(table.worth_promoting(seat, to_the_left(seat, table.players), card.allowed))
            if others:
                table.promote_best(seat, others)
    elif table.strength(card) == KILLER_CARDS:
        return len(killer_holders(table.chiefs)) == KILLER_CARDS - 1
    elif table.gain(seat, card) > 0:
        table.lay(seat, card, heap=seat)
    else:
        table.filed[seat].append(card)
    return None


# Covert play.


@dataclass
class Detective:
    """What a detective has, and which suspect cards have been in that hand."""

    policy: str
    hand: list[Card] = field(default_factory=list)
    locked: list[Suspect] = field(default_factory=list)
    gathered: list[Card] = field(default_factory=list)
    stacks: list[list[Card]] = field(default_factory=lambda: [[] for _ in TYPES])
    seen: set[Suspect] = field(default_factory=set)
    snooped: bool = False

    def known(self, name: int) -> int:
        """On how many types the detective has seen the name."""
        return sum(card.name == name for card in self.seen)

    def file(self, card: Card) -> None:
        """Slide the card underneath the stack of its type."""
        self.stacks[card.type].append(card)

    def value(self, card: Card) -> int:
        """How dear the card is to the detective when hands are cut down to seven cards."""
        if isinstance(card, Snoop):
            return 0 if self.policy == "fetch" else 2
        return {1: 1, 2: 3, 3: 4}[self.known(card.name)]

    def killer_cards(self) -> int:
        """How many of the killer's cards are held, in lock down or not."""
        return sum(isinstance(card, Suspect) and card.name == KILLER for card in (*self.hand, *self.locked))


class CovertGame:
    """A game of covert play, stage by stage."""

    def __init__(self, policies: Sequence[str], deck: Sequence[Card], rng: Random) -> None:
        self.detectives = [Detective(policy) for policy in policies]
        self.fresh = list(deck)
        self.declared: list[Card] = []
        self.rng = rng

    def all_cards(self) -> list[Card]:
        """Every card, wherever it is."""
        result = [*self.fresh, *self.declared]
        for detective in self.detectives:
            result += [*detective.hand, *detective.locked, *detective.gathered]
            for stack in detective.stacks:
                result += stack
        return result

    def gather(self) -> None:
        """Stage 1: snoop, declare or fetch, one seat after another."""
        for detective in self.detectives:
            detective.snooped = False
        for seat, detective in enumerate(self.detectives):
            if detective.policy in ("snoop", "declare") and self.snoop(seat):
                self.fetch(seat, 1)
            elif detective.policy == "declare" and self.declare(seat):
                self.fetch(seat, 5)
            else:
                self.fetch(seat, 3)

    def fetch(self, seat: int, number: int) -> None:
        """Gather so many cards, if there are any: fresh ones, else the others' filed ones, else own filed ones."""
        own = self.detectives[seat]
        for _ in range(number):
            others = [self.detectives[other] for other in to_the_left(seat, len(self.detectives))]
            foreign_stacks = [stack for other in others for stack in other.stacks if stack]
            own_stacks = [stack for stack in own.stacks if stack]
            if self.fresh:
                own.gathered.append(self.fresh.pop(0))
            elif foreign_stacks or own_stacks:
                own.gathered.append(self.rng.choice(foreign_stacks or own_stacks).pop(0))

    def snoop(self, seat: int) -> bool:
        """Play the first snoop card in order of preference that can be played; whether there was one."""
        own = self.detectives[seat]
        others = [self.detectives[other] for other in to_the_left(seat, len(self.detectives))]
        open_to_snoops = [other for other in others if not other.snooped]
        order = [Snoop(2, LOCKED_PAIRS), *(Snoop(1, kind) for kind in TYPES), Snoop(2, 0), Snoop(2, 1)]
        for snoop in order:
            if snoop not in own.hand:
                continue
            exposed = [exposed_to(snoop, other) for other in open_to_snoops]
            most = max((len(choice) for choice in exposed), default=0)
            if most == 0:
                continue
            place = [len(choice) for choice in exposed].index(most)  # the nearest of those with most
            victim = open_to_snoops[place]
            victim.snooped = True
            for card in self.rng.sample(exposed[place], min(2, most)):
                if card in victim.hand:
                    victim.hand.remove(card)
                else:
                    assert isinstance(card, Suspect)
                    victim.locked.remove(card)
                own.gathered.append(card)
            own.hand.remove(snoop)
            own.file(snoop)
            return True
        return False

    def declare(self, seat: int) -> bool:
        """Declare a card that points to nobody, if five cards may be fetched for it; whether it was done."""
        own = self.detectives[seat]
        filed = sum(len(stack) for detective in self.detectives for stack in detective.stacks)
        poor = [card for card in own.hand if isinstance(card, Suspect) and own.known(card.name) == 1]
        if self.fresh or filed < 5 or not poor:
            return False
        card = self.rng.choice(poor)
        own.hand.remove(card)
        self.declared.append(card)
        for detective in self.detectives:  # it lies face up
            detective.seen.add(card)
        return True

    def analyse(self) -> None:
        """Stage 2: what was gathered comes to hand and is noted."""
        for detective in self.detectives:
            detective.hand += detective.gathered
            detective.seen.update(card for card in detective.gathered if isinstance(card, Suspect))
            detective.gathered = []

    def file(self) -> None:
        """Stage 3: keep the seven cards that are worth most, a pair in lock down among them."""
        for detective in self.detectives:
            self.rng.shuffle(detective.hand)
            detective.hand.sort(key=detective.value, reverse=True)
            kept = HAND - len(detective.locked)
            rest = detective.hand[kept:]
            detective.hand = detective.hand[:kept]
            self.rng.shuffle(rest)
            for card in rest:
                detective.file(card)

    def act(self) -> int | None:
        """Stage 4: see whether somebody has won, else lock pairs down."""
        for seat, detective in enumerate(self.detectives):
            if detective.killer_cards() == KILLER_CARDS:
                return seat
        for detective in self.detectives:
            self.lock_down(detective)
        return None

    def lock_down(self, detective: Detective) -> None:
        """Lock the best pair in hand, if none is locked or only a pair of a name seen on fewer types."""
        held = Counter(card.name for card in detective.hand if isinstance(card, Suspect))
        pairs = [name for name, number in held.items() if number == 2]
        if not pairs:
            return
        most = max(detective.known(name) for name in pairs)
        if detective.locked and detective.known(detective.locked[0].name) >= most:
            return
        chosen = self.rng.choice([name for name in pairs if detective.known(name) == most])
        detective.hand += detective.locked
        detective.locked = [card for card in detective.hand if isinstance(card, Suspect) and card.name == chosen]
        for card in detective.locked:
            detective.hand.remove(card)


def exposed_to(snoop: Snoop, detective: Detective) -> list[Card]:
    """The detective's cards from which a snoop card takes two."""
    if snoop == Snoop(2, LOCKED_PAIRS):
        return list(detective.locked)
    if snoop.level == 2:
        return list(detective.hand)
    return [card for card in detective.hand if card.type == snoop.number]


def play_covert(
    policies: Sequence[str], rng: Random, split: Three = (3, 3, 3), most_rounds: int = 100,
    deck: Sequence[Card] | None = None,
) -> tuple[int | None, int, list[bool]]:  # fmt: skip
    """One game of covert play: who won, if anybody, the number of rounds, and who has seen all the killer's cards."""
    assert set(policies) <= {"fetch", "snoop", "declare"}
    game = CovertGame(policies, shuffled(split, rng) if deck is None else deck, rng)
    in_play = len(game.fresh)
    winner = None
    rounds = 0
    while winner is None and rounds < most_rounds:
        rounds += 1
        game.gather()
        game.analyse()
        game.file()
        winner = game.act()
        assert len(game.all_cards()) == in_play
    return winner, rounds, [detective.known(KILLER) == KILLER_CARDS for detective in game.detectives]
