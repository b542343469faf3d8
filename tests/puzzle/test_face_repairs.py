"""Faces that were copied turned: the repair turns them back. The stickers are turned here by rows and columns."""

import json
from itertools import combinations, product
from random import Random

import pytest

from cubeproof.cli import main
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import FACES
from cubeproof.puzzle.repair import Repair
from second_opinion.lattice import after, letters, slabs, solved

TURNED = [(face, turns) for face in FACES for turns in (1, 2, 3)]


def copied(facelets: str, *ways: tuple[str, int]) -> str:
    """The facelets after the stickers of these faces are turned clockwise by these quarter turns."""
    area = len(facelets) // 6
    edge = round(area**0.5)
    faces = {face: facelets[place * area :][:area] for place, face in enumerate(FACES)}
    for face, turns in ways:
        for _ in range(turns):
            # The first row is the first column, read from below.
            faces[face] = "".join(faces[face][row::edge][::-1] for row in range(edge))
    return "".join(faces.values())


def scrambled(size: int, seed: int) -> str:
    random = Random(f"{size} {seed}")
    turns = [random.choice(slabs(size)).name for _ in range(40)]
    return letters(after(solved(size), " ".join(turns), size))


def possible_by_turning(facelets: str, faces: int) -> set[str]:
    """The possible cubes after turning the stickers of this number of faces, tried one by one."""
    texts = {
        copied(facelets, *zip(chosen, amounts, strict=True))
        for chosen in combinations(FACES, faces)
        for amounts in product((1, 2, 3), repeat=faces)
    }
    return {text for text in texts if not Cube.from_facelets(text).status()}


def check_sentence(facelets: str, repair: Repair) -> None:
    """Do what the sentence says, and compare."""
    ways = []
    for part in str(repair.sentence).split(". "):
        face = part.split("(")[1][0]
        turns = 2 if "by half" in part else 3 if "anticlockwise" in part else 1
        ways.append((face, turns))
    assert tuple(ways) == repair.turned
    assert copied(facelets, *ways) == repair.cube.facelets


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7])
def test_one_face_that_was_copied_turned_is_turned_back(size: int) -> None:
    for seed, way in enumerate(TURNED[:: 1 if size < 4 else 5]):
        right = scrambled(size, seed)
        wrong = copied(right, way)
        repairs = [repair for repair in Cube.from_facelets(wrong).diagnose().repairs if repair.turned]
        assert {repair.cube.facelets for repair in repairs} == possible_by_turning(wrong, 1)
        assert right in {repair.cube.facelets for repair in repairs}
        for repair in repairs:
            check_sentence(wrong, repair)


@pytest.mark.parametrize("size", [2, 3, 7])
def test_two_faces_that_were_copied_turned_are_turned_back(size: int) -> None:
    for seed in range(2):
        right = scrambled(size, seed)
        wrong = copied(right, *Random(seed).sample([way for way in TURNED if way[0] in "UF"][1:5:3], 2))
        repairs = Cube.from_facelets(wrong).diagnose().repairs
        expected = possible_by_turning(wrong, 1) or possible_by_turning(wrong, 2)
        assert {repair.cube.facelets for repair in repairs} == expected
        for repair in repairs:
            check_sentence(wrong, repair)


def test_one_sticker_and_a_turned_face_that_each_repair_the_cube_are_both_named() -> None:
    # D, L and B are not painted yet.
    wrong = copied(letters(after(solved(2), "R U", 2)), ("R", 2))[:12] + "?" * 12
    sticker, turned = Cube.from_facelets(wrong).diagnose().repairs
    assert sum(map(str.__ne__, sticker.cube.facelets, wrong)) == 1
    assert turned.cube.facelets == copied(wrong, ("R", 2))
    assert not sticker.cube.status()


def test_turned_face_comes_before_two_stickers_that_are_as_possible() -> None:
    wrong = copied("BLDRFFFBBURDBRDLRLFDUUUL", ("R", 2))
    turned, stickers = Cube.from_facelets(wrong).diagnose().repairs
    assert turned.turned == (("R", 2),)
    assert sum(map(str.__ne__, stickers.cube.facelets, wrong)) == 2


def test_command_names_each_repair(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = copied("BLDRFFFBBURDBRDLRLFDUUUL", ("R", 2))
    assert main(["solve", wrong]) == 3
    near = [
        line for line in capsys.readouterr().err.splitlines() if line.startswith("A possible cube near it")
    ]
    assert near[0].endswith("The right face (R) is turned by half: turn its stickers.")
    assert "Swap the stickers in" in near[1]
    assert main(["solve", wrong, "--json"]) == 3
    failure = json.loads(capsys.readouterr().out)
    assert [repair["code"] for repair in failure["repairs"]] == ["repair.turned-face", "repair.swap-stickers"]
    assert failure["repair"] == failure["repairs"][0]


def test_no_face_is_turned_while_one_is_painted() -> None:
    wrong = copied(scrambled(3, 1), ("B", 2))
    for count in (*range(47, 49), *range(50, 54)):
        painting = wrong[:count] + "?" * (54 - count)
        assert not any(repair.turned for repair in Cube.from_facelets(painting).diagnose().repairs)
    assert Cube.from_facelets(wrong).diagnose().repairs[0].turned == (("B", 2),)


def test_no_face_is_turned_above_seven_layers() -> None:
    assert Cube.from_facelets(copied(scrambled(8, 1), ("B", 2))).diagnose().repairs == ()


def test_exchanged_colours_of_a_whole_cube_are_its_only_repair() -> None:
    for size in (2, 3, 4, 5):
        right = scrambled(size, 1)
        wrong = Cube.from_facelets(right.translate(str.maketrans("RL", "LR"))).diagnose()
        assert [(repair.sentence.code, repair.cube.facelets) for repair in wrong.repairs] == [
            ("repair.exchanged", right)
        ]
