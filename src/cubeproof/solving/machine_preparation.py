"""Steps that a machine builds and compiles once, in this process or in one that outlives it.

Compiling cannot be interrupted inside a process, and a table is lost if its builder ends before. So a command that
ends before its machine is ready starts `python -m cubeproof.solving.machine_preparation`, and does not wait for it:
the next command finds its tables and loops. A server starts it first of all. Of several such processes one works.
"""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator

from cubeproof.base.lazy_imports import lazily
from cubeproof.contract.control import Control
from cubeproof.contract.preparation import Preparation
from cubeproof.errors import CubeproofError
from cubeproof.problem import Problem
from cubeproof.solving.registry import ENGINES
from cubeproof.store import Store

BACKGROUND_VARIABLE = "CUBEPROOF_BACKGROUND"
"""Set it to 0, and no process goes on after a command."""

_LOCK = ".getting-ready.lock"
_NICENESS = 10

held = lazily("cubeproof.store.lock:held")


class _OtherProcessError(Exception):
    """Another process gets this machine ready."""


def steps() -> Iterator[Preparation]:
    """All steps of all engines, in the order in which first searches need them."""
    for row in ENGINES.values():
        yield from row.preparations


def is_ready(store: Store | None = None) -> bool:
    """Whether nothing is left to be built or compiled."""
    return all(step.is_ready(store) for step in steps())


def get_ready(control: Control, store: Store | None = None) -> None:
    """Build and compile all that is missing."""
    for step in steps():
        if not step.is_ready(store):
            step.announce(control, store)
            step.run(control, store)
            control.check()


def prepare_first(engine: str, problem: Problem, control: Control) -> None:
    """Take the step that a first answer by an engine needs."""
    size = None if problem.cube_map is None else problem.cube_map.size
    for name, row in ENGINES.items():
        if engine in (name, "auto") and size in row.any_cube and row.preparations:
            first = row.preparations[0]
            if not first.is_ready():
                first.announce(control)
                first.run(control, None)


def start_in_background() -> subprocess.Popen[bytes] | None:
    """Start a process that gets this machine ready and goes on when this one ends; None where it would be of no use."""
    folder = Store().folder
    if os.environ.get(BACKGROUND_VARIABLE) == "0":
        return None
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            return None
        return subprocess.Popen(
            [sys.executable, "-m", "cubeproof.solving.machine_preparation"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    return None


def main() -> int:
    """Get this machine ready, unless another process does."""

    def leave(_process: int | None) -> None:
        raise _OtherProcessError

    os.nice(_NICENESS)
    store = Store()
    with (
        contextlib.suppress(_OtherProcessError, CubeproofError),
        held(store.folder / _LOCK, lambda: None, leave),
    ):
        get_ready(Control(), store)
    return 0


if __name__ == "__main__":
    sys.exit(main())
