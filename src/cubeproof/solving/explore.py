"""`explore`: how many states are how far from solved."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from cubeproof.base.argument_checks import expect_callable, expect_whole
from cubeproof.base.lazy_imports import lazily
from cubeproof.contract.control import Control, attach_so_far
from cubeproof.contract.events import LayerCounted, Note, Progress, ignore
from cubeproof.contract.limit import Stop
from cubeproof.errors import TimeUpError, UsageError
from cubeproof.problem import Problem, cube_problem, obstacle
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric, Move
from cubeproof.sentences import Sentence, Template, say
from cubeproof.tables.explore import layers as breadth_layers

_TITLE = Template("explore.title", "{size}×{size}×{size}, states by distance from solved ({metric})")
_HOLDS = Template(
    "explore.holds",
    "These turns can turn the cube as a whole, and are not the same from every side, so one cube would count once for "
    "each way to hold it. Give turns that leave a corner or a centre in place.",
)
_NO_MEMORY = Template("explore.no-memory", "There is not enough memory for the layer at {depth}.")


@dataclass(frozen=True, slots=True)
class Exploration:
    """The layers of states around the solved cube."""

    size: int
    """The number of layers of the cube."""
    metric: str
    """How turns are counted."""
    counts: tuple[int, ...]
    """How many states are at distance 0, 1, 2, … from solved."""
    complete: bool
    """Whether these are known to be all there are."""
    stop: Stop | None = field(default=None, compare=False)
    """Why fewer layers were counted than were asked for; None if they were not."""

    @property
    def total(self) -> int:
        """How many states were counted."""
        return sum(self.counts)

    @property
    def title(self) -> Sentence:
        """The counted states in words: the title of a table or a chart."""
        return _TITLE(size=self.size, metric=self.metric)

    def _repr_svg_(self) -> str | None:
        """The layers as a notebook shows them."""
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
    """Count the states at every distance from solved.

    What ends the count early, a stop or the memory, does not take away the layers that are counted: they come
    back, with the reason.

    Args:
        size: the number of layers of the cube.
        metric: how turns are counted.
        moves: the allowed turns, as for `solve`.
        depth: the distance to stop at; by default all states are counted, if memory allows.
        progress: called after every layer.
        control: stops the count from anywhere, and receives its progress instead.

    Raises:
        UsageError: a size, metric, turn or depth that makes no sense; or turns that can turn the cube as a whole and
            are not the same from every side.
        KeyboardInterrupt: Ctrl-C; its attribute `so_far` is the exploration so far.

    >>> explore(3, depth=2).counts
    (1, 18, 243)
    """
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

    def found(stop: Stop | None, *, complete: bool = False) -> Exploration:
        return Exploration(size, problem.metric, tuple(counts), complete, stop)

    try:
        layers, ahead = _layers(problem)
        # No search gets deeper than machine integers.
        wanted = None if depth is None else min(depth + 1, sys.maxsize)
        with control.watching():
            for count in islice(layers, wanted):
                counts.append(count)
                control.tell(LayerCounted(len(counts) - 1, count))
                control.check()
            complete = wanted is None or len(counts) < wanted or (ahead and next(layers, None) is None)
        return found(None, complete=complete)
    except KeyboardInterrupt as interrupt:
        attach_so_far(interrupt, found(Stop.INTERRUPTED))
        raise
    except TimeUpError:
        return found(control.reason)
    except _TooManyError as reason:
        control.tell(Note(reason.sentence))
        return found(Stop.GAVE_UP)


def _reaches_another_hold(problem: Problem) -> bool:
    """Whether the turns lead from the start to a goal that is the same cube, held in another way."""
    return any(
        obstacle(Problem(problem.start, (goal,), problem.generators, problem.metric)) is None
        for goal in problem.goals
        if not np.array_equal(goal, problem.start)
    )


class _TooManyError(Exception):
    """The next layer takes more memory than there is."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(sentence)


def _layers(problem: Problem) -> tuple[Iterator[int], bool]:
    """The layers, and whether it takes but a moment to look one further.

    The 2×2×2 is counted by its numbers, which takes less than a second for all of it; anything else by what it shows.
    """
    from cubeproof.engines.table.distances import layers as table_layers
    from cubeproof.engines.table.graph import graph_problem

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
