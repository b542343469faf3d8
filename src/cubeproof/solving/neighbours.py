"""States of the 2×2×2 in the graph of all states: their numbers, distances from solved, and neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from cubeproof.base.argument_checks import expect, expect_whole
from cubeproof.contract.control import Control
from cubeproof.errors import UnsupportedError, UsageError
from cubeproof.problem import Problem, cube_problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric, Move
from cubeproof.puzzle.scramble import random_of
from cubeproof.sentences import Template

if TYPE_CHECKING:
    from cubeproof.methods.configurations import ConfigurationDistances

_NO_DEPTH = Template(
    "explore.no-depth", "In the metric {metric} every 2×2×2 is 0 to {most} turns from solved, not {depth}."
)
_ONLY_2 = Template("explore.only-2", "Distances are known for all states of the 2×2×2, not of {size} layers.")


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A state that is one turn away."""

    turn: Move
    """The turn that leads to it."""
    cube: Cube
    """The state."""
    distance: int
    """Its distance from solved."""


def distance(cube: Cube, metric: Metric | str = Metric.HTM) -> int:
    """Return the distance of a 2×2×2 from solved.

    Args:
        cube: the state, in any rotation, with all stickers known.
        metric: a `Metric` or its name, `htm`, `qtm` or `stm`.

    Raises:
        ImpossibleCubeError: no turns lead to this cube.
        UnsupportedError: another size, or unknown stickers.

    >>> distance(Cube(2).apply("R U2")), distance(Cube(2).apply("R U2"), "qtm")
    (2, 3)
    """
    table, number, _, _ = _place(cube, metric)
    return int(table.of(number))


def neighbours(cube: Cube, metric: Metric | str = Metric.HTM) -> tuple[Neighbour, ...]:
    """Return the states one turn of R, U or F away from a 2×2×2, each with its distance from solved.

    Turns of the other faces lead to rotations of these states. In the quarter-turn metric half turns are excluded. For
    arguments and errors see `distance`.

    >>> [(str(next.turn), next.distance) for next in neighbours(Cube(2).apply("R"), "qtm")]
    [('R', 2), ("R'", 0), ('U', 2), ("U'", 2), ('F', 2), ("F'", 2)]
    """
    from cubeproof.methods.configurations.graph import graph

    distances, number, turns, problem = _place(cube, metric)
    here = np.array([number])
    reached = distances.of(np.concatenate([graph().step(turn, here) for turn in turns]))
    return tuple(
        Neighbour(next(iter(Alg(generator.name))), cube.permuted(generator.permutation), int(away))
        for generator, away in zip(problem.generators, reached, strict=True)
    )


def state_number(cube: Cube) -> int:
    """Return the number of a state of the 2×2×2, from 0 (solved) to 3,674,159. All rotations of a cube have one number.

    The number is n = 3⁶·n1 + n2, n1 for the places of the pieces and n2 for their orientations, with the corner DBL in
    its place (`methods/configurations/indexing.py`). For arguments and errors see `distance`.

    >>> [state_number(Cube(2).apply(turns)) for turns in ("R", "R x y", "L")]
    [1754116, 1754116, 1754116]
    """
    from cubeproof.methods.configurations.graph import number_of

    _read(cube, Metric.HTM)
    return number_of(cube.colours)


def numbered_state(number: int) -> Cube:
    """Return the state of the 2×2×2 with this number, with the corner DBL in its place.

    Raises:
        UsageError: a number outside 0 to 3,674,159.

    >>> numbered_state(0).is_solved, state_number(numbered_state(1058 * 3**6))
    (True, 771282)
    """
    from cubeproof.methods.configurations.graph import cubes
    from cubeproof.methods.configurations.indexing import CONFIGURATIONS, NUMBERED

    expect_whole("number", number)
    if not 0 <= number < CONFIGURATIONS:
        raise UsageError(NUMBERED(last=CONFIGURATIONS - 1))
    return Cube.from_colours(cubes(number))


def random_cube_at(depth: int, metric: Metric | str = Metric.HTM, seed: int | Random | None = None) -> Cube:
    """Return a 2×2×2 drawn uniformly from the states at a distance from solved.

    Args:
        depth: the distance, from 0 to 11 (htm, stm) or 14 (qtm).
        metric: a `Metric` or its name, `htm`, `qtm` or `stm`.
        seed: a number, which always gives the same cube, or a random generator.

    Raises:
        UsageError: an unknown metric, or a distance out of range.

    >>> distance(random_cube_at(11, seed=1)), distance(random_cube_at(14, "qtm", seed=1), "qtm")
    (11, 14)
    """
    from cubeproof.methods.configurations.graph import cubes

    expect_whole("depth", depth)
    table, _, _, _ = _place(Cube(2), metric)
    layer = np.flatnonzero(table.unpacked == depth) if depth >= 0 else np.zeros(0)
    if not len(layer):
        raise UsageError(_NO_DEPTH(metric=metric, most=int(table.unpacked.max()), depth=depth))
    random = random_of(seed)
    return Cube.from_colours(cubes(int(layer[random.randrange(len(layer))])))


def _place(cube: Cube, metric: Metric | str) -> tuple[ConfigurationDistances, int, tuple[int, ...], Problem]:
    """Return the distances, the number of a cube, the turn of each generator of its problem, and the problem."""
    from cubeproof.methods.configurations import load

    number, turns, problem = _read(cube, metric)
    return load(turns, Control()), number, turns, problem


def _read(cube: Cube, metric: Metric | str) -> tuple[int, tuple[int, ...], Problem]:
    """Return the number of a cube, the turn of each generator of its problem, and the problem."""
    from cubeproof.methods.configurations.graph import graph_problem

    expect("cube", cube, Cube, "a Cube")
    if cube.size != 2:
        raise UnsupportedError(_ONLY_2(size=cube.size))
    problem = cube_problem(cube, metric=metric)
    seen = graph_problem(problem)
    if isinstance(seen, str):
        raise UnsupportedError(seen)
    return seen.starts[0], seen.turns, problem
