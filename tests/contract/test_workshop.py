"""A workshop keeps tables for its own searches, and releases them when it is closed."""

import gc
import threading
import time
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cubeproof import (
    Cube,
    Limit,
    Options,
    Search,
    Solution,
    Stop,
    UsageError,
    Workshop,
    random_cube,
    random_moves,
    solve,
    solve_all,
)
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, Improved
from cubeproof.contract.table import Table
from cubeproof.engines.search import run as search_run
from cubeproof.methods.configurations import distances
from cubeproof.methods.configurations import load as load_distances
from cubeproof.methods.h48 import table_choice
from cubeproof.methods.products.families import Families
from cubeproof.methods.words import short_answers
from cubeproof.methods.words.bidirectional import WordLimits
from cubeproof.solving.neighbours import distance
from cubeproof.store import Store
from patience import PATIENCE, until

SMALL = Options(table="h48-htm-0", jobs=1)

# A search of each kind: the kind or the class of the tables that a workshop keeps for it, and what `solve` takes.
SEARCHES: dict[str, tuple[Any, Cube, dict[str, Any]]] = {
    "2x2x2": (distances._LOADED, Cube(2).apply("R U F' R2 U"), {}),
    "two phases": (search_run._LAST, random_cube(3, 1), {"quick": True}),
    "pruning table": (table_choice._LAST, Cube(3).apply(random_moves(3, 12, 1)), {"options": SMALL}),
    "product": (Families, random_cube(3, 3), {"goal": "corners", "engine": "search"}),
}


def children() -> set[str]:
    """The processes that this one has started."""
    return {
        child for path in Path("/proc/self/task").glob("*/children") for child in path.read_text().split()
    }


@pytest.fixture
def few_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave all but the shortest answers to the tables."""
    monkeypatch.setattr(short_answers, "A_MOMENT", WordLimits(words=1_000))
    monkeypatch.setattr(search_run, "_SHORT", 0)


class _Tables:
    pass


def tables(workshop: Workshop, kind: Any) -> list[Any]:
    """The tables of a kind, or in an object of a class, that a workshop keeps."""
    if isinstance(kind, str):
        return [kept for name, (_, kept) in workshop._last.items() if name == kind]
    return list(workshop.kept(kind).values())


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.usefixtures("few_words")
class TestEachSearch:
    def test_workshops_give_equal_answers_and_share_no_table(self, name: str) -> None:
        kind, cube, how = SEARCHES[name]
        workshops = [Workshop(), Workshop()]
        answers = [solve(cube, workshop=workshop, **how).word for workshop in workshops]
        assert answers[0] == answers[1]
        first, second = (tables(workshop, kind) for workshop in workshops)
        assert len(first) == len(second) > 0
        assert not {_memory(table) for table in first} & {_memory(table) for table in second}

    def test_later_search_uses_the_same_table(self, name: str) -> None:
        kind, cube, how = SEARCHES[name]
        with Workshop() as workshop:
            solve(cube, workshop=workshop, **how)
            before = [_memory(table) for table in tables(workshop, kind)]
            solve(cube.apply("R"), workshop=workshop, **how)
            assert [_memory(table) for table in tables(workshop, kind)] == before

    def test_close_releases_the_tables(self, name: str) -> None:
        kind, cube, how = SEARCHES[name]
        workshop = Workshop()
        solve(cube, workshop=workshop, **how)
        references = [weakref.ref(table) for table in tables(workshop, kind)]
        workshop.close()
        gc.collect()
        assert references
        assert [table() for table in references] == [None] * len(references)

    def test_closing_while_a_search_runs_ends_it_without_a_crash(self, name: str) -> None:
        kind, cube, how = SEARCHES[name]
        workshop = Workshop()

        def close(event: Event) -> None:
            workshop.close()

        solution = solve(cube, progress=close, workshop=workshop, **how)
        assert solution.stop in (None, Stop.INTERRUPTED)
        assert solution.lower_bound >= 1
        assert not tables(workshop, kind)


def _memory(table: Any) -> int:
    """The address of a table's numbers: of a pruning table, its array in the store."""
    array = getattr(table, "array", None)
    return id(table) if array is None else array.data.ctypes.data


