"""What bluffing is worth to the discoverer in one round of two players, as a zero-sum game.

Both players know the same two cards from the passing, so each pair of them is a game of its own. The discoverer
sees two suspects, may swap, and accuses. The second player sees the chip and the marker, must look at the two
suspects without the chip, and accuses. Each wants to take few liar chips and wants the other to take many: the
discoverer's payoff is the number of liar chips that the second player takes less the number that the discoverer takes.
The suspects are alike, so it makes no difference which of them the discoverer leaves unseen; here it is the last.

Each game is solved by linear programming. The solver's strategies are then made exact and each is held against
the best reply to it, in Fractions, so the value lies between two exact bounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import coo_array

from crimecalc.errors import InvalidInput
from crimecalc.games.in_a_grove.discoverer import Discoverer
from crimecalc.games.in_a_grove.rules import POSITIONS, deck, position_of_murderer
from crimecalc.rendering import describe, html_table, percent, text_table

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Bluffing", "Game", "Lead", "Reply", "bluffing"]

_PLAYERS = 2
_ACTIONS = tuple((swap, accuse) for swap in (None, *POSITIONS) for accuse in POSITIONS)
_CAPTION = "Liar chips a round that the second player takes, less those that the discoverer takes"
_DIGITS = 10_000  # largest denominator when the solver's floats become Fractions

Payoffs = dict[tuple[Any, Any, Any, int], int]
"""What the discoverer saw and did, what the second player saw and did, and the payoff, added up over all deals."""

Strategy = dict[Any, dict[Any, Fraction]]
"""For each information set the probability of each action."""


@dataclass(frozen=True)
class Lead:
    """Something that the discoverer does with the cards known and seen.

    Attributes:
        seen: the suspects at positions 0 and 1; that at 2 is not looked at.
        swap: the position swapped with the victim; None for no swap.
        accuse: the position accused.
        probability: how often it is done.
        bluff: whether it is not most probably right.
    """

    seen: tuple[str, str]
    swap: int | None
    accuse: int
    probability: Fraction
    bluff: bool


@dataclass(frozen=True)
class Reply:
    """Something that the second player does with the cards known and seen.

    Attributes:
        swapped: the position with the marker; None for no swap.
        accused: the position of the discoverer's chip.
        seen: the suspects at the two other positions, the lower one first.
        accuse: the position accused.
        probability: how often it is done.
    """

    swapped: int | None
    accused: int
    seen: tuple[str, str]
    accuse: int
    probability: Fraction


@dataclass(frozen=True)
class Game:
    """The round in which both players know these two cards.

    Attributes:
        known: the two cards.
        lower: what the discoverer's strategy wins at least.
        upper: what the second player's strategy loses at most.
        honest: what the discoverer wins at most who always accuses as is most probably right (with a swap if that
            is better), choosing freely where several are as good; as bounds, lower and upper.
        leads: a best strategy of the discoverer, of which there may be others: what is done, and how often.
        replies: a best strategy of the second player, likewise.
    """

    known: tuple[str, str]
    lower: Fraction
    upper: Fraction
    honest: tuple[Fraction, Fraction]
    leads: tuple[Lead, ...]
    replies: tuple[Reply, ...]

    @property
    def worth(self) -> tuple[Fraction, Fraction]:
        """Bounds of what bluffing is worth: the value less that of honest accusations."""
        return self.lower - self.honest[1], self.upper - self.honest[0]

    def to_frame(self) -> pd.DataFrame:
        """The discoverer's strategy as a DataFrame, a row for each thing that is ever done."""
        import pandas as pd

        rows = [(*lead.seen, lead.swap, lead.accuse, lead.probability, lead.bluff) for lead in self.leads]
        frame = pd.DataFrame(rows, columns=["at_0", "at_1", "swap", "accuse", "probability", "bluff"])
        return frame.astype({"swap": "Int64"})

    @property
    def bluffs(self) -> Fraction:
        """How often the discoverer bluffs by that strategy, over all suspects that may be seen."""
        bluffs = sum((lead.probability for lead in self.leads if lead.bluff), Fraction(0))
        return bluffs / len({lead.seen for lead in self.leads})


