"""`Stage`: its allowed turns, the turns allowed after it, and the goal that follows from both.

Every sticker must reach the orbit of its home under the turns of the next stage. For orientations and slices
that is enough. What else those turns preserve, a stage describes with

- *bonds*: pieces that must end, together, in an arrangement that the next turns can make from home. The
  arrangements of a bond are enumerated, and the formula chooses one of them for each bond. The wings of one
  edge are a bond: they end side by side, somewhere.
- *even*: pieces whose permutation must be even. No view of stickers shows the parity of a permutation, so the
  puzzle gets two more places for them, which odd turns swap.
- *regions*: sets of places, each of which must look, on its own, as the next turns can make it look from
  home. For an edge and its wings this says that all are flipped or none. It replaces all other conditions
  about what the next turns preserve.
- *quotas*: groups of places, any few of which need be right. Between a goal and a much stricter one this
  makes a step that takes few turns.
- *gathered*: pieces that come together in a region only in this stage, and must be arranged there as the next
  turns can carry them; with regions, pieces that share a region must be pieces that the distinguishing moves
  can bring into one. The formula does not say this: answers that end otherwise are forbidden one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from math import isqrt
from typing import cast

import numpy as np
from numpy.typing import NDArray

from cubeproof.engines.sat.stages.cube_view import Arrangement
from cubeproof.problem import Condition, Generator, Pattern, Phase, Problem
from cubeproof.problem.phase import Labels, reached
from cubeproof.puzzle.cube import permutation
from cubeproof.puzzle.geometry import FACES, geometry, is_odd
from cubeproof.puzzle.pieces import reachable
from cubeproof.sentences import Sentence

# A bond with more arrangements than this would make the formula too large.
_MOST_ARRANGEMENTS = 300


Bond = tuple[tuple[int, ...], ...]
"""Groups of stickers, those of a group alike."""


@dataclass(frozen=True)
class Stage:
    """A stage of a chain."""

    name: Sentence
    """The stage's goal in words."""
    size: int
    """The number of layers of the cube."""
    turns: tuple[str, ...]
    """The names of the turns that it may make."""
    then: tuple[str, ...]
    """The names of the turns that may be made after it."""
    bonds: tuple[Bond, ...] = ()
    """The bonds; the stickers of each group get a separate label."""
    even: tuple[tuple[int, ...], ...] = ()
    """Sets of pieces, by their reference stickers, that turns permute among themselves, and that must end evenly
    permuted."""
    gathered: tuple[int, ...] = ()
    """The pieces, by their reference stickers, that must end as the next turns can carry them from home."""
    free: tuple[int, ...] = ()
    """Stickers that do not matter yet."""
    regions: tuple[tuple[int, ...], ...] = ()
    """The places of each region, which must look as the next turns can make it look; other places do not matter."""
    distinguishing_moves: tuple[str, ...] = ()
    """Turns of a later stage; stickers in regions are distinguished by their orbits under them."""
    quotas: tuple[tuple[tuple[int, ...], int], ...] = ()
    """Groups of places, each with the number of them that must be right."""
    regions_needed: int = 0
    """How many of the regions, any of them, must look right; 0 for all."""

    @cached_property
    def generators(self) -> tuple[Generator, ...]:
        """The allowed turns of the puzzle; the places for parity come after the stickers."""
        return tuple(
            Generator(name, self._with_parity(permutation(name, self.size)).astype(np.int16))
            for name in self.turns
        )

    @cached_property
    def labels(self) -> Labels:
        """The label of every sticker of the solved cube; −1 where any sticker will do."""
        moves = [permutation(name, self.size) for name in self.distinguishing_moves or self.then]
        stickers = 6 * self.size**2
        components = reachable(np.stack(moves)).copy() if moves else np.arange(stickers)
        for number, group in enumerate(group for bond in self.bonds for group in bond):
            components[list(group)] = stickers + number
        components[list(self.free)] = -1
        if self.regions:
            seen = [places for region in self.regions for places in self._travels(region)]
            components = np.where(np.isin(np.arange(stickers), np.concatenate(seen)), components, -1)
        known = np.unique(components[components >= 0])
        labels = np.where(components < 0, -1, np.searchsorted(known, components))
        return np.append(labels, len(known) + np.arange(2 * len(self.even)) % 2).astype(np.int16)

    @cached_property
    def phase(self) -> Phase:
        """The stage as data: its turns, the condition on stickers that are in no bond, and one for each bond.

        Regions and quotas are not among the conditions; the stickers that these are about are left out.
        """
        moves = [self._with_parity(permutation(name, self.size)) for name in self.then]
        bonds = []
        for number, bond in enumerate(self.bonds):
            bound = np.isin(self.labels, self.labels[[group[0] for group in bond]])
            labels = np.where(bound, self.labels, -1).astype(np.int16)
            names = f"bond{number}", f"bond {number} ends"
            bonds.append(Condition.preserved(labels, moves, _MOST_ARRANGEMENTS, *names))
        loose = np.isin(self.labels, [label for bond in bonds for label in bond.concerned])
        if self.regions:
            loose[: 6 * self.size**2] = True
        for places, _ in self.quotas:
            loose[list(places)] = True
        single = np.where(loose, -1, self.labels).astype(np.int16)
        return Phase(self.generators, (Condition(single, (single,)), *bonds))

    @cached_property
    def looks(self) -> tuple[Labels, ...]:
        """For every region the patterns that it may show, shape (patterns, places); they are −1 outside of it."""
        looks = []
        for region in self.regions:
            labels = {tuple(self.labels[places].tolist()) for places in self._travels(region)}
            patterns = np.full((len(labels), len(self.labels)), -1, dtype=np.int16)
            patterns[:, list(region)] = sorted(labels)
            looks.append(patterns)
        return tuple(looks)

    def problem(self, arrangement: Arrangement) -> Problem:
        """The problem of this stage, from an arrangement of the stickers.

        Its goal leaves out bonds, regions and quotas: see `StagePieces`.
        """
        start = self.labels[: len(arrangement)][arrangement]
        signs = [_odd(pieces, arrangement) for pieces in self.even]
        behind = self.labels[len(arrangement) :].reshape(-1, 2)
        parity = [pair[::-1] if sign else pair for pair, sign in zip(behind, signs, strict=True)]
        names = [f"{face}{number + 1}" for face in FACES for number in range(self.size**2)]
        names += [f"parity{number}{way}" for number in range(len(self.even)) for way in "+-"]
        # `Problem` refuses labels for which its patterns have no room.
        goals = cast("tuple[Pattern, ...]", self.phase.conditions[0].results)
        return Problem(np.concatenate([start, *parity]), goals, self.generators, "htm", tuple(names))

    def accepts(self, arrangement: Arrangement) -> bool:
        """Whether an arrangement that answers the formula meets `gathered`, which no formula says."""
        if not self.gathered:
            return True
        if self.regions:
            return self._company(arrangement) in self._companies
        return self._shown(arrangement).tobytes() in self._accepted

    def _shown(self, arrangement: NDArray[np.integer]) -> NDArray[np.int16]:
        return np.where(np.isin(arrangement, self.gathered), arrangement, -1).astype(np.int16)

    @cached_property
    def _gatherings(self) -> tuple[NDArray[np.int16], ...]:
        moves = [permutation(name, self.size) for name in self.distinguishing_moves or self.then]
        first = self._shown(np.arange(6 * self.size**2))
        return reached(first, [partial(np.take, indices=move) for move in moves], _MOST_ARRANGEMENTS)

    @cached_property
    def _accepted(self) -> frozenset[bytes]:
        return frozenset(pattern.tobytes() for pattern in self._gatherings)

    def _company(self, arrangement: NDArray[np.integer]) -> frozenset[frozenset[int]]:
        """Which gathered pieces share a region, regardless of which region."""
        labels = self._shown(arrangement)
        return frozenset(frozenset(labels[list(region)].tolist()) - {-1} for region in self.regions)

    @cached_property
    def _companies(self) -> frozenset[frozenset[frozenset[int]]]:
        return frozenset(self._company(pattern) for pattern in self._gatherings)

    def _travels(self, region: Sequence[int]) -> tuple[NDArray[np.int16], ...]:
        """All places from which the next turns bring stickers into a region, each in the order of the region."""
        moves = [permutation(name, self.size).take for name in self.then]
        return reached(np.array(region, dtype=np.int16), moves, _MOST_ARRANGEMENTS)

    def _with_parity(self, made: NDArray[np.int16]) -> NDArray[np.intp]:
        stickers = len(made)
        pairs = [
            [stickers + 2 * number + 1, stickers + 2 * number]
            if _odd(pieces, made.astype(np.intp))
            else [stickers + 2 * number, stickers + 2 * number + 1]
            for number, pieces in enumerate(self.even)
        ]
        return np.concatenate([made.astype(np.intp), *[np.array(pair) for pair in pairs]])


def _odd(pieces: Sequence[int], arrangement: NDArray[np.intp]) -> bool:
    """Whether the pieces at these reference places are in an odd permutation among themselves."""
    slot_of = _slots(len(arrangement))
    number = {int(slot_of[place]): index for index, place in enumerate(pieces)}
    return is_odd([number[int(slot_of[arrangement[place]])] for place in pieces])


@cache
def _slots(stickers: int) -> NDArray[np.intp]:
    """For every sticker of a cube with this number of stickers the index of its cubie."""
    cubies = geometry(isqrt(stickers // 6)).cubies
    slots: NDArray[np.intp] = np.unique(cubies, axis=0, return_inverse=True)[1].ravel()
    return slots
