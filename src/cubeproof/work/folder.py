"""`ShareFolder`: the files of a search in shares, at a path or a URL; `Coordinator`: the only run that writes them.

On this machine, a lock of the operating system admits one coordinator, and ends with its process. A service has no
locks: there a coordinator writes `coordinator.json` every few seconds, and the next one waits until that file no longer
changes. No clocks of two machines are compared.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from cubeproof.base.platform_support import is_running
from cubeproof.contract.control import Control
from cubeproof.errors import UsageError
from cubeproof.places import Mirror, Place, Url, beside, delivered_file, fetched_file, located, shown
from cubeproof.places.faults import is_not_there
from cubeproof.sentences import Template

PLAN, JOURNAL, COORDINATOR, LOCK = "plan.json", "journal.jsonl", "coordinator.json", "coordinator.lock"
"""The names of the files."""

_SECOND = Template(
    "shares.second-coordinator",
    "{place} is in use by another run{process?none:|other: (process {process})}: it continues when that run has ended.",
)
_NO_FOLDER = Template("shares.no-folder", "{place} is not a folder.")

# Seconds between two files that show that the coordinator is alive, and until a file that does not change means that
# it is not.
_BEAT = {True: 1.0, False: 5.0}
_SILENCE = 16.0
# Seconds between two deliveries of the journal to a URL.
_DELIVERY = 5.0


def waiting(control: Control) -> Callable[[float], None]:
    """Return a function that sleeps for some seconds, and raises an error if the control is stopped."""

    def wait(seconds: float) -> None:
        control.check()
        control.wait(seconds)

    return wait


class ShareFolder:
    """The folder of a search in shares.

    >>> folder = ShareFolder("memory://an-example")
    >>> folder.write("plan.json", b"{}")
    >>> folder.read("plan.json"), folder.read("journal.jsonl")
    (b'{}', None)
    """

    def __init__(self, place: Place) -> None:
        self.where = located(place)
        self.shown = shown(place)
        if isinstance(self.where, Path) and self.where.exists() and not self.where.is_dir():
            raise UsageError(_NO_FOLDER(place=self.shown))

    @property
    def is_local(self) -> bool:
        """Whether the folder is a path on this machine."""
        return isinstance(self.where, Path)

    def place(self, name: str) -> Place:
        """Return the place of a file."""
        if isinstance(self.where, Url):
            return beside(self.where.text.rstrip("/"), f"/{name}")
        return self.where / name

    def read(self, name: str) -> bytes | None:
        """Return the contents of a file, or None if it does not exist."""
        try:
            with fetched_file(self.place(name)) as path:
                return path.read_bytes()
        except OSError as error:
            if is_not_there(error) or isinstance(error, NotADirectoryError):
                return None
            raise

    def write(self, name: str, contents: bytes) -> None:
        """Write a file, completely or not at all."""
        if isinstance(self.where, Path):
            self.where.mkdir(parents=True, exist_ok=True)
        with delivered_file(self.place(name)) as path:
            path.write_bytes(contents)

    def deliver(self, name: str, path: Path) -> None:
        """Copy a file of this machine into the folder, completely or not at all."""
        if isinstance(self.where, Path):
            self.where.mkdir(parents=True, exist_ok=True)
        with delivered_file(self.place(name)) as copy:
            shutil.copyfile(path, copy)

    def fetch(self, name: str, path: Path) -> bool:
        """Copy a file of the folder to a path; return whether it exists."""
        try:
            with fetched_file(self.place(name)) as copy:
                shutil.copyfile(copy, path)
        except OSError as error:
            if is_not_there(error):
                return False
            raise
        return True

    def state(self) -> Mapping[str, Any]:
        """Return the last state that a coordinator wrote, or an empty mapping."""
        with suppress(ValueError):
            state = json.loads(self.read(COORDINATOR) or b"{}")
            if isinstance(state, dict):
                return state
        return {}

    def is_coordinated(self, state: Mapping[str, Any]) -> bool:
        """Whether a run coordinates the search; for a URL this may wait for its next sign."""
        if not isinstance(self.where, Path):
            return self.has_coordinator(state, time.sleep)
        from cubeproof.store.lock import is_held

        return is_held(self.where / LOCK)

    def has_coordinator(self, state: Mapping[str, Any], wait: Callable[[float], None]) -> bool:
        """Whether the coordinator that wrote a state is alive, by its machine or its silence."""
        if not state or state.get("ended"):
            return False
        number = state.get("process")
        if state.get("host") == socket.gethostname() and isinstance(number, int) and not is_running(number):
            return False
        until = time.monotonic() + _SILENCE
        while time.monotonic() < until:
            wait(1.0)
            if self.state() != state:
                return True
        return False

    @contextmanager
    def coordinated(self, wait: Callable[[float], None]) -> Iterator[Coordinator]:
        """Be the only coordinator inside the context.

        Args:
            wait: sleeps for some seconds; it may raise to stop waiting.

        Raises:
            UsageError: another run coordinates this search.
            OSError: the folder cannot be written; for a URL, a PlaceError.
        """
        with self._locked() as is_locked:
            if not is_locked and self.has_coordinator(state := self.state(), wait):
                raise UsageError(_SECOND(place=self.shown, process=state.get("process")))
            with Coordinator(self) as coordinator:
                yield coordinator

    @contextmanager
    def _locked(self) -> Iterator[bool]:
        """Hold the lock; yield whether the folder has locks, as some network drives have not."""
        if not isinstance(self.where, Path):
            yield False
            return
        # This import takes 50 ms.
        from cubeproof.store.lock import held

        process: int | None = None

        def remember(number: int | None) -> None:
            nonlocal process
            process = number

        def refuse() -> None:
            raise UsageError(_SECOND(place=self.shown, process=process))

        self.where.mkdir(parents=True, exist_ok=True)
        with held(self.where / LOCK, refuse, remember) as is_locked:
            yield is_locked


class Coordinator(AbstractContextManager["Coordinator"]):
    """Appends to the journal, and shows that the run is alive."""

    def __init__(self, folder: ShareFolder) -> None:
        self.folder = folder
        self._file: BinaryIO | None = None
        self._mirror: Mirror | None = None
        self._last = -_SILENCE
        self._state: Mapping[str, Any] = {}
        self._over, self._writing = threading.Event(), threading.Lock()

    def __enter__(self) -> Self:
        where = self.folder.where
        self.beat({})
        if isinstance(where, Path):
            path = where / JOURNAL
        else:
            url = located(self.folder.place(JOURNAL))
            assert isinstance(url, Url), "a file at a service"
            self._mirror = Mirror(url)
            path = self._mirror.path
        self._file = path.open("ab+", buffering=0)
        self._end_line()
        threading.Thread(target=self._give_signs, name="cubeproof-coordinator", daemon=True).start()
        return self

    def _give_signs(self) -> None:
        """Write the state while the run does something long between two calls of `beat`."""
        seconds = _BEAT[False]
        while not self._over.wait(seconds):
            if time.monotonic() - self._last >= seconds:
                # The run itself reports a service that is lost.
                with suppress(OSError):
                    self._write_state(self._state)

    def write_plan(self, plan: bytes) -> None:
        """Write the plan, unless another run wrote one since this run started.

        Raises:
            UsageError: the folder has a plan.
        """
        if self.folder.read(PLAN) is not None:
            raise UsageError(_SECOND(place=self.folder.shown, process=None))
        self.folder.write(PLAN, plan)

    def _end_line(self) -> None:
        """Write a line break after a truncated line."""
        assert self._file is not None, "the journal is open"
        if self._file.seek(0, os.SEEK_END):
            self._file.seek(-1, os.SEEK_END)
            if self._file.read(1) != b"\n":
                self._file.write(b"\n")

    def append(self, lines: str) -> None:
        """Append lines to the journal, and wait until the disk has them; a URL gets them within seconds."""
        assert self._file is not None, "the journal is open"
        contents = lines.encode("ascii")
        if self._file.write(contents) != len(contents):
            # A full disk takes a part; the next call raises the error.
            self._file.write(b"\n")
        os.fsync(self._file.fileno())

    def beat(self, state: Mapping[str, Any]) -> None:
        """Show that the run is alive and what it does, and deliver the journal, if the last time is seconds ago."""
        now = time.monotonic()
        if now - self._last < _BEAT[self.folder.is_local]:
            return
        self._last, self._state = now, state
        self._write_state(state)
        if self._mirror is not None and now - self._mirror.since > _DELIVERY:
            self._mirror.deliver()

    def _write_state(self, state: Mapping[str, Any], *, last: bool = False) -> None:
        whole = {
            **state,
            "host": socket.gethostname(),
            "process": os.getpid(),
            "beat": time.monotonic_ns(),
        }
        with self._writing:
            if last or not self._over.is_set():
                self.folder.write(COORDINATOR, json.dumps(whole).encode())

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()
        try:
            if self._mirror is not None:
                self._mirror.close()
        finally:
            self._over.set()
            with suppress(OSError):
                self._write_state({**self._state, "running": [], "ended": True}, last=True)
