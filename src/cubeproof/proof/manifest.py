"""`Manifest`: what a certificate says, as the file `certificate.json`; the form is described in `docs/certificate.md`.

Nothing that it says is believed: `checking.py` computes it again, or sees that it holds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import CertificateError, UsageError
from cubeproof.problem.problem import Generator, Problem
from cubeproof.proof.opened import opened
from cubeproof.proof.question import Block, Question
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube, permutation
from cubeproof.puzzle.geometry import FACES
from cubeproof.puzzle.move import Metric

__all__ = ["ENCODING", "FORMAT", "FORMER", "FORMULA", "MANIFEST", "Made", "Manifest", "question_of", "read"]

FORMAT = "cubeproof certificate 2"
FORMER = "cubeproof certificate 1"
MANIFEST, FORMULA = "certificate.json", "formula.cnf"
PUZZLE, ENCODING, PROOF = "cube", "framed", "lrat"

# For 50 layers, with every turn that there is, and a proof in thousands of parts, it is a twentieth of that.
_MOST_BYTES = 16_000_000


class Made(NamedTuple):
    """A generator of the formula, as turns that make it: an allowed turn, and the rotations of the whole cube that follow it.

    Attributes:
        turns: `R`, or `Rw x'`.
        cost: what it counts in the formula.
    """

    turns: str
    cost: int

    @classmethod
    def of(cls, generator: Generator, size: int) -> Made:
        """A generator of a cube's problem, whose name is that of the turn.

        >>> from cubeproof.problem import cube_problem
        >>> problem = cube_problem(Cube(3).apply("M"), metric="stm")
        >>> [Made.of(generator, 3).turns for generator in problem.generators[-3:]]
        ["S z'", 'S2 z2', "S' z"]
        """
        turn = permutation(generator.name, size)
        return cls(
            f"{generator.name} {_rotation(np.argsort(turn)[generator.permutation], size)}".strip(),
            generator.cost,
        )

    @property
    def name(self) -> str:
        """What the formula calls it: the turn alone."""
        return str(next(Alg(self.turns).expand(), ""))

    @property
    def is_one_turn(self) -> bool:
        """Whether it is a turn with at most two rotations after it, as every generator of ours is.

        >>> Made("Rw x' y", 1).is_one_turn, Made("R U", 1).is_one_turn, Made("(R)99999", 1).is_one_turn
        (True, False, False)
        """
        moves = [*islice(Alg(self.turns).expand(), 4)]
        return (
            1 <= len(moves) <= 3
            and [move.family in "xyz" for move in moves] == [False, True, True][: len(moves)]
        )


def _rotation(gather: NDArray[np.integer], size: int) -> str:
    """How a rotation of the whole cube is written."""
    single = ["", *(f"{axis}{amount}" for axis in "xyz" for amount in ("", "2", "'"))]
    for one, other in product(single, single):
        if np.array_equal(permutation(f"{one} {other}", size), gather):
            return f"{one} {other}".strip()
    raise UsageError("A generator is no turn followed by a rotation of the whole cube.")


@dataclass(frozen=True)
class Manifest:
    """What a certificate says.

    Attributes:
        question: what was asked.
        alg: the answer.
        length: what it counts.
        generators: those of the formula.
        goals: those of the formula, each as colours, shape (stickers,), −1 where they do not matter.
        horizon: the number of steps that the formula speaks of.
        parts: for every part of the proof its literals, by name.
    """

    question: Question
    alg: Alg
    length: int
    generators: tuple[Made, ...] = ()
    goals: tuple[NDArray[np.int8], ...] = ()
    horizon: int = 0
    parts: tuple[tuple[str, ...], ...] = ()

    @cached_property
    def problem(self) -> Problem:
        """The problem that the formula writes down.

        Raises:
            UsageError: a generator or a goal that makes no sense.
        """
        size = self.question.size
        generators = tuple(
            Generator(made.name, permutation(made.turns, size), made.cost) for made in self.generators
        )
        places = tuple(f"{face}{number + 1}" for face in FACES for number in range(size * size))
        return Problem(self.question.start, self.goals, generators, self.question.metric.value, places)

    def text(self) -> str:
        """The file's content: JSON, with a list of words or numbers on one line."""
        question, goal = self.question, self.question.goal
        said = {
            "format": FORMAT,
            "puzzle": PUZZLE,
            "size": question.size,
            "start": question.cube.facelets,
            "goal": goal.facelets if isinstance(goal, Cube) else goal,
            "moves": question.moves,
            "metric": question.metric.value,
            "asked": asked(question),
            "answer": str(self.alg),
            "length": self.length,
            "formula": {
                "encoding": ENCODING,
                "horizon": self.horizon,
                "goals": [_facelets(goal) for goal in self.goals],
                "generators": [list(made) for made in self.generators],
            },
            "proof": PROOF,
            "parts": [list(part) for part in self.parts],
        }
        return re.sub(
            r"\[\n([^\[\]{}]*)\]", lambda found: f"[{' '.join(found[1].split())}]", json.dumps(said, indent=2)
        )


