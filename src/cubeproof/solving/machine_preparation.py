"""Runs the preparation steps of a machine, in this process or in a background process that outlives it.

Compiling cannot be interrupted inside a process, and a table is lost if its builder ends early. So a search that lacks
something starts `python -m cubeproof.solving.machine_preparation ENGINE STEP` without waiting, and looks for its tables
and loops while it goes on; a later search finds them as well. The process starts with this step, and goes on with all
others. A server starts it without a step. Two processes may do different steps at the same time, but of those without a
step, or after it, only one works.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import lazily
from cubeproof.base.platform_support import NEW_SESSION, lower_priority
from cubeproof.contract.control import Control
from cubeproof.contract.preparation import Preparation
from cubeproof.errors import CubeproofError
from cubeproof.problem import Problem
from cubeproof.solving.registry import ENGINES
from cubeproof.store import Store

if TYPE_CHECKING:
    from subprocess import Popen

BACKGROUND_VARIABLE = "CUBEPROOF_BACKGROUND"
"""Environment variable: 0 means that no process continues after a command."""

_LOCK = ".getting-ready.lock"
_NICENESS = 10

held = lazily("cubeproof.store.lock:held")

# The processes that this process started, by their arguments.
_started: dict[tuple[str, ...], Popen[bytes]] = {}


class _OtherProcessError(Exception):
    """Another process is preparing this machine."""


def steps() -> Iterator[Preparation]:
    """Yield all steps of all engines, in the order in which first searches need them."""
    for facts in ENGINES.values():
        yield from facts.preparations


def is_ready(store: Store | None = None) -> bool:
    """Whether all steps are ready."""
    return all(step.is_ready(store) for step in steps())


def get_ready(control: Control, store: Store | None = None) -> None:
    """Run all steps that are not ready."""
    for step in steps():
        _take(step, control, store)
        control.check()


def _take(step: Preparation, control: Control, store: Store | None) -> None:
    """Run a step unless it is ready, after another process that is running it."""
    if step.is_ready(store):
        return
    folder = (store or Store()).folder
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    with held(folder / f".getting-ready-{'-'.join(step_name(step))}.lock", control.check, lambda _: None):
        if not step.is_ready(store):
            step.announce(control, store)
            step.run(control, store)


def step_name(step: Preparation) -> tuple[str, ...]:
    """Return the engine and the number of a step, which are the arguments of a process that starts with it."""
    return next(
        ((facts.name, str(step.step)) for facts in ENGINES.values() if step in facts.preparations),
        (str(step.step),),
    )


def prepare_first(engine: str, problem: Problem, control: Control) -> None:
    """Run the steps that an engine needs for its first answer."""
    size = None if problem.cube_map is None else problem.cube_map.size
    for name, facts in ENGINES.items():
        if engine in (name, "auto") and size in facts.any_cube:
            for step in facts.preparations:
                if step.is_first and not step.is_ready():
                    step.announce(control)
                    step.run(control, None)


def begin_step(step: Preparation) -> Callable[[], bool] | None:
    """Begin a step in a process that outlives this one; return whether it is at work, or None if that is impossible."""
    process = start_in_background(step_name(step))
    return None if process is None else lambda: process.poll() is None


def may_go_on() -> bool:
    """Whether a process may go on after the command or the server that started it."""
    return os.environ.get(BACKGROUND_VARIABLE) != "0"


def start_in_background(first: Sequence[str] = ()) -> Popen[bytes] | None:
    """Start a process that prepares this machine and outlives this process; return it, or one that is at work.

    Return None if this is switched off, or if the folder of tables is not writable.

    Args:
        first: the step with which it starts, as from `step_name`.
    """
    import subprocess

    folder, arguments = Store().folder, tuple(first)
    if not may_go_on():
        return None
    if (process := _started.get(arguments)) is not None and process.poll() is None:
        return process
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            return None
        _started[arguments] = subprocess.Popen(
            [sys.executable, "-m", "cubeproof.solving.machine_preparation", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            creationflags=NEW_SESSION,
        )
        return _started[arguments]
    return None


def main(arguments: Sequence[str] = ()) -> int:
    """Prepare this machine, first the step with these arguments; then the others, unless another process does so."""

    def leave(_process: int | None) -> None:
        raise _OtherProcessError

    control, store = Control(), Store()
    with contextlib.suppress(CubeproofError):
        for step in steps():
            if step_name(step) == tuple(arguments):
                _take(step, control, store)
    lower_priority(_NICENESS)
    with (
        contextlib.suppress(_OtherProcessError, CubeproofError),
        held(store.folder / _LOCK, lambda: None, leave),
    ):
        get_ready(control, store)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
