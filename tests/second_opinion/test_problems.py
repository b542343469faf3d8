"""Problems that are not cubes: the least cost agrees with Dijkstra's algorithm in the graph of all states."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from random import Random

import numpy as np
import pytest

from cubeproof import Generator, Limit, Options, Problem, UnreachableError, UnsupportedError
from cubeproof.contract.control import Control
from cubeproof.contract.engine import Engine
from cubeproof.contract.outcome import Bounds
from cubeproof.formulas.encodings import ENCODINGS
from cubeproof.solving.registry import engine
from engine_runs import objection, run_engine

State = tuple[int, ...]

# A question: the start, the goals, what the turns do (place i shows what place turn[i] showed) and what they
# cost; −1 is unknown.
Puzzle = tuple[State, list[State], list[State], list[int]]


def cheapest(puzzle: Puzzle, most: int) -> int | None:
    """Return the cost of the cheapest word by Dijkstra's algorithm, or None above a limit or without a word."""
    start, goals, turns, costs = puzzle
    waiting = [(0, start)]
    settled: set[State] = set()
    while waiting:
        cost, state = heapq.heappop(waiting)
        if state in settled:
            continue
        settled.add(state)
        for goal in goals:
            if all(item in (-1, second) or second == -1 for item, second in zip(state, goal, strict=True)):
                return cost
        for turn, price in zip(turns, costs, strict=True):
            if cost + price <= most:
                heapq.heappush(waiting, (cost + price, tuple(state[place] for place in turn)))
    return None


def after(state: State, turns: Sequence[State]) -> State:
    for turn in turns:
        state = tuple(state[place] for place in turn)
    return state


def cycled(places: int, *cycles: Sequence[int]) -> State:
    """Return the turn that moves the sticker at each place of a cycle to the next place."""
    turn = list(range(places))
    for cycle in cycles:
        for here, there in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
            turn[there] = here
    return tuple(turn)


def inverse(turn: State) -> State:
    return tuple(turn.index(place) for place in range(len(turn)))


def top_spin(discs: int, window: int) -> list[State]:
    """A ring of discs that rotates in both directions, and a window that reverses some of them."""
    on = tuple((place + 1) % discs for place in range(discs))
    over = tuple(window - 1 - place if place < window else place for place in range(discs))
    return [on, inverse(on), over]


def squares(rows: int, columns: int) -> list[State]:
    """A board of tiles, of which four at a time rotate."""
    corners = [row * columns + column for row in range(rows - 1) for column in range(columns - 1)]
    rounds = [
        cycled(rows * columns, (corner, corner + 1, corner + columns + 1, corner + columns))
        for corner in corners
    ]
    return rounds + [inverse(turn) for turn in rounds]


def slide(rows: int, columns: int) -> list[State]:
    """A board whose rows and columns shift cyclically, each in one direction only."""
    board = [[row * columns + column for column in range(columns)] for row in range(rows)]
    return [cycled(rows * columns, line) for line in (*board, *zip(*board, strict=True))]


def rings() -> list[State]:
    """Two rings of six beads that cross at two places."""
    turns = [cycled(10, (0, 1, 2, 3, 4, 5)), cycled(10, (0, 6, 7, 3, 8, 9))]
    return turns + [inverse(turn) for turn in turns]


