"""`crosses`: the shortest cross of each of the six colours of a 3×3×3.

A cross is four edges with 24 locations each, so a state of a cross is an index below 24⁴; 190,080 of them can occur.
One breadth-first search from the solved cross gives the distance of each state in a fraction of a second, and the
workshop keeps the distances. The same table serves all colours: the cube is rotated so that the colour is below, and
its colours are renamed by the new faces of their centres.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.argument_checks import expect
from cubeproof.contract.workshop import Workshop
from cubeproof.errors import InternalError, UnsupportedError
from cubeproof.problem import Problem, cube_problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import FACES, geometry
from cubeproof.puzzle.move import Metric
from cubeproof.puzzle.pieces import PieceKind, orbits
from cubeproof.sentences import say

# The rotation that brings each face down.
_DOWN = {"U": "z2", "R": "z", "F": "x'", "D": "", "L": "z'", "B": "x"}
_CENTRES = slice(4, 54, 9)
_PLACES = 24


@dataclass(frozen=True, slots=True)
class Cross:
    """A shortest cross of one colour."""

    colour: str
    """The letter of the colour: the face that has it on the solved cube."""
    alg: Alg
    """The turns. If the colour is not below, they start with a rotation of the whole cube, which costs 0."""
    length: int
    """The length of the turns; no shorter answer exists."""


def crosses(
    cube: Cube, metric: Metric | str = Metric.HTM, workshop: Workshop | None = None
) -> tuple[Cross, ...]:
    """Find the shortest cross of each colour of a 3×3×3, in the order URFDLB of the colours.

    Args:
        cube: the cube, in any rotation, with all stickers known.
        metric: a `Metric` or its name, `htm`, `qtm` or `stm`.
        workshop: owns the distances in memory; `Workshop.default()` by default.

    Raises:
        ImpossibleCubeError: no turns lead to this cube.
        UnsupportedError: another size, or unknown stickers.
        UsageError: an unknown metric.

    >>> [(cross.colour, cross.length) for cross in crosses(Cube(3).apply("R"))]
    [('U', 1), ('R', 1), ('F', 1), ('D', 1), ('L', 0), ('B', 1)]
    """
    expect("cube", cube, Cube, "a Cube")
    if cube.size != 3 or not cube.is_complete:
        raise UnsupportedError(
            say("crosses.only-3", "The six crosses require a 3×3×3 with all stickers known.")
        )
    problem = cube_problem(cube, metric=metric)
    tables = (workshop or Workshop.default()).kept(_CrossTables)
    table = tables.get(problem.metric)
    if table is None:
        table = tables[problem.metric] = _CrossDistances(problem)
    shortest = {}
    for face, colour in zip(FACES, cube.facelets[_CENTRES], strict=True):
        turned = cube.apply(_DOWN[face])
        alg = Alg(" ".join(problem.write(table.way(turned))))
        shortest[colour] = Cross(colour, Alg(f"{_DOWN[face]} {alg}"), alg.count(metric, 3))
        if not _has_cross(turned.apply(alg), colour):
            raise InternalError(
                say(
                    "crosses.not-solved",
                    "The cross {alg} does not reach the goal when replayed.",
                    alg=str(alg),
                )
            )
    return tuple(shortest[colour] for colour in FACES)


class _CrossDistances:
    """The distances of all states of the cross below."""

    def __init__(self, problem: Problem) -> None:
        edges = next(orbit for orbit in orbits(3) if orbit.kind is PieceKind.EDGE).stickers
        self._slots = edges
        self._number = np.full(54, -1)
        self._number[np.sort(edges.ravel())] = np.arange(_PLACES)
        places = np.sort(edges.ravel())
        # A sticker at place p[i] moves to place i.
        self._turns = [self._number[np.argsort(gather)[places]] for gather in problem.permutations]
        self._unit_turns = [index for index, cost in enumerate(problem.costs) if cost == 1]
        self.distances = np.full(_PLACES**4, -1, dtype=np.int8)
        layer = np.array([self._state(Cube(3))])
        distance = 0
        while len(layer):
            self.distances[layer] = distance
            distance += 1
            reached = np.unique(np.concatenate([self._after(layer, turn) for turn in self._unit_turns]))
            layer = reached[self.distances[reached] < 0]

    def way(self, cube: Cube) -> list[int]:
        """Return the generators of a shortest way to the cross below."""
        state = np.array([self._state(cube)])
        word = []
        while self.distances[state[0]]:
            for turn in self._unit_turns:
                after = self._after(state, turn)
                if self.distances[after[0]] < self.distances[state[0]]:
                    word.append(turn)
                    state = after
                    break
        return word

    def _after(self, states: NDArray[np.integer], turn: int) -> NDArray[np.integer]:
        places = np.stack(np.unravel_index(states, (_PLACES,) * 4))
        reached: NDArray[np.intp] = np.ravel_multi_index(tuple(self._turns[turn][places]), (_PLACES,) * 4)
        return reached

    def _state(self, cube: Cube) -> int:
        """Return the state: the places of the lower colour's stickers on its edges with the colours of R, F, L, B."""
        centres = cube.colours[_CENTRES]
        colours = cube.colours[self._slots]
        places = []
        for beside in "RFLB":
            below, side = centres[FACES.index("D")], centres[FACES.index(beside)]
            first = (colours == (below, side)).all(axis=1)
            second = (colours == (side, below)).all(axis=1)
            slot = int((first | second).argmax())
            places.append(int(self._number[self._slots[slot, 0 if first[slot] else 1]]))
        return int(np.ravel_multi_index(tuple(places), (_PLACES,) * 4))


class _CrossTables(dict[str, _CrossDistances]):
    """The distances that a workshop keeps, by metric."""


def _has_cross(cube: Cube, colour: str) -> bool:
    """Return whether the cube has the cross of a colour, on any face: each edge agrees with both centres."""
    letters = cube.facelets
    edges = next(orbit for orbit in orbits(3) if orbit.kind is PieceKind.EDGE).stickers
    face = geometry(3).faces
    return all(
        letters[place] == letters[9 * face[place] + 4]
        for edge in edges
        if colour in (letters[edge[0]], letters[edge[1]])
        for place in edge
    )
