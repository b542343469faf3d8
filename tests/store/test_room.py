"""Free memory and disk space are the system's figures, the least of all limits."""

from pathlib import Path

import pytest

from cubeproof.store import free_disk, free_memory, room
from programs import run_python

GB = 1_000_000_000


def write_control_group(folder: Path, **files: str) -> None:
    """Files of a control group."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        folder.joinpath(name.replace("__", ".")).write_text(content)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with 8 GB available, whose files are in a folder."""
    tmp_path.joinpath("meminfo").write_text("MemTotal: 16000000 kB\nMemAvailable:    8000000 kB\n")
    monkeypatch.setattr(room, "_MEMINFO", tmp_path / "meminfo")
    monkeypatch.setattr(room, "_CGROUPS", tmp_path / "cgroup")
    monkeypatch.setattr(room, "_CGROUP_ROOT", tmp_path / "groups")
    return tmp_path


def test_memory_without_groups_is_what_the_machine_has_available(machine: Path) -> None:
    assert free_memory() == 8_000_000 * 1024


def test_a_group_of_version_2_sets_a_limit_and_files_held_in_memory_do_not_count(machine: Path) -> None:
    machine.joinpath("cgroup").write_text("0::/a/b\n")
    limits = {"memory__max": str(3 * GB), "memory__current": str(2 * GB)}
    write_control_group(machine / "groups/a", **limits, memory__stat=f"anon 5\ninactive_file {GB // 2}\n")
    write_control_group(machine / "groups/a/b", memory__max="max\n", memory__current="5")
    assert free_memory() == 3 * GB // 2


def test_a_group_of_version_1_sets_a_limit(machine: Path) -> None:
    machine.joinpath("cgroup").write_text("3:cpu:/\n4:memory:/box\n0::/\n")
    write_control_group(
        machine / "groups/memory/box",
        memory__limit_in_bytes=str(4 * GB),
        memory__usage_in_bytes=str(GB),
        memory__stat="total_inactive_file 7\n",
    )
    assert free_memory() == 3 * GB + 7


def test_memory_over_the_limit_is_0(machine: Path) -> None:
    machine.joinpath("cgroup").write_text("0::/\n")
    write_control_group(machine / "groups", memory__max="5", memory__current="9", memory__stat="")
    assert free_memory() == 0


@pytest.mark.parametrize("content", ["", "MemAvailable:\n", "MemAvailable: many kB\n"])
def test_memory_without_useful_limits_is_that_of_the_machine(machine: Path, content: str) -> None:
    machine.joinpath("meminfo").write_text(content)
    free_bytes = free_memory()
    assert free_bytes is None or free_bytes > GB // 4


def test_memory_respects_the_limit_of_a_process() -> None:
    program = """if True:
        import resource
        from cubeproof.store import free_memory
        resource.setrlimit(resource.RLIMIT_AS, (3_000_000_000, 3_000_000_000))
        print(free_memory() < 3_000_000_000)
    """
    assert run_python(program, check=False).stdout == "True\n"


def test_disk_space_is_that_of_the_nearest_existing_folder(tmp_path: Path) -> None:
    free_bytes = free_disk(tmp_path / "not" / "yet" / "there")
    assert free_bytes is not None
    assert free_bytes > 0
