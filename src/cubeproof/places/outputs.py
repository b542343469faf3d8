"""`delivered_file` and `delivered_folder`: write a place completely, or not at all.

For a URL, a file is written to this machine first and then copied. A folder is complete when it contains its
manifest, which is copied last.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cubeproof.errors import CubeproofError, PlaceError, StoppedError
from cubeproof.places.inputs import copy_in
from cubeproof.places.limits import patience
from cubeproof.places.local import (
    OVERTAKEN,
    file_written_whole,
    folder_written_whole,
    is_free_folder,
    kept,
    place_in_errors,
    put_aside,
    temporary,
)
from cubeproof.places.place import Place, Url, located
from cubeproof.sentences import say

if TYPE_CHECKING:
    from cubeproof.places.service import Service


def is_free(place: Place) -> bool:
    """Whether a folder can be written at a place: the place does not exist, or is an empty folder.

    Raises:
        UsageError: an invalid URL, or an unknown scheme.
        UnsupportedError: the package for its scheme is not installed.
        OSError: it cannot be examined; for a URL, a PlaceError.

    >>> is_free("/"), is_free("memory://nothing")
    (False, True)
    """
    where = located(place)
    if isinstance(where, Path):
        return is_free_folder(where)
    destination = _service(where)
    return not destination.is_file() and not destination.files()


def try_writing(place: Place) -> None:
    """Check that a folder at a URL can be written, before a long computation; a path is not checked.

    Raises:
        PlaceError: it cannot be written.
    """
    where = located(place)
    if isinstance(where, Url):
        _service(where).try_writing()


@contextmanager
def delivered_file(place: Place) -> Iterator[Path]:
    """Yield the path of a file to write; an older file stays until the new file is complete.

    Raises:
        PlaceError: another run has written the file in the meantime; its file stays.
        UsageError: an invalid URL, a URL without a file name, or a read-only kind of place.
        UnsupportedError: the package for its scheme is not installed.
        OSError: it cannot be written; for a URL, a PlaceError.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, delivered_file(Path(folder, "new")) as path:
    ...     _ = path.write_bytes(b"all of it")
    """
    where = located(place)
    if isinstance(where, Path):
        with file_written_whole(where) as unfinished:
            yield unfinished
        return
    destination = _service(where)
    with temporary(where.shown) as folder:
        path, before = copy_in(folder, where), destination.state_before()
        with place_in_errors(path, where.shown):
            yield path
        destination.deliver(path, before=before)


@contextmanager
def delivered_folder(
    place: Place, *, manifest: str, stopped: Callable[[], bool] = lambda: False
) -> Iterator[Path]:
    """Yield the path of a folder to write. If another run writes the place first, the folder of that run stays.

    If the complete folder cannot be copied to its URL, it is kept on this machine, and the error names its path: the
    computation may have taken hours.

    Args:
        place: the folder, for which `is_free` holds.
        manifest: the name of the file that marks the folder as complete.
        stopped: whether to stop copying to the URL.

    Raises:
        StoppedError: stopped before the copy was complete; nothing is kept.
        UsageError: an invalid URL, or a read-only kind of place.
        UnsupportedError: the package for its scheme is not installed.
        OSError: it cannot be written; for a URL, a PlaceError.
    """
    where = located(place)
    if isinstance(where, Path):
        with folder_written_whole(where) as unfinished:
            yield unfinished
        return
    destination = _service(where)
    with temporary(where.shown) as parent:
        folder = parent / "folder"
        folder.mkdir()
        with place_in_errors(folder, where.shown):
            yield folder
        destination.stopped = stopped
        try:
            _deliver_all(destination, folder, manifest)
        except StoppedError:
            raise StoppedError(
                say("place.stopped", "Stopped before {place} was written.", place=where.shown)
            ) from None
        except CubeproofError as error:
            raise kept(error, folder) from None


def _service(url: Url) -> Service:
    # Paths do not need this import.
    from cubeproof.places.services import service

    return service(url, writing=True)


def _deliver_all(destination: Service, folder: Path, manifest: str) -> None:
    # All runs create the files of a folder in the same order, so that one of several runs succeeds.
    names = sorted((path.name for path in folder.iterdir()), key=lambda name: (name == manifest, name))
    was_there = destination.is_there()
    try:
        if destination.files():
            raise PlaceError(OVERTAKEN(place=destination.url.shown))
        for name in names:
            destination.deliver(folder / name, name)
    except BaseException:
        # Remove the manifest first. Removing has a time limit, in case the service does not respond.
        destination.stopped = lambda: False
        until = time.monotonic() + patience()
        for name in reversed(names):
            if name in destination.written and time.monotonic() < until:
                destination.remove(name)
        if not was_there and time.monotonic() < until:
            destination.remove_folder()
        raise


class Mirror:
    """A growing file at a URL, with a copy on this machine: each delivery writes the whole copy to the URL.

    If another run has written the file, that file is left unchanged, and the copy is kept.

    Args:
        url: the file, which may exist.

    Attributes:
        path: the copy.
        kept: the path of the copy if Ctrl-C interrupted the last delivery, else None.

    Raises:
        PlaceError: it cannot be read or reached.
    """

    def __init__(self, url: Url) -> None:
        self._there = _service(url)
        self.kept: Path | None = None
        self._folder = Path(tempfile.mkdtemp(prefix="cubeproof-"))
        self.path = copy_in(self._folder, url)
        try:
            self._stamp = self._there.stamp()
            if self._stamp is None:
                self.path.touch()
            else:
                self._there.fetch(self.path)
            self._delivered = self._state()
        except BaseException:
            self._forget()
            raise
        self.since = time.monotonic()

    def deliver(self) -> None:
        """Write the copy to the URL if it has changed.

        Raises:
            PlaceError: it cannot be written, or another run has written it.
        """
        self.since = time.monotonic()
        state = self._state()
        if state == self._delivered:
            return
        self._stamp = self._there.deliver(self.path, before=self._stamp)
        self._delivered = state
        self.since = time.monotonic()

    def close(self) -> None:
        """Deliver the copy a last time and remove it; if the delivery fails, the copy is kept.

        Raises:
            PlaceError: the file cannot be written; the text names the path of the copy.
        """
        try:
            self.deliver()
        except CubeproofError as error:
            raise kept(error, self.path) from None
        except BaseException:
            self.kept = put_aside(self.path)
            raise
        finally:
            self._forget()

    def _forget(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    def _state(self) -> tuple[int, int]:
        status = os.stat(self.path)  # noqa: PTH116
        return status.st_size, status.st_mtime_ns
