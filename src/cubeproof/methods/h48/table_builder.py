# Numba infers the types inside compiled loops.
# mypy: disable-error-code="no-untyped-def, no-untyped-call, assignment"
"""`built`: builds a pruning table of the optimal search row by row, each row from the cosets that lead to it.

A row has the entries of one class of corners (see `coset`). The cosets of small depth are found first, breadth first,
class by class: turns lead to a class from at most 18 others, and from each of them by one map of edge slots. So a row
is gathered from contiguous lists, and no other thread writes to it: threads share the work without waiting.

The lists distinguish all eleven flips; the table may distinguish fewer, and then stores the minimum depth of merged
cosets. Its entries have two bits, relative to a base b: b or less, b+1, b+2, b+3 or more. A cache line, 64 bytes, has
252 entries and, in its last byte, the minimum depth of its entries if that is b or less, which gives a better bound
for entries of 0.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import compiled
from cubeproof.base.polling import pulse
from cubeproof.contract.build_progress import BuildProgress
from cubeproof.contract.control import Control
from cubeproof.methods.h48.coset import CLASSES, FLIPS, SPLITS, coset_tables
from cubeproof.methods.h48.stored_tables import PRUNING
from cubeproof.methods.words.turn_costs import HALF, QUARTER, Turning
from cubeproof.store import aligned_empty
from cubeproof.work.executor import run_in_threads

ENTRIES, LINE = 252, 64
"""Entries per line, and bytes per line."""

_Result = TypeVar("_Result")

# The number of rows that a thread takes at once.
_ROWS = 6

# The number of bytes of a table that are cleared at once: some hundredths of a second.
_CLEARED = 1 << 26


def lines_of_a_class(flips: int) -> int:
    """Return the number of lines per class of corners in a table that distinguishes `flips` flips.

    >>> lines_of_a_class(0), lines_of_a_class(3)
    (138, 1100)
    """
    return -(-(SPLITS << flips) // ENTRIES)


def size_of(flips: int) -> int:
    """Return the size in bytes of a table that distinguishes `flips` flips.

    >>> size_of(3)
    238867200
    """
    return CLASSES * lines_of_a_class(flips) * LINE


@dataclass(frozen=True, eq=False)
class Layer:
    """The cosets of one depth, with all eleven flips."""

    starts: NDArray[np.int64]
    """The start of each class in `items`, int64, shape (3394,)."""
    items: NDArray[np.uint32]
    """The cosets, split · 2048 + flips, with the class's representative as corners, uint32; all images under the
    representative's symmetries are included."""

    def of(self, number: int) -> NDArray[np.uint32]:
        """Return the cosets of a class."""
        return self.items[self.starts[number] : self.starts[number + 1]]

    @property
    def cosets(self) -> int:
        """The number of cosets, not reduced by symmetry."""
        weights = 48 // coset_tables().keeps.sum(axis=1, dtype=np.int64)
        return int((weights * np.diff(self.starts)).sum())


def layers(turning: Turning, tell: Callable[[], None] = lambda: None) -> Iterator[Layer]:
    """Yield the cosets of depth 0, 1, 2, … indefinitely."""
    words = np.array([[turn] for turn in turning.units], dtype=np.int8)
    before = Layer(np.zeros(CLASSES + 1, dtype=np.int64), np.zeros(0, dtype=np.uint32))
    solved = np.flatnonzero(coset_tables().splits == (0x00F | 0x0F0 << 12)).astype(np.uint32) * FLIPS
    layer = Layer(np.minimum(np.arange(CLASSES + 1), 1), solved)
    while True:
        yield layer
        before, layer = layer, _next(words, before, layer, tell)


