"""From an outcome back to a world: how must the shuffles fall for it to come about?"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from crimecalc.cards import label_key
from crimecalc.engine.choices import Choice
from crimecalc.engine.exact import DEFAULT_MAX_STATES, Entry, Record, check_max_states, enumerate_worlds
from crimecalc.engine.program import Blocks, Program, Rotation, lower
from crimecalc.engine.reveal import Revealed
from crimecalc.engine.tabletop import Fall, Piles, Table, play
from crimecalc.engine.visibility import SEEN
from crimecalc.errors import ImpossibleEvidence, InvalidInput
from crimecalc.outcomes import multiset_fields
from crimecalc.rendering import describe, quoted
from crimecalc.setup import Setup
from crimecalc.setup.steps import Cut, RandomStep, Scramble

__all__ = ["fall_in_words", "falls_in_words", "find_world"]

Script = Callable[[Sequence[Hashable]], Fall]
"""Says how a step falls, given what lies in the places of its move (cards, or piles' top cards)."""


def find_world(
    setup: Setup, outcome: object, max_states: int = DEFAULT_MAX_STATES, progress: bool | None = None
) -> Table:
    """A table on which a setup ends in a given outcome, played with real cards.

    Args:
        setup: a setup with an observation.
        outcome: a tuple of cards for each observed pile.
        max_states: see :func:`~crimecalc.engine.exact.distribution`.
        progress: show a bar; None for one after two seconds if somebody watches.

    Raises:
        InvalidInput: if it has not the shape of an outcome.
        ImpossibleEvidence: if the setup never ends in it.

    >>> setup = Setup("abc").cut("deck").shuffle("deck").observe("deck")
    >>> find_world(setup, (tuple("cab"),)).outcome
    (('c', 'a', 'b'),)
    """
    program = lower(setup, "find_world")
    check_max_states(max_states)
    sizes = [pile.size for pile in program.codec.piles]
    entries = outcome if isinstance(outcome, tuple) else ()
    if not all(isinstance(entry, tuple) for entry in entries) or [len(entry) for entry in entries] != sizes:
        names = ", ".join(f"{name} ({size})" for name, size in zip(program.pile_names, sizes, strict=True))
        raise InvalidInput(f"an outcome has one tuple of cards for each of {names}; found {outcome!r}")
    record = Record()
    table = enumerate_worlds(program, max_states, record, progress, "find_world")
    index = table.find(program.codec.normal(outcome))
    if index is None or record.final is None:
        raise ImpossibleEvidence(f"{setup.name!r} never ends in the outcome {describe(outcome)}")
    scripts: dict[int, Script] = {}
    state = int(record.final[index])
    for entry in reversed(record.entries):
        row = int(entry.kept[state])
        if isinstance(entry.fall, Choice):
            way, state = divmod(row, entry.states)
            scripts[entry.stage.move.step] = _chosen_fall(entry, entry.fall, way)
        else:
            state = int(entry.fall.parents[row])
            scripts[entry.stage.move.step] = _revealed_fall(program, entry, entry.fall, row)

    def fall(number: int, step: RandomStep, piles: Piles) -> Fall:
        lying = [piles[name][0] for name in step.piles] if isinstance(step, Scramble) else piles[step.pile]
        # A step that does not matter may as well do nothing.
        return scripts[number](lying) if number in scripts else tuple(range(len(lying)))

    return play(setup, fall)


def falls_in_words(table: Table) -> tuple[str, ...]:
    """What each random step of a played table did, one sentence a step."""
    random_steps = zip(table.setup.random_steps, table.falls, strict=True)
    return tuple(fall_in_words(table.setup, index, fall) for index, fall in random_steps)


def fall_in_words(setup: Setup, index: int, fall: Fall) -> str:
    """What a random step does if it falls in one way, as a sentence.

    Args:
        setup: the setup.
        index: one of its random steps.
        fall: see :data:`~crimecalc.engine.tabletop.Fall`.

    >>> fall_in_words(Setup("abc").cut("deck"), 0, (1, 2, 0))
    'step 1: 1 of the 3 cards went from the top of “deck” to the bottom'
    """
    step = setup.steps[index]
    assert isinstance(step, RandomStep)
    piles = quoted(step.piles if isinstance(step, Scramble) else [step.pile])
    if fall == tuple(range(len(fall))):
        did = f"{piles} {'stays' if piles.count('“') == 1 else 'stay'} in place"
    elif isinstance(step, Scramble):
        former = quoted(step.piles[source] for source in fall)
        did = f"{piles} are now the former {former}"
    elif isinstance(step, Cut):
        did = f"{fall[0]} of the {len(fall)} cards went from the top of {piles} to the bottom"
    else:
        lay = " ".join(str(source + 1) for source in fall)
        did = f"the cards of {piles} from the top are now those that lay at {lay}"
    return f"step {index + 1}: {did}"


def _chosen_fall(entry: Entry, choice: Choice, way: int) -> Script:
    """The fall that one way of a choice stands for."""
    move = entry.stage.move
    chosen = dict(zip(choice.units, choice.sources[way].tolist(), strict=True))
    if isinstance(move, Rotation):
        size, shift = len(move.places), chosen[0]
        return lambda _: tuple((shift + place) % size for place in range(size))
    assert isinstance(move, Blocks)
    size, single = len(move.blocks), move.single

    def script(lying: Sequence[Hashable]) -> Fall:
        # Where single cards mix, the engine numbers them in ascending order, not as they lie.
        number = sorted(range(size), key=lambda place: label_key(lying[place])) if single else list(range(size))
        return _completed({unit: number[source] for unit, source in chosen.items()}, size)

    return script


def _revealed_fall(program: Program, entry: Entry, fall: Revealed, row: int) -> Script:
    """The fall that brings the revealed cards to their places."""
    move, after = entry.stage.move, entry.stage.after
    labels, fields = program.codec.labels, multiset_fields(program.codec.copies)
    members = {
        mark: [
            label
            for field, label in enumerate(labels)
            for _ in range(int(fields.extract(words[:, row : row + 1], field)[0]))
        ]
        for mark, words in fall.pools.items()
    }
    wanted: dict[int, Hashable] = {}
    for position, place in enumerate(move.places):
        mark = after.get(place)
        if mark == SEEN:
            wanted[position] = labels[int(fall.columns[place][row])]
        elif mark is not None:
            wanted[position] = members[mark].pop()

    def script(lying: Sequence[Hashable]) -> Fall:
        left = list(range(len(lying)))
        sources = {}
        for position, label in wanted.items():
            sources[position] = next(source for source in left if lying[source] == label)
            left.remove(sources[position])
        return _completed(sources, len(lying))

    return script


def _completed(sources: dict[int, int], size: int) -> Fall:
    """A whole permutation from its part that matters."""
    left = iter([source for source in range(size) if source not in set(sources.values())])
    return tuple(sources[place] if place in sources else next(left) for place in range(size))
