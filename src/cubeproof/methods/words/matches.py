"""Which rows of two sets of words may meet: by sums of hashes, or block by block."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.methods.words.codings import States, Sums

# Sums are first compared by leading bits: as many bits as count the sums, and this number more.
_SPARE_BITS = 6
# The number of sums of one set from which on the leading bits save time.
_MANY = 2_000


def agreeing(first: States, second: States, control: Control) -> Iterator[tuple[int, int]]:
    """Yield the columns of all pairs of states whose codes agree in each block where neither is 0."""
    # One bit for each column of `first`: whether it may have a code in a block.
    fitting: dict[tuple[int, int], NDArray[np.uint8]] = {}

    def bits(block: int, code: int) -> NDArray[np.uint8]:
        if (block, code) not in fitting:
            fitting[block, code] = np.packbits((first[block] == code) | (first[block] == 0))
        return fitting[block, code]

    everything = np.packbits(np.ones(first.shape[1], dtype=np.bool_))
    for column, state in enumerate(second.T):
        control.check()
        blocks = np.flatnonzero(state)
        left = everything
        # Few columns are left after some blocks.
        for number, (block, code) in enumerate(zip(blocks.tolist(), state[blocks].tolist(), strict=True)):
            left = left & bits(block, code)
            if number % 4 == 3 and not left.any():
                break
        for index in np.flatnonzero(np.unpackbits(left, count=first.shape[1])).tolist() if left.any() else ():
            yield index, column


def equal(first: Sums, second: Sums) -> Iterator[tuple[int, int]]:
    """Yield all pairs of indices with equal sums."""
    if len(first) > len(second):
        yield from ((index, column) for column, index in equal(second, first))
        return
    rows, columns = np.arange(len(first)), np.arange(len(second))
    if len(second) > _MANY:
        # The leading bits of the sums rule out most rows, so few sums are sorted.
        shift = np.uint64(64 - len(first).bit_length() - _SPARE_BITS)
        columns = np.flatnonzero(_is_among(first >> shift, second >> shift, shift))
        rows = np.flatnonzero(_is_among(second[columns] >> shift, first >> shift, shift))
    order = rows[np.argsort(first[rows], kind="stable")]
    ordered, sought = first[order], second[columns]
    starts, stops = (np.searchsorted(ordered, sought, side) for side in ("left", "right"))
    for number in np.flatnonzero(starts < stops).tolist():
        for index in order[starts[number] : stops[number]].tolist():
            yield index, int(columns[number])


def _is_among(
    numbers: NDArray[np.uint64], queries: NDArray[np.uint64], shift: np.uint64
) -> NDArray[np.bool_]:
    """Return which queries are among numbers of 64 − shift bits."""
    marks = np.zeros(1 << 64 - int(shift), dtype=np.bool_)
    marks[numbers] = True
    is_among: NDArray[np.bool_] = marks[queries]
    return is_among
