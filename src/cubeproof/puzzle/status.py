"""What is wrong with a cube, in flags, in sentences, and with the nearest cube that can exist.

The checks go from the coarse to the fine. Colours are counted; then each slot is asked which piece it shows,
and each piece where it is; and only when every piece is there once do the three laws of the cube have a
meaning: the twists of the corners sum to 0 modulo 3, the flips of the edges to 0 modulo 2, and corners and
edges are permuted with the same parity (odd sizes, held by their centres). Stickers that are unknown never
count as faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Flag, auto
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import FACES, geometry
from cubeproof.puzzle.pieces import Kind, Orbit, Slot, is_odd, orbits

__all__ = ["Diagnosis", "Repair", "Status", "diagnose"]


class Status(Flag):
    """The faults that a cube may have; several at once, or none."""

    VALID = 0
    WRONG_COUNTS = auto()
    """A colour is on too many stickers, or on too few."""
    WRONG_CENTRES = auto()
    """The middle centres are not arranged as on a cube, or a kind of centre has wrong colours."""
    IMPOSSIBLE_PIECE = auto()
    """A slot shows colours that no piece of its kind has in this order."""
    DOUBLED_PIECE = auto()
    """A piece is there more than once."""
    MISSING_PIECE = auto()
    """A piece is nowhere."""
    TWISTED_CORNER = auto()
    """The corners as a whole are twisted."""
    FLIPPED_EDGE = auto()
    """The edges as a whole are flipped."""
    PARITY = auto()
    """Two pieces are swapped, as if someone had taken them out."""


@dataclass(frozen=True, slots=True)
class Repair:
    """One change that makes the cube a possible one.

    Attributes:
        cube: the cube after the change.
        sentence: the change in words.
    """

    cube: Cube
    sentence: str


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The verdict on a cube.

    Attributes:
        status: all faults as flags; `Status.VALID` if there is none.
        reasons: a sentence for each fault.
        suspects: the numbers of the stickers that show a fault, for pictures; where only the cube as a whole shows it, those that the
            repair changes.
        repair: the nearest possible cube, where one change is enough.

    >>> wrong = Cube.from_facelets("UUUR URRR FFFF DDDD LLLL BBBB").diagnose()
    >>> wrong.status, wrong.repair.sentence
    (<Status.IMPOSSIBLE_PIECE|MISSING_PIECE: 20>, 'Swap the stickers U and R of the corner at URF.')
    """

    status: Status
    reasons: tuple[str, ...]
    suspects: frozenset[int]
    repair: Repair | None


@dataclass(slots=True)
class _Findings:
    status: Status
    reasons: list[str]
    suspects: set[int]

    def add(self, fault: Status, reason: str, stickers: Iterator[int] | tuple[int, ...] = ()) -> None:
        self.status |= fault
        self.reasons.append(reason)
        self.suspects.update(int(sticker) for sticker in stickers)


def diagnose(cube: Cube) -> Diagnosis:
    """Find every fault of a cube, and the one repair that mends it, if one is enough."""
    found = _faults(cube)
    repair = _repair(cube, found) if found.status else None
    if repair is not None and not found.suspects:
        # A law is broken by all pieces together. Where one change mends it, a picture can show that one.
        found.suspects.update(np.flatnonzero(repair.cube.colours != cube.colours).tolist())
    return Diagnosis(found.status, tuple(found.reasons), frozenset(found.suspects), repair)


def _faults(cube: Cube) -> _Findings:
    found = _Findings(Status.VALID, [], set())
    _count_colours(cube, found)
    for orbit in orbits(cube.size):
        if orbit.kind is not Kind.CENTRE:
            _pieces(cube, orbit, found)
        elif orbit.fixed:
            _fixed_centres(cube, orbit, found)
        else:
            _loose_centres(cube, orbit, found)
    if not found.status:
        _laws(cube, found)
    return found


def _count_colours(cube: Cube, found: _Findings) -> None:
    right = cube.size**2
    counts = np.bincount(cube.colours[cube.colours >= 0], minlength=6)
    for face, count in zip(FACES, counts, strict=True):
        if count > right or (count < right and cube.is_complete):
            found.add(Status.WRONG_COUNTS, f"The colour {face} is on {count} stickers, not on {right}.")


def _fixed_centres(cube: Cube, orbit: Orbit, found: _Findings) -> None:
    centres = orbit.stickers[:, 0]
    shown = cube.colours[centres]
    held = geometry(cube.size).faces[geometry(cube.size).rotations][:, centres]
    if not ((held == shown) | (shown < 0)).all(axis=1).any():
        text = ", ".join(f"{FACES[face]} shows {_letters([shown[face]])}" for face in range(6))
        found.add(
            Status.WRONG_CENTRES,
            f"No cube has its centres like this ({text}).",
            tuple(centres),
        )


