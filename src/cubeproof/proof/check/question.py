"""`Question`: the full question on the stickers of a cube, without any reduction.

Engines answer a smaller question: with fewer turns, or without rotations of the whole cube. The checker starts from
the full question. This module derives every allowed turn and its cost only from the cube's geometry and the metric,
and uses no code that builds problems for engines. It is short so that it can be read.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import UsageError
from cubeproof.proof.check.turns import Block, Colours, permutation_of, read_turns
from cubeproof.puzzle.geometry import geometry
from cubeproof.sentences import Template, say

_NO_METRIC = Template("certificate.no-metric", "There is no metric {metric!r}.")
_ROTATION = Template("certificate.rotation", "A turn of the whole cube cannot be an allowed turn.")


@dataclass(frozen=True, eq=False)
class Question:
    """A cube, a goal and the allowed turns.

    >>> from cubeproof.puzzle.cube import Cube
    >>> question = Question(3, Cube(3).apply("M").colours, "solved", None, "stm")
    >>> back = read_turns("M'", 3)
    >>> len(question.turns), question.cost(back), question.is_answered_by(back)
    (54, 1, True)
    """

    size: int
    """The number of layers."""
    cube: Colours
    """The colours of the cube to solve, shape (stickers,), −1 for unknown."""
    goal: Colours | str
    """The name of a goal, or the colours to reach."""
    moves: str | None
    """The allowed turns in the notation of certificates; None allows all turns that the metric counts."""
    metric: str
    """The metric: `htm`, `qtm` or `stm`."""

    def __post_init__(self) -> None:
        if self.metric not in ("htm", "qtm", "stm"):
            raise UsageError(_NO_METRIC(metric=self.metric))

    @property
    def held_anyhow(self) -> bool:
        """Whether the goal may be reached in any rotation: it has a name, or the size is even (no centres)."""
        return isinstance(self.goal, str) or self.size % 2 == 0

    @property
    def rotations_are_free(self) -> bool:
        """Whether rotations of the whole cube are allowed: any rotation of the goal counts, and no turns are named."""
        return self.held_anyhow and self.moves is None

    @cached_property
    def _seen(self) -> tuple[Colours, Colours]:
        """The colours that the goal compares, and the goal's pattern."""
        if not isinstance(self.goal, str):
            return self.cube, self.goal
        if self.goal == "solved":
            return self.cube, geometry(self.size).faces.astype(np.int8)
        # Other goals need more than the geometry; the code is loaded only for them.
        from cubeproof.proof.check.named_goals import colours_and_pattern

        return colours_and_pattern(self.goal, self.cube, self.size)

    @property
    def start(self) -> Colours:
        """The colours that the goal compares, shape (stickers,), −1 for unknown."""
        return self._seen[0]

    @property
    def pattern(self) -> Colours:
        """The goal as given: colours, shape (stickers,), −1 for stickers that do not matter."""
        return self._seen[1]

    @cached_property
    def goals(self) -> NDArray[np.int8]:
        """The goal in every allowed rotation, shape (1 or 24, stickers)."""
        return self.pattern[geometry(self.size).rotations] if self.held_anyhow else self.pattern[None]

    @cached_property
    def turns(self) -> dict[Block, int]:
        """Every allowed turn with its cost; free rotations of the whole cube cost 0."""
        if self.moves is not None:
            named = dict(self._allowed_by(self.moves))
            if not named:
                raise UsageError(say("certificate.no-turns", "The set of allowed turns is empty."))
            return named
        size = self.size
        layers = [(first, last) for first in range(1, size + 1) for last in range(first, size + 1)]
        blocks = (Block(face, *both, turns) for face, both, turns in product("URF", layers, (1, 2, 3)))
        counted = {block: self._cost_of(block) for block in blocks}
        return {block: cost for block, cost in counted.items() if cost or self.rotations_are_free}

    def _allowed_by(self, moves: str) -> Iterator[tuple[Block, int]]:
        """Yield the allowed turns of a text: a quarter turn allows all turns of its layers, a half turn only itself."""
        for turn in read_turns(moves.replace(",", " "), self.size):
            for turns in (2,) if turn.turns == 2 else (1, 2, 3):
                block = turn._replace(turns=turns)
                if not self._cost_of(block):
                    raise UsageError(_ROTATION())
                yield block, self._cost_of(block)

    def _cost_of(self, block: Block) -> int:
        """Return the cost of a turn: 1 with an outer layer or in stm, else 2; in qtm twice that for half turns."""
        if block.is_rotation(self.size):
            return 0
        blocks = 1 if block.first == 1 or block.last == self.size or self.metric == "stm" else 2
        return blocks * 2 if self.metric == "qtm" and block.turns == 2 else blocks

    def cost(self, answer: Sequence[Block]) -> int | None:
        """Return the cost of turns, or None if one of them is not allowed."""
        costs = [self.turns.get(block) for block in answer]
        return None if None in costs else sum(cost for cost in costs if cost)

    def is_answered_by(self, answer: Sequence[Block]) -> bool:
        """Whether these turns lead from the start to a goal: all known stickers match."""
        end = self.start[permutation_of(answer, self.size)]
        return bool(((self.goals == end) | (self.goals < 0) | (end < 0)).all(axis=1).any())
