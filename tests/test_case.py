"""The rules of asking, with a small game of eight cards that every seat's case can be checked in."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar, Literal, Self

import pytest
from hypothesis import given
from hypothesis import strategies as st

import crimecalc as cc
import plain_case
from crimecalc.games import cluedo, king_of_hearts
from crimecalc.inference.case import FamilyCase
from crimecalc.inference.questions import Question, Questions

COURTS, HEARTS = ("J", "Q", "K", "A"), ("1", "2", "3", "4")
COURT_CHANCE = Fraction(2, 3)


class Small(FamilyCase):
    """Four courts and four hearts, two or three seats."""

    CATEGORIES: ClassVar[dict[str, tuple[Any, ...]]] = {"court": COURTS, "heart": HEARTS}

    def __init__(self, sizes: list[int], seat: int | None, hand: Any = None, answering: str = "all") -> None:
        super().__init__(sizes, seat, hand, {"court": COURT_CHANCE, "heart": 1 - COURT_CHANCE}, answering)

    @classmethod
    def read_card(cls, card: Any) -> str:
        """A card by its name."""
        if card not in (*COURTS, *HEARTS):
            raise cc.InvalidInput(f"unknown card {card}")
        return str(card)

    def asked(self, question: plain_case.Question) -> Self:
        """The case after one more question."""
        cards = dict(zip(self.CATEGORIES, question.cards, strict=True))
        return self._asked(cards, question.by, question.shown_by, question.card, question.to)

    def answers(self, court: str, heart: str, by: int | None = None, to: int | None = None) -> cc.Distribution:
        """Distribution of the answer."""
        return self._answers_to({"court": court, "heart": heart}, by, to)

    def questions(self, by: int | None = None) -> Questions:
        """All questions, ranked."""
        return self._ranked(by, dict.fromkeys(self.CATEGORIES))


SIZES = st.sampled_from([[3, 3], [2, 2, 2], [1, 2, 3], [4, 1, 1], [6]])


@st.composite
def played(draw: st.DrawFn, possible: bool) -> tuple[list[int], int | None, list[str], str, list[plain_case.Question]]:
    """A seat at a table and what it saw; of a deal that happened, or of questions answered at random."""
    sizes = draw(SIZES)
    players = len(sizes)
    deal = [draw(st.permutations(COURTS)), draw(st.permutations(HEARTS))]
    rest = draw(st.permutations([*deal[0][1:], *deal[1][1:]]))
    hands = [rest[sum(sizes[:seat]) : sum(sizes[: seat + 1])] for seat in range(players)]
    seat = draw(st.none() | st.integers(0, players - 1))
    holder = {card: number for number, hand in enumerate(hands) for card in hand}
    answering = draw(st.sampled_from(["all", "one"])) if players > 1 else "all"
    questions = []
    for _ in range(draw(st.integers(0, 4))):
        cards = draw(st.sampled_from(COURTS)), draw(st.sampled_from(HEARTS))
        by = draw(st.integers(0, players - 1))
        others = [other for other in range(players) if other != by]
        to = draw(st.sampled_from(others)) if answering == "one" else None
        question = plain_case.Question(cards, by, None, None, to)
        if possible:
            shower = next((s for s in plain_case.order(players, question) if s in map(holder.get, cards)), None)
            shown = draw(
                st.sampled_from(
                    [card for card in cards if holder.get(card) == shower] if shower is not None else [None]
                )
            )
        else:
            shower = draw(st.sampled_from([None, *(others if to is None else [to])]))
            shown = draw(st.sampled_from(cards))
        sees = seat is not None and seat in (by, shower) and shower is not None
        questions.append(question._replace(shown_by=shower, card=shown if sees else None))
    return sizes, seat, list(hands[seat]) if seat is not None else [], answering, questions


def seen_by(told: tuple[list[int], int | None, list[str], str, list[plain_case.Question]]) -> Small:
    sizes, seat, hand, answering, questions = told
    case = Small(sizes, seat, hand, answering)
    for question in questions:
        case = case.asked(question)
    return case


def check(told: tuple[list[int], int | None, list[str], str, list[plain_case.Question]]) -> None:
    sizes, seat, hand, _, questions = told
    expected = plain_case.weighted([COURTS, HEARTS], sizes, seat, hand, questions, COURT_CHANCE)
    if not expected:
        with pytest.raises(cc.ImpossibleEvidence, match=r"question \d: "):
            seen_by(told)
        return
    case = seen_by(told)
    total = sum(weight for _, weight in expected)
    assert case.deals == total
    for card in case.cards:
        for place in [*range(len(sizes)), "solution"]:
            assert case.holder(card)[place] == sum(w for deal, w in expected if deal[card] == place) / total
    found: dict[Any, Fraction] = {}
    for deal, weight in expected:
        solution = plain_case.solution_of(deal, [COURTS, HEARTS])
        found[solution] = found.get(solution, Fraction(0)) + weight
    assert case.solution() == cc.Distribution(found)


@given(played(possible=True))
def test_what_was_seen_in_a_game_gives_the_posterior_of_all_deals(told: Any) -> None:
    check(told)


@given(played(possible=False))
def test_what_cannot_have_been_seen_raises_and_the_rest_agrees(told: Any) -> None:
    check(told)


@given(played(possible=True), st.data())
def test_answers_and_their_worth_agree_with_the_joint_table_of_all_deals(told: Any, data: st.DataObject) -> None:
    sizes, seat, hand, answering, questions = told
    players = len(sizes)
    if players == 1:
        return
    case = seen_by(told)
    deals = plain_case.weighted([COURTS, HEARTS], sizes, seat, hand, questions, COURT_CHANCE)
    by = data.draw(st.integers(0, players - 1))
    ranked = case.questions(by)
    assert len(ranked) == 16 * (players - 1 if answering == "one" else 1)
    gains = [question.information_gain for question in ranked]
    assert gains == sorted(gains, reverse=True)
    asked = data.draw(st.sampled_from(list(ranked)))
    question = plain_case.Question(asked.cards, by, None, None, asked.to)
    joint: dict[Any, Fraction] = {}
    seen: dict[Any, Fraction] = {}
    for deal, weight in deals:
        solution = plain_case.solution_of(deal, [COURTS, HEARTS])
        for (shower, card), chance in plain_case.replies(deal, players, question, COURT_CHANCE).items():
            joint[(shower, card), solution] = joint.get(((shower, card), solution), Fraction(0)) + weight * chance
            view = (shower, card if by == seat else None)
            seen[view, solution] = seen.get((view, solution), Fraction(0)) + weight * chance
    total = sum(joint.values())
    replies: dict[Any, Fraction] = {}
    for (reply, _), weight in joint.items():
        replies[reply] = replies.get(reply, Fraction(0)) + weight
    assert case.answers(asked.court, asked.heart, by, asked.to) == cc.Distribution(replies)
    first = plain_case.order(players, question)[0]
    assert asked.first_neighbour_shows == sum(w for (shower, _), w in replies.items() if shower == first) / total
    assert asked.nobody_shows == replies.get((None, None), Fraction(0)) / total
    assert asked.information_gain == pytest.approx(plain_case.information(seen), abs=1e-12)
    possible = {view: {s for (v, s), w in seen.items() if v == view and w} for view, _ in seen}
    known = sum(w for (view, _), w in seen.items() if len(possible[view]) == 1)
    assert asked.solution_known == known / total


# --- a case as a value ------------------------------------------------------------------------


@pytest.fixture
def case() -> king_of_hearts.Case:
    return king_of_hearts.Case(4, seat=0, hand="JC QD KS 3H 7H")


def test_a_case_does_not_change_and_its_last_question_can_be_taken_back(case: king_of_hearts.Case) -> None:
    more = case.asked(court="KH", heart="9H", by=0, shown_by=2, card="9H")
    assert (len(case.history), len(more.history)) == (0, 1)
    assert more.undo() == case
    assert more != case
    assert hash(more.undo()) == hash(case)
    with pytest.raises(cc.InvalidInput, match="undo: nothing was asked yet"):
        case.undo()
    with pytest.raises(AttributeError):
        case.seat = 1  # type: ignore[misc]
    assert str(more.history[0]) == "seat 0 asks for K♥, 9♥: seat 2 shows 9♥"
    assert repr(more) == "<Case of seat 0, 4 players, 1 question>"


def test_the_order_of_a_hand_and_how_cards_are_written_make_no_difference(case: king_of_hearts.Case) -> None:
    other = king_of_hearts.Case(4, 0, ["7♥", "3h", cc.Card("K♠"), "qd", "JC"])
    assert other == case


def test_the_grid_shows_who_can_hold_what(case: king_of_hearts.Case) -> None:
    text = str(case.asked(court="KH", heart="9H", by=0, shown_by=2, card="9H"))
    lines = text.splitlines()
    assert lines[0].split() == ["card", "seat", "0", "(you)", "seat", "1", "seat", "2", "seat", "3", "solution"]
    assert len(lines) == 1 + 22
    assert "J♣    yes           ·       ·       ·       ·" in lines
    assert "9♥    ·             ·       yes     ·       ·" in lines
    assert all("%" in line for line in lines if line.startswith("K♥"))


def test_the_grid_in_a_notebook_is_shaded_by_probability(case: king_of_hearts.Case) -> None:
    html = case._repr_html_()
    assert html.count("<tr>") == 1 + 22
    assert '<td style="background-color: rgba(30, 110, 200, 0.60)">yes</td>' in html
    assert "<td>J♣</td>" in html


def test_only_questions_can_be_recorded(case: king_of_hearts.Case) -> None:
    for wrong in (None, 5, "x", ["KH"]):
        with pytest.raises(cc.InvalidInput, match="recorded: expected"):
            case.recorded(wrong)  # type: ignore[arg-type]


def test_a_card_is_in_a_hand_that_may_hold_it_or_not(case: king_of_hearts.Case) -> None:
    hand = case.hand_of(1)
    assert "KH" in hand
    assert "2S" not in hand
    assert "ZZ" not in hand


def test_a_hand_adds_up_to_its_size(case: king_of_hearts.Case) -> None:
    known = case.asked(court="KH", heart="9H", by=0, shown_by=2, card="9H")
    hand = known.hand_of(2)
    assert sum(hand.values()) == hand.size == sum(hand.expected.values()) == 5
    assert hand.certain == (cc.Card("9♥"),)
    assert hand["9H"] == 1
    assert known.hand_of(0).certain == tuple(card for card in known.cards if card in known.hand)
    with pytest.raises(cc.InvalidInput, match="seat: expected a seat from 0 to 3, found 4"):
        known.hand_of(4)


def test_questions_show_themselves_and_become_a_frame(case: king_of_hearts.Case) -> None:
    questions = case.questions()
    assert len(questions) == 120
    text = str(questions).splitlines()
    assert text[0].split() == ["court", "heart", "bits", "first", "shows", "nobody", "solved", "after"]
    assert text[-1] == "… and 108 more of 120 questions"
    assert "108 more of 120 questions" in questions._repr_html_()
    frame = questions.to_frame()
    assert list(frame.columns) == [
        "court", "heart", "information_gain", "first_neighbour_shows", "nobody_shows", "solution_known",
    ]  # fmt: skip
    assert questions[:3][0] == questions[0]
    assert len(questions[:3]) == 3


def test_a_question_names_its_cards(case: king_of_hearts.Case) -> None:
    best = case.best_question()
    assert isinstance(best, Question)
    assert best.named == {"court": best.court, "heart": best.heart}
    assert best == case.questions()[0]
    with pytest.raises(AttributeError, match="a question has no 'room'"):
        _ = best.room
    asked = case.asked(**best.named, by=0, shown_by=None)
    assert asked.history[0].cards == best.cards


def test_alike_cards_make_alike_questions_and_stay_in_order(case: king_of_hearts.Case) -> None:
    best = case.questions()[:3]
    assert len({question.information_gain for question in best}) == 1
    assert [str(question.court) for question in best] == ["J♣", "J♣", "J♣"]


def test_answers_stay_exact_where_weights_pass_63_bits() -> None:
    case = king_of_hearts.Case(4, 0, "JC QD KS 3H 7H", shows=Fraction(1, 10**18 + 9))
    answers = case.answers("KH", "9H")
    assert answers[1, "K♥"] > 0
    for card in ("KH", "9H"):
        after = case.asked(court="KH", heart="9H", by=0, shown_by=1, card=card)
        assert answers[1, card] == after.deals / case.deals


def test_information_is_exact_for_extreme_ways_of_showing() -> None:
    case = king_of_hearts.Case(4, 0, "JC QD KS 3H 7H", shows=Fraction(1, 10**400))
    extreme = case.asked(court="KH", heart="9H", by=0, shown_by=1, card="KH")
    (question,) = extreme.questions(court="JD", heart="9H")
    likely = king_of_hearts.Case(4, 0, "JC QD KS 3H 7H", shows=Fraction(1, 10**9))
    (other,) = likely.asked(court="KH", heart="9H", by=0, shown_by=1, card="KH").questions(court="JD", heart="9H")
    assert question.information_gain == pytest.approx(other.information_gain, abs=1e-6)
    assert question.information_gain > 0.5


def test_ways_of_showing_are_equal_by_meaning() -> None:
    hand = "JC QD KS 3H 7H"
    assert king_of_hearts.Case(4, 0, hand, shows=Fraction(1, 2)) == king_of_hearts.Case(4, 0, hand)
    assert king_of_hearts.Case(4, 0, hand, shows=Fraction(1)) == king_of_hearts.Case(4, 0, hand, shows="court")
    weights = {"suspect": 2, "weapon": 2, "room": 2}
    case = cluedo.Case(3, None, shows=weights)
    weights["suspect"] = 9
    assert case == cluedo.Case(3, None)
    assert hash(case) == hash(cluedo.Case(3, None))
    assert cluedo.Case(3, None, shows=dict.fromkeys(weights, 0)) == case


def test_the_best_question_can_be_asked_for_others_and_with_a_card(case: king_of_hearts.Case) -> None:
    assert case.best_question(court="KH").court == cc.Card("K♥")
    assert case.best_question(by=2) == case.questions(by=2)[0]
    ties = case.questions().equally_good
    assert len(ties) == 3 * 8
    assert {question.information_gain for question in ties} == {case.best_question().information_gain}


def test_a_wide_grid_has_short_titles() -> None:
    case = king_of_hearts.Case(10, 3, "JC 3H")
    assert str(case).splitlines()[0].split() == ["card", "0", "1", "2", "3", "(you)", *"456789", "solution"]
    assert max(map(len, str(case).splitlines())) <= 80


def test_a_hand_shows_its_most_probable_cards_first(case: king_of_hearts.Case) -> None:
    known = case.asked(court="KH", heart="9H", by=0, shown_by=2, card="9H")
    assert str(known.hand_of(2)).splitlines()[:2] == ["card  probability  about", "9♥    1            yes"]
    assert "<td>9♥</td>" in known.hand_of(2)._repr_html_()


# --- one answers ------------------------------------------------------------------------------


def test_where_one_answers_the_others_tell_nothing() -> None:
    case = king_of_hearts.Case(4, 0, "JC QD KS 3H 7H", answering="one")
    known = case.asked(court="KH", heart="9H", by=0, to=2, shown_by=None)
    assert known.holder("KH")[2] == 0
    assert known.holder("KH")[1] > 0
    assert str(known.history[0]) == "seat 0 asks seat 2 for K♥, 9♥: nobody shows"
    shown = case.asked(court="KH", heart="9H", by=0, shown_by=2, card="KH")
    assert shown.history[0].to == 2
    assert {question.to for question in case.questions()} == {1, 2, 3}
    assert len(case.questions()) == 360
    assert "of seat" in str(case.questions()).splitlines()[0]
    assert case.answers("KH", "9H", to=3)[3, "KH"] > 0


# --- what is refused --------------------------------------------------------------------------

Kind = Literal["invalid", "impossible"]


@pytest.mark.parametrize(
    ("said", "kind", "message"),
    [
        ({"court": "9H", "heart": "9H"}, "invalid", "question 1: court: expected one of J♣, .* K♠; found 9♥"),
        ({"court": "KH", "heart": "KH"}, "invalid", "question 1: heart: expected one of A♥, .* 10♥; found K♥"),
        ({"court": "2S"}, "invalid", "question 1: court: 2♠ is not in this game"),
        ({"court": "XX"}, "invalid", "question 1: court: unknown rank 'X'"),
        ({"by": 4}, "invalid", "question 1: by: expected a seat from 0 to 3, found 4"),
        ({"by": True}, "invalid", "question 1: by: expected a seat from 0 to 3, found True"),
        ({"shown_by": -1}, "invalid", "question 1: shown_by: expected a seat from 0 to 3, found -1"),
        ({"shown_by": 0}, "invalid", "question 1: shown_by: seat 0 asks and so shows nothing itself"),
        ({"card": "QH"}, "invalid", "question 1: card: expected one of those asked for, K♥, 9♥; found Q♥"),
        ({}, "invalid", "question 1: card: expected the card that seat 1 showed to seat 0, found None"),
        ({"card": "XX"}, "invalid", "question 1: card: unknown rank 'X'"),
        ({"shown_by": None, "card": "KH"}, "invalid", "card: nobody showed a card"),
        ({"by": 1, "shown_by": 2, "card": "KH"}, "invalid", "card: seat 2 showed it to seat 1 only, so seat 0 cannot"),
        ({"to": 1}, "invalid", "to: expected None, as the question goes round"),
        ({"court": "KS", "by": 3, "shown_by": 1}, "impossible", "seat 0 is said to be passed over, but holds K♠"),
        ({"by": 3, "shown_by": 0}, "impossible", "seat 0 is said to show K♥ or 9♥, which is not in its hand"),
        ({"court": "KS", "by": 3, "shown_by": 0, "card": "9H"}, "impossible", "seat 0 is said to show 9♥"),
        ({"court": "KS", "heart": "7H", "shown_by": 2, "card": "KS"}, "impossible", "no deal is left .* seat 2 showed K♠"),
    ],
)  # fmt: skip
def test_a_question_that_makes_no_sense_is_refused(
    case: king_of_hearts.Case, said: dict[str, Any], kind: Kind, message: str
) -> None:
    question: dict[str, Any] = {"court": "KH", "heart": "9H", "by": 0, "shown_by": 1} | said
    error = cc.InvalidInput if kind == "invalid" else cc.ImpossibleEvidence
    with pytest.raises(error, match=message):
        case.asked(**question)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: king_of_hearts.Case(3, 0, "JC"), "players: expected 2, 4, 5 or 10, as 20 cards .*; found 3"),
        (lambda: king_of_hearts.Case(4, 4, "JC QD KS 3H 7H"), "seat: expected a seat from 0 to 3, found 4"),
        (lambda: king_of_hearts.Case(4, 0, "JC QD KS 3H"), "hand: expected 5 cards for seat 0 of 4, found 4"),
        (lambda: king_of_hearts.Case(4, 0, "JC JC KS 3H 7H"), "hand: J♣ is named 2 times"),
        (lambda: king_of_hearts.Case(4, 0, "JC 9S KS 3H 7H"), "9♠ is not in this game"),
        (lambda: king_of_hearts.Case(4, None, "JC"), r"a spectator \(seat=None\) has none, found 1 card"),
        (lambda: king_of_hearts.Case(4, None, shows="both"),  # type: ignore[arg-type]
 "shows: expected 'uniform', .* found 'both'"),
        (lambda: king_of_hearts.Case(4, None, shows=Fraction(3, 2)), "shows: expected a probability from 0 to 1"),
        (lambda: king_of_hearts.Case(4, None, shows=0.5),  # type: ignore[arg-type]
 "shows: expected an integer or a Fraction"),
        (lambda: king_of_hearts.Case(4, None, answering="two"),  # type: ignore[arg-type]
 "answering: expected 'all' or 'one', found 'two'"),
        (lambda: king_of_hearts.Case(4, None).questions(), "by: expected the seat that asks"),
        (lambda: king_of_hearts.Case(4, None, answering="one").answers("KH", "9H", by=0), "to: expected the seat"),
        (lambda: king_of_hearts.Case(4, None).holder("5S"), "5♠ is not in this game"),
        (lambda: cluedo.Case(7, None), "players: expected 3 to 6, found 7"),
        (lambda: cluedo.Case(4, None, hands=[5, 5, 5, 3]), r"hands: expected the sizes \[5, 5, 4, 4\] in some order"),
        (lambda: cluedo.Case(3, None, shows={"suspect": 1}), "shows: expected 'uniform', one of 'suspect'"),
        (lambda: cluedo.read_card("room"), "'room' could be Billiard Room or Dining Room"),
        (lambda: cluedo.read_card("gun"), "'gun' is no card; expected one of Miss Scarlett"),
        (lambda: cluedo.read_card("loung"), r"'loung' is no card; did you mean Lounge\?"),
        (lambda: cluedo.Case(3, 0, "Green Plum"), "hand: 'Green Plum' is no card"),
        (lambda: cluedo.Case(3, None, hands=["6", 6, 6]), "hands: expected the sizes"),  # type: ignore[list-item]
        (lambda: cluedo.Case(3, None, hands=[6.0, 6, 6]), "hands: expected the sizes"),  # type: ignore[list-item]
    ],
)  # fmt: skip
def test_a_case_that_makes_no_sense_is_refused(make: Any, message: str) -> None:
    with pytest.raises(cc.InvalidInput, match=message):
        make()
