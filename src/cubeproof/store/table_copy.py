"""`copy_table`: copies a table from a folder or a URL to the folder of a machine."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from cubeproof.errors import PlaceError, UsageError
from cubeproof.sentences import Sentence, Template
from cubeproof.store.array import Monitor
from cubeproof.store.file import BLOCK, OlderFormatError, UnusableError, whole

_OTHER_VERSION = Template(
    "store.other-version",
    "The table {name} at {place} has version {theirs} and {holds} bytes, but this cubeproof reads version {ours} with "
    "{size} bytes: build it there with this version of cubeproof.",
)
_NOT_COPIED = Template(
    "store.not-copied", "The table {name} cannot be copied from {place} ({reason}); this machine builds it."
)


def copy_table(place: str, target: Path, size: int, version: int, monitor: Monitor) -> bool:
    """Copy a table with the file name of `target`; return False, after a warning, if there is no usable file.

    Args:
        place: a folder or its URL.
        target: the path of the copy.
        size: the size of the table in bytes.
        version: its version.
        monitor: follows the copying.

    Raises:
        UsageError: the place has another version of the table.
    """
    from cubeproof.base.system_errors import system_reason
    from cubeproof.places import fetched_file, shown

    reason: Sentence | str
    try:
        with fetched_file(f"{place.rstrip('/')}/{target.name}") as source:
            header = whole(source, monitor.check)
            if (header.version, header.size) != (version, size):
                raise UsageError(
                    _OTHER_VERSION(
                        name=target.stem,
                        place=shown(place),
                        theirs=header.version,
                        holds=header.size,
                        ours=version,
                        size=size,
                    )
                )
            _copy(source, target, monitor)
            return True
    except PlaceError as error:
        reason = error.sentence
    except OSError as error:
        reason = system_reason(error)
    except (UnusableError, OlderFormatError) as error:
        reason = error.reason if isinstance(error, UnusableError) else "version 1"
    monitor.warn(_NOT_COPIED(name=target.stem, place=shown(place), reason=reason))
    return False


def _copy(source: Path, target: Path, monitor: Monitor) -> None:
    """Copy a file, so that no reader sees half of it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(prefix=f".{target.stem}.", suffix=".tmp", dir=target.parent)
    try:
        with source.open("rb") as original, os.fdopen(descriptor, "wb") as copy:
            while block := original.read(BLOCK):
                monitor.check()
                copy.write(block)
            copy.flush()
            os.fsync(copy.fileno())
        Path(temporary).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise
