"""How far pieces are from where they begin and from where they should be: alone, two and three at a time.

The joint distance of two pieces is found breadth-first on the pairs of their locations, 24 × 24 on the 3×3×3, with
all other pieces left out. It never exceeds the distance of the whole, so it bounds every answer from below; and at a moment t
of a horizon T, a pair of locations farther than t from the start, or than T − t from every goal, is out of the question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement, groupby
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import TooLargeError
from cubeproof.problem.orbits import PieceClass, PieceOrbit
from cubeproof.problem.problem import Problem
from cubeproof.pulse import pulse

__all__ = ["FAR", "Block", "Distances", "Pieces"]

FAR = 255
"""A distance that no number of turns covers."""

# What the tables may take; they do for 26 layers.
_MOST_BYTES = 4_500_000_000
# Tables of this size, as two orbits of 24 locations have, are kept for the next problem with the same turns; so many of them.
_KEPT_BYTES, _KEPT = 24**4, 32
# What the distances of all pairs of classes may take to be kept by their pieces, and what of them is put together at once.
_PAIRS_BYTES, _BLOCK_BYTES = 100_000_000, 2_000_000

_Table = NDArray[np.uint8]
_Pair = tuple[int, int]
_Triple = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Block:
    """The distances of some pairs of classes with equally many locations, to be looked at in one go.

    Attributes:
        pairs: shape (pairs, 2): the classes by their numbers among the pieces' classes.
        from_start: shape (pairs, locations of one, locations of the other): see `Distances.pair`.
        to_goal: the same shape.
    """

    pairs: NDArray[np.intp]
    from_start: _Table
    to_goal: _Table


class Pieces(Protocol):
    """What distances are measured between: the pieces of a problem, such as `ProblemPieces`."""

    @property
    def problem(self) -> Problem:
        """The problem, for what its generators cost."""

    @property
    def orbits(self) -> tuple[PieceOrbit, ...]:
        """The orbits of the pieces."""

    @property
    def classes(self) -> tuple[PieceClass, ...]:
        """The pieces that count, those that are not told apart taken together."""


class Distances:
    """Distances of a problem's pieces, alone and in company, computed when they are asked for and then kept.

    Args:
        pieces: the problem's pieces.

    Raises:
        TooLargeError: nobody has the memory for all of them.

    Whatever is asked for calls `pulse` while it is computed, which for many pieces takes its time.
    """

    def __init__(self, pieces: Pieces) -> None:
        self.pieces = pieces
        counts = [pieces.orbits[number].locations for number in {found.orbit for found in pieces.classes}]
        needed = sum((one * other) ** 2 for one, other in combinations_with_replacement(counts, 2))
        if needed > _MOST_BYTES:
            raise TooLargeError(
                f"The distances of the pieces two by two would take {needed / 1e9:.0f} GB, and more than "
                f"{_MOST_BYTES / 1e9:.0f} GB fill the memory."
            )
        self._all: dict[_Pair, _Table] = {}
        self._pairs: dict[_Pair, tuple[_Table, _Table]] = {}
        self._triples: dict[int, list[tuple[_Triple, NDArray[np.intp]]]] = {}

    def between(self, one: int, other: int) -> _Table:
        """The joint distances in two orbits, from pair to pair.

        Returns:
            uint8, shape (pairs, pairs); the pair of locations l and m has number l · (locations of `other`) + m.
        """
        if (one, other) not in self._all:
            first, second = self.pieces.orbits[one].images, self.pieces.orbits[other].images
            few = (first.shape[1] * second.shape[1]) ** 2 <= _KEPT_BYTES
            search = _joint if few else _joint.__wrapped__
            self._all[one, other] = search(
                first.tobytes(), second.tobytes(), tuple(self.pieces.problem.costs.tolist())
            )
        return self._all[one, other]

    def pair(self, one: int, other: int) -> tuple[_Table, _Table]:
        """For two classes of pieces, the distances of their pairs of locations from the start and to the goals.

        Args:
            one: a class, by its number among the pieces' classes.
            other: another class, or the same for two pieces of it.

        Returns:
            Two arrays of shape (locations of one, locations of other).
        """
        if (found := self._pairs.get((one, other))) is not None:
            return found
        pulse()
        made = self._pair(one, other)
        if self._few:
            self._pairs[one, other] = made
        return made

    def _pair(self, one: int, other: int) -> tuple[_Table, _Table]:
        a, b = self.pieces.classes[one], self.pieces.classes[other]
        if a.orbit > b.orbit:
            from_start, to_goal = self._pair(other, one)
            return from_start.T, to_goal.T
        table = self.between(a.orbit, b.orbit)
        width = b.targets.shape[1]
        shape = (a.targets.shape[1], width)
        begin = (a.starts[:, None] * width + b.starts).ravel()
        end = (a.targets[:, :, None] & b.targets[:, None, :]).any(axis=0).ravel().nonzero()[0]
        if one == other:
            # Two pieces never share a slot, nor are they the same piece.
            slots = self.pieces.orbits[a.orbit].slots
            begin, end = (pairs[slots[pairs // width] != slots[pairs % width]] for pairs in (begin, end))
        from_start = table[begin].min(axis=0, initial=FAR)
        to_goal = table[:, end].min(axis=1, initial=FAR)
        return from_start.reshape(shape), to_goal.reshape(shape)

    @cached_property
    def pairs(self) -> list[_Pair]:
        """All pairs of classes, and every class of several pieces with itself."""
        classes = self.pieces.classes
        numbers = combinations_with_replacement(range(len(classes)), 2)
        return [(one, other) for one, other in numbers if one != other or len(classes[one].starts) > 1]

    @cached_property
    def _few(self) -> bool:
        """Whether the distances of all pairs may be kept."""
        sizes = np.array([found.targets.shape[1] for found in self.pieces.classes])
        return bool(sizes.sum() ** 2 <= _PAIRS_BYTES)

    def blocks(self) -> Iterable[Block]:
        """The distances of all pairs, in order, those next to each other that have the same shape put together."""
        return self._blocks if self._few else self._put_together()

    @cached_property
    def _blocks(self) -> tuple[Block, ...]:
        return tuple(self._put_together())

    def _put_together(self) -> Iterator[Block]:
        sizes = [found.targets.shape[1] for found in self.pieces.classes]
        for shape, run in groupby(self.pairs, lambda pair: (sizes[pair[0]], sizes[pair[1]])):
            chosen = np.array(list(run))
            for some in np.array_split(chosen, -(-len(chosen) * shape[0] * shape[1] // _BLOCK_BYTES)):
                from_start, to_goal = zip(*(self.pair(*pair) for pair in some.tolist()), strict=True)
                yield Block(some, np.stack(from_start), np.stack(to_goal))

    def single(self, number: int) -> tuple[_Table, _Table]:
        """For one class the distances of its locations from the start and to the goals."""
        found = self.pieces.classes[number]
        size = found.targets.shape[1]
        table = self.between(found.orbit, found.orbit)[:: size + 1, :: size + 1]
        return table[found.starts].min(axis=0), table[:, found.targets.any(axis=0)].min(axis=1, initial=FAR)

    @cached_property
    def lower_bound(self) -> int:
        """No answer is shorter than this; `FAR` or more if there is none at all."""
        bound = 0
        for number, found in enumerate(self.pieces.classes):
            bound = max(bound, int(self.single(number)[1][found.starts].max()))
        for block in self.blocks():
            here = (block.from_start == 0) & (block.pairs[:, 0] != block.pairs[:, 1])[:, None, None]
            bound = max(bound, int(block.to_goal[here].max(initial=0)))
        return bound

    @cached_property
    def shares(self) -> list[float]:
        """Of all pairs of locations the share that is farther than 0, 1, 2, … from the goals."""
        counts = np.zeros(FAR, dtype=np.int64)
        for block in self.blocks():
            counts += np.bincount(block.to_goal.ravel(), minlength=FAR)[:FAR]
        shares = 1 - np.cumsum(counts) / max(1, counts.sum())
        return [float(share) for share in shares[: int(np.flatnonzero(counts).max(initial=0)) + 1]]

    @property
    def triple_count(self) -> int:
        """How many triples of locations there are, over all three classes of pieces."""
        sizes = [found.targets.shape[1] for found in self.pieces.classes]
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
            for triple, far in _far_triples(self.pieces, limit):
                one, other, third = triple
                far &= (self.pair(one, other)[1] <= limit)[:, :, None]
                far &= (self.pair(one, third)[1] <= limit)[:, None, :]
                far &= (self.pair(other, third)[1] <= limit)[None, :, :]
                found.append((triple, np.array(np.nonzero(far))))
            self._triples[limit] = found
        return self._triples[limit]


@lru_cache(maxsize=_KEPT)
def _joint(first_images: bytes, second_images: bytes, costs: tuple[int, ...]) -> _Table:
    """The distances from pair to pair of locations of two orbits, see `Distances.between`; they depend on nothing but the turns.

    Args:
        first_images: the bytes of the one orbit's images, shape (generators, locations).
        second_images: those of the other's.
        costs: what each generator costs.
    """
    images = (
        np.frombuffer(given, np.intp).reshape(len(costs), -1) for given in (first_images, second_images)
    )
    first, second = images
    width = second.shape[1]
    steps = [(a[:, None] * width + b).ravel() for a, b in zip(first, second, strict=True)]
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
        # What is farther than a byte can say is called nearer than it is, never out of reach: so all that follows from it holds.
        distances[np.unpackbits(fresh, axis=1, count=count).T.astype(bool)] = min(len(reached), FAR - 1)
        reached.append(fresh)
    distances.flags.writeable = False
    return distances


_BITS = 64


def _far_triples(pieces: Pieces, limit: int) -> Iterator[tuple[_Triple, NDArray[np.bool_]]]:
    """For every three classes which triples of locations are farther than a limit from all goals.

    The goals of 64 triples of classes are searched from at once, each as a bit of a 64-bit word.
    """
    by_orbits: dict[_Triple, list[_Triple]] = {}
    for triple in combinations(range(len(pieces.classes)), 3):
        one, other, third = (pieces.classes[number].orbit for number in triple)
        by_orbits.setdefault((one, other, third), []).append(triple)
    for orbits, triples in by_orbits.items():
        shape = tuple(pieces.orbits[orbit].locations for orbit in orbits)
        steps = _joint_steps(pieces, orbits)
        for first in range(0, len(triples), _BITS):
            batch = triples[first : first + _BITS]
            near = np.zeros(steps.shape[1], dtype=np.uint64)
            for bit, triple in enumerate(batch):
                near |= _goals(pieces, triple).astype(np.uint64) << np.uint64(bit)
            # layers[d] are the triples from which a goal can be had at a cost of at most d.
            layers = [near]
            for cost in range(1, limit + 1):
                layer = layers[-1].copy()
                for step, price in zip(steps, pieces.problem.costs.tolist(), strict=True):
                    pulse()
                    if price <= cost:
                        layer |= layers[cost - price][step]
                layers.append(layer)
            for bit, triple in enumerate(batch):
                far = (layers[-1] >> np.uint64(bit)) & np.uint64(1) == 0
                yield triple, far.reshape(shape)


def _joint_steps(pieces: Pieces, orbits: _Triple) -> NDArray[np.intp]:
    """Where each generator carries each triple of locations, triples numbered as in an array's order."""
    a, b, c = (pieces.orbits[orbit].images for orbit in orbits)
    steps: NDArray[np.intp] = (a[:, :, None, None] * b.shape[1] + b[:, None, :, None]) * c.shape[1] + c[
        :, None, None, :
    ]
    return steps.reshape(len(steps), -1)


def _goals(pieces: Pieces, triple: _Triple) -> NDArray[np.bool_]:
    targets = [pieces.classes[number].targets for number in triple]
    met = [a[:, None, None] & b[None, :, None] & c[None, None, :] for a, b, c in zip(*targets, strict=True)]
    goals: NDArray[np.bool_] = np.any(met, axis=0).ravel()
    return goals
