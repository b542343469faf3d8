"""Engines read a problem cheaply, and refuse only problems that they cannot search."""

from __future__ import annotations

from random import Random

import pytest

from cubeproof import Attempt, Cube, Options, Problem, cube_problem, random_moves
from cubeproof.contract.engine import Expected
from cubeproof.contract.events import Event, Preparing, TableBuilding
from cubeproof.errors import UsageError
from cubeproof.problem import GOALS
from cubeproof.solving.registry import ENGINES, engine
from cubeproof.solving.solve import solve
from structured import KINDS, draw

MOVES = [None, None, "R,U,F", "R,L,U,D", "R2,U2,F2,L2,D2,B2", "U,D,R2,L2,F2,B2", "R,U", "M,U", "Rw,U,F"]


def drawn(random: Random) -> Problem:
    """Return a problem of any size, metric, goal and turns, with or without unknown stickers or structure."""
    while True:
        size = random.choice([2, 3, 3, 3, 4, 5, 6, 7])
        metric, moves = random.choice(["htm", "qtm", "stm"]), random.choice(MOVES)
        cube = Cube(size).apply(random_moves(size, random.randint(0, 30), seed=random.randrange(10**6)))
        if size == 3 and random.random() < 0.4:
            cube = Cube.from_facelets(draw(random.choice(list(KINDS)), random.randrange(10**6)).facelets)
        if random.random() < 0.3:
            share = random.choice([0.1, 0.5, 0.9])
            letters = ("?" if random.random() < share else letter for letter in cube.facelets)
            cube = Cube.from_facelets("".join(letters))
        goal: Cube | str = random.choice(list(GOALS)) if random.random() < 0.6 else Cube(size).apply("R U")
        try:
            return cube_problem(cube, goal, moves=moves, metric=metric)
        except UsageError:
            # This size has no such goal or turn.
            continue


@pytest.mark.parametrize("name", list(ENGINES))
@pytest.mark.parametrize(
    "count", [60, pytest.param(1000, marks=pytest.mark.soak)], ids=["sample", "thousand"]
)
def test_engine_reads_without_building_exploring_or_compiling(
    name: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # All modules are loaded before anything in them is replaced.
    engines = [engine(each, Options()) for each in ENGINES]
    reader, random = engines[list(ENGINES).index(name)], Random(name)
    for function in (
        "cubeproof.methods.products.run.explore",
        "cubeproof.engines.table.engine.load",
        "cubeproof.contract.table.Table.array",
        "cubeproof.contract.table.Table.make",
        "cubeproof.formulas.distances._joint",
    ):
        monkeypatch.setattr(function, forbidden)
    for _ in range(count):
        problem = drawn(random)
        reading = reader.read(problem)
        assert isinstance(reading, Attempt) or str(reading).endswith(".")


def forbidden(*_: object, **__: object) -> None:
    raise AssertionError("reading does no work")


def test_attempt_reports_what_it_can_do() -> None:
    facts = {
        name: (reading.proves, reading.answers_any, reading.answer, reading.cores)
        for name, size in (("table", 2), ("search", 3), ("sat", 3), ("stages", 4), ("large", 6), ("walk", 2))
        if isinstance(reading := engine(name).read(cube_problem(Cube(size).apply("R U"))), Attempt)
    }
    assert facts == {
        "table": (True, True, Expected.MOMENTS, False),
        "search": (True, True, Expected.MOMENTS, True),
        "sat": (True, False, Expected.UNKNOWN, False),
        "stages": (False, True, Expected.MINUTES, False),
        "large": (False, True, Expected.MOMENTS, False),
        "walk": (False, False, Expected.UNKNOWN, False),
    }


SHORT = [
    ("R", {"goal": "oll"}),
    ("R", {"goal": "oll", "metric": "stm"}),
    ("U F", {"moves": "R,U,F"}),
    ("R", {"moves": "R,L,U,D"}),
    ("R U", {"goal": "oll"}),
]


@pytest.mark.parametrize(("scramble", "how"), SHORT, ids=[f"{turns} {how}" for turns, how in SHORT])
def test_short_question_is_answered_before_tables_are_built_or_read(
    scramble: str, how: dict[str, str]
) -> None:
    events: list[Event] = []
    solution = solve(Cube(3).apply(scramble), progress=events.append, **how)  # type: ignore[call-overload]
    assert solution.optimal
    assert not [event for event in events if isinstance(event, (Preparing, TableBuilding))]


def short_question(random: Random) -> Problem:
    """Return a question with an answer of up to four turns, with any goal, turns and unknown stickers."""
    while True:
        size = random.choice([2, 3, 3, 4, 5])
        metric, moves = random.choice(["htm", "qtm", "stm"]), random.choice(MOVES)
        goal = random.choice([name for name in GOALS if name != "edges-oriented"])
        try:
            problem = cube_problem(Cube(size), goal, moves=moves, metric=metric)
            state = random.choice(problem.goals)
            for _ in range(random.randint(1, 4)):
                state = state[random.choice(problem.generators).permutation.argsort()]
            return cube_problem(Cube.from_colours(state), goal, moves=moves, metric=metric)
        except UsageError:
            continue


@pytest.mark.parametrize(
    "count", [25, pytest.param(1000, marks=pytest.mark.soak)], ids=["sample", "thousand"]
)
def test_drawn_short_question_is_answered_and_proved(count: int) -> None:
    random = Random(7)
    for _ in range(count):
        problem = short_question(random)
        solution = solve(problem)
        assert solution.optimal
        assert solution.length is not None
        assert solution.length <= 4 * int(problem.costs.max())