@dataclass(frozen=True)
class Bluffing:
    """One round of two players, over all pairs of cards that they may know, each equally probable.

    Attributes:
        games: the game for each pair.

    Source: the rules of In a Grove, edition of 2010, for two players; solved by linear programming.
    """

    games: tuple[Game, ...]

    @cached_property
    def lower(self) -> Fraction:
        """Exact lower bound of the value for the discoverer, in liar chips a round."""
        return _mean([game.lower for game in self.games])

    @cached_property
    def upper(self) -> Fraction:
        """Exact upper bound of the value for the discoverer."""
        return _mean([game.upper for game in self.games])

    @property
    def gap(self) -> Fraction:
        """How far the bounds lie apart; 0 where the value is exact."""
        return self.upper - self.lower

    @cached_property
    def honest(self) -> tuple[Fraction, Fraction]:
        """Bounds of what a discoverer wins who is known to accuse honestly."""
        return _mean([game.honest[0] for game in self.games]), _mean([game.honest[1] for game in self.games])

    @property
    def worth(self) -> tuple[Fraction, Fraction]:
        """Bounds, lower and upper, of what bluffing is worth: the value less that of honest accusations.

        They are the same where the gap is 0.
        """
        return _mean([game.worth[0] for game in self.games]), _mean([game.worth[1] for game in self.games])

    @property
    def value(self) -> Fraction:
        """Liar chips a round that the second player takes, less the discoverer's, where both play their best.

        Raises:
            InvalidInput: if it is known as bounds only, :attr:`lower` and :attr:`upper`.
        """
        if self.gap:
            raise InvalidInput(f"value: known within {self.gap} only; expected lower and upper to be asked for")
        return self.lower

    @cached_property
    def bluffs(self) -> Fraction:
        """How often the discoverer bluffs, by the strategy that was found."""
        return _mean([game.bluffs for game in self.games])

    def to_frame(self) -> pd.DataFrame:
        """The games as a DataFrame, with exact bounds as Fractions, in liar chips a round."""
        import pandas as pd

        rows = [(game.known, game.lower, game.upper, *game.honest, *game.worth, game.bluffs) for game in self.games]
        bounds = [f"{what}{bound}" for what in ("", "honest_", "worth_") for bound in ("lower", "upper")]
        return pd.DataFrame(rows, columns=["known", *bounds, "bluffs"])

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        rows = [
            [
                describe(game.known),
                _between(game.lower, game.upper),
                _between(*game.honest),
                _between(*game.worth),
                percent(game.bluffs),
            ]
            for game in self.games
        ]
        total = _between(self.lower, self.upper), _between(*self.honest), _between(*self.worth)
        rows.append(["all", *total, percent(self.bluffs)])
        return ["known to both", "value", "honest", "bluffing is worth", "bluffs"], rows

    def __str__(self) -> str:
        return f"{_CAPTION}\n{text_table(*self._cells())}"

    def _repr_html_(self) -> str:
        return html_table(*self._cells(), caption=_CAPTION)

    def __repr__(self) -> str:
        return f"<Bluffing: value {_between(self.lower, self.upper)}, worth {_between(*self.worth)}>"


@cache
def bluffing() -> Bluffing:
    """Solve one round of two players, whatever they know.

    Raises:
        RuntimeError: if the solver finds no solution, which is a fault.

    Source: the rules of In a Grove, edition of 2010.

    >>> solved = bluffing()
    >>> solved.gap < Fraction(1, 10**6), solved.worth[0] > 0
    (True, True)
    >>> solved
    <Bluffing: value 23/90, worth 4/15>
    """
    return Bluffing(tuple(_solve(known) for known in combinations(deck(_PLAYERS), 2)))


def _mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def _between(lower: Fraction, upper: Fraction) -> str:
    """A number that is known within bounds; the number itself where they are the same."""
    return str(lower) if lower == upper else f"{float(lower):.6f} to {float(upper):.6f}"


def _solve(known: tuple[str, ...]) -> Game:
    first, second = known
    lower, upper, strategy, answers = _bounds(known, honest=False)
    leads = tuple(
        Lead(seen, swap, accuse, probability, (swap, accuse) not in _allowed(known, seen, honest=True))
        for seen, chances in strategy.items()
        for (swap, accuse), probability in chances.items()
        if probability
    )
    replies = tuple(
        Reply(swap, accused, looked, accuse, probability)
        for (swap, accused, looked), chances in answers.items()
        for accuse, probability in chances.items()
        if probability
    )
    return Game((first, second), lower, upper, _bounds(known, honest=True)[:2], leads, replies)


def _bounds(known: tuple[str, ...], honest: bool) -> tuple[Fraction, Fraction, Strategy, Strategy]:
    """Exact bounds of the value for the discoverer, and the two strategies that reach them."""
    hidden = [card for card in deck(_PLAYERS) if card not in known]
    allowed: dict[tuple[str, ...], list[Any]] = {
        seen: _allowed(known, seen, honest) for seen in permutations(hidden, 2)
    }
    # For each of the discoverer's choices and each reply: the information sets, and the sum of payoffs over deals.
    payoff: Payoffs = {}
    deals = list(permutations(hidden))
    for deal in deals:
        for action in allowed[deal[:2]]:
            told, murderer = _told(deal, action)
            for reply in POSITIONS:
                key = deal[:2], action, told, reply
                payoff[key] = payoff.get(key, 0) + _payoff(murderer, action[1], reply)
    leads, replies = _linear_program(payoff, allowed)
    return _worst(payoff, leads) / len(deals), _best(payoff, replies) / len(deals), leads, replies


