"""Several runs write one name: one result is complete, and nothing older is lost."""

from __future__ import annotations

import contextlib
import errno
import os
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cubeproof.errors import PlaceError, StoppedError
from cubeproof.places import Mirror, delivered_file, delivered_folder, fetched_file, fetched_folder, located
from cubeproof.places.place import Url
from cubeproof.places.service import Service, Stamp
from patience import PATIENCE
from places.services import BUCKET, S3

if TYPE_CHECKING:
    from places.drive import Drive
    from places.sftp import SFTP

WRITERS = 4


def text_of(number: int) -> str:
    """The text of a writer: each has another length, so that halves and mixtures show."""
    return f"{number}" * (1_000 + number)


def run_all(work: Callable[[int], None]) -> tuple[list[int], list[str]]:
    """Let all writers work at the same time; return which succeeded, and the sentences of the others."""
    winners: list[int] = []
    sentences: list[str] = []

    def run(number: int) -> None:
        try:
            work(number)
            winners.append(number)
        except PlaceError as error:
            sentences.append(str(error))

    threads = [threading.Thread(target=run, args=(number,)) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    return winners, sentences


def write_file(place: str, first: int = 0) -> tuple[list[int], list[str]]:
    together = threading.Barrier(WRITERS)

    def work(number: int) -> None:
        with delivered_file(place) as path:
            together.wait(PATIENCE)
            path.write_text(text_of(first + number))

    return run_all(work)


def write_folder(place: str, manifest: str = "m.json") -> tuple[list[int], list[str]]:
    together = threading.Barrier(WRITERS)

    def work(number: int) -> None:
        with delivered_folder(place, manifest=manifest) as folder:
            together.wait(PATIENCE)
            # One of them has no other file than the manifest.
            for name in ("a.txt", "z.txt", manifest)[2 if number == 0 else 0 :]:
                folder.joinpath(name).write_text(text_of(number))

    return run_all(work)


def ensure_one_won(winners: list[int], sentences: list[str]) -> int:
    assert len(winners) == 1, (winners, sentences)
    assert len(sentences) == WRITERS - 1
    for sentence in sentences:
        assert "was changed by another program" in sentence
    return winners[0]


def ensure_file(place: str) -> None:
    """Two rounds: write a file that is not there, then replace it."""
    # The texts of each round differ, or a state would look unchanged.
    for first in (0, WRITERS):
        winner = ensure_one_won(*write_file(place, first))
        with fetched_file(place) as path:
            assert path.read_text() == text_of(first + winner)


def ensure_folder(place: str) -> None:
    """Two rounds: write a folder that is not there, then write it again."""
    winner = ensure_one_won(*write_folder(place))
    names = {"m.json"} if winner == 0 else {"a.txt", "m.json", "z.txt"}
    with fetched_folder(place) as folder:
        assert {path.name: path.read_text() for path in folder.iterdir()} == dict.fromkeys(
            names, text_of(winner)
        )
    # The second time also a run whose files have other names.
    winners, sentences = write_folder(place, "n.json")
    assert winners == []
    assert len(sentences) == WRITERS
    with fetched_folder(place) as folder:
        assert {path.name for path in folder.iterdir()} == names


@pytest.fixture
def delays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Delays between what a writer looks at and what it writes; what is kept stays in the test's folder."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    stamp = Service._stamp
    dice = random.Random(7)

    def delayed(self: Service, name: str | None) -> Stamp | None:
        state = stamp(self, name)
        time.sleep(dice.random() * 0.002)
        return state

    monkeypatch.setattr(Service, "_stamp", delayed)


@pytest.mark.guards("two writers on one name lose complete data")
@pytest.mark.usefixtures("delays")
class TestWriters:
    def test_memory_keeps_one_complete_file(self) -> None:
        for number in range(30):
            ensure_file(f"memory://writers/{number}.txt")

    def test_memory_keeps_one_complete_folder(self) -> None:
        for number in range(30):
            ensure_folder(f"memory://writers-{number}")

    def test_a_path_keeps_one_complete_file_and_folder(self, tmp_path: Path) -> None:
        for number in range(6):
            ensure_file(str(tmp_path / f"{number}.txt"))
            ensure_file((tmp_path / f"{number}.url.txt").as_uri())
            ensure_folder(str(tmp_path / f"folder-{number}"))
            ensure_folder((tmp_path / "new" / f"url-{number}").as_uri())
        assert not [path for path in tmp_path.rglob("*.partial") if "temporary" not in path.parts]

    def test_s3_keeps_one_complete_file_and_folder(self, s3: S3) -> None:
        for number in range(2):
            ensure_file(f"s3://{BUCKET}/{number}.txt")
            ensure_folder(f"s3://{BUCKET}/folder-{number}")

    def test_sftp_keeps_one_complete_file_and_folder(self, sftp: SFTP) -> None:
        ensure_file(f"{sftp.url}/a.txt")
        ensure_folder(f"{sftp.url}/folder")
        assert not [*sftp.root.rglob("*.partial")]

    def test_drive_keeps_one_complete_file_and_folder(self, drive: object) -> None:
        for number in range(2):
            ensure_file(f"gdrive://{number}.txt")
            ensure_folder(f"gdrive://folder-{number}")


@pytest.mark.guards("two writers on one name lose complete data")
@pytest.mark.parametrize("scheme", ["s3", "sftp"])
def test_writers_on_several_machines_create_one_file_and_replace_it_completely(
    scheme: str, request: pytest.FixtureRequest, delays: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = request.getfixturevalue(scheme)
    place = f"s3://{BUCKET}/a.txt" if scheme == "s3" else f"{there.url}/a.txt"
    # No lock is shared.
    monkeypatch.setattr("cubeproof.places.service.lock_of", lambda at: contextlib.nullcontext())
    ensure_one_won(*write_file(place))
    winners, sentences = write_file(place, WRITERS)
    assert len(winners) + len(sentences) == WRITERS
    for sentence in sentences:
        # Replaced after the check of its state, or after it was written.
        assert "was changed by another program" in sentence or "does not return what was written" in sentence
    with fetched_file(place) as path:
        assert path.read_text() in {text_of(WRITERS + number) for number in range(WRITERS)}


def test_two_files_of_one_name_on_drive_stay_complete(drive: Drive) -> None:
    """Drive cannot refuse a second file of a name; another machine creates one during the call."""

    def write() -> None:
        with delivered_file("gdrive://a.txt") as path:
            path.write_text("ours")
            created = drive.add

            def add_both(name: str, data: bytes, parent: str = "root") -> str:
                created(name, b"theirs", parent)
                return created(name, data, parent)

            drive.add = add_both  # type: ignore[method-assign]

    with pytest.raises(PlaceError, match=r"^There are 2 files named gdrive://a\.txt: remove all but one\.$"):
        write()
    assert [record["data"] for record in drive.named("a.txt")] == [b"theirs", b"ours"]


def fail_to_move(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.guards("a certificate is lost where the disk of temporary files is full")
def test_a_loser_keeps_a_complete_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    for place in (str(tmp_path / "proof"), "memory://loser/proof"):
        if "://" not in place:
            # The disk of temporary files is full: a path keeps the folder beside it.
            monkeypatch.setattr("shutil.move", fail_to_move)
        _, sentences = write_folder(place)
        monkeypatch.undo()
        monkeypatch.setattr("tempfile.tempdir", str(temporary))
        kept = {sentence.rpartition(" is kept in ")[2].removesuffix(".") for sentence in sentences}
        assert len(kept) == WRITERS - 1
        for folder in kept:
            assert Path(folder, "m.json").is_file()


def test_answers_are_not_replaced_after_another_run_wrote_between_two_deliveries(
    s3: S3, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for place in (f"s3://{BUCKET}/answers.txt", "memory://between/answers.txt"):
        url = located(place)
        assert isinstance(url, Url)
        first, second, idle = Mirror(url), Mirror(url), Mirror(url)
        first.path.write_text("first\n")
        first.deliver()
        second.path.write_text("the second\n")
        with pytest.raises(PlaceError, match="was changed by another program"):
            second.close()
        first.path.write_text("first\nmore\n")
        first.close()
        # A run without an answer has nothing to write.
        idle.close()
        with fetched_file(place) as path:
            assert path.read_text() == "first\nmore\n"


def test_a_killed_process_of_another_machine_is_not_cleared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cubeproof.places import local

    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(local, "_MACHINE", "01234567")
        elsewhere.setattr("os.getpid", lambda: 2**31 - 1)
        theirs = local._unfinished_path(tmp_path / "file", "file")
    theirs.write_text("half")
    with delivered_file(tmp_path / "file") as path:
        path.write_text("all")
    assert theirs.read_text() == "half"


def test_s3_without_conditions_is_written(s3: S3) -> None:
    """Some services with the protocol of S3 refuse conditions."""

    def answer(method: str, path: str) -> tuple[str, bytes] | None:
        if method == "PUT" and s3.headers.get("HTTP_IF_NONE_MATCH"):
            return "501 Not Implemented", b"<Error><Code>NotImplemented</Code></Error>"
        return None

    s3.answer = answer
    with delivered_file(f"s3://{BUCKET}/a.txt") as path:
        path.write_text("all")
    with fetched_file(f"s3://{BUCKET}/a.txt") as path:
        assert path.read_text() == "all"


@pytest.mark.guards("a file that S3 has written is reported as another program's")
def test_s3_that_writes_a_file_and_fails_before_it_answers_has_written_it(s3: S3) -> None:
    """The client of S3 sends the file again, and the condition is no longer true."""
    failures = ["the first answer", "the second answer"]

    def fail(method: str, path: str) -> None:
        if method == "PUT" and failures:
            raise RuntimeError(failures.pop())

    place = f"s3://{BUCKET}/a.txt"
    for text in ("first", "the second"):
        s3.after = fail
        with delivered_file(place) as path:
            path.write_text(text)
            failures[1:] = []
        with fetched_file(place) as path:
            assert path.read_text() == text


class TestParts:
    """A file of S3 that is sent in parts."""

    LARGE = 11 * 2**20

    def test_parts_are_one_file_which_no_other_run_replaces(self, s3: S3) -> None:
        place = f"s3://{BUCKET}/large"

        def write() -> None:
            with delivered_file(place) as second:
                second.write_bytes(bytes(self.LARGE))
                with delivered_file(place) as first:
                    first.write_bytes(b"1" * self.LARGE)

        with pytest.raises(PlaceError, match="by another program"):
            write()
        with fetched_file(place) as path:
            assert path.read_bytes() == b"1" * self.LARGE
        assert uploads() == []

    def test_a_stop_leaves_no_upload_open(self, s3: S3) -> None:
        stopped = threading.Event()

        def stop(method: str, path: str) -> None:
            if method == "PUT":
                stopped.set()

        def write() -> None:
            with delivered_folder(f"s3://{BUCKET}/new", manifest="m", stopped=stopped.is_set) as folder:
                folder.joinpath("m").write_bytes(bytes(self.LARGE))

        s3.after = stop
        with pytest.raises(StoppedError):
            write()
        assert stopped.is_set()
        assert uploads() == []


def uploads() -> list[object]:
    """The uploads that are open: not complete and not aborted."""
    import s3fs

    return list(s3fs.S3FileSystem(skip_instance_cache=True).list_multipart_uploads(BUCKET))


def test_sftp_without_a_replacing_rename_replaces_a_file(sftp: SFTP, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rename that replaces is an extension of OpenSSH."""
    import asyncssh

    def refuse(*_: object) -> None:
        raise asyncssh.SFTPOpUnsupported("posix-rename")

    monkeypatch.setattr(sftp.files, "posix_rename", refuse)
    for text in ("first", "the second"):
        with delivered_file(f"{sftp.url}/a.txt") as path:
            path.write_text(text)
        assert {path.name: path.read_text() for path in sftp.root.iterdir()} == {"a.txt": text}
