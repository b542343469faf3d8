"""`explore`: counts the states at each distance from solved."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from cubeproof.base.argument_checks import expect_callable, expect_whole, wrong
from cubeproof.base.lazy_imports import lazily
from cubeproof.contract.control import Control, attach_so_far
from cubeproof.contract.events import LayerCounted, Note, Progress, ignore
from cubeproof.contract.limit import Stop
from cubeproof.errors import StoppedError, TimeUpError, UsageError
from cubeproof.problem import Problem, cube_problem, obstacle
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric, Move
from cubeproof.sentences import Sentence, Template, say
from cubeproof.tables.explore import layers as breadth_layers

_TITLE = Template("explore.title", "{size}×{size}×{size}, states by distance from solved ({metric})")
_HOLDS = Template(
    "explore.holds",
    "These turns can rotate the whole cube and do not look the same from every side, so a cube would be "
    "counted once for each rotation. Give turns that keep a corner or a centre in place.",
)
_NO_MEMORY = Template("explore.no-memory", "There is not enough memory for the layer at {depth}.")


@dataclass(frozen=True, slots=True)
class Exploration:
    """The numbers of states at each distance from the solved cube."""

    size: int
    """The number of layers of the cube."""
    metric: str
    """The metric."""
    counts: tuple[int, ...]
    """The number of states at distance 0, 1, 2, … from solved."""
    complete: bool
    """Whether these are all reachable states."""
    stop: Stop | None = field(default=None, compare=False)
    """The reason why fewer layers were counted than requested, or None."""

    @property
    def total(self) -> int:
        """The number of counted states."""
        return sum(self.counts)

    @property
    def title(self) -> Sentence:
        """The title of a table or a chart of the counts."""
        return _TITLE(size=self.size, metric=self.metric)

    def _repr_svg_(self) -> str | None:
        """Return the notebook's picture of the layers."""
        picture: str | None = lazily("cubeproof.notebook.inline:exploration_svg")(self)
        return picture


def explore(
    size: int = 2,
    metric: Metric | str = Metric.HTM,
    moves: str | Iterable[Move | str] | None = None,
    depth: int | None = None,
    progress: Progress = ignore,
    control: Control | None = None,
) -> Exploration:
    """Count the states at each distance from solved.

    If a stop or lack of memory ends the count early, the result has the layers counted so far, and the reason.

    Args:
        size: the number of layers of the cube.
        metric: a `Metric` or its name, `htm`, `qtm` or `stm`.
        moves: the allowed turns, see `solve`.
        depth: the last distance to count; by default all states are counted, if memory allows.
        progress: called after each layer.
        control: can stop the count, and receives its progress instead of `progress`.

    Raises:
        TypeError: an argument of another type, such as a Problem.
        UsageError: an invalid size, metric, turn or depth; or turns that can rotate the whole cube and do not look
            the same from every side.
        KeyboardInterrupt: Ctrl-C; its attribute `so_far` is the exploration so far.

    >>> explore(3, depth=2).counts
    (1, 18, 243)
    """
    if isinstance(size, Problem):
        raise wrong("size", size, "the number of layers of a cube")
    if depth is not None:
        expect_whole("depth", depth)
    expect_callable("progress", progress)
    if depth is not None and depth < 0:
        raise UsageError(say("explore.depth", "A depth is 0 or more, not {depth}.", depth=depth))
    control = control or Control(progress=progress)
    problem = cube_problem(Cube(size), moves=moves, metric=metric)
    if _reaches_another_hold(problem):
        raise UsageError(_HOLDS())
    counts: list[int] = []

    def exploration(stop: Stop | None, *, complete: bool = False) -> Exploration:
        return Exploration(size, problem.metric, tuple(counts), complete, stop)

    try:
        layers, ahead = _layers(problem)
        # No search is deeper than machine integers.
        most = None if depth is None else min(depth + 1, sys.maxsize)
        with control.watching():
            for count in islice(layers, most):
                counts.append(count)
                control.emit(LayerCounted(len(counts) - 1, count))
                control.check()
            complete = most is None or len(counts) < most or (ahead and next(layers, None) is None)
        return exploration(None, complete=complete)
    except KeyboardInterrupt as interrupt:
        attach_so_far(interrupt, exploration(Stop.INTERRUPTED))
        raise
    except (StoppedError, TimeUpError):
        return exploration(control.reason)
    except _TooManyError as reason:
        control.emit(Note(reason.sentence))
        return exploration(Stop.GAVE_UP)


def _reaches_another_hold(problem: Problem) -> bool:
    """Whether the turns can rotate the whole start to another goal."""
    return any(
        obstacle(Problem(problem.start, (goal,), problem.generators, problem.metric)) is None
        for goal in problem.goals
        if not np.array_equal(goal, problem.start)
    )


class _TooManyError(Exception):
    """The next layer does not fit into memory."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(sentence)


def _layers(problem: Problem) -> tuple[Iterator[int], bool]:
    """Return the layers, and whether the next layer takes only a moment."""
    # The 2×2×2 is counted by its configuration numbers, in less than a second; other cubes by their patterns.
    from cubeproof.methods.configurations.distances import layers as table_layers
    from cubeproof.methods.configurations.graph import graph_problem

    seen = graph_problem(problem)
    if isinstance(seen, str):
        return _while_memory_lasts(problem), False
    return map(len, table_layers(seen.turns)), True


def _while_memory_lasts(problem: Problem) -> Iterator[int]:
    states = 0
    try:
        for count in breadth_layers(problem):
            states += 1
            yield count
    except UsageError as reason:
        raise _TooManyError(reason.sentence) from None
    except MemoryError:
        raise _TooManyError(_NO_MEMORY(depth=states)) from None
