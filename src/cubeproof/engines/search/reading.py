"""How a problem is read as one of the 3×3×3 and turns of its faces, with any colours."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.engine import Word
from cubeproof.engines.search.turning import ALL, HALF, QUARTER, Turning
from cubeproof.problem import CubeStructure, Problem, cube_structure, once
from cubeproof.puzzle.cube import fixed_stickers
from cubeproof.puzzle.cubies import Cubies, face_turns
from cubeproof.sentences import Sentence, Template

__all__ = ["FaceProblem", "face_problem"]

_ONLY_3 = Template("search.only-3", "The search engine solves the 3×3×3 only.")
_ONE_GOAL = Template("search.one-goal", "The search engine goes for one goal, and here are {goals}.")
_ALL_KNOWN = Template(
    "search.all-known", "The search engine wants to know all stickers, of the start and of the goal."
)
_FACE_TURNS = Template("search.face-turns", "The search engine makes turns of the six faces and no others.")
_COSTS = Template(
    "search.costs",
    "In the search engine every turn counts 1, or every quarter turn 1 and every half turn 2.",
)
_CLOSED = Template(
    "search.closed",
    "The search engine wants each face to have all its turns, or half turns alone, or none.",
)
_TOLD_APART = Template(
    "search.told-apart", "The search engine wants the pieces of the goal to be all different."
)


@dataclass(frozen=True, eq=False)
class FaceProblem:
    """A problem read as a 3×3×3 to be solved with turns of its faces.

    Attributes:
        scramble: the permutation of stickers in gather form, shape (54,), that leads from the goal to the
            start; None if no turning does.
        generators: for each of the 18 turns the problem's generators that make it, by their numbers: one; a quarter
            turn twice, where half turns count 2 and are none themselves; or none.
        turning: what the turns count.
        allowed: the turns that may be made, as bits.
    """

    scramble: NDArray[np.int16] | None
    generators: tuple[Word, ...]
    turning: Turning
    allowed: int

    @property
    def has_all_turns(self) -> bool:
        """Whether all 18 turns may be made."""
        return self.allowed == ALL

    def word(self, turns: Word) -> Word:
        """Turns by their numbers here as the problem numbers them."""
        return tuple(number for turn in turns for number in self.generators[turn])


@once
def face_problem(problem: Problem) -> FaceProblem | Sentence:
    """Read a problem, or say in a sentence why it is none of the kind."""
    cube = cube_structure(problem)
    if cube is None or cube.size != 3:
        return _ONLY_3()
    if len(problem.goals) != 1:
        return _ONE_GOAL(goals=len(problem.goals))
    if not cube.known:
        return _ALL_KNOWN()
    turns = cube.which(face_turns())
    if None in turns or not turns:
        return _FACE_TURNS()
    costs = {turn: int(cost) for turn, cost in zip(turns, problem.costs, strict=True) if turn is not None}
    turning = next((one for one in (HALF, QUARTER) if _is_counted(costs, one)), None)
    if turning is None:
        return _COSTS()
    generators = tuple(_makes(turns, turn, turning) for turn in range(18))
    allowed = sum(1 << turn for turn in range(18) if generators[turn])
    # No face is turned twice in a row here, so twice must be one of its turns, or undo it.
    if any(allowed >> 3 * face & 7 not in (0, 0b010, 0b111) for face in range(6)):
        return _CLOSED()
    if not cube.told_apart:
        return _TOLD_APART()
    return FaceProblem(_scramble(cube), generators, turning, allowed)


def _is_counted(costs: dict[int, int], turning: Turning) -> bool:
    """Whether turns count what they do in a metric, and none is missing that would have to be made of two others."""
    if turning is HALF and any(turn % 3 != 1 and turn // 3 * 3 + 1 not in costs for turn in costs):
        return False
    return all(turning.costs[turn] == cost for turn, cost in costs.items())


def _makes(turns: tuple[int | None, ...], turn: int, turning: Turning) -> Word:
    """The generators that make a turn."""
    if turn in turns:
        return (turns.index(turn),)
    quarter = turn // 3 * 3
    if turning is QUARTER and turn % 3 == 1 and quarter in turns:
        return (turns.index(quarter),) * 2
    return ()


def _scramble(cube: CubeStructure) -> NDArray[np.int16] | None:
    """The only permutation that may lead from the goal to the start, if turns can make it."""
    homes = cube.homes[0]
    if homes is None or (homes[fixed_stickers(3)] != fixed_stickers(3)).any():
        return None
    return homes.astype(np.int16) if Cubies.read(homes).possible else None
