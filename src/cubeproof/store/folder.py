"""`Store`: loads, builds, saves and removes the tables of one folder."""

from __future__ import annotations

import contextlib
import enum
import os
import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from cubeproof.errors import InternalError
from cubeproof.sentences import Sentence, Template
from cubeproof.store.array import (
    DAMAGED,
    NO_MONITOR,
    Identity,
    Monitor,
    TableArray,
    aligned_empty,
    identity,
    loaded,
)
from cubeproof.store.file import CHECKSUM, OlderFormatError, UnusableError, begun, whole, write

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ENVIRONMENT_VARIABLE = "CUBEPROOF_CACHE"
SHARED_VARIABLE = "CUBEPROOF_SHARED_TABLES"

_SUFFIX = ".table"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,99}")
_LEFTOVER = re.compile(r"\.([a-z0-9][a-z0-9-]{0,99})\.(?:[^.]*\.tmp|lock)")
_LEFTOVER_AGE = 24 * 3600.0  # seconds; no build writes for a day, if there are no locks
_POLL_SECONDS = 0.05

_REBUILT = Template(
    "store.rebuilt", "The table file {path} could not be used ({reason}); the table was built again."
)
_NOT_KEPT = Template(
    "store.not-kept",
    "Tables cannot be kept in {folder} ({reason}); they will be built again next time.",
)
_WAITING = Template(
    "store.waiting",
    "Another process{process?none:|other: ({process})} is building the table {name}; this one waits for it.",
)
_OLDER_FORMAT = Template("store.older-format", "an earlier cubeproof wrote it")
_BUILT_WRONG = Template(
    "store.built-wrong", "The table {name} was built with {bytes} bytes instead of {size}."
)

# Locks by file and not by Store, since every engine that needs a table makes its own Store.
_building: dict[str, threading.Lock] = {}


class ArraysInMemory(WeakValueDictionary[tuple[Identity, bool], TableArray]):
    """Arrays in use, by the identity of their files: `Store.array` does not read these files again."""


def default_folder() -> Path:
    """Return the folder of tables: `CUBEPROOF_CACHE` if it is set, else the user's cache folder.

    Without a home directory, return a path where no folder can be created: the search works in memory, and reports it.
    """
    chosen = os.environ.get(ENVIRONMENT_VARIABLE)
    if chosen:
        with contextlib.suppress(RuntimeError):  # it starts with ~ and an unknown user name
            return Path(chosen).expanduser()
        return Path(chosen)
    import platformdirs

    with contextlib.suppress(RuntimeError):
        folder = platformdirs.user_cache_path("cubeproof", appauthor=False)
        # Some versions return "~" as it is.
        if folder.is_absolute():
            return folder
    return Path(os.devnull, "cubeproof")


class State(enum.StrEnum):
    """The state of a file of the cache."""

    GOOD = "good"
    OUTDATED = "outdated"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class Entry:
    """The file of one table."""

    name: str
    """The table's name."""
    path: Path
    """Path of the file."""
    size: int
    """Bytes of the file, header included."""
    state: State
    """The state of the file: whether it can be used."""
    version: int | None = None
    """The table's version, or None if the file does not contain it."""
    problem: Sentence | None = None
    """The fault of an unusable file, as the end of a sentence: "it holds 3 bytes of 18"; else None."""
    holds: int | None = None
    """Bytes of the table, or None if the header cannot be read."""


def _go_on() -> None:
    """A `check` that never interrupts."""


