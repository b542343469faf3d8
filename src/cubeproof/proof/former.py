"""Certificates of form 1, which said nothing of the formula's generators: they are read off the formula.

In form 1 a reduction was believed: checker and solver made the formula's problem by the same function, and
where that function was wrong, a false certificate held. The names of the variables still tell what the
formula is about. So a certificate of that form is accepted where all holds that a new one is checked for, and
refused where the reduction does not hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import CertificateError
from cubeproof.problem.problem import Generator
from cubeproof.proof.canonical import in_full, written_out
from cubeproof.proof.manifest import ENCODING, FORMULA, Manifest, entry, must_be, parts_of
from cubeproof.proof.opened import opened
from cubeproof.proof.question import Question
from cubeproof.proof.reduction import check_reduction
from cubeproof.proof.turns import Block
from cubeproof.proof.writing import made_of
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube, fixed_stickers
from cubeproof.puzzle.geometry import geometry
from cubeproof.sentences import Template

__all__ = ["completed"]

_TURN = re.compile(rb"c var \d+ turn\((\d+),([^,()]+)\)\n")
_LINE = 1000

_MORE_TURNS = Template("certificate.more-turns", "{file} speaks of more turns than were allowed.")
_NOT_ONE_TURN = Template(
    "certificate.not-one-turn",
    "The formula speaks of {name!r}, which is not one turn as we write it.",
)
_FORBIDDEN = Template("certificate.forbidden", "The formula speaks of {turn}, which was not allowed.")


def completed(folder: Path, found: Mapping[str, Any]) -> Manifest:
    """What a certificate of form 1 says, with the generators, goals and horizon of its formula.

    Args:
        folder: where it is.
        found: its `certificate.json`, read.

    Raises:
        CertificateError: the formula cannot be read, or its problem is none that what was asked can be
            reduced to.
        CubeproofError: an entry makes no sense.
    """
    must_be(found, "encoding", ENCODING)
    cube = Cube.from_facelets(entry(found, "start", str), entry(found, "size", int))
    named = entry(found, "goal", str)
    goal = Cube.from_facelets(named, cube.size) if len(named) == len(cube.colours) else named
    moves = None if found.get("moves", "") is None else entry(found, "moves", str)
    manifest = Manifest(
        in_full(cube, goal, moves, entry(found, "metric", str)),
        written_out(Alg(entry(found, "answer", str))),
        entry(found, "length", int),
        parts=parts_of(found),
    )
    return _with_problem(folder, manifest) if manifest.length else manifest


def _with_problem(folder: Path, manifest: Manifest) -> Manifest:
    # In qtm half turns and turns of inner layers take several steps, and each but the first has its own name.
    names, horizon, above = _named(folder / FORMULA, 2 * len(manifest.question.turns) + 1)
    fault: CertificateError | None = None
    for generators in _candidates(manifest.question, names):
        found = replace(
            manifest,
            generators=tuple(made_of(generator, manifest.question.size) for generator in generators),
            goals=tuple(_left(manifest.question, generators)),
            horizon=horizon,
            above=above,
        )
        try:
            check_reduction(manifest.question, [(g.permutation, g.cost) for g in generators], found.goals)
        except CertificateError as problem:
            fault = fault or problem
        else:
            return found
    assert fault is not None, "there are candidates"
    raise fault


def _named(path: Path, most: int) -> tuple[list[str], int, tuple[str, ...]]:
    """What the comments of a formula's file say.

    Args:
        path: the file.
        most: how many turns there may be.

    Returns:
        The turns in order, the number of steps, and the lines about frames that stand above the formula.

    Raises:
        CertificateError: the file cannot be read, or speaks of more turns.
    """
    names: dict[str, None] = {}
    horizon = 0
    above: list[str] = []
    with opened(path) as file:
        while (line := file.readline(_LINE)).startswith(b"c "):
            if found := _TURN.fullmatch(line):
                horizon = max(horizon, int(found[1][:9]))
                names[found[2].decode("ascii", "replace")] = None
                if len(names) > most:
                    raise CertificateError(_MORE_TURNS(file=path.name))
            elif line.startswith(b"c frame ") and line.isascii() and len(above) <= 24 * most:
                above.append(line.decode("ascii").rstrip("\n"))
            elif names and not line.startswith(b"c var"):
                break
    turns = [name for name in names if name != "-" and not name.endswith("+")]
    return turns, horizon, tuple(above)


def _candidates(question: Question, names: list[str]) -> Iterator[list[Generator]]:
    """What the formula's generators may be: turns so named, as they are or with the core held still."""
    plain = []
    for name in names:
        move = next(iter(Alg(name)), None)
        if str(move) != name:
            raise CertificateError(_NOT_ONE_TURN(name=name))
        assert move is not None, "it has a name"
        block = Block.of(move.slab(question.size), question.size)
        if not question.turns.get(block):
            raise CertificateError(_FORBIDDEN(turn=name))
        plain.append(Generator(name, block.permutation(question.size), question.turns[block]))
    cube = geometry(question.size)
    home = fixed_stickers(question.size)
    framed = []
    for generator in plain:
        back = cube.rotations[(generator.permutation[cube.rotations[:, home]] == home).all(axis=1)]
        if len(back):
            framed.append(replace(generator, permutation=generator.permutation[back[0]]))
    several = len(_left(question, plain)) > 1
    if several and len(framed) == len(plain):
        yield framed
    yield plain


def _left(question: Question, generators: list[Generator]) -> list[NDArray[np.int8]]:
    """The goals that agree with the start wherever no generator moves a sticker, each once.

    If there is none, the goal as it was given.
    """
    still = np.all([g.permutation == np.arange(len(question.start)) for g in generators], axis=0)
    agree = (question.goals == question.start) | (question.goals < 0) | (question.start < 0) | ~still
    left = {goal.tobytes(): goal for goal in question.goals[agree.all(axis=1)]}
    return [*left.values()] or [question.pattern]
