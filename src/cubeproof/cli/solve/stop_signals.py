"""What Ctrl-C does while the command searches.

The first ends the search, whose best answer and bound are then shown; the second ends the program.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from types import FrameType

from cubeproof.cli.statuses import INTERRUPTED
from cubeproof.contract.control import Control

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
# Show the cursor of the terminal again, which a display had hidden.
_CURSOR = b"\x1b[?25h\n"


@contextlib.contextmanager
def stopped_by_signals(control: Control) -> Iterator[None]:
    """Let Ctrl-C and SIGTERM stop a search inside; another Ctrl-C ends the program at once.

    Where Ctrl-C is ignored, as in the background of a script, it stays so.
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
                # Only the main thread may say what becomes of signals.
                with contextlib.suppress(ValueError):
                    before[number] = signal.signal(number, stop)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