class Store:
    """The tables in one folder. Threads may share a Store; Stores and processes may share a folder.

    A name consists of lower-case letters, digits and hyphens: `table-2x2x2-htm`. A version is a whole number that
    increases when the contents of the table change; a file of another version counts as missing and is
    overwritten.

    Args:
        folder: the folder of the tables, created with the first table; `default_folder()` if None.
        shared: whether arrays are files mapped into memory, which all processes share, instead of copies in
            huge pages, which are searched up to twice as fast. By default, whether CUBEPROOF_SHARED_TABLES is 1, a
            folder or a URL. From that folder or URL missing tables are copied instead of being built.
    """

    def __init__(self, folder: Path | None = None, *, shared: bool | None = None) -> None:
        self.folder = default_folder() if folder is None else folder
        chosen = os.environ.get(SHARED_VARIABLE, "")
        self.shared = chosen not in ("", "0") if shared is None else shared
        self._place = chosen if chosen not in ("", "0", "1") else None

    def __repr__(self) -> str:
        return f"Store({str(self.folder)!r}{', shared=True' if self.shared else ''})"

    def path(self, name: str) -> Path:
        """Return the path of the table's file, which need not exist.

        Raises:
            ValueError: the name is invalid.
        """
        if not _NAME.fullmatch(name):
            raise ValueError(
                f"A table's name has small letters, digits and hyphens, at most 100; {name!r} is not valid."
            )
        return self.folder / (name + _SUFFIX)

    def load_array(
        self,
        name: str,
        size: int,
        version: int = 1,
        monitor: Monitor = NO_MONITOR,
        arrays: ArraysInMemory | None = None,
    ) -> TableArray | None:
        """Return the table as an array whose checksum is still computed, or None if there is no usable file.

        Args:
            name: the table's name.
            size: its size in bytes.
            version: its version.
            monitor: follows the reading.
            arrays: arrays in use; the table is taken from them, or added.

        Raises:
            TooLargeError: there is not enough memory.
        """
        path = self.path(name)
        file_version = identity(path)
        if file_version in DAMAGED:
            monitor.warn(_REBUILT(path=str(path), reason=CHECKSUM()))
            return None
        if (
            arrays is not None
            and file_version is not None
            and (array := arrays.get((file_version, self.shared))) is not None
        ):
            return array
        try:
            array = loaded(path, size, version, monitor, shared=self.shared)
        except (FileNotFoundError, NotADirectoryError, OlderFormatError):
            return None
        except UnusableError as error:
            monitor.warn(_REBUILT(path=str(path), reason=error.reason))
            return None
        if array is not None and file_version is not None and arrays is not None:
            arrays[file_version, self.shared] = array
        return array

    def save(
        self,
        name: str,
        payload: bytes | NDArray[np.uint8],
        version: int = 1,
        *,
        check: Callable[[], None] = _go_on,
    ) -> Path:
        """Write the table, replacing an older one of its name; no reader sees half of it.

        Args:
            name: the table's name.
            payload: the table; an array is not copied.
            version: its version.
            check: called between blocks; it may raise to stop.

        Raises:
            OSError: the folder or the file cannot be written; an older file is still there.
        """
        path = self.path(name)
        self.folder.mkdir(parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(prefix=f".{name}.", suffix=".tmp", dir=self.folder)
        try:
            with os.fdopen(descriptor, "wb") as file:
                write(file, name, version, payload, check)
            Path(temporary).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
            raise
        return path

    def array(
        self,
        name: str,
        size: int,
        build: Callable[[], bytes | NDArray[np.uint8]],
        version: int = 1,
        monitor: Monitor = NO_MONITOR,
        arrays: ArraysInMemory | None = None,
    ) -> TableArray:
        """Return the table as one array, whose checksum is still computed; without a usable file, build and save it.

        If several threads or processes request the same table of a folder, one builds it and the others wait, also
        if they use different Stores. On a file system without locks, processes do not wait.

        Args:
            name: the table's name.
            size: its size in bytes.
            build: returns the table, at best in an array of `aligned_empty`; called at most once. Its exceptions pass
                through, and nothing is written.
            version: the version of the built table.
            monitor: follows waiting, reading and writing, but not `build`.
            arrays: arrays in use; the table is taken from them, or added.

        Raises:
            TooLargeError: there is not enough memory to read it.
            InternalError: `build` returned another size.
        """
        path = self.path(name)

        def stored() -> TableArray | None:
            return self.load_array(name, size, version, monitor, arrays)

        with _one_thread(path, monitor):
            before = identity(path)
            if (table := stored()) is not None:
                return table
            with self._one_process(name, monitor):
                if identity(path) != before and (table := stored()) is not None:
                    return table
                if self._copied(path, size, version, monitor) and (table := stored()) is not None:
                    return table
                built = build()
                if len(built) != size:
                    raise InternalError(_BUILT_WRONG(name=name, bytes=len(built), size=size))
                if isinstance(built, bytes):
                    # Compiled loops distinguish writable and read-only arrays.
                    data = aligned_empty(size)
                    data.data[:] = built
                else:
                    data = built
                self._keep(name, data, version, monitor)
                array = TableArray(data)
                if arrays is not None and (file_version := identity(path)) is not None:
                    arrays[file_version, self.shared] = array
                return array

    def entry(self, name: str, *, thorough: bool = True, check: Callable[[], None] = _go_on) -> Entry | None:
        """Return the state of a table's file, or None if there is no file.

        Args:
            name: the table's name.
            thorough: whether to read the whole file and verify its checksum, instead of only header and size.
            check: called between blocks of reading; it may raise to stop.
        """
        path = self.path(name)
        try:
            file_version = identity(path)
            size = 0 if file_version is None else file_version[2]
            header = whole(path, check) if thorough else begun(path)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OlderFormatError:
            return Entry(name, path, size, State.OUTDATED, problem=_OLDER_FORMAT())
        except UnusableError as error:
            if error.reason == CHECKSUM() and file_version is not None:
                DAMAGED.add(file_version)
            return Entry(name, path, size, State.DAMAGED, problem=error.reason)
        if file_version in DAMAGED:
            return Entry(name, path, size, State.DAMAGED, problem=CHECKSUM())
        return Entry(name, path, size, State.GOOD, header.version, holds=header.size)

    def entries(self, *, thorough: bool = True) -> list[Entry]:
        """Return the states of all tables in the folder, sorted by name.

        Args:
            thorough: whether to read the whole files and verify their checksums, instead of only headers and sizes.
        """
        entries = (self.entry(path.stem, thorough=thorough) for path in self._files())
        return [entry for entry in entries if entry is not None]

    def remove(self, name: str | None = None) -> list[Path]:
        """Remove a table, or all of them, with the temporary files of killed processes; other files stay.

        Files that another process is writing also stay.

        Returns:
            The files that were removed.

        Raises:
            OSError: a file cannot be removed.
        """
        if name is None:
            doomed = [*self._files(), *self._leftovers()]
        else:
            doomed = [self.path(name), *self._leftovers(name)]
        removed = []
        for path in doomed:
            with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                path.unlink()
                removed.append(path)
        return removed

    @contextmanager
    def _one_process(self, name: str, monitor: Monitor) -> Iterator[None]:
        """Hold the lock between processes for a table, if there can be one, and remove killed processes' files."""
        from cubeproof.store.lock import held

        def waiting(process: int | None) -> None:
            monitor.warn(_WAITING(process=None if process is None else str(process), name=name))

        # Not `Path.exists`, which raises if a parent folder may not be read.
        new = not os.path.exists(self.folder)  # noqa: PTH110
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
        try:
            with held(self._lock(name), monitor.check, waiting) as alone:
                with contextlib.suppress(OSError):
                    self._remove_leftovers(name, held=alone)
                yield
        except BaseException:
            if new:
                # `rmdir` removes it only if it is empty, as after a failed build.
                with contextlib.suppress(OSError):
                    self.folder.rmdir()
            raise

    def _copied(self, path: Path, size: int, version: int, monitor: Monitor) -> bool:
        """Copy a table from the place of this machine's environment; whether there is such a place and table."""
        if self._place is None:
            return False
        from cubeproof.store.table_copy import copy_table

        return copy_table(self._place, path, size, version, monitor)

    def _keep(self, name: str, payload: NDArray[np.uint8], version: int, monitor: Monitor) -> None:
        try:
            self.save(name, payload, version, check=monitor.check_stop)
        except OSError as error:
            from cubeproof.base.system_errors import system_reason

            monitor.warn(_NOT_KEPT(folder=str(self.folder), reason=system_reason(error)))

    def _remove_leftovers(self, name: str, *, held: bool) -> None:
        for leftover in self.folder.glob(f".{name}.*.tmp"):
            with contextlib.suppress(OSError):
                if held or time.time() - leftover.stat().st_mtime > _LEFTOVER_AGE:
                    leftover.unlink()

    def _lock(self, name: str) -> Path:
        return self.folder / f".{name}.lock"

    def _files(self) -> list[Path]:
        tables = (path for path in self.folder.glob("*" + _SUFFIX) if _NAME.fullmatch(path.stem))
        return sorted(tables, key=lambda path: path.stem)

    def _leftovers(self, name: str | None = None) -> list[Path]:
        """Return the files that killed processes left, of one table or of all."""
        paths = []
        for path in sorted(self.folder.glob(".*")):
            fields = _LEFTOVER.fullmatch(path.name)
            if fields and name in (None, fields[1]) and not self._is_building(fields[1]):
                paths.append(path)
        return paths

    def _is_building(self, name: str) -> bool:
        """Whether another thread or process is building this table."""
        from cubeproof.store.lock import is_held

        lock = _building.get(os.path.realpath(self.path(name)))
        return (lock is not None and lock.locked()) or is_held(self._lock(name))


@contextmanager
def _one_thread(path: Path, monitor: Monitor) -> Iterator[None]:
    """Hold the lock of this process for the table of a file."""
    lock = _building.setdefault(os.path.realpath(path), threading.Lock())
    while not lock.acquire(timeout=_POLL_SECONDS):
        monitor.check()
    try:
        yield
    finally:
        lock.release()
