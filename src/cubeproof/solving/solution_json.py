"""Solutions as JSON with their problems; reading one replays its answers."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from cubeproof.base.argument_checks import expect, expect_whole
from cubeproof.base.json_objects import check_entries, check_schema, json_object
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import AnswerPart, Word
from cubeproof.errors import UsageError
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence, Template, say
from cubeproof.solving.solution import ProblemSolution, Reached, solution_type

_NOT_AN_ANSWER = Template("solution.not-an-answer", "The word {word} does not solve the problem.")
_BELOW = Template("solution.below-bound", "An answer of {length} turns contradicts the lower bound {bound}.")
_NEGATIVE = Template("solution.negative", "The lower bound and the seconds of a solution are 0 or more.")
_NO_STOP = Template("solution.stop", "{stop!r} is not a reason why a search stops.")

_NO_SOURCE = Template("solution.known-as", "{source!r} is not a source of a known answer.")

_SCHEMA = 1
_KNOWN_AS = ("", "scramble", "known")
_SIMPLE: dict[str, type | tuple[type, ...]] = {
    "lower_bound": int,
    "engine": str,
    "seconds": (int, float),
    "stop": (str, type(None)),
    "unverified_solver": str,
}


def to_json(solution: ProblemSolution) -> str:
    """Return a solution as text: see `ProblemSolution.to_json`."""
    reached = solution.reached and {
        "names": solution.reached.names,
        "finished": solution.reached.finished,
        "stages": solution.reached.stages,
        "achieved": solution.reached.achieved.to_dict(),
    }
    return json.dumps(
        {
            "schema": _SCHEMA,
            "problem": solution.problem.to_dict(),
            "words": solution.words,
            "lower_bound": solution.lower_bound,
            "engine": solution.engine,
            "seconds": solution.seconds,
            "stop": solution.stop and solution.stop.value,
            "unverified_solver": solution.unverified_solver,
            "reached": reached,
            "parts": [{"name": part.name.to_dict(), "turns": part.turns} for part in solution.parts],
            "known_as": solution.known_as,
        }
    )


def from_json(text: str) -> ProblemSolution:
    """Read a solution: see `ProblemSolution.from_json`."""
    data = json_object("solution", text)
    check_schema("solution", data, _SCHEMA)
    check_entries(
        "solution", data, {"problem", "words", *_SIMPLE}, {"schema", "reached", "parts", "known_as"}
    )
    for name, kind in _SIMPLE.items():
        expect(name, data[name], kind, "of the type that `to_json` writes")
    if (
        isinstance(data["lower_bound"], bool)
        or data["lower_bound"] < 0
        or not 0 <= data["seconds"] < math.inf
    ):
        raise UsageError(_NEGATIVE())
    if data["stop"] not in (None, *Stop):
        raise UsageError(_NO_STOP(stop=data["stop"][:40]))
    if data.get("known_as", "") not in _KNOWN_AS:
        raise UsageError(_NO_SOURCE(source=str(data["known_as"])[:40]))
    problem = Problem.from_dict(data["problem"])
    expect("words", data["words"], list, "a list of words")
    words = tuple(_checked_word(problem, word, data["lower_bound"]) for word in data["words"])
    reached = None if data.get("reached") is None else _reached(problem, data["reached"])
    return solution_type(problem)(
        problem,
        words[0] if words else None,
        data["lower_bound"],
        data["engine"],
        data["seconds"],
        words,
        data["stop"] and Stop(data["stop"]),
        data["unverified_solver"],
        reached=reached,
        parts=_parts(data.get("parts", []), words),
        known_as=data.get("known_as", ""),
    )


def _checked_word(problem: Problem, word: object, lower_bound: int) -> Word:
    expect("words", word, list, "a list of lists of numbers")
    numbers = tuple(word) if isinstance(word, list) else ()
    # False and 1.0 are equal to numbers, but index differently.
    valid = all(type(number) is int and 0 <= number < len(problem.generators) for number in numbers)
    if not (valid and problem.is_solved_by(numbers)):
        raise UsageError(_NOT_AN_ANSWER(word=str(word)[:40]))
    if problem.cost(numbers) < lower_bound:
        raise UsageError(_BELOW(length=problem.cost(numbers), bound=lower_bound))
    return numbers


def _reached(problem: Problem, data: Mapping[str, Any]) -> Reached:
    check_entries("solution", data, {"names", "finished", "stages", "achieved"}, set())
    expect("names", data["names"], list, "a list of turns")
    for name in data["names"]:
        expect("names", name, str, "a list of turns")
    for entry in ("finished", "stages"):
        expect_whole(entry, data[entry])
    reached = Reached(tuple(data["names"]), data["finished"], data["stages"], _sentence(data["achieved"]))
    if problem.cube_map is not None:
        problem.cube_map.cube.apply(reached.turns)
    return reached


def _parts(data: object, words: tuple[Word, ...]) -> tuple[AnswerPart, ...]:
    expect("parts", data, list, "a list of parts")
    parts = []
    for entry in data if isinstance(data, list) else ():
        expect("parts", entry, dict, "a list of parts")
        check_entries("solution", entry, {"name", "turns"}, set())
        expect_whole("turns", entry["turns"])
        parts.append(AnswerPart(_sentence(entry["name"]), entry["turns"]))
    lengths = [part.turns for part in parts]
    if lengths and (min(lengths) < 1 or sum(lengths) != len(next(iter(words), ()))):
        raise UsageError(say("solution.bad-parts", "The parts of the answer do not have all of its turns."))
    return tuple(parts)


def _sentence(data: object) -> Sentence:
    try:
        return Sentence.from_dict(data)  # type: ignore[arg-type] # what it is not, it raises
    except (TypeError, AttributeError, KeyError, ValueError, RecursionError):
        raise UsageError(
            say("solution.sentence", "The name of a stage or a part is not a sentence.")
        ) from None
