"""Problems: what an engine is given to solve, and how cubes become such problems."""

from cubeproof.problem.cubes import all_moves, allowed_moves, cube_problem, default_moves
from cubeproof.problem.goals import GOALS, Goal, named_goal
from cubeproof.problem.once import once
from cubeproof.problem.orbits import PieceClass, PieceOrbit, piece_classes, piece_orbits
from cubeproof.problem.problem import Generator, Pattern, Problem
from cubeproof.problem.reach import obstacle
from cubeproof.problem.structure import CubeStructure, cube_structure

__all__ = [
    "GOALS",
    "CubeStructure",
    "Generator",
    "Goal",
    "Pattern",
    "PieceClass",
    "PieceOrbit",
    "Problem",
    "all_moves",
    "allowed_moves",
    "cube_problem",
    "cube_structure",
    "default_moves",
    "named_goal",
    "obstacle",
    "once",
    "piece_classes",
    "piece_orbits",
]
