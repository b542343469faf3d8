"""`FaceWords`: rewrites words of face turns with the turns that a problem allows.

The two phases answer with turns of the six faces. A problem may have other costs or other turns: slices, wide turns,
only quarter turns. An allowed turn that equals one face turn, or two turns of opposite faces, followed by a rotation
of the whole cube can replace them. `FaceWords` finds the cheapest replacement, and tracks the rotation of the cube.

    generator = turns of one axis, then a rotation      M = R L' x', Rw = L x, as permutations of places in space
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import ceil

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.outcome import Word
from cubeproof.problem import CubeMap, core_turn
from cubeproof.puzzle.geometry import rotated_faces, rotation_inverses, rotation_products

_Option = tuple[Word, int, int]
"""Generators, their total cost, and the frame after them."""


_TURN_NUMBERS = {(1, 0): 0, (2, 0): 1, (3, 0): 2, (0, 3): 9, (0, 2): 10, (0, 1): 11}
"""Number of a face turn minus three times its axis, by the amounts of the first and the last layer."""


@dataclass(frozen=True)
class _FaceActions:
    """Actions on one axis: the 18 face turns, then the 27 pairs of turns of opposite faces."""

    numbers: dict[tuple[int, tuple[int, ...]], int]
    """The action of each axis and amounts of a `CubeTurn`."""
    pairs: dict[tuple[int, int], int]
    """The action of two turns of opposite faces, in either order."""
    seen: NDArray[np.intp]
    """The action that, in each frame, equals each action of frame 0, shape (24, 45)."""


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
            # The amount of the third layer is clockwise as seen from the second face.
            numbers[first // 3, (first % 3 + 1, 0, 3 - second % 3)] = pairs[first, second]
    actions = sorted(numbers, key=numbers.__getitem__)
    seen = [[numbers[_rotated(*action, frame)] for action in actions] for frame in rotation_inverses()]
    return _FaceActions(numbers, pairs, np.array(seen))


def _rotated(axis: int, amounts: tuple[int, ...], rotation: int) -> tuple[int, tuple[int, ...]]:
    """Return the axis and amounts of an action conjugated by a rotation."""
    face = int(rotated_faces()[rotation][axis])
    return face % 3, tuple(-amount % 4 for amount in amounts[::-1]) if face >= 3 else amounts


@dataclass(frozen=True, eq=False)
class FaceWords:
    """The generators of a problem as face turns.

    >>> from cubeproof.problem import cube_problem
    >>> from cubeproof.puzzle.cube import Cube
    >>> problem = cube_problem(Cube(3), metric="stm")
    >>> words = FaceWords.of(problem.cube_map, problem.costs)
    >>> problem.write(words.word((3, 14)))  # R L'
    ('M',)
    """

    options_of: dict[int, tuple[tuple[int, int, int], ...]]
    """The generators for each action, with a rotation after it: (generator, cost, rotation)."""
    ratio: Fraction
    """The minimum cost of a generator per face turn."""
    _options: dict[tuple[int, int], tuple[_Option, ...]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, cube_map: CubeMap, costs: NDArray[np.int64]) -> FaceWords:
        """Read the turns of a 3×3×3 and the costs of its generators, shape (generators,)."""
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
        """Whether the generators can make all 18 face turns in every frame."""
        return all(self._ways(frame, turn) for frame in range(24) for turn in range(18))

    def can_make(self, turn: int) -> bool:
        """Whether generators can make this face turn and keep the cube in frame 0."""
        return any(after == 0 for _, _, after in self._ways(0, turn))

    def bound(self, turns: int) -> int:
        """Return the smallest cost of an answer with this many face turns or more."""
        return ceil(turns * self.ratio)

    def word(self, turns: Sequence[int], frame: int = 0) -> Word | None:
        """Return the cheapest word of generators for these face turns that ends in frame 0, or None."""
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
        """Return the cheapest generators for an action, for each frame that they lead to."""
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
            for generator, cost, rotation in self.options_of.get(int(actions.seen[frame, action]), ())
        ]

    def _twice(self, frame: int, half: int) -> list[_Option]:
        """Return the options for a half turn as two quarter turns in the same direction."""
        return [
            (first + second, cost + more, end)
            for quarter in (half - 1, half + 1)
            for first, cost, after in self._single(frame, quarter)
            for second, more, end in self._single(after, quarter)
        ]
