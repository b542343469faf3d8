"""The sticker encodings against the plainest search there is, and against the encoding by pieces."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubeproof.formulas.encodings import encoding
from cubeproof.formulas.formula import Formula
from cubeproof.formulas.instance import Instance, ProblemPieces
from cubeproof.methods.sat.answer import word_of
from cubeproof.problem import Generator, Problem, cube_problem
from cubeproof.puzzle.cube import UNKNOWN, Cube, permutation
from cubeproof.puzzle.move import Metric
from cubeproof.puzzle.scramble import random_moves

STICKER = ("sticker", "sticker-binary")


def lengths(problem: Problem, most: int) -> set[int]:
    """The costs of the answers to a problem up to a cost, by enumeration of every word."""
    reached = [{problem.start.tobytes(): problem.start}]
    for cost in range(1, most + 1):
        reached.append({})
        for generator in problem.generators:
            if generator.cost <= cost:
                for pattern in reached[cost - generator.cost].values():
                    after = pattern[generator.permutation]
                    reached[cost][after.tobytes()] = after
    return {cost for cost, layer in enumerate(reached) if any(map(problem.fits, layer.values()))}


def model_of(formula: Formula) -> list[int] | None:
    """A model of a formula, or None."""
    from pysat.solvers import Solver

    flat = formula.flat()
    ends = np.flatnonzero(flat == 0)
    with Solver(name="minisat22") as solver:
        for clause in np.split(flat, ends + 1)[:-1]:
            solver.add_clause(clause[:-1].tolist())
        return list(solver.get_model()) if solver.solve() else None


def agrees(name: str, problem: Problem, most: int, *, canonical: bool = False) -> None:
    """Hold an encoding against the plain search, for all horizons up to the most, with idle steps and without."""
    costs = lengths(problem, most)
    pieces = ProblemPieces(problem)
    for horizon in range(most + 1):
        for idle in (False, True):
            formula = encoding(name).write(Instance(pieces, horizon, idle=idle, canonical=canonical))
            results = model_of(formula)
            expected = any(cost <= horizon for cost in costs) if idle else horizon in costs
            if canonical and not idle and expected and min(costs) != horizon:
                continue  # Only shortest answers are sure to be in canonical order.
            assert (results is not None) == expected, (horizon, idle)
            if results is not None:
                word = word_of(problem, formula, np.array(results))
                assert problem.cost(word) <= horizon if idle else problem.cost(word) == horizon
                assert formula.verify(results) == []


@st.composite
def puzzles(draw: st.DrawFn) -> Problem:
    """Any permutations of a few stickers, colours and unknown ones on both sides, turns that cost 1 or 2."""
    count = draw(st.integers(1, 7))
    colour = st.integers(UNKNOWN, 3)
    patterns = st.lists(colour, min_size=count, max_size=count).map(lambda row: np.array(row, np.int8))
    generators = st.lists(
        st.tuples(st.permutations(range(count)), st.sampled_from((1, 1, 2))), min_size=1, max_size=4
    )
    return Problem(
        draw(patterns),
        tuple(draw(st.lists(patterns, min_size=1, max_size=3))),
        tuple(
            Generator(f"g{number}", np.array(row, np.int16), cost)
            for number, (row, cost) in enumerate(draw(generators))
        ),
    )


def blurred(cube: Cube, unknown: set[int]) -> Cube:
    """The cube with some of its stickers unknown."""
    colours = cube.colours.copy()
    colours[[number % len(colours) for number in sorted(unknown)]] = UNKNOWN
    return Cube.from_colours(colours)


@st.composite
def cube_problems(draw: st.DrawFn) -> tuple[Problem, int]:
    """A scrambled cube with stickers unknown on either side, any of some sets of turns, and how far to look."""
    size = draw(st.sampled_from((2, 3, 4)))
    metric = draw(st.sampled_from(list(Metric)))
    moves = draw(st.sampled_from((None, "R,U", "R2,U", "R,U2,F2", "R,L", *((["R,M"]) if size == 3 else []))))
    start = Cube(size).apply(random_moves(size, draw(st.integers(0, 3)), draw(st.integers(0, 99))))
    some = st.sets(st.integers(0, 6 * size * size - 1), max_size=6 * size * size)
    unknown = draw(st.just(set()) | some)
    matters_not = draw(st.just(set()) | some)
    up_to_rotation = draw(st.booleans())
    problem = cube_problem(
        blurred(start, unknown),
        blurred(Cube(size), matters_not),
        moves=moves,
        metric=metric,
        up_to_rotation=up_to_rotation,
    )
    return problem, 2 if len(problem.generators) > 6 else 3


@pytest.mark.parametrize("name", STICKER)
class TestAnswers:
    @given(puzzle=puzzles())
    def test_sticker_encoding_agrees_with_brute_force(self, name: str, puzzle: Problem) -> None:
        agrees(name, puzzle, 4)

    @given(puzzle=puzzles())
    def test_canonical_order_loses_no_shortest_answer(self, name: str, puzzle: Problem) -> None:
        agrees(name, puzzle, 3, canonical=True)

    @settings(max_examples=40)
    @given(drawn=cube_problems())
    def test_sticker_encoding_takes_unknown_stickers_on_both_sides(
        self, name: str, drawn: tuple[Problem, int]
    ) -> None:
        agrees(name, *drawn)

    def test_a_turn_that_costs_two_takes_two_steps(self, name: str) -> None:
        agrees(name, cube_problem(Cube(3).apply("R2 U"), moves="R2,U", metric="qtm"), 4)


def by_stickers_report(cube: Cube) -> Problem:
    """The problem of the student report that solves the 3×3×3 by stickers.

    Nine layers turn by three amounts, the centres move, and at the end every face has one colour.
    """
    turns = [f"{layer}{amount}" for layer in "UDFBLRMES" for amount in ("", "'", "2")]
    return Problem(
        cube.colours,
        tuple(way.colours for way in Cube(3).rotations()),
        tuple(Generator(turn, permutation(turn, 3)) for turn in turns),
        "stm",
    )


@pytest.mark.parametrize("name", STICKER)
class TestWhatTheReportWrites:
    def test_an_action_is_one_of_nine_layers_by_one_of_three_amounts(self, name: str) -> None:
        formula = encoding(name).write(
            Instance(ProblemPieces(by_stickers_report(Cube(3).apply("R"))), 4, canonical=False)
        )
        assert formula.ids("layer").shape == (4, 9)
        assert formula.ids("amount").shape == (4, 3)
        assert formula.ids("turn").shape == (4, 27)

    @pytest.mark.parametrize(
        ("scramble", "length"), [("M", 1), ("M E' R", 3), ("U F2 L' D", 4), ("R2 U S", 3)]
    )
    def test_scrambles_are_solved_to_faces_of_one_colour_however_the_cube_is_held(
        self, name: str, scramble: str, length: int
    ) -> None:
        problem = by_stickers_report(Cube(3).apply(scramble))
        for horizon in range(1, length + 1):
            formula = encoding(name).write(Instance(ProblemPieces(problem), horizon, canonical=False))
            results = model_of(formula)
            assert (results is None) == (horizon < length)
            if results is not None:
                word = word_of(problem, formula, np.array(results))
                faces = problem.after(word).reshape(6, 9)
                assert (faces == faces[:, :1]).all()

    def test_variables_cover_every_sticker_and_step(self, name: str) -> None:
        formula = encoding(name).write(
            Instance(ProblemPieces(by_stickers_report(Cube(3).apply("R U"))), 2, canonical=False)
        )
        kind, width = ("colour", 6) if name == "sticker" else ("bit", 3)
        assert formula.ids(kind).shape == (3, 54, width)


class TestWriting:
    def test_stickers_that_never_move_and_match_are_left_out(self) -> None:
        formula = encoding("sticker").write(Instance(ProblemPieces(cube_problem(Cube(3).apply("R U"))), 2))
        assert formula.ids("colour").shape == (3, 48, 6)

    def test_stickers_that_never_move_and_do_not_match_make_it_unsatisfiable(self) -> None:
        problem = cube_problem(Cube(3).apply("F"), moves="R,U")
        assert all(
            model_of(encoding(name).write(Instance(ProblemPieces(problem), 3, idle=True))) is None
            for name in STICKER
        )

    def test_only_stickers_that_the_goal_speaks_of_are_followed(self) -> None:
        goal = np.full(54, UNKNOWN, np.int8)
        goal[[28, 30, 32, 34]] = 3  # the edges' stickers on D
        problem = cube_problem(Cube(3).apply("R F"), Cube.from_colours(goal))
        formula = encoding("sticker").write(Instance(ProblemPieces(problem), 2))
        assert formula.ids("colour").shape == (3, 24, 6)

    def test_start_of_unknown_stickers_needs_no_turn(self) -> None:
        problem = cube_problem(Cube.from_facelets("?" * 54))
        for name in STICKER:
            formula = encoding(name).write(Instance(ProblemPieces(problem), 0))
            assert not formula.has("colour") or formula.ids("colour").size == 0
            assert model_of(formula) is not None

    def test_clauses_are_written_once(self) -> None:
        for name in STICKER:
            formula = encoding(name).write(
                Instance(ProblemPieces(cube_problem(Cube(2).apply("R D"))), 2, idle=True)
            )
            clauses = [
                tuple(sorted(row[row != 0].tolist())) for group in formula.groups for row in group.clauses
            ]
            assert len(set(clauses)) == len(clauses)
