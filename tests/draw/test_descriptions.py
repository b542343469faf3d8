"""Cubes and turns in words, in any language: the described state can be read back."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof.draw.descriptions import describe_cube, describe_move
from cubeproof.draw.palette import COLOURBLIND, STANDARD, Palette
from cubeproof.languages import translated
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube, permutation
from cubeproof.puzzle.geometry import FACES
from cubeproof.puzzle.move import Move
from strategies import cubes, moves, sizes
from toy_language import TAG, speak

# A language that describes a face by its facelets and a turn by its notation; `N` is the number of layers.
LETTERS = dict(
    zip(("white", "red", "green", "yellow", "orange", "blue", "unknown"), FACES + "?", strict=True)
)
TOY = {
    **{f"colour.{name}": letter for name, letter in LETTERS.items()},
    "description.solved": "{faces}",
    "description.one-colour": "{faces}",
    "description.one-face": "({face}*{colour})",
    "description.faces": "{faces:sentences}",
    "description.all": "({face}*{colour})",
    "description.rows": "({face}={rows})",
    "description.row": "{colours}",
    "description.turn": "{what}{turns?1:|2:2|3:'}",
    "description.cube": "N{face}w",
    "description.face": "{face}",
    "description.block": "{layers}{face}w",
    "description.layer": "{layer}{face}",
    "description.layers": "{first}-{last}{face}w",
}


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        yield speak(patch, tmp_path_factory.mktemp("toy"), TOY)


def facelets(said: str, size: int) -> str:
    """The state that the toy language describes."""
    results = dict.fromkeys(FACES, "")
    for face, sign, text in re.findall(r"\((.)([*=])(.*?)\)", said):
        letters = re.sub("[, ;]", "", text)
        results[face] = letters * size**2 if sign == "*" else letters
    return "".join(results.values())


@given(cubes())
def test_a_third_language_says_every_sticker(toy: str, cube: Cube) -> None:
    assert facelets(translated(describe_cube(cube), toy), cube.size) == cube.facelets


@given(sizes.flatmap(lambda size: st.text(f"{FACES}?", min_size=6 * size**2, max_size=6 * size**2)))
def test_unknown_stickers_are_said_too(toy: str, text: str) -> None:
    cube = Cube.from_facelets(text)
    assert facelets(translated(describe_cube(cube), toy), cube.size) == text


@given(sizes.flatmap(lambda size: st.tuples(st.just(size), moves(size))))
def test_a_third_language_says_every_turn(toy: str, both: tuple[int, Move]) -> None:
    size, move = both
    description = translated(describe_move(move, size), toy).replace("N", str(size))
    assert (permutation(Alg(description), size) == permutation(move, size)).all()


def test_the_colours_of_a_palette_are_said_by_their_names() -> None:
    cube = Cube(3)
    assert describe_cube(cube, COLOURBLIND).count("dark red") == 1
    assert translated(describe_cube(cube, COLOURBLIND), "fr").count("rouge foncé") == 1
    own = Palette.named("R=#b00")
    assert "right colour R" in describe_cube(cube, own)
    assert "droite couleur R" in translated(describe_cube(cube, own), "fr")
    named = Palette(STANDARD.faces, names=("ivory", *STANDARD.names[1:]))
    assert translated(describe_cube(cube, named), "fr").startswith("Résolu")
    assert "dessus ivory, droite rouge" in translated(describe_cube(cube, named), "fr")


def test_description_without_a_template_is_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(monkeypatch, tmp_path, {"description.solved": "Solvita: {faces}.", "colour.red": "ruĝa"})
    assert translated(describe_cube(Cube(3)), TAG).startswith("Solvita: up white, right ruĝa, front green")