def asked(question: Question) -> dict[str, object]:
    """What was asked, in full, on stickers: what the goal sees of the start, the goal, how it may be held, and every allowed turn.

    >>> asked(Question(Cube(2), "solved", "R,U2", Metric.QTM))["turns"]
    [['R', 1], ['R2', 2], ["R'", 1], ['U2', 2]]
    """
    size = question.size
    return {
        "start": _facelets(question.start),
        "goal": _facelets(question.pattern),
        "hold": "any" if question.held_anyhow else "as given",
        "rotations": "free" if question.rotations_are_free else "none",
        "turns": [[block.name(size), cost] for block, cost in question.turns.items() if cost],
    }


def _facelets(colours: NDArray[np.integer]) -> str:
    return Cube.from_colours(colours).facelets


class _Entries:
    """The entries of a JSON object, each of the kind that it must have."""

    def __init__(self, found: Mapping[str, Any], within: str = "") -> None:
        self.found = found
        self.within = within

    def wrong(self, name: str) -> CertificateError:
        return CertificateError(f"The certificate has no proper entry '{self.within}{name}'.")

    def text(self, name: str) -> str:
        value = self.found.get(name)
        if not isinstance(value, str):
            raise self.wrong(name)
        return value

    def number(self, name: str) -> int:
        value = self.found.get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong(name)
        return value

    def items(self, name: str) -> list[Any]:
        value = self.found.get(name)
        if not isinstance(value, list):
            raise self.wrong(name)
        return value

    def entries(self, name: str) -> _Entries:
        value = self.found.get(name)
        if not isinstance(value, dict):
            raise self.wrong(name)
        return _Entries(value, f"{self.within}{name}.")

    def must_be(self, name: str, value: str) -> None:
        found = self.text(name)
        if found != value:
            raise CertificateError(f"'{self.within}{name}' is {found!r}; this version knows {value!r} alone.")


def read(folder: Path) -> tuple[Manifest, str]:
    """What a certificate says, and the form in which it says it.

    A manifest of the former form says nothing of the formula: of that, nothing is filled in.

    Raises:
        CertificateError: it cannot be read, or is no certificate.
        CubeproofError: an entry makes no sense.
    """
    found = _json(folder / MANIFEST)
    entries = _Entries(found)
    form = found.get("format")
    if form not in (FORMAT, FORMER):
        raise CertificateError(f"{folder / MANIFEST} is no certificate of the form {FORMAT!r}.")
    if form == FORMAT:
        entries.must_be("puzzle", PUZZLE)
        entries.must_be("proof", PROOF)
    question = question_of(found)
    manifest = Manifest(question, Alg(entries.text("answer")), entries.number("length"))
    if form == FORMER:
        entries.must_be("encoding", ENCODING)
        return replace(manifest, parts=_parts(entries)), form
    _see_that_all_was_told(entries.entries("asked"), question)
    formula = entries.entries("formula")
    formula.must_be("encoding", ENCODING)
    goals = tuple(
        Cube.from_facelets(_string(formula, "goals", goal), question.size).colours
        for goal in formula.items("goals")
    )
    generators = tuple(_made(formula, "generators", item) for item in formula.items("generators"))
    filled = replace(
        manifest, generators=generators, goals=goals, horizon=formula.number("horizon"), parts=_parts(entries)
    )
    return filled, form


