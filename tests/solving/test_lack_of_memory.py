"""Lack of memory ends a method of a search, and never loses the answer and the bound so far."""

from __future__ import annotations

import errno
import json
import resource
import threading
from collections.abc import Callable
from typing import Any

import pytest

from cubeproof import Cube, Workshop, scramble, solve
from cubeproof.cli import main
from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved, Event, Improved, Note
from cubeproof.contract.lack_of_memory import NoRoomError, StarvedSolverError
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds, Outcome
from cubeproof.contract.preparation import Preparation
from cubeproof.errors import TooLargeError
from cubeproof.methods.two_phase.search import NearSearch
from cubeproof.methods.words.frontier import Frontier
from cubeproof.problem import Problem
from cubeproof.sentences import Template
from engine_runs import FakeEngine
from programs import run_program, run_python
from terminal import COMMAND

_FULL = Template("test.full", "It is too large.")
SCRAMBLE = "R U2 F' L D B2 R U F L2 B' D R U' L F2"
# God's number of the 3×3×3 in half turns.
MOST = 20

LACKS = [
    MemoryError("Unable to allocate 2.00 GiB for an array"),
    OSError(errno.ENOMEM, "Cannot allocate memory"),
    OSError("libllvmlite.so: failed to map segment from shared object"),
    ImportError("liba.so: failed to map segment from shared object"),
    RuntimeError("can't start new thread"),
    NoRoomError(),
    TooLargeError(_FULL()),
    StarvedSolverError(_FULL()),
]


class Starving(FakeEngine):
    """An engine that finds an answer and a bound, and then has no memory."""

    def __init__(self, lack: Exception) -> None:
        self.lack = lack

    def search(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        control.emit(BoundProved(2))
        word = problem.word("U R U' R'")
        assert word is not None
        control.emit(Improved(4, 2, word))
        raise self.lack


@pytest.mark.parametrize("lack", LACKS, ids=lambda lack: f"{type(lack).__name__}: {lack}")
def test_named_engine_without_memory_returns_its_answer_and_bound(lack: Exception) -> None:
    events: list[Event] = []
    solution = solve(Cube(3).apply("R U R' U'"), engine=Starving(lack), progress=events.append)
    assert (solution.length, solution.lower_bound, solution.stop) == (4, 2, Stop.GAVE_UP)
    assert sum(isinstance(event, Note) for event in events) == 1


def test_other_errors_of_an_engine_are_no_lack_of_memory() -> None:
    with pytest.raises(ZeroDivisionError):
        solve(Cube(3).apply("R U R' U'"), engine=Starving(ZeroDivisionError()))


def test_search_without_memory_for_its_thread_ends_with_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)
    solution = solve(Cube(2).apply("R U F"), engine="sat")
    assert (solution.length, solution.lower_bound, solution.stop) == (None, 1, Stop.GAVE_UP)


def starve(*_: object, **__: object) -> None:
    raise MemoryError


def test_command_goes_on_without_the_memory_for_the_search(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Frontier, "grow", starve)
    monkeypatch.setattr("cubeproof.engines.search.run.Run", starve)
    assert main(["solve", "R U F", "--json"]) == 0
    seen = capsys.readouterr()
    answer = json.loads(seen.out)
    assert (answer["length"], answer["lower_bound"], answer["engine"]) == (3, 3, "sat")
    assert seen.err == "cubeproof: There is not enough memory to go on.\n"
    assert main(["solve", "R U F", "--engine", "search", "--json"]) == 4
    seen = capsys.readouterr()
    answer = json.loads(seen.out)
    assert (answer["solution"], answer["lower_bound"], answer["stopped"]) == (None, 3, "gave up")
    assert seen.err == "cubeproof: There is not enough memory to go on.\n"


def test_first_answer_needs_only_the_small_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    load: Callable[..., NearSearch] = NearSearch.load
    requested: list[bool] = []

    def limited(*arguments: object, small: bool = False) -> NearSearch:
        requested.append(small)
        if not small:
            raise TooLargeError(_FULL())
        return load(*arguments, small=True)

    monkeypatch.setattr(NearSearch, "load", limited)
    monkeypatch.setattr(Preparation, "is_ready", lambda *_: True)
    monkeypatch.setattr("cubeproof.engines.search.engine.short_answers", lambda *_, **__: Outcome((), 1))
    with Workshop() as workshop:
        solution = solve(Cube(3).apply(SCRAMBLE), engine="search", quick=True, workshop=workshop)
    assert solution.length is not None
    assert requested[:2] == [False, True]


def test_loops_are_not_loaded_without_room_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    # Their compiler would end the process.
    monkeypatch.setattr("cubeproof.store.free_address_space", lambda: 10**8)
    monkeypatch.setattr("cubeproof.engines.search.run.Run", ZeroDivisionError)
    solution = solve(Cube(3).apply(SCRAMBLE), engine="search", quick=True)
    assert (solution.length, solution.stop) == (None, Stop.GAVE_UP)
    with pytest.raises(MemoryError):
        scramble(3, seed=1)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("ModuleNotFoundError('No module named numba')", "not installed"),
        ("OSError('libllvmlite.so: failed to map segment from shared object')", "no memory"),
    ],
)
def test_numba_without_memory_is_not_a_missing_numba(fault: str, said: str) -> None:
    program = f"""
import sys
class Refusing:
    def find_spec(self, name, path=None, target=None):
        if name == "numba":
            raise {fault}
sys.meta_path.insert(0, Refusing())
try:
    from cubeproof.base.numba_support import COMPILES
    print("installed" if COMPILES else "not installed")
except MemoryError:
    print("no memory")
"""
    done = run_python(program)
    assert done.stdout == f"{said}\n"


def command_within(kilobytes: int, *options: str) -> tuple[int, dict[str, Any]]:
    """Solve the scramble with an address space of this size; return the status and the JSON object."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (kilobytes * 1024, kilobytes * 1024))

    command = [*COMMAND, "solve", SCRAMBLE, "--json", *options]
    done = run_program(command, preexec_fn=limit)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


@pytest.mark.parametrize(
    ("engine", "kilobytes"), [("auto", 400_000), ("auto", 600_000), ("search", 600_000), ("sat", 300_000)]
)
def test_command_under_a_memory_limit_answers_or_reports_a_bound(engine: str, kilobytes: int) -> None:
    status, answer = command_within(kilobytes, "--engine", engine, "--timeout", "2")
    assert 1 <= answer["lower_bound"] <= MOST
    if answer["solution"] is None:
        assert status == 4
    else:
        assert status == 0
        assert Cube(3).apply(SCRAMBLE).apply(answer["solution"]).is_solved


def test_first_answer_of_the_search_fits_into_600_megabytes() -> None:
    # Only if threads share an arena of memory. Building the tables takes more.
    NearSearch.load(small=True)
    status, answer = command_within(600_000, "--quick")
    assert (status, answer["engine"]) == (0, "search")
    assert Cube(3).apply(SCRAMBLE).apply(answer["solution"]).is_solved
