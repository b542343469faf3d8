"""Pieces, slots and orientations that are derived only from permutations are the cuber's pieces."""

import numpy as np
import pytest

from cubeproof.problem import Generator, PieceOrbit, Problem, cube_problem, piece_classes, piece_orbits
from cubeproof.puzzle.cube import Cube
from ground_truth import CORNERS, EDGES, stickers


def shapes(problem: Problem) -> list[tuple[int, int]]:
    """Of every orbit the number of slots and of orientations."""
    return sorted(orbit.at.shape for orbit in piece_orbits(problem))


def slots(orbit: PieceOrbit) -> set[frozenset[int]]:
    return {frozenset(body) for body in orbit.placements.tolist()}


class TestOrbits:
    @pytest.mark.parametrize(
        ("size", "moves", "metric", "expected"),
        [
            (2, None, "htm", [(7, 3)]),
            (3, None, "htm", [(8, 3), (12, 2)]),
            (3, None, "stm", [(8, 3), (12, 2)]),
            (3, "R,U", "htm", [(6, 3), (7, 1)]),  # two faces flip no edge
            (2, "R2,U2,F2", "htm", [(3, 1), (4, 1)]),  # half turns keep the two tetrads of corners apart
            (3, "R", "htm", [(1, 4)]),  # a single turning layer is one rigid piece
            (4, None, "htm", [(7, 3), (24, 1), (24, 1)]),
            (5, None, "htm", [(8, 3), (12, 2), (24, 1), (24, 1), (24, 1)]),
        ],
    )
    def test_slots_and_orientations_are_as_many_as_a_cuber_counts(
        self, size: int, moves: str | None, metric: str, expected: list[tuple[int, int]]
    ) -> None:
        assert shapes(cube_problem(Cube(size), moves=moves, metric=metric)) == expected

    def test_the_slots_of_the_3x3x3_are_its_corners_and_edges(self) -> None:
        orbits = piece_orbits(cube_problem(Cube(3)))
        results = set.union(*(slots(orbit) for orbit in orbits))
        assert results == {frozenset(stickers(name)) for name in CORNERS | EDGES}

    @pytest.mark.parametrize("size", [2, 3, 4, 5])
    def test_every_sticker_that_moves_belongs_to_one_slot(self, size: int) -> None:
        problem = cube_problem(Cube(size))
        moved = (problem.permutations != np.arange(6 * size * size)).any(axis=0)
        followed = np.zeros(6 * size * size, dtype=int)
        for orbit in piece_orbits(problem):
            for body in slots(orbit):
                followed[list(body)] += 1
        assert (followed == moved).all()

    @pytest.mark.parametrize(("size", "metric"), [(2, "htm"), (3, "htm"), (3, "stm"), (4, "htm")])
    def test_a_location_goes_where_its_stickers_go(self, size: int, metric: str) -> None:
        problem = cube_problem(Cube(size), metric=metric)
        for orbit in piece_orbits(problem):
            for index, permutation in enumerate(problem.permutations):
                goes = np.argsort(permutation)
                assert (goes[orbit.placements] == orbit.placements[orbit.images[index]]).all()
            assert (orbit.at[orbit.slots, orbit.orientations] == np.arange(orbit.locations)).all()
            assert (orbit.orientations[orbit.homes] == 0).all()

    def test_a_puzzle_that_is_no_cube_has_pieces_too(self) -> None:
        # Two dials of four that share two beads.
        left = Generator("a", np.array([1, 2, 3, 0, 4, 5], np.int16))
        right = Generator("b", np.array([0, 1, 3, 4, 5, 2], np.int16))
        beads = np.arange(6, dtype=np.int8)
        problem = Problem(beads, (beads,), (left, right))
        assert shapes(problem) == [(6, 1)]


class TestClasses:
    def test_solved_goal_has_a_class_per_piece(self) -> None:
        problem = cube_problem(Cube(3).apply("R U F"))
        results = piece_classes(problem, piece_orbits(problem))
        assert len(results) == 20
        assert all(len(part.starts) == 1 and part.targets.sum() == 1 for part in results)

    def test_pieces_that_the_goal_does_not_care_for_are_left_out(self) -> None:
        goal = list("?" * 54)
        for name in ("DF", "DR", "DB", "DL"):
            for sticker in stickers(name):
                goal[sticker] = "URFDLB"[sticker // 9]
        problem = cube_problem(Cube(3).apply("R F"), Cube.from_facelets("".join(goal)))
        results = piece_classes(problem, piece_orbits(problem))
        # The four edges of the cross, each by itself; the other eight together, which must keep out of its way;
        # no corner.
        assert sorted(len(part.starts) for part in results) == [1, 1, 1, 1, 8]

    def test_unknown_goal_has_no_classes(self) -> None:
        problem = cube_problem(Cube(3), Cube.from_facelets("?" * 54))
        assert piece_classes(problem, piece_orbits(problem)) == ()
