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
    # Of the 5×5×5 every fourth one, which takes less time and includes stages of all kinds.
    for stage in plan(size)[:: 4 if size == 5 else 1]:
        arrangement = np.arange(6 * size**2)
        for turn in np.random.default_rng(size).permutation(stage.turns)[:3]:
            arrangement = arrangement[permutation(str(turn), size)]
        pieces = StagePieces(stage.problem(arrangement), stage)
        hasher.update(f"{pieces.distances.lower_bound} {digest(pieces.formula(horizon))}\n".encode())
    return hasher.hexdigest()[:16]


# The problem, the encoding, the horizon, whether shorter answers count, and the digest.
TEXTS = [
    ("2x2x2", "framed", 0, False, "af504adf75587bcf"),
    ("2x2x2", "framed", 3, True, "d2d94435b1e3ddf7"),
    ("2x2x2", "framed", 6, False, "46d3b072cdc26c4c"),
    ("2x2x2 in quarter turns", "framed", 0, False, "54f9ff6ee2a1b88d"),
    ("2x2x2 in quarter turns", "framed", 3, True, "caa148e62f97adda"),
    ("2x2x2 in quarter turns", "framed", 6, False, "0de3f62ba6100154"),
    ("2x2x2 with half turns that cost 2", "framed", 0, False, "6b9dbaad33f5d7d3"),
    ("2x2x2 with half turns that cost 2", "framed", 3, True, "f41d72f9e8e8d072"),
    ("2x2x2 with half turns that cost 2", "framed", 6, False, "3f94fa6b3afa9346"),
    ("2x2x2 with unknown stickers", "framed", 0, False, "4def7604123be179"),
    ("2x2x2 with unknown stickers", "framed", 3, True, "10d0d2e66df182a2"),
    ("2x2x2 with unknown stickers", "framed", 6, False, "bacab71830321202"),
    ("2x2x2 in just this hold", "framed", 0, False, "6b115f34ced354b7"),
    ("2x2x2 in just this hold", "framed", 3, True, "ea2c09fb1e666eb5"),
    ("2x2x2 in just this hold", "framed", 6, False, "61f2c63fa208a0cc"),
    ("3x3x3", "framed", 0, False, "778a0b156f891546"),
    ("3x3x3", "framed", 3, True, "0cf3285f33297ace"),
    ("3x3x3", "framed", 6, False, "505a8ced8f2fd893"),
    ("3x3x3 in slice turns", "framed", 0, False, "bc5d4a942ed5baa3"),
    ("3x3x3 in slice turns", "framed", 3, True, "0a94c7de08ec3a8e"),
    ("3x3x3 in slice turns", "framed", 6, False, "dff0e1aa9b1aaa02"),
    ("3x3x3 of two faces", "framed", 0, False, "8b39ca222a28928d"),
    ("3x3x3 of two faces", "framed", 3, True, "8bf8e5871eb2aff1"),
    ("3x3x3 of two faces", "framed", 6, False, "da6b20e34aad5729"),
    ("3x3x3 cross", "framed", 0, False, "8d93a7fafbfefcd7"),
    ("3x3x3 cross", "framed", 3, True, "cb450275a9118e0b"),
    ("3x3x3 cross", "framed", 6, False, "a1d23b956279150e"),
    ("3x3x3 layer", "framed", 0, False, "8fd74f355444bb44"),
    ("3x3x3 layer", "framed", 3, True, "695aad764635b6f1"),
    ("3x3x3 layer", "framed", 6, False, "19e176e5a33d98ac"),
    ("4x4x4", "framed", 0, False, "2b369c2c9c285f16"),
    ("4x4x4", "framed", 3, True, "c66bd2852a7ab545"),
    ("4x4x4", "framed", 6, False, "59c6654c941e6eeb"),
    ("2x2x2 in R, U, F", "framed", 3, True, "4458c97179d70673"),
    ("2x2x2 in R, U, F", "framed", 6, False, "e4aa80425e1424dd"),
    ("2x2x2 in R, U, F", "sticker", 3, True, "f79e963ebf0894f5"),
    ("dials", "framed", 0, False, "435b67dded60ebdd"),
    ("dials", "framed", 3, True, "551b4fcb9b937eb0"),
    ("dials", "framed", 6, False, "2bda88b3f2e1aafb"),
    ("2x2x2", "framed", 9, True, "e59b6e7467b16c60"),
    ("3x3x3", "framed", 8, True, "b37e761e79dc24c7"),
    ("3x3x3", "framed", 10, False, "a4f0afb1d3b482e7"),
    ("2x2x2", "cubie-onehot", 3, True, "f47f0ce49b104a25"),
    ("2x2x2", "cubie-binary", 3, True, "728b0cad75f92682"),
    ("2x2x2", "sticker", 3, True, "617cba5e6110fd27"),
    ("2x2x2", "sticker-binary", 3, True, "89f3e5e3ab786cf8"),
    ("2x2x2 with half turns that cost 2", "cubie-onehot", 3, True, "4b2b13e1601ee447"),
    ("2x2x2 with half turns that cost 2", "cubie-binary", 3, True, "96b5f44375ae9bc9"),
    ("2x2x2 with half turns that cost 2", "sticker", 3, True, "30802451bd04e30b"),
    ("2x2x2 with half turns that cost 2", "sticker-binary", 3, True, "e14f1d3dbc1b9ddc"),
    ("3x3x3", "cubie-onehot", 3, False, "eb70b78bdbe43e24"),
    ("3x3x3", "cubie-binary", 3, False, "0ee5f6fa51896de1"),
    ("3x3x3", "sticker", 3, False, "73d99f344acba992"),
    ("3x3x3", "sticker-binary", 3, False, "aaef7371c3ec901e"),
    ("3x3x3 cross", "cubie-onehot", 3, True, "afae386fbb5e59fe"),
    ("3x3x3 cross", "cubie-binary", 3, True, "5eeffb8733d656a8"),
    ("3x3x3 cross", "sticker", 3, True, "4c2c12d6228cea87"),
    ("3x3x3 cross", "sticker-binary", 3, True, "99fa33560c567d07"),
    ("dials", "cubie-onehot", 3, True, "6b949922348f3d05"),
    ("dials", "cubie-binary", 3, True, "232998d21587b576"),
    ("dials", "sticker", 3, True, "d1ebaadaa511624d"),
    ("dials", "sticker-binary", 3, True, "b369edd0dafe363b"),
]


