"""Where parity excludes one turn less: computed by the checker itself, on pieces as the geometry has them.

If every generator permutes the cubies of one kind with the parity of its cost, an odd permutation of them
takes an odd cost. And if the stickers leave no choice which of these cubies has to go where, that permutation
is known. (In quarter turns the corners of the 2×2×2 and the 3×3×3 are such cubies.)
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
    """Whether every answer has an odd cost (True) or an even one (False); None if that is not settled.

    Args:
        size: the number of layers.
        start: colours, shape (stickers,), −1 for unknown.
        goals: the same; nothing is settled where there is more than one.
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
        # The slot that each slot's stickers are carried from; none if a generator tears a cubie apart.
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
    """Return the cubies by kind: equally far from the centres of the faces.

    Returns:
        For each kind the numbers of stickers, shape (cubies, stickers of a cubie).
    """
    members: dict[tuple[int, ...], list[int]] = {}
    for sticker, cubie in enumerate(geometry(size).cubies.tolist()):
        members.setdefault(tuple(cubie), []).append(sticker)
    kinds: dict[tuple[int, ...], list[list[int]]] = {}
    for cubie, stickers in members.items():
        kinds.setdefault(tuple(sorted(map(abs, cubie))), []).append(stickers)
    return [np.array(cubies) for cubies in kinds.values()]


def _fitting(shown: _Ints, wanted: _Ints) -> list[int]:
    """The slots in which a cubie that shows these colours may end, turned in any way (even mirrored)."""
    ways = np.stack([shown[list(way)] for way in permutations(range(len(shown)))])
    fits = (ways[:, None] == wanted) | (ways[:, None] < 0) | (wanted < 0)
    return np.flatnonzero(fits.all(axis=2).any(axis=0)).tolist()
