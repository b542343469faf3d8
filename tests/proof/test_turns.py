"""The notation of certificates agrees with WCA and SiGN, and no other text is accepted."""

from itertools import product
from random import Random

import numpy as np
import pytest

from cubeproof import Alg, Cube, CubeproofError, Move, UsageError
from cubeproof.proof.check.turns import Block, colours_of, facelets_of, permutation_of, read_turns
from cubeproof.puzzle.cube import permutation
from cubeproof.puzzle.geometry import geometry

SIZES = [2, 3, 4, 5, 6, 11]


def as_people_read_it(word: str, size: int) -> list[Block] | None:
    try:
        return [Block.of(move.slab(size), size) for move in Alg(word)]
    except CubeproofError:
        return None


def as_checker_reads_it(word: str, size: int) -> list[Block] | None:
    try:
        return read_turns(word, size)
    except UsageError:
        return None


@pytest.mark.parametrize("size", SIZES)
def test_every_turn_as_we_write_it_is_read_as_people_read_it(size: int) -> None:
    layers = [(first, last) for first in range(1, 13) for last in range(first, 13)]
    faces = [Move(face, amount, *both) for face, both, amount in product("URFDLB", layers, (1, 2, 3))]
    others = [Move(family, amount) for family, amount in product("MESmesxyz", (1, 2, 3))]
    read = 0
    for move in (move.on(size) for move in [*faces, *others]):
        results = as_checker_reads_it(str(move), size)
        assert results == as_people_read_it(str(move), size), move
        read += results is not None
        if results:
            assert np.array_equal(permutation_of(results, size), permutation(move, size))
    assert read >= 6 * 3 * size * (size + 1) // 2 + 9


def test_other_readable_turns_are_read_as_people_read_them() -> None:
    rng = Random(3)
    accepted = 0
    for _ in range(40_000):
        word = "".join(rng.choice("UURRFDLBMSxyzmw223-'1450 ") for _ in range(rng.randrange(1, 7)))
        results = as_checker_reads_it(word, 5)
        if results is not None:
            assert results == as_people_read_it(word, 5), word
            accepted += 1
    assert accepted > 2000


@pytest.mark.parametrize(
    "word",
    [
        *["(R)2", "[R,U]", "R3", "R2'", "R’", "r", "2r", "2-3R", "0R", "01R", "2-Rw", "3-2Rw", "5R", "1-5Rw"],
        *["R{1}", "Rw3", "2M", "xw", "-", "R+", "RU", "R//", "Q", "٣R", "R\x00", "RRRRRRRRR", "M'2", "2-3"],
        "R,U",
    ],
)
def test_other_texts_are_not_read_as_turns(word: str) -> None:
    with pytest.raises(
        UsageError, match="is not a turn of a cube of 4 layers in the notation of certificates"
    ):
        read_turns(f"U {word}", 4)


def test_unusual_text_is_not_read_as_a_turn() -> None:
    with pytest.raises(UsageError, match="more than 1,000,000 letters"):
        read_turns("R " * 500_001, 3)


@pytest.mark.parametrize("size", SIZES)
def test_a_block_is_read_by_its_name(size: int) -> None:
    layers = [(first, last) for first in range(1, size + 1) for last in range(first, size + 1)]
    blocks = [Block(face, *both, turns) for face, both, turns in product("URF", layers, (1, 2, 3))]
    assert read_turns(" ".join(block.name(size) for block in blocks), size) == blocks
    whole = [block for block in blocks if block.is_rotation(size)]
    ways = {way.tobytes() for way in geometry(size).rotations}
    assert len(whole) == 9
    assert all((block.permutation(size).tobytes() in ways) == (block in whole) for block in blocks)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_stickers_are_those_of_the_cube(size: int) -> None:
    cube = Cube(size).apply("R U2 F'")
    some = "".join("?" if number % 5 == 0 else letter for number, letter in enumerate(cube.facelets))
    for text in (cube.facelets, some):
        assert np.array_equal(colours_of(text, size), Cube.from_facelets(text).colours)
        assert facelets_of(colours_of(text, size)) == text
    for wrong in (
        "",
        some[1:],
        f"{some}?",
        f"{some[:-1]}X",
        f"{some[:-1]}u",
        f"{some[:-1]} ",
        f"{some[:-1]}\0",
    ):
        with pytest.raises(UsageError, match=f"stickers of a cube of {size} layers are"):
            colours_of(wrong, size)
    with pytest.raises(UsageError):
        colours_of(some, 51)
