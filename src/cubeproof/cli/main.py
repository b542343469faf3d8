"""`main`: runs a verb of the command, and says what becomes of errors."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

from cubeproof.base import startup_signals as starting
from cubeproof.cli import statuses
from cubeproof.cli.options import parser
from cubeproof.cli.output import streams
from cubeproof.cli.output.failures import INTERRUPTED, NO_MEMORY, broken, failed, reason, tell_failure
from cubeproof.cli.output.streams import refuse_urls, remember
from cubeproof.contract.steered_run import is_any_left_behind
from cubeproof.errors import CubeproofError, StoppedError

_MOMENT = 0.01


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status; no traceback gets out."""
    streams.make_ready()
    try:
        status = _run(arguments)
    finally:
        streams.flush(sys.stdout)
        streams.flush(sys.stderr)
        streams.speak("en")
        starting.ended()
    if starting.IS_COMMAND and is_any_left_behind():
        # What compiles a loop in a thread would keep the interpreter from its end, or crash there.
        os._exit(status)
    return status


def _run(arguments: Sequence[str] | None) -> int:
    parsed = argparse.Namespace()
    try:
        given = sys.argv[1:] if arguments is None else arguments
        remember(given)
        streams.choose_language(given)
        try:
            parsed = parser().parse_args(arguments)
        finally:
            # After --help this is the way out.
            sys.stdout.flush()
        refuse_urls(parsed)
        if parsed.lang is not None:
            streams.speak(parsed.lang)
        if isinstance(getattr(parsed, "scramble", None), list):
            # Turns may come as one argument or as many; no argument at all is no scramble, an empty one is.
            parsed.scramble = " ".join(parsed.scramble) if parsed.scramble else None
        verb: Callable[[argparse.Namespace], int] = import_module(f"cubeproof.cli.{parsed.module}").run
        starting.begun()
        with _ended_as_by_ctrl_c(), _ctrl_c_is_heard():
            status = verb(parsed)
            sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The reader of our output has seen enough.
        return statuses.OK
    except KeyboardInterrupt:
        return tell_failure(parsed, INTERRUPTED(), statuses.INTERRUPTED)
    except StoppedError:
        return tell_failure(parsed, INTERRUPTED(), statuses.INTERRUPTED)
    except CubeproofError as error:
        return failed(parsed, error)
    except OSError as error:
        if not starting.lacks_memory(error):
            return tell_failure(parsed, reason(error), statuses.USAGE)
    except MemoryError:
        pass
    except Exception as error:  # noqa: BLE001 - no traceback gets out
        if starting.lacks_memory(error):
            return tell_failure(parsed, NO_MEMORY(), statuses.NO_ANSWER)
        return broken(parsed, error)
    # Out here, since an error that is being handled keeps what filled the memory.
    return tell_failure(parsed, NO_MEMORY(), statuses.NO_ANSWER)


@contextlib.contextmanager
def _ended_as_by_ctrl_c() -> Iterator[None]:
    """Handle SIGTERM and SIGHUP as Ctrl-C: with the best answer so far, and without stray processes."""
    try:
        before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    except ValueError:
        # Only the main thread may say what becomes of signals.
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt() -> None:
    """Ctrl-C once more, as a signal, which also ends a wait for something that does not come."""
    if (main_thread := threading.main_thread().ident) is not None:
        signal.pthread_kill(main_thread, signal.SIGINT)


@contextlib.contextmanager
def _ctrl_c_is_heard() -> Iterator[None]:
    """Let Ctrl-C come again a moment later where Python would show and forget it.

    Python does so while it disposes of an object.
    """
    before = sys.unraisablehook

    def again(unraisable: sys.UnraisableHookArgs) -> None:
        if not issubclass(unraisable.exc_type, KeyboardInterrupt):
            before(unraisable)
            return
        while True:
            try:
                threading.Timer(_MOMENT, _interrupt).start()
                return
            except KeyboardInterrupt:
                # It came while the thread started; Python forgets what is raised in this function, too.
                continue

    sys.unraisablehook = again
    try:
        yield
    finally:
        sys.unraisablehook = before