class TestClosing:
    def test_search_in_another_thread_returns_its_best_answer(self) -> None:
        workshop = Workshop()
        with Search(random_cube(3, 3), workshop=workshop, options=SMALL) as search:
            assert any(isinstance(event, Improved) for event in search)
            workshop.close()
            assert search.wait(PATIENCE)
        assert search.solution.stop is Stop.INTERRUPTED
        assert search.solution.word is not None

    @pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="processes are listed in /proc")
    def test_processes_of_a_search_end(self) -> None:
        workshop, before = Workshop(), children()
        with Search(Cube(4).apply(random_moves(4, 40, 1)), engine="sat", workshop=workshop) as search:
            until(lambda: bool(children() - before) or search.done)
            assert not search.done
            workshop.close()
            assert search.wait(PATIENCE)
        assert search.solution.stop is Stop.INTERRUPTED
        until(lambda: not children() - before)

    def test_closed_workshop_refuses_searches_however_often_it_is_closed(self) -> None:
        workshop = Workshop()
        solve(Cube(2).apply("R"), workshop=workshop)
        workshop.close()
        workshop.close()
        for engine in ("auto", "table"):
            with pytest.raises(UsageError, match="The workshop is closed"):
                solve(Cube(2).apply("R"), engine=engine, workshop=workshop)
        assert list(solve_all([Cube(2)], workshop=workshop)) == []

    def test_closed_workshop_keeps_nothing(self) -> None:
        with Workshop() as workshop:
            assert workshop.kept(_Tables) is workshop.kept(_Tables)
        assert workshop.kept(_Tables) is not workshop.kept(_Tables)
        workshop.keep("a kind", "a folder", _Tables())
        assert workshop.last("a kind", "a folder") is None

    def test_other_workshops_go_on(self) -> None:
        with Workshop() as workshop:
            Workshop().close()
            assert solve(Cube(2).apply("R U"), workshop=workshop).length == 2

    def test_part_of_a_search_stops_with_the_workshop(self) -> None:
        workshop = Workshop()
        control = Control(Limit(seconds=60), workshop=workshop)
        parts = [control.within(5), control.emitting_to(print)]
        assert {part.workshop for part in parts} == {workshop}
        with control.compiled_flag() as flag:
            workshop.close()
            assert all(part.stopped and part.reason is Stop.INTERRUPTED for part in parts)
            until(lambda: bool(flag[0]))

    def test_solve_all_ends_when_its_workshop_is_closed(self) -> None:
        workshop, lengths = Workshop(), []
        for number, solution in solve_all((random_cube(2, seed) for seed in range(10**6)), workshop=workshop):
            assert isinstance(solution, Solution)
            lengths.append(solution.length)
            if number == 3:
                workshop.close()
        assert len(lengths) >= 4


def test_workshop_keeps_the_last_tables_of_a_kind_with_their_key() -> None:
    with Workshop() as workshop:
        assert workshop.last("a kind", None) is None
        first, second = _Tables(), _Tables()
        workshop.keep("a kind", "here", first)
        workshop.keep("another kind", "here", second)
        assert workshop.last("a kind", "here") is first
        assert workshop.last("a kind", "there") is None
        workshop.keep("a kind", "there", second)
        assert workshop.last("a kind", "there") is second
        assert workshop.last("a kind", "here") is None
        assert workshop.last("another kind", "here") is second


class TestDefault:
    def test_plain_solve_uses_the_default_workshop(self) -> None:
        solve(Cube(2).apply("R U"))
        (kept,) = tables(Workshop.default(), distances._LOADED)
        assert load_distances(range(9), Control()) is kept
        assert distance(Cube(2).apply("R U")) == 2

    def test_default_workshop_is_replaced_after_closing(self) -> None:
        solve(Cube(2).apply("R U"))
        first = Workshop.default()
        table = weakref.ref(load_distances(range(9), Control()))
        first.close()
        gc.collect()
        assert table() is None
        assert Workshop.default() is Workshop.default() is not first
        assert solve(Cube(2).apply("R U")).length == 2

    def test_control_and_workshop_are_refused_together(self) -> None:
        with pytest.raises(UsageError, match="own limit, progress and workshop"):
            solve(Cube(2), control=Control(), workshop=Workshop())


class TestThreads:
    def test_threads_of_one_workshop_build_a_table_once(self, tmp_path: Any) -> None:
        workshop, together, built = Workshop(), threading.Barrier(4), list[int]()
        arrays = list[Any]()

        def build() -> np.ndarray[Any, np.dtype[np.uint8]]:
            built.append(1)
            time.sleep(0.05)
            return np.zeros(1000, dtype=np.uint8)

        def work() -> None:
            together.wait()
            table = Table("zeros", 1000, 0.0, lambda progress: build())
            arrays.append(table.array(Control(workshop=workshop), Store(tmp_path)))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(built) == 1
        assert len({id(array) for array in arrays}) == 1

    def test_threads_get_the_same_object_of_a_class(self) -> None:
        workshop, kept = Workshop(), list[_Tables]()
        threads = [threading.Thread(target=lambda: kept.append(workshop.kept(_Tables))) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(map(id, kept))) == 1

    def test_searches_at_once_in_two_workshops(self) -> None:
        workshops, lengths = [Workshop(), Workshop()], list[int | None]()

        def work(workshop: Workshop) -> None:
            lengths.append(solve(random_cube(3, 3), goal="cross", engine="search", workshop=workshop).length)

        threads = [threading.Thread(target=work, args=(workshop,)) for workshop in workshops]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert lengths == [6, 6]
