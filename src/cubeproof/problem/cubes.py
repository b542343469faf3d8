"""From cubes to problems: allowed turns, goals, and how the cube is held.

How a solved cube is held does not matter. There are 24 ways, and most of them can be settled beforehand.
Where no allowed turn moves the middle centres (or, on even sizes, some corner), the goal is held as the start
is. Where turns do move them, but the allowed turns look the same from every side that they can bring to the
front, each turn is followed by the rotation that brings the centres (or the corner ULF) back: the generators
become turns about a core that stays, and the answer is written as the person who holds the cube sees it
(`Generator.frames`). In every other case all ways of holding the goal become goals of the problem.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.argument_checks import expect
from cubeproof.base.polling import pulse
from cubeproof.errors import UsageError
from cubeproof.problem.problem import Generator, Problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube, fixed_stickers
from cubeproof.puzzle.geometry import FACES, geometry
from cubeproof.puzzle.move import Metric, Move
from cubeproof.sentences import Template

if TYPE_CHECKING:
    from cubeproof.problem.problem import Pattern

_NO_TURNS = Template("problem.no-turns", "The set of allowed turns is empty.")
_ROTATION = Template(
    "problem.rotation",
    "{move} turns the whole cube; it counts for nothing and cannot be an allowed turn.",
)
_WHOLE_CUBE = Template(
    "problem.whole-cube", "{move} turns the whole cube of {size} layers; it cannot be an allowed turn."
)
_SIZES = Template("problem.sizes", "The start has {start} layers and the goal {goal}.")

# So many sets of generators are kept, of cubes up to this size.
_KEPT, _SMALL = 32, 7


def default_moves(size: int, metric: Metric | str = Metric.HTM) -> tuple[Move, ...]:
    """The turns that a cube of this size is solved with by default, each clockwise.

    On odd sizes these are the blocks on either side of the middle layer, and the slices too where the metric
    counts them once; on even sizes the blocks that leave the corner of U, L and F alone.

    >>> " ".join(map(str, default_moves(2))), " ".join(map(str, default_moves(3, "stm")))
    ('R D B', 'U R F D L B M E S')
    """
    slices = Metric(metric) is Metric.STM
    if size % 2 == 0:
        blocks = [
            Move(face, 1, first, last)
            for face in "RDB"
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
    """Every turn that the metric counts once, each clockwise, without those of the whole cube.

    To `default_moves` these add nothing where it does not matter how the cube is held.

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

    A quarter turn allows every turn of its layers, a half turn only itself.

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
        found = tuple(Alg(moves.replace(",", " ")))
    else:
        found = tuple(turn for move in moves for turn in Alg(move))
    if not found:
        raise UsageError(_NO_TURNS())
    for move in found:
        if move.family in "xyz":
            raise UsageError(_ROTATION(move=str(move)))
    return tuple(dict.fromkeys(move if move.amount == 2 else replace(move, amount=1) for move in found))


def cube_problem(
    start: Cube,
    goal: Cube | None = None,
    *,
    moves: str | Iterable[Move | str] | None = None,
    metric: Metric | str = Metric.HTM,
    up_to_rotation: bool | None = None,
) -> Problem:
    """The problem of carrying one cube into another.

    Args:
        start: the cube to be solved; stickers may be unknown.
        goal: the cube or pattern to be reached; the solved cube by default.
        moves: the allowed turns, see `allowed_moves`; by default those of `all_moves` that are of any use.
        metric: how turns are counted.
        up_to_rotation: whether the goal may be held in any way; by default if no goal is given.

    Raises:
        UsageError: the sizes differ, or a turn does not exist on this size.

    >>> problem = cube_problem(Cube(2).apply("R U"))
    >>> len(problem.generators), len(problem.goals)
    (9, 1)
    """
    expect("start", start, Cube, "a Cube")
    expect("goal", goal, (Cube, type(None)), "a Cube")
    size, metric = start.size, Metric(metric)
    if up_to_rotation is None:
        up_to_rotation = goal is None
    target = Cube(size) if goal is None else goal
    if target.size != size:
        raise UsageError(_SIZES(start=size, goal=target.size))
    if moves is not None:
        chosen = allowed_moves(moves)
    elif up_to_rotation or _cannot_turn_as_a_whole(start, target, metric):
        chosen = default_moves(size, metric)
    else:
        chosen = all_moves(size, metric)
    generators = _generators(chosen, size, metric)
    places = tuple(f"{face}{number + 1}" for face in FACES for number in range(size * size))
    if not up_to_rotation:
        return Problem(start.colours, (target.colours,), generators, metric.value, places)
    permutations = np.stack([generator.permutation for generator in generators])
    fixed = (permutations == np.arange(permutations.shape[1])).all(axis=0)
    goals = _goals(start, target, fixed)
    if len(goals) > 1 and (framed := _framed(generators, size)):
        generators = framed
        home = np.zeros(len(start.colours), dtype=bool)
        home[fixed_stickers(size)] = True
        goals = _goals(start, target, home)
    return Problem(start.colours, goals, generators, metric.value, places)


