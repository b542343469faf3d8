"""The streams of the command, which may be closed, full, or lack letters: none of that is a defect of ours."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from typing import TextIO

__all__ = ["flush", "make_ready", "put", "tell"]


def make_ready() -> None:
    """See that printing fails neither for the letters nor because a stream was closed, as by `>&-`."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # It also keeps the number of the stream from a file that would get what is meant for it.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter shows a question mark instead.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def tell(text: str) -> None:
    """Say something on stderr. Where that takes nothing, as on a full disk, the answer matters more."""
    put(sys.stderr, text)


def put(stream: TextIO, text: str) -> None:
    """Print a line, or nothing if the stream takes nothing."""
    with contextlib.suppress(OSError):
        print(text, file=stream)
    flush(stream)


def flush(stream: TextIO) -> None:
    """Get rid of what a stream holds; else Python would try again when it ends, and complain."""
    try:
        stream.flush()
    except OSError:
        with contextlib.suppress(OSError), open(os.devnull, "wb") as nowhere:  # noqa: PTH123
            os.dup2(nowhere.fileno(), stream.fileno())
