"""`ProductProblem`: a problem that may have tables of distances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cubeproof.problem import Pattern
    from cubeproof.tables.contents import Contents


FEW_STATES = 300_000
"""The maximum number of states of an exact table that NumPy builds: with more, loading Numba pays."""

# The maximum number of such states times turns: a second of work.
_FEW_IMAGES = 6_000_000


@dataclass(frozen=True, eq=False)
class ProductProblem:
    """A problem that may have tables of distances, judged only by counting."""

    goals: tuple[Pattern, ...]
    """The goals that the unmoved stickers and each single piece can meet; empty if no goal can be reached."""
    orbits: tuple[Contents, ...]
    """The contents of each orbit in these goals, or in the first goal if `goals` is empty."""
    most_states: int
    """An upper bound for the number of states."""

    def takes_moments(self, turns: int) -> bool:
        """Whether NumPy builds an exact table for this number of turns in a moment."""
        return self.most_states <= FEW_STATES and self.most_states * turns <= _FEW_IMAGES
