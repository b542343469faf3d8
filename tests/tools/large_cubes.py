"""States of large cubes with structure: words that disturb few orbits, and exchanges of two pieces."""

from cubeproof import Cube
from cubeproof.puzzle.pieces import PieceKind, orbits

STRUCTURED = {
    "one turn": "R",
    "one odd orbit of wings": "2R",
    "all orbits of wings odd": "2Rw",
    "inner half turns": "2R2 2U2 2F2",
    "checkerboard of outer layers": "R2 L2 U2 D2 F2 B2",
    "checkerboard of every second layer": "2R2 4R2 2U2 4U2 2F2 4F2",
    "commutator of faces": "R U R' U'",
    "commutator of inner layers": "2R 2U 2R' 2U'",
    "commutator of layers": "2R U 2R' U' 2R U' 2R' U",
    "centres of one orbit": "2R U 2L' U' 2R' U 2L U'",
    "wings of one orbit": "2R U R' U' 2R' U R U'",
    "two pairs of wings exchanged": "2R2 U2 2R2 Uw2 2R2 2U2",
    "held otherwise": "x y",
    "held otherwise and turned": "z Rw U 2F y",
    "two edges exchanged": "2R2 B2 U2 2L U2 2R' U2 2R U2 F2 2R F2 2L' B2 2R2",
}
"""Turns by the name of their effect."""


def exchanged(size: int, kind: PieceKind) -> Cube:
    """Return the solved cube after an exchange of two wings or of two centres."""
    orbit = next(orbit for orbit in orbits(size) if orbit.kind is kind)
    colours = Cube(size).colours.copy()
    first, last = orbit.stickers[0], orbit.stickers[-1]
    colours[first], colours[last] = colours[last], colours[first].copy()
    return Cube.from_colours(colours)
