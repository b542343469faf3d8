"""`DriveService`: Google Drive, where several files may have one name."""

from pathlib import Path
from typing import Any

from cubeproof.errors import PlaceError
from cubeproof.places.patience import Beat
from cubeproof.places.service import PART, Service
from cubeproof.sentences import Template

_SEVERAL = Template(
    "place.several", "There are {count} files called {place}, as a drive may have: remove all but one."
)


class DriveService(Service):
    """Google Drive, where several files may have one name, and gdrive-fsspec writes another instead of replacing one.

    So it is written by Google's own client, which gdrive-fsspec brings: a file that is there gets new content.
    """

    def _info(self, name: str | None) -> dict[str, Any] | None:
        path = self._at(name).strip("/")
        if not path:
            return dict(self._fs.info(""))
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
            # So it says of a folder that is empty, too.
            return []

    def _put(self, path: Path, at: str, beat: Beat, **_options: Any) -> None:
        from googleapiclient.http import MediaFileUpload

        at = at.strip("/")
        folder, _, name = at.rpartition("/")
        if folder:
            self._fs.makedirs(folder, exist_ok=True)
        media = MediaFileUpload(
            str(path), mimetype="application/octet-stream", chunksize=PART, resumable=True
        )
        entries = [entry for entry in self._listing(folder) if entry["name"] == at]
        if len(entries) > 1:
            raise PlaceError(_SEVERAL(count=len(entries), place=self.url.shown))
        if entries:
            request = self._fs.files.update(fileId=entries[0]["id"], media_body=media, supportsAllDrives=True)
        else:
            about = {"name": name, "parents": [self._fs.info(folder)["id"]]}
            request = self._fs.files.create(body=about, media_body=media, supportsAllDrives=True)
        done: dict[str, Any] | None = None
        while done is None:
            _, done = request.next_chunk()
            beat()
        if not entries and len([entry for entry in self._listing(folder) if entry["name"] == at]) > 1:
            # Another run created a file of this name during the call. Drive cannot refuse that.
            self._fs.files.delete(fileId=done["id"], supportsAllDrives=True).execute()
            raise self._overtaken()
