"""`cubeproof apply`."""

import argparse
import json

from cubeproof.cli.inputs import note_as_json, turns_of
from cubeproof.cli.solve.steps import check_steps, show_steps, steps_as_json
from cubeproof.cli.statuses import OK
from cubeproof.solving.request_parsing import read_cube


def run(parsed: argparse.Namespace) -> int:
    """Print the facelets of a cube after some turns; with --steps also the net after every turn."""
    check_steps(parsed)
    start = read_cube("", parsed.state, parsed.size, order=parsed.order).cube
    turns = turns_of(parsed, parsed.alg, start)
    answer: dict[str, object] = {
        "size": start.size,
        "facelets": turns.after.facelets,
        **note_as_json(turns.note),
    }
    if parsed.steps:
        if parsed.json:
            answer |= steps_as_json(start, turns.alg)
        else:
            show_steps(parsed, start, turns.alg)
    print(json.dumps(answer) if parsed.json else turns.after.facelets)
    return OK
