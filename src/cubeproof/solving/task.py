"""`Task`: what a user asks for, in the user's words, and the problem that it comes to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from cubeproof.base.argument_checks import expect
from cubeproof.contract.request import SearchRequest
from cubeproof.errors import ImpossibleCubeError, InternalError, UnreachableError
from cubeproof.problem import Problem, all_moves, allowed_moves, cube_problem, named_goal, obstacle
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube, permutation
from cubeproof.puzzle.geometry import geometry
from cubeproof.puzzle.move import Metric, Move
from cubeproof.sentences import Template
from cubeproof.solving.asking import read_goal

GOAL_CANNOT_EXIST = Template("goal.impossible", "The goal cannot exist.")
_NOT_SOLVED = Template(
    "solve.not-solved",
    "The answer {alg} to {cube} does not hold when replayed.",
)
_MISCOUNTED = Template("solve.miscounted", "The answer {alg} to {cube} is counted wrongly.")


@dataclass(frozen=True, slots=True)
class Task:
    """A cube, a goal, and how the one may be turned into the other.

    Attributes:
        cube: the cube to be solved.
        goal: the name of a goal, which may be held in any way, or a cube to be reached: on odd sizes just so,
            on even sizes, where no centres say how it is held, in any way.
        moves: the allowed turns as text, None for the usual ones.
        metric: how turns are counted.
        seen: what the goal sees of the cube; most goals see all of it.
        problem: the problem that this comes to.
    """

    cube: Cube
    goal: Cube | str
    moves: str | None
    metric: Metric
    seen: Cube
    problem: Problem = field(repr=False, compare=False)  # the others say it all

    @classmethod
    def of(
        cls,
        cube: Cube,
        goal: Cube | str | None = None,
        moves: str | Iterable[Move | str] | None = None,
        metric: Metric | str = Metric.HTM,
    ) -> Task:
        """Make a task.

        Raises:
            ImpossibleCubeError: the cube, or the goal, cannot exist.
            UsageError: a goal, a turn or a metric that makes no sense.

        >>> len(Task.of(Cube(2).apply("R")).problem.generators)
        9
        """
        expect("cube", cube, Cube, "a Cube")
        expect("goal", goal, (Cube, str, type(None)), "a Cube or the name of a goal")
        expect("moves", moves, (Iterable, type(None)), "a text, or a sequence of turns")
        metric = Metric(metric)
        goal = "solved" if goal is None else goal
        diagnosis = cube.diagnose()
        if diagnosis.status:
            repair = diagnosis.repair.sentence if diagnosis.repair else None
            raise ImpossibleCubeError(diagnosis.reasons, repair)
        if isinstance(goal, Cube):
            if reasons := goal.diagnose().reasons:
                raise ImpossibleCubeError((GOAL_CANNOT_EXIST(), *reasons))
            seen, pattern = cube, goal
        else:
            named = named_goal(goal)
            seen, pattern = named.view(cube), named.pattern(cube.size)
        if moves is not None and not isinstance(moves, str):
            moves = " ".join(map(str, moves))
        anyhow = _held_anyhow(goal, cube.size)
        problem = cube_problem(seen, pattern, moves=moves, metric=metric, up_to_rotation=anyhow)
        return cls(cube, goal, moves, metric, seen, problem)

    @classmethod
    def of_request(cls, request: SearchRequest) -> Task:
        """Make the task of a request about a cube.

        Raises:
            ImpossibleCubeError: the cube, or the goal, cannot exist.
            UsageError: a goal or a turn that makes no sense.
        """
        cube = request.cube
        return cls.of(cube, read_goal(request.goal, cube.size), request.moves, request.metric)

    @property
    def held_anyhow(self) -> bool:
        """Whether it does not matter how the cube is held at the end."""
        return _held_anyhow(self.goal, self.cube.size)

    def check(self) -> None:
        """Look for a reason why the goal cannot be reached.

        Raises:
            UnreachableError: with the reason.
        """
        check(self.problem)

    def allows(self, alg: Alg) -> bool:
        """Whether these are allowed turns.

        With the usual turns every other one can be made by holding the cube differently, so where that does not
        matter, all are allowed.

        >>> task = Task.of(Cube(3).apply("R"), moves="R,U")
        >>> task.allows(Alg("R2 U'")), task.allows(Alg("F"))
        (True, False)
        """
        if self.moves is None and self.held_anyhow:
            return True
        size = self.cube.size
        moves = all_moves(size, self.metric) if self.moves is None else allowed_moves(self.moves)
        allowed = {
            permutation(replace(move, amount=amount), size).tobytes()
            for move in moves
            for amount in ((2,) if move.amount == 2 else (1, 2, -1))
        }
        return all(permutation(turn, size).tobytes() in allowed for turn in alg)

    def is_solved_by(self, alg: Alg) -> bool:
        """Whether these turns, made on the cube itself, lead to the goal."""
        end = self.seen.apply(alg).colours
        ends = end[geometry(self.seen.size).rotations] if self.held_anyhow else [end]
        return any(map(self.problem.fits, ends))

    def alg(self, word: Sequence[int]) -> Alg:
        """An engine's answer as turns, after they were made on the cube itself.

        Raises:
            InternalError: they do not lead to the goal, or do not count what they should.
        """
        alg = Alg(" ".join(self.problem.write(word)))
        if not self.is_solved_by(alg):
            raise InternalError(_NOT_SOLVED(alg=str(alg), cube=self.cube.facelets))
        if alg.count(self.metric, self.cube.size) != self.problem.cost(word):
            raise InternalError(_MISCOUNTED(alg=str(alg), cube=self.cube.facelets))
        return alg


def check(problem: Problem) -> None:
    """Look for a reason why a problem's goals cannot be reached.

    Raises:
        UnreachableError: with the reason.
    """
    if hopeless := obstacle(problem):
        raise UnreachableError(hopeless)


def _held_anyhow(goal: Cube | str, size: int) -> bool:
    return not isinstance(goal, Cube) or size % 2 == 0
