"""`NearSearch`: short answers for the 3×3×3 in milliseconds, and shorter ones while there is time.

A word that solves a cube is cut where its last turn is made that phase 2 has not. The beginning, phase 1, leads to
a cube whose orientations are all right and whose middle edges are in the middle layer; the end, phase 2, goes on
from there with U, D and half turns. For every length of a beginning, from 0 upwards, all beginnings are found, and
those ended that can be ended within the limit. Every answer lowers the limit. When all beginnings of as many
turns as the limit allows are done, there is no answer left: the last one is proved to be a shortest one.

The cube is seen in six ways: along each of the three axes, and undone instead of done. Seen so it has answers of the
same lengths, but other orientations and another middle layer: where one view needs a long phase 1, another may
need a short one.

    near_symmetry    the 16 symmetries of an axis, and what they make of coordinates
    near_fill        how pruning tables of whole phases are filled
    near_tables      all that is looked up, kept by the store
    near_loop        the loop

docs/two-phase.md says why that holds, what it takes, and what did not help.

Source: Herbert Kociemba, kociemba.org/cube.htm; the exact pruning table of phase 1 follows his Cube Explorer.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import COMPILES, interpreted, is_compiled
from cubeproof.contract.control import Control
from cubeproof.contract.engine import Word
from cubeproof.engines.search.two_phase.loop import DONE, FOUND, PLACE, TWIST, LoopState, bound1, search
from cubeproof.engines.search.two_phase.tables import NearTables, four_values, load
from cubeproof.errors import TableDamagedError
from cubeproof.puzzle.cubies import MIDDLE, Cubies, face_turns, phase1_values, rank
from cubeproof.puzzle.geometry import geometry
from cubeproof.store import Store

LONGEST = 18
"""The most turns that phase 2 needs for any cube."""

# Cubes that the loop looks at before Python may hear of Ctrl-C, compiled and not: some hundredths of a second.
_WORK, _WORK_INTERPRETED = 200_000, 500

# Longer ends take too long while shorter ones may be left: distances of phase 2 are exact up to 12 turns only.
_SHORT, _SHORT_INTERPRETED = 15, 10


@dataclass(eq=False)
class NearSearch:
    """Kociemba's two phases in a compiled loop. Several threads may run searches with the same one.

    >>> from cubeproof.puzzle.cubies import FACE_TURNS
    >>> near = NearSearch.load()
    >>> words, most, flag = [], np.array([20], dtype=np.int32), np.zeros(1, dtype=np.int32)
    >>> near.run(face_turns()[3][face_turns()[0]], most, flag, words.append)
    True
    >>> [[str(FACE_TURNS[turn]) for turn in word] for word in words][-1]
    ["U'", "R'"]
    """

    tables: NearTables
    """All that is looked up."""
    compiled: bool = COMPILES
    """Whether the loop is machine code; else Python runs it, which is a hundred times as slow."""

    @classmethod
    def load(
        cls, store: Store | None = None, control: Control | None = None, *, small: bool = False
    ) -> NearSearch:
        """Return a search with its tables from the store; missing tables are built and stored."""
        control = control or Control()
        while True:
            try:
                loaded = load(store, control, whole=COMPILES and not small)
                near = cls(loaded.tables, is_compiled(search) if small else COMPILES)
                if near.compiled:
                    # The loop is compiled, or read from disk, while checksums are made.
                    solved = np.arange(54, dtype=np.int16)
                    near.run(solved, np.zeros(1, dtype=np.int32), np.zeros(1, dtype=np.int32), _ignore)
                loaded.ensure(control)
                return near
            except TableDamagedError:
                # It is built again, as a note has said.
                continue

    def run(
        self,
        scramble: NDArray[np.int16],
        most: NDArray[np.int32],
        flag: NDArray[np.int32],
        found: Callable[[Word], None],
        nodes: int | None = None,
        tally: NDArray[np.int64] | None = None,
        rest: Callable[[int], None] = lambda _: None,
    ) -> bool:
        """Look for answers, each shorter than the one before, in this thread.

        Args:
            scramble: the permutation of stickers in gather form that is to be undone, shape (54,).
            most: shape (1,), how many turns the next answer may have. Every answer lowers it; the caller may change
                it while the search runs.
            flag: shape (1,), anything but 0 there ends the search within a tenth of a second.
            found: called with every answer, as numbers of `FACE_TURNS`.
            nodes: the number of cubes of phase 1 after which the search ends; None for no limit.
            tally: shape (2,), where the cubes seen in each phase are counted; not needed by the search.
            rest: called some fifty times a second with the number of cubes of phase 1 so far; it may wait.
        """
        views, ways = _views(scramble, self.tables)
        loop, work, shortest = (
            (search, _WORK, _SHORT)
            if self.compiled
            else (interpreted(search), _WORK_INTERPRETED, _SHORT_INTERPRETED)
        )
        state, longest = LoopState.begin(views, self._memo, most, flag), shortest
        end = math.inf if nodes is None else nodes
        tally = np.zeros(2, dtype=np.int64) if tally is None else tally
        while not flag[0] and tally[0] < end:
            before = state.seen.copy()
            outcome = loop(self._lent, LoopState._make(map(self._lend, state)), work, longest)
            tally += state.seen - before
            rest(int(tally[0]))
            if outcome == FOUND:
                view, turns = state.found
                found(ways[view].answer(turns))
            elif outcome == DONE and longest < min(LONGEST, most[0]):
                # Once more, with the ends that were left out.
                state, longest = LoopState.begin(views, self._memo, most, flag), LONGEST
            elif outcome == DONE:
                return True
        return False

    def bound(self, scramble: NDArray[np.int16]) -> int:
        """Return the number of face turns that this cube needs at least: those of phase 1, the most of all views."""
        views, _ = _views(scramble, self.tables)
        # Six look-ups are not worth compiling `bound1` for numbers of Python.
        look_up, tables = interpreted(bound1), NearTables._make(map(_viewed, self.tables))
        return max(int(look_up(tables, view[PLACE], view[TWIST])) for view in views.tolist())

    @cached_property
    def _memo(self) -> NDArray[np.int64]:
        return np.zeros(1 << 17, dtype=np.int64)

    @cached_property
    def _lent(self) -> NearTables:
        return NearTables._make(map(self._lend, self.tables))

    def _lend(self, given: Any) -> Any:
        """An array as the loop takes it: Python, where nothing is compiled, reads faster from a view of its memory."""
        return given if self.compiled else _viewed(given)


def _ignore(word: Word) -> None:
    del word


def _viewed(given: Any) -> Any:
    """A view of an array's memory, whose elements are numbers of Python."""
    return given if isinstance(given, bool) else memoryview(given)


@dataclass(frozen=True, eq=False)
class _Way:
    """One of the six ways to see a cube."""

    rotation: NDArray[np.int16]
    """Of the whole cube, in gather form."""
    back: NDArray[np.int16]
    """Its inverse."""
    inverted: bool
    """Whether the cube is undone instead of done."""
    turns: tuple[int, ...]
    """Shape (18,), which turn of the scramble makes up for a turn of the view."""

    def seen(self, scramble: NDArray[np.int16], undone: NDArray[np.int16]) -> NDArray[np.int16]:
        """The scramble, in gather form, as it is seen, by itself and its inverse."""
        # In gather form p[q] is p, then q; the view of p is back, p, rotation.
        return self.back[(undone if self.inverted else scramble)[self.rotation]]

    def answer(self, word: list[int]) -> Word:
        """Return the word that solves the scramble, from the turns that solve the view."""
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
    """Return the distinct starts of walks in all views, and the views of the scramble that they belong to."""
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
