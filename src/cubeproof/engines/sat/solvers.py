"""The solvers that a user may name: python-sat's in a worker of ours, any other as a command; and the one that writes proofs."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cubeproof.engines.sat import worker
from cubeproof.engines.sat.commands import Command
from cubeproof.engines.sat.formula import Clauses, Formula
from cubeproof.engines.sat.sessions import (
    Replies,
    Reply,
    Session,
    Solver,
    ending,
    kill,
    reason,
    room_for_more,
)
from cubeproof.errors import SolverError, UsageError

__all__ = ["Prover", "PySat", "proof_path", "solver", "tables"]


def solver(text: str) -> Solver:
    """The solver that a user names: one of python-sat's, or a command with `{cnf}` in it.

    Raises:
        UsageError: python-sat has no such solver, or the command cannot be read.

    >>> solver("glucose4")
    PySat(name='glucose4')
    """
    if "{cnf}" in text:
        return Command(text)
    if text in worker.USUAL:
        return PySat(text)
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
    def unverified_solver(self) -> str:
        """Empty."""
        return ""

    def open(self) -> Session:
        """Start a worker."""
        return _Worker(self.name)


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
    def unverified_solver(self) -> str:
        """Empty."""
        return ""

    def open(self) -> Session:
        """Start a worker."""
        return _Worker("", self.folder)


def proof_path(folder: Path, part: int) -> Path:
    """Where the LRAT proof of a part is, parts counted from 0."""
    return folder / f"part-{part + 1:04}.lrat"


def tables(formula: Formula) -> Iterator[Clauses]:
    """All clauses of a formula in order, in arrays of shape (clauses, width) without any 0: those in a row that are equally long.

    >>> formula = Formula()
    >>> formula.add("at most three letters", [[1, 2, 0], [3, 0, 0], [0, 1, 0]])
    >>> [rows.tolist() for rows in tables(formula)]
    [[[1, 2]], [[3], [1]]]
    """
    for group in formula.groups:
        given = group.clauses != 0
        if given.all():
            yield group.clauses
            continue
        widths = given.sum(axis=1)
        changes = (np.flatnonzero(np.diff(widths)) + 1).tolist()
        for begin, end in pairwise([0, *changes, len(widths)]):
            yield group.clauses[begin:end][given[begin:end]].reshape(end - begin, int(widths[begin]))


class _Worker:
    replies: Replies

    def __init__(self, name: str, proofs: Path | None = None) -> None:
        self.name = name
        self.proofs = proofs
        self.closed = False
        with room_for_more():
            self.process = subprocess.Popen(
                [sys.executable, "-P", worker.__file__, str(os.getpid())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )

    def load(self, formula: Formula, replies: Replies) -> None:
        self.replies = replies
        self._send("load", self.name, [(rows.shape, rows.tobytes()) for rows in tables(formula)])

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
        with room_for_more():
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
            status = "found too little memory, and ended" if poor else ending(ended)
            text = f"The process of the solver {self._shown} {status} before it had an answer."
            reply = Reply(question, failure=SolverError(text))
        except Exception as problem:  # noqa: BLE001 - whatever it is, whoever waits is told
            text = f"The answer of the solver {self._shown} cannot be read: {reason(problem)}."
            reply = Reply(question, failure=SolverError(text))
        self.replies.put(reply)

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            kill(self.process)

    @property
    def _shown(self) -> str:
        return self.name or "CaDiCaL"
