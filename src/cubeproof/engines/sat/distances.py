"""How far pieces are from where they begin and from where they should be: alone, two and three at a time.

The joint distance of two pieces is found breadth-first on the pairs of their locations, 24 × 24 on the 3×3×3, with
all other pieces left out. It never exceeds the distance of the whole, so it bounds every answer from below; and at a moment t
of a horizon T, a pair of locations farther than t from the start, or than T − t from every goal, is out of the question.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import TooLargeError
from cubeproof.pulse import pulse

if TYPE_CHECKING:
    from cubeproof.engines.sat.instance import Model


__all__ = ["FAR", "Distances"]

FAR = 255
"""A distance that no number of turns covers."""

# What the tables may take; they do for 26 layers.
_MOST_BYTES = 4_500_000_000

_Table = NDArray[np.uint8]
_Triple = tuple[int, int, int]


class Distances:
    """Distances of the pieces of a model, alone and in company, computed when they are asked for and then kept.

    Args:
        model: the problem's pieces.

    Raises:
        TooLargeError: nobody has the memory for all of them.

    Whatever is asked for calls `pulse` while it is computed, which for many pieces takes its time.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        counts = [model.orbits[number].locations for number in {found.orbit for found in model.classes}]
        needed = sum((one * other) ** 2 for one, other in combinations_with_replacement(counts, 2))
        if needed > _MOST_BYTES:
            raise TooLargeError(
                f"The distances of the pieces two by two would take {needed / 1e9:.0f} GB, and more than "
                f"{_MOST_BYTES / 1e9:.0f} GB fill the memory."
            )
        self._all: dict[tuple[int, int], _Table] = {}
        self._triples: dict[int, list[tuple[_Triple, NDArray[np.intp]]]] = {}

    def between(self, one: int, other: int) -> _Table:
        """The joint distances in two orbits, from pair to pair.

        Returns:
            uint8, shape (pairs, pairs); the pair of locations l and m has number l · (locations of `other`) + m.
        """
        if (one, other) not in self._all:
            first, second = self.model.orbits[one].images, self.model.orbits[other].images
            width = second.shape[1]
            steps = [(a[:, None] * width + b).ravel() for a, b in zip(first, second, strict=True)]
            costs = self.model.problem.costs.tolist()
            # reached[d] says of each pair (rows) from which ones (bits) it can be had at a cost of exactly d.
            count = len(steps[0])
            reached = [np.packbits(np.eye(count, dtype=bool), axis=1)]
            distances = np.where(np.eye(count, dtype=bool), 0, FAR).astype(np.uint8)
            new = ~reached[0]
            while any(layer.any() for layer in reached[-max(costs) :]):
                fresh = np.zeros_like(new)
                for step, cost in zip(steps, costs, strict=True):
                    pulse()
                    if cost <= len(reached):
                        fresh[step] |= reached[-cost]
                fresh &= new
                new &= ~fresh
                distances[np.unpackbits(fresh, axis=1, count=count).T.astype(bool)] = len(reached)
                reached.append(fresh)
            self._all[one, other] = distances
        return self._all[one, other]

    def pair(self, one: int, other: int) -> tuple[_Table, _Table]:
        """For two classes of pieces, the distances of their pairs of locations from the start and to the goals.

        Args:
            one: a class, by its number in the model.
            other: another class, or the same for two pieces of it.

        Returns:
            Two arrays of shape (locations of one, locations of other).
        """
        pulse()
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

        def shaped(distances: _Table) -> _Table:
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

    def single(self, number: int) -> tuple[_Table, _Table]:
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

    @cached_property
    def shares(self) -> list[float]:
        """Of all pairs of locations the share that is farther than 0, 1, 2, … from the goals."""
        counts = np.zeros(FAR, dtype=np.int64)
        for one, other in self.pairs:
            to_goal = self.pair(one, other)[1]
            counts += np.bincount(to_goal[to_goal < FAR], minlength=FAR)[:FAR]
        shares = 1 - np.cumsum(counts) / max(1, counts.sum())
        return [float(share) for share in shares[: int(np.flatnonzero(counts).max(initial=0)) + 1]]

    @property
    def triple_count(self) -> int:
        """How many triples of locations there are, over all three classes of pieces."""
        sizes = [found.targets.shape[1] for found in self.model.classes]
        return sum(a * b * c for a, b, c in combinations(sizes, 3))

    def triples(self, limit: int) -> list[tuple[_Triple, NDArray[np.intp]]]:
        """For every three classes the triples of locations farther than a limit from all goals, no pair of them being so.

        Args:
            limit: the largest distance that is still near.

        Returns:
            Pairs of three classes and an array of shape (3, triples found).
        """
        if limit not in self._triples:
            found = []
            for triple, far in _far_triples(self.model, limit):
                one, other, third = triple
                far &= (self.pair(one, other)[1] <= limit)[:, :, None]
                far &= (self.pair(one, third)[1] <= limit)[:, None, :]
                far &= (self.pair(other, third)[1] <= limit)[None, :, :]
                found.append((triple, np.array(np.nonzero(far))))
            self._triples[limit] = found
        return self._triples[limit]


_BITS = 64


def _far_triples(model: Model, limit: int) -> Iterator[tuple[_Triple, NDArray[np.bool_]]]:
    """For every three classes which triples of locations are farther than a limit from all goals.

    The goals of 64 triples of classes are searched from at once, each as a bit of a 64-bit word.
    """
    by_orbits: dict[_Triple, list[_Triple]] = {}
    for triple in combinations(range(len(model.classes)), 3):
        one, other, third = (model.classes[number].orbit for number in triple)
        by_orbits.setdefault((one, other, third), []).append(triple)
    for orbits, triples in by_orbits.items():
        shape = tuple(model.orbits[orbit].locations for orbit in orbits)
        steps = _joint_steps(model, orbits)
        for first in range(0, len(triples), _BITS):
            batch = triples[first : first + _BITS]
            near = np.zeros(steps.shape[1], dtype=np.uint64)
            for bit, triple in enumerate(batch):
                near |= _goals(model, triple).astype(np.uint64) << np.uint64(bit)
            # layers[d] are the triples from which a goal can be had at a cost of at most d.
            layers = [near]
            for cost in range(1, limit + 1):
                layer = layers[-1].copy()
                for step, price in zip(steps, model.problem.costs.tolist(), strict=True):
                    pulse()
                    if price <= cost:
                        layer |= layers[cost - price][step]
                layers.append(layer)
            for bit, triple in enumerate(batch):
                far = (layers[-1] >> np.uint64(bit)) & np.uint64(1) == 0
                yield triple, far.reshape(shape)


def _joint_steps(model: Model, orbits: _Triple) -> NDArray[np.intp]:
    """Where each generator carries each triple of locations, triples numbered as in an array's order."""
    a, b, c = (model.orbits[orbit].images for orbit in orbits)
    steps: NDArray[np.intp] = (a[:, :, None, None] * b.shape[1] + b[:, None, :, None]) * c.shape[1] + c[
        :, None, None, :
    ]
    return steps.reshape(len(steps), -1)


def _goals(model: Model, triple: _Triple) -> NDArray[np.bool_]:
    targets = [model.classes[number].targets for number in triple]
    met = [a[:, None, None] & b[None, :, None] & c[None, None, :] for a, b, c in zip(*targets, strict=True)]
    goals: NDArray[np.bool_] = np.any(met, axis=0).ravel()
    return goals
