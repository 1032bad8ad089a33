"""DEADCERT: the results of many games at a table with several detectives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crimecalc.checks import check_seat
from crimecalc.rendering import html_table, plural, text_table
from crimecalc.tally import Counts, added, mean, rate_error

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CoopGames", "TableGames"]


@dataclass(frozen=True)
class TableGames:
    """Many games of OPENplay or COVERTplay.

    Attributes:
        n: how many games.
        players: how many detectives.
        unit: what a game's length is counted in, ``"turn"`` or ``"round"``.
        wins: how often each seat won; None where nobody did.
        lengths: how often a game lasted so many turns or rounds.
        identified: how often each seat had seen all of the killer's cards by the end (COVERTplay only).
    """

    n: int
    players: int
    unit: str
    wins: Counts[int | None]
    lengths: Counts[int]
    identified: Counts[int] = field(default_factory=Counts)

    @property
    def mean_length(self) -> float:
        """Mean number of turns or rounds in a game."""
        return mean(self.lengths)

    @property
    def no_winner(self) -> float:
        """Share of the games that nobody won."""
        return self.wins[None] / self.n

    def win_rate(self, seat: int | None) -> float:
        """Share of the games that a seat (or nobody: None) won.

        Raises:
            InvalidInput: if there is no such seat.
        """
        check_seat("win_rate", seat, self.players, nobody=True)
        return self.wins[seat] / self.n

    def standard_error(self, seat: int | None) -> float:
        """Standard error of :meth:`win_rate`.

        Raises:
            InvalidInput: if there is no such seat.
        """
        self.win_rate(seat)
        return rate_error(self.wins[seat], self.n)

    def __add__(self, other: TableGames) -> TableGames:
        """The results of both.

        Raises:
            InvalidInput: if they are not games of the same format with as many detectives.
        """
        if not isinstance(other, TableGames):
            return NotImplemented
        return added(self, other, "players", "unit")

    def to_frame(self) -> pd.DataFrame:
        """Wins by seat with their share and its standard error; the last row is for nobody."""
        import pandas as pd

        seats = [*range(self.players), None]
        columns = {
            "wins": [self.wins[seat] for seat in seats],
            "share": [self.win_rate(seat) for seat in seats],
            "standard_error": [self.standard_error(seat) for seat in seats],
        }
        names = [f"seat {seat}" if seat is not None else "nobody" for seat in seats]
        return pd.DataFrame(columns, index=pd.Index(names, name="winner"))

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        rows = []
        for seat in [*range(self.players), None]:
            name = "nobody" if seat is None else f"seat {seat}"
            rows.append(
                [name, f"{self.wins[seat]:,}", f"{self.win_rate(seat):.4f}", f"{self.standard_error(seat):.4f}"]
            )
            if self.identified:
                rows[-1].append("" if seat is None else f"{self.identified[seat] / self.n:.4f}")
        header = ["winner", "games", "share", "standard error", *(["knew the killer"] if self.identified else [])]
        return header, rows

    @property
    def _caption(self) -> str:
        return f"{plural(self.n, 'game')} of {self.players}, {self.mean_length:.2f} {self.unit}s on average"

    def __str__(self) -> str:
        return f"{self._caption}\n{text_table(*self._cells())}"

    def _repr_html_(self) -> str:
        return html_table(*self._cells(), caption=self._caption)

    def __repr__(self) -> str:
        return f"<TableGames: {self._caption}, nobody won {self.no_winner:.4f}>"


@dataclass(frozen=True)
class CoopGames:
    """Many games of the co-op variant.

    Attributes:
        n: how many games.
        players: how many detectives.
        successes: how often the team succeeded.
        lengths: how often a game lasted so many turns.
    """

    n: int
    players: int
    successes: int
    lengths: Counts[int]

    @property
    def success_probability(self) -> float:
        """Share of the games in which the team succeeded."""
        return self.successes / self.n

    @property
    def standard_error(self) -> float:
        """Standard error of :attr:`success_probability`."""
        return rate_error(self.successes, self.n)

    @property
    def mean_length(self) -> float:
        """Mean number of turns in a game."""
        return mean(self.lengths)

    def __add__(self, other: CoopGames) -> CoopGames:
        """The results of both.

        Raises:
            InvalidInput: if they are not of as many detectives.
        """
        if not isinstance(other, CoopGames):
            return NotImplemented
        return added(self, other, "players")

    def to_frame(self) -> pd.DataFrame:
        """One row: the games, how many were won, their share and its standard error."""
        import pandas as pd

        share, error = self.success_probability, self.standard_error
        row = {"games": self.n, "won": self.successes, "share": share, "standard_error": error}
        return pd.DataFrame([row], index=pd.Index([self.players], name="players"))

    def __repr__(self) -> str:
        return (
            f"<CoopGames: {plural(self.n, 'game')} of {self.players}, "
            f"won {self.success_probability:.4f} ± {self.standard_error:.4f}, {self.mean_length:.2f} turns on average>"
        )
