"""Free memory and disk space, checked before work that may need more."""

import contextlib
import shutil
from pathlib import Path

from cubeproof.base.platform_support import address_space_limit, machine_memory, page_size
from cubeproof.sentences import Sentence, Template

_MEMORY_TO_READ = Template(
    "table.memory-to-read", "The table {name} takes {needed:,.0f} MB of memory, and {free:,.0f} MB are free."
)

_MEMINFO = Path("/proc/meminfo")
_CGROUPS = Path("/proc/self/cgroup")
_CGROUP_ROOT = Path("/sys/fs/cgroup")


def free_memory() -> int | None:
    """Return the number of bytes that this process can still allocate, or None if it is unknown.

    On Linux that is the minimum of the machine's available memory and of the memory that the process's control groups
    and `ulimit -v` leave. On Windows it is the machine's free memory, on other systems its total memory, if known.
    """
    limits = [bytes_ for bytes_ in (_machine(), _limit(), *_cgroups()) if bytes_ is not None]
    return max(0, min(limits)) if limits else None


def lack_of_memory_to_read(name: str, size: int) -> Sentence | None:
    """Return the reason why a table of `size` bytes does not fit into the free memory; None if it fits."""
    free = free_memory()
    if free is None or free >= size:
        return None
    return _MEMORY_TO_READ(name=name, needed=size / 1e6, free=free / 1e6)


def free_address_space() -> int | None:
    """Return the number of bytes that `ulimit -v` leaves to this process, or None without a limit."""
    return _limit()


def free_disk(folder: Path) -> int | None:
    """Return the free bytes on the disk of a folder, which need not exist yet; None if that is unknown."""
    for place in (folder, *folder.parents):
        with contextlib.suppress(OSError):
            return shutil.disk_usage(place).free
    return None


def _machine() -> int | None:
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in _MEMINFO.read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    return machine_memory()


def _limit() -> int | None:
    """Return the memory that the address-space limit leaves."""
    limit = address_space_limit()
    if limit is None:
        return None
    with contextlib.suppress(OSError, ValueError, IndexError):
        taken = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        return limit - taken * page_size()
    return limit


def _cgroups() -> list[int]:
    """Return the memory that each control group around the process leaves, for both versions."""
    left = []
    with contextlib.suppress(OSError, ValueError):
        for line in _CGROUPS.read_text(encoding="utf-8").splitlines():
            _, controllers, path = line.split(":", 2)
            if not controllers:
                root, names = _CGROUP_ROOT, ("memory.max", "memory.current", "inactive_file")
            elif "memory" in controllers.split(","):
                root = _CGROUP_ROOT / "memory"
                names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
            else:
                continue
            group = root / path.strip("/")
            for place in (group, *group.parents):
                if not place.is_relative_to(root):
                    break
                left += _group(place, *names)
    return left


def _group(place: Path, limit: str, usage: str, reclaimable: str) -> list[int]:
    """Return the memory that one control group leaves; [] if it has no limit or is invisible to the process."""
    with contextlib.suppress(OSError, ValueError):
        most = place.joinpath(limit).read_text(encoding="ascii").strip()
        if most == "max":
            return []
        left = int(most) - int(place.joinpath(usage).read_text(encoding="ascii"))
        for line in place.joinpath("memory.stat").read_text(encoding="ascii").splitlines():
            name, _, count = line.partition(" ")
            if name == reclaimable:
                # Cached files, whose memory the system can free at any time.
                left += int(count)
        return [left]
    return []
