"""`product_problem` and `solve_product`: goals and sets of turns with separate tables of distances.

A word acts on each orbit of a problem's stickers independently. So a state is a tuple of small numbers (coordinates),
and there are few states if the goal has unknown stickers or the turns reach few states. For up to some millions, a
table has the distance of each state, and the answer is looked up. Otherwise (`plan`) tables over some of the numbers
are lower bounds for a search (`deepening`).

    product_problem     checks by counting whether there may be such a plan
    solve_product       explores the orbits, builds tables and finds the answer (in `run`)

Tables are built in memory when they are needed, and kept while there is room. This module loads no compiled loops,
whose import takes a second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cubeproof.engines.search.products.problem import ProductProblem
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence

if TYPE_CHECKING:
    from cubeproof.contract.control import Control
    from cubeproof.contract.engine import Bounds, Outcome


def product_problem(problem: Problem) -> ProductProblem | Sentence:
    """Read a problem as one that may have tables, or return the reason why it has none.

    This only counts states. Exploring may still find that there are too many.

    >>> from cubeproof.problem import cube_problem, named_goal
    >>> from cubeproof.puzzle.cube import Cube
    >>> product = product_problem(cube_problem(Cube(3).apply("R U F"), named_goal("cross").pattern(3)))
    >>> len(product.goals), [len(orbit.pieces) for orbit in product.orbits]
    (1, [0, 4])
    """
    from cubeproof.engines.search.products.run import read

    return read(problem)


def solve_product(
    product: ProductProblem,
    problem: Problem,
    bounds: Bounds,
    control: Control,
    every: bool,
    extra: int,
    jobs: int | None = None,
) -> Outcome:
    """Find a shortest answer, or all of them."""
    from cubeproof.engines.search.products.run import solve

    return solve(product, problem, bounds, control, every, extra, jobs)
