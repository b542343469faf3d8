"""Sets of allowed turns: the default set, all turns of a metric, and sets that users write."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cubeproof.base.argument_checks import expect
from cubeproof.errors import UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.geometry import FACES
from cubeproof.puzzle.move import Metric, Move
from cubeproof.sentences import Template, say

_ROTATION = Template(
    "problem.rotation",
    "{move} turns the whole cube; it costs 0 and cannot be an allowed turn.",
)


def default_moves(size: int, metric: Metric | str = Metric.HTM) -> tuple[Move, ...]:
    """Return the default turns for a cube of this size, each clockwise.

    On odd sizes these are the blocks on either side of the middle layer, and also the slices if the metric counts a
    slice as one turn; on even sizes the blocks that do not move the corner DBL.

    >>> " ".join(map(str, default_moves(2))), " ".join(map(str, default_moves(3, "stm")))
    ('R U F', 'U R F D L B M E S')
    """
    slices = Metric(metric) is Metric.STM
    if size % 2 == 0:
        blocks = [
            Move(face, 1, first, last)
            for face in "RUF"
            for last in range(1, size)
            for first in range(1, last + 1)
            if slices or first == 1
        ]
        return tuple(blocks)
    middle = (size + 1) // 2
    outer = [Move(face, 1, 1, last) for face in "URFDLB" for last in range(1, middle)]
    if slices:
        outer += [
            Move(face, 1, first, last)
            for face in "URFDLB"
            for first in range(2, middle)
            for last in range(first, middle)
        ]
        outer += [Move(slice_) for slice_ in "MES"]
        outer += [
            Move(face, 1, first, last)
            for face in "URF"
            for first in range(2, middle + 1)
            for last in range(middle, size)
            if (first, last) != (middle, middle)
        ]
    return tuple(outer)


def all_moves(size: int, metric: Metric | str = Metric.HTM) -> tuple[Move, ...]:
    """Return all turns that the metric counts as one turn, each clockwise, without whole-cube rotations.

    If the rotation of the goal does not matter, `default_moves` give equally short answers.

    >>> " ".join(map(str, all_moves(3)))
    'U Uw R Rw F Fw D Dw L Lw B Bw'
    """
    blocks = [Move(face, 1, 1, last) for face in FACES for last in range(1, size)]
    if Metric(metric) is Metric.STM:
        inner = [(first, last) for first in range(2, size) for last in range(first, size)]
        centre = ((size + 1) // 2,) * 2 if size % 2 else None
        blocks += [
            Move(middle) if (first, last) == centre else Move(face, 1, first, last)
            for face, middle in zip("URF", "EMS", strict=True)
            for first, last in inner
        ]
    return tuple(blocks)


def allowed_moves(moves: str | Iterable[Move | str]) -> tuple[Move, ...]:
    """Read a set of allowed turns: `R,U,F2` or `R U F2`, or an iterable of moves.

    A quarter turn allows all turns of its layers, a half turn only itself.

    Args:
        moves: turns as texts or moves, or one text with blanks or commas between them.

    Raises:
        NotationError: an unknown turn, with the column.
        UsageError: no turn at all, or a rotation of the whole cube.

    >>> " ".join(map(str, allowed_moves("R, F2")))
    'R F2'
    """
    expect("moves", moves, Iterable, "a text, or a sequence of turns")
    if isinstance(moves, str):
        turns = tuple(Alg(moves.replace(",", " ")))
    else:
        turns = tuple(turn for move in moves for turn in Alg(move))
    if not turns:
        raise UsageError(say("problem.no-turns", "The set of allowed turns is empty."))
    for move in turns:
        if move.family in "xyz":
            raise UsageError(_ROTATION(move=str(move)))
    return tuple(dict.fromkeys(move if move.amount == 2 else replace(move, amount=1) for move in turns))
