"""`ProductProblem`: a problem that tables of distances may be made for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cubeproof.problem import Pattern
    from cubeproof.tables.contents import Contents


@dataclass(frozen=True, eq=False)
class ProductProblem:
    """A problem for which tables may be made, judged by counting only."""

    goals: tuple[Pattern, ...]
    """The goals that the stickers that stay, and each piece by itself, can meet; none if no turning leads to a goal."""
    orbits: tuple[Contents, ...]
    """The contents of every orbit in these goals; those of the first goal if there are no goals."""
