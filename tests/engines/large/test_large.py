"""The large engine answers every cube of 4 to 50 layers; the answers are replayed on the lattice."""

import pytest

from cubeproof import Alg, Attempt, Cube, Limit, cube_problem, solve
from cubeproof.base import numba_support
from cubeproof.contract.control import Control
from cubeproof.contract.events import Note
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds
from cubeproof.engines.large import LargeEngine
from cubeproof.errors import UnsupportedError
from cubeproof.problem.cube_view import cube_view
from cubeproof.puzzle.pieces import PieceKind
from cubeproof.puzzle.scramble import random_cube
from large_cubes import STRUCTURED, exchanged
from patience import PATIENCE
from second_opinion import lattice


def ensure_solved(cube: Cube, alg: object) -> None:
    state = lattice.after(lattice.colours(cube.facelets), str(alg), cube.size)
    faces = state.reshape(6, -1)
    assert (faces == faces[:, :1]).all()


@pytest.mark.parametrize("size", [4, 5, 8, 9])
@pytest.mark.parametrize("metric", ["htm", "qtm", "stm"])
def test_any_large_cube_is_answered_in_every_metric(size: int, metric: str) -> None:
    cube = random_cube(size, 3)
    solution = solve(cube, engine="large", metric=metric, quick=True)
    assert solution.alg is not None
    assert not solution.optimal
    ensure_solved(cube, solution.alg)
    assert solution.alg.count(metric, size) == solution.length


@pytest.mark.parametrize("size", range(2, 51))
def test_every_size_up_to_50_is_answered(size: int) -> None:
    # Of more than 4 layers, few pieces of each orbit are mixed, so that a test of 50 layers is as short as one of 10.
    cube = random_cube(size, 2) if size < 5 else Cube(size).apply("2R U2 2R' F 2L R")
    solution = solve(cube, engine="auto" if size < 4 else "large", quick=True)
    ensure_solved(cube, solution.alg)


@pytest.mark.soak
@pytest.mark.parametrize("size", range(11, 51))
def test_cubes_whose_orbits_are_all_mixed_are_answered(size: int) -> None:
    cube = Cube(size).apply(f"Rw U2 {size // 2}Rw' F {size // 3}Uw R2 {size - 2}Fw' U 3Lw D' Bw2")
    ensure_solved(cube, solve(cube, engine="large", quick=True).alg)


@pytest.mark.parametrize("size", [16, pytest.param(33, marks=pytest.mark.soak)])
def test_mixed_cubes_of_many_layers_are_answered(size: int) -> None:
    cube = random_cube(size, 5)
    solution = solve(cube, engine="large", quick=True)
    assert solution.alg is not None
    assert cube.apply(solution.alg).normalised() == Cube(size)


@pytest.mark.parametrize("size", [6, 7])
@pytest.mark.parametrize("turns", STRUCTURED.values(), ids=STRUCTURED)
def test_cube_with_structure_is_answered(size: int, turns: str) -> None:
    cube = Cube(size).apply(turns)
    solution = solve(cube, engine="large", quick=True)
    ensure_solved(cube, solution.alg)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize("size", range(4, 21))
def test_random_cubes_are_answered_and_shortened(size: int, block: int) -> None:
    for seed in range(50 * block, 50 * block + 50):
        cube, metric = random_cube(size, seed), ("htm", "qtm", "stm")[seed % 3]
        first = solve(cube, engine="large", metric=metric, quick=True)
        ensure_solved(cube, first.alg)
        assert first.length is not None
        assert first.length > first.lower_bound
        if seed % 50 == 0 and size <= 12:
            limit = Limit(seconds=PATIENCE, length=first.length - 1)
            better = solve(cube, engine="large", metric=metric, limit=limit)
            ensure_solved(cube, better.alg)
            assert better.length is not None
            assert better.length < first.length


@pytest.mark.parametrize("size", [4, 5, 8, 9])
@pytest.mark.parametrize("kind", [PieceKind.WING, PieceKind.CENTRE])
def test_two_exchanged_pieces_are_answered(size: int, kind: PieceKind) -> None:
    cube = exchanged(size, kind)
    assert not cube.status()
    solution = solve(cube, engine="large", quick=True)
    assert solution.alg is not None
    ensure_solved(cube, solution.alg)


def test_solved_cube_needs_no_turn() -> None:
    assert solve(Cube(6), engine="large").alg == solve(Cube(6).apply("x2 y"), engine="large").alg
    assert solve(Cube(6), engine="large").length == 0


