"""`Move`: one turn of some layers, of a cube of any size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NoReturn

from cubeproof.base.argument_checks import expect, expect_whole
from cubeproof.errors import UsageError
from cubeproof.puzzle.geometry import Slab
from cubeproof.sentences import Template, say

_AXES = {"R": "x", "L": "x", "M": "x", "m": "x", "x": "x", "U": "y", "D": "y", "E": "y", "e": "y", "y": "y"}
_AXES |= {"F": "z", "B": "z", "S": "z", "s": "z", "z": "z"}

# The face whose clockwise sense a slice or rotation follows.
_LEADERS = {"M": "L", "E": "D", "S": "F", "m": "L", "e": "D", "s": "F", "x": "R", "y": "U", "z": "F"}

_SUFFIXES = {1: "", 2: "2", -1: "'"}

# On this size, cubers write M for the two layers in the middle.
_DOUBLE_MIDDLE = 4

_NO_METRIC = Template("move.no-metric", "There is no metric {metric!r}; there are {metrics}.")
_NOTHING = Template("move.nothing", "{family} turned {times} times turns nothing.")
_LAYERS = Template("move.layers", "Layers go from 1 inwards, not from {first} to {last}.")
NAMES_ITS_LAYERS = Template(
    "move.names-its-layers", "{family} takes no layer numbers: its name determines its layers."
)
_NO_MIDDLE = Template(
    "move.no-middle", "{move} turns the middle layer, and a cube of {size} layers has none."
)
_NO_INNER = Template("move.no-inner", "{move} turns the inner layers, and a cube of {size} layers has none.")
_TOO_DEEP = Template("move.too-deep", "{move} needs {layers} layers, and this cube has {size}.")


class Metric(StrEnum):
    """A way to count turns. A rotation of the whole cube costs 0 in every metric.

    On cubes above 3×3×3, `htm` counts a block of outer layers as one turn, as the WCA does.
    """

    HTM = "htm"
    """Half-turn metric: a turn of a block with an outer face costs 1, a turn of inner layers 2."""
    QTM = "qtm"
    """Quarter-turn metric: like htm, but a half turn costs twice as much."""
    STM = "stm"
    """Slice-turn metric: a turn of adjacent layers costs 1."""

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise UsageError(_NO_METRIC(metric=value, metrics=list(cls)))


@dataclass(frozen=True, slots=True)
class Move:
    """One turn in the notation of WCA and SiGN: `R`, `U2`, `Rw'`, `3Rw`, `2R`, `2-3Rw`, `M`, `x`.

    Raises:
        UsageError: an unknown family, invalid layers, or an amount that is a multiple of 4.

    >>> str(Move("R", 2)), str(Move("R", -1, last=2)), str(Move("U", 3, 2, 3))
    ('R2', "Rw'", "2-3Uw'")
    """

    family: str
    """A face `URFDLB`; a middle layer `MES`, on 4 layers both layers in the middle; all inner layers `mes`; the whole
    cube `xyz`."""
    amount: int = 1
    """Quarter turns clockwise, as 1, 2 or −1; other amounts are reduced to these."""
    first: int = 1
    """The first layer that turns, counted from 1 at the face; 1 for other families."""
    last: int = 1
    """The last layer that turns, `first` or more; 1 for other families."""
    position: int | None = field(default=None, compare=False, repr=False)
    """Index of the move in its text, from 0; None if it was not read from a text. It is for error messages, and ignored
    in comparisons."""
    end: int | None = field(default=None, compare=False, repr=False)
    """Index of its end: `text[position:end]` is the move as it was written."""

    def __post_init__(self) -> None:
        expect("family", self.family, str, "the letter of a turn")
        for name in ("amount", "first", "last"):
            expect_whole(name, getattr(self, name))
        if self.family not in _AXES:
            raise UsageError(say("move.no-turn", "There is no turn called {family!r}.", family=self.family))
        if self.amount % 4 == 0:
            raise UsageError(_NOTHING(family=self.family, times=abs(self.amount)))
        if not 1 <= self.first <= self.last:
            raise UsageError(_LAYERS(first=self.first, last=self.last))
        if self.last > 1 and self.family in _LEADERS:
            raise UsageError(NAMES_ITS_LAYERS(family=self.family))
        object.__setattr__(self, "amount", {1: 1, 2: 2, 3: -1}[self.amount % 4])

    @property
    def axis(self) -> str:
        """The axis of the turn: `x`, `y` or `z`. Moves of one axis commute."""
        return _AXES[self.family]

    def inverse(self) -> Move:
        """Return the move that undoes this one."""
        return replace(self, amount=-self.amount)

    def __invert__(self) -> Move:
        return self.inverse()

    def expand(self) -> Iterator[Move]:
        """Yield the move itself: it is a leaf of an algorithm's tree."""
        yield self

    @property
    def expanded_length(self) -> int:
        """Return 1, the number of moves that `expand` yields."""
        return 1

    def on(self, size: int) -> Move:
        """Return the turn by the name that certificates know: on 4 layers, `M E S` are `m e s`.

        >>> str(Move("M", 2).on(4)), str(Move("M", 2).on(3))
        ('m2', 'M2')
        """
        is_double = self.family in "MES" and size == _DOUBLE_MIDDLE
        return replace(self, family=self.family.lower()) if is_double else self

    def slab(self, size: int) -> Slab:
        """Return the layers that turn on a cube of this size.

        Raises:
            UsageError: the cube has no such layer.

        >>> Move("M").slab(3), Move("x", -1).slab(4)
        (Slab(face='L', first=2, last=2, turns=1), Slab(face='R', first=1, last=4, turns=3))
        """
        face = _LEADERS.get(self.family, self.family)
        first, last = self.first, self.last
        if self.family in "MES" and size != _DOUBLE_MIDDLE:
            if size % 2 == 0:
                raise UsageError(_NO_MIDDLE(move=str(self), size=size))
            first = last = (size + 1) // 2
        elif self.family in "MESmes":
            if size < 3:
                raise UsageError(_NO_INNER(move=str(self), size=size))
            first, last = 2, size - 1
        elif self.family in "xyz":
            last = size
        elif last > size:
            raise UsageError(_TOO_DEEP(move=str(self), layers=last, size=size))
        return Slab(face, first, last, self.amount % 4)

    def cost(self, metric: Metric | str, size: int) -> int:
        """Return the cost of the move in a metric on a cube of this size.

        >>> [Move("M", 2).cost(metric, 3) for metric in Metric]
        [2, 4, 1]
        """
        metric = Metric(metric)
        slab = self.slab(size)
        if slab.first == 1 and slab.last == size:
            return 0
        outer = slab.first == 1 or slab.last == size
        blocks = 1 if outer or metric is Metric.STM else 2
        return blocks * (2 if metric is Metric.QTM and self.amount == 2 else 1)

    def __str__(self) -> str:
        if self.first == self.last:
            layers, wide = ("" if self.first == 1 else str(self.first)), ""
        else:
            layers = (
                f"{self.first}-{self.last}" if self.first > 1 else "" if self.last == 2 else str(self.last)
            )
            wide = "w"
        return f"{layers}{self.family}{wide}{_SUFFIXES[self.amount]}"
