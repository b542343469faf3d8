"""Solvers on the family for the SAT Competition: CPU seconds of each solver, and of cubeproof, for each formula.

    python benchmarks/family.py [--seconds 60] [--solvers minisat,cadical195,glucose4,kissat] [--folder DIR]

Prints a table in Markdown, row by row. A limit is CPU time, so a busy machine has the same table. A result that
contradicts the index, or a model that violates a clause, ends the program. The last columns have the engine of
cubeproof that decides both formulas of a puzzle, and its CPU time. `--folder` reads a written family again.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cubeproof.contract.control import Control
from cubeproof.errors import UnsupportedError
from cubeproof.formulas.answers import decode, read_answer
from cubeproof.formulas.dimacs import read_file
from cubeproof.problem import Problem
from cubeproof.solving.competition import KINDS, write_competition
from cubeproof.solving.solve import solve

SOLVED_BY_US = 3600
"""The seconds within which cubeproof decides each question."""

# A solver of python-sat in a process, which prints its answer like a program.
PYSAT = """
import sys
from pysat.formula import CNF
from pysat.solvers import Solver
with Solver(sys.argv[1], bootstrap_with=CNF(from_file=sys.argv[2])) as solver:
    if solver.solve():
        print("s SATISFIABLE")
        print("v", *solver.get_model(), 0)
    else:
        print("s UNSATISFIABLE")
"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=int, default=60, help="limit for each solver and formula, CPU time")
    parser.add_argument(
        "--solvers", default="minisat", help="minisat, kissat, or names of python-sat; empty for none"
    )
    parser.add_argument("--folder", help="a folder that `cubeproof cnf --family DIR --competition` wrote")
    parser.add_argument("--only", default="", help="only files with this text in their names")
    parser.add_argument("--without-us", action="store_true", help="do not measure cubeproof")
    parsed = parser.parse_args()
    solvers = parsed.solvers.replace(",", " ").split()
    with TemporaryDirectory() as temporary:
        folder = Path(parsed.folder or Path(temporary, "family"))
        if parsed.folder is None:
            write_competition(folder)
        report(folder, solvers, parsed.seconds, parsed.only, not parsed.without_us)


def report(folder: Path, solvers: list[str], seconds: int, only: str, with_us: bool) -> None:
    """Print the table and the number of unsolved formulas of each solver."""
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    entries = [entry for entry in index["instances"] if only in entry["filename"]]
    columns = ["formula", "clauses", *solvers, *(["cubeproof", "engine"] if with_us else [])]
    print(f"| {' | '.join(columns)} |")
    print(f"|{'---|' * len(columns)}", flush=True)
    unsolved = dict.fromkeys(solvers, 0)
    ours: list[float] = []
    for entry in entries:
        cells = [f"`{entry['filename']}`", f"{entry['clauses']:,}"]
        for solver in solvers:
            used = run(solver, folder, entry, seconds)
            unsolved[solver] += used is None
            cells.append(f"over {seconds}" if used is None else f"{used:.1f}")
        if with_us:
            used, engine = solved_by_us(problem_of(entry["filename"], index["seed"]), entry["optimal"])
            ours.append(used)
            cells += [f"{used:.1f}", engine]
        print(f"| {' | '.join(cells)} |", flush=True)
    for solver, count in unsolved.items():
        print(f"{solver}: {count} of {len(entries)} not solved in {seconds} s", file=sys.stderr)
    if with_us:
        within = sum(used <= SOLVED_BY_US for used in ours)
        print(f"cubeproof: {within} of {len(entries)} solved in {SOLVED_BY_US} s", file=sys.stderr)


def run(solver: str, folder: Path, entry: dict[str, Any], seconds: int) -> float | None:
    """Return the CPU seconds of a solver, or None at the limit.

    Raises:
        RuntimeError: its result is wrong, or it fails.
    """
    file = folder / entry["filename"]
    with TemporaryDirectory() as place:
        out, log = Path(place, "out"), Path(place, "log")
        command = ["sh", "-c", f'ulimit -t {seconds}; exec "$@"', "sh", *command_of(solver), str(file)]
        if solver == "minisat":
            command.append(str(out))
        with log.open("wb") as stream:
            process = subprocess.Popen(command, stdout=stream, stderr=subprocess.STDOUT)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        used = usage.ru_utime + usage.ru_stime
        answer = read_answer((out if out.exists() else log).read_text())
        if answer.satisfiable is None or answer.unfinished is not None:
            # The system counts CPU time for the limit a little differently than for a process that has ended.
            if process.returncode < 0 and used >= 0.9 * seconds:
                return None
            ended = f"status {process.returncode} after {used:.1f} s"
            raise RuntimeError(f"{solver} fails on {file.name}, {ended}: {log.read_text()[-300:]}")
        if answer.satisfiable != (entry["result"] == "sat"):
            raise RuntimeError(f"{solver} contradicts the index: {file.name}")
        if answer.satisfiable:
            decode(read_file(file.read_text(encoding="utf-8").splitlines()), answer)
        return used


def command_of(solver: str) -> list[str]:
    """Return the command of a solver, before the formula."""
    if solver == "kissat":
        import sage_wheels

        return [str(Path(sage_wheels.__path__[0]) / "bin" / "kissat"), "-q"]
    if program := shutil.which(solver):
        return [program]
    return [sys.executable, "-c", PYSAT, solver]


@cache
def problem_of(filename: str, seed: int) -> Problem:
    """Return the problem of a formula: the same seed draws it again."""
    for kind in KINDS:
        if filename.startswith(f"{kind.name}-d{kind.length}-"):
            return kind.draw(seed, Control()).problem
    raise RuntimeError(f"{filename} is not of this version's family")


@cache
def solved_by_us(problem: Problem, length: int) -> tuple[float, str]:
    """Return the CPU seconds until cubeproof has proved the length, and its engine: search where it can, else SAT."""
    started = cpu_seconds()
    try:
        solution = solve(problem, engine="search")
    except UnsupportedError:
        solution = solve(problem, engine="sat")
    if not solution.optimal or solution.length != length:
        raise RuntimeError(f"cubeproof proves {solution.lower_bound} to {solution.length}, not {length}")
    return cpu_seconds() - started, solution.engine


def cpu_seconds() -> float:
    """Return the CPU time of this process and of the processes that it has waited for."""
    return sum(os.times()[:4])


if __name__ == "__main__":
    main()
