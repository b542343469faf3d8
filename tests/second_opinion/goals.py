"""The named goals, defined again in terms of the lattice."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from second_opinion.lattice import FACES, Array, after, colours, cubies, letters, points, rotations, solved

UNKNOWN = 6
Met = Callable[[NDArray[np.uint8]], NDArray[np.bool_]]

# The pieces that must be at home, by the cubie and the number of its stickers; centres of odd cubes always must be.
_PARTS: dict[str, Callable[[int, Array, Array], NDArray[np.bool_]]] = {
    "cross": lambda size, cubie, kind: (cubie[:, 1] == 1 - size) & (kind < 3),
    "layer": lambda size, cubie, kind: cubie[:, 1] == 1 - size,
    "f2l": lambda size, cubie, kind: cubie[:, 1] < size - 1,
    "oll": lambda size, cubie, kind: (cubie[:, 1] < size - 1) | (points(size)[:, 1] == size),
    "corners": lambda size, cubie, kind: kind == 3,
    "edges": lambda size, cubie, kind: kind == 2,
    "centres": lambda size, cubie, kind: kind == 1,
}

# The patterns of the 3×3×3, by their traditional turns.
_PATTERNS = {
    "superflip": "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2",
    "checkerboard": "R2 L2 U2 D2 F2 B2",
    "six-spots": "U D' R L' F B' U D'",
    "four-spots": "F2 B2 U D' R2 L2 U D'",
    "cube-in-a-cube": "F L F U' R U F2 L2 U' L' B D' B' L2 U",
    "cube-in-a-cube-in-a-cube": "U' L' U' F' R2 B' R F U B2 U B' L U' F U R F'",
}

_NAMES = {
    2: "solved layer f2l oll corners",
    3: f"solved cross layer f2l oll corners edges edges-oriented {' '.join(_PATTERNS)}",
    4: "solved cross layer f2l oll corners edges centres",
    5: "solved cross layer f2l oll corners edges centres edges-oriented",
}


def names(size: int) -> list[str]:
    """Return the names of the goals of a size."""
    return _NAMES[size].split()


def kinds(size: int) -> Array:
    """Return for each sticker the number of stickers of its cubie: 3 at a corner, 2 on an edge, 1 inside a face."""
    counts: Array = (abs(cubies(size)) == size - 1).sum(axis=1)
    return counts


@cache
def pattern(name: str, size: int) -> str:
    """Return the facelets of a named goal in its usual hold; none for edges-oriented, which has no colours."""
    if name in _PATTERNS:
        return letters(after(solved(size), _PATTERNS[name], size))
    wanted = np.ones(6 * size * size, dtype=bool)
    if name != "solved":
        middle = (abs(cubies(size)).sum(axis=1) == size - 1) & (size % 2 == 1)
        wanted = _PARTS[name](size, cubies(size), kinds(size)) | middle
    return letters(np.where(wanted, solved(size), UNKNOWN))


@cache
def _edges(size: int) -> Array:
    """Return the two stickers of each edge in the middle between two corners, shape (12, 2)."""
    places: dict[bytes, list[int]] = {}
    for number, cubie in enumerate(cubies(size)):
        if (cubie == 0).sum() == 1 and abs(cubie).sum() == 2 * (size - 1):
            places.setdefault(cubie.tobytes(), []).append(number)
    return np.array(list(places.values()))


def seen_by_orientation(start: Array, size: int) -> Array:
    """Fill in each `?` of a start for which the remaining edges decide which sticker of the edge counts.

    Counting stickers are those of U and D, and F and B on edges that have neither. A sticker of F or B whose
    neighbour is unknown counts if no edge of its colour with U or D is left, and does not if none with R or L
    is left.
    """
    start = start.copy()
    visible = [tuple(sorted(pair)) for pair in start[_edges(size)].tolist()]
    all_edges = {tuple(sorted(pair)) for pair in solved(size)[_edges(size)].tolist()}
    left = [pair for pair in all_edges if pair not in visible]
    for stickers in _edges(size).tolist():
        for sticker, second in (stickers, stickers[::-1]):
            if start[second] == UNKNOWN and start[sticker] != UNKNOWN:
                mates = {sum(pair) - start[sticker] for pair in left if start[sticker] in pair}
                # A label at these stickers denotes only its axis.
                if len({_rank(mate) > _rank(start[sticker]) for mate in mates}) == 1:
                    start[second] = mates.pop()
    return start


def _rank(colour: int) -> int:
    return {"U": 0, "D": 0, "F": 1, "B": 1, "R": 2, "L": 2}[FACES[colour]]


def edges_oriented(size: int) -> Met:
    """Whether no edge needs a quarter turn of F or B: by the counting stickers, relative to the centres.

    The counting sticker must be on U or D, or on an edge between the other four sides on F or B. Where it is not known
    which sticker counts, the edge blocks no other piece.
    """
    edges = _edges(size)
    middles = np.flatnonzero(abs(cubies(size)).sum(axis=1) == size - 1)
    rank = np.array([*map(_rank, range(6)), 9])

    def met(states: NDArray[np.uint8]) -> NDArray[np.bool_]:
        ranks = rank[states]
        first, second = ranks[:, edges[:, 0]], ranks[:, edges[:, 1]]
        in_doubt = (first == 9) | (second == 9)
        matches = np.zeros(len(states), dtype=bool)
        for _, rotation in rotations(size):
            held = solved(size)[rotation]
            slot = rank[held]
            good = (in_doubt | ((first < second) == (slot[edges[:, 0]] < slot[edges[:, 1]]))).all(axis=1)
            visible = states[:, middles]
            matches |= good & ((visible == held[middles]) | (visible == UNKNOWN)).all(axis=1)
        return matches

    return met


def fits(patterns: list[Array]) -> Met:
    """Whether a state agrees with one of the patterns at all stickers that both know."""

    def met(states: NDArray[np.uint8]) -> NDArray[np.bool_]:
        matches = np.zeros(len(states), dtype=bool)
        for wanted in patterns:
            left = np.flatnonzero(~matches)
            for place in np.flatnonzero(wanted != UNKNOWN):
                visible = states[left, place]
                left = left[(visible == wanted[place]) | (visible == UNKNOWN)]
            matches[left] = True
        return matches

    return met


def held(goal: str, size: int, *, anyhow: bool) -> list[Array]:
    """Return the goal in each hold that counts, each pattern once."""
    wanted = colours(goal)
    ways = [rotation for _, rotation in rotations(size)] if anyhow else [np.arange(len(wanted))]
    return list({wanted[way].tobytes(): wanted[way] for way in ways}.values())
