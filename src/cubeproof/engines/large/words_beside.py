"""`WordsBeside`: a search of words in a thread beside the answers by phases.

Phases solve a cube of ten turns with forty. Words that take a moment are searched at once. All words up to ten turns of
a 4×4×4 take seconds and memory, so they are searched only where time is left after the first answer by phases.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from cubeproof.contract.abandonable_run import run_beside
from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved
from cubeproof.contract.outcome import Word
from cubeproof.errors import StoppedError, TimeUpError
from cubeproof.methods.words.bidirectional import WordLimits, WordSearch
from cubeproof.methods.words.short_answers import A_MOMENT
from cubeproof.problem import Problem
from cubeproof.store import free_memory

_LIMITS = WordLimits()

# The memory that must be free for the search, in bytes.
_MEMORY = 3 * _LIMITS.size

# Seconds between the first answer by phases and the long search: the next answers by phases are worth more.
_DELAY = 1.5

_POLL_SECONDS = 0.05


class WordFoundError(Exception):
    """The search has a word, which is shortest; raised by `WordsBeside.check`.

    Attributes:
        word: the word.
    """

    def __init__(self, word: Word) -> None:
        super().__init__(word)
        self.word = word


class WordsBeside:
    """A search of words in a thread.

    Args:
        problem: the problem.
        control: steers the search, and gets its bound.
    """

    def __init__(self, problem: Problem, control: Control) -> None:
        self._problem, self._control = problem, control
        self._has_begun = self._is_stopped = False
        # The word, if there is one, and the bound of each search that has ended.
        self._results: list[tuple[Word | None, int]] = []

    def begin(self) -> None:
        """Start the search, unless it has started."""
        if not self._has_begun:
            self._has_begun = True
            run_beside(partial(self._run, self._control.elapsed + _DELAY))

    def check(self) -> None:
        """Report the bound of a search that has ended.

        Raises:
            WordFoundError: the search has a word.
        """
        if self._results:
            word, bound = self._results.pop(0)
            self._control.emit(BoundProved(bound))
            if word is not None:
                raise WordFoundError(word)

    def stop(self) -> None:
        """End the search soon."""
        self._is_stopped = True

    def _run(self, long_start: float) -> None:
        def check() -> None:
            if self._is_stopped:
                raise StoppedError

        quiet = self._control.emitting_to(lambda _: None, check)
        with suppress(StoppedError, TimeUpError, MemoryError):
            if self._search(A_MOMENT, quiet) is None:
                while self._control.elapsed < long_start:
                    quiet.check()
                    quiet.wait(_POLL_SECONDS)
                free = free_memory()
                if free is None or free >= _MEMORY:
                    self._search(_LIMITS, quiet)

    def _search(self, limits: WordLimits, control: Control) -> Word | None:
        """Search words up to limits; return the first one, and leave it and the bound to `check`."""
        search = WordSearch(self._problem, control, limits=limits)
        word: Word | None = None
        try:
            word = next(search.answers(), None)
        finally:
            self._results.append((word, search.lower_bound))
        return word
