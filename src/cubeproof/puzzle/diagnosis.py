"""`Diagnosis`: the faults of a cube, with a possible cube near it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cubeproof.base.lazy_imports import add_annotation_names
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.repair import Repair, exchanged, nearest, other_pieces, reordered
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
    repair: Repair | None
    """A possible cube near it: the nearest cube if changing one or two known stickers is enough, else a cube with one
    turned piece, two swapped pieces, two exchanged colours, or its faces in another order; None if no such change is
    enough."""


add_annotation_names("cubeproof.puzzle.cube", Diagnosis=Diagnosis)


def diagnose(cube: Cube) -> Diagnosis:
    """Find all faults of a cube, and a repair if one change is enough."""
    findings = find_faults(cube)
    if not findings.status:
        return Diagnosis(findings.status, (), frozenset(), None)
    repair = nearest(cube)
    if repair is None and findings.status in (Status.TWISTED_CORNER, Status.FLIPPED_EDGE, Status.PARITY):
        repair = other_pieces(cube)
    if repair is None:
        repair = exchanged(cube) or reordered(cube)
    if repair is not None and not findings.suspects:
        # All pieces together break a law. If one change repairs the cube, pictures mark the stickers of that change.
        findings.suspects.update(np.flatnonzero(repair.cube.colours != cube.colours).tolist())
    return Diagnosis(findings.status, tuple(findings.reasons), frozenset(findings.suspects), repair)
