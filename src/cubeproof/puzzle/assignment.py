"""Which pieces the slots of a cube may hold, and whether the laws of the cube can hold, given its known stickers.

Only `contradictions` determines which piece a slot shows in which orientation, for any colours that the pieces may
have at home.

The three laws: the twists of the corners sum to 0 modulo 3, the flips of the edges to 0 modulo 2, and corners
and edges are permuted with the same parity (odd sizes, held by their centres). No law restricts the other kinds
of pieces: turns of inner layers permute them in any way, and four centres of one colour look the same in any
order.

So a cube with unknown stickers is possible exactly if every wing and centre can occur as often as it should, and
if corners, edges and middle centres can be placed so that the laws hold. All classes of placements are computed,
for any number of unknown stickers.

The cheapest assignment of pieces to slots without laws is the classical problem: shortest augmenting paths (Kuhn
1955; Jonker and Volgenant 1987). With laws, an assignment belongs to a class: the parity of its permutation and the
sum of its orientations. The least cost of every class comes from dynamic programming over sets of pieces (Held and
Karp 1962): slot by slot, only the set of used pieces and the class matter. That is exact, and 12 pieces have only
4096 sets.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import geometry, is_odd
from cubeproof.puzzle.pieces import Orbit, PieceKind, orbits

NEVER = 1 << 29
"""An infinite cost."""


def assign(costs: NDArray[np.integer]) -> NDArray[np.intp]:
    """Assign a different column to each row so that the sum of the costs is minimal.

    Args:
        costs: shape (n, n).

    Returns:
        The column of every row, shape (n,).

    >>> assign(np.array([[1, 2, 9], [1, 9, 9], [9, 3, 1]])).tolist()
    [1, 0, 2]
    """
    size = len(costs)
    holder = np.full(size + 1, -1)  # rows by column; the last is an extra column
    of_row, of_column = np.zeros(size, dtype=np.int64), np.zeros(size + 1, dtype=np.int64)
    for row in range(size):
        holder[size] = row
        column, seen = size, np.zeros(size + 1, dtype=np.bool_)
        slack, before = np.full(size, NEVER, dtype=np.int64), np.full(size, size)
        while holder[column] >= 0:
            seen[column] = True
            free = ~seen[:-1]
            reduced = costs[holder[column]] - of_row[holder[column]] - of_column[:-1]
            nearer = free & (reduced < slack)
            slack[nearer], before[nearer] = reduced[nearer], column
            # Of equal columns a free one, so that ties make no long chains.
            column = int(np.argmin(np.where(free, 2 * slack + (holder[:-1] >= 0), 4 * NEVER)))
            step = slack[column]
            of_row[holder[seen]] += step
            of_column[seen] -= step
            slack[free] -= step
        while column != size:
            holder[column] = holder[before[column]]
            column = int(before[column])
    return np.argsort(holder[:size])


class ClassedAssignments:
    """The cheapest assignment of pieces to slots for each class: parity and sum of orientations.

    Args:
        costs: the cost of a piece in a slot, shape (slots, pieces, orientations, cases); all cases are computed
            at once.
        limit: assignments with a higher cost are not searched.

    Attributes:
        totals: the minimum cost of each class in each case, shape (2, orientations, cases); above `limit` if
            no assignment is within it.

    >>> costs = np.array([[[3], [0]], [[0], [1]]])[..., None]  # two pieces, one orientation, one case
    >>> ways = ClassedAssignments(costs, limit=9)
    >>> ways.totals[:, 0, 0].tolist(), ways.best(1, 0, 0)[0].tolist()
    ([4, 0], [1, 0])
    """

    def __init__(self, costs: NDArray[np.integer], limit: int) -> None:
        self._costs = costs
        slots, _, ways, cases = costs.shape
        self._least = least = np.full((1 << slots, 2, ways, cases), NEVER, dtype=np.int32)
        least[0, 0, 0] = 0
        sets = np.zeros(1, dtype=np.int64)
        cheapest = costs.min(axis=(2, 3))
        for slot in range(slots):
            reached = []
            for piece in np.flatnonzero(cheapest[slot] <= limit).tolist():
                used = sets[sets >> piece & 1 == 0]
                # Each larger piece in an earlier slot adds an inversion.
                odd = np.bitwise_count(used >> piece + 1) % 2 == 1
                so_far = least[used]
                so_far[odd] = so_far[odd, ::-1]
                then = used | 1 << piece
                for way in range(ways):
                    total = np.roll(so_far, way, axis=2) + costs[slot, piece, way]
                    least[then] = np.minimum(least[then], total)
                reached.append(then)
            sets = np.unique(np.concatenate(reached)) if reached else sets[:0]
            sets = sets[least[sets].min(axis=(1, 2, 3)) <= limit]
        self.totals = least[-1]

    def best(self, parity: int, sum_: int, case: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return a cheapest assignment of a class within the limit: each slot's piece and its orientation."""
        slots, _, ways, _ = self._costs.shape
        pieces, orientations = np.zeros(slots, dtype=np.intp), np.zeros(slots, dtype=np.intp)
        used = (1 << slots) - 1
        for slot in reversed(range(slots)):
            for piece, way in product(range(slots), range(ways)):
                before = used & ~(1 << piece)
                was = parity ^ ((before >> piece + 1).bit_count() & 1), (sum_ - way) % ways
                total = self._least[before, *was, case] + self._costs[slot, piece, way, case]
                if before != used and total == self._least[used, parity, sum_, case]:
                    pieces[slot], orientations[slot] = piece, way
                    used, (parity, sum_) = before, was
                    break
        return pieces, orientations


