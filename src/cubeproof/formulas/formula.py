"""`Formula`: a formula in conjunctive normal form whose variables and clauses have names.

Variables form families: a kind, such as `turn`, and an axis of labels for each index, such as the step and the turn's
name. So every variable has a name, `turn(3,R2)`, and its number is computed from its name and vice versa. Clauses form
groups with a label, `one turn a step`, which names a violated clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cubeproof.base.polling import pulse
from cubeproof.errors import UsageError
from cubeproof.sentences import Template, say

Clauses = NDArray[np.int32]
"""Literals in DIMACS numbering, shape (clauses, width); shorter clauses are padded with 0."""

_TAKEN = Template("cnf.kind-taken", "The formula already has variables called {kind!r}.")
NO_NUMBER = Template("cnf.no-number", "The formula has {variables} variables, and no variable {number}.")
_NO_VARIABLE = Template("cnf.no-variable", "The formula has no variable {name}.")

_NAME = re.compile(r"(\w+)\(([^()]*(?:\([^()]*\)[^()]*)*)\)")


class Name(NamedTuple):
    """The name of a variable.

    >>> str(Name("turn", ("3", "R2"))), Name.read("turn(3,R2)")
    ('turn(3,R2)', Name(kind='turn', labels=('3', 'R2')))
    """

    kind: str
    """The kind of its family, such as `turn`."""
    labels: tuple[str, ...]
    """A label for each index."""

    @classmethod
    def read(cls, text: str) -> Name:
        """Read a name from a text `kind(label,label)`."""
        match = _NAME.fullmatch(text)
        if match is None:
            raise UsageError(say("cnf.no-name", "{text!r} is not the name of a variable.", text=text))
        return cls(match[1], tuple(match[2].split(",")))

    def __str__(self) -> str:
        return f"{self.kind}({','.join(self.labels)})"


@dataclass(frozen=True, eq=False)
class _VariableFamily:
    kind: str
    axes: tuple[tuple[str, ...], ...]
    ids: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class ClauseGroup:
    """A group of clauses with a label."""

    label: str
    """Their label."""
    clauses: Clauses
    """The clauses."""


class Broken(NamedTuple):
    """A clause that an assignment violates."""

    label: str
    """The label of its group."""
    number: int
    """Its number in the formula, from 1."""
    literals: tuple[str, ...]
    """Its literals by name."""


class Formula:
    """A conjunction of clauses over named variables.

    Attributes:
        variables: the number of variables; they are numbered from 1.
        groups: the clauses, group by group.

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
        self.groups: list[ClauseGroup] = []
        self._families: dict[str, _VariableFamily] = {}

    def __repr__(self) -> str:
        return f"Formula({self.variables} variables, {self.clauses} clauses)"

    @property
    def clauses(self) -> int:
        """The number of clauses."""
        return sum(len(group.clauses) for group in self.groups)

    def new(self, kind: str, *axes: Sequence[str]) -> NDArray[np.int32]:
        """Add a family of variables.

        Args:
            kind: the kind of the family.
            axes: the labels of each index.

        Returns:
            The numbers of the variables; the shape is the lengths of the axes.

        Raises:
            UsageError: the kind exists already.
        """
        if kind in self._families:
            raise UsageError(_TAKEN(kind=kind))
        shape = tuple(len(axis) for axis in axes)
        count = int(np.prod(shape))
        ids = np.arange(self.variables + 1, self.variables + count + 1, dtype=np.int32).reshape(shape)
        self._families[kind] = _VariableFamily(kind, tuple(tuple(axis) for axis in axes), ids)
        self.variables += count
        return ids

    def has(self, kind: str) -> bool:
        """Whether the formula has variables of this kind."""
        return kind in self._families

    def ids(self, kind: str) -> NDArray[np.int32]:
        """Return the numbers of all variables of a kind, in the shape of `new`.

        Raises:
            UsageError: no variables of this kind.
        """
        if kind not in self._families:
            raise UsageError(say("cnf.no-kind", "The formula has no variables called {kind!r}.", kind=kind))
        return self._families[kind].ids

    def add(self, label: str, clauses: ArrayLike) -> None:
        """Add a group of clauses: literals, shape (…, width), see `Clauses`. An empty group is omitted."""
        pulse()
        rows = np.asarray(clauses, dtype=np.int32)
        if rows.size:
            self.groups.append(ClauseGroup(label, rows.reshape(-1, rows.shape[-1])))

    def name(self, variable: int) -> Name:
        """Return the name of a variable.

        Raises:
            UsageError: an unknown number.
        """
        for family in self._families.values():
            offset = variable - int(family.ids.flat[0]) if family.ids.size else -1
            if 0 <= offset < family.ids.size:
                index = np.unravel_index(offset, family.ids.shape)
                return Name(
                    family.kind, tuple(axis[int(i)] for axis, i in zip(family.axes, index, strict=True))
                )
        raise UsageError(NO_NUMBER(variables=self.variables, number=variable))

    def id(self, name: Name) -> int:
        """Return the number of the variable with this name.

        Raises:
            UsageError: an unknown name.
        """
        family = self._families.get(name.kind)
        if family is None or len(name.labels) != len(family.axes):
            raise UsageError(_NO_VARIABLE(name=str(name)))
        try:
            return int(
                family.ids[tuple(axis.index(x) for axis, x in zip(family.axes, name.labels, strict=True))]
            )
        except ValueError:
            raise UsageError(_NO_VARIABLE(name=str(name))) from None

    def names(self) -> Iterator[tuple[int, Name]]:
        """Yield the number and the name of each variable, in order."""
        for variable in range(1, self.variables + 1):
            yield variable, self.name(variable)

    def literal(self, literal: int) -> str:
        """Return the name of a literal, with ¬ before a negative literal."""
        return ("¬" if literal < 0 else "") + str(self.name(abs(literal)))

    def flat(self) -> NDArray[np.int32]:
        """Return all clauses in one array, each terminated by 0."""
        parts = [np.zeros(0, dtype=np.int32)]
        for group in self.groups:
            ended = np.pad(group.clauses, ((0, 0), (0, 1)))
            keep = ended != 0
            keep[:, -1] = True
            parts.append(ended[keep])
        return np.concatenate(parts)

    def truth(self, literals: ArrayLike) -> NDArray[np.bool_]:
        """Return the value of each variable, by number, under these literals: bool, shape (variables + 1,)."""
        truth = np.zeros(self.variables + 1, dtype=bool)
        values = np.asarray(literals, dtype=np.int64).ravel()
        truth[values[(values > 0) & (values <= self.variables)]] = True
        return truth

    def verify(self, literals: ArrayLike) -> list[Broken]:
        """Return the clauses that an assignment violates; an empty list for a model.

        Args:
            literals: the assignment as literals; missing variables are false.
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
