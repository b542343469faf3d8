"""`TrustedBounds`: bounds with proofs from other engines, which check the claims of an unverified solver."""

from dataclasses import replace
from functools import cached_property

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt
from cubeproof.contract.events import ignore
from cubeproof.contract.outcome import Bounds, Outcome
from cubeproof.contract.settings import Options
from cubeproof.errors import SolverError, StoppedError, TimeUpError
from cubeproof.problem import Problem
from cubeproof.sentences import Template
from cubeproof.solving.registry import ENGINES
from cubeproof.solving.registry import engine as named_engine

SHORTER_EXISTS = Template(
    "solve.shorter-exists",
    "{solver} wrongly reports that no shorter answer exists: there is an answer of {turns} turns.",
)
_NOT_ALL = Template(
    "solve.not-all",
    "{solver} wrongly reports {found} shortest answers: there are {count}.",
)


class TrustedBounds:
    """Bounds with proofs from other engines, which report no events.

    Args:
        problem: the problem.
        control: stops the other engines.
    """

    def __init__(self, problem: Problem, control: Control) -> None:
        self.problem, self.control = problem, control.emitting_to(ignore)

    def upper(self) -> int | None:
        """Return the length of an answer that is available at once, or None."""
        if self._table is not None:
            return self._table.lower_bound
        quick = (
            self._ask(name, Options(quick=True))
            for name, facts in ENGINES.items()
            if facts.at_once and not facts.exhaustive
        )
        best = next((outcome for outcome in quick if outcome is not None and outcome.words), None)
        return None if best is None else self.problem.cost(best.words[0])

    def examined(self, outcome: Outcome) -> Outcome:
        """Return an outcome of an unverified solver after comparing it with the table, if one exists."""
        truth = self._table if outcome.unverified_solver else None
        if truth is None:
            return outcome
        if outcome.lower_bound > truth.lower_bound:
            raise SolverError(SHORTER_EXISTS(solver=outcome.unverified_solver, turns=truth.lower_bound))
        shortest = {word for word in outcome.words if self.problem.cost(word) == truth.lower_bound}
        if outcome.every and shortest != set(truth.words):
            raise SolverError(
                _NOT_ALL(solver=outcome.unverified_solver, count=len(truth.words), found=len(shortest))
            )
        return replace(outcome, unverified_solver="")

    @cached_property
    def _table(self) -> Outcome | None:
        outcomes = (
            self._ask(name, Options(every=True)) for name, facts in ENGINES.items() if facts.exhaustive
        )
        return next((outcome for outcome in outcomes if outcome is not None and outcome.stop is None), None)

    def _ask(self, name: str, options: Options) -> Outcome | None:
        reading = named_engine(name, options).read(self.problem)
        if not isinstance(reading, Attempt):
            return None
        try:
            return reading.run(Bounds(), self.control)
        except (StoppedError, TimeUpError):
            return None
