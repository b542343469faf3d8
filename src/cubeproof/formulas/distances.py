"""Distances of pieces from their locations at the start and in the goals, for single pieces, pairs and triples.

The joint distance of two pieces comes from breadth-first search on the pairs of their locations, 24 × 24 on the
3×3×3, ignoring all other pieces. It is at most the distance of the whole cube, so it is a lower bound for every
answer. And at moment t of a horizon T, a pair of locations is impossible if it is farther than t from the start, or
farther than T − t from every goal.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement, groupby
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.polling import pulse
from cubeproof.errors import TooLargeError
from cubeproof.problem.orbits import PieceClass, PieceOrbit
from cubeproof.problem.problem import Problem
from cubeproof.sentences import Template

FAR = 255
"""The distance of unreachable locations."""

UNREACHABLE = Template(
    "problem.pieces-unreachable", "The allowed turns cannot bring every piece to its place in the goal."
)
_TOO_LARGE = Template(
    "sat.distances-too-large",
    "The distances of pairs of pieces would take {needed:.0f} GB; at most {most:.0f} GB fit into memory.",
)

# Memory limit of the tables: enough for 26 layers.
_MOST_BYTES = 4_500_000_000
# Tables up to this size (two orbits of 24 locations) are cached for problems with the same turns; the number of
# cached tables.
_KEPT_BYTES, _KEPT = 24**4, 32
# The distances of all pairs of classes are cached up to this total size; the size of a block of them.
_PAIRS_BYTES, _BLOCK_BYTES = 100_000_000, 2_000_000

_Table = NDArray[np.uint8]
_Pair = tuple[int, int]
_Triple = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class PairBlock:
    """The distances of some pairs of classes with equal numbers of locations, in one array."""

    pairs: NDArray[np.intp]
    """The classes as indices in `ConstrainedPieces.classes`, shape (pairs, 2)."""
    from_start: _Table
    """See `PieceDistances.pair`, shape (pairs, locations of the first class, locations of the second)."""
    to_goal: _Table
    """See `PieceDistances.pair`, the same shape."""


class ConstrainedPieces(Protocol):
    """The pieces of a problem as `PieceDistances` requires them; `ProblemPieces` is an example."""

    @property
    def problem(self) -> Problem:
        """The problem, whose generators have the costs."""

    @property
    def orbits(self) -> tuple[PieceOrbit, ...]:
        """The orbits of the pieces."""

    @property
    def classes(self) -> tuple[PieceClass, ...]:
        """The classes of pieces that the goals constrain; pieces that no goal distinguishes form one class."""


class PieceDistances:
    """Distances of a problem's pieces: single, in pairs and in triples.

    They are computed at first use, and cached. For many pieces this takes long; `pulse` is called regularly.

    Args:
        pieces: the problem's pieces.

    Raises:
        TooLargeError: the tables would not fit into the memory of most computers.
    """

    def __init__(self, pieces: ConstrainedPieces) -> None:
        self.pieces = pieces
        counts = [
            pieces.orbits[number].locations
            for number in {piece_class.orbit for piece_class in pieces.classes}
        ]
        needed = sum((first * second) ** 2 for first, second in combinations_with_replacement(counts, 2))
        if needed > _MOST_BYTES:
            raise TooLargeError(_TOO_LARGE(needed=needed / 1e9, most=_MOST_BYTES / 1e9))
        self._all: dict[_Pair, _Table] = {}
        self._pairs: dict[_Pair, tuple[_Table, _Table]] = {}
        self._triples: dict[int, list[tuple[_Triple, NDArray[np.intp]]]] = {}

    def between(self, first: int, second: int) -> _Table:
        """Return the joint distances in two orbits, from pair to pair of locations.

        Args:
            first: an orbit, by its index in `ConstrainedPieces.orbits`.
            second: another orbit, or the same orbit.

        Returns:
            uint8, shape (pairs, pairs); the pair of locations (l, m) has the index
            l · (locations of `second`) + m.
        """
        if (first, second) not in self._all:
            first_images, second_images = self.pieces.orbits[first].images, self.pieces.orbits[second].images
            few = (first_images.shape[1] * second_images.shape[1]) ** 2 <= _KEPT_BYTES
            search = _joint if few else _joint.__wrapped__
            self._all[first, second] = search(
                first_images.tobytes(), second_images.tobytes(), tuple(self.pieces.problem.costs.tolist())
            )
        return self._all[first, second]

    def pair(self, first: int, second: int) -> tuple[_Table, _Table]:
        """Return the distances of the pairs of locations of two classes, from the start and to the goals.

        Args:
            first: a class, by its index in `ConstrainedPieces.classes`.
            second: another class, or the same class for two of its pieces.

        Returns:
            The distances from the start and to the goals, each of shape (locations of `first`, locations of `second`).
        """
        if (cached := self._pairs.get((first, second))) is not None:
            return cached
        pulse()
        distances = self._pair(first, second)
        if self._few:
            self._pairs[first, second] = distances
        return distances

    def _pair(self, first: int, second: int) -> tuple[_Table, _Table]:
        a, b = self.pieces.classes[first], self.pieces.classes[second]
        if a.orbit > b.orbit:
            from_start, to_goal = self._pair(second, first)
            return from_start.T, to_goal.T
        table = self.between(a.orbit, b.orbit)
        width = b.targets.shape[1]
        shape = (a.targets.shape[1], width)
        begin = (a.starts[:, None] * width + b.starts).ravel()
        end = (a.targets[:, :, None] & b.targets[:, None, :]).any(axis=0).ravel().nonzero()[0]
        if first == second:
            # Two pieces of one class are never in the same slot.
            slots = self.pieces.orbits[a.orbit].slots
            begin, end = (pairs[slots[pairs // width] != slots[pairs % width]] for pairs in (begin, end))
        from_start = table[begin].min(axis=0, initial=FAR)
        to_goal = table[:, end].min(axis=1, initial=FAR)
        return from_start.reshape(shape), to_goal.reshape(shape)

    @cached_property
    def pairs(self) -> list[_Pair]:
        """All pairs of different classes, and each class of several pieces with itself."""
        classes = self.pieces.classes
        numbers = combinations_with_replacement(range(len(classes)), 2)
        return [
            (first, second) for first, second in numbers if first != second or len(classes[first].starts) > 1
        ]

    @cached_property
    def _few(self) -> bool:
        """Whether the distances of all pairs are small enough to be cached."""
        sizes = np.array([piece_class.targets.shape[1] for piece_class in self.pieces.classes])
        return bool(sizes.sum() ** 2 <= _PAIRS_BYTES)

    def blocks(self) -> Iterable[PairBlock]:
        """Return the distances of all pairs, in order; adjacent pairs of equal shape share a block."""
        return self._blocks if self._few else self._build_blocks()

    @cached_property
    def _blocks(self) -> tuple[PairBlock, ...]:
        return tuple(self._build_blocks())

    def _build_blocks(self) -> Iterator[PairBlock]:
        sizes = [piece_class.targets.shape[1] for piece_class in self.pieces.classes]
        for shape, run in groupby(self.pairs, lambda pair: (sizes[pair[0]], sizes[pair[1]])):
            chosen = np.array(list(run))
            for batch_pairs in np.array_split(chosen, -(-len(chosen) * shape[0] * shape[1] // _BLOCK_BYTES)):
                from_start, to_goal = zip(*(self.pair(*pair) for pair in batch_pairs.tolist()), strict=True)
                yield PairBlock(batch_pairs, np.stack(from_start), np.stack(to_goal))

    def single(self, number: int) -> tuple[_Table, _Table]:
        """Return the distances of a class's locations from the start and to the goals, each of shape (locations,)."""
        piece_class = self.pieces.classes[number]
        size = piece_class.targets.shape[1]
        table = self.between(piece_class.orbit, piece_class.orbit)[:: size + 1, :: size + 1]
        return table[piece_class.starts].min(axis=0), table[:, piece_class.targets.any(axis=0)].min(
            axis=1, initial=FAR
        )

    @cached_property
    def lower_bound(self) -> int:
        """A lower bound of the length; `FAR` if the distances show that no answer exists."""
        bound = 0
        for number, piece_class in enumerate(self.pieces.classes):
            bound = max(bound, int(self.single(number)[1][piece_class.starts].max()))
        for block in self.blocks():
            at_start = (block.from_start == 0) & (block.pairs[:, 0] != block.pairs[:, 1])[:, None, None]
            bound = max(bound, int(block.to_goal[at_start].max(initial=0)))
        return bound

    @cached_property
    def shares(self) -> list[float]:
        """The shares, from 0 to 1, of pairs of locations that are farther than 0, 1, 2, … from the goals."""
        counts = np.zeros(FAR, dtype=np.int64)
        for block in self.blocks():
            counts += np.bincount(block.to_goal.ravel(), minlength=FAR)[:FAR]
        shares = 1 - np.cumsum(counts) / max(1, counts.sum())
        return [float(share) for share in shares[: int(np.flatnonzero(counts).max(initial=0)) + 1]]

    @property
    def triple_count(self) -> int:
        """The number of triples of locations, summed over all triples of classes."""
        sizes = [piece_class.targets.shape[1] for piece_class in self.pieces.classes]
        return sum(a * b * c for a, b, c in combinations(sizes, 3))

    def triples(self, limit: int) -> list[tuple[_Triple, NDArray[np.intp]]]:
        """Return the triples of locations that are too far from all goals although their pairs are near enough.

        Args:
            limit: the maximum distance that is not too far.

        Returns:
            For each three classes: the classes, and the triples of their locations, shape (3, triples).
        """
        if limit not in self._triples:
            clauses = []
            for triple, far in _far_triples(self.pieces, limit):
                first, second, third = triple
                far &= (self.pair(first, second)[1] <= limit)[:, :, None]
                far &= (self.pair(first, third)[1] <= limit)[:, None, :]
                far &= (self.pair(second, third)[1] <= limit)[None, :, :]
                clauses.append((triple, np.array(np.nonzero(far))))
            self._triples[limit] = clauses
        return self._triples[limit]


