"""Builds and loads the tables of the two-phase search: coordinates, their images under turns, and pruning tables.

The search uses these coordinates:

    place    16 · class + symmetry of flip and slots, 64,430 classes of the 1,013,760 values; the symmetry maps the
             cube to the representative
    twist    0 to 2186
    corners  the permutation of the corners, 0 to 40,319
    middle   the slots of the four edges of the middle layer, in order: 0 to 11,879; below 24 in phase 2
    upper    the slots of the first four of the other eight edges, in order, `lower` of the last four
    edges    the permutation of these eight in phase 2, 0 to 40,319, determined by `upper` and `lower`

Compiled loops use a pruning table for all of phase 1 (class × twist, 70 MB) and one for phase 2 (class of corners ×
edges, 56 MB; distances above 12 are stored as 13), built in seconds. Without Numba building them would take hours, so
tables for pairs of coordinates are used (`pair_tables`), and the only symmetry is the identity.
"""

from __future__ import annotations

import math
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import COMPILES
from cubeproof.contract.build_progress import BuildProgress
from cubeproof.contract.control import Control
from cubeproof.contract.events import Progress, ignore
from cubeproof.contract.table import Table, verified
from cubeproof.errors import UnsupportedError
from cubeproof.methods.two_phase.stored_tables import SMALL, WHOLE, WHOLE1, WHOLE2
from cubeproof.methods.two_phase.symmetry import (
    SYMMETRIES,
    axis_symmetries,
    corner_images,
    edge_images,
    flip_slot_images,
    products,
    twist_images,
)
from cubeproof.puzzle.cubies import (
    MIDDLE,
    Values,
    combination,
    face_turns,
    phase1_moves,
    phase2_moves,
    phase2_turns,
    rank,
    slot_sets,
    turn_cubies,
)
from cubeproof.sentences import Template
from cubeproof.store import Store
from cubeproof.tables.compiled_distances import CompiledDistances
from cubeproof.tables.distances import Folded
from cubeproof.tables.packing import packed
from cubeproof.tables.symmetries import Classes, conjugate_turns
from cubeproof.tables.views import NumberedView, ProductView, View

NOT_COMPILED = Template("search.not-compiled", "The table {table} requires Numba, which is not installed.")
"""The reason why a table of compiled loops cannot be built."""

# Longer distances of phase 2 are not distinguished: phase 1 rarely leaves that many turns.
_FAR = 13


class NearTables(NamedTuple):
    """The tables as arrays, or without compilation as memory views, from which Python reads faster."""

    whole: bool
    """Whether the pruning tables cover whole phases."""
    prune1: NDArray[np.uint8]
    """Distances in phase 1 at class · 2187 + twist, four bits each; if not whole, the distances of twist and slots, of
    flip and slots, and of twist and flip, concatenated, one byte each."""
    prune2: NDArray[np.uint8]
    """Distances in phase 2 at class · 40320 + edges, four bits each; empty if not whole."""
    pairs2: NDArray[np.uint8]
    """Distances in phase 2 of corners and middle, then of edges and middle, one byte each."""
    starts: NDArray[np.int32]
    """The place of each flip with slots, shape (1013760,)."""
    places: NDArray[np.int32]
    """The place after each turn of each representative, shape (classes, 18)."""
    twists: NDArray[np.uint16]
    """The twist after each turn, shape (2187, 18)."""
    twist_images: NDArray[np.uint16]
    """The image of each twist under each symmetry, shape (2187, 16)."""
    turns: NDArray[np.uint8]
    """The image of each turn under each symmetry, shape (16, 18)."""
    products: NDArray[np.uint8]
    """The product of each two symmetries, shape (16, 16)."""
    corners: NDArray[np.uint16]
    """The corners after each turn, shape (40320, 18)."""
    fours: NDArray[np.uint16]
    """The slots of four edges after each turn, shape (11880, 18)."""
    merged: NDArray[np.uint16]
    """The edges at 24 · upper + lower % 24, shape (285120,)."""
    edges: NDArray[np.uint16]
    """The edges after each turn of phase 2; 0 after other turns, shape (40320, 18)."""
    corner_places: NDArray[np.int32]
    """16 · class + symmetry of the corners, shape (40320,)."""
    edge_images: NDArray[np.uint16]
    """The image of the edges under each symmetry, shape (40320, 16)."""
    ends: NDArray[np.uint8]
    """The numbers of the turns of phase 2, shape (10,)."""


_Array = NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.int32]

# The arrays of the coordinates' file, in its order: shapes and types.
_KEPT: dict[str, tuple[tuple[int, ...], type[np.generic]]] = {
    "starts": ((1_013_760,), np.int32),
    "places": ((64_430, 18), np.int32),
    "corner_places": ((40_320,), np.int32),
    "twists": ((2187, 18), np.uint16),
    "twist_images": ((2187, SYMMETRIES), np.uint16),
    "corners": ((40_320, 18), np.uint16),
    "fours": ((11_880, 18), np.uint16),
    "merged": ((285_120,), np.uint16),
    "edges": ((40_320, 18), np.uint16),
    "edge_images": ((40_320, SYMMETRIES), np.uint16),
    "turns": ((SYMMETRIES, 18), np.uint8),
    "products": ((SYMMETRIES, SYMMETRIES), np.uint8),
    "ends": ((10,), np.uint8),
}


def four_values(origin: NDArray[np.int8], first: int) -> Values:
    """Return the slots of four edges, in order, as a number: shape (cubes, 12) → (cubes,), 0 to 11,879.

    >>> four_values(np.arange(12, dtype=np.int8)[None], MIDDLE).tolist()
    [0]
    """
    among = (origin >= first) & (origin < first + 4)
    return 24 * combination(among) + rank(origin[among].reshape(-1, 4))


