"""A table of any size comes as one array, may be used at once, and is believed only when its checksum agrees."""

import gc
import os
import threading
import weakref
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.errors import InternalError, StoppedError
from cubeproof.store import ArraysInMemory, Store, TableArray, TableDamagedError, aligned_empty
from cubeproof.store.file import BLOCK
from french import in_french
from programs import run_python
from store_monitor import RecordingMonitor

NAME = "coset-3x3x3"
SMALL = np.arange(1000, dtype=np.uint32).astype(np.uint8)
# Several blocks, and a last one that is not whole.
LARGE = 2 * BLOCK + 12_345


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "cache")


def pattern(size: int) -> NDArray[np.uint8]:
    """A table in which every block is another."""
    data = aligned_empty(size)
    data[:] = np.resize(np.arange(251, dtype=np.uint8), size)
    return data


def never() -> bytes:
    pytest.fail("the table was built although it was there")


def spoil(path: Path, position: int) -> None:
    """Turn a bit of a file over."""
    with path.open("r+b") as file:
        file.seek(position)
        (byte,) = file.read(1)
        file.seek(position)
        file.write(bytes([byte ^ 1]))


def had(store: Store, build: Callable[[], bytes | NDArray[np.uint8]] = never, size: int = 1000) -> TableArray:
    return store.array(NAME, size, build)