@pytest.mark.parametrize(("problem", "name", "horizon", "idle", "wanted"), TEXTS)
def test_formulas_keep_their_text(problem: str, name: str, horizon: int, idle: bool, wanted: str) -> None:
    instance = Instance(
        ProblemPieces(PROBLEMS[problem]()), horizon, idle=idle, canonical=encoding(name).canonical
    )
    assert digest(encoding(name).write(instance)) == wanted


@pytest.mark.parametrize(
    ("size", "wanted"), [(3, "228917b712fa7849"), (4, "d0f7c04d6c907efd"), (5, "3db13119ed31ab1c")]
)
def test_formulas_of_stages_keep_their_text(size: int, wanted: str) -> None:
    assert stage_digest(size, 4) == wanted


def test_model_writes_later_formulas_as_the_first() -> None:
    pieces = ProblemPieces(PROBLEMS["3x3x3"]())
    for problem, name, horizon, idle, wanted in reversed(TEXTS):
        if problem == "3x3x3":
            instance = Instance(pieces, horizon, idle=idle, canonical=encoding(name).canonical)
            assert digest(encoding(name).write(instance)) == wanted


def test_unusual_effort_is_applied() -> None:
    instance = Instance(ProblemPieces(PROBLEMS["3x3x3"]()), 7)
    amounts = DistanceClauses(pairs=1), DistanceClauses(pairs=10_000_000), DistanceClauses(short=6)
    assert [digest(framed(instance, limits)) for limits in amounts] == [
        "0d4d2acc63d8918b",
        "9a0f73479efc0c7d",
        "ad2fe445975ff790",
    ]
