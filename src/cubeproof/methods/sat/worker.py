"""The worker process with one python-sat solver, which can be killed at any time, even during solving.

It runs as a separate program, imports only the file `pysat_adapter.py` of cubeproof, and exchanges pickles over its
standard streams.

================================  ============================================================================
request                           what it does
================================  ============================================================================
`("load", solver, tables)`        restarts with another formula
`("add", literals)`               adds clauses
`("solve", assumptions)`          searches for a model
`("prove", assumptions, path)`    searches for a model, and writes an LRAT proof if no model exists
================================  ============================================================================

The reply to the last two is `(satisfiable, model, seconds, counts)`. If a proof cannot be written, `satisfiable` is
None and `model` is the system's reason, or empty if the proof is incomplete. Literals and models are the bytes of C
ints, in which 0 terminates each clause; tables are shapes with the bytes of clauses of equal length. The process ends
with its input, and on Linux also when its parent dies.
"""

from __future__ import annotations

import contextlib
import errno
import os
import pickle
import signal
import sys
import time
from array import array
from collections.abc import Collection, Container, Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING or __name__ != "__main__":
    from cubeproof.methods.sat import pysat_adapter
else:
    # Loaded by its path: importing the package takes longer than solving a short formula.
    from importlib import util

    _spec = util.spec_from_file_location("pysat_adapter", f"{os.path.dirname(__file__)}/pysat_adapter.py")  # noqa: PTH120
    pysat_adapter = util.module_from_spec(_spec)
    _spec.loader.exec_module(pysat_adapter)

Tables = list[tuple[tuple[int, int], bytes]]
Clause = Sequence[int]

NO_MEMORY = 112
"""The exit status for lack of memory."""


class _CutShortError(OSError):
    """A written proof is incomplete."""


def clauses(literals: bytes) -> Iterator[list[int]]:
    """Yield the clauses in an array of C ints in which 0 terminates each clause.

    >>> list(clauses(array("i", [1, -2, 0, 3, 0]).tobytes()))
    [[1, -2], [3]]
    """
    flat = array("i", literals).tolist()
    start = 0
    while start < len(flat):
        end = flat.index(0, start)
        yield flat[start:end]
        start = end + 1


def rows(tables: Tables) -> Iterator[Clause]:
    """Yield the clauses in tables: shapes (clauses, width), with literals as bytes of C ints.

    >>> list(rows([((2, 2), array("i", [1, -2, 3, 4]).tobytes()), ((1, 1), array("i", [5]).tobytes())]))
    [(1, -2), (3, 4), (5,)]
    """
    for (count, width), literals in tables:
        # The same iterator for each column, so that zip takes the consecutive literals of a clause.
        columns = [iter(array("i", literals))] * width
        yield from zip(*columns, strict=True) if width else [()] * count


