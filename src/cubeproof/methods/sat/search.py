"""`ask` decides a formula with one or several processes; `models` enumerates its models."""

from __future__ import annotations

import contextlib
import queue
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.formulas.formula import Formula
from cubeproof.methods.sat.sessions import Replies, Reply, Session, Solver
from cubeproof.work.executor import most_workers

_ATTEMPTS = 2


class Sessions:
    """Sessions of one solver, kept for the next formulas, so that these need not start a process."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver
        self._started: list[Session] = []
        self._idle: list[Session] = []

    def __enter__(self) -> Sessions:
        return self

    def __exit__(self, *reason: object) -> None:
        # All are closed, even if Ctrl-C interrupts the loop.
        with contextlib.ExitStack() as stack:
            for session in self._started:
                stack.callback(session.close)

    def prepare(self) -> None:
        """Start a session if no session is idle, so that it starts while its formula is written."""
        if not self._idle:
            self._idle.append(self._start())

    def take(self, formula: Formula, replies: Replies) -> Session:
        """Return a session with a loaded formula; its replies go into this queue."""
        session = self._idle.pop() if self._idle else self._start()
        session.load(formula, replies)
        return session

    def part(self, idle: Iterable[Session], busy: Iterable[Session]) -> None:
        """Keep the idle sessions for the next formula, and stop the busy sessions."""
        self._idle += idle
        with contextlib.ExitStack() as stack:
            for session in busy:
                stack.callback(session.close)

    def _start(self) -> Session:
        session = self.solver.open()
        self._started.append(session)
        return session


def ask(
    formula: Formula,
    solver: Solver,
    control: Control,
    assumptions: Sequence[Sequence[int]] = ((),),
    jobs: int = 1,
    refuted: Callable[[int], None] | None = None,
    sessions: Sessions | None = None,
) -> Reply:
    """Solve a formula under each list of assumptions, until one has a model; return the reply."""
    replies: Replies = queue.Queue()
    waiting = list(range(len(assumptions)))
    working: dict[int, Session] = {}
    attempts = dict.fromkeys(waiting, 0)
    seconds, counts = 0.0, dict[str, int]()
    with contextlib.ExitStack() as stack:
        kept = sessions or stack.enter_context(Sessions(solver))
        idle: list[Session] = []
        # Sessions that are still working after an answer or an error are stopped.
        stack.callback(lambda: kept.part(idle, working.values()))
        idle += (kept.take(formula, replies) for _ in range(min(jobs, len(assumptions), most_workers())))
        while waiting or working:
            while waiting and idle:
                part, session = waiting.pop(0), idle.pop()
                working[part] = session
                attempts[part] += 1
                session.ask(part, assumptions[part])
            reply = _next(replies, control)
            session = working.pop(reply.question)
            seconds += reply.seconds
            for name, count in reply.counts.items():
                counts[name] = counts.get(name, 0) + count
            if reply.failure is not None:
                session.close()
                if attempts[reply.question] >= _ATTEMPTS:
                    raise reply.failure
                waiting.insert(0, reply.question)
                session = kept.take(formula, replies)
            idle.append(session)
            if reply.satisfiable:
                return Reply(reply.question, True, reply.literals, seconds, counts)
            if reply.failure is None and refuted is not None:
                refuted(len(assumptions) - len(waiting) - len(working))
    return Reply(0, False, seconds=seconds, counts=counts)


def models(
    formula: Formula,
    solver: Solver,
    control: Control,
    distinguished_by: NDArray[np.int32],
    sessions: Sessions | None = None,
) -> Iterator[NDArray[np.int32]]:
    """Yield models of a formula, one for each assignment of some of its variables."""
    replies: Replies = queue.Queue()
    with contextlib.ExitStack() as stack:
        session = (sessions or stack.enter_context(Sessions(solver))).take(formula, replies)
        stack.callback(session.close)
        while True:
            session.ask(0, ())
            reply = _next(replies, control)
            if reply.failure is not None:
                raise reply.failure
            if not reply.satisfiable:
                return
            yield reply.literals
            truth = formula.truth(reply.literals)
            session.add(np.append(-distinguished_by[truth[distinguished_by]], 0).astype(np.int32))


def split(formula: Formula, steps: int) -> list[list[int]]:
    """Return the parts of a formula by its first turns: lists of literals, one of which every model satisfies.

    Every model has exactly one layer (or turn, if the encoding has no layers) at each step. Parts that contradict the
    clauses for the order of turns are omitted.
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
            return replies.get(timeout=control.poll_seconds())
