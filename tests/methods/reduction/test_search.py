"""Answers by phases: replayed on the lattice, the same every time, and ended by limits."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from cubeproof.contract.control import Control
from cubeproof.contract.limit import Limit
from cubeproof.errors import StoppedError, TimeUpError
from cubeproof.methods.large.runs import RunWord, run_costs
from cubeproof.methods.large.words import METRICS
from cubeproof.methods.reduction.finish import Reduced
from cubeproof.methods.reduction.quarter_turns import quarter_turn_answers
from cubeproof.methods.reduction.search import POOLS, Phases, phased_answers
from cubeproof.methods.reduction.states import PhaseStates
from cubeproof.methods.reduction.turns import TURNS, follows
from cubeproof.problem import cube_problem
from cubeproof.problem.cube_view import CubeView, cube_view
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.pieces import PieceKind
from cubeproof.puzzle.scramble import random_cube
from large_cubes import STRUCTURED, exchanged
from patience import PATIENCE
from second_opinion import lattice

MANY = 1000


def view_of(cube: Cube) -> CubeView:
    view = cube_view(cube_problem(cube))
    assert view is not None
    return view


def ensure_solved(cube: Cube, runs: RunWord) -> None:
    names = [lattice.Turn(slab.face, slab.first, slab.last, slab.turns).name for slab in runs.slabs()]
    faces = lattice.after(lattice.colours(cube.facelets), " ".join(names), 4).reshape(6, -1)
    assert (faces == faces[:, :1]).all()


@pytest.mark.parametrize("metric", ["htm", "qtm", "stm", "slices"])
def test_answers_by_phases_solve_the_cube_and_cost_less_and_less(metric: str) -> None:
    cube = random_cube(4, 2)
    answers = phased_answers(view_of(cube).homes, Control(), MANY, metric=metric)
    two = [next(answers) for _ in range(2)]
    for runs in two:
        ensure_solved(cube, runs)
    assert MANY > two[0].cost(metric) > two[1].cost(metric)
    assert two[0].cost("htm") < 60


@pytest.mark.parametrize("metric", METRICS)
def test_costs_of_words_of_phases_are_the_costs_of_their_runs(metric: str) -> None:
    homes, random = view_of(random_cube(4, 2)).homes, np.random.default_rng(1)
    words, may_follow = random.choice(TURNS, (50, 1)), follows(np.arange(TURNS))
    for _ in range(11):
        more = [random.choice(np.flatnonzero(may_follow[last])) for last in words[:, -1]]
        words = np.column_stack([words, more])
    states = PhaseStates.of(homes)[np.zeros(50, dtype=np.intp)].after(words)
    costs = [int(run_costs(runs.amounts, metric).sum()) for runs in Reduced(states, homes).words()]
    assert states.costs(metric).tolist() == costs


@pytest.mark.soak
def test_few_quarter_turns_of_single_layers_solve_the_cube() -> None:
    cube = random_cube(4, 2)
    *_, runs = quarter_turn_answers(view_of(cube).homes, Control(Limit(seconds=PATIENCE)), MANY)
    ensure_solved(cube, runs)
    assert runs.cost("slices") < 60


@pytest.mark.parametrize("turns", STRUCTURED.values(), ids=STRUCTURED)
def test_cube_with_structure_has_an_answer_by_phases(turns: str) -> None:
    cube = Cube(4).apply(turns)
    ensure_solved(cube, next(phased_answers(view_of(cube).homes, Control(), MANY)))


@pytest.mark.parametrize("kind", [PieceKind.WING, PieceKind.CENTRE])
def test_two_exchanged_pieces_have_an_answer_by_phases(kind: PieceKind) -> None:
    cube = exchanged(4, kind)
    ensure_solved(cube, next(phased_answers(view_of(cube).homes, Control(), MANY)))


def test_short_answers_end_the_search() -> None:
    # No answer to one turn costs less than one turn.
    assert [runs.cost("htm") for runs in phased_answers(view_of(Cube(4).apply("Rw")).homes, Control(), 3)][
        -1
    ] == 1


@pytest.mark.parametrize("block", [pytest.param(block, marks=pytest.mark.soak) for block in range(20)])
def test_random_cubes_have_an_answer_by_phases(block: int) -> None:
    for seed in range(100 * block, 100 * block + 100):
        cube = random_cube(4, seed)
        runs = next(phased_answers(view_of(cube).homes, Control(), MANY))
        ensure_solved(cube, runs)
        assert runs.cost("htm") < 55


def test_one_cube_has_the_same_answers_every_time() -> None:
    homes = view_of(random_cube(4, 7)).homes
    two = [phased_answers(homes, Control(), MANY) for _ in range(2)]
    for _ in range(2):
        first, second = map(next, two)
        assert first.blocks() == second.blocks()


def test_limits_end_the_phases() -> None:
    homes, control = view_of(random_cube(4, 1)).homes, Control()
    answers = phased_answers(homes, control, MANY)
    next(answers)
    control.stop()
    with pytest.raises(StoppedError):
        list(answers)
    with pytest.raises(TimeUpError):
        list(phased_answers(homes, Control(Limit(seconds=0.01)), MANY))


class _Batches(Phases):
    """Phases with three batches, of which the first has no answer."""

    def reductions(self) -> Iterator[Any]:
        yield from ([], [9], [8])

    def finish(self, reduced: Any) -> Iterator[Any]:
        for answer in reduced:
            self.most = answer
            yield answer


@pytest.mark.parametrize(("quick", "answers"), [(True, [9]), (False, [9, 8])])
def test_quick_search_ends_with_the_first_batch_that_has_answers(quick: bool, answers: list[Any]) -> None:
    nothing: Any = None
    batches = _Batches(nothing, np.zeros(96, dtype=np.intp), Control(), "htm", POOLS, 10)
    assert list(batches.answers(quick=quick)) == answers
