"""A state of the 2×2×2 in the graph of all states: its distance from solved, and its neighbours'."""

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
    from cubeproof.engines.table import ConfigurationDistances

_NO_DEPTH = Template(
    "explore.no-depth", "In the metric {metric} every 2×2×2 is 0 to {most} turns from solved, none {depth}."
)
_ONLY_2 = Template("explore.only-2", "Distances are known for all states of the 2×2×2, not of {size} layers.")


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A state that is one turn away."""

    turn: Move
    """The turn that leads there."""
    cube: Cube
    """The state."""
    distance: int
    """How many turns it needs to be solved."""


def distance(cube: Cube, metric: Metric | str = Metric.HTM) -> int:
    """How many turns a 2×2×2 needs to be solved.

    Args:
        cube: the state, held in any way; all stickers are known.
        metric: how turns are counted.

    Raises:
        ImpossibleCubeError: no turning leads to this cube.
        UnsupportedError: it is not a 2×2×2, or stickers are unknown.

    >>> distance(Cube(2).apply("R U2")), distance(Cube(2).apply("R U2"), "qtm")
    (2, 3)
    """
    table, number, _, _ = _place(cube, metric)
    return int(table.of(number))


def neighbours(cube: Cube, metric: Metric | str = Metric.HTM) -> tuple[Neighbour, ...]:
    """The states that are one turn of R, U or F away from a 2×2×2, each with its distance from solved.

    Those of the other faces are the same states held otherwise. In the quarter-turn metric half turns are no
    neighbours. Arguments and errors are those of `distance`.

    >>> [(str(next.turn), next.distance) for next in neighbours(Cube(2).apply("R"), "qtm")]
    [('R', 2), ("R'", 0), ('U', 2), ("U'", 2), ('F', 2), ("F'", 2)]
    """
    from cubeproof.engines.table.graph import graph

    distances, number, turns, problem = _place(cube, metric)
    here = np.array([number])
    reached = distances.of(np.concatenate([graph().step(turn, here) for turn in turns]))
    return tuple(
        Neighbour(next(iter(Alg(generator.name))), cube.permuted(generator.permutation), int(away))
        for generator, away in zip(problem.generators, reached, strict=True)
    )


def random_cube_at(depth: int, metric: Metric | str = Metric.HTM, seed: int | Random | None = None) -> Cube:
    """A 2×2×2 drawn uniformly from those at a distance from solved.

    Args:
        depth: the distance, from 0 to 11 (htm, stm) or 14 (qtm).
        metric: how turns are counted.
        seed: a number for a cube that can be drawn again, or a generator to draw from.

    Raises:
        UsageError: an unknown metric, or a distance that no state has.

    >>> distance(random_cube_at(11, seed=1)), distance(random_cube_at(14, "qtm", seed=1), "qtm")
    (11, 14)
    """
    from cubeproof.engines.table.replay import cubes

    expect_whole("depth", depth)
    table, _, _, _ = _place(Cube(2), metric)
    layer = np.flatnonzero(table.unpacked == depth) if depth >= 0 else np.zeros(0)
    if not len(layer):
        raise UsageError(_NO_DEPTH(metric=metric, most=int(table.unpacked.max()), depth=depth))
    random = random_of(seed)
    return Cube.from_colours(cubes(int(layer[random.randrange(len(layer))])))


def _place(cube: Cube, metric: Metric | str) -> tuple[ConfigurationDistances, int, tuple[int, ...], Problem]:
    """The distances, the number of a cube among them, the turn of each of its generators, and its problem."""
    from cubeproof.engines.table import load
    from cubeproof.engines.table.graph import graph_problem

    expect("cube", cube, Cube, "a Cube")
    if cube.size != 2:
        raise UnsupportedError(_ONLY_2(size=cube.size))
    problem = cube_problem(cube, metric=metric)
    seen = graph_problem(problem)
    if isinstance(seen, str):
        raise UnsupportedError(seen)
    return load(seen.turns, Control()), seen.starts[0], seen.turns, problem
