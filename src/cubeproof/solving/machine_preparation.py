"""Runs the preparation steps of a machine, in this process or in a background process that outlives it.

Compiling cannot be interrupted inside a process, and a table is lost if its builder ends early. So a command that ends
before its machine is ready starts `python -m cubeproof.solving.machine_preparation` without waiting: the next command
finds the tables and loops. A server starts it first. Of several such processes only one works.
"""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator

from cubeproof.base.lazy_imports import lazily
from cubeproof.base.platform_support import NEW_SESSION, lower_priority
from cubeproof.contract.control import Control
from cubeproof.contract.preparation import Preparation
from cubeproof.errors import CubeproofError
from cubeproof.problem import Problem
from cubeproof.solving.registry import ENGINES
from cubeproof.store import Store

BACKGROUND_VARIABLE = "CUBEPROOF_BACKGROUND"
"""Environment variable: 0 means that no process continues after a command."""

_LOCK = ".getting-ready.lock"
_NICENESS = 10

held = lazily("cubeproof.store.lock:held")


class _OtherProcessError(Exception):
    """Another process is preparing this machine."""


def steps() -> Iterator[Preparation]:
    """Yield all steps of all engines, in the order in which first searches need them."""
    for row in ENGINES.values():
        yield from row.preparations


def is_ready(store: Store | None = None) -> bool:
    """Whether all steps are ready."""
    return all(step.is_ready(store) for step in steps())


def get_ready(control: Control, store: Store | None = None) -> None:
    """Run all steps that are not ready."""
    for step in steps():
        if not step.is_ready(store):
            step.announce(control, store)
            step.run(control, store)
            control.check()


def prepare_first(engine: str, problem: Problem, control: Control) -> None:
    """Run the steps that an engine needs for its first answer."""
    size = None if problem.cube_map is None else problem.cube_map.size
    for name, row in ENGINES.items():
        if engine in (name, "auto") and size in row.any_cube:
            for step in row.preparations:
                if step.is_first and not step.is_ready():
                    step.announce(control)
                    step.run(control, None)


def start_in_background() -> subprocess.Popen[bytes] | None:
    """Start a process that prepares this machine and outlives this process.

    Return None if this is switched off, or if the folder of tables is not writable.
    """
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
            creationflags=NEW_SESSION,
        )
    return None


def main() -> int:
    """Prepare this machine, unless another process is doing so."""

    def leave(_process: int | None) -> None:
        raise _OtherProcessError

    lower_priority(_NICENESS)
    store = Store()
    with (
        contextlib.suppress(_OtherProcessError, CubeproofError),
        held(store.folder / _LOCK, lambda: None, leave),
    ):
        get_ready(Control(), store)
    return 0


if __name__ == "__main__":
    sys.exit(main())
