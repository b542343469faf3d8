"""`LargeEngine`: an answer at once to any cube of 4 to 50 layers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt, Expected
from cubeproof.contract.events import Improved
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import NO_WAY, AnswerPart, Bounds, Outcome, Word
from cubeproof.engines.large.facts import FACTS, SIZES, LargeSettings, LargeStatistics
from cubeproof.engines.large.shorter_answers import ShorterAnswers
from cubeproof.engines.large.words_beside import WordFoundError, WordsBeside
from cubeproof.errors import StoppedError, TimeUpError, UnreachableError, UnsupportedError
from cubeproof.methods.large.first_answer import first_answer
from cubeproof.methods.large.frame import has_frame_tables
from cubeproof.methods.large.parts import parts_of, phase_parts
from cubeproof.methods.large.runs import RunWord
from cubeproof.methods.words.short_answers import short_answers
from cubeproof.problem import Problem, core_turn
from cubeproof.problem.cube_turns import BlockTurn
from cubeproof.problem.cube_view import CubeView, cube_view
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Move
from cubeproof.sentences import Sentence, Template
from cubeproof.store import Store

_SIZES = Template("large.sizes", "The large engine solves cubes of {least} to {most} layers only.")
_SOLVED = Template(
    "large.solved-goal",
    "The large engine requires a cube whose stickers are all known, and the solved cube as goal.",
)
_TURNS = Template(
    "large.outer-blocks",
    "The large engine requires the turns of all outer blocks; these turns do not include them.",
)

# How to read the parts off the words that have some.
_WordsInParts = dict[Word, Callable[[Cube, Alg], tuple[AnswerPart, ...]]]

# The sizes that get an answer without tables before the one with tables. Larger ones gain little by tables.
_TWO_ANSWERS = range(5, 16, 2)


@dataclass(frozen=True, slots=True)
class LargeEngine(LargeSettings):
    """Solves corners and middle edges, and then all other pieces by cycles of three (`methods.large`).

    All words of very few turns are searched first. The first answer has all cycles at its end, and needs no table and
    no compiled loop. Then all words are searched up to a cost that takes a moment. Later answers have turns of inner
    layers on their way, and cycles at any moment, where they cancel turns of their neighbours. The 4×4×4 and the 5×5×5
    have shorter answers by phases (`methods.reduction`, `methods.large5`); what these lack is prepared from the start
    of the search (`ShorterAnswers`), and beside them more words are searched (`WordsBeside`). Only answers of few turns
    are proved to be shortest.
    """

    store: Store | None = None
    """The store of the tables of the two phases; the user's cache folder by default."""

    @property
    def name(self) -> str:
        """`large`."""
        return FACTS.name

    def read(self, problem: Problem) -> Attempt | Sentence:
        """Read a cube of 4 layers or more whose outer blocks may all turn. This counts turns, and builds nothing."""
        cube_map = problem.cube_map
        if cube_map is None or cube_map.size not in SIZES:
            return _SIZES(least=SIZES[0], most=SIZES[-1])
        view = cube_view(problem)
        if view is None:
            return _SOLVED()
        if not view.turns_all_outer_blocks:
            return _TURNS()
        # Other words may look as if they had these parts: R 2U 2F is no turn of the corners and a cycle.
        in_parts: _WordsInParts = {}
        shorter = ShorterAnswers(view, self.store, self.quick)

        def parts(word: Word) -> tuple[AnswerPart, ...]:
            alg = Alg.of_turns(problem.write(word))
            return in_parts[word](view.cube_map.cube, alg) if word in in_parts else ()

        return Attempt(
            self.name,
            partial(self._search, problem, shorter, in_parts),
            answers_any=True,
            answer=Expected.MOMENTS,
            improve=partial(self._better, problem, shorter, in_parts),
            parts=parts,
            searches_words=True,
            shortfall=shorter.shortfall,
        )

    def _better(
        self,
        problem: Problem,
        shorter: ShorterAnswers,
        in_parts: _WordsInParts,
        word: Word,
        control: Control,
    ) -> Iterator[Word]:
        """Yield shorter answers; add answers by phases to `in_parts`."""
        beside = WordsBeside(problem, control)
        try:
            if shorter.has_quick:
                beside.begin()
            with control.calling(beside.check):
                for runs in shorter.answers(problem.cost(word), control):
                    if shorter.by_phases:
                        beside.begin()
                    yield self._phased(problem, shorter, in_parts, runs)
        except WordFoundError as error:
            yield error.word
        finally:
            beside.stop()

    def _phased(
        self, problem: Problem, shorter: ShorterAnswers, in_parts: _WordsInParts, runs: RunWord
    ) -> Word:
        """Return the word of a shorter answer, and add it to `in_parts` if it is one by the phases of 4 layers."""
        word = word_of(problem, shorter.view, runs)
        if shorter.by_phases and shorter.view.size == 4:
            in_parts[word] = phase_parts
        return word

    def _first_ways(self, size: int) -> tuple[bool, ...]:
        """Return whether each first answer needs no table: on some odd sizes a shorter one follows that needs some."""
        has_tables = has_frame_tables(size, self.store)
        return (*([True] if not has_tables or size in _TWO_ANSWERS else []), *([False] if has_tables else []))

    def _search(
        self,
        problem: Problem,
        shorter: ShorterAnswers,
        in_parts: _WordsInParts,
        bounds: Bounds,
        control: Control,
    ) -> Outcome:
        """Return the first answer, or a shorter one that is known or has few turns; add the first to `in_parts`."""
        view, known = shorter.view, bounds.word
        stop = Stop.QUICK if self.quick else Stop.GAVE_UP
        statistics: LargeStatistics | None = None
        best: Word | None = None

        def keep(word: Word) -> None:
            nonlocal best
            if best is None or problem.cost(word) < problem.cost(best):
                best = word
                if known is None or problem.cost(word) < problem.cost(known):
                    control.emit(Improved(problem.cost(word), bounds.lower, word))

        shorter.begin_tables(control)
        try:
            if not bounds.short:
                with control.patient() as patient:
                    short = short_answers(problem, bounds, patient, every=False, extra=0, quick=True)
                if short.words or short.stop is not None:
                    return short
                bounds = replace(bounds, lower=max(bounds.lower, short.lower_bound))
            with suppress(TimeUpError):
                for runs in shorter.quick_answers(control):
                    keep(self._phased(problem, shorter, in_parts, runs))
            by_phases = best is not None
            for at_once in self._first_ways(view.size):
                with control.patient() if best is None else nullcontext(control) as part:
                    part.check()
                    metric = view.cube_map.metric.value
                    answer = first_answer(
                        view.homes, view.size, part, metric=metric, store=self.store, at_once=at_once
                    )
                    if answer is None:
                        raise UnreachableError(NO_WAY())
                    word = word_of(problem, view, answer.runs)
                    in_parts.setdefault(word, parts_of)
                    keep(word)
                    if statistics is None or best == word:
                        statistics = LargeStatistics(
                            answer.frame.cost("htm"), answer.commutators, answer.runs.cost("slices")
                        )
            control.check()
            # Beside answers by phases, `WordsBeside` searches these words.
            if not (bounds.short or self.quick or by_phases):
                bounds = replace(bounds, word=_cheaper(problem, best, known))
                short = short_answers(problem, bounds, control, every=False, extra=0, quick=False)
                if short.words or short.stop is not None:
                    return replace(short, statistics=statistics)
                bounds = replace(bounds, lower=short.lower_bound)
        except (StoppedError, TimeUpError):
            stop = control.reason or stop
        best = _cheaper(problem, known, best)
        # A word that exceeds a limit of length is what the improver starts from.
        return Outcome(() if best is None else (best,), bounds.lower, stop, statistics=statistics)


