"""`cubeproof apply`."""

from __future__ import annotations

import argparse
import json

from cubeproof.cli.reading import cube_and_scramble
from cubeproof.cli.statuses import OK

__all__ = ["run"]


def run(parsed: argparse.Namespace) -> int:
    """Print the facelets of a cube after some turns."""
    parsed.scramble = parsed.alg
    cube, _ = cube_and_scramble(parsed)
    print(json.dumps({"size": cube.size, "facelets": cube.facelets}) if parsed.json else cube.facelets)
    return OK
