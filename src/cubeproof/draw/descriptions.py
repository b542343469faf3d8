"""States and turns in words, for those who listen to a picture."""

from __future__ import annotations

from cubeproof.draw.palette import STANDARD, Palette
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import FACES
from cubeproof.puzzle.move import Move

__all__ = ["FACE_NAMES", "describe_cube", "describe_move"]

FACE_NAMES = {"U": "up", "R": "right", "F": "front", "D": "down", "L": "left", "B": "back"}

_MAX_ROWS = 7
"""Cubes above this size are described by their counts: nobody listens to a thousand colours."""


def describe_cube(cube: Cube, palette: Palette = STANDARD) -> str:
    """A state in words: every face row by row, or in short where it is solved, unknown or large.

    >>> describe_cube(Cube(3))
    'Solved: up white, right red, front green, down yellow, left orange, back blue.'
    >>> describe_cube(Cube(2).apply("R")).split(". ")[1]
    'Right: all red'
    """
    faces = {face: cube.colours[index * cube.size**2 :][: cube.size**2] for index, face in enumerate(FACES)}
    letters = FACES + "?"
    if all((face == face[0]).all() for face in faces.values()) and cube.is_complete:
        shown = (f"{FACE_NAMES[name]} {palette.name(letters[face[0]])}" for name, face in faces.items())
        return f"{'Solved' if cube.is_solved else 'One colour on each face'}: {', '.join(shown)}."
    sentences = []
    for name, face in faces.items():
        if (face == face[0]).all():
            text = f"all {palette.name(letters[face[0]])}"
        elif cube.size > _MAX_ROWS:
            kinds = sorted(set(face.tolist()), key=lambda code: -int((face == code).sum()))
            text = ", ".join(f"{(face == code).sum()} {palette.name(letters[code])}" for code in kinds)
        else:
            rows = face.reshape(cube.size, cube.size).tolist()
            text = "; ".join(", ".join(palette.name(letters[code]) for code in row) for row in rows)
        sentences.append(f"{FACE_NAMES[name].capitalize()}: {text}.")
    return " ".join(sentences)


def describe_move(move: Move, size: int) -> str:
    """A turn in words.

    Raises:
        UsageError: a cube of this size has no such layer.

    >>> describe_move(Move("R", -1), 3), describe_move(Move("M", 2), 3)
    ('right face a quarter turn anticlockwise', 'layer 2 from the left a half turn')
    >>> describe_move(Move("U", 1, 1, 2), 4), describe_move(Move("x"), 3)
    ('up face with 2 layers a quarter turn clockwise', 'whole cube, as seen from the right, a quarter turn clockwise')
    """
    slab = move.slab(size)
    place = {"U": "above", "D": "below", "F": "the front", "B": "the back"}.get(
        slab.face, f"the {FACE_NAMES[slab.face]}"
    )
    if slab.first == 1 and slab.last == size:
        what = f"whole cube, as seen from {place},"
    elif slab.first == 1:
        what = f"{FACE_NAMES[slab.face]} face" + (f" with {slab.last} layers" if slab.last > 1 else "")
    elif slab.first == slab.last:
        what = f"layer {slab.first} from {place}"
    else:
        what = f"layers {slab.first} to {slab.last} from {place}"
    turn = {1: "quarter turn clockwise", 2: "half turn", 3: "quarter turn anticlockwise"}[slab.turns]
    return f"{what} a {turn}"
