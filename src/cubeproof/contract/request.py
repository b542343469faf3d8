"""`SearchRequest`: a complete request for a search, as one value with one JSON form.

The command, the API and its workers exchange only this value::

    >>> request = SearchRequest(2, Cube(2).apply("R U").facelets, options=Options(jobs=1))
    >>> SearchRequest.from_json(request.to_json()) == request
    True
    >>> slower = SearchRequest(2, request.start, limit=Limit(seconds=60), options=request.options)
    >>> slower.question_digest == request.question_digest, slower.digest == request.digest
    (True, False)
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cubeproof.base.argument_checks import expect
from cubeproof.contract.limit import Limit
from cubeproof.contract.settings import OPTIONS, Options
from cubeproof.problem import Problem, allowed_moves, check_question, cube_problem, read_goal
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.face_orders import read_letters
from cubeproof.puzzle.geometry import FACES
from cubeproof.puzzle.move import Metric, Move

SCHEMA = 1
"""The version of the JSON form."""

QUESTION_SETTINGS = ("all", "extra")
"""Settings that change which answers are correct; the other settings only change the search."""

# Optional entries whose values are texts.
_TEXTS = {"scramble": None, "goal": "solved", "moves": None, "metric": "htm"}


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A question, with the limits and the engine of its search."""

    size: int
    """The number of layers; 0 for a puzzle that is not a cube."""
    start: str
    """The facelets of the cube, 6·size² letters; empty for a puzzle that is not a cube."""
    scramble: str | None = None
    """The turns from the solved cube to the start, or None if unknown. Their inverse is an answer."""
    goal: str = "solved"
    """The name of a goal, or facelets."""
    moves: str | None = None
    """The allowed turns as text; None for all turns that the metric counts."""
    metric: Metric = Metric.HTM
    """The metric."""
    limit: Limit = field(default_factory=Limit)
    """The limits of the search."""
    engine: str = "auto"
    """The name of an engine."""
    options: Options = field(default_factory=Options)
    """The settings; the engine ignores those of other engines."""
    problem: Problem | None = None
    """The problem of a puzzle that is not a cube, with its goals, turns and metric; else None."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "metric", Metric(self.metric))

    @classmethod
    def of_cube(cls, cube: Cube, scramble: Alg | None, goal: str | None, **more: Any) -> SearchRequest:
        """Return a request about a cube."""
        turns = None if scramble is None else str(scramble)
        return cls(cube.size, cube.facelets, turns, "solved" if goal is None else goal, **more)

    @classmethod
    def of_problem(cls, problem: Problem, **more: Any) -> SearchRequest:
        """Return a request about a puzzle that is not a cube."""
        return cls(0, "", problem=problem, **more)

    @property
    def cube(self) -> Cube:
        """Return the cube to solve."""
        if len(self.start) == 6 * self.size**2 and set(self.start) <= {*FACES, "?"}:
            # The text of a cube is no text that someone wrote: it has no other reading.
            return Cube.from_colours(read_letters(self.start, self.size))
        return Cube.from_facelets(self.start, self.size)

    def to_problem(self) -> Problem:
        """Return the request's problem."""
        if self.problem is not None:
            return self.problem
        cube = self.cube
        return cube_problem(cube, read_goal(self.goal, cube.size), moves=self.moves, metric=self.metric)

    def check(self) -> None:
        """Refuse a question that `to_problem` refuses, without making the problem of a cube."""
        if self.problem is None:
            cube = self.cube
            check_question(cube, read_goal(self.goal, cube.size), moves=self.moves, metric=self.metric)

    def to_dict(self) -> dict[str, Any]:
        """Return the request as a dictionary of JSON values."""
        question: dict[str, Any]
        if self.problem is not None:
            question = {"problem": self.problem.to_dict()}
        else:
            question = {
                "size": self.size,
                "start": self.start,
                "scramble": self.scramble,
                "goal": self.goal,
                "moves": self.moves,
                "metric": self.metric.value,
            }
        limits = {"max_length": self.limit.length, "timeout": self.limit.seconds}
        return {
            "schema": SCHEMA,
            **question,
            **limits,
            "engine": self.engine,
            "settings": self.options.to_dict(),
        }

    def to_json(self) -> str:
        """Return the canonical JSON form: sorted keys, no blanks, ASCII."""
        return _canonical(self.to_dict())

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SearchRequest:
        """Read a request from a dictionary that `to_dict` returned. Entries with a default are optional."""
        from cubeproof.base.json_objects import check_entries, check_schema

        check_schema("request", data, SCHEMA)
        common = {"schema", "timeout", "max_length", "settings", "engine"}
        if "problem" in data:
            check_entries("request", data, {"problem"}, common)
        else:
            check_entries("request", data, {"size", "start"}, common | set(_TEXTS))
        settings = data.get("settings", {})
        check_entries("settings", settings, set(), set(OPTIONS))
        engine = data.get("engine", "auto")
        expect("engine", engine, str, "the name of an engine")
        more: dict[str, Any] = {
            "limit": Limit(data.get("timeout"), data.get("max_length")),
            "options": Options.of(settings),
            "engine": engine,
        }
        if "problem" in data:
            return cls.of_problem(Problem.from_dict(data["problem"]), **more)
        size, start = data["size"], data["start"]
        expect("size", size, int, "a whole number")
        expect("start", start, str, "a text of facelets")
        for name, default in _TEXTS.items():
            more[name] = data.get(name, default)
            expect(name, more[name], (str, type(default)), "a text")
        more["metric"] = Metric(more["metric"])
        return cls(size, Cube.from_facelets(start, size).facelets, **more)

    @classmethod
    def from_json(cls, text: str) -> SearchRequest:
        """Read a request from JSON."""
        from cubeproof.base.json_objects import json_object

        return cls.from_dict(json_object("request", text))

    @property
    def question_digest(self) -> str:
        """The digest of the question. Requests with equal digests have the same correct answers.

        It covers size, start, goal, allowed turns, metric, `all`, `extra` and the maximum length. It does not cover the
        engine, its other settings, the time, the scramble, and the spelling of turns. Equivalent questions may have
        different digests, for example with the goal "solved" and with the facelets of the solved cube.
        """
        question = self.to_dict()
        settings = {name: value for name, value in question["settings"].items() if name in QUESTION_SETTINGS}
        for name in ("scramble", "timeout", "engine"):
            question.pop(name, None)
        if self.moves is not None:
            question["moves"] = sorted({_name_of(move, self.size) for move in allowed_moves(self.moves)})
        return _digest(_canonical(question | {"settings": settings}))

    @property
    def digest(self) -> str:
        """The digest of the whole request."""
        return _digest(self.to_json())

    def known_answer(self) -> Alg | None:
        """Return the inverse of the scramble, which solves the cube, or None without a scramble."""
        return None if self.scramble is None else ~Alg(self.scramble)


def _name_of(move: Move, size: int) -> str:
    """Return the unique name of a block of layers: `M`, `2L` and `2R` are the same block on a 3×3×3."""
    slab = move.slab(size)
    opposite = {"D": "U", "L": "R", "B": "F"}.get(slab.face)
    layers = (slab.first, slab.last) if opposite is None else (size + 1 - slab.last, size + 1 - slab.first)
    return f"{opposite or slab.face}{layers[0]}-{layers[1]}{'' if slab.turns % 2 else ' half'}"


def _canonical(data: object) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()
