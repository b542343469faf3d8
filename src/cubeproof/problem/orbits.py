"""The pieces of a problem, their locations and orbits, derived from its permutations.

Stickers that the same generators move at every place form a *piece*: this is the coarsest partition that every
generator respects, computed like a minimal automaton. One sticker of a piece is its *reference*. The place of the
reference, a *location*, determines the slot and the orientation of the piece, since its other stickers move with it.
An *orbit* is a set of locations that references can reach from one another. For the 3×3×3, the 18 permutations of
54 stickers give the 8 corners and the 12 edges with 24 locations each; the centres do not move.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.polling import pulse

if TYPE_CHECKING:
    from cubeproof.problem.phase import Phase
    from cubeproof.problem.problem import Pattern, Problem


@dataclass(frozen=True, eq=False)
class PieceOrbit:
    """The locations of the pieces of one orbit."""

    placements: NDArray[np.intp]
    """The sticker places of a piece at each location, the reference first, shape (locations, stickers of a piece)."""
    images: NDArray[np.intp]
    """The location to which each generator moves each location, shape (generators, locations)."""
    slots: NDArray[np.intp]
    """The slot of each location, from 0, shape (locations,); locations of one slot differ by orientation."""
    orientations: NDArray[np.intp]
    """The orientation of each location, from 0, shape (locations,)."""

    @property
    def locations(self) -> int:
        """The number of locations."""
        return len(self.placements)

    @cached_property
    def homes(self) -> NDArray[np.intp]:
        """The location with orientation 0 of each slot, shape (slots,): the home of its reference."""
        homes = np.flatnonzero(self.orientations == 0)
        return homes[np.argsort(self.slots[homes])]

    @cached_property
    def at(self) -> NDArray[np.intp]:
        """The location of each slot and orientation, shape (slots, orientations)."""
        table = np.zeros((int(self.slots.max()) + 1, int(self.orientations.max()) + 1), dtype=np.intp)
        table[self.slots, self.orientations] = np.arange(self.locations)
        return table


@dataclass(frozen=True, eq=False)
class PieceClass:
    """Pieces of one orbit that the goals do not distinguish."""

    orbit: int
    """The number of their orbit."""
    starts: NDArray[np.intp]
    """Their locations in the start."""
    targets: NDArray[np.bool_]
    """Whether each goal accepts these pieces at each location, bool, shape (goals, locations)."""


def piece_orbits(problem: Problem | Phase) -> tuple[PieceOrbit, ...]:
    """Return the orbits of the pieces of a problem or a phase, from its permutations, without unmoved stickers."""
    if problem not in _DERIVED:
        gathers = problem.permutations
        small = gathers.nbytes <= _KEPT_BYTES
        _DERIVED[problem] = _kept(gathers.tobytes(), len(gathers)) if small else _derive(gathers)
    return _DERIVED[problem]


# Number of sets of permutations whose orbits are cached, and the largest size in bytes.
_KEPT, _KEPT_BYTES = 16, 100_000

# Many modules use the orbits, which take a second or more for fifty layers.
_DERIVED: WeakKeyDictionary[Problem | Phase, tuple[PieceOrbit, ...]] = WeakKeyDictionary()


@lru_cache(maxsize=_KEPT)
def _kept(gathers: bytes, count: int) -> tuple[PieceOrbit, ...]:
    """Return cached orbits, which are equal for every start and goal."""
    return _derive(np.frombuffer(gathers, dtype=np.int16).reshape(count, -1))


def _derive(gathers: NDArray[np.int16]) -> tuple[PieceOrbit, ...]:
    # Row i: the places to which the generators move the sticker at place i. Rows are read often, so they are
    # contiguous.
    images = np.ascontiguousarray(_inverses(gathers).T)
    pieces = _pieces(images.T)
    labels = _components(images)
    moved = (images != np.arange(len(images))[:, None]).any(axis=1)
    members: dict[int, list[int]] = {}
    for sticker in np.flatnonzero(moved).tolist():
        members.setdefault(int(pieces[sticker]), []).append(sticker)
    orbits: list[PieceOrbit] = []
    seen: set[int] = set()
    for stickers in members.values():
        pulse()
        stickers.sort(key=lambda sticker: (int(labels[sticker]), sticker))
        if int(labels[stickers[0]]) in seen:
            continue
        placements = _placements(tuple(stickers), images)
        # Stickers that move together, but not as a rigid body, are followed separately.
        bodies = (
            [placements]
            if placements is not None
            else [single for sticker in stickers if (single := _placements((sticker,), images)) is not None]
        )
        for body in bodies:
            if int(labels[body[0, 0]]) not in seen:
                seen.add(int(labels[body[0, 0]]))
                orbits.append(_orbit(body, images))
    return tuple(orbits)


def _inverses(gathers: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return the inverse permutations: the place to which each place's sticker moves, shape (generators, stickers)."""
    images = np.empty_like(gathers)
    places = np.arange(gathers.shape[1], dtype=gathers.dtype)
    for image, gather in zip(images, gathers, strict=True):
        pulse()
        image[gather] = places
    return images


