"""`main`: runs a verb of the command and handles errors and signals."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

from cubeproof.base import startup_signals
from cubeproof.base.platform_support import send_ctrl_c
from cubeproof.cli import statuses
from cubeproof.cli.options import build_parser
from cubeproof.cli.output import streams
from cubeproof.cli.output.failures import INTERRUPTED, FailureReport, failure_of, no_memory, report
from cubeproof.cli.output.streams import refuse_urls, remember_urls
from cubeproof.errors import StoppedError

_MOMENT = 0.01


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status; no exception leaves it."""
    streams.make_ready()
    try:
        status = _run(arguments)
    finally:
        streams.flush(sys.stdout)
        streams.flush(sys.stderr)
        streams.set_language("en")
        startup_signals.mark_ended()
    # A command that loaded no search, such as `--help`, has left nothing behind.
    abandonable_run = sys.modules.get("cubeproof.contract.abandonable_run")
    if startup_signals.IS_COMMAND and abandonable_run is not None and abandonable_run.is_any_abandoned():
        # A thread that compiles a loop would block the interpreter's exit, or crash during it.
        os._exit(status)
    return status


def _run(arguments: Sequence[str] | None) -> int:
    parsed = argparse.Namespace()
    try:
        words = sys.argv[1:] if arguments is None else arguments
        remember_urls(words)
        streams.choose_language(words)
        try:
            parsed = build_parser().parse_args(arguments)
        finally:
            # --help exits at this point.
            sys.stdout.flush()
        refuse_urls(parsed)
        if parsed.lang is not None:
            streams.set_language(parsed.lang)
        if isinstance(getattr(parsed, "scramble", None), list):
            # Turns may be one argument or several. No argument is no scramble; an empty argument is one.
            parsed.scramble = " ".join(parsed.scramble) if parsed.scramble else None
        verb: Callable[[argparse.Namespace], int] = import_module(f"cubeproof.cli.{parsed.module}").run
        startup_signals.mark_started()
        with _sigterm_as_ctrl_c(), _ctrl_c_is_kept():
            status = verb(parsed)
            sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The reader of stdout closed it.
        return statuses.OK
    except (KeyboardInterrupt, StoppedError):
        return report(parsed, FailureReport(INTERRUPTED(), statuses.INTERRUPTED))
    except MemoryError:
        failure = None
    except Exception as error:  # noqa: BLE001 - users see no traceback
        failure = failure_of(error)
    # Outside the handlers, since an error that is being handled keeps the objects that filled the memory.
    return report(parsed, failure or no_memory())


@contextlib.contextmanager
def _sigterm_as_ctrl_c() -> Iterator[None]:
    """Handle SIGTERM as Ctrl-C: print the best answer so far, and leave no processes."""
    try:
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    except ValueError:
        # Only the main thread may set signal handlers.
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt() -> None:
    """Send Ctrl-C again as a signal, which also interrupts a blocking call."""
    if (main_thread := threading.main_thread().ident) is not None:
        send_ctrl_c(main_thread)


@contextlib.contextmanager
def _ctrl_c_is_kept() -> Iterator[None]:
    """Send Ctrl-C again a moment later if Python would drop it, as while it finalizes an object."""
    before = sys.unraisablehook

    def hook(unraisable: sys.UnraisableHookArgs) -> None:
        if not issubclass(unraisable.exc_type, KeyboardInterrupt):
            before(unraisable)
            return
        while True:
            try:
                threading.Timer(_MOMENT, _interrupt).start()
                return
            except KeyboardInterrupt:
                # Ctrl-C during the thread's start: Python drops exceptions of this function too.
                continue

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before
