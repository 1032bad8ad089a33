"""DEADCERT, SOLOplay: many games at once, card by card, by policies of what to file.

A turn fetches three cards. Of more than seven in hand, cards are filed one by one until seven are left, each
underneath the stack of its type. When the killer's third card has come, nothing is filed any more: the other
fetches bring the remaining snoops, and snoops then bring back what they can reach.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from crimecalc.checks import check_choice, found
from crimecalc.chunks import added_up, whole_number
from crimecalc.errors import InvalidInput
from crimecalc.games.deadcert.board import partners
from crimecalc.games.deadcert.policies import Leads, SoloPolicy, Table, read_policy
from crimecalc.games.deadcert.reach import reached
from crimecalc.games.deadcert.rules import CARDS, HAND, NAMES, TYPES, Split, read_split
from crimecalc.games.deadcert.snoops import READINGS, Reading, band, deepest_level
from crimecalc.games.deadcert.tables import Cards, Numbers, kind_of, numbered, shuffled
from crimecalc.listing import Listing
from crimecalc.progress import Bar
from crimecalc.rendering import html_table, left_out, plural, shown, text_table
from crimecalc.seeds import Seed, seed_sequence
from crimecalc.tally import Counts, added, mean, rate_error

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "PER_TURN",
    "FiledSnoops",
    "SoloGames",
    "SoloSearch",
    "search_solo",
    "simulate_solo",
]

PER_TURN = 3
"""Cards fetched in a turn."""

CHUNK = 16_384
"""Games played at once; part of what a seed means."""

FiledSnoops = Literal["lost", "usable"]


@dataclass(frozen=True)
class SoloGames:
    """Many games of SOLOplay.

    Attributes:
        n: how many games.
        wins: how many were won.
        turns: how often the killer was identified in each turn, from 1.
        deepest: how often the deepest of the killer's cards lay at each level; 0 where all were in hand.
        won_from: the same for the games that were won.
    """

    n: int
    wins: int
    turns: Counts[int]
    deepest: Counts[int]
    won_from: Counts[int]

    @property
    def win_probability(self) -> float:
        """Share of the games that were won."""
        return self.wins / self.n

    @property
    def standard_error(self) -> float:
        """Standard error of :attr:`win_probability`."""
        return rate_error(self.wins, self.n)

    @property
    def mean_turn(self) -> float:
        """Mean turn in which the killer is identified."""
        return mean(self.turns)

    def __add__(self, other: SoloGames) -> SoloGames:
        """The results of both."""
        if not isinstance(other, SoloGames):
            return NotImplemented
        return added(self, other)

    def to_frame(self) -> pd.DataFrame:
        """Games and wins by the level of the deepest of the killer's cards, with the rules' word for it."""
        import pandas as pd

        levels = sorted(self.deepest)
        columns = {
            "reach": [band(level) for level in levels],
            "games": [self.deepest[level] for level in levels],
            "won": [self.won_from[level] for level in levels],
        }
        return pd.DataFrame(columns, index=pd.Index(levels, name="level"))

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        by_band: dict[str, list[int]] = {}
        for level in sorted(self.deepest):
            counted = by_band.setdefault(band(level), [0, 0])
            counted[0] += self.deepest[level]
            counted[1] += self.won_from[level]
        rows = [[w, f"{n:,}", f"{n / self.n:.3f}", f"{won / n:.3f}"] for w, (n, won) in by_band.items()]
        rows.append(["all", f"{self.n:,}", "1.000", f"{self.win_probability:.3f}"])
        return ["the killer's deepest card", "games", "share", "won"], rows

    @property
    def _caption(self) -> str:
        error = f" (standard error {self.standard_error:.5f})"
        return f"{plural(self.n, 'game')}, won with probability {self.win_probability:.5f}{error}"

    def __str__(self) -> str:
        return f"{self._caption}\n{text_table(*self._cells())}"

    def _repr_html_(self) -> str:
        return html_table(*self._cells(), caption=self._caption)

    def __repr__(self) -> str:
        return f"<SoloGames: {self.n:,}, won {self.win_probability:.4f} ± {self.standard_error:.4f}>"


def simulate_solo(
    policy: str | SoloPolicy,
    games: int,
    seed: Seed = None,
    split: Split | tuple[int, int, int] | None = None,
    reading: Reading = "same_stack",
    *,
    filed_snoops: FiledSnoops = "lost",
    executor: Executor | None = None,
    progress: bool | None = None,
) -> SoloGames:
    """Play SOLOplay many times.

    Args:
        policy: what is filed: ``"A"`` a weak lead, a strong one (a name seen on two types or more) only if there is no
            other; ``"B"`` any card, snoops included; ``"B2"`` any suspect; ``"C6"`` strong leads first while the stack
            of their type has fewer than six cards, then as A, and so with any other number; ``"D"`` the best that was
            found by :func:`search_solo`; ``"F"`` the suspect fetched first; a
            :class:`~crimecalc.games.deadcert.policies.Leads`; or a function of a
            :class:`~crimecalc.games.deadcert.policies.Table` that gives each card in hand a number: the card with the
            lowest is filed, of several one at random.
        games: how many games.
        seed: as in :func:`~crimecalc.engine.sampling.sample`.
        split: as in :func:`~crimecalc.games.deadcert.rules.census`.
        reading: how a snoop of level 2 takes two cards: ``"same_stack"``, or ``"split_tops"`` for one from each of two
            stacks if that is better.
        filed_snoops: whether a filed snoop is lost, or usable once it has been brought back on the way.
        executor: as in :func:`~crimecalc.engine.sampling.sample`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        InvalidInput: if an argument makes no sense.

    Source: the rules of DEADCERT, sections 4c and 5. They leave open whether the game starts without cards (here it
    does), what becomes of filed snoops, and how far a snoop of level 2 reaches.

    >>> simulate_solo("A", games=2000, seed=1).n
    2000
    """
    count = whole_number(games, "simulate_solo: games", "games")
    spread = read_split(split)
    check_choice("simulate_solo: reading", reading, READINGS)
    check_choice("simulate_solo: filed_snoops", filed_snoops, ("lost", "usable"))
    if filed_snoops == "usable" and reading != "same_stack":
        raise InvalidInput(f"simulate_solo: filed_snoops: expected 'lost' with reading={reading!r}, found 'usable'")
    plan = _Play(read_policy(policy), spread, reading, filed_snoops == "usable")
    work, source = partial(_one_chunk, plan), seed_sequence(seed)
    return added_up(work, count, CHUNK, source, executor, progress, verb="simulate_solo", noun="games")


class SoloSearch(Listing[tuple[Leads, SoloGames]]):
    """Policies and how they did, those that won most often first."""

    def to_frame(self) -> pd.DataFrame:
        """All of them, a row for each."""
        import pandas as pd

        rows = [{**asdict(leads), "won": g.win_probability, "standard_error": g.standard_error} for leads, g in self]
        return pd.DataFrame(rows)

    def _cells(self, limit: int | None) -> tuple[list[str], list[list[str]], str]:
        count = shown(len(self), limit)
        rows = []
        for leads, games in self[:count]:
            won = f"{games.win_probability:.4f}", f"{games.standard_error:.4f}"
            rows.append([str(leads.low), leads.weak, leads.strong, str(leads.hopeless), *won])
        header = ["low", "weak", "strong", "hopeless", "won", "standard error"]
        return header, rows, left_out(len(self), count, "policies")

    def __repr__(self) -> str:
        return f"<SoloSearch: {len(self):,} policies>"


def search_solo(
    games: int,
    seed: Seed = None,
    candidates: Iterable[Leads] | None = None,
    split: Split | tuple[int, int, int] | None = None,
    reading: Reading = "same_stack",
    *,
    progress: bool | None = None,
) -> SoloSearch:
    """Try policies on the same shuffled cards, and rank them. The first may have been lucky: play it again.

    Args:
        games: how many games for each.
        seed: as in :func:`simulate_solo`; all play with the same cards.
        candidates: the policies; if None, :class:`~crimecalc.games.deadcert.policies.Leads` with ``low`` from 4 to 8,
            every order of weak and strong leads, and ``hopeless`` None or 8: 90 of them.
        split: as in :func:`simulate_solo`.
        reading: as in :func:`simulate_solo`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Returns:
        Pairs of a policy and its games, the best first.

    Raises:
        InvalidInput: if an argument makes no sense.

    >>> best, games = search_solo(500, seed=1, candidates=[Leads(0), Leads(6)])[0]
    >>> best.low
    6
    """
    orders: tuple[Literal["any", "lowest", "highest"], ...] = ("any", "lowest", "highest")
    grid = product(range(4, 9), orders, orders, (None, deepest_level()))
    tried = tuple(Leads(*chosen) for chosen in grid) if candidates is None else _read_candidates(candidates)
    cards = seed_sequence(seed)
    played = []
    with Bar(progress, len(tried), verb="search_solo", noun="policies") as bar:
        for leads in tried:
            played.append((leads, simulate_solo(leads, games, cards, split, reading, progress=False)))
            bar.advance()
    return SoloSearch(sorted(played, key=lambda pair: -pair[1].wins))


def _read_candidates(candidates: Any) -> tuple[Leads, ...]:
    tried = tuple(candidates) if isinstance(candidates, Iterable) and not isinstance(candidates, str) else ()
    if not tried or not all(isinstance(leads, Leads) for leads in tried):
        raise InvalidInput(f"search_solo: candidates: expected Leads, at least one, found {found(candidates)}")
    return tried


@dataclass(frozen=True)
class _Play:
    """How all games are played."""

    policy: SoloPolicy
    split: Split
    reading: Reading
    usable: bool


class _Games:
    """Games that are played at once.

    The game is the last axis of every array, so that rows are long. Games are in the order in which the killer's third
    card comes, the last first: those that are still open are the first ones.

    Attributes:
        last: at which draw the killer's third card comes; shape (games,).
        card: the cards by draw; shape (54, games).
        strength: on how many types each name has been seen, snoops as the last name; shape (38, games).
        height: cards in each stack; shape (3, games).
        level: the level of each card, 0 if it was not filed; the last row is for no card. Shape (55, games).
        hand: the cards in hand; shape (cards in hand, open games).
    """

    def __init__(self, cards: Cards, same: NDArray[np.intp], decks: Numbers) -> None:
        killer = np.zeros(decks.shape, dtype=bool)
        for card in cards.killer:
            killer |= decks == card
        last = CARDS - 1 - killer[:, ::-1].argmax(axis=1)
        order = np.argsort(-last, kind="stable")
        n = len(decks)
        self.last = last[order]
        self.card = np.ascontiguousarray(decks.take(order, axis=0).T)
        self.strength = np.zeros((NAMES + 1, n), dtype=np.int8)
        self.height = np.zeros((len(TYPES), n), dtype=np.int8)
        self.level = np.zeros((CARDS + 1, n), dtype=np.int8)
        self.hand = np.zeros((0, n), dtype=np.int8)
        self.name = cards.name
        self.partners = same
        self.everybody = np.arange(n)

    @cached_property
    def draw_of(self) -> Numbers:
        """At which draw each card comes, from 0; shape (54, games)."""
        draws: Numbers = np.argsort(self.card, axis=0).astype(np.int8)
        return draws

    def still_open(self, turn: int) -> int:
        """In how many games the killer is not identified by the cards of a turn."""
        return int(np.searchsorted(-self.last, -PER_TURN * turn, side="right"))

    def fetch(self, turn: int, n: int) -> None:
        """Fetch three cards in the first ``n`` games and see which names they are."""
        draws = np.arange(PER_TURN * (turn - 1), PER_TURN * turn, dtype=np.int8)
        flat, size = self.strength.reshape(-1), self.strength.shape[1]
        for draw in draws:
            flat[self.name.take(self.card[draw, :n]).astype(np.intp) * size + self.everybody[:n]] += 1
        self.strength[NAMES] = 0
        self.hand = np.concatenate([self.hand[:, :n], self.card[draws, :n]])

    def file(self, policy: SoloPolicy, turn: int, rng: np.random.Generator) -> None:
        """File cards until seven are left, each underneath the stack of its type."""
        in_hand, n = self.hand.shape
        everybody = self.everybody[:n]
        if in_hand <= HAND:
            return
        size = self.height.shape[1]
        strength = self.strength.take(self.name.take(self.hand).astype(np.intp) * size + everybody)
        # Card (6 bits) and strength in one number, so that one array is put in order after each card that is filed.
        both = self.hand.view(np.uint8) | (strength.view(np.uint8) << np.uint8(6))
        for left in range(in_hand - 1, HAND - 1, -1):
            hand, strength = (both & np.uint8(63)).view(np.int8), (both >> np.uint8(6)).view(np.int8)
            kind = kind_of(hand)
            low, middle, high = self.height[:, :n]
            height = low + (kind == 1).view(np.int8) * (middle - low) + (kind == 2).view(np.int8) * (high - low)
            table = Table(kind, strength, height, turn, hand, self)
            chosen = _lowest(policy(table), hand.shape, rng)
            place = chosen * n + everybody
            filed = hand.take(place)
            level = height.take(place) + np.int8(1)
            self.height.put(kind.take(place).astype(np.intp) * size + everybody, level)
            self.level.put(filed.astype(np.intp) * size + everybody, level)
            both.put(place, both[left])  # the last card takes the place of the filed one
            both = both[:left]
        self.hand = (both & np.uint8(63)).view(np.int8)


def _lowest(priority: Any, shape: tuple[int, ...], rng: np.random.Generator) -> NDArray[np.uint32]:
    """Which card in each hand has the lowest priority, of several one at random; shape (games,)."""
    try:
        given = np.asarray(priority)
    except ValueError:
        given = np.asarray("rows of different lengths")
    if given.shape != shape or given.dtype.kind not in "biuf":
        raise InvalidInput(
            f"policy: expected a number for each card in hand, shape {shape}, "
            f"found shape {given.shape} of {given.dtype}"
        )
    if given.dtype.kind == "f" and np.isnan(given).any():
        raise InvalidInput("policy: expected a number for each card in hand, found NaN")
    if given.dtype != np.int8:  # any other numbers come down to which are the lowest
        given = (given != given.min(axis=0)).astype(np.int8)
    # One number holds the priority (8 bits), a lot (20) and the place in hand (4); the smallest is wanted. Two lots
    # are equal, so that the lower place wins, less than once in 10,000 times.
    size = given.size
    raw: NDArray[np.uint64] = rng.bit_generator.random_raw(-(-size // 2))
    key = raw.view(np.uint32)[:size].reshape(shape)
    key &= _LOTS
    key |= np.arange(len(key), dtype=np.uint32)[:, None]
    rank = (given.view(np.uint8) ^ np.uint8(128)).astype(np.uint32)  # from 0 to 255
    rank <<= np.uint32(24)
    key |= rank
    place: NDArray[np.uint32] = key.min(axis=0) & np.uint32(15)
    return place


_LOTS = np.uint32(0x00FF_FFF0)


def _one_chunk(plan: _Play, n: int, seed: np.random.SeedSequence) -> SoloGames:
    rng = np.random.default_rng(seed.spawn(1)[0])
    games = _Games(numbered(plan.split), partners(plan.split), shuffled(plan.split, n, rng))
    for turn in range(1, CARDS // PER_TURN + 1):
        n_open = games.still_open(turn)
        if not n_open:
            break
        games.fetch(turn, n_open)
        games.file(plan.policy, turn, rng)
    return _results(plan, games)


def _results(plan: _Play, games: _Games) -> SoloGames:
    level, cards = games.level, numbered(plan.split)
    levels = level[cards.killer]
    won = reached(levels, level[cards.level1], level[cards.level2], plan.reading, plan.usable)
    deepest = levels.max(axis=0)
    return SoloGames(
        n=len(won),
        wins=int(won.sum()),
        turns=Counts(Counter((games.last // PER_TURN + 1).tolist())),
        deepest=Counts(Counter(deepest.tolist())),
        won_from=Counts(Counter(deepest[won].tolist())),
    )
