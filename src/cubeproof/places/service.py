"""`Service`: reads and writes files at a URL, by fsspec.

A service may be silent only for a limited time (`limits.patiently`). Failures are reported in cubeproof's sentences,
which name the place and not the libraries. A folder is flat: contents of its subfolders are ignored.
"""

from __future__ import annotations

import contextlib
import io
import math
import secrets
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote, unquote, urlsplit

from cubeproof.errors import (
    CubeproofError,
    PlaceError,
    StoppedError,
    TimeUpError,
    UnsupportedError,
    UsageError,
)
from cubeproof.places.faults import (
    CHANGED,
    INCOMPLETE,
    NO_RIGHT,
    NOT_THERE,
    WRONG_KEYS,
    fault,
    has_status,
    is_absence,
)
from cubeproof.places.kinds import MISSING_OTHER, Kind, kind_of
from cubeproof.places.limits import (
    PATIENCE,
    Beat,
    SilentError,
    TooLongError,
    limit_for,
    limit_for_all,
    patience,
    patiently,
)
from cubeproof.places.local import NO_ROOM, OVERTAKEN, PARTIAL, temporary
from cubeproof.places.place import Url
from cubeproof.sentences import Template


class Stamp(NamedTuple):
    """Identifies one state of a file by the properties that the service reports."""

    size: int | None
    """Size in bytes, or None if the service does not report it."""
    marks: tuple[str, ...]
    """Versions, checksums and times."""

    def is_replaced_by(self, later: Stamp) -> bool:
        """Whether a later state certainly differs from this state."""
        return bool(self.marks and later.marks) and self != later


_FORGOTTEN = Template(
    "place.forgotten", "{place} was written, but its service does not return what was written. Try again."
)
_SETTINGS = Template(
    "place.settings", "{place} cannot be opened: its file system needs settings that a URL does not contain."
)
_STAMPS = (
    *("etag", "md5Hash", "md5Checksum", "generation", "version", "mtime", "created", "modified"),
    *("LastModified", "Last-Modified", "last_modified", "updated", "modifiedTime", "id"),
)
_TALKATIVE = (
    *("fsspec", "s3fs", "aiobotocore", "botocore", "gcsfs", "google", "gdrive_fsspec", "googleapiclient"),
    *("pydata_google_auth", "sshfs", "asyncssh", "aiohttp", "asyncio", "urllib3"),
)
PART = 5 * 2**20
"""The minimum size in bytes of a part of a file at S3."""
# The maximum number of parts of a file at S3, rounded down.
_PARTS = 9_000
# Statuses of a condition that is not true, or not true because of a request at the same time.
_REFUSED = (HTTPStatus.PRECONDITION_FAILED, HTTPStatus.CONFLICT)
# Seconds that an interrupted service gets to remove partial files.
_CLEANUP = 1.0

_Result = TypeVar("_Result")


