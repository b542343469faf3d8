"""Goals and sets of turns with separate tables of distances, other than the 3×3×3 with all its turns.

A problem's stickers fall into orbits, and what a word does to one does not depend on the others. So a state
is a tuple of small numbers (`product_coordinates`), few if the goal leaves stickers unknown or the turns
reach little. Where they are a few millions or fewer, a table has the distance of each (`product_table`), and
the answer is read off. Otherwise (`product_plan`) tables over some of the numbers are lower bounds for a search
(`product_deepening`).

    product_problem     whether there may be such a plan, by counting
    solve_product       explores the orbits, makes tables and finds the answer (in `product_run`)

Tables are made in memory, when they are needed, and kept while there is room for those of the next questions. This
module loads nothing that compiles loops, which takes a second.
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
    """Read a problem as one that tables may be made for, or return the sentence that says why not.

    This counts states and explores nothing. Exploring may still find that there are too many.

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
