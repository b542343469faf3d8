"""`View`: numbered views of states and the action of turns on them, for a search of distances."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class View(Protocol):
    """Views of states, numbered from 0. A generator maps numbers to numbers, independent of the rest of the state."""

    def __len__(self) -> int:
        """The number of views."""

    @property
    def generators(self) -> int:
        """The number of generators."""

    @property
    def goals(self) -> NDArray[np.int64]:
        """The numbers of the goals, shape (goals,)."""

    @property
    def images(self) -> NDArray[np.integer]:
        """The number that each generator leads to, shape (numbers, generators)."""

    @property
    def origins(self) -> NDArray[np.integer]:
        """The number from which each generator leads to a number, shape (numbers, generators)."""

    def after(self, numbers: NDArray[np.integer], generator: int) -> NDArray[np.integer]:
        """Return the numbers that a generator leads to."""

    def before(self, numbers: NDArray[np.integer], generator: int) -> NDArray[np.integer]:
        """Return the numbers from which a generator leads to these numbers."""


@dataclass(frozen=True, eq=False)
class NumberedView:
    """A view with given images.

    >>> ring = NumberedView(np.array([[1], [2], [0]]))
    >>> len(ring), ring.after(np.array([0, 2]), 0).tolist(), ring.before(np.array([0, 2]), 0).tolist()
    (3, [1, 0], [2, 1])
    """

    images: NDArray[np.integer]
    """The number that each generator leads to, shape (numbers, generators)."""
    goals: NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, dtype=np.int64))
    """The numbers of the goals, int64, shape (goals,); by default number 0."""

    def __len__(self) -> int:
        return len(self.images)

    @property
    def generators(self) -> int:
        """The number of generators."""
        return int(self.images.shape[1])

    @cached_property
    def origins(self) -> NDArray[np.integer]:
        """The number from which each generator leads to a number, shape (numbers, generators)."""
        return inverse(self.images)

    def after(self, numbers: NDArray[np.integer], generator: int) -> NDArray[np.integer]:
        """Return the numbers that a generator leads to."""
        after: NDArray[np.integer] = self.images[numbers, generator]
        return after

    def before(self, numbers: NDArray[np.integer], generator: int) -> NDArray[np.integer]:
        """Return the numbers from which a generator leads to these numbers."""
        before: NDArray[np.integer] = self.origins[numbers, generator]
        return before


@dataclass(frozen=True, eq=False)
class ProductView:
    """The product of two views: a pair has the number first · (numbers of the second) + second.

    >>> swap, ring = NumberedView(np.array([[1], [0]]), np.array([1])), NumberedView(np.array([[1], [2], [0]]))
    >>> pairs = ProductView(swap, ring)
    >>> len(pairs), pairs.goals.tolist(), pairs.after(np.array([0, 4, 2]), 0).tolist()
    (6, [3], [4, 2, 3])
    >>> pairs.before(np.array([4, 2, 3]), 0).tolist()
    [0, 4, 2]
    """

    first: View
    """One of the views; both have the same number of goals."""
    second: View
    """One of the views; both have the same number of goals."""

    def __len__(self) -> int:
        return len(self.first) * len(self.second)

    @property
    def generators(self) -> int:
        """The number of generators."""
        return self.first.generators

    @property
    def goals(self) -> NDArray[np.int64]:
        """The numbers of the goals, shape (goals,)."""
        return self.first.goals * len(self.second) + self.second.goals

    @cached_property
    def images(self) -> NDArray[np.integer]:
        """The number that each generator leads to, shape (numbers, generators)."""
        pairs = self.first.images[:, None] * len(self.second) + self.second.images
        return pairs.reshape(len(self), self.generators)

    @cached_property
    def origins(self) -> NDArray[np.integer]:
        """The number from which each generator leads to a number, shape (numbers, generators)."""
        return inverse(self.images)

    def after(self, numbers: NDArray[np.integer], generator: int) -> NDArray[np.integer]:
        """Return the numbers that a generator leads to."""
        first, second = np.divmod(numbers, len(self.second))
        return self.first.after(first, generator) * len(self.second) + self.second.after(second, generator)

    def before(self, numbers: NDArray[np.integer], generator: int) -> NDArray[np.integer]:
        """Return the numbers from which a generator leads to these numbers."""
        first, second = np.divmod(numbers, len(self.second))
        return self.first.before(first, generator) * len(self.second) + self.second.before(second, generator)


def inverse(images: NDArray[np.integer]) -> NDArray[np.int32]:
    """Return the inverses of the permutations in the columns of an array."""
    # In the layout of the images: one column after the other is faster, if it is theirs.
    origins = np.empty_like(images, dtype=np.int32)
    for generator in range(images.shape[1]):
        origins[images[:, generator], generator] = np.arange(len(images), dtype=np.int32)
    return origins
