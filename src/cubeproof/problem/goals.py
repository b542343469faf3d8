"""Named goals: partial patterns such as the cross, and classic pretty patterns.

A partial goal is the solved cube with the irrelevant stickers unknown. The relevant stickers are derived from the
geometry, so a goal exists on every size that has such pieces. Layers are built from D upwards, as cubers do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import UsageError
from cubeproof.puzzle.cube import UNKNOWN, Cube
from cubeproof.puzzle.geometry import geometry
from cubeproof.puzzle.pieces import PieceKind, orbits
from cubeproof.sentences import Sentence, Template

_UNKNOWN = Template(
    "goal.unknown", "There is no goal {name!r}; there are {names}, and facelet strings with ?."
)
_NO_PIECES = Template("goal.no-pieces", "A cube of {size} layers has no {pieces}.")
_NO_PATTERN = Template("goal.no-pattern", "There is no such pattern on a cube of {size} layers.")

_SOLVED = Template("goal.solved", "solved")
_SOLVED_SUMMARY = Template("goal.solved-summary", "every face of one colour")
_CROSS = Template("goal.cross", "cross")
_CROSS_SUMMARY = Template("goal.cross-summary", "the edges and centres around D")
_CROSS_PIECES = Template("goal.cross-pieces", "cross")
_LAYER = Template("goal.layer", "layer")
_LAYER_SUMMARY = Template("goal.layer-summary", "the layer of D")
_LAYER_PIECES = Template("goal.layer-pieces", "layer")
_F2L = Template("goal.f2l", "f2l")
_F2L_SUMMARY = Template("goal.f2l-summary", "all layers but the last")
_F2L_PIECES = Template("goal.f2l-pieces", "lower layers")
_OLL = Template("goal.oll", "oll")
_OLL_SUMMARY = Template("goal.oll-summary", "all layers but the last, and its face U of one colour")
_OLL_PIECES = Template("goal.oll-pieces", "face")
_CORNERS = Template("goal.corners", "corners")
_CORNERS_SUMMARY = Template("goal.corners-summary", "the corners")
_CORNERS_PIECES = Template("goal.corners-pieces", "corners")
_EDGES = Template("goal.edges", "edges")
_EDGES_SUMMARY = Template("goal.edges-summary", "the edges")
_EDGES_PIECES = Template("goal.edges-pieces", "edges")
_CENTRES = Template("goal.centres", "centres")
_CENTRES_SUMMARY = Template("goal.centres-summary", "the centres")
_CENTRES_PIECES = Template("goal.centres-pieces", "movable centres")
_ORIENTED = Template("goal.edges-oriented", "edges oriented")
_ORIENTED_SUMMARY = Template("goal.edges-oriented-summary", "edges that need no quarter turn of F or B")
_ORIENTED_PIECES = Template("goal.edges-oriented-pieces", "edges that could be flipped")
_SUPERFLIP = Template("goal.superflip", "superflip")
_SUPERFLIP_SUMMARY = Template("goal.superflip-summary", "every edge flipped where it is")
_CHECKERBOARD = Template("goal.checkerboard", "checkerboard")
_CHECKERBOARD_SUMMARY = Template("goal.checkerboard-summary", "two colours on every face, like a chessboard")
_SIX_SPOTS = Template("goal.six-spots", "six spots")
_SIX_SPOTS_SUMMARY = Template("goal.six-spots-summary", "every centre on another face")
_FOUR_SPOTS = Template("goal.four-spots", "four spots")
_FOUR_SPOTS_SUMMARY = Template("goal.four-spots-summary", "four centres on the opposite faces")
_CUBE_IN_CUBE = Template("goal.cube-in-a-cube", "cube in a cube")
_CUBE_IN_CUBE_SUMMARY = Template("goal.cube-in-a-cube-summary", "a small cube in a corner of the large one")
_THREE_CUBES = Template("goal.cube-in-a-cube-in-a-cube", "cube in a cube in a cube")
_THREE_CUBES_SUMMARY = Template("goal.cube-in-a-cube-in-a-cube-summary", "a cube in a cube in a cube")

_Mask = Callable[[int], NDArray[np.bool_]]


@dataclass(frozen=True, slots=True)
class Goal:
    """A named goal."""

    name: str
    """Its name in commands and requests."""
    title: Sentence
    """Label of a button."""
    summary: Sentence
    """The required stickers, in a few words."""
    pattern: Callable[[int], Cube]
    """Returns the pattern to reach on a cube of a size."""
    view: Callable[[Cube], Cube] = lambda start: start
    """Reduces the start to the labels that the goal uses; unchanged if the goal uses colours."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickle cannot find the functions of a goal if they are local.
        if GOALS.get(self.name) is self:
            return named_goal, (self.name,)
        return Goal, (self.name, self.title, self.summary, self.pattern, self.view)

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
    """Return the goal with this name.

    Raises:
        UsageError: an unknown name.

    >>> named_goal("cross").pattern(3).facelets[27:36]
    '?D?DDD?D?'
    """
    if name not in GOALS:
        raise UsageError(_UNKNOWN(name=name, names=list(GOALS)))
    return GOALS[name]


