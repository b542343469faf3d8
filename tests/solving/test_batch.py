"""`solve_all` and `in_order`: many at once, in order, no further ahead than memory holds, and to be stopped."""

import itertools
import threading
import time
from collections.abc import Iterator

import pytest

from cubeproof import Cube, Limit, Options, Solution, UsageError, scramble, solve_all
from cubeproof.contract.control import Control
from cubeproof.errors import ImpossibleCubeError
from cubeproof.solving.batch import in_order
from cubeproof.solving.solve import solve
from cubeproof.work import ordered_results
from patience import until

TWISTED = Cube.from_facelets("U" * 24)


class TestSolveAll:
    @pytest.mark.parametrize("workers", [1, 3])
    def test_solve_all_gives_every_cube_its_solution_in_order(self, workers: int) -> None:
        algs = [scramble(2, seed=seed) for seed in range(20)]
        cubes = [Cube(2).apply(alg) for alg in algs]
        results = list(solve_all(iter(cubes), workers=workers))
        assert [number for number, _ in results] == list(range(20))
        for cube, (_, solution) in zip(cubes, results, strict=True):
            assert isinstance(solution, Solution)
            assert solution.start == cube
            assert cube.apply(solution.alg or "").is_solved
            assert solution.length == solve(cube).length

    def test_an_error_takes_the_place_of_its_cube(self) -> None:
        results = [
            result for _, result in solve_all([Cube(2).apply("R"), TWISTED, Cube(2).apply("U")], workers=2)
        ]
        assert isinstance(results[1], ImpossibleCubeError)
        assert [result.length for result in (results[0], results[2]) if isinstance(result, Solution)] == [
            1,
            1,
        ]

    def test_solve_all_takes_the_arguments_of_solve(self) -> None:
        cubes = [Cube(2).apply("R2"), Cube(2).apply("R U2")]
        for options in (Options(), Options(encoding="cubie-onehot"), None):
            results = solve_all(
                cubes,
                workers=2,
                engine="sat",
                metric="qtm",
                moves=iter(["R", "U"]),
                limit=Limit(60),
                options=options,
            )
            assert [item.length for _, item in results if isinstance(item, Solution)] == [2, 3]

    def test_solve_all_refuses_senseless_arguments_at_once(self) -> None:
        with pytest.raises(UsageError, match="not 0"):
            solve_all([], workers=0)
        with pytest.raises(UsageError, match="no engine 'magic'"):
            solve_all([], workers=2, engine="magic")
        with pytest.raises(TypeError, match="sequence of Cubes"):
            solve_all(7)  # type: ignore[arg-type]

    def test_searches_without_a_reader_are_stopped(self) -> None:
        # The second would take hours.
        far = Cube(3).apply("R2 U' F2 D B' L2 U R' F D2 B U2 L' F2")
        threads = threading.active_count()
        for _, result in solve_all([Cube(2).apply("R"), far], workers=2, engine="sat"):
            assert isinstance(result, Solution)
            break
        until(lambda: threading.active_count() <= threads)


class TestInOrder:
    def test_a_result_does_not_wait_for_the_item_after_the_next(self) -> None:
        signalled = threading.Event()

        def items() -> Iterator[int]:
            yield 1
            # As a program that asks for the next only when it has seen the answer.
            assert signalled.wait(60)
            yield 2

        seen = []
        for result in in_order(lambda item: 10 * item, items(), 1, Control()):
            seen.append(result)
            signalled.set()
        assert seen == [10, 20]

    def test_items_that_take_longer_hold_their_place(self) -> None:
        gate = threading.Event()

        def work(item: int) -> int:
            if item == 0:
                assert gate.wait(60)
            elif item == 5:
                gate.set()
            return item

        assert list(in_order(work, range(10), 2, Control())) == list(range(10))

    def test_endless_list_is_read_a_bounded_number_ahead(self) -> None:
        taken = []
        gate = threading.Event()

        def items() -> Iterator[int]:
            for number in itertools.count():
                taken.append(number)
                yield number

        def work(item: int) -> int:
            if item == 0:
                # Until the others have done what they may.
                while len(taken) < 1000:
                    time.sleep(0.001)
                assert not gate.wait(0.2)
            return item

        results = in_order(work, items(), 3, Control())
        assert next(results) == 0
        assert len(taken) <= 1001
        results.close()

    def test_error_of_reading_comes_after_the_earlier_results(self) -> None:
        def items() -> Iterator[int]:
            yield from (1, 2)
            raise OSError("the disk is gone")

        results = in_order(abs, items(), 2, Control())
        assert [next(results), next(results)] == [1, 2]
        with pytest.raises(OSError, match="the disk is gone"):
            next(results)

    def test_error_of_the_work_ends_the_batch(self) -> None:
        control = Control()
        with pytest.raises(ZeroDivisionError):
            list(in_order(lambda item: 1 / item, [1, 0, 2], 2, control))
        assert control.stopped

    def test_stop_returns_the_started_items_only(self) -> None:
        control = Control()
        begun = []

        def work(item: int) -> int:
            begun.append(item)
            if item == 3:
                control.stop()
            while not control.stopped and item >= 3:
                time.sleep(0.001)
            return item

        seen = list(in_order(work, itertools.count(), 2, control))
        assert seen == sorted(begun)
        assert len(seen) in (4, 5)

    @pytest.mark.parametrize("ended_by", ["a stop", "a break"])
    def test_stop_does_not_wait_for_endless_work(
        self, ended_by: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(ordered_results, "_GRACE", 0.01)
        control, go_on, begun = Control(), threading.Event(), threading.Event()

        def work(item: int) -> int:
            if item == 1:
                begun.set()
                go_on.wait(60)
            return item

        seen = []
        results = in_order(work, [0, 1, 2], 1, control)
        for result in results:
            seen.append(result)
            assert begun.wait(60)
            if ended_by == "a break":
                break
            control.stop()
        results.close()
        assert (seen, control.stopped) == ([0], True)
        go_on.set()

    def test_stop_does_not_wait_for_a_missing_item(self) -> None:
        control = Control()
        never = threading.Event()

        def items() -> Iterator[int]:
            yield 1
            never.wait(60)

        seen = []
        for result in in_order(abs, items(), 1, control):
            seen.append(result)
            threading.Timer(0.05, control.stop).start()
        assert seen == [1]
        assert not never.is_set()
        never.set()
