"""`CubeTurn`: the effect of a generator of a cube's problem on the layers, without comparing permutations.

The core does not move: it is the middle layer of each axis on odd sizes, the layer of the corner DBL on even sizes.
Every generator is a turn of layers outside the core, followed by a rotation of the whole cube::

    >>> core_turn(BlockTurn(Move("M")), 3)  # R L' x'
    CubeTurn(axis=1, amounts=(1, 0, 1), rotation=7)
    >>> core_turn(BlockTurn(Move("L")), 2)  # R x'
    CubeTurn(axis=1, amounts=(1, 0), rotation=7)
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from cubeproof.puzzle.geometry import LayerTurn, Slab, geometry, rotation_inverses, rotation_products
from cubeproof.puzzle.move import Move


class BlockTurn(NamedTuple):
    """A turn of a block of layers, followed by a rotation of the whole cube."""

    move: Move
    """The turn."""
    rotation: int = 0
    """The index of the rotation in `Geometry.rotations`."""


class CubeTurn(NamedTuple):
    """A turn of layers of one axis that does not move the core, followed by a rotation of the whole cube."""

    axis: int
    """0 for U and D, 1 for R and L, 2 for F and B."""
    amounts: tuple[int, ...]
    """Quarter turns of each layer, 0 to 3, clockwise as seen from U, R or F, starting at that face; 0 for the core."""
    rotation: int
    """The index of the rotation in `Geometry.rotations`."""


def core_turn(turn: BlockTurn, size: int, frame: int = 0) -> CubeTurn:
    """Return the effect of a turn on the layers outside the core.

    Args:
        turn: the turn of a block of layers.
        size: the number of layers.
        frame: the rotation that conjugates the turn: the result is `frame · turn · frame⁻¹` as a permutation.
    """
    layers = turn.move.slab(size).layers(size).seen_from(frame)
    core = core_amount(layers)
    products = rotation_products()
    after = products[products[frame, turn.rotation], rotation_inverses()[frame]]
    rotation = int(products[axis_rotation(layers.axis, core), after])
    return CubeTurn(layers.axis, tuple(layers.rotated(-core).amounts), rotation)


def core_amount(turn: LayerTurn) -> int:
    """Return the quarter turns of the core."""
    return turn.amounts[core_layer(len(turn.amounts))]


def core_layer(size: int) -> int:
    """Return the layer of the core, from 0."""
    return size // 2 if size % 2 else size - 1


def axis_rotation(axis: int, amount: int) -> int:
    """Return the index in `Geometry.rotations` of quarter turns of the whole cube about an axis."""
    return _axis_rotations()[axis][amount % 4]


@cache
def _axis_rotations() -> tuple[tuple[int, ...], ...]:
    cube = geometry(2)
    return tuple(
        tuple(cube.rotation_number(cube.turn(Slab(face, 1, 2, turns))) for turns in range(4))
        for face in "URF"
    )
