"""The product's answer to a question, compared with the second opinion."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cubeproof import (
    Alg,
    CertificateError,
    Cube,
    CubeproofError,
    Limit,
    Options,
    Solution,
    UnreachableError,
    certify,
    check_certificate,
)
from cubeproof.errors import UnsupportedError
from cubeproof.formulas.encodings import ENCODINGS
from cubeproof.problem import Problem, cube_problem
from cubeproof.proof.external import extracted, formal
from cubeproof.solving.registry import engine
from cubeproof.solving.solve import solve
from engine_runs import objection
from second_opinion.draws import MOST_ANSWERS, SEVERAL, Combination, Draw, draw, several, structured
from second_opinion.lattice import read
from second_opinion.oracle import Opinion, Question, answers, families, opinion

# Engines whose answers are always shortest.
_OPTIMAL = ("auto", "table", "sat")


@dataclass(frozen=True)
class Verdict:
    """The result of a question.

    Attributes:
        combination: the combination of the question.
        faults: the disagreements, each a readable text; empty if all agree.
        checks: all requests to the product: engines, encodings, `--all`, certificates.
        opinion: the second opinion.
        seconds: the whole time, and the part of the second opinion.
    """

    combination: Combination
    faults: tuple[str, ...]
    checks: tuple[str, ...]
    opinion: Opinion
    seconds: tuple[float, float]


def problem_of(question: Question) -> Problem:
    """Return the question as a problem of the product."""
    goal = question.goal if question.named else Cube.from_facelets(question.goal)
    return cube_problem(
        Cube.from_facelets(question.start), goal, moves=question.moves, metric=question.metric
    )


def verdict(combination: Combination, number: int) -> Verdict:
    """Ask the product and the second opinion the question of a combination with a number."""
    return judged(draw(combination, number))


def verdict_on_all(number: int) -> Verdict:
    """Ask both a question that has several shortest answers."""
    return judged(several(number))


def verdict_on_structure(number: int) -> Verdict:
    """Ask both a question whose start has structure."""
    return judged(structured(number))


def judged(drawn: Draw) -> Verdict:
    """Ask both a question; return the verdict."""
    started = time.perf_counter()
    judgement = opinion(drawn.question, drawn.depth)
    thought = time.perf_counter() - started
    asking = Asking(drawn, judgement)
    try:
        asking.everything()
    except Exception as error:  # noqa: BLE001 - any fault is reported with its question
        asking.object("the product", f"{type(error).__name__}: {error}")
    seconds = (time.perf_counter() - started, thought)
    return Verdict(drawn.combination, tuple(asking.faults), tuple(asking.checks), judgement, seconds)


Settle = Callable[[Callable[..., Verdict], Iterable[tuple[object, ...]]], None]
"""A function that calls a verdict function with each tuple of arguments, and fails if an answer is wrong."""


class Asking:
    """Ask the product a question in all possible ways."""

    def __init__(self, drawn: Draw, found: Opinion) -> None:
        self.question, self.number, self.opinion = drawn.question, drawn.number, found
        self.faults: list[str] = []
        self.checks: list[str] = []
        # Longer answers are allowed, so that wrong lengths are detected.
        self.length = (found.depth if found.cost is None else found.cost) + 1
        # At these sizes the SAT engine needs seconds for its set-up, so there is only one call.
        self.dear = drawn.question.moves is None and drawn.question.size > 3
        self.several = drawn.combination.goal == SEVERAL
        self.problem = problem_of(drawn.question)

    def object(self, who: str, says: str) -> None:
        """Note a fault."""
        lines = [self.question.command, f"    {who}: {says}", f"    the second opinion: {self.opinion}"]
        self.faults.append("\n".join(lines))

    def everything(self) -> None:
        """Ask all engines that support the problem; for some questions also encodings, all answers and certificates."""
        if self.several:
            self._ask_for_all("auto")
            self._ask_for_all("sat")
            return
        question = self._ask("auto", Options())
        said = question.engine if question is not None else "auto"
        for name in self._engines(said):
            self._ask(name, Options(), seconds=3 if name == "stages" else None)
        if self.dear and (self.number, self.question.metric) != (3, "htm"):
            return
        if self.number % 4 == 1:
            encoding = list(ENCODINGS)[1:][self.number // 4 % 4]
            horizon = ("up", "down", "middle")[self.number % 3]
            self._ask("sat", Options(encoding=encoding, horizon=horizon))
        if self.number % 3 == 2:
            self._ask_for_all("auto")
        if self.number % 12 == 8 and said == "table":
            self._ask_for_all("sat")
        if self.number % 6 == 3 and question is not None and question.alg is not None:
            self._certify(question.alg)
        if self.number % 12 == 6:
            self._certify_a_detour()

    def _engines(self, said: str) -> Iterator[str]:
        for name in ("table", "search", "sat", "stages"):
            if name == said or (name == "sat" and (said.endswith("sat") or self.dear)):
                continue
            if name == "stages" and (self.number % 12 != 4 or self.question.size > 3):
                continue
            if objection(engine(name, Options()), self.problem) is None:
                yield name

    def _ask(self, name: str, options: Options, seconds: float | None = None) -> Solution | None:
        who = name if options.encoding == "framed" else f"{name}, {options.encoding}, {options.horizon}"
        if options.every:
            who += ", all"
        self.checks.append(who)
        try:
            solution = solve(self.problem, engine=name, limit=Limit(seconds, self.length), options=options)
        except UnreachableError as error:
            if self.opinion.cost is not None:
                self.object(who, f"there is no answer: {error}")
            return None
        except CubeproofError as error:
            self.object(who, f"{type(error).__name__}: {error}")
            return None
        assert isinstance(solution, Solution)
        self._compare(who, solution, must_be_best=name in _OPTIMAL)
        return solution

    def _compare(self, who: str, said: Solution, *, must_be_best: bool) -> None:
        judgement = self.opinion
        if said.alg is None:
            if judgement.cost is not None and (must_be_best or said.lower_bound > judgement.cost):
                self.object(who, f"no answer; every answer has {said.lower_bound} turns or more")
            return
        if why := self.question.objection(str(said.alg)):
            self.object(who, f"{said.alg}, and {why}")
        elif said.length != self.question.cost(str(said.alg)):
            self.object(
                who, f"{said.alg} counts {said.length}, and it counts {self.question.cost(str(said.alg))}"
            )
        elif judgement.exhausted or said.length < (
            judgement.depth + 1 if judgement.cost is None else judgement.cost
        ):
            self.object(who, f"{said}: then the second opinion is wrong")
        elif (
            (must_be_best and not said.optimal)
            or (said.optimal and judgement.cost is not None and said.length > judgement.cost)
            or (judgement.cost is not None and said.lower_bound > judgement.cost)
        ):
            self.object(who, str(said))

    def _ask_for_all(self, name: str) -> None:
        """Verify that the listed answers are shortest and distinct, with at least one of every family."""
        if not self.opinion.cost or self.opinion.cost > 4:
            return
        words = answers(self.question, self.opinion.cost)
        if words is None or len(words) > MOST_ANSWERS:
            return
        said = self._ask(name, Options(every=True))
        if said is None:
            return
        listed = [str(alg) for alg in said.solutions]
        if len(set(listed)) < len(listed):
            self.object(f"{name}, all", f"lists an answer twice: {', '.join(listed)}")
        for alg in listed:
            if self.question.objection(alg) or self.question.cost(alg) != self.opinion.cost:
                self.object(f"{name}, all", f"lists {alg}, which is no shortest answer")
                return
        turns = [tuple(read(alg, self.question.size)) for alg in listed]
        family = families(self.question, [*words, *turns])
        missing = set(family[: len(words)]) - set(family[len(words) :])
        if missing:
            lost = " ".join(turn.name for turn in words[min(missing)])
            self.object(f"{name}, all", f"lists {', '.join(listed)}; nothing among them is like {lost}")

    def _certify(self, alg: Alg) -> None:
        self.checks.append("certificate")
        with tempfile.TemporaryDirectory() as parent:
            folder = Path(parent, "proof")
            try:
                certify(self.problem, alg, folder)
                length = check_certificate(folder).length
                if extracted.program() is not None:
                    self._prove(folder)
            except CertificateError as error:
                self.object("certificate", f"{alg} is not certified: {error}")
                return
        if length != self.opinion.cost and not (self.opinion.cost is None and length > self.opinion.depth):
            self.object("certificate", f"is accepted: {alg}, {length} turns, and there is no shorter way")

    def _prove(self, folder: Path) -> None:
        """Check the certificate with the theorems, if they cover the question; verify that they do if they should."""
        question = self.question
        fully_known = "?" not in question.start
        solved = question.named and question.goal == "solved"
        held = not question.named and question.size == 3 and "?" not in question.goal
        covered = question.size <= 3 and question.moves is None and fully_known and (solved or held)
        try:
            formal.check_formally(folder)
        except UnsupportedError as error:
            if covered:
                self.object("theorem", f"does not cover it: {error}")
            return
        self.checks.append("theorem")

    def _certify_a_detour(self) -> None:
        """Verify that an answer with two turns too many is not certified."""
        if self.opinion.answer is None or self.question.rotations_free:
            return
        turn = self.question.turns[0]
        there, back = turn.name, type(turn)(turn.face, turn.first, turn.last, 4 - turn.quarters).name
        longer = f"{there} {back} {self.opinion.answer}".strip()
        self.checks.append("detour")
        with tempfile.TemporaryDirectory() as parent:
            try:
                certify(self.problem, Alg(longer), Path(parent, "proof"))
            except CertificateError as error:
                if "shorter" not in str(error):
                    self.object("certificate", f"{longer} is refused, but because: {error}")
            else:
                self.object("certificate", f"is given to {longer}, which is a detour")