def _flip_slots_view() -> View:
    """Return flip and slots as one coordinate, 495 · flip + slots."""
    _, flips, slots = phase1_moves()
    return ProductView(NumberedView(flips), NumberedView(slots))


def _flip_slots_after(values: NDArray[np.int64]) -> NDArray[np.int32]:
    """Return flip and slots after each of the 18 turns: shape (values, 18)."""
    view = _flip_slots_view()
    # One turn after another, because all values take 70 MB.
    after = np.empty((len(values), view.generators), dtype=np.int32)
    for turn in range(view.generators):
        after[:, turn] = view.after(values, turn)
    return after


def _turns_through() -> NDArray[np.intp]:
    turns = conjugate_turns(face_turns(), axis_symmetries())
    assert turns is not None, "symmetries of the cube make turns of turns"
    return turns


def _coordinates() -> dict[str, _Array]:
    """Return the arrays of the coordinates' file, by their names in `NearTables`."""
    turns, ends = turn_cubies(), phase2_turns()
    orders = np.array(list(permutations(range(4))), dtype=np.int8)
    # Four edges by their order, and 11 for each of the other edges.
    placed = np.full((len(slot_sets()), len(orders), 12), 11, dtype=np.int8)
    for number, taken in enumerate(slot_sets()):
        placed[number][:, taken] = orders
    fours = placed.reshape(-1, 12)
    arranged = np.array(list(permutations(range(8))), dtype=np.int8)
    middle = np.tile(np.arange(MIDDLE, 12, dtype=np.int8), (len(arranged), 1))
    origin = np.hstack([arranged, middle])
    merged = np.zeros(24 * len(fours), dtype=np.uint16)
    merged[24 * four_values(origin, 0) + four_values(origin, 4) % 24] = np.arange(len(arranged))
    edges = np.zeros((len(arranged), 18), dtype=np.uint16)
    edges[:, ends] = phase2_moves()[1]
    classes = Classes.of(flip_slot_images().T)
    return {
        "starts": classes.places,
        "places": classes.places[_flip_slots_after(classes.representatives)],
        "corner_places": Classes.of(corner_images().T).places,
        "twists": phase1_moves()[0].astype(np.uint16),
        "twist_images": twist_images().astype(np.uint16),
        "corners": np.stack([rank(arranged[:, turn]) for turn in turns.corners.origin], axis=1).astype(
            np.uint16
        ),
        "fours": np.stack([four_values(fours[:, turn], 0) for turn in turns.edges.origin], axis=1).astype(
            np.uint16
        ),
        "merged": merged,
        "edges": edges,
        "edge_images": edge_images().astype(np.uint16),
        "turns": _turns_through().astype(np.uint8),
        "products": products(),
        "ends": ends.astype(np.uint8),
    }


def built_coordinates(progress: Progress = ignore) -> bytes:
    """Return the table of coordinates and of their images under turns and symmetries, as stored."""
    del progress
    arrays = _coordinates()
    return b"".join(arrays[name].astype(kind).tobytes() for name, (_, kind) in _KEPT.items())


def _filled(
    table: Table, views: tuple[View, View], images: tuple[Values, Values], progress: Progress, most: int
) -> NDArray[np.uint8]:
    """Return the distances of two coordinates, the first one in classes, in four bits each."""
    if not COMPILES:
        raise UnsupportedError(NOT_COMPILED(table=table.name))
    report = BuildProgress(table.name, progress)
    report(0)
    folded = Folded.of(views, [image.T for image in images])
    distances = CompiledDistances(views, folded=folded).finish(report, most)
    report(1)
    return packed(distances.astype(np.uint8, copy=False), 4)


def built_whole1(progress: Progress = ignore) -> NDArray[np.uint8]:
    """Return the pruning table of phase 1, as stored."""
    views = _flip_slots_view(), NumberedView(phase1_moves()[0])
    return _filled(WHOLE1, views, (flip_slot_images(), twist_images()), progress, 15)


def built_whole2(progress: Progress = ignore) -> NDArray[np.uint8]:
    """Return the pruning table of corners and edges in phase 2, as stored."""
    corners, edges, _ = phase2_moves()
    views = NumberedView(corners), NumberedView(edges)
    return _filled(WHOLE2, views, (corner_images(), edge_images()), progress, _FAR)


def load(store: Store | None, control: Control, *, whole: bool = COMPILES) -> NearTables:
    """Return the tables from the store; build and store missing tables.

    Args:
        store: the store; the user's cache folder by default.
        control: receives progress of builds and warnings of the store; can stop builds.
        whole: whether to use the pruning tables of whole phases, which require compiled loops.
    """
    stored = verified(control, store, *(WHOLE if whole else SMALL))
    content, prune1, *prune2, pairs2 = (array.data for array in stored)
    arrays = {}
    for name, (shape, kind) in _KEPT.items():
        size = math.prod(shape) * np.dtype(kind).itemsize
        arrays[name] = content[:size].view(kind).reshape(shape)
        content = content[size:]
    if not whole:
        prune2 = [np.zeros(0, dtype=np.uint8)]
        every = np.arange(len(arrays["starts"]), dtype=np.int64)
        arrays["starts"] = (SYMMETRIES * every).astype(np.int32)
        arrays["places"] = _flip_slots_after(every)
        arrays["places"] *= SYMMETRIES
    return NearTables(whole, prune1, prune2[0], pairs2, **arrays)
