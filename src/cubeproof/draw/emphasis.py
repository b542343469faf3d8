"""Emphasis by goal: `wanted` returns the stickers to mark, `masked` greys out the others."""

import numpy as np

from cubeproof.base.argument_checks import expect
from cubeproof.errors import UsageError
from cubeproof.problem import named_goal
from cubeproof.puzzle.cube import UNKNOWN, Cube
from cubeproof.puzzle.geometry import FACES
from cubeproof.puzzle.pieces import orbits
from cubeproof.sentences import Template

_SIZES = Template("draw.goal-size", "The cube has {layers} layers and the goal {goal}.")


def wanted(cube: Cube, goal: Cube | str) -> frozenset[int]:
    """Return the stickers of the pieces that a goal constrains, at their places on the cube.

    If the goal specifies only some colours of a piece, only the stickers with these colours are returned.

    Args:
        cube: the state.
        goal: a pattern, or the name of a goal; its unknown stickers may have any colour.

    Returns:
        The numbers of the stickers, for the argument `emphasised` of the pictures.

    Raises:
        UsageError: the sizes differ, or an unknown goal.

    >>> faces = ["?????????", "????R??R?", "????F??F?", "?D?DDD?D?", "????L??L?", "????B??B?"]
    >>> cross = Cube.from_facelets("".join(faces))
    >>> sorted(sticker for sticker in wanted(Cube(3).apply("F"), cross) if 18 <= sticker < 27)
    [21, 22]
    """
    expect("cube", cube, Cube, "a Cube")
    expect("goal", goal, (Cube, str), "a Cube or the name of a goal")
    if isinstance(goal, str):
        named = named_goal(goal)
        cube, goal = named.view(cube), named.pattern(cube.size)
    if cube.size != goal.size:
        raise UsageError(_SIZES(layers=cube.size, goal=goal.size))
    letters = FACES + "?"
    stickers: set[int] = set()
    for orbit in orbits(cube.size):
        current, required = cube.colours[orbit.stickers], goal.colours[orbit.stickers]
        if orbit.orientations == 1:
            # Such a piece has its colours in one order only.
            is_required = required[:, None] >= 0
            fits = ((required[:, None] == current) | ~is_required).all(axis=2, keepdims=True)
            stickers.update(orbit.stickers[np.any(is_required & fits, axis=0)].tolist())
            continue
        patterns = {"".join(sorted(letters[colour] for colour in row if colour >= 0)) for row in required}
        for row, colours in zip(orbit.stickers.tolist(), current.tolist(), strict=True):
            piece = [letters[colour] for colour in colours]
            for pattern in patterns:
                if set(pattern) <= set(piece):
                    stickers.update(
                        sticker for sticker, letter in zip(row, piece, strict=True) if letter in pattern
                    )
    return frozenset(stickers)


def masked(cube: Cube, goal: Cube | str) -> Cube:
    """Return the cube with all stickers unknown that a goal does not constrain, for a picture of a case.

    The other colours move with their pieces, so a film of this cube shows their way.

    Args:
        cube: the state.
        goal: a pattern, or the name of a goal.

    Returns:
        The state, with every sticker unknown that is not in `wanted`.

    Raises:
        UsageError: the sizes differ, or an unknown goal.

    >>> masked(Cube(3).apply("F"), "cross").facelets[18:36]
    '???FF???????DDD?D?'
    """
    kept = sorted(wanted(cube, goal))
    colours = np.full_like(cube.colours, UNKNOWN)
    colours[kept] = cube.colours[kept]
    return Cube.from_colours(colours)
