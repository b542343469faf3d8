"""`cubeproof scramble`."""

from __future__ import annotations

import argparse
import json
from random import Random, SystemRandom

from cubeproof.cli.main import OK
from cubeproof.errors import UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube, random_moves
from cubeproof.solving.solve import solve

__all__ = ["run"]


def run(parsed: argparse.Namespace) -> int:
    """Print scrambles, a line each."""
    if parsed.count < 1:
        raise UsageError(f"There must be 1 scramble or more, not {parsed.count}.")
    seed = SystemRandom().randrange(1 << 32) if parsed.seed is None else parsed.seed
    random = Random(seed)
    made = []
    for _ in range(parsed.count):
        alg = _scramble(parsed.size, random)
        made.append({"scramble": str(alg), "facelets": Cube(parsed.size).apply(alg).facelets})
        if not parsed.json:
            print(alg, flush=True)
    if parsed.json:
        print(json.dumps({"size": parsed.size, "seed": seed, "scrambles": made}))
    return OK


def _scramble(size: int, random: Random) -> Alg:
    """Turns that lead to a random state, by way of an answer to it; for large cubes random turns."""
    if size not in (2, 3):
        return random_moves(size, seed=random)
    answer = solve(random_cube(size, random), engine="table" if size == 2 else "search").alg
    assert answer is not None, "these engines have an answer to every cube"
    return ~answer
