"""Coordinates of the 3×3×3: numbers that each describe one property of a cube, and how turns change them.

They are those of Herbert Kociemba's two phases (kociemba.org/cube.htm). What matters in a phase is split into
three coordinates, all 0 when the phase is done:

- phase 1, up to where every orientation is right and the edges of the middle layer are in it: the twists of
  the corners (3⁷ = 2187), the flips of the edges (2¹¹ = 2048), and the slots that those four edges take
  (495);
- phase 2, from there to solved with the turns that keep it so: the permutations of the corners (8! = 40,320),
  of the eight edges of U and D (8!), and of the four others (4! = 24).

The last orientation of each kind is left out, since it follows from the others.
"""

from functools import cache
from itertools import combinations, permutations, product
from math import factorial

import numpy as np
from numpy.typing import NDArray

from cubeproof.puzzle.cubies import MIDDLE, Cubies, Pieces, turn_cubies
from cubeproof.puzzle.geometry import read_only

Values = NDArray[np.int32]
"""Coordinates of cubes, shape (3, cubes); in a table of moves those after a turn, shape (values, turns)."""


def rank(arrangements: NDArray[np.int8]) -> Values:
    """The places of permutations, shape (…, n), in the lexicographic order of all of them.

    >>> rank(np.array([[0, 1, 2], [0, 2, 1], [2, 1, 0]])).tolist()
    [0, 1, 5]
    """
    columns = np.moveaxis(arrangements, -1, 0)
    rank = np.zeros(columns.shape[1:], dtype=np.int32)
    for index, column in enumerate(columns):
        smaller = (columns[index + 1 :] < column).sum(axis=0, dtype=np.int32)
        rank += smaller * factorial(len(columns) - 1 - index)
    return rank


def digits(turned: NDArray[np.int8], base: int) -> Values:
    """Orientations, shape (…, slots), as a number with a digit for each but the last."""
    powers = base ** np.arange(turned.shape[-1] - 1, dtype=np.int32)
    number: Values = turned[..., :-1].astype(np.int32) @ powers
    return number


@cache
def slot_sets() -> NDArray[np.bool_]:
    """The sets of four edge slots by their numbers, shape (495, 12); those of the middle layer are number 0."""
    sets = np.zeros((495, 12), dtype=np.bool_)
    for row, slots in zip(sets, combinations(range(11, -1, -1), 4), strict=True):
        row[list(slots)] = True
    return read_only(sets)


@cache
def _combinations() -> Values:
    """The number of a set of four edge slots by its bits."""
    numbers = np.zeros(1 << 12, dtype=np.int32)
    numbers[slot_sets() @ (1 << np.arange(12))] = np.arange(495)
    return numbers


def combination(sets: NDArray[np.bool_]) -> Values:
    """The numbers of sets of four edge slots, shape (…, 12) → (…): the inverse of `slot_sets`."""
    numbers: Values = _combinations()[sets @ (1 << np.arange(12))]
    return numbers


def phase1_values(cubes: Cubies) -> Values:
    """Twist, flip and middle edges' slots, shape (3, cubes)."""
    return np.stack(
        [
            digits(cubes.corners.turned, 3),
            digits(cubes.edges.turned, 2),
            combination(cubes.edges.origin >= MIDDLE),
        ]
    )


def phase2_values(corners: NDArray[np.int8], edges: NDArray[np.int8]) -> Values:
    """The three permutations of cubes with which phase 1 is done, shape (3, cubes).

    Args:
        corners: the slot that the corner in each slot comes from, shape (…, 8).
        edges: the same of the edges, shape (…, 12).
    """
    return np.stack([rank(corners), rank(edges[..., :MIDDLE]), rank(edges[..., MIDDLE:] - MIDDLE)])


def orientations(slots: int, ways: int) -> NDArray[np.int8]:
    """All orientations of pieces in slots by their numbers, shape (numbers, slots): the inverse of `digits`."""
    rows = np.array(list(product(range(ways), repeat=slots - 1)), dtype=np.int8)[:, ::-1]
    return np.column_stack([rows, -rows.sum(axis=1) % ways]).astype(np.int8)


def _reoriented(turns: Pieces, ways: int) -> Values:
    """The number of orientations after each turn, by the number before: shape (numbers, turns)."""
    rows = orientations(turns.origin.shape[1], ways)
    return digits((rows[:, turns.origin] + turns.turned) % ways, ways)


@cache
def phase1_moves() -> tuple[Values, ...]:
    """How the 18 turns change the coordinates of phase 1: shapes (2187, 18), (2048, 18), (495, 18)."""
    turns = turn_cubies()
    return (
        _reoriented(turns.corners, 3),
        _reoriented(turns.edges, 2),
        combination(slot_sets()[:, turns.edges.origin]),
    )


@cache
def goes_on() -> NDArray[np.bool_]:
    """Which of the 18 turns leave phase 1 done, so that phase 2 may make them: shape (18,)."""
    kept: NDArray[np.bool_] = np.all([moves[0] == 0 for moves in phase1_moves()], axis=0)
    return kept


@cache
def phase2_turns() -> NDArray[np.intp]:
    """The numbers of the ten turns of phase 2.

    >>> from cubeproof.puzzle.cubies import FACE_TURNS
    >>> " ".join(str(FACE_TURNS[turn]) for turn in phase2_turns())
    "U U2 U' R2 F2 D D2 D' L2 B2"
    """
    return np.flatnonzero(goes_on())


@cache
def phase2_moves() -> tuple[Values, ...]:
    """How the ten turns of phase 2 change its coordinates: shapes (40320, 10), (40320, 10), (24, 10)."""
    turns = turn_cubies()
    corners, edges = turns.corners.origin[phase2_turns()], turns.edges.origin[phase2_turns()]
    of_eight = np.array(list(permutations(range(8))), dtype=np.int8)
    of_four = np.array(list(permutations(range(4))), dtype=np.int8)
    return (
        rank(of_eight[:, corners]),
        rank(of_eight[:, edges[:, :MIDDLE]]),
        rank(of_four[:, edges[:, MIDDLE:] - MIDDLE]),
    )
