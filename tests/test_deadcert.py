from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import crimecalc as cc
import plain_deadcert as plain
from crimecalc.games import deadcert
from crimecalc.games.deadcert import TYPES, Split, posterior, splits

REFERENCE = json.loads((Path(__file__).parent / "reference" / "deadcert.json").read_text(encoding="utf-8"))
SOME_SPLITS = (Split(3, 3, 3), Split(9, 0, 0), Split(4, 3, 2), Split(0, 1, 8))


def chances(found: cc.Distribution) -> dict[Any, Fraction]:
    return dict(found.items())


# --- the cards --------------------------------------------------------------------------------


def test_every_split_makes_an_episode_of_the_printed_size() -> None:
    assert len(splits()) == REFERENCE["n_feasible_splits"] == len(set(splits()))
    for split in splits():
        counted = deadcert.census(split)
        assert (counted.names, counted.suspect_cards, counted.cards) == (37, 48, 54)
        assert min(counted.singles) >= 0
        on: Counter[str] = Counter(name for name, _ in deadcert.cards(split) if not name.startswith("snoop"))
        assert Counter(on.values()) == {1: 27, 2: 9, 3: 1}
        for kind in TYPES:
            assert sum(counted.by_type()[kind].values()) == 18
            assert sum(where == kind for _, where in deadcert.cards(split)) == 18
    counted = deadcert.census()
    expected = REFERENCE["census_default"]
    assert (list(counted.singles), list(counted.doubles)) == (expected["singles"], [expected[pair] for pair in "abc"])


def test_doubles_are_on_the_pairs_that_the_split_says() -> None:
    for split in SOME_SPLITS:
        on: dict[str, list[str]] = {}
        for name, kind in deadcert.cards(split):
            on.setdefault(name, []).append(kind)
        pairs = Counter(tuple(kinds) for kinds in on.values() if len(kinds) == 2)
        assert [pairs[TYPES[p], TYPES[q]] for p, q in ((0, 1), (0, 2), (1, 2))] == list(split.doubles)


def test_episodes_and_careers_are_as_counted() -> None:
    counts = REFERENCE["counts"]
    assert deadcert.episodes(5) == counts["episodes_from_5_packs"]
    for packs, expected in counts["career_by_packs"].items():
        number = int(packs)
        assert deadcert.episodes(number) == expected["episodes_available"]
        assert deadcert.careers(number) == expected["unordered_careers"]
        assert deadcert.careers(number, ordered=True) == expected["ordered_careers"]
    for play, people in counts["group_mode"]["base"].items():
        assert deadcert.most_people(5, play) == people
        assert deadcert.packs_needed(48, play) == counts["group_mode"]["48"][play]


def test_careers_of_two_packs_are_those_that_can_be_laid_out() -> None:
    """Each episode a packet of each type, every packet once: by going through all sets and sequences of episodes."""
    episodes = list(product(range(2), repeat=3))
    sequences = [(a, b) for a, b in product(episodes, repeat=2) if all(x != y for x, y in zip(a, b, strict=True))]
    assert deadcert.careers(2, ordered=True) == len(sequences)
    assert deadcert.careers(2) == len({frozenset(pair) for pair in sequences})


def test_an_episode_is_a_setup_with_real_cards() -> None:
    setup = deadcert.setup(look=2, names=[f"name {number}" for number in range(37)])
    both = cc.distribution(setup)
    assert len(both) == 54 * 53
    killer = both.probability(lambda outcome: all(name == "name 0" for name, _ in outcome[0]))
    assert killer == Fraction(3 * 2, 54 * 53)
    assert set(deadcert.setup().deck.labels) == set(deadcert.cards())
    assert "In the end, look at “deck” (54 cards)" in str(deadcert.setup())


# --- the draw ---------------------------------------------------------------------------------


