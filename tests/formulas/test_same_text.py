"""Formulas stay the same, byte for byte: old certificates still hold, and every machine writes the same file.

The digests were taken when pieces, distances and clauses were still worked out one by one, from the start for
every formula. At that time even sizes were solved by R, D and B, where no turns were requested.
"""

import hashlib

import numpy as np
import pytest

from cubeproof.engines.sat.stages.pieces import StagePieces
from cubeproof.engines.sat.stages.plan import plan
from cubeproof.formulas.encodings import encoding
from cubeproof.formulas.encodings.framed import DistanceClauses, framed
from cubeproof.formulas.formula import Formula
from cubeproof.formulas.instance import Instance, ProblemPieces
from cubeproof.problem import Generator, Problem, cube_problem
from cubeproof.puzzle.cube import Cube, permutation

SCRAMBLE = "R U2 F' L D B2 R'"


def named(goal: str, cube: Cube) -> Problem:
    """The problem of a goal that has a name."""
    return cube_problem(cube, goal)


def dials() -> Problem:
    """A puzzle that is no cube, with beads of one colour: two dials of four that share two beads."""
    left = Generator("a", np.array([1, 2, 3, 0, 4, 5], np.int16), cost=2)
    right = Generator("b", np.array([0, 1, 3, 4, 5, 2], np.int16))
    return Problem(np.array([0, 1, 1, 2, 3, -1], np.int8), (np.arange(6, dtype=np.int8) % 4,), (left, right))


PROBLEMS = {
    "2x2x2": lambda: cube_problem(Cube.from_facelets("RUUBURRLFLLUFFFBBLDDBDDR"), moves="R,D,B"),
    "2x2x2 in quarter turns": lambda: cube_problem(
        Cube.from_facelets("LLUFDBBDFLURBDRRBLURDUFF"), moves="R,D,B", metric="qtm"
    ),
    "2x2x2 in R, U, F": lambda: cube_problem(Cube.from_facelets("RUUBURRLFLLUFFFBBLDDBDDR")),
    "2x2x2 with half turns that cost 2": lambda: cube_problem(
        Cube(2).apply("R D2"), moves="R,D2", metric="qtm"
    ),
    "2x2x2 with unknown stickers": lambda: cube_problem(
        Cube.from_facelets("?" * 12 + Cube(2).apply("R U").facelets[12:]), moves="R,D,B"
    ),
    "2x2x2 in just this hold": lambda: cube_problem(
        Cube(2).apply("R U"), moves="U,R,F,D,L,B", up_to_rotation=False
    ),
    "3x3x3": lambda: cube_problem(Cube(3).apply(SCRAMBLE)),
    "3x3x3 in slice turns": lambda: cube_problem(Cube(3).apply("M U R"), metric="stm"),
    "3x3x3 of two faces": lambda: cube_problem(Cube(3).apply("R U R' U'"), moves="R,U"),
    "3x3x3 cross": lambda: named("cross", Cube(3).apply(SCRAMBLE)),
    "3x3x3 layer": lambda: named("layer", Cube(3).apply(SCRAMBLE)),
    "4x4x4": lambda: cube_problem(Cube(4).apply("R 2U F"), moves="R,Rw,3Rw,D,Dw,3Dw,B,Bw,3Bw"),
    "dials": dials,
}


def digest(formula: Formula) -> str:
    """Of all that a formula's file consists of: the names of its variables, its groups and their clauses."""
    hasher = hashlib.sha256()
    for variable, name in formula.names():
        hasher.update(f"{variable} {name}\n".encode())
    for group in formula.groups:
        hasher.update(f"{group.label} {group.clauses.shape}\n".encode())
        hasher.update(group.clauses.astype("<i4").tobytes())
    return hasher.hexdigest()[:16]


