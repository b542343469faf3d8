"""Problems in JSON: writing and reading."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cubeproof.base.argument_checks import expect
from cubeproof.base.json_objects import check_entries, check_whole_number, check_whole_numbers
from cubeproof.errors import UsageError
from cubeproof.problem.cube_map import cube_problem
from cubeproof.problem.generator import Generator
from cubeproof.problem.goals import read_goal
from cubeproof.problem.problem import Problem
from cubeproof.puzzle.cube import Cube
from cubeproof.sentences import Template

_OTHER_PROBLEM = Template(
    "problem.not-of-its-cube", "The stickers and turns of this problem are not those of its cube."
)


def problem_to_dict(problem: Problem) -> dict[str, object]:
    """Return the dictionary of `Problem.to_dict`."""
    entries: dict[str, object] = {
        "start": problem.start.tolist(),
        "goals": [goal.tolist() for goal in problem.goals],
        "generators": [
            {
                "name": generator.name,
                "permutation": generator.permutation.tolist(),
                "cost": int(generator.cost),
                "frames": [[name, frame] for name, frame in generator.frames],
            }
            for generator in problem.generators
        ],
        "metric": problem.metric,
        "places": [*problem.places],
    }
    if problem.cube_map is not None:
        entries["cube"] = problem.cube_map.to_dict()
    return entries


def problem_from_dict(data: Mapping[str, Any]) -> Problem:
    """Read a problem; see `Problem.from_dict`."""
    check_entries("problem", data, {"start", "goals", "generators"}, {"metric", "places", "cube"})
    expect("generators", data["generators"], (list, tuple), "a list of turns")
    expect("goals", data["goals"], (list, tuple), "a list of patterns")
    _check_numbers("/start", data["start"])
    for index, goal in enumerate(data["goals"]):
        _check_numbers(f"/goals/{index}", goal)
    problem = Problem(
        data["start"],
        data["goals"],
        tuple(_generator(entry, f"/generators/{index}") for index, entry in enumerate(data["generators"])),
        data.get("metric", "turns"),
        data.get("places", ()),
    )
    return problem if data.get("cube") is None else _with_cube_map(problem, data["cube"])


def _check_numbers(pointer: str, numbers: object) -> None:
    """Refuse a list with other values than whole numbers, such as `false`, which Python counts as 0."""
    if isinstance(numbers, (list, tuple)):
        check_whole_numbers("problem", pointer, numbers)


def _generator(entry: Mapping[str, Any], pointer: str) -> Generator:
    check_entries("problem", entry, {"name", "permutation"}, {"cost", "frames"})
    frames = entry.get("frames", ())
    expect("frames", frames, (list, tuple), "a list of pairs of a name and a number")
    _check_numbers(f"{pointer}/permutation", entry["permutation"])
    if "cost" in entry:
        check_whole_number("problem", f"{pointer}/cost", entry["cost"])
    for index, frame in enumerate(frames):
        if isinstance(frame, (list, tuple)) and len(frame) == 2:
            check_whole_number("problem", f"{pointer}/frames/{index}/1", frame[1])
    pairs = tuple(tuple(frame) if isinstance(frame, list) else frame for frame in frames)
    return Generator(entry["name"], entry["permutation"], entry.get("cost", 1), pairs)


def _with_cube_map(stored: Problem, question: Mapping[str, Any]) -> Problem:
    """Return the problem with its map. The map is computed again and compared, since JSON may contain anything."""
    check_entries("cube", question, {"start", "goal", "moves", "metric", "held_anyhow"}, set())
    for name, kind in (("start", str), ("goal", str), ("moves", (str, type(None))), ("metric", str)):
        expect(name, question[name], kind, "a text")
    expect("held_anyhow", question["held_anyhow"], bool, "True or False")
    cube = Cube.from_facelets(question["start"])
    if len(cube.colours) != len(stored.start):
        raise UsageError(_OTHER_PROBLEM())
    problem = cube_problem(
        cube,
        read_goal(question["goal"], cube.size),
        moves=question["moves"],
        metric=question["metric"],
        up_to_rotation=question["held_anyhow"],
        diagnose=False,
    )
    if problem.with_cube_map(None) != stored:
        raise UsageError(_OTHER_PROBLEM())
    return problem
