"""The solver for optimal stopping, against plain recursion without symmetry, levels or numpy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crimecalc.distribution import Distribution
from crimecalc.errors import ImpossibleEvidence, InexactNumber, InvalidInput
from crimecalc.inference.stopping import StoppingGame

Order = Literal["random", "given"]


def guess(belief: Distribution, left: int) -> Fraction:
    return left * max(belief.values())


def plain_value(
    worlds: dict[Any, Any], evidence: Mapping[Any, Sequence[Any]], answer: Callable[[Any], Any], order: Order
) -> Any:
    """Value of the best policy by recursion over what was seen, in order, with dicts and Fractions only."""

    def value(seen: tuple[Any, ...]) -> Any:
        if order == "random":
            fitting = {world: weight for world, weight in worlds.items() if set(seen) <= set(evidence[world])}
        else:
            fitting = {
                world: weight for world, weight in worlds.items() if tuple(evidence[world][: len(seen)]) == seen
            }
        total = sum(fitting.values())
        answers: dict[Any, Any] = {}
        for world, weight in fitting.items():
            answers[answer(world)] = answers.get(answer(world), 0) + weight
        left = len(next(iter(evidence.values()))) - len(seen)
        stopping = Fraction(left) * max(answers.values()) / total
        if not left:
            return stopping
        chances: dict[Any, Fraction] = {}
        for world, weight in fitting.items():
            pieces = (
                [piece for piece in evidence[world] if piece not in seen]
                if order == "random"
                else [evidence[world][len(seen)]]
            )
            for piece in pieces:
                chances[piece] = chances.get(piece, Fraction(0)) + Fraction(weight, total) / len(pieces)
        return max(stopping, sum((chance * value((*seen, piece)) for piece, chance in chances.items()), Fraction(0)))

    return value(())


@st.composite
def games(draw: st.DrawFn) -> tuple[dict[int, Any], dict[int, tuple[int, ...]]]:
    size = draw(st.integers(0, 3))
    count = draw(st.integers(1, 6))
    weight = st.integers(1, 5) | st.fractions(Fraction(1, 6), 3, max_denominator=6)
    worlds = {world: draw(weight) for world in range(count)}
    pieces = st.lists(st.integers(0, 4), min_size=size, max_size=size, unique=True).map(tuple)
    return worlds, {world: draw(pieces) for world in range(count)}


@given(games(), st.sampled_from(["random", "given"]))
def test_the_value_is_that_of_plain_recursion(
    game: tuple[dict[int, Any], dict[int, tuple[int, ...]]], order: Order
) -> None:
    worlds, evidence = game
    answer = lambda world: world % 3  # noqa: E731
    solved = StoppingGame(worlds, evidence.__getitem__, answer, guess, order=order).optimal()
    assert solved.value == plain_value(worlds, evidence, answer, order)


@given(games())
def test_no_policy_beats_the_optimal_one(game: tuple[dict[int, Any], dict[int, tuple[int, ...]]]) -> None:
    worlds, evidence = game
    stopping = StoppingGame(worlds, evidence.__getitem__, lambda world: world % 3, guess)
    best = stopping.optimal()
    for bound in (Fraction(1, 3), Fraction(1, 2), Fraction(2, 3), Fraction(1)):
        policy = stopping.follow(lambda belief, _, bound=bound: max(belief.values()) >= bound)  # type: ignore[misc]
        assert policy.value <= best.value
        assert sum(reached for _, reached in policy.ends) == 1
        assert policy.value == sum(reached * state.stopping for state, reached in policy.ends)


@given(games())
def test_beliefs_are_the_posteriors(game: tuple[dict[int, Any], dict[int, tuple[int, ...]]]) -> None:
    worlds, evidence = game
    prior = Distribution(worlds)
    for state in StoppingGame(worlds, evidence.__getitem__, lambda world: world % 3, guess).states:
        fitting = prior.given(lambda world, seen=state.seen: set(seen) <= set(evidence[world]))  # type: ignore[misc]
        assert state.belief == fitting.map(lambda world: world % 3)
        assert sum(chance for _, chance in state.next_states) == (1 if state.left else 0)


def test_symmetry_merges_states_and_changes_no_value() -> None:
    worlds = {(first, second): 1 for first in range(3) for second in range(3)}
    evidence = lambda world: [("first", world[0]), ("second", world[1])]  # noqa: E731
    same = lambda world: world[0] == world[1]  # noqa: E731

    def canonical(masks: np.typing.NDArray[np.bool_]) -> np.typing.NDArray[np.int64]:
        # Which value was seen does not matter, only whether the two agree.
        first, second = masks[:, :3], masks[:, 3:]
        agree = (first & second).any(axis=1)
        return np.stack([first.any(axis=1) + second.any(axis=1), agree], axis=1).astype(np.int64)

    plain = StoppingGame(worlds, evidence, same, guess)
    merged = StoppingGame(worlds, evidence, same, guess, canonical=canonical)
    assert len(plain.states) == 1 + 6 + 9
    assert len(merged.states) == 1 + 1 + 2
    assert merged.optimal().value == plain.optimal().value == Fraction(4, 3)
    assert merged.state([("second", 2)]).belief == plain.state([("second", 2)]).belief


def test_ties_are_stopped_on_and_reported() -> None:
    # One coin of two; the one piece of evidence says nothing, and stopping pays the same before and after.
    game = StoppingGame(
        {"a": 1, "b": 1}, lambda _: ["piece"], lambda coin: coin, lambda belief, _: max(belief.values())
    )
    best = game.optimal()
    assert best.stops == (True, True)
    assert [state.index for state in best.ties] == [0]
    assert best.reached == (Fraction(1), Fraction(0))


def test_a_given_order_tells_more_than_a_random_one() -> None:
    worlds, evidence = {"ab": 1, "ba": 1}, {"ab": "ab", "ba": "ba"}.__getitem__
    assert StoppingGame(worlds, evidence, str, guess, order="given").states[1].belief == Distribution({"ab": 1})
    assert StoppingGame(worlds, evidence, str, guess, order="random").states[1].belief == Distribution(worlds)
    assert StoppingGame(worlds, evidence, str, guess, order="given").state("a").seen == ((0, "a"),)


def test_arrays_make_the_same_game() -> None:
    made = StoppingGame.from_arrays(
        "abc", np.array([[0, 1], [1, 2]]), ["x", "y"], np.array([0, 1]), guess, weights=[2, 1]
    )
    same = StoppingGame({0: 2, 1: 1}, ["ab", "bc"].__getitem__, "xy".__getitem__, guess)
    assert made.optimal().value == same.optimal().value
    assert [state.belief for state in made.states] == [state.belief for state in same.states]


def test_weights_beyond_64_bits_stay_exact() -> None:
    huge = 10**40
    game = StoppingGame({"a": huge, "b": huge - 1}, {"a": "12", "b": "23"}.__getitem__, str, guess)
    assert game.states[0].belief["a"] == Fraction(huge, 2 * huge - 1)
    assert game.optimal().value == plain_value({"a": huge, "b": huge - 1}, {"a": "12", "b": "23"}, str, "random")


@pytest.mark.parametrize("weight", [2**61, 2**62, 2**63, 10**40, Fraction(2**62, 3)])
def test_equal_weights_of_any_size_are_as_good_as_ones(weight: Any) -> None:
    evidence = lambda world: [0, world, world + 1]  # noqa: E731
    large = StoppingGame(dict.fromkeys(range(1, 5), weight), evidence, str, guess)
    assert large.optimal().value == StoppingGame(dict.fromkeys(range(1, 5), 1), evidence, str, guess).optimal().value
    assert large.optimal().value == Fraction(25, 24)


def test_arrays_may_give_an_order_too() -> None:
    rows = [[0, 1, 2], [1, 0, 2]]
    payoff = lambda belief, left: belief["y"] if left == 1 else 0  # noqa: E731
    named = StoppingGame({0: 3, 1: 1}, lambda i: ["abc"[j] for j in rows[i]], "xy".__getitem__, payoff, order="given")
    made = StoppingGame.from_arrays(
        "abc", np.array(rows), "xy", np.array([0, 1]), payoff, weights=[3, 1], order="given"
    )
    assert named.optimal().value == made.optimal().value == Fraction(1, 4)
    assert made.state("b").seen == named.state("b").seen == ((0, "b"),)
    with pytest.raises(ImpossibleEvidence, match="no world reveals c together"):
        made.state("c")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"order": "Random"}, "order: expected 'random' or 'given'"),
        ({"weights": [Fraction(7, 2), 1]}, "weight: expected a whole number of at least 1"),
        ({"weights": [0, 1]}, "weight: expected a whole number of at least 1"),
        ({"weights": [1]}, "found 2 worlds, 1 weights, 2 answers"),
        ({"revealed": np.array([[0, 0], [1, 2]])}, "different pieces in a world, found one twice"),
        ({"revealed": np.array([[0, 9], [1, 2]])}, "revealed: expected numbers from 0 to 2, found 0 to 9"),
        ({"revealed": np.array([[0.0, 1.0], [1.0, 2.0]])}, "revealed: expected whole numbers in 2 dimensions, found float64"),
        ({"revealed": np.array([0, 1])}, "revealed: expected whole numbers in 2 dimensions, found int64 in 1"),
        ({"revealed": np.zeros((0, 2), dtype=int), "answer": np.zeros(0, dtype=int)}, "at least one world"),
        ({"answer": np.array([-1, 0])}, "answer: expected numbers from 0 to 1"),
        ({"answers": ["x", "x"]}, "answers: expected different ones"),
        ({"pieces": "aab"}, "pieces: expected different ones"),
        ({"payoff": 5}, "payoff: expected a function"),
    ],
)  # fmt: skip
def test_wrong_arrays_are_refused(changes: dict[str, Any], message: str) -> None:
    arguments = {
        "pieces": "abc",
        "revealed": np.array([[0, 1], [1, 2]]),
        "answers": "xy",
        "answer": np.array([0, 1]),
        "payoff": guess,
    }
    with pytest.raises(InvalidInput, match=message):
        StoppingGame.from_arrays(**{**arguments, **changes})


def test_wrong_rules_and_symmetries_are_refused() -> None:
    game = StoppingGame({"a": 2, "b": 1}, lambda world: [world, "c"], str, guess)
    for wrong in (None, 5, lambda _, __: None, lambda _, __: "no"):
        with pytest.raises(InvalidInput, match="rule: expected"):
            game.follow(wrong)  # type: ignore[arg-type]
    symmetries: list[tuple[Any, str]] = [
        (lambda masks: masks.sum(axis=1)[:, None], "have equal weights; these have not"),
        (lambda masks: masks[:1], "canonical: expected a row of numbers for each"),
        (lambda masks: masks.astype(object), "of object"),
        (lambda _: None, "canonical: expected a row of numbers"),
    ]
    for symmetry, message in symmetries:
        with pytest.raises(InvalidInput, match=message):
            _ = StoppingGame({"a": 2, "b": 1}, lambda world: [world, "c"], str, guess, canonical=symmetry).states
    assert repr(game) == "<StoppingGame: 2 worlds, 2 pieces each, in random order>"


def test_wrong_games_are_refused() -> None:
    def game(**changes: Any) -> StoppingGame:
        arguments: dict[str, Any] = {
            "worlds": {1: 1, 2: 1},
            "evidence": lambda _: "ab",
            "answer": str,
            "payoff": guess,
        }
        return StoppingGame(**{**arguments, **changes})

    with pytest.raises(InvalidInput, match="as many pieces in every world, found \\[1, 2\\]"):
        game(evidence=lambda world: "ab"[:world])
    with pytest.raises(InvalidInput, match="expected different pieces in a world"):
        game(evidence=lambda _: "aa")
    for wrong, message in (
        ({"worlds": [1, 2]}, "worlds: expected a mapping"),
        ({"evidence": 5}, "evidence: expected a function"),
        ({"answer": "x"}, "answer: expected a function"),
        ({"answer": lambda _: []}, "can be hashed"),
        ({"evidence": lambda _: [[1]]}, "can be hashed"),
    ):
        with pytest.raises(InvalidInput, match=message):
            game(**wrong)
    with pytest.raises(InvalidInput, match="seen: expected a list of pieces, found 5"):
        game().state(5)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="worlds: expected weights"):
        game(worlds={})
    with pytest.raises(InvalidInput, match="worlds: expected weights"):
        game(worlds={1: -1, 2: 1})
    with pytest.raises(InexactNumber, match="weight of 1"):
        game(worlds={1: 0.5})
    with pytest.raises(InexactNumber, match="payoff"):
        _ = game(payoff=lambda _, left: left * 0.5).states
    with pytest.raises(InvalidInput, match="order: expected 'random' or 'given'"):
        game(order="sorted")
    with pytest.raises(InvalidInput, match="unknown evidence c"):
        game().state("c")
    with pytest.raises(InvalidInput, match="evidence a is named twice"):
        game().state("aa")
    with pytest.raises(ImpossibleEvidence, match="no world reveals a b c together"):
        game(evidence={1: "ab", 2: "bc"}.__getitem__).state("abc")
