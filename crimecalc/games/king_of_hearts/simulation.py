"""The King of Hearts Has Five Sons played to the end, many times, by named policies."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from crimecalc.checks import check_seat, choice_of_each, each_of
from crimecalc.chunks import in_chunks, whole_number
from crimecalc.errors import InvalidInput
from crimecalc.games.king_of_hearts.case import Case
from crimecalc.games.king_of_hearts.rules import hand_size
from crimecalc.games.king_of_hearts.tables import CARDS, Rounds, Tables, answer, cannot_know, choose, deal
from crimecalc.inference.case import Asked
from crimecalc.packing import INT64_MAX
from crimecalc.rational import exact_fraction
from crimecalc.rendering import html_table, text_table
from crimecalc.seeds import Seed, seed_sequence
from crimecalc.tally import Counts, mean, standard_error

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ASK", "Ask", "Games", "simulate"]

Ask = Literal["best", "random", "not in hand"]
ASK: tuple[Ask, ...] = ("best", "random", "not in hand")
"""How players choose what to ask: the question that tells most about the solution (the first of several), any
question, or any question for cards that they do not hold."""

CHUNK = 64
"""Games made at once; part of what a seed means."""

ROUNDS = 24
"""Rounds asked at once where they do not depend on what is known; part of what a seed means."""


@dataclass(frozen=True)
class Games:
    """Many games played to the end.

    Attributes:
        n: how many games.
        players: how many seats.
        turns: how often a game ended after so many questions.
        wins: how often each seat won; None where nobody did.
        wrong_guesses: how often each seat named a wrong solution.
    """

    n: int
    players: int
    turns: Counts[int]
    wins: Counts[int | None]
    wrong_guesses: Counts[int]

    @cached_property
    def mean_turns(self) -> float:
        """Mean number of questions in a game."""
        return mean(self.turns)

    @cached_property
    def standard_error(self) -> float:
        """Standard error of :attr:`mean_turns`."""
        return standard_error(self.turns)

    def win_rate(self, seat: int | None) -> float:
        """Share of the games that a seat (or nobody: None) won.

        Raises:
            InvalidInput: if there is no such seat.
        """
        check_seat("win_rate", seat, self.players, nobody=True)
        return self.wins[seat] / self.n

    def __repr__(self) -> str:
        return f"<Games: {self.n:,} of {self.players} players, {self.mean_turns:.2f} questions on average>"

    def to_frame(self) -> pd.DataFrame:
        """Wins and wrong guesses by seat."""
        import pandas as pd

        seats = range(self.players)
        columns = {
            "wins": [self.wins[seat] for seat in seats],
            "wrong_guesses": [self.wrong_guesses[s] for s in seats],
        }
        return pd.DataFrame(columns, index=pd.Index(seats, name="seat"))

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        rows = [
            [f"seat {seat}", f"{self.wins[seat]:,}", f"{self.win_rate(seat):.3f}", f"{self.wrong_guesses[seat]:,}"]
            for seat in range(self.players)
        ]
        rows.append(["nobody", f"{self.wins[None]:,}", f"{self.win_rate(None):.3f}", ""])
        return ["winner", "games", "share", "wrong guesses"], rows

    @property
    def _caption(self) -> str:
        error = f" (standard error {self.standard_error:.2f})" if self.n > 1 else ""
        return f"{self.n:,} games, {self.mean_turns:.2f} questions on average{error}"

    def __str__(self) -> str:
        return f"{self._caption}\n{text_table(*self._cells())}"

    def _repr_html_(self) -> str:
        return html_table(*self._cells(), caption=self._caption)


def simulate(
    ask: Ask | Sequence[Ask],
    n: int,
    seed: Seed = None,
    *,
    players: int = 4,
    name: Literal["certain"] | Fraction | Sequence[Any] = "certain",
    shows: Literal["uniform", "court", "heart"] | Fraction = "uniform",
    most_turns: int = 240,
    executor: Executor | None = None,
    progress: bool | None = None,
) -> Games:
    """Deal and play ``n`` games to the end.

    Seat 0 asks first, then the turn passes to the left. After each question every player who has not guessed wrong
    may name the solution, the asker first, then going left. Who names a wrong one keeps answering but
    asks and names nothing any more. A game ends when somebody is right, when nobody is left who may ask, or after
    ``most_turns`` questions. All beliefs are exact; nobody learns from what others ask or guess.

    Args:
        ask: how questions are chosen: ``"best"`` (the one that tells most about the solution, the first of several),
            ``"random"`` (any), or ``"not in hand"`` (any for two cards that the asker does not hold); one for all or
            one for each seat.
        n: how many games.
        seed: as in :func:`~crimecalc.engine.sampling.sample`.
        players: 2, 4, 5 or 10.
        name: when a solution is named: ``"certain"``, or as soon as the most probable one has at least this
            probability, a Fraction; one for all or one for each seat.
        shows: which of two cards is shown, as in :class:`~crimecalc.games.king_of_hearts.case.Case`.
        most_turns: where a game is broken off.
        executor: as in :func:`~crimecalc.engine.sampling.sample`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Where no seat asks for the best question and all wait until they are certain, what is asked does not depend on
    what is known: then many games are dealt and asked at once, and only who knows is found out game by game.

    Raises:
        InvalidInput: if an argument makes no sense.
        InexactNumber: if a probability is a float.

    >>> games = simulate("random", n=20, seed=1)
    >>> games.n, games.wins[None], sum(games.wins.values())
    (20, 0, 20)
    """
    count = whole_number(n, "simulate: n", "games")
    most = whole_number(most_turns, "simulate: most_turns", "questions")
    hand_size(players)
    asking = choice_of_each("simulate: ask", ask, players, "seats", ASK)
    naming = tuple(_threshold(when) for when in each_of("simulate: name", name, players, "seats"))
    chance = _court_chance(shows)
    plan = _Play(players, asking, naming, chance, most)
    turns: Counter[int] = Counter()
    wins: Counter[int | None] = Counter()
    wrong: Counter[int] = Counter()
    work = partial(_one_chunk, plan)
    for chunk in in_chunks(work, count, CHUNK, seed_sequence(seed), executor, progress, verb="simulate", noun="games"):
        for game in chunk:
            turns[game.turns] += 1
            wins[game.winner] += 1
            wrong.update(game.wrong)
    return Games(count, players, Counts(turns), Counts(wins), Counts(wrong))


@dataclass(frozen=True)
class _Play:
    """How all games are played."""

    players: int
    asking: tuple[Ask, ...]
    naming: tuple[Fraction, ...]
    chance: Fraction
    most_turns: int

    @property
    def at_once(self) -> bool:
        """Whether what is asked does not depend on what is known."""
        return "best" not in self.asking and set(self.naming) == {Fraction(1)}

    def own_cards(self, by: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether those who ask may ask for own cards."""
        return np.array([self.asking[seat] == "random" for seat in by.tolist()])


