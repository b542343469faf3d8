"""From a problem to a cube that turns about its core, and from turns about the core back to the problem's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.engine import Word
from cubeproof.problem import Problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import permutation
from cubeproof.puzzle.geometry import Permutation, geometry
from cubeproof.puzzle.move import Move
from cubeproof.puzzle.pieces import Kind, orbits

__all__ = ["Arrangement", "Reading", "read"]

Arrangement = NDArray[np.intp]
"""For every sticker place the home of the sticker that is there, shape (stickers,)."""

_SOLVED = "The stages engine wants a cube of which all stickers are known, and the solved cube for a goal."
_TURNS = "The stages engine turns every outer block of the cube; these turns do not allow that."


@dataclass(frozen=True, eq=False)
class Reading:
    """A problem read as a cube to be solved.

    Attributes:
        problem: the problem.
        size: the number of layers.
        colours: for every place the face that its sticker belongs to, 0 to 5 in the order URFDLB.
    """

    problem: Problem
    size: int
    colours: NDArray[np.int8]

    def arrangement(self, rotation: int = 0) -> Arrangement | None:
        """The stickers' homes, where the cube is held in another way.

        Args:
            rotation: the number of one of the 24 rotations of the geometry; the colours are renamed, so that the
                core is at home again.

        Returns:
            None if the pieces are not those of a cube.
        """
        cube = geometry(self.size)
        turn = cube.rotations[rotation]
        # The rotation carries face a to where face b was: its stickers are called b from now on.
        called = np.zeros(6, dtype=np.int8)
        called[cube.faces[turn]] = cube.faces
        return _homes(called[self.colours[turn]], self.size)

    def word(self, turns: Sequence[str], rotation: int = 0) -> Word | None:
        """The problem's word for turns of the cube, where it was rotated first.

        Where the problem has only quarter turns, as in the quarter-turn metric, half turns are made of two.

        Returns:
            None if the problem has no such turns.
        """
        frame = geometry(self.size).rotations[rotation]
        word = []
        left = list(Alg(" ".join(turns)))[::-1]
        while left:
            turn = left.pop()
            found = self._generator(turn, frame)
            if found is not None:
                number, frame = found
                word.append(number)
            elif turn.amount != 1:
                left += [replace(turn, amount=1)] * (turn.amount % 4)
            else:
                return None
        return tuple(word)

    @cached_property
    def _numbers(self) -> dict[bytes, int]:
        return {made.tobytes(): number for number, made in enumerate(self.problem.permutations)}

    def _generator(self, turn: Move, frame: Permutation) -> tuple[int, Permutation] | None:
        """The generator that is a turn made in a frame, and the frame that comes next."""
        turned = frame[permutation(turn, self.size)]
        for after in geometry(self.size).rotations:
            number = self._numbers.get(turned[np.argsort(after)].tobytes())
            if number is not None:
                return number, after
        return None


def read(problem: Problem, sizes: Sequence[int]) -> Reading | str:
    """Read a problem, or say in a sentence what stands in the way.

    Args:
        problem: the problem.
        sizes: the numbers of layers that there are plans for.
    """
    size = next((size for size in sizes if len(problem.start) == 6 * size * size), None)
    if size is None:
        return f"The stages engine has plans for cubes of {', '.join(map(str, sizes))} layers only."
    cube = geometry(size)
    goal = problem.goals[0]
    faces = goal.reshape(6, -1)
    first = faces[:, 0]
    if (goal < 0).any() or (faces != first[:, None]).any() or len(set(first.tolist())) < 6:
        return _SOLVED
    if (problem.start < 0).any() or len(problem.goals) != 1:
        return _SOLVED
    face_of = {int(colour): face for face, colour in enumerate(first)}
    colours = np.array([face_of.get(int(colour), -1) for colour in problem.start], dtype=np.int8)
    reading = Reading(problem, size, colours)
    if (colours < 0).any() or reading.arrangement() is None:
        return _SOLVED
    depth = max(1, size // 2)
    blocks = [
        f"{layers}{face}w" if layers > 1 else face for face in "URFDLB" for layers in range(1, depth + 1)
    ]
    if size == 2:
        blocks = list("URF")
    for rotation in range(len(cube.rotations)):
        if any(reading.word([block], rotation) is None for block in blocks):
            return _TURNS
    return reading


def _homes(colours: NDArray[np.int8], size: int) -> Arrangement | None:
    solved = geometry(size).faces
    homes = np.full(len(colours), -1, dtype=np.intp)
    for orbit in orbits(size):
        known: dict[tuple[int, ...], list[NDArray[np.intp]]] = {}
        for stickers in orbit.stickers:
            for shift in range(orbit.orientations):
                turned = np.roll(stickers, shift)
                known.setdefault(tuple(solved[turned].tolist()), []).append(turned)
        for stickers in orbit.stickers:
            found = known.get(tuple(colours[stickers].tolist()))
            if not found:
                return None
            # Centres of one colour cannot be told apart: each takes a home that is free.
            homes[stickers] = found.pop() if orbit.kind is Kind.CENTRE else found[0]
    return homes if len(np.unique(homes)) == len(homes) else None
