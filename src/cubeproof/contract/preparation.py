"""`Preparation`: a step that builds tables and compiles loops once per machine, so that searches are fast."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cubeproof.contract.control import Control
from cubeproof.contract.events import Preparing
from cubeproof.contract.table import Table

if TYPE_CHECKING:
    from cubeproof.store import Store


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
    loops: Callable[[], Iterable[Callable[..., Any]]]
    """Returns the loops that it compiles."""
    run: Callable[[Control, Store | None], None]
    """Builds and compiles what is missing."""
    is_first: bool = False
    """Whether the first answer of its engine needs it."""

    def is_ready(self, store: Store | None = None) -> bool:
        """Whether the tables are in the store and, with Numba, the loops are compiled."""
        if not all(table.is_stored(store) for table in self.tables):
            return False
        from cubeproof.base.numba_support import COMPILES, is_compiled

        return not COMPILES or all(map(is_compiled, self.loops()))

    def announce(self, control: Control, store: Store | None = None) -> None:
        """Report the start of this step, unless it is ready."""
        if not self.is_ready(store):
            self.postpone()
            control.tell(Preparing(self.step, self.steps, self.seconds))

    def postpone(self) -> None:
        """Record that this step would make searches of this process faster."""
        _requested.add(self)


def is_any_unfinished(store: Store | None = None) -> bool:
    """Whether a step that would make searches of this process faster is not ready yet."""
    return not all(step.is_ready(store) for step in _requested)
