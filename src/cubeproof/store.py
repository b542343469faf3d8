"""The cache of tables on disk.

A table takes seconds or minutes to build and never changes, so it is built once and kept in the user's cache
folder::

    >>> import tempfile
    >>> from pathlib import Path
    >>> folder = tempfile.TemporaryDirectory()
    >>> store = Store(Path(folder.name))
    >>> store.fetch("example", lambda: b"built at some cost")
    Fetched(payload=b'built at some cost', built=True, warnings=())
    >>> store.fetch("example", lambda: b"not called")
    Fetched(payload=b'built at some cost', built=False, warnings=())

No fault of a cache may stop a search or make an answer wrong:

- What is read is verified. A damaged, cut off or foreign file counts as missing; the table is built anew, and
  a warning says so.
- A folder that cannot be written to costs only the time to build again; a warning says so too.
- A table is written to a temporary file and renamed, so that no reader sees half of it. Two processes that
  build the same table at once each rename a whole and equal file into place; a process that is killed leaves
  no lock behind.

A file is one line of ASCII that says what it holds, then the payload as it is::

    >>> print(store.path("example").read_bytes().decode())
    cubeproof-table 1 name=example version=1 bytes=18 blake2b=6ffe135187a7c87cdfadcdb682429d54
    built at some cost
    >>> folder.cleanup()
"""

import contextlib
import enum
import hashlib
import os
import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cubeproof.sentences import Sentence, Template
from cubeproof.system import system_reason

__all__ = ["Entry", "Fetched", "State", "Store", "default_folder"]

ENVIRONMENT_VARIABLE = "CUBEPROOF_CACHE"

_SUFFIX = ".table"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,99}")
_HEADER = re.compile(rb"cubeproof-table 1 name=\S+ version=(\d{1,9}) bytes=(\d{1,15}) blake2b=[0-9a-f]+\n")
_HEADER_LIMIT = 300  # bytes; the longest name fits
_LEFTOVER_AGE = 24 * 3600.0  # seconds; no build takes a day to write its file

_REBUILT = Template(
    "store.rebuilt", "The table file {path} could not be used ({reason}); the table was built again."
)
_NOT_KEPT = Template(
    "store.not-kept",
    "The table {name} could not be kept in {folder} ({reason}); it will be built again next time.",
)
_BEGINNING = Template("store.beginning", "it does not begin as a table's file does")
_CUT_OFF = Template("store.cut-off", "it holds {present} bytes of {size}")
_UNREADABLE = Template("store.unreadable", "it cannot be read: {reason}")
_CHECKSUM = Template("store.checksum", "its checksum or its name does not match what it holds")

# By file and not by Store, since every engine that needs a table makes a Store of its own.
_building: dict[Path, threading.Lock] = {}


def default_folder() -> Path:
    """The folder that tables are kept in: `CUBEPROOF_CACHE` where it is set, else the user's cache folder."""
    chosen = os.environ.get(ENVIRONMENT_VARIABLE)
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs

    return platformdirs.user_cache_path("cubeproof", appauthor=False)


class State(enum.StrEnum):
    """What a file of the cache is worth."""

    GOOD = "good"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class Entry:
    """One table's file.

    Attributes:
        name: the table's name.
        path: where it lies.
        size: bytes of the file, header included.
        state: whether it can be used.
        version: the table's version, or None where the file does not tell.
        problem: what is wrong with a damaged file, as the end of a sentence: "it holds 3 bytes of 18"; else
            None.
    """

    name: str
    path: Path
    size: int
    state: State
    version: int | None = None
    problem: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Fetched:
    """A table, and how it was obtained.

    Attributes:
        payload: the table's bytes, verified or just built.
        built: whether it had to be built.
        warnings: whole sentences for the user: a damaged file was replaced, or the table could not be kept.
    """

    payload: bytes
    built: bool
    warnings: tuple[Sentence, ...] = ()


class _UnusableError(Exception):
    """A file is there, but not the table.

    Attributes:
        reason: why it cannot be used, as the end of a sentence.
    """

    def __init__(self, reason: Sentence) -> None:
        self.reason = reason
        super().__init__(reason)


