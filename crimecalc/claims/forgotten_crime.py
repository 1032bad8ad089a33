"""What the rules of Forgotten Crime say of its crimes, of playing and of scoring."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from crimecalc.cards import Card, Suit
from crimecalc.claims.claim import Reading, claim
from crimecalc.comparison import compare
from crimecalc.distribution import Distribution
from crimecalc.engine.exact import distribution
from crimecalc.games import forgotten_crime as fc
from crimecalc.games.forgotten_crime import belief
from crimecalc.rendering import listed
from crimecalc.setup import Setup
from crimecalc.setup.steps import Observe, Scramble, Take

__all__: list[str] = []


class _Game(NamedTuple):
    """An outcome.

    Attributes:
        king: a solution card.
        jack: the other.
        deck: the twelve cards of the deck.
        said: the ranks that each suit answers, in ascending order.
        truth: what the suits say that are on no solution card.
    """

    king: Card
    jack: Card
    deck: tuple[Card, ...]
    said: dict[Suit, list[str]]
    truth: list[list[str]]

    def lies(self, suit: Suit) -> int:
        return sum(answer != true for answer, true in zip(self.said[suit], self.truth[0], strict=True))


def _setups() -> tuple[Setup, Setup]:
    return fc.simplified_setup(), fc.designer_setup()


@lru_cache(maxsize=4)
def _exact(setup: Setup) -> Distribution:
    return distribution(setup)


@lru_cache(maxsize=4)
def _outcomes(setup: Setup) -> tuple[_Game, ...]:
    games = []
    for (king,), (jack,), deck in _exact(setup):
        said: dict[Suit, list[str]] = {suit: [] for suit in Suit}
        for card in deck:
            said[card.suit].append(card.rank)
        truth = [answers for suit, answers in said.items() if suit is not king.suit and suit is not jack.suit]
        games.append(_Game(king, jack, deck, said, truth))
    return tuple(games)


def _games() -> list[_Game]:
    """The outcomes of both setups."""
    return [game for setup in _setups() for game in _outcomes(setup)]


def _counted(games: list[_Game]) -> str:
    return f"{len(games):,} outcomes of both setups"


@claim("forgotten-crime/suspects", "Cards", "The four suits are the suspects.")
def _suspects() -> Reading:
    games = _games()
    answers = {tuple(len(said) for said in game.said.values()) for game in games}
    shown = "; ".join(map(listed, sorted(answers)))
    return Reading(answers == {(3, 3, 3, 3)}, f"{shown} answers of ♠, ♣, ♥, ♦ in {_counted(games)}")


@claim("forgotten-crime/questions", "Cards", "Question 1 is answered by Ace to 3, 2 by 4 to 6, 3 by 7 to 9.")
def _questions() -> Reading:
    games = _games()
    ranks = ["A23", "456", "789"]
    number = {rank: question for question, answers in enumerate(ranks) for rank in answers}
    wrong = sum([number.get(rank) for rank in said] != [0, 1, 2] for game in games for said in game.said.values())
    holds, asked = not wrong and tuple(map(tuple, ranks)) == fc.QUESTIONS, 4 * len(games)
    return Reading(holds, f"{asked - wrong:,} of {asked:,} suspects answer each question once, with these ranks")


@claim("forgotten-crime/jacks-and-kings", "Cards", "No Jack or King has another use than to be a solution card.")
def _jacks_and_kings() -> Reading:
    games = _games()
    wrong = sum(any(card.rank in "JK" for card in game.deck) for game in games)
    solutions = {(game.king.rank, game.jack.rank) for game in games}
    return Reading(
        not wrong and solutions == {("K", "J")}, f"one of them is in the deck in {wrong} of {_counted(games)}"
    )


# --- the game that comes of it ----------------------------------------------------------------


@claim(
    "forgotten-crime/forget-which",
    "Setup, steps 2, 4 and 7",
    "Piles are shuffled until nobody knows which is which: without any one of these shuffles it is another game.",
)
def _forget_which() -> Reading:
    setups = _setups()
    without = [
        [
            compare(setup, setup.without(index))
            for index in setup.random_steps
            if isinstance(setup.steps[index], Scramble)
        ]
        for setup in setups
    ]
    distances = [listed(found.total_variation for found in each) for each in without]
    shown = "; ".join(
        f"{setup.name}: distances {each}, each without one of its shuffles"
        for setup, each in zip(setups, distances, strict=True)
    )
    return Reading(not any(any(each) for each in without), shown)


@claim("forgotten-crime/shuffle-the-deck", "Setup, step 8", "The deck has to be shuffled in the end.")
def _shuffle_the_deck() -> Reading:
    setups = _setups()
    unshuffled = [setup.without(setup.random_steps[-1]) for setup in setups]
    distances = {compare(*pair).total_variation for pair in zip(setups, unshuffled, strict=True)}
    chances = [
        {_top_card(table).probability(_is_the_criminals) for table in tables} for tables in (setups, unshuffled)
    ]
    return Reading(
        chances[0] == {Fraction(1, 4)} and not chances[0] & chances[1],
        f"the first card drawn is the criminal's with probability {listed(chances[0])}, or {listed(chances[1])} "
        f"without the shuffle, which leaves the set of cards as it is (distance {listed(distances)})",
    )


def _top_card(setup: Setup) -> Distribution:
    return distribution(
        setup.replaced(len(setup.steps) - 1, Take("deck", (1,), "drawn"), Observe(("criminal", "drawn"), ()))
    )


def _is_the_criminals(outcome: Any) -> bool:
    (king,), (drawn,) = outcome
    return bool(king.suit == drawn.suit)


@claim(
    "forgotten-crime/equivalence", "Setup, after step 8", "The printed and the designer's setup give exactly the same."
)
def _equivalence() -> Reading:
    found = compare(*_setups())
    worlds = " and ".join(f"{n:,}" for n in found.worlds)
    outcomes = " and ".join(f"{n:,}" for n in found.outcomes)
    return Reading(found.equivalent, f"distance {found.total_variation}; {worlds} worlds, {outcomes} outcomes")


@claim(
    "forgotten-crime/as-likely",
    "Setup, after step 8",
    "No possible crime is more or less likely than in the designer's setup.",
)
def _as_likely() -> Reading:
    possible = {(*pair, deck) for deck, pair in _lawful()}
    reached = [{(game.king.suit, game.jack.suit, game.deck) for game in _outcomes(setup)} for setup in _setups()]
    exact = [_exact(setup) for setup in _setups()]
    return Reading(
        all(found == possible for found in reached) and all(found.is_uniform() for found in exact),
        f"{len(possible):,} crimes by the rules of play; each setup makes "
        f"{' or '.join(sorted({f'{len(found):,}' for found in reached}))}, "
        f"each with {' or '.join(sorted({str(chance) for found in exact for _, chance in found.items()}))}",
    )


def _lawful() -> list[tuple[tuple[Card, ...], tuple[Suit, Suit]]]:
    """Every crime that the rules of play allow: its deck, and its culprits."""
    table = belief.all_crimes()
    decks = (tuple(belief.ANSWERS[card] for card in deck) for deck in table.decks.tolist())
    return [(deck, belief.PAIRS[pair]) for deck, pair in zip(decks, table.pairs.tolist(), strict=True)]


@claim("forgotten-crime/simpler", "Setup, after step 8", "The printed setup is simpler than the designer's.")
def _simpler() -> tuple[Reading, ...]:
    setups = _setups()
    figures = {
        "fewer steps are meant": [len(setup.steps) for setup in setups],
        "fewer shuffles are meant": [len(setup.random_steps) for setup in setups],
        "fewer ways in which the cards that are seen can fall are meant": [_exact(setup).worlds for setup in setups],
    }
    return tuple(Reading(a < b, f"{a:,} against {b:,}", taken_as) for taken_as, (a, b) in figures.items())


# --- play and score ---------------------------------------------------------------------------


@claim(
    "forgotten-crime/roles", "Play, The crime", "One suspect is the criminal, one the accomplice, two are innocent."
)
def _roles() -> Reading:
    games = _games()
    innocents = {len(game.truth) for game in games}
    pairs = {(game.king.suit, game.jack.suit) for game in games}
    return Reading(
        innocents == {2}, f"{listed(innocents)} innocents in {_counted(games)}; {len(pairs)} pairs of culprits"
    )


@claim(
    "forgotten-crime/one-truth",
    "Play, The questions",
    "All who do not lie give one and the same answer to a question.",
)
def _one_truth() -> Reading:
    games = _games()
    different = sum(len(set(answers)) != 1 for game in games for answers in zip(*game.truth, strict=True))
    truths = {tuple(game.truth[0]) for game in games}
    return Reading(
        not different,
        f"the innocents answer differently to {different} of {3 * len(games):,} questions; "
        f"{len(truths)} combinations of true answers",
    )


@claim(
    "forgotten-crime/lies",
    "Play, Who lies",
    "There are two lies of the criminal, one of the accomplice, and none of the innocents.",
)
def _lies() -> Reading:
    games = _games()
    lies = {
        (game.lies(game.king.suit), game.lies(game.jack.suit), *(said != game.truth[0] for said in game.truth))
        for game in games
    }
    shown = "; ".join(f"{criminal}, {accomplice} and {sum(others)}" for criminal, accomplice, *others in sorted(lies))
    return Reading(lies == {(2, 1, False, False)}, f"{shown} lies in {_counted(games)}")


@claim(
    "forgotten-crime/solution-cards",
    "Goal; Scoring",
    "The solution cards name the culprits: the King the criminal, the Jack the accomplice.",
)
def _solution_cards() -> Reading:
    culprits: dict[tuple[Card, ...], set[tuple[Suit, Suit]]] = {}
    for deck, pair in _lawful():
        culprits.setdefault(deck, set()).add(pair)
    games = _games()
    right = sum(culprits.get(game.deck) == {(game.king.suit, game.jack.suit)} for game in games)
    return Reading(right == len(games), f"the deck allows these culprits only in {right:,} of {_counted(games)}")


@claim(
    "forgotten-crime/seven-of-diamonds",
    "Play, The cards",
    "With the 7♦ the suspect of that suit answers question 3 by 7.",
)
def _seven_of_diamonds() -> Reading:
    card = Card("7♦")
    decks = [outcome for outcome in _exact(fc.simplified_setup()) if card in outcome[2]]
    read = [_answer(fc.crime(outcome), Suit.DIAMONDS, 3) for outcome in decks]
    return Reading(
        bool(read) and set(read) == {"7"},
        f"Diamonds' answer to question 3 is {listed(sorted(set(read)))} in {len(decks):,} outcomes with the 7♦",
    )


def _answer(crime: fc.Crime, suspect: Suit, question: int) -> str:
    """What somebody answered, truly or not."""
    lied = [lie.answer for lie in crime.lies if (lie.suspect, lie.question) == (suspect, question)]
    return lied[0] if lied else crime.truth[question - 1]


@claim(
    "forgotten-crime/any-time",
    "Play, Accuse",
    "An accusation may be made whenever one likes, also with no card drawn yet.",
)
def _any_time() -> Reading:
    policies = [fc.accuse_after(cards) for cards in range(13)]
    chances = [policy.win_probability for policy in policies]
    in_time = all(dict(policy.draws()) == {cards: 1} for cards, policy in enumerate(policies))
    even = all(_exact(setup).is_uniform() for setup in _setups())
    ends = {_at_the_ends(setup) for setup in _setups()}
    shown = "; ".join(f"{none} and {every}" for none, every in sorted(ends))
    return Reading(
        in_time and even and all(chances) and ends == {(chances[0], chances[-1])},
        f"right after 0 to 12 cards with probability {listed(chances)}; by the setups, with no card and all: {shown}",
    )


def _at_the_ends(setup: Setup) -> tuple[Fraction, Fraction]:
    """How likely the likeliest culprits of a setup are before any card is drawn, and after all are.

    Its outcomes are counted, so they have to be equally likely.
    """
    games = _outcomes(setup)
    pairs = Counter((game.king.suit, game.jack.suit) for game in games)
    with_deck = Counter((game.deck, game.king.suit, game.jack.suit) for game in games)
    best: dict[tuple[Card, ...], int] = {}
    for (deck, *_), count in with_deck.items():
        best[deck] = max(best.get(deck, 0), count)
    return Fraction(max(pairs.values()), len(games)), Fraction(sum(best.values()), len(games))


@claim(
    "forgotten-crime/scores", "Scoring", "A right accusation scores the number of cards left, which is from 0 to 12."
)
def _scores() -> Reading:
    scores = [set(fc.accuse_after(cards).scores()) - {"loss"} for cards in range(13)]
    left = [[{_left_after(setup, cards)} for cards in range(13)] for setup in _setups()]
    shown = listed(sorted(set().union(*scores)))
    return Reading(
        scores == [{12 - cards} for cards in range(13)] and left == [scores, scores],
        f"after 0 to 12 cards one can score {shown}, as many as either setup leaves in the deck",
    )


def _left_after(setup: Setup, cards: int) -> int:
    """How many cards are left in the deck that a setup makes when some have been drawn."""
    there = min(cards, setup.piles["deck"])
    drawn = [Take("deck", tuple(range(1, there + 1)), "drawn")] if there else []
    return setup.replaced(len(setup.steps) - 1, *drawn).piles.get("deck", 0)


@claim("forgotten-crime/point-a-card", "Before the rules summary", "Each card drawn costs a right accusation a point.")
def _point_a_card() -> Reading:
    scores = [max(set(fc.accuse_after(cards).scores()) - {"loss"}) for cards in range(13)]
    left = [[_left_after(setup, cards) for cards in range(13)] for setup in _setups()]
    return Reading(
        all(before - after == 1 for before, after in pairwise(scores)) and left == [scores, scores],
        f"after 0 to 12 cards it scores {listed(scores)}; the deck of either setup holds {listed(left[0])}",
    )


@claim(
    "forgotten-crime/both-right", "Goal; Scoring", "An accusation with a mistake in just one of both names loses too."
)
def _both_right() -> Reading:
    pair = fc.posterior()
    criminal, accomplice = pair.mode()
    one = pair.probability(lambda found: (found[0] == criminal) != (found[1] == accomplice))
    scores = fc.accuse_at_once().scores()
    return Reading(
        scores["loss"] == 1 - pair[criminal, accomplice] and one > 0,
        f"a blind accusation is right on both with {pair[criminal, accomplice]}, on just one with {one}, "
        f"and loses with {scores['loss']}",
    )


@claim("forgotten-crime/empty-deck", "Before the rules summary", "With an empty deck only accusing is left.")
def _empty_deck() -> Reading:
    never = fc.accuse_when(lambda _belief, _left: False)
    drawn, scores = set(never.draws()), dict(never.scores())
    decks = {setup.piles["deck"] for setup in _setups()}
    right = sum(chance for score, chance in scores.items() if score != "loss")
    return Reading(
        drawn == decks and len(decks) == 1,
        f"whoever would draw for ever accuses after {listed(sorted(drawn))} cards, and the setups make decks of "
        f"{listed(sorted(decks))}; right with {right}, for {listed(sorted(set(scores) - {'loss'}))} points",
    )
