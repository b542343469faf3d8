"""The program reads `certificate.json` itself: it refuses what our checker refuses, in a sentence and little memory."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cubeproof import CertificateError, Cube
from cubeproof.proof.checker import check_certificate

MOST = 16_000_000


def check(program: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, "check", folder],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, "OCAMLRUNPARAM": "d=1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30)),
    )


def ensure_refused(program: Path, folder: Path) -> str:
    """Verify that both checkers refuse a certificate; return the program's sentence."""
    done = check(program, folder)
    assert (done.returncode in (1, 2), done.stdout) == (True, ""), done
    assert done.stderr.endswith(".\n")
    assert done.stderr.count("\n") == 1
    with pytest.raises(CertificateError):
        check_certificate(folder)
    return done.stderr


TEXTS: dict[str, Callable[[str], str]] = {
    "empty": lambda text: "",
    "truncated": lambda text: text[:-3],
    "more after it": lambda text: text + "{}",
    "a list": lambda text: f"[{text}]",
    "a number": lambda text: "7",
    "a duplicate key": lambda text: text.replace("{", '{"length": 2,', 1),
    "a duplicate key inside": lambda text: text.replace('"horizon"', '"horizon": 1, "horizon"'),
    "a duplicate key with an escape": lambda text: text.replace("{", '{"\\u006cength": 2,', 1),
    "a comma too many": lambda text: text.replace('"parts": [', '"parts": [,'),
    "a comma at the end": lambda text: text.rstrip()[:-1] + ",}",
    "no quotes": lambda text: text.replace('"size"', "size"),
    "single quotes": lambda text: text.replace('"', "'"),
    "a comment": lambda text: "// certificate\n" + text,
    "a letter beyond ASCII": lambda text: text.replace("{", '{"é": 1,', 1),
    "a byte order mark": lambda text: "\ufeff" + text,
    "a null byte": lambda text: text + "\0",
    "a tab in a text": lambda text: text.replace("cubeproof certificate", "cubeproof\tcertificate"),
    "a leading zero": lambda text: text.replace('"length": 2', '"length": 02'),
    "a plus sign": lambda text: text.replace('"length": 2', '"length": +2'),
    "a fraction": lambda text: text.replace('"length": 2', '"length": 2.0'),
    "an exponent": lambda text: text.replace('"length": 2', '"length": 2e0'),
    "true for a number": lambda text: text.replace('"length": 2', '"length": true'),
    "a large number": lambda text: text.replace('"length": 2', '"length": 1' + "0" * 5000),
    "deep lists": lambda text: "[" * 1_000_000,
    "deep objects": lambda text: '{"a":' * 100_000,
    "no moves": lambda text: text.replace('"moves": null,', ""),
    "a format of the future": lambda text: text.replace("certificate 2", "certificate 3"),
    "another proof format": lambda text: text.replace('"lrat"', '"drat"'),
    "a number for the start": lambda text: text.replace('"start": "', '"start": 7, "x": "', 1),
}


@pytest.mark.parametrize("name", TEXTS)
def test_bad_manifest_is_refused(name: str, program: Path, folder: Path) -> None:
    path = folder / "certificate.json"
    text = path.read_text()
    changed = TEXTS[name](text)
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    ensure_refused(program, folder)


def test_unusual_but_valid_json_is_accepted(program: Path, folder: Path) -> None:
    path = folder / "certificate.json"
    manifest = json.loads(path.read_text())
    manifest["more"] = [{"nested": [None, True, -1.5e-7, 'a "quoted" \\ \n text']}, {}, []]
    compact = json.dumps(manifest, separators=(",", ":")).replace("cubeproof", "\\u0063ubeproof", 1)
    path.write_text(f"\r\n\t {compact} \n")
    assert check(program, folder).returncode == 0
    assert check_certificate(folder).length == 2


def test_what_is_no_file_is_refused(program: Path, folder: Path) -> None:
    path = folder / "certificate.json"
    path.unlink()
    assert "No such file" in ensure_refused(program, folder)
    path.symlink_to("/dev/zero")
    assert "no regular file" in ensure_refused(program, folder)
    path.unlink()
    path.mkdir()
    assert "Is a directory" in ensure_refused(program, folder)
    path.rmdir()
    os.mkfifo(path)
    assert "no regular file" in ensure_refused(program, folder)


def test_long_manifest_is_not_read(program: Path, folder: Path) -> None:
    path = folder / "certificate.json"
    text = path.read_text()
    path.write_text(text + " " * (MOST - len(text)))
    assert check(program, folder).returncode == 0
    os.truncate(path, MOST + 1)
    assert f"{MOST} bytes at most" in ensure_refused(program, folder)
    os.truncate(path, 1 << 40)
    assert f"{MOST} bytes at most" in ensure_refused(program, folder)


def test_manifest_full_of_parts_is_refused(program: Path, folder: Path) -> None:
    path = folder / "certificate.json"
    manifest = json.loads(path.read_text())
    manifest["parts"] = [[]] * 3_000_000
    path.write_text(json.dumps(manifest, separators=(",", ":")))
    ensure_refused(program, folder)


def test_proof_that_the_certificate_does_not_list_is_refused(program: Path, folder: Path) -> None:
    shutil.copy(folder / "part-0001.lrat", folder / "part-0002.lrat")
    assert "part-0002.lrat is not the proof of a part" in ensure_refused(program, folder)


@pytest.mark.parametrize("entry", ["start", "goal", "hold", "rotations", "turns"])
def test_entries_of_the_full_question_are_computed_again(entry: str, program: Path, folder: Path) -> None:
    path = folder / "certificate.json"
    manifest = json.loads(path.read_text())
    full = manifest["asked"]
    changes = {
        "start": [Cube(2).facelets],
        "goal": [Cube(2).apply("R").facelets],
        "hold": ["as given"],
        "rotations": ["none"],
        "turns": [full["turns"][1:], full["turns"][::-1], [[turn, 2] for turn, _ in full["turns"]], []],
    }
    for value in changes[entry]:
        path.write_text(json.dumps(manifest | {"asked": full | {entry: value}}))
        assert f"asked.{entry}" in ensure_refused(program, folder)
    del full[entry]
    path.write_text(json.dumps(manifest))
    ensure_refused(program, folder)
