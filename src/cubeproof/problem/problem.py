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

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import UsageError

__all__ = ["Generator", "Pattern", "Problem"]

Pattern = NDArray[np.int8]
"""A colour for every sticker place, shape (stickers,); −1 where it is unknown."""


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
        best: dict[bytes, tuple[int, int, tuple[int, ...]]] = {}
        words: list[tuple[int, ...]] = [()]
        words += [(one,) for one in range(len(self.generators))]
        pairs = [(one, other) for one in range(len(self.generators)) for other in range(len(self.generators))]
        stickers = np.arange(self.permutations.shape[1], dtype=np.int16)
        made = {}
        for word in words + pairs:
            permutation = stickers
            for index in word:
                permutation = permutation[self.permutations[index]]
            made[word] = permutation.tobytes()
            rank = (self.cost(word), len(word), word)
            best[made[word]] = min(best.get(made[word], rank), rank)
        allowed = np.zeros((len(self.generators),) * 2, dtype=bool)
        for pair in pairs:
            allowed[pair] = best[made[pair]][2] == pair
        return allowed