class TestHaving:
    @pytest.mark.parametrize("size", [0, 1, 1000, LARGE])
    @pytest.mark.parametrize("shared", [False, True])
    def test_array_is_read_back_as_built(self, store: Store, size: int, shared: bool) -> None:
        store = Store(store.folder, shared=shared)
        built = had(store, lambda: pattern(size), size)
        assert (built.built, built.agreed()) == (True, True)
        built.ensure()
        expected = built.data.copy()
        del built
        gc.collect()
        read = had(store, size=size)
        assert (read.built, read.agreed(wait=True)) == (False, True)
        read.ensure()
        assert np.array_equal(read.data, expected)

    def test_array_has_one_type_from_any_source(self, store: Store) -> None:
        kinds = []
        for shared, build in ((False, SMALL.tobytes), (False, never), (True, never)):
            array = had(Store(store.folder, shared=shared), build)
            data = array.data
            kinds.append((data.shape, data.dtype.str, data.flags.c_contiguous, data.flags.writeable))
            assert data.ctypes.data % 64 == 0
            del array, data
            gc.collect()
        assert kinds == [((1000,), "|u1", True, True)] * 3

    def test_writing_to_a_shared_array_changes_no_file(self, store: Store) -> None:
        store.save(NAME, SMALL)
        shared = Store(store.folder, shared=True)
        had(shared).data[:] = 7
        gc.collect()
        assert np.array_equal(had(store).data, SMALL)

    @pytest.mark.parametrize(("value", "shared"), [("1", True), ("", False), ("0", False)])
    def test_the_environment_chooses_whether_tables_are_shared(
        self, value: str, shared: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("CUBEPROOF_SHARED_TABLES", value)
        assert Store().shared is shared

    def test_array_refers_to_its_search_only_until_its_checksum_agrees(self, store: Store) -> None:
        store.save(NAME, SMALL)
        monitor = RecordingMonitor()
        array, search = store.array(NAME, 1000, never, monitor=monitor), weakref.ref(monitor)
        del monitor
        array.ensure()
        gc.collect()
        assert search() is None
        assert array.agreed()

    def test_array_in_use_is_not_read_again(self, store: Store) -> None:
        store.save(NAME, SMALL)
        arrays, in_use = list[TableArray](), ArraysInMemory()
        threads = [
            threading.Thread(target=lambda: arrays.append(store.array(NAME, 1000, never, arrays=in_use)))
            for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(map(id, arrays))) == 1
        store.save(NAME, SMALL[::-1].copy())
        assert np.array_equal(store.array(NAME, 1000, never, arrays=in_use).data, SMALL[::-1])

    @pytest.mark.parametrize("size", [3, 1001])
    def test_a_build_of_another_size_is_a_defect_and_is_not_kept(self, store: Store, size: int) -> None:
        with pytest.raises(InternalError, match=f"{size} bytes instead of 1000"):
            had(store, lambda: bytes(size))
        assert not store.folder.exists()

    def test_table_of_another_version_or_size_is_rebuilt(self, store: Store) -> None:
        store.save(NAME, SMALL, version=2)
        assert had(store, SMALL.copy).built
        monitor = RecordingMonitor()
        assert store.array(NAME, 4, lambda: b"four", monitor=monitor).built
        assert ["1000 bytes of 4" in warning for warning in monitor.warnings] == [True]

    @pytest.mark.parametrize("verb", ["building", "reading"])
    def test_array_has_no_second_copy_in_memory(self, store: Store, verb: str) -> None:
        program = """if True:
            import resource, sys
            from pathlib import Path
            from cubeproof.store import Store, aligned_empty
            size = 100_000_000
            def build():
                data = aligned_empty(size)
                data[:] = 1
                return data
            unit = 1 if sys.platform == "darwin" else 1024
            peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
            before = peak()
            array = Store(Path(sys.argv[1])).array("big", size, build)
            array.ensure()
            print(array.built, (peak() - before) / size < 1.4)
        """
        if verb == "reading":
            store.save("big", np.ones(100_000_000, dtype=np.uint8))
        done = run_python(program, store.folder, check=False)
        assert done.stdout == f"{verb == 'building'} True\n", done.stderr


class TestDamage:
    @given(data=st.data())
    def test_changed_byte_is_detected_before_the_array_is_trusted(
        self, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        store = Store(tmp_path_factory.mktemp("cache"))
        content = bytearray(store.save(NAME, SMALL).read_bytes())
        version = content.index(b"version=") + len("version=")
        position = data.draw(st.integers(0, len(content) - 1))
        content[position] ^= data.draw(st.integers(1, 255))
        # The file of another version is no damage: it counts as missing.
        assume(position != version or not chr(content[position]).isdigit())
        store.path(NAME).write_bytes(content)
        monitor = RecordingMonitor()
        array = store.array(NAME, 1000, SMALL.copy, monitor=monitor)
        if not array.built:
            assert array.agreed(wait=True) is False
            with pytest.raises(TableDamagedError, match="turned out to be damaged"):
                array.ensure()
            with pytest.raises(TableDamagedError):
                array.ensure()
            array = store.array(NAME, 1000, SMALL.copy, monitor=monitor)
        assert array.built
        assert len(monitor.warnings) == 1
        assert np.array_equal(array.data, SMALL)
        assert np.array_equal(had(store).data, SMALL)

    @pytest.mark.parametrize("shared", [False, True])
    @pytest.mark.parametrize("position", [500, BLOCK, LARGE // 2, LARGE])
    def test_flipped_bit_in_a_large_file_is_detected(self, store: Store, position: int, shared: bool) -> None:
        store = Store(store.folder, shared=shared)
        spoil(store.save(NAME, pattern(LARGE)), position)
        monitor = RecordingMonitor()
        array = store.array(NAME, LARGE, never, monitor=monitor)
        with pytest.raises(TableDamagedError) as failure:
            array.ensure()
        assert monitor.warnings == [failure.value.sentence]
        assert in_french(monitor.warnings[0]) == (
            f"Le fichier de table {store.path(NAME)} s’est révélé endommagé (sa somme de contrôle ou son nom "
            "ne correspond pas à son contenu) ; la table est reconstruite."
        )
        assert not store.path(NAME).exists()

    def test_file_truncated_while_reading_is_rebuilt(self, store: Store) -> None:
        path = store.save(NAME, pattern(LARGE))
        monitor = RecordingMonitor(check=lambda: os.truncate(path, BLOCK))
        array = store.array(NAME, LARGE, lambda: pattern(LARGE), monitor=monitor)
        assert array.built
        assert {"could not be used" in warning for warning in monitor.warnings} == {True}

    def test_good_file_stored_during_the_check_stays(self, store: Store) -> None:
        spoil(store.save(NAME, SMALL), 600)
        array = had(store)
        Store(store.folder).save(NAME, SMALL)
        with pytest.raises(TableDamagedError):
            array.ensure()
        assert np.array_equal(had(store).data, SMALL)

    def test_a_damaged_file_that_cannot_be_removed_is_not_used_again(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        spoil(store.save(NAME, SMALL), 600)
        array = had(store)

        def refused(*_: object, **__: object) -> None:
            raise PermissionError

        with monkeypatch.context() as patch:
            patch.setattr(Path, "unlink", refused)
            with pytest.raises(TableDamagedError):
                array.ensure()
        assert [entry.state for entry in store.entries(thorough=False)] == ["damaged"]
        assert had(store, SMALL.copy).built
        assert np.array_equal(had(store).data, SMALL)

    def test_a_file_of_an_earlier_format_counts_as_missing(self, store: Store) -> None:
        store.folder.mkdir()
        store.path(NAME).write_bytes(b"cubeproof-table 1 name=a version=1 bytes=2 blake2b=00ff\nab")
        assert [(entry.state, entry.problem) for entry in store.entries()] == [
            ("outdated", "an earlier cubeproof wrote it")
        ]
        monitor = RecordingMonitor()
        assert store.array(NAME, 1000, SMALL.copy, monitor=monitor).built
        assert monitor.warnings == []


class TestStopping:
    def test_reading_ends_between_blocks(self, store: Store) -> None:
        store.save(NAME, pattern(LARGE))
        control, calls = Control(), []

        def check() -> None:
            calls.append(1)
            if len(calls) == 2:
                control.stop()
            control.check()

        with pytest.raises(StoppedError):
            store.array(NAME, LARGE, never, monitor=RecordingMonitor(check))
        assert len(calls) == 2
        threads = [thread for thread in threading.enumerate() if thread.name == "cubeproof-checksum"]
        for thread in threads:
            thread.join(60)
        assert not any(thread.is_alive() for thread in threads)
        assert had(store, size=LARGE).agreed(wait=True)

    def test_writing_ends_between_blocks_and_leaves_nothing(self, store: Store) -> None:
        control = Control()

        def build() -> NDArray[np.uint8]:
            control.stop()
            return pattern(LARGE)

        with pytest.raises(StoppedError):
            store.array(NAME, LARGE, build, monitor=control)
        assert not store.folder.exists()

    def test_failed_checksum_blocks_no_waiter(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        store.save(NAME, SMALL)

        def fail(_: object) -> str:
            raise MemoryError

        monkeypatch.setattr("cubeproof.store.file.Checksum.text", fail)
        array = had(store)
        with pytest.raises(MemoryError):
            array.ensure()
        with pytest.raises(MemoryError):
            array.agreed(wait=True)
        # That says nothing of the file.
        assert store.path(NAME).exists()

    def test_waiting_for_the_checksum_ends_with_the_search(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store.save(NAME, SMALL)
        go_on = threading.Event()
        text = "cubeproof.store.file.Checksum.text"
        monkeypatch.setattr(text, lambda self: str(go_on.wait()))
        array = had(store)
        assert array.agreed() is None
        control = Control()
        control.stop()
        with pytest.raises(StoppedError):
            array.ensure(control.check)
        go_on.set()
        assert array.agreed(wait=True) is False
