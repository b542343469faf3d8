"""Exact distances over a product of numbered views, by breadth-first search from the goals.

A state is a tuple of numbers, one of each view, and a place in the table, in mixed radix, the last view innermost.
A layer is made by looking for its states and going one turn back from each. If the turns cost more than 1, a turn
leads from a layer over as many others.

Where symmetries leave a view alike, the table has one row for each class of its numbers (`Folded`): a state is seen
through the symmetry that leads its first number to the class's representative. A representative that looks the same
through several symmetries has several entries for the same state, which are made together.

`Distances` works on whole layers with NumPy. `tables.compiled_distances` has the same search in compiled loops, for
large tables. The other searches of distances are different things: `tables.explore` has no numbers for its states,
`formulas.distances` is trusted by the checker of certificates and shares no code with a search, and H48 fills tables
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
"""What symmetries make of numbers, shape (symmetries, numbers)."""

Report = Callable[[float], None]


def ignore_share(share: float) -> None:
    """Do nothing: for a caller who does not ask how much of a table is made."""
    del share


# The states that are worked on at once.
_CHUNK = 1 << 16

# The entries that are counted at once.
_COUNTED = 1 << 22


class TooFarError(Exception):
    """Distances do not fit into the numbers of a table."""


@dataclass(frozen=True, eq=False)
class Folded:
    """Classes of the first of two views; the first one has a row for each class."""

    classes: Classes
    """The classes."""
    images: NDArray[np.integer]
    """The image of each number of the second view under each symmetry, shape (symmetries, numbers)."""

    @classmethod
    def of(cls, views: Sequence[View], images: Sequence[Images]) -> Folded:
        """Fold the first of two views.

        Args:
            views: the views.
            images: what symmetries, the identity first, make of the numbers of each: shape (symmetries, numbers).
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
    """Distances to the goals, in a table whose layers are made when they are needed.

    Args:
        views: the views, with as many goals each, or one goal for all; the last view should be the largest.
        costs: what each generator costs, shape (generators,); 1 if not given.
        table: shape (states,): where they are written; bytes if not given.
        folded: how symmetries fold the first of two views. They turn generators into generators of the same cost.

    Attributes:
        table: shape (states,): the distances; `far` where they are not known, or there is no way.
        far: the largest number of the table's kind.
        depth: all distances up to this one are known.
        counts: how many entries there are at the distances 0, 1, ….
        sizes: how many numbers each view has, or how many classes.
        goals: the places of the goals in the table.
        strides: shape (views,): the place of a state is the sum of its numbers times these.
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
        """Make layer after layer, and yield the number of entries of each; the last ones have some."""
        while not self.complete:
            yield self.counts[-1]
            self.deepen(np.zeros(1, dtype=np.int32))

    def places(self, states: NDArray[np.integer]) -> NDArray[np.int64]:
        """The places of states in the table, given as numbers, shape (states, views)."""
        if self.folded is None:
            places: NDArray[np.int64] = states @ self.strides
        else:
            rows = self.folded.classes.places[states[:, 0]]
            classes, symmetry = np.divmod(rows, self.folded.classes.symmetries)
            places = classes * self.strides[0] + self.folded.images[symmetry, states[:, 1]]
        return places

    def at(self, states: NDArray[np.integer]) -> NDArray[np.unsignedinteger]:
        """The distances of states, given as numbers, shape (states, views)."""
        return self.table[self.places(states)]

    def _count(self, depth: int) -> int:
        """Count the entries at a distance."""
        total = 0
        for first in range(0, self.table.size, _COUNTED):
            pulse()
            total += int(np.count_nonzero(self.table[first : first + _COUNTED] == depth))
        return total

    def finish(self, report: Report = ignore_share, most: int | None = None) -> NDArray[np.unsignedinteger]:
        """Make all layers, and return the table.

        Args:
            report: called now and then with how much of the table is made, from 0 to 1.
            most: the longest distances that are distinguished; longer ones, and missing ones, become this one.

        Raises:
            TooFarError: there are distances that the table has no numbers for.
        """
        flag = np.zeros(1, dtype=np.int32)
        while not self.complete and (most is None or self.depth + 1 < most):
            self.deepen(flag, report=report)
        report(1.0)
        return self.table if most is None else np.minimum(self.table, most, out=self.table)

    def deepen(
        self, flag: NDArray[np.int32], threads: int | None = None, report: Report = ignore_share
    ) -> bool:
        """Make the next layer.

        Args:
            flag: shape (1,): not 0 when this is to end.
            threads: how many threads may work on it; by default one for each core.
            report: called now and then with how much of the table is made, from 0 to 1.

        Returns:
            Whether it is made; if not, the next call makes all of it.

        Raises:
            TooFarError: there are distances that the table has no numbers for.
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
        """How much of the table is made when a part of the last layer is done: all states before it are."""
        return min(1.0, (sum(self.counts[:-1]) + self.counts[-1] * part) / self.table.size)

    def _layer(self, flag: NDArray[np.int32], threads: int | None, report: Report) -> bool:
        """Give all states that lie one turn before those at the last distance their own; whether all have it."""
        del threads
        here = np.flatnonzero(self.table == self.depth)
        for first in range(0, len(here), _CHUNK):
            report(self._share(first / len(here)))
            numbers = np.unravel_index(here[first : first + _CHUNK], self.sizes)
            for generator, cost in enumerate(self.costs.tolist()):
                pulse()
                if flag[0]:
                    return False
                for places in self._with_copies(self._led(numbers, generator, ahead=False)):
                    self.table[places[self.table[places] > self.depth + cost]] = self.depth + cost
        return True

    def _led(self, numbers: Sequence[NDArray[np.intp]], generator: int, ahead: bool) -> NDArray[np.int64]:
        """The places that a generator leads to, or, if not `ahead`, from which it leads here."""
        if self.folded is not None:
            # Classes are seen as their representatives.
            numbers = [self.folded.classes.representatives[numbers[0]], *numbers[1:]]
        columns = [
            (view.after if ahead else view.before)(column, generator)
            for view, column in zip(self.views, numbers, strict=True)
        ]
        return self.places(np.stack(columns, axis=1))

    def _with_copies(self, places: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
        """Places, and those of the same states seen through the stabilizers of their classes."""
        yield places
        if self.folded is not None:
            classes, low = np.divmod(places, self.strides[0])
            for symmetry in range(1, self.folded.classes.symmetries):
                alike = np.flatnonzero(
                    self.folded.classes.selves[classes] >> np.uint64(symmetry) & np.uint64(1)
                )
                yield classes[alike] * self.strides[0] + self.folded.images[symmetry, low[alike]]

    def fault(self) -> int | None:
        """Look for a wrong entry in a table that should be complete.

        Distances are the only numbers that are 0 at the goals, and elsewhere the least that a turn costs together with
        the number of the state after it. No matter which program made the table, this shows that it is right.

        Returns:
            The first place whose number is not that; None if all distances are right.
        """
        goal = np.zeros(self.table.size, dtype=bool)
        for places in self._with_copies(self.goals):
            goal[places] = True
        for first in range(0, self.table.size, _CHUNK):
            here = np.arange(first, min(first + _CHUNK, self.table.size))
            numbers = np.unravel_index(here, self.sizes)
            least = np.full(len(here), self.far)
            for generator, cost in enumerate(self.costs.tolist()):
                pulse()
                after = self.table[self._led(numbers, generator, ahead=True)].astype(np.int64)
                least = np.minimum(least, np.where(after < self.far, after + cost, self.far))
            wrong = np.flatnonzero(self.table[here] != np.where(goal[here], 0, least))
            if len(wrong):
                return int(here[wrong[0]])
        return None
