"""What is claimed of The King of Hearts Has Five Sons, found a second time by plain counting, and made to fail."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb
from types import SimpleNamespace
from typing import Any

import pytest

import crimecalc as cc
from crimecalc.claims import king_of_hearts
from crimecalc.claims.claim import CLAIMS
from crimecalc.games import king_of_hearts as kh
from crimecalc.games.king_of_hearts import Case
from findings import findings_of

NAMES = [name for name, claim in CLAIMS.items() if claim.check_it.__module__ == king_of_hearts.__name__]

pytestmark = pytest.mark.exhaustive  # the verdicts are checked in the default run

found = findings_of("king-of-hearts")


# --- the figures, a second time ---------------------------------------------------------------

COURTS = [rank + suit for rank in "JQK" for suit in "♣♦♥♠"]
HEARTS = [rank + "♥" for rank in ("A", *map(str, range(2, 11)))]


def test_the_cards_are_as_listed_by_hand() -> None:
    ranks = Counter(card[0] for card in COURTS)
    shown = ", ".join(f"{n} {rank}" for rank, n in ranks.items())
    assert found("court-cards").evidence == f"{len(COURTS)} cards: {shown}"
    total = len({*COURTS, *HEARTS})
    assert found("hearts").evidence == f"{len(HEARTS)} cards: {', '.join(HEARTS)}; with the court cards {total}"


def test_solutions_counted_by_hand() -> None:
    pairs = set(product(COURTS, HEARTS))
    assert found("at-random").evidence == f"{len(pairs)} solutions, the likeliest with {Fraction(1, len(pairs))}"
    assert found("question").evidence.startswith(f"{len(pairs)} different questions for {len(pairs)} possible")
    left = []
    for courts in range(6):
        hand = {*COURTS[:courts], *HEARTS[: 5 - courts]}
        left.append(sum(not hand & {*pair} for pair in pairs))
    assert f" {', '.join(map(str, left))} solutions are possible" in found("unseen").evidence


def test_twenty_cards_dealt_by_hand() -> None:
    dealt = len(COURTS) + len(HEARTS) - 2
    four, five = (f"{120 * comb(dealt, dealt // n):,} solutions and first hands of {dealt // n}" for n in (4, 5))
    assert found("twenty").evidence == f"{dealt} cards; {four}, each equally likely, {five}, each equally likely"
    even = [players for players in range(2, 11) if dealt % players == 0]
    both, only = found("four-or-five").readings
    assert (both.holds, only.holds) == (True, False)
    assert both.evidence == f"4 with {dealt // 4} each, 5 with {dealt // 5} each"
    assert only.evidence == ", ".join(f"{players} with {dealt // players} each" for players in even)


ASIDE = "aside"


def answerers(places: dict[str, list[Any]], by: int = 0, players: int = 4) -> Iterator[tuple[int | None, str | None]]:
    """Who can show what, wherever the Queen and the three can be."""
    for queen, three in product(places["Q♠"], places["3♥"]):
        held = {(by + step) % players: [] for step in range(1, players)}  # type: dict[int, list[str]]
        for card, place in (("Q♠", queen), ("3♥", three)):
            if place in held:
                held[place].append(card)
        shower = next((seat for seat, cards in held.items() if cards), None)
        yield from ([(None, None)] if shower is None else [(shower, card) for card in held[shower]])


def test_who_answers_by_hand() -> None:
    anywhere = [ASIDE, 0, 1, 2, 3]
    assert {*answerers({"Q♠": [1], "3♥": [1]})} == {(1, "Q♠"), (1, "3♥")}
    assert found("has-both").evidence == "seat 1 shows Q♠ with probability 1/2, seat 1 shows 3♥ with probability 1/2"
    elsewhere = [place for place in anywhere if place != 1]
    assert {*answerers({"Q♠": [1], "3♥": elsewhere})} == {(1, "Q♠")}
    assert {*answerers({"Q♠": elsewhere, "3♥": [1]})} == {(1, "3♥")}
    assert found("has-one").evidence == (
        "having the first: seat 1 shows Q♠ with probability 1; having the second: seat 1 shows 3♥ with probability 1"
    )
    neither = {seat for seat, _ in answerers({"Q♠": elsewhere, "3♥": elsewhere})}
    second_has_one = {seat for seat, _ in answerers({"Q♠": [2], "3♥": [place for place in anywhere if place != 2]})}
    assert (neither, second_has_one) == ({2, 3, None}, {1, 2})
    assert found("has-none").evidence == (
        "seat 0 asks: if seat 1 has neither, seat 2 or seat 3 or nobody shows; if seat 2 has one of them, "
        "seat 1 or seat 2"
    )


def nobody_shows(players: int) -> Fraction:
    """Probability that both cards lie aside or in the hand of the asker."""
    hand = 20 // players
    court, heart, own = Fraction(1, 12), Fraction(1, 10), Fraction(hand, 20)
    both_own = own * Fraction(hand - 1, 19)
    return court * heart + court * (1 - heart) * own + (1 - court) * heart * own + (1 - court) * (1 - heart) * both_own


def test_how_often_nobody_shows_by_hand() -> None:
    always, around = found("until-shown").readings
    assert (always.holds, around.holds) == (False, True)
    assert f"{nobody_shows(4)} with 4 players, {nobody_shows(5)} with 5 players" in always.evidence
    assert f"; with {Fraction(1, (12 - 3) * (10 - 2))} if" in always.evidence


def test_what_a_bystander_believes_by_hand() -> None:
    # Either of them has a hand of three court cards and two hearts, without the two asked for; so nine court cards and
    # eight hearts are open, and seat 1 has five of the fifteen that are not set aside.
    with_queen, with_both = comb(14, 4), comb(13, 3)
    not_aside = 8 * 7  # solutions with neither card
    held = [(8 * 1 + not_aside) * with_queen, (1 * 7 + not_aside) * with_queen]
    one_or_both = (8 + 7) * with_queen + not_aside * (2 * with_queen - with_both)
    bystander = [Fraction(count, one_or_both) for count in held]
    # The asker saw the Queen, which is shown half the time by those who have both.
    saw = 8 * with_queen + not_aside * (Fraction(with_both, 2) + with_queen - with_both)
    asker = not_aside * Fraction(with_both, 2) / saw
    assert found("asker-only").evidence == (
        f"seat 1 shows the Q♠: for the asker it holds Q♠ with probability 1 and 3♥ with {asker}, "
        f"for a bystander with {bystander[0]} and {bystander[1]}"
    )


def dealt(rng: random.Random, players: int) -> tuple[str, str, list[list[str]]]:
    court, heart = rng.choice(COURTS), rng.choice(HEARTS)
    rest = [card for card in (*COURTS, *HEARTS) if card not in (court, heart)]
    rng.shuffle(rest)
    return court, heart, [rest[seat::players] for seat in range(players)]


def test_asking_for_an_own_card_and_another_finds_the_solution_by_hand() -> None:
    rng = random.Random(1)
    for _ in range(200):
        court, heart, (own, *others) = dealt(rng, 4)
        seen = {card for hand in others for card in hand}
        # Nobody shows a card that lies aside, if the other card asked for is the asker's.
        not_shown = [card for card in (*COURTS, *HEARTS) if card not in own and card not in seen]
        assert sorted(not_shown) == sorted([court, heart])
    assert found("deduction").evidence.startswith("asking at random, somebody is certain in 24 of 24 games")
    assert found("deduction").evidence.endswith("and wrong in 0")


@pytest.mark.exhaustive
def test_all_four_can_be_wrong_by_hand() -> None:
    rng = random.Random(2)
    none_right = 0
    for _ in range(400):
        court, heart, hands = dealt(rng, 4)
        named = []
        for hand in hands:
            open_cards = [[card for card in cards if card not in hand] for cards in (COURTS, HEARTS)]
            named.append(tuple(map(rng.choice, open_cards)))
        none_right += (court, heart) not in named
    assert Fraction(none_right, 400) > Fraction(3, 4)
    somebody, everybody = found("game-continues").readings
    assert (somebody.holds, everybody.holds) == (True, False)


@pytest.mark.exhaustive
def test_whoever_is_left_wins() -> None:
    evidence = found("wrong-cannot-win").evidence
    wrong, games, won, others = map(
        int, re.findall(r"(\d+) of (\d+) games: it wins (\d+) of these, the others (\d+)", evidence)[0]
    )
    assert won == 0 < wrong == others <= games
    wrong, others = map(int, re.findall(r"in (\d+)", found("keeps-answering").evidence))
    assert 0 < wrong == others


def test_who_asks_by_hand_for_the_cards_aside_and_when() -> None:
    rng = random.Random(3)
    ended, games = 0, 3000
    for _ in range(games):
        court, heart, hands = dealt(rng, 4)
        for turn in range(4):
            asked = [rng.choice([card for card in cards if card not in hands[turn]]) for cards in (COURTS, HEARTS)]
            if not any(card in hand for card in asked for hand in hands):
                assert asked == [court, heart]
                ended += 1
                break
    told = re.findall(r"their own, ([\d, ]+) of (\d+) games .* win ([\d, ]+)$", found("next-asks").evidence)[0]
    assert told[0] == told[2]
    expected = Fraction(ended * int(told[1]), games)
    assert abs(sum(map(int, told[0].split(", "))) - expected) < 4 * float(expected) ** 0.5


def test_who_looks_by_hand_knows_one_of_72_solutions() -> None:
    hand = {"J♣", "Q♦", "K♠", "3♥", "7♥"}
    possible = [pair for pair in product(COURTS, HEARTS) if not hand & {*pair}]
    guess = possible[0]
    others = [pair for pair in possible if pair != guess]
    assert found("wrong-knows").evidence == (
        f"{len(possible)} solutions are possible; after a wrong guess 1 is left for who looks, in each of "
        f"{len(others)} cases, and {len(others)} for those who only hear that it was wrong"
    )


def named_by_hand(rng: random.Random) -> tuple[int | None, int]:
    """Who of two players is right who name a solution as soon as it is likely by 1/5, and after how many questions."""
    court, heart, hands = dealt(rng, 2)
    weights = [
        {(c, h): Fraction(1) for c in COURTS for h in HEARTS if c not in hand and h not in hand} for hand in hands
    ]
    playing, turn, asker = [0, 1], 0, 1
    while playing:
        asker = 1 - asker if 1 - asker in playing else asker
        turn += 1
        asked = rng.choice(COURTS), rng.choice(HEARTS)
        has = [card for card in asked if card in hands[1 - asker]]
        shown = rng.choice(has) if has else None
        for pair in list(weights[asker]):
            could = [card for card in asked if card not in hands[asker] and card not in pair]
            weights[asker][pair] *= Fraction(shown in could, len(could)) if could else int(shown is None)
        # The other one has seen nothing that was not known.
        for seat in (asker, 1 - asker):
            likeliest = max(weights[seat], key=lambda pair: weights[seat][pair])
            if seat in playing and 5 * weights[seat][likeliest] >= sum(weights[seat].values()):
                if likeliest == (court, heart):
                    return seat, turn
                playing.remove(seat)
    return None, turn


def test_a_right_solution_by_hand_ends_as_many_games() -> None:
    rng = random.Random(4)
    games = [named_by_hand(rng) for _ in range(80)]
    rate = sum(winner is not None for winner, _ in games) / len(games)
    evidence = found("right-wins").evidence
    right, all_ = map(int, re.findall(r"right in (\d+) of (\d+) games", evidence)[0])
    assert abs(right - rate * all_) < 3 * (rate * (1 - rate) * all_) ** 0.5
    turns = [turns for winner, turns in games if winner is not None]
    assert min(turns) <= min(map(int, re.findall(r"question ([\d, ]+),", evidence)[0].split(", "))) <= max(turns)
    assert evidence.endswith("and 0 were won before")


# --- each can fail ----------------------------------------------------------------------------

right_setup, simulate = kh.setup, kh.simulate
CardLike = str | cc.Card


class Peeks(Case):
    """A case of somebody who saw that the 10♥ is not set aside."""

    def solution(self) -> cc.Distribution:
        """Without the 10♥."""
        return super().solution().given(lambda pair: pair[1] != cc.Card("10♥"))


class NoQueens(Case):
    """A case in which nobody asks for Queens."""

    def questions(self, *args: Any, **others: Any) -> Any:
        """Without Queens."""
        return [question for question in super().questions(*args, **others) if question.cards[0].rank != "Q"]


class NeedNotShow(Case):
    """A case in which nobody has to show a card."""

    def answers(
        self, court: CardLike, heart: CardLike, by: int | None = None, to: int | None = None
    ) -> cc.Distribution:
        """Nobody may show one."""
        return cc.Distribution({**super().answers(court, heart, by, to), (None, None): 1})


class GoesRight(Case):
    """A case in which a question goes round to the right."""

    def answers(
        self, court: CardLike, heart: CardLike, by: int | None = None, to: int | None = None
    ) -> cc.Distribution:
        """The others in the opposite order."""
        mirrored = Case(self.players, -(self.seat or 0) % self.players, self.hand).answers(court, heart, by, to)
        return mirrored.map(lambda answer: (None if answer[0] is None else -answer[0] % 4, answer[1]))


class SomebodyShows(Case):
    """A case in which somebody always shows a card."""

    def answers(
        self, court: CardLike, heart: CardLike, by: int | None = None, to: int | None = None
    ) -> cc.Distribution:
        """Somebody shows one."""
        return super().answers(court, heart, by, to).given(lambda answer: answer[0] is not None)


class SeenByAll(Case):
    """A case in which everybody sees the Queen that is shown."""

    def holder(self, card: Any) -> cc.Distribution:
        """Seat 1 holds it for certain."""
        return cc.Distribution({1: 1} if card == cc.Card("Q♠") else {0: 1, 1: 1})


def only_for(*players: int) -> Any:
    def size(number: int) -> int:
        if number not in players:
            raise cc.InvalidInput("no equal hands")
        return 20 // number

    return size


def without(kind: int) -> Any:
    """The setup without one of its shuffles."""

    def wrong(players: int = 4, look: int | None = None) -> cc.Setup:
        setup = right_setup(players, look)
        return setup.without(setup.random_steps[kind])

    return wrong


def ended(winner: int | None, turns: int = 1) -> Any:
    """Games as if seat 0 named a wrong solution, and somebody won."""
    game = SimpleNamespace(turns=Counter({turns: 1}), wins=Counter({winner: 1}), wrong_guesses=Counter({0: 1}), n=1)
    return lambda *_, **__: game


def other_way_round(*_: Any, **__: Any) -> Any:
    """Games as if the player on the right asked next."""
    return SimpleNamespace(
        n=400, turns=Counter({1: 4, 2: 5, 3: 6, 4: 385}), wins=Counter({0: 4, 3: 5, 2: 6, 1: 7, None: 378})
    )


WRONG: dict[str, tuple[str, Any]] = {
    "court-cards": ("COURTS", kh.COURTS[:-1]),
    "hearts": ("HEARTS", (*kh.HEARTS[1:], cc.Card("J♥"))),
    "at-random": ("setup", without(1)),
    "unseen": ("Case", Peeks),
    "twenty": ("setup", without(-1)),
    "four-or-five": ("hand_size", only_for(3, 6)),
    "question": ("Case", NoQueens),
    "has-both": ("Case", partial(Case, shows="court")),
    "has-one": ("Case", NeedNotShow),
    "has-none": ("Case", GoesRight),
    "asker-only": ("Case", SeenByAll),
    "deduction": ("simulate", partial(simulate, most_turns=2)),
    "anybody": ("simulate", ended(0, turns=5)),
    "next-asks": ("simulate", other_way_round),
    "right-wins": ("simulate", ended(0, turns=5)),
    "wrong-knows": ("Case", Peeks),
    "wrong-cannot-win": ("simulate", ended(0)),
    "keeps-answering": ("simulate", partial(simulate, most_turns=1)),
    "game-continues": ("simulate", partial(simulate, most_turns=1)),
}


@pytest.mark.parametrize("what", WRONG)
def test_it_fails_if_the_library_said_otherwise(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kh, *WRONG[what])
    assert CLAIMS[f"king-of-hearts/{what}"].check().verdict == "fails"


@pytest.mark.parametrize(
    ("what", "name", "wrong"),
    [
        ("until-shown", "Case", SomebodyShows),
        ("four-or-five", "hand_size", only_for(4, 5)),
        ("game-continues", "simulate", ended(1)),
    ],
)
def test_what_is_ambiguous_can_hold(what: str, name: str, wrong: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kh, name, wrong)
    assert CLAIMS[f"king-of-hearts/{what}"].check().verdict == "holds"


def test_every_claim_is_made_to_come_out_otherwise() -> None:
    assert {name.partition("/")[2] for name in NAMES} == {*WRONG, "until-shown"}
