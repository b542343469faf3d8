"""Goals and sets of turns with separate tables: known counts, answers that simpler searches confirm."""

import threading
from collections.abc import Callable, Iterator
from itertools import pairwise, product
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from brute_force import cheapest_words
from cubeproof.base import numba_support
from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved, Event, ignore
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.outcome import Bounds, Outcome
from cubeproof.contract.workshop import Workshop
from cubeproof.engines.sat import SatEngine
from cubeproof.engines.search import SearchEngine
from cubeproof.errors import CubeproofError, UnreachableError, UnsupportedError
from cubeproof.methods.products import plan as product_plan
from cubeproof.methods.products import run as product_run
from cubeproof.methods.products.families import Family
from cubeproof.methods.products.problem import ProductProblem
from cubeproof.methods.products.run import product_problem, solve_product
from cubeproof.problem import (
    Generator,
    Problem,
    allowed_moves,
    cube_problem,
    default_moves,
    named_goal,
    piece_orbits,
)
from cubeproof.puzzle.cube import UNKNOWN, Cube
from cubeproof.puzzle.scramble import random_cube
from cubeproof.sentences import Sentence
from cubeproof.tables.compiled_distances import CompiledDistances
from cubeproof.tables.contents import Contents
from cubeproof.tables.coordinate import Labelling
from cubeproof.tables.distances import TooFarError
from engine_runs import objection, run_engine
from ground_truth import CROSS, EDGES_ORIENTED, GROUP_ORDERS, LAYERS_2_HTM, LAYERS_2_QTM
from programs import run_python


def towards(cube: Cube, goal: str, moves: str | None = None, metric: str = "htm") -> Problem:
    """Return the problem of a named goal in any hold."""
    return cube_problem(cube, goal, moves=moves, metric=metric)


def read(problem: Problem) -> ProductProblem:
    results = product_problem(problem)
    assert not isinstance(results, Sentence), results
    return results


def explored(problem: Problem) -> tuple[Family, NDArray[np.int64]]:
    return product_run.explore(read(problem), problem, Control())


def solved(
    problem: Problem,
    *,
    every: bool = False,
    extra: int = 0,
    limit: Limit | None = None,
    bounds: Bounds | None = None,
    progress: Callable[[Event], None] = ignore,
) -> Outcome:
    control = Control(limit or Limit(), progress)
    return solve_product(read(problem), problem, bounds or Bounds(), control, every, extra)


def layers(problem: Problem) -> list[int]:
    """Return the number of states at every distance from the goals, from a whole table."""
    family, _ = explored(problem)
    assert family.plan.exact
    table = np.empty(family.plan.states, dtype=np.uint8)
    result = CompiledDistances(family.plan.coordinates, problem.costs, table)
    while not result.complete:
        assert result.deepen(np.zeros(1, dtype=np.int32), 2, lambda share: None)
    assert [int((table == depth).sum()) for depth in range(len(result.counts))] == result.counts
    return result.counts[: int(np.flatnonzero(result.counts).max()) + 1]


def puzzle(
    start: list[int], goals: list[list[int]], turns: list[list[int]], costs: list[int] | None = None
) -> Problem:
    """A problem of numbers, with turns called a, b, …"""
    return Problem(
        np.array(start, dtype=np.int8),
        tuple(np.array(goal, dtype=np.int8) for goal in goals),
        tuple(
            Generator(name, np.array(turn, dtype=np.int16), cost)
            for name, turn, cost in zip("abc", turns, costs or [1, 1, 1], strict=False)
        ),
    )


