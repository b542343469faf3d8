"""Goals by name: partial patterns such as the cross, and the classic pretty ones.

A partial goal is the solved cube with the stickers that do not matter left unknown. What matters is said by the geometry,
so a goal makes sense on every size that has such pieces. As cubers hold the cube, layers are built from D upwards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import UsageError
from cubeproof.puzzle.cube import UNKNOWN, Cube
from cubeproof.puzzle.geometry import geometry
from cubeproof.puzzle.pieces import Kind, orbits

__all__ = ["GOALS", "Goal", "named_goal"]

_Mask = Callable[[int], NDArray[np.bool_]]


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal that has a name.

    Attributes:
        name: as users call it.
        summary: what it asks for, in a few words.
        pattern: from a size to the pattern to be reached.
        view: from the start to what the goal sees of it; where colours are what counts, all of it.
    """

    name: str
    summary: str
    pattern: Callable[[int], Cube]
    view: Callable[[Cube], Cube] = lambda start: start

    @cache  # noqa: B019 - there are as many goals as this module names
    def suits(self, size: int) -> bool:
        """Whether there is such a goal on a cube of this size.

        >>> named_goal("cross").suits(2), named_goal("layer").suits(2)
        (False, True)
        """
        try:
            self.pattern(size)
        except UsageError:
            return False
        return True


def named_goal(name: str) -> Goal:
    """The goal with this name.

    Raises:
        UsageError: there is none.

    >>> named_goal("cross").pattern(3).facelets[27:36]
    '?D?DDD?D?'
    """
    if name not in GOALS:
        raise UsageError(
            f"There is no goal {name!r}; there are {', '.join(GOALS)}, and facelet strings with ?."
        )
    return GOALS[name]


def _kind(size: int, *kinds: Kind) -> NDArray[np.bool_]:
    """The stickers of pieces of these kinds."""
    mask = np.zeros(6 * size * size, dtype=bool)
    for orbit in orbits(size):
        if orbit.kind in kinds:
            mask[orbit.stickers.ravel()] = True
    return mask


def _middles(size: int) -> NDArray[np.bool_]:
    """The middle centres, which say how a cube of odd size is held."""
    mask = np.zeros(6 * size * size, dtype=bool)
    for orbit in orbits(size):
        if orbit.fixed:
            mask[orbit.stickers.ravel()] = True
    return mask


def _masked(what: str, mask: _Mask) -> Callable[[int], Cube]:
    def pattern(size: int) -> Cube:
        wanted = mask(size)
        if not (wanted & ~_middles(size)).any():
            raise UsageError(f"A cube of {size} layers has no {what}.")
        return Cube.from_colours(np.where(wanted, geometry(size).faces, UNKNOWN))

    return pattern


def _made(alg: str, sizes: Callable[[int], bool]) -> Callable[[int], Cube]:
    def pattern(size: int) -> Cube:
        if not sizes(size):
            raise UsageError(f"There is no such pattern on a cube of {size} layers.")
        return Cube(size).apply(alg)

    return pattern


def _cross(size: int) -> NDArray[np.bool_]:
    mask: NDArray[np.bool_] = (geometry(size).layers("D") == 1) & ~_kind(size, Kind.CORNER)
    return mask | _middles(size)


def _layers(count: Callable[[int], int]) -> _Mask:
    return lambda size: (geometry(size).layers("D") <= count(size)) | _middles(size)


def _oriented_last(size: int) -> NDArray[np.bool_]:
    face: NDArray[np.bool_] = geometry(size).faces == 0
    return _layers(lambda layers: layers - 1)(size) | face


def _edge_labels(cube: Cube) -> Cube:
    """What edge orientation sees of a cube: on each edge which sticker is the reference, and how the cube is held.

    Of an edge that is known in part, what all pieces have in common that it can be.
    """
    home = geometry(cube.size).faces
    colours = np.where(_middles(cube.size), cube.colours, UNKNOWN)
    # Any two colours will do as labels, for what is a reference and what is not.
    labels = np.array([[0, 2], [2, 0]], dtype=np.int8)
    for orbit in orbits(cube.size):
        if orbit.kind is Kind.EDGE:
            pieces = home[orbit.stickers]
            shown = cube.colours[orbit.stickers]
            # Both ways in which each piece can stand in each slot: shape (slots, pieces, 2 ways). Said here and not asked of
            # `puzzle.fitting`: a checker believes what goals mean, and shares nothing with what engines read cubes by.
            ways = np.stack([pieces, pieces[:, ::-1]], axis=1)
            fits = ((shown[:, None, None] == ways) | (shown < 0)[:, None, None]).all(axis=-1)
            settled = (shown >= 0).all(axis=1)
            elsewhere = fits[settled].any(axis=(0, 2))
            fits[~settled] &= ~elsewhere[:, None]
            one_way = fits.any(axis=1)
            known = one_way.sum(axis=1) == 1
            colours[orbit.stickers[known]] = labels[one_way[known].argmax(axis=1)]
    return Cube.from_colours(colours)


def _oriented_edges(size: int) -> Cube:
    if size % 2 == 0:
        raise UsageError(f"A cube of {size} layers has no edges that could be flipped.")
    return _edge_labels(Cube(size))


def _is_three(size: int) -> bool:
    return size == 3


GOALS = {
    goal.name: goal
    for goal in (
        Goal("solved", "every face of one colour", Cube),
        Goal("cross", "the edges and centres around D", _masked("cross", _cross)),
        Goal("layer", "the layer of D", _masked("layer", _layers(lambda _: 1))),
        Goal("f2l", "all layers but the last", _masked("lower layers", _layers(lambda size: size - 1))),
        Goal("oll", "all layers but the last, and its face U of one colour", _masked("face", _oriented_last)),
        Goal(
            "corners",
            "the corners",
            _masked("corners", lambda size: _kind(size, Kind.CORNER) | _middles(size)),
        ),
        Goal(
            "edges",
            "the edges",
            _masked("edges", lambda size: _kind(size, Kind.EDGE, Kind.WING) | _middles(size)),
        ),
        Goal("centres", "the centres", _masked("movable centres", lambda size: _kind(size, Kind.CENTRE))),
        Goal("edges-oriented", "edges that need no quarter turn of F or B", _oriented_edges, _edge_labels),
        Goal(
            "superflip",
            "every edge flipped where it is",
            _made("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", _is_three),
        ),
        Goal("checkerboard", "two colours on every face, like a chessboard", _made("M2 E2 S2", _is_three)),
        Goal("six-spots", "every centre on another face", _made("U D' R L' F B' U D'", _is_three)),
        Goal("four-spots", "four centres on the opposite faces", _made("F2 B2 U D' R2 L2 U D'", _is_three)),
        Goal(
            "cube-in-a-cube",
            "a small cube in a corner of the large one",
            _made("F L F U' R U F2 L2 U' L' B D' B' L2 U", _is_three),
        ),
        Goal(
            "cube-in-a-cube-in-a-cube",
            "a cube in a cube in a cube",
            _made("U' L' U' F' R2 B' R F U B2 U B' L U' F U R F'", _is_three),
        ),
    )
}
"""All goals that have a name."""
