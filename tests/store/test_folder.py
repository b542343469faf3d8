"""A table on disk is whole or it is not used, and no fault of the cache prevents an answer."""

import errno
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof.contract.control import Control
from cubeproof.errors import StoppedError
from cubeproof.sentences import Sentence
from cubeproof.store import Store, TableDamagedError, default_folder
from cubeproof.store.lock import held, is_held
from store_monitor import RecordingMonitor

NAME = "table-2x2x2-htm"
PAYLOAD = bytes(range(256)) * 4


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "cache")


def never() -> bytes:
    pytest.fail("the table was built although it was there")


class Obtained(NamedTuple):
    """A verified table, and how it was obtained."""

    payload: bytes
    built: bool
    warnings: list[Sentence]


def obtain(
    store: Store, build: Callable[[], bytes], *, name: str = NAME, size: int = len(PAYLOAD), version: int = 1
) -> Obtained:
    """Return a table as engines do: built again if its checksum turns out to be wrong."""
    monitor = RecordingMonitor()
    while True:
        array = store.array(name, size, build, version, monitor)
        try:
            array.ensure()
        except TableDamagedError:
            continue
        return Obtained(array.data.tobytes(), array.built, monitor.warnings)


def is_usable(store: Store, version: int = 1, size: int = len(PAYLOAD)) -> bool:
    """Whether the file of the table has this version and size, and its checksum agrees."""
    array = store.load_array(NAME, size, version)
    return array is not None and array.agreed(wait=True) is True


def run_python(program: str, *arguments: object) -> "subprocess.Popen[str]":
    """Start a program that has `store`, the store in the folder that is its first argument."""
    begin = """import sys
from pathlib import Path
from cubeproof import Control
from cubeproof.store import Store
store = Store(Path(sys.argv[1]))"""
    command = [sys.executable, "-c", f"{begin}\n{program}", *map(str, arguments)]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


