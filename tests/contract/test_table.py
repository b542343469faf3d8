"""The life cycle of a table: an engine requests it, a command builds and verifies it, too little room refuses it."""

import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from cubeproof.base.polling import pulse
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, Note, Progress, TableBuilding
from cubeproof.contract.limit import Limit
from cubeproof.contract.table import Table, chosen, verified
from cubeproof.errors import StoppedError, TimeUpError, TooLargeError
from cubeproof.store import Store, TableDamagedError, aligned_empty
from cubeproof.store.file import Checksum
from french import in_french

SIZE = 5000
MB = 1_000_000


def built(control: Control) -> NDArray[np.uint8]:
    """A table that reports its progress."""
    control.proceed(TableBuilding("big", 0.5, 1.0))
    data = aligned_empty(SIZE)
    data[:] = np.arange(SIZE, dtype=np.uint32) % 251
    return data


def never(_: Control) -> bytes:
    pytest.fail("the table was built although it was there")


def sized(size: int, _: Progress) -> bytes:
    return bytes(size)


BIG = Table("big", SIZE, 3600.0, built, controlled=True)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "cache")


def free(monkeypatch: pytest.MonkeyPatch, *, memory: int | None = None, disk: int | None = None) -> None:
    """Simulate this number of free bytes."""
    for module in ("cubeproof.store", "cubeproof.store.room"):
        monkeypatch.setattr(f"{module}.free_memory", lambda: memory)
    monkeypatch.setattr("cubeproof.store.free_disk", lambda _: disk)


def spoil(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)


