"""`Distances`: builds tables of exact distances over a product of numbered views, breadth first from the goals.

A state is a tuple of numbers, one for each view. Its place in the table is this tuple in mixed radix, the last view
innermost. To build a layer, the states of the last layer are found, and each is moved one turn back. A turn of cost c
leads from a layer to the layer c further.

With symmetries the table has one row for each class of the first view's numbers (`Folded`): a state is mapped by the
symmetry that maps its first number to the representative of its class. If several symmetries do, a state has several
entries, which are set together.

`Distances` processes whole layers with NumPy. `tables.compiled_distances` has the same search in compiled loops, for
large tables. There are three other searches of distances: `tables.explore` for states without numbers,
`formulas.distances`, which the checker of certificates trusts, so it shares no code with a search, and H48's tables,
whose entries cover many states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.polling import pulse
from cubeproof.tables.symmetries import Classes
from cubeproof.tables.views import View

Images = Sequence[NDArray[np.integer]] | NDArray[np.integer]
"""The images of numbers under symmetries, shape (symmetries, numbers)."""

Report = Callable[[float], None]


def ignore_share(share: float) -> None:
    """A progress report that does nothing."""
    del share


# The number of states that are processed at once.
_CHUNK = 1 << 16

# The number of entries that are counted at once.
_COUNTED = 1 << 22


class TooFarError(Exception):
    """Distances are too large for the integer type of a table."""


@dataclass(frozen=True, eq=False)
class Folded:
    """Classes of the numbers of the first of two views; the table has a row for each class."""

    classes: Classes
    """The classes."""
    images: NDArray[np.integer]
    """The image of each number of the second view under each symmetry, shape (symmetries, numbers)."""

    @classmethod
    def of(cls, views: Sequence[View], images: Sequence[Images]) -> Folded:
        """Return the classes of the first of two views.

        Args:
            views: the views.
            images: the images of each view's numbers under the symmetries, the identity first: shape (symmetries,
                numbers).
        """
        goals = np.stack(np.broadcast_arrays(*(view.goals for view in views)), axis=1).tolist()
        for through in zip(*images, strict=True):
            seen = {
                tuple(int(image[number]) for image, number in zip(through, goal, strict=True))
                for goal in goals
            }
            assert seen == set(map(tuple, goals)), "symmetries keep the goals"
        return cls(Classes.of(images[0]), np.stack(list(images[1])))


class Distances:
    """A table of distances to the goals, built layer by layer.

    Args:
        views: the views, each with the same number of goals, or with one goal; the last view should be the largest.
        costs: the costs of the generators, shape (generators,); 1 by default.
        table: the array for the distances, shape (states,); by default a new array of bytes.
        folded: the classes of the first of two views. The symmetries must map generators to generators of equal cost.

    Attributes:
        table: the distances, shape (states,); `far` if a distance is not known yet, or no goal is reachable.
        far: the largest number of the table's integer type.
        depth: all distances up to this depth are known.
        counts: the number of entries at the distances 0, 1, ….
        sizes: the count of each view's numbers; for folded views, first the count of classes.
        goals: the places of the goals in the table.
        strides: the place of a state is the sum of its numbers times these, shape (views,).
    """

    def __init__(
        self,
        views: Sequence[View],
        costs: NDArray[np.int64] | None = None,
        table: NDArray[np.unsignedinteger] | None = None,
        folded: Folded | None = None,
    ) -> None:
        self.views, self.folded = views, folded
        self.costs = np.ones(views[0].generators, dtype=np.int64) if costs is None else costs
        self.sizes = [len(view) for view in views]
        goals = np.stack(np.broadcast_arrays(*(view.goals for view in views)), axis=1)
        if folded is not None:
            self.sizes[0] = len(folded.classes)
        self.strides = np.array([prod(self.sizes[number + 1 :]) for number in range(len(views))])
        self.table = np.empty(prod(self.sizes), dtype=np.uint8) if table is None else table
        self.far = int(np.iinfo(self.table.dtype).max)
        self.table[:] = self.far
        self.goals = self.places(goals)
        self.table[self.goals] = 0
        self.depth = 0
        self.counts = [self._count(0)]

    @property
    def complete(self) -> bool:
        """Whether all distances are known."""
        return not any(self.counts[-int(self.costs.max()) :])

    def layers(self) -> Iterator[int]:
        """Build layer after layer, and yield the number of entries of each."""
        while not self.complete:
            yield self.counts[-1]
            self.deepen(np.zeros(1, dtype=np.int32))

    def places(self, states: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the places in the table of states, given as numbers, shape (states, views)."""
        if self.folded is None:
            places: NDArray[np.int64] = states @ self.strides
        else:
            rows = self.folded.classes.places[states[:, 0]]
            classes, symmetry = np.divmod(rows, self.folded.classes.symmetries)
            places = classes * self.strides[0] + self.folded.images[symmetry, states[:, 1]]
        return places

    def at(self, states: NDArray[np.integer]) -> NDArray[np.unsignedinteger]:
        """Return the distances of states, given as numbers, shape (states, views)."""
        return self.table[self.places(states)]

    def _count(self, depth: int) -> int:
        """Count the entries at a distance."""
        total = 0
        for first in range(0, self.table.size, _COUNTED):
            pulse()
            total += int(np.count_nonzero(self.table[first : first + _COUNTED] == depth))
        return total

    def finish(self, report: Report = ignore_share, most: int | None = None) -> NDArray[np.unsignedinteger]:
        """Build all layers, and return the table.

        Args:
            report: called regularly with the completed share of the table, from 0 to 1.
            most: larger distances, and unknown distances, are replaced by this distance.

        Raises:
            TooFarError: a distance is too large for the table's integer type.
        """
        flag = np.zeros(1, dtype=np.int32)
        while not self.complete and (most is None or self.depth + 1 < most):
            self.deepen(flag, report=report)
        report(1.0)
        return self.table if most is None else np.minimum(self.table, most, out=self.table)

    def deepen(
        self, flag: NDArray[np.int32], threads: int | None = None, report: Report = ignore_share
    ) -> bool:
        """Build the next layer.

        Args:
            flag: shape (1,): any value but 0 means stop.
            threads: the number of threads; by default one for each core.
            report: called regularly with the completed share of the table, from 0 to 1.

        Returns:
            Whether the layer is complete; if not, the next call builds all of it.

        Raises:
            TooFarError: a distance is too large for the table's integer type.
        """
        if self.depth + 1 >= self.far - int(self.costs.max()):
            raise TooFarError
        if self.complete:
            return True
        if not self._layer(flag, threads, report):
            return False
        self.depth += 1
        self.counts.append(self._count(self.depth))
        return True

    def _share(self, part: float) -> float:
        """Return the completed share of the table, given the completed part of the last layer."""
        return min(1.0, (sum(self.counts[:-1]) + self.counts[-1] * part) / self.table.size)

    def _layer(self, flag: NDArray[np.int32], threads: int | None, report: Report) -> bool:
        """Set the distances of all states one turn before the last layer; return whether all are set."""
        del threads
        here = np.flatnonzero(self.table == self.depth)
        for first in range(0, len(here), _CHUNK):
            report(self._share(first / len(here)))
            numbers = np.unravel_index(here[first : first + _CHUNK], self.sizes)
            for generator, cost in enumerate(self.costs.tolist()):
                pulse()
                if flag[0]:
                    return False
                for places in self._with_copies(self._neighbour_places(numbers, generator, ahead=False)):
                    self.table[places[self.table[places] > self.depth + cost]] = self.depth + cost
        return True

    def _neighbour_places(
        self, numbers: Sequence[NDArray[np.intp]], generator: int, ahead: bool
    ) -> NDArray[np.int64]:
        """Return the places that a generator leads to (`ahead`), or the places from which it leads to these states."""
        if self.folded is not None:
            # The representative of a class is moved.
            numbers = [self.folded.classes.representatives[numbers[0]], *numbers[1:]]
        columns = [
            (view.after if ahead else view.before)(column, generator)
            for view, column in zip(self.views, numbers, strict=True)
        ]
        return self.places(np.stack(columns, axis=1))

    def _with_copies(self, places: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
        """Yield places, and the other places of the same states under the stabilizers of their classes."""
        yield places
        if self.folded is not None:
            classes, low = np.divmod(places, self.strides[0])
            for symmetry in range(1, self.folded.classes.symmetries):
                alike = np.flatnonzero(
                    self.folded.classes.selves[classes] >> np.uint64(symmetry) & np.uint64(1)
                )
                yield classes[alike] * self.strides[0] + self.folded.images[symmetry, low[alike]]

    def fault(self) -> int | None:
        """Search for a wrong entry in a complete table.

        A table is right exactly if each goal has 0, and each other entry is the minimum over all turns of the turn's
        cost plus the next state's entry. So this proves a table right, no matter which program built it.

        Returns:
            The first place with a wrong number; None if all distances are right.
        """
        goal = np.zeros(self.table.size, dtype=bool)
        goal[self.goals] = True
        for first in range(0, self.table.size, _CHUNK):
            here = np.arange(first, min(first + _CHUNK, self.table.size))
            numbers = np.unravel_index(here, self.sizes)
            least = np.full(len(here), self.far)
            for generator, cost in enumerate(self.costs.tolist()):
                pulse()
                after = self.table[self._neighbour_places(numbers, generator, ahead=True)].astype(np.int64)
                least = np.minimum(least, np.where(after < self.far, after + cost, self.far))
            wrong = np.flatnonzero(self.table[here] != np.where(goal[here], 0, least))
            if len(wrong):
                return int(here[wrong[0]])
        return None
