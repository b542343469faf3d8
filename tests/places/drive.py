"""A mock of Google Drive's service: no file of the tests goes to Google.

It answers those requests of Google's own client that places make, from memory. Like the real one it has
no objection to two files of one name.
"""

from __future__ import annotations

import itertools
import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httplib2
from googleapiclient.discovery import build

FOLDER = "application/vnd.google-apps.folder"


class Drive(httplib2.Http):  # type: ignore[misc]
    """The service, in the place of the connection to it.

    Attributes:
        files: by their ids what is known of each, with its `data`.
        full: whether the quota is used up.
    """

    def __init__(self) -> None:
        super().__init__()
        self.files: dict[str, dict[str, Any]] = {}
        self.full = False
        self._sent: dict[str, tuple[str | None, dict[str, Any], bytes]] = {}
        self._numbers = itertools.count(1)

    def connected(self, *_: object, **__: object) -> Any:
        """Takes the place of `build`, which connects to Google."""
        return build("drive", "v3", http=self)

    def named(self, name: str) -> list[dict[str, Any]]:
        """The files of a name."""
        return [record for record in self.files.values() if record["name"] == name]

    def add(self, name: str, data: bytes, parent: str = "root") -> str:
        """Put a file there, as another program does."""
        number = f"id{next(self._numbers)}"
        self.files[number] = {
            "id": number,
            "name": name,
            "parents": [parent],
            "data": data,
            "mimeType": "text/plain",
            "version": "1",
        }
        return number

    def request(
        self,
        uri: str,
        method: str = "GET",
        body: Any = None,
        headers: Any = None,
        redirections: int = 5,
        connection_type: Any = None,
    ) -> tuple[httplib2.Response, bytes]:
        """Answer a request."""
        address = urlsplit(uri)
        parameters = {name: values[0] for name, values in parse_qs(address.query).items()}
        headers = {name.lower(): value for name, value in (headers or {}).items()}
        data = body.read() if hasattr(body, "read") else body
        data = data.encode() if isinstance(data, str) else (data or b"")
        status, response, more = self._answered(address.path, method, parameters, data, headers)
        content = response if isinstance(response, bytes) else json.dumps(response).encode()
        return httplib2.Response({"status": str(status), "content-type": "application/json", **more}), content

    def _answered(
        self, path: str, method: str, query: dict[str, str], data: bytes, headers: dict[str, str]
    ) -> tuple[int, Any, dict[str, str]]:
        number = path.rpartition("/")[2]
        if "upload_id" in query:
            return self._received(query["upload_id"], data, headers)
        if path.startswith(("/upload/", "/resumable/upload/")):
            if self.full:
                reason = {
                    "reason": "storageQuotaExceeded",
                    "message": "The user's Drive storage quota has been exceeded.",
                }
                return 403, {"error": {"code": 403, "errors": [reason], "message": reason["message"]}}, {}
            upload = f"u{next(self._numbers)}"
            record = None if method == "POST" else number
            self._sent[upload] = (record, json.loads(data or b"{}"), b"")
            return (
                200,
                {},
                {"location": f"https://www.googleapis.com/upload/drive/v3/files?upload_id={upload}"},
            )
        if method == "GET" and number == "files":
            return 200, {"files": self._listed(query["q"])}, {}
        if method == "POST":
            about = json.loads(data)
            result = self.add(about["name"], b"", about["parents"][0])
            self.files[result]["mimeType"] = about.get("mimeType", "text/plain")
            return 200, self._as_json(result), {}
        if number not in self.files:
            return 404, {"error": {"code": 404, "message": "File not found"}}, {}
        if method == "DELETE":
            del self.files[number]
            return 204, b"", {}
        content = self.files[number]["data"]
        if ranged := re.match(r"bytes=(\d+)-(\d+)", headers.get("range", "")):
            first, last = map(int, ranged.groups())
            return 206, content[first : last + 1], {}
        return 200, content, {}

    def _received(self, upload: str, data: bytes, headers: dict[str, str]) -> tuple[int, Any, dict[str, str]]:
        """Some of a file; it is there when the last has come."""
        record, about, before = self._sent[upload]
        whole = before + data
        self._sent[upload] = (record, about, whole)
        # A file without content has no range.
        total = headers.get("content-range", "/0").rpartition("/")[2]
        if total == "*" or int(total) > len(whole):
            return 308, {}, {"range": f"bytes=0-{len(whole) - 1}"}
        if record is None:
            record = self.add(about["name"], whole, about["parents"][0])
        else:
            version = str(int(self.files[record]["version"]) + 1)
            self.files[record] |= {"data": whole, "version": version}
        return 200, self._as_json(record), {}

    def _listed(self, query: str) -> list[dict[str, Any]]:
        parent = re.match(r"'([^']+)' in parents", query)
        assert parent is not None
        return [
            self._as_json(number) for number, record in self.files.items() if record["parents"] == [parent[1]]
        ]

    def _as_json(self, number: str) -> dict[str, Any]:
        record = self.files[number]
        entry = {name: record[name] for name in ("id", "name", "mimeType", "version")}
        return entry if record["mimeType"] == FOLDER else entry | {"size": str(len(record["data"]))}
