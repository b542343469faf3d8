"""`ProductProblem`: a problem that may have tables of distances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cubeproof.problem import Pattern
    from cubeproof.tables.contents import Contents


@dataclass(frozen=True, eq=False)
class ProductProblem:
    """A problem that may have tables of distances, judged only by counting."""

    goals: tuple[Pattern, ...]
    """The goals that the unmoved stickers and each single piece can meet; empty if no goal can be reached."""
    orbits: tuple[Contents, ...]
    """The contents of each orbit in these goals, or in the first goal if `goals` is empty."""
