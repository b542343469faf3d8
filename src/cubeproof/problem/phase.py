"""`Phase`: the moves of a part of a search, and the conditions that end it.

A `Problem` has one start and a few goal patterns. A plan for a large cube is a list of phases with conditions, which
describe more states than patterns can list: each condition concerns some of the stickers, and all must hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from cubeproof.problem.generator import Generator

Labels = NDArray[np.int16]
"""A label for each sticker of the solved state, or of a state after turns, shape (stickers,). −1 is an ignored
sticker, or a place for any sticker. Equal labels are not distinguished."""


@dataclass(frozen=True, eq=False)
class Condition:
    """The acceptable final arrangements of some labels.

    >>> swap = np.array([1, 0, 2], dtype=np.int16)
    >>> pair = Condition.preserved(np.array([0, 1, -1], dtype=np.int16), [swap], most=2)
    >>> [result.tolist() for result in pair.results]
    [[0, 1, -1], [1, 0, -1]]
    """

    labels: Labels
    """The labels in the solved state; −1 for stickers that it does not concern."""
    results: tuple[Labels, ...]
    """The acceptable results: the label at each place."""
    variables: str = ""
    """The kind of the variables by which a formula chooses a result, or "". Like `clauses`, it is part of
    certificates."""
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
        """Return the condition that the labels are in an arrangement that the moves reach from the solved state.

        Args:
            labels: the labels in the solved state.
            moves: the moves in gather form.
            most: the maximum number of results.
            variables: the kind of its variables.
            clauses: the prefix of its clauses' labels.
        """
        results = reached(labels, [partial(np.take, indices=move) for move in moves], most)
        return cls(labels, results, variables, clauses)

    @cached_property
    def concerned(self) -> frozenset[int]:
        """The labels that it concerns."""
        return frozenset(self.labels.tolist()) - {-1}


@dataclass(frozen=True, eq=False)
class Phase:
    """Moves with their costs, and conditions that must all hold at the end."""

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
        """The patterns that meet all conditions. Their number may be very large.

        A formula follows stickers and not places, so it may accept more if results of several conditions use the same
        places.
        """
        choices = product(*(condition.results for condition in self.conditions))
        return tuple(
            np.max(choice, axis=0)
            for choice in choices
            # Two results exclude each other if they put labels in the same place.
            if (np.count_nonzero(np.stack(choice) >= 0, axis=0) <= 1).all()
        )


def reached(
    first: NDArray[np.int16], moves: Sequence[Callable[[NDArray[np.int16]], NDArray[np.int16]]], most: int
) -> tuple[NDArray[np.int16], ...]:
    """Return all arrays that moves make of an array, itself first; at most `most` of them."""
    arrays = {first.tobytes(): first}
    frontier = [first]
    while frontier:
        images = [move(before) for before in frontier for move in moves]
        frontier = [after for after in images if arrays.setdefault(after.tobytes(), after) is after]
        assert len(arrays) <= most, "few arrays are reached"
    return tuple(arrays.values())
