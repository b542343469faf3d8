"""That the small question of a formula has an answer if the full one has: computed, not believed.

A formula is about fewer turns than were allowed, and about fewer goals. Let T be the turns that were allowed,
s the start and G the goals in full; let H be the generators of the formula and G' its goals; and let R be a
group of rotations of the whole cube. Permutations are multiplied from left to right, as turns are made. This
module computes that

1. every turn of T is a product of generators followed by a rotation of R, and these generators together cost
   no more than it;
2. for every rotation r of R and every generator h, r·h is h'·r' for a generator h' that costs no more than h,
   and some r' of R;
3. for every goal g of G and every r of R, the goal g turned back by r is asked for in G', or asks less than
   nothing new: some goal of G' is met wherever it is; or it cannot be met, since a sticker that no generator
   moves has another colour in s.

So take any answer t₁·t₂·…·tₙ to the full question. By 1 it is a word of generators and rotations, that costs
no more. By 2 the rotations can be carried to its end, one generator at a time, at no cost: the answer is w·r,
where w is a word of generators and r is in R. It leads s to a goal g, so w leads s to g turned back by r; and
by 3 to a goal of G'. Hence: if the small question has no answer that costs n or less, the full one has none.
`docs/certificate.md` explains it in detail.
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
    """Check that a problem has an answer of some cost or less if the question has one.

    Args:
        question: what was asked.
        generators: the problem's generators, as permutations in gather form, shape (stickers,), each with its
            cost.
        goals: the problem's goals, as colours, shape (stickers,), −1 where they do not matter. Its start is
            that of the question.

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
    """The products of generators and rotations.

    Attributes:
        size: the number of layers.
        cube: the geometry of the cube.
        generators: permutations in gather form, each with its cost.
        rotations: those of the cube that have come up so far, by their permutations as bytes; the identity
            first.
        costs: the cheapest generator that makes a permutation, by the permutation as bytes; none at all makes
            the identity.
    """

    def __init__(self, question: Question, generators: Sequence[tuple[_Ints, int]]) -> None:
        self.size = question.size
        self.cube = geometry(self.size)
        self.generators = generators
        identity = self.cube.rotations[0]
        self.rotations = {identity.tobytes(): identity}
        self.costs = {identity.tobytes(): 0}
        for gather, cost in generators:
            key = gather.tobytes()
            self.costs[key] = min(cost, self.costs.get(key, cost))

    def rotation_after(self, gather: _Ints, cost: int) -> _Ints | None:
        """A rotation that makes a permutation after one generator of at most this cost, or after none.

        The identity if possible; None if there is no such rotation.
        """
        rotation: _Ints
        for rotation in self.cube.rotations:
            before = gather[np.argsort(rotation)]
            if self.costs.get(before.tobytes(), cost + 1) <= cost:
                return rotation
        return None

    def check_turns(self, turns: Mapping[Block, int]) -> None:
        """The first hypothesis; the rotations that come up are kept."""
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
        made: set[Block],
    ) -> bool:
        """Whether two turns of which it is known already make this one, at no higher cost."""
        first, second = parts
        return (
            first in made
            and second in made
            and turns[first] + turns[second] <= cost
            and np.array_equal(
                first.permutation(self.size)[second.permutation(self.size)], block.permutation(self.size)
            )
        )

    def closed(self) -> list[_Ints]:
        """The second hypothesis, for the group of the rotations that have come up; returns the group."""
        # A property of two rotations holds for their product, so generators of the rotations are enough.
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
    """Two turns that may make one: two quarters a half turn; a block less its outer layers the inner ones."""
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
    """The third hypothesis."""
    start = question.start
    moved = np.zeros(len(start), dtype=bool)
    for gather, _ in generators:
        moved |= gather != np.arange(len(start))
    patterns = np.stack(goals)
    for rotation in rotations:
        back = np.argsort(rotation)
        for goal in question.goals:
            turned = goal[back]
            contrary = ~moved & (start != turned) & (start >= 0) & (turned >= 0)
            if not contrary.any() and not ((patterns == turned) | (patterns < 0)).all(axis=1).any():
                raise CertificateError(_OTHER_HOLD())
