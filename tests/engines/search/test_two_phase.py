"""The two-phase search gives short answers at once, proofs when it finishes, and has right tables."""

import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from math import comb, factorial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from brute_force import distances
from cubeproof.base.numba_support import COMPILES, TypedLoop
from cubeproof.base.polling import watched
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, Note, Progress, TableBuilding
from cubeproof.contract.outcome import Word
from cubeproof.contract.table import Table
from cubeproof.engines.search.problem_parsing import face_problem
from cubeproof.errors import StoppedError, UnsupportedError
from cubeproof.methods.two_phase import loop, pair_tables
from cubeproof.methods.two_phase import tables as near_tables
from cubeproof.methods.two_phase.search import NearSearch
from cubeproof.methods.two_phase.stored_tables import COORDINATES, PHASE1, PHASE2, WHOLE1, WHOLE2
from cubeproof.methods.two_phase.symmetry import (
    SYMMETRIES,
    axis_symmetries,
    conjugates,
    corner_images,
    edge_images,
    flip_slot_images,
    products,
    twist_images,
)
from cubeproof.problem import cube_problem
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.cubies import (
    FACE_TURNS,
    MIDDLE,
    Cubies,
    Values,
    face_turns,
    phase1_moves,
    phase1_values,
    phase2_moves,
    phase2_turns,
    rank,
)
from cubeproof.puzzle.scramble import random_cube
from cubeproof.store import Store
from cubeproof.tables import compiled_distances
from cubeproof.tables.compiled_distances import CompiledDistances
from cubeproof.tables.distances import Folded
from cubeproof.tables.symmetries import Classes, conjugate_turns
from cubeproof.tables.views import NumberedView
from ground_truth import SUPERFLIP

TURNS = " ".join(map(str, FACE_TURNS))
SOLVED = np.arange(54, dtype=np.int16)


@pytest.fixture(scope="module")
def near() -> NearSearch:
    return NearSearch.load()


def scramble_of(cube: Cube) -> NDArray[np.int16]:
    problem = face_problem(cube_problem(cube))
    assert not isinstance(problem, str)
    assert problem.scramble is not None
    return problem.scramble


def after(scramble: NDArray[np.int16], word: Word) -> NDArray[np.int16]:
    """The stickers after these turns."""
    for turn in word:
        scramble = scramble[face_turns()[turn]]
    return scramble


def run(near: NearSearch, cube: Cube, most: int = 20, enough: int = -1) -> tuple[bool, list[Word]]:
    """Return the result of a search, and its answers until one is short enough; replay each answer."""
    scramble, limit, flag = scramble_of(cube), np.array([most], np.int32), np.zeros(1, np.int32)
    words: list[Word] = []

    def found(word: Word) -> None:
        assert (after(scramble, word) == SOLVED).all()
        assert len(word) <= (most if not words else len(words[-1]) - 1)
        words.append(word)
        assert limit[0] == len(word) - 1
        flag[0] = len(word) <= enough

    return near.run(scramble, limit, flag, found), words


def random_cubes(count: int, seed: int = 1) -> Iterator[NDArray[np.int16]]:
    """Cubes after many random turns, as permutations of stickers."""
    random = Random(seed)
    for _ in range(count):
        yield after(SOLVED, tuple(random.choices(range(18), k=40)))


