"""The checkers of certificates: the proved program, Python's, and other LRAT checkers that are installed."""

from __future__ import annotations

import math
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure, Options, duration, timed
from cubeproof.engines.sat import SatEngine
from cubeproof.proof.external.extracted import PROGRAM, verified_program
from cubeproof.proof.write.certify import certify
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_moves
from cubeproof.solving.solve import solve

TURNS = (7, 8, 9, 10)
LONGEST_IN_PYTHON = 9
OTHERS = {"cake_lpr": "s VERIFIED UNSAT", "lrat-check": "c VERIFIED"}
"""Programs that check LRAT, with the line that they print for a valid proof."""

MOST_MEGABYTES = 60.0
MOST_TIMES_CAKE_LPR = 2.0
"""The targets for 10 turns."""


@dataclass(frozen=True)
class Run:
    """The time and memory of a process."""

    wall: float
    cpu: float
    megabytes: float


def figures(_options: Options) -> Iterator[Figure]:
    program = verified_program()
    others = {name: path for name in OTHERS if (path := shutil.which(name))}
    for name in OTHERS.keys() - others:
        print(f"{name} is not on the PATH, so it is not measured.", file=sys.stderr)
    with TemporaryDirectory() as parent:
        for turns in TURNS:
            folder = Path(parent, str(turns))
            _write(folder, turns)
            yield from _checkers(program, others, folder, turns)


def _write(folder: Path, turns: int) -> None:
    solution = solve(Cube(3).apply(random_moves(3, turns, 1)), engine=SatEngine(jobs=2))
    assert solution.alg is not None, "no limit stops it"
    certify(solution.problem, solution.alg, folder, jobs=2)


def _checkers(program: Path, others: dict[str, str], folder: Path, turns: int) -> Iterator[Figure]:
    formula, proof = folder / "formula.cnf", folder / "part-0001.lrat"
    size = f"a proof of {proof.stat().st_size / 1e6:.1f} MB"
    proved = run('"proved": true', str(program), "check", str(folder))
    is_longest = turns == TURNS[-1]
    yield _time(PROGRAM, turns, proved, size)
    limit = MOST_MEGABYTES if is_longest else math.inf
    yield Figure(f"{turns} turns: {PROGRAM}, memory", proved.megabytes, "MB", limit)
    if turns <= LONGEST_IN_PYTHON:
        python = [sys.executable, "-m", "cubeproof", "check", "--python", str(folder)]
        yield _time("Python", turns, run("The certificate holds", *python), size)
    for name, path in others.items():
        # These read the formula and the proof; they do not know that the formula is about a cube.
        second = run(OTHERS[name], path, str(formula), str(proof))
        yield _time(name, turns, second, size)
        times = MOST_TIMES_CAKE_LPR if is_longest and name == "cake_lpr" else math.inf
        yield Figure(f"{turns} turns: CPU time of {PROGRAM}, in {name}s", proved.cpu / second.cpu, "×", times)


def _time(name: str, turns: int, used: Run, size: str) -> Figure:
    note = f"{duration(used.wall)} wall, {used.megabytes:.0f} MB; {size}"
    return Figure(f"{turns} turns: {name}, CPU time", used.cpu, note=note)


# A process counts the memory of the process that started it, so a small one does. It prints the checker's status, CPU
# time and memory behind its output.
MEASURE = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stderr=subprocess.STDOUT).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(status, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""


def run(expected: str, *command: str) -> Run:
    """Run a checker; return what it used.

    Raises:
        RuntimeError: it does not print the text of a valid proof.
    """
    measure = [sys.executable, "-S", "-c", MEASURE, *command]
    wall, process = timed(lambda: subprocess.run(measure, stdout=subprocess.PIPE, text=True, check=True))
    *lines, last = process.stdout.splitlines()
    output = "\n".join(lines)
    status, cpu, megabytes = last.split()
    if status != "0" or expected not in output or "NOT VERIFIED" in output:
        raise RuntimeError(f"{command[0]} does not accept the proof: {output[-200:]}")
    return Run(wall, float(cpu), float(megabytes))
