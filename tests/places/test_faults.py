"""What fails at a service is one sentence with a status, and leaves nothing that counts."""

from __future__ import annotations

import base64
import contextlib
import errno
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from fsspec.config import conf

from cubeproof import Alg, Control, Cube, certify, check_certificate, cube_problem
from cubeproof.cli import main
from cubeproof.cli.solve.answer_files import FileQuestion
from cubeproof.errors import CertificateError, PlaceError, StoppedError, UsageError
from cubeproof.places import (
    Url,
    delivered_file,
    delivered_folder,
    fetched_file,
    fetched_folder,
    is_free,
    limits,
    located,
)
from cubeproof.places import service as service_module
from cubeproof.places.faults import fault
from cubeproof.places.limits import PATIENCE
from cubeproof.places.local import place_in_errors
from cubeproof.places.services import service
from cubeproof.proof.external.formal import check_formally
from places.services import BUCKET, PASSWORD, QUOTED, S3, USER, Pages, error, silent_server

if TYPE_CHECKING:
    from places.drive import Drive
    from places.sftp import SFTP

QUESTION = FileQuestion({"metric": "htm"})
PROOF = ["solve", "R U2 F'", "--size", "2", "--certify"]


@pytest.fixture
def nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for temporary files, which is empty again afterwards."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    yield folder
    assert [*folder.iterdir()] == []


def keys(service: S3) -> list[str]:
    """The content of the bucket."""
    import s3fs

    files = s3fs.S3FileSystem(skip_instance_cache=True)
    return [name.removeprefix(f"{BUCKET}/") for name in files.find(BUCKET)]


def write(place: str, text: str = "x") -> None:
    with delivered_file(place) as path:
        path.write_text(text)


def family(place: str) -> None:
    with delivered_folder(place, manifest="m.json") as folder:
        folder.joinpath("m.json").write_text("{}")
        folder.joinpath("a.txt").write_text("a")


