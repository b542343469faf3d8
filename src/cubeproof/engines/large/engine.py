"""`LargeEngine`: an answer at once to any cube of 4 to 50 layers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt, Expected
from cubeproof.contract.events import Improved, Note
from cubeproof.contract.lack_of_memory import lack_of_memory
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import NO_WAY, AnswerPart, Bounds, Outcome, Word
from cubeproof.engines.large.preparation import PHASES
from cubeproof.engines.large.row import PHASED, ROW, SIZES, LargeSettings, LargeStatistics
from cubeproof.errors import StoppedError, TimeUpError, UnreachableError, UnsupportedError
from cubeproof.methods.large.first_answer import first_answer
from cubeproof.methods.large.parts import parts_of, phase_parts
from cubeproof.methods.large.runs import RunWord
from cubeproof.methods.reduction.stored_tables import LoadedPhases
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

_NO_SHORTER = Template("large.not-compiled", "Shorter answers require Numba, which is not installed.")


@dataclass(frozen=True, slots=True)
class LargeEngine(LargeSettings):
    """Solves corners and middle edges, and then all other pieces by cycles of three (`methods.large`).

    The first answer has all cycles at its end. Then all words are searched up to a cost that takes a moment. Later
    answers have turns of inner layers on their way, and cycles at any moment, where they cancel turns of their
    neighbours. The 4×4×4 and the 5×5×5 have shorter answers by phases (`methods.reduction`, `methods.large5`), when
    their tables are built and their loops compiled. Only answers of few turns are proved to be shortest.
    """

    store: Store | None = None
    """The store of the tables of the two phases; the user's cache folder by default."""

    @property
    def name(self) -> str:
        """`large`."""
        return ROW.name

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

        def parts(word: Word) -> tuple[AnswerPart, ...]:
            alg = Alg.of_turns(problem.write(word))
            return in_parts[word](view.cube_map.cube, alg) if word in in_parts else ()

        return Attempt(
            self.name,
            partial(self._search, problem, view, in_parts),
            answers_any=True,
            answer=Expected.MOMENTS,
            improve=partial(self._better, problem, view, in_parts),
            parts=parts,
        )

    def _better(
        self, problem: Problem, view: CubeView, in_parts: _WordsInParts, word: Word, control: Control
    ) -> Iterator[Word]:
        """Yield shorter answers; add answers by phases to `in_parts`."""
        by_phases = self._has_loaded_phases(view, control)
        for runs in self._answers(view, problem.cost(word), control):
            better = word_of(problem, view, runs)
            if by_phases:
                in_parts[better] = phase_parts
            yield better

    def _answers(self, view: CubeView, most: int, control: Control) -> Iterator[RunWord]:
        """Return answers that cost less and less: by phases, or by cycles; without Numba there are none."""
        from cubeproof.base.numba_support import COMPILES

        if not COMPILES:
            control.warn(_NO_SHORTER())
            return iter(())
        metric = view.cube_map.metric.value
        if self._has_loaded_phases(view, control):
            from cubeproof.methods.reduction.search import phased_answers

            return phased_answers(
                view.homes, control, most, metric=metric, store=self.store, quick=self.quick
            )
        if view.size == 5:
            from cubeproof.methods.large5.better_answers import better_answers_5x5x5

            return better_answers_5x5x5(view.homes, control, most, metric=metric, store=self.store)
        from cubeproof.methods.large.better_answers import better_answers

        return better_answers(view.homes, view.size, control, most, metric=metric, store=self.store)

    def _has_loaded_phases(self, view: CubeView, control: Control) -> bool:
        """Whether the tables of the phases are in memory."""
        loaded = control.workshop.kept(LoadedPhases).tables
        return view.size in PHASED and loaded is not None and loaded[0] == (self.store or Store()).folder

    def _load_phases(self, view: CubeView, control: Control) -> bool:
        """Load the tables of the phases, or build them if there is time; return whether they are in memory."""
        if view.size not in PHASED or self._has_loaded_phases(view, control):
            return view.size in PHASED
        if not PHASES.is_ready(self.store):
            if self.quick or control.remaining < PHASES.seconds:
                PHASES.postpone()
                return False
            PHASES.announce(control, self.store)
        try:
            PHASES.run(control, self.store)
        except Exception as error:
            if (reason := lack_of_memory(error)) is None:
                raise
            control.tell(Note(reason))
        return self._has_loaded_phases(view, control)

    def _search(
        self, problem: Problem, view: CubeView, in_parts: _WordsInParts, bounds: Bounds, control: Control
    ) -> Outcome:
        """Return the first answer, or a shorter one that is known or has few turns; add the first to `in_parts`."""
        metric = view.cube_map.metric.value
        known = bounds.word
        stop = Stop.QUICK if self.quick else Stop.GAVE_UP
        statistics: LargeStatistics | None = None
        word: Word | None = None
        try:
            answer = first_answer(view.homes, view.size, control, metric=metric, store=self.store)
            if answer is None:
                raise UnreachableError(NO_WAY())
            word = word_of(problem, view, answer.runs)
            in_parts[word] = parts_of
            statistics = LargeStatistics(
                answer.frame.cost("htm"), answer.commutators, answer.runs.cost("slices")
            )
            if known is None or problem.cost(word) < problem.cost(known):
                control.tell(Improved(problem.cost(word), bounds.lower, word))
            if not bounds.short:
                best = replace(bounds, word=word if known is None else min(word, known, key=problem.cost))
                short = short_answers(problem, best, control, every=False, extra=0, quick=self.quick)
                if short.words or short.stop is not None:
                    return replace(short, statistics=statistics)
                bounds = replace(bounds, lower=short.lower_bound)
            if self._load_phases(view, control) and self.quick:
                for better in islice(self._better(problem, view, in_parts, word, control), 1):
                    word = better
                    control.tell(Improved(problem.cost(word), bounds.lower, word))
        except (StoppedError, TimeUpError):
            stop = control.reason or stop
        if known is not None and (word is None or problem.cost(known) <= problem.cost(word)):
            word = known
        # A word that exceeds a limit of length is what the improver starts from.
        return Outcome(() if word is None else (word,), bounds.lower, stop, statistics=statistics)


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
