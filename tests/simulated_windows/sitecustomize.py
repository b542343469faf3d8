"""Makes a Python on Linux lack for cubeproof what Windows lacks; used with this folder in PYTHONPATH, also by child processes.

The stubs of the standard library in mypy (typeshed) say which modules and names do not exist on Windows. They are taken
away only from the modules of cubeproof: other packages know both systems. Everywhere, files behave as on Windows: an open
file can be neither removed nor replaced, renaming replaces nothing, text has `\r\n` and the code page 1252, and there is no
`/proc`. `msvcrt.locking` and the functions of kernel32 that cubeproof uses exist for it.
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
import signal
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

_MYPY, _PACKAGE = (Path(*(find_spec(name).submodule_search_locations or "")) for name in ("mypy", "cubeproof"))  # type: ignore[union-attr]
_STUBS = _MYPY / "typeshed" / "stdlib"
_open, _unlink, _rename, _replace, _kill, _import, _import_module, _os_open = (
    *(io.open, os.unlink, os.rename, os.replace, os.kill, builtins.__import__, importlib.import_module, os.open),
)
_BINARY = 1 << 28


def _names(body: list[ast.stmt], system: str) -> set[str]:
    """Return the names that a stub defines on a system."""
    names: set[str] = set()
    for line in body:
        match line:
            case ast.If():
                known = {"sys": SimpleNamespace(platform=system, version_info=sys.version_info)}
                with contextlib.suppress(NameError):
                    holds = eval(compile(ast.Expression(line.test), "", "eval"), known)  # noqa: S307
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
    """A module without the names that Windows lacks, and with some that only Windows has."""

    def __init__(self, module: ModuleType, lacking: set[str], added: dict[str, object]) -> None:
        super().__init__(module.__name__)
        self.__dict__.update(_module=module, _lacking=lacking, **added)
        self.__dict__["__path__"] = getattr(module, "__path__", [])

    def __getattr__(self, name: str) -> object:
        if name in self._lacking:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} on Windows")
        return getattr(self._module, name)


def _open_as_windows(path: Any, flags: int, mode: int = 0o777) -> int:
    assert flags & _BINARY, f"Windows would translate the line ends of {path}"
    if os.path.isdir(path):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))
    return _os_open(path, flags & ~_BINARY, mode)


def _kill_as_windows(process: int, number: int) -> None:
    assert number == signal.SIGTERM, f"on Windows signal {number} is another one"
    _kill(process, signal.SIGKILL)


def _locking(descriptor: int, mode: int, count: int) -> None:
    assert (mode, count) == (2, 1)
    try:
        # A lock of Windows excludes other open files of the same process too, as does an open file description lock.
        lock = __import__("struct").pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, os.lseek(descriptor, 0, 1), 1, 0)
        fcntl.fcntl(descriptor, 37, lock)  # F_OFD_SETLK
    except BlockingIOError:
        raise PermissionError(errno.EACCES, "Permission denied") from None


class _MemoryStatus(ctypes.Structure):
    _fields_ = (
        *(("dwLength", ctypes.c_uint32), ("dwMemoryLoad", ctypes.c_uint32)),
        *((name, ctypes.c_uint64) for name in ("ullTotalPhys", "ullAvailPhys", "ullTotalPageFile", "ullAvailPageFile")),
        *((name, ctypes.c_uint64) for name in ("ullTotalVirtual", "ullAvailVirtual", "ullAvailExtendedVirtual")),
    )


class _Kernel32:
    """The functions of Windows that cubeproof calls."""

    AVAILABLE = 6_000_000_000

    def GlobalMemoryStatusEx(self, buffer: Any) -> int:
        status = _MemoryStatus.from_buffer(buffer)
        assert status.dwLength == ctypes.sizeof(_MemoryStatus) == len(buffer)
        status.ullTotalPhys, status.ullAvailPhys = 8_000_000_000, self.AVAILABLE
        return 1

    def OpenProcess(self, access: int, _inherit: int, process: ctypes.c_uint32) -> int:
        assert access == 0x0010_0000
        try:
            _kill(process.value, 0)
        except ProcessLookupError:
            return 0
        return process.value

    def GetLastError(self) -> int:
        return 87

    def WaitForSingleObject(self, _handle: object, milliseconds: int) -> int:
        assert milliseconds == 0
        return 0x102

    def CloseHandle(self, _handle: object) -> int:
        return 1

    def SetPriorityClass(self, _process: object, _class: int) -> int:
        return 1

    def GetStdHandle(self, _number: object) -> int:
        return 3

    def GetConsoleMode(self, _handle: object, _mode: object) -> int:
        return 0


_ADDED: dict[str, dict[str, object]] = {
    "os": {"O_BINARY": _BINARY, "open": _open_as_windows, "kill": _kill_as_windows},
    "ctypes": {"windll": SimpleNamespace(kernel32=_Kernel32())},
}
_made: dict[str, ModuleType | None] = {"msvcrt": ModuleType("msvcrt")}
_made["msvcrt"].__dict__.update(locking=_locking, LK_NBLCK=2)  # type: ignore[union-attr]


def _on_windows(name: str) -> ModuleType | None:
    """Return a module as it is on Windows, or None if it lacks nothing."""
    if name not in _made:
        places = (_STUBS / f"{name}.pyi", _STUBS / name / "__init__.pyi")
        stub = next((place for place in places if place.exists()), None)
        text = "" if stub is None else stub.read_text(encoding="utf-8")
        lacking: set[str] = set()
        if '"win32"' in text:
            body = ast.parse(text).body
            there, lacking = _names(body, "win32"), _names(body, "linux")
            lacking -= there
            if lacking and not _names([line for line in body if isinstance(line, ast.If)], "win32") and not any(
                isinstance(line, ast.FunctionDef | ast.AnnAssign) for line in body
            ):
                raise ModuleNotFoundError(f"No module named {name!r} on Windows", name=name)
        added = _ADDED.get(name, {})
        _made[name] = _Partial(_import_module(name), lacking, added) if lacking or added else None
    return _made[name]


def _is_ours(scope: dict[str, Any]) -> bool:
    return str(scope.get("__file__", "")).startswith(f"{_PACKAGE}{os.sep}")


def _import_as_windows(
    name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0
) -> ModuleType:
    if level == 0 and globals and "." not in name and _is_ours(globals) and (module := _on_windows(name)) is not None:
        return module
    return _import(name, globals, locals, fromlist, level)


def _import_module_as_windows(name: str, package: str | None = None) -> ModuleType:
    if _is_ours(sys._getframe(1).f_globals) and (module := _on_windows(name)) is not None:
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


def _open_text_as_windows(
    file: Any, mode: str = "r", buffering: int = -1, encoding: Any = None, errors: Any = None, newline: Any = None, **rest: Any
) -> Any:
    if isinstance(file, str | os.PathLike) and str(file).startswith("/proc/"):
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", str(file))
    if "b" not in mode:
        encoding = "cp1252" if encoding in (None, "locale") else encoding
        newline = "\r\n" if newline is None and {*mode} & {*"wax"} else newline
    return _open(file, mode, buffering, encoding, errors, newline, **rest)


os.unlink = os.remove = _unlink_as_windows
os.replace, os.rename = _replace_as_windows, _rename_as_windows
io.open = builtins.open = _open_text_as_windows
builtins.__import__, importlib.import_module = _import_as_windows, _import_module_as_windows
