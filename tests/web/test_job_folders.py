"""A killed server leaves files, which the next server removes; files in use stay."""

import os
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from cubeproof.web.searches.job_folders import JobFolders, remove_leftovers
from ground_truth import SUPERFLIP
from patience import until
from web.serving import alive, children, serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of temporary files of this process and its child processes."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return tmp_path


def certificates(temporary: Path) -> list[Path]:
    """Return the certificates that searches have written."""
    return sorted(temporary.rglob("certificate.zip"))


def test_folders_of_a_killed_server_are_removed_and_live_ones_stay(temporary: Path) -> None:
    with serving() as living, serving() as killed:
        for server in (killed, living):
            address = server.begin(scramble="R U", size=2, certify=True)
            with server.listening(address) as events:
                assert [event.name for event in events][-1] == "result"
        assert len(certificates(temporary)) == 2
        jobs = killed.all_processes()
        killed.process.kill()
        killed.process.wait()
        until(lambda: not alive(jobs))
        assert len(certificates(temporary)) == 2
        with serving() as following:
            assert following.client.get("/api").status_code == 200
            (kept,) = certificates(temporary)
            zipped = living.client.get(f"{address}/certificate")
            assert zipped.content == kept.read_bytes()
            assert len(list(temporary.iterdir())) == 1
    # A server that ends normally leaves no files.
    assert list(temporary.iterdir()) == []


def test_temporary_files_of_a_search_are_in_its_folder(temporary: Path) -> None:
    with serving() as server:
        address = server.begin(scramble=SUPERFLIP, engine="sat", timeout=500)
        with server.listening(address) as events:
            next(events)
            # The search and its solver, which ends in the same way.
            until(lambda: len(server.processes()) >= 2)
            (solver, *_) = server.processes() - children(server.process.pid)
            environment = Path(f"/proc/{solver}/environ").read_bytes().split(b"\0")
            (folder,) = temporary.glob("cubeproof-serve-*/job-*")
            assert f"TMPDIR={folder}".encode() in environment
        server.client.delete(address)


def test_other_entries_of_such_a_name_stay(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = temporary / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept").touch()
    (temporary / "cubeproof-serve-link").symlink_to(elsewhere)
    (temporary / "cubeproof-serve-file").touch()
    command = Path(tempfile.mkdtemp(prefix="cubeproof-"))
    left = Path(tempfile.mkdtemp(prefix="cubeproof-serve-"))
    (left / "link").symlink_to(elsewhere)
    before = set(temporary.iterdir())
    # These files belong to another user.
    with monkeypatch.context() as second:
        user = os.geteuid() + 1
        second.setattr(os, "geteuid", lambda: user)
        remove_leftovers()
        assert set(temporary.iterdir()) == before
    remove_leftovers()
    assert set(temporary.iterdir()) == before - {left}
    assert command.is_dir()
    assert (elsewhere / "kept").exists()


def test_a_folder_that_was_taken_away_is_made_again(temporary: Path) -> None:
    folders = JobFolders()
    first = folders.new()
    first.rmdir()
    first.parent.rmdir()
    second = folders.new()
    assert second.is_dir()
    assert second.stat().st_mode & 0o077 == second.parent.stat().st_mode & 0o077 == 0
    folders.close()
    assert list(temporary.iterdir()) == []


def test_servers_that_start_during_a_clean_up_keep_their_folders(temporary: Path) -> None:
    stop = threading.Event()

    def tidy() -> None:
        while not stop.is_set():
            remove_leftovers()

    tidying = [threading.Thread(target=tidy) for _ in range(3)]
    for thread in tidying:
        thread.start()
    try:
        for _ in range(300):
            folders = JobFolders()
            new = folders.new()
            (new / "file").touch()
            remove_leftovers()
            assert (new / "file").exists()
            folders.close()
    finally:
        stop.set()
        for thread in tidying:
            thread.join()
    assert list(temporary.iterdir()) == []


def test_folders_without_locks_are_not_removed(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    folders = JobFolders()
    new = folders.new()
    remove_leftovers()
    assert new.is_dir()
    folders.close()
    assert list(temporary.iterdir()) == []
