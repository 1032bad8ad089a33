"""Every exact figure of the tables on DEADCERT: London a second time, from the rules alone."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import factorial
from pathlib import Path

import pytest

import plain_deadcert as plain
from made_tables import exactly, made

REFERENCE = json.loads((Path(__file__).parent / "reference" / "deadcert.json").read_text(encoding="utf-8"))
CARDS = 54
PLACES = list(combinations(range(1, CARDS + 1), 3))
"""Every choice of draws that bring the killer's three cards."""


def test_splits_and_their_priors_are_those_of_sharing_out_nine_names() -> None:
    """Each of nine names is put on a pair of types; of a deck all 37 names are told apart."""
    counts = Counter(tuple(names) for names in product(range(10), repeat=3) if sum(names) == 9)
    expected, labelled = {}, {}
    for split in counts:
        singles = tuple(
            16 - 1 - sum(names for pair, names in zip(plain.PAIRS, split, strict=True) if kind in pair)
            for kind in plain.TYPES
        )
        assert min(singles) >= 0
        sharing = factorial(9)
        deck = factorial(37)
        for names in split:
            sharing //= factorial(names)
            deck //= factorial(names)
        for names in singles:
            deck //= factorial(names)
        labelled[split] = deck
        expected[split] = singles, Fraction(1, 55), Fraction(sharing, 3**9)
    rows = exactly(made("deadcert/splits"))
    assert len(rows) == len(expected) == REFERENCE["n_feasible_splits"]
    for row in rows:
        assert (row[3:6], row[6], row[7]) == expected[row[:3]]
        assert row[8] == Fraction(labelled[row[:3]], sum(labelled.values()))
    for prior in (6, 7, 8):
        assert sum(row[prior] for row in rows) == 1


def test_nine_names_can_be_shared_out_as_often_as_the_multinomial_prior_says() -> None:
    """Nine names, each put on one of three pairs of types, in all ways."""
    shared = Counter(tuple(way.count(pair) for pair in range(3)) for way in product(range(3), repeat=9))
    assert {row[:3]: row[7] for row in exactly(made("deadcert/splits"))} == {
        split: Fraction(ways, 3**9) for split, ways in shared.items()
    }


def test_the_killers_cards_come_as_in_all_choices_of_their_draws() -> None:
    by_number = [Counter(draws[number] for draws in PLACES) for number in range(3)]
    assert exactly(made("deadcert/killer-draws")) == [
        (draw, *(Fraction(draws[draw], len(PLACES)) for draws in by_number)) for draw in range(1, CARDS + 1)
    ]
    for number, mean in REFERENCE["killer_card_means"].items():
        rows = exactly(made("deadcert/killer-draws"))
        assert str(sum(row[0] * row[int(number)] for row in rows)) == mean


@pytest.mark.exhaustive
@pytest.mark.parametrize("split", [(3, 3, 3), (9, 0, 0), pytest.param((4, 3, 2), marks=pytest.mark.exhaustive)])
def test_exposed_suspects_and_possible_killers_are_as_counted_card_by_card(split: tuple[int, int, int]) -> None:
    possible = plain.possible_killers_by_draw(split)
    expected = []
    for cards in range(CARDS + 1):
        exposed = plain.prime_suspects_exposed(cards, split)
        mean = sum((names * chance for names, chance in exposed.items()), Fraction(0))
        expected.append((cards, mean, exposed.get(10, Fraction(0)), possible[cards]))
    assert exactly(made("deadcert/exposed-suspects", split=split)) == expected
    for drawn, exact in REFERENCE["prime_suspects_exposed_mean"].items():
        assert str(expected[int(drawn)][1]) == exact


@pytest.mark.parametrize(("per_turn", "players"), [(3, 1), (3, 5), (1, 2), (7, 1)])
def test_the_killer_is_identified_as_in_all_choices_of_the_draws(per_turn: int, players: int) -> None:
    together = per_turn * players
    turns = Counter(-(-draws[2] // together) for draws in PLACES)
    rows = exactly(made("deadcert/identification-turn", per_turn=per_turn, players=players))
    assert dict(rows) == {turn: Fraction(times, len(PLACES)) for turn, times in turns.items()}
    assert [turn for turn, _ in rows] == sorted(turns)
    if (per_turn, players) == (3, 1):
        mean = sum(turn * chance for turn, chance in rows)
        assert str(mean) == REFERENCE["solo_identification_turn_mean"]


def test_open_play_ends_as_with_all_places_of_the_killers_cards() -> None:
    expected = [
        (players, *(plain.open_play_split(players)[how] for how in ("same", "two", "different")))
        for players in range(2, 7)
    ]
    rows = exactly(made("deadcert/open-play"))
    assert rows == expected
    for players, chances in REFERENCE["openplay_same_two_different"].items():
        (row,) = [row for row in rows if row[0] == int(players)]
        assert list(map(str, row[1:])) == chances


def test_seats_of_open_play_win_as_with_all_places_of_the_killers_cards() -> None:
    expected = []
    for players in range(2, 7):
        winner = plain.open_play_winner(players)
        expected += [(players, str(seat), winner.get(seat, Fraction(0))) for seat in range(players)]
        expected.append((players, "nobody", winner.get(None, Fraction(0))))
    assert exactly(made("deadcert/open-play-seats")) == expected


def test_snoops_reach_as_deep_as_playing_them_on_a_stack() -> None:
    words = {1: "easily", 2: "possible", 3: "risky", 4: "very risky", None: "impossible"}
    found = [plain.snoops_for(level) for level in range(1, 17)]
    assert exactly(made("deadcert/snoop-reach")) == [
        (level, snoops, words[snoops]) for level, snoops in enumerate(found, 1)
    ]
    for level, needed in REFERENCE["snoop"]["snoops_needed_for_level_in_one_stack"].items():
        assert found[int(level) - 1] == (None if needed == "impossible" else needed)
    for written, needed in REFERENCE["snoop"]["rulebook_bands"].items():
        assert written.split(" ", 1)[1] == words[needed]
