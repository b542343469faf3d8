"""`cubeproof scramble`."""

import argparse
import json
from random import Random, SystemRandom

from cubeproof.cli.statuses import OK
from cubeproof.errors import UsageError
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube
from cubeproof.sentences import Template
from cubeproof.solving.scramble import scramble

_MOST = 100_000

_NO_COUNT = Template("command.no-count", "There must be 1 scramble or more, not {count}.")
_TOO_MANY = Template("command.too-many", "One JSON object has at most {most:,} scrambles, not {count:,}.")


def run(parsed: argparse.Namespace) -> int:
    """Print scrambles or random states, one per line."""
    if parsed.count < 1:
        raise UsageError(_NO_COUNT(count=parsed.count))
    seed = SystemRandom().randrange(1 << 32) if parsed.seed is None else parsed.seed
    random = Random(seed)
    if not parsed.json:
        for _ in range(parsed.count):
            line = (
                random_cube(parsed.size, random).facelets if parsed.state else scramble(parsed.size, random)
            )
            print(line, flush=True)
        return OK
    if parsed.count > _MOST:
        raise UsageError(_TOO_MANY(most=_MOST, count=parsed.count))
    if parsed.state:
        states = [random_cube(parsed.size, random).facelets for _ in range(parsed.count)]
        print(json.dumps({"size": parsed.size, "seed": seed, "states": states}))
        return OK
    scrambles = []
    for _ in range(parsed.count):
        alg = scramble(parsed.size, random)
        scrambles.append({"scramble": str(alg), "facelets": Cube(parsed.size).apply(alg).facelets})
    print(json.dumps({"size": parsed.size, "seed": seed, "scrambles": scrambles}))
    return OK
