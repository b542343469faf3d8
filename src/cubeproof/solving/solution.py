"""`Solution`: an answer with its proved bound, its engine and its statistics."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from reprlib import repr as short
from typing import Any

from cubeproof.base.lazy_imports import lazily
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import AnswerPart, Statistics, Word
from cubeproof.errors import UsageError
from cubeproof.problem import CubeMap, Problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric
from cubeproof.sentences import Sentence, Template, say
from cubeproof.solving.registry import ENGINES

_NOTHING_FOUND = Template("solution.nothing", "no answer found; every answer has {bound} turns or more")
_NO_TURN = Template("solution.no-turn", "no turn needed")
_CUBE_SOLVED = Template("claim.cube-solved", "The cube needs no turn.")
_PUZZLE_SOLVED = Template("claim.puzzle-solved", "The puzzle needs no turn.")
_SHORTEST = Template(
    "claim.shortest", "{length} {length?one:turn|other:turns} ({metric}): there is no shorter way."
)
_SAID_SHORTEST = Template(
    "claim.said-shortest", f"{_SHORTEST.english} This is an unchecked claim of {{solver}}."
)
_STOP = (
    "{stop?timeout:The time ran out|interrupted:Interrupted|quick:No proof was requested"
    "|other:This engine proves no more}: "
)
_BEST = "{length} {length?one:turn|other:turns} ({metric}), the best so far. " + _STOP
_BEST_SO_FAR = Template("claim.best-so-far", _BEST + "it is proved that {bound} or more are needed.")
_KNOWN = Template(
    "claim.known",
    "{length} {length?one:turn|other:turns} ({metric}), {source?scramble:the inverse of the scramble|other:the known "
    "answer}: the search found no shorter answer. " + _STOP + "it is proved that {bound} or more are needed.",
)
_SAID_BEST_SO_FAR = Template(
    "claim.said-best-so-far",
    _BEST + "{solver} claims, unchecked, that {bound} or more are needed.",
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
    _NONE + "{solver} claims, unchecked, that {bound} or more turns ({metric}) are needed.",
)
_REACHED = Template(
    "solution.reached",
    "{finished} of {stages} stages {finished?one:is|other:are} finished ({achieved}). These turns lead there: {turns}",
)
_LENGTHS = Template(
    "solution.lengths",
    "This answer counts {htm} htm, {qtm} qtm, {stm} stm"
    "{slice_quarter_turns?none:|other:; {slice_quarter_turns} quarter turns of single layers}.",
)
_PARTS = Template("solution.parts", "Its parts: {parts:semicolons}.")
_PART = Template("solution.part", "{name}, {turns} {turns?one:turn|other:turns}")
_slice_quarter_turns: Callable[[Alg, int], int] = lazily("cubeproof.methods.large.parts:slice_quarter_turns")


@dataclass(frozen=True, slots=True)
class Reached:
    """The finished stages of a search in stages that found no answer."""

    names: tuple[str, ...]
    """The turns of the finished stages, which are only the beginning of an answer."""
    finished: int
    """The number of finished stages."""
    stages: int
    """The number of stages."""
    achieved: Sentence
    """The goal of the last finished stage."""

    @property
    def turns(self) -> str:
        """The turns as one text."""
        return " ".join(self.names)

    @property
    def sentence(self) -> Sentence:
        """A sentence with these facts."""
        return _REACHED(
            finished=self.finished, stages=self.stages, achieved=self.achieved, turns=self.turns or _NO_TURN()
        )


@dataclass(frozen=True, slots=True, repr=False)
class ProblemSolution:
    """The result of `solve` for a `Problem`. Every answer has been replayed on the problem's permutations."""

    problem: Problem = field(repr=False)
    """The problem."""
    word: Word | None
    """The best answer as the numbers of the problem's generators, or None."""
    lower_bound: int
    """The lower bound: no answer costs less."""
    engine: str
    """The engine that found the best answer."""
    seconds: float
    """Duration of the search."""
    words: tuple[Word, ...] = ()
    """All shortest answers, if all were requested and found; else only the best answer."""
    stop: Stop | None = None
    """The reason why the search ended early, or None if it is complete."""
    unverified_solver: str = ""
    """The unverified program that claims the lower bound; empty if cubeproof proved it."""
    statistics: Statistics | None = field(default=None, compare=False, hash=False)
    """The engine's statistics, or None."""
    reached: Reached | None = None
    """The finished stages of a search in stages that found no answer, else None."""
    parts: tuple[AnswerPart, ...] = ()
    """The parts of the best answer, in order; empty if it has no known parts."""
    known_as: str = ""
    """"scramble" if the best answer is the inverse of the scramble, "known" if it is another answer that was known
    before the search; "" if the engine found it."""

    def __repr__(self) -> str:
        answer = "no answer" if self.names is None else short(" ".join(self.names))
        values = f"length={self.length}, metric={self.metric!r}, lower_bound={self.lower_bound}"
        return f"{type(self).__name__}({answer}, {values}, engine={self.engine!r})"

    @property
    def metric(self) -> str:
        """The metric."""
        return self.problem.metric

    @property
    def length(self) -> int | None:
        """The cost of the best answer in the metric, or None."""
        return None if self.word is None else self.problem.cost(self.word)

    @property
    def longest(self) -> int | None:
        """The cost of the most expensive answer, or None."""
        return max(map(self.problem.cost, self.words), default=None)

    @property
    def names(self) -> tuple[str, ...] | None:
        """The best answer as the names of its turns, or None if there is no answer."""
        return None if self.word is None else self.problem.write(self.word)

    @property
    def written(self) -> str:
        """The best answer as text, empty without an answer."""
        return " ".join(self.names or ())

    @property
    def all_written(self) -> list[str]:
        """All answers as texts."""
        return [" ".join(self.problem.write(word)) for word in self.words]

    @property
    def solutions(self) -> tuple[Any, ...]:
        """All answers, each as the names of its turns; for a cube, each as an `Alg`."""
        return tuple(map(self.problem.write, self.words))

    @property
    def lengths_sentence(self) -> Sentence | None:
        """The length in all metrics, in one line; None if they do not differ, or if this is not about a cube."""
        return None

    @property
    def parts_sentence(self) -> Sentence | None:
        """The parts of the best answer, in one line; None without parts."""
        parts = tuple(_PART(name=part.name, turns=part.turns) for part in self.parts)
        return _PARTS(parts=parts) if parts else None

    @property
    def optimal(self) -> bool:
        """Whether the best answer is proved to be shortest: its length equals the lower bound."""
        return self.length == self.lower_bound

    @property
    def claim(self) -> Sentence:
        """The proved facts about the answer, and the reason why no more is proved.

        Its `code` identifies the claim, its `values` have the length, the metric, the bound and other facts.

        >>> from cubeproof.solving.solve import solve
        >>> claim = solve(Cube(2).apply("R U")).claim
        >>> claim, claim.code
        ('2 turns (htm): there is no shorter way.', 'claim.shortest')
        """
        if self.length is None:
            return self._no_answer()
        if self.length == 0:
            return _PUZZLE_SOLVED() if self.problem.cube_map is None else _CUBE_SOLVED()
        if self.optimal and self.unverified_solver:
            return _SAID_SHORTEST(length=self.length, metric=self.metric, solver=self.unverified_solver)
        if self.optimal:
            return _SHORTEST(length=self.length, metric=self.metric)
        stop = (self.stop or Stop.GAVE_UP).value
        if self.known_as and not self.unverified_solver:
            return _KNOWN(
                source=self.known_as,
                stop=stop,
                length=self.length,
                metric=self.metric,
                bound=self.lower_bound,
            )
        if self.unverified_solver:
            return _SAID_BEST_SO_FAR(
                stop=stop,
                solver=self.unverified_solver,
                length=self.length,
                metric=self.metric,
                bound=self.lower_bound,
            )
        return _BEST_SO_FAR(stop=stop, length=self.length, metric=self.metric, bound=self.lower_bound)

    def _no_answer(self) -> Sentence:
        engine = ENGINES.get(self.engine)
        if self.stop in (None, Stop.GAVE_UP) and engine and engine.gives_up and self.statistics:
            return engine.gives_up.fill(
                {
                    statistic.name: getattr(self.statistics, statistic.name)
                    for statistic in fields(self.statistics)
                }
            )
        stop, bound = (self.stop or Stop.GAVE_UP).value, self.lower_bound
        if self.unverified_solver:
            says = self.unverified_solver[0].upper() + self.unverified_solver[1:]
            return _SAID_NO_ANSWER(
                solver=says, stop=stop, engine=self.engine, bound=bound, metric=self.metric
            )
        return _NO_ANSWER(stop=stop, engine=self.engine, bound=bound, metric=self.metric)

    def to_dict(self) -> dict[str, object]:
        """Return the solution as a dictionary of JSON values.

        >>> from cubeproof.solving.solve import solve
        >>> entries = solve(Cube(2).apply("R U")).to_dict()
        >>> entries["size"], entries["length"], entries["optimal"], entries["engine"]
        (2, 2, True, 'table')
        """
        cube_map = self.problem.cube_map
        entries: dict[str, object] = (
            {"start": self.problem.start.tolist()}
            if cube_map is None
            else {"size": cube_map.size, "start": cube_map.cube.facelets}
        )
        entries |= {
            "solution": None if self.word is None else self.written,
            "length": self.length,
            "metric": self.metric,
            "optimal": self.optimal,
            "lower_bound": self.lower_bound,
            "engine": self.engine,
            "seconds": round(self.seconds, 3),
            "solutions": self.all_written,
        }
        if isinstance(self, Solution) and self.word is not None:
            entries["lengths"] = self.lengths
        if self.parts:
            entries["parts"] = [{"name": part.name.to_dict(), "turns": part.turns} for part in self.parts]
        if self.unverified_solver:
            entries["unverified_solver"] = self.unverified_solver
        if self.stop is not None:
            entries["stopped"] = self.stop.value
        if self.reached is not None:
            entries["reached"] = {
                "turns": self.reached.turns,
                "finished": self.reached.finished,
                "stages": self.reached.stages,
            }
            if cube_map is not None:
                entries["reached"]["facelets"] = cube_map.cube.apply(self.reached.turns).facelets  # type: ignore[index]
        return entries

    def to_json(self) -> str:
        """Return the solution with its problem as JSON, without statistics; `from_json` reads it.

        >>> from cubeproof.solving.solve import solve
        >>> solution = solve(Cube(2).apply("R U"))
        >>> Solution.from_json(solution.to_json()) == solution
        True
        """
        text: str = lazily("cubeproof.solving.solution_json:to_json")(self)
        return text

    @staticmethod
    def from_json(text: str) -> ProblemSolution:
        """Read a solution from a text of `to_json`, and replay its answers; for a cube it is a `Solution`.

        The lower bound is not checked.

        Raises:
            UsageError: the text is invalid, or an answer does not solve the problem.
            TypeError: an entry of another type.
        """
        solution: ProblemSolution = lazily("cubeproof.solving.solution_json:from_json")(text)
        return solution

    @property
    def summary(self) -> Sentence:
        """The best answer and its proved bound, in one line."""
        if self.length is None:
            return _NOTHING_FOUND(bound=self.lower_bound)
        return say(
            "solution.found",
            "{turns} ({length} {metric}, {shortest?true:shortest|false:{bound} or more are needed})",
            turns=self.written or _NO_TURN(),
            length=self.length,
            metric=self.metric,
            shortest=self.optimal,
            bound=self.lower_bound,
        )

    def __str__(self) -> str:
        return str(self.summary)


