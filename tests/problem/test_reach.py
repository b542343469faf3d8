"""What cannot be reached is said before anything is searched, in words, and never wrongly."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubeproof import Cube, UnreachableError, solve
from cubeproof.cli import main
from cubeproof.problem import Generator, Problem, cube_problem, obstacle, reach
from cubeproof.problem.reach import StabiliserChain
from cubeproof.puzzle.scramble import random_moves
from ground_truth import GROUP_ORDERS

Permutation = tuple[int, ...]

# It swaps two corners and two edges, which turns of R and U move, but such turns never swap only two corners.
T_PERMUTATION = "R U R' U' R' F R2 U' R' U' R U R' F'"


@st.composite
def groups(draw: st.DrawFn, most: int = 6) -> list[Permutation]:
    """Generators of a group on a few points."""
    points = draw(st.integers(1, most))
    return draw(st.lists(st.permutations(range(points)).map(tuple), min_size=1, max_size=4))


def closure(generators: list[Permutation]) -> set[Permutation]:
    """All products of the generators, by making them all."""
    still = tuple(range(len(generators[0])))
    results, waiting = {still}, [still]
    while waiting:
        element = waiting.pop()
        for generator in generators:
            product = tuple(generator[image] for image in element)
            if product not in results:
                results.add(product)
                waiting.append(product)
    return results


def chain(problem: Problem) -> StabiliserChain:
    return StabiliserChain([tuple(row) for row in np.argsort(problem.permutations, axis=1).tolist()])


class TestStabiliserChain:
    @pytest.mark.parametrize(("size", "moves"), GROUP_ORDERS)
    def test_groups_of_cubes_are_as_large_as_has_been_published(self, size: int, moves: str) -> None:
        assert chain(cube_problem(Cube(size), moves=moves or None)).order == GROUP_ORDERS[size, moves]

    @settings(max_examples=200)
    @given(groups(), st.data())
    def test_group_is_the_closure_of_its_generators(
        self, generators: list[Permutation], data: st.DataObject
    ) -> None:
        elements = closure(generators)
        result = StabiliserChain(generators)
        assert result.order == len(elements)
        some = data.draw(st.permutations(range(len(generators[0]))).map(tuple))
        assert result.contains(some) == (some in elements)
        assert all(result.contains(element) for element in sorted(elements)[:: max(1, len(elements) // 20)])

    def test_group_of_the_identity_has_order_1(self) -> None:
        for generators in ([], [(0, 1, 2)]):
            result = StabiliserChain(generators)
            assert result.order == 1
            assert result.contains((0, 1, 2))
            assert not generators or not result.contains((1, 0, 2))

    def test_symmetric_and_alternating_groups_have_their_orders(self) -> None:
        swap, turn = (1, 0, *range(2, 12)), (*range(1, 12), 0)
        assert StabiliserChain([swap, turn]).order == 479_001_600
        threes = [tuple({0: 1, 1: k, k: 0}.get(i, i) for i in range(12)) for k in range(2, 12)]
        alternating = StabiliserChain(threes)
        assert alternating.order == 239_500_800
        assert not alternating.contains(swap)


@st.composite
def problems(draw: st.DrawFn, *, complete: bool = False) -> Problem:
    """A puzzle of a few stickers: colours may repeat or be unknown, or every sticker has its own colour."""
    points = draw(st.integers(2, 6))
    generators = tuple(
        Generator(str(number), np.array(permutation, dtype=np.int16))
        for number, permutation in enumerate(
            draw(st.lists(st.permutations(range(points)), min_size=1, max_size=3))
        )
    )
    if complete:
        start, goal = (draw(st.permutations(range(points))) for _ in range(2))
        goals = [goal]
    else:
        pattern = st.lists(st.integers(-1, 2), min_size=points, max_size=points)
        start, goals = draw(pattern), draw(st.lists(pattern, min_size=1, max_size=2))
    return Problem(
        np.array(start, dtype=np.int8), tuple(np.array(goal, dtype=np.int8) for goal in goals), generators
    )


def reachable(problem: Problem) -> bool:
    """Whether some word solves a problem, by making all states."""
    results, waiting = {problem.start.tobytes()}, [problem.start]
    while waiting:
        state = waiting.pop()
        if problem.fits(state):
            return True
        for permutation in problem.permutations:
            after = state[permutation]
            if after.tobytes() not in results:
                results.add(after.tobytes())
                waiting.append(after)
    return False


class TestObstacles:
    @settings(max_examples=400)
    @given(problems())
    def test_reachable_states_have_no_obstacle(self, problem: Problem) -> None:
        if reachable(problem):
            assert obstacle(problem) is None

    @settings(max_examples=300)
    @given(problems(complete=True))
    def test_obstacle_is_exact_for_distinct_stickers(self, problem: Problem) -> None:
        assert (obstacle(problem) is None) == reachable(problem)

    @settings(max_examples=150)
    @given(st.integers(2, 6), st.sampled_from(["htm", "qtm", "stm"]), st.integers(0, 999), st.data())
    def test_a_cube_that_is_surely_solvable_has_no_obstacle(
        self, size: int, metric: str, seed: int, data: st.DataObject
    ) -> None:
        # Half of the cubes are possible; some are held otherwise, some have unknown stickers.
        colours = (
            Cube(size)
            .apply(f"{random_moves(size, 30, seed=seed)} {data.draw(st.sampled_from('xyz'))}")
            .colours
        )
        colours = colours.copy()
        places = st.integers(0, len(colours) - 1)
        if data.draw(st.booleans()):
            first, second = data.draw(places), data.draw(places)
            colours[[first, second]] = colours[[second, first]]
        colours[data.draw(st.lists(places, max_size=8))] = -1
        problem = cube_problem(Cube.from_colours(colours), metric=metric, diagnose=False)
        assert problem.cube_map is not None
        if problem.cube_map.is_surely_reachable:
            assert obstacle(problem) is None

    def test_named_turns_goals_in_facelets_and_impossible_cubes_are_examined(self) -> None:
        cube = Cube(3).apply("R U")
        twisted = Cube(3).colours.copy()
        twisted[[8, 9, 20]] = twisted[[9, 20, 8]]
        for problem in (
            cube_problem(cube, moves="R,U"),
            cube_problem(cube, Cube(3)),
            cube_problem(cube, up_to_rotation=False),
            cube_problem(Cube.from_colours(twisted), diagnose=False),
        ):
            assert problem.cube_map is not None
            assert not problem.cube_map.is_surely_reachable

    @pytest.mark.parametrize("length", [1, 5, 20])
    @pytest.mark.parametrize("moves", ["R,U", "R2,U2,F2", "M,E,S", "U,R,F,D,L,B", "M,U", "R,U2"])
    def test_states_made_by_the_turns_are_reachable(self, length: int, moves: str) -> None:
        names = (moves.split(",") * length)[:length]
        cube = Cube(3).apply(" ".join(names))
        assert obstacle(cube_problem(cube, moves=moves, metric="stm")) is None

    @pytest.mark.parametrize(
        ("scramble", "moves", "sentence"),
        [
            (
                "F",
                "R,U",
                "No allowed turn moves the FRD piece at D1, where the goal requires another colour.",
            ),
            ("F", "R2,U2,F2,D2,L2,B2", "The allowed turns cannot bring the LUF piece at U9 to "),
            ("R", "U,D,R2,L2,F2,B2", "The allowed turns cannot bring the FRU piece at U3 to "),
            ("R U R' U'", "R2,U2,F2,D2,L2,B2", "The allowed turns cannot bring the UBR piece at U1 to "),
            ("(R' D' R D)2 U (R' D' R D)4 U'", "R2,U,D,L2,F2,B2", "cannot bring the RBU piece at U3"),
            ("R2 U2 R2 U2 R2 U2 F2 U F2", "R2,U2", "."),
            (
                T_PERMUTATION,
                "R,U",
                "The allowed turns lead to 73,483,200 states from the start, and the goal is not among them.",
            ),
        ],
    )
    def test_obstacle_is_a_sentence(self, scramble: str, moves: str, sentence: str) -> None:
        reason = obstacle(cube_problem(Cube(3).apply(scramble), moves=moves))
        assert reason is not None
        assert sentence in reason
        assert reason.endswith(".")

    def test_a_goal_that_needs_an_odd_permutation_of_wings_and_centres_alike(self) -> None:
        # Half turns of faces and inner slices are even on wings; a single quarter turn of a slice is not.
        cube = Cube(4).apply("2R")
        assert obstacle(cube_problem(cube, moves="U2,R2,F2,2R2,2U2,2F2")) is not None

    @pytest.mark.parametrize("engine", ["auto", "sat"])
    def test_solve_raises_the_obstacle_before_any_search(self, engine: str) -> None:
        with pytest.raises(UnreachableError, match="73,483,200 states"):
            solve(Cube(3).apply(T_PERMUTATION), moves="R,U", engine=engine)

    @pytest.mark.parametrize("goal", ["cross", "superflip", "checkerboard"])
    def test_a_goal_by_name_that_the_turns_do_not_lead_to(self, goal: str) -> None:
        with pytest.raises(UnreachableError):
            solve(Cube(3).apply("F"), goal=goal, moves="R,U")

    def test_open_goal_missed_by_few_states_is_unreachable(self) -> None:
        with pytest.raises(UnreachableError, match="lead to 2,592 states from the start"):
            solve(Cube(3).apply("U2 R2 U F2 U2"), goal="layer", moves="R2,U2,F2")

    def test_open_goal_met_by_one_of_few_states_is_reachable(self) -> None:
        assert solve(Cube(3).apply("U2 R2 F2"), goal="layer", moves="R2,U2,F2").length == 2

    def test_command_reports_the_obstacle_with_its_status(self, capsys: pytest.CaptureFixture[str]) -> None:
        for scramble, moves in (("F", "R,U"), ("R U", "R2,U2")):
            assert main(["solve", scramble, "--moves", moves]) == 3
            seen = capsys.readouterr()
            assert seen.out == ""
            assert "allowed turn" in seen.err.lower()


class TestKept:
    """The group of a set of turns is computed once and never used for another set."""

    def test_other_turns_of_equal_number_have_another_group(self) -> None:
        few, many = "R2,U2,F2", "R2,U2,F"
        for order in (("R2,U2", "R2,F2"), ("R2,F2", "R2,U2")):
            reach._chain.cache_clear()
            for moves in order:
                second = order[1 - order.index(moves)]
                for turns, expected in ((moves, True), (second, False)):
                    scramble = " ".join(turns.split(",") * 2)
                    problem = cube_problem(Cube(3).apply(scramble), moves=moves)
                    assert (obstacle(problem) is None) == expected
        assert obstacle(cube_problem(Cube(3).apply("F"), moves=many)) is None
        assert obstacle(cube_problem(Cube(3).apply("F"), moves=few)) is not None

    def test_the_next_cube_finds_the_group_ready(self) -> None:
        reach._chain.cache_clear()
        for scramble in ("R", "R U", "R U F"):
            assert obstacle(cube_problem(Cube(3).apply(scramble))) is None
        assert (reach._chain.cache_info().misses, reach._chain.cache_info().hits) == (1, 2)

    def test_a_large_set_of_turns_is_not_kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        reach._chain.cache_clear()
        monkeypatch.setattr(reach, "_KEPT_BYTES", 0)
        assert obstacle(cube_problem(Cube(3).apply("R U"))) is None
        assert reach._chain.cache_info().currsize == 0
