"""`TableEngine`: finds shortest answers for the 2×2×2 by walking down a table of distances."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from heapq import merge
from itertools import chain

import numpy as np

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt, Expected
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import NO_WAY, Bounds, Outcome, Word
from cubeproof.engines.table.facts import FACTS, TableSettings, TableStatistics
from cubeproof.errors import StoppedError, TimeUpError, UnreachableError
from cubeproof.methods.configurations.distances import ConfigurationDistances, load
from cubeproof.methods.configurations.graph import GraphProblem, graph, graph_problem
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence
from cubeproof.store import Store


@dataclass(frozen=True, slots=True)
class TableEngine(TableSettings):
    """Looks up answers in a table of the distances of all configurations.

    Its settings are those of `TableSettings`.
    """

    store: Store | None = None
    """The store of the tables; the user's cache folder by default."""

    @property
    def name(self) -> str:
        """`table`."""
        return FACTS.name

    def read(self, problem: Problem) -> Attempt | Sentence:
        """Read a 2×2×2 whose allowed turns keep one corner in place."""
        walk = graph_problem(problem)
        if isinstance(walk, Sentence):
            return walk
        return Attempt(
            self.name,
            partial(self._search, problem, walk),
            proves=True,
            answers_any=True,
            answer=Expected.MOMENTS,
            proof=Expected.MOMENTS,
        )

    def _search(self, problem: Problem, walk: GraphProblem, bounds: Bounds, control: Control) -> Outcome:
        """Walk down from the start; the distance is also the lower bound."""
        try:
            table = load(walk.turns, control, self.store)
        except (StoppedError, TimeUpError):
            return Outcome((), bounds.lower, control.reason)
        distances = [(int(table.of(start)), start) for start in walk.starts]
        reached = [(distance, start) for distance, start in distances if distance >= 0]
        statistics = TableStatistics(table.packed.nbytes, 4 * table.packed.size)
        if not reached:
            raise UnreachableError(NO_WAY())
        length = min(reached)[0]
        if not control.limit.reaches(length):
            return Outcome((), length, Stop.LENGTH, statistics=statistics)
        nearest = [start for distance, start in reached if distance == length]
        words: Iterator[Word] = merge(*(_walks(problem, walk, table, start, ()) for start in nearest))
        if not self.every:
            return Outcome((next(words),), length, statistics=statistics)
        steps = _steps(walk, table)
        for longer in range(length + 1, length + self.extra + 1):
            if control.limit.reaches(longer):
                ways = (_longer(problem, steps, start, (), longer) for _, start in reached)
                words = chain(words, merge(*ways))
        answers: list[Word] = []
        for word in words:
            if control.expired:
                return Outcome(tuple(answers), length, control.reason, statistics=statistics)
            answers.append(word)
            control.answered([word])
        return Outcome(tuple(answers), length, statistics=statistics, every=True)


_Steps = Callable[[int], tuple[tuple[int, int], ...]]
"""Returns the configurations that each generator leads to, each with its distance."""


def _walks(
    problem: Problem, walk: GraphProblem, table: ConfigurationDistances, number: int, prefix: Word
) -> Iterator[Word]:
    """Yield all canonical ways down from a configuration, each after the word `prefix`."""
    if number == 0:
        yield prefix
        return
    steps = dict(table.nearer(number))
    for generator, turn in enumerate(walk.turns):
        if turn in steps and (not prefix or problem.successors[prefix[-1], generator]):
            yield from _walks(problem, walk, table, steps[turn], (*prefix, generator))


def _steps(walk: GraphProblem, table: ConfigurationDistances) -> _Steps:
    """Return the effect of each generator on a configuration."""

    @cache
    def steps(number: int) -> tuple[tuple[int, int], ...]:
        configuration = np.array([number])
        after = [int(graph().step(turn, configuration)[0]) for turn in walk.turns]
        return tuple(zip(after, table.of(after).tolist(), strict=True))

    return steps


def _longer(problem: Problem, steps: _Steps, number: int, prefix: Word, left: int) -> Iterator[Word]:
    """Yield all canonical words of exactly this number of turns from a configuration to solved."""
    if left == 0:
        yield prefix
        return
    for generator, (after, distance) in enumerate(steps(number)):
        if distance < left and (not prefix or problem.successors[prefix[-1], generator]):
            yield from _longer(problem, steps, after, (*prefix, generator), left - 1)
