"""Words of face turns, rewritten with the turns that a problem allows.

The two phases answer with turns of the six faces. A problem may count them otherwise, or allow other turns as
well: slices, wide turns, quarter turns only. Each allowed turn that is one face turn, or two turns of opposite
faces, followed by a rotation of the whole cube can take their place. `FaceWords` finds the cheapest way to do so,
and tracks the orientation of the cube.

    generator = turns of one axis, then a rotation      M = R L' x', Rw = L x, with stickers as they lie in space
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import ceil

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.engine import Word
from cubeproof.problem import CubeMap, core_turn
from cubeproof.puzzle.geometry import rotated_faces, rotation_inverses, rotation_products

_Option = tuple[Word, int, int]
"""Generators, what they cost together, and the frame after them."""


_TURN_NUMBERS = {(1, 0): 0, (2, 0): 1, (3, 0): 2, (0, 3): 9, (0, 2): 10, (0, 1): 11}
"""Number of a face turn less three times its axis, by the amounts of the first and the last layer."""


@dataclass(frozen=True)
class _FaceActions:
    """Turns of one axis: the 18 face turns, then the 27 pairs of turns of opposite faces."""

    numbers: dict[tuple[int, tuple[int, ...]], int]
    """The action for each axis and amounts of a `CubeTurn`."""
    pairs: dict[tuple[int, int], int]
    """The action that two turns of opposite faces make, in either order."""
    seen: NDArray[np.intp]
    """Shape (24, 45): which action it takes, while the cube is held in a frame, to make each action of the frame 0."""


@cache
def _actions() -> _FaceActions:
    numbers: dict[tuple[int, tuple[int, ...]], int] = {
        (axis, (first, 0, last)): 3 * axis + number
        for axis in range(3)
        for (first, last), number in _TURN_NUMBERS.items()
    }
    pairs: dict[tuple[int, int], int] = {}
    for first in range(9):
        for second in range(first // 3 * 3 + 9, first // 3 * 3 + 12):
            pairs[first, second] = pairs[second, first] = 18 + len(pairs) // 2
            # The third layer turns clockwise as seen from the second face.
            numbers[first // 3, (first % 3 + 1, 0, 3 - second % 3)] = pairs[first, second]
    actions = sorted(numbers, key=numbers.__getitem__)
    seen = [[numbers[_rotated(*action, frame)] for action in actions] for frame in rotation_inverses()]
    return _FaceActions(numbers, pairs, np.array(seen))


def _rotated(axis: int, amounts: tuple[int, ...], rotation: int) -> tuple[int, tuple[int, ...]]:
    """The axis and amounts of an action after it is conjugated by a rotation."""
    face = int(rotated_faces()[rotation][axis])
    return face % 3, tuple(-amount % 4 for amount in amounts[::-1]) if face >= 3 else amounts


@dataclass(frozen=True, eq=False)
class FaceWords:
    """How the generators of a problem make face turns.

    >>> from cubeproof.problem import cube_problem
    >>> from cubeproof.puzzle.cube import Cube
    >>> problem = cube_problem(Cube(3), metric="stm")
    >>> words = FaceWords.of(problem.cube_map, problem.costs)
    >>> problem.write(words.word((3, 14)))  # R L'
    ('M',)
    """

    made: dict[int, tuple[tuple[int, int, int], ...]]
    """For every action the generators that make it and then rotate the cube: (generator, cost, rotation)."""
    ratio: Fraction
    """No generator costs less than this for each face turn that it makes."""
    _options: dict[tuple[int, int], tuple[_Option, ...]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, cube_map: CubeMap, costs: NDArray[np.int64]) -> FaceWords:
        """Read the turns of a 3×3×3 and what its generators cost, shape (generators,)."""
        options: dict[int, list[tuple[int, int, int]]] = {}
        ratios: list[Fraction] = []
        for generator, (block, cost) in enumerate(zip(cube_map.turns, costs.tolist(), strict=True)):
            turn = core_turn(block, 3)
            action = _actions().numbers[turn.axis, turn.amounts]
            options.setdefault(action, []).append((generator, cost, turn.rotation))
            ratios.append(Fraction(cost, 1 if action < 18 else 2))
        return cls({action: tuple(ways) for action, ways in options.items()}, min(ratios))

    @property
    def complete(self) -> bool:
        """Whether all 18 face turns can be made in every frame: the generators look alike from all of them."""
        return all(self._ways(frame, turn) for frame in range(24) for turn in range(18))

    def can_make(self, turn: int) -> bool:
        """Whether generators make this face turn, and hold the cube in frame 0 before and after it."""
        return any(after == 0 for _, _, after in self._ways(0, turn))

    def bound(self, turns: int) -> int:
        """Return the smallest cost of an answer with this many face turns or more."""
        return ceil(turns * self.ratio)

    def word(self, turns: Sequence[int], frame: int = 0) -> Word | None:
        """The cheapest word of generators that makes these face turns, and holds the cube in frame 0 at the end."""
        best: list[dict[int, tuple[int, Word]]] = [{} for _ in range(len(turns) + 1)]
        best[0][frame] = 0, ()
        for index, turn in enumerate(turns):
            actions = [(turn, 1)]
            if (pair := _actions().pairs.get((turn, *turns[index + 1 : index + 2]))) is not None:  # type: ignore[arg-type]
                actions.append((pair, 2))
            for here, (cost, word) in best[index].items():
                for action, width in actions:
                    for generators, more, after in self._ways(here, action):
                        reached = best[index + width].get(after)
                        if reached is None or cost + more < reached[0]:
                            best[index + width][after] = cost + more, word + generators
        end = best[-1].get(0)
        return None if end is None else end[1]

    def _ways(self, frame: int, action: int) -> tuple[_Option, ...]:
        """The cheapest generators for an action, for each frame that they lead to."""
        if (frame, action) not in self._options:
            best: dict[int, _Option] = {}
            half = action < 18 and action % 3 == 1
            for option in self._single(frame, action) + (self._twice(frame, action) if half else []):
                if option[2] not in best or option[1] < best[option[2]][1]:
                    best[option[2]] = option
            self._options[frame, action] = tuple(best.values())
        return self._options[frame, action]

    def _single(self, frame: int, action: int) -> list[_Option]:
        actions = _actions()
        return [
            ((generator,), cost, int(rotation_products()[frame, rotation]))
            for generator, cost, rotation in self.made.get(int(actions.seen[frame, action]), ())
        ]

    def _twice(self, frame: int, half: int) -> list[_Option]:
        """A half turn as two quarter turns in the same direction."""
        return [
            (first + second, cost + more, end)
            for quarter in (half - 1, half + 1)
            for first, cost, after in self._single(frame, quarter)
            for second, more, end in self._single(after, quarter)
        ]
