"""`ConfigurationDistances`: the distance of every configuration of the 2×2×2 from solved, stored modulo 3 in two bits.

Distances of neighbours differ by at most 1, so the distance modulo 3 determines which neighbours are nearer. Walking
from each configuration to a nearer one reaches the goal on a shortest way, whose length is the distance. The value 3
marks configurations that the allowed turns cannot reach. Four entries share a byte, the lowest bits first: 918,540
bytes for 3,674,160 configurations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.events import LayerCounted, Progress, ignore
from cubeproof.contract.table import Table, verified
from cubeproof.errors import UsageError
from cubeproof.methods.configurations.graph import TURNS, graph
from cubeproof.methods.configurations.indexing import CONFIGURATIONS, NUMBERED, ORIENTATIONS
from cubeproof.store import Store
from cubeproof.store.array import identity
from cubeproof.tables.packing import UNREACHED, modulo_3, packed, unpacked

if TYPE_CHECKING:
    from cubeproof.tables.distances import Distances

_ALL = range(len(TURNS))
_QUARTERS = [index for index, turn in enumerate(TURNS) if turn.amount != 2]

# For more configurations, exploring all again is faster than walking down from each.
_MANY = 300_000

# For fewer configurations, walking down one by one is faster than walking down with arrays.
_FEW = 8


def layers(turns: Sequence[int]) -> Iterator[NDArray[np.integer]]:
    """Yield the configurations at distance 0, 1, 2, … from solved, until there are no more.

    >>> [len(layer) for layer in layers([0, 1, 2])]
    [1, 3]
    """
    search = _search(turns)
    for _ in search.layers():
        yield np.flatnonzero(search.table == search.depth)


def _search(turns: Sequence[int]) -> Distances:
    # A look-up needs no search.
    from cubeproof.tables.distances import Distances
    from cubeproof.tables.views import NumberedView

    cube = graph()
    pieces, orientations = (
        table[list(turns)].T for table in (cube.pieces // ORIENTATIONS, cube.orientations)
    )
    return Distances([NumberedView(pieces), NumberedView(orientations)])


class ConfigurationDistances:
    """The distances of configurations from solved.

    Args:
        packed: the table, uint8, shape (918540,).
        turns: the allowed turns of the table, as indices into `TURNS`.
    """

    def __init__(self, packed: NDArray[np.uint8], turns: Sequence[int]) -> None:
        self.packed = packed
        self.turns = tuple(turns)

    @classmethod
    def build(cls, turns: Sequence[int], progress: Progress = ignore) -> ConfigurationDistances:
        """Build the table by breadth-first search from solved."""
        search = _search(turns)
        for states in search.layers():
            progress(LayerCounted(search.depth, states))
        return cls(packed(modulo_3(search.table), 2), turns)

    def residues(self, numbers: NDArray[np.integer]) -> NDArray[np.uint8]:
        """Return the distances modulo 3, or 3 for unreachable configurations."""
        return unpacked(self.packed, 2, numbers)

    def of(self, numbers: ArrayLike) -> NDArray[np.int8]:
        """Return the distances of configurations, −1 for unreachable configurations.

        Args:
            numbers: configuration numbers, any shape; a million numbers take less than a second.

        Raises:
            UsageError: a number outside 0 to 3,674,159.

        >>> ConfigurationDistances.build([0, 1, 2]).of([0, 1, int(graph().step(0, np.array([0]))[0])]).tolist()
        [0, -1, 1]
        """
        configurations = np.asarray(numbers, dtype=np.int64)
        flat = configurations.ravel()
        if ((flat < 0) | (flat >= CONFIGURATIONS)).any():
            raise UsageError(NUMBERED(last=CONFIGURATIONS - 1))
        if len(flat) > _MANY:
            return self.unpacked[configurations]
        if len(flat) < _FEW:
            return np.array([self._of(number) for number in flat.tolist()], dtype=np.int8).reshape(
                configurations.shape
            )
        distances = np.zeros(len(flat), dtype=np.int8)
        reached = self.residues(flat) != UNREACHED
        distances[~reached] = -1
        index = np.flatnonzero(reached & (flat != 0))
        current: NDArray[np.integer] = flat[index].astype(np.int32)
        while len(current):
            distances[index] += 1
            current, _ = self.descend(current)
            index, current = index[current != 0], current[current != 0]
        return distances.reshape(configurations.shape)

    def _of(self, number: int) -> int:
        """Return the distance of one configuration by walking down."""
        if number and self._residue(number) == UNREACHED:
            return -1
        distance = 0
        while number:
            number = self.nearer(number)[0][1]
            distance += 1
        return distance

    @cached_property
    def unpacked(self) -> NDArray[np.int8]:
        """The distances of all configurations, int8, −1 for unreachable configurations."""
        distances = np.full(CONFIGURATIONS, -1, dtype=np.int8)
        for depth, layer in enumerate(layers(self.turns)):
            distances[layer] = depth
        return distances

    def descend(self, numbers: NDArray[np.integer]) -> tuple[NDArray[np.integer], NDArray[np.int8]]:
        """Return a nearer neighbour of each configuration (reachable, not solved), and the turn that leads to it."""
        cube = graph()
        after = np.zeros_like(numbers)
        turns = np.full(len(numbers), -1, dtype=np.int8)
        left = np.arange(len(numbers))
        first, second = np.divmod(numbers, ORIENTATIONS)
        nearer = (self.residues(numbers) + 2) % 3
        for turn in self.turns:
            reached = cube.pieces[turn][first] + cube.orientations[turn][second]
            is_nearer = self.residues(reached) == nearer
            after[left[is_nearer]] = reached[is_nearer]
            turns[left[is_nearer]] = turn
            keep = ~is_nearer
            left, first, second, nearer = left[keep], first[keep], second[keep], nearer[keep]
        return after, turns

    def nearer(self, number: int) -> list[tuple[int, int]]:
        """Return all turns that lead from one configuration to a nearer one: (turn, configuration) pairs."""
        if number == 0:
            return []
        first, second = divmod(number, ORIENTATIONS)
        cube = graph()
        nearer = (self._residue(number) + 2) % 3
        steps = (
            (turn, int(cube.pieces[turn, first]) + int(cube.orientations[turn, second]))
            for turn in self.turns
        )
        return [(turn, step) for turn, step in steps if self._residue(step) == nearer]

    def _residue(self, number: int) -> int:
        """Return the distance of one configuration modulo 3, many times faster than `residues`."""
        return int(self.packed[number >> 2]) >> 2 * (number & 3) & 3


def table_name(turns: Sequence[int]) -> str:
    """Return the name of the stored table for a set of turns: its metric, or the turns as the bits of a number.

    >>> table_name(range(9)), table_name([0, 2, 3, 5, 6, 8]), table_name([0, 1, 2])
    ('distance-2x2x2-htm', 'distance-2x2x2-qtm', 'distance-2x2x2-007')
    """
    usual = {frozenset(_ALL): HALF_TURNS.name, frozenset(_QUARTERS): QUARTER_TURNS.name}
    bits = f"{sum(1 << turn for turn in set(turns)):03x}"
    return usual.get(frozenset(turns), f"distance-2x2x2-{bits}")


def _built(turns: Sequence[int], progress: Progress) -> bytes:
    return ConfigurationDistances.build(turns, progress).packed.tobytes()


_BYTES = 918_540

HALF_TURNS = Table("distance-2x2x2-htm", _BYTES, 0.6, partial(_built, _ALL))
"""The stored table of the half-turn metric."""
QUARTER_TURNS = Table("distance-2x2x2-qtm", _BYTES, 0.3, partial(_built, _QUARTERS))
"""The stored table of the quarter-turn metric."""
TABLES = (HALF_TURNS, QUARTER_TURNS)
"""All stored tables."""

# The kind of the last distances in a workshop, by the path and the identity of their file.
_LOADED = "configurations"


def load(turns: Sequence[int], control: Control, store: Store | None = None) -> ConfigurationDistances:
    """Return the distances for a set of turns; build the table if the store does not have it.

    The control's workshop keeps the last table in memory: its file is read again only after a change.

    Args:
        turns: the allowed turns, as indices into `TURNS`.
        control: receives each layer during building, and warnings; it may end the wait for another process.
        store: the store; the user's cache folder by default.

    Raises:
        StoppedError: the search was stopped.
        TimeUpError: the time was up before the table was read.
    """
    allowed = sorted(set(turns))
    table = _table(allowed)
    store = store or Store()
    path = store.path(table.name)
    key = path, identity(path)
    distances: ConfigurationDistances | None = control.workshop.last(_LOADED, key)
    if distances is None:
        (array,) = verified(control, store, table)
        distances = ConfigurationDistances(array.data, allowed)
        control.workshop.keep(_LOADED, (path, identity(path)) if array.built else key, distances)
    return distances


def _table(turns: Sequence[int]) -> Table:
    """Return the facts of the stored table for a set of turns."""
    name = table_name(turns)
    usual = next((table for table in (HALF_TURNS, QUARTER_TURNS) if table.name == name), None)
    return usual or Table(name, HALF_TURNS.size, HALF_TURNS.seconds, partial(_built, turns))
