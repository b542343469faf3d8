"""`product_problem` and `solve_product`: goals and sets of turns with separate tables of distances.

A word acts on each orbit of a problem's stickers independently. So a state is a tuple of small numbers (coordinates),
and there are few states if the goal has unknown stickers or the turns reach few states. For up to some millions, a
table has the distance of each state, and the answer is looked up. Otherwise (`plan`) tables over some of the numbers
are lower bounds for a search (`deepening`).

Tables are built in memory when they are needed, and kept while there is room. NumPy builds
a small exact table in less time than loading Numba takes. Compiled loops build the others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.events import DepthSearched, TableBuilding
from cubeproof.contract.lack_of_memory import ensure_room_for_loops
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import NO_WAY, Bounds, Outcome, Word
from cubeproof.errors import InternalError, StoppedError, TimeUpError, UnreachableError, UnsupportedError
from cubeproof.methods.products.families import TOO_FAR, Families, Family, FamilyTables
from cubeproof.methods.products.plan import counted_states
from cubeproof.methods.products.problem import ProductProblem
from cubeproof.problem import Pattern, Problem, piece_classes, piece_orbits
from cubeproof.sentences import Sentence, Template
from cubeproof.tables.contents import Contents
from cubeproof.tables.distances import Distances, TooFarError
from cubeproof.tables.fitting_states import fitting_states
from cubeproof.work.deepening import Decision, Deepening
from cubeproof.work.executor import run_in_threads, usable_cores

if TYPE_CHECKING:
    from cubeproof.methods.products.deepening import ProductTables

_NOT_COMPILED = Template(
    "product.not-compiled", "Numba is not installed: there are no tables for this goal with these turns."
)
_COSTS = Template(
    "product.costs", "The search with tables for other goals supports turns that cost {most} at most."
)
_STARTS = Template(
    "product.starts", "The start fits more than {most:,} states: too much of it is unknown, or looks alike."
)
_NOT_SOLVED = Template("product.not-solved", "An answer from a table does not reach the goal when replayed.")

# With more expensive turns, many layers of a table would be empty.
_MOST_COST = 20

# The maximum number of states that a start with unknown stickers may fit.
_MOST_STARTS = 5000

# The number of words that the first call of the compiled loop may return.
_ROOM = 256

# Table name used in events.
_NAME = "product"

# Seconds before the first event about building a table, and between two such events.
_PATIENCE, _BETWEEN = 1.0, 0.5


def product_problem(problem: Problem) -> ProductProblem | Sentence:
    """Read a problem as one that may have tables, or return the reason why it has none.

    This only counts states. Exploring may still find that there are too many.

    >>> from cubeproof.problem import cube_problem, named_goal
    >>> from cubeproof.puzzle.cube import Cube
    >>> product = product_problem(cube_problem(Cube(3).apply("R U F"), named_goal("cross").pattern(3)))
    >>> len(product.goals), [len(orbit.pieces) for orbit in product.orbits]
    (1, [0, 4])
    """
    if int(problem.costs.max()) > _MOST_COST:
        return _COSTS(most=_MOST_COST)
    goals = _hopeful(problem)
    patterns = goals or problem.goals[:1]
    orbits: list[Contents] = []

    def read_one_by_one() -> Iterator[Contents]:
        for orbit in piece_orbits(problem):
            orbits.append(Contents.read(orbit, patterns))
            yield orbits[-1]

    # The first orbits of large cubes have too many states, so the others are not read.
    states = counted_states(read_one_by_one())
    return states if isinstance(states, Sentence) else ProductProblem(goals, tuple(orbits), states[1])


def explore(product: ProductProblem, problem: Problem, control: Control) -> tuple[Family, NDArray[np.int64]]:
    """Return the problem's family, and the states that fit the start, shape (starts, coordinates).

    Raises:
        UnsupportedError: too many states for tables.
        TimeUpError: the time was up.
        StoppedError: the search was stopped.
    """
    with control.watching():
        family = control.workshop.kept(Families).family(product, problem)
        if isinstance(family, Sentence):
            raise UnsupportedError(family)
        starts: NDArray[np.int64] | None = np.zeros((0, 0), dtype=np.int64)
        if product.goals:
            starts = fitting_states(family.plan.coordinates, problem.start, _MOST_STARTS)
        if starts is None:
            raise UnsupportedError(_STARTS(most=_MOST_STARTS))
    return family, starts


def _hopeful(problem: Problem) -> tuple[Pattern, ...]:
    """Return the goals that the fixed stickers and each single piece can meet."""
    goals = [number for number, goal in enumerate(problem.goals) if not len(problem.hopeless_places(goal))]
    if len(goals) > 1:
        for part in piece_classes(problem, piece_orbits(problem)):
            goals = [number for number in goals if part.targets[number].any()]
    return tuple(problem.goals[number] for number in goals)


def solve_product(
    product: ProductProblem,
    problem: Problem,
    bounds: Bounds,
    control: Control,
    every: bool,
    extra: int,
    jobs: int | None = None,
    before_compiled: Callable[[], None] = lambda: None,
) -> Outcome:
    """Find a shortest answer, or all of them; call `before_compiled` if that needs compiled loops.

    Raises:
        UnsupportedError: too many states for tables, or tables that need Numba, which is not installed.
        UnreachableError: no word leads to a goal.
    """
    try:
        family, starts = explore(product, problem, control)
    except (StoppedError, TimeUpError):
        return Outcome((), bounds.lower, control.reason or Stop.INTERRUPTED)
    if not len(starts):
        raise UnreachableError(NO_WAY())
    if every or not family.is_small:
        ensure_room_for_loops()
        from cubeproof.base.numba_support import COMPILES

        if not COMPILES:
            raise UnsupportedError(_NOT_COMPILED())
        before_compiled()
    threads = usable_cores() if jobs is None else jobs
    if not starts.shape[1]:
        # Every reachable state fits a goal.
        return Outcome(((),), 0, every=every)
    search = _ProductSearch(family, starts, problem, control, every, threads)
    known = Bounds(bounds.lower) if every else bounds
    return Deepening(search, problem, known, control, every=every, extra=extra).run()


@dataclass(frozen=True, eq=False)
class CompleteTables:
    """Complete tables of a problem, and its starts."""

    space: ProductTables
    """The coordinates and tables for the compiled search."""
    starts: NDArray[np.int64]
    """The possible starts that can reach a goal, shape (starts, coordinates)."""
    lower: int
    """The tables' lower bound of the shortest length."""


