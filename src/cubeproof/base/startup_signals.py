"""Ctrl-C and lack of memory while the command loads, and Ctrl-C after it has printed its answer.

The package imports this module first, because loading the rest takes some tenths of a second. This module imports
nothing of the package. In programs other than the command it does nothing, because they handle their own signals.
"""

import errno
import os
import signal
import sys
from types import FrameType, TracebackType

NO_MEMORY = "There is not enough memory for this."
"""The message for lack of memory, in English only: without memory no other language can be loaded."""

# The number of this parameter of glibc's mallopt.
_MOST_ARENAS = -8
# The same values as in `cli.statuses`, which is not loaded yet.
_NO_ANSWER, _INTERRUPTED = 4, 130
# Texts of other errors than MemoryError for it: from the loader of shared libraries, Python, the system, and libraries
# in C that return without an exception when they get no memory.
_SIGNS = (
    *("failed to map segment", "annot allocate memory", "can't start new thread", "llocate TLS"),
    *("without exception set", "without setting an exception"),
)


def is_command(arguments: list[str], original_arguments: list[str]) -> bool:
    """Whether a program is the command `cubeproof`, or `python -m cubeproof`.

    >>> is_command(["/usr/bin/cubeproof", "solve"], ["python", "/usr/bin/cubeproof", "solve"])
    True
    >>> is_command(["-m", "solve"], ["python", "-m", "cubeproof", "solve"])
    True
    >>> is_command(["-m"], ["python", "-m", "cubeproof.web.app"])
    False
    """
    if not arguments:
        return False
    if arguments[0] == "-m":
        # This is its name until the module is found.
        return "-m" in original_arguments and original_arguments[original_arguments.index("-m") :][1:2] == [
            "cubeproof"
        ]
    # Without pathlib, which takes longer to load than all the rest of this module.
    name = os.path.basename(arguments[0])  # noqa: PTH119
    # On Windows pip makes a program of it.
    return name in ("cubeproof", "cubeproof.exe") and arguments[0] in original_arguments


def _leave(_number: int, _frame: FrameType | None) -> None:
    # Without an exception, which in the middle of an import would be shown, or swallowed.
    os._exit(_INTERRUPTED)


def lacks_memory(error: BaseException | None) -> bool:
    """Whether an error means lack of memory, also for a new thread, a new process or a library.

    >>> lacks_memory(RuntimeError("can't start new thread")), lacks_memory(RuntimeError("oh"))
    (True, False)
    """
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
            return True
        if isinstance(error, (ImportError, OSError, RuntimeError, SystemError)) and any(
            sign in str(error) for sign in _SIGNS
        ):
            return True
        chain.append(error)
        error = error.__cause__ or error.__context__
    return False


def _save_address_space() -> None:
    """Let all threads allocate from one arena if `ulimit -v` is set: glibc reserves 64 MB or more for each arena."""
    from cubeproof.base.platform_support import address_space_limit

    try:
        if address_space_limit() is not None:
            import ctypes

            ctypes.CDLL(None).mallopt(_MOST_ARENAS, 1)
    except (ImportError, AttributeError, OSError, TypeError):
        # Not Linux, or another C library.
        pass


def _fail(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if lacks_memory(error):
        os.write(2, f"cubeproof: {NO_MEMORY}\n".encode())
        os._exit(_NO_ANSWER)
    sys.__excepthook__(kind, error, trace)


def mark_started() -> None:
    """Let Ctrl-C raise KeyboardInterrupt again, as in any program; called once the command is loaded."""
    if sys.excepthook is _fail:
        sys.excepthook = sys.__excepthook__
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def mark_ended() -> None:
    """Ignore Ctrl-C; called once the answer is printed."""
    if IS_COMMAND and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


IS_COMMAND = is_command(sys.argv, sys.orig_argv)
"""Whether this process is the command, and not a program that uses the package."""

if IS_COMMAND:
    sys.excepthook = _fail
    # NumPy's linear algebra allocates memory for a thread per core when it is loaded, and cubeproof hardly
    # uses it.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _save_address_space()
# Where Ctrl-C is already ignored, as in the background of a script, it stays ignored.
if IS_COMMAND and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, _leave)
