"""The parts of plans: turns by name, pieces by kind, bonds, and the last stages, which all sizes share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from cubeproof.engines.sat.stages import names
from cubeproof.engines.sat.stages.stage import Stage
from cubeproof.puzzle.cube import permutation
from cubeproof.puzzle.geometry import geometry
from cubeproof.puzzle.pieces import PieceKind, orbits, reachable
from cubeproof.sentences import Sentence, say


def quarter(blocks: str) -> tuple[str, ...]:
    """All turns of some blocks."""
    return tuple(block + amount for block in blocks.split() for amount in ("", "2", "'"))


def half(blocks: str) -> tuple[str, ...]:
    """The half turns of some blocks."""
    return tuple(block + "2" for block in blocks.split())


OUTER = "U R F D L B"
ORIENTED = quarter("U D R L") + half("F B")
LAYERED = quarter("U D") + half("R L F B")
HALF = half(OUTER)


@dataclass
class Marks:
    """Marks for the stickers of bound pieces."""

    size: int
    """The number of layers of the cube."""
    marks: list[int] = field(default_factory=list)
    """For every sticker its mark, −1 for none."""
    bonds: list[tuple[int, ...]] = field(default_factory=list)
    """For every bond its marks."""

    def __post_init__(self) -> None:
        self.marks = [-1] * (6 * self.size**2)

    def bind(self, groups: Iterable[Iterable[int]]) -> None:
        """Add a bond: groups of stickers, each with a separate mark."""
        bond = []
        for stickers in groups:
            bond.append(max(self.marks) + 1)
            for sticker in stickers:
                self.marks[sticker] = bond[-1]
        self.bonds.append(tuple(bond))


def stage(
    name: Sentence,
    marks: Marks,
    turns: Sequence[str],
    then: Sequence[str],
    even: tuple[tuple[int, ...], ...] = (),
    gathered: tuple[int, ...] = (),
    free: tuple[int, ...] = (),
    regions: tuple[tuple[int, ...], ...] = (),
    distinguishing_moves: Sequence[str] = (),
    quotas: tuple[tuple[tuple[int, ...], int], ...] = (),
    regions_needed: int = 0,
) -> Stage:
    """A `Stage` made of `Marks`; the other arguments are those of `Stage`."""
    return Stage(
        name,
        marks.size,
        tuple(turns),
        tuple(then),
        tuple(marks.bonds),
        tuple(marks.marks),
        even,
        gathered,
        free,
        regions,
        tuple(distinguishing_moves),
        quotas,
        regions_needed,
    )


def end(size: int) -> tuple[Stage, ...]:
    """The last two stages, in which a larger cube turns like a 3×3×3. Its centres stay on their faces."""
    marks = Marks(size)
    _bind_corners(marks)
    centres = pieces_of(size, PieceKind.CENTRE)
    even = (pieces_of(size, PieceKind.CORNER),)
    return (
        stage(
            say("stages.half-turns-suffice", "half turns suffice"),
            marks,
            LAYERED,
            HALF,
            even=even,
            free=centres,
        ),
        stage(names.SOLVED(), Marks(size), HALF, (), free=centres),
    )


def _bind_corners(marks: Marks) -> None:
    """Bind the corners in pairs: for each of the two tetrahedra those on U and those on D.

    Half turns keep the axis along which the corners of each tetrahedron are paired. Besides that they only
    need an even permutation.
    """
    pairs: dict[tuple[bool, bool], list[int]] = {}
    for stickers in slots(marks.size, PieceKind.CORNER):
        x, y, z = geometry(marks.size).cubies[stickers[0]].tolist()
        pairs.setdefault((x * y * z > 0, y > 0), []).extend(stickers)
    marks.bind(pairs.values())


def slots(size: int, kind: PieceKind) -> list[tuple[int, ...]]:
    """The stickers of all pieces of a kind, piece by piece, the reference sticker first."""
    return [slot.stickers for orbit in orbits(size) if orbit.kind is kind for slot in orbit.slots]


def pieces_of(size: int, kind: PieceKind) -> tuple[int, ...]:
    """The reference stickers of all pieces of a kind."""
    return tuple(stickers[0] for stickers in slots(size, kind))


def on_layer(size: int, sticker: int) -> bool:
    """Whether a sticker's cubie is on U or D."""
    return bool(abs(geometry(size).cubies[sticker][1]) == size - 1)


def bind_centres(
    marks: Marks, then: Sequence[str], *, together: bool = False, among: Iterable[int] | None = None
) -> Marks:
    """Bind the centres of opposite faces by their colours, where the next turns do not mix them freely.

    Args:
        marks: what is bound so far; it is changed.
        then: the turns of the next stage.
        together: whether centres of different orbits share a bond, because the next turns do not move them
            independently.
        among: the places of the centres to bind; all by default.
    """
    faces = geometry(marks.size).faces
    moves = [permutation(turn, marks.size) for turn in then]
    reach = reachable(np.stack(moves)) if moves else np.arange(len(faces))
    chosen = set(range(len(faces)) if among is None else among)
    for axis in range(3):
        bound = []
        for orbit in orbits(marks.size):
            both = orbit.stickers[faces[orbit.stickers[:, 0]] % 3 == axis, 0].tolist()
            if (
                orbit.kind is not PieceKind.CENTRE
                or orbit.fixed
                or not chosen.issuperset(both)
                or len({int(reach[place]) for place in both}) == 1
            ):
                continue
            bound.append([[place for place in both if faces[place] == face] for face in (axis, axis + 3)])
        if together and bound:
            bound = [[colour for colours in bound for colour in colours]]
        for colours in bound:
            marks.bind(colours)
    return marks


def edge_pieces(size: int) -> list[list[tuple[int, ...]]]:
    """The stickers of the pieces of each edge, edge by edge."""
    cubies = geometry(size).cubies
    edges: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for kind in (PieceKind.EDGE, PieceKind.WING):
        for stickers in slots(size, kind):
            cubie = cubies[stickers[0]]
            edge = tuple(np.where(np.abs(cubie) == size - 1, cubie, 0).tolist())
            edges.setdefault(edge, []).append(stickers)
    return list(edges.values())


def bind_edges(marks: Marks, *, layer: bool, count: int = 8) -> Marks:
    """Bind the pieces of each edge, for some edges.

    Args:
        marks: what is bound so far; it is changed.
        layer: whether to bind the edges on U and D, or else the others.
        count: how many of them, in the order of `edge_pieces`.
    """
    found = [p for p in edge_pieces(marks.size) if on_layer(marks.size, p[0][0]) == layer]
    for pieces in found[:count]:
        marks.bind(pieces)
    return marks
