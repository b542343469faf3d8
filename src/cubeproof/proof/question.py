"""`Question`: what was asked, in full, on the stickers of a cube; nothing in it was made smaller.

Engines search in a smaller question, with fewer turns, or with a cube that cannot be turned as a whole. Whoever checks an
answer starts here: this module makes every turn that was allowed, with its cost, from the cube's geometry and the metric alone, and
knows nothing of how problems for engines are made. It is short so that it can be read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import UsageError
from cubeproof.problem.goals import named_goal
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube, permutation
from cubeproof.puzzle.geometry import Permutation, Slab, geometry
from cubeproof.puzzle.move import Metric, Move

__all__ = ["Block", "Question", "Turn"]

_POSITIVE = {"U": ("U", 1), "R": ("R", 1), "F": ("F", 1), "D": ("U", -1), "L": ("R", -1), "B": ("F", -1)}
_OPPOSITE = {"U": "D", "R": "L", "F": "B"}


class Block(NamedTuple):
    """Neighbouring layers and how far they turn, named in one way only: so equal blocks are equal turns.

    Attributes:
        face: U, R or F, from which layers are counted.
        first: the first layer that turns, from 1.
        last: the last one.
        turns: quarter turns clockwise as seen from that face, 1 to 3.
    """

    face: str
    first: int
    last: int
    turns: int

    @classmethod
    def of(cls, slab: Slab, size: int) -> Block:
        """The block that a slab of a cube of this size is.

        >>> Block.of(Slab("L", 1, 2, 1), 3)
        Block(face='R', first=2, last=3, turns=3)
        """
        face, sense = _POSITIVE[slab.face]
        if sense > 0:
            return cls(face, slab.first, slab.last, slab.turns % 4)
        return cls(face, size + 1 - slab.last, size + 1 - slab.first, -slab.turns % 4)

    def name(self, size: int) -> str:
        """How a cuber writes it: from the nearer face, if it has an outer layer.

        >>> Block("R", 2, 3, 3).name(3), Block("U", 2, 2, 2).name(4)
        ('Lw', '2U2')
        """
        if self.last == size and self.first > 1:
            return str(Move(_OPPOSITE[self.face], -self.turns, 1, size + 1 - self.first))
        return str(Move(self.face, self.turns, self.first, self.last))

    def permutation(self, size: int) -> Permutation:
        """What it does to the stickers, in gather form."""
        return geometry(size).turn(Slab(*self))


class Turn(NamedTuple):
    """A turn that was allowed. Attributes: the block, and what it counts; 0 for a rotation of the whole cube."""

    block: Block
    cost: int


@dataclass(frozen=True)
class Question:
    """A cube, a goal, and the turns that may lead from the one to the other, in the user's words.

    Attributes:
        cube: the cube to be solved.
        goal: the name of a goal, or a cube to be reached.
        moves: the allowed turns as text, None for all that the metric counts.
        metric: how turns are counted.

    Raises:
        UsageError: a goal or a turn that makes no sense.

    >>> question = Question(Cube(3).apply("M"), "solved", None, Metric.STM)
    >>> len(question.turns), question.cost(Alg("M'")), question.is_answered_by(Alg("M'"))
    (54, 1, True)
    """

    cube: Cube
    goal: Cube | str
    moves: str | None
    metric: Metric

    @property
    def size(self) -> int:
        """The number of layers."""
        return self.cube.size

    @property
    def held_anyhow(self) -> bool:
        """Whether the goal may be held in any way: one with a name, or on even sizes, where no centre says how it is held."""
        return isinstance(self.goal, str) or self.size % 2 == 0

    @property
    def rotations_are_free(self) -> bool:
        """Whether the whole cube may be turned between other turns: where it may be held in any way, unless turns were named."""
        return self.held_anyhow and self.moves is None

    @cached_property
    def start(self) -> NDArray[np.int8]:
        """What the goal sees of the cube, as colours, shape (stickers,), −1 for unknown."""
        seen = named_goal(self.goal).view(self.cube) if isinstance(self.goal, str) else self.cube
        return seen.colours

    @cached_property
    def pattern(self) -> NDArray[np.int8]:
        """The goal as it was given, as colours, shape (stickers,), −1 where it does not matter."""
        goal = named_goal(self.goal).pattern(self.size) if isinstance(self.goal, str) else self.goal
        if goal.size != self.size:
            raise UsageError(f"The start has {self.size} layers and the goal {goal.size}.")
        return goal.colours

    @cached_property
    def goals(self) -> NDArray[np.int8]:
        """The goal in every way in which it may be held, shape (1 or 24, stickers)."""
        return self.pattern[geometry(self.size).rotations] if self.held_anyhow else self.pattern[None]

    @cached_property
    def turns(self) -> dict[Block, int]:
        """Every turn that was allowed, with what it counts; rotations of the whole cube, where they are free, count 0."""
        if self.moves is not None:
            named = dict(self._named(self.moves))
            if not named:
                raise UsageError("The set of allowed turns is empty.")
            return named
        size = self.size
        layers = [(first, last) for first in range(1, size + 1) for last in range(first, size + 1)]
        blocks = (Block(face, *both, turns) for face, both, turns in product("URF", layers, (1, 2, 3)))
        counted = {block: self._counted(block) for block in blocks}
        return {block: cost for block, cost in counted.items() if cost or self.rotations_are_free}

    def _named(self, moves: str) -> Iterator[tuple[Block, int]]:
        """The turns that a text allows: with a quarter turn all turns of its layers, with a half turn only itself."""
        for move in Alg(moves.replace(",", " ")):
            named = Block.of(move.slab(self.size), self.size)
            for turns in (2,) if named.turns == 2 else (1, 2, 3):
                block = named._replace(turns=turns)
                if not self._counted(block):
                    raise UsageError(f"{move} turns the whole cube; it cannot be an allowed turn.")
                yield block, self._counted(block)

    def _counted(self, block: Block) -> int:
        """What the metric counts: 1 for a block, but 2 for one inside the cube unless in stm; twice that for half turns in qtm."""
        outer = (block.first == 1) + (block.last == self.size)
        if outer == 2:
            return 0
        blocks = 1 if outer or self.metric is Metric.STM else 2
        return blocks * 2 if self.metric is Metric.QTM and block.turns == 2 else blocks

    def cost(self, alg: Alg) -> int | None:
        """What an algorithm counts; None if it makes a turn that was not allowed."""
        total = 0
        for move in alg:
            cost = self.turns.get(Block.of(move.slab(self.size), self.size))
            if cost is None:
                return None
            total += cost
        return total

    def is_answered_by(self, alg: Alg) -> bool:
        """Whether these turns lead from the start to the goal: no known sticker meets a known one of another colour."""
        end = self.start[permutation(alg, self.size)]
        return bool(((self.goals == end) | (self.goals < 0) | (end < 0)).all(axis=1).any())
