"""`load_space`: reads a problem that can be searched in shares, and loads or builds the tables of its plan."""

from __future__ import annotations

from cubeproof.contract.control import Control
from cubeproof.contract.request import SearchRequest
from cubeproof.engines.search.problem_parsing import FaceProblem, face_problem
from cubeproof.engines.search.shares.spaces import ProductSpace, ShareSpace, face_space
from cubeproof.errors import UnsupportedError, UsageError
from cubeproof.methods.products.problem import ProductProblem
from cubeproof.methods.products.run import product_problem
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence, Template
from cubeproof.store import Store


def seed_of(checksum: str) -> int:
    """Return the seed of the planted answer for a table with a checksum."""
    return int(checksum[:8], 16)


_OTHER_TABLE = Template(
    "shares.other-table", "The table {table} of this machine is not the table of the plan; remove it first."
)
Reading = FaceProblem | ProductProblem
"""A problem that can be searched in shares."""


def read_problem(problem: Problem) -> Reading | Sentence:
    """Read a problem, or return the reason why it cannot be searched in shares. This only counts."""
    faces = face_problem(problem)
    if isinstance(faces, FaceProblem) and faces.has_all_turns:
        return faces.unproved if faces.unproved is not None else faces
    product = product_problem(problem)
    if isinstance(product, ProductProblem):
        return product
    return faces if isinstance(faces, FaceProblem) and faces.unproved is None else product


def load_space(
    request: SearchRequest,
    table: str,
    checksum: str,
    *,
    store: Store | None = None,
    control: Control | None = None,
    jobs: int = 1,
) -> ShareSpace:
    """Load or build the tables of a plan.

    Args:
        request: the question.
        table: the name of the table; "" for the largest stored table.
        checksum: its SHA-256; "" for any.
        store: the store of the table.
        control: receives the progress, and can stop the work.
        jobs: the number of threads.

    Raises:
        UsageError: this machine has another table of this name.
        UnsupportedError: the problem cannot be searched in shares.
    """
    control = control or Control()
    problem = request.to_problem()
    reading = read_problem(problem)
    if isinstance(reading, Sentence):
        raise UnsupportedError(reading)
    space: ShareSpace
    if isinstance(reading, FaceProblem):
        if reading.scramble is None:
            from cubeproof.contract.outcome import NO_WAY
            from cubeproof.errors import UnreachableError

            raise UnreachableError(NO_WAY())
        space = face_space(reading, table, store, control)
    else:
        space = ProductSpace(reading, problem, control, jobs)
    if checksum and space.checksum != checksum:
        raise UsageError(_OTHER_TABLE(table=space.table))
    return space
