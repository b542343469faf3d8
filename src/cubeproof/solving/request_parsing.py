"""Reading cubes from users' texts, for the command, the API and Python."""

from typing import NamedTuple

from cubeproof.errors import UsageError
from cubeproof.problem import read_goal
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.cube_text import are_facelets, read_cube_text
from cubeproof.puzzle.face_orders import check_order
from cubeproof.puzzle.lower_case import read_turns
from cubeproof.sentences import Sentence, Template, say

__all__ = ["CubeReading", "are_facelets", "read_cube", "read_goal_text"]

_TWICE = Template(
    "request.two-cubes", "The turns are a cube, and a state is given as well; give one of them."
)


class CubeReading(NamedTuple):
    """A cube as it was read."""

    cube: Cube
    """The cube."""
    scramble: Alg | None = None
    """Turns that lead from the solved cube to it, or None if it was given by a state."""
    note: Sentence | None = None
    """A sentence about lower-case turns whose meaning was chosen for the user, or None."""


def read_cube(
    scramble: str | None,
    state: str | None = None,
    size: int | None = None,
    *,
    order: str | None = None,
    lower_case: str | None = None,
) -> CubeReading:
    """Return the cube of a scramble or a state, or of the state after the scramble.

    Args:
        scramble: turns, or a text that gives a cube (see `puzzle/cube_text.py`).
        state: facelets.
        size: the number of layers; None for the size of the state, or for 3.
        order: the order of the faces in facelets; None for URFDLB.
        lower_case: the meaning of `r` in turns, "wide" or "inner"; None for the usual meaning.

    >>> read_cube("R U", size=2).cube == Cube(2).apply("R U")
    True
    >>> read_cube("U, U, U, U, R, R, R, R, F, F, F, F, D, D, D, D, L, L, L, L, B, B, B, B").scramble is None
    True
    """
    if scramble is None and state is None:
        raise UsageError(
            say("request.no-cube", 'A cube is required: turns such as "R U F2", or a state and its facelets.')
        )
    order = None if order is None else check_order(order)
    if scramble is not None and (given := read_cube_text(scramble, size, order, lower_case)) is not None:
        if state is not None:
            raise UsageError(_TWICE())
        return CubeReading(given.cube, given.turns, given.note)
    cube = (
        Cube(3 if size is None else size) if state is None else Cube.from_facelets(state, size, order=order)
    )
    if scramble is None:
        return CubeReading(cube)
    alg, note = read_turns(scramble, cube.size, lower_case)
    # As text, so that the error points at a turn that this size lacks.
    after = cube.apply(scramble, lower_case)
    return CubeReading(after, alg if state is None else None, note)


def read_goal_text(goal: str | None, size: int, order: str | None = None) -> str | None:
    """Return the goal of a text for a `SearchRequest`: a name, or facelets in URFDLB order; None for None.

    >>> read_goal_text("cross", 3), read_goal_text("uuuullllffffrrrrbbbbdddd", 2, "ULFRBD")
    ('cross', 'UUUURRRRFFFFDDDDLLLLBBBB')
    """
    read = read_goal(goal, size, order)
    return read.facelets if isinstance(read, Cube) else read
