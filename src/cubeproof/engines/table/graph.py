"""The 2×2×2 as a graph over configuration numbers, and how a problem is read as one.

A turn changes the pieces whatever their orientations, and the orientations by the places they come from alone. So it
acts on the two halves of a number apart, and a step for any array of configurations is two look-ups.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cubeproof.engines.table.indexing import ORIENTATIONS, PERMUTATIONS, PLACES, number, numbered
from cubeproof.problem import Pattern, Problem
from cubeproof.puzzle.cube import fixed_stickers
from cubeproof.puzzle.geometry import geometry
from cubeproof.puzzle.move import Move
from cubeproof.puzzle.pieces import orbits

__all__ = ["TURNS", "Graph", "Reading", "graph", "places", "read"]

TURNS = tuple(Move(face, amount) for face in "RDB" for amount in (1, 2, -1))
"""The nine turns that leave the corner ULF alone, in the order in which graphs number them."""

_OTHER_CORNERS = "The table engine solves the 2×2×2 with turns that leave one corner alone"


@dataclass(frozen=True, eq=False)
class Graph:
    """The configurations of the 2×2×2 and how the nine turns join them.

    Attributes:
        pieces: shape (9, 5040): where each turn takes the upper half of a number, times 3⁶.
        orientations: shape (9, 729): where it takes the lower half.
    """

    pieces: NDArray[np.int32]
    orientations: NDArray[np.int32]

    def step(self, turn: int, numbers: NDArray[np.integer]) -> NDArray[np.int32]:
        """The configurations after one of the nine turns.

        >>> numbered(graph().step(0, np.array([0])))[1].tolist()
        [[2, 3, 1, 3, 2, 1, 1]]
        """
        first, second = np.divmod(numbers, ORIENTATIONS)
        reached: NDArray[np.int32] = self.pieces[turn][first] + self.orientations[turn][second]
        return reached


@cache
def places() -> NDArray[np.intp]:
    """The stickers of the places 1 to 7, clockwise from the one on U or D: shape (7, 3)."""
    slots = {slot.name: slot.stickers for slot in orbits(2)[0].slots}
    return np.array([slots[name] for name in PLACES])


@cache
def graph() -> Graph:
    """The graph, derived from the geometry of the cube; made once."""
    stickers = places()
    place_of = np.full(24, -1)
    place_of[stickers] = np.arange(7)[:, None]
    corner_of = np.zeros(24, dtype=np.intp)
    corner_of[stickers] = np.arange(3)
    pieces, _ = numbered(np.arange(PERMUTATIONS) * ORIENTATIONS)
    _, turned = numbered(np.arange(ORIENTATIONS))
    unturned = np.ones((PERMUTATIONS, 7), dtype=np.int64)
    unmoved = np.broadcast_to(np.arange(1, 8), (ORIENTATIONS, 7))
    by_pieces, by_orientations = [], []
    for turn in TURNS:
        origin = geometry(2).turn(turn.slab(2))[stickers[:, 0]]
        source = place_of[origin]
        # A reference sticker that shows on the origin shows on U or D after the turn; orientations count the other
        # way round than the stickers of a place do.
        twist = corner_of[origin]
        by_pieces.append(number(pieces[:, source], unturned))
        by_orientations.append(number(unmoved, (turned[:, source] - 1 + twist) % 3 + 1))
    return Graph(np.array(by_pieces, dtype=np.int32), np.array(by_orientations, dtype=np.int32))


@dataclass(frozen=True, slots=True)
class Reading:
    """A problem read as a walk on the graph.

    Attributes:
        turns: for every generator of the problem the turn it is, as an index into `TURNS`.
        starts: the start's number when a goal is number 0, for every goal that turns of the nine lead to.
    """

    turns: tuple[int, ...]
    starts: tuple[int, ...]


def read(problem: Problem) -> Reading | str:
    """Read a problem as one of the 2×2×2, or say in a sentence why it is none that a table can solve."""
    if problem.start.shape != (24,):
        return "The table engine solves the 2×2×2 only."
    if any((pattern < 0).any() for pattern in (problem.start, *problem.goals)):
        return "The table engine wants to know all stickers, of the start and of the goal."
    if (problem.costs != 1).any():
        return f"{_OTHER_CORNERS} and count 1 each; in the quarter-turn metric a half turn counts 2."
    known = {geometry(2).turn(turn.slab(2)).tobytes(): index for index, turn in enumerate(TURNS)}
    for rotation in geometry(2).rotations:
        undo = np.argsort(rotation)
        turns = [known.get(undo[made[rotation]].astype(np.int16).tobytes()) for made in problem.permutations]
        if all(turn is not None for turn in turns):
            return _reading([turn for turn in turns if turn is not None], problem, rotation)
    return f"{_OTHER_CORNERS}; these turns move them all."


def _reading(turns: Sequence[int], problem: Problem, rotation: NDArray[np.int16]) -> Reading | str:
    if {TURNS.index(~TURNS[turn]) for turn in turns} != set(turns):
        return "The table engine wants every allowed turn to be allowed in both directions."
    goals = [goal[rotation] for goal in problem.goals]
    if any(_corners(goal, goal).sum() != len(PLACES) for goal in goals):
        return "The table engine wants the pieces of the goal to be all different."
    starts = [_configuration(problem.start[rotation], goal) for goal in goals]
    return Reading(tuple(turns), tuple(start for start in starts if start is not None))


def _corners(start: Pattern, goal: Pattern) -> NDArray[np.bool_]:
    """Which place shows which piece of the goal turned how: shape (7, 7, 3)."""
    turned = np.stack([np.roll(goal[places()], shift, axis=1) for shift in range(3)], axis=1)
    found: NDArray[np.bool_] = (start[places()][:, None, None] == turned[None]).all(axis=-1)
    return found


def _configuration(start: Pattern, goal: Pattern) -> int | None:
    """The number of the start, the goal being 0; None if it cannot be reached by any turns."""
    if (start[fixed_stickers(2)] != goal[fixed_stickers(2)]).any():
        return None
    matches = _corners(start, goal)
    if not matches.any(axis=(1, 2)).all() or not matches.any(axis=(0, 2)).all():
        return None
    _, pieces, shifts = np.nonzero(matches)
    if shifts.sum() % 3:
        return None
    return int(number(pieces + 1, 1 + -shifts % 3))