def stage_digest(size: int, horizon: int) -> str:
    """Of the formulas of the stages of a size together, from an arrangement that each can do something about."""
    hasher = hashlib.sha256()
    for stage in plan(size):
        arrangement = np.arange(6 * size**2)
        for turn in np.random.default_rng(size).permutation(stage.turns)[:3]:
            arrangement = arrangement[permutation(str(turn), size)]
        pieces = StagePieces(stage.problem(arrangement), stage)
        hasher.update(f"{pieces.distances.lower_bound} {digest(pieces.formula(horizon))}\n".encode())
    return hasher.hexdigest()[:16]


# An encoding, a horizon, and whether shorter answers count.
FRAMED = [("framed", 0, False), ("framed", 3, True), ("framed", 6, False)]
BY_NAME = ["cubie-onehot", "cubie-binary", "sticker", "sticker-binary"]
OTHERS = [(name, 3, True) for name in BY_NAME]

# Some formulas of each problem, and the digest of their digests.
TEXTS: dict[str, tuple[list[tuple[str, int, bool]], str]] = {
    "2x2x2": ([*FRAMED, ("framed", 9, True), *OTHERS], "42184c2e122a206a"),
    "2x2x2 in quarter turns": (FRAMED, "dc357b4624b0e274"),
    "2x2x2 with half turns that cost 2": ([*FRAMED, *OTHERS], "d2a7a9396e64f859"),
    "2x2x2 with unknown stickers": (FRAMED, "5a8f3daffaa482fe"),
    "2x2x2 in just this hold": (FRAMED, "1af8f566a334f882"),
    "3x3x3": (
        [*FRAMED, ("framed", 8, True), ("framed", 10, False), *((name, 3, False) for name in BY_NAME)],
        "3a5807841d8a76ac",
    ),
    "3x3x3 in slice turns": (FRAMED, "0c9a1cdd4c342224"),
    "3x3x3 of two faces": (FRAMED, "dc078f5e79124a82"),
    "3x3x3 cross": ([*FRAMED, *OTHERS], "b8fb7441dd83db40"),
    "3x3x3 layer": (FRAMED, "b77d514b5feeb72e"),
    "4x4x4": (FRAMED, "454a365e14b2e08b"),
    "2x2x2 in R, U, F": (
        [("framed", 3, True), ("framed", 6, False), ("sticker", 3, True)],
        "b2879f04c293caa4",
    ),
    "dials": ([*FRAMED, *OTHERS], "bf8904f4fd4e293b"),
}


def digests(pieces: ProblemPieces, formulas: list[tuple[str, int, bool]]) -> list[str]:
    results = []
    for name, horizon, idle in formulas:
        instance = Instance(pieces, horizon, idle=idle, canonical=encoding(name).canonical)
        results.append(digest(encoding(name).write(instance)))
    return results


@pytest.mark.parametrize("problem", TEXTS)
def test_formulas_keep_their_text(problem: str) -> None:
    formulas, wanted = TEXTS[problem]
    each = digests(ProblemPieces(PROBLEMS[problem]()), formulas)
    assert hashlib.sha256(" ".join(each).encode()).hexdigest()[:16] == wanted, each


@pytest.mark.parametrize(("size", "wanted"), [(3, "228917b712fa7849"), (4, "d0f7c04d6c907efd")])
def test_formulas_of_stages_keep_their_text(size: int, wanted: str) -> None:
    assert stage_digest(size, 4) == wanted


def test_model_writes_later_formulas_as_the_first() -> None:
    formulas, _ = TEXTS["3x3x3"]
    there, back = ProblemPieces(PROBLEMS["3x3x3"]()), ProblemPieces(PROBLEMS["3x3x3"]())
    assert digests(there, formulas) == digests(back, formulas[::-1])[::-1]


def test_unusual_effort_is_applied() -> None:
    instance = Instance(ProblemPieces(PROBLEMS["3x3x3"]()), 7)
    amounts = DistanceClauses(pairs=1), DistanceClauses(pairs=10_000_000), DistanceClauses(short=6)
    assert [digest(framed(instance, limits)) for limits in amounts] == [
        "0d4d2acc63d8918b",
        "9a0f73479efc0c7d",
        "ad2fe445975ff790",
    ]
