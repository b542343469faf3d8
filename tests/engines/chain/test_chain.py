"""The chain engine solves any start with any turns; a separate model replays its answers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from cubeproof import Cube, Generator, Problem, Stop, UnreachableError, random_cube, solve
from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt
from cubeproof.contract.outcome import Bounds
from cubeproof.engines.chain.engine import ChainEngine
from cubeproof.errors import UnsupportedError
from cubeproof.problem import cube_problem
from engine_runs import run_engine
from permutation_group import PermutationGroup
from second_opinion import lattice

# Sets of turns that make every cube, or only some of them.
FULL = ("R,L,F,B,D", "U,R,L,F,B", "R,U,F,L2,B2,D2", "R,L,U,D,F", "R,L,F,B,D,M")
PARTIAL = (
    "R,L,F,B,D2",
    "R,L,F,B,D2,U2",
    "R,L,F2,B2,U,D",
    "R2,L2,F2,B2,U,D",
    "R,U,M",
    "M,U,R,F",
    "Rw,Uw,F",
    "U,R,F",
)


def makes_every_cube(moves: str) -> bool:
    """Whether turns make all cubes, by the order of their group, which is computed without our code."""
    turns = [lattice.permutation(turn, 3).tolist() for turn in lattice.read(moves, 3)]
    return PermutationGroup(turns).order % 43_252_003_274_489_856_000 == 0


def scrambled(moves: str, seed: int) -> Cube:
    """A cube after many of the turns."""
    random = Random(seed)
    cube = Cube(3)
    for _ in range(80):
        cube = cube.apply(random.choice(moves.split(",")))
    return cube


def replayed_length(cube: Cube, moves: str, answer: str, metric: str = "htm") -> int:
    """The length of an answer on the separate model, after checking its turns and its end."""
    allowed = {turn.name[0:2].rstrip("2'") + turn.name[2:].rstrip("2'") for turn in lattice.read(moves, 3)}
    turns = lattice.read(answer, 3)
    assert {turn.name.rstrip("2'") for turn in turns} <= {name.rstrip("2'") for name in allowed}
    end = lattice.after(lattice.colours(cube.facelets), answer, 3)
    assert all(len(set(face)) == 1 for face in end.reshape(6, 9).tolist())
    return sum(turn.cost(metric, 3) for turn in turns)


def check_turns(moves: str, cubes: Sequence[Cube]) -> list[int]:
    lengths = []
    for cube in cubes:
        # The usual quick search of `auto`.
        solution = solve(cube, moves=moves, quick=True)
        assert solution.length == replayed_length(cube, moves, solution.written)
        lengths.append(solution.length)
    return lengths


@pytest.mark.guards("no answer with five faces in 30 s")
def test_auto_answers_five_faces_in_at_most_sixty_turns() -> None:
    assert makes_every_cube("R,L,F,B,D")
    solution = solve(random_cube(3, seed=4), moves="R,L,F,B,D", quick=True)
    assert solution.engine == "chain"
    assert replayed_length(solution.start, "R,L,F,B,D", solution.written) == solution.length
    assert solution.length is not None
    assert solution.length <= 60


@pytest.mark.parametrize("moves", FULL[1:])
def test_auto_answers_every_cube_with_turns_that_make_all_cubes(moves: str) -> None:
    assert makes_every_cube(moves)
    assert max(check_turns(moves, [random_cube(3, seed=seed) for seed in (1, 2)])) <= 60


@pytest.mark.parametrize("moves", PARTIAL)
def test_chain_answers_what_its_turns_have_scrambled(moves: str) -> None:
    for seed in (1, 2):
        cube = scrambled(moves, seed)
        solution = solve(cube, moves=moves, engine="chain", quick=True)
        assert replayed_length(cube, moves, solution.written) == solution.length
        assert solution.length is not None
        assert solution.length <= 80


@pytest.mark.soak
@pytest.mark.parametrize("moves", FULL + PARTIAL)
def test_two_hundred_cubes_have_answers(moves: str) -> None:
    if moves in FULL:
        cubes = [random_cube(3, seed=seed) for seed in range(200)]
    else:
        cubes = [scrambled(moves, seed) for seed in range(200)]
    assert max(check_turns(moves, cubes)) <= 60


def of_permutations(turns: dict[str, list[int]], seed: int, costs: dict[str, int] | None = None) -> Problem:
    """A problem whose start is a random word away from the numbers in order."""
    random = Random(seed)
    state = list(range(len(next(iter(turns.values())))))
    goal = state.copy()
    for _ in range(200):
        state = [state[place] for place in random.choice(list(turns.values()))]
    generators = [Generator(name, np.array(turn), (costs or {}).get(name, 1)) for name, turn in turns.items()]
    return Problem(np.array(state, np.int8), (np.array(goal, np.int8),), tuple(generators))


def end_of(problem: Problem, turns: dict[str, list[int]], names: Sequence[str]) -> list[int]:
    state = problem.start.tolist()
    for name in names:
        state = [state[place] for place in turns[name]]
    return list(state)


def test_chain_answers_a_puzzle_with_turns_in_one_direction() -> None:
    # A ring of 16 discs that goes round in one direction, and a window that turns four of them over.
    turns = {"on": [*range(1, 16), 0], "over": [3, 2, 1, 0, *range(4, 16)]}
    problem = of_permutations(turns, 3)
    solution = solve(problem, engine="chain", quick=True)
    assert end_of(problem, turns, solution.names or ()) == list(range(16))
    assert solution.length is not None
    assert solution.length <= 200


def test_chain_counts_the_costs_of_turns() -> None:
    faces = {name: lattice.permutation(lattice.read(name, 3)[0], 3).tolist() for name in "RLFBD"}
    faces |= {f"{name}'": np.argsort(faces[name]).tolist() for name in "RLFBD"}
    costs = {"R": 5, "R'": 5}
    problem = of_permutations(faces, 1, costs)
    solution = solve(problem, engine="chain", quick=True)
    names = solution.names or ()
    assert end_of(problem, faces, names) == list(range(54))
    assert solution.length == sum(costs.get(name, 1) for name in names)


def test_chain_places_equal_pieces_in_any_way() -> None:
    # Two rings of ten beads that share two places; beads of four colours.
    first = [*range(10)]
    second = [0, *range(10, 14), 5, *range(14, 18)]

    def turned(ring: list[int], step: int) -> list[int]:
        turn = list(range(18))
        for index, place in enumerate(ring):
            turn[place] = ring[(index + step) % len(ring)]
        return turn

    turns = {"a": turned(first, 1), "a'": turned(first, -1), "b": turned(second, 1), "b'": turned(second, -1)}
    colours = [place % 4 for place in range(18)]
    random, state = Random(5), colours.copy()
    for _ in range(100):
        state = [state[place] for place in random.choice(list(turns.values()))]
    generators = tuple(Generator(name, np.array(turn)) for name, turn in turns.items())
    problem = Problem(np.array(state, np.int8), (np.array(colours, np.int8),), generators)
    solution = solve(problem, engine="chain", quick=True)
    assert end_of(problem, turns, solution.names or ()) == colours


def test_chain_leaves_pieces_anywhere_that_the_goal_does_not_show() -> None:
    cube = random_cube(3, seed=2)
    cross = solve(cube, goal="cross", moves="R,L,F,B,D", engine="chain", quick=True)
    whole = solve(cube, moves="R,L,F,B,D", engine="chain", quick=True)
    assert cross.length is not None
    assert whole.length is not None
    assert cross.length <= 9 < whole.length


def test_chain_refuses_what_its_turns_cannot_reach() -> None:
    problem = cube_problem(Cube(3).apply("F"), moves="R,U")
    with pytest.raises(UnreachableError):
        solve(problem, engine="chain")
    with pytest.raises(UnreachableError):
        run_engine(ChainEngine(), problem, Bounds(short=True), Control())


def test_chain_refuses_a_puzzle_that_is_too_large() -> None:
    with pytest.raises(UnsupportedError, match="at most 400 stickers"):
        solve(cube_problem(Cube(9).apply("R")), engine="chain")


def test_improver_shortens_an_answer_of_the_chain() -> None:
    problem = cube_problem(random_cube(3, seed=4), moves="R,L,F,B,D")
    control = Control()
    engine = ChainEngine(quick=True)
    attempt = engine.read(problem)
    assert isinstance(attempt, Attempt)
    first = run_engine(engine, problem, Bounds(short=True), control).words[0]
    assert attempt.improve is not None
    better = next(attempt.improve(first, control))
    assert problem.is_solved_by(better)
    assert problem.cost(better) < problem.cost(first)


def test_chain_stops_at_a_limit_with_its_best_answer() -> None:
    problem = cube_problem(random_cube(3, seed=4), moves="R,L,F,B,D")
    control = Control()
    control.stop()
    outcome = run_engine(ChainEngine(), problem, Bounds(lower=3, short=True), control)
    assert (outcome.words, outcome.lower_bound, outcome.stop) == ((), 3, Stop.INTERRUPTED)
    # An answer that is known is returned.
    known = tuple(range(5))
    outcome = run_engine(ChainEngine(), problem, Bounds(word=known, short=True), control)
    assert outcome.words == (known,)
