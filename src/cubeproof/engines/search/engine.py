"""`SearchEngine`: a short answer at once, and then the proof that there is none shorter."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.contract.control import Control
from cubeproof.contract.engine import NO_WAY, Bounds, Outcome
from cubeproof.contract.events import Compiling
from cubeproof.engines.search.product import ProductProblem, product_problem
from cubeproof.engines.search.reading import FaceProblem, face_problem
from cubeproof.engines.search.row import ROW, SearchSettings
from cubeproof.errors import UnreachableError, UnsupportedError
from cubeproof.problem import Problem, cube_structure
from cubeproof.sentences import Sentence
from cubeproof.store import Store

__all__ = ["SearchEngine"]


@dataclass(frozen=True, slots=True)
class SearchEngine(SearchSettings):
    """The 3×3×3 at speed, and other questions for which there is a table.

    An answer comes from two phases (`near`) within a moment. Meanwhile a pruning table is read or built, and then all
    words of one length after the other are searched (`optimal`): each length without an answer raises the lower
    bound. Two phases go on beside it for a while and lower the upper bound. Where both meet the answer is a shortest
    one. No bound is told before the table's checksum has agreed.

    Questions that fit into a table of their own (a cross, two faces) are read off it (`product`).

    The clock starts when the tables are there.

    Attributes:
        store: where tables are kept; the user's cache folder by default.
    """

    store: Store | None = None

    @property
    def name(self) -> str:
        """`search`."""
        return ROW.name

    def supports(self, problem: Problem) -> Sentence | None:
        """None for turns of the faces of a 3×3×3, and for what fits into a table; else what stands in the way."""
        found = _read(problem)
        return found if isinstance(found, Sentence) else None

    def solve(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        """Search until the answer is proved shortest, or good enough if that will do.

        Raises:
            UnsupportedError: what `supports` says.
            UnreachableError: no turning leads to the goal.
            UsageError: there is no table of that name, or none for these turns.
            TooLargeError: the table that was asked for does not fit.
        """
        found = _read(problem)
        if isinstance(found, Sentence):
            raise UnsupportedError(found)
        # What compiles loops takes its time to load.
        from cubeproof.compiled import telling_of_compilation

        with telling_of_compilation(lambda loop: control.tell(Compiling(loop))):
            if isinstance(found, ProductProblem):
                from cubeproof.engines.search.product import solve_product

                return solve_product(found, problem, bounds, control, self.every, self.extra, self.jobs)
            if found.scramble is None:
                raise UnreachableError(NO_WAY())
            from cubeproof.engines.search.run import Run

            return Run(self, self.store, problem, found, bounds, control).run()


def _read(problem: Problem) -> FaceProblem | ProductProblem | Sentence:
    faces = face_problem(problem)
    cube = cube_structure(problem)
    if (isinstance(faces, FaceProblem) and faces.has_all_turns) or (cube is not None and cube.size != 3):
        return faces
    product = product_problem(problem)
    if isinstance(product, ProductProblem):
        return product
    return faces if isinstance(faces, FaceProblem) else product