def complete_tables(
    product: ProductProblem, problem: Problem, control: Control, threads: int
) -> CompleteTables:
    """Build all tables of a problem.

    Raises:
        UnsupportedError: too many states for tables, or Numba is not installed.
        UnreachableError: no word leads to a goal.
        TimeUpError: the time was up.
        StoppedError: the search was stopped.
    """
    family, starts = explore(product, problem, control)
    if not len(starts):
        raise UnreachableError(NO_WAY())
    ensure_room_for_loops()
    from cubeproof.base.numba_support import COMPILES

    if not COMPILES:
        raise UnsupportedError(_NOT_COMPILED())
    search = _ProductSearch(family, starts, problem, control, False, threads)
    lower = search.bound()
    return CompleteTables(search.tables.space, search.starts, lower)


class _ProductSearch:
    """The words of one problem."""

    tables: FamilyTables
    """The tables that the search uses, since it last held their lock."""

    def __init__(
        self,
        family: Family,
        starts: NDArray[np.int64],
        problem: Problem,
        control: Control,
        every: bool,
        threads: int,
    ) -> None:
        self.family, self.starts = family, starts
        self.problem, self.control = problem, control
        self.every, self.threads = every, threads
        # The number of states of earlier lengths; the times of the start of the tables and of the last report.
        self.states = 0
        self.started, self.reported = math.inf, -math.inf

    @property
    def statistics(self) -> None:
        """None: the events have the number of states."""

    def first(self, deepening: Deepening) -> int:
        """Build the required tables; return the distance from an exact table, or the bound of the others."""
        return self._exact(deepening) if self.family.plan.exact else max(deepening.lower, self.bound())

    def before_report(self) -> None:
        """Nothing: the tables are built here."""

    def following(self, length: int) -> int:
        """Return the next length."""
        return length + 1

    def decide(self, length: int) -> Decision:
        """Find all words of a length, or one word if that is enough."""
        if self.family.plan.exact:
            if not self.every:
                return Decision([self._look_up(length)])
            self._deepen(0, lambda distances: distances.depth >= length)
        words, ended = self._words(length)
        return Decision(words, not ended)

    def _exact(self, deepening: Deepening) -> int:
        """Return the start's distance from the exact table, or the proved bound if the distance exceeds the limit."""
        starts = self.starts[:, list(self.family.plan.tables[0])]

        def is_enough(distances: Distances) -> bool:
            if int(distances.at(starts).min()) <= distances.depth:
                return True
            if not distances.complete:
                deepening.prove(distances.depth + 1)
            return not self.control.limit.reaches(deepening.lower)

        distances = self._deepen(0, is_enough)
        nearest = int(distances.at(starts).min())
        if nearest <= distances.depth:
            return nearest
        if distances.complete:
            raise UnreachableError(NO_WAY())
        return distances.depth + 1

    def bound(self) -> int:
        """Return a lower bound from complete tables, and drop starts that cannot reach a goal."""
        complete = False
        while not complete:
            for number in range(len(self.family.plan.tables)):
                self._deepen(number, lambda distances: distances.complete)
            # A distance that is too far for the type of integers starts all tables again.
            complete = all(distances.complete for distances in self.tables.distances)
        far = np.zeros(len(self.starts), dtype=np.int64)
        possible = np.ones(len(self.starts), dtype=bool)
        for numbers, distances in zip(self.family.plan.tables, self.tables.distances, strict=True):
            here = distances.at(self.starts[:, list(numbers)]).astype(np.int64)
            possible &= here < distances.far
            far = np.maximum(far, here)
        if not possible.any():
            raise UnreachableError(NO_WAY())
        self.starts = self.starts[possible]
        return int(far[possible].min())

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the lock of the tables, so that only one of two searches builds them."""
        while not self.family.lock.acquire(timeout=self.control.poll_seconds()):
            self.control.check()
        try:
            yield
        finally:
            self.family.lock.release()

    def _deepen(self, number: int, is_enough: Callable[[Distances], bool]) -> Distances:
        """Build a table until `is_enough` returns True, or it is complete."""
        with self._locked(), self.control.compiled_flag() as flag:
            self.started = min(self.started, self.control.elapsed)
            while True:
                if self.family.tables is None:
                    self.family.tables = FamilyTables(self.family, np.uint8)
                self.tables = self.family.tables
                table = self.tables.distances[number]
                if table.complete or is_enough(table):
                    return table
                self.control.check()
                try:
                    table.deepen(flag, self.threads, lambda share, number=number: self._tell(number, share))  # type: ignore[misc]
                except TooFarError:
                    if table.table.dtype != np.uint8:
                        raise UnsupportedError(TOO_FAR()) from None
                    self.family.tables = FamilyTables(self.family, np.uint16)

    def _tell(self, number: int, share: float) -> None:
        """Report the completed share of the tables, if building takes long."""
        now = self.control.elapsed
        if now - self.started > _PATIENCE and now - self.reported > _BETWEEN:
            self.reported = now
            sizes = [distances.table.size for distances in self.tables.distances]
            done = (sum(sizes[:number]) + share * sizes[number]) / sum(sizes)
            self.control.emit(TableBuilding(_NAME, done))

    def _look_up(self, length: int) -> Word:
        """Return the first word of a length from the nearest start, by the exact table."""
        (numbers,), (table,) = self.family.plan.tables, self.tables.distances
        views = [self.family.plan.coordinates[number] for number in numbers]
        costs, follows = self.problem.costs, self.family.follows
        word: list[int] = []

        def nearer(state: NDArray[np.int64], previous: int, left: int) -> Iterator[tuple[int, Any, int]]:
            """Yield the generators that lead nearer to the goal, with the next state and the cost from there."""
            moved = [view.neighbours(number) for view, number in zip(views, state.tolist(), strict=True)]
            after = np.stack(moved, axis=1)
            for generator in np.flatnonzero(follows[previous] & (table.at(after) == left - costs)).tolist():
                yield generator, after[generator], left - int(costs[generator])

        starts = self.starts[:, list(numbers)]
        for start in starts[table.at(starts) == length]:
            levels = [nearer(start, -1, length)]
            left = length
            while left and levels:
                self.control.check()
                step = next(levels[-1], None)
                if step is None:
                    # The canonical order allows no way on from here.
                    levels.pop()
                    del word[-1:]
                    continue
                generator, state, left = step
                word.append(generator)
                levels.append(nearer(state, generator, left))
            if not left:
                return tuple(word)
        raise InternalError(_NOT_SOLVED())

    def _words(self, length: int) -> tuple[list[Word], bool]:
        """Return all words of a length, or one word, and whether the search ended early."""
        from cubeproof.methods.products.deepening import deepen

        space = self.tables.space
        exact = self.family.plan.exact
        turns = length // int(space.costs.min())
        prefixes = np.zeros((1, 0), dtype=np.int16)
        if not exact and length >= 2 * int(space.costs.max()):
            prefixes = np.ascontiguousarray(np.argwhere(space.follows[:-1]), dtype=np.int16)
        pairs = len(self.starts) * len(prefixes)
        # With an exact table the search visits only states on answers.
        threads = 1 if exact else min(self.threads, pairs)
        step = max(1, pairs // (64 * threads))
        beginnings = iter(range(0, pairs, step))
        batches: list[list[Word]] = []
        tallies = np.zeros((threads, 8), dtype=np.int64)
        done = [0] * threads

        def work(thread: int) -> None:
            room = _ROOM
            for first in beginnings:
                end = min(pairs, first + step)
                while first < end and not flag[0]:
                    answers = np.empty((room, turns), dtype=np.int16)
                    sizes = np.empty(room, dtype=np.int64)
                    count, first = deepen(
                        space,
                        self.starts,
                        prefixes,
                        first,
                        end,
                        length,
                        self.every,
                        answers,
                        sizes,
                        tallies[thread],
                        flag,
                    )
                    batches.append(
                        [
                            tuple(word[:size])
                            for word, size in zip(
                                answers[:count].tolist(), sizes[:count].tolist(), strict=True
                            )
                        ]
                    )
                    if count and not self.every:
                        flag[0] = 1
                    # A thread that did not finish had no room for all its words.
                    room *= 2 if first < end else 1
                done[thread] += step

        start = last = self.control.elapsed

        def tell() -> None:
            nonlocal last
            if self.control.elapsed - last < _BETWEEN:
                return
            last = self.control.elapsed
            seconds = last - start
            share = min(1.0, sum(done) / pairs)
            states = int(tallies.sum())
            left = seconds * (1 - share) / share if share else None
            self.control.emit(
                DepthSearched(length, share, self.states + states, states / seconds / 1e6, left)
            )

        with self.control.compiled_flag() as flag:
            run_in_threads(work, range(threads), flag, threads=threads, meanwhile=tell)
            ended = flag[0] != 0
        self.states += int(tallies.sum())
        words = sorted({word for batch in batches for word in batch})
        # Several threads may have found a word.
        return words if self.every else words[:1], ended
