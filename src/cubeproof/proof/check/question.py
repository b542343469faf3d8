"""`Question`: what was asked, in full, on the stickers of a cube; nothing in it was made smaller.

Engines search in a smaller question, with fewer turns, or with a cube that cannot be turned as a whole. The
check of an answer starts here: this module makes every allowed turn, with its cost, from the cube's geometry
and the metric only. It uses no code that makes problems for engines. It is short so that it can be read.
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
    """A cube, a goal, and the turns that may lead from the one to the other.

    >>> from cubeproof.puzzle.cube import Cube
    >>> question = Question(3, Cube(3).apply("M").colours, "solved", None, "stm")
    >>> back = read_turns("M'", 3)
    >>> len(question.turns), question.cost(back), question.is_answered_by(back)
    (54, 1, True)
    """

    size: int
    """The number of layers."""
    cube: Colours
    """The colours of the cube to be solved, shape (stickers,), −1 for unknown."""
    goal: Colours | str
    """The name of a goal, or the colours to be reached."""
    moves: str | None
    """The allowed turns, as certificates write them, None for all that the metric counts."""
    metric: str
    """How turns are counted: `htm`, `qtm` or `stm`."""

    def __post_init__(self) -> None:
        if self.metric not in ("htm", "qtm", "stm"):
            raise UsageError(_NO_METRIC(metric=self.metric))

    @property
    def held_anyhow(self) -> bool:
        """Whether the goal may be held in any way: it has a name, or the size is even (no centres)."""
        return isinstance(self.goal, str) or self.size % 2 == 0

    @property
    def rotations_are_free(self) -> bool:
        """Whether the whole cube may be turned too: where the hold is free and no turns were named."""
        return self.held_anyhow and self.moves is None

    @cached_property
    def _seen(self) -> tuple[Colours, Colours]:
        """The stickers that the goal looks at, and those it requires."""
        if not isinstance(self.goal, str):
            return self.cube, self.goal
        if self.goal == "solved":
            return self.cube, geometry(self.size).faces.astype(np.int8)
        # Other goals need more of the cube than its geometry, which is loaded only for them.
        from cubeproof.proof.check.named_goals import seen_and_wanted

        return seen_and_wanted(self.goal, self.cube, self.size)

    @property
    def start(self) -> Colours:
        """The stickers that the goal looks at, as colours, shape (stickers,), −1 for unknown."""
        return self._seen[0]

    @property
    def pattern(self) -> Colours:
        """The goal as it was given, as colours, shape (stickers,), −1 where it does not matter."""
        return self._seen[1]

    @cached_property
    def goals(self) -> NDArray[np.int8]:
        """The goal in every way in which it may be held, shape (1 or 24, stickers)."""
        return self.pattern[geometry(self.size).rotations] if self.held_anyhow else self.pattern[None]

    @cached_property
    def turns(self) -> dict[Block, int]:
        """Every allowed turn, with what it counts; rotations of the whole cube, where free, count 0."""
        if self.moves is not None:
            named = dict(self._named(self.moves))
            if not named:
                raise UsageError(say("certificate.no-turns", "The set of allowed turns is empty."))
            return named
        size = self.size
        layers = [(first, last) for first in range(1, size + 1) for last in range(first, size + 1)]
        blocks = (Block(face, *both, turns) for face, both, turns in product("URF", layers, (1, 2, 3)))
        counted = {block: self._counted(block) for block in blocks}
        return {block: cost for block, cost in counted.items() if cost or self.rotations_are_free}

    def _named(self, moves: str) -> Iterator[tuple[Block, int]]:
        """The turns that a text allows: a quarter turn all turns of its layers, a half turn only itself."""
        for named in read_turns(moves.replace(",", " "), self.size):
            for turns in (2,) if named.turns == 2 else (1, 2, 3):
                block = named._replace(turns=turns)
                if not self._counted(block):
                    raise UsageError(_ROTATION())
                yield block, self._counted(block)

    def _counted(self, block: Block) -> int:
        """Return the cost of a block in the metric.

        1 for one with an outer layer, and in stm for any; 2 for one inside; in qtm twice that for half turns.
        """
        if block.is_rotation(self.size):
            return 0
        blocks = 1 if block.first == 1 or block.last == self.size or self.metric == "stm" else 2
        return blocks * 2 if self.metric == "qtm" and block.turns == 2 else blocks

    def cost(self, answer: Sequence[Block]) -> int | None:
        """Return the cost of turns, or None if one of them is not allowed."""
        costs = [self.turns.get(block) for block in answer]
        return None if None in costs else sum(cost for cost in costs if cost)

    def is_answered_by(self, answer: Sequence[Block]) -> bool:
        """Whether these turns lead from the start to a goal: no known sticker meets one of another colour."""
        end = self.start[permutation_of(answer, self.size)]
        return bool(((self.goals == end) | (self.goals < 0) | (end < 0)).all(axis=1).any())
