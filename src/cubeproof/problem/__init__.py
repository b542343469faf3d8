"""Problems: the input of engines, and the conversion of questions about cubes into problems."""

from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import lazy_names

if TYPE_CHECKING:
    from cubeproof.problem.cube_map import GOAL_CANNOT_EXIST, CubeMap, check_question, cube_problem
    from cubeproof.problem.cube_moves import all_moves, allowed_moves, default_moves
    from cubeproof.problem.cube_turns import BlockTurn, CubeTurn, core_turn
    from cubeproof.problem.generator import Generator
    from cubeproof.problem.goals import GOALS, Goal, named_goal, read_goal
    from cubeproof.problem.orbits import PieceClass, PieceOrbit, piece_classes, piece_orbits
    from cubeproof.problem.phase import Condition, Phase
    from cubeproof.problem.piece_homes import CubePieces, cube_pieces
    from cubeproof.problem.problem import Pattern, Problem
    from cubeproof.problem.reach import obstacle

__all__ = [
    "GOALS",
    "GOAL_CANNOT_EXIST",
    "BlockTurn",
    "Condition",
    "CubeMap",
    "CubePieces",
    "CubeTurn",
    "Generator",
    "Goal",
    "Pattern",
    "Phase",
    "PieceClass",
    "PieceOrbit",
    "Problem",
    "all_moves",
    "allowed_moves",
    "check_question",
    "core_turn",
    "cube_pieces",
    "cube_problem",
    "default_moves",
    "named_goal",
    "obstacle",
    "piece_classes",
    "piece_orbits",
    "read_goal",
]

# The help of the command names the goals without NumPy, and most questions need few of these modules.
__getattr__ = lazy_names(__name__)
