"""The parity of the answer's cost, computed from the pieces of the geometry.

Suppose that every generator permutes the cubies of one kind with the parity of its cost. Then an odd permutation
of these cubies takes an odd cost. The permutation is known if the stickers determine the slot of each cubie.
Example: the corners of the 2×2×2 and 3×3×3 in quarter turns.
"""

from collections.abc import Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from cubeproof.puzzle.geometry import geometry, is_odd

_Ints = NDArray[np.integer]


def odd_cost(
    size: int, start: _Ints, goals: Sequence[_Ints], generators: Sequence[tuple[_Ints, int]]
) -> bool | None:
    """Return True if every answer has an odd cost, False if every answer has an even cost, None if unknown.

    Args:
        size: the number of layers.
        start: colours, shape (stickers,), −1 for unknown.
        goals: the same; the result is None if there is more than one goal.
        generators: permutations in gather form, each with its cost.

    >>> from cubeproof import Cube
    >>> turns = [(geometry(2).quarter_turns[number], 1) for number in (1, 2, 5)]
    >>> [odd_cost(2, Cube(2).apply(alg).colours, [Cube(2).colours], turns) for alg in ("R", "R D")]
    [True, False]
    """
    if len(goals) != 1:
        return None
    for cubies in _kinds(size):
        slots = {frozenset(cubie): number for number, cubie in enumerate(cubies.tolist())}
        # For each slot the slot from which its stickers come; None if a generator splits a cubie.
        carried = [
            [slots.get(frozenset(gather[cubie].tolist())) for cubie in cubies] for gather, _ in generators
        ]
        if all(
            None not in images and is_odd([image for image in images if image is not None]) == (cost % 2 == 1)
            for images, (_, cost) in zip(carried, generators, strict=True)
        ):
            ends = [_fitting(start[cubie], goals[0][cubies]) for cubie in cubies]
            if all(len(slots_) == 1 for slots_ in ends) and len({slots_[0] for slots_ in ends}) == len(ends):
                return is_odd([slots_[0] for slots_ in ends])
    return None


def _kinds(size: int) -> list[NDArray[np.intp]]:
    """Return the stickers of each kind of cubies (equal distances from the face centres), shape (cubies, stickers)."""
    members: dict[tuple[int, ...], list[int]] = {}
    for sticker, cubie in enumerate(geometry(size).cubies.tolist()):
        members.setdefault(tuple(cubie), []).append(sticker)
    kinds: dict[tuple[int, ...], list[list[int]]] = {}
    for cubie, stickers in members.items():
        kinds.setdefault(tuple(sorted(map(abs, cubie))), []).append(stickers)
    return [np.array(cubies) for cubies in kinds.values()]


def _fitting(colours: _Ints, goal: _Ints) -> list[int]:
    """Return the slots where a cubie of these colours fits the goal, in any orientation (even mirrored)."""
    ways = np.stack([colours[list(way)] for way in permutations(range(len(colours)))])
    fits = (ways[:, None] == goal) | (ways[:, None] < 0) | (goal < 0)
    return np.flatnonzero(fits.all(axis=2).any(axis=0)).tolist()
