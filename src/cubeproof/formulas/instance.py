"""`Instance`: a problem with a number of steps, which encodings write as a formula.

A step has cost 1. A generator that costs more acts in its first step and occupies the following steps, which have the
name `NAME+`; so in every encoding the number of steps is the cost. If answers shorter than the horizon also count, a
step may be idle, `-`, if all steps before it are idle.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import TooLargeError
from cubeproof.formulas.distances import PieceDistances
from cubeproof.problem.orbits import PieceClass, PieceOrbit, piece_classes, piece_orbits
from cubeproof.problem.problem import Problem
from cubeproof.sentences import Template

_TOO_LARGE = Template(
    "cnf.too-large",
    "The formula would have about {clauses:,} clauses; at most {most:,} fit into memory.",
)

# A formula of this size takes about 2 GB in this process, and as much in its solver.
_MOST_CLAUSES = 20_000_000


@dataclass(frozen=True, eq=False)
class Actions:
    """The possible actions of a step."""

    names: tuple[str, ...]
    """The names that label the variables of a formula."""
    generators: NDArray[np.int64]
    """The generator of each action, or −1, shape (actions,)."""
    follows: NDArray[np.bool_]
    """Whether an action (column) may follow an action (row), shape (actions, actions)."""
    begins: NDArray[np.bool_]
    """Whether each action may be the first step, shape (actions,)."""
    ends: NDArray[np.bool_]
    """Whether each action may be the last step, shape (actions,)."""

    @classmethod
    def of(cls, problem: Problem, idle: bool, canonical: bool) -> Actions:
        """Return the actions of a problem, with or without idle steps, in canonical or in any order."""
        names: list[str] = []
        generators: list[int] = []
        firsts, lasts = [], []
        for index, generator in enumerate(problem.generators):
            firsts.append(len(names))
            names += [generator.name] + [f"{generator.name}+"] * (generator.cost - 1)
            generators += [index] + [-1] * (generator.cost - 1)
            lasts.append(len(names) - 1)
        if idle:
            names.append("-")
            generators.append(-1)
        count = len(names)
        follows = np.zeros((count, count), dtype=bool)
        follows[np.ix_(lasts, firsts)] = problem.successors if canonical else True
        for first, last in zip(firsts, lasts, strict=True):
            follows[range(first, last), range(first + 1, last + 1)] = True
        begins, ends = np.zeros(count, dtype=bool), np.zeros(count, dtype=bool)
        begins[firsts] = True
        ends[lasts] = True
        if idle:
            follows[count - 1, [*firsts, count - 1]] = True
            begins[-1] = ends[-1] = True
        return cls(tuple(names), np.array(generators), follows, begins, ends)


@dataclass(frozen=True, eq=False)
class ProblemPieces:
    """A problem's pieces, shared by all its instances."""

    problem: Problem
    """The problem."""

    @cached_property
    def orbits(self) -> tuple[PieceOrbit, ...]:
        """The orbits of its pieces."""
        return piece_orbits(self.problem)

    @cached_property
    def classes(self) -> tuple[PieceClass, ...]:
        """The classes of pieces that the goals constrain; pieces that no goal distinguishes form one class."""
        return piece_classes(self.problem, self.orbits)

    @cached_property
    def distances(self) -> PieceDistances:
        """The distances of its pieces from the start and the goals."""
        return PieceDistances(self)

    @cached_property
    def clauses_per_step(self) -> int:
        """Approximate number of clauses per step, for moving pieces and for the order of turns."""
        count = _order_clauses(self.problem)
        for piece_class in self.classes:
            count += self._moved[piece_class.orbit]
        return count

    @cached_property
    def _moved(self) -> list[int]:
        """The number of pairs of a generator and a location that it moves, for each orbit."""
        return [int((orbit.images != np.arange(orbit.locations)).sum()) for orbit in self.orbits]

    def class_name(self, number: int) -> str:
        """Return the name of a class: the place of its first piece's reference sticker in the start."""
        piece_class = self.classes[number]
        return self.location_names(piece_class.orbit)[int(piece_class.starts[0])]

    def location_names(self, orbit: int) -> list[str]:
        """Return the names of an orbit's locations: the places of the reference sticker."""
        return [self.problem.places[place] for place in self.orbits[orbit].placements[:, 0]]


def is_too_large(problem: Problem) -> bool:
    """Whether the order of turns alone makes a formula of one step too large; this is cheap to know."""
    return _order_clauses(problem) > _MOST_CLAUSES


def _order_clauses(problem: Problem) -> int:
    """Approximate number of clauses per step for the order of turns."""
    actions = int(problem.costs.sum()) + 1
    return actions * actions // 4


@dataclass(frozen=True, eq=False)
class Instance:
    """A problem and the number of steps of an answer."""

    pieces: ProblemPieces
    """The problem and its pieces."""
    horizon: int
    """The number of steps."""
    idle: bool = False
    """Whether answers of fewer steps also count."""
    canonical: bool = True
    """Whether only answers in canonical order count."""

    def __post_init__(self) -> None:
        clauses = self.horizon * self.pieces.clauses_per_step
        if clauses > _MOST_CLAUSES:
            raise TooLargeError(_TOO_LARGE(clauses=clauses, most=_MOST_CLAUSES))

    @property
    def problem(self) -> Problem:
        """The problem whose answers the formula describes."""
        return self.pieces.problem

    @cached_property
    def actions(self) -> Actions:
        """The possible actions of a step."""
        return Actions.of(self.problem, self.idle, self.canonical)

    @property
    def steps(self) -> list[str]:
        """The names of the steps: 1 to the horizon."""
        return [str(step) for step in range(1, self.horizon + 1)]

    @property
    def moments(self) -> list[str]:
        """The names of the moments between the steps: 0, before the first, to the horizon, after the last."""
        return [str(moment) for moment in range(self.horizon + 1)]

    @property
    def slack(self) -> int:
        """The largest cost minus 1.

        A turn moves pieces in its first step, so a piece may be this number of steps ahead of the cost.
        """
        return int(self.problem.costs.max()) - 1

    def images(self, orbit: int) -> NDArray[np.intp]:
        """Return the image of each location of an orbit under each action, shape (actions, locations)."""
        table = self.pieces.orbits[orbit].images
        stay = np.arange(table.shape[1])
        return np.stack([table[index] if index >= 0 else stay for index in self.actions.generators])
