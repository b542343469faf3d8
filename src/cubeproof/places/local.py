"""Atomic writing of local files and folders, which appear only when they are complete; folders for copies."""

import errno
import glob
import os
import secrets
import shutil
import socket
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from cubeproof.base.platform_support import is_running, lock
from cubeproof.errors import CubeproofError, PlaceError
from cubeproof.places.place import respelled
from cubeproof.sentences import Template

PARTIAL = ".partial"
"""Name ending of unfinished files, whose names start with a dot. Such files are ignored."""

# Characters kept of a file's name, so that the name of the unfinished file is not too long.
_LONGEST = 40

NO_ROOM = Template(
    "place.no-room", "There is no room for a copy of {place} in the folder for temporary files, {folder}."
)
"""The copy of a place fills this machine's disk, or would fill it."""

OVERTAKEN = Template(
    "place.overtaken", "{place} was changed by another program during the run, and is left unchanged."
)
"""Another run has written a place since this run started to write it."""

_KEPT = Template("place.kept", "{reason} The output is kept in {path}.")
# Machines that share a folder may have processes with equal ids.
_MACHINE = sha256(socket.gethostname().encode()).hexdigest()[:8]
# Seconds to wait for another run that replaces a file of the same folder; replacing takes a moment.
_TURN = 5.0


def is_free_folder(folder: Path) -> bool:
    """Whether a path does not exist, or is an empty folder."""
    return not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))


@contextmanager
def folder_written_whole(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder beside this one; at the end it is moved to `folder`, or removed after an error.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as parent:
    ...     with folder_written_whole(Path(parent, "made")) as unfinished:
    ...         unfinished.joinpath("file").touch()
    ...     [str(path.relative_to(parent)) for path in Path(parent).rglob("*")]
    ['made', 'made/file']
    """
    # A name such as `.`, or a link to an empty folder, denotes another folder, which is replaced.
    place = folder.resolve()
    unfinished = _unfinished_path(place, place.name)
    missing: list[Path] = []
    try:
        missing = [parent for parent in place.parents if not parent.exists()]
        _clear_abandoned(place, place.name)
        unfinished.mkdir(parents=True)
        yield unfinished
        _move_in(unfinished, place, folder)
        missing = []
    except OSError as error:
        raise _with_path(error, folder) from None
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
        for parent in missing:
            with suppress(OSError):
                parent.rmdir()


@contextmanager
def file_written_whole(path: Path) -> Iterator[Path]:
    """Yield a temporary file beside this one; at the end it is moved to `path`, or removed after an error.

    A pipe or a device such as `/dev/stdout` is written directly, and so is a file in a folder where no other file can
    be created.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as parent:
    ...     with file_written_whole(Path(parent, "made")) as unfinished:
    ...         _ = unfinished.write_text("all of it")
    ...     Path(parent, "made").read_text()
    'all of it'
    """
    # A link stays a link: its target is replaced.
    place = Path(os.path.realpath(path))
    name = place.name[:_LONGEST]
    unfinished = _unfinished_path(place, name)
    try:
        status = _state(place)
        if status is not None and stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if status is not None and not (stat.S_ISREG(status.st_mode) and os.access(place.parent, os.W_OK)):
            yield path
            return
        if status is not None and not os.access(place, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        _clear_abandoned(place, name)
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        if status is not None:
            with suppress(OSError):
                unfinished.chmod(stat.S_IMODE(status.st_mode))
        yield unfinished
        with _lock(place.parent):
            if _version(_state(place)) != _version(status):
                raise PlaceError(OVERTAKEN(place=str(path)))
            unfinished.replace(place)
    except OSError as error:
        raise _with_path(error, path) from None
    finally:
        with suppress(OSError):
            unfinished.unlink()


@contextmanager
def temporary(place: str) -> Iterator[Path]:
    """Yield a temporary folder for the copy of a place; errors inside the context name the place."""
    with (
        tempfile.TemporaryDirectory(prefix="cubeproof-", ignore_cleanup_errors=True) as name,
        place_in_errors(Path(name), place),
    ):
        yield Path(name)


@contextmanager
def place_in_errors(copy: Path, place: str) -> Iterator[None]:
    """Replace the path of a local copy by its place in the errors that are raised inside the context."""
    try:
        yield
    except CubeproofError as error:
        error.sentence = respelled(error.sentence, lambda text: text.replace(str(copy), place))
        error.args = (error.sentence, *error.args[1:])
        raise
    except OSError as error:
        if not str(error.filename or "").startswith(str(copy)):
            raise
        if error.errno == errno.ENOSPC:
            raise PlaceError(NO_ROOM(place=place, folder=tempfile.gettempdir())) from None
        raise OSError(error.errno, error.strerror, place) from None


def kept(error: CubeproofError, path: Path) -> PlaceError:
    """Move the output of a failed delivery to a permanent folder; return the error, which names the new path."""
    return PlaceError(_KEPT(reason=error.sentence, path=str(put_aside(path))))


def put_aside(path: Path) -> Path:
    """Move a file or a folder to a new permanent folder; return its new path."""
    place = Path(tempfile.mkdtemp(prefix="cubeproof-kept-")) / path.name
    shutil.move(path, place)
    return place


def _unfinished_path(place: Path, name: str) -> Path:
    """Return the path of an unfinished file: unique to this run, with the process id."""
    return place.parent / f".{name}.{secrets.token_hex(4)}.{_MACHINE}.{os.getpid()}{PARTIAL}"


def _move_in(unfinished: Path, place: Path, folder: Path) -> None:
    """Move a folder to its place; fail if another run has put something there."""
    try:
        # This replaces only an empty folder.
        try:
            unfinished.rename(place)
        except FileExistsError:
            # On Windows it replaces no folder.
            place.rmdir()
            unfinished.rename(place)
    except OSError:
        if is_free_folder(place):
            raise
        # Beside it, since a disk of temporary files may be full.
        aside = place.with_name(f"{place.name}.{secrets.token_hex(4)}")
        unfinished.rename(aside)
        raise PlaceError(_KEPT(reason=OVERTAKEN(place=str(folder)), path=str(aside))) from None


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Let one run at a time replace files of a folder, by a lock on the folder if the file system has locks."""
    try:
        number = os.open(folder, os.O_RDONLY)
    except PermissionError:
        # A folder that can be written and not read has no lock, and on Windows no folder can be opened.
        yield
        return
    try:
        until = time.monotonic() + _TURN
        while time.monotonic() < until:
            try:
                lock(number)
                break
            except BlockingIOError:
                time.sleep(0.01)
            except OSError:
                # Some file systems have no locks.
                break
        yield
    finally:
        os.close(number)


def _version(state: os.stat_result | None) -> tuple[int, ...] | None:
    """Identify one version of a file."""
    return None if state is None else (state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns)


def _with_path(error: OSError, path: Path) -> OSError:
    """Return the error with the requested path instead of the path of the unfinished file."""
    if isinstance(error, CubeproofError):
        return error
    return OSError(error.errno, error.strerror or str(error), str(path))


def _state(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _clear_abandoned(place: Path, name: str) -> None:
    """Remove unfinished files of killed processes of this machine."""
    for path in place.parent.glob(f".{glob.escape(name)}.*.{_MACHINE}.*{PARTIAL}"):
        number = path.name.split(".")[-2]
        if number.isdecimal() and not is_running(int(number)):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                with suppress(OSError):
                    path.unlink()
