"""The map between a cube and its problem, compared with an independent model of the cube (`second_opinion.lattice`)."""

import pickle
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from cube_maps import map_of
from cubeproof.errors import InternalError, UsageError
from cubeproof.problem import BlockTurn, Problem, all_moves, core_turn, cube_problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import geometry, rotated_faces, rotation_inverses, rotation_products
from cubeproof.puzzle.move import Move
from second_opinion import lattice

SIZES = range(2, 8)


def inverse(permutation: lattice.Array) -> lattice.Array:
    return np.argsort(permutation)


def turn_kinds(size: int) -> list[Move]:
    """Turns of every kind: blocks of a face, inner blocks, slices."""
    moves = [*all_moves(size, "stm")]
    moves += [Move(face, 1, 1, 1) for face in "URFDLB"]
    return moves


def slab_of(axis: int, layer: int, quarters: int) -> lattice.Turn:
    return lattice.Turn("URF"[axis], layer, layer, quarters)


@pytest.mark.parametrize("size", SIZES)
def test_rotations_are_those_of_the_independent_model(size: int) -> None:
    cube = geometry(size)
    expected = {whole.astype(np.int16).tobytes() for _, whole in lattice.rotations(size)}
    assert {rotation.tobytes() for rotation in cube.rotations} == expected
    random = Random(size)
    for _ in range(50):
        first, second = random.randrange(24), random.randrange(24)
        product = cube.rotations[first][cube.rotations[second]]
        assert (cube.rotations[rotation_products()[first, second]] == product).all()
        assert (cube.rotations[rotation_inverses()[first]] == inverse(cube.rotations[first])).all()
        face = random.randrange(6)
        middle = face * size * size
        assert cube.rotations[first][middle] // size**2 == rotated_faces()[first][face]


