"""What the permutations of a problem say about its pieces.

Stickers that are always moved by the same generators, wherever they travel, form a *piece*: this is the
coarsest partition that every generator respects, found as one minimises an automaton. A piece is followed by one
of its stickers, its *reference*; the place of the reference, a *location*, tells where the whole piece is and
how it is turned, since the others move with it. An *orbit* is a set of locations that references can reach
from one another. On the 3×3×3 this finds, from 18 permutations of 54 stickers alone, the 8 corners and the 12
edges with 24 locations each, and that the centres stay.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from cubeproof.puzzle.pieces import reachable

if TYPE_CHECKING:
    from cubeproof.problem.problem import Pattern, Problem

__all__ = ["Class", "PieceOrbit", "classes", "piece_orbits"]


@dataclass(frozen=True, eq=False)
class PieceOrbit:
    """The locations that the pieces of one orbit can take.

    Attributes:
        placements: shape (locations, stickers of a piece): the sticker places of a piece by its location; the
            first is the place of the reference.
        images: shape (generators, locations): the location that each generator carries a location to.
        slots: shape (locations,): the slot of a location, numbered from 0; locations of one slot differ by orientation.
        orientations: shape (locations,): the orientation in the slot, numbered from 0.
    """

    placements: NDArray[np.intp]
    images: NDArray[np.intp]
    slots: NDArray[np.intp]
    orientations: NDArray[np.intp]

    @property
    def locations(self) -> int:
        """The number of locations."""
        return len(self.placements)

    @cached_property
    def homes(self) -> NDArray[np.intp]:
        """For every slot the location with orientation 0, shape (slots,): where the references start."""
        homes = np.flatnonzero(self.orientations == 0)
        return homes[np.argsort(self.slots[homes])]

    @cached_property
    def at(self) -> NDArray[np.intp]:
        """The location for a slot and an orientation, shape (slots, orientations)."""
        table = np.zeros((int(self.slots.max()) + 1, int(self.orientations.max()) + 1), dtype=np.intp)
        table[self.slots, self.orientations] = np.arange(self.locations)
        return table


@dataclass(frozen=True, eq=False)
class Class:
    """Pieces of one orbit that the goals do not tell apart.

    Attributes:
        orbit: the orbit's number.
        starts: the locations of the pieces in the start.
        targets: bool, shape (goals, locations): where each goal lets these pieces be.
    """

    orbit: int
    starts: NDArray[np.intp]
    targets: NDArray[np.bool_]


def piece_orbits(problem: Problem) -> tuple[PieceOrbit, ...]:
    """Derive the orbits of a problem's pieces from its permutations; what no generator moves is left out."""
    if problem not in _DERIVED:
        _DERIVED[problem] = _derived(problem)
    return _DERIVED[problem]


# Many ask for them, and for 20 layers they take two seconds.
_DERIVED: WeakKeyDictionary[Problem, tuple[PieceOrbit, ...]] = WeakKeyDictionary()


def _derived(problem: Problem) -> tuple[PieceOrbit, ...]:
    gathers = problem.permutations
    images = np.argsort(gathers, axis=1)
    pieces = _pieces(images)
    labels = reachable(gathers)
    moved = (images != np.arange(images.shape[1])).any(axis=0)
    members: dict[int, list[int]] = {}
    for sticker in np.flatnonzero(moved).tolist():
        members.setdefault(int(pieces[sticker]), []).append(sticker)
    orbits: list[PieceOrbit] = []
    seen: set[int] = set()
    for stickers in members.values():
        stickers.sort(key=lambda sticker: (int(labels[sticker]), sticker))
        if int(labels[stickers[0]]) in seen:
            continue
        placements = _placements(tuple(stickers), images)
        # Stickers that move together, but can be carried among themselves otherwise than as one rigid body, are
        # followed one by one.
        bodies = (
            [placements]
            if placements is not None
            else [found for sticker in stickers if (found := _placements((sticker,), images)) is not None]
        )
        for body in bodies:
            if int(labels[body[0, 0]]) not in seen:
                seen.add(int(labels[body[0, 0]]))
                orbits.append(_orbit(body, images))
    return tuple(orbits)


def _pieces(images: NDArray[np.intp]) -> NDArray[np.intp]:
    """The coarsest partition of the stickers that tells moved from unmoved and is kept by all generators."""
    moved = images != np.arange(images.shape[1])
    labels = np.unique(moved, axis=1, return_inverse=True)[1].ravel()
    while True:
        seen = np.concatenate([labels[None], labels[images]])
        finer = np.unique(seen, axis=1, return_inverse=True)[1].ravel()
        if finer.max() == labels.max():
            return finer
        labels = finer


def _placements(stickers: tuple[int, ...], images: NDArray[np.intp]) -> NDArray[np.intp] | None:
    """All places that these stickers can take as a body, or None if the first's does not settle the others'."""
    found = {stickers[0]: stickers}
    frontier = [stickers]
    while frontier:
        reached = []
        for body in frontier:
            for image in images[:, list(body)].tolist():
                place = tuple(image)
                if place[0] not in found:
                    found[place[0]] = place
                    reached.append(place)
                elif found[place[0]] != place:
                    return None
        frontier = reached
    return np.array([found[reference] for reference in sorted(found)])


def _orbit(placements: NDArray[np.intp], images: NDArray[np.intp]) -> PieceOrbit:
    references = placements[:, 0]
    number = {int(sticker): index for index, sticker in enumerate(references)}
    moves = np.array([[number[int(place)] for place in image[references]] for image in images])
    bodies = np.unique(np.sort(placements, axis=1), axis=0, return_inverse=True)[1].ravel()
    slots = np.unique(bodies, return_index=True)[1]
    rank = np.argsort(np.argsort(slots))[bodies]
    orientations = np.array([int((rank[:index] == slot).sum()) for index, slot in enumerate(rank)])
    return PieceOrbit(placements, moves, rank, orientations)


def classes(problem: Problem, orbits: tuple[PieceOrbit, ...]) -> tuple[Class, ...]:
    """The pieces of a problem, those that the goals do not tell apart taken together.

    Pieces that may be anywhere in every goal are left out.
    """
    found = []
    for number, orbit in enumerate(orbits):
        groups: dict[bytes, tuple[list[int], NDArray[np.bool_]]] = {}
        for home in orbit.homes.tolist():
            targets = np.stack([_targets(problem.start, goal, orbit, home) for goal in problem.goals])
            if not targets.all():
                groups.setdefault(targets.tobytes(), ([], targets))[0].append(home)
        found += [Class(number, np.array(starts), targets) for starts, targets in groups.values()]
    return tuple(found)


def _targets(start: Pattern, goal: Pattern, orbit: PieceOrbit, home: int) -> NDArray[np.bool_]:
    """The locations at which the goal accepts the piece that stands at `home` in the start."""
    shown = start[orbit.placements[home]]
    wanted = goal[orbit.placements]
    agree: NDArray[np.bool_] = ((wanted == shown) | (wanted < 0) | (shown < 0)).all(axis=1)
    return agree