class TestKeeping:
    def test_a_table_is_built_once_and_then_read(self, store: Store) -> None:
        assert obtain(store, lambda: PAYLOAD) == (PAYLOAD, True, [])
        assert obtain(Store(store.folder), never) == (PAYLOAD, False, [])

    def test_load_without_a_stored_table_returns_nothing(self, store: Store) -> None:
        assert store.load_array(NAME, len(PAYLOAD)) is None
        assert store.entries() == []
        assert store.remove() == []
        assert not store.folder.exists()

    @given(payload=st.binary(max_size=3000), version=st.integers(0, 999_999_999))
    def test_table_bytes_are_read_back(
        self, payload: bytes, version: int, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        store = Store(tmp_path_factory.mktemp("cache"))
        store.save(NAME, payload, version)
        assert obtain(store, never, size=len(payload), version=version).payload == payload

    def test_a_new_version_replaces_the_old_one_without_a_warning(self, store: Store) -> None:
        store.save(NAME, b"old", version=1)
        assert store.load_array(NAME, 3, version=2) is None
        assert obtain(store, lambda: b"new", size=3, version=2) == (b"new", True, [])
        assert [(entry.version, entry.state) for entry in store.entries()] == [(2, "good")]

    def test_a_failing_build_goes_through_and_leaves_nothing(self, store: Store) -> None:
        def interrupted() -> bytes:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            obtain(store, interrupted)
        assert not store.folder.exists()
        assert obtain(store, lambda: PAYLOAD).built

    @pytest.mark.parametrize(
        "name", ["", "../escape", "a/b", ".hidden", "Table", "a.b", "ä", "x" * 101, "a\n"]
    )
    def test_a_name_cannot_leave_the_folder(self, store: Store, name: str) -> None:
        with pytest.raises(ValueError, match="name"):
            store.array(name, 1, never)


class TestDamage:
    @given(data=st.data())
    def test_changed_byte_is_detected(
        self, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        store = Store(tmp_path_factory.mktemp("cache"))
        content = bytearray(store.save(NAME, PAYLOAD[:64]).read_bytes())
        digit = content.index(b"version=") + len("version=")
        position = data.draw(st.integers(0, len(content) - 1))
        content[position] ^= data.draw(st.integers(1, 255))
        store.path(NAME).write_bytes(content)
        assert not any(is_usable(store, version, 64) for version in range(10))
        payload, built, warnings = obtain(store, lambda: PAYLOAD[:64], size=64)
        assert (payload, built) == (PAYLOAD[:64], True)
        # A table of another version is replaced without a warning.
        is_another_version = position == digit and content[digit : digit + 1].isdigit()
        assert is_another_version or "built again" in warnings[0]
        assert obtain(store, never, size=64).payload == PAYLOAD[:64]

    @given(data=st.data())
    def test_truncated_or_longer_file_is_detected(
        self, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        store = Store(tmp_path_factory.mktemp("cache"))
        content = store.save(NAME, PAYLOAD[:64]).read_bytes()
        keep = data.draw(st.integers(0, len(content)))
        more = data.draw(
            st.binary(min_size=keep == len(content), max_size=99).filter(lambda b: keep < len(content) or b)
        )
        if content[:keep] + more != content:
            store.path(NAME).write_bytes(content[:keep] + more)
            assert not is_usable(store, size=64)
            assert [entry.state for entry in store.entries()] == ["damaged"]

    @pytest.mark.parametrize(
        ("content", "problem"),
        [
            (b"", "does not start"),
            (b"\n" * 5000, "does not start"),
            (b"x" * 5000, "does not start"),
            (
                b"cubeproof-table 2 name=a version=1 bytes=999999999999999 checksum=%032d\n" % 0,
                "0 bytes of 999999999999999",
            ),
            (b"cubeproof-table 2 name=a version=1 bytes=2 checksum=%032d\nab" % 0, "checksum"),
        ],
    )
    def test_foreign_file_is_distinguished(self, store: Store, content: bytes, problem: str) -> None:
        store.folder.mkdir()
        store.path(NAME).write_bytes(content)
        (entry,) = store.entries()
        assert entry.state == "damaged"
        assert entry.problem is not None
        assert problem in entry.problem
        assert problem in obtain(store, lambda: PAYLOAD).warnings[0]
        assert obtain(store, never).payload == PAYLOAD

    def test_a_table_under_the_name_of_another_is_not_taken_for_it(self, store: Store) -> None:
        store.save("table-2x2x2-qtm", b"quarter turns").rename(store.path(NAME))
        assert not is_usable(store, size=len(b"quarter turns"))
        assert "name" in obtain(store, lambda: PAYLOAD).warnings[0]

    def test_a_folder_in_the_place_of_the_file_costs_only_time(self, store: Store) -> None:
        store.path(NAME).mkdir(parents=True)
        payload, _, warnings = obtain(store, lambda: PAYLOAD)
        assert payload == PAYLOAD
        assert len(warnings) == 2
        assert [entry.state for entry in store.entries()] == ["damaged"]


class TestFolder:
    def test_table_is_available_without_a_folder(self, tmp_path: Path) -> None:
        # A file in its place acts as an unwritable folder, also when the tests run as root.
        tmp_path.joinpath("cache").write_text("")
        store = Store(tmp_path / "cache")
        payload, _, warnings = obtain(store, lambda: PAYLOAD)
        assert payload == PAYLOAD
        assert str(store.folder) in warnings[0]
        assert store.entries() == []
        assert store.remove() == store.remove(NAME) == []
        with pytest.raises(OSError, match="cache"):
            store.save(NAME, PAYLOAD)

    # Room for the lock only, and for nothing.
    @pytest.mark.parametrize("room", [5000, 0])
    def test_a_full_disk_costs_only_time_and_leaves_no_rubbish(self, store: Store, room: int) -> None:
        program = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
warnings = []
array = store.array("big", 100_000, lambda: bytes(100_000), monitor=Control(progress=warnings.append))
print(array.data.size, array.built, *(note.sentence for note in warnings))
"""
        process = run_python(program, store.folder, room)
        output, errors = process.communicate()
        assert (process.returncode, errors) == (0, "")
        assert output.startswith("100000 True Tables cannot be kept in ")
        assert list(store.folder.iterdir()) == []

    @pytest.mark.parametrize("name", ["big.table", ".big.lock"])
    def test_a_pipe_in_place_of_a_file_holds_no_build_up(self, store: Store, name: str) -> None:
        program = """
print([entry.state.value for entry in store.entries()], store.load_array("big", 5))
warnings = []
array = store.array("big", 5, lambda: b"built", monitor=Control(progress=warnings.append))
print(array.built, bytes(store.load_array("big", 5).data), *(note.sentence for note in warnings))
"""
        store.folder.mkdir()
        os.mkfifo(store.folder / name)
        process = run_python(program, store.folder)
        try:
            output, errors = process.communicate(timeout=60)
        finally:
            process.kill()
        assert errors == ""
        is_table = name == "big.table"
        assert output.startswith(
            f"{['damaged'] if is_table else []} None\nTrue b'built'{' The table file' if is_table else ''}"
        )
        assert ("is a pipe" in output) == is_table
        assert list(store.folder.iterdir()) == [store.path("big")]

    @pytest.mark.parametrize("folder", ["x" * 300, "file/folder", "loop/folder"])
    def test_a_folder_that_cannot_be_made_costs_only_time(self, tmp_path: Path, folder: str) -> None:
        tmp_path.joinpath("file").touch()
        tmp_path.joinpath("loop").symlink_to("loop")
        store = Store(tmp_path / folder)
        payload, _, warnings = obtain(store, lambda: PAYLOAD)
        assert payload == PAYLOAD
        assert warnings[-1].startswith("Tables cannot be kept in ")
        assert not is_usable(store)

    def test_a_folder_of_a_user_who_does_not_exist_is_a_name(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CUBEPROOF_CACHE", "~no-such-user/tables")
        assert default_folder() == Path("~no-such-user/tables")

    def test_a_write_that_fails_at_the_end_leaves_the_old_table(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(_: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        path = store.save(NAME, PAYLOAD)
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            store.save(NAME, b"another")
        assert obtain(store, never).payload == PAYLOAD
        assert list(store.folder.iterdir()) == [path]

    def test_the_environment_chooses_the_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("CUBEPROOF_CACHE", str(tmp_path))
        assert Store().folder == default_folder() == tmp_path
        monkeypatch.setenv("CUBEPROOF_CACHE", "~/tables")
        assert default_folder() == Path.home() / "tables"
        for unset in ("", None):
            if unset is None:
                monkeypatch.delenv("CUBEPROOF_CACHE")
            else:
                monkeypatch.setenv("CUBEPROOF_CACHE", unset)
            assert default_folder().is_absolute()
            assert "cubeproof" in default_folder().parts

    def test_removing_deletes_our_files_only(self, store: Store) -> None:
        paths = [store.save(name, PAYLOAD) for name in ("a", "a-b", "c")]
        foreign = store.folder / "Notes.table"
        foreign.write_text("mine")
        assert [entry.name for entry in store.entries()] == ["a", "a-b", "c"]
        assert store.remove("a") == [paths[0]]
        assert store.remove("a") == []
        assert store.remove() == paths[1:]
        assert list(store.folder.iterdir()) == [foreign]


class TestManyAtOnce:
    def test_second_process_waits_for_the_builder(self, store: Store) -> None:
        program = """
import time
door = Path(sys.argv[2])
def build():
    print("building", flush=True)
    while not door.exists():
        time.sleep(0.001)
    return bytes(3_000_000)
control = Control(progress=lambda note: print(note.sentence, flush=True))
array = store.array("big", 3_000_000, build, monitor=control)
print(array.built, bytes(array.data) == bytes(3_000_000))
"""
        door = store.folder.parent / "door"
        first = run_python(program, store.folder, door)
        assert first.stdout is not None
        assert first.stdout.readline() == "building\n"
        second = run_python(program, store.folder, door)
        assert second.stdout is not None
        assert second.stdout.readline() == (
            f"Another process ({first.pid}) is building the table big; this one waits for it.\n"
        )
        door.touch()
        assert first.communicate(timeout=60) == ("True True\n", "")
        assert second.communicate(timeout=60) == ("False True\n", "")
        assert list(store.folder.iterdir()) == [store.path("big")]

    def test_process_that_waits_for_a_killed_builder_builds(self, store: Store) -> None:
        program = """
import time
store.array("big", 9, lambda: print("building", flush=True) or time.sleep(600))
"""
        builder = run_python(program, store.folder)
        assert builder.stdout is not None
        assert builder.stdout.readline() == "building\n"
        control = Control(progress=lambda _: builder.kill())
        assert store.array("big", len(PAYLOAD), lambda: PAYLOAD, monitor=control).built
        builder.communicate()
        assert list(store.folder.iterdir()) == [store.path("big")]

    def test_waiting_can_be_stopped(self, store: Store) -> None:
        program = """store.array("big", 14, lambda: input("building\\n").encode())"""
        with run_python(program, store.folder) as builder:
            assert builder.stdout is not None
            assert builder.stdout.readline() == "building\n"
            control = Control()
            control.stop()
            with pytest.raises(StoppedError):
                store.array("big", 14, never, monitor=control)
            assert store.remove() == []
            builder.communicate("what was typed")
        stored_payload = obtain(store, never, name="big", size=14).payload
        assert stored_payload == b"what was typed", "what a process is writing is not removed"

    def test_wait_is_reported_once_and_an_error_of_the_check_ends_it(self, tmp_path: Path) -> None:
        checks = 0

        def check() -> None:
            nonlocal checks
            checks += 1
            if checks == 3:
                raise PermissionError("the reason of the caller")

        path, reported = tmp_path / "lock", list[int | None]()
        with held(path, lambda: None, reported.append) as first:
            assert first
            assert is_held(path)
            with pytest.raises(PermissionError, match="of the caller"), held(path, check, reported.append):
                pytest.fail("two held the lock")
        assert reported == [os.getpid()]
        assert not path.exists()
        assert not is_held(path)

    def test_tables_are_built_without_locks(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        def none(*_: object, **_more: object) -> None:
            raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

        monkeypatch.setattr("filelock.FileLock._acquire", none)
        assert obtain(store, lambda: PAYLOAD).built
        assert obtain(store, never).payload == PAYLOAD
        # So `remove` leaves what may be another process's file.
        monkeypatch.setattr("filelock.lock_descriptor", none)
        (store.folder / "lock").touch()
        assert is_held(store.folder / "lock")

    def test_a_process_killed_while_writing_does_no_harm(self, store: Store) -> None:
        program = """
import os
os.fsync = lambda descriptor: os._exit(9)
store.array("big", 100_000, lambda: bytes(100_000))
"""
        process = run_python(program, store.folder)
        assert process.communicate() == ("", "")
        assert process.returncode == 9
        assert sorted(path.suffix for path in store.folder.iterdir()) == [".lock", ".tmp"]
        assert store.entries() == []

        assert obtain(store, lambda: PAYLOAD, name="big") == (PAYLOAD, True, [])
        assert list(store.folder.iterdir()) == [store.path("big")]

    def test_leftovers_without_locks_are_files_of_a_day_or_more(self, store: Store) -> None:
        store.folder.mkdir()
        new, old = (store.folder / f".big.{age}.tmp" for age in ("new", "old"))
        for path in (new, old):
            path.write_bytes(b"half")
        yesterday = time.time() - 2 * 24 * 3600
        os.utime(old, (yesterday, yesterday))
        store.folder.joinpath(".big.lock").mkdir()  # so that there is no lock
        obtain(store, lambda: PAYLOAD, name="big")
        assert new.exists(), "it might belong to a process that is still writing"
        assert not old.exists()

    def test_removing_everything_takes_half_written_files_too(self, store: Store) -> None:
        store.folder.mkdir()
        leftover = store.folder / f".{NAME}.abc.tmp"
        for names in ((), (NAME,)):
            leftover.write_bytes(b"half")
            assert store.remove("another") == []
            assert store.remove(*names) == [leftover]

    @pytest.mark.parametrize("shared", [True, False])
    def test_single_thread_of_many_builds(self, store: Store, shared: bool) -> None:
        builds: list[int] = []
        results: list[bytes] = []
        together = threading.Barrier(8)

        def build() -> bytes:
            builds.append(1)
            # Time enough for the others to build too, if nothing held them back.
            time.sleep(0.05)
            return PAYLOAD

        def ask() -> None:
            table_store = store if shared else Store(store.folder)
            together.wait()
            results.append(obtain(table_store, build).payload)

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert results == [PAYLOAD] * 8
        assert len(builds) == 1

    def test_a_build_may_use_another_table(self, store: Store) -> None:
        inverted = obtain(
            store, lambda: obtain(store, lambda: PAYLOAD, name="inner").payload[::-1], name="outer"
        )
        assert inverted.payload == PAYLOAD[::-1]
        assert [entry.name for entry in store.entries()] == ["inner", "outer"]
