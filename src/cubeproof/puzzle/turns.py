"""The usual turns of a cube, for keyboards and buttons."""

from collections.abc import Iterator
from enum import StrEnum

from cubeproof.puzzle.geometry import FACES, check_size
from cubeproof.puzzle.move import Move


class TurnKind(StrEnum):
    """The kind of part that turns."""

    FACE = "face"
    SLICE = "slice"
    WIDE = "wide"
    ROTATION = "rotation"


def turn_kind(move: Move, size: int) -> TurnKind:
    """Return what a move turns on a cube of this size: a face, inner layers, a face with inner layers, or the cube.

    >>> [turn_kind(Move(*turn), 3).value for turn in (("R",), ("M",), ("R", 1, 1, 2), ("x",))]
    ['face', 'slice', 'wide', 'rotation']
    """
    slab = move.slab(size)
    if slab.first == 1 and slab.last == size:
        return TurnKind.ROTATION
    if slab.first > 1 and slab.last < size:
        return TurnKind.SLICE
    return TurnKind.FACE if slab.first == slab.last else TurnKind.WIDE


def named_turns(size: int) -> tuple[Move, ...]:
    """Return the usual turns of a cube, each clockwise, as a half turn, and anticlockwise.

    The 2×2×2 has the nine turns of R, U and F, which keep the corner DBL in place and reach every state. Larger cubes
    have turns of faces, of single inner layers, counted from the nearer face (the middle layers are M, E, S), of blocks
    of a face and its neighbours up to half of the cube, and rotations of the whole cube.

    >>> " ".join(map(str, named_turns(2)))
    "R R2 R' U U2 U' F F2 F'"
    >>> len(named_turns(3)), [str(turn) for turn in named_turns(5) if turn.family == "R" and turn.amount == 1]
    (54, ['R', '2R', 'Rw'])
    """
    return tuple(
        Move(move.family, amount, move.first, move.last)
        for move in _clockwise(check_size(size))
        for amount in (1, 2, -1)
    )


def _clockwise(size: int) -> Iterator[Move]:
    if size == 2:
        yield from map(Move, "RUF")
        return
    yield from map(Move, FACES)
    for layer in range(2, size // 2 + 1):
        yield from (Move(face, 1, layer, layer) for face in FACES)
    if size % 2:
        yield from map(Move, "MES")
    for last in range(2, max(2, size // 2) + 1):
        yield from (Move(face, 1, 1, last) for face in FACES)
    yield from map(Move, "xyz")
