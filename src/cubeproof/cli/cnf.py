"""`cubeproof cnf` and `cubeproof decode`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from cubeproof import __version__
from cubeproof.cli.inputs import cube_and_scramble, text_of
from cubeproof.cli.progress import Display
from cubeproof.cli.statuses import NO_ANSWER, OK
from cubeproof.cli.streams import tell
from cubeproof.contract.control import Control
from cubeproof.engines.sat import dimacs
from cubeproof.engines.sat.formula import Formula
from cubeproof.engines.sat.writing import formula
from cubeproof.errors import UnsupportedError, UsageError
from cubeproof.problem import Problem
from cubeproof.puzzle.move import Metric
from cubeproof.solving.asking import read_goal
from cubeproof.solving.task import Task

__all__ = ["run"]

_SHOWN = 3


def run(parsed: argparse.Namespace) -> int:
    """Write a formula or a family of them, or read an answer to one."""
    if parsed.verb == "decode":
        return _decode(parsed)
    return _write(parsed) if parsed.family is None else _write_family(parsed)


def _write(parsed: argparse.Namespace) -> int:
    if parsed.stage is not None:
        return _write_stage(parsed)
    if parsed.length is None or parsed.output is None:
        raise UsageError(
            "A formula wants --length, the most turns that an answer may have, and -o, the file to be written; "
            "a family of formulas wants --family and a folder."
        )
    _refuse(
        parsed, "These options are for a family, with --family", seed="--seed", count="--count", gzip="--gzip"
    )
    metric = parsed.metric or Metric.HTM.value
    cube, _ = cube_and_scramble(parsed)
    task = Task.of(cube, read_goal(parsed.goal, cube.size), parsed.moves, metric)
    question = formula(task, parsed.length, encoding=parsed.encoding, exactly=parsed.exactly)
    asked = "exactly" if parsed.exactly else "at most"
    remarks = [
        f"cubeproof {__version__}: is there an answer of {asked} {parsed.length} turns ({metric})?",
        f"start {cube.facelets}",
        f"goal {parsed.goal or 'solved'}, moves {parsed.moves or 'all'}, encoding {parsed.encoding}",
    ]
    _save(parsed.output, question, task.problem, remarks)
    return OK


def _save(output: str, question: Formula, problem: Problem, remarks: list[str]) -> None:
    # What the user typed may go over several lines; a comment may not.
    remarks = [" ".join(remark.split()) for remark in remarks]
    lines = dimacs.text(question, dimacs.header(question, problem, remarks))
    if output == "-":
        sys.stdout.writelines(f"{line}\n" for line in lines)
    else:
        dimacs.save(Path(output), lines)
    tell(f"{question.variables:,} variables, {question.clauses:,} clauses")


def _write_stage(parsed: argparse.Namespace) -> int:
    """Solve a cube in stages up to one of them, and write what was asked there."""
    from cubeproof.engines.sat.stages import StagesEngine

    if parsed.output is None:
        raise UsageError("The formula of a stage wants -o, the file to be written.")
    _refuse(
        parsed,
        "A stage has its own goal, turns and length, and is one formula",
        length="--length",
        goal="--goal",
        moves="--moves",
        exactly="--exactly",
        seed="--seed",
        count="--count",
        gzip="--gzip",
    )
    if parsed.encoding != "framed":
        raise UsageError("A stage is written in the encoding framed; leave out --encoding.")
    cube, _ = cube_and_scramble(parsed)
    task = Task.of(cube, metric=parsed.metric or Metric.HTM.value)
    engine = StagesEngine()
    if reason := engine.supports(task.problem):
        raise UnsupportedError(reason)
    if task.problem.fits(task.problem.start):
        raise UsageError("A solved cube has no stages.")
    with Display() as display:
        links = engine.links(task.problem, Control(progress=display))
    if not 1 <= parsed.stage <= len(links):
        raise UsageError(f"This cube has the stages 1 to {len(links)}, not {parsed.stage}.")
    link = links[parsed.stage - 1]
    remarks = [
        f"cubeproof {__version__}: stage {parsed.stage} of {len(links)}, {link.stage.name}, in {len(link.turns)} turns?",
        f"start {cube.facelets}",
    ]
    _save(parsed.output, link.pieces.formula(len(link.turns)), link.pieces.problem, remarks)
    return OK


def _write_family(parsed: argparse.Namespace) -> int:
    from cubeproof.proof.family import SERIES, Entry, write_family

    _refuse(
        parsed,
        "A family draws its own cubes and asks about their lengths",
        scramble="the scramble",
        state="--state",
        length="--length",
        output="-o",
        goal="--goal",
        moves="--moves",
        exactly="--exactly",
        stage="--stage",
    )
    series = [
        found
        for found in SERIES
        if parsed.size in (None, found.size) and parsed.metric in (None, found.metric)
    ]
    if not series:
        there = ", ".join(dict.fromkeys(f"{found.size} {found.metric}" for found in SERIES))
        raise UsageError(f"The family has no such cubes. It has these sizes and metrics: {there}.")

    def written(entry: Entry) -> None:
        tell(f"{entry.file}: {entry.variables:,} variables, {entry.clauses:,} clauses")

    entries = write_family(
        Path(parsed.family),
        series=series,
        encodings=parsed.encoding.replace(",", " ").split(),
        seed=1 if parsed.seed is None else parsed.seed,
        count=1 if parsed.count is None else parsed.count,
        compress=parsed.gzip,
        written=written,
    )
    tell(f"{len(entries)} formulas, a README.md and an index.json in {parsed.family}")
    return OK


def _refuse(parsed: argparse.Namespace, why: str, **options: str) -> None:
    """See that none of some options was given.

    Raises:
        UsageError: the reason, and which were.
    """
    values = {name: getattr(parsed, option) for option, name in options.items()}
    if given := [name for name, value in values.items() if value is not None and value is not False]:
        raise UsageError(f"{why}; leave out {', '.join(given)}.")


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
        tell("cubeproof: The solver says that there is no answer of this length.")
        return NO_ANSWER
    broken = file.verify(answer.literals)
    if broken:
        shown = "; ".join(
            f"clause {part.number}, «{part.label}»: {' or '.join(part.literals)}" for part in broken[:_SHOWN]
        )
        raise UsageError(f"This is no model of the formula: it breaks {len(broken)} clauses, first {shown}.")
    turns = file.legend.turns(answer.literals)
    if parsed.json:
        length = file.legend.length(answer.literals)
        print(json.dumps({"satisfiable": True, "solution": " ".join(turns), "length": length}))
    else:
        print(" ".join(turns) or "(no turn)")
    return OK
