"""Scrambles: turns that lead to a cube, and turns that lead to a random one."""

from random import Random

from cubeproof.base.argument_checks import expect
from cubeproof.contract.settings import Options
from cubeproof.errors import InternalError, UnsupportedError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import check_size
from cubeproof.puzzle.scramble import DRAWN, leading_to, random_cube, random_moves, random_of
from cubeproof.sentences import Template
from cubeproof.solving.registry import ENGINES
from cubeproof.solving.solve import solve

_SMALL_ONLY = Template(
    "setup.small-only",
    "Turns that lead to a state are quickly found for the 2×2×2 and the 3×3×3, not for {size} layers.",
)
_ALL_KNOWN = Template("setup.all-known", "Turns can lead to a state only if all of its stickers are known.")
_NO_ANSWER = Template("setup.no-answer", "The engine found no answer to {cube}.")
_NO_HOLD = Template("setup.no-hold", "No way of holding the cube leads to {cube}.")


def setup(cube: Cube) -> Alg:
    """Turns that lead from the solved cube to this one, held as it is; few of them, and quickly found.

    Args:
        cube: a 2×2×2 or 3×3×3 of which all stickers are known.

    Raises:
        ImpossibleCubeError: no turning leads there.
        UnsupportedError: another size, or unknown stickers.

    >>> cube = Cube(3).apply("R U F2 x")
    >>> setup(cube), Cube(3).apply(setup(cube)) == cube
    (Alg('x R B U2'), True)
    """
    expect("cube", cube, Cube, "a Cube")
    quick = _at_once(cube.size)
    if quick is None:
        raise UnsupportedError(_SMALL_ONLY(size=cube.size))
    if not cube.is_complete:
        raise UnsupportedError(_ALL_KNOWN())
    answer = solve(cube, engine=quick, options=Options(quick=True)).alg
    if answer is None:
        raise InternalError(_NO_ANSWER(cube=cube.facelets))
    alg = leading_to(cube, answer)
    if alg is None:
        raise InternalError(_NO_HOLD(cube=cube.facelets))
    return alg


def scramble(size: int = 3, seed: int | Random | None = None) -> Alg:
    """Turns that lead to a random state of the 2×2×2 or 3×3×3; for larger cubes random turns.

    Args:
        size: the number of layers.
        seed: a number for a scramble that can be had again, or a generator to draw from.

    Raises:
        UsageError: a size that no cube has.

    >>> scramble(2, seed=7) == scramble(2, seed=7), len(scramble(5, seed=7))
    (True, 60)
    """
    random = random_of(seed)
    if check_size(size) not in DRAWN:
        return random_moves(size, seed=random)
    return setup(random_cube(size, random))


def _at_once(size: int) -> str | None:
    """The engine that has an answer at once to any cube of this size, if there is one."""
    return next((name for name, row in ENGINES.items() if row.at_once and row.suits(size)), None)
