"""Problems: what an engine is given to solve, and how cubes become such problems."""

from cubeproof.problem.cubes import allowed_moves, cube_problem, default_moves
from cubeproof.problem.orbits import Class, PieceOrbit, classes, piece_orbits
from cubeproof.problem.problem import Generator, Pattern, Problem

__all__ = [
    "Class",
    "Generator",
    "Pattern",
    "PieceOrbit",
    "Problem",
    "allowed_moves",
    "classes",
    "cube_problem",
    "default_moves",
    "piece_orbits",
]
