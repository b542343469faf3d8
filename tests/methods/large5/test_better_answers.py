"""Answers to the 5×5×5 by five phases, replayed on the lattice."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from cubeproof import Cube, Limit, cube_problem, random_cube, solve
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, TableBuilding
from cubeproof.errors import StoppedError
from cubeproof.methods.large.runs import RunWord
from cubeproof.methods.large5.better_answers import better_answers_5x5x5
from cubeproof.methods.large5.stored_tables import TABLES
from cubeproof.problem.cube_view import cube_view
from cubeproof.puzzle.pieces import PieceKind
from cubeproof.store import Store
from large_cubes import STRUCTURED, exchanged
from second_opinion import lattice


def answers(
    cube: Cube, control: Control, store: Store | None = None, metric: str = "htm"
) -> Iterator[RunWord]:
    view = cube_view(cube_problem(cube))
    assert view is not None
    return better_answers_5x5x5(view.homes, control, 1000, metric=metric, store=store)


def ensure_solved(cube: Cube, alg: object) -> None:
    faces = lattice.after(lattice.colours(cube.facelets), str(alg), 5).reshape(6, -1)
    assert (faces == faces[:, :1]).all()


def ensure_runs_solve(cube: Cube, runs: RunWord) -> None:
    turns = [lattice.Turn(slab.face, slab.first, slab.last, slab.turns).name for slab in runs.slabs()]
    view = cube_view(cube_problem(cube))
    assert view is not None
    held = Cube.from_colours(Cube(5).colours[view.homes])
    ensure_solved(held, " ".join(turns))


@pytest.fixture(scope="module")
def tables() -> None:
    """The stored tables of the phases."""
    for table in TABLES:
        table.make(Control())


@pytest.mark.usefixtures("tables")
@pytest.mark.parametrize("metric", ["htm", "qtm", "stm"])
def test_answers_to_a_random_cube_solve_it_and_cost_less_and_less(metric: str) -> None:
    cube = random_cube(5, 2)
    words = list(islice(answers(cube, Control(), metric=metric), 2))
    costs = [word.cost(metric) for word in words]
    assert costs == sorted(set(costs), reverse=True)
    # Cycles of three pieces need at least half as many turns again.
    assert costs[-1] < (110 if metric == "qtm" else 80)
    for word in words:
        ensure_runs_solve(cube, word)


@pytest.mark.usefixtures("tables")
@pytest.mark.parametrize("turns", STRUCTURED.values(), ids=STRUCTURED)
def test_cube_with_structure_is_solved(turns: str) -> None:
    cube = Cube(5).apply(turns)
    ensure_runs_solve(cube, next(answers(cube, Control())))


@pytest.mark.usefixtures("tables")
@pytest.mark.parametrize("kind", [PieceKind.WING, PieceKind.CENTRE])
def test_two_exchanged_pieces_are_solved(kind: PieceKind) -> None:
    cube = exchanged(5, kind)
    ensure_runs_solve(cube, next(answers(cube, Control())))


@pytest.mark.usefixtures("tables")
@pytest.mark.parametrize("metric", ["htm", "qtm", "stm"])
def test_engine_shows_turns_that_cost_what_it_says(metric: str) -> None:
    cube = random_cube(5, 4)
    first = solve(cube, engine="large", metric=metric, quick=True)
    solution = solve(cube, engine="large", metric=metric, limit=Limit(length=(first.length or 0) // 2))
    assert solution.alg is not None
    assert solution.alg.count(metric, 5) == solution.length
    ensure_solved(cube, solution.alg)


@pytest.mark.usefixtures("tables")
def test_search_ends_when_it_is_stopped() -> None:
    control = Control()
    words = answers(random_cube(5, 3), control)
    next(words)
    control.stop()
    with pytest.raises(StoppedError):
        next(words)


def test_building_of_tables_can_be_stopped(tmp_path: Path) -> None:
    store, built = Store(tmp_path), []

    def stop(event: Event) -> None:
        if isinstance(event, TableBuilding):
            built.append(event.table)
            control.stop()

    control = Control(progress=stop)
    with pytest.raises(StoppedError):
        next(answers(random_cube(5, 3), control, store))
    assert built == ["large-5x5x5-phase1"]
    assert not TABLES[0].is_stored(store)


@pytest.mark.soak
@pytest.mark.usefixtures("tables")
@pytest.mark.parametrize("seed", range(1, 301))
def test_random_cube_is_solved_in_fewer_than_85_turns(seed: int) -> None:
    cube = random_cube(5, seed)
    runs = next(answers(cube, Control()))
    ensure_runs_solve(cube, runs)
    assert runs.cost("htm") < 85


def test_first_places_are_one_for_each_edge_in_both_classes() -> None:
    # A cuber's words: each wing and middle edge of a solved cube has the class of its place.
    from cubeproof.methods.large5.pieces import SOLVED, pieces

    for orbit in (pieces().wings, pieces().middles):
        assert (orbit.homes(SOLVED) == np.arange(24)).all()