class TestAnswers:
    @pytest.mark.parametrize(
        "first",
        [pytest.param(first, marks=pytest.mark.soak if first else ()) for first in range(0, 10_000, 500)],
    )
    def test_random_cubes_are_solved_in_twenty_turns(self, near: NearSearch, first: int) -> None:
        for seed in range(first, first + (500 if first else 300)):
            _, words = run(near, random_cube(3, seed), enough=20)
            assert len(words[-1]) <= 20

    def test_longer_answers_come_first_on_request(self, near: NearSearch) -> None:
        for seed in range(20):
            _, words = run(near, random_cube(3, seed), most=30, enough=19)
            assert len(words[-1]) <= 19

    @pytest.mark.parametrize("turns", ["U D R2 L2", "U2 D2 R2 L2 F2 B2", "U D R2 L2 F2 B2"])
    def test_cubes_with_a_finished_first_phase_are_solved(self, near: NearSearch, turns: str) -> None:
        random = Random(turns)
        for _ in range(10):
            cube = Cube(3).apply(" ".join(random.choices(turns.split(), k=40)))
            _, words = run(near, cube, enough=18)
            assert len(words[-1]) <= 18

    def test_the_same_cube_has_the_same_answers(self, near: NearSearch) -> None:
        cube = random_cube(3, 11)
        assert run(near, cube, enough=19) == run(near, cube, enough=19)

    def test_two_threads_may_search_at_the_same_time(self, near: NearSearch) -> None:
        alone = [run(near, random_cube(3, seed), enough=19) for seed in range(2)]
        together: list[tuple[bool, list[Word]] | None] = [None, None]

        def search(seed: int) -> None:
            together[seed] = run(near, random_cube(3, seed), enough=19)

        threads = [threading.Thread(target=search, args=(seed,)) for seed in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert together == alone


class TestProofs:
    def test_answers_up_to_three_turns_from_solved_are_proved_shortest(self, near: NearSearch) -> None:
        lengths = distances(3, TURNS, "htm", 3)
        for length in range(1, 4):
            for turns in product(("U", "U2", "U'"), *[TURNS.split()] * (length - 1)):
                cube = Cube(3).apply(" ".join(turns))
                distance = lengths[cube.colours.tobytes()]
                finished, words = run(near, cube)
                assert finished
                assert len(words[-1]) == distance
                assert length == 3 or run(near, cube, most=distance - 1) == (True, [])

    @pytest.mark.parametrize("length", range(4, 8))
    def test_finished_length_has_no_shorter_answer(self, near: NearSearch, length: int) -> None:
        # Half of the way back from the scramble and half of it from solved would meet in a shorter answer.
        reach = 3
        lengths = distances(3, TURNS, "htm", reach)
        random = Random(length)
        for _ in range(4):
            cube = Cube(3).apply(" ".join(random.choices(TURNS.split(), k=length)))
            finished, words = run(near, cube, most=length)
            assert finished
            assert len(words[-1]) == distance_by_meeting(cube, lengths, reach)

    def test_short_words_do_not_leave_and_reenter_the_first_phase(self) -> None:
        # Its last turn does not belong to phase 2; the loop does not search for such turns if too few turns are left.
        twists, flips, slots = phase1_moves()
        after_turn = cube_problem(Cube(3)).successors
        cubes, last = np.zeros((3, 1), np.int64), np.full(1, 18)
        follows = np.vstack([after_turn, np.ones(18, dtype=bool)])
        for length in range(1, 6):
            parents, turns = follows[last].nonzero()
            cubes = np.stack(
                [moves[cubes[index, parents], turns] for index, moves in enumerate((twists, flips, slots))]
            )
            done = (cubes == 0).all(axis=0) & ~np.isin(turns, phase2_turns())
            assert done.any() == (length >= 5)
            last = turns

    def test_answer_above_the_maximum_is_not_returned(self, near: NearSearch) -> None:
        assert run(near, Cube(3).apply("R U F"), most=2) == (True, [])

    def test_endings_skipped_at_first_are_searched_later(
        self, near: NearSearch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        # This is the result without compiled code; phase 1 takes five turns for this cube.
        monkeypatch.setattr("cubeproof.methods.two_phase.search._SHORT", 0)
        cube = Cube(3).apply("R U F R2 U2")
        finished, words = run(near, cube, most=5)
        assert finished
        assert len(words[-1]) == distance_by_meeting(cube, distances(3, TURNS, "htm", 3), 3)


def distance_by_meeting(cube: Cube, known: dict[bytes, int], reach: int) -> int:
    """The distance of a cube at most 2 · `reach` + 1 turns from solved, where all within `reach` are known."""
    layer = cube.colours[None]
    for count in range(reach + 2):
        near = [known[state.tobytes()] for state in layer if state.tobytes() in known]
        if near:
            # The first common states are nearest: a shorter word would have reached them earlier.
            return count + min(near)
        layer = np.unique(layer[:, face_turns()].reshape(-1, 54), axis=0)
    raise AssertionError("no word is so short")


@pytest.mark.skipif(not COMPILES, reason="Numba is not installed")
class TestMachineCode:
    def test_code_is_loaded_once_for_tables_read_later(self) -> None:
        near = NearSearch.load()
        run(near, Cube(3).apply("R U F"))
        assert len(loop.search.signatures) == 1  # type: ignore[attr-defined]

    def test_error_while_loading_code_reaches_the_caller(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def no_memory(loop: TypedLoop) -> None:
            raise MemoryError

        monkeypatch.setattr(TypedLoop, "compile", no_memory)
        with pytest.raises(MemoryError):
            NearSearch.load()

    def test_stop_does_not_wait_for_a_compilation(self, monkeypatch: pytest.MonkeyPatch) -> None:
        compiling, control = threading.Event(), Control()

        def compilation(loop: TypedLoop) -> None:
            control.stop()
            compiling.wait()

        monkeypatch.setattr(TypedLoop, "compile", compilation)
        try:
            with pytest.raises(StoppedError):
                NearSearch.load(control=control)
        finally:
            compiling.set()


class TestStopping:
    def test_flag_ends_the_search(self, near: NearSearch) -> None:
        flag, limit = np.zeros(1, np.int32), np.array([19], np.int32)
        scramble = scramble_of(Cube(3).apply(SUPERFLIP))
        ended: list[bool] = []
        thread = threading.Thread(
            target=lambda: ended.append(near.run(scramble, limit, flag, lambda word: None))
        )
        thread.start()
        thread.join(0.3)
        # No answer has 19 turns, and to know that takes hours.
        assert thread.is_alive()
        flag[0] = 1
        thread.join(5)
        assert ended == [False]

    def test_flag_before_the_start_prevents_the_search(self, near: NearSearch) -> None:
        words: list[Word] = []
        assert not near.run(SOLVED, np.array([20], np.int32), np.ones(1, np.int32), words.append)
        assert words == []

    def test_ctrl_c_passes_through_the_search(self, near: NearSearch) -> None:
        def interrupt(word: Word) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            near.run(SOLVED, np.array([20], np.int32), np.zeros(1, np.int32), interrupt)

    def test_limit_may_be_lowered_during_the_search(self, near: NearSearch) -> None:
        scramble, limit = scramble_of(Cube(3).apply("R U F D L B2 R' U2")), np.array([30], np.int32)
        words: list[Word] = []

        def found(word: Word) -> None:
            words.append(word)
            limit[0] = min(limit[0], 7)

        assert near.run(scramble, limit, np.zeros(1, np.int32), found)
        assert all(len(later) <= 7 for _, later in pairwise(words))

    def test_search_stopped_during_table_building_keeps_no_partial_table(self, tmp_path: Path) -> None:
        def stop(event: Event) -> None:
            if isinstance(event, TableBuilding) and event.table == WHOLE1.name and event.share > 0:
                control.stop()

        control = Control(progress=stop)
        with pytest.raises(StoppedError):
            NearSearch.load(Store(tmp_path), control)
        assert [entry.name for entry in Store(tmp_path).entries()] == [COORDINATES.name]


class TestSymmetries:
    def test_symmetries_are_a_group_of_sixteen_that_keep_the_axis(self) -> None:
        symmetries = axis_symmetries()
        assert len({symmetry.tobytes() for symmetry in symmetries}) == SYMMETRIES
        assert (symmetries[0] == SOLVED).all()
        up, down = range(9), range(27, 36)
        for symmetry in symmetries:
            assert sorted(symmetry[up]) in ([*up], [*down])
        for first, second in product(range(SYMMETRIES), repeat=2):
            assert (symmetries[products()[first, second]] == symmetries[first][symmetries[second]]).all()

    def test_turn_seen_through_a_symmetry_is_a_turn(self) -> None:
        numbers = conjugate_turns(face_turns(), axis_symmetries())
        assert numbers is not None
        for symmetry in range(SYMMETRIES):
            seen = conjugates(face_turns(), symmetry)
            assert (face_turns()[numbers[symmetry]] == seen).all()

    @pytest.mark.parametrize("symmetry", range(SYMMETRIES))
    def test_coordinates_commute_with_symmetries(self, symmetry: int) -> None:
        cubes = np.stack(list(random_cubes(200)))
        twist, flip, slots = phase1_values(Cubies.read(cubes))
        seen = phase1_values(Cubies.read(conjugates(cubes, symmetry)))
        assert (twist_images()[twist, symmetry] == seen[0]).all()
        assert (flip_slot_images()[495 * flip + slots, symmetry] == 495 * seen[1] + seen[2]).all()
        random = Random(symmetry)
        cubes = np.stack(
            [after(SOLVED, tuple(random.choices(phase2_turns().tolist(), k=40))) for _ in range(200)]
        )
        corners, edges = (values_of_phase2(cubes)[index] for index in range(2))
        seen = values_of_phase2(conjugates(cubes, symmetry))
        assert (corner_images()[corners, symmetry] == seen[0]).all()
        assert (edge_images()[edges, symmetry] == seen[1]).all()

    def test_classes_are_as_many_as_kociemba_counts(self) -> None:
        for images, count in ((flip_slot_images(), 64_430), (corner_images(), 2768)):
            classes = Classes.of(images.T)
            assert len(classes.representatives) == count
            assert orbit_sizes(classes).sum() == len(images)


def values_of_phase2(cubes: NDArray[np.int16]) -> NDArray[np.int32]:
    read = Cubies.read(cubes)
    edges = read.edges.origin
    return np.stack([rank(read.corners.origin), rank(edges[:, :MIDDLE]), rank(edges[:, MIDDLE:] - MIDDLE)])


def orbit_sizes(classes: Classes) -> NDArray[np.int64]:
    return SYMMETRIES // np.array([int(selves).bit_count() for selves in classes.selves])


def counted(table: NDArray[np.uint8], classes: Classes) -> NDArray[np.int64]:
    """Return how many cubes, without symmetries, have each distance of a pruning table: shape (16,)."""
    sizes, counts = orbit_sizes(classes), np.zeros(16, dtype=np.int64)
    values = 2 * len(table) // len(sizes)
    for first in range(0, len(sizes), 200):
        rows = sizes[first : first + 200]
        both = table[first * values // 2 :][: len(rows) * values // 2]
        entries = np.stack([both & 15, both >> 4], axis=1).reshape(len(rows), values)
        keys = entries + 16 * np.arange(len(rows))[:, None]
        counts += rows @ np.bincount(keys.ravel(), minlength=16 * len(rows)).reshape(-1, 16)
    return counts


class TestTables:
    def test_the_distances_of_phase_one_are_those_that_are_known(self, near: NearSearch) -> None:
        # Cubes at each distance, counted without symmetries: kociemba.org/cube.htm, and Rokicki's counts of the cosets.
        counts = counted(near.tables.prune1, Classes.of(flip_slot_images().T))
        assert counts[:13].tolist() == [
            1, 4, 50, 592, 7156, 87_236, 1_043_817, 12_070_278, 124_946_368,
            821_605_960, 1_199_128_738, 58_202_444, 476,
        ]  # fmt: skip
        assert not counts[13:].any()

    def test_the_distances_of_phase_two_are_those_of_a_search_without_symmetries(
        self, near: NearSearch
    ) -> None:
        counts = counted(near.tables.prune2, Classes.of(corner_images().T))
        corners, edges, _ = (moves.astype(np.int64) for moves in phase2_moves())
        layer, seen = np.zeros(1, np.int64), np.zeros(1, np.int64)
        for depth in range(7):
            assert counts[depth] == len(layer)
            after = corners[layer // 40_320] * 40_320 + edges[layer % 40_320]
            layer = np.setdiff1d(after, seen)
            seen = np.union1d(seen, layer)
        assert not counts[14:].any()
        assert counts.sum() == 40_320**2

    def test_no_distance_of_phase_two_is_above_that_of_a_word(self, near: NearSearch) -> None:
        tables, random = near.tables, Random(2)
        for _ in range(2000):
            word = tuple(random.choices(phase2_turns().tolist(), k=random.randint(0, 14)))
            corners, edges, _ = values_of_phase2(after(SOLVED, word)[None])[:, 0]
            place = tables.corner_places[corners]
            entry = (place >> 4) * 40_320 + int(tables.edge_images[edges, place & 15])
            assert tables.prune2[entry >> 1] >> 4 * (entry & 1) & 15 <= len(word)

    def test_a_turn_leads_from_place_to_place_as_on_the_cube(self, near: NearSearch) -> None:
        tables = near.tables
        for cube in random_cubes(50):
            for turn in range(18):
                flip, slots = phase1_values(Cubies.read(cube[None]))[1:, 0]
                place = tables.starts[495 * flip + slots]
                later = tables.places[place >> 4, tables.turns[place & 15, turn]]
                flip, slots = phase1_values(Cubies.read(after(cube, (turn,))[None]))[1:, 0]
                there = tables.starts[495 * flip + slots]
                assert later >> 4 == there >> 4
                # Any symmetry that leads to the representative is valid.
                through = tables.products[place & 15, later & 15]
                representative = flip_slot_images()[495 * flip + slots, [through, there & 15]]
                assert representative[0] == representative[1]

    def test_small_tables_have_a_distance_for_each_pair_of_coordinates(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def unfilled(first: Values, second: Values, _: Progress) -> NDArray[np.uint8]:
            return np.zeros(len(first) * len(second), dtype=np.uint8)

        monkeypatch.setattr(pair_tables, "build", unfilled)
        twists, flips, slots = 3**7, 2**11, comb(12, 4)
        pairs1 = twists * slots + flips * slots + twists * flips
        assert len(pair_tables.built_phase1()) == PHASE1.size == pairs1
        assert len(pair_tables.built_phase2()) == PHASE2.size == 2 * factorial(8) * factorial(4)

    @pytest.mark.parametrize("table", [COORDINATES, WHOLE2], ids=lambda table: table.name)
    def test_damaged_table_is_built_again(self, tmp_path: Path, table: Table) -> None:
        NearSearch.load()
        store, whole = Store(tmp_path), Store()
        for each in (COORDINATES, WHOLE1, WHOLE2, PHASE2):
            shutil.copy(whole.path(each.name), store.path(each.name))
        content = bytearray(store.path(table.name).read_bytes())
        content[len(content) // 2] ^= 1
        store.path(table.name).write_bytes(content)
        events: list[Event] = []
        near = NearSearch.load(store, Control(progress=events.append))
        assert any(isinstance(event, Note) for event in events)
        assert len(run(near, random_cube(3, 5), enough=20)[1][-1]) <= 20
        assert np.array_equal(table.array(Control(), store).data, table.array(Control(), whole).data)

    @pytest.mark.parametrize("loop", ["_pushed", "_pulled"])
    def test_building_is_stopped_inside_a_loop_that_takes_long(
        self, loop: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        control = Control()

        def long(*arguments: Any) -> None:
            control.stop()
            flag = arguments[-3]
            while not flag[0]:
                time.sleep(0.001)

        # One class, and four values in a ring: after the first layer the missing ones look for their neighbours.
        views = (
            NumberedView(np.zeros((1, 2), dtype=np.int32)),
            NumberedView(np.array([[1, 3], [2, 0], [3, 1], [0, 2]])),
        )
        folded = Folded.of(views, [np.zeros((16, 1), dtype=int), np.tile(np.arange(4), (16, 1))])
        assert CompiledDistances(views, folded=folded).finish().tolist() == [0, 1, 2, 1]
        monkeypatch.setattr(compiled_distances, loop, long)
        monkeypatch.setattr(compiled_distances, "_SMALL", 0)
        with pytest.raises(StoppedError), watched(control.check_stop):
            CompiledDistances(views, folded=folded).finish()

    def test_building_of_coordinates_is_stopped(self) -> None:
        control = Control()
        control.stop()
        flip_slot_images.cache_clear()
        with pytest.raises(StoppedError), watched(control.check_stop):
            flip_slot_images()

    def test_building_reports_progress(self) -> None:
        events: list[Event] = []
        assert np.array_equal(near_tables.built_whole2(events.append), WHOLE2.array(Control()).data)
        shares = [event.share for event in events if isinstance(event, TableBuilding)]
        assert shares == sorted(shares)
        assert (shares[0], shares[-1]) == (0, 1)


@pytest.mark.parametrize("seed", range(4))
def test_first_answer_of_a_new_machine_comes_from_python_and_small_tables(seed: int) -> None:
    near = replace(NearSearch.load(small=True), compiled=False)
    assert not near.tables.whole
    cube = random_cube(3, seed)
    (word,) = run(near, cube, most=22, enough=22)[1]
    assert len(word) <= 22


class TestWithoutNumba:
    def test_search_without_numba_finds_answers_and_proofs(self, tmp_path: Path) -> None:
        program = """
import sys
sys.modules["numba"] = None
import numpy as np
from test_two_phase import NearSearch, Cube, distances, random_cube, run, TURNS
near = NearSearch.load()
assert not near.tables.whole
for seed in range(3):
    assert len(run(near, random_cube(3, seed), most=23, enough=23)[1]) == 1
lengths = distances(3, TURNS, "htm", 3)
for turns in ("", "U", "R", "R U", "R U F", "U2 R2 F2"):
    cube = Cube(3).apply(turns)
    finished, words = run(near, cube, most=4)
    assert finished
    assert len(words[-1]) == lengths[cube.colours.tobytes()]
    assert run(near, cube, most=len(words[-1]) - 1) == (True, [])
"""
        here = Path(__file__).parent
        paths = f"import sys; sys.path[:0] = [{str(here)!r}, {str(here.parents[1] / 'tools')!r}]\n"
        subprocess.run([sys.executable, "-c", paths + program], check=True, timeout=600)

    def test_tables_that_take_hours_are_refused_without_numba(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(near_tables, "COMPILES", False)
        with pytest.raises(UnsupportedError, match="requires Numba"):
            near_tables.built_whole1()
