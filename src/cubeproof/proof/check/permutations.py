"""Certificates of puzzles other than cubes: the question is the problem itself, as permutations.

There is no reduction to check, since every allowed turn is a generator of the formula. The answer is replayed turn
by turn. `verdict` checks that the formula is the problem's for one turn less, and that the proof refutes it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cubeproof.errors import CertificateError
from cubeproof.problem.generator import Generator
from cubeproof.problem.problem import Problem
from cubeproof.proof.check.manifest import (
    ENCODING,
    NO_ENTRY,
    PERMUTATIONS,
    PROOF,
    CertificateFiles,
    contents,
    entry,
    must_be,
    parts_of,
)
from cubeproof.proof.check.verdict import PartReport, certificate_errors, refuted
from cubeproof.sentences import Template, say

# A cube of 12 layers has 864 stickers, a cube of 50 layers 441 turns. Their formulas can still be built.
_MOST_PLACES, _MOST_TURNS, _MOST_GOALS, _MOST_COST = 1_000, 500, 100, 2_000

_OTHER_HORIZON = Template("certificate.other-horizon", "The formula has {horizon} steps instead of {wanted}.")
_NO_ROOM = Template(
    "certificate.no-room",
    "A certificate has no room for {count:,} "
    "{what?places:sticker places|turns:turns|goals:goals|steps:steps of all its turns together}: "
    "{most:,} at most.",
)
_FOREIGN_TURN = Template("certificate.foreign-turn", "The answer makes turns that are not allowed: {name!r}.")
_OTHER_COST = Template(
    "certificate.other-cost", "The answer costs {counted}, but the certificate states {length}."
)


@dataclass(frozen=True, eq=False)
class Puzzle:
    """The content of a certificate of a puzzle that is not a cube."""

    problem: Problem
    """The problem to solve."""
    answer: tuple[str, ...]
    """The answer, as names of the problem's generators."""
    length: int
    """The cost of the answer."""
    horizon: int
    """The number of steps of the formula."""
    parts: tuple[tuple[str, ...], ...] = ()
    """The literals of each part of the proof, by name."""


def check(files: CertificateFiles, report: PartReport) -> tuple[Puzzle, int]:
    """Check a certificate of a puzzle; its files are the only input."""
    with certificate_errors():
        puzzle = _read(contents(files))
        _check_answer(puzzle)
    if puzzle.horizon != max(0, puzzle.length - 1):
        raise CertificateError(_OTHER_HORIZON(horizon=puzzle.horizon, wanted=puzzle.length - 1))
    return puzzle, refuted(files, puzzle, report)


def check_sizes(places: int, costs: Sequence[int], goals: int) -> None:
    """Refuse problems whose formula would take too much time or memory."""
    for what, count, most in (
        ("places", places, _MOST_PLACES),
        ("turns", len(costs), _MOST_TURNS),
        ("goals", goals, _MOST_GOALS),
        ("steps", sum(costs), _MOST_COST),
    ):
        if count > most:
            raise CertificateError(_NO_ROOM(what=what, count=count, most=most))


def _read(data: Mapping[str, Any]) -> Puzzle:
    must_be(data, "puzzle", PERMUTATIONS)
    must_be(data, "proof", PROOF)
    formula = entry(data, "formula", dict)
    must_be(formula, "formula.encoding", ENCODING)
    turns = [_turn(item) for item in entry(data, "generators", list)]
    start, goals = _numbers(entry(data, "start", list), "start"), entry(data, "goals", list)
    check_sizes(len(start), [cost for _, cost, _ in turns], len(goals))
    problem = Problem(
        np.array(start, dtype=np.int8),
        tuple(np.array(_numbers(goal, "goals"), dtype=np.int8) for goal in goals),
        tuple(Generator(name, np.array(gather, dtype=np.int16), cost) for name, cost, gather in turns),
        entry(data, "metric", str),
        _names(data, "places"),
    )
    return Puzzle(
        problem,
        _names(data, "answer"),
        entry(data, "length", int),
        entry(formula, "formula.horizon", int),
        parts_of(data),
    )


def _turn(item: object) -> tuple[str, int, list[int]]:
    if not isinstance(item, list) or [type(part) for part in item] != [str, int, list]:
        raise CertificateError(NO_ENTRY(entry="generators"))
    name, cost, gather = item
    return name, cost, _numbers(gather, "generators", _MOST_PLACES)


def _numbers(item: object, name: str, most: int = np.iinfo(np.int8).max) -> list[int]:
    """Return a list of whole numbers from −1 to `most`; refuse another value."""
    # Not isinstance(): True is an int in Python.
    if not isinstance(item, list) or not all(type(part) is int and -1 <= part <= most for part in item):
        raise CertificateError(NO_ENTRY(entry=name))
    return item


def _names(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    names = entry(data, name, list)
    if not all(isinstance(part, str) for part in names):
        raise CertificateError(NO_ENTRY(entry=name))
    return tuple(names)


def _check_answer(puzzle: Puzzle) -> None:
    problem = puzzle.problem
    numbers = {generator.name: number for number, generator in enumerate(problem.generators)}
    for name in puzzle.answer:
        if name not in numbers:
            raise CertificateError(_FOREIGN_TURN(name=name[:60]))
    word = [numbers[name] for name in puzzle.answer]
    if not problem.is_solved_by(word):
        raise CertificateError(
            say("certificate.puzzle-answer-fails", "The answer does not lead from the start to a goal.")
        )
    if (cost := problem.cost(word)) != puzzle.length:
        raise CertificateError(_OTHER_COST(counted=cost, length=puzzle.length))
