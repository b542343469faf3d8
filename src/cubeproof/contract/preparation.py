"""`Preparation`: a step that builds tables and compiles loops once per machine, so that searches are fast."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from cubeproof.contract.control import Control
from cubeproof.contract.events import Preparing
from cubeproof.contract.lack_of_memory import ensure_room_for_loops
from cubeproof.contract.table import Table

if TYPE_CHECKING:
    from cubeproof.base.numba_support import TypedLoop
    from cubeproof.store import Store

# Seconds between two loops. Without a pause, another thread that waits for the compiler would not get it.
_PAUSE = 0.001

_requested: set[Preparation] = set()


@dataclass(frozen=True, slots=True)
class Preparation:
    """One preparation step. A search takes the steps that it needs, and `cubeproof tables build` takes all steps."""

    step: int
    """Its number among the steps of its engine, from 1."""
    steps: int
    """The number of these steps."""
    seconds: float
    """Estimated time in seconds, measured on two cores of a laptop."""
    tables: tuple[Table, ...]
    """The tables that it builds."""
    loops: Callable[[], Iterable[TypedLoop]]
    """Returns the loops that it compiles, with their types."""
    load: Callable[[Control, Store | None], object] | None = None
    """Loads the tables for searches of this process; None if each search loads them."""
    is_first: bool = False
    """Whether the first answer of its engine needs it."""

    def is_ready(self, store: Store | None = None) -> bool:
        """Whether the tables are in the store and, with Numba, the loops are compiled."""
        if not all(table.is_stored(store) for table in self.tables):
            return False
        return all(loop.is_compiled for loop in self.loops())

    def run(self, control: Control, store: Store | None = None) -> None:
        """Build the missing tables and compile the missing loops at the same time, and load the tables.

        Without Numba, a step that compiles loops does nothing: its tables serve these loops only.

        Raises:
            StoppedError: the preparation was stopped.
            TimeUpError: the time is up.
            TooLargeError: not enough memory.
        """
        if not self.is_ready(store):
            if not _can_compile(self.loops()):
                return
            with compiling(self.loops, control):
                for table in self.tables:
                    if not table.is_stored(store):
                        table.array(control, store)
        if self.load is not None:
            self.load(control, store)

    def announce(self, control: Control, store: Store | None = None) -> None:
        """Report the start of this step, unless it is ready."""
        if not self.is_ready(store):
            self.postpone()
            control.emit(Preparing(self.step, self.steps, self.seconds))

    def postpone(self) -> None:
        """Record that this step would make searches of this process faster."""
        _requested.add(self)


def is_any_unfinished(store: Store | None = None) -> bool:
    """Whether a step that would make searches of this process faster is not ready yet."""
    return not all(step.is_ready(store) for step in _requested)


def _can_compile(loops: Iterable[TypedLoop]) -> bool:
    """Whether Numba is installed, or there is no loop; then Numba is not looked for."""
    if not any(True for _ in loops):
        return True
    from cubeproof.base.numba_support import COMPILES

    return COMPILES


def loops_of(*modules: str) -> Callable[[], Iterable[TypedLoop]]:
    """Return a function that imports these modules and returns their `typed_loops()`, in order."""
    return lambda: [loop for module in modules for loop in import_module(module).typed_loops()]


@contextmanager
def compiling(loops: Callable[[], Iterable[TypedLoop]], control: Control) -> Iterator[None]:
    """Read the machine code of loops from disk, or compile it, in a thread beside the `with` block; then wait for it.

    Raises:
        StoppedError: the search was stopped.
        TimeUpError: the time is up.
        MemoryError: the loops do not fit into memory.
    """
    waiting = list(loops())
    if waiting:
        ensure_room_for_loops()
    failures: list[Exception] = []
    is_left = False

    def work() -> None:
        try:
            for loop in waiting:
                if is_left:
                    return
                loop.compile()
                time.sleep(_PAUSE)
        except Exception as failure:  # noqa: BLE001 - raised where the thread is waited for
            failures.append(failure)

    thread = threading.Thread(target=work, name="cubeproof-code", daemon=True)
    thread.start()
    try:
        yield
        while thread.is_alive():
            control.check()
            thread.join(control.poll_seconds())
    finally:
        # The compiler cannot be interrupted inside a loop.
        is_left = True
    if failures:
        raise failures[0]
