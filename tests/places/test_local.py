"""Files and folders of this machine that are there whole or not at all."""

import errno
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cubeproof.cli import main
from cubeproof.places import delivered_file, delivered_folder, is_free
from cubeproof.places.local import file_written_whole


class NoMoreError(Exception):
    pass


def fail(path: Path) -> None:
    with delivered_file(path) as unfinished:
        unfinished.write_text("half")
        raise NoMoreError


def test_file_is_written_into_a_folder_that_cannot_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that can be written and not read; root may read any."""
    opens = os.open

    def refuse_folder(path: str | Path, flags: int, mode: int = 0o777) -> int:
        if Path(path) == tmp_path:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return opens(path, flags, mode)

    monkeypatch.setattr(os, "open", refuse_folder)
    with delivered_file(tmp_path / "file") as unfinished:
        unfinished.write_text("all")
    monkeypatch.undo()
    assert (tmp_path / "file").read_text() == "all"


@pytest.mark.parametrize("before", [None, "what was there"])
def test_failed_write_changes_nothing(tmp_path: Path, before: str | None) -> None:
    path = tmp_path / "file"
    if before is not None:
        path.write_text(before)
    with pytest.raises(NoMoreError):
        fail(path)
    assert [(item.name, item.read_text()) for item in tmp_path.iterdir()] == (
        [("file", before)] if before else []
    )


def test_a_file_keeps_its_mode_and_a_link_what_it_leads_to(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    with delivered_file(link) as unfinished:
        unfinished.write_text("new")
    assert link.is_symlink()
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", 0o640)


def test_a_new_file_has_the_mode_that_the_user_has_chosen(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        with delivered_file(tmp_path / "file"):
            pass
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640


def test_device_is_written_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    assert main(["show", "R", "--format", "svg", "-o", str(pipe)]) == 0
    reader.join()
    assert read[0].startswith(b"<svg")
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_errors_name_the_requested_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for verb in (
        ["show", "R"],
        ["animate", "R", "--pixels", "32"],
        ["cnf", "R", "--size", "2", "--length", "1"],
    ):
        path = tmp_path / "missing" / "a.svg"
        assert main([*verb, "-o", str(path)]) == 2
        assert capsys.readouterr().err == f"cubeproof: {path}: No such file or directory.\n"


@pytest.mark.parametrize("folder", ["/", ".", "folder"])
def test_a_folder_is_no_file(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    assert main(["show", "R", "--format", "svg", "-o", folder]) == 2
    assert capsys.readouterr().err == f"cubeproof: {folder}: Is a directory.\n"


def test_file_of_a_long_name_is_written(tmp_path: Path) -> None:
    path = tmp_path / ("é" * 125 + ".txt")
    with delivered_file(path) as unfinished:
        unfinished.write_text("x")
    assert path.read_text() == "x"


def test_leftovers_of_a_killed_process_are_removed(tmp_path: Path) -> None:
    program = (
        "import os, sys; from cubeproof.places import delivered_file as d\nwith d(sys.argv[1]): os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "file")], check=True)
    assert [path.suffix for path in tmp_path.iterdir()] == [".partial"]
    with delivered_file(tmp_path / "file"):
        pass
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    def fill() -> None:
        with file_written_whole(tmp_path / "file") as unfinished:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(unfinished))

    with pytest.raises(OSError, match="No space left on device") as caught:
        fill()
    assert caught.value.filename == str(tmp_path / "file")
    assert [*tmp_path.iterdir()] == []


def test_abandoned_folder_is_removed(tmp_path: Path) -> None:
    def give_up() -> None:
        with delivered_folder(tmp_path / "a" / "b", manifest="m") as unfinished:
            unfinished.joinpath("m").touch()
            raise NoMoreError

    with pytest.raises(NoMoreError):
        give_up()
    assert is_free(tmp_path)
