"""Breadth-first search on stickers only: the reference for every engine, for cubes near solved."""

from functools import cache

import numpy as np

from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube, permutation


@cache
def distances(size: int, names: str, metric: str, most: int) -> dict[bytes, int]:
    """Return the costs of all cubes that these turns solve for at most `most`, in any hold at the end.

    Args:
        size: the number of layers.
        names: every allowed turn by name, in both directions: `R R2 R'`.
        metric: how turns are counted.
        most: the highest cost of interest.

    Returns:
        The costs by the colours of the cubes, as bytes.
    """
    turns = [(permutation(name, size), Alg(name).count(metric, size)) for name in names.split()]
    results = {way.colours.tobytes(): 0 for way in Cube(size).rotations()}
    layers = [np.array([way.colours for way in Cube(size).rotations()])]
    for cost in range(1, most + 1):
        layer = []
        for gather, price in turns:
            if price <= cost:
                for state in layers[cost - price][:, gather]:
                    key = state.tobytes()
                    if key not in results:
                        results[key] = cost
                        layer.append(state)
        layers.append(np.array(layer, dtype=np.int8).reshape(-1, 6 * size * size))
    return results