def serve(requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer requests until the stream ends."""
    solver: Any = None
    formula: Tables = []
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            request = pickle.load(requests)
            started = time.perf_counter()
            match request:
                case ("load", "", tables):
                    formula = tables
                case ("load", name, tables):
                    if solver is not None:
                        solver.delete()
                    solver = pysat_adapter.new_solver(name)
                    solver.append_formula(rows(tables))
                case ("add", literals):
                    solver.append_formula(clauses(literals))
                case ("solve", assumptions):
                    satisfiable = solver.solve(assumptions=assumptions)
                    model = array("i", solver.get_model() if satisfiable else []).tobytes()
                    counts = solver.accum_stats() or {}
                    pickle.dump((satisfiable, model, time.perf_counter() - started, counts), replies)
                    replies.flush()
                case ("prove", assumptions, path):
                    try:
                        satisfiable = prove([*rows(formula), *((literal,) for literal in assumptions)], path)
                    except _CutShortError:
                        pickle.dump((None, b"", 0.0, {}), replies)
                    except OSError as error:
                        pickle.dump((None, str(error.strerror).encode(), 0.0, {}), replies)
                    else:
                        pickle.dump((satisfiable, b"", time.perf_counter() - started, {}), replies)
                    replies.flush()


def prove(formula: Sequence[Clause], path: str) -> bool:
    """Refute a formula with CaDiCaL, and write the LRAT proof to a file, without lemmas that no later lemma uses."""
    raw = f"{path}.raw"
    with open(raw, "w+b") as proof:  # noqa: PTH123
        satisfiable = pysat_adapter.write_lrat(formula, proof)
    if not satisfiable:
        try:
            _trim(raw, path, len(formula))
        except (IndexError, KeyError, ValueError):
            # CaDiCaL does not report failed writes.
            raise _CutShortError(
                errno.ENOSPC, "it is incomplete, for example because the disk is full"
            ) from None
    os.unlink(raw)  # noqa: PTH108
    return satisfiable


def _trim(raw: str, path: str, inputs: int) -> None:
    """Write a proof without unused lemmas, with the input clauses numbered from 1 and the lemmas after them."""
    lemmas: dict[int, int] = {}
    with open(raw, "rb") as proof:  # noqa: PTH123
        place, last = 0, b""
        for line in proof:
            if b" d " not in line[:24]:
                lemmas[int(line.partition(b" ")[0])] = place
                last = line
            place += len(line)
        if last.split()[1:2] != [b"0"] or not last.endswith(b"\n"):
            raise ValueError("the empty clause is missing")
        # Backwards from the empty clause, the last lemma: what a used lemma names in its hints is used.
        used = {next(reversed(lemmas))}
        for lemma in reversed(lemmas):
            if lemma in used:
                proof.seek(lemmas[lemma])
                _, hints = _parts(proof.readline())
                used.update(map(int, hints))
    numbers = _numbers(lemmas, used, inputs)
    with open(raw, "rb") as proof, open(path, "wb") as out:  # noqa: PTH123
        written = str(inputs).encode()
        for line in proof:
            tokens = line.split()
            if tokens[1] == b"d":
                # A deletion starts with the number of the last lemma, which is meaningless.
                if deleted := [new for old in tokens[2:-1] if (new := numbers.get(old, old))]:
                    out.write(b"%b d %b 0\n" % (written, b" ".join(deleted)))
            elif kept := numbers[tokens[0]]:
                written = kept
                literals, hints = _parts(line)
                renamed = (numbers.get(hint, hint) for hint in hints)
                out.write(b"%b 0\n" % b" ".join([written, *literals, b"0", *renamed]))


def _parts(line: bytes) -> tuple[list[bytes], list[bytes]]:
    """Return the literals and the hints of a lemma."""
    tokens = line.split()
    end = tokens.index(b"0", 1)
    return tokens[1:end], tokens[end + 1 : -1]


def _numbers(lemmas: Collection[int], used: Container[int], inputs: int) -> dict[bytes, bytes]:
    """Return the new numbers of lemmas, b"" for unused lemmas, and of the input clauses whose number changes."""
    # CaDiCaL numbers clauses in order of appearance. While the input is added, it derives lemmas from unit clauses,
    # and numbers them in between. So the numbers that no lemma has belong to the input clauses, in order.
    numbers: dict[bytes, bytes] = {}
    number = inputs
    for lemma in lemmas:
        number += lemma in used
        numbers[b"%d" % lemma] = b"%d" % number if lemma in used else b""
    old_number = 0
    for new_number in range(1, inputs + 1):
        old_number += 1
        while old_number in lemmas:
            old_number += 1
        if old_number != new_number:
            numbers[b"%d" % old_number] = b"%d" % new_number
    return numbers


def _die_with_parent(parent: int) -> None:
    if not hasattr(signal, "SIGKILL"):
        # Windows has no such signal, and in a virtual environment the launcher of Python is the parent.
        return
    with contextlib.suppress(OSError, AttributeError, ImportError):
        import ctypes

        set_death_signal = 1
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)
    if os.getppid() != parent:
        # The parent died before the call above.
        sys.exit()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _die_with_parent(int(sys.argv[1]))
    # Solvers may print, but the pipe is only for replies.
    pipe, sys.stdout = sys.stdout.buffer, sys.stderr
    try:
        serve(sys.stdin.buffer, pipe)
    except MemoryError:
        sys.exit(NO_MEMORY)
    except ImportError as error:
        # A shared library had too little memory.
        sys.exit(NO_MEMORY if "failed to map segment" in str(error) else 1)
