"""Words of face turns, rewritten with the turns that a problem allows.

The two phases answer with turns of the six faces. A problem may count them otherwise, or allow other turns as
well: slices, wide turns, quarter turns only. Each allowed turn that is one face turn, or two turns of opposite
faces, followed by a rotation of the whole cube can take their place. `FaceWords` finds the cheapest way to do so,
and keeps track of how the cube is held meanwhile.

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
from cubeproof.puzzle.cubies import face_turns
from cubeproof.puzzle.geometry import geometry

_Option = tuple[Word, int, int]
"""Generators, what they cost together, and the frame after them."""


@dataclass(frozen=True)
class _Actions:
    """Turns of one axis: the 18 face turns, then the 27 pairs of turns of opposite faces.

    Attributes:
        numbers: the action that a permutation in gather form makes.
        pairs: the action that two turns of opposite faces make, in either order.
        seen: shape (24, 45): which action it takes, while the cube is held in a frame, to make each action of the
            frame 0.
        products: shape (24, 24): the frame after a frame and a rotation.
    """

    numbers: dict[bytes, int]
    pairs: dict[tuple[int, int], int]
    seen: NDArray[np.intp]
    products: NDArray[np.intp]


@cache
def _actions() -> _Actions:
    turns, rotations = face_turns(), geometry(3).rotations
    pairs: dict[tuple[int, int], int] = {}
    actions = list(turns)
    for first in range(9):
        for second in range(first // 3 * 3 + 9, first // 3 * 3 + 12):
            pairs[first, second] = pairs[second, first] = len(actions)
            actions.append(turns[first][turns[second]])
    numbers = {action.astype(np.int16).tobytes(): index for index, action in enumerate(actions)}
    frames = {rotation.tobytes(): index for index, rotation in enumerate(rotations)}
    # Held in the frame F, the action A makes what F A F⁻¹ makes in frame 0.
    seen = [
        [numbers[np.argsort(f)[action[f]].astype(np.int16).tobytes()] for action in actions]
        for f in rotations
    ]
    products = [[frames[frame[rotation].tobytes()] for rotation in rotations] for frame in rotations]
    return _Actions(numbers, pairs, np.array(seen), np.array(products))


@dataclass(frozen=True, eq=False)
class FaceWords:
    """How the generators of a problem make face turns.

    Attributes:
        made: for every action the generators that make it and then rotate the cube: (generator, cost, rotation).
        ratio: no generator costs less than this for each face turn that it makes.

    >>> from cubeproof.problem import cube_problem
    >>> from cubeproof.puzzle.cube import Cube
    >>> problem = cube_problem(Cube(3), metric="stm")
    >>> words = FaceWords.of(problem.permutations, problem.costs)
    >>> problem.write(words.word((3, 14)))  # R L'
    ('M',)
    """

    made: dict[int, tuple[tuple[int, int, int], ...]]
    ratio: Fraction
    _options: dict[tuple[int, int], tuple[_Option, ...]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, permutations: NDArray[np.int16], costs: NDArray[np.int64]) -> FaceWords:
        """Read generators: their permutations in gather form, shape (generators, 54), and their costs."""
        numbers, rotations = _actions().numbers, geometry(3).rotations
        inverses = np.argsort(rotations, axis=1)
        made: dict[int, list[tuple[int, int, int]]] = {}
        ratios: list[Fraction] = []
        for generator, (permutation, cost) in enumerate(zip(permutations, costs.tolist(), strict=True)):
            for rotation, inverse in enumerate(inverses):
                action = numbers.get(permutation[inverse].astype(np.int16).tobytes())
                if action is not None:
                    made.setdefault(action, []).append((generator, cost, rotation))
                    ratios.append(Fraction(cost, 1 if action < 18 else 2))
                    break
            else:
                ratios.append(Fraction(0))
        return cls({action: tuple(ways) for action, ways in made.items()}, min(ratios))

    @property
    def complete(self) -> bool:
        """Whether all 18 face turns can be made in every frame: the generators look alike from all of them."""
        return all(self._ways(frame, turn) for frame in range(24) for turn in range(18))

    def can_make(self, turn: int) -> bool:
        """Whether generators make this face turn, and hold the cube in frame 0 before and after it."""
        return any(after == 0 for _, _, after in self._ways(0, turn))

    def bound(self, turns: int) -> int:
        """What every answer costs at least, where each has this many face turns or more."""
        return ceil(turns * self.ratio)

    def word(self, turns: Sequence[int], frame: int = 0) -> Word | None:
        """The cheapest word of generators that makes these face turns, and holds the cube in frame 0 at the end.

        Args:
            turns: numbers of `FACE_TURNS`.
            frame: the rotation in which the cube is held at first, as a number of `geometry(3).rotations`.

        Returns:
            Numbers of generators; None if no word of them makes these turns one after the other.
        """
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
            ((generator,), cost, int(actions.products[frame, rotation]))
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
