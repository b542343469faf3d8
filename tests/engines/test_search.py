"""What the search engine promises: short answers to any 3×3×3, bounds that hold, and a word where it cannot help."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute_force import distances
from cubeproof.contract.control import Control
from cubeproof.contract.engine import Bounds, Outcome
from cubeproof.contract.events import Event, Improved, LayerCounted, Note, ignore
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.table import Table
from cubeproof.engines.search import SearchEngine
from cubeproof.engines.search import engine as engine_module
from cubeproof.engines.search.row import PHASE1, PHASE2
from cubeproof.engines.search.tables import build, load
from cubeproof.errors import UnreachableError, UnsupportedError
from cubeproof.problem import Problem, cube_problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.coordinates import phase1_moves, phase2_moves, phase2_turns
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.cubies import FACE_TURNS
from cubeproof.puzzle.scramble import random_cube
from cubeproof.solving.solve import solve
from cubeproof.store import State, Store
from ground_truth import SUPERFLIP
from strategies import cubes

TURNS = " ".join(face + amount for face in "URFDLB" for amount in ("", "2", "'"))


def searched(
    problem: Problem,
    limit: Limit | None = None,
    bounds: Bounds | None = None,
    progress: Callable[[Event], None] = ignore,
) -> Outcome:
    return SearchEngine().solve(problem, bounds or Bounds(), Control(limit or Limit(), progress))


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first answer will do."""
    monkeypatch.setattr(engine_module, "_EFFORT", 0)


def near(most: int) -> dict[Cube, int]:
    """The cubes that at most so many turns scramble, and how many turns they need.

    The first turn is of U; all other cubes are these, held in another way.
    """
    known = distances(3, TURNS, "htm", most)
    found = {Cube(3): 0}
    for length in range(1, most + 1):
        for turns in product(("U", "U2", "U'"), *[TURNS.split()] * (length - 1)):
            cube = Cube(3).apply(" ".join(turns))
            found[cube] = known[cube.colours.tobytes()]
    return found


class TestAnswers:
    def test_random_cubes_are_solved_in_about_twenty_turns(self) -> None:
        lengths = []
        for seed in range(40):
            problem = cube_problem(random_cube(3, seed))
            outcome = searched(problem)
            assert outcome.stop is None
            assert problem.is_solved_by(outcome.words[0])
            assert 0 < outcome.lower_bound <= len(outcome.words[0])
            lengths.append(len(outcome.words[0]))
        assert max(lengths) <= 22
        assert np.mean(lengths) < 20.5

    @pytest.mark.usefixtures("hasty")
    @pytest.mark.parametrize(
        "first",
        [
            pytest.param(first, marks=pytest.mark.soak if first > 1000 else ())
            for first in range(1000, 3000, 150)
        ],
    )
    def test_the_first_answer_to_many_random_cubes_holds(self, first: int) -> None:
        for seed in range(first, first + 150):
            problem = cube_problem(random_cube(3, seed))
            outcome = searched(problem)
            assert problem.is_solved_by(outcome.words[0])
            assert len(outcome.words[0]) <= 12 + 18

    @settings(max_examples=20)
    @given(cubes(3))
    def test_a_cube_may_be_held_in_any_way(self, cube: Cube) -> None:
        solution = solve(cube, engine="search")
        assert solution.alg is not None
        assert cube.apply(solution.alg).is_solved

    @settings(max_examples=10)
    @given(st.integers(0, 1 << 30), st.integers(0, 1 << 30))
    def test_any_cube_may_be_the_goal(self, one: int, other: int) -> None:
        problem = cube_problem(random_cube(3, one), random_cube(3, other))
        outcome = searched(problem)
        assert problem.is_solved_by(outcome.words[0])

    def test_the_superflip_too(self) -> None:
        problem = cube_problem(Cube(3).apply(SUPERFLIP))
        outcome = searched(problem)
        assert problem.is_solved_by(outcome.words[0])
        assert 20 <= len(outcome.words[0]) <= 23
        assert outcome.lower_bound <= 20

    @pytest.mark.parametrize("turns", ["U D R2 L2", "U2,D2,R2,L2,F2,B2", "U,D,R2,L2,F2,B2"])
    def test_cubes_with_which_the_first_phase_is_done_at_once(self, turns: str) -> None:
        random = Random(turns)
        choice = turns.replace(",", " ").split()
        for _ in range(5):
            cube = Cube(3).apply(" ".join(random.choices(choice, k=40)))
            outcome = searched(cube_problem(cube))
            assert cube_problem(cube).is_solved_by(outcome.words[0])
            assert len(outcome.words[0]) <= 18

    def test_a_solved_cube_needs_no_turn(self) -> None:
        assert searched(cube_problem(Cube(3))).words == ((),)
        assert solve(Cube(3).apply("x y"), engine="search").alg == Alg()

    def test_the_generators_may_come_in_any_order(self) -> None:
        cube = Cube(3).apply("R U2 F' L D B2")
        problem = cube_problem(cube, moves="B,L,D,F,R,U")
        outcome = searched(problem)
        assert problem.is_solved_by(outcome.words[0])

    def test_solve_finds_it_by_name_and_replays_it(self) -> None:
        solution = solve(random_cube(3, 5), engine="search")
        assert solution.engine == "search"
        assert solution.alg is not None
        assert (random_cube(3, 5) @ solution.alg).is_solved

    def test_auto_takes_it_for_a_random_cube(self) -> None:
        solution = solve(random_cube(3, 5))
        assert solution.engine == "search"
        assert solution.alg is not None

    def test_the_same_cube_has_the_same_answer(self) -> None:
        problem = cube_problem(random_cube(3, 11))
        assert searched(problem) == searched(problem)


