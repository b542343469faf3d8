"""Random cubes and random sequences of turns from a seed; a scramble from a solution.

`random_cube` draws uniformly from all states of a cube of any size; `random_moves` writes a sequence of random turns
for any size, in which no turn can be merged with one beside it.
"""

from operator import index
from random import Random

import numpy as np

from cubeproof.base.argument_checks import expect_whole
from cubeproof.errors import UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import check_size, geometry, is_odd
from cubeproof.puzzle.move import Move
from cubeproof.puzzle.pieces import PieceKind, orbits
from cubeproof.sentences import Template

DRAWN = (2, 3)
"""The sizes whose scrambles are turns to a random state; larger cubes get random turns."""

_LENGTH = Template("scramble.length", "A scramble has 0 or more turns, not {length}.")


_HELD = [
    f"{tipped} {turned}".strip()
    for tipped in ("", "x", "x2", "x'", "z", "z'")
    for turned in ("", "y", "y2", "y'")
]


def leading_to(cube: Cube, answer: Alg) -> Alg | None:
    """Return the turns from the solved cube to this cube, given a solution; None if the solution is wrong.

    >>> leading_to(Cube(3).apply("x R"), Alg("R'"))
    Alg('x R')
    """
    back = answer.inverse()
    held = (Alg(way) + back for way in _HELD)
    return next((alg for alg in held if Cube(cube.size).apply(alg) == cube), None)


def random_of(seed: int | Random | None) -> Random:
    """Return the random generator of a seed."""
    if isinstance(seed, Random):
        return seed
    if seed is None:
        return Random()
    expect_whole("seed", seed)
    return Random(index(seed))


def random_cube(size: int = 3, seed: int | Random | None = None) -> Cube:
    """Return a cube drawn uniformly from all reachable cubes, held in the usual way.

    Corners and middle edges have equal parities on odd sizes. Wings may be in any order, and centres of a colour are
    alike, so every arrangement of both is reachable.

    Args:
        size: the number of layers.
        seed: a number, which always gives the same cube, or a random generator.

    Raises:
        UsageError: a size out of range.

    >>> random_cube(2, seed=1) == random_cube(2, seed=1), bool(random_cube(4, seed=1).status())
    (True, False)
    """
    random = random_of(seed)
    colours = geometry(check_size(size)).faces.astype(np.int8)
    home = colours.copy()
    odd = False
    for orbit in orbits(size):
        if orbit.fixed:
            continue
        slots = len(orbit.slots)
        pieces = random.sample(range(slots), slots)
        if orbit.kind is PieceKind.EDGE and is_odd(pieces) != odd:
            pieces[0], pieces[1] = pieces[1], pieces[0]
        if orbit.kind is PieceKind.CORNER:
            odd = is_odd(pieces)
        if orbit.orientations == 1:
            colours[orbit.stickers] = home[orbit.stickers[pieces]]
            continue
        turned = [random.randrange(orbit.orientations) for _ in pieces]
        turned[-1] = -sum(turned[:-1]) % orbit.orientations
        for slot, piece, shift in zip(orbit.stickers, pieces, turned, strict=True):
            colours[slot] = home[orbit.turned[piece, shift]]
    return Cube.from_colours(colours).normalised()


def random_moves(size: int, length: int | None = None, seed: int | Random | None = None) -> Alg:
    """Return random turns of outer blocks, as in WCA scrambles of large cubes.

    Consecutive turns of one axis turn different blocks, so they cannot be merged.

    Args:
        size: the number of layers.
        length: the number of turns; by default 11 and 25 for sizes 2 and 3, and 20·(N−2) above.
        seed: a number, which always gives the same sequence, or a random generator.

    Raises:
        UsageError: a size out of range, or a length below 0.

    >>> str(random_moves(4, 6, seed=3)) == str(random_moves(4, 6, seed=3))
    True
    """
    check_size(size)
    if length is not None:
        expect_whole("length", length)
    random = random_of(seed)
    if length is None:
        length = {2: 11, 3: 25}.get(size, 20 * (size - 2))
    if length < 0:
        raise UsageError(_LENGTH(length=length))
    faces = "URF" if size == 2 else "URFDLB"
    blocks = [Move(face, 1, 1, layers) for face in faces for layers in range(1, max(1, size // 2) + 1)]
    if size % 2 == 0:
        # Turning one half of an even cube equals turning the other half, up to a rotation.
        blocks = [block for block in blocks if block.last < size // 2 or block.family in "URF"]
    moves: list[Move] = []
    while len(moves) < length:
        block = random.choice(blocks)
        run: set[tuple[str, int]] = set()
        for earlier in reversed(moves):
            if earlier.axis != block.axis:
                break
            run.add((earlier.family, earlier.last))
        if (block.family, block.last) not in run:
            moves.append(Move(block.family, random.choice((1, 2, -1)), 1, block.last))
    return Alg(moves)
