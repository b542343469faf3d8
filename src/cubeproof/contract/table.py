"""`Table`: what is to be known of a table that an engine keeps on disk, and its life there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cubeproof.contract.events import Note, Progress, ignore
from cubeproof.sentences import Sentence, Template

if TYPE_CHECKING:
    from cubeproof.store import Store

__all__ = ["Table"]

_DAMAGED = Template("table.damaged", "its file is damaged, or of another version")
_BYTES = Template("table.bytes", "it has {bytes:,} bytes, not {size:,}")
_NOT_AS_BUILT = Template("table.not-as-built", "it is not what is built now")


@dataclass(frozen=True, slots=True)
class Table:
    r"""A table that an engine builds once and keeps.

    Attributes:
        name: in the store; small letters, digits and hyphens.
        size: how many bytes it has.
        seconds: about how long it takes to build, measured on one core of a laptop.
        build: makes its bytes, and tells of its progress.
        wrong: says what is wrong with its bytes, as the end of a sentence, or "". None where building it again
            and comparing is as good a way to know as any.
        version: raised when what `build` makes changes.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from cubeproof.store import Store
    >>> table = Table("squares", size=4, seconds=0.0, build=lambda progress: bytes(n * n for n in range(4)))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = Store(Path(folder))
    ...     table.load(store), table.verify(store), table.verify(Store(Path(folder, "empty")))
    (b'\x00\x01\x04\t', '', None)
    """

    name: str
    size: int
    seconds: float
    build: Callable[[Progress], bytes]
    wrong: Callable[[bytes], str] | None = None
    version: int = 1

    def load(self, store: Store | None = None, progress: Progress = ignore) -> bytes:
        """Its bytes from the store, built and kept if they are not there; what the store warns of is told as notes.

        Args:
            store: where it is kept; the user's cache folder by default.
            progress: told of what building tells, and of the warnings.
        """
        from cubeproof.store import Store

        fetched = (store or Store()).fetch(self.name, lambda: self.build(progress), self.version)
        for warning in fetched.warnings:
            progress(Note(warning))
        return fetched.payload

    def verify(self, store: Store | None = None) -> Sentence | str | None:
        """What is wrong with it in the store, as the end of a sentence; "" if nothing is, None if it is not there."""
        from cubeproof.store import Store

        store = store or Store()
        payload = store.load(self.name, self.version)
        if payload is None:
            return _DAMAGED() if store.path(self.name).is_file() else None
        if len(payload) != self.size:
            return _BYTES(bytes=len(payload), size=self.size)
        if self.wrong is not None:
            return self.wrong(payload)
        return "" if payload == self.build(ignore) else _NOT_AS_BUILT()
