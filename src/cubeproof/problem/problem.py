"""`Problem`: stickers, allowed turns, a start and a goal; nothing in it knows of cubes.

A problem asks for the cheapest word over the generators that carries the start pattern into one of the
goal patterns. A pattern gives every sticker place a colour, a small number, or leaves it unknown (−1). A
word solves the problem when no known sticker of the start ends on a place whose goal colour is known and
another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count as count_from
from random import Random

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import UsageError
from cubeproof.pulse import pulse

__all__ = ["Generator", "Pattern", "Problem"]

Pattern = NDArray[np.int8]
"""A colour for every sticker place, shape (stickers,); −1 where it is unknown."""

_Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]

# So many entries of products are compared at once.
_CHUNK = 1_000_000


@dataclass(frozen=True, eq=False)
class Generator:
    """An allowed turn.

    Attributes:
        name: as it is written in an answer.
        permutation: gather form: after the turn, place i shows what was in place permutation[i].
        cost: what it counts, 1 or more.
        frames: how it is written down, where turns are thought of as carrying the observer along: for every
            frame, a way in which the observer may stand, the name seen from there and the frame that comes next.
            An answer begins in frame 0. Empty if there is only one frame.
    """

    name: str
    permutation: NDArray[np.int16]
    cost: int = 1
    frames: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, eq=False)
class Problem:
    """Start, goals and generators of a search.

    Attributes:
        start: the pattern to begin with.
        goals: one or more patterns to end with; any of them will do.
        generators: the allowed turns.
        metric: the name of the count that the generators' costs make up.
        places: what the sticker places are called; by default their numbers.

    Raises:
        UsageError: no generator, no goal, sizes that differ, or a cost below 1.

    >>> swap, cycle = np.array([1, 0, 2], np.int16), np.array([1, 2, 0], np.int16)
    >>> problem = Problem(
    ...     start=np.array([2, 1, 0], np.int8),
    ...     goals=(np.array([0, 1, 2], np.int8),),
    ...     generators=(Generator("s", swap), Generator("c", cycle)),
    ... )
    >>> problem.is_solved_by([0, 1]), problem.is_solved_by([1])
    (False, False)
    >>> problem.write([1, 0]), problem.is_solved_by([1, 0])
    (('c', 's'), True)
    """

    start: Pattern
    goals: tuple[Pattern, ...]
    generators: tuple[Generator, ...]
    metric: str = "turns"
    places: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.generators:
            raise UsageError("There is no allowed turn, so nothing can be searched.")
        if not self.goals:
            raise UsageError("There is no goal to be reached.")
        if any(generator.cost < 1 for generator in self.generators):
            raise UsageError("Every allowed turn must cost 1 or more.")
        shapes = {self.start.shape, *(goal.shape for goal in self.goals)}
        shapes |= {generator.permutation.shape for generator in self.generators}
        if len(shapes) != 1:
            raise UsageError("The start, the goals and the turns must have the same number of stickers.")
        if len(self.places) != len(self.start):
            object.__setattr__(self, "places", tuple(map(str, range(len(self.start)))))

    @cached_property
    def permutations(self) -> NDArray[np.int16]:
        """The generators' permutations in gather form, shape (generators, stickers)."""
        return np.stack([generator.permutation for generator in self.generators])

    @cached_property
    def costs(self) -> NDArray[np.int64]:
        """The generators' costs, shape (generators,)."""
        return np.array([generator.cost for generator in self.generators])

    def fits(self, pattern: Pattern) -> bool:
        """Whether a pattern agrees with one of the goals wherever both are known."""
        return any(bool(((pattern == goal) | (pattern < 0) | (goal < 0)).all()) for goal in self.goals)

    def hopeless_places(self, goal: Pattern) -> NDArray[np.intp]:
        """The places that no generator moves, and where a goal wants another colour than the start has."""
        still = (self.permutations == np.arange(len(self.start))).all(axis=0)
        return np.flatnonzero(still & (self.start != goal) & (self.start >= 0) & (goal >= 0))

    def after(self, word: Sequence[int]) -> Pattern:
        """The start pattern after the generators with these numbers."""
        pattern = self.start
        for index in word:
            pattern = pattern[self.permutations[index]]
        return pattern

    def is_solved_by(self, word: Sequence[int]) -> bool:
        """Whether these generators carry the start into a goal."""
        return self.fits(self.after(word))

    def cost(self, word: Sequence[int]) -> int:
        """What a word of generators counts."""
        return int(self.costs[list(word)].sum())

    def write(self, word: Sequence[int]) -> tuple[str, ...]:
        """The names by which a word of generators is written down."""
        names = []
        frame = 0
        for index in word:
            generator = self.generators[index]
            name, frame = generator.frames[frame] if generator.frames else (generator.name, frame)
            names.append(name)
        return tuple(names)

    @cached_property
    def successors(self) -> NDArray[np.bool_]:
        """Which generator may follow which, shape (generators, generators): the canonical order.

        A pair is left out when a cheaper word, a shorter one that costs no more, or an equally cheap pair that comes
        earlier makes the same permutation. Every shortest answer has an equivalent that obeys: take, of all
        cheapest words for it, those with the fewest turns, and of these the first in the order of numbers.
        """
        count = len(self.generators)
        # With the identity as one generator more, every word of two turns or fewer is a pair.
        identity = np.arange(self.permutations.shape[1], dtype=np.int16)
        gathers = np.concatenate([self.permutations, identity[None]])
        first, second = (index.ravel() for index in np.indices((count + 1,) * 2))
        kept = (first < count) | (second == count)
        first, second = first[kept], second[kept]
        costs = np.append(self.costs, 0)
        turns = (first < count).astype(int) + (second < count)
        for attempt in count_from(0):
            marks = _marks(gathers, attempt)[:, kept]
            order = np.lexsort((second, first, turns, costs[first] + costs[second], *marks))
            begins = np.append(True, (marks[:, order[1:]] != marks[:, order[:-1]]).any(axis=0))
            best = order[begins][np.cumsum(begins) - 1]
            if _all_same(gathers, (first[order], second[order]), (first[best], second[best])):
                break
        allowed = np.zeros((count + 1,) * 2, dtype=bool)
        chosen = order[begins]
        allowed[first[chosen], second[chosen]] = True
        return allowed[:count, :count]


