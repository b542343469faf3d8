"""A machine copies missing tables from a folder or a URL, and never uses a wrong one."""

from pathlib import Path

import fsspec
import pytest

from cubeproof.errors import UsageError
from cubeproof.store import Store
from store_monitor import RecordingMonitor

NAME = "table-2x2x2-htm"
PAYLOAD = bytes(range(256)) * 4


@pytest.fixture
def source(tmp_path: Path) -> Store:
    store = Store(tmp_path / "source")
    store.save(NAME, PAYLOAD)
    return store


@pytest.fixture
def target(source: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("CUBEPROOF_SHARED_TABLES", str(source.folder))
    return Store(tmp_path / "target")


def never() -> bytes:
    pytest.fail("the table was built although the folder has it")


def test_a_missing_table_is_copied_from_the_folder(target: Store, source: Store) -> None:
    array = target.array(NAME, len(PAYLOAD), never)
    array.ensure()
    assert array.data.tobytes() == PAYLOAD
    assert target.shared
    assert target.path(NAME).read_bytes() == source.path(NAME).read_bytes()
    # The copy is used without the folder.
    source.path(NAME).unlink()
    assert target.array(NAME, len(PAYLOAD), never).data.tobytes() == PAYLOAD
    assert [path.name for path in target.folder.iterdir() if path.suffix == ".tmp"] == []


def test_a_missing_table_is_copied_from_a_url(
    source: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fsspec.filesystem("memory").pipe(f"/tables/{NAME}.table", source.path(NAME).read_bytes())
    monkeypatch.setenv("CUBEPROOF_SHARED_TABLES", "memory://tables/")
    assert Store(tmp_path / "target").array(NAME, len(PAYLOAD), never).data.tobytes() == PAYLOAD


def test_a_truncated_copy_is_copied_again(target: Store) -> None:
    target.array(NAME, len(PAYLOAD), never)
    path, monitor = target.path(NAME), RecordingMonitor()
    path.write_bytes(path.read_bytes()[:-1])
    assert target.array(NAME, len(PAYLOAD), never, monitor=monitor).data.tobytes() == PAYLOAD
    assert "holds 1023 bytes of 1024" in str(monitor.warnings[0])


@pytest.mark.parametrize(("size", "version"), [(len(PAYLOAD), 2), (18, 1)])
def test_another_version_of_a_table_is_refused(target: Store, size: int, version: int) -> None:
    with pytest.raises(UsageError, match="has version 1 and 1024 bytes"):
        target.array(NAME, size, never, version)
    assert not target.path(NAME).exists()


@pytest.mark.parametrize("fault", ["truncated", "one bit", "absent"])
def test_a_table_is_built_with_a_warning_if_the_folder_has_no_usable_one(
    target: Store, source: Store, fault: str
) -> None:
    path, monitor = source.path(NAME), RecordingMonitor()
    content = path.read_bytes()
    if fault == "absent":
        path.unlink()
    else:
        path.write_bytes(content[:-1] if fault == "truncated" else content[:-1] + b"\0")
    array = target.array(NAME, len(PAYLOAD), lambda: PAYLOAD, monitor=monitor)
    assert array.built
    (warning,) = monitor.warnings
    assert "this machine builds it" in str(warning)
