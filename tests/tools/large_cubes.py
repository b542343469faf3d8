"""States of large cubes with structure: words that disturb few orbits, and exchanges of two pieces."""

from cubeproof import Cube
from cubeproof.puzzle.pieces import PieceKind, orbits

STRUCTURED = {
    "one turn": "R",
    "one inner quarter turn": "2R",
    "inner half turns": "2R2 2U2 2F2",
    "checkerboard of outer layers": "R2 L2 U2 D2 F2 B2",
    "commutator of faces": "R U R' U'",
    "commutator of layers": "2R U 2R' U' 2R U' 2R' U",
    "centres only": "2R U 2L' U' 2R' U 2L U'",
    "held otherwise": "x y",
    "held otherwise and turned": "z Rw U 2F y",
    "one odd orbit of wings": "2R U2 2R U2 F2 2R F2 2L' U2 2L U2 2R2",
}
"""Turns by the name of their effect."""


def exchanged(size: int, kind: PieceKind) -> Cube:
    """Return the solved cube after an exchange of two wings or of two centres."""
    orbit = next(orbit for orbit in orbits(size) if orbit.kind is kind)
    colours = Cube(size).colours.copy()
    first, last = orbit.stickers[0], orbit.stickers[-1]
    colours[first], colours[last] = colours[last], colours[first].copy()
    return Cube.from_colours(colours)
