"""`ChainEngine`: an answer to any start that the turns can solve, with any turns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt, Expected
from cubeproof.contract.events import Improved, ignore
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds, Outcome, Word
from cubeproof.engines.chain.facts import FACTS, ChainSettings
from cubeproof.errors import StoppedError, TimeUpError
from cubeproof.methods.chain.answers import answers_of_other_chains, better_answers, first_answers
from cubeproof.methods.shorten.merger import Merger
from cubeproof.methods.shorten.windows import Windows
from cubeproof.methods.words.bidirectional import WordLimits, WordSearch
from cubeproof.methods.words.short_answers import short_answers
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence, Template

_TOO_LARGE = Template(
    "chain.too-large",
    "The chain engine requires at most {stickers} stickers and {turns} turns; this puzzle has {found_stickers} and "
    "{found_turns}.",
)

# The largest puzzle: the 8×8×8 has 384 stickers.
_STICKERS, _TURNS = 400, 200
# The limits of the words that replace a part of an answer.
_PART = WordLimits(words=50_000, size=40_000_000, pairs=50_000_000)


@dataclass(frozen=True, slots=True)
class ChainEngine(ChainSettings):
    """Places a few pieces at a time, by words that keep the pieces placed before (`methods.chain`).

    The first answer is the cheapest of those with each short word as their start. Later answers have cheaper words at
    their ends and in their parts, and then come from other chains, until the search is stopped. Only answers of few
    turns are proved to be shortest.
    """

    @property
    def name(self) -> str:
        """`chain`."""
        return FACTS.name

    def read(self, problem: Problem) -> Attempt | Sentence:
        """Read any problem that is not too large. This counts stickers and turns, and builds nothing."""
        stickers, turns = len(problem.start), len(problem.generators)
        if stickers > _STICKERS or turns > _TURNS:
            return _TOO_LARGE(stickers=_STICKERS, turns=_TURNS, found_stickers=stickers, found_turns=turns)
        return Attempt(
            self.name,
            partial(self._search, problem),
            answers_any=True,
            answer=Expected.MOMENTS,
            improve=partial(_better, problem),
        )

    def _search(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        """Return the cheapest of the first answers, the answer in `bounds`, and all answers of few turns."""
        word = bounds.word
        stop = Stop.QUICK if self.quick else Stop.GAVE_UP
        try:
            if not bounds.short:
                short = short_answers(problem, bounds, control, every=False, extra=0, quick=self.quick)
                if short.words or short.stop is not None:
                    return short
                bounds = replace(bounds, lower=short.lower_bound)
            for better in first_answers(problem, control):
                if word is None or problem.cost(better) < problem.cost(word):
                    word = better
                    control.emit(Improved(problem.cost(word), bounds.lower, word))
        except (StoppedError, TimeUpError):
            stop = control.reason or stop
        # The improver starts from this word, even if it exceeds a limit of length.
        return Outcome(() if word is None else (word,), bounds.lower, stop)


def _better(problem: Problem, word: Word, control: Control) -> Iterator[Word]:
    """Yield cheaper answers: with other ends, with other parts, then by other chains."""
    for improve in (better_answers, _with_other_parts, answers_of_other_chains):
        for better in improve(problem, word, control):
            word = better
            yield word


def _with_other_parts(problem: Problem, word: Word, control: Control) -> Iterator[Word]:
    """Yield cheaper answers: parts of an answer are replaced by the cheapest words for them."""

    def shorter(part: Problem, cost: int) -> tuple[Word | None, bool]:
        # A bound of a part is no bound of the problem.
        search = WordSearch(part, control.emitting_to(ignore), most=cost, limits=_PART)
        answer = next(search.answers(), None)
        return answer, answer is not None or search.lower_bound > cost

    merged = Merger(problem).merged(word)
    if problem.cost(merged) < problem.cost(word):
        yield merged
    yield from Windows(problem, control, shorter).improve(merged)
