"""Repairs of whole faces and colours: faces that were copied turned, exchanged colours, faces in another order.

Someone who paints or types a cube face by face holds a face turned now and then. Only the stickers of that face are
then turned, not the layer, so that pieces at its border are impossible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from cubeproof.puzzle.assignment import contradictions
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.face_orders import order_hint, sorted_blocks
from cubeproof.puzzle.geometry import FACES, geometry
from cubeproof.puzzle.other_orders import other_order
from cubeproof.puzzle.pieces import PieceKind, orbits
from cubeproof.puzzle.repair import Repair, TurnedFace
from cubeproof.sentences import Sentence, Template

_MOST_LAYERS = 7
_MOST_TURNED = 2  # the maximum number of turned faces
_MOST_CHOICES = 2  # of more ways to turn faces, none is likely enough to be named

_TURNED = Template(
    "repair.turned-face",
    "The {face?U:up|R:right|F:front|D:down|L:left|B:back} face ({face}) is turned by "
    "{turns?1:a quarter: turn its stickers clockwise|2:half: turn its stickers|"
    "3:a quarter: turn its stickers anticlockwise}.",
)
_ALL_TURNED = Template("repair.turned-faces", "{faces:sentences}")
_EXCHANGED = Template(
    "repair.exchanged",
    "{one?U:White|R:Red|F:Green|D:Yellow|L:Orange|B:Blue} and "
    "{other?U:white|R:red|F:green|D:yellow|L:orange|B:blue} ({one} and {other}) are exchanged; "
    "does your cube use another colour scheme?",
)
# Opposite colours first: exchanging them gives the mirror image of a scheme. Red and orange are confused most.
_PAIRS = sorted(combinations(range(6), 2), key=lambda pair: (pair[1] - pair[0] != 3, pair != (1, 4), pair))

_Colourings = NDArray[np.int8]
"""Colours of several cubes of one size, shape (cubes, 6·N²); −1 for unknown."""


def turned(cube: Cube) -> list[Repair]:
    """Return the possible cubes after turning the stickers of one face of an impossible cube, or of two faces.

    Two faces are tried only if turning one is not enough. Nothing is tried on more than 7 layers, and while a face is
    known in part, so that a painting in progress is not searched at each sticker. At most two cubes are returned; more
    would mean that the stickers do not show which face is turned.

    >>> facelets = Cube(3).apply("R U F' L2").facelets
    >>> repairs = turned(Cube.from_facelets(facelets[:45] + facelets[:44:-1]))
    >>> [repair.sentence for repair in repairs], repairs[0].cube.facelets == facelets
    (['The back face (B) is turned by half: turn its stickers.'], True)
    """
    faces = _known_faces(cube)
    if cube.size > _MOST_LAYERS or not faces:
        return []
    for count in range(1, _MOST_TURNED + 1):
        ways = [
            tuple(TurnedFace(FACES[face], turns) for face, turns in zip(chosen, amounts, strict=True))
            for chosen in combinations(faces, count)
            for amounts in product((2, 1, 3), repeat=count)
        ]
        colourings = np.stack([_turn(cube, way) for way in ways]) if ways else cube.colours[None]
        # Turning a face with symmetries changes nothing, or does the same as another turn.
        _, distinct = np.unique(colourings, axis=0, return_index=True)
        distinct.sort()
        repairs = [
            Repair(right, _turned_sentence(ways[distinct[index]]), ways[distinct[index]])
            for index, right in _possible(colourings[distinct], cube.size)
        ]
        if repairs:
            return repairs if len(repairs) <= _MOST_CHOICES else []
    return []


def exchanged(cube: Cube) -> Repair | None:
    """Return the possible cube with two colours exchanged, or None."""
    centres = [
        int(sticker) for orbit in orbits(cube.size) if orbit.fixed for sticker in orbit.stickers.ravel()
    ]
    # All stickers but the middle centres: the cube is painted with two centres exchanged, or its colour scheme differs
    # from the scheme of the centres. All stickers: it is painted with its centres in another scheme. The first pair
    # that gives a possible cube is taken; red and orange come first.
    ways = list(product([centres, []] if centres else [centres], _PAIRS))
    colourings = []
    for kept, (first, second) in ways:
        roles = np.arange(-1, 6, dtype=np.int8)
        roles[[first + 1, second + 1]] = second, first
        colours = roles[cube.colours + 1]
        colours[kept] = cube.colours[kept]
        colourings.append(colours)
    for index, right in _possible(np.stack(colourings), cube.size):
        _, (first, second) = ways[index]
        return Repair(right, _EXCHANGED(one=FACES[first], other=FACES[second]))
    return None


def reordered(cube: Cube) -> Repair | None:
    """Return the cube with its faces in the only other order in which it is possible, or None."""
    if (order := other_order(cube.colours)) is None:
        return None
    return Repair(Cube.from_colours(sorted_blocks(cube.colours, order)), order_hint(order))


def _known_faces(cube: Cube) -> list[int]:
    """Return the faces whose stickers are all known, or no face if one is known in part.

    The middle centre does not count, since a painter of an odd size gets it before the other stickers.
    """
    area = cube.size**2
    known = cube.colours.reshape(6, area) >= 0
    around = np.delete(known, area // 2, axis=1) if cube.size % 2 else known
    whole = around.all(axis=1)
    return np.flatnonzero(known.all(axis=1)).tolist() if (whole | ~around.any(axis=1)).all() else []


def _turn(cube: Cube, way: Iterable[TurnedFace]) -> NDArray[np.int8]:
    """Return the colours after the stickers of these faces are turned."""
    colours = cube.colours.reshape(6, cube.size, cube.size).copy()
    for face, turns in way:
        colours[FACES.index(face)] = np.rot90(colours[FACES.index(face)], -turns)
    return colours.ravel()


def _turned_sentence(way: Iterable[TurnedFace]) -> Sentence:
    sentences = [_TURNED(face=face, turns=turns) for face, turns in way]
    return sentences[0] if len(sentences) == 1 else _ALL_TURNED(faces=sentences)


def _possible(colourings: _Colourings, size: int) -> Iterator[tuple[int, Cube]]:
    """Yield the possible cubes with their indices."""
    shows_pieces = np.ones(len(colourings), dtype=np.bool_)
    for orbit in orbits(size):
        # The pieces decide almost always, and all cubes are compared at once.
        if orbit.kind is not PieceKind.CENTRE:
            misfits = contradictions(colourings, geometry(size).faces, orbit)
            shows_pieces &= (misfits == 0).any(axis=(-2, -1)).all(axis=-1)
    for index in np.flatnonzero(shows_pieces).tolist():
        cube = Cube.from_colours(colourings[index])
        if not cube.status():
            yield index, cube