def test_draws_agree_with_following_the_cards_one_by_one() -> None:
    for k in range(55):
        assert chances(deadcert.killer_cards_among(k)) == plain.killer_cards_among(k)
        assert chances(deadcert.snoops_among(k)) == plain.snoops_among(k)
    for r in (1, 2, 3):
        assert chances(deadcert.killer_card_draw(r)) == plain.killer_card_draw(r)
        assert str(deadcert.killer_card_draw(r).expectation()) == REFERENCE["killer_card_means"][str(r)]
    for per_turn in (1, 3, 7):
        assert chances(deadcert.identification_turn(per_turn)) == plain.identification_turn(per_turn)
    assert chances(deadcert.identification_turn(3, players=4)) == plain.identification_turn(12)
    assert str(deadcert.identification_turn().expectation()) == REFERENCE["solo_identification_turn_mean"]
    assert str(deadcert.killer_card_draw(3)[54]) == REFERENCE["P_third_killer_card_is_last"]


def test_exposed_suspects_agree_with_following_the_cards_one_by_one() -> None:
    for k in range(55):
        assert chances(deadcert.prime_suspects_exposed(k)) == plain.prime_suspects_exposed(k, (4, 3, 2))
    for k, mean in REFERENCE["prime_suspects_exposed_mean"].items():
        assert str(deadcert.prime_suspects_exposed(int(k), Split(9, 0, 0)).expectation()) == mean


def reduced(labels: dict[str, int], k: int) -> cc.Distribution:
    """What is among the first k cards, through the engine, with cards that are alike called alike."""
    cards = [label for label, copies in labels.items() for _ in range(copies)]
    setup = cc.Setup(cards).shuffle("deck").take("deck", range(1, k + 1), into="fetched").discard("deck")
    return cc.distribution(setup.observe(unordered=["fetched"]))


@pytest.mark.parametrize("k", [1, 9, 20])
def test_draws_agree_with_the_setup_engine(k: int) -> None:
    for label, copies, expected in (
        ("killer", 3, deadcert.killer_cards_among(k)),
        ("snoop", 6, deadcert.snoops_among(k)),
    ):
        found = reduced({label: copies, "other": 54 - copies}, k)
        assert found.map(lambda outcome, label=label: outcome[0].count(label)) == expected  # type: ignore[misc]


@pytest.mark.exhaustive
@pytest.mark.parametrize("r", [1, 2, 3])
def test_the_killers_draw_agrees_with_the_setup_engine(r: int) -> None:
    setup = cc.Setup(["killer"] * 3 + ["other"] * 51).shuffle("deck").observe("deck")
    found = cc.distribution(setup).map(
        lambda outcome: [place for place, card in enumerate(outcome[0], 1) if card == "killer"][r - 1]
    )
    assert found == deadcert.killer_card_draw(r)


def test_exposed_suspects_agree_with_the_setup_engine() -> None:
    labels = {f"prime {number}": 2 for number in range(9)} | {"killer": 3, "other": 33}
    found = reduced(labels, 6).map(
        lambda outcome: sum(times > 1 for name, times in Counter(outcome[0]).items() if name != "other")
    )
    assert found == deadcert.prime_suspects_exposed(6)


@pytest.mark.parametrize(
    ("look", "split"),
    [
        (2, Split(3, 3, 3)),
        (2, Split(9, 0, 0)),
        pytest.param(3, Split(3, 3, 3), marks=pytest.mark.exhaustive),
        pytest.param(3, Split(9, 0, 0), marks=pytest.mark.exhaustive),
    ],
)
def test_possible_killers_agree_with_every_choice_of_the_first_or_last_cards(look: int, split: Split) -> None:
    """For few cards seen, and for few left, every set is drawn by the engine and judged by itself."""
    deck = deadcert.cards(split)
    setup = cc.Setup(deck).shuffle("deck").take("deck", range(1, look + 1), into="drawn").discard("deck")
    sets = cc.distribution(setup.observe(unordered=["drawn"]))
    judged: dict[Any, int] = {}

    def possible(seen: Counter[tuple[str, str]]) -> int:
        names: dict[str, set[str]] = {}
        for name, kind in seen.elements():
            if not name.startswith("snoop"):
                names.setdefault(name, set()).add(kind)
        # Names that were seen on the same types are alike, so what was judged once is remembered.
        kinds = tuple(sorted(Counter(tuple(sorted(types)) for types in names.values()).items()))
        if kinds not in judged:
            judged[kinds] = deadcert.names_possible(names, split)
        return judged[kinds]

    assert sets.map(lambda outcome: possible(Counter(outcome[0]))) == deadcert.possible_killers(look, split)
    rest = Counter(deck)
    last = sets.map(lambda outcome: possible(rest - Counter(outcome[0])))
    assert last == deadcert.possible_killers(54 - look, split)


