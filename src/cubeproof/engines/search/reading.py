"""How a problem is read as one of the 3×3×3, whatever its colours."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.engines.search.cubies import Cubies, corner_slots, edge_slots, face_turns
from cubeproof.problem import Pattern, Problem
from cubeproof.puzzle.cube import fixed_stickers

__all__ = ["Reading", "read"]


@dataclass(frozen=True, eq=False)
class Reading:
    """A problem read as a 3×3×3 to be solved.

    Attributes:
        scramble: the permutation of stickers in gather form, shape (54,), that leads from the goal to the start; None if
            no turning does.
        generators: for each of the 18 turns the number of the problem's generator that makes it.
    """

    scramble: NDArray[np.int16] | None
    generators: tuple[int, ...]


def read(problem: Problem) -> Reading | str:
    """Read a problem, or say in a sentence why it is none for two phases."""
    if problem.start.shape != (54,):
        return "The search engine solves the 3×3×3 only."
    if len(problem.goals) != 1:
        return f"The search engine goes for one goal, and here are {len(problem.goals)}."
    start, goal = problem.start, problem.goals[0]
    if (start < 0).any() or (goal < 0).any():
        return "The search engine wants to know all stickers, of the start and of the goal."
    made = {turn.astype(np.int16).tobytes(): index for index, turn in enumerate(problem.permutations)}
    wanted = [turn.tobytes() for turn in face_turns().permutations]
    if set(made) != set(wanted) or (problem.costs != 1).any():
        return "The search engine wants all turns of the six faces and no others, and each to count 1."
    if any(_fits(goal, goal, slots).sum() != len(slots) for slots in (corner_slots(), edge_slots())):
        return "The search engine wants the pieces of the goal to be all different."
    return Reading(_scramble(start, goal), tuple(made[turn] for turn in wanted))


def _turned(slots: NDArray[np.intp]) -> NDArray[np.intp]:
    """The stickers of each piece in each way in which it fits a slot: shape (pieces, ways, stickers)."""
    return np.stack([np.roll(slots, shift, axis=1) for shift in range(slots.shape[1])], axis=1)


def _fits(start: Pattern, goal: Pattern, slots: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which slot of the start shows which piece of the goal turned how: shape (slots, pieces, ways)."""
    fits: NDArray[np.bool_] = (start[slots][:, None, None] == goal[_turned(slots)]).all(axis=-1)
    return fits


def _scramble(start: Pattern, goal: Pattern) -> NDArray[np.int16] | None:
    scramble = np.arange(54, dtype=np.int16)
    for slots in (corner_slots(), edge_slots()):
        fits = _fits(start, goal, slots)
        if not fits.any(axis=(1, 2)).all() or not fits.any(axis=(0, 2)).all():
            return None
        _, pieces, shifts = fits.nonzero()
        scramble[slots] = _turned(slots)[pieces, shifts]
    same_centres = (start[fixed_stickers(3)] == goal[fixed_stickers(3)]).all()
    return scramble if same_centres and Cubies.read(scramble).possible else None
