"""Functions that POSIX has and Windows lacks, with the nearest behaviour of Windows.

File locks, groups of processes, priorities, limits, free memory, colours of the console, flags of `os.open`. Each
function tests whether the names that it uses exist, and not which system it is, so that tests can take the names away.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import struct
from importlib import import_module
from typing import Any

HAS_GROUPS = hasattr(os, "killpg")
"""Whether the system has groups of processes; Windows has none."""

BINARY: int = getattr(os, "O_BINARY", 0)
"""Flag of `os.open` without which Windows translates line ends."""

NONBLOCK: int = getattr(os, "O_NONBLOCK", 0)
"""Flag of `os.open` that opens a pipe without waiting; Windows has no such pipes in folders."""

NEW_SESSION = 0x0800_0200 if os.name == "nt" else 0
"""`creationflags` of a process that leads a group: CREATE_NO_WINDOW and CREATE_NEW_PROCESS_GROUP.

Used together with `start_new_session`, which Windows ignores: Ctrl-C of this console does not reach the process.
"""

ABORTED = (-signal.SIGABRT, 0xC000_0409)
"""Statuses of a process that called `abort`; on Windows STATUS_STACK_BUFFER_OVERRUN, for any reason."""

TEMPORARY_FOLDER_VARIABLES = ("TMPDIR",) if os.name == "posix" else ("TMPDIR", "TEMP", "TMP")
"""Environment variables that name the folder for temporary files."""

# Windows locks bytes of a file, and other programs cannot read these. Files are shorter than this position.
_LOCKED_BYTE = 0x7FFF_0000
# Seconds for `taskkill`, which takes a tenth of one.
_KILL_SECONDS = 5.0


def optional_module(name: str) -> Any:
    """Return a module, or None if this system does not have it.

    >>> optional_module("no_such_module") is None
    True
    """
    try:
        return import_module(name)
    except ModuleNotFoundError:
        return None


def open_folder(folder: os.PathLike[str]) -> int | None:
    """Open a folder of this user, so that it can be locked; None if the system cannot open folders.

    Raises:
        OSError: it is a link, or it belongs to another user.
    """
    directory, no_follow = getattr(os, "O_DIRECTORY", None), getattr(os, "O_NOFOLLOW", None)
    if directory is None or no_follow is None or not hasattr(os, "geteuid"):
        return None
    descriptor = os.open(folder, os.O_RDONLY | directory | no_follow)
    if os.fstat(descriptor).st_uid != os.geteuid():
        os.close(descriptor)
        raise PermissionError(f"{folder} belongs to another user")
    return descriptor


def lock(descriptor: int) -> None:
    """Lock an open file against other processes, until it is closed; on Windows other programs can still read it.

    Raises:
        BlockingIOError: another process holds the lock.
        OSError: the file system has no locks.
    """
    if (fcntl := optional_module("fcntl")) is not None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    if (msvcrt := optional_module("msvcrt")) is None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))
    position = os.lseek(descriptor, 0, os.SEEK_CUR)
    os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
    try:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    except PermissionError as error:
        raise BlockingIOError(error.errno, error.strerror) from None
    finally:
        os.lseek(descriptor, position, os.SEEK_SET)


def kill(process: int) -> None:
    """Kill a process.

    Raises:
        OSError: there is no such process.
    """
    # On Windows SIGTERM ends a process at once, as SIGKILL does elsewhere.
    os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))


def kill_group(leader: int) -> None:
    """Kill a process that leads a group, and the group; on Windows the process and its descendants.

    Raises:
        OSError: there is no such process.
    """
    if hasattr(os, "killpg") and hasattr(signal, "SIGKILL"):
        os.killpg(leader, signal.SIGKILL)
        return
    import subprocess

    program = os.path.join(os.environ.get("SYSTEMROOT", ""), "System32", "taskkill.exe")  # noqa: PTH118
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        subprocess.run(
            [program, "/T", "/F", "/PID", str(leader)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            creationflags=NEW_SESSION,
            timeout=_KILL_SECONDS,
            check=True,
        )
        return
    kill(leader)


def end_own_group() -> None:
    """Kill this process, which leads a group, and the group; on Windows this process and its descendants."""
    if hasattr(os, "killpg"):
        kill_group(0)
    else:
        with contextlib.suppress(OSError):
            kill_group(os.getpid())
        os._exit(1)


def is_running(process: int) -> bool:
    """Whether a process of this machine runs; True if that is unknown.

    >>> is_running(os.getpid())
    True
    """
    if hasattr(os, "killpg"):
        try:
            os.kill(process, 0)
        except (ProcessLookupError, OverflowError):
            return False
        except PermissionError:
            return True
        return True
    # On Windows signal 0 is Ctrl-C, so `os.kill` would interrupt the process.
    if (kernel32 := _kernel32()) is None or process >= 1 << 32:
        return kernel32 is None
    synchronize, timed_out = 0x0010_0000, 0x102
    ctypes = import_module("ctypes")
    handle = ctypes.c_void_p(kernel32.OpenProcess(synchronize, 0, ctypes.c_uint32(process)))
    if not handle:
        access_denied = 5
        return bool(kernel32.GetLastError() == access_denied)
    try:
        return bool(kernel32.WaitForSingleObject(handle, 0) == timed_out)
    finally:
        kernel32.CloseHandle(handle)


def lower_priority(steps: int) -> None:
    """Lower the priority of this process, if the system allows it; on Windows by one class."""
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(steps)
    elif (kernel32 := _kernel32()) is not None:
        this_process, below_normal = import_module("ctypes").c_void_p(-1), 0x4000
        kernel32.SetPriorityClass(this_process, below_normal)


def limit_resource(name: str, most: int) -> None:
    """Set a limit of this process and of its future children, such as "RLIMIT_AS"; Windows has no such limits."""
    if (resource := optional_module("resource")) is not None:
        with contextlib.suppress(OSError, ValueError, AttributeError):
            resource.setrlimit(getattr(resource, name), (most, most))


def address_space_limit() -> int | None:
    """Return the limit of this process's address space, as set by `ulimit -v`; None without a limit."""
    resource = optional_module("resource")
    limit: int | None = None if resource is None else resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if resource is None or limit == resource.RLIM_INFINITY else limit


