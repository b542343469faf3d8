"""`Command`: external solvers. Each formula is written to a file and solved in a separate process."""

from __future__ import annotations

import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.platform_support import NEW_SESSION, split_command
from cubeproof.base.system_errors import system_reason
from cubeproof.errors import SolverError, UsageError
from cubeproof.formulas.answers import SolverAnswer, read_answer
from cubeproof.formulas.formula import Formula
from cubeproof.formulas.text import formula_lines
from cubeproof.methods.sat.sessions import (
    Replies,
    Reply,
    Session,
    ending,
    kill,
    kill_descendants,
    no_room_errors,
    reason,
)
from cubeproof.methods.sat.worker import clauses
from cubeproof.sentences import Template

_NO_COMMAND = Template("sat.command-unreadable", "The solver's command cannot be read: {reason}.")
_NOT_ASKED = Template("sat.command-not-asked", "The solver {solver} cannot be run: {reason}.")
_NOT_STARTED = Template("sat.command-not-started", "The solver {solver} cannot be started: {reason}.")
_NO_MODEL = Template(
    "sat.command-no-model",
    "The solver {solver} reports an answer but prints no model. If it writes the model to a file, use "
    "{{out}} for that file in the command.",
)
_NO_ANSWER = Template("sat.command-no-answer", "The solver {solver} {ended} and gave no readable answer.")
_NO_ANSWER_BUT = Template(
    "sat.command-no-answer-but",
    "The solver {solver} {ended} and gave no readable answer. It printed: {printed}",
)

_SHOWN = 400


@dataclass(frozen=True, slots=True)
class Command:
    """An external solver that runs as a command, without a shell."""

    text: str
    """The command. `{cnf}` is the formula's file, `{out}` a file for the answer of a solver that does not print it."""

    @property
    def tokens(self) -> list[str]:
        """The command's tokens, placeholders included."""
        try:
            return split_command(self.text)
        except ValueError as error:
            raise UsageError(_NO_COMMAND(reason=str(error))) from None

    @property
    def incremental(self) -> bool:
        """False: every question takes a new process."""
        return False

    @property
    def unverified_solver(self) -> str:
        """The name of the program."""
        return Path(self.tokens[0]).name

    def open(self) -> Session:
        """Return a session, which starts a process for each question."""
        return _Runs(self)


class _ClosedError(Exception):
    """The session was closed before the solver was started."""


class _Runs:
    formula: Formula
    replies: Replies

    def __init__(self, command: Command) -> None:
        self.command = command
        self.added: list[list[int]] = []
        self.process: subprocess.Popen[str] | None = None
        self.closed = threading.Event()

    def load(self, formula: Formula, replies: Replies) -> None:
        self.formula, self.replies, self.added = formula, replies, []

    def add(self, literals: NDArray[np.int32]) -> None:
        self.added += clauses(literals.tobytes())

    def ask(self, question: int, assumptions: Sequence[int]) -> None:
        extra = self.added + [[literal] for literal in assumptions]
        with no_room_errors():
            threading.Thread(
                target=self._run, args=(question, extra), name="cubeproof-solver", daemon=True
            ).start()

    def _run(self, question: int, extra: list[list[int]]) -> None:
        started = time.perf_counter()
        try:
            answer = self._answer(extra)
        except _ClosedError:
            return
        except SolverError as failure:
            reply = Reply(question, failure=failure)
        except UsageError as error:
            reply = Reply(question, failure=SolverError(error.sentence))
        except Exception as error:  # noqa: BLE001 - otherwise the search would wait indefinitely
            lost = SolverError(_NOT_ASKED(solver=self.command.tokens[0], reason=reason(error)))
            reply = Reply(question, failure=lost)
        else:
            seconds = time.perf_counter() - started
            reply = Reply(
                question, bool(answer.satisfiable), np.array(answer.literals, dtype=np.int32), seconds
            )
        if not self.closed.is_set():
            self.replies.put(reply)

    def _answer(self, extra: list[list[int]]) -> SolverAnswer:
        with tempfile.TemporaryDirectory(prefix="cubeproof-", ignore_cleanup_errors=True) as folder:
            cnf, out = Path(folder) / "formula.cnf", Path(folder) / "answer.txt"
            with cnf.open("w", encoding="ascii", newline="\n") as file:
                file.writelines(self._lines(extra))
            paths = {"{cnf}": str(cnf), "{out}": str(out)}
            tokens = [_fill(token, paths) for token in self.command.tokens]
            answer = self._once(tokens, out)
            if answer.satisfiable and not answer.literals and "{out}" not in self.command.text:
                # MiniSat and its variants write a model only to a second file.
                answer = self._once([*tokens, str(out)], out)
            if answer.satisfiable and not answer.literals:
                raise SolverError(_NO_MODEL(solver=tokens[0]))
            return answer

    def _lines(self, extra: list[list[int]]) -> Iterator[str]:
        """Yield the lines of the formula's file; raise _ClosedError when the session is closed."""
        for line in formula_lines(self.formula, extra=extra):
            if self.closed.is_set():
                raise _ClosedError
            yield f"{line}\n"

    def _once(self, tokens: list[str], out: Path) -> SolverAnswer:
        if self.closed.is_set():
            raise _ClosedError
        try:
            self.process = subprocess.Popen(
                tokens,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                start_new_session=True,
                creationflags=NEW_SESSION,
            )
        except OSError as error:
            raise SolverError(_NOT_STARTED(solver=tokens[0], reason=system_reason(error))) from None
        if self.closed.is_set():
            kill_descendants(self.process)
        printed, _ = self.process.communicate()
        # At once, since the system may reuse the process id.
        ended, self.process = self.process, None
        kill(ended)
        written = out.read_text(errors="replace") if out.is_file() else ""
        answer = read_answer(printed)
        in_file = read_answer(written)
        if answer.satisfiable is None or (answer.satisfiable and not answer.literals):
            answer = in_file if in_file.satisfiable is not None else answer
        if answer.satisfiable is None:
            how = ending(ended.returncode)
            text = printed.strip()
            if not text:
                raise SolverError(_NO_ANSWER(solver=tokens[0], ended=how), printed)
            if len(text) > _SHOWN:
                text = f"…{text[-_SHOWN:]}"
            raise SolverError(_NO_ANSWER_BUT(solver=tokens[0], ended=how, printed=text), printed)
        return answer

    def close(self) -> None:
        self.closed.set()
        if (process := self.process) is not None:
            kill_descendants(process)


def _fill(token: str, paths: Mapping[str, str]) -> str:
    for placeholder, path in paths.items():
        token = token.replace(placeholder, path)
    return token
