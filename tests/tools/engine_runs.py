"""Run engines directly, without `solve`."""

from __future__ import annotations

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt, Engine, attempt
from cubeproof.contract.outcome import Bounds, Outcome
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence


def run_engine(engine: Engine, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
    """Read a problem and search; raise UnsupportedError if the engine does not support the problem."""
    return attempt(engine, problem).run(bounds, control)


def objection(engine: Engine, problem: Problem) -> Sentence | None:
    """Return the reason why an engine does not support a problem, or None."""
    reading = engine.read(problem)
    return None if isinstance(reading, Attempt) else reading


class FakeEngine:
    """An engine that supports every problem; a test defines its name and its method `search`."""

    name = "fake"

    def read(self, problem: Problem) -> Attempt:
        return Attempt(self.name, lambda bounds, control: self.search(problem, bounds, control))

    def search(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        raise NotImplementedError
