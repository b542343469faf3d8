"""`AutoEngine`: the engines in the order in which a user would try them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Bounds, Engine, Outcome
from cubeproof.contract.events import Note, Started
from cubeproof.contract.limit import Stop
from cubeproof.contract.settings import Options
from cubeproof.errors import UnsupportedError
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence, Template

_TRIES = Template(
    "auto.tries", "{reason} It is looked for during {seconds:g} seconds, unless another time is given."
)

# Up to here a proof by SAT is a matter of minutes; beyond it is only begun where the time is limited.
_WITHIN_REACH = 12
# On more than three layers it is up to here.
_WITHIN_REACH_OF_LARGE = 10
# How long SAT looks for a short way before stages are solved, and the most of a limited time that this may take.
_SHORT_SECONDS, _SHORT_SHARE = 20.0, 0.1
# How long it looks for one where no engine solves a scrambled cube, if nobody says.
_BEYOND_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class AutoEngine:
    """The table where there is one; else the search, which proves what it finds; else SAT, and stages.

    SAT proves what the search does not: problems that it does not support, those that it only answers
    (`search_answers_only`), and all of them where the search lacks what it needs for a proof. That is known beforehand
    (`search_proves`), and then the search has half of the time at most, or it turns out: the search gives up. An answer
    that is out of SAT's reach then stays unproved, unless the time is limited.

    Where only stages solve any cube, SAT looks for a short way first, a moment only. Where not even they do, it is told
    before the search, and without a limit the search ends after a while.

    Attributes:
        make: from the name of an engine to the engine, made with `options`.
        options: the settings of all engines that it asks.
        search_proves: whether the search can prove on this machine.
        search_answers_only: whether the search answers such a problem, and does not prove its answer shortest on any
            machine: then the length of its answer does not say what SAT can do.
        may_take: whether an engine may take such a problem, as far as that is known without loading the engine.
        beyond: why a problem is out of reach unless a few turns are enough; None if it is not, or not known.
    """

    make: Callable[[str], Engine]
    options: Options = field(default_factory=Options)
    search_proves: bool = True
    search_answers_only: Callable[[Problem], bool] = lambda _problem: False
    may_take: Callable[[str, Problem], bool] = lambda _name, _problem: True
    beyond: Callable[[Problem], Sentence | None] = lambda _problem: None

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
        proves = self.search_proves and not self.search_answers_only(problem)
        wanted = proves or self._may_be_short(control)
        if wanted and (search := self._taking("search", problem)):
            found = self._searched(search, problem, bounds, control)
            if self._is_enough(problem, found, control):
                return found
        elif stages := self._stages(problem, bounds, control):
            return self._in_stages(stages, problem, bounds, control)
        known = replace(
            bounds,
            lower=max(bounds.lower, found.lower_bound),
            word=found.words[0] if found.words else bounds.word,
        )
        sat = self.make("sat")
        if reason := sat.supports(problem):
            raise UnsupportedError(Sentence.of(reason))
        proved = self._asked(sat, problem, known, self._warned(problem, bounds, control))
        if found.words and proved.words == found.words:
            proved = replace(proved, engine=f"{found.engine}+{proved.engine}")
        return proved

    def _searched(self, search: Engine, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        """What the search finds; nothing where it finds that there are too many states for it."""
        try:
            return self._asked(search, problem, bounds, self._share(control))
        except UnsupportedError:
            return Outcome((), bounds.lower)

    def _stages(self, problem: Problem, bounds: Bounds, control: Control) -> Engine | None:
        """The stages, if they are to take this problem: not if the question is one for SAT alone."""
        if self.options.every or self._is_short(bounds, control):
            return None
        return self._taking("stages", problem)

    def _is_short(self, bounds: Bounds, control: Control) -> bool:
        """Whether answers beyond the reach of SAT are of no interest, or it has all the time for a short one."""
        length, upper = control.limit.length, bounds.upper
        if length is not None and length <= _WITHIN_REACH:
            return True
        unlimited = control.limit.seconds is None
        return unlimited and upper is not None and upper <= _WITHIN_REACH_OF_LARGE

    def _in_stages(self, stages: Engine, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        """A short way by SAT if there is one, else any way."""
        sat = self.make("sat")
        tried = Outcome((), bounds.lower)
        if sat.supports(problem) is None:
            share = min(_SHORT_SECONDS, _SHORT_SHARE * control.remaining)
            if bounds.upper is not None and bounds.upper <= _WITHIN_REACH_OF_LARGE:
                share = control.remaining / 2
            tried = self._asked(sat, problem, bounds, control.within(share))
            if tried.words or tried.stop in (Stop.INTERRUPTED, Stop.LENGTH) or control.expired:
                return tried
        lower = max(bounds.lower, tried.lower_bound)
        found = self._asked(stages, problem, replace(bounds, lower=lower), control)
        if found.lower_bound == tried.lower_bound:
            # It may stand on the word of the solver.
            found = replace(found, unverified_solver=tried.unverified_solver)
        return found

    def _warned(self, problem: Problem, bounds: Bounds, control: Control) -> Control:
        """Tell what is out of reach before it is begun; and the control for it, which ends after a while."""
        if self._is_short(bounds, control) or (reason := self.beyond(problem)) is None:
            return control
        if control.limit.seconds is not None:
            control.tell(Note(reason))
            return control
        control.tell(Note(_TRIES(reason=reason, seconds=_BEYOND_SECONDS)))
        return control.within(_BEYOND_SECONDS)

    def _may_be_short(self, control: Control) -> bool:
        """Whether an answer without a proof is of use: not if all are wanted, nor if the question is a length."""
        return self.options.quick or (not self.options.every and control.limit.length is None)

    def _share(self, control: Control) -> Control:
        """The search's share of the time: all of it, or half where SAT is to prove."""
        if self.search_proves or self.options.quick or control.limit.seconds is None:
            return control
        return control.within(control.remaining / 2)

    def _is_enough(self, problem: Problem, found: Outcome, control: Control) -> bool:
        """Whether nothing is left to be done for SAT, or nothing that it could do."""
        length = problem.cost(found.words[0]) if found.words else None
        if self.options.quick and length is not None:
            return True
        if found.stop in (Stop.INTERRUPTED, Stop.LENGTH) or control.expired:
            return True
        if length is None:
            return False
        if self.options.every:
            return found.stop is None
        if self.search_answers_only(problem):
            return length <= found.lower_bound
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
