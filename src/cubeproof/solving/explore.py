"""`explore`: how many states are how far from solved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from cubeproof.engines.breadth import layers as breadth_layers
from cubeproof.errors import UsageError
from cubeproof.problem import Problem, cube_problem
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric, Move
from cubeproof.solving.events import LayerCounted, Progress, ignore

__all__ = ["Exploration", "explore"]


@dataclass(frozen=True, slots=True)
class Exploration:
    """The layers of states around the solved cube.

    Attributes:
        size: the number of layers of the cube.
        metric: how turns are counted.
        counts: how many states are at distance 0, 1, 2, … from solved.
        complete: whether that is all there are.
    """

    size: int
    metric: str
    counts: tuple[int, ...]
    complete: bool

    @property
    def total(self) -> int:
        """How many states were counted."""
        return sum(self.counts)

    @property
    def title(self) -> str:
        """What was counted, in words: the title of a table or a chart."""
        return f"{self.size}×{self.size}×{self.size}, states by distance from solved ({self.metric})"


def explore(
    size: int = 2,
    metric: Metric | str = Metric.HTM,
    moves: str | Iterable[Move | str] | None = None,
    depth: int | None = None,
    progress: Progress = ignore,
) -> Exploration:
    """Count the states at every distance from solved.

    Args:
        size: the number of layers of the cube.
        metric: how turns are counted.
        moves: the allowed turns, as for `solve`.
        depth: the distance to stop at; by default all states are counted, if memory allows.
        progress: called after every layer.

    Raises:
        UsageError: a size, metric, turn or depth that makes no sense, or more states than memory allows.

    >>> explore(3, depth=2).counts
    (1, 18, 243)
    """
    if depth is not None and depth < 0:
        raise UsageError(f"A depth is 0 or more, not {depth}.")
    problem = cube_problem(Cube(size), moves=moves, metric=metric)
    counts: list[int] = []
    found = _layers(problem)
    for count in found if depth is None else islice(found, depth + 1):
        progress(LayerCounted(len(counts), count))
        counts.append(count)
    return Exploration(size, problem.metric, tuple(counts), depth is None or len(counts) <= depth)


def _layers(problem: Problem) -> Iterator[int]:
    """The 2×2×2 by its numbers, which takes less than a second for all of it; anything else by what it shows."""
    from cubeproof.engines.table.distances import layers as table_layers
    from cubeproof.engines.table.graph import read

    reading = read(problem)
    if isinstance(reading, str):
        yield from breadth_layers(problem)
    else:
        yield from map(len, table_layers(reading.turns))