class TestBounds:
    def test_up_to_three_turns_from_solved_every_answer_is_a_shortest_one_and_proved(self) -> None:
        for cube, distance in near(3).items():
            outcome = searched(cube_problem(cube))
            assert len(outcome.words[0]) == outcome.lower_bound == distance

    def test_four_turns_from_solved_too(self) -> None:
        nearer = distances(3, TURNS, "htm", 3)
        random = Random(4)
        for _ in range(150):
            cube = Cube(3).apply(" ".join(random.choices(TURNS.split(), k=4)))
            distance = nearer.get(cube.colours.tobytes(), 4)
            outcome = searched(cube_problem(cube))
            assert len(outcome.words[0]) == outcome.lower_bound == distance

    @pytest.mark.parametrize("length", range(5, 14))
    def test_no_bound_exceeds_a_known_answer(self, length: int) -> None:
        random = Random(length)
        for _ in range(10):
            cube = Cube(3).apply(" ".join(random.choices(TURNS.split(), k=length)))
            outcome = searched(cube_problem(cube))
            assert outcome.lower_bound <= min(length, len(outcome.words[0]))
            # Every word of ten turns or fewer lies within what the engine exhausts.
            assert length > 10 or outcome.lower_bound == len(outcome.words[0])

    @pytest.mark.usefixtures("hasty")
    def test_no_bound_exceeds_gods_number(self) -> None:
        for seed in range(50):
            assert searched(cube_problem(random_cube(3, seed))).lower_bound <= 20

    def test_a_bound_that_is_known_is_kept_and_may_end_the_search(self) -> None:
        cube = Cube(3).apply("R U F D L")
        assert searched(cube_problem(cube), bounds=Bounds(lower=5)).lower_bound == 5
        outcome = searched(cube_problem(Cube(3).apply(SUPERFLIP)), bounds=Bounds(lower=20))
        assert outcome.lower_bound == 20


class TestLimits:
    def test_an_answer_longer_than_wanted_is_none(self) -> None:
        outcome = searched(cube_problem(Cube(3).apply("R U F D L B2")), Limit(length=5))
        assert outcome.words == ()
        assert outcome.lower_bound == 6
        assert outcome.stop is Stop.LENGTH

    def test_it_goes_on_until_an_answer_is_short_enough(self) -> None:
        problem = cube_problem(random_cube(3, 1))
        first = searched(problem)
        shorter = len(first.words[0]) - 1
        outcome = searched(problem, Limit(length=shorter))
        assert len(outcome.words[0]) <= shorter

    def test_out_of_time_it_says_what_it_has(self) -> None:
        outcome = searched(cube_problem(random_cube(3, 2)), Limit(seconds=1e-6))
        assert outcome.stop is Stop.TIMEOUT
        assert outcome.words == ()
        assert 0 < outcome.lower_bound <= 20

    def test_with_time_it_goes_on_until_the_answer_is_proved(self) -> None:
        cube = Cube(3).apply("R U F D L B2 R' U2 F")
        outcome = searched(cube_problem(cube), Limit(seconds=600))
        assert outcome.stop is None
        assert outcome.lower_bound == len(outcome.words[0])

    def test_stopped_it_returns_the_best_so_far(self) -> None:
        def stop(event: Event) -> None:
            if isinstance(event, Improved):
                control.stop()

        problem = cube_problem(random_cube(3, 3))
        control = Control(Limit(seconds=600), stop)
        outcome = SearchEngine().solve(problem, Bounds(), control)
        assert outcome.stop is Stop.INTERRUPTED
        assert problem.is_solved_by(outcome.words[0])

    def test_stopped_while_tables_are_built_it_has_none(self, tmp_path: Path) -> None:
        problem = cube_problem(random_cube(3, 3))
        control = Control(progress=lambda _: control.stop())
        outcome = SearchEngine(Store(tmp_path)).solve(problem, Bounds(lower=2), control)
        assert outcome == Outcome((), 2, Stop.INTERRUPTED, statistics=outcome.statistics)

    def test_ctrl_c_while_tables_are_built_passes_through(self, tmp_path: Path) -> None:
        def interrupt(event: Event) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            SearchEngine(Store(tmp_path)).solve(
                cube_problem(random_cube(3, 3)), Bounds(), Control(progress=interrupt)
            )

    def test_it_tells_of_every_better_answer(self) -> None:
        events: list[Event] = []
        outcome = searched(cube_problem(random_cube(3, 1)), progress=events.append)
        lengths = [event.length for event in events if isinstance(event, Improved)]
        assert all(later < earlier for earlier, later in pairwise(lengths))
        assert lengths[-1] == len(outcome.words[0])


