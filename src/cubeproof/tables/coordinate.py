"""`Coordinate`: the views of one orbit that can be reached from the goals, numbered.

A coordinate reduces each content to a *label*: the whole content, only the piece, only the orientation, or only some
of the pieces. A turn moves labels to other slots and changes each label independently, so it maps rows of labels to
rows of labels. If the turns reach all arrangements of the labels, the rows are numbered by multinomials; else they are
explored breadth first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.polling import pulse
from cubeproof.errors import UsageError
from cubeproof.problem import Phase, Problem, piece_orbits
from cubeproof.problem.reach import StabiliserChain
from cubeproof.sentences import Template
from cubeproof.tables.contents import Contents
from cubeproof.tables.ranking import Keys, Mover, Ranking, RowKeys, contains
from cubeproof.tables.views import inverse

_TOO_MANY = Template("tables.too-many-views", "One orbit of pieces has more than {most:,} views.")

# The number of rows that are moved at once: few enough for the processor's cache.
_CHUNK = 1 << 15


@dataclass(frozen=True, eq=False)
class Labelling:
    """Contents with the label of each content."""

    contents: Contents
    """The contents."""
    labels: NDArray[np.intp]
    """The label of each content, from 0, shape (contents,)."""
    after: NDArray[np.intp]
    """The image of each label when its content is turned in each way, shape (ways, labels)."""
    kind: NDArray[np.intp]
    """The kind of each label, as a number: labels have the same kind if turns map them to each other, shape
    (labels,)."""

    @classmethod
    def of(cls, contents: Contents, labels: Sequence[int] | None = None) -> Labelling:
        """Return a labelling. Contents with equal labels must get equal labels in every orientation.

        Args:
            contents: the contents to label.
            labels: a label for each content; by default all different.
        """
        values, numbers = np.unique(contents.whole if labels is None else labels, return_inverse=True)
        after = np.zeros((len(contents.turned), len(values)), dtype=np.intp)
        after[:, numbers] = numbers[contents.turned]
        assert (after[:, numbers] == numbers[contents.turned]).all(), "labels that turns do not settle"
        kind = np.arange(len(values))
        for _ in range(contents.turnings):
            kind = np.minimum(kind, kind[after].min(axis=0))
        return cls(contents, numbers, after, kind)

    @cached_property
    def row_keys(self) -> RowKeys:
        """The conversion of rows to keys."""
        return RowKeys(self.contents.place.shape[1], self.after.shape[1])

    @cached_property
    def goals(self) -> NDArray[np.intp]:
        """The labels in each goal, shape (goals, slots)."""
        return self.labels[self.contents.goals]

    @cached_property
    def sizes(self) -> tuple[int, int]:
        """A lower and an upper bound for the number of rows.

        A goal has at most as many rows as states, and as arrangements of the labels. It has at least the number of
        states divided by the number of rearrangements that exchange and turn only pieces that look alike.
        """
        least, most = 1, 0
        states, turnings = self.contents.states, self.contents.turnings
        for goal in self.goals:
            alike = prod(factorial(int(count)) for count in np.bincount(self.kind[goal]))
            looks = [int((self.kind == self.kind[label]).sum()) for label in goal]
            most += min(states, factorial(len(goal)) * prod(looks) // alike)
            least = max(least, -(-states // (alike * prod(turnings // count for count in looks))))
        return least, most

    def coordinate(self, most: int) -> Coordinate | None:
        """Number the rows that can be reached from the goals; return None if there are more than `most`.

        Raises:
            MemoryError: the rows do not fit into memory. Exceptions of `pulse` also pass through.
        """
        pulse()
        if self.sizes[0] > most or not self.row_keys.fit:
            return None
        ranking = self._ranking(most)
        keys = self._explore(most) if ranking is None else ranking.keys
        return None if keys is None else Coordinate(self, keys, ranking)

    @cached_property
    def movers(self) -> tuple[Mover, ...]:
        """The action of each generator on rows."""
        after = self.after[self.contents.way]
        return tuple(
            self.row_keys.mover(place, labels)
            for place, labels in zip(self.contents.place.tolist(), after, strict=True)
        )

    def _ranking(self, most: int) -> Ranking | None:
        """Return the ranking if turns change no label and reach all arrangements, at most `most`; else None."""
        counts = np.stack([np.bincount(goal, minlength=self.row_keys.labels) for goal in self.goals])
        slots = self.row_keys.slots
        ways = factorial(slots) // prod(map(factorial, counts[0].tolist()))
        kept = (self.after == np.arange(self.row_keys.labels)).all() and (counts == counts[0]).all()
        if not kept or slots < 3 or ways > most:
            return None
        order = StabiliserChain(set(map(tuple, self.contents.place.tolist()))).order
        # Even permutations are enough if two slots have equal labels.
        enough = order == factorial(slots) or (2 * order == factorial(slots) and counts.max() > 1)
        return Ranking(counts[0].tolist()) if enough else None

    def _explore(self, most: int) -> Keys | None:
        """Return the sorted keys of all rows that can be reached from the goals; None if there are more than `most`."""
        # Powers of a turn reach nothing new.
        movers, powers = [], set()
        for mover, image in zip(self.movers, self.contents.orbit.images, strict=True):
            power = image
            while (key := power.tobytes()) not in powers:
                if power is image:
                    movers.append(mover)
                powers.add(key)
                power = image[power]
        all_keys = newest = np.unique(self.row_keys.of(self.goals))
        while len(newest):
            reached = []
            for mover in movers:
                pulse()
                reached.append(self.row_keys.moved(newest, mover))
            keys = np.sort(np.concatenate(reached))
            keys = keys[np.concatenate([[True], keys[1:] != keys[:-1]])]
            newest = keys[~contains(all_keys, keys)]
            all_keys = np.sort(np.concatenate([all_keys, newest]))
            if len(all_keys) > most:
                return None
        return all_keys


@dataclass(frozen=True, eq=False)
class Coordinate:
    """The rows of labels that can be reached from the goals, numbered from 0: a `View`."""

    labelling: Labelling
    """The labels."""
    keys: Keys
    """The key of each row by number, shape (rows,)."""
    ranking: Ranking | None = None
    """The ranking that numbers the rows; None if the rows were explored, with sorted `keys`."""

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def generators(self) -> int:
        """The number of generators."""
        return len(self.labelling.movers)

    @cached_property
    def goals(self) -> NDArray[np.int64]:
        """The numbers of the goals."""
        return self.numbers(self.labelling.row_keys.of(self.labelling.goals))

    def numbers(self, keys: Keys) -> NDArray[np.int64]:
        """Return the numbers of rows by their keys, −1 for rows that cannot be reached from the goals."""
        if self.ranking is not None:
            # A row without a number has another key, which is compared below.
            numbers = np.minimum(self.ranking.numbers(keys), len(self) - 1)
        else:
            numbers = np.minimum(np.searchsorted(self.keys, keys), len(self) - 1)
        numbers[self.keys[numbers] != keys] = -1
        return numbers

    def rows(self, numbers: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the labels in each slot, shape (numbers,) → (numbers, slots)."""
        keys, row_keys = self.keys[numbers], self.labelling.row_keys
        return np.stack([row_keys.label(keys, slot) for slot in range(row_keys.slots)], axis=-1)

    def moved(self, numbers: NDArray[np.integer], mover: Mover) -> NDArray[np.int64]:
        """Return the numbers of rows after a mover; −1 for rows without a number."""
        moved = np.empty(len(numbers), dtype=np.int64)
        for first in range(0, len(numbers), _CHUNK):
            pulse()
            here = slice(first, first + _CHUNK)
            moved[here] = self.numbers(self.labelling.row_keys.moved(self.keys[numbers[here]], mover))
        return moved

    @cached_property
    def images(self) -> NDArray[np.int32]:
        """The number that each generator leads to, shape (rows, generators)."""
        if self.ranking is None:
            return inverse(self.origins)
        images = np.empty((len(self), self.generators), dtype=np.int32)
        for generator, mover in enumerate(self.labelling.movers):
            pulse()
            images[:, generator] = self.moved(np.arange(len(self)), mover)
        return images

    @cached_property
    def origins(self) -> NDArray[np.int32]:
        """The number from which each generator leads to a number, shape (rows, generators)."""
        if self.ranking is not None:
            return inverse(self.images)
        row_keys = self.labelling.row_keys
        digits = row_keys.digits(self.keys)
        origins = np.empty((len(self), self.generators), dtype=np.int32)
        for generator, mover in enumerate(self.labelling.movers):
            pulse()
            # A generator permutes the sorted keys.
            origins[:, generator] = np.argsort(row_keys.joined(digits, mover))
        return origins

    def after(self, numbers: NDArray[np.integer], generator: int) -> NDArray[np.integer]:
        """Return the numbers that a generator leads to; ranked rows need no table of images."""
        if self.ranking is None:
            after: NDArray[np.integer] = self.images[numbers, generator]
            return after
        return self.moved(numbers, self.labelling.movers[generator])

    def neighbours(self, number: int) -> NDArray[np.int64]:
        """Return the numbers that the generators lead to from one number, shape (generators,), without `images`."""
        return np.concatenate([self.moved(np.array([number]), mover) for mover in self.labelling.movers])

    def before(self, numbers: NDArray[np.integer], generator: int) -> NDArray[np.integer]:
        """Return the numbers from which a generator leads to these numbers."""
        if self.ranking is None:
            before: NDArray[np.integer] = self.origins[numbers, generator]
            return before
        # Turns do not change the labels of ranked rows.
        back = np.argsort(self.labelling.contents.place[generator])
        return self.moved(numbers, self.labelling.row_keys.mover(back.tolist()))

    def fitted(self, fitting: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Return the numbers of the rows whose label in each slot belongs to a content that fits there.

        Args:
            fitting: which contents fit in each slot, shape (slots, contents).
        """
        row_keys = self.labelling.row_keys
        allowed = np.zeros((len(fitting), row_keys.labels), dtype=bool)
        for content, label in enumerate(self.labelling.labels):
            allowed[:, label] |= fitting[:, content]
        fitted = np.arange(len(self))
        for slot in range(len(fitting)):
            fitted = fitted[allowed[slot][row_keys.label(self.keys[fitted], slot)]]
        return fitted


def coordinates(
    problem: Problem | Phase, *labels: NDArray[np.integer], most: int = 1 << 22
) -> tuple[Coordinate, ...]:
    """Number the views of a labelling of stickers, orbit by orbit, without orbits that have a single view.

    Args:
        problem: the turns; the start of a problem is not used.
        labels: for each goal the labels of all stickers, −1 for ignored stickers, shape (stickers,); for example
            the results of a condition. By default the goals of the problem or the phase.
        most: the maximum number of views of an orbit.

    Raises:
        UsageError: an orbit has more views than `most`.

    >>> from cubeproof.problem import cube_problem
    >>> from cubeproof.puzzle.cube import Cube
    >>> from cubeproof.puzzle.geometry import geometry
    >>> turned_up = np.where(geometry(3).faces % 3 == 0, 1, 0)
    >>> [len(view) for view in coordinates(cube_problem(Cube(3)), turned_up)]
    [2187, 126720]
    """
    views = []
    for orbit in piece_orbits(problem):
        view = Labelling.of(Contents.read(orbit, labels or problem.goals)).coordinate(most)
        if view is None:
            raise UsageError(_TOO_MANY(most=most))
        if len(view) > 1:
            views.append(view)
    return tuple(views)
