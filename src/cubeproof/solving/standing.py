"""`Standing`: where a search is, as its events tell; `Trail`: where a random walk is."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube, permutation
from cubeproof.puzzle.geometry import Permutation
from cubeproof.solving.events import (
    BoundProved,
    Event,
    HorizonClosed,
    HorizonOpened,
    Improved,
    Started,
    Walked,
)
from cubeproof.solving.outcome import Word
from cubeproof.solving.task import Task

__all__ = ["Standing", "Trail"]


@dataclass(slots=True)
class Standing:
    """A progress callback that keeps the best of what it is told.

    Attributes:
        engine: the engine at work.
        word: the best answer so far, None if there is none yet.
        length: its length.
        lower_bound: no answer is shorter, as far as events have told.
        horizon: the length that a solver is asked for now, None if none is.

    >>> standing = Standing("sat")
    >>> for event in (HorizonOpened(6, 100, 200), HorizonClosed(6, False, 0.1), BoundProved(7), Improved(9, 7, (1, 2))):
    ...     standing(event)
    >>> standing.lower_bound, standing.length, standing.horizon
    (7, 9, None)
    """

    engine: str
    word: Word | None = None
    length: int | None = None
    lower_bound: int = 0
    horizon: int | None = None

    def __call__(self, event: Event) -> None:
        """Take note of an event."""
        match event:
            case Started(engine):
                self.engine, self.horizon = engine, None
            case Improved(length, lower_bound, word) if self.length is None or length < self.length:
                self.word, self.length = word or None, length
                self.lower_bound = max(self.lower_bound, lower_bound)
            case HorizonOpened(length):
                self.horizon = length
            case HorizonClosed():
                self.horizon = None
            case BoundProved(lower_bound):
                self.lower_bound = max(self.lower_bound, lower_bound)
            case _:
                pass


class Trail:
    """A random walk as whoever holds the cube sees it.

    Args:
        task: what the walk is to solve.

    Attributes:
        cube: the cube now.
        turn: the last turn made, "" if there was none.

    >>> task = Task.of(Cube(2).apply("R"))
    >>> trail = Trail(task)
    >>> trail.follow(Walked(2, 0, (2, 3)))
    >>> trail.turn, trail.cube == Cube(2).apply("D")
    ('D', True)
    """

    def __init__(self, task: Task) -> None:
        self.cube, self.turn = task.cube, ""
        self._generators = task.problem.generators
        self._frame = 0
        self._permutations: dict[str, Permutation] = {}

    def follow(self, event: Walked) -> None:
        """Make the turns that an event tells of."""
        colours = self.cube.colours
        for index in event.word:
            generator = self._generators[index]
            name = generator.name
            if generator.frames:
                name, self._frame = generator.frames[self._frame]
            if name not in self._permutations:
                self._permutations[name] = permutation(Alg(name), self.cube.size)
            colours = colours[self._permutations[name]]
            self.turn = name
        self.cube = Cube.from_colours(colours)
