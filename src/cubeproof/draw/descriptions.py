"""Descriptions of states and turns in sentences, for people who cannot see a picture."""

import numpy as np
from numpy.typing import NDArray

from cubeproof.draw.palette import STANDARD, Palette
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import FACES, geometry
from cubeproof.puzzle.move import Move
from cubeproof.sentences import Sentence, Template, say

_SOLVED = Template("description.solved", "Solved: {faces}.")
_ONE_COLOUR = Template("description.one-colour", "One colour on each face: {faces}.")
_ONE_FACE = Template("description.one-face", "{face?U:up|R:right|F:front|D:down|L:left|B:back} {colour}")
_FACES = Template("description.faces", "{faces:sentences}")
_ALL = Template("description.all", "{face?U:Up|R:Right|F:Front|D:Down|L:Left|B:Back}: all {colour}.")
_ROWS = Template("description.rows", "{face?U:Up|R:Right|F:Front|D:Down|L:Left|B:Back}: {rows:semicolons}.")
_ROW = Template("description.row", "{colours}")
_COUNTS = Template("description.counts", "{face?U:Up|R:Right|F:Front|D:Down|L:Left|B:Back}: {counts}.")
_COUNT = Template("description.count", "{count} {colour}")

_TURN = Template(
    "description.turn",
    "{what} a {turns?1:quarter turn clockwise|2:half turn|3:quarter turn anticlockwise}",
)
_FACE = Template("description.face", "{face?U:up|R:right|F:front|D:down|L:left|B:back} face")
_BLOCK = Template(
    "description.block", "{face?U:up|R:right|F:front|D:down|L:left|B:back} face with {layers} layers"
)
_LAYER = Template(
    "description.layer",
    "layer {layer} from {face?U:above|R:the right|F:the front|D:below|L:the left|B:the back}",
)
_LAYERS = Template(
    "description.layers",
    "layers {first} to {last} from {face?U:above|R:the right|F:the front|D:below|L:the left|B:the back}",
)

_MAX_ROWS = 7
"""The largest cube whose stickers are listed; for larger cubes the colours are counted."""


def describe_cube(cube: Cube, palette: Palette = STANDARD) -> Sentence:
    """Describe a state: each face row by row, or briefly if it is solved, unknown or large.

    Args:
        cube: the state; any size, stickers may be unknown.
        palette: the names of the colours.

    >>> describe_cube(Cube(3))
    'Solved: up white, right red, front green, down yellow, left orange, back blue.'
    >>> describe_cube(Cube(2).apply("R")).split(". ")[1]
    'Right: all red'
    """
    faces = {face: cube.colours[index * cube.size**2 :][: cube.size**2] for index, face in enumerate(FACES)}
    names = [palette.name(letter) for letter in FACES + "?"]
    if all((stickers == stickers[0]).all() for stickers in faces.values()) and cube.is_complete:
        parts = [_ONE_FACE(face=face, colour=names[stickers[0]]) for face, stickers in faces.items()]
        return (_SOLVED if cube.is_solved else _ONE_COLOUR)(faces=parts)
    sentences = [
        _describe_face(face, stickers.reshape(-1, cube.size), names) for face, stickers in faces.items()
    ]
    return _FACES(faces=sentences)


def describe_last_layer(cube: Cube, palette: Palette = STANDARD) -> Sentence:
    """Describe the layer of U: the face row by row as seen from above, then the row of each side, left to right.

    >>> describe_last_layer(Cube(3).apply("R")).split(". ")[2]
    'Front: green, green, yellow'
    """
    names = [palette.name(letter) for letter in FACES + "?"]
    layer = geometry(cube.size).layers("U") == 1
    faces = geometry(cube.size).faces
    rows = {face: cube.colours[layer & (faces == index)] for index, face in enumerate(FACES)}
    sentences = [
        _describe_face(face, row.reshape(-1, cube.size), names) for face, row in rows.items() if len(row)
    ]
    return _FACES(faces=sentences)


def _describe_face(face: str, stickers: NDArray[np.int8], names: list[str]) -> Sentence:
    """Describe a face or a part of it, given its stickers, shape (rows, N)."""
    if (stickers == stickers[0, 0]).all():
        return _ALL(face=face, colour=names[stickers[0, 0]])
    if stickers.shape[1] > _MAX_ROWS:
        codes = sorted(set(stickers.ravel().tolist()), key=lambda code: -int((stickers == code).sum()))
        counts = [_COUNT(count=int((stickers == code).sum()), colour=names[code]) for code in codes]
        return _COUNTS(face=face, counts=counts)
    return _ROWS(face=face, rows=[_ROW(colours=[names[code] for code in row]) for row in stickers.tolist()])


def describe_move(move: Move, size: int) -> Sentence:
    """Describe a turn.

    Args:
        move: the turn.
        size: the number of layers of the cube.

    Raises:
        UsageError: a cube of this size has no such layer.

    >>> describe_move(Move("R", -1), 3), describe_move(Move("M", 2), 3)
    ('right face a quarter turn anticlockwise', 'layer 2 from the left a half turn')
    >>> describe_move(Move("U", 1, 1, 2), 4)
    'up face with 2 layers a quarter turn clockwise'
    >>> describe_move(Move("x"), 3)
    'whole cube, as seen from the right, a quarter turn clockwise'
    """
    slab = move.slab(size)
    if slab.first == 1 and slab.last == size:
        what = say(
            "description.cube",
            "whole cube, as seen from {face?U:above|R:the right|F:the front|D:below|L:the left|B:the back},",
            face=slab.face,
        )
    elif slab.first == slab.last == 1:
        what = _FACE(face=slab.face)
    elif slab.first == 1:
        what = _BLOCK(face=slab.face, layers=slab.last)
    elif slab.first == slab.last:
        what = _LAYER(layer=slab.first, face=slab.face)
    else:
        what = _LAYERS(first=slab.first, last=slab.last, face=slab.face)
    return _TURN(what=what, turns=slab.turns)