def tetrahedron() -> list[State]:
    """Four corners with three stickers each, and six edges with two; every corner turns with the edges at it."""
    edge = {
        pair: 12 + 2 * number for number, pair in enumerate([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
    }
    turns = []
    for corner in range(4):
        first, two, three = (second for second in range(4) if second != corner)
        near, far = [], []
        for second in (first, two, three):
            pair = (min(corner, second), max(corner, second))
            here, there = edge[pair], edge[pair] + 1
            near.append(here if corner < second else there)
            far.append(there if corner < second else here)
        turns.append(cycled(24, (3 * corner, 3 * corner + 1, 3 * corner + 2), near, far))
    return turns + [inverse(turn) for turn in turns]


PUZZLES: dict[str, Callable[[], list[State]]] = {
    "top spin of 7": lambda: top_spin(7, 4),
    "top spin of 9": lambda: top_spin(9, 3),
    "four tiles of six go round": lambda: squares(2, 3),
    "four tiles of nine go round": lambda: squares(3, 3),
    "rows and columns slide": lambda: slide(3, 3),
    "two rings": rings,
    "a tetrahedron": tetrahedron,
}


def problem_of(puzzle: Puzzle) -> Problem:
    start, goals, turns, costs = puzzle
    generators = [
        Generator(f"t{number}", np.array(turn, dtype=np.int16), cost)
        for number, (turn, cost) in enumerate(zip(turns, costs, strict=True))
    ]
    patterns = tuple(np.array(goal, dtype=np.int8) for goal in goals)
    return Problem(np.array(start, dtype=np.int8), patterns, tuple(generators))


def puzzle_text(puzzle: Puzzle) -> str:
    start, goals, turns, costs = puzzle
    return f"puzzle = ({start}, {goals}, {turns}, {costs})"


def compare(puzzle: Puzzle, most: int, options: Options) -> None:
    """Verify that every engine that supports the puzzle finds the cost of Dijkstra's algorithm."""
    cheapest_cost = cheapest(puzzle, most)
    problem = problem_of(puzzle)
    if problem.fits(problem.start):
        assert cheapest_cost == 0, puzzle_text(puzzle)
    for name in ("sat", "search"):
        chosen = engine(name, options)
        # `solve` answers a start that is a goal without an engine; the search can be asked directly.
        if (name == "search" or cheapest_cost != 0) and objection(chosen, problem) is None:
            judge(chosen, puzzle, problem, cheapest_cost, most)


def judge(chosen: Engine, puzzle: Puzzle, problem: Problem, cost: int | None, most: int) -> None:
    """Compare an engine's outcome with the cost that Dijkstra's algorithm finds."""
    try:
        outcome = run_engine(chosen, problem, Bounds(), Control(Limit(length=most)))
    except UnreachableError:
        assert cost is None, puzzle_text(puzzle)
        return
    except UnsupportedError:  # exploring finds too many states, which counting does not always see
        return
    if cost is None:
        assert not outcome.words, puzzle_text(puzzle)
        assert outcome.lower_bound > most, puzzle_text(puzzle)
        return
    assert outcome.lower_bound == cost, f"{puzzle_text(puzzle)}\nDijkstra: {cost}; the engine: {outcome}"
    assert outcome.words, puzzle_text(puzzle)
    assert len(set(outcome.words)) == len(outcome.words), puzzle_text(puzzle)
    start, goals, turns, costs = puzzle
    for word in outcome.words:
        assert sum(costs[number] for number in word) == cost, puzzle_text(puzzle)
        end = after(start, [turns[number] for number in word])
        assert cheapest((end, goals, turns, costs), 0) == 0, puzzle_text(puzzle)


def blurred(random: Random, state: State, share: float) -> State:
    return tuple(-1 if random.random() < share else colour for colour in state)


def some_puzzle(random: Random) -> Puzzle:
    """Permutations that may lack inverses, costs from 1 to 3, colours that may repeat, one goal or several."""
    places = random.randint(3, 8)
    turns = [tuple(random.sample(range(places), places)) for _ in range(random.randint(1, 4))]
    if random.random() < 0.5:
        # Mostly small cycles, so that many places stay.
        turns = [
            cycled(places, random.sample(range(places), random.randint(2, min(3, places)))) for _ in turns
        ]
    costs = [random.choice([1, 1, 2, 3]) for _ in turns]
    colours = random.choice([2, 3, places])
    start = tuple(random.randrange(colours) if colours < places else place for place in range(places))
    goals = [
        after(start, random.choices(turns, k=random.randint(0, 4)))
        for _ in range(random.choice([1, 1, 2, 3]))
    ]
    share = random.choice([0, 0, 0.3])
    goals = [blurred(random, goal, share) for goal in goals]
    if random.random() < 0.2:
        goals = [tuple(random.sample(goal, places)) for goal in goals]
    return blurred(random, start, random.choice([0, 0, 0.3])), goals, turns, costs


def options_of(number: int) -> Options:
    encodings = list(ENCODINGS)
    horizon = ("up", "down", "middle")[number // 5 % 3]
    return Options(encoding=encodings[number % 5], horizon=horizon, every=number % 4 == 3)


@pytest.mark.slow
@pytest.mark.parametrize(
    "first", [pytest.param(first, marks=pytest.mark.soak if first else ()) for first in range(0, 600, 60)]
)
def test_engines_agree_on_random_permutations(first: int) -> None:
    for number in range(first, first + 60):
        compare(some_puzzle(Random(number)), 8, options_of(number))


@pytest.mark.slow
@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize(
    "first", [pytest.param(first, marks=pytest.mark.soak if first else ()) for first in range(0, 40, 5)]
)
def test_engines_agree_on_puzzles(name: str, first: int) -> None:
    turns = PUZZLES[name]()
    for number in range(first, first + 5):
        random = Random(f"{name} {number}")
        solved = tuple(range(len(turns[0])))
        start = after(solved, random.choices(turns, k=random.randint(1, 6)))
        costs = [1 if number % 3 else random.choice([1, 2]) for _ in turns]
        goal = blurred(random, solved, random.choice([0, 0, 0.4]))
        compare((start, [goal], turns, costs), 5 if number % 3 else 7, options_of(number))


class TestPuzzles:
    """They are what they are called."""

    def test_a_tetrahedron_has_933120_states_of_which_8_are_one_turn_away(self) -> None:
        # Jaap Scherphuis, jaapsch.net/puzzles/pyraminx.htm: by depth 1, 8, 48, 288, 1728, without the tips.
        turns = tetrahedron()
        seen = {tuple(range(24))}
        layer, counts = seen, [1]
        for _ in range(4):
            layer = {after(state, [turn]) for state in layer for turn in turns} - seen
            seen = seen | layer
            counts.append(len(layer))
        assert counts == [1, 8, 48, 288, 1728]
