"""The search engine gives a short answer at once, then the proof, and refuses other problems with a sentence."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from io import FileIO
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from brute_force import distances, order_free
from cubeproof.contract.control import Control
from cubeproof.contract.events import (
    BoundProved,
    DepthSearched,
    Event,
    HorizonClosed,
    Improved,
    Note,
    TableBuilding,
    ignore,
)
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.outcome import Bounds, Outcome, Word
from cubeproof.contract.settings import Options
from cubeproof.contract.workshop import Workshop
from cubeproof.engines.search import SearchEngine
from cubeproof.engines.search import run as run_module
from cubeproof.engines.search.preparation import IMPROVING
from cubeproof.engines.search.problem_parsing import FaceProblem, face_problem
from cubeproof.errors import StoppedError, TooLargeError, UnreachableError, UnsupportedError, UsageError
from cubeproof.methods.h48 import table_choice as choosing
from cubeproof.methods.h48.search import Depth, OptimalSearch, Pruning
from cubeproof.methods.h48.stored_tables import PRUNING
from cubeproof.methods.two_phase.pair_tables import build
from cubeproof.methods.two_phase.search import NearSearch
from cubeproof.methods.words.turn_costs import HALF, QUARTER, Turning
from cubeproof.problem import Problem, cube_problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.cubies import FACE_TURNS, phase1_moves, phase2_turns
from cubeproof.puzzle.scramble import random_cube, random_moves
from cubeproof.solving.solve import solve
from cubeproof.store import Store
from engine_runs import objection, run_engine
from golden_lengths import GOLDEN, GoldenLength, rows_of
from ground_truth import SUPERFLIP
from patience import PATIENCE

TURNS = " ".join(face + amount for face in "URFDLB" for amount in ("", "2", "'"))
# A short search starts sooner with it than with the default table.
SMALL = "h48-htm-0"


@pytest.fixture(autouse=True, scope="module")
def ready() -> None:
    """Compile the loops and build the tables for first answers; without them, answers have up to 22 turns."""
    IMPROVING.run(Control(), None)


def searched(
    problem: Problem,
    limit: Limit | None = None,
    bounds: Bounds | None = None,
    progress: Callable[[Event], None] = ignore,
    **settings: object,
) -> Outcome:
    control = Control(limit or Limit(), progress)
    return run_engine(SearchEngine(**settings), problem, bounds or Bounds(), control)  # type: ignore[arg-type]


def short(
    problem: Problem,
    limit: Limit | None = None,
    bounds: Bounds | None = None,
    progress: Callable[[Event], None] = ignore,
) -> Outcome:
    """A search with the smallest table."""
    return searched(problem, limit, bounds, progress, table=SMALL)


def read(problem: Problem) -> FaceProblem:
    results = face_problem(problem)
    assert isinstance(results, FaceProblem)
    return results


@cache
def pruning(name: str) -> Pruning:
    first = PRUNING[name]
    turning = HALF if first.metric == "htm" else QUARTER
    return Pruning(first.table.array(Control()).data, first.flips, first.base, turning)


def optimal(
    problem: Problem, table: str | Pruning, most: int, *, every: bool = False, jobs: int = 1
) -> list[Alg]:
    """The shortest answers by the optimal search only, each replayed; empty above the maximum length."""
    results = read(problem)
    assert results.scramble is not None
    loaded_table = pruning(table) if isinstance(table, str) else table
    search = OptimalSearch(results.scramble, loaded_table, results.allowed, every=every, jobs=jobs)
    for length in range(search.bound, most + 1):
        depth = search.search(length, np.zeros(1, dtype=np.int32))
        assert depth.complete
        if depth.words:
            words = [word for turns in depth.words if (word := results.word(turns)) is not None]
            assert len(words) == len(depth.words)
            assert all(problem.is_solved_by(word) and problem.cost(word) == length for word in words)
            return [Alg(" ".join(problem.write(word))) for word in words]
    return []


class TestAnswers:
    def test_quick_answers_to_random_cubes_have_about_twenty_turns(self) -> None:
        lengths = []
        for seed in range(40):
            problem = cube_problem(random_cube(3, seed))
            outcome = searched(problem, quick=True)
            assert outcome.stop is Stop.QUICK
            assert problem.is_solved_by(outcome.words[0])
            assert 0 <= outcome.lower_bound <= len(outcome.words[0])
            lengths.append(len(outcome.words[0]))
        assert max(lengths) <= 20
        assert np.mean(lengths) < 19.9

    @pytest.mark.soak
    def test_quick_answers_to_a_thousand_random_cubes_have_twenty_turns_but_for_a_few(self) -> None:
        lengths = [
            len(searched(cube_problem(random_cube(3, seed)), quick=True).words[0]) for seed in range(1000)
        ]
        assert max(lengths) <= 22
        assert sum(length <= 20 for length in lengths) >= 990

    def test_better_answers_are_reported_while_another_process_builds_the_table(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Such a process sends no events: the superflip stayed at 22 turns until the time was up."""

        def wait(_name: str, _turning: Turning, _store: Store | None, control: Control) -> None:
            while True:
                control.check()
                control.wait(0.02)

        monkeypatch.setattr(run_module, "first_table", wait)
        control = Control(
            Limit(seconds=PATIENCE),
            lambda event: control.stop() if isinstance(event, Improved) and event.length == 20 else None,
        )
        outcome = run_engine(SearchEngine(), cube_problem(Cube(3).apply(SUPERFLIP)), Bounds(), control)
        assert (len(outcome.words[0]), outcome.stop) == (20, Stop.INTERRUPTED)

    def test_a_solved_cube_needs_no_turn(self) -> None:
        assert solve(Cube(3).apply("x y"), engine="search").alg == Alg()

    def test_one_turn_is_undone_by_one(self) -> None:
        for turn in TURNS.split():
            solution = solve(Cube(3).apply(turn), engine="search", quick=True)
            assert solution.length == 1


