"""How far pieces are from where they begin and from where they should be: alone, and two at a time.

The joint distance of two pieces is found breadth-first on the pairs of their locations, 24 × 24 on the 3×3×3, with
all other pieces left out. It never exceeds the distance of the whole, so it bounds every answer from below; and at a moment t
of a horizon T, a pair of locations farther than t from the start, or than T − t from every goal, is out of the question.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from cubeproof.engines.sat.instance import Model

__all__ = ["FAR", "PairDistances"]

FAR = 255
"""A distance that no number of turns covers."""

Distances = NDArray[np.uint8]


class PairDistances:
    """Distances of all pairs of pieces of a model, computed when they are asked for.

    Args:
        model: the problem's pieces.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self._all: dict[tuple[int, int], Distances] = {}

    def between(self, one: int, other: int) -> Distances:
        """The joint distances in two orbits, from pair to pair.

        Returns:
            uint8, shape (pairs, pairs); the pair of locations l and m has number l · (locations of `other`) + m.
        """
        if (one, other) not in self._all:
            first, second = self.model.orbits[one].images, self.model.orbits[other].images
            width = second.shape[1]
            steps = [(a[:, None] * width + b).ravel() for a, b in zip(first, second, strict=True)]
            costs = self.model.problem.costs.tolist()
            # reached[d] says which pairs (columns) can be had from which (rows) at a cost of exactly d.
            reached = [np.eye(len(steps[0]), dtype=bool)]
            distances = np.where(reached[0], 0, FAR).astype(np.uint8)
            while any(layer.any() for layer in reached[-max(costs) :]):
                fresh = np.zeros_like(reached[0])
                for step, cost in zip(steps, costs, strict=True):
                    if cost <= len(reached):
                        fresh[:, step] |= reached[-cost]
                fresh &= distances == FAR
                distances[fresh] = len(reached)
                reached.append(fresh)
            self._all[one, other] = distances
        return self._all[one, other]

    def pair(self, one: int, other: int) -> tuple[Distances, Distances]:
        """For two classes of pieces, the distances of their pairs of locations from the start and to the goals.

        Args:
            one: a class, by its number in the model.
            other: another class, or the same for two pieces of it.

        Returns:
            Two arrays of shape (locations of one, locations of other).
        """
        a, b = self.model.classes[one], self.model.classes[other]
        shape = (a.targets.shape[1], b.targets.shape[1])
        swapped = a.orbit > b.orbit
        table = self.between(b.orbit, a.orbit) if swapped else self.between(a.orbit, b.orbit)

        def pairs(of_one: NDArray[np.bool_], of_other: NDArray[np.bool_]) -> NDArray[np.bool_]:
            both = of_one[:, None] & of_other[None]
            if one == other:
                # Two pieces never share a slot, nor are they the same piece.
                slots = self.model.orbits[a.orbit].slots
                both &= slots[:, None] != slots[None]
            return (both.T if swapped else both).ravel()

        starts = [np.isin(np.arange(size), c.starts) for size, c in zip(shape, (a, b), strict=True)]
        begin = pairs(starts[0], starts[1])
        end = np.any([pairs(a.targets[g], b.targets[g]) for g in range(len(a.targets))], axis=0)

        def shaped(distances: Distances) -> Distances:
            return distances.reshape(shape[::-1]).T if swapped else distances.reshape(shape)

        from_start = table[begin].min(axis=0, initial=FAR)
        to_goal = table[:, end].min(axis=1, initial=FAR)
        return shaped(from_start), shaped(to_goal)

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """All pairs of classes, and every class of several pieces with itself."""
        classes = self.model.classes
        numbers = combinations_with_replacement(range(len(classes)), 2)
        return [(one, other) for one, other in numbers if one != other or len(classes[one].starts) > 1]

    def single(self, number: int) -> tuple[Distances, Distances]:
        """For one class the distances of its locations from the start and to the goals."""
        found = self.model.classes[number]
        size = found.targets.shape[1]
        table = self.between(found.orbit, found.orbit)[:: size + 1, :: size + 1]
        return table[found.starts].min(axis=0), table[:, found.targets.any(axis=0)].min(axis=1, initial=FAR)

    @cached_property
    def lower_bound(self) -> int:
        """No answer is shorter than this; `FAR` or more if there is none at all."""
        bound = 0
        for number, found in enumerate(self.model.classes):
            bound = max(bound, int(self.single(number)[1][found.starts].max()))
        for one, other in self.pairs:
            from_start, to_goal = self.pair(one, other)
            here = to_goal[from_start == 0]
            if one != other:
                bound = max(bound, int(here.max(initial=0)))
        return bound
