"""`Points`: the locations of all pieces as points, and the points where the pieces of a start are.

A state is a list with one point for each base: where the piece is whose home is this base. A base is the home of a
slot's piece in orientation 0, so a state also has the orientations. The start is solved when each base has itself.

Goals that leave a choice (equal pieces, unknown stickers) give several states, of which any may be solved. Pieces that
may be anywhere have no base.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.polling import pulse
from cubeproof.problem import Problem
from cubeproof.problem.orbits import PieceClass, PieceOrbit, piece_classes, piece_orbits
from cubeproof.puzzle.assignment import assign

# The number of assignments that are tried for a goal that leaves a choice, and the most states in all.
_TRIES, _MOST_STATES = 16, 64
# The points of an orbit that is placed before all others.
_FEW_POINTS = 8
# The cost of a slot that a piece may not have, and the largest random cost of others.
_FORBIDDEN, _LARGEST = 1_000_000, 1_000


@dataclass(frozen=True, eq=False)
class Points:
    """The pieces of a problem as points."""

    images: NDArray[np.intp]
    """The point to which each turn moves each point, shape (turns, points)."""
    ranks: NDArray[np.intp]
    """The number of each point in its orbit, shape (points,)."""
    sizes: NDArray[np.intp]
    """The number of points in the orbit of each point, shape (points,)."""
    bases: tuple[int, ...]
    """The homes of the pieces that have to be placed."""
    states: NDArray[np.intp]
    """The point of the piece of each base, one column for each choice, shape (bases, states)."""

    def shuffled(self, random: np.random.Generator) -> Points:
        """Return the same points with the bases in another order.

        Few points, such as the centres of a cube, are first: no short word moves them and nothing else. Levels with
        pieces of several kinds have shorter words than levels with one kind.
        """
        keys = random.random(len(self.bases)) + (self.sizes[list(self.bases)] > _FEW_POINTS)
        order = np.argsort(keys)
        return replace(self, bases=tuple(self.bases[number] for number in order), states=self.states[order])


def points_of(problem: Problem) -> Points | None:
    """Read a problem; None if no goal has a place for each piece.

    >>> from cubeproof.problem import cube_problem
    >>> from cubeproof.puzzle.cube import Cube
    >>> points = points_of(cube_problem(Cube(3).apply("R U"), moves="R,L,F,B,D,U"))
    >>> points.images.shape, len(points.bases), points.states.shape
    ((18, 48), 20, (20, 1))
    """
    orbits = piece_orbits(problem)
    classes = piece_classes(problem, orbits)
    firsts = np.cumsum([0, *(orbit.locations for orbit in orbits)])
    random = np.random.default_rng(0)
    groups: dict[tuple[int, ...], dict[bytes, NDArray[np.intp]]] = {}
    for goal in range(len(problem.goals)):
        pulse()
        if len(problem.hopeless_places(problem.goals[goal])):
            continue
        for _ in range(_TRIES):
            placed = [
                _placed(orbit, [part for part in classes if part.orbit == number], goal, random)
                for number, orbit in enumerate(orbits)
            ]
            if any(part is None for part in placed):
                break
            pairs = [
                (int(first) + base, int(first) + point)
                for first, part in zip(firsts[:-1], placed, strict=True)
                for base, point in part[0]  # type: ignore[index] # excluded above
            ]
            states = groups.setdefault(tuple(base for base, _ in pairs), {})
            state = np.array([point for _, point in pairs], dtype=np.intp)
            states[state.tobytes()] = state
            if not any(part[1] for part in placed) or len(states) >= _MOST_STATES:  # type: ignore[index]
                break
    if not groups:
        return None
    # The goal with the fewest pieces to place, and of these the one with the most choices.
    bases = min(groups, key=lambda bases: (len(bases), -len(groups[bases])))
    return Points(
        np.concatenate(
            [orbit.images + first for orbit, first in zip(orbits, firsts[:-1], strict=True)], axis=1
        ),
        np.concatenate([np.arange(orbit.locations) for orbit in orbits]),
        np.concatenate([np.full(orbit.locations, orbit.locations) for orbit in orbits]),
        bases,
        np.stack(list(groups[bases].values()), axis=1),
    ).shuffled(random)


def _placed(
    orbit: PieceOrbit, classes: list[PieceClass], goal: int, random: np.random.Generator
) -> tuple[list[tuple[int, int]], bool] | None:
    """Return the bases of an orbit with the locations of their pieces, and whether there was a choice."""
    free = _free(orbit, classes, goal)
    pieces = [
        (int(start), part.targets[goal]) for part in classes if part not in free for start in part.starts
    ]
    if not pieces:
        return [], False
    slots = len(orbit.homes)
    costs = np.zeros((slots, slots), dtype=np.int64)
    choice = False
    for row, (_, targets) in enumerate(pieces):
        allowed = np.unique(orbit.slots[targets])
        choice |= bool(np.count_nonzero(targets) > 1)
        costs[row] = _FORBIDDEN
        costs[row, allowed] = random.integers(_LARGEST, size=len(allowed))
    columns = assign(costs)[: len(pieces)]
    if (costs[np.arange(len(pieces)), columns] >= _FORBIDDEN).any():
        return None
    number = np.full(int(orbit.placements.max()) + 1, -1)
    number[orbit.placements[:, 0]] = np.arange(orbit.locations)
    bases = []
    for (start, targets), slot in sorted(
        zip(pieces, columns.tolist(), strict=True), key=lambda pair: pair[1]
    ):
        target = random.choice(np.flatnonzero(targets & (orbit.slots == slot)))
        base = int(orbit.homes[slot])
        # The sticker of the piece that comes to the place of the base.
        sticker = int(np.flatnonzero(orbit.placements[target] == orbit.placements[base, 0])[0])
        bases.append((base, int(number[orbit.placements[start, sticker]])))
    return bases, choice


def _free(orbit: PieceOrbit, classes: list[PieceClass], goal: int) -> list[PieceClass]:
    """Return the classes whose pieces may be anywhere that the others leave free."""
    used = np.zeros(len(orbit.homes), dtype=np.bool_)
    left = classes
    while True:
        rest = []
        for part in left:
            slots = np.unique(orbit.slots[part.targets[goal] & ~used[orbit.slots]])
            if len(slots) == len(part.starts):
                used[slots] = True
            else:
                rest.append(part)
        if len(rest) == len(left):
            break
        left = rest
    return [part for part in left if part.targets[goal][~used[orbit.slots]].all()]
