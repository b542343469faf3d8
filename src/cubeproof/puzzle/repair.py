"""Repairs: possible cubes near an impossible cube.

`nearest` finds the possible cube that differs in the fewest stickers, if at most two differ: of all assignments of
pieces to slots that obey the laws, an assignment that contradicts the fewest known stickers. It tries no changes one
by one, but solves a few assignment problems. `puzzle/face_repairs.py` has the repairs of whole faces and colours.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.puzzle.assignment import (
    ClassedAssignments,
    all_placed,
    arrangements,
    assign,
    laws,
    misfits,
    parities_agree,
    shown_by,
)
from cubeproof.puzzle.cube import UNKNOWN, Cube
from cubeproof.puzzle.geometry import FACES, geometry, is_odd
from cubeproof.puzzle.pieces import Orbit, PieceKind, Slot, orbits
from cubeproof.puzzle.status import place_of
from cubeproof.sentences import Sentence, Template, say

_MOST = 2  # the maximum number of changed stickers

_CHANGE = Template("repair.change", "the sticker in {place} from {shown:colours} to {colour:colours}")
_SWAP_STICKERS = Template("repair.swap-stickers", "Swap the stickers in {one} and in {other}.")
_SWAP_IN_PIECE = Template(
    "repair.swap-in-piece",
    "Swap the stickers {one:colours} and {other:colours} of the {kind} at {place:faces}.",
)
_SWAP_PIECES = Template(
    "repair.swap-pieces",
    "Swap the {one:colours} {kind} at {place:faces} and the {other:colours} {kind} at {second:faces}.",
)
_FLIP = Template("repair.flip", "Flip the {piece:colours} edge at {place:faces}.")
_TWIST = Template(
    "repair.twist",
    "Twist the {piece:colours} corner at {place:faces} {sense?clockwise:clockwise|other:anticlockwise}.",
)


class TurnedFace(NamedTuple):
    """A face whose stickers must be turned in their places; the layer is not turned."""

    face: str
    """The letter of the face, `U R F D L B`."""
    turns: int
    """The quarter turns, clockwise for someone who looks at the face: 1, 2 or 3."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A change that makes the cube possible."""

    cube: Cube
    """The cube after the change."""
    sentence: Sentence
    """The change in a sentence."""
    turned: tuple[TurnedFace, ...] = ()
    """The faces whose stickers it turns; empty for other changes."""


