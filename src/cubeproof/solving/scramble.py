"""`setup`: turns that lead to a given cube; `scramble`: turns that lead to a random cube."""

from random import Random

from cubeproof.base.argument_checks import expect
from cubeproof.contract.limit import Stop
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
    "Turns to a given state can be found quickly only for the 2×2×2 and the 3×3×3, not for {size} layers.",
)
_ALL_KNOWN = Template("setup.all-known", "Turns can lead to a state only if all of its stickers are known.")
_NO_ANSWER = Template("setup.no-answer", "The engine found no answer to {cube}.")
_NO_HOLD = Template("setup.no-hold", "No rotation of the cube leads to {cube}.")


def setup(cube: Cube) -> Alg:
    """Find turns from the solved cube to this cube, in its rotation. The turns are few, but perhaps not the fewest.

    Args:
        cube: a 2×2×2 or 3×3×3 with all stickers known.

    Raises:
        ImpossibleCubeError: no turns lead to it.
        UnsupportedError: another size, or unknown stickers.
        MemoryError: there is not enough memory.

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
    solution = solve(cube, engine=quick, options=Options(quick=True))
    answer = solution.alg
    if answer is None:
        if solution.stop is Stop.GAVE_UP:
            # An engine that answers every cube gives up only for lack of memory.
            raise MemoryError
        raise InternalError(_NO_ANSWER(cube=cube.facelets))
    alg = leading_to(cube, answer)
    if alg is None:
        raise InternalError(_NO_HOLD(cube=cube.facelets))
    return alg


def scramble(size: int = 3, seed: int | Random | None = None) -> Alg:
    """Return turns that lead to a random state of the 2×2×2 or 3×3×3; for larger cubes, random turns.

    Args:
        size: the number of layers.
        seed: a number, which always gives the same scramble, or a random generator.

    Raises:
        UsageError: a size out of range.

    >>> scramble(2, seed=7) == scramble(2, seed=7), len(scramble(5, seed=7))
    (True, 60)
    """
    random = random_of(seed)
    if check_size(size) not in DRAWN:
        return random_moves(size, seed=random)
    return setup(random_cube(size, random))


def _at_once(size: int) -> str | None:
    """Return an engine that answers every cube of this size at once, or None."""
    return next((name for name, facts in ENGINES.items() if facts.at_once and facts.suits(size)), None)
