"""`Formula`: clauses that say what they mean.

Variables come in families: a kind, such as `turn`, and an axis of labels for each of its indices, such as the step and the
turn's name. So every variable has a name, `turn(3,R2)`, and the way from the name to the number and back is arithmetic.
Clauses come in groups with a label, `one turn a step`, so that a broken clause can be named as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cubeproof.errors import UsageError
from cubeproof.pulse import pulse

__all__ = ["Broken", "Clauses", "Formula", "Group", "Name"]

Clauses = NDArray[np.int32]
"""Literals, shape (clauses, width), in DIMACS numbering; 0 fills up a clause that is shorter than the others."""

_NAME = re.compile(r"(\w+)\(([^()]*(?:\([^()]*\)[^()]*)*)\)")


class Name(NamedTuple):
    """What a variable stands for: a kind and a label for each index.

    >>> str(Name("turn", ("3", "R2"))), Name.read("turn(3,R2)")
    ('turn(3,R2)', Name(kind='turn', labels=('3', 'R2')))
    """

    kind: str
    labels: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> Name:
        """The name written as `kind(label,label)`.

        Raises:
            UsageError: the text is no name.
        """
        match = _NAME.fullmatch(text)
        if match is None:
            raise UsageError(f"{text!r} is not the name of a variable.")
        return cls(match[1], tuple(match[2].split(",")))

    def __str__(self) -> str:
        return f"{self.kind}({','.join(self.labels)})"


@dataclass(frozen=True, eq=False)
class _Family:
    kind: str
    axes: tuple[tuple[str, ...], ...]
    ids: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Group:
    """Clauses that say one thing. Attributes: what they say, and the clauses."""

    label: str
    clauses: Clauses


class Broken(NamedTuple):
    """A clause that an assignment does not satisfy: its group's label, its number from 1, and its literals by name."""

    label: str
    number: int
    literals: tuple[str, ...]


class Formula:
    """A conjunction of clauses over named variables.

    >>> formula = Formula()
    >>> turn = formula.new("turn", ["1", "2"], ["R", "B"])
    >>> formula.add("one turn a step", turn)
    >>> str(formula.name(4)), formula.id(Name("turn", ("2", "B")))
    ('turn(2,B)', 4)
    >>> formula.verify([1])
    [Broken(label='one turn a step', number=2, literals=('turn(2,R)', 'turn(2,B)'))]
    """

    def __init__(self) -> None:
        self.variables = 0
        self.groups: list[Group] = []
        self._families: dict[str, _Family] = {}

    @property
    def clauses(self) -> int:
        """The number of clauses."""
        return sum(len(group.clauses) for group in self.groups)

    def new(self, kind: str, *axes: Sequence[str]) -> NDArray[np.int32]:
        """Make a family of variables, and return their numbers, with the shape of the axes' lengths.

        Raises:
            UsageError: the kind exists already.
        """
        if kind in self._families:
            raise UsageError(f"The formula has variables called {kind!r} already.")
        shape = tuple(len(axis) for axis in axes)
        count = int(np.prod(shape))
        ids = np.arange(self.variables + 1, self.variables + count + 1, dtype=np.int32).reshape(shape)
        self._families[kind] = _Family(kind, tuple(tuple(axis) for axis in axes), ids)
        self.variables += count
        return ids

    def has(self, kind: str) -> bool:
        """Whether there are variables of this kind."""
        return kind in self._families

    def ids(self, kind: str) -> NDArray[np.int32]:
        """The numbers of all variables of a kind, with the shape that they were made with.

        Raises:
            UsageError: there are none.
        """
        if kind not in self._families:
            raise UsageError(f"The formula has no variables called {kind!r}.")
        return self._families[kind].ids

    def add(self, label: str, clauses: ArrayLike) -> None:
        """Add a group of clauses, shape (clauses, width); a group without clauses is left out."""
        pulse()
        rows = np.asarray(clauses, dtype=np.int32)
        if rows.size:
            self.groups.append(Group(label, rows.reshape(-1, rows.shape[-1])))

    def name(self, variable: int) -> Name:
        """What a variable stands for.

        Raises:
            UsageError: there is no such variable.
        """
        for family in self._families.values():
            offset = variable - int(family.ids.flat[0]) if family.ids.size else -1
            if 0 <= offset < family.ids.size:
                index = np.unravel_index(offset, family.ids.shape)
                return Name(
                    family.kind, tuple(axis[int(i)] for axis, i in zip(family.axes, index, strict=True))
                )
        raise UsageError(f"The formula has {self.variables} variables, and none is numbered {variable}.")

    def id(self, name: Name) -> int:
        """The number of the variable with this name.

        Raises:
            UsageError: there is no such variable.
        """
        family = self._families.get(name.kind)
        if family is None or len(name.labels) != len(family.axes):
            raise UsageError(f"The formula has no variable {name}.")
        try:
            return int(
                family.ids[tuple(axis.index(x) for axis, x in zip(family.axes, name.labels, strict=True))]
            )
        except ValueError:
            raise UsageError(f"The formula has no variable {name}.") from None

    def names(self) -> Iterator[tuple[int, Name]]:
        """All variables in order, each with its name."""
        for variable in range(1, self.variables + 1):
            yield variable, self.name(variable)

    def literal(self, literal: int) -> str:
        """A literal by name, with ¬ before a negative one."""
        return ("¬" if literal < 0 else "") + str(self.name(abs(literal)))

    def flat(self) -> NDArray[np.int32]:
        """All clauses in one array, each ended by 0."""
        parts = [np.zeros(0, dtype=np.int32)]
        for group in self.groups:
            ended = np.pad(group.clauses, ((0, 0), (0, 1)))
            keep = ended != 0
            keep[:, -1] = True
            parts.append(ended[keep])
        return np.concatenate(parts)

    def truth(self, literals: ArrayLike) -> NDArray[np.bool_]:
        """The truth of every variable, shape (variables + 1,), where the positive ones among these literals are true."""
        truth = np.zeros(self.variables + 1, dtype=bool)
        given = np.asarray(literals, dtype=np.int64).ravel()
        truth[given[(given > 0) & (given <= self.variables)]] = True
        return truth

    def verify(self, literals: ArrayLike) -> list[Broken]:
        """The clauses that an assignment breaks; none if it is a model.

        Args:
            literals: the assignment as literals; a variable that is not named counts as false.
        """
        truth = self.truth(literals)
        broken = []
        first = 1
        for group in self.groups:
            holds = (truth[np.abs(group.clauses)] == (group.clauses > 0)) & (group.clauses != 0)
            for row in np.flatnonzero(~holds.any(axis=1)):
                named = tuple(self.literal(int(x)) for x in group.clauses[row] if x)
                broken.append(Broken(group.label, first + int(row), named))
            first += len(group.clauses)
        return broken
