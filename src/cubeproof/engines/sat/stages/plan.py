"""Which turns the stages have, size by size.

Up to the last stages of the 3×3×3, which are Thistlethwaite's, the turns shrink as in reductions of large cubes that
were found with tables. Everything else, labels, bonds and their arrangements, is derived from the turns.

3×3×3: edges oriented (`F B` by half turns from then on), corners oriented and the middle layer's edges in it (`R L` by half
turns too), then half turns alone.

4×4×4: centres on the axes of their faces, one axis after the other (inner layers by half turns from then on); wings oriented
and brought to their layers as the edges of the 3×3×3, while corners do not matter; the edges of U and D paired (inner
layers turn only between U and D from then on); the other four edges paired, and all centres solved; then a 3×3×3 whose
edges are oriented.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from cubeproof.engines.sat.stages.reading import permutation
from cubeproof.engines.sat.stages.stage import Stage
from cubeproof.puzzle.geometry import geometry
from cubeproof.puzzle.pieces import Kind, orbits, reachable

__all__ = ["SIZES", "plan"]

SIZES = (2, 3, 4)
"""The numbers of layers that there are plans for."""


def _any(blocks: str) -> tuple[str, ...]:
    return tuple(block + amount for block in blocks.split() for amount in ("", "2", "'"))


def _half(blocks: str) -> tuple[str, ...]:
    return tuple(block + "2" for block in blocks.split())


_OUTER = "U R F D L B"
_ORIENTED = _any("U D R L") + _half("F B")
_LAYERED = _any("U D") + _half("R L F B")
_HALF = _half(_OUTER)


@cache
def plan(size: int) -> tuple[Stage, ...]:
    """The stages for a cube of this size.

    >>> [stage.name for stage in plan(3)]
    ['edges oriented', 'corners oriented', 'half turns suffice', 'solved']
    """
    return {2: _two, 3: _three, 4: _four}[size]()


@dataclass
class _Marks:
    """Marks for the stickers of bound pieces, bond by bond."""

    size: int
    marks: list[int] = field(default_factory=list)
    bonds: list[tuple[int, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.marks = [-1] * (6 * self.size**2)

    def bind(self, groups: Iterable[Iterable[int]]) -> None:
        """One more bond: groups of stickers, each with a mark of its own."""
        bond = []
        for stickers in groups:
            bond.append(max(self.marks) + 1)
            for sticker in stickers:
                self.marks[sticker] = bond[-1]
        self.bonds.append(tuple(bond))


def _stage(
    name: str,
    marks: _Marks,
    turns: Sequence[str],
    then: Sequence[str],
    even: tuple[tuple[int, ...], ...] = (),
    gathered: tuple[int, ...] = (),
    free: tuple[int, ...] = (),
) -> Stage:
    bonds = tuple(marks.bonds)
    return Stage(name, marks.size, tuple(turns), tuple(then), bonds, tuple(marks.marks), even, gathered, free)


def _two() -> tuple[Stage, ...]:
    return (_stage("solved", _Marks(2), _any("U R F"), ()),)


def _three() -> tuple[Stage, ...]:
    return (
        _stage("edges oriented", _Marks(3), _any(_OUTER), _ORIENTED),
        _stage("corners oriented", _Marks(3), _ORIENTED, _LAYERED),
        *_end(3),
    )


def _end(size: int) -> tuple[Stage, ...]:
    """The last two stages, in which a larger cube turns like a 3×3×3."""
    marks = _centres(_Marks(size), _HALF)
    _bind_corners(marks)
    return (
        _stage("half turns suffice", marks, _LAYERED, _HALF, even=(_pieces(size, Kind.CORNER),)),
        _stage("solved", _centres(_Marks(size), ()), _HALF, ()),
    )


def _bind_corners(marks: _Marks) -> None:
    """Bind the corners in pairs, those of a tetrahedron on U and those on D.

    Under half turns the two tetrahedra keep the axis along which they are paired; with an even permutation that is all.
    """
    pairs: dict[tuple[bool, bool], list[int]] = {}
    for stickers in _slots(marks.size, Kind.CORNER):
        x, y, z = geometry(marks.size).cubies[stickers[0]].tolist()
        pairs.setdefault((x * y * z > 0, y > 0), []).extend(stickers)
    marks.bind(pairs.values())


def _four() -> tuple[Stage, ...]:
    wide = "Uw Rw Fw"
    outer = _any(_OUTER)
    first = outer + _any("Rw") + _half("Uw Fw")
    centred = outer + _half(wide)
    oriented = _ORIENTED + _half(wide)
    layered = _LAYERED + _half(wide)
    paired = _LAYERED + _half("Uw")
    wings = _pieces(4, Kind.WING)
    inner = tuple(wing for wing in wings if not _on_layer(4, wing))
    sides = reachable(np.stack([permutation(turn, 4) for turn in oriented]))
    corners = tuple(sticker for stickers in _slots(4, Kind.CORNER) for sticker in stickers)
    one_of_each = tuple(wing for wing in wings if sides[wing] == sides[wings[0]])
    return (
        _stage("centres on one axis", _Marks(4), outer + _any(wide), first),
        _stage("centres on all axes", _Marks(4), first, centred, even=(wings,)),
        _stage("edges oriented", _centres(_Marks(4), oriented), centred, oriented),
        _stage(
            "edges in their layers",
            _centres(_Marks(4), layered),
            oriented,
            layered,
            gathered=inner,
            free=corners,
        ),
        _stage(
            "outer edges paired",
            _edges(_centres(_Marks(4), paired), layer=True),
            layered,
            paired,
            free=corners,
        ),
        _stage(
            "all edges paired",
            _edges(_centres(_Marks(4), _ORIENTED), layer=False),
            paired,
            _ORIENTED,
            even=(one_of_each + _pieces(4, Kind.CORNER),),
            free=corners,
        ),
        _stage("corners oriented", _centres(_Marks(4), _LAYERED), _ORIENTED, _LAYERED),
        *_end(4),
    )


def _slots(size: int, kind: Kind) -> list[tuple[int, ...]]:
    return [slot.stickers for orbit in orbits(size) if orbit.kind is kind for slot in orbit.slots]


def _pieces(size: int, kind: Kind) -> tuple[int, ...]:
    """The reference stickers of all pieces of a kind."""
    return tuple(stickers[0] for stickers in _slots(size, kind))


def _on_layer(size: int, sticker: int) -> bool:
    """Whether a sticker's cubie is on U or D."""
    return bool(abs(geometry(size).cubies[sticker][1]) == size - 1)


