"""Solvers as processes: python-sat's in a worker of ours, any other as a command.

A `Session` holds a formula and takes questions, each a list of assumptions; the answers come through a queue, so that one
may wait for several sessions at once, with a deadline, and stop them all.
"""

from __future__ import annotations

import contextlib
import errno
import os
import pickle
import queue
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cubeproof.engines.sat import dimacs, worker
from cubeproof.engines.sat.formula import Formula
from cubeproof.engines.sat.worker import clauses
from cubeproof.errors import SolverError, UsageError
from cubeproof.starting import lacks_memory

__all__ = ["Command", "Prover", "PySat", "Reply", "Session", "Solver", "proof_path", "solver"]

_SHOWN = 400


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
    """A solver with a formula in it."""

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
    def hearsay(self) -> str:
        """The program on whose word an UNSAT stands; empty for solvers that come with cubeproof."""
        ...

    def open(self, formula: Formula, replies: Replies) -> Session:
        """Start a session with a formula.

        Raises:
            SolverError: the solver cannot be started.
        """
        ...


def solver(text: str) -> Solver:
    """The solver that a user names: one of python-sat's, or a command with `{cnf}` in it.

    Raises:
        UsageError: python-sat has no such solver, or the command cannot be read.

    >>> solver("glucose4")
    PySat(name='glucose4')
    """
    if "{cnf}" in text:
        return Command(text)
    from pysat.solvers import SolverNames

    names = {key: found for key, found in vars(SolverNames).items() if isinstance(found, tuple)}
    # One takes no assumptions, the other is there only if its own package is.
    names.pop("kissat404", None)
    if find_spec("pycryptosat") is None:
        names.pop("cryptosat", None)
    aliases = {alias for found in names.values() for alias in found}
    known = sorted(key if key in found else found[-1] for key, found in names.items())
    if text not in aliases:
        raise UsageError(
            f"python-sat has no solver {text!r} that does here. It has {', '.join(known)}; "
            "any other is given as a command with {cnf} in it."
        )
    return PySat(text)


@dataclass(frozen=True, slots=True)
class PySat:
    """One of python-sat's solvers. Attributes: its name there."""

    name: str

    @property
    def incremental(self) -> bool:
        """True."""
        return True

    @property
    def hearsay(self) -> str:
        """Empty."""
        return ""

    def open(self, formula: Formula, replies: Replies) -> Session:
        """Start a worker with the formula."""
        return _Worker(self.name, formula, replies)


@dataclass(frozen=True, slots=True)
class Prover:
    """A solver that writes a proof of every part that it refutes.

    Attributes:
        folder: where to write them; the proof of part k becomes `proof_path(folder, k)`.
    """

    folder: Path

    @property
    def incremental(self) -> bool:
        """False: every proof stands alone."""
        return False

    @property
    def hearsay(self) -> str:
        """Empty."""
        return ""

    def open(self, formula: Formula, replies: Replies) -> Session:
        """Start a worker with the formula."""
        return _Worker("", formula, replies, self.folder)


def proof_path(folder: Path, part: int) -> Path:
    """Where the LRAT proof of a part is, parts counted from 0."""
    return folder / f"part-{part + 1:04}.lrat"