class TestProofs:
    """Lengths that are proved, against programs and searches that share no code with this one."""

    def test_lengths_up_to_four_turns_from_solved_are_right(self) -> None:
        lengths = distances(3, TURNS, "htm", 4)
        random = Random(1)
        for _ in range(1500):
            cube = Cube(3).apply(" ".join(random.choices(TURNS.split(), k=random.randint(1, 4))))
            if distance := lengths[cube.colours.tobytes()]:
                results = optimal(cube_problem(cube), SMALL, distance)
                assert len(results[0]) == distance

    def test_two_phases_only_prove_the_lengths_they_finish(self) -> None:
        for row in (row for row in GOLDEN if row.htm <= 13):
            outcome = searched(cube_problem(Cube(3).apply(row.scramble)), quick=True)
            if row.htm <= run_module._SHORT_QUICK:
                assert len(outcome.words[0]) == outcome.lower_bound == row.htm, row
                assert outcome.stop is None
            else:
                # A better answer of one turn more may have been found, which is a shortest one then.
                assert outcome.lower_bound == run_module._SHORT_QUICK + 1, row
                assert outcome.stop is (None if len(outcome.words[0]) == row.htm == 12 else Stop.QUICK)

    def test_words_of_fourteen_turns_are_proved_shortest_without_a_table_of_h48(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: object) -> None:
            raise AssertionError("a table of H48 was chosen")

        opened: list[str] = []

        def open_and_note(path: Path, **options: Any) -> FileIO:
            opened.append(Path(path).stem)
            return FileIO(path, **options)

        monkeypatch.setattr(run_module, "first_table", fail)
        monkeypatch.setattr("cubeproof.store.file.FileIO", open_and_note)
        # A cube with short first parts in all views, as `R2 D R' U R L D' U2 L D R B2 L2 D2`, still needs a table.
        for row in [rows_of("htm", 12)[0], rows_of("htm", 13)[0], *rows_of("htm", 14)[:6:2]]:
            with Workshop() as workshop:
                problem = cube_problem(Cube(3).apply(row.scramble))
                outcome = run_engine(SearchEngine(), problem, Bounds(), Control(workshop=workshop))
            assert len(outcome.words[0]) == outcome.lower_bound == row.htm, row
        assert "search-3x3x3-whole1" in opened
        assert not any(name.startswith("h48") for name in opened)

    def test_end_after_first_parts_of_thirteen_turns_excludes_no_answer(self) -> None:
        near = NearSearch.load()
        for length, enough in ((11, 11), (12, 11), (12, 12), (13, 12), (12, 10)):
            for row in rows_of("htm", length)[:4]:
                scramble = read(cube_problem(Cube(3).apply(row.scramble))).scramble
                assert scramble is not None
                words: list[Word] = []
                most, flag = np.array([enough + 1], dtype=np.int32), np.zeros(1, dtype=np.int32)
                assert near.run(scramble, most, flag, words.append, enough=enough), row
                # All words of `enough` turns were searched, and every answer of one turn more is found.
                assert [len(word) for word in words[-1:]] == ([length] if length <= enough + 1 else []), row

    @pytest.mark.parametrize("length", range(8, 11), ids=lambda length: f"{length}-quarter-turns")
    def test_quarter_turn_lengths_are_proved(self, length: int) -> None:
        # With a table of half turns: no word counts less in quarter turns.
        table = replace(pruning(SMALL), turning=QUARTER)
        for row in rows_of("qtm", length):
            problem = cube_problem(Cube(3).apply(row.scramble), metric="qtm")
            assert optimal(problem, table, length - 1) == []
            assert optimal(problem, table, length), row

    @pytest.mark.parametrize(
        ("scramble", "extra"),
        [
            *((str(random_moves(3, 7, seed)), 0) for seed in range(4)),
            *((turns, 0) for turns in ("U2 D2", "R2 L2 F2 B2", "U D' R L' F B' U D'", "F2 B2 U D R2")),
            ("R2 L2 U2 D2 F2 B2", 0),
            ("R U F", 3),
        ],
    )
    def test_all_answers_agree_with_sat(self, scramble: str, extra: int) -> None:
        cube = Cube(3).apply(scramble)
        mine = solve(cube, engine="search", options=Options(every=True, extra=extra, table=SMALL))
        second = solve(cube, engine="sat", options=Options(every=True, extra=extra))
        assert (mine.length, mine.lower_bound) == (second.length, second.length)
        assert {order_free(alg) for alg in mine.solutions} == {order_free(alg) for alg in second.solutions}
        assert len(mine.solutions) == len({order_free(alg) for alg in mine.solutions})

    def test_symmetric_cubes_have_the_same_length_with_and_without_dropping_prefixes(self) -> None:
        for scramble in ("R2 L2 U2 D2 F2 B2", "F2 B2 R2 L2 U D", "U D R2 L2 U D", "R L F B U D R L"):
            problem = cube_problem(Cube(3).apply(scramble))
            first = optimal(problem, SMALL, 12)
            every = optimal(problem, SMALL, 12, every=True)
            assert len(first[0]) == len(every[0]), scramble

    @pytest.mark.parametrize("moves", ["R,U,F", "U,R2,F2,D,L2,B2", "R,U,F,L,D", "U2,R2,F2,D2,L2,B2"])
    def test_sets_of_turns_have_the_lengths_that_sat_finds(self, moves: str) -> None:
        random = Random(moves)
        allowed = [
            t if "2" in t else t + a
            for t in moves.split(",")
            for a in ("", "2", "'")
            if "2" not in t or a == ""
        ]
        for _ in range(3):
            cube = Cube(3).apply(" ".join(random.choices(allowed, k=6)))
            if cube.is_solved:
                continue
            problem = cube_problem(cube, moves=moves)
            assert len(optimal(problem, SMALL, 6)[0]) == solve(problem, engine="sat").length

    @pytest.mark.parametrize("metric", ["htm", "qtm"])
    def test_no_bound_exceeds_a_known_answer(self, metric: str) -> None:
        table, random = pruning(SMALL), Random(metric)
        for _ in range(300):
            turns = " ".join(random.choices(TURNS.split(), k=random.randint(1, 18)))
            problem = cube_problem(Cube(3).apply(turns), metric=metric)
            results = read(problem)
            assert results.scramble is not None
            turning: Turning | None = results.turning
            assert turning is not None
            search = OptimalSearch(results.scramble, replace(table, turning=turning))
            assert search.bound <= Alg(turns).count(metric, 3)

    def test_two_threads_find_the_answers_of_one(self) -> None:
        problem = cube_problem(Cube(3).apply(random_moves(3, 13, 3)))
        assert (
            len(optimal(problem, "h48-htm-3", 13, jobs=2)[0])
            == len(optimal(problem, "h48-htm-3", 13)[0])
            == 13
        )


