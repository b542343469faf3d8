"""`service`: creates the `Service` of a URL, for SFTP and Drive with their own ways to write."""

import contextlib
from pathlib import Path
from typing import Any

from cubeproof.errors import PlaceError
from cubeproof.places.kinds import kind_of
from cubeproof.places.limits import Beat
from cubeproof.places.local import PARTIAL
from cubeproof.places.place import Url
from cubeproof.places.service import PART, Service, lock_of
from cubeproof.sentences import Template


class SftpService(Service):
    """A file or a folder on an SFTP server."""

    # sshfs has no method that refuses to replace a file; its client, of asyncssh, has one.

    def _rename(self, unfinished: str, target: str, *, creates: bool) -> None:
        import asyncssh
        from fsspec.asyn import sync

        async def rename() -> None:
            async with self._fs.client.start_sftp_client() as client:
                if creates:
                    await client.rename(unfinished, target)
                    return
                try:
                    await client.posix_rename(unfinished, target)
                except asyncssh.SFTPOpUnsupported:
                    # Two renames: for a moment the file exists only under its temporary name.
                    old = f"{unfinished.removesuffix(PARTIAL)}.old{PARTIAL}"
                    await client.rename(target, old)
                    try:
                        await client.rename(unfinished, target)
                    except BaseException:
                        await client.rename(old, target)
                        raise
                    with contextlib.suppress(asyncssh.SFTPError):
                        await client.remove(old)

        sync(self._fs.loop, rename)


_SEVERAL = Template("place.several", "There are {count} files named {place}: remove all but one.")


class DriveService(Service):
    """Google Drive, where several files may have one name."""

    # gdrive-fsspec adds a file instead of replacing one, so Google's own client writes into an existing file.

    def _info(self, name: str | None) -> dict[str, Any] | None:
        path = self._at(name).strip("/")
        if not path:
            return dict(self._fs.info(""))
        return self._entry(path)

    def _entry(self, path: str) -> dict[str, Any] | None:
        entries = [entry for entry in self._listing(path.rpartition("/")[0]) if entry["name"] == path]
        if len(entries) > 1:
            raise PlaceError(_SEVERAL(count=len(entries), place=self.url.shown))
        return entries[0] if entries else None

    def _entries(self) -> list[dict[str, Any]]:
        return [entry for entry in self._listing(self._root.strip("/")) if entry["type"] == "file"]

    def _listing(self, path: str) -> list[dict[str, Any]]:
        try:
            return [dict(entry) for entry in self._fs.ls(path, detail=True)]
        except FileNotFoundError:
            # gdrive-fsspec also raises this error for an empty folder.
            return []

    def _put(self, path: Path, at: str, beat: Beat, **_options: Any) -> None:
        from googleapiclient.http import MediaFileUpload

        at = at.strip("/")
        folder, _, name = at.rpartition("/")
        if folder:
            # Otherwise two threads create two folders of one name.
            with lock_of(folder):
                self._fs.makedirs(folder, exist_ok=True)
        media = MediaFileUpload(
            str(path), mimetype="application/octet-stream", chunksize=PART, resumable=True
        )
        there = self._entry(at)
        if there is not None:
            request = self._fs.files.update(fileId=there["id"], media_body=media, supportsAllDrives=True)
        else:
            about = {"name": name, "parents": [self._fs.info(folder)["id"]]}
            request = self._fs.files.create(body=about, media_body=media, supportsAllDrives=True)
        done: dict[str, Any] | None = None
        while done is None:
            _, done = request.next_chunk()
            beat()


def service(url: Url, *, writing: bool) -> Service:
    """Return the `Service` of a URL."""
    services = {"sftp": SftpService, "gdrive": DriveService}
    return services.get(kind_of(url, writing=writing).extra, Service)(url, writing=writing)
