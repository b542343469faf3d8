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
    """The table where there is one; else the search, which proves what it finds; else SAT.

    SAT proves what the search does not: problems that it does not support, and all of them where the search lacks
    what it needs for a proof. That is known beforehand (`search_proves`), and then the search has half of the
    time at most, or it turns out: the search gives up. An answer that is out of SAT's reach then stays unproved,
    unless the time is limited.

    Attributes:
        make: from the name of an engine to the engine.
        every: whether all shortest answers are wanted, not just one.
        quick: whether the first good answer will do, without a proof.
        search_proves: whether the search can prove on this machine.
        may_take: whether an engine may take such a problem, as far as that is known without loading the engine.
    """

    make: Callable[[str], Engine]
    every: bool = False
    quick: bool = False
    search_proves: bool = True
    may_take: Callable[[str, Problem], bool] = lambda _name, _problem: True

    @property
    def name(self) -> str:
        """`auto`."""
        return "auto"

    def supports(self, problem: Problem) -> str | None:
        """None: one of the engines takes it, at the latest the SAT engine, which takes every problem."""
        if any(self._taking(name, problem) for name in ("table", "search")):
            return None
        return self.make("sat").supports(problem)

    def solve(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        """Try one engine after the other until the bounds meet, the time is up, or an answer is all that is wanted."""
        if table := self._taking("table", problem):
            return self._asked(table, problem, bounds, control)
        found = Outcome((), bounds.lower)
        wanted = self.search_proves or self._may_be_short(control)
        if wanted and (search := self._taking("search", problem)):
            found = self._asked(search, problem, bounds, self._share(control))
            if self._is_enough(problem, found, control):
                return found
        known = replace(
            bounds,
            lower=max(bounds.lower, found.lower_bound),
            word=found.words[0] if found.words else bounds.word,
        )
        sat = self.make("sat")
        if reason := sat.supports(problem):
            raise UnsupportedError(Sentence.of(reason))
        proved = self._asked(sat, problem, known, control)
        if found.words and proved.words == found.words:
            proved = replace(proved, engine=f"{found.engine}+{proved.engine}")
        return proved

    def _may_be_short(self, control: Control) -> bool:
        """Whether an answer without a proof is of use: not if all are wanted, nor if the question is a length."""
        return self.quick or (not self.every and control.limit.length is None)

    def _share(self, control: Control) -> Control:
        """The search's share of the time: all of it, or half where SAT is to prove."""
        if self.search_proves or self.quick or control.limit.seconds is None:
            return control
        return control.within(control.remaining / 2)

    def _is_enough(self, problem: Problem, found: Outcome, control: Control) -> bool:
        """Whether nothing is left to be done for SAT, or nothing that it could do."""
        length = problem.cost(found.words[0]) if found.words else None
        if self.quick and length is not None:
            return True
        if found.stop in (Stop.INTERRUPTED, Stop.LENGTH) or control.expired:
            return True
        if length is None:
            return False
        if self.every:
            return found.stop is None
        return length <= found.lower_bound or (length > _WITHIN_REACH and control.limit.seconds is None)

    def _taking(self, name: str, problem: Problem) -> Engine | None:
        """An engine, if it takes this problem."""
        if not self.may_take(name, problem):
            return None
        engine = self.make(name)
        return engine if engine.supports(problem) is None else None

    def _asked(self, engine: Engine, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        control.tell(Started(engine.name))
        return replace(engine.solve(problem, bounds, control), engine=engine.name)
