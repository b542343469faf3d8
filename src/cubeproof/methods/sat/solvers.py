"""`solver` creates a solver from its name: python-sat in a worker process, or a command; `Prover` writes proofs."""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.platform_support import ABORTED, NEW_SESSION
from cubeproof.contract.lack_of_memory import StarvedSolverError
from cubeproof.errors import SolverError, UsageError
from cubeproof.formulas.formula import Clauses, Formula
from cubeproof.methods.sat import pysat_adapter, worker
from cubeproof.methods.sat.commands import Command
from cubeproof.methods.sat.sessions import (
    Replies,
    Reply,
    Session,
    Solver,
    ending,
    kill,
    no_room_errors,
    reason,
)
from cubeproof.sentences import Template

_UNKNOWN = Template(
    "sat.no-solver",
    "python-sat has no suitable solver {name!r}. It has {names}; give any other solver as a command with "
    "{{cnf}} in it.",
)
_NO_PROOF = Template("sat.no-proof", "The proof cannot be written: {reason}.")
_NO_PROVER = Template(
    "sat.no-prover",
    "python-sat {version} cannot write proofs, because it has no {functions}: "
    'pip install --upgrade "python-sat<2" installs a version that can.',
)
_CUT_SHORT = Template("sat.proof-cut-short", "it is incomplete, for example because the disk is full")
_NO_ANSWER = Template(
    "sat.solver-ended", "The process of the solver {solver} {ended} before it had an answer."
)
_POOR = Template("sat.ended-without-memory", "ended for lack of memory")
_UNREADABLE = Template("sat.reply-unreadable", "The answer of the solver {solver} cannot be read: {reason}.")


def solver(text: str) -> Solver:
    """Return the solver for a user's text: a name of python-sat, or a command with `{cnf}` in it.

    >>> solver("glucose4")
    PySat(name='glucose4')
    """
    if "{cnf}" in text:
        return Command(text)
    if text in pysat_adapter.FAST:
        return PySat(text)
    names = pysat_adapter.solver_names()
    aliases = {alias for group in names.values() for alias in group}
    choices = sorted(key if key in group else group[-1] for key, group in names.items())
    if text not in aliases:
        raise UsageError(_UNKNOWN(name=text, names=choices))
    return PySat(text)


@dataclass(frozen=True, slots=True)
class PySat:
    """A python-sat solver in a worker process."""

    name: str
    """Its name in python-sat."""

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
        return _SolverProcess(self.name)


@dataclass(frozen=True, slots=True)
class Prover:
    """A solver that writes a proof for each part without a model."""

    folder: Path
    """The folder of the proofs; the proof of part k is `proof_path(folder, k)`."""

    @property
    def incremental(self) -> bool:
        """False: every proof uses only the formula."""
        return False

    @property
    def unverified_solver(self) -> str:
        """Empty."""
        return ""

    def open(self) -> Session:
        """Start a worker."""
        if missing := pysat_adapter.missing_for_proofs():
            raise SolverError(_NO_PROVER(version=pysat_adapter.installed_version(), functions=missing))
        return _SolverProcess("", self.folder)


def proof_path(folder: Path, part: int) -> Path:
    """Return the path of the LRAT proof of a part; parts are counted from 0."""
    return folder / f"part-{part + 1:04}.lrat"


def tables(formula: Formula) -> Iterator[Clauses]:
    """Yield all clauses in order; consecutive clauses of equal length form an array of shape (clauses, width).

    >>> formula = Formula()
    >>> formula.add("at most three letters", [[1, 2, 0], [3, 0, 0], [0, 1, 0]])
    >>> [rows.tolist() for rows in tables(formula)]
    [[[1, 2]], [[3], [1]]]
    """
    for group in formula.groups:
        is_literal = group.clauses != 0
        if is_literal.all():
            yield group.clauses
            continue
        widths = is_literal.sum(axis=1)
        changes = (np.flatnonzero(np.diff(widths)) + 1).tolist()
        for begin, end in pairwise([0, *changes, len(widths)]):
            yield group.clauses[begin:end][is_literal[begin:end]].reshape(end - begin, int(widths[begin]))


class _SolverProcess:
    replies: Replies

    def __init__(self, name: str, proofs: Path | None = None) -> None:
        self.name = name
        self.proofs = proofs
        self.closed = False
        # The thread of the next question sends them: an unread pipe blocks its writer.
        self.requests: list[tuple[object, ...]] = []
        with no_room_errors():
            self.process = subprocess.Popen(
                [sys.executable, "-P", worker.__file__, str(os.getpid())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                creationflags=NEW_SESSION,
            )

    def load(self, formula: Formula, replies: Replies) -> None:
        self.replies = replies
        self.requests.append(("load", self.name, [(rows.shape, rows.tobytes()) for rows in tables(formula)]))

    def add(self, literals: NDArray[np.int32]) -> None:
        self.requests.append(("add", literals.tobytes()))

    def ask(self, question: int, assumptions: Sequence[int]) -> None:
        if self.proofs is None:
            self.requests.append(("solve", list(assumptions)))
        else:
            self.requests.append(("prove", list(assumptions), str(proof_path(self.proofs, question))))
        with no_room_errors():
            threading.Thread(
                target=self._exchange, args=(question,), name="cubeproof-solver", daemon=True
            ).start()

    def _send(self) -> None:
        assert self.process.stdin is not None, "it was opened as a pipe"
        requests, self.requests = self.requests, []
        # Reading the reply detects that a worker has died.
        with contextlib.suppress(OSError):
            for request in requests:
                pickle.dump(request, self.process.stdin)
            self.process.stdin.flush()

    def _exchange(self, question: int) -> None:
        """Send a question, and put the reply into the queue."""
        assert self.process.stdout is not None, "it was opened as a pipe"
        try:
            self._send()
            satisfiable, model, seconds, counts = pickle.load(self.process.stdout)
            if satisfiable is None:
                raise SolverError(_NO_PROOF(reason=model.decode() or _CUT_SHORT()))
            literals = np.frombuffer(model, dtype=np.int32)
            reply = Reply(question, satisfiable, literals, seconds, counts)
        except SolverError as failure:
            reply = Reply(question, failure=failure)
        except (EOFError, pickle.UnpicklingError, OSError, ValueError):
            if self.closed:
                return
            ended = self.process.wait()
            # Solvers written in C++ abort for lack of memory.
            poor = ended in (worker.NO_MEMORY, *ABORTED)
            how = _POOR() if poor else ending(ended)
            kind = StarvedSolverError if poor else SolverError
            reply = Reply(question, failure=kind(_NO_ANSWER(solver=self._display_name, ended=how)))
        except Exception as error:  # noqa: BLE001 - otherwise the search would wait indefinitely
            lost = SolverError(_UNREADABLE(solver=self._display_name, reason=reason(error)))
            reply = Reply(question, failure=lost)
        self.replies.put(reply)

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            kill(self.process)

    @property
    def _display_name(self) -> str:
        return self.name or "CaDiCaL"
