"""Every way to write a formula means the same: the table, brute force and the encodings agree on what has an answer."""

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asking import ask, length_formula, words
from brute_force import distances
from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Bounds, Word
from cubeproof.engines.table import TableEngine
from cubeproof.errors import UsageError
from cubeproof.formulas.encodings import ENCODINGS, encoding
from cubeproof.formulas.instance import ProblemPieces
from cubeproof.methods.sat.parity import odd_lengths
from cubeproof.problem import Problem, cube_problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube, random_moves
from engine_runs import run_engine

NAMES = sorted(ENCODINGS)
BY_PIECES = ["cubie-binary", "cubie-onehot", "framed"]


def table_words(problem: Problem) -> set[Word]:
    return set(run_engine(TableEngine(every=True), problem, Bounds(), Control()).words)


def check_length(problem: Problem, length: int, name: str) -> None:
    """An answer of this length exists and no shorter one; both questions, "exactly" and "at most", confirm this."""
    for idle in (True, False):
        word = ask(problem, length, name, idle=idle)
        assert word is not None
        assert problem.is_solved_by(word)
        assert problem.cost(word) == length
        assert ask(problem, length - 1, name, idle=idle) is None
    assert ask(problem, length + 2, name, idle=True) is not None


@st.composite
def short_problems(draw: st.DrawFn) -> Problem:
    """A 2×2×2 with an answer of a few turns: in half or quarter turns, with some turns only, or with another goal."""
    seed = draw(st.integers(0, 10**6))
    moves = draw(st.sampled_from([None, "R,U", "R2,U,F2", "U,L,F", "R,U2,F", "R,U2"]))
    if moves:
        allowed = [generator.name for generator in cube_problem(Cube(2), moves=moves).generators]
        return cube_problem(Cube(2).apply(" ".join(Random(seed).choices(allowed, k=5))), moves=moves)
    if draw(st.booleans()):
        start = random_cube(2, seed)
        return cube_problem(start, start.apply(random_moves(2, 4, seed).simplify()), moves="R,U,F")
    metric = draw(st.sampled_from(["htm", "qtm"]))
    length = draw(st.integers(1, 6 if metric == "htm" else 4))
    return cube_problem(Cube(2).apply(random_moves(2, length, seed)), metric=metric)


@pytest.mark.parametrize("name", BY_PIECES)
class TestAgainstTheTable:
    @settings(max_examples=25)
    @given(drawn=short_problems())
    def test_encoding_agrees_with_the_table(self, name: str, drawn: Problem) -> None:
        if not drawn.fits(drawn.start):
            check_length(drawn, drawn.cost(next(iter(table_words(drawn)))), name)

    @settings(max_examples=5)
    @given(seed=st.integers(0, 10**6))
    def test_encoding_gives_all_shortest_words_in_canonical_order(self, name: str, seed: int) -> None:
        cube = Cube(2).apply(random_moves(2, 5, seed))
        problem = cube_problem(cube)
        if not problem.fits(problem.start):
            expected = table_words(problem)
            length = len(next(iter(expected)))
            results = list(words(problem, length_formula(problem, length, name, idle=False, canonical=True)))
            assert set(results) == expected
            assert len(results) == len(expected)


SETS = [
    (3, None, "U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'", "htm", 3),
    (3, None, "U U' R R' F F' D D' L L' B B'", "qtm", 3),
    (3, None, "U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B' M M2 M' E E2 E' S S2 S'", "stm", 2),
    (3, "M,E,S", "M M2 M' E E2 E' S S2 S'", "htm", 4),
    (3, "M,U", "M M2 M' U U2 U'", "stm", 3),
    (3, "M2,U,R2", "M2 U U' R2", "qtm", 5),
    (2, "R,D2,L", "R R' D2 L L'", "qtm", 4),
    (2, "R,L,U", "R R2 R' L L2 L' U U2 U'", "htm", 3),
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("size", "moves", "names", "metric", "most"), SETS)
def test_encoding_agrees_with_brute_force(
    size: int, moves: str | None, names: str, metric: str, most: int, name: str
) -> None:
    lengths = distances(size, names, metric, most)
    for cost in range(max(1, most - 1), most + 1):
        there = [colours for colours, result in lengths.items() if result == cost]
        for colours in Random(2).sample(there, min(2, len(there))):
            cube = Cube.from_colours(list(colours))
            problem = cube_problem(cube, moves=moves, metric=metric)
            word = ask(problem, cost, name)
            assert word is not None
            assert problem.cost(word) == cost
            assert cube.apply(Alg(" ".join(problem.write(word)))).is_solved
            assert ask(problem, cost - 1, name) is None