def _loose_centres(cube: Cube, orbit: Orbit, found: _Findings) -> None:
    stickers = orbit.stickers[:, 0]
    shown = cube.colours[stickers]
    for colour, face in enumerate(FACES):
        count = int((shown == colour).sum())
        if count > 4 or (count < 4 and (shown >= 0).all()):
            found.add(
                Status.WRONG_CENTRES,
                f"Of the centres like {orbit.slots[0].name}, {count} have the colour {face}, not 4.",
                tuple(stickers[shown == colour]) if count > 4 else (),
            )


def _candidates(cube: Cube, orbit: Orbit) -> NDArray[np.bool_]:
    """Which piece each slot may hold, and how: shape (slots, pieces, orientations)."""
    home = geometry(cube.size).faces[orbit.stickers]
    shown = cube.colours[orbit.stickers]
    turned = np.stack([np.roll(home, shift, axis=1) for shift in range(orbit.orientations)], axis=1)
    agree = np.equal(shown[:, None, None], turned) | np.less(shown[:, None, None], 0)
    fits: NDArray[np.bool_] = np.all(agree, axis=-1)
    return fits


def _pieces(cube: Cube, orbit: Orbit, found: _Findings) -> None:
    possible: NDArray[np.bool_] = np.any(_candidates(cube, orbit), axis=2)
    kind, slots = orbit.kind.value, orbit.slots
    for slot, fits in zip(slots, possible, strict=True):
        if not fits.any():
            shown = cube.colours[list(slot.stickers)]
            reason = f"The {kind} at {slot.name} shows {_letters(shown)}, and no {kind} has these colours"
            if any(
                sorted(shown) == sorted(home) for home in geometry(cube.size).faces[orbit.stickers].tolist()
            ):
                reason += " in this order"
            found.add(Status.IMPOSSIBLE_PIECE, f"{reason}.", slot.stickers)
    certain = possible & (possible.sum(axis=1) == 1)[:, None]
    for piece in np.flatnonzero(certain.sum(axis=0) > 1):
        places = [slots[index] for index in np.flatnonzero(certain[:, piece])]
        names = " and ".join(place.name for place in places)
        found.add(
            Status.DOUBLED_PIECE,
            f"The {kind} {slots[piece].name} is there {len(places)} times, at {names}.",
            tuple(sticker for place in places for sticker in place.stickers),
        )
    for piece in np.flatnonzero(~possible.any(axis=0)):
        found.add(Status.MISSING_PIECE, f"The {kind} {slots[piece].name} is nowhere.")
    if not found.status and not _all_placed(possible):
        found.add(
            Status.DOUBLED_PIECE, f"The {kind}s that are known leave no pieces for the unknown stickers."
        )


def _all_placed(possible: NDArray[np.bool_]) -> bool:
    """Whether every slot can have a piece of its own: augmenting paths in the bipartite graph."""
    holder: dict[int, int] = {}

    def place(slot: int, tried: set[int]) -> bool:
        for piece in np.flatnonzero(possible[slot]).tolist():
            if piece not in tried:
                tried.add(piece)
                if piece not in holder or place(holder[piece], tried):
                    holder[piece] = slot
                    return True
        return False

    return all(place(slot, set()) for slot in range(len(possible)))


def _laws(cube: Cube, found: _Findings) -> None:
    """The invariants, on a cube that has every piece once, as far as the known stickers settle them."""
    odd = []
    for orbit in orbits(cube.size):
        if orbit.kind not in (Kind.CORNER, Kind.EDGE) and not orbit.fixed:
            continue
        slots, pieces, turned = np.nonzero(_candidates(cube, orbit))
        if len(slots) > len(orbit.slots):
            continue
        odd.append(is_odd(pieces))
        total = int(turned.sum()) % orbit.orientations
        if total and orbit.kind is Kind.CORNER:
            sense = "clockwise" if total == 1 else "counter-clockwise"
            found.add(
                Status.TWISTED_CORNER, f"A corner is twisted {sense}: the twists of all corners must cancel."
            )
        elif total:
            found.add(Status.FLIPPED_EDGE, "An edge is flipped: edges flip only in pairs.")
    # A rotation of the whole cube permutes the edges and the centres oddly, the corners evenly.
    if len(odd) == 3 and sum(odd) % 2:
        found.add(
            Status.PARITY,
            "Two pieces are swapped: the corners and the edges are permuted with unlike parity.",
        )


