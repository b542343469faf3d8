"""Makes Python on Linux lack for cubeproof what Windows or macOS lacks, also in child processes.

It is loaded if this folder is in PYTHONPATH; SIMULATED_SYSTEM is win32 or darwin. The stubs of the standard library in
mypy (typeshed) say which modules and names do not exist there. They are taken away only from the modules of cubeproof:
other packages know these systems. There is no `/proc`, and on macOS no limit of the address space.

On Windows, files behave differently everywhere: no open file can be removed or replaced, renaming replaces
nothing, text has CR LF and the code page 1252. `msvcrt.locking` and the functions of kernel32 that
cubeproof uses exist.
"""

import ast
import builtins
import contextlib
import ctypes
import errno
import fcntl
import importlib
import io
import os
import resource
import signal
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any


def _folder_of(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None, "it is installed"
    assert spec.submodule_search_locations, "it is a package"
    return Path(spec.submodule_search_locations[0])


_PACKAGE = str(_folder_of("cubeproof"))
_STUBS = _folder_of("mypy") / "typeshed" / "stdlib"
_SYSTEM = os.environ["SIMULATED_SYSTEM"]
_open, _os_open, _unlink, _rename, _replace, _kill = (
    io.open,
    os.open,
    os.unlink,
    os.rename,
    os.replace,
    os.kill,
)
_import, _import_module = builtins.__import__, importlib.import_module
_BINARY = 1 << 28


def _names(body: list[ast.stmt], system: str) -> set[str]:
    """Return the names that a stub defines on a system."""
    names: set[str] = set()
    for line in body:
        match line:
            case ast.If():
                scope = {"sys": SimpleNamespace(platform=system, version_info=sys.version_info)}
                with contextlib.suppress(NameError):
                    holds = eval(compile(ast.Expression(line.test), "", "eval"), scope)
                    names |= _names(line.body if holds else line.orelse, system)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(line.name)
            case ast.AnnAssign(target=ast.Name(name)):
                names.add(name)
            case ast.Assign():
                names |= {target.id for target in line.targets if isinstance(target, ast.Name)}
            case ast.ImportFrom():
                names |= {alias.asname or alias.name for alias in line.names}
    return names - {"*", "__all__"}


class _Partial(ModuleType):
    """A module without the names that a system lacks, and with some that only that system has."""

    def __init__(self, module: ModuleType, lacking: set[str], added: dict[str, object]) -> None:
        super().__init__(module.__name__)
        vars(self).update(added, __path__=getattr(module, "__path__", []))
        self._contents = (module, lacking)

    def __getattr__(self, name: str) -> Any:
        module, lacking = vars(self)["_contents"]
        if name in lacking:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} on {_SYSTEM}")
        return getattr(module, name)


def _open_as_windows(path: Any, flags: int, mode: int = 0o777) -> int:
    assert flags & _BINARY, f"Windows would translate the line ends of {path}"
    if Path(path).is_dir():
        raise PermissionError(errno.EACCES, "Permission denied", str(path))
    return _os_open(path, flags & ~_BINARY, mode)


def _kill_as_windows(process: int, number: int) -> None:
    assert number == signal.SIGTERM, f"on Windows signal {number} is another one"
    _kill(process, signal.SIGKILL)


def _locking(descriptor: int, mode: int, count: int) -> None:
    assert (mode, count) == (2, 1)
    try:
        # A lock of Windows excludes other open files of the same process too, as does an open file description lock.
        lock = __import__("struct").pack(
            "hhqqi", fcntl.F_WRLCK, os.SEEK_SET, os.lseek(descriptor, 0, 1), 1, 0
        )
        fcntl.fcntl(descriptor, 37, lock)  # F_OFD_SETLK
    except BlockingIOError:
        raise PermissionError(errno.EACCES, "Permission denied") from None


class _MemoryStatus(ctypes.Structure):
    _fields_ = (
        *(("dwLength", ctypes.c_uint32), ("dwMemoryLoad", ctypes.c_uint32)),
        *(
            (name, ctypes.c_uint64)
            for name in ("ullTotalPhys", "ullAvailPhys", "ullTotalPageFile", "ullAvailPageFile")
        ),
        *(
            (name, ctypes.c_uint64)
            for name in ("ullTotalVirtual", "ullAvailVirtual", "ullAvailExtendedVirtual")
        ),
    )


def _fill_memory_status(buffer: Any) -> int:
    status = _MemoryStatus.from_buffer(buffer)
    assert status.dwLength == ctypes.sizeof(_MemoryStatus) == len(buffer)
    status.ullTotalPhys, status.ullAvailPhys = 8_000_000_000, 6_000_000_000
    return 1


def _open_process(access: int, _inherit: int, process: ctypes.c_uint32) -> int:
    synchronize = 0x0010_0000
    assert access == synchronize
    try:
        _kill(process.value, 0)
    except ProcessLookupError:
        return 0
    return process.value


_KERNEL32 = SimpleNamespace(
    GlobalMemoryStatusEx=_fill_memory_status,
    OpenProcess=_open_process,
    GetLastError=lambda: 87,  # ERROR_INVALID_PARAMETER: there is no such process
    WaitForSingleObject=lambda _handle, _milliseconds: 0x102,  # WAIT_TIMEOUT: it still runs
    CloseHandle=lambda _handle: 1,
    SetPriorityClass=lambda _process, _class: 1,
    GetStdHandle=lambda _number: 3,
    GetConsoleMode=lambda _handle, _mode: 0,  # stdout is not a console
)


