"""Search of all states or all words, on stickers only: the reference for every engine, for few turns."""

from functools import cache

import numpy as np

from cubeproof.problem import Problem
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


def cheapest_words(problem: Problem, most: int) -> tuple[int | None, set[tuple[int, ...]]]:
    """Return the lowest cost of an answer, and all canonical words of this cost: every word is tried.

    Args:
        problem: the problem.
        most: the highest cost of interest; None and no words if every answer costs more.
    """
    waiting: list[tuple[int, tuple[int, ...], np.ndarray[tuple[int], np.dtype[np.int8]]]] = [
        (0, (), problem.start)
    ]
    results: dict[int, set[tuple[int, ...]]] = {}
    while waiting:
        cost, word, pattern = waiting.pop()
        if problem.fits(pattern):
            results.setdefault(cost, set()).add(word)
        for generator, price in enumerate(problem.costs.tolist()):
            if cost + price <= most and (not word or problem.successors[word[-1], generator]):
                after = pattern[problem.permutations[generator]]
                waiting.append((cost + price, (*word, generator), after))
    least = min(results, default=None)
    return least, set() if least is None else results[least]


def order_free(alg: Alg) -> tuple[str, ...]:
    """The turns of an answer, neighbours on opposite faces in one order."""
    turns = [str(move) for move in alg]
    for _ in turns:
        for place in range(len(turns) - 1):
            first, second = turns[place : place + 2]
            if "URFDLB".index(first[0]) % 3 == "URFDLB".index(second[0]) % 3 and first[0] > second[0]:
                turns[place : place + 2] = second, first
    return tuple(turns)