def read_goal(text: str | None, size: int, order: str | None = None) -> Cube | str | None:
    """Return the goal of a text: a goal's name, or the cube of a facelet string; None for None.

    `order` is the order of the faces in a facelet string, as for `Cube.from_facelets`.

    Raises:
        UsageError: not a goal's name, and not a facelet string.

    >>> read_goal("cross", 3), read_goal("UUUURRRRFFFFDDDDLLLLBBBB", 2) == Cube(2)
    ('cross', True)
    """
    if text is None or text in GOALS:
        return text
    if len(text) >= 6 * size * size or set(text) <= set("URFDLB?"):
        return Cube.from_facelets(text, size, order=order)
    return named_goal(text).name


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


def _mask(pieces: Template, mask: _Mask) -> Callable[[int], Cube]:
    """Return the function from a size to a goal's pattern; it refuses sizes where only middle centres matter."""

    def pattern(size: int) -> Cube:
        wanted = mask(size)
        if not (wanted & ~_middles(size)).any():
            raise UsageError(_NO_PIECES(size=size, pieces=pieces()))
        return Cube.from_colours(np.where(wanted, geometry(size).faces, UNKNOWN))

    return pattern


def _pattern_of(alg: str, sizes: Callable[[int], bool]) -> Callable[[int], Cube]:
    def pattern(size: int) -> Cube:
        if not sizes(size):
            raise UsageError(_NO_PATTERN(size=size))
        return Cube(size).apply(alg)

    return pattern


def _cross(size: int) -> NDArray[np.bool_]:
    mask: NDArray[np.bool_] = (geometry(size).layers("D") == 1) & ~_kind(size, PieceKind.CORNER)
    return mask | _middles(size)


def _layers(count: Callable[[int], int]) -> _Mask:
    return lambda size: (geometry(size).layers("D") <= count(size)) | _middles(size)


def _oriented_last(size: int) -> NDArray[np.bool_]:
    face: NDArray[np.bool_] = geometry(size).faces == 0
    return _layers(lambda layers: layers - 1)(size) | face


def _edge_labels(cube: Cube) -> Cube:
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


def _oriented_edges(size: int) -> Cube:
    if size % 2 == 0:
        raise UsageError(_NO_PIECES(size=size, pieces=_ORIENTED_PIECES()))
    return _edge_labels(Cube(size))


def _is_three(size: int) -> bool:
    return size == 3


GOALS = {
    goal.name: goal
    for goal in (
        Goal("solved", _SOLVED(), _SOLVED_SUMMARY(), Cube),
        Goal("cross", _CROSS(), _CROSS_SUMMARY(), _mask(_CROSS_PIECES, _cross)),
        Goal("layer", _LAYER(), _LAYER_SUMMARY(), _mask(_LAYER_PIECES, _layers(lambda _: 1))),
        Goal("f2l", _F2L(), _F2L_SUMMARY(), _mask(_F2L_PIECES, _layers(lambda size: size - 1))),
        Goal("oll", _OLL(), _OLL_SUMMARY(), _mask(_OLL_PIECES, _oriented_last)),
        Goal("corners", _CORNERS(), _CORNERS_SUMMARY(), _mask(_CORNERS_PIECES, _kinds(PieceKind.CORNER))),
        Goal(
            "edges", _EDGES(), _EDGES_SUMMARY(), _mask(_EDGES_PIECES, _kinds(PieceKind.EDGE, PieceKind.WING))
        ),
        Goal("centres", _CENTRES(), _CENTRES_SUMMARY(), _mask(_CENTRES_PIECES, _kinds(PieceKind.CENTRE))),
        Goal("edges-oriented", _ORIENTED(), _ORIENTED_SUMMARY(), _oriented_edges, _edge_labels),
        Goal(
            "superflip",
            _SUPERFLIP(),
            _SUPERFLIP_SUMMARY(),
            _pattern_of("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2", _is_three),
        ),
        Goal("checkerboard", _CHECKERBOARD(), _CHECKERBOARD_SUMMARY(), _pattern_of("M2 E2 S2", _is_three)),
        Goal("six-spots", _SIX_SPOTS(), _SIX_SPOTS_SUMMARY(), _pattern_of("U D' R L' F B' U D'", _is_three)),
        Goal(
            "four-spots",
            _FOUR_SPOTS(),
            _FOUR_SPOTS_SUMMARY(),
            _pattern_of("F2 B2 U D' R2 L2 U D'", _is_three),
        ),
        Goal(
            "cube-in-a-cube",
            _CUBE_IN_CUBE(),
            _CUBE_IN_CUBE_SUMMARY(),
            _pattern_of("F L F U' R U F2 L2 U' L' B D' B' L2 U", _is_three),
        ),
        Goal(
            "cube-in-a-cube-in-a-cube",
            _THREE_CUBES(),
            _THREE_CUBES_SUMMARY(),
            _pattern_of("U' L' U' F' R2 B' R F U B2 U B' L U' F U R F'", _is_three),
        ),
    )
}
"""All named goals, by name."""
