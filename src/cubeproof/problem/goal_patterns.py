"""The patterns of the named goals, and the labels that a goal compares instead of colours.

The relevant stickers are derived from the geometry, so a goal exists on every size that has its pieces.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import UsageError
from cubeproof.puzzle.cube import UNKNOWN, Cube
from cubeproof.puzzle.geometry import geometry
from cubeproof.puzzle.pieces import PieceKind, orbits
from cubeproof.sentences import Template

_NO_PIECES = Template("goal.no-pieces", "A cube of {size} layers has no {pieces}.")
_NO_PATTERN = Template("goal.no-pattern", "There is no such pattern on a cube of {size} layers.")
_CROSS_PIECES = Template("goal.cross-pieces", "cross")
_LAYER_PIECES = Template("goal.layer-pieces", "layer")
_F2L_PIECES = Template("goal.f2l-pieces", "lower layers")
_OLL_PIECES = Template("goal.oll-pieces", "face")
_CORNERS_PIECES = Template("goal.corners-pieces", "corners")
_EDGES_PIECES = Template("goal.edges-pieces", "edges")
_CENTRES_PIECES = Template("goal.centres-pieces", "movable centres")
_ORIENTED_PIECES = Template("goal.edges-oriented-pieces", "edges that could be flipped")

_Mask = Callable[[int], NDArray[np.bool_]]


def _kind(size: int, *kinds: PieceKind) -> NDArray[np.bool_]:
    """Return the mask of the stickers of pieces of these kinds."""
    mask = np.zeros(6 * size * size, dtype=bool)
    for orbit in orbits(size):
        if orbit.kind in kinds:
            mask[orbit.stickers.ravel()] = True
    return mask


def _middles(size: int) -> NDArray[np.bool_]:
    """Return the mask of the middle centres, which determine how a cube of odd size is held."""
    mask = np.zeros(6 * size * size, dtype=bool)
    for orbit in orbits(size):
        if orbit.fixed:
            mask[orbit.stickers.ravel()] = True
    return mask


def _kinds(*kinds: PieceKind) -> _Mask:
    return lambda size: _kind(size, *kinds) | _middles(size)


def _cross(size: int) -> NDArray[np.bool_]:
    mask: NDArray[np.bool_] = (geometry(size).layers("D") == 1) & ~_kind(size, PieceKind.CORNER)
    return mask | _middles(size)


def _layers(count: Callable[[int], int]) -> _Mask:
    return lambda size: (geometry(size).layers("D") <= count(size)) | _middles(size)


def _oriented_last(size: int) -> NDArray[np.bool_]:
    face: NDArray[np.bool_] = geometry(size).faces == 0
    return _layers(lambda layers: layers - 1)(size) | face


def edge_labels(cube: Cube) -> Cube:
    """Return the labels of edge orientation, also of partly unknown edges whose orientation is certain."""
    home = geometry(cube.size).faces
    colours = np.where(_middles(cube.size), cube.colours, UNKNOWN)
    # Labels of reference stickers and of other stickers: any two colours.
    labels = np.array([[0, 2], [2, 0]], dtype=np.int8)
    for orbit in orbits(cube.size):
        if orbit.kind is PieceKind.EDGE:
            pieces = home[orbit.stickers]
            current = cube.colours[orbit.stickers]
            # Both orientations of each piece in each slot: shape (slots, pieces, 2 ways). This does
            # not use `puzzle.assignment`: the checker relies on the meaning of goals, and shares no code
            # with the engines' reading of cubes.
            ways = np.stack([pieces, pieces[:, ::-1]], axis=1)
            fits = ((current[:, None, None] == ways) | (current < 0)[:, None, None]).all(axis=-1)
            settled = (current >= 0).all(axis=1)
            elsewhere = fits[settled].any(axis=(0, 2))
            fits[~settled] &= ~elsewhere[:, None]
            one_way = fits.any(axis=1)
            is_clear = one_way.sum(axis=1) == 1
            colours[orbit.stickers[is_clear]] = labels[one_way[is_clear].argmax(axis=1)]
    return Cube.from_colours(colours)


def oriented_edges(size: int) -> Cube:
    """Return the labels of edges that need no quarter turn of F or B."""
    if size % 2 == 0:
        raise UsageError(_NO_PIECES(size=size, pieces=_ORIENTED_PIECES()))
    return edge_labels(Cube(size))


def three_layers(alg: str, size: int) -> Cube:
    """Return the pattern that these turns make on a solved 3×3×3.

    Raises:
        UsageError: another size.
    """
    if size != 3:
        raise UsageError(_NO_PATTERN(size=size))
    return Cube(size).apply(alg)


# The goals that a mask of relevant stickers defines, by name: the word for their pieces, and the mask.
_MASKS = {
    "cross": (_CROSS_PIECES, _cross),
    "layer": (_LAYER_PIECES, _layers(lambda _: 1)),
    "f2l": (_F2L_PIECES, _layers(lambda size: size - 1)),
    "oll": (_OLL_PIECES, _oriented_last),
    "corners": (_CORNERS_PIECES, _kinds(PieceKind.CORNER)),
    "edges": (_EDGES_PIECES, _kinds(PieceKind.EDGE, PieceKind.WING)),
    "centres": (_CENTRES_PIECES, _kinds(PieceKind.CENTRE)),
}


def relevant_stickers(name: str, size: int) -> Cube:
    """Return the pattern of a goal of `_MASKS`: the solved cube with the irrelevant stickers unknown.

    Raises:
        UsageError: only middle centres matter on this size.
    """
    pieces, mask = _MASKS[name]
    wanted = mask(size)
    if not (wanted & ~_middles(size)).any():
        raise UsageError(_NO_PIECES(size=size, pieces=pieces()))
    return Cube.from_colours(np.where(wanted, geometry(size).faces, UNKNOWN))
