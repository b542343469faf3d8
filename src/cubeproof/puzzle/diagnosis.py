"""`Diagnosis`: the faults of a cube, with a possible cube near it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cubeproof.base.lazy_imports import add_annotation_names
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.face_repairs import exchanged, reordered, turned
from cubeproof.puzzle.repair import Repair, nearest, other_pieces
from cubeproof.puzzle.status import Status, find_faults
from cubeproof.sentences import Sentence


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The verdict on a cube.

    >>> wrong = Cube.from_facelets("UUUR URRR FFFF DDDD LLLL BBBB").diagnose()
    >>> wrong.status, wrong.repair.sentence
    (<Status.IMPOSSIBLE_PIECE|MISSING_PIECE: 20>, 'Swap the stickers R and U of the corner at URF.')
    """

    status: Status
    """All faults as flags; `Status.VALID` if there are no faults."""
    reasons: tuple[Sentence, ...]
    """A sentence for each fault."""
    suspects: frozenset[int]
    """The numbers of the stickers that show a fault, for pictures; if only the whole cube shows it, the stickers that
    the repair changes."""
    repairs: tuple[Repair, ...]
    """Possible cubes near it, the likeliest first. They have two colours exchanged, one sticker or two changed, one
    piece turned or two swapped, the stickers of one face or two turned, or the faces in another order; empty if no
    such change is enough."""

    @property
    def repair(self) -> Repair | None:
        """The first of the repairs, or None."""
        return self.repairs[0] if self.repairs else None


add_annotation_names("cubeproof.puzzle.cube", Diagnosis=Diagnosis)

# The pieces are right, and break one law.
_ONE_LAW = (Status.TWISTED_CORNER, Status.FLIPPED_EDGE, Status.PARITY)
# Turning the stickers of faces changes neither.
_NOT_BY_FACES = Status.WRONG_COUNTS | Status.WRONG_CENTRES


def diagnose(cube: Cube) -> Diagnosis:
    """Find all faults of a cube, and repairs if one change is enough."""
    findings = find_faults(cube)
    if not findings.status:
        return Diagnosis(findings.status, (), frozenset(), ())
    repairs = tuple(_repairs(cube, findings.status))
    if repairs and not findings.suspects:
        # All pieces together break a law. If one change repairs the cube, pictures mark the stickers of that change.
        findings.suspects.update(np.flatnonzero(repairs[0].cube.colours != cube.colours).tolist())
    return Diagnosis(findings.status, tuple(findings.reasons), frozenset(findings.suspects), repairs)


def _repairs(cube: Cube, status: Status) -> list[Repair]:
    if cube.is_complete and (colours := exchanged(cube)):
        return [colours]
    turned_faces = [] if status & _NOT_BY_FACES else turned(cube)
    if stickers := nearest(cube):
        # One mistake is more likely than two.
        if (stickers.cube.colours != cube.colours).sum() == 1:
            return [stickers, *turned_faces]
        is_turned_face = any(repair.cube == stickers.cube for repair in turned_faces)
        return turned_faces if is_turned_face else [*turned_faces, stickers]
    if single := exchanged(cube) or (other_pieces(cube) if status in _ONE_LAW else None):
        return [single, *turned_faces]
    order = reordered(cube)
    return turned_faces if order is None else [*turned_faces, order]
