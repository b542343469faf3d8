"""The hot loop of the two-phase search: iterative deepening through both phases, which can be paused and resumed.

Without Numba, Python runs the same source on memory views instead of arrays. So it uses only whole numbers and single
elements, and calls no function of NumPy. Tables have the names of `NearTables`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import TypedLoop, compiled, sample_tables
from cubeproof.methods.two_phase.tables import NearTables

RESTING, FOUND, DONE = 0, 1, 2
"""Return values of `search`: call it again, it found a word, no short enough word is left."""

# The rows of a walk: at each depth the current turn, the coordinates of the cube, and the turns to try, one bit
# for each.
_TURN, PLACE, TWIST, _DISTANCE, _CORNERS, _MIDDLE, _UPPER, _LOWER, _OPEN = range(9)
# The rows in phase 2, in which all orientations are right.
_EDGES = TWIST

WALK, DEPTHS = 9, 40
"""The numbers of rows and columns of a walk; one column for each depth, more than the turns of any word."""

# The status: the view, the number of turns of phase 1, the number made so far, the depths up to which the walk has
# corners and middle, and upper and lower, the number of turns of the found word, the cubes visited in each phase.
_VIEW, _LENGTH, _DEPTH, _CORNERS_TO, _EDGES_TO, _FOUND, _SEEN1, _SEEN2 = range(8)

# Starts of the second and the third pair of phase 1, and of the second pair of phase 2.
_FLIP_SLOTS = 2187 * 495
_TWIST_FLIP = _FLIP_SLOTS + 2048 * 495
_EDGES_MIDDLE = 40320 * 24


# The number of remaining turns below which cubes without a spare turn are stored in the memo.
_NEAR = 6

# An odd multiplier that distributes the numbers of cubes over the memo.
_SPREAD = 0x9E3779B1

# Minimum length of a word between two cubes of phase 2 whose last turn is not a turn of phase 2.
_BACK = 5


class LoopState(NamedTuple):
    """A search that can be paused and resumed."""

    views: NDArray[np.int32]
    """The start of the walk in each view, shape (views, WALK)."""
    walk: NDArray[np.int32]
    """The walk of phase 1; its first row has the beginning of a found word, shape (WALK, DEPTHS)."""
    ending: NDArray[np.int32]
    """The walk of phase 2; its first row has the end of that word, shape (WALK, DEPTHS)."""
    status: NDArray[np.int64]
    """The position of the search, shape (8,)."""
    memo: NDArray[np.int64]
    """The memo of cubes near the end of phase 1: 2¹⁸ · (1 + cube) + the useful turns, one bit for each, or 0; shape (a
    power of two,). Searches and threads may share it."""
    most: NDArray[np.int32]
    """The maximum number of turns of the next word, which found words lower, shape (1,)."""
    flag: NDArray[np.int32]
    """The stop flag: any value but 0 means stop, shape (1,)."""

    @classmethod
    def begin(
        cls,
        views: NDArray[np.int32],
        memo: NDArray[np.int64],
        most: NDArray[np.int32],
        flag: NDArray[np.int32],
    ) -> LoopState:
        """Return a search in these views that has not started."""
        walk, ending = np.zeros((2, WALK, DEPTHS), dtype=np.int32)
        status = np.zeros(8, dtype=np.int64)
        status[_VIEW] = status[_DEPTH] = -1
        return cls(views, walk, ending, status, memo, most, flag)

    @property
    def seen(self) -> NDArray[np.int64]:
        """The number of cubes visited so far in each phase, shape (2,)."""
        return self.status[_SEEN1:]

    @property
    def searched(self) -> int:
        """The number of turns up to which all first parts have been searched in the first view."""
        return int(self.status[_LENGTH]) - int(self.status[_VIEW] < 1)

    @property
    def searched_in_all_views(self) -> int:
        """The number of turns up to which all first parts have been searched in all views."""
        return int(self.status[_LENGTH]) - 1

    @property
    def answer(self) -> tuple[int, list[int]]:
        """The number of the view of the found word, and the turns that solve this view."""
        view, length, whole = (int(self.status[index]) for index in (_VIEW, _LENGTH, _FOUND))
        return view, [*self.walk[_TURN, :length].tolist(), *self.ending[_TURN, : whole - length].tolist()]


@compiled
def bound1(tables: NearTables, place: int, twist: int) -> int:
    """Return a lower bound for the turns of phase 1."""
    if tables.whole:
        entry = (place >> 4) * 2187 + tables.twist_images[twist, place & 15]
        distance: int = tables.prune1[entry >> 1] >> ((entry & 1) << 2) & 15
    else:
        value = place >> 4
        distance = max(
            tables.prune1[twist * 495 + value % 495],
            tables.prune1[_FLIP_SLOTS + value],
            tables.prune1[_TWIST_FLIP + twist * 2048 + value // 495],
        )
    return distance


@compiled
def bound2(tables: NearTables, corners: int, edges: int, middle: int, left: int) -> int:
    """Return a lower bound for the turns of phase 2; perhaps not the best one if it already exceeds `left`."""
    distance: int = tables.pairs2[corners * 24 + middle]
    if distance > left:
        return distance
    if tables.whole:
        place = tables.corner_places[corners]
        entry = (place >> 4) * 40320 + tables.edge_images[edges, place & 15]
        second: int = tables.prune2[entry >> 1] >> ((entry & 1) << 2) & 15
    else:
        second = tables.pairs2[_EDGES_MIDDLE + edges * 24 + middle]
    return max(distance, second)


@compiled
def open_turns(
    tables: NearTables, memo: NDArray[np.int64], place: int, twist: int, distance: int, left: int
) -> int:
    """Return the turns that keep phase 1 within its remaining turns, in the representative's view, one bit each."""
    key = 1 + (place >> 4) * 2187 + tables.twist_images[twist, place & 15]
    # Nearly all cubes near the end of phase 1 have no spare turn, and there are few such cubes.
    kept = distance == left + 1 and left < _NEAR
    slot = (key * _SPREAD >> 12) & (len(memo) - 1)
    turns: int = memo[slot]
    if kept and turns >> 18 == key:
        return turns & 0x3FFFF
    turns = 0
    for turn in range(18):
        after = tables.places[place >> 4, tables.turns[place & 15, turn]]
        there = (after >> 4) << 4 | tables.products[place & 15, after & 15]
        near = bound1(tables, there, tables.twists[twist, turn]) <= left
        # Added unconditionally, so that the next look-ups need not wait for this one.
        turns |= near << tables.turns[place & 15, turn]
    if kept:
        memo[slot] = key << 18 | turns
    return turns