class TestWhatItRefuses:
    @pytest.mark.parametrize(
        ("problem", "reason"),
        [
            (cube_problem(Cube(2)), "3×3×3 only"),
            (cube_problem(Cube(4)), "3×3×3 only"),
            (cube_problem(Cube(3), metric="qtm"), "count 1"),
            (cube_problem(Cube(3), metric="stm"), "six faces"),
            (cube_problem(Cube(3), moves="R,U"), "six faces"),
            (cube_problem(Cube.from_facelets("?" * 54), Cube(3)), "all stickers"),
            (cube_problem(Cube(3), Cube.from_facelets("U" * 9 + "?" * 45)), "all stickers"),
            (cube_problem(Cube(3), Cube.from_facelets("U" * 54), moves="U,R,F,D,L,B"), "all different"),
            (replace(cube_problem(Cube(3)), goals=(Cube(3).colours, Cube(3).apply("R").colours)), "one goal"),
        ],
    )
    def test_what_it_cannot_do_it_says_in_a_sentence(self, problem: Problem, reason: str) -> None:
        said = SearchEngine().supports(problem)
        assert said is not None
        assert reason in said
        assert said.endswith(".")
        with pytest.raises(UnsupportedError, match=reason):
            searched(problem)

    @pytest.mark.parametrize(
        ("first", "second"),
        [("U8", "F2"), ("U9", "R1"), ("U5", "F5")],
        ids=["a flipped edge", "a corner that is none", "swapped centres"],
    )
    def test_a_goal_that_no_turns_lead_to_is_unreachable(self, first: str, second: str) -> None:
        colours = Cube(3).colours.copy()
        places = ["URFDLB".index(name[0]) * 9 + int(name[1]) - 1 for name in (first, second)]
        colours[places] = colours[places[::-1]]
        problem = cube_problem(Cube.from_colours(colours), Cube(3), moves="U,R,F,D,L,B")
        assert SearchEngine().supports(problem) is None
        with pytest.raises(UnreachableError):
            searched(problem)


class TestTables:
    def test_a_damaged_table_is_built_again(self, tmp_path: Path) -> None:
        store = Store(tmp_path)
        good = load(PHASE2, store)
        content = bytearray(store.path(PHASE2.name).read_bytes())
        content[5000] ^= 1
        store.path(PHASE2.name).write_bytes(content)
        events: list[Event] = []
        again = load(PHASE2, store, events.append)
        assert all((one.distances == other.distances).all() for one, other in zip(good, again, strict=True))
        assert any(isinstance(event, Note) for event in events)
        assert any(isinstance(event, LayerCounted) for event in events)
        assert [entry.state for entry in store.entries()] == [State.GOOD]

    @pytest.mark.parametrize(("stored", "moves"), [(PHASE1, phase1_moves), (PHASE2, phase2_moves)])
    def test_no_turn_changes_a_distance_by_more_than_one(
        self, stored: Table, moves: Callable[[], tuple[np.ndarray[tuple[int, ...], np.dtype[np.int32]], ...]]
    ) -> None:
        generator = np.random.default_rng(1)
        values = np.array([generator.integers(0, len(table), 10_000) for table in moves()])
        after = np.array([table[value] for table, value in zip(moves(), values, strict=True)])
        for table in load(stored):
            assert table.distances[0] == 0
            assert (table.distances == 0).sum() == 1
            here = table.of(values).astype(int)
            there = table.of(after).astype(int)
            assert (np.abs(there - here[:, None]) <= 1).all()
            assert (there.min(axis=1) == here - 1)[here > 0].all()

    def test_kociembas_counts_of_twists_and_flips_with_slots(self) -> None:
        # The numbers at distance 0, 1, 2, … of twist × slots, as published with his solver.
        twist, flip, slots = phase1_moves()
        assert np.bincount(build(twist, slots))[:4].tolist() == [1, 4, 50, 586]
        assert len(np.bincount(build(flip, slots))) == 10

    def test_phase_two_has_the_ten_turns_that_keep_the_first_phase(self) -> None:
        names = [str(FACE_TURNS[turn]) for turn in phase2_turns()]
        assert sorted(names) == sorted(["U", "U2", "U'", "D", "D2", "D'", "R2", "L2", "F2", "B2"])