@pytest.fixture(params=["one table", "bounds"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Both ways to an answer, a table of all coordinates and a search with tables of some; and none is large."""
    monkeypatch.setattr(product_plan, "_MOST_ROWS", 20_000)
    if request.param == "bounds":
        monkeypatch.setattr(product_plan, "_EXACT", 0)
        monkeypatch.setattr(product_plan, "_SMALL", 3000)
    Workshop.default().close()
    yield str(request.param)
    Workshop.default().close()


class TestKnownCounts:
    def test_cross_has_the_known_counts(self) -> None:
        assert layers(towards(Cube(3), "cross")) == CROSS

    def test_oriented_edges_have_the_known_counts(self) -> None:
        assert layers(towards(Cube(3), "edges-oriented")) == EDGES_ORIENTED

    @pytest.mark.parametrize(("metric", "known"), [("htm", LAYERS_2_HTM), ("qtm", LAYERS_2_QTM)])
    def test_2x2x2_has_the_known_counts(self, metric: str, known: list[int]) -> None:
        assert layers(cube_problem(Cube(2), metric=metric)) == known

    @pytest.mark.parametrize("moves", ["R2,L2,U2,D2,F2,B2", "R2,U2", "M2,E2,S2"])
    def test_groups_have_the_known_counts(self, moves: str) -> None:
        assert sum(layers(cube_problem(Cube(3), moves=moves))) == GROUP_ORDERS[3, moves]

    @pytest.mark.soak
    @pytest.mark.parametrize(("metric", "farthest"), [("htm", 20), ("qtm", 25)])
    def test_two_faces_have_the_known_counts(
        self, metric: str, farthest: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(product_plan, "_EXACT", product_plan.MOST_STATES)
        counts = layers(cube_problem(Cube(3), moves="R,U", metric=metric))
        assert (sum(counts), len(counts) - 1) == (GROUP_ORDERS[3, "R,U"], farthest)

    def test_sizes_are_bounded_by_the_group_before_rows_are_counted(self) -> None:
        problems = [towards(Cube(3), goal) for goal in ("cross", "layer", "edges-oriented")]
        problems += [cube_problem(Cube(3), moves=moves) for moves in ("R,U", "M,U", "R2,U2,F2", "M,E,S")]
        for problem in problems:
            for orbit in piece_orbits(problem):
                contents = Contents.read(orbit, problem.goals)
                for labels in (contents.whole, contents.piece, contents.turn):
                    labelling = Labelling.of(contents, labels)
                    result = labelling.coordinate(1 << 20)
                    assert result is not None
                    assert labelling.sizes[0] <= len(result) <= labelling.sizes[1]


def drawn(random: Random) -> Problem | None:
    """Return a small question of any kind with an answer of few turns, or None if the random choices do not fit."""
    size = random.choice((2, 2, 3, 3, 3, 4))
    metric = random.choice(("htm", "qtm", "stm"))
    moves = random.choice(
        (None, "R,U", "M,U", "R2,U2,F2", "U,D,R2,L2,F2,B2", "Rw,U", "R,F2", "R,L,U2", "U,E", "M,E,S", "2R,U")
    )
    try:
        turns = allowed_moves(moves) if moves else default_moves(size, metric)
        cube = Cube(size)
        for _ in range(random.randrange(1, 4)):
            cube = cube.apply(str(random.choice(turns)))
        goal = random.choice(
            ("solved", "cross", "layer", "f2l", "corners", "edges", "centres", "edges-oriented", "")
        )
        name = named_goal(goal or "solved")
        pattern, start = name.pattern(size).colours.copy(), name.view(cube).colours.copy()
        if not goal:
            pattern[random.sample(range(len(pattern)), random.randrange(len(pattern)))] = UNKNOWN
        if random.random() < 0.2:
            start[random.sample(range(len(start)), len(start) // 8)] = UNKNOWN
        return cube_problem(
            Cube.from_colours(start),
            Cube.from_colours(pattern),
            moves=moves,
            metric=metric,
            up_to_rotation=random.random() < 0.7,
            diagnose=False,
        )
    except CubeproofError:
        return None


class TestAnswers:
    @pytest.mark.parametrize(
        "seed", [pytest.param(seed, marks=pytest.mark.soak if seed > 3 else ()) for seed in range(40)]
    )
    def test_product_answers_agree_with_brute_force(self, seed: int, way: str) -> None:
        random = Random(seed)
        compared = 0
        while compared < 10:
            problem = drawn(random)
            if problem is None or problem.is_solved_by(()) or isinstance(product_problem(problem), Sentence):
                continue
            try:
                plan = explored(problem)[0].plan
            except UnsupportedError:  # exploring finds too many states, which counting does not always see
                continue
            if plan.states > 3_000_000 or plan.exact != (way == "one table"):
                continue
            most = next(
                most for most, turns in ((5, 7), (4, 9), (3, 18), (2, 99)) if len(problem.generators) <= turns
            )
            shortest, words = cheapest_words(problem, most)
            try:
                outcome = solved(problem, every=True, limit=Limit(length=most))
            except UnreachableError:
                assert shortest is None
            else:
                assert set(outcome.words) == words
                assert len(outcome.words) == len(words)
                assert outcome.every == bool(words)
                if shortest is None:
                    assert outcome.stop is Stop.LENGTH
                    assert outcome.lower_bound > most
                else:
                    assert (outcome.stop, outcome.lower_bound) == (None, shortest)
                    first = solved(problem)
                    assert first.words[0] in words
                    assert (len(first.words), first.lower_bound) == (1, shortest)
            compared += 1

    def test_product_finds_longer_answers(self, way: str) -> None:
        problem = towards(Cube(3).apply("R U F"), "edges-oriented", "R,U,F")
        outcome = solved(problem, every=True, extra=2)
        expected = {
            word
            for length in range(outcome.lower_bound, outcome.lower_bound + 3)
            for word in product(range(len(problem.generators)), repeat=length)
            if problem.is_solved_by(word)
            and all(problem.successors[first, second] for first, second in pairwise(word))
        }
        assert set(outcome.words) == expected
        assert [*map(problem.cost, outcome.words)] == sorted(map(problem.cost, outcome.words))
        limited = solved(problem, every=True, extra=2, limit=Limit(length=outcome.lower_bound + 1))
        assert set(limited.words) == {word for word in expected if len(word) <= outcome.lower_bound + 1}

    def test_product_answers_other_puzzles(self, way: str) -> None:
        random = Random(7)
        for _ in range(15):
            places = random.randrange(4, 8)
            turns = [random.sample(range(places), places) for _ in range(random.randrange(1, 4))]
            costs = [random.randrange(1, 4) for _ in turns]
            start = [random.randrange(3) for _ in range(places)]
            goals = [
                [colour if random.random() < 0.7 else UNKNOWN for colour in random.sample(start, places)]
                for _ in range(random.randrange(1, 4))
            ]
            problem = puzzle(start, goals, turns, costs)
            shortest, words = cheapest_words(problem, 6)
            try:
                outcome = solved(problem, every=True, limit=Limit(length=6))
            except UnreachableError:
                assert shortest is None
            else:
                assert set(outcome.words) == words
                assert (outcome.lower_bound > 6) if shortest is None else (outcome.lower_bound == shortest)

    def test_product_takes_many_turns_of_one_axis(self) -> None:
        # Cycles of 5, 7 and 11 places, all at once: 384 turns bring back one turn too many.
        cycles = [[*range(first + 1, first + size), first] for first, size in ((0, 5), (5, 7), (12, 11))]
        turns = [[place for cycle in cycles for place in cycle]]
        colours = [int(place in (0, 5, 12)) for place in range(23)]
        once = puzzle(colours, [colours], turns).after((0,)).tolist()
        outcome = solved(puzzle(once, [colours], turns))
        assert (outcome.words, outcome.lower_bound) == (((0,) * 384,), 384)

    def test_one_answer_may_have_more_turns_than_python_may_nest_calls(self) -> None:
        sizes = ((0, 3), (3, 5), (8, 7), (15, 11))
        turn = [place for first, size in sizes for place in [*range(first + 1, first + size), first]]
        colours = [int(place in (0, 3, 8, 15)) for place in range(26)]
        once = puzzle(colours, [colours], [turn]).after((0,)).tolist()
        outcome = solved(puzzle(once, [colours], [turn]))
        assert outcome.words == ((0,) * (3 * 5 * 7 * 11 - 1),)

    def test_tables_that_start_again_with_larger_numbers_are_all_complete(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Else the start seemed to be out of reach."""
        deepen, visited = CompiledDistances.deepen, set[int]()

        def too_far(table: CompiledDistances, *arguments: Any) -> bool:
            visited.add(id(table))
            if len(visited) == 2 and table.table.dtype == np.uint8:
                raise TooFarError
            return deepen(table, *arguments)

        Workshop.default().close()
        monkeypatch.setattr(CompiledDistances, "deepen", too_far)
        problem = towards(Cube(3).apply("R U F"), "corners")
        assert len(explored(problem)[0].plan.tables) > 1
        assert solved(problem).lower_bound == 3
        Workshop.default().close()

    def test_product_loads_the_compiler_only_on_demand(self) -> None:
        module = "cubeproof.methods.products.run"
        code = f"import sys, {module}; print('cubeproof.base.numba_support' in sys.modules)"
        completed = run_python(code)
        assert completed.stdout == "False\n"


@pytest.mark.parametrize("stickers", [23, 24, 25, 54, 95, 96])
def test_search_takes_a_puzzle_with_any_number_of_stickers(stickers: int) -> None:
    # A cycle of three, and another one that shares a sticker with it and exchanges the last two.
    first, second = np.arange(stickers), np.arange(stickers)
    first[[0, 1, 2]] = [1, 2, 0]
    second[[2, 3, 4]], second[[-2, -1]] = [3, 4, 2], [stickers - 1, stickers - 2]
    turns = [first, np.argsort(first), second, np.argsort(second)]
    state = np.arange(stickers)
    for number in Random(stickers).choices(range(4), k=9):
        state = state[turns[number]]
    generators = tuple(Generator(f"g{number}", turn.astype(np.int16)) for number, turn in enumerate(turns))
    problem = Problem(state.astype(np.int8), (np.arange(stickers, dtype=np.int8),), generators)
    assert objection(SearchEngine(), problem) is None
    outcome = run_engine(SearchEngine(), problem, Bounds(), Control())
    assert problem.is_solved_by(outcome.words[0])
    truth = run_engine(SatEngine(), problem, Bounds(), Control())
    assert len(outcome.words[0]) == outcome.lower_bound == truth.lower_bound


class TestLimits:
    def test_a_length_that_is_too_short_is_a_bound(self, way: str) -> None:
        problem = towards(random_cube(3, 4), "edges-oriented")
        length = solved(problem).lower_bound
        outcome = solved(problem, limit=Limit(length=length - 1))
        assert outcome == Outcome((), length, Stop.LENGTH)
        assert solved(problem, limit=Limit(length=length)).lower_bound == length

    def test_time_limit_keeps_the_bound(self, way: str) -> None:
        problem = towards(random_cube(3, 4), "cross")
        events: list[Event] = []
        outcome = solved(problem, limit=Limit(seconds=0.001), progress=events.append)
        assert (outcome.words, outcome.stop) == ((), Stop.TIMEOUT)
        whole = solved(problem)
        assert outcome.lower_bound <= whole.lower_bound == problem.cost(whole.words[0])

    @pytest.mark.parametrize("after", [1, 3])
    def test_stop_ends_the_product_search(self, after: int, way: str) -> None:
        problem = towards(random_cube(3, 4), "edges-oriented")
        bounds: list[int] = []

        def listen(event: Event) -> None:
            if isinstance(event, BoundProved):
                bounds.append(event.lower_bound)
                if len(bounds) == after:
                    control.stop()

        control = Control(Limit(), listen)
        length = solved(problem).lower_bound
        outcome = solve_product(read(problem), problem, Bounds(), control, False, 0)
        if len(bounds) >= after:
            assert (outcome.words, outcome.stop) == ((), Stop.INTERRUPTED)
            assert outcome.lower_bound == bounds[-1] <= length
        assert solved(problem).lower_bound == length

    def test_known_answer_is_returned_if_no_shorter_one_exists(self, way: str) -> None:
        problem = towards(Cube(3).apply("R U F"), "cross")
        shortest = solved(problem)
        reference = solved(problem, every=True).words[-1]
        again = solved(problem, bounds=Bounds(upper=len(reference), word=reference))
        assert (again.words, again.lower_bound) == ((reference,), shortest.lower_bound)

    def test_goal_out_of_reach_is_reported(self, way: str) -> None:
        flipped = Cube(3).apply("M2 E2 S2")
        with pytest.raises(UnreachableError):
            solved(cube_problem(flipped, moves="R,U"))
        # Each single piece can reach its place, but not all together: the parity of two faces is odd.
        solved_colours = Cube(3).colours
        swapped = Cube(3).apply("R U R' U' R' F R2 U' R' U' R U R' F'").colours
        assert (swapped != solved_colours).any()
        if way == "one table":
            with pytest.raises(UnreachableError):
                solved(cube_problem(Cube.from_colours(swapped), moves="R2,U2,F2"))

    def test_unsupported_problem_is_refused(self) -> None:
        assert isinstance(product_problem(cube_problem(random_cube(3, 1))), Sentence)
        assert isinstance(product_problem(cube_problem(Cube(5).apply("R U"))), Sentence)
        costly = puzzle([1, 0], [[0, 1]], [[1, 0]], [1000])
        assert isinstance(product_problem(costly), Sentence)

    def test_a_start_that_fits_too_many_states_is_refused_while_exploring(self) -> None:
        unknown = cube_problem(Cube.from_facelets("?" * 54), "layer")
        with pytest.raises(UnsupportedError, match="too much of it is unknown"):
            explored(unknown)


class TestTables:
    def test_tables_are_built_to_the_required_depth_and_kept(self, way: str) -> None:
        first = towards(Cube(3).apply("R2"), "cross")
        assert solved(first).lower_bound == 1
        family, _ = explored(first)
        assert family.tables is not None
        assert family.tables.distances[0].complete == (way == "bounds")
        second = towards(random_cube(3, 9), "cross")
        assert explored(second)[0] is family
        assert solved(second).lower_bound == solved(towards(random_cube(3, 9), "cross")).lower_bound > 3

    def test_tables_serve_several_searches_at_once(self, way: str) -> None:
        cubes = [random_cube(3, seed) for seed in range(8)]
        lengths: dict[int, int] = {}

        def work(number: int) -> None:
            lengths[number] = solved(towards(cubes[number], "edges-oriented")).lower_bound

        threads = [threading.Thread(target=work, args=(number,)) for number in range(len(cubes))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        Workshop.default().close()
        assert lengths == {
            number: solved(towards(cube, "edges-oriented")).lower_bound for number, cube in enumerate(cubes)
        }

    @pytest.mark.parametrize(("goal", "every"), [("cross", True), ("corners", False)], ids=["all", "one"])
    def test_compiled_loops_are_refused_without_numba(
        self, goal: str, every: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(numba_support, "COMPILES", False)
        with pytest.raises(UnsupportedError, match="Numba"):
            solved(towards(Cube(3).apply("R U F"), goal), every=every)

    def test_cross_is_looked_up_without_numba(self) -> None:
        code = (
            "import sys; from cubeproof import random_cube, solve\n"
            "for seed in range(5):\n"
            "    print(solve(random_cube(3, seed), goal='cross', engine='search').length)\n"
            "print('numba' in sys.modules)"
        )
        completed = run_python(code)
        *lengths, numba = completed.stdout.split()
        assert numba == "False"
        expected = [solved(towards(random_cube(3, seed), "cross"), every=True) for seed in range(5)]
        assert lengths == [str(outcome.lower_bound) for outcome in expected]

    def test_a_goal_of_several_orbits_is_one_of_tuples_and_not_of_any_pairs(self) -> None:
        # Two goals: the first two places swapped, or the last two places swapped; not both pairs, and not no pair.
        turns = [[1, 0, 2, 3], [0, 1, 3, 2]]
        goals = [[1, 0, 2, 3], [0, 1, 3, 2]]
        problem = puzzle([0, 1, 2, 3], goals, turns)
        outcome = solved(problem, every=True)
        assert (set(outcome.words), outcome.lower_bound) == ({(0,), (1,)}, 1)
        both = puzzle([1, 0, 3, 2], goals, turns)
        assert set(solved(both, every=True).words) == {(0,), (1,)}