def _allowed(known: tuple[str, ...], seen: tuple[str, ...], honest: bool) -> list[Any]:
    """What the discoverer may do: anything, or only what is most probably right."""
    if not honest:
        return list(_ACTIONS)
    options = Discoverer(_PLAYERS, known, dict(enumerate(seen))).options()
    best = max(option.probability for option in options)
    return [(option.swap, place) for option in options for place in POSITIONS if option.chances[place] == best]


def _told(deal: tuple[str, ...], action: Any) -> tuple[Any, int]:
    """What the second player sees after the discoverer's action, and where the murderer lies."""
    swap, accuse = action
    lying = list(deal[:3])
    if swap is not None:
        lying[swap] = deal[3]
    looked = tuple(lying[position] for position in POSITIONS if position != accuse)
    return (swap, accuse, looked), position_of_murderer(tuple(lying))


def _payoff(murderer: int, accused: int, reply: int) -> int:
    """Liar chips that the second player takes, less those that the discoverer takes."""
    if reply == accused:
        return 0 if accused == murderer else 2  # the second player's chip lies on top of both
    return int(reply != murderer) - int(accused != murderer)


def _linear_program(payoff: Payoffs, allowed: dict[Any, list[Any]]) -> tuple[Strategy, Strategy]:
    """Optimal strategies of both, as the solver finds them, made exact."""
    leads = {(seen, action): n for n, (seen, action) in enumerate((s, a) for s in allowed for a in allowed[s])}
    told = {key: n for n, key in enumerate(dict.fromkeys(key[2] for key in payoff))}
    rows: list[int] = []
    columns: list[int] = []
    values: list[int] = []
    for (seen, action, saw, reply), value in payoff.items():
        rows.append(3 * told[saw] + reply)
        columns.append(leads[seen, action])
        values.append(-value)
    for number in told.values():  # what the second player leaves the discoverer is at most that of any reply
        rows += [3 * number + reply for reply in POSITIONS]
        columns += [len(leads) + number] * 3
        values += [1] * 3
    size = len(leads) + len(told)
    at_most = coo_array((values, (rows, columns)), shape=(3 * len(told), size))
    sets = {seen: n for n, seen in enumerate(allowed)}
    ones = coo_array(
        (np.ones(len(leads)), ([sets[seen] for seen, _ in leads], list(leads.values()))), shape=(len(sets), size)
    )
    found: Any = linprog(  # type: ignore[call-overload]
        np.concatenate([np.zeros(len(leads)), -np.ones(len(told))]),
        A_ub=at_most,
        b_ub=np.zeros(3 * len(told)),
        A_eq=ones,
        b_eq=np.ones(len(sets)),
        bounds=[(0, None)] * len(leads) + [(None, None)] * len(told),
        method="highs",
    )
    if not found.success:
        raise RuntimeError(f"the round of two players could not be solved: {found.message}")
    strategy = {seen: _exact({a: found.x[leads[seen, a]] for a in allowed[seen]}) for seen in allowed}
    dual: NDArray[np.float64] = -found.ineqlin.marginals
    answers = {saw: _exact({place: dual[3 * n + place] for place in POSITIONS}) for saw, n in told.items()}
    return strategy, answers


def _exact(weights: dict[Any, float]) -> dict[Any, Fraction]:
    """A probability for each action near the solver's, as Fractions that add up to 1."""
    rounded = {key: Fraction(max(0.0, float(weight))).limit_denominator(_DIGITS) for key, weight in weights.items()}
    total = sum(rounded.values())
    return {key: value / total for key, value in rounded.items()}


def _worst(payoff: Payoffs, leads: Strategy) -> Fraction:
    """What the discoverer's strategy wins against the best replies to it."""
    after: dict[Any, list[Fraction]] = {}
    for (seen, action, saw, reply), value in payoff.items():
        after.setdefault(saw, [Fraction(0)] * 3)[reply] += leads[seen][action] * value
    return sum((min(values) for values in after.values()), Fraction(0))


def _best(payoff: Payoffs, replies: Strategy) -> Fraction:
    """What the discoverer wins at most against the second player's strategy."""
    after: dict[Any, dict[Any, Fraction]] = {}
    for (seen, action, saw, reply), value in payoff.items():
        sums = after.setdefault(seen, {})
        sums[action] = sums.get(action, Fraction(0)) + replies[saw][reply] * value
    return sum((max(values.values()) for values in after.values()), Fraction(0))
