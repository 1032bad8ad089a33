"""What the rules of The King of Hearts Has Five Sons say that can be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import comb

from crimecalc.cards import Card
from crimecalc.claims.claim import Reading, claim
from crimecalc.engine.exact import distribution
from crimecalc.errors import InvalidInput
from crimecalc.games import king_of_hearts as kh
from crimecalc.rendering import listed

__all__: list[str] = []

_QUEEN, _THREE = Card("Q♠"), Card("3♥")
"""The question that the rules give as an example."""

_AT_ONCE = Fraction(1, 1000)
"""Who names a solution of this probability or more waits for nothing."""


# --- cards and dealing ------------------------------------------------------------------------


@claim(
    "king-of-hearts/court-cards",
    "Rules, 2nd paragraph",
    "There are 12 court cards: a Jack, a Queen and a King of each suit.",
)
def _court_cards() -> Reading:
    ranks = Counter(card.rank for card in kh.COURTS)
    suits = {card.suit for card in kh.COURTS}
    holds = len(set(kh.COURTS)) == 12 and ranks == {"J": 4, "Q": 4, "K": 4} and len(suits) == 4
    return Reading(
        holds, f"{len(set(kh.COURTS))} cards: {listed(f'{number} {rank}' for rank, number in ranks.items())}"
    )


@claim("king-of-hearts/hearts", "Rules, 2nd paragraph", "There are 10 hearts, from Ace to 10.")
def _hearts() -> Reading:
    ranks = [card.rank for card in kh.HEARTS]
    holds = ranks == ["A", *map(str, range(2, 11))] and {card.suit for card in kh.HEARTS} == {"♥"}
    return Reading(holds, f"{len(ranks)} cards: {listed(kh.HEARTS)}; with the court cards {len(kh.setup().deck)}")


@claim(
    "king-of-hearts/at-random",
    "Rules, 3rd paragraph",
    "Chance decides which court card and which heart are laid aside.",
)
def _at_random() -> Reading:
    exact = distribution(kh.setup())
    kinds = {(court in kh.COURTS, heart in kh.HEARTS) for (court,), (heart,) in exact}
    holds = kinds == {(True, True)} and exact.is_uniform() and len(exact) == len(kh.COURTS) * len(kh.HEARTS)
    return Reading(holds, f"{len(exact)} solutions, the likeliest with {exact[exact.mode()]}")


@claim("king-of-hearts/unseen", "Rules, 3rd paragraph", "No player sees the two cards set aside.")
def _unseen() -> Reading:
    left = []
    for courts in range(6):
        hand = {*kh.COURTS[:courts], *kh.HEARTS[: 5 - courts]}
        solution = kh.Case(4, 0, hand).solution()
        possible = {(court, heart) for court in kh.COURTS for heart in kh.HEARTS if not hand & {court, heart}}
        left.append((len(possible), set(solution) == possible and solution.is_uniform()))
    even = [count for count, even in left if even]
    return Reading(
        len(even) == len(left),
        f"from hands of five with 0 to 5 court cards {listed(count for count, _ in left)} solutions are possible, "
        f"all of them equally likely for {len(even)} of these {len(left)} hands",
    )


@claim("king-of-hearts/twenty", "Rules, 3rd paragraph", "All 20 cards that are left are mixed and dealt out.")
def _twenty() -> Reading:
    found = []
    for players in (4, 5):
        size = kh.hand_size(players)
        exact = distribution(kh.setup(players, look=0))
        even = exact.is_uniform() and len(exact) == 120 * comb(20, size)
        found.append((players * size, even, f"{len(exact):,} solutions and first hands of {size}"))
    holds = all(dealt == 20 and even for dealt, even, _ in found)
    shown = listed(f"{text}, {'each' if even else 'not each'} equally likely" for _, even, text in found)
    return Reading(holds, f"{found[0][0]} cards; {shown}")


@claim(
    "king-of-hearts/four-or-five",
    "Rules, 2nd paragraph",
    "Four or five is the best number of players.",
    expected="ambiguous",
)
def _four_or_five() -> tuple[Reading, Reading]:
    even = {players: size for players in range(2, 21) if (size := _hand_size(players))}
    shown = listed(f"{players} with {size} each" for players, size in even.items())
    best = [players for players in even if players in (4, 5)]
    return (
        Reading(
            best == [4, 5], listed(f"{players} with {even[players]} each" for players in best), "equal hands are meant"
        ),
        Reading([*even] == [4, 5], shown, "equal hands with no other number of players are meant"),
    )


def _hand_size(players: int) -> int | None:
    try:
        return kh.hand_size(players)
    except InvalidInput:
        return None


# --- asking and showing -----------------------------------------------------------------------


@claim(
    "king-of-hearts/question",
    "Rules, 5th paragraph",
    "Asking for the Queen of spades with three sons names her and the 3♥: a question is for two possible cards.",
)
def _question() -> Reading:
    asked = {question.cards for question in kh.Case(4, None).questions(by=0)}
    solutions = set(kh.Case(4, None).solution())
    return Reading(
        asked == solutions and (_QUEEN, _THREE) in asked,
        f"{len(asked)} different questions for {len(solutions)} possible solutions, one of them {_QUEEN}, {_THREE}",
    )


@claim("king-of-hearts/has-both", "Rules, 5th paragraph", "A neighbour who has both cards shows either one.")
def _has_both() -> Reading:
    answers = kh.Case(4, 1, [_QUEEN, _THREE, "J♣", "J♦", "A♥"]).answers(_QUEEN, _THREE, by=0)
    return Reading(set(answers) == {(1, _QUEEN), (1, _THREE)}, _shown(answers))


@claim("king-of-hearts/has-one", "Rules, 5th paragraph", "A neighbour who has just one of them has to show that one.")
def _has_one() -> Reading:
    answers = [
        kh.Case(4, 1, [card, "J♣", "J♦", "A♥", "2♥"]).answers(_QUEEN, _THREE, by=0) for card in (_QUEEN, _THREE)
    ]
    holds = [set(found) for found in answers] == [{(1, _QUEEN)}, {(1, _THREE)}]
    return Reading(holds, f"having the first: {_shown(answers[0])}; having the second: {_shown(answers[1])}")


@claim(
    "king-of-hearts/has-none",
    "Rules, 5th paragraph",
    "If a neighbour has neither, the question goes on to the left.",
)
def _has_none() -> Reading:
    without = kh.Case(4, 1, ["J♣", "J♦", "J♥", "A♥", "2♥"]).answers(_QUEEN, _THREE, by=0)
    next_has = kh.Case(4, 2, [_QUEEN, "J♣", "J♦", "A♥", "2♥"]).answers(_QUEEN, _THREE, by=0)
    who = [_who(found) for found in (without, next_has)]
    return Reading(
        who == [{2, 3, None}, {1, 2}],
        f"seat 0 asks: if seat 1 has neither, {_seats(who[0])} shows; if seat 2 has one of them, {_seats(who[1])}",
    )


@claim(
    "king-of-hearts/until-shown",
    "Rules, 5th paragraph",
    "The question goes round until somebody shows a card that was asked for.",
    expected="ambiguous",
)
def _until_shown() -> tuple[Reading, Reading]:
    nobody = {players: kh.Case(players, None).answers(_QUEEN, _THREE, by=0)[None, None] for players in (4, 5)}
    not_in_hand = kh.Case(4, 0, "JC QD KS 3H 7H").answers("QS", "9H")
    asked = _who(not_in_hand)
    shown = listed(f"{chance} with {players} players" for players, chance in nobody.items())
    return (
        Reading(
            not any(nobody.values()) and None not in asked,
            f"before any card is seen, nobody can with probability {shown}; with {not_in_hand[None, None]} if one of "
            "four asks for cards not in the own hand of three court cards and two hearts",
            "somebody always can show one",
        ),
        Reading(asked <= {1, 2, 3, None}, f"{_seats(asked)} answers seat 0", "it ends when it is back at the asker"),
    )


@claim(
    "king-of-hearts/asker-only",
    "Rules, 5th paragraph",
    "Only the asker gets to see the card shown.",
)
def _asker_only() -> Reading:
    said = {"court": _QUEEN, "heart": _THREE, "by": 0, "shown_by": 1}
    asker = kh.Case(4, 0, "J♣ Q♦ K♠ 5♥ 7♥").asked(**said, card=_QUEEN)  # type: ignore[arg-type]
    other = kh.Case(4, 2, "J♦ Q♥ K♣ 4♥ 8♥").asked(**said)  # type: ignore[arg-type]
    found = [[case.holder(card)[1] for card in (_QUEEN, _THREE)] for case in (asker, other)]
    holds = found[0][0] == 1 and all(0 < chance < 1 for chance in found[1])
    return Reading(
        holds,
        f"seat 1 shows the {_QUEEN}: for the asker it holds {_QUEEN} with probability {found[0][0]} and {_THREE} with "
        f"{found[0][1]}, for a bystander with {found[1][0]} and {found[1][1]}",
    )


@claim(
    "king-of-hearts/next-asks",
    "Rules, 6th paragraph",
    "When a card has been shown, it is the turn of the player on the left to ask.",
)
def _next_asks() -> Reading:
    # Who asks for cards that are in nobody's hand has found the solution, and nobody else can know it so early.
    turns = 4
    games = kh.simulate("not in hand", n=400, seed=1, most_turns=turns)
    lengths = Counter(games.turns)
    lengths[turns] -= games.wins[None]  # broken off
    ended, won = [lengths[turn + 1] for turn in range(turns)], [games.wins[seat] for seat in range(turns)]
    return Reading(
        ended == won and all(won),
        f"if all ask for cards that are not their own, {listed(ended)} of {games.n} games end with questions 1 to "
        f"{turns}, and seats 0 to {turns - 1}, who ask them, win {listed(won)}",
    )


def _who(answers: object) -> set[int | None]:
    return {shown_by for shown_by, _ in answers}  # type: ignore[attr-defined]


def _seats(who: set[int | None]) -> str:
    seats = sorted(seat for seat in who if seat is not None)
    return " or ".join([*(f"seat {seat}" for seat in seats), *(["nobody"] if None in who else [])])


def _shown(answers: object) -> str:
    return listed(f"seat {seat} shows {card} with probability {chance}" for (seat, card), chance in answers.items())  # type: ignore[attr-defined]


# --- naming the solution ----------------------------------------------------------------------


@claim(
    "king-of-hearts/deduction", "Rules, 4th paragraph", "The two cards can be worked out by questions and deduction."
)
def _deduction() -> Reading:
    games = kh.simulate("random", n=24, seed=1)
    wrong = sum(games.wrong_guesses.values())
    return Reading(
        games.wins[None] == 0 and wrong == 0,
        f"asking at random, somebody is certain in {games.n - games.wins[None]} of {games.n} games, "
        f"after {games.mean_turns:.0f} questions on average, and wrong in {wrong}",
    )


@claim(
    "king-of-hearts/anybody",
    "Rules, 6th paragraph",
    "Any player may name a solution after a question, not the asker only.",
)
def _anybody() -> Reading:
    games = [kh.simulate("random", n=1, seed=seed) for seed in range(12)]
    others = sum(game.wins[(_only(game.turns) - 1) % 4] == 0 and game.wins[None] == 0 for game in games)
    return Reading(others > 0, f"{others} of {len(games)} games are won by somebody who did not ask the last question")


def _only(counts: Mapping[int, int]) -> int:
    (value,) = counts
    return value


@claim(
    "king-of-hearts/right-wins",
    "Rules, 6th paragraph",
    "Whoever names the right solution has won, and that is the end of the game.",
)
def _right_wins() -> Reading:
    def play(seed: int, most_turns: int = 240) -> tuple[int, int]:
        game = kh.simulate("random", n=1, seed=seed, players=2, name=Fraction(1, 5), most_turns=most_turns)
        return _only(game.turns), game.n - game.wins[None]

    whole = {seed: play(seed) for seed in range(8)}
    right = {seed: turns for seed, (turns, won) in whole.items() if won and turns > 1}
    before = [play(seed, turns - 1) for seed, turns in right.items()]
    won = sum(now for _, now in before)
    return Reading(
        bool(right) and won == 0 and max(right.values()) < 240,
        f"named as soon as its probability is 1/5, a solution is right in {len(right)} of {len(whole)} games: they "
        f"end with question {listed(sorted(right.values()))}, and {won} were won before",
    )


@claim(
    "king-of-hearts/wrong-knows",
    "Rules, 6th paragraph",
    "A player who was wrong has seen the two cards, and so knows which they are.",
)
def _wrong_knows() -> Reading:
    case = kh.Case(4, 0, "J♣ Q♦ K♠ 3♥ 7♥")
    solution = case.solution()
    guess = solution.mode()
    aside = [(court, heart) for (court,), (heart,) in distribution(kh.setup()) if not case.hand & {court, heart}]
    seen = [[pair for pair in solution if pair == lying] for lying in aside if lying != guess]
    heard = len(solution.given(lambda pair: pair != guess))
    return Reading(
        all(len(left) == 1 for left in seen) and heard > 1,
        f"{len(solution)} solutions are possible; after a wrong guess {listed({len(left) for left in seen})} is left "
        f"for who looks, in each of {len(seen)} cases, and {heard} for those who only hear that it was wrong",
    )


@claim(
    "king-of-hearts/wrong-cannot-win",
    "Rules, 6th paragraph",
    "No win is left for a player who named a wrong solution.",
)
def _wrong_cannot_win() -> Reading:
    games = [kh.simulate("random", n=1, seed=seed, name=[_AT_ONCE, *["certain"] * 3]) for seed in range(10)]
    wrong = [game for game in games if game.wrong_guesses[0]]
    won = sum(game.wins[0] for game in wrong)
    others = sum(game.wins[seat] for game in wrong for seat in (1, 2, 3))
    return Reading(
        bool(wrong) and won == 0,
        f"naming after the first question, seat 0 is wrong in {len(wrong)} of {len(games)} games: it wins {won} of "
        f"these, the others {others}",
    )


@claim(
    "king-of-hearts/keeps-answering",
    "Rules, 6th paragraph",
    "Who named a wrong solution goes on answering.",
)
def _keeps_answering() -> Reading:
    games = [kh.simulate("random", n=1, seed=seed, players=2, name=[_AT_ONCE, "certain"]) for seed in range(8)]
    wrong = [game for game in games if game.wrong_guesses[0]]
    won = sum(game.wins[1] for game in wrong)
    return Reading(
        bool(wrong) and won == len(wrong),
        f"of two players seat 0 is wrong after the first question in {len(wrong)} games, and seat 1, whom nobody "
        f"else could answer, still finds the solution in {won}",
    )


@claim(
    "king-of-hearts/game-continues",
    "Rules, 6th paragraph",
    "After a wrong solution the game goes on.",
    expected="ambiguous",
)
def _game_continues() -> tuple[Reading, Reading]:
    one = kh.simulate("random", n=5, seed=1, name=[_AT_ONCE, *["certain"] * 3])
    everybody = kh.simulate("random", n=40, seed=1, name=_AT_ONCE)
    return (
        Reading(
            one.wrong_guesses[0] > 0 and one.wins[None] == 0,
            f"seat 0 is wrong in {one.wrong_guesses[0]} of {one.n} games, and {one.n - one.wins[None]} are won",
            "somebody is left who was not wrong",
        ),
        Reading(
            everybody.wins[None] == 0,
            f"if all name a solution after the first question, nobody is left to win in {everybody.wins[None]} of "
            f"{everybody.n} games",
            "everybody was wrong",
        ),
    )
