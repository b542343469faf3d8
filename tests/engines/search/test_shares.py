"""A search in shares has the verdict, the length and the bound of an undivided search, also after faults."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cubeproof import Cube, solve
from cubeproof.contract.control import Control
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.outcome import Outcome
from cubeproof.contract.request import SearchRequest
from cubeproof.contract.settings import Options
from cubeproof.engines.search.shares import engine as shares_engine
from cubeproof.engines.search.shares import spaces
from cubeproof.engines.search.shares.engine import ShareSearch
from cubeproof.engines.search.shares.loading import load_space
from cubeproof.engines.search.shares.split import first_shares, parts_of
from cubeproof.engines.search.shares.tasks import Sizes
from cubeproof.errors import InternalError, UsageError
from cubeproof.methods.products.run import complete_tables
from cubeproof.puzzle.move import Metric
from cubeproof.puzzle.scramble import random_cube
from cubeproof.solving.shares import share_status
from cubeproof.solving.solution import ProblemSolution
from cubeproof.solving.solve import solve_problem
from cubeproof.work.folder import JOURNAL, PLAN, Coordinator, ShareFolder
from cubeproof.work.journal import EXCLUDED, SPLIT, Journal, Record
from cubeproof.work.plan import Plan

SMALL = Cube(2).apply("F U F' U R' F2 U R F2 U'")


@pytest.fixture
def weak(bounds_only: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The 2×2×2 in shares, with tables that are only lower bounds, and no search of short words."""
    monkeypatch.setattr(shares_engine, "short_answers", lambda *_, **__: Outcome((), 1))


def request_of(cube: Cube, **more: object) -> SearchRequest:
    return SearchRequest.of_cube(cube, None, None, options=Options(jobs=1), **more)


def in_shares(
    request: SearchRequest, place: object, sizes: Sizes | None = None, control: Control | None = None
) -> ProblemSolution:
    search = ShareSearch(request, ShareFolder(place), sizes=sizes or Sizes())  # type: ignore[arg-type]
    return solve_problem(request.to_problem(), search, control or Control(request.limit))


def verdict(solution: ProblemSolution) -> tuple[int | None, int, bool]:
    return solution.length, solution.lower_bound, solution.optimal


@pytest.mark.usefixtures("weak")
@pytest.mark.parametrize("metric", ["htm", "qtm"])
@pytest.mark.parametrize("seed", range(3))
def test_shares_agree_with_the_table(seed: int, metric: str, tmp_path: Path) -> None:
    cube = random_cube(2, random.Random(seed))
    solution = in_shares(request_of(cube, metric=metric), tmp_path)
    assert verdict(solution) == verdict(solve(cube, engine="table", metric=metric))


@pytest.mark.usefixtures("weak")
def test_each_state_is_one_share_and_keeps_every_follower() -> None:
    space = load_space(request_of(SMALL), "", "")
    shares = first_shares(space, 4)
    states = [space.state(share.word) for share in shares]
    assert len(states) == len(set(states))
    # Published: the 2×2×2 has 1847 states at 4 turns and 9992 at 5; a word of 4 turns may lead to a nearer one.
    reached = {space.state((*share.word, turn)) for share in shares for turn in share.then}
    words: list[tuple[int, ...]] = [()]
    for _ in range(5):
        words = [(*word, turn) for word in words for turn in space.successors(word[-1] if word else None)]
    assert len(words) > len(reached) == len({space.state(word) for word in words})


