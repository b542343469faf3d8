"""`Generator`: an allowed turn, with its permutation or with the layers of a cube that it turns."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cubeproof.base.argument_checks import expect, expect_whole
from cubeproof.errors import UsageError
from cubeproof.puzzle.geometry import Geometry, LayerTurn, Places, geometry, read_only, size_of
from cubeproof.sentences import Template

_RESERVED = Template(
    "problem.reserved-name",
    "A turn cannot be called {name!r}: in formulas, - is an idle step, and a name with + is the second "
    "step of a turn.",
)
_NAME = Template(
    "problem.name",
    "A {what} cannot be called {name!r}: a name has 1 to {most} ASCII characters without blanks, commas "
    "and round brackets.",
)
_COST = Template("problem.cost", "Every allowed turn must cost 1 or more, and no more than {most:,}.")
_NO_PERMUTATION = Template(
    "problem.no-permutation",
    "The turn {name} is not a permutation: it must contain each number from 0 to {last} once.",
)
_FRAME = Template("problem.frame", "A frame has a name and a number, not {things} values.")
_RAGGED = Template(
    "problem.ragged",
    "`{argument}` has rows of different lengths instead of one number for every sticker.",
)
_SHAPE = Template(
    "problem.shape", "`{argument}` has the shape {shape} instead of one number for every sticker."
)
_LARGE = Template("problem.large-number", "`{argument}` has numbers above {most:,}, or too many numbers.")

# The maximum cost of a turn, so that the cost of a word fits into a machine integer.
_MOST_COST = 1_000_000

# The largest size in bytes of a computed permutation that is kept.
_KEPT_BYTES = 1_000

# Names become parts of a formula's variables, `turn(3,R2)`, and words of an answer. A turn's second step is
# called `NAME+`, and an idle one `-`.
_LONGEST = 40
WRITABLE = re.compile(r"[!-'*+.-~-]+")
"""The characters of a name of a turn, a place or a metric."""


@dataclass(frozen=True, eq=False)
class Generator:
    """An allowed turn.

    Raises:
        UsageError: not a permutation, a cost below 1 or above a million, or an invalid name. A name has 1 to 40
                ASCII characters without blanks, commas and round brackets, does not end in `+`, and is not `-`.
        TypeError: an argument of another type.

    >>> Generator("s", [1, 0, 2]).permutation
    array([1, 0, 2], dtype=int16)
    >>> Generator("s", [1, 0, 2], cost=0)
    Traceback (most recent call last):
        ...
    cubeproof.UsageError: Every allowed turn must cost 1 or more, and no more than 1,000,000.
    """

    name: str
    """Its name in answers."""
    permutation: NDArray[np.int16]
    """Gather form: after the turn, place i shows what was in place permutation[i]."""
    cost: int = 1
    """Its cost, 1 or more."""
    frames: tuple[tuple[str, int], ...] = ()
    """Its names if turns rotate the observer: for each frame (a rotation of the observer), the name seen from it and
    the next frame. An answer starts in frame 0. Empty for a single frame."""
    layers: LayerTurn | None = field(default=None, init=False, repr=False)
    """The layers of a cube that it turns, if `cube_problem` made it; else None, also after `dataclasses.replace`."""

    def __post_init__(self) -> None:
        check_name("turn", self.name)
        if self.name == "-" or self.name.endswith("+"):
            raise UsageError(_RESERVED(name=self.name))
        expect_whole("cost", self.cost)
        if not 1 <= self.cost <= _MOST_COST:
            raise UsageError(_COST(most=_MOST_COST))
        object.__setattr__(self, "permutation", whole_numbers("permutation", self.permutation, np.int16))
        places = len(self.permutation)
        seen = np.zeros(places, dtype=bool)
        seen[self.permutation[(self.permutation >= 0) & (self.permutation < places)]] = True
        if not seen.all():
            raise UsageError(_NO_PERMUTATION(name=self.name, last=places - 1))
        expect("frames", self.frames, tuple, "a tuple of pairs of a name and a number")
        for frame in self.frames:
            expect("frames", frame, tuple, "made of pairs of a name and a number")
            if len(frame) != 2:
                raise UsageError(_FRAME(things=len(frame)))
            check_name("turn", frame[0])
            expect_whole("frames", frame[1])

    @classmethod
    def of_layers(
        cls, name: str, layers: LayerTurn, cost: int, frames: tuple[tuple[str, int], ...] = ()
    ) -> Generator:
        """Return a turn of a cube's layers; its permutation is computed when it is used.

        The values are not checked: a large cube has thousands of turns.

        >>> Generator.of_layers("R", LayerTurn(1, bytes([1, 0])), 1).permutation[:4]
        array([ 0,  9,  2, 11], dtype=int16)
        """
        generator = object.__new__(cls)
        object.__setattr__(generator, "name", name)
        object.__setattr__(generator, "cost", cost)
        object.__setattr__(generator, "frames", frames)
        object.__setattr__(generator, "layers", layers)
        return generator

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            if name == "permutation" and self.layers is not None:
                permutation = self._geometry.turn(self.layers)
                if permutation.nbytes <= _KEPT_BYTES:
                    object.__setattr__(self, name, permutation)
                return permutation
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def _geometry(self) -> Geometry:
        assert self.layers is not None, "the turn has layers"
        return geometry(len(self.layers.amounts))

    @property
    def stickers(self) -> int:
        """The number of stickers of the puzzle."""
        return len(self.permutation) if self.layers is None else len(self._geometry.points)

    @property
    def moved(self) -> tuple[Places, Places]:
        """The places whose stickers it moves, and the places from which it brings their new stickers.

        The arrays are read-only, shape (moved stickers,).

        >>> Generator("s", [1, 0, 2]).moved
        (array([0, 1]), array([1, 0]))
        """
        return self._moved if self.layers is None else self._geometry.moved(self.layers)

    @cached_property
    def _moved(self) -> tuple[Places, Places]:
        places = np.flatnonzero(self.permutation != np.arange(len(self.permutation)))
        return read_only(places), read_only(self.permutation[places].astype(np.intp))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Generator):
            return NotImplemented
        if (self.name, self.cost, self.frames) != (other.name, other.cost, other.frames):
            return False
        if self.layers is not None and other.layers is not None:
            return self.layers == other.layers
        return np.array_equal(self.permutation, other.permutation)

    def __hash__(self) -> int:
        return hash((self.name, self.cost, self.frames))

    def __reduce__(self) -> tuple[object, ...]:
        if self.layers is not None:
            return Generator.of_layers, (self.name, self.layers, self.cost, self.frames)
        # Unpickling calls the constructor, so that the array is read-only again.
        return Generator, (self.name, self.permutation, self.cost, self.frames)


def still_places(generators: Iterable[Generator], stickers: int) -> NDArray[np.bool_]:
    """Return whether no generator moves a place, bool, shape (stickers,)."""
    still = np.ones(stickers, dtype=bool)
    turned: dict[int, int] = {}
    for generator in generators:
        if (layers := generator.layers) is None:
            still[generator.moved[0]] = False
        else:
            # All turns of an axis move the stickers of one turn that has a bit in each layer of any of them.
            turned[layers.axis] = turned.get(layers.axis, 0) | int.from_bytes(layers.amounts)
    if turned:
        size = size_of(stickers)
        assert size is not None, "these are the stickers of a cube"
        for axis, amounts in turned.items():
            still[geometry(size).moved(LayerTurn(axis, amounts.to_bytes(size)))[0]] = False
    return still


def whole_numbers(name: str, value: ArrayLike, dtype: type[np.signedinteger[Any]]) -> NDArray[Any]:
    """Return a value as a read-only array of whole numbers with one dimension."""
    if (
        isinstance(value, np.ndarray)
        and value.dtype == dtype
        and value.ndim == 1
        and not value.flags.writeable
    ):
        number = value
    else:
        try:
            number = np.array(value)
        except ValueError:
            raise UsageError(_RAGGED(argument=name)) from None
        # NumPy would count False as 0 beside a number.
        has_flags = isinstance(value, (list, tuple)) and any(isinstance(item, bool) for item in value)
        if (number.dtype.kind not in "iu" or has_flags) and number.size:
            expect(name, value, np.integer, "whole numbers, one for every sticker")
        if number.ndim != 1 or not number.size:
            raise UsageError(_SHAPE(argument=name, shape=str(number.shape)))
        most = np.iinfo(dtype).max
        if number.min() < np.iinfo(dtype).min or number.max() > most or len(number) > np.iinfo(np.int16).max:
            raise UsageError(_LARGE(argument=name, most=most))
        number = number.astype(dtype)
        number.flags.writeable = False
    return number


def check_name(what: str, name: str) -> None:
    """Refuse an invalid name of a turn, a place or a metric."""
    expect(f"{what}'s name", name, str, "a text")
    if len(name) > _LONGEST or not WRITABLE.fullmatch(name):
        raise UsageError(_NAME(what=what, name=name[:_LONGEST], most=_LONGEST))
