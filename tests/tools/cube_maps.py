"""The cube map of a problem, for tests of problems that have a cube map."""

from cubeproof.problem import CubeMap, Problem
from cubeproof.solving.solution import ProblemSolution, Solution


def map_of(problem: Problem) -> CubeMap:
    assert problem.cube_map is not None
    return problem.cube_map


def of_cube(solution: ProblemSolution) -> Solution:
    assert isinstance(solution, Solution)
    return solution
