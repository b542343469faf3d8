"""The requirements of named goals other than `solved`.

The checker loads this module for such goals only, and with it what they need of pieces.
"""

from cubeproof.problem.goals import named_goal
from cubeproof.proof.check.turns import Colours
from cubeproof.puzzle.cube import Cube


def seen_and_wanted(name: str, cube: Colours, size: int) -> tuple[Colours, Colours]:
    """Return the stickers of a cube that a goal looks at, and those it requires, as colours, shape (stickers,).

    Args:
        name: the name of the goal.
        cube: the colours of the cube, shape (stickers,), −1 for unknown.
        size: the number of layers.
    """
    goal = named_goal(name)
    return goal.view(Cube.from_colours(cube)).colours, goal.pattern(size).colours
