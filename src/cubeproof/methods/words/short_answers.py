"""`short_answers`: all words up to a cost that takes a moment are excluded or found, before anything is built."""

from __future__ import annotations

from dataclasses import replace

from cubeproof.contract.control import Control
from cubeproof.contract.events import Improved
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import NO_WAY, Bounds, Outcome, Word
from cubeproof.errors import StoppedError, TimeUpError, UnreachableError
from cubeproof.methods.words.bidirectional import WordLimits, WordSearch
from cubeproof.problem import Problem

# The 18 face turns have 597,861 words of 5 turns in canonical order, and ⟨R,U,F⟩ has 419,904 of 7 turns.
A_MOMENT = WordLimits(words=1_000_000, size=200_000_000, pairs=500_000_000)
"""The limits of a search that takes a moment."""
_A_QUICK_MOMENT = WordLimits(words=100_000, size=40_000_000, pairs=50_000_000)


def short_answers(
    problem: Problem, bounds: Bounds, control: Control, *, every: bool, extra: int, quick: bool
) -> Outcome:
    """Return all requested answers, or none and a lower bound; `stop` is set if the search must end.

    Args:
        problem: any problem; its start is not a goal.
        bounds: the known bounds. An answer that meets the bound is returned at once.
        control: steers the search.
        every: whether all shortest answers are requested.
        extra: with `every`, how much more they may cost.
        quick: whether the search takes less time.

    Raises:
        UnreachableError: all states were reached, and none of them is a goal.
    """
    most = control.limit.length
    if bounds.word is not None and not every:
        # A shorter answer is sought.
        cheaper = problem.cost(bounds.word) - 1
        most = cheaper if most is None else min(most, cheaper)
    limits = _A_QUICK_MOMENT if quick else A_MOMENT
    search = WordSearch(problem, control, every=every, extra=extra, most=most, limits=limits)
    words: list[Word] = []
    stop: Stop | None = None
    try:
        for word in search.answers():
            words.append(word)
            if every:
                control.answered([word])
            if len(words) == 1:
                control.emit(Improved(problem.cost(word), search.lower_bound, word))
    except (StoppedError, TimeUpError):
        stop = control.reason
    except MemoryError:
        # The bound holds, and other methods may need less memory.
        pass
    if search.unreachable:
        raise UnreachableError(NO_WAY())
    outcome = Outcome((), max(bounds.lower, search.lower_bound), stop)
    if words and (search.complete or stop is not None):
        return replace(outcome, words=tuple(words), every=every and search.complete)
    best = bounds.word
    if best is not None and control.limit.reaches(problem.cost(best)) and not every:
        is_shortest = problem.cost(best) <= outcome.lower_bound
        return replace(outcome, words=(best,)) if is_shortest or stop is not None else outcome
    if stop is None and not control.limit.reaches(outcome.lower_bound):
        return replace(outcome, stop=Stop.LENGTH)
    return outcome
