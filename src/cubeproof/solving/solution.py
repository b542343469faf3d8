"""`Solution`: an answer, what is proved about it, and how it was found."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from cubeproof.base.notebook_pictures import drawn_text
from cubeproof.contract.engine import Word
from cubeproof.contract.limit import Stop
from cubeproof.contract.statistics import Statistics
from cubeproof.errors import UsageError
from cubeproof.problem import Problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import leading_to
from cubeproof.puzzle.twizzle import twizzle_link
from cubeproof.sentences import Sentence, Template
from cubeproof.solving.registry import ENGINES
from cubeproof.solving.task import Task

_NOTHING_FOUND = Template("solution.nothing", "no answer found; every answer has {bound} turns or more")
_FOUND = Template(
    "solution.found",
    "{turns} ({length} {metric}, {shortest?true:shortest|false:{bound} or more are needed})",
)
_NO_TURN = Template("solution.no-turn", "no turn needed")
_CUBE_SOLVED = Template("claim.cube-solved", "The cube needs no turn.")
_PUZZLE_SOLVED = Template("claim.puzzle-solved", "The puzzle needs no turn.")
_SHORTEST = Template(
    "claim.shortest", "{length} {length?one:turn|other:turns} ({metric}): there is no shorter way."
)
_SAID_SHORTEST = Template(
    "claim.said-shortest", f"{_SHORTEST.english} So says {{solver}}; it was not checked."
)
_BEST = (
    "{length} {length?one:turn|other:turns} ({metric}), the best so far. "
    "{stop?timeout:The time ran out|interrupted:Interrupted|quick:No proof was asked for"
    "|other:This engine proves no more}: "
)
_BEST_SO_FAR = Template("claim.best-so-far", _BEST + "it is proved that {bound} or more are needed.")
_SAID_BEST_SO_FAR = Template(
    "claim.said-best-so-far",
    _BEST + "{solver} says, and it was not checked, that {bound} or more are needed.",
)
_NONE = (
    "{stop?timeout:No answer within the time|length:There is no answer of the length allowed"
    "|interrupted:Interrupted before there was an answer|other:The engine {engine} gives up}. "
)
_NO_ANSWER = Template(
    "claim.no-answer", _NONE + "It is proved that {bound} or more turns ({metric}) are needed."
)
_SAID_NO_ANSWER = Template(
    "claim.said-no-answer",
    _NONE + "{solver} says, and it was not checked, that {bound} or more turns ({metric}) are needed.",
)
_REACHED = Template(
    "solution.reached",
    "{finished} of {stages} stages {finished?one:is|other:are} finished ({achieved}). These turns lead there: {turns}",
)


@dataclass(frozen=True, slots=True)
class Reached:
    """How far a search in stages came that found no answer.

    Attributes:
        names: the turns of the finished stages, one by one: no answer, only the beginning of a way.
        finished: how many stages are finished.
        stages: how many there are.
        achieved: what the last of the finished ones achieves.
    """

    names: tuple[str, ...]
    finished: int
    stages: int
    achieved: Sentence

    @property
    def turns(self) -> str:
        """The turns in one text."""
        return " ".join(self.names)

    @property
    def sentence(self) -> Sentence:
        """All this in words."""
        return _REACHED(
            finished=self.finished, stages=self.stages, achieved=self.achieved, turns=self.turns or _NO_TURN()
        )


class Found(ABC):
    """What is told of a search's answer, whether it was about a cube or about another puzzle."""

    __slots__ = ()

    if TYPE_CHECKING:
        lower_bound: int
        engine: str
        seconds: float
        stop: Stop | None
        unverified_solver: str
        statistics: Statistics | None
        reached: Reached | None

    _solved = _CUBE_SOLVED

    @property
    @abstractmethod
    def length(self) -> int | None:
        """The length of the best answer in the metric, None if there is none."""

    @property
    @abstractmethod
    def metric(self) -> str:
        """How turns are counted."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...] | None:
        """The best answer as the names of its turns, one by one; None if there is none."""

    @abstractmethod
    def _asked(self) -> dict[str, object]: ...

    def _left(self) -> dict[str, object]:
        """The state that was reached."""
        return {}

    @property
    def written(self) -> str:
        """The best answer as text, empty without an answer."""
        return " ".join(self.names or ())

    @property
    @abstractmethod
    def all_written(self) -> list[str]:
        """All answers as texts."""

    @property
    @abstractmethod
    def longest(self) -> int | None:
        """The length of the longest answer in the metric, or None."""

    @property
    def optimal(self) -> bool:
        """Whether the best answer is proved to be a shortest one: its length meets the lower bound."""
        return self.length == self.lower_bound

    @property
    def claim(self) -> Sentence:
        """What is proved about the answer, and why no more is.

        Its `code` says which claim it is, its `values` have the length, the metric, the bound and the rest.

        >>> from cubeproof.solving.solve import solve
        >>> claim = solve(Cube(2).apply("R U")).claim
        >>> claim, claim.code
        ('2 turns (htm): there is no shorter way.', 'claim.shortest')
        """
        known = {"length": self.length, "metric": self.metric, "bound": self.lower_bound}
        if self.length is None:
            return self._no_answer()
        if self.length == 0:
            return self._solved()
        if self.optimal and self.unverified_solver:
            return _SAID_SHORTEST(length=self.length, metric=self.metric, solver=self.unverified_solver)
        if self.optimal:
            return _SHORTEST(length=self.length, metric=self.metric)
        stop = (self.stop or Stop.GAVE_UP).value
        if self.unverified_solver:
            return _SAID_BEST_SO_FAR(stop=stop, solver=self.unverified_solver, **known)
        return _BEST_SO_FAR(stop=stop, **known)

    def _no_answer(self) -> Sentence:
        engine = ENGINES.get(self.engine)
        if self.stop in (None, Stop.GAVE_UP) and engine and engine.gives_up and self.statistics:
            return engine.gives_up(
                **{one.name: getattr(self.statistics, one.name) for one in fields(self.statistics)}
            )
        known = {
            "stop": (self.stop or Stop.GAVE_UP).value,
            "engine": self.engine,
            "bound": self.lower_bound,
            "metric": self.metric,
        }
        if self.unverified_solver:
            says = self.unverified_solver[0].upper() + self.unverified_solver[1:]
            return _SAID_NO_ANSWER(solver=says, **known)
        return _NO_ANSWER(**known)

    def to_dict(self) -> dict[str, object]:
        """The solution as a dictionary of what JSON has, to be kept or sent.

        >>> from cubeproof.solving.solve import solve
        >>> told = solve(Cube(2).apply("R U")).to_dict()
        >>> told["size"], told["length"], told["optimal"], told["engine"]
        (2, 2, True, 'table')
        """
        found: dict[str, object] = {
            **self._asked(),
            "solution": None if self.names is None else self.written,
            "length": self.length,
            "metric": self.metric,
            "optimal": self.optimal,
            "lower_bound": self.lower_bound,
            "engine": self.engine,
            "seconds": round(self.seconds, 3),
            "solutions": self.all_written,
        }
        if self.unverified_solver:
            found["unverified_solver"] = self.unverified_solver
        if self.stop is not None:
            found["stopped"] = self.stop.value
        if self.reached is not None:
            found["reached"] = {
                "turns": self.reached.turns,
                "finished": self.reached.finished,
                "stages": self.reached.stages,
                **self._left(),
            }
        return found

    @property
    def summary(self) -> Sentence:
        """The best answer and what is proved of it, in one line."""
        if self.length is None:
            return _NOTHING_FOUND(bound=self.lower_bound)
        return _FOUND(
            turns=self.written or _NO_TURN(),
            length=self.length,
            metric=self.metric,
            shortest=self.optimal,
            bound=self.lower_bound,
        )

    def __str__(self) -> str:
        return str(self.summary)


@dataclass(frozen=True, slots=True)
class Solution(Found):
    """What `solve` found. Every answer in it has been replayed on the cube.

    Attributes:
        task: what was asked.
        alg: the best answer, None if none was found.
        lower_bound: no answer is shorter; proved.
        engine: the engine that found it.
        seconds: how long it took.
        solutions: all shortest answers, where they were asked for and found; else the best one alone.
        stop: why the search ended before it was done, None if it was.
        unverified_solver: the program on whose word the lower bound stands, empty if cubeproof proved it itself.
        statistics: what the engine did; None if it tells nothing of that.
        reached: how far a search in stages came that found no answer; else None.
    """

    task: Task = field(repr=False)
    alg: Alg | None
    lower_bound: int
    engine: str
    seconds: float
    solutions: tuple[Alg, ...] = ()
    stop: Stop | None = None
    unverified_solver: str = ""
    statistics: Statistics | None = field(default=None, compare=False, hash=False)
    reached: Reached | None = None

    @property
    def start(self) -> Cube:
        """The cube that was to be solved."""
        return self.task.cube

    @property
    def metric(self) -> str:
        """How turns are counted."""
        return self.task.metric.value

    @property
    def length(self) -> int | None:
        """The length of the best answer in the metric, None if there is none."""
        return None if self.alg is None else self.alg.count(self.metric, self.start.size)

    @property
    def names(self) -> tuple[str, ...] | None:
        """The best answer as the names of its turns, one by one; None if there is none."""
        return None if self.alg is None else tuple(map(str, self.alg))

    def twizzle(self, setup: Alg | str | None = None) -> str | None:
        """The address at which twizzle.net plays the answer on this cube; nothing is asked of that site.

        Args:
            setup: turns that lead to the cube; by default the answer taken back, if it solves the cube.

        Returns:
            The address. None where there is no answer, no turns are known that lead to the cube, or there are
            more layers or turns than Twizzle takes.

        >>> from cubeproof.solving.solve import solve
        >>> solve(Cube(2).apply("R")).twizzle()
        'https://alpha.twizzle.net/edit/?alg=R%27&puzzle=2x2x2&setup-alg=R'
        """
        if self.alg is None:
            return None
        begins = leading_to(self.start, self.alg) if setup is None else setup
        try:
            return None if begins is None else twizzle_link(self.alg, begins, self.start.size)
        except UsageError:
            return None

    def _repr_html_(self) -> str | None:
        """The answer as a notebook shows it."""
        return drawn_text("solution_html", self)

    def _asked(self) -> dict[str, object]:
        return {"size": self.start.size, "start": self.start.facelets}

    def _left(self) -> dict[str, object]:
        assert self.reached is not None, "it is asked for where there is something"
        return {"facelets": self.start.apply(self.reached.turns).facelets}

    @property
    def written(self) -> str:
        """The best answer as text, empty without an answer."""
        return "" if self.alg is None else str(self.alg)

    @property
    def all_written(self) -> list[str]:
        """All answers as texts."""
        return [str(alg) for alg in self.solutions]

    @property
    def longest(self) -> int | None:
        """The length of the longest answer in the metric, or None."""
        return max((alg.count(self.metric, self.start.size) for alg in self.solutions), default=None)

    __str__ = Found.__str__


@dataclass(frozen=True, slots=True)
class ProblemSolution(Found):
    """What `solve` found for a `Problem`. Every answer in it has been replayed on the problem's permutations.

    Attributes:
        problem: what was asked.
        word: the best answer as the numbers of the problem's generators, None if none was found.
        lower_bound: no answer is shorter; proved.
        engine: the engine that found it.
        seconds: how long it took.
        words: all shortest answers, where they were asked for and found; else the best one alone.
        stop: why the search ended before it was done, None if it was.
        unverified_solver: the program on whose word the lower bound stands, empty if cubeproof proved it itself.
        statistics: what the engine did; None if it tells nothing of that.
        reached: how far a search in stages came that found no answer; else None.
    """

    problem: Problem = field(repr=False)
    word: Word | None
    lower_bound: int
    engine: str
    seconds: float
    words: tuple[Word, ...] = ()
    stop: Stop | None = None
    unverified_solver: str = ""
    statistics: Statistics | None = field(default=None, compare=False, hash=False)
    reached: Reached | None = None

    _solved = _PUZZLE_SOLVED

    @property
    def metric(self) -> str:
        """How turns are counted."""
        return self.problem.metric

    @property
    def length(self) -> int | None:
        """What the best answer costs, None if there is none."""
        return None if self.word is None else self.problem.cost(self.word)

    @property
    def names(self) -> tuple[str, ...] | None:
        """The best answer as it is written down, name by name; None if there is none."""
        return None if self.word is None else self.problem.write(self.word)

    @property
    def solutions(self) -> tuple[tuple[str, ...], ...]:
        """All answers of `words` as they are written down."""
        return tuple(map(self.problem.write, self.words))

    def _asked(self) -> dict[str, object]:
        return {"start": self.problem.start.tolist()}

    @property
    def all_written(self) -> list[str]:
        """All answers as texts."""
        return [" ".join(names) for names in self.solutions]

    @property
    def longest(self) -> int | None:
        """The cost of the most expensive answer, or None."""
        return max(map(self.problem.cost, self.words), default=None)

    __str__ = Found.__str__
