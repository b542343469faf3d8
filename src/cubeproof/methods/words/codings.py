"""`Coding`: the states of a problem as a code for each block, and the goals as such states.

A block is a place for a piece, and its code says which piece is there, in which orientation. Pieces that the goals do
not distinguish have the same codes. A turn moves codes between blocks. It may change them, since a piece that is turned
has another orientation.

Pieces with unknown stickers have codes too, if the goals leave no choice: for a cross, four edges have one place each,
and all other pieces may be in any other place, so they have one code, 0. Where there is a choice, every sticker is a
separate block, and two states are compared block by block.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubeproof.problem import Problem
from cubeproof.problem.orbits import PieceClass, PieceOrbit, piece_classes, piece_orbits

States = NDArray[np.unsignedinteger[Any]]
"""A code for each block of each state, shape (blocks, states)."""

Sums = NDArray[np.uint64]
"""Sums of the hashes of the codes of blocks, shape (words,)."""

# Numbers in all permutations, from which on each sticker is a block: pieces of large cubes are derived slowly.
_LARGE = 1_000_000
# The number of sets of turns that are cached.
_KEPT = 16


@dataclass(frozen=True, eq=False)
class CodeTurn:
    """A turn of the blocks."""

    sources: NDArray[np.intp]
    """The blocks that the turn moves, in order, shape (moved blocks,)."""
    targets: NDArray[np.intp]
    """The blocks to which it moves them, shape (moved blocks,)."""
    codes: States
    """The code at the target for each code at the source, shape (moved blocks or 1, codes)."""

    def inverse(self) -> CodeTurn:
        """Return the turn that undoes this one."""
        order = np.argsort(self.targets)
        codes = np.argsort(self.codes, axis=1).astype(self.codes.dtype)
        return CodeTurn(self.targets[order], self.sources[order], codes if len(codes) == 1 else codes[order])


@dataclass(frozen=True, eq=False)
class Coding:
    """The states of a problem as codes of blocks."""

    start: States
    """The start, shape (blocks, 1)."""
    goals: States
    """The goals, shape (blocks, goals); a problem whose goals cannot be reached may have no goal left."""
    turns: tuple[CodeTurn, ...]
    """The turns."""
    known: bool
    """Whether a state is a goal only if its codes are equal to those of a goal. If not, code 0 is unknown."""

    @property
    def codes(self) -> int:
        """The number of codes."""
        return int(self.turns[0].codes.shape[1])


def coding(problem: Problem) -> Coding:
    """Return the states of a problem as codes."""
    places = np.arange(len(problem.start))
    still = (problem.permutations == places).all(axis=0)
    start = problem.start[still]
    goals = [
        number
        for number, goal in enumerate(problem.goals)
        if ((start == goal[still]) | (start < 0) | (goal[still] < 0)).all()
    ]
    known = bool((problem.start >= 0).all() and all((problem.goals[goal] >= 0).all() for goal in goals))
    if not (known and problem.permutations.size > _LARGE) and goals:
        orbits = piece_orbits(problem)
        classes = _classes(orbits, piece_classes(problem, orbits), goals)
        if _settle(orbits, classes):
            return _of_pieces(orbits, classes, len(problem.generators))
    return _of_stickers(problem, goals, known)


def _of_stickers(problem: Problem, goals: list[int], known: bool) -> Coding:
    places = np.arange(len(problem.start))
    highest = max(int(problem.start.max()), *(int(goal.max()) for goal in problem.goals))
    codes = np.arange(highest + 2, dtype=np.uint8)[None]
    turns = []
    for gather in problem.permutations:
        targets = np.flatnonzero(gather != places)
        turns.append(CodeTurn(gather[targets].astype(np.intp), targets, codes).inverse().inverse())
    patterns = [problem.goals[goal] for goal in goals]
    roots = np.unique(np.stack(patterns), axis=0).T if patterns else np.zeros((len(places), 0), dtype=np.int8)
    return Coding(
        (problem.start[:, None] + 1).astype(np.uint8), (roots + 1).astype(np.uint8), tuple(turns), known
    )


class _Class:
    """Pieces that no goal distinguishes, and their places in each goal."""

    def __init__(self, orbit: int, starts: NDArray[np.intp], targets: NDArray[np.bool_]) -> None:
        self.orbit, self.starts, self.targets = orbit, starts, targets
        goals = range(len(targets))
        # For each goal: the only slots of these pieces and their orientations there, or None if they may be anywhere
        # that other pieces leave free.
        self.settled: list[tuple[NDArray[np.intp], NDArray[np.intp]] | None] = [None for _ in goals]
        # Whether each goal requires an orientation.
        self.oriented = [True for _ in goals]
        # The code of these pieces in orientation 0.
        self.code = 0

    def settle(self, goal: int, orbit: PieceOrbit, used: NDArray[np.bool_]) -> bool:
        """Find the only slots of these pieces in a goal, without used slots; return whether there are such."""
        places = np.flatnonzero(self.targets[goal] & ~used[orbit.slots])
        slots, firsts = np.unique(orbit.slots[places], return_index=True)
        if len(slots) != len(self.starts) or len(places) not in (len(slots), orbit.at.shape[1] * len(slots)):
            return False
        oriented = len(places) == len(slots)
        self.oriented[goal] = oriented
        orientations = orbit.orientations[places[firsts]]
        self.settled[goal] = slots, orientations if oriented else np.zeros_like(slots)
        used[slots] = True
        return True


def _classes(
    orbits: tuple[PieceOrbit, ...], classes: tuple[PieceClass, ...], goals: list[int]
) -> list[_Class]:
    """Return the classes of pieces with equal places in the goals, whichever sticker is the reference."""
    merged: dict[tuple[int, bytes], _Class] = {}
    for pieces in classes:
        targets = pieces.targets[goals]
        # The reference with the first targets in order.
        views = [(targets[:, np.argsort(shift)], shift) for shift in _shifts(orbits[pieces.orbit])]
        seen, shift = min(views, key=lambda view: view[0].tobytes())
        starts = shift[pieces.starts]
        key = pieces.orbit, seen.tobytes()
        if key in merged:
            merged[key].starts = np.concatenate([merged[key].starts, starts])
        else:
            merged[key] = _Class(pieces.orbit, starts, seen)
    return list(merged.values())


def _shifts(orbit: PieceOrbit) -> list[NDArray[np.intp]]:
    """Return, for each sticker that can be the reference, the location of a piece for each location so far."""
    numbers = np.full(int(orbit.placements.max()) + 1, -1)
    numbers[orbit.placements[:, 0]] = np.arange(orbit.locations)
    shifts = numbers[orbit.placements.T]
    return [shift for shift in shifts if (shift >= 0).all()]


def _settle(orbits: tuple[PieceOrbit, ...], classes: list[_Class]) -> bool:
    """Find the only slots of pieces in goals; return whether all other pieces may be anywhere else."""
    for goal in range(len(classes[0].settled)) if classes else ():
        used = [np.zeros(len(orbit.homes), dtype=np.bool_) for orbit in orbits]
        left = classes
        while True:
            rest = [entry for entry in left if not entry.settle(goal, orbits[entry.orbit], used[entry.orbit])]
            if len(rest) == len(left):
                break
            left = rest
        for entry in left:
            free = ~used[entry.orbit][orbits[entry.orbit].slots]
            if not entry.targets[goal][free].all():
                return False
    # The codes of pieces are the same in all goals.
    return all(
        len({slots is None for slots in entry.settled}) == len({*entry.oriented}) == 1 for entry in classes
    )


def _of_pieces(orbits: tuple[PieceOrbit, ...], classes: list[_Class], turns: int) -> Coding:
    # Classes are numbered by their places in the goals, so that the goals have the same codes for every start.
    settled = sorted(
        (entry for entry in classes if entry.settled[0] is not None),
        key=lambda entry: entry.targets.tobytes(),
    )
    used = sorted({entry.orbit for entry in settled})
    blocks, codes = 0, 1
    first: dict[int, int] = {}
    following = dict.fromkeys(used, 1)
    for number in used:
        first[number] = blocks
        blocks += len(orbits[number].homes)
    for entry in settled:
        entry.code = following[entry.orbit]
        following[entry.orbit] += orbits[entry.orbit].at.shape[1]
        codes = max(codes, following[entry.orbit])
    dtype = np.uint8 if codes <= 256 else np.uint16
    start = np.zeros((blocks, 1), dtype=dtype)
    goals = np.zeros((blocks, len(settled[0].settled) if settled else 1), dtype=dtype)
    for entry in settled:
        orbit, block = orbits[entry.orbit], first[entry.orbit]
        twist = orbit.orientations[entry.starts] if entry.oriented[0] else 0
        start[block + orbit.slots[entry.starts], 0] = entry.code + twist
        for goal, places in enumerate(entry.settled):
            assert places is not None, "settled in all goals or in none"
            goals[block + places[0], goal] = entry.code + places[1]
    oriented = {
        number: tuple(entry.code for entry in settled if entry.orbit == number and entry.oriented[0])
        for number in used
    }
    moving = tuple((orbits[number], first[number], oriented[number]) for number in used)
    return Coding(start, np.unique(goals, axis=1), _turns(moving, turns, codes), known=True)


@lru_cache(maxsize=_KEPT)
def _turns(
    moving: tuple[tuple[PieceOrbit, int, tuple[int, ...]], ...], turns: int, codes: int
) -> tuple[CodeTurn, ...]:
    """Return the turns of orbits, each with its first block and the codes of its oriented pieces."""
    dtype = np.uint8 if codes <= 256 else np.uint16
    none = np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.intp), np.zeros((0, codes), dtype=np.intp)
    result = []
    for turn in range(turns):
        parts = [_turn_of_orbit(*orbit, codes, turn) for orbit in moving]
        sources, targets, table = (np.concatenate(arrays) for arrays in zip(none, *parts, strict=True))
        result.append(CodeTurn(sources, targets, table.astype(dtype)))
    return tuple(result)


def _turn_of_orbit(
    orbit: PieceOrbit, block: int, oriented: tuple[int, ...], codes: int, turn: int
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Return the sources, the targets and the codes of a `CodeTurn` for the blocks of one orbit."""
    images = orbit.images[turn][orbit.at]
    slots = np.arange(len(images))
    moved = np.flatnonzero((images != orbit.at).any(axis=1))
    table = np.tile(np.arange(codes), (len(moved), 1))
    twists = orbit.orientations[images[moved]]
    for code in oriented:
        table[:, code : code + twists.shape[1]] = code + twists
    return block + slots[moved], block + orbit.slots[images[moved, 0]], table
