"""`give_back_memory`: what large work took goes back to the system, and is not kept for the next."""

from __future__ import annotations

import contextlib
import ctypes


def give_back_memory() -> None:
    """Let go of the memory that is free again.

    The allocator of glibc keeps what is freed below something that is still in use: after a large film that was 400 MB.
    Others let go by themselves; there this does nothing.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
