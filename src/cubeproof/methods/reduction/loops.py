"""The compiled loops of phases 2 and 3: all words of one length that end a phase.

Both follow exact distances: a turn is tried if the rest of the phase then fits into the length.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import TypedLoop, compiled, sample, sample_tables
from cubeproof.methods.reduction.centres import (
    CentreDistances,
    phase2_images,
    phase2_place,
    phase3_images,
    phase3_place,
)
from cubeproof.methods.reduction.pairing import (
    PairingTables,
    distance,
    edges,
    entry,
    identities,
    pairing_tables,
    remainder,
    turn_pairing,
)
from cubeproof.methods.reduction.turns import PHASE2, PHASE3, WING, follows, sources

DEPTHS = 20
"""More turns than any phase has."""

# For loops; the functions are also called with arrays.
_place2, _place3 = compiled(phase2_place), compiled(phase3_place)

# The number of a bit by its remainder.
_BIT_NUMBERS = np.array([{(1 << bit) % 37: bit for bit in range(36)}.get(rest, 0) for rest in range(37)])


class Phase2Tables(NamedTuple):
    """The tables of phase 2; its turns have the numbers 0 to 22."""

    sides: NDArray[np.int16]
    """Images of the centres of R and L, shape (35, 23)."""
    parity: NDArray[np.int16]
    """Images of the parity of the wings, shape (2, 23)."""
    pairs: NDArray[np.int16]
    """Images of the other centres, shape (6435, 23)."""
    distances: NDArray[np.uint8]
    """Distances of sides, parity and pairs, shape (35 · 2 · 6435,)."""
    turn_sets: NDArray[np.int32]
    """The turns after which a state is nearer, and at the same distance, one bit each, shape (35 · 2 · 6435, 2)."""
    follows: NDArray[np.int32]
    """The turns that may follow a turn, one bit each, the last entry for no turn, shape (24,)."""
    ends: int
    """The turns that phase 3 lacks, one bit each: others at the end belong to phase 3."""
    sources: NDArray[np.int8]
    """The cells from which turns bring wings, the last row for no turn, shape (24, 24)."""
    first: NDArray[np.int8]
    """The cells from which two turns bring the wings of the first set, shape (24, 24, 12)."""
    marks: NDArray[np.int64]
    """A bit for the edge of each wing, and a higher bit for its set at home, shape (24,)."""


class Phase3Tables(NamedTuple):
    """The tables of phase 3; its turns have the numbers 0 to 16."""

    up: NDArray[np.int16]
    """Images of the centres of U and D, shape (70, 17)."""
    front: NDArray[np.int16]
    """Images of the centres of F and B, shape (70, 17)."""
    right: NDArray[np.int16]
    """Images of the centres of R and L, shape (12, 17)."""
    parity: NDArray[np.int16]
    """Images of the parity of corners and wings, shape (2, 17)."""
    distances: NDArray[np.uint8]
    """Distances of these four, shape (70 · 70 · 12 · 2,)."""
    follows: NDArray[np.bool_]
    """Which turn may follow a turn, the last row for none, shape (18, 17)."""
    last: NDArray[np.int64]
    """The last turn of the same block, shape (17,)."""
    pairing: PairingTables
    """Images of pairings of wings."""
    edges: NDArray[np.uint8]
    """Distances of pairings modulo 3, two bits each."""


def phase2_tables(distances: CentreDistances) -> Phase2Tables:
    """Return the tables of phase 2, given the stored distances."""
    turned, parity, moved_pairs = map(np.ascontiguousarray, phase2_images())
    bits = 1 << np.arange(len(PHASE2))
    gathers = np.concatenate([sources()[WING, PHASE2], np.arange(24)[None]])
    edge, place = identities()
    return Phase2Tables(
        turned,
        parity,
        moved_pairs,
        distances.phase2,
        np.ascontiguousarray(distances.turn_sets.T),
        (follows(PHASE2) @ bits).astype(np.int32),
        int(~np.isin(PHASE2, PHASE3) @ bits),
        gathers.astype(np.int8),
        np.ascontiguousarray(gathers[:, gathers[:, edges()[0]]], dtype=np.int8),
        (1 << edge) + (place << 12),
    )


def phase3_tables(distances: CentreDistances, edge_distances: NDArray[np.uint8]) -> Phase3Tables:
    """Return the tables of phase 3, given the stored distances of centres and edges."""
    up, front, right, parity = map(np.ascontiguousarray, phase3_images())
    last = np.searchsorted(PHASE3 // 3, PHASE3 // 3, side="right") - 1
    return Phase3Tables(
        up, front, right, parity, distances.phase3, follows(PHASE3), last, pairing_tables(), edge_distances
    )


@compiled
def search2(
    tables: Phase2Tables,
    start: NDArray[np.int64],
    wings: NDArray[np.int8],
    length: int,
    words: NDArray[np.uint8],
    flag: NDArray[np.int32],
) -> int:
    """Write words of phase 2 of `length` turns to the first rows of `words`; return their number.

    Args:
        tables: the tables.
        start: sides, parity and pairs, shape (3,).
        wings: the wings, shape (24,).
        length: the number of turns.
        words: output, shape (rows, DEPTHS). The search ends when all rows have words.
        flag: any value but 0 ends the search.
    """
    # Sides, parity, pairs, distance, turn, turns to try, place in the tables.
    walk = np.zeros((7, DEPTHS + 1), dtype=np.int64)
    marks = np.empty((DEPTHS + 1, 24), dtype=np.int64)
    for cell in range(24):
        marks[0, cell] = tables.marks[wings[cell]]
    for row in range(3):
        walk[row, 0] = start[row]
    walk[6, 0] = _place2(start[0], start[1], start[2])
    walk[3, 0] = tables.distances[walk[6, 0]]
    if walk[3, 0] > length:
        return 0
    if length == 0:
        return 1 if _is_split(tables, marks[0], 23, 23) else 0
    count, depth, ready = 0, 0, 0
    walk[5, 0] = _open_turns(tables, walk, 0, length, 23)
    while depth >= 0 and flag[0] == 0:
        turns = walk[5, depth]
        if turns == 0:
            depth -= 1
            continue
        walk[5, depth] = turns & (turns - 1)
        # 2 is a primitive root of 37.
        turn = _BIT_NUMBERS[(turns & -turns) % 37]
        walk[4, depth] = turn
        ready = min(ready, depth)
        if depth + 1 < length:
            near = walk[3, depth] + 1
            if tables.turn_sets[walk[6, depth], 0] >> turn & 1:
                near -= 2
            elif tables.turn_sets[walk[6, depth], 1] >> turn & 1:
                near -= 1
            walk[0, depth + 1] = tables.sides[walk[0, depth], turn]
            walk[1, depth + 1] = tables.parity[walk[1, depth], turn]
            walk[2, depth + 1] = tables.pairs[walk[2, depth], turn]
            depth += 1
            walk[6, depth] = _place2(walk[0, depth], walk[1, depth], walk[2, depth])
            walk[3, depth] = near
            walk[5, depth] = _open_turns(tables, walk, depth, length - depth, turn)
            continue
        # The marks before the last two turns serve many words.
        while ready < depth - 1:
            for cell in range(24):
                marks[ready + 1, cell] = marks[ready, tables.sources[walk[4, ready], cell]]
            ready += 1
        before = walk[4, depth - 1] if depth > 0 else 23
        if _is_split(tables, marks[max(0, depth - 1)], before, turn):
            for step in range(length):
                words[count, step] = walk[4, step]
            count += 1
            if count == len(words):
                return count
    return count


@compiled
def _open_turns(tables: Phase2Tables, walk: NDArray[np.int64], depth: int, left: int, last: int) -> int:
    """Return the turns after which the phase may end in time, one bit each; `left` turns are left before them."""
    place = walk[6, depth]
    spare = left - walk[3, depth]
    turns: int = tables.follows[last]
    if spare == 0:
        turns &= tables.turn_sets[place, 0]
    elif spare == 1:
        turns &= tables.turn_sets[place, 0] | tables.turn_sets[place, 1]
    if left == 1:
        turns &= tables.ends
    return turns


@compiled
def _is_split(tables: Phase2Tables, marks: NDArray[np.int64], before: int, last: int) -> bool:
    """Return whether two turns divide all pairs of wings between the sets, and exchange an even number of pairs."""
    total = 0
    for place in range(12):
        total += marks[tables.first[before, last, place]]
    # Only twelve different bits have this sum.
    return total & 4095 == 4095 and total >> 12 & 1 == 0


@compiled
def search3(
    tables: Phase3Tables,
    start: NDArray[np.int64],
    pairing: NDArray[np.int8],
    away: int,
    length: int,
    words: NDArray[np.uint8],
    flag: NDArray[np.int32],
) -> int:
    """Write words of phase 3 of `length` turns to the first rows of `words`; return their number.

    Args:
        tables: the tables.
        start: the centres of U and D, F and B, R and L, and the parity, shape (4,).
        pairing: the pairing of the wings, shape (12,).
        away: its distance.
        length: the number of turns.
        words: output, shape (rows, DEPTHS). The search ends when all rows have words.
        flag: any value but 0 ends the search.
    """
    walk = np.zeros((6, DEPTHS + 1), dtype=np.int64)  # up, front, right, parity, distance, turn
    pairings = np.empty((DEPTHS + 1, 12), dtype=np.int8)
    # An assignment of the whole row would compile the text of an error about its shape.
    for edge in range(12):
        pairings[0, edge] = pairing[edge]
    for row in range(4):
        walk[row, 0] = start[row]
    walk[4, 0] = away
    walk[5, 0] = -1
    if away > length or tables.distances[_place3(start[0], start[1], start[2], start[3])] > length:
        return 0
    if length == 0:
        return 1
    count, depth = 0, 0
    while depth >= 0 and flag[0] == 0:
        turn = walk[5, depth] + 1
        if turn == 17:
            depth -= 1
            continue
        walk[5, depth] = turn
        last = 17 if depth == 0 else walk[5, depth - 1]
        if not tables.follows[last, turn]:
            continue
        left = length - depth - 1
        up = tables.up[walk[0, depth], turn]
        front = tables.front[walk[1, depth], turn]
        right = tables.right[walk[2, depth], turn]
        parity = tables.parity[walk[3, depth], turn]
        centres = tables.distances[_place3(up, front, right, parity)]
        if centres > left:
            # One turn leads from here to the state after another turn of this block.
            if centres > left + 1:
                walk[5, depth] = tables.last[turn]
            continue
        rest = remainder(tables.edges, entry(tables.pairing, pairings[depth], turn))
        step = (rest - walk[4, depth]) % 3
        near = walk[4, depth] + (step if step < 2 else -1)
        if near > left:
            if near > left + 1:
                walk[5, depth] = tables.last[turn]
            continue
        if left > 0:
            turn_pairing(tables.pairing, pairings[depth], turn, pairings[depth + 1])
            depth += 1
            walk[0, depth] = up
            walk[1, depth] = front
            walk[2, depth] = right
            walk[3, depth] = parity
            walk[4, depth] = near
            walk[5, depth] = -1
            continue
        for place in range(length):
            words[count, place] = walk[5, place]
        count += 1
        if count == len(words):
            return count
    return count


def typed_loops() -> tuple[TypedLoop, ...]:
    """Return the loops with the types that searches pass."""
    pairs = sample_tables(PairingTables, inner=3, outer=3, starts=2, orders=2, below=2)
    tables2 = sample_tables(Phase2Tables, sides=2, parity=2, pairs=2, turn_sets=2, sources=2, first=3)
    images = dict.fromkeys(("up", "front", "right", "parity", "follows"), 2)
    tables3 = sample_tables(Phase3Tables, **images, pairing=pairs)
    start, pieces = sample(np.int64), sample(np.int8)
    output = sample(np.uint8, 2), sample(np.int32)
    return (
        TypedLoop(distance, (pairs, sample(np.uint8), pieces)),
        TypedLoop(search2, (tables2, start, pieces, 0, *output)),
        TypedLoop(search3, (tables3, start, pieces, 0, 0, *output)),
    )
