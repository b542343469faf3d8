"""The faults of a cube as flags and sentences.

Colours are counted first, then the piece in each slot is determined, and the slot of each piece. The three laws of
the cube are checked only if every piece can occur once: the twists of the corners sum to 0 modulo 3, the flips of
the edges to 0 modulo 2, and corners and edges are permuted with the same parity (odd sizes, held by their centres).

Unknown stickers are never faults, and all known stickers are checked: a cube of any size is valid exactly if its
unknown stickers can be coloured so that the cube is possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Flag, auto

import numpy as np

from cubeproof.base.lazy_imports import add_annotation_names
from cubeproof.puzzle.assignment import all_placed, arrangements, laws, misfits
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import FACES, geometry
from cubeproof.puzzle.pieces import Orbit, PieceKind, orbits
from cubeproof.sentences import Sentence, Template, say

_COUNT = Template("fault.count", "{colour:colours} is on {count} stickers, not on {wanted}.")
_CENTRES = Template("fault.centres", "No cube has its centres arranged like this ({centres}).")
_SHOWS = Template("fault.shows", "{face:faces}: {colour:colours}")
_CENTRE_COUNT = Template(
    "fault.centre-count",
    "Of the centres like the sticker in {place}, {count} have the colour {colour:colours}, not 4.",
)
_COLOURS = Template(
    "fault.colours", "The {kind} at {place:faces} shows {colours:colours}, and no {kind} has these colours."
)
_ORDER = Template(
    "fault.order",
    "The {kind} at {place:faces} shows {colours:colours}, and no {kind} has these colours in this order.",
)
_PLACE = Template("repair.place", "row {row}, column {column} of face {face:faces}")
_DOUBLED = Template("fault.doubled", "The {piece:colours} {kind} occurs {times} times, at {places:and}.")
_AT = Template("fault.at", "{place:faces}")
_MISSING = Template("fault.missing", "The {piece:colours} {kind} is missing.")
_NONE_LEFT = Template(
    "fault.none-left", "The {kind}s that are known leave no pieces for the unknown stickers."
)
_TWISTED = Template(
    "fault.twisted",
    "A corner is twisted {sense?clockwise:clockwise|counter-clockwise:anticlockwise|"
    "either:clockwise or anticlockwise}: the twists of all corners must cancel.",
)
_SWAPPED = Template(
    "fault.swapped", "Two pieces are swapped: the corners and the edges are permuted with different parity."
)
_SOME_LAW = Template(
    "fault.some-law",
    "Two pieces are swapped, or a corner is twisted, or an edge is flipped: the unknown stickers leave no "
    "other choice.",
)

_SENSES: dict[tuple[int, ...], str] = {(1,): "clockwise", (2,): "counter-clockwise", (1, 2): "either"}


class Status(Flag):
    """The faults of a cube, as a set of flags."""

    VALID = 0
    WRONG_COUNTS = auto()
    """A colour is on too many or too few stickers."""
    WRONG_CENTRES = auto()
    """The middle centres are not arranged as on a cube, or a kind of centre has wrong colours."""
    IMPOSSIBLE_PIECE = auto()
    """A slot shows colours that no piece of its kind has in this order."""
    DOUBLED_PIECE = auto()
    """A piece occurs more than once."""
    MISSING_PIECE = auto()
    """A piece is missing."""
    TWISTED_CORNER = auto()
    """The twists of the corners do not cancel."""
    FLIPPED_EDGE = auto()
    """The flips of the edges do not cancel."""
    PARITY = auto()
    """Two pieces are swapped: corners and edges have different parity."""


add_annotation_names("cubeproof.puzzle.cube", Status=Status)


@dataclass(slots=True)
class Findings:
    """The faults of a cube: as flags, as sentences, and the numbers of the stickers that show them."""

    status: Status
    reasons: list[Sentence]
    suspects: set[int]

    def add(self, fault: Status, reason: Sentence, stickers: Iterator[int] | tuple[int, ...] = ()) -> None:
        """Add a fault with its sentence, and the numbers of its stickers."""
        self.status |= fault
        self.reasons.append(reason)
        self.suspects.update(int(sticker) for sticker in stickers)


def status(cube: Cube) -> Status:
    """Return all faults of a cube as flags."""
    return find_faults(cube).status


def find_faults(cube: Cube) -> Findings:
    """Return all faults of a cube."""
    findings = Findings(Status.VALID, [], set())
    _count_colours(cube, findings)
    for orbit in orbits(cube.size):
        if orbit.kind is not PieceKind.CENTRE:
            _pieces(cube, orbit, findings)
        elif orbit.fixed:
            _fixed_centres(cube, orbit, findings)
        else:
            _loose_centres(cube, orbit, findings)
    if not findings.status:
        _laws(cube, findings)
    return findings


def _count_colours(cube: Cube, findings: Findings) -> None:
    right = cube.size**2
    counts = np.bincount(cube.colours[cube.colours >= 0], minlength=6)
    for face, count in zip(FACES, counts, strict=True):
        if count > right or (count < right and cube.is_complete):
            findings.add(Status.WRONG_COUNTS, _COUNT(colour=face, count=count, wanted=right))


def _fixed_centres(cube: Cube, orbit: Orbit, findings: Findings) -> None:
    centres = orbit.stickers[:, 0]
    colours = cube.colours[centres]
    if not ((arrangements(cube, orbit) == colours) | (colours < 0)).all(axis=1).any():
        seen = [
            _SHOWS(face=face, colour=colour) for face, colour in zip(FACES, _letters(colours), strict=True)
        ]
        findings.add(Status.WRONG_CENTRES, _CENTRES(centres=seen), tuple(centres))


def _loose_centres(cube: Cube, orbit: Orbit, findings: Findings) -> None:
    stickers = orbit.stickers[:, 0]
    colours = cube.colours[stickers]
    for colour, face in enumerate(FACES):
        count = int((colours == colour).sum())
        if count > 4 or (count < 4 and (colours >= 0).all()):
            findings.add(
                Status.WRONG_CENTRES,
                _CENTRE_COUNT(place=place_of(cube, int(stickers[0])), count=count, colour=face),
                tuple(stickers[colours == colour]) if count > 4 else (),
            )


def _pieces(cube: Cube, orbit: Orbit, findings: Findings) -> None:
    possible = (misfits(cube, orbit) == 0).any(axis=2)
    kind, slots = orbit.kind.value, orbit.slots
    for slot, fits in zip(slots, possible, strict=True):
        if not fits.any():
            colours = cube.colours[list(slot.stickers)]
            homes = geometry(cube.size).faces[orbit.stickers].tolist()
            what = _ORDER if any(sorted(colours) == sorted(home) for home in homes) else _COLOURS
            reason = what(kind=kind, place=slot.name, colours=_letters(colours))
            findings.add(Status.IMPOSSIBLE_PIECE, reason, slot.stickers)
    certain = possible & (possible.sum(axis=1) == 1)[:, None]
    for piece in np.flatnonzero(certain.sum(axis=0) > 1):
        places = [slots[index] for index in np.flatnonzero(certain[:, piece])]
        findings.add(
            Status.DOUBLED_PIECE,
            _DOUBLED(
                kind=kind,
                piece=slots[piece].name,
                times=len(places),
                places=[_AT(place=place.name) for place in places],
            ),
            tuple(sticker for place in places for sticker in place.stickers),
        )
    for piece in np.flatnonzero(~possible.any(axis=0)):
        findings.add(Status.MISSING_PIECE, _MISSING(kind=kind, piece=slots[piece].name))
    if not findings.status and not certain.any(axis=1).all() and not all_placed(cube, orbit):
        findings.add(Status.DOUBLED_PIECE, _NONE_LEFT(kind=kind))


def _laws(cube: Cube, findings: Findings) -> None:
    """Check the invariants that the known stickers determine, on a cube that has every piece once."""
    broken = laws(cube)
    if broken.twists:
        findings.add(Status.TWISTED_CORNER, _TWISTED(sense=_SENSES[broken.twists]))
    if broken.flipped:
        findings.add(
            Status.FLIPPED_EDGE, say("fault.flipped", "An edge is flipped: edges flip only in pairs.")
        )
    if broken.swapped:
        findings.add(Status.PARITY, _SWAPPED() if broken.settled else _SOME_LAW())


def _letters(colours: Iterable[np.int8]) -> tuple[str, ...]:
    return tuple((FACES + "?")[colour] for colour in colours)


def place_of(cube: Cube, sticker: int) -> Sentence:
    """Return the face, row and column of a sticker in words."""
    face, index = divmod(sticker, cube.size**2)
    row, column = divmod(index, cube.size)
    return _PLACE(face=FACES[face], row=row + 1, column=column + 1)
