"""What a solver is to those who ask it: sessions that take formulas and questions, and the replies that come back.

A `Session` holds a formula and takes questions, each a list of assumptions; the answers come through a queue, so that one
may wait for several sessions at once, with a deadline, and stop them all. And what all that run as processes have in common.
"""

from __future__ import annotations

import contextlib
import errno
import os
import queue
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cubeproof.engines.sat.formula import Formula
from cubeproof.errors import SolverError
from cubeproof.starting import lacks_memory

__all__ = ["Replies", "Reply", "Session", "Solver", "ending", "kill", "reason", "room_for_more"]


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back for a question.

    Attributes:
        question: the number under which it was asked.
        satisfiable: whether the formula has a model under the assumptions.
        literals: the model; empty if there is none.
        seconds: how long the solver took.
        counts: the solver's own counts, such as conflicts.
        failure: what went wrong, if there is no answer.
    """

    question: int
    satisfiable: bool = False
    literals: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, dtype=np.int32))
    seconds: float = 0.0
    counts: Mapping[str, int] = field(default_factory=dict)
    failure: SolverError | None = None


Replies = queue.Queue[Reply]


class Session(Protocol):
    """A solver that takes one formula after another."""

    def load(self, formula: Formula, replies: Replies) -> None:
        """Take a formula, forget the one before it, and answer into this queue. Not while a question is open."""
        ...

    def ask(self, question: int, assumptions: Sequence[int]) -> None:
        """Begin to solve under assumptions; the reply goes into the queue."""
        ...

    def add(self, literals: NDArray[np.int32]) -> None:
        """Add clauses, each ended by 0. Not while a question is open."""
        ...

    def close(self) -> None:
        """Stop at once, whatever is going on."""
        ...


class Solver(Protocol):
    """A kind of solver."""

    @property
    def incremental(self) -> bool:
        """Whether a session keeps what it learned from one question to the next."""
        ...

    @property
    def unverified_solver(self) -> str:
        """The program on whose word an UNSAT stands; empty for solvers that come with cubeproof."""
        ...

    def open(self) -> Session:
        """Start a session, without a formula yet.

        Raises:
            MemoryError: there is no room for one more process.
        """
        ...


@contextlib.contextmanager
def room_for_more() -> Iterator[None]:
    """See that a thread or a process that cannot be started is a lack of memory, as it mostly is.

    Raises:
        MemoryError: it cannot be started.
    """
    try:
        yield
    except (RuntimeError, OSError) as problem:
        if not lacks_memory(problem) and getattr(problem, "errno", None) != errno.EAGAIN:
            raise
        raise MemoryError("The system has no room for one more process or thread.") from None


def reason(problem: Exception) -> str:
    """What went wrong, in the words of the system where it has some."""
    return getattr(problem, "strerror", None) or str(problem) or type(problem).__name__


def ending(status: int) -> str:
    """How a process ended, as the predicate of a sentence."""
    if status < 0:
        with contextlib.suppress(ValueError):
            return f"was ended by {signal.Signals(-status).name}"
    return f"ended with status {status}"


def kill(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    """End a process and all that it started."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.close()
