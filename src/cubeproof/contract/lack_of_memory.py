"""Lack of memory during a search: it ends the current method, and never the answer and the bound so far."""

import sys

from cubeproof.base.startup_signals import lacks_memory
from cubeproof.errors import SolverError, TooLargeError
from cubeproof.sentences import Sentence, say

# The address space that Numba takes when it is loaded, and its loops with their threads: bytes, measured.
_NUMBA, _LOOPS = 180_000_000, 220_000_000


class NoRoomError(MemoryError):
    """The system cannot start another process or thread."""

    def __init__(self) -> None:
        self.sentence = say("sat.no-room", "The system cannot start another process or thread.")
        super().__init__(self.sentence)


class StarvedSolverError(SolverError):
    """The process of a solver ended for lack of memory."""


def lack_of_memory(error: Exception) -> Sentence | None:
    """Return the sentence of an error that means lack of memory; None for any other error.

    >>> str(lack_of_memory(MemoryError("Unable to allocate 2 GiB")))
    'There is not enough memory to go on.'
    >>> lack_of_memory(ZeroDivisionError()) is None
    True
    """
    if isinstance(error, TooLargeError | StarvedSolverError | NoRoomError):
        return error.sentence
    if lacks_memory(error):
        return say("sat.no-memory", "There is not enough memory to go on.")
    return None


def ensure_room_for_loops() -> None:
    """Raise MemoryError if compiled loops do not fit into the address space. Call it before Numba is imported.

    The compiler ends the whole process if it gets no memory.
    """
    from cubeproof.store import free_address_space

    left = free_address_space()
    if left is not None and left < _LOOPS + (0 if "numba" in sys.modules else _NUMBA):
        raise MemoryError