@pytest.mark.parametrize("name", NAMES)
def test_unknown_stickers_are_free(name: str) -> None:
    # The white cross: the shortest answer to R F R' leaves corners and other edges where they are.
    goal = ["?"] * 54
    for sticker in (1, 3, 4, 5, 7, 10, 13, 19, 22, 37, 40, 46, 49):
        goal[sticker] = "URFDLB"[sticker // 9]
    problem = cube_problem(Cube(3).apply("R F R'"), Cube.from_facelets("".join(goal)))
    word = ask(problem, 3, name)
    assert word is not None
    assert problem.is_solved_by(word)
    start = Cube.from_facelets("?" * 12 + Cube(2).apply("R").facelets[12:])
    problem = cube_problem(start)
    word = ask(problem, 1, name)
    assert word is not None
    assert problem.is_solved_by(word)
    assert ask(problem, 0, name) is None


@pytest.mark.parametrize("name", NAMES)
def test_encoding_accepts_0_steps(name: str) -> None:
    for idle in (True, False):
        assert ask(cube_problem(Cube(2)), 0, name, idle=idle) == ()
        assert ask(cube_problem(Cube(2).apply("R")), 0, name, idle=idle) is None


class TestWhatTheReportWrites:
    """The encoding of the student report that solves the 2×2×2 by pieces.

    Nine actions, three bits a slot for the piece, one variable for each of three orientations.
    """

    @pytest.mark.parametrize("length", [1, 4])
    def test_variables_are_those_of_the_report(self, length: int) -> None:
        formula = length_formula(cube_problem(random_cube(2, 1)), length, "cubie-binary", idle=False)
        by_kind: dict[str, int] = {}
        for _, name in formula.names():
            by_kind[name.kind] = by_kind.get(name.kind, 0) + 1
        assert by_kind == {
            "turn": 9 * length,
            "piece0": 3 * 7 * (length + 1),
            "turned0": 3 * 7 * (length + 1),
        }

    def test_one_hot_encoding_takes_seven_variables_a_slot(self) -> None:
        formula = length_formula(cube_problem(random_cube(2, 1)), 4, "cubie-onehot", idle=False)
        assert formula.ids("piece0").shape == (5, 7, 7)

    @pytest.mark.parametrize("name", ["cubie-binary", "cubie-onehot"])
    def test_a_transition_copies_the_piece_and_its_orientation_with_two_clauses_each(self, name: str) -> None:
        formula = length_formula(cube_problem(random_cube(2, 1)), 1, name, idle=False)
        moves = [group for group in formula.groups if group.label.startswith("R moves")]
        pieces = 3 if name == "cubie-binary" else 7
        assert sum(len(group.clauses) for group in moves) == 2 * 7 * (pieces + 3)
        assert all(group.clauses.shape[1] == 3 for group in moves)

    def test_both_ends_are_stated_completely(self) -> None:
        formula = length_formula(cube_problem(random_cube(2, 1)), 2, "cubie-onehot", idle=False)
        units = {
            abs(int(clause[0])) for group in formula.groups for clause in group.clauses if len(clause) == 1
        }
        for moment in (0, -1):
            for kind in ("piece0", "turned0"):
                assert set(formula.ids(kind)[moment].ravel().tolist()) <= units


class TestParity:
    @given(st.integers(0, 10**6), st.integers(0, 12))
    def test_parity_in_quarter_turns_is_that_of_the_scramble(self, seed: int, length: int) -> None:
        random = Random(seed)
        for size, faces in ((2, "RDB"), (3, "URFDLB")):
            scramble = " ".join(random.choice(faces) + random.choice(["", "'"]) for _ in range(length))
            problem = cube_problem(Cube(size).apply(scramble), metric="qtm")
            assert odd_lengths(ProblemPieces(problem)) == bool(length % 2)

    @pytest.mark.parametrize(
        ("size", "metric", "moves"), [(2, "htm", None), (3, "htm", None), (3, "stm", None)]
    )
    def test_parity_is_open_in_other_metrics(self, size: int, metric: str, moves: str | None) -> None:
        assert (
            odd_lengths(ProblemPieces(cube_problem(Cube(size).apply("R"), metric=metric, moves=moves)))
            is None
        )

    def test_half_turns_that_count_twice_are_even(self) -> None:
        problem = cube_problem(Cube(2).apply("R D2"), moves="R,D2", metric="qtm")
        assert odd_lengths(ProblemPieces(problem)) is True


def test_an_unknown_encoding_is_refused_with_those_there_are() -> None:
    with pytest.raises(UsageError, match=r"no encoding 'magic'; there are .*framed"):
        encoding("magic")


def test_numbers_of_formulas_are_those_of_dimacs() -> None:
    for name in NAMES:
        flat = length_formula(cube_problem(random_cube(2, 1)), 3, name).flat()
        assert flat.dtype == np.int32
        assert flat[-1] == 0
