"""`Stage`: turns that are allowed, turns that shall do from there on, and the goal that follows from the two.

Every sticker has to reach the orbit of its home under the turns of the next stage. That is all for orientations and
slices; some things those turns preserve besides, and for them a stage has

- *bonds*: pieces that must end as the next turns can carry them from home, together. A bond's arrangements are enumerated, and
  the formula chooses one of them for each bond. The wings of one edge are a bond: they end side by side, somewhere.
- *even*: pieces whose permutation must be even. Two more places are added to the puzzle, which odd turns swap.
- *regions*: sets of places, each of which must look as the next turns can make it look from home, on its own. Of an edge and its
  wings this says that all are flipped or none. It takes the place of everything else that the next turns preserve.
- *quotas*: groups of places of which only so many need be right, whichever these are. Between a goal and a far stricter one this makes a step
  that costs few turns.
- *gathered*: pieces that come together in a region only in this stage, and must be arranged there as the next turns can
  carry them; with regions, those that share a region must be those that the distinguishing moves can bring into one. That takes no place in
  the formula: answers that end otherwise are forbidden one by one.
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
from cubeproof.puzzle.pieces import is_odd, reachable

__all__ = ["Stage"]

_Number = TypeVar("_Number", bound=np.integer)

# A bond with more arrangements than this would make the formula too large.
_MOST_ARRANGEMENTS = 300


@dataclass(frozen=True)
class Stage:
    """One link of the chain.

    Attributes:
        name: what it achieves, in a word or two.
        size: the number of layers of the cube.
        turns: the names of the turns that it may make.
        then: the names of the turns that have to do from its end on.
        bonds: lists of labels that `label` gives to the stickers of pieces that are bound to each other.
        marks: for every sticker the label of its bond, −1 where it is in none.
        even: the pieces, by their reference stickers, whose permutation must be even at the end and is one at any time.
        gathered: the pieces, by their reference stickers, that must end as the next turns can carry them from home.
        free: stickers that do not matter yet.
        regions: places, region by region, of which each must look as the next turns can make it look; what is in none does not
            matter.
        distinguishing_moves: the turns by whose orbits the stickers in regions are told apart: those of a later stage.
        quotas: groups of places, each with the number of them that have to be right.
        regions_needed: how many of the regions have to look so, whichever; 0 for all of them.
    """

    name: str
    size: int
    turns: tuple[str, ...]
    then: tuple[str, ...]
    bonds: tuple[tuple[int, ...], ...] = ()
    marks: tuple[int, ...] = ()
    even: tuple[tuple[int, ...], ...] = ()
    gathered: tuple[int, ...] = ()
    free: tuple[int, ...] = ()
    regions: tuple[tuple[int, ...], ...] = ()
    distinguishing_moves: tuple[str, ...] = ()
    quotas: tuple[tuple[tuple[int, ...], int], ...] = ()
    regions_needed: int = 0

    @cached_property
    def generators(self) -> tuple[Generator, ...]:
        """The allowed turns of the puzzle, with the places for parity behind the stickers."""
        return tuple(
            Generator(name, self._with_parity(permutation(name, self.size)).astype(np.int16))
            for name in self.turns
        )

    @cached_property
    def labels(self) -> Pattern:
        """What every sticker of the solved cube is called here; −1 where it may be any."""
        moves = [permutation(name, self.size) for name in self.distinguishing_moves or self.then]
        stickers = 6 * self.size**2
        found = reachable(np.stack(moves)) if moves else np.arange(stickers)
        marks = np.array(self.marks) if self.marks else np.full(stickers, -1)
        found = np.where(marks >= 0, stickers + marks, found)
        found[list(self.free)] = -1
        if self.regions:
            made = [permutation(name, self.size) for name in self.then]
            seen = {place for region in self.regions for places in _travels(region, made) for place in places}
            found = np.where(np.isin(np.arange(stickers), list(seen)), found, -1)
        numbers = {label: number for number, label in enumerate(sorted({*found.tolist()} - {-1}))}
        numbers[-1] = -1
        labels = [numbers[label] for label in found.tolist()]
        parity = [max(labels) + 1, max(labels) + 2] * len(self.even)
        assert len(numbers) + 2 <= np.iinfo(np.int8).max, "a pattern has room for the labels"
        return np.array(labels + parity, dtype=np.int8)

    @cached_property
    def arrangements(self) -> tuple[tuple[frozenset[int], tuple[Pattern, ...]], ...]:
        """For every bond its labels and the patterns in which they may end."""
        marks = np.array(self.marks)
        found = []
        for bond in self.bonds:
            labels = frozenset(self.labels[: len(marks)][np.isin(marks, bond)].tolist())
            pattern = np.where(np.isin(self.labels, list(labels)), self.labels, -1).astype(np.int8)
            moves = [self._with_parity(permutation(name, self.size)) for name in self.then]
            found.append((labels, _closure(pattern, moves)))
        return tuple(found)

    @cached_property
    def looks(self) -> tuple[tuple[Pattern, ...], ...]:
        """For every region the patterns, −1 outside of it, that it may show."""
        moves = [permutation(name, self.size) for name in self.then]
        found = []
        for region in self.regions:
            shown = {tuple(self.labels[list(places)].tolist()) for places in _travels(region, moves)}
            patterns = np.full((len(shown), len(self.labels)), -1, dtype=np.int8)
            patterns[:, list(region)] = sorted(shown)
            found.append(tuple(patterns))
        return tuple(found)

    def problem(self, arrangement: Arrangement) -> Problem:
        """What is asked of this stage, from an arrangement of the stickers.

        The goal leaves out what is bound, what regions show and what need be right in part: see `StagePieces`.
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
        """Whether an arrangement that answers the stage's formula has what no formula says: `gathered`."""
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
        """Which gathered pieces share a region, wherever that is."""
        shown = self._shown(arrangement)
        return frozenset(frozenset(shown[list(region)].tolist()) - {-1} for region in self.regions)

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
    """All patterns that turns lead to."""
    found = {pattern.tobytes(): pattern}
    frontier = [pattern]
    while frontier:
        made = [before[move] for before in frontier for move in moves]
        frontier = [after for after in made if found.setdefault(after.tobytes(), after) is after]
        assert len(found) <= _MOST_ARRANGEMENTS, "a bond of a plan has few arrangements"
    return tuple(found.values())


def _odd(pieces: Sequence[int], arrangement: NDArray[np.intp]) -> bool:
    """Whether the pieces at these reference places are permuted oddly among themselves."""
    slot_of = _slots(len(arrangement))
    number = {int(slot_of[place]): index for index, place in enumerate(pieces)}
    return is_odd([number[int(slot_of[arrangement[place]])] for place in pieces])


@cache
def _slots(stickers: int) -> NDArray[np.intp]:
    """For every sticker of a cube with so many the number of its cubie."""
    cubies = geometry(isqrt(stickers // 6)).cubies
    found: NDArray[np.intp] = np.unique(cubies, axis=0, return_inverse=True)[1].ravel()
    return found


def _travels(region: tuple[int, ...], moves: Sequence[NDArray[np.integer]]) -> set[tuple[int, ...]]:
    """All places from which turns bring stickers into a region, in the order of its own."""
    found = {region}
    frontier = [region]
    while frontier:
        made = {tuple(move[list(places)].tolist()) for places in frontier for move in moves}
        frontier = list(made - found)
        found |= made
    return found
