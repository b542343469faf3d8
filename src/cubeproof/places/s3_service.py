"""`S3Service`: S3, where a file is written on the condition that no other run has changed it."""

import contextlib
import mimetypes
from pathlib import Path
from typing import Any, BinaryIO

from cubeproof.errors import CubeproofError
from cubeproof.places.patience import Beat
from cubeproof.places.service import Service, Stamp, least_part, progress_callback

# The codes of a condition that fails, and of one that the service does not know.
_REFUSED = frozenset({"PreconditionFailed", "ConditionalRequestConflict", "412", "409"})
_UNKNOWN = frozenset({"NotImplemented", "501"})


class S3Service(Service):
    """A file or a folder at S3, or at a service with its protocol."""

    # Bucket, key and number of an upload in parts that is not complete and not aborted.
    _upload: dict[str, str] | None = None

    def _write(self, path: Path, name: str | None, before: Stamp | None) -> Stamp:
        try:
            return self.do(lambda beat: self._put_on_condition(path, name, before, beat))
        finally:
            if self._upload is not None:
                self._abort(self._upload)

    def _abort(self, upload: dict[str, str]) -> None:
        """Abort an upload: else the service keeps its parts, and its owner pays for them."""
        stopped, self.stopped = self.stopped, lambda: False
        with contextlib.suppress(CubeproofError):
            self.do(lambda _: self._fs.call_s3("abort_multipart_upload", **upload))
        self.stopped, self._upload = stopped, None

    def _put_on_condition(self, path: Path, name: str | None, before: Stamp | None, beat: Beat) -> Stamp:
        # A service may overlook the condition; keys may allow to write and not to look.
        with contextlib.suppress(PermissionError):
            self._ensure_state(name, before)
        condition = {"IfMatch": before.marks[0]} if before and before.marks else {"IfNoneMatch": "*"}
        try:
            reply = self._send(path, self._at(name), condition, beat)
        except Exception as error:
            if _code(error) in _REFUSED:
                raise self._overtaken() from None
            if _code(error) not in _UNKNOWN:
                raise
            reply = self._send(path, self._at(name), {}, beat)
        self.written.add(name)
        self._fs.invalidate_cache(self._at(name))
        etag = reply.get("ETag")
        return Stamp(path.stat().st_size, (str(etag),) if etag else ())

    def _send(self, path: Path, at: str, condition: dict[str, str], beat: Beat) -> dict[str, Any]:
        """Send a file; return the reply of the service."""
        bucket, key, _ = self._fs.split_path(at)
        where = {"Bucket": bucket, "Key": key}
        kind, _ = mimetypes.guess_type(path.name)
        about = where if kind is None else where | {"ContentType": kind}
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
    """The code that S3 gives for an error, which s3fs replaces by an error of the system."""
    while error is not None:
        response = getattr(error, "response", None)
        if isinstance(response, dict):
            return str(response.get("Error", {}).get("Code"))
        error = error.__cause__ or error.__context__
    return ""