class Store:
    """The tables in one folder. Threads may share a Store, Stores and processes a folder.

    A name consists of small letters, digits and hyphens: `table-2x2x2-htm`. A version is a whole number that
    the builder of a table raises when what it builds changes; a file of another version counts as missing and
    is overwritten.

    Args:
        folder: where the tables lie; it is made when the first one is saved. `default_folder()` if None.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = default_folder() if folder is None else folder

    def __repr__(self) -> str:
        return f"Store({str(self.folder)!r})"

    def path(self, name: str) -> Path:
        """Where the table of this name lies, or would.

        Raises:
            ValueError: the name is not one.
        """
        if not _NAME.fullmatch(name):
            raise ValueError(
                f"A table's name has small letters, digits and hyphens, at most 100; {name!r} is none."
            )
        return self.folder / (name + _SUFFIX)

    def load(self, name: str, version: int = 1) -> bytes | None:
        """The table's bytes, verified, or None if there is no such table or its file cannot be used."""
        try:
            payload, found = _read(self.path(name))
        except (FileNotFoundError, NotADirectoryError, _UnusableError):
            return None
        return payload if found == version else None

    def save(self, name: str, payload: bytes, version: int = 1) -> Path:
        """Write the table, over any other of its name; no reader sees half of it.

        Raises:
            OSError: the folder or the file cannot be written; what was there before is still there.
        """
        path = self.path(name)
        self.folder.mkdir(parents=True, exist_ok=True)
        for leftover in self._leftovers(name):
            with contextlib.suppress(OSError):
                if time.time() - leftover.stat().st_mtime > _LEFTOVER_AGE:
                    leftover.unlink()
        descriptor, temporary = tempfile.mkstemp(prefix=f".{name}.", suffix=".tmp", dir=self.folder)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(_header(name, version, payload))
                file.write(payload)
                file.flush()
                # Without it a power cut may leave the new name on a file without content.
                os.fsync(file.fileno())
            Path(temporary).replace(path)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
            raise
        return path

    def fetch(self, name: str, build: Callable[[], bytes], version: int = 1) -> Fetched:
        """The table from its file if that is good, else built and kept.

        Of several threads that ask for the same table of a folder, one builds and the others wait for it,
        even if they ask different Stores. Processes do not wait for each other: each that finds no table
        builds it.

        Args:
            name: the table's name.
            build: returns the table's bytes; called at most once. What it raises is raised here, and nothing
                is written.
            version: the version that `build` makes.
        """
        path = self.path(name)
        with _building.setdefault(path, threading.Lock()):
            warnings = []
            try:
                payload, found = _read(path)
                if found == version:
                    return Fetched(payload, built=False)
            except (FileNotFoundError, NotADirectoryError):
                pass
            except _UnusableError as problem:
                warnings.append(_REBUILT(path=str(path), reason=problem.reason))
            payload = build()
            try:
                self.save(name, payload, version)
            except OSError as error:
                reason = system_reason(error)
                warnings.append(_NOT_KEPT(name=name, folder=str(self.folder), reason=reason))
            return Fetched(payload, built=True, warnings=tuple(warnings))

    def entries(self) -> list[Entry]:
        """Every table in the folder by name, each file read and verified."""
        return [self._entry(path) for path in self._files()]

    def remove(self, name: str | None = None) -> list[Path]:
        """Remove a table, or all of them, with what interrupted writers left behind; other files stay.

        Returns:
            The files that were removed; none, where there was none.

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

    def _files(self) -> list[Path]:
        tables = (path for path in self.folder.glob("*" + _SUFFIX) if _NAME.fullmatch(path.stem))
        return sorted(tables, key=lambda path: path.stem)

    def _leftovers(self, name: str = "*") -> Iterator[Path]:
        return self.folder.glob(f".{name}.*.tmp")

    @staticmethod
    def _entry(path: Path) -> Entry:
        size = path.stat().st_size
        try:
            _, version = _read(path)
        except _UnusableError as problem:
            return Entry(path.stem, path, size, State.DAMAGED, problem=problem.reason)
        return Entry(path.stem, path, size, State.GOOD, version)


def _header(name: str, version: int, payload: bytes) -> bytes:
    digest = hashlib.blake2b(f"{name} {version} ".encode(), digest_size=16)
    digest.update(payload)
    fields = f"name={name} version={version} bytes={len(payload)} blake2b={digest.hexdigest()}"
    return f"cubeproof-table 1 {fields}\n".encode()


def _read(path: Path) -> tuple[bytes, int]:
    """The payload and the version of a table's file.

    Raises:
        FileNotFoundError, NotADirectoryError: there is none.
        _UnusableError: there is one, but it is not what was written.
    """
    try:
        with path.open("rb") as file:
            header = file.readline(_HEADER_LIMIT)
            fields = _HEADER.fullmatch(header)
            if fields is None:
                raise _UnusableError(_BEGINNING())
            version, size = map(int, fields.groups())
            # Compared before reading, so that a nonsensical size costs no memory.
            present = os.fstat(file.fileno()).st_size - len(header)
            if present != size:
                raise _UnusableError(_CUT_OFF(present=present, size=size))
            payload = file.read()
    except (FileNotFoundError, NotADirectoryError):
        raise
    except OSError as error:
        raise _UnusableError(_UNREADABLE(reason=system_reason(error))) from error
    # The header as a whole is compared, so that no bit of the file goes unchecked.
    if header != _header(path.stem, version, payload):
        raise _UnusableError(_CHECKSUM())
    return payload, version
