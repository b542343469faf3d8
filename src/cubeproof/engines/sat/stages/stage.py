"""`Stage`: its allowed turns, the turns allowed after it, and the goal derived from both.

Every sticker must reach the orbit of its home under the turns of the next stage. That is enough for orientations and
slices. A stage describes other properties that those turns preserve by

- *bonds*: pieces that must end together in an arrangement that the next turns can reach from home. The arrangements of
  a bond are enumerated, and the formula chooses one of them for each bond. The wings of one edge are a bond: they end
  side by side, at any place.
- *even*: pieces whose permutation must be even. No view of stickers determines the parity of a permutation, so the
  puzzle gets two additional places, which odd turns swap.
- *gathered*: pieces that must be arranged as the next turns can move them from home. The formula does not contain
  this condition: answers that violate it are excluded one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from math import isqrt
from typing import cast

import numpy as np
from numpy.typing import NDArray

from cubeproof.problem import Condition, Generator, Pattern, Phase, Problem
from cubeproof.problem.cube_view import Arrangement
from cubeproof.problem.phase import Labels, reached
from cubeproof.puzzle.cube import permutation
from cubeproof.puzzle.geometry import FACES, geometry, is_odd
from cubeproof.puzzle.pieces import reachable
from cubeproof.sentences import Sentence

# A bond with more arrangements would make the formula too large.
_MOST_ARRANGEMENTS = 300


Bond = tuple[tuple[int, ...], ...]
"""Groups of stickers; the stickers of a group are alike."""


@dataclass(frozen=True)
class Stage:
    """A stage of a chain."""

    name: Sentence
    """The stage's goal in words."""
    size: int
    """The number of layers of the cube."""
    turns: tuple[str, ...]
    """The names of its allowed turns."""
    then: tuple[str, ...]
    """The names of the turns allowed after it."""
    bonds: tuple[Bond, ...] = ()
    """The bonds; each group of stickers gets a label."""
    even: tuple[tuple[int, ...], ...] = ()
    """Sets of pieces, by reference sticker, that turns permute among themselves, and whose final permutation must be
    even."""
    gathered: tuple[int, ...] = ()
    """The pieces, by reference sticker, that must end as the next turns can move them from home."""
    free: tuple[int, ...] = ()
    """Stickers that are still irrelevant."""

    @cached_property
    def generators(self) -> tuple[Generator, ...]:
        """The allowed turns of the puzzle; the places for parity come after the stickers."""
        return tuple(
            Generator(name, self._with_parity(permutation(name, self.size)).astype(np.int16))
            for name in self.turns
        )

    @cached_property
    def labels(self) -> Labels:
        """The label of each sticker of the solved cube; −1 for a place for any sticker."""
        moves = [permutation(name, self.size) for name in self.then]
        stickers = 6 * self.size**2
        components = reachable(np.stack(moves)).copy() if moves else np.arange(stickers)
        for number, group in enumerate(group for bond in self.bonds for group in bond):
            components[list(group)] = stickers + number
        components[list(self.free)] = -1
        used = np.unique(components[components >= 0])
        labels = np.where(components < 0, -1, np.searchsorted(used, components))
        return np.append(labels, len(used) + np.arange(2 * len(self.even)) % 2).astype(np.int16)

    @cached_property
    def phase(self) -> Phase:
        """The stage as a phase: its turns, the condition for stickers in no bond, and a condition for each bond."""
        moves = [self._with_parity(permutation(name, self.size)) for name in self.then]
        bonds = []
        for number, bond in enumerate(self.bonds):
            bound = np.isin(self.labels, self.labels[[group[0] for group in bond]])
            labels = np.where(bound, self.labels, -1).astype(np.int16)
            names = f"bond{number}", f"bond {number} ends"
            bonds.append(Condition.preserved(labels, moves, _MOST_ARRANGEMENTS, *names))
        loose = np.isin(self.labels, [label for bond in bonds for label in bond.concerned])
        single = np.where(loose, -1, self.labels).astype(np.int16)
        return Phase(self.generators, (Condition(single, (single,)), *bonds))

    def problem(self, arrangement: Arrangement) -> Problem:
        """Return the problem of this stage, from an arrangement of the stickers.

        Its goal does not contain bonds: see `StagePieces`.
        """
        start = self.labels[: len(arrangement)][arrangement]
        signs = [_odd(pieces, arrangement) for pieces in self.even]
        behind = self.labels[len(arrangement) :].reshape(-1, 2)
        parity = [pair[::-1] if sign else pair for pair, sign in zip(behind, signs, strict=True)]
        names = [f"{face}{number + 1}" for face in FACES for number in range(self.size**2)]
        names += [f"parity{number}{way}" for number in range(len(self.even)) for way in "+-"]
        # `Problem` refuses labels that are too large for its patterns.
        goals = cast("tuple[Pattern, ...]", self.phase.conditions[0].results)
        return Problem(np.concatenate([start, *parity]), goals, self.generators, "htm", tuple(names))

    def accepts(self, arrangement: Arrangement) -> bool:
        """Whether an arrangement that satisfies the formula also satisfies `gathered`."""
        return not self.gathered or self._gathered_labels(arrangement).tobytes() in self._gatherings

    def _gathered_labels(self, arrangement: NDArray[np.integer]) -> NDArray[np.int16]:
        return np.where(np.isin(arrangement, self.gathered), arrangement, -1).astype(np.int16)

    @cached_property
    def _gatherings(self) -> frozenset[bytes]:
        moves = [permutation(name, self.size) for name in self.then]
        first = self._gathered_labels(np.arange(6 * self.size**2))
        patterns = reached(first, [partial(np.take, indices=move) for move in moves], _MOST_ARRANGEMENTS)
        return frozenset(pattern.tobytes() for pattern in patterns)

    def _with_parity(self, arrangement: NDArray[np.int16]) -> NDArray[np.intp]:
        stickers = len(arrangement)
        pairs = [
            [stickers + 2 * number + 1, stickers + 2 * number]
            if _odd(pieces, arrangement.astype(np.intp))
            else [stickers + 2 * number, stickers + 2 * number + 1]
            for number, pieces in enumerate(self.even)
        ]
        return np.concatenate([arrangement.astype(np.intp), *[np.array(pair) for pair in pairs]])


def _odd(pieces: Sequence[int], arrangement: NDArray[np.intp]) -> bool:
    """Whether the pieces at these reference places are oddly permuted among themselves."""
    slot_of = _slots(len(arrangement))
    number = {int(slot_of[place]): index for index, place in enumerate(pieces)}
    return is_odd([number[int(slot_of[arrangement[place]])] for place in pieces])


@cache
def _slots(stickers: int) -> NDArray[np.intp]:
    """Return the index of each sticker's cubie, for a cube with this number of stickers."""
    cubies = geometry(isqrt(stickers // 6)).cubies
    slots: NDArray[np.intp] = np.unique(cubies, axis=0, return_inverse=True)[1].ravel()
    return slots
