"""`NearSearch`: finds short answers for the 3×3×3 in milliseconds, and shorter answers while there is time.

A word that solves a cube is split after its last turn that is not a turn of phase 2. The first part, phase 1, leads to
a cube with all orientations right and the middle edges in the middle layer; the second part, phase 2, consists of U, D
and half turns. For each length of the first part, from 0 upwards, all first parts are found, and completed if that is
possible within the limit. Each answer lowers the limit. When all first parts within the limit are searched, the last
answer is proved to be shortest.

There are six views of the cube: along each of the three axes, of the cube and of its inverse. All views have answers
of the same lengths, but different orientations and middle layers: if phase 1 is long in one view, it may be short in
another.

The page docs/two-phase.md derives the method, and lists its cost and what did not help.

Source: Herbert Kociemba, kociemba.org/cube.htm; the exact pruning table of phase 1 follows his Cube Explorer.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import COMPILES, interpreted
from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Word
from cubeproof.contract.preparation import compiling
from cubeproof.methods.two_phase.loop import (
    DONE,
    FOUND,
    PLACE,
    TWIST,
    LoopState,
    bound1,
    search,
    typed_loops,
)
from cubeproof.methods.two_phase.tables import NearTables, four_values, load
from cubeproof.puzzle.cubies import MIDDLE, Cubies, face_turns, phase1_values, rank
from cubeproof.puzzle.geometry import geometry
from cubeproof.store import Store

LONGEST = 18
"""The maximum length of phase 2 for any cube."""

# Cubes that the loop visits between two checks for Ctrl-C, compiled and not: some hundredths of a second.
_WORK, _WORK_INTERPRETED = 200_000, 500

# Longer second parts are too slow while shorter ones may exist: distances of phase 2 are exact only up to 12 turns.
_SHORT, _SHORT_INTERPRETED = 15, 10


@dataclass(eq=False)
class NearSearch:
    """Kociemba's two phases in a compiled loop. Several threads may use one object.

    >>> from cubeproof.puzzle.cubies import FACE_TURNS
    >>> near = NearSearch.load()
    >>> words, most, flag = [], np.array([20], dtype=np.int32), np.zeros(1, dtype=np.int32)
    >>> near.run(face_turns()[3][face_turns()[0]], most, flag, words.append)
    True
    >>> [[str(FACE_TURNS[turn]) for turn in word] for word in words][-1]
    ["U'", "R'"]
    """

    tables: NearTables
    """The tables."""
    compiled: bool = COMPILES
    """Whether the loop is compiled; Python is a hundred times slower."""

    @classmethod
    def load(
        cls, store: Store | None = None, control: Control | None = None, *, small: bool = False
    ) -> NearSearch:
        """Return a search with its tables from the store; missing tables are built and stored."""
        control = control or Control()
        compiled = COMPILES and (not small or all(loop.is_compiled for loop in typed_loops()))
        with compiling(typed_loops, control) if compiled else nullcontext():
            return cls(load(store, control, whole=COMPILES and not small), compiled)

    def run(
        self,
        scramble: NDArray[np.int16],
        most: NDArray[np.int32],
        flag: NDArray[np.int32],
        report: Callable[[Word], None],
        nodes: int | None = None,
        tally: NDArray[np.int64] | None = None,
        rest: Callable[[int], None] = lambda _: None,
        enough: int | None = None,
    ) -> bool:
        """Search for answers, each shorter than the previous one, in this thread; return whether all were searched.

        Args:
            scramble: the permutation of stickers to undo, in gather form, shape (54,).
            most: shape (1,), the maximum number of turns of the next answer. Each answer lowers it; the caller may
                change it during the search.
            flag: shape (1,), any value but 0 ends the search within a tenth of a second.
            report: called with each answer, as numbers of `FACE_TURNS`.
            nodes: the maximum number of cubes of phase 1; None for no limit.
            tally: output: shape (2,), the number of cubes visited in each phase; None if not needed.
            rest: called about fifty times a second with the number of cubes of phase 1 so far; it may pause.
            enough: search only first parts of at most this many turns, less than `most` by 1 or equal: that finds each
                word, since its last turn is a turn of phase 2 along its axis. Then return whether all words of at most
                this many turns were searched.
        """
        views, ways = _views(scramble, self.tables)
        if enough is not None:
            views, ways = self._one_direction(views, ways)
        loop, work, shortest = (
            (search, _WORK, _SHORT)
            if self.compiled
            else (interpreted(search), _WORK_INTERPRETED, _SHORT_INTERPRETED)
        )
        state, longest = LoopState.begin(views, self._memo, most, flag), shortest
        end = math.inf if nodes is None else nodes
        work = work if nodes is None else min(work, nodes)
        tally = np.zeros(2, dtype=np.int64) if tally is None else tally
        while not flag[0] and tally[0] < end:
            before = state.seen.copy()
            outcome = loop(self._lent, LoopState._make(map(self._lend, state)), work, longest)
            tally += state.seen - before
            rest(int(tally[0]))
            if outcome == FOUND:
                view, turns = state.answer
                report(ways[view].answer(turns))
            elif outcome == DONE and longest < min(LONGEST, most[0]):
                # Again, with the longer second parts.
                state, longest = LoopState.begin(views, self._memo, most, flag), LONGEST
            elif outcome == DONE:
                return True
            elif enough is not None and state.searched_in_all_views >= enough:
                break
        # A word has a first part in every view, so that one view shows that no word is left.
        return enough is not None and longest >= enough <= state.searched

    def bound(self, scramble: NDArray[np.int16]) -> int:
        """Return a lower bound for the face turns of this cube: the maximum over all views of the bound of phase 1."""
        return max(self._bounds(_views(scramble, self.tables)[0]))

    def _bounds(self, views: NDArray[np.int32]) -> list[int]:
        """Return the bound of phase 1 in each view."""
        # For six look-ups it is not worth compiling `bound1` for Python's numbers.
        look_up, tables = interpreted(bound1), NearTables._make(map(_viewed, self.tables))
        return [int(look_up(tables, view[PLACE], view[TWIST])) for view in views.tolist()]

    def _one_direction(
        self, views: NDArray[np.int32], ways: list[_Way]
    ) -> tuple[NDArray[np.int32], list[_Way]]:
        """Return the views of the cube or those of its inverse, with the larger bounds, and the largest first."""
        bounds = self._bounds(views)
        directions = [
            [number for number, way in enumerate(ways) if way.inverted is inverted]
            for inverted in (False, True)
        ]
        # Of equal views only one is left, so that a symmetric cube may have none in one direction.
        numbers = max(filter(None, directions), key=lambda members: sum(bounds[number] for number in members))
        numbers.sort(key=lambda number: -bounds[number])
        return np.ascontiguousarray(views[numbers]), [ways[number] for number in numbers]

    @cached_property
    def _memo(self) -> NDArray[np.int64]:
        return np.zeros(1 << 17, dtype=np.int64)

    @cached_property
    def _lent(self) -> NearTables:
        return NearTables._make(map(self._lend, self.tables))

    def _lend(self, value: Any) -> Any:
        """Return an array for the loop: without compilation, Python reads faster from a memory view."""
        return value if self.compiled else _viewed(value)


def _viewed(value: Any) -> Any:
    """Return a memory view of an array, whose elements are Python's numbers."""
    return value if isinstance(value, bool) else memoryview(value)


