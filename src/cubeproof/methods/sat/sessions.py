"""`Session`: the interface of a running solver, which takes a formula and questions, and replies through a queue.

A question is a list of assumptions. Since replies come through a queue, the caller can wait for several sessions at
once, with a deadline, and stop them all. This module also has functions for solvers that run as processes.
"""

from __future__ import annotations

import contextlib
import errno
import queue
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cubeproof.base import platform_support
from cubeproof.base.startup_signals import lacks_memory
from cubeproof.base.system_errors import system_reason
from cubeproof.contract.lack_of_memory import NoRoomError
from cubeproof.errors import SolverError
from cubeproof.formulas.formula import Formula
from cubeproof.sentences import Sentence, say
from cubeproof.work.executor import join_threads


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to a question."""

    question: int
    """The number of the question."""
    satisfiable: bool = False
    """Whether the formula has a model under the assumptions; False if the solver failed."""
    literals: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, dtype=np.int32))
    """The model; empty without a model."""
    seconds: float = 0.0
    """The solver's time."""
    counts: Mapping[str, int] = field(default_factory=dict)
    """The solver's own counts, such as conflicts."""
    failure: SolverError | None = None
    """The failure, or None."""


Replies = queue.Queue[Reply]


class Session(Protocol):
    """A running solver for one formula after another."""

    def load(self, formula: Formula, replies: Replies) -> None:
        """Replace the formula; replies go into this queue. No question may be open."""
        ...

    def ask(self, question: int, assumptions: Sequence[int]) -> None:
        """Start solving under assumptions. The reply, with this number, goes into the queue."""
        ...

    def add(self, literals: NDArray[np.int32]) -> None:
        """Add clauses, each terminated by 0. No question may be open."""
        ...

    def close(self) -> None:
        """Stop at once, even if a question is open."""
        ...


class Solver(Protocol):
    """A solver that can start sessions."""

    @property
    def incremental(self) -> bool:
        """Whether a session keeps its learned clauses for the next question."""
        ...

    @property
    def unverified_solver(self) -> str:
        """The program whose UNSAT answers are not verified; "" for trusted solvers of python-sat."""
        ...

    def open(self) -> Session:
        """Start a session without a formula."""
        ...


@contextlib.contextmanager
def no_room_errors() -> Iterator[None]:
    """Raise a NoRoomError if a thread or a process cannot be started: lack of memory is the usual cause."""
    try:
        yield
    except (RuntimeError, OSError) as error:
        if not lacks_memory(error) and getattr(error, "errno", None) != errno.EAGAIN:
            raise
        raise NoRoomError from None


def reason(error: Exception) -> str:
    """Return the text of an exception, or the name of its type if it has no text."""
    if isinstance(error, OSError) and error.strerror:
        return system_reason(error)
    return str(error) or type(error).__name__


def ending(status: int) -> Sentence:
    """Return how a process ended, as the predicate of a sentence.

    >>> ending(-9), ending(3)
    ('was ended by SIGKILL', 'ended with status 3')
    """
    if status < 0:
        with contextlib.suppress(ValueError):
            return say("sat.ended-by-signal", "was ended by {signal}", signal=signal.Signals(-status).name)
    return say("sat.ended-with-status", "ended with status {status}", status=status)


def kill(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    """Kill a process that leads a group, and the group; wait at most `JOIN_SECONDS`."""
    with contextlib.suppress(OSError):
        platform_support.kill_group(process.pid)
    # Another thread may be reading from the process, and a pipe cannot be closed before that thread returns.
    reaping = threading.Thread(target=_reap, args=(process,), name="cubeproof-reaper", daemon=True)
    try:
        reaping.start()
    except RuntimeError:
        # Too little memory for a thread.
        _reap(process)
    else:
        join_threads([reaping])


def _reap(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.close()


def kill_descendants(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    """Kill a process that leads a session, and all its descendants, including those outside its group."""
    # `timeout` creates a new group, `setsid` a new session.
    for number in _descendants(process.pid):
        with contextlib.suppress(OSError):
            platform_support.kill(number)
    kill(process)


def _descendants(leader: int) -> set[int]:
    """Return the processes of a session and their descendants, without its leader."""
    parents: dict[int, int] = {}
    processes = {leader}
    for number, parent, session in _all_processes():
        parents[number] = parent
        if session == leader:
            processes.add(number)
    new = processes
    while new:
        new = {number for number, parent in parents.items() if parent in new} - processes
        processes |= new
    return processes - {leader}


def _all_processes() -> Iterator[tuple[int, int, int]]:
    """Yield the ids of each process, its parent and its session; without `/proc` the session is 0."""
    has_proc = False
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # The name of the program, in brackets, may contain any characters.
            _, parent, _, session = path.read_text(errors="replace").rpartition(")")[2].split()[:4]
            has_proc = True
            yield int(path.parent.name), int(parent), int(session)
    if has_proc or not platform_support.HAS_GROUPS:
        return
    with contextlib.suppress(OSError, ValueError):
        listed = subprocess.run(
            ["ps", "-A", "-o", "pid=", "-o", "ppid="],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        for line in listed.stdout.splitlines():
            child, its_parent = map(int, line.split())
            yield child, its_parent, 0