class TestReading:
    def test_missing_file_is_reported(self, folder: str, nothing_kept: Path) -> None:
        if folder.startswith("file"):
            return  # A path says so in the words of the system.
        for way in (fetched_file, fetched_folder):
            with pytest.raises(PlaceError, match=r"^\w+://\S+ does not exist\.$"), way(f"{folder}/none"):
                pass

    def test_missing_certificate_is_refused(self, s3: S3, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["check", "s3://cubes/none", "--json"]) == 1
        captured = capsys.readouterr()
        assert captured.err == "cubeproof: s3://cubes/none does not exist.\n"
        assert json.loads(captured.out)["code"] == "place.not-there"
        # A folder without its manifest does not count.
        write("s3://cubes/some/formula.cnf")
        assert main(["check", "--python", "s3://cubes/some"]) == 1
        assert capsys.readouterr().err == (
            "cubeproof: s3://cubes/some/certificate.json cannot be read: No such file or directory.\n"
        )

    @pytest.mark.parametrize("whole", [False, True])
    def test_a_file_that_changes_while_it_is_read_is_refused(
        self, s3: S3, monkeypatch: pytest.MonkeyPatch, nothing_kept: Path, whole: bool
    ) -> None:
        write("s3://cubes/proof/a.txt", "one")

        def change(method: str, path: str) -> None:
            if method == "GET" and path.endswith("a.txt"):
                s3.after = lambda method, path: None
                write("s3://cubes/proof/a.txt", "two")

        s3.after = change
        read = fetched_folder("s3://cubes/proof") if whole else fetched_file("s3://cubes/proof/a.txt")
        with (
            pytest.raises(PlaceError, match=r"^s3://cubes/proof\S* changed while it was read\. Try again\.$"),
            read,
        ):
            pass

    def test_file_larger_than_the_disk_is_not_fetched(
        self, s3: S3, monkeypatch: pytest.MonkeyPatch, nothing_kept: Path
    ) -> None:
        write("s3://cubes/proof/a.txt", "eleven bytes")
        monkeypatch.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=10))
        for read in (fetched_file("s3://cubes/proof/a.txt"), fetched_folder("s3://cubes/proof")):
            with pytest.raises(PlaceError, match=r"^There is no room for a copy of s3://cubes/proof"), read:
                pass

    def test_local_disk_that_fills_is_reported(self) -> None:
        url = located("s3://cubes/a.txt")
        assert isinstance(url, Url)
        problem = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/tmp/copy")
        assert "for a copy of s3://cubes/a.txt" in str(fault(problem, url, 1, PATIENCE, writing=False))
        assert "its service is full" in str(fault(problem, url, 1, PATIENCE, writing=True))
        with pytest.raises(PlaceError, match="for a copy of x://y"), place_in_errors(Path("/tmp"), "x://y"):
            raise problem

    def test_file_is_read_from_the_web(
        self, http: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        certify(cube_problem(Cube(2).apply("R U")), Alg("U' R'"), tmp_path / "pages" / "proof")
        assert main(["check", f"http://{http}/proof/"]) == 0
        assert main(["check", f"http://{http}/proof"]) == 0
        assert main(["check", f"http://{http}/none"]) == 1
        assert f"http://{http}/none does not exist." in capsys.readouterr().err

    def test_file_is_read_from_the_web_with_a_password(
        self, http: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "pages" / "cubes.txt").write_text("R U\nQ\n")
        Pages.wanted = "Basic " + base64.b64encode(b"ann:secret99").decode()
        url = f"http://ann:secret99@{http}/cubes.txt?signature=signed77"
        assert main(["solve", "--file", url, "--size", "2", "--json"]) == 2
        captured = capsys.readouterr()
        assert json.loads(captured.out.splitlines()[0])["length"] == 2
        assert f"http://{http}/cubes.txt, line 2: Column 1: 'Q' is not a turn." in captured.err
        assert main(["decode", url.replace("secret99", "other88"), url]) == 2
        failed = capsys.readouterr()
        assert f"The service of http://{http}/cubes.txt does not accept these keys." in failed.err
        for said in (captured.out, captured.err, failed.out, failed.err):
            assert "secret99" not in said
            assert "signed77" not in said
            assert "other88" not in said

    def test_files_of_one_name_are_refused(self, drive: Drive) -> None:
        drive.add("a.cnf", b"one")
        drive.add("a.cnf", b"two")
        said = "^There are 2 files named gdrive://a.cnf: remove all but one.$"
        with pytest.raises(PlaceError, match=said), fetched_file("gdrive://a.cnf"):
            pass
        with pytest.raises(PlaceError, match=said):
            write("gdrive://a.cnf")
        assert {record["data"] for record in drive.named("a.cnf")} == {b"one", b"two"}


class TestWriting:
    def test_a_drive_has_one_file_after_two_writings(self, drive: Drive) -> None:
        write("gdrive://folder/a.cnf", "one")
        write("gdrive://folder/a.cnf", "two")
        assert [record["data"] for record in drive.named("a.cnf")] == [b"two"]

    def test_full_drive_is_reported(self, drive: Drive, nothing_kept: Path) -> None:
        drive.full = True
        with pytest.raises(PlaceError, match=r"^There is no room for gdrive://a\.cnf: "):
            write("gdrive://a.cnf")
        assert drive.files == {}

    @pytest.mark.parametrize("name", ["formula.cnf", "certificate.json"])
    @pytest.mark.parametrize(
        ("status", "code", "said"),
        [
            ("403 Forbidden", "AccessDenied", "may not be written: the keys are wrong, or do not permit it."),
            ("507 Insufficient Storage", "StorageFull", "There is no room for s3://cubes/proof: "),
        ],
    )
    def test_a_certificate_that_does_not_arrive_is_kept_here_and_nothing_there(
        self,
        s3: S3,
        name: str,
        status: str,
        code: str,
        said: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        s3.answer = lambda method, path: (
            (status, error(code, "No.")) if method == "PUT" and path.endswith(f"/proof/{name}") else None
        )
        assert main([*PROOF, "s3://cubes/proof", "--json"]) == 1
        captured = capsys.readouterr()
        data = json.loads(captured.out)
        assert (data["length"], data["certificate"]) == (3, None)
        assert said in captured.err
        assert keys(s3) == []
        assert is_free("s3://cubes/proof")
        (kept,) = tmp_path.iterdir()
        assert f"The output is kept in {kept / 'folder'}." in captured.err
        assert check_certificate(kept / "folder").length == 3

    def test_unwritable_place_is_refused_before_the_work(
        self, s3: S3, nothing_kept: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        s3.answer = lambda method, path: (
            ("403 Forbidden", error("AccessDenied", "No.")) if method == "PUT" else None
        )
        assert main([*PROOF, "s3://cubes/proof", "--json"]) == 2
        captured = capsys.readouterr()
        assert json.loads(captured.out)["code"] == "place.no-right"
        assert "shortest" not in captured.err
        s3.answer = lambda method, path: None
        assert main([*PROOF, "s3://no-bucket/proof"]) == 2
        assert "s3://no-bucket/proof does not exist." in capsys.readouterr().err

    @pytest.mark.parametrize("was_there", [True, False])
    @pytest.mark.parametrize("name", ["a.txt", "manifest.json"])
    @pytest.mark.parametrize(
        ("problem", "said"),
        [
            (("SFTPFailure", "No space left on device"), "There is no room for "),
            (OSError(errno.EROFS, os.strerror(errno.EROFS)), "cannot be written: it is read-only."),
            (OSError(errno.EACCES, os.strerror(errno.EACCES)), "may not be written: "),
            (("SFTPConnectionLost", "gone"), "cannot be reached."),
        ],
    )
    def test_failed_sftp_upload_leaves_nothing(
        self,
        sftp: SFTP,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        name: str,
        was_there: bool,
        problem: Exception | tuple[str, str],
        said: str,
    ) -> None:
        import asyncssh

        if was_there:
            (sftp.root / "proof").mkdir()

        fault = getattr(asyncssh, problem[0])(problem[1]) if isinstance(problem, tuple) else problem
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        sftp.files.broken = staticmethod(lambda path: fault if name in path else None)
        place = f"sftp://{USER}:{QUOTED}@{sftp.host}/proof"

        def deliver() -> None:
            with delivered_folder(place, manifest="manifest.json") as folder:
                for item in ("a.txt", "manifest.json", "z.txt"):
                    folder.joinpath(item).write_text(item)

        with pytest.raises(PlaceError) as caught:
            deliver()
        assert said in str(caught.value)
        assert PASSWORD not in str(caught.value)
        assert QUOTED not in str(caught.value)
        assert [*sftp.root.rglob("*")] == ([sftp.root / "proof"] if was_there else [])

    def test_failed_upload_keeps_the_old_file(self, sftp: SFTP, nothing_kept: Path) -> None:
        place = f"sftp://{USER}:{QUOTED}@{sftp.host}/a.txt"
        write(place, "old")
        sftp.files.broken = staticmethod(lambda path: OSError(errno.EIO, "broken"))
        with pytest.raises(PlaceError, match=r"cannot be written: "):
            write(place, "new")
        sftp.files.broken = staticmethod(lambda path: None)
        with fetched_file(place) as path:
            assert path.read_text() == "old"
        assert [item.name for item in sftp.root.iterdir()] == ["a.txt"]
        (sftp.root / "a.txt").unlink()

    def test_a_bucket_stays_where_its_first_files_do_not_arrive(self, s3: S3, tmp_path: Path) -> None:
        s3.answer = lambda method, path: (
            ("403 Forbidden", error("AccessDenied", "No.")) if path.endswith("m.json") else None
        )
        with pytest.raises(PlaceError, match="may not be written"):
            family("s3://cubes")
        assert keys(s3) == []
        s3.answer = lambda method, path: None
        family("s3://cubes")
        assert keys(s3) == ["a.txt", "m.json"]

    def test_stop_ends_the_upload_and_leaves_nothing(self, s3: S3, nothing_kept: Path) -> None:
        control = Control()

        def stop(method: str, path: str) -> None:
            if method == "PUT" and path.endswith("formula.cnf"):
                control.stop()

        s3.after = stop
        with pytest.raises(StoppedError, match=r"^Stopped before s3://cubes/proof was written\.$"):
            certify(cube_problem(Cube(2).apply("R U")), Alg("U' R'"), "s3://cubes/proof", control=control)
        assert keys(s3) == []

    def test_file_lost_by_a_service_is_noticed(self, s3: S3, nothing_kept: Path) -> None:
        s3.answer = lambda method, path: ("200 OK", b"") if method == "PUT" else None
        with pytest.raises(
            PlaceError, match=r"^s3://cubes/a\.txt was written, but its service does not return"
        ):
            write("s3://cubes/a.txt")

    @pytest.mark.parametrize("size", [0, 9, 11])
    def test_file_that_a_service_cut_off_is_noticed(
        self, size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "a.txt"
        path.write_text("0123456789")
        url = located(f"memory://cubes/cut-off-{size}.txt")
        assert isinstance(url, Url)
        there = service(url, writing=True)
        monkeypatch.setattr(there, "stamp", lambda name=None: service_module.Stamp(size, ()))
        with pytest.raises(PlaceError, match="was written, but its service does not return"):
            there.deliver(path)
        # A file that is longer than reported may have been compressed on its way.
        incomplete = pytest.raises(PlaceError, match="arrived incomplete")
        with incomplete if size > 10 else contextlib.nullcontext():
            there.fetch(path)

    def test_manifest_of_a_certificate_is_written_last(self, monkeypatch: pytest.MonkeyPatch) -> None:
        names: list[str | None] = []
        deliver = service_module.Service.deliver

        def noted(
            there: service_module.Service, path: Path, name: str | None = None, **more: object
        ) -> object:
            names.append(name)
            return deliver(there, path, name, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(service_module.Service, "deliver", noted)
        certify(cube_problem(Cube(2).apply("R U")), Alg("U' R'"), "memory://cubes/last")
        assert len(names) > 2
        assert names.index("certificate.json") == len(names) - 1


class TestSilence:
    @pytest.mark.parametrize("scheme", ["s3", "sftp", "http"])
    def test_a_service_that_says_nothing_is_given_up(
        self, scheme: str, monkeypatch: pytest.MonkeyPatch, nothing_kept: Path
    ) -> None:
        monkeypatch.setenv(PATIENCE, "0.5")
        with silent_server() as host:
            monkeypatch.setitem(conf, "s3", {"key": "k", "secret": "s", "endpoint_url": f"http://{host}"})
            place = "s3://cubes/a" if scheme == "s3" else f"{scheme}://{host}/a"
            with (
                pytest.raises(PlaceError, match=rf"^No response from {place} for 0\.5 s\. Set "),
                fetched_file(place),
            ):
                pass

    @pytest.mark.parametrize("scheme", ["sftp", "http"])
    def test_unreachable_service_is_reported(self, scheme: str) -> None:
        with silent_server() as host:
            pass
        with pytest.raises(PlaceError, match="cannot be reached"), fetched_file(f"{scheme}://{host}/a"):
            pass

    def test_ctrl_c_ends_the_wait_for_a_service(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listening:
            port = listening.getsockname()[1]
            command = subprocess.Popen(
                [sys.executable, "-m", "cubeproof", "check", f"http://127.0.0.1:{port}/proof"],
                stderr=subprocess.PIPE,
                text=True,
            )
            connection, _ = listening.accept()
            with connection:
                connection.recv(1)
                command.send_signal(signal.SIGINT)
                _, err = command.communicate(timeout=60)
        assert (command.returncode, err) == (130, "cubeproof: Interrupted.\n")

    def test_error_of_pulse_ends_the_wait_for_a_service_and_the_work(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "_MOMENT", 0.01)
        control, go_on, ended, steps = Control(), threading.Event(), threading.Event(), list[str]()

        def work(beat: Callable[[], None]) -> None:
            control.stop()
            try:
                go_on.wait(60)
                beat()
                steps.append("more work")
            finally:
                ended.set()

        with pytest.raises(StoppedError), control.watching():
            limits.patiently(work)
        go_on.set()
        assert ended.wait(60)
        assert not steps

    @pytest.mark.parametrize("interrupted_by", [KeyboardInterrupt, StoppedError])
    def test_after_an_interruption_a_silent_service_gets_a_moment_to_clean_up(
        self, interrupted_by: type[BaseException], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(service_module, "_CLEANUP", 0.2)
        monkeypatch.setattr(limits, "_MOMENT", 0.01)
        go_on = threading.Event()
        url = located("memory://cubes/a")
        assert isinstance(url, Url)
        there = service_module.Service(url, writing=True)

        def interrupt(_: object) -> None:
            raise interrupted_by

        with pytest.raises(interrupted_by):
            there.do(interrupt)
        assert there.do(lambda _: "removed") == "removed"
        with pytest.raises(PlaceError, match="No response from"):
            there.do(lambda _: go_on.wait(60))
        questions: list[str] = []
        with pytest.raises(PlaceError, match="No response from"):
            there.do(lambda _: questions.append("once more"))
        assert not questions
        go_on.set()

    def test_slow_service_is_not_given_up(self) -> None:
        def work(beat: Callable[[], None]) -> str:
            for _ in range(12):
                time.sleep(0.2)
                beat()
            return "done"

        # Longer than each silence on a busy machine, and shorter than all of them together.
        assert limits.patiently(work, 2) == "done"


class TestAnswers:
    def test_answers_are_delivered_from_time_to_time(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        from cubeproof.cli.solve import answer_files

        monkeypatch.setattr(answer_files, "_EVERY", 0.0)
        seen: list[int] = []
        reported = answer_files.AnswerFile(
            "memory://answers/a.txt", json=False, question=FileQuestion({"metric": "htm"})
        )
        with reported:
            for number in (1, 2):
                reported.write([answer_files.text_line(number, "solved")])
                with fetched_file("memory://answers/a.txt") as path:
                    seen.append(len(path.read_text().splitlines()))
        assert seen == [1, 2]

    def test_answers_are_kept_after_ctrl_c_during_delivery(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        from cubeproof.cli.solve.answer_files import AnswerFile
        from cubeproof.places.service import Service

        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

        def interrupt(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        def interrupted() -> None:
            with AnswerFile(
                "memory://interrupted/a.txt", json=False, question=FileQuestion({"metric": "htm"})
            ) as answers:
                answers.write(["R // 1: ours"])

        monkeypatch.setattr(Service, "deliver", interrupt)
        with pytest.raises(KeyboardInterrupt):
            interrupted()
        (kept,) = tmp_path.rglob("a.txt")
        assert kept.read_text() == "R // 1: ours\n"
        assert f"cubeproof: The answers are kept in {kept}.\n" in capsys.readouterr().err

    def test_a_writing_that_fails_is_tried_again(
        self, s3: S3, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        from cubeproof.cli.solve import answer_files

        monkeypatch.setattr(answer_files, "_EVERY", 0.0)
        with answer_files.AnswerFile(
            "s3://cubes/a.txt", json=False, question=FileQuestion({"metric": "htm"})
        ) as answers:
            s3.answer = lambda method, path: (
                ("403 Forbidden", error("AccessDenied", "No.")) if method == "PUT" else None
            )
            answers.write(["R // 1: solved"])
            assert "s3://cubes/a.txt may not be written: " in (said := capsys.readouterr().err)
            assert said.endswith("It is tried again later.\n")
            s3.answer = lambda method, path: None
        with fetched_file("s3://cubes/a.txt") as path:
            assert path.read_text() == "R // 1: solved\n"

    def test_answers_of_another_run_and_our_own_are_kept(
        self, s3: S3, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from cubeproof.cli.solve.answer_files import AnswerFile

        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        # The copy of a file with a long name keeps the ending.
        place = f"s3://cubes/{'a' * 300}.txt"

        def overtaken() -> None:
            with AnswerFile(place, json=False, question=QUESTION) as ours:
                ours.write(["R // 1: ours"])
                write(place, "R // 1: theirs\n")

        with pytest.raises(PlaceError, match=r"^s3://cubes/a+\.txt was changed by another program") as caught:
            overtaken()
        with fetched_file(place) as path:
            assert path.read_text() == "R // 1: theirs\n"
        (kept,) = tmp_path.rglob("a*.txt")
        assert kept.read_text() == "R // 1: ours\n"
        assert str(caught.value).endswith(f" is kept in {kept}.")


def test_missing_certificate_is_not_passed_to_the_formal_program(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CertificateError, match=r"^memory://none does not exist\.$"):
        check_formally("memory://none")
    assert main(["check", "--formal", "memory://none"]) == 1


def test_remote_certificate_has_no_local_folder() -> None:
    written = certify(cube_problem(Cube(2).apply("R U")), Alg("U' R'"), "memory://without-folder")
    with pytest.raises(UsageError, match=r"^This certificate is at memory://without-folder, not in a folder"):
        _ = written.folder


def test_remote_certificate_is_refused_by_its_name(folder: str, tmp_path: Path) -> None:
    certify(cube_problem(Cube(2).apply("R U")), Alg("U' R'"), tmp_path / "proof")
    text = (tmp_path / "proof" / "certificate.json").read_text()
    with delivered_folder(folder, manifest="certificate.json") as here:
        here.joinpath("certificate.json").write_text(text)
    with pytest.raises(CertificateError) as caught:
        check_certificate(folder)
    assert "/tmp" not in str(caught.value) or folder.startswith("file")
    assert "formula.cnf cannot be read: No such file or directory." in str(caught.value)
