"""The parts of a phase: coordinates in classes under symmetries, and tables of their distances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.methods.large5.coordinates import Rows
from cubeproof.methods.large5.loop import FAR, SHIFT
from cubeproof.methods.large5.pieces import symmetries, turn_images
from cubeproof.tables.compiled_distances import CompiledDistances
from cubeproof.tables.distances import Folded
from cubeproof.tables.packing import packed
from cubeproof.tables.symmetries import Classes
from cubeproof.tables.views import NumberedView, View

Values = NDArray[np.integer]


@dataclass(frozen=True, eq=False)
class FoldedCoordinate:
    """A coordinate of a phase."""

    after: NDArray[np.int32]
    """The place after each turn of each representative, shape (classes, turns)."""
    starts: NDArray[np.int32] | None = None
    """The place of each number; None if there are no classes, so that a place is a number · 2^SHIFT."""

    @classmethod
    def of(cls, view: View, images: Sequence[Values]) -> tuple[FoldedCoordinate, Classes]:
        """Return a coordinate in classes, given the images of its numbers under symmetries."""
        classes = Classes.of(images)
        number, symmetry = np.divmod(classes.places, classes.symmetries)
        starts = ((number << SHIFT) | symmetry).astype(np.int32)
        columns = [starts[view.after(classes.representatives, turn)] for turn in range(view.generators)]
        return cls(np.stack(columns, axis=1), starts), classes

    @classmethod
    def plain(cls, view: View) -> FoldedCoordinate:
        """Return a coordinate without classes."""
        return cls(view.images.astype(np.int32) << SHIFT)

    def __len__(self) -> int:
        """Return the number of classes."""
        return len(self.after)


@dataclass(frozen=True, eq=False)
class PairDistances:
    """A table of distances of two coordinates; pairs of coordinates that look the same share it."""

    views: tuple[View, View]
    """The views of the distances."""
    images: tuple[Sequence[Values], Values] | None
    """The images of the numbers of both views under symmetries; None if there are no classes."""
    pairs: tuple[tuple[int, int], ...]
    """The pairs of coordinates that it is used for."""
    seen: Values
    """The column for each number of the second coordinate under each symmetry, shape (symmetries, numbers)."""
    shape: tuple[int, int]
    """Its rows and columns."""
    kept: NDArray[np.int64] | None = None
    """The rows that are kept; None for all."""

    @classmethod
    def single(
        cls, number: int, rows: int, view: View, images: Sequence[Values] | None = None
    ) -> PairDistances:
        """Return the table of one coordinate."""
        nothing = NumberedView(np.zeros((1, view.generators), dtype=np.int32))
        seen = None if images is None else (images, np.zeros((len(images), 1), dtype=np.int32))
        column = np.zeros((1, rows), dtype=np.int32)
        return cls((view, nothing), seen, ((number, number),), column, (rows, 1))

    @classmethod
    def plain(cls, pair: tuple[int, int], first: View, second: View) -> PairDistances:
        """Return the table of two coordinates without classes; all pairs of goals are goals."""
        goals = np.stack(np.meshgrid(first.goals, second.goals, indexing="ij"), axis=-1).reshape(-1, 2)
        views = NumberedView(first.images, goals[:, 0]), NumberedView(second.images, goals[:, 1])
        return cls(views, None, (pair,), np.arange(len(second))[None], (len(first), len(second)))

    def distances(self) -> CompiledDistances:
        """Return the search of its distances."""
        return CompiledDistances(self.views, folded=self.images and Folded.of(self.views, self.images))

    def built(self, report: Callable[[float], None]) -> NDArray[np.uint8]:
        """Return the distances, larger ones as `FAR`, in four bits each."""
        table = self.distances().finish(report, FAR).astype(np.uint8, copy=False)
        return packed(table if self.kept is None else table.reshape(-1, self.shape[1])[self.kept], 4)


@dataclass(frozen=True, eq=False)
class ReductionPhase:
    """A phase: its turns, symmetries, coordinates and pruning tables."""

    turns: list[int]
    """The turns."""
    symmetries: list[int]
    """The symmetries, the identity first."""
    coordinates: tuple[FoldedCoordinate, ...]
    """The coordinates."""
    prunings: tuple[PairDistances, ...]
    """The pruning tables."""
    rows: tuple[Rows, ...] = ()
    """The arrangements of coordinates without classes."""
    exchange: bool = False
    """Whether the exchange of both classes of wings and middle edges is one more symmetry."""

    @property
    def through(self) -> NDArray[np.intp]:
        """The image of each turn under each symmetry, as numbers of this phase, shape (symmetries, turns)."""
        number = np.full(36, -1)
        number[self.turns] = np.arange(len(self.turns))
        images = number[turn_images()[np.ix_(self.symmetries, self.turns)]]
        return np.concatenate([images, images]) if self.exchange else images

    @property
    def products(self) -> NDArray[np.intp]:
        """The product of each two symmetries, first and then second, shape (symmetries, symmetries)."""
        gathers = symmetries()[self.symmetries]
        number = {gather.tobytes(): index for index, gather in enumerate(gathers)}
        rows = np.array([[number[first[second].tobytes()] for second in gathers] for first in gathers])
        return np.block([[rows, rows + len(rows)], [rows + len(rows), rows]]) if self.exchange else rows
