from __future__ import annotations

import json
import random
import unicodedata
from fractions import Fraction

import pytest
from click.testing import CliRunner

from crimecalc.cli import main
from crimecalc.cli.advise_deadcert import killer_as_json, killer_in_words
from crimecalc.games.deadcert import TYPES, UNSEEN, Split, cards, posterior, splits

SEEN = ["Ada:motive", "Bob:motive", "Ada:means", "Cy:opportunity"]


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["advise", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def advised(*arguments: str) -> str:
    """What is printed, with the lines of the sentences joined again."""
    status, output = run("deadcert", *arguments)
    assert status == 0, output
    return output.replace("\n  ", " ")


def as_json(*arguments: str) -> dict[str, object]:
    status, output = run("deadcert", "--json", *arguments)
    assert status == 0, output
    said: dict[str, object] = json.loads(output)
    return said


def sightings(seen: dict[str, list[str]]) -> list[str]:
    return [f"{name}:{'+'.join(types)}" for name, types in seen.items()]


def test_names_are_listed_most_probable_first_with_what_they_were_seen_on() -> None:
    status, output = run("deadcert", *SEEN)
    assert status == 0
    assert output == (
        "Names seen: 3, on 4 cards (split 3,3,3, assumed)\n"
        "\n"
        "name              seen on       probability  about\n"
        "one of 34 unseen  ·             207/310      66.8%\n"
        "Ada               motive+means  37/155       23.9%\n"
        "Bob               motive        3/62         4.8%\n"
        "Cy                opportunity   7/155        4.5%\n"
        "\n"
        "37 names can still be the killer's\n"
        "34 names not seen yet: each is the killer's with probability 207/10540 (2.0%)\n"
        "Best guess: Ada is the killer with probability 37/155 (23.9%), but more likely\n"
        "  it is a name not seen yet, 207/310 (66.8%)\n"
    )


def test_types_of_a_name_add_up_in_any_order() -> None:
    together = run("deadcert", "Ada:means+motive", "Bob:motive", "Cy:opportunity")
    assert run("deadcert", *SEEN) == run("deadcert", *reversed(SEEN)) == together
    assert run("deadcert", "Ada: motive + means", "Bob :motive", " Cy:opportunity") == together


def test_without_sightings_all_names_are_alike() -> None:
    output = advised()
    assert output.startswith("Names seen: none yet (split 3,3,3, assumed)\n\n37 names can still be the killer's\n")
    assert "37 names not seen yet: each is the killer's with probability 1/37 (2.7%)" in output
    assert output.endswith("Best guess: any name, as none was seen yet\n")
    said = as_json()
    assert (said["best_guess"], said["win_probability"], said["equally_probable"]) == (None, "1/37", 37)


def test_a_name_on_all_three_types_is_certainly_the_killer() -> None:
    output = advised("Bob:motive", "Ada:motive+means+opportunity")
    assert "\nAda               motive+means+opportunity  1            yes\n" in output
    assert "\nBob               motive                    0            ·\n" in output
    assert "\n1 name can still be the killer's\n35 names not seen yet: none of them is the killer's\n" in output
    assert output.endswith("Best guess: Ada is certainly the killer\n")


def test_a_split_can_make_the_killer_certain() -> None:
    assert "Best guess: Ada is certainly" in advised("--split", "9,0,0", "Ada:means+opportunity")
    assert "Best guess: Ada is certainly" not in advised("Ada:means+opportunity")


def test_names_just_as_probable_are_counted() -> None:
    assert "is the killer with probability 1/16 (6.2%) (15 other names just as probable)\n" in advised(
        *(f"Suspect {number}:motive" for number in range(16))
    )
    said = as_json(*(f"Suspect {number}:motive" for number in range(16)))
    assert (said["names_possible"], said["probability_of_each_unseen"], said["equally_probable"]) == (16, "0", 16)


def test_a_single_name_not_seen_is_called_the_only_one() -> None:
    seen: dict[str, list[str]] = {}
    for name, kind in cards():
        if name != "killer" and not name.startswith("snoop"):
            seen.setdefault(name, []).append(kind)
    output = advised("--limit", "100", *sightings(seen))
    assert "\nthe only one unseen  ·                   1/199        0.5%\n" in output
    assert "\n1 name not seen yet: it is the killer's with probability 1/199 (0.5%)\n" in output
    assert "probability 19/199 (9.5%) (8 other names just as probable)\n" in output
    assert "more likely" not in output


def test_once_all_names_were_seen_none_is_left_out() -> None:
    seen: dict[str, list[str]] = {}
    for name, kind in cards():
        if not name.startswith("snoop") and (name, kind) != ("killer", "opportunity"):
            seen.setdefault(name, []).append(kind)
    output = advised("--limit", "100", *sightings(seen))
    assert "unseen" not in output
    assert "\nAll names were seen\n" in output
    said = as_json(*sightings(seen))
    assert (said["names_unseen"], said["probability_of_each_unseen"]) == (0, None)


@pytest.mark.parametrize("seed", range(40))
def test_no_name_that_was_seen_is_less_probable_than_one_that_was_not(seed: int) -> None:
    chance = random.Random(seed)
    split = chance.choice(splits())
    pool = [card for card in cards(split) if not card[0].startswith("snoop") and (seed % 2 or card[0] != "killer")]
    seen: dict[str, list[str]] = {}
    for name, kind in chance.sample(pool, chance.randint(1, len(pool))):
        seen.setdefault(name, []).append(kind)
    known = split if seed % 4 < 2 else None
    said = killer_as_json(sightings(seen), known, None if known else "decks")
    each = Fraction(said["probability_of_each_unseen"] or 0)
    assert all(Fraction(said["killer"][name]) >= each for name in seen)
    assert Fraction(said["win_probability"]) == max(Fraction(said["killer"][name]) for name in seen)


@pytest.mark.parametrize("arguments", [[], ["--split", "5,4,0"], ["--prior", "uniform"], ["--prior", "decks"]])
def test_json_says_what_the_posterior_says(arguments: list[str]) -> None:
    said = as_json(*arguments, *SEEN)
    split = Split(5, 4, 0) if "--split" in arguments else None
    prior = arguments[1] if "--prior" in arguments else None
    seen = {"Ada": ["motive", "means"], "Bob": ["motive"], "Cy": ["opportunity"]}
    killer = posterior(seen, split, prior)  # type: ignore[arg-type]
    assert said["seen"] == seen
    assert said["killer"] == {name: str(killer[name]) for name in (*seen, UNSEEN)}
    assert said["prior"] == prior
    assert said["split"] == (None if prior else [5, 4, 0] if split else [3, 3, 3])
    assert (said["names_possible"], said["names_unseen"]) == (37, 34)
    assert said["probability_of_each_unseen"] == str(killer[UNSEEN] / 34)
    assert (said["best_guess"], said["win_probability"], said["equally_probable"]) == ("Ada", str(killer["Ada"]), 1)


def test_the_split_or_the_prior_taken_is_told() -> None:
    assert "(split 3,3,3, assumed)" in advised(*SEEN)
    assert "(split 5,4,0)" in advised("--split", "5,4,0", *SEEN)
    assert "(prior: multinomial)" in advised("--prior", "multinomial", *SEEN)


def test_fewer_or_more_rows_can_be_asked_for() -> None:
    many = [f"Suspect {number:02}:means" for number in range(15)]
    assert "… and 4 more of 16 rows" in advised(*many)
    assert "… and 14 more of 16 rows" in advised("--limit", "2", *many)
    assert "more of" not in advised("--limit", "16", *many)


def test_names_may_hold_spaces_other_letters_and_colons() -> None:
    output = advised("José  Núñez:motive", "Sir: Brian: means", "Ωmega O'Hara:opportunity")
    for name in ("José Núñez", "Sir: Brian", "Ωmega O'Hara"):
        assert f"\n{name} " in output


def test_a_name_is_the_same_however_its_accents_are_stored() -> None:
    decomposed = unicodedata.normalize("NFD", "José")
    assert as_json("José:motive", f"{decomposed}:means")["seen"] == {"José": ["motive", "means"]}


def test_lines_fit_a_terminal_also_where_fractions_are_long() -> None:
    pool = [card for card in cards(Split(4, 3, 2)) if not card[0].startswith("snoop")]
    seen: dict[str, list[str]] = {}
    for name, kind in random.Random(2).sample(pool, 20):
        seen.setdefault(name, []).append(kind)
    output = killer_in_words(sightings(seen), prior="decks")
    assert max(map(len, output.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Ada"], "expected sightings as NAME:TYPE, as in Ada:motive, found 'Ada'"),
        (["Ada:opp"], "Ada: expected 'motive', 'means' or 'opportunity', found 'opp'"),
        (["Ada:motive+"], "Ada: expected 'motive', 'means' or 'opportunity', found ''"),
        ([":motive"], "expected names, none of them empty"),
        (["unseen:motive"], "expected names, none of them empty or 'unseen', found 'unseen'"),
        (["Ada:motive", "Ada:motive"], "Ada: motive is named twice; expected each card once"),
        (["Ada:motive+motive"], "Ada: motive is named twice; expected each card once"),
        ([f"{name}:motive+means+opportunity" for name in ("Ada", "Bob")], "Ada, Bob were seen on all three types"),
        ([f"Suspect {number}:motive" for number in range(17)], "17 names were seen on motive; there are 16"),
        (["--split", "9,0,0", *(f"{n}:{t}+means" for n, t in (("A", "opportunity"), ("B", "opportunity")))], "by the split 9 0 0"),
        (["--split", "3,3"], "--split: expected three numbers of 0 or more that add up to 9, as in 3,3,3, found '3,3'"),
        (["--split", "3,3,4"], "add up to 9, as in 3,3,3, found '3,3,4'"),
        (["--split", "10,-1,0"], "add up to 9, as in 3,3,3, found '10,-1,0'"),
        (["--split", "a,b,c"], "add up to 9, as in 3,3,3, found 'a,b,c'"),
        (["--split", ""], "add up to 9, as in 3,3,3, found ''"),
        (["--split", "3,3,3", "--prior", "decks"], "expected either --split or --prior, found both"),
        (["--prior", "flat"], "'flat' is not one of 'uniform', 'multinomial', 'decks'"),
        (["--limit", "0"], "0 is not in the range"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_exits_with_2(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(main, ["advise", "deadcert", *arguments])
    assert result.exit_code == 2
    assert [message in line for line in result.stderr.splitlines() if line.startswith("Error: ")] == [True]
    assert result.stdout == ""


@pytest.mark.parametrize(("option", "value"), [("--split", "3,3,3"), ("--prior", "decks"), ("--limit", "3")])
def test_options_of_deadcert_are_refused_elsewhere(option: str, value: str) -> None:
    status, output = run("forgotten-crime", option, value)
    assert status == 2
    assert f"{option}: expected it for deadcert only, found" in output


def test_help_tells_how_cards_are_written_in_each_game() -> None:
    status, output = run("--help")
    assert status == 0
    assert "crimecalc advise forgotten-crime 7D AS 4C" in output
    assert "crimecalc advise deadcert Ada:motive+means" in output
    assert all(kind in output for kind in TYPES)
    assert max(map(len, output.splitlines())) <= 80
