"""`Family`: the problems with the same goals and turns, and their tables. A workshop keeps them for the next search."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from cubeproof.errors import UnsupportedError
from cubeproof.methods.products.plan import MOST_STATES, TablePlan, plan
from cubeproof.methods.products.problem import FEW_STATES, ProductProblem
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence, Template
from cubeproof.tables.distances import Distances

if TYPE_CHECKING:
    from cubeproof.methods.products.deepening import ProductTables

TOO_FAR = Template("product.too-far", "Some answers are longer than the search with tables can count.")
"""The reason why a table with the largest type of integers is refused."""
_MEMORY = Template("product.memory", "There is not enough memory for a table of {megabytes:,.0f} MB.")


class Family:
    """The problems with the same generators and goals: their plan and their tables."""

    def __init__(self, plan: TablePlan, problem: Problem) -> None:
        self.plan = plan
        self.costs = problem.costs
        self.follows = np.vstack([problem.successors, np.ones(len(self.costs), dtype=bool)])
        self.lock = threading.Lock()
        self.tables: FamilyTables | None = None

    @property
    def is_small(self) -> bool:
        """Whether its tables need no compiled loops."""
        return self.plan.exact and self.plan.states <= FEW_STATES


class FamilyTables:
    """The tables of a family in the order of its plan, whose distances fit into one type of integers."""

    def __init__(self, family: Family, kind: type[np.unsignedinteger]) -> None:
        self._family = family
        size = family.plan.states * np.dtype(kind).itemsize
        if size > MOST_STATES:
            raise UnsupportedError(TOO_FAR())
        try:
            self._bounds = np.empty(family.plan.states, dtype=kind)
        except MemoryError:
            raise UnsupportedError(_MEMORY(megabytes=size / 1e6)) from None
        views = [[family.plan.coordinates[number] for number in table] for table in family.plan.tables]
        ends = np.cumsum([math.prod(map(len, table)) for table in views])
        self.distances = [
            _distances_type(family)(table, family.costs, part)
            for table, part in zip(views, np.split(self._bounds, ends[:-1]), strict=True)
        ]

    @cached_property
    def space(self) -> ProductTables:
        """The coordinates and tables for the compiled search."""
        from cubeproof.methods.products.deepening import ProductTables

        plan, sizes = self._family.plan, [table.table.size for table in self.distances]
        images = [coordinate.images.ravel() for coordinate in plan.coordinates]
        ends = np.cumsum([len(table) for table in plan.tables])
        parts = [
            pair
            for numbers, table in zip(plan.tables, self.distances, strict=True)
            for pair in zip(numbers, table.strides.tolist(), strict=True)
        ]
        return ProductTables(
            images=np.concatenate(images),
            blocks=np.cumsum([0, *map(len, images[:-1])], dtype=np.int64),
            costs=self._family.costs,
            follows=self._family.follows,
            goals=np.unique(np.stack([view.goals for view in plan.coordinates], axis=1), axis=0),
            bounds=self._bounds,
            tables=np.stack([np.cumsum([0, *sizes[:-1]]), [0, *ends[:-1]], ends], axis=1).astype(np.int64),
            parts=np.array(parts, dtype=np.int64),
        )


def _distances_type(family: Family) -> type[Distances]:
    if family.is_small:
        return Distances
    from cubeproof.tables.compiled_distances import CompiledDistances

    return CompiledDistances


# The number of refusals and small families that a workshop keeps.
_KEPT = 32


class Families(OrderedDict[tuple[bytes, bytes, bytes], Family | Sentence]):
    """The families and refusals that a workshop keeps, the last used at the end."""

    def __init__(self) -> None:
        super().__init__()
        self._guard = threading.Lock()

    def family(self, product: ProductProblem, problem: Problem) -> Family | Sentence:
        """Return the family of the problems with these generators and goals, or the refusal."""
        goals = np.stack(product.goals or problem.goals[:1]).tobytes()
        key = problem.permutations.tobytes(), problem.costs.tobytes(), goals
        with self._guard:
            family = self.get(key)
        if family is None:
            tables = plan(product.orbits)
            family = Family(tables, problem) if isinstance(tables, TablePlan) else tables
        with self._guard:
            family = self.setdefault(key, family)
            self.move_to_end(key)
            while len(self) > 1 and (len(self) > _KEPT or self._states() > MOST_STATES):
                self.popitem(last=False)
        return family

    def _states(self) -> int:
        """The number of states in all tables."""
        return sum(family.plan.states for family in self.values() if isinstance(family, Family))