@compiled
def search_phase2(
    tables: NearTables,
    walk: NDArray[np.int32],
    status: NDArray[np.int64],
    flag: NDArray[np.int32],
    before: int,
    most: int,
) -> int:
    """Return the length of a shortest word of phase 2; −1 if it exceeds `most`, or the flag is not 0."""
    # `walk`, shape (WALK, DEPTHS), has the cube in its first column, and afterwards the word in its first row. The
    # first turn must not turn the face `before` (−1 for no face).
    length = bound2(tables, walk[_CORNERS, 0], walk[_EDGES, 0], walk[_MIDDLE, 0], most)
    while length <= most and flag[0] == 0:
        if length == 0:
            return 0
        depth = 0
        walk[_TURN, 0] = -1
        while depth >= 0 and flag[0] == 0:
            index = walk[_TURN, depth] + 1
            if index == len(tables.ends):
                depth -= 1
                continue
            walk[_TURN, depth] = index
            turn = tables.ends[index]
            last = before
            if depth > 0:
                last = tables.ends[walk[_TURN, depth - 1]] // 3
            # Turns of opposite faces have a fixed order, except across the end of phase 1.
            if turn // 3 == last or (depth > 0 and turn // 3 + 3 == last):
                continue
            corners = tables.corners[walk[_CORNERS, depth], turn]
            edges = tables.edges[walk[_EDGES, depth], turn]
            middle = tables.fours[walk[_MIDDLE, depth], turn]
            left = length - depth - 1
            status[_SEEN2] += 1
            if bound2(tables, corners, edges, middle, left) > left:
                continue
            depth += 1
            if left == 0:
                for step in range(length):
                    walk[_TURN, step] = tables.ends[walk[_TURN, step]]
                return length
            walk[_TURN, depth] = -1
            walk[_CORNERS, depth] = corners
            walk[_EDGES, depth] = edges
            walk[_MIDDLE, depth] = middle
        length += 1
    return -1


