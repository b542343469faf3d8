"""`cubeproof apply`."""

import argparse
import json

from cubeproof.cli.solve.steps import check_steps, show_steps, steps_as_json
from cubeproof.cli.statuses import OK
from cubeproof.puzzle.alg import Alg
from cubeproof.solving.request_parsing import read_cube


def run(parsed: argparse.Namespace) -> int:
    """Print the facelets of a cube after some turns; with --steps also the net after every turn."""
    check_steps(parsed)
    cube, _ = read_cube(parsed.alg, parsed.state, parsed.size)
    answer: dict[str, object] = {"size": cube.size, "facelets": cube.facelets}
    if parsed.steps:
        alg = Alg(parsed.alg)
        start, _ = read_cube("", parsed.state, parsed.size)
        if parsed.json:
            answer |= steps_as_json(start, alg)
        else:
            show_steps(parsed, start, alg)
    print(json.dumps(answer) if parsed.json else cube.facelets)
    return OK