def test_the_killer_is_certain_with_the_third_card_unless_pairs_of_types_are_missing() -> None:
    for k in range(55):
        assert deadcert.possible_killers(k)[1] == deadcert.killer_cards_among(k)[3]
    assert deadcert.possible_killers(53, Split(9, 0, 0))[1] == Fraction(53, 54)
    assert all(deadcert.possible_killers(30, split).probability(range(1, 38)) == 1 for split in SOME_SPLITS)


# --- belief -----------------------------------------------------------------------------------


def seen_in(scenario: dict[str, Any]) -> dict[str, list[str]]:
    seen: dict[str, list[str]] = {}
    for kinds, count in scenario["names_by_types_seen"].items():
        types = list(TYPES) if kinds == "all_three" else kinds.split("+")
        seen |= {f"{kinds} {number}": types for number in range(count)}
    return seen


PRIORS: dict[str, dict[str, Any]] = {
    "split_333": {"split": Split(3, 3, 3)},
    "uniform_55_splits": {"prior": "uniform"},
    "multinomial_each_double_uniform_type_pair": {"prior": "multinomial"},
    "uniform_over_labelled_decks": {"prior": "decks"},
}


@pytest.mark.parametrize("scenario", REFERENCE["posterior_scenarios"], ids=lambda scenario: scenario["id"])
def test_beliefs_are_as_counted(scenario: dict[str, Any]) -> None:
    seen = seen_in(scenario)
    for name, arguments in PRIORS.items():
        expected = scenario["posterior"][name]
        found = posterior(seen, **arguments)
        assert str(found["unseen"]) == expected["killer_is_a_name_not_yet_seen_total"]
        assert deadcert.names_possible(seen, **arguments) == expected["possible_killers"]
        for kinds, count in scenario["names_by_types_seen"].items():
            for number in range(count):
                assert (
                    str(found[f"{kinds} {number}"])
                    == expected[f"each_name_seen_{kinds}{'' if '+' in kinds else '_only'}"]
                )
    assert posterior(seen) == posterior(seen, split=Split(3, 3, 3)) == posterior(seen, prior={(3, 3, 3): 2})


def some_sightings(rng: random.Random, cards: int, split: Split) -> dict[str, set[int]]:
    """What may have been seen in an episode: some of its cards."""
    seen: dict[str, set[int]] = {}
    for name, kind in rng.sample(deadcert.cards(split), cards):
        if not name.startswith("snoop"):
            seen.setdefault(name, set()).add(TYPES.index(kind))
    return seen


def as_types(seen: dict[str, set[int]]) -> dict[str, list[str]]:
    return {name: [TYPES[number] for number in types] for name, types in seen.items()}


def test_beliefs_agree_with_giving_every_name_every_role() -> None:
    rng = random.Random(5)
    for _ in range(25):
        split = rng.choice(splits())
        seen = some_sightings(rng, rng.randrange(1, 7), split)
        frozen = {name: frozenset(types) for name, types in seen.items()}
        exact = plain.belief(split.singles, split.doubles, frozen)
        assert exact is not None
        assert chances(posterior(as_types(seen), split)) == {name: chance for name, chance in exact.items() if chance}
        prior = {rng.choice(splits()): rng.randrange(1, 5) for _ in range(3)} | {split: 1}
        mixed = plain.belief_over([(times, s.singles, s.doubles) for s, times in prior.items()], frozen)
        assert mixed is not None
        assert chances(posterior(as_types(seen), prior=prior)) == {n: chance for n, chance in mixed.items() if chance}


def test_beliefs_are_right_as_often_as_they_say() -> None:
    rng = random.Random(1)
    gap = spread = 0.0
    for _ in range(400):
        seen = as_types(some_sightings(rng, 30, Split(4, 3, 2)))
        names = rng.sample(sorted(seen), len(seen))  # of several equally probable names the first is the mode
        numbers = {name: f"name {number}" for number, name in enumerate(names)}
        believed = posterior({numbers[name]: types for name, types in seen.items()}, Split(4, 3, 2))
        best = believed.mode()
        gap += (best == numbers.get("killer", "unseen")) - float(believed[best])
        spread += float(believed[best] * (1 - believed[best]))
    assert abs(gap) < 4 * spread**0.5


