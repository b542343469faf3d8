"""From cubes to problems: which turns are allowed, what the goal is, how turns that move the observer are written."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute_force import distances
from cube_maps import map_of
from cubeproof.errors import NotationError, UsageError
from cubeproof.problem import Pattern, Problem, allowed_moves, cube_problem, default_moves
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import FACES
from cubeproof.puzzle.move import Metric, Move
from strategies import cubes


class TestDefaultMoves:
    @pytest.mark.parametrize(
        ("size", "metric", "expected"),
        [
            (2, "htm", "R U F"),
            (2, "stm", "R U F"),
            (3, "htm", "U R F D L B"),
            (3, "stm", "U R F D L B M E S"),
            (4, "htm", "R Rw 3Rw U Uw 3Uw F Fw 3Fw"),
            (5, "qtm", "U Uw R Rw F Fw D Dw L Lw B Bw"),
        ],
    )
    def test_default_moves_are_those_of_the_metric(self, size: int, metric: str, expected: str) -> None:
        assert set(map(str, default_moves(size, metric))) == set(expected.split())

    @pytest.mark.parametrize("size", range(2, 8))
    @pytest.mark.parametrize("metric", Metric)
    def test_default_moves_cost_one_and_keep_the_fixed_corner(self, size: int, metric: Metric) -> None:
        for move in default_moves(size, metric):
            assert move.cost(metric, size) == 1
            assert size % 2 or Cube(size).apply(move).normalised() == Cube(size).apply(move)

    @pytest.mark.parametrize("size", range(2, 7))
    def test_default_slice_moves_have_every_block_once(self, size: int) -> None:
        problem = cube_problem(Cube(size), metric="stm")
        # Per axis a block ends at two of the N + 1 planes, but turning all layers on one side of a plane is turning
        # those on the other, held otherwise: two of the N − 1 planes inside, or one of them and an outer one.
        blocks = (size - 1) * (size - 2) // 2 + size - 1
        assert len(problem.generators) == 3 * 3 * blocks


class TestAllowedMoves:
    @pytest.mark.parametrize("text", ["R,U,F2", "R U F2", "R, U ,F2", "R',U,F2,R", "R U F2 U'", "Rw' 2-3Uw"])
    def test_allowed_moves_are_read_with_commas_or_blanks(self, text: str) -> None:
        results = allowed_moves(text)
        assert len(set(results)) == len(results)
        assert all(move.amount in (1, 2) for move in results)

    def test_a_quarter_turn_allows_all_turns_and_a_half_turn_itself(self) -> None:
        problem = cube_problem(Cube(2), moves="R',F2")
        assert [generator.name for generator in problem.generators] == ["R", "R2", "R'", "F2"]
        assert map_of(problem).allows(Alg("R R2 R' F2"))
        assert not map_of(problem).allows(Alg("F"))

    def test_lists_of_moves_and_of_texts_say_the_same(self) -> None:
        assert allowed_moves([Move("R"), Move("F", 2)]) == allowed_moves(["R", "F2"]) == allowed_moves("R,F2")

    def test_no_turn_in_a_list_is_lost(self) -> None:
        assert allowed_moves(["R U", "F2"]) == allowed_moves("R U F2")

    @pytest.mark.parametrize("moves", ["", " , ", [], [""], ["  "]], ids=repr)
    def test_empty_list_of_moves_is_refused(self, moves: str | list[str]) -> None:
        with pytest.raises(UsageError, match="empty"):
            allowed_moves(moves)

    @pytest.mark.parametrize("text", ["x", "R,y2", "R z'"])
    def test_a_rotation_is_refused(self, text: str) -> None:
        with pytest.raises(UsageError, match="turns the whole cube"):
            allowed_moves(text)

    @pytest.mark.parametrize(("text", "column"), [("R,Q", 3), ("Q", 1), ("R,U,,Q9", 6)])
    def test_an_unknown_turn_is_named_with_its_column(self, text: str, column: int) -> None:
        with pytest.raises(NotationError, match=f"column {column}:"):
            allowed_moves(text)

    @pytest.mark.parametrize(
        ("size", "moves", "reason"),
        [
            (2, "Rw", "turns the whole cube"),
            (2, "M", "has none"),
            (3, "3Rw", "turns the whole cube"),
            (3, "4R", "needs 4 layers"),
            (2, "m", "has none"),
        ],
    )
    def test_a_turn_that_the_size_lacks_is_refused(self, size: int, moves: str, reason: str) -> None:
        with pytest.raises(UsageError, match=reason):
            cube_problem(Cube(size), moves=moves)

    def test_turns_that_are_the_same_count_once_at_the_lower_cost(self) -> None:
        problem = cube_problem(Cube(2), Cube(2), moves="R,2L,L,2R", up_to_rotation=False)
        assert [generator.name for generator in problem.generators] == ["R", "R2", "R'", "L", "L2", "L'"]


class TestGoals:
    def test_sizes_must_agree(self) -> None:
        with pytest.raises(UsageError, match="2 layers and the goal 3"):
            cube_problem(Cube(2), Cube(3))

    def test_a_given_goal_can_be_asked_for_in_one_hold(self) -> None:
        goal = Cube(2).apply("x")
        problem = cube_problem(Cube(2), goal, up_to_rotation=False)
        assert [pattern.tolist() for pattern in problem.goals] == [goal.colours.tolist()]

    @given(cubes(2))
    def test_a_2x2x2_held_anyhow_has_one_goal(self, cube: Cube) -> None:
        problem = cube_problem(cube)
        assert len(problem.goals) == 1
        assert Cube.from_colours(problem.goals[0]).equals_up_to_rotation(Cube(2))

    @pytest.mark.parametrize(
        ("size", "moves", "metric", "goals"),
        [
            (3, None, "htm", 1),
            (3, None, "stm", 1),
            (2, "R,L,U", "htm", 24),
            (2, "R,L", "htm", 1),
            (2, "R,L,U,D,F,B", "htm", 1),
            (3, "R,U,M", "htm", 24),
            (3, "M,U", "stm", 24),
            (3, "M,E,S", "stm", 1),
        ],
    )
    def test_goals_are_as_few_as_the_turns_permit(
        self, size: int, moves: str | None, metric: str, goals: int
    ) -> None:
        assert len(cube_problem(Cube(size), moves=moves, metric=metric).goals) <= goals


# Sets of turns that keep the centres (or some corner), that move them in a way that looks the same from
# every side, and that do neither.
SETS = [
    (2, "R,D,B", "R R2 R' D D2 D' B B2 B'", "htm", 3),
    (2, "R,L", "R R2 R' L L2 L'", "htm", 3),
    (2, "R,L,U", "R R2 R' L L2 L' U U2 U'", "htm", 3),
    (2, "R,U,F,D,L,B", "R R2 R' U U2 U' F F2 F' D D2 D' L L2 L' B B2 B'", "htm", 3),
    (2, "R2,L,U2", "R2 L L2 L' U2", "htm", 4),
    (2, "R,D2,L", "R R' D2 L L'", "qtm", 4),
    (2, "R,L,D", "R R2 R' L L2 L' D D2 D'", "htm", 4),
    (3, "R,U,F2", "R R2 R' U U2 U' F2", "htm", 3),
    (3, "M,U", "M M2 M' U U2 U'", "stm", 3),
    (3, "M,E,S", "M M2 M' E E2 E' S S2 S'", "stm", 3),
    (3, "M,E2,R", "M M2 M' E2 R R2 R'", "htm", 4),
    (3, "M2,U2,R", "M2 U2 R R'", "qtm", 5),
]


def cheapest(problem: Problem, most: int) -> tuple[int, ...] | None:
    """A cheapest word up to a cost that solves a problem, by trying all words in the order of cost."""
    seen = {(0, problem.start.tobytes())}
    layers: list[list[tuple[tuple[int, ...], Pattern]]] = [[((), problem.start)]]
    layers += [[] for _ in range(most)]
    for cost, layer in enumerate(layers):
        for word, pattern in layer:
            if problem.fits(pattern):
                return word
            for index, generator in enumerate(problem.generators):
                after = pattern[generator.permutation]
                later = cost + generator.cost
                if later <= most and (later, after.tobytes()) not in seen:
                    seen.add((later, after.tobytes()))
                    layers[later].append(((*word, index), after))
    return None


@pytest.mark.parametrize(("size", "moves", "names", "metric", "most"), SETS)
def test_a_problem_asks_for_what_a_cuber_would_find_by_trying(
    size: int, moves: str, names: str, metric: str, most: int
) -> None:
    check(size, moves, names, metric, most)


@settings(max_examples=40)
@given(st.sampled_from([2, 3, 4]), st.data())
def test_problem_for_any_set_of_turns_agrees_with_brute_force(size: int, data: st.DataObject) -> None:
    faces = [Move(face) for face in FACES]
    blocks = {2: faces, 3: [*faces, *map(Move, "MES"), Move("R", 1, 1, 2), Move("U", 1, 1, 2)]}
    blocks[4] = [*faces, Move("R", 1, 1, 2), Move("L", 1, 2, 2), Move("m"), Move("U", 1, 1, 3)]
    chosen = data.draw(st.lists(st.sampled_from(blocks[size]), min_size=1, max_size=4, unique=True))
    halves = data.draw(st.sets(st.sampled_from(chosen)))
    metric = data.draw(st.sampled_from(Metric))
    amounts = (1, -1) if metric is Metric.QTM else (1, 2, -1)
    names = [replace(move, amount=n) for move in chosen for n in ((2,) if move in halves else amounts)]
    moves = [replace(move, amount=2) if move in halves else move for move in chosen]
    check(size, ",".join(map(str, moves)), " ".join(map(str, names)), metric, 3)


def check(size: int, moves: str, names: str, metric: str, most: int) -> None:
    lengths = distances(size, names, metric, most)
    for cost in range(most + 1):
        there = [colours for colours, result in lengths.items() if result == cost]
        for colours in Random(1).sample(there, min(6, len(there))):
            cube = Cube.from_colours(list(colours))
            problem = cube_problem(cube, moves=moves, metric=metric)
            word = cheapest(problem, most)
            assert word is not None
            assert problem.cost(word) == cost
            written = Alg(" ".join(problem.write(word)))
            assert set(map(str, written)) <= set(names.split())
            assert cube.apply(written).is_solved
            assert written.count(metric, size) == cost