_Colours = NDArray[np.integer]
"""A colour for each sticker, shape (6·N²,); −1 if unknown."""


@dataclass(frozen=True, slots=True)
class Laws:
    """The laws that the known stickers break."""

    twists: tuple[int, ...]
    """The possible sums of twists of the corners if 0 is not among them, else empty."""
    flipped: bool
    """Whether the flips of the edges cannot sum to 0."""
    swapped: bool
    """Whether the parities cannot agree while the other laws hold."""
    settled: bool
    """Whether the parities cannot agree even if the other laws are ignored."""

    def __bool__(self) -> bool:
        """Whether a law is broken."""
        return bool(self.twists) or self.flipped or self.swapped


def shown_by(orbit: Orbit, size: int) -> NDArray[np.intp]:
    """Return the colours of each piece on the stickers of a slot, shape (pieces, orientations, stickers of a piece)."""
    return geometry(size).faces[orbit.turned]


def contradictions(colours: _Colours, home: _Colours, orbit: Orbit) -> NDArray[np.intp]:
    """Count the known stickers of slots that differ from pieces: shape (…, slots, pieces, orientations).

    `colours` has shape (…, 6·N²): of one cube or of several.
    """
    here, there = colours[..., orbit.stickers][..., None, None, :], home[orbit.turned]
    counts: NDArray[np.intp] = ((here != there) & (here >= 0) & (there >= 0)).sum(axis=-1)
    return counts


def distinguishable(home: _Colours, size: int, still: NDArray[np.bool_]) -> bool:
    """Whether each corner, edge and wing looks different from all others, and from itself in other orientations.

    Args:
        home: the colours where every piece is at home, all known.
        size: the number of layers.
        still: the stickers that never move, bool, shape (6·N²,); pieces with only such stickers may look alike.
    """
    for orbit in orbits(size):
        if orbit.kind is not PieceKind.CENTRE:
            loose = np.flatnonzero(~still[orbit.stickers].all(axis=1))
            if (contradictions(home, home, orbit)[np.ix_(loose, loose)] == 0).sum() != len(loose):
                return False
    return True


def homes(colours: _Colours, home: _Colours, size: int, still: NDArray[np.bool_]) -> NDArray[np.intp] | None:
    """Return for each place the home of the sticker in it, so that `colours == home[homes]`.

    Centres that look alike get the homes of their colour in some order. Other pieces that look alike are
    distinguished only if they never move and are at home.

    Args:
        colours: the colours of the stickers, all known.
        home: their colours where every piece is at home, all known.
        size: the number of layers.
        still: the stickers that never leave their places, bool, shape (6·N²,).

    Returns:
        A permutation, shape (6·N²,), that maps pieces to slots of their orbit; None if the pieces are not the
        pieces of `home`, each once.

    >>> cube, no = Cube(2).apply("R"), np.zeros(24, dtype=bool)
    >>> found = homes(cube.colours, Cube(2).colours, 2, no)
    >>> bool((found == geometry(2).quarter_turns[2]).all())
    True
    """
    slots = np.arange(len(colours))
    for orbit in orbits(size):
        places = orbit.stickers
        stay = (still[places] & (colours[places] == home[places])).all(axis=1)
        left = np.flatnonzero(~stay)
        if orbit.kind is PieceKind.CENTRE:
            pieces = _by_colour(colours[places[left, 0]], home[places[left, 0]])
            if pieces is None:
                return None
            ways = np.zeros_like(pieces)
        else:
            fits = contradictions(colours, home, orbit)[np.ix_(left, left)] == 0
            if (fits.sum(axis=(1, 2)) != 1).any() or (fits.sum(axis=(0, 2)) != 1).any():
                return None
            _, pieces, ways = fits.nonzero()
        slots[places[left]] = orbit.turned[left[pieces], ways]
    return slots