def test_a_name_may_sound_like_a_snoop() -> None:
    assert posterior({"Snoopy": "motive"})["Snoopy"] == Fraction(1, 16)


def test_who_was_seen_on_all_types_is_the_killer() -> None:
    seen = {"Ada": TYPES, "Bob": ["motive", "means"]}
    assert chances(posterior(seen)) == {"Ada": 1}
    assert deadcert.names_possible(seen) == 1


@pytest.mark.parametrize(
    ("seen", "arguments", "message"),
    [
        ({"Ada": TYPES, "Bob": TYPES}, {}, "Ada, Bob were seen on all three types; only the killer is"),
        ({f"n{i}": "motive" for i in range(17)}, {}, "17 names were seen on motive; there are 16"),
        (
            {f"n{i}": ["motive", "means"] for i in range(5)},
            {},
            "by the split 3 3 3: 9 are on two types, and 5 names on",
        ),
        ({f"n{i}": ["motive", "means"] for i in range(2)}, {"split": (0, 0, 9)}, "and 2 names on motive and means"),
        (
            {f"n{i}": ["motive", "means"] for i in range(11)},
            {"prior": "uniform"},
            "11 names were seen on two types or",
        ),
        ({f"n{i}": TYPES[i % 3] for i in range(38)}, {}, "38 names were seen; there are 37"),
    ],
)
def test_what_cannot_have_been_seen_is_refused(seen: Any, arguments: Any, message: str) -> None:
    with pytest.raises(cc.ImpossibleEvidence, match=message):
        posterior(seen, **arguments)


def test_priors_are_distributions_over_splits() -> None:
    assert deadcert.prior_over_splits("uniform").is_uniform()
    assert deadcert.prior_over_splits("multinomial").expectation(lambda split: split.motive_means) == 3
    decks = deadcert.prior_over_splits("decks")
    even, uneven = decks[Split(3, 3, 3)], decks[Split(9, 0, 0)]
    assert even / uneven == Fraction(362880 * 720**2 * 1307674368000, 6**3 * 362880**3)  # 9! 6!^2 15! to 3!^3 9!^3
    assert deadcert.prior_over_splits({Split(3, 3, 3): 1, (9, 0, 0): Fraction(1, 2)})[Split(9, 0, 0)] == Fraction(1, 3)


# --- snoops -----------------------------------------------------------------------------------


def test_snoops_needed_are_as_counted() -> None:
    for level, needed in REFERENCE["snoop"]["snoops_needed_for_level_in_one_stack"].items():
        assert deadcert.snoops_needed(int(level)) == (None if needed == "impossible" else needed)
    assert deadcert.deepest_level() == REFERENCE["snoop"]["max_level"]
    for words, needed in REFERENCE["snoop"]["rulebook_bands"].items():
        levels, word = words.split(" ", 1)
        if needed is None:
            assert all(deadcert.band(level) == word for level in range(9, 17))
        else:
            first, last = map(int, levels.split("-"))
            assert all(deadcert.band(level) == word for level in range(first, last + 1))
            assert all(deadcert.snoops_needed(level) == needed for level in range(first, last + 1))


def test_the_table_of_snoop_reach_is_the_printed_one() -> None:
    reach = deadcert.snoop_reach()
    words = [word for _, _, word in reach]
    assert words == [*["easily"] * 2, *["possible"] * 2, *["risky"] * 2, *["very risky"] * 2, *["impossible"] * 8]
    frame = reach.to_frame()
    assert frame.loc[8, "snoops"] == 4
    assert frame["snoops"].isna().sum() == 8
    assert str(reach).splitlines()[-1] == "… and 4 more of 16 levels"


def pulls(levels: tuple[int, ...], level1: frozenset[int], level2: int, split_tops: bool) -> bool:
    """Whether all three levels can be reached, by trying every way to play the snoops."""
    if max(levels) <= 0:
        return True
    ways = [(taken, level1 - {number}, level2) for number in level1 for taken in [[number, number]]]
    if level2:
        pairs = [[a, b] for a in range(3) for b in range(3) if split_tops or a == b]
        ways += [(taken, level1, level2 - 1) for taken in pairs]
    for taken, ones, twos in ways:
        left = tuple(level - taken.count(number) for number, level in enumerate(levels))
        if pulls(left, ones, twos, split_tops):
            return True
    return False


