"""A stranger's place cannot fill the memory or the disk, and an odd URL is refused in a sentence."""

from __future__ import annotations

import contextlib
import gzip
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from fsspec.implementations.memory import MemoryFileSystem

from cubeproof.cli import main, text_files
from cubeproof.errors import PlaceError, UnsupportedError, UsageError
from cubeproof.places import Url, delivered_file, fetched_file, fetched_folder, limits, located
from cubeproof.places.faults import fault
from cubeproof.places.limits import PAGE
from programs import run_program
from terminal import COMMAND

MEGABYTE = bytes(2**20)


class Stranger(BaseHTTPRequestHandler):
    """Pages and files that have no end, and one that is small until it is unpacked."""

    sent = 0

    def do_HEAD(self) -> None:
        self.send_response(200)
        self.end_headers()

    def do_GET(self) -> None:
        type(self).sent = 0
        self.send_response(200)
        if self.path.startswith("/bomb/c"):
            self.send_header("Content-Encoding", "gzip")
        elif self.path.endswith("/"):
            self.send_header("Content-Type", "text/html")
        self.end_headers()
        if self.path == "/many/":
            links = (f'<a href="{number}.lrat">x</a>' for number in range(20))
            self.wfile.write("".join(links).encode())
        elif self.path.startswith("/many/"):
            self.wfile.write(MEGABYTE)
        elif self.path in ("/bomb/", "/file/"):
            self.wfile.write(b'<a href="certificate.json">certificate.json</a>')
        elif self.path.startswith("/bomb/"):
            self.wfile.write(gzip.compress(bytes(4 * PAGE), 1))
        else:
            with contextlib.suppress(OSError):
                while True:
                    self.wfile.write(MEGABYTE)
                    type(self).sent += len(MEGABYTE)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def stranger() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stranger)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.guards("a stranger's endless page fills the memory")
@pytest.mark.parametrize("name", ["page", "file", "bomb"])
def test_check_refuses_an_endless_place(
    name: str,
    stranger: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert main(["check", f"{stranger}/{name}/"]) == 1
    assert "is longer than its service reported, or endless." in capsys.readouterr().err
    # The rest is what the system holds between the two.
    assert Stranger.sent < 4 * PAGE
    assert [*tmp_path.iterdir()] == []


@pytest.mark.guards("many files of a stranger fill the disk")
def test_the_files_of_a_folder_have_a_limit_together(
    stranger: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(limits, "UNKNOWN", 3 * 2**20 + 1)
    with (
        pytest.raises(PlaceError, match="is longer than its service reported"),
        fetched_folder(f"{stranger}/many/"),
    ):
        pass
    assert [*tmp_path.iterdir()] == []


def test_a_file_of_unknown_size_has_a_limit(stranger: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "UNKNOWN", 2**20)
    with (
        pytest.raises(PlaceError, match="is longer than its service reported"),
        fetched_file(f"{stranger}/x"),
    ):
        pass


def test_a_manifest_has_a_limit_at_every_service(folder: str) -> None:
    if folder.startswith("file"):
        return
    with delivered_file(f"{folder}/m.json") as path:
        path.write_bytes(bytes(2_000))
    with fetched_folder(folder, {"m.json": 2_000}):
        pass
    with pytest.raises(PlaceError, match="is longer than"), fetched_folder(folder, {"m.json": 1_999}):
        pass


@pytest.mark.guards("decode /dev/zero reads without end")
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="it has no such device")
def test_decode_refuses_a_device_without_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["decode", "/dev/zero", "x.txt"]) == 2
    assert capsys.readouterr().err == "cubeproof: /dev/zero is no text file.\n"
    with Path("/dev/zero").open("rb") as zero:
        done = run_program([*COMMAND, "decode", "-", "x.txt"], stdin=zero)
    assert (done.returncode, done.stderr) == (2, "cubeproof: - is no text file.\n")


def test_an_entry_with_the_name_of_another_folder_is_ignored() -> None:
    with delivered_file("memory://entries/a.txt") as path:
        path.write_text("a")
    for name in ("..", "../b", "c\\d", "e\0f"):
        MemoryFileSystem.store[f"/entries/{name}"] = MemoryFileSystem.store["/entries/a.txt"]
    with fetched_folder("memory://entries") as folder:
        assert [path.name for path in folder.iterdir()] == ["a.txt"]


def test_a_long_text_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(text_files, "_MOST", 5_000)
    path = tmp_path / "q.cnf.gz"
    path.write_bytes(gzip.compress(b"c x\n" * 10_000))
    assert main(["decode", str(path), "x.txt"]) == 2
    assert capsys.readouterr().err == f"cubeproof: {path} has more than 5,000 bytes of text, the maximum.\n"


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("zip://a::b.zip", "zip:// reads another place: "),
        ("generic://x", "generic:// reads another place: "),
        ("simplecache://x", "simplecache:// reads another place: "),
        ("jupyter://h/x", "jupyter://h/x cannot be opened: its file system needs settings "),
        ("odd_scheme://x", "Unknown scheme odd_scheme://."),
        ("sftp://", "sftp:// names no host."),
        ("sftp:///home/x", "sftp:///home/x names no host."),
        ("http://ann:secret@/x", "http:///x names no host."),
        ("memory://a\0b", "memory://a\ufffdb contains a NUL character, "),
        ("s3://a/%00", "s3://a/%00 contains a NUL character, "),
        ("file:///a%00b", "file:///a%00b contains a NUL character, "),
        ("a\0b", "a\ufffdb contains a NUL character, "),
    ],
)
def test_an_odd_place_is_refused_in_a_sentence(
    url: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (["check", url], ["decode", url, url], ["show", "R", "--format", "svg", "-o", url]):
        assert main(arguments) == 2
        assert capsys.readouterr().err.startswith(f"cubeproof: {sentence}")
    with pytest.raises(UsageError), fetched_file(url):
        pass


def test_a_missing_package_of_another_service_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def import_pyarrow(*_: object) -> None:
        raise ModuleNotFoundError("No module named 'pyarrow'")

    monkeypatch.setattr("cubeproof.places.service._file_system", import_pyarrow)
    with (
        pytest.raises(UnsupportedError, match=r"requires a package .*: No module named 'pyarrow'.$"),
        fetched_file("memory://x"),
    ):
        pass


def test_a_refused_connection_and_a_busy_service_are_not_silence() -> None:
    """Urllib3 derives its error from `ConnectTimeoutError`."""
    refused = type("NewConnectionError", (type("ConnectTimeoutError", (Exception,), {}),), {})()
    busy = type("HTTPError", (Exception,), {"status": 503})()
    url = located("webhdfs://127.0.0.1:1/x")
    assert isinstance(url, Url)
    for error, sentence in ((refused, "cannot be reached"), (busy, "is overloaded")):
        assert sentence in str(fault(error, url, 1, limits.PATIENCE, writing=False))


def test_the_checksum_of_a_formula_at_a_url_with_a_query_is_beside_it(folder: str) -> None:
    if folder.startswith("file"):
        return
    place = f"{folder}/q.cnf?version=2"
    assert main(["cnf", "R", "--size", "2", "--length", "1", "-o", place]) == 0
    with fetched_file(place) as path:
        assert "p cnf" in path.read_text()
    with fetched_file(f"{folder}/q.cnf.sha256?version=2") as path:
        assert path.read_text().endswith("  q.cnf\n")
