"""The geometry: where the stickers of an N×N×N cube are, and where a turn takes them.

The cube's middle is the origin; x points right, y up, z towards the viewer. Lengths are doubled so that all
coordinates are whole numbers: a cubie's middle has coordinates from −(N−1) to N−1 in steps of 2, and a
sticker lies one unit further out along its face's normal. So exactly one coordinate of a sticker's point is
±N, it names the face, and clipping the point to ±(N−1) gives back the cubie.

A turn is a rotation of a slab of layers. It becomes a permutation `p` of sticker numbers in the gather
form: after the turn, place i shows what was in place p[i], so `colours[p]` turns a whole state at once.

Stickers are numbered face by face in URFDLB order, row by row as a reader sees each face: U from above with
F below it, D from below with F above it, the others upright.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from itertools import groupby
from math import isqrt
from operator import index
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import UsageError
from cubeproof.puzzle import MAX_SIZE, MIN_SIZE
from cubeproof.sentences import Template

FACES = "URFDLB"

FEWEST_FACELETS = 6 * MIN_SIZE**2
"""The number of stickers of the smallest cube."""

_NOT_WHOLE = Template("cube.size-not-whole", "The size of a cube is a whole number, not {size}.")
_LAYERS = Template("cube.layers", "A cube has {least} to {most} layers, not {size}.")
_NO_LAYER = Template("cube.no-layer", "This cube has {size} layers, no layer {layer}.")

Number = TypeVar("Number", bound=np.generic)

# The bytes of each of the two caches of a geometry.
_KEPT_BYTES = 8_000_000

Permutation = NDArray[np.int16]
"""A permutation of sticker numbers in gather form, shape (6·N²,)."""

Places = NDArray[np.intp]
"""Places of stickers."""

# How a face is read: the directions of its rows (to the right) and of its columns (downwards).
_READING = {
    "U": ((1, 0, 0), (0, 0, 1)),
    "R": ((0, 0, -1), (0, -1, 0)),
    "F": ((1, 0, 0), (0, -1, 0)),
    "D": ((1, 0, 0), (0, 0, -1)),
    "L": ((0, 0, 1), (0, -1, 0)),
    "B": ((-1, 0, 0), (0, -1, 0)),
}

NORMALS = np.array([np.cross(right, -np.array(down)) for right, down in _READING.values()])


class Slab(NamedTuple):
    """A turn of adjacent layers by some quarter turns, clockwise as seen from a face."""

    face: str
    """One of `FACES`."""
    first: int
    """The first layer that turns, counted from 1 at the face."""
    last: int
    """The last layer that turns, `first` or more."""
    turns: int
    """The number of quarter turns."""

    def layers(self, size: int) -> LayerTurn:
        r"""Return the turn in its normal form.

        >>> Slab("L", 1, 2, 1).layers(3)
        LayerTurn(axis=1, amounts=b'\x00\x03\x03')
        """
        face = FACES.index(self.face)
        amounts = (
            bytes(self.first - 1)
            + bytes((self.turns % 4,)) * (self.last - self.first + 1)
            + bytes(size - self.last)
        )
        return LayerTurn(face % 3, _seen_from_behind(amounts) if face >= 3 else amounts)


# The opposite of each number of quarter turns, and their sums with each number, as tables for `bytes.translate`.
_OPPOSITES = bytes(-amount % 4 for amount in range(256))
_SUMS = [bytes((amount + more) % 4 for amount in range(256)) for more in range(4)]


class LayerTurn(NamedTuple):
    """A turn of the layers of one axis, each by its own number of quarter turns.

    This is a normal form: unless they are rotations of the whole cube, different turns are different permutations.
    """

    axis: int
    """0 for U and D, 1 for R and L, 2 for F and B."""
    amounts: bytes
    """Quarter turns of each layer, 0 to 3, clockwise as seen from U, R or F, starting at that face."""

    def rotated(self, amount: int) -> LayerTurn:
        """Return the turn, followed by quarter turns of the whole cube about its axis."""
        return LayerTurn(self.axis, self.amounts.translate(_SUMS[amount % 4]))

    def seen_from(self, rotation: int) -> LayerTurn:
        """Return `rotation · turn · rotation⁻¹` as a permutation; `rotation` is an index into `Geometry.rotations`."""
        face = _axis_faces()[rotation][self.axis]
        return LayerTurn(face % 3, _seen_from_behind(self.amounts) if face >= 3 else self.amounts)


def _seen_from_behind(amounts: bytes) -> bytes:
    """Return the amounts of layers, counted from the opposite face and clockwise as seen from there."""
    return amounts[::-1].translate(_OPPOSITES)


def check_size(size: int) -> int:
    """Return `size`, or raise a UsageError if it is not a whole number in range."""
    try:
        size = index(size)
    except TypeError:
        raise UsageError(_NOT_WHOLE(size=repr(size))) from None
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise UsageError(_LAYERS(least=MIN_SIZE, most=MAX_SIZE, size=size))
    return size


def size_of(stickers: int) -> int | None:
    """Return the size of the cube with this number of stickers, or None.

    >>> size_of(54), size_of(55), size_of(6)
    (3, None, None)
    """
    size = isqrt(max(0, stickers) // 6)
    return size if 6 * size * size == stickers and MIN_SIZE <= size <= MAX_SIZE else None


def read_only(array: NDArray[Number]) -> NDArray[Number]:
    """Return the array after making it read-only, so that it can be shared."""
    array.flags.writeable = False
    return array


class Geometry:
    """The stickers of an N×N×N cube and the permutations of its turns; `geometry(size)` gives one.

    Attributes:
        size: N, the number of layers.
        points: int array (6·N², 3), the stickers' points in doubled coordinates.
        cubies: int array (6·N², 3), the middles of the cubies that carry them.
        faces: int array (6·N²,), the face of each sticker, as an index into `FACES`.
    """

    def __init__(self, size: int) -> None:
        self.size = check_size(size)
        steps = np.arange(-(size - 1), size, 2)
        faces = []
        for normal, (right, down) in zip(NORMALS, _READING.values(), strict=True):
            rows = steps[:, None, None] * np.array(down)
            columns = steps[None, :, None] * np.array(right)
            faces.append((normal * size + rows + columns).reshape(-1, 3))
        self.points = read_only(np.concatenate(faces))
        self.cubies = read_only(np.clip(self.points, -(size - 1), size - 1))
        self.faces = read_only(np.repeat(np.arange(6), size * size))
        self._numbers = np.full((2 * size + 1,) * 3, -1, dtype=np.int16)
        self._numbers[tuple((self.points + size).T)] = np.arange(len(self.points))
        # Caches of what is computed for each turn, with a limit: a large cube has thousands of turns.
        stickers = len(self.points)
        self._turn = lru_cache(_KEPT_BYTES // (2 * stickers))(self._compute_turn)
        self._moved = lru_cache(_KEPT_BYTES // (16 * stickers))(self._compute_moved)
        self._layers = {
            face: read_only((size - 1 - self.cubies @ normal) // 2 + 1)
            for face, normal in zip(FACES, NORMALS, strict=True)
        }

    def sticker_at(self, points: NDArray[np.int64]) -> NDArray[np.int16]:
        """Return the numbers of the stickers at these points, shape (…, 3) → (…)."""
        numbers: NDArray[np.int16] = self._numbers[tuple(np.moveaxis(points + self.size, -1, 0))]
        return numbers

    def layers(self, face: str) -> NDArray[np.int64]:
        """Return the layer of each sticker's cubie, counted from 1 at `face`."""
        return self._layers[face]

    def turn(self, turn: Slab | LayerTurn) -> Permutation:
        """Return the permutation of a turn.

        >>> geometry(2).turn(Slab("U", 1, 1, 1))[:4].tolist()
        [2, 0, 3, 1]
        """
        return self._turn(turn)

    def moved(self, turn: Slab | LayerTurn) -> tuple[Places, Places]:
        """Return the places whose stickers a turn moves, and the places from which it brings their new stickers.

        The arrays are read-only.

        >>> places, sources = geometry(3).moved(Slab("F", 1, 1, 1))
        >>> colours = geometry(3).faces.copy()
        >>> colours[places] = colours[sources]
        >>> len(places), "".join(FACES[colour] for colour in colours[:9])
        (20, 'UUUUUULLL')
        """
        return self._moved(turn)

    def _compute_turn(self, turn: Slab | LayerTurn) -> Permutation:
        places, sources = self._compute_moved(turn)
        permutation = np.arange(len(self.points), dtype=np.int16)
        permutation[places] = sources
        return read_only(permutation)

    def _compute_moved(self, turn: Slab | LayerTurn) -> tuple[Places, Places]:
        if isinstance(turn, Slab):
            if not 1 <= turn.first <= turn.last <= self.size:
                raise UsageError(_NO_LAYER(size=self.size, layer=max(turn.first, turn.last)))
            turn = turn.layers(self.size)
        places, sources, begins = self._axes[turn.axis]
        layer = 0
        blocks = []
        for amount, block in groupby(turn.amounts):
            first, layer = layer, layer + len(list(block))
            if amount:
                stickers = slice(begins[first], begins[layer])
                blocks.append((places[stickers], sources[amount, stickers]))
        if len(blocks) == 1:
            return blocks[0]
        none = (places[:0], places[:0])
        return tuple(read_only(np.concatenate(parts)) for parts in zip(none, *blocks, strict=True))  # type: ignore[return-value]

    @cached_property
    def _axes(self) -> list[tuple[Places, NDArray[np.intp], list[int]]]:
        """For each axis: the places that its turns move, ordered by layer; their sources; the start of each layer.

        The sources are the places from which 0 to 3 quarter turns bring the stickers, shape (4, places).
        """
        axes = []
        for face in "URF":
            rotations = np.stack([self._rotation(face, turns) for turns in range(4)]).astype(np.intp)
            # The axis goes through the middle stickers of two faces, which stay.
            places = np.flatnonzero(rotations[0] != rotations[1])
            layers = self.layers(face)[places]
            places = places[np.argsort(layers, kind="stable")]
            begins = np.searchsorted(np.sort(layers), np.arange(1, self.size + 2)).tolist()
            axes.append((read_only(places), read_only(rotations[:, places]), begins))
        return axes

    def _rotation(self, face: str, turns: int) -> Permutation:
        """Return the permutation of quarter turns of the whole cube, clockwise as seen from a face."""
        normal = NORMALS[FACES.index(face)]
        moved = self.points
        for _ in range(turns):
            # Rodrigues' rotation by −90° about the outward normal.
            moved = np.outer(moved @ normal, normal) - np.cross(normal, moved)
        destinations = self.sticker_at(moved)
        permutation = np.empty_like(destinations)
        permutation[destinations] = np.arange(len(destinations))
        return permutation

    @property
    def quarter_turns(self) -> NDArray[np.int16]:
        """One clockwise quarter turn of every single layer, seen from U, R and F: shape (3·N, 6·N²)."""
        layers = range(1, self.size + 1)
        return read_only(
            np.stack([self._compute_turn(Slab(face, k, k, 1)) for face in "URF" for k in layers])
        )

    @cached_property
    def rotations(self) -> NDArray[np.int16]:
        """The 24 rotations of the whole cube, shape (24, 6·N²), the identity first."""
        quarter = [self.turn(Slab(face, 1, self.size, 1)) for face in "RU"]
        identity = np.arange(len(self.points), dtype=np.int16)
        rotations = {identity.tobytes(): identity}
        frontier = [identity]
        while frontier:
            frontier = [image for done in frontier for image in (done[turn] for turn in quarter)]
            frontier = [image for image in frontier if rotations.setdefault(image.tobytes(), image) is image]
        return read_only(np.stack(list(rotations.values())))

    @cached_property
    def rotations_back(self) -> NDArray[np.int16]:
        """The inverses of the 24 rotations, in their order, shape (24, 6·N²)."""
        return read_only(np.argsort(self.rotations, axis=1).astype(np.int16))

    def rotation_number(self, permutation: Permutation) -> int:
        """Return the index of a rotation of the whole cube in `rotations`.

        >>> geometry(3).rotation_number(geometry(3).turn(Slab("R", 1, 3, 1)))
        1
        """
        return int((self.rotations == permutation).all(axis=1).argmax())