@dataclass(frozen=True, eq=False)
class _Way:
    """One of the six views of a cube."""

    rotation: NDArray[np.int16]
    """The rotation of the whole cube, in gather form."""
    back: NDArray[np.int16]
    """The inverse rotation."""
    inverted: bool
    """Whether it is a view of the inverse."""
    turns: tuple[int, ...]
    """The turn of the scramble for each turn of the view, shape (18,)."""

    def seen(self, scramble: NDArray[np.int16], undone: NDArray[np.int16]) -> NDArray[np.int16]:
        """Return the view of a scramble in gather form, given the scramble and its inverse."""
        # In gather form p[q] is first p, then q; the view of p is first back, then p, then rotation.
        return self.back[(undone if self.inverted else scramble)[self.rotation]]

    def answer(self, word: list[int]) -> Word:
        """Return the word that solves the scramble, given the turns that solve the view."""
        return tuple(self.turns[turn] for turn in (reversed(word) if self.inverted else word))


@cache
def _ways() -> tuple[_Way, ...]:
    rotations = geometry(3).rotations
    third = next(turn for turn in rotations[1:] if (turn[turn[turn]] == rotations[0]).all())
    number = {turn.tobytes(): index for index, turn in enumerate(face_turns())}
    ways = []
    for inverted in (False, True):
        for rotation in (rotations[0], third, third[third]):
            back = np.argsort(rotation).astype(np.int16)
            meant = rotation[face_turns()[:, back]]
            meant = np.argsort(meant, axis=1).astype(np.int16) if inverted else meant
            ways.append(_Way(rotation, back, inverted, tuple(number[turn.tobytes()] for turn in meant)))
    return tuple(ways)


def _views(scramble: NDArray[np.int16], tables: NearTables) -> tuple[NDArray[np.int32], list[_Way]]:
    """Return the distinct starts of walks in all views, and their views."""
    undone = np.argsort(scramble).astype(np.int16)
    different = {seen.tobytes(): (seen, way) for way in _ways() for seen in [way.seen(scramble, undone)]}
    cubes = Cubies.read(np.stack([seen for seen, _ in different.values()]))
    twist, flip, slots = phase1_values(cubes)
    edges = cubes.edges.origin
    nothing = np.zeros_like(twist)
    rows = (
        nothing,
        tables.starts[495 * flip + slots],
        twist,
        nothing,
        rank(cubes.corners.origin),
        *(four_values(edges, first) for first in (MIDDLE, 0, 4)),
        nothing,
    )
    return np.ascontiguousarray(np.stack(rows, axis=1), dtype=np.int32), [
        way for _, way in different.values()
    ]
