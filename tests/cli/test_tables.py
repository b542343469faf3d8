"""`cubeproof tables`: the list, building tables, and refusals before any work."""

import json
import os
import signal
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cubeproof.cli import main
from cubeproof.contract.control import Control
from cubeproof.contract.events import TableBuilding
from cubeproof.contract.preparation import Preparation
from cubeproof.contract.table import Table
from cubeproof.sentences import Template
from cubeproof.solving.registry import engine_facts
from cubeproof.store import Store

Capture = pytest.CaptureFixture[str]

_ABOUT = Template("test.tables-about", "a random cube takes a second")


def built(control: Control) -> "np.ndarray[tuple[int], np.dtype[np.uint8]]":
    control.proceed(TableBuilding("middle", 0.5, 7.0))
    return np.arange(200, dtype=np.uint8)


SMALL = Table("small", 3, 0.5, lambda _: b"abc", family="pruning")
MIDDLE = Table(
    "middle", 200, 300.0, built, controlled=True, optional=True, family="pruning", search_note=_ABOUT()
)
LARGE = Table("large", 10**15, 7200.0, built, controlled=True, optional=True, family="pruning")
OTHER = Table("other", 2, 0.1, lambda _: b"ab")


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("CUBEPROOF_CACHE", str(tmp_path / "cache"))
    tables(monkeypatch, SMALL, MIDDLE, LARGE, OTHER)
    # The steps of the real engines take a minute.
    monkeypatch.setattr("cubeproof.solving.machine_preparation.steps", lambda: iter(()))
    return Store()


def tables(monkeypatch: pytest.MonkeyPatch, *known: Table) -> None:
    """Replace the tables of an engine by test tables."""
    monkeypatch.setattr(
        "cubeproof.cli.tables.all_tables", lambda: [(engine_facts("search"), item) for item in known]
    )


def run_tables(capsys: Capture, *arguments: str, status: int = 0) -> str:
    assert main(["tables", *arguments]) == status
    seen = capsys.readouterr()
    return seen.err if status else seen.out


def lines(text: str) -> dict[str, str]:
    """Return the line about each table."""
    return {
        line.split()[0]: line.split("bytes", 1)[1].strip() for line in text.splitlines() if "bytes" in line
    }


def test_tables_list_has_build_times_and_the_table_in_use(capsys: Capture) -> None:
    assert lines(run_tables(capsys, "list")) == {
        "small": "not there; the engine search builds it in about 0.5 s; searches use this one",
        "middle": "not there; `cubeproof tables build middle` builds it in about 5 min; a random cube takes a second",
        "large": "not there; `cubeproof tables build large` builds it in about 120 min",
        "other": "not there; the engine search builds it in about 0.1 s",
    }
    run_tables(capsys, "build", "middle")
    run_tables(capsys, "build", "small")
    output = lines(run_tables(capsys))
    assert output["middle"] == (
        "there; built in about 5 min; searches use this one; a random cube takes a second"
    )
    assert output["small"] == "there; built in about 0.5 s"


def test_tables_list_reads_no_table(capsys: Capture, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    run_tables(capsys, "build")
    path = store.path("small")
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    assert lines(run_tables(capsys))["small"].startswith("there")
    path.write_bytes(path.read_bytes()[:-1])
    assert lines(run_tables(capsys))["small"].startswith("damaged")


def test_tables_list_marks_another_version(
    capsys: Capture, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_tables(capsys, "build", "other")
    tables(monkeypatch, replace(OTHER, version=2))
    assert lines(run_tables(capsys))["other"].startswith("of another version")
    run_tables(capsys, "build")
    assert lines(run_tables(capsys))["other"].startswith("there")


def test_tables_json_keeps_its_entries(capsys: Capture, store: Store) -> None:
    run_tables(capsys, "build", "small")
    data = json.loads(run_tables(capsys, "--json"))
    (there,) = data["tables"]
    assert there == {
        "name": "small",
        "bytes": store.path("small").stat().st_size,
        "state": "good",
        "path": str(store.path("small")),
        "engine": "search",
        "version": 1,
        "seconds": 0.5,
        "memory": 3,
        "about": None,
        "optional": False,
        "taken": True,
        "lacking": None,
    }
    missing = {item["name"]: item for item in data["missing"]}
    assert list(missing) == ["middle", "large", "other"]
    assert {
        name: missing["middle"][name] for name in ("bytes", "engine", "seconds", "about", "optional")
    } == {
        "bytes": 200,
        "engine": "search",
        "seconds": 300.0,
        "about": "a random cube takes a second",
        "optional": True,
    }
    assert missing["other"]["taken"] is None
    assert "large takes 1,000,000,000 MB" in missing["large"]["lacking"].replace("Building the table ", "")
    assert data["removed"] == []
    assert "wrong" not in data


def test_tables_info_describes_a_table(capsys: Capture, store: Store) -> None:
    output = run_tables(capsys, "info", "middle")
    assert [line.split(maxsplit=1)[0] for line in output.splitlines()[2:]] == [
        *("file", "size", "state", "version", "engine", "building", "searching")
    ]
    assert str(store.path("middle")) in output
    assert "about 5 min, 200 bytes of memory" in output
    assert "in the way" in run_tables(capsys, "info", "large")


def test_build_without_a_name_takes_the_steps_of_the_engines(
    capsys: Capture, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = Preparation(1, 1, 0.1, (MIDDLE,), lambda: (), MIDDLE.make)
    monkeypatch.setattr("cubeproof.solving.machine_preparation.steps", lambda: iter((step,)))
    run_tables(capsys, "build", "small")
    assert MIDDLE.name not in [entry.name for entry in store.entries()]
    run_tables(capsys, "build")
    assert MIDDLE.name in [entry.name for entry in store.entries()]


def test_tables_build_without_room_is_refused_before_the_work(capsys: Capture, store: Store) -> None:
    assert "Building the table large takes 1,000,000,000 MB of memory" in run_tables(
        capsys, "build", "large", status=2
    )
    assert not store.folder.exists()


def test_tables_build_refuses_a_folder_that_cannot_exist_before_the_work(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("CUBEPROOF_CACHE", str(file / "tables"))
    for name in ([], ["small"]):
        assert main(["tables", "build", *name]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert f"Tables cannot be kept in {file / 'tables'}: " in error


def test_tables_build_leaves_nothing_after_ctrl_c(
    capsys: Capture, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(control: Control) -> bytes:
        os.kill(os.getpid(), signal.SIGINT)
        while True:
            control.proceed(TableBuilding("middle", 0.5))

    tables(monkeypatch, replace(MIDDLE, build=interrupted))
    assert run_tables(capsys, "build", "middle", status=130) == "cubeproof: Interrupted.\n"
    assert not store.folder.exists()


def test_tables_verify_finds_a_changed_bit_and_a_wrong_table(
    capsys: Capture, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_tables(capsys, "build")
    run_tables(capsys, "build", "middle")
    assert "middle: right" in run_tables(capsys, "verify", "middle")
    path = store.path("middle")
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    store.save("small", b"abd")
    store.save("foreign", b"anything")
    assert main(["tables", "verify", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["wrong"] == {
        "middle": "its checksum or its name does not match its contents",
        "small": "it differs from the table built now",
    }
    assert path.exists()
    run_tables(capsys, "build", "middle")
    assert "middle: right" in run_tables(capsys, "verify", "middle")


def test_tables_name_that_is_unknown_is_a_usage_error(capsys: Capture) -> None:
    assert "There is no table 'smal'; there are large, middle, other, small." in run_tables(
        capsys, "build", "smal", status=2
    )
