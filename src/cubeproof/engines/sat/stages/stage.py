"""`Stage`: its allowed turns, the turns allowed after it, and the goal that follows from both.

Every sticker must reach the orbit of its home under the turns of the next stage. For orientations and slices
that is enough. What else those turns preserve, a stage describes with

- *bonds*: pieces that must end, together, in an arrangement that the next turns can make from home. The
  arrangements of a bond are enumerated, and the formula chooses one of them for each bond. The wings of one
  edge are a bond: they end side by side, somewhere.
- *even*: pieces whose permutation must be even. The puzzle gets two more places for them, which odd turns
  swap.
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
from functools import cache, cached_property
from math import isqrt
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cubeproof.engines.sat.stages.cube_view import Arrangement
from cubeproof.problem import Generator, Pattern, Problem
from cubeproof.puzzle.cube import permutation
from cubeproof.puzzle.geometry import FACES, geometry
from cubeproof.puzzle.pieces import reachable
from cubeproof.puzzle.swaps import is_odd
from cubeproof.sentences import Sentence

_Number = TypeVar("_Number", bound=np.integer)

# A bond with more arrangements than this would make the formula too large.
_MOST_ARRANGEMENTS = 300


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
    bonds: tuple[tuple[int, ...], ...] = ()
    """For every bond the marks of its stickers."""
    marks: tuple[int, ...] = ()
    """For every sticker its mark, by which bonds refer to it; −1 if it is in no bond."""
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
    def labels(self) -> Pattern:
        """The label of every sticker of the solved cube; −1 where any sticker will do."""
        moves = [permutation(name, self.size) for name in self.distinguishing_moves or self.then]
        stickers = 6 * self.size**2
        components = reachable(np.stack(moves)) if moves else np.arange(stickers)
        marks = np.array(self.marks) if self.marks else np.full(stickers, -1)
        components = np.where(marks >= 0, stickers + marks, components)
        components[list(self.free)] = -1
        if self.regions:
            permutations = [permutation(name, self.size) for name in self.then]
            seen = {
                place
                for region in self.regions
                for places in _travels(region, permutations)
                for place in places
            }
            components = np.where(np.isin(np.arange(stickers), list(seen)), components, -1)
        numbers = {label: number for number, label in enumerate(sorted({*components.tolist()} - {-1}))}
        numbers[-1] = -1
        labels = [numbers[label] for label in components.tolist()]
        parity = [max(labels) + 1, max(labels) + 2] * len(self.even)
        assert len(numbers) + 2 <= np.iinfo(np.int8).max, "a pattern has room for the labels"
        return np.array(labels + parity, dtype=np.int8)

    @cached_property
    def arrangements(self) -> tuple[tuple[frozenset[int], tuple[Pattern, ...]], ...]:
        """For every bond its labels and the patterns that they may form at the end."""
        marks = np.array(self.marks)
        arrangements = []
        for bond in self.bonds:
            labels = frozenset(self.labels[: len(marks)][np.isin(marks, bond)].tolist())
            pattern = np.where(np.isin(self.labels, list(labels)), self.labels, -1).astype(np.int8)
            moves = [self._with_parity(permutation(name, self.size)) for name in self.then]
            arrangements.append((labels, _closure(pattern, moves)))
        return tuple(arrangements)

    @cached_property
    def looks(self) -> tuple[tuple[Pattern, ...], ...]:
        """For every region the patterns that it may show; they are −1 outside of it."""
        moves = [permutation(name, self.size) for name in self.then]
        looks = []
        for region in self.regions:
            labels = {tuple(self.labels[list(places)].tolist()) for places in _travels(region, moves)}
            patterns = np.full((len(labels), len(self.labels)), -1, dtype=np.int8)
            patterns[:, list(region)] = sorted(labels)
            looks.append(tuple(patterns))
        return tuple(looks)

    def problem(self, arrangement: Arrangement) -> Problem:
        """The problem of this stage, from an arrangement of the stickers.

        Its goal leaves out bonds, regions and quotas: see `StagePieces`.
        """
        start = self.labels[: len(arrangement)][arrangement]
        signs = [_odd(pieces, arrangement) for pieces in self.even]
        behind = self.labels[len(arrangement) :].reshape(-1, 2)
        parity = [pair[::-1] if sign else pair for pair, sign in zip(behind, signs, strict=True)]
        bound = [label for labels, _ in self.arrangements for label in labels]
        loose = np.isin(self.labels, bound)
        if self.regions:
            loose[: len(arrangement)] = True
        for places, _ in self.quotas:
            loose[list(places)] = True
        goal = np.where(loose, -1, self.labels).astype(np.int8)
        names = [f"{face}{number + 1}" for face in FACES for number in range(self.size**2)]
        names += [f"parity{number}{way}" for number in range(len(self.even)) for way in "+-"]
        return Problem(np.concatenate([start, *parity]), (goal,), self.generators, "htm", tuple(names))

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
        return _closure(self._shown(np.arange(6 * self.size**2)), moves)

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

    def _with_parity(self, made: NDArray[np.int16]) -> NDArray[np.intp]:
        stickers = len(made)
        pairs = [
            [stickers + 2 * number + 1, stickers + 2 * number]
            if _odd(pieces, made.astype(np.intp))
            else [stickers + 2 * number, stickers + 2 * number + 1]
            for number, pieces in enumerate(self.even)
        ]
        return np.concatenate([made.astype(np.intp), *[np.array(pair) for pair in pairs]])


def _closure(pattern: NDArray[_Number], moves: Sequence[NDArray[np.integer]]) -> tuple[NDArray[_Number], ...]:
    """All patterns that turns make of a pattern, itself included."""
    patterns = {pattern.tobytes(): pattern}
    frontier = [pattern]
    while frontier:
        images = [before[move] for before in frontier for move in moves]
        frontier = [after for after in images if patterns.setdefault(after.tobytes(), after) is after]
        assert len(patterns) <= _MOST_ARRANGEMENTS, "a bond of a plan has few arrangements"
    return tuple(patterns.values())


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


def _travels(region: tuple[int, ...], moves: Sequence[NDArray[np.integer]]) -> set[tuple[int, ...]]:
    """All places from which turns bring stickers into a region, each in the order of the region."""
    regions = {region}
    frontier = [region]
    while frontier:
        images = {tuple(move[list(places)].tolist()) for places in frontier for move in moves}
        frontier = list(images - regions)
        regions |= images
    return regions
