"""The states of a table that fit a start, whose stickers may be unknown, and the lower bound that they give."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.polling import pulse
from cubeproof.tables.contents import Contents
from cubeproof.tables.coordinate import Coordinate
from cubeproof.tables.distances import Distances


def bound(search: Distances, start: NDArray[np.integer]) -> int | None:
    """Return a lower bound of the cost of words from a start to a goal; None if no goal is reached."""
    coordinates = [view for view in search.views if isinstance(view, Coordinate)]
    assert len(coordinates) == len(search.views), "a start is read by coordinates"
    # A word acts on a state's view as on the state, so a distance of views is never too large. With unknown stickers
    # the bound is the minimum over all views that the start fits.
    states = fitting_states(coordinates, start)
    distances = search.at(states) if states is not None else np.zeros(0)
    reached = distances[distances < search.far]
    return int(reached.min()) if len(reached) else None


def fitting_states(
    coordinates: Sequence[Coordinate], start: NDArray[np.integer], most: int | None = None
) -> NDArray[np.int64] | None:
    """Return the states that a start fits, shape (states, coordinates); None if there are more than `most`."""
    orbits: dict[Contents, list[Coordinate]] = {}
    for coordinate in coordinates:
        orbits.setdefault(coordinate.labelling.contents, []).append(coordinate)
    states = np.zeros((1, 0), dtype=np.int64)
    for contents, parts in orbits.items():
        numbers = _fitting(contents, parts, start, most)
        if numbers is None or (most is not None and len(numbers) * len(states) > most):
            return None
        states = np.hstack([np.repeat(states, len(numbers), axis=0), np.tile(numbers, (len(states), 1))])
    return states


def _fitting(
    contents: Contents, coordinates: Sequence[Coordinate], start: NDArray[np.integer], most: int | None
) -> NDArray[np.int64] | None:
    """Return the states of one orbit that a start fits."""
    # Coordinates of one orbit are not independent: each slot requires a content that fits and has the labels of all
    # coordinates.
    states: list[tuple[tuple[int, ...], NDArray[np.bool_]]] = [((), contents.fitting(start))]
    for coordinate in coordinates:
        labels = coordinate.labelling.labels
        longer: list[tuple[tuple[int, ...], NDArray[np.bool_]]] = []
        for numbers, fitting in states:
            pulse()
            rows = coordinate.fitted(fitting)
            if most is not None and len(longer) + len(rows) > most:
                return None
            longer += [
                ((*numbers, number), fitting & (labels == row[:, None]))
                for number, row in zip(rows.tolist(), coordinate.rows(rows), strict=True)
            ]
        states = longer
    return np.array([numbers for numbers, _ in states], dtype=np.int64).reshape(-1, len(coordinates))
