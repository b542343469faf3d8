"""Ctrl-C during a search: the first stops the search, which then prints its best result; the second exits."""

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from types import FrameType

from cubeproof.cli.statuses import INTERRUPTED
from cubeproof.contract.control import Control

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
# Shows the terminal's cursor, which a display had hidden.
_CURSOR = b"\x1b[?25h\n"


@contextlib.contextmanager
def stopped_by_signals(control: Control) -> Iterator[None]:
    """Stop the search in the `with` block at Ctrl-C or SIGTERM; a second signal ends the program at once.

    A signal that is ignored, as in the background of a script, stays ignored.
    """

    def stop(_number: int, _frame: FrameType | None) -> None:
        if control.stopped:
            if sys.stderr.isatty():
                os.write(2, _CURSOR)
            os._exit(INTERRUPTED)
        control.stop()

    before = {}
    try:
        for number in _SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                # Only the main thread may set signal handlers.
                with contextlib.suppress(ValueError):
                    before[number] = signal.signal(number, stop)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