@pytest.mark.parametrize("moves", ["U Uw R Rw F Fw D Dw L Lw B Bw", "U Uw R Rw F Fw D Dw L Lw B Bw M E S"])
def test_other_sets_of_turns_with_all_outer_blocks_are_answered(moves: str) -> None:
    size = 5 if "M" in moves else 4
    cube = random_cube(size, 2)
    solution = solve(cube, engine="large", moves=moves, metric="htm" if size == 4 else "stm", quick=True)
    assert solution.alg is not None
    ensure_solved(cube, solution.alg)


def test_unsuitable_problems_are_refused_in_words() -> None:
    unknown = "?" + Cube(4).facelets[1:]
    for cube, options, reason in (
        (Cube(3).apply("R"), {}, "4 to 50 layers"),
        (Cube(4).apply("R"), {"moves": "R,U,F"}, "all outer blocks"),
        (Cube.from_facelets(unknown).apply("R"), {}, "stickers are all known"),
        (Cube(4).apply("R"), {"goal": Cube(4).apply("U2 R2")}, "solved cube as goal"),
    ):
        with pytest.raises(UnsupportedError, match=reason):
            solve(cube, engine="large", **options)


def test_search_ends_at_its_limits_and_returns_what_it_has() -> None:
    cube = random_cube(6, 1)
    control = Control()
    control.stop()
    reading = LargeEngine().read(cube_problem(cube))
    assert isinstance(reading, Attempt)
    stopped = reading.run(Bounds(), control)
    assert (stopped.words, stopped.stop) == ((), Stop.INTERRUPTED)
    # A known answer is returned at any moment.
    assert reading.run(Bounds(word=(1, 2)), control).words == ((1, 2),)
    first = solve(cube, engine="large", quick=True)
    assert first.stop is Stop.QUICK
    assert first.length is not None
    shorter = solve(cube, engine="large", limit=Limit(seconds=PATIENCE, length=first.length - 1))
    assert shorter.alg is not None
    assert shorter.length is not None
    assert shorter.length < first.length
    too_short = solve(cube, engine="large", quick=True, limit=Limit(length=10))
    assert too_short.alg is None
    ensure_solved(cube, shorter.alg)


def test_one_cube_has_one_answer() -> None:
    cube = random_cube(5, 9)
    first, second = (solve(cube, engine="large", quick=True).alg for _ in range(2))
    assert first == second


def test_reading_a_cube_promises_an_answer_in_moments() -> None:
    reading = LargeEngine().read(cube_problem(random_cube(4, 1)))
    assert isinstance(reading, Attempt)
    assert (reading.answers_any, reading.proves, reading.answer.name) == (True, False, "MOMENTS")


def test_word_that_is_not_the_first_answer_has_no_parts() -> None:
    turns = "R Uw U' Fw F'"  # R is not the frame, and the slices are not a cycle of three pieces.
    problem = cube_problem(Cube(4).apply(Alg(turns).inverse()))
    reading, view = LargeEngine().read(problem), cube_view(problem)
    assert isinstance(reading, Attempt)
    assert view is not None
    word = view.word(turns.split())
    assert word is not None
    assert reading.parts(word) == ()


@pytest.mark.parametrize(("size", "turns"), [(4, "R Uw' R Fw2"), (5, "Lw U 2R"), (8, "3Rw U2 Fw'")])
def test_answer_to_a_cube_of_few_turns_is_proved_shortest(size: int, turns: str) -> None:
    cube = Cube(size).apply(turns)
    solution = solve(cube, engine="large", quick=True)
    ensure_solved(cube, solution.alg)
    assert solution.optimal
    assert solution.length is not None
    assert solution.length <= Alg(turns).count("htm", size)


def test_without_numba_the_first_answer_is_the_result_and_a_note_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(numba_support, "COMPILES", False)
    notes: list[str] = []
    # Modules with loops, which other tests need compiled, are not loaded for this size.
    cube = random_cube(6, 2)
    first = solve(cube, engine="large", quick=True)
    solution = solve(
        cube,
        engine="large",
        limit=Limit(seconds=PATIENCE),
        progress=lambda event: notes.append(str(event.sentence)) if isinstance(event, Note) else None,
    )
    assert solution.length == first.length
    assert "Shorter answers require Numba, which is not installed." in notes
