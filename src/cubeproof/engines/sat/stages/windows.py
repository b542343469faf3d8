"""`Windows`: shortens a finished answer by cheaper words for parts of it.

A window is a part of an answer: consecutive turns. A cheaper word may lead from the pattern before it to the pattern
after it; one formula, which every cheaper word satisfies, decides that. This module does not depend on stages or cubes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from cubeproof.contract.engine import Word
from cubeproof.engines.sat.engine import word_of
from cubeproof.engines.sat.stages.merger import Merger
from cubeproof.engines.sat.stages.questions import Questions, UndecidedError
from cubeproof.formulas.encodings import encoding
from cubeproof.formulas.encodings.framed import DistanceClauses, framed
from cubeproof.formulas.instance import ProblemPieces
from cubeproof.formulas.problem_formula import formula as written
from cubeproof.problem import Problem

# There are many windows, and solving one is faster than writing clauses about triples of pieces.
_FRAMED = replace(
    encoding("framed"), write=partial(framed, limits=DistanceClauses(triples=0, most_triples=0))
)


@dataclass(frozen=True, slots=True)
class Windows:
    """Shortens an answer window by window, within these limits."""

    problem: Problem
    """The problem of the answer."""
    questions: Questions
    """Asks the solver; has the control of the search."""
    patience: int
    """Conflicts for one window; if all windows of a width take more, the search ends."""

    def improve(self, word: Word, report: Callable[[Word], None]) -> Word:
        """Return a cheaper word if possible, by windows of two turns first, then of increasing width."""
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
                    report(word)
                    first = max(0, first - width)
                else:
                    first += 1
            if not decided and not shorter:
                break
            width = max(2, width - 2) if shorter else width + 1
        return word

    def _window(
        self, word: Word, first: int, width: int, tried: set[tuple[bytes, bytes]]
    ) -> tuple[Word | None, bool]:
        """Return the word with a cheaper window, or None, and whether the question is decided."""
        self.questions.check()
        window = word[first : first + width]
        before, after = self.problem.after(word[:first]), self.problem.after(word[: first + width])
        key = before.tobytes(), after.tobytes()
        cost = self.problem.cost(window) - 1
        question = replace(self.problem, start=before, goals=(after,))
        if key in tried:
            return None, True
        if question.fits(before):
            return (*word[:first], *word[first + width :]), True
        pieces = ProblemPieces(question)
        with self.questions.control.watching():
            near = pieces.distances.lower_bound <= cost
            formula = written(pieces, cost, encoding=_FRAMED) if near else None
        if formula is not None:
            try:
                models = self.questions.models(formula, formula.ids("turn").ravel(), self.patience)
                literals = next(models, None)
            except UndecidedError:
                return None, False
            if literals is not None:
                way = word_of(question, formula, literals)
                return (*word[:first], *way, *word[first + width :]), True
        tried.add(key)
        return None, True