class TestHaving:
    def test_table_is_built_once_with_an_event(self, store: Store) -> None:
        events: list[Event] = []
        first = BIG.array(Control(progress=events.append), store)
        assert events == [TableBuilding("big", 0.5, 1.0)]
        again = replace(BIG, build=never).array(Control(), store)
        again.ensure()
        assert np.array_equal(again.data, np.arange(SIZE) % 251)
        assert np.array_equal(first.data, again.data)

    def test_small_table_gets_a_callback_and_may_be_bytes(self, store: Store) -> None:
        def build(progress: Progress) -> bytes:
            progress(TableBuilding("small", 0.5))
            return b"abc"

        small = Table("small", 3, 0.0, build)
        events: list[Event] = []
        assert small.array(Control(progress=events.append), store).data.tobytes() == b"abc"
        assert events == [TableBuilding("small", 0.5)]

    @pytest.mark.parametrize("had", [Table.array, Table.make])
    def test_a_build_that_is_stopped_leaves_nothing(
        self, store: Store, had: Callable[[Table, Control, Store], object]
    ) -> None:
        control = Control()
        control.stop()
        with pytest.raises(StoppedError):
            had(BIG, control, store)
        assert not store.folder.exists()

    def test_a_build_that_calls_pulse_is_stopped_and_has_as_much_time_as_it_takes(self, store: Store) -> None:
        control = Control(Limit(seconds=1e-9))

        def building(_: Progress) -> bytes:
            pulse()
            control.stop()
            pulse()
            pytest.fail("it went on")

        with pytest.raises(StoppedError):
            Table("small", 3, 0.0, building).array(control, store)

    def test_search_time_limit_ends_a_wait_but_not_a_build(self, store: Store) -> None:
        program = """if True:
            import sys
            from pathlib import Path
            from cubeproof.store import Store
            Store(Path(sys.argv[1])).array("big", 3, lambda: input("building\\n").encode())
        """
        command = [sys.executable, "-c", program, str(store.folder)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as builder:
            assert builder.stdout is not None
            assert builder.stdout.readline() == "building\n"
            events: list[Event] = []
            with pytest.raises(TimeUpError):
                BIG.array(Control(Limit(seconds=0.001), events.append), store)
            builder.communicate("abc")
        (note,) = events
        assert isinstance(note, Note)
        assert in_french(note.sentence) == (
            f"Un autre processus ({builder.pid}) construit la table big ; celui-ci l’attend."
        )
        late = Control(Limit(seconds=1e-9))
        assert late.expired
        assert replace(BIG, version=2).array(late, store).built

    def test_damaged_table_is_rebuilt_by_the_next_call(self, store: Store) -> None:
        BIG.make(Control(), store)
        spoil(store.path("big"))
        events: list[Event] = []
        control = Control(progress=events.append)
        array = BIG.array(control, store)
        with pytest.raises(TableDamagedError):
            array.ensure(control.check)
        again = BIG.array(control, store)
        assert (again.built, BIG.verify(Control(), store)) == (True, "")
        assert [type(event) for event in events] == [Note, TableBuilding]

    @pytest.mark.parametrize("damaged", range(3))
    def test_verified_tables_are_right_after_a_damage_of_any(self, store: Store, damaged: int) -> None:
        tables = [replace(BIG, name=f"big-{number}") for number in range(3)]
        for table in tables:
            table.make(Control(), store)
        spoil(store.path(tables[damaged].name))
        events: list[Event] = []
        arrays = verified(Control(progress=events.append), store, *tables)
        assert [array.built for array in arrays] == [number == damaged for number in range(3)]
        assert {array.data.tobytes() for array in arrays} == {built(Control()).tobytes()}
        assert [type(event) for event in events] == [Note, TableBuilding]


class TestMaking:
    def test_table_is_made_only_if_missing_damaged_or_old(self, store: Store) -> None:
        builds: list[int] = []

        def build(control: Control) -> NDArray[np.uint8]:
            builds.append(1)
            return built(control)

        counted = replace(BIG, build=build)
        for _ in range(2):
            counted.make(Control(), store)
            assert len(builds) == 1
        spoil(store.path("big"))
        events: list[Event] = []
        counted.make(Control(progress=events.append), store)
        assert len(builds) == 2
        assert any(
            "the table was built again" in event.sentence for event in events if isinstance(event, Note)
        )
        replace(counted, version=2).make(Control(), store)
        assert len(builds) == 3
        assert replace(BIG, version=2).verify(Control(), store) == ""

    def test_table_exists_if_header_version_and_size_are_right(self, store: Store) -> None:
        assert not BIG.is_stored(store)
        BIG.make(Control(), store)
        assert BIG.is_stored(store)
        assert not replace(BIG, version=2).is_stored(store)
        assert not replace(BIG, size=SIZE + 1).is_stored(store)
        path = store.path("big")
        path.write_bytes(path.read_bytes()[:-1])
        assert not BIG.is_stored(store)


class TestVerifying:
    def test_verifying_calls_the_table_s_check_without_a_rebuild(self, store: Store) -> None:
        BIG.make(Control(), store)
        checked = replace(BIG, build=never, find_fault=lambda data: "" if data[250] == 250 else "it is odd")
        assert checked.verify(Control(), store) == ""
        data = np.zeros(SIZE, dtype=np.uint8)
        store.save("big", data)
        assert checked.verify(Control(), store) == "it is odd"

    def test_verifying_without_a_check_compares_with_a_rebuild(self, store: Store) -> None:
        data = built(Control())
        data[SIZE - 1] ^= 1
        store.save("big", data)
        assert BIG.verify(Control(), store) == "it differs from the table built now"
        store.save("big", data[:-1])
        assert BIG.verify(Control(), store) == "it has 4,999 bytes, not 5,000"

    def test_verifying_is_stopped_while_the_checksum_is_made(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        BIG.make(Control(), store)
        control, go_on, load_array = Control(), threading.Event(), store.load_array

        def load_slowly(name: str, size: int, version: int, monitor: Control) -> object:
            # The checksum is not made before the test ends.
            monkeypatch.setattr(Checksum, "text", lambda _: str(go_on.wait(60)))
            array = load_array(name, size, version, monitor)
            control.stop()
            return array

        monkeypatch.setattr(store, "load_array", load_slowly)
        with pytest.raises(StoppedError):
            BIG.verify(control, store)
        go_on.set()

    def test_verifying_is_stopped_during_a_rebuild(self, store: Store) -> None:
        control = Control()

        def build(_: Progress) -> bytes:
            control.stop()
            return b"abc"

        store.save("small", b"abc")
        with pytest.raises(StoppedError):
            Table("small", 3, 0.0, build).verify(control, store)

    def test_verifying_keeps_a_damaged_file(self, store: Store) -> None:
        BIG.make(Control(), store)
        spoil(store.path("big"))
        assert BIG.verify(Control(), store) == "its file is damaged, or of another version"
        assert store.path("big").exists()


class TestRoom:
    def test_table_without_memory_to_build_is_refused_before_the_work(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        free(monkeypatch, memory=900 * MB)
        large = replace(BIG, build=never, memory=1200 * MB)
        for had in (large.array, large.make):
            with pytest.raises(TooLargeError) as refusal:
                had(Control(), store)
            assert refusal.value.sentence == (
                "Building the table big takes 1,200 MB of memory, and 900 MB are free."
            )
            assert in_french(refusal.value.sentence) == (
                "Construire la table big prend 1 200 Mo de mémoire, et 900 Mo sont libres."
            )
        assert large.lacking(store) == refusal.value.sentence
        assert not store.folder.exists()

    def test_table_without_memory_to_read_is_refused_unless_loaded(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        BIG.make(Control(), store)
        free(monkeypatch, memory=4 * 10**3)
        with pytest.raises(TooLargeError, match="takes 0 MB of memory, and 0 MB are free"):
            BIG.array(Control(), store)
        assert BIG.lacking(store) is not None
        free(monkeypatch, memory=SIZE)
        array = BIG.array(Control(), store)
        free(monkeypatch, memory=0)
        assert BIG.array(Control(), store) is array

    def test_table_without_disk_space_is_refused_before_the_build(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        free(monkeypatch, disk=100)
        large = replace(BIG, build=never, optional=True)
        for had in (large.array, large.make, replace(large, optional=False).make):
            with pytest.raises(TooLargeError) as refusal:
                had(Control(), store)
            assert in_french(refusal.value.sentence) == (
                f"La table big prend 0 Mo du disque de {store.folder}, et 0 Mo sont libres."
            )
        assert BIG.array(Control(), store).built, "what every search needs is built all the same"

    def test_unknown_free_space_blocks_no_table(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        free(monkeypatch)
        assert replace(BIG, memory=10**18, optional=True).array(Control(), store).built


class TestChoosing:
    TABLES = tuple(
        Table(f"family-{size}", size, 1.0, partial(sized, size), optional=size > 2, family="family")
        for size in (1, 2, 3, 4)
    )

    def test_choice_without_tables_is_the_largest_default_table(self, store: Store) -> None:
        assert chosen(self.TABLES, store).size == 2
        assert chosen(self.TABLES[2:], store).size == 3

    def test_choice_is_the_largest_stored_table_that_fits_memory(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for there in (0, 3, 2):
            self.TABLES[there].make(Control(), store)
        assert chosen(self.TABLES, store).size == 4
        free(monkeypatch, memory=3)
        assert chosen(self.TABLES, store).size == 3
        store.path("family-3").write_bytes(b"cut off")
        assert chosen(self.TABLES, store).size == 1