@pytest.mark.exhaustive
def test_what_snoops_can_bring_back_agrees_with_trying_every_way() -> None:
    rng = random.Random(3)
    tried = Counter[bool]()
    for _ in range(120):
        levels = tuple(rng.randrange(0, 8) for _ in range(3))
        level1 = frozenset(number for number in range(3) if rng.random() < 0.6)
        level2 = rng.randrange(4)
        for reading in deadcert.READINGS:
            expected = pulls(levels, level1, level2, reading == "split_tops")
            tried[expected] += 1
            flags = [number in level1 for number in range(3)]
            assert deadcert.reclaimable(levels, flags, level2, reading) == expected
            named = {kind: level for kind, level in zip(TYPES, levels, strict=True) if level}
            assert deadcert.reclaimable(named, [TYPES[number] for number in level1], level2, reading) == expected
    assert min(tried.values()) > 25


# --- open play --------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in (3, 4, 6)), 5])
def test_who_draws_the_killer_agrees_with_every_place_of_the_cards(players: int) -> None:
    assert chances(deadcert.open_play_split(players)) == {
        words: chance for words, chance in plain.open_play_split(players).items() if chance
    }
    expected = REFERENCE["openplay_same_two_different"].get(str(players))
    if expected:
        found = deadcert.open_play_split(players)
        assert [str(found[words]) for words in ("same", "two", "different")] == expected
    seats = deadcert.open_play_seats(players)
    setup = cc.Setup(["killer"] * 3 + ["other"] * 51).shuffle("deck").observe("deck")
    engine = cc.distribution(setup).map(
        lambda outcome: tuple(place % players for place, card in enumerate(outcome[0]) if card == "killer")
    )
    assert chances(engine) == chances(seats)
    winner = deadcert.open_play_winner(players)
    assert winner[None] == deadcert.open_play_split(players)["different"]
    assert winner[0] == engine.probability(lambda drawn: drawn.count(0) > 1)