@compiled
def search(
    tables: NearTables,
    state: LoopState,
    work: int,
    longest: int,
) -> int:
    """Continue a search by up to `work` cubes of phase 1; phase 2 has at most `longest` turns. Return the outcome."""
    views, walk, ending, status, memo, most, flag = state
    view, length, depth = status[_VIEW], status[_LENGTH], status[_DEPTH]
    corners_to, edges_to = status[_CORNERS_TO], status[_EDGES_TO]
    outcome = RESTING
    until = status[_SEEN1] + work
    while status[_SEEN1] < until and flag[0] == 0:
        status[_SEEN1] += 1
        if depth < 0:
            # One view was searched completely, so no view has an answer left.
            if view >= 0 and length >= most[0]:
                outcome = DONE
                break
            view += 1
            if view == len(views):
                view = 0
                length += 1
            if length > most[0]:
                outcome = DONE
                break
            for row in range(WALK):
                walk[row, 0] = views[view, row]
            corners_to = edges_to = 0
            walk[_DISTANCE, 0] = bound1(tables, walk[PLACE, 0], walk[TWIST, 0])
            if walk[_DISTANCE, 0] > length:
                continue
            if length > 0:
                depth = 0
                walk[_TURN, 0] = -1
                walk[_OPEN, 0] = open_turns(
                    tables, memo, walk[PLACE, 0], walk[TWIST, 0], walk[_DISTANCE, 0], length - 1
                )
                continue
        else:
            place = walk[PLACE, depth]
            turn = walk[_TURN, depth] + 1
            while turn < 18 and not walk[_OPEN, depth] >> tables.turns[place & 15, turn] & 1:
                turn += 1
            if turn == 18:
                depth -= 1
                continue
            walk[_TURN, depth] = turn
            if depth > 0:
                before = walk[_TURN, depth - 1] // 3
                # Turns of opposite faces have a fixed order.
                if turn // 3 == before or turn // 3 + 3 == before:
                    continue
            corners_to, edges_to = min(corners_to, depth), min(edges_to, depth)
            left = length - depth - 1
            if left > 0:
                after = tables.places[place >> 4, tables.turns[place & 15, turn]]
                place = (after >> 4) << 4 | tables.products[place & 15, after & 15]
                twist = tables.twists[walk[TWIST, depth], turn]
                distance = walk[_DISTANCE, depth] - 1
                if distance < left:
                    distance = bound1(tables, place, twist)
                    if distance == 0 and left < _BACK:
                        continue
                depth += 1
                walk[_TURN, depth] = -1
                walk[PLACE, depth] = place
                walk[TWIST, depth] = twist
                walk[_DISTANCE, depth] = distance
                walk[_OPEN, depth] = open_turns(tables, memo, place, twist, distance, left - 1)
                continue
            if walk[_DISTANCE, depth] == 0:
                # The last turn was a turn of phase 2.
                continue
        # Phase 1 is complete.
        left = most[0] - length
        if left < 0:
            outcome = DONE
            break
        left = min(left, longest)
        while corners_to < length:
            turn = walk[_TURN, corners_to]
            walk[_CORNERS, corners_to + 1] = tables.corners[walk[_CORNERS, corners_to], turn]
            walk[_MIDDLE, corners_to + 1] = tables.fours[walk[_MIDDLE, corners_to], turn]
            corners_to += 1
        corner, middle = walk[_CORNERS, length], walk[_MIDDLE, length]
        if tables.pairs2[corner * 24 + middle] > left:
            continue
        while edges_to < length:
            turn = walk[_TURN, edges_to]
            walk[_UPPER, edges_to + 1] = tables.fours[walk[_UPPER, edges_to], turn]
            walk[_LOWER, edges_to + 1] = tables.fours[walk[_LOWER, edges_to], turn]
            edges_to += 1
        ending[_CORNERS, 0] = corner
        ending[_MIDDLE, 0] = middle
        ending[_EDGES, 0] = tables.merged[24 * walk[_UPPER, length] + walk[_LOWER, length] % 24]
        last = -1
        if length > 0:
            last = walk[_TURN, length - 1] // 3
        end = search_phase2(tables, ending, status, flag, last, left)
        if end >= 0:
            status[_FOUND] = length + end
            most[0] = min(most[0], length + end - 1)
            outcome = FOUND
            break
    status[_VIEW], status[_LENGTH], status[_DEPTH] = view, length, depth
    status[_CORNERS_TO], status[_EDGES_TO] = corners_to, edges_to
    return outcome


def typed_loops() -> tuple[TypedLoop, ...]:
    """Return the loop with the types that searches pass."""
    tables = sample_tables(
        NearTables,
        places=2,
        twists=2,
        twist_images=2,
        turns=2,
        products=2,
        corners=2,
        fours=2,
        edges=2,
        edge_images=2,
    )
    return (TypedLoop(search, (tables, sample_tables(LoopState, views=2, walk=2, ending=2), 0, 0)),)
