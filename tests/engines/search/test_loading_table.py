"""A large table is loaded during a search, which uses a small table until then."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cubeproof.base.numba_support import COMPILES
from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved, Event, Note
from cubeproof.contract.limit import Limit
from cubeproof.contract.outcome import Bounds, Outcome
from cubeproof.contract.workshop import Workshop
from cubeproof.engines.search import SearchEngine
from cubeproof.methods.h48 import table_choice
from cubeproof.methods.h48.stored_tables import PRUNING
from cubeproof.problem import cube_problem
from cubeproof.puzzle.cube import Cube
from cubeproof.store import Monitor, Store, TableArray
from cubeproof.store.array import loaded
from engine_runs import run_engine
from golden_lengths import rows_of

pytestmark = pytest.mark.skipif(not COMPILES, reason="Numba is not installed")

SMALL, LARGE = "h48-htm-0", "h48-htm-large"
ROW = rows_of("htm", 12)[0]
READER = "cubeproof-table"


class Reader:
    """A reader that finishes the large table only when the test allows it."""

    def __init__(self) -> None:
        self.may_read = threading.Event()
        self.tables: list[str] = []

    def load(
        self, path: Path, size: int, version: int, monitor: Monitor, *, shared: bool
    ) -> TableArray | None:
        self.tables.append(path.stem)
        if path.stem == LARGE:
            while not self.may_read.wait(0.01):
                monitor.check()
        return loaded(path, size, version, monitor, shared=shared)

    def wait_until_read(self) -> None:
        self.may_read.set()
        for thread in threads_of_readers():
            thread.join()


def threads_of_readers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == READER]


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Iterator[Reader]:
    reader = Reader()
    monkeypatch.setattr("cubeproof.store.folder.loaded", reader.load)
    yield reader
    reader.wait_until_read()


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Store both tables; the large table is the small table with one more line."""
    store, small = Store(tmp_path), PRUNING[SMALL].table
    data = small.array(Control()).data
    more = np.concatenate([data, np.zeros(64, dtype=np.uint8)])
    large = replace(small, name=LARGE, size=len(more), build=lambda _: more.copy())
    monkeypatch.setitem(PRUNING, LARGE, replace(PRUNING[SMALL], table=large))
    monkeypatch.setattr(table_choice, "_READ_AT_ONCE", small.size)
    monkeypatch.setattr(table_choice, "_READ_AFTER", 0)
    store.save(SMALL, data, small.version)
    store.save(LARGE, more, large.version)
    return store


def solved(store: Store, table: str, reader: Reader | None = None) -> tuple[Outcome, list[Event]]:
    """Solve the cube in one thread; with a reader, the large table arrives after the first proved bound."""
    events: list[Event] = []

    def progress(event: Event) -> None:
        events.append(event)
        if reader is not None and isinstance(event, BoundProved):
            reader.wait_until_read()

    # With a longest length, no answer comes before tables are looked at.
    control = Control(Limit(length=ROW.htm), progress, workshop=Workshop())
    engine = SearchEngine(store=store, table=table, jobs=1, every=True)
    return run_engine(engine, cube_problem(Cube(3).apply(ROW.scramble)), Bounds(), control), events


def table_of(outcome: Outcome) -> object:
    return getattr(outcome.statistics, "table", None)


@pytest.mark.parametrize("table", [LARGE, ""])
def test_an_answer_does_not_wait_for_a_large_table(store: Store, reader: Reader, table: str) -> None:
    outcome, _ = solved(store, table)
    assert not reader.may_read.is_set()
    assert outcome.lower_bound == len(outcome.words[0]) == ROW.htm
    assert table_of(outcome) == SMALL
    for thread in threads_of_readers():
        thread.join()


def test_short_search_does_not_begin_to_read_a_large_table(
    store: Store, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_choice, "_READ_AFTER", 60)
    outcome, _ = solved(store, LARGE)
    assert table_of(outcome) == SMALL
    for thread in threads_of_readers():
        thread.join()
    assert reader.tables == [SMALL]


def test_the_search_goes_on_with_the_large_table_once_it_is_there(store: Store, reader: Reader) -> None:
    small, _ = solved(store, SMALL)
    outcome, events = solved(store, LARGE, reader)
    assert outcome.lower_bound == len(outcome.words[0]) == ROW.htm
    assert sorted(outcome.words) == sorted(small.words)
    assert table_of(outcome) == LARGE
    assert not any(isinstance(event, Note) for event in events)


def test_a_damaged_large_table_is_not_used(store: Store, reader: Reader) -> None:
    path = store.path(LARGE)
    content = bytearray(path.read_bytes())
    content[-1_000_000:] = b"\xff" * 1_000_000
    path.write_bytes(content)
    outcome, events = solved(store, LARGE, reader)
    assert outcome.lower_bound == len(outcome.words[0]) == ROW.htm
    assert any(isinstance(event, Note) and "damaged" in event.sentence for event in events)