# --- what is refused --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Split(3, 3, 4), "Split: expected three numbers of 0 or more that add up to 9, found"),
        (lambda: Split(-1, 5, 5), "that add up to 9, found"),
        (lambda: Split(True, 4, 4), "that add up to 9, found"),
        (lambda: deadcert.census("3,3,3"), "split: expected a Split or its three numbers"),  # type: ignore[arg-type]
        (lambda: deadcert.census((9, 0)), "split: expected a Split"),  # type: ignore[arg-type]
        (lambda: deadcert.episodes(0), "packs: expected 1 to 1000 packs, found 0"),
        (lambda: deadcert.careers(5, ordered="yes"), "ordered: expected True or False, found 'yes'"),  # type: ignore[arg-type]
        (lambda: deadcert.most_people(5, "solo"), "format: expected 'OPENplay', 'COVERTplay' or 'SOLOplay'"),  # type: ignore[arg-type]
        (lambda: deadcert.packs_needed(0), "people: expected at least 2 in OPENplay, found 0"),
        (lambda: deadcert.setup(look=0), "look: expected 1 to 54 cards, found 0"),
        (lambda: deadcert.setup(names=["Ada"]), "names: expected 37 different names"),
        (lambda: deadcert.setup(names="Ada"), "names: expected 37 different names in order, found 'Ada'"),
        (lambda: deadcert.killer_cards_among(55), "k: expected 0 to 54 cards, found 55"),
        (lambda: deadcert.killer_card_draw(0), "r: expected 1, 2 or 3, found 0"),
        (lambda: deadcert.identification_turn(0), "per_turn: expected 1 to 54 cards, found 0"),
        (lambda: deadcert.identification_turn(3, 7), "players: expected 1 to 6, found 7"),
        (lambda: posterior(["Ada"]), "seen: expected a mapping of names to types of evidence"),  # type: ignore[arg-type]
        (lambda: posterior({}, prior={(3, 3, 3): 2, (9, 0, 0): -1}), "expected a weight of 0 or more, found -1"),
        (lambda: posterior({"snoop, level 1": "motive"}), "seen: snoops are no suspects"),
        (lambda: posterior({"Ada": ["motive", "motive"]}), "seen: Ada: a type is named twice; expected each card once"),
        (lambda: posterior({"Ada": {"motive": False}}), "seen: Ada: expected types of evidence, found"),
        (lambda: posterior({}, prior={(3, 3, 3): 2, Split(3, 3, 3): -1}), "expected a weight of 0 or more, found -1"),
        (lambda: deadcert.reclaimable({1, 2, 3}), "levels: expected three levels, found"),  # type: ignore[arg-type]
        (lambda: deadcert.reclaimable((1, 1, 1), {"motive": False}), "level1: expected a list of different types"),  # type: ignore[arg-type]
        (lambda: deadcert.reclaimable((1, 1, 1), [10**5000]), "level1: expected 'motive', 'means' or 'opportunity'"),
        (lambda: deadcert.cards(names=["snoop, level 1", *map(str, range(36))]), "none empty or a snoop's"),
        (lambda: deadcert.cards(names=set(map(str, range(37)))), "37 different names in order"),  # type: ignore[arg-type]
        (lambda: deadcert.Census("x"), "Census: expected a Split, found 'x'"),  # type: ignore[arg-type]
        (lambda: posterior({"unseen": "motive"}), "seen: expected names, none of them empty or 'unseen'"),
        (lambda: posterior({"": "motive"}), "seen: expected names, none of them empty"),
        (lambda: posterior({"Ada": "alibi"}), "seen: Ada: expected 'motive', 'means' or 'opportunity', found 'alibi'"),
        (lambda: posterior({"Ada": []}), "seen: Ada: expected at least one of motive, means, opportunity"),
        (lambda: posterior({"Ada": 3}), "seen: Ada: expected types of evidence, found 3"),  # type: ignore[dict-item]
        (lambda: posterior({}, Split(3, 3, 3), "uniform"), "expected either a split or a prior over splits, found both"),
        (lambda: posterior({}, prior="flat"), "prior: expected 'uniform', 'multinomial', 'decks' or a mapping of splits to weights, found 'flat'"),  # type: ignore[arg-type]
        (lambda: posterior({}, prior={(3, 3, 3): 0.5}), "prior: .* expected an integer or a Fraction, found 0.5"),
        (lambda: posterior({}, prior={(3, 3, 3): 0}), "prior: expected weights of 0 or more, not all 0, found"),
        (lambda: posterior({}, prior={None: 1}), "prior: expected splits with their weights, found None"),
        (lambda: deadcert.snoops_needed(-1), "level: expected 0"),
        (lambda: deadcert.reclaimable((1, 2)), "levels: expected three levels, found"),
        (lambda: deadcert.reclaimable({"alibi": 2}), "levels: expected 'motive', 'means' or 'opportunity', found 'alibi'"),
        (lambda: deadcert.reclaimable((1, 2, 3), ["motive", "motive"]), "level1: expected a list of different types, or three flags"),
        (lambda: deadcert.reclaimable((1, 2, 3), "motive"), "level1: expected a list of different types, or three flags"),
        (lambda: deadcert.reclaimable((1, 2, 3), level2=4), "level2: expected 0 to 3 snoops of level 2, found 4"),
        (lambda: deadcert.reclaimable((1, 2, 3), reading="both"), "reading: expected 'same_stack' or 'split_tops'"),  # type: ignore[arg-type]
        (lambda: deadcert.open_play_split(7), "players: expected 2 to 6 detectives in OPENplay, found 7"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_with_the_reason(make: Any, message: str) -> None:
    with pytest.raises(cc.InvalidInput, match=message):
        make()


def test_values_are_equal_by_meaning_and_show_themselves() -> None:
    assert eval(repr(Split(4, 3, 2))) == Split(4, 3, 2)  # noqa: S307
    assert hash(deadcert.census((4, 3, 2))) == hash(deadcert.census(Split(4, 3, 2)))
    assert deadcert.census().to_frame().loc["motive", "double"] == 6
    assert "<caption>Cards in play" in deadcert.census()._repr_html_()
