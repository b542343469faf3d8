"""`service`: creates the `Service` of a URL, for S3, SFTP and Drive with their ways to write on a condition."""

import contextlib
import mimetypes
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from cubeproof.errors import CubeproofError, PlaceError
from cubeproof.places.kinds import kind_of
from cubeproof.places.limits import Beat
from cubeproof.places.local import PARTIAL
from cubeproof.places.place import Url
from cubeproof.places.service import PART, Service, Stamp, least_part, progress_callback, stamp_of
from cubeproof.sentences import Template

# Error codes of a failed condition, and of a condition that the service does not know.
_REFUSED = frozenset({"PreconditionFailed", "ConditionalRequestConflict", "412", "409"})
_UNKNOWN = frozenset({"NotImplemented", "501"})
# The metadata of a file that denote the call that wrote it.
_WRITER = "cubeproof-writer"


class S3Service(Service):
    """A file or a folder at S3, or at another service with this protocol."""

    # Bucket, key and id of an unfinished upload in parts.
    _upload: dict[str, str] | None = None

    def _write(self, path: Path, name: str | None, before: Stamp | None) -> Stamp:
        try:
            return self.do(lambda beat: self._put_on_condition(path, name, before, beat))
        finally:
            if self._upload is not None:
                self._abort(self._upload)

    def _abort(self, upload: dict[str, str]) -> None:
        """Abort an upload; otherwise the service keeps its parts and bills them."""
        stopped, self.stopped = self.stopped, lambda: False
        with contextlib.suppress(CubeproofError):
            self.do(lambda _: self._fs.call_s3("abort_multipart_upload", **upload))
        self.stopped, self._upload = stopped, None

    def _put_on_condition(self, path: Path, name: str | None, before: Stamp | None, beat: Beat) -> Stamp:
        # A service may ignore the condition, so the state is compared first, if the keys permit reading it.
        with contextlib.suppress(PermissionError):
            self._ensure_state(name, before)
        condition = {"IfMatch": before.marks[0]} if before and before.marks else {"IfNoneMatch": "*"}
        writer = secrets.token_hex(8)
        try:
            reply = self._send(path, self._at(name), writer, condition, beat)
        except Exception as error:
            if _code(error) in _REFUSED:
                reply = self._reply_of(writer, self._at(name))
            elif _code(error) in _UNKNOWN:
                reply = self._send(path, self._at(name), writer, {}, beat)
            else:
                raise
        self.written.add(name)
        self._fs.invalidate_cache(self._at(name))
        etag = reply.get("ETag")
        return Stamp(path.stat().st_size, (str(etag),) if etag else ())

    def _reply_of(self, writer: str, at: str) -> dict[str, Any]:
        """Return the state of a file that this run has written, without hearing of it before it sent the file again."""
        bucket, key, _ = self._fs.split_path(at)
        with contextlib.suppress(FileNotFoundError, PermissionError):
            there = dict(self._fs.call_s3("head_object", Bucket=bucket, Key=key))
            if there.get("Metadata", {}).get(_WRITER) == writer:
                return there
        raise self._overtaken()

    def _send(
        self, path: Path, at: str, writer: str, condition: dict[str, str], beat: Beat
    ) -> dict[str, Any]:
        """Send a file; return the reply of the service."""
        bucket, key, _ = self._fs.split_path(at)
        where = {"Bucket": bucket, "Key": key}
        kind, _ = mimetypes.guess_type(path.name)
        about = where | {"Metadata": {_WRITER: writer}} | ({} if kind is None else {"ContentType": kind})
        part = least_part(path)
        with path.open("rb") as file:
            if path.stat().st_size < 2 * part:
                reply = self._fs.call_s3("put_object", Body=file.read(), **about, **condition)
                beat()
                return dict(reply)
            begin = self._fs.call_s3("create_multipart_upload", **about)
            self._upload = where | {"UploadId": begin["UploadId"]}
            parts = [
                {"PartNumber": number, "ETag": sent["ETag"]}
                for number, sent in enumerate(self._send_parts(bucket, key, begin, file, part, beat), 1)
            ]
            reply = self._fs.call_s3(
                "complete_multipart_upload", **self._upload, MultipartUpload={"Parts": parts}, **condition
            )
            self._upload = None
            return dict(reply)

    def _send_parts(
        self, bucket: str, key: str, begin: Any, file: BinaryIO, part: int, beat: Beat
    ) -> list[dict[str, Any]]:
        """Send the parts of a file, several at a time."""
        from fsspec.asyn import sync

        return list(
            sync(
                self._fs.loop,
                self._fs._upload_file_part_concurrent,
                bucket,
                key,
                begin,
                file,
                part,
                callback=progress_callback(beat),
            )
        )


def _code(error: BaseException | None) -> str:
    """Return S3's code of an error, which s3fs replaces by a system error."""
    while error is not None:
        response = getattr(error, "response", None)
        if isinstance(response, dict):
            return str(response.get("Error", {}).get("Code"))
        error = error.__cause__ or error.__context__
    return ""


_CLAIMED = Template(
    "place.claimed",
    "Another run is replacing {place}, or was killed while replacing it. If no run is writing, remove "
    "{claim} there.",
)
# Seconds to wait for another run that replaces the same file; replacing takes a few requests.
_TURN = 5.0


class SftpService(Service):
    """A file or a folder on an SFTP server."""

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
            # Two renames: for a moment the file exists only under its temporary name.
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
        """Give the new file another modification time than the old file: SFTP reports whole seconds."""
        import asyncssh

        old = self._request("stat", target).mtime
        if old is not None and (self._request("stat", unfinished).mtime or 0) <= old:
            with contextlib.suppress(asyncssh.SFTPError):
                self._request("utime", unfinished, (old + 1, old + 1))

    @contextmanager
    def _claim(self, target: str, name: str | None, before: Stamp) -> Iterator[None]:
        """Let one run at a time replace a file: the run that creates a claim file beside it."""
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
                    # The claim was removed during the call, or cannot be created; the next attempt reports which.
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
        """Call a method of asyncssh's client: sshfs has no method that refuses to replace a file."""
        from fsspec.asyn import sync

        async def call() -> Any:
            async with self._fs._pool.get() as channel:
                return await getattr(channel, method)(*arguments)

        return sync(self._fs.loop, call)


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
        if there is None and len([entry for entry in self._listing(folder) if entry["name"] == at]) > 1:
            # Another run created a file of this name during the call; Drive cannot refuse it.
            self._fs.files.delete(fileId=done["id"], supportsAllDrives=True).execute()
            raise self._overtaken()


def service(url: Url, *, writing: bool) -> Service:
    """Return the `Service` of a URL."""
    services = {"s3": S3Service, "sftp": SftpService, "gdrive": DriveService}
    return services.get(kind_of(url, writing=writing).extra, Service)(url, writing=writing)