def _centres(marks: _Marks, then: Sequence[str]) -> _Marks:
    """Bind the centres of opposite faces by their colours, where the next turns do not mix them freely."""
    faces = geometry(marks.size).faces
    moves = [permutation(turn, marks.size) for turn in then]
    reach = reachable(np.stack(moves)) if moves else np.arange(len(faces))
    for orbit in orbits(marks.size):
        if orbit.kind is not Kind.CENTRE or orbit.fixed:
            continue
        for axis in range(3):
            both = [
                sticker
                for (sticker,) in (slot.stickers for slot in orbit.slots)
                if faces[sticker] % 3 == axis
            ]
            colours = [[sticker for sticker in both if faces[sticker] == face] for face in (axis, axis + 3)]
            if len({int(reach[sticker]) for sticker in both}) > 1:
                marks.bind(colours)
    return marks


def _edges(marks: _Marks, *, layer: bool) -> _Marks:
    """Bind the pieces of each edge, of the edges on U and D or of the others."""
    cubies = geometry(marks.size).cubies
    edges: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for kind in (Kind.EDGE, Kind.WING):
        for stickers in _slots(marks.size, kind):
            cubie = cubies[stickers[0]]
            edge = tuple(np.where(np.abs(cubie) == marks.size - 1, cubie, 0).tolist())
            if _on_layer(marks.size, stickers[0]) == layer:
                edges.setdefault(edge, []).append(stickers)
    for pieces in edges.values():
        marks.bind(pieces)
    return marks