@pytest.mark.parametrize("size", SIZES)
def test_core_turn_moves_the_stickers_as_the_block_does_in_every_hold(size: int) -> None:
    random = Random(size)
    rotations = geometry(size).rotations
    for move in turn_kinds(size):
        turn = replace(move, amount=random.choice([1, 2, -1]))
        moved = lattice.after(np.arange(6 * size * size), str(turn), size)
        for hold in range(24):
            after = random.randrange(24)
            expected = rotations[hold][moved[rotations[after]]][inverse(rotations[hold])]
            axis, amounts, rotation = core_turn(BlockTurn(turn, after), size, hold)
            result = np.arange(6 * size * size)
            for layer, amount in enumerate(amounts, 1):
                if amount:
                    result = result[lattice.permutation(slab_of(axis, layer, amount), size)]
            assert (result[rotations[rotation]] == expected).all(), (turn, hold, after)
            assert amounts[size // 2 if size % 2 else size - 1] == 0


MOVES: dict[str, dict[str, Any]] = {
    "usual": {},
    "faces": {"moves": "U,R,F,D,L,B"},
    "half turns": {"moves": "U2,R2,F2"},
    "two faces": {"moves": "R,U"},
    "inner": {"moves": "2R,U,2F2"},
    "opposite": {"moves": "R,L,U"},
}


@pytest.mark.parametrize("metric", ["htm", "qtm", "stm"])
@pytest.mark.parametrize("kind", MOVES)
@pytest.mark.parametrize("size", SIZES)
def test_words_become_the_turns_that_do_the_same(size: int, kind: str, metric: str) -> None:
    random = Random(f"{size} {kind} {metric}")
    for exact in (False, True):
        goal = Cube(size).apply(random.choice(["", "x", "y2", "x y'", "z'"]))
        turns = " ".join(random.choices([str(move) for move in turn_kinds(size)], k=6))
        start = goal.apply(turns)
        problem = cube_problem(start, goal, metric=metric, up_to_rotation=not exact, **MOVES[kind])
        word = tuple(random.choices(range(len(problem.generators)), k=random.randint(0, 9)))
        alg = " ".join(problem.write(word))
        # Written turns and the word lead to the same cube; only the hold may differ, and only where it is free.
        written = lattice.after(start.colours, alg, size)
        holds = [written[whole] for _, whole in lattice.rotations(size)]
        reached = problem.after(word)
        assert any((hold == reached).all() for hold in (holds if not exact else [written]))
        assert Alg(alg).count(metric, size) == problem.cost(word)
        # Each generator makes the turn that the map has for it.
        for generator, turn in zip(problem.generators, map_of(problem).turns, strict=True):
            rotation = geometry(size).rotations[turn.rotation]
            single = lattice.after(np.arange(6 * size * size), str(turn.move), size)
            assert (generator.permutation == single[rotation]).all()


@pytest.mark.parametrize("size", SIZES)
def test_turns_become_the_word_that_does_the_same(size: int) -> None:
    random = Random(size)
    problem = cube_problem(Cube(size).apply("R U F"), metric="stm")
    by_turn = map_of(problem).generators
    for _ in range(30):
        word = tuple(random.choices(range(len(problem.generators)), k=5))
        back = []
        frame = 0
        for name in problem.write(word):
            (move,) = Alg(name)
            axis, amounts, rotation = core_turn(BlockTurn(move), size, int(rotation_inverses()[frame]))
            ways = by_turn[axis, amounts]
            assert len(ways) == 1
            back.append(ways[0][0])
            frame = int(rotation_products()[frame, ways[0][1]])
            frame = int(rotation_products()[frame, rotation_inverses()[rotation]])
            frame = int(rotation_products()[frame, 0])
        assert len(back) == len(word)
        assert (problem.after(tuple(back)) == problem.after(word)).all()


def test_invert_refuses_a_word_that_is_not_an_answer() -> None:
    problem = cube_problem(Cube(3).apply("R U"))
    with pytest.raises(InternalError, match="does not reach the goal"):
        map_of(problem).invert(problem, (0,))


def test_invert_refuses_a_word_that_counts_otherwise_on_the_cube() -> None:
    problem = cube_problem(Cube(3).apply("R"))
    dear = replace(problem, generators=tuple(replace(turn, cost=2) for turn in problem.generators))
    (word,) = ((number,) for number, turn in enumerate(problem.generators) if turn.name == "R'")
    assert map_of(problem).invert(problem, word) == Alg("R'")
    with pytest.raises(InternalError, match="wrong length"):
        map_of(problem).invert(dear, word)


class TestKept:
    PROBLEM = cube_problem(Cube(3).apply("R U"), "cross", moves="R,U,F2", metric="qtm")

    def test_map_is_kept_through_pickle_copy_and_json(self) -> None:
        for copy in (
            pickle.loads(pickle.dumps(self.PROBLEM)),
            deepcopy(self.PROBLEM),
            Problem.from_dict(self.PROBLEM.to_dict()),
        ):
            assert copy == self.PROBLEM
            assert hash(copy) == hash(self.PROBLEM)
            assert map_of(copy).turns == map_of(self.PROBLEM).turns
            assert not copy.start.flags.writeable

    def test_a_changed_problem_has_no_map(self) -> None:
        fewer = replace(self.PROBLEM, generators=self.PROBLEM.generators[:2])
        assert fewer.cube_map is None
        assert replace(self.PROBLEM) != self.PROBLEM

    @pytest.mark.parametrize(
        ("entry", "value"),
        [
            ("start", Cube(3).apply("R U'").facelets),
            ("start", Cube(50).facelets),
            ("goal", "layer"),
            ("moves", "R,U,F"),
            ("moves", None),
            ("metric", "htm"),
        ],
        ids=["start", "size", "goal", "moves", "usual moves", "metric"],
    )
    def test_json_of_another_cube_is_refused(self, entry: str, value: object) -> None:
        data = self.PROBLEM.to_dict()
        data["cube"] = {**data["cube"], entry: value}  # type: ignore[dict-item]
        with pytest.raises(UsageError, match="not those of its cube"):
            Problem.from_dict(data)
