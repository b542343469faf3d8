"""`delivered_file` and `delivered_folder`: a place to write, which has all of it in the end, or nothing.

At a URL a file is written to this machine first, and then copied. A folder counts once its manifest is there,
which is copied last.
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
    put_aside,
    temporary,
    told_of,
)
from cubeproof.places.place import Place, Url, located
from cubeproof.sentences import say

if TYPE_CHECKING:
    from cubeproof.places.service import Service


def is_free(place: Place) -> bool:
    """Whether a folder can be written at a place: nothing is there yet, or an empty folder.

    Raises:
        UsageError: it is not a URL, or its scheme is not known.
        UnsupportedError: what reaches it is not installed.
        OSError: it cannot be looked at; of a URL it is a PlaceError.

    >>> is_free("/"), is_free("memory://nothing")
    (False, True)
    """
    where = located(place)
    if isinstance(where, Path):
        return is_free_folder(where)
    there = _service(where)
    return not there.is_file() and not there.files()


def try_writing(place: Place) -> None:
    """See that a folder at a URL can be written, before long work is done for it; of a path nothing is seen.

    Raises:
        PlaceError: it cannot be written.
    """
    where = located(place)
    if isinstance(where, Url):
        _service(where).try_writing()


@contextmanager
def delivered_file(place: Place) -> Iterator[Path]:
    """A file to write; what was there before stays until all of it is written.

    Raises:
        PlaceError: another run has written the file since this one started; what that run wrote stays.
        UsageError: it is not a URL, names no file, or its place is only read.
        UnsupportedError: what reaches it is not installed.
        OSError: it cannot be written; of a URL it is a PlaceError.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, delivered_file(Path(folder, "new")) as path:
    ...     _ = path.write_bytes(b"all of it")
    """
    where = located(place)
    if isinstance(where, Path):
        with file_written_whole(where) as unfinished:
            yield unfinished
        return
    there = _service(where)
    with temporary(where.shown) as folder:
        path, before = copy_in(folder, where), there.state_before()
        with told_of(path, where.shown):
            yield path
        there.deliver(path, before=before)


@contextmanager
def delivered_folder(
    place: Place, *, manifest: str, stopped: Callable[[], bool] = lambda: False
) -> Iterator[Path]:
    """A folder to write, which `is_free`. Where another run has written it first, what that run wrote stays.

    Where everything is written and it cannot be copied to its URL, it is kept on this machine, and the error says
    where: it may have taken hours.

    Args:
        place: the folder.
        manifest: the name of the file without which the folder does not count.
        stopped: whether it is not to be copied to its URL any more.

    Raises:
        StoppedError: stopped before the copy was complete; then nothing is kept.
        UsageError: not a URL, or a place that can only be read.
        UnsupportedError: what reaches it is not installed.
        OSError: it cannot be written; of a URL it is a PlaceError.
    """
    where = located(place)
    if isinstance(where, Path):
        with folder_written_whole(where) as unfinished:
            yield unfinished
        return
    there = _service(where)
    with temporary(where.shown) as parent:
        folder = parent / "folder"
        folder.mkdir()
        with told_of(folder, where.shown):
            yield folder
        there.stopped = stopped
        try:
            _deliver_all(there, folder, manifest)
        except StoppedError:
            raise StoppedError(
                say("place.stopped", "Stopped before {place} was written.", place=where.shown)
            ) from None
        except CubeproofError as error:
            raise kept(error, folder) from None


def _service(url: Url) -> Service:
    # Imported here: a path does not need it.
    from cubeproof.places.services import service

    return service(url, writing=True)


def _deliver_all(there: Service, folder: Path, manifest: str) -> None:
    # Runs that write the same folder create its files in the same order, so that one of them succeeds.
    names = sorted((path.name for path in folder.iterdir()), key=lambda name: (name == manifest, name))
    was_there = there.is_there()
    try:
        if there.files():
            raise PlaceError(OVERTAKEN(place=there.url.shown))
        for name in names:
            there.deliver(folder / name, name)
    except BaseException:
        # The manifest first; a service that is silent gets a limited time.
        there.stopped = lambda: False
        until = time.monotonic() + patience()
        for name in reversed(names):
            if name in there.written and time.monotonic() < until:
                there.remove(name)
        if not was_there and time.monotonic() < until:
            there.remove_folder()
        raise


class Mirror:
    """A file at a URL with a copy on this machine, for one that grows: the copy is delivered whole, again and again.

    Other runs may write the same file; where one did, the file is left as it is, and the copy is kept.

    Args:
        url: the file, which may be there already.

    Attributes:
        path: the copy.
        kept: where the copy stays after Ctrl-C while it was delivered a last time, else None.

    Raises:
        PlaceError: it cannot be read or reached.
    """

    def __init__(self, url: Url) -> None:
        self._url, self._there = url, _service(url)
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
        """Write the file as the copy is now, if that has changed.

        Raises:
            PlaceError: it cannot be written, or somebody else has written it.
        """
        self.since = time.monotonic()
        state = self._state()
        if state == self._delivered:
            return
        self._stamp = self._there.deliver(self.path, before=self._stamp)
        self._delivered = state
        self.since = time.monotonic()

    def close(self) -> None:
        """Deliver the copy a last time and remove it; where that fails it is kept.

        Raises:
            PlaceError: it cannot be written; it says where the copy is.
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
