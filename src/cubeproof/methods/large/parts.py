"""`parts_of`, `phase_parts`: the parts of an answer to a large cube, read off its turns.

`slice_quarter_turns` is another length.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, product

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.outcome import AnswerPart
from cubeproof.methods.large.runs import joined
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import LayerTurn, geometry
from cubeproof.puzzle.move import Move
from cubeproof.sentences import Sentence, Template

_FRAME = Template("large.part-frame", "corners{middle?true: and middle edges|false:}")
_PARITY = Template("large.part-parity", "parity of wings")
_CYCLES = Template("large.part-cycles", "3-cycles")
_REDUCTION = Template("large.part-reduction", "centres and edges")
_CUBE = Template("large.part-cube", "3×3×3")


def slice_quarter_turns(moves: Iterable[Move], size: int) -> int:
    """Return the quarter turns of single layers that do the same; parallel turns are joined, rotations are free.

    >>> slice_quarter_turns([Move("R"), Move("R", -1, last=2), Move("U", 2, last=3)], 4)  # as 2R' D2
    3
    """
    turns = [move.slab(size).layers(size) for move in moves]
    return joined(((turn.axis, _amounts(turn)) for turn in turns), size).cost("slices")


def parts_of(cube: Cube, moves: Iterable[Move]) -> tuple[AnswerPart, ...]:
    """Return the parts of an answer: turns that solve the frame, turns that make wings even, and the other turns.

    The frame has the corners and, on odd sizes, the middle edges and the middles of the faces. An answer that turns
    inner layers before it is solved has no such parts. Parallel turns that are joined, the last of the frame and those
    that follow, belong to the second part.

    Args:
        cube: the cube, of 4 layers or more.
        moves: the turns that solve it.
    """
    size = cube.size
    turns = [move.slab(size).layers(size) for move in moves]
    frame = _FrameCube(cube)
    first = frame.solve(turns)
    if first is None:
        return ()
    second = first + _parity(turns[first:], frame)
    lengths = first, second - first, len(turns) - second
    return _parts((_FRAME(middle=bool(size % 2)), _PARITY(), _CYCLES()), lengths)


def phase_parts(cube: Cube, moves: Iterable[Move]) -> tuple[AnswerPart, ...]:
    """Return the parts of an answer by phases: turns that solve centres and pair edges, and the turns of a 3×3×3.

    The turns of faces at the end solve the cube, so centres and edges are complete before them.
    """
    layers = [move.slab(cube.size).layers(cube.size) for move in moves]
    first = max((number for number, turn in enumerate(layers, 1) if not _turns_faces(turn)), default=0)
    return _parts((_REDUCTION(), _CUBE()), (first, len(layers) - first))


def _parts(names: Iterable[Sentence], lengths: Iterable[int]) -> tuple[AnswerPart, ...]:
    parts = tuple(AnswerPart(name, length) for name, length in zip(names, lengths, strict=True) if length)
    return parts if len(parts) > 1 else ()


def _turns_faces(turn: LayerTurn) -> bool:
    """Whether a turn is one of faces, and perhaps of the whole cube."""
    return len(set(turn.amounts[1:-1])) == 1


def _amounts(turn: LayerTurn) -> NDArray[np.int8]:
    return np.frombuffer(turn.amounts, dtype=np.int8)


class _FrameCube:
    """The frame of a cube, which turns as a cube of two or three layers."""

    def __init__(self, cube: Cube) -> None:
        self.layers = [0, cube.size // 2, cube.size - 1] if cube.size % 2 else [0, cube.size - 1]
        self.colours = cube.colours.reshape(6, cube.size, cube.size)[:, self.layers][
            :, :, self.layers
        ].ravel()

    def solve(self, turns: Sequence[LayerTurn]) -> int | None:
        """Make turns of faces until the frame is solved; return their number, or None if other layers turn before.

        Turns about one axis may be missing, if they are joined with other turns about this axis.
        """
        number = 0
        for axis, group in groupby(turns, key=lambda turn: turn.axis):
            run = tuple(group)
            faces_only = all(map(_turns_faces, run))
            if self._lacks_only(axis) and not (faces_only and self._is_solved_by(run)):
                return number
            if not faces_only:
                return None
            for turn in run:
                if self.is_solved:
                    return number
                self.turn(turn)
                number += 1
        return number

    @property
    def is_solved(self) -> bool:
        """Whether each face has one colour."""
        faces = self.colours.reshape(6, -1)
        return bool((faces == faces[:, :1]).all())

    def _lacks_only(self, axis: int) -> bool:
        """Whether turns of faces about an axis solve the frame, or no turn does."""
        middle = [0] * (len(self.layers) - 2)
        ways = product(range(4), repeat=2)
        return any(self._is_solved_by([LayerTurn(axis, bytes((one, *middle, two)))]) for one, two in ways)

    def _is_solved_by(self, turns: Sequence[LayerTurn]) -> bool:
        kept = self.colours.copy()
        for turn in turns:
            self.turn(turn)
        solved, self.colours = self.is_solved, kept
        return solved

    def turn(self, turn: LayerTurn) -> None:
        """Make a turn of the whole cube, or of the frame."""
        amounts = turn.amounts
        if len(amounts) > len(self.layers):
            amounts = bytes(amounts[layer] for layer in self.layers)
        places, sources = geometry(len(self.layers)).moved(LayerTurn(turn.axis, amounts))
        self.colours[places] = self.colours[sources]


def _parity(turns: Sequence[LayerTurn], frame: _FrameCube) -> int:
    """Return the number of parallel turns at the start that make the wings of all orbits even; 0 if there are none.

    A quarter turn of one layer i or N−1−i changes the parity of the wings of orbit i. At the end all are even.
    """
    if not turns:
        return 0
    amounts = np.array([_amounts(turn) for turn in turns])
    changes = (amounts + amounts[:, ::-1])[:, 1 : amounts.shape[1] // 2] % 2
    odd = changes.sum(axis=0) % 2
    if not odd.any():
        return 0
    for number, turn in enumerate(turns):
        # A block of inner layers is written as turns of outer blocks, between which the frame is disturbed.
        if not odd.any() and frame.is_solved:
            return number
        if turn.axis != turns[0].axis:
            return 0
        odd = (odd + changes[number]) % 2
        frame.turn(turn)
    return len(turns)
