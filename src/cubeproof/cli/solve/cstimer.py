r"""Reads the export of csTimer (cstimer.net), a JSON object with a list of solves for each session.

::

    {"session1": [[[0, 12340], "R U2 F'", "comment", 1700000000], …], "session2": […],
     "properties": {"sessionData": "{\"1\": {\"name\": \"main\", \"opt\": {\"scrType\": \"222so\"}}}"}}

`scrType` names the puzzle of a session; a session without it has csTimer's default. A solve may end with a list that
holds the turns of a smart cube and the name of its puzzle. Older versions wrote sessions and properties as texts that
contain JSON, and `scr` or `scrType` beside the name. Times, comments and dates are ignored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from cubeproof.cli.solve.cube_line import CubeLine, line_of_fields
from cubeproof.errors import UsageError
from cubeproof.puzzle.events import layers_of_event
from cubeproof.sentences import Template

_NO_SOLVE = Template("cubes.no-solve", "This is not a solve of csTimer.")
_DAMAGED = Template("cubes.damaged-export", "The part {part} of this export of csTimer is damaged.")

_Part = TypeVar("_Part", dict[str, Any], list[Any])

_SESSION = re.compile(r"session([0-9]{1,9})")
# Sessions whose scrambles are typed or come from elsewhere: their puzzle is unknown, as in a file of text.
_WITHOUT_PUZZLE = frozenset({"", "input", "remotecomp", "remotebattle", "remoteother", "remoteurl"})


def is_export(value: Mapping[str, object]) -> bool:
    """Whether a JSON object is an export of csTimer.

    >>> is_export({"session1": [], "properties": {}}), is_export({"scramble": "R"})
    (True, False)
    """
    return any(_SESSION.fullmatch(name) for name in value)


def read_export(export: Mapping[str, object]) -> Iterator[CubeLine]:
    """Yield the scrambles of all sessions, numbered from 1; the id is the session's name and the solve's number.

    >>> [line.id for line in read_export({"session2": [[[0, 9000], "R U2 F'", "", 0]]})]
    ['session2/1']
    """
    # A damaged part is not skipped: without the names of puzzles, every scramble would be one of a 3×3×3.
    properties = _unpacked(export, "properties", {})
    data = _unpacked(properties, "sessionData", {})
    sessions = sorted((int(match[1]), name) for name in export if (match := _SESSION.fullmatch(name)))
    number = 0
    for session, name in sessions:
        puzzle = _puzzle(data.get(str(session)))
        for place, solve in enumerate(_unpacked(export, name, []), 1):
            number += 1
            yield _cube(number, solve, puzzle, f"{name}/{place}")


def _cube(number: int, solve: object, puzzle: str | None, cube_id: str) -> CubeLine:
    if not isinstance(solve, list) or len(solve) < 2 or not isinstance(solve[1], str):
        return CubeLine(number, id=cube_id, fault=UsageError(_NO_SOLVE()))
    fields: dict[str, object] = {"scramble": solve[1].strip() or None, "event": puzzle}
    smart_cube = solve[4] if len(solve) > 4 else None
    if isinstance(smart_cube, list) and len(smart_cube) > 1 and isinstance(smart_cube[1], str):
        # Other texts than names of cubes may be there in other versions.
        fields["puzzle"] = smart_cube[1] if layers_of_event(smart_cube[1]) else None
    return line_of_fields(number, fields, cube_id)


def _puzzle(session: object) -> str | None:
    if not isinstance(session, dict):
        return None
    options = session.get("opt")
    places = [options if isinstance(options, dict) else {}, session]
    for names in places:
        for name in ("scrType", "scr"):
            puzzle = names.get(name)
            if isinstance(puzzle, str) and puzzle.lower() not in _WITHOUT_PUZZLE:
                return puzzle
    return None


def _unpacked(parent: Mapping[str, object], name: str, default: _Part) -> _Part:
    """Return a part, which older versions wrote as a text with JSON."""
    part = parent.get(name)
    try:
        part = json.loads(part) if isinstance(part, str) else part
    except (ValueError, RecursionError):
        part = ()
    if part is None:
        return default
    if not isinstance(part, type(default)):
        raise UsageError(_DAMAGED(part=name))
    return part
