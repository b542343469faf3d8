"""The command from the shell: with empty caches, with cached tables and code, and with large tables."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from benchmarks.figures import Figure, Options, Sample, timed
from benchmarks.search import table_name, turned
from benchmarks.serve import answer_seconds
from cubeproof.base.numba_support import COMPILES
from cubeproof.methods.h48.stored_tables import PRUNING
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube, random_moves

RUNS = 5
TURNS = 12
EASY_TURNS = (4, 8, 10)
PROVED_TURNS = 14
HARD_TURNS = 16
SIZES = (2, 3, 4, 5, 50)
LARGE, SMALL = "h48-htm-6", "h48-htm-3"
LONG_SEED = 2
SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
PATTERN = (
    *("--state", "R??????UU???B?????R?????R??D?UDDU?LF??BBFLDF?????????L"),
    *("--goal", "U???UU?R??L??B?B?U???DRR??R?DD????L?R?????D?FF??????FL", "--jobs", "1"),
)


# Arguments: the number of layers. Prints the seconds of its problem in stm, and of a replay.
LARGE_PROBLEM = """
import sys, time
from random import Random
from cubeproof import Cube, cube_problem
import cubeproof.puzzle.status

cube, started = Cube(int(sys.argv[1])), time.process_time()
problem = cube_problem(cube, metric="stm")
print(time.process_time() - started)
word = Random(1).choices(range(len(problem.generators)), k=9_500)
started = time.process_time()
problem.is_solved_by(word)
print(time.process_time() - started)
"""

# Arguments: the number of layers. Prints the most bytes that its problem in stm allocates.
LARGE_MEMORY = """
import sys, tracemalloc
from cubeproof import Cube, cube_problem
import cubeproof.puzzle.status

