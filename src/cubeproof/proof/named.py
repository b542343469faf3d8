"""What a goal with another name than `solved` asks for: the checker loads this, and what it needs of pieces, for such a goal alone."""

from __future__ import annotations

from cubeproof.problem.goals import named_goal
from cubeproof.proof.turns import Colours
from cubeproof.puzzle.cube import Cube

__all__ = ["seen_and_wanted"]


def seen_and_wanted(name: str, cube: Colours, size: int) -> tuple[Colours, Colours]:
    """What a goal sees of a cube, and what it wants, as colours.

    Raises:
        UsageError: there is no such goal, or not on this size.
    """
    goal = named_goal(name)
    return goal.view(Cube.from_colours(cube)).colours, goal.pattern(size).colours