@lru_cache(maxsize=_KEPT)
def _joint(first_images: bytes, second_images: bytes, costs: tuple[int, ...]) -> _Table:
    """Return the joint distances between pairs of locations of two orbits, see `PieceDistances.between`."""
    # The arguments are bytes and depend only on the turns, so the cache serves all problems with these turns.
    images = (
        np.frombuffer(image_bytes, np.intp).reshape(len(costs), -1)
        for image_bytes in (first_images, second_images)
    )
    first, second = images
    width = second.shape[1]
    steps = [(a[:, None] * width + b).ravel() for a, b in zip(first, second, strict=True)]
    # reached[d] has, for each pair (row), the pairs (bits) from which it is reached at a cost of exactly d.
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
        # A distance that is too large for a byte is stored as FAR − 1, so it is still a lower bound, and not
        # unreachable.
        distances[np.unpackbits(fresh, axis=1, count=count).T.astype(bool)] = min(len(reached), FAR - 1)
        reached.append(fresh)
    distances.flags.writeable = False
    return distances


_BITS = 64


def _far_triples(pieces: ConstrainedPieces, limit: int) -> Iterator[tuple[_Triple, NDArray[np.bool_]]]:
    """Yield, for each three classes, which triples of locations are farther than a limit from all goals."""
    by_orbits: dict[_Triple, list[_Triple]] = {}
    for triple in combinations(range(len(pieces.classes)), 3):
        first, second, third = (pieces.classes[number].orbit for number in triple)
        by_orbits.setdefault((first, second, third), []).append(triple)
    for orbits, triples in by_orbits.items():
        shape = tuple(pieces.orbits[orbit].locations for orbit in orbits)
        steps = _joint_steps(pieces, orbits)
        # Each triple of classes has one bit of the 64-bit words: one search serves 64 triples.
        for begin in range(0, len(triples), _BITS):
            batch = triples[begin : begin + _BITS]
            near = np.zeros(steps.shape[1], dtype=np.uint64)
            for bit, triple in enumerate(batch):
                near |= _goals(pieces, triple).astype(np.uint64) << np.uint64(bit)
            # layers[d]: the triples from which a goal is reached at a cost of at most d.
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


def _joint_steps(pieces: ConstrainedPieces, orbits: _Triple) -> NDArray[np.intp]:
    """Return the images of triples of locations under generators, in row-major order: shape (generators, triples)."""
    a, b, c = (pieces.orbits[orbit].images for orbit in orbits)
    steps: NDArray[np.intp] = (a[:, :, None, None] * b.shape[1] + b[:, None, :, None]) * c.shape[1] + c[
        :, None, None, :
    ]
    return steps.reshape(len(steps), -1)


def _goals(pieces: ConstrainedPieces, triple: _Triple) -> NDArray[np.bool_]:
    targets = [pieces.classes[number].targets for number in triple]
    met = [a[:, None, None] & b[None, :, None] & c[None, None, :] for a, b, c in zip(*targets, strict=True)]
    goals: NDArray[np.bool_] = np.any(met, axis=0).ravel()
    return goals