def _cannot_turn_as_a_whole(start: Cube, goal: Cube, metric: Metric) -> bool:
    """Whether answers of `default_moves` are as short as those of all turns, where the goal is held just so.

    Every turn is one of those or two, followed by a rotation of the whole cube. So all turns together lead
    where those lead, except that at the end the cube may be held otherwise. It is not, if the stickers that
    none of those moves say so: there the start agrees with the goal, and with the goal held in any other way
    it does not. Slices move all such stickers of odd sizes.
    """
    home = fixed_stickers(start.size)
    still = np.stack(
        [g.permutation[home] for g in _generators(default_moves(start.size, metric), start.size, metric)]
    )
    held = goal.colours[geometry(start.size).rotations][:, home]
    shown = start.colours[home]
    contrary = ((held != shown) & (held >= 0) & (shown >= 0)).any(axis=1)
    return bool((still == home).all() and not contrary[0] and contrary[1:].all())


def _generators(moves: Iterable[Move], size: int, metric: Metric) -> tuple[Generator, ...]:
    """The turns by all allowed amounts; for small cubes the same objects every time."""
    made = _made if size <= _SMALL else _made.__wrapped__
    return made(tuple(moves), size, metric)


@lru_cache(maxsize=_KEPT)
def _made(moves: tuple[Move, ...], size: int, metric: Metric) -> tuple[Generator, ...]:
    cube = geometry(size)
    found: dict[bytes, Generator] = {}
    for move in moves:
        pulse()
        amounts = (2,) if move.amount == 2 else (1, -1) if metric is Metric.QTM else (1, 2, -1)
        for amount in amounts:
            turn = replace(move, amount=amount)
            permutation = cube.turn(turn.slab(size))
            cost = turn.cost(metric, size)
            if cost == 0:
                raise UsageError(_WHOLE_CUBE(move=str(turn), size=size))
            generator = Generator(str(turn), permutation, cost)
            earlier = found.setdefault(permutation.tobytes(), generator)
            if cost < earlier.cost:
                found[permutation.tobytes()] = generator
    return tuple(found.values())


def _goals(start: Cube, goal: Cube, fixed: NDArray[np.bool_]) -> tuple[Pattern, ...]:
    """The ways of holding the goal that agree with the start on the stickers that stay, each once."""
    held = goal.colours[geometry(start.size).rotations]
    shown = start.colours
    agree = ((held == shown) | (held < 0) | (shown < 0) | ~fixed).all(axis=1)
    if not agree.any():
        # No way of holding the goal fits: the engines find the contradiction on the goal as it was given.
        return (goal.colours,)
    distinct = {pattern.tobytes(): pattern for pattern in held[agree]}
    return tuple(distinct.values())


def _framed(generators: tuple[Generator, ...], size: int) -> tuple[Generator, ...] | None:
    """The generators followed by rotations that keep the core in place.

    None if the turns do not look the same from every frame that they lead to.
    """
    rotations = geometry(size).rotations
    home = fixed_stickers(size)
    names = {generator.permutation.tobytes(): generator.name for generator in generators}
    # A turn P after which rotation r brings the core home counts as P · r; each such turn is kept once.
    carried: list[tuple[Generator, bytes, NDArray[np.int16]]] = []
    kept: dict[bytes, tuple[Generator, NDArray[np.int16]]] = {}
    for generator in sorted(generators, key=lambda generator: generator.cost):
        pulse()
        back = rotations[(generator.permutation[rotations[:, home]] == home).all(axis=1)]
        if len(back) == 0:
            return None
        permutation = generator.permutation[back[0]]
        carried.append((generator, permutation.tobytes(), back[0]))
        kept.setdefault(permutation.tobytes(), (generator, permutation))
    # Seen from a frame, the rotations F made so far, the turn P is written as the turn F · P · F⁻¹. Turns
    # that are not kept lead to frames too, and from there the turns must look the same as well.
    frames = [rotations[0]]
    numbers = {frames[0].tobytes(): 0}
    seen: dict[bytes, list[tuple[str, int]]] = {key: [] for key in kept}
    for frame in frames:
        undo = np.argsort(frame)
        for generator, key, back_ in carried:
            pulse()
            name = names.get(frame[generator.permutation[undo]].tobytes())
            if name is None:
                return None
            after = frame[back_]
            if after.tobytes() not in numbers:
                numbers[after.tobytes()] = len(frames)
                frames.append(after)
            if kept[key][0] is generator:
                seen[key].append((name, numbers[after.tobytes()]))
    return tuple(
        replace(generator, permutation=permutation, frames=tuple(seen[key]))
        for key, (generator, permutation) in kept.items()
    )