@cache
def rotation_products() -> NDArray[np.intp]:
    """Return the index of `rotations[a][rotations[b]]` for indices a and b, shape (24, 24); equal for all sizes."""
    cube = geometry(MIN_SIZE)
    return read_only(np.array([[cube.rotation_number(a[b]) for b in cube.rotations] for a in cube.rotations]))


@cache
def rotation_inverses() -> NDArray[np.intp]:
    """Return the index of the inverse of each rotation, shape (24,)."""
    return read_only((rotation_products() == 0).argmax(axis=1))


@cache
def rotated_faces() -> NDArray[np.intp]:
    """Return the face that each rotation, as a map of places, makes of each face, shape (24, 6), in `FACES` order."""
    cube = geometry(MIN_SIZE)
    return read_only(cube.faces[cube.rotations[:, :: MIN_SIZE**2]])


@cache
def _axis_faces() -> list[list[int]]:
    """Return the faces that each rotation makes of U, R and F, as numbers."""
    faces: list[list[int]] = rotated_faces()[:, :3].tolist()
    return faces


@cache
def geometry(size: int) -> Geometry:
    """Return the geometry of an N×N×N cube, cached for each size.

    >>> geometry(3).turn(Slab("R", 1, 1, 2)).shape
    (54,)
    """
    return Geometry(size)


def is_odd(permutation: Sequence[int] | NDArray[np.integer]) -> bool:
    """Whether a permutation of 0, 1, 2, … is odd.

    >>> is_odd([1, 0, 2]), is_odd([1, 2, 0])
    (True, False)
    """
    images = [int(image) for image in permutation]
    cycles, seen = 0, set[int]()
    for start in range(len(images)):
        cycles += start not in seen
        here = start
        while here not in seen:
            seen.add(here)
            here = images[here]
    return (len(images) - cycles) % 2 == 1
