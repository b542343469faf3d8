"""`cubeproof scramble`."""

from __future__ import annotations

import argparse
import json
from random import Random, SystemRandom

from cubeproof.cli.statuses import OK
from cubeproof.errors import UsageError
from cubeproof.puzzle.cube import Cube
from cubeproof.solving.scramble import scramble

__all__ = ["run"]

_MOST = 100_000


def run(parsed: argparse.Namespace) -> int:
    """Print scrambles, a line each."""
    if parsed.count < 1:
        raise UsageError(f"There must be 1 scramble or more, not {parsed.count}.")
    seed = SystemRandom().randrange(1 << 32) if parsed.seed is None else parsed.seed
    random = Random(seed)
    if not parsed.json:
        for _ in range(parsed.count):
            print(scramble(parsed.size, random), flush=True)
        return OK
    if parsed.count > _MOST:
        raise UsageError(f"One JSON object has at most {_MOST:,} scrambles, not {parsed.count:,}.")
    made = []
    for _ in range(parsed.count):
        alg = scramble(parsed.size, random)
        made.append({"scramble": str(alg), "facelets": Cube(parsed.size).apply(alg).facelets})
    print(json.dumps({"size": parsed.size, "seed": seed, "scrambles": made}))
    return OK