def question_of(found: Mapping[str, Any]) -> Question:
    """The question of a manifest, in the user's words.

    Raises:
        CertificateError: an entry is missing.
        CubeproofError: one makes no sense.
    """
    entries = _Entries(found)
    cube = Cube.from_facelets(entries.text("start"), entries.number("size"))
    named = entries.text("goal")
    goal = Cube.from_facelets(named, cube.size) if len(named) == len(cube.colours) else named
    moves = None if found.get("moves", "") is None else entries.text("moves")
    return Question(cube, goal, moves, Metric(entries.text("metric")))


def _json(path: Path) -> dict[str, Any]:
    try:
        with opened(path) as file:
            text = file.read(_MOST_BYTES + 1)
            if len(text) > _MOST_BYTES:
                raise CertificateError(
                    f"{path} is longer than any certificate: {_MOST_BYTES:,} bytes at most."
                )
            found = json.loads(text.decode(), object_pairs_hook=_each_once)
    except (ValueError, RecursionError):
        raise CertificateError(f"{path} is no JSON.") from None
    if not isinstance(found, dict):
        raise CertificateError(f"{path} is no certificate of the form {FORMAT!r}.")
    return found


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object that says nothing twice: of two entries with one name nobody could tell which counts."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError
    return found


def _string(entries: _Entries, name: str, value: object) -> str:
    if not isinstance(value, str):
        raise entries.wrong(name)
    return value


def _made(entries: _Entries, name: str, item: object) -> Made:
    match item:
        case [str(turns), int(cost)] if not isinstance(cost, bool):
            return Made(turns, cost)
    raise entries.wrong(name)


def _parts(entries: _Entries) -> tuple[tuple[str, ...], ...]:
    parts = []
    for part in entries.items("parts"):
        if not isinstance(part, list) or not all(isinstance(name, str) for name in part):
            raise CertificateError(
                f"The certificate speaks of a part {str(part)[:60]} of which the formula knows nothing."
            )
        parts.append(tuple(part))
    return tuple(parts)


def _see_that_all_was_told(told: _Entries, question: Question) -> None:
    """Compare what a certificate says was asked in full with what it comes to."""
    wanted = asked(question)
    for name in ("start", "goal", "hold", "rotations"):
        if told.text(name) != wanted[name]:
            raise CertificateError(
                f"'asked.{name}' is {told.text(name)[:60]!r}, and what was asked comes to {wanted[name]!r}."
            )
    named = [*_named_turns(told, question.size)]
    turns = dict(named)
    if len(turns) < len(named):
        raise CertificateError("'asked.turns' tells of a turn twice.")
    allowed = {block: cost for block, cost in question.turns.items() if cost}
    for block in [*allowed, *turns]:
        if turns.get(block) != allowed.get(block):
            raise CertificateError(
                f"'asked.turns' is not what was allowed: {_counted(block, turns, question.size)} there, "
                f"and {_counted(block, allowed, question.size)} by what was asked."
            )


def _named_turns(told: _Entries, size: int) -> Iterator[tuple[Block, int]]:
    for item in told.items("turns"):
        made = _made(told, "turns", item)
        moves = [*islice(Alg(made.turns).expand(), 2)]
        if len(moves) != 1:
            raise told.wrong("turns")
        yield Block.of(moves[0].slab(size), size), made.cost


def _counted(block: Block, turns: Mapping[Block, int], size: int) -> str:
    name = block.name(size)
    return f"{name} counts {turns[block]}" if block in turns else f"{name} is not allowed"
