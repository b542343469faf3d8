"""Named goals other than `solved`; the checker loads this module, and the code of pieces, only for them."""

from cubeproof.problem.goals import named_goal
from cubeproof.proof.check.turns import Colours
from cubeproof.puzzle.cube import Cube


def colours_and_pattern(name: str, cube: Colours, size: int) -> tuple[Colours, Colours]:
    """Return the colours that a goal compares and the goal's pattern, each of shape (stickers,)."""
    goal = named_goal(name)
    return goal.view(Cube.from_colours(cube)).colours, goal.pattern(size).colours
