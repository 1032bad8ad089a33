"""Tables on DEADCERT: London."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from crimecalc.games import deadcert
from crimecalc.games.deadcert import TYPES
from crimecalc.games.deadcert.rules import CARDS, KILLER_CARDS, PRIME
from crimecalc.games.deadcert.solo_exact import EXACT
from crimecalc.tables.registry import count, exact, key, rounded, table
from crimecalc.tables.table import Row

__all__: list[str] = []

_RULES = "Rules of DEADCERT: London"
_MOST_PLAYERS = 6


@table(
    "deadcert/splits",
    title="Splits of the prime suspects of DEADCERT: London",
    caption="How the nine suspects of DEADCERT: London on two cards can be spread over pairs of types, how many "
    "suspects of each type are then on one card only, and the probability of the split under three "
    "priors: all alike, every suspect with a pair of types at random, or by the ways to put names on "
    "cards.",
    source=f"{_RULES}, sections 4 and 6",
    columns=[
        key("motive_means"),
        key("motive_opportunity"),
        key("means_opportunity"),
        *(count(f"{kind}_only") for kind in TYPES),
        *(exact(prior) for prior in deadcert.PRIORS),
    ],
)
def splits() -> Iterator[Row]:
    """A row for each split."""
    priors = [deadcert.prior_over_splits(prior) for prior in deadcert.PRIORS]
    for split in deadcert.splits():
        yield *split.doubles, *split.singles, *(prior[split] for prior in priors)


@table(
    "deadcert/killer-draws",
    title="Draws of the killer's cards in DEADCERT: London",
    caption="At which draw the killer's first, second and third card of DEADCERT: London comes.",
    source=f"{_RULES}, section 4",
    columns=[key("draw"), exact("first"), exact("second"), exact("third")],
)
def killer_draws() -> Iterator[Row]:
    """A row for each draw."""
    draws = [deadcert.killer_card_draw(number) for number in range(1, KILLER_CARDS + 1)]
    for draw in range(1, CARDS + 1):
        yield draw, *(distribution.get(draw, Fraction(0)) for distribution in draws)


@table(
    "deadcert/exposed-suspects",
    title="Exposed prime suspects of DEADCERT: London",
    caption="Prime suspects of DEADCERT: London that are exposed after so many cards, seen on two of them or "
    "more: the mean number, and the probability that all ten are; and the mean number of names that can "
    "still be the killer (split {split}).",
    source=f"{_RULES}, sections 4 and 6",
    columns=[key("cards"), exact("exposed"), exact("all_exposed"), exact("possible_killers")],
)
def exposed_suspects(split: Any = (3, 3, 3)) -> Iterator[Row]:
    """A row for each number of cards."""
    for cards in range(CARDS + 1):
        exposed = deadcert.prime_suspects_exposed(cards, split)
        possible = deadcert.possible_killers(cards, split)
        yield cards, exposed.expectation(), exposed.get(PRIME, Fraction(0)), possible.expectation()


@table(
    "deadcert/identification-turn",
    title="Turn in which the killer of DEADCERT: London is identified",
    caption="In which turn the killer's third card of DEADCERT: London is fetched, at {per_turn} cards a turn by "
    "{players} detective(s).",
    source=f"{_RULES}, sections 4b and 4c",
    columns=[key("turn"), exact("probability")],
)
def identification_turn(per_turn: int = 3, players: int = 1) -> Iterator[Row]:
    """A row for each turn."""
    yield from deadcert.identification_turn(per_turn, players).items()


@table(
    "deadcert/open-play",
    title="OPENplay of DEADCERT: London, by the number of detectives",
    caption="OPENplay of DEADCERT: London by the number of detectives, if everybody only fetches: whether the "
    "same detective draws all three of the killer's cards, two do, or three different ones, who then "
    "leave the game without a winner.",
    source=f"{_RULES}, section 4a",
    columns=[key("players"), exact("same"), exact("two"), exact("different")],
)
def open_play() -> Iterator[Row]:
    """A row for each number of detectives."""
    for players in range(2, _MOST_PLAYERS + 1):
        split = deadcert.open_play_split(players)
        yield players, *(split.get(how, Fraction(0)) for how in ("same", "two", "different"))


@table(
    "deadcert/open-play-seats",
    title="OPENplay of DEADCERT: London, by seat",
    caption="Which seat of OPENplay of DEADCERT: London draws two or three of the killer's cards, if everybody "
    "only fetches; nobody where three different detectives draw them. Seat 0 plays first.",
    source=f"{_RULES}, section 4a",
    columns=[key("players"), key("seat"), exact("probability")],
)
def open_play_seats() -> Iterator[Row]:
    """A row for each number of detectives and seat, and one for nobody."""
    for players in range(2, _MOST_PLAYERS + 1):
        winner = deadcert.open_play_winner(players)
        for seat in (*range(players), None):
            yield players, "nobody" if seat is None else str(seat), winner.get(seat, Fraction(0))


@table(
    "deadcert/snoop-reach",
    title="Reach of the snoops of DEADCERT: London",
    caption="How many snoops of DEADCERT: London bring back a card from each level of a stack, and the rules' "
    "word for it.",
    source=f"{_RULES}, sections 4c and 5",
    columns=[key("level"), count("snoops"), key("reach")],
)
def snoop_reach() -> Iterator[Row]:
    """A row for each level; no number where there are not enough snoops."""
    yield from deadcert.snoop_reach()


@table(
    "deadcert/solo-policies",
    title="SOLOplay of DEADCERT: London, by policy",
    caption="How often SOLOplay of DEADCERT: London is won by each policy of filing: {n:,} random games each, "
    "seed {seed}, with standard errors; exactly where the policy ignores names (reading {reading}). A "
    "files weak leads first, B any card, B2 any suspect, C6 strong leads first while their stack has "
    "fewer than six cards, D is the best policy that was found, F files the suspect fetched first.",
    source=f"{_RULES}, sections 4c and 5; simulated",
    columns=[
        key("policy"),
        exact("exactly"),
        rounded("won", 5),
        rounded("standard_error", 5),
        rounded("mean_turn", 3),
    ],
)
def solo_policies(n: int = 100_000, seed: int = 1, reading: Any = "same_stack") -> Iterator[Row]:
    """A row for each policy."""
    for policy in deadcert.SOLO_POLICIES:
        games = deadcert.simulate_solo(policy, games=n, seed=seed, reading=reading, progress=False)
        known = deadcert.solo_win_probability(policy, reading) if policy in EXACT else None
        yield policy, known, games.win_probability, games.standard_error, games.mean_turn


@table(
    "deadcert/co-op",
    title="The co-op variant of DEADCERT: London, by the number of detectives",
    caption="How often a team of detectives succeeds in the co-op variant of DEADCERT: London, by their number "
    "and policy: {n:,} random games each, seed {seed}, with standard errors. Who keeps only fetches; a "
    "team promotes filed cards of prime suspects, and brings them to each other by snoops.",
    source=f"{_RULES}, section 7; simulated",
    columns=[key("players"), key("policy"), rounded("success"), rounded("standard_error"), rounded("mean_turns", 2)],
)
def co_op(n: int = 10_000, seed: int = 1) -> Iterator[Row]:
    """A row for each number of detectives and policy."""
    for players in range(2, _MOST_PLAYERS + 1):
        for policy in deadcert.COOP_POLICIES:
            games = deadcert.simulate_coop(policy, games=n, seed=seed, players=players, progress=False)
            yield players, policy, games.success_probability, games.standard_error, games.mean_length
