"""Writes the manifest of a certificate as `certificate.json`; `manifest.py` reads it."""

from __future__ import annotations

import json
import re
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import UsageError
from cubeproof.problem.generator import Generator
from cubeproof.proof.check.manifest import (
    ENCODING,
    FORMAT,
    PERMUTATIONS,
    PROOF,
    PUZZLE,
    FormulaGenerator,
    Manifest,
    full_question,
)
from cubeproof.proof.check.question import Question
from cubeproof.proof.check.search_manifest import FIXED
from cubeproof.proof.check.turns import facelets_of, permutation_of, read_turns
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric
from cubeproof.sentences import say

if TYPE_CHECKING:
    from cubeproof.proof.check.permutations import Puzzle


def text(manifest: Manifest) -> str:
    """Return the file's content: JSON with each list of words or numbers on one line."""
    question, goal = manifest.question, manifest.question.goal
    data = {
        "format": FORMAT,
        "puzzle": PUZZLE,
        "size": question.size,
        "start": facelets_of(question.cube),
        "goal": goal if isinstance(goal, str) else facelets_of(goal),
        "moves": question.moves,
        "metric": question.metric,
        "asked": full_question(question),
        "answer": manifest.answer,
        "length": manifest.length,
        "formula": {
            "encoding": ENCODING,
            "horizon": manifest.horizon,
            "goals": [facelets_of(goal) for goal in manifest.goals],
            "generators": [list(generator) for generator in manifest.generators],
        },
        "proof": PROOF,
        "parts": [list(part) for part in manifest.parts],
    }
    return _format(data)


def search_text(manifest: Manifest) -> str:
    """Return the file's content for a certificate whose proof is a search."""
    data = {
        **FIXED,
        "start": facelets_of(manifest.question.cube),
        "answer": manifest.answer,
        "length": manifest.length,
    }
    order = ("format", "puzzle", "size", "start", "goal", "moves", "metric", "answer", "length", "proof")
    return _format({name: data[name] for name in order})


def puzzle_text(puzzle: Puzzle) -> str:
    """Return the file's content for a puzzle that is not a cube, in the same layout."""
    problem = puzzle.problem
    data = {
        "format": FORMAT,
        "puzzle": PERMUTATIONS,
        "metric": problem.metric,
        "places": [*problem.places],
        "start": problem.start.tolist(),
        "goals": [goal.tolist() for goal in problem.goals],
        "generators": [
            [generator.name, int(generator.cost), generator.permutation.tolist()]
            for generator in problem.generators
        ],
        "answer": [*puzzle.answer],
        "length": puzzle.length,
        "formula": {"encoding": ENCODING, "horizon": puzzle.horizon},
        "proof": PROOF,
        "parts": [[*part] for part in puzzle.parts],
    }
    return _format(data)


def _format(data: dict[str, object]) -> str:
    return re.sub(
        r"\[\n([^\[\]{}]*)\]", lambda match: f"[{' '.join(match[1].split())}]", json.dumps(data, indent=2)
    )


def formula_generator(generator: Generator, size: int) -> FormulaGenerator:
    """Return a generator of a cube's problem as turns.

    >>> from cubeproof import Cube, cube_problem
    >>> problem = cube_problem(Cube(3).apply("M"), metric="stm")
    >>> [formula_generator(generator, 3).turns for generator in problem.generators[-3:]]
    ["S z'", 'S2 z2', "S' z"]
    """
    turn = permutation_of(read_turns(generator.name, size), size)
    after = _rotation(np.argsort(turn)[generator.permutation], size)
    return FormulaGenerator(f"{generator.name} {after}".strip(), generator.cost)


def _rotation(gather: NDArray[np.integer], size: int) -> str:
    """Return a rotation of the whole cube in the notation of certificates."""
    single = ["", *(f"{axis}{amount}" for axis in "xyz" for amount in ("", "2", "'"))]
    for first, second in product(single, single):
        if np.array_equal(permutation_of(read_turns(f"{first} {second}", size), size), gather):
            return f"{first} {second}".strip()
    raise UsageError(
        say("certificate.not-made-of", "A generator is not a turn followed by a rotation of the whole cube.")
    )


def checker_question(cube: Cube, goal: Cube | str, moves: str | None, metric: Metric | str) -> Question:
    """Return the question in the checker's form.

    >>> checker_question(Cube(3), "solved", "R, 2-2Rw // both", "htm").moves
    'R 2R'
    """
    pattern = goal.colours if isinstance(goal, Cube) else goal
    allowed = None if moves is None else certificate_notation(Alg(moves.replace(",", " ")), cube.size)
    return Question(cube.size, cube.colours, pattern, allowed, Metric(metric).value)


def certificate_notation(alg: Alg, size: int) -> str:
    """Return an algorithm for a cube of this size in the notation of certificates, without brackets and comments.

    >>> certificate_notation(Alg("[R: U2] (x)2"), 3), certificate_notation(Alg("M"), 4)
    ("R U2 R' x x", 'm')
    """
    return " ".join(str(move.on(size)) for move in alg)