@dataclass(frozen=True, slots=True, repr=False)
class Solution(ProblemSolution):
    """The result of `solve` for a cube. Every answer has been replayed on the cube.

    For its attributes see `ProblemSolution`; its problem has a `cube_map`.
    """

    @property
    def cube_map(self) -> CubeMap:
        """The question: the cube, the goal, the allowed turns and the metric."""
        assert self.problem.cube_map is not None, "the problem is about a cube"
        return self.problem.cube_map

    @property
    def start(self) -> Cube:
        """The cube to solve."""
        return self.cube_map.cube

    @property
    def alg(self) -> Alg | None:
        """The best answer, or None."""
        return None if self.names is None else Alg.of_turns(self.names)

    @property
    def lengths(self) -> dict[str, int]:
        """The length of the best answer in every metric; empty without an answer.

        Of 4 layers or more also `slice_quarter_turns`: the quarter turns of single layers, which published results on
        large cubes count.

        >>> from cubeproof.solving.solve import solve
        >>> solve(Cube(4).apply("R2 2U")).lengths
        {'htm': 3, 'qtm': 4, 'stm': 3, 'slice_quarter_turns': 3}
        """
        alg, size = self.alg, self.start.size
        if alg is None:
            return {}
        lengths = {metric.value: alg.count(metric, size) for metric in Metric}
        if size > 3:
            lengths["slice_quarter_turns"] = _slice_quarter_turns(alg, size)
        return lengths

    @property
    def lengths_sentence(self) -> Sentence | None:
        """The length in all metrics, in one line; None if they do not differ."""
        lengths = self.lengths
        if len(set(lengths.values())) < 2:
            return None
        return _LENGTHS(
            htm=lengths["htm"],
            qtm=lengths["qtm"],
            stm=lengths["stm"],
            slice_quarter_turns=lengths.get("slice_quarter_turns"),
        )

    @property
    def solutions(self) -> tuple[Alg, ...]:
        """All shortest answers, if all were requested and found; else only the best answer."""
        return tuple(Alg.of_turns(self.problem.write(word)) for word in self.words)

    def twizzle(self, setup: Alg | str | None = None) -> str | None:
        """Return the URL at which twizzle.net plays the answer on this cube; no request is sent to that site.

        Args:
            setup: turns from the solved cube to the cube; by default the inverse of the answer, if it solves the cube.

        Returns:
            The URL, or None without an answer or known turns to the cube, or with more layers or turns than Twizzle
            supports.

        >>> from cubeproof.solving.solve import solve
        >>> solve(Cube(2).apply("R")).twizzle()
        'https://alpha.twizzle.net/edit/?alg=R%27&puzzle=2x2x2&setup-alg=R'
        """
        from cubeproof.puzzle.scramble import leading_to
        from cubeproof.puzzle.twizzle import twizzle_link

        if self.alg is None:
            return None
        begins = leading_to(self.start, self.alg) if setup is None else setup
        try:
            return None if begins is None else twizzle_link(self.alg, begins, self.start.size)
        except UsageError:
            return None

    def _repr_html_(self) -> str | None:
        """Return the notebook's view of the answer."""
        picture: str | None = lazily("cubeproof.notebook.inline:solution_html")(self)
        return picture

    __str__ = ProblemSolution.__str__


def solution_type(problem: Problem) -> type[ProblemSolution]:
    """Return `Solution` for the problem of a cube, else `ProblemSolution`."""
    return ProblemSolution if problem.cube_map is None else Solution