cube = Cube(int(sys.argv[1]))
tracemalloc.start()
problem = cube_problem(cube, metric="stm")
print(tracemalloc.get_traced_memory()[1])
"""


def figures(options: Options) -> Iterator[Figure]:
    yield from without_numpy()
    yield from large_problems()
    yield from on_an_empty_machine()
    name = table_name(options.table)
    quick = ["--state", random_cube(3, 1).facelets, "--quick"]
    yield measure(quick).figure("3×3×3, a random state: answer of two phases", at_most=1.0)
    if not COMPILES:
        return
    for turns in EASY_TURNS:
        easy = ["--state", turned(turns, 1).facelets]
        yield measure(easy).figure(f"3×3×3, {turns} turns, with all tables there are: proof", at_most=0.8)
    proof_without_h48 = ["--state", turned(PROVED_TURNS, 1).facelets]
    yield measure(proof_without_h48).figure(f"3×3×3, {PROVED_TURNS} turns, without H48: proof", at_most=1.2)
    hard = ["--state", turned(HARD_TURNS, 1).facelets]
    yield measure(hard).figure(f"3×3×3, {HARD_TURNS} turns, with all tables there are: proof")
    yield measure(["--state", random_cube(3, 1).facelets, "--goal", "cross"]).figure(
        "3×3×3, the cross of a random state: proof", at_most=0.8
    )
    yield from with_a_large_table()
    proof = ["--state", turned(TURNS, 1).facelets, "--engine", "search", "--table", name]
    sample = measure([*proof, "--jobs", str(options.jobs)])
    yield sample.figure(f"3×3×3, {TURNS} random turns: answer and proof")
    # A child never reports less memory than its parent had at the fork, so this suite loads no table itself.
    unit = 1 if sys.platform == "darwin" else 1024
    megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit / 1e6
    # A search that changes to a large table has both for a moment.
    tables = {PRUNING[name].table, PRUNING[SMALL].table}
    allowed = sum(table.size for table in tables) / 1e6 + 400
    yield Figure("3×3×3: most memory of these commands", megabytes, "MB", allowed)
    # Without the scramble, since its inverse is an answer.
    length = answer_length(["--state", Cube(3).apply(SUPERFLIP).facelets, "--timeout", "60"])
    yield Figure("superflip: turns after 60 s, beside its proof", length, "turns", at_most=20)
    crosses = [{"state": random_cube(3, seed).facelets, "goal": "cross"} for seed in range(1, RUNS + 2)]
    first, *others = answer_seconds(crosses)
    yield Figure("3×3×3, the first cross of a new server: proof", first, at_most=0.8)
    yield Sample(others).figure("3×3×3, its next crosses: proof", at_most=0.3)


def without_numpy() -> Iterator[Figure]:
    """Yield the CPU times of the help and of a usage error."""
    for arguments in (["--help"], ["--version"], ["solv"], ["solve", "--help"]):
        least = min(command_cpu_seconds(arguments) for _ in range(RUNS))
        yield Figure(f"cubeproof {' '.join(arguments)}: CPU", least, at_most=0.1)


def command_cpu_seconds(arguments: list[str]) -> float:
    """Run `cubeproof` once, which may fail; return the seconds of CPU of the process."""
    before = os.times()
    command = [sys.executable, "-m", "cubeproof", *arguments]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])


def large_problems() -> Iterator[Figure]:
    """Yield the CPU time and memory of large problems beyond the import, and the time of a replay."""
    for size, most in ((33, 0.3), (50, 0.5)):
        seconds, replay = printed(LARGE_PROBLEM, size)
        yield Figure(f"{size}×{size}×{size} in stm: problem", seconds, at_most=most)
        if size == 33:
            yield Figure(f"{size}×{size}×{size} in stm: replay of 9,500 turns", replay, at_most=0.2)
    (allocated,) = printed(LARGE_MEMORY, 50)
    yield Figure("50×50×50 in stm: memory of the problem", allocated / 1e6, "MB", at_most=20)


def printed(program: str, size: int) -> list[float]:
    """Return the numbers that a Python program prints for a size."""
    command = [sys.executable, "-c", program, str(size)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [float(number) for number in output.split()]


def with_a_large_table() -> Iterator[Figure]:
    """Yield the times of proofs with the large table `LARGE`, if it is stored: while it is loaded, and without it.

    The search that loads it starts with the small table, so the difference is what loading adds.
    """
    if not PRUNING[LARGE].table.is_stored():
        return
    for name, facelets, runs in [
        (f"{HARD_TURNS} turns", turned(HARD_TURNS, 1).facelets, 3),
        ("a random state", random_cube(3, LONG_SEED).facelets, 1),
    ]:
        seconds = {table: measure_search(facelets, table, runs) for table in (LARGE, SMALL)}
        yield Figure(f"3×3×3, {name}: proof while {LARGE} is loaded", seconds[LARGE])
        yield Figure(f"3×3×3, {name}: proof with {SMALL}", seconds[SMALL])
        yield Figure(f"3×3×3, {name}: ratio of both", seconds[LARGE] / seconds[SMALL], "×", 1.1)


def measure_search(facelets: str, table: str, runs: int) -> float:
    """Return the seconds of a proof with a table: the minimum of some runs in new processes."""
    arguments = ["--state", facelets, "--engine", "search", "--table", table]
    return min(timed(partial(solve, arguments))[0] for _ in range(runs))


def on_an_empty_machine() -> Iterator[Figure]:
    """Yield times with time limits and of a first answer, each with empty caches of tables and of compiled code."""
    questions: dict[str, list[str]] = {
        f"{size}×{size}×{size}": ["--state", Cube(size).apply(random_moves(size, seed=5)).facelets]
        for size in SIZES
    }
    for name, question in [*questions.items(), ("a pattern", [*PATTERN])]:
        for seconds in (0.01, 1.0):
            taken = on_empty_caches([*question, "--timeout", str(seconds)])
            yield Figure(f"empty machine, {name}, limit of {seconds:g} s", taken, at_most=seconds + 1)
    quick = ["--state", random_cube(3, 1).facelets, "--quick"]
    yield Figure("empty machine, 3×3×3, --quick", on_empty_caches(quick), at_most=8)


def on_empty_caches(arguments: list[str]) -> float:
    """Run `cubeproof solve` with empty caches; return the seconds."""
    with tempfile.TemporaryDirectory() as folder:
        caches = {
            "CUBEPROOF_CACHE": str(Path(folder, "tables")),
            "NUMBA_CACHE_DIR": str(Path(folder, "code")),
        }
        return timed(partial(solve, arguments, caches | {"CUBEPROOF_BACKGROUND": "0"}, statuses=(0, 4)))[0]


def measure(arguments: list[str]) -> Sample:
    """Run `cubeproof solve` several times, and ignore the first run, which may compile code and build tables."""
    return Sample([timed(partial(solve, arguments))[0] for _ in range(RUNS + 1)][1:])


def cpu_seconds(arguments: list[str]) -> float:
    """Run `cubeproof solve` once; return the seconds of CPU of the process and its children."""
    before = os.times()
    solve(arguments)
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])


def answer_length(arguments: list[str], more: Mapping[str, str] | None = None) -> int:
    """Return the length of the answer of `cubeproof solve`, run with more environment variables."""
    command = [sys.executable, "-m", "cubeproof", "solve", "--json", *arguments]
    output = subprocess.run(command, capture_output=True, check=True, env=os.environ | (more or {})).stdout
    length: int = json.loads(output)["length"]
    return length


def solve(
    arguments: list[str], more: Mapping[str, str] | None = None, statuses: tuple[int, ...] = (0,)
) -> None:
    """Run `cubeproof solve`.

    Args:
        arguments: its arguments.
        more: environment variables.
        statuses: the exit statuses that are expected.

    Raises:
        CalledProcessError: another exit status.
    """
    command = [sys.executable, "-m", "cubeproof", "solve", *arguments]
    environment = os.environ | (more or {})
    done = subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, check=False
    )
    if done.returncode not in statuses:
        raise subprocess.CalledProcessError(done.returncode, command)
