"""`cubeproof solve --crosses`: the shortest cross of each colour of a 3×3×3."""

import argparse
import json
from dataclasses import asdict

from cubeproof.cli.inputs import cube_and_scramble, note_as_json
from cubeproof.cli.output.streams import NO_TURN, in_words, print_on_stderr, print_on_stdout
from cubeproof.cli.statuses import OK
from cubeproof.draw.palette import STANDARD
from cubeproof.errors import UsageError
from cubeproof.sentences import Template
from cubeproof.solving.crosses import crosses

_ALONE = Template(
    "command.crosses-alone",
    "--crosses shows the shortest cross of each colour of one cube: leave out {options:and}.",
)
_CLAIM = Template("command.crosses", "Each is the shortest cross of its colour ({metric}).")
_ALLOWED = {
    "scramble",
    "state",
    "size",
    "metric",
    "json",
    "lang",
    "crosses",
    "verb",
    "module",
    "order",
    "lower_case",
}


def solve_crosses(parsed: argparse.Namespace) -> int:
    """Print the colour, length and turns of each cross, or one JSON object; return the exit status."""
    options = [
        name
        for name, value in sorted(vars(parsed).items())
        # Not `in (None, False)`: 0 is a value, but equals False.
        if name not in _ALLOWED
        and not (value is None or value is False or (name, value) == ("engine", "auto"))
    ]
    if options:
        raise UsageError(_ALONE(options=[f"--{name.replace('_', '-')}" for name in options]))
    cube, _ = cube_and_scramble(parsed)
    results = crosses(cube, parsed.metric)
    if parsed.json:
        question = {
            "size": cube.size,
            "start": cube.facelets,
            "scramble": parsed.scramble,
            "metric": parsed.metric,
            **note_as_json(parsed.note),
        }
        entries = [asdict(cross) | {"alg": str(cross.alg)} for cross in results]
        print(json.dumps({**question, "crosses": entries}))
        return OK
    names = [in_words(STANDARD.name(cross.colour)) for cross in results]
    for name, cross in zip(names, results, strict=True):
        turns = str(cross.alg) if cross.length else in_words(NO_TURN())
        print_on_stdout(f"{name:<{max(map(len, names))}}  {cross.length}  {turns}")
    print_on_stderr(_CLAIM(metric=parsed.metric))
    return OK
