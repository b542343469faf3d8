"""Encodings and line ends of texts: UTF-8, UTF-16, UTF-32, Windows-1252, and what is no text."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from cubeproof.cli.text_files import text_of

Capture = pytest.CaptureFixture[str]
Read = Callable[..., list[object]]

ENCODINGS = {
    "utf-8": "R U\nF2 // é\n".encode(),
    "utf-8 with a mark": "R U\nF2 // é\n".encode("utf-8-sig"),
    "utf-16 little": b"\xff\xfe" + "R U\nF2 // é\n".encode("utf-16-le"),
    "utf-16 big": b"\xfe\xff" + "R U\nF2 // é\n".encode("utf-16-be"),
    "utf-32 little": b"\xff\xfe\0\0" + "R U\nF2 // é\n".encode("utf-32-le"),
    "utf-32 big": b"\0\0\xfe\xff" + "R U\nF2 // é\n".encode("utf-32-be"),
    "windows-1252": "R U\nF2 // é\n".encode("cp1252"),
}


class TestEncodings:
    @pytest.mark.parametrize("compressed", [False, True])
    @pytest.mark.parametrize("kind", ENCODINGS)
    def test_cubes_are_read_in_every_encoding(
        self, kind: str, compressed: bool, read: Read, capsys: Capture
    ) -> None:
        data = gzip.compress(ENCODINGS[kind]) if compressed else ENCODINGS[kind]
        assert read(data) == [(1, 3, "R U"), (2, 3, "F2")]
        assert ("Line 2 of " in capsys.readouterr().err) == (kind == "windows-1252")

    @pytest.mark.parametrize("from_stdin", [False, True])
    @pytest.mark.parametrize("kind", ENCODINGS)
    def test_texts_are_read_in_every_encoding(
        self, kind: str, from_stdin: bool, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "text"
        path.write_bytes(ENCODINGS[kind])
        with path.open() as stdin:
            monkeypatch.setattr("sys.stdin", stdin)
            name = "-" if from_stdin else str(path)
            assert [text_of(name) for _ in range(1 if from_stdin else 3)][-1] == "R U\nF2 // é\n"
        assert capsys.readouterr().err.count("Windows-1252") == (kind == "windows-1252")

    def test_typographic_prime_of_windows_is_a_prime(self, read: Read, capsys: Capture) -> None:
        assert read(b"R\x92 U\nR\xff\n") == [(1, 3, "R’ U"), (2, "error.at-column")]
        assert capsys.readouterr().err.count("Windows-1252") == 1

    @pytest.mark.parametrize(
        "data",
        [
            pytest.param("R U\n".encode("utf-16-le"), id="utf-16 without a mark"),
            pytest.param(b"R\0 U\n", id="nul"),
            pytest.param(b"\xff\xfe" + "R U ".encode("utf-16-le") + b"\0\xd8R\0", id="half a letter"),
            pytest.param(b"\xff\xfe" + "R U".encode("utf-16-le") + b"R", id="odd length"),
            pytest.param(b"\xff\xfe\0\0R\0\0\0\0\0\x11\0", id="no letter of utf-32"),
            pytest.param(b"R U \x81\n", id="in no encoding"),
        ],
    )
    def test_damaged_text_is_refused_with_its_line(self, data: bytes, read: Read) -> None:
        assert read(data)[0] in [(1, "cubes.nul"), (1, "cubes.no-text")]

    def test_mark_of_an_appended_file_is_skipped(self, read: Read) -> None:
        assert read("\ufeffR U\n\ufeffF2\nR \ufeffQ\n")[:2] == [(1, 3, "R U"), (2, 3, "F2")]

    def test_mixed_line_ends_are_counted_once(self, read: Read) -> None:
        assert read("R\r\nU\rF\n\r\n\rD") == [(1, 3, "R"), (2, 3, "U"), (3, 3, "F"), (6, 3, "D")]
        assert read("\ufeffR\r\nU\r\n".encode("utf-16-le")) == [(1, 3, "R"), (2, 3, "U")]

    @pytest.mark.parametrize("name", ["cubes.txt", "cubes.csv", "cubes.jsonl", "cubes.json", "cubes.txt.gz"])
    @pytest.mark.parametrize(
        "data", [b"", b"\n \n\r\n", b"\xef\xbb\xbf", b"\xff\xfe"], ids=["0", "blank", "utf-8", "utf-16"]
    )
    def test_empty_file_has_no_cubes(self, name: str, data: bytes, read: Read) -> None:
        assert read(gzip.compress(data) if name.endswith(".gz") else data, name) == []
