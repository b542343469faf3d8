"""`Workshop`: owns the tables in memory of some searches, and releases them."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Any, ClassVar, Self, TypeVar

_Kept = TypeVar("_Kept")

# Reentrant: a signal handler may start a search.
_LOCK = threading.RLock()


class Workshop:
    """The tables in memory of some searches. Threads may share a workshop; two workshops share no table.

    A search without a workshop uses `Workshop.default()`. A workshop releases its tables when it is closed, at the end
    of a `with` block or by `close()`:

    - A running search stops like one whose control is stopped: it returns the best answer and bound so far. Its
      processes end with it. Its tables stay in memory until it returns.
    - A new search raises a UsageError.

    Machine code and facts of geometry stay in the process: Numba unloads no code, and the facts are small.

    Attributes:
        closed: whether `close()` was called.

    >>> from cubeproof import Cube, solve
    >>> with Workshop() as workshop:
    ...     print(solve(Cube(2).apply("R U F"), workshop=workshop).length)
    3
    >>> workshop.closed
    True
    """

    _default: ClassVar[Workshop | None] = None

    def __init__(self) -> None:
        self.closed = False
        self._kept: dict[type, Any] = {}
        self._last: dict[str, tuple[object, Any]] = {}

    @classmethod
    def default(cls) -> Workshop:
        """Return the workshop of searches without a workshop; a new one if the last one was closed.

        `Workshop.default().close()` releases the memory of plain `solve()`.
        """
        with _LOCK:
            if cls._default is None or cls._default.closed:
                cls._default = cls()
            return cls._default

    def kept(self, kind: type[_Kept]) -> _Kept:
        """Return the workshop's object of a class, made at the first call.

        An engine keeps its tables in an object of a small class with no arguments. A closed workshop keeps no object:
        each call returns a new one.
        """
        with _LOCK:
            if self.closed:
                return kind()
            if kind not in self._kept:
                self._kept[kind] = kind()
            kept: _Kept = self._kept[kind]
            return kept

    def last(self, kind: str, key: object) -> Any:
        """Return the last tables of a kind, if `keep` got them with this key; else None.

        Args:
            kind: the name of the kind, such as the name of its method.
            key: what determines the tables, such as the folder of their files.
        """
        with _LOCK:
            kept, tables = self._last.get(kind, (None, None))
            return tables if kept == key else None

    def keep(self, kind: str, key: object, tables: object) -> None:
        """Keep tables in place of the last tables of their kind, for the next search. A closed workshop keeps none."""
        with _LOCK:
            if not self.closed:
                self._last[kind] = key, tables

    def close(self) -> None:
        """Stop the searches that use this workshop, and release its tables. Does not wait for the searches."""
        with _LOCK:
            self.closed = True
            self._kept.clear()
            self._last.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
