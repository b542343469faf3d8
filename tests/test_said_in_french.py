"""Messages about random wrong cubes, turns, broken notations and answers are French in every part."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random

import numpy as np

from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.settings import Options
from cubeproof.draw.descriptions import describe_cube, describe_move
from cubeproof.draw.palette import COLOURBLIND, STANDARD
from cubeproof.engines.sat.stages import SIZES
from cubeproof.engines.sat.stages.plan import plan
from cubeproof.engines.walk.facts import WalkStatistics
from cubeproof.errors import CubeproofError
from cubeproof.problem import GOALS, cube_problem, named_goal
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import FACES
from cubeproof.puzzle.move import Move
from cubeproof.puzzle.pieces import orbits
from cubeproof.solving.registry import ENGINES, engine
from cubeproof.solving.report import failure
from cubeproof.solving.solution import Solution
from cubeproof.solving.solve import solve
from engine_runs import objection
from french import in_french

# English words that are in no French sentence, and in no name of a goal, an engine or an option.
ENGLISH = re.compile(
    r"\b(the|The|is|are|of|and|not|has|have|with|from|this|This|turns|by|to|for|it|white|red|blue|unknown|[Cc]olumn)\b"
)


def untranslated(sentences: Iterable[str]) -> list[str]:
    """Return the sentences with English words, except in quotations."""
    unquoted = {english: re.sub(r"«.*?»", "", in_french(english)) for english in sentences}
    return [
        f"{english} → {french}"
        for english, french in unquoted.items()
        if english == french or ENGLISH.search(french)
    ]


def wrong_cubes(random: Random) -> Iterator[Cube]:
    """Cubes that people painted wrongly."""
    for size in (2, 3, 3, 3, 4, 5):
        for _ in range(30):
            turned = Cube(size).apply(
                " ".join(random.choices(["U", "R", "F", "D", "L", "B", "U2", "R'", "F'"], k=4))
            )
            colours = turned.colours.copy()
            for _ in range(random.choice((1, 1, 1, 2, 5))):
                first, second = random.sample(range(len(colours)), 2)
                slots = random.choice([orbit for orbit in orbits(size) if orbit.kind.value != "centre"]).slots
                here, there = (list(slot.stickers) for slot in random.sample(slots, 2))
                match random.randrange(6):
                    case 0:
                        colours[first] = random.randrange(6)
                    case 1:
                        colours[[first, second]] = colours[[second, first]]
                    case 2:
                        colours[here] = np.roll(colours[here], random.choice((1, 2)))
                    case 3:
                        colours[[*here, *there]] = colours[[*there, *here]]
                    case 4:
                        colours[here] = colours[there]
                    case _:
                        colours[random.sample(range(len(colours)), len(colours) // 3)] = -1
            yield Cube.from_colours(colours)


def test_wrong_cube_and_its_repair_are_explained_in_french() -> None:
    sentences = set()
    for cube in wrong_cubes(Random(1)):
        diagnosis = cube.diagnose()
        sentences |= {*diagnosis.reasons, diagnosis.repair.sentence if diagnosis.repair else ""}
    sentences.discard("")
    assert len(sentences) > 300
    assert untranslated(sentences) == []


def test_state_is_described_in_french() -> None:
    cubes = [
        *wrong_cubes(Random(2)),
        *map(Cube, (2, 3, 9)),
        Cube(3).apply("x y"),
        Cube(3).apply("M2 E2 S2"),
        Cube(9).apply("R 2U"),
    ]
    cubes.append(Cube.from_facelets("?" * 54))
    sentences = {describe_cube(cube, palette) for cube in cubes for palette in (STANDARD, COLOURBLIND)}
    assert untranslated(sentences) == []


def test_turns_are_described_in_french() -> None:
    moves = [Move(family, amount) for family in "URFDLBxyz" for amount in (1, 2, -1)]
    sentences = {describe_move(move, size) for size in (2, 3, 7) for move in moves}
    sentences |= {describe_move(Move(family), 7) for family in "MESmes"}
    sentences |= {
        describe_move(Move(face, 1, first, last), 7)
        for face in FACES
        for first in (1, 2, 3)
        for last in (3, 4)
    }
    assert untranslated(sentences) == []


# A semicolon denotes a space.
BROKEN = """M m 4Rw R4 R0 Mw 2M R{9} 2R{1} 2-3R 3-2Rw R'' 5x x2;7U ' R) R, R; (R;U [R] [R,U [R,;] 99999999R R{99999999}
(R)9999999"""


def refusals() -> Iterator[str]:
    """Messages of refusals by the library."""
    random = Random(3)
    broken = [text.replace(";", " ") for text in BROKEN.split()] + [
        "R\nU Q",
        "R//\n§",
        "(" * 60,
        "R" + "q" * 30,
    ]
    broken += ["".join(random.choices("RUFMx2'3(){}[],:w- q", k=random.randrange(1, 9))) for _ in range(300)]
    facelets = ("U", "U" * 54 + "X", "x" * 54, "UUUU", "é" * 24)
    two, three = Cube(2).apply("R U"), Cube(3).apply("F")
    questions: list[Callable[[], object]] = [
        *(partial(Cube(size).apply, text) for text in broken for size in (2, 3)),
        *(partial(Cube.from_facelets, text) for text in facelets),
        *(partial(named_goal(name).pattern, size) for name in GOALS for size in (2, 3, 4)),
        partial(named_goal, "nonsense"),
        partial(Cube, 1),
        partial(solve, two, engine="nonsense"),
        partial(solve, two, metric="nonsense"),
        partial(solve, two, moves=""),
        partial(solve, two, moves="x"),
        partial(solve, two, goal=three),
        partial(solve, two, moves="D", engine="table"),
        partial(solve, three, moves="R,U", engine="sat"),
        partial(solve, three, moves="R2,U2", engine="sat"),
        partial(solve, Cube.from_facelets("URFDLB" * 9)),
        partial(Limit, seconds=-1),
        partial(Limit, length=-1),
        partial(engine, "sat", Options(encoding="nonsense")),
        partial(Options, jobs=0),
        partial(Options.of, {"jobs": "two"}),
        partial(engine, "sat", Options(solver="nonsense")),
        partial(engine, "walk", Options(pace=-1)),
    ]
    for ask in questions:
        try:
            ask()
        except CubeproofError as error:
            yield failure(error)


def test_refusals_are_explained_in_french() -> None:
    sentences = set(refusals())
    assert len(sentences) > 60
    assert untranslated(sentences) == []


def test_engine_limits_are_explained_in_french() -> None:
    cubes = [
        Cube(2).apply("R"),
        Cube(3).apply("R"),
        Cube(9),
        Cube.from_facelets("?" * 24),
        Cube.from_facelets("?" * 54),
    ]
    goals = [
        None,
        Cube.from_facelets("?" * 24),
        Cube.from_facelets("?" * 54),
        Cube.from_facelets("U" * 54),
        Cube.from_facelets("U" * 24),
    ]
    sentences = set()
    for cube in cubes:
        for goal in goals:
            for moves, metric in (
                (None, "htm"),
                ("R,U", "htm"),
                (None, "qtm"),
                ("R2 U2", "qtm"),
                ("R L U D F B", "htm"),
                ("M", "stm"),
            ):
                if (
                    cube.size == 9
                    or (moves == "M" and cube.size == 2)
                    or (goal is not None and goal.size != cube.size)
                ):
                    continue
                problem = cube_problem(cube, goal, moves=moves, metric=metric, diagnose=False)
                sentences |= {
                    reason for name in ENGINES if (reason := objection(engine(name, Options()), problem))
                }
    assert len(sentences) > 7
    assert untranslated(sentences) == []


def test_claims_are_stated_in_french() -> None:
    task = cube_problem(Cube(2).apply("R U F"))
    result = WalkStatistics(turns=1234567, configurations=9876, met_again=3)
    sentences = {
        Solution(
            task, None if text is None else task.word(text), bound, name, 1.0, stop=stop, statistics=result
        ).claim
        for text in ("", "R", "R D B", None)
        for bound in (0, 1, 2, 3)
        for name in ENGINES
        for stop in (None, *Stop)
    }
    assert untranslated(sentences) == []


def test_stages_have_french_names() -> None:
    names = {stage.name for size in SIZES for stage in plan(size)}
    assert len(names) > 8
    assert [name for name in names if in_french(name) == name] == []