def _pieces(images: NDArray[np.int16]) -> NDArray[np.intp]:
    """Partition the places as coarsely as all generators respect, moved and unmoved places apart."""
    places = np.arange(images.shape[1])
    labels = np.zeros(len(places), dtype=np.intp)
    first = np.zeros(1, dtype=np.intp)
    kept = number = 0
    while kept < len(images):
        pulse()
        image = images[number]
        # Equal for all stickers of a class: whether they move, and the class of the place to which they move.
        seen = 2 * labels[image] + (image != places)
        if (seen == seen[first][labels]).all():
            kept += 1
        else:
            together = labels * (2 * len(places)) + seen
            _, first, labels = np.unique(together, return_index=True, return_inverse=True)
            kept = 0
        number = (number + 1) % len(images)
    return labels


def _components(images: NDArray[np.int16]) -> NDArray[np.intp]:
    """Label each place with the smallest place of its orbit; `images` has shape (stickers, generators)."""
    labels = np.full(len(images), -1)
    for place in range(len(images)):
        frontier = np.array([place]) if labels[place] < 0 else np.array([], dtype=np.intp)
        labels[frontier] = place
        while len(frontier):
            pulse()
            # Some power of a permutation is its inverse, so images are enough to go back.
            reached = np.unique(images[frontier])
            frontier = reached[labels[reached] < 0]
            labels[frontier] = place
    return labels


def _placements(stickers: tuple[int, ...], images: NDArray[np.int16]) -> NDArray[np.intp] | None:
    """Return all joint places of some stickers; None if the first place does not determine the others."""
    numbers = np.full((len(images), len(stickers)), -1)
    frontier = np.array([stickers])
    numbers[stickers[0]] = stickers
    while len(frontier):
        reached = images[frontier].swapaxes(1, 2).reshape(-1, len(stickers))
        references = reached[:, 0]
        fresh = numbers[references, 0] < 0
        numbers[references[fresh]] = reached[fresh]
        if (numbers[references] != reached).any():
            return None
        frontier = numbers[np.unique(references[fresh])]
    return numbers[numbers[:, 0] >= 0]


def _orbit(placements: NDArray[np.intp], images: NDArray[np.int16]) -> PieceOrbit:
    references = placements[:, 0]
    number = np.full(len(images), -1)
    number[references] = np.arange(len(references))
    moves = np.ascontiguousarray(number[images[references]].T)
    bodies = np.unique(np.sort(placements, axis=1), axis=0, return_inverse=True)[1].ravel()
    slots = np.unique(bodies, return_index=True)[1]
    rank = np.argsort(np.argsort(slots))[bodies]
    orientations = np.array([int((rank[:index] == slot).sum()) for index, slot in enumerate(rank)])
    return PieceOrbit(placements, moves, rank, orientations)


def piece_classes(problem: Problem, orbits: tuple[PieceOrbit, ...]) -> tuple[PieceClass, ...]:
    """Return the pieces of a problem in classes; the goals do not distinguish pieces of a class.

    Pieces that may be anywhere in every goal are omitted.
    """
    classes = []
    for number, orbit in enumerate(orbits):
        pulse()
        groups: dict[bytes, tuple[list[int], NDArray[np.bool_]]] = {}
        for home in orbit.homes.tolist():
            targets = np.stack([_targets(problem.start, goal, orbit, home) for goal in problem.goals])
            if not targets.all():
                groups.setdefault(targets.tobytes(), ([], targets))[0].append(home)
        classes += [PieceClass(number, np.array(starts), targets) for starts, targets in groups.values()]
    return tuple(classes)


def _targets(start: Pattern, goal: Pattern, orbit: PieceOrbit, home: int) -> NDArray[np.bool_]:
    """Return the mask of the locations at which the goal accepts the piece that is at `home` in the start."""
    colours = start[orbit.placements[home]]
    wanted = goal[orbit.placements]
    agree: NDArray[np.bool_] = ((wanted == colours) | (wanted < 0) | (colours < 0)).all(axis=1)
    return agree