@dataclass(frozen=True)
class _Game:
    turns: int
    winner: int | None
    wrong: tuple[int, ...] = ()


def _threshold(when: Any) -> Fraction:
    if when == "certain":
        return Fraction(1)
    if isinstance(when, (str, bool)):
        raise InvalidInput(f"simulate: name: expected 'certain' or a probability as a Fraction, found {when!r}")
    threshold = exact_fraction(when, "simulate: name")
    if not 0 < threshold <= 1:
        raise InvalidInput(f"simulate: name: expected a probability above 0 and at most 1, found {when}")
    return threshold


def _court_chance(shows: Any) -> Fraction:
    """Probability that who holds both cards shows the court card."""
    chance = Case(2, None, shows=shows).preference[0]
    if chance.denominator > INT64_MAX:
        raise InvalidInput(f"simulate: shows: expected a denominator below 2^63, found {chance}")
    return chance


def _one_chunk(plan: _Play, n: int, seed: np.random.SeedSequence) -> list[_Game]:
    dealing, playing = seed.spawn(2)
    tables = deal(plan.players, n, dealing)
    rng = np.random.default_rng(playing)
    if plan.at_once:
        return _at_once(plan, tables, rng)
    return [_one_by_one(plan, tables, game, rng) for game in range(n)]


# --- all games at once ------------------------------------------------------------------------


def _at_once(plan: _Play, tables: Tables, rng: np.random.Generator) -> list[_Game]:
    """Ask in all games, some rounds at a time, until each has ended."""
    ended: dict[int, _Game] = {}
    said: Rounds | None = None
    while len(ended) < len(tables.holders):
        done = 0 if said is None else said.by.shape[1]
        rounds = min(ROUNDS, plan.most_turns - done)
        if not rounds:
            break
        by = np.arange(done, done + rounds) % plan.players
        court, heart = choose(tables, by, plan.own_cards(by), rng)
        more = answer(tables, by, court, heart, plan.chance, rng)
        said = more if said is None else said.then(more)
        open_ = cannot_know(tables, said, plan.chance)
        for game in range(len(tables.holders)):
            if game not in ended:
                found = _first_to_know(plan, tables, said, open_[game], game, done)
                if found is not None:
                    ended[game] = found
    return [ended.get(game, _Game(plan.most_turns, None)) for game in range(len(tables.holders))]


