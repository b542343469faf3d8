"""How a problem is read as one of the 3×3×3, with any colours."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.problem import CubeStructure, Problem, cube_structure, once
from cubeproof.puzzle.cube import fixed_stickers
from cubeproof.puzzle.cubies import FACE_TURNS, Cubies, face_turns
from cubeproof.sentences import Sentence, Template

__all__ = ["TwoPhaseProblem", "two_phase_problem"]

_ONLY_3 = Template("search.only-3", "The search engine solves the 3×3×3 only.")
_ONE_GOAL = Template("search.one-goal", "The search engine goes for one goal, and here are {goals}.")
_ALL_KNOWN = Template(
    "search.all-known", "The search engine wants to know all stickers, of the start and of the goal."
)
_FACE_TURNS = Template(
    "search.face-turns",
    "The search engine wants all turns of the six faces and no others, and each to count 1.",
)
_TOLD_APART = Template(
    "search.told-apart", "The search engine wants the pieces of the goal to be all different."
)


@dataclass(frozen=True, eq=False)
class TwoPhaseProblem:
    """A problem read as a 3×3×3 to be solved.

    Attributes:
        scramble: the permutation of stickers in gather form, shape (54,), that leads from the goal to the
            start; None if no turning does.
        generators: for each of the 18 turns the number of the problem's generator that makes it.
    """

    scramble: NDArray[np.int16] | None
    generators: tuple[int, ...]


@once
def two_phase_problem(problem: Problem) -> TwoPhaseProblem | Sentence:
    """Read a problem, or say in a sentence why it is none for two phases."""
    cube = cube_structure(problem)
    if cube is None or cube.size != 3:
        return _ONLY_3()
    if len(problem.goals) != 1:
        return _ONE_GOAL(goals=len(problem.goals))
    if not cube.known:
        return _ALL_KNOWN()
    turns = cube.which(face_turns())
    if set(turns) != set(range(len(FACE_TURNS))) or (problem.costs != 1).any():
        return _FACE_TURNS()
    if not cube.told_apart:
        return _TOLD_APART()
    return TwoPhaseProblem(_scramble(cube), tuple(turns.index(turn) for turn in range(len(FACE_TURNS))))


def _scramble(cube: CubeStructure) -> NDArray[np.int16] | None:
    """The only permutation that may lead from the goal to the start, if turns can make it."""
    homes = cube.homes[0]
    if homes is None or (homes[fixed_stickers(3)] != fixed_stickers(3)).any():
        return None
    return homes.astype(np.int16) if Cubies.read(homes).possible else None
