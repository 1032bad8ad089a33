"""The optimal policy of Forgotten Crime by backward induction in plain Python: dicts, tuples and Fractions.

It knows the symmetries of the game, so that it solves the same states as crimecalc, and shares no code with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations, product

CARDS = 12
ORDERS = list(permutations(range(4)))
Seen = tuple[int | None, ...]
"""For each suspect and question (12 places) the answer seen, or None."""
Column = tuple[int, ...]
Key = tuple[Column, ...]


def crimes() -> Iterator[tuple[tuple[int, int], tuple[int, ...]]]:
    """The culprits and the twelve answers of every crime."""
    for criminal, accomplice in permutations(range(4), 2):
        for truth in product(range(3), repeat=3):
            for honest, first, second in product(range(3), (1, 2), (1, 2)):
                for question, off in product(range(3), (1, 2)):
                    said = [list(truth) for _ in range(4)]
                    lies = [other for other in range(3) if other != honest]
                    for lie, by in zip(lies, (first, second), strict=True):
                        said[criminal][lie] = (truth[lie] + by) % 3
                    said[accomplice][question] = (truth[question] + off) % 3
                    yield (criminal, accomplice), tuple(answer for row in said for answer in row)


def renamed(column: Seen) -> Column:
    """A column with its answers numbered by first appearance, 0 where there is none."""
    names: dict[int, int] = {}
    return tuple(0 if answer is None else names.setdefault(answer, len(names) + 1) for answer in column)


def solve() -> tuple[Fraction, int]:
    """The value of the best policy, and how many states there are up to symmetry."""

    @cache
    def orders_of(column: Seen) -> tuple[Column, ...]:
        return tuple(renamed(tuple(column[suspect] for suspect in order)) for order in ORDERS)

    def canonical(seen: Seen) -> Key:
        columns = [orders_of(seen[question::3]) for question in range(3)]
        return min(tuple(sorted(forms)) for forms in zip(*columns, strict=True))

    known = list(crimes())
    start: Seen = (None,) * CARDS
    levels: list[dict[Key, tuple[Seen, list[int]]]] = [{canonical(start): (start, list(range(len(known))))}]
    followers: dict[Key, dict[Key, int]] = {}
    for _ in range(CARDS):
        following: dict[Key, tuple[Seen, list[int]]] = {}
        for key, (seen, fitting) in levels[-1].items():
            groups: dict[tuple[int, int], list[int]] = defaultdict(list)
            for crime in fitting:
                for place, answer in enumerate(known[crime][1]):
                    if seen[place] is None:
                        groups[place, answer].append(crime)
            followers[key] = defaultdict(int)
            for (place, answer), group in groups.items():
                more = (*seen[:place], answer, *seen[place + 1 :])
                followers[key][canonical(more)] += len(group)
                following.setdefault(canonical(more), (more, group))
        levels.append(following)
    values: dict[Key, Fraction] = {}
    for drawn in range(CARDS, -1, -1):
        for key, (_, fitting) in levels[drawn].items():
            counts: dict[tuple[int, int], int] = defaultdict(int)
            for crime in fitting:
                counts[known[crime][0]] += 1
            left = CARDS - drawn
            values[key] = Fraction(max(counts.values()) * left, len(fitting))
            if left:
                chances = followers[key].items()
                drawing = sum((Fraction(n, len(fitting) * left) * values[more] for more, n in chances), Fraction(0))
                values[key] = max(values[key], drawing)
    return values[canonical(start)], len(values)