class _Worker:
    def __init__(self, name: str, formula: Formula, replies: Replies, proofs: Path | None = None) -> None:
        self.name = name
        self.proofs = proofs
        self.replies = replies
        self.closed = False
        with _room_for_more():
            self.process = subprocess.Popen(
                [sys.executable, "-P", worker.__file__, str(os.getpid())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        self._send("load", name, formula.flat().tobytes())

    def _send(self, *request: object) -> None:
        assert self.process.stdin is not None, "it was opened as a pipe"
        # A worker that has died is noticed when its reply is read.
        with contextlib.suppress(OSError):
            pickle.dump(request, self.process.stdin)
            self.process.stdin.flush()

    def add(self, literals: NDArray[np.int32]) -> None:
        self._send("add", literals.tobytes())

    def ask(self, question: int, assumptions: Sequence[int]) -> None:
        if self.proofs is None:
            self._send("solve", list(assumptions))
        else:
            self._send("prove", list(assumptions), str(proof_path(self.proofs, question)))
        with _room_for_more():
            threading.Thread(target=self._wait, args=(question,), daemon=True).start()

    def _wait(self, question: int) -> None:
        assert self.process.stdout is not None, "it was opened as a pipe"
        try:
            satisfiable, model, seconds, counts = pickle.load(self.process.stdout)
            if satisfiable is None:
                raise SolverError(f"The proof cannot be written: {model.decode()}.")
            literals = np.frombuffer(model, dtype=np.int32)
            reply = Reply(question, satisfiable, literals, seconds, counts)
        except SolverError as failure:
            reply = Reply(question, failure=failure)
        except (EOFError, pickle.UnpicklingError, OSError, ValueError):
            if self.closed:
                return
            ended = self.process.wait()
            # The last is what solvers written in C++ do then.
            poor = ended in (worker.NO_MEMORY, -signal.SIGABRT)
            status = "found too little memory, and ended" if poor else _ending(ended)
            text = f"The process of the solver {self._shown} {status} before it had an answer."
            reply = Reply(question, failure=SolverError(text))
        except Exception as problem:  # noqa: BLE001 - whatever it is, whoever waits is told
            text = f"The answer of the solver {self._shown} cannot be read: {_reason(problem)}."
            reply = Reply(question, failure=SolverError(text))
        self.replies.put(reply)

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            _kill(self.process)

    @property
    def _shown(self) -> str:
        return self.name or "CaDiCaL"


@dataclass(frozen=True, slots=True)
class Command:
    """A solver that is run as a command, without a shell.

    Attributes:
        text: the command; `{cnf}` stands for the formula's file, `{out}` for a file that the solver writes its
            answer to, if it does not print it.
    """

    text: str

    @property
    def words(self) -> list[str]:
        """The command's words, placeholders included.

        Raises:
            UsageError: a quotation mark is never closed.
        """
        try:
            return shlex.split(self.text)
        except ValueError as problem:
            raise UsageError(f"The solver's command cannot be read: {problem}.") from None

    @property
    def incremental(self) -> bool:
        """False: every question is a new run."""
        return False

    @property
    def hearsay(self) -> str:
        """The name of the program."""
        return Path(self.words[0]).name

    def open(self, formula: Formula, replies: Replies) -> Session:
        """Keep the formula for the runs to come."""
        return _Runs(self, formula, replies)


class _Runs:
    def __init__(self, command: Command, formula: Formula, replies: Replies) -> None:
        self.command = command
        self.formula = formula
        self.replies = replies
        self.added: list[list[int]] = []
        self.process: subprocess.Popen[str] | None = None
        self.closed = False

    def add(self, literals: NDArray[np.int32]) -> None:
        self.added += clauses(literals.tobytes())

    def ask(self, question: int, assumptions: Sequence[int]) -> None:
        extra = self.added + [[literal] for literal in assumptions]
        with _room_for_more():
            threading.Thread(target=self._run, args=(question, extra), daemon=True).start()

    def _run(self, question: int, extra: list[list[int]]) -> None:
        started = time.perf_counter()
        try:
            answer = self._answer(extra)
        except SolverError as failure:
            reply = Reply(question, failure=failure)
        except UsageError as problem:
            reply = Reply(question, failure=SolverError(str(problem)))
        except Exception as problem:  # noqa: BLE001 - whatever it is, whoever waits is told
            text = f"The solver {self.command.words[0]} cannot be asked: {_reason(problem)}."
            reply = Reply(question, failure=SolverError(text))
        else:
            seconds = time.perf_counter() - started
            reply = Reply(
                question, bool(answer.satisfiable), np.array(answer.literals, dtype=np.int32), seconds
            )
        if not self.closed:
            self.replies.put(reply)

    def _answer(self, extra: list[list[int]]) -> dimacs.Answer:
        with tempfile.TemporaryDirectory(prefix="cubeproof-") as folder:
            cnf, out = Path(folder) / "formula.cnf", Path(folder) / "answer.txt"
            with cnf.open("w", encoding="ascii") as file:
                file.writelines(f"{line}\n" for line in dimacs.text(self.formula, extra=extra))
            paths = {"{cnf}": str(cnf), "{out}": str(out)}
            words = [_filled(word, paths) for word in self.command.words]
            answer = self._once(words, out)
            if answer.satisfiable and not answer.literals and "{out}" not in self.command.text:
                # MiniSat and its kin write their model only where a second file is named.
                answer = self._once([*words, str(out)], out)
            if answer.satisfiable and not answer.literals:
                raise SolverError(
                    f"The solver {words[0]} says that there is an answer but gives no model. If it writes the model "
                    "to a file, put {out} for that file into the command."
                )
            return answer

    def _once(self, words: list[str], out: Path) -> dimacs.Answer:
        try:
            self.process = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                start_new_session=True,
            )
        except OSError as problem:
            raise SolverError(f"The solver {words[0]} cannot be started: {problem.strerror}.") from None
        if self.closed:
            _kill(self.process)
        printed, _ = self.process.communicate()
        # Now, since later its number may be another's.
        ended, self.process = self.process, None
        _kill(ended)
        written = out.read_text(errors="replace") if out.is_file() else ""
        answer = dimacs.read_answer(printed)
        in_file = dimacs.read_answer(written)
        if answer.satisfiable is None or (answer.satisfiable and not answer.literals):
            answer = in_file if in_file.satisfiable is not None else answer
        if answer.satisfiable is None:
            shown = printed.strip()
            last = f" It printed: {'…' if len(shown) > _SHOWN else ''}{shown[-_SHOWN:]}" if shown else ""
            raise SolverError(
                f"The solver {words[0]} {_ending(ended.returncode)} and gave no answer that can be read.{last}",
                printed,
            )
        return answer

    def close(self) -> None:
        self.closed = True
        if (process := self.process) is not None:
            _kill(process)


@contextlib.contextmanager
def _room_for_more() -> Iterator[None]:
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


def _filled(word: str, paths: Mapping[str, str]) -> str:
    for placeholder, path in paths.items():
        word = word.replace(placeholder, path)
    return word


def _reason(problem: Exception) -> str:
    return getattr(problem, "strerror", None) or str(problem) or type(problem).__name__


def _ending(status: int) -> str:
    if status < 0:
        with contextlib.suppress(ValueError):
            return f"was ended by {signal.Signals(-status).name}"
    return f"ended with status {status}"


def _kill(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    """End a process and all that it started."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.close()
