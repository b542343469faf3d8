"""`cubeproof cnf` and `cubeproof decode`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from cubeproof import __version__
from cubeproof.cli.main import NO_ANSWER, OK
from cubeproof.cli.reading import cube_and_scramble, goal, text_of
from cubeproof.engines.sat import dimacs
from cubeproof.engines.sat.encodings import encoding
from cubeproof.engines.sat.instance import Instance, Model
from cubeproof.errors import ImpossibleCubeError, UsageError
from cubeproof.problem import cube_problem

__all__ = ["run"]

_SHOWN = 3


def run(parsed: argparse.Namespace) -> int:
    """Write a formula, or read an answer to one."""
    return _decode(parsed) if parsed.verb == "decode" else _write(parsed)


def _write(parsed: argparse.Namespace) -> int:
    if parsed.length < 0:
        raise UsageError(f"An answer has 0 or more turns, not {parsed.length}.")
    chosen = encoding(parsed.encoding)
    cube, _ = cube_and_scramble(parsed)
    diagnosis = cube.diagnose()
    if diagnosis.status:
        raise ImpossibleCubeError(diagnosis.reasons)
    problem = cube_problem(cube, goal(parsed.goal, cube.size), moves=parsed.moves, metric=parsed.metric)
    instance = Instance(Model(problem), parsed.length, idle=not parsed.exactly, canonical=chosen.canonical)
    formula = chosen.write(instance)
    asked = "exactly" if parsed.exactly else "at most"
    remarks = [
        f"cubeproof {__version__}: is there an answer of {asked} {parsed.length} turns ({parsed.metric})?",
        f"start {cube.facelets}",
        f"goal {parsed.goal or 'solved'}, moves {parsed.moves or 'all'}, encoding {chosen.name}",
    ]
    _save(parsed.output, dimacs.text(formula, dimacs.header(formula, problem, remarks)))
    print(f"{formula.variables:,} variables, {formula.clauses:,} clauses", file=sys.stderr)
    return OK


def _save(name: str, lines: Iterable[str]) -> None:
    if name == "-":
        sys.stdout.writelines(f"{line}\n" for line in lines)
        return
    with Path(name).open("w", encoding="ascii", errors="replace") as file:
        file.writelines(f"{line}\n" for line in lines)


def _decode(parsed: argparse.Namespace) -> int:
    answer = dimacs.read_answer(text_of(parsed.answer))
    if answer.satisfiable is None:
        raise UsageError(
            f"{parsed.answer} holds no answer of a solver: no line `s SATISFIABLE` or `s UNSATISFIABLE`."
        )
    file = dimacs.read_file(text_of(parsed.cnf).splitlines())
    if not answer.satisfiable:
        if parsed.json:
            print(json.dumps({"satisfiable": False, "solution": None, "length": None}))
        print("cubeproof: The solver says that there is no answer of this length.", file=sys.stderr)
        return NO_ANSWER
    broken = file.verify(answer.literals)
    if broken:
        shown = "; ".join(
            f"clause {part.number}, «{part.label}»: {' or '.join(part.literals)}" for part in broken[:_SHOWN]
        )
        raise UsageError(f"This is no model of the formula: it breaks {len(broken)} clauses, first {shown}.")
    turns = file.legend.turns(answer.literals)
    if parsed.json:
        print(json.dumps({"satisfiable": True, "solution": " ".join(turns), "length": len(turns)}))
    else:
        print(" ".join(turns) or "(no turn)")
    return OK