def _letters(colours: Iterable[np.int8]) -> str:
    return ", ".join((FACES + "?")[colour] for colour in colours)


def _repair(cube: Cube, found: _Findings) -> Repair | None:
    """Of all single changes that give a possible cube, the one that leaves most stickers at home."""
    laws = Status.TWISTED_CORNER | Status.FLIPPED_EDGE | Status.PARITY
    if found.status in laws:
        changes = _piece_changes(cube, found.status)
    elif len(found.suspects) > _MOST_SUSPECTS:
        return None
    elif Status.WRONG_COUNTS in found.status:
        changes = _recolourings(cube, sorted(found.suspects))
    else:
        changes = _sticker_swaps(cube, sorted(found.suspects))
    solved = geometry(cube.size).faces[geometry(cube.size).rotations]
    best, most = None, -1
    for colours, sentence in changes:
        at_home = int((solved == colours).sum(axis=1).max())
        if at_home > most:
            changed = Cube.from_colours(colours)
            if not _faults(changed).status:
                best, most = Repair(changed, sentence), at_home
    return best


# One wrong sticker or one swap spoils two slots, doubles two pieces, and shows in two kinds of centres at most.
_MOST_SUSPECTS = 24


def _piece_changes(cube: Cube, status: Status) -> Iterator[tuple[NDArray[np.int8], str]]:
    by_kind = {orbit.kind: orbit for orbit in orbits(cube.size)}
    if status is Status.PARITY:
        for kind in (Kind.EDGE, Kind.CORNER):
            for one, other in combinations(by_kind[kind].slots, 2):
                colours = cube.colours.copy()
                colours[[*one.stickers, *other.stickers]] = colours[[*other.stickers, *one.stickers]]
                yield colours, f"Swap the {kind.value}s at {one.name} and {other.name}."
        # Two edges of one face may also have changed places with that face's stickers left alone.
        yield from _sticker_swaps(cube, sorted(by_kind[Kind.EDGE].stickers.ravel().tolist()))
    if status is Status.FLIPPED_EDGE:
        for slot in by_kind[Kind.EDGE].slots:
            yield _rolled(cube, slot, 1), f"Flip the edge at {slot.name}."
    if status is Status.TWISTED_CORNER:
        for slot in by_kind[Kind.CORNER].slots:
            yield _rolled(cube, slot, 1), f"Twist the corner at {slot.name} clockwise."
            yield _rolled(cube, slot, 2), f"Twist the corner at {slot.name} counter-clockwise."


def _rolled(cube: Cube, slot: Slot, shift: int) -> NDArray[np.int8]:
    colours = cube.colours.copy()
    colours[list(slot.stickers)] = np.roll(colours[list(slot.stickers)], shift)
    return colours


def _recolourings(cube: Cube, suspects: list[int]) -> Iterator[tuple[NDArray[np.int8], str]]:
    counts = np.bincount(cube.colours[cube.colours >= 0], minlength=6)
    for sticker in suspects:
        if counts[cube.colours[sticker]] > cube.size**2:
            for colour in np.flatnonzero(counts < cube.size**2):
                colours = cube.colours.copy()
                colours[sticker] = colour
                was = _letters([cube.colours[sticker]])
                yield colours, f"Colour the sticker {_place(cube, sticker)} {FACES[colour]} instead of {was}."


def _sticker_swaps(cube: Cube, suspects: list[int]) -> Iterator[tuple[NDArray[np.int8], str]]:
    homes = {
        sticker: (orbit.kind, slot)
        for orbit in orbits(cube.size)
        for slot in orbit.slots
        for sticker in slot.stickers
    }
    for one, other in combinations(suspects, 2):
        if cube.colours[one] == cube.colours[other]:
            continue
        colours = cube.colours.copy()
        colours[[one, other]] = colours[[other, one]]
        if homes[one] == homes[other]:
            kind, slot = homes[one]
            faces = " and ".join(FACES[sticker // cube.size**2] for sticker in (one, other))
            yield colours, f"Swap the stickers {faces} of the {kind.value} at {slot.name}."
        else:
            yield colours, f"Swap the stickers {_place(cube, one)} and {_place(cube, other)}."


def _place(cube: Cube, sticker: int) -> str:
    face, index = divmod(sticker, cube.size**2)
    row, column = divmod(index, cube.size)
    return f"{FACES[face]} row {row + 1} column {column + 1}"
