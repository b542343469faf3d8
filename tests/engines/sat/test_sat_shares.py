"""Formulas in parts, with a journal, have the verdict of the table."""

from __future__ import annotations

import random
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cubeproof import Cube, Options, UsageError, solve
from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved, Event
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.outcome import Outcome
from cubeproof.contract.request import SearchRequest
from cubeproof.engines.sat import shares
from cubeproof.puzzle.scramble import random_cube
from cubeproof.solving.shares import share_status, solve_in_shares
from cubeproof.solving.solution import ProblemSolution
from cubeproof.solving.solve import solve_problem
from cubeproof.work.folder import ShareFolder
from cubeproof.work.journal import UNFINISHED, Record


@pytest.fixture(autouse=True)
def no_short_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Formulas decide also the short lengths."""
    monkeypatch.setattr(shares, "short_answers", lambda *_, **__: Outcome((), 3))


def request_of(cube: Cube, **more: object) -> SearchRequest:
    return SearchRequest.of_cube(cube, None, None, engine="sat", **more)


def until_the_next_bound(request: SearchRequest, folder: Path, bound: int) -> ProblemSolution:
    """Search until a higher bound is proved, and stop the search then."""

    def stop_above(event: Event) -> None:
        if isinstance(event, BoundProved) and event.lower_bound > bound:
            control.stop()

    control = Control(progress=stop_above)
    return solve_in_shares(request, folder, control)


@pytest.mark.parametrize("metric", ["htm", "qtm"])
def test_parts_agree_with_the_table_after_each_stop(metric: str, tmp_path: Path) -> None:
    cube = Cube(2).apply("R U2 F' R U'")
    request, expected = request_of(cube, metric=metric), solve(cube, engine="table", metric=metric)
    solution = until_the_next_bound(request, tmp_path, 3)
    while solution.length is None:
        assert solution.lower_bound <= expected.lower_bound
        solution = until_the_next_bound(request, tmp_path, share_status(tmp_path).lower_bound)
    assert (solution.length, solution.lower_bound) == (expected.length, expected.lower_bound)
    assert share_status(tmp_path).finished


def test_other_formulas_and_other_plans_are_refused(tmp_path: Path) -> None:
    cube = random_cube(2, random.Random(1))
    request = request_of(cube, limit=Limit(length=5))
    assert solve_in_shares(request, tmp_path, Control(request.limit)).lower_bound == 6
    binary = replace(request, options=Options(encoding="cubie-binary"))
    with pytest.raises(UsageError, match="another formula"):
        solve_in_shares(binary, tmp_path, Control(request.limit))
    with pytest.raises(UsageError, match="of the engine sat"):
        solve_in_shares(replace(request, engine="search"), tmp_path, Control())


def test_a_worker_with_another_formula_is_refused() -> None:
    request = request_of(Cube(2).apply("R U2 F' R U'"))
    with pytest.raises(UsageError, match="another formula"):
        shares.solve_task(shares.SatTask(request.to_json(), 4, "0" * 64, 0, 1))


def test_a_search_without_workers_ends_and_can_go_on(tmp_path: Path) -> None:
    class Gone:
        def submit(self, *_: object) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(RuntimeError("no scheduler"))
            return future

    cube = Cube(2).apply("R U2 F' R U'")
    request = request_of(cube)
    search = shares.SatShares(request, ShareFolder(tmp_path), Gone())
    solution = solve_problem(request.to_problem(), search, Control())
    assert (solution.length, solution.stop) == (None, Stop.GAVE_UP)
    assert solve_in_shares(request, tmp_path, Control()).length == solve(cube, engine="table").length


def test_parts_that_workers_leave_unfinished_exclude_nothing(tmp_path: Path) -> None:
    class Idle:
        def submit(self, _: object, part: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_result([Record(str(part.number), part.length, UNFINISHED, attempt=part.attempt)])
            return future

    cube = Cube(2).apply("R U2 F' R U'")
    request = request_of(cube)
    search = shares.SatShares(request, ShareFolder(tmp_path), Idle())
    solution = solve_problem(request.to_problem(), search, Control())
    assert (solution.length, solution.stop) == (None, Stop.GAVE_UP)
    assert solution.lower_bound <= solve(cube, engine="table").lower_bound
