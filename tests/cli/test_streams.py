"""Closed and full streams: a sentence on the stream that still works, and the right exit status."""

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cubeproof import sentence
from cubeproof.cli import main
from cubeproof.cli.check import _HOLDS, _LEMMAS, _LEMMAS_BY
from cubeproof.contract.events import PartChecked
from programs import run_program

FULL = "No space left on device"


def run(command: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a command line of bash in a separate folder."""
    folder.joinpath("answer").write_text("s UNSATISFIABLE\n")
    folder.joinpath("one.cnf").write_text("c var 1 turn(1,R)\np cnf 1 1\n1 0\n")
    script = f'cubeproof() {{ {sys.executable} -m cubeproof "$@"; }}\nset -o pipefail\n{command}'
    # Without buffers, argparse itself writes to the full disk; the argparse of newer Pythons ignores this error.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return run_program(["bash", "-c", script], cwd=folder, env=environment)


VERBS = [
    *["solve 'R U' --size 2", "solve 'R U' --size 2 --json", "solve R --size 2 --json --certify proof"],
    *["scramble --size 4 --json", "apply R", "show R --format letters", "show R --format png"],
    *["cnf 'R U F2' --size 2 --length 3 -o -", "explore --depth 2", "tables list --json", "--version"],
    *["solve --help"],
]


class TestAFullDisk:
    @pytest.mark.parametrize("verb", VERBS)
    def test_full_disk_behind_stdout_is_reported(self, verb: str, tmp_path: Path) -> None:
        done = run(f"cubeproof {verb} > /dev/full", tmp_path)
        assert done.returncode == 2
        assert done.stderr.splitlines()[-1] == f"cubeproof: {FULL}."
        assert "Traceback" not in done.stderr
        assert "Error" not in done.stderr
        assert "Exception" not in done.stderr

    @pytest.mark.parametrize(
        ("verb", "status"),
        [
            ("solve 'R U' --size 2", 0),
            ("solve 'R U' --size 2 --json", 0),
            ("solve 'R Q'", 2),
            ("solve 'R Q' --json", 2),
            ("solve --size two", 2),
            (f"solve --state {'U' * 24}", 3),
            ("solve 'R U F2' --size 2 --max-length 2", 4),
            ("solve 'R U' --size 2 --certify proof", 0),
            ("check .", 1),
            ("cnf R --size 2 --length 1 -o a.cnf", 0),
            ("decode one.cnf answer", 4),
        ],
    )
    @pytest.mark.parametrize("where", ["> /dev/full", ">&-"])
    def test_full_disk_behind_stderr_keeps_the_status(
        self, verb: str, status: int, where: str, tmp_path: Path
    ) -> None:
        done = run(f"cubeproof {verb} 2{where}", tmp_path)
        assert done.returncode == status
        assert done.stderr == ""
        if "--json" in verb:
            assert isinstance(json.loads(done.stdout), dict)

    def test_full_disk_behind_both_streams_has_its_status(self, tmp_path: Path) -> None:
        assert run("cubeproof solve 'R Q' --json > /dev/full 2>&1", tmp_path).returncode == 2


class TestAClosedStream:
    @pytest.mark.parametrize("verb", [*VERBS, "doctor"])
    def test_closed_stream_is_treated_as_unread(self, verb: str, tmp_path: Path) -> None:
        for closed in (">&-", ">&- 2>&-", "<&- >&- 2>&-"):
            done = run(f"rm -rf proof; cubeproof {verb} {closed}", tmp_path)
            assert done.returncode == 0
            assert "Traceback" not in done.stderr
            assert "Error" not in done.stderr

    def test_closed_stream_does_not_hide_a_failure(self, tmp_path: Path) -> None:
        done = run("cubeproof solve 'R Q' --json >&-", tmp_path)
        assert done.returncode == 2
        assert "Column 3: 'Q' is not a turn" in done.stderr

    def test_closed_stdin_is_empty(self, tmp_path: Path) -> None:
        done = run("cubeproof solve --file - <&-", tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")

    def test_closed_stream_does_not_spoil_a_written_file(self, tmp_path: Path) -> None:
        done = run("cubeproof solve 'R U F2' --size 2 --certify proof >&- 2>&-", tmp_path)
        assert done.returncode == 0
        assert run("cubeproof check proof", tmp_path).returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "--file", "NAME"],
        ["solve", "R", "--size", "2", "--certify", "NAME.folder"],
        ["decode", "NAME", "NAME"],
        ["check", "NAME"],
        ["tables"],
        ["scramble", "--no-such-option", "NAME"],
    ],
    ids=" ".join,
)
def test_json_is_valid_for_a_file_name_that_is_not_utf_8(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    name = str(tmp_path / os.fsdecode(b"caf\xe9"))
    Path(name).write_text("R Q\n")
    monkeypatch.setenv("CUBEPROOF_CACHE", f"{name}.cache")
    with contextlib.suppress(SystemExit):
        main([*(argument.replace("NAME", name) for argument in arguments), "--json"])
    lines = capsys.readouterr().out.splitlines()
    assert lines
    for line in lines:
        json.dumps(json.loads(line), ensure_ascii=False).encode("utf-8")


def test_single_lemma_is_not_a_plural() -> None:
    checked = PartChecked(part=1, parts=1, lemmas=1)
    assert sentence(checked) == "part 1 of 1 holds: 1 lemma"
    assert "in 1 turn (htm)," in _HOLDS(turns="R", what="cube", length=1, metric="htm")
    assert _LEMMAS(lemmas=1, parts=1) == "1 lemma in 1 part checked."
    assert _LEMMAS_BY(lemmas=1, parts=2, programs=["x"]) == "1 lemma in 2 parts checked, by x too."
