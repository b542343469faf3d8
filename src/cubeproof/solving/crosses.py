"""`crosses`: the shortest cross of each of the six colours of a 3×3×3.

The cube is rotated so that the colour is below, and its colours are renamed by the faces of their centres. A cross has
190,080 states, so words from both ends are few.
"""

from dataclasses import dataclass

from cubeproof.base.argument_checks import expect
from cubeproof.contract.control import Control
from cubeproof.contract.workshop import Workshop
from cubeproof.errors import InternalError, UnsupportedError
from cubeproof.methods.words.bidirectional import WordSearch
from cubeproof.problem import cube_problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import FACES, geometry
from cubeproof.puzzle.move import Metric
from cubeproof.puzzle.pieces import PieceKind, orbits
from cubeproof.sentences import say

# The rotation that brings each face down.
_DOWN = {"U": "z2", "R": "z", "F": "x'", "D": "", "L": "z'", "B": "x"}
_CENTRES = slice(4, 54, 9)


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
        workshop: the search ends when it is closed; `Workshop.default()` by default.

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
    # The whole cube must be possible, and not only its edges.
    cube_problem(cube, metric=metric)
    control = Control(workshop=workshop)
    shortest = {}
    for face, colour in zip(FACES, cube.facelets[_CENTRES], strict=True):
        turned = cube.apply(_DOWN[face])
        names = str.maketrans(turned.facelets[_CENTRES], FACES)
        problem = cube_problem(Cube.from_facelets(turned.facelets.translate(names)), "cross", metric=metric)
        alg = Alg.of_turns(problem.write(next(WordSearch(problem, control).answers())))
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