def _marks(gathers: NDArray[np.int16], attempt: int) -> NDArray[np.float64]:
    """Two numbers for the product of every two permutations, equal where the products are; shape (2, pairs).

    They are sums of the product's entries with random weights, as whole numbers that a float holds exactly.
    """
    stickers = gathers.shape[1]
    draw = Random(attempt).randrange
    highest = 1 << (52 - 2 * stickers.bit_length())
    weights = np.array([draw(1, highest) for _ in range(2 * stickers)], dtype=float).reshape(2, -1)
    marks = np.empty((2, len(gathers) ** 2))
    left = gathers.astype(float)
    right = np.empty_like(left)
    for mark, weight in zip(marks, weights, strict=True):
        for row, gather in zip(right, gathers, strict=True):
            pulse()
            row[gather] = weight
        mark[:] = (left @ right.T).ravel()
    return marks


def _all_same(gathers: NDArray[np.int16], words: _Pairs, others: _Pairs) -> bool:
    """Whether words of two permutations make the same as others, each as the other at its place."""
    differ = np.flatnonzero((words[0] != others[0]) | (words[1] != others[1]))
    step = max(1, _CHUNK // gathers.shape[1])
    for begin in range(0, len(differ), step):
        pulse()
        chosen = differ[begin : begin + step]
        made, other = (
            np.take_along_axis(gathers[one[chosen]], gathers[two[chosen]].astype(np.intp), axis=1)
            for one, two in (words, others)
        )
        if not np.array_equal(made, other):
            return False
    return True
