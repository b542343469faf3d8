"""A computed proof that the reduced question of a formula has an answer if the full question has one.

A formula has fewer turns and fewer goals than the question. Let T be the allowed turns, s the start and G the goals
of the question; H the generators and G' the goals of the formula; and R a group of rotations of the whole cube.
Permutations are multiplied from left to right, in the order of turns. This module verifies:

1. Every turn of T is a product of generators followed by a rotation of R, and the generators together cost no more
   than the turn.
2. For every rotation r of R and every generator h, r·h = h'·r' for some r' of R and a generator h' that costs no
   more than h.
3. For every goal g of G and every r of R, let g' be g turned back by r. Every state that matches g' also matches
   some goal of G'; or no state matches g', since a sticker that no generator moves has another colour in s.

Take any answer t₁·t₂·…·tₙ to the full question. By 1, it equals a word of generators and rotations that costs no
more. By 2, the rotations can be moved to the end of the word, one generator at a time, at no cost: the answer is
w·r, where w is a word of generators and r is in R. The answer leads from s to a goal g, so w leads from s to g turned
back by r, and by 3 to a goal of G'. Hence, if the reduced question has no answer of cost n or less, the full
question has no such answer either. `docs/certificate.md` explains it in detail.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import CertificateError
from cubeproof.proof.check.question import Question
from cubeproof.proof.check.turns import Block
from cubeproof.puzzle.geometry import geometry
from cubeproof.sentences import Template

_Ints = NDArray[np.integer]

_NOT_MADE = Template(
    "certificate.not-made",
    "The reduction does not hold: no generators make the allowed turn {turn} at its cost.",
)
_OTHER_SIDE = Template(
    "certificate.other-side",
    "The reduction does not hold: the generators look different from another side of the cube.",
)
_OTHER_HOLD = Template(
    "certificate.other-hold",
    "The reduction does not hold: the cube may end in a rotation that is not among the formula's goals.",
)


def check_reduction(
    question: Question, generators: Sequence[tuple[_Ints, int]], goals: Sequence[_Ints]
) -> None:
    """Check that the problem has an answer of cost at most n if the question has one, for every n.

    Args:
        question: the full question; its start is also the problem's.
        generators: the problem's generators: permutations in gather form, shape (stickers,), with their costs.
        goals: the problem's goals: colours, shape (stickers,), −1 for stickers that do not matter.

    >>> question = Question(2, geometry(2).faces, "solved", "R", "htm")
    >>> turns = [(block.permutation(2), cost) for block, cost in question.turns.items()]
    >>> check_reduction(question, turns, question.goals)
    >>> check_reduction(question, turns[:1], question.goals)
    Traceback (most recent call last):
        ...
    cubeproof.CertificateError: The reduction does not hold: no generators make the allowed turn R2 at its cost.
    """
    words = _Words(question, generators)
    words.check_turns(question.turns)
    rotations = words.closed()
    _check_goals(question, generators, goals, rotations)


class _Words:
    """The products of generators and rotations."""

    def __init__(self, question: Question, generators: Sequence[tuple[_Ints, int]]) -> None:
        self.size = question.size
        self.cube = geometry(self.size)
        self.generators = generators
        identity = self.cube.rotations[0]
        # The rotations reached so far, by their bytes.
        self.rotations = {identity.tobytes(): identity}
        # The lowest cost of each generator, by the bytes of its permutation.
        self.costs = {identity.tobytes(): 0}
        for gather, cost in generators:
            key = gather.tobytes()
            self.costs[key] = min(cost, self.costs.get(key, cost))

    def rotation_after(self, gather: _Ints, cost: int) -> _Ints | None:
        """Return the rotation that follows at most one generator of at most this cost in a permutation, or None."""
        rotation: _Ints
        for rotation in self.cube.rotations:
            before = gather[np.argsort(rotation)]
            if self.costs.get(before.tobytes(), cost + 1) <= cost:
                return rotation
        return None

    def check_turns(self, turns: Mapping[Block, int]) -> None:
        """Verify condition 1 and keep the rotations."""
        blocks: set[Block] = set()
        for block, cost in sorted(turns.items(), key=lambda turn: turn[1]):
            rotation = self.rotation_after(block.permutation(self.size), cost)
            if rotation is not None:
                self.rotations.setdefault(rotation.tobytes(), rotation)
            elif not any(self.composes(block, cost, parts, turns, blocks) for parts in _halves(block)):
                raise CertificateError(_NOT_MADE(turn=block.name(self.size)))
            blocks.add(block)

    def composes(
        self,
        block: Block,
        cost: int,
        parts: tuple[Block, Block],
        turns: Mapping[Block, int],
        composed: set[Block],
    ) -> bool:
        """Whether two turns that satisfy condition 1 make this turn at no higher cost."""
        first, second = parts
        return (
            first in composed
            and second in composed
            and turns[first] + turns[second] <= cost
            and np.array_equal(
                first.permutation(self.size)[second.permutation(self.size)], block.permutation(self.size)
            )
        )

    def closed(self) -> list[_Ints]:
        """Verify condition 2 for the group that the kept rotations generate; return the group."""
        # If two rotations satisfy it, so does their product: checking the generators of the group is enough.
        makers = [*self.rotations.values()]
        for rotation in makers:
            for gather, cost in self.generators:
                after = self.rotation_after(rotation[gather], cost)
                if after is None:
                    raise CertificateError(_OTHER_SIDE())
                if self.rotations.setdefault(after.tobytes(), after) is after:
                    makers.append(after)
        group = [*self.rotations.values()]
        for element in group:
            for maker in makers:
                product = element[maker]
                if self.rotations.setdefault(product.tobytes(), product) is product:
                    group.append(product)
        return group


def _halves(block: Block) -> Iterator[tuple[Block, Block]]:
    """Yield pairs of turns that may compose a turn: two quarter turns, or a block minus its outer layers."""
    if block.turns == 2:
        yield block._replace(turns=1), block._replace(turns=1)
    if block.first > 1:
        yield block._replace(first=1), Block(block.face, 1, block.first - 1, -block.turns % 4)


def _check_goals(
    question: Question,
    generators: Sequence[tuple[_Ints, int]],
    goals: Sequence[_Ints],
    rotations: Sequence[_Ints],
) -> None:
    """Verify condition 3."""
    start = question.start
    moved = np.zeros(len(start), dtype=bool)
    for gather, _ in generators:
        moved |= gather != np.arange(len(start))
    patterns = np.stack(goals)
    for rotation in rotations:
        back = np.argsort(rotation)
        for goal in question.goals:
            turned = goal[back]
            conflict = ~moved & (start != turned) & (start >= 0) & (turned >= 0)
            if not conflict.any() and not ((patterns == turned) | (patterns < 0)).all(axis=1).any():
                raise CertificateError(_OTHER_HOLD())
