"""Getting a machine ready: each step once, in order, also in a process that goes on by itself."""

import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cubeproof import Cube, cube_problem
from cubeproof.base.numba_support import TypedLoop, interpreted, sample
from cubeproof.contract import preparation
from cubeproof.contract.abandonable_run import run_beside
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, Preparing
from cubeproof.contract.preparation import Preparation, is_any_unfinished
from cubeproof.contract.table import Table
from cubeproof.errors import StoppedError
from cubeproof.solving import machine_preparation
from cubeproof.solving.machine_preparation import get_ready, is_ready, prepare_first, start_in_background
from cubeproof.solving.registry import ENGINES
from cubeproof.store import Store
from cubeproof.store.lock import held
from patience import until


def step(number: int) -> Preparation:
    """A step that builds a table of one byte."""
    table = Table(f"step-{number}", 1, 0.0, lambda _: bytes([number]))

    def run(control: Control, store: Store | None) -> None:
        table.array(control, store)

    return Preparation(number, 2, 7.0, (table,), lambda: (), run)


@pytest.fixture(autouse=True)
def no_step_of_another_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "_requested", set())


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    two = step(1), step(2)
    monkeypatch.setattr(machine_preparation, "steps", lambda: iter(two))
    monkeypatch.setenv("CUBEPROOF_CACHE", str(tmp_path))
    return Store(tmp_path)


def test_get_ready_takes_each_step_once_and_reports_it(store: Store) -> None:
    events: list[Event] = []
    assert not is_ready(store)
    get_ready(Control(progress=events.append), store)
    assert events == [Preparing(1, 2, 7.0), Preparing(2, 2, 7.0)]
    assert is_ready(store)
    get_ready(Control(progress=events.append), store)
    assert len(events) == 2


def test_get_ready_stops_between_steps(store: Store) -> None:
    control = Control(progress=lambda event: control.stop() if event == Preparing(2, 2, 7.0) else None)
    with pytest.raises(StoppedError):
        get_ready(control, store)
    assert [entry.name for entry in store.entries()] == ["step-1"]


def test_step_of_a_search_is_unfinished_until_it_is_ready(store: Store) -> None:
    first = step(1)
    assert not is_any_unfinished(store)
    first.postpone()
    assert is_any_unfinished(store)
    first.run(Control(), store)
    assert not is_any_unfinished(store)


def test_step_with_a_loop_is_ready_when_the_loop_is_compiled_for_the_types_of_searches(store: Store) -> None:
    numba = pytest.importorskip("numba")

    def doubled(numbers: Any) -> Any:
        return 2 * numbers[0]

    loop = numba.njit(doubled)
    with_loop = replace(step(1), load=None, loops=lambda: (TypedLoop(loop, (sample(np.int64),)),))
    assert loop(np.array([21], dtype=np.int8)) == interpreted(loop)([21]) == 42
    step(1).run(Control(), store)
    assert not with_loop.is_ready(store)
    with_loop.run(Control(), store)
    assert with_loop.is_ready(store)


def test_step_with_a_loop_does_nothing_without_numba(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cubeproof.base.numba_support.COMPILES", False)
    with_loop = replace(step(1), loops=lambda: (TypedLoop(len, (sample(np.int64),)),))
    with_loop.run(Control(), store)
    step(2).run(Control(), store)
    assert [entry.name for entry in store.entries()] == ["step-2"]


def test_step_builds_its_tables_and_reports_a_loop_that_cannot_be_compiled(store: Store) -> None:
    numba = pytest.importorskip("numba")

    def wrong(numbers: Any) -> Any:
        return numbers.undefined

    with_loop = replace(step(1), loops=lambda: (TypedLoop(numba.njit(wrong), (sample(np.int64),)),))
    with pytest.raises(Exception, match="undefined"):
        with_loop.run(Control(), store)
    assert [entry.name for entry in store.entries()] == ["step-1"]


def test_process_gets_ready_unless_another_one_does(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    # The process of the tests keeps its priority: later tests identify processes of the server by theirs.
    monkeypatch.setattr("os.nice", lambda _: 0)
    with held(store.folder / ".getting-ready.lock", lambda: None, lambda _: None):
        assert machine_preparation.main() == 0
        assert not is_ready(store)
    assert machine_preparation.main() == 0
    assert is_ready(store)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    commands: list[Any] = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **_: commands.append(command))
    return commands


@pytest.mark.parametrize("allowed", [True, False])
def test_background_process_starts_unless_it_is_forbidden(
    allowed: bool, store: Store, started: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUBEPROOF_BACKGROUND", "1" if allowed else "0")
    start_in_background()
    assert [command[1:] for command in started] == [["-m", "cubeproof.solving.machine_preparation"]] * allowed


def test_background_process_does_not_start_without_a_folder_for_tables(
    store: Store, started: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUBEPROOF_BACKGROUND", "1")
    (store.folder / "file").touch()
    monkeypatch.setenv("CUBEPROOF_CACHE", str(store.folder / "file" / "missing"))
    start_in_background()
    assert not started


@pytest.mark.parametrize("size", [2, 4, 5, 7])
def test_first_answer_that_needs_no_table_waits_for_no_preparation(
    size: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CUBEPROOF_CACHE", str(tmp_path))
    prepare_first(
        "auto", cube_problem(Cube(size).apply("R U")), Control(progress=lambda event: pytest.fail(str(event)))
    )
    assert not any(tmp_path.iterdir())


def test_process_starts_with_the_step_of_its_arguments(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.nice", lambda _: 0)
    order: list[str] = []
    steps = [
        replace(step(number), load=lambda *_, number=number: order.append(str(number))) for number in (1, 2)
    ]
    monkeypatch.setattr(machine_preparation, "steps", lambda: iter(steps))
    monkeypatch.setattr(machine_preparation, "step_name", lambda step: ("toy", str(step.step)))
    assert machine_preparation.main(["toy", "2"]) == 0
    assert order == ["2", "1"]


def test_step_of_another_process_is_awaited_and_not_repeated(store: Store) -> None:
    first, control = step(1), Control()
    name = "-".join(machine_preparation.step_name(first))
    events: list[Event] = []
    with held(store.folder / f".getting-ready-{name}.lock", lambda: None, lambda _: None):
        # Another process builds the table, and its lock ends with it.
        waiting = run_beside(lambda: get_ready(Control(progress=events.append), store))
        first.run(control, store)
        assert waiting()
    until(lambda: not waiting())
    assert events == [Preparing(2, 2, 7.0)]
    assert is_ready(store)


def test_search_starts_one_process_for_a_step(
    store: Store, started: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Process:
        def __init__(self, command: list[str], **_: Any) -> None:
            started.append(command)

        def poll(self) -> int | None:
            return None

    monkeypatch.setattr(subprocess, "Popen", Process)
    monkeypatch.setattr(machine_preparation, "_started", {})
    monkeypatch.setenv("CUBEPROOF_BACKGROUND", "1")
    large = ENGINES["large"].preparations
    for _ in range(2):
        is_at_work = machine_preparation.begin_step(large[0])
        assert is_at_work is not None
        assert is_at_work()
    machine_preparation.begin_step(large[1])
    assert [command[3:] for command in started] == [["large", "1"], ["large", "2"]]
    monkeypatch.setenv("CUBEPROOF_BACKGROUND", "0")
    assert machine_preparation.begin_step(large[0]) is None