@pytest.mark.usefixtures("weak")
def test_a_search_goes_on_after_each_line_of_its_journal(tmp_path: Path) -> None:
    request = request_of(SMALL)
    whole = in_shares(request, tmp_path / "whole", Sizes(part=1))
    journal = (tmp_path / "whole" / JOURNAL).read_bytes()
    lines = journal.splitlines(keepends=True)
    for count in range(0, len(lines), max(1, len(lines) // 12)):
        folder = tmp_path / str(count)
        folder.mkdir()
        (folder / PLAN).write_bytes((tmp_path / "whole" / PLAN).read_bytes())
        # As a killed process leaves it: complete lines, and a part of the next.
        (folder / JOURNAL).write_bytes(b"".join(lines[:count]) + lines[count][: len(lines[count]) // 2])
        assert verdict(in_shares(request, folder)) == verdict(whole)
        after = (folder / JOURNAL).read_bytes()
        assert after.startswith(b"".join(lines[:count]))


@pytest.mark.usefixtures("weak")
def test_damaged_lines_prove_nothing(tmp_path: Path) -> None:
    request = request_of(SMALL, limit=Limit(length=8))
    assert in_shares(request, tmp_path).lower_bound == 9
    journal = (tmp_path / JOURNAL).read_bytes()
    last = json.loads(journal.splitlines()[-1])
    assert share_status(tmp_path).lower_bound == 9
    line = journal.splitlines(keepends=True)[-1]
    foreign = Record("9.9", 8, EXCLUDED).line(last["plan"]) + Record("0.3", 8, EXCLUDED).line("other")
    faults = {
        "missing": journal[: -len(line)],
        "truncated": journal[:-1],
        "doubled": journal + line,
        "changed": journal[: -len(line)] + line.replace(b'"length":8', b'"length":7'),
        "foreign": journal[: -len(line)] + foreign.encode(),
        "unfinished": journal[: -len(line)] + line.replace(b"excluded", b"unfinished"),
        "empty split": journal[: -len(line)] + Record(last["share"], 8, SPLIT).line(last["plan"]).encode(),
    }
    for fault, text in faults.items():
        (tmp_path / JOURNAL).write_bytes(text)
        assert share_status(tmp_path).lower_bound == 8, fault
        assert in_shares(request, tmp_path).lower_bound == 9, fault
        assert share_status(tmp_path).lower_bound == 9, fault


@pytest.mark.usefixtures("weak")
def test_long_shares_are_split_and_their_parts_decide(tmp_path: Path) -> None:
    request = request_of(SMALL)
    # A budget of 0 states leaves each share unfinished until it cannot be split.
    solution = in_shares(request, tmp_path, Sizes(budget=0))
    assert verdict(solution) == verdict(solve(SMALL, engine="table"))
    status = share_status(tmp_path)
    assert status.split
    assert status.answered
    assert not status.alive


@pytest.mark.usefixtures("weak")
def test_a_length_needs_every_part_of_a_split_share() -> None:
    space = load_space(request_of(SMALL), "", "")
    share = first_shares(space, 2)[0]
    parts = [*parts_of(space, share)]
    journal = Journal("plan", lambda _: True)
    journal.add(Record(share.name, 7, SPLIT, word=share.then).line("plan"))
    for part in parts[1:]:
        journal.add(Record(part.name, 7, EXCLUDED).line("plan"))
    assert not journal.is_excluded(share.name, 7)
    journal.add(Record(parts[0].name, 7, EXCLUDED).line("plan"))
    assert journal.is_excluded(share.name, 7)


@pytest.mark.usefixtures("weak")
def test_another_question_and_a_second_coordinator_are_refused(tmp_path: Path) -> None:
    request = request_of(SMALL, limit=Limit(length=5))
    in_shares(request, tmp_path)
    with pytest.raises(UsageError, match="another question"):
        in_shares(request_of(Cube(2).apply("R U F")), tmp_path)
    with ShareFolder(tmp_path).coordinated(lambda _: None):
        assert share_status(tmp_path).alive
        with pytest.raises(UsageError, match="in use by another run"):
            in_shares(request, tmp_path)


@pytest.mark.usefixtures("weak")
def test_a_wrong_table_fails_the_planted_answer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    built = complete_tables

    def too_high(*arguments: object) -> object:
        tables = built(*arguments)  # type: ignore[arg-type]
        return replace(tables, space=tables.space._replace(bounds=np.full_like(tables.space.bounds, 50)))

    monkeypatch.setattr(spaces, "complete_tables", too_high)
    with pytest.raises(InternalError, match="planted"):
        in_shares(request_of(SMALL), tmp_path)
    assert not (tmp_path / PLAN).exists()


@pytest.mark.usefixtures("weak")
def test_a_plan_with_another_table_is_refused(tmp_path: Path) -> None:
    request = request_of(SMALL, limit=Limit(length=5))
    in_shares(request, tmp_path)
    plan = Plan.read((tmp_path / PLAN).read_bytes(), "a folder")
    (tmp_path / PLAN).write_bytes(replace(plan, added={**plan.added, "checksum": "0" * 64}).to_bytes())
    with pytest.raises(UsageError, match="not the table of the plan"):
        in_shares(request, tmp_path)


@pytest.mark.usefixtures("weak")
def test_a_full_disk_keeps_what_is_proved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    request, written = request_of(SMALL), 0
    append = Coordinator.append

    def full(self: Coordinator, lines: str) -> None:
        nonlocal written
        written += 1
        if written > 5:
            raise OSError(28, "No space left on device")
        append(self, lines)

    monkeypatch.setattr(Coordinator, "append", full)
    solution = in_shares(request, tmp_path, Sizes(part=1))
    assert solution.length is None
    assert solution.stop is Stop.GAVE_UP
    monkeypatch.undo()
    assert verdict(in_shares(request, tmp_path)) == verdict(solve(SMALL, engine="table"))


@pytest.mark.usefixtures("weak")
def test_shares_in_memory_at_a_service() -> None:
    request = request_of(SMALL)
    stopped = in_shares(replace(request, limit=Limit(length=7)), "memory://shares-of-a-test")
    assert stopped.lower_bound == 8
    with pytest.raises(UsageError, match="another question"):
        in_shares(request, "memory://shares-of-a-test")
    again = in_shares(replace(request, limit=Limit(length=7)), "memory://shares-of-a-test/")
    assert again.lower_bound == 8
    assert again.statistics is not None
    assert again.statistics.to_dict()["cubes"] == 0


def test_a_3x3x3_in_shares_costs_no_more_states(tmp_path: Path) -> None:
    from cubeproof.engines.search.problem_parsing import FaceProblem, face_problem
    from cubeproof.methods.h48.search import OptimalSearch
    from cubeproof.methods.h48.table_choice import chosen
    from cubeproof.methods.words.turn_costs import HALF
    from cubeproof.problem import cube_problem

    # Complete lengths, without an answer in the first cube.
    for scramble, last in (
        ("R U F2 L D' B U2 R' F L2 D B' U R2 D F", 14),
        ("U R2 F B R B2 R U2 L B2 R U' D'", 12),
    ):
        cube = Cube(3).apply(scramble)
        faces = face_problem(cube_problem(cube))
        assert isinstance(faces, FaceProblem)
        assert faces.scramble is not None
        table = chosen("h48-htm-3", HALF, None, Control())
        undivided = OptimalSearch(faces.scramble, table.pruning, jobs=1)
        for length in range(11, last + 1):
            undivided.search(length, np.zeros(1, dtype=np.int32))
        request = SearchRequest.of_cube(
            cube, None, None, options=Options(jobs=1, table="h48-htm-3"), limit=Limit(length=last)
        )
        solution = in_shares(request, tmp_path / str(last))
        assert solution.statistics is not None
        assert solution.statistics.to_dict()["cubes"] <= 1.15 * undivided.cubes


def test_bound_above_that_of_the_plan_keeps_the_parity_of_quarter_turns(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cube = Cube(3).apply("R U F' L D B' R U' F")
    request = SearchRequest.of_cube(cube, None, None, metric=Metric.QTM, limit=Limit(length=12))
    monkeypatch.setattr(shares_engine, "short_answers", lambda *_, **__: Outcome((), 1))
    in_shares(request, tmp_path)
    plan = Plan.read((tmp_path / PLAN).read_bytes(), "a folder")
    assert (plan.lower, plan.step) == (9, 2)
    # As the plan of a program, or of a machine with less memory, that excludes fewer words first.
    (tmp_path / PLAN).write_bytes(replace(plan, lower=7).to_bytes())
    (tmp_path / JOURNAL).unlink()
    monkeypatch.setattr(shares_engine, "short_answers", lambda *_, **__: Outcome((), 8))
    solution = in_shares(request, tmp_path)
    assert (solution.length, solution.optimal) == (9, True)


class _Careless:
    """An executor that loses every second part with its worker."""

    def __init__(self) -> None:
        self.parts = 0

    def submit(self, function: Callable[[Any], Any], part: Any, /) -> Future[Any]:
        self.parts += 1
        future: Future[Any] = Future()
        if self.parts % 2:
            future.set_exception(RuntimeError("the worker died"))
        else:
            # As on another machine: a copy of the part.
            future.set_result(function(pickle.loads(pickle.dumps(part))))
        return future


@pytest.mark.usefixtures("weak")
def test_parts_that_are_lost_with_their_workers_run_again(tmp_path: Path) -> None:
    request, executor = request_of(SMALL), _Careless()
    search = ShareSearch(request, ShareFolder(tmp_path), executor=executor)
    solution = solve_problem(request.to_problem(), search, Control())
    assert verdict(solution) == verdict(solve(SMALL, engine="table"))
    assert executor.parts > 2


@pytest.mark.usefixtures("weak")
def test_a_search_without_workers_ends_and_can_go_on(tmp_path: Path) -> None:
    class Gone:
        def submit(self, *_: object) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(RuntimeError("no scheduler"))
            return future

    request = request_of(SMALL)
    search = ShareSearch(request, ShareFolder(tmp_path), executor=Gone())
    solution = solve_problem(request.to_problem(), search, Control())
    assert (solution.length, solution.stop) == (None, Stop.GAVE_UP)
    assert verdict(in_shares(request, tmp_path)) == verdict(solve(SMALL, engine="table"))


@pytest.mark.usefixtures("weak")
def test_a_plan_that_is_written_in_another_way_keeps_its_journal(tmp_path: Path) -> None:
    request = request_of(SMALL, limit=Limit(length=8))
    folder = ShareFolder(tmp_path)
    in_shares(request, tmp_path)
    plan = json.dumps(json.loads(folder.read(PLAN) or b""), indent=1).encode()
    folder.write(PLAN, plan)
    (tmp_path / JOURNAL).unlink()
    in_shares(request, tmp_path)
    status = share_status(tmp_path)
    assert (status.lower_bound, status.finished, status.lost) == (9, True, 0)
