"""The cube of the proofs is the cube of `puzzle/`: thousands of random turns have the same effect on both."""

import subprocess
from pathlib import Path
from random import Random

import pytest

from cubeproof import Cube
from cubeproof.proof.check.turns import Block, facelets_of, permutation_of, read_turns

NAMES = {
    2: [*"URFDLBxyz", "Uw", "2R", "2Fw", "1-2Dw", "1Lw", "2B"],
    3: [*"URFDLBxyzMESmes", "Uw", "2R", "3F", "2Fw", "3Bw", "1-2Dw", "2-3Lw", "1-3Rw", "1Lw", "2-2Bw"],
}
ROTATIONS = {"U": "y", "R": "x", "F": "z"}
SIGNS = {1: "", 2: "2", 3: "'"}


def turned_states(program: Path, size: int, words: list[str]) -> list[str]:
    text = "".join(f"{word}\n" for word in words)
    done = subprocess.run(
        [program, "turn", str(size)], input=text, capture_output=True, text=True, check=True, timeout=600
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize("size", [2, 3])
def test_random_turns_agree_with_the_program(size: int, program: Path) -> None:
    draw = Random(size)
    words = [
        " ".join(
            draw.choice(NAMES[size]) + draw.choice(list(SIGNS.values())) for _ in range(draw.randrange(12))
        )
        for _ in range(250)
    ]
    solved = Cube(size).colours
    for word, line in zip(words, turned_states(program, size, words), strict=True):
        turned = solved[permutation_of(read_turns(word, size), size)]
        assert line == f"{facelets_of(turned)} {str(Cube.from_colours(turned).is_solved).lower()}"


@pytest.mark.parametrize("size", [2, 3])
def test_every_turn_agrees_with_the_program(size: int, program: Path) -> None:
    blocks = [
        Block(face, first, last, turns)
        for face in "URF"
        for first in range(1, size + 1)
        for last in range(first, size + 1)
        for turns in (1, 2, 3)
    ]
    names = [
        ROTATIONS[block.face] + SIGNS[block.turns] if block.is_rotation(size) else block.name(size)
        for block in blocks
    ]
    solved = Cube(size).colours
    lines = [line.split()[0] for line in turned_states(program, size, names)]
    assert lines == [facelets_of(solved[block.permutation(size)]) for block in blocks]


@pytest.mark.parametrize("token", ["X", "4R", "Rw3", "R2'", "0R", "2-1Rw", "R-", "'", "(R", "Mw", "1-4Rw"])
def test_wrong_turn_is_refused_by_the_program(token: str, program: Path) -> None:
    done = subprocess.run(
        [program, "turn", "3"], input=f"R {token}\n", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f'"{token}" is no turn of a cube of 3 layers.\n'
