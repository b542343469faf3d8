"""`AutoEngine`: the engines in the order in which a user would try them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Bounds, Engine, Outcome
from cubeproof.contract.events import Started
from cubeproof.contract.limit import Stop
from cubeproof.errors import UnsupportedError
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence

__all__ = ["AutoEngine"]

# Up to here a proof by SAT is a matter of minutes; beyond it is only begun where the time is limited.
_WITHIN_REACH = 12


@dataclass(frozen=True, slots=True)
class AutoEngine:
    """The table where there is one; else a quick answer first, and then its proof if that is within reach.

    Attributes:
        make: from the name of an engine to the engine.
        every: whether all shortest answers are wanted, not just one.
    """

    make: Callable[[str], Engine]
    every: bool = False

    @property
    def name(self) -> str:
        """`auto`."""
        return "auto"

    def supports(self, problem: Problem) -> str | None:
        """None: the SAT engine takes every problem."""
        return self.make("sat").supports(problem)

    def solve(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        """Try one engine after the other until the bounds meet or the time is up."""
        try:
            return self._with("table", problem, bounds, control)
        except UnsupportedError:
            pass
        quick = Outcome((), bounds.lower)
        if not self.every:
            # Half of the time, if it is limited, for a short answer; the rest to prove that it is a shortest one.
            half = control if control.limit.seconds is None else control.within(control.remaining / 2)
            try:
                quick = self._with("search", problem, bounds, half)
            except UnsupportedError:
                pass
            else:
                if quick.words and problem.cost(quick.words[0]) <= quick.lower_bound:
                    return quick
                hopeless = (
                    quick.words
                    and problem.cost(quick.words[0]) > _WITHIN_REACH
                    and control.limit.seconds is None
                )
                if hopeless or quick.stop in (Stop.INTERRUPTED, Stop.LENGTH):
                    return quick
        known = replace(
            bounds,
            lower=max(bounds.lower, quick.lower_bound),
            word=quick.words[0] if quick.words else bounds.word,
        )
        proved = self._with("sat", problem, known, control)
        if quick.words and proved.words == quick.words:
            proved = replace(proved, engine=f"{quick.engine}+{proved.engine}")
        return proved

    def _with(self, name: str, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        engine = self.make(name)
        if reason := engine.supports(problem):
            raise UnsupportedError(Sentence.of(reason))
        control.tell(Started(name))
        return replace(engine.solve(problem, bounds, control), engine=name)