class Service:
    """A file or a folder at a service."""

    def __init__(self, url: Url, *, writing: bool) -> None:
        self.url, self._writing = url, writing
        self.kind = kind_of(url, writing=writing)
        self.stopped: Callable[[], bool] = lambda: False
        # The names of the files that this run has written in the folder; None denotes the file itself.
        self.written: set[str | None] = set()
        self._until = math.inf
        self._fs, self._root = self.do(lambda _: _file_system(url, self.kind))

    def do(self, work: Callable[[Beat], _Result]) -> _Result:
        """Run `work` with the time limit for silence, and raise errors that name the place."""
        seconds = patience()
        try:
            left = self._until - time.monotonic()
            if left <= 0:
                raise SilentError
            return patiently(work, min(seconds, left), self.stopped)
        except (KeyboardInterrupt, StoppedError, TimeUpError):
            # A moment to remove partial files.
            self._until = min(self._until, time.monotonic() + _CLEANUP)
            raise
        except (CubeproofError, MemoryError):
            raise
        except ImportError as error:
            raise UnsupportedError(
                MISSING_OTHER(place=self.url.shown, reason=str(error).removesuffix("."))
            ) from None
        except Exception as error:  # noqa: BLE001 - libraries raise what they like
            raise fault(error, self.url, seconds, PATIENCE, writing=self._writing) from None

    def stamp(self, name: str | None = None) -> Stamp | None:
        """Return the state of the file, or of a file in the folder; None if there is no file."""
        return self.do(lambda _: self._stamp(name))

    def files(self) -> dict[str, Stamp]:
        """Return the states of the files in the folder, by name; empty if the folder does not exist."""
        return self.do(lambda _: self._files())

    def is_file(self) -> bool:
        """Whether the place is a file, and not a folder."""
        return self.do(lambda _: (self._info(None) or {}).get("type") == "file")

    def fetch(self, path: Path) -> None:
        """Copy the file to a path; refuse a file that changes during the call, or arrives incomplete."""
        before = self.stamp()
        if before is None:
            raise PlaceError(NOT_THERE(place=self.url.shown))
        self._see_that_it_fits(path.parent, before.size or 0)
        self.do(partial(self._get, self._root, path, limit_for(before.size)))
        if self.stamp() != before:
            raise PlaceError(CHANGED(place=self.url.shown))
        self._see_that_all_came(path, before)

    def fetch_all(self, folder: Path, most: Mapping[str, int]) -> None:
        """Copy the folder's files into a local folder, refusing files longer than `most` bytes by name."""
        before = self.files()
        if not before:
            raise PlaceError(NOT_THERE(place=self.url.shown))
        self._see_that_it_fits(folder, sum(stamp.size or 0 for stamp in before.values()))
        left = limit_for_all(stamp.size for stamp in before.values())
        for name, stamp in before.items():
            limit = min(most.get(name) or limit_for(stamp.size), left)
            self.do(partial(self._get, self._at(name), folder / name, limit))
            left -= (folder / name).stat().st_size
        if self.files() != before:
            raise PlaceError(CHANGED(place=self.url.shown))
        for name, stamp in before.items():
            self._see_that_all_came(folder / name, stamp)

    def _see_that_it_fits(self, folder: Path, size: int) -> None:
        # Checked before reading: the place may be untrusted.
        if size > shutil.disk_usage(folder).free:
            raise PlaceError(NO_ROOM(place=self.url.shown, folder=tempfile.gettempdir()))

    def _see_that_all_came(self, path: Path, stamp: Stamp) -> None:
        # A compressed file may be longer after it arrived.
        if stamp.size is not None and (size := path.stat().st_size) < stamp.size:
            raise PlaceError(INCOMPLETE(place=self.url.shown, found=size, size=stamp.size))

    def state_before(self) -> Stamp | None:
        """Return the state of the file before it is written; None if there is no file, or only writing is permitted."""
        try:
            return self.stamp()
        except PlaceError as error:
            if error.sentence.code in (NO_RIGHT.code, WRONG_KEYS.code):
                return None
            raise

    def deliver(self, path: Path, name: str | None = None, *, before: Stamp | None = None) -> Stamp:
        """Write a local file over the state `before`, completely or not at all, and return the new state."""
        written = self._write(path, name, before)
        state = self.stamp(name)
        # The file is not removed: another run may have written it. Drive changes versions also without a write.
        if state is not None and written.is_replaced_by(state) and self.kind.extra != "gdrive":
            raise self._overtaken()
        if state is None or state.size != path.stat().st_size:
            raise PlaceError(_FORGOTTEN(place=self.url.shown))
        return written if written.marks else state

    def remove(self, name: str | None = None) -> None:
        """Remove a file; errors are ignored."""
        with contextlib.suppress(CubeproofError):
            self.do(lambda _: self._fs.rm_file(self._at(name)))

    def is_there(self) -> bool:
        """Whether the place exists; in an object store a folder exists if it contains a file."""
        return self.do(lambda _: self._info(None)) is not None

    def remove_folder(self) -> None:
        """Remove the folder if it is empty; errors are ignored. Object stores have no folders to remove."""
        if self.kind.creates:
            return
        with contextlib.suppress(CubeproofError):
            if not self.files():
                # The `rmdir` that sshfs inherits does nothing.
                by = self._fs.rm if self.kind.extra == "sftp" else self._fs.rmdir
                self.do(lambda _: by(self._root))

    def try_writing(self) -> None:
        """Check that files can be written into the folder: write a small file and remove it."""
        was_there = self.is_there()
        name = f".cubeproof-{secrets.token_hex(4)}{PARTIAL}"
        with temporary(self.url.shown) as folder:
            probe = folder / "probe"
            probe.write_bytes(b"?\n")
            try:
                self.deliver(probe, name)
            finally:
                self.remove(name)
                if not was_there:
                    self.remove_folder()

    def _write(self, path: Path, name: str | None, before: Stamp | None) -> Stamp:
        """Write a file if its state is still `before`; return the new state."""
        if not self.kind.whole:
            return self._write_by_renaming(path, name, before)
        return self.do(lambda beat: self._put_where(path, name, before, beat))

    def _put_where(self, path: Path, name: str | None, before: Stamp | None, beat: Beat) -> Stamp:
        at = self._at(name)
        with lock_of(at):
            # Without the permission to list, S3 refuses to report on a file that does not exist.
            with contextlib.suppress(PermissionError):
                self._ensure_state(name, before)
            if before is None and self.kind.creates:
                self._create(path, name, beat)
            else:
                self._put(path, at, beat)
            self.written.add(name)
            return self._stamp(name) or Stamp(None, ())

    def _create(self, path: Path, name: str | None, beat: Beat) -> None:
        """Write a file on the condition that it does not exist."""
        at = self._at(name)
        try:
            self._put(path, at, beat, mode="create")
        except Exception as error:
            if has_status(error, HTTPStatus.NOT_IMPLEMENTED):
                self._put(path, at, beat)
            elif not any(has_status(error, status) for status in _REFUSED):
                raise
            # A client that heard no answer sends the file again, and the condition is no longer true.
            elif not self._holds(at, path, beat):
                raise self._overtaken() from None

    def _holds(self, at: str, path: Path, beat: Beat) -> bool:
        """Whether the file at the service has the content of a local file."""
        with path.open("rb") as ours, self._fs.open(at, "rb") as theirs:
            while block := ours.read(PART):
                beat()
                if theirs.read(len(block)) != block:
                    return False
            return not theirs.read(1)

    def _ensure_state(self, name: str | None, before: Stamp | None) -> None:
        if self._stamp(name) != before:
            raise self._overtaken()

    def _overtaken(self) -> PlaceError:
        return PlaceError(OVERTAKEN(place=self.url.shown))

    def _write_by_renaming(self, path: Path, name: str | None, before: Stamp | None) -> Stamp:
        """Write a temporary file beside it, and rename that file."""
        target = self._at(name)
        folder, _, last = target.rpartition("/")
        unfinished = f"{folder}/.{last[:40]}.{secrets.token_hex(4)}{PARTIAL}"
        with contextlib.suppress(CubeproofError):
            # If the folder cannot be created, writing the file reports the reason.
            self.do(lambda _: self._fs.makedirs(folder, exist_ok=True))
        try:
            self.do(lambda beat: self._put_unfinished(path, unfinished, beat))
            return self.do(lambda _: self._rename_where(unfinished, name, before))
        except BaseException:
            with contextlib.suppress(CubeproofError):
                self.do(lambda _: self._fs.rm_file(unfinished))
            raise

    def _put_unfinished(self, path: Path, unfinished: str, beat: Beat) -> None:
        self._put(path, unfinished, beat)
        sent, size = self._fs.info(unfinished).get("size"), path.stat().st_size
        if sent not in (None, size):
            raise PlaceError(INCOMPLETE(place=self.url.shown, found=sent, size=size))

    def _rename_where(self, unfinished: str, name: str | None, before: Stamp | None) -> Stamp:
        with lock_of(self._at(name)):
            self._ensure_state(name, before)
            try:
                self._rename(unfinished, self._at(name), creates=before is None)
            except Exception:
                if before is None:
                    self._ensure_state(name, before)
                raise
            self.written.add(name)
            return self._stamp(name) or Stamp(None, ())

    def _rename(self, unfinished: str, target: str, *, creates: bool) -> None:
        """Give a file its name; refuse to replace a file if it `creates` one and the service has such a request."""
        from fsspec import AbstractFileSystem

        del creates

        if getattr(self._fs.mv, "__func__", None) is AbstractFileSystem.mv:
            # fsspec's method would interpret characters in names as patterns.
            self._fs.cp_file(unfinished, target)
            self._fs.rm_file(unfinished)
        else:
            self._fs.mv(unfinished, target)

    def _at(self, name: str | None) -> str:
        """Return fsspec's path of the file, or of a file in the folder."""
        if name is None:
            return self._root
        if self.kind.schemes[0] != "http":
            return f"{self._root.rstrip('/')}/{name}"
        parts = urlsplit(self._root)
        return parts._replace(path=f"{parts.path.rstrip('/')}/{quote(name)}").geturl()

    def _info(self, name: str | None) -> dict[str, Any] | None:
        self._fs.invalidate_cache()
        try:
            return dict(self._fs.info(self._at(name)))
        except FileNotFoundError as error:
            # For HTTP, also a failed connection or missing permission causes this error.
            if not is_absence(error):
                raise
            return None

    def _stamp(self, name: str | None) -> Stamp | None:
        info = self._info(name)
        return None if info is None else stamp_of(info)

    def _files(self) -> dict[str, Stamp]:
        files: dict[str, Stamp] = {}
        for entry in self._entries():
            name = _name_in(entry, self._root)
            if name is None or (name.startswith(".") and name.endswith(PARTIAL)):
                continue
            details = entry if entry.get("size") is not None else self._info(name) or entry
            files[name] = stamp_of(details)
        return files

    def _entries(self) -> list[dict[str, Any]]:
        """Return the folder's entries as fsspec lists them."""
        self._fs.invalidate_cache()
        try:
            return [entry for entry in self._fs.ls(self._root, detail=True) if entry.get("type") == "file"]
        except FileNotFoundError as error:
            if not is_absence(error):
                raise
            return []

    def _get(self, at: str, path: Path, limit: int, beat: Beat) -> None:
        self._fs.get_file(at, str(path), callback=progress_callback(beat, limit))

    def _put(self, path: Path, at: str, beat: Beat, **more: Any) -> None:
        if self.kind.creates:
            # Each part is a sign of life. Google requires a multiple of 256 kB.
            more["chunksize"] = least_part(path)
        self._fs.put_file(str(path), at, callback=progress_callback(beat), **more)


