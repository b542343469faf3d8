"""`Phase`: the moves of a part of a search, and the conditions under which the part ends.

A `Problem` asks for a word from one start to one of a few patterns. A plan for a large cube is a list of phases, and
conditions say more than patterns can list: each one concerns some stickers only, and all of them hold together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from cubeproof.problem.problem import Generator

Labels = NDArray[np.int16]
"""A label for every sticker of the solved state, shape (stickers,), or what turns make of that; −1 for an ignored
sticker, or a place where any sticker may be. Equal labels are not distinguished."""


@dataclass(frozen=True, eq=False)
class Condition:
    """How the stickers of some labels must look in the end.

    >>> swap = np.array([1, 0, 2], dtype=np.int16)
    >>> pair = Condition.preserved(np.array([0, 1, -1], dtype=np.int16), [swap], most=2)
    >>> [result.tolist() for result in pair.results]
    [[0, 1, -1], [1, 0, -1]]
    """

    labels: Labels
    """The stickers that it concerns; −1 for all others."""
    results: tuple[Labels, ...]
    """The acceptable results, any of them: what the places show."""
    variables: str = ""
    """The kind of the variables by which a formula chooses a result; empty where it has none. It is part of
    certificates, as `clauses` is."""
    clauses: str = ""
    """The prefix of its clauses' labels in a formula."""

    @classmethod
    def preserved(
        cls,
        labels: Labels,
        moves: Sequence[NDArray[np.integer]],
        most: int,
        variables: str = "",
        clauses: str = "",
    ) -> Condition:
        """The condition that the result is one that moves make of the solved state.

        Args:
            labels: the stickers that it concerns.
            moves: the moves in gather form.
            most: the highest number of results.
            variables: the kind of its variables.
            clauses: the prefix of its clauses' labels.
        """
        results = reached(labels, [partial(np.take, indices=move) for move in moves], most)
        return cls(labels, results, variables, clauses)

    @cached_property
    def concerned(self) -> frozenset[int]:
        """The labels of the stickers that it concerns."""
        return frozenset(self.labels.tolist()) - {-1}


@dataclass(frozen=True, eq=False)
class Phase:
    """Moves with their costs, and conditions that hold together in the end."""

    generators: tuple[Generator, ...]
    """The moves."""
    conditions: tuple[Condition, ...]
    """The conditions; no two of them concern the same label."""

    @cached_property
    def permutations(self) -> NDArray[np.int16]:
        """The permutations of the moves in gather form, shape (moves, stickers)."""
        return np.stack([generator.permutation for generator in self.generators])

    @cached_property
    def costs(self) -> NDArray[np.int64]:
        """The costs of the moves, shape (moves,)."""
        return np.array([generator.cost for generator in self.generators])

    @cached_property
    def goals(self) -> tuple[Labels, ...]:
        """The patterns that meet all conditions together. There may be very many.

        A place that a condition names shows the label named. Where other results take such places, a formula, which
        follows stickers and not places, may accept more than this.
        """
        choices = product(*(condition.results for condition in self.conditions))
        return tuple(
            np.max(choice, axis=0)
            for choice in choices
            # Two results that are to show in one place do not go together.
            if (np.count_nonzero(np.stack(choice) >= 0, axis=0) <= 1).all()
        )


def reached(
    first: NDArray[np.int16], moves: Sequence[Callable[[NDArray[np.int16]], NDArray[np.int16]]], most: int
) -> tuple[NDArray[np.int16], ...]:
    """All arrays that moves make of one, itself first; no more than `most`."""
    arrays = {first.tobytes(): first}
    frontier = [first]
    while frontier:
        images = [move(before) for before in frontier for move in moves]
        frontier = [after for after in images if arrays.setdefault(after.tobytes(), after) is after]
        assert len(arrays) <= most, "few arrays are reached"
    return tuple(arrays.values())
