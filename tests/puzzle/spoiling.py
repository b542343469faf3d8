"""Cubes that someone took apart, painted wrongly or could not see in full."""

from itertools import permutations
from random import Random

import numpy as np

from cubeproof.puzzle.cube import UNKNOWN, Cube
from cubeproof.puzzle.geometry import FACES
from cubeproof.puzzle.pieces import PieceKind, orbits
from cubeproof.puzzle.scramble import random_moves

AMISS = ("turned", "exchanged", "repainted", "stickers swapped")


def spoiled(size: int, random: Random, *, faults: tuple[int, ...] = (0, 1, 1, 1, 2, 3)) -> Cube:
    """A possible cube, near solved or scrambled, after some things went wrong with it."""
    cube = Cube(size).apply(random_moves(size, random.choice((0, 2, 40)), seed=random.randrange(10**9)))
    colours = cube.apply(random.choice(("", "x", "y z"))).colours.copy()
    for _ in range(random.choice(faults)):
        orbit = random.choice([orbit for orbit in orbits(size) if orbit.kind is not PieceKind.CENTRE])
        here, there = (list(slot.stickers) for slot in random.sample(orbit.slots, 2))
        first, second = random.sample(range(len(colours)), 2)
        match random.choice(AMISS):
            case "turned":
                colours[here] = np.roll(colours[here], random.choice((1, 2)))
            case "exchanged":
                colours[[*here, *there]] = colours[[*there, *here]]
            case "repainted":
                colours[first] = random.randrange(6)
            case "stickers swapped":
                colours[[first, second]] = colours[[second, first]]
    return Cube.from_colours(colours)


def hidden(cube: Cube, count: int, random: Random) -> Cube:
    """The cube with this number of unknown stickers: any, or of few pieces, which then show one colour or none."""
    orbit = random.choice([orbit for orbit in orbits(cube.size) if orbit.kind is not PieceKind.CENTRE])
    two = [random.sample(slot.stickers, len(slot.stickers)) for slot in random.sample(orbit.slots, 2)]
    pools = (
        [sticker for slot in two for sticker in slot[1:]],
        [sticker for slot in two for sticker in slot],
        list(range(len(cube.colours))),
    )
    letters = list(cube.facelets)
    for sticker in random.sample(random.choice([pool for pool in pools if len(pool) >= count]), count):
        letters[sticker] = "?"
    return Cube.from_facelets("".join(letters))


def completions(pattern: Cube) -> list[Cube]:
    """Every way to colour the unknown stickers so that each colour is there N² times, as on any possible cube."""
    missing = [face for face in FACES for _ in range(pattern.size**2 - pattern.facelets.count(face))]
    places = np.flatnonzero(pattern.colours == UNKNOWN)
    if len(missing) != len(places):
        return []  # a colour is there too often
    results = []
    for order in set(permutations(missing)):
        letters = np.array(list(pattern.facelets))
        letters[places] = order
        results.append(Cube.from_facelets("".join(letters)))
    return results


def at_home(cube: Cube) -> int:
    """How many stickers are where the solved cube, held as fits best, has them."""
    return max(int((cube.colours == way.colours).sum()) for way in Cube(cube.size).rotations())


def painted(cube: Cube, colours: dict[int, str]) -> Cube:
    """The cube with other colours, by the numbers of the stickers."""
    letters = list(cube.facelets)
    for sticker, colour in colours.items():
        letters[sticker] = colour
    return Cube.from_facelets("".join(letters))
