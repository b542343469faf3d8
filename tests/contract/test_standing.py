"""What can be known of a search from its events is true of its outcome."""

import pytest

from cube_maps import map_of, of_cube
from cubeproof import Cube, Options
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, HorizonClosed, Improved, Started, Walked
from cubeproof.contract.standing import Standing
from cubeproof.problem import cube_problem
from cubeproof.solving.solve import solve
from cubeproof.solving.trail import Trail


@pytest.mark.parametrize(
    ("size", "engine", "horizon"),
    [(2, "sat", "up"), (2, "sat", "down"), (3, "search", "up"), (3, "auto", "up")],
)
def test_where_a_search_stands_at_the_end_is_its_answer(size: int, engine: str, horizon: str) -> None:
    task = cube_problem(Cube(size).apply("R U F2"))
    standing = Standing(engine)
    solution = solve(task, engine=engine, progress=standing, options=Options(horizon=horizon))
    assert standing.length == solution.length == 3
    assert standing.word is not None
    assert map_of(task).invert(task, standing.word) == of_cube(solution).alg
    assert standing.lower_bound <= solution.lower_bound
    assert standing.horizon is None


def test_stages_prove_nothing_of_the_whole() -> None:
    standing = Standing("auto")
    for event in (
        Started("stages"),
        HorizonClosed(9, False, 0.1),
        Improved(20, 7, (1,)),
        Improved(25, 6, (2,)),
    ):
        standing(event)
    assert (standing.engine, standing.length, standing.lower_bound, standing.word) == ("stages", 20, 7, (1,))


@pytest.mark.parametrize(
    ("scramble", "moves", "metric"), [("R2 D2", "R2,D2,B2", "htm"), ("M2 E2", "M2,E2,S2", "stm")]
)
def test_a_walk_is_followed_as_the_cube_is_held(
    scramble: str, moves: str, metric: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Control, "wait", lambda *_: None)
    cube = Cube(2 if metric == "htm" else 3).apply(scramble)
    task = cube_problem(cube, moves=moves, metric=metric)
    trail, names = Trail(task), list[str]()

    def progress(event: Event) -> None:
        if isinstance(event, Walked):
            trail.follow(event)
            names.append(trail.turn)

    # At this pace every turn is told of.
    solution = solve(task, engine="walk", progress=progress, options=Options(seed=4, pace=25.0))
    assert solution.word is not None
    # The last event is told again when the walk has arrived, without a turn.
    assert cube.apply(" ".join(names[:-1])) == trail.cube
    assert trail.cube.is_solved
