"""Goals and sets of turns with tables of distances of their own, other than the 3×3×3 with all its turns.

A problem's stickers fall into orbits, and what a word does to one does not depend on the others. So a state
is a tuple of small numbers (`product_coordinates`), few if the goal leaves stickers unknown or the turns
reach little. Where they are a few millions or fewer, a table has the distance of each (`product_table`), and
the answer is read off. Otherwise (`product_plan`) tables over some of the numbers are lower bounds for a search
(`product_deepening`).

    product_problem     whether there is such a plan, and where a start is in it
    solve_product       the answer (both in `product_run`)

Tables are made in memory, as far as they are needed, and kept as long as there is room for those of the next
questions. This module loads nothing that compiles loops: that takes its time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cubeproof.problem import Problem, once
from cubeproof.sentences import Sentence

if TYPE_CHECKING:
    from cubeproof.contract.control import Control
    from cubeproof.contract.engine import Bounds, Outcome
    from cubeproof.engines.search.product_run import Family

__all__ = ["ProductProblem", "product_problem", "solve_product"]


@dataclass(frozen=True, eq=False)
class ProductProblem:
    """A problem read as one that tables can be made for.

    Attributes:
        family: the problems with the same generators and goals.
        starts: int64, shape (starts, coordinates): the states whose pattern the start fits; none where no
            turning leads
            to a goal.
    """

    family: Family
    starts: NDArray[np.int64]


@once
def product_problem(problem: Problem) -> ProductProblem | Sentence:
    """Read a problem as one that tables can be made for, or say in a sentence why not. No table is made yet.

    >>> from cubeproof.problem import cube_problem, named_goal
    >>> from cubeproof.puzzle.cube import Cube
    >>> found = product_problem(cube_problem(Cube(3).apply("R U F"), named_goal("cross").pattern(3)))
    >>> found.family.plan.states, found.starts.shape
    (190080, (1, 1))
    """
    from cubeproof.engines.search.product_run import read

    found = read(problem)
    return found if isinstance(found, Sentence) else ProductProblem(*found)


def solve_product(
    found: ProductProblem,
    problem: Problem,
    bounds: Bounds,
    control: Control,
    every: bool,
    extra: int,
    jobs: int | None = None,
) -> Outcome:
    """Find a shortest answer, or all of them.

    Args:
        found: the problem as `product_problem` read it.
        problem: the problem.
        bounds: what is known of the shortest length.
        control: tells of bounds and answers, and ends the search.
        every: whether all shortest answers are wanted, in canonical order, and not only one.
        extra: with `every`, how many turns longer answers may be that are wanted as well.
        jobs: how many threads may work on it; None for as many as there are processors.

    Raises:
        UnreachableError: the turns do not lead to the goal.
        UnsupportedError: there is not enough memory, or distances are too long.
    """
    from cubeproof.engines.search.product_run import solve

    return solve(found.family, found.starts, problem, bounds, control, every, extra, jobs)
