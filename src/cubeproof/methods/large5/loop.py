"""The compiled search of one phase: all words of given lengths from given starts to the goals of the phase.

A state is a row of places, one for each coordinate: a class · 2^SHIFT + a symmetry. Tables have the names of
`PhaseTables`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import TypedLoop, compiled, sample, sample_tables

SHIFT = 5
"""A place is a class · 2^SHIFT + a symmetry."""

SYMMETRIES = 1 << SHIFT
"""The number of symmetries that tables have space for."""

FAR = 15
"""The largest entry of a pruning table: this distance or more."""

DEPTHS, COORDINATES = 24, 5
"""More than the turns of any phase, and the number of coordinates of a state; phases with fewer leave some 0."""

_START, _DEPTH, FOUND, NODES = range(4)
"""The status of a search: the start, the number of turns, or −1 before the start; the words and nodes so far."""


class PhaseTables(NamedTuple):
    """The tables of a phase, all flat."""

    prune: NDArray[np.uint8]
    """The distances of all pruning tables, four bits each."""
    lookups: NDArray[np.int64]
    """For each look-up: two coordinates, the start of its table, the width of a row, the start of its columns in
    `seen` and the columns between symmetries; shape (look-ups · 6,)."""
    seen: NDArray[np.uint16]
    """The columns of numbers under each symmetry."""
    after: NDArray[np.int32]
    """The place after each turn of each representative, for each coordinate."""
    offsets: NDArray[np.int64]
    """The start of each coordinate in `after`, shape (coordinates,)."""
    through: NDArray[np.uint8]
    """The image of each turn under each symmetry, shape (SYMMETRIES · turns,)."""
    products: NDArray[np.uint8]
    """The product of each two symmetries, shape (SYMMETRIES²,)."""
    allowed: NDArray[np.int64]
    """The turns that may follow each turn, and the first turns, one bit for each; shape (turns + 1,)."""
    skips: NDArray[np.int64]
    """The last turn of the same layers, shape (turns,): if one turn of them is two too far, all are too far."""
    starts: NDArray[np.int32]
    """The place of each number of the coordinates with classes."""
    rows: NDArray[np.uint8]
    """The arrangements of centres of the other coordinates."""
    row_counts: NDArray[np.int64]
    """The number of arrangements of each of them."""


@compiled
def distance(tables: Any, state: Any, lookup: Any) -> Any:
    """Return an entry for a state."""
    at = 6 * lookup
    first, second = state[tables.lookups[at]], state[tables.lookups[at + 1]]
    column = tables.seen[
        tables.lookups[at + 4] + (first & (SYMMETRIES - 1)) * tables.lookups[at + 5] + (second >> SHIFT)
    ]
    place = tables.lookups[at + 2] + (first >> SHIFT) * tables.lookups[at + 3] + column
    return (tables.prune[place >> 1] >> ((place & 1) << 2)) & 15


@compiled
def bound(tables: Any, state: Any) -> Any:
    """Return a lower bound for the turns from a state to a goal."""
    most = 0
    for lookup in range(len(tables.lookups) // 6):
        most = max(most, distance(tables, state, lookup))
    return most


@compiled
def bounds(tables: Any, states: Any, found: Any) -> Any:
    """Compute the bounds of states."""
    for number in range(len(states)):
        found[number] = bound(tables, states[number])


@compiled
def search(
    tables: Any,
    states: Any,
    lengths: Any,
    walk: Any,
    path: Any,
    status: Any,
    words: Any,
    work: Any,
    flag: Any,
) -> Any:
    """Search for words; return whether all starts were searched.

    Args:
        tables: the tables.
        states: the starts, shape (starts, COORDINATES).
        lengths: the length of the words from each start, shape (starts,).
        walk: the states so far, shape (DEPTHS, COORDINATES).
        path: the turns so far, shape (DEPTHS,).
        status: the position of the search, shape (4,); the next call goes on from there.
        words: output: the start of each word, then its turns, shape (most words, DEPTHS).
        work: the search rests after this number of nodes.
        flag: any value but 0 ends the search.
    """
    turns = len(tables.skips)
    lookups = len(tables.lookups) // 6
    coordinates = len(tables.offsets)
    number, depth = status[_START], status[_DEPTH]
    left = work
    while number < len(states):
        length = lengths[number]
        if status[FOUND] == len(words):
            break
        if depth < 0:
            walk[0] = states[number]
            depth = 0
            path[0] = -1
            if length == 0:
                if bound(tables, walk[0]) == 0:
                    words[status[FOUND], 0] = number
                    status[FOUND] += 1
                depth = -1
        while depth >= 0:
            if left <= 0 or flag[0] != 0 or status[FOUND] == len(words):
                status[_START], status[_DEPTH] = number, depth
                status[NODES] += work - left
                return False
            allowed = tables.allowed[path[depth - 1] if depth > 0 else turns]
            turn = path[depth] + 1
            while turn < turns and allowed >> turn & 1 == 0:
                turn += 1
            if turn >= turns:
                depth -= 1
                continue
            path[depth] = turn
            left -= 1
            state, after = walk[depth], walk[depth + 1]
            for coordinate in range(coordinates):
                place = state[coordinate]
                symmetry = place & (SYMMETRIES - 1)
                to = tables.after[
                    tables.offsets[coordinate]
                    + (place >> SHIFT) * turns
                    + tables.through[symmetry * turns + turn]
                ]
                product = tables.products[symmetry * SYMMETRIES + (to & (SYMMETRIES - 1))]
                after[coordinate] = (to & ~(SYMMETRIES - 1)) | product
            remaining = length - depth - 1
            most = 0
            for lookup in range(lookups):
                value = distance(tables, after, lookup)
                if value > most:
                    most = value
                    if most > remaining:
                        break
            if most > remaining:
                if most > remaining + 1:
                    path[depth] = tables.skips[turn]
            elif remaining == 0:
                words[status[FOUND], 0] = number
                for place in range(length):
                    words[status[FOUND], place + 1] = path[place]
                status[FOUND] += 1
            elif most > 0:
                # A goal on the way has a shorter word.
                depth += 1
                path[depth] = -1
        number += 1
        depth = -1
    status[_START], status[_DEPTH] = number, depth
    status[NODES] += work - left
    return number == len(states)


@compiled
def flipped(
    tables: Any,
    ranks: Any,
    bits: Any,
    wings: Any,
    numbers: Any,
    middles: Any,
    column: Any,
    states: Any,
    found: Any,
) -> Any:
    """Compute the states and bounds of a cube in phase 3 for each choice of flips of edges 1 to 10.

    Edge 0 has no flip, since the opposite flips of all edges are the same; edge 11 makes the number of flips even.

    Args:
        tables: the tables of phase 3.
        ranks: `Subsets.rank_tables`.
        bits: the places of the wings of the second class, without flips.
        wings: the places of the wings of each edge, as bits, shape (12,).
        numbers: the number of the middle edges, without flips.
        middles: the place of each middle edge as bits, shape (12,).
        column: the place of the centres.
        states: output, shape (1024, COORDINATES).
        found: output: the bounds, shape (1024,).
    """
    for choice in range(1024):
        places, flips, count = bits, numbers, 0
        for edge in range(1, 11):
            if choice >> (edge - 1) & 1:
                places ^= wings[edge]
                flips ^= middles[edge]
                count += 1
        if count & 1:
            places ^= wings[11]
            flips ^= middles[11]
        low, high = places & 4095, places >> 12
        ones, rest = 0, low
        while rest:
            rest &= rest - 1
            ones += 1
        state = states[choice]
        state[0] = tables.starts[ranks[0, low] + ranks[1 + ones, high]]
        state[1] = (flips & 2047) << SHIFT
        state[2] = column
        found[choice] = bound(tables, state)


def typed_loops() -> tuple[TypedLoop, ...]:
    """Return the loops with the types that searches pass."""
    tables, states, found = sample_tables(PhaseTables), sample(np.int32, 2), sample(np.int8)
    lengths, bits, flag = sample(np.int64), sample(np.int64), sample(np.int32)
    one, column = np.int64(0), 0
    walk = sample(np.int32, 2), sample(np.int64), sample(np.int64), sample(np.int32, 2)
    return (
        TypedLoop(bounds, (tables, states, found)),
        TypedLoop(flipped, (tables, sample(np.int32, 2), one, bits, one, bits, column, states, found)),
        TypedLoop(search, (tables, states, lengths, *walk, 0, flag)),
    )
