"""`Cube`: the state of an N×N×N cube, stored as the colours of its stickers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cubeproof.base.argument_checks import expect
from cubeproof.base.lazy_imports import lazily
from cubeproof.errors import OPEN, FaceletsError, ImpossibleCubeError, NotationError, UsageError
from cubeproof.puzzle import MAX_SIZE
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.colour_letters import are_colours
from cubeproof.puzzle.face_orders import check_order, read_letters
from cubeproof.puzzle.facelet_symbols import facelet_symbols, is_link, other_symbols, refuse_mistake
from cubeproof.puzzle.geometry import (
    FACES,
    Permutation,
    check_size,
    geometry,
    read_only,
    size_of,
)
from cubeproof.puzzle.move import Move
from cubeproof.puzzle.notation import LowerCase
from cubeproof.sentences import Template, say

if TYPE_CHECKING:
    from cubeproof.puzzle.diagnosis import Diagnosis
    from cubeproof.puzzle.status import Status

UNKNOWN = -1
"""The colour of an unknown sticker, `?` in facelet strings."""

_LETTERS = np.frombuffer(f"{FACES}?".encode(), dtype=np.uint8)

_OUT_OF_RANGE = Template("state.colour-out-of-range", "Colours go from {unknown} (unknown) to 5.")
_OTHER_SIZE = Template(
    "state.other-size", "A cube of {size} layers has {wanted} stickers, but this text has {stickers}."
)
_NO_SIZE = Template(
    "state.no-size",
    "{stickers} {stickers?one:sticker makes|other:stickers make} no cube: it has 6·N² of them, 24 for N = 2, "
    "54 for N = 3, 96 for N = 4, and so on to N = {most}.",
)
_OTHER_LENGTH = Template(
    "cube.permutation-length", "A permutation of this cube has {wanted} stickers, not {stickers}."
)
_NO_PERMUTATION = Template(
    "cube.permutation-numbers", "A permutation of this cube has the whole numbers 0 to {last}."
)
_HELD = Template("cube.held", "This cube cannot be held in the usual way: {reason}.")
_WRONG_CENTRES = Template("cube.held-centres", "its centres are not arranged as on a cube")


def permutation(alg: Alg | Move | str, size: int, lower_case: LowerCase | str | None = None) -> Permutation:
    """Return the permutation of stickers of an algorithm on a cube of this size, in gather form.

    `lower_case` is the meaning of lower-case face letters in a text, as for `Cube.apply`.

    >>> bool((permutation("R2", 3) == permutation("R R", 3)).all())
    True
    """
    text = alg if isinstance(alg, str) else ""
    size = check_size(size)
    if isinstance(alg, str):
        from cubeproof.puzzle.lower_case import lower_case_reading

        alg = Alg(alg, lower_case_reading(alg, size, lower_case).lower_case)
    cube = geometry(size)
    total = np.arange(6 * size * size, dtype=np.int16)
    for move in alg if isinstance(alg, Alg) else Alg(alg):
        try:
            slab = move.slab(size)
        except UsageError as error:
            if text and move.position is not None:
                raise NotationError(OPEN(reason=error.sentence), text, move.position) from None
            raise
        places, sources = cube.moved(slab)
        total[places] = total[sources]
    return total


class Cube:
    """A state of an N×N×N cube. It is immutable: turning it returns a new cube.

    Args:
        size: the number of layers, 2 to 50; the new cube is solved.

    Raises:
        UsageError: a size out of range.

    >>> cube = Cube(2).apply("R U'")
    >>> cube.facelets
    'FFUUFDRRLLFDDBDBUBLLRRUB'
    >>> cube @ "U R'" == Cube(2)
    True
    """

    __slots__ = ("_colours", "_size")

    _size: int
    _colours: NDArray[np.int8]

    def __init__(self, size: int = 3) -> None:
        self._size = check_size(size)
        self._colours = read_only(geometry(size).faces.astype(np.int8))

    @classmethod
    def from_colours(cls, colours: ArrayLike) -> Self:
        """Return a cube from an array of 6·N² colours: 0 to 5 in URFDLB order, −1 for unknown.

        Any colours are accepted; `status` reports whether such a cube can exist.

        Raises:
            FaceletsError: a wrong number of stickers, or a colour out of range.
        """
        array = np.array(colours)
        size = _size_of(array.size)
        if array.dtype.kind not in "iu":
            raise FaceletsError(say("state.colours-not-whole", "Colours are whole numbers."))
        if array.min() < UNKNOWN or array.max() > 5:
            raise FaceletsError(_OUT_OF_RANGE(unknown=UNKNOWN))
        cube = cls.__new__(cls)
        cube._size = size
        cube._colours = read_only(array.astype(np.int8).ravel())
        return cube

    @classmethod
    def from_facelets(cls, text: str, size: int | None = None, *, order: str | None = None) -> Self:
        """Read a facelet string: 6·N² letters in URFDLB order, row by row, with any white space and commas.

        Also accepted are a net as `cubeproof show` prints it, its rows in one line if no order of faces makes a
        possible cube, a list of letters as Python, NumPy and JSON print it, and a link to Twizzle: its setup, then its
        turns. Comments are skipped.

        The letters are those of faces, or of colours, `W R G Y O B`, in either case. On odd sizes the centres determine
        which colour belongs to which face; on even sizes the usual scheme applies, with white as U and green as F (see
        `puzzle/colour_letters.py`).

        Args:
            text: the letters of faces, or of colours; `?` for an unknown sticker.
            size: the size that the cube must have; None for any.
            order: the order of the faces in the text, such as "ULFRBD"; None for URFDLB. With an order, six other
                symbols are accepted, too: digits, letters or emoji (see `puzzle/face_orders.py`). A net or a link has
                its own order.

        Raises:
            FaceletsError: a wrong length or letter, or centres that do not determine which colour belongs to which
                    face, or a text that is a cube by its faces and another by the rows of a net. Wrong counts of a
                    colour are accepted: `status` reports them.
            ImpossibleCubeError: a cube that is impossible in this order of faces, but possible in exactly one other;
                    only with `order`, or with colours.
            UsageError: not an order of faces.

        >>> Cube.from_facelets("UUUU RRRR FFFF DDDD LLLL BBBB") == Cube(2)
        True
        >>> Cube.from_facelets("wwww oooo gggg rrrr bbbb yyyy", order="ULFRBD") == Cube(2)
        True
        >>> Cube.from_facelets("1111 2222 3333 4444 5555 6666", order="ULFRBD") == Cube(2)
        True
        """
        expect("text", text, str, "a facelet string")
        faces = None if order is None else check_order(order)
        if is_link(text):
            from cubeproof.puzzle.twizzle import read_link

            link = read_link(text)
            letters, has_order = cls(link.size).apply(link.turns).facelets, True
        else:
            letters, has_order = facelet_symbols(text)
            if not has_order and (order is None or other_symbols(text) is None):
                try:
                    refuse_mistake(text)
                except NotationError as error:
                    raise FaceletsError(error.whole) from None
        if has_order:
            faces = None
        if size is not None and len(letters) != 6 * check_size(size) ** 2:
            raise FaceletsError(_OTHER_SIZE(size=size, wanted=6 * size * size, stickers=len(letters)))
        layers = _size_of(len(letters))
        if faces is None and not has_order:
            from cubeproof.puzzle.net_rows import read_rows

            if (rows := read_rows(letters, layers)) is not None:
                return cls.from_colours(rows.colours)
        cube = cls.from_colours(read_letters(letters, layers, faces))
        if faces is not None or (layers % 2 and are_colours(letters)):
            from cubeproof.puzzle.other_orders import refuse_wrong_order

            refuse_wrong_order(letters, cube, faces)
        return cube

    @property
    def size(self) -> int:
        """N, the number of layers."""
        return self._size

    @property
    def colours(self) -> NDArray[np.int8]:
        """The colours of the stickers, read-only, shape (6·N²,): 0 to 5 in URFDLB order, −1 unknown."""
        return self._colours

    @property
    def facelets(self) -> str:
        """The state as a facelet string: 6·N² letters in URFDLB order, `?` for unknown."""
        return _LETTERS[self._colours].tobytes().decode()

    @property
    def is_complete(self) -> bool:
        """Whether all stickers are known."""
        return bool((self._colours >= 0).all())

    @property
    def is_solved(self) -> bool:
        """Whether the cube is solved, up to a rotation of the whole cube.

        >>> Cube(3).apply("x y2").is_solved, Cube(3).apply("R").is_solved
        (True, False)
        """
        return self.equals_up_to_rotation(Cube(self._size))

    def apply(self, alg: Alg | Move | str, lower_case: LowerCase | str | None = None) -> Self:
        """Return the cube after these turns.

        Args:
            alg: turns, or their text.
            lower_case: the meaning of lower-case face letters in a text: "wide", `r` is Rw, or "inner", `r` is 2R. None
                for wide; but on 4 or more layers, a text that has both `Rw` and `r` is read as inner.

        Raises:
            NotationError: the text has a fault, or a turn that this size does not have, with the column.
            UsageError: `lower_case` has another value.

        >>> Cube(4).apply("Rw r'") == Cube(4).apply("R"), Cube(4).apply("r") == Cube(4).apply("Rw")
        (True, True)
        """
        return self.permuted(permutation(alg, self._size, lower_case))

    def __matmul__(self, alg: Alg | Move | str) -> Self:
        return self.apply(alg)

    def permuted(self, gather: NDArray[np.integer]) -> Self:
        """Return the cube after a permutation of its stickers in gather form, shape (6·N²,).

        Raises:
            UsageError: a permutation of another number of stickers.
        """
        if np.shape(gather) != self._colours.shape:
            raise UsageError(_OTHER_LENGTH(wanted=self._colours.size, stickers=np.size(gather)))
        gather = np.asarray(gather)
        if gather.dtype.kind not in "iu" or gather.min() < 0 or gather.max() >= gather.size:
            raise UsageError(_NO_PERMUTATION(last=gather.size - 1))
        return self.from_colours(self._colours[gather])

    def rotations(self) -> list[Self]:
        """Return the cube in its 24 whole-cube rotations, itself first."""
        return [self.permuted(rotation) for rotation in geometry(self._size).rotations]

    def equals_up_to_rotation(self, other: Cube) -> bool:
        """Whether the two cubes are equal up to a rotation of the whole cube.

        >>> Cube(2).apply("R").equals_up_to_rotation(Cube(2).apply("L x"))
        True
        """
        expect("other", other, Cube, "a Cube")
        if other._size != self._size:
            return False
        held = other._colours[geometry(self._size).rotations]
        return bool((held == self._colours).all(axis=1).any())

    def normalised(self) -> Self:
        """Return the cube rotated so that its fixed pieces are at home.

        On odd sizes these are the middle centres; on even sizes the corner DBL, which turns of R, U and F keep in
        place.

        Raises:
            ImpossibleCubeError: there is no corner DBL, or the centres are wrong.

        >>> Cube(2).apply("L").normalised() == Cube(2).apply("R")
        True
        """
        cube = geometry(self._size)
        home = fixed_stickers(self._size)
        held = self._colours[cube.rotations]
        fits = (held[:, home] == cube.faces[home]).all(axis=1)
        if not fits.any():
            reason = _WRONG_CENTRES() if self._size % 2 else say("cube.held-corner", "it has no corner DBL")
            raise ImpossibleCubeError((_HELD(reason=reason),))
        return self.from_colours(held[int(np.argmax(fits))])

    def status(self) -> Status:
        """Return all faults of this cube as flags; `Status.VALID`, which is false, if there are none.

        A cube with unknown stickers has no fault exactly if they can be coloured so that the cube is possible.

        >>> Cube(3).status()
        <Status.VALID: 0>
        """
        from cubeproof.puzzle.status import status

        return status(self)

    def diagnose(self) -> Diagnosis:
        """Return the faults of this cube: flags, a sentence for each fault, and a repair."""
        from cubeproof.puzzle.diagnosis import diagnose

        return diagnose(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cube):
            return NotImplemented
        return self._size == other._size and bool((self._colours == other._colours).all())

    def __hash__(self) -> int:
        return hash((self._size, self._colours.tobytes()))

    def __reduce__(self) -> tuple[object, tuple[bytes]]:
        return _restored, (self._colours.tobytes(),)

    def _repr_svg_(self) -> str | None:
        """Return the notebook's picture as SVG, or None for a cube with too many stickers."""
        picture: str | None = lazily("cubeproof.notebook.inline:cube_svg")(self)
        return picture

    def _repr_png_(self) -> bytes | None:
        """Return the notebook's picture as PNG for a cube that is too large for SVG, else None."""
        picture: bytes | None = lazily("cubeproof.notebook.inline:cube_png")(self)
        return picture

    def __repr__(self) -> str:
        return f"Cube.from_facelets({self.facelets!r})"


def _restored(colours: bytes) -> Cube:
    return Cube.from_colours(np.frombuffer(colours, dtype=np.int8))


def _size_of(stickers: int) -> int:
    size = size_of(stickers)
    if size is None:
        raise FaceletsError(_NO_SIZE(stickers=stickers, most=MAX_SIZE))
    return size


def fixed_stickers(size: int) -> NDArray[np.intp]:
    """Return the stickers that determine how a cube is held: the middle centres, or the corner DBL's."""
    cube = geometry(size)
    if size % 2:
        return np.flatnonzero(np.abs(cube.cubies).sum(axis=1) == size - 1)
    corner = np.array([-(size - 1), -(size - 1), -(size - 1)])
    return np.flatnonzero((cube.cubies == corner).all(axis=1))
