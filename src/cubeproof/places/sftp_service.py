"""`SftpService`: SFTP, where a plain rename never replaces a file, and a replacement is claimed first."""

import contextlib
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cubeproof.errors import PlaceError
from cubeproof.places.local import PARTIAL
from cubeproof.places.service import Service, Stamp, stamp_of
from cubeproof.sentences import Template

_CLAIMED = Template(
    "place.claimed",
    "Another run is replacing {place}, or was killed while it did: if no run writes, remove {claim} there.",
)
# Seconds to wait for another run that replaces the same file, which takes a few requests.
_TURN = 5.0


class SftpService(Service):
    """A file or a folder on a server of SFTP."""

    def _rename_where(self, unfinished: str, name: str | None, before: Stamp | None) -> Stamp:
        import asyncssh

        target = self._at(name)
        if before is None:
            try:
                self._request("rename", unfinished, target)
            except asyncssh.SFTPError:
                if self._stamp(name) is not None:
                    raise self._overtaken() from None
                raise
            self.written.add(name)
            return self._stamp(name) or Stamp(None, ())
        with self._claim(target, name, before):
            self._ensure_state(name, before)
            self._date(unfinished, target)
            written = stamp_of(self._fs.info(unfinished))
            self._replace(unfinished, target)
            self.written.add(name)
            return written

    def _replace(self, unfinished: str, target: str) -> None:
        import asyncssh

        try:
            self._request("posix_rename", unfinished, target)
        except asyncssh.SFTPOpUnsupported:
            # Two renames: for a moment the file is only there under the other name.
            folder, _, last = target.rpartition("/")
            old = f"{folder}/.{last[:40]}.{secrets.token_hex(4)}{PARTIAL}"
            self._request("rename", target, old)
            try:
                self._request("rename", unfinished, target)
            except BaseException:
                self._request("rename", old, target)
                raise
            with contextlib.suppress(asyncssh.SFTPError):
                self._request("remove", old)

    def _date(self, unfinished: str, target: str) -> None:
        """See that the new file has another time than the old one: SFTP reports whole seconds."""
        import asyncssh

        old = self._request("stat", target).mtime
        if old is not None and (self._request("stat", unfinished).mtime or 0) <= old:
            with contextlib.suppress(asyncssh.SFTPError):
                self._request("utime", unfinished, (old + 1, old + 1))

    @contextmanager
    def _claim(self, target: str, name: str | None, before: Stamp) -> Iterator[None]:
        """Let one run at a time replace a file: it is the one that creates a file beside it."""
        import asyncssh

        folder, _, last = target.rpartition("/")
        claim = f"{folder}/.{last[:40]}.claim{PARTIAL}"
        until = time.monotonic() + _TURN
        while True:
            try:
                self._create(claim)
                break
            except asyncssh.SFTPError:
                self._ensure_state(name, before)
                if not self._fs.exists(claim):
                    # It went during the call, or cannot be created, which the next try says.
                    if time.monotonic() >= until:
                        raise
                elif time.monotonic() >= until:
                    raise PlaceError(_CLAIMED(place=self.url.shown, claim=claim)) from None
                time.sleep(0.05)
        try:
            yield
        finally:
            with contextlib.suppress(asyncssh.SFTPError):
                self._request("remove", claim)

    def _create(self, at: str) -> None:
        """Create an empty file; fail if it exists."""
        from fsspec.asyn import sync

        async def create() -> None:
            async with self._fs._pool.get() as channel, channel.open(at, "xb"):
                pass

        sync(self._fs.loop, create)

    def _request(self, method: str, *arguments: object) -> Any:
        """Call a method of asyncssh's client: sshfs has none that refuses to replace a file."""
        from fsspec.asyn import sync

        async def call() -> Any:
            async with self._fs._pool.get() as channel:
                return await getattr(channel, method)(*arguments)

        return sync(self._fs.loop, call)