class _Costs:
    """Costs of changed colours: first the number of changes, then the number of stickers away from home."""

    def __init__(self, cube: Cube) -> None:
        self.cube = cube
        solved = geometry(cube.size).faces[geometry(cube.size).rotations]
        at_home = (solved == cube.colours).sum(axis=1)
        # The rotations in which the repaired cube may have most stickers at home, since changing two stickers changes a
        # count by at most two. Each is a case.
        self.homes = solved[at_home >= at_home.max() - 2 * _MOST]
        self.change = cube.colours.size + 1  # more than the cost of all stickers away from home
        self.limit = _MOST * self.change

    def of(self, stickers: NDArray[np.intp], colours: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the cost of these colours in each case, summed over the last axis."""
        current = self.cube.colours[stickers]
        at_home = np.equal(colours, self.homes[:, stickers])
        cost = np.where(current != colours, self.change, 0) - at_home
        total: NDArray[np.int64] = np.where(current >= 0, cost, 0).sum(axis=-1)
        return np.moveaxis(total, 0, -1)


class _Lawful:
    """Corners or middle edges: a law restricts their parity, and their orientations sum to 0."""

    def __init__(self, costs: _Costs, orbit: Orbit) -> None:
        self.stickers = orbit.stickers
        self._colours = shown_by(orbit, costs.cube.size)
        each = costs.of(orbit.stickers[:, None, None], self._colours[None])
        self._ways = ClassedAssignments(each, costs.limit)
        self.totals = self._ways.totals[:, 0].astype(np.int64)

    def colours(self, parity: int, case: int) -> NDArray[np.intp]:
        return self._colours[self._ways.best(parity, 0, case)]


class _Held:
    """Middle centres: a law restricts their parity, and they move only together."""

    def __init__(self, costs: _Costs, orbit: Orbit) -> None:
        self.stickers = orbit.stickers
        self._ways = arrangements(costs.cube, orbit)
        self._each = costs.of(orbit.stickers[None, :, 0], self._ways)
        odd = np.array([is_odd(way) for way in self._ways])
        self._of = [np.flatnonzero(~odd), np.flatnonzero(odd)]
        self.totals = np.stack([self._each[alike].min(axis=0) for alike in self._of])

    def colours(self, parity: int, case: int) -> NDArray[np.intp]:
        alike = self._of[parity]
        return self._ways[alike[np.argmin(self._each[alike, case])], :, None]


class _Free:
    """Wings, or centres outside the middle: no law restricts them, so every arrangement counts as even."""

    def __init__(self, costs: _Costs, orbit: Orbit) -> None:
        self.stickers = orbit.stickers
        home_colours = shown_by(orbit, costs.cube.size)[:, 0]
        each = costs.of(orbit.stickers[:, None], home_colours[None])
        pieces = [assign(each[..., case]) for case in range(each.shape[-1])]
        self._colours = [home_colours[piece] for piece in pieces]
        slots = np.arange(len(orbit.slots))
        self.totals = np.array([[each[slots, piece, case].sum() for case, piece in enumerate(pieces)]])

    def colours(self, parity: int, case: int) -> NDArray[np.intp]:  # noqa: ARG002 - as the others are asked
        return self._colours[case]


def nearest(cube: Cube) -> Repair | None:
    """Return the possible cube with the fewest changed stickers; None if more than two must change."""
    free = [orbit for orbit in orbits(cube.size) if _is_free(orbit) and not all_placed(cube, orbit)]
    wrong = sum(int(misfits(cube, orbit).min(axis=(1, 2)).sum()) for orbit in orbits(cube.size))
    if len(free) > _MOST or wrong > _MOST:
        return None
    costs = _Costs(cube)
    bound: list[_Lawful | _Held] = [
        _Held(costs, orbit) if orbit.fixed else _Lawful(costs, orbit)
        for orbit in orbits(cube.size)
        if not _is_free(orbit)
    ]
    parts = [*bound, *(_Free(costs, orbit) for orbit in free)]
    rest = np.ones(cube.colours.size, dtype=np.bool_)
    for part in parts:
        rest[part.stickers] = False
    ways = [
        (*parities, *(0 for _ in free))
        for parities in product((0, 1), repeat=len(bound))
        if parities_agree(parities)
    ]
    totals = np.array(
        [sum(part.totals[parity] for part, parity in zip(parts, way, strict=True)) for way in ways]
    ) + costs.of(np.flatnonzero(rest), cube.colours[rest])
    which, case = np.unravel_index(np.argmin(totals), totals.shape)
    if totals[which, case] > costs.limit:
        return None
    colours = cube.colours.copy()
    for part, parity in zip(parts, ways[which], strict=True):
        colours[part.stickers] = part.colours(parity, int(case))
    colours[cube.colours < 0] = UNKNOWN
    return Repair(Cube.from_colours(colours), _describe_changes(cube, colours))


def other_pieces(cube: Cube) -> Repair | None:
    """Return a possible cube with one piece turned, or two swapped, that differs in the fewest stickers."""
    solved = geometry(cube.size).faces[geometry(cube.size).rotations]

    # Of several changes of the fewest stickers, the change with most stickers at home is first.
    def cost(change: tuple[NDArray[np.int8], Sentence]) -> tuple[int, int]:
        colours, _ = change
        return int((colours != cube.colours).sum()), -int((solved == colours).sum(axis=1).max())

    for colours, sentence in sorted(_piece_changes(cube), key=cost):
        changed = Cube.from_colours(colours)
        if not laws(changed):
            return Repair(changed, sentence)
    return None


def _is_free(orbit: Orbit) -> bool:
    return orbit.kind not in (PieceKind.CORNER, PieceKind.EDGE) and not orbit.fixed


def _piece_changes(cube: Cube) -> Iterator[tuple[NDArray[np.int8], Sentence]]:
    by_kind = {orbit.kind: orbit for orbit in orbits(cube.size)}
    broken = laws(cube)
    if broken.twists:
        for slot in by_kind[PieceKind.CORNER].slots:
            piece = _piece_colours(cube, slot)
            yield _roll(cube, slot, 1), _TWIST(piece=piece, place=slot.name, sense="clockwise")
            yield _roll(cube, slot, 2), _TWIST(piece=piece, place=slot.name, sense="counter-clockwise")
    elif broken.flipped:
        for slot in by_kind[PieceKind.EDGE].slots:
            yield _roll(cube, slot, 1), _FLIP(piece=_piece_colours(cube, slot), place=slot.name)
    else:
        for kind in (PieceKind.EDGE, PieceKind.CORNER):
            for first, second in combinations(by_kind[kind].slots, 2):
                yield _swap(cube, first, second), _swap_sentence(cube, kind, first, second)


def _swap_sentence(cube: Cube, kind: PieceKind, first: Slot, second: Slot) -> Sentence:
    return _SWAP_PIECES(
        kind=kind.value,
        one=_piece_colours(cube, first),
        place=first.name,
        other=_piece_colours(cube, second),
        second=second.name,
    )


def _piece_colours(cube: Cube, slot: Slot) -> str:
    """Return the colours of the piece in a slot, as letters."""
    return "".join((FACES + "?")[cube.colours[sticker]] for sticker in slot.stickers)


def _roll(cube: Cube, slot: Slot, shift: int) -> NDArray[np.int8]:
    colours = cube.colours.copy()
    colours[list(slot.stickers)] = np.roll(colours[list(slot.stickers)], shift)
    return colours


def _swap(cube: Cube, first: Slot, second: Slot) -> NDArray[np.int8]:
    colours = cube.colours.copy()
    colours[[*first.stickers, *second.stickers]] = colours[[*second.stickers, *first.stickers]]
    return colours


def _describe_changes(cube: Cube, colours: NDArray[np.int8]) -> Sentence:
    """Return a sentence for the change of one or two stickers."""
    changed = np.flatnonzero(colours != cube.colours).tolist()
    if len(changed) == 1 or (colours[changed] != cube.colours[changed][::-1]).any():
        changes = [
            _CHANGE(
                place=place_of(cube, sticker),
                colour=FACES[colours[sticker]],
                shown=FACES[cube.colours[sticker]],
            )
            for sticker in changed
        ]
        return say("repair.colour", "Change {changes:and}.", changes=changes)
    (kind, slot), (_, second) = (_slot_of(cube, sticker) for sticker in changed)
    if kind is PieceKind.EDGE and slot == second:
        return _FLIP(piece=_piece_colours(cube, slot), place=slot.name)
    if kind is PieceKind.EDGE and np.array_equal(_swap(cube, slot, second), colours):
        return _swap_sentence(cube, kind, slot, second)
    if slot == second:
        first, other = (FACES[cube.colours[sticker]] for sticker in changed)
        return _SWAP_IN_PIECE(one=first, other=other, kind=kind.value, place=slot.name)
    return _SWAP_STICKERS(one=place_of(cube, changed[0]), other=place_of(cube, changed[1]))


def _slot_of(cube: Cube, sticker: int) -> tuple[PieceKind, Slot]:
    return next(
        (orbit.kind, slot) for orbit in orbits(cube.size) for slot in orbit.slots if sticker in slot.stickers
    )
