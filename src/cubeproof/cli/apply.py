"""`cubeproof apply`."""

from __future__ import annotations

import argparse
import json

from cubeproof.cli.statuses import OK
from cubeproof.solving.asking import read_cube

__all__ = ["run"]


def run(parsed: argparse.Namespace) -> int:
    """Print the facelets of a cube after some turns."""
    cube, _ = read_cube(parsed.alg, parsed.state, parsed.size)
    print(json.dumps({"size": cube.size, "facelets": cube.facelets}) if parsed.json else cube.facelets)
    return OK