def _first_to_know(plan: _Play, tables: Tables, said: Rounds, open_: Any, game: int, done: int) -> _Game | None:
    """Who knows first in one game, among the rounds after those that are done; None if nobody does yet.

    Who knows once knows from then on, so each seat's first time is found by halving.
    """
    best: tuple[int, int, int] | None = None
    for seat in range(plan.players):

        def knows(turns: int, seat: int = seat) -> bool:
            return _knows(plan, tables, said, game, seat, turns)

        low = max(done, int(open_[:, seat].sum())) + 1  # before, a card of the solution may be in another hand
        high = best[0] if best else said.by.shape[1]
        if low <= high and knows(high):
            turns = low + bisect_left(range(low, high), True, key=knows)
            distance = (seat - int(said.by[game, turns - 1])) % plan.players  # the asker may speak first
            best = min(found for found in (best, (turns, distance, seat)) if found)
    return None if best is None else _Game(turns=best[0], winner=best[2])


def _knows(plan: _Play, tables: Tables, said: Rounds, game: int, seat: int, turns: int) -> bool:
    """Whether only one solution is possible for a seat after some questions."""
    asked = [_seen(said, game, turn, seat) for turn in range(turns)]
    return len(_case(plan, tables, game, seat).recorded(asked).solution()) == 1


def _case(plan: _Play, tables: Tables, game: int, seat: int) -> Case:
    hand = [card for card, holder in zip(CARDS, tables.holders[game].tolist(), strict=True) if holder == seat]
    return Case(plan.players, seat, hand, shows=plan.chance)


def _seen(said: Rounds, game: int, turn: int, seat: int) -> Asked:
    """A question as a seat saw it."""
    by, shower, shown = (int(array[game, turn]) for array in (said.by, said.shower, said.shown))
    cards = CARDS[said.court[game, turn]], CARDS[said.heart[game, turn]]
    if shower < 0:
        return Asked(cards, by, None)
    return Asked(cards, by, shower, CARDS[shown] if seat in (by, shower) else None)


# --- one game after the other -----------------------------------------------------------------


def _one_by_one(plan: _Play, tables: Tables, game: int, rng: np.random.Generator) -> _Game:
    """Play one game in which what is asked or named depends on what is known."""
    table = Tables(tables.players, tables.holders[[game]], tables.solutions[[game]])
    truth = tuple(CARDS[card] for card in table.solutions[0])
    cases = {seat: _case(plan, table, 0, seat) for seat in range(plan.players)}
    wrong: list[int] = []
    asker = -1
    for turn in range(1, plan.most_turns + 1):
        asker = next(seat for seat in _round(asker + 1, plan.players) if seat in cases)
        said = _ask_one(plan, table, cases[asker], rng)
        cases = {seat: case.recorded([_seen(said, 0, 0, seat)]) for seat, case in cases.items()}
        for seat in _round(asker, plan.players):
            guess = _named(cases[seat], plan.naming[seat]) if seat in cases else None
            if guess == truth:
                return _Game(turn, seat, tuple(wrong))
            if guess is not None:
                wrong.append(seat)
                del cases[seat]
        if not cases:
            return _Game(turn, None, tuple(wrong))
    return _Game(plan.most_turns, None, tuple(wrong))


def _round(first: int, players: int) -> list[int]:
    """All seats, going left."""
    return [(first + step) % players for step in range(players)]


def _ask_one(plan: _Play, table: Tables, case: Case, rng: np.random.Generator) -> Rounds:
    assert case.seat is not None
    by = np.array([case.seat])
    if plan.asking[case.seat] == "best":
        court, heart = (np.array([[CARDS.index(card)]]) for card in case.best_question(progress=False).cards)
    else:
        court, heart = choose(table, by, plan.own_cards(by), rng)
    return answer(table, by, court, heart, plan.chance, rng)


def _named(case: Case, threshold: Fraction) -> tuple[Any, ...] | None:
    """The solution that is named, if it is time."""
    solution = case.solution()
    guess: tuple[Any, ...] = solution.mode()
    return guess if solution[guess] >= threshold else None