def _set_limit(resource_number: int, limits: tuple[int, int]) -> None:
    if resource_number == resource.RLIMIT_AS:
        raise ValueError("current limit exceeds maximum limit")
    resource.setrlimit(resource_number, limits)


_ADDED_ON: dict[str, dict[str, dict[str, object]]] = {
    "win32": {
        "os": {"O_BINARY": _BINARY, "open": _open_as_windows, "kill": _kill_as_windows},
        "ctypes": {"windll": SimpleNamespace(kernel32=_KERNEL32)},
    },
    "darwin": {"resource": {"setrlimit": _set_limit}},
}
_ADDED = _ADDED_ON[_SYSTEM]
_msvcrt = ModuleType("msvcrt")
vars(_msvcrt).update(locking=_locking, LK_NBLCK=2)
_made: dict[str, ModuleType | None] = {"msvcrt": _msvcrt} if _SYSTEM == "win32" else {}


def _reduced(name: str) -> ModuleType | None:
    """Return a module as it is on the system, or None if it lacks nothing."""
    if name not in _made:
        places = (_STUBS / f"{name}.pyi", _STUBS / name / "__init__.pyi")
        stub = next((place for place in places if place.exists()), None)
        text = "" if stub is None else stub.read_text(encoding="utf-8")
        lacking: set[str] = set()
        if "sys.platform" in text:
            body = ast.parse(text).body
            there, lacking = _names(body, _SYSTEM), _names(body, "linux")
            lacking -= there
            if (
                lacking
                and not _names([line for line in body if isinstance(line, ast.If)], _SYSTEM)
                and not any(isinstance(line, ast.FunctionDef | ast.AnnAssign) for line in body)
            ):
                raise ModuleNotFoundError(f"No module named {name!r} on {_SYSTEM}", name=name)
        added = _ADDED.get(name, {})
        _made[name] = _Partial(_import_module(name), lacking, added) if lacking or added else None
    return _made[name]


def _is_ours(scope: dict[str, Any]) -> bool:
    return str(scope.get("__file__", "")).startswith(f"{_PACKAGE}{os.sep}")


def _import_reduced(name: str, *rest: Any, **named: Any) -> ModuleType:
    scope, _, _, level = (*rest, None, None, None, 0)[:4] if len(rest) < 4 else rest
    scope, level = named.get("globals", scope), named.get("level", level or 0)
    if (
        level == 0
        and scope
        and "." not in name
        and _is_ours(scope)
        and (module := _reduced(name)) is not None
    ):
        return module
    return _import(name, *rest, **named)


def _import_module_reduced(name: str, package: str | None = None) -> ModuleType:
    if _is_ours(sys._getframe(1).f_globals) and (module := _reduced(name)) is not None:
        return module
    return _import_module(name, package)


def _refuse_open(path: Any, folder: int | None = None) -> None:
    """Refuse to remove a file that this process has open."""
    text = os.path.join(f"/proc/self/fd/{folder}" if folder is not None else "", os.fsdecode(path))  # noqa: PTH118
    real = os.path.join(os.path.realpath(os.path.dirname(text)), os.path.basename(text))  # noqa: PTH118, PTH119, PTH120
    for number in os.listdir("/proc/self/fd"):  # noqa: PTH208
        with contextlib.suppress(FileNotFoundError):
            if os.readlink(f"/proc/self/fd/{number}") == real:  # noqa: PTH115
                raise PermissionError(errno.EACCES, "Permission denied", os.fsdecode(path))


def _unlink_as_windows(path: Any, *, dir_fd: int | None = None) -> None:
    _refuse_open(path, dir_fd)
    _unlink(path, dir_fd=dir_fd)


def _replace_as_windows(source: Any, target: Any, **folders: Any) -> None:
    _refuse_open(source)
    _refuse_open(target)
    _replace(source, target, **folders)


def _rename_as_windows(source: Any, target: Any, **folders: Any) -> None:
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, "File exists", os.fsdecode(source), None, os.fsdecode(target))
    _replace_as_windows(source, target, **folders)


def _open_without_proc(
    file: Any,
    mode: str = "r",
    buffering: int = -1,
    encoding: Any = None,
    errors: Any = None,
    newline: Any = None,
    **rest: Any,
) -> Any:
    if isinstance(file, str | os.PathLike) and str(file).startswith("/proc/"):
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(file))
    if "b" not in mode and _SYSTEM == "win32":
        encoding = "cp1252" if encoding in (None, "locale") else encoding
        newline = "\r\n" if newline is None and {*mode} & {*"wax"} else newline
    return _open(file, mode, buffering, encoding, errors, newline, **rest)


if _SYSTEM == "win32":
    vars(os).update(
        unlink=_unlink_as_windows,
        remove=_unlink_as_windows,
        replace=_replace_as_windows,
        rename=_rename_as_windows,
    )
vars(io)["open"] = vars(builtins)["open"] = _open_without_proc
vars(builtins)["__import__"] = _import_reduced
vars(importlib)["import_module"] = _import_module_reduced
