"""The action of symmetries on numbered views, and classes of numbers under symmetries.

A symmetry is a permutation of stickers that maps turns to turns by conjugation. A symmetry σ maps a state p to the
state σ⁻¹ p σ, which is equally far from solved. The view of the new state follows from the view of p if σ preserves
the labelling up to names of labels: σ permutes the places, and the labels are renamed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.tables.contents import Contents
from cubeproof.tables.coordinate import Coordinate, Labelling
from cubeproof.tables.ranking import Mover


def conjugate_turns(
    permutations: NDArray[np.integer], symmetries: NDArray[np.integer]
) -> NDArray[np.intp] | None:
    """Return the image of each turn under each symmetry, shape (symmetries, turns); None if an image is not a turn.

    Args:
        permutations: the turns in gather form, shape (turns, stickers).
        symmetries: the symmetries in gather form, shape (symmetries, stickers).
    """
    numbers = {tuple(turn): number for number, turn in enumerate(permutations.tolist())}
    rows = [
        [numbers.get(tuple(turn), -1) for turn in np.argsort(through)[permutations[:, through]].tolist()]
        for through in symmetries
    ]
    return None if any(-1 in row for row in rows) else np.array(rows)


@dataclass(frozen=True, eq=False)
class Conjugates(Sequence[NDArray[np.int32]]):
    """The images of a coordinate's numbers under symmetries: an array of numbers for each symmetry."""

    coordinate: Coordinate
    """The coordinate."""
    movers: tuple[Mover, ...]
    """The action of each symmetry on rows of labels."""

    def __len__(self) -> int:
        return len(self.movers)

    def __getitem__(self, symmetry: int) -> NDArray[np.int32]:  # type: ignore[override]
        return self.of(np.arange(len(self.coordinate)), symmetry).astype(np.int32)

    def of(self, numbers: NDArray[np.integer], symmetry: int) -> NDArray[np.int64]:
        """Return the images of numbers under a symmetry."""
        return self.coordinate.moved(numbers, self.movers[symmetry])


def conjugate(coordinate: Coordinate, symmetries: NDArray[np.integer]) -> Conjugates | None:
    """Return the action of symmetries on a coordinate's numbers; None if one does not preserve it."""
    # `symmetries`, shape (symmetries, stickers), has gather forms that map generators to generators.
    goals = np.sort(coordinate.goals)

    def keeps(mover: Mover) -> bool:
        return np.array_equal(np.sort(coordinate.moved(coordinate.goals, mover)), goals)

    movers = [
        next(filter(keeps, _movers(coordinate.labelling, np.asarray(through))), None)
        for through in symmetries
    ]
    kept = tuple(mover for mover in movers if mover is not None)
    return Conjugates(coordinate, kept) if len(kept) == len(movers) else None


def _movers(labelling: Labelling, through: NDArray[np.integer]) -> Iterator[Mover]:
    """Yield the movers that permute places by a symmetry and rename labels, one for each possible image of a goal."""
    contents = labelling.contents
    slot_of = np.full(len(through), -1)
    slot_of[contents.bodies] = np.arange(len(contents.bodies))[:, None]
    sources = through[contents.bodies]
    origin = slot_of[sources[:, 0]]
    if (origin < 0).any() or (slot_of[sources] != origin[:, None]).any():
        return
    # The reading order of a slot's stickers in their new slot.
    order = (contents.bodies[origin][:, None, :] == sources[:, :, None]).argmax(axis=-1)
    first, *rest = contents.colours[contents.goals]
    seen = np.take_along_axis(first[origin], order, axis=1)
    for goal in (first, *rest):
        # Names that do not fit change a goal, and `conjugate` refuses them.
        names = dict(zip(seen.ravel().tolist(), goal.ravel().tolist(), strict=True))
        labels = _rename(labelling, origin, order, names)
        if labels:
            yield labelling.row_keys.mover(np.argsort(origin).tolist(), np.array(labels))


def _rename(
    labelling: Labelling, origin: NDArray[np.intp], order: NDArray[np.intp], names: dict[int, int]
) -> list[list[int]] | None:
    """Return the new name of each label in each slot; None if equal labels get different names."""
    contents, labels = labelling.contents, labelling.labels.tolist()
    numbers = {tuple(content): number for number, content in enumerate(contents.colours.tolist())}
    possible = _possible(contents)
    renamed: list[dict[int, int]] = [{} for _ in origin]
    for source, reading in zip(origin.tolist(), order.tolist(), strict=True):
        for content in np.flatnonzero(possible[source]).tolist():
            colours = [names.get(colour, -2) for colour in contents.colours[content, reading].tolist()]
            number = numbers.get(tuple(colours))
            if (
                number is None
                or renamed[source].setdefault(labels[content], labels[number]) != labels[number]
            ):
                return None
    return [[names.get(label, 0) for label in range(labelling.row_keys.labels)] for names in renamed]


def _possible(contents: Contents) -> NDArray[np.bool_]:
    """Return which contents turns can bring into each slot, shape (slots, contents)."""
    possible = np.zeros((len(contents.bodies), len(contents.colours)), dtype=bool)
    for goal in contents.goals:
        possible[np.arange(len(goal)), goal] = True
    while True:
        before = possible.sum()
        for place, after in zip(contents.place, contents.after, strict=True):
            slots, numbers = np.nonzero(possible)
            possible[place[slots], after[slots, numbers]] = True
        if possible.sum() == before:
            return possible


@dataclass(frozen=True, eq=False)
class Classes:
    """The numbers of a view in classes: symmetries map the numbers of a class to each other."""

    representatives: NDArray[np.int64]
    """The smallest number of each class, ascending, shape (classes,)."""
    places: NDArray[np.int32]
    """class · symmetries + symmetry for each number, shape (numbers,); the symmetry maps it to the representative."""
    selves: NDArray[np.uint64]
    """The stabilizer of each representative, one bit for each symmetry, uint64, shape (classes,)."""
    symmetries: int
    """The number of symmetries, at most 64."""

    @classmethod
    def of(cls, images: Iterable[NDArray[np.integer]]) -> Classes:
        """Return the classes, given the images of all numbers under each symmetry, the identity first.

        >>> classes = Classes.of(np.array([[0, 1, 2, 3], [1, 0, 2, 3]]))
        >>> classes.representatives.tolist(), classes.places.tolist(), classes.selves.tolist()
        ([0, 2, 3], [0, 1, 2, 4], [1, 3, 3])
        """
        columns: Iterator[NDArray[np.integer]] = iter(images)
        numbers = np.asarray(next(columns))
        least = numbers.copy()
        through = np.zeros(len(numbers), dtype=np.int32)
        selves = np.ones(len(numbers), dtype=np.uint64)
        symmetries = 1
        for column in columns:
            through[column < least] = symmetries
            np.minimum(least, column, out=least)
            selves |= (column == numbers).astype(np.uint64) << np.uint64(symmetries)
            symmetries += 1
        representatives = np.flatnonzero(least == numbers)
        places = np.searchsorted(representatives, least).astype(np.int32) * symmetries + through
        return cls(representatives, places, selves[representatives], symmetries)

    def __len__(self) -> int:
        return len(self.representatives)

    @property
    def sizes(self) -> NDArray[np.int64]:
        """The number of numbers in each class, shape (classes,)."""
        return np.bincount(self.places // self.symmetries, minlength=len(self))
