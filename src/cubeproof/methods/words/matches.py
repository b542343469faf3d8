"""Which rows of two sets of words may meet: by sums of hashes, or place by place."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.methods.words.word_ends import Sums


def agreeing(
    first: NDArray[np.int8], second: NDArray[np.int8], control: Control
) -> Iterator[tuple[int, int]]:
    """Yield the rows of all pairs of patterns that agree wherever both are known."""
    # One bit for each row of `first`: whether it may have a colour at a place.
    fitting: dict[tuple[int, int], NDArray[np.uint8]] = {}

    def bits(place: int, colour: int) -> NDArray[np.uint8]:
        if (place, colour) not in fitting:
            colours = first[:, place]
            fitting[place, colour] = np.packbits((colours == colour) | (colours < 0))
        return fitting[place, colour]

    everything = np.packbits(np.ones(len(first), dtype=np.bool_))
    for column, pattern in enumerate(second):
        control.check()
        places = np.flatnonzero(pattern >= 0)
        left = everything
        # Few rows are left after some places.
        for number, (place, colour) in enumerate(zip(places.tolist(), pattern[places].tolist(), strict=True)):
            left = left & bits(place, colour)
            if number % 4 == 3 and not left.any():
                break
        for index in np.flatnonzero(np.unpackbits(left, count=len(first))).tolist() if left.any() else ():
            yield index, column


def equal(first: Sums, second: Sums) -> Iterator[tuple[int, int]]:
    """Yield all pairs of indices with equal sums."""
    order = np.argsort(first, kind="stable")
    ordered = first[order]
    starts, stops = (np.searchsorted(ordered, second, side) for side in ("left", "right"))
    for column in np.flatnonzero(starts < stops).tolist():
        for index in order[starts[column] : stops[column]].tolist():
            yield index, column
