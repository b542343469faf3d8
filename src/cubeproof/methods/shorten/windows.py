"""`Windows`: shortens a finished answer by cheaper words for parts of it.

A window is a part of an answer: consecutive turns. A cheaper word may lead from the pattern before it to the pattern
after it; a function decides that. This module does not depend on cubes, nor on the method that finds the word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Word
from cubeproof.methods.shorten.merger import Merger
from cubeproof.problem import Problem


@dataclass(frozen=True, slots=True)
class Windows:
    """Shortens an answer window by window."""

    problem: Problem
    """The problem of the answer."""
    control: Control
    """The control of the search. If no window of a width is decided, the search ends."""
    shorter: Callable[[Problem, int], tuple[Word | None, bool]]
    """Returns an answer of a problem within a cost, or None, and whether the question is decided."""

    def improve(self, word: Word) -> Iterator[Word]:
        """Yield cheaper words if possible, by windows of two turns first, then of increasing width."""
        merger = Merger(self.problem)
        width = 2
        tried: set[tuple[bytes, bytes]] = set()
        while width <= len(word):
            first = 0
            decided = shorter = False
            while first + width <= len(word):
                better, settled = self._window(word, first, width, tried)
                decided |= settled
                if better is not None:
                    word, shorter = merger.merged(better), True
                    yield word
                    first = max(0, first - width)
                else:
                    first += 1
            if not decided and not shorter:
                break
            width = max(2, width - 2) if shorter else width + 1

    def _window(
        self, word: Word, first: int, width: int, tried: set[tuple[bytes, bytes]]
    ) -> tuple[Word | None, bool]:
        """Return the word with a cheaper window, or None, and whether the question is decided."""
        self.control.check()
        window = word[first : first + width]
        before, after = self.problem.after(word[:first]), self.problem.after(word[: first + width])
        key = before.tobytes(), after.tobytes()
        cost = self.problem.cost(window) - 1
        question = replace(self.problem, start=before, goals=(after,))
        if key in tried:
            return None, True
        if question.fits(before):
            return (*word[:first], *word[first + width :]), True
        way, decided = self.shorter(question, cost)
        if way is not None:
            return (*word[:first], *way, *word[first + width :]), True
        if decided:
            tried.add(key)
        return None, decided
