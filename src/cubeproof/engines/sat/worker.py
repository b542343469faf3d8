"""A process that hosts one python-sat solver, so that it can be stopped at any time, whatever it is doing.

It runs as a program of its own, imports nothing of cubeproof, and talks pickles over its standard streams. Requests are
`("load", solver, literals)` and `("add", literals)`, with clauses that end in 0 as the bytes of C ints, and `("solve", assumptions)`; to
the last it answers `(satisfiable, model, seconds, counts)`, the model as bytes again. It ends when its input does, and on
Linux also when its parent dies.
"""

from __future__ import annotations

import contextlib
import pickle
import signal
import sys
import time
from array import array
from collections.abc import Iterator
from typing import Any, BinaryIO

__all__ = ["clauses", "serve"]


def clauses(literals: bytes) -> Iterator[list[int]]:
    """The clauses in an array of C ints in which each is ended by 0.

    >>> list(clauses(array("i", [1, -2, 0, 3, 0]).tobytes()))
    [[1, -2], [3]]
    """
    flat = array("i", literals).tolist()
    start = 0
    while start < len(flat):
        end = flat.index(0, start)
        yield flat[start:end]
        start = end + 1


def serve(requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer requests until there are none."""
    from pysat.solvers import Solver

    solver: Any = None
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            request = pickle.load(requests)
            if request[0] == "load":
                solver = Solver(name=request[1])
            if request[0] in ("load", "add"):
                for clause in clauses(request[-1]):
                    solver.add_clause(clause)
                continue
            started = time.perf_counter()
            satisfiable = solver.solve(assumptions=request[1])
            seconds = time.perf_counter() - started
            model = array("i", solver.get_model() if satisfiable else []).tobytes()
            pickle.dump((satisfiable, model, seconds, solver.accum_stats() or {}), replies)
            replies.flush()


def _die_with_parent() -> None:
    with contextlib.suppress(OSError, AttributeError, ImportError):
        import ctypes

        set_death_signal = 1
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _die_with_parent()
    # Solvers may print; nothing but replies may reach the pipe.
    pipe, sys.stdout = sys.stdout.buffer, sys.stderr
    serve(sys.stdin.buffer, pipe)
