"""Problems of cubes and of almost-cubes: engines for cubes accept only problems that they solve like a plain search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random

import numpy as np
import pytest

from cubeproof import Generator, Limit, Options, Problem, UnreachableError
from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt, Engine
from cubeproof.contract.outcome import Bounds
from cubeproof.engines.sat.stages.engine import view_of
from cubeproof.engines.search import run
from cubeproof.problem import BlockTurn, CubeMap
from cubeproof.problem.cube_view import cube_view
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import geometry
from cubeproof.puzzle.move import Metric
from cubeproof.solving.registry import engine
from cubeproof.solving.solve import solve
from engine_runs import run_engine
from second_opinion.lattice import Array, Turn, cubies, permutation, rotations, slabs, solved

# Depth of the plain search in turns: all words up to this length.
DEPTH = {2: 4, 3: 3}


def faces(size: int) -> list[Array]:
    """All turns of faces; for the 2×2×2 only turns that keep the corner of D, B and L."""
    return [
        permutation(Turn(face, 1, 1, quarters), size)
        for face in ("RUF" if size == 2 else "URFDLB")
        for quarters in (1, 2, 3)
    ]


@cache
def block_turns(size: int) -> dict[bytes, list[BlockTurn]]:
    """Return for every permutation the turns of layers that make it, each with the rotation that follows."""
    numbers = {rotation.tobytes(): number for number, rotation in enumerate(geometry(size).rotations)}
    blocks: dict[bytes, list[BlockTurn]] = {}
    for turn in slabs(size):
        for _, rotation in rotations(size):
            after = permutation(turn, size)[rotation].astype(np.int16).tobytes()
            (move,) = Alg(turn.name)
            blocks.setdefault(after, []).append(BlockTurn(move, numbers[rotation.astype(np.int16).tobytes()]))
    return blocks


@dataclass
class Asked:
    """A question: place i shows what place turn[i] showed."""

    size: int
    start: Array
    goals: list[Array]
    turns: list[Array]
    costs: list[int] = field(default_factory=list)

    @property
    def problem(self) -> Problem:
        costs = self.costs or [1] * len(self.turns)
        problem = Problem(
            self.start.astype(np.int8),
            tuple(goal.astype(np.int8) for goal in self.goals),
            tuple(
                Generator(f"g{number}", turn.astype(np.int16), cost)
                for number, (turn, cost) in enumerate(zip(self.turns, costs, strict=True))
            ),
        )
        return problem.with_cube_map(self.cube_map)

    @property
    def cube_map(self) -> CubeMap | None:
        """The map where every turn is one of the cube, followed by a rotation; written in any of the ways there are."""
        blocks, random = block_turns(self.size), Random(len(self.turns))
        ways = [blocks.get(turn.astype(np.int16).tobytes()) for turn in self.turns]
        if None in ways:
            return None
        turns = tuple(random.choice(way) for way in ways if way is not None)
        return CubeMap(Cube(self.size), "solved", None, Metric.HTM, False, turns)

    def met(self, state: Array) -> bool:
        return any((state == goal).all() for goal in self.goals)

    def cheapest(self, most: int) -> int | None:
        """Return the cost of the cheapest word by exhaustive search, or None above a limit."""
        costs = self.costs or [1] * len(self.turns)
        layers = [{self.start.tobytes(): self.start}]
        seen = set(layers[0])
        for cost in range(most + 1):
            if any(self.met(state) for state in layers[cost].values()):
                return cost
            results: dict[bytes, Array] = {}
            for turn, price in zip(self.turns, costs, strict=True):
                for state in layers[cost + 1 - price].values() if price <= cost + 1 else ():
                    results[state[turn].tobytes()] = state[turn]
            layers.append({key: state for key, state in results.items() if key not in seen})
            seen |= set(layers[-1])
        return None

    def after(self, word: Sequence[int]) -> Array:
        state = self.start
        for number in word:
            state = state[self.turns[number]]
        return state


def honest(size: int, random: Random) -> Asked:
    """Return a cube a few turns from a random goal, with any names of the colours."""
    turns = faces(size)
    goal = solved(size)
    for _ in range(random.choice([0, 12])):
        goal = goal[random.choice(turns)]
    if random.random() < 0.3:
        # Sometimes every sticker has a different colour.
        goal = np.array(random.sample(range(120), len(goal)))
    else:
        goal = np.array(random.sample(range(120), 6))[goal]
    start = goal.copy()
    for _ in range(random.randint(0, DEPTH[size])):
        start = start[random.choice(turns)]
    return Asked(size, start, [goal], turns)


def moved(asked: Asked, random: Random) -> int:
    """Return a sticker that turns move."""
    places = np.flatnonzero((np.stack(asked.turns) != np.arange(len(asked.start))).any(axis=0))
    return int(random.choice(places.tolist()))


def a_generator_altered(asked: Asked, random: Random) -> None:
    number = random.randrange(len(asked.turns))
    first, second = moved(asked, random), moved(asked, random)
    turn = asked.turns[number].copy()
    turn[[first, second]] = turn[[second, first]]
    asked.turns[number] = turn


def a_generator_missing(asked: Asked, random: Random) -> None:
    del asked.turns[random.randrange(len(asked.turns))]


def a_generator_replaced_by_another(asked: Asked, random: Random) -> None:
    asked.turns[random.randrange(len(asked.turns))] = random.choice(asked.turns)


def a_generator_followed_by_a_rotation(asked: Asked, random: Random) -> None:
    number = random.randrange(len(asked.turns))
    asked.turns[number] = asked.turns[number][random.choice(rotations(asked.size)[1:])[1]]


def a_turn_of_another_layer(asked: Asked, random: Random) -> None:
    """One additional turn, which the start requires."""
    turn = permutation(random.choice(slabs(asked.size)), asked.size)
    asked.turns.insert(random.randrange(len(asked.turns)), turn)
    asked.start = asked.start[np.argsort(turn)]


def generators_doubled_and_shuffled(asked: Asked, random: Random) -> None:
    asked.turns = random.sample(asked.turns + asked.turns[:4], len(asked.turns) + 4)


def one_generator_dearer(asked: Asked, random: Random) -> None:
    asked.costs = [1] * len(asked.turns)
    asked.costs[random.randrange(len(asked.turns))] = 2


def stickers_renumbered(asked: Asked, random: Random) -> None:
    """The same puzzle with other place numbers: two are exchanged, or all are permuted."""
    names = np.arange(len(asked.start))
    if random.random() < 0.5:
        first, second = moved(asked, random), moved(asked, random)
        names[[first, second]] = names[[second, first]]
    else:
        names = np.array(random.sample(range(len(names)), len(names)))
    back = np.argsort(names)
    asked.start = asked.start[names]
    asked.goals = [goal[names] for goal in asked.goals]
    asked.turns = [back[turn[names]] for turn in asked.turns]


def held_otherwise(asked: Asked, random: Random) -> None:
    """The same puzzle from another side."""
    rotation = random.choice(rotations(asked.size))[1]
    asked.start = asked.start[rotation]
    asked.goals = [goal[rotation] for goal in asked.goals]
    asked.turns = [np.argsort(rotation)[turn[rotation]] for turn in asked.turns]


def a_goal_recoloured(asked: Asked, random: Random) -> None:
    """Exchange two stickers of the goal: mostly this makes a piece that the start does not have, or equal pieces."""
    first, second = moved(asked, random), moved(asked, random)
    goal = asked.goals[0].copy()
    goal[[first, second]] = goal[[second, first]]
    asked.goals = [goal]


def pieces_alike(asked: Asked, random: Random) -> None:
    """Fewer colours, for the start and the goal."""
    colours = random.choice([2, 3, 4, 5])
    asked.start = asked.start % colours
    asked.goals = [goal % colours for goal in asked.goals]


def a_sticker_unknown(asked: Asked, random: Random) -> None:
    pattern = random.choice([asked.start, asked.goals[0]])
    pattern[random.randrange(len(pattern))] = -1


def a_piece_turned(asked: Asked, random: Random) -> None:
    """Turn a movable corner or edge in place."""
    places = cubies(asked.size)
    piece = np.flatnonzero((places == places[moved(asked, random)]).all(axis=1))
    asked.start = asked.start.copy()
    asked.start[piece] = asked.start[np.roll(piece, random.randint(1, len(piece) - 1))]


def what_stays_exchanged(asked: Asked, random: Random) -> None:
    """Exchange two stickers of the start that no turn moves."""
    still = np.flatnonzero((np.stack(asked.turns) == np.arange(len(asked.start))).all(axis=0))
    first, second = random.sample(still.tolist(), 2)
    asked.start = asked.start.copy()
    asked.start[[first, second]] = asked.start[[second, first]]


def a_start_recoloured(asked: Asked, random: Random) -> None:
    first, second = moved(asked, random), moved(asked, random)
    start = asked.start.copy()
    start[[first, second]] = start[[second, first]]
    asked.start = start


def another_goal_too(asked: Asked, random: Random) -> None:
    goal = asked.goals[0]
    for _ in range(random.randint(1, 3)):
        goal = goal[random.choice(asked.turns)]
    asked.goals.append(goal)


def the_start_held_otherwise(asked: Asked, random: Random) -> None:
    asked.start = asked.start[random.choice(rotations(asked.size)[1:])[1]]


NOTHING = "nothing"
SPOILT: dict[str, Callable[[Asked, Random], None]] = {
    NOTHING: lambda asked, random: None,
    "a generator altered": a_generator_altered,
    "a generator missing": a_generator_missing,
    "a generator replaced by another": a_generator_replaced_by_another,
    "a generator followed by a rotation": a_generator_followed_by_a_rotation,
    "a turn of another layer": a_turn_of_another_layer,
    "generators doubled and shuffled": generators_doubled_and_shuffled,
    "one generator dearer": one_generator_dearer,
    "stickers renumbered": stickers_renumbered,
    "held otherwise": held_otherwise,
    "a goal recoloured": a_goal_recoloured,
    "pieces alike": pieces_alike,
    "a start recoloured": a_start_recoloured,
    "another goal too": another_goal_too,
    "a sticker unknown": a_sticker_unknown,
    "a piece turned": a_piece_turned,
    "what stays exchanged": what_stays_exchanged,
    "the start held otherwise": the_start_held_otherwise,
}

# Whether an engine accepts a cube after each change: always, never, or sometimes.
ALWAYS = {
    "table": {NOTHING, "generators doubled and shuffled", "held otherwise", "another goal too"},
    "search": {NOTHING, "generators doubled and shuffled", "held otherwise"},
}
# Problems that an engine refuses, or answers without a proof of optimality.
NEVER = {
    "table": {"one generator dearer", "a generator followed by a rotation", "a sticker unknown"},
    "search": {
        "one generator dearer",
        "a generator missing",
        "a generator replaced by another",
        "a generator followed by a rotation",
        "another goal too",
        "a sticker unknown",
    },
}

# The goal is unreachable: an engine that reads the problem reports this.
IMPOSSIBLE = {"a piece turned", "what stays exchanged", "the start held otherwise"}


def ensure_answer_without_proof(chosen: Engine, asked: Asked) -> None:
    """The answer solves the problem, and its bound is no higher than the cheapest word."""
    if asked.met(asked.start):
        return  # `solve` answers this without an engine
    outcome = run_engine(chosen, asked.problem, Bounds(), Control())
    assert all(asked.met(asked.after(word)) for word in outcome.words)
    truth = asked.cheapest(DEPTH[asked.size])
    assert outcome.lower_bound <= (100 if truth is None else truth)
    assert outcome.words or truth is None


def drawn(name: str, size: int, number: int) -> Asked:
    random = Random(f"{name} {size} {number}")
    question = honest(size, random)
    SPOILT[name](question, random)
    return question


@pytest.mark.parametrize(("name", "size"), [("table", 2), ("search", 3)])
@pytest.mark.parametrize("what", SPOILT)
@pytest.mark.parametrize(
    "first", [pytest.param(first, marks=pytest.mark.soak if first else ()) for first in range(0, 60, 6)]
)
def test_engine_answers_rightly_what_it_accepts(
    name: str, size: int, what: str, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = engine(name, Options())
    monkeypatch.setattr(run, "_IMPROVING_NODES", 1)
    for number in range(first, first + 6):
        question = drawn(what, size, number)
        problem = question.problem
        reading = chosen.read(problem)
        if not isinstance(reading, Attempt):
            assert what not in ALWAYS[name], f"{number}: {reading}"
            continue
        if not reading.proves:
            ensure_answer_without_proof(chosen, question)
            continue
        same = what == "a generator replaced by another" and len(question.turns) == len(
            {*map(bytes, question.turns)}
        )
        assert what not in NEVER[name] or same, number
        truth = question.cheapest(DEPTH[size])
        try:
            outcome = reading.run(Bounds(), Control(Limit(length=DEPTH[size])))
        except UnreachableError:
            assert truth is None, number
            continue
        assert what not in IMPOSSIBLE, number
        assert all(question.met(question.after(word)) for word in outcome.words), number
        assert (outcome.words != ()) == (truth is not None), number
        assert outcome.lower_bound == truth if truth is not None else outcome.lower_bound > DEPTH[size], (
            number
        )


def corner(size: int) -> Array:
    """The stickers of the corner of U, L and F."""
    return np.flatnonzero((cubies(size) == [1 - size, size - 1, size - 1]).all(axis=1))


class TestStages:
    """Stages and the engine `large` prove nothing, but their turns must be turns of the problem, seen from any side."""

    @staticmethod
    def turns(kind: str, size: int, random: Random) -> list[Array]:
        """Return the turns of all outer blocks, exactly or up to a rotation."""
        quarters = (1, 3) if kind.startswith("quarters") else (1, 2, 3)
        result = []
        for face, opposite in zip("URFDLB", "DLBURF", strict=True):
            for last in range(1, max(1, size // 2) + 1):
                own = [permutation(Turn(face, 1, last, amount), size) for amount in quarters]
                # A turn of all other layers in the opposite direction does the same, and also rotates the whole cube.
                rest = [permutation(Turn(opposite, 1, size - last, amount), size) for amount in (1, 2, 3)]
                result += {
                    "the rest": rest,
                    "blocks and the rest": own + rest,
                    "quarters, and the rest by half turns": [*own, rest[1]],
                }.get(kind, own)
        if kind == "blocks that leave a corner":
            result = [
                turn[rotation]
                for turn in result
                for _, rotation in rotations(size)
                if (turn[rotation][corner(size)] == corner(size)).all()
            ]
        return random.sample(result, len(result))

    @staticmethod
    def asked(size: int, turns: list[Array], random: Random, *, held: bool) -> tuple[Asked, str, Array]:
        """Return a cube, the names of turns that solve it as seen from some side, and their effects."""
        while True:
            names = [
                Turn(random.choice("URFDLB"), 1, random.randint(1, max(1, size // 2)), random.randint(1, 3))
                for _ in range(random.randint(1, 6))
            ]
            result = np.arange(6 * size * size)
            for turn in names:
                result = result[permutation(turn, size)]
            _, side = random.choice(rotations(size))
            moved_ = side[np.argsort(result)[np.argsort(side)]]
            if not held or (moved_[corner(size)] == corner(size)).all():
                goal = np.array(random.sample(range(100), 6))[solved(size)]
                return Asked(size, goal[moved_], [goal], turns), " ".join(turn.name for turn in names), result

    def check(self, asked: Asked, names: str, made: Array) -> None:
        """If the turns solve the cube of the view, verify that the word of the view solves the problem."""
        view = cube_view(asked.problem)
        assert view is not None
        assert view.turns_all_outer_blocks
        colours = solved(asked.size)
        sides = [side for side in range(24) if (colours[view.arrangement(side)][made] == colours).all()]
        assert sides
        for side in sides:
            word = view.word(names.split(), side)
            assert word is not None
            assert asked.met(asked.after(word))

    @pytest.mark.parametrize("size", [2, 3, 4, 5])
    @pytest.mark.parametrize(
        "kind",
        [
            "blocks",
            "quarters",
            "blocks and the rest",
            "blocks that leave a corner",
            "quarters, and the rest by half turns",
        ],
    )
    def test_turns_that_solve_the_cube_solve_the_problem(self, kind: str, size: int) -> None:
        random = Random(f"{kind} {size}")
        held = kind == "blocks that leave a corner"
        turns = self.turns(kind, size, random)
        for _ in range(12):
            self.check(*self.asked(size, turns, random, held=held))

    @pytest.mark.parametrize("size", [3, 4])
    def test_turns_that_change_the_hold_are_refused_without_a_way_back(self, size: int) -> None:
        question, _, _ = self.asked(
            size, self.turns("the rest", size, Random(size)), Random(size), held=False
        )
        assert "outer block" in str(view_of(question.problem))

    @pytest.mark.parametrize(
        "spoil", [a_generator_altered, a_generator_missing, a_generator_followed_by_a_rotation]
    )
    @pytest.mark.parametrize("size", [3, 4])
    def test_damaged_turn_is_no_turn(self, spoil: Callable[[Asked, Random], None], size: int) -> None:
        quarters = {
            permutation(Turn(face, 1, last, 1), size).tobytes()
            for face in "URFDLB"
            for last in range(1, max(1, size // 2) + 1)
        }
        refused = 0
        for number in range(25):
            random = Random(f"{spoil.__name__} {number}")
            turns = self.turns("blocks", size, random)
            question, names, result = self.asked(size, turns, random, held=False)
            spoil(question, random)
            if question.cube_map is not None and quarters <= {turn.tobytes() for turn in question.turns}:
                # The remaining turns compensate.
                self.check(question, names, result)
            else:
                refused += 1
                reason = "outer block" if question.cube_map is not None else "plans for cubes"
                assert reason in str(view_of(question.problem))
        # Only a permutation that no turn makes is unreadable in every case.
        assert refused
        assert (refused == 25) == (spoil is a_generator_altered)

    @pytest.mark.parametrize("scramble", ["D2 R2 F2", "D2 R2 F2 D2 B2", "D2 R2 D2 F2 D2"])
    def test_an_allowed_half_turn_that_turns_the_cube_along_leaves_it_held_as_it_was(
        self, scramble: str
    ) -> None:
        cube = Cube(3).apply(scramble)
        limit = Limit(length=200)
        solution = solve(
            cube, goal=Cube(3), moves="U,R,F,D,L,B,Uw2", metric="qtm", engine="stages", limit=limit
        )
        assert solution.alg is not None
        assert cube.apply(solution.alg) == Cube(3)
