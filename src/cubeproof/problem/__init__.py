"""Problems: what an engine is given to solve, and how cubes become such problems."""

from cubeproof.problem.cubes import all_moves, allowed_moves, cube_problem, default_moves
from cubeproof.problem.goals import GOALS, Goal, named_goal
from cubeproof.problem.once import once
from cubeproof.problem.orbits import Class, PieceOrbit, classes, piece_orbits
from cubeproof.problem.problem import Generator, Pattern, Problem
from cubeproof.problem.reach import obstacle
from cubeproof.problem.reading import CubeReading, cube_reading

__all__ = [
    "GOALS",
    "Class",
    "CubeReading",
    "Generator",
    "Goal",
    "Pattern",
    "PieceOrbit",
    "Problem",
    "all_moves",
    "allowed_moves",
    "classes",
    "cube_problem",
    "cube_reading",
    "default_moves",
    "named_goal",
    "obstacle",
    "once",
    "piece_orbits",
]
