"""`KnownAnswer`: an answer that is known before a search; of turns that lead to a cube, their inverse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Outcome, Word
from cubeproof.problem import Problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.geometry import rotation_products
from cubeproof.puzzle.move import Move


@dataclass(frozen=True)
class KnownAnswer:
    """An answer to a problem that is known before a search.

    It is an upper bound. It is returned only if the search finds an answer and none that is as short, so a search that
    finds nothing has no answer.
    """

    problem: Problem
    """The problem."""
    turns: Alg | Sequence[str] | str | None
    """The turns; None if no answer is known."""
    source: str = "known"
    """"scramble" for the inverse of a scramble, else "known"."""

    @cached_property
    def cost(self) -> int | None:
        """Its cost without turns that cancel, or None if it is not an answer with allowed turns."""
        if self.turns is None:
            return None
        if (cube_map := self.problem.cube_map) is not None:
            alg = self._alg
            fits = cube_map.allows(alg) and cube_map.is_solved_by(alg)
            return alg.count(cube_map.metric, cube_map.size) if fits else None
        word = self._named
        return self.problem.cost(word) if word is not None and self.problem.is_solved_by(word) else None

    @property
    def _alg(self) -> Alg:
        given = self.turns if isinstance(self.turns, Alg | str) else " ".join(map(str, self.turns or ()))
        return Alg(given).simplify()

    @property
    def _named(self) -> Word | None:
        return self.problem.word(self.turns if isinstance(self.turns, str) else tuple(self.turns or ()))

    @cached_property
    def word(self) -> Word | None:
        """The answer as a word of the problem, or None if it is no answer, or has no such word."""
        if self.cost is None:
            return None
        cube_map = self.problem.cube_map
        if cube_map is None:
            return self._named
        from cubeproof.problem.cube_view import cube_view

        view = cube_view(self.problem)
        # The turns as they are, or inner layers as two outer blocks, which may be the only turns of the problem.
        ways = [[str(turn) for turn in self._alg], [*_blocks(self._alg, cube_map.size)]]
        # The problem may hold the cube in another way than the scramble does.
        holds = range(len(rotation_products()))
        words = () if view is None else (view.word(turns, hold) for turns in ways for hold in holds)
        return next((word for word in words if word is not None and self.problem.is_solved_by(word)), None)

    def instead_of(self, outcome: Outcome, control: Control) -> Outcome:
        """Return an outcome with this answer if it is shorter than the best answer of a search."""
        cost = self.cost
        if not outcome.words or cost is None or cost >= self.problem.cost(outcome.words[0]):
            return outcome
        word = self.word
        if word is None or self.problem.cost(word) > cost or not control.limit.reaches(cost):
            return outcome
        return replace(outcome, words=(word,), every=False, known_as=self.source)


def _blocks(alg: Alg, size: int) -> Iterator[str]:
    """Yield turns of outer blocks and of the whole cube with the same effect."""
    for turn in alg:
        slab = turn.slab(size)
        yield str(Move(slab.face, slab.turns, 1, slab.last))
        if slab.first > 1:
            yield str(Move(slab.face, -slab.turns, 1, slab.first - 1))