_locks: dict[str, threading.Lock] = {}


def lock_of(at: str) -> threading.Lock:
    """Return the lock between threads for a file, for services that cannot write on a condition."""
    return _locks.setdefault(at, threading.Lock())


def _file_system(url: Url, kind: Kind) -> tuple[Any, str]:
    """Return fsspec's file system for a URL, and its path there."""
    import logging

    import fsspec
    from fsspec.config import conf
    from fsspec.core import strip_protocol, url_to_fs
    from fsspec.utils import infer_storage_options

    for name in _TALKATIVE:
        # Otherwise Python prints log records of libraries on stderr; failures are reported as sentences instead.
        logging.getLogger(name).addHandler(logging.NullHandler())

    given = dict(conf.get(url.scheme, {})) | dict(conf.get(kind.schemes[0], {}))
    if kind.extra == "sftp":
        # fsspec's own class trusts any host; so does sshfs by default. () means ~/.ssh/known_hosts.
        from sshfs import SSHFileSystem

        login = {"known_hosts": ()} | given | _login(url)
        path = infer_storage_options(url.text)["path"]
        return SSHFileSystem(**login, skip_instance_cache=True), path.rstrip("/") or "/"
    if kind.extra == "http":
        from aiohttp import ClientTimeout

        from cubeproof.places.http_response import BoundedResponse

        # Without these settings aiohttp ends any request after five minutes, and sizes are those of compressed files.
        timeout, headers = ClientTimeout(total=None), {"Accept-Encoding": "identity"}
        client = {"timeout": timeout, "headers": headers} | dict(given.get("client_kwargs") or {})
        given = given | {"client_kwargs": client | {"response_class": BoundedResponse}}
        files = fsspec.filesystem(url.scheme, **given, skip_instance_cache=True)
        return files, strip_protocol(url.text)
    if kind.extra == "gdrive":
        # The library prints its browser login on stdout, which may be reserved for JSON.
        with contextlib.redirect_stdout(sys.stderr or io.StringIO()):
            settings = {"use_listings_cache": False} | given
            files = fsspec.filesystem(url.scheme, **settings, skip_instance_cache=True)
            return files, strip_protocol(url.text)
    # Creating an S3 client takes half a second, and a client survives a lost connection, so it is reused.
    try:
        files, path = url_to_fs(url.text, skip_instance_cache=not kind.creates)
        return files, str(path)
    except TypeError:
        raise UsageError(_SETTINGS(place=url.shown)) from None


