"""`SearchEngine`: a short answer at once, and then the proof that no shorter answer exists."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt, Expected
from cubeproof.contract.lack_of_memory import ensure_room_for_loops
from cubeproof.contract.outcome import NO_WAY, Bounds, Outcome
from cubeproof.engines.search.facts import FACTS, SearchSettings, SearchStatistics
from cubeproof.engines.search.preparation import OTHER_GOALS
from cubeproof.engines.search.problem_parsing import FaceProblem, face_problem
from cubeproof.errors import UnreachableError
from cubeproof.methods.h48.stored_tables import tables_of
from cubeproof.methods.products.problem import ProductProblem
from cubeproof.methods.two_phase.stored_tables import COORDINATES, PHASE1, PHASE2
from cubeproof.methods.words.short_answers import short_answers
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence
from cubeproof.store import Store


@dataclass(frozen=True, slots=True)
class SearchEngine(SearchSettings):
    """Fast search for the 3×3×3, and for other goals and turns whose tables fit into memory.

    All words up to a cost that takes a moment are searched first, from both ends (`words`), without a table: words of
    10 face turns, or of 12 quarter turns. The two phases (`two_phase`) find any other answer within a moment. A pruning
    table is read or built, and then all words are searched length by length (`h48`): each length without an answer
    raises the lower bound. The two phases run in parallel for a while, and lower the upper bound. When both bounds are
    equal, the answer is shortest. No bound of a table is reported before the table's checksum is verified.

    For other goals and turns, problems with few states (two faces) are solved by tables of distances (`products`). In
    other metrics, or with other turns too, answers of the two phases are rewritten with the problem's turns
    (`face_words`), without a proof that they are shortest.
    """

    store: Store | None = None
    """The store of the tables; the user's cache folder by default."""

    @property
    def name(self) -> str:
        """`search`."""
        return FACTS.name

    def read(self, problem: Problem) -> Attempt | Sentence:
        """Read a 3×3×3 with face turns, or a problem that may fit into tables.

        This builds no tables: the search raises UnsupportedError if there are too many states. It raises UsageError for
        an unknown table, or a table of other turns, and TooLargeError if the requested table does not fit into memory.
        """
        reading = self._reading(problem)
        if isinstance(reading, Sentence):
            return reading
        proves = isinstance(reading, ProductProblem) or reading.turning is not None
        has_answer = isinstance(reading, ProductProblem) or reading.has_all_turns
        proof = Expected.MINUTES if proves and has_answer else Expected.UNKNOWN
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
            proves_here=FACTS.proves,
            # With some of the faces, only answers that its proof reaches.
            answers_any=has_answer,
            answer=Expected.MOMENTS if has_answer else Expected.UNKNOWN,
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
        if not bounds.short:
            short = short_answers(
                problem, bounds, control, every=self.every, extra=self.extra, quick=self.quick
            )
            if short.words or short.stop is not None:
                return replace(short, statistics=SearchStatistics())
            bounds = replace(bounds, lower=short.lower_bound)
        if isinstance(reading, ProductProblem):
            from cubeproof.methods.products.run import solve_product

            announce = partial(OTHER_GOALS.announce, control, self.store)
            return solve_product(
                reading, problem, bounds, control, self.every, self.extra, self.jobs, announce
            )
        return self._run(problem, reading, bounds, control)

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
