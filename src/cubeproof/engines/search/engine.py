"""`SearchEngine`: a short answer at once, and then the proof that no shorter answer exists."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt, Expected
from cubeproof.contract.events import Improved
from cubeproof.contract.lack_of_memory import ensure_room_for_loops
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import NO_WAY, Bounds, Outcome, Word
from cubeproof.engines.search.preparation import OTHER_GOALS
from cubeproof.engines.search.problem_parsing import FaceProblem, face_problem
from cubeproof.engines.search.row import ROW, SearchSettings, SearchStatistics
from cubeproof.errors import StoppedError, TimeUpError, UnreachableError
from cubeproof.methods.h48.stored_tables import tables_of
from cubeproof.methods.products.problem import ProductProblem
from cubeproof.methods.two_phase.stored_tables import COORDINATES, PHASE1, PHASE2
from cubeproof.methods.words.both_ends import shortest_word
from cubeproof.methods.words.meeting import WordLimits, WordSearch
from cubeproof.methods.words.turn_costs import Turning
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence
from cubeproof.store import Store

# The maximum cost searched from both ends before a table is read, by metric; for a quick answer the second.
_MOST_FROM_BOTH_ENDS = {"htm": (10, 8), "qtm": (12, 10)}

# The limits of the search for short words of other goals and turns. ⟨R,U,F⟩ has 419,904 words of 7 turns.
_A_MOMENT = WordLimits(words=500_000, size=100_000_000, pairs=500_000_000)
_A_QUICK_MOMENT = WordLimits(words=50_000, size=20_000_000, pairs=50_000_000)


@dataclass(frozen=True, slots=True)
class SearchEngine(SearchSettings):
    """Fast search for the 3×3×3, and for other goals and turns whose tables fit into memory.

    Words of up to 10 face turns, or 12 quarter turns, are searched from both ends, without a table. The two phases
    (`two_phase`) find any other answer within a moment. A pruning table is read or built, and then all words are
    searched length by length (`h48`): each length without an answer raises the lower bound. The two phases run in
    parallel for a while, and lower the upper bound. When both bounds are equal, the answer is shortest. No bound of a
    table is reported before the table's checksum is verified.

    For other goals and turns, all words up to a cost that takes a moment are searched first, from both ends
    (`meeting`). Then problems with few states (a cross, two faces) are solved by tables of distances (`products`). In
    other metrics, or with other turns too, answers of the two phases are rewritten with the problem's turns
    (`face_words`), without a proof that they are shortest.
    """

    store: Store | None = None
    """The store of the tables; the user's cache folder by default."""

    @property
    def name(self) -> str:
        """`search`."""
        return ROW.name

    def read(self, problem: Problem) -> Attempt | Sentence:
        """Read a 3×3×3 with face turns, or a problem that may fit into tables.

        This builds no tables: the search raises UnsupportedError if there are too many states. It raises UsageError for
        an unknown table, or a table of other turns, and TooLargeError if the requested table does not fit into memory.
        """
        reading = self._reading(problem)
        if isinstance(reading, Sentence):
            return reading
        proves = isinstance(reading, ProductProblem) or reading.turning is not None
        proof = Expected.MINUTES if proves else Expected.UNKNOWN
        if (
            isinstance(reading, ProductProblem)
            and reading.takes_moments(len(problem.costs))
            and not self.every
        ):
            proof = Expected.MOMENTS
        return Attempt(
            self.name,
            partial(self._search, problem, reading),
            proves=proves,
            proves_here=ROW.proves,
            answers_any=True,
            answer=Expected.MOMENTS,
            proof=proof,
            missing=tuple(
                table.name for table in (COORDINATES, PHASE1, PHASE2) if not table.is_stored(self.store)
            )
            if isinstance(reading, FaceProblem)
            else (),
            cores=True,
        )

    def _search(
        self, problem: Problem, reading: FaceProblem | ProductProblem, bounds: Bounds, control: Control
    ) -> Outcome:
        """Search until the answer is proved shortest, or with `quick` until an answer is good enough."""
        if isinstance(reading, FaceProblem) and reading.scramble is None:
            raise UnreachableError(NO_WAY())
        # An unknown table name is reported before the search.
        if isinstance(reading, FaceProblem) and reading.turning is not None:
            tables_of(self.table, reading.turning)
        if (
            isinstance(reading, FaceProblem)
            and reading.has_all_turns
            and reading.turning is not None
            and not self.every
        ):
            return self._from_both_ends(problem, reading, reading.turning, bounds, control)
        if not (isinstance(reading, FaceProblem) and reading.has_all_turns and reading.turning is not None):
            short = self._short(problem, bounds, control)
            if short.words or short.stop is not None:
                return short
            bounds = replace(bounds, lower=max(bounds.lower, short.lower_bound))
        if isinstance(reading, ProductProblem):
            from cubeproof.methods.products.run import solve_product

            announce = partial(OTHER_GOALS.announce, control, self.store)
            return solve_product(
                reading, problem, bounds, control, self.every, self.extra, self.jobs, announce
            )
        return self._run(problem, reading, bounds, control)

    def _short(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        """Search all words up to a cost that takes a moment; the outcome has all requested answers, or none."""
        most = control.limit.length
        search = WordSearch(
            problem,
            control,
            every=self.every,
            extra=self.extra,
            most=most,
            limits=_A_QUICK_MOMENT if self.quick else _A_MOMENT,
        )
        words: list[Word] = []
        stop: Stop | None = None
        try:
            for word in search.answers():
                words.append(word)
                if self.every:
                    control.answered([word])
                if len(words) == 1 and word:
                    control.tell(Improved(problem.cost(word), search.lower_bound, word))
        except (StoppedError, TimeUpError):
            stop = control.reason
        except MemoryError:
            # The bound holds, and tables may need less memory.
            pass
        lower = max(bounds.lower, search.lower_bound)
        if not words and stop is None and not control.limit.reaches(lower):
            stop = Stop.LENGTH
        if not search.complete and stop is None:
            words = []
        return Outcome(
            tuple(words), lower, stop, statistics=SearchStatistics(), every=self.every and search.complete
        )

    def _from_both_ends(
        self, problem: Problem, faces: FaceProblem, turning: Turning, bounds: Bounds, control: Control
    ) -> Outcome:
        """Find a cheap shortest answer, or search on."""
        length, best = control.limit.length, bounds.word
        longest = _MOST_FROM_BOTH_ENDS[turning.name][self.quick]
        if best is not None:
            longest = min(longest, problem.cost(best) - 1)
        assert faces.scramble is not None, "turns can make it"
        try:
            turns, lower = shortest_word(
                faces.scramble, turning, longest if length is None else min(longest, length), control
            )
        except (StoppedError, TimeUpError):
            words = (best,) if best is not None and control.limit.reaches(problem.cost(best)) else ()
            return Outcome(words, bounds.lower, control.reason)
        lower = max(lower, bounds.lower)
        word = best if turns is None else faces.word(turns)
        if word is not None and problem.cost(word) == lower and control.limit.reaches(lower):
            if word != best:
                control.tell(Improved(lower, lower, word))
            return Outcome((word,), lower, statistics=SearchStatistics())
        if not control.limit.reaches(lower):
            return Outcome((), lower, Stop.LENGTH, statistics=SearchStatistics())
        return self._run(problem, faces, replace(bounds, lower=lower), control)

    def _run(self, problem: Problem, faces: FaceProblem, bounds: Bounds, control: Control) -> Outcome:
        ensure_room_for_loops()
        # Modules that compile loops load slowly.
        from cubeproof.engines.search.run import Run

        return Run(self, self.store, problem, faces, bounds, control).run()

    def _reading(self, problem: Problem) -> FaceProblem | ProductProblem | Sentence:
        faces = face_problem(problem)
        if isinstance(faces, FaceProblem) and faces.has_all_turns:
            return faces.unproved if self.every and faces.unproved is not None else faces
        from cubeproof.methods.products.run import product_problem

        product = product_problem(problem)
        if isinstance(product, ProductProblem):
            return product
        return faces if isinstance(faces, FaceProblem) else product
