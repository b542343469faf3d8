"""One formula, one or several processes, one answer."""

from __future__ import annotations

import contextlib
import os
import queue
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.engines.sat.formula import Formula
from cubeproof.engines.sat.solvers import Replies, Reply, Session, Solver

__all__ = ["ask", "models", "split"]

_ATTEMPTS = 2


def ask(
    formula: Formula,
    solver: Solver,
    control: Control,
    cubes: Sequence[Sequence[int]] = ((),),
    jobs: int = 1,
    refuted: Callable[[int], None] | None = None,
) -> Reply:
    """Solve a formula, part by part where it is given in parts.

    Args:
        formula: the formula.
        solver: what to solve it with.
        control: when to give up.
        cubes: lists of literals, one of which every model satisfies: the parts.
        jobs: how many processes may work at once; of more than four for each core, or eight, the others are not started.
        refuted: called after each part without a model, with how many there are by then.

    Returns:
        The first model found, or that there is none in any part, with the seconds and counts of all parts added up.

    Raises:
        TimeUpError: the time is up, or the search was told to stop.
        SolverError: a part failed twice.
    """
    replies: Replies = queue.Queue()
    waiting = list(range(len(cubes)))
    working: dict[int, Session] = {}
    attempts = dict.fromkeys(waiting, 0)
    seconds, counts = 0.0, dict[str, int]()
    with contextlib.ExitStack() as stack:

        def start() -> Session:
            session = solver.open(formula, replies)
            stack.callback(session.close)
            return session

        idle = [start() for _ in range(min(jobs, len(cubes), _most_processes()))]
        while waiting or working:
            while waiting and idle:
                part, session = waiting.pop(0), idle.pop()
                working[part] = session
                attempts[part] += 1
                session.ask(part, cubes[part])
            reply = _next(replies, control)
            session = working.pop(reply.question)
            seconds += reply.seconds
            for name, count in reply.counts.items():
                counts[name] = counts.get(name, 0) + count
            if reply.failure is not None:
                if attempts[reply.question] >= _ATTEMPTS:
                    raise reply.failure
                session.close()
                waiting.insert(0, reply.question)
                session = start()
            elif reply.satisfiable:
                return Reply(reply.question, True, reply.literals, seconds, counts)
            elif refuted is not None:
                refuted(len(cubes) - len(waiting) - len(working))
            idle.append(session)
    return Reply(0, False, seconds=seconds, counts=counts)


def _most_processes() -> int:
    """More of them only take memory."""
    return max(8, 4 * (os.cpu_count() or 1))


def models(
    formula: Formula, solver: Solver, control: Control, told_apart_by: NDArray[np.int32]
) -> Iterator[NDArray[np.int32]]:
    """All models of a formula that differ in some variables, one after the other.

    Args:
        formula: the formula.
        solver: what to solve it with.
        control: when to give up.
        told_apart_by: the variables; of models that agree on them only one is given.

    Raises:
        TimeUpError: the time is up, or the search was told to stop.
        SolverError: the solver failed.
    """
    replies: Replies = queue.Queue()
    session = solver.open(formula, replies)
    try:
        while True:
            session.ask(0, ())
            reply = _next(replies, control)
            if reply.failure is not None:
                raise reply.failure
            if not reply.satisfiable:
                return
            yield reply.literals
            truth = formula.truth(reply.literals)
            session.add(np.append(-told_apart_by[truth[told_apart_by]], 0).astype(np.int32))
    finally:
        session.close()


def split(formula: Formula, steps: int) -> list[list[int]]:
    """Parts of a formula by what turns in its first steps: lists of literals, one of which every model satisfies.

    Every model has exactly one layer, or turn where the encoding knows no layers, at each step, and the order of turns
    leaves out some of those that could follow another.
    """
    table = formula.ids("layer") if formula.has("layer") else formula.ids("turn")
    impossible = {
        tuple(clause)
        for group in formula.groups
        if group.label.startswith("order of")
        for clause in group.clauses.tolist()
    }
    parts: list[list[int]] = [[]]
    for step in table[:steps].tolist():
        parts = [
            [*part, literal]
            for part in parts
            for literal in step
            if not part or (-part[-1], -literal) not in impossible
        ]
    return parts


def _next(replies: Replies, control: Control) -> Reply:
    while True:
        control.check()
        with contextlib.suppress(queue.Empty):
            return replies.get(timeout=control.glance())