def _by_colour(colours: _Colours, home: _Colours) -> NDArray[np.intp] | None:
    """Return for each place a home of its colour, each home once; None if the counts of the colours differ."""
    places = np.argsort(colours, kind="stable")
    last_first = np.argsort(home[::-1], kind="stable")
    pieces = np.empty(len(home), dtype=np.intp)
    pieces[places] = len(home) - 1 - last_first
    return pieces if (home[pieces] == colours).all() else None


def misfits(cube: Cube, orbit: Orbit) -> NDArray[np.intp]:
    """Count the known stickers of each slot that each piece contradicts, shape (slots, pieces, orientations)."""
    return contradictions(cube.colours, geometry(cube.size).faces, orbit)


def arrangements(cube: Cube, orbit: Orbit) -> NDArray[np.intp]:
    """Return the middle centres in the 24 whole-cube rotations, shape (24, 6)."""
    held = geometry(cube.size)
    return held.faces[held.rotations][:, orbit.stickers[:, 0]]


def all_placed(cube: Cube, orbit: Orbit) -> bool:
    """Return whether every slot can have a separate piece that contradicts no known sticker."""
    if orbit.kind is PieceKind.CENTRE:
        colours = cube.colours[orbit.stickers[:, 0]]
        return int(np.bincount(colours[colours >= 0], minlength=6).max()) <= len(orbit.slots) // 6
    possible = (misfits(cube, orbit) == 0).any(axis=2)
    chosen = assign((~possible).astype(np.int64))
    return bool(possible[np.arange(len(possible)), chosen].all())


def laws(cube: Cube) -> Laws:
    """Return the laws that a cube breaks; `all_placed` must hold for its orbits."""
    twists: tuple[int, ...] = ()
    flipped = False
    right: list[NDArray[np.bool_]] = []
    either: list[NDArray[np.bool_]] = []
    for orbit in orbits(cube.size):
        if orbit.kind not in (PieceKind.CORNER, PieceKind.EDGE) and not orbit.fixed:
            continue
        classes = _classes(cube, orbit)
        either.append(np.any(classes, axis=1))
        if classes[:, 0].any():
            right.append(classes[:, 0])
            continue
        right.append(either[-1])
        flipped |= orbit.kind is PieceKind.EDGE
        if orbit.kind is PieceKind.CORNER:
            twists = tuple(np.flatnonzero(classes.any(axis=0)).tolist())
    return Laws(twists, flipped, not _can_agree(right), not _can_agree(either))


def parities_agree(parities: Sequence[int]) -> bool:
    """Whether corners, edges and middle centres, in this order, can have these parities (0 even, 1 odd)."""
    # A quarter rotation of the whole cube permutes the edges and the centres oddly, the corners evenly. Even
    # sizes have only corners, and turns of slices that leave either parity possible.
    return len(parities) < 3 or sum(parities) % 2 == 0


def _can_agree(parities: list[NDArray[np.bool_]]) -> bool:
    return any(
        parities_agree(chosen) for chosen in product(*(np.flatnonzero(odd).tolist() for odd in parities))
    )


def _classes(cube: Cube, orbit: Orbit) -> NDArray[np.bool_]:
    """Return the possible parities and sums of orientations of the pieces, bool, shape (2, orientations)."""
    possible = np.zeros((2, orbit.orientations), dtype=np.bool_)
    if orbit.fixed:
        colours = cube.colours[orbit.stickers[:, 0]]
        ways = arrangements(cube, orbit)
        for way in ways[((ways == colours) | (colours < 0)).all(axis=1)]:
            possible[int(is_odd(way)), 0] = True
        return possible
    amiss = misfits(cube, orbit)
    slots, pieces, turned = np.nonzero(amiss == 0)
    if len(slots) == len(orbit.slots):
        possible[int(is_odd(pieces)), int(turned.sum()) % orbit.orientations] = True
        return possible
    totals = ClassedAssignments(amiss[..., None], limit=0).totals
    possible[totals[..., 0] == 0] = True
    return possible
