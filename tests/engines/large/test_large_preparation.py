"""The preparation of the large engine during a search, its notes about it, and answers that need no preparation."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cubeproof import Alg, Attempt, Cube, Limit, Solution, cube_problem, solve
from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved, Event, Note, Preparing
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds
from cubeproof.contract.preparation import Preparation
from cubeproof.engines.large import LargeEngine, words_beside
from cubeproof.engines.large.preparation import CYCLES, FIVE, PHASES
from cubeproof.engines.large.shorter_answers import ShorterAnswers
from cubeproof.engines.large.words_beside import WordFoundError, WordsBeside
from cubeproof.errors import TimeUpError
from cubeproof.methods.large.first_answer import LargeAnswer, first_answer
from cubeproof.methods.large.runs import RunWord
from cubeproof.methods.words.bidirectional import WordLimits, WordSearch
from cubeproof.methods.words.short_answers import A_MOMENT
from cubeproof.problem import Problem
from cubeproof.problem.cube_view import cube_view
from cubeproof.puzzle.scramble import random_cube
from cubeproof.store import Store
from patience import PATIENCE, until
from programs import run_python

# Prints the answer's length, whether Numba was loaded, and the number of files in the cache.
PROGRAM = """
import sys
from pathlib import Path
from cubeproof import Cube, Limit, random_cube, solve
size, turns, folder = int(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
cube = Cube(size).apply(turns) if turns else random_cube(size, 4)
solution = solve(cube, quick=True)
assert (cube @ solution.alg).is_solved
print(solution.length, solution.optimal, "numba" in sys.modules, len([*folder.rglob("*")]))
"""


@pytest.mark.guards("a cube one turn from solved had no answer within a second")
@pytest.mark.parametrize(("size", "turns"), [(4, "Rw"), (7, "3Rw2"), (5, ""), (9, ""), (6, "")])
def test_quick_answer_on_an_empty_machine_builds_nothing_and_loads_no_compiler(
    size: int, turns: str, tmp_path: Path
) -> None:
    environment = os.environ | {"CUBEPROOF_CACHE": str(tmp_path)}
    output = run_python(PROGRAM, str(size), turns, tmp_path, env=environment).stdout
    length, optimal, numba, files = output.split()
    assert (numba, files) == ("False", "0")
    assert (optimal == "True") == bool(turns)
    if turns:
        assert length == "1"


def shorter_answers(size: int, store: Store | None = None, *, quick: bool = False) -> ShorterAnswers:
    view = cube_view(cube_problem(random_cube(size, 1)))
    assert view is not None
    return ShorterAnswers(view, store, quick)


class Begun:
    """A process that prepares a machine, for the hook `Control.begin`."""

    def __init__(self) -> None:
        self.steps: list[Preparation] = []

    def __call__(self, step: Preparation) -> Callable[[], bool]:
        self.steps.append(step)
        return lambda: True


@pytest.mark.parametrize(
    ("size", "step"), [(4, PHASES), (5, FIVE), (6, CYCLES), (7, CYCLES)], ids=["4", "5", "6", "7"]
)
def test_search_begins_the_preparation_of_its_size_at_its_start_and_quick_begins_none(
    size: int, step: Preparation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUBEPROOF_CACHE", str(tmp_path))
    for quick in (False, True):
        begun, counts = Begun(), list[int]()

        def progress(_event: Event, counts: list[int] = counts, begun: Begun = begun) -> None:
            counts.append(len(begun.steps))

        control = Control(progress=progress)
        control.begin = begun
        reading = LargeEngine(quick=quick).read(cube_problem(random_cube(size, 1)))
        assert isinstance(reading, Attempt)
        assert reading.run(Bounds(), control).words
        assert begun.steps == ([] if quick else [step])
        assert set(counts) == {0 if quick else 1}
        assert not any(tmp_path.iterdir())


class LateStep:
    """A step that is ready at the third look."""

    def __init__(self, step: Preparation) -> None:
        self.step, self.steps, self.seconds, self.tables = step.step, step.steps, step.seconds, step.tables
        self.looks = 0

    def is_ready(self, _store: Store | None = None) -> bool:
        self.looks += 1
        return self.looks >= 3


def test_search_goes_on_by_phases_when_the_preparation_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    PHASES.run(Control())
    late, begun, events = LateStep(PHASES), Begun(), list[Event]()
    monkeypatch.setattr("cubeproof.engines.large.shorter_answers.PHASES", late)
    shorter, control = shorter_answers(4), Control(Limit(seconds=PATIENCE), events.append)
    # A search of a new process.
    monkeypatch.setattr(ShorterAnswers, "_has_loaded_phases", lambda *_: False)
    control.begin = begun
    runs = next(runs for runs in shorter.answers(1000, control) if shorter.by_phases)
    assert runs.cost("htm") < 70
    assert [id(step) for step in begun.steps] == [id(late)]
    assert Preparing(1, PHASES.steps, PHASES.seconds) in events
    assert late.looks >= 3


def test_table_is_built_in_this_process_where_no_other_can_and_ends_with_a_stop(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    store, control = Store(tmp_path), Control()
    shorter = shorter_answers(5, store)
    shorter.begin_tables(control)
    until(lambda: any(tmp_path.iterdir()))
    is_at_work = shorter._is_at_work
    assert is_at_work is not None
    control.stop()
    until(lambda: not is_at_work())
    assert not FIVE.is_ready(store)


def solved_with_notes(cube: Cube, control: Control, *, quick: bool = False) -> tuple[Solution, list[str]]:
    notes: list[str] = []

    def progress(event: Event) -> None:
        if isinstance(event, Note):
            notes.append(event.sentence.code)

    steered = Control(control.limit, progress)
    steered.begin = control.begin
    return solve(cube, engine="large", control=steered, quick=quick), notes


@pytest.mark.parametrize(("size", "is_possible"), [(4, True), (4, False), (7, True)])
def test_long_answer_says_that_the_machine_is_being_prepared_or_how_to_prepare_it(
    size: int, is_possible: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    monkeypatch.setenv("CUBEPROOF_CACHE", str(tmp_path))
    control = Control(Limit(seconds=0.5))
    if is_possible:
        control.begin = Begun()
    solution, notes = solved_with_notes(random_cube(size, 1), control)
    assert solution.stop is Stop.TIMEOUT
    assert notes == ["large.being-prepared" if is_possible else "large.not-prepared"]


def test_quick_answer_says_what_it_lacks_and_an_even_cube_of_six_layers_lacks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    monkeypatch.setenv("CUBEPROOF_CACHE", str(tmp_path))
    for size, expected in ((4, ["large.not-prepared"]), (6, []), (7, ["large.not-prepared"])):
        _, notes = solved_with_notes(random_cube(size, 1), Control(), quick=True)
        assert notes == expected
    short, notes = solved_with_notes(Cube(4).apply("Rw U"), Control(), quick=True)
    assert (short.optimal, notes) == (True, [])


@pytest.mark.parametrize("is_time_up", [False, True])
def test_ready_phases_answer_before_cycles_which_answer_if_the_time_is_up(
    is_time_up: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    cube, calls = random_cube(4, 1), list[str]()

    def quick_answers(shorter: ShorterAnswers, control: Control) -> Iterator[RunWord]:
        calls.append("phases")
        if is_time_up:
            raise TimeUpError
        answer = first_answer(shorter.view.homes, 4, control, metric="htm", store=None, at_once=True)
        assert answer is not None
        yield answer.runs

    def recorded(*args: Any, **options: Any) -> LargeAnswer | None:
        calls.append("cycles")
        return first_answer(*args, **options)

    monkeypatch.setattr(ShorterAnswers, "quick_answers", quick_answers)
    monkeypatch.setattr("cubeproof.engines.large.engine.first_answer", recorded)
    solution = solve(cube, engine="large", quick=True)
    assert solution.alg is not None
    assert cube @ solution.alg == Cube(4)
    assert calls == ["phases", "cycles"]


def test_words_beside_find_a_short_word_and_prove_it_shortest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words_beside, "_DELAY", 0.0)
    monkeypatch.setattr(words_beside, "free_memory", lambda: None)
    problem, events = cube_problem(Cube(4).apply("Rw U 2F R2 Fw'")), list[Event]()
    beside = WordsBeside(problem, Control(progress=events.append))
    beside.check()
    assert events == []
    beside.begin()
    found: list[tuple[int, ...]] = []

    def check() -> bool:
        try:
            beside.check()
        except WordFoundError as error:
            found.append(error.word)
        return bool(found)

    until(check)
    (word,) = found
    assert problem.is_solved_by(word)
    assert events == [BoundProved(problem.cost(word))]


@pytest.mark.parametrize("free", [None, 1_000_000])
def test_words_beside_search_for_more_than_a_moment_only_with_memory(
    free: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    long, searched = WordLimits(words=1_000_001, size=A_MOMENT.size, pairs=A_MOMENT.pairs), list[WordLimits]()

    def search(problem: Problem, control: Control, limits: WordLimits) -> WordSearch:
        searched.append(limits)
        return WordSearch(problem, control, limits=limits)

    monkeypatch.setattr(words_beside, "_DELAY", 0.0)
    monkeypatch.setattr(words_beside, "_LIMITS", long)
    monkeypatch.setattr(words_beside, "free_memory", lambda: free)
    monkeypatch.setattr(words_beside, "run_beside", lambda work: work())
    monkeypatch.setattr(words_beside, "WordSearch", search)
    beside = WordsBeside(cube_problem(random_cube(4, 1)), Control())
    beside.begin()
    assert searched == ([A_MOMENT, long] if free is None else [A_MOMENT])
    beside.check()


@pytest.mark.soak
def test_word_of_nine_turns_replaces_an_answer_by_phases() -> None:
    pytest.importorskip("numba")
    turns = "Rw U Fw2 R' Uw F2 Rw' U2 Fw"
    solution = solve(Cube(4).apply(turns), limit=Limit(seconds=PATIENCE))
    assert solution.alg is not None
    assert (solution.optimal, Cube(4).apply(turns) @ solution.alg) == (True, Cube(4))
    assert (solution.length or 0) <= Alg(turns).count("htm", 4)


@pytest.mark.parametrize("size", [5, 7, 11])
def test_answer_without_tables_has_a_frame_of_face_turns(size: int) -> None:
    from cubeproof.methods.large.frame import frame_turns

    for seed in range(4):
        cube = random_cube(size, seed)
        view = cube_view(cube_problem(cube))
        assert view is not None
        turns = frame_turns(view.homes, size, Control(), at_once=True)
        assert turns is not None
        assert {turn.first for turn in turns} == {turn.last for turn in turns} == {1}
        after = Cube.from_colours(Cube(size).colours[view.homes]).apply(Alg.of_turns(map(str, turns)))
        layers = np.array([0, size // 2, size - 1])
        faces = after.colours.reshape(6, size, size)[:, layers][:, :, layers].reshape(6, -1)
        assert (faces == faces[:, :1]).all()
