"""Folders that are there only when they are complete."""

from __future__ import annotations

import glob
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["is_free", "written_whole"]


def is_free(folder: Path) -> bool:
    """Whether nothing is there yet, or an empty folder.

    Raises:
        OSError: it cannot be looked at.
    """
    return not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))


@contextmanager
def written_whole(folder: Path) -> Iterator[Path]:
    """A folder beside this one to write into; at the end it takes its place, or is removed after an error.

    Args:
        folder: the place, which `is_free`. Folders above it that are missing are made.

    Raises:
        OSError: there is no place beside it, or something is in the way. The error names the folder that was
            asked for.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as parent:
    ...     with written_whole(Path(parent, "made")) as unfinished:
    ...         unfinished.joinpath("file").touch()
    ...     [str(path.relative_to(parent)) for path in Path(parent).rglob("*")]
    ['made', 'made/file']
    """
    # A name such as `.`, or a link to an empty folder, stands for another place: that one is to be replaced.
    place = folder.resolve()
    unfinished = place.with_name(f".{place.name}.{os.getpid()}.partial")
    missing: list[Path] = []
    try:
        missing = [parent for parent in place.parents if not parent.exists()]
        _clear_abandoned(place)
        unfinished.mkdir(parents=True)
        yield unfinished
        if place.exists():
            place.rmdir()
        unfinished.rename(place)
        missing = []
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror or str(problem), str(folder)) from None
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
        for parent in missing:
            with suppress(OSError):
                parent.rmdir()


def _clear_abandoned(place: Path) -> None:
    """Remove what processes left that were killed while they wrote here."""
    for folder in place.parent.glob(f".{glob.escape(place.name)}.*.partial"):
        number = folder.name.split(".")[-2]
        if number.isdecimal() and not _is_running(int(number)):
            shutil.rmtree(folder, ignore_errors=True)


def _is_running(process: int) -> bool:
    """Whether there is such a process; True where that cannot be asked without harm."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
