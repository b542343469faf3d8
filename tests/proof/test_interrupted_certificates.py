"""Whatever ends the work on a certificate, no incomplete certificate and no process is left."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cubeproof import Alg, CertificateError, Limit, SolverError
from cubeproof.methods.sat import search, solvers
from cubeproof.places import local
from cubeproof.proof.checker import check_certificate
from cubeproof.proof.write import certify as certificate
from cubeproof.proof.write.certify import certify
from proof.certificates import ANSWER, SCRAMBLE, TASK, refused


class _Watched(solvers._SolverProcess):
    """A worker that the test can inspect."""

    seen: list["_Watched"]
    questions = 0
    deadly = 0

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.seen.append(self)

    def ask(self, question: int, assumptions: Sequence[int]) -> None:
        _Watched.questions += 1
        if self.questions <= self.deadly:
            os.kill(self.process.pid, signal.SIGKILL)
        super().ask(question, assumptions)


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> list[_Watched]:
    seen: list[_Watched] = []
    monkeypatch.setattr(_Watched, "seen", seen, raising=False)
    monkeypatch.setattr(_Watched, "questions", 0)
    monkeypatch.setattr(solvers, "_SolverProcess", _Watched)
    return seen


class TestFaults:
    @pytest.mark.parametrize("jobs", [1, 2])
    def test_a_prover_that_is_killed_is_started_again(
        self, jobs: int, workers: list[_Watched], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(_Watched, "deadly", 1)
        monkeypatch.setattr(certificate, "_LONG", 0)
        certify(TASK, ANSWER, tmp_path / "proof", jobs=jobs)
        assert len(workers) > jobs
        assert check_certificate(tmp_path / "proof").length == 4
        assert not list((tmp_path / "proof").glob("*.raw"))
        assert all(worker.process.poll() is not None for worker in workers)

    def test_prover_that_is_killed_again_is_reported(
        self, workers: list[_Watched], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(_Watched, "deadly", 99)
        with pytest.raises(SolverError, match="CaDiCaL was ended by SIGKILL before it had an answer"):
            certify(TASK, ANSWER, tmp_path / "proof")
        assert list(tmp_path.iterdir()) == []

    def test_certifying_keeps_to_its_time_limit(self, workers: list[_Watched], tmp_path: Path) -> None:
        with pytest.raises(CertificateError, match="The time ran out before the proof was written"):
            certify(TASK, ANSWER, tmp_path / "proof", limit=Limit(1e-6))
        assert list(tmp_path.iterdir()) == []
        assert all(worker.process.poll() is not None for worker in workers)

    @pytest.mark.parametrize("fault", [KeyboardInterrupt, MemoryError, OSError])
    def test_a_stop_of_any_kind_leaves_no_folder_and_no_process(
        self,
        fault: type[BaseException],
        workers: list[_Watched],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        def stopped(*arguments: object) -> None:
            assert any(tmp_path.iterdir())
            raise fault

        monkeypatch.setattr(search, "_next", stopped)
        with pytest.raises(fault):
            certify(TASK, ANSWER, tmp_path / "proof", jobs=2)
        assert list(tmp_path.iterdir()) == []
        assert workers
        assert all(worker.process.poll() is not None for worker in workers)

    def test_leftovers_of_killed_runs_are_removed_and_live_files_stay(self, tmp_path: Path) -> None:
        with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as living:
            with subprocess.Popen([sys.executable, "-c", ""]) as dead:
                dead.wait()
            run = f"0123.{local._MACHINE}"
            kept = [
                f".proof.{run}.{living.pid}.partial",
                f".other.{run}.{dead.pid}.partial",
                ".proof.mine.partial",
            ]
            for name in (f".proof.{run}.{dead.pid}.partial", *kept):
                (tmp_path / name).mkdir()
                (tmp_path / name / "formula.cnf").touch()
            certify(TASK, ANSWER, tmp_path / "proof")
            assert {path.name for path in tmp_path.iterdir()} == {"proof", *kept}
            living.communicate()

    def test_ctrl_c_while_certifying_leaves_nothing(self, tmp_path: Path) -> None:
        # An answer of 12 turns, whose proof would take minutes.
        lines = [
            "import sys",
            "from cubeproof import Alg, Cube",
            "from cubeproof.proof.write.certify import certify",
            "from cubeproof.problem import cube_problem",
            "alg = Alg(\"R U F2 L' D B R2 U' F L2 D' B2\")",
            "try: certify(cube_problem(Cube(3) @ alg), ~alg, sys.argv[1], jobs=1)",
            "except KeyboardInterrupt: print('stopped')",
        ]
        child = subprocess.Popen(
            [sys.executable, "-c", "\n".join(lines), str(tmp_path / "proof")],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            while not list(tmp_path.glob(".proof.*/*.raw")):
                assert child.poll() is None
                time.sleep(0.05)
            (raw,) = tmp_path.glob(".proof.*/*.raw")
            child.send_signal(signal.SIGINT)
            printed, _ = child.communicate()
        finally:
            child.kill()
        assert printed == "stopped\n"
        assert list(tmp_path.iterdir()) == []
        assert not processes_with(raw)

    @pytest.mark.parametrize(
        ("step", "message"),
        [
            ("_write_lines", "OSError [Errno 27] File too large"),
            ("_prove", "SolverError The proof cannot be written: "),
        ],
    )
    def test_full_disk_is_reported_and_leaves_nothing(self, step: str, message: str, tmp_path: Path) -> None:
        # A limit of the file size is like a full disk: while the formula is written, or the proof.
        lines = [
            "import resource, sys",
            "from cubeproof import Alg, Cube",
            "from cubeproof.proof.write import certify as certificate",
            "from cubeproof.problem import cube_problem",
            f"whole = certificate.{step}",
            "def limited(*arguments):",
            "    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))",
            "    whole(*arguments)",
            f"certificate.{step} = limited",
            f'task = cube_problem(Cube(2).apply("{SCRAMBLE}"))',
            "try:",
            f'    certificate.certify(task, Alg("{ANSWER}"), sys.argv[1])',
            "except Exception as error:",
            "    print(type(error).__name__, error)",
        ]
        done = subprocess.run(
            [sys.executable, "-c", "\n".join(lines), str(tmp_path / "proof")],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        assert done.stdout.startswith(message)
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("place", ["file/proof", "file/in/it", "/proc/cubeproof/proof"])
    def test_unwritable_place_is_reported(self, place: str, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("x")
        with pytest.raises(OSError, match=r"Not a directory|No such file|Permission") as caught:
            certify(TASK, ANSWER, tmp_path / place)
        assert caught.value.filename == str(tmp_path / place)

    def test_folders_created_for_a_failed_certificate_are_removed(self, tmp_path: Path) -> None:
        (tmp_path / "mine").mkdir()
        with pytest.raises(CertificateError, match="A shorter answer exists"):
            certify(TASK, Alg(f"{ANSWER} U U'"), tmp_path / "mine" / "a" / "b" / "proof")
        assert list(tmp_path.iterdir()) == [tmp_path / "mine"]
        assert list((tmp_path / "mine").iterdir()) == []
        certify(TASK, ANSWER, tmp_path / "mine" / "a" / "b" / "proof")
        assert check_certificate(tmp_path / "mine" / "a" / "b" / "proof").length == 4

    def test_half_a_certificate_is_refused(self, folder: Path) -> None:
        # The manifest is written last, so the incomplete folder of a killed process is refused.
        (folder / "certificate.json").unlink()
        refused(folder, "certificate.json cannot be read")


def processes_with(path: Path) -> list[str]:
    """Return the processes that have a file of a certificate open."""
    results = []
    for process in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if str(path) in str(process.readlink()):
                results.append(process.parts[2])
        except OSError:
            continue
    return results