class TestBounds:
    def test_a_bound_that_is_known_is_kept_and_may_end_the_search(self) -> None:
        cube = Cube(3).apply("R U F D L")
        assert short(cube_problem(cube), bounds=Bounds(lower=5)).lower_bound == 5

    def test_bounds_rise_and_answers_become_shorter(self) -> None:
        events: list[Event] = []
        outcome = searched(cube_problem(Cube(3).apply(random_moves(3, 14, 1))), progress=events.append)
        lengths = [event.length for event in events if isinstance(event, Improved)]
        bounds = [event.lower_bound for event in events if isinstance(event, BoundProved)]
        assert all(later < earlier for earlier, later in pairwise(lengths))
        assert all(later > earlier for earlier, later in pairwise(bounds))
        assert lengths[-1] == bounds[-1] == outcome.lower_bound == len(outcome.words[0]) == 14

    def test_answer_is_reported_before_the_table_is_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """By then two phases may have reported a bound that they proved by themselves."""
        events: list[Event] = []
        before: list[list[Event]] = []

        def reading(*arguments: Any) -> Any:
            before.append(events.copy())
            return choosing.first_table(*arguments)

        monkeypatch.setattr(run_module, "first_table", reading)
        # So that two phases do not prove the length without a table.
        monkeypatch.setattr(run_module, "_SHORT", 11)
        searched(cube_problem(Cube(3).apply(random_moves(3, 14, 2))), progress=events.append)
        assert any(isinstance(event, Improved) for event in before[0])
        assert not any(isinstance(event, DepthSearched | HorizonClosed) for event in before[0])

    @pytest.mark.parametrize("metric", ["htm", "qtm", "stm"])
    def test_a_search_that_is_stopped_at_once_reports_the_bound_of_its_tables(self, metric: str) -> None:
        def stop(event: Event) -> None:
            if isinstance(event, Improved):
                control.stop()

        control = Control(progress=stop)
        problem = cube_problem(random_cube(3, 5), metric=metric)
        outcome = run_engine(SearchEngine(), problem, Bounds(lower=1), control)
        assert outcome.stop is Stop.INTERRUPTED
        assert problem.is_solved_by(outcome.words[0])
        # Phase 1 of a random cube takes 8 turns or more in one of the views; a slice is two turns of faces.
        assert outcome.lower_bound >= (4 if metric == "stm" else 8)

    def test_bound_is_not_reported_before_the_checksum_agrees(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A table with one wrong bit is built again, and its bound is never reported."""
        table, store = PRUNING[SMALL].table, Store(tmp_path)

        def build(control: Control) -> NDArray[np.uint8]:
            """Build it again as it was built for other tests, which takes no time."""
            control.emit(TableBuilding(SMALL, 0.0))
            return table.array(Control()).data.copy()

        monkeypatch.setitem(PRUNING, SMALL, replace(PRUNING[SMALL], table=replace(table, build=build)))
        store.save(table.name, table.array(Control()).data, table.version)
        path = store.path(table.name)
        content = bytearray(path.read_bytes())
        # All distances seem large: such a table would claim wrong bounds.
        content[-table.size + 200 : -table.size + 5_000_000] = b"\xff" * (5_000_000 - 200)
        path.write_bytes(content)
        events: list[Event] = []
        # So that two phases do not prove the length without a table.
        monkeypatch.setattr(run_module, "_SHORT", 11)
        cube = Cube(3).apply(random_moves(3, 14, 1))
        engine = SearchEngine(store=store, table=SMALL)
        outcome = run_engine(engine, cube_problem(cube), Bounds(), Control(progress=events.append))
        assert outcome.lower_bound == len(outcome.words[0]) == 14
        assert any(isinstance(event, Note) and "damaged" in event.sentence for event in events)
        assert any(isinstance(event, TableBuilding) and event.table == SMALL for event in events)
        assert all(event.lower_bound <= 14 for event in events if isinstance(event, BoundProved))


class TestLimits:
    def test_too_long_an_answer_is_not_searched_for(self) -> None:
        events: list[Event] = []
        problem = cube_problem(Cube(3).apply(random_moves(3, 12, 4)))
        outcome = short(problem, limit=Limit(length=9), progress=events.append)
        assert outcome.words == ()
        assert outcome.lower_bound == 10
        assert outcome.stop is Stop.LENGTH
        assert not any(isinstance(event, Improved) for event in events)

    def test_an_answer_within_the_limit_is_found(self) -> None:
        problem = cube_problem(Cube(3).apply(random_moves(3, 9, 4)))
        outcome = short(problem, limit=Limit(length=9))
        assert outcome.stop is None
        assert outcome.lower_bound == len(outcome.words[0]) == 9

    def test_search_at_the_time_limit_returns_its_result(self) -> None:
        problem = cube_problem(Cube(3).apply(SUPERFLIP))
        seconds = 1.5
        # The limit covers the tables, so a busy machine needs a longer one.
        while not (outcome := searched(problem, Limit(seconds=seconds))).words:
            assert outcome.stop is Stop.TIMEOUT
            seconds *= 2
        assert outcome.stop is Stop.TIMEOUT
        assert problem.is_solved_by(outcome.words[0])
        assert 1 < outcome.lower_bound <= 20

    def test_search_stops_in_the_middle_of_a_depth(self) -> None:
        problem = cube_problem(Cube(3).apply(SUPERFLIP))
        lengths: set[int] = set()

        def stop(event: Event) -> None:
            if isinstance(event, DepthSearched):
                lengths.add(event.length)
                control.stop()

        control = Control(progress=stop)
        outcome = run_engine(SearchEngine(), problem, Bounds(), control)
        assert outcome.stop is Stop.INTERRUPTED
        # It did not go on to the next length; these lengths take minutes.
        assert len(lengths) == 1
        assert problem.is_solved_by(outcome.words[0])

    @pytest.mark.parametrize("is_verified", [True, False], ids=["verified", "not verified"])
    def test_search_that_goes_on_leaves_out_what_was_decided_of_its_length(
        self, is_verified: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        problem = cube_problem(random_cube(3, 3))
        before: list[tuple[int, int]] = []
        flags: list[NDArray[np.int32]] = []
        search, ensure = OptimalSearch.search, run_module.Run.before_report
        stopped = False

        def watched(self: OptimalSearch, length: int, *rest: Any) -> Depth:
            before.append((length, len(self.excluded[1]) if self.excluded[0] == length else 0))
            flags.append(rest[0])
            return search(self, length, *rest)

        def before_report(self: run_module.Run) -> None:
            if stopped and not is_verified:
                raise StoppedError
            ensure(self)

        def stop(event: Event) -> None:
            nonlocal stopped
            if isinstance(event, DepthSearched) and event.length == 13 and event.share > 0:
                stopped = True
                control.stop()
                # At once: a busy machine may look at the stop much later.
                flags[-1][0] = 1
                # A later event would wait for the checksum.
                monkeypatch.setattr("cubeproof.methods.h48.search._TELLING", PATIENCE)

        monkeypatch.setattr(OptimalSearch, "search", watched)
        monkeypatch.setattr(run_module.Run, "before_report", before_report)
        with Workshop() as workshop:
            for _ in range(2):
                for name in ("_TELLING", "_NO_TIME", "_LONG"):
                    monkeypatch.setattr(f"cubeproof.methods.h48.search.{name}", 0)
                control, stopped = Control(Limit(length=14), stop, workshop=workshop), False
                outcome = run_engine(SearchEngine(table=SMALL), problem, Bounds(), control)
                assert (outcome.stop, outcome.lower_bound) == (Stop.INTERRUPTED, 13)
        first, second = (decided for length, decided in before if length == 13)
        assert first == 0
        assert (second > 0) == is_verified

    @pytest.mark.parametrize(
        "row", [rows_of("htm", 12)[0], rows_of("htm", 13)[0]], ids=lambda row: str(row.htm)
    )
    def test_published_length_is_found_after_many_stops_within_lengths(
        self, row: GoldenLength, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("_TELLING", "_NO_TIME", "_LONG"):
            monkeypatch.setattr(f"cubeproof.methods.h48.search.{name}", 0)
        problem = cube_problem(Cube(3).apply(row.scramble))
        stops, lower = 0, 0

        def stop(event: Event) -> None:
            if isinstance(event, DepthSearched) and stops < 10:
                control.stop()

        with Workshop() as workshop:
            while True:
                control = Control(Limit(length=row.htm), stop, workshop=workshop)
                outcome = run_engine(SearchEngine(table=SMALL), problem, Bounds(lower=lower), control)
                if outcome.stop is not Stop.INTERRUPTED:
                    break
                stops, lower = stops + 1, outcome.lower_bound
        assert stops > 0
        assert (len(outcome.words[0]), outcome.lower_bound) == (row.htm, row.htm)

    @pytest.mark.parametrize("jobs", [1, 2])
    def test_length_in_two_runs_visits_the_states_of_one(
        self, jobs: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("cubeproof.methods.h48.search._NO_TIME", 0)
        scramble = read(cube_problem(random_cube(3, 3))).scramble
        assert scramble is not None
        flag = np.zeros(1, dtype=np.int32)

        def halt(length: int, flag: NDArray[np.int32]) -> None:
            flag[0] = int(len(interrupted.excluded[1]) > 0)

        for length in (11, 12):
            undivided = OptimalSearch(scramble, pruning(SMALL), jobs=jobs)
            interrupted = OptimalSearch(scramble, pruning(SMALL), jobs=jobs)
            continued = OptimalSearch(scramble, pruning(SMALL), jobs=jobs)
            assert undivided.search(length, flag).complete
            assert not interrupted.search(length, flag.copy(), look=halt).complete
            decided = {*interrupted.excluded[1]}
            assert 0 < len(decided) < len(undivided.excluded[1])
            continued.excluded = (length, {*decided})
            assert continued.search(length, flag).complete
            prefixes = np.frombuffer(b"".join(sorted(decided)), dtype=np.int8).reshape(-1, 3)
            left_out = undivided.search_prefixes(prefixes, length, flag)
            assert left_out.complete
            assert continued.cubes == undivided.cubes - left_out.cubes
            assert OptimalSearch(scramble, pruning(SMALL), jobs=jobs).excluded[1] == set()
            # Another length is another question.
            another = OptimalSearch(scramble, pruning(SMALL), jobs=jobs)
            assert continued.search(length - 1, flag).cubes == another.search(length - 1, flag).cubes

    def test_search_stopped_during_table_building_keeps_its_result(self, tmp_path: Path) -> None:
        problem = cube_problem(random_cube(3, 3))
        control = Control(progress=lambda _: control.stop())
        outcome = run_engine(SearchEngine(store=Store(tmp_path)), problem, Bounds(lower=2), control)
        assert outcome.lower_bound == 2
        assert outcome.stop is Stop.INTERRUPTED
        assert not list(tmp_path.glob("h48*"))
        assert not list(tmp_path.glob(".*.tmp"))

    def test_ctrl_c_during_table_building_passes_through(self, tmp_path: Path) -> None:
        def interrupt(event: Event) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            run_engine(
                SearchEngine(store=Store(tmp_path)),
                cube_problem(random_cube(3, 3)),
                Bounds(),
                Control(progress=interrupt),
            )

    def test_too_little_memory_for_the_table_leaves_the_short_answer(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def nothing_fits(*arguments: object) -> None:
            raise TooLargeError(run_module._NO_ROOM(reason="It is too large."))

        monkeypatch.setattr(run_module, "first_table", nothing_fits)
        events: list[Event] = []
        problem = cube_problem(random_cube(3, 3))
        outcome = searched(problem, progress=events.append)
        assert outcome.stop is Stop.GAVE_UP
        assert problem.is_solved_by(outcome.words[0])
        assert any(isinstance(event, Note) and "cannot run" in event.sentence for event in events)


class TestWhatItRefuses:
    @pytest.mark.parametrize(
        "problem",
        [cube_problem(Cube.from_facelets("?" * 54), Cube(3)), cube_problem(Cube(4).apply("R Uw F"))],
        ids=["unknown stickers", "4x4x4"],
    )
    def test_unsupported_problem_is_refused_in_a_sentence(self, problem: Problem) -> None:
        reason = objection(SearchEngine(), problem)
        assert reason is not None
        assert reason.endswith(".")
        with pytest.raises(UnsupportedError):
            searched(problem)

    def test_unknown_table_is_named(self) -> None:
        with pytest.raises(UsageError, match="h48-htm-3"):
            searched(cube_problem(Cube(3).apply("R U F D")), table="h49")

    @pytest.mark.parametrize(
        ("first", "second"),
        [("U8", "F2"), ("U9", "R1"), ("U5", "F5")],
        ids=["a flipped edge", "a corner that is none", "swapped centres"],
    )
    def test_a_goal_that_no_turns_lead_to_is_unreachable(self, first: str, second: str) -> None:
        colours = Cube(3).colours.copy()
        places = ["URFDLB".index(name[0]) * 9 + int(name[1]) - 1 for name in (first, second)]
        colours[places] = colours[places[::-1]]
        problem = cube_problem(Cube.from_colours(colours), Cube(3), moves="U,R,F,D,L,B", diagnose=False)
        assert objection(SearchEngine(), problem) is None
        with pytest.raises(UnreachableError):
            searched(problem)


def test_kociembas_counts_of_twists_and_flips_with_slots() -> None:
    # The numbers at distance 0, 1, 2, … of twist × slots, as published with his solver.
    twist, flip, slots = phase1_moves()
    assert np.bincount(build(twist, slots))[:4].tolist() == [1, 4, 50, 586]
    assert len(np.bincount(build(flip, slots))) == 10


def test_phase_two_has_the_ten_turns_that_keep_the_first_phase() -> None:
    names = [str(FACE_TURNS[turn]) for turn in phase2_turns()]
    assert sorted(names) == sorted(["U", "U2", "U'", "D", "D2", "D'", "R2", "L2", "F2", "B2"])


def test_search_without_numba_says_so_and_sat_proves() -> None:
    """The program cannot import Numba: it gives a short answer and reports that the optimal search cannot run."""
    program = """
import sys
sys.modules["numba"] = None
from cubeproof import Cube, random_cube, solve
from cubeproof.contract.events import Note
events = []
hard = random_cube(3, 5)
solution = solve(hard, engine="search", metric="stm", quick=True, progress=events.append)
assert (hard @ solution.alg).is_solved
assert any(isinstance(event, Note) and "Numba is not installed" in event.sentence for event in events), events
assert solve(Cube(3).apply("R U F2 D L' B"), metric="stm").optimal
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=2 * PATIENCE)
