"""The pieces of a cube's problem agree with an independent model, a lattice of cubies that shares no code."""

from random import Random

import numpy as np
import pytest

from cubeproof.errors import UsageError
from cubeproof.problem import CubePieces, Generator, Problem, cube_pieces, cube_problem
from cubeproof.puzzle.assignment import homes
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import size_of
from ground_truth import stickers
from second_opinion import lattice

SIZES = [2, 3, 4, 5]


def word(random: Random, size: int, turns: int) -> lattice.Array:
    """Some turns of the lattice, in gather form."""
    permutation = np.arange(6 * size * size)
    for _ in range(turns):
        permutation = permutation[lattice.permutation(random.choice(lattice.slabs(size)), size)]
    return permutation


def distance_from_axes(size: int) -> list[list[int]]:
    """For every sticker what no turn changes about its cubie: its coordinates without their signs and order."""
    kinds: list[list[int]] = np.sort(np.abs(lattice.cubies(size)), axis=1).tolist()
    return kinds


def read(start: lattice.Array, goal: lattice.Array, turns: list[lattice.Array]) -> CubePieces:
    size = size_of(len(start))
    assert size is not None
    still = (np.stack(turns) == np.arange(len(start))).all(axis=0)
    return CubePieces(size, start.astype(np.int8), (goal.astype(np.int8),), still)


class TestHomes:
    @pytest.mark.parametrize("seed", range(8))
    @pytest.mark.parametrize("size", SIZES)
    def test_homes_are_the_turns_from_goal_to_start(self, size: int, seed: int) -> None:
        random = Random(seed)
        turns = [lattice.permutation(turn, size) for turn in lattice.slabs(size)]
        goal = random.choice([lattice.solved(size), lattice.solved(size)[word(random, size, 20)]])
        # The names of the colours do not matter.
        goal = np.array(random.sample(range(100), 6))[goal]
        turned = word(random, size, 30)
        (mapping,) = read(goal[turned], goal, turns).homes
        assert mapping is not None
        assert (goal[mapping] == goal[turned]).all()
        assert sorted(mapping.tolist()) == list(range(6 * size * size))
        kinds = distance_from_axes(size)
        loose = np.array([[abs(way) for way in cubie].count(size - 1) == 1 for cubie in kinds])
        loose &= np.array([cubie != [0, 0, size - 1] for cubie in kinds])
        # Centres that look alike may have changed places, all other pieces have not.
        assert (mapping[~loose] == turned[~loose]).all()
        assert all(kinds[here] == kinds[there] for here, there in enumerate(mapping.tolist()))

    @pytest.mark.parametrize("size", SIZES)
    def test_homes_do_not_exist_with_a_wrong_sticker(self, size: int) -> None:
        random = Random(size)
        turns = [lattice.permutation(turn, size) for turn in lattice.slabs(size)]
        solved = lattice.solved(size)
        for place in random.sample(range(6 * size * size), 12):
            start = solved[word(random, size, 9)]
            start[place] = (start[place] + random.randint(1, 5)) % 6
            assert read(start, solved, turns).homes == (None,)

    @pytest.mark.parametrize(("one", "other"), [("URF", "DLF"), ("UF", "BR")])
    def test_homes_do_not_exist_for_a_mirrored_piece(self, one: str, other: str) -> None:
        solved = lattice.solved(3)
        turns = [lattice.permutation(turn, 3) for turn in lattice.slabs(3)]
        first, second = stickers(one)[:2]
        start = solved.copy()
        start[[first, second]] = start[[second, first]]
        # Two stickers of an edge exchanged are a flipped edge, which is a piece; of a corner they are its mirror image.
        assert (read(start, solved, turns).homes[0] is None) == (len(one) == 3)
        start = solved.copy()
        start[[first, stickers(other)[0]]] = start[[stickers(other)[0], first]]
        assert read(start, solved, turns).homes == (None,)

    def test_a_goal_whose_pieces_look_alike_leaves_no_choice_only_where_they_stay(self) -> None:
        solved = lattice.solved(3)
        face = lattice.permutation(lattice.Turn("R", 1, 1, 1), 3)
        everything = [lattice.permutation(turn, 3) for turn in lattice.slabs(3)]
        # Two edges of L, which R does not move, of the same colours.
        goal = solved.copy()
        goal[list(stickers("UL"))] = goal[list(stickers("DL"))]
        for turns, alike in (([face], False), (everything, True)):
            structure = read(goal[face], goal, turns)
            assert structure.distinguishable == (not alike)
            (mapping,) = structure.homes
            assert (mapping is None) == alike
            if mapping is not None:
                assert (mapping == face).all()

    @pytest.mark.parametrize("name", ["UFL", "UL"])
    def test_homes_are_ambiguous_for_a_symmetric_piece(self, name: str) -> None:
        goal = np.arange(54)
        goal[list(stickers(name))] = goal[stickers(name)[0]]
        turns = [lattice.permutation(turn, 3) for turn in lattice.slabs(3)]
        assert read(np.arange(54), np.arange(54), turns).distinguishable
        assert not read(goal, goal, turns).distinguishable
        assert read(goal, goal, turns).homes == (None,)

    def test_homes_do_not_exist_with_an_unknown_sticker(self) -> None:
        start = lattice.solved(2)
        start[5] = -1
        structure = read(start, lattice.solved(2), [word(Random(1), 2, 1)])
        assert not structure.is_complete
        assert not structure.distinguishable
        assert structure.homes == (None,)

    def test_homes_differ_for_pieces_of_equal_colours(self) -> None:
        # Every centre but the middle ones of U is exchanged with one of R.
        goal = lattice.solved(5)
        start = goal.copy()
        start[[6, 31]] = start[[31, 6]]
        mapping = homes(start, goal, 5, np.zeros(150, dtype=bool))
        assert mapping is not None
        assert (goal[mapping] == start).all()
        assert len(set(mapping.tolist())) == 150


class TestGenerators:
    @pytest.mark.parametrize("size", SIZES)
    def test_fixed_stickers_decide_if_the_hold_is_known(self, size: int) -> None:
        random = Random(size)
        slabs = lattice.slabs(size)
        for _ in range(30):
            turns = [lattice.permutation(turn, size) for turn in random.sample(slabs, random.randint(1, 4))]
            solved = lattice.solved(size)
            structure = read(solved, solved, turns)
            stays = [
                place for place in range(len(solved)) if all(int(turn[place]) == place for turn in turns)
            ]
            assert np.flatnonzero(structure.still).tolist() == stays
            keeping = [1 for _, whole in lattice.rotations(size) if (whole[stays] == stays).all()]
            assert structure.held == (len(keeping) == 1)

    def test_a_problem_that_is_not_from_a_cube_has_no_pieces(self) -> None:
        problem = cube_problem(Cube(2))
        assert cube_pieces(problem) is not None
        assert cube_pieces(Problem(problem.start, problem.goals, problem.generators)) is None

    def test_a_number_that_only_becomes_a_sticker_when_it_is_cut_short_is_refused(self) -> None:
        problem = cube_problem(Cube(2))
        cut = problem.generators[0].permutation.astype(np.int64)
        cut[0] += 1 << 16
        with pytest.raises(UsageError, match="numbers above 32,767"):
            Generator("R", cut)  # type: ignore[arg-type]