def page_size() -> int:
    """Return the bytes of a page of memory."""
    import mmap

    return mmap.PAGESIZE


def machine_memory() -> int | None:
    """Return the memory of the machine, on Windows the free part of it; None if it is unknown."""
    if hasattr(os, "sysconf"):
        with contextlib.suppress(OSError, ValueError):
            pages: int = os.sysconf("SC_PHYS_PAGES")
            return pages * page_size()
        return None
    if (kernel32 := _kernel32()) is None:
        return None
    # MEMORYSTATUSEX: two numbers of 4 bytes, first its length; then seven of 8 bytes, the second is ullAvailPhys.
    status = import_module("ctypes").create_string_buffer(struct.pack("<I", 64), 64)
    if not kernel32.GlobalMemoryStatusEx(status):
        return None
    free: int = struct.unpack_from("<Q", status, 16)[0]
    return free


def shows_colours() -> bool:
    """Whether a terminal on stdout understands escape sequences; on Windows switch them on first."""
    if (kernel32 := _kernel32()) is None:
        return True
    ctypes = import_module("ctypes")
    stdout, escape_sequences, mode = ctypes.c_uint32(-11), 4, ctypes.c_uint32()
    handle = ctypes.c_void_p(kernel32.GetStdHandle(stdout))
    return bool(
        kernel32.GetConsoleMode(handle, ctypes.byref(mode))
        and kernel32.SetConsoleMode(handle, ctypes.c_uint32(mode.value | escape_sequences))
    )


def send_ctrl_c(thread: int) -> None:
    """Send Ctrl-C as a signal to the main thread, which also interrupts a blocking call; on Windows it does not."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(thread, signal.SIGINT)
    else:
        import_module("_thread").interrupt_main()


def split_command(text: str, *, backslashes_escape: bool = os.sep == "/") -> list[str]:
    r"""Split a command at blanks, as a shell does. On Windows a backslash separates folders.

    Raises:
        ValueError: a quotation mark is open.

    >>> split_command(r'"C:\my solvers\kissat.exe" {cnf}', backslashes_escape=False)
    ['C:\\my solvers\\kissat.exe', '{cnf}']
    """
    from shlex import shlex

    words = shlex(text, posix=True, punctuation_chars=False)
    words.whitespace_split, words.commenters = True, ""
    if not backslashes_escape:
        words.escape = ""
    return list(words)


def path_of_url(path: str, *, has_drives: bool = os.name == "nt") -> str:
    """Return the path of a URL of the scheme `file` as a path of this machine.

    >>> path_of_url("/C:/cubes.txt", has_drives=True), path_of_url("/C:/cubes.txt", has_drives=False)
    ('C:/cubes.txt', '/C:/cubes.txt')
    """
    return path[1:] if has_drives and path[:1] == "/" and path[1:2].isalpha() and path[2:3] == ":" else path


def _kernel32() -> Any:
    """Return the functions of Windows, or None on other systems."""
    windll = getattr(import_module("ctypes"), "windll", None) if not hasattr(os, "killpg") else None
    return None if windll is None else windll.kernel32
