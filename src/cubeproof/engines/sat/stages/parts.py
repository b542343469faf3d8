"""Parts of plans: names of stages, turns by name, pieces by kind, bonds, and the last stages, which all sizes share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cubeproof.engines.sat.stages.stage import Bond, Stage
from cubeproof.puzzle.cube import permutation
from cubeproof.puzzle.geometry import geometry
from cubeproof.puzzle.pieces import PieceKind, orbits, reachable
from cubeproof.sentences import Template, say

EDGES_ORIENTED = Template("stages.edges-oriented", "edges oriented")
CORNERS_ORIENTED = Template("stages.corners-oriented", "corners oriented")
SOLVED = Template("stages.solved", "solved")


def quarter(blocks: str) -> tuple[str, ...]:
    """Return all turns of some blocks."""
    return tuple(block + amount for block in blocks.split() for amount in ("", "2", "'"))


def half(blocks: str) -> tuple[str, ...]:
    """Return the half turns of some blocks."""
    return tuple(block + "2" for block in blocks.split())


OUTER = "U R F D L B"
ORIENTED = quarter("U D R L") + half("F B")
LAYERED = quarter("U D") + half("R L F B")
HALF = half(OUTER)


def end(size: int) -> tuple[Stage, ...]:
    """Return the last two stages, in which a larger cube turns like a 3×3×3. Centres stay on their faces."""
    centres = pieces_of(size, PieceKind.CENTRE)
    even = (pieces_of(size, PieceKind.CORNER),)
    return (
        Stage(
            say("stages.half-turns-suffice", "half turns suffice"),
            size,
            LAYERED,
            HALF,
            (_corner_bond(size),),
            even=even,
            free=centres,
        ),
        Stage(SOLVED(), size, HALF, (), free=centres),
    )


def _corner_bond(size: int) -> Bond:
    """Return, for each of the two tetrahedra, the corners on U and the corners on D: the bond of the pairs."""
    # Half turns keep the axis along which the corners of each tetrahedron are paired. The only other condition is an
    # even permutation.
    pairs: dict[tuple[bool, bool], list[int]] = {}
    for stickers in slots(size, PieceKind.CORNER):
        x, y, z = geometry(size).cubies[stickers[0]].tolist()
        pairs.setdefault((x * y * z > 0, y > 0), []).extend(stickers)
    return tuple(map(tuple, pairs.values()))


def slots(size: int, kind: PieceKind) -> list[tuple[int, ...]]:
    """Return the stickers of all pieces of a kind, piece by piece, the reference sticker first."""
    return [slot.stickers for orbit in orbits(size) if orbit.kind is kind for slot in orbit.slots]


def pieces_of(size: int, kind: PieceKind) -> tuple[int, ...]:
    """Return the reference stickers of all pieces of a kind."""
    return tuple(stickers[0] for stickers in slots(size, kind))


def on_layer(size: int, sticker: int) -> bool:
    """Whether a sticker's cubie is on U or D."""
    return bool(abs(geometry(size).cubies[sticker][1]) == size - 1)


def centre_bonds(size: int, then: Sequence[str]) -> tuple[Bond, ...]:
    """Return the bonds of centres of opposite faces, for centres that the turns `then` do not mix freely."""
    faces = geometry(size).faces
    reach = reachable(np.stack([permutation(turn, size) for turn in then]))
    bonds: list[Bond] = []
    for axis in range(3):
        for orbit in orbits(size):
            both = orbit.stickers[faces[orbit.stickers[:, 0]] % 3 == axis, 0].tolist()
            if orbit.kind is PieceKind.CENTRE and not orbit.fixed and len(set(reach[both].tolist())) > 1:
                sides = (axis, axis + 3)
                bonds.append(tuple(tuple(place for place in both if faces[place] == face) for face in sides))
    return tuple(bonds)


def edge_bonds(size: int, *, layer: bool) -> tuple[Bond, ...]:
    """Return the bonds of the wings of the edges on U and D (`layer`), or of the other edges."""
    cubies = geometry(size).cubies
    edges: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for stickers in slots(size, PieceKind.WING):
        cubie = cubies[stickers[0]]
        edge = tuple(np.where(np.abs(cubie) == size - 1, cubie, 0).tolist())
        edges.setdefault(edge, []).append(stickers)
    return tuple(tuple(wings) for wings in edges.values() if on_layer(size, wings[0][0]) == layer)