def _login(url: Url) -> dict[str, Any]:
    parts = urlsplit(url.text)
    given = {
        "host": parts.hostname,
        "port": parts.port,
        "username": None if parts.username is None else unquote(parts.username),
        "password": None if parts.password is None else unquote(parts.password),
    }
    return {name: value for name, value in given.items() if value is not None}


def stamp_of(info: dict[str, Any]) -> Stamp:
    """Return the state of a file from what fsspec reports of it."""
    size = info.get("size")
    if info.get("ETag"):
        # This mark identifies the content; the time differs between the reply to a write and a listing.
        return Stamp(size if isinstance(size, int) else None, (str(info["ETag"]),))
    marks = tuple(str(info[name]) for name in _STAMPS if info.get(name) is not None)
    return Stamp(size if isinstance(size, int) else None, marks)


def _name_in(entry: dict[str, Any], root: str) -> str | None:
    """Return the name of a file in the folder, or None for a file outside it, such as a link of an HTTP page."""
    path = str(entry["name"])
    if path.startswith(("http://", "https://")):
        here, there = urlsplit(root), urlsplit(path)
        if (there.scheme, there.netloc) != (here.scheme, here.netloc) or there.query != here.query:
            return None
        root, path = unquote(here.path), unquote(there.path)
    folder, _, name = path.rpartition("/")
    if folder.strip("/") != root.strip("/") or name in ("", ".", "..") or "\\" in name or "\0" in name:
        return None
    return name


def least_part(path: Path) -> int:
    """Return the size of the parts in which a file is sent: at least 5 MB, and for at most 9,000 parts."""
    return (path.stat().st_size // _PARTS // PART + 1) * PART


def progress_callback(beat: Beat, limit: float = math.inf) -> Any:
    """Return the callback for fsspec's progress: it calls `beat`, and raises TooLongError above `limit` bytes."""
    from fsspec.callbacks import Callback

    class Beating(Callback):  # type: ignore[misc]
        def call(self, *_: object, **__: object) -> None:
            beat()
            if self.value > limit:
                raise TooLongError

    return Beating()