def _cheaper(problem: Problem, first: Word | None, second: Word | None) -> Word | None:
    """Return the cheaper word of those that there are, the first of two equal ones."""
    return min((word for word in (first, second) if word is not None), key=problem.cost, default=None)


def word_of(problem: Problem, view: CubeView, runs: RunWord) -> Word:
    """Return the word of a problem for runs.

    Raises:
        UnsupportedError: the turns of the problem lead to other rotations of the cube.
    """
    metric = view.cube_map.metric.value
    for inner in (True, False) if metric == "stm" else (False,):
        turns, _ = runs.blocks(inner=inner)
        word = _generators(problem, view, turns)
        if word is None:
            word = view.word([str(turn) for turn in turns])
        if word is not None:
            return word
    raise UnsupportedError(_TURNS())


def _generators(problem: Problem, view: CubeView, turns: Sequence[Move]) -> Word | None:
    """Return the generators of turns that keep the core in place; None if a turn has no such generator."""
    words: dict[Move, Word] = {}

    def generator(turn: Move) -> Word | None:
        axis, amounts, _ = core_turn(BlockTurn(turn), view.size)
        ways = view.cube_map.generators.get((axis, amounts), ())
        return min(((number,) for number, own in ways if own == 0), key=problem.cost, default=None)

    for turn in turns:
        if turn in words:
            continue
        own, quarter = generator(turn), None
        if own is None and turn.amount == 2:
            quarter = generator(Move(turn.family, 1, turn.first, turn.last))
        if own is None and quarter is None:
            return None
        words[turn] = own if own is not None else 2 * (quarter or ())
    return tuple(number for turn in turns for number in words[turn])