def _next(words: NDArray[np.int8], before: Layer, layer: Layer, tell: Callable[[], None]) -> Layer:
    spaces = threading.local()
    flag = np.zeros(1, dtype=np.int32)

    def gather(first: int) -> list[NDArray[np.uint32]]:
        if not hasattr(spaces, "seen"):
            spaces.seen = np.zeros((SPLITS * FLIPS + 63) // 64, dtype=np.uint64)
        last = min(first + _ROWS, CLASSES)
        room = _reached(coset_tables(), words, layer.starts, first, last)
        out = np.empty(room, dtype=np.uint32)
        ends = np.zeros(last - first, dtype=np.int64)
        _gather(
            coset_tables(),
            words,
            before.starts,
            before.items,
            layer.starts,
            layer.items,
            first,
            last,
            spaces.seen,
            out,
            ends,
            flag,
        )
        return [part.copy() for part in np.split(out[: ends[-1]], ends[:-1])]

    rows = [row for part in _shared(gather, flag, lambda _: tell()) for row in part]
    starts = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    items = np.empty(starts[-1], dtype=np.uint32)
    for number, row in enumerate(rows):
        # A layer may take a gigabyte.
        pulse()
        items[starts[number] : starts[number + 1]] = row
    return Layer(starts, items)


def _shared(
    work: Callable[[int], _Result], flag: NDArray[np.int32], tell: Callable[[float], None] = lambda _: None
) -> list[_Result]:
    """Process all rows in threads; `tell` receives the completed share, a set `flag` ends the work."""
    firsts, count = range(0, CLASSES, _ROWS), itertools.count(1)
    return run_in_threads(work, firsts, flag, meanwhile=pulse, done=lambda _: tell(next(count) / len(firsts)))


def built(flips: int, base: int, turning: Turning, name: str, control: Control) -> NDArray[np.uint8]:
    """Build the table that distinguishes `flips` flips, with entries relative to this base."""
    shares = _Shares(name, control)
    table = aligned_empty(size_of(flips))
    for start in range(0, len(table), _CLEARED):
        pulse()
        table[start : start + _CLEARED] = 0xFF
    flag = np.zeros(1, dtype=np.int32)
    top = None
    for depth, layer in enumerate(layers(turning, shares.layer)):
        _mark(table, flips, depth, layer, flag)
        if depth == base:
            top = layer
            break
    assert top is not None, "layers never end"
    for value in (1, 2):
        words = turning.words(value)

        def fill(first: int, words: NDArray[np.int8] = words, value: int = value) -> None:
            last = min(first + _ROWS, CLASSES)
            _fill(
                coset_tables(),
                words,
                value,
                top.starts,
                top.items,
                first,
                last,
                flips,
                lines_of_a_class(flips),
                table,
                flag,
            )

        _shared(fill, flag, shares.value(value))
    return table


def built_by_name(name: str, control: Control) -> NDArray[np.uint8]:
    """Build the table with this name."""
    choice = PRUNING[name]
    turning = next(candidate for candidate in (HALF, QUARTER) if candidate.name == choice.metric)
    return built(choice.flips, choice.base, turning, name, control)


class _Shares:
    """Reports the completed share of a table: nearly all of the work is in its last two values."""

    def __init__(self, name: str, control: Control) -> None:
        self._report = BuildProgress(name, control.proceed, 0.12)

    def layer(self) -> None:
        """Report that some rows of a layer are complete."""
        self._report(0.0)

    def value(self, value: int) -> Callable[[float], None]:
        """Return the progress callback for the rows of a value."""
        begin, length = (0.02, 0.08) if value == 1 else (0.1, 0.9)
        return lambda share: self._report(begin + length * share)


def _mark(table: NDArray[np.uint8], flips: int, depth: int, layer: Layer, flag: NDArray[np.int32]) -> None:
    def mark(first: int) -> None:
        last = min(first + _ROWS, CLASSES)
        _mark_rows(layer.starts, layer.items, depth, first, last, flips, lines_of_a_class(flips), table, flag)

    _shared(mark, flag)


@compiled
def _parity(mask):
    mask ^= mask >> 8
    mask ^= mask >> 4
    mask ^= mask >> 2
    mask ^= mask >> 1
    return mask & 1


@compiled
def _mark_rows(starts, items, depth, first, last, flips, lines, table, flag):
    """Write the cosets of a depth up to the base into these rows: entry 0, and the depth of their lines."""
    kept = (1 << flips) - 1
    for row in range(first, last):
        if flag[0] != 0:
            return
        begin = row * lines
        for index in range(starts[row], starts[row + 1]):
            item = np.int64(items[index])
            entry = (item >> 11) << flips | (item & kept)
            line = entry // 252
            place = entry - line * 252
            at = (begin + line) * 64
            table[at + (place >> 2)] &= 0xFF ^ (3 << ((place & 3) * 2))
            table[at + 63] = min(table[at + 63], depth)


@compiled
def _source(tables, row, word):
    """Return the class from which a word leads to a row's representative, and the symmetry of that cube."""
    corners = tables.representatives[row]
    twist, separation = corners // 70, corners % 70
    for index in range(len(word) - 1, -1, -1):
        turn = word[index]
        back = turn - turn % 3 + 2 - turn % 3
        twist = tables.twist_moves[twist * 18 + back]
        separation = tables.separation_moves[separation * 18 + back]
    corner_class = tables.corner_class[np.int64(twist) * 70 + separation]
    return np.int64(corner_class >> 6), np.int64(tables.inverse[corner_class & 63])


@compiled
def _prepare(tables, symmetry, word, low, high):
    """Compute the images of half sets of slots under a symmetry and a word; return the slots that the word flips."""
    for half in range(64):
        first = np.int64(tables.half_symmetries[symmetry * 128 + half])
        second = np.int64(tables.half_symmetries[symmetry * 128 + 64 + half])
        for turn in word:
            first = np.int64(tables.mask_moves[first * 18 + turn])
            second = np.int64(tables.mask_moves[second * 18 + turn])
        low[half], high[half] = first, second
    flipped = np.int64(0)
    for turn in word:
        flipped = np.int64(tables.mask_moves[flipped * 18 + turn]) ^ np.int64(tables.flipped[turn])
    return flipped


@compiled
def _moved(tables, item, low, high, flipped, first_slice, second_slice):
    """Return the split and the flip mask of the edges after a symmetry and a word."""
    both = np.int64(tables.splits[item >> 11])
    first, second = both & 4095, both >> 12
    three = first | second << 12 | (4095 ^ first ^ second) << 24
    first, second = three >> first_slice & 4095, three >> second_slice & 4095
    flips = item & 2047
    flips |= _parity(flips) << 11
    first = np.int64(low[first & 63] | high[first >> 6])
    second = np.int64(low[second & 63] | high[second >> 6])
    flips = np.int64(low[flips & 63] | high[flips >> 6]) ^ flipped
    choice = np.int64(tables.choices[first])
    at = choice // 70 * 64
    return choice + tables.high[at + (second >> 6)] + tables.low[at + (second & 63)], flips


@compiled
def _reached(tables, words, starts, first, last):
    """Return an upper bound for the number of cosets reached in these rows."""
    room = 0
    for row in range(first, last):
        for number in range(len(words)):
            source, _ = _source(tables, row, words[number])
            room += starts[source + 1] - starts[source]
    return room


@compiled
def _gather(tables, words, starts_before, before, starts, items, first, last, seen, out, ends, flag):
    """Write the cosets of the next depth in these rows, row by row; `seen` is all 0 before and after."""
    low, high = np.empty(64, dtype=np.uint16), np.empty(64, dtype=np.uint16)
    count = 0
    for row in range(first, last):
        if flag[0] != 0:
            return
        begin = count
        for entries, index in ((before, starts_before), (items, starts)):
            for at in range(index[row], index[row + 1]):
                item = np.int64(entries[at])
                seen[item >> 6] |= np.uint64(1) << np.uint64(item & 63)
        for number in range(len(words)):
            source, symmetry = _source(tables, row, words[number])
            flipped = _prepare(tables, symmetry, words[number], low, high)
            first_slice = np.int64(tables.from_slices[symmetry, 0]) * 12
            second = np.int64(tables.from_slices[symmetry, 1]) * 12
            for at in range(starts[source], starts[source + 1]):
                split, flips = _moved(tables, np.int64(items[at]), low, high, flipped, first_slice, second)
                coset = split << 11 | (flips & 2047)
                bit = np.uint64(1) << np.uint64(coset & 63)
                if not seen[coset >> 6] & bit:
                    seen[coset >> 6] |= bit
                    out[count] = coset
                    count += 1
        for entries, index in ((before, starts_before), (items, starts)):
            for at in range(index[row], index[row + 1]):
                seen[np.int64(entries[at]) >> 6] = 0
        for at in range(begin, count):
            seen[np.int64(out[at]) >> 6] = 0
        ends[row - first] = count


@compiled
def _fill(tables, words, value, starts, items, first, last, flips, lines, table, flag):
    """Write a value into these rows for all cosets that words lead to, unless the entry is lower."""
    low, high = np.empty(64, dtype=np.uint16), np.empty(64, dtype=np.uint16)
    kept = (1 << flips) - 1
    for row in range(first, last):
        begin = row * lines
        for number in range(len(words)):
            if flag[0] != 0:
                return
            source, symmetry = _source(tables, row, words[number])
            flipped = _prepare(tables, symmetry, words[number], low, high)
            first_slice = np.int64(tables.from_slices[symmetry, 0]) * 12
            second = np.int64(tables.from_slices[symmetry, 1]) * 12
            for at in range(starts[source], starts[source + 1]):
                split, mask = _moved(tables, np.int64(items[at]), low, high, flipped, first_slice, second)
                entry = split << flips | (mask & kept)
                line = entry // 252
                place = entry - line * 252
                address = (begin + line) * 64 + (place >> 2)
                shift = (place & 3) * 2
                byte = table[address]
                if byte >> shift & 3 > value:
                    table[address] = byte & (0xFF ^ (3 << shift)) | value << shift
