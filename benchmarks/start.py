"""The 3×3×3 from the shell: the command from its start to its end, with compiled loops and built tables."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from functools import partial

from benchmarks.figures import Figure, Options, Sample, timed
from benchmarks.search import table_name, turned
from cubeproof.base.numba_support import COMPILES
from cubeproof.engines.search.h48.stored_tables import PRUNING
from cubeproof.puzzle.scramble import random_cube

RUNS = 5
TURNS = 12


def figures(options: Options) -> Iterator[Figure]:
    name = table_name(options.table)
    quick = ["--state", random_cube(3, 1).facelets, "--quick"]
    yield measure(quick).figure("3×3×3, a random state: answer of two phases", at_most=1.5)
    if not COMPILES:
        return
    proof = ["--state", turned(TURNS, 1).facelets, "--engine", "search", "--table", name]
    sample = measure([*proof, "--jobs", str(options.jobs)])
    yield sample.figure(f"3×3×3, {TURNS} random turns: answer and proof")
    # A child never reports less memory than its parent had at the fork, so this suite loads no table itself.
    unit = 1 if sys.platform == "darwin" else 1024
    megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit / 1e6
    allowed = PRUNING[name].table.size / 1e6 + 400
    yield Figure("3×3×3: most memory of these commands", megabytes, "MB", allowed)


def measure(arguments: list[str]) -> Sample:
    """Run `cubeproof solve` several times; the first run, which may compile and build, does not count."""
    return Sample([timed(partial(solve, arguments))[0] for _ in range(RUNS + 1)][1:])


def solve(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "cubeproof", "solve", *arguments]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
